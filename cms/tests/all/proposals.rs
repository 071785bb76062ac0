//! Reports of travelers, the proposals that the server makes from them, and the decisions on these proposals.

use cms::commands::cleanup::delete_expired_records;
use cms::jobs::outbox::{EmailKind, EmailState};
use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::login_pages::error_message;
use crate::rate_limits::{TRUSTED_PROXY_ARGUMENTS, attempts_until_limited};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{PASSWORD, TestClient};

const DAY_SECS: i64 = 24 * 3600;
const REPORTS_PATH: &str = "/api/reports";
const PROPOSALS_PATH: &str = "/api/admin/proposals";

/// Reports wrong opening hours of a public place, as a caller without an account who read version 1 of the place.
/// Returns the id of the newest proposal about its hours.
pub async fn report_wrong_hours_and_get_proposal_id(guide: &TestApp, admin: &TestClient, place_id: i64) -> i64 {
    let report = json!({
        "placeId": place_id, "version": 1, "kind": "wrongHours", "hours": "Mo-Su 08:00-16:00", "email": "linh@example.org",
    });
    guide.anonymous().post(REPORTS_PATH, report).await.is(201);
    let found = admin.get(&format!("{PROPOSALS_PATH}?placeId={place_id}&kind=wrongHours")).await.is(200).json();
    found[0]["id"].as_i64().unwrap()
}

/// Adds a public place with opening hours and a phone number.
async fn add_public_place(admin: &TestClient) -> Value {
    let category = admin.add_category(&format!("Caves {}", rand::random::<u32>())).await;
    let fields = json!({ "isActive": true, "operatingHours": "Mo-Su 07:00-17:00", "phone": "+84 232 000 111" });
    admin.add_place(with_changes(place_json("Hang Đèn Lồng", category), fields)).await
}

fn report_json(place: &Value, report: Value) -> Value {
    with_changes(json!({ "placeId": place["id"], "version": place["version"] }), report)
}

fn place_path(place: &Value) -> String {
    format!("/api/businesses/{}", place["id"])
}

async fn proposals(admin: &TestClient, query: &str) -> Vec<Value> {
    admin.get(&format!("{PROPOSALS_PATH}{query}")).await.is(200).json().as_array().unwrap().clone()
}

// R217, R510, R511
#[rstest]
#[tokio::test]
async fn equal_reports_are_one_proposal_that_counts_each_source_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &TRUSTED_PROXY_ARGUMENTS).await else { return };
    let admin = guide.admin().await;
    let place = add_public_place(&admin).await;
    let hours =
        report_json(&place, json!({ "kind": "wrongHours", "hours": "8:00-16:00", "details": "Closed at four." }));
    let receipt = guide.post_from("203.0.113.1", REPORTS_PATH, hours.clone()).await.is(201).json();
    assert_eq!(receipt, json!({ "receivedAt": "2026-11-21T08:00:00.000Z" }), "it tells nothing of other reports");
    guide.post_from("203.0.113.1", REPORTS_PATH, hours.clone()).await.is(201);
    let other_hours = with_changes(hours, json!({ "hours": "08:00-16:00", "details": "At 4 they had gone home" }));
    guide.post_from("203.0.113.2", REPORTS_PATH, other_hours).await.is(201);
    let danger = report_json(&place, json!({ "kind": "unsafe", "details": "The handrail is loose." }));
    guide.post_from("203.0.113.3", REPORTS_PATH, danger).await.is(201);
    for text in ["The photo shows another cave.", "The text is wrong."] {
        let other_report = report_json(&place, json!({ "kind": "other", "details": text }));
        guide.post_from("203.0.113.3", REPORTS_PATH, other_report).await.is(201);
    }
    let counts = admin.get(&format!("{PROPOSALS_PATH}/counts")).await.is(200).json();
    assert_eq!(counts, json!({ "open": 4, "danger": 1, "spam": 0 }));
    let found = proposals(&admin, "?state=open").await;
    let kinds: Vec<&Value> = found.iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds, ["unsafe", "other", "other", "wrongHours"], "a danger comes first, then the newest");
    let hours = &found[3];
    assert_eq!(
        (&hours["sourceCount"], &hours["origin"], &hours["group"]),
        (&json!(2), &json!("report"), &json!("hours"))
    );
    let texts: Vec<&Value> = hours["reports"].as_array().unwrap().iter().map(|report| &report["details"]).collect();
    assert_eq!(texts, ["At 4 they had gone home", "Closed at four."]);
    let field = &hours["fields"][0];
    assert_eq!(
        field,
        &json!({
            "field": "operatingHours", "base": "Mo-Su 07:00-17:00", "current": "Mo-Su 07:00-17:00",
            "proposed": "08:00-16:00",
        })
    );
    assert_eq!(hours["fields"][1]["field"], "hours");
    assert!(hours["fields"][1].get("proposed").is_none(), "{hours}");
    // Reports are not public, and the network that sent a report is stored only as a hash.
    let public = guide.anonymous().get(&place_path(&place)).await.is(200);
    assert_eq!(public.json()["operatingHours"], "Mo-Su 07:00-17:00");
    let rows = crate::policy::rows_except_rate_limits(&guide.app.db).await;
    let reports: Vec<&String> = rows.iter().filter(|row| row.starts_with("proposal")).collect();
    assert!(reports.len() > 5 && !reports.iter().any(|row| row.contains("203.0.113")), "{reports:?}");
    for wrong in ["?state=new", "?kind=wrong", "?placeId=x", "?spam=1", "?limit=51", "?origin=report"] {
        admin.get(&format!("{PROPOSALS_PATH}{wrong}")).await.is(400);
    }
    assert_eq!(proposals(&admin, "?placeId=999").await.len(), 0);
    assert_eq!(admin.get(&format!("{PROPOSALS_PATH}?limit=1")).await.is(200).header("x-total-count"), "4");
}

