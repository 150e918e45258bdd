// What "Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation" (2014) claims.

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [];
