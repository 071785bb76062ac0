//! Checks of positions: their checker and date, expired and lost badges, and rechecks. Also the lists of places that
//! need an approval or lack a fact.

use cms::db::engine::StoreError;
use cms::jobs::outbox::EmailKind;
use cms::places::{list_cache, verification};
use cms::revisions::retention::Retention;
use cms::{execute, with_pool};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

const BULK_UPDATE_PATH: &str = "/api/admin/businesses/bulk";
const RECHECKS_PATH: &str = "/api/businesses?showAll=true&recheck=true";
const DAY_SECS: i64 = 24 * 3600;

fn place_path(place: &Value) -> String {
    format!("/api/businesses/{}", place["id"])
}

/// `isVerified`, `checkedAt`, `checkedBy` and `recheckReason` of a place.
fn position_check_fields(place: &Value) -> Value {
    json!([place["isVerified"], place["checkedAt"], place["checkedBy"], place["recheckReason"]])
}

impl TestClient {
    async fn get_position_check_fields(&self, place: &Value) -> Value {
        position_check_fields(&self.get(&place_path(place)).await.is(200).json())
    }

    async fn recheck_names_and_count(&self) -> (Vec<String>, i64) {
        let names = self.get(RECHECKS_PATH).await.is(200).names();
        (names, self.get("/api/admin/stats").await.is(200).json()["rechecks"].as_i64().unwrap())
    }
}

/// Adds an admin, an owner, and a verified and public place of the owner.
async fn add_verified_place_with_owner(guide: &TestApp) -> (TestClient, TestClient, Value) {
    let (admin, minh) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.add_category("Caves").await;
    let place = minh.add_place(place_json("Dark Cave", cave)).await;
    let place = admin.put(&place_path(&place), json!({ "isVerified": true, "isActive": true })).await.is(200).json();
    (admin, minh, place)
}

/// Changes the place as its owner while the place is not public. If the place were public, a change of its name or its
/// position would become a proposal.
async fn change_as_owner_while_inactive(
    (admin, owner): (&TestClient, &TestClient),
    place: &Value,
    changes: Value,
) -> Value {
    admin.put(&place_path(place), json!({ "isActive": false })).await.is(200);
    let changed = owner.put(&place_path(place), changes).await.is(200).json();
    admin.put(&place_path(place), json!({ "isActive": true })).await.is(200);
    changed
}

/// Runs statements directly on the database.
async fn run_sql(guide: &TestApp, statements: &'static [&'static str]) {
    let done: Result<(), StoreError> = guide
        .app
        .db
        .write(move |tx| {
            Box::pin(async move {
                for statement in statements {
                    execute!(tx, sqlx::query(*statement))?;
                }
                Ok(())
            })
        })
        .await;
    done.unwrap();
}

