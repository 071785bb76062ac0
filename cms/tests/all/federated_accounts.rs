//! The accounts to which federated sign-ins lead, and protection against account takeover.

use cms::auth::domain::accounts::Role;
use cms::db::engine::StoreError;
use cms::execute;
use reqwest::StatusCode;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fake_oidc::{FakeOidcProvider, callback_error};
use crate::federated::signed_in_client;
use crate::login_pages::{VERIFICATION_FORM_PATH, error_message};
use crate::sign_in::{access_token_of, received_refresh_cookie};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::{PASSWORD, TestClient};

const ACCOUNT_PATH: &str = "/api/auth/account";

async fn profile(client: &TestClient) -> Value {
    client.get(ACCOUNT_PATH).await.is(200).json()
}

async fn account_count(guide: &TestApp) -> i64 {
    let db = &guide.app.db;
    cms::with_pool!(db, |engine| sqlx::query_scalar("select count(*) from account").fetch_one(engine)).unwrap()
}

#[rstest]
#[tokio::test]
async fn linked_identity_takes_precedence_over_the_email_address(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    let first_page = anonymous.sign_in_via(&oidc, "google", json!({ "sub": "1", "email": "Linh@Example.org" })).await;
    let linh = signed_in_client(&guide, &first_page.is(200)).await;
    let before = profile(&linh).await;
    assert_eq!(
        (&before["role"], &before["isEmailVerified"], &before["hasPassword"], &before["federated"]),
        (&json!("viewer"), &json!(true), &json!(false), &json!(["google"]))
    );
    assert_eq!(guide.emails().await.len(), 0, "a verified address needs no email");
    // If the address at the provider changes, the sign-in leads to the same account. The account keeps its address.
    let later_page = anonymous.sign_in_via(&oidc, "google", json!({ "sub": "1", "email": "other@example.org" })).await;
    let profile_afterward = profile(&signed_in_client(&guide, &later_page.is(200)).await).await;
    assert_eq!((&profile_afterward["uid"], &profile_afterward["email"]), (&before["uid"], &json!("linh@example.org")));
    // The same subject at another issuer belongs to another account.
    let other_user = json!({ "sub": "1", "email": "minh@example.org", "me": { "email": "minh@example.org" } });
    let other = anonymous.sign_in_via(&oidc, "facebook", other_user).await;
    assert_ne!(profile(&signed_in_client(&guide, &other.is(200)).await).await["uid"], before["uid"]);
    assert_eq!(account_count(&guide).await, 2);
}

#[rstest]
#[tokio::test]
async fn verified_address_links_the_identity_and_the_password_still_works(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    let (email, id) = guide.add_account("Linh Tran", Role::BusinessOwner).await;
    let session = anonymous.sign_in(&email, PASSWORD).await.is(200);
    let claims = json!({
        "email": email.to_uppercase(), "given_name": "Another", "family_name": "Name",
        "picture": "https://pictures.example/linh.jpg",
    });
    let page = anonymous.sign_in_via(&oidc, "google", claims.clone()).await.is(200);
    let linh = profile(&signed_in_client(&guide, &page).await).await;
    assert_eq!(linh["uid"], id.0);
    // The sign-in fills empty profile fields and keeps the values of the others, such as the name.
    assert_eq!(
        (&linh["displayName"], &linh["photoURL"], &linh["role"], &linh["hasPassword"]),
        (&json!("Linh Tran"), &json!("https://pictures.example/linh.jpg"), &json!("business_owner"), &json!(true))
    );
    // An account whose address was verified before the linking keeps its password and its sessions.
    assert_eq!(anonymous.admin_stats_status(&access_token_of(&session)).await, 200);
    anonymous.sign_in(&email, PASSWORD).await.is(200);
    let exported =
        anonymous.with_token(&access_token_of(&session)).get("/api/auth/account/export").await.is(200).json();
    assert_eq!(exported["account"]["federated"], json!(["google"]));
    let exported_identity = &exported["federated"][0];
    assert_eq!(
        (&exported_identity["provider"], &exported_identity["subject"], &exported_identity["email"]),
        (&json!("google"), &json!("linh-there"), &json!(email))
    );
}

