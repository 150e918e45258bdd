//! The catalogue for mutations: rows by id with their parameters.

use droptail_engine::catalogue::{Domain, Param, Text, TransportKind};
use droptail_engine::core::random::Rng;
use droptail_engine::published::catalogue;
use serde_json::{Map, Value, json};

use crate::mutate::number;

/// A row that a document can refer to.
#[derive(Clone, Debug)]
pub struct RowReference {
    /// Its id in documents.
    pub id: Text,
    /// Parameters.
    pub params: Vec<Param>,
    /// Whether it has a fluid form.
    pub fluid: bool,
    /// The transport of an algorithm; the transports that can carry a traffic source; otherwise empty.
    pub transports: Vec<TransportKind>,
}

/// All rows.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Congestion-control algorithms.
    pub algorithms: Vec<RowReference>,
    /// Queue disciplines.
    pub queues: Vec<RowReference>,
    /// Behaviours of links.
    pub behaviours: Vec<RowReference>,
    /// Traffic sources.
    pub traffic: Vec<RowReference>,
    /// Stack profiles.
    pub stacks: Vec<RowReference>,
    /// Parameters of the fluid model.
    pub fluid: Vec<Param>,
}

impl Rows {
    /// The rows of this engine.
    pub fn read() -> Rows {
        let catalogue = catalogue();
        let row = |id: &Text, params: &[Param], fluid, transports: &[TransportKind]| RowReference {
            id: id.clone(),
            params: params.to_vec(),
            fluid,
            transports: transports.to_vec(),
        };
        let algorithms = catalogue.algorithms.iter();
        let queues = catalogue.queues.iter();
        Rows {
            algorithms: algorithms.map(|a| row(&a.row.id, &a.row.params, a.fluid, &[a.transport])).collect(),
            queues: queues.map(|q| row(&q.row.id, &q.row.params, q.fluid, &[])).collect(),
            behaviours: catalogue
                .behaviours
                .iter()
                .map(|b| row(&b.row.id, &b.row.params, false, &[]))
                .collect(),
            traffic: catalogue
                .traffic
                .iter()
                .map(|t| row(&t.row.id, &t.row.params, true, t.transports))
                .collect(),
            stacks: catalogue.stacks.iter().map(|s| row(&s.id, &s.params, true, &[])).collect(),
            fluid: catalogue.fluid,
        }
    }

    /// The rows that a field of this name can refer to.
    pub fn of_field(&self, field: &str) -> Option<&[RowReference]> {
        match field {
            "queue" => Some(&self.queues),
            "traffic" => Some(&self.traffic),
            "stack" => Some(&self.stacks),
            _ => None,
        }
    }
}

/// The row with this id.
pub fn find<'a>(rows: &'a [RowReference], id: &str) -> Option<&'a RowReference> {
    rows.iter().find(|row| row.id == id)
}

/// A value for a parameter, rarely an invalid one.
pub fn value(param: &Param, now: Option<&Value>, rng: &mut Rng) -> Value {
    match &param.domain {
        &Domain::Number { min, max, default, integer, .. } => {
            let now = now.and_then(Value::as_f64).unwrap_or(default);
            number(rng, (min, max), integer, now)
        }
        Domain::Switch { default } => {
            json!(now.and_then(Value::as_bool).unwrap_or(*default) ^ rng.chance(0.8))
        }
        Domain::Choice { options, .. } if rng.chance(0.99) => json!(options[rng.below(options.len())].id),
        Domain::Choice { .. } => json!("no such option"),
        &Domain::Numbers { min, max, ref default } => {
            let most = if rng.chance(0.05) { 1100 } else { 6 };
            let length = 1 + rng.below(most);
            let one = |rng: &mut Rng, i: usize| {
                number(rng, (min, max), true, default.get(i).copied().unwrap_or(min))
            };
            (0..length).map(|i| one(rng, i)).collect()
        }
    }
}

/// Values for some parameters of a row: none, one, some, or all of them.
pub fn values(params: &[Param], rng: &mut Rng) -> Map<String, Value> {
    let share = [0.0, 0.1, 0.3, 1.0][rng.below(4)];
    let mut map = Map::new();
    for param in params {
        if rng.chance(share) {
            map.insert(param.id.to_string(), value(param, None, rng));
        }
    }
    map
}
