//! Sign-in with Firebase instead of the built-in identity provider: which tokens are valid, and the accounts to which
//! they belong.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use cms::auth::domain::accounts::Role;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fake_oidc::{FakeOidcProvider, first_rsa_key, generate_p256_key, second_rsa_key, unsigned_token};
use crate::test_app::{Engine, Postgres, START_TIME, Sqlite, TestApp};
use crate::test_client::{PASSWORD, TestClient, TestResponse};

const PROJECT_ID: &str = "karst-guide";
const SYNC_PATH: &str = "/api/auth/firebase/sync";
const ACCOUNT_PATH: &str = "/api/auth/account";

/// The claims of a valid token. The sign-in was a minute before [`START_TIME`].
fn firebase_claims() -> Value {
    let now = START_TIME.unix_seconds();
    json!({
        "iss": format!("https://securetoken.google.com/{PROJECT_ID}"), "aud": PROJECT_ID, "iat": now, "exp": now + 3600,
        "auth_time": now - 60, "sub": "firebase-linh", "user_id": "firebase-linh", "email": "linh@example.org",
        "email_verified": true, "name": "Linh Tran", "firebase": { "sign_in_provider": "password", "identities": {} },
    })
}

fn claims_with(changes: Value) -> Value {
    let mut claims = firebase_claims();
    for (name, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
            value => claims[name] = value.clone(),
        }
    }
    claims
}

async fn start_firebase_app(oidc: &FakeOidcProvider, engine: Engine, arguments: &[&str]) -> Option<TestApp> {
    let keys = format!("{}/keys", oidc.origin());
    let default_arguments =
        ["--api-only", "--firebase-project-id", PROJECT_ID, "--firebase-api-key", "k", "--firebase-keys-url", &keys];
    TestApp::start_with_arguments(engine, &[&default_arguments, arguments].concat()).await
}

impl TestApp {
    /// A client with a token that has these claims and is signed with the first RSA key.
    fn client_with_claims(&self, claims: &Value) -> TestClient {
        self.anonymous().with_token(&first_rsa_key().sign(claims))
    }
}

impl TestClient {
    async fn sync(&self, body: Value) -> TestResponse {
        self.post(SYNC_PATH, body).await
    }
}

// R42
#[tokio::test]
async fn sign_in_config_contains_the_firebase_library_settings() {
    let oidc = FakeOidcProvider::spawn().await;
    let minimal_app = start_firebase_app(&oidc, Sqlite, &[]).await.unwrap();
    let config = minimal_app.anonymous().get("/api/firebase-config").await.is(200).json();
    let expected = json!({
        "provider": "firebase", "federated": ["google"], "openidName": null, "passwordMinLength": 6, "mail": false,
        "apiKey": "k", "authDomain": "karst-guide.firebaseapp.com", "projectId": PROJECT_ID,
    });
    assert_eq!(config, expected);
    let further_arguments = [
        "--firebase-auth-domain",
        "auth.guide.example",
        "--firebase-app-id",
        "1:2:web:3",
        "--firebase-federated",
        "facebook, google",
        "--firebase-auth-emulator-host",
        "127.0.0.1:9099",
    ];
    let configured_app = start_firebase_app(&oidc, Sqlite, &further_arguments).await.unwrap();
    let config = configured_app.anonymous().get("/api/firebase-config").await.is(200).json();
    assert_eq!(
        (&config["federated"], &config["authDomain"], &config["appId"], &config["emulatorHost"]),
        (&json!(["facebook", "google"]), &json!("auth.guide.example"), &json!("1:2:web:3"), &json!("127.0.0.1:9099"))
    );
}

