//! The second factor of staff: one-time codes and recovery codes.

use cms::commands::user::{self, UserCommand};
use rstest::rstest;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::fake_oidc::FakeOidcProvider;
use crate::sign_in::{access_token_of, received_refresh_cookie};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{PASSWORD, TestClient, TestResponse};

const SECOND_FACTOR_PATH: &str = "/api/auth/second-factor";
const SECOND_FACTOR_CONFIRM_PATH: &str = "/api/auth/second-factor/confirm";

impl TestApp {
    /// The one-time code that is valid at the current time of the test clock.
    fn totp_code(&self, secret: &str) -> String {
        self.totp_code_after(secret, 0)
    }

    /// The one-time code that is valid `seconds` after the current time of the test clock.
    fn totp_code_after(&self, secret: &str, seconds: i64) -> String {
        let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build().unwrap();
        totp.generate((self.app.clock.now().unix_seconds() + seconds) as u64).to_string()
    }

    /// Sets up a second factor for the account of `client`. Returns its secret and its recovery codes.
    pub async fn enroll_second_factor(&self, client: &TestClient) -> (String, Vec<String>) {
        let enrollment = client.post(SECOND_FACTOR_PATH, json!({ "password": PASSWORD })).await.is(200);
        assert_eq!(enrollment.header("cache-control"), "no-store");
        let secret = enrollment.json()["secret"].as_str().unwrap().to_owned();
        let codes =
            client.post(SECOND_FACTOR_CONFIRM_PATH, json!({ "code": self.totp_code(&secret) })).await.is(200).json();
        let codes = codes["recoveryCodes"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned());
        (secret, codes.collect())
    }
}

impl TestClient {
    async fn sign_in_with_code(&self, email: &str, password: &str, code: &str) -> TestResponse {
        self.post("/api/auth/sign-in", json!({ "email": email, "password": password, "code": code })).await
    }
}

fn assert_second_factor_required(response: &TestResponse) {
    assert_eq!(response.status, 401);
    assert_eq!(response.json()["type"], "/problems/second-factor-required");
    assert_eq!(response.header("set-cookie"), "");
}

// R222
#[rstest]
#[tokio::test]
async fn second_factor_code_is_asked_for_after_the_password_and_accepted_once(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let email = "admin-one@example.org";
    let anonymous = guide.anonymous();
    let enrollment = admin.post(SECOND_FACTOR_PATH, json!({ "password": PASSWORD })).await.is(200).json();
    let uri = enrollment["uri"].as_str().unwrap();
    assert!(
        uri.starts_with("otpauth://totp/")
            && uri.contains(&format!("secret={}", enrollment["secret"].as_str().unwrap()))
    );
    // Sign-in does not ask for the code of an unconfirmed secret. The next setup replaces the secret.
    anonymous.sign_in(email, PASSWORD).await.is(200);
    assert_eq!(admin.post(SECOND_FACTOR_CONFIRM_PATH, json!({ "code": "000000" })).await.is(422).fields(), ["code"]);
    let (secret, codes) = guide.enroll_second_factor(&admin).await;
    assert_eq!(codes.len(), 10);
    assert_eq!(admin.get("/api/auth/account").await.is(200).json()["hasSecondFactor"], true);
    admin.post(SECOND_FACTOR_PATH, json!({ "password": PASSWORD })).await.is(409);

    assert_second_factor_required(&anonymous.sign_in(email, PASSWORD).await);
    assert_second_factor_required(&anonymous.sign_in_with_code(email, PASSWORD, "").await);
    assert_second_factor_required(&anonymous.sign_in_with_code(email, PASSWORD, "000000").await);
    // The code that confirmed the setup is not accepted again.
    assert_second_factor_required(&anonymous.sign_in_with_code(email, PASSWORD, &guide.totp_code(&secret)).await);
    // The response to a wrong password does not reveal that the account has a second factor.
    for code in ["000000", &guide.totp_code_after(&secret, 30)] {
        let refused = anonymous.sign_in_with_code(email, "a guess", code).await.is(401);
        assert_eq!(refused.json()["type"], "about:blank");
    }
    let next_code = guide.totp_code_after(&secret, 30);
    anonymous.sign_in_with_code(email, PASSWORD, &next_code).await.is(200);
    assert_second_factor_required(&anonymous.sign_in_with_code(email, PASSWORD, &next_code).await);
    guide.app.clock.advance(60);
    anonymous.sign_in_with_code(email, PASSWORD, &guide.totp_code(&secret)).await.is(200);
    // Each recovery code works once. Its case and its separators are ignored.
    let typed_code = codes[3].replace('-', " ").to_uppercase();
    anonymous.sign_in_with_code(email, PASSWORD, &typed_code).await.is(200);
    assert_second_factor_required(&anonymous.sign_in_with_code(email, PASSWORD, &codes[3]).await);
    anonymous.sign_in_with_code(email, PASSWORD, &codes[4]).await.is(200);
}

