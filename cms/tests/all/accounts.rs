//! Sign-up, email verification, password reset, profile, export and deletion of accounts.

use std::time::Duration;

use cms::auth::domain::accounts::Role;
use cms::jobs::outbox::EmailKind;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::sign_in::{access_token_of, received_refresh_cookie};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, link_in, token_in};
use crate::test_client::{PASSWORD, TestClient, TestResponse};

const SIGN_UP_PATH: &str = "/api/auth/sign-up";
const ACCOUNT_PATH: &str = "/api/auth/account";
const PASSWORD_RESET_PATH: &str = "/api/auth/password-reset";
const CONFIRM_PASSWORD_RESET_PATH: &str = "/api/auth/password-reset/confirm";
const VERIFICATION_PATH: &str = "/api/auth/verification";
const CONFIRM_VERIFICATION_PATH: &str = "/api/auth/verification/confirm";

/// The body of a sign-up request with this email address.
pub fn sign_up_request(email: &str) -> Value {
    json!({ "firstName": " Linh ", "lastName": "Trần", "email": email, "password": PASSWORD })
}

impl TestApp {
    /// Signs up with this email address, which stays unverified. Returns a client of the new account, and the response.
    pub async fn sign_up(&self, email: &str) -> (TestClient, TestResponse) {
        let response = self.anonymous().post(SIGN_UP_PATH, sign_up_request(email)).await.is(201);
        (self.anonymous().with_token(&access_token_of(&response)), response)
    }
}

/// Asserts that two kinds of requests take equally long. `times` has the durations of each kind. The two medians may
/// differ by the larger of the two spreads (longest minus shortest duration of a kind).
pub fn assert_equal_timing(mut times: [Vec<Duration>; 2]) {
    times.iter_mut().for_each(|times| times.sort());
    let spread = times.iter().map(|times| times[times.len() - 1] - times[0]).max().unwrap();
    let [one, other] = times.each_ref().map(|times| times[times.len() / 2]);
    assert!(one.abs_diff(other) <= spread, "the median times differ by more than their spread: {times:?}");
}

/// The problem of the response, with `null` as its request id.
fn without_request_id(response: &TestResponse) -> Value {
    let mut problem = response.json();
    problem["requestId"] = Value::Null;
    problem
}

// R27, R28
#[rstest]
#[tokio::test]
async fn sign_up_creates_a_viewer_with_a_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (client, response) = guide.sign_up(" Linh.Tran@Example.org ").await;
    assert!(received_refresh_cookie(&response).is_some() && response.header("cache-control") == "no-store");
    let user = response.json()["user"].clone();
    assert_eq!(
        (&user["email"], &user["displayName"], &user["role"], &user["isActive"]),
        (&json!("linh.tran@example.org"), &json!("Linh Trần"), &json!("viewer"), &json!(true))
    );
    let profile = client.get(ACCOUNT_PATH).await.is(200).json();
    assert_eq!(
        (&profile["isEmailVerified"], &profile["hasPassword"], &profile["hasSecondFactor"], &profile["federated"]),
        (&json!(false), &json!(true), &json!(false), &json!([]))
    );
    guide.anonymous().sign_in("linh.tran@example.org", PASSWORD).await.is(200);
    // An address in use is refused with the message of the sign-up form.
    let again = guide.anonymous().post(SIGN_UP_PATH, sign_up_request("LINH.TRAN@example.org")).await.is(422);
    assert_eq!(again.errors(), json!([{ "field": "email", "message": "This email is already in use" }]));
    assert_eq!(again.header("set-cookie"), "");
    // A display name may be a single name; sign-up requires a first and a last name.
    let empty = json!({ "firstName": " ", "lastName": "", "email": "linh", "password": "12345" });
    let refused = guide.anonymous().post(SIGN_UP_PATH, empty).await.is(422);
    let sentences: Vec<String> = refused.json()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["message"].as_str().unwrap().to_owned())
        .collect();
    for sentence in [
        "First name is required",
        "Last name is required",
        "Please enter a valid email address",
        "Password must be at least 6 characters",
    ] {
        assert!(sentences.iter().any(|one| one == sentence), "{sentences:?}");
    }
}

