// The papers, in the order of the page.
import { paper as code } from './code.mjs';
import { paper as lossSynchronization } from './loss-synchronization.mjs';
import { paper as pseudoRate } from './pseudo-rate.mjs';
import { paper as randomized } from './randomized.mjs';
import { paper as tfrcp } from './tfrcp.mjs';

export const papers = [randomized, tfrcp, pseudoRate, code, lossSynchronization];