// R222
#[rstest]
#[tokio::test]
async fn second_factor_setup_without_the_password_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    for (request_body, message) in [
        (json!({}), "Password is required"),
        (json!({ "password": null }), "Password is required"),
        (json!({ "password": "" }), "Password is required"),
        (json!({ "password": "a guess" }), "The password is incorrect"),
    ] {
        let refused = admin.post(SECOND_FACTOR_PATH, request_body).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": "password", "message": message }]));
    }
    // Every code is refused before the setup begins.
    assert_eq!(admin.post(SECOND_FACTOR_CONFIRM_PATH, json!({ "code": "123456" })).await.is(422).fields(), ["code"]);
    // Wrong codes and wrong passwords of an account count for the same rate limit.
    let mut status = 422;
    for _ in 0..10 {
        status = admin.post(SECOND_FACTOR_PATH, json!({ "password": "a guess" })).await.status.as_u16();
    }
    assert_eq!(status, 429);
    guide.app.clock.advance(600);
    admin.post(SECOND_FACTOR_PATH, json!({ "password": PASSWORD })).await.is(200);
}

// R222
#[rstest]
#[tokio::test]
async fn second_factor_setup_by_an_account_without_a_password_needs_a_recent_sign_in(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &["--admin-emails", "linh@example.org"]).await else { return };
    let page = guide.anonymous().sign_in_via(&oidc, "google", json!({ "email": "linh@example.org" })).await.is(200);
    let session = guide.anonymous().refresh(&received_refresh_cookie(&page).unwrap()).await.is(200);
    let linh = guide.anonymous().with_token(&access_token_of(&session));
    guide.app.clock.advance(599);
    linh.post(SECOND_FACTOR_PATH, json!({})).await.is(200);
    guide.app.clock.advance(1);
    let refused = linh.post(SECOND_FACTOR_PATH, json!({ "password": "anything" })).await.is(403);
    assert_eq!(refused.json()["type"], "/problems/recent-sign-in-required");
    // A refresh of the session does not count as a recent sign-in.
    let later_session = guide.anonymous().refresh(&received_refresh_cookie(&session).unwrap()).await.is(200);
    guide.anonymous().with_token(&access_token_of(&later_session)).post(SECOND_FACTOR_PATH, json!({})).await.is(403);
    let page = guide.anonymous().sign_in_via(&oidc, "google", json!({ "email": "linh@example.org" })).await.is(200);
    let session = guide.anonymous().refresh(&received_refresh_cookie(&page).unwrap()).await.is(200);
    guide.anonymous().with_token(&access_token_of(&session)).post(SECOND_FACTOR_PATH, json!({})).await.is(200);
}

#[rstest]
#[tokio::test]
async fn second_factor_code_works_once_in_concurrent_sign_ins(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (secret, codes) = guide.enroll_second_factor(&admin).await;
    guide.app.clock.advance(60);
    for code in [guide.totp_code(&secret), codes[0].clone()] {
        let anonymous = guide.anonymous();
        let tries = (0..5).map(|_| anonymous.sign_in_with_code("admin-one@example.org", PASSWORD, &code));
        let responses = futures_util::future::join_all(tries).await;
        assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 1);
        guide.app.clock.advance(600);
    }
}

#[rstest]
#[tokio::test]
async fn wrong_second_factor_codes_are_rate_limited(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    guide.enroll_second_factor(&admin).await;
    for _ in 0..10 {
        assert_second_factor_required(
            &guide.anonymous().sign_in_with_code("admin-one@example.org", PASSWORD, "123456").await,
        );
    }
    guide.anonymous().sign_in_with_code("admin-one@example.org", PASSWORD, "123456").await.is(429);
}