// R307
#[rstest]
#[tokio::test]
async fn sign_up_with_a_privileged_field_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    for field in ["role", "isActive", "isEmailVerified", "id", "uid", "ownerId", "passwordHash", "providerUid"] {
        let mut request_body = sign_up_request("linh@example.org");
        request_body[field] = json!("admin");
        assert_eq!(guide.anonymous().post(SIGN_UP_PATH, request_body).await.is(400).fields(), [field]);
    }
    guide.anonymous().sign_in("linh@example.org", PASSWORD).await.is(401);
}

#[rstest]
#[tokio::test]
async fn verification_email_confirms_the_address_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (client, _) = guide.sign_up("linh@example.org").await;
    let link = guide.emailed_link("linh@example.org").await;
    assert!(link.starts_with(&guide.url("/login/verify?token=")), "{link}");
    let secret = json!({ "token": token_in(&link) });
    client.post(CONFIRM_VERIFICATION_PATH, secret.clone()).await.is(204);
    assert_eq!(client.get(ACCOUNT_PATH).await.is(200).json()["isEmailVerified"], true);
    // The link is used up, and a verified account gets no other link.
    assert_eq!(client.post(CONFIRM_VERIFICATION_PATH, secret).await.is(422).fields(), ["token"]);
    client.post(VERIFICATION_PATH, json!({})).await.is(202);
    assert_eq!(guide.emails().await.len(), 1);

    let (other, _) = guide.sign_up("minh@example.org").await;
    let first = guide.emailed_link("minh@example.org").await;
    other.post(VERIFICATION_PATH, json!({})).await.is(202);
    let second = guide.emailed_link("minh@example.org").await;
    assert_ne!(first, second);
    // A verification link cannot reset a password, and it expires after three days. The link in the first email still
    // works after the second email was sent.
    let as_reset = json!({ "token": token_in(&second), "password": "another password" });
    assert_eq!(guide.anonymous().post(CONFIRM_PASSWORD_RESET_PATH, as_reset).await.is(422).fields(), ["token"]);
    guide.app.clock.advance(3 * 24 * 3600 - 1);
    let confirmation_body = |link: &str| json!({ "token": token_in(link), "password": PASSWORD });
    guide.anonymous().post(CONFIRM_VERIFICATION_PATH, confirmation_body(&first)).await.is(204);
    let (third, _) = guide.sign_up("hoa@example.org").await;
    let late = guide.emailed_link("hoa@example.org").await;
    guide.app.clock.advance(3 * 24 * 3600);
    assert_eq!(
        guide.anonymous().post(CONFIRM_VERIFICATION_PATH, confirmation_body(&late)).await.is(422).fields(),
        ["token"]
    );
    assert_eq!(third.get(ACCOUNT_PATH).await.status, 401, "the access token has expired, too");
}

