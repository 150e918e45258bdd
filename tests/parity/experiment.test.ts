/**
 * An experiment has the same results in the page's workers as on the command line, whichever worker makes a run and in
 * whatever order.
 */
import { expect, test } from 'vitest';
import type { Experiment, Outcome } from '../../web/generated/types';
import { BatchLoop } from '../../web/worker/batch-loop';
import type { DeskCalls, ToBatch, ToDesk } from '../../web/worker/batch-protocol';
import { DeskLoop } from '../../web/worker/desk-loop';
import type { Request } from '../../web/worker/requests';
import { galleryScenario, pageEngine, sweepNatively } from '../support/engine';

/** Two values, two algorithms and two seeds, with series of the first seed. */
async function small(): Promise<Experiment> {
  const base = await galleryScenario('one-reno');
  const flow = base.flows[0]?.id ?? '';
  return {
    version: 1,
    title: 'Buffers',
    base: {
      ...base,
      durationS: 8,
      sampling: { ...base.sampling, measureFromS: 1 },
      flows: base.flows.map((f) => ({ ...f, startJitterS: 1 })),
    },
    axes: [
      {
        name: 'Buffer',
        values: [10, 60],
        sets: [{ path: '/links/*/forward/queue/params/limitPackets', whole: true }],
      },
      { name: 'Algorithm', values: ['reno', 'cubic'], sets: [{ path: '/flows/*/algorithm' }] },
    ],
    replications: { count: 2, firstSeed: 5 },
    measures: [
      { name: 'Goodput', unit: 'Mb/s', of: 'goodputMbps' },
      { name: 'RTT', unit: 'ms', of: 'flows/*/rttMeanMs' },
    ],
    traces: [{ name: 'Window', of: `flows/${flow}/cwnd` }],
    quick: { count: 1, durationS: 4 },
  };
}

interface Job {
  point: number;
  seed: number;
}

/** Makes runs in one loop per list of jobs, interleaved slice by slice. */
async function runInLoops(document: string, quick: boolean, lists: Job[][]): Promise<Outcome[]> {
  const engine = await pageEngine();
  const outcomes: Outcome[] = [];
  const waiting: (() => void)[] = [];
  for (const list of lists) {
    const left = [...list];
    const send: { to?: (message: ToBatch) => void } = {};
    let clock = 0;
    const next = () => {
      const job = left.shift();
      if (job) send.to?.({ type: 'task', id: left.length, ask: { kind: 'run', ...job } });
    };
    const loop = new BatchLoop(engine, {
      post(message) {
        if (message.type === 'crashed' || message.type === 'refused')
          throw new Error(JSON.stringify(message));
        if (message.type !== 'answer' || message.answer.result.kind !== 'run') return;
        outcomes.push(message.answer.result.outcome);
        next();
      },
      // Each slice appears to take long, so that slices are short and runs are interleaved.
      clock: () => (clock += 7),
      queueTask: (call) => waiting.push(call),
      delay: (call) => waiting.push(call),
    });
    send.to = (message) => loop.handle(message);
    loop.handle({ type: 'prepare', document, quick });
    next();
  }
  for (let call = waiting.shift(); call; call = waiting.shift()) call();
  return outcomes;
}

const byRun = (a: Outcome, b: Outcome) => a.point - b.point || a.seed - b.seed;

/** Opens a desk. Returns a function that sends it requests. */
async function deskFor() {
  const engine = await pageEngine();
  let answer: unknown;
  const desk = new DeskLoop(engine, (message) => {
    if (message.type !== 'answer') throw new Error(JSON.stringify(message));
    answer = message.answer;
  });
  return <T>(message: Omit<Request<DeskCalls>, 'id'>): T => {
    desk.handle({ id: 1, ...message } as ToDesk);
    return answer as T;
  };
}

test.for([false, true])('outcomes, table and fingerprint agree, quick: %s', async (quick) => {
  const native = await sweepNatively(await small(), quick);
  const ask = await deskFor();
  const opened = ask<{ document: Experiment; seeds: number[]; variants: { at: unknown[] }[] }>({
    type: 'open',
    ask: { document: JSON.stringify(await small()), quick },
  });
  const jobs = opened.seeds.flatMap((seed) => opened.variants.map((_, point) => ({ point, seed })));
  expect(jobs).toHaveLength(quick ? 4 : 8);
  const document = JSON.stringify(opened.document);
  const alone = await runInLoops(document, quick, [jobs]);
  const backwards = [...jobs].reverse();
  const three = await runInLoops(
    document,
    quick,
    [0, 1, 2].map((n) => backwards.filter((_, i) => i % 3 === n)),
  );
  expect(three).not.toEqual(alone);
  expect(three.toSorted(byRun)).toEqual(alone.toSorted(byRun));
  expect(alone.toSorted(byRun)).toEqual(native.outcomes.toSorted(byRun));

  ask({ type: 'add', ask: { outcomes: three.slice(0, 3) } });
  ask({ type: 'add', ask: { outcomes: three.slice(2) } });
  const { table, fingerprint } = ask<{ table: unknown; fingerprint: string }>({
    type: 'table',
    ask: { confidence: 0.95 },
  });
  expect(table).toEqual(native.table);
  expect(native.printed).toContain(fingerprint);
});
