//! Messages to the team: they arrive, they are told, they are answered within a day or counted as late.

use std::sync::Arc;

use cms::commands::{serve, trash};
use cms::jobs::outbox::{Kind, State};
use reqwest::StatusCode;
use rstest::rstest;
use serde_json::{Value, json};

use crate::letters::{Post, unwrapped};
use crate::people::{PASSWORD, Person};
use crate::things::with;
use crate::world::{Engine, Guide, Postgres, Sqlite};

const DAY_S: i64 = 24 * 3600;

/// A message that is right by default.
pub fn a_message() -> Value {
    json!({
        "name": "Linh Trần", "email": "Linh@example.org", "subject": "A boat for twelve", "type": "travel",
        "message": "Is there a boat to the cave that takes twelve people?\nWe arrive in March.", "elapsedMs": 42_000,
    })
}

/// The same by somebody else, about something else: nobody's twin.
fn message_from(name: &str) -> Value {
    with(a_message(), json!({ "email": format!("{name}@example.org"), "message": format!("A question of {name}'s.") }))
}

/// Something that nobody doubts is spam.
pub fn casino() -> Value {
    let words = "Online casino bonus! Sign up now at https://casino-win.example, free spins, deposit and play slots";
    with(a_message(), json!({ "subject": "Casino bonus for you", "message": words, "email": "win@example.org" }))
}

impl Guide {
    /// An admin with a fresh token: the stories here take days.
    async fn team(&self) -> Person {
        let mut team = self.visitor();
        let answer = team.signs_in("admin-one@example.org", PASSWORD).await;
        match answer.status {
            StatusCode::OK => team.token = Some(answer.json()["token"].as_str().unwrap().to_owned()),
            _ => team = self.admin().await,
        }
        team
    }

    /// Sends a message and answers its address for admins.
    async fn hears(&self, message: Value) -> String {
        let receipt = self.visitor().post("/api/contact", message).await.is(201).json();
        format!("/api/admin/contact/{}", receipt["id"])
    }
}

// R101, R172
#[rstest]
#[tokio::test]
async fn contact_message_is_stored_and_both_sides_get_an_email(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let answer = guide.visitor().post("/api/contact", a_message()).await.is(201).json();
    assert_eq!(answer, json!({ "id": 1, "receivedAt": "2026-11-21T08:00:00.000Z" }));
    let kept = guide.admin().await.get("/api/admin/contact/1").await.is(200).json();
    assert!(kept["spamScore"].as_i64().unwrap() < 40, "{kept}");
    let expected = json!({
        "id": 1, "version": 1, "name": "Linh Trần", "email": "linh@example.org", "subject": "A boat for twelve",
        "message": "Is there a boat to the cave that takes twelve people?\nWe arrive in March.", "type": "travel",
        "status": "new", "note": null, "createdAt": "2026-11-21T08:00:00.000Z",
        "updatedAt": "2026-11-21T08:00:00.000Z", "answeredAt": null, "dueAt": "2026-11-22T08:00:00.000Z",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&kept[field], value, "{field}");
    }
    let letters = guide.letters().await;
    let [to_team, receipt] = letters.as_slice() else { panic!("{letters:?}") };
    assert_eq!((to_team.kind, to_team.recipient.as_str()), (Kind::ContactMessage, "hello@example.org"));
    assert_eq!(to_team.subject, "Message from Linh Trần: A boat for twelve");
    for part in ["Linh Trần <linh@example.org>", "About: a journey", "takes twelve people?\nWe arrive", "24 hours"] {
        assert!(to_team.body.contains(part), "{part} is missing in {}", to_team.body);
    }
    assert!(to_team.body.contains(&guide.url("/admin-portal/contact/1")), "{}", to_team.body);
    assert_eq!((receipt.kind, receipt.recipient.as_str()), (Kind::ContactReceipt, "linh@example.org"));
    assert_eq!(receipt.subject, "We have your message – Phong Nha Guide");
    assert!(receipt.body.contains("we'll get back to you within 24 hours"));
    // The address is as it was typed, so it may be anybody's: it gets nothing of what a stranger wrote.
    assert!(!receipt.body.contains("Linh") && !receipt.body.contains("boat"), "{}", receipt.body);
}

