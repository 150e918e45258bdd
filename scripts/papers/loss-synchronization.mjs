// Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation (2014).
import { buffers } from './loss-synchronization/buffers.mjs';
import { numbers } from './loss-synchronization/numbers.mjs';
import { opens } from './loss-synchronization/open.mjs';
import { pairs } from './loss-synchronization/pairs.mjs';
import { why } from './loss-synchronization/why.mjs';

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'loss-synchronization',
  title: 'Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation',
  authors: 'S. Kumar and others',
  year: 2014,
  venue: 'Journal of Computer Networks and Communications',
  story: `When a buffer overflows, who is told? If every flow loses a packet at once, all decrease at once, and a link of 10 Gb/s drains; if a few do, the others
carry it over. The paper makes the number of flows that lose at a congestion event, and the choice of them, into controls of a fluid model, and asks what they
do to utilisation and fairness with ten fast flows. The strongest answer is in its smallest figures: where only the flow of the highest rate loses, Scalable TCP
shares with AIMD, with a slower round trip and with a latecomer; where both lose it starves the first two and holds the third down. How far the answers for ten flows carry depends on what
the paper does not print (how the number that loses is distributed, how flows begin) and on whether a loss counts once or packet by packet: the
last experiments show each choice.`,
  experiments: [...pairs, ...buffers, ...numbers, ...why, ...opens],
};
