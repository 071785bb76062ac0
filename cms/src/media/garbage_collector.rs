//! Removes what belongs to nothing: files that no row names, and photos that were sent for an entry which never came.
//!
//! A picture's files are removed here and nowhere else, and by a server only when they have been nobody's for some hours: a
//! backup that is being made has the rows of the moment at which it began, and comes to their files later.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::model::key_in;
use super::{store, write};
use crate::common::clock::Timestamp;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::integrations::blob_store::{BlobStore, BlobStoreError, FileName};

/// A file may be so old before a row must name it: a picture's row is written right after its files.
const GRACE: Duration = Duration::from_secs(3600);
/// So long a server leaves files alone that it has found to be nobody's, in seconds: longer than a backup takes.
const FOR_BACKUPS_S: i64 = 6 * 3600;
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
    Files(#[from] BlobStoreError),
    /// The rows.
    #[error("the database failed")]
    Store(#[from] StoreError),
}

/// Who sweeps.
#[derive(Debug)]
pub struct Sweeper {
    leaves_s: i64,
    /// Files that no row names, and since when that is known.
    nobodys: HashMap<FileName, Timestamp>,
}

impl Sweeper {
    /// One who removes at once what is nobody's: for whoever knows that no backup is being made.
    pub fn at_once() -> Self {
        Self { leaves_s: 0, nobodys: HashMap::new() }
    }

    /// One who leaves it alone for some hours.
    pub fn patient() -> Self {
        Self { leaves_s: FOR_BACKUPS_S, ..Self::at_once() }
    }

    /// Sweeps once.
    pub async fn sweep(&mut self, db: &Db, files: &BlobStore, now: Timestamp) -> Result<Swept, SweepError> {
        let mut swept = Swept::default();
        for photo in store::loose(db, now.plus_seconds(-PATIENCE_S)).await? {
            let id = photo.id;
            db.write(move |tx| Box::pin(async move { write::remove_loose(tx, id).await })).await?;
            swept.photos += 1;
        }
        // First the files, then the rows: a picture that is added in between has its row by then.
        let found = files.older_than(GRACE).await?;
        let known: HashSet<String> = store::files(db).await?.into_iter().collect();
        let is_nobodys = |name: &FileName| key_in(name.as_str()).is_some() && !known.contains(name.as_str());
        let since = std::mem::take(&mut self.nobodys);
        for name in found.into_iter().filter(is_nobodys) {
            let since = since.get(&name).copied().unwrap_or(now);
            if since.plus_seconds(self.leaves_s) <= now {
                files.delete(&name).await?;
                swept.files += 1;
            } else {
                self.nobodys.insert(name, since);
            }
        }
        Ok(swept)
    }
}
