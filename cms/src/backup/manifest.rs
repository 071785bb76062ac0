//! The manifest of a backup, which is its last entry, and the check that all entries match it.
//!
//! Entries have a fixed order: the rows of each table in chunks (`tables/place/1.jsonl`, `tables/place/2.jsonl`, …),
//! the image files sorted by name (`media/…`), and `manifest.json`. Duplicates are therefore detected without a list of
//! all names.

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::archive::ArchiveEntry;
use crate::common::clock::Timestamp;
use crate::integrations::blob_store::FileName;

/// The name of the manifest entry.
pub const MANIFEST_NAME: &str = "manifest.json";
/// The backup format that is written, and the newest that can be read.
pub const BACKUP_FORMAT: u32 = 1;

/// The manifest of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The backup format, see [`BACKUP_FORMAT`].
    pub format: u32,
    /// The program that created the backup, for information only.
    pub software: String,
    /// The version of the database schema.
    pub schema: i64,
    /// The time of the snapshot.
    pub created_at: Timestamp,
    /// The tables, in an order that satisfies all foreign keys.
    pub tables: Vec<TableSummary>,
    /// Tables in the same database that do not belong to the guide. The backup does not include them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The image files.
    pub media: MediaSummary,
}

/// The summary of a table in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSummary {
    /// The name of the table.
    pub name: String,
    /// The columns, in the order of the values of each row.
    pub columns: Vec<String>,
    /// The number of rows.
    pub rows: u64,
    /// The last generated id, or 0 if the table generates none.
    pub last_id: i64,
    /// The SHA-256 of all rows as lines of JSON with their line breaks, in hex.
    pub sha256: String,
}

/// The image files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MediaSummary {
    /// The number of files.
    pub files: u64,
    /// The total size of the files in bytes.
    pub bytes: u64,
    /// The SHA-256 of the output that `sha256sum *` prints for the files, in hex.
    pub sha256: String,
    /// The names of files that images reference but that do not exist.
    pub missing: Vec<String>,
}

impl Manifest {
    /// The content of the manifest entry.
    pub fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec_pretty(self)
    }

    fn parse(json: &[u8]) -> anyhow::Result<Self> {
        #[derive(Deserialize)]
        struct FormatField {
            format: u32,
        }
        let error_message = "its manifest cannot be read";
        let FormatField { format } = serde_json::from_slice(json).context(error_message)?;
        ensure!(
            format <= BACKUP_FORMAT,
            "it was created by a newer version of cms: this version reads backups up to format {BACKUP_FORMAT}, not {format}"
        );
        serde_json::from_slice(json).context(error_message)
    }
}

/// The kind of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveEntryKind {
    /// Rows of this table.
    Rows(String),
    /// An image file.
    File(FileName),
    /// The manifest.
    Manifest,
}

/// Counts and hashes the entries written or read so far.
#[derive(Default)]
pub struct ArchiveEntryTracker {
    tables: Vec<TableTotals>,
    files: FileTotals,
    manifest: Option<Manifest>,
}

#[derive(Default)]
struct TableTotals {
    name: String,
    chunk_count: u32,
    rows: u64,
    hasher: Sha256,
}

#[derive(Default)]
struct FileTotals {
    last_file_name: String,
    count: u64,
    bytes: u64,
    hasher: Sha256,
}

impl ArchiveEntryTracker {
    /// Adds an entry with rows of the same table as the entry before it, or of the next table. Each line ends with a
    /// line break. Returns the name of the entry.
    pub fn add_rows(&mut self, table: &str, lines: &[u8]) -> String {
        if self.tables.last().is_none_or(|last| last.name != table) {
            self.tables.push(TableTotals { name: table.to_owned(), ..TableTotals::default() });
        }
        let Some(last) = self.tables.last_mut() else { return String::new() };
        last.chunk_count += 1;
        last.rows += lines.iter().filter(|byte| **byte == b'\n').count() as u64;
        last.hasher.update(lines);
        format!("tables/{table}/{}.jsonl", last.chunk_count)
    }

