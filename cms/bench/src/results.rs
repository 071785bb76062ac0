//! What was measured.

use std::time::Duration;

use crate::audit::Audit;
use crate::freshness::Fresh;
use crate::guestbook_writes::Entries;
use crate::imaging::Pictures;
use crate::memory::Held;
use crate::sign_in_flood::Flood;

/// One server under one load.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Answers per second.
    pub per_second: f64,
    /// Answers per second of CPU time of the server process.
    pub per_cpu_second: f64,
    /// Half of the answers took at most this long.
    pub p50: Duration,
    /// 99 of 100 answers took at most this long.
    pub p99: Duration,
    /// The most memory that the server held during the load, in MiB.
    pub peak_mib: f64,
}

/// How the answers were come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Kept answers, compressed once.
    Hot,
    /// Nothing kept; plain.
    Cold,
    /// Nothing kept; compressed for each request.
    ColdCompressed,
    /// Each is a write, on disk before it is acknowledged.
    Write,
    /// Kept answers, and writes that make them old.
    Mixed,
}

impl State {
    /// As it stands in the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hot => "hot",
            Self::Cold => "cold",
            Self::ColdCompressed => "cold, br",
            Self::Write => "write",
            Self::Mixed => "mixed",
        }
    }
}

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Places in the guide.
    pub places: usize,
    /// The case's name.
    pub case: &'static str,
    /// How the answers were come by.
    pub state: State,
    /// The size of the body (of the first one, where they differ), in bytes.
    pub bytes: usize,
    /// `cms`.
    pub cms: Sample,
    /// A minimal hyper server that sends the same bytes.
    pub ceiling: Option<Sample>,
    /// nginx sending the same body from a file.
    pub nginx: Option<Sample>,
}

impl Row {
    /// The share of the minimal server's rate that `cms` reaches.
    pub fn ratio(&self) -> Option<f64> {
        self.ceiling.map(|ceiling| self.cms.per_cpu_second / ceiling.per_cpu_second)
    }
}

/// Searches for words that nobody looked for before: what is known of a word afterwards has to be gathered first.
#[derive(Clone, Copy, Debug)]
pub struct FirstSearch {
    /// Places in the guide.
    pub places: usize,
    /// How many searches.
    pub count: usize,
    /// The CPU time of one of them, and of one when all are asked for again.
    pub cpu: Duration,
    /// See `cpu`.
    pub again: Duration,
}

/// Starting on an existing database; medians.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Places in the guide.
    pub places: usize,
    /// From starting the process to its first API answer.
    pub wall: Duration,
    /// The CPU time of it.
    pub cpu: Duration,
    /// Memory two seconds after the first answer, in MiB.
    pub idle_mib: f64,
}

/// Everything that one run measured.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// The table.
    pub rows: Vec<Row>,
    /// What the first search for a word costs.
    pub first_searches: Vec<FirstSearch>,
    /// Starts.
    pub starts: Vec<Start>,
    /// What a server with a site and its renderer hold when every page was rendered, and places of that guide.
    pub idle: Option<(usize, Held)>,
    /// Reads while many sign in.
    pub flood: Option<Flood>,
    /// A crowd at the guestbook.
    pub entries: Option<Entries>,
    /// How soon writes are on their pages.
    pub fresh: Vec<Fresh>,
    /// Pictures beside sharp.
    pub pictures: Option<Pictures>,
    /// What `make audit` measured last.
    pub audit: Option<Audit>,
    /// What could not be measured, and why.
    pub left_out: Vec<String>,
    /// Machine, versions and how busy it was, as sentences.
    pub setting: Vec<String>,
}
