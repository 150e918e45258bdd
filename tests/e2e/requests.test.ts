/**
 * Each kind of worker ends or stops answering at each stage of a request: no part waits forever, and the request can
 * be repeated.
 */
import { expect } from 'vitest';
import { runInWasm } from '../support/engine';
import { breakWorker, type Fault, faultAtMessage, isBroken, type Role } from '../support/faulty-workers';
import { type Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';
import {
  afterSilence,
  drawingEnds,
  engineSilent,
  stopAndRestart,
  withFaultyWorkers,
} from '../support/silence';
import { awaitSweep, buffers, sweepDigest, sweepLink } from '../support/sweeps';

const full = process.env.DROPTAIL_FULL === '1';

/** Before the request, at the request, and after one answer. */
const STAGES = ['before', 'asked', 'after'] as const;
type Stage = (typeof STAGES)[number];

interface Asking {
  what: string;
  role: Role;
  /** The message of the request; for workers that are started for it, the message that starts them. */
  call: string;
  /** Stages at which such a worker exists. */
  stages?: readonly Stage[];
  prepare(lab: Lab): Promise<void>;
  ask(lab: Lab): Promise<void>;
  /** The request has been answered. */
  answered(lab: Lab): Promise<void>;
  /** How to continue if the worker is not restarted automatically. */
  stop(lab: Lab): Promise<void>;
  /** The page shows that the request failed. Absent: the request is completed despite the crash. */
  failed?(lab: Lab): Promise<void>;
  /** Repeats the request. */
  again(lab: Lab): Promise<void>;
}

const exportSays = (lab: Lab, words: RegExp) =>
  lab.root.locator('.export-message').getByText(words).waitFor();
const openScenario = async (lab: Lab) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.finish();
};
const capture = (lab: Lab) => lab.button('pcapng').click();
const itself = async () => {};
/** From a pause to the end, at the selected speed. */
const playOut = async (lab: Lab) => {
  await lab.button('Play').first().click();
  await lab.button('Play again from the start').waitFor();
};
/** By key, because a press beside the export dialog would close it. */
const stopBeside = async (lab: Lab, words: string) => {
  await afterSilence(lab, lab.button(words));
  await lab.button(words).dispatchEvent('click');
};
const NO_ANSWER = /The engine stopped before it answered/;

/** The buffer of the open link, as in the plot. */
const capacity = (lab: Lab, packets: number) => lab.plot(new RegExp(`^Queue.*buffer ${packets}`)).waitFor();

const askings: Asking[] = [
  {
    what: 'Why?',
    role: 'lab',
    call: 'trace',
    prepare: openScenario,
    async ask(lab) {
      const close = lab.root.getByRole('region', { name: 'Why' }).getByRole('button', { name: 'Close' });
      if ((await close.count()) > 0) await close.click();
      await lab.page.keyboard.press('w');
    },
    answered: (lab) => lab.button('Next event').waitFor(),
    stop: stopAndRestart,
    failed: (lab) => lab.says(NO_ANSWER),
    async again(lab) {
      await playOut(lab);
      await lab.button('Try again').click();
    },
  },
  {
    what: 'a table of every series',
    role: 'lab',
    call: 'csv',
    async prepare(lab) {
      await openScenario(lab);
      await lab.button('Export').click();
    },
    ask: (lab) => lab.button('All series as CSV').click(),
    answered: (lab) => exportSays(lab, /Saved .*-series\.csv/),
    stop: (lab) => stopBeside(lab, 'Stop and restart'),
    failed: (lab) => exportSays(lab, NO_ANSWER),
    again: (lab) => lab.button('All series as CSV').click(),
  },
  {
    what: 'a capture',
    role: 'capture',
    call: 'capture',
    stages: ['before', 'asked'],
    async prepare(lab) {
      await openScenario(lab);
      await lab.button('Export').click();
    },
    ask: capture,
    answered: (lab) => lab.says(/packets saved/),
    stop: (lab) => stopBeside(lab, 'Stop'),
    failed: (lab) => lab.says(NO_ANSWER),
    again: capture,
  },
  {
    what: 'a link to share',
    role: 'lab',
    call: 'settle',
    prepare: openScenario,
    async ask(lab) {
      expect(await lab.link()).toContain('#');
    },
    answered: itself,
    stop: stopAndRestart,
    async again(lab) {
      expect(await lab.link()).toContain('#');
    },
  },
  {
    what: 'a replay',
    role: 'lab',
    call: 'load',
    stages: ['before', 'asked'],
    async prepare(lab) {
      await lab.open(await fragmentOf(sawtooth(20)));
      await lab.selectLink('r1 to r2');
      const buffer = lab.root.getByRole('textbox', { name: /^Buffer/ }).first();
      await buffer.fill('50');
      await buffer.press('Enter');
      await capacity(lab, 50);
    },
    ask: (lab) => lab.button(/^Undo/).click(),
    answered: (lab) => capacity(lab, 100),
    stop: stopAndRestart,
    // The document is there at once; its run starts again with the restart.
    async again(lab) {
      await lab.button('Play').first().click();
      await lab.endsWith((await runInWasm(await lab.document())).digest);
    },
  },
  {
    what: 'pictures of a run',
    role: 'drawing',
    call: 'draw',
    stages: ['before', 'asked'],
    async prepare(lab) {
      await lab.open(await fragmentOf(sawtooth(20)));
    },
    ask: async (lab) => void (await lab.finish()),
    answered: drawingEnds,
    stop: itself,
    again: async (lab) => lab.endsWith((await runInWasm(await lab.document())).digest),
  },
];

