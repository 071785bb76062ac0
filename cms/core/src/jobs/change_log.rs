//! The change log: each write appends its cache tags in its own transaction, and every replica reads the log in order.
//! PostgreSQL notifies the other replicas of a write with LISTEN/NOTIFY. With SQLite there is only one process.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use sqlx::postgres::PgListener;
use sqlx::types::Json;
use tokio::sync::{Notify, watch};

use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::ChangeSeq;
use crate::db::engine::{AdvisoryLock, Db, StoreError, Tx};
use crate::db::postgres_pool::PostgresPool;
use crate::{execute, with_pool, with_tx};

/// The maximum number of entries that [`lag`] counts and that [`changes_not_live_before`] returns. It bounds the cost
/// of both queries.
pub const MAX_SCANNED_ENTRIES: i64 = 10_000;

/// The channel of `NOTIFY` and `LISTEN` in PostgreSQL.
const NOTIFICATION_CHANNEL: &str = "karst_change";

const SELECT_LAG: &str = "
select count(*), min(created_at) from (select created_at from change_log where seq > $1 order by seq limit $2) ahead";

/// An entry of the change log.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ChangeLogEntry {
    /// The position in the order of commits. There may be gaps.
    pub seq: ChangeSeq,
    /// The cache tags that the change invalidates.
    pub tags: Json<Vec<CacheTag>>,
    /// The time of the change.
    pub created_at: Timestamp,
}

/// Appends a change. Should be the last statement of the transaction: on PostgreSQL it locks the log until the commit.
pub async fn append(tx: &mut Tx, tags: &[CacheTag], now: Timestamp) -> Result<ChangeSeq, StoreError> {
    lock_and_notify(tx).await?;
    let insert = "insert into change_log (tags, created_at) values ($1, $2) returning seq";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(insert).bind(Json(tags)).bind(now).fetch_one(engine))?)
}

/// Locks the change log for this transaction and notifies the other replicas at its commit.
pub async fn lock_and_notify(tx: &mut Tx) -> Result<(), sqlx::Error> {
    tx.lock_exclusive(AdvisoryLock::ChangeLog).await?;
    if let Tx::Postgres(transaction) = tx {
        sqlx::query("select pg_notify($1, '')").bind(NOTIFICATION_CHANNEL).execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Appends a change with these tags, unless there are none. Returns the tags.
pub async fn append_unless_empty(
    tx: &mut Tx,
    tags: Vec<CacheTag>,
    now: Timestamp,
) -> Result<Vec<CacheTag>, StoreError> {
    if !tags.is_empty() {
        append(tx, &tags, now).await?;
    }
    Ok(tags)
}

/// The position of the newest entry; 0 for an empty log.
pub async fn newest_seq(db: &Db) -> Result<ChangeSeq, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar("select coalesce(max(seq), 0) from change_log").fetch_one(engine))?)
}

/// The entries after `seq`, oldest first, at most 500.
pub async fn list_after(db: &Db, seq: ChangeSeq) -> Result<Vec<ChangeLogEntry>, StoreError> {
    let select = "select seq, tags, created_at from change_log where seq > $1 order by seq limit 500";
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(seq).fetch_all(engine))?)
}

/// The entries after the number `after`, up to `last`, whose pages were not all up to date at `time`: `live_at` is
/// `time`, later, or null. Returns at most the newest [`MAX_SCANNED_ENTRIES`] entries.
pub async fn changes_not_live_before(
    db: &Db,
    (after, last): (ChangeSeq, ChangeSeq),
    time: Timestamp,
) -> Result<Vec<ChangeLogEntry>, StoreError> {
    let select_not_live = "select seq, tags, created_at from change_log
        where seq > $1 and seq <= $2 and (live_at is null or live_at >= $3) order by seq desc limit $4";
    Ok(with_pool!(db, |engine| sqlx::query_as(select_not_live)
        .bind(after)
        .bind(last)
        .bind(time)
        .bind(MAX_SCANNED_ENTRIES)
        .fetch_all(engine))?)
}

/// Marks the entries following `after`, up to `last`, as live: sets `live_at` to `now` if it is null. Then sets it to
/// null for the entries in `failing_seqs`, because pages that should show them failed to render.
pub async fn set_live_times(
    db: &Db,
    (after, last): (ChangeSeq, ChangeSeq),
    failing_seqs: Vec<ChangeSeq>,
    now: Timestamp,
) -> Result<(), StoreError> {
    db.write(move |tx| {
        Box::pin(async move {
            let set_live = "update change_log set live_at = $1 where seq > $2 and seq <= $3 and live_at is null";
            execute!(tx, sqlx::query(set_live).bind(now).bind(after).bind(last))?;
            for seq in failing_seqs {
                execute!(tx, sqlx::query("update change_log set live_at = null where seq = $1").bind(seq))?;
            }
            Ok(())
        })
    })
    .await
}

