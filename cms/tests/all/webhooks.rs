//! Webhooks: a receiver gets signed requests for the changes of public records, at least once and in order for each
//! record. Changes of other records are not sent.

use std::time::{Duration, Instant};

use axum::Router;
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use cms::db::engine::StoreError;
use cms::execute;
use cms::http::input::validation::bundle_schema;
use cms::jobs::outbox::EmailKind;
use cms::webhooks::dto::{Delivery, DisabledReason, Webhook, WebhookDeliveryState};
use cms::webhooks::{delivery, delivery_store, store};
use rstest::rstest;
use serde_json::{Value, json};

use crate::backup::FreshInstallation;
use crate::change_feed::update_feed;
use crate::fixtures::{article_json, place_json, standing_page_json, with_changes};
use crate::guestbook::id;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;
use crate::webhook_receiver::{ReceivedRequest, WebhookReceiver};

/// The arguments of `cms serve` with which webhooks may lead to this machine.
pub const POLICY_SERVER_ARGUMENTS: [&str; 3] = ["--api-only", "--webhook-allowed-networks", "127.0.0.1"];
const ALL_EVENTS: [&str; 8] = [
    "place.upsert",
    "place.delete",
    "article.upsert",
    "article.delete",
    "category.upsert",
    "category.delete",
    "page.upsert",
    "settings.upsert",
];
const ADMIN_EMAIL: &str = "admin-one@example.org";

/// The request that creates a webhook at an address of this machine where no server listens.
pub fn webhook_json() -> Value {
    json!({ "url": "http://127.0.0.1:9/hooks", "description": "A mirror", "events": ["place.upsert"] })
}

/// The request that creates a webhook with a public address, which needs no [`POLICY_SERVER_ARGUMENTS`].
pub fn public_webhook_json() -> Value {
    with_changes(webhook_json(), json!({ "url": "https://mirror.example/hooks" }))
}

/// Adds pending deliveries of new changes for all webhooks, and sends no requests.
pub async fn add_pending_deliveries(guide: &TestApp) {
    update_feed(guide).await;
    for webhook in store::list(&guide.app.db).await.unwrap() {
        delivery::add_new_deliveries(&guide.app, &webhook).await.unwrap();
    }
}

/// A guide with a webhook that leads to a receiver.
struct WebhookFixture {
    guide: TestApp,
    admin: TestClient,
    receiver: WebhookReceiver,
    change_feed_record_routes: Router,
    webhook_id: i64,
    secret: String,
}

impl WebhookFixture {
    async fn start(engine: Engine) -> Option<Self> {
        Self::start_with_events(engine, &ALL_EVENTS).await
    }

    async fn start_with_events(engine: Engine, events: &[&str]) -> Option<Self> {
        let guide = TestApp::start_with_arguments(engine, &POLICY_SERVER_ARGUMENTS).await?;
        let (admin, receiver) = (guide.admin().await, WebhookReceiver::spawn().await);
        let webhook_request = json!({ "url": receiver.url(), "events": events });
        let created = admin.post("/api/webhooks", webhook_request).await.is(201).json();
        let secret = created["secret"].as_str().unwrap().to_owned();
        let change_feed_record_routes = cms::api::change_feed_record_routes(&guide.app);
        Some(Self { admin, receiver, change_feed_record_routes, webhook_id: id(&created), secret, guide })
    }

    /// Adds deliveries of new changes and sends all that are due. Returns the requests that the receiver got since the
    /// last call.
    async fn deliver(&self) -> Vec<ReceivedRequest> {
        update_feed(&self.guide).await;
        delivery::deliver_due(&self.guide.app, &self.change_feed_record_routes).await.unwrap();
        self.receiver.take_requests()
    }

    async fn webhook(&self) -> Webhook {
        store::list(&self.guide.app.db).await.unwrap().into_iter().find(|one| one.id.0 == self.webhook_id).unwrap()
    }

    /// The newest delivery.
    async fn newest_delivery(&self) -> Delivery {
        let page = cms::http::input::pagination::PageParams { limit: 1, offset: 0 };
        let found = delivery_store::list(&self.guide.app.db, self.webhook().await.id, None, page).await.unwrap();
        found.items.into_iter().next().unwrap()
    }

