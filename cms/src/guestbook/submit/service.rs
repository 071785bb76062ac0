//! Submits entries: checks the rate limit, scores the text as spam and stores it for review.

use std::collections::HashSet;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::types::Json;

use super::author::{AuthorHistory, HistoryQuery};
use super::spam_check::{AnalyzedText, SubmittedText};
use super::{author, limit};
use crate::audit::model::AuditContext;
use crate::auth::domain::model::Claim;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EntryId, ImageId, PlaceId};
use crate::db::engine::Tx;
use crate::db::write::Mergeable;
use crate::guestbook::form::{NewEntry, parse_rating};
use crate::guestbook::model::{Entry, Status};
use crate::guestbook::{pages, soft_delete, write};
use crate::http::app::App;
use crate::http::input::patch::{WriteError, missing};
use crate::http::problem::{FieldError, Problem};
use crate::jobs::change_log;
use crate::media::{self, model::Owner};
use crate::spam::model::Score;

/// Stores an entry for review, or as spam if its score is above 70. Only its author sees it.
///
/// 401 if the author's token is no longer valid, 422 for `relatedPlaceId` without such a public place and for foreign
/// `pictureIds`, 429 if the author has posted too much.
pub async fn entry(app: &App, claim: Claim, audit: AuditContext, new: NewEntry) -> Result<Entry, Problem> {
    let (now, per_hour) = (app.clock.now(), app.posts_per_hour);
    let submitted = SubmittedText {
        message: new.message.clone(),
        location: new.location.clone(),
        leave_blank: new.leave_blank,
        elapsed_ms: new.elapsed_ms,
    };
    let text = submitted.analyze();
    let entry = Entry {
        message: new.message.trim().to_owned(),
        nationality: trimmed_or_none(new.nationality),
        location: trimmed_or_none(new.location),
        latitude: new.latitude,
        longitude: new.longitude,
        rating: parse_rating(new.rating),
        place_id: new.related_place_id,
        ..Entry::blank(Some(claim.account.clone()), String::new(), now)
    };
    let photos = distinct(new.picture_ids);
    Ok(app.db.write_merged(PendingEntry { claim, audit, per_hour, now, text, entry, photos }).await?)
}

/// An entry that waits for its write.
struct PendingEntry {
    claim: Claim,
    audit: AuditContext,
    per_hour: i64,
    now: Timestamp,
    text: AnalyzedText,
    /// The entry without the fields that depend on the author's history.
    entry: Entry,
    photos: Vec<ImageId>,
}

impl Mergeable for PendingEntry {
    type Output = Entry;
    type Error = WriteError;

    /// Entries of different authors with different texts do not affect each other's rate limit and spam score.
    fn is_independent_of(&self, other: &Self) -> bool {
        self.claim.account != other.claim.account && self.text.key != other.text.key
    }

    fn write<'t>(tx: &'t mut Tx, all: &'t [Self]) -> BoxFuture<'t, Result<Vec<Result<Entry, WriteError>>, WriteError>> {
        store(tx, all).boxed()
    }
}

