//! `cms backup` and `cms restore`: a guide into one file, and out of it into a new place.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use tempfile::{NamedTempFile, TempPath};

use super::database::{self, Absent};
use super::{pictures, serve};
use crate::backup::create::make;
use crate::backup::manifest::Manifest;
use crate::backup::restore::{self, MediaPolicy};
use crate::common::clock::Clock;
use crate::config::Storage;

/// How many missing files are named on the screen; the backup names all.
const NAMED: usize = 20;

/// Arguments of `cms backup`.
#[derive(Args)]
pub struct Target {
    /// File to write, such as `guide.tar.gz`; `-` for standard output. It contains email addresses, password hashes and
    /// the keys that sign tokens; only its owner can read it.
    #[arg(long)]
    to: PathBuf,
    /// Replace an existing file, which is refused otherwise.
    #[arg(long)]
    replace: bool,
}

/// Arguments of `cms restore`.
#[derive(Args)]
pub struct Origin {
    /// File that `cms backup` has written.
    #[arg(long)]
    from: PathBuf,
    /// Restore even if there are image files already. They then belong to this guide, which removes those that no image
    /// names. For the bucket of a guide that no longer exists, and after a restore that was killed.
    #[arg(long)]
    overwrite_media: bool,
}

/// Makes a backup; the guide may be served meanwhile. The schema is left as it is: before an upgrade is when a backup is
/// wanted.
pub async fn run(storage: Storage, Target { to, replace }: Target) -> anyhow::Result<()> {
    eprintln!("Database: {}", database::place(&storage));
    let (db, files) = (database::attach(&storage, Absent::Refuse).await?, pictures::files(&storage)?);
    let now = Clock::default().now();
    let made = async {
        if to == Path::new("-") {
            let (mut out, manifest) = make(&db, &files, std::io::stdout(), now).await?;
            out.flush()?;
            return Ok(manifest);
        }
        let (file, manifest) = make(&db, &files, begun(&to, replace)?, now).await?;
        finish(file, &to, replace)?;
        Ok(manifest)
    };
    let made = tokio::select! {
        // Listened for before anything is begun: otherwise what was begun would stay.
        biased;
        () = serve::stop_signal() => Err(anyhow::anyhow!("it was interrupted: there is no backup")),
        made = made => made,
    };
    db.close().await;
    let manifest = made?;
    tell_missing(&manifest.media.missing);
    for name in &manifest.left_out {
        eprintln!("Left out: the table {name}, which is not the guide's");
    }
    eprintln!("Backed up: {}", told(&manifest));
    Ok(())
}

/// Makes a guide from a backup where there is none.
pub async fn restore(storage: Storage, Origin { from, overwrite_media }: Origin) -> anyhow::Result<()> {
    eprintln!("Database: {}", database::place(&storage));
    let (files, url) = (pictures::files(&storage)?, database::direct(&storage)?);
    let media = if overwrite_media { MediaPolicy::Overwrite } else { MediaPolicy::RequireEmpty };
    let done = restore::restore(&from, &url, (&files, media), serve::stop_signal()).await;
    let manifest =
        done.with_context(|| format!("{} was not restored; what was there before is as it was", from.display()))?;
    tell_missing(&manifest.media.missing);
    println!("Restored what {} made at {}: {}", manifest.software, manifest.made_at, told(&manifest));
    Ok(())
}

/// A file beside the target that only its owner reads, and that goes when it is not finished.
fn begun(to: &Path, replace: bool) -> anyhow::Result<NamedTempFile> {
    ensure!(
        replace || to.symlink_metadata().is_err(),
        "{} is there already; --replace puts another in its place",
        to.display()
    );
    let Some(name) = to.file_name().and_then(|name| name.to_str()) else { bail!("{} names no file", to.display()) };
    ensure!(folder(to).is_dir(), "there is no folder {}", folder(to).display());
    let part = tempfile::Builder::new().prefix(&format!("{name}.")).suffix(".part").tempfile_in(folder(to));
    part.with_context(|| format!("{} cannot be written", to.display()))
}

/// Gives it its name once it is on the disk.
fn finish(file: NamedTempFile, to: &Path, replace: bool) -> anyhow::Result<()> {
    file.as_file().sync_all()?;
    let path: TempPath = file.into_temp_path();
    let named = if replace { path.persist(to) } else { path.persist_noclobber(to) };
    named.with_context(|| format!("{} cannot be made", to.display()))?;
    Ok(std::fs::File::open(folder(to))?.sync_all()?)
}

fn folder(to: &Path) -> &Path {
    to.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

fn told(Manifest { tables, media, schema, .. }: &Manifest) -> String {
    let rows: u64 = tables.iter().map(|table| table.rows).sum();
    let (tables, files, bytes) = (tables.len(), media.files, media.bytes);
    format!("{rows} rows of {tables} tables at step {schema}, {files} files of pictures ({bytes} bytes)")
}

fn tell_missing(missing: &[String]) {
    for name in missing.iter().take(NAMED) {
        eprintln!("Missing: the file {name}, which a picture names");
    }
    if missing.len() > NAMED {
        eprintln!("Missing: {} more; `manifest.json` in the backup names all", missing.len() - NAMED);
    }
}