    fn webhook_path(&self) -> String {
        format!("/api/webhooks/{}", self.webhook_id)
    }

    async fn execute_sql(&self, statement: &'static str) {
        let work = self.guide.app.db.write(move |tx| {
            Box::pin(async move {
                execute!(tx, sqlx::query(statement))?;
                Ok::<_, StoreError>(())
            })
        });
        work.await.unwrap();
    }
}

/// The signature of a request with this secret, as the specification Standard Webhooks requires it.
fn signature(secret: &str, received: &ReceivedRequest) -> String {
    let key = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let signed =
        format!("{}.{}.{}", received.header("webhook-id"), received.header("webhook-timestamp"), received.body);
    let key = jsonwebtoken::EncodingKey::from_secret(&key);
    let signed = jsonwebtoken::crypto::sign(signed.as_bytes(), &key, jsonwebtoken::Algorithm::HS256).unwrap();
    format!("v1,{}", BASE64_STANDARD.encode(BASE64_URL_SAFE_NO_PAD.decode(signed).unwrap()))
}

fn assert_matches_contract(event: &Value) {
    let contract = cms::api::contract();
    let post = &contract["webhooks"][event["type"].as_str().unwrap()]["post"];
    let schema = &post["requestBody"]["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{event}");
    let validator = jsonschema::validator_for(&bundle_schema(schema, &contract)).unwrap();
    if let Some(fault) = validator.iter_errors(event).next() {
        panic!("{} violates its schema at {}: {fault}", event["type"], fault.instance_path());
    }
}

// R483
#[rstest]
#[tokio::test]
async fn events_are_signed_and_have_what_a_public_read_returns(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    let (admin, anonymous) = (&fixture.admin, fixture.guide.anonymous());
    let caves = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", caves)).await;
    admin.add_place(with_changes(place_json("Secret Cave", caves), json!({ "isActive": false }))).await;
    let article = admin.post("/api/articles", article_json("By boat")).await.is(201).json();
    admin.put("/api/pages/about", standing_page_json("about")).await.is(200);
    admin.put("/api/settings", json!({ "tagline": "Caves" })).await.is(200);

    let received = fixture.deliver().await;
    let event_types: Vec<String> = received.iter().map(|one| one.json()["type"].as_str().unwrap().to_owned()).collect();
    let mut sorted = event_types.clone();
    sorted.sort();
    let expected = ["article.upsert", "category.upsert", "page.upsert", "place.upsert", "settings.upsert"];
    assert_eq!(sorted, expected, "the hidden place is not among them");
    for one in &received {
        let event = one.json();
        assert_matches_contract(&event);
        let id = event["id"].as_str().unwrap();
        let path = match event["type"].as_str().unwrap() {
            "place.upsert" => format!("/api/businesses/{id}"),
            "article.upsert" => format!("/api/articles/{id}"),
            "category.upsert" => format!("/api/categories/{id}"),
            "page.upsert" => format!("/api/pages/{id}"),
            _ => "/api/settings".to_owned(),
        };
        let read = anonymous.get(&path).await.is(200).text;
        assert!(one.body.ends_with(&format!("\"data\":{read}}}")), "{}", one.body);
        assert_eq!(one.header("webhook-signature"), signature(&fixture.secret, one));
        assert_eq!(one.header("webhook-timestamp"), fixture.guide.app.clock.now().unix_seconds().to_string());
        assert_eq!((one.header("content-type"), one.header("cookie")), ("application/json", ""));
    }
    assert!(fixture.deliver().await.is_empty(), "nothing changed since");

    admin.delete(&format!("/api/businesses/{}", place["id"])).await.is(204);
    admin.delete(&format!("/api/articles/{}", article["id"])).await.is(204);
    let deletions: Vec<Value> = fixture.deliver().await.iter().map(ReceivedRequest::json).collect();
    let data = |kind: &str, record: &Value| json!({ "kind": kind, "id": record["id"].to_string() });
    deletions.iter().for_each(assert_matches_contract);
    let mut deleted_records: Vec<&Value> = deletions.iter().map(|event| &event["data"]).collect();
    deleted_records.sort_by_key(|data| data["kind"].as_str());
    assert_eq!(deleted_records, [&data("article", &article), &data("place", &place)]);

    let log = admin.get(&format!("{}/deliveries", fixture.webhook_path())).await.is(200);
    assert_eq!(log.header("x-total-count"), "7");
    assert_eq!((&log.json()[0]["state"], &log.json()[0]["status"]), (&json!("delivered"), &json!(200)));
    let failed = admin.get(&format!("{}/deliveries?state=failed", fixture.webhook_path())).await.is(200);
    assert_eq!(failed.json(), json!([]));
}

