//! `/api/user/likes`: the saved places of an account.

use axum::Json;
use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::store::{self, LikeAction, LikeResult};
use crate::audit::log::{AuditContext, AuditDescription, AuditRecordKind, AuditSubject};
use crate::auth::domain::accounts::{self, Account};
use crate::common::id::PlaceId;
use crate::http::app::App;
use crate::http::caller::ActiveAccount;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query};
use crate::http::input::rule::{Rule, rule_schemas};
use crate::http::input::update::{WriteError, map_missing_to_404};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;
use crate::jobs::change_log;
use crate::places::dto::PlaceResponse;
use crate::places::model::Place;

/// The maximum number of places of one page.
const MAX_LIMIT: i64 = 1000;

/// The state after a change: whether the caller has saved the place, and how many accounts have saved it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeResponse {
    /// The id of the place.
    #[schema(example = 7)]
    pub business_id: PlaceId,
    /// Whether the caller has saved the place.
    pub is_liked: bool,
    /// The number of accounts that have saved the place.
    #[schema(example = 50)]
    pub like_count: i64,
}

/// The place to like or unlike.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "described by its rule below")]
pub struct ToggleLikeRequest {
    pub business_id: PlaceId,
}

rule_schemas! { ToggleLikeRequest => like_request() }

fn like_request() -> Rule {
    Rule::closed_object(
        "The place to save, or to remove from the saved places.",
        vec![("businessId", Rule::id("The id of the place.").required("Business is required").example(7))],
    )
}

/// Whether an account likes a place, as the audit log records it.
struct LikeState {
    place: PlaceId,
    place_name: String,
    is_liked: bool,
}

impl AuditSubject for LikeState {
    const KIND: AuditRecordKind = AuditRecordKind::Place;

    fn describe(&self) -> AuditDescription {
        AuditDescription::new(self.place, &self.place_name, json!({ "isLiked": self.is_liked }))
    }
}

/// List the places that the caller has saved.
///
/// The place that was saved last comes first. Places that are not public are left out. `X-Total-Count` is the total
/// number. `Link` with `rel="next"` is the URL of the next page.
#[utoipa::path(
    get, path = "/api/user/likes", tag = "Likes",
    params(PageParameterDocs<MAX_LIMIT>), responses((status = 200, body = Vec<PlaceResponse>)),
)]
pub async fn list_likes(
    State(app): State<App>,
    caller: ActiveAccount,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page_params = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let page = store::list_liked_places(&app.db, &caller.0.id, page_params).await?;
    let response = |place| PlaceResponse::for_caller(Some(&caller.0), Place { is_liked: true, ..place });
    let items: Vec<PlaceResponse> = page.items.into_iter().map(response).collect();
    Ok(page_params.respond(&uri, &items, page.total))
}

/// Save a place, or remove it from the saved places.
///
/// The response contains the new state. Clients that know the state they want send `likePlace` or `unlikePlace`, which
/// can be repeated.
#[utoipa::path(
    post, path = "/api/user/likes/toggle", tag = "Likes",
    request_body = ToggleLikeRequest,
    responses(
        (status = 200, body = LikeResponse),
        (status = 404, description = "There is no public place with this id."),
    ),
)]
pub async fn toggle_like(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<ToggleLikeRequest>,
) -> Result<Json<LikeResponse>, Problem> {
    apply_like_action(&app, caller.0, audit, (form.0.business_id, LikeAction::Toggle)).await
}

/// Save a place.
///
/// A place that is already saved stays saved. The response contains the number of accounts that have saved the place.
/// The status is 404 if the place is not public.
#[utoipa::path(
    put, path = "/api/user/likes/{businessId}", tag = "Likes",
    params(("businessId" = i64, Path, description = "The id of the place.")),
    responses((status = 200, body = LikeResponse)),
)]
pub async fn like_place(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(place): PathId<PlaceId>,
    _: NoQuery,
) -> Result<Json<LikeResponse>, Problem> {
    apply_like_action(&app, caller.0, audit, (place, LikeAction::Like)).await
}

/// Remove a place from the saved places.
///
/// A place that is not saved stays unsaved. The response contains the number of accounts that have saved the place.
/// The status is 404 if the place is not public, even if the caller has saved it.
#[utoipa::path(
    delete, path = "/api/user/likes/{businessId}", tag = "Likes",
    params(("businessId" = i64, Path, description = "The id of the place.")),
    responses((status = 200, body = LikeResponse)),
)]
pub async fn unlike_place(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(place): PathId<PlaceId>,
    _: NoQuery,
) -> Result<Json<LikeResponse>, Problem> {
    apply_like_action(&app, caller.0, audit, (place, LikeAction::Unlike)).await
}

async fn apply_like_action(
    app: &App,
    account: Account,
    audit: AuditContext,
    (place, action): (PlaceId, LikeAction),
) -> Result<Json<LikeResponse>, Problem> {
    let now = app.clock.now();
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let locked = accounts::get_for_update(tx, &account.id).await?.filter(|account| account.is_active);
            let account = locked.ok_or_else(Problem::unauthorized)?;
            let result = store::apply_like_action(tx, &account.id, place, action, now).await;
            let LikeResult { place_name, was_liked, is_liked, like_count } =
                result.map_err(|error| map_missing_to_404(error, "place"))?;
            let state = |is_liked| LikeState { place, place_name: place_name.clone(), is_liked };
            audit.log_updated(tx, &state(was_liked), &state(is_liked)).await?;
            let tags = if was_liked != is_liked { store::tags(place) } else { Vec::new() };
            let tags = change_log::append_unless_empty(tx, tags, now).await?;
            Ok::<_, WriteError>((LikeResponse { business_id: place, is_liked, like_count }, tags))
        })
    });
    Ok(Json(work.await?))
}
