/** Documents that define controllers in scripts: the engine module, the picker, changes of a run, failures, links and sweeps. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { serve } from '../../scripts/lib/serve.mjs';
import type { Experiment, Scenario, ScriptedController } from '../../web/generated/types';
import { readFragment, writeFragment } from '../../web/scenario/link';
import { runNatively } from '../support/engine';
import { type Lab, settled, test } from '../support/lab';
import { fragmentOf } from '../support/links';
import { RENO_DOCUMENTS, withScriptedReno } from '../support/reno-script';
import { sawtooth } from '../support/scenarios';
import { awaitSweep, sweepDigest } from '../support/sweeps';

const SCRIPT = `let n = 0;
fn on_ack() { n += 1; if may_grow { cwnd += gain * counted / cwnd; } }
fn on_loss() { cwnd = cwnd / 2.0; ssthresh = cwnd; }`;
/** Twice as fast. */
const FASTER = SCRIPT.replace('gain *', '2.0 * gain *');
/** It stops at the four-hundredth ACK. */
const FAILING = `let n = 0;
fn on_ack() {
  n += 1;
  if n >= 400 { throw "four hundred"; }
  if may_grow { cwnd += counted / cwnd; }
}`;

const own = (script = SCRIPT): ScriptedController => ({
  id: 'own',
  name: 'Own',
  params: [{ id: 'gain', name: 'Gain', min: 0.1, max: 10, default: 1 }],
  script,
});

/** A document that defines a controller, which its flow follows. */
function scripted(script = SCRIPT, algorithm = 'own'): Scenario {
  const scenario = sawtooth(20);
  return {
    ...scenario,
    controllers: [own(script)],
    flows: scenario.flows.map((flow) => ({ ...flow, algorithm })),
  };
}

/** The engine modules that a page loads. */
function modules(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const name = /(engine(-\w+)?)_bg[^/]*\.wasm/.exec(request.url())?.[1];
    if (name) found.push(name);
  });
  return found;
}

const digestOf = async (document: Scenario): Promise<string> => (await runNatively(document)).digest;

/** The document in the share link. The other engine of these tests cannot fill in its defaults. */
async function documentIn(lab: Lab): Promise<Scenario> {
  const link = await lab.link();
  const content = await readFragment(link.slice(link.indexOf('#')));
  return JSON.parse(content?.document ?? '');
}

/** Opens a document at a standstill at 5 s. */
async function openPaused(lab: Lab, document: Scenario): Promise<void> {
  await lab.open(`${await fragmentOf(document)}&t=5&play=0`);
  await lab.button('Play').first().waitFor();
}

test('a document with a controller runs as on the command line', async ({ visit }) => {
  const mine = await visit();
  const loaded = modules(mine.page);
  await mine.open(await fragmentOf(scripted()));
  const digest = await digestOf(scripted());
  await mine.endsWith(digest);
  expect(loaded).toEqual(['engine-script']);
  const link = await mine.link();
  expect(link).toContain(digest);

  const theirs = await visit();
  await theirs.page.goto(link);
  await theirs.ready();
  await theirs.endsWith(digest);
  await theirs.says('The run is identical to the shared one');
});

test.for(RENO_DOCUMENTS)('Reno as a script is the built-in Reno, with %s', async ([, reno], { lab }) => {
  await lab.open(await fragmentOf(withScriptedReno(reno)));
  await lab.endsWith(await digestOf(reno));
});

test('a document without controllers does not load the engine that runs scripts', async ({ lab }) => {
  const loaded = modules(lab.page);
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.finish();
  expect(loaded).toContain('engine');
  expect(loaded).not.toContain('engine-script');
});

test('a flow is given the controller of the document, whose state can be plotted', async ({ lab }) => {
  await lab.open(await fragmentOf(scripted(SCRIPT, 'sack')));
  await lab.button(/^Flow SACK/).press('Enter');
  await lab.picked('Algorithm', 'SACK').waitFor();
  await lab.pause();
  await lab.root
    .getByRole('listbox', { name: 'Algorithm: families' })
    .getByRole('option', { name: /^This document/ })
    .click();
  const list = lab.root.getByRole('listbox', { name: 'Algorithm', exact: true });
  await list.getByRole('option', { name: /^Own/ }).click();
  await lab.button(/^Flow Own/).waitFor();
  // Its parameter and its state.
  const gain = lab.root.getByRole('textbox', { name: 'Gain' }).first();
  await gain.fill('2');
  await gain.press('Enter');
  await lab.button(/^Undo: .*gain/i).waitFor();
  await lab.play();
  await lab.plot(/^Own variables.* n \d/).waitFor();
  const document = await documentIn(lab);
  expect(document.edits?.map(({ path }) => path)).toContain('/flows/f1/algorithm');
  await lab.endsWith(await digestOf(document));
});