// R483
#[rstest]
#[tokio::test]
async fn changes_of_a_record_join_its_pending_delivery(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start_with_events(engine, &["place.upsert"]).await else { return };
    let caves = fixture.admin.add_category("Caves").await;
    let place = fixture.admin.add_place(place_json("Dark Cave", caves)).await;
    let path = format!("/api/businesses/{}", place["id"]);
    let change_phone = async |number: i64| {
        fixture.admin.put(&path, json!({ "phone": format!("+84 232 000 00{number}") })).await.is(200);
    };
    change_phone(1).await;
    change_phone(2).await;
    let received = fixture.deliver().await;
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].json()["data"]["phone"], "+84 232 000 002");

    fixture.receiver.respond_with_status(500);
    change_phone(3).await;
    let first = fixture.deliver().await;
    change_phone(4).await;
    fixture.receiver.respond_with_status(204);
    fixture.guide.app.clock.advance(40);
    let second = fixture.deliver().await;
    assert_eq!((first.len(), second.len(), fixture.webhook().await.pending_count), (1, 1, 0));
    assert_eq!(second[0].json()["data"]["phone"], "+84 232 000 004");
    let ids = [&first[0], &second[0]].map(|one| one.header("webhook-id"));
    assert_ne!(ids[0], ids[1], "a receiver that has stored the first message must not skip the second");
}

// R483
#[rstest]
#[tokio::test]
async fn only_selected_events_are_sent(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start_with_events(engine, &["place.delete"]).await else { return };
    let caves = fixture.admin.add_category("Caves").await;
    let place = fixture.admin.add_place(place_json("Dark Cave", caves)).await;
    assert!(fixture.deliver().await.is_empty());
    let path = format!("/api/businesses/{}", place["id"]);
    fixture.admin.put(&path, json!({ "isActive": false })).await.is(200);
    add_pending_deliveries(&fixture.guide).await;
    // The place is public again before the delivery is sent.
    fixture.admin.put(&path, json!({ "isActive": true })).await.is(200);
    assert!(fixture.deliver().await.is_empty());
    assert_eq!(fixture.webhook().await.pending_count, 0);
    fixture.admin.put(&path, json!({ "isActive": false })).await.is(200);
    assert_eq!(fixture.deliver().await[0].json()["type"], "place.delete");
}

