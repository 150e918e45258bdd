import { recorded } from '../verdict.mjs';

/** What is known of claims that do not hold here, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  Q1: {
    verdict: 'agreed',
    simulator: 'Linux, measured by Heist and Morton in 2020',
    ran: 'Both flows at 4 to 200 Mb/s and 5 to 100 ms; and the scenario that Heist and Morton measured over the Linux implementation, without Prague’s scaling below 25 ms ("Measurements from 2020").',
    found: `16 of the 25 cells are within 1.5, all at 4 Mb/s and all at 10 ms. At 20 to 100 ms and 40 or 120 Mb/s Prague has 1.5 to 1.8 times as much as CUBIC. On Linux the ratio is 2.73, 2.17 and 1.66 at 50 Mb/s and 10, 20 and 80 ms, here 2.34, 1.87
and 1.90: above 1.5 in both.`,
    records: ['dualq-rates', 'dualq-2020'],
  },
  Q2: {
    verdict: 'alone',
    ran: 'The 25 cells of Q1, beside the ratio that the laws of appendix C give; and how often both flows are marked ("Coupling, marks").',
    found: `At 40 Mb/s the measured ratio is 1.4 to 2.2 times that of the laws, more with longer RTTs. The laws take 0.85 of CUBIC’s longest RTT for its mean, and the target for the tip of the sawtooth. PI2 holds the mean delay at its target of 15 ms here (Q4),
so CUBIC’s mean RTT is longer than in the laws.`,
    records: ['dualq-rates', 'dualq-delay', 'dualq-marks'],
    part: `Each law by itself, at 40 Mb/s and 20, 50 and 100 ms. By the coupling Prague’s marks are twice the root of CUBIC’s: 5.8, 3.5 and 2.8 %; it has 5.0, 2.8 and 1.6 %. By its own law Prague’s window is two over its marks, and 0.8 of that at 20 ms: 32, 72 and 125 packets; its rate times its RTT is 42, 104 and 211. CUBIC’s law gives 42, 69 and 87 packets; it has 47, 80 and 132. CUBIC’s RTT is 1.13 to 1.15 times as long as in the laws. The four together are the factors of 1.58, 1.79 and 2.23, and the coupling and Prague’s law are the most of it.`,
    measured: [
      ...recorded('dualq-marks', 'Prague’s marks', [
        { RTT: 20, rate: 40 },
        { RTT: 50, rate: 40 },
        { RTT: 100, rate: 40 },
      ]),
      ...recorded('dualq-marks', 'CUBIC’s marks', [
        { RTT: 20, rate: 40 },
        { RTT: 50, rate: 40 },
        { RTT: 100, rate: 40 },
      ]),
      ...recorded('dualq-marks', 'CUBIC’s RTT', [
        { RTT: 20, rate: 40 },
        { RTT: 50, rate: 40 },
        { RTT: 100, rate: 40 },
      ]),
    ],
  },
  Q5: {
    verdict: 'alone',
    ran: 'The scenario of 2020 with a step that applies to any packet, and with one that does not apply to a queue of one packet ("Measurements from 2020, single packets spared").',
    found: `At 50 Mb/s the ratios agree: 2.34, 1.87 and 1.90, measured 2.73, 2.17 and 1.66. At 10 Mb/s a packet takes 1.2 ms. If the step of 1 ms applies to any packet, Prague is marked as soon as two packets wait and has 0.48, 0.30 and 0.07 times as much as CUBIC; if it
spares a queue of one packet, 1.32, 1.21 and 1.25, where 2.12, 1.81 and 1.70 were measured.`,
    records: ['dualq-2020', 'dualq-2020-single'],
    part: `How often Prague is marked at 10 Mb/s. It is marked 37, 32 and 31 % of the time by the step for every packet and 28, 20 and 7.5 % by the one that spares a single packet. With the latter Prague has 5.2 to 5.4 Mb/s and CUBIC 4.1 to 4.3; measured were 5.9 to 6.2 and 2.9 to 3.5.`,
    measured: [
      ...recorded('dualq-2020', 'Prague’s marks', [
        { RTT: 10, rate: 10 },
        { RTT: 20, rate: 10 },
        { RTT: 80, rate: 10 },
      ]),
      ...recorded('dualq-2020-single', 'Prague’s marks', [
        { RTT: 10, rate: 10 },
        { RTT: 20, rate: 10 },
        { RTT: 80, rate: 10 },
      ]),
      ...recorded('dualq-2020-single', 'Prague', [
        { RTT: 10, rate: 10 },
        { RTT: 20, rate: 10 },
        { RTT: 80, rate: 10 },
      ]),
    ],
  },
  Q6: {
    verdict: 'alone',
    ran: 'As Q5.',
    found:
      'At 50 Mb/s the ratio falls from 10 to 20 ms and then stays within its interval: 2.34, 1.87 and 1.90. At 10 Mb/s it falls in the step for every packet, and is 1.32, 1.21 and 1.25 with single packets spared.',
    records: ['dualq-2020', 'dualq-2020-single'],
    part: `As Q5. Marks that hardly fall from 10 to 80 ms, 37 to 31 %, take ever more of a longer path’s rate; with single packets spared they fall with the RTT, 28 to 7.5 %. At 50 Mb/s the claim asks for a fall from 20 to 80 ms, too. Two over Prague’s marks, its law, is a window of 25, 41 and 124 packets at 10, 20 and 80 ms; its rate times its RTT is 31, 56 and 217, which is 1.25, 1.36 and 1.75 times as much: the excess grows with the RTT, as in Q2.`,
    measured: [
      ...recorded('dualq-2020', 'Prague’s marks', [
        { RTT: 10, rate: 10 },
        { RTT: 80, rate: 10 },
      ]),
      ...recorded('dualq-2020-single', 'Prague’s marks', [
        { RTT: 10, rate: 10 },
        { RTT: 80, rate: 10 },
      ]),
      ...recorded('dualq-2020', 'Prague’s marks', [
        { RTT: 10, rate: 50 },
        { RTT: 20, rate: 50 },
        { RTT: 80, rate: 50 },
      ]),
    ],
  },
};
