// What "Randomized TCP" (2002) claims.
import { claims as phases } from './randomized/phases.mjs';
import { claims as sharing } from './randomized/sharing.mjs';
import { claims as synchronization } from './randomized/synchronization.mjs';
import { claims as transfers } from './randomized/transfers.mjs';
import { claims as tuning } from './randomized/tuning.mjs';

export { readings } from './randomized/readings.mjs';

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [...tuning, ...transfers, ...sharing, ...phases, ...synchronization];
