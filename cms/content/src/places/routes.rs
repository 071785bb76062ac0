//! Handlers of places, of the trash of places, and of opening hours: `/api/businesses` and `/api/opening`.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use super::checks::FactGroup;
use super::dto::{PlaceListItem, PlaceResponse, PlaceTrashItem};
use super::index::grid::{Bounds, Point};
use super::index::place_index::IndexSnapshot;
use super::list_cache::PlaceJson;
use super::opening_hours::schedule::{self, Opening};
use super::requests::{MAX_OPERATING_HOURS_LEN, OPERATING_HOURS_TOO_LONG, PlaceChanges, PlaceRequest};
use super::search::place_query::{
    MAX_LIMIT, MissingFact, OwnerFilter, PlaceQuery, PlaceScope, SearchWord, Sort, SortColumn, parse_cursor,
};
use super::search::relevance::SearchQuery;
use super::search::text_search::IndexQuery;
use super::{list_cache, permissions, service, store};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{Account, Permission, Role};
use crate::categories;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::PlaceId;
use crate::common::text;
use crate::http::app::App;
use crate::http::cache::{CacheTags, RecordVersion};
use crate::http::caller::{ActiveAccount, OptionalAccount, StaffAccount};
use crate::http::input::pagination::{self, CursorParameterDocs, Page, PageParameterDocs, PageParams};
use crate::http::input::query_string::{self, NoQuery, PathId, Query};
use crate::http::input::update::{ChangeMode, IfMatchDocs, Update, created_response};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, FieldError, Problem, Warning};

/// The maximum length of a search word in `q`, in characters.
const MAX_WORD_CHARS: usize = 60;
/// The maximum number of words in the parameter `tags`.
const MAX_TAGS: usize = 20;
/// The maximum number of slugs in the parameter `slugs`.
const MAX_SLUGS: usize = 50;
const INVALID_OWNER: &str = "ownerId must be the id of an account, or any";
const INVALID_TIME: &str = "checkedBefore must be a date like 2026-05-31 or a time like 2026-05-31T08:00:00Z";

