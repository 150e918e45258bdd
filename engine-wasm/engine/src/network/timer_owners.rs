//! Who is behind the timers: a flow has a line of its own, and each connection of a flow that has several has another.

/// The flow, or the connection of it, that a line's timers belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimerOwner {
    /// The flow's number.
    pub flow: u32,
    /// The place among the flow's connections; [`TimerOwner::WHOLE`]: the flow itself.
    pub place: u16,
}

impl TimerOwner {
    /// No connection of several.
    pub const WHOLE: u16 = u16::MAX;
}

/// All lines. A line that was given back is used again; events of its former owner find that they are nobody's.
#[derive(Clone, Debug, Default)]
pub struct TimerOwners {
    owners: Vec<TimerOwner>,
    free: Vec<u32>,
}

impl TimerOwners {
    /// Takes a line.
    pub fn take(&mut self, flow: u32, place: u16) -> u32 {
        let owner = TimerOwner { flow, place };
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

    /// Gives a line back.
    pub fn release(&mut self, number: u32) {
        self.free.push(number);
    }

    /// Who is behind a line.
    #[inline]
    pub fn get(&self, number: u32) -> TimerOwner {
        self.owners[number as usize]
    }

    /// Lines in use.
    pub fn len(&self) -> usize {
        self.owners.len() - self.free.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