const faults: readonly Fault[] = full ? ['gone', 'mute', 'deaf'] : ['gone'];

for (const asking of askings) {
  const { what, role, call, stages = STAGES, prepare, ask, answered, stop, failed, again } = asking;
  const table = stages.flatMap((stage) => faults.map((fault) => [what, role, fault, stage] as const));
  test.for(table)('%s ends where the %s worker is %s, %s', async ([, , fault, stage], { lab }) => {
    await prepare(await withFaultyWorkers(lab));
    const started = role === 'capture';
    if (stage === 'after') {
      await ask(lab);
      await answered(lab);
    }
    if (stage === 'asked' || started)
      await faultAtMessage(lab.page, { role, type: stage === 'asked' ? call : 'start', fault });
    else expect(await breakWorker(lab.page, role, fault)).toBe(true);
    await ask(lab);
    await until(() => isBroken(lab.page), Boolean);
    if (failed) expect(await lab.root.getByText(NO_ANSWER).count()).toBe(0);
    await stop(lab);
    await failed?.(lab);
    await again(lab);
    await answered(lab);
    expect(await engineSilent(lab).count()).toBe(0);
  });
}

test('a request times out unless it is stopped, and a slow engine is asked again', async ({ lab }) => {
  await openScenario(await withFaultyWorkers(lab));
  await lab.button('Export').click();
  await breakWorker(lab.page, 'lab', 'mute');
  await lab.button('All series as CSV').click();
  // Half a minute of silence.
  await afterSilence(
    lab,
    lab.root.locator('.export-message').getByText('The engine did not answer in time.'),
  );
  await lab.page.evaluate(() => window.faultyWorkers.find((w) => w.role === 'lab')?.heal());
  await engineSilent(lab).waitFor({ state: 'detached' });
  // Late answers are ignored.
  await exportSays(lab, /did not answer in time/);
  await lab.button('All series as CSV').click();
  await exportSays(lab, /Saved .*-series\.csv/);
});

/** The messages of a sweep: their receivers, and those at which the worker ends. */
const sweeps: (readonly [Role, string])[] = [
  ['batch', 'start'],
  ['batch', 'prepare'],
  ['batch', 'task'],
  ['desk', 'open'],
  ['desk', 'weights'],
  ['desk', 'add'],
  ['desk', 'table'],
];

test.for(sweeps.flatMap((at) => faults.map((fault) => [...at, fault] as const)))(
  'a sweep completes although the %s worker gets `%s` and is %s',
  async ([role, type, fault], { lab }) => {
    const document = buffers(2, 300);
    await (await withFaultyWorkers(lab)).open(await fragmentOf(sawtooth(20)));
    await faultAtMessage(lab.page, { role, type, fault });
    await lab.follow(await sweepLink(document));
    const run = lab.button('Run');
    const desk = lab.button('Stop and restart');
    if (type === 'open') {
      await afterSilence(lab, desk);
      await desk.click();
      await lab.says(NO_ANSWER);
      // If opening failed, following the same link again opens it.
      await lab.follow('');
      await lab.follow(await sweepLink(document));
    }
    await run.click();
    await until(() => isBroken(lab.page), Boolean);
    if (role === 'desk' && type !== 'open') {
      await afterSilence(lab, desk);
      await desk.click();
    }
    if (role === 'batch') await afterSilence(lab, lab.root.getByText('All runs are done'));
    expect(await awaitSweep(lab)).toBe(await sweepDigest(document));
  },
);
