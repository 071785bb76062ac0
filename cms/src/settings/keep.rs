//! Changing the settings: one write with its entry in the change log.

use super::form::SettingsChanges;
use super::store;
use super::wire::{Region, SettingsView};
use crate::http::app::App;
use crate::http::problem::{FieldError, Problem};
use crate::http::sent::Refusal;

/// Changes the settings. 412 with the present ones when `versions` do not name theirs.
pub async fn change(app: &App, versions: Option<Vec<i64>>, sent: SettingsChanges) -> Result<SettingsView, Refusal> {
    let now = app.clock.now();
    let (public_url, map_style_url) = (app.public_url.clone(), app.map_style_url.clone());
    app.publish(move |tx| {
        Box::pin(async move {
            let (version, present) = store::held(tx).await?;
            let view = |version, region| SettingsView { version, public_url, map_style_url, region };
            if versions.is_some_and(|versions| !versions.contains(&version)) {
                return Err(Problem::outdated(view(version, present)).into());
            }
            let region = settled(present, sent)?;
            let tags = store::put(tx, region.clone(), now).await?;
            Ok((view(version + 1, region), tags))
        })
    })
    .await
}

/// The settings with what was sent put in.
fn settled(present: Region, sent: SettingsChanges) -> Result<Region, Problem> {
    if let Some(zone) = &sent.time_zone
        && zone.parse::<chrono_tz::Tz>().is_err()
    {
        let sentence = "Time zone must be a name such as Asia/Ho_Chi_Minh";
        return Err(Problem::invalid(vec![FieldError::new("timeZone", sentence)]));
    }
    let trimmed = |sent: Option<String>, present: String| sent.map_or(present, |sent| sent.trim().to_owned());
    Ok(Region {
        brand: trimmed(sent.brand, present.brand),
        tagline: trimmed(sent.tagline, present.tagline),
        region_name: trimmed(sent.region_name, present.region_name),
        region_line: trimmed(sent.region_line, present.region_line),
        map: sent.map.unwrap_or(present.map),
        time_zone: sent.time_zone.unwrap_or(present.time_zone),
        contact_email: trimmed(sent.contact_email, present.contact_email),
        social: sent.social.unwrap_or(present.social),
        analytics_id: trimmed(sent.analytics_id, present.analytics_id),
        hero_prompts: sent.hero_prompts.unwrap_or(present.hero_prompts),
        what_is: sent.what_is.unwrap_or(present.what_is),
        doors: sent.doors.unwrap_or(present.doors),
    })
}
