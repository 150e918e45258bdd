// What "Pseudo-rate TCP: a congestion avoidance scheme with nearly optimized fairness and throughput" (1999) claims. Which reading is
// checked: pseudo-rate/shared.mjs.
import { mechanism } from './pseudo-rate/mechanism.mjs';
import { parkingLot } from './pseudo-rate/parking-lot.mjs';

export { readings } from './pseudo-rate/shared.mjs';

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [...mechanism, ...parkingLot];
