//! Claims to places: proofs, decisions and limits. Also owners' changes to places, which wait for review.

use cms::auth::domain::accounts::Role;
use cms::commands::cleanup::delete_expired_records;
use cms::jobs::outbox::EmailKind;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;
use crate::webhook_receiver::WebhookReceiver;

const DAY_SECS: i64 = 24 * 3600;
const PLACE_EMAIL: &str = "boats@example.org";

/// The code in the newest email that contains a claim code.
pub async fn emailed_claim_code(guide: &TestApp) -> String {
    let emails = guide.emails().await;
    let email = emails.iter().rfind(|email| email.kind == EmailKind::ClaimCode).expect("an email with a code");
    let is_code = |word: &&str| word.len() == 11 && word.matches('-').count() == 3;
    email.body.split_whitespace().find(is_code).expect("a code").to_owned()
}

/// Adds a public place with the email address [`PLACE_EMAIL`]. `fields` adds fields or replaces the default ones.
/// Returns the path of the place in the API.
async fn add_public_place(admin: &TestClient, fields: Value) -> String {
    let category = admin.add_category(&format!("Piers {}", rand::random::<u32>())).await;
    let fields = with_changes(json!({ "isActive": true, "email": PLACE_EMAIL }), fields);
    let place = admin.add_place(with_changes(place_json("Bến Đèn Lồng", category), fields)).await;
    format!("/api/businesses/{}", place["id"])
}

async fn begin_claim(client: &TestClient, place: &str, method: &str) -> Value {
    client.post(&format!("{place}/claims"), json!({ "method": method })).await.is(201).json()
}

async fn confirm_claim(client: &TestClient, claim: &Value, code: &str) -> crate::test_client::TestResponse {
    client.post(&format!("/api/claims/{}/confirm", claim["id"]), json!({ "code": code })).await
}

async fn decide_claim(admin: &TestClient, claim: &Value, decision: &str) -> crate::test_client::TestResponse {
    admin.post(&format!("/api/admin/claims/{}/{decision}", claim["id"]), json!({ "note": "Called them" })).await
}

async fn role(client: &TestClient) -> Value {
    client.get("/api/auth/account").await.is(200).json()["role"].clone()
}

fn email_kinds_to(emails: &[cms::jobs::outbox::ListedEmail], recipient: &str) -> Vec<EmailKind> {
    emails.iter().filter(|email| email.recipient == recipient).map(|email| email.kind).collect()
}

