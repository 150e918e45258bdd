/** Branches: forks, what they compare, and how they are undone. */
import { createHash } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Results, Scenario } from '../../web/generated/types';
import { openLab } from '../support/engine';
import { type Lab, settled, test, until } from '../support/lab';
import { digest, finishAndGoBack, finishAt60, moment, standsAt } from '../support/time';

/** Runs three-algorithms to its end, changes the buffer from 54 s on, and runs to the end again. */
async function runWithBuffer(lab: Lab, packets: number): Promise<void> {
  await lab.open('#g=three-algorithms');
  await finishAndGoBack(lab);
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(packets);
  await lab.button(/2 branches/).waitFor();
  await lab.button('Play').first().click();
  await finishAt60(lab);
}

test('an edit in the past creates another branch, and the old one can be shown again', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  const end = await lab.finish();
  await moment(lab).press('PageDown');
  await standsAt(lab, (t) => Math.abs(t - 54) < 0.01);
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(30);
  await lab.button(/2 branches/).waitFor();
  await lab.button('Play').first().click();
  const other = await lab.finish();
  expect(other).not.toBe(end);
  const forkLine = lab.root.getByTestId('fork-line');
  await forkLine.waitFor();
  // Its name may have been cut in the timeline.
  await until(
    () => lab.root.locator('.timeline').getAttribute('title'),
    (title) => title?.endsWith('; buffer 60') ?? false,
  );
  await lab.button(/2 branches/).click();
  const table = lab.root.getByRole('dialog', { name: 'Branches of this run' });
  await table.getByRole('button', { name: 'Show', exact: true }).click();
  await lab.page.keyboard.press('Escape');
  await until(
    () => digest(lab),
    (d) => d === end,
  );
  // Undo returns to the other branch.
  await lab.page.keyboard.press('Control+z');
  await until(
    () => digest(lab),
    (d) => d === other,
  );
  // It is drawn over the branch that it left, as before.
  await forkLine.waitFor();
});

test('a work that is opened again has its branches, and forgets those that are removed', async ({ lab }) => {
  const names = async () => {
    await lab.button(/\d branches/).click();
    const table = lab.root.getByRole('dialog', { name: 'Branches of this run' });
    const fields = table.getByRole('textbox', { name: 'Name of this branch' });
    await fields.first().waitFor();
    const found = await fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
    return { table, found };
  };
  /** Opens another network, then this work again from the gallery. */
  const reopen = async () => {
    await lab.button('Gallery').click();
    await lab.page.getByRole('link', { name: /^One Reno flow/ }).click();
    await lab.button('Link r1 to r2, 10 Mb/s, 20 ms').waitFor({ state: 'attached' });
    await lab.button('Gallery').click();
    await lab.page
      .getByRole('region', { name: 'Yours' })
      .getByRole('link', { name: /^Three algorithms/ })
      .click();
    await lab.button('Link r1 to r2, 20 Mb/s, 15 ms').waitFor({ state: 'attached' });
  };
  await lab.open('#g=three-algorithms&t=20&select=link/core');
  await lab.button('Fork').click();
  await lab.setBuffer(40);
  await lab.root
    .getByTestId('fork-line')
    .getByText(/buffer 60 → 40/)
    .waitFor();
  await reopen();
  await lab.button(/2 branches/).waitFor();
  const { table, found } = await names();
  expect(found).toEqual(['Main', 'buffer 60 → 40']);
  await table.getByRole('button', { name: 'Remove Main', exact: true }).click();
  await table.getByRole('button', { name: 'Remove Main for good' }).click();
  await lab.page.keyboard.press('Escape');
  await lab.button('Fork').waitFor();
  await reopen();
  await lab.button('Fork').waitFor();
  const { edits } = await lab.document();
  expect(edits).toMatchObject([{ atS: 20, value: 40 }]);
});

