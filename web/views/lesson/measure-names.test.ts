import { expect, it } from 'vitest';
import type { Scenario } from '../../generated/types';
import { quantityName } from './measure-names';

const scenario = { flows: [{ id: 'a' }, { id: 'b/2' }] } as unknown as Scenario;
const names = {
  flow: (id: string) => `flow ${id}`,
  queue: (id: string) => `queue ${id}`,
  algorithm: (id: string) => id.toUpperCase(),
};

it.for([
  [{ measure: 'jain' }, 'Jain’s index'],
  [{ measure: 'goodputMbps' }, 'Goodput (Mb/s)'],
  [{ measure: 'flows/b/2/goodputMbps' }, 'flow b/2: goodput (Mb/s)'],
  [{ measure: 'flows/a/datagrams/deadlines/missedPercent' }, 'flow a: deadlines missed (%)'],
  [{ measure: 'queues/core/forward/utilisation', times: 100 }, 'queue core/forward: utilisation (%)'],
  [{ measure: 'flows/a/rttMeanMs' }, 'flow a: RTT mean (ms)'],
  [{ measure: 'queues/core/forward/meanPackets' }, 'queue core/forward: mean backlog (packets)'],
  [
    { measure: 'flows/a/goodputMbps', per: 'groups/sack/meanGoodputMbps' },
    'flow a: goodput / SACK: mean goodput',
  ],
] as const)('%o is called %s', ([quantity, words]) => {
  expect(quantityName({ ...quantity, atS: 10 }, scenario, names)).toBe(words);
});