// R310
#[tokio::test]
async fn invalid_firebase_token_is_refused() {
    let oidc = FakeOidcProvider::spawn().await;
    let guide = start_firebase_app(&oidc, Sqlite, &[]).await.unwrap();
    guide.client_with_claims(&firebase_claims()).sync(json!({})).await.is(200);
    let now = START_TIME.unix_seconds();
    let genuine = first_rsa_key().sign(&firebase_claims());
    let (message, signature) = genuine.rsplit_once('.').unwrap();
    let forged = first_rsa_key().sign(&claims_with(json!({ "sub": "admin" })));
    let elliptic_key = generate_p256_key();
    let mut tokens: Vec<(&str, String)> = vec![
        ("a MAC with the public key", first_rsa_key().forge_hmac_token(&firebase_claims())),
        ("another key under its name", second_rsa_key().sign_with_kid(Some("rsa-1"), &firebase_claims())),
        ("a key nobody published", second_rsa_key().sign(&firebase_claims())),
        ("a name nobody published", first_rsa_key().sign_with_kid(Some("another"), &firebase_claims())),
        ("no name", first_rsa_key().sign_with_kid(None, &firebase_claims())),
        ("another algorithm", elliptic_key.sign_with_kid(Some("rsa-1"), &firebase_claims())),
        ("an empty signature", format!("{message}.")),
        ("two parts", message.to_owned()),
        ("a signature over other claims", format!("{}.{signature}", forged.rsplit_once('.').unwrap().0)),
        ("too long", first_rsa_key().sign(&claims_with(json!({ "padding": "x".repeat(9000) })))),
    ];
    for alg in ["none", "None", "NONE", ""] {
        tokens.push((alg, unsigned_token(alg, &firebase_claims())));
    }
    for (case_name, claims) in [
        ("another project's", json!({ "aud": "another-project" })),
        ("a list of audiences", json!({ "aud": [PROJECT_ID] })),
        ("another issuer", json!({ "iss": "https://securetoken.google.com/another-project" })),
        ("Google's own issuer", json!({ "iss": "https://accounts.google.com" })),
        ("expired", json!({ "exp": now })),
        ("from the future", json!({ "iat": now + 61 })),
        ("signed in in the future", json!({ "auth_time": now + 61 })),
        ("an empty subject", json!({ "sub": "" })),
        ("an endless subject", json!({ "sub": "x".repeat(129) })),
        ("a subject with a NUL", json!({ "sub": "a\u{0}b" })),
        ("no issuer", json!({ "iss": null })),
        ("no audience", json!({ "aud": null })),
        ("no end", json!({ "exp": null })),
        ("no beginning", json!({ "iat": null })),
        ("no sign-in", json!({ "auth_time": null })),
        ("no subject", json!({ "sub": null })),
    ] {
        tokens.push((case_name, first_rsa_key().sign(&claims_with(claims))));
    }
    // A token with the algorithm of the built-in provider (EdDSA) is refused.
    tokens.push(("our own", "eyJhbGciOiJFZERTQSIsImtpZCI6IngifQ.e30.AAAA".into()));
    for (case_name, token) in tokens {
        let bearer = guide.anonymous().with_token(&token);
        for response in
            [bearer.get(ACCOUNT_PATH).await, bearer.get("/api/businesses").await, bearer.sync(json!({})).await]
        {
            assert_eq!(response.status, 401, "{case_name}: {}", response.text);
        }
    }
    // A subject may have 128 characters. A token is valid until one second before its `exp`.
    guide.client_with_claims(&firebase_claims()).get(ACCOUNT_PATH).await.is(200);
    let longest = claims_with(json!({ "sub": "x".repeat(128), "email": "minh@example.org" }));
    guide.client_with_claims(&longest).sync(json!({})).await.is(200);
    guide.app.clock.advance(3599);
    guide.client_with_claims(&firebase_claims()).get(ACCOUNT_PATH).await.is(200);
    guide.app.clock.advance(1);
    guide.client_with_claims(&firebase_claims()).get(ACCOUNT_PATH).await.is(401);
}

