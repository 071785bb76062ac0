//! Adding, changing, replacing and removing pictures. Files come before the row that names them, and go after it: a
//! crash leaves files that nobody names, which are swept, and never a row without its files.

use axum::http::StatusCode;

use super::dto::MediaView;
use super::form::{MediaChanges, UNDESCRIBED};
use super::model::{Picture, file_names};
use super::receive::{self, Made, Parcel};
use super::soft_delete;
use super::write;
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::PictureId;
use crate::db::engine::Tx;
use crate::db::locks::{self, Lock};
use crate::http::app::App;
use crate::http::patch::{WriteError, missing, unless_outdated};
use crate::http::problem::{FieldError, Problem};
use crate::http::update::Update;
use crate::identity::model::{Account, Claim, Permission, Role};
use crate::identity::store as accounts;
use crate::jobs::changes::{self, Tag};
use crate::media::store;

/// So many pictures of a traveller may belong to no entry.
const WAITING: i64 = 9;
/// So many a traveller may send within a day.
const A_DAY: i64 = 60;
const DAY_S: i64 = 24 * 3600;

/// Keeps a picture that was sent. 403 for the library of those who do not keep it, 429 for too many.
pub async fn add(app: &App, caller: &Account, audit: AuditContext, mut parcel: Parcel) -> Result<Picture, Problem> {
    let in_library = match parcel.purpose.as_deref() {
        None | Some("library") => true,
        Some("entry") => false,
        Some(_) => {
            let error = FieldError::new("purpose", "Purpose must be library or entry");
            return Err(Problem::invalid(vec![error]));
        }
    };
    if in_library && !caller.may(Permission::AddPicture) {
        return Err(Problem::forbidden("You are not allowed to do this"));
    }
    if !in_library && parcel.alt.is_none() {
        let error = FieldError::new("alt", "Please say in a few words what the photo shows");
        return Err(Problem::invalid(vec![error]));
    }
    if !in_library {
        may_send(app, caller).await?;
    }
    let made = receive::make(app, &mut parcel).await?;
    let (now, names) = (app.clock.now(), names_of(&made));
    let mut picture = Picture {
        uploader_id: Some(caller.id.clone()),
        in_library,
        is_public: in_library,
        name: parcel.name,
        alt: parcel.alt,
        ..blank(now)
    };
    put_in(&mut picture, made);
    let claim = Claim { account: caller.id.clone(), session: None };
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            if !in_library {
                // Held, so that photos that come at once are counted one after the other.
                if !accounts::lock_claimed(tx, &claim, now).await? {
                    return Err(Problem::unauthorized().into());
                }
                enough(store::sent_by_within(tx, &claim.account, now.plus_seconds(-DAY_S)).await?)?;
            }
            let picture = Picture { id: write::add(tx, &picture).await?, ..picture };
            audit.log_created(tx, &picture).await?;
            Ok::<_, WriteError>(picture)
        })
    });
    match work.await {
        Ok(picture) => Ok(picture),
        Err(refusal) => {
            receive::discard(app, &names).await;
            Err(refusal.into())
        }
    }
}

/// 429 where a traveller has sent enough photos: asked before one is taken in, and again when it is kept.
pub async fn may_send(app: &App, caller: &Account) -> Result<(), Problem> {
    enough(store::sent_by(&app.db, &caller.id, app.clock.now().plus_seconds(-DAY_S)).await?)
}

fn enough((waiting, sent): (i64, i64)) -> Result<(), Problem> {
    if waiting >= WAITING {
        return Err(Problem::too_many("Please send your story before adding more photos", 3600));
    }
    if sent >= A_DAY {
        return Err(Problem::too_many("That is enough photos for today. Please come back tomorrow.", DAY_S));
    }
    Ok(())
}

