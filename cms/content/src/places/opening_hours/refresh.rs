//! Recomputes opening hours and expires badges, so that cached responses and pages do not become wrong over time.
//!
//! The opening periods in the row of a place reach a little more than a year ahead. They are recomputed every four
//! weeks. As for any other change, an entry in the change log then invalidates the affected pages. A place is due when
//! its `opening_refresh_at` has passed. The first replica that finds a due place updates it, and the other replicas
//! find nothing to do.

use std::collections::BTreeSet;
use std::time::Duration;

use sqlx::types::Json;

use super::schedule::{self, Opening};
use crate::common::id::PlaceId;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::jobs::change_log;
use crate::places::{store, verification};
use crate::{execute, with_pool};

/// The interval between two searches for due places and badges. It can be long, because places are due long before
/// their opening periods end.
const POLL_INTERVAL: Duration = Duration::from_secs(600);
/// The maximum number of places in one transaction, so that other writes can run between two transactions. Badges are
/// expired in batches of the same size.
const BATCH_SIZE: i64 = 50;

// The statement sorts by `opening_refresh_at`, so that it can use the index on that column. If it sorted by id, it
// would read all places whenever none is due.
const SELECT_DUE: &str = "select id, operating_hours from place
    where opening_refresh_at <= $1 and operating_hours is not null order by opening_refresh_at, id limit $2";

// Updates no row if the hours have changed since they were read, or if another replica has already stored the schedule.
const UPDATE_OPENING: &str = "update place set opening = $1, opening_refresh_at = $2, list_json_epoch = 0
    where id = $3 and operating_hours = $4 and opening_refresh_at <= $5";

/// Expires one batch of badges and refreshes one batch of opening hours. Returns the time until the next run.
pub async fn run(app: App) -> Result<Duration, StoreError> {
    let expired_count = verification::expire_due_badges(&app).await?.len() as i64;
    if expired_count > 0 {
        tracing::info!(expired_count, "badges expired");
    }
    let refreshed_count = refresh_due_schedules(&app).await?.len() as i64;
    let may_be_more = refreshed_count == BATCH_SIZE || expired_count == BATCH_SIZE;
    Ok(if may_be_more { Duration::ZERO } else { POLL_INTERVAL })
}

/// Recomputes the opening periods of one batch of due places. Returns their ids.
pub async fn refresh_due_schedules(app: &App) -> Result<Vec<PlaceId>, StoreError> {
    let now = app.clock.now();
    let due: Vec<(PlaceId, String)> =
        with_pool!(&app.db, |engine| sqlx::query_as(SELECT_DUE).bind(now).bind(BATCH_SIZE).fetch_all(engine))?;
    if due.is_empty() {
        return Ok(Vec::new());
    }
    let mut computed_openings = Vec::new();
    for (id, hours) in due {
        let opening =
            schedule::compute_schedule_on_blocking_thread(hours.clone(), now).await.ok().and_then(Opening::non_empty);
        if opening.is_none() {
            // The hours are older than the validation, or a newer version of the crate `opening_hours` rejects them.
            tracing::warn!(place = id.0, "failed to parse stored opening hours; the place has no schedule");
        }
        computed_openings.push((id, hours, opening));
    }
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let (mut refreshed, mut affected) = (Vec::new(), BTreeSet::new());
            for (id, hours, opening) in computed_openings {
                let next_refresh_at = opening.as_ref().map(|_| schedule::next_refresh_at(now));
                let opening = opening.map(Json);
                if execute!(
                    tx,
                    sqlx::query(UPDATE_OPENING).bind(opening).bind(next_refresh_at).bind(id).bind(hours).bind(now)
                )? > 0
                {
                    affected.extend(store::cache_tags(tx, id).await?);
                    refreshed.push(id);
                }
            }
            Ok((refreshed, change_log::append_unless_empty(tx, affected.into_iter().collect(), now).await?))
        })
    })
    .await
}
