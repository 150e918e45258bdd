// Table 3 and Figures 3 to 6: five sources on a parking lot, two of which stop at 500 ms.

import {
  ALL,
  LAST,
  LOT,
  ONE,
  parkingLot,
  READINGS,
  SCHEME_READINGS,
  schemeAxis,
  sourceId,
  VEGAS,
  WITH_VEGAS,
} from './setup.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const base = parkingLot({ stopS: 0.5 });
const STAYING = [2, 4, 5];

const MEASURES = [
  { name: 'throughput', unit: '%', of: `queues/${LAST}/utilisation`, times: 100 },
  { name: 'fairness', of: 'flows/*-stays/throughputMbps', over: 'jain' },
  ...STAYING.map((i) => ({ name: `source ${i}`, unit: 'Mb/s', of: `flows/${sourceId(i)}/throughputMbps` })),
  { name: 'drops', of: 'flows/*/drops', over: 'sum' },
  { name: 'timeouts', of: 'flows/*/timeouts', over: 'sum' },
  { name: 'queue', unit: 'packets', of: `queues/${LAST}/meanPackets` },
];

const CWND = { unit: 'packets', of: 'flows/*/cwnd' };
/** The whole second, and details of both ramps. */
const WINDOWS = [
  { name: 'windows', ...CWND },
  { name: 'start', ...CWND, fromS: 0, toS: 0.05 },
  { name: 'stop', ...CWND, fromS: 0.49, toS: 0.59 },
];
const THROUGHPUT = { name: 'throughput', unit: 'Mb/s', of: 'flows/*/throughput', over: 'sum' };
const FAIRNESS = { name: 'fairness', of: 'jain' };

/** @type {PaperExperiment[]} */
const table3 = [
  {
    id: 'pseudo-rate-table-3',
    label: 'Table 3',
    title: 'Throughput and fairness of Vegas and Pseudo-rate',
    summary: 'The parking lot in one second: utilisation of the last link, and fairness.',
    document: {
      version: 1,
      title: 'Throughput and fairness of Vegas and Pseudo-rate',
      notes: `${LOT} Throughput is the utilisation of the last link in one second, over all five sources. Fairness is Jain’s index of the three sources that send to the end.\n\n${READINGS} Reno is included because the paper says that Vegas performs better.`,
      base,
      axes: [schemeAxis(ALL)],
      replications: { count: 10 },
      measures: MEASURES,
      chart: { kind: 'bar', shows: [0, 1] },
      published: [
        { at: ['Vegas'], measure: 0, value: 95, source: 'Table 3' },
        { at: ['Vegas'], measure: 1, value: 0.889, source: 'Table 3' },
        { at: ['Pseudo-rate'], measure: 0, value: 98, source: 'Table 3' },
        { at: ['Pseudo-rate'], measure: 1, value: 0.993, source: 'Table 3' },
      ],
      quick: { count: 3 },
    },
  },
  {
    id: 'pseudo-rate-table-3-delays',
    label: 'Table 3, other delays',
    title: 'Table 3 with other link delays',
    summary:
      'The text does not state the link delays: throughput, fairness and windows for 0.1 to 2 ms per link.',
    document: {
      version: 1,
      title: 'Table 3 with other link delays',
      notes: `${LOT} Here the link delay varies.\n\n${READINGS}`,
      base,
      axes: [
        {
          name: 'delay of a link',
          unit: 'ms',
          values: [0.1, 0.2, 0.4, 0.5, 1, 2],
          sets: ['forward', 'backward'].map((way) => ({ path: `/links/hop*/${way}/delayMs` })),
        },
        schemeAxis(ALL),
      ],
      replications: { count: 10 },
      measures: MEASURES,
      traces: [...WINDOWS, THROUGHPUT, FAIRNESS],
      chart: { shows: [1, 0], logX: true },
      quick: { count: 2, values: [[0.1, 0.5, 2], []] },
    },
  },
  {
    id: 'pseudo-rate-table-3-rates',
    label: 'Table 3, other rates',
    title: 'Table 3 with other link rates',
    summary: 'The text does not state the link rates: throughput and fairness for 10 to 155 Mb/s.',
    document: {
      version: 1,
      title: 'Table 3 with other link rates',
      notes: `${LOT} Here the rate of all links varies.\n\n${READINGS}`,
      base,
      axes: [
        {
          name: 'rate of a link',
          unit: 'Mb/s',
          values: [10, 34, 100, 155],
          sets: ['forward', 'backward'].map((way) => ({ path: `/links/*/${way}/rateMbps` })),
        },
        schemeAxis(WITH_VEGAS),
      ],
      replications: { count: 10 },
      measures: MEASURES,
      chart: { shows: [1, 0], logX: true },
      quick: { count: 2, values: [[10, 155], []] },
    },
  },
];

/** @param {string} id @param {string} label @param {string} title @param {string} summary @param {string} words @param {string[]} schemes @param {object[]} traces @param {number[]} shows @returns {PaperExperiment} */
const traced = (id, label, title, summary, words, schemes, traces, shows) => ({
  id,
  label,
  title,
  summary,
  document: {
    version: 1,
    title,
    notes: `${LOT} ${words}\n\n${READINGS}`,
    base,
    axes: [schemeAxis(schemes)],
    replications: ONE,
    measures: MEASURES,
    traces,
    chart: { kind: 'trace', shows },
  },
});

/** @type {PaperExperiment[]} */
const figures = [
  traced(
    'pseudo-rate-fig-3',
    'Figure 3',
    'Windows of Vegas',
    'Windows of five Vegas sources; two stop at 500 ms.',
    'The paper claims a long ramp-up, linear adaptation after 500 ms, and windows that are larger than fair for sources with shorter RTTs.',
    [VEGAS],
    WINDOWS,
    [0, 1, 2],
  ),
  traced(
    'pseudo-rate-fig-4',
    'Figure 4',
    'Windows of Pseudo-rate',
    'The same with Pseudo-rate, for each reading of the bound.',
    'The paper claims exponential growth within 20 ms at the start and after 500 ms; then the windows of sources with short RTTs shrink and the others grow; windows fluctuate by about 5 %.',
    SCHEME_READINGS,
    WINDOWS,
    [0, 1, 2],
  ),
  traced(
    'pseudo-rate-fig-5',
    'Figure 5',
    'Throughput over time',
    'Throughput of all sources in intervals of 10 ms, for Vegas and Pseudo-rate.',
    'The paper says that Pseudo-rate is above Vegas. It does not state the averaging interval; here it is 10 ms.',
    WITH_VEGAS,
    [THROUGHPUT],
    [0],
  ),
  traced(
    'pseudo-rate-fig-6',
    'Figure 6',
    'Fairness over time',
    'Jain’s index of the active sources’ throughputs since the start, for Vegas and Pseudo-rate.',
    'The paper says that Vegas is clearly less fair. Jain’s index is that of the throughputs, since the start, of the sources that are sending.',
    WITH_VEGAS,
    [FAIRNESS],
    [0],
  ),
];

export const parkingLotFigures = [...figures, ...table3];
