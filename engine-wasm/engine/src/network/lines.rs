//! Who is behind the timers: a flow has a line of its own, and each connection of a flow that has several has another.

/// The flow, or the connection of it, that a line's timers belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The flow's number.
    pub flow: u32,
    /// The place among the flow's connections; [`Line::WHOLE`]: the flow itself.
    pub place: u16,
}

impl Line {
    /// No connection of several.
    pub const WHOLE: u16 = u16::MAX;
}

/// All lines. A line that was given back is used again; events of its former owner find that they are nobody's.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    lines: Vec<Line>,
    free: Vec<u32>,
}

impl Lines {
    /// Takes a line.
    pub fn take(&mut self, flow: u32, place: u16) -> u32 {
        let line = Line { flow, place };
        match self.free.pop() {
            Some(number) => {
                self.lines[number as usize] = line;
                number
            }
            None => {
                self.lines.push(line);
                self.lines.len() as u32 - 1
            }
        }
    }

    /// Gives a line back.
    pub fn give_back(&mut self, number: u32) {
        self.free.push(number);
    }

    /// Who is behind a line.
    #[inline]
    pub fn get(&self, number: u32) -> Line {
        self.lines[number as usize]
    }

    /// Lines in use.
    pub fn len(&self) -> usize {
        self.lines.len() - self.free.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
