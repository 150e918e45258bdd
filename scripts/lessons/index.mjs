// The lessons that come with the page, in the order of the gallery.
import { fair, write } from './code.mjs';
import { delay, phases } from './delay.mjs';
import { convergence, roundTrips } from './fairness.mjs';
import { harm } from './harm.mjs';
import { l4s } from './l4s.mjs';
import { bbr, marks, scavenger } from './modern.mjs';
import { policing } from './policer.mjs';
import { bloat, buffers } from './queues.mjs';
import { media, together } from './rates.mjs';
import { sawtooth, slowStart } from './window.mjs';

/** @type {import('./build.mjs').Lesson[]} */
export const LESSONS = [
  sawtooth,
  slowStart,
  convergence,
  roundTrips,
  buffers,
  bloat,
  delay,
  phases,
  media,
  together,
  bbr,
  marks,
  l4s,
  scavenger,
  policing,
  harm,
  write,
  fair,
];
