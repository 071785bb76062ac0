//! `/api/articles`: the public articles, their topics, and the changes and the trash for admins.

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{Article, ArticleItem, ArticleTrashItem, Topic};
use super::query::{ArticleSubset, Column, ListQuery, MAX_LIMIT, Sort};
use super::requests::{ArticleChanges, ArticleRequest};
use super::{pages, query, service, store};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Permission;
use crate::common::cache_tag::CacheTag;
use crate::common::id::ArticleId;
use crate::http::app::App;
use crate::http::cache::{CacheTags, RecordVersion};
use crate::http::caller::{Admin, OptionalAccount};
use crate::http::input::pagination::{self, CursorParameterDocs, PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query, only_fields};
use crate::http::input::update::{ChangeMode, IfMatchDocs, Update, created_response};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};

/// List articles.
///
/// The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the next page.
#[utoipa::path(
    get, path = "/api/articles", tag = "Articles", security((), ("bearer" = [])),
    params(
        PageParameterDocs<MAX_LIMIT>,
        CursorParameterDocs,
        ("sort" = Option<String>, Query,
            description = "The order: one of publicationDate, -publicationDate, title, -title, updatedAt, -updatedAt, id, -id. `-` means descending. The default is -publicationDate."),
        ("q" = Option<String>, Query,
            description = "The search words: each must occur in the title, the author or the summary. Case and diacritics are ignored: `hang den`."),
        ("tag" = Option<String>, Query, description = "Only articles with this topic. Case and diacritics are ignored: `cave`."),
        ("featured" = Option<bool>, Query, description = "`true`: only featured articles; `false`: only the others."),
        ("ids" = Option<String>, Query, description = "Only the articles with these ids, at most 200, separated by commas: `1,2,3`."),
        ("fields" = Option<String>, Query, description = "Return only these fields, separated by commas: `id,slug,title`."),
        ("showAll" = Option<bool>, Query, description = "`true`: includes inactive and scheduled articles; only for admins."),
    ),
    responses((status = 200, body = Vec<ArticleItem>)),
)]
pub async fn list_articles(
    State(app): State<App>,
    caller: OptionalAccount,
    query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let (query, fields) = query::parse(query)?;
    if query.subset == ArticleSubset::OutsideTrash && !caller.may(Permission::ManageArticles) {
        return Err(match caller.0 {
            None => Problem::unauthorized(),
            Some(_) => Problem::forbidden(Code::Forbidden, "You need admin privileges to do this."),
        });
    }
    let page = store::list(&app.db, &query).await?;
    let last = page.items.last().filter(|_| page.has_more);
    let next = last.map(|last| pagination::next_link(&uri, ("cursor", store::cursor_after(last, query.sort).encode())));
    let items: Vec<Article> = page.items.into_iter().map(|article| article_for_caller(&caller, article)).collect();
    let body = match &fields {
        None => Json(items).into_response(),
        Some(fields) => Json(only_fields(fields, &items)).into_response(),
    };
    let mut response = pagination::page_response(body, page.total, next);
    if caller.0.is_none() {
        response.extensions_mut().insert(CacheTags(vec![CacheTag::Articles]));
    }
    Ok(response)
}

fn article_for_caller(caller: &OptionalAccount, article: Article) -> Article {
    if caller.may(Permission::ManageArticles) { article } else { article.without_admin_only_fields() }
}

/// List the topics of public articles.
///
/// Ordered by name, each with the number of articles that have it.
#[utoipa::path(
    get, path = "/api/articles/topics", tag = "Articles", security(()),
    responses((status = 200, body = Vec<Topic>)),
)]
pub async fn list_topics(
    State(app): State<App>,
    _caller: OptionalAccount,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    Ok((Extension(CacheTags(vec![CacheTag::Articles])), Json(store::topics(&app.db).await?)))
}

