//! `cms setup`: what a new machine needs before `cms serve`: schema, starter content, the first admin.

use super::database::{self, Absent};
use super::seed::{Planted, Seeds, plant};
use super::user::{FIRST_ADMIN, first_admin};
use crate::config::Storage;
use crate::kernel::clock::Clock;

/// Brings the schema up to date; fills an empty guide; makes the first admin where there is no account, and prints the
/// password, once. Run again, it changes nothing.
pub async fn run(storage: Storage) -> anyhow::Result<()> {
    let program = std::env::args().next().unwrap_or_else(|| "cms".to_owned());
    let change = format!("{program} --data-dir {} user password --email {FIRST_ADMIN}", storage.data_dir.display());
    let db = database::open_aloud(&storage, Absent::Make).await?;
    let clock = Clock::default();
    if let Some(Planted { places, articles }) = plant(&db, Seeds::shipped()?, &clock).await? {
        println!("The guide was empty: {places} places and {articles} stories are in it now.");
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
