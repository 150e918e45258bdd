import { expect, test } from 'vitest';
import type { Directory } from '../generated/types';
import type { FrameMessage } from '../worker/protocol';
import { MarkList } from '../worker/sections';
import type { Branch } from './branches';
import { FrameSections } from './frame-sections';

const branch = (run: number, parent: number | null, drawn = true) => ({ run, parent, drawn }) as Branch;

/** One column of no series: times only. Each section has the number of its run in it. */
function message(run: number, others: readonly number[]): FrameMessage {
  const numbers = [run, run, ...others.flatMap((other) => [other, other])];
  const lengths = [2, 0, 0, 0] as const;
  return {
    ...{ run, now: 1, known: 2, ended: false, t0: 0, t1: 2, columns: 1, series: [], lengths },
    others: others.map((other) => ({ run: other, now: 1, known: 2, lengths: [2, 0, 0] as const })),
    buffer: Float64Array.from(numbers).buffer,
  } as unknown as FrameMessage;
}

const frameOf = (run: number, list: readonly Branch[]) => {
  const others = list.map((b) => b.run).filter((other) => other !== run);
  return new FrameSections(message(run, others)).frame({} as Directory, new MarkList(), {
    list,
    active: run,
  });
};

test('the sections of each branch are its own, and branches that are not drawn are left out', () => {
  const frame = frameOf(3, [branch(1, null), branch(2, 1, false), branch(3, 1)]);
  expect(frame.plot.x[0]).toBe(3);
  expect(frame.others.map(({ run, plot }) => [run, plot.x[0]])).toEqual([[1, 1]]);
});

test('the branch that the page names is the less faint one, also on the branch that was left', () => {
  const list = [branch(1, null), branch(2, 1), branch(3, 2)];
  const named = (run: number) => frameOf(run, list).others.flatMap((b) => (b.named ? [b.run] : []));
  expect([3, 2, 1].map(named)).toEqual([[2], [1], [3]]);
});
