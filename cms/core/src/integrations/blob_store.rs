//! Stores the files of images in a folder of this machine, or in a bucket that several machines share.
//!
//! A file exists completely or not at all, also after a power failure. In a folder, it is therefore written under a
//! temporary name, flushed, and then renamed. Files are never changed: a name is used once.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use tokio::fs::DirEntry;
use tokio::io::AsyncWriteExt;

use super::bucket::{Bucket, BucketError};
use crate::common::text::is_slug;

/// The prefix of the name of a file that is not completely written yet.
const TEMP_PREFIX: &str = ".unfinished-";
/// The clock of the bucket is assumed to be ahead of the clock of this machine by less than this.
const MAX_CLOCK_SKEW: Duration = Duration::from_secs(24 * 3600);

/// Errors of the store.
#[derive(Debug, thiserror::Error)]
pub enum BlobStoreError {
    /// The folder cannot be read or written.
    #[error("the folder of images cannot be used")]
    Folder(#[from] std::io::Error),
    /// The bucket cannot be used.
    #[error("the bucket of images cannot be used")]
    Bucket(#[from] BucketError),
}

/// The folder or bucket with the files of images. Cheap to clone.
#[derive(Clone, Debug)]
pub enum BlobStore {
    /// A local folder.
    Folder(PathBuf),
    /// A bucket, or a folder in one.
    Bucket(Bucket),
}

/// The name of a stored file: at most 100 lowercase ASCII letters, digits and hyphens, with one full stop between them.
/// A path with this name cannot leave the folder (R315).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileName(String);

impl FileName {
    /// Validates a name. `None` if it is invalid.
    pub fn new(name: &str) -> Option<Self> {
        let (stem, extension) = name.split_once('.')?;
        (name.len() <= 100 && is_slug(stem) && is_slug(extension)).then(|| Self(name.to_owned()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl BlobStore {
    /// Checks that the folder is writable, or that the bucket exists and responds. Creates the folder if it does not
    /// exist.
    pub async fn check_access(&self) -> Result<(), BlobStoreError> {
        match self {
            Self::Folder(folder) => Ok(prepare_writable_folder(folder).await?),
            Self::Bucket(bucket) => Ok(bucket.check_access().await?),
        }
    }

    /// Stores a file. It is durable when this returns.
    pub async fn put(&self, name: &FileName, bytes: Bytes) -> Result<(), BlobStoreError> {
        match self {
            Self::Folder(folder) => Ok(write_file(folder, name, &bytes).await?),
            Self::Bucket(bucket) => Ok(bucket.put(&name.0, bytes).await?),
        }
    }

    /// Reads a file. `None` if it does not exist.
    pub async fn read(&self, name: &FileName) -> Result<Option<Bytes>, BlobStoreError> {
        match self {
            Self::Folder(folder) => Ok(none_if_missing(tokio::fs::read(folder.join(&name.0)).await)?.map(Bytes::from)),
            Self::Bucket(bucket) => Ok(bucket.read(&name.0).await?),
        }
    }

    /// Deletes a file, if it exists.
    pub async fn delete(&self, name: &FileName) -> Result<(), BlobStoreError> {
        match self {
            Self::Folder(folder) => {
                none_if_missing(tokio::fs::remove_file(folder.join(&name.0)).await)?;
            }
            Self::Bucket(bucket) => bucket.delete(&name.0).await?,
        }
        Ok(())
    }

    /// The names of all complete files.
    pub async fn names(&self) -> Result<Vec<FileName>, BlobStoreError> {
        let names = match self {
            Self::Folder(folder) => folder_entries(folder).await?.into_iter().map(|(name, _)| name).collect(),
            Self::Bucket(bucket) => bucket.names_older_than(SystemTime::now() + MAX_CLOCK_SKEW).await?,
        };
        Ok(names.iter().filter_map(|name| FileName::new(name)).collect())
    }

    /// The names of the files that were last modified at least `age` ago. In a local folder, this also deletes
    /// temporary files of that age.
    pub async fn names_older_than_after_cleanup(&self, age: Duration) -> Result<Vec<FileName>, BlobStoreError> {
        let cutoff = SystemTime::now().checked_sub(age).unwrap_or(SystemTime::UNIX_EPOCH);
        let names = match self {
            Self::Folder(folder) => delete_old_temp_files_and_list_names(folder, cutoff).await?,
            Self::Bucket(bucket) => bucket.names_older_than(cutoff).await?,
        };
        Ok(names.iter().filter_map(|name| FileName::new(name)).collect())
    }
}

/// Checks that a file can be created in the folder.
async fn prepare_writable_folder(folder: &Path) -> std::io::Result<()> {
    let check = async {
        tokio::fs::create_dir_all(folder).await?;
        let probe = temp_path(folder);
        tokio::fs::File::create_new(&probe).await?;
        tokio::fs::remove_file(&probe).await
    };
    check.await.map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", folder.display())))
}

fn temp_path(folder: &Path) -> PathBuf {
    folder.join(format!("{TEMP_PREFIX}{:016x}", rand::random::<u64>()))
}

async fn write_file(folder: &Path, name: &FileName, bytes: &[u8]) -> std::io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    let temp_path = temp_path(folder);
    let write = async {
        let mut file = tokio::fs::File::create_new(&temp_path).await?;
        file.write_all(bytes).await?;
        file.sync_all().await?;
        tokio::fs::rename(&temp_path, folder.join(&name.0)).await?;
        // The folder must be flushed too, because it contains the name.
        tokio::fs::File::open(folder).await?.sync_all().await
    };
    let outcome = write.await;
    if outcome.is_err() {
        let _ = tokio::fs::remove_file(&temp_path).await;
    }
    outcome
}

fn none_if_missing<T>(result: std::io::Result<T>) -> std::io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

/// The entries of the folder with their names. Names that are not UTF-8 are left out. Empty if the folder does not
/// exist.
async fn folder_entries(folder: &Path) -> std::io::Result<Vec<(String, DirEntry)>> {
    let Some(mut entries) = none_if_missing(tokio::fs::read_dir(folder).await)? else { return Ok(Vec::new()) };
    let mut named_entries = Vec::new();
    while let Some(entry) = entries.next_entry().await? {
        if let Some(name) = entry.file_name().to_str() {
            named_entries.push((name.to_owned(), entry));
        }
    }
    Ok(named_entries)
}

/// The names of the files that were last modified at or before `cutoff`. Deletes temporary files of that age.
async fn delete_old_temp_files_and_list_names(folder: &Path, cutoff: SystemTime) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for (name, entry) in folder_entries(folder).await? {
        // Another process may delete the file at the same time.
        let Some(metadata) = none_if_missing(entry.metadata().await)? else { continue };
        if !metadata.is_file() || metadata.modified()? > cutoff {
            continue;
        }
        if name.starts_with(TEMP_PREFIX) {
            none_if_missing(tokio::fs::remove_file(entry.path()).await)?;
        } else {
            names.push(name);
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    // R315
    #[test]
    fn only_file_names_of_the_allowed_format_are_accepted() {
        for name in ["3f9c2a1b-9f86d081884c7d65-640.webp", "3f9c2a1b-9f86d081884c7d65.jpg"] {
            assert!(FileName::new(name).is_some(), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            "a",
            "../a.jpg",
            "..%2fa.jpg",
            "a/b.jpg",
            "a\\b.jpg",
            "a.jpg/",
            "/a.jpg",
            "a.b.jpg",
            ".jpg",
            "a.",
            "a\0.jpg",
            "A.jpg",
            "ă.jpg",
            ".unfinished-1",
            "a.jpg\n",
        ] {
            assert_eq!(FileName::new(name), None, "{name:?}");
        }
        assert_eq!(FileName::new(&format!("{}.jpg", "a".repeat(100))), None);
    }

    #[tokio::test]
    async fn file_is_stored_read_listed_by_age_and_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = BlobStore::Folder(folder.path().join("media"));
        let name = FileName::new("a-1.webp").expect("a name");
        assert!(files.read(&name).await.expect("the folder can be read").is_none());
        assert!(files.names_older_than_after_cleanup(Duration::ZERO).await.expect("the folder can be read").is_empty());
        files.put(&name, Bytes::from_static(b"pixels")).await.expect("stored");
        assert_eq!(files.read(&name).await.expect("the folder can be read").as_deref(), Some(&b"pixels"[..]));
        let unfinished_file = folder.path().join("media").join(format!("{TEMP_PREFIX}1"));
        std::fs::write(&unfinished_file, b"pix").expect("written");
        assert!(
            files
                .names_older_than_after_cleanup(Duration::from_secs(60))
                .await
                .expect("the folder can be read")
                .is_empty()
        );
        assert!(unfinished_file.exists(), "another process may still write it");
        assert_eq!(
            files.names_older_than_after_cleanup(Duration::ZERO).await.expect("the folder can be read"),
            std::slice::from_ref(&name)
        );
        assert!(!unfinished_file.exists());
        files.delete(&name).await.expect("deleted");
        files.delete(&name).await.expect("deleting twice succeeds");
        assert!(files.read(&name).await.expect("the folder can be read").is_none());
    }
}
