//! `cms media`: where the files of pictures are, and the sweeping of those that belong to nothing.

use std::time::Duration;

use anyhow::bail;
use clap::Subcommand;

use super::database::{self, Absent};
use crate::audit_log::model::AuditContext;
use crate::common::clock::{Clock, Timestamp};
use crate::common::error_chain;
use crate::config::{PictureFiles, Storage};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::integrations::blob_store::BlobStore;
use crate::integrations::bucket::{Bucket, BucketConfig};
use crate::media::garbage_collector::{SweepError, Sweeper, Swept};

/// How often a running server sweeps. The first time comes late enough not to disturb a start.
const EVERY: Duration = Duration::from_secs(3600);

/// What `cms media` can do.
#[derive(Subcommand)]
pub enum Verb {
    /// Remove files that no picture names, and photos that were sent for a guestbook entry which never came. A running
    /// server does so every hour, but leaves files alone for six hours: not while a backup is being made.
    Sweep,
}

/// Runs one of them.
pub async fn run(storage: Storage, verb: Verb) -> anyhow::Result<()> {
    let db = database::open(&storage, Absent::Refuse).await?;
    match verb {
        Verb::Sweep => {
            let Swept { files, photos } = sweep_noted(&db, &files(&storage)?, Clock::default().now()).await?;
            println!("Removed: {files} files, {photos} photos that belonged to no entry");
        }
    }
    db.close().await;
    Ok(())
}

/// Sweeps, and notes that somebody asked for it.
pub async fn sweep_noted(db: &Db, files: &BlobStore, now: Timestamp) -> Result<Swept, SweepError> {
    let swept = Sweeper::at_once().sweep(db, files, now).await?;
    let audit = AuditContext::command("media sweep", now);
    db.write::<_, StoreError, _>(move |tx| Box::pin(async move { audit.log_action(tx).await })).await?;
    Ok(swept)
}

/// Where the files are.
pub fn files(storage: &Storage) -> anyhow::Result<BlobStore> {
    let PictureFiles { media_url, s3_endpoint, s3_region, s3_key_id, s3_secret } = storage.pictures.clone();
    match media_url {
        Some(url) if url.starts_with("s3://") => {
            let config =
                BucketConfig { url, endpoint: s3_endpoint, region: s3_region, key_id: s3_key_id, secret: s3_secret };
            Ok(BlobStore::Bucket(Bucket::open(&config)?))
        }
        Some(url) if url.contains("://") => bail!("MEDIA_URL is neither a folder nor like s3://bucket/folder"),
        Some(folder) => Ok(BlobStore::Folder(folder.into())),
        None => Ok(BlobStore::Folder(storage.data_dir.join("media"))),
    }
}

/// Sweeps every hour, until the process ends. What is wrong with the place of pictures is told at the start: whoever
/// mistyped it reads the log then.
pub async fn sweep_now_and_then(app: App) {
    if let Err(error) = app.files.check().await {
        tracing::warn!(error = %error_chain::display(&error), "pictures cannot be kept or read");
    }
    let mut sweeper = Sweeper::patient();
    loop {
        tokio::time::sleep(EVERY).await;
        match sweeper.sweep(&app.db, &app.files, app.clock.now()).await {
            Ok(Swept { files: 0, photos: 0 }) => {}
            Ok(Swept { files, photos }) => tracing::info!(files, photos, "what belonged to nothing was removed"),
            Err(error) => tracing::warn!(error = %error_chain::display(&error), "pictures could not be swept"),
        }
    }
}
