//! `/api/businesses`.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{PlaceItem, PlaceView, TrashItem};
use super::find::{Column, Direction, Find, MOST, Scope, Sort};
use super::form::{PlaceChanges, PlaceForm};
use super::index_filter::IndexFilter;
use super::list_cache::PlaceJson;
use super::query::{self, Asked};
use super::search::Search;
use super::{list_cache, service, store};
use crate::audit_log::model::AuditContext;
use crate::common::id::PlaceId;
use crate::common::page::Page;
use crate::common::text;
use crate::http::app::App;
use crate::http::caller::{OptionalAccount, SignedIn};
use crate::http::conditional::{CacheTags, Version};
use crate::http::pagination;
use crate::http::patch::{added, if_match};
use crate::http::problem::Problem;
use crate::http::query::{PathId, Query};
use crate::http::update::Update;
use crate::http::validation::ValidatedJson;
use crate::identity::model::{Account, Permission, Role};

/// Lists places.
///
/// Without paging parameters up to 1,000, best first (featured, then by rating); with `q` the best answers first. Accents
/// need not be typed, but those that are count; where nothing has what was typed, two letters of a word may have changed
/// places, one of four letters may have another slip, one of eight two. `X-Total-Count` says how many there are (exact
/// for plain and category lists; searches are counted up to 10,000), `Link` with `rel="next"` where they go on.
#[utoipa::path(
    get, path = "/api/businesses", operation_id = "listPlaces", tag = "Places",
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "How many at the most."),
        ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
        ("cursor" = Option<String>, Query, description = "Where an earlier answer's `Link` goes on; not with `offset`."),
        ("sort" = Option<String>, Query,
            description = "One of best, name, -name, rating, -rating, createdAt, -createdAt, updatedAt, -updatedAt, id, -id, distance (needs `near`), relevance (needs `q`, and is its order when none is named)."),
        ("q" = Option<String>, Query,
            description = "Words that the names, the tags, the description or a category's name must contain; case and accents do not matter: `hang den`. What begins a word comes first; what stands inside of one is looked for where fewer than 50 places have a word that begins so, and no name has several words as they were typed."),
        ("category" = Option<String>, Query, description = "A category's slug, alias or id: `cave`."),
        ("tags" = Option<String>, Query, description = "Tags separated by commas; a place needs one that contains one of them: `beer,river`."),
        ("bbox" = Option<String>, Query, description = "West, south, east, north in degrees: `107.2,16.4,107.4,16.7`. A box whose west is greater than its east crosses the date line."),
        ("near" = Option<String>, Query, description = "Latitude, longitude, for `sort=distance`: `16.6,107.3`."),
        ("ids" = Option<String>, Query, description = "Up to 200 ids separated by commas: `1,2,3`."),
        ("slugs" = Option<String>, Query,
            description = "Up to 50 words from places' addresses, present or former ones, separated by commas: `lantern-cave,echo-cave`."),
        ("premium" = Option<bool>, Query, description = "Featured places only, or all others."),
        ("verified" = Option<bool>, Query, description = "Places with a checked location only, or all others."),
        ("recheck" = Option<bool>, Query, description = "For admins: places to verify again only (`recheckReason`), or all others."),
        ("active" = Option<bool>, Query, description = "Active places only, or inactive ones, which `showAll` alone shows."),
        ("fields" = Option<String>, Query, description = "Send only these fields, separated by commas: `id,name,slug`."),
        ("showAll" = Option<bool>, Query, description = "With `true` an admin gets inactive places too, an owner their own."),
    ),
    responses((status = 200, body = Vec<PlaceItem>, headers(
        ("x-total-count" = i64, description = "How many places there are in all."),
        ("link" = Option<String>, description = "Where the list goes on."),
    ))),
    security((), ("bearer" = [])),
)]
pub async fn list_places(
    State(app): State<App>,
    caller: OptionalAccount,
    query: Query,
    uri: axum::http::Uri,
) -> Result<Response, Problem> {
    let Asked { mut find, wanted, snapshot, show_all, fields } = query::parse(&app, query).await?;
    if find.recheck.is_some() {
        must_be_admin(caller.0.as_ref())?;
    }
    if show_all {
        find.scope = whole_scope(caller.0.as_ref())?;
    }
    let Page { items, total, has_more } = match &wanted {
        Some(wanted) if find.sort == Sort::Relevance => {
            let search = Search {
                find: &find,
                wanted,
                index: &app.place_index,
                candidate_cache: &app.candidate_cache,
                snapshot: &snapshot,
            };
            list_cache::page(&app.db, &find.scope, search.page(&app.db).await?, caller.0.as_ref()).await?
        }
        None if find.is_in_sets() => {
            let filter = IndexFilter { find: &find, index: &app.place_index, snapshot: &snapshot };
            list_cache::page(&app.db, &find.scope, filter.page(&app.db).await?, caller.0.as_ref()).await?
        }
        _ => list_cache::list(&app.db, &find, caller.0.as_ref()).await?,
    };
    let next = has_more.then(|| next_link(&uri, &find, items.last())).flatten();
    let body = match &fields {
        None => ([(header::CONTENT_TYPE, "application/json")], list_cache::json_array(&items)).into_response(),
        Some(fields) => Json(list_cache::with_fields(fields, &items)).into_response(),
    };
    let mut response = pagination::respond(body, total, next);
    if caller.0.is_none() {
        response.extensions_mut().insert(CacheTags(vec!["places".into(), "categories".into(), "likes".into()]));
    }
    Ok(response)
}

