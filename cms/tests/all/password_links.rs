//! Password links that an admin creates and passes on, and invitations that an admin sends again.

use cms::auth::domain::accounts::Role;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fake_oidc::FakeOidcProvider;
use crate::rate_limits::attempts_until_limited;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::{PASSWORD, TestClient, TestResponse};

const NEW_PASSWORD: &str = "a ferry on the Son";

impl TestClient {
    async fn create_password_link(&self, id: &str) -> TestResponse {
        self.post(&format!("/api/admin/users/{id}/password-link"), json!({})).await
    }

    async fn send_invitation(&self, id: &str) -> TestResponse {
        self.post(&format!("/api/admin/users/{id}/invitation"), json!({})).await
    }

    async fn add_invited_user(&self, email: &str) -> String {
        let form = json!({ "email": email, "firstName": "Linh", "lastName": "Tran", "role": "business_owner" });
        self.post("/api/admin/users", form).await.is(201).json()["id"].as_str().unwrap().to_owned()
    }

    async fn get_user(&self, id: &str) -> Value {
        self.get(&format!("/api/admin/users/{id}")).await.is(200).json()
    }
}

impl TestApp {
    async fn choose_password(&self, link: &str, password: &str) -> TestResponse {
        let form = json!({ "token": token_in(link), "password": password });
        self.anonymous().post("/api/auth/password-reset/confirm", form).await
    }
}

#[rstest]
#[tokio::test]
async fn password_link_of_an_invited_user_works_once_within_a_week(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let id = admin.add_invited_user("linh@example.org").await;
    assert_eq!(admin.get_user(&id).await["hasPassword"], false);
    let created_link = admin.create_password_link(&id).await.is(201);
    assert_eq!(created_link.header("cache-control"), "no-store");
    let link_json = created_link.json();
    let link = link_json["link"].as_str().unwrap();
    assert!(link.starts_with(&guide.url("/login/reset?token=")), "{link}");
    assert_eq!(
        (&link_json["kind"], &link_json["expiresAt"]),
        (&json!("invitation"), &json!("2026-11-28T08:00:00.000Z"))
    );
    guide.anonymous().get(link.strip_prefix(&guide.url("")).unwrap()).await.is(200);
    guide.app.clock.advance(7 * 24 * 3600 - 1);
    guide.choose_password(link, NEW_PASSWORD).await.is(204);
    guide.anonymous().sign_in("linh@example.org", NEW_PASSWORD).await.is(200);
    assert_eq!(guide.choose_password(link, "a thief's own").await.is(422).fields(), ["token"]);
    let user = guide.sign_in_again("admin-one@example.org").await.get_user(&id).await;
    // The link does not verify the email address.
    assert_eq!((&user["hasPassword"], &user["isEmailVerified"]), (&json!(true), &json!(false)));
}

#[rstest]
#[tokio::test]
async fn password_link_of_a_user_with_a_password_ends_after_half_an_hour(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let id = linh.id.clone().unwrap().0;
    let created_link = admin.create_password_link(&id).await.is(201).json();
    assert_eq!(
        (&created_link["kind"], &created_link["expiresAt"]),
        (&json!("reset"), &json!("2026-11-21T08:30:00.000Z"))
    );
    guide.app.clock.advance(30 * 60);
    guide.choose_password(created_link["link"].as_str().unwrap(), NEW_PASSWORD).await.is(422);
    // A password link that expires unused does not end the sessions of the account.
    linh.get("/api/auth/account").await.is(200);
    let created_link = admin.create_password_link(&id).await.is(201).json();
    guide.choose_password(created_link["link"].as_str().unwrap(), NEW_PASSWORD).await.is(204);
    linh.get("/api/auth/account").await.is(401);
    guide.anonymous().sign_in("linh-tran@example.org", PASSWORD).await.is(401);
    guide.anonymous().sign_in("linh-tran@example.org", NEW_PASSWORD).await.is(200);
    assert_eq!(admin.get_user(&id).await["isEmailVerified"], true);
}

