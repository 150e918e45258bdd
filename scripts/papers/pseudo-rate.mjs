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
  story:
    'Vegas avoids losses by keeping a few packets in the queue, but sources with short round trips get more than their share, and it finds free bandwidth slowly. Pseudo-rate TCP gives each source a bound instead: what the path holds at the rate at which the network serves it, and three packets for the queue. Equal shares of a queue are equal rates, whatever the round trips. The window is split in two, a base that is known to be right and an offset that doubles each round trip until the bound is reached, so that only the gap is filled exponentially. The paper shows it on five switches in a row, where the sources have five different round trips and two of them fall silent halfway. Its printed formula and its figures do not agree on how the service rate is measured; here both readings run side by side.',
  experiments: [...mechanism, ...parkingLotFigures],
};
