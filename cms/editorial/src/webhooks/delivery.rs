//! Delivers events: reads the change feed for each webhook, sends the due deliveries, and stores their outcomes. A
//! delivery is repeated until its outcome is stored, so each event is sent at least once.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::StatusCode;
use futures_util::StreamExt;
use futures_util::stream;
use parking_lot::MutexGuard;
use url::Url;

use super::delivery_store::{self, Attempt, MAX_PENDING_DELIVERIES};
use super::dto::{Delivery, DisabledReason, Webhook, WebhookDeliveryState};
use super::events::{EventType, TEST_EVENT_TYPE};
use super::message::{self, Message};
use super::{emails, store};
use crate::audit::log::AuditContext;
use crate::changes::store as changes;
use crate::common::clock::Timestamp;
use crate::common::error_chain;
use crate::common::id::{ChangeSeq, WebhookId};
use crate::common::keyed_semaphore::Permit;
use crate::common::text;
use crate::db::engine::{StoreError, Tx};
use crate::http::app::App;
use crate::http::input::query_string::parse_variant;
use crate::integrations::guarded_client::{GuardedClientError, GuardedResponse};

/// The maximum number of concurrent requests to all hosts.
pub const MAX_CONCURRENT_REQUESTS: usize = 20;
/// The maximum number of concurrent requests to one host.
pub const MAX_CONCURRENT_REQUESTS_PER_HOST: usize = 2;

/// The waits after failed attempts, in seconds: three days in total. Up to a tenth of each wait is added to it at
/// random.
pub const BACKOFF_S: [i64; 10] = [30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 73_050];
/// The sum of [`BACKOFF_S`].
const RETRY_PERIOD_S: i64 = 259_200;
/// The pause of a webhook after a batch with a failed attempt and no success, in seconds.
const FAILURE_PAUSE_S: i64 = 30;
/// The pause of a webhook after a batch in which no request could be sent, in seconds.
const NOT_ATTEMPTED_PAUSE_S: i64 = 1;
/// The delay of a delivery whose record cannot be read now, in seconds.
const UNREADABLE_PAUSE_S: i64 = 60;
/// The length of an outage, in seconds, after which the first success makes all pending deliveries due.
const MIN_OUTAGE_S: i64 = 600;

/// How long a lease of a webhook lasts, in seconds: longer than a batch takes.
pub const LEASE_LIFETIME_S: i64 = 120;
/// The maximum number of deliveries in a batch.
const BATCH_SIZE: i64 = 8;
/// The maximum number of changes that are read at once.
const FEED_PAGE_SIZE: i64 = 200;

/// The interval between two checks for due deliveries.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The pause between two calls of [`run`].
const PAUSE_BETWEEN_RUNS: Duration = Duration::from_millis(50);
/// The maximum wait of a request for a permit, while too many requests in total or to the same host are running.
const MAX_WAIT_FOR_PERMIT: Duration = Duration::from_secs(10);
const PERMIT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The maximum length of the stored beginning of a response, in code points.
const MAX_EXCERPT_CHARS: usize = 500;

/// Begins to send the due deliveries. Then waits for a change in the feed, the end of a batch or a request to deliver,
/// at most [`POLL_INTERVAL`]. Returns the pause before the next run. `read_routes` contains the routes of
/// `api::change_feed_record_routes`.
pub async fn run(app: App, read_routes: Router) -> Result<Duration, StoreError> {
    let mut progress = app.newest_feed_seq.subscribe();
    begin_due_batches(&app, &read_routes).await?;
    tokio::select! {
        _ = progress.changed() => {}
        () = app.webhooks.wake.notified() => {}
        () = tokio::time::sleep(POLL_INTERVAL) => {}
    }
    Ok(PAUSE_BETWEEN_RUNS)
}

/// Sends all due deliveries, and returns when no batch is running. Only tests call this function; the server calls
/// [`run`].
pub async fn deliver_due(app: &App, read_routes: &Router) -> Result<(), StoreError> {
    loop {
        begin_due_batches(app, read_routes).await?;
        if webhooks_with_running_batch(app).is_empty() {
            return Ok(());
        }
        app.webhooks.wake.notified().await;
    }
}

