//! The background task of links: collects those of public records, and checks each once a week. One replica at a time
//! checks links, so that the limits of each host hold for all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::stream::{self, StreamExt};

use super::link_request::{self, LinkState};
use super::link_store::{self, DueLink, LinkUse};
use crate::common::clock::Timestamp;
use crate::db::engine::StoreError;
use crate::http::app::App;

/// The interval between two looks for due checks.
const POLL_INTERVAL: Duration = Duration::from_secs(15);
/// The pause between two batches.
const BATCH_PAUSE: Duration = Duration::from_secs(1);
/// The time between two collections, in seconds: an hour.
const COLLECTION_INTERVAL_S: i64 = 3600;
/// How long a claim lasts, in seconds: longer than a batch takes.
const CLAIM_S: i64 = 600;
/// The maximum number of links in a batch, and of those of a host.
const BATCH_SIZE: i64 = 50;
const MAX_LINKS_PER_HOST: i64 = 5;
/// The maximum number of hosts that are asked at a time.
const MAX_HOSTS: usize = 8;
/// When a check is repeated that could not be made, in seconds.
const RETRY_S: i64 = 60;
/// The number of rows of a write.
const WRITE_SIZE: usize = 200;

/// Collects links if that is due, and checks a batch. Returns the time until the next run.
pub async fn run(app: App) -> Result<Duration, StoreError> {
    let now = app.clock.now();
    let is_collection_due = link_store::last_collection(&app.db).await? <= now.plus_seconds(-COLLECTION_INTERVAL_S);
    if !is_collection_due && due(&app, now).await?.is_empty() {
        return Ok(POLL_INTERVAL);
    }
    let until = now.plus_seconds(CLAIM_S);
    if !link_store::claim(&app.db, now, until).await? {
        return Ok(POLL_INTERVAL);
    }
    if is_collection_due {
        collect(&app).await?;
    }
    let count = check_batch(&app).await?;
    link_store::release(&app.db, until).await?;
    Ok(if count > 0 { BATCH_PAUSE } else { POLL_INTERVAL })
}

/// Collects the links of all public records.
pub async fn collect(app: &App) -> Result<(), StoreError> {
    let hosts: BTreeMap<LinkUse, String> = link_store::used(&app.db).await?.into_iter().filter_map(with_host).collect();
    let before = link_store::collected(&app.db).await?;
    let used: BTreeSet<LinkUse> = hosts.keys().cloned().collect();
    let gone: Vec<LinkUse> = before.difference(&used).cloned().collect();
    let added: Vec<(LinkUse, String)> = hosts.into_iter().filter(|(one, _)| !before.contains(one)).collect();
    let now = app.clock.now();
    for part in gone.chunks(WRITE_SIZE) {
        let part = part.to_vec();
        app.db.write(move |tx| Box::pin(async move { link_store::remove(tx, &part).await })).await?;
    }
    for part in added.chunks(WRITE_SIZE) {
        let part = part.to_vec();
        app.db.write(move |tx| Box::pin(async move { link_store::add(tx, &part, now).await })).await?;
    }
    app.db.write(move |tx| Box::pin(async move { link_store::finish_collection(tx, now).await })).await
}

/// The link with its host. `None` if it cannot be checked.
fn with_host(link: LinkUse) -> Option<(LinkUse, String)> {
    let host = link_request::parse(&link.url)?.host_str()?.to_owned();
    Some((link, host))
}

/// Checks a batch of the links that are due. Returns the number of them.
pub async fn check_batch(app: &App) -> Result<usize, StoreError> {
    let due = due(app, app.clock.now()).await?;
    let count = due.len();
    let mut by_host: BTreeMap<String, Vec<DueLink>> = BTreeMap::new();
    for link in due {
        by_host.entry(link.host.clone()).or_default().push(link);
    }
    let checks = stream::iter(by_host.into_values()).map(|links| check_links(app, links));
    let outcomes: Vec<Result<(), StoreError>> = checks.buffer_unordered(MAX_HOSTS).collect().await;
    outcomes.into_iter().collect::<Result<(), StoreError>>()?;
    Ok(count)
}

async fn due(app: &App, now: Timestamp) -> Result<Vec<DueLink>, StoreError> {
    link_store::due(&app.db, now, (MAX_LINKS_PER_HOST, BATCH_SIZE)).await
}

/// Checks the links of a host, one after the other.
async fn check_links(app: &App, links: Vec<DueLink>) -> Result<(), StoreError> {
    for link in links {
        check_link(app, link).await?;
    }
    Ok(())
}

async fn check_link(app: &App, link: DueLink) -> Result<(), StoreError> {
    let check = match link_request::parse(&link.url) {
        Some(url) => link_request::check(app, url).await,
        None => None,
    };
    let (id, now) = (link.id, app.clock.now());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            match check {
                Some(check) => {
                    let state = LinkState::after(link.failing_since, check.result, now);
                    link_store::record(tx, id, check, state, now).await
                }
                None => link_store::set_due(tx, id, now.plus_seconds(RETRY_S)).await.map(|_| ()),
            }
        })
    });
    work.await
}
