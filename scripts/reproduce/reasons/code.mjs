import { recorded } from '../verdict.mjs';

const NS2 = 'ns-2.35';

const TABLE_2 =
  'Table 2 with flows that start at random within one round trip; with random waits of up to one transmission time ("Table 2, no phase effects"); with waits and a start at the same nanosecond ("Table 2, one start"); and at 10, 20 and 25 Mb/s in ns-2.35.';
const TABLE_2_RECORDS = [
  'code-table-2',
  'code-table-2-no-phase',
  'code-table-2-same-time',
  ...[10, 20, 25].flatMap((mbps) => [`ns2:code_10_at_${mbps}_mbps`, `ns2:vegas_10_at_${mbps}_mbps`]),
];

/** What is known of claims that do not hold here, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  'C9.2': {
    verdict: 'alone',
    ran: 'Figure 9, with RTTs of 50 and of 20 ms, and figure 14: the mean queue times Vegas’s share of the throughput; and the delay of Vegas’s own packets ("Figure 9, Vegas’s packets").',
    found:
      'It holds at 10 and 15 Mb/s. At 5 and 20 Mb/s Vegas keeps 3.4 and 3.2 packets, from 25 Mb/s on 3.5 to 4.9; with an RTT of 20 ms 2.9 to 4.8. The buffer decides how many: at 10 Mb/s it keeps 2.4, 2.8, 3.0, 3.2 and 3.7 packets with 20, 40, 100, 120 and 200 packets of buffer, and at most three up to 100.',
    records: ['code-fig-9', 'code-fig-9-short', 'code-fig-14', 'code-fig-9-vegas'],
    part: `How many packets of its own Vegas has in the queue: by Little’s law its rate times the delay of its own packets. That is 3.2, 2.7, 2.5, 2.4, 2.4, 2.3, 2.3, 2.3, 2.2 and 2.1 packets at 5 to 50 Mb/s, at most three at nine of ten rates. The claim’s product counts more because Vegas’s packets meet a shorter queue than the mean: 9.9 instead of 16.1 ms at 25 Mb/s.`,
    measured: [
      ...recorded('code-fig-9-vegas', 'Vegas’s rate', [
        { 'Bottleneck rate': 5 },
        { 'Bottleneck rate': 10 },
        { 'Bottleneck rate': 25 },
        { 'Bottleneck rate': 50 },
      ]),
      ...recorded('code-fig-9-vegas', 'Delay of Vegas’s packets', [
        { 'Bottleneck rate': 5 },
        { 'Bottleneck rate': 10 },
        { 'Bottleneck rate': 25 },
        { 'Bottleneck rate': 50 },
      ]),
      ...recorded('code-fig-9-vegas', 'Delay of the queue', [
        { 'Bottleneck rate': 5 },
        { 'Bottleneck rate': 10 },
        { 'Bottleneck rate': 25 },
        { 'Bottleneck rate': 50 },
      ]),
    ],
  },
  'C9.4': {
    verdict: 'alone',
    ran: 'Figure 9 with RTTs of 50 and of 20 ms, because the paper gives the delays in a drawing only; and with NewVegas that halves ("Figure 9, NewVegas halves").',
    found: `A loss takes a quarter of NewVegas’s window and half of Reno’s. If the buffer (100 packets) is less than half the BDP, from 30 Mb/s on with 50 ms, the path has spare capacity after a loss of either flow, and NewVegas grows from the larger window.
With 20 ms NewVegas has 0.35 to 0.59 of Reno’s throughput at all ten rates. With 50 ms and a decrease of a half it still has 1.04 to 1.29 times as much from 25 Mb/s on, instead of 0.92 to 1.68.`,
    records: ['code-fig-9', 'code-fig-9-short', 'code-fig-9-halves'],
  },
  'C9.6': {
    verdict: 'alone',
    ran: 'Figure 9 with both decreases of CODE and both RTTs.',
    found: `The decrease at a loss decides this. Equation 4 takes a quarter off CODE’s window where Reno loses half. As CODE’s thresholds rise with Reno’s queue, CODE then grows from a larger window. The kernel in which the authors implemented CODE
halves. CODE that halves has 0.79, 0.86, 0.88, 0.89, 1.19, 1.25, 0.93, 1.03, 1.04, 1.41 of Reno’s throughput at the ten rates: within the claim’s factor at nine. With an RTT of 20 ms the CODE of equation 4 has 1.01 to 1.70.`,
    records: ['code-fig-9', 'code-fig-9-short'],
  },
  'C14.1': {
    verdict: 'alone',
    ran: 'Figure 14: buffers of 20 to 200 packets; and a buffer of 10 packets ("Figure 14, smaller buffers").',
    found:
      'With 20 packets, a third of the BDP, Vegas has 0.31 of Reno’s throughput, five times as much as with 80; the claim’s threshold is a third. With 10 packets it has 0.80. The paper does not state the sizes.',
    records: ['code-fig-14', 'code-fig-14-small'],
  },
  'C14.3': {
    verdict: 'alone',
    ran: 'Figure 14 with both nestings of Vegas-A’s listing, which has lost its indentation in print.',
    found:
      'With the nesting that is checked Vegas-A has 0.55 times Reno’s throughput with a buffer of 20 packets, with the other one 2.8 times.',
    records: ['code-fig-14'],
  },
  'C14.5': {
    verdict: 'alone',
    ran: 'As C14.3.',
    found:
      'With the other nesting the ratio of the mean goodputs is 2.83, 1.05, 0.88 and 0.74 with 20, 40, 60 and 80 packets: nearest to one at 40. The mean of the ratios of single runs, 3.46, 1.43, 1.01 and 0.80, is nearest at 60, as in the paper, but the claim is written for the former.',
    records: ['code-fig-14'],
    part: `Where Vegas-A shrinks its window, which the lost indentation leaves open. If it shrinks only while its thresholds are raised, the mean of the ratios of single runs is nearest to one at 60 packets.`,
    measured: [
      ...recorded('code-fig-14', 'Ratio', [
        { Buffer: 20, Variant: 'Vegas-A, other nesting' },
        { Buffer: 40, Variant: 'Vegas-A, other nesting' },
        { Buffer: 60, Variant: 'Vegas-A, other nesting' },
        { Buffer: 80, Variant: 'Vegas-A, other nesting' },
      ]),
    ],
  },
  'C15.3': {
    verdict: 'alone',
    ran: 'Figure 15 with random waits of up to one transmission time, and without; and with NewVegas that halves ("Figure 15, no phase effects, NewVegas halves").',
    found: `With random waits NewVegas has 0.42, 0.60 and 0.83 of Reno’s throughput with one to three Reno flows, and 1.1 to 1.3 with more. A loss takes a quarter of its window and half of Reno’s. If a loss takes half of NewVegas’s window, too, it has 0.42 to 0.91 of Reno’s throughput at each number of Reno flows, and the claim holds. Without random waits phases give it up to 5.4 times Reno’s
throughput.`,
    records: ['code-fig-15', 'code-fig-15-no-phase', 'code-fig-15-no-phase-halves'],
  },
  'CT2.1': {
    verdict: 'agreed',
    simulator: NS2,
    ran: `${TABLE_2} CODE there is ns-2’s own Vegas with the thresholds of the paper’s text (tests/oracle/ns2/code.cc).`,
    found: `The Vegas family accepts any number of queued packets between α and β, 1 to 3: flows that stopped at different values stay there, and shares of 1 to 3 are in equilibrium. CODE has 0.92 to 0.98, with random waits 0.93 to 0.98, with one start 0.92 to 0.96. In ns-2
it has 0.98, 0.95 and 0.90 at 10, 20 and 25 Mb/s, where the claim asks for 0.95.`,
    records: TABLE_2_RECORDS,
  },
  'CT2.3': {
    verdict: 'agreed',
    simulator: NS2,
    ran: TABLE_2,
    found:
      'The largest difference is 0.083, with random waits 0.077 and with one start 0.073; 0.05 is allowed. In ns-2 the index at 25 Mb/s is 0.90 with CODE and 0.915 with its own Vegas; the table has 0.99 and 0.97. See CT2.1.',
    records: TABLE_2_RECORDS,
  },
  'C17.2': {
    verdict: 'alone',
    ran: 'Figures 17 and 18 in intervals of 5 s: Jain’s index and the queue.',
    found: `By the fairness index neither has a transient: both are above the claim’s threshold from the first five seconds of the new flow on. By the queue CODE’s is longer (C18.3): 24 packets after ten seconds and 8 after thirty; that of Vegas is 5.7 from
the first second on.`,
    records: ['code-fig-17-transient'],
    part: `What the second flow disturbs: the queue, and not the shares.`,
    measured: [
      ...recorded('code-fig-17-transient', 'Queue', [
        { 'Time since the second flow started': 0, Variant: 'Vegas' },
        { 'Time since the second flow started': 10, Variant: 'Vegas' },
        { 'Time since the second flow started': 30, Variant: 'Vegas' },
        { 'Time since the second flow started': 60, Variant: 'Vegas' },
        { 'Time since the second flow started': 0, Variant: 'CODE' },
        { 'Time since the second flow started': 10, Variant: 'CODE' },
        { 'Time since the second flow started': 30, Variant: 'CODE' },
        { 'Time since the second flow started': 60, Variant: 'CODE' },
      ]),
    ],
  },
  'C19.4': {
    verdict: 'alone',
    ran: 'Figure 19, an emulated testbed, with receivers that acknowledge every second packet, as Linux does, and every packet.',
    found: `The receivers’ ACKs decide the size of the effect. With every second packet acknowledged, Reno, which counts ACKs, gains half a packet per round trip; the RTT does not change in every other one, and in each of those CODE takes back part of the
rise of its thresholds. CODE has 0.26, 0.24, 0.39, 0.45, 0.49 and 0.71 of Reno’s throughput at the six rates, and 0.60, 0.65, 0.73, 0.76, 0.70 and 0.78 with an ACK for every packet.`,
    records: ['code-fig-19'],
    part: `How often receivers acknowledge. With an ACK for every packet CODE’s ratio at 5 to 50 Mb/s is 0.60 to 0.78 instead of 0.24 to 0.74.`,
    measured: [
      ...recorded('code-fig-19', 'Ratio', [
        { 'Bottleneck rate': 5, Variant: 'CODE' },
        { 'Bottleneck rate': 5, Variant: 'CODE, ACK per packet' },
        { 'Bottleneck rate': 20, Variant: 'CODE' },
        { 'Bottleneck rate': 20, Variant: 'CODE, ACK per packet' },
        { 'Bottleneck rate': 50, Variant: 'CODE' },
        { 'Bottleneck rate': 50, Variant: 'CODE, ACK per packet' },
      ]),
    ],
  },
  'CT3.3': {
    verdict: 'alone',
    ran: 'Table 3, an emulated testbed, with both ways to acknowledge; and its first 80 s ("Table 3, while both send").',
    found: `CODE has 0.70 of Reno’s throughput (567 and 810 kB/s; 0.75 with one ACK per packet). The slower of two equal transfers has the path to itself at the end, so its size over its time is nearly fixed by the rate of the path, 567 kB/s. The paper’s Reno
has the same 550 kB/s against Vegas as against CODE, which no shared bottleneck gives.`,
    records: ['code-table-3', 'code-table-3-both'],
    part: `The time at which the faster transfer ends. While both send, CODE has 0.81 of Reno’s goodput, and 0.77 with an ACK per packet: within the claim’s factor. Size over time makes 0.70 and 0.75 of it, because the slower transfer has the path to itself at the end.`,
    measured: [
      ...recorded('code-table-3-both', 'Ratio', [{ Variant: 'CODE' }, { Variant: 'CODE, ACK per packet' }]),
    ],
  },
};