test('a fork shows what changed, the values of both branches, and compares them over the same span', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await finishAndGoBack(lab);
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(30);
  await lab.button(/2 branches/).waitFor();
  const line = lab.root.getByTestId('fork-line');
  await line.waitFor();
  const words = (await line.textContent()) ?? '';
  expect(words).toMatch(/^Fork at 54 s: buffer 60 → 30 pale: buffer 60$/);
  // The symbol of a branch has the same colour everywhere, which is neither that of a flow nor the red of losses.
  const colourOf = (mark: Locator) => mark.evaluate((element) => getComputedStyle(element).color);
  expect(await colourOf(lab.button(/2 branches/).locator('.branch-mark'))).toBe(
    await colourOf(line.locator('span')),
  );
  // The branch on screen is at 54 s; the other one has run to 60 s, and is compared at 54 s.
  const cwnd = lab.root.locator('figure[data-plot="cwnd"]');
  await until(
    () => cwnd.locator('output.of-branch').first().textContent(),
    (text) => /\d/.test(text ?? ''),
  );
  // Results have a column for it as well. Until 54 s both have the same goodput.
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
  // The list says which of its branches the plots call by its value.
  const main = table.getByRole('row', { name: /Main/ });
  await main.getByText('buffer 60', { exact: true }).waitFor();
  // Both have the same past. Only drops differ: the smaller buffer drops the packets that do not fit at once.
  await until(
    () => table.locator('.delta').allTextContents(),
    ([goodput, jain, drops, queue]) =>
      goodput === '±0' && jain === '±0' && queue === '±0' && /^−\d+$/.test(drops ?? ''),
  );
});

test('beside a fork the queue’s delay and drops have the values of the other branch', async ({ lab }) => {
  await runWithBuffer(lab, 20);
  const queue = lab.root.locator('figure[data-plot="queue"]');
  const values = async (what: string) => {
    const [own, other] = await queue.locator(`output[data-value="${what}"]`).allTextContents();
    return [Number(own), Number(other)] as const;
  };
  // At the end, the longer queue has the longer delay, and the shorter one more drops.
  const drops = await until(
    () => values('drops'),
    ([own, other]) => other > 0 && own > other,
  );
  expect((await values('delay')).every(Number.isFinite)).toBe(true);
  // At a crosshair between the fork and the end it had fewer drops, and before the fork as many as this one.
  const crosshair = lab.root.getByRole('slider', { name: 'Crosshair', exact: true });
  await crosshair.press('End');
  await until(
    async () => {
      await crosshair.press('ArrowLeft');
      return values('drops');
    },
    ([own]) => own < drops[0],
  );
  await until(
    () => values('drops'),
    ([own, other]) => other > 0 && other <= drops[1] && own < drops[0] && own > other,
  );
  await crosshair.press('Home');
  await until(
    () => values('drops'),
    ([own, other]) => own === other,
  );
});

test('results of a fork count from it, for both branches', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Object.assign(window, { asked: [] });
    Worker.prototype.postMessage = function (message, ...rest: []) {
      const { asked } = window as unknown as { asked: unknown[] };
      if (message?.type === 'state') asked.push(message.ask);
      return post.call(this, message, ...rest);
    };
  });
  await lab.open('#g=three-algorithms');
  await finishAndGoBack(lab);
  const before = await lab.document();
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(20);
  await lab.button(/2 branches/).waitFor();
  await lab.button('Play').first().click();
  await lab.finish();
  const results = lab.root.getByTestId('results');
  await results.getByText('since the fork, 54 to 60.0 s').waitFor();
  const since = async (document: Scenario) => {
    const run = await openLab({ ...document, sampling: { ...document.sampling, measureFromS: 54 } });
    while (run.now() < 60) run.step(60, 100_000);
    const { flows } = JSON.parse(run.results()) as Results;
    run.free();
    return flows.map((f) => f.goodputMbps.toFixed(2));
  };
  const table = results.getByRole('table', { name: 'Results per flow' });
  expect(await table.locator('td.main').allTextContents()).toEqual(await since(await lab.document()));
  expect(await table.locator('td.of-branch').allTextContents()).toEqual(await since(before));
  // At the crosshair, too; before the fork there is one run, measured as usual.
  const crosshair = lab.root.getByRole('slider', { name: 'Crosshair', exact: true });
  await crosshair.press('End');
  for (let i = 0; i < 6; i += 1) await crosshair.press('ArrowLeft');
  await results.getByText(/^since the fork, 54 to 5\d/).waitFor();
  // They were not computed a second time from the start of the measurement, which would take longer the longer the run is.
  const asked = () =>
    lab.page.evaluate(() => (window as unknown as { asked: { run: number; results: boolean }[] }).asked);
  const own = (await asked())[0]?.run;
  expect((await asked()).filter(({ run, results }) => run === own && results)).toEqual([]);
  await crosshair.press('Home');
  await results.getByText(/^1 to 30/).waitFor();
});

