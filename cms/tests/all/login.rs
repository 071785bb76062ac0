//! The `/login` page, as a browser without JavaScript uses it.

use cms::auth::domain::accounts::Role;
use reqwest::Method;
use rstest::rstest;

use crate::sign_in::received_refresh_cookie;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{PASSWORD, TestClient, TestResponse};

const FORM_HEADER: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

pub fn percent_encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

impl TestClient {
    async fn submit_login_form(&self, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> TestResponse {
        self.submit_form("/login", fields, headers).await
    }

    /// Sends a form as a browser without JavaScript does.
    pub async fn submit_form(&self, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> TestResponse {
        let body: Vec<_> = fields.iter().map(|(name, value)| format!("{name}={}", percent_encoded(value))).collect();
        self.send(Method::POST, path, &[&[FORM_HEADER], headers].concat(), Some(body.join("&").into_bytes())).await
    }
}

#[rstest]
#[tokio::test]
async fn login_form_signs_in_and_redirects_to_the_return_path(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    let page = anonymous.get("/login?return=%2Fadmin-portal%23%2Fbusinesses").await.is(200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("cache-control"), "no-store");
    let policy = page.header("content-security-policy");
    for directive in ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
        assert!(policy.contains(directive), "{policy}");
    }
    assert!(!page.text.contains("<script") && !page.text.contains("alert"));
    assert!(page.text.contains("<title>Sign In · Phong Nha Guide</title>"), "the region's own name");
    assert!(page.text.contains(r#"value="&#x2f;admin-portal#&#x2f;businesses""#), "{}", page.text);
    let fields = [("email", email.as_str()), ("password", PASSWORD), ("return", "/admin-portal#/businesses")];
    let own_origin = guide.url("");
    let redirect = anonymous.submit_login_form(&fields, &[("origin", &own_origin)]).await.is(303);
    assert_eq!(redirect.header("location"), "/admin-portal#/businesses");
    assert_eq!(redirect.header("cache-control"), "no-store");
    // The console continues the session with the cookie.
    let refresh_cookie = received_refresh_cookie(&redirect).unwrap();
    let session = anonymous.send(Method::POST, "/api/auth/refresh", &[("cookie", &refresh_cookie)], None).await.is(200);
    assert_eq!(session.json()["user"]["email"], email);
}

#[rstest]
#[tokio::test]
async fn login_without_a_return_path_redirects_by_role(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let anonymous = guide.anonymous();
    for (role, default_path) in
        [(Role::Viewer, "/"), (Role::BusinessOwner, "/admin-portal"), (Role::Admin, "/admin-portal")]
    {
        let (email, _) = guide.add_account(&format!("{role:?} Tran"), role).await;
        let fields = [("email", email.as_str()), ("password", PASSWORD), ("return", "")];
        for sent_fields in [&fields[..2], &fields[..]] {
            let redirect = anonymous.submit_login_form(sent_fields, &[]).await.is(303);
            assert_eq!(redirect.header("location"), default_path, "{role:?}");
        }
        let fields_with_path = [("email", email.as_str()), ("password", PASSWORD), ("return", "/explore?q=cave")];
        let redirect = anonymous.submit_login_form(&fields_with_path, &[]).await.is(303);
        assert_eq!(redirect.header("location"), "/explore?q=cave");
    }
}

#[tokio::test]
async fn login_page_without_settings_has_no_brand() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    assert!(guide.anonymous().get("/login").await.is(200).text.contains("<title>Sign In</title>"));
}

#[rstest]
#[tokio::test]
async fn failed_login_shows_an_error_and_keeps_the_email(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    let mut pages = Vec::new();
    for (email, password) in [(email.as_str(), "a guess"), ("nobody@example.org", "a guess"), (email.as_str(), "")] {
        let fields = [("email", email), ("password", password), ("return", "/explore")];
        let page = anonymous.submit_login_form(&fields, &[]).await.is(401);
        assert!(page.text.contains(r#"role="alert">Email or password is incorrect</p>"#), "{}", page.text);
        assert!(page.text.contains(&format!(r#"value="{email}""#)) && page.text.contains(r#"value="&#x2f;explore""#));
        assert!(!page.text.contains("a guess"), "a password is never sent back");
        assert_eq!((received_refresh_cookie(&page), page.header("cache-control")), (None, "no-store"));
        pages.push(page.text.replace(email, "…"));
    }
    assert!(pages.iter().all(|page| *page == pages[0]), "known and unknown addresses get the same page");
    for _ in 0..10 {
        anonymous.submit_login_form(&[("email", "x@example.org"), ("password", "a guess")], &[]).await.is(401);
    }
    let page = anonymous.submit_login_form(&[("email", "x@example.org"), ("password", "a guess")], &[]).await.is(429);
    assert!(page.text.contains("Please wait a minute") && page.header("retry-after") == "60");
    let html_email = "\"><script>alert(1)</script>";
    let page = anonymous.submit_login_form(&[("email", html_email), ("password", "x")], &[]).await.is(401);
    assert!(!page.text.contains("<script"));
}

// R314
#[rstest]
#[tokio::test]
async fn login_with_a_foreign_return_path_stays_on_this_server(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let anonymous = guide.anonymous();
    for foreign_path in [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example/",
        "/%2Fevil.example",
        "/%5Cevil.example",
        "/%252Fevil.example",
        "/\t/evil.example",
        "//user@evil.example",
        "javascript:alert(1)",
        "/a\r\nset-cookie: x=y",
        "",
    ] {
        let page = anonymous.get(&format!("/login?return={}", percent_encoded(foreign_path))).await.is(200);
        assert!(page.text.contains(r#"name="return" value="""#), "{foreign_path:?}: {}", page.text);
        let fields = [("email", email.as_str()), ("password", PASSWORD), ("return", foreign_path)];
        let redirect = anonymous.submit_login_form(&fields, &[]).await.is(303);
        assert_eq!(redirect.header("location"), "/admin-portal", "{foreign_path:?}");
    }
}

// R323
#[rstest]
#[tokio::test]
async fn login_form_of_another_site_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Admin).await;
    let fields = [("email", email.as_str()), ("password", PASSWORD)];
    for foreign_header in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example"), ("origin", "null")] {
        let page = guide.anonymous().submit_login_form(&fields, &[foreign_header]).await.is(403);
        assert!(page.text.contains(r#"role="alert""#));
        assert_eq!(received_refresh_cookie(&page), None);
    }
}

#[rstest]
#[tokio::test]
async fn login_with_an_unreadable_body_gets_the_page_and_an_error(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let anonymous = guide.anonymous();
    let large_body = format!("email={}", "a".repeat(20_000)).into_bytes();
    for (content_type, body, status) in [
        ("application/json", b"{}".to_vec(), 415),
        (FORM_HEADER.1, b"email=%FF&password=x".to_vec(), 401),
        (FORM_HEADER.1, b"email=a%00@example.org&password=x%00".to_vec(), 401),
        (FORM_HEADER.1, b"email=a&email=b".to_vec(), 422),
        (FORM_HEADER.1, large_body, 413),
    ] {
        let page =
            anonymous.send(Method::POST, "/login", &[("content-type", content_type)], Some(body)).await.is(status);
        assert!(page.text.contains(r#"role="alert""#), "{content_type}");
    }
    anonymous.delete("/login").await.is(405);
}
