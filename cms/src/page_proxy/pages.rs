//! Pages and files of the site, for every address that no route has: from the renderer, by allow-list in both
//! directions, ready to be kept.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::addresses::{Address, Addresses, EVERY_PAGE, page_tag};
use super::csp::{self, Policy};
use super::page_request::{self, Ask, Form};
use super::render_service::{Fault, RenderService};
use super::static_assets;
use crate::http::app::App;
use crate::http::conditional::{self, CacheKey, CacheTags, PRERENDER_ENCODING, encoding};
use crate::http::http_metrics::Route;
use crate::http::layers;
use crate::http::problem::{LogReason, Problem};
use crate::integrations::renderer_client::RendererResponse;
use crate::jobs::changes::Tag;

/// First parts of addresses that are never the site's, whoever answers them.
const NOT_THE_SITES: [&str; 9] =
    ["api", "media", "docs", "login", "healthz", "readyz", "admin-portal", "refresh", "openapi.json"];
/// Headers of the renderer that go out with everything.
const SENT: [HeaderName; 4] =
    [header::CONTENT_TYPE, header::CONTENT_DISPOSITION, header::CONTENT_LANGUAGE, header::LINK];
/// Headers that the router in the browser reads from a payload (`next/dist/client`). Documents go without.
const SENT_WITH_PAYLOADS: [&str; 5] = [
    "x-nextjs-postponed",
    "x-nextjs-stale-time",
    "x-nextjs-rewritten-path",
    "x-nextjs-rewritten-query",
    "x-nextjs-deployment-id",
];
/// An address that the site does not have: its answer is the not-found page.
const NOWHERE: &str = "/404-not-found";

/// What requests for the site's pages are counted as: there are as many addresses as travellers can think of.
const PAGE_ROUTE: &str = "page";

static IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Files whose names say nothing about their content: a new release is noticed within the hour.
static FOR_AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
/// Pages: our own memory keeps them, browsers ask whether they changed.
static ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// One's own account: nothing of it stays in a browser that others use.
static NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const ACCOUNT: &str = "/account";

/// The site's pages. Cheap to clone.
#[derive(Clone)]
pub struct Pages(Arc<Inner>);

struct Inner {
    app: App,
    addresses: Addresses,
    renderings: RenderService,
    policy: Policy,
}

impl Pages {
    /// Pages at these addresses.
    pub fn new(app: App, addresses: Addresses, renderings: RenderService) -> Self {
        let policy = Policy::new(&app.map_origins, app.firebase.as_ref().map(|firebase| &firebase.setting));
        Self(Arc::new(Inner { app, addresses, renderings, policy }))
    }

