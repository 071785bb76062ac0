//! Contact messages: emails, spam, updates, restored messages, searches and counts.

use std::sync::Arc;

use cms::commands::{cleanup, serve};
use cms::jobs::outbox::{EmailKind, EmailState};
use reqwest::StatusCode;
use rstest::rstest;
use serde_json::{Value, json};

use crate::emails::{SmtpServer, decode_quoted_printable};
use crate::fixtures::with_changes;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{PASSWORD, TestClient};

const DAY_SECS: i64 = 24 * 3600;

/// A valid contact message.
pub fn contact_message_json() -> Value {
    json!({
        "name": "Linh Trần", "email": "Linh@example.org", "subject": "A boat for twelve", "type": "travel",
        "message": "Is there a boat to the cave that takes twelve people?\nWe arrive in March.", "elapsedMs": 42_000,
    })
}

/// A valid message from `{name}@example.org`. Its text contains the name, so it is no copy of another message.
fn contact_message_from(name: &str) -> Value {
    with_changes(
        contact_message_json(),
        json!({ "email": format!("{name}@example.org"), "message": format!("A question of {name}'s.") }),
    )
}

/// A message that is clearly spam.
pub fn spam_contact_message_json() -> Value {
    let words = "Online casino bonus! Sign up now at https://casino-win.example, free spins, deposit and play slots";
    with_changes(
        contact_message_json(),
        json!({ "subject": "Casino bonus for you", "message": words, "email": "win@example.org" }),
    )
}

impl TestApp {
    /// A client of the first admin with a new access token, because these tests advance the clock past its end. Creates
    /// the admin if there is none.
    async fn admin_with_new_token(&self) -> TestClient {
        let mut admin = self.anonymous();
        let response = admin.sign_in("admin-one@example.org", PASSWORD).await;
        match response.status {
            StatusCode::OK => admin.token = Some(response.json()["token"].as_str().unwrap().to_owned()),
            _ => admin = self.admin().await,
        }
        admin
    }

    /// Sends a contact message. Returns its path in the admin API.
    async fn send_contact_message(&self, message: Value) -> String {
        let response = self.anonymous().post("/api/contact", message).await.is(201).json();
        format!("/api/admin/contact/{}", response["id"])
    }
}

// R101, R172
#[rstest]
#[tokio::test]
async fn contact_message_is_stored_and_emailed_to_the_team_and_its_sender_gets_a_receipt(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let response = guide.anonymous().post("/api/contact", contact_message_json()).await.is(201).json();
    assert_eq!(response, json!({ "id": 1, "receivedAt": "2026-11-21T08:00:00.000Z" }));
    let stored = guide.admin().await.get("/api/admin/contact/1").await.is(200).json();
    assert!(stored["spamScore"].as_i64().unwrap() < 40, "{stored}");
    let expected = json!({
        "id": 1, "version": 1, "name": "Linh Trần", "email": "linh@example.org", "subject": "A boat for twelve",
        "message": "Is there a boat to the cave that takes twelve people?\nWe arrive in March.", "type": "travel",
        "status": "new", "note": null, "createdAt": "2026-11-21T08:00:00.000Z",
        "updatedAt": "2026-11-21T08:00:00.000Z", "answeredAt": null, "dueAt": "2026-11-22T08:00:00.000Z",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&stored[field], value, "{field}");
    }
    let emails = guide.emails().await;
    let [to_team, receipt] = emails.as_slice() else { panic!("{emails:?}") };
    assert_eq!((to_team.kind, to_team.recipient.as_str()), (EmailKind::ContactMessage, "hello@example.org"));
    assert_eq!(to_team.subject, "Message from Linh Trần: A boat for twelve – Phong Nha Guide");
    for part in ["Linh Trần <linh@example.org>", "Topic: Travel advice", "takes twelve people?\nWe arrive", "24 hours"]
    {
        assert!(to_team.body.contains(part), "{part} is missing in {}", to_team.body);
    }
    assert!(to_team.body.contains(&guide.url("/admin-portal/contact/1")), "{}", to_team.body);
    assert_eq!((receipt.kind, receipt.recipient.as_str()), (EmailKind::ContactReceipt, "linh@example.org"));
    assert_eq!(receipt.subject, "We received your message – Phong Nha Guide");
    assert!(receipt.body.contains("We'll get back to you within 24 hours"));
    // Anyone may have entered this email address, so the receipt contains neither the name nor the message.
    assert!(!receipt.body.contains("Linh") && !receipt.body.contains("boat"), "{}", receipt.body);
}