#[rstest]
#[tokio::test]
async fn verified_place_shows_its_check_date_and_to_admins_the_checker(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh, place) = add_verified_place_with_owner(&guide).await;
    let checker_id = &admin.id.as_ref().unwrap().0;
    let check_time = "2026-11-21T08:00:00.000Z";
    assert_eq!(position_check_fields(&place), json!([true, check_time, checker_id, null]));
    assert_eq!(minh.get_position_check_fields(&place).await, json!([true, check_time, null, null]));
    assert_eq!(guide.anonymous().get_position_check_fields(&place).await, json!([true, check_time, null, null]));
    for (client, shown) in [(&admin, json!(checker_id)), (&minh, json!(null)), (&guide.anonymous(), json!(null))] {
        assert_eq!(client.get("/api/businesses").await.is(200).json()[0]["checkedBy"], shown);
    }
    let mut owner_response = minh.put(&place_path(&place), json!({ "hours": "Daily" })).await.is(200).json();
    assert_eq!(position_check_fields(&owner_response), json!([true, check_time, null, null]));
    let outdated =
        minh.put_with_headers(&place_path(&place), &[("if-match", "\"1\"")], json!({ "phone": "1" })).await.is(412);
    assert_eq!(position_check_fields(&outdated.json()["current"]), json!([true, check_time, null, null]));

    // The server ignores `checkedAt` in a request. If `isVerified` was already true, sending it again is not a new
    // check.
    guide.app.clock.advance(60);
    owner_response["checkedAt"] = json!("2020-01-01T00:00:00.000Z");
    owner_response["isVerified"] = json!(true);
    admin.put(&place_path(&place), owner_response).await.is(200);
    assert_eq!(admin.get_position_check_fields(&place).await, json!([true, check_time, checker_id, null]));
    // An admin's change of the position is recorded as a check. A change of the name is not.
    admin.put(&place_path(&place), json!({ "name": "Dark Caves" })).await.is(200);
    assert_eq!(admin.get_position_check_fields(&place).await[1], check_time);
    admin.put(&place_path(&place), json!({ "latitude": 17.6 })).await.is(200);
    assert_eq!(admin.get_position_check_fields(&place).await[1], "2026-11-21T08:01:00.000Z");

    let cleared = admin.put(&place_path(&place), json!({ "isVerified": false })).await.is(200).json();
    assert_eq!(position_check_fields(&cleared), json!([false, null, null, null]));
    assert_eq!(admin.recheck_names_and_count().await, (vec![], 0), "a badge that an admin clears needs no recheck");
    let created =
        with_changes(place_json("Echo Cave", 1), json!({ "isVerified": true, "categoryIds": place["categoryIds"] }));
    assert_eq!(
        position_check_fields(&admin.add_place(created).await),
        json!([true, "2026-11-21T08:01:00.000Z", checker_id, null])
    );
}

#[rstest]
#[tokio::test]
async fn bulk_verification_records_the_caller_and_its_undo_restores_each_check(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, _, place) = add_verified_place_with_owner(&guide).await;
    let cave = &place["categoryIds"][0];
    let unverified_place = admin.add_place(place_json("Echo Cave", cave.as_i64().unwrap())).await;
    let ids = json!([place["id"], unverified_place["id"]]);
    let verify = json!({ "ids": ids, "isVerified": true });
    guide.app.clock.advance(3600 - 1);
    let linh = guide.client_with_role("Linh Tran", cms::auth::domain::accounts::Role::Admin).await;
    let checker_id = &linh.id.as_ref().unwrap().0;
    let done = linh.post(BULK_UPDATE_PATH, verify.clone()).await.is(200).json();
    assert_eq!(done["changedIds"], json!([unverified_place["id"]]), "the other was checked today");
    assert_eq!(
        linh.get_position_check_fields(&unverified_place).await,
        json!([true, "2026-11-21T08:59:59.000Z", checker_id, null])
    );

    // Verifying the places again on a later day renews the date of their checks. The undo restores the former date.
    guide.app.clock.advance(30 * DAY_SECS);
    let linh = guide.sign_in_again("linh-tran@example.org").await;
    let before =
        [linh.get_position_check_fields(&place).await, linh.get_position_check_fields(&unverified_place).await];
    let done = linh.post(BULK_UPDATE_PATH, verify).await.is(200).json();
    assert_eq!(done["changedIds"], ids);
    for place in [&place, &unverified_place] {
        assert_eq!(
            linh.get_position_check_fields(place).await,
            json!([true, "2026-12-21T08:59:59.000Z", checker_id, null])
        );
    }
    linh.post(&format!("{BULK_UPDATE_PATH}/{}/undo", done["undoId"]), json!({})).await.is(200);
    assert_eq!(
        [linh.get_position_check_fields(&place).await, linh.get_position_check_fields(&unverified_place).await],
        before
    );
}

