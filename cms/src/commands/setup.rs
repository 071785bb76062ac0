//! `cms setup`: what a new machine needs before `cms serve`: schema, content, the first admin.

use super::database::{self, Absent};
use super::seed::{NOT_EMPTY, Planted, plant};
use super::seeds::Source;
use super::user::{FIRST_ADMIN, first_admin};
use crate::common::clock::Clock;
use crate::config::Storage;

/// Brings the schema up to date; fills an empty guide; makes the first admin where there is no account, and prints the
/// password, once. Run again, it changes nothing.
pub async fn run(storage: Storage, source: Source) -> anyhow::Result<()> {
    let seeds = source.seeds()?;
    let program = std::env::args().next().unwrap_or_else(|| "cms".to_owned());
    let change = format!("{program} --data-dir {} user password --email {FIRST_ADMIN}", storage.data_dir.display());
    let db = database::open_aloud(&storage, Absent::Make).await?;
    let clock = Clock::default();
    match plant(&db, seeds, &clock).await? {
        Some(Planted { places, articles }) => {
            println!("The guide was empty: {places} places and {articles} stories are in it now.");
        }
        // Whoever names a folder waits for what is in it; `make run` names none, each time.
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
