/** Workers that have ended or do not answer: this is detected, nothing is lost, and the visitor can continue. */
import { expect } from 'vitest';
import { normalized, runInWasm } from '../support/engine';
import { breakWorker, type Fault, hangAtMessage, type Role } from '../support/faulty-workers';
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
/** Tests without a tight limit. */
const SLOW = { timeout: full ? 3_600_000 : 300_000 };

/** Waits until the open work is stored. */
async function awaitSaved(lab: Lab): Promise<void> {
  await lab.root.getByText('edited', { exact: true }).waitFor();
  await until(
    () => lab.page.evaluate(() => localStorage.getItem('droptail.last')),
    (last) => last !== null,
  );
}

test.for<Fault>(full ? ['gone', 'mute', 'deaf'] : ['gone'])(
  'an engine that is %s in mid-run is noticed, and a restart has all of the document at a standstill',
  async (fault, { lab }) => {
    await (await withFaultyWorkers(lab)).open(await fragmentOf(sawtooth(60)));
    await lab.title.fill('Work in progress');
    await lab.title.press('Enter');
    const document = await lab.document();
    expect(document).toEqual(await normalized({ ...sawtooth(60), title: 'Work in progress' }));
    if ((await lab.button('Pause').count()) === 0) await lab.play();
    expect(await breakWorker(lab.page, 'lab', fault)).toBe(true);
    await afterSilence(lab, engineSilent(lab));
    await lab.says('Your scenario is intact');
    await stopAndRestart(lab);
    await lab.page.waitForTimeout(1000);
    expect(await lab.button('Pause').count()).toBe(0);
    expect(await lab.document()).toEqual(document);
    await lab.button('Undo: change title').waitFor();
    await lab.play();
    await lab.endsWith((await runInWasm(document)).digest);
  },
);

test('an engine that is only slow keeps running, and the message disappears', async ({ lab }) => {
  await (await withFaultyWorkers(lab)).open(await fragmentOf(sawtooth(60)));
  await breakWorker(lab.page, 'lab', 'mute');
  await afterSilence(lab, engineSilent(lab));
  await lab.page.evaluate(() => window.faultyWorkers.find((w) => w.role === 'lab')?.heal());
  await engineSilent(lab).waitFor({ state: 'detached' });
  await lab.endsWith((await runInWasm(await lab.document())).digest);
});

test('a change without an answer is named and is not in the document', async ({ lab }) => {
  await (await withFaultyWorkers(lab)).open(await fragmentOf(sawtooth(60)));
  if ((await lab.button('Pause').count()) === 0) await lab.play();
  const before = await lab.document();
  await lab.selectLink('r1 to r2');
  await breakWorker(lab.page, 'lab', 'mute');
  const delay = lab.root.getByRole('textbox', { name: /^Delay/ }).first();
  await delay.fill('33');
  await delay.press('Enter');
  await afterSilence(lab, engineSilent(lab));
  // Stopped and not restarted at once: the pending change is named.
  await lab.page.evaluate(() => {
    const worker = window.faultyWorkers.find((w) => w.role === 'lab' && !w.ended);
    worker?.dispatchEvent(new ErrorEvent('error', { message: 'gone' }));
  });
  await lab.says(/The last change was not applied \(delay .*33\)/);
  await lab.button('Restart').click();
  await lab.button('Play').first().waitFor();
  expect(await lab.document()).toEqual(before);
});

test('a work whose run did not answer opens paused, says why, and plays on request', async ({ lab }) => {
  await (await withFaultyWorkers(lab)).open();
  await lab.title.fill('My work');
  await lab.title.press('Enter');
  await awaitSaved(lab);
  await hangAtMessage(lab.page, 'load');
  await lab.page.reload();
  await afterSilence(lab, engineSilent(lab));
  await hangAtMessage(lab.page, null);
  await lab.page.reload();
  await lab.ready();
  expect(await lab.title.inputValue()).toBe('My work');
  await lab.says('This scenario was not started automatically.');
  await lab.page.waitForTimeout(1000);
  expect(await lab.button('Pause').count()).toBe(0);
  // It has not yet shown that it runs.
  await lab.page.reload();
  await lab.ready();
  await lab.says('This scenario was not started automatically.');
  const message = lab.root.locator('.message', { hasText: 'was not started automatically' });
  await message.getByRole('button', { name: 'Play' }).click();
  await lab.button('Pause').waitFor();
  expect(await message.count()).toBe(0);
  await until(
    () => lab.page.evaluate(() => localStorage.getItem('droptail.unanswered')),
    (stamp) => stamp === null,
  );
  await lab.page.reload();
  await lab.button('Pause').waitFor();
});

