//! The results of a run.

use std::time::Duration;

use crate::alerts::AlertTimes;
use crate::audit::SiteAudit;
use crate::freshness::Freshness;
use crate::guestbook_writes::GuestbookWriteResults;
use crate::imaging::ImagingBenchOutput;
use crate::imports::ImportMeasurements;
use crate::memory::MemoryUse;
use crate::sign_in_flood::FloodResult;

/// The measurements of one server under one load.
#[derive(Clone, Copy, Debug)]
pub struct LoadMeasurement {
    /// Responses per second.
    pub responses_per_second: f64,
    /// Responses per CPU-second of the server process.
    pub responses_per_cpu_second: f64,
    /// The median latency.
    pub p50: Duration,
    /// The 99th percentile of the latency.
    pub p99: Duration,
    /// The peak memory of the server during the load, in MiB.
    pub peak_memory_mib: f64,
}

/// How the requests of a case use the response cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheUse {
    /// All responses come from the response cache, which compresses each response once.
    Hot,
    /// No response is cached or compressed.
    Cold,
    /// No response is cached. Each response is compressed for its request.
    ColdCompressed,
    /// All requests are writes. Each write is on disk before it is acknowledged.
    Write,
    /// Most responses come from the cache, but some requests are writes that invalidate cached responses.
    Mixed,
}

impl CacheUse {
    /// The label in the table of results.
    pub fn label(self) -> &'static str {
        match self {
            Self::Hot => "hot",
            Self::Cold => "cold",
            Self::ColdCompressed => "cold, br",
            Self::Write => "write",
            Self::Mixed => "mixed",
        }
    }
}

/// A row of the results table: one case on one database.
#[derive(Clone, Debug)]
pub struct ResultRow {
    /// The number of places in the database.
    pub places: usize,
    pub case: &'static str,
    pub state: CacheUse,
    /// The size of the first response body in bytes. For cases with an account, it is the size of the request body. For
    /// the mixed case, it is 0.
    pub body_bytes: usize,
    pub cms: LoadMeasurement,
    /// The baseline server, which sends the same bytes.
    pub baseline: Option<LoadMeasurement>,
    /// nginx, which sends the same body from a file.
    pub nginx: Option<LoadMeasurement>,
}

impl ResultRow {
    /// The rate of `cms` divided by the rate of the baseline server. `None` if the baseline server was not measured.
    pub fn share_of_baseline(&self) -> Option<f64> {
        self.baseline.map(|baseline| self.cms.responses_per_cpu_second / baseline.responses_per_cpu_second)
    }
}

/// The cost of the first searches for words, compared with repeated searches. The first search for a word also makes
/// the server collect the places that have it.
#[derive(Clone, Copy, Debug)]
pub struct FirstSearchCost {
    /// The number of places in the database.
    pub places: usize,
    /// The number of searches.
    pub search_count: usize,
    /// The CPU time per search when each word is searched for the first time.
    pub cpu_time: Duration,
    /// The CPU time per search when all searches are repeated.
    pub repeated_cpu_time: Duration,
}

/// The medians of several starts on an existing database.
#[derive(Clone, Copy, Debug)]
pub struct StartMeasurements {
    /// The number of places in the database.
    pub places: usize,
    /// The time from the start of the process to its first API response.
    pub wall_time: Duration,
    pub cpu_time: Duration,
    /// The memory of the server two seconds after the first response, in MiB. Only the last start measures it.
    pub idle_memory_mib: f64,
}

#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The rows of the table.
    pub rows: Vec<ResultRow>,
    /// The cost of the first searches for words.
    pub first_searches: Vec<FirstSearchCost>,
    pub starts: Vec<StartMeasurements>,
    /// The number of places of a site, and the memory of its server and renderer after every page was rendered.
    pub idle_memory: Option<(usize, MemoryUse)>,
    pub sign_in_flood: Option<FloodResult>,
    pub guestbook_writes: Option<GuestbookWriteResults>,
    /// How soon each kind of change is on its public page.
    pub freshness: Vec<Freshness>,
    pub imports: Option<ImportMeasurements>,
    pub alerts: Option<AlertTimes>,
    /// The comparison of imaging and sharp.
    pub imaging: Option<ImagingBenchOutput>,
    /// The results of the last `make audit`.
    pub audit: Option<SiteAudit>,
    /// What could not be measured, and why.
    pub skipped: Vec<String>,
    /// The date, the commit, the machine, its load and the versions of programs, as sentences.
    pub environment: Vec<String>,
}
