//! Many parts in one file: a tar, compressed with gzip, so that common tools open it. Reading yields bytes and plain
//! names; no name from an archive becomes a path on the disk (R315).

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use tar::{Archive, Builder, EntryType, Header};
use tokio::sync::mpsc;

/// The largest part: each is in memory as a whole.
pub const MAX_ENTRY_BYTES: u64 = 256 << 20;
/// The longest name that a tar header holds by itself.
const MAX_NAME_LEN: usize = 100;
/// What may follow the last part: tar ends in blocks of nothing.
const MAX_TRAILER_BYTES: u64 = 1 << 20;

/// A part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// Letters, digits and `-`, `_`, `.`, with single slashes in between.
    pub name: String,
    /// What is in it.
    pub bytes: Bytes,
}

/// Why an archive cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// There is none, or it is not ours to read.
    #[error("{0} cannot be opened: {1}")]
    Open(String, io::Error),
    /// It ends too early, or its bytes are not those that were written.
    #[error("it is damaged, or not whole, or no backup: {0}")]
    Damaged(io::Error),
    /// There is something in it that nobody has put there who makes such archives.
    #[error("{0:?} does not belong in it: {1}")]
    UnexpectedEntry(String, &'static str),
}

impl From<io::Error> for ArchiveError {
    fn from(error: io::Error) -> Self {
        Self::Damaged(error)
    }
}

/// An archive that is being written. Compressing takes time, so each part is added on a thread for that.
pub struct ArchiveWriter<W: Write + Send + 'static>(Builder<GzEncoder<W>>);

impl<W: Write + Send + 'static> ArchiveWriter<W> {
    /// Begins one.
    pub fn new(out: W) -> Self {
        // Pictures are most of it and cannot be made smaller; rows are made small by the least effort.
        Self(Builder::new(GzEncoder::new(out, Compression::fast())))
    }

    /// Adds a part.
    pub async fn add(mut self, name: String, bytes: Bytes) -> io::Result<Self> {
        let add = move || {
            if !is_plain(&name) || bytes.len() as u64 > MAX_ENTRY_BYTES {
                return Err(io::Error::other(format!("{name} is too large for a backup, or has too strange a name")));
            }
            let mut header = Header::new_ustar();
            header.set_entry_type(EntryType::Regular);
            header.set_mode(0o600);
            header.set_size(bytes.len() as u64);
            self.0.append_data(&mut header, &name, &*bytes)?;
            Ok(self)
        };
        tokio::task::spawn_blocking(add).await.map_err(io::Error::other)?
    }

    /// Ends it and gives back what it was written to.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner()?.finish()
    }
}

/// Reads an archive from its beginning to its end, one part after the other, on a thread of its own; a fault is the last
/// thing that is heard.
pub fn read(path: &Path) -> mpsc::Receiver<Result<ArchiveEntry, ArchiveError>> {
    let (sender, receiver) = mpsc::channel(1);
    let path = path.to_owned();
    tokio::task::spawn_blocking(move || {
        if let Err(error) = read_to(&path, &sender) {
            let _ = sender.blocking_send(Err(error));
        }
    });
    receiver
}

fn read_to(path: &Path, sender: &mpsc::Sender<Result<ArchiveEntry, ArchiveError>>) -> Result<(), ArchiveError> {
    let file = File::open(path).map_err(|error| ArchiveError::Open(path.display().to_string(), error))?;
    let mut archive = Archive::new(GzDecoder::new(io::BufReader::new(file)));
    // As they stand there: links, long names and sparse files are not followed but refused.
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if !is_plain(&name) {
            return Err(ArchiveError::UnexpectedEntry(name, "its name is not a plain one"));
        }
        if entry.header().entry_type() != EntryType::Regular {
            return Err(ArchiveError::UnexpectedEntry(name, "it is not a file"));
        }
        if entry.size() > MAX_ENTRY_BYTES {
            return Err(ArchiveError::UnexpectedEntry(name, "it is too large"));
        }
        // Not as much as it claims to be, but as much as comes.
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        if bytes.len() as u64 != entry.size() {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        if sender.blocking_send(Ok(ArchiveEntry { name, bytes: bytes.into() })).is_err() {
            return Ok(());
        }
    }
    // Only at the very end does gzip tell whether all was as it had been written.
    let mut rest = archive.into_inner().take(MAX_TRAILER_BYTES);
    let mut end = Vec::new();
    rest.read_to_end(&mut end)?;
    if rest.limit() == 0 || end.iter().any(|byte| *byte != 0) {
        return Err(ArchiveError::UnexpectedEntry("what follows the last part".into(), "there should be nothing"));
    }
    Ok(())
}