// R540, R543
#[rstest]
#[tokio::test]
async fn email_claim_makes_a_viewer_the_owner_until_it_is_revoked(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let place = add_public_place(&admin, json!({ "website": "https://www.facebook.com/pier" })).await;
    let options = linh.get(&format!("{place}/claims/options")).await.is(200).json();
    assert_eq!((&options["methods"], &options["hasOwner"]), (&json!(["email", "call"]), &json!(false)));
    let begun_claim = begin_claim(&linh, &place, "email").await;
    assert_eq!(
        (&begun_claim["state"], &begun_claim["email"], &begun_claim["token"], &begun_claim["triesLeft"]),
        (&json!("open"), &json!(PLACE_EMAIL), &Value::Null, &json!(5))
    );
    let code = emailed_claim_code(&guide).await;
    let emails = guide.emails().await;
    assert!(!emails[0].body.contains("Linh") && !emails[0].body.contains("linh-tran"), "{}", emails[0].body);
    // Another account cannot use the code.
    confirm_claim(&guide.viewer("Hoa Pham").await, &begun_claim, &code).await.is(404);
    let wrong_code_response = confirm_claim(&linh, &begun_claim, "zz-zz-zz-zz").await.is(422);
    assert_eq!(
        (wrong_code_response.fields(), wrong_code_response.json()["errors"][0]["code"].clone()),
        (vec!["code".into()], json!("code_incorrect"))
    );
    let typed_code = code.replace('-', " ").to_uppercase();
    let confirmed_claim = confirm_claim(&linh, &begun_claim, &typed_code).await.is(200).json();
    assert_eq!((&confirmed_claim["state"], &confirmed_claim["isDispute"]), (&json!("approved"), &json!(false)));
    assert_eq!(role(&linh).await, "business_owner");
    linh.put(&place, json!({ "hours": "Daily" })).await.is(200);
    let emails = guide.emails().await;
    assert_eq!(email_kinds_to(&emails, PLACE_EMAIL), [EmailKind::ClaimCode, EmailKind::ClaimOwner]);
    assert_eq!(email_kinds_to(&emails, "admin-one@example.org"), [EmailKind::ClaimOwner]);
    assert_eq!(email_kinds_to(&emails, "linh-tran@example.org"), [EmailKind::ClaimApproved]);
    let is_emailed = |recipient: &str, text: &str| {
        emails.iter().any(|email| email.recipient == recipient && email.body.contains(text))
    };
    assert!(is_emailed("admin-one@example.org", "revoke the claim in the console"));
    assert!(is_emailed(PLACE_EMAIL, "write to us on the contact page"));
    confirm_claim(&linh, &begun_claim, &code).await.is(409);
    assert_eq!(problem_code_of_refused_claim(&linh, &place, 409).await, "own_place");

    linh.put(&place, json!({ "name": "Bến Mới" })).await.is(200);
    let revoked = decide_claim(&admin, &begun_claim, "revoke").await.is(200).json();
    assert_eq!((&revoked["state"], &revoked["note"]), (&json!("revoked"), &json!("Called them")));
    assert_eq!(role(&linh).await, "viewer");
    let stored = admin.get(&place).await.is(200).json();
    assert_eq!((&stored["ownerId"], &stored["name"]), (&Value::Null, &json!("Bến Đèn Lồng")));
    assert_eq!(admin.get(&format!("{place}/proposals")).await.is(200).json(), json!([]), "they are withdrawn");
    linh.put(&place, json!({ "hours": "Never" })).await.is(403);
    decide_claim(&admin, &begun_claim, "revoke").await.is(409);
    assert_eq!(email_kinds_to(&guide.emails().await, "linh-tran@example.org").last(), Some(&EmailKind::ClaimRevoked));
    // An account that changed the place may have set the contact itself, so an email to this contact proves nothing.
    let options = linh.get(&format!("{place}/claims/options")).await.is(200).json();
    assert_eq!(options["methods"], json!(["call"]));
    // After a revoked claim, a claim of another account also waits for an admin, because both accounts may belong to
    // one person.
    let quy = guide.viewer("Quy Vo").await;
    let second = begin_claim(&quy, &place, "email").await;
    let code = emailed_claim_code(&guide).await;
    assert_eq!(confirm_claim(&quy, &second, &code).await.is(200).json()["state"], "proved");
    assert_eq!(admin.get(&place).await.json()["ownerId"], Value::Null);
    let own = linh.get("/api/claims").await.is(200).json();
    assert_eq!((own.as_array().map(Vec::len), &own[0]["note"]), (Some(1), &Value::Null));
    let export = linh.get("/api/auth/account/export").await.is(200).json();
    assert_eq!(export["claims"][0]["state"], "revoked");
}

async fn problem_code_of_refused_claim(client: &TestClient, place: &str, status: u16) -> Value {
    client.post(&format!("{place}/claims"), json!({ "method": "email" })).await.is(status).json()["code"].clone()
}