/// List places.
///
/// Returns at most 1,000 places, best first: featured places, then by rating. With `q`, the best matches come first.
/// Diacritics are optional; names with the diacritics of `q` rank higher. If no place contains `q` as typed, the search
/// also accepts typos in words of names. A word of four to seven letters may have one edit, a longer word two, and a
/// word of three letters two transposed letters. `X-Total-Count` is the total number. It is exact for lists without
/// filters and for lists of a category; searches count up to 10,000. `Link` with `rel="next"` is the URL of the next
/// page.
#[utoipa::path(
    get, path = "/api/businesses", tag = "Places", security((), ("bearer" = [])),
    params(
        PageParameterDocs<MAX_LIMIT>,
        CursorParameterDocs,
        ("sort" = Option<String>, Query,
            description = "The order: one of best, name, -name, rating, -rating, createdAt, -createdAt, updatedAt, -updatedAt, id, -id, distance (requires `near`), relevance (requires `q`). `-` means descending. The default is relevance with `q`, otherwise best."),
        ("q" = Option<String>, Query,
            description = "The search words: each must occur in a name, a tag, the description or the name of a category. Case and diacritics are ignored: `hang den`. Matches at the beginning of a word come first. Matches inside words are included only if fewer than 50 places match at the beginning of words. If `q` has several words, a name that contains them as typed also excludes matches inside words."),
        ("category" = Option<String>, Query, description = "Only places of this category; a slug, an alias or an id: `cave`."),
        ("tags" = Option<String>, Query, description = "Only places with a tag that contains one of these words, at most 20, separated by commas: `beer,river`."),
        ("bbox" = Option<String>, Query, description = "Only places in this box: west, south, east and north in degrees: `107.2,16.4,107.4,16.7`. If west is greater than east, the box crosses the date line."),
        ("near" = Option<String>, Query, description = "The point for `sort=distance`: latitude and longitude in degrees: `16.6,107.3`."),
        ("ids" = Option<String>, Query, description = "Only the places with these ids, at most 200, separated by commas: `1,2,3`."),
        ("slugs" = Option<String>, Query,
            description = "Only the places with these slugs, current or former, at most 50, separated by commas: `lantern-cave,echo-cave`."),
        ("premium" = Option<bool>, Query, description = "`true`: only featured places; `false`: only the others."),
        ("verified" = Option<bool>, Query, description = "`true`: only places with a checked position; `false`: only the others."),
        ("recheck" = Option<bool>, Query, description = "Only for admins. `true`: only places to verify again (with a `recheckReason`); `false`: only the others."),
        ("active" = Option<bool>, Query, description = "`true`: only active places; `false`: only inactive ones, which also requires `showAll`."),
        ("ownerId" = Option<String>, Query, description = "Only places owned by this account; `any`: only places with an owner. Only for admins, except a business owner's own id."),
        ("missing" = Option<String>, Query, description = "Only for admins and business owners. Only places that lack this: image, description, hours, contact (a phone number, a website, a booking contact, or an inquiry form with a recipient), phone, price, or a check that holds."),
        ("checkedBefore" = Option<String>, Query, description = "Only for admins and business owners. Only places without a check since this date or time: `2026-05-31`, which begins at midnight UTC. Places that were never checked are included, and checks by travelers do not count."),
        ("checkGroup" = Option<String>, Query, description = "The group of facts of `checkedBefore` or `missing=check`: position, hours, price, contact or status. Without it, a check of any group counts."),
        ("goodIn" = Option<i64>, Query, minimum = 1, maximum = 12, description = "Only places that are good to visit in this month, 1 to 12: it is one of their `goodMonths`, or they have none, and it is not one of their `closedMonths`. Places without any months are left out."),
        ("fields" = Option<String>, Query, description = "Return only these fields, separated by commas: `id,name,slug`."),
        ("showAll" = Option<bool>, Query, description = "`true`: includes inactive places, all of them for admins, their own for business owners."),
    ),
    responses((status = 200, body = Vec<PlaceListItem>)),
)]
pub async fn list_places(
    State(app): State<App>,
    caller: OptionalAccount,
    query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let list_request = parse_list_request(&app, query).await?;
    let ListRequest { mut place_query, search_query, snapshot, show_all, fields } = list_request;
    // Only admins may filter by recheck or by another owner, because neither is public. Every account may filter by its
    // own id.
    let own_filter = caller.0.as_ref().map(|account| OwnerFilter::Account(account.id.clone()));
    let filters_by_other_owner = place_query.owner.is_some() && place_query.owner != own_filter;
    if (place_query.recheck.is_some() || filters_by_other_owner) && !caller.may(Permission::AdministerPlaces) {
        let forbidden = Problem::forbidden(Code::Forbidden, "You need admin privileges to do this.");
        return Err(if caller.0.is_some() { forbidden } else { Problem::unauthorized() });
    }
    if let Some(account) = &caller.0
        && (show_all || place_query.recheck.is_some() || place_query.has_staff_filter() || filters_by_other_owner)
    {
        let may_list_other_owners = place_query.recheck.is_some() || filters_by_other_owner;
        permissions::ensure_token_allows_list(account, place_query.category, may_list_other_owners)?;
    }
    // Only staff may use the filters `missing` and `checkedBefore`: `show_all_scope` fails for other callers. For
    // example, `missing=contact` reveals whether a place has an owner, and owners are not public.
    if place_query.has_staff_filter() {
        show_all_scope(caller.0.as_ref())?;
    }
    if show_all {
        place_query.scope = show_all_scope(caller.0.as_ref())?;
    }
    let Page { items, total, has_more } = if place_query.uses_index() {
        let search = IndexQuery { app: &app, query: &place_query, search_query: &search_query, snapshot: &snapshot };
        list_cache::list_by_ids(&app.db, &place_query.scope, search.page().await?, caller.0.as_ref()).await?
    } else {
        list_cache::list(&app.db, &place_query, caller.0.as_ref()).await?
    };
    let next = has_more.then(|| next_link(&uri, &place_query, items.last())).flatten();
    let body = match &fields {
        None => ([(header::CONTENT_TYPE, "application/json")], list_cache::json_array(&items)).into_response(),
        Some(fields) => Json(list_cache::select_fields(fields, &items)).into_response(),
    };
    let mut response = pagination::page_response(body, total, next);
    if caller.0.is_none() {
        response.extensions_mut().insert(CacheTags(vec![CacheTag::Places, CacheTag::Categories, CacheTag::Likes]));
    }
    Ok(response)
}

