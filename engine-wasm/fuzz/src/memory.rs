//! Counts the memory of the process, now and at its peak, to measure snapshots and cases.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counted;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// Limit at which the process ends.
static CAP: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Bytes in use.
pub fn held() -> usize {
    HELD.load(Relaxed)
}

/// Peak of bytes in use since [`reset_peak`].
pub fn peak() -> usize {
    PEAK.load(Relaxed)
}

/// Resets the peak.
pub fn reset_peak() {
    PEAK.store(held(), Relaxed);
}

/// Sets the memory limit; the process aborts above it.
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

// SAFETY: every call is forwarded unchanged to the system allocator.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grew(layout.size());
        // SAFETY: the caller upholds the contract of the system allocator.
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