/// Changes a picture's words and focal point. 412 with the present record when `versions` do not name it.
pub async fn change(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (id, versions): (PictureId, Option<Vec<i64>>),
    Update { changes: sent, broken, .. }: Update<MediaChanges>,
) -> Result<Picture, WriteError> {
    let (now, caller) = (app.clock.now(), caller.clone());
    app.publish(move |tx| {
        Box::pin(async move {
            let before = held(tx, &caller, id, None).await?;
            let mut picture = before.clone();
            sent.alt.into_field(&mut picture.alt);
            sent.caption.into_field(&mut picture.caption);
            sent.credit.into_field(&mut picture.credit);
            sent.licence.into_field(&mut picture.licence);
            picture.is_decorative = sent.is_decorative.unwrap_or(picture.is_decorative);
            picture.focal_x = sent.focal_x.unwrap_or(picture.focal_x);
            picture.focal_y = sent.focal_y.unwrap_or(picture.focal_y);
            picture.updated_at = now;
            let outdated = || Problem::outdated(MediaView::from(before.clone()));
            let picture = broken.allow(&MediaView::from(before.clone()), Ok(picture));
            let picture = unless_outdated(versions.as_deref(), before.version, (&before, picture), outdated)?;
            let Some(picture) = picture else {
                audit.log_touched(tx, &before).await?;
                return Ok((before, Vec::new()));
            };
            if picture.use_count > 0 && !picture.is_described() {
                return Err(Problem::invalid(vec![FieldError::new("alt", UNDESCRIBED)]).into());
            }
            write::change(tx, &picture).await?;
            audit.log_updated(tx, &before, &picture).await?;
            let tags = write::tags(tx, id).await?;
            finished(tx, id, tags, now).await
        })
    })
    .await
}

/// Puts another file in the place of a picture's, wherever it is shown. Its words stay.
pub async fn replace(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (id, versions): (PictureId, Option<Vec<i64>>),
    mut parcel: Parcel,
) -> Result<Picture, Problem> {
    let made = receive::make(app, &mut parcel).await?;
    let (now, caller, hooks, new_names) =
        (app.clock.now(), caller.clone(), app.on_picture_replaced.clone(), names_of(&made));
    let name = parcel.name;
    let outcome: Result<Picture, WriteError> = app
        .publish(move |tx| {
            Box::pin(async move {
                let before = held(tx, &caller, id, versions).await?;
                let mut picture = before.clone();
                (picture.name, picture.updated_at) = (name, now);
                put_in(&mut picture, made);
                write::change(tx, &picture).await?;
                audit.log_updated(tx, &before, &picture).await?;
                let mut tags = write::tags(tx, id).await?;
                for hook in hooks {
                    tags.extend(hook(tx, (id, before.key.clone(), picture.key.clone()), now).await?);
                }
                finished(tx, id, tags, now).await
            })
        })
        .await;
    match outcome {
        // The old files are swept later: a backup may be on its way to them.
        Ok(picture) => Ok(picture),
        Err(refusal) => {
            receive::discard(app, &new_names).await;
            Err(refusal.into())
        }
    }
}

/// Removes a picture; for ten minutes [`restore`] brings it back. 409 while something shows it, unless that does not matter.
pub async fn remove(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (id, is_forced): (PictureId, bool),
) -> Result<(), WriteError> {
    let (now, caller) = (app.clock.now(), caller.clone());
    app.publish(move |tx| {
        Box::pin(async move {
            let picture = held(tx, &caller, id, None).await?;
            let uses = store::uses_within(tx, id).await?;
            if !uses.is_empty() && !is_forced {
                let titles: Vec<&str> = uses.iter().take(3).map(|shown_by| shown_by.title.as_str()).collect();
                let more = if uses.len() > titles.len() { " and others" } else { "" };
                let sentence = format!("This picture is in use: {}{more}", titles.join(", "));
                return Err::<((), Vec<Tag>), WriteError>(Problem::new(StatusCode::CONFLICT, sentence).into());
            }
            let tags = write::tags(tx, id).await?;
            soft_delete::put(tx, id, &caller.id, now).await?;
            audit.log_deleted(tx, &picture).await?;
            if !tags.is_empty() {
                changes::append(tx, tags.clone(), now).await?;
            }
            Ok(((), tags))
        })
    })
    .await
}

