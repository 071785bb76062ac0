//! No secret is in the log at any level: a server process logs everything, and the test searches the log.

use reqwest::Method;
use serde_json::json;
use totp_rs::{Builder, Secret};

use crate::emails::{SmtpServer, decode_quoted_printable};
use crate::fake_oidc::{self, FakeOidcProvider};
use crate::fixtures::place_json;
use crate::previews::preview_ticket;
use crate::server_process::ServerProcess;
use crate::sign_in::{access_token_of, received_refresh_cookie};
use crate::test_app::{link_in, token_in};
use crate::test_client::{TestClient, TestResponse};

/// The secrets that must not be in the log.
#[derive(Default)]
struct Secrets(Vec<String>);

impl Secrets {
    fn add(&mut self, secret: &str) -> String {
        assert!(secret.len() >= 6, "{secret} is too short to search for");
        self.0.push(secret.to_owned());
        secret.to_owned()
    }

    /// Adds the tokens of a session. Returns the access token.
    fn add_session(&mut self, response: &TestResponse) -> String {
        if let Some(cookie) = received_refresh_cookie(response) {
            self.add(cookie.strip_prefix("karst_refresh=").unwrap());
        }
        self.add(&access_token_of(response))
    }

    /// Waits for `count` emails. Adds the link in the last of them, and the token of the link. Returns the token.
    async fn add_link(&mut self, smtp: &SmtpServer, count: usize) -> String {
        let emails = smtp.wait_for_emails(count).await;
        let data = decode_quoted_printable(emails[count - 1]["data"].as_str().unwrap());
        let link = link_in(&data[data.find("text/plain").unwrap()..]);
        self.add(&link);
        self.add(&token_in(&link))
    }
}

