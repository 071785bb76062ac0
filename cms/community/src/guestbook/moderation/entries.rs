//! Creating, editing and withdrawing entries, undoing the decision on an entry, and the moderation of entries.

use super::decisions::{self, ModeratedRecord, ModerationState};
use crate::audit::log::AuditContext;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CommentId, EntryId};
use crate::db::engine::{StoreError, Tx};
use crate::guestbook::dto::AdminEntryResponse;
use crate::guestbook::model::{Entry, Status, UndoError};
use crate::guestbook::requests::{EntryChanges, NewEntry, rating_to_integer, trimmed_or_none};
use crate::guestbook::submit::check_place;
use crate::guestbook::{deletion, pages, store};
use crate::http::app::App;
use crate::http::input::update::{FieldPatch, Update, WriteError, map_missing_to_404};
use crate::http::problem::{Code, Problem};
use crate::jobs::change_log;
use crate::jobs::outbox::{self, AboutRecord, EmailKind};
use crate::spam;
use crate::spam::score::TrainingText;

/// Adds an entry on behalf of a traveler. It is public at once. 422 for `relatedPlaceId` if the place does not exist.
pub async fn add_for_traveler(app: &App, audit: AuditContext, form: NewEntry) -> Result<EntryId, Problem> {
    let now = app.clock.now();
    let entry = Entry {
        status: Status::Approved,
        place_id: form.related_place_id.filter(|place| place.0 != 0),
        ..form.entry(None, now)
    };
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            check_place(tx, entry.place_id, false).await?;
            let id = store::add(tx, &entry).await?;
            let entry = Entry { id, ..entry };
            audit.log_created(tx, &entry).await?;
            let tags = change_log::append_unless_empty(tx, pages::cache_tags(None, Some(&entry)), now).await?;
            Ok::<_, WriteError>((id, tags))
        })
    });
    Ok(work.await?)
}

/// Undoes the last decision on an entry. 404 if the entry does not exist, 409 if there is no decision to undo or the
/// decision is more than ten minutes old.
pub async fn undo_decision(app: &App, admin: &AccountId, audit: AuditContext, id: EntryId) -> Result<(), Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let before: Entry = decisions::get_for_update(tx, id.0).await?;
            let problem = |error: UndoError| {
                let code = match error {
                    UndoError::NothingToUndo => Code::NothingToUndo,
                    UndoError::TooLate => Code::UndoExpired,
                };
                Problem::conflict(code, error.to_string())
            };
            let mut after = Entry {
                status: before.status_after_undo(now).map_err(problem)?,
                previous_status: None,
                moderated_at: None,
                updated_at: now,
                ..before.clone()
            };
            let tags =
                decisions::store_and_log_decision(tx, (&admin, "undo", &audit), (&before, &mut after), now).await?;
            Ok::<_, WriteError>(((), change_log::append_unless_empty(tx, tags, now).await?))
        })
    });
    Ok(work.await?)
}

/// Changes an entry of any status. 404 if it does not exist; 412 with the current record if its version is not in
/// `If-Match`; 422 if the changed entry breaks a rule that it kept before, or the place of `relatedPlaceId` does not
/// exist.
pub async fn edit(
    app: &App,
    admin: &AccountId,
    audit: AuditContext,
    id: EntryId,
    Update { changes, broken_rules, if_match, .. }: Update<EntryChanges>,
) -> Result<(), Problem> {
    let (now, admin) = (app.clock.now(), admin.clone());
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let before: Entry = decisions::get_for_update(tx, id.0).await?;
            let current = AdminEntryResponse::new(before.clone(), &admin, now);
            let after = broken_rules.reject_new_violations(&current, Ok(apply_changes(&before, changes, now)));
            let Some(after) =
                if_match.check_precondition(tx, &audit, before.version, (&before, after), &current).await?
            else {
                return Ok(((), Vec::new()));
            };
            if after.place_id != before.place_id {
                check_place(tx, after.place_id, false).await?;
            }
            spam::replace_training_text(tx, before.training_text(), after.training_text()).await?;
            store::update_entry(tx, &before, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            let tags = pages::cache_tags(Some(&before), Some(&after));
            Ok::<_, WriteError>(((), change_log::append_unless_empty(tx, tags, now).await?))
        })
    });
    Ok(work.await?)
}

