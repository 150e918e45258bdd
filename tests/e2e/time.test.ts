/** Going back in time, other branches, and the question why. */
import { expect } from 'vitest';
import { type Lab, test, until } from '../support/lab';

/** The digest of the run so far. */
async function digest(lab: Lab): Promise<string> {
  const title = await lab.root.getByTitle('Digest of the run so far').getAttribute('title');
  return /\b[0-9a-f]{16}\b/.exec(title ?? '')?.[0] ?? '';
}

const moment = (lab: Lab) => lab.root.getByRole('slider', { name: 'Time in the run' });

async function now(lab: Lab): Promise<number> {
  return Number(await moment(lab).getAttribute('aria-valuenow'));
}

const standsAt = (lab: Lab, at: (t: number) => boolean) => until(() => now(lab), at);

/** Steps to the next loss, and waits until the run stands there. */
async function stepToLoss(lab: Lab): Promise<number> {
  const from = await now(lab);
  await lab.root.getByRole('group', { name: 'Step' }).getByRole('button', { name: 'loss' }).click();
  // The slider follows a few times a second: it stands once it has not moved for a second.
  let before = Number.NaN;
  let same = 0;
  return standsAt(lab, (t) => {
    same = t === before ? same + 1 : 0;
    before = t;
    return t > from && same >= 10;
  });
}

test('a run that goes back and forward again has the same digest', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  const end = await lab.finish();
  await moment(lab).press('Home');
  await standsAt(lab, (t) => t === 0);
  await moment(lab).press('End');
  await standsAt(lab, (t) => t === 60);
  await until(
    () => digest(lab),
    (d) => d === end,
  );
  await moment(lab).press('PageDown');
  await standsAt(lab, (t) => Math.abs(t - 54) < 0.01);
  await until(
    () => digest(lab),
    (d) => d !== end,
  );
  await lab.button('Play').first().click();
  await until(
    () => digest(lab),
    (d) => d === end,
  );
});

test('a step leads to the next loss, and one round trip back', async ({ lab }) => {
  await lab.open('#g=one-reno');
  await lab.pause();
  const loss = await stepToLoss(lab);
  await lab.page.keyboard.press('Escape');
  await moment(lab).press('ArrowLeft');
  await standsAt(lab, (t) => t < loss);
});

test('a change in the past makes another branch, and the old one can be shown again', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  const end = await lab.finish();
  await moment(lab).press('PageDown');
  await standsAt(lab, (t) => Math.abs(t - 54) < 0.01);
  await lab.selectLink('r1 to r2');
  const buffer = lab.page.getByRole('textbox', { name: 'Buffer, packets' }).first();
  await buffer.fill('30');
  await buffer.press('Enter');
  await lab.button(/2 branches/).waitFor();
  await lab.button('Play').first().click();
  const other = await lab.finish();
  expect(other).not.toBe(end);
  await lab.button(/2 branches/).click();
  const table = lab.root.getByRole('dialog', { name: 'Branches of this run' });
  await table.getByRole('button', { name: 'Show', exact: true }).click();
  await lab.page.keyboard.press('Escape');
  await until(
    () => digest(lab),
    (d) => d === end,
  );
  // Undo goes back over the same step, to the other branch.
  await lab.page.keyboard.press('Control+z');
  await until(
    () => digest(lab),
    (d) => d === other,
  );
});

