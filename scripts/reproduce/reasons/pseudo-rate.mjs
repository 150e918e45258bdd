// Runs named in quotation marks are experiments of this report; other numbers come from a few runs with the change that is described.

const READINGS = `The verdicts are under the service rate of section 3.2, the packets of a cycle over its RTT, and a bound that is a real number, as the formula gives it. Then the bound is at most the window plus three packets, and
no window grows by more than three packets per round trip, but the paper’s figures show doubling. With the spacing of a cycle’s ACKs windows double. No reading gives every claim; the table above counts each as a whole.`;

/** Why claims do not hold here, by claim: Markdown. @type {Record<string, string>} */
export const reasons = {
  PS1: `${READINGS}

A single flow with an RTT of 100 ms has a window of 8, 16 and 32 packets after 0.52, 1.02 and 2.12 s with section 3.2, after 0.32, 0.42 and 0.52 s with ACK spacing, and after 0.42,
0.62 and 0.82 s with Vegas. As soon as the window is above a few packets, three packets per round trip are slower than doubling every other round trip. With ACK spacing the ratio is 1.58: Vegas takes twice as long for each
doubling, after a first round trip that is the same for all.`,

  'PT1.1': `With section 3.2 the window grows by three packets per round (see PS1), whether the bound is rounded down or not. With ACK spacing and whole packets it is 1, 2, 4, 8, 16. With ACK spacing and real numbers it is 1, 2, 4, 8, 16, 17, and then the bound itself, 16.6:
the window may grow while it is below the bound, so it ends up to one packet above it, and the base is set to the bound. Without the half packet that this set-up adds to the bound it alternates between 16.1 and 17.1.`,

  'PT1.2': `The base is the window less one, and the window is the bound, which is a real number: 15.6 and 1. With the bound rounded down it is 15 and 1, with either service rate.`,

  'PT1.3': `As PT1.2: the steps are the paper’s, 1, 2, 4 and 8 packets, from 16.6 instead of 16. With the bound rounded down the window is 17, 19, 23, with either service rate.`,

  'PF1.1': `As PT1.1 before the change and PT1.3 after it. It holds with ACK spacing and whole packets only: 1, 2, 4, 8, then 9, 11, 15, 23.`,

  'PT3.1': `The two ramps decide this. With section 3.2 they take longer than those of Vegas (PF4.1): 98.8 and 99.2 %. With ACK spacing throughput is 99.4 %.
With links of 0.1 ms, or of 10 Mb/s, all are within 0.1 points. With 0.5, 1 and 2 ms per link, throughput is 98.8, 95.8 and 84.6 % with section 3.2, 99.2, 97.8 and 93.8 % with Vegas, and 99.4, 98.6 and
94.9 % with ACK spacing ("Table 3, other delays"). The paper’s delays are in a figure that is not in its text. With 1 ms per link and ACK spacing, three of its four numbers are near: fairness 0.890
with Vegas and 0.996 (published 0.889 and 0.993), throughput 98.6 % (98); that of Vegas is 97.8 % (95).`,

  'PF3.2': `A window is a rate times a round trip. Sources 5, 4 and 2 have round trips of 1.2, 2.2 and 4.2 ms here, so windows in that order would take rates that are further apart than the round
trips: 3.5 to 1.9 to 1. With windows merely equal, Jain’s index of the three rates would be 0.81, below the paper’s own 0.889. Vegas has 36, 28 and 20 Mb/s, and windows of 17, 20 and 29 packets. We
tried links of 0.1, 1 and 2 ms, and access links of 1, 2 and 3 ms, with which the round trips are less far apart: windows in the claimed order in none. The nearest are 1 ms of access link (38, 31 and 39
packets) and 2 ms per link (64, 67 and 49). Measured against the path, as the text means it ("larger window sizes … than fair"), the claim is that of PF3.3, which holds.`,

  'PF4.1': `With section 3.2 the ramps take 46 ms at the start and 33.5 ms at 500 ms, at three packets per round trip; those of Vegas take 14.5 and 19 ms. With ACK spacing they take 16.5 and 46.5 ms.
With ACK spacing and whole packets the claim holds on longer paths: 48 and 78 ms with 1 ms per link, Vegas 74 and 99; 104 and 144 with 2 ms, Vegas 299 and 204; 22 and 45 with access links of 1 ms instead of 0.1, Vegas 33 and 47.`,

  'PF4.3': `With section 3.2 no window doubles. With ACK spacing windows double: the ramps take 16.5 and 46.5 ms, and the window of source 1 reaches 16 after 4.65 of its round trips. Whether a ramp takes 20 ms depends on delays that the text does not state.
With ACK spacing and whole packets it takes 16 and 41 ms with 0.5 ms per link, 4.5 and 6.5 ms with 0.1 ms, where the claim holds, and 48 and 78 ms with 1 ms.`,

  'PF4.4': `8.1 %, and the limit is 7.5 %. With ACK spacing it is 11.3 %, with ACK spacing and whole packets 9.2 %. With section 3.2 and whole packets windows do not move at all.`,

  'PF5.1': `The order of the ramps again (PF4.1): an average since the start keeps what was lost in the first 50 ms. With section 3.2 Pseudo-rate is always below Vegas, with
ACK spacing always above it ("Figure 5").`,
};
