//! The outbox: delivery to a real SMTP server, retries, several outbox workers, and refusals by the SMTP server. Also
//! the outbox without an SMTP server, and `cms mail list`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cms::auth::domain::accounts::Role;
use cms::commands::serve;
use cms::db::engine::StoreError;
use cms::jobs::outbox::{self, EmailState};
use rstest::rstest;
use serde_json::{Value, json};

use crate::test_app::{Engine, PgBouncer, Postgres, Sqlite, TestApp, direct_url, link_in, token_in};
use crate::test_client::PASSWORD;

/// An SMTP server in its own process, and the emails that it accepted.
pub struct SmtpServer {
    child: Child,
    pub port: u16,
    accepted_emails: Arc<Mutex<Vec<Value>>>,
}

impl SmtpServer {
    /// Starts `tests/peers/smtp.mjs` with these arguments. `None` if Node or its packages are missing. In CI, missing
    /// packages fail the test instead.
    pub fn start(arguments: &[&str]) -> Option<Self> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/smtp.mjs");
        let mut child = Command::new("node")
            .arg(script)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .ok()?;
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let Some(Ok(port)) = lines.next() else {
            assert!(std::env::var("CI").is_err(), "CI sends emails to a real server: run `npm ci`");
            eprintln!("skipped: no mail server (run `npm ci`)");
            let _ = child.kill();
            return None;
        };
        let accepted_emails: Arc<Mutex<Vec<Value>>> = Arc::default();
        let shared_emails = accepted_emails.clone();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                shared_emails.lock().unwrap().push(serde_json::from_str(&line).unwrap());
            }
        });
        Some(Self { child, port: port.parse().unwrap(), accepted_emails })
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// Waits until the server has accepted `count` emails, and returns all that it has accepted. Fails after 10
    /// seconds.
    pub async fn wait_for_emails(&self, count: usize) -> Vec<Value> {
        for _ in 0..500 {
            let accepted_emails = self.accepted_emails.lock().unwrap().clone();
            if accepted_emails.len() >= count {
                return accepted_emails;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("only {} emails arrived", self.accepted_emails.lock().unwrap().len());
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Decodes quoted-printable text (RFC 2045).
pub fn decode_quoted_printable(data: &str) -> String {
    let bytes = data.replace("=\r\n", "").into_bytes();
    let mut plain = Vec::new();
    let mut rest = bytes.as_slice();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.filter(|_| *first == b'=').and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                plain.push(byte);
                rest = &after[2..];
            }
            None => {
                plain.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(plain).unwrap()
}

#[rstest]
#[tokio::test]
async fn email_is_delivered_as_text_and_html(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(smtp) = SmtpServer::start(&[]) else { return };
    let settings = ["--api-only", "--smtp-url", &smtp.url(), "--mail-from", "Phong Nha Guide <hello@example.org>"];
    let Some(guide) = TestApp::start_with_arguments(engine, &settings).await else { return };
    assert_eq!(guide.anonymous().get("/api/firebase-config").await.json()["mail"], true);
    guide.sign_up("linh@example.org").await;
    let outbox_emails = guide.emails().await;
    let forgot_password_page =
        guide.anonymous().submit_form("/login/forgot", &[("email", "nobody@example.org")], &[]).await.is(200);
    let sentence = "emailed you a password reset link.";
    assert!(
        forgot_password_page.text.contains(sentence) && !forgot_password_page.text.contains("send email yet"),
        "{}",
        forgot_password_page.text
    );
    let message = smtp.wait_for_emails(1).await.remove(0);
    assert_eq!((&message["from"], &message["to"]), (&json!("hello@example.org"), &json!(["linh@example.org"])));
    let data = decode_quoted_printable(message["data"].as_str().unwrap());
    for part in [
        "From: \"Phong Nha Guide\" <hello@example.org>",
        "Subject: Verify your email",
        "multipart/alternative",
        "text/plain; charset=utf-8",
        "text/html; charset=utf-8",
        "Message-ID: <",
        "@127.0.0.1>",
        "Auto-Submitted: auto-generated",
    ] {
        assert!(data.contains(part), "{part} is missing in {data}");
    }
    assert_eq!(message["hello"], "[127.0.0.1]", "the public host, not the machine's name");
    let link = link_in(&data[data.find("text/plain").unwrap()..]);
    let proof = json!({ "token": token_in(&link), "password": PASSWORD });
    guide.anonymous().post("/api/auth/verification/confirm", proof).await.is(204);
    // The body of a sent email is deleted.
    assert_eq!((outbox_emails[0].state, outbox_emails[0].body.as_str()), (EmailState::Sent, ""));
}

#[rstest]
#[tokio::test]
async fn email_is_retried_with_growing_delays_after_temporary_failures(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(smtp) = SmtpServer::start(&["--not-yet", "2"]) else { return };
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--smtp-url", &smtp.url()]).await else {
        return;
    };
    guide.sign_up("linh@example.org").await;
    for (tries, wait_s) in [(1, 15), (2, 60)] {
        let emails = guide.emails().await;
        assert_eq!((emails[0].state, emails[0].attempts), (EmailState::Waiting, tries));
        assert!(emails[0].error.contains("try again later"), "{}", emails[0].error);
        guide.app.clock.advance(wait_s - 1);
        assert_eq!(guide.emails().await[0].attempts, tries, "not before its delay");
        guide.app.clock.advance(1);
    }
    assert_eq!(guide.emails().await[0].state, EmailState::Sent);
    smtp.wait_for_emails(1).await;
}

#[rstest]
#[tokio::test]
async fn email_fails_after_a_permanent_refusal_or_nine_tries(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(smtp) = SmtpServer::start(&["--never"]) else { return };
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--smtp-url", &smtp.url()]).await else {
        return;
    };
    guide.sign_up("linh@example.org").await;
    let emails = guide.emails().await;
    assert_eq!((emails[0].state, emails[0].attempts), (EmailState::Failed, 1));
    assert!(emails[0].error.contains("no such mailbox") && emails[0].body.is_empty());
    // If the SMTP server is unreachable, an email fails after nine attempts.
    let replica = guide.start_replica(&["--api-only", "--smtp-url", "smtp://127.0.0.1:1"]).await;
    replica.sign_up("minh@example.org").await;
    for _ in 0..9 {
        assert_eq!(
            replica.emails().await[1].state,
            if replica.emails().await[1].attempts < 9 { EmailState::Waiting } else { EmailState::Failed }
        );
        replica.app.clock.advance(21_600);
    }
    let emails = replica.emails().await;
    assert_eq!((emails[1].state, emails[1].attempts), (EmailState::Failed, 9));
}

#[rstest]
#[tokio::test]
async fn four_outbox_workers_on_two_replicas_send_each_email_once(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(smtp) = SmtpServer::start(&[]) else { return };
    let settings = ["--api-only", "--smtp-url", &smtp.url()];
    let Some(guide) = TestApp::start_with_arguments(engine, &settings).await else { return };
    let other = guide.start_replica(&settings).await;
    for n in 0..12 {
        guide.sign_up(&format!("guest{n}@example.org")).await;
    }
    let workers: Vec<_> = [&guide, &other, &guide, &other]
        .into_iter()
        .map(|one| {
            let worker = serve::outbox_worker(&one.app, &one.server_config).unwrap();
            tokio::spawn(async move { while worker.deliver_next().await.unwrap() {} })
        })
        .collect();
    for worker in workers {
        worker.await.unwrap();
    }
    let mut reached: Vec<String> =
        smtp.wait_for_emails(12).await.iter().map(|message| message["to"][0].as_str().unwrap().to_owned()).collect();
    reached.sort();
    reached.dedup();
    assert_eq!((reached.len(), smtp.wait_for_emails(12).await.len()), (12, 12));
}

#[rstest]
#[tokio::test]
async fn email_of_a_dead_outbox_worker_is_sent_once_by_another(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(smtp) = SmtpServer::start(&[]) else { return };
    let settings = ["--api-only", "--smtp-url", &smtp.url()];
    let Some(guide) = TestApp::start_with_arguments(engine, &settings).await else { return };
    let other = guide.start_replica(&settings).await;
    guide.sign_up("linh@example.org").await;
    // The worker dies after it leased the email and before it stored the result.
    let (recipient_sender, mut recipient_receiver) = tokio::sync::mpsc::unbounded_channel();
    let mut dying_worker = serve::outbox_worker(&guide.app, &guide.server_config).unwrap();
    dying_worker.email_renderer = Arc::new(move |due| {
        let _ = recipient_sender.send(due.recipient);
        Box::pin(std::future::pending())
    });
    tokio::select! {
        _ = dying_worker.deliver_next() => panic!("the worker did not stop"),
        recipient = recipient_receiver.recv() => assert_eq!(recipient.unwrap(), "linh@example.org"),
    }
    drop(dying_worker);
    // The lease lasts two minutes.
    guide.app.clock.advance(119);
    for one in [&guide, &other] {
        let emails = one.emails().await;
        assert_eq!((emails[0].state, emails[0].attempts), (EmailState::Waiting, 1));
    }
    guide.app.clock.advance(1);
    let workers = [&guide, &other, &guide, &other].map(|one| {
        let worker = serve::outbox_worker(&one.app, &one.server_config).unwrap();
        tokio::spawn(async move { while worker.deliver_next().await.unwrap() {} })
    });
    for worker in workers {
        worker.await.unwrap();
    }
    let emails = guide.emails().await;
    assert_eq!((emails.len(), emails[0].state, emails[0].attempts), (1, EmailState::Sent, 2));
    guide.app.clock.advance(24 * 3600);
    for one in [&guide, &other] {
        one.emails().await;
    }
    assert_eq!(smtp.wait_for_emails(1).await.len(), 1);
}

#[rstest]
#[tokio::test]
async fn emails_without_a_mail_server_stay_in_the_outbox(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    assert_eq!(guide.anonymous().get("/api/firebase-config").await.json()["mail"], false);
    let (email, _) = guide.add_account("Linh Tran", Role::Viewer).await;
    guide.anonymous().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    guide.anonymous().post("/api/auth/password-reset", json!({ "email": "nobody@example.org" })).await.is(202);
    let emails = guide.emails().await;
    assert_eq!(emails.len(), 1, "unknown addresses get no email");
    assert_eq!((emails[0].state, emails[0].subject.as_str()), (EmailState::NoMailServer, "Reset your password"));
    assert!(emails[0].body.contains("/login/reset?token="));
    // The unsent email is deleted after 30 days.
    guide.app.clock.advance(31 * 24 * 3600);
    guide.anonymous().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    assert_eq!(guide.emails().await.len(), 1);
    assert_eq!(outbox::list_newest(&guide.app.db, 0).await.unwrap().len(), 0);
}

// R311
#[rstest]
#[tokio::test]
async fn password_resets_of_unknown_addresses_add_nothing_to_the_outbox(#[values(Sqlite, Postgres)] engine: Engine) {
    const PASSWORD_RESET_PATH: &str = "/api/auth/password-reset";
    let Some(guide) = TestApp::start(engine).await else { return };
    let (email, id) = guide.add_account("Linh Tran", Role::Viewer).await;
    let outbox_count = async || -> i64 {
        let db = &guide.app.db;
        cms::with_pool!(db, |engine| sqlx::query_scalar("select count(*) from email_outbox").fetch_one(engine)).unwrap()
    };
    let add_emails = async |n: i64| {
        let (id, now) = (id.clone(), guide.app.clock.now());
        let work = guide.app.db.write(move |tx| {
            Box::pin(async move {
                for _ in 0..n {
                    outbox::add(tx, (outbox::EmailKind::Verify, "linh-tran@example.org", Some(&id)), now).await?;
                }
                Ok::<_, StoreError>(())
            })
        });
        work.await.unwrap();
    };
    add_emails(9_998).await;
    for n in 0..50 {
        let nobody = json!({ "email": format!("nobody{n}@example.org") });
        guide.anonymous().post(PASSWORD_RESET_PATH, nobody).await.is(202);
    }
    assert_eq!(outbox_count().await, 9_998);
    guide.anonymous().post(PASSWORD_RESET_PATH, json!({ "email": email })).await.is(202);
    assert_eq!(outbox_count().await, 9_999);
    // A deactivated account gets no email either.
    let (inactive_email, inactive_id) = guide.add_account("Gone Person", Role::Viewer).await;
    let admin = guide.admin().await;
    admin.put(&format!("/api/admin/users/{}", inactive_id.0), json!({ "isActive": false })).await.is(200);
    guide.anonymous().post(PASSWORD_RESET_PATH, json!({ "email": inactive_email })).await.is(202);
    assert_eq!(outbox_count().await, 9_999);
    // With 10,000 waiting emails, the outbox is full. Known and unknown addresses then get the same refusal.
    add_emails(1).await;
    for email in [email.as_str(), "nobody@example.org"] {
        let refused = guide.anonymous().post(PASSWORD_RESET_PATH, json!({ "email": email })).await.is(503);
        assert_eq!(refused.header("retry-after"), "60");
    }
}

#[rstest]
#[tokio::test]
async fn verification_email_omits_the_typed_name(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let mut request = crate::accounts::sign_up_request("victim@example.org");
    request["firstName"] = json!("Win <b>money</b> at http://evil.example");
    guide.anonymous().post("/api/auth/sign-up", request).await.is(201);
    assert!(!guide.emails().await[0].body.contains("evil"));
}
#[rstest]
#[tokio::test]
async fn mail_list_command_shows_unsent_emails(#[values(Sqlite, Postgres, PgBouncer)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    guide.sign_up("linh@example.org").await;
    let list = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
        command.args(["mail", "list"]).env("DATABASE_URL", &guide.database_url).stdin(Stdio::null());
        command.envs(direct_url(&guide.database_url).map(|direct| ("DATABASE_DIRECT_URL", direct)));
        let shown = command.output().unwrap();
        assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
        String::from_utf8(shown.stdout).unwrap()
    };
    assert!(list().contains("to linh@example.org  waiting"));
    let link = guide.emailed_link("linh@example.org").await;
    let shown = list();
    assert!(shown.contains("not sent: there is no mail server (SMTP_URL)") && shown.contains(&link), "{shown}");
    assert!(shown.contains("    Verify your email"));
}
