//! Answers of owners to reminders. With the link in a reminder, an owner can only confirm the facts in the email or
//! stop the reminders.

use super::dto::{ConfirmedPlace, OwnerReminderResult};
use super::requests::{Answer, OwnerReminderAnswer};
use super::store::{self, ListedPlace, Reminder};
use crate::audit::log::{AuditContext, AuditRecordKind};
use crate::auth::domain::accounts::{self, Account};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::drafts::store as drafts;
use crate::http::app::App;
use crate::http::input::update::WriteError;
use crate::http::problem::{Code, Problem};
use crate::places;
use crate::places::checks::{CheckEnteredBy, FactCheck, FactGroup};
use crate::places::facts::{self, FactTexts};
use crate::places::model::Place;
use crate::revisions::store::RecordKey;

/// A reminder with the current facts of its places.
pub struct ReminderDetails {
    /// Whether the owner has already confirmed the facts with this link.
    pub is_link_used: bool,
    /// For each public place that the owner still owns: its name, the facts that have not changed since the email was
    /// sent, and whether no fact has changed.
    pub places: Vec<(String, FactTexts, bool)>,
}

/// Reads the reminder of a link and does not use up the link, because mail scanners open every link. 422 for `token` if
/// the link is invalid.
pub async fn read_reminder(app: &App, token: &str) -> Result<ReminderDetails, Problem> {
    let reminder = valid_reminder(app, token).await?;
    let listed = store::listed_places(&app.db, reminder.id).await?;
    let ids = listed.iter().map(|listed| listed.place_id.0).collect();
    let found = places::store::public_by_ids(&app.db, ids).await?;
    let mut place_details = Vec::new();
    for place in found.into_iter().filter(|place| place.owner_id.as_ref() == Some(&reminder.account_id)) {
        let Some(listed) = listed.iter().find(|listed| listed.place_id == place.id) else { continue };
        let (confirmed, changed) = unchanged_and_changed_groups(&place, listed);
        let mut facts = facts::owner_checked_facts(&place);
        facts.retain(|group, _| confirmed.contains(group));
        place_details.push((place.name, facts, changed.is_empty()));
    }
    Ok(ReminderDetails { is_link_used: reminder.used_at.is_some(), places: place_details })
}

/// Records the answer. 422 for `token` if the link is invalid, or if the answer is `confirm` and the link was already
/// used.
pub async fn answer(
    app: &App,
    audit: AuditContext,
    OwnerReminderAnswer { token, answer }: OwnerReminderAnswer,
) -> Result<OwnerReminderResult, Problem> {
    let now = app.clock.now();
    let reminder = valid_reminder(app, &token).await?;
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            // Every write of several places takes this lock exclusively, to avoid deadlocks.
            tx.lock_exclusive(AdvisoryLock::Places).await?;
            let owner = accounts::get_for_update(tx, &reminder.account_id).await?;
            let owner = owner.filter(|owner| owner.is_active).ok_or_else(invalid_link)?;
            let audit = audit.with_actor(&owner);
            match answer {
                Answer::Confirm => confirm(tx, &audit, (&reminder, &owner), now).await,
                Answer::Stop => {
                    let after = Account { owner_reminders: false, ..owner.clone() };
                    accounts::store_changes(tx, &after, now).await?;
                    audit.log_updated(tx, &owner, &after).await?;
                    let result = OwnerReminderResult { places: Vec::new(), owner_reminders: false };
                    Ok::<_, WriteError>((result, Vec::new()))
                }
            }
        })
    });
    Ok(work.await?)
}

/// The reminder of a link. Errors: 422 for `token` if the link is invalid.
async fn valid_reminder(app: &App, token: &str) -> Result<Reminder, Problem> {
    store::find_by_token(&app.db, token, app.clock.now()).await?.ok_or_else(invalid_link)
}

/// Uses up the link and records checks of the facts that have not changed since the email was sent. 422 if the link was
/// already used.
async fn confirm(
    tx: &mut Tx,
    audit: &AuditContext,
    (reminder, owner): (&Reminder, &Account),
    now: Timestamp,
) -> Result<(OwnerReminderResult, Vec<CacheTag>), WriteError> {
    if !store::mark_link_used(tx, reminder.id, now).await? {
        return Err(invalid_link().into());
    }
    let (mut places, mut changes) = (Vec::new(), Vec::new());
    for listed in store::listed_places_within(tx, reminder.id).await? {
        let place = places::store::lock_by_id(tx, listed.place_id).await?;
        let is_public_and_owned = |place: &Place| place.is_public() && place.owner_id.as_ref() == Some(&owner.id);
        let Some(before) = place.filter(is_public_and_owned) else { continue };
        let (confirmed, changed) = unchanged_and_changed_groups(&before, &listed);
        let (id, name) = (before.id, before.name.clone());
        if !confirmed.is_empty() {
            store::mark_place_confirmed(tx, reminder.id, id, now).await?;
            let after = with_owner_checks(&before, &confirmed, &owner.id, now);
            changes.push((before, after));
        }
        places.push(ConfirmedPlace { id, name, confirmed, changed });
    }
    let tags = record_owner_checks(tx, audit, &changes, now).await?;
    Ok((OwnerReminderResult { places, owner_reminders: owner.owner_reminders }, tags))
}

/// Stores the places with their new checks, each with an audit event and a revision. Without places, logs only the
/// action. Returns the cache tags.
async fn record_owner_checks(
    tx: &mut Tx,
    audit: &AuditContext,
    changes: &[(Place, Place)],
    now: Timestamp,
) -> Result<Vec<CacheTag>, StoreError> {
    if changes.is_empty() {
        audit.log_action(tx).await?;
    }
    let tags = places::bulk::save_changed_places(tx, audit, changes, now).await?;
    for (before, _) in changes {
        // A check increments the version of the place but changes no fact, so a draft of the place can still be
        // published.
        drafts::increment_base_version(tx, &RecordKey::new(AuditRecordKind::Place, before.id), before.version).await?;
    }
    Ok(tags)
}

fn with_owner_checks(before: &Place, groups: &[FactGroup], owner: &AccountId, now: Timestamp) -> Place {
    let mut after = Place { updated_at: now, ..before.clone() };
    for group in groups {
        let (checked_at, checked_by, source) = (Some(now), Some(owner.clone()), Some(CheckEnteredBy::Owner));
        let check = FactCheck { checked_at, checked_by, source, recorded_at: now, ..FactCheck::default() };
        after.checks.insert(*group, check);
    }
    after
}

/// Returns the listed groups whose facts are as in the email, and those whose facts were changed or removed since.
fn unchanged_and_changed_groups(place: &Place, listed: &ListedPlace) -> (Vec<FactGroup>, Vec<FactGroup>) {
    let current = facts::hash_facts(&facts::owner_checked_facts(place));
    listed.facts.keys().copied().partition(|group| current.get(group) == listed.facts.get(group))
}

/// 422: the link is expired, used or unknown, or its account is inactive or has another address.
fn invalid_link() -> Problem {
    let sentence = "This link has expired or was already used. You can check the facts of your places in the console.";
    Problem::invalid_field(Code::LinkInvalid, "token", sentence)
}
