//! Rows that a document defines: its controllers, compiled. Without the feature `script` there are none.

#[cfg(not(feature = "script"))]
pub use without::DocumentRows;

#[cfg(feature = "script")]
pub use scripts::DocumentRows;

#[cfg(feature = "script")]
mod scripts {
    use std::sync::Arc;

    use crate::congestion::AlgorithmRow;
    use crate::scenario::{Problem, Scenario, ScriptedController};
    use crate::script;

    /// The controllers of a document.
    #[derive(Clone, Debug, Default)]
    pub struct DocumentRows(Vec<Compiled>);

    #[derive(Clone, Debug)]
    struct Compiled {
        spec: ScriptedController,
        row: Result<Arc<AlgorithmRow>, Vec<Problem>>,
    }

    impl DocumentRows {
        /// The rows of this document; `None` if they are the same. Controllers that have not changed are not compiled again.
        pub fn changed(&self, scenario: &Scenario) -> Option<DocumentRows> {
            if self.0.iter().map(|c| &c.spec).eq(&scenario.controllers) {
                return None;
            }
            let compiled = |spec: &ScriptedController| {
                let known = self.0.iter().find(|c| c.spec == *spec);
                let row = known.map_or_else(|| script::row(spec).map(Arc::new), |c| c.row.clone());
                Compiled { spec: spec.clone(), row }
            };
            Some(DocumentRows(scenario.controllers.iter().map(compiled).collect()))
        }

        /// Those that compile.
        pub fn algorithms(&self) -> impl Iterator<Item = &Arc<AlgorithmRow>> {
            self.0.iter().filter_map(|c| c.row.as_ref().ok())
        }

        /// The one with this id, if it compiles.
        pub fn algorithm(&self, id: &str) -> Option<&Arc<AlgorithmRow>> {
            self.algorithms().find(|a| a.row.id == id)
        }

        /// Whether this is the id of one of them, also if it does not compile.
        pub fn defines(&self, id: &str) -> bool {
            self.0.iter().any(|c| c.spec.id == id)
        }

        /// What is wrong with them, if `taken` are the ids of other algorithms.
        pub fn problems(&self, taken: &dyn Fn(&str) -> bool) -> Vec<Problem> {
            let mut problems = Vec::new();
            for (i, Compiled { spec, row }) in self.0.iter().enumerate() {
                let at = format!("/controllers/{i}");
                if taken(&spec.id) {
                    let problem = format!("\"{}\" is the id of an algorithm of the catalogue", spec.id);
                    problems.push(Problem::new(format!("{at}/id"), problem, "another id"));
                }
                if self.0[..i].iter().any(|c| c.spec.id == spec.id) {
                    let problem = format!("\"{}\" is used twice", spec.id);
                    problems.push(Problem::new(format!("{at}/id"), problem, "another id"));
                }
                problems.extend(row.as_ref().err().into_iter().flatten().map(|p| p.clone().below(&at)));
            }
            problems
        }
    }
}

#[cfg(not(feature = "script"))]
mod without {
    use std::sync::Arc;

    use crate::congestion::AlgorithmRow;
    use crate::scenario::{Problem, Scenario};

    /// No rows.
    #[derive(Clone, Debug, Default)]
    pub struct DocumentRows;

    #[allow(missing_docs, clippy::unused_self, reason = "the same functions as with scripts")]
    impl DocumentRows {
        pub fn changed(&self, _: &Scenario) -> Option<DocumentRows> {
            None
        }

        pub fn algorithm(&self, _: &str) -> Option<&Arc<AlgorithmRow>> {
            None
        }

        pub fn defines(&self, _: &str) -> bool {
            false
        }

        pub fn problems(&self, _: &dyn Fn(&str) -> bool) -> Vec<Problem> {
            Vec::new()
        }
    }
}