/// Whether a name is one that is given here: it leads nowhere, whoever unpacks it.
fn is_plain(name: &str) -> bool {
    let is_segment = |step: &str| {
        !step.is_empty()
            && !step.starts_with('.')
            && step.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    name.len() < MAX_NAME_LEN && name.split('/').all(is_segment)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn made(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ArchiveWriter::new(Vec::new());
        for (name, bytes) in parts {
            writer = writer.add((*name).to_owned(), Bytes::copy_from_slice(bytes)).await.expect("added");
        }
        writer.finish().expect("finished")
    }

    /// What is heard of this file: its parts' names, and the fault that ends it.
    async fn heard(bytes: &[u8]) -> (Vec<String>, Option<String>) {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), bytes).expect("written");
        let (mut names, mut fault, mut parts) = (Vec::new(), None, read(file.path()));
        while let Some(part) = parts.recv().await {
            match part {
                Ok(part) => names.push(part.name),
                Err(error) => fault = Some(error.to_string()),
            }
        }
        (names, fault)
    }

    #[tokio::test]
    async fn a_file_that_is_not_there_is_not_called_damaged() {
        let folder = tempfile::tempdir().expect("a folder");
        let fault = read(&folder.path().join("guide.tar.gz")).recv().await.expect("an answer").expect_err("a fault");
        let fault = fault.to_string();
        assert!(fault.contains("guide.tar.gz cannot be opened: No such file") && !fault.contains("damaged"), "{fault}");
    }

    #[tokio::test]
    async fn parts_come_back_as_they_were_and_no_bit_is_lost_unnoticed() {
        let whole = made(&[("tables/place/1.jsonl", b"[1]\n[2]\n"), ("media/a-1.webp", &[7; 3000])]).await;
        assert_eq!(heard(&whole).await, (vec!["tables/place/1.jsonl".into(), "media/a-1.webp".into()], None));
        for length in [0, 10, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
            let (_, fault) = heard(&whole[..length]).await;
            assert!(fault.is_some_and(|fault| fault.contains("not whole")), "{length} bytes");
        }
        let mut turned = whole.clone();
        let check = whole.len() - 6;
        turned[check] ^= 1;
        assert!(heard(&turned).await.1.is_some(), "its check sum is wrong");
    }

    // R315
    #[tokio::test]
    async fn archive_entry_that_is_no_plain_file_with_a_plain_name_is_refused() {
        let tar = |name: &[u8], kind: EntryType, size: u64| {
            let mut header = Header::new_ustar();
            header.as_mut_bytes()[..name.len()].copy_from_slice(name);
            header.set_entry_type(kind);
            header.set_size(size);
            if kind.is_symlink() {
                header.set_link_name("/etc/passwd").expect("a link");
            }
            header.set_cksum();
            let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
            gzip.write_all(header.as_bytes()).expect("written");
            gzip.write_all(&[0; 1024]).expect("written");
            gzip.finish().expect("finished")
        };
        assert_eq!(heard(&tar(b"media/a.jpg", EntryType::Regular, 0)).await, (vec!["media/a.jpg".into()], None));
        for name in [
            &b"../a"[..],
            b"media/../../a",
            b"/etc/passwd",
            b"media//a",
            b"media/.a",
            b"a\\b",
            b"a b",
            b"\xff",
            b"./a",
            b"",
        ] {
            let (names, fault) = heard(&tar(name, EntryType::Regular, 0)).await;
            assert!(names.is_empty() && fault.is_some_and(|fault| fault.contains("plain")), "{name:?}");
        }
        for kind in [EntryType::Symlink, EntryType::Link, EntryType::Directory, EntryType::Fifo, EntryType::GNULongName]
        {
            let (names, fault) = heard(&tar(b"media/a.jpg", kind, 0)).await;
            assert!(names.is_empty() && fault.is_some_and(|fault| fault.contains("not a file")), "{kind:?}");
        }
        let (names, fault) = heard(&tar(b"media/a.jpg", EntryType::Regular, MAX_ENTRY_BYTES + 1)).await;
        assert!(names.is_empty() && fault.is_some_and(|fault| fault.contains("too large")));
        let (names, fault) = heard(&tar(b"media/a.jpg", EntryType::Regular, MAX_ENTRY_BYTES)).await;
        assert!(names.is_empty() && fault.is_some_and(|fault| fault.contains("not whole")), "it has less than it says");
    }
}
