//! The most memory that was allocated at once.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator with a tally. The engine allocates nothing per packet, so that the tally costs no time.
#[derive(Debug)]
pub struct Peak {
    bytes: AtomicUsize,
    most: AtomicUsize,
}

impl Peak {
    pub const fn new() -> Peak {
        Peak { bytes: AtomicUsize::new(0), most: AtomicUsize::new(0) }
    }

    /// Forgets the past.
    pub fn restart(&self) {
        self.most.store(self.bytes.load(Relaxed), Relaxed);
    }

    /// The most bytes at once since the last restart.
    pub fn peak_bytes(&self) -> usize {
        self.most.load(Relaxed)
    }

    fn add(&self, bytes: usize) {
        let now = self.bytes.fetch_add(bytes, Relaxed) + bytes;
        self.most.fetch_max(now, Relaxed);
    }
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Peak {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.add(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        self.bytes.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        self.add(size);
        self.bytes.fetch_sub(layout.size(), Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}
