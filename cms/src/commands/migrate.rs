//! `cms migrate`: brings the schema up to date and ends.

use super::database::{self, Absent};
use crate::config::Storage;

/// Runs the steps that this database has not seen yet.
pub async fn run(storage: Storage) -> anyhow::Result<()> {
    let db = database::open_aloud(&storage, Absent::Make).await?;
    db.close().await;
    println!("The schema is up to date.");
    Ok(())
}