// R512
#[rstest]
#[tokio::test]
async fn accepted_proposal_is_an_edit_of_the_place_and_can_be_undone(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let place = add_public_place(&admin).await;
    let path = place_path(&place);
    let proposal_id = report_wrong_hours_and_get_proposal_id(&guide, &admin, place["id"].as_i64().unwrap()).await;
    let accept = format!("{PROPOSALS_PATH}/{proposal_id}/accept");
    admin.put(&path, json!({ "priceRange": "$$" })).await.is(200);
    let stale_response = admin.post_with_headers(&accept, &[("if-match", "\"1\"")], json!({})).await.is(412);
    assert_eq!(stale_response.json()["current"]["priceRange"], "$$");
    let wrong = json!({ "fields": { "operatingHours": "sometimes" } });
    assert_eq!(admin.post(&accept, wrong).await.is(422).fields(), ["operatingHours"]);
    let unknown = json!({ "fields": { "price": 1 } });
    admin.post(&accept, unknown).await.is(400);
    // An admin may edit the proposed values in the request that accepts the proposal.
    let edited = json!({ "fields": { "operatingHours": "Mo-Su 08:00-16:30" }, "note": "Called them" });
    let done = admin.post_with_headers(&accept, &[("if-match", "\"2\"")], edited).await.is(200).json();
    assert_eq!((&done["state"], &done["note"]), (&json!("accepted"), &json!("Called them")));
    assert_eq!(done["fields"][0]["current"], "Mo-Su 08:00-16:30");
    assert_eq!(done["canUndoUntil"], "2026-11-21T08:10:00.000Z");
    let hours = async || guide.anonymous().get(&path).await.is(200).json()["operatingHours"].clone();
    assert_eq!(hours().await, "Mo-Su 08:00-16:30");
    let revision = admin.get(&format!("{path}/revisions")).await.is(200).json()[0].clone();
    assert_eq!(
        (&revision["number"], &revision["action"], &revision["changedFields"]),
        (&json!(3), &json!("acceptProposal"), &json!(["operatingHours"]))
    );
    for decision in ["accept", "decline"] {
        let again = admin.post(&format!("{PROPOSALS_PATH}/{proposal_id}/{decision}"), json!({})).await.is(409);
        assert_eq!(again.json()["code"], "already_decided");
    }
    let undo = format!("{PROPOSALS_PATH}/{proposal_id}/undo");
    assert_eq!(admin.post(&undo, json!({})).await.is(200).json()["state"], "open");
    assert_eq!(hours().await, "Mo-Su 07:00-17:00");
    assert_eq!(admin.post(&undo, json!({})).await.is(409).json()["code"], "nothing_to_undo");
    // The admin accepts the proposal again, without edits. After a later change of the place, the decision cannot be
    // undone.
    admin.post(&accept, json!({})).await.is(200);
    assert_eq!(hours().await, "Mo-Su 08:00-16:00");
    admin.put(&path, json!({ "phone": null })).await.is(200);
    admin.post(&undo, json!({})).await.is(412);
    guide.app.clock.advance(601);
    assert_eq!(admin.post(&undo, json!({})).await.is(409).json()["code"], "undo_expired");
    // If an admin accepts the report that a place is closed for good, the place is no longer public.
    let closed = report_json(&place, json!({ "kind": "closedForGood" }));
    guide.anonymous().post(REPORTS_PATH, closed).await.is(201);
    let closed = proposals(&admin, "?kind=closedForGood").await;
    assert_eq!(
        closed[0]["fields"][0],
        json!({ "field": "isActive", "base": true, "current": true, "proposed": false })
    );
    admin.post(&format!("{PROPOSALS_PATH}/{}/accept", closed[0]["id"]), json!({})).await.is(200);
    guide.anonymous().get(&path).await.is(404);
    admin.delete(&path).await.is(204);
    admin.get(&format!("{PROPOSALS_PATH}/{proposal_id}")).await.is(404);
}

