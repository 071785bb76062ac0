//! Data quality: each count equals the length of its list. Only the links of public records are checked, with a pause
//! between two requests to the same host.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use cms::common::id::CheckedLinkId;
use cms::db::engine::{Db, StoreError};
use cms::execute;
use cms::quality::{link_store, link_task};
use cms::revisions::retention::Retention;
use cms::with_pool;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::fixtures::{place_json, png_image, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

const QUALITY_PATH: &str = "/api/admin/quality";
const DEAD_LINKS_PATH: &str = "/api/admin/quality/links";
const DUPLICATES_PATH: &str = "/api/admin/quality/duplicates";
const SILENT_OWNERS_PATH: &str = "/api/admin/quality/silent-owners";
const ADMIN_EMAIL: &str = "admin-one@example.org";
const DAY_SECS: i64 = 24 * 3600;

/// Server arguments that enable link checks and allow links to this machine. Each address `127.0.0.x` is a host of its
/// own, with its own pause between requests.
const LINK_CHECK_ARGUMENTS: [&str; 7] =
    ["--api-only", "--check-links", "true", "--link-allowed-networks", "127.0.0.0/8", "--link-host-pause-ms", "50"];

/// Adds a place with a link and stores the links of all public records for link checks. Returns the id of the link.
pub async fn add_place_and_collect_its_link(guide: &TestApp, admin: &TestClient, category: i64) -> i64 {
    add_place_with_website(admin, category, "Linked Lodge", "https://linked-lodge.example/").await;
    link_task::collect(&guide.app).await.unwrap();
    link_id(&guide.app.db, "https://linked-lodge.example/").await
}

async fn link_id(db: &Db, url: &str) -> i64 {
    let select = "select id from link_check where url = $1";
    with_pool!(db, |engine| sqlx::query_scalar(select).bind(url).fetch_one(engine)).unwrap()
}

async fn add_place_with_website(admin: &TestClient, category: i64, name: &str, website: &str) -> Value {
    let fields = json!({ "isActive": true, "website": website });
    admin.add_place(with_changes(place_json(name, category), fields)).await
}

/// Stores the links of all public records, then checks batches of links until no link is due.
async fn check_links(guide: &TestApp) {
    link_task::collect(&guide.app).await.unwrap();
    while link_task::check_link_batch(&guide.app).await.unwrap() > 0 {}
}

async fn dead_links(admin: &TestClient) -> Vec<Value> {
    let response = admin.get(DEAD_LINKS_PATH).await.is(200);
    let links = response.json().as_array().unwrap().clone();
    assert_eq!(response.header("x-total-count"), links.len().to_string());
    links
}

/// The server to which the links of the places lead. It records the requests that it receives. The path of a request
/// determines the response.
#[derive(Clone, Default)]
struct LinkTargetServer {
    port: u16,
    state: Arc<LinkTargetServerState>,
}

#[derive(Default)]
struct LinkTargetServerState {
    requests: Mutex<Vec<(String, String)>>,
    is_gone_path_repaired: AtomicBool,
    concurrent_requests: AtomicUsize,
    max_concurrent_requests: AtomicUsize,
}

impl LinkTargetServer {
    async fn spawn() -> Self {
        let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
        let server = Self { port: listener.local_addr().unwrap().port(), ..Self::default() };
        let routes = Router::new().fallback(respond).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        server
    }

    fn url(&self, last_octet: u8, path: &str) -> String {
        format!("http://127.0.0.{last_octet}:{}{path}", self.port)
    }

    /// The methods of the requests since the last call of this function, by path and in the order of the requests.
    fn take_methods_by_path(&self) -> BTreeMap<String, Vec<String>> {
        let mut methods_by_path: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (method, path) in std::mem::take(&mut *self.state.requests.lock().unwrap()) {
            methods_by_path.entry(path).or_default().push(method);
        }
        methods_by_path
    }
}

async fn respond(State(server): State<LinkTargetServer>, request: Request) -> Response {
    let state = server.state.clone();
    let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
    let agent = request.headers()["user-agent"].to_str().unwrap();
    assert!(agent.starts_with("Karst/") && agent.contains("link check; +http"), "{agent}");
    state.requests.lock().unwrap().push((method.clone(), path.clone()));
    let concurrent_requests = state.concurrent_requests.fetch_add(1, Ordering::SeqCst) + 1;
    state.max_concurrent_requests.fetch_max(concurrent_requests, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(50)).await;
    state.concurrent_requests.fetch_sub(1, Ordering::SeqCst);
    let is_gone_path_repaired = state.is_gone_path_repaired.load(Ordering::SeqCst);
    match path.as_str() {
        "/gone" if !is_gone_path_repaired => StatusCode::NOT_FOUND.into_response(),
        "/get-only" if method == "HEAD" => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        "/members" => StatusCode::FORBIDDEN.into_response(),
        "/moved" => Redirect::permanent("/new").into_response(),
        "/consent" => Redirect::temporary("/consent").into_response(),
        "/inside" => Redirect::temporary("http://10.0.0.1/").into_response(),
        _ => StatusCode::OK.into_response(),
    }
}

// R562, R563
#[rstest]
#[tokio::test]
async fn link_that_fails_on_two_days_is_listed_until_it_is_removed_or_works(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_with_arguments(engine, &LINK_CHECK_ARGUMENTS).await else { return };
    let (admin, server) = (guide.admin().await, LinkTargetServer::spawn().await);
    let category = admin.add_category("Caves").await;
    for (host, path) in [(2, "/fine"), (3, "/get-only"), (4, "/members"), (5, "/moved"), (9, "/consent")] {
        add_place_with_website(&admin, category, &format!("Cave {host}"), &server.url(host, path)).await;
    }
    let gone = add_place_with_website(&admin, category, "Hang Én", &server.url(6, "/gone")).await;
    let inside = add_place_with_website(&admin, category, "Hang Vọng", &server.url(7, "/inside")).await;
    let hidden_place = json!({ "isActive": false, "website": server.url(8, "/hidden") });
    admin.add_place(with_changes(place_json("Hidden Cave", category), hidden_place)).await;

    check_links(&guide).await;
    let requests = server.take_methods_by_path();
    let expected = json!({
        "/consent": ["HEAD"], "/fine": ["HEAD"], "/get-only": ["HEAD", "GET"], "/gone": ["HEAD", "GET"],
        "/inside": ["HEAD"], "/members": ["HEAD", "GET"], "/moved": ["HEAD"], "/new": ["HEAD"],
    });
    assert_eq!(json!(requests), expected);
    assert_eq!(dead_links(&admin).await, Vec::<Value>::new(), "one failure may be an accident");

    guide.app.clock.advance(DAY_SECS);
    let admin = guide.sign_in_again(ADMIN_EMAIL).await;
    check_links(&guide).await;
    assert_eq!(
        server.take_methods_by_path().into_keys().collect::<Vec<_>>(),
        ["/gone", "/inside"],
        "the others are due in a week"
    );
    let listed_links = dead_links(&admin).await;
    let summary: Vec<Value> = listed_links
        .iter()
        .map(|link| json!([link["recordId"], link["field"], link["failure"], link["status"], link["isDue"]]))
        .collect();
    let expected = [
        json!([gone["id"], "website", "not_found", 404, false]),
        json!([inside["id"], "website", "private", null, false]),
    ];
    assert!(expected.iter().all(|link| summary.contains(link)) && summary.len() == 2, "{summary:?}");
    assert_eq!(
        (&listed_links[0]["kind"], &listed_links[0]["failingSince"]),
        (&json!("place"), &json!("2026-11-21T08:00:00.000Z"))
    );

    // The list omits a link at once when the link is removed from its record. It omits a link that remains in its
    // record after a successful link check.
    admin.put(&format!("/api/businesses/{}", inside["id"]), json!({ "website": null })).await.is(200);
    let listed_links = dead_links(&admin).await;
    assert_eq!(listed_links.len(), 1);
    server.state.is_gone_path_repaired.store(true, Ordering::SeqCst);
    admin.post(&format!("{DEAD_LINKS_PATH}/{}/check", listed_links[0]["id"]), json!({})).await.is(204);
    assert_eq!(dead_links(&admin).await[0]["isDue"], true);
    check_links(&guide).await;
    assert_eq!(server.take_methods_by_path().into_keys().collect::<Vec<_>>(), ["/gone"]);
    assert_eq!(dead_links(&admin).await, Vec::<Value>::new());
    admin.post(&format!("{DEAD_LINKS_PATH}/999999/check"), json!({})).await.is(404);
}

// R563
#[tokio::test]
async fn link_checks_of_a_host_run_one_after_the_other_with_a_pause() {
    let arguments = [&LINK_CHECK_ARGUMENTS[..6], &["500"]].concat();
    let Some(guide) = TestApp::start_with_arguments(Sqlite, &arguments).await else { return };
    let (admin, server) = (guide.admin().await, LinkTargetServer::spawn().await);
    let category = admin.add_category("Caves").await;
    for number in 0..3 {
        add_place_with_website(&admin, category, &format!("Cave {number}"), &server.url(2, &format!("/{number}")))
            .await;
    }
    let started_at = Instant::now();
    check_links(&guide).await;
    assert_eq!(server.take_methods_by_path().len(), 3);
    assert_eq!(server.state.max_concurrent_requests.load(Ordering::SeqCst), 1);
    assert!(started_at.elapsed() >= Duration::from_secs(1), "{:?}", started_at.elapsed());
}

// R563
#[rstest]
#[tokio::test]
async fn link_checks_are_reserved_once_until_they_are_freed_or_the_reservation_ends(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (db, now) = (&guide.app.db, guide.app.clock.now());
    let until = now.plus_seconds(600);
    assert!(link_store::lease_link_checks(db, now, until).await.unwrap());
    assert!(!link_store::lease_link_checks(db, now.plus_seconds(599), until.plus_seconds(600)).await.unwrap());
    link_store::release_link_checks(db, until).await.unwrap();
    assert!(link_store::lease_link_checks(db, now, until).await.unwrap());
    assert!(
        link_store::lease_link_checks(db, until, until.plus_seconds(600)).await.unwrap(),
        "after the end of the lease"
    );
}

#[tokio::test]
async fn link_check_task_is_started_if_link_checks_are_on() {
    let guide = TestApp::start_with_arguments(Sqlite, &["--api-only", "--check-links", "true"]).await.unwrap();
    let tasks = cms::commands::serve::spawn_tasks(&guide.app, 365, Retention { days: 365, count: 100 });
    assert!(tasks.last_successes().iter().any(|(name, _)| *name == "check_links"));
    tasks.stop();
}

/// Counts by key, with SQL statements that share no code with the lists. The times in the statements are six months
/// (`withoutCheck`) and 60 days (`silentOwners`) before the time of the test.
const COUNT_QUERIES: [(&str, &str); 10] = [
    ("withoutImage", "select count(*) from place where is_public and image_url is null"),
    ("withoutHours", "select count(*) from place where is_public and operating_hours is null"),
    ("withoutContact", "select count(*) from place where is_public and phone is null and website is null"),
    ("withoutPhone", "select count(*) from place where is_public and phone is null"),
    (
        "withoutPrice",
        "select count(*) from place where is_public and price_range is null and cast(prices as text) = '[]'",
    ),
    (
        "withoutCheck",
        "select count(*) from place where is_public and id not in (
            select place_id from fact_check where invalid_reason is null and checked_at >= 1784592000000)",
    ),
    ("withoutAlt", "select count(*) from image where alt is null and in_library"),
    ("deadLinks", "select count(*) from link_use join link_check on link_check.url = link_use.url where is_dead"),
    (
        "silentOwners",
        "select count(*) from place where is_public and id in (
            select place_id from owner_confirmation where confirmed_at is null and sent_at <= 1795334400000)",
    ),
    ("openReports", "select count(*) from proposal where state = 'open'"),
];

