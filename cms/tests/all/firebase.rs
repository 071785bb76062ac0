//! Firebase in the built-in provider's place: which of its tokens are taken, and whose account they open.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use cms::identity::model::Role;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::abroad::{Abroad, another_rsa, ec, rsa, unsigned};
use crate::people::{Answer, PASSWORD, Person};
use crate::world::{BEGINNING, Engine, Guide, Postgres, Sqlite};

const PROJECT: &str = "karst-guide";
const SYNC: &str = "/api/auth/firebase/sync";
const ACCOUNT: &str = "/api/auth/account";

/// What a token says of somebody who signed in a minute ago.
fn linh() -> Value {
    let now = BEGINNING.seconds();
    json!({
        "iss": format!("https://securetoken.google.com/{PROJECT}"), "aud": PROJECT, "iat": now, "exp": now + 3600,
        "auth_time": now - 60, "sub": "firebase-linh", "user_id": "firebase-linh", "email": "linh@example.org",
        "email_verified": true, "name": "Linh Tran", "firebase": { "sign_in_provider": "password", "identities": {} },
    })
}

fn with(changes: Value) -> Value {
    let mut claims = linh();
    for (name, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
            value => claims[name] = value.clone(),
        }
    }
    claims
}

async fn guide(abroad: &Abroad, engine: Engine, arguments: &[&str]) -> Option<Guide> {
    let keys = format!("{}/keys", abroad.origin());
    let named =
        ["--api-only", "--firebase-project-id", PROJECT, "--firebase-api-key", "k", "--firebase-keys-url", &keys];
    Guide::with(engine, &[&named, arguments].concat()).await
}

impl Guide {
    /// Somebody with a token of these claims.
    fn bearer(&self, claims: &Value) -> Person {
        self.visitor().with_token(&rsa().signs(claims))
    }
}

impl Person {
    async fn syncs(&self, body: Value) -> Answer {
        self.post(SYNC, body).await
    }
}

// R42
#[tokio::test]
async fn sign_in_config_has_what_the_firebase_library_needs() {
    let abroad = Abroad::open().await;
    let bare = guide(&abroad, Sqlite, &[]).await.unwrap();
    let config = bare.visitor().get("/api/firebase-config").await.is(200).json();
    let expected = json!({
        "provider": "firebase", "federated": ["google"], "openidName": null, "passwordMinLength": 6, "mail": false,
        "apiKey": "k", "authDomain": "karst-guide.firebaseapp.com", "projectId": PROJECT,
    });
    assert_eq!(config, expected);
    let more = [
        "--firebase-auth-domain",
        "auth.guide.example",
        "--firebase-app-id",
        "1:2:web:3",
        "--firebase-federated",
        "facebook, google",
        "--firebase-auth-emulator-host",
        "127.0.0.1:9099",
    ];
    let full = guide(&abroad, Sqlite, &more).await.unwrap();
    let config = full.visitor().get("/api/firebase-config").await.is(200).json();
    assert_eq!(
        (&config["federated"], &config["authDomain"], &config["appId"], &config["emulatorHost"]),
        (&json!(["facebook", "google"]), &json!("auth.guide.example"), &json!("1:2:web:3"), &json!("127.0.0.1:9099"))
    );
}

