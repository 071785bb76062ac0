//! Creates, changes and cancels releases, and adds and removes their drafts.

use super::store::{self, Release, ReleaseItem, ReleaseState};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Account;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ReleaseId};
use crate::db::engine::Tx;
use crate::drafts::service::{draft_not_found, require_publish_at_in_future};
use crate::drafts::store::{self as drafts, DraftItem};
use crate::http::app::App;
use crate::http::input::update::{FieldPatch, IfMatch, WriteError};
use crate::http::problem::{Code, Problem};
use crate::revisions::store::RecordKey;

const MAX_DRAFTS: i64 = 200;

/// A release with its drafts while it is open, or with the records that it published. Errors: 404 if it does not exist.
pub async fn get(app: &App, id: ReleaseId) -> Result<Release, Problem> {
    let item = store::find(&app.db, id).await?.ok_or_else(release_not_found)?;
    let drafts = match item.state {
        ReleaseState::Open => drafts::drafts_of_release(&app.db, id).await?,
        _ => Vec::new(),
    };
    let records = store::records(&app.db, id).await?;
    Ok(Release { item, drafts: drafts.into_iter().map(|draft| draft.item).collect(), records })
}

fn release_not_found() -> Problem {
    Problem::not_found("This release does not exist")
}

/// Creates a release. Errors: 422 if `publish_at` is not in the future.
pub async fn create(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (name, publish_at): (String, Option<Timestamp>),
) -> Result<Release, Problem> {
    let (now, caller) = (app.clock.now(), caller.id.clone());
    require_publish_at_in_future(publish_at, now)?;
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let id = store::add(tx, (&name, publish_at), (&caller, now)).await?;
            let release = store::get_for_update(tx, id).await?;
            audit.log_created(tx, &release).await?;
            Ok(id)
        })
    });
    get(app, work.await?).await
}

/// Renames or schedules a release. Errors: 404 if it does not exist; 409 if it is not open; 412 with the current
/// release if `If-Match` does not contain its version; 422 if `publish_at` is not in the future.
pub async fn update(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    id: ReleaseId,
    (name, publish_at, if_match): (Option<String>, FieldPatch<Timestamp>, IfMatch),
) -> Result<Release, Problem> {
    let (now, caller) = (app.clock.now(), caller.id.clone());
    if let FieldPatch::Value(at) = publish_at {
        require_publish_at_in_future(Some(at), now)?;
    }
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let before = store::get_for_update(tx, id).await?;
            require_state(&before, ReleaseState::Open)?;
            let mut after = before.clone();
            after.name = name.unwrap_or(after.name);
            // A change of the name alone keeps the problem. A release with a problem is overdue: without the problem,
            // it would be published at once.
            if publish_at != FieldPatch::Absent {
                after.problem = None;
            }
            publish_at.apply_to(&mut after.publish_at);
            let Some(after) =
                if_match.check_precondition(tx, &audit, before.version, (&before, Ok(after)), &before).await?
            else {
                return Ok(());
            };
            let after = ReleaseItem { account_id: Some(caller), updated_at: now, ..after };
            store::update(tx, &after).await?;
            Ok(audit.log_updated(tx, &before, &after).await?)
        })
    });
    work.await?;
    get(app, id).await
}

fn require_state(release: &ReleaseItem, state: ReleaseState) -> Result<(), Problem> {
    if release.state == state {
        return Ok(());
    }
    let (code, sentence) = match state {
        ReleaseState::Open => (Code::ReleaseNotOpen, "This release was already published or canceled"),
        _ => (Code::ReleaseNotPublished, "This release is not published, or was already undone"),
    };
    Err(Problem::conflict(code, sentence))
}

/// A release, locked until the commit. Errors: 404 if it does not exist; 409 if its state is not `state`; 412 with the
/// release if `If-Match` does not contain its version.
pub async fn get_for_update(
    tx: &mut Tx,
    id: ReleaseId,
    state: ReleaseState,
    if_match: &IfMatch,
) -> Result<ReleaseItem, WriteError> {
    let release = store::get_for_update(tx, id).await?;
    require_state(&release, state)?;
    if if_match.allows(release.version) { Ok(release) } else { Err(Problem::precondition_failed(release).into()) }
}

