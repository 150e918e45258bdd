const RECEIVERS = `F depends on how long a sender waits before each packet and on whether receivers delay ACKs: both cost Reno throughput, neither costs TFRCP any. With 10, 30 and 50 flows at M = 3 s it is 1.51, 1.52, 1.40 in the runs that are checked;
0.90, 0.81, 0.65 with an ACK for every packet; 0.77, 0.78, 0.64 without the random wait; 0.94, 0.98, 0.84 with a wait of up to 1 ms. Reno itself has ns-2’s goodput, losses and timeouts with these settings and delayed ACKs (tests/oracle/ns2).`;
const RECEIVER_RECORDS = [
  'tfrcp-fig-2a',
  'tfrcp-fig-2-settings',
  'ns2:reno_10_delayed_acks',
  'ns2:reno_30_delayed_acks',
];
const RECEIVER_RUNS =
  'Figure 2, the settings that the paper does not state one at a time ("Figure 2, unstated settings"), and figure 2 with waits of up to 1 ms.';

const PATHS =
  'The paths of the paper, the Internet of 1998. Here they are emulated, with one kind of background traffic.';

/** What is known of claims that do not hold here, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  'T2.1': {
    verdict: 'alone',
    ran: RECEIVER_RUNS,
    found: RECEIVERS,
    records: [...RECEIVER_RECORDS, 'tfrcp-fig-2a-waits'],
  },
  'T2.2': {
    verdict: 'alone',
    ran: 'Figures 2(a) and 2(b): F and the mean RTT against the number of flows.',
    found: `F falls with the load, 1.58 to 1.44, as it does with rounds of a fixed length (1.51 to 1.40). The paper’s reason is that rounds of K round trips grow longer with the load. Here a full buffer of 25 packets makes up most of the round trip, 213 ms
with 10 flows and 235 with 50, so K round trips are a nearly constant time.`,
    records: ['tfrcp-fig-2a', 'tfrcp-fig-2b'],
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
    records: [...RECEIVER_RECORDS, 'tfrcp-fig-2-delays-waits'],
  },
  'T4.4': {
    verdict: 'open',
    ran: 'Ten runs of 1000 s.',
    found: 'The standard deviation is 0.024 below 3 s and 0.028 from 3 s on.',
    missing: 'Shorter runs. The paper does not state the number and length of its runs here.',
    records: ['tfrcp-fig-4-100ms'],
  },
  'T5.3': {
    verdict: 'alone',
    ran: 'Figure 5(a), and the settings that the paper does not state, one at a time ("Figure 5(a), unstated settings").',
    found:
      'F is 1.15, 1.14, 1.15, 1.13 at M = 2 to 5 s: no trend. With a buffer of 50 packets F falls from 1.16 to 0.98 between 2 and 5 s, with 100 from 1.55 to 0.98. The paper does not give the buffer.',
    records: ['tfrcp-fig-5a', 'tfrcp-fig-5-settings'],
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
  },
  'T8.1': {
    verdict: 'open',
    ran: 'Emulated paths.',
    found:
      'Rates over 6 s correlate by 0.31, over 12, 24 and 48 s by 0.57, 0.69 and 0.82, where the claim asks for 0.5 at each. TFRCP sets its rate every 3 s.',
    missing: PATHS,
    records: ['tfrcp-fig-8'],
  },
  'T8.2': {
    verdict: 'open',
    ran: 'Emulated paths.',
    found:
      'E is 1.69, 1.49, 1.40 and 1.35 at 6, 12, 24 and 48 s: only the shortest scale is above 1.5. Over the whole run TCP has 0.133 and TFRCP 0.102 Mb/s.',
    missing: PATHS,
    records: ['tfrcp-time-scales', 'tfrcp-fig-8'],
  },
  'T9.1': {
    verdict: 'open',
    ran: 'Emulated paths.',
    found: 'There is no trend: F is 0.71 to 0.75 at each M from 2 to 10 s.',
    missing: PATHS,
    records: ['tfrcp-fig-9'],
  },
};