// R484
#[rstest]
#[tokio::test]
async fn failed_delivery_is_repeated_for_three_days_and_then_the_webhook_is_disabled(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    fixture.receiver.respond_with_status(500);
    fixture.admin.add_category("Caves").await;
    let clock = &fixture.guide.app.clock;
    for (number, wait_s) in delivery::BACKOFF_S.into_iter().enumerate() {
        assert_eq!(fixture.deliver().await.len(), 1, "attempt {number}");
        assert!(fixture.deliver().await.is_empty(), "no other attempt at the same time");
        let stored = fixture.newest_delivery().await;
        assert_eq!((stored.state, stored.attempts), (WebhookDeliveryState::Pending, number as i64 + 1));
        let waited_s = (stored.retry_at.unwrap().0 - clock.now().0) / 1000;
        assert!((wait_s..=wait_s + wait_s / 10).contains(&waited_s), "{waited_s} is not about {wait_s}");
        clock.advance(waited_s - 1);
        assert!(fixture.deliver().await.is_empty(), "attempt {number} is a second too early");
        clock.advance(1);
    }
    assert_eq!(
        (fixture.deliver().await.len(), fixture.newest_delivery().await.state),
        (1, WebhookDeliveryState::Failed)
    );
    let webhook = fixture.webhook().await;
    assert_eq!((webhook.is_active, webhook.disabled_reason), (false, Some(DisabledReason::Failing)));
    let emails = fixture.guide.emails().await;
    let email = emails.last().unwrap();
    assert_eq!((email.kind, email.recipient.as_str()), (EmailKind::WebhookDisabled, ADMIN_EMAIL));
    assert!(
        email.body.contains(&fixture.receiver.url()) && email.body.contains("/admin-portal/webhooks"),
        "{}",
        email.body
    );
    let admin = fixture.guide.sign_in_again(ADMIN_EMAIL).await;
    let audit = admin.get("/api/admin/audit?kind=webhook").await.is(200).json();
    assert_eq!(
        (&audit[0]["action"], &audit[0]["after"]["disabledReason"]),
        (&json!("webhook disabled"), &json!("failing"))
    );

    // When the webhook is active again, later changes are sent together with the failed delivery.
    fixture.receiver.respond_with_status(204);
    admin.add_category("Food").await;
    assert!(fixture.deliver().await.is_empty());
    admin.put(&fixture.webhook_path(), json!({ "isActive": true })).await.is(200);
    assert_eq!(fixture.deliver().await.len(), 2);
    let webhook = fixture.webhook().await;
    assert_eq!((webhook.pending_count, webhook.failing_since, webhook.disabled_reason), (0, None, None));
}

// R484
#[rstest]
#[tokio::test]
async fn receiver_that_was_down_for_a_day_gets_everything_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    fixture.receiver.respond_with_status(503);
    for number in 0..30 {
        fixture.admin.add_category(&format!("Category {number}")).await;
    }
    let mut requests = 0;
    for _ in 0..24 * 12 {
        requests += fixture.deliver().await.len();
        fixture.guide.app.clock.advance(300);
    }
    assert!((24..=300).contains(&requests), "{requests} requests to a receiver that is down");
    assert_eq!(fixture.webhook().await.pending_count, 30, "nothing is lost");
    fixture.receiver.respond_with_status(204);
    fixture.guide.app.clock.advance(24 * 3600);
    assert_eq!(fixture.deliver().await.len(), 30);
}

// R484
#[rstest]
#[tokio::test]
async fn response_410_disables_the_webhook(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    fixture.receiver.respond_with_status(410);
    fixture.admin.add_category("Caves").await;
    fixture.admin.add_category("Food").await;
    fixture.deliver().await;
    let webhook = fixture.admin.get(&fixture.webhook_path()).await.is(200).json();
    assert_eq!((&webhook["isActive"], &webhook["disabledReason"]), (&json!(false), &json!("gone")));
    fixture.admin.add_category("Boats").await;
    fixture.guide.app.clock.advance(3600 - 1);
    assert!(fixture.deliver().await.is_empty());
    let emails = fixture.guide.emails().await;
    assert_eq!(emails.iter().filter(|email| email.kind == EmailKind::WebhookDisabled).count(), 1);
    fixture.receiver.respond_with_status(204);
    fixture.admin.put(&fixture.webhook_path(), json!({ "isActive": true })).await.is(200);
    assert_eq!(fixture.deliver().await.len(), 3);
}

// R484
#[rstest]
#[tokio::test]
async fn delivery_whose_process_dies_is_repeated_with_the_same_id(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    fixture.admin.add_category("Caves").await;
    update_feed(&fixture.guide).await;
    fixture.receiver.set_delay(Duration::from_secs(60));
    let (app, change_feed_record_routes, id) =
        (fixture.guide.app.clone(), fixture.change_feed_record_routes.clone(), fixture.webhook().await.id);
    let delivery_task =
        tokio::spawn(async move { delivery::deliver_batch(&app, &change_feed_record_routes, id).await });
    let first = fixture.receiver.next_request().await;
    delivery_task.abort();
    let _ = delivery_task.await;
    fixture.receiver.set_delay(Duration::ZERO);
    assert!(fixture.deliver().await.is_empty(), "the lease of the other process has not ended");
    fixture.guide.app.clock.advance(delivery::LEASE_LIFETIME_S);
    let second = fixture.deliver().await;
    assert_eq!(second.len(), 1);
    assert_eq!((second[0].header("webhook-id"), &second[0].body), (first.header("webhook-id"), &first.body));
}

