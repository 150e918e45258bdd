//! The model of TCP Reno's throughput with timeouts: Padhye, Firoiu, Towsley & Kurose, "Modeling TCP Throughput: A Simple
//! Model and its Empirical Validation", SIGCOMM 1998; the longer text is IEEE/ACM Transactions on Networking 8(2), 2000.
//!
//! Throughout, `p` is the fraction of packets that are loss *indications*: losses in one window count once.

/// Parameters of a TCP connection in the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Connection {
    /// Round-trip time R, s.
    pub rtt_s: f64,
    /// Timeout T0 without back-off, s.
    pub timeout_s: f64,
    /// Packets per ACK b: 2 with delayed ACKs.
    pub packets_per_ack: f64,
    /// Receive window Wm, packets; infinite if it is never the limit.
    pub max_window: f64,
}

/// 1 − (1 − p)ⁿ, without cancellation at small p.
fn any_of(n: f64, p: f64) -> f64 {
    -libm::expm1(n * libm::log1p(-p))
}

/// Mean window at a loss indication without a limit by the receiver, packets; 0 < `p` ≤ 1.
pub fn expected_window(p: f64, packets_per_ack: f64) -> f64 {
    let b = packets_per_ack;
    let c = (2.0 + b) / (3.0 * b);
    c + libm::sqrt(8.0 * (1.0 - p) / (3.0 * b * p) + c * c)
}

/// Probability Q that a loss in a window of `w` packets leads to a timeout; 0 < `p` < 1. It is 1 for a window that is too small for
/// three duplicate ACKs.
pub fn timeout_probability(p: f64, w: f64) -> f64 {
    if w <= 3.0 {
        return 1.0;
    }
    let three = any_of(3.0, p);
    (three * (1.0 + (1.0 - three) * any_of(w - 3.0, p)) / any_of(w, p)).min(1.0)
}

/// Length of a sequence of timeouts with back-off, in units of (1 − p)·T0: G = 1 + p + 2p² + 4p³ + 8p⁴ + 16p⁵ + 32p⁶.
fn backed_off(p: f64) -> f64 {
    1.0 + p * (1.0 + p * (2.0 + p * (4.0 + p * (8.0 + p * (16.0 + p * 32.0)))))
}

/// The full model, packets/s: (1 − p)/p packets before a loss, plus `count` of the window at the loss and of Q, divided by the time
/// that they take.
fn full(p: f64, tcp: &Connection, count: impl Fn(f64, f64) -> f64) -> f64 {
    if p <= 0.0 {
        return tcp.max_window / tcp.rtt_s;
    }
    if p >= 1.0 {
        return 0.0;
    }
    let (b, before) = (tcp.packets_per_ack, (1.0 - p) / p);
    let free = expected_window(p, b);
    let (w, rounds) = if free < tcp.max_window {
        (free, b * free / 2.0 + 1.0)
    } else {
        let limit = tcp.max_window;
        (limit, b * limit / 8.0 + before / limit + 2.0)
    };
    let q = timeout_probability(p, w);
    let time = tcp.rtt_s * rounds + q * backed_off(p) * tcp.timeout_s / (1.0 - p);
    (before + count(w, q)) / time
}

/// Throughput at the receiver by the full model, packets/s.
pub fn throughput(p: f64, tcp: &Connection) -> f64 {
    full(p, tcp, |w, q| w / 2.0 + q)
}

/// Send rate by the full model, packets/s.
pub fn send_rate(p: f64, tcp: &Connection) -> f64 {
    full(p, tcp, |w, q| w + q / (1.0 - p))
}

/// Send rate by the approximate model, packets/s.
pub fn approximation(p: f64, tcp: &Connection) -> f64 {
    let unlikely = (3.0 * libm::sqrt(3.0 * tcp.packets_per_ack * p / 8.0)).min(1.0);
    (tcp.max_window / tcp.rtt_s).min(1.0 / seconds_per_packet(p, tcp, unlikely))
}

/// The approximation as in RFC 5348, section 3.1, packets/s: the timeout probability is not limited to 1, and there is no receive
/// window.
pub fn tfrc(p: f64, tcp: &Connection) -> f64 {
    let unlikely = 3.0 * libm::sqrt(3.0 * tcp.packets_per_ack * p / 8.0);
    1.0 / seconds_per_packet(p, tcp, unlikely)
}

