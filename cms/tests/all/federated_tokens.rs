//! Which ID tokens of an OpenID Connect provider the server accepts, and when it loads the keys of the provider.

use serde_json::{Value, json};

use crate::fake_oidc::{
    CLIENT_ID, FakeOidcProvider, TokenSigningKey, callback_error, first_rsa_key, generate_ed25519_key,
    generate_p256_key, second_rsa_key, unsigned_token,
};
use crate::federated::signed_in_client;
use crate::sign_in::received_refresh_cookie;
use crate::test_app::{START_TIME, Sqlite, TestApp};
use crate::test_client::TestResponse;

type SignFn = Box<dyn Fn(&Value) -> String + Send>;

/// A running app, and the fake identity provider that it uses.
struct SignInFixture {
    oidc: FakeOidcProvider,
    guide: TestApp,
}

impl SignInFixture {
    async fn start() -> Self {
        let oidc = FakeOidcProvider::spawn().await;
        let guide = oidc.start_app(Sqlite, &[]).await.unwrap();
        Self { oidc, guide }
    }

    async fn sign_in_with_claims(&self, claims: Value, sign: SignFn) -> TestResponse {
        let anonymous = self.guide.anonymous();
        let pending = anonymous.start_sign_in("openid", "/").await;
        let code = self.oidc.grant_code_with_id_token_signer(&pending, claims, sign);
        anonymous.finish_sign_in("openid", &format!("code={code}&state={}", pending.state()), &pending.cookie).await
    }

    /// Asserts that the server refuses the sign-in and creates no account. Failure messages contain `case_name`.
    async fn assert_refused(&self, case_name: &str, claims: Value, sign: SignFn) {
        let page = self.sign_in_with_claims(claims, sign).await;
        assert_eq!(page.status, 403, "{case_name}: {}", page.text);
        assert_eq!(
            (callback_error(&page).as_str(), received_refresh_cookie(&page)),
            ("invalid-credential", None),
            "{case_name}"
        );
        let db = &self.guide.app.db;
        let accounts: i64 =
            cms::with_pool!(db, |engine| sqlx::query_scalar("select count(*) from account").fetch_one(engine)).unwrap();
        assert_eq!(accounts, 0, "{case_name}");
    }
}

fn valid_sign_fn() -> SignFn {
    Box::new(|claims| first_rsa_key().sign(claims))
}

// R310
#[tokio::test]
async fn id_token_with_invalid_claims_is_refused() {
    let fixture = SignInFixture::start().await;
    let now = START_TIME.unix_seconds();
    for (case_name, claims) in [
        ("another audience", json!({ "aud": "another-client" })),
        ("no audience", json!({ "aud": null })),
        ("an empty list of audiences", json!({ "aud": [] })),
        ("an audience beside this one", json!({ "aud": [CLIENT_ID, "another-client"] })),
        ("an additional audience with azp", json!({ "aud": [CLIENT_ID, "another-client"], "azp": CLIENT_ID })),
        ("another party", json!({ "azp": "another-client" })),
        ("another issuer", json!({ "iss": "https://evil.example" })),
        ("the issuer with a slash", json!({ "iss": format!("{}/", fixture.oidc.origin()) })),
        ("no issuer", json!({ "iss": null })),
        ("expired", json!({ "exp": now })),
        ("no end", json!({ "exp": null })),
        ("from the future", json!({ "iat": now + 61, "exp": now + 3600 })),
        ("no beginning", json!({ "iat": null })),
        ("another nonce", json!({ "nonce": "x".repeat(43) })),
        ("no nonce", json!({ "nonce": null })),
        ("an empty subject", json!({ "sub": "" })),
        ("an endless subject", json!({ "sub": "x".repeat(256) })),
        ("a subject with a NUL", json!({ "sub": "a\u{0}b" })),
        ("no subject", json!({ "sub": null })),
        ("another access token's hash", json!({ "at_hash": "AAAAAAAAAAAAAAAAAAAAAA" })),
    ] {
        fixture.assert_refused(case_name, claims, valid_sign_fn()).await;
    }
    // These claims are valid: a list with this client as the only audience together with `azp`, an `iat` that is 60 s
    // in the future, and the right `at_hash`.
    for claims in
        [json!({ "aud": [CLIENT_ID], "azp": CLIENT_ID }), json!({ "iat": now + 60 }), json!({ "at_hash": "right" })]
    {
        let page = fixture.sign_in_with_claims(claims.clone(), valid_sign_fn()).await;
        assert_eq!(page.status, 200, "{claims}: {}", page.text);
    }
}

