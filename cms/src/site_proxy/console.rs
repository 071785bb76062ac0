//! Serves the files of the built console below `/admin-portal`. All paths that are not files get the same page, which
//! routes them in the browser.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use tower::ServiceExt;
use tower_http::services::ServeDir;

use super::{csp, page_request};
use crate::auth::domain::firebase::FirebaseConfig;
use crate::common::cache_tag::CacheTag;
use crate::common::messages::Locale;
use crate::http::cache::CacheTags;
use crate::http::problem::Problem;
use crate::http::server::service;

const ROOT_PATH: &str = "/admin-portal";

/// The folder of the built console, and the Content-Security-Policy and the language of its page.
#[derive(Clone)]
struct Console {
    folder: PathBuf,
    csp_header: HeaderValue,
    locale: Locale,
}

/// The routes that serve the console from `folder`. The Content-Security-Policy allows Firebase if Firebase is the
/// identity provider.
pub fn routes(folder: &Path, firebase: Option<&FirebaseConfig>, locale: Locale) -> Router {
    let csp_header = csp::ContentSecurityPolicy::new(&BTreeSet::new(), firebase).for_console();
    let console = Console { folder: folder.to_owned(), csp_header, locale };
    let console_route = get(async move |request: Request| match page_or_file(&console, request).await {
        Some(response) => response,
        None => service::no_such_route().await.into_response(),
    });
    Router::new()
        .route(ROOT_PATH, console_route.clone())
        .route(&format!("{ROOT_PATH}/"), console_route.clone())
        .route(&format!("{ROOT_PATH}/{{*path}}"), console_route)
        // The former addresses of the admin pages redirect to the console.
        .route("/admin", get(async || Redirect::to("/admin-portal/admin")))
        .route("/moderation", get(async || Redirect::to("/admin-portal/moderation")))
}

/// The response to a request. `None` if there is nothing at its path.
async fn page_or_file(console: &Console, request: Request) -> Option<Response> {
    let path = page_request::canonical_path(request.uri().path())?;
    let path = path.strip_prefix(ROOT_PATH)?;
    // A path is that of a file if its last segment has a dot. The console routes all other paths in the browser.
    if !path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return Some(page(console).await);
    }
    if !is_inside(&console.folder, path).await {
        return None;
    }
    let (mut parts, _) = request.into_parts();
    parts.uri = path.parse().ok()?;
    let mut files = ServeDir::new(&console.folder).append_index_html_on_directories(false);
    // The build may have stored a compressed version in the same folder (`site/compress.mjs`).
    if is_inside(&console.folder, &format!("{path}.br")).await {
        files = files.precompressed_br();
    }
    let Ok(response) = files.oneshot(Request::from_parts(parts, Body::empty())).await;
    let mut response = response.into_response();
    if response.status() == StatusCode::NOT_FOUND {
        return None;
    }
    let is_hashed = path.starts_with("/assets/");
    let cache_control = if is_hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control));
    if path.ends_with(".svg") {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, csp::FILE_POLICY);
    }
    if is_hashed && response.status() == StatusCode::OK {
        response.extensions_mut().insert(CacheTags(vec![CacheTag::ConsoleFiles]));
    }
    Some(response)
}

/// Whether the file at `path`, relative to `folder`, exists and is inside the folder after symbolic links are resolved.
/// The folder itself may be a symbolic link.
async fn is_inside(folder: &Path, path: &str) -> bool {
    let file = folder.join(path.trim_start_matches('/'));
    match (tokio::fs::canonicalize(folder).await, tokio::fs::canonicalize(file).await) {
        (Ok(folder), Ok(file)) => file.starts_with(folder),
        _ => false,
    }
}

/// The page of the console, in the language of the server. `index.html` is read at every request, so that a new build
/// needs no restart. Errors: 503 if the file cannot be read.
async fn page(console: &Console) -> Response {
    let file = console.folder.join("index.html");
    match tokio::fs::read_to_string(&file).await {
        Ok(html) => {
            let html =
                html.replacen(r#"<html lang="en">"#, &format!(r#"<html lang="{}">"#, console.locale.language_tag()), 1);
            let headers = [
                (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
                (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
                (header::CONTENT_SECURITY_POLICY, console.csp_header.clone()),
            ];
            (headers, html).into_response()
        }
        Err(error) => {
            tracing::error!(file = %file.display(), %error, "the console is not built: run make build or set CONSOLE_DIR");
            Problem::unavailable("The console is not installed here").into_response()
        }
    }
}