#[rstest]
#[tokio::test]
async fn password_link_replaces_mailed_and_earlier_links(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let id = admin.add_invited_user("linh@example.org").await;
    let invitation_link = guide.emailed_link("linh@example.org").await;
    let link = async || admin.create_password_link(&id).await.is(201).json()["link"].as_str().unwrap().to_owned();
    let (first_link, second_link) = (link().await, link().await);
    for replaced_link in [&invitation_link, &first_link] {
        assert_eq!(guide.choose_password(replaced_link, "a thief's own").await.is(422).fields(), ["token"]);
    }
    // A change of the email address invalidates the links of the account.
    let user_path = format!("/api/admin/users/{id}");
    admin.put(&user_path, json!({ "email": "hoa@example.org" })).await.is(200);
    guide.choose_password(&second_link, "a thief's own").await.is(422);
    guide.choose_password(&link().await, NEW_PASSWORD).await.is(204);
    guide.anonymous().sign_in("hoa@example.org", NEW_PASSWORD).await.is(200);
}

// R457
#[rstest]
#[tokio::test]
async fn user_has_an_invitation_time_until_a_password_is_chosen(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let now = || json!(guide.app.clock.now());
    let id = admin.add_invited_user("linh@example.org").await;
    let added_user = admin.get_user(&id).await;
    assert_eq!(added_user["invitedAt"], now());
    guide.app.clock.advance(60);
    let link = admin.create_password_link(&id).await.is(201).json()["link"].as_str().unwrap().to_owned();
    let user = admin.get_user(&id).await;
    assert_eq!(user["invitedAt"], now());
    // A password link does not change the version of the user, so an open form of the console can still be saved.
    assert_eq!((&user["version"], &user["updatedAt"]), (&added_user["version"], &added_user["updatedAt"]));
    assert_eq!(admin.get("/api/admin/users?q=linh").await.is(200).json()[0], user);
    // After a change of the email address, the user gets a new invitation.
    guide.app.clock.advance(60);
    let user_path = format!("/api/admin/users/{id}");
    assert_eq!(admin.put(&user_path, json!({ "email": "hoa@example.org" })).await.is(200).json()["invitedAt"], now());
    guide.choose_password(&link, NEW_PASSWORD).await.is(422);
    guide.choose_password(&guide.emailed_link("hoa@example.org").await, NEW_PASSWORD).await.is(204);
    let user = admin.get_user(&id).await;
    assert_eq!((&user["invitedAt"], &user["hasPassword"]), (&Value::Null, &json!(true)));
    // A link that resets a password is not an invitation.
    admin.create_password_link(&id).await.is(201);
    assert_eq!(admin.get_user(&id).await["invitedAt"], Value::Null);

    let inactive_user =
        json!({ "email": "minh@example.org", "firstName": "Minh", "lastName": "Le", "isActive": false });
    let inactive_user = admin.post("/api/admin/users", inactive_user).await.is(201).json();
    assert_eq!(inactive_user["invitedAt"], Value::Null);
    let user_path = format!("/api/admin/users/{}", inactive_user["id"].as_str().unwrap());
    assert_eq!(admin.put(&user_path, json!({ "isActive": true })).await.is(200).json()["invitedAt"], now());
}

// R457
#[rstest]
#[tokio::test]
async fn invitation_that_is_sent_again_replaces_earlier_links(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let id = admin.add_invited_user("linh@example.org").await;
    let invitation_link = guide.emailed_link("linh@example.org").await;
    guide.app.clock.advance(60);
    admin.send_invitation(&id).await.is(202);
    assert_eq!(admin.get_user(&id).await["invitedAt"], json!(guide.app.clock.now()));
    guide.choose_password(&invitation_link, "a thief's own").await.is(422);
    let second_invitation_link = guide.emailed_link("linh@example.org").await;
    let admin_link = admin.create_password_link(&id).await.is(201).json()["link"].as_str().unwrap().to_owned();
    admin.send_invitation(&id).await.is(202);
    for replaced_link in [&second_invitation_link, &admin_link] {
        guide.choose_password(replaced_link, "a thief's own").await.is(422);
    }
    guide.choose_password(&guide.emailed_link("linh@example.org").await, NEW_PASSWORD).await.is(204);
    guide.anonymous().sign_in("linh@example.org", NEW_PASSWORD).await.is(200);
    // An invitation verifies the email address, unlike a link that an admin passes on.
    let user = admin.get_user(&id).await;
    assert_eq!((&user["isEmailVerified"], &user["invitedAt"]), (&json!(true), &Value::Null));
    let refused = admin.send_invitation(&id).await.is(409).json();
    assert_eq!(refused["code"], "password_exists");
    admin.send_invitation("nobody").await.is(404);
    let minh = admin.add_invited_user("minh@example.org").await;
    admin.put(&format!("/api/admin/users/{minh}"), json!({ "isActive": false })).await.is(200);
    assert_eq!(admin.send_invitation(&minh).await.is(409).json()["code"], "account_inactive");
    let invitation_events = admin.audit_events("?action=sendInvitation").await;
    assert_eq!(invitation_events.len(), 2, "refused calls are not recorded");
    assert_eq!(
        (&invitation_events[0]["subjectId"], &invitation_events[0]["subjectName"]),
        (&json!(id), &json!("Linh Tran"))
    );
}

