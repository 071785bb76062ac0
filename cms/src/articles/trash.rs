//! Purges articles whose time in the trash is over.

use super::write;
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::ArticleId;
use crate::db::error::StoreError;
use crate::http::app::App;

/// The table of articles.
pub const TABLE: &str = "article";

/// Purges an article that was moved to the trash before `cutoff`. Returns `false` if it was purged by another replica
/// or restored in the meantime. No page shows it, so no cache is invalidated.
pub async fn purge(app: &App, id: ArticleId, cutoff: Timestamp) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let article = match write::locked_in_trash(tx, id).await {
                Ok(article) if article.deleted_at.is_some_and(|at| at < cutoff) => article,
                Ok(_) | Err(StoreError::NotFound) => return Ok(false),
                Err(error) => return Err(error),
            };
            write::purge(tx, &article).await?;
            // The audit event of the deletion has the article's fields.
            AuditContext::system("trash emptied", now).log_touched(tx, &article).await?;
            Ok(true)
        })
    });
    work.await
}
