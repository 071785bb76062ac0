//! Federated sign-in: start, callback, configuration and limits.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD as BASE64};
use cms::db::engine::StoreError;
use cms::execute;
use rstest::rstest;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::fake_oidc::{CLIENT_ID, CLIENT_SECRET, FakeOidcProvider, callback_error, callback_redirect};
use crate::login::percent_encoded;
use crate::sign_in::{access_token_of, received_refresh_cookie};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{TestClient, TestResponse};

/// Refreshes the session with the cookie of the response, and returns the session.
pub async fn refreshed_session(guide: &TestApp, response: &TestResponse) -> Value {
    let refresh_cookie = received_refresh_cookie(response).unwrap_or_else(|| panic!("no cookie: {}", response.text));
    guide.anonymous().refresh(&refresh_cookie).await.is(200).json()
}

/// A client signed in with the response's cookie.
pub async fn signed_in_client(guide: &TestApp, response: &TestResponse) -> TestClient {
    let refresh_cookie = received_refresh_cookie(response).unwrap_or_else(|| panic!("no cookie: {}", response.text));
    guide.anonymous().with_token(&access_token_of(&guide.anonymous().refresh(&refresh_cookie).await.is(200)))
}

async fn sign_in_flow_count(guide: &TestApp) -> i64 {
    let db = &guide.app.db;
    cms::with_pool!(db, |engine| sqlx::query_scalar("select count(*) from sign_in_flow").fetch_one(engine)).unwrap()
}

// R3, R30
#[rstest]
#[tokio::test]
async fn openid_callback_signs_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    for provider in ["google", "openid"] {
        let pending = anonymous.start_sign_in(provider, "/saved?tab=1").await;
        assert!(
            pending.authorization_url.starts_with(&format!("{}/authorize?", oidc.origin())),
            "{}",
            pending.authorization_url
        );
        let parameters = |name: &str| pending.parameters.get(name).map(String::as_str).unwrap_or_default();
        assert_eq!((parameters("response_type"), parameters("client_id")), ("code", CLIENT_ID));
        assert_eq!(parameters("redirect_uri"), guide.url(&format!("/api/auth/federated/{provider}/callback")));
        assert_eq!(
            parameters("scope").split(' ').collect::<BTreeSet<_>>(),
            BTreeSet::from(["openid", "email", "profile"])
        );
        assert_eq!((parameters("code_challenge_method"), parameters("code_challenge").len()), ("S256", 43));
        assert!(
            parameters("state").len() == 43
                && parameters("nonce").len() == 43
                && parameters("state") != parameters("nonce")
        );
        // Only for Google, `prompt` requests the account chooser (R30).
        assert_eq!(parameters("prompt"), if provider == "google" { "select_account" } else { "" });
        let code = oidc.grant_code(&pending, json!({ "at_hash": "right" }));
        let query = format!("code={code}&state={}&scope=openid&authuser=0&session_state=x", pending.state());
        let page = anonymous.finish_sign_in(provider, &query, &pending.cookie).await.is(200);
        assert_eq!((callback_error(&page), callback_redirect(&page)), (String::new(), "/saved?tab=1".into()));
        assert_eq!(
            (page.header("cache-control"), page.header("content-type")),
            ("no-store", "text/html; charset=utf-8")
        );
        let cookies: Vec<&str> = page.headers.get_all("set-cookie").iter().map(|one| one.to_str().unwrap()).collect();
        assert!(cookies[0].ends_with("; HttpOnly; SameSite=Lax; Path=/api/auth; Max-Age=2592000"), "{cookies:?}");
        assert_eq!(cookies[1], "karst_federated=; HttpOnly; SameSite=Lax; Path=/api/auth/federated; Max-Age=0");
        let session = refreshed_session(&guide, &page).await;
        assert_eq!(
            (&session["user"]["email"], &session["user"]["displayName"]),
            (&json!("linh@example.org"), &json!("Linh Tran"))
        );
    }
    assert_eq!(sign_in_flow_count(&guide).await, 0, "the flow is deleted after its use");
}

