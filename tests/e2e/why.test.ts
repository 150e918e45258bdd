/** *Why?*: the cause in words, the numbers of the rule, what plots and network show of it; and the figures of pairs of flows. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { type Lab, test, until } from '../support/lab';

const moment = (lab: Lab) => lab.root.getByRole('slider', { name: 'Time in the run' });
const now = async (lab: Lab) => Number(await moment(lab).getAttribute('aria-valuenow'));

/** The answer about the next loss after the first cycle. */
async function answer(lab: Lab): Promise<Locator> {
  await lab.open('#g=three-algorithms');
  const from = await until(
    () => now(lab),
    (t) => t > 4,
  );
  await lab.pause();
  await lab.root.getByRole('group', { name: 'Step' }).getByRole('button', { name: 'loss' }).click();
  await until(
    () => now(lab),
    (t) => t > from,
  );
  await lab.page.waitForTimeout(1500);
  await lab.button('Why?').click();
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByRole('heading', { name: 'Why did cwnd drop here?' }).waitFor();
  return why;
}

test('Why? tells the cause, where the packet was dropped, and the numbers that the rule used', async ({
  lab,
}) => {
  const why = await answer(lab);
  const said = (await why.locator('.why-cause').textContent()) ?? '';
  expect(said).toMatch(
    /^The third duplicate ACK for packet [\d\u2009]+ arrived\. r1 had dropped it at [\d.]+ s: the queue was full, 60 of 60 packets waiting\.$/,
  );
  // The formula with its numbers gives the window after it.
  const formula = (await why.getByTestId('with-numbers').textContent()) ?? '';
  const halved = /max\(([\d.]+)\/2, 2\)/.exec(formula)?.[1];
  const kept = /ssthresh ← (0\.7)·([\d.]+),/.exec(formula);
  const expected = halved ? Number(halved) / 2 : Number(kept?.[1]) * Number(kept?.[2]);
  const row = why.getByRole('row').filter({ hasText: /^cwnd/ });
  const after = Number.parseFloat((await row.getByRole('cell').last().textContent()) ?? '');
  expect(after).toBeCloseTo(expected, 1);
  await why.getByText(/^flight: when the rule was applied, [\d.]+ packets were sent/).waitFor();
  // The picture tells the same packet, in the flow's colour.
  const picture = why.getByRole('img', { name: /^Time–sequence/ });
  const packet = /packet ([\d\u2009]+)/.exec(said)?.[1] ?? '';
  await picture.getByText(`${packet} lost`).waitFor();
  const stroke = await picture.locator('.sent').evaluate((path) => getComputedStyle(path).stroke);
  const sample = await why.locator('.line-sample line').evaluate((l) => getComputedStyle(l).stroke);
  expect(stroke).toBe(sample);
});

test('the drop is marked in the queue, the cut in the window, and both can be stepped through', async ({
  lab,
}) => {
  const why = await answer(lab);
  const marks = (plot: RegExp, part: string) => lab.plot(plot).locator(`.plot-why ${part}`);
  await until(
    () => marks(/^Queue/, '.drop').count(),
    (n) => n === 1,
  );
  expect(await marks(/^cwnd/, 'circle').count()).toBe(2);
  const dropped = Number.parseFloat((await why.locator('.why-time').textContent()) ?? '');
  const cut = await now(lab);
  expect(dropped).toBeLessThan(cut);
  await why.getByRole('button', { name: 'Step through it' }).click();
  const story = why.getByRole('region', { name: 'Step through it' });
  await story.getByText('A packet was dropped').waitFor();
  await until(
    () => now(lab),
    (t) => Math.abs(t - dropped) < 0.01,
  );
  // The run goes along, from duplicate ACK to duplicate ACK, to the cut.
  const steps = Number(/of (\d+)/.exec((await story.textContent()) ?? '')?.[1]);
  expect(steps).toBeGreaterThanOrEqual(4);
  for (let i = 1; i < steps; i += 1) await story.getByRole('button', { name: 'Next step' }).click();
  await until(
    () => now(lab),
    (t) => t >= cut - 0.01,
  );
  await story.getByRole('button', { name: 'Done' }).click();
  await why.getByRole('button', { name: 'Close' }).click();
  await until(
    () => marks(/^Queue/, '.drop').count(),
    (n) => n === 0,
  );
});

test('a matrix tells its finding, and the number of events on the diagonal', async ({ lab }) => {
  await lab.open('#g=three-algorithms&plots=phase,synchronization');
  await lab.finish();
  const figure = lab.plot('Synchronisation of losses');
  const finding = await until(
    async () => (await figure.locator('.finding').textContent()) ?? '',
    (text) => /^A congestion event hits \d+ % of the flows on average\.$/.test(text),
  );
  const counted = Number(/(\d+) congestion events/.exec((await figure.textContent()) ?? '')?.[1]);
  const diagonal = await figure.locator('td.self').allTextContents();
  expect(Math.max(...diagonal.map(Number))).toBeLessThanOrEqual(counted);
  const mean = (100 * diagonal.reduce((sum, n) => sum + Number(n), 0)) / (counted * diagonal.length);
  expect(Number(/\d+/.exec(finding)?.[0])).toBe(Math.round(mean));
});

test('the phase portrait is large and tells its finding', async ({ lab }) => {
  await lab.open('#g=three-algorithms&plots=phase');
  await lab.finish();
  const figure = lab.plot(/^Phase portrait/);
  await figure
    .getByText(/^(CUBIC|Reno)’s window is [\d.]+ times that of (CUBIC|Reno)\.$|about the same share\.$/)
    .waitFor();
  await figure.getByText(/exceeds the BDP \d+ % of the time/).waitFor();
  const box = await figure.getByRole('img').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(368);
});