// R310
#[tokio::test]
async fn invalid_firebase_token_is_refused() {
    let abroad = Abroad::open().await;
    let guide = guide(&abroad, Sqlite, &[]).await.unwrap();
    guide.bearer(&linh()).syncs(json!({})).await.is(200);
    let now = BEGINNING.seconds();
    let honest = rsa().signs(&linh());
    let (message, signature) = honest.rsplit_once('.').unwrap();
    let forged = rsa().signs(&with(json!({ "sub": "admin" })));
    let on_a_curve = ec();
    let mut tokens: Vec<(&str, String)> = vec![
        ("a MAC with the public key", rsa().mac(&linh())),
        ("another key under its name", another_rsa().signs_as(Some("rsa-1"), &linh())),
        ("a key nobody published", another_rsa().signs(&linh())),
        ("a name nobody published", rsa().signs_as(Some("another"), &linh())),
        ("no name", rsa().signs_as(None, &linh())),
        ("another algorithm", on_a_curve.signs_as(Some("rsa-1"), &linh())),
        ("an empty signature", format!("{message}.")),
        ("two parts", message.to_owned()),
        ("a signature over other claims", format!("{}.{signature}", forged.rsplit_once('.').unwrap().0)),
        ("too long", rsa().signs(&with(json!({ "padding": "x".repeat(9000) })))),
    ];
    for alg in ["none", "None", "NONE", ""] {
        tokens.push((alg, unsigned(alg, &linh())));
    }
    for (what, claims) in [
        ("another project's", json!({ "aud": "another-project" })),
        ("a list of audiences", json!({ "aud": [PROJECT] })),
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
        tokens.push((what, rsa().signs(&with(claims))));
    }
    // A token of our own is none of Firebase's.
    tokens.push(("our own", "eyJhbGciOiJFZERTQSIsImtpZCI6IngifQ.e30.AAAA".into()));
    for (what, token) in tokens {
        let bearer = guide.visitor().with_token(&token);
        for answer in [bearer.get(ACCOUNT).await, bearer.get("/api/businesses").await, bearer.syncs(json!({})).await] {
            assert_eq!(answer.status, 401, "{what}: {}", answer.text);
        }
    }
    // An hour less a second; a subject of 128 characters.
    guide.bearer(&linh()).get(ACCOUNT).await.is(200);
    let longest = with(json!({ "sub": "x".repeat(128), "email": "minh@example.org" }));
    guide.bearer(&longest).syncs(json!({})).await.is(200);
    guide.app.clock.advance(3599);
    guide.bearer(&linh()).get(ACCOUNT).await.is(200);
    guide.app.clock.advance(1);
    guide.bearer(&linh()).get(ACCOUNT).await.is(401);
}

#[tokio::test]
async fn keys_are_read_on_first_need_and_kept_as_long_as_they_say() {
    let abroad = Abroad::open().await;
    abroad.end().await;
    // An offline start; who brings no token is not kept waiting, and nothing that is none asks for keys.
    let guide = guide(&abroad, Sqlite, &[]).await.unwrap();
    guide.visitor().get("/api/businesses").await.is(200);
    guide.visitor().with_token("nonsense").get(ACCOUNT).await.is(401);
    let refused = guide.bearer(&linh()).syncs(json!({})).await.is(503);
    assert!(refused.json()["detail"].as_str().unwrap().starts_with("Sign-ins cannot be verified right now"));
    assert_eq!(abroad.asked("/keys"), 0);
    abroad.begin().await;
    guide.app.clock.advance(5);
    guide.bearer(&linh()).syncs(json!({})).await.is(200);
    for _ in 0..3 {
        guide.bearer(&linh()).get(ACCOUNT).await.is(200);
    }
    assert_eq!(abroad.asked("/keys"), 1);
    // Rotation: the new key is asked for once, and names that nobody knows ask nobody.
    abroad.publishes(&[another_rsa()]);
    guide.visitor().with_token(&another_rsa().signs(&linh())).get(ACCOUNT).await.is(200);
    assert_eq!(abroad.asked("/keys"), 2);
    for _ in 0..5 {
        guide.visitor().with_token(&rsa().signs_as(Some("made up"), &linh())).get(ACCOUNT).await.is(401);
    }
    assert_eq!(abroad.asked("/keys"), 2);
    // Google is away when they are over: the last ones do for an hour, and no longer.
    abroad.end().await;
    let hours = json!({ "exp": BEGINNING.seconds() + 9000 });
    let token = another_rsa().signs(&with(hours));
    guide.app.clock.advance(601);
    guide.visitor().with_token(&token).get(ACCOUNT).await.is(200);
    guide.app.clock.advance(3600);
    guide.visitor().with_token(&token).get(ACCOUNT).await.is(503);
}

