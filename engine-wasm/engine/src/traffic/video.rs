//! Adaptive video: segments of fixed duration, each at one of several bitrates (the ladder), fetched one
//! after another into a playback buffer.

use std::collections::VecDeque;

use super::app::App;
use super::{TrafficKind, TrafficRow, plain};
use crate::catalogue::{ChoiceOption, Param, Row, Settings, TrafficInfo, TransportKind};
use crate::metrics::playback::{Playback, VideoResults};
use crate::units::{Nanos, Time};

/// BBA-0 (Huang et al. 2014, section 4): with a buffer of 240 s the reservoir is 90 s and the cushion ends at
/// 216 s. Other buffers use the same fractions, except that a buffer without room for more than one segment
/// also selects the highest rate, which a small buffer would otherwise never reach.
const RESERVOIR: f64 = 90.0 / 240.0;
const UPPER_RESERVOIR: f64 = 216.0 / 240.0;

/// Maximum number of bitrates in a ladder.
const MAX_RATES: usize = 50;

/// How the next segment's bitrate is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Rule {
    /// Throughput-based: the highest bitrate below a fraction of the harmonic mean of past throughputs
    /// (Jiang, Sekar & Zhang, *Improving Fairness, Efficiency, and Stability in HTTP-based Adaptive Video
    /// Streaming with FESTIVE*, CoNEXT 2012).
    Throughput { samples: usize, share: f64 },
    /// Buffer-based (BBA-0).
    Buffer,
}

/// Parameters of a document.
#[derive(Clone, PartialEq, Debug)]
struct Choices {
    rule: Rule,
    /// Bitrates in kb/s, ascending.
    ladder: Vec<f64>,
    segment: Nanos,
    /// Capacity of the playback buffer.
    buffer: Nanos,
    /// Video in the buffer at which playback starts and resumes.
    start: Nanos,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Video {
    choices: Choices,
    playback: Playback,
    /// Bitrate of the last segment requested, kb/s.
    rate_kbps: f64,
    /// Throughputs of the last segments, kb/s, oldest first.
    seen: VecDeque<f64>,
    started: bool,
    waiting: bool,
}

/// The row of the catalogue.
pub(super) fn row() -> TrafficRow {
    const RULES: &[ChoiceOption] =
        &[ChoiceOption::new("throughput", "Throughput"), ChoiceOption::new("buffer", "Buffer (BBA-0)")];
    let seconds = |id, name, default: f64| Param::number(id, "", name, "s").range(0.1, 600.0, default).log();
    let info = TrafficInfo {
        row: Row {
            id: "video".into(),
            name: "Adaptive video".into(),
            summary: "Video segments are requested one after another, each at a bitrate that the throughput or the buffer allows; stalls are counted."
                .into(),
            source: "A Buffer-Based Approach to Rate Adaptation: Evidence from a Large Video Streaming Service".into(),
            year: 2014,
            params: vec![
                Param::choice("rule", "Adaptation", "throughput", RULES)
                    .help("What chooses the bitrate: the harmonic mean of past throughputs (FESTIVE, 2012), or the playback buffer (BBA-0, 2014)."),
                Param::numbers("ladderKbps", "", "Bitrates", "kb/s", (10.0, 1e6), vec![
                    235.0, 375.0, 560.0, 750.0, 1050.0, 1750.0, 2350.0, 3000.0, 4300.0, 5800.0,
                ])
                .help("Bitrates in which the video is available. Every segment has exactly its bitrate."),
                seconds("segmentS", "Segment", 4.0).help("Duration of a segment."),
                seconds("bufferS", "Playback buffer", 30.0)
                    .help("Most video that the player stores. It requests a segment when there is room for it."),
                seconds("startS", "Start at", 4.0)
                    .help("Amount of video in the buffer at which playback starts, and resumes after a stall."),
                Param::number("samples", "k", "Samples", "")
                    .range(1.0, 100.0, 20.0)
                    .integer()
                    .when("rule", "throughput")
                    .help("Past segments whose throughput counts."),
                Param::number("share", "", "Share", "")
                    .range(0.1, 1.0, 0.85)
                    .when("rule", "throughput")
                    .help("The bitrate stays below this share of the harmonic mean."),
            ],
        },
        transports: &[TransportKind::Tcp],
    };
    let kind = TrafficKind::App(|s, _, _| App::Video(Video::new(s)));
    TrafficRow { complaint, ..plain(info, kind) }
}

/// See [`TrafficRow`].
fn complaint(s: &Settings<'_>) -> Option<(&'static str, String)> {
    let (segment, buffer, start) = (s.number("segmentS"), s.number("bufferS"), s.number("startS"));
    let needed = segment + start.max(segment);
    if s.numbers("ladderKbps").len() > MAX_RATES {
        return Some(("ladderKbps", format!("at most {MAX_RATES} bitrates")));
    }
    (buffer < needed).then(|| {
        (
            "bufferS",
            format!("at least {needed} s: the start threshold or one segment, whichever is longer, plus one segment"),
        )
    })
}

impl Choices {
    fn new(s: &Settings<'_>) -> Choices {
        let mut ladder = s.numbers("ladderKbps");
        ladder.sort_unstable_by(f64::total_cmp);
        ladder.dedup();
        let rule = match s.choice("rule").as_str() {
            "buffer" => Rule::Buffer,
            _ => Rule::Throughput { samples: s.number("samples") as usize, share: s.number("share") },
        };
        let time = |id| Nanos::from_secs(s.number(id));
        Choices { rule, ladder, segment: time("segmentS"), buffer: time("bufferS"), start: time("startS") }
    }