// R233, R313
#[rstest]
#[tokio::test]
async fn contact_emails_escape_markup_and_header_lines(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(smtp) = SmtpServer::start(&[]) else { return };
    let settings = ["--api-only", "--smtp-url", &smtp.url(), "--mail-from", "Phong Nha Guide <guide@example.org>"];
    let Some(guide) = TestApp::start_with_arguments(engine, &settings).await else { return };
    guide.seed().await;
    let injection_fields = json!({
        "name": "Linh\r\nBcc: victim@example.org", "subject": "Boat\r\nBcc: victim@example.org\r\n\r\n<script>1</script>",
        "message": "Two boats, please.\r\n.\r\nMAIL FROM:<x@example.org>\r\n<img src=x onerror=alert(1)>",
    });
    let address = guide.send_contact_message(with_changes(contact_message_json(), injection_fields)).await;
    assert_eq!(guide.admin().await.get(&address).await.json()["name"], "Linh Bcc: victim@example.org");
    guide.emails().await;
    let emails = smtp.wait_for_emails(2).await;
    let to: Vec<&Value> = emails.iter().map(|email| &email["to"]).collect();
    assert_eq!(to, [&json!(["hello@example.org"]), &json!(["linh@example.org"])]);
    let data = emails[0]["data"].as_str().unwrap();
    let (head, _) = data.split_once("\r\n\r\n").unwrap();
    assert!(!head.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{head}");
    assert!(head.contains("From: \"Phong Nha Guide\" <guide@example.org>"), "{head}");
    assert!(head.contains("Reply-To: linh@example.org"), "{head}");
    assert!(emails[1]["data"].as_str().unwrap().contains("Reply-To: hello@example.org"));
    assert!(emails[1]["data"].as_str().unwrap().contains("Auto-Submitted: auto-replied"));
    let data = decode_quoted_printable(data);
    let html = &data[data.find("text/html").unwrap()..];
    assert!(html.contains("&lt;img src=x") && !html.contains("<img src=x") && !html.contains("<script>"), "{html}");
}

#[rstest]
#[tokio::test]
async fn contact_message_with_invalid_fields_gets_the_error_messages_of_the_site(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let empty = guide.anonymous().post("/api/contact", json!({ "type": "general" })).await.is(422);
    let messages: Vec<Value> =
        empty.json()["errors"].as_array().unwrap().iter().map(|one| one["message"].clone()).collect();
    for sentence in ["Name is required", "Valid email is required", "Subject is required", "Message is required"] {
        assert!(messages.contains(&json!(sentence)), "{sentence}: {messages:?}");
    }
    let unknown_field_response = guide
        .anonymous()
        .post("/api/contact", with_changes(contact_message_json(), json!({ "status": "answered" })))
        .await;
    assert_eq!(unknown_field_response.is(400).fields(), ["status"]);
    let anonymous = guide.anonymous();
    assert_eq!(anonymous.post("/api/contact?status=closed", contact_message_json()).await.is(400).fields(), ["status"]);
    assert_eq!(guide.admin().await.get("/api/admin/contact").await.json(), json!([]));
    assert_eq!(guide.emails().await.len(), 0);
}

#[rstest]
#[tokio::test]
async fn repeated_contact_message_is_stored_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let first = guide.send_contact_message(contact_message_json()).await;
    assert_eq!(
        guide
            .send_contact_message(with_changes(contact_message_json(), json!({ "subject": " a BOAT  for twelve" })))
            .await,
        first
    );
    assert_eq!(guide.emails().await.len(), 2);
    guide.app.clock.advance(600);
    assert_ne!(
        guide.send_contact_message(contact_message_json()).await,
        first,
        "after ten minutes it is a new message"
    );
}

