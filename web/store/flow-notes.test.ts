import { expect, test } from 'vitest';
import { sawtooth } from '../../tests/support/scenarios';
import { flowNotes } from './flow-notes';

const scenario = sawtooth();
const [flow] = scenario.flows as [(typeof scenario.flows)[number]];
const path = `/flows/${flow.id}`;
const change = (atS: number, value: string) => ({ atS, path: `${path}/algorithm`, value });
const removal = { atS: 24.123, path, value: null };

function noteAfter(applied: number, edits = [change(12, 'cubic'), removal], name = ''): unknown {
  const flows = [{ ...flow, algorithm: 'reno', name }];
  return flowNotes({ source: { ...scenario, flows, edits }, applied }).get(flow.id);
}

test('a flow says what it was before a change of the run, as far as the run has come', () => {
  expect(noteAfter(0)).toBeUndefined();
  expect(noteAfter(1)).toEqual({ text: 'was reno', help: 'reno → cubic at 12 s' });
  expect(noteAfter(2)).toEqual({ text: 'removed', help: 'reno → cubic at 12 s, removed at 24.12 s' });
});

test('an algorithm that never ran is not mentioned, nor are those of a flow with a name of its own', () => {
  const twice = [change(12, 'vegas'), change(12, 'cubic'), change(20, 'reno')];
  expect(noteAfter(2, twice)).toEqual({ text: 'was reno', help: 'reno → cubic at 12 s' });
  expect(noteAfter(3, twice)).toMatchObject({ text: 'was reno, cubic' });
  expect(noteAfter(1, undefined, 'Video')).toBeUndefined();
  expect(noteAfter(2, undefined, 'Video')).toEqual({ text: 'removed', help: 'removed at 24.12 s' });
});