#[rstest]
#[tokio::test]
async fn place_that_lost_its_badge_is_listed_for_a_recheck_until_verified_again_or_dismissed(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh, place) = add_verified_place_with_owner(&guide).await;
    let checker_id = &admin.id.as_ref().unwrap().0;
    let check_time = "2026-11-21T08:00:00.000Z";
    let cave = place["categoryIds"][0].as_i64().unwrap();
    let unverified_place = admin.add_place(place_json("Echo Cave", cave)).await;
    minh.put(&place_path(&place), json!({ "phone": "1" })).await.is(200);
    assert_eq!(admin.recheck_names_and_count().await, (vec![], 0), "no checked field changed");

    let moved = change_as_owner_while_inactive((&admin, &minh), &place, json!({ "latitude": 17.7 })).await;
    assert_eq!(position_check_fields(&moved), json!([false, check_time, null, "changed"]));
    assert_eq!(admin.get_position_check_fields(&place).await, json!([false, check_time, checker_id, "changed"]));
    assert_eq!(guide.anonymous().get_position_check_fields(&place).await, json!([false, null, null, null]));
    assert_eq!(admin.recheck_names_and_count().await, (vec!["Dark Cave".into()], 1));
    assert_eq!(admin.get("/api/businesses?showAll=true&recheck=false").await.is(200).names(), ["Echo Cave"]);
    for extra_query in
        ["&q=cave", "&q=dark&category=caves", "&bbox=106,17,107,18", "&verified=false&limit=1", "&sort=name"]
    {
        let found = admin.get(&format!("{RECHECKS_PATH}{extra_query}")).await.is(200);
        assert_eq!((found.names(), found.header("x-total-count")), (vec!["Dark Cave".into()], "1"), "{extra_query}");
    }
    assert_eq!(minh.get("/api/admin/stats").await.is(200).json()["rechecks"], 0);
    minh.get(RECHECKS_PATH).await.is(403);
    guide.anonymous().get("/api/businesses?recheck=true").await.is(401);
    // The place stays listed for a recheck after other changes, even if an admin sends `isVerified` as false again.
    change_as_owner_while_inactive((&admin, &minh), &place, json!({ "latitude": 17.58 })).await;
    admin.put(&place_path(&place), json!({ "phone": "2", "isVerified": false })).await.is(200);
    assert_eq!(admin.recheck_names_and_count().await.1, 1);

    admin.put(&place_path(&place), json!({ "isVerified": true })).await.is(200);
    assert_eq!(admin.get_position_check_fields(&place).await, json!([true, check_time, checker_id, null]));
    assert_eq!(admin.recheck_names_and_count().await, (vec![], 0));
    change_as_owner_while_inactive((&admin, &minh), &place, json!({ "name": "Dark Bar" })).await;
    let dismiss = json!({ "ids": [place["id"], unverified_place["id"]], "dismissRecheck": true });
    let done = admin.post(BULK_UPDATE_PATH, dismiss).await.is(200).json();
    assert_eq!(done["changedIds"], json!([place["id"]]));
    assert_eq!(admin.get_position_check_fields(&place).await, json!([false, null, null, null]));
    assert_eq!(admin.recheck_names_and_count().await, (vec![], 0));
    admin.post(&format!("{BULK_UPDATE_PATH}/{}/undo", done["undoId"]), json!({})).await.is(200);
    assert_eq!(admin.recheck_names_and_count().await, (vec!["Dark Bar".into()], 1));
    // A soft-deleted place is not listed for a recheck. It is listed again after its restore.
    admin.delete(&place_path(&place)).await.is(204);
    assert_eq!(admin.recheck_names_and_count().await, (vec![], 0));
    admin.post(&format!("{}/restore", place_path(&place)), json!({})).await.is(200);
    assert_eq!(admin.recheck_names_and_count().await.1, 1);
}

