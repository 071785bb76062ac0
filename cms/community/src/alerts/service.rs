//! Creates, changes and ends alerts for admins. A background task begins and ends alerts at their times. Each operation
//! is one write, which also appends to the change log.

use std::collections::BTreeSet;
use std::time::Duration;

use super::dto::{Alert, AlertScope, AlertState};
use super::requests::AlertChanges;
use super::store::{self, MAX_ALERTS_NOT_ENDED};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Account;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::AlertId;
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::http::app::App;
use crate::http::input::bulk::shortened_id_list;
use crate::http::input::update::{Update, WriteError, map_missing_to_404};
use crate::http::problem::{Code, FieldError, Problem};
use crate::jobs::change_log;

/// The interval between two checks for due alerts (see [`store::list_due`]).
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The maximum number of due alerts that one check processes.
const BATCH_SIZE: i64 = 20;

/// Creates an alert. 409 if there are 200 alerts that have not ended; 422 names the invalid fields.
pub async fn add(app: &App, caller: &Account, audit: AuditContext, sent: AlertChanges) -> Result<Alert, WriteError> {
    let (account, clock) = (caller.id.clone(), app.clock.clone());
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            // A change of an alert can mark the cached JSON of several places as outdated. All writes of several places
            // take the lock exclusively, to prevent deadlocks.
            tx.lock_exclusive(AdvisoryLock::Places).await?;
            let now = clock.now();
            if store::count_alerts_not_ended(tx).await? >= MAX_ALERTS_NOT_ENDED {
                let code = Code::AlertsFull.with("limit", MAX_ALERTS_NOT_ENDED);
                return Err(Problem::conflict(code, "There are 200 alerts that have not ended: end one first").into());
            }
            let mut alert = Alert { account_id: Some(account), ..Alert::blank(now) };
            let mut errors = sent.apply_to(&mut alert, now);
            errors.extend(alert.missing_target_error());
            errors.extend(target_error(tx, &alert).await?);
            if !errors.is_empty() {
                return Err(Problem::invalid(errors).into());
            }
            let id = store::add(tx, alert).await?;
            let alert = store::get_for_update(tx, id).await?;
            audit.log_created(tx, &alert).await?;
            let tags = append_change_and_invalidate_list_cache(tx, None, &alert, now).await?;
            Ok((alert, tags))
        })
    })
    .await
}

/// Changes an alert. 404 if it does not exist; 422 names the invalid fields. 412 with the current alert if `If-Match`
/// does not contain its version, unless the alert already has the requested values.
pub async fn change(
    app: &App,
    audit: AuditContext,
    id: AlertId,
    Update { changes: sent, mut broken_rules, if_match, .. }: Update<AlertChanges>,
) -> Result<Alert, WriteError> {
    let clock = app.clock.clone();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::Places).await?;
            let before = store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "alert"))?;
            let now = clock.now();
            if sent.id.is_some_and(|sent| sent != id) {
                return Err(Problem::id_mismatch().into());
            }
            let mut after = before.clone();
            broken_rules.extend(sent.apply_to(&mut after, now));
            if let Some(error) = after.missing_target_error() {
                return Err(Problem::invalid(vec![error]).into());
            }
            if after.place_ids != before.place_ids || after.category_id != before.category_id {
                broken_rules.extend(target_error(tx, &after).await?);
            }
            let after = broken_rules.reject_new_violations(&before, Ok(after));
            let after = if_match.check_precondition(tx, &audit, before.version, (&before, after), &before).await?;
            let Some(after) = after else { return Ok((before, Vec::new())) };
            save(tx, &audit, (&before, &after), now).await
        })
    })
    .await
}

/// Ends an alert now. An alert that has already ended stays unchanged. 404 if the alert does not exist.
pub async fn end(app: &App, audit: AuditContext, id: AlertId) -> Result<Alert, WriteError> {
    let clock = app.clock.clone();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::Places).await?;
            let before = store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "alert"))?;
            let now = clock.now();
            if before.state == AlertState::Ended {
                audit.log_action_on(tx, &before).await?;
                return Ok((before, Vec::new()));
            }
            let after = Alert { ends_at: Some(now), state: AlertState::Ended, ..before.clone() };
            save(tx, &audit, (&before, &after), now).await
        })
    })
    .await
}

