//! Publishes articles at their publication date, once, on the first replica that notices.
//!
//! The column `is_public` makes an article public, not the time of a request: so publication is a change with an entry
//! in the change log, which invalidates all caches together.

use std::time::Duration;

use super::{service, write};
use crate::common::clock::Timestamp;
use crate::common::id::ArticleId;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::jobs::change_log;
use crate::with_pool;

/// The longest time between two checks, because another replica may have stored an earlier date.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

const NEXT: &str = "select min(publication_date) from article where is_active and not is_public and deleted_at is null";

/// Publishes the due articles. Returns the time until the next check.
pub async fn run(app: App) -> Result<Duration, StoreError> {
    let next: Option<Timestamp> = with_pool!(&app.db, |engine| sqlx::query_scalar(NEXT).fetch_one(engine))?;
    let Some(next) = next else { return Ok(POLL_INTERVAL) };
    let ms = next.0 - app.clock.now().0;
    if ms > 0 {
        return Ok(POLL_INTERVAL.min(Duration::from_millis(ms as u64)));
    }
    publish_due(&app).await?;
    Ok(Duration::ZERO)
}

/// Publishes every article whose publication date has passed. Returns the newly published ones.
pub async fn publish_due(app: &App) -> Result<Vec<ArticleId>, StoreError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            let published = write::publish_due(tx, now).await?;
            if published.is_empty() {
                return Ok((published, Vec::new()));
            }
            let tags = service::tags(&published);
            let seq = change_log::append(tx, &tags, now).await?;
            for id in &published {
                write::set_change_seq(tx, *id, seq).await?;
            }
            Ok((published, tags))
        })
    })
    .await
}
