//! Publishes releases and undoes them: either all records of a release change in one transaction, with one entry in the
//! change log, or none of them changes.

use std::collections::BTreeSet;
use std::time::Duration;

use super::service::{get, get_for_update, set_state};
use super::store::{self, RecordOutcome, Release, ReleaseItem, ReleaseRecord, ReleaseState};
use crate::articles;
use crate::audit::log::{Actor, AuditContext, AuditRecordKind};
use crate::auth::domain::accounts::{Account, Permission};
use crate::common::cache_tag::CacheTag;
use crate::common::error_chain;
use crate::common::id::{ArticleId, ReleaseId};
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::drafts::service::scheduling_account;
use crate::drafts::store::{self as drafts, Draft, DraftItem};
use crate::http::app::App;
use crate::http::caller::forbidden;
use crate::http::input::update::{ChangeMode, IfMatch, WriteError};
use crate::http::problem::{Code, Problem, RecordProblem};
use crate::records::{self, PreparedRecordChange};
use crate::revisions::service::fields_to_restore;
use crate::revisions::store::{self as revisions, RecordKey};

/// The interval between two checks for releases whose time has come.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The maximum number of releases that are published in one check.
const BATCH_SIZE: i64 = 5;

/// The change to one record of a release.
struct RecordChange {
    key: RecordKey,
    name: String,
    change: PreparedRecordChange,
    mode: ChangeMode,
}

/// Publishes all drafts of a release, or none. Drafts of records in the trash are left out.
///
/// Errors: 404 if the release does not exist; 409 with the records that prevent the publication; 409 if the release is
/// not open or has no drafts; 412 if `If-Match` does not contain its version, or if its drafts changed during this
/// call.
pub async fn publish(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    id: ReleaseId,
    if_match: IfMatch,
) -> Result<Release, Problem> {
    let release_drafts = drafts::drafts_of_release(&app.db, id).await?;
    let versions = keys_and_versions(&release_drafts);
    let (mut changes, mut problems) = (Vec::new(), Vec::new());
    for draft in release_drafts {
        let (key, item) = (draft.item.key(), draft.item);
        let base_if_match = IfMatch(Some(vec![item.base_version]));
        match PreparedRecordChange::new(app, &key, draft.fields.0, base_if_match).await {
            Ok(change) => {
                let mode = ChangeMode::Publish { draft_version: item.version };
                changes.push(RecordChange { key, name: item.name, change, mode });
            }
            Err(problem) => problems.push(problem_of_record(&key, item.name, problem)),
        }
    }
    let (app_in_write, caller) = (app.clone(), caller.clone());
    let work = app.write_and_invalidate::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            lock_all_records(tx, &changes).await?;
            let release = get_for_update(tx, id, ReleaseState::Open, &if_match).await?;
            if versions != keys_and_versions(&drafts::drafts_of_release_within(tx, id).await?) {
                return Err(Problem::precondition_failed(release).into());
            }
            if versions.is_empty() {
                let sentence = "This release has no drafts: add one first";
                return Err(Problem::conflict(Code::ReleaseEmpty, sentence).into());
            }
            let (outcomes, tags) = change_all_records(tx, &app_in_write, (&caller, &audit), changes, problems).await?;
            store::add_records(tx, id, &outcomes).await?;
            // Publishing deletes a draft. The remaining drafts belong to records in the trash: they leave the release.
            drafts::clear_release(tx, id).await?;
            let keys: Vec<RecordKey> = outcomes.into_iter().map(|record| record.key).collect();
            let now = app_in_write.clock.now();
            set_state(tx, &audit, release, (ReleaseState::Published, caller.id, now)).await?;
            records::log_change(tx, &keys, &tags, now).await?;
            Ok(((), tags))
        })
    });
    work.await?;
    get(app, id).await
}

/// The keys of drafts with their versions, to compare two sets of drafts.
fn keys_and_versions(drafts: &[Draft]) -> BTreeSet<(String, i64)> {
    let key_and_version = |item: &DraftItem| (format!("{:?} {}", item.kind, item.record_id), item.version);
    drafts.iter().map(|draft| key_and_version(&draft.item)).collect()
}

