//! Serves the pages and files of the site for all paths without a route of their own. Allow-lists restrict the requests
//! to the renderer and the headers of its responses. The responses can be cached.

use std::io::Read;
use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use minijinja::{Environment, context};

use super::addresses::{AddressResolver, AddressTarget};
use super::csp::{self, ContentSecurityPolicy};
use super::page_request::{self, PageRepresentation, PageRequest, is_built_file};
use super::preview;
use super::render::{RenderError, RenderService};
use crate::common::cache_tag::CacheTag;
use crate::common::messages::Locale;
use crate::http::app::App;
use crate::http::cache::{self, CacheTags, PRERENDER_ENCODING, SharedCacheKey, preferred_encoding};
use crate::http::problem::{Code, LoggableErrorReason, Problem};
use crate::http::server::service::{self, MatchedRoute};
use crate::integrations::renderer_client::RendererResponse;

/// First path segments that never belong to the site.
const RESERVED_SEGMENTS: [&str; 10] =
    ["api", "mcp", "media", "docs", "login", "healthz", "readyz", "admin-portal", "refresh", "openapi.json"];
/// Headers that are forwarded from every successful response of the renderer.
const FORWARDED_HEADERS: [HeaderName; 4] =
    [header::CONTENT_TYPE, header::CONTENT_DISPOSITION, header::CONTENT_LANGUAGE, header::LINK];
/// Headers of a payload response that Next's client router reads (`next/dist/client`). They are not forwarded with
/// documents.
const PAYLOAD_HEADERS: [&str; 5] = [
    "x-nextjs-postponed",
    "x-nextjs-stale-time",
    "x-nextjs-rewritten-path",
    "x-nextjs-rewritten-query",
    "x-nextjs-deployment-id",
];
/// A path that does not exist on the site, so that its response is the "not found" page.
const NOT_FOUND_PATH: &str = "/404-not-found";

/// The route labels of pages and of built files in the metrics. Paths are not used as labels, because their number is
/// unbounded.
const PAGE_ROUTE: &str = "page";
const BUILT_FILE_ROUTE: &str = "/_next/static/{file}";

static IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// The `Cache-Control` of files without a content hash in their names. A new release is visible within an hour.
static MAX_AGE_ONE_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
/// The `Cache-Control` of pages. Browsers revalidate them; the response cache stores them nevertheless.
static NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");

/// The `Cache-Control` of the account page. A browser that several people share must not store this page.
static NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const ACCOUNT_PATH: &str = "/account";

const FALLBACK_TEMPLATE_NAME: &str = "fallback.html";

static FALLBACK_TEMPLATE: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    let added = templates.add_template(FALLBACK_TEMPLATE_NAME, include_str!("fallback.html"));
    added.expect("the embedded template is valid");
    templates
});

/// The pages of the site. Cheap to clone.
#[derive(Clone)]
pub struct Pages(Arc<Inner>);

struct Inner {
    app: App,
    addresses: AddressResolver,
    render_service: RenderService,
    policy: ContentSecurityPolicy,
}

impl Pages {
    /// The pages at these addresses.
    pub fn new(app: App, addresses: AddressResolver, render_service: RenderService) -> Self {
        let firebase = app.auth.firebase.as_ref().map(|firebase| &firebase.config);
        let policy = ContentSecurityPolicy::new(&app.places.map_origins, firebase);
        Self(Arc::new(Inner { app, addresses, render_service, policy }))
    }

    /// Responds to a request for a path that has no route of its own.
    pub async fn respond(self, request: Request) -> Response {
        let (parts, _) = request.into_parts();
        let page_request = PageRequest::parse(&parts.uri, &parts.headers);
        // The canonical path is used, so that `/%72efresh` counts as `/refresh`.
        let path = page_request.as_ref().map_or(parts.uri.path(), |page_request| &page_request.path);
        let first_segment = path.split('/').nth(1).unwrap_or_default();
        let response = self.response(first_segment, &parts, page_request.as_ref()).await;
        preview::keep_private_if_preview(first_segment, response)
    }

