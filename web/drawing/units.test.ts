import { expect, test } from 'vitest';
import type { Directory } from '../generated/types';
import { backlogUnits, packetBytes, rateUnits, sharedPacketBytes, windowUnits } from './units';

const flow = (bdpPackets: number) => ({ path: [0, 1], baseRttMs: 40, bdpPackets });
/** Over 100 and 20 Mb/s with 40 ms: 100 kB, which are 66.7 packets of 1500 bytes and 100 of 1000. */
const directory = {
  channels: [{ rateMbps: 100 }, { rateMbps: 20 }],
  flows: [flow(100_000 / 1500), flow(100_000 / 1500), flow(100)],
} as unknown as Directory;
const defaultUnit = { id: 'usual', name: 'usual', factor: 1, decimals: 0 };

test('the size of a full packet follows from the bandwidth-delay product', () => {
  expect(packetBytes(directory, 0)).toBeCloseTo(1500);
  expect(packetBytes(directory, 2)).toBeCloseTo(1000);
  expect(packetBytes(directory, 9)).toBeNaN();
});

test('flows with packets of one size share it', () => {
  expect(sharedPacketBytes(directory, [0, 1])).toBeCloseTo(1500);
  expect(sharedPacketBytes(directory, [0, 2])).toBeNaN();
  expect(sharedPacketBytes(directory, [])).toBeNaN();
});

test('12 Mb/s are 1000 packets of 1500 bytes a second, each of which takes 1 ms', () => {
  expect(12 * (rateUnits(defaultUnit, 1500)[1]?.factor ?? 0)).toBeCloseTo(1000);
  expect(backlogUnits(defaultUnit, 1500, 12)[1]?.factor).toBeCloseTo(1);
  expect(windowUnits(defaultUnit, 1500)[1]?.factor).toBeCloseTo(1.5);
});

test('there is no other unit if sizes or rates differ', () => {
  expect(rateUnits(defaultUnit, Number.NaN)).toEqual([defaultUnit]);
  expect(backlogUnits(defaultUnit, 1500, 0)).toEqual([defaultUnit]);
});
