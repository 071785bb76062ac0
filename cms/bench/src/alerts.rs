//! Measures how soon a second `cms` process on the same database shows an alert about 2,000 places: in the response of
//! a place, in the list of alerts, and in the change feed. Measures too how soon the process shows an ended alert no
//! longer.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use hyper::{Method, StatusCode};
use serde_json::{Value, json};

use crate::child::{self, Server};
use crate::runner::{CACHE_MIB, wait_until_idle};
use crate::{guide, http_client};

/// The name of this benchmark case, with which `--only` is compared.
pub const CASE_NAME: &str = "alerts";
/// The number of places of the alert: the maximum that the API accepts.
pub const PLACE_COUNT: usize = 2_000;
/// The number of times that an alert is published and ended.
const ROUNDS: usize = 3;
const POLL_INTERVAL: Duration = Duration::from_millis(5);
const TIMEOUT: Duration = Duration::from_secs(30);
const ADMIN_CREDENTIALS: (&str, &str) = ("alerts@example.org", "a long password for measuring");

/// Three times, each the longest of all rounds. A time begins when the request that creates or ends the alert is sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlertTimes {
    /// The time until the second process shows the alert in the response of a place of the alert and in the list.
    pub until_shown: Duration,
    /// The time until the change feed of the second process lists a change of that place.
    pub until_in_feed: Duration,
    /// The time until the second process shows the ended alert neither in the response of that place nor in the list.
    pub until_gone: Duration,
}

impl AlertTimes {
    /// The longest of the three times.
    pub fn longest_time(&self) -> Duration {
        self.until_shown.max(self.until_in_feed).max(self.until_gone)
    }
}

/// Runs the measurement on a new database in `data` with two processes, which log to `logs`.
pub async fn run(data: &Path, logs: [&Path; 2]) -> anyhow::Result<AlertTimes> {
    guide::generate_database(data, PLACE_COUNT).await?;
    let (email, password) = ADMIN_CREDENTIALS;
    child::add_account(data, email, "admin", password).await?;
    let (first, second) = (start_server(data, logs[0]).await?, start_server(data, logs[1]).await?);
    let token = http_client::sign_in(first.address, email, password).await?;
    let reader = AlertReader::new(second.address).await?;
    let ids: Vec<usize> = (1..=PLACE_COUNT).collect();
    let alert = json!({ "level": "closed", "scope": "places", "placeIds": ids, "text": "Closed after the flood." });
    let mut times = AlertTimes::default();
    for _ in 0..ROUNDS {
        let cursor = reader.read_feed(None).await?.1;
        let start = Instant::now();
        let create = (Method::POST, "/api/admin/alerts".to_owned());
        let created = http_client::send_json(first.address, create, &token, &alert).await?;
        reader.wait_until_visibility_is(true).await?;
        times.until_shown = times.until_shown.max(start.elapsed());
        reader.wait_until_place_in_feed(&cursor).await?;
        times.until_in_feed = times.until_in_feed.max(start.elapsed());
        wait_until_idle(&first).await?;
        let start = Instant::now();
        let end = (Method::POST, format!("/api/admin/alerts/{}/end", created["id"]));
        http_client::send_json(first.address, end, &token, &json!({})).await?;
        reader.wait_until_visibility_is(false).await?;
        times.until_gone = times.until_gone.max(start.elapsed());
        wait_until_idle(&first).await?;
    }
    first.stop().await?;
    second.stop().await?;
    Ok(times)
}

async fn start_server(data: &Path, log: &Path) -> anyhow::Result<Server> {
    let mut server = child::start_cms(data, CACHE_MIB, &["--api-only"], log).await?;
    server.wait_until_ok("/api/businesses?limit=1", TIMEOUT).await?;
    wait_until_idle(&server).await?;
    Ok(server)
}

/// Reads one public place, the list of alerts and the change feed from the second process.
struct AlertReader {
    address: SocketAddr,
    /// The id of the last public place.
    place_id: usize,
}

impl AlertReader {
    async fn new(address: SocketAddr) -> anyhow::Result<Self> {
        let mut connection = http_client::Connection::open(address).await?;
        for place_id in (1..=PLACE_COUNT).rev() {
            let request = http_client::get_request(&format!("/api/businesses/{place_id}"), None)?;
            if connection.send(request).await?.status == StatusCode::OK {
                return Ok(Self { address, place_id });
            }
        }
        bail!("no place is public")
    }

    /// Waits until the place and the list of alerts both have an alert, or both have none if `is_visible` is false.
    /// Errors: [`TIMEOUT`] has passed.
    async fn wait_until_visibility_is(&self, is_visible: bool) -> anyhow::Result<()> {
        let start = Instant::now();
        loop {
            let place =
                http_client::get_json(self.address, &format!("/api/businesses/{}", self.place_id), None).await?;
            let list = http_client::get_json(self.address, "/api/alerts", None).await?;
            let has_any = |alerts: &Value| alerts.as_array().is_some_and(|alerts| !alerts.is_empty());
            if has_any(&place["alerts"]) == is_visible && has_any(&list) == is_visible {
                return Ok(());
            }
            ensure!(start.elapsed() < TIMEOUT, "an alert is not public, or still public, after {TIMEOUT:?}");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits until the change feed lists a change of the place after `cursor`. Errors: [`TIMEOUT`] has passed.
    async fn wait_until_place_in_feed(&self, cursor: &str) -> anyhow::Result<()> {
        let start = Instant::now();
        let mut cursor = cursor.to_owned();
        loop {
            let (has_place, next) = self.read_feed(Some(cursor)).await?;
            if has_place {
                return Ok(());
            }
            cursor = next;
            ensure!(start.elapsed() < TIMEOUT, "an alert is not in the change feed after {TIMEOUT:?}");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Reads the change feed after `cursor` to its end, or the whole feed without a cursor. Returns whether a change of
    /// the place was read, and the cursor of the end.
    async fn read_feed(&self, mut cursor: Option<String>) -> anyhow::Result<(bool, String)> {
        let (id, mut has_place) = (self.place_id.to_string(), false);
        loop {
            let path = cursor.map_or("/api/changes".to_owned(), |cursor| format!("/api/changes?since={cursor}"));
            let feed = http_client::get_json(self.address, &path, None).await?;
            let changes = feed["changes"].as_array().context("the feed has no changes")?;
            has_place |= changes.iter().any(|change| change["kind"] == "place" && change["id"] == id);
            let next = feed["cursor"].as_str().context("the feed has no cursor")?.to_owned();
            if feed["hasMore"] != true {
                return Ok((has_place, next));
            }
            cursor = Some(next);
        }
    }
}
