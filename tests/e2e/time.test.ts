/** Going back in time, steps, edits of the run, and *Why?*. */
import { expect } from 'vitest';
import { type Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';
import { digest, moment, now, standsAt } from '../support/time';

/** Steps to the next loss, and waits until the run is paused there. */
async function stepToLoss(lab: Lab): Promise<number> {
  const from = await now(lab);
  await lab.root.getByRole('group', { name: 'Step' }).getByRole('button', { name: 'loss' }).click();
  // The slider is updated a few times per second: the run is paused once it has not moved for a second.
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

test('steps lead to the next loss and one round trip back', async ({ lab }) => {
  await lab.open('#g=one-reno');
  await lab.pause();
  const loss = await stepToLoss(lab);
  await lab.page.keyboard.press('Escape');
  await moment(lab).press('ArrowLeft');
  await standsAt(lab, (t) => t < loss);
});

test('after a click on a step, arrow keys, Home and Space still are the page’s and the button’s', async ({
  lab,
}) => {
  await lab.open('#g=one-reno&play=0');
  const loss = await stepToLoss(lab);
  await lab.page.keyboard.press('ArrowLeft');
  const before = await standsAt(lab, (t) => t < loss);
  await lab.page.keyboard.press('ArrowRight');
  await standsAt(lab, (t) => t > before);
  await lab.page.keyboard.press('Home');
  await standsAt(lab, (t) => t === 0);
  await lab.page.keyboard.press('Space');
  await standsAt(lab, (t) => t > 0);
  expect(await lab.button('Pause').count()).toBe(0);
});

test('after an edit at a standstill, the page shows the digest of the edited run', async ({ lab }) => {
  await lab.open('#g=one-reno&t=4.02');
  await standsAt(lab, (t) => Math.abs(t - 4.02) < 0.001);
  const before = await digest(lab);
  await lab.selectLink('r1 to r2');
  // Less than what is in the queue, so that packets are dropped at once.
  await lab.setBuffer(5);
  const after = await until(
    () => digest(lab),
    (d) => d !== before,
  );
  await lab.button('Share').click();
  await lab.root.getByText(`The link has the digest ${after}`).waitFor();
});

test('a step to a timeout that does not come leaves the run where it is, and the page says so', async ({
  lab,
}) => {
  await lab.open(await fragmentOf(sawtooth(30)));
  await standsAt(lab, (t) => t > 2);
  await lab.pause();
  const at = await standsAt(lab, (t) => t > 2);
  await lab.page.keyboard.press('t');
  await lab.says('No timeout in the rest of the run.');
  await standsAt(lab, (t) => t === at);
  expect(await lab.button('Play').first().isVisible()).toBe(true);
  await stepToLoss(lab);
  expect(await lab.root.getByText('No timeout in the rest of the run.').count()).toBe(0);
});

test('Why? names the lost segment and the rule', async ({ lab }) => {
  await lab.open('#g=one-reno');
  // After the overshoot of slow start, which ends in a timeout.
  await standsAt(lab, (t) => t > 2);
  await lab.pause();
  await stepToLoss(lab);
  await lab.button('Why?').click();
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByText('RFC 5681, equation 4', { exact: true }).waitFor();
  // Packets are counted in full packets of 1448 bytes, from 1.
  const said = (await why.locator('.why-cause').textContent()) ?? '';
  const lost = /^The third duplicate ACK for packet ([\d\u202f]+) arrived\./.exec(said)?.[1] ?? '';
  const resent = await why
    .getByText(/^Retransmitted: bytes/)
    .first()
    .textContent();
  const digits = (text = '') => Number(text.replaceAll('\u202f', ''));
  expect(Math.floor(digits(/bytes ([\d\u202f]+) to/.exec(resent ?? '')?.[1]) / 1448) + 1).toBe(digits(lost));
  await why.getByRole('img', { name: /Time–sequence/ }).waitFor();
});

test('after going back, the lines of buffer and rate still step where they were changed', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await standsAt(lab, (t) => t > 3);
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(120);
  const at = await now(lab);
  await lab.root.getByTestId('edit-line').waitFor({ state: 'attached' });
  await standsAt(lab, (t) => t > at + 3);
  await lab.pause();
  await moment(lab).press('Home');
  await standsAt(lab, (t) => t === 0);
  // The end of the known run: the buffer of then, 120 packets, although the run stands where it is 60.
  await lab.root.getByRole('slider', { name: 'Crosshair', exact: true }).press('End');
  await lab.plot(/^Queue.*buffer 120/).waitFor();
});

test('Space plays and pauses while a slider has the focus', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  for (const name of ['Crosshair', 'Speed', 'Time in the run']) {
    await lab.root.getByRole('slider', { name, exact: true }).focus();
    await lab.button('Pause').waitFor();
    await lab.page.keyboard.press('Space');
    await lab.button('Play').first().waitFor();
    await lab.page.keyboard.press('Space');
  }
});

