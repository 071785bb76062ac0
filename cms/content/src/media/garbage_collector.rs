//! Deletes unreferenced files, and photos that were uploaded for a guestbook entry that was never sent.
//!
//! Only the garbage collector deletes files of images that had a row. A running server deletes a file only after the
//! file was unreferenced for six hours: a running backup copies the files of all rows that existed when it began.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::model::key_of_file_name;
use super::store;
use crate::common::clock::Timestamp;
use crate::db::engine::{Db, StoreError};
use crate::integrations::blob_store::{BlobStore, BlobStoreError, FileName};

/// Files younger than this are skipped: the row of an image is written right after its files.
const MIN_FILE_AGE: Duration = Duration::from_secs(3600);
/// How long a file must be unreferenced before a server deletes it, in seconds; longer than a backup takes.
const BACKUP_GRACE_S: i64 = 6 * 3600;
/// The age from which a photo that is in no guestbook entry is deleted, in seconds.
const MAX_ORPHAN_AGE_S: i64 = 24 * 3600;

/// The numbers of deleted files and photos.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GcStats {
    /// The number of deleted files that belonged to no row.
    pub files: usize,
    /// The number of deleted photos that belonged to no guestbook entry.
    pub photos: usize,
}

/// The reason why a collection failed.
#[derive(Debug, thiserror::Error)]
pub enum GcError {
    /// The blob store failed.
    #[error(transparent)]
    BlobStore(#[from] BlobStoreError),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] StoreError),
}

/// Deletes unreferenced files, and photos that are in no guestbook entry. A file is deleted only after it was
/// unreferenced for `grace_s` seconds.
#[derive(Debug)]
pub struct GarbageCollector {
    grace_s: i64,
    /// The unreferenced files, each with the time at which a collection first found it unreferenced.
    unreferenced_since: HashMap<FileName, Timestamp>,
}

impl GarbageCollector {
    /// A collector that deletes a file as soon as it finds the file unreferenced. Use it only while no backup is
    /// running.
    pub fn without_grace() -> Self {
        Self { grace_s: 0, unreferenced_since: HashMap::new() }
    }

    /// A collector that deletes a file only after it was unreferenced for six hours.
    pub fn with_grace() -> Self {
        Self { grace_s: BACKUP_GRACE_S, ..Self::without_grace() }
    }

    /// Deletes photos that were uploaded more than a day ago and are in no guestbook entry, and unreferenced files
    /// whose grace period is over. One call deletes at most 200 photos.
    pub async fn collect(&mut self, db: &Db, files: &BlobStore, now: Timestamp) -> Result<GcStats, GcError> {
        let mut stats = GcStats::default();
        for photo in store::orphaned_photos(db, now.plus_seconds(-MAX_ORPHAN_AGE_S)).await? {
            let id = photo.id;
            db.write(move |tx| Box::pin(async move { store::remove_orphaned_photo(tx, id).await })).await?;
            stats.photos += 1;
        }
        // Files are listed before rows are read. The files of an image that is added in between are thus no candidates.
        let candidates = files.names_older_than_after_cleanup(MIN_FILE_AGE).await?;
        let referenced: HashSet<String> = store::all_file_names(db).await?.into_iter().collect();
        let is_unreferenced =
            |name: &FileName| key_of_file_name(name.as_str()).is_some() && !referenced.contains(name.as_str());
        let previous = std::mem::take(&mut self.unreferenced_since);
        for name in candidates.into_iter().filter(is_unreferenced) {
            let since = previous.get(&name).copied().unwrap_or(now);
            if since.plus_seconds(self.grace_s) <= now {
                files.delete(&name).await?;
                stats.files += 1;
            } else {
                self.unreferenced_since.insert(name, since);
            }
        }
        Ok(stats)
    }
}