// R540
#[rstest]
#[tokio::test]
async fn claim_ends_after_five_wrong_codes_or_one_day_or_a_new_email_address(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let places = [
        add_public_place(&admin, json!({})).await,
        add_public_place(&admin, json!({})).await,
        add_public_place(&admin, json!({})).await,
    ];
    let guessed = begin_claim(&linh, &places[0], "email").await;
    let code = emailed_claim_code(&guide).await;
    for _ in 0..5 {
        confirm_claim(&linh, &guessed, "zz-zz-zz-zz").await.is(422);
    }
    assert_eq!(confirm_claim(&linh, &guessed, &code).await.is(409).json()["code"], "claim_closed");
    // The email address of the place changes before the code is entered.
    let moved = begin_claim(&linh, &places[1], "email").await;
    let code = emailed_claim_code(&guide).await;
    admin.put(&places[1], json!({ "email": "other@example.org" })).await.is(200);
    assert_eq!(confirm_claim(&linh, &moved, &code).await.is(409).json()["code"], "claim_expired");
    assert_eq!(linh.get("/api/claims").await.json()[0]["state"], "expired");
    // The code expires after a day.
    let late = begin_claim(&linh, &places[2], "email").await;
    let code = emailed_claim_code(&guide).await;
    guide.app.clock.advance(DAY_SECS);
    let linh = guide.sign_in_again("linh-tran@example.org").await;
    assert_eq!(confirm_claim(&linh, &late, &code).await.is(409).json()["code"], "claim_expired");
    assert_eq!(role(&linh).await, "viewer");
    // Expired claims are deleted after a year.
    guide.app.clock.advance(366 * DAY_SECS);
    delete_expired_records(&guide.app).await.unwrap();
    let linh = guide.sign_in_again("linh-tran@example.org").await;
    assert_eq!(linh.get("/api/claims").await.is(200).json(), json!([]));
}

// R541
#[rstest]
#[tokio::test]
async fn website_proves_a_claim_by_a_meta_tag_in_its_head_and_not_by_a_redirect_to_another_host(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) =
        TestApp::start_with_arguments(engine, &["--api-only", "--link-allowed-networks", "127.0.0.1"]).await
    else {
        return;
    };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let (website, other_host) = (WebhookReceiver::spawn().await, WebhookReceiver::spawn().await);
    let place = add_public_place(&admin, json!({ "website": website.url() })).await;
    let begun_claim = begin_claim(&linh, &place, "website").await;
    let token = begun_claim["token"].as_str().unwrap().to_owned();
    let check = async || linh.post(&format!("/api/claims/{}/check", begun_claim["id"]), json!({})).await;
    website.respond_with_text(404, &token);
    assert_eq!(check().await.is(409).json()["code"], "claim_proof_missing");
    website.respond_with_text(200, &format!("<body><meta name=\"karst-claim\" content=\"{token}\">"));
    check().await.is(409);
    other_host.respond_with_text(200, &token);
    website.redirect_to(&other_host.url().replace("127.0.0.1", "localhost"));
    check().await.is(409);
    assert!(other_host.take_requests().is_empty(), "another host gets no request");
    assert_eq!(linh.get("/api/claims").await.json()[0]["triesLeft"], 17);
    website.respond_with_text(200, &format!("<head><meta name=\"karst-claim\" content=\"{token}\"></head>"));
    assert_eq!(check().await.is(200).json()["state"], "approved");
    assert_eq!(role(&linh).await, "business_owner");
    check().await.is(409);
    // A website in a private network proves nothing, unless `--link-allowed-networks` contains its address.
    let private_network_place = add_public_place(&admin, json!({ "website": "http://127.0.0.2/" })).await;
    let begun_claim = begin_claim(&linh, &private_network_place, "website").await;
    let refused = linh.post(&format!("/api/claims/{}/check", begun_claim["id"]), json!({})).await.is(409);
    assert_eq!(refused.json()["code"], "claim_proof_missing");
    // A page on a platform that many people share, such as Facebook, proves nothing. The method is not offered.
    for website in ["https://www.facebook.com/pier", "https://sites.google.com/view/pier"] {
        let place = add_public_place(&admin, json!({ "website": website })).await;
        let refused = linh.post(&format!("{place}/claims"), json!({ "method": "website" })).await.is(422);
        assert_eq!(
            (refused.fields(), refused.json()["errors"][0]["code"].clone()),
            (vec!["method".into()], json!("claim_method_unavailable"))
        );
    }
}

