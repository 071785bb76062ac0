//! Sign-in with a password, refresh and sign-out.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use cms::auth::domain::accounts::Role;
use cms::auth::domain::builtin::provider::{BuiltinProvider, SignInPolicy};
use cms::commands::user::{self, UserCommand};
use cms::db::engine::StoreError;
use cms::execute;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::accounts::assert_equal_timing;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::{PASSWORD, TestClient, TestResponse};

const SIGN_IN_PATH: &str = "/api/auth/sign-in";
const REFRESH_PATH: &str = "/api/auth/refresh";
const SIGN_OUT_PATH: &str = "/api/auth/sign-out";
/// The path of a call that only admins may make. Tests use it to check whether an access token is valid.
const ADMIN_STATS_PATH: &str = "/api/admin/stats";

/// The refresh cookie that a response sets, as the value of a `Cookie` header. `None` if the response sets no cookie or
/// clears it.
pub fn received_refresh_cookie(response: &TestResponse) -> Option<String> {
    let set_cookie = response.headers.get_all("set-cookie").iter().find_map(|value| value.to_str().ok())?;
    let pair = set_cookie.split(';').next().unwrap();
    (pair.starts_with("karst_refresh=") && pair != "karst_refresh=").then(|| pair.to_owned())
}

pub fn access_token_of(response: &TestResponse) -> String {
    response.json()["token"].as_str().unwrap().to_owned()
}

impl TestClient {
    pub async fn sign_in(&self, email: &str, password: &str) -> TestResponse {
        self.post(SIGN_IN_PATH, json!({ "email": email, "password": password })).await
    }

    pub async fn refresh(&self, cookie: &str) -> TestResponse {
        self.send(Method::POST, REFRESH_PATH, &[("cookie", cookie)], None).await
    }

    pub async fn admin_stats_status(&self, token: &str) -> u16 {
        self.get_with_headers(ADMIN_STATS_PATH, &[("authorization", &format!("Bearer {token}"))]).await.status.as_u16()
    }
}

async fn execute_sql_with_email(guide: &TestApp, sql: &'static str, email: String) {
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            assert_eq!(execute!(tx, sqlx::query(sql).bind(email))?, 1);
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
}

async fn deactivate(guide: &TestApp, email: &str) {
    execute_sql_with_email(guide, "update account set is_active = false where email = $1", email.to_owned()).await;
}

#[rstest]
#[tokio::test]
async fn sign_in_returns_a_one_hour_token_and_a_thirty_day_cookie(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, id) = guide.add_account("Linh Trần", Role::Admin).await;
    let response = guide.anonymous().sign_in(&email, PASSWORD).await.is(200);
    assert_eq!(response.header("cache-control"), "no-store");
    let set_cookie = response.header("set-cookie");
    assert!(set_cookie.ends_with("; HttpOnly; SameSite=Lax; Path=/api/auth; Max-Age=2592000"), "{set_cookie}");
    let session = response.json();
    assert_eq!(session["expiresAt"], "2026-11-21T09:00:00.000Z");
    let user = json!({
        "uid": id.0, "email": email, "displayName": "Linh Trần", "photoURL": null, "role": "admin", "isActive": true,
        "firstName": "Linh", "lastName": "Trần",
    });
    assert_eq!(session["user"], user);
    assert_eq!(guide.anonymous().admin_stats_status(&access_token_of(&response)).await, 200);
    // The email address may be in upper case and have surrounding spaces.
    guide.anonymous().sign_in(&format!(" {} ", email.to_uppercase()), PASSWORD).await.is(200);
    guide.app.clock.advance(3599);
    assert_eq!(guide.anonymous().admin_stats_status(&access_token_of(&response)).await, 200);
    guide.app.clock.advance(1);
    assert_eq!(guide.anonymous().admin_stats_status(&access_token_of(&response)).await, 401);
}

