//! Links to choose a password that an admin makes and hands over.

use cms::identity::model::Role;
use rstest::rstest;
use serde_json::{Value, json};

use crate::abroad::Abroad;
use crate::limits::waits;
use crate::people::{Answer, PASSWORD, Person};
use crate::world::{Engine, Guide, Postgres, Sqlite, token_in};

const CHOSEN: &str = "a ferry on the Son";

impl Person {
    async fn makes_link(&self, id: &str) -> Answer {
        self.post(&format!("/api/admin/users/{id}/password-link"), json!({})).await
    }

    async fn invites(&self, email: &str) -> String {
        let form = json!({ "email": email, "firstName": "Linh", "lastName": "Tran", "role": "business_owner" });
        self.post("/api/admin/users", form).await.is(201).json()["id"].as_str().unwrap().to_owned()
    }

    async fn user(&self, id: &str) -> Value {
        self.get(&format!("/api/admin/users/{id}")).await.is(200).json()
    }
}

impl Guide {
    async fn chooses(&self, link: &str, password: &str) -> Answer {
        let form = json!({ "token": token_in(link), "password": password });
        self.visitor().post("/api/auth/password-reset/confirm", form).await
    }
}

#[rstest]
#[tokio::test]
async fn password_link_of_an_invited_user_is_good_once_for_a_week(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let id = admin.invites("linh@example.org").await;
    assert_eq!(admin.user(&id).await["hasPassword"], false);
    let made = admin.makes_link(&id).await.is(201);
    assert_eq!(made.header("cache-control"), "no-store");
    let view = made.json();
    let link = view["link"].as_str().unwrap();
    assert!(link.starts_with(&guide.url("/login/reset?token=")), "{link}");
    assert_eq!((&view["kind"], &view["expiresAt"]), (&json!("invitation"), &json!("2026-11-28T08:00:00.000Z")));
    guide.visitor().get(link.strip_prefix(&guide.url("")).unwrap()).await.is(200);
    guide.app.clock.advance(7 * 24 * 3600 - 1);
    guide.chooses(link, CHOSEN).await.is(204);
    guide.visitor().signs_in("linh@example.org", CHOSEN).await.is(200);
    assert_eq!(guide.chooses(link, "a thief's own").await.is(422).fields(), ["token"]);
    let user = guide.again("admin-one@example.org").await.user(&id).await;
    // Nobody has shown that the mailbox is this person's.
    assert_eq!((&user["hasPassword"], &user["isEmailVerified"]), (&json!(true), &json!(false)));
}

#[rstest]
#[tokio::test]
async fn password_link_of_a_user_with_a_password_ends_after_half_an_hour(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.traveller("Linh Tran").await);
    let id = linh.id.clone().unwrap().0;
    let made = admin.makes_link(&id).await.is(201).json();
    assert_eq!((&made["kind"], &made["expiresAt"]), (&json!("reset"), &json!("2026-11-21T08:30:00.000Z")));
    guide.app.clock.advance(30 * 60);
    guide.chooses(made["link"].as_str().unwrap(), CHOSEN).await.is(422);
    // Until a link is used everything is as it was.
    linh.get("/api/auth/account").await.is(200);
    let made = admin.makes_link(&id).await.is(201).json();
    guide.chooses(made["link"].as_str().unwrap(), CHOSEN).await.is(204);
    linh.get("/api/auth/account").await.is(401);
    guide.visitor().signs_in("linh-tran@example.org", PASSWORD).await.is(401);
    guide.visitor().signs_in("linh-tran@example.org", CHOSEN).await.is(200);
    assert_eq!(admin.user(&id).await["isEmailVerified"], true);
}