/// Begins a batch for each webhook that has due deliveries or unread changes, and no running batch. Each batch is a
/// task of its own, so a slow receiver does not delay the others.
async fn begin_due_batches(app: &App, read_routes: &Router) -> Result<(), StoreError> {
    let last_seq = changes::last_reportable_seq(app).await?;
    for id in store::list_due(&app.db, last_seq, app.clock.now()).await? {
        let Some(batch) = RunningBatch::begin(app, id) else { continue };
        let read_routes = read_routes.clone();
        tokio::spawn(async move {
            if let Err(error) = deliver_batch(&batch.app, &read_routes, id).await {
                tracing::error!(webhook = %id, error = %error_chain::display(&error), "a batch of deliveries failed");
            }
        });
    }
    Ok(())
}

/// A running batch of a webhook. When this value is dropped, even after a panic, the next batch of the webhook may
/// begin.
struct RunningBatch {
    app: App,
    id: WebhookId,
}

impl RunningBatch {
    /// Marks the webhook as having a running batch. `None` if it already has one in this process.
    fn begin(app: &App, id: WebhookId) -> Option<Self> {
        webhooks_with_running_batch(app).insert(id).then(|| Self { app: app.clone(), id })
    }
}

impl Drop for RunningBatch {
    fn drop(&mut self) {
        webhooks_with_running_batch(&self.app).remove(&self.id);
        self.app.webhooks.wake.notify_one();
    }
}

/// Locks the set of webhooks that have a running batch in this process.
fn webhooks_with_running_batch(app: &App) -> MutexGuard<'_, BTreeSet<WebhookId>> {
    app.webhooks.webhooks_with_running_batch.lock()
}

/// Leases a webhook, reads the change feed for it, and sends a batch of its deliveries. Does nothing if another replica
/// has the lease or the webhook was deleted.
pub async fn deliver_batch(app: &App, read_routes: &Router, id: WebhookId) -> Result<(), StoreError> {
    let now = app.clock.now();
    let lease_end = now.plus_seconds(LEASE_LIFETIME_S);
    if !store::lease(&app.db, id, now, lease_end).await? {
        return Ok(());
    }
    let Some(webhook) = store::find(&app.db, id).await? else { return Ok(()) };
    add_new_deliveries(app, &webhook).await?;
    // One delivery shows whether a failing receiver works again.
    let limit = if webhook.failing_since.is_some() { 1 } else { BATCH_SIZE };
    let due = delivery_store::list_due(&app.db, id, now, limit).await?;
    let has_due = !due.is_empty();
    let attempts = stream::iter(due).map(|delivery| deliver(app, read_routes, &webhook, delivery));
    let outcomes: Vec<_> = attempts.buffer_unordered(MAX_CONCURRENT_REQUESTS_PER_HOST).collect().await;
    let outcomes = outcomes.into_iter().collect::<Result<Vec<DeliveryOutcome>, _>>()?;
    let pause_s = match () {
        () if outcomes.contains(&DeliveryOutcome::Done) || !has_due => None,
        () if outcomes.contains(&DeliveryOutcome::Failed) => Some(FAILURE_PAUSE_S),
        () => Some(NOT_ATTEMPTED_PAUSE_S),
    };
    let pause_until = pause_s.map(|pause_s| app.clock.now().plus_seconds(pause_s));
    store::end_or_extend_lease(&app.db, id, lease_end, pause_until).await
}

/// Adds deliveries of the next changes, if the webhook has fewer than [`MAX_PENDING_DELIVERIES`] pending deliveries.
/// Moves the webhook's position in the change feed.
pub async fn add_new_deliveries(app: &App, webhook: &Webhook) -> Result<(), StoreError> {
    let limit = FEED_PAGE_SIZE.min(MAX_PENDING_DELIVERIES - webhook.pending_count);
    let last_seq = changes::last_reportable_seq(app).await?;
    let position = &webhook.private_fields;
    if limit <= 0 || position.seq > last_seq {
        return Ok(());
    }
    let feed_position = (position.seq, position.kind.as_str(), position.record_id.as_str());
    let changed_records = changes::records_after(app, feed_position, ChangeSeq(-1), limit).await?;
    let end_seq = changed_records.last().map_or(last_seq, |last| last.seq.max(last_seq));
    let (webhook, has_more) = (webhook.clone(), changed_records.len() as i64 == limit);
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let last = changed_records.last().filter(|_| has_more);
            store::set_feed_position(tx, webhook.id, last, ChangeSeq(end_seq.0 + 1)).await?;
            delivery_store::add(tx, &webhook, &changed_records, now).await
        })
    });
    work.await
}