// R30
#[rstest]
#[tokio::test]
async fn facebook_callback_signs_in_by_plain_oauth(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let pending = guide.anonymous().start_sign_in("facebook", "/").await;
    assert!(
        pending.authorization_url.starts_with(&format!("{}/v23.0/dialog/oauth?", oidc.origin())),
        "{}",
        pending.authorization_url
    );
    assert_eq!(
        (pending.parameters["display"].as_str(), pending.parameters["scope"].as_str()),
        ("popup", "email public_profile")
    );
    assert!(pending.parameters["code_challenge"].len() == 43 && !pending.parameters.contains_key("nonce"));
    let picture = json!({ "data": { "url": "https://pictures.example/linh.jpg", "is_silhouette": false } });
    let me = json!({ "email": "linh@example.org", "picture": picture });
    let code = oidc.grant_code(&pending, json!({ "me": me }));
    let query = format!("code={code}&state={}", pending.state());
    let page = guide.anonymous().finish_sign_in("facebook", &query, &pending.cookie).await.is(200);
    let user = refreshed_session(&guide, &page).await["user"].clone();
    assert_eq!(
        (&user["displayName"], &user["photoURL"]),
        (&json!("Linh Tran"), &json!("https://pictures.example/linh.jpg"))
    );
    // Facebook does not verify addresses, so the mailbox gets a verification email.
    let profile = signed_in_client(&guide, &page).await.get("/api/auth/account").await.is(200).json();
    assert_eq!((&profile["isEmailVerified"], &profile["federated"]), (&json!(false), &json!(["facebook"])));
    assert!(guide.emailed_link("linh@example.org").await.contains("/login/verify?token="));
}

