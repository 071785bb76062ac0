//! `/api/alerts`: the alerts that travelers see.

use axum::extract::State;
use axum::{Extension, Json};

use super::dto::{Alert, AlertScope, AlertState};
use super::store;
use crate::common::cache_tag::CacheTag;
use crate::http::app::App;
use crate::http::cache::CacheTags;
use crate::http::caller::OptionalAccount;
use crate::http::input::query_string::{Query, parse_variant};
use crate::http::problem::Problem;

/// The cache tags of a list of public alerts that is filtered by `state` and `scope`.
pub fn cache_tags_of_alert_list(state: Option<AlertState>, scope: Option<AlertScope>) -> CacheTags {
    if (state, scope) == (Some(AlertState::Current), Some(AlertScope::Guide)) {
        // Every page of the site shows the current alerts about the whole guide. A change of any other alert must not
        // invalidate all pages.
        return CacheTags(vec![CacheTag::GuideAlerts]);
    }
    CacheTags(vec![CacheTag::Alerts, CacheTag::GuideAlerts, CacheTag::Places, CacheTag::Categories])
}

/// List the public alerts.
///
/// The current alerts, and those that begin later (`state` is `upcoming`), the current ones first; at most 200. An
/// alert about places is listed if one of them is public. The same alerts are at `alerts.geojson` and `alerts.atom`.
#[utoipa::path(
    get, path = "/api/alerts", tag = "Alerts", security((), ("bearer" = [])),
    params(
        ("state" = Option<AlertState>, Query, description = "Only alerts in this state: current or upcoming."),
        ("scope" = Option<AlertScope>, Query, description = "Only alerts about this: places, category or guide."),
    ),
    responses((status = 200, body = Vec<Alert>)),
)]
pub async fn list_alerts(
    State(app): State<App>,
    _caller: OptionalAccount,
    mut query: Query,
) -> Result<(Extension<CacheTags>, Json<Vec<Alert>>), Problem> {
    let is_public = |state: &AlertState| *state != AlertState::Ended;
    let state = query.choice("state", "current, upcoming", |name| parse_variant::<AlertState>(name).filter(is_public));
    let scope = query.choice("scope", &AlertScope::NAMES.join(", "), parse_variant::<AlertScope>);
    query.finish()?;
    let alerts = store::list_public(&app.db, state, scope).await?;
    Ok((Extension(cache_tags_of_alert_list(state, scope)), Json(alerts)))
}