// R233, R313
#[rstest]
#[tokio::test]
async fn contact_emails_escape_markup_and_header_lines(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(post) = Post::open(&[]) else { return };
    let settings = ["--api-only", "--smtp-url", &post.url(), "--mail-from", "Phong Nha Guide <guide@example.org>"];
    let Some(guide) = Guide::with(engine, &settings).await else { return };
    guide.is_seeded().await;
    let nasty = json!({
        "name": "Linh\r\nBcc: victim@example.org", "subject": "Boat\r\nBcc: victim@example.org\r\n\r\n<script>1</script>",
        "message": "Two boats, please.\r\n.\r\nMAIL FROM:<x@example.org>\r\n<img src=x onerror=alert(1)>",
    });
    let address = guide.hears(with(a_message(), nasty)).await;
    assert_eq!(guide.admin().await.get(&address).await.json()["name"], "Linh Bcc: victim@example.org");
    guide.letters().await;
    let letters = post.letters(2).await;
    let to: Vec<&Value> = letters.iter().map(|letter| &letter["to"]).collect();
    assert_eq!(to, [&json!(["hello@example.org"]), &json!(["linh@example.org"])]);
    let data = letters[0]["data"].as_str().unwrap();
    let (head, _) = data.split_once("\r\n\r\n").unwrap();
    assert!(!head.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{head}");
    assert!(head.contains("From: \"Phong Nha Guide\" <guide@example.org>"), "{head}");
    assert!(head.contains("Reply-To: linh@example.org"), "{head}");
    assert!(letters[1]["data"].as_str().unwrap().contains("Reply-To: hello@example.org"));
    assert!(letters[1]["data"].as_str().unwrap().contains("Auto-Submitted: auto-replied"));
    let data = unwrapped(data);
    let html = &data[data.find("text/html").unwrap()..];
    assert!(html.contains("&lt;img src=x") && !html.contains("<img src=x") && !html.contains("<script>"), "{html}");
}

#[rstest]
#[tokio::test]
async fn what_is_not_right_is_said_in_the_site_s_words(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let empty = guide.visitor().post("/api/contact", json!({ "type": "general" })).await.is(422);
    let said: Vec<Value> =
        empty.json()["errors"].as_array().unwrap().iter().map(|one| one["message"].clone()).collect();
    for sentence in ["Name is required", "Valid email is required", "Subject is required", "Message is required"] {
        assert!(said.contains(&json!(sentence)), "{sentence}: {said:?}");
    }
    let spare = guide.visitor().post("/api/contact", with(a_message(), json!({ "status": "answered" }))).await;
    assert_eq!(spare.is(400).fields(), ["status"]);
    let visitor = guide.visitor();
    assert_eq!(visitor.post("/api/contact?status=closed", a_message()).await.is(400).fields(), ["status"]);
    assert_eq!(guide.admin().await.get("/api/admin/contact").await.json(), json!([]));
    assert_eq!(guide.letters().await.len(), 0);
}

#[rstest]
#[tokio::test]
async fn who_presses_twice_is_heard_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let first = guide.hears(a_message()).await;
    assert_eq!(guide.hears(with(a_message(), json!({ "subject": " a BOAT  for twelve" }))).await, first);
    assert_eq!(guide.letters().await.len(), 2);
    guide.app.clock.advance(600);
    assert_ne!(guide.hears(a_message()).await, first, "ten minutes later it is meant");
}

// R216
#[rstest]
#[tokio::test]
async fn contact_spam_is_filed_and_its_sender_is_not_told(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let admin = guide.admin().await;
    // By its words, by the field that people do not see, by how fast it came, by being said by everybody.
    let by_words = guide.hears(casino()).await;
    let trap = json!({ "leaveBlank": "http://x.example", "email": "a@example.org", "message": "See https://x.example and https://y.example" });
    let by_trap = guide.hears(with(message_from("a"), trap)).await;
    for (address, code) in [(by_words, "words"), (by_trap, "honeypot")] {
        let kept = admin.get(&address).await.is(200).json();
        assert_eq!(kept["status"], "spam", "{kept}");
        assert!(kept["spamScore"].as_i64().unwrap() > 70, "{kept}");
        let reasons = kept["spamReasons"].as_array().unwrap();
        assert!(reasons.iter().any(|reason| reason["code"] == code), "{kept}");
        assert!(kept["spamReasons"][0]["text"].as_str().unwrap().ends_with('.'), "{kept}");
    }
    assert_eq!(guide.letters().await.len(), 0, "no email is sent");
    // A browser may fill the hidden field for a person: alone it is no reason.
    let filled =
        json!({ "leaveBlank": "Linh Tran", "email": "b@example.org", "message": "Which bus goes to the village?" });
    let filled = guide.hears(with(message_from("filled"), filled)).await;
    assert_eq!(admin.get(&filled).await.is(200).json()["status"], "new");
    for n in 0..2 {
        guide.hears(with(a_message(), json!({ "email": format!("guest{n}@example.org") }))).await;
    }
    let third = guide.hears(with(a_message(), json!({ "email": "guest3@example.org", "elapsedMs": 300 }))).await;
    let third = admin.get(&third).await.json();
    let codes: Vec<&str> =
        third["spamReasons"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"copy") && codes.contains(&"speed") && third["status"] == "spam", "{third}");
    // A month later it is forgotten, when the next message comes.
    guide.app.clock.advance(30 * DAY_S);
    guide.hears(message_from("b")).await;
    assert_eq!(guide.team().await.get("/api/admin/contact?status=spam").await.is(200).json(), json!([]));
}

