// What "Pseudo-rate TCP: a congestion avoidance scheme with nearly optimized fairness and throughput" (1999) claims.

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [];