fn seconds_per_packet(p: f64, tcp: &Connection, timeout_share: f64) -> f64 {
    let rounds = libm::sqrt(2.0 * tcp.packets_per_ack * p / 3.0);
    tcp.rtt_s * rounds + tcp.timeout_s * timeout_share * p * (1.0 + 32.0 * p * p)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tcp(packets_per_ack: f64) -> Connection {
        Connection { rtt_s: 0.1, timeout_s: 0.4, packets_per_ack, max_window: f64::INFINITY }
    }

    /// p; for b = 2: W, Q, throughput, send rate, approximation; for b = 1: throughput, send rate, approximation. Calculated from the
    /// paper's equations independently of this code, for R = 0.1 s, T0 = 0.4 s and no limit by the receiver.
    const TABLE: [[f64; 9]; 6] = [
        [0.001, 37.169, 0.0849, 264.27, 269.09, 271.42, 372.09, 381.64, 383.84],
        [0.01, 12.175, 0.2799, 73.593, 77.846, 79.431, 102.73, 110.96, 112.33],
        [0.02, 8.777, 0.3995, 47.012, 50.855, 51.795, 65.212, 72.542, 73.249],
        [0.05, 5.744, 0.6218, 23.659, 26.714, 26.063, 32.264, 37.898, 36.859],
        [0.1, 4.194, 0.8241, 12.798, 15.148, 12.517, 17.007, 21.130, 17.701],
        [0.3, 2.552, 1.0, 3.452, 4.729, 1.891, 4.180, 6.015, 1.960],
    ];

    #[test]
    fn values_of_the_model() {
        for row in TABLE {
            let p = row[0];
            let (two, one) = (tcp(2.0), tcp(1.0));
            let w = expected_window(p, 2.0);
            let values = [
                w,
                timeout_probability(p, w),
                throughput(p, &two),
                send_rate(p, &two),
                approximation(p, &two),
                throughput(p, &one),
                send_rate(p, &one),
                approximation(p, &one),
            ];
            for (column, (value, expected)) in values.iter().zip(&row[1..]).enumerate() {
                // Half of the last digit of the table.
                assert!(
                    (value - expected).abs() <= if *expected < 100.0 { 5.1e-4 } else { 5.1e-3 },
                    "p = {p}, column {column}: {value}, not {expected}"
                );
            }
        }
    }

    #[test]
    fn a_receiver_limits_the_rate() {
        let limited = Connection { max_window: 20.0, ..tcp(2.0) };
        assert!((throughput(0.001, &limited) - 175.30).abs() < 0.01);
        assert!((send_rate(0.001, &limited) - 177.04).abs() < 0.01);
        // A limit that is not reached has no effect.
        assert_eq!(throughput(0.02, &limited), throughput(0.02, &tcp(2.0)));
        // Without loss: one window per round trip.
        assert_eq!((throughput(0.0, &limited), approximation(0.0, &limited)), (200.0, 200.0));
        assert!((throughput(1e-9, &limited) / 200.0 - 1.0).abs() < 1e-3);
    }

    #[test]
    fn a_longer_timeout_costs_more_at_higher_loss() {
        let slow = Connection { timeout_s: 1.0, ..tcp(2.0) };
        assert!((throughput(0.01, &slow) - 65.725).abs() < 0.001);
        assert!((throughput(0.1, &slow) - 7.694).abs() < 0.001);
    }

    #[test]
    fn the_rate_is_zero_if_every_packet_is_lost() {
        assert_eq!((throughput(1.0, &tcp(2.0)), send_rate(1.0, &tcp(2.0))), (0.0, 0.0));
        assert!(throughput(0.999, &tcp(2.0)) < 1e-3);
    }

    #[test]
    fn without_timeouts_the_model_is_the_square_root_law() {
        // SIGCOMM 1998, section 2.1: √(3/2bp)/R as p goes to zero.
        let free = Connection { timeout_s: 0.0, ..tcp(1.0) };
        for (p, tolerance) in [(1e-4, 0.03), (1e-6, 0.003)] {
            let controller = crate::theory::sqrt::periodic(p, 0.1, 1.0, 0.5);
            assert!((throughput(p, &free) / controller - 1.0).abs() < tolerance, "{p}");
            assert!((approximation(p, &free) / controller - 1.0).abs() < 1e-9, "{p}");
        }
    }

    #[test]
    fn tfrc_does_not_limit_the_timeout_probability() {
        // RFC 5348, section 3.1: equal where 3√(3bp/8) < 1, smaller beyond, that is from p = 8/27 on with b = 1.
        assert_eq!(tfrc(0.29, &tcp(1.0)), approximation(0.29, &tcp(1.0)));
        assert!(tfrc(0.4, &tcp(1.0)) < approximation(0.4, &tcp(1.0)));
    }
}