    /// Adds an image file. Returns the name of the entry.
    pub fn add_file(&mut self, name: &FileName, bytes: &[u8]) -> String {
        let FileTotals { last_file_name, count, bytes: total_bytes, hasher } = &mut self.files;
        *count += 1;
        *total_bytes += bytes.len() as u64;
        hasher.update(format!("{:x}  {}\n", Sha256::digest(bytes), name.as_str()));
        name.as_str().clone_into(last_file_name);
        format!("media/{}", name.as_str())
    }

    /// Adds an entry that was read and returns its kind. Fails if the entry is invalid or not allowed at this position.
    /// Also fails if it is a manifest that the entries before it do not match.
    pub fn add_entry(&mut self, ArchiveEntry { name, bytes }: &ArchiveEntry) -> anyhow::Result<ArchiveEntryKind> {
        ensure!(self.manifest.is_none(), "{name} follows the manifest, which is the last part");
        if name == MANIFEST_NAME {
            let manifest = Manifest::parse(bytes)?;
            self.check_manifest(&manifest)?;
            self.manifest = Some(manifest);
            return Ok(ArchiveEntryKind::Manifest);
        }
        if let Some(file) = name.strip_prefix("media/") {
            let file = FileName::new(file).with_context(|| format!("{name} is not an image file"))?;
            ensure!(*file.as_str() > *self.files.last_file_name, "{name} appears twice or in the wrong place");
            self.add_file(&file, bytes);
            return Ok(ArchiveEntryKind::File(file));
        }
        let Some((table, _)) = name.strip_prefix("tables/").and_then(|rest| rest.split_once('/')) else {
            bail!("it is not a backup of cms: {name} does not belong in one");
        };
        let is_same = self.tables.last().is_some_and(|last| last.name == table);
        let is_earlier = !is_same && self.tables.iter().any(|before| before.name == table);
        let is_in_place = self.files.count == 0 && !is_earlier && self.tables.len() < MAX_TABLES;
        ensure!(is_in_place, "{name} is in the wrong place");
        ensure!(bytes.last() == Some(&b'\n'), "{name} ends within a row");
        let expected = self.add_rows(table, bytes);
        ensure!(*name == expected, "found {name} where {expected} was expected");
        Ok(ArchiveEntryKind::Rows(table.to_owned()))
    }

    /// Returns the manifest once all entries are added. Fails if none of them was the manifest.
    pub fn finish(self) -> anyhow::Result<Manifest> {
        self.manifest.context("it is incomplete: its manifest is missing")
    }

    /// The number of rows of a table, and the SHA-256 of their lines in hex.
    pub fn row_count_and_sha256(&self, name: &str) -> (u64, String) {
        let found = self.tables.iter().find(|table| table.name == name);
        let (rows, hasher) = found.map_or((0, Sha256::new()), |table| (table.rows, table.hasher.clone()));
        (rows, format!("{:x}", hasher.finalize()))
    }

    /// The summary of the image files for the manifest. `missing` has the names of referenced files that do not exist.
    pub fn media_summary(&self, missing: Vec<String>) -> MediaSummary {
        let FileTotals { count, bytes, hasher, .. } = &self.files;
        MediaSummary { files: *count, bytes: *bytes, sha256: format!("{:x}", hasher.clone().finalize()), missing }
    }

    fn check_manifest(&self, manifest: &Manifest) -> anyhow::Result<()> {
        for table in &manifest.tables {
            let (rows, sha256) = self.row_count_and_sha256(&table.name);
            ensure!(rows == table.rows, "it has {rows} rows of {}, and its manifest says {}", table.name, table.rows);
            ensure!(sha256 == table.sha256, "the rows of {} do not match its manifest", table.name);
        }
        let is_listed = |seen: &TableTotals| manifest.tables.iter().any(|table| table.name == seen.name);
        ensure!(self.tables.iter().all(is_listed), "it has a table that its manifest does not name");
        let media = self.media_summary(manifest.media.missing.clone());
        let (found, expected) = (media.files, manifest.media.files);
        ensure!(found == expected, "it has {found} image files, and its manifest says {expected}");
        ensure!(media == manifest.media, "the image files do not match its manifest");
        Ok(())
    }
}