/// Get an article by id or `{id}-{slug}`.
///
/// Another slug after the id returns 301. Inactive and scheduled articles are visible only to admins; other callers get
/// 404.
#[utoipa::path(
    get, path = "/api/articles/{id}", tag = "Articles", security((), ("bearer" = [])),
    params(
        ("id" = String, Path, description = "The id of the article, or `{id}-{slug}`.", example = "7-a-day-on-the-river"),
    ),
    responses(
        (status = 200, body = Article),
        (status = 301, description = "The slug has changed; `Location` is the current URL."),
    ),
)]
pub async fn get_article(
    State(app): State<App>,
    caller: OptionalAccount,
    Path(name): Path<String>,
    _: NoQuery,
) -> Result<Response, Problem> {
    let article_not_found = || Problem::not_found("This article does not exist");
    let id = pages::parse_id(&name).ok_or_else(article_not_found)?;
    let article = store::find(&app.db, id).await?.ok_or_else(article_not_found)?;
    if !article.is_public && !caller.may(Permission::ManageArticles) {
        return Err(article_not_found());
    }
    let current_name = pages::url_segment(id, &article.slug);
    if name != current_name && name != id.to_string() {
        let address = format!("/api/articles/{current_name}");
        return Ok((StatusCode::MOVED_PERMANENTLY, AppendHeaders([(header::LOCATION, address)])).into_response());
    }
    let version = RecordVersion(article.version);
    let mut response = (Extension(version), Json(article_for_caller(&caller, article))).into_response();
    if caller.0.is_none() {
        response.extensions_mut().insert(CacheTags(vec![CacheTag::Article(id), CacheTag::ArticlePages]));
    }
    Ok(response)
}

/// Create an article.
///
/// Admins only. The HTML is sanitized. An active article with a publication date in the future becomes public at that
/// time.
#[utoipa::path(
    post, path = "/api/articles", tag = "Articles",
    params(
        ("dryRun" = Option<bool>, Query, description = "`true`: validate the request and return the result with its warnings, but save nothing."),
    ),
    request_body = ArticleRequest,
    responses(
        (status = 201, body = Article),
        (status = 200, body = Article, description = "With `dryRun=true`: the article as it would be created. Its id is not reserved."),
    ),
)]
pub async fn create_article(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    query: Query,
    request: ValidatedJson<ArticleChanges, ArticleRequest>,
) -> Result<Response, Problem> {
    let is_dry_run = query.take_dry_run_and_finish()?;
    let article = service::add(&app, audit, request.0, is_dry_run).await?;
    let address = format!("/api/articles/{}", article.id);
    Ok(created_response(is_dry_run, address, article))
}

/// Update an article.
///
/// Admins only. Fields that are not sent keep their values. With `If-Match`, the change is made only if the version
/// matches; otherwise the response is 412.
/// If the title changes and the slug was made from it, the slug changes as well and the former one redirects.
#[utoipa::path(
    put, path = "/api/articles/{id}", tag = "Articles",
    params(
        ("dryRun" = Option<bool>, Query, description = "`true`: validate the request and return the result with its warnings, but save nothing."),
        IfMatchDocs,
    ),
    request_body = ArticleChanges, responses((status = 200, body = Article)),
)]
pub async fn update_article(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ArticleId>,
    query: Query,
    request: Update<ArticleChanges>,
) -> Result<Json<Article>, Problem> {
    let mode = ChangeMode::from_query(query)?;
    Ok(Json(service::change(&app, audit, id, request, mode).await?))
}

/// Move an article to the trash.
///
/// Admins only. The article is then visible only in the trash, from which admins can restore it until `keptUntil`.
/// After that it is deleted permanently.
#[utoipa::path(delete, path = "/api/articles/{id}", tag = "Articles", responses((status = 204)))]
pub async fn delete_article(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ArticleId>,
) -> Result<StatusCode, Problem> {
    service::move_to_trash(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the articles in the trash.
///
/// Admins only. The latest deletion comes first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the
/// URL of the next page.
#[utoipa::path(
    get, path = "/api/articles/trash", tag = "Articles",
    params(PageParameterDocs<MAX_LIMIT>), responses((status = 200, body = Vec<ArticleTrashItem>)),
)]
pub async fn list_article_trash(
    State(app): State<App>,
    _caller: Admin,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let page = PageParams::take(&mut query, MAX_LIMIT);
    let list = ListQuery {
        subset: ArticleSubset::Trash,
        limit: page.limit,
        offset: page.offset,
        // No write changes the `updated_at` of an article in the trash, so it is the time of the deletion.
        sort: Sort { column: Column::UpdatedAt, is_descending: true },
        ..ListQuery::default()
    };
    query.finish()?;
    let articles = store::list(&app.db, &list).await?;
    let items: Vec<_> = articles.items.into_iter().map(|article| ArticleTrashItem::new(&app, article)).collect();
    Ok(page.respond(&uri, &items, articles.total))
}

/// Restore an article from the trash.
///
/// Admins only. The article has its former fields and slug again, and is public if it is active and its publication
/// date has passed.
#[utoipa::path(post, path = "/api/articles/{id}/restore", tag = "Articles", responses((status = 200, body = Article)))]
pub async fn restore_article(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<ArticleId>,
    _: NoQuery,
) -> Result<Json<Article>, Problem> {
    Ok(Json(service::restore(&app, audit, id).await?))
}
