//! Notifies other replicas of writes, with LISTEN/NOTIFY of PostgreSQL. SQLite has only one process.

use std::time::{Duration, Instant};

use sqlx::postgres::PgListener;

use super::engine::{Db, Tx};
use super::postgres_pool::PostgresPool;

const CHANNEL: &str = "karst_change";
/// Held from the insert into the change log until the commit, so that the log is in the order of commits.
const CHANGE_LOCK: i64 = 0x6b61_7273;

/// Locks the change log for this transaction and notifies the other replicas at its commit.
pub async fn notify_change(tx: &mut Tx) -> Result<(), sqlx::Error> {
    if let Tx::Postgres(transaction) = tx {
        sqlx::query("select pg_advisory_xact_lock($1)").bind(CHANGE_LOCK).execute(&mut **transaction).await?;
        sqlx::query("select pg_notify($1, '')").bind(CHANNEL).execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Waits for notifications. A lost connection counts as a notification, so that the caller reads what it may have
/// missed.
pub struct ChangeListener {
    /// `None` on SQLite and after the pool was closed.
    server: Option<PostgresPool>,
    listener: Option<PgListener>,
}

/// The delay after an error, so that a permanent error does not make the caller spin.
const RETRY_DELAY: Duration = Duration::from_millis(100);

impl ChangeListener {
    /// Listens on the channel. If this fails, each call of [`ChangeListener::next`] tries again.
    pub async fn listen(db: &Db) -> Self {
        let Db::Postgres { pool } = db else { return Self { server: None, listener: None } };
        Self { server: Some(pool.clone()), listener: open_listener(pool).await }
    }

    /// Returns after the next notification, after an error, or when listening has just begun. Never returns on SQLite.
    pub async fn next(&mut self) {
        let Some(server) = &self.server else { return std::future::pending().await };
        let Some(listener) = &mut self.listener else {
            self.listener = open_listener(server).await;
            // The caller now reads what was written before listening began.
            if self.listener.is_none() {
                std::future::pending::<()>().await;
            }
            return;
        };
        match listener.try_recv().await {
            Ok(Some(_)) => {}
            Ok(None) => server.start_probe(Instant::now()),
            // Closing the pool waits for this connection, so it is returned.
            Err(sqlx::Error::PoolClosed) => (self.server, self.listener) = (None, None),
            Err(_) => {
                server.start_probe(Instant::now());
                tokio::time::sleep(RETRY_DELAY).await;
            }
        }
    }
}

async fn open_listener(server: &PostgresPool) -> Option<PgListener> {
    let mut listener = PgListener::connect_with(server.sessions()).await.ok()?;
    // `try_recv` then returns when the connection is lost, not only after it was restored.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await.ok()?;
    Some(listener)
}
