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
    let images = media::store::public_images_shown_by(tx, RecordWithImages::Settings).await?;
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
    let images = media::store::public_images_shown_by(tx, RecordWithImages::Settings).await?;
    let (before, saved) = (record_state(&stored, &current.pictures), record_state(&after, &images));
    revisions::append(tx, audit, Some(before), saved).await?;
    drafts::delete_if_published(tx, &RecordKey::new(AuditRecordKind::Settings, 1), mode).await?;
    Ok((SettingsResponse::new(app, after, images), tags))
}

fn record_state<'a>(stored: &'a StoredSettings, images: &[ImageResponse]) -> RecordState<'a, Settings> {
    let state = RecordState::new(&stored.settings, stored.version, stored.updated_at);
    RecordState { images: Some(json!(images)), ..state }
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

/// Replaces the old key of an image by the new one in the settings, if they show the image. Appends the change to the
/// change log. Returns the cache tags of the change.
pub fn replace_image_key(
    tx: &mut Tx,
    (id, old_key, new_key): (ImageId, String, String),
    now: Timestamp,
) -> HookFuture<'_> {
    Box::pin(async move {
        // A change of the settings locks the settings before the image. This write has locked the image already, so it
        // locks the settings only if needed, which makes a deadlock less likely.
        let shown_images = media::store::images_shown_by(tx, RecordWithImages::Settings).await?;
        if shown_images.iter().all(|image| image.id != id) {
            return Ok(Vec::new());
        }
        let StoredSettings { mut settings, version, .. } = store::get_for_update(tx).await?;
        let Some(image_url) = settings.image_url.as_mut().filter(|url| url.contains(&old_key)) else {
            return Ok(Vec::new());
        };
        *image_url = image_url.replace(&old_key, &new_key);
        let tags = store::put(tx, settings, now).await?;
        drafts::increment_base_version(tx, &RecordKey::new(AuditRecordKind::Settings, 1), version).await?;
        change_log::append_unless_empty(tx, tags, now).await
    })
}