/// Acquires the locks for all records before the first change, in the same order as changes of single records. Another
/// order could lead to a deadlock.
async fn lock_all_records(tx: &mut Tx, changes: &[RecordChange]) -> Result<(), StoreError> {
    // The lock of places is exclusive, as in every write of several places.
    let locks: [(AdvisoryLock, &[AuditRecordKind]); 3] = [
        (AdvisoryLock::Places, &[AuditRecordKind::Place]),
        (AdvisoryLock::CategorySlugs, &[AuditRecordKind::Category]),
        (AdvisoryLock::Settings, &[AuditRecordKind::Settings, AuditRecordKind::Page]),
    ];
    for (lock, kinds) in locks {
        if changes.iter().any(|change| kinds.contains(&change.key.kind)) {
            tx.lock_exclusive(lock).await?;
        }
    }
    let articles = changes.iter().filter(|change| change.key.kind == AuditRecordKind::Article);
    let ids: BTreeSet<i64> = articles.filter_map(|change| change.key.id.parse().ok()).collect();
    for id in ids {
        match articles::store::get_for_update(tx, ArticleId(id)).await {
            Ok(_) | Err(StoreError::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Makes all changes, in the order of the numeric record ids; standing pages are last. Returns the records with their
/// new versions and whether they changed, and the cache tags to invalidate. Errors: 409 with all records that cannot be
/// changed, including those whose preparation failed.
async fn change_all_records(
    tx: &mut Tx,
    app: &App,
    (caller, audit): (&Account, &AuditContext),
    mut changes: Vec<RecordChange>,
    mut problems: Vec<RecordProblem>,
) -> Result<(Vec<RecordOutcome>, Vec<CacheTag>), WriteError> {
    changes.sort_by_key(|change| change.key.id.parse::<i64>().unwrap_or(i64::MAX));
    let (mut outcomes, mut all_tags) = (Vec::new(), BTreeSet::new());
    for RecordChange { key, name, change, mode } in changes {
        match records::change_within(tx, app, caller, audit, change, mode).await {
            Ok((version, tags)) => {
                if let ChangeMode::Publish { draft_version } = mode {
                    // If the record already had these values, the change did nothing and the draft still exists.
                    drafts::delete_if_version(tx, &key, draft_version).await?;
                }
                outcomes.push(RecordOutcome { key, version, is_changed: !tags.is_empty() });
                all_tags.extend(tags);
            }
            Err(WriteError::Problem(problem)) => problems.push(problem_of_record(&key, name, *problem)),
            Err(WriteError::Store(StoreError::NotFound)) => {
                problems.push(problem_of_record(&key, name, Problem::not_found("This record does not exist")));
            }
            Err(error) => return Err(error),
        }
    }
    if !problems.is_empty() {
        problems.sort_by(|one, other| one.name.cmp(&other.name));
        let sentence = "Nothing was changed, because some records prevent it";
        return Err(Problem::conflict(Code::ReleaseRefused, sentence).with_records(problems).into());
    }
    Ok((outcomes, all_tags.into_iter().collect()))
}

fn problem_of_record(key: &RecordKey, name: String, problem: Problem) -> RecordProblem {
    let Problem { detail, code, errors, .. } = problem;
    RecordProblem { kind: key.kind, record_id: key.id.clone(), name, detail, code, errors }
}

/// Restores the states before the release of all records that the release changed, or of none. There is no time limit.
/// None of these records may have changed since the release, so that no later work is lost.
///
/// Errors: 404 if the release does not exist; 409 with the records that prevent the undo; 409 if the release is not
/// published; 412 if `If-Match` does not contain its version.
pub async fn undo(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    id: ReleaseId,
    if_match: IfMatch,
) -> Result<Release, Problem> {
    let (mut changes, mut problems) = (Vec::new(), Vec::new());
    for record in store::records(&app.db, id).await?.into_iter().filter(|record| record.is_changed) {
        match prepare_undo(app, &record).await {
            Ok(change) => changes.push(change),
            Err(problem) => problems.push(problem_of_record(&record.key(), record.name, problem)),
        }
    }
    let (app_in_write, caller) = (app.clone(), caller.clone());
    let work = app.write_and_invalidate::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            lock_all_records(tx, &changes).await?;
            let release = get_for_update(tx, id, ReleaseState::Published, &if_match).await?;
            let (outcomes, tags) = change_all_records(tx, &app_in_write, (&caller, &audit), changes, problems).await?;
            let keys: Vec<RecordKey> = outcomes.into_iter().map(|record| record.key).collect();
            let now = app_in_write.clock.now();
            set_state(tx, &audit, release, (ReleaseState::Undone, caller.id, now)).await?;
            records::log_change(tx, &keys, &tags, now).await?;
            Ok(((), tags))
        })
    });
    work.await?;
    get(app, id).await
}

