//! Blocks of a pcapng file: draft-ietf-opsawg-pcapng-03, little-endian.

use super::headers::Address;
use crate::units::Time;

/// LINKTYPE_RAW: packets begin with their IP header.
const LINK_TYPE: u16 = 101;

/// opt_comment of every block.
const COMMENT: u16 = 1;

/// Starts a section. `about` describes the simulation, `program` names the simulator.
pub fn section(out: &mut Vec<u8>, about: &str, program: &str) {
    block(out, 0x0A0D_0D0A, |out| {
        out.extend(0x1A2B_3C4D_u32.to_le_bytes());
        out.extend([1, 0, 0, 0]);
        // The length of the section is not known in advance.
        out.extend(u64::MAX.to_le_bytes());
        let application = 4;
        options(out, &[(COMMENT, about.as_bytes()), (application, program.as_bytes())]);
    });
}

/// Description of an interface.
pub struct Interface<'a> {
    /// Its name.
    pub name: &'a str,
    /// One line of description.
    pub description: &'a str,
    /// Bits per second.
    pub speed: u64,
    /// Maximum number of bytes kept per packet; 0 means all.
    pub snaplen: u32,
}

/// Writes the description of the next interface. Interfaces are numbered in order.
pub fn interface(out: &mut Vec<u8>, interface: &Interface<'_>) {
    block(out, 1, |out| {
        out.extend(LINK_TYPE.to_le_bytes());
        out.extend([0, 0]);
        out.extend(interface.snaplen.to_le_bytes());
        let (name, description, speed, resolution) = (2, 3, 8, 9);
        let list: [(u16, &[u8]); 4] = [
            (name, interface.name.as_bytes()),
            (description, interface.description.as_bytes()),
            (speed, &interface.speed.to_le_bytes()),
            // Timestamps are in units of 10⁻⁹ s.
            (resolution, &[9]),
        ];
        options(out, &list);
    });
}

/// Names of addresses.
pub fn names(out: &mut Vec<u8>, names: &[(Address, String)]) {
    block(out, 4, |out| {
        for (address, name) in names {
            let (ipv4, length) = (1_u16, 4 + name.len() as u16 + 1);
            out.extend(ipv4.to_le_bytes());
            out.extend(length.to_le_bytes());
            out.extend(address);
            out.extend(name.as_bytes());
            out.push(0);
            pad(out);
        }
        // End of records; there are no options.
        out.extend([0; 4]);
    });
}

/// A captured packet.
pub struct Frame<'a> {
    /// Number of the interface.
    pub interface: u32,
    /// When.
    pub at: Time,
    /// The captured bytes.
    pub bytes: &'a [u8],
    /// Its length on the wire, bytes.
    pub length: u32,
    /// Whether it left the node of the capture; otherwise it arrived there.
    pub outbound: bool,
    /// A remark; none if empty.
    pub comment: &'a str,
}

/// Adds a packet.
pub fn packet(out: &mut Vec<u8>, frame: &Frame<'_>) {
    block(out, 6, |out| {
        out.extend(frame.interface.to_le_bytes());
        let Time(at) = frame.at;
        out.extend(((at >> 32) as u32).to_le_bytes());
        out.extend((at as u32).to_le_bytes());
        out.extend((frame.bytes.len() as u32).to_le_bytes());
        out.extend(frame.length.to_le_bytes());
        out.extend(frame.bytes);
        pad(out);
        let (flags, direction) = (2, if frame.outbound { 2_u32 } else { 1 });
        let direction = direction.to_le_bytes();
        let list = [(flags, &direction[..]), (COMMENT, frame.comment.as_bytes())];
        options(out, if frame.comment.is_empty() { &list[..1] } else { &list });
    });
}

/// Writes a block, with its length before and after the body.
fn block(out: &mut Vec<u8>, kind: u32, body: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend(kind.to_le_bytes());
    out.extend([0; 4]);
    body(out);
    let length = ((out.len() - start + 4) as u32).to_le_bytes();
    out.extend(length);
    out[start + 4..start + 8].copy_from_slice(&length);
}

fn options(out: &mut Vec<u8>, list: &[(u16, &[u8])]) {
    for (code, value) in list {
        out.extend(code.to_le_bytes());
        out.extend((value.len() as u16).to_le_bytes());
        out.extend(*value);
        pad(out);
    }
    out.extend([0; 4]);
}

/// Pads to a multiple of four bytes from the start of the file, where blocks start and end.
fn pad(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(4), 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_contain_their_length_twice_and_are_padded() {
        let mut out = Vec::new();
        section(&mut out, "odd", "x");
        interface(&mut out, &Interface { name: "l/forward", description: "a → b", speed: 1, snaplen: 80 });
        names(&mut out, &[([10, 0, 0, 1], "a".into()), ([10, 0, 0, 2], "bcd".into())]);
        let bytes = &[1, 2, 3];
        packet(
            &mut out,
            &Frame { interface: 0, at: Time(5 << 32 | 7), bytes, length: 40, outbound: true, comment: "" },
        );
        let word = |at: usize| u32::from_le_bytes(out[at..at + 4].try_into().unwrap());
        let (mut at, mut kinds) = (0, Vec::new());
        while at < out.len() {
            let length = word(at + 4) as usize;
            assert_eq!((length % 4, word(at + length - 4) as usize), (0, length));
            kinds.push(word(at));
            if word(at) == 6 {
                let fields: Vec<_> = (2..7).map(|i| word(at + 4 * i)).collect();
                assert_eq!(fields, [0, 5, 7, 3, 40]);
            }
            at += length;
        }
        assert_eq!(kinds, [0x0A0D_0D0A, 1, 4, 6]);
    }
}
