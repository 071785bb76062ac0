//! What lies in the trash too long is removed for good, by itself.

use super::write;
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::ArticleId;
use crate::db::error::StoreError;
use crate::http::app::App;

/// Removes an article that was moved to the trash before `then`; answers whether it did. Another replica, or somebody who
/// wanted it back, may have been faster. No page shows it, so none changes.
pub async fn remove(app: &App, id: ArticleId, then: Timestamp) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let article = match write::locked_in_trash(tx, id).await {
                Ok(article) if article.deleted_at.is_some_and(|at| at < then) => article,
                Ok(_) | Err(StoreError::NotFound) => return Ok(false),
                Err(error) => return Err(error),
            };
            write::remove(tx, &article).await?;
            // What it said was noted when it was deleted.
            AuditContext::system("trash emptied", now).log_touched(tx, &article).await?;
            Ok(true)
        })
    });
    work.await
}
