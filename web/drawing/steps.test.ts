import { expect, it } from 'vitest';
import { reference } from './spec';
import { extentOf, heldWithin, holdsAt, stepReferences } from './steps';

const buffer = (value: number) => reference('buffer', 'buffer', value);
const bdp = reference('bdp', 'BDP', 100);

it('continues over edits of something else, and steps where it changed', () => {
  const lines = stepReferences([
    { untilS: 10, references: [buffer(40), bdp] },
    { untilS: 20, references: [buffer(40), bdp] },
    { untilS: 30, references: [buffer(80), bdp] },
    { references: [buffer(40), bdp] },
  ]);
  expect(lines.map(({ label, fromS, untilS }) => [label, fromS, untilS])).toEqual([
    ['buffer 40', 30, undefined],
    ['BDP 100', undefined, undefined],
    ['buffer 80', 20, 30],
    ['buffer 40', undefined, 20],
  ]);
  expect([5, 25, 35].map((t) => lines.filter((l) => holdsAt(l, t)).map((l) => l.value))).toEqual([
    [100, 40],
    [100, 80],
    [40, 100],
  ]);
});

it('is drawn for the time for which it applied, within the axis', () => {
  const axis = { left: 50, width: 100, t0: 10, t1: 20 };
  expect(extentOf({}, axis)).toEqual({ from: 50, to: 150 });
  expect(extentOf({ fromS: 12, untilS: 15 }, axis)).toEqual({ from: 70, to: 100 });
  expect(extentOf({ untilS: 5 }, axis)).toEqual({ from: 50, to: 50 });
  expect(extentOf({ fromS: 30 }, axis)).toEqual({ from: 150, to: 150 });
});

it('begins where the known history begins', () => {
  const [, old] = stepReferences([{ untilS: 10, references: [buffer(40)] }, { references: [buffer(80)] }], 4);
  expect([old?.label, old?.fromS, old?.untilS]).toEqual(['buffer 40', 4, 10]);
  expect(
    [old].map(
      (l) => l && [heldWithin(l, 0, 4), heldWithin(l, 0, 5), heldWithin(l, 9, 20), heldWithin(l, 10, 20)],
    ),
  ).toEqual([[false, true, true, false]]);
});
