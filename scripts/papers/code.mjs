// CODE TCP: A competitive delay-based TCP (2010).

import { analysis } from './code/analysis.mjs';
import { habit } from './code/as-ns2.mjs';
import { buffers } from './code/buffers.mjs';
import { newvegasHalves } from './code/newvegas-halves.mjs';
import { withoutFloors } from './code/no-floor.mjs';
import { withoutPhaseEffects } from './code/phase.mjs';
import { rates } from './code/rates.mjs';
import { rtts } from './code/rtts.mjs';
import { sameScheme, sameTime } from './code/same-scheme.mjs';
import { testbed } from './code/testbed.mjs';
import { windows } from './code/windows.mjs';

/** Figures whose outcome depends on the phase. */
const PHASE_DEPENDENT = [
  ...['10', '11', '12', '13', '15', '16'].map((figure) => `code-fig-${figure}`),
  'code-table-2',
];

const figures = [...windows, analysis, ...rates, ...rtts, ...buffers, ...sameScheme, ...testbed];
const experiments = figures.flatMap((e) =>
  PHASE_DEPENDENT.includes(e.id) ? [e, withoutPhaseEffects(e), ...sameTime(e)] : [e],
);

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'code',
  title: 'CODE TCP: A competitive delay-based TCP',
  authors: 'Y.-C. Chan, C.-L. Lin, C.-T. Chan, C.-Y. Ho',
  year: 2010,
  venue: 'Computer Communications',
  headline:
    'CODE competes with Reno where Vegas starves: it has about its share over rates, round trips and mixes, nearer to one than Vegas, Vegas-A and NewVegas. How near depends on what a loss takes from its window: a quarter as in equation 4 gives it more than Reno on long paths, a half, as in the authors’ kernel, about the same. The claims on different RTTs hold once packets are not locked in phase.',
  live: { id: 'vegas-family', title: 'Vegas and its successors' },
  story:
    'Delay-based control keeps queues short and loses to Reno: Vegas stops at three queued packets while Reno fills the buffer. CODE moves Vegas’s two thresholds. If the RTT grows although its own window did not, another flow fills the queue, and the thresholds rise by two; if the RTT stays, they fall; a loss leaves 68 % of them. So it behaves like Vegas among its own kind and competes with Reno otherwise. The paper compares it with Vegas, Vegas-A and NewVegas against Reno over rates, round trips, buffers and mixes, among flows of the same scheme, and on a testbed.',
  experiments: [
    ...experiments,
    ...withoutFloors(experiments),
    ...newvegasHalves(experiments),
    ...habit(experiments),
  ],
};
