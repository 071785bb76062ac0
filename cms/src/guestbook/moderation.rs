//! Actions of admins on entries: decisions and undoing them, edits, and entries created by admins.

use axum::http::StatusCode;

use super::dto::AdminEntryView;
use super::form::{AdminEntryForm, EntryChanges, ModerationForm, stars};
use super::model::{DecisionError, Entry, Status, UndoError};
use super::submit::{must_have_place, tidy};
use super::write::ModerationEvent;
use super::{pages, soft_delete, write};
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EntryId};
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::http::app::App;
use crate::http::patch::{Patch, WriteError, missing, unless_outdated};
use crate::http::problem::{FieldError, Problem};
use crate::http::update::Update;
use crate::jobs::changes::Tag;
use crate::jobs::outbox::{self, Kind};
use crate::spam;
use crate::spam::model::Label;

/// Adds an entry on behalf of somebody. It is public at once. 422 for `relatedPlaceId` if the place does not exist.
pub async fn add(app: &App, audit: AuditContext, form: AdminEntryForm) -> Result<EntryId, Problem> {
    let now = app.clock.now();
    let entry = Entry {
        status: Status::Approved,
        message: form.message.trim().to_owned(),
        nationality: tidy(form.nationality),
        location: tidy(form.location),
        latitude: form.latitude,
        longitude: form.longitude,
        rating: stars(form.rating),
        place_id: form.related_place_id.filter(|place| place.0 != 0),
        ..Entry::blank(None, form.author_name.trim().to_owned(), now)
    };
    let work = app.publish(move |tx| {
        Box::pin(async move {
            must_have_place(tx, entry.place_id, false).await?;
            let id = write::add(tx, &entry).await?;
            let entry = Entry { id, ..entry };
            audit.log_created(tx, &entry).await?;
            finished(tx, id, pages::tags(None, Some(&entry)), now).await
        })
    });
    Ok(work.await?)
}

/// Moderates an entry. 404, or 409 if it was already moderated.
pub async fn moderate(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    (id, verdict): (EntryId, ModerationForm),
) -> Result<(), Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            let before = locked(tx, id).await?;
            let mut after = decided(&before, verdict.status, now).map_err(refused)?;
            verdict.notes.into_field(&mut after.notes);
            let tags = apply(tx, (&admin, "moderate", &audit), (&before, after), now).await?;
            finished(tx, (), tags, now).await
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
                status: before.undone(now).map_err(too_late)?,
                previous_status: None,
                moderated_at: None,
                updated_at: now,
                ..before.clone()
            };
            let tags = apply(tx, (&admin, "undo", &audit), (&before, after), now).await?;
            finished(tx, (), tags, now).await
        })
    });
    Ok(work.await?)
}

/// Changes an entry of any status. 404; 412 with the current record if its version is not in `versions`; 422 for
/// `relatedPlaceId` if the place does not exist.
pub async fn edit(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    (id, versions): (EntryId, Option<Vec<i64>>),
    Update { changes: sent, broken, .. }: Update<EntryChanges>,
) -> Result<(), Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            let before = locked(tx, id).await?;
            let outdated = || Problem::outdated(AdminEntryView::of(before.clone(), &admin, now));
            let view = AdminEntryView::of(before.clone(), &admin, now);
            let after = broken.allow(&view, Ok(edited(&before, sent, now)));
            let after = unless_outdated(versions.as_deref(), before.version, (&before, after), outdated)?;
            let Some(after) = after else {
                audit.log_touched(tx, &before).await?;
                return Ok(((), Vec::new()));
            };
            if after.place_id != before.place_id {
                must_have_place(tx, after.place_id, false).await?;
            }
            learn(tx, &before, &after).await?;
            write::change(tx, &before, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            finished(tx, (), pages::tags(Some(&before), Some(&after)), now).await
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
            soft_delete::put_entry(tx, &entry, now).await?;
            audit.log_deleted(tx, &entry).await?;
            finished(tx, (), pages::tags(Some(&entry), None), now).await
        })
    });
    Ok(work.await?)
}

/// Restores an entry deleted within the last ten minutes, with its comments. 404.
pub async fn restore(app: &App, audit: AuditContext, id: EntryId) -> Result<(), Problem> {
    let now = app.clock.now();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            locks::lock_shared(tx, Lock::Moderation).await?;
            let entry = soft_delete::take_entry(tx, id, now).await.map_err(|error| missing(error, "deleted entry"))?;
            audit.log_created(tx, &entry).await?;
            finished(tx, (), pages::tags(None, Some(&entry)), now).await
        })
    });
    Ok(work.await?)
}

/// The entry with the changes applied.
fn edited(before: &Entry, sent: EntryChanges, now: Timestamp) -> Entry {
    let mut after = Entry { updated_at: now, ..before.clone() };
    if let Some(message) = sent.message {
        after.message = message.trim().to_owned();
    }
    sent.nationality.into_field(&mut after.nationality);
    sent.location.into_field(&mut after.location);
    after.nationality = tidy(after.nationality);
    after.location = tidy(after.location);
    match sent.rating {
        Patch::Absent => {}
        Patch::Null => after.rating = None,
        Patch::Value(rating) => after.rating = stars(Some(rating)),
    }
    sent.related_place_id.into_field(&mut after.place_id);
    after.place_id = after.place_id.filter(|place| place.0 != 0);
    after
}

/// The entry after a decision.
pub fn decided(before: &Entry, verdict: Status, now: Timestamp) -> Result<Entry, DecisionError> {
    Ok(Entry {
        version: before.version + 1,
        status: before.status.moderated(verdict)?,
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
) -> Result<Vec<Tag>, StoreError> {
    tell(tx, &mut after, now).await?;
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
async fn tell(tx: &mut Tx, entry: &mut Entry, now: Timestamp) -> Result<(), StoreError> {
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

async fn finished<T>(tx: &mut Tx, value: T, tags: Vec<Tag>, now: Timestamp) -> Result<(T, Vec<Tag>), WriteError> {
    write::publish(tx, &tags, now).await?;
    Ok((value, tags))
}

async fn locked(tx: &mut Tx, id: EntryId) -> Result<Entry, WriteError> {
    locks::lock_shared(tx, Lock::Moderation).await?;
    write::locked(tx, id).await.map_err(|error| missing(error, "entry"))
}

/// The response to a rejected decision.
pub fn refused(error: DecisionError) -> WriteError {
    match error {
        DecisionError::Settled => Problem::new(StatusCode::CONFLICT, error.to_string()).into(),
        DecisionError::NotADecision => Problem::invalid(vec![FieldError::new("status", error.to_string())]).into(),
    }
}

fn too_late(error: UndoError) -> WriteError {
    Problem::new(StatusCode::CONFLICT, error.to_string()).into()
}