#[rstest]
#[tokio::test]
async fn password_link_replaces_mailed_and_earlier_links(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let id = admin.invites("linh@example.org").await;
    let mailed = guide.link_to("linh@example.org").await;
    let link = async || admin.makes_link(&id).await.is(201).json()["link"].as_str().unwrap().to_owned();
    let (first, second) = (link().await, link().await);
    for over in [&mailed, &first] {
        assert_eq!(guide.chooses(over, "a thief's own").await.is(422).fields(), ["token"]);
    }
    // Another address is another person's.
    let record = format!("/api/admin/users/{id}");
    admin.put(&record, json!({ "email": "hoa@example.org" })).await.is(200);
    guide.chooses(&second, "a thief's own").await.is(422);
    guide.chooses(&link().await, CHOSEN).await.is(204);
    guide.visitor().signs_in("hoa@example.org", CHOSEN).await.is(200);
}

#[rstest]
#[tokio::test]
async fn password_link_is_refused_for_own_inactive_and_missing_accounts_and_to_all_but_admins(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, owner) = (guide.admin().await, guide.owner("Minh Le").await);
    let (_, linh) = guide.account("Linh Tran", Role::Viewer).await;
    owner.makes_link(&linh.0).await.is(403);
    guide.traveller("Hoa Pham").await.makes_link(&linh.0).await.is(403);
    guide.visitor().makes_link(&linh.0).await.is(401);
    let own = admin.makes_link(&admin.id.clone().unwrap().0).await.is(409).json();
    assert_eq!(own["detail"], "This is your own account: change your password on your account page.");
    admin.makes_link("nobody").await.is(404);
    let made = admin.makes_link(&linh.0).await.is(201).json();
    admin.put(&format!("/api/admin/users/{}", linh.0), json!({ "isActive": false })).await.is(200);
    let inactive = admin.makes_link(&linh.0).await.is(409).json();
    assert_eq!(inactive["detail"], "This account is not active: activate it first.");
    guide.chooses(made["link"].as_str().unwrap(), CHOSEN).await.is(422);
    let noted = admin.audits("?action=createPasswordLink").await;
    assert_eq!(noted.len(), 1, "refused calls are not noted");
    assert_eq!((&noted[0]["subjectId"], &noted[0]["subjectName"]), (&json!(linh.0), &json!("Linh Tran")));
}

#[rstest]
#[tokio::test]
async fn password_link_of_an_unverified_user_keeps_the_second_factor_and_ends_linked_sign_ins(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &[]).await else { return };
    let admin = guide.admin().await;
    let link = async |id: &str| admin.makes_link(id).await.is(201).json()["link"].as_str().unwrap().to_owned();
    let id = admin.invites("linh@example.org").await;
    guide.chooses(&link(&id).await, PASSWORD).await.is(204);
    guide.enrolled(&guide.again("linh@example.org").await).await;
    guide.chooses(&link(&id).await, CHOSEN).await.is(204);
    let asked = guide.visitor().signs_in("linh@example.org", CHOSEN).await.is(401).json();
    assert_eq!(asked["type"], "/problems/second-factor-required");

    // Minh's address was not verified: a sign-in that somebody else linked to it ends when the owner sets a password.
    let claims = json!({ "sub": "2", "email": "minh@example.org", "email_verified": false });
    guide.visitor().arrives_by(&abroad, "openid", claims.clone()).await.is(200);
    let found = admin.get("/api/admin/users?q=minh").await.is(200).json();
    guide.chooses(&link(found[0]["id"].as_str().unwrap()).await, CHOSEN).await.is(204);
    guide.visitor().arrives_by(&abroad, "openid", claims).await.is(403);
    guide.visitor().signs_in("minh@example.org", CHOSEN).await.is(200);
}

#[rstest]
#[tokio::test]
async fn password_links_are_limited_per_account_apart_from_mailed_ones(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let (email, linh) = guide.account("Linh Tran", Role::Viewer).await;
    for _ in 0..5 {
        guide.visitor().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    }
    guide.visitor().post("/api/auth/password-reset", json!({ "email": email })).await.is(429);
    assert_eq!(waits(10, async |_| admin.makes_link(&linh.0).await).await, (5, 600));
    let (_, minh) = guide.account("Minh Le", Role::Viewer).await;
    admin.makes_link(&minh.0).await.is(201);
}