// R312
#[rstest]
#[tokio::test]
async fn every_refused_sign_in_gets_the_same_response(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (known_email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let (deactivated_email, _) = guide.add_account("Minh Le", Role::Viewer).await;
    let (passwordless_email, _) = guide.add_account("Hoa Pham", Role::Viewer).await;
    deactivate(&guide, &deactivated_email).await;
    execute_sql_with_email(
        &guide,
        "update account set password_hash = null where email = $1",
        passwordless_email.clone(),
    )
    .await;
    for (email, password) in [
        (known_email.as_str(), "a wrong password"),
        (&known_email, " a boat on the Son"),
        (&known_email, "A boat on the Son"),
        ("nobody@example.org", PASSWORD),
        (&deactivated_email, PASSWORD),
        (&passwordless_email, PASSWORD),
        (&known_email, &"ộ".repeat(1024)),
    ] {
        let response = guide.anonymous().sign_in(email, password).await.is(401);
        let mut problem = response.json();
        assert_eq!(problem["requestId"], response.header("x-request-id"));
        problem["requestId"] = Value::Null;
        let expected = json!({
            "type": "about:blank", "title": "Unauthorized", "status": 401,
            "detail": "Email or password is incorrect", "code": "invalid_credentials", "requestId": null,
        });
        assert_eq!(problem, expected, "{email}");
        assert_eq!((response.header("set-cookie"), response.header("cache-control")), ("", "no-store"));
    }
    let blank_form_response = guide.anonymous().sign_in("", "").await.is(422);
    assert_eq!(blank_form_response.fields(), ["email", "password"]);
    let refused = guide
        .anonymous()
        .post(SIGN_IN_PATH, json!({ "email": known_email, "password": PASSWORD, "role": "admin" }))
        .await;
    assert_eq!(refused.is(400).fields(), ["role"]);
    assert_eq!(guide.anonymous().sign_in("nobody", PASSWORD).await.is(422).fields(), ["email"]);
}

// R312
#[rstest]
#[tokio::test]
async fn sign_in_takes_the_same_time_for_known_and_unknown_email_addresses(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    // Sign-up hashes the password with the default cost. `add_account` would hash it with the lowest cost.
    guide.sign_up("linh@example.org").await;
    let anonymous = guide.anonymous();
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..9 {
        for (kind, email) in ["linh@example.org", "nobody@example.org"].into_iter().enumerate() {
            let started_at = std::time::Instant::now();
            anonymous.sign_in(email, "a guess").await.is(401);
            times[kind].push(started_at.elapsed());
        }
    }
    assert_equal_timing(times);
}

// R309
#[rstest]
#[tokio::test]
async fn sign_out_ends_every_token_of_the_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    for uses_cookie in [false, true] {
        let (this_session, other_session) =
            (anonymous.sign_in(&email, PASSWORD).await.is(200), anonymous.sign_in(&email, PASSWORD).await.is(200));
        let (bearer, refresh_cookie) =
            (format!("Bearer {}", access_token_of(&this_session)), received_refresh_cookie(&this_session).unwrap());
        let credential_header =
            if uses_cookie { ("cookie", refresh_cookie.as_str()) } else { ("authorization", bearer.as_str()) };
        let sign_out_response = anonymous.send(Method::POST, SIGN_OUT_PATH, &[credential_header], None).await.is(204);
        assert!(
            sign_out_response.header("set-cookie").starts_with("karst_refresh=;")
                && sign_out_response.header("set-cookie").contains("Max-Age=0")
        );
        assert_eq!(anonymous.admin_stats_status(&access_token_of(&this_session)).await, 401);
        anonymous.refresh(&refresh_cookie).await.is(401);
        assert_eq!(
            anonymous.admin_stats_status(&access_token_of(&other_session)).await,
            200,
            "the other device stays signed in"
        );
        // A second sign-out is not an error.
        anonymous.send(Method::POST, SIGN_OUT_PATH, &[credential_header], None).await.is(204);
    }
    anonymous.post(SIGN_OUT_PATH, json!({})).await.is(204);
    anonymous.send(Method::POST, SIGN_OUT_PATH, &[("authorization", "Bearer x.y.z")], None).await.is(401);
}

#[rstest]
#[tokio::test]
async fn sign_out_with_an_expired_token_ends_its_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let session = guide.anonymous().sign_in(&email, PASSWORD).await.is(200);
    guide.app.clock.advance(7200);
    let bearer = format!("Bearer {}", access_token_of(&session));
    guide.anonymous().send(Method::POST, SIGN_OUT_PATH, &[("authorization", &bearer)], None).await.is(204);
    guide.anonymous().refresh(&received_refresh_cookie(&session).unwrap()).await.is(401);
}