/// Whose places `showAll=true` returns (R428).
fn whole_scope(caller: Option<&Account>) -> Result<Scope, Problem> {
    match caller {
        None => Err(Problem::unauthorized()),
        Some(account) if account.has_role(Role::Admin) => Ok(Scope::All),
        Some(account) if account.has_role(Role::BusinessOwner) => Ok(Scope::ShownOrOwn(account.id.clone())),
        Some(_) => Err(Problem::forbidden("You need admin or business owner privileges to do this.")),
    }
}

/// Why a place is to be verified again is for admins.
fn must_be_admin(caller: Option<&Account>) -> Result<(), Problem> {
    match caller {
        None => Err(Problem::unauthorized()),
        Some(account) if account.may(Permission::ManagePlaceFlags) => Ok(()),
        Some(_) => Err(Problem::forbidden("You need admin privileges to do this.")),
    }
}

/// The same address with a cursor, or an offset where the order has none.
fn next_link(uri: &axum::http::Uri, find: &Find, last: Option<&PlaceJson>) -> Option<String> {
    let next = match last?.cursor_after(find.sort) {
        Some(cursor) => ("cursor", cursor.written()),
        None if find.offset + find.limit > pagination::MAX_OFFSET => return None,
        None => ("offset", (find.offset + find.limit).to_string()),
    };
    Some(pagination::next_link(uri, next))
}

/// One place, by id or by its name in addresses.
///
/// A name that it had before answers 301. Inactive places are shown to their owner and to admins alone.
#[utoipa::path(
    get, path = "/api/businesses/{id}", operation_id = "getPlace", tag = "Places",
    params(("id" = String, Path, description = "The place's id or slug.", example = "1")),
    responses((status = 200, body = PlaceView), (status = 301, description = "It has another address now.")),
    security((), ("bearer" = [])),
)]
pub async fn get_place(
    State(app): State<App>,
    caller: OptionalAccount,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    query.finish()?;
    let missing = || Problem::not_found("There is no such place");
    let id = match name.parse::<i64>() {
        Ok(id) => PlaceId(id),
        Err(_) if !text::is_slug(&name) => return Err(missing()),
        Err(_) => store::by_slug(&app.db, &name).await?.ok_or_else(missing)?,
    };
    let mut place = store::one(&app.db, id).await?.ok_or_else(missing)?;
    if !place.is_public() && !caller.may(Permission::SeeHiddenPlace(place.owner_id.as_ref())) {
        return Err(missing());
    }
    store::mark_liked(&app.db, caller.0.as_ref().map(|account| &account.id), &mut place).await?;
    let keep = CacheTags(vec![format!("place:{id}"), "place-pages".into(), format!("likes:{id}")]);
    let is_old_name = name.parse::<i64>().is_err() && name != place.slug;
    let mut response = if is_old_name {
        let address = format!("/api/businesses/{}", place.slug);
        (StatusCode::MOVED_PERMANENTLY, AppendHeaders([(header::LOCATION, address)])).into_response()
    } else {
        let version = Version(place.version);
        (Extension(version), Json(PlaceView::seen_by(caller.0.as_ref(), place))).into_response()
    };
    if caller.0.is_none() {
        response.extensions_mut().insert(keep);
    }
    Ok(response)
}

/// Adds a place.
///
/// An owner's place belongs to the owner and is inactive until an admin activates it.
#[utoipa::path(
    post, path = "/api/businesses", operation_id = "createPlace", tag = "Places", security(("bearer" = [])),
    params(("dryRun" = Option<bool>, Query, description = "With `true` nothing is saved: the answer is what it would be, with its warnings.")),
    request_body = PlaceForm, responses((status = 201, body = PlaceView),
        (status = 200, body = PlaceView, description = "With `dryRun=true`: what it would be. Its id is not reserved.")),
)]
pub async fn create_place(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    query: Query,
    form: ValidatedJson<PlaceChanges, PlaceForm>,
) -> Result<Response, Problem> {
    let is_dry_run = query.dry_run()?;
    caller.must(Permission::CreatePlace)?;
    let place = service::add(&app, &caller.0, audit, form.0, is_dry_run).await?;
    let address = format!("/api/businesses/{}", place.id);
    Ok(added(is_dry_run, address, PlaceView::changed(&caller.0, place)))
}