// R513
#[rstest]
#[tokio::test]
async fn reporters_with_an_email_address_get_an_email_when_the_decision_is_final(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let place = add_public_place(&admin).await;
    let id = report_wrong_hours_and_get_proposal_id(&guide, &admin, place["id"].as_i64().unwrap()).await;
    let equal_report = json!({ "kind": "wrongHours", "hours": "Mo-Su 08:00-16:00", "email": "Hoa@Example.org" });
    guide.anonymous().post(REPORTS_PATH, report_json(&place, equal_report)).await.is(201);
    let decide_or_undo =
        async |what: &str| admin.post(&format!("{PROPOSALS_PATH}/{id}/{what}"), json!({})).await.is(200);
    decide_or_undo("decline").await;
    let count_sent_emails =
        async || guide.emails().await.iter().filter(|email| email.state == EmailState::Sent).count();
    assert_eq!(count_sent_emails().await, 0, "the decision can still be undone");
    decide_or_undo("undo").await;
    guide.app.clock.advance(602);
    assert_eq!(count_sent_emails().await, 0, "an undone decision sends none");
    let admin = guide.sign_in_again("admin-one@example.org").await;
    admin.post(&format!("{PROPOSALS_PATH}/{id}/accept"), json!({})).await.is(200);
    guide.app.clock.advance(602);
    let emails = guide.emails().await;
    let kinds_and_recipients: Vec<_> = emails.iter().map(|email| (email.kind, email.recipient.as_str())).collect();
    assert_eq!(
        kinds_and_recipients,
        [(EmailKind::ReportAccepted, "hoa@example.org"), (EmailKind::ReportAccepted, "linh@example.org")]
    );
    assert_eq!(emails[0].subject, "Your report about Hang Đèn Lồng");
    assert!(emails[0].body.contains(&guide.url("/places/hang-den-long")), "{}", emails[0].body);
    // The email about a declined report contains neither the text of the report nor the note of the admin.
    let price = json!({ "kind": "wrongPrice", "details": "<b>Too much</b>", "email": "linh@example.org" });
    guide.anonymous().post(REPORTS_PATH, report_json(&place, price)).await.is(201);
    let price = proposals(&admin, "?kind=wrongPrice").await[0]["id"].clone();
    admin.post(&format!("{PROPOSALS_PATH}/{price}/decline"), json!({ "note": "It is right" })).await.is(200);
    guide.app.clock.advance(602);
    let last = guide.emails().await.pop().unwrap();
    assert_eq!(last.kind, EmailKind::ReportDeclined);
    assert!(!last.body.contains("Too much") && !last.body.contains("It is right"), "{}", last.body);
}