// R308
#[rstest]
#[tokio::test]
async fn unverified_provider_address_links_no_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    for (provider, claims) in [
        ("openid", json!({ "email": email, "email_verified": false })),
        ("openid", json!({ "email": email, "email_verified": null })),
        ("openid", json!({ "email": email, "email_verified": "false" })),
        ("google", json!({ "email": email, "email_verified": false })),
        ("facebook", json!({ "me": { "email": email, "email_verified": true, "verified": true } })),
    ] {
        let page = anonymous.sign_in_via(&oidc, provider, claims.clone()).await.is(403);
        assert_eq!(callback_error(&page), "account-exists-with-different-credential", "{provider} {claims}");
        assert_eq!(received_refresh_cookie(&page), None);
    }
    let linh = anonymous.with_token(&access_token_of(&anonymous.sign_in(&email, PASSWORD).await.is(200)));
    assert_eq!(profile(&linh).await["federated"], json!([]));
    // If no account has the address, the sign-in creates an account and sends a verification email.
    let claims = json!({ "sub": "2", "email": "minh@example.org", "email_verified": false });
    let page = anonymous.sign_in_via(&oidc, "openid", claims.clone()).await.is(200);
    let minh = signed_in_client(&guide, &page).await;
    assert_eq!(profile(&minh).await["isEmailVerified"], false);
    let link = guide.emailed_link("minh@example.org").await;
    // The link alone does not verify the address of an account without a password. The client must also be signed in to
    // the account.
    let secret = json!({ "token": token_in(&link), "password": PASSWORD });
    assert_eq!(anonymous.post("/api/auth/verification/confirm", secret.clone()).await.is(422).fields(), ["password"]);
    minh.post("/api/auth/verification/confirm", secret).await.is(204);
    assert_eq!(profile(&minh).await["isEmailVerified"], true);
    anonymous.sign_in_via(&oidc, "openid", claims).await.is(200);
    assert_eq!(guide.emails().await.len(), 1, "one email, for the new account");
    // A sign-in without a valid address has its own error code.
    for claims_without_email in
        [json!({ "sub": "3", "email": null, "me": {"sub": "3"} }), json!({ "sub": "3", "email": "nowhere" })]
    {
        let page = anonymous.sign_in_via(&oidc, "openid", claims_without_email).await.is(403);
        assert_eq!(callback_error(&page), "missing-email");
    }
    assert_eq!(account_count(&guide).await, 2);
}

// R308
#[rstest]
#[tokio::test]
async fn verified_provider_address_ends_the_access_of_the_creator_of_an_unverified_account(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    // The attacker signs up with an address that is not theirs. They have a password and a session of the account, and
    // request an email with a link to reset the password.
    let (attacker, session) = guide.sign_up("linh@example.org").await;
    anonymous.post("/api/auth/password-reset", json!({ "email": "linh@example.org" })).await.is(202);
    let link = guide.emailed_link("linh@example.org").await;
    let page = anonymous.sign_in_via(&oidc, "google", json!({})).await.is(200);
    let linh = signed_in_client(&guide, &page).await;
    let after = profile(&linh).await;
    assert_eq!((&after["isEmailVerified"], &after["hasPassword"]), (&json!(true), &json!(false)));
    attacker.get(ACCOUNT_PATH).await.is(401);
    anonymous.refresh(&received_refresh_cookie(&session).unwrap()).await.is(401);
    anonymous.sign_in("linh@example.org", PASSWORD).await.is(401);
    let reset_request = json!({ "token": token_in(&link), "password": "a thief's own" });
    assert_eq!(anonymous.post("/api/auth/password-reset/confirm", reset_request).await.is(422).fields(), ["token"]);
    // The attacker signs in with a provider that does not verify addresses.
    let unverified = json!({ "sub": "thief", "email": "minh@example.org", "email_verified": false });
    let page = anonymous.sign_in_via(&oidc, "openid", unverified.clone()).await.is(200);
    let attacker = signed_in_client(&guide, &page).await;
    let claims = json!({ "sub": "minh", "email": "minh@example.org" });
    let minh = signed_in_client(&guide, &anonymous.sign_in_via(&oidc, "google", claims).await.is(200)).await;
    assert_eq!(profile(&minh).await["federated"], json!(["google"]));
    attacker.get(ACCOUNT_PATH).await.is(401);
    let page = anonymous.sign_in_via(&oidc, "openid", unverified).await.is(403);
    assert_eq!(callback_error(&page), "account-exists-with-different-credential");
    // The attacker repeats this with another address. This time, its owner resets the password with an emailed link.
    let unverified = json!({ "sub": "thief-2", "email": "hoa@example.org", "email_verified": false });
    let page = anonymous.sign_in_via(&oidc, "openid", unverified.clone()).await.is(200);
    let attacker = signed_in_client(&guide, &page).await;
    anonymous.post("/api/auth/password-reset", json!({ "email": "hoa@example.org" })).await.is(202);
    let link = guide.emailed_link("hoa@example.org").await;
    let reset_request = json!({ "token": token_in(&link), "password": "a ferry on the Son" });
    anonymous.post("/api/auth/password-reset/confirm", reset_request).await.is(204);
    attacker.get(ACCOUNT_PATH).await.is(401);
    let page = anonymous.sign_in_via(&oidc, "openid", unverified).await.is(403);
    assert_eq!(callback_error(&page), "account-exists-with-different-credential");
    anonymous.sign_in("hoa@example.org", "a ferry on the Son").await.is(200);
}

