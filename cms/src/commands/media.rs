//! `cms media`: opens the blob store and runs the garbage collector of image files.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::Subcommand;
use tokio::sync::Mutex;

use super::database::{self, IfMissing};
use crate::audit::model::AuditContext;
use crate::common::clock::{Clock, Timestamp};
use crate::common::error_chain;
use crate::config::{MediaConfig, StorageConfig};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::integrations::blob_store::BlobStore;
use crate::integrations::bucket::{Bucket, BucketConfig};
use crate::media::garbage_collector::{GarbageCollector, GcError, GcStats};

/// The interval of the garbage collector in a running server.
const INTERVAL: Duration = Duration::from_secs(3600);

/// Manages image files.
#[derive(Subcommand)]
pub enum MediaCommand {
    /// Delete files that no image names, and photos that were uploaded for a guestbook entry that was never sent. Do
    /// not run it during a backup. A running server does this every hour, and keeps such files for six hours.
    Gc,
}

/// Runs a command.
pub async fn run(storage: StorageConfig, command: MediaCommand) -> anyhow::Result<()> {
    let db = database::open(&storage, IfMissing::Fail).await?;
    match command {
        MediaCommand::Gc => {
            let GcStats { files, photos } = collect_garbage(&db, &files(&storage)?, Clock::default().now()).await?;
            println!("Removed: {files} files, {photos} photos that belonged to no entry");
        }
    }
    db.close().await;
    Ok(())
}

/// Runs the garbage collector and logs it in the audit log.
pub async fn collect_garbage(db: &Db, files: &BlobStore, now: Timestamp) -> Result<GcStats, GcError> {
    let stats = GarbageCollector::immediate().collect(db, files, now).await?;
    let audit = AuditContext::command("media gc", now);
    db.write::<_, StoreError, _>(move |tx| Box::pin(async move { audit.log_action(tx).await })).await?;
    Ok(stats)
}

/// The blob store according to the settings.
pub fn files(storage: &StorageConfig) -> anyhow::Result<BlobStore> {
    let MediaConfig { media_url, s3_endpoint, s3_region, s3_key_id, s3_secret } = storage.media.clone();
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

/// Runs the garbage collector of a server. Returns the time until the next run. The first run only creates the collector
/// and checks the blob store, so that a wrong setting is logged and the start is not slowed down.
pub async fn run_garbage_collector(
    app: App,
    collector: Arc<Mutex<Option<GarbageCollector>>>,
) -> Result<Duration, GcError> {
    let mut collector = collector.lock().await;
    let Some(collector) = &mut *collector else {
        if let Err(error) = app.files.check().await {
            tracing::warn!(error = %error_chain::display(&error), "the blob store of images is not usable");
        }
        *collector = Some(GarbageCollector::with_grace());
        return Ok(INTERVAL);
    };
    let GcStats { files, photos } = collector.collect(&app.db, &app.files, app.clock.now()).await?;
    if files + photos > 0 {
        tracing::info!(files, photos, "deleted files and photos without a reference");
    }
    Ok(INTERVAL)
}