#[tokio::test]
async fn firebase_keys_are_loaded_on_first_use_and_cached_for_their_max_age() {
    let oidc = FakeOidcProvider::spawn().await;
    oidc.stop().await;
    // The app starts while the provider is unreachable. A token that is not a JWT is refused without loading the keys.
    let guide = start_firebase_app(&oidc, Sqlite, &[]).await.unwrap();
    guide.anonymous().get("/api/businesses").await.is(200);
    guide.anonymous().with_token("nonsense").get(ACCOUNT_PATH).await.is(401);
    let refused = guide.client_with_claims(&firebase_claims()).sync(json!({})).await.is(503);
    assert!(refused.json()["detail"].as_str().unwrap().starts_with("We can't verify sign-ins right now"));
    assert_eq!(oidc.request_count("/keys"), 0);
    oidc.start().await;
    guide.app.clock.advance(5);
    guide.client_with_claims(&firebase_claims()).sync(json!({})).await.is(200);
    for _ in 0..3 {
        guide.client_with_claims(&firebase_claims()).get(ACCOUNT_PATH).await.is(200);
    }
    assert_eq!(oidc.request_count("/keys"), 1);
    // A token that is signed with a new key makes the server load the keys again. For the next 60 s, tokens with
    // unknown key ids cause no request for the keys.
    oidc.publish_keys(&[second_rsa_key()]);
    guide.anonymous().with_token(&second_rsa_key().sign(&firebase_claims())).get(ACCOUNT_PATH).await.is(200);
    assert_eq!(oidc.request_count("/keys"), 2);
    for _ in 0..5 {
        guide
            .anonymous()
            .with_token(&first_rsa_key().sign_with_kid(Some("made up"), &firebase_claims()))
            .get(ACCOUNT_PATH)
            .await
            .is(401);
    }
    assert_eq!(oidc.request_count("/keys"), 2);
    // Expired keys are used for another hour while Google is unreachable.
    oidc.stop().await;
    let longer_expiry = json!({ "exp": START_TIME.unix_seconds() + 9000 });
    let token = second_rsa_key().sign(&claims_with(longer_expiry));
    guide.app.clock.advance(601);
    guide.anonymous().with_token(&token).get(ACCOUNT_PATH).await.is(200);
    guide.app.clock.advance(3600);
    guide.anonymous().with_token(&token).get(ACCOUNT_PATH).await.is(503);
}

// R166
#[rstest]
#[tokio::test]
async fn first_sync_creates_the_account_of_the_token(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = start_firebase_app(&oidc, engine, &[]).await else { return };
    let client = guide.client_with_claims(&claims_with(json!({ "name": null })));
    // Before the first sync, other calls refuse the token, because no account is linked with its identity.
    client.get(ACCOUNT_PATH).await.is(401);
    client.get("/api/businesses").await.is(401);
    client.post("/api/guestbook", json!({ "message": "Mist" })).await.is(401);
    for (field, value) in [("uid", json!("admin")), ("email", json!("boss@example.org"))] {
        let refused = client.sync(json!({ field: value })).await.is(403);
        assert_eq!(refused.fields(), [field]);
    }
    assert_eq!(client.sync(json!({ "role": "admin" })).await.is(400).fields(), ["role"]);
    client.get(ACCOUNT_PATH).await.is(401);
    let request = json!({
        "uid": "firebase-linh", "email": "LINH@example.org", "firstName": "Linh", "lastName": "Tran",
        "profileImageUrl": "https://pictures.example/linh.jpg",
    });
    let user = client.sync(request.clone()).await.is(200).json();
    let expected = json!({
        "uid": user["uid"], "email": "linh@example.org", "displayName": "Linh Tran", "role": "viewer", "isActive": true,
        "photoURL": "https://pictures.example/linh.jpg", "firstName": "Linh", "lastName": "Tran",
    });
    assert_eq!(user, expected);
    assert_ne!(user["uid"], "firebase-linh", "ids are generated by the server");
    // Further syncs return the same account. The `uid` of the request is the Firebase id or the id of the account.
    assert_eq!(client.sync(request).await.is(200).json(), user);
    assert_eq!(client.sync(json!({ "uid": user["uid"] })).await.is(200).json(), user);
    assert_eq!(
        client.post("/api/guestbook", json!({ "message": "Mist" })).await.is(201).json()["authorName"],
        "Linh T."
    );
    let profile = client.get(ACCOUNT_PATH).await.is(200).json();
    assert_eq!(
        (&profile["isEmailVerified"], &profile["hasPassword"], &profile["federated"]),
        (&json!(true), &json!(false), &json!([]))
    );
    let exported = client.get("/api/auth/account/export").await.is(200).json();
    assert_eq!((&exported["federated"][0]["provider"], &exported["sessions"]), (&json!("firebase"), &json!([])));
    assert_eq!(guide.emails().await.len(), 0, "Firebase sends its own emails");
}

