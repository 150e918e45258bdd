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

/** A round of ns-3's BBR: one ACK, whether it is cumulative or by SACK only. */
const BBR_ACK = `
    // TcpBbr::UpdateBtlBw and UpdateRound: a round ends with the first packet that was sent after the last one ended.
    let starts = false;
    if delivery_rate > 0.0 {
        if newest >= round_at {
            round_at = now;
            starts = true;
            conserve = false;
            rates.push(0.0);
            if rates.len() > 11 { rates.shift(); }
        }
        best = 0.0;
        for one in rates { best = max(best, one); }
        if delivery_rate >= best || !rate_app_limited {
            let last = rates.len() - 1;
            rates[last] = max(rates[last], delivery_rate);
            best = max(best, delivery_rate);
        }
    }
    if after_timeout { starts = true; after_timeout = false; }

    // UpdateAckAggregation: an epoch ends after 4096 bytes, and its length in whole seconds is 0.
    if delivered > 0.0 {
        if starts {
            extra_rounds += 1;
            if extra_rounds >= 5 {
                extra_rounds = 0;
                extra_before = extra;
                extra = 0.0;
            }
        }
        if epoch + delivered * mss >= 4096.0 { epoch = 0.0; }
        epoch += delivered * mss;
        extra = max(extra, min(epoch / mss, cwnd));
    }

    let bdp = if rt_prop > 0.0 { best * rt_prop / (8.0 * mss) } else { 0.0 };
    let known = rt_prop > 0.0;
    let probing = if mode == 2 && cycle == 0 { 2.0 } else { 0.0 };
    // CheckCyclePhase.
    if mode == 2 {
        let whole = now - cycle_at > rt_prop;
        let next = whole;
        if gain > 1.0 { next = whole && (lost > 0.0 || prior_in_flight >= gain * bdp + 3.0 + probing); }
        if gain < 1.0 { next = whole || prior_in_flight <= bdp + 3.0 + probing; }
        if next {
            cycle_at = now;
            cycle = (cycle + 1) % 8;
            gain = if cycle == 0 { 1.25 } else if cycle == 1 { 0.75 } else { 1.0 };
        }
    }
    // CheckFullPipe and CheckDrain.
    if !filled && starts && !rate_app_limited {
        if best >= 1.25 * full_rate {
            full_rate = best;
            full_rounds = 0;
        } else {
            full_rounds += 1;
            filled = full_rounds >= 3;
        }
    }
    let enters = false;
    if mode == 0 && filled {
        mode = 1;
        gain = 1.0 / 2.89;
        window_gain = 2.89;
    }
    if mode == 1 && in_flight <= bdp + 3.0 { enters = true; }
    // UpdateRTprop.
    if rtt > 0.0 { last_rtt = rtt; }
    let expired = now > rt_at + 10.0;
    if last_rtt > 0.0 && (!known || last_rtt <= rt_prop || expired) {
        rt_prop = last_rtt;
        rt_at = now;
    }
    // CheckProbeRTT.
    if mode != 3 && expired && known {
        enters = false;
        prior = if in_recovery { max(prior, cwnd) } else { cwnd };
        mode = 3;
        gain = 1.0;
        window_gain = 1.0;
        done_at = 0.0;
    }
    if mode == 3 {
        if done_at == 0.0 {
            if in_flight <= 4.0 {
                done_at = now + 0.2;
                round_done = false;
                round_at = now;
            }
        } else {
            if starts { round_done = true; }
            if round_done && now > done_at {
                rt_at = now;
                cwnd = max(prior, cwnd);
                if filled {
                    enters = true;
                } else {
                    mode = 0;
                    gain = 2.89;
                    window_gain = 2.89;
                }
            }
        }
    }
    if enters {
        // EnterProbeBW begins with any of the phases but the second.
        mode = 2;
        window_gain = 2.0;
        cycle = (8 - int(6.0 * random())) % 8;
        cycle_at = now;
        gain = if cycle == 0 { 1.25 } else if cycle == 1 { 0.75 } else { 1.0 };
    }

    // SetPacingRate.
    if !seen && last_rtt > 0.0 {
        seen = true;
        let nominal = cwnd * mss * 8.0 / last_rtt;
        rates = [nominal];
        best = nominal;
        pacing_rate = gain * nominal;
    }
    let rate = 0.99 * gain * best;
    if filled || rate > pacing_rate { pacing_rate = rate; }

    // SetCwnd.
    if delivered > 0.0 {
        let held = false;
        if in_recovery {
            if lost > 0.0 { cwnd = max(cwnd - lost, 1.0); }
            if conserve {
                cwnd = max(cwnd, in_flight + delivered);
                held = true;
            }
        }
        if !held {
            let up = if mode == 2 && cycle == 0 { 2.0 } else { 0.0 };
            let target = initial_window;
            if rt_prop > 0.0 { target = window_gain * best * rt_prop / (8.0 * mss) + 3.0 + up; }
            if filled {
                target += min(max(extra, extra_before), best / (80.0 * mss));
                cwnd = min(cwnd + delivered, target);
            } else if cwnd < target || total_delivered < initial_window {
                cwnd += delivered;
            }
            cwnd = max(cwnd, 4.0);
        }
    }
    if mode == 3 { cwnd = min(cwnd, 4.0); }
`;