/// The number of entries after `seq`, at most [`MAX_SCANNED_ENTRIES`], and the time of the first one. `None` if there
/// is no entry.
pub async fn lag(db: &Db, seq: ChangeSeq) -> Result<(i64, Option<Timestamp>), StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_LAG).bind(seq).bind(MAX_SCANNED_ENTRIES).fetch_one(engine))?)
}

/// The change log entry up to which the responses and pages of this process are current. Cheap to clone.
#[derive(Clone, Debug)]
pub struct AppliedSeq(Arc<AtomicI64>);

impl AppliedSeq {
    /// Sets the number of the entry.
    pub fn set(&self, seq: ChangeSeq) {
        self.0.store(seq.0, Ordering::Relaxed);
    }

    /// The number of the entry. `None` before the process has started to follow the change log.
    pub fn get(&self) -> Option<ChangeSeq> {
        let seq = self.0.load(Ordering::Relaxed);
        (seq >= 0).then_some(ChangeSeq(seq))
    }
}

impl Default for AppliedSeq {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(-1)))
    }
}

/// Wakes the change follower after local commits and after notifications of other replicas. When the follower has read
/// the change log, wakes the tasks that wait for its announcement. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ChangeNotifier(Arc<NotifierState>);

#[derive(Debug)]
struct NotifierState {
    follower_wake: Notify,
    /// The last entry up to which this process has invalidated its cached responses; -1 before the first call of
    /// `announce`.
    last_announced_seq: watch::Sender<ChangeSeq>,
}

impl Default for ChangeNotifier {
    fn default() -> Self {
        Self(Arc::new(NotifierState {
            follower_wake: Notify::new(),
            last_announced_seq: watch::Sender::new(ChangeSeq(-1)),
        }))
    }
}

impl ChangeNotifier {
    /// Wakes the follower after a local commit.
    pub fn notify(&self) {
        self.0.follower_wake.notify_one();
    }

    /// Announces that the cached responses of this process are current up to this entry.
    pub fn announce(&self, seq: ChangeSeq) {
        self.0.last_announced_seq.send_replace(seq);
    }

    /// The last entry that was announced; -1 before the first announcement.
    pub fn last_announced_seq(&self) -> ChangeSeq {
        *self.0.last_announced_seq.borrow()
    }

    /// Returns a receiver that is notified of each later announcement.
    pub fn subscribe(&self) -> watch::Receiver<ChangeSeq> {
        self.0.last_announced_seq.subscribe()
    }

    /// Waits for a notification from this process or another replica, at most one second.
    pub async fn wait(&self, listener: &mut ChangeListener) {
        tokio::select! {
            () = self.0.follower_wake.notified() => {}
            () = listener.wait_for_notification() => {}
            // The time limit bounds the delay after a notification or the connection was lost.
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
        }
    }
}

/// Waits for the notifications of other replicas. A lost connection counts as a notification, so that the caller reads
/// the entries whose notifications it may have missed.
pub struct ChangeListener {
    /// `None` on SQLite and after the pool was closed.
    pg_pool: Option<PostgresPool>,
    listener: Option<PgListener>,
}

impl ChangeListener {
    /// Listens on the channel. If this fails, each call of [`ChangeListener::wait_for_notification`] tries again.
    pub async fn listen(db: &Db) -> Self {
        let Db::Postgres { pool } = db else { return Self { pg_pool: None, listener: None } };
        Self { pg_pool: Some(pool.clone()), listener: open_listener(pool).await }
    }

    /// Returns after the next notification, after an error of the connection, or when listening has begun again. Never
    /// returns on SQLite, after the pool was closed, or if no connection can be opened.
    pub async fn wait_for_notification(&mut self) {
        let Some(pg_pool) = &self.pg_pool else { return std::future::pending().await };
        let Some(listener) = &mut self.listener else {
            self.listener = open_listener(pg_pool).await;
            // If the connection was opened, this method returns, so that the caller reads the changes that were
            // written before. Otherwise it never returns: the caller waits with a time limit and then calls it again.
            if self.listener.is_none() {
                std::future::pending::<()>().await;
            }
            return;
        };
        match listener.try_recv().await {
            Ok(Some(_)) => {}
            Ok(None) => pg_pool.start_probe(Instant::now()),
            // Closing the pool waits until this connection is returned. Dropping the listener returns it.
            Err(sqlx::Error::PoolClosed) => (self.pg_pool, self.listener) = (None, None),
            Err(_) => {
                pg_pool.start_probe(Instant::now());
                // The pause prevents a busy loop if the error is permanent.
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn open_listener(pg_pool: &PostgresPool) -> Option<PgListener> {
    let mut listener = PgListener::connect_with(pg_pool.session_pool()).await.ok()?;
    // Without eager reconnects, `try_recv` returns as soon as the connection is lost, and not only once it is restored.
    listener.eager_reconnect(false);
    listener.listen(NOTIFICATION_CHANNEL).await.ok()?;
    Some(listener)
}
