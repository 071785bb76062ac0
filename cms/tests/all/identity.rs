//! Signing in, staying signed in, signing out, and everything that is refused on the way.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use cms::commands::user::{self, UserCommand};
use cms::db::error::StoreError;
use cms::execute;
use cms::identity::builtin::provider::{Builtin, Policy};
use cms::identity::model::Role;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::accounts::take_alike;
use crate::people::{Answer, PASSWORD, Person};
use crate::world::{Engine, Guide, Postgres, Sqlite, token_in};

const SIGN_IN: &str = "/api/auth/sign-in";
const REFRESH: &str = "/api/auth/refresh";
const SIGN_OUT: &str = "/api/auth/sign-out";
/// Open to admins alone: what a token is good for.
const DESK: &str = "/api/admin/stats";

/// The refresh cookie that an answer sets, as it is sent back; nothing when it sets none or takes it back.
pub fn cookie(answer: &Answer) -> Option<String> {
    let set = answer.headers.get_all("set-cookie").iter().find_map(|value| value.to_str().ok())?;
    let pair = set.split(';').next().unwrap();
    (pair.starts_with("karst_refresh=") && pair != "karst_refresh=").then(|| pair.to_owned())
}

pub fn token(answer: &Answer) -> String {
    answer.json()["token"].as_str().unwrap().to_owned()
}

impl Person {
    pub async fn signs_in(&self, email: &str, password: &str) -> Answer {
        self.post(SIGN_IN, json!({ "email": email, "password": password })).await
    }

    pub async fn refreshes(&self, cookie: &str) -> Answer {
        self.send(Method::POST, REFRESH, &[("cookie", cookie)], None).await
    }

    pub async fn enters_with(&self, token: &str) -> u16 {
        self.get_with(DESK, &[("authorization", &format!("Bearer {token}"))]).await.status.as_u16()
    }
}

async fn execute(guide: &Guide, sql: &'static str, email: String) {
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            assert_eq!(execute!(tx, sqlx::query(sql).bind(email))?, 1);
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
}

async fn deactivate(guide: &Guide, email: &str) {
    execute(guide, "update account set is_active = false where email = $1", email.to_owned()).await;
}

#[rstest]
#[tokio::test]
async fn signing_in_gives_a_token_for_an_hour_and_a_cookie_for_thirty_days(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, id) = guide.account("Linh Trần", Role::Admin).await;
    let answer = guide.visitor().signs_in(&email, PASSWORD).await.is(200);
    assert_eq!(answer.header("cache-control"), "no-store");
    let set = answer.header("set-cookie");
    assert!(set.ends_with("; HttpOnly; SameSite=Lax; Path=/api/auth; Max-Age=2592000"), "{set}");
    let session = answer.json();
    assert_eq!(session["expiresAt"], "2026-11-21T09:00:00.000Z");
    let user = json!({
        "uid": id.0, "email": email, "displayName": "Linh Trần", "photoURL": null, "role": "admin", "isActive": true,
        "firstName": "Linh", "lastName": "Trần",
    });
    assert_eq!(session["user"], user);
    assert_eq!(guide.visitor().enters_with(&token(&answer)).await, 200);
    // In any case, with what a paste brings along.
    guide.visitor().signs_in(&format!(" {} ", email.to_uppercase()), PASSWORD).await.is(200);
    guide.app.clock.advance(3599);
    assert_eq!(guide.visitor().enters_with(&token(&answer)).await, 200);
    guide.app.clock.advance(1);
    assert_eq!(guide.visitor().enters_with(&token(&answer)).await, 401);
}

// R312
#[rstest]
#[tokio::test]
async fn every_refused_sign_in_gets_the_same_response(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (known, _) = guide.account("Linh Tran", Role::Admin).await;
    let (gone, _) = guide.account("Minh Le", Role::Viewer).await;
    let (bare, _) = guide.account("Hoa Pham", Role::Viewer).await;
    deactivate(&guide, &gone).await;
    execute(&guide, "update account set password_hash = null where email = $1", bare.clone()).await;
    for (email, password) in [
        (known.as_str(), "a wrong password"),
        (&known, " a boat on the Son"),
        (&known, "A boat on the Son"),
        ("nobody@example.org", PASSWORD),
        (&gone, PASSWORD),
        (&bare, PASSWORD),
        (&known, &"ộ".repeat(1024)),
    ] {
        let answer = guide.visitor().signs_in(email, password).await.is(401);
        let mut problem = answer.json();
        assert_eq!(problem["requestId"], answer.header("x-request-id"));
        problem["requestId"] = Value::Null;
        let expected = json!({
            "type": "about:blank", "title": "Unauthorized", "status": 401,
            "detail": "E-mail or password is not right", "requestId": null,
        });
        assert_eq!(problem, expected, "{email}");
        assert_eq!((answer.header("set-cookie"), answer.header("cache-control")), ("", "no-store"));
    }
    let unfilled = guide.visitor().signs_in("", "").await.is(422);
    assert_eq!(unfilled.fields(), ["email", "password"]);
    let told = guide.visitor().post(SIGN_IN, json!({ "email": known, "password": PASSWORD, "role": "admin" })).await;
    assert_eq!(told.is(400).fields(), ["role"]);
    assert_eq!(guide.visitor().signs_in("nobody", PASSWORD).await.is(422).fields(), ["email"]);
}

