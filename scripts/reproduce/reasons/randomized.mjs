// Runs named in quotation marks are experiments of this report; other numbers come from a few runs (two to five seeds) with the change that is described.

const CORRECTION = `**The correction of the increase decides losses and timeouts in sections V and VI-A.** Section III multiplies the increase by (RTT_eff/RTT)²: by 1.39 at a window of four packets, by 1.21 at ten. The link
has no more capacity, so losses rise until the window is as small as before: with 4 Mb/s, 30 flows and I = 1, 4.60 % with the correction and 3.95 % without; pacing (I = 0, nothing to correct)
has 4.31 %. With α = 1 ("Figure 2, α = 1" and so on to 5; "Randomized, α = 1" in figures 6 and 7), twelve more claims of these sections hold: R2.1, R2.2, R3.1, R3.4, R4.2, R4.3, R5.1, R5.3, R5.4, R6.4, R7.5 and R7.6. These are
all claims about losses and timeouts except R3.2, R6.2 and R7.7. The claims about throughput do not hold either way (R2.3).

**The simulator is not the reason.** ns-2.35 with the defaults of the paper’s time and an agent written from the paper’s text (tests/oracle/ns2), run twice for 300 s, gives the same: Paced, Randomized, and Randomized with α = 1 lose 4.50, 4.81 and 4.12 %
of the packets of 30 flows at 4 Mb/s there, 7.79, 8.10 and 6.92 % with 50, with 3.53, 3.37 and 3.44 and 3.73, 3.60 and 3.68 Mb/s.

The paper says that it used the correction (section IV). But its equation 7, as printed, is RTT_eff = R + (1/2*w*)(…), without the factor R that the derivation gives. With R as a number of milliseconds, 100, that is a
correction by 0.4 % at four packets, which is practically α = 1. The results of sections V and VI-A agree with that.`;

const LONGER = `Randomisation makes round trips longer. A wait that is too long is not compensated, because the window stops the next packets: at fixed
windows of 5, 10 and 20 packets the effective round trip is 1.21, 1.15 and 1.10 times as long ([the model](../model.md#pacing)). If the queue is empty at times, throughput falls by as much. A
buffer of a quarter of the BDP is too small to prevent that. The paper itself reports the cost: in Table III the utilisation goes from 84 to 72 % when one flow of two is Randomized (RT3.4). ns-2 has the same:
3.53 Mb/s for paced and 3.37 for randomized flows, 3.44 with α = 1, with 30 of them at 4 Mb/s.`;

const PHASES = `**Phases decide tables I to IV.** A full queue frees one place in each transmission time, and ACK-clocked packets arrive in step with it. A packet that arrives just after gets the place, a packet that arrives just before
is lost. So fractions of 4 or 2 ms in delays that the paper does not state decide the result.`;

const TIES = `${PHASES} With the delays used here, all whole milliseconds, packets of short and long flows also arrive at *the same nanosecond*. Then a rule of the
simulator decides which is first. In Droptail, of two events at the same time the one that was scheduled earlier comes first: the packet with the longer delay on its link, that of the long flow. In ns-2, whose times are floating-point
numbers, rounding decides, as if at random. One microsecond makes the whole difference ("Table III, order of arrival"; "Table IV, order of arrival"):

| long flows’ packets arrive | share of the long flow, 2 and 3 Mb/s (paper: 0.29, 0.34) | short over long of ten, 1 Mb/s (paper: 1.88) |
| --- | --- | --- |
| 1 µs earlier | 0.89, 0.86 | 0.06 |
| at the same time | 0.89, 0.53 | 0.06 |
| within 1 µs, at random | 0.75, 0.44 | 0.83 |
| 1 µs later | 0.39, 0.16 | 4.9 |

With the long flow one or two tenths of a transmission time later, the table is reproduced: at two tenths, for example, the long flow has 0.36 with two Reno flows and 0.44 with the short one Randomized ("Table III, all phases"). There ns-2 with the settings
of the paper’s time has 118 and 344 packets/s with two Reno flows at 2 Mb/s and 199 and 218 with the short one Randomized (the paper: 120 and 299, 166 and 196), 240 and 422, 289 and 323 at 3 Mb/s (208 and 408, 242 and 300). At seven of
the ten phases the long flow has 0.89. At every phase, two Reno flows have phase effects and two Randomized flows have almost none (0.44 to 0.47). Which flow they favour, and whether one Randomized flow is enough, depends on the phase.`;