// R484
#[tokio::test]
async fn two_replicas_send_each_event_once() {
    let Some(fixture) = WebhookFixture::start(Postgres).await else { return };
    let other = fixture.guide.start_replica(&POLICY_SERVER_ARGUMENTS).await;
    let other_public_read_routes = cms::api::change_feed_record_routes(&other.app);
    for number in 0..20 {
        fixture.admin.add_category(&format!("Category {number}")).await;
    }
    update_feed(&fixture.guide).await;
    let (one, two) = tokio::join!(
        delivery::deliver_due(&fixture.guide.app, &fixture.change_feed_record_routes),
        delivery::deliver_due(&other.app, &other_public_read_routes)
    );
    one.and(two).unwrap();
    let mut ids: Vec<String> = fixture.deliver().await.iter().map(|one| one.header("webhook-id").to_owned()).collect();
    assert_eq!(ids.len(), 20);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 20, "an event was sent twice");
}

// R484
#[tokio::test]
async fn delivery_to_a_slow_receiver_ends_after_ten_seconds_and_delays_no_other() {
    let fixture = WebhookFixture::start(Sqlite).await.unwrap();
    let quick_receiver = WebhookReceiver::spawn().await;
    let webhook_request = json!({ "url": quick_receiver.url(), "events": ALL_EVENTS });
    fixture.admin.post("/api/webhooks", webhook_request).await.is(201);
    fixture.receiver.set_delay(Duration::from_secs(60));
    fixture.admin.add_category("Caves").await;
    let started_at = Instant::now();
    let (_, arrived_after) = tokio::join!(fixture.deliver(), async {
        quick_receiver.next_request().await;
        started_at.elapsed()
    });
    assert!(arrived_after < Duration::from_secs(5), "the other receiver waited for {arrived_after:?}");
    assert!((10..15).contains(&started_at.elapsed().as_secs()), "{:?}", started_at.elapsed());
    let stored = fixture.newest_delivery().await;
    assert_eq!((stored.status, stored.excerpt.as_deref()), (None, Some("no response within 10 seconds")));
}

// R484
#[rstest]
#[tokio::test]
async fn webhook_with_10000_pending_deliveries_reads_further_changes_when_there_is_room(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    fixture
        .execute_sql(
            "insert into webhook_delivery (webhook_id, kind, record_id, event, seq, changed_at, state, retry_at, created_at)
            with recursive number (n) as (select 1 union all select n + 1 from number where n < 10000)
            select (select id from webhook), 'place', cast(n as text), 'place.upsert', 1, 0, 'pending', 9000000000000, 0
            from number",
        )
        .await;
    fixture.admin.add_category("Caves").await;
    assert!(fixture.deliver().await.is_empty());
    assert_eq!(fixture.webhook().await.pending_count, delivery_store::MAX_PENDING_DELIVERIES);
    fixture.execute_sql("delete from webhook_delivery where record_id = '7'").await;
    let started_at = Instant::now();
    assert_eq!(fixture.deliver().await[0].json()["type"], "category.upsert");
    assert!(started_at.elapsed() < Duration::from_secs(5), "{:?}", started_at.elapsed());
}

// R485
#[rstest]
#[tokio::test]
async fn delivery_is_sent_again_on_request(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    let caves = fixture.admin.add_category("Caves").await;
    let first = fixture.deliver().await;
    let log = fixture.admin.get(&format!("{}/deliveries", fixture.webhook_path())).await.is(200).json();
    let path = format!("/api/webhook-deliveries/{}/redeliver", log[0]["id"]);
    fixture.admin.put(&format!("/api/categories/{caves}"), json!({ "icon": "cave" })).await.is(200);
    let again = fixture.admin.post(&path, json!({})).await.is(200).json();
    assert_eq!(again["state"], "pending");
    let second = fixture.deliver().await;
    assert_eq!((second.len(), &second[0].json()["data"]["icon"]), (1, &json!("cave")));
    assert_ne!(first[0].header("webhook-id"), second[0].header("webhook-id"));
    fixture.admin.post("/api/webhook-deliveries/99999/redeliver", json!({})).await.is(404);
}

