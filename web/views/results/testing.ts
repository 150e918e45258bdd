/** Results of two flows, made up, for tests. */
import type { FlowResults, Results } from '../../generated/types';

const flow: FlowResults = {
  id: 'f1',
  algorithm: 'reno',
  goodputMbps: 9.5,
  throughputMbps: 9.8,
  sharePercent: 50,
  fairShareMbps: 10,
  fairRatio: 0.98,
  power: 146,
  propagationMs: 40,
  sentPackets: 1000,
  drops: 4,
  marks: 0,
  lossRate: 0.004,
  burstLosses: 1,
  burstLossesOwn: 2,
  retransmissions: 4,
  lossEvents: 3,
  timeouts: 0,
  timeoutEpisodes: 0,
  rttMinMs: 40,
  rttMeanMs: 67.1,
  rttP95Ms: null,
  completionS: null,
  transfers: null,
};

export const results: Results = {
  modelVersion: 1,
  digest: '00ff',
  fromS: 0,
  toS: 60,
  goodputMbps: 19,
  throughputMbps: 19.6,
  jain: 0.98,
  jainRtt: 0.9,
  maxMinDistance: null,
  power: 280,
  burstLossesPerFlow: 1.5,
  flows: [flow, { ...flow, id: 'f2', algorithm: 'tfrc' }],
  queues: [],
  groups: [
    { algorithm: 'reno', flows: 1, meanGoodputMbps: 9.5, reference: true, scales: [] },
    {
      algorithm: 'tfrc',
      flows: 1,
      meanGoodputMbps: 9.5,
      reference: false,
      friendliness: 1,
      equivalence: 1,
      scales: [{ scaleS: 0.5, windows: 119, starved: 2, friendliness: 1.1, friendlinessSiqr: 0.2 }],
    },
  ],
  covariance: {
    flows: ['f1', 'f2'],
    rho: [
      [1, null],
      [null, null],
    ],
  },
};