#[rstest]
#[tokio::test]
async fn second_factor_is_removed_with_the_password_and_is_for_staff_only(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let owner = guide.owner("Minh Le").await;
    let viewer = guide.viewer("Linh Tran").await;
    viewer.post(SECOND_FACTOR_PATH, json!({})).await.is(403);
    viewer.post(SECOND_FACTOR_CONFIRM_PATH, json!({ "code": "123456" })).await.is(403);
    guide.anonymous().post(SECOND_FACTOR_PATH, json!({})).await.is(401);
    let (_, codes) = guide.enroll_second_factor(&owner).await;
    assert_eq!(owner.delete_with_body(SECOND_FACTOR_PATH, json!({})).await.is(422).fields(), ["currentPassword"]);
    assert_eq!(
        owner.delete_with_body(SECOND_FACTOR_PATH, json!({ "currentPassword": "a guess" })).await.is(422).fields(),
        ["currentPassword"]
    );
    owner.delete_with_body(SECOND_FACTOR_PATH, json!({ "currentPassword": PASSWORD })).await.is(204);
    guide.anonymous().sign_in("minh-le@example.org", PASSWORD).await.is(200);
    // Recovery codes of a removed second factor are refused.
    guide.enroll_second_factor(&owner).await;
    assert_second_factor_required(
        &guide.anonymous().sign_in_with_code("minh-le@example.org", PASSWORD, &codes[0]).await,
    );
}

#[rstest]
#[tokio::test]
async fn lost_second_factor_is_removed_by_the_reset_command(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let owner = guide.owner("Minh Le").await;
    let (_, codes) = guide.enroll_second_factor(&owner).await;
    let reset_second_factor = || {
        let command = UserCommand::ResetSecondFactor { email: "Minh-Le@example.org".into() };
        user::execute(&guide.app.db, command, guide.app.clock.now())
    };
    assert_eq!(reset_second_factor().await.unwrap(), "minh-le@example.org now signs in with only a password.");
    guide.anonymous().sign_in("minh-le@example.org", PASSWORD).await.is(200);
    assert!(reset_second_factor().await.unwrap_err().to_string().contains("has no second factor"));
    guide.enroll_second_factor(&owner).await;
    assert_second_factor_required(
        &guide.anonymous().sign_in_with_code("minh-le@example.org", PASSWORD, &codes[0]).await,
    );
}

#[rstest]
#[tokio::test]
async fn required_second_factor_restricts_staff_to_its_setup(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--second-factor", "required"]).await
    else {
        return;
    };
    let admin = guide.admin().await;
    let role_and_requirement = |profile: Value| (profile["role"].clone(), profile["lacksRequiredSecondFactor"].clone());
    assert_eq!(
        role_and_requirement(admin.get("/api/auth/account").await.is(200).json()),
        (json!("admin"), json!(true))
    );
    for path in ["/api/admin/stats", "/api/admin/users", "/api/businesses?showAll=true"] {
        admin.get(path).await.is(403);
    }
    let refused = admin.post("/api/categories", json!({ "name": "Caves" })).await.is(403);
    assert_eq!(refused.json()["type"], "/problems/second-factor-missing");
    // Viewers need no second factor, and admins may read public data without one.
    admin.get("/api/businesses").await.is(200);
    guide.viewer("Linh Tran").await.get("/api/auth/account").await.is(200);
    let (secret, _) = guide.enroll_second_factor(&admin).await;
    assert_eq!(
        role_and_requirement(admin.get("/api/auth/account").await.is(200).json()),
        (json!("admin"), json!(false))
    );
    admin.get("/api/admin/stats").await.is(200);
    guide.app.clock.advance(60);
    let session =
        guide.anonymous().sign_in_with_code("admin-one@example.org", PASSWORD, &guide.totp_code(&secret)).await.is(200);
    guide.anonymous().with_token(&access_token_of(&session)).get("/api/admin/users").await.is(200);
    // After the second factor is removed, the calls of the console are refused again.
    admin.delete_with_body(SECOND_FACTOR_PATH, json!({ "currentPassword": PASSWORD })).await.is(204);
    admin.get("/api/admin/stats").await.is(403);
}

#[rstest]
#[tokio::test]
async fn disabled_second_factor_is_never_asked_for(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    guide.enroll_second_factor(&admin).await;
    // A second server with the same database is started with the second factor turned off.
    let replica_without_second_factor = guide.start_replica(&["--api-only", "--second-factor", "off"]).await;
    admin.on_server(&replica_without_second_factor).post(SECOND_FACTOR_PATH, json!({})).await.is(403);
    replica_without_second_factor.anonymous().sign_in("admin-one@example.org", PASSWORD).await.is(200);
}
