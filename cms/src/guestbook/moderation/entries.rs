//! Actions of admins on entries: decisions and undoing them, edits, and entries created by admins.

use axum::http::StatusCode;

use crate::audit::model::AuditContext;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EntryId};
use crate::db::engine::{Lock, Tx};
use crate::db::error::StoreError;
use crate::guestbook::dto::AdminEntryResponse;
use crate::guestbook::form::{AdminEntryRequest, EntryChanges, ModerationRequest, parse_rating};
use crate::guestbook::model::{DecisionError, Entry, Status, UndoError};
use crate::guestbook::submit::service::{check_place, trimmed_or_none};
use crate::guestbook::write::ModerationEvent;
use crate::guestbook::{pages, soft_delete, write};
use crate::http::app::App;
use crate::http::input::patch::{Patch, WriteError, missing};
use crate::http::input::update::Update;
use crate::http::problem::{FieldError, Problem};
use crate::jobs::change_log;
use crate::jobs::outbox::{self, Kind};
use crate::spam;
use crate::spam::model::Label;

/// Adds an entry on behalf of a traveler. It is public at once. 422 for `relatedPlaceId` if the place does not exist.
pub async fn add(app: &App, audit: AuditContext, form: AdminEntryRequest) -> Result<EntryId, Problem> {
    let now = app.clock.now();
    let entry = Entry {
        status: Status::Approved,
        message: form.message.trim().to_owned(),
        nationality: trimmed_or_none(form.nationality),
        location: trimmed_or_none(form.location),
        latitude: form.latitude,
        longitude: form.longitude,
        rating: parse_rating(form.rating),
        place_id: form.related_place_id.filter(|place| place.0 != 0),
        ..Entry::blank(None, form.author_name.trim().to_owned(), now)
    };
    let work = app.publish(move |tx| {
        Box::pin(async move {
            check_place(tx, entry.place_id, false).await?;
            let id = write::add(tx, &entry).await?;
            let entry = Entry { id, ..entry };
            audit.log_created(tx, &entry).await?;
            Ok::<_, WriteError>((id, change_log::append_tags(tx, pages::tags(None, Some(&entry)), now).await?))
        })
    });
    Ok(work.await?)
}

/// Moderates an entry. 404, or 409 if it was already moderated.
pub async fn moderate(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    (id, decision): (EntryId, ModerationRequest),
) -> Result<(), Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            let before = locked(tx, id).await?;
            let mut after = decided(&before, decision.status, now).map_err(decision_problem)?;
            decision.notes.into_field(&mut after.notes);
            let tags = apply(tx, (&admin, "moderate", &audit), (&before, after), now).await?;
            Ok::<_, WriteError>(((), change_log::append_tags(tx, tags, now).await?))
        })
    });
    work.await?;
    app.outbox.notify();
    Ok(())
}

/// Undoes the last decision within ten minutes. 404, or 409 if there is none or it is too late.
pub async fn undo(app: &App, admin: &AccountId, audit: AuditContext, id: EntryId) -> Result<(), Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            let before = locked(tx, id).await?;
            let after = Entry {
                status: before.undone(now).map_err(undo_problem)?,
                previous_status: None,
                moderated_at: None,
                updated_at: now,
                ..before.clone()
            };
            let tags = apply(tx, (&admin, "undo", &audit), (&before, after), now).await?;
            Ok::<_, WriteError>(((), change_log::append_tags(tx, tags, now).await?))
        })
    });
    Ok(work.await?)
}

/// Changes an entry of any status. 404; 412 with the current record if its version is not in `If-Match`; 422 for
/// `relatedPlaceId` if the place does not exist.
pub async fn edit(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    id: EntryId,
    Update { changes, broken, if_match, .. }: Update<EntryChanges>,
) -> Result<(), Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            let before = locked(tx, id).await?;
            let current = AdminEntryResponse::new(before.clone(), &admin, now);
            let after = broken.allow(&current, Ok(edited(&before, changes, now)));
            let Some(after) = if_match.check(tx, &audit, before.version, (&before, after), &current).await? else {
                return Ok(((), Vec::new()));
            };
            if after.place_id != before.place_id {
                check_place(tx, after.place_id, false).await?;
            }
            learn(tx, &before, &after).await?;
            write::change(tx, &before, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            Ok::<_, WriteError>(((), change_log::append_tags(tx, pages::tags(Some(&before), Some(&after)), now).await?))
        })
    });
    Ok(work.await?)
}

/// Deletes an entry with its comments. [`restore`] is possible for ten minutes. 404.
pub async fn remove(app: &App, audit: AuditContext, id: EntryId) -> Result<(), Problem> {
    let now = app.clock.now();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            let entry = locked(tx, id).await?;
            soft_delete::delete_entry(tx, &entry, now).await?;
            audit.log_deleted(tx, &entry).await?;
            Ok::<_, WriteError>(((), change_log::append_tags(tx, pages::tags(Some(&entry), None), now).await?))
        })
    });
    Ok(work.await?)
}

