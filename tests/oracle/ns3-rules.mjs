// What some of ns-3's classes do where they compute with whole numbers or depart from their papers, as controllers in documents: written from what the
// source says (development version of July 2026), so that these cases can be compared within the usual tolerances.

/** @typedef {import('../../web/generated/types').Scenario} Scenario */
/** @typedef {NonNullable<Scenario['controllers']>[number]} Controller */

/** Slow start: one packet for each ACK, and none of congestion avoidance with the same ACK. */
const SLOW_START = `
    if !may_grow { return; }
    if cwnd < ssthresh { cwnd += 1.0; return; }`;

/** \`tcp-congestion-ops.cc\`, TcpNewReno: a whole number of bytes for each ACK, and at least one. @type {Controller} */
const NEW_RENO = {
  id: 'ns3-newreno',
  name: 'NewReno of ns-3',
  summary: 'Adds whole bytes for each ACK, and at least one.',
  script: `
fn on_ack() {${SLOW_START}
    cwnd += floor(max(1.0, mss / cwnd)) / mss;
}`,
};

/**
 * \`tcp-htcp.cc\`: α bytes for each ACK beside Reno's mss/W, as a whole number; the backoff is the ratio of the smoothed RTTs if the throughput has less
 * than doubled since the last loss, because the ratio of two whole numbers is compared with 0.2, and ½ otherwise.
 * @type {Controller}
 */
const H_TCP = {
  id: 'ns3-htcp',
  name: 'H-TCP of ns-3',
  summary: 'Adds α bytes for each ACK beside the increase of Reno.',
  script: `
let lost_at = 0.0;
let lowest = 1000.0;
let highest = 0.0;
let sent = 0.0;
let throughput = 0.0;
let before = 0.0;
let alpha = 1.0;
let beta = 0.5;

fn on_ack() {
    if !in_recovery { sent += acked; }
    throughput = floor(sent * mss / (now - lost_at));
    let after = now - lost_at - 1.0;
    alpha = if after <= 0.0 { 1.0 } else { 1.0 + 10.0 * after + 0.25 * after * after };
    alpha = max(1.0, 2.0 * (1.0 - beta) * alpha);
    lowest = min(lowest, srtt);
    highest = max(highest, srtt);${SLOW_START}
    cwnd += floor(max(1.0, mss / cwnd + alpha)) / mss;
}

fn on_loss() {
    beta = 0.5;
    if throughput > before && before > 0.0 && throughput - before < before { beta = lowest / highest; }
    ssthresh = max(2.0, floor(reduce_from * mss * beta) / mss);
    cwnd = ssthresh;
    before = throughput;
    throughput = 0.0;
    sent = 0.0;
    lost_at = now;
    lowest = 1000.0;
    highest = 0.0;
}`,
};

/**
 * \`tcp-illinois.cc\`: the count of ACKs times α is a whole number, which drops the fraction of each; delays are in whole milliseconds, of the smoothed RTT.
 * @type {Controller}
 */
const ILLINOIS = {
  id: 'ns3-illinois',
  name: 'Illinois of ns-3',
  summary: 'Counts α for each ACK in whole numbers.',
  script: `
let base = 1000.0;
let top = 0.0;
let sum = 0.0;
let samples = 0.0;
let count = 0.0;
let low = 0.0;
let above = false;
let alpha = 10.0;
let beta = 0.5;
let una = 0.0;
let round_at = 0.0;

fn on_ack() {
    una += acked;
    base = min(base, srtt);
    top = max(top, srtt);
    sum += srtt;
    samples += 1.0;
    if may_grow && una >= round_at {
        round_at = una + in_flight;
        let most = floor(1000.0 * (top - base));
        let mean = floor(1000.0 * (sum / samples - base));
        if mean <= most / 100.0 {
            if !above { alpha = 10.0; }
            low += 1.0;
            if low >= 5.0 { low = 0.0; above = false; alpha = 10.0; }
        } else {
            above = true;
            let span = most - most / 100.0;
            alpha = span * 10.0 / (span + (mean - most / 100.0) * 9.7 / 0.3);
        }
        if mean <= most / 10.0 {
            beta = 0.125;
        } else if mean < 0.8 * most {
            beta = (0.125 * 0.8 * most - 0.5 * most / 10.0 + 0.375 * mean) / (0.7 * most);
        } else {
            beta = 0.5;
        }
        sum = 0.0;
        samples = 0.0;
    }${SLOW_START}
    let window = floor(cwnd);
    count = floor(count + acked * alpha);
    while count >= window {
        count -= window;
        window += 1.0;
        cwnd = window;
    }
}

fn on_loss() {
    ssthresh = max(2.0, floor((1.0 - beta) * floor(reduce_from)));
    cwnd = ssthresh;
}`,
};

/**
 * \`tcp-highspeed.cc\`: a and b are those of the next row of RFC 3649's table (appendix B, windows up to 5036 packets here), so a is rounded up and b down;
 * the count of ACKs and the window are whole numbers.
 * @type {Controller}
 */
const HIGH_SPEED = {
  id: 'ns3-highspeed',
  name: 'HighSpeed of ns-3',
  summary: 'Takes a and b from the next row of the table.',
  script: `
let count = 0.0;
let rows = [38, 118, 221, 347, 495, 663, 851, 1058, 1284, 1529, 1793, 2076, 2378, 2699, 3039, 3399, 3778, 4177, 4596, 5036];
let kept = [0.5, 0.56, 0.59, 0.62, 0.63, 0.65, 0.66, 0.67, 0.68, 0.69, 0.7, 0.71, 0.72, 0.72, 0.73, 0.73, 0.74, 0.74, 0.75, 0.75];

fn on_ack() {${SLOW_START}
    let window = floor(cwnd);
    let row = 0;
    while row < 19 && window > rows[row] { row += 1; }
    count += acked * (row + 1);
    let before = window;
    while count >= window {
        count -= window;
        window += 1.0;
    }
    if window != before { cwnd = window; }
}

fn on_loss() {
    let window = floor(reduce_from);
    let row = 0;
    while row < 19 && window > rows[row] { row += 1; }
    ssthresh = max(2.0, floor(window * kept[row]));
    cwnd = ssthresh;
}`,
};

/** The cases in which a class of ns-3 is compared with its own rule. @type {{ cases: RegExp, controllers: Record<string, Controller> }[]} */
const RULES = [
  { cases: /^c4_highbdp_NewReno|^c4m_bdp200M_NewReno/, controllers: { TcpNewReno: NEW_RENO } },
  { cases: /Htcp/, controllers: { TcpHtcp: H_TCP } },
  { cases: /Illinois/, controllers: { TcpIllinois: ILLINOIS } },
  { cases: /HighSpeed/, controllers: { TcpHighSpeed: HIGH_SPEED } },
];

/** ns-3's own rule for a class, if the case is compared with it. @param {string} name of the case @param {string} className */
export const ns3Rule = (name, className) =>
  RULES.find(({ cases }) => cases.test(name))?.controllers[className];