// R485
#[rstest]
#[tokio::test]
async fn rotated_and_previous_secret_both_sign_for_a_day(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    let rotated =
        fixture.admin.post(&format!("{}/rotate-secret", fixture.webhook_path()), json!({})).await.is(200).json();
    let secret = rotated["secret"].as_str().unwrap();
    assert!(!fixture.admin.get("/api/webhooks").await.is(200).text.contains("whsec_"), "a secret is shown once");
    fixture.admin.add_category("Caves").await;
    let received = fixture.deliver().await.remove(0);
    let expected_signatures = format!("{} {}", signature(secret, &received), signature(&fixture.secret, &received));
    assert_eq!(received.header("webhook-signature"), expected_signatures);
    fixture.guide.app.clock.advance(24 * 3600);
    let admin = fixture.guide.sign_in_again(ADMIN_EMAIL).await;
    admin.add_category("Food").await;
    let received = fixture.deliver().await.remove(0);
    assert_eq!(received.header("webhook-signature"), signature(secret, &received));
    cms::commands::cleanup::delete_expired_records(&fixture.guide.app).await.unwrap();
    assert_eq!(fixture.webhook().await.previous_secret_until, None);
}

// R485
#[rstest]
#[tokio::test]
async fn test_event_is_sent_at_once_also_to_an_inactive_webhook(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    fixture.admin.put(&fixture.webhook_path(), json!({ "isActive": false })).await.is(200);
    let test = format!("{}/test", fixture.webhook_path());
    let sent = fixture.admin.post(&test, json!({})).await.is(200).json();
    assert_eq!((&sent["state"], &sent["status"], &sent["event"]), (&json!("delivered"), &json!(200), &json!("test")));
    let received = fixture.receiver.take_requests().remove(0);
    assert_matches_contract(&received.json());
    assert_eq!(received.header("webhook-signature"), signature(&fixture.secret, &received));
    fixture.receiver.respond_with_text(500, "<h1>Broken</h1>\u{202e}\nby \0 us");
    let failed = fixture.admin.post(&test, json!({})).await.is(200).json();
    assert_eq!((&failed["state"], &failed["excerpt"]), (&json!("failed"), &json!("<h1>Broken</h1> by us")));
    assert_eq!(fixture.webhook().await.failing_since, None, "a test does not count");
    fixture.guide.app.clock.advance(31 * 24 * 3600);
    cms::commands::cleanup::delete_expired_records(&fixture.guide.app).await.unwrap();
    let admin = fixture.guide.sign_in_again(ADMIN_EMAIL).await;
    let log = admin.get(&format!("{}/deliveries", fixture.webhook_path())).await.is(200);
    assert_eq!(log.header("x-total-count"), "0", "finished deliveries are kept for 30 days");
}

// R484
#[rstest]
#[tokio::test]
async fn restored_guide_sends_nothing_because_its_webhook_is_disabled(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    fixture.admin.add_category("Caves").await;
    let (file, _) = fixture.guide.back_up().await;
    let Some(installation) = FreshInstallation::create(engine).await else { return };
    installation.restore(file.path()).await.unwrap();
    let restored = fixture.guide.start_restored(&installation.database_url, installation.files.clone()).await;
    update_feed(&restored).await;
    delivery::deliver_due(&restored.app, &cms::api::change_feed_record_routes(&restored.app)).await.unwrap();
    assert!(fixture.receiver.take_requests().is_empty());
    let webhook = fixture.admin.on_server(&restored).get(&fixture.webhook_path()).await.is(200).json();
    assert_eq!((&webhook["isActive"], &webhook["disabledReason"]), (&json!(false), &json!("restored")));
}