    /// The highest bitrate that does not exceed `kbps`, or else the lowest one.
    fn at_most(&self, kbps: f64) -> f64 {
        self.ladder.iter().copied().rev().find(|&rate| rate <= kbps).unwrap_or(self.ladder[0])
    }

    /// The next bitrates above and below `kbps`, or the ends of the ladder.
    fn neighbours(&self, kbps: f64) -> (f64, f64) {
        let above = self.ladder.iter().copied().find(|&rate| rate > kbps);
        let below = self.ladder.iter().copied().rev().find(|&rate| rate < kbps);
        (above.unwrap_or(self.highest()), below.unwrap_or(self.ladder[0]))
    }

    fn highest(&self) -> f64 {
        self.ladder[self.ladder.len() - 1]
    }

    /// BBA-0 (Huang et al. 2014, algorithm 1): the rate map f rises linearly over the cushion. The rate changes only when f has
    /// reached the next rate up or down.
    fn by_buffer(&self, level: Nanos, before: f64) -> f64 {
        let share = level.0 as f64 / self.buffer.0 as f64;
        let upper = UPPER_RESERVOIR.min((self.buffer - self.segment).0 as f64 / self.buffer.0 as f64);
        if share <= RESERVOIR {
            return self.ladder[0];
        }
        if share >= upper {
            return self.highest();
        }
        let (low, high) = (self.ladder[0], self.highest());
        let map = low + (high - low) * (share - RESERVOIR) / (upper - RESERVOIR);
        let (up, down) = self.neighbours(before);
        if map >= up {
            self.ladder.iter().copied().rev().find(|&rate| rate < map).unwrap_or(low)
        } else if map <= down {
            self.ladder.iter().copied().find(|&rate| rate > map).unwrap_or(high)
        } else {
            before
        }
    }
}

impl Video {
    fn new(s: &Settings<'_>) -> Video {
        let choices = Choices::new(s);
        Video {
            playback: Playback::new(choices.start),
            rate_kbps: choices.ladder[0],
            seen: VecDeque::new(),
            choices,
            started: false,
            waiting: false,
        }
    }

    /// The viewer starts waiting now.
    pub(super) fn start(&mut self, now: Time) {
        self.started = true;
        self.playback.start(now);
    }

    /// A request is sent as soon as the buffer has room for a segment.
    pub(super) fn next(&self) -> Option<Time> {
        let room = self.choices.buffer - self.choices.segment;
        (self.started && !self.waiting).then(|| self.playback.falls_to(room))
    }

    /// Chooses the bitrate. Returns the size of the segment in bytes.
    pub(super) fn ask(&mut self, now: Time) -> u64 {
        self.waiting = true;
        self.rate_kbps = match self.choices.rule {
            Rule::Buffer => self.choices.by_buffer(self.playback.level(now), self.rate_kbps),
            Rule::Throughput { share, .. } => {
                let inverse: f64 = self.seen.iter().map(|kbps| 1.0 / kbps).sum();
                let mean = if self.seen.is_empty() { 0.0 } else { self.seen.len() as f64 / inverse };
                self.choices.at_most(share * mean)
            }
        };
        ((self.rate_kbps * 125.0 * self.choices.segment.as_secs() + 0.5) as u64).max(1)
    }

    pub(super) fn answered(&mut self, now: Time, took: Nanos, bytes: u64) {
        self.waiting = false;
        self.playback.add(now, self.choices.segment, self.rate_kbps);
        if let Rule::Throughput { samples, .. } = self.choices.rule {
            self.seen.push_back(bytes as f64 * 8e6 / took.0.max(1) as f64);
            while self.seen.len() > samples {
                self.seen.pop_front();
            }
        }
    }

    /// A segment in transit keeps its bitrate, and gets the current duration.
    pub(super) fn change(&mut self, now: Time, other: Video) {
        self.playback.set_threshold(now, other.choices.start);
        self.choices = other.choices;
    }

    pub(super) fn restart_counts(&mut self, now: Time) {
        self.playback.restart_counts(now);
    }

