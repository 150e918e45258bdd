/** Why claims do not hold here, by claim: Markdown. @type {Record<string, string>} */
export const reasons = {
  'S3.4': `The link is full either way. One flow loses an eighth of its window; with 98 % of the link and 40 ms that is an eighth of some 4300 packets on the way and
in the queue, 540, and the buffer holds 1000. By the letter of the equations, where a round trip of overflow takes far more than an eighth, the utilisation does
rise when only one flow loses (31 to 35 %: "Open choices, figures 2 to 4"), at a level that no fast TCP has.`,

  'S8.1': `The packets are synchronized, so it is the curve in which all lose that meets them: at an average congestion event nearly all flows lose (the measure "flows
that lose at an event" of this figure). That is arithmetic. A full buffer overflows for about a round trip, until the senders hear of it; meanwhile N windows grow by
N·*a* packets, and so many are lost. If they hit flows alike, a flow escapes with probability e^(−*a*). HSTCP's window of 1500 packets grows by
10 a round trip. The experiment "Who loses together" counts it: 10.5 packets lost at an event with *a* = 1 and ten flows, 79 with 8; 59 % of the flows
lose with *a* = 1 (1 − 1/e is 63 %), 81 % with 2, 98 % with 8. The 60 % that the paper quotes from mean-field theory belongs to *a* = 1, not to fast laws.

What the paper's ns-2 runs had that pulled their flows apart is not said: it gives their number and round trips only. The study from which it takes the set-up
(Barman, Smaragdakis & Matta, Globecom 2004) says in its abstract that a tenth of the path as buffer gives more than 90 % and a fifth up to 98 %; by packets we have 93 and
97 %.`,

  'S8.4': `Out of reach: the paper plots this model without describing it. It is the fixed point of another study (Barman, Smaragdakis & Matta, *The Effect of Router
Buffer Size on HighSpeed TCP Performance*, 2004). It counts as not holding, since nothing was run.`,

  'S9.2': `Where all lose, HSTCP leaves nearly everything to the shortest round trip (Jain's index 0.2 at 0.05: the flow of 80 ms has two thirds). One window of 45 000 packets
decreases by an eighth, ten of 14 000 by a fifth each. So the unfair link is the fuller one, by as much as fewer losers save. With equal round trips the paper's
order is there at every buffer ("Figure 9(a), equal round trips": 94.7, 96.4, 97.5 % at 0.05), and in figure 8, whose round trips are nearly
equal. With the paper's round trips X = 0.3 is highest where *m* keeps near its least (98.5, 98.1, 99.6 %: "Open choices, where m lies").`,

  'S9.4': `Where all lose it is below 90 %. A window that decreases to 0.7 averages, without a buffer, between 0.85 (a straight line back) and 0.925 (the concave part alone) of
its peak: 87.9 % at a buffer of 0.01. Flows that do not lose go on along their curves, so fewer losers leave more. How many lose with a given X is not in the paper: if *m*
keeps near ten, and not in the middle, all three levels are below 90 % (87.9, 88.2, 88.7 %: "Open choices, where m lies"). With the decrease to 0.8 of
CUBIC's first version they would all be higher.`,

  'S9.6': `Six to ten losers of ten, eight on average, leave three points more than ten do. It is the same open choice as in S9.4: if *m* keeps near ten,
X = 0.6 has 0.3 points more than X = 1, "no improvement". That centre takes the gain away from AIMD, too, for which the paper reports one.`,

  'S9.11': `AIMD decreases to a half, CUBIC to 0.7. Synchronized flows of one round trip have closed forms: at a buffer of 0.05 AIMD's sawtooth uses 78.6 %, and a straight one that keeps 0.7,
of which CUBIC's is the fuller form, 88.9 %. And it takes AIMD some 1000 s to come back at 10 Gb/s, which is a third of a run, where CUBIC takes 25 s. By the letter of the paper's
equations the order is the paper's (at 0.1 AIMD 92 %, CUBIC 28 %, H-TCP 35 %: "To the letter, buffers"). There every lost packet takes its share: AIMD, which loses one
packet a round trip and flow, is near its real form, and the fast laws, which lose tens, are cut to almost nothing.`,

  'S9.12': `AIMD halves and HSTCP decreases by a fifth at 14 000 packets, by an eighth at 45 000: with equal round trips and all losing, their sawteeth use 78.6 % (in closed form) and 94.7 %
(as run) at 0.05. That HSTCP
"emulates parallel TCPs" does not make ten of either alike: an HSTCP flow is like a bundle of TCPs of which one halves, an AIMD flow halves as a whole. By the
letter of the equations they differ more, the other way round (at 0.1 AIMD 92 %, HSTCP 39 %).`,

  'S9.15': `It is H-TCP where all lose that is not fairer than AIMD (0.61 and 0.70), and AIMD's figure is not one of its equilibrium: two events in 3000 s have not
forgotten the first windows. Over 60 000 s AIMD has 0.606 and H-TCP 0.604, both what rates in proportion to the inverse square of the round trip give (0.599): neither
knows of round trips. H-TCP's scaling by round trips, an option that Linux has on and that the paper does not mention, gives 0.84 and would make the claim hold. The paper reports
fairness only at one buffer (figures 10 and 11), and calls it out of scope where it says this.`,

  'S9.17': `For X = 1 the closed form forbids it: flows of one round trip that halve together use 78.6 % with a buffer of 0.05 and 81.8 % with 0.1. For fewer losers it is a matter of what
the paper leaves open: with *m* near its least X = 0.3 gives 92.8 % at 0.05 ("Open choices, where m lies"), X = 0.6 does not (85 %). By the letter of the
equations X = 1 gives 89 % at 0.05 and 92 % at 0.1.`,

  'S10.5': `Fairness falls all the way. While five or fewer lose, it is the large flows that do, and the small ones catch up. From six on some of the smaller ones lose each
time and the shortest round trip runs away, the more the more lose; where all lose, every decrease leaves the shares as they are and every round trip moves them apart. We looked
for a rise where it might hide: with initial windows, in slow start, with losers drawn alike or by rate, with equal round trips, and by the letter of the equations fairness at *m* = 10
is the lowest or within the noise of it.`,

  'S10.10': `As HSTCP, only sharper: STCP grows in proportion to its window, so that where all lose nothing brings shares back that have run apart. Between *m* = 5 and 6 it turns from equal shares to
one flow alone, and one flow alone has the least index there can be, 0.1: there is nothing to rise from but that. By the letter of the equations, and with losers drawn by rate, it falls to the end, too.`,

  'S10.11': `There is nothing to lose. From *m* = 6 on one flow has the link, the one of 80 ms, with 66 667 packets on the way; it decreases by an eighth of at most 76 667 packets, 9583, and the
buffer holds 10 000. With equal round trips, where shares stay equal, the utilisation does fall slightly, by 0.6 points
("Figures 10 and 11, equal round trips").`,

  'S12.4': `Fairness is poor because STCP takes what the slow flows leave, and for the same reason utilisation is not: two flows that come back from a loss of an eighth in 13 round trips
keep the link at 99.5 %. By the letter of the equations it would be poor: 31 % where all lose, 89 % with *m* = 1 ("To the letter, levels").`,

  'S12.5': `Below *m* = 3 the shares are fair (0.99), and what makes them fair is that flows do *not* lose alike: STCP is back at its rate after 13 round trips and loses at a third of the events with
*m* = 1; AIMD needs 7000 round trips, and loses once in hundreds. If they lost equally often, as the paper puts it, AIMD would have nothing: that is what *m* = 10 shows. The second half of
the sentence, that slow flows are hit often where many lose, holds (S12.6).`,
};
