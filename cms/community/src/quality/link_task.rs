//! The background task that collects the links of public records and checks each of them once a week. One replica at a
//! time checks links, so that the limits per host apply to all replicas together.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::stream::{self, StreamExt};

use super::dto::LinkFailure;
use super::link_check::{self, LinkCheck, LinkResult, LinkState};
use super::link_store::{self, DueLink, LinkUse};
use crate::common::clock::Timestamp;
use crate::common::id::CheckedLinkId;
use crate::db::engine::StoreError;
use crate::http::app::App;

/// The interval between two queries for due checks.
const POLL_INTERVAL: Duration = Duration::from_secs(15);
const BATCH_PAUSE: Duration = Duration::from_secs(1);
/// The time between two collections of the links of all records, in seconds: an hour.
const COLLECTION_INTERVAL_S: i64 = 3600;
/// The time after which another replica can lease the link checks, in seconds. It is longer than a batch takes.
const LINK_CHECK_LEASE_S: i64 = 1800;
/// The maximum number of links in a batch.
const BATCH_SIZE: i64 = 50;
/// The maximum number of links of one host in a batch.
const MAX_LINKS_PER_HOST: i64 = 5;
const MAX_CONCURRENT_HOSTS: usize = 8;
/// The delay, in seconds, before a check that could not be completed is tried again.
const RETRY_DELAY_S: i64 = 60;
/// The delay, in seconds, before the links of a batch are checked again if the network of this server seems to be down.
const OFFLINE_RETRY_DELAY_S: i64 = 600;
/// The network seems to be down only if at least this many hosts have a link that fails for the first time.
const MIN_NEWLY_FAILING_HOSTS: usize = 3;
const MAX_ROWS_PER_WRITE: usize = 200;

/// A link and the outcome of its check. The outcome is `None` if the check could not be completed.
type CheckedLink = (DueLink, Option<LinkCheck>);

/// Collects links if a collection is due, and checks a batch of due links. Does neither if another replica has leased
/// the link checks. Returns the time until the next run.
pub async fn run(app: App) -> Result<Duration, StoreError> {
    let now = app.clock.now();
    let is_collection_due =
        link_store::last_collection_time(&app.db).await? <= now.plus_seconds(-COLLECTION_INTERVAL_S);
    if !is_collection_due && due_links(&app, now).await?.is_empty() {
        return Ok(POLL_INTERVAL);
    }
    let until = now.plus_seconds(LINK_CHECK_LEASE_S);
    if !link_store::lease_link_checks(&app.db, now, until).await? {
        return Ok(POLL_INTERVAL);
    }
    let result = collect_and_check(&app, is_collection_due).await;
    link_store::release_link_checks(&app.db, until).await?;
    Ok(if result? > 0 { BATCH_PAUSE } else { POLL_INTERVAL })
}

/// Collects links if a collection is due, and checks a batch of due links. Returns the number of links in the batch.
async fn collect_and_check(app: &App, is_collection_due: bool) -> Result<usize, StoreError> {
    if is_collection_due {
        collect(app).await?;
    }
    check_link_batch(app).await
}

/// Replaces the stored links with those that public records have now.
pub async fn collect(app: &App) -> Result<(), StoreError> {
    let uses = link_store::current_link_uses(&app.db).await?;
    let mut added: BTreeMap<LinkUse, String> = uses.into_iter().filter_map(with_host).collect();
    let mut removed = link_store::stored_link_uses(&app.db).await?;
    // A use that is both current and stored has not changed: it leaves both.
    removed.retain(|link_use| added.remove(link_use).is_none());
    let (added, removed): (Vec<_>, Vec<_>) = (added.into_iter().collect(), removed.into_iter().collect());
    let now = app.clock.now();
    for part in removed.chunks(MAX_ROWS_PER_WRITE) {
        let part = part.to_vec();
        app.db.write(move |tx| Box::pin(async move { link_store::remove_link_uses(tx, &part).await })).await?;
    }
    for part in added.chunks(MAX_ROWS_PER_WRITE) {
        let part = part.to_vec();
        app.db.write(move |tx| Box::pin(async move { link_store::add_link_uses(tx, &part, now).await })).await?;
    }
    app.db.write(move |tx| Box::pin(async move { link_store::finish_collection(tx, now).await })).await
}

/// Returns a link use with the host of its link. `None` if the link is too long or is not an `http` or `https` URL.
fn with_host(link_use: LinkUse) -> Option<(LinkUse, String)> {
    let url = link_check::parse_web_url(&link_use.url)?;
    Some((link_use, link_check::normalized_host(&url).to_owned()))
}