#[rstest]
#[tokio::test]
async fn password_reset_link_works_once_within_half_an_hour(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    let session = anonymous.sign_in(&email, PASSWORD).await.is(200);
    anonymous.post(PASSWORD_RESET_PATH, json!({ "email": email.to_uppercase() })).await.is(202);
    anonymous.post(PASSWORD_RESET_PATH, json!({ "email": email })).await.is(202);
    let emails = guide.emails().await;
    let links: Vec<String> = emails.iter().map(|message| link_in(&message.body)).collect();
    assert_eq!(links.len(), 2);
    let reset_body = |link: &str, password: &str| json!({ "token": token_in(link), "password": password });
    assert_eq!(
        anonymous.post(CONFIRM_PASSWORD_RESET_PATH, reset_body(&links[0], "short")).await.is(422).fields(),
        ["password"]
    );
    guide.app.clock.advance(30 * 60 - 1);
    anonymous.post(CONFIRM_PASSWORD_RESET_PATH, reset_body(&links[1], "a ferry on the Son")).await.is(204);
    // Using one of the links invalidates both.
    for link in &links {
        assert_eq!(
            anonymous.post(CONFIRM_PASSWORD_RESET_PATH, reset_body(link, "a thief's own")).await.is(422).fields(),
            ["token"]
        );
    }
    // All sessions have ended (R309).
    assert_eq!(anonymous.admin_stats_status(&access_token_of(&session)).await, 401);
    anonymous.refresh(&received_refresh_cookie(&session).unwrap()).await.is(401);
    anonymous.sign_in(&email, PASSWORD).await.is(401);
    anonymous.sign_in(&email, "a ferry on the Son").await.is(200);
    // A link expires after half an hour.
    anonymous.post(PASSWORD_RESET_PATH, json!({ "email": email })).await.is(202);
    let link = guide.emailed_link(&email).await;
    guide.app.clock.advance(30 * 60);
    assert_eq!(
        anonymous.post(CONFIRM_PASSWORD_RESET_PATH, reset_body(&link, "too late by now")).await.is(422).fields(),
        ["token"]
    );
    for nonsense in ["", "x", "a\u{0}b", &"x".repeat(101), "' or 1=1 --"] {
        let request_body = json!({ "token": nonsense, "password": "a password" });
        assert_eq!(
            anonymous.post(CONFIRM_PASSWORD_RESET_PATH, request_body).await.is(422).fields(),
            ["token"],
            "{nonsense:?}"
        );
    }
}