#[rstest]
#[tokio::test]
async fn badge_expires_after_24_months_and_cached_responses_show_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (_, _, place) = add_verified_place_with_owner(&guide).await;
    let anonymous = guide.anonymous();
    let verified = async || anonymous.get("/api/businesses?verified=true").await.is(200).names();
    guide.app.clock.advance(731 * DAY_SECS);
    assert_eq!(verification::expire_due_badges(&guide.app).await.unwrap(), []);
    assert_eq!(verified().await, ["Dark Cave"]);
    guide.app.clock.advance(1);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    let first_response = anonymous.get(&place_path(&place)).await.is(200);
    let draft = json!({ "baseVersion": first_response.json()["version"], "fields": { "hours": "Closed for Tết" } });
    admin.put(&format!("{}/draft", place_path(&place)), draft).await.is(200);
    assert_eq!(verification::expire_due_badges(&guide.app).await.unwrap().len(), 1);
    assert_eq!(verification::expire_due_badges(&guide.app).await.unwrap(), []);
    // Cached responses are invalidated, and the change log has the tags of the pages to render again.
    assert!(verified().await.is_empty());
    assert_ne!(anonymous.get(&place_path(&place)).await.is(200).header("etag"), first_response.header("etag"));
    assert_eq!(anonymous.get_position_check_fields(&place).await, json!([false, null, null, null]));
    let tags = "select cast(tags as text) from change_log order by seq desc limit 1";
    let tags: String = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(tags).fetch_one(engine)).unwrap();
    assert!(tags.contains("place-slug:dark-cave") && tags.contains("places"), "{tags}");
    assert_eq!(list_cache::refresh_stale_json(&guide.app.db).await.unwrap(), 0);
    assert_eq!(admin.get_position_check_fields(&place).await[3], "expired");
    assert_eq!(admin.recheck_names_and_count().await, (vec!["Dark Cave".into()], 1));
    let events =
        admin.get(&format!("/api/admin/audit?kind=place&subject={}&limit=1", place["id"])).await.is(200).json();
    assert_eq!(events[0]["action"], "badge expired");
    let after = &events[0]["after"];
    assert_eq!([&after["isVerified"], &after["recheckReason"]], [&json!(false), &json!("expired")]);
    assert_eq!(after["checks"][0]["recheckReason"], "expired");
    // No editor has changed the place, so the draft from before can be published.
    let publish = format!("{}/draft/publish", place_path(&place));
    admin.send(Method::POST, &publish, &[], None).await.is(200);

    // Verifying the place again starts a new period of 24 months. The badge of a soft-deleted place does not expire.
    admin.put(&place_path(&place), json!({ "isVerified": true })).await.is(200);
    guide.app.clock.advance(700 * DAY_SECS);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    assert_eq!(verification::expire_due_badges(&guide.app).await.unwrap(), []);
    admin.delete(&place_path(&place)).await.is(204);
    guide.app.clock.advance(31 * DAY_SECS);
    assert_eq!(verification::expire_due_badges(&guide.app).await.unwrap(), []);
}

