import { recorded } from '../verdict.mjs';

const RECEIVERS = `F depends on how long a sender waits before each packet and on whether receivers delay ACKs: both cost Reno throughput, neither costs TFRCP any. With 10, 30 and 50 flows at M = 3 s it is 1.51, 1.52, 1.40 in the runs that are checked;
0.90, 0.81, 0.65 with an ACK for every packet; 0.77, 0.78, 0.64 without the random wait; 0.94, 0.98, 0.84 with a wait of up to 1 ms; 1.30, 1.22, 1.10 with R in ticks of the timer, as TCP has it. An agent for ns-2 written from section II.B has the same F with either R, to 10 % (tests/oracle/ns2/tfrcp.cc). Reno itself has ns-2’s goodput, losses and timeouts with these settings and delayed ACKs (tests/oracle/ns2).`;
const RECEIVER_RECORDS = [
  'tfrcp-fig-2a',
  'tfrcp-fig-2-settings',
  'ns2:reno_10_delayed_acks',
  'ns2:reno_30_delayed_acks',
  'ns2:tfrcp_10',
  'ns2:tfrcp_30',
  'ns2:tfrcp_50',
  'ns2:tfrcp_10_ticks',
  'ns2:tfrcp_30_ticks',
  'ns2:tfrcp_50_ticks',
];
const RECEIVER_RUNS =
  'Figure 2, the settings that the paper does not state one at a time ("Figure 2, unstated settings"), figure 2 with waits of up to 1 ms, and figures 2 to 6 with R in ticks; 10, 30 and 50 flows in ns-2.35 with either R.';

