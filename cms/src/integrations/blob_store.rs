//! Where the files of pictures are kept: a folder of this machine, or a bucket that several machines share.
//!
//! A file is there whole or not at all, whenever the power goes: it is written under another name, flushed, and then
//! renamed. None is ever changed: a name is used once.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use tokio::fs::DirEntry;
use tokio::io::AsyncWriteExt;

use super::bucket::{Bucket, BucketError};

/// What a file that is being written is called until it is whole.
const TEMP_PREFIX: &str = ".unfinished-";
/// Another machine's clock may be ahead of ours, by less.
const MAX_CLOCK_SKEW: Duration = Duration::from_secs(24 * 3600);

/// Why a file could not be kept, read or removed.
#[derive(Debug, thiserror::Error)]
pub enum BlobStoreError {
    /// The folder's fault.
    #[error("the folder of pictures cannot be used")]
    Folder(#[from] std::io::Error),
    /// The bucket's.
    #[error("the bucket of pictures cannot be used")]
    Bucket(#[from] BucketError),
}

/// The place. Cheap to clone.
#[derive(Clone, Debug)]
pub enum BlobStore {
    /// A folder.
    Folder(PathBuf),
    /// A bucket, or a part of one.
    Bucket(Bucket),
}

/// The name of a stored file: letters, digits, hyphens and one full stop, so that it cannot leave the folder (R315).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileName(String);

impl FileName {
    /// `name`, where it is one.
    pub fn new(name: &str) -> Option<Self> {
        let (stem, end) = name.split_once('.')?;
        let is_plain = |part: &str| {
            !part.is_empty()
                && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        (name.len() <= 100 && is_plain(stem) && is_plain(end)).then(|| Self(name.to_owned()))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl BlobStore {
    /// Fails where nothing can be kept. A folder that is not there yet is made.
    pub async fn check(&self) -> Result<(), BlobStoreError> {
        match self {
            Self::Folder(folder) => Ok(check_folder(folder).await?),
            Self::Bucket(bucket) => Ok(bucket.check().await?),
        }
    }

    /// Keeps a file. When this returns it is there, also after a power cut.
    pub async fn put(&self, name: &FileName, bytes: Bytes) -> Result<(), BlobStoreError> {
        match self {
            Self::Folder(folder) => Ok(write_file(folder, name, &bytes).await?),
            Self::Bucket(bucket) => Ok(bucket.put(&name.0, bytes).await?),
        }
    }

    /// A whole file; nothing where there is none.
    pub async fn read(&self, name: &FileName) -> Result<Option<Bytes>, BlobStoreError> {
        match self {
            Self::Folder(folder) => match tokio::fs::read(folder.join(&name.0)).await {
                Ok(bytes) => Ok(Some(bytes.into())),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error.into()),
            },
            Self::Bucket(bucket) => Ok(bucket.read(&name.0).await?),
        }
    }

    /// Removes a file, if it is there.
    pub async fn delete(&self, name: &FileName) -> Result<(), BlobStoreError> {
        match self {
            Self::Folder(folder) => match tokio::fs::remove_file(folder.join(&name.0)).await {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
                _ => Ok(()),
            },
            Self::Bucket(bucket) => Ok(bucket.delete(&name.0).await?),
        }
    }

    /// All files that are whole.
    pub async fn names(&self) -> Result<Vec<FileName>, BlobStoreError> {
        let names = match self {
            Self::Folder(folder) => folder_entries(folder).await?.into_iter().map(|(name, _)| name).collect(),
            Self::Bucket(bucket) => bucket.older_than(SystemTime::now() + MAX_CLOCK_SKEW).await?,
        };
        Ok(names.iter().filter_map(|name| FileName::new(name)).collect())
    }

    /// The files that have not been touched for so long. What was left unfinished for so long is removed on the way.
    pub async fn older_than(&self, age: Duration) -> Result<Vec<FileName>, BlobStoreError> {
        let before = SystemTime::now().checked_sub(age).unwrap_or(SystemTime::UNIX_EPOCH);
        let names = match self {
            Self::Folder(folder) => files_older_than(folder, before).await?,
            Self::Bucket(bucket) => bucket.older_than(before).await?,
        };
        Ok(names.iter().filter_map(|name| FileName::new(name)).collect())
    }
}

/// Whether something can be kept there.
async fn check_folder(folder: &Path) -> std::io::Result<()> {
    let tried = async {
        tokio::fs::create_dir_all(folder).await?;
        let trial = temp_path(folder);
        tokio::fs::File::create_new(&trial).await?;
        tokio::fs::remove_file(&trial).await
    };
    tried.await.map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", folder.display())))
}

/// What a file is called there until it is whole.
fn temp_path(folder: &Path) -> PathBuf {
    folder.join(format!("{TEMP_PREFIX}{:016x}", rand::random::<u64>()))
}

async fn write_file(folder: &Path, name: &FileName, bytes: &[u8]) -> std::io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    let temp_path = temp_path(folder);
    let written = async {
        let mut file = tokio::fs::File::create_new(&temp_path).await?;
        file.write_all(bytes).await?;
        file.sync_all().await?;
        tokio::fs::rename(&temp_path, folder.join(&name.0)).await?;
        // The name is an entry of the folder, and that must be on the disk too.
        tokio::fs::File::open(folder).await?.sync_all().await
    };
    let outcome = written.await;
    if outcome.is_err() {
        let _ = tokio::fs::remove_file(&temp_path).await;
    }
    outcome
}

/// What lies in the folder, with its name as text; nothing where there is no folder yet.
async fn folder_entries(folder: &Path) -> std::io::Result<Vec<(String, DirEntry)>> {
    let mut entries = match tokio::fs::read_dir(folder).await {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut named = Vec::new();
    while let Some(entry) = entries.next_entry().await? {
        if let Some(name) = entry.file_name().to_str() {
            named.push((name.to_owned(), entry));
        }
    }
    Ok(named)
}

async fn files_older_than(folder: &Path, before: SystemTime) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for (name, entry) in folder_entries(folder).await? {
        let about = entry.metadata().await?;
        if !about.is_file() || about.modified()? > before {
            continue;
        }
        if name.starts_with(TEMP_PREFIX) {
            tokio::fs::remove_file(entry.path()).await?;
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
    fn file_name_that_could_leave_the_folder_is_refused() {
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
    async fn a_file_is_kept_read_listed_by_age_and_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = BlobStore::Folder(folder.path().join("media"));
        let name = FileName::new("a-1.webp").expect("a name");
        assert!(files.read(&name).await.expect("an answer").is_none());
        assert!(files.older_than(Duration::ZERO).await.expect("an answer").is_empty());
        files.put(&name, Bytes::from_static(b"pixels")).await.expect("kept");
        assert_eq!(files.read(&name).await.expect("an answer").as_deref(), Some(&b"pixels"[..]));
        let half = folder.path().join("media").join(format!("{TEMP_PREFIX}1"));
        std::fs::write(&half, b"pix").expect("written");
        assert!(files.older_than(Duration::from_secs(60)).await.expect("an answer").is_empty());
        assert!(half.exists(), "somebody may be writing it");
        assert_eq!(files.older_than(Duration::ZERO).await.expect("an answer"), std::slice::from_ref(&name));
        assert!(!half.exists());
        files.delete(&name).await.expect("removed");
        files.delete(&name).await.expect("twice is once");
        assert!(files.read(&name).await.expect("an answer").is_none());
    }
}