// R308
#[rstest]
#[tokio::test]
async fn sync_links_accounts_by_verified_address_only(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = start_firebase_app(&oidc, engine, &["--admin-emails", "boss@example.org"]).await else { return };
    let (email, id) = guide.add_account("Linh Tran", Role::Admin).await;
    let claims = |verified: bool, sub: &str, email: &str| {
        claims_with(json!({ "sub": sub, "email": email, "email_verified": verified }))
    };
    let attacker = guide.client_with_claims(&claims(false, "thief", &email));
    let refused = attacker.sync(json!({})).await.is(409).json();
    assert!(refused["detail"].as_str().unwrap().starts_with("An account with this email already exists"));
    attacker.get(ACCOUNT_PATH).await.is(401);
    let linh = guide.client_with_claims(&claims(true, "linh", &email));
    let user = linh.sync(json!({})).await.is(200).json();
    assert_eq!((&user["uid"], &user["role"]), (&json!(id.0), &json!("admin")));
    linh.get("/api/admin/stats").await.is(200);
    // `--admin-emails` applies at the first sync with a verified address.
    let boss_account =
        guide.client_with_claims(&claims(false, "boss", "boss@example.org")).sync(json!({})).await.is(200).json();
    assert_eq!(boss_account["role"], "viewer");
    let boss_account =
        guide.client_with_claims(&claims(true, "boss", "boss@example.org")).sync(json!({})).await.is(200).json();
    assert_eq!(boss_account["role"], "admin");
    // A sync after a sign-in by phone is refused, because the token has no email address.
    guide.client_with_claims(&claims_with(json!({ "sub": "phone", "email": null }))).sync(json!({})).await.is(403);
    // An account that an admin adds gets no invitation, because Firebase handles sign-ins. The first sync links the
    // account.
    let user = json!({ "email": "new@example.org", "firstName": "N", "lastName": "W", "role": "business_owner" });
    let user = linh.post("/api/admin/users", user).await.is(201).json();
    assert_eq!(guide.emails().await.len(), 0);
    assert_eq!(user["invitedAt"], Value::Null);
    for call in ["password-link", "invitation"] {
        let path = format!("/api/admin/users/{}/{call}", user["id"].as_str().unwrap());
        assert_eq!(linh.post(&path, json!({})).await.is(409).json()["type"], "/problems/external-accounts");
    }
    let new = guide.client_with_claims(&claims(true, "new", "new@example.org")).sync(json!({})).await.is(200).json();
    assert_eq!(new["role"], "business_owner");
}