test.runIf(full)(
  'a work that cannot be read is not opened after two failed visits, and is not deleted',
  async ({ lab }) => {
    await (await withFaultyWorkers(lab)).open();
    await lab.title.fill('My work');
    await lab.title.press('Enter');
    await awaitSaved(lab);
    await hangAtMessage(lab.page, 'check');
    await lab.page.reload();
    await afterSilence(lab, engineSilent(lab));
    // The restart opens it paused, and the engine hangs again.
    await lab.button('Stop and restart').click();
    await engineSilent(lab).waitFor({ state: 'detached' });
    await afterSilence(lab, engineSilent(lab));
    await lab.page.evaluate(() => {
      window.hangsAt = undefined;
    });
    await lab.button('Stop and restart').click();
    await lab.ready();
    await lab.says('Your scenario could not be opened.');
    await lab.says(/did not answer \d times/);
    await lab.button('Gallery').click();
    await lab.root
      .getByRole('link', { name: /My work/ })
      .first()
      .click();
    await until(
      () => lab.title.inputValue(),
      (title) => title === 'My work',
    );
  },
);

test('the worker that draws is replaced by the page itself', async ({ lab }) => {
  await (await withFaultyWorkers(lab)).open(await fragmentOf(sawtooth(60)));
  expect(await breakWorker(lab.page, 'drawing', 'mute')).toBe(true);
  await drawingEnds(lab);
  await lab.endsWith((await runInWasm(await lab.document())).digest);
});

test.runIf(full)(
  'a sweep gives the same results when a worker and the desk stop answering',
  async ({ lab }) => {
    const document = buffers();
    await (await withFaultyWorkers(lab)).open(await sweepLink(document));
    await lab.button('Run').click();
    await expect.poll(() => breakWorker(lab.page, 'batch', 'mute')).toBe(true);
    await expect.poll(() => breakWorker(lab.page, 'desk', 'gone')).toBe(true);
    await afterSilence(lab, lab.root.getByText('The engine of the experiment does not answer.'));
    await lab.button('Stop and restart').click();
    expect(await awaitSweep(lab)).toBe(await sweepDigest(document));
  },
);

test.runIf(full)('a capture whose worker has ended reports it', async ({ lab }) => {
  await (await withFaultyWorkers(lab)).open(await fragmentOf(sawtooth(600)));
  await lab.selectLink('s1 to r1');
  await lab.button('Export').click();
  await lab.page.evaluate(() => {
    // It is silent from the start.
    window.muteFromStart = 'capture';
  });
  await lab.button('pcapng').click();
  await afterSilence(lab, lab.root.getByText('The capture does not answer.'));
  await lab.button('Stop').click();
  await until(
    () => lab.root.getByText('The capture does not answer.').count(),
    (n) => n === 0,
  );
});

test('a request of Why? without an answer reports it, and can be repeated', async ({ lab }) => {
  await (await withFaultyWorkers(lab)).open(await fragmentOf(sawtooth(20)));
  await lab.finish();
  await breakWorker(lab.page, 'lab', 'mute');
  await lab.page.keyboard.press('w');
  await lab.says('Simulating this part of the run again…');
  await stopAndRestart(lab);
  await lab.says(/The engine stopped before it answered/);
});

/** Pseudo-random numbers that are the same every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Ends or silences workers at random times, then checks the document and the digest of its run. */
async function survives(lab: Lab, times: number, seed: number): Promise<void> {
  const random = numbers(seed);
  await (await withFaultyWorkers(lab)).open(await fragmentOf(sawtooth(3600)));
  await lab.title.fill('Survivor');
  await lab.title.press('Enter');
  const document = await lab.document();
  for (let time = 0; time < times; time += 1) {
    const said = `kill ${time + 1} of ${times}, seed ${seed}`;
    if ((await lab.button('Pause').count()) === 0) await lab.play();
    await lab.page.waitForTimeout(random() * 1500);
    const fault: Fault = random() < 0.6 ? 'gone' : random() < 0.5 ? 'mute' : 'deaf';
    expect(await breakWorker(lab.page, 'lab', fault), said).toBe(true);
    if (random() < 0.3) await breakWorker(lab.page, 'drawing', 'gone');
    await stopAndRestart(lab);
    expect(await lab.title.inputValue(), said).toBe('Survivor');
  }
  expect(await lab.document()).toEqual(document);
}

test('nothing is lost when workers end at any time', SLOW, async ({ lab }) => {
  await survives(lab, full ? 70 : 3, 1);
});

test('a sweep whose workers end at any time gives the results of the command line', SLOW, async ({ lab }) => {
  const random = numbers(2);
  const kills = full ? 30 : 2;
  const document = buffers(full ? 60 : 5);
  await (await withFaultyWorkers(lab)).open(await sweepLink(document));
  await lab.button('Run').click();
  let killed = 0;
  while (killed < kills) {
    await lab.page.waitForTimeout(random() * 2000);
    const role: Role = random() < 0.7 ? 'batch' : 'desk';
    // A run that lost its worker twice is given up; the visitor can run it again.
    if ((await lab.button('Try again').count()) > 0) await lab.button('Try again').click();
    expect(await lab.root.getByText('All runs are done').count(), `after ${killed} kills`).toBe(0);
    if (!(await breakWorker(lab.page, role, 'gone'))) continue;
    killed += 1;
    if (role === 'desk') await lab.button('Stop and restart').click({ timeout: 60_000 });
  }
  expect(await awaitSweep(lab)).toBe(await sweepDigest(document));
});
