//! `cms migrate`: migrates the database.

use super::database::{self, Absent};
use crate::config::Storage;

/// Runs the pending migrations.
pub async fn run(storage: Storage) -> anyhow::Result<()> {
    let db = database::open_aloud(&storage, Absent::Make).await?;
    db.close().await;
    println!("The schema is up to date.");
    Ok(())
}
