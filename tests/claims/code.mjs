// What "CODE TCP: A competitive delay-based TCP" (2010) claims.

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [];
