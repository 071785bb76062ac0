//! `cms migrate`: migrates the database.

use super::database::{self, IfMissing};
use crate::config::StorageConfig;

/// Runs the pending migrations.
pub async fn run(storage: StorageConfig) -> anyhow::Result<()> {
    let db = database::open_and_print(&storage, IfMissing::Create).await?;
    db.close().await;
    println!("The schema is up to date.");
    Ok(())
}
