// Claims of "CODE TCP: A competitive delay-based TCP" (2010). If the paper gives no number, its words have the same
// meaning in all claims: see `code/words.mjs`.
import { againstReno } from './code/against-reno.mjs';
import { buffers } from './code/buffers.mjs';
import { sameScheme } from './code/same-scheme.mjs';
import { testbed } from './code/testbed.mjs';
import { windows } from './code/windows.mjs';

export { readings } from './code/readings.mjs';

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [...windows, ...againstReno, ...buffers, ...sameScheme, ...testbed];