/// Changes a place.
///
/// Fields that are not sent stay as they are. With `If-Match` the change is made only to that version: the record's
/// `version` in quotes, or the `ETag` that it was read with.
/// When the name changes and its address was made from it, the address follows and the old one redirects.
#[utoipa::path(
    put, path = "/api/businesses/{id}", operation_id = "updatePlace", tag = "Places", security(("bearer" = [])),
    params(
        ("id" = i64, Path, description = "The place's id."),
        ("dryRun" = Option<bool>, Query, description = "With `true` nothing is saved: the answer is what it would be, with its warnings."),
        ("If-Match" = Option<String>, Header, description = "The version that is being changed: its number in quotes, as in `\"3\"`, or the `ETag` of a read; `*` for whichever is there. Weak tags and tags of a compressed answer count as well."),
    ),
    request_body = PlaceChanges,
    responses((status = 200, body = PlaceView), (status = 412, body = Problem,
        content_type = "application/problem+json", description = "Someone else has changed it; `current` is how it is now.")),
)]
pub async fn update_place(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    query: Query,
    headers: HeaderMap,
    form: Update<PlaceChanges>,
) -> Result<Json<PlaceView>, Problem> {
    let is_dry_run = query.dry_run()?;
    caller.must(Permission::CreatePlace)?;
    let mut place = service::change(&app, &caller.0, audit, (id, if_match(&headers)?), form, is_dry_run).await?;
    store::mark_liked(&app.db, Some(&caller.0.id), &mut place).await?;
    Ok(Json(PlaceView::changed(&caller.0, place)))
}

/// Moves a place to the trash.
///
/// Nobody sees it any more but admins in the list of what is there, from which they can restore it until the day that the
/// list names (`keptUntil`): then it is gone for good.
#[utoipa::path(
    delete, path = "/api/businesses/{id}", operation_id = "deletePlace", tag = "Places", security(("bearer" = [])),
    params(("id" = i64, Path, description = "The place's id.")),
    responses((status = 204)),
)]
pub async fn delete_place(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    query: Query,
) -> Result<StatusCode, Problem> {
    query.finish()?;
    caller.must(Permission::DeletePlace)?;
    service::remove(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the places in the trash.
///
/// What was moved there last comes first. `X-Total-Count` says how many there are.
#[utoipa::path(
    get, path = "/api/businesses/trash", operation_id = "listPlaceTrash", tag = "Places", security(("bearer" = [])),
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "How many at the most."),
        ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
    ),
    responses((status = 200, body = Vec<TrashItem>, headers(
        ("x-total-count" = i64, description = "How many places are in it."),
    ))),
)]
pub async fn list_trash(
    State(app): State<App>,
    caller: SignedIn,
    mut query: Query,
) -> Result<impl IntoResponse, Problem> {
    caller.must(Permission::DeletePlace)?;
    let find = Find {
        limit: query.int("limit", 1..=MOST).unwrap_or(MOST),
        offset: query.int("offset", 0..=pagination::MAX_OFFSET).unwrap_or(0),
        // Nothing changes a place while it lies there: its last change is how it came there.
        sort: Sort::By(Column::UpdatedAt, Direction::Down),
        ..Find::all(Scope::Trash)
    };
    query.finish()?;
    let page = store::list(&app.db, &find).await?;
    let items: Vec<TrashItem> = page.items.into_iter().map(|place| TrashItem::of(&app, place)).collect();
    Ok((AppendHeaders([(HeaderName::from_static("x-total-count"), page.total)]), Json(items)))
}

/// Takes a place out of the trash.
///
/// It is again what it was, under its own address, and public if it was active.
#[utoipa::path(
    post, path = "/api/businesses/{id}/restore", operation_id = "restorePlace", tag = "Places",
    security(("bearer" = [])), params(("id" = i64, Path, description = "The place's id.")),
    responses((status = 200, body = PlaceView)),
)]
pub async fn restore_place(
    State(app): State<App>,
    caller: SignedIn,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    query: Query,
) -> Result<Json<PlaceView>, Problem> {
    caller.must(Permission::DeletePlace)?;
    query.finish()?;
    Ok(Json(PlaceView::whole(service::restore(&app, audit, id).await?)))
}
