// A Model Based TCP-Friendly Rate Control Protocol (1999).

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'tfrcp',
  title: 'A Model Based TCP-Friendly Rate Control Protocol',
  authors: 'J. Padhye, J. Kurose, D. Towsley, R. Koodli',
  year: 1999,
  venue: 'NOSSDAV',
  story: '',
  experiments: [],
};