    /// The response for a path with this first segment. `request` is `None` if no page can have the path.
    async fn response(&self, first_segment: &str, parts: &Parts, request: Option<&PageRequest>) -> Response {
        let (locale, headers) = (self.0.app.locale, &parts.headers);
        if RESERVED_SEGMENTS.contains(&first_segment) {
            return service::no_such_route().await.into_response();
        }
        if !matches!(parts.method, Method::GET | Method::HEAD) {
            let code = Code::MethodNotAllowed.with("method", parts.method.as_str());
            let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, code, "Pages support only GET and HEAD");
            return ([(header::ALLOW, "GET, HEAD")], problem).into_response();
        }
        if let Some(route) = parts.extensions.get::<MatchedRoute>() {
            route.set(if is_built_file(parts.uri.path()) { BUILT_FILE_ROUTE } else { PAGE_ROUTE });
        }
        let Some(request) = request else { return self.not_found_document(NOT_FOUND_PATH, headers).await };
        if let Some(path) = request.path.strip_suffix('/').filter(|path| !path.is_empty()) {
            return redirect_with_query(locale, StatusCode::PERMANENT_REDIRECT, path, parts.uri.query());
        }
        // Of Next's internal paths, only the built files are public.
        if first_segment.starts_with('_') && !is_built_file(&request.path) {
            return self.not_found_document(NOT_FOUND_PATH, headers).await;
        }
        let address = if is_built_file(&request.path) {
            Ok(AddressTarget::Unrecognized)
        } else {
            (self.0.addresses.resolve)(request.decoded_path()).await
        };
        match address {
            Ok(AddressTarget::Page(tags)) => self.page(request, tags, false, headers).await,
            Ok(AddressTarget::Unrecognized) => self.page(request, Vec::new(), true, headers).await,
            Ok(AddressTarget::Preview) => {
                match preview::render_preview(&self.0.render_service, &self.0.policy, request).await {
                    Ok(Some(response)) => response,
                    Ok(None) => self.not_found(request, NOT_FOUND_PATH, headers).await,
                    Err(error) => unavailable_because(locale, headers, error),
                }
            }
            Ok(AddressTarget::Moved(path)) => {
                let path = page_request::encode(&path);
                redirect_with_query(locale, StatusCode::MOVED_PERMANENTLY, &path, parts.uri.query())
            }
            Ok(AddressTarget::NotFound) => self.not_found(request, NOT_FOUND_PATH, headers).await,
            Ok(AddressTarget::NotFoundPage(path)) => self.not_found(request, path, headers).await,
            Err(error) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "failed to resolve an address");
                unavailable(locale, headers)
            }
        }
    }

    async fn page(
        &self,
        request: &PageRequest,
        mut tags: Vec<CacheTag>,
        is_unrecognized: bool,
        headers: &HeaderMap,
    ) -> Response {
        let is_built_file = is_built_file(&request.path);
        if is_built_file {
            tags.push(CacheTag::SiteFiles);
        } else {
            tags.extend([CacheTag::CachedPages, CacheTag::cached_page(&request.decoded_path())]);
        }
        let rendered = match self.0.render_service.get(request, &tags, is_unrecognized && !is_built_file).await {
            Ok(rendered) => rendered,
            Err(error) => return self.stale_or_unavailable(request, headers, error),
        };
        match rendered.status {
            StatusCode::OK => {
                let mut response = self.cacheable_response(request, &rendered, tags, is_unrecognized);
                if is_built_file {
                    self.replace_body_with_precompressed(request, &rendered, headers, &mut response).await;
                }
                response
            }
            status if status.is_redirection() => renderer_redirect(self.0.app.locale, status, &rendered),
            _ => self.not_found(request, NOT_FOUND_PATH, headers).await,
        }
    }

    /// Replaces the body of `response` by the compressed copy of the built file in `rendered`. Without a valid copy, or
    /// if the client does not accept its encoding, `response` stays unchanged. The build writes a copy of most files,
    /// at the highest compression level (`site/compress.mjs`).
    async fn replace_body_with_precompressed(
        &self,
        request: &PageRequest,
        rendered: &RendererResponse,
        headers: &HeaderMap,
        response: &mut Response,
    ) {
        if preferred_encoding(headers) != PRERENDER_ENCODING || request.representation != PageRepresentation::Document {
            return;
        }
        let path = format!("{}.{PRERENDER_ENCODING}", request.path);
        let copy_request = PageRequest { path, ..request.clone() };
        match self.0.render_service.get(&copy_request, &[CacheTag::SiteFiles], false).await {
            Ok(copy) if copy.status == StatusCode::OK && is_compressed_copy(&copy.body, &rendered.body) => {
                *response.body_mut() = Body::from(copy.body.clone());
                let headers = response.headers_mut();
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(PRERENDER_ENCODING));
                headers.append(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
            }
            // Without a valid copy, the compression layer compresses the response.
            Ok(_) | Err(_) => {}
        }
    }

    /// The cached version of a page that the renderer cannot render, even if it is outdated; 503 if there is none. The
    /// address was resolved just before, so unpublished pages are never served this way.
    fn stale_or_unavailable(&self, request: &PageRequest, headers: &HeaderMap, error: RenderError) -> Response {
        let cache = &self.0.app.cache;
        if let Some(cached) = cache.get_fresh_or_stale(&request.cache_key(preferred_encoding(headers))) {
            return cache::response_from_cached(&cached, &Method::GET, headers);
        }
        let prerendered = cache.get_fresh_or_stale(&request.cache_key(PRERENDER_ENCODING));
        let decompressed = prerendered.and_then(|cached| cache::decompressed_response(&cached, headers));
        decompressed.unwrap_or_else(|| unavailable_because(self.0.app.locale, headers, error))
    }

    /// A 200 response with the body and the allowed headers of `rendered`. It is cached until one of `tags` is
    /// invalidated.
    fn cacheable_response(
        &self,
        request: &PageRequest,
        rendered: &RendererResponse,
        tags: Vec<CacheTag>,
        is_unrecognized: bool,
    ) -> Response {
        let mut response = Response::new(Body::from(rendered.body.clone()));
        let headers = response.headers_mut();
        for name in FORWARDED_HEADERS {
            if let Some(value) = rendered.headers.get(&name) {
                headers.insert(name, value.clone());
            }
        }
        // Next's client router uses `Vary` to decide whether a page can open over another one.
        for value in rendered.headers.get_all(header::VARY) {
            headers.append(header::VARY, value.clone());
        }
        let content_type = rendered.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let content_type = content_type.unwrap_or_default();
        if content_type.starts_with("text/html") {
            let policy = self.0.policy.for_page(&String::from_utf8_lossy(&rendered.body));
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
            let cache_control = if request.path == ACCOUNT_PATH { &NO_STORE } else { &NO_CACHE };
            headers.insert(header::CACHE_CONTROL, cache_control.clone());
        } else if request.representation != PageRepresentation::Document {
            for name in PAYLOAD_HEADERS {
                if let Some(value) = rendered.headers.get(name) {
                    headers.insert(name, value.clone());
                }
            }
            headers.insert(header::CACHE_CONTROL, NO_CACHE.clone());
        } else {
            if content_type.starts_with("image/svg") {
                headers.insert(header::CONTENT_SECURITY_POLICY, csp::FILE_POLICY);
            }
            if content_type.starts_with("font/") {
                // The frame of a preview has an origin of its own. Browsers load fonts of another origin only with this
                // header.
                headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            }
            headers.insert(header::CACHE_CONTROL, file_cache_control(request, rendered, is_unrecognized));
        }
        response.extensions_mut().insert(CacheTags(tags));
        response
    }

    /// A 404 in the requested representation. For a document, the body is the "not found" page at `not_found_path`. For
    /// a payload, the body is empty, and Next's client router then requests the document.
    async fn not_found(&self, request: &PageRequest, not_found_path: &str, headers: &HeaderMap) -> Response {
        match request.representation {
            PageRepresentation::Document => self.not_found_document(not_found_path, headers).await,
            PageRepresentation::Payload | PageRepresentation::Segment(_) => {
                (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")]).into_response()
            }
        }
    }

    /// The "not found" page at `not_found_path`. It is rendered once and cached under one key for all paths.
    async fn not_found_document(&self, not_found_path: &str, headers: &HeaderMap) -> Response {
        let key = page_request::not_found_cache_key(not_found_path, headers);
        if let Some(cached) = self.0.app.cache.get_fresh(&key) {
            return cache::response_from_cached(&cached, &Method::GET, headers);
        }
        let request = PageRequest::document(not_found_path);
        let tags = vec![CacheTag::CachedPages, CacheTag::cached_page(not_found_path)];
        match self.0.render_service.get(&request, &tags, false).await {
            Ok(rendered) if rendered.status == StatusCode::NOT_FOUND => {
                let mut response = self.cacheable_response(&request, &rendered, tags, false);
                *response.status_mut() = StatusCode::NOT_FOUND;
                response.extensions_mut().insert(SharedCacheKey(key));
                response
            }
            // The response is a 404 even if the site cannot render its own "not found" page.
            _ => not_found_fallback(self.0.app.locale),
        }
    }
}