#[rstest]
#[tokio::test]
async fn refresh_continues_the_session_with_a_new_cookie(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    let first_response = anonymous.sign_in(&email, PASSWORD).await.is(200);
    guide.app.clock.advance(3000);
    let second_response = anonymous.refresh(&received_refresh_cookie(&first_response).unwrap()).await.is(200);
    assert_eq!(second_response.header("cache-control"), "no-store");
    assert_eq!(second_response.json()["user"], first_response.json()["user"]);
    assert_eq!(second_response.json()["expiresAt"], "2026-11-21T09:50:00.000Z");
    assert_ne!(received_refresh_cookie(&first_response), received_refresh_cookie(&second_response));
    for session in [&first_response, &second_response] {
        assert_eq!(anonymous.admin_stats_status(&access_token_of(session)).await, 200);
    }
    // Each refresh extends the session by 30 days. Without another refresh, it then ends.
    let mut refresh_cookie = received_refresh_cookie(&second_response).unwrap();
    for _ in 0..3 {
        guide.app.clock.advance(29 * 24 * 3600);
        refresh_cookie = received_refresh_cookie(&anonymous.refresh(&refresh_cookie).await.is(200)).unwrap();
    }
    guide.app.clock.advance(30 * 24 * 3600);
    anonymous.refresh(&refresh_cookie).await.is(401);
}

#[rstest]
#[tokio::test]
async fn reused_refresh_cookie_ends_its_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    let first_response = anonymous.sign_in(&email, PASSWORD).await.is(200);
    let other_session = anonymous.sign_in(&email, PASSWORD).await.is(200);
    let second_response = anonymous.refresh(&received_refresh_cookie(&first_response).unwrap()).await.is(200);
    let second_response = anonymous.refresh(&received_refresh_cookie(&second_response).unwrap()).await.is(200);
    guide.app.clock.advance(31);
    let reused = anonymous.refresh(&received_refresh_cookie(&first_response).unwrap()).await.is(401);
    assert!(reused.header("set-cookie").contains("Max-Age=0"));
    anonymous.refresh(&received_refresh_cookie(&second_response).unwrap()).await.is(401);
    for session in [&first_response, &second_response] {
        assert_eq!(anonymous.admin_stats_status(&access_token_of(session)).await, 401);
    }
    assert_eq!(anonymous.admin_stats_status(&access_token_of(&other_session)).await, 200);
}

#[rstest]
#[tokio::test]
async fn concurrent_refreshes_and_a_retry_after_a_lost_response_succeed(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    let first_cookie = received_refresh_cookie(&anonymous.sign_in(&email, PASSWORD).await.is(200)).unwrap();
    let responses = futures_util::future::join_all((0..8).map(|_| anonymous.refresh(&first_cookie))).await;
    let cookies: Vec<_> =
        responses.into_iter().map(|response| received_refresh_cookie(&response.is(200)).unwrap()).collect();
    assert!(cookies.iter().all(|one| *one == cookies[0] && *one != first_cookie), "the last cookie is valid");
    guide.app.clock.advance(30);
    assert_eq!(received_refresh_cookie(&anonymous.refresh(&first_cookie).await.is(200)).as_ref(), Some(&cookies[0]));
    // The new cookie has been used too. For 30 s after the old cookie was exchanged, a tab that sends the old cookie
    // still gets an access token, but no cookie.
    let third_response = anonymous.refresh(&cookies[0]).await.is(200);
    let late_response = anonymous.refresh(&first_cookie).await.is(200);
    assert_eq!(received_refresh_cookie(&late_response), None);
    assert_eq!(anonymous.admin_stats_status(&access_token_of(&late_response)).await, 200);
    guide.app.clock.advance(3000);
    anonymous.refresh(&received_refresh_cookie(&third_response).unwrap()).await.is(200);
}