    /// Answers a request that no route has.
    pub async fn answer(self, request: Request) -> Response {
        let (parts, _) = request.into_parts();
        let ask = Ask::of(&parts.uri, &parts.headers);
        // As it is forwarded: `/%72efresh` is `/refresh`.
        let path = ask.as_ref().map_or(parts.uri.path(), |ask| &ask.path);
        let first = path.split('/').nth(1).unwrap_or_default();
        if NOT_THE_SITES.contains(&first) {
            return layers::no_such_route().await.into_response();
        }
        if !matches!(parts.method, Method::GET | Method::HEAD) {
            let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "Pages are only read");
            return ([(header::ALLOW, "GET, HEAD")], problem).into_response();
        }
        if let Some(route) = parts.extensions.get::<Route>() {
            route.is(if static_assets::is_built(parts.uri.path()) { static_assets::ROUTE } else { PAGE_ROUTE });
        }
        let Some(ask) = &ask else {
            return self.not_found(NOWHERE, &parts.headers).await;
        };
        if let Some(path) = ask.path.strip_suffix('/').filter(|path| !path.is_empty()) {
            return moved(StatusCode::PERMANENT_REDIRECT, path, parts.uri.query());
        }
        // Of Next's own addresses only its built files are anybody's business.
        if first.starts_with('_') && !static_assets::is_built(&ask.path) {
            return self.not_found(NOWHERE, &parts.headers).await;
        }
        let address = if static_assets::is_built(&ask.path) {
            Ok(Address::Elsewhere)
        } else {
            (self.0.addresses.resolve)(ask.plain_path()).await
        };
        match address {
            Ok(Address::Page(tags)) => self.page(ask, tags, false, &parts.headers).await,
            Ok(Address::Elsewhere) => self.page(ask, Vec::new(), true, &parts.headers).await,
            Ok(Address::Moved(path)) => {
                moved(StatusCode::MOVED_PERMANENTLY, &page_request::encode(&path), parts.uri.query())
            }
            Ok(Address::Unknown) => self.nothing(ask, NOWHERE, &parts.headers).await,
            Ok(Address::Missing(said_at)) => self.nothing(ask, said_at, &parts.headers).await,
            Err(error) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "an address could not be looked up");
                unreachable(&parts.headers)
            }
        }
    }

    async fn page(&self, ask: &Ask, mut tags: Vec<Tag>, is_elsewhere: bool, headers: &HeaderMap) -> Response {
        let is_built = static_assets::is_built(&ask.path);
        if is_built {
            tags.push(static_assets::TAG.to_owned());
        } else {
            tags.extend([EVERY_PAGE.to_owned(), page_tag(&ask.plain_path())]);
        }
        let answer = match self.0.renderings.get(ask, &tags, is_elsewhere && !is_built).await {
            Ok(answer) => answer,
            Err(fault) => return self.last_or_unreachable(ask, headers, fault),
        };
        match answer.status {
            StatusCode::OK => {
                let mut response = self.finished(ask, &answer, tags, is_elsewhere);
                if is_built {
                    static_assets::serve_precompressed(&self.0.renderings, ask, &answer, headers, &mut response).await;
                }
                response
            }
            status if status.is_redirection() => redirected(status, &answer),
            _ => self.nothing(ask, NOWHERE, headers).await,
        }
    }

    /// What the page last looked like, where the renderer cannot make it anew. It is there, as its address was just
    /// looked up: what was unpublished is never shown this way.
    fn last_or_unreachable(&self, ask: &Ask, headers: &HeaderMap, fault: Fault) -> Response {
        let cache = &self.0.app.cache;
        if let Some(cached) = cache.get_stale(&ask.key(encoding(headers))) {
            return conditional::from_cached(&cached, &Method::GET, headers);
        }
        let made_ahead = cache.get_stale(&ask.key(PRERENDER_ENCODING));
        let decompressed = made_ahead.and_then(|cached| conditional::decompressed(&cached, headers));
        decompressed.unwrap_or_else(|| {
            let mut response = unreachable(headers);
            response.extensions_mut().insert(LogReason(fault.to_string()));
            response
        })
    }

    /// The renderer's answer as it goes out, to be kept until one of `tags` changes.
    fn finished(&self, ask: &Ask, answer: &RendererResponse, tags: Vec<Tag>, is_elsewhere: bool) -> Response {
        let mut response = Response::new(Body::from(answer.body.clone()));
        let headers = response.headers_mut();
        for name in SENT {
            if let Some(value) = answer.headers.get(&name) {
                headers.insert(name, value.clone());
            }
        }
        // The router in the browser learns from it whether a page could open over another one.
        for value in answer.headers.get_all(header::VARY) {
            headers.append(header::VARY, value.clone());
        }
        let kind = answer.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.starts_with("text/html") {
            headers.insert(header::CONTENT_SECURITY_POLICY, self.0.policy.of(&String::from_utf8_lossy(&answer.body)));
            let freshness = if ask.path == ACCOUNT { &NO_STORE } else { &ASK_AGAIN };
            headers.insert(header::CACHE_CONTROL, freshness.clone());
        } else if ask.form != Form::Document {
            for name in SENT_WITH_PAYLOADS {
                if let Some(value) = answer.headers.get(name) {
                    headers.insert(name, value.clone());
                }
            }
            headers.insert(header::CACHE_CONTROL, ASK_AGAIN.clone());
        } else {
            if kind.starts_with("image/svg") {
                headers.insert(header::CONTENT_SECURITY_POLICY, csp::FILE);
            }
            headers.insert(header::CACHE_CONTROL, freshness(ask, answer, is_elsewhere));
        }
        response.extensions_mut().insert(CacheTags(tags));
        response
    }

    /// 404 in the form that was asked for. A router that hears it loads the document instead, which the site has at
    /// `said_at`.
    async fn nothing(&self, ask: &Ask, said_at: &str, headers: &HeaderMap) -> Response {
        match ask.form {
            Form::Document => self.not_found(said_at, headers).await,
            Form::Payload | Form::Segment(_) => {
                (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")]).into_response()
            }
        }
    }

    /// The site's not-found page at `said_at`: made once and kept under one key, whatever addresses are tried.
    async fn not_found(&self, said_at: &str, headers: &HeaderMap) -> Response {
        let key = page_request::not_found_key(said_at, headers);
        if let Some(cached) = self.0.app.cache.get(&key) {
            return conditional::from_cached(&cached, &Method::GET, headers);
        }
        let ask = Ask::document(said_at);
        let tags = vec![EVERY_PAGE.to_owned(), page_tag(said_at)];
        match self.0.renderings.get(&ask, &tags, false).await {
            Ok(answer) if answer.status == StatusCode::NOT_FOUND => {
                let mut response = self.finished(&ask, &answer, tags, false);
                *response.status_mut() = StatusCode::NOT_FOUND;
                response.extensions_mut().insert(CacheKey(key));
                response
            }
            // Nothing is at this address, whether the site can say so in its own words or not.
            _ => bare(StatusCode::NOT_FOUND, "404 Page Not Found", "There is nothing at this address."),
        }
    }
}