// R216
#[rstest]
#[tokio::test]
async fn contact_spam_is_filed_without_notice_to_its_sender(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    // The first message is spam because of its words, the second because of the honeypot and its links.
    let by_words = guide.send_contact_message(spam_contact_message_json()).await;
    let honeypot_fields = json!({ "leaveBlank": "http://x.example", "email": "a@example.org", "message": "See https://x.example and https://y.example" });
    let by_honeypot = guide.send_contact_message(with_changes(contact_message_from("a"), honeypot_fields)).await;
    for (address, code) in [(by_words, "words"), (by_honeypot, "honeypot")] {
        let stored = admin.get(&address).await.is(200).json();
        assert_eq!(stored["status"], "spam", "{stored}");
        assert!(stored["spamScore"].as_i64().unwrap() > 70, "{stored}");
        let reasons = stored["spamReasons"].as_array().unwrap();
        assert!(reasons.iter().any(|reason| reason["code"] == code), "{stored}");
        assert!(stored["spamReasons"][0]["text"].as_str().unwrap().ends_with('.'), "{stored}");
    }
    assert_eq!(guide.emails().await.len(), 0, "no email is sent");
    // A browser may autofill the hidden field, so the honeypot alone does not make a message spam.
    let filled =
        json!({ "leaveBlank": "Linh Tran", "email": "b@example.org", "message": "Which bus goes to the village?" });
    let filled = guide.send_contact_message(with_changes(contact_message_from("filled"), filled)).await;
    assert_eq!(admin.get(&filled).await.is(200).json()["status"], "new");
    for n in 0..2 {
        guide
            .send_contact_message(with_changes(
                contact_message_json(),
                json!({ "email": format!("guest{n}@example.org") }),
            ))
            .await;
    }
    let third = guide
        .send_contact_message(with_changes(
            contact_message_json(),
            json!({ "email": "guest3@example.org", "elapsedMs": 300 }),
        ))
        .await;
    let third = admin.get(&third).await.json();
    let codes: Vec<&str> =
        third["spamReasons"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"copy") && codes.contains(&"speed") && third["status"] == "spam", "{third}");
    // The next message deletes spam that is 30 days old.
    guide.app.clock.advance(30 * DAY_SECS);
    guide.send_contact_message(contact_message_from("b")).await;
    assert_eq!(
        guide.admin_with_new_token().await.get("/api/admin/contact?status=spam").await.is(200).json(),
        json!([])
    );
}

// R232
#[rstest]
#[tokio::test]
async fn contact_email_in_delivery_survives_delete_and_restore_of_its_message(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let address = guide.send_contact_message(contact_message_json()).await;
    let mut worker = serve::outbox_worker(&guide.app, &guide.server_config).unwrap();
    // The message is deleted while its first email is leased, before the email is rendered.
    let (admin, renderer, message_path) =
        (Arc::new(guide.admin_with_new_token().await), worker.email_renderer.clone(), address.clone());
    worker.email_renderer = Arc::new(move |due| {
        let (admin, renderer, message_path) = (admin.clone(), renderer.clone(), message_path.clone());
        Box::pin(async move {
            admin.delete(&message_path).await;
            renderer(due).await
        })
    });
    assert!(worker.deliver_next().await.unwrap());
    guide.admin_with_new_token().await.post(&format!("{address}/restore"), json!({})).await.is(200);
    guide.app.clock.advance(120);
    let states: Vec<EmailState> = guide.emails().await.iter().map(|email| email.state).collect();
    assert_eq!(states, [EmailState::NoMailServer, EmailState::NoMailServer], "one to the team, one to the sender");
}

