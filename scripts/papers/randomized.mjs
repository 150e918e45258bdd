// Randomized TCP (2002).
import { habits } from './randomized/as-ns2.mjs';
import { experiments as floyd } from './randomized/floyd.mjs';
import { experiments as phases } from './randomized/phases.mjs';
import { experiments as sharing } from './randomized/sharing.mjs';
import { experiments as synchronization } from './randomized/synchronization.mjs';
import { experiments as transfers } from './randomized/transfers.mjs';
import { experiments as tuning } from './randomized/tuning.mjs';
import { headers } from './randomized/wire.mjs';

const experiments = [...tuning, ...transfers, ...sharing, ...phases, ...synchronization, ...floyd];

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'randomized',
  title: 'Randomized TCP',
  authors: 'K. Chandrayana, S. Ramakrishnan, B. Sikdar, S. Kalyanaraman',
  year: 2002,
  venue: 'Rensselaer Polytechnic Institute',
  headline:
    'Random gaps between packets do remove phase effects: averaged over the phases of table III, the fairness of two flows, weighted by RTT, is 0.68 with neither, 0.87 with one and 0.996 with both of them Randomized. Single runs in locked phases show anything between one flow starving and the other. Random gaps cost throughput, because round trips become longer, 5 % for thirty flows here and in ns-2. Fewer losses and timeouts than with pacing, which the paper claims for bulk transfers, come about without its correction of the increase (α = 1), in ns-2 as here, and not with it.',
  live: { id: 'phase-effect-randomized', title: 'Phase effect, randomised' },
  story:
    'A TCP sender sends in bursts, one for each ACK that opens its window, and a drop-tail queue drops what arrives when it is full. So the same flow can lose at every event (a phase effect), and flows can lose together. Pacing spreads packets evenly over a round trip. Randomized TCP draws each gap at random, RTT/cwnd·(1 + x) with x uniform in ±1, and corrects its increase for the time that this costs. The paper compares it with Reno and with pacing: losses, timeouts and throughput of many flows, short transfers, two kinds of flow on one link, the phase effects of Floyd and Jacobson, and how windows move together.',
  experiments: [...experiments, ...habits(experiments), ...headers(experiments)],
};