/// Deletes the author's own entry of any status permanently. For an entry of another author: 403 if it is public,
/// otherwise 404. 404 also if there is no such entry.
pub async fn delete_own_entry(app: &App, author: &AccountId, audit: AuditContext, id: EntryId) -> Result<(), Problem> {
    let (now, author) = (app.clock.now(), author.clone());
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            if let Some(entry) = deletion::lock_own_deleted_entry(tx, id, &author).await? {
                // A moderator has already soft-deleted the entry, so no page shows it and no cache is invalidated.
                store::delete_entry_without_count_update(tx, id).await?;
                audit.log_deleted(tx, &entry).await?;
                return Ok(((), Vec::new()));
            }
            let entry = store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "entry"))?;
            if !entry.is_own(Some(&author)) {
                return Err(WriteError::from(match entry.is_public() {
                    true => Problem::forbidden(Code::NotYourEntry, "You can only delete your own entries"),
                    false => Problem::not_found("This entry does not exist"),
                }));
            }
            store::delete_entry_permanently(tx, &entry).await?;
            audit.log_deleted(tx, &entry).await?;
            let tags = change_log::append_unless_empty(tx, pages::cache_tags(Some(&entry), None), now).await?;
            Ok::<_, WriteError>(((), tags))
        })
    });
    Ok(work.await?)
}

/// A copy of the entry with these changes. Texts are trimmed. A blank nationality or location becomes `None`, and so do
/// a rating of 0 and the place id 0.
fn apply_changes(before: &Entry, changes: EntryChanges, now: Timestamp) -> Entry {
    let mut after = Entry { updated_at: now, ..before.clone() };
    if let Some(message) = changes.message {
        after.message = message.trim().to_owned();
    }
    changes.nationality.apply_to(&mut after.nationality);
    changes.location.apply_to(&mut after.location);
    after.nationality = trimmed_or_none(after.nationality.as_deref());
    after.location = trimmed_or_none(after.location.as_deref());
    match changes.rating {
        FieldPatch::Absent => {}
        FieldPatch::Null => after.rating = None,
        FieldPatch::Value(rating) => after.rating = rating_to_integer(Some(rating)),
    }
    changes.related_place_id.apply_to(&mut after.place_id);
    after.place_id = after.place_id.filter(|place| place.0 != 0);
    after
}

impl ModeratedRecord for Entry {
    const RECORD_NAME: &'static str = "entry";

    async fn get_for_update(tx: &mut Tx, id: i64) -> Result<Self, StoreError> {
        store::get_for_update(tx, EntryId(id)).await
    }

    fn ids(&self) -> (EntryId, Option<CommentId>) {
        (self.id, None)
    }

    fn version(&self) -> i64 {
        self.version
    }

    fn training_text(&self) -> TrainingText<'_> {
        (self.message.as_str(), self.status.training_label(self.moderated_at))
    }

    fn notes_mut(&mut self) -> &mut Option<String> {
        &mut self.notes
    }

    fn state(&self) -> ModerationState {
        ModerationState {
            status: self.status,
            moderated_at: self.moderated_at,
            previous_status: self.previous_status,
            updated_at: Some(self.updated_at),
        }
    }

    fn with_state(&self, state: ModerationState) -> Self {
        Self {
            version: self.version + 1,
            status: state.status,
            moderated_at: state.moderated_at,
            previous_status: state.previous_status,
            updated_at: state.updated_at.unwrap_or(self.updated_at),
            ..self.clone()
        }
    }

    async fn store_decision(tx: &mut Tx, before: &Self, after: &mut Self, now: Timestamp) -> Result<(), StoreError> {
        queue_decision_email(tx, after, now).await?;
        spam::replace_training_text(tx, before.training_text(), after.training_text()).await?;
        store::update_entry(tx, before, after).await
    }

    async fn soft_delete(&self, tx: &mut Tx, now: Timestamp) -> Result<(), StoreError> {
        deletion::soft_delete_entry(tx, self, now).await
    }

    async fn restore(tx: &mut Tx, id: i64, now: Timestamp) -> Result<Self, StoreError> {
        deletion::restore_entry(tx, EntryId(id), now).await
    }

    fn cache_tags(before: Option<&Self>, after: Option<&Self>) -> Vec<CacheTag> {
        pages::cache_tags(before, after)
    }
}

/// Deletes a queued email about an earlier decision. Then queues the decision email, unless the author was already
/// informed of this status, has no account, or the outbox is full.
async fn queue_decision_email(tx: &mut Tx, entry: &mut Entry, now: Timestamp) -> Result<(), StoreError> {
    if outbox::delete_waiting_about_entry_decision(tx, entry.id).await? {
        entry.notified_status = None;
    }
    let kind = match entry.status {
        Status::Approved => EmailKind::EntryApproved,
        Status::Rejected => EmailKind::EntryRejected,
        Status::Pending | Status::Spam => return Ok(()),
    };
    if let (Some(author), Some(email)) = (&entry.author_id, &entry.author_email)
        && entry.notified_status != Some(entry.status)
        && outbox::add_about(tx, (kind, email, AboutRecord::EntryDecision(entry.id, author)), now).await?
    {
        entry.notified_status = Some(entry.status);
    }
    Ok(())
}