/**
 * \`tcp-bbr.cc\`: BBR without the detection of policers and with a quantum of one segment. The window is not restored when a recovery ends.
 * @type {Controller}
 */
const BBR = {
  id: 'ns3-bbr',
  name: 'BBR of ns-3',
  summary: 'Sends single packets, and does not look for policers.',
  script: `
let mode = 0;
let gain = 2.89;
let window_gain = 2.89;
let filled = false;
let full_rate = 0.0;
let full_rounds = 0;
let rates = [0.0];
let best = 0.0;
let newest = 0.0;
let round_at = 0.0;
let conserve = false;
let after_timeout = false;
let extra = 0.0;
let extra_before = 0.0;
let extra_rounds = 0;
let epoch = 0.0;
let rt_prop = 0.0;
let rt_at = 0.0;
let last_rtt = 0.0;
let cycle = 0;
let cycle_at = 0.0;
let prior = 0.0;
let done_at = 0.0;
let round_done = false;
let seen = false;

fn on_start() {
    owns_recovery = true;
    rt_at = now;
    prior = cwnd;
}

fn on_packet_delivered() {
    newest = max(newest, sent_at);
}

fn on_ack() {${BBR_ACK}}

fn on_sack() {${BBR_ACK}}

fn on_loss() {
    prior = if mode == 3 { max(prior, cwnd) } else { cwnd };
    cwnd = in_flight + 1.0;
    conserve = true;
}

fn on_timeout() {
    prior = if in_recovery || mode == 3 { max(prior, cwnd) } else { cwnd };
    after_timeout = true;
    cwnd = 1.0;
}

fn on_recovered() {}
fn on_undo() {}
`,
};

/**
 * The cases in which a class of ns-3 is compared with its own rule; `stack`: further options of the flow's stack.
 * @type {{ cases: RegExp, controllers: Record<string, Controller>, stack?: Record<string, string> }[]}
 */
const RULES = [
  { cases: /^c4_highbdp_NewReno|^c4m_bdp200M_NewReno/, controllers: { TcpNewReno: NEW_RENO } },
  { cases: /Htcp/, controllers: { TcpHtcp: H_TCP } },
  { cases: /Illinois/, controllers: { TcpIllinois: ILLINOIS } },
  { cases: /HighSpeed/, controllers: { TcpHighSpeed: HIGH_SPEED } },
  // It repeats lost retransmissions without a timeout: up to three timeouts in a run that loses a tenth of 300,000 packets.
  { cases: /^c2n?_rttunfair_Bbr/, controllers: { TcpBbr: BBR }, stack: { lossDetection: 'rack' } },
];

/** ns-3's own rule for a class, if the case is compared with it, and the stack that goes with it. @param {string} name of the case @param {string} className */
export function ns3Rule(name, className) {
  const found = RULES.find(({ cases }) => cases.test(name));
  const controller = found?.controllers[className];
  return controller && { controller, stack: { recovery: 'sack', ...found.stack } };
}
