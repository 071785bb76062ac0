//! `/login/account`, as a browser without JavaScript uses it.

use rstest::rstest;

use crate::login_pages::refusal;
use crate::people::{Answer, PASSWORD, Person};
use crate::world::{Engine, Guide, Postgres, Sqlite};

const PATH: &str = "/login/account";

/// The page's cookie as a browser sends it back.
fn kept(answer: &Answer) -> String {
    let set = answer.header("set-cookie");
    let expected = "; HttpOnly; SameSite=Strict; Path=/login/account; Max-Age=900";
    assert!(set.starts_with("karst_account=") && set.ends_with(expected), "{set}");
    set.split(';').next().unwrap().to_owned()
}

async fn signs_in(visitor: &Person) -> String {
    let fields = [("email", "linh-tran@example.org"), ("password", PASSWORD)];
    let there = visitor.sends_to(PATH, &fields, &[]).await.is(303);
    assert_eq!(there.header("location"), PATH);
    kept(&there)
}

#[rstest]
#[tokio::test]
async fn account_page_without_scripts_has_password_sessions_download_and_deletion(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    guide.admin().await;
    let elsewhere = guide.traveller("Linh Tran").await;
    let visitor = guide.visitor();
    let page = visitor.get(PATH).await.is(200);
    assert!(page.text.contains("<h1>Your account</h1>") && page.text.contains(r#"action="/login/account""#));
    assert!(!page.text.contains("Delete my account") && !page.text.contains("<script"), "{}", page.text);
    assert_eq!((page.header("cache-control"), page.header("x-robots-tag")), ("no-store", "noindex"));
    let fields = [("email", "linh-tran@example.org"), ("password", "a guess")];
    let page = visitor.sends_to(PATH, &fields, &[]).await.is(401);
    assert!(refusal(&page).is_some() && page.text.contains(r#"value="linh-tran@example.org""#), "{}", page.text);
    let fields = [("email", "linh-tran@example.org"), ("password", PASSWORD)];
    visitor.sends_to(PATH, &fields, &[("origin", "https://evil.example")]).await.is(403);

    let cookie = signs_in(&visitor).await;
    let with = [("cookie", cookie.as_str())];
    let page = visitor.get_with(PATH, &with).await.is(200);
    assert!(page.text.contains("Signed in as Linh Tran (linh-tran@example.org)"), "{}", page.text);
    let file = visitor.get_with("/login/account/download", &with).await.is(200);
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"account.json\"");
    assert_eq!(file.json()["account"]["email"], "linh-tran@example.org");

    // The other session ends from here; that of somebody else does not.
    let sessions = elsewhere.get("/api/auth/sessions").await.is(200).json();
    let session = sessions.as_array().unwrap().iter().find(|one| one["isCurrent"] == true).unwrap();
    let there = visitor.sends_to("/login/account/session", &[("id", session["id"].as_str().unwrap())], &with).await;
    assert_eq!(there.is(303).header("location"), "/login/account?said=session");
    elsewhere.get("/api/auth/account").await.is(401);
    visitor.sends_to("/login/account/session", &[("id", "somebody-else's")], &with).await.is(404);

    let password = |current: &'static str, new: &'static str| [("currentPassword", current), ("newPassword", new)];
    let changed = async |fields: &[(&str, &str)]| visitor.sends_to("/login/account/password", fields, &with).await;
    assert_eq!(
        refusal(&changed(&password("a guess", "another password")).await.is(422)),
        Some("The current password is not right")
    );
    let there = changed(&password(PASSWORD, "another password")).await.is(303);
    let cookie = kept(&there);
    // The former cookie's session ended with the change.
    assert!(visitor.get_with(PATH, &with).await.text.contains("Sign in to see and change"), "ended");
    let with = [("cookie", cookie.as_str())];

    let deleted = async |password: &str, headers: &[(&str, &str)]| {
        visitor.sends_to("/login/account/delete", &[("currentPassword", password)], headers).await
    };
    assert_eq!(refusal(&deleted("a guess", &with).await.is(422)), Some("The password is not right"));
    let foreign = [("cookie", cookie.as_str()), ("origin", "https://evil.example")];
    deleted("another password", &foreign).await.is(403);
    // Without the cookie nothing is done.
    assert_eq!(deleted("another password", &[]).await.is(303).header("location"), PATH);
    let there = deleted("another password", &with).await.is(303);
    assert_eq!(there.header("location"), "/login/account?said=deleted");
    assert!(there.header("set-cookie").contains("Max-Age=0"), "{}", there.header("set-cookie"));
    visitor.signs_in("linh-tran@example.org", "another password").await.is(401);
    let page = visitor.get_with("/login/account?said=deleted", &with).await.is(200);
    assert!(page.text.contains("Your account is deleted."), "{}", page.text);
}

#[rstest]
#[tokio::test]
async fn account_page_without_scripts_trusts_its_cookie_for_fifteen_minutes(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    guide.traveller("Linh Tran").await;
    let visitor = guide.visitor();
    let cookie = signs_in(&visitor).await;
    let with = [("cookie", cookie.as_str())];
    guide.app.clock.advance(899);
    assert!(visitor.get_with(PATH, &with).await.is(200).text.contains("Signed in as Linh Tran"));
    // It is for this page: as a token of the API it counts as the session that it is, and its cookie is not sent there.
    visitor.get_with("/api/auth/account", &with).await.is(401);
    guide.app.clock.advance(1);
    assert!(!visitor.get_with(PATH, &with).await.is(200).text.contains("Signed in as"));
    let late = visitor.sends_to("/login/account/delete", &[("currentPassword", PASSWORD)], &with).await.is(303);
    assert_eq!(late.header("location"), PATH);
    visitor.signs_in("linh-tran@example.org", PASSWORD).await.is(200);
    // Signing out ends the session itself.
    let cookie = signs_in(&visitor).await;
    let with = [("cookie", cookie.as_str())];
    visitor.sends_to("/login/account/sign-out", &[], &with).await.is(303);
    assert!(!visitor.get_with(PATH, &with).await.is(200).text.contains("Signed in as"));
}
