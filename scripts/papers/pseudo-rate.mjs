// Pseudo-rate TCP: a congestion avoidance scheme with nearly optimized fairness and throughput (1999).

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'pseudo-rate',
  title: 'Pseudo-rate TCP: a congestion avoidance scheme with nearly optimized fairness and throughput',
  authors: 'J.-R. Chen, Y.-C. Chen',
  year: 1999,
  venue: 'Computer Communications 22',
  story: '',
  experiments: [],
};
