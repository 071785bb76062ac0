//! Reads and writes webhooks.

use sqlx::AssertSqlSafe;
use sqlx::types::Json;

use super::delivery_store::MAX_PENDING_DELIVERIES;
use super::dto::{DisabledReason, Webhook};
use super::requests::WebhookRequest;
use crate::changes::store::FeedRecord;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ChangeSeq, WebhookId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::{execute, update_row, with_pool, with_tx};

/// The maximum number of webhooks.
pub const MAX_WEBHOOKS: i64 = 50;

/// Selects webhooks, each with the name of its account, the number of its pending deliveries, and the result of the
/// newest delivery that was attempted.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "
select webhook.id, webhook.version, webhook.url, webhook.description, webhook.events, webhook.is_active,
    webhook.disabled_reason, webhook.failing_since, webhook.previous_secret_until, webhook.account_id,
    nullif(trim(account.first_name || ' ' || account.last_name), '') as account_name, webhook.created_at,
    webhook.updated_at, webhook.secret, webhook.previous_secret, webhook.seq, webhook.kind, webhook.record_id,
    (select count(*) from webhook_delivery pending
        where pending.webhook_id = webhook.id and pending.state = 'pending') as pending_count,
    newest.state as last_state, newest.status as last_status
from webhook
left join account on account.id = webhook.account_id
left join webhook_delivery newest on newest.id = (select max(tried.id) from webhook_delivery tried
    where tried.webhook_id = webhook.id and tried.attempts > 0)
where ",
            $rest
        )
    };
}

const SELECT_ALL: &str = select!("true order by webhook.id limit $1");
const SELECT_ONE: &str = select!("webhook.id = $1");
const SELECT_ONE_LOCKED: &str = select!("webhook.id = $1 for update of webhook");

// Active webhooks that no replica has leased. Each has a due delivery, or an unread change and fewer than `$3` pending
// deliveries.
const SELECT_DUE: &str = "
select id from webhook where is_active and (claimed_until is null or claimed_until <= $1) and (
    exists (select 1 from webhook_delivery
        where webhook_id = webhook.id and state = 'pending' and retry_at <= $1)
    or (seq <= $2 and (select count(*) from webhook_delivery
        where webhook_id = webhook.id and state = 'pending') < $3))
order by id limit $4";

/// All webhooks, oldest first.
pub async fn list(db: &Db) -> Result<Vec<Webhook>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_ALL).bind(MAX_WEBHOOKS).fetch_all(engine))?)
}

/// The webhook with this id.
pub async fn find(db: &Db, id: WebhookId) -> Result<Option<Webhook>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_ONE).bind(id).fetch_optional(engine))?)
}

/// The webhook with this id, locked until the commit. Errors: [`StoreError::NotFound`] if there is none.
pub async fn get_for_update(tx: &mut Tx, id: WebhookId) -> Result<Webhook, StoreError> {
    // SQLite has a single writer and no row locks.
    let select = if matches!(tx, Tx::Postgres(_)) { SELECT_ONE_LOCKED } else { SELECT_ONE };
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_one(engine))?)
}

/// The number of webhooks.
pub async fn count(tx: &mut Tx) -> Result<i64, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar("select count(*) from webhook").fetch_one(engine))?)
}

/// Stores a new webhook. It receives all changes after the newest one in the change feed. Returns its id.
pub async fn add(
    tx: &mut Tx,
    WebhookRequest { url, description, events }: &WebhookRequest,
    (secret, account, now): (&str, &AccountId, Timestamp),
) -> Result<WebhookId, StoreError> {
    const INSERT_WEBHOOK: &str = "
        insert into webhook (url, description, events, secret, is_active, account_id, seq, created_at, updated_at)
        values ($1, $2, $3, $4, true, $5,
            (select value + 1 from counter where name = 'change_feed_seq'), $6, $6) returning id";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(INSERT_WEBHOOK)
        .bind(url)
        .bind(description)
        .bind(Json(events))
        .bind(secret)
        .bind(account)
        .bind(now)
        .fetch_one(engine))?)
}

/// Stores the fields of a webhook that an update can change, and increments its version.
pub async fn change(tx: &mut Tx, webhook: &Webhook, now: Timestamp) -> Result<(), StoreError> {
    update_row!(tx, "update webhook set version = version + 1", webhook.id, webhook {
        url, description, events, is_active, disabled_reason, failing_since,
    }, { updated_at: now })?;
    Ok(())
}

/// Replaces the secret of a webhook, and increments its version. Deliveries are also signed with the previous secret
/// until `previous_secret_until`.
pub async fn replace_secret(
    tx: &mut Tx,
    (id, secret): (WebhookId, &str),
    previous_secret_until: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    let update = "update webhook set version = version + 1, previous_secret = secret, previous_secret_until = $1,
        secret = $2, updated_at = $3 where id = $4";
    execute!(tx, sqlx::query(update).bind(previous_secret_until).bind(secret).bind(now).bind(id))?;
    Ok(())
}