#[rstest]
#[tokio::test]
async fn lost_refresh_response_is_repeated_for_a_day_while_its_cookie_is_unused(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    let first_cookie = received_refresh_cookie(&anonymous.sign_in(&email, PASSWORD).await.is(200)).unwrap();
    let lost_cookie = received_refresh_cookie(&anonymous.refresh(&first_cookie).await.is(200)).unwrap();
    guide.app.clock.advance(24 * 3600);
    let repeated_response = anonymous.refresh(&first_cookie).await.is(200);
    assert_eq!(
        received_refresh_cookie(&repeated_response).as_ref(),
        Some(&lost_cookie),
        "the successor is the same, so one session has one token"
    );
    assert_eq!(anonymous.admin_stats_status(&access_token_of(&repeated_response)).await, 200);
    // The new cookie has been used too. The old cookie was exchanged more than 30 s ago, so its reuse ends the session.
    let third_cookie = received_refresh_cookie(&anonymous.refresh(&lost_cookie).await.is(200)).unwrap();
    anonymous.refresh(&first_cookie).await.is(401);
    anonymous.refresh(&third_cookie).await.is(401);

    let second_cookie = received_refresh_cookie(&anonymous.sign_in(&email, PASSWORD).await.is(200)).unwrap();
    let lost_cookie = received_refresh_cookie(&anonymous.refresh(&second_cookie).await.is(200)).unwrap();
    guide.app.clock.advance(24 * 3600 + 1);
    anonymous.refresh(&second_cookie).await.is(401);
    anonymous.refresh(&lost_cookie).await.is(401);
}

#[rstest]
#[tokio::test]
async fn unknown_refresh_cookie_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let anonymous = guide.anonymous();
    anonymous.send(Method::POST, REFRESH_PATH, &[], None).await.is(401);
    for value in ["", "x", "' or 1=1 --", &"A".repeat(43), &"A".repeat(5000)] {
        anonymous.refresh(&format!("karst_refresh={value}")).await.is(401);
    }
}

// R309
#[rstest]
#[tokio::test]
async fn account_changes_by_command_apply_to_the_next_request(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let db = &guide.app.db;
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let (other_email, _) = guide.add_account("Minh Le", Role::Admin).await;
    let anonymous = guide.anonymous();
    let session = anonymous.sign_in(&email, PASSWORD).await.is(200);
    let now = guide.app.clock.now();

    user::execute(db, UserCommand::Role { email: email.clone(), role: Role::Viewer }, now).await.unwrap();
    assert_eq!(anonymous.admin_stats_status(&access_token_of(&session)).await, 403);
    user::execute(db, UserCommand::Role { email: email.clone(), role: Role::Admin }, now).await.unwrap();
    assert_eq!(anonymous.admin_stats_status(&access_token_of(&session)).await, 200);

    deactivate(&guide, &email).await;
    assert_eq!(anonymous.admin_stats_status(&access_token_of(&session)).await, 401);
    anonymous.refresh(&received_refresh_cookie(&session).unwrap()).await.is(401);

    let session = anonymous.sign_in(&other_email, PASSWORD).await.is(200);
    anonymous.post("/api/auth/password-reset", json!({ "email": other_email })).await.is(202);
    let link = guide.emailed_link(&other_email).await;
    let command_output =
        user::execute(db, UserCommand::Password { email: other_email.to_uppercase(), password_stdin: false }, now)
            .await
            .unwrap();
    let password = command_output.lines().find_map(|line| line.strip_prefix("Password: ")).unwrap();
    assert_eq!(anonymous.admin_stats_status(&access_token_of(&session)).await, 401);
    anonymous.refresh(&received_refresh_cookie(&session).unwrap()).await.is(401);
    anonymous.sign_in(&other_email, PASSWORD).await.is(401);
    anonymous.sign_in(&other_email, password).await.is(200);
    // The link of a password reset that was requested before the command is refused.
    let late_reset = json!({ "token": token_in(&link), "password": "a thief's own" });
    assert_eq!(anonymous.post("/api/auth/password-reset/confirm", late_reset).await.is(422).fields(), ["token"]);
}