#[tokio::test]
async fn badge_expires_while_the_background_tasks_run() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let (_, _, place) = add_verified_place_with_owner(&guide).await;
    guide.app.clock.advance(732 * DAY_SECS);
    let tasks = cms::commands::serve::spawn_tasks(&guide.app, 365, Retention { days: 365, count: 100 });
    let names: Vec<&str> = tasks.last_successes().into_iter().map(|(name, _)| name).collect();
    let expected = [
        "apply_alerts",
        "collect_garbage",
        "delete_audit_events",
        "delete_revisions",
        "deliver_webhooks",
        "empty_trash",
        "process_imports",
        "publish_articles",
        "publish_drafts",
        "publish_releases",
        "refresh_list_cache",
        "refresh_opening_hours",
        "send_owner_reminders",
        "unpublish_records",
        "update_change_feed",
    ];
    assert_eq!(names, expected);
    let anonymous = guide.anonymous();
    for _ in 0..100 {
        if anonymous.get_position_check_fields(&place).await[0] == false {
            return tasks.stop();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the badge did not expire");
}

// R409
#[rstest]
#[tokio::test]
async fn badge_expires_after_the_months_of_the_settings(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Dark caves").await;
    admin.add_place(with_changes(place_json("Dark Cave", cave), json!({ "isVerified": true }))).await;
    let settings = "/api/settings";
    assert_eq!(guide.anonymous().get(settings).await.is(200).json()["verifiedMonths"], 24);
    for months in [json!(0), json!(121), json!(1.5), json!("two")] {
        let refused = admin.put(settings, json!({ "verifiedMonths": months })).await.is(422);
        assert_eq!(refused.fields(), ["verifiedMonths"], "{months}");
    }
    admin.put(settings, json!({ "verifiedMonths": 3 })).await.is(200);
    let verified = async || guide.anonymous().get("/api/businesses?verified=true").await.is(200);
    let verified_count = verified().await.header("x-total-count").parse::<usize>().unwrap();
    // The positions of the seed were checked eight hours earlier than the new place, so their badges expire first.
    guide.app.clock.advance(92 * DAY_SECS);
    let expired = async || verification::expire_due_badges(&guide.app).await.unwrap();
    assert_eq!(expired().await.len(), verified_count - 1);
    assert_eq!(verified().await.names(), ["Dark Cave"], "February 21, 8:00");
    guide.app.clock.advance(1);
    assert_eq!(expired().await.len(), 1);
    assert_eq!(verified().await.header("x-total-count"), "0", "only places whose check holds are counted");
}

#[rstest]
#[tokio::test]
async fn check_without_date_has_no_checked_at_and_expires_two_years_after_recording(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh, place) = add_verified_place_with_owner(&guide).await;
    const CLEAR_CHECK_DATE_CHECKER_AND_SOURCE: &str = "update fact_check set checked_at = null, checked_by = null, source = null, \
                   recorded_at = 1795248000000";
    run_sql(&guide, &[CLEAR_CHECK_DATE_CHECKER_AND_SOURCE]).await;
    assert_eq!(
        admin.get_position_check_fields(&place).await,
        json!([true, null, null, null]),
        "the date is unknown, so none is shown"
    );
    assert_eq!(verification::expire_due_badges(&guide.app).await.unwrap(), []);
    // This update adds a revision that has the check without a date. The undo below returns to this revision.
    admin.put(&place_path(&place), json!({ "phone": "+84 232 000 111" })).await.is(200);
    let verify = json!({ "ids": [place["id"]], "isVerified": true });
    let done = admin.post(BULK_UPDATE_PATH, verify).await.is(200).json();
    assert_eq!(admin.get_position_check_fields(&place).await[1], "2026-11-21T08:00:00.000Z");
    admin.post(&format!("{BULK_UPDATE_PATH}/{}/undo", done["undoId"]), json!({})).await.is(200);
    change_as_owner_while_inactive((&admin, &minh), &place, json!({ "longitude": 106.3 })).await;
    assert_eq!(admin.get_position_check_fields(&place).await, json!([false, null, null, "changed"]));
    admin.put(&place_path(&place), json!({ "isVerified": true })).await.is(200);
    run_sql(&guide, &["update fact_check set checked_at = null"]).await;
    guide.app.clock.advance(732 * DAY_SECS);
    assert_eq!(verification::expire_due_badges(&guide.app).await.unwrap().len(), 1);
}

#[rstest]
#[tokio::test]
async fn check_has_no_checker_after_the_account_is_deleted(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (_, _, place) = add_verified_place_with_owner(&guide).await;
    let linh = guide.client_with_role("Linh Tran", cms::auth::domain::accounts::Role::Admin).await;
    let admin = guide.sign_in_again("admin-one@example.org").await;
    let checker_id = admin.get("/api/auth/account").await.is(200).json()["uid"].as_str().unwrap().to_owned();
    let done = linh.post(BULK_UPDATE_PATH, json!({ "ids": [place["id"]], "isVerified": false })).await.is(200).json();
    linh.delete(&format!("/api/admin/users/{checker_id}")).await.is(204);
    linh.post(&format!("{BULK_UPDATE_PATH}/{}/undo", done["undoId"]), json!({})).await.is(200);
    assert_eq!(linh.get_position_check_fields(&place).await, json!([true, "2026-11-21T08:00:00.000Z", null, null]));
}

