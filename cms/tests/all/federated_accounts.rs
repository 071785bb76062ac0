//! Whose account somebody comes to with a provider's word, and what becomes of those who were there before.

use cms::db::error::StoreError;
use cms::execute;
use cms::identity::model::Role;
use reqwest::StatusCode;
use rstest::rstest;
use serde_json::{Value, json};

use crate::abroad::{Abroad, told};
use crate::federated::person;
use crate::identity::{cookie, token};
use crate::login_pages::{VERIFY, refusal};
use crate::people::{PASSWORD, Person};
use crate::world::{Engine, Guide, Postgres, Sqlite, token_in};

const ACCOUNT: &str = "/api/auth/account";

async fn profile(person: &Person) -> Value {
    person.get(ACCOUNT).await.is(200).json()
}

async fn accounts(guide: &Guide) -> i64 {
    let db = &guide.app.db;
    cms::with_pool!(db, |engine| sqlx::query_scalar("select count(*) from account").fetch_one(engine)).unwrap()
}

#[rstest]
#[tokio::test]
async fn the_identity_decides_before_the_address(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    let first = visitor.arrives_by(&abroad, "google", json!({ "sub": "1", "email": "Linh@Example.org" })).await;
    let linh = person(&guide, &first.is(200)).await;
    let before = profile(&linh).await;
    assert_eq!(
        (&before["role"], &before["isEmailVerified"], &before["hasPassword"], &before["federated"]),
        (&json!("viewer"), &json!(true), &json!(false), &json!(["google"]))
    );
    assert_eq!(guide.letters().await.len(), 0, "a verified address needs no letter");
    // Another address there, later: the same person here, with the address they had.
    let later = visitor.arrives_by(&abroad, "google", json!({ "sub": "1", "email": "other@example.org" })).await;
    let again = profile(&person(&guide, &later.is(200)).await).await;
    assert_eq!((&again["uid"], &again["email"]), (&before["uid"], &json!("linh@example.org")));
    // The same subject of another issuer is somebody else.
    let stranger = json!({ "sub": "1", "email": "minh@example.org", "me": { "email": "minh@example.org" } });
    let other = visitor.arrives_by(&abroad, "facebook", stranger).await;
    assert_ne!(profile(&person(&guide, &other.is(200)).await).await["uid"], before["uid"]);
    assert_eq!(accounts(&guide).await, 2);
}

#[rstest]
#[tokio::test]
async fn a_verified_address_links_and_both_ways_go_on(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    let (email, id) = guide.account("Linh Tran", Role::BusinessOwner).await;
    let session = visitor.signs_in(&email, PASSWORD).await.is(200);
    let said = json!({
        "email": email.to_uppercase(), "given_name": "Another", "family_name": "Name",
        "picture": "https://pictures.example/linh.jpg",
    });
    let page = visitor.arrives_by(&abroad, "google", said.clone()).await.is(200);
    let linh = profile(&person(&guide, &page).await).await;
    assert_eq!(linh["uid"], id.0);
    // What the account has stays, what it lacks comes.
    assert_eq!(
        (&linh["displayName"], &linh["photoURL"], &linh["role"], &linh["hasPassword"]),
        (&json!("Linh Tran"), &json!("https://pictures.example/linh.jpg"), &json!("business_owner"), &json!(true))
    );
    // A verified account keeps everything that it has.
    assert_eq!(visitor.enters_with(&token(&session)).await, 200);
    visitor.signs_in(&email, PASSWORD).await.is(200);
    let exported = visitor.with_token(&token(&session)).get("/api/auth/account/export").await.is(200).json();
    assert_eq!(exported["account"]["federated"], json!(["google"]));
    let listed = &exported["federated"][0];
    assert_eq!(
        (&listed["provider"], &listed["subject"], &listed["email"]),
        (&json!("google"), &json!("linh-there"), &json!(email))
    );
}