// R514
#[rstest]
#[tokio::test]
async fn confirmation_by_three_sources_can_be_accepted_while_the_facts_are_unchanged(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_with_arguments(engine, &TRUSTED_PROXY_ARGUMENTS).await else { return };
    let admin = guide.admin().await;
    let place = add_public_place(&admin).await;
    let confirmation_json = |version: i64| {
        let facts = json!({ "version": version, "kind": "stillRight", "group": "hours", "elapsedMs": 200 });
        with_changes(json!({ "placeId": place["id"] }), facts)
    };
    let linh = guide.viewer("Linh Tran").await;
    linh.post(REPORTS_PATH, confirmation_json(1)).await.is(201);
    // Reports of one account from two networks count once.
    let client_in_other_network = linh.with_forwarded_for("203.0.113.9");
    client_in_other_network.post(REPORTS_PATH, confirmation_json(1)).await.is(201);
    guide.post_from("203.0.113.1", REPORTS_PATH, confirmation_json(1)).await.is(201);
    assert_eq!(proposals(&admin, "").await.len(), 0, "two sources are too few");
    let confirmations = proposals(&admin, "?kind=stillRight").await;
    assert_eq!(confirmations[0]["sourceCount"], 2);
    let accept = format!("{PROPOSALS_PATH}/{}/accept", confirmations[0]["id"]);
    assert_eq!(admin.post(&accept, json!({})).await.is(409).json()["code"], "too_few_reports");
    // A change of the phone number increments the version of the place. It does not affect the confirmation of hours.
    admin.put(&place_path(&place), json!({ "phone": "+84 232 000 222" })).await.is(200);
    guide.post_from("203.0.113.2", REPORTS_PATH, confirmation_json(1)).await.is(201);
    let confirmed_proposals = proposals(&admin, "").await;
    assert_eq!((&confirmed_proposals[0]["sourceCount"], &confirmed_proposals[0]["isSpam"]), (&json!(3), &json!(false)));
    let done = admin.post(&accept, json!({ "fields": { "phone": null } })).await.is(200).json();
    assert_eq!((&done["state"], &done["canUndoUntil"]), (&json!("accepted"), &Value::Null));
    let stored = admin.get(&place_path(&place)).await.is(200).json();
    assert_eq!(stored["phone"], "+84 232 000 222", "a confirmation changes no value");
    let check = &stored["checks"][0];
    assert_eq!(
        (&check["group"], &check["checkedBy"], &check["count"]),
        (&json!("hours"), &json!("travelers"), &json!(3))
    );
    let version = stored["version"].as_i64().unwrap();
    // If the facts have changed since the version that a confirmation names, the confirmation is refused. A proposal of
    // earlier confirmations cannot be accepted either.
    for n in 1..=3 {
        guide.post_from(&format!("203.0.113.{n}"), REPORTS_PATH, confirmation_json(version)).await.is(201);
    }
    let second = proposals(&admin, "?state=open").await[0]["id"].clone();
    let changed = admin.put(&place_path(&place), json!({ "operatingHours": "Mo-Su 09:00-17:00" })).await.is(200).json();
    let refused = guide.post_from("203.0.113.4", REPORTS_PATH, confirmation_json(version)).await.is(409);
    assert_eq!(refused.json()["code"], "facts_changed");
    let accept = format!("{PROPOSALS_PATH}/{second}/accept");
    assert_eq!(admin.post(&accept, json!({})).await.is(409).json()["code"], "facts_changed");
    guide.post_from("203.0.113.4", REPORTS_PATH, confirmation_json(changed["version"].as_i64().unwrap())).await.is(201);
}