test('forking, running on and Why? work by keyboard alone', async ({ lab }) => {
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

test('a flow keeps its colour and dash when another one is removed and the run begins again', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&play=0');
  const rows = lab.root.locator('figure[data-plot="cwnd"] .readout-row:has(.line-sample)');
  const styles = () =>
    rows.evaluateAll((all) =>
      all.map((row) => {
        const sample = row.querySelector('.line-sample');
        const name = /CUBIC|Reno|Vegas/.exec(row.textContent ?? '')?.[0];
        return [name, sample && getComputedStyle(sample).backgroundImage] as const;
      }),
    );
  const before = await until(styles, (all) => all.length === 3);
  expect(new Set(before.map(([, image]) => image)).size).toBe(3);
  await lab.button('Host h2').click();
  await lab.page.keyboard.press('Delete');
  const after = await until(styles, (all) => all.length === 2);
  expect(after).toEqual(before.filter(([name]) => name !== 'Reno'));
  await lab.button(/^Undo/).click();
  expect(await until(styles, (all) => all.length === 3)).toEqual(before);
});

test('a change of the run is a line through the plots, with what changed', async ({ lab }) => {
  await lab.open('#g=one-reno&play=0');
  await lab.play();
  await standsAt(lab, (t) => t > 2);
  await lab.pause();
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(20);
  const line = lab.root.getByTestId('edit-line');
  await line.waitFor();
  expect(await line.textContent()).toMatch(/^buffer \d+ → 20$/);
  // It belongs to the document, and so to a link.
  const other = await lab.link();
  await lab.page.goto(other);
  await lab.ready();
  await line.waitFor();
});

test('a change from the start names the later change that replaces it, and can remove that one', async ({
  lab,
}) => {
  await lab.open('#g=one-reno');
  await until(
    () => now(lab),
    (t) => t > 1,
  );
  await lab.pause();
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(30);
  await until(
    async () => (await lab.document()).edits?.length,
    (n) => n === 1,
  );
  await lab.play();
  await lab.finish();
  await lab.setBuffer(50);
  await lab.says(/^Another change replaces this later in the run:$/);
  const message = lab.root.locator('.message', { hasText: 'Another change replaces this' });
  expect(await message.textContent()).toMatch(/at [\d.]+ s buffer 50 → 30\./);
  await lab.button('Remove that change').click();
  await message.waitFor({ state: 'detached' });
  await lab.finish();
  const { edits, links } = await lab.document();
  expect(edits).toEqual([]);
  expect(links.find((l) => l.id === 'core')?.forward.queue?.params?.limitPackets).toBe(50);
});

test('a removed flow stays in the results, marked as removed', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await until(
    () => now(lab),
    (t) => t > 2,
  );
  await lab.pause();
  await lab.button('Flow Vegas').press('Enter');
  await lab.page.keyboard.press('Delete');
  await lab.button('Flow Vegas').waitFor({ state: 'detached' });
  await lab.play();
  await lab.finish();
  const row = lab.root.getByTestId('results').getByRole('row', { name: /^Vegas removed/ });
  await row.waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  // The mark takes no room from the columns of numbers.
  const table = lab.root.getByTestId('results').locator('.results-scroll').first();
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  // It carried traffic.
  expect(Number(await row.locator('td').first().textContent())).toBeGreaterThan(0);
});
