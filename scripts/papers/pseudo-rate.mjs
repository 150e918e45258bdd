// Pseudo-rate TCP: a congestion avoidance scheme with nearly optimized fairness and throughput (1999).

import { mechanism } from './pseudo-rate/mechanism.mjs';
import { parkingLotFigures } from './pseudo-rate/parking-lot.mjs';

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'pseudo-rate',
  title: 'Pseudo-rate TCP: a congestion avoidance scheme with nearly optimized fairness and throughput',
  authors: 'J.-R. Chen, Y.-C. Chen',
  year: 1999,
  venue: 'Computer Communications 22',
  headline:
    'The promise holds under every reading: sources with RTTs of 1.2 to 5.2 ms share a link with a fairness of 0.99 and without losses, where Vegas has 0.93. The printed formula and the figures do not agree on how the service rate is measured. With the spacing of ACKs and whole packets 21 of 25 claims hold, and 23 if links have 1 ms, the delay with which Vegas has the printed fairness; with section 3.2 as printed windows grow too slowly for the figures.',
  live: { id: 'pseudo-rate', title: 'Equal rates at 20 and 200 ms' },
  story:
    'Vegas avoids losses by keeping a few packets in the queue, but sources with short RTTs get more than their share, and it is slow to use free bandwidth. Pseudo-rate TCP limits the window of each source to a bound: the BDP at the rate at which the network serves the source, plus three packets for the queue. Sources with equal shares of a queue have equal rates, whatever their RTTs. The window has two parts: a base that is known to be safe, and an offset that doubles each round trip until the window reaches the bound, so that only the gap is filled exponentially. The paper tests it on five switches in a row; the sources have five different RTTs, and two of them stop halfway. The printed formula and the figures do not agree on how the service rate is measured; here each reading is shown.',
  experiments: [...mechanism, ...parkingLotFigures],
};