// R510
#[rstest]
#[tokio::test]
async fn invalid_report_is_refused_with_its_field_and_message(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let place = add_public_place(&admin).await;
    for (report, field, message) in [
        (json!({ "kind": null }), "kind", "Choose what is wrong"),
        (json!({ "kind": "boring" }), "kind", "Choose what is wrong"),
        (json!({ "version": 0 }), "version", "This version does not exist"),
        (json!({ "version": 2 }), "version", "This version does not exist"),
        (json!({ "kind": "stillRight" }), "group", "Choose which facts are still right"),
        (json!({ "kind": "stillRight", "group": "weather" }), "group", "Choose which facts are still right"),
        (json!({ "kind": "unsafe", "details": "\u{3164}" }), "details", "Describe the problem"),
        (json!({ "details": "d".repeat(2001) }), "details", "Details must be at most 2000 characters"),
        (json!({ "hours": "h".repeat(256) }), "hours", "Opening hours must be at most 255 characters"),
        (json!({ "latitude": 91, "longitude": 1 }), "latitude", "Latitude must be between -90 and 90"),
        (json!({ "latitude": 17.5 }), "longitude", "Enter both latitude and longitude"),
        (json!({ "phone": "1".repeat(61) }), "phone", "Phone must be at most 60 characters"),
        (
            json!({ "website": "javascript:alert(1)" }),
            "website",
            "Website must be a valid URL starting with http:// or https://",
        ),
        (json!({ "email": "linh@example" }), "email", "Valid email is required"),
    ] {
        let report = with_changes(report_json(&place, json!({ "kind": "wrongHours" })), report);
        let response = guide.anonymous().post(REPORTS_PATH, report).await.is(422);
        assert_eq!(response.json()["errors"][0]["field"], field, "{}", response.text);
        assert_eq!(response.json()["errors"][0]["message"], message, "{}", response.text);
    }
    guide.anonymous().post(REPORTS_PATH, json!({ "placeId": 999, "version": 1, "kind": "wrongPrice" })).await.is(404);
    assert_eq!(proposals(&admin, "").await.len(), 0);
    // Reported values are normalized like values of a place. Hours outside of the syntax of `operatingHours` are
    // proposed for the text field `hours`.
    let unnormalized_report = json!({ "kind": "wrongHours", "hours": "From sunrise\nto the last boat", "phone": " ", "latitude": "17.6", "longitude": "106.3" });
    guide.anonymous().post(REPORTS_PATH, report_json(&place, unnormalized_report)).await.is(201);
    let fields = proposals(&admin, "").await[0]["fields"].clone();
    let proposed: Vec<[&Value; 2]> =
        fields.as_array().unwrap().iter().map(|field| [&field["field"], &field["proposed"]]).collect();
    let expected = [
        [json!("operatingHours"), Value::Null],
        [json!("hours"), json!("From sunrise to the last boat")],
        [json!("latitude"), json!(17.6)],
        [json!("longitude"), json!(106.3)],
    ];
    assert_eq!(proposed, expected.each_ref().map(|pair| pair.each_ref()));
}

// R511
#[rstest]
#[tokio::test]
async fn spam_report_is_not_an_open_proposal_and_reports_are_limited_by_network_and_place(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_with_arguments(engine, &TRUSTED_PROXY_ARGUMENTS).await else { return };
    let admin = guide.admin().await;
    let place = add_public_place(&admin).await;
    let spam = json!({ "kind": "other", "details": "Cheap loans", "leaveBlank": "x", "elapsedMs": 300, "email": "spam@example.org" });
    guide.post_from("203.0.113.1", REPORTS_PATH, report_json(&place, spam)).await.is(201);
    let counts = admin.get(&format!("{PROPOSALS_PATH}/counts")).await.is(200).json();
    assert_eq!(counts, json!({ "open": 0, "danger": 0, "spam": 1 }));
    assert_eq!(proposals(&admin, "?spam=false").await.len(), 0);
    let spam = proposals(&admin, "?spam=true").await[0]["id"].clone();
    admin.post(&format!("{PROPOSALS_PATH}/{spam}/decline"), json!({})).await.is(200);
    guide.app.clock.advance(602);
    assert_eq!(guide.emails().await.len(), 0, "spam gets no email");
    // A network may send 20 reports at once, and one more every 180 s.
    let other_places = [add_public_place(&admin).await, add_public_place(&admin).await];
    let report_from_one_network = async |n: usize| {
        let text = format!("Something is wrong, number {n}");
        let report = report_json(&other_places[n % 2], json!({ "kind": "other", "details": text }));
        guide.post_from("198.51.100.7", REPORTS_PATH, report).await
    };
    assert_eq!(attempts_until_limited(30, report_from_one_network).await, (20, 180));
    // All networks together may send 20 reports about a place in an hour. The spam report above was the first.
    let report_from_other_network = async |n: usize| {
        let report = report_json(&place, json!({ "kind": "other", "details": format!("Another thing, number {n}") }));
        guide.post_from(&format!("203.0.113.{}", n + 2), REPORTS_PATH, report).await
    };
    assert_eq!(attempts_until_limited(30, report_from_other_network).await, (19, 3600));
}

