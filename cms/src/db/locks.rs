//! Advisory locks for rules that span several rows, such as "one admin must remain". A transaction that may break a
//! rule takes its lock first and holds it until the commit. SQLite has one writer and needs no locks.

use super::engine::Tx;

/// A lock. The numbers are keys of PostgreSQL's advisory locks and must not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum Lock {
    /// The set of active admins.
    Admins = 0x6b61_7273_0001,
    /// The versions of the settings and the standing pages.
    Settings = 0x6b61_7273_0002,
    /// Places: a change of one place takes the lock shared. A bulk change takes it exclusively, because it locks rows
    /// that places have in common (categories, counters) in no fixed order.
    Places = 0x6b61_7273_0003,
    /// Moderation decisions and the training of the classifier, in the same way.
    Moderation = 0x6b61_7273_0004,
    /// The slugs and aliases of categories: they are in two tables, and no name may be in both.
    Categories = 0x6b61_7273_0005,
}

/// Waits until no other transaction holds `lock`. Later statements see what these transactions committed.
pub async fn lock_exclusive(tx: &mut Tx, lock: Lock) -> Result<(), sqlx::Error> {
    if let Tx::Postgres(transaction) = tx {
        sqlx::query("select pg_advisory_xact_lock($1)").bind(lock as i64).execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Waits until no other transaction holds `lock` exclusively; shared holders do not block each other. To be taken
/// before any row lock.
pub async fn lock_shared(tx: &mut Tx, lock: Lock) -> Result<(), sqlx::Error> {
    if let Tx::Postgres(transaction) = tx {
        sqlx::query("select pg_advisory_xact_lock_shared($1)").bind(lock as i64).execute(&mut **transaction).await?;
    }
    Ok(())
}
