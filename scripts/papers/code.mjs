// CODE TCP: A competitive delay-based TCP (2010).
import { alike } from './code/alike.mjs';
import { analysis } from './code/analysis.mjs';
import { withoutPhase } from './code/phase.mjs';
import { rates } from './code/rates.mjs';
import { room } from './code/room.mjs';
import { rtts } from './code/rtts.mjs';
import { testbed } from './code/testbed.mjs';
import { windows } from './code/windows.mjs';

/** Where phase decides the outcome. */
const PHASE = ['10', '11', '12', '13', '15', '16'].map((figure) => `code-fig-${figure}`);

const experiments = [...windows, analysis, ...rates, ...rtts, ...room, ...alike, ...testbed];

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'code',
  title: 'CODE TCP: A competitive delay-based TCP',
  authors: 'Y.-C. Chan, C.-L. Lin, C.-T. Chan, C.-Y. Ho',
  year: 2010,
  venue: 'Computer Communications',
  story: '',
  experiments: experiments.flatMap((e) => (PHASE.includes(e.id) ? [e, withoutPhase(e)] : [e])),
};