test('a fork without a change can be undone, and at its moment the branch behind keeps its values', async ({
  lab,
}) => {
  await lab.open('#g=one-reno&t=12.4');
  const outputs = lab.root.locator('figure[data-plot="queue"]').getByRole('status');
  const values = () => outputs.allTextContents();
  const [backlog = '', delay = '', drops = ''] = await until(values, ([first]) => Number(first) > 5);
  await lab.selectLink('r1 to r2');
  await lab.page.keyboard.press('f');
  const line = lab.root.getByTestId('fork-line');
  await line.waitFor();
  await lab.page.keyboard.press('Control+z');
  await line.waitFor({ state: 'detached' });
  await lab.page.keyboard.press('Control+y');
  await line.waitFor();
  await lab.setBuffer(5);
  const [own, kept, , delayKept, dropsNow, dropsKept] = await until(values, ([first]) => first === '5');
  expect([own, kept, delayKept, dropsKept]).toEqual(['5', backlog, delay, drops]);
  const dropped = Number(dropsNow) - Number(drops);
  expect(dropped).toBe(Number(backlog) - 5);
  await lab.button('Why?').click();
  const words = `The scenario was edited: buffer 42 → 5; ${dropped} packets were dropped.`;
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByText(words).waitFor();
  await why.getByText(`: ${dropped} packets of Reno; the queue was full`).waitFor();
});

test('a change after the end runs again, and the previous run is kept for comparison', async ({ lab }) => {
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
  // Undo returns to it.
  await lab.button(/^Undo/).click();
  await lab.endsWith(first);
});

test('a comparison with the last run is stated beside the title, and the legend names the pale curves', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(30);
  await lab.button(/2 branches/).waitFor();
  await lab.finish();
  const words = lab.root.getByTestId('fork-line').locator('span');
  const says = /^Compared with the last run: buffer 60 → 30 pale: buffer 60$/;
  const title = lab.root.locator('figure[data-plot="cwnd"] .plot-title');
  const clear = async () => {
    const [a, b] = [await title.boundingBox(), await words.boundingBox()];
    return a && b ? b.x - (a.x + a.width) : Number.NaN;
  };
  // At the start of the run, where the line is, and later.
  for (const key of ['End', 'Home']) {
    await moment(lab).press(key);
    await words.filter({ hasText: says }).waitFor();
    await until(clear, (gap) => gap >= 0);
  }
});

test('a change of a run that was taken back to its start is compared with it', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  await lab.button('Back to the start').click();
  await standsAt(lab, (t) => t === 0);
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(30);
  await lab.button(/2 branches/).waitFor();
  await lab.button('Play').first().click();
  await lab.finish();
  const words = lab.root.getByTestId('fork-line').locator('span');
  await words.filter({ hasText: /^Compared with the last run: buffer 60 → 30 pale: buffer 60$/ }).waitFor();
  // Without a run in between, another change is no further branch.
  await lab.button('Back to the start').click();
  await standsAt(lab, (t) => t === 0);
  await lab.setBuffer(20);
  await words.filter({ hasText: /buffer 30 → 20/ }).waitFor();
  await lab.setBuffer(25);
  await until(
    async () =>
      (await lab.document()).links.find((l) => l.id === 'core')?.forward.queue?.params?.limitPackets,
    (limit) => limit === 25,
  );
  await lab.button(/2 branches/).waitFor();
  await words.filter({ hasText: /buffer 30 → 25/ }).waitFor();
});