/// Cancels a release. Its drafts stay, but belong to no release and have no publication time. Errors: those of
/// [`get_for_update`] for an open release.
pub async fn cancel(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    id: ReleaseId,
    if_match: IfMatch,
) -> Result<(), Problem> {
    let (now, caller) = (app.clock.now(), caller.id.clone());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let before = get_for_update(tx, id, ReleaseState::Open, &if_match).await?;
            drafts::clear_release(tx, id).await?;
            set_state(tx, &audit, before, (ReleaseState::Canceled, caller, now)).await
        })
    });
    Ok(work.await?)
}

/// Stores the new state of a release, removes its problem, and writes the change to the audit log. In the state
/// `Published`, `updated_at` becomes the time of publication.
pub async fn set_state(
    tx: &mut Tx,
    audit: &AuditContext,
    before: ReleaseItem,
    (state, caller, updated_at): (ReleaseState, AccountId, Timestamp),
) -> Result<(), WriteError> {
    let published_at = if state == ReleaseState::Published { Some(updated_at) } else { before.published_at };
    let account_id = Some(caller);
    let after = ReleaseItem { state, published_at, problem: None, account_id, updated_at, ..before.clone() };
    store::update(tx, &after).await?;
    Ok(audit.log_updated(tx, &before, &after).await?)
}

/// Adds the draft of a record to a release. Nothing changes if the draft is already in this release. Errors: 404 if the
/// release or the draft does not exist; 409 if the release is not open or has [`MAX_DRAFTS`] drafts; 409 if the draft
/// is in another release or has a publication time of its own.
pub async fn add_draft(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (id, key): (ReleaseId, RecordKey),
) -> Result<(), Problem> {
    let (now, caller) = (app.clock.now(), caller.id.clone());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let release = get_for_update(tx, id, ReleaseState::Open, &IfMatch(None)).await?;
            let draft = drafts::find_within(tx, &key, None).await?.ok_or_else(draft_not_found)?.item;
            if draft.release_id == Some(id) {
                return Ok(audit.log_action_on(tx, &release).await?);
            }
            require_joinable(&draft)?;
            if release.record_count >= MAX_DRAFTS {
                let sentence = "A release can have at most 200 drafts";
                return Err(Problem::conflict(Code::ReleaseFull.with("limit", MAX_DRAFTS), sentence).into());
            }
            if !drafts::join_release(tx, &key, id).await? {
                // Another request has scheduled the draft or added it to a release meanwhile.
                return Err(draft_scheduled_problem().into());
            }
            let after = ReleaseItem { account_id: Some(caller), updated_at: now, ..release };
            store::update(tx, &after).await?;
            Ok(audit.log_action_on_id(tx, key.kind, &key.id, draft.name).await?)
        })
    });
    Ok(work.await?)
}

fn draft_scheduled_problem() -> Problem {
    let sentence = "This draft has a time of its own. Cancel its schedule first.";
    Problem::conflict(Code::DraftScheduled, sentence)
}

/// Errors: 409 if the draft is in a release or has a publication time of its own.
fn require_joinable(draft: &DraftItem) -> Result<(), Problem> {
    if let Some(name) = &draft.release_name {
        let sentence = format!("This draft is in the release “{name}”. Take it out of that release first.");
        return Err(Problem::conflict(Code::DraftInRelease.with("name", name.as_str()), sentence));
    }
    if draft.publish_at.is_some() { Err(draft_scheduled_problem()) } else { Ok(()) }
}

/// Removes the draft of a record from a release. Errors: 404 if the release does not exist or the draft is not in it;
/// 409 if the release is not open.
pub async fn remove_draft(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (id, key): (ReleaseId, RecordKey),
) -> Result<(), Problem> {
    let (now, caller) = (app.clock.now(), caller.id.clone());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let release = get_for_update(tx, id, ReleaseState::Open, &IfMatch(None)).await?;
            let draft = drafts::find_within(tx, &key, None).await?.filter(|draft| draft.item.release_id == Some(id));
            let draft = draft.ok_or_else(|| Problem::not_found("This draft is not in the release"))?;
            drafts::leave_release(tx, &key).await?;
            let after = ReleaseItem { account_id: Some(caller), updated_at: now, ..release };
            store::update(tx, &after).await?;
            Ok(audit.log_action_on_id(tx, key.kind, &key.id, draft.item.name).await?)
        })
    });
    Ok(work.await?)
}
