// CODE TCP: A competitive delay-based TCP (2010).

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'code',
  title: 'CODE TCP: A competitive delay-based TCP',
  authors: 'Y.-C. Chan, C.-L. Lin, C.-T. Chan, C.-Y. Ho',
  year: 2010,
  venue: 'Computer Communications',
  story: '',
  experiments: [],
};