// R312
#[rstest]
#[tokio::test]
async fn sign_in_takes_the_same_time_for_known_and_unknown_addresses(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    // A password that was hashed with as much work as any.
    guide.newcomer("linh@example.org").await;
    let visitor = guide.visitor();
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..9 {
        for (kind, email) in ["linh@example.org", "nobody@example.org"].into_iter().enumerate() {
            let begun = std::time::Instant::now();
            visitor.signs_in(email, "a guess").await.is(401);
            times[kind].push(begun.elapsed());
        }
    }
    take_alike(times);
}

// R309
#[rstest]
#[tokio::test]
async fn sign_out_ends_every_token_of_the_session_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let visitor = guide.visitor();
    for by_cookie in [false, true] {
        let (here, elsewhere) =
            (visitor.signs_in(&email, PASSWORD).await.is(200), visitor.signs_in(&email, PASSWORD).await.is(200));
        let (bearer, held) = (format!("Bearer {}", token(&here)), cookie(&here).unwrap());
        let proof = if by_cookie { ("cookie", held.as_str()) } else { ("authorization", bearer.as_str()) };
        let out = visitor.send(Method::POST, SIGN_OUT, &[proof], None).await.is(204);
        assert!(
            out.header("set-cookie").starts_with("karst_refresh=;") && out.header("set-cookie").contains("Max-Age=0")
        );
        assert_eq!(visitor.enters_with(&token(&here)).await, 401);
        visitor.refreshes(&held).await.is(401);
        assert_eq!(visitor.enters_with(&token(&elsewhere)).await, 200, "the other device stays signed in");
        // Twice is no error.
        visitor.send(Method::POST, SIGN_OUT, &[proof], None).await.is(204);
    }
    visitor.post(SIGN_OUT, json!({})).await.is(204);
    visitor.send(Method::POST, SIGN_OUT, &[("authorization", "Bearer x.y.z")], None).await.is(401);
}

#[rstest]
#[tokio::test]
async fn an_outdated_token_still_signs_its_session_out(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let session = guide.visitor().signs_in(&email, PASSWORD).await.is(200);
    guide.app.clock.advance(7200);
    let bearer = format!("Bearer {}", token(&session));
    guide.visitor().send(Method::POST, SIGN_OUT, &[("authorization", &bearer)], None).await.is(204);
    guide.visitor().refreshes(&cookie(&session).unwrap()).await.is(401);
}

#[rstest]
#[tokio::test]
async fn a_refresh_carries_the_session_on_with_another_cookie(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let visitor = guide.visitor();
    let first = visitor.signs_in(&email, PASSWORD).await.is(200);
    guide.app.clock.advance(3000);
    let second = visitor.refreshes(&cookie(&first).unwrap()).await.is(200);
    assert_eq!(second.header("cache-control"), "no-store");
    assert_eq!(second.json()["user"], first.json()["user"]);
    assert_eq!(second.json()["expiresAt"], "2026-11-21T09:50:00.000Z");
    assert_ne!(cookie(&first), cookie(&second));
    for session in [&first, &second] {
        assert_eq!(visitor.enters_with(&token(session)).await, 200);
    }
    // Used at least every thirty days it goes on, and not longer.
    let mut held = cookie(&second).unwrap();
    for _ in 0..3 {
        guide.app.clock.advance(29 * 24 * 3600);
        held = cookie(&visitor.refreshes(&held).await.is(200)).unwrap();
    }
    guide.app.clock.advance(30 * 24 * 3600);
    visitor.refreshes(&held).await.is(401);
}

