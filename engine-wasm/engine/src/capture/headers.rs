//! Headers on the wire: IPv4 (RFC 791), TCP (RFC 9293) with options, UDP (RFC 768). The payload is zeros, which do not affect
//! checksums.

use crate::core::packet::EcnBytes;

/// An IPv4 address.
pub type Address = [u8; 4];

/// Bytes of an IPv4 header without options.
const IP: usize = 20;
/// Bytes of a TCP header without options.
const TCP: usize = 20;
/// Bytes of a UDP header.
const UDP: usize = 8;

/// Fields of the IP header.
#[derive(Clone, Copy, Debug)]
pub struct Ip {
    /// Source.
    pub from: Address,
    /// Destination.
    pub to: Address,
    /// The ECN field, two bits (RFC 3168, section 5).
    pub ecn: u8,
}

/// Ports.
#[derive(Clone, Copy, Debug)]
pub struct Ports {
    /// Source.
    pub from: u16,
    /// Destination.
    pub to: u16,
}

/// Bits of the TCP header's flags.
pub mod flag {
    /// No more data.
    pub const FIN: u16 = 1;
    /// Opens a connection.
    pub const SYN: u16 = 2;
    /// The acknowledgement number is valid.
    pub const ACK: u16 = 16;
    /// ECN-Echo.
    pub const ECE: u16 = 64;
    /// Congestion window reduced.
    pub const CWR: u16 = 128;
    /// Accurate ECN.
    pub const AE: u16 = 256;
}

/// The flags that encode a number in the ACE field of RFC 9768.
pub const fn ace(number: u16) -> u16 {
    number << 6 & (flag::ECE | flag::CWR | flag::AE)
}

/// Fields of the TCP header.
#[derive(Clone, Debug, Default)]
pub struct Tcp {
    /// Sequence number.
    pub seq: u32,
    /// Acknowledgement number.
    pub ack: u32,
    /// See [`flag`].
    pub flags: u16,
    /// The window field, unscaled.
    pub window: u16,
    /// Options of a SYN: MSS, whether SACK is permitted, window scale.
    pub opening: Option<SynOptions>,
    /// RFC 7323: TSval and TSecr.
    pub timestamps: Option<(u32, u32)>,
    /// RFC 9768: bytes that arrived with the sender's codepoint and with CE, and whether that codepoint is ECT(1).
    pub ecn_bytes: Option<(EcnBytes, bool)>,
    /// RFC 2018: first byte and one past the last byte of each block.
    pub sacks: Vec<(u32, u32)>,
}

/// Options of a SYN.
#[derive(Clone, Copy, Debug)]
pub struct SynOptions {
    /// Maximum segment size, bytes.
    pub mss: u16,
    /// RFC 2018.
    pub sack_permitted: bool,
    /// RFC 7323, section 2; `None` without window scaling.
    pub window_scale: Option<u8>,
}

impl Tcp {
    fn options(&self) -> Vec<u8> {
        const NOP: u8 = 1;
        let mut options = Vec::new();
        if let Some(opening) = self.opening {
            options.extend([2, 4]);
            options.extend(opening.mss.to_be_bytes());
            // Linux's order: SACK-permitted replaces the padding before timestamps.
            if opening.sack_permitted {
                options.extend([4, 2]);
            }
        }
        if let Some((value, echo)) = self.timestamps {
            if options.len() % 4 == 0 {
                options.extend([NOP, NOP]);
            }
            options.extend([8, 10]);
            options.extend(value.to_be_bytes());
            options.extend(echo.to_be_bytes());
        }
        if let Some(scale) = self.opening.and_then(|o| o.window_scale) {
            options.extend([NOP, 3, 3, scale]);
        }
        if let Some((bytes, ect1)) = self.ecn_bytes {
            // The two orders of counters have different option kinds. The last counter, of the unused codepoint, is left out.
            options.extend([if ect1 { 174 } else { 172 }, 8]);
            options.extend(&bytes.ect.to_be_bytes()[1..]);
            options.extend(&bytes.ce.to_be_bytes()[1..]);
        }
        if !self.sacks.is_empty() {
            options.extend([NOP, NOP, 5, 2 + 8 * self.sacks.len() as u8]);
            for (from, to) in &self.sacks {
                options.extend(from.to_be_bytes());
                options.extend(to.to_be_bytes());
            }
        }
        options.resize(options.len().next_multiple_of(4), NOP);
        options
    }
}

/// Writes the headers of a TCP packet. Returns its length with `payload` bytes.
pub fn tcp(out: &mut Vec<u8>, ip: &Ip, ports: Ports, tcp: &Tcp, payload: u32) -> u32 {
    let options = tcp.options();
    out.clear();
    out.resize(IP, 0);
    out.extend(ports.from.to_be_bytes());
    out.extend(ports.to.to_be_bytes());
    out.extend(tcp.seq.to_be_bytes());
    out.extend(tcp.ack.to_be_bytes());
    let offset = ((TCP + options.len()) / 4) as u16;
    out.extend((offset << 12 | tcp.flags).to_be_bytes());
    out.extend(tcp.window.to_be_bytes());
    out.extend([0; 4]);
    out.extend(options);
    finish(out, ip, 6, IP + 16, payload)
}