/** Why claims do not hold here, by claim: Markdown. @type {Record<string, string>} */
export const reasons = {
  'R2.1': CORRECTION,

  'R2.2': `With α = 1 (see R2.1) timeouts are fewer at all four rates: 21 700 → 20 600, 19 600 → 16 700, 13 600 → 12 100 and 9470 → 8320.`,

  'R2.3': `It fails where windows are largest: throughput falls at 2, 4 and 8 Mb/s by 3, 5 and 7 % with the correction, and at 4 and 8 Mb/s by 2.4 and 3.7 % with α = 1. The claim allows 2 %.

${LONGER}`,

  'R3.1': `The correction (see R2.1): with α = 1 losses fall at each rate, by 1, 8, 11 and 8 %.`,

  'R3.2': `With α = 1 (see R2.1) timeouts are fewer at 2, 4 and 8 Mb/s (by 9, 15 and 10 %), and 1 % more at 1 Mb/s: there 50 flows share 31 packets, most of them are waiting for a timeout at any time, and pacing has no effect.`,

  'R3.3': `With α = 1 (see R2.1) it holds at 1, 2 and 4 Mb/s; at 8 it is 7.25 → 7.07 Mb/s, 2.4 % less, and the claim allows 2 %. See R2.3: longer round trips.`,

  'R3.4': `The correction (see R2.1): with α = 1 it holds in 11 of 12 cases, all but throughput at 8 Mb/s (see R2.3).`,

  'R4.1': `With α = 1 (see R2.1) I = 1 is within 2 % of the best with 50, 75 and 100 packets, and 2.4 % below it with 25. The larger the buffer, the less the longer round trip (see R2.3) costs: 5 % of the throughput at 25 packets, 1 % at 100, with the correction.`,

  'R4.2': `The correction (see R2.1): with α = 1 the loss rate is lowest at I = 1 at each buffer, 7 to 9 % below pacing.`,

  'R4.3': `The correction (see R2.1): with α = 1 timeouts are fewest at I = 1 at each buffer, 10 to 15 % fewer than with pacing.`,

  'R5.1': `The correction (see R2.1): with α = 1 it holds in all six cases.`,

  'R5.2': `With α = 1 throughput rises on 1 of 14 curves; on ten it stays within 2 %, on three it is 2.4 % lower and at 8 Mb/s with 30 flows 3.7 %; so it stays almost the same, as the paper says of figure 2 ("increases or remains almost the same"). The summary of section V, "increased throughput", claims more, and
longer round trips (see R2.3) prevent that.`,

  'R5.3': `The correction (see R2.1): with α = 1 it holds on all 14 curves.`,

  'R5.4': `The correction (see R2.1): with α = 1 it holds on 13 of 14 curves, all but that of 1 Mb/s with 50 flows (see R3.2).`,

  'R6.1': `Paced is 4 to 6 % below Reno with up to 30 flows and Randomized 9 to 14, with α = 1 7 to 11; with 50 flows all three are within 5 %. Randomized: see R2.3, longer round trips. ns-2 has the same: 3.51, 3.51, 3.35 and 3.43 Mb/s for
Reno, Paced, Randomized and α = 1 with 30 flows, 3.72, 3.72, 3.59 and 3.66 with 50.`,

  'R6.2': `With α = 1 (see R2.1) Paced loses most with 40 and 50 flows. With up to 30 flows Reno loses most, because its flows are in step: with 30 flows they have a third of the timeouts that they have with random waits before each packet. Without phases Reno loses 4.1 % there in ns-2, less than Paced (4.5).
The reason that the paper gives, losses in slow start, holds (R6.7).`,

  'R6.3': `Reno has 3.83 Mb/s with 50 flows, Randomized 3.64, with α = 1 3.72, 3 % less: longer round trips (see R2.3).`,

  'R6.4': `The correction (see R2.1): with α = 1 Randomized loses 6.9 % with 50 flows, Reno 7.1, Paced 7.7.`,

  'R7.2': `Longer round trips (see R2.3) put Randomized below Paced, with α = 1 by 5 % with 10 flows and by 1 % with 50. Reno is above both: it keeps the queue fuller (14 of 25 packets on average with 30 flows, the others 9).`,

  'R7.5': `The correction (see R2.1): with α = 1 it holds with each number of flows, 6.8 % compared with 7.7 and 7.7 with 50 flows.`,

  'R7.6': `The correction (see R2.1): with α = 1 it holds with each number of flows, 25 600 compared with 32 400 and 30 600 with 50 flows.`,

  'R7.7': `With α = 1 (see R2.1) two differences remain: throughput with up to 40 flows (see R6.1, R7.2), and timeouts with 10 and 20 flows: Reno flows with equal RTTs have almost none because they are in step (21 and 57; Paced 2370 and 7670).`,

  'R8.2': `With 50 packets or more the order is that of the paper. With 10 packets nothing is lost, and only the rules of section III matter: Reno takes four round trips, 0.41 s; Paced
spreads its last window, 0.46 s; Randomized also waits up to one interval after each ACK that finds its timer expired, 0.52 s. With 20 packets the paper’s mechanism appears, 1780 timeouts with Paced and 241 with
Randomized, but only one transfer in twenty has a timeout, while all transfers have the waits.`,

  'R8.5': `Randomized is 2 to 5 % slower than Paced, with about as many timeouts: longer round trips (see R2.3), and the correction (see R2.1): it loses 4.4 % of its packets at 2500, Paced 4.0. Paced does lose more in slow start, which the paper gives as the reason (R6.7), but slow start covers only some
tens of packets, not 500.`,

  'R8.6': `A transfer of 2500 packets takes 62.5 s of its share of a full link. Reno’s are within the axis (65.9 s), Paced’s 5 % beyond it (73.6), Randomized’s 10 % (77.3). 70 s would need a goodput of 89 % of the link. Reno has 95 %, Paced 86,
Randomized 82: timeouts (see R8.2), its longer round trip (see R2.3) and the correction (see R2.1).`,

  'R11.1': `Not even Reno’s flows are far above the threshold here (0.10). Paced flows lose together, 60 % of them at an event, but their windows are four or five packets: some of those that lose halve and some wait for a timeout, so their windows differ in the
next round trip. The paper gives only a plot, without the length of its runs or the choice of pairs.`,

  'R11.2': `Both are 0: −0.000 and 0.002, while single pairs lie between −0.06 and 0.12.`,

  'RT1.1': `${PHASES}

As Reno’s RTT grows by one transmission time, the share of Paced against one Reno flow goes from 0.74 to 0.23 ("Table I, all phases"); the paper’s 0.42 lies in this range. With round delays Paced is ahead. From 0.4 to 0.9 of a transmission time
RT1.1 and RT1.2 hold. Without phases ("Tables I and II, random send overhead") one Paced flow has 0.59 against one Reno flow, and five and ten Paced flows have 0.48 and 0.47 against as many Reno flows. The paper’s effect,
that a burst takes the place of paced packets, appears with several flows, not with two. Losses and timeouts then remain higher for Reno.`,

  'RT1.2': `Phases (see RT1.1): it holds at six of ten phases, with 598 to 325 at 0.4 of a transmission time. Without phases Reno loses more with each number of flows, because it sends bursts: 957 to 837 per flow with five of each.`,

  'RT1.3': `Phases (see RT1.1). Without phases Reno has more timeouts (347 to 276 per flow with five of each).`,

  'RT2.1': `The share is 0.559, and the claim allows 0.55. The claim holds in the other readings of the table: at 4 Mb/s (0.537), with five and ten of each (0.547, 0.549), with α = 1 at 2 and 4 Mb/s (0.544, 0.521) and without phases with several flows (0.48; "Tables I and II, random send overhead"). But
phases (see RT1.1) move it as much as they move Paced: as Reno’s RTT grows by one transmission time, Randomized’s share falls from 0.62 to 0.14 ("Table I, all phases"), because Reno’s packets are in step with the queue even if the other flow’s are not. At
0.2 of a transmission time both are nearest to the paper: Paced 0.48 (0.42 published), Randomized 0.54 (0.51).`,

  'RT2.3': `Phases (see RT1.1): Randomized has more losses from 0.4 to 0.9 of a transmission time (840 to 300 at 0.4), where it also has less throughput. Here it has fewer losses and timeouts and more throughput. In the paper’s
table it has more throughput, losses and timeouts at once; we found no setting with that result.`,

  'RT3.1': TIES,

  'RT3.2': `The shares are 0.511 and 0.491, and the claim allows 0.48. See RT3.1: with the long flow one or two tenths of a transmission time later it is 0.44 at 2 Mb/s. Randomising the
short flow does not remove the phase of the long one: from 0.4 to 0.8 of a transmission time the long flow has 0.86 down to 0.62 ("Table III, all phases").`,

  'RT3.5': `See RT3.1: here phases starve the other flow. With the long flow 1 µs later it loses 792 and 1140 packets with two Reno flows.`,

  'RT3.6': `See RT3.1 and RT3.5: with the long flow 1 µs later it has 218 and 362 timeouts with two Reno flows.`,

  'RT3.7': `See RT3.1 and RT3.5: with the long flow 1 µs later it has 183 and 110 packets/s with two Reno flows.`,

  'RT4.1': `See RT3.1: 4.9 with the long flows 1 µs later. At 2 Mb/s, where the numbers of the table fit, it is 6.6, 1.9 and 2.3 (the paper: 1.88) at 0.1 to 0.3 of a transmission time and about 0.1 at the other phases ("Table IV, all phases").`,

  'RT4.2': `The ratio is 1.13, and the claim asks for 1.18. At 2 Mb/s, the only rate at which the table’s numbers fit, it is 1.22 (the paper: 1.24) and between 1.20 and 1.24 at all phases: the claim holds there. At 1 Mb/s the same buffer adds up to 100 ms of queueing to every round trip, twice
as much as at 2 Mb/s, so 60 and 80 ms differ less.`,

  'RT4.3': `See RT3.1. Over all phases a single Randomized long flow brings the ratio of ten Reno flows nearer to 1.33, but nowhere by half, except where 6.6 becomes 3.4; at 0.2 of a transmission time, where ten Reno flows have the paper’s ratio, it is 1.9 → 1.8 ("Table IV, all phases"). The other nine flows are as much in step as before; only
one flow is random. With random ties at 1 Mb/s, 0.83 becomes 1.02, which leaves 62 % of the distance.`,

  'RT4.4': `See RT3.1. At 2 Mb/s it holds at 0.1 to 0.3 of a transmission time (6.6 → 2.9, 1.9 → 1.4, 2.3 → 1.7; the paper: 1.88 → 1.44), at no other phase.`,

  'RT6.2': `It does not grow here: 0.82, 0.90, 0.64. At 5 Mb/s the covariance of two Reno flows depends on when they start, and the paper reports one run; its own
column is not monotone (0.43, 0.32, 0.67).`,

  'RT6.5': `It rises slightly, 0.09, 0.13 and 0.15. The table’s 0.17, 0.16 and 0.08 are
one run each, as far as the paper says, and they differ no more than the results of two seeds do.`,

  'R10.1': `The mean is 0.52 with ten flows and 0.15 with 25; the claim asks for 0.3. Phases keep Reno’s windows together: with a random wait before each packet the covariance is almost zero. Timeouts drive them apart, because they stop some flows for a while, and 25 flows have more of
them than ten.`,

  'R10.6': `The correction makes more flows lose (see R2.1): the levels are 0.68 and 0.62, with Paced 0.62 and 0.58. Paced flows do not all lose together here, only about 60 % of
them; with Reno 99 and 86 % do. Section III assumes perfect interleaving, which flows that start at random times do not achieve.`,

  'RT8.1': `Phases again: a burst loss needs a second packet of a flow right behind the first, and Reno’s packets, in step with the queue, get places one by one. With a random delay of up to one transmission time before each packet ("Table VIII, random send overhead") Reno has 29, 37 and 40 burst losses per flow at 1 Mb/s, 24, 27 and 31 at 2, and Randomized
4 to 5 in each: a fifth to a tenth, and the claim holds in all cells. RT8.4, about the exceptional cell of the table, then does not hold: that cell depends on phases, in the paper as here.`,

  'R14.1': `Source 2 has less than 10 % of the losses at no ratio, and less than 30 % at 9 of 51. A flow that has a link of 28 packets (BDP and buffer) nearly to itself causes its own losses; only a window limited below that avoids them. With a receiver that
allows 20 packets, the default of the simulator ("Figure 14, window of 20"), source 2 has no losses at 32 of 51 ratios and 100 % of them at nine, as the text describes. R14.2, R14.3 and R14.4 hold with it, too.`,

  'R16.1': `The RTT of source 3, which is not in the text, decides this. With 130 ms, like source 2, it has 33 % of the losses on average, with 65 ms 88 % ("Figure 16, short source 3"), between 49 and 100. R16.2 then fails by half a point (50.5 %; the limit is 50): with Randomized, too, a source with half the RTT has a larger share of
the throughput (38 and 31 %), and so of the losses.`,

  'R16.3': `See R16.1: if source 3 has 65 ms, its share is 88 % with Reno and 51 % with Randomized, and the claim holds.`,
};