// R308
#[rstest]
#[tokio::test]
async fn unverified_provider_address_links_no_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    for (provider, said) in [
        ("openid", json!({ "email": email, "email_verified": false })),
        ("openid", json!({ "email": email, "email_verified": null })),
        ("openid", json!({ "email": email, "email_verified": "false" })),
        ("google", json!({ "email": email, "email_verified": false })),
        ("facebook", json!({ "me": { "email": email, "email_verified": true, "verified": true } })),
    ] {
        let page = visitor.arrives_by(&abroad, provider, said.clone()).await.is(403);
        assert_eq!(told(&page), "account-exists-with-different-credential", "{provider} {said}");
        assert_eq!(cookie(&page), None);
    }
    let linh = visitor.with_token(&token(&visitor.signs_in(&email, PASSWORD).await.is(200)));
    assert_eq!(profile(&linh).await["federated"], json!([]));
    // Free, it makes an account of its own, and a letter asks the mailbox.
    let said = json!({ "sub": "2", "email": "minh@example.org", "email_verified": false });
    let page = visitor.arrives_by(&abroad, "openid", said.clone()).await.is(200);
    let minh = person(&guide, &page).await;
    assert_eq!(profile(&minh).await["isEmailVerified"], false);
    let link = guide.link_to("minh@example.org").await;
    // Reading the mail is not enough: without a password it takes the session.
    let secret = json!({ "token": token_in(&link), "password": PASSWORD });
    assert_eq!(visitor.post("/api/auth/verification/confirm", secret.clone()).await.is(422).fields(), ["password"]);
    minh.post("/api/auth/verification/confirm", secret).await.is(204);
    assert_eq!(profile(&minh).await["isEmailVerified"], true);
    visitor.arrives_by(&abroad, "openid", said).await.is(200);
    assert_eq!(guide.letters().await.len(), 1, "one letter, for the new account");
    // No address at all is told as such.
    for nothing in [json!({ "sub": "3", "email": null, "me": {"sub": "3"} }), json!({ "sub": "3", "email": "nowhere" })]
    {
        let page = visitor.arrives_by(&abroad, "openid", nothing).await.is(403);
        assert_eq!(told(&page), "missing-email");
    }
    assert_eq!(accounts(&guide).await, 2);
}

// R308
#[rstest]
#[tokio::test]
async fn verified_provider_address_ends_the_access_of_an_unverified_accounts_maker(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    // By a password, with a session, a link in a letter and a second factor waiting.
    let (thief, session) = guide.newcomer("linh@example.org").await;
    visitor.post("/api/auth/password-reset", json!({ "email": "linh@example.org" })).await.is(202);
    let link = guide.link_to("linh@example.org").await;
    let page = visitor.arrives_by(&abroad, "google", json!({})).await.is(200);
    let linh = person(&guide, &page).await;
    let after = profile(&linh).await;
    assert_eq!((&after["isEmailVerified"], &after["hasPassword"]), (&json!(true), &json!(false)));
    thief.get(ACCOUNT).await.is(401);
    visitor.refreshes(&cookie(&session).unwrap()).await.is(401);
    visitor.signs_in("linh@example.org", PASSWORD).await.is(401);
    let chosen = json!({ "token": token_in(&link), "password": "a thief's own" });
    assert_eq!(visitor.post("/api/auth/password-reset/confirm", chosen).await.is(422).fields(), ["token"]);
    // By another provider that verifies nothing.
    let unverified = json!({ "sub": "thief", "email": "minh@example.org", "email_verified": false });
    let page = visitor.arrives_by(&abroad, "openid", unverified.clone()).await.is(200);
    let thief = person(&guide, &page).await;
    let said = json!({ "sub": "minh", "email": "minh@example.org" });
    let minh = person(&guide, &visitor.arrives_by(&abroad, "google", said).await.is(200)).await;
    assert_eq!(profile(&minh).await["federated"], json!(["google"]));
    thief.get(ACCOUNT).await.is(401);
    let page = visitor.arrives_by(&abroad, "openid", unverified).await.is(403);
    assert_eq!(told(&page), "account-exists-with-different-credential");
    // By another provider, and the owner turns up with a letter.
    let unverified = json!({ "sub": "thief-2", "email": "hoa@example.org", "email_verified": false });
    let page = visitor.arrives_by(&abroad, "openid", unverified.clone()).await.is(200);
    let thief = person(&guide, &page).await;
    visitor.post("/api/auth/password-reset", json!({ "email": "hoa@example.org" })).await.is(202);
    let link = guide.link_to("hoa@example.org").await;
    let chosen = json!({ "token": token_in(&link), "password": "a ferry on the Son" });
    visitor.post("/api/auth/password-reset/confirm", chosen).await.is(204);
    thief.get(ACCOUNT).await.is(401);
    let page = visitor.arrives_by(&abroad, "openid", unverified).await.is(403);
    assert_eq!(told(&page), "account-exists-with-different-credential");
    visitor.signs_in("hoa@example.org", "a ferry on the Son").await.is(200);
}

