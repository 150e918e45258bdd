//! Targets: what the values of an axis set in a scenario.

use serde_json::Value;

use super::{Axis, AxisValue, Spread, Target};
use crate::scenario::{self, Problem};

/// Maximum number of copies of a flow.
const MAX_COPIES: f64 = 1000.0;

impl Target {
    /// Contradictions in the target, for an axis with `count` values.
    pub(super) fn problems(&self, count: usize) -> Vec<Problem> {
        let mut problems = Vec::new();
        if let Some(values) = self.values.as_ref().filter(|v| v.len() != count && v.len() != 1) {
            let expected = format!("{count}, one for each value of the axis, or a single one for all");
            problems.push(Problem::new("/values", format!("{} values", values.len()), expected));
        }
        if self.spread.is_some() && (self.values.is_some() || self.copies) {
            problems.push(Problem::new(
                "/spread",
                "cannot be combined with values or copies",
                "only one of them",
            ));
        }
        if self.hosts && !self.copies {
            problems.push(Problem::new("/hosts", "hosts without copies", "both or neither"));
        }
        problems
    }

    /// What to set for a value, the `place`-th of its axis.
    fn set(&self, value: &AxisValue, place: Option<usize>) -> Result<Value, Problem> {
        match (self.values.as_deref(), place, value) {
            (Some([one]), ..) => Ok(one.clone()),
            (Some(values), Some(place), _) => Ok(values.get(place).cloned().unwrap_or_default()),
            (Some(_), None, _) => {
                let problem = format!("{value} is not a value of the axis");
                Err(Problem::new("/values", problem, "one of the listed values"))
            }
            (None, _, AxisValue::Number(x)) => Ok(self.number(self.times * x + self.plus)),
            (None, _, AxisValue::Text(text)) => Ok(text.clone().into()),
        }
    }

    fn number(&self, x: f64) -> Value {
        Value::from(if self.whole || self.copies { libm::round(x) } else { x })
    }
}

impl Axis {
    /// Applies a value of the axis to a document.
    pub(super) fn apply(&self, document: &mut Value, value: &AxisValue) -> Result<(), Problem> {
        let place = self.values.list().iter().position(|v| v == value);
        for (k, target) in self.sets.iter().enumerate() {
            let done = match &target.spread {
                Some(spread) => spread_over(document, target, spread),
                None => target.set(value, place).and_then(|set| match target.copies {
                    true => copy_flow(document, &target.path, &set, target.hosts),
                    false => scenario::set_everywhere(document, &target.path, &set),
                }),
            };
            done.map_err(|p| Problem { pointer: format!("/sets/{k}{}", p.pointer), ..p })?;
        }
        Ok(())
    }
}

fn spread_over(document: &mut Value, target: &Target, spread: &Spread) -> Result<(), Problem> {
    let places = scenario::places(document, &target.path)?;
    let steps = if spread.last { places.len().saturating_sub(1) } else { places.len() };
    let step = (spread.to - spread.from) / steps.max(1) as f64;
    for (i, place) in places.iter().enumerate() {
        let x = target.times * (spread.from + step * i as f64) + target.plus;
        scenario::put(document, place, &target.number(super::plain(x)))?;
    }
    Ok(())
}

/// Makes `count` copies of a flow, each with its own hosts and links if `hosts`, otherwise sharing them.
fn copy_flow(document: &mut Value, path: &str, count: &Value, hosts: bool) -> Result<(), Problem> {
    let id = path.strip_prefix("/flows/").unwrap_or_default().replace("~1", "/").replace("~0", "~");
    let count = count.as_f64().filter(|n| (0.0..=MAX_COPIES).contains(n));
    let flow = document["flows"].as_array().and_then(|flows| flows.iter().find(|f| f["id"] == id)).cloned();
    let (Some(flow), Some(count)) = (flow, count) else {
        let expected = format!("the path of a flow, as in /flows/f1, and 0 to {MAX_COPIES} copies");
        return Err(Problem::new("", "no copies", expected));
    };
    let endings: Vec<_> = (2..=count as usize).map(|copy| format!("-{copy}")).collect();
    let of_ends = |value: &Value| hosts && (*value == flow["from"] || *value == flow["to"]);
    let own =
        |value: &Value, ending: &str| Value::from(format!("{}{ending}", value.as_str().unwrap_or_default()));
    // A copy with the suffix added to its id and to those of the ends.
    let copied = |thing: &Value, ending: &str, fields: &[&str]| {
        let mut copy = thing.clone();
        copy["id"] = own(&thing["id"], ending);
        for field in fields.iter().filter(|&field| of_ends(&thing[*field])) {
            copy[*field] = own(&thing[field], ending);
        }
        copy
    };
    let after = |list: &mut Value, is_copied: &dyn Fn(&Value) -> bool, fields: &[&str]| {
        let copies = |thing: Value| {
            let endings = if is_copied(&thing) { endings.as_slice() } else { &[] };
            let copies: Vec<_> = endings.iter().map(|ending| copied(&thing, ending, fields)).collect();
            std::iter::once(thing).chain(copies)
        };
        let things = list.as_array_mut().map(std::mem::take).unwrap_or_default();
        *list = things.into_iter().flat_map(copies).collect();
    };
    after(&mut document["nodes"], &|node| of_ends(&node["id"]), &[]);
    after(&mut document["links"], &|link| of_ends(&link["a"]) || of_ends(&link["b"]), &["a", "b"]);
    after(&mut document["flows"], &|other| other["id"] == id, &["from", "to"]);
    if count < 1.0
        && let Some(flows) = document["flows"].as_array_mut()
    {
        flows.retain(|flow| flow["id"] != id);
    }
    Ok(())
}