// R232
#[rstest]
#[tokio::test]
async fn contact_email_in_delivery_survives_delete_and_restore_of_its_message(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let address = guide.hears(a_message()).await;
    let mut carrier = serve::outbox_worker(&guide.app, &guide.settings).unwrap();
    // The message goes when the first letter is in hand, before it is written.
    let (admin, renderer, gone) = (Arc::new(guide.team().await), carrier.renderer.clone(), address.clone());
    carrier.renderer = Arc::new(move |due| {
        let (admin, renderer, gone) = (admin.clone(), renderer.clone(), gone.clone());
        Box::pin(async move {
            admin.delete(&gone).await;
            renderer(due).await
        })
    });
    assert!(carrier.deliver_next().await.unwrap());
    guide.team().await.post(&format!("{address}/restore"), json!({})).await.is(200);
    guide.app.clock.advance(120);
    let states: Vec<State> = guide.letters().await.iter().map(|letter| letter.state).collect();
    assert_eq!(states, [State::NoMailServer, State::NoMailServer], "one to the team, one to whoever wrote");
}

// R232
#[rstest]
#[tokio::test]
async fn contact_message_updates_with_a_stale_version_are_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let address = guide.hears(a_message()).await;
    guide.app.clock.advance(3600);
    let admin = guide.team().await;
    let answered = admin.put_with(&address, &[("if-match", "\"1\"")], json!({ "status": "answered" })).await.is(200);
    let answered = answered.json();
    assert_eq!((&answered["version"], &answered["answeredAt"]), (&json!(2), &json!("2026-11-21T09:00:00.000Z")));
    let late = admin.put_with(&address, &[("if-match", "\"1\"")], json!({ "note": "Mine" })).await.is(412);
    assert_eq!(late.json()["current"]["status"], "answered");
    // A record that is sent back whole changes what was changed in it.
    let noted = admin.put(&address, with(answered, json!({ "note": "Told her to book two." }))).await.is(200).json();
    assert_eq!((&noted["note"], &noted["status"]), (&json!("Told her to book two."), &json!("answered")));
    guide.app.clock.advance(3600);
    let admin = guide.team().await;
    let closed = admin.put(&address, json!({ "status": "closed", "note": " " })).await.is(200).json();
    assert_eq!((&closed["note"], &closed["answeredAt"]), (&Value::Null, &json!("2026-11-21T09:00:00.000Z")));
    let again = admin.put(&address, json!({ "status": "new" })).await.is(200).json();
    assert_eq!(again["answeredAt"], Value::Null);
    assert_eq!(admin.put(&address, json!({ "id": 99 })).await.is(422).fields(), ["id"]);
    assert_eq!(admin.put(&address, json!({ "status": "done" })).await.is(422).fields(), ["status"]);
    admin.delete(&address).await.is(204);
    for answer in [admin.get(&address).await, admin.put(&address, json!({})).await, admin.delete(&address).await] {
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
    }
    let waiting = async || guide.letters().await.iter().filter(|letter| letter.state == State::Waiting).count();
    guide.app.clock.advance(600);
    assert_eq!(waiting().await, 2, "no letter about it leaves");
    let counts = admin.get("/api/admin/contact/counts").await.is(200).json();
    assert_eq!((&counts["new"], admin.get("/api/admin/contact").await.json()), (&json!(0), json!([])));
    let back = admin.post(&format!("{address}/restore"), json!({})).await.is(200).json();
    assert_eq!((&back["status"], &back["note"], &back["id"]), (&again["status"], &again["note"], &again["id"]));
    admin.post(&format!("{address}/restore"), json!({})).await.is(404);
    assert_eq!(waiting().await, 2, "a mail server may still have them in hand");
    guide.app.clock.advance(120);
    assert_eq!(waiting().await, 0, "those that waited leave then");
    admin.delete(&address).await.is(204);
    guide.app.clock.advance(601);
    admin.post(&format!("{address}/restore"), json!({})).await.is(404);
    assert_eq!(trash::empty(&guide.app).await.unwrap(), 1);
}