#[rstest]
#[tokio::test]
async fn last_admin_cannot_be_demoted_and_email_addresses_are_unique(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (db, clock) = (&guide.app.db, &guide.app.clock);
    let password = user::create_first_admin(db, clock).await.unwrap().unwrap();
    assert_eq!(user::create_first_admin(db, clock).await.unwrap(), None, "only without accounts");
    let session = guide.anonymous().sign_in(user::FIRST_ADMIN_EMAIL, &password).await.is(200);
    assert_eq!(session.json()["user"]["role"], "admin");
    let run_command = async |command| user::execute(db, command, clock.now()).await.map_err(|error| error.to_string());
    let demote_command = UserCommand::Role { email: user::FIRST_ADMIN_EMAIL.into(), role: Role::Viewer };
    assert!(run_command(demote_command.clone()).await.unwrap_err().contains("the last one"));
    assert_eq!(guide.anonymous().admin_stats_status(&access_token_of(&session)).await, 200, "nothing was changed");
    let add_command = |email: &str| UserCommand::Add {
        email: email.into(),
        role: Role::Admin,
        first_name: "Thu\u{301}y".into(),
        last_name: " Nguyễn ".into(),
        password_stdin: false,
    };
    assert!(
        run_command(add_command(" Thuy@Example.org")).await.unwrap().starts_with("Added thuy@example.org as admin.")
    );
    assert!(run_command(add_command("THUY@example.org")).await.unwrap_err().contains("already has an account"));
    for invalid_email in ["thuy", "a..b@x.org", "thuy@localhost", "mailto:thuy@example.org", "new@example.org\u{200b}"]
    {
        assert!(
            run_command(add_command(invalid_email)).await.unwrap_err().contains("is not a valid email address"),
            "{invalid_email:?}"
        );
    }
    assert_eq!(run_command(demote_command).await.unwrap(), "admin@example.org now has the role viewer.");
}

// R323
#[rstest]
#[tokio::test]
async fn refresh_cookie_from_another_site_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    let session = anonymous.sign_in(&email, PASSWORD).await.is(200);
    let refresh_cookie = received_refresh_cookie(&session).unwrap();
    let request_body = json!({ "email": email, "password": PASSWORD }).to_string().into_bytes();
    for foreign_header in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://evil.example"),
        ("origin", "null"),
    ] {
        for path in [REFRESH_PATH, SIGN_OUT_PATH] {
            anonymous.send(Method::POST, path, &[("cookie", &refresh_cookie), foreign_header], None).await.is(403);
        }
        let headers = [foreign_header, ("content-type", "application/json")];
        let response = anonymous.send(Method::POST, SIGN_IN_PATH, &headers, Some(request_body.clone())).await.is(403);
        assert_eq!(response.header("set-cookie"), "");
    }
    for path in [SIGN_IN_PATH, REFRESH_PATH, SIGN_OUT_PATH] {
        anonymous.get(path).await.is(405);
    }
    assert_eq!(anonymous.admin_stats_status(&access_token_of(&session)).await, 200, "no session was ended");
    let own_origin = guide.url("");
    anonymous
        .send(Method::POST, REFRESH_PATH, &[("cookie", &refresh_cookie), ("origin", &own_origin)], None)
        .await
        .is(200);
    anonymous
        .send(Method::POST, REFRESH_PATH, &[("cookie", &refresh_cookie), ("sec-fetch-site", "same-origin")], None)
        .await
        .is(200);
}