// R166
#[rstest]
#[tokio::test]
async fn first_sync_creates_the_account_of_the_token(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = guide(&abroad, engine, &[]).await else { return };
    let person = guide.bearer(&with(json!({ "name": null })));
    // Nobody yet: known to sync alone.
    person.get(ACCOUNT).await.is(401);
    person.get("/api/businesses").await.is(401);
    person.post("/api/guestbook", json!({ "message": "Mist" })).await.is(401);
    for (field, value) in [("uid", json!("admin")), ("email", json!("boss@example.org"))] {
        let refused = person.syncs(json!({ field: value })).await.is(403);
        assert_eq!(refused.fields(), [field]);
    }
    assert_eq!(person.syncs(json!({ "role": "admin" })).await.is(400).fields(), ["role"]);
    person.get(ACCOUNT).await.is(401);
    let said = json!({
        "uid": "firebase-linh", "email": "LINH@example.org", "firstName": "Linh", "lastName": "Tran",
        "profileImageUrl": "https://pictures.example/linh.jpg",
    });
    let user = person.syncs(said.clone()).await.is(200).json();
    let expected = json!({
        "uid": user["uid"], "email": "linh@example.org", "displayName": "Linh Tran", "role": "viewer", "isActive": true,
        "photoURL": "https://pictures.example/linh.jpg", "firstName": "Linh", "lastName": "Tran",
    });
    assert_eq!(user, expected);
    assert_ne!(user["uid"], "firebase-linh", "ids are the guide's own");
    // Again, and by the id that the client knows now.
    assert_eq!(person.syncs(said).await.is(200).json(), user);
    assert_eq!(person.syncs(json!({ "uid": user["uid"] })).await.is(200).json(), user);
    assert_eq!(
        person.post("/api/guestbook", json!({ "message": "Mist" })).await.is(201).json()["authorName"],
        "Linh T."
    );
    let profile = person.get(ACCOUNT).await.is(200).json();
    assert_eq!(
        (&profile["isEmailVerified"], &profile["hasPassword"], &profile["federated"]),
        (&json!(true), &json!(false), &json!([]))
    );
    let exported = person.get("/api/auth/account/export").await.is(200).json();
    assert_eq!((&exported["federated"][0]["provider"], &exported["sessions"]), (&json!("firebase"), &json!([])));
    assert_eq!(guide.letters().await.len(), 0, "letters are Firebase's");
}

// R308
#[rstest]
#[tokio::test]
async fn sync_links_accounts_by_verified_address_only(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = guide(&abroad, engine, &["--admin-emails", "boss@example.org"]).await else { return };
    let (email, id) = guide.account("Linh Tran", Role::Admin).await;
    let claims = |verified: bool, sub: &str, email: &str| {
        with(json!({ "sub": sub, "email": email, "email_verified": verified }))
    };
    let thief = guide.bearer(&claims(false, "thief", &email));
    let refused = thief.syncs(json!({})).await.is(409).json();
    assert!(refused["detail"].as_str().unwrap().starts_with("An account with this email exists already"));
    thief.get(ACCOUNT).await.is(401);
    let linh = guide.bearer(&claims(true, "linh", &email));
    let user = linh.syncs(json!({})).await.is(200).json();
    assert_eq!((&user["uid"], &user["role"]), (&json!(id.0), &json!("admin")));
    linh.get("/api/admin/stats").await.is(200);
    // Without a verified address nobody becomes an admin by it; with it they do, by the next sync.
    let boss = guide.bearer(&claims(false, "boss", "boss@example.org")).syncs(json!({})).await.is(200).json();
    assert_eq!(boss["role"], "viewer");
    let boss = guide.bearer(&claims(true, "boss", "boss@example.org")).syncs(json!({})).await.is(200).json();
    assert_eq!(boss["role"], "admin");
    // Somebody without an address, as by telephone.
    guide.bearer(&with(json!({ "sub": "phone", "email": null }))).syncs(json!({})).await.is(403);
    // Invited, without a letter, and bound at the first sign-in.
    let user = json!({ "email": "new@example.org", "firstName": "N", "lastName": "W", "role": "business_owner" });
    let user = linh.post("/api/admin/users", user).await.is(201).json();
    assert_eq!(guide.letters().await.len(), 0);
    let link = format!("/api/admin/users/{}/password-link", user["id"].as_str().unwrap());
    assert_eq!(linh.post(&link, json!({})).await.is(409).json()["type"], "/problems/accounts-kept-elsewhere");
    let new = guide.bearer(&claims(true, "new", "new@example.org")).syncs(json!({})).await.is(200).json();
    assert_eq!(new["role"], "business_owner");
}

