// Where runs are named by a quotation, they are experiments of this report; other numbers come from a few runs (two to five seeds) with what is said changed.

const CORRECTION = `**The correction of the increase decides sections V and VI-A.** Section III multiplies the increase by (RTT_eff/RTT)²: by 1.39 at a window of four packets, by 1.21 at ten. The link
gives no more throughput for it, so losses rise until the window is what it was: at 4 Mb/s, 30 flows and I = 1 5.41 % with the correction and 4.32 % without, where pacing (I = 0, nothing to correct)
has 5.06 %. With α = 1 ("Figure 2, α = 1" and so on to 5; "Randomized, α = 1" in figures 6 and 7) twelve of the 22 claims of these sections that do not hold do: R2.1, R3.3, R3.4, R4.1, R4.2, R5.1, R5.3, R6.2, R6.3, R6.4, R7.5 and R7.6.
None that holds fails. Nothing else that we tried turns one: in figures 2 and 6 a minimum RTO of 1 s (with which R6.5 fails, too) and
spacing from an RTT in ticks of 100 ms, as ns measured it; in figures 6 and 7 a send overhead of up to a packet's time. Of Table II, which the correction is for, RT2.1 comes to hold as well (0.531).

The paper says that it used the correction (section IV). But its equation 7, as printed, is RTT_eff = R + (1/2*w*)(…), without the factor R that the derivation gives. With R as a number of milliseconds, 100, that is a
correction by 0.4 % at four packets: α = 1 in all but name. The results of sections V and VI-A look like that.`;

const LONGER = `The other half is that randomization makes round trips longer. A packet that waits too long is not made up for, since the window stops the next ones: at fixed
windows of 5, 10 and 20 packets the effective round trip is 1.21, 1.15 and 1.10 times as long ([the model](model.md#spacing)). Where the queue is empty at times, throughput falls by as much. A
buffer of a quarter of the BDP does not cover it. The paper reports the cost itself: in Table III the link goes from 84 to 72 % when one flow of two is randomized (RT3.4). It is no matter of the timer: with
spacing from an RTT in ticks of 100 ms Randomized has 3.23 and 3.63 Mb/s with 10 and 30 flows (3.28 and 3.58).`;

const PHASES = `**Phases decide tables I to IV.** A full queue frees one place in a packet's time, and ACK-clocked packets come in step with it. Whose come just after it has the place, whose come just before
lose: a matter of fractions of 4 or 2 ms in delays that the paper does not give.`;

const TIES = `${PHASES} And with the delays that stand here, all whole milliseconds, packets of short and long flows come at *the same nanosecond*. Who is first then is a rule of the
simulator: Droptail's is that of two events of one time the one that was set off earlier comes first, which is the packet that was longer on its link, that of the long flow. In ns-2, whose times are floating-point
numbers, rounding would decide. One microsecond is the whole difference ("Table III, who comes first"; "Table IV, who comes first"):

| long flows' packets come | share of the long flow, 2 and 3 Mb/s (paper: 0.29, 0.34) | short over long of ten, 1 Mb/s (paper: 1.88) |
| --- | --- | --- |
| 1 µs earlier | 0.88, 0.83 | 0.17 |
| at the same time | 0.88, 0.52 | 0.18 |
| within 1 µs, at random | 0.68, 0.43 | 0.78 |
| 1 µs later | 0.34, 0.15 | 2.63 |

With 1 µs later RT3.1, RT3.5, RT3.6, RT3.7, RT4.1 and RT4.4 hold. With a tenth of a packet's time later *all seven* claims of table III do, at both rates: the long flow's share is 0.14 and 0.14 with two Reno flows, 0.43
and 0.41 with the short one randomized. Over all phases the paper's side is the smaller one, three tenths of them (0.1 to 0.3); at the other seven the long flow has 0.85 to 0.88. That two Reno flows have phase effects
and two Randomized ones next to none (0.43 to 0.46) holds at every phase. Whom they favour, and whether one randomized flow is enough, does not ("Table III, all phases").`;

