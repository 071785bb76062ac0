//! Owner reminders: the monthly email, the link that confirms the facts of places, the ways to stop the emails, and
//! silent owners.

use cms::common::id::PlaceId;
use cms::http::input::pagination::PageParams;
use cms::jobs::outbox::EmailKind;
use cms::owner_reminders::{store, task};
use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::login_pages::error_message;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, link_in, token_in};
use crate::test_client::TestClient;

const DAY_SECS: i64 = 24 * 3600;
const OWNER_EMAIL: &str = "minh-le@example.org";
const ANSWER_PATH: &str = "/api/owner-reminders/answer";

/// Adds a public place of an owner, with hours, a price and a phone number. Returns the id of the place.
async fn add_owned_place(admin: &TestClient, owner: &TestClient, category: i64) -> i64 {
    let facts = json!({
        "operatingHours": "Mo-Su 07:00-17:00", "priceRange": "$$", "phone": "+84 232 000 111", "latitude": 17.7,
    });
    let place = owner.add_place(with_changes(place_json("Hang Đèn Lồng", category), facts)).await;
    let place = place["id"].as_i64().unwrap();
    admin.put(&format!("/api/businesses/{place}"), json!({ "isActive": true })).await.is(200);
    place
}

/// Adds an owner with a public place, sends the owner a reminder, and advances the clock by 61 days.
pub async fn add_silent_owner(guide: &TestApp, admin: &TestClient, category: i64) {
    let owner = guide.owner("Minh Lê").await;
    add_owned_place(admin, &owner, category).await;
    task::queue_due_reminders(&guide.app).await.unwrap();
    guide.emails().await;
    guide.app.clock.advance(61 * DAY_SECS);
}

/// An app with an owner of a public place with hours, a price and a phone number.
struct ReminderFixture {
    guide: TestApp,
    owner: TestClient,
    place: i64,
}

impl ReminderFixture {
    async fn start(engine: Engine) -> Option<Self> {
        let guide = TestApp::start_seeded(engine).await?;
        let (admin, owner) = (guide.admin().await, guide.owner("Minh Lê").await);
        let category = admin.add_category("Lantern caves").await;
        let place = add_owned_place(&admin, &owner, category).await;
        guide.emails().await;
        Some(Self { guide, owner, place })
    }

    /// Sends all due reminders. Returns the bodies of all reminders in the outbox, oldest first.
    async fn send_due_reminders_and_list_all(&self) -> Vec<String> {
        task::queue_due_reminders(&self.guide.app).await.unwrap();
        let emails = self.guide.emails().await.into_iter().filter(|email| email.kind == EmailKind::OwnerReminder);
        emails.map(|email| email.body).collect()
    }

    /// Sends all due reminders. Returns the number of all reminders. It counts rows of `owner_reminder`, because old
    /// emails are deleted from the outbox.
    async fn send_due_reminders_and_count_all_sent(&self) -> i64 {
        self.send_due_reminders_and_list_all().await;
        let count = "select count(*) from owner_reminder";
        with_pool!(&self.guide.app.db, |engine| sqlx::query_scalar(count).fetch_one(engine)).unwrap()
    }

    async fn send_due_reminders_and_get_token(&self) -> String {
        token_in(&link_in(self.send_due_reminders_and_list_all().await.last().expect("a reminder")))
    }

    /// The fact group and the checker of each public check of the place.
    async fn public_fact_checks(&self) -> Vec<(Value, Value)> {
        let place = self.guide.anonymous().get(&format!("/api/businesses/{}", self.place)).await.is(200).json();
        let checks = place["checks"].as_array().unwrap().iter();
        checks.map(|check| (check["group"].clone(), check["checkedBy"].clone())).collect()
    }
}

fn expected_owner_checks(groups: &[&str]) -> Vec<(Value, Value)> {
    groups.iter().map(|group| (json!(group), json!("owner"))).collect()
}