// R312
#[rstest]
#[tokio::test]
async fn password_reset_responds_alike_for_known_and_unknown_addresses(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (known, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let anonymous = guide.anonymous();
    let (mut times, mut responses) = ([Vec::new(), Vec::new()], Vec::new());
    for _ in 0..5 {
        for (kind, email) in [known.as_str(), "nobody@example.org"].into_iter().enumerate() {
            let started = std::time::Instant::now();
            let response = anonymous.post(PASSWORD_RESET_PATH, json!({ "email": email })).await.is(202);
            times[kind].push(started.elapsed());
            let mut headers: Vec<String> = response.headers.keys().map(ToString::to_string).collect();
            headers.sort();
            responses.push((response.text, headers));
        }
    }
    assert!(responses.iter().all(|response| *response == responses[0]), "{responses:?}");
    // Both kinds of requests run the same statements, so they take equally long.
    assert_equal_timing(times);
    // Only the requests for the known address leave an email in the outbox.
    let emails = guide.emails().await;
    assert_eq!(emails.len(), 5);
    assert!(emails.iter().all(|message| message.recipient == known));
}

// R313
#[rstest]
#[tokio::test]
async fn email_links_start_with_the_public_url_despite_forged_request_headers(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let settings = ["--api-only", "--public-url", "https://guide.example/", "--trusted-proxies", "127.0.0.1"];
    let Some(guide) = TestApp::start_with_arguments(engine, &settings).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let foreign = [
        ("host", "evil.example"),
        ("x-forwarded-host", "evil.example"),
        ("x-forwarded-proto", "gopher"),
        ("forwarded", "host=evil.example"),
        ("x-original-url", "https://evil.example/"),
    ];
    guide.anonymous().post_with_headers(PASSWORD_RESET_PATH, &foreign, json!({ "email": email })).await.is(202);
    guide.anonymous().post_with_headers(SIGN_UP_PATH, &foreign, sign_up_request("minh@example.org")).await.is(201);
    for message in guide.emails().await {
        assert!(link_in(&message.body).starts_with("https://guide.example/login/"), "{}", message.body);
        assert!(!message.body.contains("evil.example"));
    }
}

// R308
#[rstest]
#[tokio::test]
async fn password_reset_of_an_unverified_account_ends_its_creators_access(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (attacker, session) = guide.sign_up("linh@example.org").await;
    guide.anonymous().post(PASSWORD_RESET_PATH, json!({ "email": "linh@example.org" })).await.is(202);
    let link = guide.emailed_link("linh@example.org").await;
    let chosen = json!({ "token": token_in(&link), "password": "a ferry on the Son" });
    guide.anonymous().post(CONFIRM_PASSWORD_RESET_PATH, chosen).await.is(204);
    assert_eq!(attacker.get(ACCOUNT_PATH).await.status, 401);
    attacker.refresh(&received_refresh_cookie(&session).unwrap()).await.is(401);
    guide.anonymous().sign_in("linh@example.org", PASSWORD).await.is(401);
    let owner = guide.anonymous().sign_in("linh@example.org", "a ferry on the Son").await.is(200);
    let owner = guide.anonymous().with_token(&access_token_of(&owner));
    assert_eq!(owner.get(ACCOUNT_PATH).await.is(200).json()["isEmailVerified"], true);
}

// R308
#[rstest]
#[tokio::test]
async fn verification_without_the_account_password_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let settings = ["--api-only", "--admin-emails", "boss@example.org"];
    let Some(guide) = TestApp::start_with_arguments(engine, &settings).await else { return };
    let (attacker, _) = guide.sign_up("boss@example.org").await;
    let secret = token_in(&guide.emailed_link("boss@example.org").await);
    // The owner of the mailbox follows an unrequested link, signed out or signed in to another account.
    let other = guide.viewer("Minh Le").await;
    for caller in [guide.anonymous(), other] {
        let refused = caller.post(CONFIRM_VERIFICATION_PATH, json!({ "token": secret })).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": "password", "message": "Password is required" }]));
        let guess = json!({ "token": secret, "password": "a guess" });
        let refused = caller.post(CONFIRM_VERIFICATION_PATH, guess).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": "password", "message": "The password is incorrect" }]));
    }
    assert_eq!(attacker.get(ACCOUNT_PATH).await.is(200).json()["isEmailVerified"], false);
    let session = guide.anonymous().sign_in("boss@example.org", PASSWORD).await.is(200);
    assert_eq!(session.json()["user"]["role"], "viewer");
    // The refused attempts did not use the link up.
    let right = json!({ "token": secret, "password": PASSWORD });
    guide.anonymous().post(CONFIRM_VERIFICATION_PATH, right).await.is(204);
}

// R309
#[rstest]
#[tokio::test]
async fn password_change_ends_all_sessions_and_starts_a_new_one(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let anonymous = guide.anonymous();
    let own_session = anonymous.sign_in(&email, PASSWORD).await.is(200);
    let other_session = anonymous.sign_in(&email, PASSWORD).await.is(200);
    let client = anonymous.with_token(&access_token_of(&own_session));
    let request_body = |present: &str, new: &str| json!({ "currentPassword": present, "newPassword": new });
    let wrong = client.put("/api/auth/password", request_body("a guess", "a ferry on the Son")).await.is(422);
    assert_eq!(wrong.fields(), ["currentPassword"]);
    let short = client.put("/api/auth/password", request_body(PASSWORD, "12345")).await.is(422);
    assert_eq!(short.fields(), ["newPassword"]);
    assert_eq!(client.get(ACCOUNT_PATH).await.status, 200, "no session was ended");
    let changed = client.put("/api/auth/password", request_body(PASSWORD, "a ferry on the Son")).await.is(200);
    for old in [&own_session, &other_session] {
        assert_eq!(anonymous.with_token(&access_token_of(old)).get(ACCOUNT_PATH).await.status, 401);
        anonymous.refresh(&received_refresh_cookie(old).unwrap()).await.is(401);
    }
    anonymous.with_token(&access_token_of(&changed)).get(ACCOUNT_PATH).await.is(200);
    anonymous.refresh(&received_refresh_cookie(&changed).unwrap()).await.is(200);
    anonymous.sign_in(&email, PASSWORD).await.is(401);
    // Wrong passwords count toward the same rate limit as wrong passwords of sign-ins.
    let client = anonymous.with_token(&access_token_of(&changed));
    let mut status = 422;
    for _ in 0..12 {
        status = client.put("/api/auth/password", request_body("a guess", "a ferry on the Son")).await.status.as_u16();
    }
    assert_eq!(status, 429);
}

