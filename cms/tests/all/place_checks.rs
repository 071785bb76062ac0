//! Checks of the facts of a place by the team, the owner and travelers. A check becomes invalid when its facts change.
//! Lists of places are filtered by checks.

use cms::common::id::PlaceId;
use cms::db::engine::StoreError;
use cms::places::checks::FactGroup;
use cms::places::{store, verification};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

const DAY_SECS: i64 = 24 * 3600;
const START_TIME_TEXT: &str = "2026-11-21T08:00:00.000Z";
const PAST_CHECK_TIME: &str = "2026-03-12T00:00:00.000Z";
const SOURCE_URL: &str = "https://lantern-cave.example/hours";

fn place_path(place: &Value) -> String {
    format!("/api/businesses/{}", place["id"])
}

/// The fact group, the checker and the recheck reason of each check of a place.
fn summary_of_fact_checks(place: &Value) -> Value {
    let checks = place["checks"].as_array().unwrap().iter();
    checks.map(|check| json!([check["group"], check["checkedBy"], check["recheckReason"]])).collect()
}

fn hours_check() -> Value {
    json!({ "group": "hours", "checkedAt": PAST_CHECK_TIME, "checkedBy": "team", "source": "Sign at the entrance", "sourceUrl": SOURCE_URL })
}

impl TestClient {
    async fn summary_of_fact_checks(&self, place: &Value) -> Value {
        summary_of_fact_checks(&self.get(&place_path(place)).await.is(200).json())
    }

    /// All checks of a place, as the client reads them.
    async fn checks(&self, place: &Value) -> Vec<Value> {
        self.get(&place_path(place)).await.is(200).json()["checks"].as_array().unwrap().clone()
    }
}

impl TestApp {
    /// Records that `count` travelers confirmed a fact group at the current time.
    pub async fn add_traveler_check(&self, place: &Value, group: FactGroup, count: i64) {
        let (id, now) = (PlaceId(place["id"].as_i64().unwrap()), self.app.clock.now());
        let work = self.app.write_and_invalidate::<_, StoreError, _>(move |tx| {
            Box::pin(async move {
                let tags = verification::record_traveler_check(tx, id, group, count, now).await?;
                store::log_change(tx, &[id], &tags, now).await?;
                Ok(((), tags))
            })
        });
        work.await.unwrap();
    }
}

/// Adds an admin, an owner, and a public place of the owner with hours, a phone number and a price range.
async fn add_public_place_with_owner(guide: &TestApp) -> (TestClient, TestClient, Value) {
    let (admin, minh) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.add_category("Caves").await;
    let facts = json!({ "operatingHours": "Mo-Su 07:00-17:00", "phone": "+84 232 000 111", "priceRange": "$$" });
    let place = minh.add_place(with_changes(place_json("Hang Én", cave), facts)).await;
    let place = admin.put(&place_path(&place), json!({ "isActive": true })).await.is(200).json();
    (admin, minh, place)
}

// R500, R501
#[rstest]
#[tokio::test]
async fn check_by_the_team_is_public_until_its_facts_change(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh, place) = add_public_place_with_owner(&guide).await;
    let anonymous = guide.anonymous();
    let status = json!({ "group": "status", "checkedAt": START_TIME_TEXT });
    admin.put(&place_path(&place), json!({ "checks": [hours_check(), status] })).await.is(200);
    let hours = with_changes(hours_check(), json!({ "count": null, "recheckReason": null }));
    let status = json!({
        "group": "status", "checkedAt": START_TIME_TEXT, "checkedBy": "team", "count": null, "source": null, "sourceUrl": null,
        "recheckReason": null,
    });
    for path in [place_path(&place), "/api/businesses/hang-en".into()] {
        assert_eq!(anonymous.get(&path).await.is(200).json()["checks"], json!([hours, status]));
    }
    let place_list = async |query: &str| anonymous.get(&format!("/api/businesses?{query}")).await.is(200).json();
    assert_eq!(place_list("").await[0]["checks"], json!([hours, status]));
    assert_eq!(place_list("fields=checks").await[0], json!({ "checks": [hours, status] }));

    // An update that sends back the stored checks adds no check. A new phone number affects neither the check of the
    // hours nor the check of the status.
    let stored_place = admin.get(&place_path(&place)).await.json();
    admin.put(&place_path(&place), with_changes(stored_place, json!({ "phone": "+84 232 000 222" }))).await.is(200);
    assert_eq!(
        anonymous.summary_of_fact_checks(&place).await,
        json!([["hours", "team", null], ["status", "team", null]])
    );
    // The check of the former hours is no longer public, because nobody has checked the new hours.
    admin.put(&place_path(&place), json!({ "operatingHours": "Mo-Su 08:00-17:00" })).await.is(200);
    assert_eq!(anonymous.summary_of_fact_checks(&place).await, json!([["status", "team", null]]));
    let outdated = json!([["hours", "team", "changed"], ["status", "team", null]]);
    assert_eq!(
        (admin.summary_of_fact_checks(&place).await, minh.summary_of_fact_checks(&place).await),
        (outdated.clone(), outdated)
    );
    assert_eq!(admin.get("/api/admin/stats").await.is(200).json()["rechecks"], 0, "the badge is another matter");
    assert!(admin.get("/api/businesses?showAll=true&recheck=true").await.is(200).names().is_empty());
    // A request may change facts and contain a check of them. The check is valid even if its date is that of the former
    // check.
    let checked_change = json!({ "checks": [hours_check()], "operatingHours": "Mo-Su 09:00-17:00" });
    admin.put(&place_path(&place), checked_change).await.is(200);
    assert_eq!(
        admin.summary_of_fact_checks(&place).await,
        json!([["hours", "team", null]]),
        "the list replaces the stored one"
    );
    let event = &admin.audit_events(&format!("?kind=place&subject={}&field=checks", place["id"])).await[0];
    assert_eq!((&event["action"], &event["after"]["checks"][0]["group"]), (&json!("updatePlace"), &json!("hours")));
}

