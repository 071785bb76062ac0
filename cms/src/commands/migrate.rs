//! `cms migrate`: brings the schema up to date and ends.

use crate::config::Storage;
use crate::db::engine::Db;
use crate::db::migrations;

/// Runs the steps that this database has not seen yet.
pub async fn run(storage: Storage) -> anyhow::Result<()> {
    let db = Db::open(&storage.url()).await?;
    migrations::run(&db).await?;
    db.close().await;
    println!("The schema is up to date.");
    Ok(())
}