/** What is known of claims that do not hold here, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  'T2.1': {
    verdict: 'alone',
    ran: RECEIVER_RUNS,
    found: RECEIVERS,
    records: [...RECEIVER_RECORDS, 'tfrcp-fig-2a-waits', 'tfrcp-fig-2a-ticks'],
  },
  'T2.2': {
    verdict: 'agreed',
    simulator: 'ns-2.35',
    ran: 'Figures 2(a) and 2(b): F and the mean RTT against the number of flows; K = 20 with 10 and 50 flows in ns-2.35, by an agent written from section II.B (tests/oracle/ns2/tfrcp.cc).',
    found: `F falls with the load, 1.58 to 1.44, as it does with rounds of a fixed length (1.51 to 1.40), and in ns-2 from 1.44 to 1.41. The paper’s reason is that rounds of K round trips grow longer with the load. Here a full buffer of 25 packets makes up most of the round trip, 213 ms
with 10 flows and 235 with 50, so K round trips are a nearly constant time.`,
    records: ['tfrcp-fig-2a', 'tfrcp-fig-2b', 'ns2:tfrcp_10_round_trips', 'ns2:tfrcp_50_round_trips'],
  },
  'T2.6': {
    verdict: 'alone',
    ran: RECEIVER_RUNS,
    found: `As T2.1. ${RECEIVERS}`,
    records: [...RECEIVER_RECORDS, 'tfrcp-fig-2c-waits'],
  },
  'T2.7': {
    verdict: 'alone',
    ran: RECEIVER_RUNS,
    found: `As T2.1. ${RECEIVERS}`,
    records: [
      ...RECEIVER_RECORDS,
      'tfrcp-fig-2-delays-waits',
      'tfrcp-fig-2-delays-ticks',
      'ns2:tfrcp_30_delay_20',
      'ns2:tfrcp_30_delay_100',
    ],
    part: `What TCP gets of a link that is full in each case. With 30 flows it has 0.57 Mb/s as the claims are judged, 0.79 with an ACK for every packet and 0.81 without the random wait; TFRCP has the rest. The wait costs TCP a quarter more timeouts, 6950 instead of 5540. With the two habits of ns-2 F is 1.52, 1.53 and 1.42 instead of 1.51, 1.52 and 1.40 with 10, 30 and 50 flows: they are not it.`,
    measured: [
      ...recorded('tfrcp-fig-2-settings', 'TCP', [
        { setting: 'as in Figure 2(a)', flows: 30 },
        { setting: 'an ACK for every packet', flows: 30 },
        { setting: 'no random delay', flows: 30 },
      ]),
      ...recorded('tfrcp-fig-2-settings', 'TFRCP', [
        { setting: 'as in Figure 2(a)', flows: 30 },
        { setting: 'an ACK for every packet', flows: 30 },
        { setting: 'no random delay', flows: 30 },
      ]),
      ...recorded('tfrcp-fig-2-settings', 'timeouts of TCP', [
        { setting: 'as in Figure 2(a)', flows: 30 },
        { setting: 'an ACK for every packet', flows: 30 },
        { setting: 'no random delay', flows: 30 },
      ]),
      ...recorded('tfrcp-fig-2-settings', 'F', [{ setting: 'as ns-2 does it', flows: 30 }]),
    ],
  },
  'T4.4': {
    verdict: 'alone',
    ran: 'Ten runs of 1000 s with 10 to 50 flows; and forty runs of 50, 100, 200 and 300 s with thirty flows ("Section III.C.2, 100 ms, shorter runs").',
    found:
      'Over 1000 s the standard deviation is 0.024 below 3 s and 0.028 from 3 s on. With shorter runs it grows at every M, and below 3 s it is 1.35, 1.06, 0.97 and 1.03 times as large over 50, 100, 200 and 300 s, where the claim asks for 1.25. A flow has four packets per second, of which 10 to 11 % are lost: a round of 2 s has 0.9 losses, one of 5 s has two, so at no M are there many.',
    records: ['tfrcp-fig-4-100ms', 'tfrcp-fig-4-100ms-lengths'],
    part: `How many losses a round has, at four packets per second. Over 300 s a round of 2 s has 0.9 and one of 5 s has 2.0. Over 50 s, where the start counts for more, they have 1.5 and 5.8, and there the spread below 3 s is 1.35 times that from 3 s on: more than the claim asks for.`,
    measured: [
      ...recorded('tfrcp-fig-4-100ms-lengths', 'loss', [
        { length: 50, M: 2 },
        { length: 50, M: 5 },
        { length: 100, M: 2 },
        { length: 100, M: 5 },
        { length: 200, M: 2 },
        { length: 200, M: 5 },
        { length: 300, M: 2 },
        { length: 300, M: 5 },
      ]),
    ],
  },
  'T5.3': {
    verdict: 'alone',
    ran: 'Figure 5(a), and the settings that the paper does not state, one at a time ("Figure 5(a), unstated settings").',
    found:
      'F is 1.15, 1.14, 1.15, 1.13 at M = 2 to 5 s: no trend. With a buffer of 50 packets F falls from 1.16 to 0.98 between 2 and 5 s, with 100 from 1.55 to 0.98. The paper does not give the buffer. Averaged over the transfers F falls from 1.50 to 1.00 with 100 packets, and from 1.47 to 1.00 without the limit of W_m/RTT on a rate that doubles.',
    records: ['tfrcp-fig-5a', 'tfrcp-fig-5-settings', 'tfrcp-fig-5a-buffer', 'tfrcp-fig-5a-buffer-unlimited'],
  },
  'T5.4': {
    verdict: 'alone',
    ran: 'Figure 5(b), and the same with a buffer of 100 packets.',
    found: 'F is 1.15, 1.13, 1.13, 1.14 at M = 2 to 5 s. See T5.3.',
    records: ['tfrcp-fig-5b', 'tfrcp-fig-5b-buffer'],
  },
  'T6.2': {
    verdict: 'alone',
    ran: 'Figure 6, the same with 60 sources and buffers of 50 and 78 packets ("Figure 6, buffers"), and other shapes ("Section III.C.4, shapes").',
    found: `F rises with M where it changes at all: it is 0.95 at 2 s and 0.94 at 5 s with 20 sources, 1.04 and 1.12 with 80, and it rises with shapes of 1.2, 1.5 and 1.9. A larger buffer does not reverse this: with 60 sources F is 0.69, 0.76 and 0.81 at
M = 2, 3 and 5 s with 50 packets, and 0.53, 0.60 and 0.70 with 78, four BDP. With 25 packets and 60 sources TCP has 0.496 Mb/s at 2 s and 0.522 at 5 s, TFRCP 0.501 and 0.562, and the link is used to 85 and 91 %.`,
    records: ['tfrcp-fig-6', 'tfrcp-fig-6-buffers', 'tfrcp-fig-6-shapes'],
    part: `The capacity that short rounds leave unused. From 2 to 5 s the utilisation rises by 5 to 8 points and the loss rate falls from 2.6 to 1.8 %. Of what is gained with 80 sources TFRCP has 0.059 Mb/s and TCP 0.017.`,
    measured: [
      ...recorded('tfrcp-fig-6', 'utilisation', [
        { sources: 20, M: 2 },
        { sources: 20, M: 5 },
        { sources: 80, M: 2 },
        { sources: 80, M: 5 },
      ]),
      ...recorded('tfrcp-fig-6', 'loss', [
        { sources: 80, M: 2 },
        { sources: 80, M: 5 },
      ]),
      ...recorded('tfrcp-fig-6', 'TFRCP', [
        { sources: 80, M: 2 },
        { sources: 80, M: 5 },
      ]),
    ],
  },
  'T8.1': {
    verdict: 'alone',
    ran: 'Figure 8 with 25 and with 100 packets of buffer, and with a second TCP connection in the place of TFRCP ("Figure 8, two TCP").',
    found:
      'Rates of TCP and TFRCP over 6, 12, 24 and 48 s correlate by 0.31, 0.57, 0.69 and 0.82, where the claim asks for 0.5 at each; with 100 packets by 0.19, 0.36, 0.48 and 0.58. Those of two TCP connections correlate by 0.11, 0.16, 0.38 and 0.46: TFRCP tracks TCP more closely than another TCP does. A connection has 11 packets per second, and which one loses is chance.',
    records: ['tfrcp-fig-8', 'tfrcp-fig-8-buffer', 'tfrcp-fig-8-two-tcp'],
    part: `Chance, which two connections of the same kind share. In runs of two TCP connections the larger rate is in the median window of 6 s 1.92 times the smaller, and 1.25 times over 48 s; with a loss rate of 9.5 % each has about one loss per second.`,
    measured: [
      ...recorded('tfrcp-fig-8-two-tcp', 'larger over smaller', [
        { window: 6 },
        { window: 12 },
        { window: 24 },
        { window: 48 },
      ]),
      ...recorded('tfrcp-fig-8-two-tcp', 'loss', [{ window: 6 }]),
    ],
  },
  'T8.2': {
    verdict: 'alone',
    ran: 'Figure 8 with 25 and with 100 packets of buffer, and with a second TCP connection in the place of TFRCP ("Figure 8, two TCP").',
    found:
      'E is 1.69, 1.49, 1.40 and 1.35 at 6, 12, 24 and 48 s, with 100 packets 2.05, 1.90, 1.81 and 1.78. With two TCP connections the larger rate is in the median window 1.92, 1.59, 1.40 and 1.25 times the smaller, mean over 15 runs. Over 6 s two TCP connections do not have about the same throughput on this path either.',
    records: ['tfrcp-time-scales', 'tfrcp-fig-8', 'tfrcp-fig-8-buffer', 'tfrcp-fig-8-two-tcp'],
    part: `As T8.1. Over 6, 12, 24 and 48 s two TCP connections differ by 1.92, 1.59, 1.40 and 1.25, TFRCP and TCP by 1.69, 1.49, 1.40 and 1.35: less than two of a kind over 6 and 12 s.`,
    measured: [
      ...recorded('tfrcp-fig-8-two-tcp', 'larger over smaller', [
        { window: 6 },
        { window: 12 },
        { window: 24 },
        { window: 48 },
      ]),
      ...recorded('tfrcp-fig-8', 'E', [{ window: 6 }, { window: 12 }, { window: 24 }, { window: 48 }]),
    ],
  },
  'T9.1': {
    verdict: 'alone',
    ran: 'Figure 9 with 25 and with 100 packets of buffer.',
    found:
      'With 25 packets there is no trend: F is 0.71 to 0.75 at each M from 2 to 10 s. With 100 packets it falls from 0.65 at 2 s to 0.51 at 10 s, as in figure 5 (T5.3).',
    records: ['tfrcp-fig-9', 'tfrcp-fig-9-buffer'],
  },
};