// R232
#[rstest]
#[tokio::test]
async fn contact_counts_measure_the_24_hour_promise(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let counts = async || guide.team().await.get("/api/admin/contact/counts").await.is(200).json();
    assert_eq!(counts().await, json!({ "new": 0, "late": 0, "answeredIn24h": null }));
    let mut addresses = Vec::new();
    for name in ["linh", "minh", "hoa", "tam"] {
        addresses.push(guide.hears(message_from(name)).await);
    }
    guide.hears(casino()).await;
    assert_eq!(counts().await, json!({ "new": 4, "late": 0, "answeredIn24h": null }));
    guide.app.clock.advance(3600);
    guide.team().await.put(&addresses[0], json!({ "status": "answered" })).await.is(200);
    guide.team().await.put(&addresses[1], json!({ "status": "answered" })).await.is(200);
    guide.team().await.put(&addresses[3], json!({ "status": "closed" })).await.is(200);
    assert_eq!(counts().await, json!({ "new": 1, "late": 0, "answeredIn24h": 100 }));
    guide.app.clock.advance(DAY_S - 3600 - 1);
    assert_eq!(counts().await["late"], 0);
    guide.app.clock.advance(1);
    // Two of three; the one that was put away asked for no answer.
    assert_eq!(counts().await, json!({ "new": 1, "late": 1, "answeredIn24h": 66 }));
    guide.team().await.put(&addresses[2], json!({ "status": "answered" })).await.is(200);
    assert_eq!(counts().await, json!({ "new": 0, "late": 0, "answeredIn24h": 100 }), "at the last second");
    guide.app.clock.advance(30 * DAY_S);
    assert_eq!(counts().await["answeredIn24h"], Value::Null, "the last 30 days count");
}

// R216
#[rstest]
#[tokio::test]
async fn contact_spam_decision_trains_the_classifier_until_it_is_undone(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let admin = guide.admin().await;
    let pitch = |who: &str, words: &str| {
        let words = format!("{words} Grizzlewort lampshade polish from {who}, grizzlewort beside a lampshade.");
        with(message_from(who), json!({ "message": words, "subject": "Grizzlewort" }))
    };
    let score = async |who: &str| {
        let address = guide.hears(pitch(who, &format!("I am {who}."))).await;
        (admin.get(&address).await.json()["spamScore"].as_i64().unwrap(), address)
    };
    let (at_first, first) = score("an").await;
    assert!(at_first < 40, "nobody knows the word: {at_first}");
    admin.put(&first, json!({ "status": "spam" })).await.is(200);
    let (once, second) = score("binh").await;
    assert!(once > at_first, "{once} after one");
    admin.put(&second, json!({ "status": "spam" })).await.is(200);
    let (twice, _) = score("chi").await;
    assert!(twice >= once && twice > 70, "{twice} after two");
    // It was a mistake.
    for address in [&first, &second] {
        admin.put(address, json!({ "status": "answered" })).await.is(200);
    }
    let (after, _) = score("dung").await;
    assert!(after < at_first.max(1), "{after}: now they are honest words");
}

#[rstest]
#[tokio::test]
async fn the_inbox_is_searched_with_and_without_accents_and_paged(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let admin = guide.admin().await;
    guide.hears(a_message()).await;
    guide.app.clock.advance(1);
    guide.hears(with(message_from("minh"), json!({ "name": "Minh Lê", "subject": "Thuyền 100% đầy" }))).await;
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
async fn without_an_address_of_the_team_the_message_is_kept_all_the_same(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let address = guide.hears(a_message()).await;
    let letters = guide.letters().await;
    assert_eq!((letters.len(), letters[0].kind, letters[0].state), (1, Kind::ContactReceipt, State::NoMailServer));
    assert!(!letters[0].body.contains("answer this letter"), "there is nobody who would read it");
    guide.admin().await.get(&address).await.is(200);
}
