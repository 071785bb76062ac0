//! Codes from an app after the password, for staff.

use cms::commands::user::{self, UserCommand};
use rstest::rstest;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::abroad::Abroad;
use crate::identity::{cookie, token};
use crate::people::{Answer, PASSWORD, Person};
use crate::world::{Engine, Guide, Postgres, Sqlite};

const FACTOR: &str = "/api/auth/second-factor";
const CONFIRM: &str = "/api/auth/second-factor/confirm";

impl Guide {
    /// What the app of somebody with this secret shows now.
    fn code(&self, secret: &str) -> String {
        self.code_at(secret, 0)
    }

    /// The same so many seconds later.
    fn code_at(&self, secret: &str, seconds: i64) -> String {
        let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build().unwrap();
        totp.generate((self.app.clock.now().seconds() + seconds) as u64).to_string()
    }

    /// Sets a second factor up; answers its secret and its recovery codes.
    pub async fn enrolled(&self, person: &Person) -> (String, Vec<String>) {
        let offer = person.post(FACTOR, json!({ "password": PASSWORD })).await.is(200);
        assert_eq!(offer.header("cache-control"), "no-store");
        let secret = offer.json()["secret"].as_str().unwrap().to_owned();
        let codes = person.post(CONFIRM, json!({ "code": self.code(&secret) })).await.is(200).json();
        let codes = codes["recoveryCodes"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned());
        (secret, codes.collect())
    }
}

impl Person {
    async fn signs_in_with(&self, email: &str, password: &str, code: &str) -> Answer {
        self.post("/api/auth/sign-in", json!({ "email": email, "password": password, "code": code })).await
    }
}

fn asks_for_a_code(answer: &Answer) {
    assert_eq!(answer.status, 401);
    assert_eq!(answer.json()["type"], "/problems/second-factor-required");
    assert_eq!(answer.header("set-cookie"), "");
}

// R222
#[rstest]
#[tokio::test]
async fn second_factor_is_asked_after_the_password_and_accepted_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let email = "admin-one@example.org";
    let visitor = guide.visitor();
    let offer = admin.post(FACTOR, json!({ "password": PASSWORD })).await.is(200).json();
    let uri = offer["uri"].as_str().unwrap();
    assert!(
        uri.starts_with("otpauth://totp/") && uri.contains(&format!("secret={}", offer["secret"].as_str().unwrap()))
    );
    // Offered is not set up: it does not count, and the next offer takes its place.
    visitor.signs_in(email, PASSWORD).await.is(200);
    assert_eq!(admin.post(CONFIRM, json!({ "code": "000000" })).await.is(422).fields(), ["code"]);
    let (secret, codes) = guide.enrolled(&admin).await;
    assert_eq!(codes.len(), 10);
    assert_eq!(admin.get("/api/auth/account").await.is(200).json()["hasSecondFactor"], true);
    admin.post(FACTOR, json!({ "password": PASSWORD })).await.is(409);

    asks_for_a_code(&visitor.signs_in(email, PASSWORD).await);
    asks_for_a_code(&visitor.signs_in_with(email, PASSWORD, "").await);
    asks_for_a_code(&visitor.signs_in_with(email, PASSWORD, "000000").await);
    // The code that set it up is used; who has no password learns nothing.
    asks_for_a_code(&visitor.signs_in_with(email, PASSWORD, &guide.code(&secret)).await);
    for code in ["000000", &guide.code_at(&secret, 30)] {
        let refused = visitor.signs_in_with(email, "a guess", code).await.is(401);
        assert_eq!(refused.json()["type"], "about:blank");
    }
    let next = guide.code_at(&secret, 30);
    visitor.signs_in_with(email, PASSWORD, &next).await.is(200);
    asks_for_a_code(&visitor.signs_in_with(email, PASSWORD, &next).await);
    guide.app.clock.advance(60);
    visitor.signs_in_with(email, PASSWORD, &guide.code(&secret)).await.is(200);
    // A lost phone: each recovery code is good once, however it is typed.
    let typed = codes[3].replace('-', " ").to_uppercase();
    visitor.signs_in_with(email, PASSWORD, &typed).await.is(200);
    asks_for_a_code(&visitor.signs_in_with(email, PASSWORD, &codes[3]).await);
    visitor.signs_in_with(email, PASSWORD, &codes[4]).await.is(200);
}

