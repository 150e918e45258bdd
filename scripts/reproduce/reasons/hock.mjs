// Numbers come from runs with the change that is described, with seeds 1 to 5.

/** Why claims do not hold here, by claim: Markdown. @type {Record<string, string>} */
export const reasons = {
  H1: `With two and four flows it holds. With eight the backlog is 1.56 BDP, 10 packets above the limit. Linux adds three bursts to the window of two BDP, at least six packets for each flow: 48 packets for eight flows, 0.29 BDP of this link. At 1 or 10 Gb/s that is nothing. Without these bursts the backlog is 0.95, 1.09 and 1.17 BDP.`,

  H6: `In 2 BDP 0.013 % are lost, 64 packets of half a million, and none in 4 BDP. The backlog is 1.3 BDP on average, but now and then it reaches the limit: in 2.5 and 3 BDP 0.004 and 0.007 % are lost. Without Linux’s bursts nothing is lost in 2 and 4 BDP, and 0.010 % in 3 BDP, so a few losses after 20 s do not depend on the size of the buffer alone.`,
};