/// Deletes previous secrets that are no longer valid. Returns their number.
pub async fn delete_expired_secrets(db: &Db, now: Timestamp) -> Result<u64, StoreError> {
    let update = "update webhook set previous_secret = null, previous_secret_until = null
        where previous_secret_until <= $1";
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(update).bind(now))?) })).await
}

/// Deletes a webhook with its deliveries.
pub async fn delete(tx: &mut Tx, id: WebhookId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("delete from webhook where id = $1").bind(id))?;
    Ok(())
}

/// The ids of the active webhooks that no replica has leased and that have a due delivery or an unread change. Only
/// changes up to the change log entry `last_seq` count. At [`MAX_PENDING_DELIVERIES`] pending deliveries, no unread
/// change counts.
pub async fn list_due(db: &Db, last_seq: ChangeSeq, now: Timestamp) -> Result<Vec<WebhookId>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(SELECT_DUE)
        .bind(now)
        .bind(last_seq)
        .bind(MAX_PENDING_DELIVERIES)
        .bind(MAX_WEBHOOKS)
        .fetch_all(engine))?)
}

/// Leases a webhook, so that only one replica delivers to it. Returns whether the lease succeeded. If the process
/// crashes, its lease ends at `lease_end`.
pub async fn lease(db: &Db, id: WebhookId, now: Timestamp, lease_end: Timestamp) -> Result<bool, StoreError> {
    let update = "update webhook set claimed_until = $3
        where id = $1 and is_active and (claimed_until is null or claimed_until <= $2)";
    db.write(move |tx| {
        Box::pin(async move { Ok(execute!(tx, sqlx::query(update).bind(id).bind(now).bind(lease_end))? > 0) })
    })
    .await
}

/// Ends the lease that would otherwise end at `lease_end`. If `pause_until` is given and the webhook is active, the
/// lease lasts until `pause_until` instead. An inactive webhook gets no pause, so that nothing delays its deliveries
/// after the next activation.
pub async fn end_or_extend_lease(
    db: &Db,
    id: WebhookId,
    lease_end: Timestamp,
    pause_until: Option<Timestamp>,
) -> Result<(), StoreError> {
    let update = "update webhook set claimed_until = case when is_active then cast($3 as bigint) end
        where id = $1 and claimed_until = $2";
    let work = db.write(move |tx| {
        Box::pin(async move { Ok(execute!(tx, sqlx::query(update).bind(id).bind(lease_end).bind(pause_until))?) })
    });
    work.await.map(drop)
}

/// Sets the position of a webhook in the change feed: directly after the record `last_record`. If `last_record` is
/// `None`, the position is before the first record of the change log entry `seq`.
pub async fn set_feed_position(
    tx: &mut Tx,
    id: WebhookId,
    last_record: Option<&FeedRecord>,
    seq: ChangeSeq,
) -> Result<(), StoreError> {
    let (seq, kind, record_id) = match last_record {
        Some(last) => (last.seq, last.kind.name(), last.record_id.as_str()),
        None => (seq, "", ""),
    };
    let update = "update webhook set seq = $2, kind = $3, record_id = $4 where id = $1";
    execute!(tx, sqlx::query(update).bind(id).bind(seq).bind(kind).bind(record_id))?;
    Ok(())
}

/// Stores `failing_since`, the time at which deliveries to a webhook began to fail. A time that is already stored is
/// kept. After a success, `failing_since` is `None`, and the stored time is deleted. Returns the previously stored
/// time.
pub async fn start_or_clear_failing_since(
    tx: &mut Tx,
    id: WebhookId,
    failing_since: Option<Timestamp>,
) -> Result<Option<Timestamp>, StoreError> {
    let lock_clause = if matches!(tx, Tx::Postgres(_)) { " for update" } else { "" };
    let select = AssertSqlSafe(format!("select failing_since from webhook where id = $1{lock_clause}"));
    let row: Option<Option<_>> = with_tx!(tx, |engine| sqlx::query_scalar(select).bind(id).fetch_optional(engine))?;
    let stored_time = row.flatten();
    let replaces_stored_time = stored_time.is_none() || failing_since.is_none();
    if replaces_stored_time && stored_time != failing_since {
        execute!(tx, sqlx::query("update webhook set failing_since = $2 where id = $1").bind(id).bind(failing_since))?;
    }
    Ok(stored_time)
}

/// The number of pending deliveries, and the number of webhooks that are failing or that the guide has disabled.
pub async fn count_pending_deliveries_and_failing_or_disabled_webhooks(db: &Db) -> Result<(i64, i64), StoreError> {
    let select = "select (select count(*) from webhook_delivery where state = 'pending'),
        (select count(*) from webhook where failing_since is not null or disabled_reason is not null)";
    Ok(with_pool!(db, |engine| sqlx::query_as(select).fetch_one(engine))?)
}

/// The addresses and reasons of webhooks that the guide has disabled because their receivers failed or responded with
/// 410. The webhooks that changed last come first.
pub async fn list_disabled_by_guide(db: &Db, limit: i64) -> Result<Vec<(String, DisabledReason)>, StoreError> {
    let select = "select url, disabled_reason from webhook where disabled_reason in ('failing', 'gone')
        order by updated_at desc, id desc limit $1";
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(limit).fetch_all(engine))?)
}
