// What "Randomized TCP" (2002) claims.

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [];
