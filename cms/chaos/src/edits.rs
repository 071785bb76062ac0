//! Simulated editors that change places, and publish, change and end alerts, until they are stopped. Afterwards each
//! place must agree with its newest revision and with the change feed. No acknowledged change of a place or an alert
//! may be lost.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use cms::db::engine::Db;
use cms::with_pool;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::load_clients::lock;

/// The number of places. Each place has its own editor.
const PLACE_COUNT: usize = 4;
const EDIT_INTERVAL: Duration = Duration::from_millis(30);
/// The number of writes per alert. The first publishes the alert, the last ends it, and the others change its text.
const WRITES_PER_ALERT: usize = 5;

// Counts the places whose newest revision differs from the place in the version or the phone number.
const COUNT_REVISION_MISMATCHES: &str = "
select count(*) from place where not exists (
    select 1 from revision where revision.kind = 'place' and revision.record_id = cast(place.id as text)
        and revision.number = place.version and revision.snapshot ->> 'phone' = place.phone)
or exists (
    select 1 from revision where revision.kind = 'place' and revision.record_id = cast(place.id as text)
        and revision.number > place.version)";
// Counts the public places whose current version is not in the change feed.
const COUNT_PLACES_MISSING_IN_FEED: &str = "
select count(*) from place where is_public and not exists (
    select 1 from public_record where public_record.kind = 'place'
        and public_record.record_id = cast(place.id as text) and public_record.version = place.version)";
// Selects how far the change feed is behind the change log, in entries of the change log.
const SELECT_FEED_LAG: &str = "
select (select max(seq) from change_log) - value from counter where name = 'change_feed_seq'";

/// The acknowledged alerts by id: the newest version, and whether the alert was ended.
type AcknowledgedAlerts = Arc<Mutex<HashMap<i64, (i64, bool)>>>;

/// The tasks of the editors, which run until [`Editors::stop`].
pub struct Editors {
    /// For each place, its id and the newest version that was acknowledged.
    acknowledged_versions: Arc<Mutex<Vec<(i64, i64)>>>,
    acknowledged_alerts: AcknowledgedAlerts,
    is_stopped: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

/// The stored places compared with the acknowledged edits, with their revisions and with the change feed.
#[derive(Clone, Copy, Debug, Default)]
pub struct EditComparison {
    /// The sum of the newest acknowledged versions of all places. It includes the creation of each place, and stored
    /// edits whose response was lost.
    pub acknowledged_versions: i64,
    /// The number of places whose stored version is older than the acknowledged one.
    pub lost_edit_count: usize,
    /// The number of acknowledged alerts.
    pub acknowledged_alerts: usize,
    /// The number of acknowledged alerts that are missing, have an older version than the acknowledged one, or have not
    /// ended although their end was acknowledged.
    pub lost_alert_count: usize,
    /// The number of places whose newest revision is missing or differs from the place.
    pub revision_mismatch_count: i64,
    /// The number of public places whose last change is not in the change feed.
    pub missing_in_feed_count: i64,
}

/// Publishes an alert about these places, changes it a few times and ends it. Repeats this until `is_stopped` is true.
async fn change_alerts(
    admin: Client,
    place_ids: Vec<i64>,
    acknowledged_alerts: AcknowledgedAlerts,
    is_stopped: Arc<AtomicBool>,
) {
    let alert = json!({ "level": "danger", "scope": "places", "placeIds": place_ids, "text": "High water" });
    let mut current: Option<i64> = None;
    let mut number: usize = 0;
    while !is_stopped.load(Ordering::Relaxed) {
        number += 1;
        let is_end = number.is_multiple_of(WRITES_PER_ALERT);
        let response = match current {
            None => admin.post("/api/admin/alerts", &alert).await,
            Some(id) if is_end => admin.post(&format!("/api/admin/alerts/{id}/end"), &json!({})).await,
            Some(id) => {
                let text = json!({ "text": format!("High water, {number}") });
                admin.put(&format!("/api/admin/alerts/{id}"), &text).await
            }
        };
        if let Ok(response) = response
            && response.status.is_success()
        {
            let alert = response.json();
            let is_ended = alert["state"] == "ended";
            if let (Some(id), Some(version)) = (alert["id"].as_i64(), alert["version"].as_i64()) {
                lock(&acknowledged_alerts).insert(id, (version, is_ended));
                current = (!is_ended).then_some(id);
            }
        }
        tokio::time::sleep(EDIT_INTERVAL).await;
    }
}

impl EditComparison {
    /// Whether no acknowledged change is lost, and places, revisions and change feed agree.
    pub fn is_correct(&self) -> bool {
        self.lost_edit_count + self.lost_alert_count == 0
            && self.revision_mismatch_count == 0
            && self.missing_in_feed_count == 0
    }
}

impl Editors {
    /// Adds places as `admin`. Starts one task for each place that changes the place, and one task that changes alerts.
    pub async fn start(admin: &Client) -> anyhow::Result<Self> {
        let category = admin.post("/api/categories", &json!({ "name": "Caves" })).await?.expect_status(201)?.json();
        let (acknowledged_versions, is_stopped) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let mut tasks = JoinSet::new();
        for index in 0..PLACE_COUNT {
            let place = json!({
                "name": format!("Cave {index}"), "latitude": 16.5, "longitude": 107.2, "categoryIds": [category["id"]],
                "phone": "+84 232 000 000",
            });
            let place = admin.post("/api/businesses", &place).await?.expect_status(201)?.json();
            let id = place["id"].as_i64().context("a place without an id")?;
            lock(&acknowledged_versions).push((id, place["version"].as_i64().unwrap_or_default()));
            let (admin, acknowledged_versions, is_stopped) =
                (admin.clone(), acknowledged_versions.clone(), is_stopped.clone());
            tasks.spawn(async move {
                let mut number = 0;
                while !is_stopped.load(Ordering::Relaxed) {
                    number += 1;
                    let phone = json!({ "phone": format!("+84 232 {number:06}") });
                    if let Ok(response) = admin.put(&format!("/api/businesses/{id}"), &phone).await
                        && response.status == 200
                        && let Some(version) = Value::as_i64(&response.json()["version"])
                    {
                        lock(&acknowledged_versions)[index].1 = version;
                    }
                    tokio::time::sleep(EDIT_INTERVAL).await;
                }
            });
        }
        let place_ids: Vec<i64> = lock(&acknowledged_versions).iter().map(|(id, _)| *id).collect();
        let acknowledged_alerts = AcknowledgedAlerts::default();
        tasks.spawn(change_alerts(admin.clone(), place_ids, acknowledged_alerts.clone(), is_stopped.clone()));
        Ok(Self { acknowledged_versions, acknowledged_alerts, is_stopped, tasks })
    }