// R500, R502
#[rstest]
#[tokio::test]
async fn owner_may_add_only_checks_of_today_for_hours_price_and_contact(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh, place) = add_public_place_with_owner(&guide).await;
    let contact = json!({ "group": "contact", "checkedAt": PAST_CHECK_TIME });
    admin.put(&place_path(&place), json!({ "checks": [hours_check(), contact] })).await.is(200);
    let stored_checks = minh.checks(&place).await;
    let by_owner = |group: &str| json!({ "group": group, "checkedAt": START_TIME_TEXT, "checkedBy": "owner" });
    let contact = &stored_checks[1];

    for refused_checks in [
        json!([stored_checks[0], contact, by_owner("status")]),
        json!([stored_checks[0], contact, with_changes(by_owner("price"), json!({ "checkedBy": "team" }))]),
        json!([stored_checks[0], contact, with_changes(by_owner("price"), json!({ "source": "I know it" }))]),
        json!([with_changes(stored_checks[0].clone(), json!({ "checkedAt": START_TIME_TEXT })), contact]),
        json!([contact]),
    ] {
        let response = minh.put(&place_path(&place), json!({ "checks": refused_checks })).await.is(403);
        assert_eq!(response.fields(), ["checks"], "{refused_checks}");
    }
    let old_check = with_changes(by_owner("price"), json!({ "checkedAt": PAST_CHECK_TIME }));
    let response =
        minh.put(&place_path(&place), json!({ "checks": [stored_checks[0], contact, old_check] })).await.is(422);
    assert_eq!(response.fields(), ["checks.2.checkedAt"]);
    let checks = json!([by_owner("hours"), contact, by_owner("price")]);
    let saved = minh.put(&place_path(&place), json!({ "checks": checks })).await.is(200).json();
    assert_eq!(
        summary_of_fact_checks(&saved),
        json!([["hours", "owner", null], ["price", "owner", null], ["contact", "team", null]])
    );
    // When the owner changes facts, the change does not count as a check of them. The former checks of these facts are
    // no longer public.
    minh.put(&place_path(&place), json!({ "address": "Wharf Road 2", "hours": "Daily" })).await.is(200);
    assert_eq!(guide.anonymous().summary_of_fact_checks(&place).await, json!([["price", "owner", null]]));
    let stored_checks = minh.checks(&place).await;
    let checks = json!([by_owner("hours"), stored_checks[1], stored_checks[2]]);
    minh.put(&place_path(&place), json!({ "checks": checks })).await.is(200);
    assert_eq!(
        minh.summary_of_fact_checks(&place).await,
        json!([["hours", "owner", null], ["price", "owner", null], ["contact", "team", "changed"]])
    );
    // An owner may send checks in the request that creates a place, with the same limits as in an update.
    let cave = place["categoryIds"][0].as_i64().unwrap();
    let new_place = with_changes(place_json("Hang Tối", cave), json!({ "checks": [by_owner("hours")] }));
    assert_eq!(summary_of_fact_checks(&minh.add_place(new_place).await), json!([["hours", "owner", null]]));
    let new_place = with_changes(place_json("Hang Va", cave), json!({ "checks": [by_owner("status")] }));
    assert_eq!(minh.post("/api/businesses", new_place).await.is(403).fields(), ["checks"]);
}

