//! Guards of a process: a watchdog for calls that hang, exit codes, and the messages of panics.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Exit code of a worker whose case took too long.
pub const HANG: i32 = 101;
/// Exit code of a worker whose case took too much memory.
pub const MEMORY: i32 = 102;

/// Number of cases started, which the watchdog observes.
static BEAT: AtomicU64 = AtomicU64::new(0);

/// Signals the start of another case, or of another step of a search.
pub fn beat() {
    BEAT.fetch_add(1, Relaxed);
}

/// Ends the process at once. Its parent knows the case.
pub fn die(code: i32) -> ! {
    // No destructors: they would wait for the call that hangs.
    std::process::exit(code)
}

/// Interval of the watchdog.
const LOOK: Duration = Duration::from_millis(200);

/// Ends the process if no case has started for this long. It counts intervals instead of clock time, because a suspended process does
/// not hang.
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

/// Saves panics for [`caught`] instead of printing them.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |l| {
            // The same on every machine.
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

/// Place and message of the last panic of this thread.
pub fn caught() -> (String, String) {
    SAID.with(|said| said.borrow_mut().take()).unwrap_or_default()
}
