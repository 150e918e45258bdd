//! Owners of timers: a flow has one entry, and each connection of a flow with several connections has
//! another.

/// The flow or connection that owns an entry's timers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimerOwner {
    /// The flow's number.
    pub flow: u32,
    /// Index among the flow's connections; [`TimerOwner::WHOLE`] for the flow itself.
    pub slot: u16,
}

impl TimerOwner {
    /// The flow itself, not one of several connections.
    pub const WHOLE: u16 = u16::MAX;
}

/// All entries. Released entries are reused; events of a former owner no longer match and are ignored.
#[derive(Clone, Debug, Default)]
pub struct TimerOwners {
    owners: Vec<TimerOwner>,
    free: Vec<u32>,
}

impl TimerOwners {
    /// Allocates an entry.
    pub fn take(&mut self, flow: u32, slot: u16) -> u32 {
        let owner = TimerOwner { flow, slot };
        match self.free.pop() {
            Some(number) => {
                self.owners[number as usize] = owner;
                number
            }
            None => {
                self.owners.push(owner);
                self.owners.len() as u32 - 1
            }
        }
    }

    /// Releases an entry.
    pub fn release(&mut self, number: u32) {
        self.free.push(number);
    }

    /// Owner of an entry.
    #[inline]
    pub fn get(&self, number: u32) -> TimerOwner {
        self.owners[number as usize]
    }

    /// Number of entries in use.
    pub fn len(&self) -> usize {
        self.owners.len() - self.free.len()
    }

    /// Whether no entry is in use.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
