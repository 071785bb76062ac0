//! The other pages under `/login`, as a browser without JavaScript uses them.

use cms::identity::model::Role;
use rstest::rstest;

use crate::identity::cookie;
use crate::login::encoded;
use crate::people::{Answer, PASSWORD};
use crate::world::{Engine, Guide, Postgres, Sqlite, token_in};

/// Where the page that confirms an address sends its form: among the calls that the session's cookie is for.
pub const VERIFY: &str = "/api/auth/verification/form";

/// What a page says went wrong, or nothing.
pub fn refusal(page: &Answer) -> Option<&str> {
    let (_, rest) = page.text.split_once(r#"role="alert">"#)?;
    rest.split_once("</p>").map(|(sentence, _)| sentence)
}

#[rstest]
#[tokio::test]
async fn every_page_is_whole_without_scripts_and_links_to_the_others(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    for (path, title) in [
        ("/login", "Sign In"),
        ("/login/sign-up", "Create Account"),
        ("/login/forgot", "Forgot password?"),
        ("/login/reset?token=abc", "Choose a password"),
        ("/login/verify?token=abc", "Confirm your email"),
    ] {
        let page = guide.visitor().get(path).await.is(200);
        assert!(page.text.contains(&format!("<title>{title} · Phong Nha Guide</title>")), "{}", page.text);
        assert!(page.text.contains(&format!("<h1>{title}</h1>")) && !page.text.contains("<script"));
        assert!(page.header("content-security-policy").contains("default-src 'none'"));
        let referrer = if path.contains("token=") { "strict-origin" } else { "same-origin" };
        assert_eq!((page.header("cache-control"), page.header("referrer-policy")), ("no-store", referrer));
        assert_eq!(page.header("x-frame-options"), "DENY");
    }
    let page = guide.visitor().get("/login?return=%2Fexplore%3Fq%3Da%26b").await.is(200).text;
    assert!(
        page.contains(r#"href="/login/forgot""#) && page.contains("/login/sign-up?return=&#x2f;explore%3Fq%3Da%26b"),
        "{page}"
    );
    assert!(guide.visitor().get("/login?said=password").await.text.contains("Your password is set"));
    assert!(!guide.visitor().get("/login?said=%3Cb%3E").await.text.contains("role=\"status\""));
    guide.visitor().delete("/login/reset").await.is(405);
    guide.visitor().get("/login/nothing").await.is(404);
}

#[rstest]
#[tokio::test]
async fn somebody_signs_up_on_the_page_and_verifies_with_the_password(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let visitor = guide.visitor();
    let fields = |password: &'static str| {
        [
            ("firstName", "Linh"),
            ("lastName", "Tran"),
            ("email", "linh@example.org"),
            ("password", password),
            ("return", "/saved"),
        ]
    };
    let page = visitor.sends_to("/login/sign-up", &fields("12345"), &[]).await.is(422);
    assert_eq!(refusal(&page), Some("Password must be at least 6 characters"));
    assert!(page.text.contains(r#"value="Linh""#) && page.text.contains(r#"value="linh@example.org""#));
    assert!(!page.text.contains("12345"), "a password is never sent back");
    let there = visitor.sends_to("/login/sign-up", &fields(PASSWORD), &[]).await.is(303);
    assert_eq!(there.header("location"), "/saved");
    visitor.refreshes(&cookie(&there).unwrap()).await.is(200);
    let page = visitor.sends_to("/login/sign-up", &fields(PASSWORD), &[]).await.is(422);
    assert_eq!(refusal(&page), Some("This email is already in use"));

    let link = guide.link_to("linh@example.org").await;
    let path = link.strip_prefix(&guide.url("")).unwrap();
    // A scanner that opens every link uses nothing up.
    for _ in 0..3 {
        let page = visitor.get(path).await.is(200);
        assert!(page.text.contains(&format!(r#"name="token" value="{}""#, token_in(&link))), "{}", page.text);
    }
    let token = token_in(&link);
    for (password, sentence) in [("", "Password is required"), ("a guess", "The password is not right")] {
        let page = visitor.sends_to(VERIFY, &[("token", &token), ("password", password)], &[]).await.is(422);
        assert_eq!(refusal(&page), Some(sentence));
        assert!(page.text.contains(&format!(r#"name="token" value="{token}""#)), "the link is still there");
    }
    let right = [("token", token.as_str()), ("password", PASSWORD)];
    let there = visitor.sends_to(VERIFY, &right, &[]).await.is(303);
    assert_eq!(there.header("location"), "/login?said=verified");
    let page = visitor.sends_to(VERIFY, &right, &[]).await.is(422);
    assert!(refusal(&page).unwrap().contains("was used already, or it is too old"));
}

#[rstest]
#[tokio::test]
async fn who_is_signed_in_in_the_browser_confirms_without_typing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (linh, session) = guide.newcomer("linh@example.org").await;
    let (_, another) = guide.newcomer("minh@example.org").await;
    let visitor = guide.visitor();
    let link = guide.link_to("linh@example.org").await;
    let page = visitor.get(link.strip_prefix(&guide.url("")).unwrap()).await.is(200).text;
    assert!(page.contains(&format!(r#"<form method="post" action="{VERIFY}">"#)), "{page}");
    assert!(page.contains(r#"name="password""#) && !page.contains("required"), "{page}");
    let token = token_in(&link);
    let fields = [("token", token.as_str()), ("password", "")];
    // Somebody else's session shows nothing, a strange page's form less.
    let others = cookie(&another).unwrap();
    let page = visitor.sends_to(VERIFY, &fields, &[("cookie", &others)]).await.is(422);
    assert_eq!(refusal(&page), Some("Password is required"));
    let mine = cookie(&session).unwrap();
    for foreign in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
        visitor.sends_to(VERIFY, &fields, &[("cookie", &mine), foreign]).await.is(403);
    }
    assert_eq!(linh.get("/api/auth/account").await.is(200).json()["isEmailVerified"], false);
    let there = visitor.sends_to(VERIFY, &fields, &[("cookie", &mine)]).await.is(303);
    assert_eq!((there.header("location"), cookie(&there)), ("/login/verify?said=confirmed", None));
    let page = visitor.get("/login/verify?said=confirmed").await.is(200).text;
    assert!(page.contains("Your email is confirmed.") && !page.contains("<form"), "{page}");
    assert_eq!(linh.get("/api/auth/account").await.is(200).json()["isEmailVerified"], true);
    // Asking who it is exchanged nothing.
    visitor.refreshes(&mine).await.is(200);
    visitor.get(VERIFY).await.is(405);
}

#[rstest]
#[tokio::test]
async fn a_forgotten_password_is_replaced_on_the_pages(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, _) = guide.account("Linh Tran", Role::Viewer).await;
    let visitor = guide.visitor();
    let known = visitor.sends_to("/login/forgot", &[("email", &email)], &[]).await.is(200);
    let unknown = visitor.sends_to("/login/forgot", &[("email", "nobody@example.org")], &[]).await.is(200);
    assert_eq!(known.text, unknown.text, "known and unknown addresses get the same page");
    let sentence =
        "If this address has an account, its link waits on the server. Ask the people who run this guide for it.";
    assert!(known.text.contains(sentence) && !known.text.contains("on its way"), "{}", known.text);
    let page = visitor.sends_to("/login/forgot", &[("email", "nobody")], &[]).await.is(422);
    assert_eq!(refusal(&page), Some("Please enter a valid email address"));
    let link = guide.link_to(&email).await;
    let path = link.strip_prefix(&guide.url("")).unwrap();
    for _ in 0..2 {
        visitor.get(path).await.is(200);
    }
    let token = token_in(&link);
    let page = visitor.sends_to("/login/reset", &[("token", &token), ("password", "12345")], &[]).await.is(422);
    assert!(page.text.contains(&token), "the form can be sent again");
    let there = visitor.sends_to("/login/reset", &[("token", &token), ("password", "a ferry on the Son")], &[]).await;
    assert_eq!(there.is(303).header("location"), "/login?said=password");
    visitor.sends_to("/login/reset", &[("token", &token), ("password", "a thief's own")], &[]).await.is(422);
    visitor.signs_in(&email, "a ferry on the Son").await.is(200);
}

// R314
#[rstest]
#[tokio::test]
async fn sign_up_page_with_a_foreign_return_path_stays_on_this_server(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let visitor = guide.visitor();
    for (n, foreign) in
        ["//evil.example", "https://evil.example", "/\\evil.example", "/%2Fevil.example"].into_iter().enumerate()
    {
        let page = visitor.get(&format!("/login/sign-up?return={}", encoded(foreign))).await.is(200);
        assert!(!page.text.contains("evil.example"), "{}", page.text);
        let email = format!("guest{n}@example.org");
        let fields =
            [("firstName", "A"), ("lastName", "B"), ("email", &*email), ("password", PASSWORD), ("return", foreign)];
        let there = visitor.sends_to("/login/sign-up", &fields, &[]).await.is(303);
        assert_eq!(there.header("location"), "/");
    }
}

// R323
#[rstest]
#[tokio::test]
async fn sign_in_pages_refuse_forms_of_another_site(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let foreign = [("origin", "https://evil.example")];
    for path in ["/login", "/login/sign-up", "/login/forgot", "/login/reset", VERIFY] {
        let page = guide.visitor().sends_to(path, &[("email", "linh@example.org")], &foreign).await.is(403);
        assert!(refusal(&page).unwrap().contains("another site"), "{path}");
        assert_eq!(cookie(&page), None);
    }
    assert!(guide.letters().await.is_empty());
}

#[rstest]
#[tokio::test]
async fn the_page_asks_for_a_code_when_one_is_wanted(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let (_, codes) = guide.enrolled(&admin).await;
    let fields = [("email", "admin-one@example.org"), ("password", PASSWORD)];
    let page = guide.visitor().sends_to("/login", &fields, &[]).await.is(401);
    assert!(page.text.contains(r#"name="code""#) && refusal(&page).unwrap().contains("code"), "{}", page.text);
    assert!(!page.text.contains(PASSWORD));
    let wrong = [fields[0], ("password", "a guess"), ("code", &*codes[0])];
    let page = guide.visitor().sends_to("/login", &wrong, &[]).await.is(401);
    assert!(!page.text.contains(r#"name="code""#), "who does not know the password learns nothing");
    guide.visitor().sends_to("/login", &[fields[0], fields[1], ("code", &*codes[0])], &[]).await.is(303);
}