#[rstest]
#[tokio::test]
async fn new_place_of_an_owner_is_listed_counted_and_emailed_for_approval(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let minh = guide.owner("Minh Le").await;
    let category = admin.add_category("Caves").await;
    admin.add_place(place_json("Public Cave", category)).await;
    assert_eq!(guide.emails().await.len(), 0, "an admin's own place needs no approval");
    let place = minh.add_place(place_json("Minh's Cave", category)).await;
    minh.add_place(place_json("Minh's Other Cave", category)).await;
    let emails = guide.emails().await;
    let [email] = emails.as_slice() else { panic!("one for both: {emails:?}") };
    assert_eq!((email.kind, email.recipient.as_str()), (EmailKind::PlaceToApprove, "admin-one@example.org"));
    assert_eq!(email.subject, "Places waiting for approval: 2");
    assert!(email.body.contains("/admin-portal/businesses?filter="), "{}", email.body);
    let names = async |query: &str| admin.get(&format!("/api/businesses?{query}")).await.is(200).names();
    assert_eq!(names("showAll=true&active=false&sort=name").await, ["Minh's Cave", "Minh's Other Cave"]);
    assert_eq!(names("showAll=true&active=false&q=other").await, ["Minh's Other Cave"]);
    assert_eq!(names("active=true").await, ["Public Cave"]);
    assert!(names("active=false").await.is_empty(), "only `showAll` lists them");
    assert_eq!(names("showAll=true&active=false&ownerId=any&sort=name").await, ["Minh's Cave", "Minh's Other Cave"]);
    assert!(names("ownerId=any").await.is_empty(), "an admin's own place has no owner");
    assert_eq!(minh.get("/api/businesses?showAll=true&ownerId=any").await.is(403).json()["code"], "forbidden");
    let count = async || admin.get("/api/admin/stats").await.is(200).json()["toApprove"].clone();
    assert_eq!(count().await, 2);
    admin.put(&format!("/api/businesses/{}", place["id"]), json!({ "isActive": true })).await.is(200);
    assert_eq!(count().await, 1);
    assert_eq!(minh.get("/api/admin/stats").await.is(200).json()["toApprove"], 0);
}

#[rstest]
#[tokio::test]
async fn list_of_places_is_filtered_by_a_missing_fact(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let minh = guide.owner("Minh Le").await;
    let category = admin.add_category("Caves").await;
    let place = |name: &str, facts: Value| with_changes(place_json(name, category), facts);
    admin
        .add_place(place(
            "Whole Cave",
            json!({ "gallery": ["/scenes/cave-1.svg"], "description": "Dry.", "operatingHours": "24/7", "phone": "+84 232 367 7777" }),
        ))
        .await;
    let enquiry_fields =
        json!({ "imageUrl": "/scenes/cave-1.svg", "enquiryFormEnabled": true, "email": "stay@example.org" });
    admin.add_place(place("Silent Cave", enquiry_fields)).await;
    admin.add_place(place("Bare Cave", json!({ "enquiryFormEnabled": true, "hours": "Daily" }))).await;
    minh.add_place(place("Minh's Cave", json!({ "enquiryFormEnabled": true }))).await;
    let names = async |fact: &str| {
        admin.get(&format!("/api/businesses?showAll=true&sort=id&missing={fact}")).await.is(200).names()
    };
    assert_eq!(names("image").await, ["Bare Cave", "Minh's Cave"]);
    assert_eq!(names("description").await, ["Silent Cave", "Bare Cave", "Minh's Cave"]);
    assert_eq!(names("hours").await, ["Silent Cave", "Minh's Cave"]);
    assert_eq!(names("contact").await, ["Bare Cave"], "messages reach an address or the owner");
    assert_eq!(admin.get("/api/businesses?missing=taste").await.is(400).json()["errors"][0]["code"], "enum");
}
