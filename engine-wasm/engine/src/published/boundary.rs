//! What the page needs to know about sections: all records, and the enumerations whose values are encoded as
//! numbers.

use serde::Serialize;

use crate::core::packet::PacketKind;
use crate::metrics::recorder::{MarkKind, NO_SERIES};
use crate::network::DropCause;
use crate::scenario;
use crate::sections::{
    CE_MARK, Codes, Constant, Extremes, FlowState, Layout, MAX_COLUMNS, MarkRecord, NOBODY, PlotColumn,
    SceneChannel, SceneClass, SceneDrop, SceneFlow, SceneHead, ScenePacket, SceneSlot,
};

/// Definitions of sections and timed edits for the page.
#[derive(Clone, Debug, Serialize)]
pub struct Boundary {
    /// Records.
    pub records: Vec<Layout>,
    /// Enumerations.
    pub codes: Vec<Codes>,
    /// Numbers.
    pub constants: Vec<Constant>,
    /// Parts of a document that no timed edit can change.
    pub fixed: &'static [&'static str],
}

/// All definitions of sections.
pub fn boundary() -> Boundary {
    let constant = |name, help, value| Constant { name, help, value };
    Boundary {
        records: vec![
            SceneHead::LAYOUT,
            SceneChannel::LAYOUT,
            SceneClass::LAYOUT,
            SceneFlow::LAYOUT,
            ScenePacket::LAYOUT,
            SceneSlot::LAYOUT,
            SceneDrop::LAYOUT,
            MarkRecord::LAYOUT,
            PlotColumn::LAYOUT,
            Extremes::LAYOUT,
        ],
        codes: vec![FlowState::codes(), PacketKind::codes(), DropCause::codes(), MarkKind::codes()],
        constants: vec![
            constant(
                "CE_MARK",
                "Added to the kind of a packet that carries a CE mark; larger than any kind.",
                CE_MARK,
            ),
            constant("NOBODY", "Number that means no flow or no channel.", NOBODY),
            constant("NO_SERIES", "Number that means no series.", NO_SERIES.into()),
            constant(
                "MAX_COLUMNS",
                "Maximum number of columns of a plot, and of spans of a run.",
                MAX_COLUMNS.into(),
            ),
        ],
        fixed: scenario::FIXED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbered_by_position() {
        let codes = boundary().codes;
        for (code, value) in [
            (FlowState::NoRoute.code(), "NoRoute"),
            (PacketKind::Control.code(), "Control"),
            (DropCause::Link.code(), "Link"),
            (MarkKind::Drop.code(), "Drop"),
        ] {
            let of = codes
                .iter()
                .find(|c| c.values.iter().any(|v| v.name == value))
                .expect("an enumeration with this value");
            assert_eq!(of.values[code as usize].name, value);
        }
    }

    #[test]
    fn the_ce_mark_is_larger_than_every_kind() {
        assert!(PacketKind::codes().values.len() <= CE_MARK as usize);
    }

    #[test]
    fn everything_has_help_and_names_are_unique() {
        let boundary = boundary();
        let records = boundary.records.iter().map(|r| (r.name, r.help));
        let codes = boundary.codes.iter().map(|c| (c.name, c.help));
        let constants = boundary.constants.iter().map(|c| (c.name, c.help));
        let mut names = Vec::new();
        for (name, help) in records.chain(codes).chain(constants) {
            assert!(!help.trim().is_empty() && !names.contains(&name), "{name}");
            names.push(name);
        }
        let fields = boundary.records.iter().flat_map(|r| r.fields);
        // The page defines a record's size beside its fields.
        assert!(fields.clone().all(|f| f.name != "size" && !f.help.trim().is_empty()));
    }
}
