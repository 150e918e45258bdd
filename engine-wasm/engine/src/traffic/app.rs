//! Applications that wait for data: each requests a response, and the next one after the last byte has
//! arrived. The transport carries requests and responses, and tells the application when a response is
//! complete.

use super::requests::Requests;
use super::video::Video;
use crate::metrics::playback::VideoResults;
use crate::units::{Nanos, Time};

/// An application at the receiving end of a connection. It has at most one open request.
#[derive(Clone, Debug)]
pub enum App {
    /// Requests with think times between them.
    Requests(Requests),
    /// Video in segments.
    Video(Video),
}

impl App {
    /// The connection is open.
    pub fn start(&mut self, now: Time) {
        match self {
            App::Requests(requests) => requests.start(now),
            App::Video(video) => video.start(now),
        }
    }

    /// When it sends the next request; `None` while it waits for a response.
    pub fn next(&self) -> Option<Time> {
        match self {
            App::Requests(requests) => requests.next(),
            App::Video(video) => video.next(),
        }
    }

    /// Size of the response that it requests, in bytes, if a request is due by `now`.
    pub fn take_due(&mut self, now: Time) -> Option<u64> {
        if self.next().is_none_or(|at| at > now) {
            return None;
        }
        Some(match self {
            App::Requests(requests) => requests.ask(),
            App::Video(video) => video.ask(now),
        })
    }

    /// All `bytes` of the response have arrived, `took` after the request was sent.
    pub fn answered(&mut self, now: Time, took: Nanos, bytes: u64) {
        match self {
            App::Requests(requests) => requests.answered(now),
            App::Video(video) => video.answered(now, took, bytes),
        }
    }

    /// Payload of a request, bytes.
    pub fn request_bytes(&self) -> u32 {
        match self {
            App::Requests(requests) => requests.request_bytes(),
            App::Video(_) => super::requests::REQUEST_BYTES,
        }
    }

    /// Takes over the parameters of a changed document. The kind of traffic is the same.
    pub fn change(&mut self, now: Time, other: App) {
        match (self, other) {
            (App::Requests(requests), App::Requests(other)) => requests.change(other),
            (App::Video(video), App::Video(other)) => video.change(now, other),
            (old, new) => *old = new,
        }
    }

    /// Restarts the counts for the measurement.
    pub fn restart_counts(&mut self, now: Time) {
        if let App::Video(video) = self {
            video.restart_counts(now);
        }
    }

    /// Playback statistics of a video.
    pub fn video(&self, now: Time) -> Option<VideoResults> {
        match self {
            App::Requests(_) => None,
            App::Video(video) => Some(video.results(now)),
        }
    }
}