// R551, R552
#[rstest]
#[tokio::test]
async fn reminder_link_records_checks_once_and_only_by_its_button(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = ReminderFixture::start(engine).await else { return };
    let (guide, anonymous) = (&fixture.guide, fixture.guide.anonymous());
    let reminders = fixture.send_due_reminders_and_list_all().await;
    let [email] = reminders.as_slice() else { panic!("one email: {reminders:?}") };
    for fact in ["Hang Đèn Lồng", "Mo-Su 07:00-17:00", "Prices: $$", "+84 232 000 111", "/owner-reminder?token="] {
        assert!(email.contains(fact), "{fact}: {email}");
    }
    assert_eq!(fixture.send_due_reminders_and_count_all_sent().await, 1, "once a month");
    let token = token_in(&link_in(email));
    let path = format!("/owner-reminder?token={token}");
    // Opening the link confirms nothing, because mail scanners open every link.
    let before = crate::policy::rows_except_rate_limits(&guide.app.db).await;
    let page = anonymous.get(&path).await.is(200);
    assert!(page.text.contains("<h2>Hang Đèn Lồng</h2>") && !page.text.contains("<script"), "{}", page.text);
    assert_eq!((page.header("referrer-policy"), page.header("cache-control")), ("strict-origin", "no-store"));
    assert_eq!(crate::policy::rows_except_rate_limits(&guide.app.db).await, before, "showing the page changes nothing");
    assert!(fixture.public_fact_checks().await.is_empty());
    let confirm = [("token", token.as_str()), ("answer", "confirm")];
    let foreign_origin = [("origin", "https://evil.example")];
    let page = anonymous.submit_form("/owner-reminder", &confirm, &foreign_origin).await.is(403);
    assert!(error_message(&page).is_some());
    let page = anonymous.submit_form("/owner-reminder", &confirm, &[]).await.is(200);
    assert!(page.text.contains("marked as checked by the owner today"), "{}", page.text);
    assert_eq!(fixture.public_fact_checks().await, expected_owner_checks(&["hours", "price", "contact"]));
    anonymous.submit_form("/owner-reminder", &confirm, &[]).await.is(422);
    assert!(anonymous.get(&path).await.is(200).text.contains("You already confirmed"));
    let place = anonymous.get(&format!("/api/businesses/{}", fixture.place)).await.is(200).json();
    assert_eq!((&place["phone"], &place["isVerified"]), (&json!("+84 232 000 111"), &json!(false)));
    // The confirmation starts no session. A request for the page with a wrong token or without a token gets 404.
    assert_eq!(page.header("set-cookie"), "");
    anonymous.get("/owner-reminder?token=wrong").await.is(404);
    anonymous.get("/owner-reminder").await.is(404);
}

// R552
#[rstest]
#[tokio::test]
async fn facts_that_were_changed_since_the_email_are_not_confirmed(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = ReminderFixture::start(engine).await else { return };
    let token = fixture.send_due_reminders_and_get_token().await;
    let path = format!("/api/businesses/{}", fixture.place);
    let admin = fixture.guide.sign_in_again("admin-one@example.org").await;
    admin.put(&path, json!({ "phone": "+84 232 000 222" })).await.is(200);
    let page = fixture.guide.anonymous().get(&format!("/owner-reminder?token={token}")).await.is(200);
    assert!(page.text.contains("have changed since") && !page.text.contains("232 000 222"), "{}", page.text);
    let answer = json!({ "token": token, "answer": "confirm" });
    let result = fixture.guide.anonymous().post(ANSWER_PATH, answer.clone()).await.is(200).json();
    assert_eq!(
        result,
        json!({
            "places": [{
                "id": fixture.place, "name": "Hang Đèn Lồng", "confirmed": ["hours", "price"], "changed": ["contact"],
            }],
            "ownerReminders": true,
        })
    );
    assert_eq!(fixture.public_fact_checks().await, expected_owner_checks(&["hours", "price"]));
    let refused = fixture.guide.anonymous().post(ANSWER_PATH, answer).await.is(422);
    let refused = refused.json();
    let error = &refused["errors"][0];
    assert_eq!((&error["field"], &error["code"]), (&json!("token"), &json!("link_invalid")));
}

// R552
#[rstest]
#[tokio::test]
async fn reminder_link_expires_and_confirms_no_place_of_another_owner(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = ReminderFixture::start(engine).await else { return };
    let (guide, anonymous) = (&fixture.guide, fixture.guide.anonymous());
    let token = fixture.send_due_reminders_and_get_token().await;
    let hoa = guide.owner("Hoa Phạm").await;
    let admin = guide.sign_in_again("admin-one@example.org").await;
    let path = format!("/api/businesses/{}", fixture.place);
    admin.put(&path, json!({ "ownerId": hoa.id })).await.is(200);
    let result = anonymous.post(ANSWER_PATH, json!({ "token": token, "answer": "confirm" })).await.is(200).json();
    assert_eq!(result["places"], json!([]));
    assert!(fixture.public_fact_checks().await.is_empty());
    assert_eq!(
        fixture.send_due_reminders_and_count_all_sent().await,
        1,
        "once a month for each place, whatever its owner"
    );
    guide.app.clock.advance(31 * DAY_SECS);
    let token = fixture.send_due_reminders_and_get_token().await;
    guide.app.clock.advance(40 * DAY_SECS + 1);
    anonymous.get(&format!("/owner-reminder?token={token}")).await.is(404);
    for answer in ["confirm", "stop"] {
        anonymous.post(ANSWER_PATH, json!({ "token": token, "answer": answer })).await.is(422);
    }
}

