//! No secret stands in any line of the log, at any level: a server process logs all it can, and its log is searched.

use reqwest::Method;
use serde_json::json;
use totp_rs::{Builder, Secret};

use crate::abroad::{self, Abroad};
use crate::identity::{cookie, token};
use crate::letters::{Post, unwrapped};
use crate::people::{Answer, Person};
use crate::process::Server;
use crate::world::{link_in, token_in};

/// Remembers what must never be read.
#[derive(Default)]
struct Secrets(Vec<String>);

impl Secrets {
    fn add(&mut self, secret: &str) -> String {
        assert!(secret.len() >= 6, "{secret} would be found by chance");
        self.0.push(secret.to_owned());
        secret.to_owned()
    }

    /// The tokens of a session.
    fn session(&mut self, answer: &Answer) -> String {
        if let Some(cookie) = cookie(answer) {
            self.add(cookie.strip_prefix("karst_refresh=").unwrap());
        }
        self.add(&token(answer))
    }

    /// The link in the newest letter to this address.
    async fn link(&mut self, post: &Post, count: usize) -> String {
        let letters = post.letters(count).await;
        let data = unwrapped(letters[count - 1]["data"].as_str().unwrap());
        let link = link_in(&data[data.find("text/plain").unwrap()..]);
        self.add(&link);
        self.add(&token_in(&link))
    }
}

