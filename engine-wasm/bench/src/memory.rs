//! Peak memory use.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system allocator with a counter. The engine allocates nothing per packet, so counting costs no time.
#[derive(Debug)]
pub struct Peak {
    bytes: AtomicUsize,
    most: AtomicUsize,
}

impl Peak {
    pub const fn new() -> Peak {
        Peak { bytes: AtomicUsize::new(0), most: AtomicUsize::new(0) }
    }

    /// Resets the peak.
    pub fn restart(&self) {
        self.most.store(self.bytes.load(Relaxed), Relaxed);
    }

    /// Peak of allocated bytes since the last reset.
    pub fn peak_bytes(&self) -> usize {
        self.most.load(Relaxed)
    }

    fn add(&self, bytes: usize) {
        let now = self.bytes.fetch_add(bytes, Relaxed) + bytes;
        self.most.fetch_max(now, Relaxed);
    }
}

// SAFETY: every call is forwarded unchanged to the system allocator.
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
