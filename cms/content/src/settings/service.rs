//! Changes the settings and their image. A change and its entry in the change log are one write.

use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::dto::{Settings, SettingsResponse};
use super::pages::service::apply_changes;
use super::requests::{INVALID_COUNTRY, SettingsChanges};
use super::store::{self, StoredSettings};
use crate::audit::log::{AuditContext, AuditRecordKind};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::ImageId;
use crate::common::phone;
use crate::db::engine::{Db, StoreError, Tx};
use crate::drafts::store as drafts;
use crate::http::app::{App, HookFuture};
use crate::http::input::update::{ChangeMode, IfMatch, WriteError};
use crate::http::input::validation::RequestBodySchemas;
use crate::http::problem::{Code, FieldError, Problem};
use crate::jobs::change_log;
use crate::media;
use crate::media::model::{ImageResponse, RecordWithImages, image_keys_in};
use crate::revisions::store::{self as revisions, RecordKey, RecordState};

/// Changes the settings. Errors: those of [`change_within`].
pub async fn change(
    app: &App,
    audit: AuditContext,
    if_match: IfMatch,
    sent_fields: Map<String, Value>,
    mode: ChangeMode,
) -> Result<SettingsResponse, WriteError> {
    let (now, app_in_write) = (app.clock.now(), app.clone());
    app.write_and_invalidate_or_dry_run(mode.rolls_back(), move |tx| {
        Box::pin(async move {
            let (settings, tags) =
                change_within(tx, &app_in_write, &audit, (if_match, sent_fields), (mode, now)).await?;
            Ok((settings, change_log::append_unless_empty(tx, tags, now).await?))
        })
    })
    .await
}

/// Changes the settings within a write. The caller appends the returned tags to the change log. If `If-Match` does not
/// allow their version, but the settings already have the sent content, returns them without tags.
///
/// Errors: otherwise 412 with the current settings; 422 for a field that breaks a rule.
pub async fn change_within(
    tx: &mut Tx,
    app: &App,
    audit: &AuditContext,
    (if_match, sent_fields): (IfMatch, Map<String, Value>),
    (mode, now): (ChangeMode, Timestamp),
) -> Result<(SettingsResponse, Vec<CacheTag>), WriteError> {
    let stored = store::get_for_update(tx).await?;
    let images = images_within(tx).await?;
    let current = SettingsResponse::new(app, stored.clone(), images);
    let settings = apply_changes(&app.schemas, &SettingsChanges::name(), (&stored.settings, false), sent_fields);
    let Some(settings) =
        if_match.check_precondition(tx, audit, stored.version, (&stored.settings, settings), &current).await?
    else {
        return Ok((current, Vec::new()));
    };
    let mut errors = validate_time_zone_and_country(&stored.settings, &settings);
    let is_new_image = settings.image_url != stored.settings.image_url;
    let image_url = settings.image_url.as_deref().unwrap_or_default();
    if is_new_image {
        errors.extend(media::store::validate_image_address(tx, "imageUrl", image_url).await?);
    }
    if !errors.is_empty() {
        return Err(Problem::invalid(errors).into());
    }
    if is_new_image {
        media::store::set_uses_from_texts(tx, RecordWithImages::Settings, &[image_url]).await?;
    }
    audit.log_updated(tx, &stored.settings, &settings).await?;
    let mut tags = store::put(tx, settings.clone(), now).await?;
    if settings.country != stored.settings.country {
        tags.extend(store::invalidate_list_cache_of_all_places(tx).await?);
    }
    let after = StoredSettings { version: stored.version + 1, settings, updated_at: Some(now), ..stored.clone() };
    let images = images_within(tx).await?;
    let (before, saved) = (record_state(&stored, &current.pictures), record_state(&after, &images));
    revisions::append(tx, audit, Some(before), saved).await?;
    if let ChangeMode::Publish { draft_version } = mode {
        drafts::delete_published(tx, &RecordKey::new(AuditRecordKind::Settings, 1), draft_version).await?;
    }
    Ok((SettingsResponse::new(app, after, images), tags))
}

/// The state of the settings for their history.
fn record_state<'a>(stored: &'a StoredSettings, images: &[ImageResponse]) -> RecordState<'a, Settings> {
    let StoredSettings { version, settings, updated_at, .. } = stored;
    RecordState {
        record: settings,
        version: *version,
        saved_at: *updated_at,
        owner_id: None,
        images: Some(json!(images)),
        fact_checks: None,
    }
}

/// The settings of a seed. Errors: 422 with each field that is missing or breaks a rule.
pub fn from_seed(schemas: &RequestBodySchemas, fields: Map<String, Value>) -> Result<Settings, Problem> {
    let blank = Settings::default();
    let settings = apply_changes(schemas, &SettingsChanges::name(), (&blank, true), fields)?;
    let errors = validate_time_zone_and_country(&blank, &settings);
    if errors.is_empty() { Ok(settings) } else { Err(Problem::invalid(errors)) }
}

/// The errors for the time zone and the country: a value that differs from `before` must exist.
fn validate_time_zone_and_country(before: &Settings, after: &Settings) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if after.time_zone != before.time_zone && after.time_zone.parse::<chrono_tz::Tz>().is_err() {
        let sentence = "Time zone must be a name like Asia/Ho_Chi_Minh";
        errors.push(FieldError::new(Code::TimeZoneUnknown, "timeZone", sentence));
    }
    if after.country != before.country && !phone::is_supported_country_code(&after.country.0) {
        errors.push(FieldError::new(Code::CountryUnknown, "country", INVALID_COUNTRY));
    }
    errors
}

/// The image of the settings, if it is in the media library and public; at most one.
pub async fn images(db: &Db, settings: &Settings) -> Result<Vec<ImageResponse>, StoreError> {
    let keys = image_keys_in(settings.image_url.as_deref().unwrap_or_default());
    let stored_images = media::store::find_by_keys(db, &keys).await?.into_values();
    Ok(stored_images.filter(|image| image.is_public).map(ImageResponse::from).collect())
}

/// Like [`images`], within a write. Reads the stored image uses of the settings, so a write that changes the image must
/// store them before.
async fn images_within(tx: &mut Tx) -> Result<Vec<ImageResponse>, StoreError> {
    let shown_images = media::store::images_shown_by(tx, RecordWithImages::Settings).await?;
    Ok(shown_images.into_iter().filter(|image| image.is_public).map(ImageResponse::from).collect())
}

/// Replaces the key `old_key` of an image by `new_key` in the settings, if they show the image. Appends the change to
/// the change log. Returns the cache tags of the change.
pub fn replace_image_key(
    tx: &mut Tx,
    (image_id, old_key, new_key): (ImageId, String, String),
    now: Timestamp,
) -> HookFuture<'_> {
    Box::pin(async move {
        // A change of the settings locks the settings before the image. This write has locked the image already, so it
        // locks the settings only if needed, which makes a deadlock less likely.
        let shown_images = media::store::images_shown_by(tx, RecordWithImages::Settings).await?;
        if shown_images.iter().all(|image| image.id != image_id) {
            return Ok(Vec::new());
        }
        let StoredSettings { mut settings, version, .. } = store::get_for_update(tx).await?;
        match settings.image_url.as_mut().filter(|image_url| image_url.contains(&old_key)) {
            Some(image_url) => *image_url = image_url.replace(&old_key, &new_key),
            None => return Ok(Vec::new()),
        }
        let tags = store::put(tx, settings, now).await?;
        drafts::increment_base_version(tx, &RecordKey::new(AuditRecordKind::Settings, 1), version).await?;
        change_log::append_unless_empty(tx, tags, now).await
    })
}