/// The parsed query parameters of a request for a list of places.
pub(super) struct ListRequest {
    /// The filters, the order and the page. The scope is public, because the caller is not known yet.
    pub(super) place_query: PlaceQuery,
    /// The text of the search; empty if there is none.
    search_query: SearchQuery,
    /// The current snapshot of the place index. Empty unless the list has search words or uses the index.
    snapshot: Arc<IndexSnapshot>,
    /// Whether inactive places are requested too.
    show_all: bool,
    /// The requested fields. `None`: all.
    fields: Option<Vec<String>>,
}

/// Parses the parameters of a request for a list of places. Errors: 400 with each parameter that is unknown or invalid.
pub(super) async fn parse_list_request(app: &App, mut query: Query) -> Result<ListRequest, Problem> {
    let (typed, words) = query.typed_text_and_words(MAX_WORD_CHARS);
    let default_sort = if words.is_empty() { Sort::Best } else { Sort::Relevance };
    let sort = query.choice("sort", Sort::NAMES, Sort::parse).unwrap_or(default_sort);
    let page = PageParams::take(&mut query, MAX_LIMIT);
    let slugs_error = format!("slugs must be a list of up to {MAX_SLUGS} slugs");
    let mut place_query = PlaceQuery {
        limit: page.limit,
        offset: page.offset,
        after: page.take_cursor(&mut query, |value| parse_cursor(value, sort)),
        bounds: query.parse("bbox", Code::BboxInvalid, "bbox must be west,south,east,north in degrees", Bounds::parse),
        near: query.parse("near", Code::CoordinatesInvalid, "near must be latitude,longitude in degrees", Point::parse),
        ids: query.ids(),
        slugs: query.parse("slugs", Code::MaxItems.with("limit", MAX_SLUGS), &slugs_error, |slugs| {
            let slugs: Vec<String> = slugs.split(',').map(|slug| slug.trim().to_owned()).collect();
            (slugs.len() <= MAX_SLUGS).then_some(slugs)
        }),
        premium: query.bool("premium"),
        verified: query.bool("verified"),
        recheck: query.bool("recheck"),
        active: query.bool("active"),
        owner: query.parse("ownerId", Code::Invalid, INVALID_OWNER, OwnerFilter::parse),
        missing: query.choice("missing", MissingFact::NAMES, query_string::parse_variant),
        good_in_month: query.int("goodIn", 1..=12),
        checked_before: query.parse("checkedBefore", Code::DateInvalid, INVALID_TIME, Timestamp::parse_time_or_date),
        check_group: query.choice("checkGroup", FactGroup::JOINED_NAMES, query_string::parse_variant),
        sort,
        ..PlaceQuery::unfiltered(PlaceScope::Public)
    };
    if sort == Sort::Distance && place_query.near.is_none() && !query.has_error("near") {
        query.add_error(Code::SortNeedsNear, "near", "sort=distance requires near");
    }
    if sort == Sort::Relevance && words.is_empty() {
        query.add_error(Code::SortNeedsQuery, "q", "sort=relevance requires q");
    }
    if place_query.check_group.is_some() && !place_query.has_check_filter() && !query.has_error("checkedBefore") {
        let sentence = "checkGroup requires missing=check or checkedBefore";
        query.add_error(Code::CheckGroupNeedsFilter, "checkGroup", sentence);
    }
    let tags: Option<Vec<String>> =
        query.take("tags").map(|tags| tags.split(',').map(text::fold).filter(|tag| !tag.is_empty()).collect());
    if tags.as_ref().is_some_and(|tags| tags.len() > MAX_TAGS) {
        let sentence = format!("tags must be a list of up to {MAX_TAGS} words");
        query.add_error(Code::MaxItems.with("limit", MAX_TAGS), "tags", &sentence);
    }
    let category = query.take("category");
    let fields = query.fields(PlaceResponse::field_names);
    let show_all = query.bool("showAll").unwrap_or(false);
    query.finish()?;

    if let Some(name) = category {
        match categories::store::resolve_category_id(&app.db, &text::fold(&name)).await? {
            Some(id) => place_query.category = Some(id),
            // An unknown category has no places, and an empty `ids` matches no place.
            None => place_query.ids = Some(Vec::new()),
        }
    }
    if let Some(tags) = tags.filter(|tags| !tags.is_empty()) {
        place_query.tags = Some(store::tags_containing_any(&app.db, &tags).await?);
    }
    // A search text of only punctuation has no words, but must not match all places.
    if words.is_empty() && !typed.trim().is_empty() {
        place_query.ids = Some(Vec::new());
    }
    let search_query = SearchQuery::parse(&typed);
    let snapshot = match !words.is_empty() || place_query.uses_index() {
        true => app.place_index_snapshot().await?,
        false => Arc::default(),
    };
    place_query.words = words.into_iter().map(|text| SearchWord::new(text, &snapshot.categories)).collect();
    Ok(ListRequest { place_query, search_query, snapshot, show_all, fields })
}

