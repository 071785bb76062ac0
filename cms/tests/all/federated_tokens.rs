//! Which ID tokens are taken, and which are not.

use serde_json::{Value, json};

use crate::abroad::{Abroad, CLIENT, Key, another_rsa, ec, ed, rsa, told, unsigned};
use crate::federated::person;
use crate::identity::cookie;
use crate::people::Answer;
use crate::world::{BEGINNING, Guide, Sqlite};

type Sign = Box<dyn Fn(&Value) -> String + Send>;

/// A provider, and a guide before it.
struct Border {
    abroad: Abroad,
    guide: Guide,
}

impl Border {
    async fn open() -> Self {
        let abroad = Abroad::open().await;
        let guide = abroad.guide(Sqlite, &[]).await.unwrap();
        Self { abroad, guide }
    }

    async fn crosses(&self, claims: Value, sign: Sign) -> Answer {
        let visitor = self.guide.visitor();
        let there = visitor.sets_out("openid", "/").await;
        let code = self.abroad.grants_signed(&there, claims, sign);
        visitor.comes_back("openid", &format!("code={code}&state={}", there.state()), &there.cookie).await
    }

    /// Asserts that nobody comes in like this, and that nobody has.
    async fn refuses(&self, what: &str, claims: Value, sign: Sign) {
        let page = self.crosses(claims, sign).await;
        assert_eq!(page.status, 403, "{what}: {}", page.text);
        assert_eq!((told(&page).as_str(), cookie(&page)), ("invalid-credential", None), "{what}");
        let db = &self.guide.app.db;
        let accounts: i64 =
            cms::with_pool!(db, |engine| sqlx::query_scalar("select count(*) from account").fetch_one(engine)).unwrap();
        assert_eq!(accounts, 0, "{what}");
    }
}

fn truly() -> Sign {
    Box::new(|claims| rsa().signs(claims))
}

// R310
#[tokio::test]
async fn id_token_with_invalid_claims_is_refused() {
    let border = Border::open().await;
    let now = BEGINNING.seconds();
    for (what, claims) in [
        ("another audience", json!({ "aud": "another-client" })),
        ("no audience", json!({ "aud": null })),
        ("an empty list of audiences", json!({ "aud": [] })),
        ("an audience beside this one", json!({ "aud": [CLIENT, "another-client"] })),
        ("an audience beside this one, vouched for", json!({ "aud": [CLIENT, "another-client"], "azp": CLIENT })),
        ("another party", json!({ "azp": "another-client" })),
        ("another issuer", json!({ "iss": "https://evil.example" })),
        ("the issuer with a slash", json!({ "iss": format!("{}/", border.abroad.origin()) })),
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
        border.refuses(what, claims, truly()).await;
    }
    // What is good: a list of this one audience, the party named, clocks a little apart.
    for claims in [json!({ "aud": [CLIENT], "azp": CLIENT }), json!({ "iat": now + 60 }), json!({ "at_hash": "right" })]
    {
        let page = border.crosses(claims.clone(), truly()).await;
        assert_eq!(page.status, 200, "{claims}: {}", page.text);
    }
}

// R310
#[tokio::test]
async fn id_token_without_the_providers_signature_is_refused() {
    let border = Border::open().await;
    for alg in ["none", "None", "NONE", ""] {
        border.refuses(alg, json!({}), Box::new(move |claims| unsigned(alg, claims))).await;
    }
    border.refuses("a MAC with the public key", json!({}), Box::new(|claims| rsa().mac(claims))).await;
    let with_client_secret: Sign = Box::new(|claims| {
        let header = jsonwebtoken::Header::new(jsonwebtoken::Algorithm::HS256);
        let secret = jsonwebtoken::EncodingKey::from_secret(crate::abroad::SECRET.as_bytes());
        jsonwebtoken::encode(&header, claims, &secret).unwrap()
    });
    border.refuses("a MAC with the client's secret", json!({}), with_client_secret).await;
    border
        .refuses(
            "another key under its name",
            json!({}),
            Box::new(|claims| another_rsa().signs_as(Some("rsa-1"), claims)),
        )
        .await;
    border
        .refuses("another key without a name", json!({}), Box::new(|claims| another_rsa().signs_as(None, claims)))
        .await;
    border.refuses("a key nobody published", json!({}), Box::new(|claims| another_rsa().signs(claims))).await;
    let swapped: Sign = Box::new(|claims| {
        let (honest, mut forged) = (rsa().signs(claims), claims.clone());
        forged["sub"] = json!("admin");
        let forged = rsa().signs(&forged);
        format!("{}.{}", forged.rsplit_once('.').unwrap().0, honest.rsplit_once('.').unwrap().1)
    });
    border.refuses("a signature over other claims", json!({}), swapped).await;
    let bare: Sign = Box::new(|claims| format!("{}.", rsa().signs(claims).rsplit_once('.').unwrap().0));
    border.refuses("an empty signature", json!({}), bare).await;
    for nonsense in ["", "x", "a.b.c", "ăâđ.ê.ô"] {
        border.refuses(nonsense, json!({}), Box::new(move |_| nonsense.to_owned())).await;
    }
}