#[tokio::test]
async fn no_secret_is_in_any_line_of_the_log_at_any_level() {
    let Some(smtp) = SmtpServer::start(&[]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut secrets = Secrets::default();
    let smtp_password = secrets.add("smtp-kennwort-4711");
    let smtp_url = format!("smtp://karst:{smtp_password}@127.0.0.1:{}", smtp.port);
    let provider = FakeOidcProvider::spawn().await;
    let settings = [
        ("RUST_LOG", "trace"),
        ("SMTP_URL", &smtp_url),
        ("ADMIN_EMAILS", "boss@example.org"),
        ("OPENID_ISSUER", provider.origin()),
        ("OPENID_CLIENT_ID", fake_oidc::CLIENT_ID),
        ("OPENID_CLIENT_SECRET", fake_oidc::CLIENT_SECRET),
    ];
    let server = ServerProcess::start(folder.path(), &settings);
    let anonymous = TestClient::new(&server.origin);

    let first_password = secrets.add("first-kennwort-0815");
    let sign_up =
        json!({ "firstName": "Boss", "lastName": "One", "email": "boss@example.org", "password": first_password });
    let joined = anonymous.post("/api/auth/sign-up", sign_up).await.is(201);
    let client = anonymous.with_token(&secrets.add_session(&joined));
    let verification_token = secrets.add_link(&smtp, 1).await;
    anonymous.get(&format!("/login/verify?token={verification_token}")).await.is(200);
    let confirmation = json!({ "token": verification_token, "password": first_password });
    anonymous.post("/api/auth/verification/confirm", confirmation.clone()).await.is(204);
    anonymous.post("/api/auth/verification/confirm", confirmation).await.is(422);

    // Requests with a wrong password, also in other fields, in the URL and in a header.
    let guess = secrets.add("guessed-kennwort-1");
    anonymous.sign_in("boss@example.org", &guess).await.is(401);
    let truncated_body = format!("{{\"email\": \"boss@example.org\", \"password\": \"{guess}");
    let json_header = [("content-type", "application/json")];
    anonymous.send(Method::POST, "/api/auth/sign-in", &json_header, Some(truncated_body.into_bytes())).await.is(400);
    anonymous.post("/api/auth/sign-in", json!({ "email": [guess], "password": { "is": guess } })).await.is(422);
    anonymous.post("/api/auth/sign-in", json!({ guess.clone(): guess })).await.is(400);
    anonymous.get(&format!("/api/auth/jwks?password={guess}")).await.is(400);
    anonymous.with_token(&format!("{guess}.{guess}.{guess}")).get("/api/auth/account").await.is(401);
    anonymous.submit_form("/login", &[("email", "boss@example.org"), ("password", &guess)], &[]).await.is(401);

    anonymous.post("/api/auth/password-reset", json!({ "email": "boss@example.org" })).await.is(202);
    let reset_token = secrets.add_link(&smtp, 2).await;
    anonymous.get(&format!("/login/reset?token={reset_token}")).await.is(200);
    let second_password = secrets.add("second-kennwort-0816");
    let new_password = json!({ "token": reset_token, "password": second_password });
    anonymous.post("/api/auth/password-reset/confirm", new_password).await.is(204);
    client.get("/api/auth/account").await.is(401);

    // An API token is sent as a bearer token, and in URLs where it does not belong.
    let session = anonymous.sign_in("boss@example.org", &second_password).await.is(200);
    let client = anonymous.with_token(&secrets.add_session(&session));
    let token_request =
        json!({ "name": "Import", "scopes": ["read"], "expiresInDays": 1, "password": second_password });
    let created = client.post("/api/auth/tokens", token_request).await.is(201).json();
    let api_token = secrets.add(created["token"].as_str().unwrap());
    anonymous.with_token(&api_token).get("/api/admin/stats").await.is(200);
    anonymous.get(&format!("/api/businesses?token={api_token}")).await.is(400);
    anonymous.get(&format!("/explore?access_token={api_token}")).await.is(400);
    anonymous.get(&format!("/api/businesses/{api_token}")).await.is(400);
    smtp.wait_for_emails(3).await;
    let session = anonymous.sign_in("boss@example.org", &second_password).await.is(200);
    assert_eq!(session.json()["user"]["role"], "admin");
    let admin = anonymous.with_token(&secrets.add_session(&session));
    secrets.add_session(&anonymous.refresh(&received_refresh_cookie(&session).unwrap()).await.is(200));

    let third_password = secrets.add("third-kennwort-0817");
    let password_change = json!({ "currentPassword": second_password, "newPassword": third_password });
    let changed = admin.put("/api/auth/password", password_change).await.is(200);
    let admin = anonymous.with_token(&secrets.add_session(&changed));
    let offer = admin.post("/api/auth/second-factor", json!({ "password": third_password })).await.is(200).json();
    let secret = secrets.add(offer["secret"].as_str().unwrap());
    let totp = Builder::new().with_secret(Secret::try_from_base32(&secret).unwrap()).build().unwrap();
    let code = totp.generate_current().to_string();
    let codes = admin.post("/api/auth/second-factor/confirm", json!({ "code": code })).await.is(200).json();
    for code in codes["recoveryCodes"].as_array().unwrap() {
        secrets.add(code.as_str().unwrap());
    }
    let recovery_code = codes["recoveryCodes"][0].as_str().unwrap();
    let sign_in_request = json!({ "email": "boss@example.org", "password": third_password, "code": recovery_code });
    secrets.add_session(&anonymous.post("/api/auth/sign-in", sign_in_request).await.is(200));
    let user = json!({ "email": "linh@example.org", "firstName": "Linh", "lastName": "Tran" });
    let user = admin.post("/api/admin/users", user).await.is(201).json();
    let path = format!("/api/admin/users/{}/password-link", user["id"].as_str().unwrap());
    let created = admin.post(&path, json!({})).await.is(201).json();
    let handed_token = token_in(&secrets.add(created["link"].as_str().unwrap()));
    anonymous.get(&format!("/login/reset?token={}", secrets.add(&handed_token))).await.is(200);
    secrets.add_link(&smtp, 4).await;
    // If the mail server is unreachable, the log has the failure without the body of the email.
    drop(smtp);
    anonymous.post("/api/auth/password-reset", json!({ "email": "boss@example.org" })).await.is(202);
    for _ in 0..200 {
        if server.log_so_far().contains("failed to send an email; it will be retried") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let category_id = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", category_id)).await;
    let place_path = format!("/api/businesses/{}", place["id"]);
    admin.put(&format!("{place_path}/draft"), json!({ "baseVersion": 1, "fields": { "phone": "1" } })).await.is(200);
    let preview = admin.post(&format!("{place_path}/previews"), json!({ "isShared": true })).await.is(201).json();
    let ticket = secrets.add(&preview_ticket(&preview));
    anonymous.get(&format!("/api/preview/{ticket}")).await.is(200);
    anonymous.get(&format!("/preview/{ticket}")).await.is(404);
    admin.send(Method::POST, "/api/auth/sign-out-everywhere", &[], None).await.is(204);

    // A federated sign-in, a sign-in with an expired ID token, and a replay of each.
    secrets.add(fake_oidc::CLIENT_SECRET);
    let now = cms::common::clock::Clock::default().now().unix_seconds();
    for (claims, status) in [(json!({ "iat": now, "exp": now + 60 }), 200), (json!({ "exp": now - 60 }), 403)] {
        let pending_sign_in = anonymous.start_sign_in("openid", "/").await;
        for name in ["state", "nonce"] {
            secrets.add(&pending_sign_in.parameters[name]);
        }
        secrets.add(pending_sign_in.cookie.strip_prefix("karst_federated=").unwrap());
        let code = provider.grant_code(&pending_sign_in, claims);
        let query = format!("code={}&state={}", secrets.add(&code), pending_sign_in.state());
        let page = anonymous.finish_sign_in("openid", &query, &pending_sign_in.cookie).await.is(status);
        if let Some(cookie) = received_refresh_cookie(&page) {
            secrets.add(cookie.strip_prefix("karst_refresh=").unwrap());
        }
        anonymous.finish_sign_in("openid", &query, &pending_sign_in.cookie).await.is(403);
    }
    let pending_sign_in = anonymous.start_sign_in("openid", "/").await;
    let guess = secrets.add("guessed-code-4711");
    let query = format!("code={guess}&state={}", pending_sign_in.state());
    anonymous.finish_sign_in("openid", &query, &pending_sign_in.cookie).await.is(403);
    for secret in provider.secrets() {
        secrets.add(&secret);
    }

    let log = server.kill_and_read_log();
    for expected_text in [
        "federated sign-in failed",
        "\"level\":\"TRACE\"",
        "email sent",
        "failed to send an email; it will be retried",
        "/login/reset",
    ] {
        assert!(log.contains(expected_text), "the log is incomplete: no {expected_text}");
    }
    assert!(log.lines().count() > 200);
    for secret in &secrets.0 {
        let line = log.lines().find(|line| line.contains(secret.as_str()));
        assert_eq!(line, None, "{secret} is in the log");
    }
}