#[rstest]
#[tokio::test]
async fn an_address_without_a_password_is_confirmed_by_who_is_signed_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    let page = visitor.arrives_by(&abroad, "openid", json!({ "email_verified": false })).await.is(200);
    let session = visitor.refreshes(&cookie(&page).unwrap()).await.is(200);
    let held = cookie(&session).unwrap();
    let linh = visitor.with_token(&token(&session));
    let link = guide.link_to("linh@example.org").await;
    let page = visitor.get(link.strip_prefix(&guide.url("")).unwrap()).await.is(200).text;
    assert!(page.contains("This account has no password") && !page.contains(r#"name="password""#), "{page}");
    // The link proves who reads the mailbox, not who made the account (R308).
    let token = token_in(&link);
    let sentence = "This account has no password. Please sign in to it first, then follow the link again.";
    for typed in ["", "a guess"] {
        let page = visitor.sends_to(VERIFY, &[("token", &token), ("password", typed)], &[]).await.is(422);
        assert_eq!(refusal(&page), Some(sentence));
    }
    let refused = visitor.post("/api/auth/verification/confirm", json!({ "token": token })).await.is(422);
    assert_eq!(refused.json()["errors"], json!([{ "field": "password", "message": sentence }]));
    assert_eq!(profile(&linh).await["isEmailVerified"], false);
    visitor.sends_to(VERIFY, &[("token", &token)], &[("cookie", &held)]).await.is(303);
    assert_eq!(profile(&linh).await["isEmailVerified"], true);
}

#[rstest]
#[tokio::test]
async fn an_invitation_is_bound_at_the_first_verified_sign_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let (visitor, admin) = (guide.visitor(), guide.admin().await);
    let user = json!({ "email": "Linh@example.org", "firstName": "Linh", "lastName": "Tran", "role": "admin" });
    let id = admin.post("/api/admin/users", user).await.is(201).json()["id"].clone();
    let invitation = guide.link_to("linh@example.org").await;
    // A word that is none does not take the role.
    let unverified = json!({ "sub": "thief", "email_verified": false });
    let page = visitor.arrives_by(&abroad, "openid", unverified).await.is(403);
    assert_eq!(told(&page), "account-exists-with-different-credential");
    let page = visitor.arrives_by(&abroad, "google", json!({})).await.is(200);
    let linh = person(&guide, &page).await;
    let bound = profile(&linh).await;
    assert_eq!((&bound["uid"], &bound["role"], &bound["isEmailVerified"]), (&id, &json!("admin"), &json!(true)));
    linh.get("/api/admin/stats").await.is(200);
    let chosen = json!({ "token": token_in(&invitation), "password": "somebody who found it" });
    assert_eq!(visitor.post("/api/auth/password-reset/confirm", chosen).await.is(422).fields(), ["token"]);
}

#[rstest]
#[tokio::test]
async fn an_admin_who_comes_with_an_account_elsewhere_can_be_the_one_who_remains(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &["--admin-emails", "linh@example.org"]).await else { return };
    let admin = guide.admin().await;
    guide.visitor().arrives_by(&abroad, "google", json!({ "email": "linh@example.org" })).await.is(200);
    admin.delete_with(ACCOUNT, json!({ "currentPassword": PASSWORD })).await.is(204);
}

