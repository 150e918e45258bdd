/** The presentation in windows that are smaller than a lecture room's screen. */
import { expect } from 'vitest';
import { sideways } from '../support/devices';
import { test, until } from '../support/lab';

test('a presentation on a phone held sideways has all values in sight, none over another', async ({
  visit,
}) => {
  const lab = await visit(sideways);
  await lab.open('#g=three-algorithms&t=24');
  await lab.page.keyboard.press('p');
  const rows = lab.root.locator('.present .readout-row');
  await until(
    async () => (await rows.locator('output').allTextContents()).filter((text) => /\d/.test(text)).length,
    (values) => values === 7,
  );
  const boxes = await rows.evaluateAll((all) =>
    all.map((row) => {
      const [own, list] = [row.getBoundingClientRect(), row.parentElement?.getBoundingClientRect()];
      return {
        text: row.textContent,
        top: own.top,
        bottom: own.bottom,
        isCut: !list || own.top < list.top - 1 || own.bottom > list.bottom + 1,
      };
    }),
  );
  expect(boxes.filter(({ isCut }) => isCut)).toEqual([]);
  boxes.forEach(({ text, bottom }, i) => {
    expect(boxes[i + 1]?.top ?? bottom, text ?? '').toBeGreaterThanOrEqual(bottom - 1);
  });
});

test.for(['en', 'de'])(
  'a presentation shows the names of a queue’s values in full, in %s',
  async (locale, { visit }) => {
    const lab = await visit({ locale });
    await lab.open('#g=phase-effect&t=59');
    await lab.page.keyboard.press('p');
    const names = lab.root.locator('.present [data-plot=queue] .readout-name');
    await names.filter({ hasText: /^(Drops since|Verworfen seit) 20 s$/ }).waitFor();
    const cut = await names.evaluateAll((all) =>
      all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
    );
    expect(cut).toEqual([]);
    // Two lines of one name do not lie over the next row.
    const rows = await lab.root.locator('.present [data-plot=queue] .readout-row').evaluateAll((all) =>
      all.map((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return { top, bottom, isCut: row.scrollHeight > row.clientHeight + 1 };
      }),
    );
    rows.forEach(({ top, isCut }, i) => {
      expect(isCut).toBe(false);
      expect(top).toBeGreaterThanOrEqual((rows[i - 1]?.bottom ?? 0) - 1);
    });
  },
);
