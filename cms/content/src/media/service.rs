//! Adds, changes, replaces and removes images. Files are stored before the row that names them, and deleted after that
//! row. So a crash can leave unreferenced files, which the garbage collector deletes, but no row without files.

use super::model::{ALT_REQUIRED, Image, file_names};
use super::requests::MediaChanges;
use super::store;
use super::upload::{self, StoredImage, UploadForm};
use crate::audit::log::{AuditContext, AuditDescription, AuditRecordKind, AuditSubject};
use crate::auth::domain::accounts::{self, Account, Permission, Role, SignedTokenSubject};
use crate::common::cache_tag::CacheTag;
use crate::common::id::ImageId;
use crate::common::rate_limit_state::{RateLimitState, RateLimitStates};
use crate::db::engine::{AdvisoryLock, Tx};
use crate::http::app::App;
use crate::http::input::update::{IfMatch, Update, WriteError, map_missing_to_404};
use crate::http::problem::{Code, Problem};
use crate::jobs::change_log;

/// The maximum number of a traveler's photos that are not in an entry yet.
const MAX_UNATTACHED_PHOTOS: i64 = 9;
/// The maximum number of photos that one traveler uploads within a day.
const MAX_PHOTOS_PER_DAY: i64 = 60;
const DAY_S: i64 = 24 * 3600;

/// Stores an uploaded image. Errors: 403 for an upload to the library if the caller may not add images to it; 422 if
/// the upload breaks a rule; 429 if a traveler has uploaded too many photos.
pub async fn add(app: &App, caller: &Account, audit: AuditContext, mut form: UploadForm) -> Result<Image, Problem> {
    let in_library = match form.purpose.as_deref() {
        None | Some("library") => true,
        Some("entry") => false,
        Some(_) => {
            let code = Code::Enum.with("options", "library, entry");
            return Err(Problem::invalid_field(code, "purpose", "Purpose must be library or entry"));
        }
    };
    if in_library && !caller.may(Permission::AddImage) {
        return Err(Problem::forbidden(Code::Forbidden, "You don't have permission to do this"));
    }
    if !in_library && form.alt.is_none() {
        let sentence = "Please describe the photo in a few words";
        return Err(Problem::invalid_field(Code::AltRequired, "alt", sentence));
    }
    if !in_library {
        check_photo_quotas(app, caller).await?;
    }
    let stored = upload::decode_and_store(app, &mut form).await?;
    let (now, names) = (app.clock.now(), file_names_of(&stored));
    let mut image = Image {
        version: 1,
        uploader_id: Some(caller.id.clone()),
        in_library,
        is_public: in_library,
        name: form.name,
        alt: form.alt,
        focal_x: 0.5,
        focal_y: 0.5,
        created_at: now,
        updated_at: now,
        ..Image::default()
    };
    apply_file(&mut image, stored);
    let subject = SignedTokenSubject { account: caller.id.clone(), session: None };
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            if !in_library {
                // With the lock, the uploads of one account run one after the other, so that each upload counts the
                // earlier ones.
                if !accounts::lock_subject_account(tx, &subject, now).await? {
                    return Err(Problem::unauthorized().into());
                }
                let since = now.plus_seconds(-DAY_S);
                ensure_within_photo_quotas(store::count_photos_within(tx, &subject.account, since).await?)?;
            }
            let image = Image { id: store::add(tx, &image).await?, ..image };
            audit.log_created(tx, &image).await?;
            Ok::<_, WriteError>(image)
        })
    });
    let added = work.await;
    if added.is_err() {
        upload::delete_files(app, &names).await;
    }
    Ok(added?)
}

/// Checks the quotas of a traveler before the upload is read. The write checks them again. Errors: 429 if the traveler
/// has uploaded too many photos.
pub async fn check_photo_quotas(app: &App, caller: &Account) -> Result<(), Problem> {
    let since = app.clock.now().plus_seconds(-DAY_S);
    ensure_within_photo_quotas(store::count_photos(&app.db, &caller.id, since).await?)
}

