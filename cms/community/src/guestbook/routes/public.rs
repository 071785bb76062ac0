//! `/api/guestbook`: the public guestbook.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Permission;
use crate::common::cache_tag::CacheTag;
use crate::common::id::{AccountId, EntryId, PlaceId};
use crate::guestbook::dto::{CommentResponse, EntryResponse};
use crate::guestbook::model::Status;
use crate::guestbook::moderation::{comments, entries};
use crate::guestbook::requests::{NewComment, NewEntry};
use crate::guestbook::store::{self, ListQuery, Reader};
use crate::guestbook::submit;
use crate::http::app::App;
use crate::http::cache::CacheTags;
use crate::http::caller::{ActiveAccount, AuditContextWithoutActor, OptionalAccount, UncheckedCaller};
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query};
use crate::http::input::update::created_response;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};

/// The maximum and the default `limit`.
const MAX_LIMIT: i64 = 100;

/// List guestbook entries.
///
/// Approved entries; the newest come first. Signed-in authors also see their own unreviewed entries, with the status
/// `pending`. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the next page.
#[utoipa::path(
    get, path = "/api/guestbook", tag = "Guestbook", security((), ("bearer" = [])),
    params(
        PageParameterDocs<MAX_LIMIT>,
        ("placeId" = Option<i64>, Query, description = "Only entries about this place."),
    ),
    responses((status = 200, body = Vec<EntryResponse>)),
)]
pub async fn list_entries(
    State(app): State<App>,
    caller: OptionalAccount,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page_params = PageParams::take(&mut query, MAX_LIMIT);
    let (code, sentence) = (Code::Type.with("type", "integer"), "placeId must be the ID of a place");
    let place = query.parse("placeId", code, sentence, |value| value.parse().ok().map(PlaceId));
    query.finish()?;
    list(&app, caller, (place, page_params), &uri, CacheTag::Guestbook).await
}

/// List the guestbook entries about a place.
///
/// Like `listEntries`. If the place is not public, only its owner and admins see the entries; other callers get 404.
#[utoipa::path(
    get, path = "/api/businesses/{id}/guestbook", tag = "Guestbook", security((), ("bearer" = [])),
    params(PageParameterDocs<MAX_LIMIT>), responses((status = 200, body = Vec<EntryResponse>)),
)]
pub async fn list_place_entries(
    State(app): State<App>,
    caller: OptionalAccount,
    PathId(place): PathId<PlaceId>,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page_params = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let visibility = store::place_visibility_and_owner(&app.db, place).await?;
    let (is_public, owner) = visibility.ok_or_else(|| Problem::not_found("This place does not exist"))?;
    // This handler does not read the categories of the place. An API token that is limited to categories therefore gets
    // a 404 for every hidden place.
    let is_limited = caller.0.as_ref().is_some_and(|account| account.api_token_categories().is_some());
    if !is_public && (is_limited || !caller.may(Permission::SeeHiddenPlace(owner.as_ref()))) {
        return Err(Problem::not_found("This place does not exist"));
    }
    list(&app, caller, (Some(place), page_params), &uri, CacheTag::Place(place)).await
}

/// The entries that the caller may see. The response is cached with `tag`, unless it can contain entries that only the
/// caller may see.
async fn list(
    app: &App,
    caller: OptionalAccount,
    (place, page_params): (Option<PlaceId>, PageParams),
    uri: &Uri,
    tag: CacheTag,
) -> Result<Response, Problem> {
    let account = session_account_id(&caller);
    let (reader, status) = (Reader::Public(account.clone()), Status::Approved);
    let query = ListQuery { reader, status, place, words: Vec::new(), page_params };
    let page = store::list(&app.db, &query).await?;
    let items: Vec<EntryResponse> =
        page.items.into_iter().filter_map(|entry| EntryResponse::for_reader(entry, account.as_ref())).collect();
    let mut response = page_params.respond(uri, &items, page.total);
    if account.is_none() {
        response.extensions_mut().insert(CacheTags(vec![tag]));
    }
    Ok(response)
}