// R551, R553
#[rstest]
#[tokio::test]
async fn reminders_are_stopped_by_link_account_or_settings_and_skip_checked_facts(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(fixture) = ReminderFixture::start(engine).await else { return };
    let (guide, anonymous) = (&fixture.guide, fixture.guide.anonymous());
    let settings = "/api/settings";
    let admin = guide.sign_in_again("admin-one@example.org").await;
    admin.put(settings, json!({ "ownerReminders": false })).await.is(200);
    assert_eq!(fixture.send_due_reminders_and_count_all_sent().await, 0);
    admin.put(settings, json!({ "ownerReminders": true })).await.is(200);
    let token = fixture.send_due_reminders_and_get_token().await;
    let stop = [("token", token.as_str()), ("answer", "stop")];
    anonymous.submit_form("/owner-reminder", &stop, &[]).await.is(200);
    assert_eq!(fixture.owner.get("/api/auth/account").await.is(200).json()["ownerReminders"], false);
    assert!(fixture.public_fact_checks().await.is_empty());
    guide.app.clock.advance(31 * DAY_SECS);
    assert_eq!(fixture.send_due_reminders_and_count_all_sent().await, 1);
    let owner = guide.sign_in_again(OWNER_EMAIL).await;
    owner.put("/api/auth/account", json!({ "ownerReminders": true })).await.is(200);
    assert_eq!(fixture.send_due_reminders_and_count_all_sent().await, 2);
    // An owner who checked all facts in the console three weeks ago gets no reminder.
    guide.app.clock.advance(10 * DAY_SECS);
    let now = guide.app.clock.now().to_string();
    let check = |group: &str| json!({ "group": group, "checkedAt": now, "checkedBy": "owner" });
    let checks = json!({ "checks": [check("hours"), check("price"), check("contact")] });
    let owner = guide.sign_in_again(OWNER_EMAIL).await;
    owner.put(&format!("/api/businesses/{}", fixture.place), checks).await.is(200);
    guide.app.clock.advance(21 * DAY_SECS);
    assert_eq!(fixture.send_due_reminders_and_count_all_sent().await, 2);
    guide.app.clock.advance(10 * DAY_SECS);
    assert_eq!(fixture.send_due_reminders_and_count_all_sent().await, 3);
}

// R554
#[rstest]
#[tokio::test]
async fn owner_who_has_changed_a_place_since_a_reminder_is_not_silent(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = ReminderFixture::start(engine).await else { return };
    let guide = &fixture.guide;
    let count = async || store::count_places_of_silent_owners(&guide.app.db, guide.app.clock.now()).await.unwrap();
    fixture.send_due_reminders_and_list_all().await;
    guide.app.clock.advance(61 * DAY_SECS);
    assert_eq!(count().await, 1);
    let owner = guide.sign_in_again(OWNER_EMAIL).await;
    let change = json!({ "description": "A boat leaves every hour." });
    owner.put(&format!("/api/businesses/{}", fixture.place), change).await.is(200);
    assert_eq!(count().await, 0);
}

// R554, R570
#[rstest]
#[tokio::test]
async fn owner_is_silent_when_a_reminder_had_no_answer_for_sixty_days(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = ReminderFixture::start(engine).await else { return };
    let guide = &fixture.guide;
    let first_reminder_at = guide.app.clock.now();
    let silent_places = async || {
        let page = PageParams { limit: 10, offset: 0 };
        let found = store::places_of_silent_owners(&guide.app.db, guide.app.clock.now(), page).await.unwrap();
        assert_eq!(found.total, found.items.len() as i64);
        found.items
    };
    fixture.send_due_reminders_and_list_all().await;
    guide.app.clock.advance(59 * DAY_SECS);
    assert!(silent_places().await.is_empty());
    fixture.send_due_reminders_and_list_all().await;
    // A place whose owner did not answer two reminders is listed once.
    for days in [2, 60] {
        guide.app.clock.advance(days * DAY_SECS);
        let places = silent_places().await;
        assert_eq!(places.len(), 1, "{places:?}");
        assert_eq!((places[0].place_id, places[0].reminded_at), (PlaceId(fixture.place), first_reminder_at));
        assert_eq!(places[0].owner_name.as_deref(), Some("Minh Lê"));
    }
    let token = fixture.send_due_reminders_and_get_token().await;
    let confirm = json!({ "token": token, "answer": "confirm" });
    guide.anonymous().post(ANSWER_PATH, confirm).await.is(200);
    assert!(silent_places().await.is_empty());
    guide.app.clock.advance(401 * DAY_SECS);
    assert_eq!(store::delete_old(&guide.app.db, guide.app.clock.now()).await.unwrap(), 3);
    let count = "select count(*) from owner_confirmation";
    let remaining_count: i64 = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(count).fetch_one(engine)).unwrap();
    assert_eq!(remaining_count, 0);
}