// R500
#[rstest]
#[tokio::test]
async fn invalid_check_is_refused_with_its_field(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, _, place) = add_public_place_with_owner(&guide).await;
    let before = admin.get(&place_path(&place)).await.json();
    for (changes, field) in [
        (json!({ "checkedAt": "2026-11-22T08:00:00Z" }), "checks.0.checkedAt"),
        (json!({ "checkedAt": "March" }), "checks.0.checkedAt"),
        (json!({ "checkedAt": null }), "checks.0.checkedAt"),
        (json!({ "group": "taste" }), "checks.0.group"),
        (json!({ "group": "position" }), "checks.0.group"),
        (json!({ "checkedBy": "a friend" }), "checks.0.checkedBy"),
        (json!({ "source": "x".repeat(201) }), "checks.0.source"),
        (json!({ "sourceUrl": "javascript:alert(1)" }), "checks.0.sourceUrl"),
        (json!({ "recheckReason": "changed" }), "checks.0.recheckReason"),
    ] {
        let sent = json!({ "checks": [with_changes(hours_check(), changes.clone())] });
        assert_eq!(admin.put(&place_path(&place), sent).await.is(422).fields(), [field], "{changes}");
    }
    let duplicate_checks = json!({ "checks": [hours_check(), hours_check()] });
    assert_eq!(admin.put(&place_path(&place), duplicate_checks).await.is(422).fields(), ["checks.1.group"]);
    let too_many_checks: Value = (0..11).map(|_| hours_check()).collect();
    assert!(
        admin
            .put(&place_path(&place), json!({ "checks": too_many_checks }))
            .await
            .is(422)
            .fields()
            .contains(&"checks".to_owned())
    );
    assert_eq!(admin.get(&place_path(&place)).await.json(), before);
}

// R409, R500
#[rstest]
#[tokio::test]
async fn position_check_is_added_expired_and_removed_with_the_badge(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, _, place) = add_public_place_with_owner(&guide).await;
    let position_check = json!({ "group": "position", "checkedAt": PAST_CHECK_TIME, "source": "GPS on site" });
    admin.put(&place_path(&place), json!({ "isVerified": true, "checks": [position_check] })).await.is(200);
    let public_place_name_and_version = guide.anonymous().get(&place_path(&place)).await.json();
    assert_eq!(
        (&public_place_name_and_version["checkedAt"], &public_place_name_and_version["checks"][0]["source"]),
        (&json!(PAST_CHECK_TIME), &json!("GPS on site"))
    );
    // The position check stays while the place has its badge. The badge expires 24 months after the date of the check.
    admin.put(&place_path(&place), json!({ "checks": [] })).await.is(200);
    assert_eq!(admin.summary_of_fact_checks(&place).await, json!([["position", "team", null]]));
    guide.app.clock.advance(477 * DAY_SECS);
    assert_eq!(verification::expire_due_badges(&guide.app).await.unwrap().len(), 1, "24 months after March 12, 2026");
    assert_eq!(guide.anonymous().summary_of_fact_checks(&place).await, json!([]));
    let admin = guide.sign_in_again("admin-one@example.org").await;
    assert_eq!(admin.summary_of_fact_checks(&place).await, json!([["position", "team", "expired"]]));
    let renewed_check = json!({ "group": "position", "checkedAt": "2028-03-12T00:00:00.000Z" });
    let saved =
        admin.put(&place_path(&place), json!({ "isVerified": true, "checks": [renewed_check] })).await.is(200).json();
    assert_eq!((&saved["recheckReason"], &saved["checkedAt"]), (&json!(null), &renewed_check["checkedAt"]));
    let minh = guide.sign_in_again("minh-le@example.org").await;
    // The place is made inactive, because an owner's new name for a public place is stored only as a proposal.
    admin.put(&place_path(&place), json!({ "isActive": false })).await.is(200);
    minh.put(&place_path(&place), json!({ "name": "Hang Va" })).await.is(200);
    assert_eq!(minh.summary_of_fact_checks(&place).await, json!([["position", "team", "changed"]]));
    admin.put(&place_path(&place), json!({ "isVerified": true, "checks": [] })).await.is(200);
    admin.put(&place_path(&place), json!({ "isVerified": false })).await.is(200);
    assert_eq!(admin.summary_of_fact_checks(&place).await, json!([]));
}

