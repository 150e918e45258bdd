//! Scenarios for tests: small networks.

#![allow(dead_code, missing_docs, reason = "each test program uses a part of it")]

use droptail_engine::document;
use droptail_engine::metrics::recorder::SeriesSelection;
use droptail_engine::metrics::results::Results;
use droptail_engine::packet_sim::{Options, Simulation};
use droptail_engine::scenario::Scenario;
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// A dumbbell: hosts s0…, d0…, routers r1, r2, a link "core" between them.
pub struct Dumbbell {
    pub core: Value,
    /// One-way delay of both access links of a flow together, ms.
    pub access_ms: Vec<f64>,
    pub access_mbps: f64,
    pub flows: Vec<Value>,
    pub duration_s: f64,
    pub measure_from_s: f64,
    pub seed: u32,
}

impl Dumbbell {
    /// The core has `rate` Mb/s, a buffer of `buffer` packets, and a delay of 10 ms.
    pub fn new(rate: f64, buffer: u32) -> Dumbbell {
        Dumbbell {
            core: json!({"rateMbps": rate, "delayMs": 10, "queue": {"kind": "droptail", "params": {"limitPackets": buffer}}}),
            access_ms: vec![],
            access_mbps: 1000.0,
            flows: vec![],
            duration_s: 60.0,
            measure_from_s: 6.0,
            seed: 1,
        }
    }

    /// A flow with a two-way propagation delay of `rtt_ms` ms and a stack without delayed ACKs.
    pub fn flow(self, algorithm: &str, rtt_ms: f64) -> Dumbbell {
        self.flow_with(algorithm, rtt_ms, json!({}))
    }

    /// The same with additional or other fields.
    pub fn flow_with(mut self, algorithm: &str, rtt_ms: f64, more: Value) -> Dumbbell {
        let i = self.flows.len();
        let mut flow = json!({
            "id": format!("f{i}"), "from": format!("s{i}"), "to": format!("d{i}"), "algorithm": algorithm,
            "stack": {"kind": "rfc", "params": {"delayedAck": 1}},
        });
        for (key, value) in more.as_object().expect("fields") {
            flow[key] = value.clone();
        }
        self.flows.push(flow);
        self.access_ms.push(rtt_ms / 2.0 - 10.0);
        self
    }

    pub fn core(mut self, field: &str, value: Value) -> Dumbbell {
        self.core[field] = value;
        self
    }

    pub fn seconds(mut self, measure_from: f64, duration: f64) -> Dumbbell {
        (self.measure_from_s, self.duration_s) = (measure_from, duration);
        self
    }

    pub fn seed(mut self, seed: u32) -> Dumbbell {
        self.seed = seed;
        self
    }

    pub fn value(&self) -> Value {
        let mut nodes = vec![json!({"id": "r1", "kind": "router"}), json!({"id": "r2", "kind": "router"})];
        let mut links = vec![json!({"id": "core", "a": "r1", "b": "r2", "forward": self.core,
            "backward": {"rateMbps": self.core["rateMbps"], "delayMs": self.core["delayMs"],
                         "queue": {"kind": "droptail", "params": {"limitPackets": 100_000}}}})];
        for (i, access) in self.access_ms.iter().enumerate() {
            let (s, d) = (format!("s{i}"), format!("d{i}"));
            nodes.push(json!({"id": s, "kind": "host"}));
            nodes.push(json!({"id": d, "kind": "host"}));
            let side = json!({"rateMbps": self.access_mbps, "delayMs": access / 2.0,
                "queue": {"kind": "droptail", "params": {"limitPackets": 100_000}}});
            links.push(json!({"id": format!("a{i}"), "a": s, "b": "r1", "forward": side}));
            links.push(json!({"id": format!("b{i}"), "a": "r2", "b": d, "forward": side}));
        }
        json!({"version": 1, "durationS": self.duration_s, "seed": self.seed, "nodes": nodes, "links": links,
               "flows": self.flows, "sampling": {"measureFromS": self.measure_from_s}})
    }

    pub fn scenario(&self) -> Scenario {
        document::from_value(self.value()).expect("a valid scenario")
    }

    pub fn simulation(&self) -> Simulation {
        Simulation::new(&self.scenario(), Options { keep: SeriesSelection::Nothing, ..Options::default() })
    }

    pub fn run(&self) -> Results {
        finished(self.simulation()).results()
    }
}

/// Runs to the end.
pub fn finished(mut run: Simulation) -> Simulation {
    run.step(Time::NEVER, u64::MAX);
    run
}

/// Utilisation of the core.
pub fn utilisation(results: &Results) -> f64 {
    queue(results, "core/forward").utilisation
}

pub fn queue<'a>(results: &'a Results, id: &str) -> &'a droptail_engine::metrics::results::QueueResults {
    results.queues.iter().find(|q| q.id == id).expect("a queue with packets")
}
