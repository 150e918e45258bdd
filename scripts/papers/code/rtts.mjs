// Figures 10 to 13: against round-trip times.

import { dumbbell } from '../build.mjs';
import { flow, PARAMS, QUICK, REPLICATIONS, STACKS, TIMES, TWO_CODES, TWO_NESTINGS } from './pair.mjs';

/** Delay of the shared part of the path, and of each flow's last link: an RTT is twice the sum of a path's delays. */
const SHARED_MS = 3;
const OUT_MS = 1;

/** RTT of the flow whose RTT is fixed, ms. */
const FIXED_MS = 50;

const base = (/** @type {number} */ rateMbps) => {
  const scenario = dumbbell({
    flows: [flow('fixed', 'code'), flow('varied', 'reno')],
    core: { rateMbps, delayMs: SHARED_MS, limitPackets: 100 },
    access: { rateMbps: 100, delayMs: OUT_MS },
    ...TIMES,
  });
  for (const link of scenario.links.filter(({ id }) => id.startsWith('in-'))) {
    const own = { ...link.forward, delayMs: FIXED_MS / 2 - SHARED_MS - OUT_MS };
    Object.assign(link, { forward: own, backward: own });
  }
  return scenario;
};

const rttAxis = {
  name: 'RTT',
  unit: 'ms',
  values: [10, 25, 50, 75, 100, 125, 150, 175, 200],
  sets: ['forward', 'backward'].map((way) => ({
    path: `/links/in-varied/${way}/delayMs`,
    times: 0.5,
    plus: -SHARED_MS - OUT_MS,
  })),
};

/**
 * Whose RTT varies: sub-figures (a) and (b).
 * @param {{ name: string, varied: string, fixed: string, params?: Record<string, unknown> }[]} cases
 */
const whoseAxis = (cases) => ({
  name: 'Varied RTT',
  values: cases.map((c) => c.name),
  sets: ['varied', 'fixed'].flatMap((id) => {
    const algorithms = cases.map((c) => (id === 'varied' ? c.varied : c.fixed));
    return [
      { path: `/flows/${id}/algorithm`, values: algorithms },
      {
        path: `/flows/${id}/params`,
        values: cases.map((c, i) => ({
          ...PARAMS[algorithms[i] ?? ''],
          ...(algorithms[i] === 'reno' ? {} : c.params),
        })),
      },
    ];
  }),
});

/** @param {string} algorithm */
const measures = (algorithm) => {
  const [its, reno] = [algorithm, 'reno'].map((id) => `groups/${id}/meanGoodputMbps`);
  return [
    { name: 'Ratio', of: its, per: reno },
    { name: 'Other flow’s goodput', unit: 'Mb/s', of: its },
    { name: 'Reno’s goodput', unit: 'Mb/s', of: reno },
    { name: 'Utilisation', of: 'queues/core/forward/utilisation' },
  ];
};

/**
 * @param {{ figure: number, name: string, algorithm: string, summary: string, look: string,
 *   other?: { name: string, params: Record<string, unknown>, why: string } }} given `other`: a second reading of the scheme
 * @returns {import('../build.mjs').PaperExperiment}
 */
const experiment = ({ figure, name, algorithm, summary, look, other }) => {
  const all = [
    { name: 'Reno', varied: 'reno', fixed: algorithm },
    { name, varied: algorithm, fixed: 'reno' },
    ...(other
      ? [
          { name: `Reno (${other.name})`, varied: 'reno', fixed: algorithm, params: other.params },
          { name: other.name, varied: algorithm, fixed: 'reno', params: other.params },
        ]
      : []),
  ];
  return {
    id: `code-fig-${figure}`,
    label: `Figure ${figure}`,
    title: `${name} and Reno with different RTTs`,
    summary,
    document: {
      version: 1,
      title: `CODE, figure ${figure}: ${name} and Reno with different RTTs`,
      notes: `One flow has an RTT of ${FIXED_MS} ms, the other’s RTT varies: Reno’s in sub-figure (a), that of ${name} in (b). Each point is the mean of 20 runs with start times uniform in 0 … 25 s, measured from 50 to 200 s.

${look}

${other ? `${other.why}\n\n` : ''}${STACKS} It does not state the RTTs, how much of the path the flows share (here ${SHARED_MS} ms one way) or the bottleneck’s rate (10 Mb/s, with 100 packets of buffer).`,
      base: base(10),
      axes: [rttAxis, whoseAxis(all)],
      replications: REPLICATIONS,
      measures: measures(algorithm),
      chart: { kind: 'line' },
      quick: { ...QUICK, values: [[10, 50, 100, 200], []] },
    },
  };
};

/** @type {import('../build.mjs').PaperExperiment[]} */
export const rtts = [
  experiment({
    figure: 10,
    name: 'Vegas',
    algorithm: 'vegas',
    summary: 'Vegas stays far below Reno whichever flow has the longer RTT.',
    look: '**Look at** both lines: however short its RTT, Vegas queues no more than three packets. **Try** α = 20 and β = 40 for Vegas: its share then depends on the buffer size, which it cannot know.',
  }),
  experiment({
    figure: 11,
    name: 'Vegas-A',
    algorithm: 'vegas-a',
    summary: 'Vegas-A does not get its share with different RTTs either.',
    other: { name: 'Vegas-A, other nesting', params: { shrink: 'raised' }, why: TWO_NESTINGS },
    look: '**Look at** the two lines: they meet at 50 ms and diverge on both sides. **Try** a smaller buffer, which helps Vegas-A.',
  }),
  experiment({
    figure: 12,
    name: 'NewVegas',
    algorithm: 'newvegas',
    summary: 'NewVegas against Reno by RTT; its runs vary more than those of the other schemes.',
    look: '**Look at** the intervals as well as the lines: much depends on the start times. **Try** *Slow start* after a timeout, as in Vegas.',
  }),
  experiment({
    figure: 13,
    name: 'CODE',
    algorithm: 'code',
    other: { name: 'CODE that halves', params: { cut: 'half' }, why: TWO_CODES },
    summary:
      'A shorter RTT favours CODE, as it would favour Reno; with a longer RTT CODE still keeps a share.',
    look: '**Look at** both sides of 50 ms: to the left the varied flow has the shorter RTT, to the right the fixed one. **Try** Reno instead of CODE to see the effect of the RTT alone.',
  }),
];