/// Checks a batch of due links and stores the results. If a check could not be completed or the network seems to be
/// down, the check is postponed instead. Returns the number of links in the batch.
pub async fn check_link_batch(app: &App) -> Result<usize, StoreError> {
    let due = due_links(app, app.clock.now()).await?;
    let count = due.len();
    let mut by_host: BTreeMap<String, Vec<DueLink>> = BTreeMap::new();
    for link in due {
        by_host.entry(link.host.clone()).or_default().push(link);
    }
    let checks = stream::iter(by_host.into_values()).map(|links| check_links(app, links));
    let checked: Vec<CheckedLink> = checks.buffer_unordered(MAX_CONCURRENT_HOSTS).concat().await;
    let is_network_down = is_network_down(&checked);
    if is_network_down {
        tracing::warn!(links = count, "no link could be reached: the network of this server may be down");
    }
    for (link, check) in checked {
        match check {
            _ if is_network_down => postpone(app, link.id, OFFLINE_RETRY_DELAY_S).await?,
            Some(check) => record_link_check(app, link, check).await?,
            None => postpone(app, link.id, RETRY_DELAY_S).await?,
        }
    }
    Ok(count)
}

async fn due_links(app: &App, now: Timestamp) -> Result<Vec<DueLink>, StoreError> {
    link_store::due_links(&app.db, now, (MAX_LINKS_PER_HOST, BATCH_SIZE)).await
}

/// Checks the links of a host, one after the other.
async fn check_links(app: &App, links: Vec<DueLink>) -> Vec<CheckedLink> {
    let mut checked = Vec::with_capacity(links.len());
    for link in links {
        let check = match link_check::parse_web_url(&link.url) {
            Some(url) => link_check::check(app, url).await,
            None => None,
        };
        checked.push((link, check));
    }
    checked
}

/// Whether the network of this server seems to be down: no server was reached, and at least [`MIN_NEWLY_FAILING_HOSTS`]
/// hosts have a link that failed for the first time. Links that failed before do not count, because they may be dead.
fn is_network_down(checked: &[CheckedLink]) -> bool {
    let has_reached_server =
        |check: &LinkCheck| !matches!(check.result, LinkResult::Fails(LinkFailure::Unreachable | LinkFailure::Timeout));
    let completed_checks = || checked.iter().filter_map(|(link, check)| Some((link, check.as_ref()?)));
    if completed_checks().any(|(_, check)| has_reached_server(check)) {
        return false;
    }
    let new_failures = completed_checks().filter(|(link, _)| link.failing_since.is_none());
    new_failures.map(|(link, _)| &link.host).collect::<BTreeSet<_>>().len() >= MIN_NEWLY_FAILING_HOSTS
}

async fn record_link_check(app: &App, link: DueLink, check: LinkCheck) -> Result<(), StoreError> {
    let now = app.clock.now();
    let state = LinkState::after_check(link.failing_since, check.result, now);
    let work = app
        .db
        .write(move |tx| Box::pin(async move { link_store::record_link_check(tx, &link, check, state, now).await }));
    work.await
}

async fn postpone(app: &App, id: CheckedLinkId, delay_s: i64) -> Result<(), StoreError> {
    let due_at = app.clock.now().plus_seconds(delay_s);
    let work = app.db.write(move |tx| Box::pin(async move { link_store::set_next_check_time(tx, id, due_at).await }));
    work.await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    // R562
    #[test]
    fn network_seems_down_if_no_server_is_reached_and_three_hosts_fail_for_the_first_time() {
        let checked_link = |host: &str, failed_before: bool, result: LinkResult| {
            let failing_since = failed_before.then_some(Timestamp(0));
            let link =
                DueLink { id: CheckedLinkId(1), url: format!("https://{host}/"), host: host.to_owned(), failing_since };
            (link, Some(LinkCheck { result, status: None }))
        };
        let unreachable = LinkResult::Fails(LinkFailure::Unreachable);
        let timeout = LinkResult::Fails(LinkFailure::Timeout);
        let mut batch = vec![
            checked_link("a", false, unreachable),
            checked_link("a", false, unreachable),
            checked_link("b", false, timeout),
        ];
        assert!(!is_network_down(&batch), "two hosts");
        batch.push(checked_link("c", true, unreachable));
        assert!(!is_network_down(&batch), "the third one failed before");
        batch.push(checked_link("d", false, unreachable));
        assert!(is_network_down(&batch));
        batch.push(checked_link("e", false, LinkResult::Fails(LinkFailure::NotFound)));
        assert!(!is_network_down(&batch), "one was reached");
    }
}
