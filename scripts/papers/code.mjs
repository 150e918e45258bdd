// CODE TCP: A competitive delay-based TCP (2010).

import { analysis } from './code/analysis.mjs';
import { buffers } from './code/buffers.mjs';
import { withoutPhaseEffects } from './code/phase.mjs';
import { rates } from './code/rates.mjs';
import { rtts } from './code/rtts.mjs';
import { sameScheme } from './code/same-scheme.mjs';
import { testbed } from './code/testbed.mjs';
import { windows } from './code/windows.mjs';

/** Figures whose outcome depends on the phase. */
const PHASE_DEPENDENT = ['10', '11', '12', '13', '15', '16'].map((figure) => `code-fig-${figure}`);

const experiments = [...windows, analysis, ...rates, ...rtts, ...buffers, ...sameScheme, ...testbed];

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'code',
  title: 'CODE TCP: A competitive delay-based TCP',
  authors: 'Y.-C. Chan, C.-L. Lin, C.-T. Chan, C.-Y. Ho',
  year: 2010,
  venue: 'Computer Communications',
  story: '',
  experiments: experiments.flatMap((e) =>
    PHASE_DEPENDENT.includes(e.id) ? [e, withoutPhaseEffects(e)] : [e],
  ),
};