/// Brings back a picture that was removed within ten minutes, wherever it was shown. 404, also for an owner whose picture an
/// admin has removed.
pub async fn restore(app: &App, caller: &Account, audit: AuditContext, id: PictureId) -> Result<Picture, WriteError> {
    let (now, caller) = (app.clock.now(), caller.clone());
    app.publish(move |tx| {
        Box::pin(async move {
            locks::lock_shared(tx, Lock::Places).await?;
            let by = Some(&caller.id).filter(|_| !caller.has_role(Role::Admin));
            let back = soft_delete::take(tx, id, by, now).await.map_err(|error| missing(error, "deleted picture"))?;
            let picture = theirs(&caller, back)?;
            audit.log_created(tx, &picture).await?;
            let tags = write::tags(tx, id).await?;
            finished(tx, id, tags, now).await
        })
    })
    .await
}

/// Whether this caller may see and change it in the library. What came with a guestbook entry was reviewed as it is: it is
/// not its author's to change, nor to replace.
pub fn may_keep(caller: &Account, picture: &Picture) -> bool {
    let is_theirs = picture.uploader_id.as_ref().filter(|_| picture.in_library);
    caller.may(Permission::ManagePicture(is_theirs))
}

/// A picture of the library that this caller may change, locked.
async fn held(tx: &mut Tx, caller: &Account, id: PictureId, versions: Option<Vec<i64>>) -> Result<Picture, WriteError> {
    locks::lock_shared(tx, Lock::Places).await?;
    let picture = theirs(caller, write::locked(tx, id).await?)?;
    if versions.is_some_and(|versions| !versions.contains(&picture.version)) {
        return Err(Problem::outdated(MediaView::from(picture)).into());
    }
    Ok(picture)
}

fn theirs(caller: &Account, picture: Picture) -> Result<Picture, Problem> {
    Some(picture)
        .filter(|picture| may_keep(caller, picture))
        .ok_or_else(|| Problem::not_found("There is no such picture"))
}

async fn finished(
    tx: &mut Tx,
    id: PictureId,
    tags: Vec<Tag>,
    now: Timestamp,
) -> Result<(Picture, Vec<Tag>), WriteError> {
    if !tags.is_empty() {
        changes::append(tx, tags.clone(), now).await?;
    }
    Ok((write::locked(tx, id).await?, tags))
}

fn names_of(made: &Made) -> Vec<String> {
    file_names(&made.key, made.prepared.widths().into_iter().map(i64::from))
}

fn put_in(picture: &mut Picture, made: Made) {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    let Made { key, prepared, bytes } = made;
    let [red, green, blue] = prepared.color;
    picture.key = key;
    (picture.width, picture.height) = (prepared.width.into(), prepared.height.into());
    picture.widths.0 = prepared.widths().into_iter().map(i64::from).collect();
    picture.bytes = bytes;
    picture.thumbhash = BASE64_STANDARD.encode(&prepared.thumbhash);
    picture.color = format!("#{red:02x}{green:02x}{blue:02x}");
}

fn blank(now: Timestamp) -> Picture {
    Picture {
        id: PictureId(0),
        version: 1,
        key: String::new(),
        uploader_id: None,
        in_library: true,
        is_public: true,
        name: String::new(),
        width: 0,
        height: 0,
        widths: sqlx::types::Json(Vec::new()),
        bytes: 0,
        thumbhash: String::new(),
        color: String::new(),
        alt: None,
        is_decorative: false,
        caption: None,
        credit: None,
        licence: None,
        focal_x: 0.5,
        focal_y: 0.5,
        created_at: now,
        updated_at: now,
        use_count: 0,
    }
}