/// The outcome of a delivery in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DeliveryOutcome {
    /// The event was delivered, or the webhook does not receive events of its type.
    Done,
    /// The attempt failed.
    Failed,
    /// No request was sent: too many requests are running, or the record cannot be read now.
    NotAttempted,
}

async fn deliver(
    app: &App,
    read_routes: &Router,
    webhook: &Webhook,
    delivery: Delivery,
) -> Result<DeliveryOutcome, StoreError> {
    let message = match delivery.event.as_str() {
        TEST_EVENT_TYPE => Some(message::test_message(&delivery)),
        _ => message::build_record_message(read_routes, &delivery).await,
    };
    let Some(message) = message else {
        let retry_at = app.clock.now().plus_seconds(UNREADABLE_PAUSE_S);
        delivery_store::postpone(&app.db, &delivery, retry_at).await?;
        return Ok(DeliveryOutcome::NotAttempted);
    };
    let is_subscribed = |event: EventType| webhook.events.contains(&event);
    if message.event != TEST_EVENT_TYPE && !parse_variant(message.event).is_some_and(is_subscribed) {
        delivery_store::delete_if_unchanged(&app.db, &delivery).await?;
        return Ok(DeliveryOutcome::Done);
    }
    let Some(permit) = acquire_permit(app, webhook).await else { return Ok(DeliveryOutcome::NotAttempted) };
    let is_delivered = attempt_delivery(app, webhook, delivery, (message, permit)).await?;
    Ok(if is_delivered { DeliveryOutcome::Done } else { DeliveryOutcome::Failed })
}

/// Waits for a permit for a request to the host of a webhook. `None` if no permit is free within
/// [`MAX_WAIT_FOR_PERMIT`].
pub async fn acquire_permit(app: &App, webhook: &Webhook) -> Option<Permit> {
    let url = Url::parse(&webhook.url).ok();
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    let started_at = Instant::now();
    loop {
        match app.webhooks.request_permits.try_acquire(host) {
            None if started_at.elapsed() < MAX_WAIT_FOR_PERMIT => tokio::time::sleep(PERMIT_POLL_INTERVAL).await,
            permit => return permit,
        }
    }
}

/// Sends a message and stores the outcome. Disables the webhook if its receiver is gone or has failed for too long.
/// Returns whether the message was delivered.
pub async fn attempt_delivery(
    app: &App,
    webhook: &Webhook,
    delivery: Delivery,
    (message, _permit): (Message, Permit),
) -> Result<bool, StoreError> {
    let (started_at, id) = (Instant::now(), webhook.id);
    let epoch = changes::feed_state(&app.db).await?.epoch;
    let response = match message::headers(webhook, &delivery, epoch, &message.body, app.clock.now()) {
        Some(headers) => app.webhooks.client.post(&webhook.url, headers, message.body).await,
        None => Err(GuardedClientError::InvalidUrl),
    };
    let duration_ms = i64::try_from(started_at.elapsed().as_millis()).unwrap_or(i64::MAX);
    let now = app.clock.now();
    let is_gone = response.as_ref().is_ok_and(|response| response.status == StatusCode::GONE);
    let (status, excerpt, is_delivered) = response_summary(response);
    let (state, retry_at) = match next_attempt_at(&delivery, now).filter(|_| !is_gone) {
        _ if is_delivered => (WebhookDeliveryState::Delivered, now),
        Some(at) => (WebhookDeliveryState::Pending, at),
        None => (WebhookDeliveryState::Failed, now),
    };
    tracing::info!(webhook = %id, delivery = %delivery.id, event = message.event, status, ?state, duration_ms, "webhook request");
    let attempt = Attempt { state, retry_at, event: message.event, status, excerpt, duration_ms };
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let reason = update_webhook_after_attempt(tx, (id, &delivery), &attempt, is_gone, now).await?;
            delivery_store::record_attempt(tx, &delivery, &attempt, now).await?;
            match reason {
                Some(reason) => disable(tx, id, reason, now).await,
                None => Ok(()),
            }
        })
    });
    work.await?;
    app.outbox.notify();
    Ok(is_delivered)
}

