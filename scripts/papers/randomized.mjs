// Randomized TCP (2002).
import { experiments as floyd } from './randomized/floyd.mjs';
import { experiments as phases } from './randomized/phases.mjs';
import { experiments as sharing } from './randomized/sharing.mjs';
import { experiments as synchronization } from './randomized/synchronization.mjs';
import { experiments as transfers } from './randomized/transfers.mjs';
import { experiments as tuning } from './randomized/tuning.mjs';

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'randomized',
  title: 'Randomized TCP',
  authors: 'K. Chandrayana, S. Ramakrishnan, B. Sikdar, S. Kalyanaraman',
  year: 2002,
  venue: 'Rensselaer Polytechnic Institute',
  story: '',
  experiments: [...tuning, ...transfers, ...sharing, ...phases, ...synchronization, ...floyd],
};
