//! Letters leave through a real SMTP server: once, also when two processes could send them, and again when it was away.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cms::commands::serve;
use cms::db::error::StoreError;
use cms::identity::model::Role;
use cms::jobs::outbox::{self, State};
use rstest::rstest;
use serde_json::{Value, json};

use crate::people::PASSWORD;
use crate::world::{Engine, Guide, PgBouncer, Postgres, Sqlite, direct_url, link_in, token_in};

/// A mail server that runs as a process of its own, and what it took.
pub struct Post {
    child: Child,
    pub port: u16,
    taken: Arc<Mutex<Vec<Value>>>,
}

impl Post {
    /// Opens one; nothing without Node and its packages (in CI that is a failure).
    pub fn open(arguments: &[&str]) -> Option<Self> {
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
            assert!(std::env::var("CI").is_err(), "CI sends letters to a real server: run `npm ci`");
            eprintln!("left out: no mail server (run `npm ci`)");
            let _ = child.kill();
            return None;
        };
        let taken: Arc<Mutex<Vec<Value>>> = Arc::default();
        let into = taken.clone();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                into.lock().unwrap().push(serde_json::from_str(&line).unwrap());
            }
        });
        Some(Self { child, port: port.parse().unwrap(), taken })
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// Waits until so many letters have come, and answers them.
    pub async fn letters(&self, count: usize) -> Vec<Value> {
        for _ in 0..500 {
            let taken = self.taken.lock().unwrap().clone();
            if taken.len() >= count {
                return taken;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("only {} letters came", self.taken.lock().unwrap().len());
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The text of a letter without the wrapping of mail (RFC 2045, quoted-printable).
pub fn unwrapped(data: &str) -> String {
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
async fn a_letter_reaches_its_mailbox_as_text_and_html(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(post) = Post::open(&[]) else { return };
    let settings = ["--api-only", "--smtp-url", &post.url(), "--mail-from", "Phong Nha Guide <hello@example.org>"];
    let Some(guide) = Guide::with(engine, &settings).await else { return };
    assert_eq!(guide.visitor().get("/api/firebase-config").await.json()["mail"], true);
    guide.newcomer("linh@example.org").await;
    let kept = guide.letters().await;
    let asked = guide.visitor().sends_to("/login/forgot", &[("email", "nobody@example.org")], &[]).await.is(200);
    let sentence = "If this address has an account, an email with a link is on its way to it.";
    assert!(asked.text.contains(sentence) && !asked.text.contains("waits on the server"), "{}", asked.text);
    let letter = post.letters(1).await.remove(0);
    assert_eq!((&letter["from"], &letter["to"]), (&json!("hello@example.org"), &json!(["linh@example.org"])));
    let data = unwrapped(letter["data"].as_str().unwrap());
    for part in [
        "From: \"Phong Nha Guide\" <hello@example.org>",
        "Subject: Please confirm your email",
        "multipart/alternative",
        "text/plain; charset=utf-8",
        "text/html; charset=utf-8",
        "Message-ID: <",
        "@127.0.0.1>",
        "Auto-Submitted: auto-generated",
    ] {
        assert!(data.contains(part), "{part} is missing in {data}");
    }
    assert_eq!(letter["hello"], "[127.0.0.1]", "the public host, not the machine's name");
    let link = link_in(&data[data.find("text/plain").unwrap()..]);
    let proof = json!({ "token": token_in(&link), "password": PASSWORD });
    guide.visitor().post("/api/auth/verification/confirm", proof).await.is(204);
    // What was said lies in the mailbox alone.
    assert_eq!((kept[0].state, kept[0].body.as_str()), (State::Sent, ""));
}

#[rstest]
#[tokio::test]
async fn a_server_that_is_away_is_tried_again_later_and_later(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(post) = Post::open(&["--not-yet", "2"]) else { return };
    let Some(guide) = Guide::with(engine, &["--api-only", "--smtp-url", &post.url()]).await else { return };
    guide.newcomer("linh@example.org").await;
    for (tries, wait_s) in [(1, 15), (2, 60)] {
        let letters = guide.letters().await;
        assert_eq!((letters[0].state, letters[0].attempts), (State::Waiting, tries));
        assert!(letters[0].error.contains("try again later"), "{}", letters[0].error);
        guide.app.clock.advance(wait_s - 1);
        assert_eq!(guide.letters().await[0].attempts, tries, "not before its time");
        guide.app.clock.advance(1);
    }
    assert_eq!(guide.letters().await[0].state, State::Sent);
    post.letters(1).await;
}

#[rstest]
#[tokio::test]
async fn tries_are_counted_and_a_refusal_is_final(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(post) = Post::open(&["--never"]) else { return };
    let Some(guide) = Guide::with(engine, &["--api-only", "--smtp-url", &post.url()]).await else { return };
    guide.newcomer("linh@example.org").await;
    let letters = guide.letters().await;
    assert_eq!((letters[0].state, letters[0].attempts), (State::Failed, 1));
    assert!(letters[0].error.contains("no such mailbox") && letters[0].body.is_empty());
    // Nobody listens there at all: nine tries in ten hours.
    let away = guide.beside(&["--api-only", "--smtp-url", "smtp://127.0.0.1:1"]).await;
    away.newcomer("minh@example.org").await;
    for _ in 0..9 {
        assert_eq!(
            away.letters().await[1].state,
            if away.letters().await[1].attempts < 9 { State::Waiting } else { State::Failed }
        );
        away.app.clock.advance(21_600);
    }
    let letters = away.letters().await;
    assert_eq!((letters[1].state, letters[1].attempts), (State::Failed, 9));
}

#[rstest]
#[tokio::test]
async fn two_processes_send_each_letter_once(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(post) = Post::open(&[]) else { return };
    let settings = ["--api-only", "--smtp-url", &post.url()];
    let Some(guide) = Guide::with(engine, &settings).await else { return };
    let other = guide.beside(&settings).await;
    for n in 0..12 {
        guide.newcomer(&format!("guest{n}@example.org")).await;
    }
    let carriers: Vec<_> = [&guide, &other, &guide, &other]
        .into_iter()
        .map(|one| {
            let carrier = serve::outbox_worker(&one.app, &one.settings).unwrap();
            tokio::spawn(async move { while carrier.deliver_next().await.unwrap() {} })
        })
        .collect();
    for carrier in carriers {
        carrier.await.unwrap();
    }
    let mut reached: Vec<String> =
        post.letters(12).await.iter().map(|letter| letter["to"][0].as_str().unwrap().to_owned()).collect();
    reached.sort();
    reached.dedup();
    assert_eq!((reached.len(), post.letters(12).await.len()), (12, 12));
}

#[rstest]
#[tokio::test]
async fn a_letter_whose_carrier_died_is_sent_by_another_and_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(post) = Post::open(&[]) else { return };
    let settings = ["--api-only", "--smtp-url", &post.url()];
    let Some(guide) = Guide::with(engine, &settings).await else { return };
    let other = guide.beside(&settings).await;
    guide.newcomer("linh@example.org").await;
    // It dies with the letter in hand: taken, and never settled.
    let (takes, mut taken) = tokio::sync::mpsc::unbounded_channel();
    let mut dying = serve::outbox_worker(&guide.app, &guide.settings).unwrap();
    dying.renderer = Arc::new(move |due| {
        let _ = takes.send(due.recipient);
        Box::pin(std::future::pending())
    });
    tokio::select! {
        _ = dying.deliver_next() => panic!("it lived"),
        recipient = taken.recv() => assert_eq!(recipient.unwrap(), "linh@example.org"),
    }
    drop(dying);
    // For two minutes it may still be alive.
    guide.app.clock.advance(119);
    for one in [&guide, &other] {
        let letters = one.letters().await;
        assert_eq!((letters[0].state, letters[0].attempts), (State::Waiting, 1));
    }
    guide.app.clock.advance(1);
    let carriers = [&guide, &other, &guide, &other].map(|one| {
        let carrier = serve::outbox_worker(&one.app, &one.settings).unwrap();
        tokio::spawn(async move { while carrier.deliver_next().await.unwrap() {} })
    });
    for carrier in carriers {
        carrier.await.unwrap();
    }
    let letters = guide.letters().await;
    assert_eq!((letters.len(), letters[0].state, letters[0].attempts), (1, State::Sent, 2));
    guide.app.clock.advance(24 * 3600);
    for one in [&guide, &other] {
        one.letters().await;
    }
    assert_eq!(post.letters(1).await.len(), 1);
}

#[rstest]
#[tokio::test]
async fn without_a_server_letters_are_kept_for_those_who_run_the_guide(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    assert_eq!(guide.visitor().get("/api/firebase-config").await.json()["mail"], false);
    let (email, _) = guide.account("Linh Tran", Role::Viewer).await;
    guide.visitor().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    guide.visitor().post("/api/auth/password-reset", json!({ "email": "nobody@example.org" })).await.is(202);
    let letters = guide.letters().await;
    assert_eq!(letters.len(), 1, "there is nothing to say to nobody");
    assert_eq!((letters[0].state, letters[0].subject.as_str()), (State::NoMailServer, "Choose a new password"));
    assert!(letters[0].body.contains("/login/reset?token="));
    // After a month it is forgotten.
    guide.app.clock.advance(31 * 24 * 3600);
    guide.visitor().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    assert_eq!(guide.letters().await.len(), 1);
    assert_eq!(outbox::newest(&guide.app.db, 0).await.unwrap().len(), 0);
}

// R311
#[rstest]
#[tokio::test]
async fn resets_of_unknown_addresses_take_no_room_in_the_outbox(#[values(Sqlite, Postgres)] engine: Engine) {
    const RESET: &str = "/api/auth/password-reset";
    let Some(guide) = Guide::open(engine).await else { return };
    let (email, id) = guide.account("Linh Tran", Role::Viewer).await;
    let waiting = async || -> i64 {
        let db = &guide.app.db;
        cms::with_pool!(db, |engine| sqlx::query_scalar("select count(*) from email_outbox").fetch_one(engine)).unwrap()
    };
    let fill = async |n: i64| {
        let (id, now) = (id.clone(), guide.app.clock.now());
        let work = guide.app.db.write(move |tx| {
            Box::pin(async move {
                for _ in 0..n {
                    outbox::add(tx, (outbox::Kind::Verify, "linh-tran@example.org", Some(&id)), now).await?;
                }
                Ok::<_, StoreError>(())
            })
        });
        work.await.unwrap();
    };
    fill(9_998).await;
    for n in 0..50 {
        let nobody = json!({ "email": format!("nobody{n}@example.org") });
        guide.visitor().post(RESET, nobody).await.is(202);
    }
    assert_eq!(waiting().await, 9_998);
    guide.visitor().post(RESET, json!({ "email": email })).await.is(202);
    assert_eq!(waiting().await, 9_999);
    // Who was deactivated is nobody.
    let (gone, gone_id) = guide.account("Gone Person", Role::Viewer).await;
    let admin = guide.admin().await;
    admin.put(&format!("/api/admin/users/{}", gone_id.0), json!({ "isActive": false })).await.is(200);
    guide.visitor().post(RESET, json!({ "email": gone })).await.is(202);
    assert_eq!(waiting().await, 9_999);
    // Full is full for everybody: neither answer tells who has an account.
    fill(1).await;
    for email in [email.as_str(), "nobody@example.org"] {
        let refused = guide.visitor().post(RESET, json!({ "email": email })).await.is(503);
        assert_eq!(refused.header("retry-after"), "60");
    }
}

#[rstest]
#[tokio::test]
async fn no_letter_repeats_what_a_stranger_typed(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let mut form = crate::accounts::linh("victim@example.org");
    form["firstName"] = json!("Win <b>money</b> at http://evil.example");
    guide.visitor().post("/api/auth/sign-up", form).await.is(201);
    assert!(!guide.letters().await[0].body.contains("evil"));
}
#[rstest]
#[tokio::test]
async fn cms_mail_list_shows_what_was_not_sent(#[values(Sqlite, Postgres, PgBouncer)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    guide.newcomer("linh@example.org").await;
    let list = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
        command.args(["mail", "list"]).env("DATABASE_URL", &guide.url).stdin(Stdio::null());
        command.envs(direct_url(&guide.url).map(|direct| ("DATABASE_DIRECT_URL", direct)));
        let shown = command.output().unwrap();
        assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
        String::from_utf8(shown.stdout).unwrap()
    };
    assert!(list().contains("to linh@example.org  waiting"));
    let link = guide.link_to("linh@example.org").await;
    let shown = list();
    assert!(shown.contains("kept: there is no mail server (SMTP_URL)") && shown.contains(&link), "{shown}");
    assert!(shown.contains("    Please confirm your email"));
}