// R542
#[rstest]
#[tokio::test]
async fn proved_claim_to_a_place_with_an_owner_waits_for_an_admin(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let minh = guide.owner("Minh Le").await;
    let place = add_public_place(&admin, json!({ "ownerId": minh.id })).await;
    let begun_claim = begin_claim(&linh, &place, "email").await;
    assert_eq!(begun_claim["isDispute"], true);
    let code = emailed_claim_code(&guide).await;
    assert_eq!(confirm_claim(&linh, &begun_claim, &code).await.is(200).json()["state"], "proved");
    assert_eq!(role(&linh).await, "viewer");
    minh.put(&place, json!({ "hours": "Daily" })).await.is(200);
    assert_eq!(problem_code_of_refused_claim(&linh, &place, 409).await, "claim_closed");
    assert_eq!(admin.get("/api/admin/claims/counts").await.is(200).json(), json!({ "waiting": 1 }));
    let listed = admin.get("/api/admin/claims?state=proved").await.is(200);
    assert_eq!((listed.header("x-total-count"), &listed.json()[0]["account"]["name"]), ("1", &json!("Linh Tran")));
    admin.get("/api/admin/claims?state=new").await.is(400);
    assert_eq!(email_kinds_to(&guide.emails().await, "admin-one@example.org"), [EmailKind::ClaimToDecide]);
    decide_claim(&admin, &begun_claim, "approve").await.is(200);
    assert_eq!(admin.get(&place).await.json()["ownerId"], json!(linh.id));
    let emails = guide.emails().await;
    assert_eq!(email_kinds_to(&emails, "minh-le@example.org"), [EmailKind::ClaimRevoked]);
    // Minh was a business owner before any claim and stays one.
    assert_eq!(role(&minh).await, "business_owner");
    minh.put(&place, json!({ "hours": "Never" })).await.is(403);
    assert_eq!(role(&linh).await, "business_owner");
    // A declined claim changes nothing.
    let call_claim = begin_claim(&minh, &place, "call").await;
    decide_claim(&admin, &call_claim, "decline").await.is(200);
    decide_claim(&admin, &call_claim, "approve").await.is(409);
    assert_eq!(admin.get(&place).await.json()["ownerId"], json!(linh.id));
    let last_email = guide.emails().await.pop().unwrap();
    assert_eq!((last_email.kind, last_email.recipient.as_str()), (EmailKind::ClaimDeclined, "minh-le@example.org"));
    assert!(!last_email.body.contains("Called them"), "{}", last_email.body);
}

// R542
#[rstest]
#[tokio::test]
async fn claim_to_a_place_that_got_an_owner_before_the_proof_is_listed_as_dispute(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh, minh) = (guide.admin().await, guide.viewer("Linh Tran").await, guide.owner("Minh Le").await);
    let place = add_public_place(&admin, json!({})).await;
    let begun_claim = begin_claim(&linh, &place, "email").await;
    assert_eq!(begun_claim["isDispute"], false);
    let code = emailed_claim_code(&guide).await;
    admin.put(&place, json!({ "ownerId": minh.id })).await.is(200);
    assert_eq!(confirm_claim(&linh, &begun_claim, &code).await.is(200).json()["isDispute"], true);
    let listed = admin.get("/api/admin/claims?state=proved").await.is(200).json();
    assert_eq!(listed[0]["isDispute"], true);
}

// R542
#[rstest]
#[tokio::test]
async fn claims_are_limited_by_account_and_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let mut places = Vec::new();
    for _ in 0..4 {
        places.push(add_public_place(&admin, json!({})).await);
    }
    for place in &places[..3] {
        begin_claim(&linh, place, "call").await;
    }
    assert_eq!(problem_code_of_refused_claim(&linh, &places[3], 409).await, "too_many_claims");
    // A new claim of the account to the same place withdraws its first one.
    begin_claim(&linh, &places[0], "email").await;
    let states: Vec<Value> =
        linh.get("/api/claims").await.json().as_array().unwrap().iter().map(|one| one["state"].clone()).collect();
    assert_eq!(states, ["open", "open", "open", "withdrawn"]);
    assert_eq!(problem_code_of_refused_claim(&linh, &places[1], 429).await, "rate_limited", "five an account at once");
    for name in ["An Vo", "Ba Vo", "Ca Vo", "Da Vo"] {
        begin_claim(&guide.viewer(name).await, &places[1], "call").await;
    }
    assert_eq!(
        problem_code_of_refused_claim(&guide.viewer("Em Vo").await, &places[1], 429).await,
        "rate_limited",
        "five accounts a place a day"
    );
    // Only an account with a verified email address can claim a place.
    let unverified = guide.client_with_role("Gia Vo", Role::Viewer).await;
    let id = unverified.id.clone().unwrap();
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            let update = "update account set is_email_verified = false where id = $1";
            cms::execute!(tx, sqlx::query(update).bind(id))?;
            Ok::<_, cms::db::engine::StoreError>(())
        })
    });
    work.await.unwrap();
    assert_eq!(problem_code_of_refused_claim(&unverified, &places[3], 403).await, "email_unverified");
}