// R309
#[rstest]
#[tokio::test]
async fn firebase_account_changes_act_on_the_next_request(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = guide(&abroad, engine, &["--admin-emails", "boss@example.org"]).await else { return };
    let admin = guide.bearer(&with(json!({ "sub": "boss", "email": "boss@example.org" })));
    admin.syncs(json!({})).await.is(200);
    let linh_there = guide.bearer(&linh());
    let id = linh_there.syncs(json!({})).await.is(200).json()["uid"].as_str().unwrap().to_owned();
    let record = format!("/api/admin/users/{id}");
    let desk = async || linh_there.get("/api/admin/stats").await.status.as_u16();
    assert_eq!(desk().await, 403);
    admin.put(&record, json!({ "role": "business_owner" })).await.is(200);
    assert_eq!(desk().await, 200);
    admin.put(&record, json!({ "role": "viewer" })).await.is(200);
    assert_eq!(desk().await, 403);
    admin.put(&record, json!({ "isActive": false })).await.is(200);
    assert_eq!(desk().await, 401);
    assert_eq!(linh_there.syncs(json!({})).await.is(200).json()["isActive"], false);
    // What was cut off stays cut off: whoever comes back signs in again.
    admin.put(&record, json!({ "isActive": true })).await.is(200);
    assert_eq!(linh_there.syncs(json!({})).await.status, 401);
    let now = guide.app.clock.now().seconds();
    let later = guide.bearer(&with(json!({ "auth_time": now + 1 })));
    later.get(ACCOUNT).await.is(200);
    // Signed out everywhere: a token that was refreshed keeps the moment of its sign-in.
    guide.app.clock.advance(10);
    later.send(Method::POST, "/api/auth/sign-out-everywhere", &[], None).await.is(204);
    later.get(ACCOUNT).await.is(401);
    let now = now + 10;
    let refreshed = with(json!({ "auth_time": now - 9, "iat": now, "exp": now + 3600 }));
    guide.bearer(&refreshed).get(ACCOUNT).await.is(401);
    guide.bearer(&refreshed).syncs(json!({})).await.is(401);
    guide.bearer(&with(json!({ "auth_time": now + 1 }))).get(ACCOUNT).await.is(200);
    admin.get(ACCOUNT).await.is(200);
    // Gone is gone: the next sync makes another account.
    admin.delete(&record).await.is(204);
    let anew = guide.bearer(&with(json!({ "auth_time": now + 1 })));
    anew.get(ACCOUNT).await.is(401);
    assert_ne!(anew.syncs(json!({})).await.is(200).json()["uid"], id);
}

#[tokio::test]
async fn where_staff_need_a_second_factor_firebase_has_to_have_asked_for_it() {
    let abroad = Abroad::open().await;
    let guide =
        guide(&abroad, Sqlite, &["--second-factor", "required", "--admin-emails", "linh@example.org"]).await.unwrap();
    let person = guide.bearer(&linh());
    person.syncs(json!({})).await.is(200);
    let refused = person.get("/api/admin/stats").await.is(403).json();
    assert_eq!(refused["type"], "/problems/second-factor-missing");
    let way = json!({ "sign_in_provider": "password", "sign_in_second_factor": "totp" });
    guide.bearer(&with(json!({ "firebase": way }))).get("/api/admin/stats").await.is(200);
}

