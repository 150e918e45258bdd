// Randomized TCP (2002).

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'randomized',
  title: 'Randomized TCP',
  authors: 'K. Chandrayana, S. Ramakrishnan, B. Sikdar, S. Kalyanaraman',
  year: 2002,
  venue: 'Rensselaer Polytechnic Institute',
  story: '',
  experiments: [],
};