// R482
#[tokio::test]
async fn webhook_url_that_is_private_insecure_or_malformed_is_refused() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let admin = guide.admin().await;
    for (url, code) in [
        ("http://mirror.example/hooks", "https_required"),
        ("https://127.0.0.1/hooks", "address_private"),
        ("https://2130706433/", "address_private"),
        ("https://[::ffff:10.0.0.1]/", "address_private"),
        ("https://169.254.169.254/latest/meta-data", "address_private"),
        ("https://linh:secret@mirror.example/", "pattern"),
        ("ftp://mirror.example/", "format"),
    ] {
        let refused = admin.post("/api/webhooks", with_changes(webhook_json(), json!({ "url": url }))).await.is(422);
        let error = refused.json()["errors"][0].clone();
        assert_eq!((&error["field"], &error["code"]), (&json!("url"), &json!(code)), "{url}");
    }
    // A host name is resolved only when a request is sent. The webhook is therefore created, and its test event fails.
    let webhook_request = with_changes(webhook_json(), json!({ "url": "https://localhost/hooks" }));
    let created = admin.post("/api/webhooks", webhook_request).await.is(201).json();
    let sent = admin.post(&format!("/api/webhooks/{}/test", created["id"]), json!({})).await.is(200).json();
    assert_eq!((&sent["state"], &sent["excerpt"]), (&json!("failed"), &json!("the address is in a private network")));
    let path = format!("/api/webhooks/{}", created["id"]);
    let refused = admin.put(&path, json!({ "url": "https://10.0.0.1/" })).await.is(422);
    assert_eq!(refused.fields(), ["url"]);
    admin.put(&path, json!({ "url": created["url"], "description": "Unchanged" })).await.is(200);
}

// R482
#[tokio::test]
async fn redirect_is_a_failure_and_is_not_followed() {
    let fixture = WebhookFixture::start(Sqlite).await.unwrap();
    let target = WebhookReceiver::spawn().await;
    fixture.receiver.redirect_to(&target.url());
    fixture.admin.add_category("Caves").await;
    assert_eq!(fixture.deliver().await.len(), 1);
    assert!(target.take_requests().is_empty());
    let stored = fixture.newest_delivery().await;
    assert_eq!((stored.state, stored.status), (WebhookDeliveryState::Pending, Some(307)));
}

// R485
#[rstest]
#[tokio::test]
async fn outdated_webhook_update_and_too_many_webhooks_are_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = WebhookFixture::start(engine).await else { return };
    let path = fixture.webhook_path();
    let outdated_version = [("if-match", "\"9\"")];
    let refused = fixture
        .admin
        .put_with_headers(&path, &outdated_version, json!({ "description": "Another" }))
        .await
        .is(412)
        .json();
    assert_eq!(refused["current"]["id"], fixture.webhook_id);
    fixture.admin.put_with_headers(&path, &[("if-match", "\"1\"")], json!({ "description": "Another" })).await.is(200);
    let webhook = fixture.admin.get(&path).await.is(200).json();
    assert_eq!((&webhook["description"], &webhook["version"]), (&json!("Another"), &json!(2)));
    assert_eq!((&webhook["accountName"], &webhook["pendingCount"]), (&json!("Admin One"), &json!(0)));
    for events in [json!([]), json!(["place.sold"]), json!("place.upsert")] {
        let refused = fixture.admin.put(&path, json!({ "events": events })).await.is(422);
        assert!(refused.fields()[0].starts_with("events"), "{}", refused.text);
    }
    for _ in 1..store::MAX_WEBHOOKS {
        fixture.admin.post("/api/webhooks", webhook_json()).await.is(201);
    }
    let refused = fixture.admin.post("/api/webhooks", webhook_json()).await.is(409).json();
    assert_eq!((&refused["code"], &refused["params"]["limit"]), (&json!("too_many_webhooks"), &json!(50)));
    fixture.admin.delete(&path).await.is(204);
    fixture.admin.get(&path).await.is(404);
    fixture.admin.get(&format!("{path}/deliveries")).await.is(404);
}
