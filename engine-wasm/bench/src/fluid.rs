//! The fluid model at 10 Gb/s: HSTCP flows with RTTs from 80 to 260 ms, a buffer of a tenth of the BDP and
//! partial loss synchronisation, as in figure 9 of Kumar et al. 2014.

use serde_json::{Value, json};

/// HSTCP flows over one bottleneck with a buffer of a tenth of the BDP.
#[derive(Clone, Copy, Debug)]
pub struct FluidDumbbell {
    /// Its id in the results.
    pub id: &'static str,
    /// Flows.
    pub flows: u32,
    /// Rate of the bottleneck, Mb/s.
    pub rate_mbps: u32,
    /// Simulated seconds.
    pub duration_s: f64,
}

/// Fifty minutes of ten flows; as many flow-seconds of more flows over the same bottleneck; and as many
/// seconds of more flows with 500 Mb/s each. The cost should be proportional to flows times time.
pub const FLUID: [FluidDumbbell; 8] = [
    FluidDumbbell { id: "fluid", flows: 10, rate_mbps: 10_000, duration_s: 3000.0 },
    FluidDumbbell { id: "fluid-100", flows: 100, rate_mbps: 10_000, duration_s: 300.0 },
    FluidDumbbell { id: "fluid-999", flows: 999, rate_mbps: 10_000, duration_s: 30.0 },
    FluidDumbbell { id: "fluid-wide-10", flows: 10, rate_mbps: 5_000, duration_s: 100.0 },
    FluidDumbbell { id: "fluid-wide-30", flows: 30, rate_mbps: 15_000, duration_s: 100.0 },
    FluidDumbbell { id: "fluid-wide-100", flows: 100, rate_mbps: 50_000, duration_s: 100.0 },
    FluidDumbbell { id: "fluid-wide-300", flows: 300, rate_mbps: 150_000, duration_s: 100.0 },
    FluidDumbbell { id: "fluid-wide-999", flows: 999, rate_mbps: 499_500, duration_s: 100.0 },
];

impl FluidDumbbell {
    /// The engine's document.
    pub fn document(&self) -> Value {
        let node = |id: String, kind: &str| json!({ "id": id, "kind": kind });
        let channel = |rate_mbps: u32, delay_ms: f64, limit: u32| {
            let queue = json!({ "kind": "droptail", "params": { "limitPackets": limit } });
            json!({ "rateMbps": rate_mbps, "delayMs": delay_ms, "queue": queue })
        };
        let mut nodes = vec![node("r1".into(), "router"), node("r2".into(), "router")];
        // 170 ms on average, 1500 bytes: 14.1667 packets for each Mb/s, of which the buffer holds a tenth.
        let limit = (1.4167 * f64::from(self.rate_mbps)) as u32;
        let core = channel(self.rate_mbps, 10.0, limit);
        let mut links = vec![json!({ "id": "core", "a": "r1", "b": "r2", "forward": core })];
        let mut flows = Vec::new();
        for i in 0..self.flows {
            let (from, to) = (format!("a{i}"), format!("b{i}"));
            let rtt_ms = 80.0 + 180.0 * f64::from(i) / f64::from(self.flows - 1);
            let access = channel(100_000, (rtt_ms / 2.0 - 10.0) / 2.0, 100_000);
            links.push(json!({ "id": format!("in{i}"), "a": from, "b": "r1", "forward": access }));
            links.push(json!({ "id": format!("out{i}"), "a": "r2", "b": to, "forward": access }));
            let params =
                json!({ "mss": 1460, "timestamps": false, "delayedAck": 1, "receiveBufferKb": 1_000_000 });
            flows.push(json!({
                "id": format!("f{i}"), "from": from, "to": to, "algorithm": "hstcp",
                "stack": { "kind": "rfc", "params": params },
            }));
            nodes.extend([node(from, "host"), node(to, "host")]);
        }
        json!({
            "version": 1, "engine": "fluid", "durationS": self.duration_s, "nodes": nodes, "links": links, "flows": flows,
            "fluid": { "start": "drawn", "level": "share", "x": 0.6, "fromCongestion": true },
        })
    }
}