// R503
#[rstest]
#[tokio::test]
async fn check_by_travelers_shows_beside_that_of_the_team_and_renews_no_badge(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh, place) = add_public_place_with_owner(&guide).await;
    admin.put(&place_path(&place), json!({ "isVerified": true, "checks": [hours_check()] })).await.is(200);
    guide.app.clock.advance(60);
    let version = admin.get(&place_path(&place)).await.json()["version"].as_i64().unwrap();
    guide.add_traveler_check(&place, FactGroup::Position, 3).await;
    guide.add_traveler_check(&place, FactGroup::Hours, 4).await;
    let public_place_name_and_version = guide.anonymous().get(&place_path(&place)).await.json();
    let expected = json!([
        ["position", "team", null],
        ["position", "travelers", null],
        ["hours", "team", null],
        ["hours", "travelers", null]
    ]);
    assert_eq!(
        (
            summary_of_fact_checks(&public_place_name_and_version),
            &public_place_name_and_version["checks"][3]["count"],
            &public_place_name_and_version["checkedAt"]
        ),
        (expected, &json!(4), &json!(START_TIME_TEXT))
    );
    assert_eq!(public_place_name_and_version["version"], version + 2);
    // An update can neither change nor remove the checks by travelers.
    admin
        .put(
            &place_path(&place),
            json!({ "checks": [public_place_name_and_version["checks"][2], with_changes(public_place_name_and_version["checks"][3].clone(), json!({ "count": 9 }))] }),
        )
        .await
        .is(200);
    assert_eq!(
        guide.anonymous().checks(&place).await,
        public_place_name_and_version["checks"].as_array().unwrap().clone()
    );

    let file = guide.anonymous().get("/api/businesses.json").await.is(200).json();
    assert_eq!(file["places"][0]["checks"], public_place_name_and_version["checks"]);
    let sheet = guide.anonymous().get("/api/businesses.csv").await.is(200).text;
    let cells =
        ",true,2026-11-21T08:01:00.000Z,2026-11-21T08:01:00.000Z,,,,position: travelers (3); hours: travelers (4),";
    assert!(sheet.contains(cells), "{sheet}");
    let geojson = guide.anonymous().get("/api/businesses.geojson").await.is(200).json();
    let checked_at = json!({ "position": "2026-11-21T08:01:00.000Z", "hours": "2026-11-21T08:01:00.000Z" });
    assert_eq!(geojson["features"][0]["properties"]["checkedAt"], checked_at);

    minh.put(&place_path(&place), json!({ "operatingHours": "Mo-Su 09:00-17:00" })).await.is(200);
    let remaining_checks = json!([["position", "team", null], ["position", "travelers", null]]);
    assert_eq!(guide.anonymous().summary_of_fact_checks(&place).await, remaining_checks);
    guide.app.clock.advance(731 * DAY_SECS - 30);
    assert_eq!(verification::expire_due_badges(&guide.app).await.unwrap().len(), 1);
    assert_eq!(guide.anonymous().summary_of_fact_checks(&place).await, json!([["position", "travelers", null]]));
}

// R504
#[rstest]
#[tokio::test]
async fn list_of_places_is_filtered_by_missing_and_old_checks(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh, _) = add_public_place_with_owner(&guide).await;
    let cave = admin.add_category("Rivers").await;
    let add_checked_place = async |name: &str, checks: Value| {
        admin.add_place(with_changes(place_json(name, cave), json!({ "checks": checks }))).await
    };
    add_checked_place("March Cave", json!([hours_check()])).await;
    let changed_place = add_checked_place(
        "Changed Cave",
        json!([with_changes(hours_check(), json!({ "checkedAt": START_TIME_TEXT }))]),
    )
    .await;
    add_checked_place("Fresh Cave", json!([{ "group": "status", "checkedAt": START_TIME_TEXT }])).await;
    admin.put(&place_path(&changed_place), json!({ "hours": "Daily" })).await.is(200);
    let names =
        async |query: &str| admin.get(&format!("/api/businesses?showAll=true&sort=name&{query}")).await.is(200).names();
    assert_eq!(names("missing=check").await, ["Changed Cave", "Hang Én"]);
    assert_eq!(names("missing=check&checkGroup=hours").await, ["Changed Cave", "Fresh Cave", "Hang Én"]);
    assert_eq!(names("checkedBefore=2026-03-12").await, ["Changed Cave", "Hang Én"]);
    assert_eq!(names("checkedBefore=2026-05-31").await, ["Changed Cave", "Hang Én", "March Cave"]);
    assert_eq!(
        names("checkedBefore=2026-05-31&checkGroup=status&category=rivers&q=cave").await,
        ["Changed Cave", "March Cave"]
    );
    let page = admin.get("/api/businesses?checkedBefore=2026-05-31T08:00:00Z&limit=1").await.is(200);
    assert_eq!((page.names().len(), page.header("x-total-count")), (1, "3"));
    for (query, code) in [
        ("checkedBefore=2026-02-30", "date_invalid"),
        ("checkedBefore=May", "date_invalid"),
        ("missing=check&checkGroup=taste", "enum"),
        ("checkGroup=hours", "check_group_needs_filter"),
        ("missing=hours&checkGroup=hours", "check_group_needs_filter"),
    ] {
        let refused = admin.get(&format!("/api/businesses?{query}")).await.is(400).json();
        assert_eq!(refused["errors"][0]["code"], code, "{query}");
    }
    let linh = guide.viewer("Linh Tran").await;
    for query in ["missing=check", "checkedBefore=2026-05-31"] {
        minh.get(&format!("/api/businesses?{query}")).await.is(200);
        guide.anonymous().get(&format!("/api/businesses?{query}")).await.is(401);
        linh.get(&format!("/api/businesses?{query}")).await.is(403);
    }
}