/// How long browsers may keep a file without asking.
fn freshness(ask: &Ask, answer: &RendererResponse, is_elsewhere: bool) -> HeaderValue {
    if static_assets::is_built(&ask.path) {
        return IMMUTABLE.clone();
    }
    // A page of a domain that is no HTML: the sitemap, a picture made of a place.
    if !is_elsewhere {
        return ASK_AGAIN.clone();
    }
    let said = answer.headers.get(header::CACHE_CONTROL).filter(|value| {
        let words = value.to_str().unwrap_or_default();
        words.contains("public") && words.contains("max-age=") && !words.contains("max-age=0")
    });
    said.unwrap_or(&FOR_AN_HOUR).clone()
}

fn moved(status: StatusCode, path: &str, query: Option<&str>) -> Response {
    let target = query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    match HeaderValue::from_str(&target) {
        // Permanent for who reads it, not for caches: a page may move back.
        Ok(target) => {
            (status, [(header::LOCATION, target), (header::CACHE_CONTROL, ASK_AGAIN.clone())]).into_response()
        }
        Err(_) => bare(StatusCode::NOT_FOUND, "404 Page Not Found", "There is nothing at this address."),
    }
}

/// A redirect that the site itself makes, within the site.
fn redirected(status: StatusCode, answer: &RendererResponse) -> Response {
    match answer.headers.get(header::LOCATION) {
        Some(target) if is_within(target) => {
            (status, [(header::LOCATION, target.clone()), (header::CACHE_CONTROL, ASK_AGAIN.clone())]).into_response()
        }
        _ => {
            tracing::warn!(status = status.as_u16(), "the site redirects out of itself; not passed on");
            bare(StatusCode::NOT_FOUND, "404 Page Not Found", "There is nothing at this address.")
        }
    }
}

fn is_within(target: &HeaderValue) -> bool {
    let target = target.as_bytes();
    target.first() == Some(&b'/') && !matches!(target.get(1), Some(b'/' | b'\\'))
}

/// 503: the renderer is away and nothing is kept. A page for people, a problem for programs; nobody keeps it.
fn unreachable(headers: &HeaderMap) -> Response {
    let sentence = "The guide cannot be reached right now. Please try again in a moment.";
    let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if !accepts.contains("text/html") {
        return Problem::new(StatusCode::SERVICE_UNAVAILABLE, sentence).into_response();
    }
    let mut response = bare(StatusCode::SERVICE_UNAVAILABLE, "Back in a moment", sentence);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    response
}

/// A page without the site's help.
fn bare(status: StatusCode, title: &str, sentence: &str) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>body{{font:1.125rem/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto;\
         padding:0 1.5rem;color-scheme:light dark}}</style><main><h1>{title}</h1><p>{sentence}</p>\
         <p><a href=\"/\">Home</a></p></main></html>"
    );
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, csp::BARE),
    ];
    (status, headers, html).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_stay_within_the_site() {
        let within = |target: &'static str| is_within(&HeaderValue::from_static(target));
        assert!(within("/explore") && within("/"));
        assert!(!within("//evil.example") && !within("/\\evil.example") && !within("https://evil.example"));
    }
}