// R310
#[tokio::test]
async fn id_token_without_the_providers_signature_is_refused() {
    let fixture = SignInFixture::start().await;
    for alg in ["none", "None", "NONE", ""] {
        fixture.assert_refused(alg, json!({}), Box::new(move |claims| unsigned_token(alg, claims))).await;
    }
    fixture
        .assert_refused(
            "a MAC with the public key",
            json!({}),
            Box::new(|claims| first_rsa_key().forge_hmac_token(claims)),
        )
        .await;
    let with_client_secret: SignFn = Box::new(|claims| {
        let header = jsonwebtoken::Header::new(jsonwebtoken::Algorithm::HS256);
        let secret = jsonwebtoken::EncodingKey::from_secret(crate::fake_oidc::CLIENT_SECRET.as_bytes());
        jsonwebtoken::encode(&header, claims, &secret).unwrap()
    });
    fixture.assert_refused("a MAC with the client's secret", json!({}), with_client_secret).await;
    fixture
        .assert_refused(
            "another key under its name",
            json!({}),
            Box::new(|claims| second_rsa_key().sign_with_kid(Some("rsa-1"), claims)),
        )
        .await;
    fixture
        .assert_refused(
            "another key without a name",
            json!({}),
            Box::new(|claims| second_rsa_key().sign_with_kid(None, claims)),
        )
        .await;
    fixture.assert_refused("a key nobody published", json!({}), Box::new(|claims| second_rsa_key().sign(claims))).await;
    let with_foreign_signature: SignFn = Box::new(|claims| {
        let (genuine, mut forged) = (first_rsa_key().sign(claims), claims.clone());
        forged["sub"] = json!("admin");
        let forged = first_rsa_key().sign(&forged);
        format!("{}.{}", forged.rsplit_once('.').unwrap().0, genuine.rsplit_once('.').unwrap().1)
    });
    fixture.assert_refused("a signature over other claims", json!({}), with_foreign_signature).await;
    let without_signature: SignFn =
        Box::new(|claims| format!("{}.", first_rsa_key().sign(claims).rsplit_once('.').unwrap().0));
    fixture.assert_refused("an empty signature", json!({}), without_signature).await;
    for nonsense in ["", "x", "a.b.c", "ăâđ.ê.ô"] {
        fixture.assert_refused(nonsense, json!({}), Box::new(move |_| nonsense.to_owned())).await;
    }
}

#[tokio::test]
async fn id_token_signed_with_an_elliptic_curve_key_is_accepted() {
    for key in [generate_p256_key(), generate_ed25519_key()] {
        let key: &'static TokenSigningKey = Box::leak(Box::new(key));
        let fixture = SignInFixture::start().await;
        fixture.oidc.publish_keys(&[first_rsa_key(), key]);
        let page = fixture.sign_in_with_claims(json!({ "at_hash": null }), Box::new(|claims| key.sign(claims))).await;
        assert_eq!(page.status, 200, "{}: {}", key.jwk, page.text);
    }
}