#[rstest]
#[tokio::test]
async fn a_cookie_that_comes_back_ends_its_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let visitor = guide.visitor();
    let first = visitor.signs_in(&email, PASSWORD).await.is(200);
    let elsewhere = visitor.signs_in(&email, PASSWORD).await.is(200);
    let second = visitor.refreshes(&cookie(&first).unwrap()).await.is(200);
    let second = visitor.refreshes(&cookie(&second).unwrap()).await.is(200);
    guide.app.clock.advance(31);
    let reused = visitor.refreshes(&cookie(&first).unwrap()).await.is(401);
    assert!(reused.header("set-cookie").contains("Max-Age=0"));
    visitor.refreshes(&cookie(&second).unwrap()).await.is(401);
    for session in [&first, &second] {
        assert_eq!(visitor.enters_with(&token(session)).await, 401);
    }
    assert_eq!(visitor.enters_with(&token(&elsewhere)).await, 200);
}

#[rstest]
#[tokio::test]
async fn two_tabs_may_refresh_at_once_and_a_lost_answer_may_be_asked_for_again(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let visitor = guide.visitor();
    let first = cookie(&visitor.signs_in(&email, PASSWORD).await.is(200)).unwrap();
    let tabs = futures_util::future::join_all((0..8).map(|_| visitor.refreshes(&first))).await;
    let cookies: Vec<_> = tabs.into_iter().map(|answer| cookie(&answer.is(200)).unwrap()).collect();
    assert!(cookies.iter().all(|one| *one == cookies[0] && *one != first), "whichever comes last is the good one");
    guide.app.clock.advance(30);
    assert_eq!(cookie(&visitor.refreshes(&first).await.is(200)).as_ref(), Some(&cookies[0]));
    // Once the new one is in use, a late tab gets its access token and keeps the cookie that the browser has.
    let third = visitor.refreshes(&cookies[0]).await.is(200);
    let late = visitor.refreshes(&first).await.is(200);
    assert_eq!(cookie(&late), None);
    assert_eq!(visitor.enters_with(&token(&late)).await, 200);
    guide.app.clock.advance(3000);
    visitor.refreshes(&cookie(&third).unwrap()).await.is(200);
}

#[rstest]
#[tokio::test]
async fn lost_answer_of_a_refresh_is_sent_again_for_a_day_while_its_successor_is_unused(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let visitor = guide.visitor();
    let first = cookie(&visitor.signs_in(&email, PASSWORD).await.is(200)).unwrap();
    let lost = cookie(&visitor.refreshes(&first).await.is(200)).unwrap();
    guide.app.clock.advance(24 * 3600);
    let again = visitor.refreshes(&first).await.is(200);
    assert_eq!(cookie(&again).as_ref(), Some(&lost), "the successor is the same, so one session has one token");
    assert_eq!(visitor.enters_with(&token(&again)).await, 200);
    // The successor in use: the old token now ends the session for both.
    let third = cookie(&visitor.refreshes(&lost).await.is(200)).unwrap();
    visitor.refreshes(&first).await.is(401);
    visitor.refreshes(&third).await.is(401);

    let second = cookie(&visitor.signs_in(&email, PASSWORD).await.is(200)).unwrap();
    let lost = cookie(&visitor.refreshes(&second).await.is(200)).unwrap();
    guide.app.clock.advance(24 * 3600 + 1);
    visitor.refreshes(&second).await.is(401);
    visitor.refreshes(&lost).await.is(401);
}

#[rstest]
#[tokio::test]
async fn cookies_that_never_were_are_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let visitor = guide.visitor();
    visitor.send(Method::POST, REFRESH, &[], None).await.is(401);
    for value in ["", "x", "' or 1=1 --", &"A".repeat(43), &"A".repeat(5000)] {
        visitor.refreshes(&format!("karst_refresh={value}")).await.is(401);
    }
}

// R309
#[rstest]
#[tokio::test]
async fn account_changes_by_command_act_on_the_next_request(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let db = &guide.app.db;
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let (other, _) = guide.account("Minh Le", Role::Admin).await;
    let visitor = guide.visitor();
    let session = visitor.signs_in(&email, PASSWORD).await.is(200);
    let now = guide.app.clock.now();

    user::execute(db, UserCommand::Role { email: email.clone(), role: Role::Viewer }, now).await.unwrap();
    assert_eq!(visitor.enters_with(&token(&session)).await, 403);
    user::execute(db, UserCommand::Role { email: email.clone(), role: Role::Admin }, now).await.unwrap();
    assert_eq!(visitor.enters_with(&token(&session)).await, 200);

    deactivate(&guide, &email).await;
    assert_eq!(visitor.enters_with(&token(&session)).await, 401);
    visitor.refreshes(&cookie(&session).unwrap()).await.is(401);

    let session = visitor.signs_in(&other, PASSWORD).await.is(200);
    visitor.post("/api/auth/password-reset", json!({ "email": other })).await.is(202);
    let link = guide.link_to(&other).await;
    let said = user::execute(db, UserCommand::Password { email: other.to_uppercase(), password_stdin: false }, now)
        .await
        .unwrap();
    let password = said.lines().find_map(|line| line.strip_prefix("Password: ")).unwrap();
    assert_eq!(visitor.enters_with(&token(&session)).await, 401);
    visitor.refreshes(&cookie(&session).unwrap()).await.is(401);
    visitor.signs_in(&other, PASSWORD).await.is(401);
    visitor.signs_in(&other, password).await.is(200);
    // Whoever holds an older link cannot undo it.
    let late = json!({ "token": token_in(&link), "password": "a thief's own" });
    assert_eq!(visitor.post("/api/auth/password-reset/confirm", late).await.is(422).fields(), ["token"]);
}