#[rstest]
#[tokio::test]
async fn address_of_an_account_without_a_password_is_confirmed_only_in_its_session(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    let page = anonymous.sign_in_via(&oidc, "openid", json!({ "email_verified": false })).await.is(200);
    let session = anonymous.refresh(&received_refresh_cookie(&page).unwrap()).await.is(200);
    let refresh_cookie = received_refresh_cookie(&session).unwrap();
    let linh = anonymous.with_token(&access_token_of(&session));
    let link = guide.emailed_link("linh@example.org").await;
    let page = anonymous.get(link.strip_prefix(&guide.url("")).unwrap()).await.is(200).text;
    assert!(page.contains("This account has no password") && !page.contains(r#"name="password""#), "{page}");
    // The link proves access to the mailbox, not who created the account (R308).
    let token = token_in(&link);
    let sentence = "This account has no password. Please sign in to it first, then follow the link again.";
    for password in ["", "a guess"] {
        let page = anonymous
            .submit_form(VERIFICATION_FORM_PATH, &[("token", &token), ("password", password)], &[])
            .await
            .is(422);
        assert_eq!(error_message(&page), Some(sentence));
    }
    let refused = anonymous.post("/api/auth/verification/confirm", json!({ "token": token })).await.is(422);
    assert_eq!(refused.errors(), json!([{ "field": "password", "message": sentence }]));
    assert_eq!(profile(&linh).await["isEmailVerified"], false);
    anonymous.submit_form(VERIFICATION_FORM_PATH, &[("token", &token)], &[("cookie", &refresh_cookie)]).await.is(303);
    assert_eq!(profile(&linh).await["isEmailVerified"], true);
}

#[rstest]
#[tokio::test]
async fn invited_account_is_linked_at_the_first_verified_sign_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let (anonymous, admin) = (guide.anonymous(), guide.admin().await);
    let user = json!({ "email": "Linh@example.org", "firstName": "Linh", "lastName": "Tran", "role": "admin" });
    let added_user = admin.post("/api/admin/users", user).await.is(201).json();
    assert_eq!(added_user["invitedAt"], json!(guide.app.clock.now()));
    let id = added_user["id"].clone();
    let invitation = guide.emailed_link("linh@example.org").await;
    // A sign-in with an unverified address does not get the role of the invited account.
    let unverified = json!({ "sub": "thief", "email_verified": false });
    let page = anonymous.sign_in_via(&oidc, "openid", unverified).await.is(403);
    assert_eq!(callback_error(&page), "account-exists-with-different-credential");
    let page = anonymous.sign_in_via(&oidc, "google", json!({})).await.is(200);
    let linh = signed_in_client(&guide, &page).await;
    let linked_profile = profile(&linh).await;
    assert_eq!(
        (&linked_profile["uid"], &linked_profile["role"], &linked_profile["isEmailVerified"]),
        (&id, &json!("admin"), &json!(true))
    );
    linh.get("/api/admin/stats").await.is(200);
    let reset_request = json!({ "token": token_in(&invitation), "password": "somebody who found it" });
    assert_eq!(anonymous.post("/api/auth/password-reset/confirm", reset_request).await.is(422).fields(), ["token"]);
    // The sign-in changed `isEmailVerified`, so its audit event is not a session event (R458).
    let events = admin.audit_events("?action=completeFederatedSignIn&sessions=false").await;
    assert_eq!(events.iter().map(|event| &event["after"]["isEmailVerified"]).collect::<Vec<_>>(), [&json!(true)]);
    // The sign-in accepted the invitation (R457). A new password link is not another invitation.
    let user_path = format!("/api/admin/users/{}", id.as_str().unwrap());
    assert_eq!(admin.get(&user_path).await.is(200).json()["invitedAt"], Value::Null);
    admin.post(&format!("{user_path}/password-link"), json!({})).await.is(201);
    assert_eq!(admin.get(&user_path).await.is(200).json()["invitedAt"], Value::Null);
}

#[rstest]
#[tokio::test]
async fn admin_with_a_federated_account_can_be_the_last_admin(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &["--admin-emails", "linh@example.org"]).await else { return };
    let admin = guide.admin().await;
    guide.anonymous().sign_in_via(&oidc, "google", json!({ "email": "linh@example.org" })).await.is(200);
    admin.delete_with_body(ACCOUNT_PATH, json!({ "currentPassword": PASSWORD })).await.is(204);
}