async fn store(tx: &mut Tx, all: &[PendingEntry]) -> Result<Vec<Result<Entry, WriteError>>, WriteError> {
    for PendingEntry { claim, now, .. } in all {
        author::lock(tx, claim, *now).await?;
    }
    let queries: Vec<HistoryQuery> =
        all.iter().map(|PendingEntry { claim, text, now, .. }| HistoryQuery { claim, text, now: *now }).collect();
    let histories = author::histories(tx, &queries).await?;
    let (mut rejected, mut accepted, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    for (at, (pending, history)) in all.iter().zip(histories).enumerate() {
        match pending.check(tx, history).await {
            Ok(history) => {
                entries.push(pending.scored(&history));
                accepted.push((at, pending, history.author));
            }
            Err(WriteError::Problem(problem)) => rejected.push((at, Err(WriteError::Problem(problem)))),
            Err(error) => return Err(error),
        }
    }
    let ids = write::add_all(tx, &entries).await?;
    let mut results = rejected;
    for ((at, pending, author), (entry, id)) in accepted.into_iter().zip(entries.into_iter().zip(ids)) {
        limit::count(tx, &pending.claim, pending.per_hour, pending.now).await?;
        let audit = pending.audit.clone().by(&author);
        let entry = if entry.place_id.is_none() && pending.photos.is_empty() {
            Entry { id, author_email: Some(author.email), ..entry }
        } else {
            media::write::set_uses(tx, Owner::Entry(id), &pending.photos).await?;
            write::locked(tx, id).await?
        };
        audit.log_created(tx, &entry).await?;
        results.push((at, Ok(entry)));
    }
    results.sort_unstable_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

impl PendingEntry {
    /// Checks whether the entry may be stored, without counting it. Returns the author's history.
    async fn check(&self, tx: &mut Tx, history: Option<AuthorHistory>) -> Result<AuthorHistory, WriteError> {
        let history = history.ok_or_else(Problem::unauthorized)?;
        limit::check(tx, &self.claim, self.per_hour, self.now).await?;
        check_place(tx, self.entry.place_id, true).await?;
        check_photos(tx, &history.author.id, &self.photos).await?;
        Ok(history)
    }

    /// The entry with its spam score and the initial status.
    fn scored(&self, history: &AuthorHistory) -> Entry {
        let Score { percent, reasons } = self.text.score(history, self.now);
        Entry {
            status: Status::of_new_entry(percent),
            author_name: history.author.display_name(),
            spam_score: percent,
            spam_reasons: Json(reasons),
            ..self.entry.clone()
        }
    }
}

/// 422 for a photo that is not the author's own or is already used.
async fn check_photos(tx: &mut Tx, author: &AccountId, photos: &[ImageId]) -> Result<(), WriteError> {
    for photo in photos {
        let found = media::store::one_within(tx, *photo).await?;
        let is_own = found.is_some_and(|photo| {
            !photo.in_library && photo.uploader_id.as_ref() == Some(author) && photo.use_count == 0
        });
        if !is_own {
            return Err(Problem::invalid(vec![FieldError::new("pictureIds", "There is no such photo")]).into());
        }
    }
    Ok(())
}

/// Removes repeated photos and keeps the order.
fn distinct(mut photos: Vec<ImageId>) -> Vec<ImageId> {
    let mut seen = HashSet::new();
    photos.retain(|photo| seen.insert(*photo));
    photos
}

/// Deletes the author's own entry of any status permanently. 403 for a visible entry of another author, 404 otherwise.
pub async fn withdraw(app: &App, author: &AccountId, audit: AuditContext, id: EntryId) -> Result<(), Problem> {
    let (now, author) = (app.clock.now(), author.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            if let Some(entry) = soft_delete::own(tx, id, &author).await? {
                // A moderator has soft-deleted it: no page shows it, and it can no longer be restored.
                write::remove_row(tx, id).await?;
                audit.log_deleted(tx, &entry).await?;
                return Ok(((), Vec::new()));
            }
            let entry = write::locked(tx, id).await.map_err(|error| missing(error, "entry"))?;
            match (entry.is_own(Some(&author)), entry.is_public()) {
                (true, _) => {}
                (false, true) => return Err(Problem::forbidden("You can only withdraw your own entries").into()),
                (false, false) => return Err(Problem::not_found("There is no such entry").into()),
            }
            write::remove(tx, &entry).await?;
            audit.log_deleted(tx, &entry).await?;
            Ok::<_, WriteError>(((), change_log::append_tags(tx, pages::tags(Some(&entry), None), now).await?))
        })
    });
    Ok(work.await?)
}

/// 422 if the place does not exist, or is not public although `is_public` is required.
pub async fn check_place(tx: &mut Tx, place: Option<PlaceId>, is_public: bool) -> Result<(), WriteError> {
    match place {
        Some(id) if !write::has_place(tx, id, is_public).await? => {
            Err(Problem::invalid(vec![FieldError::new("relatedPlaceId", "There is no such place")]).into())
        }
        _ => Ok(()),
    }
}

/// Trims an optional text; blank text becomes `None`.
pub fn trimmed_or_none(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
