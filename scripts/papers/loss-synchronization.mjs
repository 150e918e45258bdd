// Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation (2014).

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'loss-synchronization',
  title: 'Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation',
  authors: 'S. Kumar and others',
  year: 2014,
  venue: 'Journal of Computer Networks and Communications',
  story: '',
  experiments: [],
};