fn ensure_within_photo_quotas((unattached_count, uploaded_count): (i64, i64)) -> Result<(), Problem> {
    if unattached_count >= MAX_UNATTACHED_PHOTOS {
        let (limit_name, quota) = ("unattached-photos", MAX_UNATTACHED_PHOTOS);
        let state = RateLimitState { limit_name, quota, window_s: 3600, remaining: 0, reset_s: 3600 };
        RateLimitStates::current().record(state);
        let code = Code::TooManyImages.with("limit", MAX_UNATTACHED_PHOTOS);
        return Err(Problem::too_many_requests(code, "Please submit your entry before adding more photos", 3600));
    }
    let (quota, remaining) = (MAX_PHOTOS_PER_DAY, (MAX_PHOTOS_PER_DAY - uploaded_count - 1).max(0));
    let state = RateLimitState { limit_name: "photos", quota, window_s: DAY_S, remaining, reset_s: DAY_S };
    RateLimitStates::current().record(state);
    if uploaded_count >= MAX_PHOTOS_PER_DAY {
        let code = Code::DailyImageLimit.with("limit", MAX_PHOTOS_PER_DAY);
        let sentence = "You've reached today's photo limit. Please try again tomorrow.";
        return Err(Problem::too_many_requests(code, sentence, DAY_S));
    }
    Ok(())
}

/// Changes an image's texts and focal point. Errors: 404 if the image does not exist or the caller may not manage it;
/// 412 with the current image if `If-Match` does not contain its version; 422 if the change breaks a rule, or if an
/// image in use would have no text alternative and not be decorative.
pub async fn change(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    id: ImageId,
    Update { changes, broken_rules, if_match, .. }: Update<MediaChanges>,
) -> Result<Image, WriteError> {
    let (now, caller) = (app.clock.now(), caller.clone());
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let before = lock_manageable_image(tx, &caller, id).await?;
            let mut image = before.clone();
            changes.alt.apply_to(&mut image.alt);
            changes.caption.apply_to(&mut image.caption);
            changes.credit.apply_to(&mut image.credit);
            changes.licence.apply_to(&mut image.licence);
            image.is_decorative = changes.is_decorative.unwrap_or(image.is_decorative);
            image.focal_x = changes.focal_x.unwrap_or(image.focal_x);
            image.focal_y = changes.focal_y.unwrap_or(image.focal_y);
            image.updated_at = now;
            let image = broken_rules.reject_new_violations(&before, Ok(image));
            let Some(image) =
                if_match.check_precondition(tx, &audit, before.version, (&before, image), &before).await?
            else {
                return Ok((before, Vec::new()));
            };
            if image.use_count > 0 && !image.is_described() {
                return Err(Problem::invalid_field(Code::AltRequired, "alt", ALT_REQUIRED).into());
            }
            store::change(tx, &image).await?;
            audit.log_updated(tx, &before, &image).await?;
            let tags = store::invalidate_list_cache_and_get_tags(tx, id).await?;
            Ok((store::get_for_update(tx, id).await?, change_log::append_unless_empty(tx, tags, now).await?))
        })
    })
    .await
}

/// Replaces the file of an image in all records that show it. The texts of the image stay. Errors: 404 if the image
/// does not exist or the caller may not manage it; 412 with the current image if `If-Match` does not contain its
/// version; 422 if the file is not a valid image.
pub async fn replace_file(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (id, if_match): (ImageId, IfMatch),
    mut form: UploadForm,
) -> Result<Image, Problem> {
    let stored = upload::decode_and_store(app, &mut form).await?;
    let (now, caller, hooks) = (app.clock.now(), caller.clone(), app.hooks.image_replaced.clone());
    let (name, new_names) = (form.name, file_names_of(&stored));
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let before = lock_manageable_image(tx, &caller, id).await?;
            if !if_match.allows(before.version) {
                return Err(Problem::precondition_failed(before).into());
            }
            let mut image = before.clone();
            (image.name, image.updated_at) = (name, now);
            apply_file(&mut image, stored);
            store::change(tx, &image).await?;
            audit.log_updated(tx, &before, &image).await?;
            let mut tags = store::invalidate_list_cache_and_get_tags(tx, id).await?;
            for hook in hooks {
                tags.extend(hook(tx, (id, before.key.clone(), image.key.clone()), now).await?);
            }
            Ok((store::get_for_update(tx, id).await?, change_log::append_unless_empty(tx, tags, now).await?))
        })
    });
    let outcome: Result<Image, WriteError> = work.await;
    if outcome.is_err() {
        upload::delete_files(app, &new_names).await;
    }
    // The garbage collector deletes the old files later: a running backup may still need them.
    Ok(outcome?)
}

