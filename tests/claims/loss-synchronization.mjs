// What "Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation" (2014) claims.
//
// Its plots are not available as numbers, so these are its sentences: sections 3.2 and 5 and the conclusion, figure by figure. They follow
// the text alone. A report of the fluid model had looked at most of these figures before; no threshold here comes from it. What words
// such as "match" or "poor" mean in numbers is said once, for all figures, in loss-synchronization/readings.mjs.
//
// Sentences that say the same of the same figure are one claim. What the paper quotes of others is none, nor is what it supposes
// without a figure to look at. Losses count once an event, the model's default; the paper's equations to the letter have experiments of
// their own.
import { figure9 } from './loss-synchronization/figure-9.mjs';
import { figures2to8 } from './loss-synchronization/figures-2-to-8.mjs';
import { figures10to12 } from './loss-synchronization/figures-10-to-12.mjs';

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [...figures2to8, ...figure9, ...figures10to12];