#[rstest]
#[tokio::test]
async fn admin_emails_apply_to_verified_addresses_only(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &["--admin-emails", "boss@example.org,chief@example.org"]).await else {
        return;
    };
    let anonymous = guide.anonymous();
    let role = async |provider: &str, claims: Value| {
        let page = anonymous.sign_in_via(&oidc, provider, claims).await.is(200);
        profile(&signed_in_client(&guide, &page).await).await["role"].clone()
    };
    assert_eq!(role("google", json!({ "sub": "1", "email": "boss@example.org" })).await, "admin");
    let unverified = json!({ "sub": "2", "email": "chief@example.org", "email_verified": false });
    assert_eq!(role("openid", unverified).await, "viewer");
    // After a sign-in with a verified address, the account has the role `admin`.
    assert_eq!(role("openid", json!({ "sub": "2", "email": "chief@example.org" })).await, "admin");
}

// R33
#[rstest]
#[tokio::test]
async fn federated_sign_in_to_a_deactivated_account_is_refused_without_changes(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let (anonymous, admin) = (guide.anonymous(), guide.admin().await);
    let page = anonymous.sign_in_via(&oidc, "google", json!({})).await.is(200);
    let linh = signed_in_client(&guide, &page).await;
    let id = profile(&linh).await["uid"].as_str().unwrap().to_owned();
    admin.put(&format!("/api/admin/users/{id}"), json!({ "isActive": false })).await.is(200);
    linh.get(ACCOUNT_PATH).await.is(401);
    for claims in [json!({}), json!({ "sub": "another", "picture": "https://pictures.example/a" })] {
        let page = anonymous.sign_in_via(&oidc, "google", claims).await.is(403);
        assert_eq!((callback_error(&page).as_str(), received_refresh_cookie(&page)), ("user-disabled", None));
    }
    let record = admin.get(&format!("/api/admin/users/{id}")).await.is(200).json();
    assert_eq!(record["isActive"], false);
    admin.put(&format!("/api/admin/users/{id}"), json!({ "isActive": true })).await.is(200);
    anonymous.sign_in_via(&oidc, "google", json!({})).await.is(200);
    let page = anonymous.sign_in_via(&oidc, "google", json!({})).await.is(200);
    assert_eq!(profile(&signed_in_client(&guide, &page).await).await["photoURL"], Value::Null);
}

// R33
#[rstest]
#[tokio::test]
async fn federated_sign_in_to_an_account_with_a_second_factor_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let linh = anonymous.with_token(&access_token_of(&anonymous.sign_in(&email, PASSWORD).await.is(200)));
    guide.enroll_second_factor(&linh).await;
    for provider in ["google", "openid"] {
        let page = anonymous.sign_in_via(&oidc, provider, json!({ "email": email })).await.is(403);
        assert_eq!(
            (callback_error(&page).as_str(), received_refresh_cookie(&page)),
            ("multi-factor-auth-required", None)
        );
    }
    assert_eq!(profile(&linh).await["federated"], json!([]), "nothing was linked");
    // If the guide requires a second factor, accounts without one can sign in, but must set it up before other calls.
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide_with_required_second_factor) = oidc.start_app(engine, &["--second-factor", "required"]).await else {
        return;
    };
    let (email, _) = guide_with_required_second_factor.add_account("Minh Le", Role::Admin).await;
    let page = guide_with_required_second_factor
        .anonymous()
        .sign_in_via(&oidc, "google", json!({ "email": email }))
        .await
        .is(200);
    let minh = signed_in_client(&guide_with_required_second_factor, &page).await;
    assert_eq!(
        profile(&minh).await["lacksRequiredSecondFactor"],
        true,
        "the second factor is required for this sign-in too"
    );
    minh.get("/api/admin/stats").await.is(403);
}

