//! The account page `/login/account`, as a browser without JavaScript uses it.

use rstest::rstest;

use crate::login_pages::error_message;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{PASSWORD, TestClient, TestResponse};

const ACCOUNT_PAGE_PATH: &str = "/login/account";

/// The value of a `Cookie` header with the cookie that the response sets. Asserts the attributes of the cookie.
fn account_cookie(response: &TestResponse) -> String {
    let set_cookie = response.header("set-cookie");
    let expected = "; HttpOnly; SameSite=Strict; Path=/login/account; Max-Age=900";
    assert!(set_cookie.starts_with("karst_account=") && set_cookie.ends_with(expected), "{set_cookie}");
    set_cookie.split(';').next().unwrap().to_owned()
}

async fn sign_in_on_page(anonymous: &TestClient) -> String {
    let fields = [("email", "linh-tran@example.org"), ("password", PASSWORD)];
    let redirect = anonymous.submit_form(ACCOUNT_PAGE_PATH, &fields, &[]).await.is(303);
    assert_eq!(redirect.header("location"), ACCOUNT_PAGE_PATH);
    account_cookie(&redirect)
}

#[rstest]
#[tokio::test]
async fn account_page_without_scripts_offers_password_change_sessions_download_and_deletion(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    guide.admin().await;
    let other_session = guide.viewer("Linh Tran").await;
    let anonymous = guide.anonymous();
    let page = anonymous.get(ACCOUNT_PAGE_PATH).await.is(200);
    assert!(page.text.contains("<h1>Your account</h1>") && page.text.contains(r#"action="/login/account""#));
    assert!(!page.text.contains("Delete my account") && !page.text.contains("<script"), "{}", page.text);
    assert_eq!((page.header("cache-control"), page.header("x-robots-tag")), ("no-store", "noindex"));
    let fields = [("email", "linh-tran@example.org"), ("password", "a guess")];
    let page = anonymous.submit_form(ACCOUNT_PAGE_PATH, &fields, &[]).await.is(401);
    assert!(error_message(&page).is_some() && page.text.contains(r#"value="linh-tran@example.org""#), "{}", page.text);
    let fields = [("email", "linh-tran@example.org"), ("password", PASSWORD)];
    anonymous.submit_form(ACCOUNT_PAGE_PATH, &fields, &[("origin", "https://evil.example")]).await.is(403);

    let cookie = sign_in_on_page(&anonymous).await;
    let cookie_header = [("cookie", cookie.as_str())];
    let page = anonymous.get_with_headers(ACCOUNT_PAGE_PATH, &cookie_header).await.is(200);
    assert!(page.text.contains("Signed in as Linh Tran (linh-tran@example.org)"), "{}", page.text);
    let file = anonymous.get_with_headers("/login/account/download", &cookie_header).await.is(200);
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"account.json\"");
    assert_eq!(file.json()["account"]["email"], "linh-tran@example.org");

    // The page ends another session of the same account. An id of no session of the account is a 404.
    let sessions = other_session.get("/api/auth/sessions").await.is(200).json();
    let session = sessions.as_array().unwrap().iter().find(|listed| listed["isCurrent"] == true).unwrap();
    let redirect = anonymous
        .submit_form("/login/account/session", &[("id", session["id"].as_str().unwrap())], &cookie_header)
        .await;
    assert_eq!(redirect.is(303).header("location"), "/login/account?notice=session");
    other_session.get("/api/auth/account").await.is(401);
    anonymous.submit_form("/login/account/session", &[("id", "somebody-else's")], &cookie_header).await.is(404);

    let password_fields =
        |current: &'static str, new: &'static str| [("currentPassword", current), ("newPassword", new)];
    let change_password =
        async |fields: &[(&str, &str)]| anonymous.submit_form("/login/account/password", fields, &cookie_header).await;
    assert_eq!(
        error_message(&change_password(&password_fields("a guess", "another password")).await.is(422)),
        Some("The current password is incorrect")
    );
    let redirect = change_password(&password_fields(PASSWORD, "another password")).await.is(303);
    let cookie = account_cookie(&redirect);
    // The change of the password ends the session of the earlier cookie.
    assert!(
        anonymous.get_with_headers(ACCOUNT_PAGE_PATH, &cookie_header).await.text.contains("Sign in to see and change"),
        "ended"
    );
    let cookie_header = [("cookie", cookie.as_str())];

    let delete_account = async |password: &str, headers: &[(&str, &str)]| {
        anonymous.submit_form("/login/account/delete", &[("currentPassword", password)], headers).await
    };
    assert_eq!(
        error_message(&delete_account("a guess", &cookie_header).await.is(422)),
        Some("The password is incorrect")
    );
    let foreign_headers = [("cookie", cookie.as_str()), ("origin", "https://evil.example")];
    delete_account("another password", &foreign_headers).await.is(403);
    // Without the cookie, the account is not deleted.
    assert_eq!(delete_account("another password", &[]).await.is(303).header("location"), ACCOUNT_PAGE_PATH);
    let redirect = delete_account("another password", &cookie_header).await.is(303);
    assert_eq!(redirect.header("location"), "/login/account?notice=deleted");
    assert!(redirect.header("set-cookie").contains("Max-Age=0"), "{}", redirect.header("set-cookie"));
    anonymous.sign_in("linh-tran@example.org", "another password").await.is(401);
    let page = anonymous.get_with_headers("/login/account?notice=deleted", &cookie_header).await.is(200);
    assert!(page.text.contains("Your account was deleted."), "{}", page.text);
}

#[rstest]
#[tokio::test]
async fn account_page_without_scripts_trusts_its_cookie_for_fifteen_minutes(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    guide.viewer("Linh Tran").await;
    let anonymous = guide.anonymous();
    let cookie = sign_in_on_page(&anonymous).await;
    let cookie_header = [("cookie", cookie.as_str())];
    guide.app.clock.advance(899);
    assert!(
        anonymous
            .get_with_headers(ACCOUNT_PAGE_PATH, &cookie_header)
            .await
            .is(200)
            .text
            .contains("Signed in as Linh Tran")
    );
    // The API ignores the cookie of the page, although its token is an access token of the session.
    anonymous.get_with_headers("/api/auth/account", &cookie_header).await.is(401);
    guide.app.clock.advance(1);
    assert!(!anonymous.get_with_headers(ACCOUNT_PAGE_PATH, &cookie_header).await.is(200).text.contains("Signed in as"));
    let late_redirect =
        anonymous.submit_form("/login/account/delete", &[("currentPassword", PASSWORD)], &cookie_header).await.is(303);
    assert_eq!(late_redirect.header("location"), ACCOUNT_PAGE_PATH);
    anonymous.sign_in("linh-tran@example.org", PASSWORD).await.is(200);
    // A sign-out ends the session.
    let cookie = sign_in_on_page(&anonymous).await;
    let cookie_header = [("cookie", cookie.as_str())];
    anonymous.submit_form("/login/account/sign-out", &[], &cookie_header).await.is(303);
    assert!(!anonymous.get_with_headers(ACCOUNT_PAGE_PATH, &cookie_header).await.is(200).text.contains("Signed in as"));
}