/// The scope of a list with `showAll=true` (R428). An API token for own places gets the scope of a business owner.
/// Errors: 401 without an account; 403 if the account is neither a business owner nor an admin.
fn show_all_scope(caller: Option<&Account>) -> Result<PlaceScope, Problem> {
    match caller {
        None => Err(Problem::unauthorized()),
        Some(account) if account.has_role(Role::Admin) && !account.is_limited_to_own_places() => Ok(PlaceScope::All),
        Some(account) if account.has_role(Role::BusinessOwner) => Ok(PlaceScope::PublicOrOwn(account.id.clone())),
        Some(_) => Err(Problem::forbidden(Code::Forbidden, "You need admin or business owner privileges to do this.")),
    }
}

/// The `Link` header for the next page, with a cursor, or with an offset if the order has no cursors. `last` is the
/// last place of this page. `None` if this page is empty, or if the offset would exceed [`pagination::MAX_OFFSET`].
fn next_link(uri: &Uri, place_query: &PlaceQuery, last: Option<&PlaceJson>) -> Option<String> {
    let next = match last?.cursor_after(place_query.sort) {
        Some(cursor) => ("cursor", cursor.encode()),
        None if place_query.offset + place_query.limit > pagination::MAX_OFFSET => return None,
        None => ("offset", (place_query.offset + place_query.limit).to_string()),
    };
    Some(pagination::next_link(uri, next))
}