// R560, R561, R570
#[rstest]
#[tokio::test]
async fn quality_count_equals_the_length_of_its_list_and_its_sql_count(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Caves").await;
    crate::owner_reminders::add_silent_owner(&guide, &admin, category).await;
    let admin = guide.sign_in_again(ADMIN_EMAIL).await;
    let image = admin.add_image("A boat").await;
    admin.upload(Method::POST, "/api/media", ("raft.png", &png_image(40, 30)), &[]).await.is(201);
    let complete_fields = json!({
        "isActive": true, "imageUrl": image["url"], "operatingHours": "Mo-Su 07:00-17:00", "phone": "+84 232 000 111",
        "website": "https://linked-lodge.example/", "priceRange": "$$", "isVerified": true, "latitude": 17.9,
    });
    let place = admin.add_place(with_changes(place_json("Complete Cave", category), complete_fields)).await;
    for name in ["Hang Én", "Hang E\u{301}n Cave", "Hang Vọng"] {
        admin.add_place(with_changes(place_json(name, category), json!({ "isActive": true }))).await;
    }
    let prices = json!([{ "amount": 80_000, "checkedAt": "2026-03" }]);
    let priced_fields = json!({ "isActive": true, "prices": prices, "latitude": 17.8 });
    admin.add_place(with_changes(place_json("Priced Cave", category), priced_fields)).await;
    admin.add_place(with_changes(place_json("Hidden Lodge", category), json!({ "isActive": false }))).await;
    crate::proposals::report_wrong_hours_and_get_proposal_id(&guide, &admin, place["id"].as_i64().unwrap()).await;
    mark_link_dead(&guide, add_place_and_collect_its_link(&guide, &admin, category).await).await;

    let counts = counts(&guide, &admin).await;
    let expected = json!({
        "withoutImage": 6, "withoutHours": 5, "withoutContact": 4, "withoutPhone": 5, "withoutPrice": 4, "withoutCheck": 6,
        "withoutAlt": 1, "duplicates": 1, "deadLinks": 2, "silentOwners": 1, "openReports": 1, "oldReports": 0,
        "renderFailures": 0,
    });
    assert_eq!(json!(counts), expected);
    for (key, statement) in COUNT_QUERIES {
        let count: i64 = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(statement).fetch_one(engine)).unwrap();
        assert_eq!(counts[key], count, "{key}");
    }

    let silent_owners = admin.get(SILENT_OWNERS_PATH).await.is(200).json();
    let names = [&silent_owners[0]["name"], &silent_owners[0]["ownerName"], &silent_owners[0]["remindedAt"]];
    assert_eq!(names, ["Hang Đèn Lồng", "Minh Lê", "2026-11-21T08:00:00.000Z"]);

    let pairs = admin.get(DUPLICATES_PATH).await.is(200).json();
    assert_eq!([&pairs[0]["first"]["name"], &pairs[0]["second"]["name"]], ["Hang Én", "Hang Én Cave"]);
    assert_eq!(pairs[0]["distanceM"], 0);
    // The server computes the list of likely duplicates again after at most one minute.
    let moved = json!({ "latitude": 17.6 });
    admin.put(&format!("/api/businesses/{}", pairs[0]["first"]["id"]), moved).await.is(200);
    guide.app.clock.advance(61);
    assert_eq!(admin.get(DUPLICATES_PATH).await.is(200).json(), json!([]));

    guide.app.clock.advance(9 * DAY_SECS);
    let admin = guide.sign_in_again(ADMIN_EMAIL).await;
    assert_eq!(self::counts(&guide, &admin).await["oldReports"], 1);
}

