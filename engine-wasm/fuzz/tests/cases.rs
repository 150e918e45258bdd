//! Random documents of a fixed seed. `npm run fuzz` tries many more.

use std::path::Path;

use droptail_fuzz::campaign::{self, PATIENCE};
use droptail_fuzz::case::Case;
use droptail_fuzz::mutate::Mutator;
use droptail_fuzz::rows::Rows;
use droptail_fuzz::{bases, guard, memory};

const SEED: u32 = 15;
const CASES: u64 = 1500;

#[test]
fn random_documents_break_nothing() {
    guard::watch(PATIENCE * 3);
    memory::set_cap(campaign::CAP);
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (rows, bases) = (Rows::read(), bases::all(&project).expect("the project's documents"));
    let mutator = Mutator { rows: &rows, bases: &bases, scripts: false };
    let again = Case::new(&mutator, SEED, 7);
    assert_eq!(again.document, Case::new(&mutator, SEED, 7).document);
    let tally = campaign::here(&mutator, SEED, 0..CASES);
    assert!(tally.failures.is_empty(), "seed {SEED}: {:#?}", tally.failures);
    // Most documents can run in either model and are edited during the run.
    let counts = tally.counts;
    assert!(tally.cases == CASES && counts.refused < CASES / 2, "{counts:?}");
    assert!(counts.ran.iter().all(|&ran| ran > CASES / 50) && counts.edits > CASES / 2, "{counts:?}");
}

const SCRIPTS: u64 = 600;

#[test]
fn random_scripts_break_nothing() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (rows, bases) = (Rows::read(), bases::all(&project).expect("the project's documents"));
    let mutator = Mutator { rows: &rows, bases: &bases, scripts: true };
    let tally = campaign::here(&mutator, SEED, 0..SCRIPTS);
    assert!(tally.failures.is_empty(), "seed {SEED}: {:#?}", tally.failures);
    let counts = tally.counts;
    assert!(counts.ran[0] > SCRIPTS / 10 && counts.edits > SCRIPTS / 20, "{counts:?}");
}
