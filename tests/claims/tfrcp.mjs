// What "A Model Based TCP-Friendly Rate Control Protocol" (1999) claims.

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [];