/// Writes the headers of a UDP datagram. Returns its length with `payload` bytes.
pub fn udp(out: &mut Vec<u8>, ip: &Ip, ports: Ports, payload: u32) -> u32 {
    out.clear();
    out.resize(IP, 0);
    out.extend(ports.from.to_be_bytes());
    out.extend(ports.to.to_be_bytes());
    out.extend(((UDP as u32 + payload) as u16).to_be_bytes());
    out.extend([0; 2]);
    let length = finish(out, ip, 17, IP + 6, payload);
    // RFC 768: a checksum of zero means no checksum.
    if out[IP + 6..IP + 8] == [0, 0] {
        out[IP + 6..IP + 8].fill(0xFF);
    }
    length
}

/// Fills in the IPv4 header and both checksums. Returns the length of the whole packet.
fn finish(out: &mut [u8], ip: &Ip, protocol: u8, checksum_at: usize, payload: u32) -> u32 {
    let length = out.len() as u32 + payload;
    let segment = length as u16 - IP as u16;
    // Pseudo-header (RFC 9293, section 3.1).
    let pseudo = sum(&ip.from) + sum(&ip.to) + u32::from(protocol) + u32::from(segment);
    let check = checksum(pseudo + sum(&out[IP..]));
    out[checksum_at..checksum_at + 2].copy_from_slice(&check.to_be_bytes());

    out[0] = 0x45;
    out[1] = ip.ecn;
    out[2..4].copy_from_slice(&(length as u16).to_be_bytes());
    // Never fragmented, so the identification is meaningless (RFC 6864).
    out[6] = 0x40;
    out[8] = 64;
    out[9] = protocol;
    out[12..16].copy_from_slice(&ip.from);
    out[16..20].copy_from_slice(&ip.to);
    let check = checksum(sum(&out[..IP]));
    out[10..12].copy_from_slice(&check.to_be_bytes());
    length
}

/// RFC 1071.
fn sum(bytes: &[u8]) -> u32 {
    bytes.chunks(2).map(|pair| u32::from(pair[0]) << 8 | u32::from(*pair.get(1).unwrap_or(&0))).sum()
}

fn checksum(sum: u32) -> u16 {
    let folded = (sum & 0xFFFF) + (sum >> 16);
    !((folded & 0xFFFF) + (folded >> 16)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    const IP_HEADER: Ip = Ip { from: [10, 0, 0, 1], to: [10, 0, 0, 2], ecn: 2 };
    const PORTS: Ports = Ports { from: 49152, to: 9 };

    /// RFC 1071: an undamaged packet adds up to all ones.
    fn is_right(bytes: &[u8], payload: u32) -> bool {
        let segment = bytes.len() as u32 - 20 + payload;
        let pseudo = sum(&bytes[12..20]) + u32::from(bytes[9]) + segment;
        checksum(sum(&bytes[..20])) == 0 && checksum(pseudo + sum(&bytes[20..])) == 0
    }

    #[test]
    fn checksums_follow_rfc_1071() {
        // The example of its section 3.
        let words = [0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7];
        assert_eq!(!checksum(sum(&words)), 0xddf2);
        let mut out = Vec::new();
        for payload in [0, 1, 1447, 1448] {
            let header = Tcp { seq: 0xFFFF_FF00, ack: 7, flags: flag::ACK, window: 65_535, ..Tcp::default() };
            assert_eq!(tcp(&mut out, &IP_HEADER, PORTS, &header, payload), 40 + payload);
            assert!(is_right(&out, payload));
            assert_eq!(udp(&mut out, &IP_HEADER, PORTS, payload), 28 + payload);
            assert!(is_right(&out, payload));
        }
    }

    /// The sizes that the engine's stack uses (`Stack::overhead`, and what it adds to SYNs and ACKs).
    #[test]
    fn options_take_as_many_bytes_as_the_engine_counts() {
        let mut out = Vec::new();
        let opening = Some(SynOptions { mss: 1448, sack_permitted: true, window_scale: Some(10) });
        let timestamps = Some((1, 2));
        let mut length = |header: Tcp| {
            tcp(&mut out, &IP_HEADER, PORTS, &header, 0);
            assert!(is_right(&out, 0));
            out.len()
        };
        assert_eq!(length(Tcp { opening, timestamps, ..Tcp::default() }), 40 + 12 + 8);
        assert_eq!(length(Tcp { timestamps, ..Tcp::default() }), 40 + 12);
        let sacks = vec![(1, 2); 3];
        assert_eq!(length(Tcp { timestamps, sacks: sacks.clone(), ..Tcp::default() }), 40 + 12 + 4 + 24);
        assert_eq!(length(Tcp { sacks, ..Tcp::default() }), 40 + 4 + 24);
        let ecn_bytes = Some((EcnBytes { ect: 1, ce: 2 }, false));
        let sacks = vec![(1, 2); 2];
        assert_eq!(length(Tcp { timestamps, ecn_bytes, sacks, ..Tcp::default() }), 40 + 12 + 8 + 4 + 16);
    }
}
