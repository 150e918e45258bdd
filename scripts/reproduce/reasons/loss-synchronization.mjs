/** Why claims do not hold here, by claim: Markdown. @type {Record<string, string>} */
export const reasons = {
  'S3.4': `The link is full either way. One flow loses an eighth of its window; with 98 % of the link and 40 ms, that is an eighth of about 4300 packets in flight and
in the queue, 540, and the buffer holds 1000. With the equations taken literally, a round trip of overflow takes far more than an eighth. Then the utilisation does
rise when only one flow loses (31 to 35 %: "Open choices, figures 2 to 4"), at a level that no fast TCP has.`,

  'S8.1': `It depends on ties between packets. In figure 8 only the start times are random in the packet runs. Their utilisation is nearest to X = 0.6 (0.37 points), and X = 1 is nearer (0.78) than X = 0.3 (1.09), so the claim does not hold.
With a random delay of up to 8 µs before each packet, its transmission time, it is nearest to X = 1 ("Figure 8, random delays"): with buffers of 0.05, 0.1, 0.2 and 0.4 the mean distances are 0.72, 2.70 and 3.96 points from X = 1, 0.6 and 0.3, and without the
delay 1.36, 0.64 and 1.90. Utilisation is then 87.4, 90.4, 94.9 and 99.6 % instead of 91.0, 93.3, 96.6 and 99.8 %, and Jain’s index 0.96, 0.93, 0.92 and 0.81 instead of 0.37, 0.44, 0.54 and 0.65. The claim holds with neither.

The paper does not say what desynchronised the flows in its ns-2 runs: it gives only their number and RTTs. The more a window grows in a round trip, the more flows lose at an event ("Flows that lose together"): with ten flows that grow by *a* packets, 59 % with *a* = 1 (1 − 1/e is 63 %), 81 % with 2, 98 % with 8.
The 60 % that the paper quotes from mean-field theory is the value of *a* = 1; HSTCP’s window of 1500 packets grows by 10. The study from which the paper takes the set-up
(Barman, Smaragdakis & Matta, Globecom 2004) says in its abstract that a buffer of a tenth of the BDP gives more than 90 % and of a fifth up to 98 %; our packet runs have 93 and
97 %, with random delays 90 and 95 %.`,

  'S8.4': `Out of reach: the paper plots this model without describing it. It is the fixed point of another study (Barman, Smaragdakis & Matta, *The Effect of Router
Buffer Size on HighSpeed TCP Performance*, 2004). It counts as not holding, because nothing was run.`,

  'S9.2': `If all flows lose, HSTCP leaves nearly everything to the flow with the shortest RTT (Jain’s index 0.2 at 0.05: the flow with 80 ms has two thirds). One window of 45 000 packets
decreases by an eighth, ten of 14 000 by a fifth each. So unfairness raises the utilisation by as much as having fewer losers does. With equal RTTs the paper’s
order holds at every buffer ("Figure 9(a), equal RTTs": 94.7, 96.4, 97.5 % at 0.05), and in figure 8, whose RTTs are nearly
equal. With the paper’s RTTs, X = 0.3 is highest if *m* stays near its minimum (98.5, 98.1, 99.6 %: "Open choices, centre of m").`,

  'S9.4': `If all flows lose, it is below 90 %. Without a buffer, the mean of a window that decreases to 0.7 is between 0.85 (a straight line back) and 0.925 (the concave part alone) of
its peak: 87.9 % at a buffer of 0.01. Flows that do not lose continue along their curves, so utilisation is higher with fewer losers. The paper does not say how many lose with a given X: if *m*
stays near ten, and not in the middle, all three levels are below 90 % (87.9, 88.2, 88.7 %: "Open choices, centre of m"). With the decrease to 0.8 of
CUBIC’s paper of 2008 they are 92.3, 94.6 and 95.6 % at 0.01 (three runs each), and nearer to full at 0.05: 96.1, 97.8 and 98.4 %.`,

  'S9.6': `Six to ten losers of ten, eight on average, give three points more than ten losers. This is the same open choice as in S9.4: if *m* stays near ten,
X = 0.6 has 0.3 points more than X = 1, "no improvement". With that centre AIMD has no gain either, and the paper reports one.`,

  'S9.11': `AIMD decreases to a half, CUBIC to 0.7. Synchronised flows with equal RTTs have closed forms: at a buffer of 0.05 AIMD’s sawtooth uses 78.6 %, and a straight one that decreases to 0.7
uses 88.9 %; CUBIC’s curve lies above that straight line. AIMD also takes about 1000 s to recover at 10 Gb/s, a third of a run; CUBIC takes 25 s. With the paper’s
equations taken literally, the order is the paper’s (at 0.1 AIMD 92 %, CUBIC 28 %, H-TCP 35 %: "Literal equations, buffers"). There every lost packet reduces the window: AIMD, which loses one
packet per round trip and flow, is near its real form, and the fast controllers, which lose tens, are cut to almost nothing.`,

  'S9.12': `AIMD halves and HSTCP decreases by a fifth at 14 000 packets, by an eighth at 45 000: with equal RTTs and all flows losing, their sawteeth use 78.6 % (in closed form) and 94.7 %
(as run) at 0.05. HSTCP
"emulates parallel TCPs", but that does not make ten HSTCP flows like ten AIMD flows: an HSTCP flow is like a bundle of TCPs of which one halves, an AIMD flow halves as a whole. With the
equations taken literally, the difference is larger and reversed (at 0.1 AIMD 92 %, HSTCP 39 %).`,

  'S9.15': `If all flows lose, H-TCP is not fairer than AIMD (0.61 and 0.70). AIMD’s value is not yet its equilibrium: after two events in 3000 s the
initial windows still matter. Over 60 000 s AIMD has 0.606 and H-TCP 0.604, both near the value for rates proportional to the inverse square of the RTT (0.599): neither
compensates for different RTTs. H-TCP’s RTT scaling, an option that is on in Linux and that the paper does not mention, gives 0.84 and would make the claim hold. The paper reports
fairness only at one buffer (figures 10 and 11), and calls it out of scope where it makes this claim.`,

  'S9.17': `For X = 1 the closed form forbids it: flows with equal RTTs that halve together use 78.6 % with a buffer of 0.05 and 81.8 % with 0.1. For fewer losers it depends on what
the paper leaves open: with *m* near its minimum, X = 0.3 gives 92.8 % at 0.05 ("Open choices, centre of m"), X = 0.6 does not (85 %). With the equations taken
literally, X = 1 gives 89 % at 0.05 and 92 % at 0.1.`,

  'S10.5': `Fairness falls throughout. While five or fewer flows lose, the large flows lose and the small ones catch up. From six on, some of the smaller flows lose each
time and the flow with the shortest RTT gains, the more so the more flows lose. If all lose, every decrease leaves the shares unchanged and every round trip moves them apart. We looked
for a rise under other choices: with initial windows, in slow start, with losers drawn with equal probability or by rate, with equal RTTs, and with the equations taken literally. In each case fairness at *m* = 10
is the lowest or within the noise of it.`,

  'S10.10': `As HSTCP, but sharper: STCP grows in proportion to its window, so if all flows lose, nothing equalises shares that have diverged. Between *m* = 5 and 6 it changes from equal shares to
one flow alone. One flow alone has the lowest possible index, 0.1, so the index cannot fall and rise again. With the equations taken literally, and with losers drawn by rate, it also falls to the end.`,

  'S10.11': `The utilisation cannot fall. From *m* = 6 on, the flow with 80 ms has the link to itself, with 66 667 packets in flight. It decreases by an eighth of at most 76 667 packets, 9583, and the
buffer holds 10 000. With equal RTTs, where shares stay equal, the utilisation does fall slightly, by 0.6 points
("Figures 10 and 11, equal RTTs").`,

  'S12.4': `Fairness is poor because STCP takes what the slow flows leave, and for the same reason utilisation is good: two flows that recover from a decrease of an eighth in 13 round trips
keep the link at 99.5 %. With the equations taken literally it would be poor: 31 % if all lose, 89 % with *m* = 1 ("Literal equations, levels").`,

  'S12.5': `Below *m* = 3 the shares are fair (0.99), because flows do *not* lose equally often: STCP is back at its rate after 13 round trips and loses at a third of the events with
*m* = 1; AIMD needs 7000 round trips and loses at one event in hundreds. If they lost equally often, as the paper says, AIMD would get nothing: *m* = 10 shows that. The second half of
the sentence, that slow flows are hit often if many lose, holds (S12.6).`,
};
