//! What the process holds, now and at most: the engine's snapshots are measured by it, and so is each case.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counted;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// Beyond this the process ends: by then the case is known, and the machine has others to serve.
static CAP: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Bytes in use.
pub fn held() -> usize {
    HELD.load(Relaxed)
}

/// Most bytes in use since [`reset_peak`].
pub fn peak() -> usize {
    PEAK.load(Relaxed)
}

/// From here on a new peak is looked for.
pub fn reset_peak() {
    PEAK.store(held(), Relaxed);
}

/// What the process may hold; it aborts beyond that.
pub fn set_cap(bytes: usize) {
    CAP.store(bytes, Relaxed);
}

fn grew(by: usize) {
    let now = HELD.fetch_add(by, Relaxed) + by;
    if now > PEAK.load(Relaxed) {
        PEAK.store(now, Relaxed);
        if now > CAP.load(Relaxed) {
            crate::guard::die(crate::guard::MEMORY);
        }
    }
}

// SAFETY: every call is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grew(layout.size());
        // SAFETY: the caller's promise is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        grew(new_size);
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;