test('after the branch between them is removed, the branch behind has its own name', async ({ lab }) => {
  await runWithBuffer(lab, 20);
  await moment(lab).press('PageDown');
  await standsAt(lab, (t) => Math.abs(t - 54) < 0.01);
  await moment(lab).press('ArrowRight');
  await standsAt(lab, (t) => t > 54.01);
  await lab.setBuffer(120);
  await lab.button(/3 branches/).click();
  const table = lab.root.getByRole('dialog', { name: 'Branches of this run' });
  // Pale and fainter curves are both named.
  const words = lab.root.getByTestId('fork-line').locator('small');
  await words.filter({ hasText: /^pale: buffer 20, fainter: Main$/ }).waitFor();
  const remove = table.getByRole('button', { name: 'Remove buffer 60 → 20' });
  await remove.click();
  await table
    .getByRole('button', { name: /buffer 60 → 20/ })
    .and(table.locator('.bad'))
    .click();
  await words.filter({ hasText: /^pale: Main$/ }).waitFor();
  // On the branch that is left, the other one is named as well.
  await table.getByRole('button', { name: 'Show', exact: true }).click();
  await words.filter({ hasText: /^pale: buffer 20 → 120$/ }).waitFor();
});

test('undoing a change after the end shows the previous run, also if a node was moved in between', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  const before = await lab.finish();
  await lab.button('Host h6').press('Enter');
  await lab.button('Host h6').press('ArrowUp');
  await lab.button('Host h5').click();
  await lab.page.keyboard.press('Delete');
  await lab.button(/2 branches/).waitFor();
  await lab.finish();
  await lab.page.keyboard.press('Control+z');
  await lab.button('Host h5').waitFor();
  await until(
    () => digest(lab),
    (d) => d.includes(before),
  );
  expect(await lab.root.getByTestId('fork-line').count()).toBe(0);
  // The flows have their own names and colours again.
  const flows = lab.root.getByRole('button', { name: /^(CUBIC|Reno|Vegas) h\d to h\d$/ });
  expect(await flows.locator('strong').allTextContents()).toEqual(['CUBIC', 'Reno', 'Vegas']);
});

test('after an undone fork the page is as before it; redo brings it back, and its curves can be hidden', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await finishAndGoBack(lab);
  await lab.selectLink('r1 to r2');
  const curves = lab.root.locator('figure[data-plot="cwnd"] .plot-area');
  const picture = async () => {
    await lab.page.mouse.move(0, 0);
    return createHash('sha256')
      .update(await curves.screenshot())
      .digest('hex');
  };
  // At rest nothing moves any more.
  const alone = await settled(picture, () => true);
  await lab.setBuffer(200);
  await lab.root.getByTestId('fork-line').waitFor();
  await lab.button('Play').first().click();
  await finishAndGoBack(lab);
  await lab.button(/^Undo/).click();
  await lab.root.getByTestId('fork-line').waitFor({ state: 'detached' });
  await until(picture, (now) => now === alone);
  expect(await lab.button(/branches/).count()).toBe(0);
  await lab.button(/^Redo/).click();
  await lab.root.getByTestId('fork-line').waitFor();
  const forked = await settled(picture, (now) => now !== alone);
  const overlay = lab.root.getByRole('button', { name: 'Overlay' });
  const background = () => overlay.evaluate((button) => getComputedStyle(button).backgroundColor);
  const press = async () => {
    await lab.button(/2 branches/).click();
    const plain = await background();
    await overlay.click();
    await lab.page.mouse.move(0, 0);
    await until(background, (now) => now !== plain);
    await lab.page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'detached' });
  };
  await press();
  await until(picture, (now) => now !== forked);
  await press();
  await until(picture, (now) => now === forked);
});