// R309
#[rstest]
#[tokio::test]
async fn account_changes_apply_to_the_next_request_with_a_firebase_token(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = start_firebase_app(&oidc, engine, &["--admin-emails", "boss@example.org"]).await else { return };
    let admin = guide.client_with_claims(&claims_with(json!({ "sub": "boss", "email": "boss@example.org" })));
    admin.sync(json!({})).await.is(200);
    let linh_client = guide.client_with_claims(&firebase_claims());
    let id = linh_client.sync(json!({})).await.is(200).json()["uid"].as_str().unwrap().to_owned();
    let user_path = format!("/api/admin/users/{id}");
    let stats_status = async || linh_client.get("/api/admin/stats").await.status.as_u16();
    assert_eq!(stats_status().await, 403);
    admin.put(&user_path, json!({ "role": "business_owner" })).await.is(200);
    assert_eq!(stats_status().await, 200);
    admin.put(&user_path, json!({ "role": "viewer" })).await.is(200);
    assert_eq!(stats_status().await, 403);
    admin.put(&user_path, json!({ "isActive": false })).await.is(200);
    assert_eq!(stats_status().await, 401);
    assert_eq!(linh_client.sync(json!({})).await.is(200).json()["isActive"], false);
    // The reactivation revokes the tokens of earlier sign-ins, so the user has to sign in again.
    admin.put(&user_path, json!({ "isActive": true })).await.is(200);
    assert_eq!(linh_client.sync(json!({})).await.status, 401);
    let now = guide.app.clock.now().unix_seconds();
    let client_after_sign_in = guide.client_with_claims(&claims_with(json!({ "auth_time": now + 1 })));
    client_after_sign_in.get(ACCOUNT_PATH).await.is(200);
    // A refreshed token has the time of the original sign-in, so it is refused after a sign-out everywhere.
    guide.app.clock.advance(10);
    client_after_sign_in.send(Method::POST, "/api/auth/sign-out-everywhere", &[], None).await.is(204);
    client_after_sign_in.get(ACCOUNT_PATH).await.is(401);
    let now = now + 10;
    let refreshed = claims_with(json!({ "auth_time": now - 9, "iat": now, "exp": now + 3600 }));
    guide.client_with_claims(&refreshed).get(ACCOUNT_PATH).await.is(401);
    guide.client_with_claims(&refreshed).sync(json!({})).await.is(401);
    guide.client_with_claims(&claims_with(json!({ "auth_time": now + 1 }))).get(ACCOUNT_PATH).await.is(200);
    admin.get(ACCOUNT_PATH).await.is(200);
    // After the account is deleted, the next sync creates a new account.
    admin.delete(&user_path).await.is(204);
    let client_after_deletion = guide.client_with_claims(&claims_with(json!({ "auth_time": now + 1 })));
    client_after_deletion.get(ACCOUNT_PATH).await.is(401);
    assert_ne!(client_after_deletion.sync(json!({})).await.is(200).json()["uid"], id);
}

#[tokio::test]
async fn required_second_factor_must_be_in_the_firebase_token() {
    let oidc = FakeOidcProvider::spawn().await;
    let guide =
        start_firebase_app(&oidc, Sqlite, &["--second-factor", "required", "--admin-emails", "linh@example.org"])
            .await
            .unwrap();
    let client = guide.client_with_claims(&firebase_claims());
    client.sync(json!({})).await.is(200);
    let refused = client.get("/api/admin/stats").await.is(403).json();
    assert_eq!(refused["type"], "/problems/second-factor-missing");
    let sign_in_method = json!({ "sign_in_provider": "password", "sign_in_second_factor": "totp" });
    guide.client_with_claims(&claims_with(json!({ "firebase": sign_in_method }))).get("/api/admin/stats").await.is(200);
}