/// Whether `compressed` decompresses to `file`. An interrupted build can leave an incomplete copy.
fn is_compressed_copy(compressed: &Bytes, file: &Bytes) -> bool {
    let mut content = Vec::with_capacity(file.len());
    let decompressor = brotli::Decompressor::new(compressed.as_ref(), 4096).take(file.len() as u64 + 1);
    { decompressor }.read_to_end(&mut content).is_ok() && content == *file
}

fn file_cache_control(request: &PageRequest, rendered: &RendererResponse, is_unrecognized: bool) -> HeaderValue {
    if is_built_file(&request.path) {
        return IMMUTABLE.clone();
    }
    // A domain module knows the address: the file is made from records, as the sitemap or a social image is.
    if !is_unrecognized {
        return NO_CACHE.clone();
    }
    let site_value = rendered.headers.get(header::CACHE_CONTROL).filter(|value| {
        let directives = value.to_str().unwrap_or_default();
        directives.contains("public") && directives.contains("max-age=") && !directives.contains("max-age=0")
    });
    site_value.unwrap_or(&MAX_AGE_ONE_HOUR).clone()
}

fn redirect_with_query(locale: Locale, status: StatusCode, path: &str, query: Option<&str>) -> Response {
    let target = query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    redirect_or_not_found(locale, status, HeaderValue::from_str(&target).ok())
}

