// Runs named in quotation marks are experiments of this report; other numbers come from a few runs with the change that is described.

const READINGS = `The claims are checked with the service rate as section 3.2 defines it, the packets of a cycle over its RTT (below: "with section 3.2"). Then the bound is at most the window plus three packets, and
no window grows by more than three packets per round trip, but the paper’s figures show doubling. With the other reading, the spacing of a cycle’s ACKs (below: "with ACK spacing"), four of the seven claims hold (PS1, PS4, PT3.1 and
PF5.1); PF4.1 and PF4.3 hold with it on links with other delays; PF3.2, which is about Vegas alone, holds with neither. On the other hand, PF4.4 then does not hold (9.2 %).`;

/** Why claims do not hold here, by claim: Markdown. @type {Record<string, string>} */
export const reasons = {
  PS1: `${READINGS}

A single flow with an RTT of 100 ms has a window of 8, 16 and 32 packets after 0.52, 1.02 and 2.22 s with section 3.2, after 0.32, 0.42 and 0.52 s with ACK spacing, and after 0.42,
0.62 and 0.82 s with Vegas. As soon as the window is above a few packets, three packets per round trip are slower than doubling every other round trip. With ACK spacing the ratio is 1.58: Vegas takes twice as long for each
doubling, after a first round trip that is the same for all.`,

  PS4: `It fails only at the ratio of 10, with 0.924 instead of 0.95, and is above Vegas everywhere else. The reason is that the bound counts whole packets: rounded down, it leaves the long flow,
whose queueing delay is the smallest part of its RTT, one packet of its three. With the bound as it is (option *Bound compared*) the index is 0.973 at 10 and at least 0.996 at the other ratios; with
N_queue = 8 it is 0.996 at 10; with ACK spacing it is 0.999 there, and 0.961 or more everywhere ("Section 3.5, item 5"). Any of the three makes the claim hold.`,

  'PT3.1': `The two ramps decide this, because the link is full at other times. With section 3.2 they take longer than those of Vegas (PF4.1): 98.7 and 99.2 %. With ACK spacing they do not: 99.4 %.
If ramps take almost no time, with links of 0.1 ms or of 10 Mb/s, all three are within 0.1 points. With 0.5, 1 and 2 ms per link, throughput is 98.7, 95.2 and 83.1 % with section 3.2, 99.2, 97.8 and 93.8 % with Vegas, and 99.4, 98.4 and
95.1 % with ACK spacing ("Table 3, other delays"). The paper’s delays are in a figure that is not in its text. With 1 ms per link and ACK spacing, three of its four numbers are reproduced: fairness 0.890
and 0.992 (published 0.889 and 0.993), throughput 98.4 % (98); that of Vegas is 97.8 % (95).`,

  'PF3.2': `A window is a rate times a round trip. Sources 5, 4 and 2 have round trips of 1.2, 2.2 and 4.2 ms here, so windows in that order would take rates that are further apart than the round
trips: 3.5 to 1.9 to 1. With windows merely equal, Jain’s index of the three rates would be 0.81, below the paper’s own 0.889. Vegas has 36, 28 and 20 Mb/s, and windows of 17, 20 and 29 packets. We
tried links of 0.1, 1 and 2 ms, and access links of 1, 2 and 3 ms, with which the round trips are less far apart: windows in the claimed order in none. The nearest are 1 ms of access link (38, 31 and 39
packets) and 2 ms per link (64, 67 and 49). Measured against the path, as the text means it ("larger window sizes … than fair"), the claim is that of PF3.3, which holds.`,

  'PF4.1': `With section 3.2 the ramp takes 64 ms at the start, at three packets per round trip; Vegas doubles every other round trip and reaches a sum of about 90 packets in 14.5 ms. With ACK spacing it
takes 16 ms, and 41 ms at 500 ms (Vegas 19). At 500 ms the windows do not wait for capacity: the link is full again within 10 ms with all three ("Figure 5"). It takes longer until sources
with long round trips, which need larger windows for the same rate, get them from the others, and the sum of windows includes that. If ramps are long in comparison, the claim holds with ACK spacing: 48 and 78 ms with 1 ms per link, Vegas
74 and 99; 104 and 144 with 2 ms, Vegas 299 and 204; 22 and 45 with access links of 1 ms instead of 0.1, Vegas 33 and 47. With section 3.2 it does not hold (194 and 139 ms with 1 ms per link).`,

  'PF4.3': `With section 3.2 no window doubles. With ACK spacing windows double, and whether the ramp takes 20 ms depends on delays that the text does not state. With 0.5 ms per link it takes 16 and 41 ms, and the window of source
1 reaches 16 after 5.95 of its round trips (the limit is 5.5; round trips are longer once there is a queue). With 0.1 ms per link it takes 4.5 and 6.5 ms, and 2.5 round trips, and the claim holds; with 1 ms it takes 48 and 78 ms. So 20 ms suggest shorter links
than the throughput of 98 % does (PT3.1).`,

  'PF5.1': `The order of the ramps again (PF4.1): an average since the start keeps what was lost in the first 50 ms. With section 3.2 Pseudo-rate is always below Vegas, with
ACK spacing always above it ("Figure 5"). The same holds with the longer delays of PF4.1 (at 99 % of the sampling times); with 0.1 ms a link it is 72 %, because both fill the link at once.`,
};
