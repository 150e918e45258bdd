import { recorded } from '../verdict.mjs';

/** What is known of claims that do not hold here, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  H1: {
    verdict: 'alone',
    ran: '"Queue", and "Bursts": 2, 4 and 8 flows with the allowance for bursts that Linux adds to BBR’s window, and without it.',
    found:
      'With two and four flows it holds. With eight the backlog is 1.56 BDP, ten packets above the limit. Without the allowance for bursts, at least six packets for each flow, it is 0.96, 1.08 and 1.17 BDP with 2, 4 and 8 flows. A BDP is 167 packets here; on the paper’s links of 1 and 10 Gb/s it is ten and a hundred times as many.',
    records: ['hock-queue', 'hock-bursts'],
    part: `The allowance for bursts that Linux adds to BBR’s window. Without it eight flows keep 1.17 BDP.`,
    measured: [
      ...recorded('hock-bursts', 'backlog', [
        { flows: 8, bursts: 'as Linux' },
        { flows: 8, bursts: 'none' },
      ]),
    ],
  },
  H6: {
    verdict: 'alone',
    ran: '"Loss", and "Loss without bursts": four flows in buffers of 2 to 4 BDP, with Linux’s bursts and without.',
    found:
      'In 2 BDP 0.013 ± 0.021 % are lost, some 60 packets of half a million, and none in 4 BDP; in 2.5 and 3 BDP 0.004 and 0.007 %. The backlog is 1.3 BDP on average. Without the allowance for bursts nothing is lost in 2, 2.5 and 4 BDP, and 0.010 ± 0.028 % in 3 BDP.',
    records: ['hock-loss', 'hock-loss-bursts'],
    part: `The same allowance (H1): without it the backlog in 2 BDP is 1.08 instead of 1.30 BDP, and nothing is lost. With it the seeds decide.`,
    measured: [
      ...recorded('hock-loss-bursts', 'backlog', [
        { buffer: 2, bursts: 'as Linux' },
        { buffer: 2, bursts: 'none' },
      ]),
      ...recorded('hock-loss-bursts', 'loss', [
        { buffer: 2, bursts: 'as Linux' },
        { buffer: 2, bursts: 'none' },
      ]),
    ],
  },
};
