//! How a process hears that another one has written: LISTEN/NOTIFY on PostgreSQL. SQLite has one process only.

use std::time::Duration;

use sqlx::postgres::PgListener;

use super::engine::{Db, Tx};
use super::server::Server;

const CHANNEL: &str = "karst_change";
/// Held from taking a place in the change log until the commit, so that the log's order is the order of commits.
const CHANGE_LOCK: i64 = 0x6b61_7273;

/// Makes this transaction the only one that appends to the change log, and tells the others when it commits.
pub async fn announce(tx: &mut Tx) -> Result<(), sqlx::Error> {
    if let Tx::Postgres(transaction) = tx {
        sqlx::query("select pg_advisory_xact_lock($1)").bind(CHANGE_LOCK).execute(&mut **transaction).await?;
        sqlx::query("select pg_notify($1, '')").bind(CHANNEL).execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Waits for the next notice. A lost connection answers too, so that the caller reads what it may have missed.
pub struct Notices(Option<(PgListener, Server)>);

/// A fault that stays must not keep the caller busy.
const AFTER_A_FAULT: Duration = Duration::from_millis(100);

impl Notices {
    /// Listens on the database's channel; on SQLite there is nothing to hear.
    pub async fn listen(db: &Db) -> Self {
        let Db::Postgres { pool } = db else { return Self(None) };
        let mut listener = PgListener::connect_with(pool.connections()).await.ok();
        if let Some(open) = &mut listener
            && open.listen(CHANNEL).await.is_err()
        {
            listener = None;
        }
        Self(listener.map(|mut open| {
            // It is told when the connection is lost, and not when there is another.
            open.eager_reconnect(false);
            (open, pool.clone())
        }))
    }

    /// Ends with the next notice, or at once after a fault; never on SQLite.
    pub async fn next(&mut self) {
        match &mut self.0 {
            Some((listener, server)) => match listener.try_recv().await {
                Ok(Some(_)) => {}
                Ok(None) => server.look(),
                // Whoever closes the pool waits for this connection too: it goes back.
                Err(sqlx::Error::PoolClosed) => self.0 = None,
                Err(_) => {
                    server.look();
                    tokio::time::sleep(AFTER_A_FAULT).await;
                }
            },
            None => std::future::pending().await,
        }
    }
}
