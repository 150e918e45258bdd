//! The state of a run at a moment, as Python dictionaries.

use droptail_engine::run::Run;
use droptail_engine::sections::{Field, FlowState, Layout, SceneChannel, SceneClass, SceneFlow, SceneHead};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a scene says of one channel or flow but for where it is in the section.
const PLACES: [&str; 4] = ["first_slot", "slots", "first_class", "classes"];

/// Time, Jain's index, and the state of each queue and flow that is in the document.
pub fn of<'py>(py: Python<'py>, run: &Run) -> PyResult<Bound<'py, PyDict>> {
    let mut section = Vec::new();
    run.scene(&mut section);
    let directory = run.directory();
    let head = |name: &str| section.get(place_of(&SceneHead::LAYOUT, name)).copied().unwrap_or(f64::NAN);
    let (channels, classes) = (head("channels") as usize, head("classes") as usize);
    let (queues, flows) = (PyDict::new(py), PyDict::new(py));
    let mut rest = &section[SceneHead::SIZE.min(section.len())..];
    for (place, numbers) in rest.chunks_exact(SceneChannel::SIZE).take(channels).enumerate() {
        if let Some(channel) = directory.channels.get(place).filter(|c| !c.removed) {
            let state = record(py, &SceneChannel::LAYOUT, numbers)?;
            state.set_item("busy", numbers.get(place_of(&SceneChannel::LAYOUT, "busy")) == Some(&1.0))?;
            queues.set_item(&channel.id, state)?;
        }
    }
    rest = rest.get(channels * SceneChannel::SIZE + classes * SceneClass::SIZE..).unwrap_or_default();
    for (flow, numbers) in directory.flows.iter().zip(rest.chunks_exact(SceneFlow::SIZE)) {
        if !flow.removed {
            let state = record(py, &SceneFlow::LAYOUT, numbers)?;
            let codes = FlowState::codes().values;
            let code = numbers.get(place_of(&SceneFlow::LAYOUT, "state")).copied().unwrap_or(f64::NAN);
            let name = codes.get(code as usize).map_or("", |field: &Field| field.name);
            state.set_item("state", name.to_lowercase())?;
            state.set_item("algorithm", &flow.algorithm)?;
            state.set_item("base_rtt_ms", flow.base_rtt_ms)?;
            state.set_item("bdp_packets", flow.bdp_packets)?;
            flows.set_item(&flow.id, state)?;
        }
    }
    let state = PyDict::new(py);
    state.set_item("now_s", run.now().as_secs())?;
    state.set_item("jain", defined(head("jain")))?;
    state.set_item("queues", queues)?;
    state.set_item("flows", flows)?;
    Ok(state)
}

fn defined(number: f64) -> Option<f64> {
    Some(number).filter(|x| !x.is_nan())
}

fn place_of(layout: &Layout, name: &str) -> usize {
    layout.fields.iter().position(|field| field.name == name).unwrap_or(usize::MAX)
}

/// The numbers of a record by name; `None` where they are undefined.
fn record<'py>(py: Python<'py>, layout: &Layout, numbers: &[f64]) -> PyResult<Bound<'py, PyDict>> {
    let state = PyDict::new(py);
    for (field, number) in layout.fields.iter().zip(numbers).filter(|(f, _)| !PLACES.contains(&f.name)) {
        state.set_item(field.name, defined(*number))?;
    }
    Ok(state)
}
