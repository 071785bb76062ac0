//! `/api/articles`.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{ArticleItem, ArticleTrashItem, ArticleView, Topic};
use super::form::{ArticleChanges, ArticleForm};
use super::model::Article;
use super::query::{Column, ListQuery, MAX_LIMIT, Scope, Sort};
use super::{pages, query, service, store};
use crate::audit_log::model::AuditContext;
use crate::common::id::ArticleId;
use crate::http::app::App;
use crate::http::caller::{Admin, OptionalAccount};
use crate::http::conditional::{CacheTags, Version};
use crate::http::list_params;
use crate::http::pagination;
use crate::http::patch::{added, if_match};
use crate::http::problem::Problem;
use crate::http::query::{PathId, Query};
use crate::http::update::Update;
use crate::http::validation::ValidatedJson;
use crate::identity::model::Permission;

/// Lists articles.
///
/// The newest first. `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
#[utoipa::path(
    get, path = "/api/articles", operation_id = "listArticles", tag = "Articles",
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 100, description = "How many at the most."),
        ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
        ("cursor" = Option<String>, Query, description = "Where an earlier answer's `Link` goes on; not with `offset`."),
        ("sort" = Option<String>, Query,
            description = "One of publicationDate, -publicationDate, title, -title, updatedAt, -updatedAt, id, -id."),
        ("q" = Option<String>, Query,
            description = "Words that the title, the author or the summary must contain; case and accents do not matter: `hang den`."),
        ("tag" = Option<String>, Query, description = "A topic, as in `cave`; case and accents do not matter."),
        ("featured" = Option<bool>, Query, description = "Featured articles only, or all others."),
        ("ids" = Option<String>, Query, description = "Up to 200 ids separated by commas: `1,2,3`."),
        ("fields" = Option<String>, Query, description = "Send only these fields, separated by commas: `id,slug,title`."),
        ("showAll" = Option<bool>, Query, description = "With `true` an admin gets inactive and scheduled articles too."),
    ),
    responses((status = 200, body = Vec<ArticleItem>, headers(
        ("x-total-count" = i64, description = "How many articles there are in all."),
        ("link" = Option<String>, description = "Where the list goes on."),
    ))),
    security((), ("bearer" = [])),
)]
pub async fn list_articles(
    State(app): State<App>,
    caller: OptionalAccount,
    query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let (query, fields) = query::parse(query)?;
    if query.scope == Scope::All && !caller.may(Permission::ManageArticles) {
        return Err(match caller.0 {
            None => Problem::unauthorized(),
            Some(_) => Problem::forbidden("You need admin privileges to do this."),
        });
    }
    let page = store::list(&app.db, &query).await?;
    let last = page.items.last().filter(|_| page.has_more);
    let next =
        last.map(|last| pagination::next_link(&uri, ("cursor", store::cursor_after(last, query.sort).written())));
    let items: Vec<ArticleView> = page.items.into_iter().map(|article| view_for(&caller, article)).collect();
    let body = match &fields {
        None => Json(items).into_response(),
        Some(fields) => Json(list_params::only(fields, &items)).into_response(),
    };
    let mut response = pagination::respond(body, page.total, next);
    if caller.0.is_none() {
        response.extensions_mut().insert(CacheTags(vec!["articles".into()]));
    }
    Ok(response)
}

fn view_for(caller: &OptionalAccount, article: Article) -> ArticleView {
    if caller.may(Permission::ManageArticles) { ArticleView::for_admins(article) } else { ArticleView::public(article) }
}

/// The topics of public articles.
///
/// Sorted by name, each with the number of articles that have it.
#[utoipa::path(
    get, path = "/api/articles/topics", operation_id = "listTopics", tag = "Articles",
    responses((status = 200, body = Vec<Topic>)),
)]
pub async fn list_topics(
    State(app): State<App>,
    _caller: OptionalAccount,
    query: Query,
) -> Result<impl IntoResponse, Problem> {
    query.finish()?;
    Ok((Extension(CacheTags(vec!["articles".into()])), Json(store::topics(&app.db).await?)))
}

/// One article, by id or by the last part of its address.
///
/// Other words behind the id answer 301. Inactive and scheduled articles are shown to admins alone.
#[utoipa::path(
    get, path = "/api/articles/{id}", operation_id = "getArticle", tag = "Articles",
    params(("id" = String, Path, description = "The article's id, or `{id}-{slug}`.", example = "7-a-day-on-the-river")),
    responses((status = 200, body = ArticleView), (status = 301, description = "It has another address now.")),
    security((), ("bearer" = [])),
)]
pub async fn get_article(
    State(app): State<App>,
    caller: OptionalAccount,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    query.finish()?;
    let missing = || Problem::not_found("There is no such article");
    let id = pages::parse_id(&name).ok_or_else(missing)?;
    let article = store::one(&app.db, id).await?.ok_or_else(missing)?;
    if !article.is_public && !caller.may(Permission::ManageArticles) {
        return Err(missing());
    }
    let own_name = pages::name(id, &article.slug);
    if name != own_name && name != id.to_string() {
        let address = format!("/api/articles/{own_name}");
        return Ok((StatusCode::MOVED_PERMANENTLY, AppendHeaders([(header::LOCATION, address)])).into_response());
    }
    let version = Version(article.version);
    let mut response = (Extension(version), Json(view_for(&caller, article))).into_response();
    if caller.0.is_none() {
        response.extensions_mut().insert(CacheTags(vec![format!("article:{id}"), "article-pages".into()]));
    }
    Ok(response)
}

