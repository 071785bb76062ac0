//! Requests with an `Idempotency-Key`: each is carried out once, and its retries get the same response.
//!
//! An attempt claims its key before the handler runs. The handler's own transaction marks the claim as committed. A
//! crash at any moment leaves either no record and an open claim, or the record and a committed claim. Source: the IETF
//! draft "The Idempotency-Key HTTP Header Field", draft-ietf-httpapi-idempotency-key-header-07.

use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::{execute, with_tx};

/// How long a key is stored, in seconds.
const RETENTION_S: i64 = 24 * 3600;
/// The time limit of an attempt until its commit, in seconds. Afterwards the attempt counts as abandoned, and a retry
/// takes over its key. The abandoned attempt cannot commit later: see [`IdempotentAttempt::mark_committed`].
pub const ATTEMPT_TIMEOUT_S: i64 = 60;

/// One attempt to execute a request. The transaction that writes the record must call
/// [`IdempotentAttempt::mark_committed`].
#[derive(Clone, Debug)]
pub struct IdempotentAttempt {
    account: AccountId,
    key: String,
    /// Distinguishes this attempt from earlier ones with the same key.
    id: String,
}

/// The state of a key when a request with it arrives.
#[derive(Debug)]
pub enum IdempotencyKeyState {
    /// The key is new, or its earlier attempt was abandoned. The request must be executed with this attempt.
    Claimed(IdempotentAttempt),
    /// An earlier attempt was completed with this response.
    Completed(ReplayableResponse),
    /// An earlier attempt committed its write, but its response was not stored within [`ATTEMPT_TIMEOUT_S`].
    ResponseLost,
    /// An earlier attempt is not finished.
    InProgress,
    /// The account used the key for a different request.
    UsedByOtherRequest,
}

/// A response that is stored for retries.
#[derive(Clone, Debug, Default)]
pub struct ReplayableResponse {
    /// The status.
    pub status: u16,
    /// The header `Location`, if there is one.
    pub location: Option<String>,
    /// The body as JSON.
    pub body: String,
}

#[derive(sqlx::FromRow)]
struct KeyRow {
    fingerprint: String,
    created_at: Timestamp,
    is_committed: bool,
    status: Option<i64>,
    location: Option<String>,
    body: Option<String>,
}

/// Claims `key` for a request of `account`, unless an earlier attempt has the key. Returns the state of the key.
/// `fingerprint` is a hash that identifies the URL and the body. Also deletes keys older than [`RETENTION_S`].
pub async fn claim_key(
    db: &Db,
    (account, key): (AccountId, String),
    fingerprint: String,
    now: Timestamp,
) -> Result<IdempotencyKeyState, StoreError> {
    let attempt = IdempotentAttempt { account, key, id: format!("{:032x}", rand::random::<u128>()) };
    db.write(move |tx| {
        Box::pin(async move {
            let delete_expired = "delete from idempotency_key where created_at < $1";
            execute!(tx, sqlx::query(delete_expired).bind(now.plus_seconds(-RETENTION_S)))?;
            let add = "insert into idempotency_key (account_id, key, attempt, fingerprint, created_at) \
                       values ($1, $2, $3, $4, $5) on conflict (account_id, key) do nothing";
            let IdempotentAttempt { account, key, id } = &attempt;
            let added = execute!(tx, sqlx::query(add).bind(account).bind(key).bind(id).bind(&fingerprint).bind(now))?;
            if added == 1 {
                return Ok(IdempotencyKeyState::Claimed(attempt));
            }
            let read = "select fingerprint, created_at, is_committed, status, location, body from idempotency_key \
                        where account_id = $1 and key = $2";
            let row: KeyRow = with_tx!(tx, |engine| sqlx::query_as(read).bind(account).bind(key).fetch_one(engine))?;
            Ok(match row {
                row if row.fingerprint != fingerprint => IdempotencyKeyState::UsedByOtherRequest,
                KeyRow { status: Some(status), location, body, .. } => {
                    let (status, body) = (u16::try_from(status).unwrap_or_default(), body.unwrap_or_default());
                    IdempotencyKeyState::Completed(ReplayableResponse { status, location, body })
                }
                // This state includes an attempt that has committed, but whose response is not stored yet.
                row if row.created_at >= now.plus_seconds(-ATTEMPT_TIMEOUT_S) => IdempotencyKeyState::InProgress,
                row if row.is_committed => IdempotencyKeyState::ResponseLost,
                _ => {
                    let take_over =
                        "update idempotency_key set attempt = $3, created_at = $4 where account_id = $1 and key = $2";
                    execute!(tx, sqlx::query(take_over).bind(account).bind(key).bind(id).bind(now))?;
                    IdempotencyKeyState::Claimed(attempt)
                }
            })
        })
    })
    .await
}

impl IdempotentAttempt {
    /// Records in the transaction of the write that the request was carried out. Errors:
    /// [`StoreError::ForeignKeyViolation`] if a later attempt has taken over the key; the write must then be rolled
    /// back.
    pub async fn mark_committed(&self, tx: &mut Tx) -> Result<(), StoreError> {
        let mark = "update idempotency_key set is_committed = true where account_id = $1 and key = $2 and attempt = $3";
        let count = execute!(tx, sqlx::query(mark).bind(&self.account).bind(&self.key).bind(&self.id))?;
        if count > 0 { Ok(()) } else { Err(StoreError::ForeignKeyViolation) }
    }

    /// Stores the response for retries. `None` means that the request was refused and wrote nothing: its key is freed,
    /// so that a corrected request may use it.
    pub async fn finish(self, db: &Db, response: Option<ReplayableResponse>) -> Result<(), StoreError> {
        db.write(move |tx| {
            Box::pin(async move {
                let Self { account, key, id } = &self;
                if let Some(ReplayableResponse { status, location, body }) = response {
                    let store = "update idempotency_key set status = $4, location = $5, body = $6 \
                                 where account_id = $1 and key = $2 and attempt = $3";
                    let status = i64::from(status);
                    execute!(
                        tx,
                        sqlx::query(store).bind(account).bind(key).bind(id).bind(status).bind(&location).bind(&body)
                    )?;
                } else {
                    let release = "delete from idempotency_key \
                                   where account_id = $1 and key = $2 and attempt = $3 and is_committed = false";
                    execute!(tx, sqlx::query(release).bind(account).bind(key).bind(id))?;
                }
                Ok(())
            })
        })
        .await
    }
}