#[rstest]
#[tokio::test]
async fn the_last_admin_stays_one_and_an_address_is_used_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (db, clock) = (&guide.app.db, &guide.app.clock);
    let password = user::first_admin(db, clock).await.unwrap().unwrap();
    assert_eq!(user::first_admin(db, clock).await.unwrap(), None, "only when there is nobody");
    let session = guide.visitor().signs_in(user::FIRST_ADMIN, &password).await.is(200);
    assert_eq!(session.json()["user"]["role"], "admin");
    let done = async |verb| user::execute(db, verb, clock.now()).await.map_err(|error| error.to_string());
    let demote = UserCommand::Role { email: user::FIRST_ADMIN.into(), role: Role::Viewer };
    assert!(done(demote.clone()).await.unwrap_err().contains("the last one"));
    assert_eq!(guide.visitor().enters_with(&token(&session)).await, 200, "nothing was changed");
    let add = |email: &str| UserCommand::Add {
        email: email.into(),
        role: Role::Admin,
        first_name: "Thu\u{301}y".into(),
        last_name: " Nguyễn ".into(),
        password_stdin: false,
    };
    assert!(done(add(" Thuy@Example.org")).await.unwrap().starts_with("Added thuy@example.org as admin."));
    assert!(done(add("THUY@example.org")).await.unwrap_err().contains("has an account already"));
    for bad in ["thuy", "a..b@x.org", "thuy@localhost", "mailto:thuy@example.org", "new@example.org\u{200b}"] {
        assert!(done(add(bad)).await.unwrap_err().contains("is not an email address"), "{bad:?}");
    }
    assert_eq!(done(demote).await.unwrap(), "admin@example.org is viewer now.");
}

// R323
#[rstest]
#[tokio::test]
async fn refresh_cookie_from_another_site_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let visitor = guide.visitor();
    let session = visitor.signs_in(&email, PASSWORD).await.is(200);
    let held = cookie(&session).unwrap();
    let form = json!({ "email": email, "password": PASSWORD }).to_string().into_bytes();
    for foreign in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://evil.example"),
        ("origin", "null"),
    ] {
        for path in [REFRESH, SIGN_OUT] {
            visitor.send(Method::POST, path, &[("cookie", &held), foreign], None).await.is(403);
        }
        let sent = [foreign, ("content-type", "application/json")];
        let answer = visitor.send(Method::POST, SIGN_IN, &sent, Some(form.clone())).await.is(403);
        assert_eq!(answer.header("set-cookie"), "");
    }
    for path in [SIGN_IN, REFRESH, SIGN_OUT] {
        visitor.get(path).await.is(405);
    }
    assert_eq!(visitor.enters_with(&token(&session)).await, 200, "nothing was ended");
    let ours = guide.url("");
    visitor.send(Method::POST, REFRESH, &[("cookie", &held), ("origin", &ours)], None).await.is(200);
    visitor.send(Method::POST, REFRESH, &[("cookie", &held), ("sec-fetch-site", "same-origin")], None).await.is(200);
}