test('before the fork both branches have the same values', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await finishAndGoBack(lab);
  await lab.button('Fork').click();
  await lab.button(/2 branches/).waitFor();
  for (const plot of ['cwnd', 'queue', 'rtt']) {
    const figure = lab.root.locator(`figure[data-group="${plot}"]`);
    const own = () => figure.locator('output:not(.of-branch)[data-value]').allTextContents();
    const other = await until(
      () => figure.locator('output.of-branch').allTextContents(),
      (texts) => texts.length > 0 && texts.every((text) => /\d/.test(text)),
    );
    expect(other).toEqual((await own()).slice(0, other.length));
  }
});

test('after a fork without a change both branches have the same values', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  await lab.play();
  await standsAt(lab, (t) => t > 6);
  await lab.pause();
  await lab.button('Fork').click();
  await lab.button(/2 branches/).waitFor();
  await lab.play();
  await lab.finish();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
    await moment(lab).press(key);
    for (const plot of ['cwnd', 'throughput', 'queue']) {
      const rows = lab.root.locator(`figure[data-group="${plot}"] .readout-row`);
      // Of the lines, each row has this run's value and that of the other branch.
      const values = () =>
        rows.evaluateAll((all) =>
          all
            .map((row) => [...row.querySelectorAll('output')])
            .filter(([own]) => /^\d+$/.test(own?.dataset.value ?? ''))
            .map((outputs) => outputs.map((output) => output.textContent)),
        );
      const found = await until(values, (all) => all.length > 0 && all.flat().every((v) => /\d/.test(v)));
      expect(
        found.map(([, other]) => other),
        `${plot}`,
      ).toEqual(found.map(([own]) => own));
    }
  }
});

test('a fork before the span shown does not give its time there', async ({ lab }) => {
  await lab.open('#g=three-algorithms');
  await finishAndGoBack(lab);
  await lab.selectLink('r1 to r2');
  await lab.setBuffer(30);
  await lab.button(/2 branches/).waitFor();
  const line = lab.root.getByTestId('fork-line');
  await line.getByText(/^Fork at 54 s/).waitFor();
  await lab.button('Play').first().click();
  await lab.finish();
  const crosshair = lab.root.getByRole('slider', { name: 'Crosshair' });
  await crosshair.press('End');
  // Zooming in at 60 s leaves the fork behind. A press counts from the span that is drawn.
  const fork = line.getByText(/^Fork at 54 s/);
  await until(
    async () => {
      await crosshair.press('+');
      return fork.isVisible();
    },
    (visible) => !visible,
  );
  await line.getByText('pale: buffer 60').waitFor();
});

test('with a mouse, the list of branches keeps the focus after Show and Remove, and Escape closes it alone', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms&t=10&play=0');
  await lab.button('Fork').click();
  await lab.button(/2 branches/).waitFor();
  await lab.page.keyboard.press('f');
  const opener = lab.button(/3 branches/);
  await lab.button('Host h1').click();
  const host = lab.button('Host h1').and(lab.root.locator('[aria-pressed=true]'));
  await host.waitFor();
  const list = lab.root.getByRole('dialog', { name: 'Branches of this run' });
  const closes = async () => {
    await until(
      () => list.evaluate((element) => element.contains(document.activeElement)),
      (inside) => inside,
    );
    await lab.page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(await host.count()).toBe(1);
  };
  await opener.click();
  const other = list.getByRole('row').filter({ has: lab.button('Show') });
  const name = await other.first().getByRole('textbox').inputValue();
  await other.first().getByRole('button', { name: 'Show', exact: true }).click();
  await until(
    () => list.locator('[aria-current] input').inputValue(),
    (shown) => shown === name,
  );
  await closes();
  await opener.click();
  await list
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await list.locator('.branch-actions .bad').click();
  await lab.button(/2 branches/).waitFor();
  await closes();
});
