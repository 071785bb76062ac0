//! Creates a backup while the server is running: a consistent snapshot of all rows, then the image files, whose
//! contents never change. It holds one row or file in memory at a time, plus the buffered rows of the current entry.

use std::io::Write;

use anyhow::Context;
use bytes::Bytes;
use futures_util::TryStreamExt;

use super::archive::ArchiveWriter;
use super::manifest::{EntryTracker, FORMAT, MANIFEST, Manifest, Media, Rows};
use super::snapshot::Snapshot;
use crate::common::clock::Timestamp;
use crate::common::version::VERSION;
use crate::db::engine::Db;
use crate::integrations::blob_store::{BlobStore, FileName};
use crate::media::store;

/// The maximum size of an entry with rows, in bytes.
const MAX_ROWS_BYTES: usize = 4 << 20;

/// A backup that is being written.
struct Backup<W: Write + Send + 'static> {
    writer: ArchiveWriter<W>,
    tracker: EntryTracker,
}

/// Writes the backup to `out` and returns its manifest. It also returns `out`, so that the caller can finish it.
pub async fn make<W: Write + Send + 'static>(
    db: &Db,
    files: &BlobStore,
    out: W,
    now: Timestamp,
) -> anyhow::Result<(W, Manifest)> {
    let mut backup = Backup { writer: ArchiveWriter::new(out), tracker: EntryTracker::default() };
    let mut snapshot = Snapshot::take(db).await?;
    let schema = snapshot.schema().await?;
    let (mut tables, mut has_images) = (Vec::new(), false);
    let (own, left_out) = snapshot.tables().await?;
    for table in own {
        let last_id = snapshot.last_id(&table).await?;
        let mut lines = snapshot.lines(&table);
        let mut piece = Vec::new();
        while let Some(line) = lines.try_next().await.with_context(|| format!("{} cannot be read", table.name))? {
            if !piece.is_empty() && piece.len() + line.len() > MAX_ROWS_BYTES {
                backup = backup.rows(&table.name, std::mem::take(&mut piece)).await?;
            }
            piece.extend(line.as_bytes());
            piece.push(b'\n');
        }
        drop(lines);
        if !piece.is_empty() {
            backup = backup.rows(&table.name, piece).await?;
        }
        has_images |= table.name == "image";
        let (rows, sha256) = backup.tracker.of_table(&table.name);
        tables.push(Rows { columns: table.column_names(), name: table.name, rows, last_id, sha256 });
    }
    let names = if has_images { store::files_within(&mut snapshot.tx).await? } else { Vec::new() };
    drop(snapshot);
    let (backup, media) = backup.images(files, names).await?;
    let software = format!("cms {VERSION}");
    let manifest = Manifest { format: FORMAT, software, schema, created_at: now, tables, left_out, media };
    let writer = backup.writer.add(MANIFEST.to_owned(), manifest.json()?.into()).await?;
    Ok((writer.finish()?, manifest))
}

impl<W: Write + Send + 'static> Backup<W> {
    async fn rows(mut self, table: &str, lines: Vec<u8>) -> anyhow::Result<Self> {
        let name = self.tracker.rows(table, &lines);
        self.writer = self.writer.add(name, lines.into()).await?;
        Ok(self)
    }

    async fn file(mut self, name: &FileName, bytes: Bytes) -> anyhow::Result<Self> {
        let part = self.tracker.file(name, &bytes);
        self.writer = self.writer.add(part, bytes).await?;
        Ok(self)
    }

    /// Writes the image files. The manifest lists the missing ones: those deleted since the snapshot, and those lost
    /// before.
    async fn images(mut self, files: &BlobStore, names: Vec<String>) -> anyhow::Result<(Self, Media)> {
        let mut missing = Vec::new();
        for name in names {
            let plain = FileName::new(&name).with_context(|| format!("{name} is no name of a picture's file"))?;
            match files.read(&plain).await? {
                Some(bytes) => self = self.file(&plain, bytes).await?,
                None => missing.push(name),
            }
        }
        let media = self.tracker.media(missing);
        Ok((self, media))
    }
}