#[rstest]
#[tokio::test]
async fn identity_is_unlinked_unless_it_is_the_last_sign_in_method(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    let page = anonymous.sign_in_via(&oidc, "google", json!({})).await.is(200);
    let linh = signed_in_client(&guide, &page).await;
    let identity_path = |provider: &str| format!("/api/auth/federated/{provider}");
    anonymous.delete(&identity_path("google")).await.is(401);
    for unlinked_provider in ["facebook", "openid", "firebase", "nobody"] {
        linh.delete(&identity_path(unlinked_provider)).await.is(404);
    }
    let refused = linh.delete(&identity_path("google")).await.is(409).json();
    assert!(refused["detail"].as_str().unwrap().contains("only way to sign in"), "{refused}");
    // A password is another sign-in method, so the account can then unlink the identity.
    anonymous.post("/api/auth/password-reset", json!({ "email": "linh@example.org" })).await.is(202);
    let link = guide.emailed_link("linh@example.org").await;
    let reset_request = json!({ "token": token_in(&link), "password": "a ferry on the Son" });
    anonymous.post("/api/auth/password-reset/confirm", reset_request).await.is(204);
    let session = anonymous.sign_in("linh@example.org", "a ferry on the Son").await.is(200);
    let linh = anonymous.with_token(&access_token_of(&session));
    linh.delete(&identity_path("google")).await.is(204);
    assert_eq!(profile(&linh).await["federated"], json!([]));
    linh.delete(&identity_path("google")).await.is(404);
    // The next sign-in links the identity again, by the verified address.
    anonymous.sign_in_via(&oidc, "google", json!({})).await.is(200);
    assert_eq!(profile(&linh).await["federated"], json!(["google"]));
}

#[rstest]
#[tokio::test]
async fn account_deletion_removes_its_identities(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    let page = anonymous.sign_in_via(&oidc, "google", json!({})).await.is(200);
    let linh = signed_in_client(&guide, &page).await;
    let before = profile(&linh).await["uid"].clone();
    assert_eq!(linh.delete_with_body(ACCOUNT_PATH, json!({})).await.is(422).fields(), ["code"]);
    linh.post("/api/auth/account/deletion-code", json!({})).await.is(202);
    let code = crate::accounts::emailed_deletion_code(&guide).await;
    linh.delete_with_body(ACCOUNT_PATH, json!({ "code": code })).await.is(204);
    let page = anonymous.sign_in_via(&oidc, "google", json!({})).await.is(200);
    assert_ne!(profile(&signed_in_client(&guide, &page).await).await["uid"], before);
}

#[rstest]
#[tokio::test]
async fn concurrent_federated_sign_ins_create_one_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    for round in 0..5 {
        let claims = json!({ "sub": format!("{round}"), "email": format!("linh{round}@example.org") });
        let (one, other) = tokio::join!(
            anonymous.sign_in_via(&oidc, "google", claims.clone()),
            anonymous.sign_in_via(&oidc, "google", claims.clone())
        );
        assert_eq!((one.status, other.status), (StatusCode::OK, StatusCode::OK), "{} {}", one.text, other.text);
    }
    assert_eq!(account_count(&guide).await, 5);
}

#[rstest]
#[tokio::test]
async fn unverified_account_promoted_to_admin_is_linked_to_the_verified_identity_only(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let (anonymous, admin) = (guide.anonymous(), guide.admin().await);
    let unverified = json!({ "sub": "thief", "email_verified": false });
    let page = anonymous.sign_in_via(&oidc, "openid", unverified.clone()).await.is(200);
    let attacker = signed_in_client(&guide, &page).await;
    let id = profile(&attacker).await["uid"].as_str().unwrap().to_owned();
    admin.put(&format!("/api/admin/users/{id}"), json!({ "role": "admin" })).await.is(200);
    attacker.get(ACCOUNT_PATH).await.is(401);
    let page = anonymous.sign_in_via(&oidc, "openid", unverified).await.is(403);
    assert_eq!(callback_error(&page), "account-exists-with-different-credential");
    let page = anonymous.sign_in_via(&oidc, "google", json!({})).await.is(200);
    let linh = profile(&signed_in_client(&guide, &page).await).await;
    assert_eq!((&linh["uid"], &linh["role"]), (&json!(id), &json!("admin")));
    let work = guide.app.db.write(|tx| {
        Box::pin(async move {
            Ok::<_, StoreError>(execute!(tx, sqlx::query("delete from federated_identity where subject = 'thief'"))?)
        })
    });
    assert_eq!(work.await.unwrap(), 0, "the attacker's identity was removed");
}