// R232
#[rstest]
#[tokio::test]
async fn contact_message_is_updated_deleted_and_restored_and_stale_updates_are_refused(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let address = guide.send_contact_message(contact_message_json()).await;
    guide.app.clock.advance(3600);
    let admin = guide.admin_with_new_token().await;
    let answered =
        admin.put_with_headers(&address, &[("if-match", "\"1\"")], json!({ "status": "answered" })).await.is(200);
    let answered = answered.json();
    assert_eq!((&answered["version"], &answered["answeredAt"]), (&json!(2), &json!("2026-11-21T09:00:00.000Z")));
    let stale_update =
        admin.put_with_headers(&address, &[("if-match", "\"1\"")], json!({ "note": "Mine" })).await.is(412);
    assert_eq!(stale_update.json()["current"]["status"], "answered");
    // A client may send the whole record back. Only the fields with new values change.
    let updated =
        admin.put(&address, with_changes(answered, json!({ "note": "Told her to book two." }))).await.is(200).json();
    assert_eq!((&updated["note"], &updated["status"]), (&json!("Told her to book two."), &json!("answered")));
    guide.app.clock.advance(3600);
    let admin = guide.admin_with_new_token().await;
    let closed = admin.put(&address, json!({ "status": "closed", "note": " " })).await.is(200).json();
    assert_eq!((&closed["note"], &closed["answeredAt"]), (&Value::Null, &json!("2026-11-21T09:00:00.000Z")));
    let reopened = admin.put(&address, json!({ "status": "new" })).await.is(200).json();
    assert_eq!(reopened["answeredAt"], Value::Null);
    assert_eq!(admin.put(&address, json!({ "id": 99 })).await.is(422).fields(), ["id"]);
    assert_eq!(admin.put(&address, json!({ "status": "done" })).await.is(422).fields(), ["status"]);
    admin.delete(&address).await.is(204);
    for response in [admin.get(&address).await, admin.put(&address, json!({})).await, admin.delete(&address).await] {
        assert_eq!(response.status, StatusCode::NOT_FOUND);
    }
    let waiting_email_count =
        async || guide.emails().await.iter().filter(|email| email.state == EmailState::Waiting).count();
    guide.app.clock.advance(600);
    assert_eq!(waiting_email_count().await, 2, "no email about it is sent");
    let counts = admin.get("/api/admin/contact/counts").await.is(200).json();
    assert_eq!((&counts["new"], admin.get("/api/admin/contact").await.json()), (&json!(0), json!([])));
    let restored = admin.post(&format!("{address}/restore"), json!({})).await.is(200).json();
    assert_eq!(
        (&restored["status"], &restored["note"], &restored["id"]),
        (&reopened["status"], &reopened["note"], &reopened["id"])
    );
    admin.post(&format!("{address}/restore"), json!({})).await.is(404);
    assert_eq!(waiting_email_count().await, 2, "a worker may still have them leased");
    guide.app.clock.advance(120);
    assert_eq!(waiting_email_count().await, 0, "the waiting ones are deleted then");
    admin.delete(&address).await.is(204);
    guide.app.clock.advance(601);
    admin.post(&format!("{address}/restore"), json!({})).await.is(404);
    assert_eq!(cleanup::delete_expired_records(&guide.app).await.unwrap(), 1);
}

// R232
#[rstest]
#[tokio::test]
async fn contact_counts_report_late_messages_and_answers_within_24_hours(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let counts = async || guide.admin_with_new_token().await.get("/api/admin/contact/counts").await.is(200).json();
    assert_eq!(counts().await, json!({ "new": 0, "late": 0, "answeredIn24h": null }));
    let mut addresses = Vec::new();
    for name in ["linh", "minh", "hoa", "tam"] {
        addresses.push(guide.send_contact_message(contact_message_from(name)).await);
    }
    guide.send_contact_message(spam_contact_message_json()).await;
    assert_eq!(counts().await, json!({ "new": 4, "late": 0, "answeredIn24h": null }));
    guide.app.clock.advance(3600);
    guide.admin_with_new_token().await.put(&addresses[0], json!({ "status": "answered" })).await.is(200);
    guide.admin_with_new_token().await.put(&addresses[1], json!({ "status": "answered" })).await.is(200);
    guide.admin_with_new_token().await.put(&addresses[3], json!({ "status": "closed" })).await.is(200);
    assert_eq!(counts().await, json!({ "new": 1, "late": 0, "answeredIn24h": 100 }));
    guide.app.clock.advance(DAY_SECS - 3600 - 1);
    assert_eq!(counts().await["late"], 0);
    guide.app.clock.advance(1);
    // Of the three messages that need an answer, two were answered within 24 hours. The closed message needs none.
    assert_eq!(counts().await, json!({ "new": 1, "late": 1, "answeredIn24h": 66 }));
    guide.admin_with_new_token().await.put(&addresses[2], json!({ "status": "answered" })).await.is(200);
    assert_eq!(counts().await, json!({ "new": 0, "late": 0, "answeredIn24h": 100 }), "at the last second");
    guide.app.clock.advance(30 * DAY_SECS);
    assert_eq!(counts().await["answeredIn24h"], Value::Null, "the last 30 days count");
}