/// The counts by key. Asserts that each count equals the total of its list.
async fn counts(guide: &TestApp, admin: &TestClient) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for count in admin.get(QUALITY_PATH).await.is(200).json().as_array().unwrap() {
        let (key, number) = (count["key"].as_str().unwrap(), count["count"].as_i64().unwrap());
        let list = admin.get(count["list"].as_str().unwrap()).await.is(200);
        let total = match list.header("x-total-count") {
            "" => list.json().as_array().unwrap().len().to_string(),
            total => total.to_owned(),
        };
        assert_eq!(total, number.to_string(), "{key}");
        counts.insert(key.to_owned(), number);
    }
    assert_eq!(guide.app.render_failures.count(), 0);
    counts
}

/// Marks a link as dead, as after two failed checks.
async fn mark_link_dead(guide: &TestApp, link: i64) {
    let now = guide.app.clock.now();
    let write_future = guide.app.db.write(move |tx| {
        Box::pin(async move {
            let update = "update link_check set is_dead = true, failure = 'not_found', status = 404, checked_at = $2,
                failing_since = $2 where id = $1";
            execute!(tx, sqlx::query(update).bind(CheckedLinkId(link)).bind(now))?;
            Ok::<_, StoreError>(())
        })
    });
    write_future.await.unwrap();
}

#[tokio::test]
async fn invalid_filters_and_link_checks_that_are_off_are_refused() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let admin = guide.admin().await;
    assert_eq!(admin.get("/api/admin/proposals?createdBefore=yesterday").await.is(400).fields(), ["createdBefore"]);
    assert_eq!(admin.get("/api/businesses?missing=fame").await.is(400).fields(), ["missing"]);
    for list in [DUPLICATES_PATH, SILENT_OWNERS_PATH] {
        assert_eq!(admin.get(&format!("{list}?limit=51")).await.is(400).fields(), ["limit"]);
    }
    assert_eq!(admin.get(&format!("{QUALITY_PATH}?key=x")).await.is(400).fields(), ["key"]);
    let refused = admin.post(&format!("{DEAD_LINKS_PATH}/1/check"), json!({})).await.is(409).json();
    assert_eq!(refused["code"], "link_checks_off");
}
