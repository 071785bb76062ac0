//! Reads and writes webhook deliveries. The delivery log consists of the pending deliveries and of those that finished
//! in the last 30 days.

use super::dto::{Delivery, Webhook, WebhookDeliveryState};
use super::events::{EventType, TEST_EVENT_TYPE};
use crate::changes::store::FeedRecord;
use crate::common::clock::Timestamp;
use crate::common::id::{ChangeSeq, WebhookDeliveryId, WebhookId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, with_pool, with_tx};

/// The maximum number of pending deliveries of a webhook. At this number, the change feed is not read further for the
/// webhook until some of its deliveries are delivered or fail.
pub const MAX_PENDING_DELIVERIES: i64 = 10_000;
/// How long finished deliveries are kept. [`prune`] also keeps older failed deliveries of a webhook that still fails.
pub const RETENTION_DAYS: i64 = 30;

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "select id, webhook_id, event, kind, record_id, state, attempts,
    case when state = 'pending' then retry_at end as retry_at, status, excerpt, duration_ms, changed_at, created_at,
    finished_at, seq from webhook_delivery ",
            $rest
        )
    };
}

const SELECT_DUE: &str =
    select!("where webhook_id = $1 and state = 'pending' and retry_at <= $2 order by retry_at, id limit $3");
const SELECT_PAGE: &str =
    select!("where webhook_id = $1 and ($2 is null or state = $2) order by id desc limit $3 offset $4");
const SELECT_ONE: &str = select!("where id = $1");

// If the webhook already has a pending delivery of the record, the change is merged into it. That delivery keeps the
// time of its next attempt.
const INSERT_DELIVERY: &str = "
insert into webhook_delivery (webhook_id, kind, record_id, event, seq, changed_at, state, retry_at, created_at)
values ($1, $2, $3, $4, $5, $6, 'pending', $7, $8)
on conflict (webhook_id, kind, record_id) where state = 'pending'
do update set event = excluded.event, seq = excluded.seq, changed_at = excluded.changed_at
returning id";

// If a later change was merged into the delivery during the attempt, `seq` differs from `$2`. The delivery then stays
// pending, and its attempts are counted from zero again.
const RECORD_ATTEMPT: &str = "
update webhook_delivery set state = case when seq = $2 then $3 else 'pending' end,
    attempts = case when seq = $2 then attempts + 1 else 0 end,
    retry_at = $4, event = case when seq = $2 then $5 else event end, status = $6, excerpt = $7, duration_ms = $8,
    finished_at = case when seq = $2 and $3 <> 'pending' then cast($9 as bigint) end
where id = $1 and state = 'pending'";

// Makes failed deliveries pending again: for each record, the last delivery that failed at `$2` or later. Tests are
// left out, and so are records that already have a pending delivery.
const RESUME_FAILED: &str = "
update webhook_delivery set state = 'pending', finished_at = null where id in (
    select max(failed.id) from webhook_delivery failed
    where failed.webhook_id = $1 and failed.state = 'failed' and failed.kind <> 'test' and failed.finished_at >= $2
        and not exists (select 1 from webhook_delivery open where open.webhook_id = $1 and open.kind = failed.kind
            and open.record_id = failed.record_id and open.state = 'pending')
    group by failed.kind, failed.record_id)";

/// The outcome of an attempt to send a delivery.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The new state of the delivery.
    pub state: WebhookDeliveryState,
    /// The time of the next attempt, if the delivery stays pending. It also stays pending if a later change was merged
    /// into it during this attempt.
    pub retry_at: Timestamp,
    /// The type of the event that was sent.
    pub event: &'static str,
    /// The HTTP status of the response; `None` if there was none.
    pub status: Option<i64>,
    /// The beginning of the response, or why there was none.
    pub excerpt: String,
    /// How long the attempt took, in milliseconds.
    pub duration_ms: i64,
}

/// Adds a delivery, due at `now`, for each change whose event type the webhook receives. If the record already has a
/// pending delivery, the change is merged into that delivery.
pub async fn add(tx: &mut Tx, webhook: &Webhook, changes: &[FeedRecord], now: Timestamp) -> Result<(), StoreError> {
    for FeedRecord { kind, record_id, is_public, seq, changed_at, .. } in changes {
        let event = EventType::for_change(*kind, *is_public).filter(|event| webhook.events.contains(event));
        let Some(event) = event else { continue };
        insert(tx, webhook.id, (kind.name(), record_id, event.name()), (*seq, *changed_at), (now, now)).await?;
    }
    Ok(())
}

/// Inserts a delivery of a change, which is due at `retry_at`. If the webhook already has a pending delivery of the
/// same record, the change is merged into it, and its id is returned.
async fn insert(
    tx: &mut Tx,
    webhook_id: WebhookId,
    (kind, record_id, event): (&str, &str, &str),
    (seq, changed_at): (ChangeSeq, Timestamp),
    (retry_at, now): (Timestamp, Timestamp),
) -> Result<WebhookDeliveryId, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(INSERT_DELIVERY)
        .bind(webhook_id)
        .bind(kind)
        .bind(record_id)
        .bind(event)
        .bind(seq)
        .bind(changed_at)
        .bind(retry_at)
        .bind(now)
        .fetch_one(engine))?)
}

/// Adds a delivery of the event `test`. If it is still pending at `retry_at`, the background task sends it. Returns its
/// id, or the id of a test of the webhook that is already pending.
pub async fn add_test_delivery(
    tx: &mut Tx,
    webhook_id: WebhookId,
    retry_at: Timestamp,
    now: Timestamp,
) -> Result<WebhookDeliveryId, StoreError> {
    insert(tx, webhook_id, (TEST_EVENT_TYPE, "", TEST_EVENT_TYPE), (ChangeSeq(0), now), (retry_at, now)).await
}

