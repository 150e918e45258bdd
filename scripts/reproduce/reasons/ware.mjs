const SHORTER = {
  ran: '"Flows" in the queue of 32 BDP, which is 1.28 s at 10 Mb/s, and "Shorter queues": 1, 4 and 16 CUBIC flows in 8, 16 and 32 BDP.',
  records: ['ware-flows', 'ware-shorter'],
};

/** What is known of claims that do not hold here, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  W1: {
    verdict: 'alone',
    ...SHORTER,
    found: `The queue is too long for BBR’s clock. Against 1, 4 and 16 CUBIC flows BBR has 46, 47 and 41 % in 8 BDP, 43, 42 and 39 % in 16 BDP, within the claim’s ten points, and 37, 26 and 14 % in 32 BDP. There a probe for bandwidth, once in eight of its base RTTs of about a second, comes
hardly more often than the pause of every ten seconds in which it drains its packets to measure the RTT. Against Reno, which grows by a packet in such a round trip, the claim holds in 32 BDP, too (W2).`,
  },
  W3: {
    verdict: 'alone',
    ...SHORTER,
    found:
      'See W1: against 16 CUBIC flows BBR has 41 ± 1 % in 8 BDP, 39 ± 3 % in 16 BDP and 14 ± 13 % in 32 BDP, and 38 % against 16 Reno flows in 32 BDP.',
  },
  W4: {
    verdict: 'alone',
    ran: '"Buffers", "Flows" and "Shorter queues": BBR’s share and the mean queue.',
    found: `Against one CUBIC flow the model is too high in each buffer: by 16, 32, 27, 17, 13 and 19 % in 1, 2, 4, 8, 16 and 32 BDP, and by far in 64. It assumes a queue that is always full. The mean queue is 77, 83, 83, 84, 86, 84
and 88 % of the buffer.`,
    records: ['ware-buffers', 'ware-flows'],
  },
  W5: {
    verdict: 'alone',
    ran: '"Buffers" and "Flows": BBR’s share against Reno, and the mean queue.',
    found: `The median error is 8.7 %, and the claim allows 8. The model is right within 5 % in 16 BDP, and in 32 BDP against one to four Reno flows. It is too high by 13, 24, 34 and 17 % in 1, 2, 4 and 8 BDP. There a single Reno flow,
which halves its window, keeps 76, 77, 73 and 72 % of the buffer filled, and the model assumes a full one.`,
    records: ['ware-buffers', 'ware-flows'],
  },
  W8: {
    verdict: 'alone',
    ran: '"Several BBR flows" in 32 BDP, and "Several BBR flows, shorter queues" in 8 and 16 BDP.',
    found:
      'One, two and four flows have less than the model gives in 32 BDP (see W1); eight are within 1 %. In 8 BDP one, two, four and eight flows have 45, 53, 61 and 68 %, and the model gives 54, 56, 59 and 64; in 16 BDP 43, 49, 54 and 58 %, the model 49, 50, 51 and 54: all but the single flow are within 10 % there.',
    records: ['ware-bbr-flows', 'ware-several-shorter'],
  },
};
