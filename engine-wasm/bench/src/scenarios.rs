//! Reno flows with SACK recovery over one bottleneck, a buffer of at most one BDP, an ACK for every packet: S1 and S2, and the same with 10
//! to 10,000 flows.

use serde_json::{Value, json};

/// Propagation delay of an access link and of the bottleneck, ms: 2·(1 + 18 + 1) = 40 ms of base RTT.
pub const ACCESS_DELAY_MS: u32 = 1;
/// See [`ACCESS_DELAY_MS`].
pub const CORE_DELAY_MS: u32 = 18;
/// Buffer of every other link, packets, so that nothing is dropped there.
pub const ROOMY_PACKETS: u32 = 100_000;

/// Payload of a packet, bytes.
pub const MSS: u32 = 1448;

/// Flows with separate hosts over one bottleneck.
#[derive(Clone, Copy, Debug)]
pub struct Dumbbell {
    /// Its id in the results.
    pub id: &'static str,
    /// Flows; flow i of n starts at i/n seconds.
    pub flows: u32,
    /// Rate of every access link, Mb/s.
    pub access_mbps: u32,
    /// Rate of the bottleneck, Mb/s.
    pub core_mbps: u32,
    /// Buffer of the bottleneck, packets.
    pub buffer_packets: u32,
    /// Simulated seconds.
    pub duration_s: f64,
}

/// S1 and S2.
pub const SCENARIOS: [Dumbbell; 2] = [
    Dumbbell {
        id: "S1",
        flows: 10,
        access_mbps: 1000,
        core_mbps: 100,
        buffer_packets: 333,
        duration_s: 60.0,
    },
    Dumbbell {
        id: "S2",
        flows: 100,
        access_mbps: 10_000,
        core_mbps: 1000,
        buffer_packets: 3333,
        duration_s: 10.0,
    },
];

/// Flows with 10 Mb/s each, as in S1 and S2. The last one has more flows than a document may have.
pub const SCALE: [Dumbbell; 4] = [
    scale("scale-10", 10, 100.0),
    scale("scale-100", 100, 10.0),
    scale("scale-1000", 1000, 4.0),
    scale("scale-10000", 10_000, 2.0),
];

const fn scale(id: &'static str, flows: u32, duration_s: f64) -> Dumbbell {
    let (core_mbps, buffer_packets) = (10 * flows, 100 * flows / 3);
    Dumbbell { id, flows, access_mbps: 1000, core_mbps, buffer_packets, duration_s }
}

/// S1 with Reno as a script; it is compared with S1.
pub const SCRIPTED: &str = "S1-script";

/// The scenario called `id`.
pub fn find(id: &str) -> Option<&'static Dumbbell> {
    SCENARIOS.iter().chain(&SCALE).find(|s| s.id == id)
}

impl Dumbbell {
    /// When flow `i` starts, s.
    pub fn start_s(&self, i: u32) -> f64 {
        f64::from(i) / f64::from(self.flows)
    }

    /// The engine's document with Reno as a script.
    pub fn scripted(&self) -> Value {
        let script = include_str!("../../engine/tests/scripts/reno.rhai");
        let mut document = self.document();
        document["controllers"] = json!([{ "id": "own", "name": "Own", "script": script }]);
        for flow in document["flows"].as_array_mut().into_iter().flatten() {
            flow["algorithm"] = "own".into();
        }
        document
    }

    /// The engine's document.
    pub fn document(&self) -> Value {
        let node = |id: String, kind: &str| json!({ "id": id, "kind": kind });
        let mut nodes = vec![node("r1".into(), "router"), node("r2".into(), "router")];
        let mut links = vec![json!({
            "id": "core", "a": "r1", "b": "r2",
            "forward": channel(self.core_mbps, CORE_DELAY_MS, self.buffer_packets),
            "backward": channel(self.core_mbps, CORE_DELAY_MS, ROOMY_PACKETS),
        })];
        let mut flows = Vec::new();
        for i in 0..self.flows {
            let (from, to) = (format!("a{i}"), format!("b{i}"));
            let access = channel(self.access_mbps, ACCESS_DELAY_MS, ROOMY_PACKETS);
            links.push(json!({ "id": format!("in{i}"), "a": from, "b": "r1", "forward": access }));
            links.push(json!({ "id": format!("out{i}"), "a": "r2", "b": to, "forward": access }));
            flows.push(json!({
                "id": format!("f{i}"), "from": from, "to": to, "algorithm": "sack", "startS": self.start_s(i),
                "stack": { "kind": "rfc", "params": { "mss": MSS, "delayedAck": 1 } },
            }));
            nodes.extend([node(from, "host"), node(to, "host")]);
        }
        json!({ "version": 1, "durationS": self.duration_s, "nodes": nodes, "links": links, "flows": flows })
    }
}

fn channel(rate_mbps: u32, delay_ms: u32, limit_packets: u32) -> Value {
    let queue = json!({ "kind": "droptail", "params": { "limitPackets": limit_packets } });
    json!({ "rateMbps": rate_mbps, "delayMs": delay_ms, "queue": queue })
}