#[tokio::test]
async fn unknown_key_id_reloads_the_keys_at_most_once_a_minute() {
    let fixture = SignInFixture::start().await;
    fixture.sign_in_with_claims(json!({}), valid_sign_fn()).await.is(200);
    assert_eq!(fixture.oidc.request_count("/keys"), 1);
    // The provider publishes a second key and signs with it. The server loads the keys again.
    fixture.oidc.publish_keys(&[first_rsa_key(), second_rsa_key()]);
    fixture.sign_in_with_claims(json!({}), Box::new(|claims| second_rsa_key().sign(claims))).await.is(200);
    assert_eq!(fixture.oidc.request_count("/keys"), 2);
    // Within 60 s of this request, tokens with unknown key ids cause no further request for the keys.
    let unknown_kid_sign_fn =
        || -> SignFn { Box::new(|claims| first_rsa_key().sign_with_kid(Some("made up"), claims)) };
    for _ in 0..5 {
        assert_eq!(
            callback_error(&fixture.sign_in_with_claims(json!({}), unknown_kid_sign_fn()).await.is(403)),
            "invalid-credential"
        );
    }
    assert_eq!(fixture.oidc.request_count("/keys"), 2);
    fixture.guide.app.clock.advance(60);
    assert_eq!(
        callback_error(&fixture.sign_in_with_claims(json!({}), unknown_kid_sign_fn()).await.is(403)),
        "invalid-credential"
    );
    assert_eq!(fixture.oidc.request_count("/keys"), 3);
    // The provider no longer publishes the first key. Its tokens are refused when the cached keys have expired.
    fixture.oidc.publish_keys(&[second_rsa_key()]);
    fixture.guide.app.clock.advance(600);
    let now = START_TIME.unix_seconds() + 660;
    let fresh_claims = json!({ "iat": now, "exp": now + 60 });
    assert_eq!(
        callback_error(&fixture.sign_in_with_claims(fresh_claims.clone(), valid_sign_fn()).await.is(403)),
        "invalid-credential"
    );
    fixture.sign_in_with_claims(fresh_claims, Box::new(|claims| second_rsa_key().sign(claims))).await.is(200);
}

#[tokio::test]
async fn email_missing_from_the_token_is_read_from_userinfo() {
    let fixture = SignInFixture::start().await;
    let userinfo =
        json!({ "sub": "linh-there", "email": "linh@example.org", "email_verified": true, "name": "Linh Tran" });
    let claims_without_email =
        json!({ "email": null, "email_verified": null, "given_name": null, "family_name": null });
    let claims_with_userinfo = |userinfo: &Value| {
        let mut claims = claims_without_email.clone();
        claims["me"] = userinfo.clone();
        claims
    };
    for (case_name, userinfo) in [
        ("somebody else", json!({ "sub": "minh-there", "email": "linh@example.org", "email_verified": true })),
        ("nobody", json!({ "email": "linh@example.org", "email_verified": true })),
    ] {
        fixture.assert_refused(case_name, claims_with_userinfo(&userinfo), valid_sign_fn()).await;
    }
    let page = fixture.sign_in_with_claims(claims_with_userinfo(&userinfo), valid_sign_fn()).await.is(200);
    let profile = signed_in_client(&fixture.guide, &page).await.get("/api/auth/account").await.is(200).json();
    assert_eq!((&profile["displayName"], &profile["isEmailVerified"]), (&json!("Linh Tran"), &json!(true)));
    // The claim `email_verified` may be a string. "true" counts as true, and any other string as false.
    for (word, is_verified) in [("true", true), ("yes", false)] {
        let email = format!("{word}@example.org");
        let userinfo = json!({ "sub": word, "email": email, "email_verified": word });
        let mut claims = claims_with_userinfo(&userinfo);
        claims["sub"] = json!(word);
        let page = fixture.sign_in_with_claims(claims, valid_sign_fn()).await.is(200);
        let profile = signed_in_client(&fixture.guide, &page).await.get("/api/auth/account").await.is(200).json();
        assert_eq!(profile["isEmailVerified"], is_verified, "{word}");
    }
}