#[tokio::test]
async fn calls_of_the_built_in_provider_are_refused_with_firebase() {
    let oidc = FakeOidcProvider::spawn().await;
    let settings = ["--google-client-id", "a", "--google-client-secret", "b", "--google-issuer", oidc.origin()];
    let guide = start_firebase_app(&oidc, Sqlite, &settings).await.unwrap();
    let client = guide.client_with_claims(&firebase_claims());
    client.sync(json!({})).await.is(200);
    let contract = cms::api::contract();
    let mut refused_count = 0;
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let Some(conflict) = operation.pointer("/responses/409/description").and_then(Value::as_str) else {
                continue;
            };
            if !conflict.contains("Firebase manages") && operation["operationId"] != "beginSecondFactorEnrollment" {
                continue;
            }
            // These two calls are only for admins: see `sync_links_accounts_by_verified_address_only`.
            if operation["operationId"] == "createPasswordLink" || operation["operationId"] == "sendInvitation" {
                continue;
            }
            let path = path.replace("{provider}", "google").replace("{id}", "x");
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let response =
                client.send(method, &path, &[("content-type", "application/json")], Some(b"{}".to_vec())).await;
            assert_eq!(response.status, 409, "{path}: {}", response.text);
            assert_eq!(response.json()["type"], "/problems/external-accounts", "{path}");
            refused_count += 1;
        }
    }
    assert_eq!(refused_count, 17);
    // The API and the login pages also refuse a password that the account has from the built-in provider.
    let (email, _) = guide.add_account("Minh Le", Role::Admin).await;
    guide.anonymous().sign_in(&email, PASSWORD).await.is(409);
    for path in ["/login", "/login/sign-up", "/login/forgot", "/login/reset?token=x", "/login/verify?token=x"] {
        let page = guide.anonymous().get(path).await.is(200).text;
        assert!(page.contains("To sign in to this guide") && !page.contains("<form"), "{path}: {page}");
        // The verification form is sent to a path below `/api/auth`, because browsers send the session cookie only to
        // these paths.
        let form = if path.starts_with("/login/verify") { "/api/auth/verification/form" } else { path };
        let page = guide.anonymous().submit_form(form, &[("email", &email), ("password", PASSWORD)], &[]).await.is(409);
        assert_eq!(page.header("set-cookie"), "");
    }
}

#[tokio::test]
async fn emulator_token_is_accepted_only_with_a_configured_emulator() {
    let oidc = FakeOidcProvider::spawn().await;
    let emulator_token = unsigned_token("none", &firebase_claims());
    let app_without_emulator = start_firebase_app(&oidc, Sqlite, &[]).await.unwrap();
    app_without_emulator.anonymous().with_token(&emulator_token).sync(json!({})).await.is(401);
    let app_with_emulator =
        start_firebase_app(&oidc, Sqlite, &["--firebase-auth-emulator-host", "127.0.0.1:9099"]).await.unwrap();
    app_with_emulator.anonymous().with_token(&emulator_token).sync(json!({})).await.is(200);
    app_with_emulator.anonymous().with_token(&emulator_token).get(ACCOUNT_PATH).await.is(200);
    let now = START_TIME.unix_seconds();
    for (case_name, token) in [
        ("another project's", unsigned_token("none", &claims_with(json!({ "aud": "another-project" })))),
        ("expired", unsigned_token("none", &claims_with(json!({ "exp": now })))),
        ("signed in in the future", unsigned_token("none", &claims_with(json!({ "auth_time": now + 61 })))),
        ("an empty subject", unsigned_token("none", &claims_with(json!({ "sub": "" })))),
        ("one that is signed", first_rsa_key().sign(&firebase_claims())),
        ("a part too many", format!("{emulator_token}.x")),
        ("something for a signature", format!("{emulator_token}{}", BASE64.encode("x"))),
    ] {
        let response = app_with_emulator.anonymous().with_token(&token).sync(json!({})).await;
        assert_eq!(response.status, 401, "{case_name}: {}", response.text);
    }
    assert_eq!(oidc.request_count("/keys"), 0, "an emulator has no keys");
}

// R475
#[rstest]
#[tokio::test]
async fn creating_an_api_token_requires_a_recent_firebase_sign_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = start_firebase_app(&oidc, engine, &["--admin-emails", "linh@example.org"]).await else { return };
    let client = guide.client_with_claims(&firebase_claims());
    client.sync(json!({})).await.is(200);
    let token_request = json!({ "name": "Import", "scopes": ["read"], "expiresInDays": 1 });
    let client_with_old_sign_in =
        guide.client_with_claims(&claims_with(json!({ "auth_time": START_TIME.unix_seconds() - 601 })));
    let refused = client_with_old_sign_in.post("/api/auth/tokens", token_request.clone()).await.is(403).json();
    assert_eq!(refused["type"], "/problems/recent-sign-in-required");
    let created = client.post("/api/auth/tokens", token_request).await.is(201).json();
    let program = guide.anonymous().with_token(created["token"].as_str().unwrap());
    program.get("/api/admin/stats").await.is(200);
    program.get(ACCOUNT_PATH).await.is(403);
}