    /// Stops the editors and waits for their last responses.
    pub async fn stop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        while self.tasks.join_next().await.is_some() {}
    }

    /// Compares the database at `url` with the acknowledged changes. Before that, waits up to ten seconds until the
    /// change feed of the running server is up to date.
    pub async fn compare_with_database(&self, url: &str) -> anyhow::Result<EditComparison> {
        let db = Db::open(url).await.context("failed to open the database")?;
        for _ in 0..100 {
            let lag: i64 = with_pool!(&db, |engine| sqlx::query_scalar(SELECT_FEED_LAG).fetch_one(engine))?;
            if lag == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let versions: Vec<(i64, i64)> =
            with_pool!(&db, |engine| sqlx::query_as("select id, version from place").fetch_all(engine))?;
        let revision_mismatch_count =
            with_pool!(&db, |engine| sqlx::query_scalar(COUNT_REVISION_MISMATCHES).fetch_one(engine))?;
        let missing_in_feed_count =
            with_pool!(&db, |engine| sqlx::query_scalar(COUNT_PLACES_MISSING_IN_FEED).fetch_one(engine))?;
        let stored_alerts: Vec<(i64, i64, String)> =
            with_pool!(&db, |engine| sqlx::query_as("select id, version, state from alert").fetch_all(engine))?;
        db.close().await;
        let stored_alerts: HashMap<i64, (i64, bool)> =
            stored_alerts.into_iter().map(|(id, version, state)| (id, (version, state == "ended"))).collect();
        let acknowledged_alerts = lock(&self.acknowledged_alerts).clone();
        let is_alert_stored = |(id, (version, is_ended)): &(&i64, &(i64, bool))| {
            stored_alerts
                .get(*id)
                .is_some_and(|(stored_version, has_ended)| stored_version >= version && (*has_ended || !*is_ended))
        };
        let acknowledged_versions = lock(&self.acknowledged_versions).clone();
        let is_stored = |(id, version): &(i64, i64)| {
            versions.iter().any(|(stored_id, stored_version)| stored_id == id && stored_version >= version)
        };
        Ok(EditComparison {
            acknowledged_versions: acknowledged_versions.iter().map(|(_, version)| version).sum(),
            lost_edit_count: acknowledged_versions.iter().filter(|edit| !is_stored(edit)).count(),
            acknowledged_alerts: acknowledged_alerts.len(),
            lost_alert_count: acknowledged_alerts.iter().filter(|alert| !is_alert_stored(alert)).count(),
            revision_mismatch_count,
            missing_in_feed_count,
        })
    }
}
