//! `cms backup` and `cms restore`: write a guide into one file, and create a guide from it.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use tempfile::NamedTempFile;

use super::database::{self, IfDatabaseMissing};
use super::serve;
use crate::backup::create::{persist, write_backup};
use crate::backup::manifest::Manifest;
use crate::backup::restore::{self, MediaPolicy};
use crate::common::clock::Clock;
use crate::config::StorageConfig;
use crate::db::engine::folder_of;

/// The maximum number of missing files that are printed. The manifest of the backup names all.
const MAX_PRINTED_MISSING_FILES: usize = 20;

/// The arguments of `cms backup`.
#[derive(Args)]
pub struct BackupArgs {
    /// The file to create, such as `guide.tar.gz`; `-` for standard output. It contains email addresses, password
    /// hashes and the keys that sign tokens, so only its owner may read it.
    #[arg(long)]
    to: PathBuf,
    /// Replace an existing file, which is an error otherwise.
    #[arg(long)]
    replace: bool,
}

/// The arguments of `cms restore`.
#[derive(Args)]
pub struct RestoreArgs {
    /// The file that `cms backup` created.
    #[arg(long)]
    from: PathBuf,
    /// Restore although the blob store contains image files. The guide takes them over: it deletes files that none of
    /// its images references. For the bucket of a guide that no longer exists, and after an interrupted restore.
    #[arg(long)]
    overwrite_media: bool,
}

/// Creates a backup; a server may run meanwhile. The database is not migrated, so that a backup can be made before an
/// upgrade.
pub async fn run(storage: StorageConfig, BackupArgs { to, replace }: BackupArgs) -> anyhow::Result<()> {
    eprintln!("Database: {}", database::location(&storage));
    let db = database::open_without_migration(&storage, IfDatabaseMissing::Fail).await?;
    let files = database::blob_store(&storage)?;
    let now = Clock::default().now();
    let backup = async {
        if to == Path::new("-") {
            let (mut out, manifest) = write_backup(&db, &files, std::io::stdout(), now).await?;
            out.flush()?;
            return Ok(manifest);
        }
        let (file, manifest) = write_backup(&db, &files, create_temp_file(&to, replace)?, now).await?;
        persist(file.into_temp_path(), &to, replace)?;
        Ok(manifest)
    };
    let backup = tokio::select! {
        // `stop_signal` is polled first, so that its signal handler is installed before the backup starts. Without the
        // handler, a signal would end the process and leave the temporary file.
        biased;
        () = serve::stop_signal() => Err(anyhow::anyhow!("it was interrupted: there is no backup")),
        backup = backup => backup,
    };
    db.close().await;
    let manifest = backup?;
    print_missing_files(&manifest.media.missing);
    for name in &manifest.left_out {
        eprintln!("Left out: the table {name}, which does not belong to the guide");
    }
    eprintln!("Backed up: {}", summary(&manifest));
    Ok(())
}

/// Creates a guide from a backup. Fails if a guide already exists at the destination.
pub async fn restore(storage: StorageConfig, RestoreArgs { from, overwrite_media }: RestoreArgs) -> anyhow::Result<()> {
    eprintln!("Database: {}", database::location(&storage));
    let (files, url) = (database::blob_store(&storage)?, database::direct_url(&storage)?);
    let media_policy = if overwrite_media { MediaPolicy::AllowExisting } else { MediaPolicy::RequireEmpty };
    let result = restore::restore(&from, &url, (&files, media_policy), serve::stop_signal()).await;
    let manifest =
        result.with_context(|| format!("{} was not restored; existing data is unchanged", from.display()))?;
    print_missing_files(&manifest.media.missing);
    println!("Restored what {} made at {}: {}", manifest.software, manifest.created_at, summary(&manifest));
    Ok(())
}

/// Creates a temporary file in the folder of `to`. Only its owner can read it. It is deleted unless [`persist`] moves
/// it to `to`. Fails if `to` exists and `replace` is false.
fn create_temp_file(to: &Path, replace: bool) -> anyhow::Result<NamedTempFile> {
    let path = to.display();
    ensure!(replace || to.symlink_metadata().is_err(), "{path} already exists; use --replace to overwrite it");
    let Some(name) = to.file_name().and_then(|name| name.to_str()) else { bail!("{path} does not name a file") };
    ensure!(folder_of(to).is_dir(), "there is no folder {}", folder_of(to).display());
    let temp_file = tempfile::Builder::new().prefix(&format!("{name}.")).suffix(".part").tempfile_in(folder_of(to));
    temp_file.with_context(|| format!("{path} cannot be written"))
}

fn summary(Manifest { tables, media, schema, .. }: &Manifest) -> String {
    let rows: u64 = tables.iter().map(|table| table.rows).sum();
    let (tables, files, bytes) = (tables.len(), media.files, media.bytes);
    format!("{rows} rows of {tables} tables at step {schema}, {files} image files ({bytes} bytes)")
}

fn print_missing_files(missing: &[String]) {
    for name in missing.iter().take(MAX_PRINTED_MISSING_FILES) {
        eprintln!("Missing: the file {name} of an image");
    }
    let more = missing.len().saturating_sub(MAX_PRINTED_MISSING_FILES);
    if more > 0 {
        eprintln!("Missing: {more} more; `manifest.json` in the backup names all");
    }
}