/// The status, the beginning of the response body, and whether the delivery succeeded. Without a response, the status
/// is `None` and the text is the error.
fn response_summary(response: Result<GuardedResponse, GuardedClientError>) -> (Option<i64>, String, bool) {
    match response {
        Ok(GuardedResponse { status, body, .. }) => {
            let plain = text::single_line(&text::without_direction_controls(&String::from_utf8_lossy(&body)));
            (Some(status.as_u16().into()), text::clip(&plain, MAX_EXCERPT_CHARS).to_owned(), status.is_success())
        }
        Err(error) => (None, text::clip(&error.to_string(), MAX_EXCERPT_CHARS).to_owned(), false),
    }
}

/// The time of the next attempt, if the current attempt fails. `None` if the current attempt is the last one. A test
/// event has only one attempt.
fn next_attempt_at(delivery: &Delivery, now: Timestamp) -> Option<Timestamp> {
    let attempt_index = usize::try_from(delivery.attempts).ok()?;
    let wait_s = *BACKOFF_S.get(attempt_index).filter(|_| delivery.event != TEST_EVENT_TYPE)?;
    Some(now.plus_seconds(wait_s + (wait_s as f64 * 0.1 * rand::random::<f64>()) as i64))
}

/// Stores the time since which the deliveries of the webhook have failed. A success removes this time. After a long
/// outage, a success also makes all pending deliveries due. Returns the reason to disable the webhook, if there is one.
/// Test events change nothing, but 410 in response to one is a reason.
async fn update_webhook_after_attempt(
    tx: &mut Tx,
    (id, delivery): (WebhookId, &Delivery),
    attempt: &Attempt,
    is_gone: bool,
    now: Timestamp,
) -> Result<Option<DisabledReason>, StoreError> {
    let gone = is_gone.then_some(DisabledReason::Gone);
    if delivery.event == TEST_EVENT_TYPE {
        return Ok(gone);
    }
    if attempt.state == WebhookDeliveryState::Delivered {
        let failing_since = store::start_or_clear_failing_since(tx, id, None).await?;
        if failing_since.is_some_and(|failing_since| failing_since <= now.plus_seconds(-MIN_OUTAGE_S)) {
            delivery_store::make_pending_deliveries_due(tx, id, now).await?;
        }
        return Ok(None);
    }
    let failing_since = store::start_or_clear_failing_since(tx, id, Some(now)).await?;
    let has_failed_long = failing_since.is_some_and(|failing_since| failing_since <= now.plus_seconds(-RETRY_PERIOD_S));
    Ok(gone.or(has_failed_long.then_some(DisabledReason::Failing)))
}

/// Disables a webhook and queues the email that reports it. Does nothing if the webhook is inactive or deleted.
async fn disable(tx: &mut Tx, id: WebhookId, reason: DisabledReason, now: Timestamp) -> Result<(), StoreError> {
    let before = match store::get_for_update(tx, id).await {
        Ok(webhook) if webhook.is_active => webhook,
        Ok(_) | Err(StoreError::NotFound) => return Ok(()),
        Err(error) => return Err(error),
    };
    let after = Webhook { is_active: false, disabled_reason: Some(reason), ..before.clone() };
    store::change(tx, &after, now).await?;
    AuditContext::system("webhook disabled", now).log_updated(tx, &before, &after).await?;
    emails::queue_webhook_disabled_email(tx, &after, now).await
}

#[cfg(test)]
mod tests {
    use super::*;

    // R484
    #[test]
    fn retries_take_three_days() {
        assert_eq!(BACKOFF_S.iter().sum::<i64>(), RETRY_PERIOD_S);
        assert_eq!(RETRY_PERIOD_S, 3 * 24 * 3600);
    }
}
