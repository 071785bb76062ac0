//! Changes the settings, in one write with its entry in the change log.

use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::dto::{Country, Notice, Settings, SettingsResponse};
use super::form::{INVALID_COUNTRY, SettingsChanges};
use super::store::StoredSettings;
use super::{images, notice, store};
use crate::audit::model::AuditContext;
use crate::common::phone;
use crate::http::app::App;
use crate::http::input::update::{Update, WriteError};
use crate::http::input::validation::JsonSchemas;
use crate::http::problem::{FieldError, Problem};

/// Changes the settings. 412 with the current ones if `If-Match` does not contain their version.
pub async fn change(
    app: &App,
    audit: AuditContext,
    Update { changes: sent, broken, if_match, .. }: Update<SettingsChanges>,
) -> Result<SettingsResponse, WriteError> {
    let (now, app_in_write) = (app.clock.now(), app.clone());
    app.publish(move |tx| {
        Box::pin(async move {
            let stored = store::locked(tx).await?;
            let images = images::find_within(tx).await?;
            let current = SettingsResponse::new(&app_in_write, stored.clone(), images);
            let settings = apply_changes(stored.settings.clone(), sent).map_err(WriteError::from);
            let settings = broken.allow(&current, settings);
            let Some(settings) =
                if_match.check(tx, &audit, stored.version, (&stored.settings, settings), &current).await?
            else {
                return Ok((current, Vec::new()));
            };
            let mut errors = images::validate(tx, &stored.settings, &settings).await?;
            errors.extend(notice::validate(&stored.settings, &settings, now));
            if !errors.is_empty() {
                return Err(Problem::invalid(errors).into());
            }
            images::update_uses(tx, &stored.settings, &settings).await?;
            audit.log_updated(tx, &stored.settings, &settings).await?;
            let mut tags = store::put(tx, settings.clone(), now).await?;
            if settings.country != stored.settings.country {
                tags.extend(store::country_changed(tx, now).await?);
            }
            let after = StoredSettings { version: stored.version + 1, settings, updated_at: Some(now), ..stored };
            Ok((SettingsResponse::new(&app_in_write, after, images::find_within(tx).await?), tags))
        })
    })
    .await
}

/// The settings of a seed. 422 names each field that is missing or breaks a rule.
pub fn from_seed(forms: &JsonSchemas, fields: Map<String, Value>) -> Result<Settings, Problem> {
    let mut whole = serde_json::to_value(Settings::default()).unwrap_or_default();
    for (field, value) in fields {
        whole[field] = value;
    }
    apply_changes(Settings::default(), forms.read_as(&SettingsChanges::name(), whole)?)
}

/// The settings with the changes applied. 422 for an unknown time zone or country.
fn apply_changes(mut current: Settings, sent: SettingsChanges) -> Result<Settings, Problem> {
    if let Some(zone) = &sent.time_zone
        && *zone != current.time_zone
        && zone.parse::<chrono_tz::Tz>().is_err()
    {
        let sentence = "Time zone must be a name such as Asia/Ho_Chi_Minh";
        return Err(Problem::invalid(vec![FieldError::new("timeZone", sentence)]));
    }
    if let Some(country) = &sent.country
        && *country != current.country.0
        && !phone::is_country(country)
    {
        return Err(Problem::invalid(vec![FieldError::new("country", INVALID_COUNTRY)]));
    }
    sent.image_url.into_field(&mut current.image_url);
    let trimmed = |sent: Option<String>, current: String| sent.map_or(current, |sent| sent.trim().to_owned());
    Ok(Settings {
        brand: trimmed(sent.brand, current.brand),
        tagline: trimmed(sent.tagline, current.tagline),
        region_name: trimmed(sent.region_name, current.region_name),
        region_line: trimmed(sent.region_line, current.region_line),
        image_url: current.image_url,
        notice: sent.notice.map_or(current.notice, |notice| Notice { text: notice.text.trim().to_owned(), ..notice }),
        map: sent.map.unwrap_or(current.map),
        time_zone: sent.time_zone.unwrap_or(current.time_zone),
        country: sent.country.map_or(current.country, Country),
        contact_email: trimmed(sent.contact_email, current.contact_email),
        social: sent.social.unwrap_or(current.social),
        analytics_id: trimmed(sent.analytics_id, current.analytics_id),
        hero_prompts: sent.hero_prompts.unwrap_or(current.hero_prompts),
        what_is: sent.what_is.unwrap_or(current.what_is),
        doors: sent.doors.unwrap_or(current.doors),
    })
}
