//! Removes what belongs to nothing: files that no row names, and photos that were sent for an entry which never came.

use std::collections::HashSet;
use std::time::Duration;

use super::model::key_in;
use super::{store, write};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::kernel::clock::Moment;
use crate::outside::files::{Files, FilesError};

/// A file may be so old before a row must name it: a picture's row is written right after its files.
const GRACE: Duration = Duration::from_secs(3600);
/// So long somebody may take to write the entry that a photo is for, in seconds.
const PATIENCE_S: i64 = 24 * 3600;

/// What was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Files that no row named.
    pub files: usize,
    /// Photos that belonged to no entry.
    pub photos: usize,
}

/// Why it could not be done.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The files.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// The rows.
    #[error("the database failed")]
    Store(#[from] StoreError),
}

/// Sweeps once.
pub async fn sweep(db: &Db, files: &Files, now: Moment) -> Result<Swept, SweepError> {
    let mut swept = Swept::default();
    for photo in store::loose(db, now.plus_seconds(-PATIENCE_S)).await? {
        let id = photo.id;
        db.write(move |tx| Box::pin(async move { write::remove_loose(tx, id).await })).await?;
        swept.photos += 1;
    }
    // First the files, then the rows: a picture that is added in between has its row by then.
    let found = files.older_than(GRACE).await?;
    let known: HashSet<String> = store::files(db).await?.into_iter().collect();
    for name in found.iter().filter(|name| key_in(name.as_str()).is_some() && !known.contains(name.as_str())) {
        files.remove(name).await?;
        swept.files += 1;
    }
    Ok(swept)
}