/// Get a place by id or slug.
///
/// A former slug returns 301. Inactive places are visible only to admins and to their owner, if the owner's account has
/// the role of a business owner. Other callers get 404.
#[utoipa::path(
    get, path = "/api/businesses/{id}", tag = "Places", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The id or the slug of the place.", example = "1")),
    responses(
        (status = 200, body = PlaceResponse),
        (status = 301, description = "The slug has changed; `Location` is the current URL."),
    ),
)]
pub async fn get_place(
    State(app): State<App>,
    caller: OptionalAccount,
    Path(id_or_slug): Path<String>,
    _: NoQuery,
) -> Result<Response, Problem> {
    let not_found = || Problem::not_found("This place does not exist");
    let id = match id_or_slug.parse::<i64>() {
        Ok(id) => PlaceId(id),
        Err(_) if !text::is_slug(&id_or_slug) => return Err(not_found()),
        Err(_) => store::id_by_slug(&app.db, &id_or_slug).await?.ok_or_else(not_found)?,
    };
    let mut place = store::find(&app.db, id).await?.ok_or_else(not_found)?;
    let sees_hidden = caller.may(Permission::SeeHiddenPlace(place.owner_id.as_ref()))
        && caller.0.as_ref().is_some_and(|account| permissions::token_allows(account, &place));
    if !place.is_public() && !sees_hidden {
        return Err(not_found());
    }
    store::set_is_liked(&app.db, caller.0.as_ref(), &mut place).await?;
    let cache_tags = CacheTags(vec![CacheTag::Place(id), CacheTag::PlacePages, CacheTag::PlaceLikes(id)]);
    let is_former_slug = id_or_slug.parse::<i64>().is_err() && id_or_slug != place.slug;
    let mut response = if is_former_slug {
        let address = format!("/api/businesses/{}", place.slug);
        (StatusCode::MOVED_PERMANENTLY, AppendHeaders([(header::LOCATION, address)])).into_response()
    } else {
        let version = RecordVersion(place.version);
        (Extension(version), Json(PlaceResponse::for_caller(caller.0.as_ref(), place))).into_response()
    };
    if caller.0.is_none() {
        response.extensions_mut().insert(cache_tags);
    }
    Ok(response)
}

/// Create a place.
///
/// Business owners and admins. The place of a business owner belongs to that account and is inactive until an admin
/// activates it. If a business owner sends a field that only admins set, with a value other than its default, the
/// response is 403.
#[utoipa::path(
    post, path = "/api/businesses", tag = "Places",
    params(
        ("dryRun" = Option<bool>, Query, description = "`true`: validate the request and return the result with its warnings, but save nothing."),
    ),
    request_body = PlaceRequest,
    responses(
        (status = 201, body = PlaceResponse),
        (status = 200, body = PlaceResponse, description = "With `dryRun=true`: the place as it would be created. Its id is not reserved."),
    ),
)]
pub async fn create_place(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    query: Query,
    body: ValidatedJson<PlaceChanges, PlaceRequest>,
) -> Result<Response, Problem> {
    let is_dry_run = query.take_dry_run_and_finish()?;
    caller.require(Permission::CreatePlace)?;
    let place = service::add(&app, &caller.0, audit, body.0, is_dry_run).await?;
    let address = format!("/api/businesses/{}", place.id);
    Ok(created_response(is_dry_run, address, PlaceResponse::for_change(&caller.0, place)))
}

/// Update a place.
///
/// Admins, and the owner as long as the account has the role of a business owner. Fields that are not sent keep their
/// values. With `If-Match`, the change is made only if the version matches; otherwise the response is 412. If the name
/// changes and the slug was made from it, the slug changes as well and the former one redirects.
///
/// The response is 403 if an owner changes a field that only admins set. In a public place, an owner's changes of the
/// names, the slug, the position, the categories, the price range, the prices and the contact wait for review. The
/// place keeps the current values, and `warnings` names each field with the code `waiting_for_review`. Other fields
/// change at once. If an owner changes the names, the position or the categories of a verified place that is not
/// public, the place loses its verification.
#[utoipa::path(
    put, path = "/api/businesses/{id}", tag = "Places",
    params(
        ("dryRun" = Option<bool>, Query, description = "`true`: validate the request and return the result with its warnings, but save nothing."),
        IfMatchDocs,
    ),
    request_body = PlaceChanges, responses((status = 200, body = PlaceResponse)),
)]
pub async fn update_place(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    query: Query,
    body: Update<PlaceChanges>,
) -> Result<Json<PlaceResponse>, Problem> {
    let mode = ChangeMode::from_query(query)?;
    caller.require(Permission::CreatePlace)?;
    let mut place = service::change(&app, &caller.0, audit, id, body, mode).await?;
    store::set_is_liked(&app.db, Some(&caller.0), &mut place).await?;
    Ok(Json(PlaceResponse::for_change(&caller.0, place)))
}

