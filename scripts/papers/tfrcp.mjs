// A Model Based TCP-Friendly Rate Control Protocol (1999).

import { background } from './tfrcp/background.mjs';
import { design } from './tfrcp/design.mjs';
import { internet } from './tfrcp/internet.mjs';
import { longFlows } from './tfrcp/long-flows.mjs';

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'tfrcp',
  title: 'A Model Based TCP-Friendly Rate Control Protocol',
  authors: 'J. Padhye, J. Kurose, D. Towsley, R. Koodli',
  year: 1999,
  venue: 'NOSSDAV',
  story:
    'Audio and video cannot use TCP, whose window and retransmissions belong together, but they have to live beside it. TFRCP takes a formula for the throughput of a TCP connection and obeys it: in rounds of a few seconds it counts losses, measures the round-trip time, and sends during the next round at the rate that TCP would have. If nothing is lost, the rate doubles. Is such a flow fair to TCP, over how long a time, and how long should a round be? The paper asks with many flows on a T1 line, with a fixed share for each, beside transfers that come and go, beside self-similar traffic, and over the Internet of 1998. Its idea lives on in TFRC (RFC 5348).',
  experiments: [...longFlows, ...background, ...internet, ...design],
};
