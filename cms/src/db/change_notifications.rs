//! How a process hears that another one has written: LISTEN/NOTIFY on PostgreSQL. SQLite has one process only.

use std::time::{Duration, Instant};

use sqlx::postgres::PgListener;

use super::engine::{Db, Tx};
use super::postgres_pool::PostgresPool;

const CHANNEL: &str = "karst_change";
/// Held from taking a place in the change log until the commit, so that the log's order is the order of commits.
const CHANGE_LOCK: i64 = 0x6b61_7273;

/// Makes this transaction the only one that appends to the change log, and tells the others when it commits.
pub async fn notify_change(tx: &mut Tx) -> Result<(), sqlx::Error> {
    if let Tx::Postgres(transaction) = tx {
        sqlx::query("select pg_advisory_xact_lock($1)").bind(CHANGE_LOCK).execute(&mut **transaction).await?;
        sqlx::query("select pg_notify($1, '')").bind(CHANNEL).execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Waits for the next notice. A lost connection answers too, so that the caller reads what it may have missed.
pub struct ChangeListener {
    /// PostgreSQL's server; on SQLite there is nothing to hear.
    server: Option<PostgresPool>,
    listener: Option<PgListener>,
}

/// A fault that stays must not keep the caller busy.
const RETRY_DELAY: Duration = Duration::from_millis(100);

impl ChangeListener {
    /// Listens on the database's channel. Where that cannot be done yet, each waiting tries it first.
    pub async fn listen(db: &Db) -> Self {
        let Db::Postgres { pool } = db else { return Self { server: None, listener: None } };
        Self { server: Some(pool.clone()), listener: open_listener(pool).await }
    }

    /// Ends with the next notice, or at once after a fault or when listening has only begun; never on SQLite.
    pub async fn next(&mut self) {
        let Some(server) = &self.server else { return std::future::pending().await };
        let Some(listener) = &mut self.listener else {
            self.listener = open_listener(server).await;
            // What was announced before is read now, or with the caller's next look.
            if self.listener.is_none() {
                std::future::pending::<()>().await;
            }
            return;
        };
        match listener.try_recv().await {
            Ok(Some(_)) => {}
            Ok(None) => server.start_probe(Instant::now()),
            // Whoever closes the pool waits for this connection too: it goes back.
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
    // It is told when the connection is lost, and not when there is another.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await.ok()?;
    Some(listener)
}