#[rstest]
#[tokio::test]
async fn admin_emails_act_with_a_verified_address_alone(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &["--admin-emails", "boss@example.org,chief@example.org"]).await else {
        return;
    };
    let visitor = guide.visitor();
    let role = async |provider: &str, said: Value| {
        let page = visitor.arrives_by(&abroad, provider, said).await.is(200);
        profile(&person(&guide, &page).await).await["role"].clone()
    };
    assert_eq!(role("google", json!({ "sub": "1", "email": "boss@example.org" })).await, "admin");
    let unverified = json!({ "sub": "2", "email": "chief@example.org", "email_verified": false });
    assert_eq!(role("openid", unverified).await, "viewer");
    // Once their provider has seen the mailbox it is theirs.
    assert_eq!(role("openid", json!({ "sub": "2", "email": "chief@example.org" })).await, "admin");
}

// R33
#[rstest]
#[tokio::test]
async fn federated_sign_in_to_a_deactivated_account_is_refused_without_changes(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let (visitor, admin) = (guide.visitor(), guide.admin().await);
    let page = visitor.arrives_by(&abroad, "google", json!({})).await.is(200);
    let linh = person(&guide, &page).await;
    let id = profile(&linh).await["uid"].as_str().unwrap().to_owned();
    admin.put(&format!("/api/admin/users/{id}"), json!({ "isActive": false })).await.is(200);
    linh.get(ACCOUNT).await.is(401);
    for said in [json!({}), json!({ "sub": "another", "picture": "https://pictures.example/a" })] {
        let page = visitor.arrives_by(&abroad, "google", said).await.is(403);
        assert_eq!((told(&page).as_str(), cookie(&page)), ("user-disabled", None));
    }
    let record = admin.get(&format!("/api/admin/users/{id}")).await.is(200).json();
    assert_eq!(record["isActive"], false);
    admin.put(&format!("/api/admin/users/{id}"), json!({ "isActive": true })).await.is(200);
    visitor.arrives_by(&abroad, "google", json!({})).await.is(200);
    let page = visitor.arrives_by(&abroad, "google", json!({})).await.is(200);
    assert_eq!(profile(&person(&guide, &page).await).await["photoURL"], Value::Null);
}

// R33
#[rstest]
#[tokio::test]
async fn federated_sign_in_with_a_second_factor_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    let (email, _) = guide.account("Linh Tran", Role::Admin).await;
    let linh = visitor.with_token(&token(&visitor.signs_in(&email, PASSWORD).await.is(200)));
    guide.enrolled(&linh).await;
    for provider in ["google", "openid"] {
        let page = visitor.arrives_by(&abroad, provider, json!({ "email": email })).await.is(403);
        assert_eq!((told(&page).as_str(), cookie(&page)), ("multi-factor-auth-required", None));
    }
    assert_eq!(profile(&linh).await["federated"], json!([]), "nothing was linked");
    // A guide that has switched them off asks for none.
    let abroad = Abroad::open().await;
    let Some(other) = abroad.guide(engine, &["--second-factor", "required"]).await else { return };
    let (email, _) = other.account("Minh Le", Role::Admin).await;
    let page = other.visitor().arrives_by(&abroad, "google", json!({ "email": email })).await.is(200);
    let minh = person(&other, &page).await;
    assert_eq!(profile(&minh).await["owesSecondFactor"], true, "who owes one owes it this way too");
    minh.get("/api/admin/stats").await.is(403);
}

