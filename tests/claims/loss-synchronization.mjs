// What "Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation" (2014) claims.
//
// Its plots are not available as numbers, so these are its sentences: sections 3.2 and 5 and the conclusion, figure by figure. They follow
// the text alone. An earlier report of the fluid model examined most of these figures; no threshold here comes from it.
// loss-synchronization/readings.mjs defines what words such as "match" or "poor" mean in numbers, for all figures.
//
// Sentences that say the same about the same figure are one claim. Quotations from other papers and assumptions without a figure are not
// claims. Flows decrease once per congestion event, the model's default; the paper's literal equations have experiments of
// their own.
import { figure9 } from './loss-synchronization/figure-9.mjs';
import { figures2to8 } from './loss-synchronization/figures-2-to-8.mjs';
import { figures10to12 } from './loss-synchronization/figures-10-to-12.mjs';

export { readings } from './loss-synchronization/choices.mjs';

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [...figures2to8, ...figure9, ...figures10to12];
