// Tolerances: the larger of a percentage of their value and an absolute distance. Cases that need more than the usual
// tolerance, or cannot be compared, state the reason; docs/model.md explains them in detail. The first entry that
// matches a case applies.

/**
 * @typedef {{ percent?: number, absolute?: number }} Band
 * @typedef {{ goodput: Band, cwnd: Band, utilisation: Band, drops: Band, queue: Band, timeouts: Band, jain: Band, friendliness: Band, covariance: Band,
 *   level: Band }} Tolerance
 * @typedef {Partial<Tolerance> & { cases: RegExp, because: string, shownOnly?: true, phases?: number }} Exception
 *   `shownOnly`: their source is at fault, and nothing is compared; `phases`: ours is the range over this many phases of the last flow, and theirs has to lie in it, within the tolerance
 */

/** @type {Tolerance} */
const USUAL = {
  goodput: { percent: 2, absolute: 0.1 },
  cwnd: { percent: 10, absolute: 2 },
  utilisation: { absolute: 0.015 },
  drops: { percent: 30, absolute: 6 },
  queue: { percent: 10, absolute: 1.5 },
  timeouts: { percent: 12, absolute: 20 },
  jain: { absolute: 0.05 },
  friendliness: { percent: 10 },
  covariance: { absolute: 0.1 },
  level: { absolute: 0.1 },
};

