//! One story in: cleaned, weighed, counted, kept until it is reviewed.

use sqlx::types::Json;

use super::form::{NewEntry, stars};
use super::model::{Entry, Status};
use super::weigh::Arrived;
use super::{aside, author, limit, pages, write};
use crate::db::engine::Tx;
use crate::http::app::App;
use crate::http::problem::{FieldError, Problem};
use crate::http::sent::{Refusal, missing};
use crate::identity::model::Claim;
use crate::kernel::id::{AccountId, EntryId, PictureId, PlaceId};
use crate::media::{self, model::Owner};
use crate::record::model::Trace;
use crate::spam::model::Score;

/// Keeps an entry for review; a score above 70 files it as spam. Nobody but its author sees it yet.
///
/// 401 when the author's token counts no more, 422 naming `relatedPlaceId` when there is no such public place, 429 when they
/// have posted too much.
pub async fn entry(app: &App, claim: Claim, trace: Trace, new: NewEntry) -> Result<Entry, Problem> {
    let (now, per_hour) = (app.clock.now(), app.posts_per_hour);
    let arrived = Arrived {
        message: new.message.clone(),
        location: new.location.clone(),
        website: new.website,
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
    let photos = new.picture_ids;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            author::hold(tx, &claim, now).await?;
            limit::take(tx, &claim, per_hour, now).await?;
            let past = author::past(tx, &claim, &read, now).await?;
            must_have_place(tx, entry.place_id, true).await?;
            let Score { percent, reasons } = read.score(&past, now);
            let author = past.author;
            let entry = Entry {
                status: Status::of_new_entry(percent),
                author_name: author.display_name(),
                spam_score: percent,
                spam_reasons: Json(reasons),
                ..entry
            };
            let id = write::add(tx, &entry).await?;
            let trace = trace.by(&author);
            let entry = if entry.place_id.is_none() && photos.is_empty() {
                Entry { id, author_email: Some(author.email), ..entry }
            } else {
                take_photos(tx, id, &author.id, photos).await?;
                write::locked(tx, id).await?
            };
            trace.added(tx, &entry).await?;
            Ok::<_, Refusal>(entry)
        })
    });
    Ok(work.await?)
}

/// Makes these photos the entry's. 422 for one that is not the author's own, or that another entry has.
async fn take_photos(tx: &mut Tx, id: EntryId, author: &AccountId, mut photos: Vec<PictureId>) -> Result<(), Refusal> {
    let mut seen = std::collections::HashSet::new();
    photos.retain(|photo| seen.insert(*photo));
    for photo in &photos {
        let found = media::store::one_within(tx, *photo).await?;
        let is_theirs = found.is_some_and(|photo| {
            !photo.in_library && photo.uploader_id.as_ref() == Some(author) && photo.use_count == 0
        });
        if !is_theirs {
            return Err(Problem::invalid(vec![FieldError::new("pictureIds", "There is no such photo")]).into());
        }
    }
    Ok(media::write::note_uses(tx, Owner::Entry(id), &photos).await?)
}

/// Takes an author's own entry back, whatever its status. 403 when it is somebody else's, 404 when it is not to be seen.
pub async fn withdraw(app: &App, author: &AccountId, trace: Trace, id: EntryId) -> Result<(), Problem> {
    let (now, author) = (app.clock.now(), author.clone());
    let work = app.publish(move |tx| {
        Box::pin(async move {
            if let Some(entry) = aside::own(tx, id, &author).await? {
                // Nobody sees it, and now nobody brings it back.
                write::remove_row(tx, id).await?;
                trace.removed(tx, &entry).await?;
                return Ok(((), Vec::new()));
            }
            let entry = write::locked(tx, id).await.map_err(|error| missing(error, "entry"))?;
            match (entry.is_own(Some(&author)), entry.is_shown()) {
                (true, _) => {}
                (false, true) => return Err(Problem::forbidden("You can only withdraw your own entries").into()),
                (false, false) => return Err(Problem::not_found("There is no such entry").into()),
            }
            write::remove(tx, &entry).await?;
            trace.removed(tx, &entry).await?;
            let tags = pages::tags(Some(&entry), None);
            write::publish(tx, &tags, now).await?;
            Ok::<_, Refusal>(((), tags))
        })
    });
    Ok(work.await?)
}

/// 422 when there is no such place, or for travellers none that is public.
pub async fn must_have_place(tx: &mut Tx, place: Option<PlaceId>, is_public: bool) -> Result<(), Refusal> {
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
