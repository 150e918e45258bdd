//! What ends a process that a case has led astray: a watchdog for calls that do not come back, a cap on memory; and what a panic said.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Exit code of a worker whose case took too long.
pub const HANG: i32 = 101;
/// Exit code of a worker whose case took too much memory.
pub const MEMORY: i32 = 102;

/// Cases begun so far: the watchdog looks whether it moves.
static BEAT: AtomicU64 = AtomicU64::new(0);

/// Says that another case, or another step of a search, begins.
pub fn beat() {
    BEAT.fetch_add(1, Relaxed);
}

/// Ends the process at once; who started it knows the case.
pub fn die(code: i32) -> ! {
    // No destructors: they would have to wait for what does not come back.
    std::process::exit(code)
}

/// How often the watchdog looks.
const LOOK: Duration = Duration::from_millis(200);

/// Ends the process when no case has begun for so long. Looks are counted, not the time by the clock: a process that was suspended has
/// not hung.
pub fn watch(limit: Duration) {
    std::thread::spawn(move || {
        let mut seen = BEAT.load(Relaxed);
        let mut looks = 0;
        loop {
            std::thread::sleep(LOOK);
            let now = BEAT.load(Relaxed);
            looks = if now == seen { looks + 1 } else { 0 };
            seen = now;
            if LOOK * looks > limit {
                die(HANG);
            }
        }
    });
}

thread_local! {
    static SAID: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Panics are kept for [`caught`] and not printed.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |l| {
            // The same whoever compiled it, and wherever.
            let file = l.file().replace('\\', "/");
            let file = file.rsplit_once("/src/").map_or(file.as_str(), |(_, file)| file);
            format!("{file}:{}", l.line())
        });
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        SAID.with(|said| *said.borrow_mut() = Some((place, text)));
    }));
}

/// Where the last panic of this thread was, and its message.
pub fn caught() -> (String, String) {
    SAID.with(|said| said.borrow_mut().take()).unwrap_or_default()
}