// R222
#[rstest]
#[tokio::test]
async fn second_factor_setup_without_the_password_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    for (form, sentence) in [
        (json!({}), "Password is required"),
        (json!({ "password": null }), "Password is required"),
        (json!({ "password": "" }), "Password is required"),
        (json!({ "password": "a guess" }), "The password is not right"),
    ] {
        let refused = admin.post(FACTOR, form).await.is(422);
        assert_eq!(refused.json()["errors"], json!([{ "field": "password", "message": sentence }]));
    }
    // Nothing was offered: there is no secret that a code could be right for.
    assert_eq!(admin.post(CONFIRM, json!({ "code": "123456" })).await.is(422).fields(), ["code"]);
    // Guesses are counted with all others at this account.
    let mut status = 422;
    for _ in 0..10 {
        status = admin.post(FACTOR, json!({ "password": "a guess" })).await.status.as_u16();
    }
    assert_eq!(status, 429);
    guide.app.clock.advance(600);
    admin.post(FACTOR, json!({ "password": PASSWORD })).await.is(200);
}

// R222
#[rstest]
#[tokio::test]
async fn second_factor_setup_without_a_password_needs_a_recent_sign_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &["--admin-emails", "linh@example.org"]).await else { return };
    let page = guide.visitor().arrives_by(&abroad, "google", json!({ "email": "linh@example.org" })).await.is(200);
    let session = guide.visitor().refreshes(&cookie(&page).unwrap()).await.is(200);
    let linh = guide.visitor().with_token(&token(&session));
    guide.app.clock.advance(599);
    linh.post(FACTOR, json!({})).await.is(200);
    guide.app.clock.advance(1);
    let refused = linh.post(FACTOR, json!({ "password": "anything" })).await.is(403);
    assert_eq!(refused.json()["type"], "/problems/recent-sign-in-required");
    // Carrying a session on is not signing in.
    let later = guide.visitor().refreshes(&cookie(&session).unwrap()).await.is(200);
    guide.visitor().with_token(&token(&later)).post(FACTOR, json!({})).await.is(403);
    let page = guide.visitor().arrives_by(&abroad, "google", json!({ "email": "linh@example.org" })).await.is(200);
    let session = guide.visitor().refreshes(&cookie(&page).unwrap()).await.is(200);
    guide.visitor().with_token(&token(&session)).post(FACTOR, json!({})).await.is(200);
}

#[rstest]
#[tokio::test]
async fn one_code_lets_one_of_many_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let (secret, codes) = guide.enrolled(&admin).await;
    guide.app.clock.advance(60);
    for code in [guide.code(&secret), codes[0].clone()] {
        let visitor = guide.visitor();
        let tries = (0..5).map(|_| visitor.signs_in_with("admin-one@example.org", PASSWORD, &code));
        let answers = futures_util::future::join_all(tries).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        guide.app.clock.advance(600);
    }
}

#[rstest]
#[tokio::test]
async fn guesses_at_a_code_are_counted(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    guide.enrolled(&admin).await;
    for _ in 0..10 {
        asks_for_a_code(&guide.visitor().signs_in_with("admin-one@example.org", PASSWORD, "123456").await);
    }
    guide.visitor().signs_in_with("admin-one@example.org", PASSWORD, "123456").await.is(429);
}

