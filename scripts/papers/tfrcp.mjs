// A Model Based TCP-Friendly Rate Control Protocol (1999).

import { background } from './tfrcp/background.mjs';
import { design } from './tfrcp/design.mjs';
import { internet } from './tfrcp/internet.mjs';
import { longFlows } from './tfrcp/long-flows.mjs';
import { withLargerBuffer, withoutLimit, withShortWaits, withTicks } from './tfrcp/unstated.mjs';

/** Figures that are also shown with other settings that the paper does not state. */
const SHORT_WAITS = ['2a', '2c', '2-delays'].map((figure) => `tfrcp-fig-${figure}`);
const LARGER_BUFFER = ['5a', '5b'].map((figure) => `tfrcp-fig-${figure}`);
const TICKS = ['2a', '2b', '2c', '2-delays', '3', '4a', '4b', '4-20ms', '4-100ms', '5a', '5b', '6'].map(
  (figure) => `tfrcp-fig-${figure}`,
);

/** @param {import('./build.mjs').PaperExperiment} one */
const largerBuffers = (one) => [withLargerBuffer(one), withoutLimit(withLargerBuffer(one))];

const experiments = [...longFlows, ...background, ...internet, ...design];

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'tfrcp',
  title: 'A Model Based TCP-Friendly Rate Control Protocol',
  authors: 'J. Padhye, J. Kurose, D. Towsley, R. Koodli',
  year: 1999,
  venue: 'NOSSDAV',
  headline:
    'TFRCP shares with TCP within a factor of 1.75 nearly everywhere, fairer at a constant bandwidth per flow than on the T1 line. How close F is to 1 depends on settings that the paper does not state or that can be read in two ways: whether receivers delay ACKs, the random wait before a packet, and whether R is measured in ticks of the timer, “exactly as in TCP”: then F is within a third of 1 on the T1 line, too, here as in ns-2. That F falls as rounds grow longer is seen with larger buffers than 25 packets only.',
  live: { id: 'tfrcp-friendliness', title: 'How friendly is TFRCP?' },
  story:
    'Audio and video cannot use TCP, because its window control is tied to retransmission, but they have to share links with it. TFRCP controls its rate by a formula for the throughput of a TCP connection. In rounds of a few seconds it counts losses and measures the round-trip time; in the next round it sends at the rate that TCP would have. If no packet is lost, the rate doubles. Is such a flow fair to TCP, over which time scales, and how long should a round be? The paper tests TFRCP with many flows on a T1 line, with a constant bandwidth per flow, against transfers that come and go, against self-similar traffic, and over the Internet of 1998. TFRC (RFC 5348) is based on the same idea.',
  experiments: experiments.flatMap((one) => [
    one,
    ...(SHORT_WAITS.includes(one.id) ? [withShortWaits(one)] : []),
    ...(LARGER_BUFFER.includes(one.id) ? largerBuffers(one) : []),
    ...(TICKS.includes(one.id) ? [withTicks(one)] : []),
  ]),
};