// R459, R500
#[rstest]
#[tokio::test]
async fn restored_revision_and_undo_restore_the_checks_of_that_time(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, _, place) = add_public_place_with_owner(&guide).await;
    let checks = json!([hours_check(), { "group": "contact", "checkedAt": PAST_CHECK_TIME, "checkedBy": "owner" }]);
    let checked_place =
        admin.put(&place_path(&place), json!({ "checks": checks, "isVerified": true })).await.is(200).json();
    let all_checks = summary_of_fact_checks(&checked_place);
    admin.put(&place_path(&place), json!({ "hours": "Daily", "phone": "1", "latitude": 17.6 })).await.is(200);
    let outdated = json!([["position", "team", null], ["hours", "team", "changed"], ["contact", "owner", "changed"]]);
    assert_eq!(admin.summary_of_fact_checks(&place).await, outdated);

    let restore = async |body: Value| {
        let address = format!("{}/revisions/{}/restore", place_path(&place), checked_place["version"]);
        admin.send_json(Method::POST, &address, &[], body).await.is(200).json()
    };
    restore(json!({ "fields": ["phone"] })).await;
    assert_eq!(admin.summary_of_fact_checks(&place).await, outdated, "checks are restored if they are asked for");
    admin.put(&place_path(&place), json!({ "phone": "1", "email": "caves@example.org" })).await.is(200);
    restore(json!({ "fields": ["hours", "phone", "checks"] })).await;
    let partly_restored = json!([["position", "team", null], ["hours", "team", null], ["contact", "owner", "changed"]]);
    assert_eq!(
        admin.summary_of_fact_checks(&place).await,
        partly_restored,
        "a check holds for all facts of its time only"
    );
    assert_eq!(restore(json!({})).await["skipped"], json!([]));
    let fully_restored = json!([["position", "team", "changed"], ["hours", "team", null], ["contact", "owner", null]]);
    assert_eq!(admin.summary_of_fact_checks(&place).await, fully_restored, "a restored position is not checked");

    // The undo of a bulk change restores all checks, including the check of the position.
    let checks_before = admin.checks(&place).await;
    let bulk_request = json!({ "ids": [place["id"]], "isVerified": true });
    let bulk_change = admin.post("/api/admin/businesses/bulk", bulk_request).await.is(200).json();
    assert_eq!(admin.summary_of_fact_checks(&place).await, all_checks);
    admin.post(&format!("/api/admin/businesses/bulk/{}/undo", bulk_change["undoId"]), json!({})).await.is(200);
    assert_eq!(admin.checks(&place).await, checks_before);
}

// R502
#[rstest]
#[tokio::test]
async fn owner_draft_published_on_a_later_day_keeps_its_check(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (_, minh, place) = add_public_place_with_owner(&guide).await;
    let check = json!({ "group": "hours", "checkedAt": START_TIME_TEXT, "checkedBy": "owner" });
    let draft = json!({ "baseVersion": place["version"], "fields": { "hours": "Daily", "checks": [check] } });
    minh.put(&format!("{}/draft", place_path(&place)), draft).await.is(200);
    guide.app.clock.advance(3 * DAY_SECS);
    let minh = guide.sign_in_again("minh-le@example.org").await;
    minh.post(&format!("{}/draft/publish", place_path(&place)), json!({})).await.is(200);
    assert_eq!(guide.anonymous().summary_of_fact_checks(&place).await, json!([["hours", "owner", null]]));
}