// R216
#[rstest]
#[tokio::test]
async fn contact_spam_decision_trains_the_classifier_until_it_is_undone(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let pitch = |who: &str, words: &str| {
        let words = format!("{words} Grizzlewort lampshade polish from {who}, grizzlewort beside a lampshade.");
        with_changes(contact_message_from(who), json!({ "message": words, "subject": "Grizzlewort" }))
    };
    let score = async |who: &str| {
        let address = guide.send_contact_message(pitch(who, &format!("I am {who}."))).await;
        (admin.get(&address).await.json()["spamScore"].as_i64().unwrap(), address)
    };
    let (first_score, first) = score("an").await;
    assert!(first_score < 40, "the word is unknown: {first_score}");
    admin.put(&first, json!({ "status": "spam" })).await.is(200);
    let (score_after_one, second) = score("binh").await;
    assert!(score_after_one > first_score, "{score_after_one} after one");
    admin.put(&second, json!({ "status": "spam" })).await.is(200);
    let (score_after_two, _) = score("chi").await;
    assert!(score_after_two >= score_after_one && score_after_two > 70, "{score_after_two} after two");
    // The status `answered` undoes both spam decisions, and the words count as ham.
    for address in [&first, &second] {
        admin.put(address, json!({ "status": "answered" })).await.is(200);
    }
    let (score_after_undo, _) = score("dung").await;
    assert!(score_after_undo < first_score.max(1), "{score_after_undo}: the words are ham now");
}

#[rstest]
#[tokio::test]
async fn contact_messages_are_searched_without_accents_and_paged(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    guide.send_contact_message(contact_message_json()).await;
    guide.app.clock.advance(1);
    guide
        .send_contact_message(with_changes(
            contact_message_from("minh"),
            json!({ "name": "Minh Lê", "subject": "Thuyền 100% đầy" }),
        ))
        .await;
    let names = async |query: &str| admin.get(&format!("/api/admin/contact{query}")).await.is(200).names();
    assert_eq!(names("").await, ["Minh Lê", "Linh Trần"], "the newest first");
    for (query, found) in [
        ("?q=linh+tran", vec!["Linh Trần"]),
        ("?q=THUY%E1%BB%80N", vec!["Minh Lê"]),
        ("?q=100%25", vec!["Minh Lê"]),
        ("?q=example.org", vec!["Minh Lê", "Linh Trần"]),
        ("?q=boat+twelve+march", vec!["Linh Trần"]),
        ("?status=answered", vec![]),
    ] {
        assert_eq!(names(query).await, found, "{query}");
    }
    let page = admin.get("/api/admin/contact?status=new&limit=1").await.is(200);
    assert_eq!((page.header("x-total-count"), page.names()), ("2", vec!["Minh Lê".to_owned()]));
    assert_eq!(page.header("link"), "</api/admin/contact?status=new&limit=1&offset=1>; rel=\"next\"");
    let last = admin.get("/api/admin/contact?status=new&limit=1&offset=1").await.is(200);
    assert_eq!((last.names(), last.header("link")), (vec!["Linh Trần".to_owned()], ""));
    for wrong in ["?status=late", "?limit=101", "?sort=name", "?q=a+b+c+d+e+f+g+h+i+j+k+l+m"] {
        admin.get(&format!("/api/admin/contact{wrong}")).await.is(400);
    }
}

#[rstest]
#[tokio::test]
async fn contact_message_in_a_guide_without_a_team_address_is_stored(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let address = guide.send_contact_message(contact_message_json()).await;
    let emails = guide.emails().await;
    assert_eq!(
        (emails.len(), emails[0].kind, emails[0].state),
        (1, EmailKind::ContactReceipt, EmailState::NoMailServer)
    );
    assert!(!emails[0].body.contains("reply to this email"), "replies are not read");
    guide.admin().await.get(&address).await.is(200);
}
