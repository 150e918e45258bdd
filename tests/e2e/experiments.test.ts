/**
 * Experiments on the page: runs that are paused, cancelled, and survive reloads and killed workers; ensembles;
 * navigation.
 */
import type { Page, Worker } from 'playwright-core';
import { expect } from 'vitest';
import type { Experiment, Scenario } from '../../web/generated/types';
import { writeFragment } from '../../web/scenario/link';
import { sweepNatively } from '../support/engine';
import { type Lab, settled, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

/** A run that takes some tenths of a second, with a flow that starts at a random time. */
function base(durationS = 400): Scenario {
  const scenario = sawtooth(durationS);
  return { ...scenario, flows: scenario.flows.map((flow) => ({ ...flow, startJitterS: 1 })) };
}

function experiment(values: [number, ...number[]], seeds: number, scenario = base()): Experiment {
  return {
    version: 1,
    title: 'How large a buffer',
    base: scenario,
    axes: [
      {
        name: 'Buffer',
        unit: 'packets',
        values,
        sets: [{ path: '/links/core/forward/queue/params/limitPackets' }],
      },
    ],
    replications: { count: seeds, firstSeed: 1 },
    measures: [
      { name: 'Goodput', unit: 'Mb/s', of: 'goodputMbps' },
      { name: 'Mean RTT', unit: 'ms', of: 'flows/*/rttMeanMs' },
    ],
  };
}

const linkTo = (document: Experiment) => writeFragment({ source: document }, 'experiment');

/** The fingerprint that the command line prints below its table. */
async function fingerprintOf(document: Experiment): Promise<string> {
  const { printed } = await sweepNatively(document);
  return /digest of all runs ([0-9a-f]{16})/.exec(printed)?.[1] ?? printed;
}

/** The number of finished runs that the page shows. */
async function done(lab: Lab): Promise<number> {
  const bar = lab.root.getByRole('progressbar', { name: 'Runs done' });
  return Number(await bar.getAttribute('aria-valuenow'));
}

async function atLeast(lab: Lab, runs: number): Promise<number> {
  return until(
    () => done(lab),
    (n) => n >= runs,
  );
}

/** Waits for the end of all runs. Returns their fingerprint. */
async function awaitEnd(lab: Lab): Promise<string> {
  await lab.root.getByText('All runs are done').waitFor({ timeout: 50_000 });
  const title = await lab.root.getByTitle(/^Digest of all runs/).getAttribute('title');
  return /[0-9a-f]{16}/.exec(title ?? '')?.[0] ?? '';
}

/** The workers that have been started since `before`. */
function newWorkers(page: Page, before: readonly Worker[]): Worker[] {
  return page.workers().filter((worker) => !before.includes(worker));
}

test('a sweep pauses, survives a reload, continues, and gives the results of the command line', async ({
  lab,
}) => {
  const document = experiment([10, 20, 40, 80], 5);
  await lab.open(await linkTo(document));
  // An empty figure has its titles, no numbers of values, and a sentence that says how to fill it.
  const nothing = lab.root.getByText('No results yet. The round button below starts the runs.');
  const numbers = lab.root.locator('.figure-box [aria-label="y-axis tick label"] text');
  await nothing.waitFor();
  await lab.root.locator('.figure-box').getByText('Goodput').waitFor();
  expect(await numbers.count()).toBe(0);
  await lab.button('Run').click();
  await atLeast(lab, 2);
  await until(
    () => numbers.count(),
    (count) => count > 1,
  );
  expect(await nothing.count()).toBe(0);
  await lab.button('Pause').click();
  await lab.button('Continue').waitFor();
  // Runs that are nearly finished by then still count.
  const paused = await settled(
    () => done(lab),
    (runs) => runs >= 2,
  );
  expect(paused).toBeLessThan(20);

  await lab.button('Continue').click();
  const before = await atLeast(lab, paused + 2);
  await lab.page.reload();
  await lab.ready();
  // Finished runs are stored; only those in progress are lost.
  const kept = await done(lab);
  expect(kept).toBeGreaterThanOrEqual(before);
  expect(kept).toBeLessThan(20);

  await lab.button('Run the rest').click();
  expect(await awaitEnd(lab)).toBe(await fingerprintOf(document));

  await lab.page.reload();
  await lab.ready();
  expect(await done(lab)).toBe(20);
  await lab.button('Remove results').click();
  await until(
    () => done(lab),
    (n) => n === 0,
  );
  await lab.page.reload();
  await lab.ready();
  expect(await done(lab)).toBe(0);
});

test('a cancelled sweep keeps its finished runs and starts no others', async ({ lab }) => {
  await lab.open(await linkTo(experiment([10, 20, 40, 80], 5)));
  await lab.button('Run').click();
  await atLeast(lab, 1);
  await lab.button('Cancel').click();
  await lab.button('Run the rest').waitFor();
  const left = await done(lab);
  await lab.page.waitForTimeout(1000);
  expect(await done(lab)).toBe(left);
});

test('a worker that traps and one that is killed cost only time', async ({ lab }) => {
  const document = experiment([10, 40], 6);
  await lab.open(await linkTo(document));
  const before = lab.page.workers();
  await lab.button('Run').click();
  const [first] = await until(
    async () => newWorkers(lab.page, before),
    (workers) => workers.length > 0,
  );
  await atLeast(lab, 1);
  // The protocol has this message for tests: the worker fails as with a panic in the engine.
  await first?.evaluate(() => self.dispatchEvent(new MessageEvent('message', { data: { type: 'crash' } })));
  const [second] = await until(
    async () => newWorkers(lab.page, [...before, ...(first ? [first] : [])]),
    (workers) => workers.length > 0,
  );
  // The lost run is repeated first: when two more are finished, it is among them.
  await atLeast(lab, (await done(lab)) + 2);
  await second?.evaluate(() => self.close());
  expect(await awaitEnd(lab)).toBe(await fingerprintOf(document));
});

test('an ensemble draws a band, shows means, says when it belongs to another scenario, and can be removed', async ({
  lab,
}) => {
  await lab.open(await fragmentOf(base(30)));
  const plot = () => lab.plot(/^cwnd/).getAttribute('aria-label');
  expect(await plot()).not.toContain('runs');
  await lab.button('Ensemble').click();
  await lab.button('Remove the ensemble').waitFor();
  await lab.says('10 seeds');
  const words = await until(plot, (text) => /in 10 runs/.test(text ?? ''));
  // This run is one of the ten, so it lies within the band.
  const [, value, low, high, median] =
    / (\d+\.\d), in 10 runs (\d+\.\d) to (\d+\.\d), median (\d+\.\d)/.exec(words ?? '')?.map(Number) ?? [];
  expect(value).toBeGreaterThanOrEqual(low as number);
  expect(value).toBeLessThanOrEqual(high as number);
  expect(median).toBeGreaterThanOrEqual(low as number);
  expect(median).toBeLessThanOrEqual(high as number);

  const flows = lab.root.getByRole('table', { name: 'Results per flow' });
  const means = flows.getByRole('row', { name: /^mean of 10/ });
  expect(await means.first().textContent()).toMatch(/±/);

  // With another duration it is another scenario.
  await lab.button('Undo').waitFor();
  await lab.title.fill('Only another name');
  await lab.title.press('Enter');
  expect(await means.count()).toBeGreaterThan(0);
  await lab.selectLink('r1 to r2');
  const loss = lab.page.getByRole('textbox', { name: 'Random loss, %' }).first();
  await loss.fill('0.5');
  await loss.press('Enter');
  await lab.says('From the scenario before it was changed.');
  await lab.button('Run again').waitFor();
  await lab.button('Remove the ensemble').click();
  await until(
    () => lab.root.getByText('10 seeds').count(),
    (n) => n === 0,
  );
});

test('an ensemble can be cancelled; if nothing is random, it says so and offers random start times', async ({
  lab,
}) => {
  await lab.open(await fragmentOf(sawtooth(300)));
  await lab.button('Ensemble').click();
  await lab.button('Cancel the ensemble').click();
  await until(
    () => lab.root.getByText(/of 10 seeds/).count(),
    (n) => n === 0,
  );
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.button('Ensemble').click();
  await lab.says('all the same: nothing here is random');
  await lab.button('Random starts').click();
  await lab.says('starts at random within 1 s');
  await lab.button('Remove the ensemble').waitFor();
});

test('a scenario becomes an experiment, a variant of it runs in the laboratory, and Back returns', async ({
  lab,
}) => {
  await lab.open(await fragmentOf(base(10)));
  await lab.button('Sweep…').click();
  await lab.button('Run').waitFor();
  const table = lab.root.getByRole('table', { name: 'Values of all variants' });
  await table.waitFor();
  // It is the visitor's own work at once: a reload restores it.
  expect(new URL(lab.page.url()).hash).toMatch(/^#w=/);
  await lab.page.reload();
  await lab.ready();
  await lab.button('Run').click();
  await awaitEnd(lab);

  await table.getByRole('row').nth(2).getByRole('button').first().click();
  await lab.button('Open in the laboratory').click();
  await lab.says(/Buffer \d+ packets, seed \d+, part of/);
  await lab.button('Back to the experiment').click();
  await table.waitFor();
  // Its finished runs are restored as well.
  expect(await lab.root.getByText('All runs are done').count()).toBe(1);
});

test('the table of a sweep of three flows shows all its columns', async ({ lab }) => {
  await lab.open('#g=three-algorithms&play=0');
  await lab.button('Sweep…').click();
  const table = lab.root.getByRole('table', { name: 'Values of all variants' });
  await table.getByRole('columnheader', { name: /^Mean RTT/ }).waitFor();
  await lab.button('Run').click();
  await awaitEnd(lab);
  const scroll = lab.root.locator('.exp-table .results-scroll');
  expect(await scroll.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
});

test('a link that is not an experiment is rejected, and nothing is lost', async ({ lab }) => {
  const wrong = { ...experiment([10, 20], 2), measures: [] } as unknown as Experiment;
  await lab.open(await linkTo(wrong));
  await lab.says('This link contains an invalid scenario');
  await lab.says('/measures');
  await lab.button(/^Continue with/).click();
  expect(await lab.title.inputValue()).toBe('Three algorithms, one buffer');
});
