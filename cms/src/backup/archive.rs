//! Writes and reads archives. An archive is a gzip-compressed tar file, which common tools can open. The reader returns
//! bytes and validated names; no name from an archive becomes a path on the disk (R315).

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{anyhow, ensure};
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use tar::{Archive, Builder, EntryType, Header};
use tokio::sync::mpsc;

/// The maximum size of an entry, in bytes. It is limited because each entry is in memory as a whole.
pub const MAX_ENTRY_BYTES: u64 = 256 << 20;
/// Names must be shorter than this: the name field of a tar header has 100 bytes.
const TAR_NAME_FIELD_LEN: usize = 100;
/// The maximum size of the zero blocks after the last entry, in bytes.
const MAX_TRAILER_BYTES: u64 = 1 << 20;

/// An entry of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// Segments of ASCII letters, digits, `-`, `_` and `.`, separated by single slashes. No segment begins with `.`.
    pub name: String,
    /// The content.
    pub bytes: Bytes,
}

/// Writes an archive. Entries are compressed on a blocking thread.
pub struct ArchiveWriter<W: Write + Send + 'static>(Builder<GzEncoder<W>>);

impl<W: Write + Send + 'static> ArchiveWriter<W> {
    /// Begins an archive.
    pub fn new(out: W) -> Self {
        // Most of the data are images, which do not compress; rows compress well at the fastest level.
        Self(Builder::new(GzEncoder::new(out, Compression::fast())))
    }

    /// Appends an entry. Fails if it is larger than [`MAX_ENTRY_BYTES`] or its name is invalid.
    pub async fn add(mut self, name: String, bytes: Bytes) -> io::Result<Self> {
        let add = move || {
            if !is_valid_name(&name) || bytes.len() as u64 > MAX_ENTRY_BYTES {
                return Err(io::Error::other(format!("{name} is too large for a backup, or its name is invalid")));
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

    /// Completes the archive and returns the underlying writer.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner()?.finish()
    }
}

/// Reads the entries of an archive in order, on a blocking thread. An error is the last item of the channel.
pub fn read(path: &Path) -> mpsc::Receiver<anyhow::Result<ArchiveEntry>> {
    let (sender, receiver) = mpsc::channel(1);
    let path = path.to_owned();
    tokio::task::spawn_blocking(move || {
        if let Err(error) = send_entries(&path, &sender) {
            let error = match error.downcast::<io::Error>() {
                Ok(cause) => anyhow!("it is damaged, incomplete or not a backup: {cause}"),
                Err(error) => error,
            };
            let _ = sender.blocking_send(Err(error));
        }
    });
    receiver
}

/// Sends the entries of an archive to `sender`. Errors: an `io::Error` if the archive is truncated or corrupt; the
/// message of any other error can be shown as it is.
fn send_entries(path: &Path, sender: &mpsc::Sender<anyhow::Result<ArchiveEntry>>) -> anyhow::Result<()> {
    let file = File::open(path).map_err(|error| anyhow!("{} cannot be opened: {error}", path.display()))?;
    let mut archive = Archive::new(GzDecoder::new(io::BufReader::new(file)));
    // Entries are read in raw form, so that links, long names and sparse files are rejected and not resolved.
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        ensure!(is_valid_name(&name), "{name:?} does not belong in it: its name is not valid");
        let is_file = entry.header().entry_type() == EntryType::Regular;
        ensure!(is_file, "{name:?} does not belong in it: it is not a file");
        ensure!(entry.size() <= MAX_ENTRY_BYTES, "{name:?} does not belong in it: it is too large");
        // Memory is allocated for the bytes that are read, not for the size that the header declares.
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        if bytes.len() as u64 != entry.size() {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        if sender.blocking_send(Ok(ArchiveEntry { name, bytes: bytes.into() })).is_err() {
            return Ok(());
        }
    }
    // gzip verifies its checksum only at the end of the stream.
    let mut rest = archive.into_inner().take(MAX_TRAILER_BYTES);
    let mut trailer = Vec::new();
    rest.read_to_end(&mut trailer)?;
    let is_valid_trailer = rest.limit() > 0 && trailer.iter().all(|byte| *byte == 0);
    ensure!(is_valid_trailer, "there is unexpected data after the last part");
    Ok(())
}

/// Whether the name is as [`ArchiveEntry::name`] describes and shorter than [`TAR_NAME_FIELD_LEN`]. Such a name cannot
/// lead out of the folder into which the archive is unpacked.
fn is_valid_name(name: &str) -> bool {
    let is_segment = |segment: &str| {
        !segment.is_empty()
            && !segment.starts_with('.')
            && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    name.len() < TAR_NAME_FIELD_LEN && name.split('/').all(is_segment)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn write_archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ArchiveWriter::new(Vec::new());
        for (name, bytes) in entries {
            writer = writer.add((*name).to_owned(), Bytes::copy_from_slice(bytes)).await.expect("added");
        }
        writer.finish().expect("finished")
    }

    /// The names of the entries that could be read, and the message of the error, if there was one.
    async fn read_archive(bytes: &[u8]) -> (Vec<String>, Option<String>) {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), bytes).expect("written");
        let (mut names, mut error_message, mut entries) = (Vec::new(), None, read(file.path()));
        while let Some(entry) = entries.recv().await {
            match entry {
                Ok(entry) => names.push(entry.name),
                Err(error) => error_message = Some(error.to_string()),
            }
        }
        (names, error_message)
    }

    #[tokio::test]
    async fn missing_file_is_not_reported_as_damaged() {
        let folder = tempfile::tempdir().expect("a folder");
        let error_message =
            read(&folder.path().join("guide.tar.gz")).recv().await.expect("an item").expect_err("an error");
        let error_message = error_message.to_string();
        assert!(
            error_message.contains("guide.tar.gz cannot be opened: No such file") && !error_message.contains("damaged"),
            "{error_message}"
        );
    }

    #[tokio::test]
    async fn entries_are_read_as_written_and_corruption_is_detected() {
        let whole = write_archive(&[("tables/place/1.jsonl", b"[1]\n[2]\n"), ("media/a-1.webp", &[7; 3000])]).await;
        assert_eq!(read_archive(&whole).await, (vec!["tables/place/1.jsonl".into(), "media/a-1.webp".into()], None));
        for length in [0, 10, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
            let (_, error_message) = read_archive(&whole[..length]).await;
            assert!(error_message.is_some_and(|error_message| error_message.contains("incomplete")), "{length} bytes");
        }
        let mut corrupted = whole.clone();
        let checksum_position = whole.len() - 6;
        corrupted[checksum_position] ^= 1;
        assert!(read_archive(&corrupted).await.1.is_some(), "its check sum is wrong");
    }

    // R315
    #[tokio::test]
    async fn entry_with_invalid_name_type_or_size_is_refused() {
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
        assert_eq!(read_archive(&tar(b"media/a.jpg", EntryType::Regular, 0)).await, (vec!["media/a.jpg".into()], None));
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
            let (names, error_message) = read_archive(&tar(name, EntryType::Regular, 0)).await;
            assert!(
                names.is_empty()
                    && error_message.is_some_and(|error_message| error_message.contains("its name is not valid")),
                "{name:?}"
            );
        }
        for kind in [EntryType::Symlink, EntryType::Link, EntryType::Directory, EntryType::Fifo, EntryType::GNULongName]
        {
            let (names, error_message) = read_archive(&tar(b"media/a.jpg", kind, 0)).await;
            assert!(
                names.is_empty() && error_message.is_some_and(|error_message| error_message.contains("not a file")),
                "{kind:?}"
            );
        }
        let (names, error_message) = read_archive(&tar(b"media/a.jpg", EntryType::Regular, MAX_ENTRY_BYTES + 1)).await;
        assert!(names.is_empty() && error_message.is_some_and(|error_message| error_message.contains("too large")));
        let (names, error_message) = read_archive(&tar(b"media/a.jpg", EntryType::Regular, MAX_ENTRY_BYTES)).await;
        assert!(
            names.is_empty() && error_message.is_some_and(|error_message| error_message.contains("incomplete")),
            "it has less than it says"
        );
    }
}