// R310
#[rstest]
#[tokio::test]
async fn forged_token_is_refused_by_admin_and_public_calls(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    let valid_token = access_token_of(&anonymous.sign_in(&email, PASSWORD).await.is(200));
    let parts: Vec<&str> = valid_token.split('.').collect();
    let encode_part = |value: &Value| BASE64.encode(value.to_string());
    let decode_part = |text: &str| -> Value { serde_json::from_slice(&BASE64.decode(text).unwrap()).unwrap() };
    let (header, claims) = (decode_part(parts[0]), decode_part(parts[1]));
    assert_eq!(
        (&header["alg"], &claims["aud"], &claims["iss"]),
        (&json!("EdDSA"), &json!("karst"), &json!(guide.url("")))
    );
    let key = &anonymous.get("/api/auth/jwks").await.is(200).json()["keys"][0];
    assert_eq!((&key["kid"], &key["alg"], &key["kty"]), (&header["kid"], &json!("EdDSA"), &json!("OKP")));
    assert!(key.get("d").is_none(), "only public keys");

    let hmac_token = |alg: jsonwebtoken::Algorithm| {
        let mut header = jsonwebtoken::Header::new(alg);
        header.kid = key["kid"].as_str().map(str::to_owned);
        let secret = BASE64.decode(key["x"].as_str().unwrap()).unwrap();
        jsonwebtoken::encode(&header, &claims, &jsonwebtoken::EncodingKey::from_secret(&secret)).unwrap()
    };
    let token_with_claim = |field: &str, value: Value| {
        let mut claims = claims.clone();
        claims[field] = value;
        format!("{}.{}.{}", parts[0], encode_part(&claims), parts[2])
    };
    let unsigned_header = encode_part(&json!({ "alg": "none", "typ": "JWT", "kid": key["kid"] }));
    let unknown_key_header = encode_part(&json!({ "alg": "EdDSA", "typ": "JWT", "kid": "another" }));
    let forged_tokens = [
        format!("{unsigned_header}.{}.", parts[1]),
        format!("{unsigned_header}.{}.{}", parts[1], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{}.{}", parts[0], parts[1]),
        format!("{unknown_key_header}.{}.{}", parts[1], parts[2]),
        token_with_claim("sub", json!("somebody-else")),
        token_with_claim("exp", json!(9_999_999_999_i64)),
        hmac_token(jsonwebtoken::Algorithm::HS256),
        hmac_token(jsonwebtoken::Algorithm::HS512),
        format!("{valid_token}x"),
        format!("{valid_token}.{}", parts[2]),
        "x".into(),
    ];
    for token in &forged_tokens {
        // A public read with an invalid token is refused too. It is not treated as an anonymous request.
        for path in [ADMIN_STATS_PATH, "/api/businesses"] {
            let response =
                anonymous.get_with_headers(path, &[("authorization", &format!("Bearer {token}"))]).await.is(401);
            assert_eq!(response.json()["title"], "Unauthorized");
        }
    }
    // A valid token of another installation is refused, because it is signed with another key.
    let other_guide = TestApp::start(Sqlite).await.unwrap();
    let (email, _) = other_guide.add_account("Linh Tran", Role::Admin).await;
    let foreign_token = access_token_of(&other_guide.anonymous().sign_in(&email, PASSWORD).await.is(200));
    assert_eq!(anonymous.admin_stats_status(&foreign_token).await, 401);
    assert_eq!(anonymous.admin_stats_status(&valid_token).await, 200);
}

#[rstest]
#[tokio::test]
async fn replicas_that_start_together_share_one_signing_key(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(db) = crate::test_app::migrated_database(engine, folder.path()).await else { return };
    let clock = cms::common::clock::Clock::frozen_at(crate::test_app::START_TIME);
    let opened = (0..6).map(|_| BuiltinProvider::open(&db, "https://guide.example", SignInPolicy::default(), &clock));
    let replicas = futures_util::future::try_join_all(opened).await.unwrap();
    let keys = replicas[0].public_keys();
    assert_eq!(keys.len(), 1);
    assert!(replicas.iter().all(|replica| replica.public_keys() == keys));
}

// R311
#[rstest]
#[tokio::test]
async fn failed_sign_ins_are_limited_by_mailbox_and_successes_are_not(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (known_email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let (other_email, _) = guide.add_account("Minh Le", Role::Viewer).await;
    let anonymous = guide.anonymous();
    for email in [known_email.as_str(), "nobody@example.org"] {
        for n in 0..10 {
            let spelling = if n % 2 == 0 { email.to_uppercase() } else { email.replace('@', "+tag@") };
            let spoofed_headers = [("x-forwarded-for", "203.0.113.7"), ("content-type", "application/json")];
            let body = json!({ "email": spelling, "password": "a guess" }).to_string().into_bytes();
            anonymous.send(Method::POST, SIGN_IN_PATH, &spoofed_headers, Some(body)).await.is(401);
        }
        let refused = anonymous.sign_in(email, PASSWORD).await.is(429);
        assert_eq!((refused.header("retry-after"), &refused.json()["title"]), ("60", &json!("Too Many Requests")));
    }
    for _ in 0..12 {
        anonymous.sign_in(&other_email, PASSWORD).await.is(200);
    }
    guide.app.clock.advance(60);
    anonymous.sign_in(&known_email, PASSWORD).await.is(200);
}

#[tokio::test]
async fn sign_in_config_lists_the_available_methods() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let config = guide.anonymous().get("/api/firebase-config").await.is(200).json();
    let expected = json!({
        "provider": "builtin", "federated": [], "openidName": null, "passwordMinLength": 6, "mail": false,
    });
    assert_eq!(config, expected);
}
