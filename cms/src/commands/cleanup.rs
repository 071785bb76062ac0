//! Deletes expired records, such as those in the trash, and image files without a reference (`cms media gc`).

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use clap::Subcommand;
use tokio::sync::Mutex;

use super::database::{self, IfDatabaseMissing};
use crate::audit::log::AuditContext;
use crate::common::clock::{Clock, Timestamp, UNDO_WINDOW_S};
use crate::common::error_chain;
use crate::config::StorageConfig;
use crate::db::engine::{Db, StoreError};
use crate::db::soft_delete;
use crate::http::app::App;
use crate::integrations::blob_store::BlobStore;
use crate::media::garbage_collector::{GarbageCollector, GcError, GcStats};
use crate::{
    articles, audit, changes, claims, contact, drafts, enquiries, guestbook, imports, media, places, previews,
    proposals, webhooks,
};

const GC_INTERVAL: Duration = Duration::from_secs(3600);
const EXPIRED_RECORDS_INTERVAL: Duration = Duration::from_secs(600);
const DAY_S: i64 = 24 * 3600;

/// Manages image files.
#[derive(Subcommand)]
pub enum MediaCommand {
    /// Delete files that no image references, and photos that were uploaded for a guestbook entry that was never sent.
    /// Do not run it during a backup. A running server does this every hour, but only with files older than six hours.
    Gc,
}

/// Runs a subcommand of `cms media`.
pub async fn run(storage: StorageConfig, MediaCommand::Gc: MediaCommand) -> anyhow::Result<()> {
    let db = database::open_and_migrate(&storage, IfDatabaseMissing::Fail).await?;
    let GcStats { files, photos } =
        collect_garbage_without_grace(&db, &database::blob_store(&storage)?, Clock::default().now()).await?;
    println!("Removed: {files} files, {photos} photos that belonged to no entry");
    db.close().await;
    Ok(())
}

/// Runs the garbage collector without a grace period and records the run in the audit log. No backup may run meanwhile,
/// because it could miss files.
pub async fn collect_garbage_without_grace(db: &Db, files: &BlobStore, now: Timestamp) -> Result<GcStats, GcError> {
    let stats = GarbageCollector::without_grace().collect(db, files, now).await?;
    let audit = AuditContext::command("media gc", now);
    db.write::<_, StoreError, _>(move |tx| Box::pin(async move { audit.log_action(tx).await })).await?;
    Ok(stats)
}

/// Runs the garbage collector of a server. Returns the time until the next run. The first run deletes nothing, so that
/// the server starts quickly. It creates the collector, and logs a warning if the blob store is not usable.
pub async fn collect_garbage(app: App, collector: Arc<Mutex<Option<GarbageCollector>>>) -> Result<Duration, GcError> {
    let mut collector = collector.lock().await;
    let Some(collector) = &mut *collector else {
        if let Err(error) = app.media.files.check_access().await {
            tracing::warn!(error = %error_chain::display(&error), "the blob store of images is not usable");
        }
        *collector = Some(GarbageCollector::with_grace());
        return Ok(GC_INTERVAL);
    };
    let GcStats { files, photos } = collector.collect(&app.db, &app.media.files, app.clock.now()).await?;
    if files + photos > 0 {
        tracing::info!(files, photos, "deleted files and photos without a reference");
    }
    Ok(GC_INTERVAL)
}

/// Runs [`delete_expired_records`] as a background task. Returns the time until the next run.
pub async fn run_expired_records_deletion(app: App) -> Result<Duration, StoreError> {
    let removed = delete_expired_records(&app).await?;
    if removed > 0 {
        tracing::info!(removed, "deleted expired records");
    }
    Ok(EXPIRED_RECORDS_INTERVAL)
}

/// Purges records whose retention in the trash is over or which can no longer be restored. Also deletes other expired
/// data, such as personal data in old claims. Returns the number of changed and deleted rows.
pub async fn delete_expired_records(app: &App) -> Result<u64, StoreError> {
    let now = app.clock.now();
    let undo_cutoff = now.plus_seconds(-UNDO_WINDOW_S);
    let mut deleted_count = guestbook::deletion::purge(&app.db, undo_cutoff).await?
        + soft_delete::purge(&app.db, contact::store::SOFT_DELETE_TABLE.name, undo_cutoff).await?
        + soft_delete::purge(&app.db, audit::undo::DELETED_RECORD_TABLE, undo_cutoff).await?
        + enquiries::store::delete_old(&app.db, now.plus_seconds(-enquiries::dto::RETENTION_S)).await?
        + proposals::store::delete_expired_data(&app.db, now).await?
        + claims::store::expire_delete_and_anonymize_old_claims(&app.db, now).await?
        + drafts::store::delete_drafts_of_deleted_categories(&app.db).await?
        + webhooks::delivery_store::prune(&app.db, now.plus_seconds(-webhooks::delivery_store::RETENTION_DAYS * DAY_S))
            .await?
        + webhooks::store::delete_expired_secrets(&app.db, now).await?
        + changes::store::prune(&app.db, now.plus_seconds(-changes::store::NON_PUBLIC_RETENTION_DAYS * DAY_S)).await?
        + imports::job_store::delete_old(&app.db, now).await?
        + previews::store::delete_expired(&app.db, now).await?;
    for image in soft_delete::ids_to_purge(&app.db, media::store::TABLE, undo_cutoff).await? {
        deleted_count += count_purged(image, media::store::purge(app, image, undo_cutoff).await);
    }
    if let Some(cutoff) = app.purge_cutoff() {
        // One transaction per record, so that other writes can run in between.
        for place in soft_delete::ids_to_purge(&app.db, "place", cutoff).await? {
            deleted_count += count_purged(place, places::service::purge_from_trash(app, place, cutoff).await);
        }
        for article in soft_delete::ids_to_purge(&app.db, "article", cutoff).await? {
            deleted_count += count_purged(article, articles::service::purge_from_trash(app, article, cutoff).await);
        }
    }
    Ok(deleted_count)
}

/// The number of purged records, 0 or 1. An error is only logged, so that the other records are still purged.
fn count_purged(id: impl Display, outcome: Result<bool, StoreError>) -> u64 {
    outcome.map(u64::from).unwrap_or_else(|error| {
        tracing::warn!(%id, error = %error_chain::display(&error), "failed to purge a record from the trash");
        0
    })
}