// R310
#[rstest]
#[tokio::test]
async fn forged_token_is_refused_by_every_call(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let visitor = guide.visitor();
    let good = token(&visitor.signs_in(&email, PASSWORD).await.is(200));
    let parts: Vec<&str> = good.split('.').collect();
    let part = |value: &Value| BASE64.encode(value.to_string());
    let read = |text: &str| -> Value { serde_json::from_slice(&BASE64.decode(text).unwrap()).unwrap() };
    let (header, claims) = (read(parts[0]), read(parts[1]));
    assert_eq!(
        (&header["alg"], &claims["aud"], &claims["iss"]),
        (&json!("EdDSA"), &json!("karst"), &json!(guide.url("")))
    );
    let key = &visitor.get("/api/auth/jwks").await.is(200).json()["keys"][0];
    assert_eq!((&key["kid"], &key["alg"], &key["kty"]), (&header["kid"], &json!("EdDSA"), &json!("OKP")));
    assert!(key.get("d").is_none(), "never the private half");

    let mac = |alg: jsonwebtoken::Algorithm| {
        let mut header = jsonwebtoken::Header::new(alg);
        header.kid = key["kid"].as_str().map(str::to_owned);
        let secret = BASE64.decode(key["x"].as_str().unwrap()).unwrap();
        jsonwebtoken::encode(&header, &claims, &jsonwebtoken::EncodingKey::from_secret(&secret)).unwrap()
    };
    let with = |field: &str, value: Value| {
        let mut claims = claims.clone();
        claims[field] = value;
        format!("{}.{}.{}", parts[0], part(&claims), parts[2])
    };
    let unsigned = part(&json!({ "alg": "none", "typ": "JWT", "kid": key["kid"] }));
    let elsewhere = part(&json!({ "alg": "EdDSA", "typ": "JWT", "kid": "another" }));
    let forged = [
        format!("{unsigned}.{}.", parts[1]),
        format!("{unsigned}.{}.{}", parts[1], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{}.{}", parts[0], parts[1]),
        format!("{elsewhere}.{}.{}", parts[1], parts[2]),
        with("sub", json!("somebody-else")),
        with("exp", json!(9_999_999_999_i64)),
        mac(jsonwebtoken::Algorithm::HS256),
        mac(jsonwebtoken::Algorithm::HS512),
        format!("{good}x"),
        format!("{good}.{}", parts[2]),
        "x".into(),
    ];
    for token in &forged {
        // A public read, too: a token that does not count is never quietly a stranger.
        for path in [DESK, "/api/businesses"] {
            let answer = visitor.get_with(path, &[("authorization", &format!("Bearer {token}"))]).await.is(401);
            assert_eq!(answer.json()["title"], "Unauthorized");
        }
    }
    // Another guide's true token: same code, other keys.
    let other = Guide::open(Sqlite).await.unwrap();
    let (email, _) = other.account("Linh Tran", Role::Admin).await;
    let foreign = token(&other.visitor().signs_in(&email, PASSWORD).await.is(200));
    assert_eq!(visitor.enters_with(&foreign).await, 401);
    assert_eq!(visitor.enters_with(&good).await, 200);
}

#[rstest]
#[tokio::test]
async fn replicas_that_start_together_share_one_signing_key(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(db) = crate::world::database(engine, folder.path()).await else { return };
    let clock = cms::common::clock::Clock::frozen_at(crate::world::BEGINNING);
    let opened = (0..6).map(|_| Builtin::open(&db, "https://guide.example", Policy::default(), &clock));
    let replicas = futures_util::future::try_join_all(opened).await.unwrap();
    let keys = replicas[0].public_keys();
    assert_eq!(keys.len(), 1);
    assert!(replicas.iter().all(|replica| replica.public_keys() == keys));
}

// R311
#[rstest]
#[tokio::test]
async fn failed_sign_ins_are_limited_by_mailbox_and_successes_are_not(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (known, _) = guide.account("Linh Tran", Role::Viewer).await;
    let (other, _) = guide.account("Minh Le", Role::Viewer).await;
    let visitor = guide.visitor();
    for email in [known.as_str(), "nobody@example.org"] {
        for n in 0..10 {
            let spelling = if n % 2 == 0 { email.to_uppercase() } else { email.replace('@', "+tag@") };
            let spoofed = [("x-forwarded-for", "203.0.113.7"), ("content-type", "application/json")];
            let body = json!({ "email": spelling, "password": "a guess" }).to_string().into_bytes();
            visitor.send(Method::POST, SIGN_IN, &spoofed, Some(body)).await.is(401);
        }
        let waits = visitor.signs_in(email, PASSWORD).await.is(429);
        assert_eq!((waits.header("retry-after"), &waits.json()["title"]), ("60", &json!("Too Many Requests")));
    }
    for _ in 0..12 {
        visitor.signs_in(&other, PASSWORD).await.is(200);
    }
    guide.app.clock.advance(60);
    visitor.signs_in(&known, PASSWORD).await.is(200);
}

#[tokio::test]
async fn the_guide_says_how_one_signs_in() {
    let guide = Guide::open(Sqlite).await.unwrap();
    let config = guide.visitor().get("/api/firebase-config").await.is(200).json();
    let expected = json!({
        "provider": "builtin", "federated": [], "openidName": null, "passwordMinLength": 6, "mail": false,
    });
    assert_eq!(config, expected);
}
