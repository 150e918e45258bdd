import { recorded } from '../verdict.mjs';

/** What is known of claims that do not hold here, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  L2: {
    verdict: 'alone',
    ran: '"Latecomer", and "Latecomer, no slow start": two flows that begin in congestion avoidance, the second 20, 40 and 60 s after the first.',
    found:
      'The first flow’s slow start fills the queue far beyond the target, and the flow gives it back by at most a packet for each round trip. What the second flow takes for the empty path is this queue: the delay is 287, 227 and 207 ms after gaps of 20, 40 and 60 s. Without slow start it is 186, 199 and 201 ms, within the claim’s 150 to 210.',
    records: ['ledbat-latecomer', 'ledbat-no-slow-start'],
    part: `The first flow’s slow start. It leaves a queue that the second flow takes for the empty path; without it the delay is 186 to 201 ms.`,
    measured: [
      ...recorded('ledbat-no-slow-start', 'delay', [
        { gap: 20, start: 'slow start' },
        { gap: 20, start: 'congestion avoidance' },
        { gap: 40, start: 'slow start' },
        { gap: 40, start: 'congestion avoidance' },
        { gap: 60, start: 'slow start' },
        { gap: 60, start: 'congestion avoidance' },
      ]),
    ],
  },
};
