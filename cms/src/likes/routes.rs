//! `/api/user/likes`: the places that somebody has saved.

use axum::Json;
use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;

use super::audit::Liking;
use super::dto::LikeView;
use super::form::LikeForm;
use super::store::{self, Fulfilled, Wish};
use crate::audit_log::model::AuditContext;
use crate::common::id::PlaceId;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::caller::SignedIn;
use crate::http::pagination::PageParams;
use crate::http::patch::WriteError;
use crate::http::problem::Problem;
use crate::http::query::{PathId, Query};
use crate::http::validation::ValidatedJson;
use crate::identity::model::Account;
use crate::identity::store as accounts;
use crate::jobs::changes;
use crate::places::dto::PlaceView;
use crate::places::model::Place;

/// The most places of one answer.
const MOST: i64 = 1000;

/// Lists the places that one has saved.
///
/// The newest like first; places that are not public (any more) are left out. `X-Total-Count` says how many there are,
/// `Link` with `rel="next"` where they go on.
#[utoipa::path(
    get, path = "/api/user/likes", operation_id = "listLikes", tag = "Likes", security(("bearer" = [])),
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "How many at the most."),
        ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
    ),
    responses((status = 200, body = Vec<PlaceView>, headers(
        ("x-total-count" = i64, description = "How many places there are in all."),
        ("link" = Option<String>, description = "Where the list goes on."),
    ))),
)]
pub async fn list_likes(
    State(app): State<App>,
    caller: SignedIn,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page_params = PageParams::take(&mut query, MOST);
    query.finish()?;
    let page = store::liked(&app.db, &caller.0.id, page_params).await?;
    let views: Vec<PlaceView> = page
        .items
        .into_iter()
        .map(|place| PlaceView::for_caller(Some(&caller.0), Place { is_liked: true, ..place }))
        .collect();
    Ok(page_params.respond(&uri, &views, page.total))
}

/// Saves a place, or takes that back: whichever it is not.
///
/// The answer says which it is now. A client that knows what it wants sends `likePlace` or `unlikePlace`, which may be
/// sent twice.
#[utoipa::path(
    post, path = "/api/user/likes/toggle", operation_id = "toggleLike", tag = "Likes", security(("bearer" = [])),
    request_body = LikeForm,
    responses(
        (status = 200, body = LikeView),
        (status = 404, body = Problem, content_type = "application/problem+json",
            description = "There is no such public place."),
    ),
)]
pub async fn toggle_like(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    query: Query,
    form: ValidatedJson<LikeForm>,
) -> Result<Json<LikeView>, Problem> {
    query.finish()?;
    fulfil(&app, caller.0, audit, (form.0.business_id, Wish::Toggle)).await
}

/// Saves a place. One that is saved already stays so.
///
/// The answer says how many people have saved the place.
#[utoipa::path(
    put, path = "/api/user/likes/{businessId}", operation_id = "likePlace", tag = "Likes",
    security(("bearer" = [])),
    params(("businessId" = i64, Path, description = "The place's id.")),
    responses((status = 200, body = LikeView)),
)]
pub async fn like_place(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    PathId(place): PathId<PlaceId>,
    query: Query,
) -> Result<Json<LikeView>, Problem> {
    query.finish()?;
    fulfil(&app, caller.0, audit, (place, Wish::Like)).await
}

/// Takes a saved place back. One that is not saved stays so.
///
/// The answer says how many people have saved the place.
#[utoipa::path(
    delete, path = "/api/user/likes/{businessId}", operation_id = "unlikePlace", tag = "Likes",
    security(("bearer" = [])),
    params(("businessId" = i64, Path, description = "The place's id.")),
    responses((status = 200, body = LikeView)),
)]
pub async fn unlike_place(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    PathId(place): PathId<PlaceId>,
    query: Query,
) -> Result<Json<LikeView>, Problem> {
    query.finish()?;
    fulfil(&app, caller.0, audit, (place, Wish::Unlike)).await
}

async fn fulfil(
    app: &App,
    account: Account,
    audit: AuditContext,
    (place, wish): (PlaceId, Wish),
) -> Result<Json<LikeView>, Problem> {
    let now = app.clock.now();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            let held = accounts::locked(tx, &account.id).await?.filter(|account| account.is_active);
            let account = held.ok_or_else(Problem::unauthorized)?;
            let wished = store::wish(tx, &account.id, place, wish, now).await;
            let Fulfilled { name, was_liked, is_liked, like_count } = wished.map_err(|error| match error {
                StoreError::NotFound => WriteError::from(Problem::not_found("There is no such place")),
                other => other.into(),
            })?;
            let liking = |is_liked| Liking { place, name: name.clone(), is_liked };
            audit.log_updated(tx, &liking(was_liked), &liking(is_liked)).await?;
            let is_change = was_liked != is_liked;
            let tags = if is_change { store::tags(place) } else { Vec::new() };
            if is_change {
                changes::append(tx, tags.clone(), now).await?;
            }
            Ok::<_, WriteError>((LikeView { business_id: place, is_liked, like_count }, tags))
        })
    });
    Ok(Json(work.await?))
}
