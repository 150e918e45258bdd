//! What the page has to know of sections: all records, and the enumerations whose values have numbers in them.

use serde::Serialize;

use crate::core::packet::PacketKind;
use crate::metrics::recorder::{MarkKind, NO_SERIES};
use crate::network::DropCause;
use crate::scenario;
use crate::sections::{
    CE_MARK, Codes, Constant, Extremes, FlowState, Layout, MAX_COLUMNS, MarkRecord, NOBODY, PlotColumn,
    SceneChannel, SceneDrop, SceneFlow, SceneHead, ScenePacket, SceneSlot,
};

/// All that the page has to know of the sections, and of timed edits.
#[derive(Clone, Debug, Serialize)]
pub struct Boundary {
    /// Records.
    pub records: Vec<Layout>,
    /// Enumerations.
    pub codes: Vec<Codes>,
    /// Numbers.
    pub constants: Vec<Constant>,
    /// Parts of a document that no timed edit changes.
    pub fixed: &'static [&'static str],
}

/// Everything that is defined for sections.
pub fn boundary() -> Boundary {
    let constant = |name, help, value| Constant { name, help, value };
    Boundary {
        records: vec![
            SceneHead::LAYOUT,
            SceneChannel::LAYOUT,
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
                "Added to the kind of a packet that carries a CE mark: above all kinds.",
                CE_MARK,
            ),
            constant("NOBODY", "Stands for the number of a flow or a channel where there is none.", NOBODY),
            constant(
                "NO_SERIES",
                "Stands for the number of a series that a run does not have.",
                NO_SERIES.into(),
            ),
            constant("MAX_COLUMNS", "Most columns of a plot, and most spans of a run.", MAX_COLUMNS.into()),
        ],
        fixed: scenario::FIXED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_places_for_numbers() {
        let codes = boundary().codes;
        for (code, value) in [
            (FlowState::NoRoute.code(), "NoRoute"),
            (PacketKind::Control.code(), "Control"),
            (DropCause::Link.code(), "Link"),
            (MarkKind::Drop.code(), "Drop"),
        ] {
            let of =
                codes.iter().find(|c| c.values.iter().any(|v| v.name == value)).expect("a list that has it");
            assert_eq!(of.values[code as usize].name, value);
        }
    }

    #[test]
    fn a_mark_can_be_told_from_every_kind() {
        assert!(PacketKind::codes().values.len() <= CE_MARK as usize);
    }

    #[test]
    fn everything_says_what_it_is_and_names_are_used_once() {
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
        // The page has a record's size beside its fields.
        assert!(fields.clone().all(|f| f.name != "size" && !f.help.trim().is_empty()));
    }
}