#[rstest]
#[tokio::test]
async fn profile_update_changes_only_sent_fields(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let client = guide.viewer("Linh Tran").await;
    let changed = client.put(ACCOUNT_PATH, json!({ "photoURL": "/media/linh.webp" })).await.is(200).json();
    assert_eq!((&changed["photoURL"], &changed["displayName"]), (&json!("/media/linh.webp"), &json!("Linh Tran")));
    let changed = client.put(ACCOUNT_PATH, json!({ "firstName": " Thúy ", "photoURL": null })).await.is(200).json();
    assert_eq!((&changed["photoURL"], &changed["displayName"]), (&Value::Null, &json!("Thúy Tran")));
    assert_eq!(client.get(ACCOUNT_PATH).await.is(200).json(), changed);
    for (sent, field) in [
        (json!({ "firstName": "" }), "firstName"),
        (json!({ "lastName": null }), "lastName"),
        (json!({ "photoURL": "javascript:alert(1)" }), "photoURL"),
        (json!({ "photoURL": "//elsewhere.example/x" }), "photoURL"),
        (json!({ "lastName": "x".repeat(81) }), "lastName"),
    ] {
        assert_eq!(client.put(ACCOUNT_PATH, sent).await.is(422).fields(), [field]);
    }
    for field in ["role", "email", "isActive", "isEmailVerified", "uid", "hasSecondFactor"] {
        assert_eq!(client.put(ACCOUNT_PATH, json!({ field: "admin" })).await.is(400).fields(), [field]);
    }
    assert_eq!(client.get(ACCOUNT_PATH).await.is(200).json(), changed);
}

// R237
#[rstest]
#[tokio::test]
async fn account_is_exported_and_deleted(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let owner = guide.owner("Minh Le").await;
    let cave = admin.add_category("Caves").await;
    let place = owner.add_place(crate::fixtures::place_json("Minh's Cave", cave)).await;
    let file = owner.get("/api/auth/account/export").await.is(200);
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"account.json\"");
    let exported = file.json();
    assert_eq!(exported["account"]["email"], "minh-le@example.org");
    assert_eq!(exported["businesses"], json!([{ "id": place["id"], "name": "Minh's Cave", "slug": place["slug"] }]));
    assert_eq!(exported["sessions"][0]["isCurrent"], true);
    let actions = exported["actions"].as_array().unwrap().iter().map(|event| event["action"].as_str().unwrap());
    assert_eq!(actions.collect::<Vec<_>>(), ["signIn", "createPlace"]);
    assert!(!file.text.contains("argon2"));

    for (sent, sentence) in [
        (json!({}), "Password is required"),
        (json!({ "currentPassword": "" }), "Password is required"),
        (json!({ "currentPassword": "a guess" }), "The password is incorrect"),
    ] {
        let refused = owner.delete_with_body(ACCOUNT_PATH, sent).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": "currentPassword", "message": sentence }]));
    }
    let gone = owner.delete_with_body(ACCOUNT_PATH, json!({ "currentPassword": PASSWORD })).await.is(204);
    assert!(gone.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(owner.get(ACCOUNT_PATH).await.status, 401);
    guide.anonymous().sign_in("minh-le@example.org", PASSWORD).await.is(401);
    let places = admin.get("/api/businesses?showAll=true").await.is(200).json();
    assert_eq!((&places[0]["name"], &places[0]["ownerId"]), (&json!("Minh's Cave"), &Value::Null));
    // The account of the last admin cannot be deleted.
    let refused = admin.delete_with_body(ACCOUNT_PATH, json!({ "currentPassword": PASSWORD })).await.is(409);
    assert!(without_request_id(&refused)["detail"].as_str().unwrap().contains("last admin"));
    admin.get("/api/admin/stats").await.is(200);
}