#[rstest]
#[tokio::test]
async fn password_link_is_refused_for_own_inactive_and_missing_accounts_and_to_all_but_admins(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, owner) = (guide.admin().await, guide.owner("Minh Le").await);
    let (_, linh) = guide.add_account("Linh Tran", Role::Viewer).await;
    owner.create_password_link(&linh.0).await.is(403);
    guide.viewer("Hoa Pham").await.create_password_link(&linh.0).await.is(403);
    guide.anonymous().create_password_link(&linh.0).await.is(401);
    let own_account_refusal = admin.create_password_link(&admin.id.clone().unwrap().0).await.is(409).json();
    assert_eq!(own_account_refusal["detail"], "This is your own account: change your password on your account page.");
    admin.create_password_link("nobody").await.is(404);
    let created_link = admin.create_password_link(&linh.0).await.is(201).json();
    admin.put(&format!("/api/admin/users/{}", linh.0), json!({ "isActive": false })).await.is(200);
    let inactive_refusal = admin.create_password_link(&linh.0).await.is(409).json();
    assert_eq!(inactive_refusal["detail"], "This account is not active: activate it first.");
    guide.choose_password(created_link["link"].as_str().unwrap(), NEW_PASSWORD).await.is(422);
    let events = admin.audit_events("?action=createPasswordLink").await;
    assert_eq!(events.len(), 1, "refused calls are not recorded");
    assert_eq!((&events[0]["subjectId"], &events[0]["subjectName"]), (&json!(linh.0), &json!("Linh Tran")));
}

#[rstest]
#[tokio::test]
async fn password_link_of_an_unverified_user_keeps_the_second_factor_and_removes_federated_identities(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let admin = guide.admin().await;
    let link =
        async |id: &str| admin.create_password_link(id).await.is(201).json()["link"].as_str().unwrap().to_owned();
    let id = admin.add_invited_user("linh@example.org").await;
    guide.choose_password(&link(&id).await, PASSWORD).await.is(204);
    guide.enroll_second_factor(&guide.sign_in_again("linh@example.org").await).await;
    guide.choose_password(&link(&id).await, NEW_PASSWORD).await.is(204);
    let second_factor_problem = guide.anonymous().sign_in("linh@example.org", NEW_PASSWORD).await.is(401).json();
    assert_eq!(second_factor_problem["type"], "/problems/second-factor-required");

    // Minh's email address is unverified, so another person may have linked the federated identity. The new password
    // removes this identity from the account.
    let claims = json!({ "sub": "2", "email": "minh@example.org", "email_verified": false });
    guide.anonymous().sign_in_via(&oidc, "openid", claims.clone()).await.is(200);
    let found_users = admin.get("/api/admin/users?q=minh").await.is(200).json();
    guide.choose_password(&link(found_users[0]["id"].as_str().unwrap()).await, NEW_PASSWORD).await.is(204);
    guide.anonymous().sign_in_via(&oidc, "openid", claims).await.is(403);
    guide.anonymous().sign_in("minh@example.org", NEW_PASSWORD).await.is(200);
}

#[rstest]
#[tokio::test]
async fn password_links_share_a_limit_per_account_with_invitations_but_not_with_resets(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (email, linh) = guide.add_account("Linh Tran", Role::Viewer).await;
    for _ in 0..5 {
        guide.anonymous().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    }
    guide.anonymous().post("/api/auth/password-reset", json!({ "email": email })).await.is(429);
    assert_eq!(attempts_until_limited(10, async |_| admin.create_password_link(&linh.0).await).await, (5, 600));
    let (_, minh) = guide.add_account("Minh Le", Role::Viewer).await;
    admin.create_password_link(&minh.0).await.is(201);
    let hoa = admin.add_invited_user("hoa@example.org").await;
    assert_eq!(attempts_until_limited(10, async |_| admin.send_invitation(&hoa).await).await, (5, 600));
    admin.create_password_link(&hoa).await.is(429);
}