#[tokio::test]
async fn no_secret_is_in_any_line_of_the_log_at_any_level() {
    let Some(post) = Post::open(&[]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut secrets = Secrets::default();
    let smtp_password = secrets.add("smtp-kennwort-4711");
    let smtp_url = format!("smtp://karst:{smtp_password}@127.0.0.1:{}", post.port);
    let provider = Abroad::open().await;
    let settings = [
        ("RUST_LOG", "trace"),
        ("SMTP_URL", &smtp_url),
        ("ADMIN_EMAILS", "boss@example.org"),
        ("OPENID_ISSUER", provider.origin()),
        ("OPENID_CLIENT_ID", abroad::CLIENT),
        ("OPENID_CLIENT_SECRET", abroad::SECRET),
    ];
    let server = Server::start(folder.path(), &settings);
    let visitor = Person::stranger(&server.origin);

    let first = secrets.add("first-kennwort-0815");
    let sign_up = json!({ "firstName": "Boss", "lastName": "One", "email": "boss@example.org", "password": first });
    let joined = visitor.post("/api/auth/sign-up", sign_up).await.is(201);
    let person = visitor.with_token(&secrets.session(&joined));
    let verify = secrets.link(&post, 1).await;
    visitor.get(&format!("/login/verify?token={verify}")).await.is(200);
    let confirm = json!({ "token": verify, "password": first });
    visitor.post("/api/auth/verification/confirm", confirm.clone()).await.is(204);
    visitor.post("/api/auth/verification/confirm", confirm).await.is(422);

    // Everything that a clumsy or hostile client does with a password.
    let guess = secrets.add("guessed-kennwort-1");
    visitor.signs_in("boss@example.org", &guess).await.is(401);
    let halved = format!("{{\"email\": \"boss@example.org\", \"password\": \"{guess}");
    let kind = [("content-type", "application/json")];
    visitor.send(Method::POST, "/api/auth/sign-in", &kind, Some(halved.into_bytes())).await.is(400);
    visitor.post("/api/auth/sign-in", json!({ "email": [guess], "password": { "is": guess } })).await.is(422);
    visitor.post("/api/auth/sign-in", json!({ guess.clone(): guess })).await.is(400);
    visitor.get(&format!("/api/auth/jwks?password={guess}")).await.is(400);
    visitor.with_token(&format!("{guess}.{guess}.{guess}")).get("/api/auth/account").await.is(401);
    visitor.sends_to("/login", &[("email", "boss@example.org"), ("password", &guess)], &[]).await.is(401);

    visitor.post("/api/auth/password-reset", json!({ "email": "boss@example.org" })).await.is(202);
    let reset = secrets.link(&post, 2).await;
    visitor.get(&format!("/login/reset?token={reset}")).await.is(200);
    let second = secrets.add("second-kennwort-0816");
    let chosen = json!({ "token": reset, "password": second });
    visitor.post("/api/auth/password-reset/confirm", chosen).await.is(204);
    person.get("/api/auth/account").await.is(401);
    let session = visitor.signs_in("boss@example.org", &second).await.is(200);
    assert_eq!(session.json()["user"]["role"], "admin");
    let admin = visitor.with_token(&secrets.session(&session));
    secrets.session(&visitor.refreshes(&cookie(&session).unwrap()).await.is(200));

    let third = secrets.add("third-kennwort-0817");
    let form = json!({ "currentPassword": second, "newPassword": third });
    let changed = admin.put("/api/auth/password", form).await.is(200);
    let admin = visitor.with_token(&secrets.session(&changed));
    let offer = admin.post("/api/auth/second-factor", json!({ "password": third })).await.is(200).json();
    let secret = secrets.add(offer["secret"].as_str().unwrap());
    let totp = Builder::new().with_secret(Secret::try_from_base32(&secret).unwrap()).build().unwrap();
    let code = totp.generate_current().to_string();
    let codes = admin.post("/api/auth/second-factor/confirm", json!({ "code": code })).await.is(200).json();
    for code in codes["recoveryCodes"].as_array().unwrap() {
        secrets.add(code.as_str().unwrap());
    }
    let recovery = codes["recoveryCodes"][0].as_str().unwrap();
    let form = json!({ "email": "boss@example.org", "password": third, "code": recovery });
    secrets.session(&visitor.post("/api/auth/sign-in", form).await.is(200));
    let user = json!({ "email": "linh@example.org", "firstName": "Linh", "lastName": "Tran" });
    let user = admin.post("/api/admin/users", user).await.is(201).json();
    let path = format!("/api/admin/users/{}/password-link", user["id"].as_str().unwrap());
    let made = admin.post(&path, json!({})).await.is(201).json();
    let handed = token_in(&secrets.add(made["link"].as_str().unwrap()));
    visitor.get(&format!("/login/reset?token={}", secrets.add(&handed))).await.is(200);
    secrets.link(&post, 3).await;
    // Now nobody takes letters any more, and that is told without what they say.
    drop(post);
    visitor.post("/api/auth/password-reset", json!({ "email": "boss@example.org" })).await.is(202);
    for _ in 0..200 {
        if server.logged().contains("failed to send an email; it will be retried") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    admin.send(Method::POST, "/api/auth/sign-out-everywhere", &[], None).await.is(204);

    // With an account that another provider keeps: the whole way, a replay of it, and a word that does not hold.
    secrets.add(abroad::SECRET);
    let now = cms::common::clock::Clock::default().now().seconds();
    for (claims, status) in [(json!({ "iat": now, "exp": now + 60 }), 200), (json!({ "exp": now - 60 }), 403)] {
        let there = visitor.sets_out("openid", "/").await;
        for name in ["state", "nonce"] {
            secrets.add(&there.sent[name]);
        }
        secrets.add(there.cookie.strip_prefix("karst_federated=").unwrap());
        let code = provider.grants(&there, claims);
        let query = format!("code={}&state={}", secrets.add(&code), there.state());
        let page = visitor.comes_back("openid", &query, &there.cookie).await.is(status);
        if let Some(cookie) = cookie(&page) {
            secrets.add(cookie.strip_prefix("karst_refresh=").unwrap());
        }
        visitor.comes_back("openid", &query, &there.cookie).await.is(403);
    }
    let there = visitor.sets_out("openid", "/").await;
    let guess = secrets.add("guessed-code-4711");
    let query = format!("code={guess}&state={}", there.state());
    visitor.comes_back("openid", &query, &there.cookie).await.is(403);
    for secret in provider.secrets() {
        secrets.add(&secret);
    }

    let log = server.stop();
    for sign in [
        "federated sign-in failed",
        "\"level\":\"TRACE\"",
        "email sent",
        "failed to send an email; it will be retried",
        "/login/reset",
    ] {
        assert!(log.contains(sign), "the log is not as full as it should be: no {sign}");
    }
    assert!(log.lines().count() > 200);
    for secret in &secrets.0 {
        let line = log.lines().find(|line| line.contains(secret.as_str()));
        assert_eq!(line, None, "{secret} stands in the log");
    }
}