/// Restores an entry deleted within the last ten minutes, with its comments. 404.
pub async fn restore(app: &App, audit: AuditContext, id: EntryId) -> Result<(), Problem> {
    let now = app.clock.now();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            tx.lock_shared(Lock::Moderation).await?;
            let entry =
                soft_delete::restore_entry(tx, id, now).await.map_err(|error| missing(error, "deleted entry"))?;
            audit.log_created(tx, &entry).await?;
            Ok::<_, WriteError>(((), change_log::append_tags(tx, pages::tags(None, Some(&entry)), now).await?))
        })
    });
    Ok(work.await?)
}

/// The entry with the changes applied.
fn edited(before: &Entry, changes: EntryChanges, now: Timestamp) -> Entry {
    let mut after = Entry { updated_at: now, ..before.clone() };
    if let Some(message) = changes.message {
        after.message = message.trim().to_owned();
    }
    changes.nationality.into_field(&mut after.nationality);
    changes.location.into_field(&mut after.location);
    after.nationality = trimmed_or_none(after.nationality);
    after.location = trimmed_or_none(after.location);
    match changes.rating {
        Patch::Absent => {}
        Patch::Null => after.rating = None,
        Patch::Value(rating) => after.rating = parse_rating(Some(rating)),
    }
    changes.related_place_id.into_field(&mut after.place_id);
    after.place_id = after.place_id.filter(|place| place.0 != 0);
    after
}

/// The entry after a decision.
pub fn decided(before: &Entry, decision: Status, now: Timestamp) -> Result<Entry, DecisionError> {
    Ok(Entry {
        version: before.version + 1,
        status: before.status.moderated(decision)?,
        previous_status: Some(before.status),
        moderated_at: Some(now),
        updated_at: now,
        ..before.clone()
    })
}

/// Stores a decision or its undo with all consequences. Returns the tags for the change log.
pub async fn apply(
    tx: &mut Tx,
    (moderator, verb, audit): (&AccountId, &'static str, &AuditContext),
    (before, mut after): (&Entry, Entry),
    now: Timestamp,
) -> Result<Vec<CacheTag>, StoreError> {
    notify_author(tx, &mut after, now).await?;
    learn(tx, before, &after).await?;
    write::change(tx, before, &after).await?;
    audit.log_updated(tx, before, &after).await?;
    let event = ModerationEvent {
        entry_id: after.id,
        comment_id: None,
        moderator,
        verb,
        was: before.status,
        became: after.status,
        notes: after.notes.as_deref(),
        at: now,
    };
    write::log_moderation(tx, event).await?;
    Ok(pages::tags(Some(before), Some(&after)))
}

/// Queues the email about a decision that the author was not informed about, and deletes a queued email about an
/// earlier one.
async fn notify_author(tx: &mut Tx, entry: &mut Entry, now: Timestamp) -> Result<(), StoreError> {
    if outbox::take_out_decision(tx, entry.id).await? {
        entry.notified_status = None;
    }
    let kind = match entry.status {
        Status::Approved => Kind::EntryApproved,
        Status::Rejected => Kind::EntryRejected,
        Status::Pending | Status::Spam => return Ok(()),
    };
    if let (Some(author), Some(email)) = (&entry.author_id, &entry.author_email)
        && entry.notified_status != Some(entry.status)
        && outbox::add_decision(tx, (kind, email, author), entry.id, now).await?
    {
        entry.notified_status = Some(entry.status);
    }
    Ok(())
}

/// Updates the training data of the spam classifier after a change of a decision or of a text.
pub async fn retrain(tx: &mut Tx, [was, is]: [Option<Label>; 2], [before, after]: [&str; 2]) -> Result<(), StoreError> {
    if (was, before) == (is, after) {
        return Ok(());
    }
    if let Some(label) = was {
        spam::untrain(tx, before, label).await?;
    }
    if let Some(label) = is {
        spam::train(tx, after, label).await?;
    }
    Ok(())
}

/// The label for the training data: `None` without a decision, and for texts that were rejected for other reasons.
pub fn training_label(status: Status, moderated_at: Option<Timestamp>) -> Option<Label> {
    moderated_at?;
    match status {
        Status::Approved => Some(Label::Ham),
        Status::Spam => Some(Label::Spam),
        Status::Pending | Status::Rejected => None,
    }
}

async fn learn(tx: &mut Tx, before: &Entry, after: &Entry) -> Result<(), StoreError> {
    let labels = [before, after].map(|entry| training_label(entry.status, entry.moderated_at));
    retrain(tx, labels, [&before.message, &after.message]).await
}

async fn locked(tx: &mut Tx, id: EntryId) -> Result<Entry, WriteError> {
    tx.lock_shared(Lock::Moderation).await?;
    write::locked(tx, id).await.map_err(|error| missing(error, "entry"))
}

/// The response to a rejected decision.
pub fn decision_problem(error: DecisionError) -> WriteError {
    match error {
        DecisionError::Settled => Problem::new(StatusCode::CONFLICT, error.to_string()).into(),
        DecisionError::NotADecision => Problem::invalid(vec![FieldError::new("status", error.to_string())]).into(),
    }
}

fn undo_problem(error: UndoError) -> WriteError {
    Problem::new(StatusCode::CONFLICT, error.to_string()).into()
}
