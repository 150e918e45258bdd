//! Plays every document that once broke something, with several sequences of actions.

use droptail_fuzz::campaign::PATIENCE;
use droptail_fuzz::{corpus, guard, memory};

#[test]
fn the_corpus_breaks_nothing() {
    guard::watch(PATIENCE * 3);
    memory::set_cap(droptail_fuzz::campaign::CAP);
    let mut broken = Vec::new();
    for kept in corpus::all().expect("the corpus can be read") {
        for number in 0..5 {
            // If it hangs, the last line of output names it.
            eprintln!("{} {number}", kept.name);
            if let Err(failure) = kept.case_with(number).play() {
                broken.push(format!("{} ({}): {failure:?}", kept.name, kept.note));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}
