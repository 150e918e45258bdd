// What "CODE TCP: A competitive delay-based TCP" (2010) claims. Where the paper gives no number, its words are read alike in all claims: see
// `code/words.mjs`.
import { alike } from './code/alike.mjs';
import { beside } from './code/beside.mjs';
import { room } from './code/room.mjs';
import { testbed } from './code/testbed.mjs';
import { windows } from './code/windows.mjs';

/** @type {import('./claim.mjs').Claim[]} */
export const claims = [...windows, ...beside, ...room, ...alike, ...testbed];