    pub(super) fn results(&self, now: Time) -> VideoResults {
        self.playback.results(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{ParamValue, Params};

    fn video(rule: &str, numbers: &[(&str, f64)], ladder: &[f64]) -> Video {
        let mut given: Params =
            numbers.iter().map(|(id, value)| ((*id).to_owned(), ParamValue::Number(*value))).collect();
        given.insert("rule".into(), ParamValue::Text(rule.into()));
        given.insert("ladderKbps".into(), ParamValue::Numbers(ladder.to_vec()));
        Video::new(&Settings::new(&row().info.row.params, &given))
    }

    #[test]
    fn the_throughput_rule_selects_the_rate_below_a_share_of_the_harmonic_mean() {
        let mut video = video("throughput", &[("share", 0.85), ("samples", 3.0)], &[500.0, 1000.0, 2000.0]);
        video.start(Time::ZERO);
        // Before the first segment nothing is known: 4 s of 500 kb/s are 250,000 bytes.
        assert_eq!(video.ask(Time::ZERO), 250_000);
        // 2 and 4 Mb/s have a harmonic mean of 8/3 Mb/s; 0.85 of it is 2267 kb/s, and 0.85 of 2 Mb/s is 1700
        // kb/s.
        video.answered(Time::from_secs(1.0), Nanos::from_secs(1.0), 250_000);
        assert_eq!(video.ask(Time::from_secs(1.0)), 500_000);
        video.answered(Time::from_secs(2.0), Nanos::from_secs(1.0), 500_000);
        assert_eq!(video.ask(Time::from_secs(2.0)), 1_000_000);
        // One slow segment of 0.5 Mb/s lowers the harmonic mean of three to 3/(1/2 + 1/4 + 2) = 1.09 Mb/s;
        // the arithmetic mean would be 2.17 Mb/s.
        video.answered(Time::from_secs(18.0), Nanos::from_secs(16.0), 1_000_000);
        assert_eq!(video.ask(Time::from_secs(18.0)), 250_000);
    }

    #[test]
    fn the_buffer_rule_is_bba_0_with_the_papers_reservoir_and_cushion() {
        // The paper's buffer: a reservoir of 90 s, the highest bitrate from 216 s on, and f(B) = 1000 +
        // 3000·(B − 90)/126 in between.
        let player = video("buffer", &[("bufferS", 240.0)], &[1000.0, 2000.0, 3000.0, 4000.0]);
        let rate = |level_s: f64, before: f64| player.choices.by_buffer(Nanos::from_secs(level_s), before);
        assert_eq!((rate(90.0, 4000.0), rate(216.0, 1000.0)), (1000.0, 4000.0));
        // f = 2000 at 132 s and 3000 at 174 s: the bitrate does not change before f reaches the next one, in
        // either direction.
        assert_eq!((rate(131.0, 1000.0), rate(131.0, 2000.0)), (1000.0, 2000.0));
        assert_eq!((rate(133.0, 1000.0), rate(175.0, 1000.0)), (2000.0, 3000.0));
        // Down: f ≤ 2000 takes a bitrate of 3000 to the lowest one above f.
        assert_eq!((rate(173.0, 3000.0), rate(131.0, 3000.0), rate(100.0, 4000.0)), (3000.0, 2000.0, 2000.0));
        // A buffer of 30 s has room for a segment of 4 s until 26 s, which is less than 0.9 of it.
        let player = video("buffer", &[("bufferS", 30.0)], &[1000.0, 4000.0]);
        assert_eq!(player.choices.by_buffer(Nanos::from_secs(26.0), 1000.0), 4000.0);
    }

    #[test]
    fn it_requests_when_the_buffer_has_room_for_a_segment() {
        let numbers = [("bufferS", 10.0), ("segmentS", 4.0), ("startS", 4.0)];
        let mut video = video("buffer", &numbers, &[1000.0]);
        assert_eq!(video.next(), None);
        video.start(Time::ZERO);
        for second in 0..2 {
            let now = Time::from_secs(f64::from(second));
            assert!(video.next().is_some_and(|at| at <= now));
            assert_eq!((video.ask(now), video.next()), (500_000, None));
            video.answered(Time::from_secs(f64::from(second) + 1.0), Nanos::from_secs(1.0), 500_000);
        }
        // Playback started at 1 s with 4 s of video; at 2 s there are 3 s plus 4 s. There is room below 6 s
        // of 10: one second later.
        assert_eq!(video.next(), Some(Time::from_secs(3.0)));
    }

    #[test]
    fn a_buffer_too_small_to_start_is_rejected() {
        let says = |numbers: &[(&str, f64)]| {
            let given = numbers.iter().map(|(id, x)| ((*id).to_owned(), ParamValue::Number(*x))).collect();
            complaint(&Settings::new(&row().info.row.params, &given)).map(|(param, _)| param)
        };
        assert_eq!(says(&[]), None);
        assert_eq!(says(&[("startS", 28.0)]), Some("bufferS"));
        assert_eq!(says(&[("segmentS", 20.0)]), Some("bufferS"));
    }
}