/// The deletion code of the newest email that has one.
pub async fn emailed_deletion_code(guide: &TestApp) -> String {
    let emails = guide.emails().await;
    let message = emails.iter().rfind(|message| message.kind == EmailKind::DeletionCode).unwrap();
    let is_code = |line: &&str| line.len() == 8 && line.chars().all(|digit| digit.is_ascii_digit());
    message.body.lines().find(is_code).unwrap().to_owned()
}

#[rstest]
#[tokio::test]
async fn account_without_a_password_is_deleted_with_an_emailed_code(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    guide.admin().await;
    let linh = guide.viewer("Linh Tran").await;
    let deletion_code_path = "/api/auth/account/deletion-code";
    linh.post(deletion_code_path, Value::Null).await.is(409);
    let id = linh.id.clone().unwrap();
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            cms::execute!(tx, sqlx::query("update account set password_hash = null where id = $1").bind(id))?;
            Ok::<_, cms::db::engine::StoreError>(())
        })
    });
    work.await.unwrap();
    linh.send(reqwest::Method::POST, deletion_code_path, &[], None).await.is(202);
    let code = emailed_deletion_code(&guide).await;
    for (sent, sentence) in [
        (json!({}), "Code is required"),
        (json!({ "currentPassword": PASSWORD }), "Code is required"),
        (json!({ "code": "0" }), "The code is incorrect or has expired"),
    ] {
        let refused = linh.delete_with_body(ACCOUNT_PATH, sent).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": "code", "message": sentence }]));
    }
    // Ten tries are allowed, then one a minute.
    for _ in 0..9 {
        linh.delete_with_body(ACCOUNT_PATH, json!({ "code": "00000000" })).await.is(422);
    }
    linh.delete_with_body(ACCOUNT_PATH, json!({ "code": code })).await.is(429);
    // The code expires after half an hour.
    guide.app.clock.advance(30 * 60);
    linh.delete_with_body(ACCOUNT_PATH, json!({ "code": code })).await.is(422);
    linh.send(reqwest::Method::POST, deletion_code_path, &[], None).await.is(202);
    let code = emailed_deletion_code(&guide).await;
    linh.delete_with_body(ACCOUNT_PATH, json!({ "code": format!("{} {}", &code[..4], &code[4..]) })).await.is(204);
    assert_eq!(linh.get(ACCOUNT_PATH).await.status, 401);
    let emails = guide.emails().await;
    let last = emails.last().unwrap();
    assert_eq!((last.kind, last.recipient.as_str()), (EmailKind::AccountDeleted, "linh-tran@example.org"));
    assert!(
        last.body.contains("Your account was deleted, along with your name, email address, saved places"),
        "{}",
        last.body
    );
    assert_eq!(emails.len(), 1, "emails about the account are deleted with it");
}

