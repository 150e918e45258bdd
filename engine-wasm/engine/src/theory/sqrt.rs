//! The square-root law of AIMD without timeouts.
//!
//! Mathis, Semke, Mahdavi & Ott, "The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm", CCR 27(3), 1997;
//! Ott, Kemperman & Mathis, "The Stationary Behavior of Ideal TCP Congestion Avoidance", 1996.

/// Rate of AIMD in packets/s, with `increase` packets per round trip and the fraction `decrease` of the window removed once every
/// 1/`p` packets: √(a(2 − d)/2d)/(R√p). With 1 and ½ it is Reno's, √1.5/(R√p).
pub fn periodic(p: f64, rtt_s: f64, increase: f64, decrease: f64) -> f64 {
    libm::sqrt(increase * (2.0 - decrease) / (2.0 * decrease * p)) / rtt_s
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reno_under_periodic_loss() {
        // Mathis et al. 1997, equation 3: C = √(3/2) with an ACK for every packet.
        for (p, window) in [(1e-2, 12.25), (1e-3, 38.73), (1e-4, 122.5)] {
            assert!((periodic(p, 1.0, 1.0, 0.5) - window).abs() < 0.03, "{p}");
        }
        // The column "sqrt law, b = 1" of the table in pftk.rs, for an RTT of 0.1 s.
        for (p, rate) in
            [(0.001, 387.30), (0.01, 122.47), (0.02, 86.603), (0.05, 54.772), (0.1, 38.730), (0.3, 22.361)]
        {
            assert!((periodic(p, 0.1, 1.0, 0.5) / rate - 1.0).abs() < 5e-5, "{p}");
        }
    }

    #[test]
    fn a_smaller_decrease_with_a_smaller_increase_can_keep_the_rate() {
        // Floyd, Handley & Padhye, "A Comparison of Equation-Based and AIMD Congestion Control", 2000: a = 3d/(2 − d).
        for d in [0.125, 0.25, 0.5] {
            let increase = 3.0 * d / (2.0 - d);
            assert!((periodic(0.01, 0.1, increase, d) / periodic(0.01, 0.1, 1.0, 0.5) - 1.0).abs() < 1e-12);
        }
    }
}
