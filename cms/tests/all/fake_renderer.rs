//! A fake renderer: it renders names from the API, caches pages until a refresh call, counts its renders, and can be
//! slow, broken or stopped.

use std::collections::HashMap;
use std::io::Read;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub const REFRESH_SECRET: &str = "the stage's own";

/// A running fake renderer.
#[derive(Clone)]
pub struct FakeRenderer {
    pub address: SocketAddr,
    state: Arc<RendererState>,
    server_task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

#[derive(Default)]
struct RendererState {
    api_address: OnceLock<SocketAddr>,
    requests: Mutex<Vec<(String, HeaderMap)>>,
    refreshes: Mutex<Vec<Value>>,
    cached_pages: Mutex<HashMap<String, (Vec<String>, String)>>,
    delay_ms: AtomicU64,
    started_render_count: AtomicU64,
    start_count: AtomicU64,
    failing_path: Mutex<Option<String>>,
}

impl FakeRenderer {
    /// Starts a renderer on a free port.
    pub async fn spawn() -> Self {
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let renderer = Self { address, state: Arc::default(), server_task: Arc::default() };
        renderer.start().await;
        renderer
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sets the address of the API from which the renderer reads. It can be set only once.
    pub fn set_api_address(&self, api_address: SocketAddr) {
        self.state.api_address.set(api_address).unwrap();
    }

    /// Starts or restarts the server with an empty cache.
    pub async fn start(&self) {
        self.state.cached_pages.lock().unwrap().clear();
        self.state.start_count.fetch_add(1, Ordering::SeqCst);
        let listener = TcpListener::bind(self.address).await.unwrap();
        let routes = Router::new().route("/refresh", post(refresh)).fallback(page).with_state(self.state.clone());
        let serve_task = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        *self.server_task.lock().unwrap() = Some(serve_task);
    }

    /// Stops the server. Idle connections are closed, and requests in progress still get their responses.
    pub async fn stop(&self) {
        let server_task = self.server_task.lock().unwrap().take().unwrap();
        server_task.abort();
        let _ = server_task.await;
    }

    /// Sets the delay of each render, except previews, and of each cached page that is requested as a React payload
    /// (`rsc`). A render reads the API before the delay.
    pub fn set_render_delay(&self, delay: Duration) {
        self.state.delay_ms.store(delay.as_millis() as u64, Ordering::SeqCst);
    }

    /// Makes the page at this path fail with a 500 unless it is cached. This replaces the path of an earlier call.
    /// `None` ends the failures.
    pub fn set_failing_path(&self, path: Option<&str>) {
        *self.state.failing_path.lock().unwrap() = path.map(str::to_owned);
    }

    /// The number of renders of pages, social images and previews so far. Failed pages are not counted.
    pub fn render_count(&self) -> u64 {
        self.state.started_render_count.load(Ordering::SeqCst)
    }

    /// The headers of each request for this path and query, in order. Refresh calls are left out.
    pub fn request_headers_for(&self, path: &str) -> Vec<HeaderMap> {
        let requests = self.state.requests.lock().unwrap();
        requests.iter().filter(|(target, _)| target == path).map(|(_, headers)| headers.clone()).collect()
    }

    /// The path and query of each request, in order. Refresh calls are left out.
    pub fn requested_targets(&self) -> Vec<String> {
        self.state.requests.lock().unwrap().iter().map(|(target, _)| target.clone()).collect()
    }

    /// The bodies of the refresh calls so far, without heartbeats. A heartbeat names no tags and does not set
    /// `everything`.
    pub fn refresh_call_bodies(&self) -> Vec<Value> {
        self.state.refreshes.lock().unwrap().clone()
    }
}

async fn refresh(State(state): State<Arc<RendererState>>, headers: HeaderMap, body: axum::Json<Value>) -> Response {
    if headers.get("x-refresh-secret").is_none_or(|secret| secret != REFRESH_SECRET) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let tags: Vec<&str> = body["tags"].as_array().unwrap().iter().map(|tag| tag.as_str().unwrap()).collect();
    let everything = body["everything"] == true;
    if everything || !tags.is_empty() {
        state.refreshes.lock().unwrap().push(body.0.clone());
        let is_stale = |tag: &String| everything || tags.contains(&tag.as_str());
        state.cached_pages.lock().unwrap().retain(|_, (page_tags, _)| !page_tags.iter().any(is_stale));
    }
    let start = state.start_count.load(Ordering::SeqCst).to_string();
    (StatusCode::NO_CONTENT, [("x-renderer-start", start)]).into_response()
}

async fn page(State(state): State<Arc<RendererState>>, request: Request) -> Response {
    let (path, headers) = (request.uri().path().to_owned(), request.headers().clone());
    state.requests.lock().unwrap().push((request.uri().to_string(), headers.clone()));
    let is_payload = headers.contains_key("rsc");
    if is_payload && request.uri().query().is_none_or(|query| !query.contains("_rsc=right")) {
        return (StatusCode::TEMPORARY_REDIRECT, [("location", format!("{path}?_rsc=right"))]).into_response();
    }
    if path == "/elsewhere" {
        return (StatusCode::FOUND, [("location", "https://evil.example/")]).into_response();
    }
    if path == "/broken" {
        return (StatusCode::INTERNAL_SERVER_ERROR, "a stack trace").into_response();
    }
    if let Some(file) = build_file_response(&path) {
        return file;
    }
    if let Some(page_path) = path.strip_suffix("/social.svg") {
        state.started_render_count.fetch_add(1, Ordering::SeqCst);
        let (_, text) = page_tags_and_text(&state, page_path).await;
        tokio::time::sleep(Duration::from_millis(state.delay_ms.load(Ordering::SeqCst))).await;
        return svg_response(&text);
    }
    if let Some(ticket) = path.strip_prefix("/preview/") {
        return preview(&state, ticket).await;
    }
    let cached = state.cached_pages.lock().unwrap().get(&path).map(|(_, text)| text.clone());
    let text = match cached {
        Some(text) => {
            if is_payload {
                tokio::time::sleep(Duration::from_millis(state.delay_ms.load(Ordering::SeqCst))).await;
            }
            text
        }
        None if state.failing_path.lock().unwrap().as_ref() == Some(&path) => {
            return (StatusCode::INTERNAL_SERVER_ERROR, "a stack trace").into_response();
        }
        None => {
            state.started_render_count.fetch_add(1, Ordering::SeqCst);
            let (tags, text) = page_tags_and_text(&state, &path).await;
            tokio::time::sleep(Duration::from_millis(state.delay_ms.load(Ordering::SeqCst))).await;
            state.cached_pages.lock().unwrap().insert(path.clone(), (tags, text.clone()));
            text
        }
    };
    let status = if text.is_empty() { StatusCode::NOT_FOUND } else { StatusCode::OK };
    let (content_type, body) = if is_payload {
        ("text/x-component", format!("payload {text} {:?}", headers.get("next-url")))
    } else {
        let text = if text.is_empty() { "I think you got lost in the jungle!?" } else { &text };
        // This text makes the page long enough to be compressed.
        let rest = "A river leaves the rock. ".repeat(100);
        let scripts = "<script>hello()</script><script src=\"/x.js\"></script>";
        ("text/html; charset=utf-8", format!("<h1>{text}</h1>{scripts}<p>{rest}</p>"))
    };
    let headers = [
        ("content-type", content_type),
        ("vary", "rsc, next-url"),
        ("cache-control", "s-maxage=31536000"),
        ("set-cookie", "spy=1"),
        ("x-powered-by", "Next.js"),
        ("x-nextjs-cache", "HIT"),
        ("x-nextjs-stale-time", "300"),
        ("x-middleware-rewrite", "/inside"),
        ("etag", "\"theirs\""),
    ];
    (status, headers, Body::from(body)).into_response()
}

/// The line that build files repeat, so that they are large enough to be compressed.
pub const BUILD_FILE_LINE: &str = "export const boats = ['Sơn', 'Chày'];";

/// Compresses a text with Brotli at level 11, as builds do. The server itself compresses at a lower level.
pub fn compress_at_build_level(file: &str) -> Vec<u8> {
    let mut compressed = Vec::new();
    brotli::CompressorReader::new(file.as_bytes(), 4096, 11, 22).read_to_end(&mut compressed).unwrap();
    compressed
}

/// The response for a build file or for its compressed file. `None` for all other paths. The compressed file of
/// `half.js` is truncated.
fn build_file_response(path: &str) -> Option<Response> {
    let body = match path.strip_prefix("/_next/static/chunks/")? {
        "a1b2.js" => b"chunk()".to_vec(),
        "alone.js" | "twin.js" | "half.js" => BUILD_FILE_LINE.repeat(50).into_bytes(),
        "twin.js.br" => compress_at_build_level(&BUILD_FILE_LINE.repeat(50)),
        "half.js.br" => compress_at_build_level(&BUILD_FILE_LINE.repeat(50))[..20].to_vec(),
        _ => return None,
    };
    let content_type =
        if path.ends_with(".br") { "application/octet-stream" } else { "application/javascript; charset=UTF-8" };
    Some(([("content-type", content_type), ("vary", "rsc")], body).into_response())
}

/// A response with an SVG whose width depends on the length of the text. An empty text gives a 404. The SVG is invalid
/// if the text contains "Unpainted".
fn svg_response(text: &str) -> Response {
    if text.is_empty() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let width = 100 + text.len();
    let body = match text.contains("Unpainted") {
        true => "<svg".to_owned(),
        false => format!("<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='40'/>"),
    };
    ([("content-type", "image/svg+xml; charset=utf-8")], body).into_response()
}

/// Returns the cache tags and the text of a page. The text of a missing page is empty.
async fn page_tags_and_text(state: &RendererState, path: &str) -> (Vec<String>, String) {
    let api = format!("http://{}/api", state.api_address.get().unwrap());
    if let Some(slug) = path.strip_prefix("/places/") {
        let response = reqwest::get(format!("{api}/businesses/{slug}")).await.unwrap();
        let record: Value = if response.status() == 200 { response.json().await.unwrap() } else { Value::Null };
        return (vec![format!("place-slug:{slug}"), "place-pages".into()], record_text(&record));
    }
    if let Some(name) = path.strip_prefix("/inspiration/") {
        let id = name.split('-').next().unwrap();
        let response = reqwest::get(format!("{api}/articles/{id}")).await.unwrap();
        let record: Value = if response.status() == 200 { response.json().await.unwrap() } else { Value::Null };
        return (vec![format!("article:{id}")], record_text(&record));
    }
    let lists: &[(&str, &str)] = match path {
        part if part.starts_with("/sitemap/") => &[("businesses", "places"), ("articles", "articles")],
        "/explore" => &[("businesses", "places")],
        "/inspiration" => &[("articles", "articles")],
        "/" | "/sitemap.xml" => &[("businesses", "places"), ("articles", "articles")],
        _ => &[],
    };
    let (mut tags, mut names) = (Vec::new(), Vec::new());
    for (list, tag) in lists {
        let list: Value = reqwest::get(format!("{api}/{list}")).await.unwrap().json().await.unwrap();
        names.extend(list.as_array().unwrap().iter().map(record_text));
        tags.push((*tag).to_owned());
    }
    if !tags.is_empty() {
        return (tags, format!("All: {}", names.join(", ")));
    }
    if path == "/guestbook" {
        let list: Value = reqwest::get(format!("{api}/guestbook")).await.unwrap().json().await.unwrap();
        let messages: Vec<&str> = list.as_array().unwrap().iter().map(|one| one["message"].as_str().unwrap()).collect();
        return (vec!["guestbook".into()], format!("Travelers: {}", messages.join(", ")));
    }
    let page_text = if path == "/saved" { "Saved Places".to_owned() } else { String::new() };
    (vec!["settings".into()], page_text)
}

/// Renders a preview. Previews are not cached, so each request renders one. 404 if the API does not return the preview.
async fn preview(state: &RendererState, ticket: &str) -> Response {
    state.started_render_count.fetch_add(1, Ordering::SeqCst);
    let api = format!("http://{}/api", state.api_address.get().unwrap());
    let response = reqwest::get(format!("{api}/preview/{ticket}")).await.unwrap();
    if response.status() != 200 {
        return StatusCode::NOT_FOUND.into_response();
    }
    let preview: Value = response.json().await.unwrap();
    let text = record_text(&preview["record"]);
    let headers = [("content-type", "text/html; charset=utf-8"), ("cache-control", "private, no-store")];
    (headers, format!("<h1>{text}</h1><script>hello()</script>")).into_response()
}

/// The text of a place or an article: its name or title, and its description.
fn record_text(record: &Value) -> String {
    ["name", "title", "description"].iter().filter_map(|field| record[*field].as_str()).collect::<Vec<_>>().join(": ")
}
