import { recorded } from '../verdict.mjs';

const LITERAL = 'loss-synchronization-literal';

/** What is known of claims that do not hold here, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  'S3.4': {
    verdict: 'alone',
    ran: 'Figure 3, and figures 2 to 4 with one choice changed at a time, among them the paper’s equations taken literally ("Open choices, figures 2 to 4").',
    found: `The link is full either way. One flow loses an eighth of its window; with 98 % of the link and 40 ms, that is an eighth of about 4300 packets in flight and in the queue, 540, and the buffer holds 1000. With the equations taken literally, a
round trip of overflow takes far more than an eighth, and the utilisation does rise when only one flow loses (31 to 35 %).`,
    records: ['loss-synchronization-fig-3', 'loss-synchronization-open-pairs'],
    part: `The size of a decrease beside the buffer. With an eighth, about 540 packets, the queue of 1000 never empties. With the equations taken literally, in which each lost packet takes an eighth, the link is used to 31 % if both flows lose and to 35 % if one does.`,
    measured: [
      ...recorded('loss-synchronization-open-pairs', 'utilisation', [
        { flows: 'STCP, 40 and 120 ms', 'flows that lose': 'all, literal equations' },
        { flows: 'STCP, 40 and 120 ms', 'flows that lose': 'one, literal equations' },
      ]),
    ],
  },
  'S8.1': {
    verdict: 'alone',
    ran: 'The packet model with a random delay of up to 8 µs before each packet, its transmission time, at the seven buffers from 0.05 on ("Figure 8, random delays", three runs each), and in locked phases; the same with ns-2’s senders ("Figure 8, as in ns-2"); the share of flows that lose at an event; and how many lose as windows grow faster ("Flows that lose together").',
    found: `With random delays 99.5 to 100 % of the flows lose at an event, and the utilisation is nearest to X = 1: the mean distances are 0.41, 1.54 and 2.26 points from X = 1, 0.6 and 0.3. In locked phases they are 0.78, 0.37 and 1.09. The more a window
grows in a round trip, the more flows lose at an event: with ten flows that grow by *a* packets, 59 % with *a* = 1 (1 − 1/e is 63 %), 81 % with 2, 98 % with 8. The 60 % that the paper quotes from mean-field theory is the value of *a* = 1; HSTCP’s window
of 1500 packets grows by 10.`,
    records: [
      'loss-synchronization-fig-8',
      'loss-synchronization-fig-8-delays',
      'loss-synchronization-fig-8-as-ns2',
      'loss-synchronization-level',
    ],
    part: `How many flows lose at an event. It is 99.5 to 100 % of them with random delays, 95 to 99 % with ns-2’s senders besides, where the utilisation is at most 0.3 points lower, and 59, 81 and 98 % where windows grow by one, two and eight packets in a round trip.`,
    measured: [
      ...recorded('loss-synchronization-fig-8-delays', 'synchronisation level', [
        { buffer: 0.05 },
        { buffer: 0.2 },
        { buffer: 1 },
      ]),
      ...recorded('loss-synchronization-fig-8-as-ns2', 'synchronisation level', [
        { buffer: 0.05 },
        { buffer: 0.2 },
        { buffer: 1 },
      ]),
      ...recorded('loss-synchronization-level', 'synchronisation level', [
        { increase: 1 },
        { increase: 2 },
        { increase: 8 },
      ]),
    ],
  },
  'S8.4': {
    verdict: 'alone',
    ran: 'The packet model of figure 8 with random delays ("Figure 8, random delays"), beside the utilisations that the model’s authors print (Barman, Smaragdakis & Matta, *The Effect of Router Buffer Size on HighSpeed TCP Performance*, 2004, abstract): more than 90 % with a buffer of 10 % of the BDP, up to 98 % with 20 %. The paper plots the model’s curve without its equations.',
    found:
      'At 0.2 the model’s 98 % is 3.1 points above packets with random delays (94.9 %) and 1.4 above those in locked phases (96.6 %); at 0.1 packets use 90.4 and 93.3 %. The claim asks for more than 5 points at each buffer up to 0.4.',
    records: ['loss-synchronization-fig-8', 'loss-synchronization-fig-8-delays'],
    part: `The number of losers, on which the packets’ utilisation depends (S8.1). At 0.2 all flows lose with random delays and 96 % of them in locked phases, and packets use 94.9 and 96.6 %. The claim asks for less than 93 %.`,
    measured: [
      ...recorded('loss-synchronization-fig-8-delays', 'synchronisation level', [
        { buffer: 0.1 },
        { buffer: 0.2 },
      ]),
      ...recorded('loss-synchronization-fig-8-delays', 'utilisation', [{ buffer: 0.1 }, { buffer: 0.2 }]),
    ],
  },
  'S9.2': {
    verdict: 'alone',
    ran: 'Figure 9(a), the same with equal RTTs ("Figure 9(a), equal RTTs"), and with another centre of *m*.',
    found: `If all flows lose, HSTCP leaves nearly everything to the flow with the shortest RTT: Jain’s index is 0.2 at 0.05. One window of 45 000 packets decreases by an eighth, ten of 14 000 by a fifth each, so unfairness raises the utilisation by as
much as having fewer losers does. With equal RTTs the paper’s order holds at every buffer: 94.7, 96.4, 97.5 % at 0.05.`,
    records: [
      'loss-synchronization-fig-9a',
      'loss-synchronization-equal-fig-9a',
      'loss-synchronization-open-centre',
    ],
    part: `The shares of the flows, which their RTTs decide. With equal RTTs Jain’s index is 1 and the order is the paper’s.`,
    measured: [
      ...recorded('loss-synchronization-fig-9a', 'Jain’s index', [
        { buffer: 0.05, 'flows that lose': 'X = 1' },
        { buffer: 0.05, 'flows that lose': 'X = 0.6' },
        { buffer: 0.05, 'flows that lose': 'X = 0.3' },
      ]),
      ...recorded('loss-synchronization-equal-fig-9a', 'utilisation', [
        { buffer: 0.05, 'flows that lose': 'X = 1' },
        { buffer: 0.05, 'flows that lose': 'X = 0.6' },
        { buffer: 0.05, 'flows that lose': 'X = 0.3' },
      ]),
    ],
  },
  'S9.4': {
    verdict: 'alone',
    ran: 'Figure 9(b), and the same with *m* near its minimum and near ten.',
    found: `If all flows lose, it is 87.9 %. Flows that do not lose continue along their curves, so utilisation is higher with fewer losers. With *m* near ten all three levels are below 90 %.`,
    records: ['loss-synchronization-fig-9b', 'loss-synchronization-open-centre'],
  },
  'S9.6': {
    verdict: 'alone',
    ran: 'Figure 9(b), and the same with *m* near its minimum and near ten.',
    found:
      'Six to ten losers of ten, eight on average, give three points more than ten losers. With *m* near ten X = 0.6 is at most 0.4 points above X = 1. With that centre AIMD has no gain either (77.3 and 77.8 % at 0.05), and the paper reports one.',
    records: ['loss-synchronization-fig-9b', 'loss-synchronization-open-centre'],
  },
  'S9.11': {
    verdict: 'alone',
    ran: 'Figures 9(b) and 9(c), and the paper’s equations taken literally ("Literal equations, buffers").',
    found: `AIMD decreases to a half, CUBIC to 0.7. Synchronised flows with equal RTTs have closed forms: at a buffer of 0.05 AIMD’s sawtooth uses 78.6 %, and a straight one that decreases to 0.7 uses 88.9 %; CUBIC’s curve lies above that straight line. With
the literal equations the order is the paper’s (at 0.1 AIMD 92 %, CUBIC 28 %, H-TCP 35 %): there every lost packet reduces the window, AIMD loses one packet per round trip and flow, and the fast controllers lose tens.`,
    records: [
      'loss-synchronization-fig-9b',
      'loss-synchronization-fig-9c',
      'loss-synchronization-literal-buffers',
    ],
    part: `The size of the decrease. CUBIC that decreases to 0.7 uses 91.7 % at 0.05, to 0.8 it uses 96.1 %; AIMD, to 0.5, 77.4 %. With the equations taken literally, where the number of lost packets decides, AIMD is above CUBIC.`,
    measured: [
      ...recorded('loss-synchronization-fig-9b-beta', 'utilisation', [
        { buffer: 0.05, 'flows that lose': 'X = 1' },
      ]),
      ...recorded('loss-synchronization-literal-buffers', 'utilisation', [
        { buffer: 0.05, flows: 'AIMD' },
        { buffer: 0.05, flows: 'CUBIC' },
      ]),
    ],
  },
  'S9.12': {
    verdict: 'alone',
    ran: 'Figures 9(a) and 9(c), the first with equal RTTs, and the literal equations.',
    found: `AIMD halves, HSTCP decreases by a fifth at 14 000 packets and by an eighth at 45 000. With equal RTTs and all flows losing, their sawteeth use 78.6 % (in closed form) and 94.7 % (as run) at 0.05. With the equations taken literally, the difference
is larger and reversed: at 0.1 AIMD 92 %, HSTCP 39 %.`,
    records: [
      'loss-synchronization-fig-9c',
      'loss-synchronization-equal-fig-9a',
      'loss-synchronization-literal-buffers',
    ],
    part: `The size of the decrease, a half against a fifth. HSTCP with equal RTTs, whose ten windows of 14 000 packets decrease by a fifth each, uses 94.7 % at 0.05 if all lose; halves use 78.6 % in closed form and 77.4 % as run.`,
    measured: [
      ...recorded('loss-synchronization-equal-fig-9a', 'utilisation', [
        { buffer: 0.05, 'flows that lose': 'X = 1' },
      ]),
      ...recorded('loss-synchronization-literal-buffers', 'utilisation', [
        { buffer: 0.1, flows: 'AIMD' },
        { buffer: 0.1, flows: 'HSTCP' },
      ]),
    ],
  },
  'S9.15': {
    verdict: 'alone',
    ran: 'Figure 9, all parts: Jain’s index.',
    found: `If all flows lose, H-TCP is not fairer than AIMD: 0.61 and 0.70 at 0.05. Neither compensates for different RTTs: for rates proportional to the inverse square of the RTT the index is 0.599. AIMD is above that value, as a run of 3000 s has two or
three of its events, and the initial windows still count.`,
    records: ['loss-synchronization-fig-9c', 'loss-synchronization-fig-9d'],
    part: `The number of events that a run has. AIMD has two in 3000 s, H-TCP 230, so H-TCP’s shares are those of its RTTs, and AIMD’s are still partly those of its initial windows. With the equations taken literally AIMD has seven events, and the order is the same: 0.88 and 0.60.`,
    measured: [
      ...recorded('loss-synchronization-fig-9c', 'congestion events', [
        { buffer: 0.05, 'flows that lose': 'X = 1' },
      ]),
      ...recorded('loss-synchronization-fig-9d', 'congestion events', [
        { buffer: 0.05, 'flows that lose': 'X = 1' },
      ]),
      ...recorded('loss-synchronization-literal-buffers', 'Jain’s index', [
        { buffer: 0.05, flows: 'AIMD' },
        { buffer: 0.05, flows: 'H-TCP' },
      ]),
    ],
  },
  'S9.17': {
    verdict: 'alone',
    ran: 'Figure 9(c), the same with another centre of *m*, and the literal equations.',
    found: `For X = 1 the closed form forbids it: flows with equal RTTs that halve together use 78.6 % with a buffer of 0.05 and 81.8 % with 0.1. With *m* near its minimum, X = 0.3 gives 92.8 % at 0.05, X = 0.6 does not reach 90 (85 %). With the equations
taken literally, X = 1 gives 89 % at 0.05 and 92 % at 0.1.`,
    records: [
      'loss-synchronization-fig-9c',
      'loss-synchronization-open-centre',
      'loss-synchronization-literal-buffers',
    ],
    part: `How many flows lose at an event. With all ten of them the utilisation at 0.05 is 77 %, with six or a few more 85 %, with three or a few more 93 %. The paper does not state how *m* is distributed within a level.`,
    measured: [
      ...recorded('loss-synchronization-open-centre', 'utilisation', [
        { flows: 'AIMD, 0.05', 'flows that lose': 'X = 1' },
        { flows: 'AIMD, 0.05', 'flows that lose': 'X = 0.6, m near 6' },
        { flows: 'AIMD, 0.05', 'flows that lose': 'X = 0.3, m near 3' },
      ]),
      ...recorded('loss-synchronization-literal-buffers', 'utilisation', [{ buffer: 0.05, flows: 'AIMD' }]),
    ],
  },
  'S10.5': {
    verdict: 'alone',
    ran: 'Figure 10(b); the choices that the paper does not state, with m = 1 and X = 0.3 ("Open choices"); equal RTTs; the literal equations.',
    found: `Fairness falls throughout. While five or fewer flows lose, the large flows lose and the small ones catch up. From six on, the flow with the shortest RTT gains, the more so the more flows lose. If all lose, every decrease leaves the shares
unchanged and every round trip moves them apart. With equal RTTs every *m* is fair ("Figures 10 and 11, equal RTTs").`,
    records: [
      'loss-synchronization-fig-10b',
      'loss-synchronization-equal-fig-10',
      'loss-synchronization-open-one',
      LITERAL,
    ],
    part: `The RTTs. With equal ones the index is 1.000 for each *m* up to nine and 0.9995 for ten.`,
    measured: [
      ...recorded('loss-synchronization-equal-fig-10', 'Jain’s index', [
        { m: 1, flows: 'HSTCP' },
        { m: 6, flows: 'HSTCP' },
        { m: 8, flows: 'HSTCP' },
        { m: 10, flows: 'HSTCP' },
      ]),
    ],
  },
  'S10.10': {
    verdict: 'alone',
    ran: 'Figure 10(d), and the same with equal RTTs.',
    found: `STCP grows in proportion to its window, so if all flows lose, nothing equalises shares that have diverged. Between *m* = 5 and 6 the index goes from 1.000 to 0.121, nearly one flow alone, and 0.1 is the lowest that it has, so it cannot fall and rise
again. With equal RTTs it is near 1 for every *m*.`,
    records: ['loss-synchronization-fig-10d', 'loss-synchronization-equal-fig-10'],
    part: `The RTTs, which make the shares diverge. With equal ones the index is 1.000 up to nine losers and 0.93 with ten.`,
    measured: [
      ...recorded('loss-synchronization-equal-fig-10', 'Jain’s index', [
        { m: 1, flows: 'STCP' },
        { m: 6, flows: 'STCP' },
        { m: 8, flows: 'STCP' },
        { m: 10, flows: 'STCP' },
      ]),
    ],
  },
  'S10.11': {
    verdict: 'alone',
    ran: 'Figure 10(d), and the same with equal RTTs.',
    found: `The utilisation cannot fall. From *m* = 6 on, the flow with 80 ms has the link to itself, with 66 667 packets in flight. It decreases by an eighth of at most 76 667 packets, 9583, and the buffer holds 10 000. With equal RTTs, where shares stay
equal, the utilisation does fall, by 0.6 points.`,
    records: ['loss-synchronization-fig-10d', 'loss-synchronization-equal-fig-10'],
    part: `The share of the largest flow. Its index of 0.10 from *m* = 6 on is that of one flow alone, whose decrease is less than the buffer. With equal RTTs the ten decreases come together and the utilisation falls to 99.4 %.`,
    measured: [
      ...recorded('loss-synchronization-fig-10d', 'Jain’s index', [
        { m: 5, buffer: 10000 },
        { m: 6, buffer: 10000 },
        { m: 10, buffer: 10000 },
      ]),
      ...recorded('loss-synchronization-equal-fig-10', 'utilisation', [
        { m: 1, flows: 'STCP' },
        { m: 10, flows: 'STCP' },
      ]),
    ],
  },
  'S12.4': {
    verdict: 'alone',
    ran: 'Figure 12, and the literal equations at each level ("Literal equations, levels").',
    found: `STCP takes what the slow flows leave. Two flows that recover from a decrease of an eighth in 13 round trips keep the link at 99.5 %. With the equations taken literally it is poor: 31 % if all lose, 89 % with *m* = 1.`,
    records: ['loss-synchronization-fig-12', LITERAL],
    part: `How much an event takes. From *m* = 6 on the two STCP flows have 98 % of the goodput and decrease by an eighth at 83 to 100 % of the events. With the equations taken literally, where each lost packet takes an eighth, the link is used to 31 %.`,
    measured: [
      ...recorded('loss-synchronization-fig-12', 'decreases of STCP', [
        { m: 6, buffer: 10000 },
        { m: 10, buffer: 10000 },
      ]),
      ...recorded('loss-synchronization-fig-12', 'goodput of STCP', [{ m: 6, buffer: 10000 }]),
      ...recorded('loss-synchronization-literal', 'utilisation', [
        { flows: 'two of each', 'flows that lose': 'X = 1' },
        { flows: 'two of each', 'flows that lose': 'm = 1' },
      ]),
    ],
  },
  'S12.5': {
    verdict: 'alone',
    ran: 'Figure 12: decreases of each controller per congestion event, and Jain’s index.',
    found: `Below *m* = 3 the shares are fair (0.99) because flows do *not* lose equally often: with *m* = 1 STCP loses at 33 % of the events, CUBIC at 3.6 %, AIMD at 0.1 %. STCP is back at its rate after 13 round trips. The second half of the sentence,
that slow flows are hit often if many lose, holds (S12.6).`,
    records: ['loss-synchronization-fig-12'],
    part: `The rates. With *m* = 1 the flow with the highest rate loses, and all five controllers have about the same rate, 770 to 1100 Mb/s: one that is back sooner loses more often for it.`,
    measured: [
      ...recorded('loss-synchronization-fig-12', 'goodput of AIMD', [{ m: 1, buffer: 10000 }]),
      ...recorded('loss-synchronization-fig-12', 'goodput of HSTCP', [{ m: 1, buffer: 10000 }]),
      ...recorded('loss-synchronization-fig-12', 'goodput of CUBIC', [{ m: 1, buffer: 10000 }]),
      ...recorded('loss-synchronization-fig-12', 'goodput of STCP', [{ m: 1, buffer: 10000 }]),
      ...recorded('loss-synchronization-fig-12', 'Jain’s index', [
        { m: 1, buffer: 10000 },
        { m: 3, buffer: 10000 },
      ]),
    ],
  },
};