test('a script that fails is named, with its line, and the flow goes on', async ({ lab }) => {
  await lab.open(await fragmentOf(scripted(FAILING)));
  await lab.endsWith(await digestOf(scripted(FAILING)));
  await lab.says(/^Own stopped at [\d.]+ s in on_ack, line 4: four hundred\. The flow goes on as Reno\.$/);
});

test('Why? shows the lines of the script that ran, and what they changed', async ({ lab }) => {
  await openPaused(lab, scripted());
  const step = lab.root.getByRole('group', { name: 'Step' }).getByRole('button', { name: 'loss' });
  await step.click();
  const moment = lab.root.getByRole('slider', { name: 'Time in the run' });
  // Until the step has ended: its time is also shown on the way.
  await settled(
    async () => Number(await moment.getAttribute('aria-valuenow')),
    (at) => at > 5,
  );
  await lab.button('Why?').click();
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByRole('heading', { name: 'The script' }).waitFor();
  await why.getByText('on_loss ran these lines:').waitFor();
  await why.getByText('fn on_loss() { cwnd = cwnd / 2.0; ssthresh = cwnd; }').waitFor();
  const row = why.getByRole('row').filter({ hasText: /^cwnd/ }).last();
  const [before, , after] = await row.getByRole('cell').allTextContents();
  expect(Number(after)).toBeCloseTo(Number(before) / 2, 3);
});

test('controllers that come and change during a run replace the engine, not the run', async ({
  lab,
  onTestFinished,
}) => {
  const loaded = modules(lab.page);
  const fragment = (await fragmentOf(sawtooth(20))).replaceAll('&', '&amp;');
  const empty = await mkdtemp(join(tmpdir(), 'droptail-'));
  const server = await serve(empty, {
    base: '/files/',
    pages: {
      '/course': `<!doctype html><title>Course</title><link rel="icon" href="data:,"><script src="${inject('site')}droptail-lab.js"></script>
<droptail-lab link="${fragment}" allow="everything"></droptail-lab>`,
    },
  });
  onTestFinished(async () => {
    await server.close();
    await rm(empty, { recursive: true });
  });
  await lab.page.goto(`${new URL(server.url).origin}/course`);
  const states = await lab.page.evaluate(
    async ([added, faster, broken]) => {
      const frame = window.document.querySelector('droptail-lab') as HTMLElementTagNameMap['droptail-lab'];
      await frame.seek(5);
      await frame.set('/controllers', [added]);
      const first = await frame.set('/flows/f1/algorithm', 'own');
      await frame.seek(9);
      const second = await frame.set('/controllers/own/script', faster);
      const refused = await frame.set('/controllers/own/script', broken).catch((error) => error.problems);
      await frame.seek(20);
      return { first, second, refused, last: await frame.getState() };
    },
    [own(), FASTER, 'fn on_ack() { cwnd += ; }'] as const,
  );
  expect(loaded).toContain('engine-script');
  expect(states.first.nowS).toBe(5);
  expect(states.second.nowS).toBe(9);
  expect(states.refused).toHaveLength(1);
  const document = states.last.scenario as Scenario;
  expect(document.edits?.map(({ atS, path }) => [atS, path])).toEqual([
    [5, '/controllers'],
    [5, '/flows/f1/algorithm'],
    [9, '/controllers/own/script'],
  ]);
  expect(states.last.digest).toBe(await digestOf(document));
});

test('a sweep over a document with a controller has the results of the command line', async ({ lab }) => {
  const experiment: Experiment = {
    version: 1,
    title: 'Own against buffers',
    base: scripted(),
    axes: [
      {
        name: 'Buffer',
        unit: 'packets',
        values: [20, 80],
        sets: [{ path: '/links/core/forward/queue/params/limitPackets' }],
      },
    ],
    replications: { count: 2, firstSeed: 1 },
    measures: [{ name: 'Goodput', unit: 'Mb/s', of: 'goodputMbps' }],
  };
  await lab.open(await writeFragment({ source: experiment }, 'experiment'));
  await lab.button('Run').click();
  expect(await awaitSweep(lab)).toBe(await sweepDigest(experiment));
});
