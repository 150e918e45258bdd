// The papers, in the order of the page.
import { paper as code } from './code.mjs';
import { paper as dctcp } from './dctcp.mjs';
import { paper as dualq } from './dualq.mjs';
import { paper as hock } from './hock.mjs';
import { paper as ledbat } from './ledbat.mjs';
import { paper as lossSynchronization } from './loss-synchronization.mjs';
import { paper as pseudoRate } from './pseudo-rate.mjs';
import { paper as randomized } from './randomized.mjs';
import { paper as tfrcp } from './tfrcp.mjs';
import { paper as ware } from './ware.mjs';

export const papers = [
  ware,
  hock,
  dualq,
  dctcp,
  ledbat,
  randomized,
  tfrcp,
  pseudoRate,
  code,
  lossSynchronization,
];
