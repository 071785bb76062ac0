//! Editors who change places and an alert all the time, and what must agree afterwards: the place, its newest revision, the
//! alert, and the change feed.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use cms::db::engine::Db;
use cms::with_pool;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::load_clients::lock;

/// The number of places, each of which one editor changes.
const PLACES: usize = 4;
const INTERVAL: Duration = Duration::from_millis(30);

// The newest revision of a place has the number and the fields that the place has.
const CONTRADICTIONS: &str = "
select count(*) from place where not exists (
    select 1 from revision where revision.kind = 'place' and revision.record_id = cast(place.id as text)
        and revision.number = place.version and revision.snapshot ->> 'phone' = place.phone)
or exists (
    select 1 from revision where revision.kind = 'place' and revision.record_id = cast(place.id as text)
        and revision.number > place.version)";
const MISSING_IN_FEED: &str = "
select count(*) from place where is_public and not exists (
    select 1 from public_record where public_record.kind = 'place'
        and public_record.record_id = cast(place.id as text) and public_record.version = place.version)";
const FEED_LAG: &str = "
select (select max(seq) from change_log) - value from counter where name = 'change_feed_seq'";

/// Running editors. They go on until [`Edits::stop`].
pub struct Edits {
    /// For each place, its id and the newest version that was acknowledged.
    acknowledged: Arc<Mutex<Vec<(i64, i64)>>>,
    /// The newest version of the alert that was acknowledged.
    alert: Arc<AtomicI64>,
    is_stopped: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

/// The stored places compared with the acknowledged edits, with their revisions and with the change feed.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoredEdits {
    /// The number of acknowledged edits.
    pub acknowledged: i64,
    /// Places, or the alert, with an older version than the acknowledged one.
    pub lost: usize,
    /// Places whose newest revision is another state.
    pub contradictions: i64,
    /// Public places whose last change is not in the feed.
    pub missing_in_feed: i64,
}

/// Publishes an alert about these places and changes it until `is_stopped`.
async fn change_alert(admin: Client, places: Vec<i64>, version: Arc<AtomicI64>, is_stopped: Arc<AtomicBool>) {
    let alert = json!({ "level": "danger", "scope": "places", "placeIds": places, "text": "High water" });
    let mut id = None;
    let mut number = 0;
    while !is_stopped.load(Ordering::Relaxed) {
        number += 1;
        let response = match id {
            None => admin.post("/api/admin/alerts", &alert).await,
            Some(id) => {
                let text = json!({ "text": format!("High water, {number}") });
                admin.put(&format!("/api/admin/alerts/{id}"), &text).await
            }
        };
        if let Ok(response) = response
            && response.status.is_success()
        {
            let alert = response.json();
            id = alert["id"].as_i64();
            version.store(alert["version"].as_i64().unwrap_or_default(), Ordering::Relaxed);
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

impl StoredEdits {
    /// Whether everything agrees.
    pub fn is_correct(&self) -> bool {
        self.lost == 0 && self.contradictions == 0 && self.missing_in_feed == 0
    }
}

impl Edits {
    /// Adds places as `admin` and begins to change them.
    pub async fn start(admin: &Client) -> anyhow::Result<Self> {
        let category = admin.post("/api/categories", &json!({ "name": "Caves" })).await?.expect_status(201)?.json();
        let (acknowledged, is_stopped) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let mut tasks = JoinSet::new();
        for at in 0..PLACES {
            let place = json!({
                "name": format!("Cave {at}"), "latitude": 16.5, "longitude": 107.2, "categoryIds": [category["id"]],
                "phone": "+84 232 000 000",
            });
            let place = admin.post("/api/businesses", &place).await?.expect_status(201)?.json();
            let id = place["id"].as_i64().context("a place without an id")?;
            lock(&acknowledged).push((id, place["version"].as_i64().unwrap_or_default()));
            let (admin, acknowledged, is_stopped) = (admin.clone(), acknowledged.clone(), is_stopped.clone());
            tasks.spawn(async move {
                let mut number = 0;
                while !is_stopped.load(Ordering::Relaxed) {
                    number += 1;
                    let phone = json!({ "phone": format!("+84 232 {number:06}") });
                    if let Ok(response) = admin.put(&format!("/api/businesses/{id}"), &phone).await
                        && response.status == 200
                        && let Some(version) = Value::as_i64(&response.json()["version"])
                    {
                        lock(&acknowledged)[at].1 = version;
                    }
                    tokio::time::sleep(INTERVAL).await;
                }
            });
        }
        let places: Vec<i64> = lock(&acknowledged).iter().map(|(id, _)| *id).collect();
        let alert = Arc::new(AtomicI64::new(0));
        tasks.spawn(change_alert(admin.clone(), places, alert.clone(), is_stopped.clone()));
        Ok(Self { acknowledged, alert, is_stopped, tasks })
    }

    /// Stops the editors and waits for their last responses.
    pub async fn stop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        while self.tasks.join_next().await.is_some() {}
    }

    /// Compares what the database at `url` has, once the change feed of the running server is up to date.
    pub async fn verify_stored(&self, url: &str) -> anyhow::Result<StoredEdits> {
        let db = Db::open(url).await.context("failed to open the database")?;
        for _ in 0..100 {
            let lag: i64 = with_pool!(&db, |engine| sqlx::query_scalar(FEED_LAG).fetch_one(engine))?;
            if lag == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let versions: Vec<(i64, i64)> =
            with_pool!(&db, |engine| sqlx::query_as("select id, version from place").fetch_all(engine))?;
        let contradictions = with_pool!(&db, |engine| sqlx::query_scalar(CONTRADICTIONS).fetch_one(engine))?;
        let missing_in_feed = with_pool!(&db, |engine| sqlx::query_scalar(MISSING_IN_FEED).fetch_one(engine))?;
        // A retried creation may have made another alert.
        let alert: i64 = with_pool!(&db, |engine| sqlx::query_scalar("select coalesce(max(version), 0) from alert")
            .fetch_one(engine))?;
        let is_alert_lost = alert < self.alert.load(Ordering::Relaxed);
        db.close().await;
        let acknowledged = lock(&self.acknowledged).clone();
        let is_stored =
            |(id, version): &(i64, i64)| versions.iter().any(|(stored, has)| stored == id && has >= version);
        Ok(StoredEdits {
            acknowledged: acknowledged.iter().map(|(_, version)| version).sum(),
            lost: acknowledged.iter().filter(|edit| !is_stored(edit)).count() + usize::from(is_alert_lost),
            contradictions,
            missing_in_feed,
        })
    }
}
