//! The pages under `/login` for sign-up, password reset, email verification and second factor, as a browser without
//! JavaScript uses them.

use cms::auth::domain::accounts::Role;
use rstest::rstest;

use crate::login::percent_encoded;
use crate::sign_in::received_refresh_cookie;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::{PASSWORD, TestResponse};

/// The path of the verification form. It is below `/api/auth`, because browsers send the session cookie only there.
pub const VERIFICATION_FORM_PATH: &str = "/api/auth/verification/form";

/// The error message that a page shows; `None` if it shows none.
pub fn error_message(page: &TestResponse) -> Option<&str> {
    let (_, rest) = page.text.split_once(r#"role="alert">"#)?;
    rest.split_once("</p>").map(|(sentence, _)| sentence)
}

#[rstest]
#[tokio::test]
async fn sign_in_pages_work_without_scripts_and_link_to_each_other(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    for (path, title) in [
        ("/login", "Sign In"),
        ("/login/sign-up", "Create Account"),
        ("/login/forgot", "Forgot password?"),
        ("/login/reset?token=abc", "Choose a password"),
        ("/login/verify?token=abc", "Verify your email"),
    ] {
        let page = guide.anonymous().get(path).await.is(200);
        assert!(page.text.contains(&format!("<title>{title} · Phong Nha Guide</title>")), "{}", page.text);
        assert!(page.text.contains(&format!("<h1>{title}</h1>")) && !page.text.contains("<script"));
        assert!(page.header("content-security-policy").contains("default-src 'none'"));
        let referrer = if path.contains("token=") { "strict-origin" } else { "same-origin" };
        assert_eq!((page.header("cache-control"), page.header("referrer-policy")), ("no-store", referrer));
        assert_eq!(page.header("x-frame-options"), "DENY");
    }
    let page = guide.anonymous().get("/login?return=%2Fexplore%3Fq%3Da%26b").await.is(200).text;
    assert!(
        page.contains(r#"href="/login/forgot""#) && page.contains("/login/sign-up?return=&#x2f;explore%3Fq%3Da%26b"),
        "{page}"
    );
    assert!(guide.anonymous().get("/login?notice=password").await.text.contains("Your password is set"));
    assert!(!guide.anonymous().get("/login?notice=%3Cb%3E").await.text.contains("role=\"status\""));
    guide.anonymous().delete("/login/reset").await.is(405);
    guide.anonymous().get("/login/nothing").await.is(404);
}

#[rstest]
#[tokio::test]
async fn sign_up_page_creates_an_account_whose_email_is_verified_with_the_password(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let anonymous = guide.anonymous();
    let fields = |password: &'static str| {
        [
            ("firstName", "Linh"),
            ("lastName", "Tran"),
            ("email", "linh@example.org"),
            ("password", password),
            ("return", "/saved"),
        ]
    };
    let page = anonymous.submit_form("/login/sign-up", &fields("12345"), &[]).await.is(422);
    assert_eq!(error_message(&page), Some("Password must be at least 6 characters"));
    assert!(page.text.contains(r#"value="Linh""#) && page.text.contains(r#"value="linh@example.org""#));
    assert!(!page.text.contains("12345"), "a password is never sent back");
    let redirect = anonymous.submit_form("/login/sign-up", &fields(PASSWORD), &[]).await.is(303);
    assert_eq!(redirect.header("location"), "/saved");
    anonymous.refresh(&received_refresh_cookie(&redirect).unwrap()).await.is(200);
    let page = anonymous.submit_form("/login/sign-up", &fields(PASSWORD), &[]).await.is(422);
    assert_eq!(error_message(&page), Some("This email is already in use"));

    let link = guide.emailed_link("linh@example.org").await;
    let path = link.strip_prefix(&guide.url("")).unwrap();
    // Opening a link, as mail scanners do, does not use it up.
    for _ in 0..3 {
        let page = anonymous.get(path).await.is(200);
        assert!(page.text.contains(&format!(r#"name="token" value="{}""#, token_in(&link))), "{}", page.text);
    }
    let token = token_in(&link);
    for (password, sentence) in [("", "Password is required"), ("a guess", "The password is incorrect")] {
        let page = anonymous
            .submit_form(VERIFICATION_FORM_PATH, &[("token", &token), ("password", password)], &[])
            .await
            .is(422);
        assert_eq!(error_message(&page), Some(sentence));
        assert!(page.text.contains(&format!(r#"name="token" value="{token}""#)), "the link is still there");
    }
    let correct_fields = [("token", token.as_str()), ("password", PASSWORD)];
    let redirect = anonymous.submit_form(VERIFICATION_FORM_PATH, &correct_fields, &[]).await.is(303);
    assert_eq!(redirect.header("location"), "/login?notice=verified");
    let page = anonymous.submit_form(VERIFICATION_FORM_PATH, &correct_fields, &[]).await.is(422);
    assert!(error_message(&page).unwrap().contains("has expired or was already used"));
}

#[rstest]
#[tokio::test]
async fn signed_in_browser_confirms_the_email_without_a_password(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (linh, session) = guide.sign_up("linh@example.org").await;
    let (_, other_sign_up) = guide.sign_up("minh@example.org").await;
    let anonymous = guide.anonymous();
    let link = guide.emailed_link("linh@example.org").await;
    let page = anonymous.get(link.strip_prefix(&guide.url("")).unwrap()).await.is(200).text;
    assert!(page.contains(&format!(r#"<form method="post" action="{VERIFICATION_FORM_PATH}">"#)), "{page}");
    assert!(page.contains(r#"name="password""#) && !page.contains("required"), "{page}");
    let token = token_in(&link);
    let fields = [("token", token.as_str()), ("password", "")];
    // The session of another account does not confirm the email address. Neither does a form on another site.
    let other_cookie = received_refresh_cookie(&other_sign_up).unwrap();
    let page = anonymous.submit_form(VERIFICATION_FORM_PATH, &fields, &[("cookie", &other_cookie)]).await.is(422);
    assert_eq!(error_message(&page), Some("Password is required"));
    let session_cookie = received_refresh_cookie(&session).unwrap();
    for foreign_header in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
        anonymous
            .submit_form(VERIFICATION_FORM_PATH, &fields, &[("cookie", &session_cookie), foreign_header])
            .await
            .is(403);
    }
    assert_eq!(linh.get("/api/auth/account").await.is(200).json()["isEmailVerified"], false);
    let redirect = anonymous.submit_form(VERIFICATION_FORM_PATH, &fields, &[("cookie", &session_cookie)]).await.is(303);
    assert_eq!(
        (redirect.header("location"), received_refresh_cookie(&redirect)),
        ("/login/verify?notice=confirmed", None)
    );
    let page = anonymous.get("/login/verify?notice=confirmed").await.is(200).text;
    assert!(page.contains("Your email is verified.") && !page.contains("<form"), "{page}");
    assert_eq!(linh.get("/api/auth/account").await.is(200).json()["isEmailVerified"], true);
    // The confirmation of the email address did not replace the refresh token in the cookie.
    anonymous.refresh(&session_cookie).await.is(200);
    anonymous.get(VERIFICATION_FORM_PATH).await.is(405);
}

#[rstest]
#[tokio::test]
async fn forgotten_password_is_reset_on_the_login_pages(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    let anonymous = guide.anonymous();
    let known_page = anonymous.submit_form("/login/forgot", &[("email", &email)], &[]).await.is(200);
    let unknown_page = anonymous.submit_form("/login/forgot", &[("email", "nobody@example.org")], &[]).await.is(200);
    assert_eq!(known_page.text, unknown_page.text, "known and unknown addresses get the same page");
    let sentence = "If you have an account, please contact us for a password reset link.";
    assert!(known_page.text.contains(sentence) && !known_page.text.contains("emailed you"), "{}", known_page.text);
    let page = anonymous.submit_form("/login/forgot", &[("email", "nobody")], &[]).await.is(422);
    assert_eq!(error_message(&page), Some("Please enter a valid email address"));
    let link = guide.emailed_link(&email).await;
    let path = link.strip_prefix(&guide.url("")).unwrap();
    for _ in 0..2 {
        anonymous.get(path).await.is(200);
    }
    let token = token_in(&link);
    let page = anonymous.submit_form("/login/reset", &[("token", &token), ("password", "12345")], &[]).await.is(422);
    assert!(page.text.contains(&token), "the form can be sent again");
    let redirect =
        anonymous.submit_form("/login/reset", &[("token", &token), ("password", "a ferry on the Son")], &[]).await;
    assert_eq!(redirect.is(303).header("location"), "/login?notice=password");
    anonymous.submit_form("/login/reset", &[("token", &token), ("password", "a thief's own")], &[]).await.is(422);
    anonymous.sign_in(&email, "a ferry on the Son").await.is(200);
}

// R314
#[rstest]
#[tokio::test]
async fn sign_up_page_with_a_foreign_return_path_stays_on_this_server(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let anonymous = guide.anonymous();
    for (n, foreign_path) in
        ["//evil.example", "https://evil.example", "/\\evil.example", "/%2Fevil.example"].into_iter().enumerate()
    {
        let page = anonymous.get(&format!("/login/sign-up?return={}", percent_encoded(foreign_path))).await.is(200);
        assert!(!page.text.contains("evil.example"), "{}", page.text);
        let email = format!("guest{n}@example.org");
        let fields = [
            ("firstName", "A"),
            ("lastName", "B"),
            ("email", &*email),
            ("password", PASSWORD),
            ("return", foreign_path),
        ];
        let redirect = anonymous.submit_form("/login/sign-up", &fields, &[]).await.is(303);
        assert_eq!(redirect.header("location"), "/");
    }
}

// R323
#[rstest]
#[tokio::test]
async fn sign_in_pages_refuse_forms_of_another_site(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let foreign_headers = [("origin", "https://evil.example")];
    for path in ["/login", "/login/sign-up", "/login/forgot", "/login/reset", VERIFICATION_FORM_PATH] {
        let page =
            guide.anonymous().submit_form(path, &[("email", "linh@example.org")], &foreign_headers).await.is(403);
        assert!(error_message(&page).unwrap().contains("another site"), "{path}");
        assert_eq!(received_refresh_cookie(&page), None);
    }
    assert!(guide.emails().await.is_empty());
}

#[rstest]
#[tokio::test]
async fn login_page_asks_for_a_second_factor_code(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (_, codes) = guide.enroll_second_factor(&admin).await;
    let fields = [("email", "admin-one@example.org"), ("password", PASSWORD)];
    let page = guide.anonymous().submit_form("/login", &fields, &[]).await.is(401);
    assert!(page.text.contains(r#"name="code""#) && error_message(&page).unwrap().contains("code"), "{}", page.text);
    assert!(!page.text.contains(PASSWORD));
    let wrong_fields = [fields[0], ("password", "a guess"), ("code", &*codes[0])];
    let page = guide.anonymous().submit_form("/login", &wrong_fields, &[]).await.is(401);
    assert!(!page.text.contains(r#"name="code""#), "a wrong password tells nothing about the factor");
    guide.anonymous().submit_form("/login", &[fields[0], fields[1], ("code", &*codes[0])], &[]).await.is(303);
}

#[rstest]
#[tokio::test]
async fn pages_and_emails_are_in_the_configured_locale(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--locale", "pseudo"]).await else {
        return;
    };
    let page = guide.anonymous().get("/login?notice=verified&failed=user-cancelled").await.is(200).text;
    for part in
        [r#"<html lang="en-XA">"#, "<h1>⟦Sign In⟧</h1>", "⟦Your email is verified.⟧", "⟦The sign-in was canceled.⟧"]
    {
        assert!(page.contains(part), "{part} is missing in {page}");
    }
    guide.sign_up("linh@example.org").await;
    assert_eq!(guide.emails().await[0].subject, "⟦Verify your email⟧");
}
