//! Changing the settings: one write with its entry in the change log.

use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::dto::{Country, Notice, Region, SettingsView};
use super::form::{COUNTRY, SettingsChanges};
use super::store::Stored;
use super::{notice, pictures, store};
use crate::audit_log::model::AuditContext;
use crate::common::phone;
use crate::http::app::App;
use crate::http::patch::{WriteError, unless_outdated};
use crate::http::problem::{FieldError, Problem};
use crate::http::update::Update;
use crate::http::validation::JsonSchemas;

/// Changes the settings. 412 with the present ones when `versions` do not name theirs.
pub async fn change(
    app: &App,
    audit: AuditContext,
    versions: Option<Vec<i64>>,
    Update { changes: sent, broken, .. }: Update<SettingsChanges>,
) -> Result<SettingsView, WriteError> {
    let (now, within) = (app.clock.now(), app.clone());
    app.publish(move |tx| {
        Box::pin(async move {
            let stored = store::held(tx).await?;
            let shown = pictures::within(tx).await?;
            let view = || SettingsView::of(&within, stored.clone(), shown.clone());
            let region = settled(stored.region.clone(), sent).map_err(WriteError::from);
            let region = broken.allow(&view(), region);
            let outdated = || Problem::outdated(view());
            let region = unless_outdated(versions.as_deref(), stored.version, (&stored.region, region), outdated)?;
            let Some(region) = region else {
                audit.log_touched(tx, &stored.region).await?;
                return Ok((view(), Vec::new()));
            };
            let mut objections = pictures::objections(tx, &stored.region, &region).await?;
            objections.extend(notice::objection(&stored.region, &region, now));
            if !objections.is_empty() {
                return Err(Problem::invalid(objections).into());
            }
            pictures::note(tx, &stored.region, &region).await?;
            audit.log_updated(tx, &stored.region, &region).await?;
            let mut tags = store::put(tx, region.clone(), now).await?;
            if region.country != stored.region.country {
                tags.extend(store::country_changed(tx, now).await?);
            }
            let after = Stored { version: stored.version + 1, region, updated_at: Some(now), ..stored };
            Ok((SettingsView::of(&within, after, pictures::within(tx).await?), tags))
        })
    })
    .await
}

/// The settings that a guide is first filled with. 422 names each field that is missing or breaks a rule.
pub fn first(forms: &JsonSchemas, words: Map<String, Value>) -> Result<Region, Problem> {
    let mut whole = serde_json::to_value(Region::default()).unwrap_or_default();
    for (field, value) in words {
        whole[field] = value;
    }
    settled(Region::default(), forms.read_as(&SettingsChanges::name(), whole)?)
}

/// The settings with what was sent put in.
fn settled(mut present: Region, sent: SettingsChanges) -> Result<Region, Problem> {
    if let Some(zone) = &sent.time_zone
        && *zone != present.time_zone
        && zone.parse::<chrono_tz::Tz>().is_err()
    {
        let sentence = "Time zone must be a name such as Asia/Ho_Chi_Minh";
        return Err(Problem::invalid(vec![FieldError::new("timeZone", sentence)]));
    }
    if let Some(country) = &sent.country
        && *country != present.country.0
        && !phone::is_country(country)
    {
        return Err(Problem::invalid(vec![FieldError::new("country", COUNTRY)]));
    }
    sent.image_url.into_field(&mut present.image_url);
    let trimmed = |sent: Option<String>, present: String| sent.map_or(present, |sent| sent.trim().to_owned());
    Ok(Region {
        brand: trimmed(sent.brand, present.brand),
        tagline: trimmed(sent.tagline, present.tagline),
        region_name: trimmed(sent.region_name, present.region_name),
        region_line: trimmed(sent.region_line, present.region_line),
        image_url: present.image_url,
        notice: sent.notice.map_or(present.notice, |notice| Notice { text: notice.text.trim().to_owned(), ..notice }),
        map: sent.map.unwrap_or(present.map),
        time_zone: sent.time_zone.unwrap_or(present.time_zone),
        country: sent.country.map_or(present.country, Country),
        contact_email: trimmed(sent.contact_email, present.contact_email),
        social: sent.social.unwrap_or(present.social),
        analytics_id: trimmed(sent.analytics_id, present.analytics_id),
        hero_prompts: sent.hero_prompts.unwrap_or(present.hero_prompts),
        what_is: sent.what_is.unwrap_or(present.what_is),
        doors: sent.doors.unwrap_or(present.doors),
    })
}