/// The change that restores the state of a record before the release. Errors: 412 if the record was changed or deleted
/// after the release; 404 if a revision that the undo needs was deleted; 422 if an image or a category of the earlier
/// state was deleted.
async fn prepare_undo(app: &App, record: &ReleaseRecord) -> Result<RecordChange, Problem> {
    let key = record.key();
    if record.record_version != Some(record.version) {
        return Err(Problem::precondition_failed(()));
    }
    let replaced = revisions::replaced_state(&app.db, &key, record.version).await?;
    let replaced = replaced.ok_or_else(|| Problem::not_found("Its earlier revision was deleted"))?;
    let fields = fields_to_restore(app, &key, &replaced).await?;
    let change = PreparedRecordChange::for_undo(app, &key, (&replaced, fields), record.version).await?;
    Ok(RecordChange { key, name: record.name.clone(), change, mode: ChangeMode::Save })
}

/// Publishes the releases whose time has come. Returns the time until the next check.
pub async fn run_publication_task(app: App) -> Result<Duration, StoreError> {
    publish_due(&app).await?;
    Ok(POLL_INTERVAL)
}

/// Publishes the releases whose time has come, at most [`BATCH_SIZE`], each as the account that changed it last.
/// Returns the published releases.
///
/// A release stays open if that account may no longer publish releases, or if a record prevents the publication. Its
/// `problem` is then the problem code. After an error of the server, the publication is tried again a minute later.
pub async fn publish_due(app: &App) -> Result<Vec<ReleaseId>, StoreError> {
    let (mut published_ids, now) = (Vec::new(), app.clock.now());
    for release in store::list_due(&app.db, now, BATCH_SIZE).await? {
        let (id, due_release) = (release.id, release.clone());
        let lease = app.db.write(move |tx| Box::pin(async move { store::lease(tx, &due_release, now).await }));
        if !lease.await? {
            continue;
        }
        let Err(problem) = publish_as_scheduling_account(app, &release).await else {
            published_ids.push(id);
            continue;
        };
        if problem.status.is_server_error() {
            tracing::warn!(release = %id, code = ?problem.code, "a release was not published; it is tried again");
            continue;
        }
        let code = problem.code.name();
        let work = app.db.write(move |tx| Box::pin(async move { store::set_problem(tx, &release, &code).await }));
        if let Err(error) = work.await {
            tracing::warn!(release = %id, error = %error_chain::display(&error), "the problem of a release was not stored");
        }
    }
    Ok(published_ids)
}

async fn publish_as_scheduling_account(app: &App, release: &ReleaseItem) -> Result<(), Problem> {
    let account = scheduling_account(app, release.account_id.as_ref()).await?;
    if !account.may(Permission::ManageReleases) {
        return Err(forbidden(&account, "You need admin privileges to do this."));
    }
    let audit = AuditContext::system("publishRelease", app.clock.now()).with_actor(Actor::from(&account));
    publish(app, &account, audit, release.id, IfMatch(Some(vec![release.version]))).await?;
    Ok(())
}