// R166
#[rstest]
#[tokio::test]
async fn sync_returns_the_account_of_the_token_and_ignores_names_in_the_body(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let sync = "/api/auth/firebase/sync";
    let (email, id) = guide.add_account("Linh Tran", Role::BusinessOwner).await;
    let client = guide.anonymous();
    let client = client.with_token(&access_token_of(&client.sign_in(&email, PASSWORD).await.is(200)));
    let body = json!({
        "uid": id.0, "email": email.to_uppercase(), "firstName": "Other", "lastName": "Name", "profileImageUrl": "/p.webp",
    });
    let expected = json!({
        "uid": id.0, "email": email, "displayName": "Linh Tran", "photoURL": "/p.webp", "role": "business_owner",
        "isActive": true, "firstName": "Linh", "lastName": "Tran",
    });
    assert_eq!(
        client.post(sync, body).await.is(200).json(),
        expected,
        "what is there stays, what is missing is filled"
    );
    assert_eq!(client.post(sync, json!({})).await.is(200).json(), expected);
    let foreign = json!({ "uid": "somebody-else", "email": "boss@example.org", "firstName": "X" });
    assert_eq!(client.post(sync, foreign).await.is(403).fields(), ["uid", "email"]);
    for field in ["role", "isActive", "id"] {
        assert_eq!(client.post(sync, json!({ field: "admin" })).await.is(400).fields(), [field]);
    }
    assert_eq!(client.post(sync, json!({})).await.is(200).json(), expected);
    guide.anonymous().post(sync, json!({})).await.is(401);
    guide.anonymous().with_token("x.y.z").post(sync, json!({})).await.is(401);
    // The sync is the only call that reports that an account is deactivated.
    let admin = guide.admin().await;
    admin.put(&format!("/api/admin/users/{}", id.0), json!({ "isActive": false })).await.is(200);
    let profile = client.post(sync, json!({ "firstName": "X" })).await.is(200).json();
    assert_eq!(profile["isActive"], false);
    assert_eq!(client.get(ACCOUNT_PATH).await.status, 401);
    // After a reactivation the account has to sign in again.
    admin.put(&format!("/api/admin/users/{}", id.0), json!({ "isActive": true })).await.is(200);
    assert_eq!(client.get(ACCOUNT_PATH).await.status, 401);
    client.post(sync, json!({})).await.is(401);
}

#[rstest]
#[tokio::test]
async fn address_in_admin_emails_becomes_admin_at_its_first_verified_sign_in_only(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let settings = ["--api-only", "--admin-emails", "Boss@Example.org, other@example.org"];
    let Some(guide) = TestApp::start_with_arguments(engine, &settings).await else { return };
    guide.sign_up("boss@example.org").await;
    let role = async || {
        let session = guide.anonymous().sign_in("boss@example.org", PASSWORD).await.is(200);
        session.json()["user"]["role"].as_str().unwrap().to_owned()
    };
    assert_eq!(role().await, "viewer", "the address is not verified");
    let link = guide.emailed_link("boss@example.org").await;
    let proof = json!({ "token": token_in(&link), "password": PASSWORD });
    guide.anonymous().post(CONFIRM_VERIFICATION_PATH, proof).await.is(204);
    assert_eq!(role().await, "admin");
    let admin = guide.admin().await;
    let users = admin.get("/api/admin/users?q=boss").await.is(200).json();
    let boss = format!("/api/admin/users/{}", users[0]["id"].as_str().unwrap());
    admin.put(&boss, json!({ "role": "viewer" })).await.is(200);
    assert_eq!(role().await, "viewer", "a later decision of an admin stands");
}

// R323
#[rstest]
#[tokio::test]
async fn account_calls_from_another_site_are_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let client = guide.viewer("Linh Tran").await;
    for foreign in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example"), ("origin", "null")] {
        let response = guide
            .anonymous()
            .post_with_headers(SIGN_UP_PATH, &[foreign], sign_up_request("x@example.org"))
            .await
            .is(403);
        assert_eq!(response.header("set-cookie"), "");
        client.send(Method::POST, "/api/auth/sign-out-everywhere", &[foreign], None).await.is(403);
        let request_body = json!({ "currentPassword": PASSWORD, "newPassword": "another one" });
        client.put_with_headers("/api/auth/password", &[foreign], request_body).await.is(403);
    }
    client.get(ACCOUNT_PATH).await.is(200);
    guide.anonymous().sign_in("x@example.org", PASSWORD).await.is(401);
}
