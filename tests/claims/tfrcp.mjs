// What "A Model Based TCP-Friendly Rate Control Protocol" (1999) claims. How its words become thresholds: tfrcp/shared.mjs.
import { background } from './tfrcp/background.mjs';
import { design } from './tfrcp/design.mjs';
import { internet } from './tfrcp/internet.mjs';
import { longFlows } from './tfrcp/long-flows.mjs';

export { readings } from './tfrcp/readings.mjs';

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [...longFlows, ...background, ...internet, ...design];
