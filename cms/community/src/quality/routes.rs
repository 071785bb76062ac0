//! `/api/admin/quality`, for admins only.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;

use super::dto::{DeadLink, DuplicatePair, QualityCount};
use super::{counts, duplicates, link_store};
use crate::audit::log::AuditContext;
use crate::common::id::CheckedLinkId;
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query};
use crate::http::input::update::WriteError;
use crate::http::problem::{Code, Problem};
use crate::owner_reminders;
use crate::owner_reminders::dto::PlaceOfSilentOwner;

const MAX_LIMIT: i64 = 50;

/// Count what is missing or wrong.
///
/// Admins only. Each count equals the `X-Total-Count` of the call that its field `list` names. Lists of places are
/// counted up to 10,000. The count of pages that cannot be rendered is the number of pages in their list.
#[utoipa::path(get, path = "/api/admin/quality", tag = "Quality", responses((status = 200, body = Vec<QualityCount>)))]
pub async fn list_quality(State(app): State<App>, _: Admin, _: NoQuery) -> Result<Json<Vec<QualityCount>>, Problem> {
    Ok(Json(counts::all(&app).await?))
}

/// List likely duplicates.
///
/// Admins only. Pairs of places outside the trash, active or not, that are within 150 m of each other and have similar
/// names, the nearest first. There are at most 1,000, and a change to a place is taken into account within a minute.
/// `X-Total-Count` is the total number.
#[utoipa::path(
    get, path = "/api/admin/quality/duplicates", tag = "Quality",
    params(PageParameterDocs<MAX_LIMIT>), responses((status = 200, body = Vec<DuplicatePair>)),
)]
pub async fn list_duplicates(
    State(app): State<App>,
    _: Admin,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let found = duplicates::page(&app, page).await?;
    Ok(page.respond(&uri, &found.items, found.total))
}

/// List dead links.
///
/// Admins only. Links of public places and articles that failed in two checks at least a day apart, those that fail
/// longest first; one item for each record and field that has the link. Links are checked once a week, and a day after
/// a first failure. A link whose server refuses programs (such as 401, 403 or 429) is not listed.
/// `X-Total-Count` is the total number.
#[utoipa::path(
    get, path = "/api/admin/quality/links", tag = "Quality",
    params(PageParameterDocs<MAX_LIMIT>), responses((status = 200, body = Vec<DeadLink>)),
)]
pub async fn list_dead_links(
    State(app): State<App>,
    _: Admin,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let found = link_store::dead_links(&app.db, app.clock.now(), page).await?;
    Ok(page.respond(&uri, &found.items, found.total))
}

/// List silent owners.
///
/// Admins only. Public places whose owner got an owner reminder about the place at least 60 days ago and has neither
/// confirmed, checked nor changed anything about it since, those that are silent longest first. An owner who stopped
/// the reminders without confirming is listed too; one whose account is not active is not. A check by the owner does
/// not count once another check has replaced it. Reminders are deleted after 400 days. `X-Total-Count` is the total
/// number.
#[utoipa::path(
    get, path = "/api/admin/quality/silent-owners", tag = "Quality",
    params(PageParameterDocs<MAX_LIMIT>), responses((status = 200, body = Vec<PlaceOfSilentOwner>)),
)]
pub async fn list_silent_owners(
    State(app): State<App>,
    _: Admin,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let found = owner_reminders::store::places_of_silent_owners(&app.db, app.clock.now(), page).await?;
    Ok(page.respond(&uri, &found.items, found.total))
}

/// Check a link again.
///
/// Admins only. The check is due at once and is made in the background, within a few minutes. A link that works by then
/// leaves the list.
#[utoipa::path(
    post, path = "/api/admin/quality/links/{id}/check", tag = "Quality",
    responses(
        (status = 204, description = "The check is due."),
        (status = 409, description = "The guide checks no links."),
    ),
)]
pub async fn check_link(
    State(app): State<App>,
    _: Admin,
    audit: AuditContext,
    PathId(id): PathId<CheckedLinkId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    if !app.quality.checks_links {
        return Err(Problem::conflict(Code::LinkChecksOff, "Link checks are off on this server"));
    }
    let now = app.clock.now();
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            if !link_store::set_next_check_time(tx, id, now).await? {
                return Err(Problem::not_found("This link does not exist").into());
            }
            Ok(audit.log_action(tx).await?)
        })
    });
    work.await?;
    Ok(StatusCode::NO_CONTENT)
}