#[tokio::test]
async fn keys_on_curves_sign_too() {
    for key in [ec(), ed()] {
        let key: &'static Key = Box::leak(Box::new(key));
        let border = Border::open().await;
        border.abroad.publishes(&[rsa(), key]);
        let page = border.crosses(json!({ "at_hash": null }), Box::new(|claims| key.signs(claims))).await;
        assert_eq!(page.status, 200, "{}: {}", key.jwk, page.text);
    }
}

#[tokio::test]
async fn a_new_key_is_looked_for_at_most_once_a_minute() {
    let border = Border::open().await;
    border.crosses(json!({}), truly()).await.is(200);
    assert_eq!(border.abroad.asked("/keys"), 1);
    // The provider signs with another key, and has published it.
    border.abroad.publishes(&[rsa(), another_rsa()]);
    border.crosses(json!({}), Box::new(|claims| another_rsa().signs(claims))).await.is(200);
    assert_eq!(border.abroad.asked("/keys"), 2);
    // Names that nobody knows: who makes them up has nobody ask for them.
    let made_up = || -> Sign { Box::new(|claims| rsa().signs_as(Some("made up"), claims)) };
    for _ in 0..5 {
        assert_eq!(told(&border.crosses(json!({}), made_up()).await.is(403)), "invalid-credential");
    }
    assert_eq!(border.abroad.asked("/keys"), 2);
    border.guide.app.clock.advance(60);
    assert_eq!(told(&border.crosses(json!({}), made_up()).await.is(403)), "invalid-credential");
    assert_eq!(border.abroad.asked("/keys"), 3);
    // A key that was taken back counts no more, once that is known.
    border.abroad.publishes(&[another_rsa()]);
    border.guide.app.clock.advance(600);
    let now = BEGINNING.seconds() + 660;
    let fresh = json!({ "iat": now, "exp": now + 60 });
    assert_eq!(told(&border.crosses(fresh.clone(), truly()).await.is(403)), "invalid-credential");
    border.crosses(fresh, Box::new(|claims| another_rsa().signs(claims))).await.is(200);
}

#[tokio::test]
async fn an_address_that_is_not_in_the_token_is_asked_for() {
    let border = Border::open().await;
    let me = json!({ "sub": "linh-there", "email": "linh@example.org", "email_verified": true, "name": "Linh Tran" });
    let bare = json!({ "email": null, "email_verified": null, "given_name": null, "family_name": null });
    let with_me = |me: &Value| {
        let mut claims = bare.clone();
        claims["me"] = me.clone();
        claims
    };
    for (what, me) in [
        ("somebody else", json!({ "sub": "minh-there", "email": "linh@example.org", "email_verified": true })),
        ("nobody", json!({ "email": "linh@example.org", "email_verified": true })),
    ] {
        border.refuses(what, with_me(&me), truly()).await;
    }
    let page = border.crosses(with_me(&me), truly()).await.is(200);
    let profile = person(&border.guide, &page).await.get("/api/auth/account").await.is(200).json();
    assert_eq!((&profile["displayName"], &profile["isEmailVerified"]), (&json!("Linh Tran"), &json!(true)));
    // A truth in quotes is one; another word is none.
    for (word, is_verified) in [("true", true), ("yes", false)] {
        let email = format!("{word}@example.org");
        let me = json!({ "sub": word, "email": email, "email_verified": word });
        let mut claims = with_me(&me);
        claims["sub"] = json!(word);
        let page = border.crosses(claims, truly()).await.is(200);
        let profile = person(&border.guide, &page).await.get("/api/auth/account").await.is(200).json();
        assert_eq!(profile["isEmailVerified"], is_verified, "{word}");
    }
}