/// The account of the caller, whose own entries the caller sees in addition to public ones. `None` without an account,
/// and for API tokens, which see only public entries.
fn session_account_id(caller: &OptionalAccount) -> Option<AccountId> {
    caller.0.as_ref().filter(|account| account.token.is_none()).map(|account| account.id.clone())
}

/// Get a guestbook entry.
///
/// An unreviewed entry is visible only to its author, with the status `pending`; other callers get 404. For a rejected
/// entry all callers get 404.
#[utoipa::path(
    get, path = "/api/guestbook/{id}", tag = "Guestbook", security((), ("bearer" = [])),
    responses((status = 200, body = EntryResponse)),
)]
pub async fn get_entry(
    State(app): State<App>,
    caller: OptionalAccount,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
) -> Result<Response, Problem> {
    let account = session_account_id(&caller);
    let entry = store::find(&app.db, id, &Reader::Public(account.clone())).await?;
    let entry = entry.and_then(|entry| EntryResponse::for_reader(entry, account.as_ref()));
    let mut response = Json(entry.ok_or_else(|| Problem::not_found("This entry does not exist"))?).into_response();
    if account.is_none() {
        response.extensions_mut().insert(CacheTags(vec![CacheTag::Guestbook]));
    }
    Ok(response)
}

/// Create a guestbook entry.
///
/// The entry is public once a moderator has approved it. Until then only its author and admins see it; the author sees
/// the status `pending`. An account may post ten entries and comments in an hour, unless the server is configured
/// otherwise. An account that is younger than a day and has no approved entry may post three.
#[utoipa::path(
    post, path = "/api/guestbook", tag = "Guestbook",
    request_body = NewEntry,
    responses(
        (status = 201, body = EntryResponse),
        (status = 429, description = "The account has posted too many entries or comments."),
    ),
)]
pub async fn create_entry(
    State(app): State<App>,
    UncheckedCaller(subject): UncheckedCaller,
    AuditContextWithoutActor(audit): AuditContextWithoutActor,
    _: NoQuery,
    form: ValidatedJson<NewEntry>,
) -> Result<Response, Problem> {
    let author = subject.account.clone();
    let entry = submit::submit_entry(&app, subject, audit, form.0).await?;
    let address = format!("/api/guestbook/{}", entry.id);
    let response =
        EntryResponse::for_reader(entry, Some(&author)).ok_or_else(|| Problem::not_found("This no longer exists"))?;
    Ok(created_response(false, address, response))
}

/// Delete the caller's own guestbook entry.
///
/// Deletes the entry with its comments and images. Possible with any status, and cannot be undone. 403 for a public
/// entry of another account; 404 for an entry of another account that is not public.
#[utoipa::path(delete, path = "/api/guestbook/{id}", tag = "Guestbook", responses((status = 204)))]
pub async fn delete_own_entry(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    entries::delete_own_entry(&app, &caller.0.id, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create a comment on an entry.
///
/// The comment is public at once, unless it looks like spam: then its author sees it with the status `pending` until a
/// moderator decides. Comments can be replied to, replies cannot.
#[utoipa::path(
    post, path = "/api/guestbook/{id}/comments", tag = "Guestbook",
    request_body = NewComment,
    responses(
        (status = 201, body = CommentResponse, description = "Created. `Location` is the URL of the entry."),
        (status = 409, description = "The entry is the caller's own and not approved yet. Or an earlier request with this `Idempotency-Key` is still running, or its response was lost (`type` is then `/problems/response-lost`)."),
        (status = 429, description = "The account has posted too many entries or comments."),
    ),
)]
pub async fn create_comment(
    State(app): State<App>,
    UncheckedCaller(subject): UncheckedCaller,
    AuditContextWithoutActor(audit): AuditContextWithoutActor,
    PathId(id): PathId<EntryId>,
    _: NoQuery,
    form: ValidatedJson<NewComment>,
) -> Result<Response, Problem> {
    let author = subject.account.clone();
    let comment = comments::add(&app, subject, audit, (id, form.0)).await?;
    let response = CommentResponse::for_reader(comment, Some(&author))
        .ok_or_else(|| Problem::not_found("This no longer exists"))?;
    Ok(created_response(false, format!("/api/guestbook/{id}"), response))
}