/// A redirect that the renderer returned. If its target is missing or on another origin, the response is a 404 instead.
fn renderer_redirect(locale: Locale, status: StatusCode, rendered: &RendererResponse) -> Response {
    let target = rendered.headers.get(header::LOCATION).filter(|target| is_absolute_path(target));
    if target.is_none() {
        tracing::warn!(status = status.as_u16(), "the site redirects to another origin; not forwarded");
    }
    redirect_or_not_found(locale, status, target.cloned())
}

/// A redirect that caches must revalidate, even if its status is permanent: a page may move back. Without a target, the
/// response is a 404.
fn redirect_or_not_found(locale: Locale, status: StatusCode, target: Option<HeaderValue>) -> Response {
    match target {
        Some(target) => {
            (status, [(header::LOCATION, target), (header::CACHE_CONTROL, NO_CACHE.clone())]).into_response()
        }
        None => not_found_fallback(locale),
    }
}

fn is_absolute_path(target: &HeaderValue) -> bool {
    let target = target.as_bytes();
    target.first() == Some(&b'/') && !matches!(target.get(1), Some(b'/' | b'\\'))
}

/// The 503 for a page that can be neither rendered nor served from the cache, or whose address cannot be resolved. The
/// body is HTML if the client accepts it, otherwise a problem. The response is not cached.
fn unavailable(locale: Locale, headers: &HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if !accepts.contains("text/html") {
        let sentence = "The guide is unavailable right now. Please try again in a moment.";
        return Problem::unavailable(sentence).into_response();
    }
    let texts = ("pages.fallback.unavailable", "pages.fallback.unavailable_text");
    let mut response = fallback_page(locale, StatusCode::SERVICE_UNAVAILABLE, texts);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    response
}

