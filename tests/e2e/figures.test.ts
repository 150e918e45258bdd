/** Figures without an axis of time: their pictures are whole in every window, and their words beside or below them. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { dumbbell } from '../../scripts/bench/ui-scenarios.mjs';
import type { Scenario } from '../../web/generated/types';
import { type Lab, settled, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';

const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** How far a part of a figure is outside the visible plots, px: 0 if all of it is in view. */
async function cutOff(lab: Lab, part: Locator): Promise<number> {
  const room = await boxOf(lab.root.locator('.plots-scroll'));
  const box = await boxOf(part);
  if (box.width === 0) return Number.POSITIVE_INFINITY;
  return Math.max(
    0,
    room.x - box.x,
    room.y - box.y,
    box.x + box.width - room.x - room.width,
    box.y + box.height - room.y - room.height,
  );
}

const FIGURES = ['phase', 'plane', 'sequence', 'synchronization', 'covariance'] as const;
const WINDOWS = [
  { name: 'a desktop', viewport: { width: 1440, height: 900 }, least: 0.6, words: true },
  { name: 'a laptop', viewport: { width: 1280, height: 600 }, least: 0.6, words: true },
  { name: 'a phone', viewport: { width: 390, height: 844 }, touch: true, least: 0.4, words: false },
  {
    name: 'a phone held sideways',
    viewport: { width: 844, height: 390 },
    touch: true,
    least: 0.5,
    words: false,
  },
  { name: 'an embed', viewport: { width: 600, height: 400 }, embed: true, least: 0.4, words: false },
];

test('the finding of a phase portrait does not depend on the width of the plots', async ({ visit }) => {
  const said = new Set<string>();
  for (const { viewport, embed } of WINDOWS) {
    if (embed) continue;
    const lab = await visit({ viewport });
    // Beyond the first span, whose start is not rounded to a column.
    await lab.open('#g=rtt-unfairness&t=64.03&plots=phase');
    said.add(
      await settled(
        async () =>
          (await lab
            .plot(/^Phase portrait/)
            .locator('.figure-words:not(.is-quiet)')
            .textContent()) ?? '',
        (text) => /times that of .*than the link needs \d+ % of the time/.test(text),
      ),
    );
    await lab.page.close();
  }
  expect([...said]).toHaveLength(1);
});

for (const { name, viewport, touch, embed, least, words } of WINDOWS) {
  test(`on ${name} the picture of every figure is whole`, async ({ visit }) => {
    const lab = await visit({ viewport, ...(touch ? { isMobile: true, hasTouch: true } : {}) });
    for (const id of FIGURES) {
      await lab.page.goto('about:blank');
      await lab.open(`#g=three-algorithms&t=24&plots=${id}${embed ? '&embed=1' : ''}`);
      const figure = lab.root.locator('.plots-figures > *');
      const picture = figure.locator('canvas, svg[role=img], table').first();
      await until(
        () => cutOff(lab, picture),
        (px) => px <= 1,
      );
      const room = await boxOf(lab.root.locator('.plots-scroll'));
      const { width, height } = await boxOf(picture);
      // It fills the height, or the width of a narrow panel; the ones with numbers need no more than their largest cells.
      expect(Math.max(height / room.height, width / room.width), id).toBeGreaterThan(least);
      const said = figure.locator('.figure-words').first();
      // Never one word per line.
      if ((await said.count()) > 0) expect((await boxOf(said)).width, id).toBeGreaterThanOrEqual(116);
      if (words && (await said.count()) > 0) expect(await cutOff(lab, said), id).toBe(0);
      // Its choices and its finding are in sight of the picture.
      for (const choice of await figure.getByRole('combobox').all())
        expect(await cutOff(lab, choice), id).toBe(0);
      const finding = figure.locator('.finding, .figure-words:not(.matrix-words, .is-quiet)');
      if ((await finding.count()) > 0) expect(await cutOff(lab, finding.first()), id).toBe(0);
      else expect(['plane', 'sequence', ...(embed ? ['phase'] : [])]).toContain(id);
      expect(await figure.getByRole('button', { name: /^Hide/ }).count(), id).toBe(embed ? 0 : 1);
    }
  });
}

test('the axes of the plane are named at the plane', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 600, height: 400 } });
  await lab.open('#g=three-algorithms&t=24&plots=plane&embed=1');
  const figure = lab.plot(/throughput of each flow/);
  const canvas = await boxOf(figure.getByRole('img'));
  const vertical = await boxOf(figure.getByText('throughput, Mb/s'));
  const horizontal = await boxOf(figure.locator('.axis-name', { hasText: 'queueing delay, ms' }));
  expect(Math.abs(vertical.y + vertical.height - canvas.y)).toBeLessThanOrEqual(2);
  expect(Math.abs(horizontal.y - canvas.y - canvas.height)).toBeLessThanOrEqual(4);
  expect(horizontal.x + horizontal.width).toBeLessThanOrEqual(canvas.x + canvas.width);
});

test('a matrix of many flows has shades only, fits, and says a cell in words', async ({ visit }) => {
  for (const viewport of [
    { width: 1280, height: 600 },
    { width: 390, height: 844 },
  ]) {
    const lab = await visit({ viewport });
    const crowd = dumbbell({ flows: 30, rateMbps: 60, durationS: 10 });
    await lab.open(`${await fragmentOf(crowd as Scenario)}&t=8&plots=synchronization`);
    const figure = lab.plot('Synchronisation of losses');
    const table = figure.getByRole('table');
    await until(
      () => cutOff(lab, table),
      (px) => px <= 1,
    );
    const cell = table.locator('tbody td').nth(1);
    await until(
      () => cell.evaluate((td) => td.textContent !== ''),
      (written) => written,
    );
    expect(await cell.evaluate((td) => getComputedStyle(td).fontSize)).toBe('0px');
    const { x, y, width, height } = await boxOf(cell);
    expect([Math.round(width), Math.round(height)]).toEqual([Math.round(width), Math.round(width)]);
    await lab.page.mouse.move(x + width / 2, y + height / 2);
    await figure.getByText(/^Of \d+ events? that hit|has lost nothing$/).waitFor();
  }
});