/// Soft-deletes an image. [`restore`] can restore it for ten minutes. Errors: 404 if the image does not exist or the
/// caller may not manage it; 409 if a record shows the image, unless `force` is true.
pub async fn remove(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (id, force): (ImageId, bool),
) -> Result<(), WriteError> {
    let (now, caller) = (app.clock.now(), caller.clone());
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let image = lock_manageable_image(tx, &caller, id).await?;
            let uses = store::list_uses_within(tx, id).await?;
            if !uses.is_empty() && !force {
                let titles: Vec<&str> = uses.iter().take(3).map(|image_use| image_use.title.as_str()).collect();
                let more = if uses.len() > titles.len() { " and others" } else { "" };
                let titles = titles.join(", ");
                let sentence = format!("This image is in use: {titles}{more}");
                let problem = Problem::conflict(Code::ImageInUse.with("titles", titles), sentence);
                return Err::<((), Vec<CacheTag>), WriteError>(problem.into());
            }
            let tags = store::invalidate_list_cache_and_get_tags(tx, id).await?;
            store::soft_delete(tx, id, &caller.id, now).await?;
            audit.log_deleted(tx, &image).await?;
            Ok(((), change_log::append_unless_empty(tx, tags, now).await?))
        })
    })
    .await
}

/// Restores an image with its uses. Errors: 404 if the image was not deleted within the last ten minutes, or if another
/// account deleted it and the caller is not an admin.
pub async fn restore(app: &App, caller: &Account, audit: AuditContext, id: ImageId) -> Result<Image, WriteError> {
    let (now, caller) = (app.clock.now(), caller.clone());
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Places).await?;
            let deleted_by = Some(&caller.id).filter(|_| !caller.has_role(Role::Admin));
            let restored = store::restore(tx, id, deleted_by, now).await;
            let image = restored.map_err(|error| map_missing_to_404(error, "deleted image"))?;
            let image = ensure_can_manage(&caller, Some(image))?;
            audit.log_created(tx, &image).await?;
            let tags = store::invalidate_list_cache_and_get_tags(tx, id).await?;
            Ok((store::get_for_update(tx, id).await?, change_log::append_unless_empty(tx, tags, now).await?))
        })
    })
    .await
}

/// The image, if the caller may manage it: read its record, change, replace, delete and restore it. Admins may, and so
/// may business owners who uploaded it to the library. Photos of a guestbook entry are moderated with the entry, so
/// their uploader may not change or replace them. Errors: 404 if there is no image or the caller may not manage it.
pub fn ensure_can_manage(caller: &Account, image: Option<Image>) -> Result<Image, Problem> {
    let can_manage = |image: &Image| {
        let uploader_id = image.uploader_id.as_ref().filter(|_| image.in_library);
        caller.may(Permission::ManageImage(uploader_id))
    };
    image.filter(can_manage).ok_or_else(|| Problem::not_found("This image does not exist"))
}

/// Locks an image and returns it. Errors: 404 if the image does not exist or the caller may not manage it.
async fn lock_manageable_image(tx: &mut Tx, caller: &Account, id: ImageId) -> Result<Image, WriteError> {
    tx.lock_shared(AdvisoryLock::Places).await?;
    Ok(ensure_can_manage(caller, Some(store::get_for_update(tx, id).await?))?)
}

fn file_names_of(stored: &StoredImage) -> Vec<String> {
    file_names(&stored.key, stored.prepared_image.widths().into_iter().map(i64::from))
}

fn apply_file(image: &mut Image, stored: StoredImage) {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    let StoredImage { key, prepared_image, bytes } = stored;
    let [red, green, blue] = prepared_image.dominant_color;
    image.key = key;
    (image.width, image.height) = (prepared_image.width.into(), prepared_image.height.into());
    image.widths.0 = prepared_image.widths().into_iter().map(i64::from).collect();
    image.bytes = bytes;
    image.thumbhash = BASE64_STANDARD.encode(&prepared_image.thumbhash);
    image.color = format!("#{red:02x}{green:02x}{blue:02x}");
}

impl AuditSubject for Image {
    const KIND: AuditRecordKind = AuditRecordKind::Image;
    const DERIVED_FIELDS: &'static [&'static str] = &["widths", "thumbhash", "color", "useCount"];

    fn describe(&self) -> AuditDescription {
        AuditDescription::new(self.id, &self.name, self)
    }
}