/// Stores a changed alert. Returns it with the cache tags of the change.
async fn save(
    tx: &mut Tx,
    audit: &AuditContext,
    (before, after): (&Alert, &Alert),
    now: Timestamp,
) -> Result<(Alert, Vec<CacheTag>), WriteError> {
    store::change(tx, before, after, now).await?;
    audit.log_updated(tx, before, after).await?;
    let alert = store::get_for_update(tx, before.id).await?;
    let tags = append_change_and_invalidate_list_cache(tx, Some(before), &alert, now).await?;
    Ok((alert, tags))
}

/// The error if a place of the alert or its category does not exist.
async fn target_error(tx: &mut Tx, alert: &Alert) -> Result<Option<FieldError>, StoreError> {
    match (alert.scope, alert.category_id) {
        (AlertScope::Places, _) => {
            let unknown = store::unknown_places(tx, &alert.place_ids).await?;
            let ids = shortened_id_list(&unknown);
            let sentence = format!("These places do not exist: {ids}");
            let error = FieldError::new(Code::IdsUnknown.with("ids", ids), "placeIds", sentence);
            Ok((!unknown.is_empty()).then_some(error))
        }
        (AlertScope::Category, Some(id)) if !store::category_exists(tx, id).await? => {
            Ok(Some(FieldError::new(Code::CategoryUnknown, "categoryId", "This category does not exist")))
        }
        _ => Ok(None),
    }
}

/// Marks the list cache of the affected places as outdated and appends the change to the change log. A place is
/// affected if the alert was current for it before the change or is current for it now. Returns the cache tags.
async fn append_change_and_invalidate_list_cache(
    tx: &mut Tx,
    before: Option<&Alert>,
    after: &Alert,
    now: Timestamp,
) -> Result<Vec<CacheTag>, StoreError> {
    let mut tags = BTreeSet::new();
    for alert in before.into_iter().chain([after]) {
        if alert.state == AlertState::Current {
            store::invalidate_list_cache(tx, alert).await?;
        }
        tags.extend(store::cache_tags_to_invalidate(tx, alert).await?);
    }
    change_log::append_unless_empty(tx, tags.into_iter().collect(), now).await
}

/// Begins and ends the alerts that are due. Returns the time until the next check.
pub async fn run_due_alerts(app: App) -> Result<Duration, StoreError> {
    let changed_alerts = process_due_alerts(&app).await?;
    Ok(if changed_alerts.len() < BATCH_SIZE as usize { POLL_INTERVAL } else { Duration::ZERO })
}

/// Begins and ends the alerts that are due, each in its own write. Also invalidates pages with an alert that are due
/// to be rendered again. Returns only the alerts that this process has begun or ended, not those of other replicas.
pub async fn process_due_alerts(app: &App) -> Result<Vec<AlertId>, StoreError> {
    let mut changed_alerts = Vec::new();
    for id in store::list_due(&app.db, app.clock.now(), BATCH_SIZE).await? {
        if process_due_alert(app, id).await? {
            changed_alerts.push(id);
        }
    }
    Ok(changed_alerts)
}

async fn process_due_alert(app: &App, id: AlertId) -> Result<bool, StoreError> {
    let clock = app.clock.clone();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::Places).await?;
            let before = store::get_for_update(tx, id).await?;
            let now = clock.now();
            let state = AlertState::at(before.starts_at, before.ends_at, now);
            if state == before.state {
                // The alert is unchanged, so no audit event is added. If its pages are due to be rendered again, their
                // cached responses are invalidated.
                let is_due = store::mark_pages_refreshed_if_due(tx, id, now).await?;
                let tags = if is_due { store::cache_tags_to_invalidate(tx, &before).await? } else { Vec::new() };
                return Ok((false, change_log::append_unless_empty(tx, tags, now).await?));
            }
            let after = Alert { state, ..before.clone() };
            store::set_state(tx, &after).await?;
            let action = if state == AlertState::Ended { "alert ended" } else { "alert started" };
            AuditContext::system(action, now).log_updated(tx, &before, &after).await?;
            let tags = append_change_and_invalidate_list_cache(tx, Some(&before), &after, now).await?;
            Ok((true, tags))
        })
    })
    .await
}
