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
    ran: 'The 25 cells of Q1, beside the ratio that the laws of appendix C give.',
    found: `At 40 Mb/s the measured ratio is 1.4 to 2.2 times that of the laws, more with longer RTTs. The laws take 0.85 of CUBIC’s longest RTT for its mean, and the target for the tip of the sawtooth. PI2 holds the mean delay at its target of 15 ms here (Q4),
so CUBIC’s mean RTT is longer than in the laws.`,
    records: ['dualq-rates', 'dualq-delay'],
  },
  Q5: {
    verdict: 'alone',
    ran: 'The scenario of 2020 with a step that applies to any packet, and with one that does not apply to a queue of one packet ("Measurements from 2020, single packets spared").',
    found: `At 50 Mb/s the ratios agree: 2.34, 1.87 and 1.90, measured 2.73, 2.17 and 1.66. At 10 Mb/s a packet takes 1.2 ms. If the step of 1 ms applies to any packet, Prague is marked as soon as two packets wait and has 0.48, 0.30 and 0.07 times as much as CUBIC; if it
spares a queue of one packet, 1.32, 1.21 and 1.25, where 2.12, 1.81 and 1.70 were measured.`,
    records: ['dualq-2020', 'dualq-2020-single'],
  },
  Q6: {
    verdict: 'alone',
    ran: 'As Q5.',
    found:
      'At 50 Mb/s the ratio falls from 10 to 20 ms and then stays within its interval: 2.34, 1.87 and 1.90. At 10 Mb/s it falls in the step for every packet, and is 1.32, 1.21 and 1.25 with single packets spared.',
    records: ['dualq-2020', 'dualq-2020-single'],
  },
};