// R515
#[rstest]
#[tokio::test]
async fn email_address_of_a_report_is_deleted_with_its_account_or_ninety_days_after_the_decision_with_its_source(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let place = add_public_place(&admin).await;
    let linh = guide.viewer("Linh Tran").await;
    for email in ["linh-tran@example.org", "hoa@example.org"] {
        let report = json!({ "kind": "wrongPrice", "details": format!("By {email}"), "email": email });
        linh.post(REPORTS_PATH, report_json(&place, report)).await.is(201);
    }
    let first_proposal = proposals(&admin, "").await[0].clone();
    let emails = |proposal: &Value| -> Vec<Value> {
        proposal["reports"].as_array().unwrap().iter().map(|report| report["email"].clone()).collect()
    };
    assert_eq!(emails(&first_proposal), ["hoa@example.org", "linh-tran@example.org"]);
    linh.delete_with_body("/api/auth/account", json!({ "currentPassword": PASSWORD })).await.is(204);
    let path = format!("{PROPOSALS_PATH}/{}", first_proposal["id"]);
    assert_eq!(emails(&admin.get(&path).await.is(200).json()), [json!("hoa@example.org"), Value::Null]);
    admin.post(&format!("{path}/decline"), json!({})).await.is(200);
    let count_reports_with_source_or_email = async || -> i64 {
        let count = "select count(*) from proposal_report where source_hash is not null or email is not null";
        with_pool!(&guide.app.db, |engine| sqlx::query_scalar(count).fetch_one(engine)).unwrap()
    };
    guide.app.clock.advance(90 * DAY_SECS - 1);
    delete_expired_records(&guide.app).await.unwrap();
    assert_eq!(count_reports_with_source_or_email().await, 2);
    guide.app.clock.advance(1);
    delete_expired_records(&guide.app).await.unwrap();
    assert_eq!(count_reports_with_source_or_email().await, 0);
    let keys: i64 = with_pool!(&guide.app.db, |engine| sqlx::query_scalar("select count(*) from report_key")
        .fetch_one(engine))
    .unwrap();
    assert_eq!(keys, 0, "a key is used for a month");
    let signed_in_admin = guide.sign_in_again("admin-one@example.org").await;
    let kept_proposal = signed_in_admin.get(&path).await.is(200).json();
    assert_eq!((emails(&kept_proposal), &kept_proposal["sourceCount"]), (vec![Value::Null, Value::Null], &json!(1)));
}

// R516
#[rstest]
#[tokio::test]
async fn report_form_without_scripts_has_the_same_rules_and_keeps_its_values(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let place = add_public_place(&admin).await;
    let path = format!("/report/{}", place["id"]);
    let anonymous = guide.anonymous();
    let page = anonymous.get(&path).await.is(200);
    assert!(page.text.contains("<h1>Report a problem with Hang Đèn Lồng</h1>"), "{}", page.text);
    assert!(!page.text.contains("<script") && page.text.contains(r#"name="version" value="1""#), "{}", page.text);
    let fields = |kind: &'static str, details: &'static str| [("version", "1"), ("kind", kind), ("details", details)];
    let page = anonymous.submit_form(&path, &fields("unsafe", ""), &[]).await.is(422);
    assert_eq!(error_message(&page), Some("Describe the problem"));
    assert!(page.text.contains(r#"<option value="unsafe" selected>"#), "{}", page.text);
    let page =
        anonymous.submit_form(&path, &fields("other", "A <b>"), &[("origin", "https://evil.example")]).await.is(403);
    assert!(error_message(&page).is_some() && page.text.contains("A &lt;b&gt;</textarea>"), "{}", page.text);
    let page = anonymous.submit_form(&path, &fields("other", "The photo is old"), &[]).await.is(200);
    assert!(page.text.contains("Our team will check what you sent."), "{}", page.text);
    let confirmation_fields = [("version", "1"), ("kind", "stillRight"), ("group", "hours")];
    anonymous.submit_form(&path, &confirmation_fields, &[]).await.is(200);
    assert_eq!(proposals(&admin, "").await[0]["reports"][0]["details"], "The photo is old");
    assert_eq!(proposals(&admin, "?kind=stillRight").await[0]["group"], "hours");
    anonymous.get("/report/9999").await.is(404);
}
