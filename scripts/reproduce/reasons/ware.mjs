import { recorded } from '../verdict.mjs';

const SHORTER = {
  ran: '"Flows" in the queue of 32 BDP, which is 1.28 s at 10 Mb/s, and "Shorter queues": 1, 4 and 16 CUBIC flows in 8, 16 and 32 BDP; and in 32 BDP with the same number of packets at 40, 20 and 10 ms ("Shorter RTTs").',
  records: ['ware-flows', 'ware-shorter', 'ware-clock'],
};

/** What is known of claims that do not hold here, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  W1: {
    verdict: 'alone',
    ...SHORTER,
    found: `The queue is too long for BBR’s clock. Against 1, 4 and 16 CUBIC flows BBR has 46, 47 and 41 % in 8 BDP, 43, 42 and 39 % in 16 BDP, within the claim’s ten points, and 37, 26 and 14 % in 32 BDP. There a probe for bandwidth, once in eight of its base RTTs of about a second, comes
hardly more often than the pause of every ten seconds in which it drains its packets to measure the RTT. Against Reno, which grows by a packet in such a round trip, the claim holds in 32 BDP, too (W2).`,
    part: `The length of the queue against BBR’s clock of ten seconds. If RTT and transmission times are divided by four, so that path and buffer hold as many packets as before, the share is 46, 44 and 45 % against 1, 4 and 16 CUBIC flows: it does not depend on their number. BBR’s mean RTT is 0.28 to 0.31 s there and 1.15 to 1.21 s at 40 ms: eight round trips, which a cycle of its probes takes, are 2.2 to 2.4 s and 9.2 to 9.7 s, and it measures the RTT every ten seconds.`,
    measured: [
      ...recorded('ware-clock', 'BBR', [
        { RTT: 40, 'CUBIC flows': 1 },
        { RTT: 40, 'CUBIC flows': 16 },
        { RTT: 20, 'CUBIC flows': 1 },
        { RTT: 20, 'CUBIC flows': 16 },
        { RTT: 10, 'CUBIC flows': 1 },
        { RTT: 10, 'CUBIC flows': 16 },
      ]),
      ...recorded('ware-clock', 'RTT of BBR', [
        { RTT: 40, 'CUBIC flows': 16 },
        { RTT: 10, 'CUBIC flows': 16 },
      ]),
    ],
  },
  W3: {
    verdict: 'alone',
    ...SHORTER,
    found:
      'See W1: against 16 CUBIC flows BBR has 41 ± 1 % in 8 BDP, 39 ± 3 % in 16 BDP and 14 ± 13 % in 32 BDP, and 38 % against 16 Reno flows in 32 BDP.',
    part: `As W1: the same 1067 packets of buffer at 40, 20 and 10 ms. Against 16 CUBIC flows BBR’s mean RTT is 1.21, 0.60 and 0.31 s, and its share 14, 41 and 45 %.`,
    measured: [
      ...recorded('ware-clock', 'RTT of BBR', [
        { RTT: 40, 'CUBIC flows': 16 },
        { RTT: 20, 'CUBIC flows': 16 },
        { RTT: 10, 'CUBIC flows': 16 },
      ]),
      ...recorded('ware-clock', 'BBR', [
        { RTT: 40, 'CUBIC flows': 16 },
        { RTT: 20, 'CUBIC flows': 16 },
        { RTT: 10, 'CUBIC flows': 16 },
      ]),
    ],
  },
  W4: {
    verdict: 'alone',
    ran: '"Buffers", "Flows" and "Shorter queues": BBR’s share and the mean queue.',
    found: `Against one CUBIC flow the model is too high in each buffer: by 16, 32, 27, 17, 13 and 19 % in 1, 2, 4, 8, 16 and 32 BDP, and by far in 64. It assumes a queue that is always full. The mean queue is 77, 83, 83, 84, 86, 84
and 88 % of the buffer.`,
    records: ['ware-buffers', 'ware-flows', 'ware-clock'],
    part: `The queue that the model assumes to be full. It is not, and in 32 BDP BBR’s clock comes on top (W1).`,
    measured: [
      ...recorded('ware-buffers', 'queue', [
        { buffer: 1, opponent: 'CUBIC' },
        { buffer: 2, opponent: 'CUBIC' },
        { buffer: 4, opponent: 'CUBIC' },
        { buffer: 8, opponent: 'CUBIC' },
        { buffer: 16, opponent: 'CUBIC' },
        { buffer: 32, opponent: 'CUBIC' },
      ]),
      ...recorded('ware-clock', 'BBR', [
        { RTT: 40, 'CUBIC flows': 16 },
        { RTT: 10, 'CUBIC flows': 16 },
      ]),
    ],
  },
  W5: {
    verdict: 'alone',
    ran: '"Buffers" and "Flows": BBR’s share against Reno, and the mean queue.',
    found: `The median error is 8.7 %, and the claim allows 8. The model is right within 5 % in 16 BDP, and in 32 BDP against one to four Reno flows. It is too high by 13, 24, 34 and 17 % in 1, 2, 4 and 8 BDP. There a single Reno flow,
which halves its window, keeps 76, 77, 73 and 72 % of the buffer filled, and the model assumes a full one.`,
    records: ['ware-buffers', 'ware-flows'],
    part: `The queue that the model assumes to be full: 25, 51, 98 and 192 of 33, 67, 133 and 267 packets in 1, 2, 4 and 8 BDP.`,
    measured: [
      ...recorded('ware-buffers', 'queue', [
        { buffer: 1, opponent: 'Reno' },
        { buffer: 2, opponent: 'Reno' },
        { buffer: 4, opponent: 'Reno' },
        { buffer: 8, opponent: 'Reno' },
        { buffer: 16, opponent: 'Reno' },
      ]),
    ],
  },
  W8: {
    verdict: 'alone',
    ran: '"Several BBR flows" in 32 BDP, and "Several BBR flows, shorter queues" in 8 and 16 BDP; and in 32 BDP at 20 and 10 ms ("Several BBR flows, shorter RTTs").',
    found:
      'One, two and four flows have less than the model gives in 32 BDP (see W1); eight are within 1 %. In 8 BDP one, two, four and eight flows have 45, 53, 61 and 68 %, and the model gives 54, 56, 59 and 64; in 16 BDP 43, 49, 54 and 58 %, the model 49, 50, 51 and 54: all but the single flow are within 10 % there.',
    records: ['ware-bbr-flows', 'ware-several-shorter', 'ware-several-clock'],
    part: `As W1. In the same number of packets at 10 ms, one, two, four and eight BBR flows have 45, 47, 48 and 53 %, where the model gives 49, 50, 50 and 52: each within 10 %.`,
    measured: [
      ...recorded('ware-several-clock', 'BBR', [
        { RTT: 10, 'BBR flows': 1 },
        { RTT: 10, 'BBR flows': 2 },
        { RTT: 10, 'BBR flows': 4 },
        { RTT: 10, 'BBR flows': 8 },
      ]),
      ...recorded('ware-several-clock', 'RTT of BBR', [
        { RTT: 20, 'BBR flows': 1 },
        { RTT: 10, 'BBR flows': 1 },
      ]),
    ],
  },
};