#[rstest]
#[tokio::test]
async fn it_is_removed_with_the_password_and_for_staff_alone(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let owner = guide.owner("Minh Le").await;
    let viewer = guide.traveller("Linh Tran").await;
    viewer.post(FACTOR, json!({})).await.is(403);
    viewer.post(CONFIRM, json!({ "code": "123456" })).await.is(403);
    guide.visitor().post(FACTOR, json!({})).await.is(401);
    let (_, codes) = guide.enrolled(&owner).await;
    assert_eq!(owner.delete_with(FACTOR, json!({})).await.is(422).fields(), ["currentPassword"]);
    assert_eq!(
        owner.delete_with(FACTOR, json!({ "currentPassword": "a guess" })).await.is(422).fields(),
        ["currentPassword"]
    );
    owner.delete_with(FACTOR, json!({ "currentPassword": PASSWORD })).await.is(204);
    guide.visitor().signs_in("minh-le@example.org", PASSWORD).await.is(200);
    // Old recovery codes open nothing when there is another factor.
    guide.enrolled(&owner).await;
    asks_for_a_code(&guide.visitor().signs_in_with("minh-le@example.org", PASSWORD, &codes[0]).await);
}

#[rstest]
#[tokio::test]
async fn who_has_this_machine_takes_a_lost_one_away(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let owner = guide.owner("Minh Le").await;
    let (_, codes) = guide.enrolled(&owner).await;
    let forget = || {
        let verb = UserCommand::ResetSecondFactor { email: "Minh-Le@example.org".into() };
        user::execute(&guide.app.db, verb, guide.app.clock.now())
    };
    assert_eq!(forget().await.unwrap(), "minh-le@example.org signs in with the password alone now.");
    guide.visitor().signs_in("minh-le@example.org", PASSWORD).await.is(200);
    assert!(forget().await.unwrap_err().to_string().contains("has no second factor"));
    guide.enrolled(&owner).await;
    asks_for_a_code(&guide.visitor().signs_in_with("minh-le@example.org", PASSWORD, &codes[0]).await);
}

#[rstest]
#[tokio::test]
async fn where_it_is_required_staff_without_one_can_only_set_one_up(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &["--api-only", "--second-factor", "required"]).await else { return };
    let admin = guide.admin().await;
    let me = |profile: Value| (profile["role"].clone(), profile["owesSecondFactor"].clone());
    assert_eq!(me(admin.get("/api/auth/account").await.is(200).json()), (json!("admin"), json!(true)));
    for path in ["/api/admin/stats", "/api/admin/users", "/api/businesses?showAll=true"] {
        admin.get(path).await.is(403);
    }
    let refused = admin.post("/api/categories", json!({ "name": "Caves" })).await.is(403);
    assert_eq!(refused.json()["type"], "/problems/second-factor-missing");
    // Travellers are asked for nothing, and an admin may read what they may.
    admin.get("/api/businesses").await.is(200);
    guide.traveller("Linh Tran").await.get("/api/auth/account").await.is(200);
    let (secret, _) = guide.enrolled(&admin).await;
    assert_eq!(me(admin.get("/api/auth/account").await.is(200).json()), (json!("admin"), json!(false)));
    admin.get("/api/admin/stats").await.is(200);
    guide.app.clock.advance(60);
    let session = guide.visitor().signs_in_with("admin-one@example.org", PASSWORD, &guide.code(&secret)).await.is(200);
    guide.visitor().with_token(&token(&session)).get("/api/admin/users").await.is(200);
    // Taking it away closes the door again.
    admin.delete_with(FACTOR, json!({ "currentPassword": PASSWORD })).await.is(204);
    admin.get("/api/admin/stats").await.is(403);
}

#[rstest]
#[tokio::test]
async fn where_it_is_off_nobody_has_one_and_nobody_is_asked(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    guide.enrolled(&admin).await;
    // The same guide, started again with another setting.
    let off = guide.beside(&["--api-only", "--second-factor", "off"]).await;
    admin.at(&off).post(FACTOR, json!({})).await.is(403);
    off.visitor().signs_in("admin-one@example.org", PASSWORD).await.is(200);
}