/// The response of [`unavailable`]. The log of the request gets `error` as the reason.
fn unavailable_because(locale: Locale, headers: &HeaderMap, error: RenderError) -> Response {
    let mut response = unavailable(locale, headers);
    response.extensions_mut().insert(LoggableErrorReason(error.to_string()));
    response
}

/// A 404 that does not need the renderer, used instead of the site's own "not found" page.
fn not_found_fallback(locale: Locale) -> Response {
    fallback_page(locale, StatusCode::NOT_FOUND, ("pages.fallback.not_found", "pages.fallback.not_found_text"))
}

/// A minimal page that does not need the renderer. `title` and `text` are keys of the message catalog.
fn fallback_page(locale: Locale, status: StatusCode, (title, text): (&str, &str)) -> Response {
    let html = locale.render(&FALLBACK_TEMPLATE, FALLBACK_TEMPLATE_NAME, context! { title, text });
    let html = html.inspect_err(|error| tracing::error!(%error, "failed to render a fallback page"));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, csp::FALLBACK_PAGE_POLICY),
    ];
    (status, headers, html.unwrap_or_default()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::messages::words_outside_messages;

    #[tokio::test]
    async fn fallback_pages_contain_only_messages() {
        for texts in [
            ("pages.fallback.not_found", "pages.fallback.not_found_text"),
            ("pages.fallback.unavailable", "pages.fallback.unavailable_text"),
        ] {
            let response = fallback_page(Locale::Pseudo, StatusCode::NOT_FOUND, texts);
            let body = axum::body::to_bytes(response.into_body(), 10_000).await.expect("a body");
            let html = String::from_utf8_lossy(&body);
            assert!(html.contains(r#"<html lang="en-XA">"#) && html.contains('⟦'), "{html}");
            assert_eq!(words_outside_messages(&html), "");
        }
    }

    #[test]
    fn only_absolute_paths_count_as_same_origin() {
        let within = |target: &'static str| is_absolute_path(&HeaderValue::from_static(target));
        assert!(within("/explore") && within("/"));
        assert!(!within("//evil.example") && !within("/\\evil.example") && !within("https://evil.example"));
    }

    #[test]
    fn compressed_copy_is_valid_only_if_it_decompresses_to_exactly_the_file() {
        let file = Bytes::from("export const boats = 12;".repeat(20));
        let mut compressed = Vec::new();
        brotli::CompressorReader::new(file.as_ref(), 4096, 11, 22)
            .read_to_end(&mut compressed)
            .expect("a compressed file");
        let compressed = Bytes::from(compressed);
        assert!(is_compressed_copy(&compressed, &file));
        assert!(!is_compressed_copy(&compressed.slice(..compressed.len() - 2), &file), "half of it");
        assert!(
            !is_compressed_copy(&compressed, &file.slice(..100))
                && !is_compressed_copy(&compressed, &Bytes::from([&file[..], b"!"].concat()))
        );
        assert!(!is_compressed_copy(&file, &file) && !is_compressed_copy(&Bytes::new(), &file));
    }
}
