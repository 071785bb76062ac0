//! Rules about several rows at once, such as "one admin must remain": whoever may break one takes its lock first, and
//! holds it until the commit. SQLite has one writer, so there is nothing to take.

use super::engine::Tx;

/// What must be decided by one transaction at a time. The numbers are for PostgreSQL and stay what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum Lock {
    /// Who the active admins are.
    Admins = 0x6b61_7273_0001,
    /// What the versions of the settings and of the standing pages are.
    Settings = 0x6b61_7273_0002,
    /// Places: changes of one share it, and a change of many has it alone, because it takes what places have in common
    /// (categories, tallies) in no one order.
    Places = 0x6b61_7273_0003,
    /// Verdicts and what they teach, likewise.
    Moderation = 0x6b61_7273_0004,
    /// Which names categories answer to: addresses and aliases lie in two tables, and none may stand in both.
    Categories = 0x6b61_7273_0005,
}

/// Waits until no other transaction holds `lock`. Statements after this one see what the others committed.
pub async fn lock_exclusive(tx: &mut Tx, lock: Lock) -> Result<(), sqlx::Error> {
    if let Tx::Postgres(transaction) = tx {
        sqlx::query("select pg_advisory_xact_lock($1)").bind(lock as i64).execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Waits until no other transaction holds `lock` alone; those that share it do not wait for each other. Before any row.
pub async fn lock_shared(tx: &mut Tx, lock: Lock) -> Result<(), sqlx::Error> {
    if let Tx::Postgres(transaction) = tx {
        sqlx::query("select pg_advisory_xact_lock_shared($1)").bind(lock as i64).execute(&mut **transaction).await?;
    }
    Ok(())
}
