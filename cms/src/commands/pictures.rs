//! `cms media`: opens the blob store and runs the garbage collector of picture files.

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

/// The interval of the garbage collector in a running server. The first run is late enough not to slow down the start.
const INTERVAL: Duration = Duration::from_secs(3600);

/// Subcommands of `cms media`.
#[derive(Subcommand)]
pub enum Verb {
    /// Remove files that no image names, and images that were uploaded for a guestbook entry that was never sent. A
    /// running server does this every hour, but only for files that have been unused for six hours. Do not run it
    /// during a backup.
    Sweep,
}

/// Runs a command.
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

/// Runs the garbage collector and logs it in the audit log.
pub async fn sweep_noted(db: &Db, files: &BlobStore, now: Timestamp) -> Result<Swept, SweepError> {
    let swept = Sweeper::at_once().sweep(db, files, now).await?;
    let audit = AuditContext::command("media gc", now);
    db.write::<_, StoreError, _>(move |tx| Box::pin(async move { audit.log_action(tx).await })).await?;
    Ok(swept)
}

/// The blob store according to the settings.
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

/// Runs the garbage collector every hour until the process ends. Problems of the blob store are logged at the start, so
/// that a wrong setting is noticed.
pub async fn run_garbage_collector(app: App) {
    if let Err(error) = app.files.check().await {
        tracing::warn!(error = %error_chain::display(&error), "the blob store of pictures is not usable");
    }
    let mut sweeper = Sweeper::patient();
    loop {
        tokio::time::sleep(INTERVAL).await;
        match sweeper.sweep(&app.db, &app.files, app.clock.now()).await {
            Ok(Swept { files: 0, photos: 0 }) => {}
            Ok(Swept { files, photos }) => {
                tracing::info!(files, photos, "deleted files and photos without a reference")
            }
            Err(error) => tracing::warn!(error = %error_chain::display(&error), "failed to collect unreferenced files"),
        }
    }
}