/// Adds a copy of `delivery` that is due at `now`. If the webhook already has a pending delivery of the same record,
/// that one becomes due instead, and its attempts are counted from zero again. Returns the id of the due delivery.
pub async fn add_redelivery(tx: &mut Tx, delivery: &Delivery, now: Timestamp) -> Result<WebhookDeliveryId, StoreError> {
    let Delivery { webhook_id, kind, record_id, event, changed_at, seq, .. } = delivery;
    let pending = "update webhook_delivery set retry_at = $4, attempts = 0
        where webhook_id = $1 and kind = $2 and record_id = $3 and state = 'pending' returning id";
    let pending: Option<WebhookDeliveryId> = with_tx!(tx, |engine| sqlx::query_scalar(pending)
        .bind(webhook_id)
        .bind(kind)
        .bind(record_id)
        .bind(now)
        .fetch_optional(engine))?;
    if let Some(id) = pending {
        return Ok(id);
    }
    insert(tx, *webhook_id, (kind, record_id, event), (*seq, *changed_at), (now, now)).await
}

/// At most `limit` pending deliveries of a webhook that are due, beginning with the one that has been due longest.
pub async fn list_due(db: &Db, webhook_id: WebhookId, now: Timestamp, limit: i64) -> Result<Vec<Delivery>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_DUE).bind(webhook_id).bind(now).bind(limit).fetch_all(engine))?)
}

/// The delivery with this id. Errors: [`StoreError::NotFound`] if there is none.
pub async fn get(tx: &mut Tx, id: WebhookDeliveryId) -> Result<Delivery, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_ONE).bind(id).fetch_one(engine))?)
}

/// The deliveries of a webhook, newest first. If `state` is given, only the deliveries in this state.
pub async fn list(
    db: &Db,
    webhook_id: WebhookId,
    state: Option<WebhookDeliveryState>,
    page: PageParams,
) -> Result<Page<Delivery>, StoreError> {
    let items: Vec<Delivery> = with_pool!(db, |engine| sqlx::query_as(SELECT_PAGE)
        .bind(webhook_id)
        .bind(state)
        .bind(page.limit)
        .bind(page.offset)
        .fetch_all(engine))?;
    let count = "select count(*) from webhook_delivery where webhook_id = $1 and ($2 is null or state = $2)";
    let total = with_pool!(db, |engine| sqlx::query_scalar(count).bind(webhook_id).bind(state).fetch_one(engine))?;
    Ok(page.page(items, total))
}

/// Stores the outcome of an attempt, if the delivery is still pending.
pub async fn record_attempt(
    tx: &mut Tx,
    delivery: &Delivery,
    attempt: &Attempt,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Attempt { state, retry_at, event, status, excerpt, duration_ms } = attempt;
    execute!(
        tx,
        sqlx::query(RECORD_ATTEMPT)
            .bind(delivery.id)
            .bind(delivery.seq)
            .bind(state)
            .bind(retry_at)
            .bind(event)
            .bind(status)
            .bind(excerpt)
            .bind(duration_ms)
            .bind(now)
    )?;
    Ok(())
}

/// Deletes a delivery whose event the webhook does not receive, if it is still pending and no later change has been
/// merged into it.
pub async fn delete_if_unchanged(db: &Db, delivery: &Delivery) -> Result<(), StoreError> {
    let (id, seq) = (delivery.id, delivery.seq);
    let delete = "delete from webhook_delivery where id = $1 and seq = $2 and state = 'pending'";
    let work = db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(delete).bind(id).bind(seq))?) }));
    work.await.map(drop)
}

/// Sets the time of the next attempt of a pending delivery. This does not count as an attempt.
pub async fn postpone(db: &Db, delivery: &Delivery, retry_at: Timestamp) -> Result<(), StoreError> {
    let id = delivery.id;
    let update = "update webhook_delivery set retry_at = $2 where id = $1 and state = 'pending'";
    let work =
        db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(update).bind(id).bind(retry_at))?) }));
    work.await.map(drop)
}

/// Makes all pending deliveries of a webhook due.
pub async fn make_pending_deliveries_due(tx: &mut Tx, webhook_id: WebhookId, now: Timestamp) -> Result<(), StoreError> {
    let update = "update webhook_delivery set retry_at = $2
        where webhook_id = $1 and state = 'pending' and retry_at > $2";
    execute!(tx, sqlx::query(update).bind(webhook_id).bind(now))?;
    Ok(())
}

/// Makes all pending deliveries of a webhook due, and counts their attempts from zero again. Before that, deliveries
/// that failed at `failing_since` or later become pending: the last one of each record without a pending delivery.
pub async fn resume(
    tx: &mut Tx,
    webhook_id: WebhookId,
    failing_since: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), StoreError> {
    if let Some(first_failure_at) = failing_since {
        execute!(tx, sqlx::query(RESUME_FAILED).bind(webhook_id).bind(first_failure_at))?;
    }
    let update = "update webhook_delivery set retry_at = $2, attempts = 0 where webhook_id = $1 and state = 'pending'";
    execute!(tx, sqlx::query(update).bind(webhook_id).bind(now))?;
    Ok(())
}

/// Deletes deliveries that finished before `cutoff`. Returns their number.
pub async fn prune(db: &Db, cutoff: Timestamp) -> Result<u64, StoreError> {
    // Failed deliveries of a webhook that still fails are kept. They are sent when an admin activates the webhook
    // again.
    let delete = "delete from webhook_delivery where state <> 'pending' and finished_at < $1 and not (
        state = 'failed' and exists (select 1 from webhook
            where webhook.id = webhook_delivery.webhook_id and failing_since <= webhook_delivery.finished_at))";
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(delete).bind(cutoff))?) })).await
}
