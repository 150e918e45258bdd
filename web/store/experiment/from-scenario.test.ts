import { expect, test } from 'vitest';
import catalogue from '../../generated/catalogue.json';
import type { Catalogue, Directory, Edit, Scenario } from '../../generated/types';
import { small } from '../../worker/testing/fake-engine';
import { sweepOf } from './from-scenario';

const channel = (id: string, rateMbps: number, limitPackets: number, discipline = 'droptail') => ({
  id,
  link: id.split('/')[0] ?? '',
  from: 'a',
  to: 'b',
  rateMbps,
  delayMs: 1,
  discipline,
  limitPackets,
  bottleneck: false,
  removed: false,
});

/** Two flows over an access link each and a common link. */
function directory(limitPackets: number, discipline?: string): Directory {
  const flow = (id: string, path: number[]) => ({ id, path, back: [], algorithm: 'reno', removed: false });
  return {
    version: 1,
    durationS: 10,
    estimatedHops: 1,
    series: [],
    channels: [
      channel('in1/forward', 100, 1000),
      channel('in2/forward', 100, 1000),
      channel('core/forward', 10, limitPackets, discipline),
    ],
    flows: [flow('f1', [0, 2]), flow('f2', [1, 2])],
  } as unknown as Directory;
}

const two: Scenario = {
  ...small,
  seed: 7,
  title: 'Two flows',
  flows: ['reno', 'cubic'].map((algorithm, i) => ({ id: `f${i + 1}`, from: 'a', to: 'b', algorithm })),
};

test('a sweep varies the buffer of the bottleneck', () => {
  const sweep = sweepOf(two, directory(60), catalogue as unknown as Catalogue);
  expect(sweep).toMatchObject({
    title: 'Two flows: sweep',
    base: two,
    axes: [
      {
        name: 'Buffer',
        values: [15, 30, 60, 120, 240],
        sets: [{ path: '/links/core/forward/queue/params/limitPackets' }],
      },
    ],
    // The scenario's own value is among them.
    replications: { count: 10, firstSeed: 7 },
  });
  expect(sweep.measures.map((m) => m.of)).toEqual([
    'goodputMbps',
    'groups/reno/meanGoodputMbps',
    'groups/cubic/meanGoodputMbps',
    'queues/core/forward/utilisation',
    'queues/core/forward/meanPackets',
    'queues/core/forward/lossRate',
    'jain',
    'flows/*/rttMeanMs',
  ]);
  expect(sweep.measures[sweep.chart?.shows?.[0] ?? 0]?.name).toBe('Utilisation');
  expect(sweepOf(two, directory(2), catalogue as unknown as Catalogue).axes?.[0]?.values).toEqual([
    1, 2, 4, 8,
  ]);
});

test('a sweep varies the rate if the buffer is not counted in packets', () => {
  const axis = sweepOf(two, directory(0), catalogue as unknown as Catalogue).axes?.[0];
  expect(axis).toMatchObject({ name: 'Rate', values: [2.5, 5, 10, 20, 40] });
  expect(axis?.sets[0]?.path).toBe('/links/core/forward/rateMbps');
});

test('an empty network still makes an experiment', () => {
  const sweep = sweepOf({ ...small, flows: [] }, null, null);
  expect(sweep.axes).toEqual([]);
  expect(sweep.measures).toHaveLength(1);
});

test('a sweep leaves out changes during the run of what it sets, and says so', () => {
  const buffer = { atS: 6, path: '/links/core/forward/queue/params/limitPackets', value: 20 };
  const rate = { atS: 7, path: '/links/core/forward/rateMbps', value: 5 };
  const sweepWith = (edits: Edit[]) =>
    sweepOf({ ...two, edits }, directory(60), catalogue as unknown as Catalogue);
  expect(sweepWith([buffer, rate]).base.edits).toEqual([rate]);
  expect(sweepWith([buffer, rate]).notes).toContain('20');
  expect(sweepWith([rate]).notes).toBe('');
});