/// Move a place to the trash.
///
/// Admins only. The place is then visible only in the trash, from which admins can restore it until `keptUntil`.
/// After that it is deleted permanently.
#[utoipa::path(delete, path = "/api/businesses/{id}", tag = "Places", responses((status = 204)))]
pub async fn delete_place(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::DeleteAndRestorePlaces)?;
    service::delete(&app, &caller.0, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the places in the trash.
///
/// Admins only. The latest deletion comes first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the
/// URL of the next page.
#[utoipa::path(
    get, path = "/api/businesses/trash", tag = "Places",
    params(PageParameterDocs<MAX_LIMIT>), responses((status = 200, body = Vec<PlaceTrashItem>)),
)]
pub async fn list_place_trash(
    State(app): State<App>,
    caller: ActiveAccount,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.require(Permission::DeleteAndRestorePlaces)?;
    permissions::ensure_unlimited_token(&caller.0)?;
    let page = PageParams::take(&mut query, MAX_LIMIT);
    let place_query = PlaceQuery {
        limit: page.limit,
        offset: page.offset,
        // No write changes `updated_at` of a place in the trash, so it is the time of the deletion.
        sort: Sort::ByColumn(pagination::Sort { column: SortColumn::UpdatedAt, is_descending: true }),
        ..PlaceQuery::unfiltered(PlaceScope::Trash)
    };
    query.finish()?;
    let places = store::list(&app.db, &place_query).await?;
    let items: Vec<PlaceTrashItem> = places.items.into_iter().map(|place| PlaceTrashItem::new(&app, place)).collect();
    Ok(page.respond(&uri, &items, places.total))
}

/// Restore a place from the trash.
///
/// Admins only. The place has its former fields and slug again, and is public if it is active.
#[utoipa::path(
    post, path = "/api/businesses/{id}/restore", tag = "Places",
    responses((status = 200, body = PlaceResponse)),
)]
pub async fn restore_place(
    State(app): State<App>,
    caller: ActiveAccount,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    _: NoQuery,
) -> Result<Json<PlaceResponse>, Problem> {
    caller.require(Permission::DeleteAndRestorePlaces)?;
    Ok(Json(PlaceResponse::for_admin(service::restore(&app, &caller.0, audit, id).await?)))
}

/// The opening schedule of a text of opening hours.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ParsedOpeningHours {
    /// The opening schedule; without weeks if nothing can be computed.
    pub opening: Opening,
    /// Warnings about the text.
    pub warnings: Vec<Warning>,
}

/// Parse opening hours.
///
/// Business owners and admins. A form can show the result before the place is saved: `opening` is the schedule that the
/// place would have. Invalid opening hours are refused with 400 and the message that saving the place would return.
#[utoipa::path(
    get, path = "/api/opening", tag = "Places",
    params(
        ("hours" = String, Query, max_length = 255, description = "The opening hours in the syntax of OpenStreetMap's `opening_hours`.", example = "Mo-Fr 07:00-17:00"),
    ),
    responses((status = 200, body = ParsedOpeningHours)),
)]
pub async fn parse_opening_hours(
    State(app): State<App>,
    _caller: StaffAccount,
    mut query: Query,
) -> Result<Json<ParsedOpeningHours>, Problem> {
    let text_within_limit = |text: &str| (text.chars().count() <= MAX_OPERATING_HOURS_LEN).then(|| text.to_owned());
    let code = Code::MaxLength.with("limit", MAX_OPERATING_HOURS_LEN);
    let hours = query.parse("hours", code, OPERATING_HOURS_TOO_LONG, text_within_limit);
    query.finish()?;
    let hours = hours.unwrap_or_default();
    let warnings = schedule::warnings(&hours);
    let opening = schedule::compute_schedule_on_blocking_thread(hours, app.clock.now()).await.map_err(|sentence| {
        Problem::bad_request(vec![FieldError::new(Code::OpeningHoursInvalid, "hours", sentence)])
    })?;
    Ok(Json(ParsedOpeningHours { opening, warnings }))
}
