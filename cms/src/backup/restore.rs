//! Restores a backup into a new database. The backup is read twice: first to check that it is complete, before anything
//! is changed, and then to fill the new database. The restore either succeeds completely or leaves nothing behind.

use std::collections::BTreeSet;
use std::path::Path;
use std::pin::{Pin, pin};

use anyhow::{Context, bail, ensure};
use bytes::Bytes;

use super::archive;
use super::catalog::Table;
use super::manifest::{EntryTracker, Kind, Manifest};
use super::restore_target::RestoreTarget;
use crate::db::migrations;
use crate::integrations::blob_store::{BlobStore, FileName};
use crate::media::store;

/// The error of an interrupted restore.
const INTERRUPTED: &str = "it was interrupted";

/// Reads the whole backup and returns its manifest. Fails if the entries do not match the manifest, or if the backup
/// was created by a newer version.
pub async fn check(backup: &Path) -> anyhow::Result<Manifest> {
    let (mut tracker, mut parts) = (EntryTracker::default(), archive::read(backup));
    while let Some(part) = parts.recv().await {
        tracker.take(&part?)?;
    }
    let manifest = tracker.end()?;
    let (theirs, newest) = (manifest.schema, migrations::latest_version());
    ensure!(
        theirs <= newest,
        "it was made by a newer version of cms: its schema is at step {theirs}, and this one knows {newest}"
    );
    ensure!(!migrations::is_unsupported(theirs), migrations::UNSUPPORTED_SCHEMA);
    ensure!(migrations::is_known(theirs), "there is no version {theirs} of the schema");
    Ok(manifest)
}

/// The required state of the blob store. A running server deletes all files that none of its images references, so
/// two installations must never share a blob store, in particular not an installation and a restored backup of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaPolicy {
    /// The blob store must be empty.
    RequireEmpty,
    /// Files of a former installation or of a killed restore are taken over.
    Overwrite,
}

/// Restores the backup into the new database at `url` and the blob store `files`, unless `stop` completes first. In
/// that case, and after any error before the database is moved to its final location, there is no database and no file
/// that did not exist before.
pub async fn restore(
    backup: &Path,
    url: &str,
    (files, media): (&BlobStore, MediaPolicy),
    stop: impl Future<Output = ()>,
) -> anyhow::Result<Manifest> {
    let mut kept = Vec::new();
    let done = fill(backup, url, (files, media, &mut kept), pin!(stop)).await;
    let Err(error) = done else { return done };
    let mut left = Vec::new();
    for name in &kept {
        if files.delete(name).await.is_err() {
            left.push(name.as_str());
        }
    }
    match left.first() {
        None => Err(error),
        Some(first) => {
            Err(error.context(format!("of its pictures' files {} were left behind, as {first}", left.len())))
        }
    }
}

/// Fills the database and the blob store. New files are added to `kept`, so that they can be deleted after an error.
async fn fill(
    backup: &Path,
    url: &str,
    (files, media, kept): (&BlobStore, MediaPolicy, &mut Vec<FileName>),
    mut stop: Pin<&mut impl Future<Output = ()>>,
) -> anyhow::Result<Manifest> {
    let manifest = tokio::select! {
        manifest = check(backup) => manifest?,
        () = &mut stop => bail!(INTERRUPTED),
    };
    let mut target = RestoreTarget::begin(url, manifest.schema).await?;
    let tables = target.tables().await?;
    same_tables(&tables, &manifest)?;
    if media == MediaPolicy::RequireEmpty {
        nothing_is_there(files).await?;
    }
    // The referenced files are known once all rows are inserted.
    let mut wanted: Option<BTreeSet<String>> = None;
    let (mut tracker, mut parts) = (EntryTracker::default(), archive::read(backup));
    loop {
        // Stops only between two entries: nothing would delete a partially written file.
        let part = tokio::select! {
            biased;
            () = &mut stop => bail!(INTERRUPTED),
            part = parts.recv() => part,
        };
        let Some(part) = part.transpose()? else { break };
        let kind = tracker.take(&part)?;
        if let Kind::Rows(name) = &kind {
            let table = tables.iter().find(|table| table.name == *name);
            target.insert_lines(table.with_context(|| format!("there is no table {name}"))?, &part.bytes).await?;
            continue;
        }
        if wanted.is_none() {
            rows_are_in(&mut target, &tables, &manifest).await?;
            wanted = Some(store::files_within(&mut target.tx).await?.into_iter().collect());
        }
        if let (Kind::File(name), Some(wanted)) = (kind, &mut wanted) {
            ensure!(wanted.remove(name.as_str()), "media/{} belongs to no picture", name.as_str());
            keep(files, name, part.bytes, kept).await?;
        }
    }
    ensure!(tracker.end()? == manifest, "the backup has changed while it was read");
    let missing: BTreeSet<String> = manifest.media.missing.iter().cloned().collect();
    if let Some(lost) = wanted.unwrap_or_default().difference(&missing).next() {
        bail!("the file {lost} of a picture is not in it");
    }
    // From here on, the database may exist even after an error, so its files are not deleted.
    kept.clear();
    target.finish().await.context("it may be there, or its pictures alone: look before you try again")?;
    Ok(manifest)
}

async fn rows_are_in(target: &mut RestoreTarget, tables: &[Table], manifest: &Manifest) -> anyhow::Result<()> {
    for (table, rows) in tables.iter().zip(&manifest.tables) {
        target.continue_identity(table, rows.last_id).await?;
    }
    target.migrate_to_latest().await
}

/// Fails unless the backup has exactly the tables and columns of its schema version.
fn same_tables(ours: &[Table], manifest: &Manifest) -> anyhow::Result<()> {
    let names = |tables: Vec<&str>| tables.join(", ");
    let (mine, theirs): (Vec<&str>, Vec<&str>) = (
        ours.iter().map(|table| table.name.as_str()).collect(),
        manifest.tables.iter().map(|table| table.name.as_str()).collect(),
    );
    ensure!(mine == theirs, "its tables are {}, and those of its schema {}", names(theirs), names(mine));
    for (table, rows) in ours.iter().zip(&manifest.tables) {
        ensure!(
            table.column_names() == rows.columns,
            "its table {} has other columns than that of its schema",
            table.name
        );
    }
    Ok(())
}

/// Fails if the blob store contains files.
async fn nothing_is_there(files: &BlobStore) -> anyhow::Result<()> {
    let there = files.names().await?;
    let Some(one) = there.first() else { return Ok(()) };
    bail!(
        "where pictures are kept there is {} already, which a guide may need: name another MEDIA_URL or data folder, or \
         say --overwrite-media if the guide whose they are is no more",
        one.as_str()
    )
}

/// Stores a file. An identical existing file is taken over.
async fn keep(files: &BlobStore, name: FileName, bytes: Bytes, kept: &mut Vec<FileName>) -> anyhow::Result<()> {
    match files.read(&name).await? {
        Some(there) if there == bytes => Ok(()),
        Some(_) => bail!("where pictures are kept there is another file {}", name.as_str()),
        None => {
            kept.push(name.clone());
            Ok(files.put(&name, bytes).await?)
        }
    }
}