// R166
#[tokio::test]
async fn sign_in_config_offers_only_configured_providers() {
    let oidc = FakeOidcProvider::spawn().await;
    let guide = oidc.start_app(Sqlite, &[]).await.unwrap();
    let config = guide.anonymous().get("/api/firebase-config").await.is(200).json();
    let expected = json!({
        "provider": "builtin", "federated": ["google", "facebook", "openid"], "openidName": "Quang Tri ID",
        "passwordMinLength": 6, "mail": false,
    });
    assert_eq!(config, expected);
    // The login page, which works without JavaScript, offers the same providers.
    let page = guide.anonymous().get("/login?return=%2Fsaved").await.is(200).text.replace("&#x2f;", "/");
    for (word, name) in [("google", "Google"), ("facebook", "Facebook"), ("openid", "Quang Tri ID")] {
        let link = format!(r#"href="/api/auth/federated/{word}/start?returnTo=/saved">Continue with {name}</a>"#);
        assert!(page.contains(&link), "{link}: {page}");
    }
    let google_guide = TestApp::start_with_arguments(
        Sqlite,
        &["--api-only", "--google-client-id", "a", "--google-client-secret", "b"],
    )
    .await
    .unwrap();
    let config = google_guide.anonymous().get("/api/firebase-config").await.is(200).json();
    assert_eq!((&config["federated"], &config["openidName"]), (&json!(["google"]), &Value::Null));
    let guide_without_providers = TestApp::start(Sqlite).await.unwrap();
    assert!(!guide_without_providers.anonymous().get("/login").await.is(200).text.contains("Continue with"));
    for provider in ["google", "openid", "firebase", "myspace", "Google", "..%2Fx"] {
        guide_without_providers.anonymous().get(&format!("/api/auth/federated/{provider}/start")).await.is(404);
        guide_without_providers
            .anonymous()
            .get(&format!("/api/auth/federated/{provider}/callback?state=x&code=y"))
            .await
            .is(404);
    }
}

#[tokio::test]
async fn sign_in_with_an_unreachable_provider_fails_until_it_is_reachable_again() {
    let oidc = FakeOidcProvider::spawn().await;
    oidc.stop().await;
    let guide = oidc.start_app(Sqlite, &[]).await.unwrap();
    let start_time = std::time::Instant::now();
    for _ in 0..3 {
        let page = guide.anonymous().get("/api/auth/federated/openid/start?returnTo=/saved").await.is(503);
        assert!(page.text.contains("available right now. Please try again, or sign in another way."), "{}", page.text);
        assert_eq!((callback_error(&page).as_str(), page.header("retry-after")), ("network-request-failed", "5"));
        assert_eq!(page.header("set-cookie"), "");
    }
    assert!(start_time.elapsed().as_secs() < 5, "the request does not wait");
    assert_eq!(sign_in_flow_count(&guide).await, 0);
    oidc.start().await;
    // After a failure, the server does not request the provider again for five seconds.
    guide.anonymous().get("/api/auth/federated/openid/start").await.is(503);
    guide.app.clock.advance(5);
    let pending = guide.anonymous().start_sign_in("openid", "/").await;
    // The provider is unreachable during the callback, so the caller gets an error.
    let code = oidc.grant_code(&pending, json!({}));
    oidc.stop().await;
    let query = format!("code={code}&state={}", pending.state());
    let page = guide.anonymous().finish_sign_in("openid", &query, &pending.cookie).await.is(503);
    assert_eq!((callback_error(&page).as_str(), received_refresh_cookie(&page)), ("network-request-failed", None));
    // The metadata was loaded once.
    assert_eq!(oidc.request_count("/.well-known/openid-configuration"), 1);
}

#[tokio::test]
async fn provider_metadata_and_keys_are_cached_until_they_expire() {
    let oidc = FakeOidcProvider::spawn().await;
    let guide = oidc.start_app(Sqlite, &[]).await.unwrap();
    for _ in 0..3 {
        guide.anonymous().sign_in_via(&oidc, "openid", json!({})).await.is(200);
    }
    assert_eq!((oidc.request_count("/.well-known/openid-configuration"), oidc.request_count("/keys")), (1, 1));
    // The keys have a max-age of ten minutes. Metadata without a max-age is cached for an hour.
    guide.app.clock.advance(601);
    guide.anonymous().sign_in_via(&oidc, "openid", json!({})).await.is(200);
    assert_eq!((oidc.request_count("/.well-known/openid-configuration"), oidc.request_count("/keys")), (1, 2));
    guide.app.clock.advance(3000);
    guide.anonymous().sign_in_via(&oidc, "openid", json!({ "iat": 1_795_251_600, "exp": 1_795_255_200 })).await.is(200);
    assert_eq!((oidc.request_count("/.well-known/openid-configuration"), oidc.request_count("/keys")), (2, 3));
}

#[tokio::test]
async fn provider_metadata_of_another_issuer_is_refused() {
    let oidc = FakeOidcProvider::spawn().await;
    oidc.override_metadata(json!({ "issuer": "https://accounts.google.com" }));
    let guide = oidc.start_app(Sqlite, &[]).await.unwrap();
    guide.anonymous().get("/api/auth/federated/google/start").await.is(503);
    // A token endpoint on another host without HTTPS is refused as well, in the callback.
    oidc.override_metadata(json!({ "token_endpoint": "http://id.example/token" }));
    guide.app.clock.advance(5);
    let pending = guide.anonymous().start_sign_in("google", "/").await;
    let page =
        guide.anonymous().finish_sign_in("google", &format!("code=x&state={}", pending.state()), &pending.cookie).await;
    assert_eq!(callback_error(&page.is(503)), "network-request-failed");
}

#[tokio::test]
async fn sign_in_fails_if_the_provider_keys_are_redirected_oversized_or_missing() {
    let oidc = FakeOidcProvider::spawn().await;
    for path in ["/moved", "/endless", "/nowhere"] {
        let guide = oidc.start_app(Sqlite, &[]).await.unwrap();
        oidc.override_metadata(json!({ "jwks_uri": format!("{}{path}", oidc.origin()) }));
        let page = guide.anonymous().sign_in_via(&oidc, "openid", json!({})).await.is(503);
        assert_eq!((callback_error(&page).as_str(), oidc.request_count(path)), ("network-request-failed", 1), "{path}");
    }
    assert_eq!(oidc.request_count("/keys"), 0);
}

// R33
#[rstest]
#[tokio::test]
async fn refusal_at_the_provider_returns_an_error_code(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    let script_injection = percent_encoded("\"><script>alert(1)</script>");
    for (error, code, status) in [
        ("access_denied", "user-cancelled", 403),
        ("temporarily_unavailable", "network-request-failed", 503),
        ("invalid_scope", "invalid-credential", 403),
        (script_injection.as_str(), "invalid-credential", 403),
    ] {
        let pending = anonymous.start_sign_in("google", "/saved").await;
        let query = format!("error={error}&error_description={script_injection}&state={}", pending.state());
        let page = anonymous.finish_sign_in("google", &query, &pending.cookie).await.is(status);
        assert_eq!(callback_error(&page), code);
        assert!(!page.text.contains("alert(1)") && received_refresh_cookie(&page).is_none(), "{}", page.text);
        assert_eq!(callback_redirect(&page), format!("/login?failed={code}&return=/saved"));
        // The login page shows the message of the error to browsers without scripts.
        let login = anonymous.get(&callback_redirect(&page)).await.is(200).text;
        assert!(login.contains(r#"role="alert""#) && login.contains(r#"name="return" value="&#x2f;saved""#), "{login}");
        // The state of the refused callback cannot be used again.
        let again = anonymous.finish_sign_in("google", &query, &pending.cookie).await.is(403);
        assert_eq!(callback_error(&again), "invalid-state");
    }
    let page = anonymous.get(&format!("/login?failed={script_injection}")).await.is(200).text;
    assert!(!page.contains("alert"), "only known codes have a message: {page}");
}

#[rstest]
#[tokio::test]
async fn callback_works_once_and_only_in_the_browser_that_started_the_sign_in(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    let pending = anonymous.start_sign_in("google", "/").await;
    let other = anonymous.start_sign_in("google", "/").await;
    let code = oidc.grant_code(&pending, json!({}));
    let query = format!("code={code}&state={}", pending.state());
    let unknown_state = "x".repeat(43);
    for (query, cookie_sent, what) in [
        (format!("code={code}&state={unknown_state}"), pending.cookie.as_str(), "a state that never was"),
        (format!("code={code}"), &pending.cookie, "no state"),
        (format!("{query}&state={unknown_state}"), &pending.cookie, "two states"),
        (query.clone(), &other.cookie, "another browser"),
        (query.clone(), "", "a browser without a cookie"),
        (query.clone(), "karst_federated=", "a blank cookie"),
        (format!("code={code}&state={}", other.state()), &pending.cookie, "somebody else's state"),
    ] {
        let page = anonymous.finish_sign_in("google", &query, cookie_sent).await.is(403);
        assert_eq!((callback_error(&page).as_str(), received_refresh_cookie(&page)), ("invalid-state", None), "{what}");
    }
    // The callback of one provider refuses a state of another provider.
    assert_eq!(
        callback_error(&anonymous.finish_sign_in("openid", &query, &pending.cookie).await.is(403)),
        "invalid-state"
    );
    assert_eq!(oidc.request_count("/token"), 0, "no code was sent to the provider");
    // The refused callbacks have not used up the state.
    let page = anonymous.finish_sign_in("google", &query, &pending.cookie).await.is(200);
    assert_eq!(callback_error(&page), "");
    // A used state is refused, and so is a used code with another state.
    assert_eq!(
        callback_error(&anonymous.finish_sign_in("google", &query, &pending.cookie).await.is(403)),
        "invalid-state"
    );
    let query = format!("code={code}&state={}", other.state());
    assert_eq!(
        callback_error(&anonymous.finish_sign_in("google", &query, &other.cookie).await.is(403)),
        "invalid-credential"
    );
    // A pending sign-in expires after ten minutes.
    let late = anonymous.start_sign_in("google", "/").await;
    let code = oidc.grant_code(&late, json!({}));
    guide.app.clock.advance(600);
    let query = format!("code={code}&state={}", late.state());
    assert_eq!(
        callback_error(&anonymous.finish_sign_in("google", &query, &late.cookie).await.is(403)),
        "invalid-state"
    );
}

#[rstest]
#[tokio::test]
async fn code_of_another_sign_in_or_issuer_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    // A stolen code in another sign-in fails the PKCE check of the provider.
    let (mine, theirs) = (anonymous.start_sign_in("google", "/").await, anonymous.start_sign_in("google", "/").await);
    let stolen = oidc.grant_code(&theirs, json!({ "sub": "victim" }));
    let query = format!("code={stolen}&state={}", mine.state());
    assert_eq!(
        callback_error(&anonymous.finish_sign_in("google", &query, &mine.cookie).await.is(403)),
        "invalid-credential"
    );
    // An `iss` parameter (RFC 9207) with another issuer is refused, and one with the right issuer is accepted.
    for (issuer, status) in [("https://evil.example", 403), (oidc.origin(), 200)] {
        let pending = anonymous.start_sign_in("google", "/").await;
        let code = oidc.grant_code(&pending, json!({}));
        let query = format!("code={code}&state={}&iss={}", pending.state(), percent_encoded(issuer));
        anonymous.finish_sign_in("google", &query, &pending.cookie).await.is(status);
    }
}

#[rstest]
#[tokio::test]
async fn stored_sign_in_flows_contain_no_usable_secret(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let pending = guide.anonymous().start_sign_in("google", "/").await;
    let db = &guide.app.db;
    let row: (String, String, String) = cms::with_pool!(db, |engine| {
        sqlx::query_as("select state_hash, browser_hash, pkce_verifier from sign_in_flow").fetch_one(engine)
    })
    .unwrap();
    let secret = pending.cookie.strip_prefix("karst_federated=").unwrap();
    assert_eq!(row.0, BASE64.encode(Sha256::digest(pending.state())));
    assert_eq!(row.1, BASE64.encode(Sha256::digest(secret)));
    assert_eq!(pending.parameters["code_challenge"], BASE64.encode(Sha256::digest(row.2)));
}

#[rstest]
#[tokio::test]
async fn abandoned_sign_in_flows_are_deleted(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    for _ in 0..3 {
        guide.anonymous().start_sign_in("openid", "/").await;
    }
    guide.app.clock.advance(601);
    guide.anonymous().start_sign_in("openid", "/").await;
    assert_eq!(sign_in_flow_count(&guide).await, 1);
    // If more than 10,000 sign-ins are pending, those that expire first are deleted.
    let now = guide.app.clock.now();
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            let fill = "
                with recursive n (n) as (select 1 union all select n + 1 from n where n < 10500)
                insert into sign_in_flow (state_hash, browser_hash, provider, nonce, pkce_verifier, return_to, expires_at)
                select 'made up ' || n, '', 'openid', '', '', '/', $1 + n from n";
            execute!(tx, sqlx::query(fill).bind(now.0))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
    let pending = guide.anonymous().start_sign_in("openid", "/").await;
    assert_eq!(sign_in_flow_count(&guide).await, 10_000);
    let code = oidc.grant_code(&pending, json!({ "iat": now.unix_seconds(), "exp": now.unix_seconds() + 60 }));
    let query = format!("code={code}&state={}", pending.state());
    guide.anonymous().finish_sign_in("openid", &query, &pending.cookie).await.is(200);
}

// R311
#[tokio::test]
async fn federated_sign_ins_are_limited_by_client_address() {
    let oidc = FakeOidcProvider::spawn().await;
    let guide = oidc.start_app(Sqlite, &["--trusted-proxies", "127.0.0.1"]).await.unwrap();
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let path = "/api/auth/federated/openid/start";
    for _ in 0..50 {
        guide.anonymous().get_with_headers(path, &from("203.0.113.9")).await.is(303);
    }
    let page = guide.anonymous().get_with_headers(path, &from("203.0.113.9")).await.is(429);
    assert_eq!((callback_error(&page).as_str(), page.header("retry-after")), ("too-many-requests", "6"));
    guide.anonymous().get_with_headers(path, &from("203.0.113.10")).await.is(303);
}

// R314
#[rstest]
#[tokio::test]
async fn federated_sign_in_with_a_foreign_return_path_stays_on_this_server(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(guide) = oidc.start_app(engine, &[]).await else { return };
    let anonymous = guide.anonymous();
    for foreign in [
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
    ] {
        let pending = anonymous.start_sign_in("openid", foreign).await;
        let code = oidc.grant_code(&pending, json!({}));
        let query = format!("code={code}&state={}", pending.state());
        let page = anonymous.finish_sign_in("openid", &query, &pending.cookie).await.is(200);
        assert_eq!(callback_redirect(&page), "/", "{foreign:?}");
        assert!(!page.text.contains("evil"), "{foreign:?}: {}", page.text);
    }
    // A foreign path in the database is not followed either.
    let pending = anonymous.start_sign_in("openid", "/saved").await;
    let code = oidc.grant_code(&pending, json!({}));
    let work = guide.app.db.write(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("update sign_in_flow set return_to = '//evil.example'"))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
    let query = format!("code={code}&state={}", pending.state());
    let page = anonymous.finish_sign_in("openid", &query, &pending.cookie).await.is(200);
    assert_eq!(callback_redirect(&page), "/");
}

// R313
#[tokio::test]
async fn federated_callback_url_ignores_request_headers() {
    let oidc = FakeOidcProvider::spawn().await;
    let guide =
        oidc.start_app(Sqlite, &["--public-url", "https://guide.example/", "--trusted-proxies", "127.0.0.1"]).await;
    let guide = guide.unwrap();
    let foreign = [("host", "evil.example"), ("x-forwarded-host", "evil.example"), ("x-forwarded-proto", "gopher")];
    let response = guide.anonymous().get_with_headers("/api/auth/federated/google/start", &foreign).await.is(303);
    let callback_parameter = "redirect_uri=https%3A%2F%2Fguide.example%2Fapi%2Fauth%2Ffederated%2Fgoogle%2Fcallback";
    assert!(response.header("location").contains(callback_parameter), "{}", response.header("location"));
    assert!(!response.header("location").contains("evil"));
    assert!(response.header("set-cookie").contains("; Secure;"), "{}", response.header("set-cookie"));
}

// R323
#[tokio::test]
async fn federated_sign_in_that_another_site_starts_is_refused() {
    let oidc = FakeOidcProvider::spawn().await;
    let guide = oidc.start_app(Sqlite, &[]).await.unwrap();
    for site in ["cross-site", "same-site"] {
        let response =
            guide.anonymous().get_with_headers("/api/auth/federated/openid/start", &[("sec-fetch-site", site)]).await;
        assert_eq!((response.status.as_u16(), response.header("set-cookie")), (403, ""));
    }
    for site in ["same-origin", "none"] {
        guide
            .anonymous()
            .get_with_headers("/api/auth/federated/openid/start", &[("sec-fetch-site", site)])
            .await
            .is(303);
    }
}

// R323
#[tokio::test]
async fn callback_page_allows_only_its_own_script_and_can_close_itself() {
    let oidc = FakeOidcProvider::spawn().await;
    let guide = oidc.start_app(Sqlite, &[]).await.unwrap();
    let page = guide.anonymous().sign_in_via(&oidc, "openid", json!({})).await.is(200);
    let script =
        page.text.split_once("<script").unwrap().1.split_once('>').unwrap().1.split_once("</script>").unwrap().0;
    let policy = page.header("content-security-policy");
    let hash = BASE64_STANDARD.encode(Sha256::digest(script));
    assert!(policy.contains(&format!("script-src 'sha256-{hash}'")), "{policy}");
    for rule in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"] {
        assert!(policy.contains(rule), "{policy}");
    }
    assert!(!policy.split("style-src").next().unwrap().contains("unsafe"), "{policy}");
    assert!(script.contains("BroadcastChannel(\"karst-sign-in\")"), "{script}");
    // The sign-in window first shows the provider's page, which may have no `Cross-Origin-Opener-Policy`. With a
    // stricter policy, the callback page would lose its opener and could not close itself.
    assert_eq!(page.header("cross-origin-opener-policy"), "unsafe-none");
    assert_eq!(guide.anonymous().get("/login").await.header("cross-origin-opener-policy"), "same-origin-allow-popups");
    // The page contains neither the code nor the client secret.
    assert!(!page.text.contains("code-") && !page.text.contains(CLIENT_SECRET));
}

#[rstest]
#[tokio::test]
async fn one_of_two_concurrent_callbacks_on_different_replicas_succeeds(#[values(Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let Some(first_server) = oidc.start_app(engine, &[]).await else { return };
    let origin = oidc.origin();
    let settings = [
        "--api-only",
        "--openid-issuer",
        origin,
        "--openid-client-id",
        CLIENT_ID,
        "--openid-client-secret",
        CLIENT_SECRET,
    ];
    let second_server = first_server.start_replica(&settings).await;
    let pending = first_server.anonymous().start_sign_in("openid", "/saved").await;
    let code = oidc.grant_code(&pending, json!({}));
    let query = format!("code={code}&state={}", pending.state());
    let (one, other) = (first_server.anonymous(), second_server.anonymous());
    let responses = tokio::join!(
        one.finish_sign_in("openid", &query, &pending.cookie),
        other.finish_sign_in("openid", &query, &pending.cookie)
    );
    let mut statuses = [responses.0.status.as_u16(), responses.1.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403], "one of two concurrent callbacks succeeds");
}