#[rstest]
#[tokio::test]
async fn a_way_in_can_be_closed_unless_it_is_the_last(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    let page = visitor.arrives_by(&abroad, "google", json!({})).await.is(200);
    let linh = person(&guide, &page).await;
    let unlink = |provider: &str| format!("/api/auth/federated/{provider}");
    visitor.delete(&unlink("google")).await.is(401);
    for nothing in ["facebook", "openid", "firebase", "nobody"] {
        linh.delete(&unlink(nothing)).await.is(404);
    }
    let refused = linh.delete(&unlink("google")).await.is(409).json();
    assert!(refused["detail"].as_str().unwrap().contains("only way in"), "{refused}");
    // With a password there is another.
    visitor.post("/api/auth/password-reset", json!({ "email": "linh@example.org" })).await.is(202);
    let link = guide.link_to("linh@example.org").await;
    let chosen = json!({ "token": token_in(&link), "password": "a ferry on the Son" });
    visitor.post("/api/auth/password-reset/confirm", chosen).await.is(204);
    let session = visitor.signs_in("linh@example.org", "a ferry on the Son").await.is(200);
    let linh = visitor.with_token(&token(&session));
    linh.delete(&unlink("google")).await.is(204);
    assert_eq!(profile(&linh).await["federated"], json!([]));
    linh.delete(&unlink("google")).await.is(404);
    // It comes back the same way, by the verified address.
    visitor.arrives_by(&abroad, "google", json!({})).await.is(200);
    assert_eq!(profile(&linh).await["federated"], json!(["google"]));
}

#[rstest]
#[tokio::test]
async fn an_account_takes_its_identities_with_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    let page = visitor.arrives_by(&abroad, "google", json!({})).await.is(200);
    let linh = person(&guide, &page).await;
    let before = profile(&linh).await["uid"].clone();
    assert_eq!(linh.delete_with(ACCOUNT, json!({})).await.is(422).fields(), ["code"]);
    linh.post("/api/auth/account/deletion-code", json!({})).await.is(202);
    let code = crate::accounts::deletion_code(&guide).await;
    linh.delete_with(ACCOUNT, json!({ "code": code })).await.is(204);
    let page = visitor.arrives_by(&abroad, "google", json!({})).await.is(200);
    assert_ne!(profile(&person(&guide, &page).await).await["uid"], before);
}

#[rstest]
#[tokio::test]
async fn two_who_come_at_once_come_to_one_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let visitor = guide.visitor();
    for round in 0..5 {
        let said = json!({ "sub": format!("{round}"), "email": format!("linh{round}@example.org") });
        let (one, other) = tokio::join!(
            visitor.arrives_by(&abroad, "google", said.clone()),
            visitor.arrives_by(&abroad, "google", said.clone())
        );
        assert_eq!((one.status, other.status), (StatusCode::OK, StatusCode::OK), "{} {}", one.text, other.text);
    }
    assert_eq!(accounts(&guide).await, 5);
}

#[rstest]
#[tokio::test]
async fn who_is_raised_before_their_address_was_verified_shows_that_it_is_theirs(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let (visitor, admin) = (guide.visitor(), guide.admin().await);
    let unverified = json!({ "sub": "thief", "email_verified": false });
    let page = visitor.arrives_by(&abroad, "openid", unverified.clone()).await.is(200);
    let thief = person(&guide, &page).await;
    let id = profile(&thief).await["uid"].as_str().unwrap().to_owned();
    admin.put(&format!("/api/admin/users/{id}"), json!({ "role": "admin" })).await.is(200);
    thief.get(ACCOUNT).await.is(401);
    let page = visitor.arrives_by(&abroad, "openid", unverified).await.is(403);
    assert_eq!(told(&page), "account-exists-with-different-credential");
    let page = visitor.arrives_by(&abroad, "google", json!({})).await.is(200);
    let linh = profile(&person(&guide, &page).await).await;
    assert_eq!((&linh["uid"], &linh["role"]), (&json!(id), &json!("admin")));
    let work = guide.app.db.write(|tx| {
        Box::pin(async move {
            Ok::<_, StoreError>(execute!(tx, sqlx::query("delete from federated_identity where subject = 'thief'"))?)
        })
    });
    assert_eq!(work.await.unwrap(), 0, "the thief's identity went with the thief");
}
