//! One story in: cleaned, weighed, counted, kept until it is reviewed.

use std::collections::HashSet;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::types::Json;

use super::author::{Asked, Past};
use super::form::{NewEntry, stars};
use super::model::{Entry, Status};
use super::weigh::{Arrived, Read};
use super::{author, limit, pages, soft_delete, write};
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EntryId, PictureId, PlaceId};
use crate::db::engine::Tx;
use crate::db::merged_write::Mergeable;
use crate::http::app::App;
use crate::http::patch::{WriteError, missing};
use crate::http::problem::{FieldError, Problem};
use crate::identity::model::Claim;
use crate::media::{self, model::Owner};
use crate::spam::model::Score;

/// Keeps an entry for review; a score above 70 files it as spam. Nobody but its author sees it yet.
///
/// 401 when the author's token counts no more, 422 naming `relatedPlaceId` when there is no such public place, 429 when they
/// have posted too much.
pub async fn entry(app: &App, claim: Claim, audit: AuditContext, new: NewEntry) -> Result<Entry, Problem> {
    let (now, per_hour) = (app.clock.now(), app.posts_per_hour);
    let arrived = Arrived {
        message: new.message.clone(),
        location: new.location.clone(),
        leave_blank: new.leave_blank,
        elapsed_ms: new.elapsed_ms,
    };
    let read = arrived.read();
    let entry = Entry {
        message: new.message.trim().to_owned(),
        nationality: tidy(new.nationality),
        location: tidy(new.location),
        latitude: new.latitude,
        longitude: new.longitude,
        rating: stars(new.rating),
        place_id: new.related_place_id,
        ..Entry::blank(Some(claim.account.clone()), String::new(), now)
    };
    let photos = distinct(new.picture_ids);
    Ok(app.db.write_merged(Arriving { claim, audit, per_hour, now, read, entry, photos }).await?)
}

/// An entry on its way in.
struct Arriving {
    claim: Claim,
    audit: AuditContext,
    per_hour: i64,
    now: Timestamp,
    read: Read,
    /// Without what only the write knows.
    entry: Entry,
    photos: Vec<PictureId>,
}

impl Mergeable for Arriving {
    type Output = Entry;
    type Error = WriteError;

    /// By different people, with different texts.
    fn is_independent_of(&self, other: &Self) -> bool {
        self.claim.account != other.claim.account && self.read.key != other.read.key
    }

    fn write<'t>(tx: &'t mut Tx, all: &'t [Self]) -> BoxFuture<'t, Result<Vec<Result<Entry, WriteError>>, WriteError>> {
        keep(tx, all).boxed()
    }
}

async fn keep(tx: &mut Tx, all: &[Arriving]) -> Result<Vec<Result<Entry, WriteError>>, WriteError> {
    for Arriving { claim, now, .. } in all {
        author::hold(tx, claim, *now).await?;
    }
    let asked: Vec<Asked> =
        all.iter().map(|Arriving { claim, read, now, .. }| Asked { claim, read, now: *now }).collect();
    let pasts = author::pasts(tx, &asked).await?;
    let (mut refused, mut welcome, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    for (at, (arriving, past)) in all.iter().zip(pasts).enumerate() {
        match arriving.admitted(tx, past).await {
            Ok(past) => {
                entries.push(arriving.weighed(&past));
                welcome.push((at, arriving, past.author));
            }
            Err(WriteError::Problem(problem)) => refused.push((at, Err(WriteError::Problem(problem)))),
            Err(error) => return Err(error),
        }
    }
    let ids = write::add_all(tx, &entries).await?;
    let mut outcomes = refused;
    for ((at, arriving, author), (entry, id)) in welcome.into_iter().zip(entries.into_iter().zip(ids)) {
        limit::note(tx, &arriving.claim, arriving.per_hour, arriving.now).await?;
        let audit = arriving.audit.clone().by(&author);
        let entry = if entry.place_id.is_none() && arriving.photos.is_empty() {
            Entry { id, author_email: Some(author.email), ..entry }
        } else {
            media::write::set_uses(tx, Owner::Entry(id), &arriving.photos).await?;
            write::locked(tx, id).await?
        };
        audit.log_created(tx, &entry).await?;
        outcomes.push((at, Ok(entry)));
    }
    outcomes.sort_unstable_by_key(|(at, _)| *at);
    Ok(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
}

impl Arriving {
    /// Its past, if it may come in. Changes nothing that is still counted.
    async fn admitted(&self, tx: &mut Tx, past: Option<Past>) -> Result<Past, WriteError> {
        let past = past.ok_or_else(Problem::unauthorized)?;
        limit::must_have_room(tx, &self.claim, self.per_hour, self.now).await?;
        must_have_place(tx, self.entry.place_id, true).await?;
        must_be_own(tx, &past.author.id, &self.photos).await?;
        Ok(past)
    }

    /// The entry as it is kept.
    fn weighed(&self, past: &Past) -> Entry {
        let Score { percent, reasons } = self.read.score(past, self.now);
        Entry {
            status: Status::of_new_entry(percent),
            author_name: past.author.display_name(),
            spam_score: percent,
            spam_reasons: Json(reasons),
            ..self.entry.clone()
        }
    }
}

/// 422 for a photo that is not the author's own, or that another entry has.
async fn must_be_own(tx: &mut Tx, author: &AccountId, photos: &[PictureId]) -> Result<(), WriteError> {
    for photo in photos {
        let found = media::store::one_within(tx, *photo).await?;
        let is_theirs = found.is_some_and(|photo| {
            !photo.in_library && photo.uploader_id.as_ref() == Some(author) && photo.use_count == 0
        });
        if !is_theirs {
            return Err(Problem::invalid(vec![FieldError::new("pictureIds", "There is no such photo")]).into());
        }
    }
    Ok(())
}

/// Each photo once, in the order in which they were chosen.
fn distinct(mut photos: Vec<PictureId>) -> Vec<PictureId> {
    let mut seen = HashSet::new();
    photos.retain(|photo| seen.insert(*photo));
    photos
}

/// Takes an author's own entry back, whatever its status. 403 when it is somebody else's, 404 when it is not to be seen.
pub async fn withdraw(app: &App, author: &AccountId, audit: AuditContext, id: EntryId) -> Result<(), Problem> {
    let (now, author) = (app.clock.now(), author.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            if let Some(entry) = soft_delete::own(tx, id, &author).await? {
                // Nobody sees it, and now nobody brings it back.
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
            let tags = pages::tags(Some(&entry), None);
            write::publish(tx, &tags, now).await?;
            Ok::<_, WriteError>(((), tags))
        })
    });
    Ok(work.await?)
}

/// 422 when there is no such place, or for travellers none that is public.
pub async fn must_have_place(tx: &mut Tx, place: Option<PlaceId>, is_public: bool) -> Result<(), WriteError> {
    match place {
        Some(id) if !write::has_place(tx, id, is_public).await? => {
            Err(Problem::invalid(vec![FieldError::new("relatedPlaceId", "There is no such place")]).into())
        }
        _ => Ok(()),
    }
}

/// Optional text without the spaces around it; blank text is none.
pub fn tidy(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