/** Why claims do not hold here, by claim: Markdown. @type {Record<string, string>} */
export const reasons = {
  'R2.1': CORRECTION,

  'R2.2': `With α = 1 (see R2.1) timeouts fall at 2 and 4 Mb/s (35 300 → 30 700, 20 500 → 18 200) and stay at 8 (7490 → 7570, by 1 %). At 1 Mb/s 30 flows share a path and a buffer of 31 packets, one packet each: every loss is a timeout
whatever the spacing, and a fuller link (98.7 → 99.2 %) has 3 % more of them. The rates are not in the text.`,

  'R2.3': `It fails where windows are largest, at 8 Mb/s: by 6 % with the correction (see R2.1), by 2.8 % with α = 1, where 2 % would do.

${LONGER}`,

  'R3.1': `With α = 1 (see R2.1) losses fall at 2, 4 and 8 Mb/s, by 8, 19 and 14 %. At 1 Mb/s 50 flows share 31 packets: 20.8 → 21.6 %. There most of the flows wait for a timer at any time, and spacing has nothing to work on.`,

  'R3.2': `As R3.1: with α = 1 fewer at 2, 4 and 8 Mb/s (by 2, 15 and 11 %), more at 1 Mb/s.`,

  'R3.3': `The correction (see R2.1): with α = 1 it holds at all four rates, 7.32 → 7.26 Mb/s at 8.`,

  'R3.4': `The correction (see R2.1): with α = 1 it holds in 11 of 12 cases; the one that is left is timeouts at 1 Mb/s.`,

  'R4.1': `The correction (see R2.1): with α = 1 I = 1 is within 1.2 % of the best at each buffer. The larger the buffer the less the longer round trip (see R2.3) costs: 3 % of the throughput at 25 packets, 1 % at 100, with the correction.`,

  'R4.2': `The correction (see R2.1): with α = 1 the loss rate is lowest at I = 1 at each buffer, 11 to 15 % below pacing.`,

  'R4.3': `With α = 1 (see R2.1) I = 1 has the fewest timeouts at 25, 50 and 75 packets. At 100 packets it has 6750 for the 6330 of I = 0.25, 6.6 % more where 5 % would do, and pacing has 6640: with a buffer of one BDP
the curve is flat.`,

  'R5.1': `The correction (see R2.1): with α = 1 it holds in all six cases.`,

  'R5.2': `With α = 1, too, throughput *rises* on 6 of 14 curves only; on 13 it stays within 2 %, which is what the paper says of figure 2 ("increases or remains almost the same"), and at 8 Mb/s with 30 flows
it falls by 2.8 % (see R2.3). The summary of section V, "increased throughput", goes further than that.`,

  'R5.3': `The correction (see R2.1): with α = 1 it holds on 13 of 14 curves.`,

  'R5.4': `With α = 1 (see R2.1) timeouts are fewer on 10 of 14 curves, where 12 would do. The other four are 1 Mb/s with 30 and 50 flows (see R2.2) and two where they stay within 2 %: 8 Mb/s with 30 flows, and a buffer of 100 packets.`,

  'R6.1': `Reno and Paced are within 5 % with all numbers of flows but 30 (5.5 %). Randomized is not with 10 to 30 flows: 10, 9 and 8 % below Reno, with α = 1 7, 6 and 6 %. It is with 40 and 50, where windows are below
three packets and the queue is rarely empty. See R2.3: longer round trips.`,

  'R6.2': `The correction (see R2.1): with it Randomized loses most. With α = 1 Paced has the most losses with 20 flows and more, and the same as Randomized with 10. That Paced loses more than Reno holds throughout, and so does the reason that the paper gives for it (R6.7).`,

  'R6.3': `The correction (see R2.1): with α = 1 Randomized has 3.927 Mb/s with 50 flows, Reno 3.930, Paced 3.873.`,

  'R6.4': `The correction (see R2.1): with α = 1 Randomized loses 7.4 % with 50 flows, Reno 8.5, Paced 9.2.`,

  'R7.2': `Longer round trips (see R2.3) put Randomized below Paced with up to 30 flows; with α = 1 it is above Paced with 40 and 50 (3.92 and 3.86 Mb/s). Above Reno it never is: Reno keeps the queue fuller (16 of 25
packets on average with 30 flows, Paced and Randomized 10). That is no matter of phases (see RT1.1): with a send overhead of up to a packet's time Reno has what Paced has with 10 flows (3.61 and 3.63 Mb/s), and still 3.88 to 3.99 with 20 to 50.`,

  'R7.5': `The correction (see R2.1): with α = 1 it holds with each number of flows, 7.5 % beside 9.3 and 10.5 with 50.`,

  'R7.6': `The correction (see R2.1): with α = 1 it holds with 20 flows and more. With 10 flows Paced has fewer (1270 to 1640).`,

  'R7.7': `With α = 1 (see R2.1) Randomized is as good as the better one in 30 of 40 cases, where 32 would do. What is left is the throughput of 10 to 30 flows (see R6.1, R7.2) and losses and timeouts with few of them.`,

  'R8.2': `With 50 and 100 packets the order is the paper's, with 200 the two are within their intervals (7.20 and 7.25 s). With 10 packets nothing is lost and all that counts is section III: Reno takes four round trips, 0.41 s; Paced
spreads its last window, 0.46 s; Randomized, beyond that, waits up to a gap after each ACK that finds its timer run out, 0.52 s. With 20 packets the paper's mechanism is there, 1991 timeouts with Paced and 322 with
Randomized, but one transfer in twenty has one, and all have the waits. The correction (see R2.1) turns none of the five claims of this figure and the next that do not hold: with α = 1 0.52, 0.66 and 7.35 s for 10, 20 and 200 packets.`,

  'R8.5': `Randomized is 4 to 5 % slower than Paced. Half of that is the correction (see R2.1): with α = 1 16.6, 30.8, 44.9, 59.0 and 73.1 s (Paced 15.8, 29.8, 43.8, 57.5, 71.5), though it then has fewer losses and timeouts
than Paced (4.0 and 4.4 % at 2500 packets). The other half is its longer round trip (see R2.3): 87 and 89 % of the link. That Paced loses more in slow start, which the paper gives as the reason, holds (R6.7), but a slow start is some
tens of packets, not 500.`,

  'R8.6': `A transfer of 2500 packets takes 62.5 s of its share of a full link. Reno's are within the axis (69.5 s), Paced's 2 % beyond it (71.5), Randomized's 7 % (74.9; 73.1 with α = 1, 4 %). 70 s take a goodput of 89 % of the link. Reno has 90 %, Paced 87,
Randomized 83: its longer round trip (see R2.3) and the correction (see R2.1).`,

  'R11.1': `Not even Reno's flows are far above the threshold here (0.15). Paced flows lose together, two thirds of them at an event, but their windows are four or five packets: of those that lose some halve and some wait for a timer, and are elsewhere in the
next round trip. It is no matter of when transfers begin: with all 25 at the same moment, or within 0.1 s, the mean is 0.020, too. The paper gives a plot only, neither the length of its runs nor which pairs.`,

  'R11.2': `Both are near 0: Paced 0.020, Randomized 0.043, with α = 1 0.030 (two thirds of the flows lose together with either). The correction (see R2.1) makes half of the difference, the rest is less than the spread between pairs (−0.04 to 0.13).`,

  'RT1.1': `${PHASES}

As Reno's RTT grows by one packet's time, the share of Paced beside one Reno flow goes from 0.69 to 0.28 and back ("Table I, all phases"); the paper's 0.42 lies within. At the phase of round numbers Paced is first. From 0.4 to 0.9 of a packet's time
RT1.1 and RT1.2 hold, at 0.4 RT1.3, too (587 losses to 355, 77 timeouts to 1). A minimum RTO of 1 s in place of 0.2 turns none of the verdicts on tables I and II. Without phases ("Tables I and II, random send overhead") one Paced flow beside one of Reno has 0.57, five and ten of each 0.46 and 0.48: what the paper
says, that a burst takes the place of spaced packets, shows with several flows, not with two. There RT1.1 holds (Paced has 15 % less with five of each), while losses and timeouts stay more on Reno's side.`,

  'RT1.2': `Phases (see RT1.1): it holds at six of ten, 600 to 348 at 0.4 of a packet's time. Without phases Reno loses more with each number of flows, as bursts do: 1067 to 910 a flow with five of each.`,

  'RT1.3': `Phases (see RT1.1): 77 to 1 at 0.4 of a packet's time, next to none on either side at 0.6 and 0.8. Without phases Reno has more of them (508 to 371 a flow with five of each).`,

  'RT2.1': `0.557 where 0.55 would do. It holds in the other readings of what the table leaves open: at 2 and 4 Mb/s (0.543, 0.535), with five and ten of each (0.506, 0.533), with α = 1 (0.531) and without phases (0.545; "Tables I and II, random send overhead"). But
phases (see RT1.1) move it as much as Paced: as Reno's RTT grows by one packet's time Randomized has from 0.61 down to 0.16 ("Table I, all phases"), since Reno's packets are in step with the queue even where the other's are not. At
0.2 of a packet's time, with five of each, come the shares of both tables: Paced 0.42 (0.42 published), Randomized 0.47 (0.51).`,

  'RT2.3': `Phases (see RT1.1): Randomized has more of both from 0.4 to 0.9 of a packet's time (864 losses to 312, 237 timeouts to 1 at 0.4), where it also has less throughput. Here it has fewer of both as it has more throughput. In the paper's
table it has more throughput, losses and timeouts at once; we found no setting with that.`,

  'RT3.1': TIES,

  'RT3.2': `0.493 and 0.488 where 0.48 would do. See RT3.1: with the long flow a tenth of a packet's time later 0.43 and 0.41, with two tenths 0.43 and 0.41. Without phases, by a send overhead of up to a packet's time, 0.469 and 0.457. Randomizing the
short one does not take away the phase of the long one: from 0.4 to 0.8 of a packet's time that has 0.83 down to 0.59 ("Table III, all phases").`,

  'RT3.5': `See RT3.1: with the long flow 1 µs later 939 → 693 at 2 Mb/s and 1357 → 597 at 3. Here it is the other flow that phases starve.`,

  'RT3.6': `See RT3.1: with the long flow 1 µs later 117 → 58 at 2 Mb/s and 274 → 53 at 3.`,

  'RT3.7': `See RT3.1: with the long flow 1 µs later 163 → 212 packets/s at 2 Mb/s and 105 → 308 at 3.`,

  'RT4.1': `See RT3.1: 2.63 with the long flows 1 µs later. At 2 Mb/s, where the numbers of the table fit, 3.5, 1.5 and 1.8 (the paper: 1.88) at 0.1 to 0.3 of a packet's time, 0.2 to 0.3 at the other phases ("Table IV, all phases").`,

  'RT4.2': `1.169 ± 0.012 where 1.18 would do. At 2 Mb/s, the only rate at which the table's numbers fit, it is 1.23 (the paper: 1.24) and between 1.22 and 1.26 at all phases: the claim holds there. At 1 Mb/s the same buffer is up to 100 ms of queue in everybody's round trip, twice
as much as at 2 Mb/s, and brings 60 and 80 ms closer together: with 60 ms of queue their ratio is 1.17.`,

  'RT4.3': `See RT3.1. Over all phases a single randomized long flow brings the ratio of ten Reno flows nearer to 1.33 at most of them, but nowhere by half: 3.54 → 2.75, 0.28 → 0.53 at 2 Mb/s ("Table IV, all phases"). The nine others are as much in step as before; all that is new is
one flow at random. Nearest to half comes 1 Mb/s with ties at random: 0.78 → 1.05, 53 % of the distance
left. We found no phase with the paper's 1.88 → 1.27; the nearest is 1.75 → 1.71.`,

  'RT4.4': `See RT3.1: 2.63 → 1.81 with the long flows 1 µs later, which is 63 % of the way. At 2 Mb/s it holds at 0.1 to 0.3 of a packet's time (3.54 → 2.38, 1.55 → 1.27, 1.75 → 1.47; the paper: 1.88 → 1.44), at none of the others.`,

  'RT6.2': `At 5 Mb/s the covariance of two Reno flows depends on when they start: 0.37 with four of the ten seeds, 0.90 to 0.94 with six. At 3 Mb/s it is 0.81 to 0.84 with all. So one run, of which the paper tells, shows growth with six in ten. The paper's own
column is not monotone (0.43, 0.32, 0.67). With a buffer of a quarter of the BDP, as the text of the section also has it, it grows (0.59 and 0.75).`,

  'RT6.5': `It rises slightly, 0.08, 0.12 and 0.15, and single runs are between 0.03 and 0.23. It does so with α = 1 (0.04, 0.13, 0.15) and with a buffer of a quarter of the BDP (0.08, 0.13, 0.18), too. The table's 0.17, 0.16 and 0.08 are
one run each, as far as the paper says: steps as large as those between two seeds.`,

  'R10.1': `0.24 with ten flows where 0.3 would do, and 0.31 with 25. What keeps Reno's windows together are phases: with a send overhead of up to a packet's time the means are 0.05 and −0.01, and 74 and 55 % of the flows lose together instead of 92 and 86.
What pulls them apart are timeouts, which take some flows out for a while: with a minimum RTO of 1 s in place of 0.2 s it is 0.49 with ten flows, and 0.15 with 25, which have more of them. NewReno's recovery (0.24, 0.27) and
a start of all at the same moment (0.24, 0.26) change little.`,

  'R10.4': `Both are next to 0: 0.013 and 0.048 (α = 1: 0.029), beside Reno's 0.31. By the largest of all pairs the two are equal (0.15 and 0.16). With ten flows they are as far from 0 as each other (−0.04 and 0.04); so what grows with
the flows is Paced's advantage, by three hundredths.`,

  'R10.5': `It holds with ten flows (9.1 and 8.4 packets). With 25 Reno's deviation is 9.21 ± 0.16, Randomized's 9.44, with α = 1 (see R2.1) 9.26: no difference. A queue of 25 packets that 25 flows fill and empty cannot deviate
much more: half of the time full, half empty would be 12.5.`,

  'R10.6': `With α = 1 (see R2.1) the two are equal with 25 flows (0.633 and 0.631) and near with ten (0.585 and 0.625). The correction makes more flows lose: 0.70 and 0.69. Paced flows do not all lose together here: 58 and 63 % of
them do, of Reno's 92 and 86 %. Section III argues from a perfect interleaving, which flows that started at random times do not find.`,

  'RT8.1': `Phases again: a burst loss takes a second packet of a flow right behind the first, and Reno's packets in step with the queue find their place one by one. With a random delay of up to a packet's time before each packet ("Table VIII, random send overhead") Reno has 37, 43 and 48 burst losses a flow at 1 Mb/s, 24, 30 and 38 at 2, and Randomized
4 to 5 in each: a seventh to a twelfth, and the claim holds in all cells. RT8.4, the odd cell of the table, then does not: it is a matter of phase, in the paper as here. With 200 ms one way, as the text can be read, there are hardly any burst losses (Reno 0.3 to 2.7).`,

  'R14.1': `At no ratio source 2 has less than 10 % of the losses, at 20 of 51 less than 30 %, while its share of the link is 75 to 93 %. Who has a link of 28 packets (pipe and buffer) nearly for itself loses packets of its own making: only a window that stops below that sees no loss. With a receiver that
allows 20 packets, the default of the simulator ("Figure 14, window of 20"), source 2 sees none at all at 30 of 51 ratios and 100 % at ten, among them 2.0: the figure that the text describes. R14.2, R14.3 and R14.4 hold with it, too.`,

  'R16.1': `The RTT of source 3, which is not in the text, decides. With 130 ms, as source 2, it has 33 % of the losses on average, with 65 ms 84 % ("Figure 16, short source 3"), between 55 and 94. R16.2 then does not hold (53 %, where 50 would do): a source with half of the RTT has more of
the throughput with Randomized, too (40 and 31 %), and so of the losses.`,

  'R16.3': `See R16.1: with source 3 at 65 ms 84 % with Reno and 53 % with Randomized, and the claim holds.`,
};
