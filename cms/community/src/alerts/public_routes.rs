//! `/api/alerts`: the alerts that travelers see.

use axum::extract::State as FromState;
use axum::{Extension, Json};

use super::dto::{Alert, Scope, State};
use super::store;
use crate::common::cache_tag::CacheTag;
use crate::http::app::App;
use crate::http::cache::CacheTags;
use crate::http::caller::OptionalAccount;
use crate::http::input::query_string::{Query, parse_variant};
use crate::http::problem::Problem;

/// The allowed values of the parameter `state`, for its error message.
const PUBLIC_STATES: &str = "current, upcoming";

/// The cache tags of a list of public alerts that is filtered by `state` and `scope`.
pub fn cache_tags(state: Option<State>, scope: Option<Scope>) -> CacheTags {
    if (state, scope) == (Some(State::Current), Some(Scope::Guide)) {
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
    get, path = "/api/alerts", operation_id = "listAlerts", tag = "Alerts",
    params(
        ("state" = Option<State>, Query, description = "Only alerts in this state: current or upcoming."),
        ("scope" = Option<Scope>, Query, description = "Only alerts about this: places, category or guide."),
    ),
    responses((status = 200, body = Vec<Alert>)),
    security((), ("bearer" = [])),
)]
pub async fn list_alerts(
    FromState(app): FromState<App>,
    _caller: OptionalAccount,
    mut query: Query,
) -> Result<(Extension<CacheTags>, Json<Vec<Alert>>), Problem> {
    let is_public = |state: &State| *state != State::Ended;
    let state = query.choice("state", PUBLIC_STATES, |name| parse_variant::<State>(name).filter(is_public));
    let scope = query.choice("scope", &Scope::NAMES.join(", "), parse_variant::<Scope>);
    query.finish()?;
    let alerts = store::list_public(&app.db, state, scope).await?;
    Ok((Extension(cache_tags(state, scope)), Json(alerts)))
}