test('a fork shows what changed, the values of both branches, and compares them over the same span', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  await moment(lab).press('PageDown');
  await standsAt(lab, (t) => Math.abs(t - 54) < 0.01);
  await lab.selectLink('r1 to r2');
  const buffer = lab.page.getByRole('textbox', { name: 'Buffer, packets' }).first();
  await buffer.fill('30');
  await buffer.press('Enter');
  await lab.button(/2 branches/).waitFor();
  const line = lab.root.getByTestId('fork-line');
  await line.waitFor();
  const words = (await line.textContent()) ?? '';
  expect(words).toMatch(/^Fork at 54 s: buffer 60 → 30 pale: buffer 60$/);
  // The branch on screen stands at 54 s; the other one has run to 60 s, and is compared as of 54 s.
  const cwnd = lab.root.locator('figure[data-plot="cwnd"]');
  await until(
    () => cwnd.locator('output.of-branch').first().textContent(),
    (text) => /\d/.test(text ?? ''),
  );
  // Results have a column for it as well. Until 54 s, both have the same goodput.
  const results = lab.root.getByTestId('results').getByRole('table', { name: 'Results per flow' });
  await results.getByRole('columnheader', { name: 'buffer 60' }).waitFor();
  await until(
    () => results.locator('td.of-branch').allTextContents(),
    (texts) => texts.length === 3 && texts.every((text) => /\d/.test(text)),
  );
  expect(await results.locator('td.of-branch').allTextContents()).toEqual(
    await results.locator('td.main').allTextContents(),
  );
  await lab.button(/2 branches/).click();
  const table = lab.root.getByRole('dialog', { name: 'Branches of this run' });
  await table.getByText(/All numbers are from .* to 54/).waitFor();
  // Both have the same past. Only drops differ: packets that the smaller buffer has no room for are dropped at once.
  await until(
    () => table.locator('.delta').allTextContents(),
    ([goodput, jain, drops, queue]) =>
      goodput === '±0' && jain === '±0' && queue === '±0' && /^−\d+$/.test(drops ?? ''),
  );
});

test('Why? names the lost segment and the rule', async ({ lab }) => {
  await lab.open('#g=one-reno');
  // Later than the overshoot of slow start, which ends in a timeout.
  await standsAt(lab, (t) => t > 2);
  await lab.pause();
  await stepToLoss(lab);
  await lab.button('Why?').click();
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByText('RFC 5681, equation 4', { exact: true }).waitFor();
  // Packets are numbered in full packets of 1448 bytes, from 1.
  const said = (await why.locator('.why-cause').textContent()) ?? '';
  const lost = /^The third duplicate ACK for packet ([\d\u2009]+) arrived\./.exec(said)?.[1] ?? '';
  const resent = await why
    .getByText(/^Retransmitted: bytes/)
    .first()
    .textContent();
  const digits = (text = '') => Number(text.replaceAll('\u2009', ''));
  expect(Math.floor(digits(/bytes ([\d\u2009]+) to/.exec(resent ?? '')?.[1]) / 1448) + 1).toBe(digits(lost));
  await why.getByRole('img', { name: /Time–sequence/ }).waitFor();
});

test('fork, run on and ask why by keyboard alone', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await standsAt(lab, (t) => t > 1);
  await lab.page.keyboard.press('Space');
  await lab.page.keyboard.press('f');
  await lab.button(/2 branches/).waitFor();
  const at = await now(lab);
  await lab.page.keyboard.press('Space');
  await standsAt(lab, (t) => t > at + 1);
  await lab.page.keyboard.press('Space');
  await lab.page.keyboard.press('w');
  await lab.root.getByRole('region', { name: 'Why' }).waitFor();
});

test('a change after the end runs again, and the run before stays to compare with', async ({ lab }) => {
  await lab.open('#g=one-reno');
  const first = await lab.finish();
  await lab.selectLink('r1 to r2');
  const limit = lab.page.getByRole('textbox', { name: 'Buffer, packets' }).first();
  await limit.fill('20');
  await limit.press('Enter');
  const second = await until(
    () => lab.finish(),
    (digest) => digest !== first,
  );
  expect(second).not.toBe(first);
  await lab.button(/2 branches/).click();
  const table = lab.root.getByRole('dialog', { name: 'Branches of this run' });
  await table.getByRole('row', { name: /Main/ }).waitFor();
  await lab.page.keyboard.press('Escape');
  expect((await lab.document()).edits).toEqual([]);
  // Undo leads back to it.
  await lab.button(/^Undo/).click();
  await lab.endsWith(first);
});
