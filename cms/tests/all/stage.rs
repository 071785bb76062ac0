//! A site that plays the renderer: it shows a place's name from the API, keeps what it made until it hears of a change,
//! counts, and can be slow, broken or away.

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

pub const SECRET: &str = "the stage's own";

/// The stage and what was seen on it.
#[derive(Clone)]
pub struct Stage {
    pub address: SocketAddr,
    play: Arc<Play>,
    running: Arc<Mutex<Option<JoinHandle<()>>>>,
}

#[derive(Default)]
struct Play {
    guide: OnceLock<SocketAddr>,
    heard: Mutex<Vec<(String, HeaderMap)>>,
    refreshed: Mutex<Vec<Value>>,
    made: Mutex<HashMap<String, (Vec<String>, String)>>,
    pace_ms: AtomicU64,
    renders: AtomicU64,
    starts: AtomicU64,
    failing: Mutex<Option<String>>,
}

impl Stage {
    /// A stage on a port of its own.
    pub async fn open() -> Self {
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let stage = Self { address, play: Arc::default(), running: Arc::default() };
        stage.begin().await;
        stage
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Says where the guide is whose places are shown.
    pub fn shows(&self, guide: SocketAddr) {
        self.play.guide.set(guide).unwrap();
    }

    /// Starts (again), knowing nothing of before.
    pub async fn begin(&self) {
        self.play.made.lock().unwrap().clear();
        self.play.starts.fetch_add(1, Ordering::SeqCst);
        let listener = TcpListener::bind(self.address).await.unwrap();
        let routes = Router::new().route("/refresh", post(refresh)).fallback(page).with_state(self.play.clone());
        let served = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        *self.running.lock().unwrap() = Some(served);
    }

    /// Goes away in the middle of everything.
    pub async fn end(&self) {
        let running = self.running.lock().unwrap().take().unwrap();
        running.abort();
        let _ = running.await;
    }

    /// From now on each page that is made takes this long, and each payload: content is read at its beginning.
    pub fn takes(&self, pace: Duration) {
        self.play.pace_ms.store(pace.as_millis() as u64, Ordering::SeqCst);
    }

    /// From now on the page at this address, and no other, cannot be rendered.
    pub fn fails_at(&self, path: Option<&str>) {
        *self.play.failing.lock().unwrap() = path.map(str::to_owned);
    }

    /// How many pages were really made.
    pub fn renders(&self) -> u64 {
        self.play.renders.load(Ordering::SeqCst)
    }

    /// The requests for this address, with their headers.
    pub fn heard(&self, path: &str) -> Vec<HeaderMap> {
        let heard = self.play.heard.lock().unwrap();
        heard.iter().filter(|(target, _)| target == path).map(|(_, headers)| headers.clone()).collect()
    }

    /// Every address that was asked for.
    pub fn asked_for(&self) -> Vec<String> {
        self.play.heard.lock().unwrap().iter().map(|(target, _)| target.clone()).collect()
    }

    /// What it was told of changes; pulses left out.
    pub fn refreshed(&self) -> Vec<Value> {
        self.play.refreshed.lock().unwrap().clone()
    }
}

async fn refresh(State(play): State<Arc<Play>>, headers: HeaderMap, body: axum::Json<Value>) -> Response {
    if headers.get("x-refresh-secret").is_none_or(|secret| secret != SECRET) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let tags: Vec<&str> = body["tags"].as_array().unwrap().iter().map(|tag| tag.as_str().unwrap()).collect();
    let everything = body["everything"] == true;
    if everything || !tags.is_empty() {
        play.refreshed.lock().unwrap().push(body.0.clone());
        let is_stale = |of: &String| everything || tags.contains(&of.as_str());
        play.made.lock().unwrap().retain(|_, (carried, _)| !carried.iter().any(is_stale));
    }
    let start = play.starts.load(Ordering::SeqCst).to_string();
    (StatusCode::NO_CONTENT, [("x-renderer-start", start)]).into_response()
}

async fn page(State(play): State<Arc<Play>>, request: Request) -> Response {
    let (path, headers) = (request.uri().path().to_owned(), request.headers().clone());
    play.heard.lock().unwrap().push((request.uri().to_string(), headers.clone()));
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
    if let Some(file) = built(&path) {
        return file;
    }
    if let Some(of) = path.strip_suffix("/social.svg") {
        play.renders.fetch_add(1, Ordering::SeqCst);
        let (_, text) = content(&play, of).await;
        tokio::time::sleep(Duration::from_millis(play.pace_ms.load(Ordering::SeqCst))).await;
        return drawing(&text);
    }
    let kept = play.made.lock().unwrap().get(&path).map(|(_, text)| text.clone());
    let text = match kept {
        Some(text) => {
            if is_payload {
                tokio::time::sleep(Duration::from_millis(play.pace_ms.load(Ordering::SeqCst))).await;
            }
            text
        }
        None if play.failing.lock().unwrap().as_ref() == Some(&path) => {
            return (StatusCode::INTERNAL_SERVER_ERROR, "a stack trace").into_response();
        }
        None => {
            play.renders.fetch_add(1, Ordering::SeqCst);
            let (tags, text) = content(&play, &path).await;
            tokio::time::sleep(Duration::from_millis(play.pace_ms.load(Ordering::SeqCst))).await;
            play.made.lock().unwrap().insert(path.clone(), (tags, text.clone()));
            text
        }
    };
    let status = if text.is_empty() { StatusCode::NOT_FOUND } else { StatusCode::OK };
    let (kind, body) = if is_payload {
        ("text/x-component", format!("payload {text} {:?}", headers.get("next-url")))
    } else {
        let text = if text.is_empty() { "I think you got lost in the jungle!?" } else { &text };
        // Long enough to be worth compressing.
        let rest = "A river leaves the rock. ".repeat(100);
        let scripts = "<script>hello()</script><script src=\"/x.js\"></script>";
        ("text/html; charset=utf-8", format!("<h1>{text}</h1>{scripts}<p>{rest}</p>"))
    };
    let headers = [
        ("content-type", kind),
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

/// What is in every built file but the first, which is too small to be compressed.
pub const BUILT: &str = "export const boats = ['Sơn', 'Chày'];";

/// A file as builds compress it: further than the server does, and so told apart.
pub fn packed_at_build(file: &str) -> Vec<u8> {
    let mut packed = Vec::new();
    brotli::CompressorReader::new(file.as_bytes(), 4096, 11, 22).read_to_end(&mut packed).unwrap();
    packed
}

/// A file of the site's build: alone, beside its compressed twin, or beside half of one.
fn built(path: &str) -> Option<Response> {
    let body = match path.strip_prefix("/_next/static/chunks/")? {
        "a1b2.js" => b"chunk()".to_vec(),
        "alone.js" | "twin.js" | "half.js" => BUILT.repeat(50).into_bytes(),
        "twin.js.br" => packed_at_build(&BUILT.repeat(50)),
        "half.js.br" => packed_at_build(&BUILT.repeat(50))[..20].to_vec(),
        _ => return None,
    };
    let kind = if path.ends_with(".br") { "application/octet-stream" } else { "application/javascript; charset=UTF-8" };
    Some(([("content-type", kind), ("vary", "rsc")], body).into_response())
}

/// A drawing that is as wide as the text is long; nothing that can be painted where the text says so.
fn drawing(text: &str) -> Response {
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

/// What a page shows and the tags it carries; empty where there is no such page.
async fn content(play: &Play, path: &str) -> (Vec<String>, String) {
    let api = format!("http://{}/api", play.guide.get().unwrap());
    if let Some(slug) = path.strip_prefix("/places/") {
        let answer = reqwest::get(format!("{api}/businesses/{slug}")).await.unwrap();
        let found: Value = if answer.status() == 200 { answer.json().await.unwrap() } else { Value::Null };
        return (vec![format!("place-slug:{slug}"), "place-pages".into()], words(&found));
    }
    if let Some(name) = path.strip_prefix("/inspiration/") {
        let id = name.split('-').next().unwrap();
        let answer = reqwest::get(format!("{api}/articles/{id}")).await.unwrap();
        let found: Value = if answer.status() == 200 { answer.json().await.unwrap() } else { Value::Null };
        return (vec![format!("article:{id}")], words(&found));
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
        names.extend(list.as_array().unwrap().iter().map(words));
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
    let standing = if path == "/saved" { "Saved Places".to_owned() } else { String::new() };
    (vec!["settings".into()], standing)
}

/// What a page says of a place or an article: its name or title, and its description if it has one.
fn words(thing: &Value) -> String {
    ["name", "title", "description"].iter().filter_map(|field| thing[*field].as_str()).collect::<Vec<_>>().join(": ")
}