const MAX_TABLES: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, bytes: &[u8]) -> ArchiveEntry {
        ArchiveEntry { name: name.to_owned(), bytes: bytes.to_vec().into() }
    }

    /// The entries of a backup with three tables, of which one is empty, two image files and a manifest.
    fn backup_entries() -> Vec<ArchiveEntry> {
        let mut tracker = ArchiveEntryTracker::default();
        let mut entries = Vec::new();
        for (table, lines) in [("place", "[1]\n[2]\n"), ("place", "[3]\n"), ("tag", "[\"cave\"]\n")] {
            entries.push(entry(&tracker.add_rows(table, lines.as_bytes()), lines.as_bytes()));
        }
        for name in ["a-1.jpg", "a-2.jpg"] {
            let file = FileName::new(name).expect("a name");
            entries.push(entry(&tracker.add_file(&file, b"pixels"), b"pixels"));
        }
        let rows = |name: &str| {
            let (rows, sha256) = tracker.row_count_and_sha256(name);
            TableSummary { name: name.to_owned(), columns: vec!["x".into()], rows, last_id: 0, sha256 }
        };
        let manifest = Manifest {
            format: BACKUP_FORMAT,
            software: "cms".into(),
            schema: 1,
            created_at: Timestamp(0),
            tables: ["place", "like", "tag"].map(rows).into(),
            left_out: Vec::new(),
            media: tracker.media_summary(Vec::new()),
        };
        entries.push(entry(MANIFEST_NAME, &manifest.to_json().expect("JSON")));
        entries
    }

    fn check_entries(entries: &[ArchiveEntry]) -> String {
        let mut tracker = ArchiveEntryTracker::default();
        for entry in entries {
            if let Err(error) = tracker.add_entry(entry) {
                return error.to_string();
            }
        }
        tracker.finish().map_or_else(|error| error.to_string(), |_| "whole".into())
    }

    #[test]
    fn entries_must_match_the_manifest() {
        let whole = backup_entries();
        assert_eq!(check_entries(&whole), "whole");
        let names: Vec<&str> = whole.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names[..3], ["tables/place/1.jsonl", "tables/place/2.jsonl", "tables/tag/1.jsonl"]);
        assert_eq!(names[3..], ["media/a-1.jpg", "media/a-2.jpg", MANIFEST_NAME]);
        for index in 0..whole.len() {
            let mut entries = whole.clone();
            entries.remove(index);
            assert_ne!(check_entries(&entries), "whole", "without {}", names[index]);
            let mut entries = whole.clone();
            entries.insert(index, whole[index].clone());
            assert_ne!(check_entries(&entries), "whole", "{} twice", names[index]);
        }
        for (at, bytes) in [(1, &b"[4]\n"[..]), (1, b"[3]"), (4, b"pixelz"), (5, b"{}")] {
            let mut entries = whole.clone();
            entries[at].bytes = bytes.to_vec().into();
            assert_ne!(check_entries(&entries), "whole", "{} with other bytes", names[at]);
        }
        for unexpected in ["passwd", "tables/place", "tables/users/1.jsonl", "media/A.jpg", "media/a/b.jpg"] {
            let mut entries = whole.clone();
            entries.insert(3, entry(unexpected, b"x\n"));
            assert_ne!(check_entries(&entries), "whole", "{unexpected}");
        }
    }

    #[test]
    fn newer_format_is_reported() {
        let json = br#"{"format": 2, "whatever": true}"#;
        assert!(check_entries(&[entry(MANIFEST_NAME, json)]).contains("newer version of cms"));
    }
}