/** @type {Exception[]} */
export const EXCEPTIONS = [
  {
    cases: /Bic/,
    because:
      'Around the old maximum ns-3’s BIC probes with 0.8 packets per round trip, Linux’s with 0.2; ns-3’s converges faster.',
    cwnd: { percent: 20 },
    drops: { percent: 95 },
    queue: { percent: 20 },
  },
  {
    cases: /^c2_rttunfair_NewReno/,
    because:
      'Without noise, phases decide which flow loses: with fractions of a transmission time added to one of the RTTs the short flow has 6.8 to 18.2 Mb/s here, in five runs of ns-3 5.9 to 7.3. Theirs is compared with our range over phases. With noise (c2n) both agree.',
    phases: 20,
  },
  {
    cases: /^c2_rttunfair_Vegas/,
    because:
      'Any backlog of 2 to 4 packets is an equilibrium; start times and rounding to milliseconds decide which one.',
    goodput: { absolute: 3 },
    cwnd: { percent: 55 },
    queue: { absolute: 2.5 },
  },
  {
    cases: /vs_Vegas/,
    because: 'ns-3’s Vegas measures whole milliseconds and stays at a window of 6 packets.',
    goodput: { absolute: 0.5 },
    cwnd: { percent: 10, absolute: 4 },
  },
  {
    cases: /^c1_single_Bbr/,
    because:
      'Rates agree. ns-3’s startup overshoots into the buffer and recovers slowly; its losses and its queue are not explained, and the kernel has neither.',
    cwnd: { percent: 20 },
    drops: { percent: 70, absolute: 150 },
    queue: { absolute: 15 },
  },
  {
    cases: /^c2n?_rttunfair_Bbr/,
    because:
      'ns-3’s BBR (tcp-bbr.cc) has neither the detection of policers nor bursts, which Linux’s has, and does not restore its window after a recovery. It is compared with that rule, as a controller in the document: shares, windows, utilisation and queue agree. With noise it loses twice as many packets there, which is not explained. Shares vary by this much between runs.',
    goodput: { absolute: 1 },
    cwnd: { percent: 25, absolute: 3 },
    drops: { percent: 60 },
  },
  {
    cases: /vs_Bbr/,
    because:
      'In ns-3 BBR’s windows fall further and it loses three times as many packets; in the kernel it does not (pair_reno_bbr).',
    goodput: { absolute: 1 },
    cwnd: { percent: 50 },
    drops: { percent: 80 },
  },
  {
    cases: /^pair_reno_bbr/,
    because:
      'Shares of a pair vary between runs: in the kernel by half a megabit per second, and losses by a factor of three. The phases of the cycle are random.',
    goodput: { absolute: 1 },
    cwnd: { percent: 15 },
    drops: { percent: 60 },
  },
  {
    cases: /^single_bbr_b276/,
    because: 'The queue is one and a half packets shorter than in the kernel, which is not explained.',
    queue: { absolute: 2 },
  },
  {
    cases: /^c2n|^c3|^c6/,
    because:
      'Shares of flows at one queue vary by this much between seeds; windows are those of a single run.',
    goodput: { absolute: 1 },
    cwnd: { percent: 25, absolute: 3 },
  },
  {
    cases: /^c4m_bdp200M_(Cubic|Scalable)|^c4_highbdp_Cubic/,
    because: 'The run has only a few sawtooth cycles, which start-up and the losses per event shift.',
    drops: { percent: 60 },
    queue: { percent: 12 },
  },
  {
    cases: /^c5_aqm_FqCoDel/,
    because:
      'ns-3 halves without SACKed packets (4.7 of 11 packets are left), which explains a third of it; see docs/model.md.',
    goodput: { percent: 11 },
    utilisation: { absolute: 0.095 },
    queue: { percent: 35 },
  },
  {
    cases: /^c5_aqm_(PIE|RED)_default/,
    because:
      'ns-3 halves without SACKed packets: of windows of 11 packets 4.7 are left, not 5.5; see docs/model.md.',
    goodput: { percent: 5 },
    utilisation: { absolute: 0.04 },
  },
  {
    cases: /^pair_reno_cubic/,
    because:
      'Shares of a pair moved by 0.75 Mb/s between series of the kernel. Here Reno gets 7.1 to 9.9 Mb/s as CUBIC starts 0 to 0.3 s later; windows are those of one run.',
    goodput: { absolute: 1.5 },
    cwnd: { percent: 35 },
  },
  {
    cases: /^(reno|randomized)_2$/,
    because: 'Two flows have a quarter more timeouts here than in ns-2, which is not explained.',
    goodput: { percent: 6.5 },
    utilisation: { absolute: 0.05 },
  },
  {
    cases: /^(windows_)?(randomized|paced)_/,
    because:
      'The agent for ns-2 was written from the paper’s text alone; what is left of the difference is not explained.',
    goodput: { percent: 5.5 },
    utilisation: { absolute: 0.04 },
  },
  {
    cases: /^vegas_10_at_20/,
    because: 'Any backlog of one to three packets per flow is an equilibrium.',
    queue: { percent: 15 },
  },
  {
    cases: /^(vegas|code)_10_at_25/,
    because:
      'Any backlog of one to three packets per flow is an equilibrium. In two of five runs of ns-2 the thresholds of CODE climb among its own kind until packets are lost.',
    queue: { percent: 40 },
    drops: { absolute: 300 },
  },
  {
    cases: /^single_reno_b(17|69)/,
    because:
      'The kernel’s token bucket releases three packets at once, so a full queue drops two or three at a time.',
    drops: { percent: 70 },
  },
  {
    cases: /^shipped_/,
    because:
      'picoquic and udp_prague deviate from the drafts as listed in their READMEs; the case of the same name without these deviations is compared.',
    shownOnly: true,
  },
  {
    cases: /^bbr3_b80/,
    because:
      'The window of Startup just overflows this buffer. Its losses form five ranges there and more here; six ranges end Startup and leave a limit.',
    cwnd: { percent: 20 },
  },
  {
    cases: /^bbr3_cubic_b40/,
    because:
      'BBRv3 gets 9.0 Mb/s beside ACK-clocked CUBIC and 10.7 beside paced CUBIC; picoquic, which paces in bursts, is in between.',
    goodput: { absolute: 1 },
    cwnd: { percent: 15 },
  },
  {
    cases: /^cubic_b40/,
    because:
      'Here CUBIC paces single packets, in picoquic bursts of up to 16; with ACK clocking the queue equals picoquic’s.',
    queue: { percent: 15 },
  },
  {
    cases: /^prague_10_40/,
    because:
      'The flow with the short RTT gets 85.9 Mb/s with bursts of 250 µs and 81.5 with 1.6 ms; picoquic’s bucket is in between.',
    goodput: { percent: 3, absolute: 2.5 },
    cwnd: { percent: 20 },
  },
];

/** The exception for a case, if there is one. @param {string} name */
export function exceptionOf(name) {
  return EXCEPTIONS.find(({ cases }) => cases.test(name));
}

/** @param {string} name @returns {Tolerance} */
export function toleranceOf(name) {
  return { ...USUAL, ...exceptionOf(name) };
}
