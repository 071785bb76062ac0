//! `cms setup`: prepares a new machine for `cms serve`: schema, content, and the first admin.

use super::database::{self, IfMissing};
use super::seed::{NOT_EMPTY, SeedCounts, seed_database};
use super::seed_files::Source;
use super::user::{FIRST_ADMIN, first_admin};
use crate::common::clock::Clock;
use crate::config::StorageConfig;

/// Migrates the database, fills an empty guide, and creates the first admin if there is no account. The password is
/// printed once. Another run changes nothing.
pub async fn run(storage: StorageConfig, source: Source) -> anyhow::Result<()> {
    let seeds = source.seeds()?;
    let program = std::env::args().next().unwrap_or_else(|| "cms".to_owned());
    let change = format!("{program} --data-dir {} user password --email {FIRST_ADMIN}", storage.data_dir.display());
    let db = database::open_and_print(&storage, IfMissing::Create).await?;
    let clock = Clock::default();
    match seed_database(&db, seeds, &clock).await? {
        Some(SeedCounts { places, articles }) => {
            println!("The guide was empty: {places} places and {articles} articles are in it now.");
        }
        // Only if a folder was given: `make run` gives none at every start, and needs no message.
        None if source.from.is_some() => println!("{NOT_EMPTY}"),
        None => {}
    }
    if let Some(password) = first_admin(&db, &clock).await? {
        println!();
        println!("  First admin:  {FIRST_ADMIN}");
        println!("  Password:     {password}");
        println!();
        println!("  It is shown this once. To have another one made: {change}");
        println!();
    }
    db.close().await;
    Ok(())
}