#[tokio::test]
async fn what_is_firebase_s_to_do_is_refused_with_a_sentence() {
    let abroad = Abroad::open().await;
    let settings = ["--google-client-id", "a", "--google-client-secret", "b", "--google-issuer", abroad.origin()];
    let guide = guide(&abroad, Sqlite, &settings).await.unwrap();
    let person = guide.bearer(&linh());
    person.syncs(json!({})).await.is(200);
    let contract = cms::api::contract();
    let mut refused = 0;
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let Some(conflict) = operation.pointer("/responses/409/description").and_then(Value::as_str) else {
                continue;
            };
            if !conflict.contains("Firebase manages") && operation["operationId"] != "beginSecondFactorEnrollment" {
                continue;
            }
            // For admins alone, and so tried with one elsewhere.
            if operation["operationId"] == "createPasswordLink" {
                continue;
            }
            let path = path.replace("{provider}", "google").replace("{id}", "x");
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let answer =
                person.send(method, &path, &[("content-type", "application/json")], Some(b"{}".to_vec())).await;
            assert_eq!(answer.status, 409, "{path}: {}", answer.text);
            assert_eq!(answer.json()["type"], "/problems/accounts-kept-elsewhere", "{path}");
            refused += 1;
        }
    }
    assert_eq!(refused, 17);
    // A password of before opens nothing, by the page neither.
    let (email, _) = guide.account("Minh Le", Role::Admin).await;
    guide.visitor().signs_in(&email, PASSWORD).await.is(409);
    for path in ["/login", "/login/sign-up", "/login/forgot", "/login/reset?token=x", "/login/verify?token=x"] {
        let page = guide.visitor().get(path).await.is(200).text;
        assert!(
            page.contains("You sign in to this guide on its own pages") && !page.contains("<form"),
            "{path}: {page}"
        );
        // A link's form is sent to where the session's cookie goes too.
        let form = if path.starts_with("/login/verify") { "/api/auth/verification/form" } else { path };
        let page = guide.visitor().sends_to(form, &[("email", &email), ("password", PASSWORD)], &[]).await.is(409);
        assert_eq!(page.header("set-cookie"), "");
    }
}

#[tokio::test]
async fn an_emulator_s_tokens_count_where_there_is_an_emulator_and_nowhere_else() {
    let abroad = Abroad::open().await;
    let plain = unsigned("none", &linh());
    let real = guide(&abroad, Sqlite, &[]).await.unwrap();
    real.visitor().with_token(&plain).syncs(json!({})).await.is(401);
    let emulated = guide(&abroad, Sqlite, &["--firebase-auth-emulator-host", "127.0.0.1:9099"]).await.unwrap();
    emulated.visitor().with_token(&plain).syncs(json!({})).await.is(200);
    emulated.visitor().with_token(&plain).get(ACCOUNT).await.is(200);
    let now = BEGINNING.seconds();
    for (what, token) in [
        ("another project's", unsigned("none", &with(json!({ "aud": "another-project" })))),
        ("expired", unsigned("none", &with(json!({ "exp": now })))),
        ("signed in in the future", unsigned("none", &with(json!({ "auth_time": now + 61 })))),
        ("an empty subject", unsigned("none", &with(json!({ "sub": "" })))),
        ("one that is signed", rsa().signs(&linh())),
        ("a part too many", format!("{plain}.x")),
        ("something for a signature", format!("{plain}{}", BASE64.encode("x"))),
    ] {
        let answer = emulated.visitor().with_token(&token).syncs(json!({})).await;
        assert_eq!(answer.status, 401, "{what}: {}", answer.text);
    }
    assert_eq!(abroad.asked("/keys"), 0, "an emulator has none");
}