// R544, R545
#[rstest]
#[tokio::test]
async fn changes_of_an_owner_wait_for_review_except_hours_and_texts(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh) = (guide.admin().await, guide.owner("Minh Le").await);
    let place = add_public_place(&admin, json!({ "ownerId": minh.id, "phone": "1" })).await;
    let changed_fields = json!({ "name": "Bến Mới", "phone": "2", "hours": "Daily", "description": "By the river." });
    let dry_run = minh.put(&format!("{place}?dryRun=true"), changed_fields.clone()).await.is(200).json();
    assert_eq!(dry_run["warnings"].as_array().map(Vec::len), Some(2));
    assert_eq!(minh.get(&format!("{place}/proposals")).await.json(), json!([]), "a dry run stores nothing");
    let saved = minh.put(&place, changed_fields).await.is(200).json();
    let warnings: Vec<(&Value, &Value)> =
        saved["warnings"].as_array().unwrap().iter().map(|one| (&one["field"], &one["code"])).collect();
    let waiting_code = json!("waiting_for_review");
    assert_eq!(warnings, [(&json!("name"), &waiting_code), (&json!("phone"), &waiting_code)]);
    let public = guide.anonymous().get(&place).await.json();
    assert_eq!(
        (&public["name"], &public["slug"], &public["phone"], &public["hours"], &public["description"]),
        (&json!("Bến Đèn Lồng"), &json!("ben-den-long"), &json!("1"), &json!("Daily"), &json!("By the river."))
    );
    let first = minh.get(&format!("{place}/proposals")).await.is(200).json()[0]["id"].clone();
    // A second change makes a new proposal, which also contains the earlier change of the name. The version of the
    // place stays the same.
    let second = minh.put(&place, json!({ "phone": "3" })).await.is(200).json();
    assert_eq!(second["version"], saved["version"]);
    minh.put_with_headers(&place, &[("if-match", "\"1\"")], json!({ "phone": "4" })).await.is(412);
    assert_eq!(minh.put(&place, json!({ "website": "none" })).await.is(422).fields(), ["website"]);
    let listed = minh.get(&format!("{place}/proposals")).await.is(200).json();
    let fields = |proposal: &Value| {
        let fields = proposal["fields"].as_array().unwrap().iter();
        fields.map(|one| (one["field"].clone(), one["proposed"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(fields(&listed[0]), [(json!("name"), json!("Bến Mới")), (json!("phone"), json!("3"))]);
    assert_eq!((&listed[0]["origin"], &listed[0]["kind"]), (&json!("owner"), &Value::Null));
    let queue = admin.get("/api/admin/proposals?state=open").await.is(200).json();
    assert_eq!(queue[0]["id"], listed[0]["id"]);

    // The second proposal replaced the first. Accepting the first is refused, because an admin who reads the first has
    // not seen the changes of the second.
    admin.post(&format!("/api/admin/proposals/{first}/accept"), json!({})).await.is(409);
    let path = format!("/api/admin/proposals/{}", listed[0]["id"]);
    admin.post(&format!("{path}/accept"), json!({})).await.is(200);
    let public = guide.anonymous().get(&place).await.json();
    assert_eq!(
        (&public["name"], &public["slug"], &public["phone"]),
        (&json!("Bến Mới"), &json!("ben-moi"), &json!("3"))
    );
    guide.app.clock.advance(602);
    assert_eq!(email_kinds_to(&guide.emails().await, "minh-le@example.org"), [EmailKind::OwnerChangeAccepted]);
    // A contact that an owner proposed proves nothing, even for another account.
    minh.put(&place, json!({ "email": "minh@example.org" })).await.is(200);
    let id = minh.get(&format!("{place}/proposals")).await.json()[0]["id"].clone();
    admin.post(&format!("/api/admin/proposals/{id}/accept"), json!({})).await.is(200);
    let options = guide.viewer("Quy Vo").await.get(&format!("{place}/claims/options")).await.is(200).json();
    assert_eq!(options["methods"], json!(["call"]));
    guide.app.clock.advance(602);
    guide.emails().await;
    // The email about a declined proposal does not contain the admin's note.
    minh.put(&place, json!({ "latitude": 17.7 })).await.is(200);
    let id = minh.get(&format!("{place}/proposals")).await.json()[0]["id"].clone();
    admin.post(&format!("/api/admin/proposals/{id}/decline"), json!({ "note": "It is there" })).await.is(200);
    guide.app.clock.advance(602);
    let last_email = guide.emails().await.pop().unwrap();
    assert_eq!(
        (last_email.kind, last_email.recipient.as_str()),
        (EmailKind::OwnerChangeDeclined, "minh-le@example.org")
    );
    assert!(!last_email.body.contains("It is there"), "{}", last_email.body);
    // Only the owner can withdraw a proposal, and only once.
    minh.put(&place, json!({ "priceRange": "$$$" })).await.is(200);
    let id = minh.get(&format!("{place}/proposals")).await.json()[0]["id"].clone();
    let withdraw = format!("/api/proposals/{id}/withdraw");
    guide.owner("Hoa Pham").await.send(Method::POST, &withdraw, &[], None).await.is(404);
    minh.send(Method::POST, &withdraw, &[], None).await.is(204);
    minh.send(Method::POST, &withdraw, &[], None).await.is(409);
    assert_eq!(guide.anonymous().get(&place).await.json()["priceRange"], Value::Null);
}

// R540
#[rstest]
#[tokio::test]
async fn contact_that_an_admin_entered_for_a_report_proves_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, quy) = (guide.admin().await, guide.viewer("Quy Vo").await);
    let place = add_public_place(&admin, json!({})).await;
    let methods = async || quy.get(&format!("{place}/claims/options")).await.is(200).json()["methods"].clone();
    assert_eq!(methods().await, json!(["email", "call"]));
    let stored = admin.get(&place).await.json();
    let report = json!({
        "placeId": stored["id"], "version": stored["version"], "kind": "other", "details": "Their email is now quy@example.org",
    });
    quy.post("/api/reports", report).await.is(201);
    let proposal = admin.get("/api/admin/proposals").await.is(200).json()[0]["id"].clone();
    let decision_path = format!("/api/admin/proposals/{proposal}");
    let edited_fields = json!({ "fields": { "email": "quy@example.org" } });
    admin.post(&format!("{decision_path}/accept"), edited_fields).await.is(200);
    assert_eq!(admin.get(&place).await.json()["email"], "quy@example.org");
    assert_eq!(methods().await, json!(["call"]));
    admin.post(&format!("{decision_path}/undo"), json!({})).await.is(200);
    assert_eq!(methods().await, json!(["email", "call"]), "the former address is published again");
}

// R544
#[rstest]
#[tokio::test]
async fn owner_check_of_a_fact_group_with_a_waiting_change_is_not_stored(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh) = (guide.admin().await, guide.owner("Minh Le").await);
    let place = add_public_place(&admin, json!({ "ownerId": minh.id, "phone": "1" })).await;
    let check = |group: &str| json!({ "group": group, "checkedAt": "2026-11-21T08:00:00.000Z", "checkedBy": "owner" });
    let changed_fields = json!({ "phone": "2", "checks": [check("hours"), check("contact")] });
    let saved = minh.put(&place, changed_fields).await.is(200).json();
    let groups: Vec<&Value> = saved["checks"].as_array().unwrap().iter().map(|check| &check["group"]).collect();
    assert_eq!(groups, ["hours"]);
}