/// Adds an article.
///
/// Its HTML is cleaned. With a publication date in the future it becomes public then, by itself.
#[utoipa::path(
    post, path = "/api/articles", operation_id = "createArticle", tag = "Articles", security(("bearer" = [])),
    params(("dryRun" = Option<bool>, Query, description = "With `true` nothing is saved: the answer is what it would be, with its warnings.")),
    request_body = ArticleForm, responses((status = 201, body = ArticleView),
        (status = 200, body = ArticleView, description = "With `dryRun=true`: what it would be. Its id is not reserved.")),
)]
pub async fn create_article(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    query: Query,
    form: ValidatedJson<ArticleChanges, ArticleForm>,
) -> Result<Response, Problem> {
    let is_dry_run = query.dry_run()?;
    let article = ArticleView::changed(service::add(&app, audit, form.0, is_dry_run).await?);
    let address = format!("/api/articles/{}", article.id);
    Ok(added(is_dry_run, address, article))
}

/// Changes an article.
///
/// Fields that are not sent stay as they are. With `If-Match` the change is made only to that version.
/// When the title changes and the words in its address were made from it, they follow and the old ones redirect.
#[utoipa::path(
    put, path = "/api/articles/{id}", operation_id = "updateArticle", tag = "Articles", security(("bearer" = [])),
    params(
        ("id" = i64, Path, description = "The article's id."),
        ("dryRun" = Option<bool>, Query, description = "With `true` nothing is saved: the answer is what it would be, with its warnings."),
        ("If-Match" = Option<String>, Header, description = "The version that is being changed: its number in quotes, as in `\"3\"`, or the `ETag` of a read; `*` for whichever is there. Weak tags and tags of a compressed answer count as well."),
    ),
    request_body = ArticleChanges,
    responses((status = 200, body = ArticleView), (status = 412, body = Problem,
        content_type = "application/problem+json", description = "Someone else has changed it; `current` is how it is now.")),
)]
pub async fn update_article(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ArticleId>,
    query: Query,
    headers: HeaderMap,
    form: Update<ArticleChanges>,
) -> Result<Json<ArticleView>, Problem> {
    let is_dry_run = query.dry_run()?;
    Ok(Json(ArticleView::changed(service::change(&app, audit, (id, if_match(&headers)?), form, is_dry_run).await?)))
}

/// Moves an article to the trash.
///
/// Nobody sees it any more but admins in the list of what is there, from which they can restore it until the day that the
/// list names (`keptUntil`): then it is gone for good.
#[utoipa::path(
    delete, path = "/api/articles/{id}", operation_id = "deleteArticle", tag = "Articles", security(("bearer" = [])),
    params(("id" = i64, Path, description = "The article's id.")),
    responses((status = 204)),
)]
pub async fn delete_article(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ArticleId>,
) -> Result<StatusCode, Problem> {
    service::remove(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the articles in the trash.
///
/// What was moved there last comes first. `X-Total-Count` says how many there are.
#[utoipa::path(
    get, path = "/api/articles/trash", operation_id = "listArticleTrash", tag = "Articles", security(("bearer" = [])),
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 100, description = "How many at the most."),
        ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
    ),
    responses((status = 200, body = Vec<ArticleTrashItem>, headers(
        ("x-total-count" = i64, description = "How many articles are in it."),
    ))),
)]
pub async fn list_article_trash(
    State(app): State<App>,
    _caller: Admin,
    mut query: Query,
) -> Result<impl IntoResponse, Problem> {
    let list = ListQuery {
        scope: Scope::Trash,
        limit: query.int("limit", 1..=MAX_LIMIT).unwrap_or(MAX_LIMIT),
        offset: query.int("offset", 0..=pagination::MAX_OFFSET).unwrap_or(0),
        // Articles do not change in the trash, so `updated_at` is the time of the deletion.
        sort: Sort { column: Column::UpdatedAt, is_descending: true },
        ..ListQuery::default()
    };
    query.finish()?;
    let page = store::list(&app.db, &list).await?;
    let items: Vec<ArticleTrashItem> =
        page.items.into_iter().map(|article| ArticleTrashItem::new(&app, article)).collect();
    Ok((AppendHeaders([(HeaderName::from_static("x-total-count"), page.total)]), Json(items)))
}

/// Takes an article out of the trash.
///
/// It is again what it was, under its own address, and public if it is active and its time has come.
#[utoipa::path(
    post, path = "/api/articles/{id}/restore", operation_id = "restoreArticle", tag = "Articles",
    security(("bearer" = [])), params(("id" = i64, Path, description = "The article's id.")),
    responses((status = 200, body = ArticleView)),
)]
pub async fn restore_article(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ArticleId>,
    query: Query,
) -> Result<Json<ArticleView>, Problem> {
    query.finish()?;
    Ok(Json(ArticleView::for_admins(service::restore(&app, audit, id).await?)))
}
