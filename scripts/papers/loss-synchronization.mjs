// Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation (2014).
import { buffers } from './loss-synchronization/buffers.mjs';
import { cubic2008 } from './loss-synchronization/cubic-2008.mjs';
import { explanations } from './loss-synchronization/explanations.mjs';
import { losers } from './loss-synchronization/losers.mjs';
import { openChoices } from './loss-synchronization/open-choices.mjs';
import { pairs } from './loss-synchronization/pairs.mjs';

const experiments = [...pairs, ...buffers, ...losers, ...explanations, ...openChoices];

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'loss-synchronization',
  title: 'Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation',
  authors: 'S. Kumar and others',
  year: 2014,
  venue: 'Journal of Computer Networks and Communications',
  headline:
    'Which flows lose decides who gets the link: if only the largest of two flows loses, Scalable TCP shares with AIMD, with a longer RTT and with a late starter; if both lose, it starves them. For ten flows the order of the levels depends on what the paper leaves open, most of all the centre of *m*. In packet runs without locked phases nearly all of ten HSTCP flows lose together, so the level that the paper calls unrealistic is the nearest to them.',
  live: { id: 'fluid-largest-loses', title: 'Only the largest loses' },
  story: `When a buffer overflows, which flows lose packets? If every flow loses at the same time, all of them decrease at once, and a link of 10 Gb/s runs idle. If only a
few flows lose, the others keep the link busy. In the paper’s fluid model, the number of flows that lose at a congestion event and the choice of these flows are parameters. The paper
studies how they affect utilisation and fairness with ten fast flows. The clearest results are those with two flows: if only the flow with the highest rate loses, Scalable TCP
shares the link with AIMD, with a flow of longer RTT and with a flow that starts late. If both flows lose, it starves the first two and holds the third down. The results for ten flows depend on
details that the paper does not give (the distribution of the number of losing flows, the initial windows) and on whether each congestion event or each lost packet causes a decrease. The
last experiments show each choice.`,
  experiments: [...experiments, ...cubic2008(experiments)],
};
