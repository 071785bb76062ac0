//! Enquiries to places: who receives them, who sees them, how long they stay.

use cms::commands::trash;
use cms::identity::model::Role;
use cms::jobs::outbox::Kind;
use rstest::rstest;
use serde_json::{Value, json};

use crate::letters::{Post, unwrapped};
use crate::login_pages::refusal;
use crate::people::{PASSWORD, Person};
use crate::things::{a_place, with};
use crate::world::{Engine, Guide, Postgres, Sqlite};

const DAY_S: i64 = 24 * 3600;

/// An enquiry that is right.
pub fn an_enquiry() -> Value {
    json!({
        "name": "Linh Trần", "email": "Linh@example.org", "message": "Is there a room for the four of us?",
        "arrival": "2027-03-14", "departure": "2027-03-16", "people": 4, "elapsedMs": 42_000,
    })
}

/// What makes a place take enquiries.
pub fn open_to_enquiries() -> Value {
    json!({ "enquiryFormEnabled": true, "email": "stay@example.org", "isActive": true })
}

fn from(name: &str) -> Value {
    with(an_enquiry(), json!({ "email": format!("{name}@example.org"), "message": format!("A question of {name}'s.") }))
}

/// The call for enquiries to a new public place with these fields.
async fn place(admin: &Person, changes: Value) -> String {
    let category = admin.adds_category(&format!("Stays {}", rand::random::<u32>())).await;
    let place = with(with(a_place("Lantern Lodge", category), json!({ "isActive": true })), changes);
    format!("/api/businesses/{}", admin.adds(place).await["id"])
}

#[rstest]
#[tokio::test]
async fn enquiry_reaches_the_place_with_the_sender_to_reply_to_and_a_receipt_without_their_words(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(post) = Post::open(&[]) else { return };
    let settings = ["--api-only", "--smtp-url", &post.url(), "--mail-from", "Phong Nha Guide <guide@example.org>"];
    let Some(guide) = Guide::with(engine, &settings).await else { return };
    guide.is_seeded().await;
    let admin = guide.admin().await;
    let lodge = place(&admin, open_to_enquiries()).await;
    assert_eq!(guide.visitor().get(&lodge).await.is(200).json()["acceptsEnquiries"], true);
    let nasty =
        json!({ "name": "Linh\r\nBcc: victim@example.org", "message": "A room?\r\n<img src=x onerror=alert(1)>" });
    let sent = with(an_enquiry(), nasty);
    let receipt = guide.visitor().post(&format!("{lodge}/enquiries"), sent).await.is(201).json();
    assert_eq!(receipt, json!({ "id": 1, "receivedAt": "2026-11-21T08:00:00.000Z" }));
    let stored = async || admin.get("/api/admin/enquiries/1").await.is(200).json();
    assert_eq!((&stored().await["delivery"], &stored().await["deliveryError"]), (&json!("waiting"), &Value::Null));
    guide.letters().await;
    let letters = post.letters(2).await;
    let to: Vec<&Value> = letters.iter().map(|letter| &letter["to"]).collect();
    assert_eq!(to, [&json!(["stay@example.org"]), &json!(["linh@example.org"])]);
    let data = letters[0]["data"].as_str().unwrap();
    let (head, _) = data.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("Reply-To: linh@example.org"), "{head}");
    assert!(!head.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{head}");
    let data = unwrapped(data);
    for part in ["Arrival: 2027-03-14", "Departure: 2027-03-16", "People: 4", "A room?", "&lt;img src=x"] {
        assert!(data.contains(part), "{part}: {data}");
    }
    // The address is as it was typed, so it may be anybody's: it gets nothing of what a stranger wrote.
    let receipt = unwrapped(letters[1]["data"].as_str().unwrap());
    assert!(receipt.contains("Lantern Lodge") && receipt.contains("Auto-Submitted: auto-replied"), "{receipt}");
    assert!(!receipt.contains("Bcc") && !receipt.contains("A room"), "{receipt}");
    let stored = stored().await;
    assert_eq!((&stored["delivery"], &stored["recipient"]), (&json!("sent"), &json!("stay@example.org")));
    assert_eq!((&stored["businessName"], &stored["people"]), (&json!("Lantern Lodge"), &json!(4)));
}

#[rstest]
#[tokio::test]
async fn enquiry_without_an_address_of_the_place_reaches_its_owner_and_only_that_owner_sees_it(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let (minh, hoa) = (guide.owner("Minh Le").await, guide.owner("Hoa Pham").await);
    let owned = |by: &Person| json!({ "enquiryFormEnabled": true, "ownerId": by.id.clone().unwrap().0 });
    let lodge = place(&admin, owned(&minh)).await;
    guide.visitor().post(&format!("{lodge}/enquiries"), from("a")).await.is(201);
    // The owner's address is the account's; whoever sends it cannot choose it.
    let chosen = with(from("b"), json!({ "recipient": "me@example.org" }));
    assert_eq!(guide.visitor().post(&format!("{lodge}/enquiries"), chosen).await.is(400).fields(), ["recipient"]);
    let letters = guide.letters().await;
    assert_eq!((letters[0].kind, letters[0].recipient.as_str()), (Kind::Enquiry, "minh-le@example.org"));
    assert!(letters[0].body.contains(&guide.url("/admin-portal/enquiries/1")), "{}", letters[0].body);
    let list = async |who: &Person| who.get("/api/admin/enquiries").await.is(200).json().as_array().unwrap().len();
    assert_eq!((list(&minh).await, list(&hoa).await, list(&admin).await), (1, 0, 1));
    // A new owner sees what is sent from now on.
    admin.put(&lodge, json!({ "ownerId": hoa.id.clone().unwrap().0 })).await.is(200);
    guide.visitor().post(&format!("{lodge}/enquiries"), from("c")).await.is(201);
    assert_eq!((list(&minh).await, list(&hoa).await, list(&admin).await), (1, 1, 2));
    hoa.get("/api/admin/enquiries/1").await.is(404);
    minh.get("/api/admin/enquiries/2").await.is(404);
    // Filters; what was stored without a mail server says so.
    let found = async |query: &str| admin.get(&format!("/api/admin/enquiries{query}")).await.is(200).json();
    assert_eq!(found("?q=question%20c%40").await[0]["id"], 2);
    assert_eq!(found("?delivery=no_mail_server").await[0]["id"], 1);
    assert_eq!(found("?delivery=sent").await, json!([]));
    assert_eq!(found("?businessId=999").await, json!([]));
    for wrong in ["?delivery=gone", "?businessId=x", "?limit=0", "?status=new"] {
        admin.get(&format!("/api/admin/enquiries{wrong}")).await.is(400);
    }
    assert_eq!(admin.get("/api/admin/enquiries?limit=1").await.is(200).header("x-total-count"), "2");
}

#[rstest]
#[tokio::test]
async fn place_without_the_form_or_an_address_takes_no_enquiries(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let off = json!({ "enquiryFormEnabled": false, "email": "stay@example.org" });
    let nobody = json!({ "enquiryFormEnabled": true, "email": null });
    for changes in [off, nobody, with(open_to_enquiries(), json!({ "isActive": false }))] {
        let lodge = place(&admin, changes).await;
        guide.visitor().post(&format!("{lodge}/enquiries"), an_enquiry()).await.is(404);
        let page = guide.visitor().get(&lodge.replace("/api/businesses", "/enquiry")).await.is(404);
        assert_eq!(refusal(&page), Some("This place takes no enquiries here"));
    }
    guide.visitor().post("/api/businesses/9999/enquiries", an_enquiry()).await.is(404);
    // With an address that nobody can use any more staff see that nobody was reached.
    let minh = guide.owner("Minh Le").await;
    let owned = json!({ "enquiryFormEnabled": true, "ownerId": minh.id.clone().unwrap().0 });
    let lodge = place(&admin, owned).await;
    admin.put(&format!("/api/admin/users/{}", minh.id.unwrap().0), json!({ "isActive": false })).await.is(200);
    guide.visitor().post(&format!("{lodge}/enquiries"), an_enquiry()).await.is(201);
    let stored = admin.get("/api/admin/enquiries?delivery=no_address").await.is(200).json();
    assert_eq!((&stored[0]["recipient"], &stored[0]["name"]), (&Value::Null, &json!("Linh Trần")));
}

#[rstest]
#[tokio::test]
async fn enquiry_that_the_mail_server_refuses_is_shown_with_its_reason(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(post) = Post::open(&["--never"]) else { return };
    let Some(guide) = Guide::with(engine, &["--api-only", "--smtp-url", &post.url()]).await else { return };
    let admin = guide.admin().await;
    let lodge = place(&admin, open_to_enquiries()).await;
    guide.visitor().post(&format!("{lodge}/enquiries"), an_enquiry()).await.is(201);
    guide.letters().await;
    let stored = admin.get("/api/admin/enquiries?delivery=failed").await.is(200).json();
    assert!(stored[0]["deliveryError"].as_str().unwrap().contains("no such mailbox"), "{stored}");
}

#[rstest]
#[tokio::test]
async fn enquiry_that_breaks_a_rule_is_refused_by_field(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let lodge = place(&guide.admin().await, open_to_enquiries()).await;
    for (changes, field, sentence) in [
        (json!({ "name": "  " }), "name", "Name is required"),
        (json!({ "email": "a\u{200b}@example.org" }), "email", "Valid email is required"),
        (json!({ "message": "\u{3164}" }), "message", "Message is required"),
        (json!({ "message": "m".repeat(5001) }), "message", "Message must be at most 5000 characters"),
        (json!({ "arrival": "14.3.2027" }), "arrival", "Arrival must be a date like 2027-03-14"),
        (json!({ "arrival": "2027-02-30" }), "arrival", "Arrival must be a date like 2027-03-14"),
        (json!({ "arrival": "2020-01-01" }), "arrival", "Arrival must not be in the past"),
        (json!({ "departure": "2027-03-13" }), "departure", "Departure must not be before arrival"),
        (json!({ "people": 0 }), "people", "People must be a whole number from 1 to 500"),
        (json!({ "people": 501 }), "people", "People must be a whole number from 1 to 500"),
    ] {
        let answer = guide.visitor().post(&format!("{lodge}/enquiries"), with(an_enquiry(), changes)).await.is(422);
        assert_eq!(answer.json()["errors"][0]["field"], field, "{}", answer.text);
        assert_eq!(answer.json()["errors"][0]["message"], sentence, "{}", answer.text);
    }
    let least = json!({ "name": "Linh", "email": "linh@example.org", "message": "A table?", "arrival": null });
    guide.visitor().post(&format!("{lodge}/enquiries"), least).await.is(201);
}

#[rstest]
#[tokio::test]
async fn spam_is_stored_and_sent_to_nobody_and_volume_is_bounded(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &["--api-only", "--trusted-proxies", "127.0.0.1"]).await else { return };
    let admin = guide.admin().await;
    let lodge = place(&admin, open_to_enquiries()).await;
    let call = format!("{lodge}/enquiries");
    let spam = with(from("a"), json!({ "leaveBlank": "x", "message": "See https://x.example and https://y.example" }));
    guide.visitor().post(&call, spam).await.is(201);
    assert_eq!(guide.letters().await.len(), 0);
    assert_eq!(admin.get("/api/admin/enquiries/1").await.is(200).json()["delivery"], "spam");
    // Twice the same is once.
    let twice = async || guide.visitor().post(&call, from("b")).await.is(201).json()["id"].clone();
    assert_eq!(twice().await, twice().await);
    // A mailbox, in any spelling, gets three receipts a day and sends five enquiries at once.
    for n in 0..5 {
        let spelling = ["hoa@example.org", "h.o.a@example.org", "hoa+x@example.org"][n % 3];
        let sent = with(an_enquiry(), json!({ "email": spelling, "message": format!("Question {n} of mine.") }));
        guide.from(&format!("198.51.100.{n}"), &call, sent).await.is(201);
    }
    let kinds: Vec<Kind> = guide.letters().await.iter().map(|letter| letter.kind).collect();
    let count = |kind| kinds.iter().filter(|one| **one == kind).count();
    assert_eq!((count(Kind::Enquiry), count(Kind::EnquiryReceipt)), (6, 4), "one is b's");
    let sixth = with(an_enquiry(), json!({ "email": "hoa@example.org", "message": "Question 6 of mine." }));
    assert_eq!(guide.from("198.51.100.9", &call, sixth).await.is(429).header("retry-after"), "1200");
    // A place gets twenty in an hour, whoever sends them.
    for n in 7..20 {
        guide.from(&format!("203.0.113.{n}"), &call, from(&format!("guest{n}"))).await.is(201);
    }
    let late = guide.from("203.0.113.99", &call, from("late")).await.is(429);
    assert!(late.text.contains("This place has been sent many enquiries"), "{}", late.text);
    guide.app.clock.advance(3600);
    guide.from("203.0.113.99", &call, from("late")).await.is(201);
}

#[rstest]
#[tokio::test]
async fn enquiries_go_after_twelve_months_and_with_the_account_that_sent_them(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let lodge = place(&admin, open_to_enquiries()).await;
    let call = format!("{lodge}/enquiries");
    let linh = guide.traveller("Linh Tran").await;
    linh.post(&call, from("other-address")).await.is(201);
    guide.visitor().post(&call, from("linh-tran")).await.is(201);
    guide.visitor().post(&call, from("somebody-else")).await.is(201);
    let names = async |who: &Person| {
        let enquiries = who.get("/api/auth/account/export").await.is(200).json()["enquiries"].clone();
        enquiries.as_array().unwrap().iter().map(|one| one["email"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let verified = linh.get("/api/auth/account").await.json()["isEmailVerified"] == true;
    let own = ["other-address@example.org", "linh-tran@example.org"];
    assert_eq!(names(&linh).await, own[..if verified { 2 } else { 1 }]);
    // Whoever signs up with an address and has not shown that it is theirs reads and deletes nothing of it.
    let (email, id) = guide.account("Somebody Else", Role::Viewer).await;
    assert_eq!(email, "somebody-else@example.org");
    let claim = guide.app.db.write(move |tx| {
        Box::pin(async move {
            cms::execute!(tx, sqlx::query("update account set is_email_verified = false where id = $1").bind(id))?;
            Ok::<_, cms::db::error::StoreError>(())
        })
    });
    claim.await.unwrap();
    let mut impostor = guide.visitor();
    let token = impostor.signs_in(&email, PASSWORD).await.is(200).json()["token"].as_str().unwrap().to_owned();
    impostor.token = Some(token);
    assert!(names(&impostor).await.is_empty());
    let leave = json!({ "currentPassword": PASSWORD });
    impostor.delete_with("/api/auth/account", leave.clone()).await.is(204);
    linh.delete_with("/api/auth/account", leave).await.is(204);
    let left = async || admin.get("/api/admin/enquiries").await.is(200).json();
    assert_eq!(left().await.as_array().unwrap().len(), if verified { 1 } else { 2 });
    assert_eq!(left().await[0]["email"], "somebody-else@example.org");
    guide.app.clock.advance(365 * DAY_S);
    trash::empty(&guide.app).await.unwrap();
    let again = guide.again("admin-one@example.org").await;
    assert_eq!(again.get("/api/admin/enquiries").await.is(200).json(), json!([]));
}

#[rstest]
#[tokio::test]
async fn form_without_scripts_has_the_same_rules_and_keeps_what_was_typed(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    let admin = guide.admin().await;
    let lodge = place(&admin, open_to_enquiries()).await;
    let path = lodge.replace("/api/businesses", "/enquiry");
    let visitor = guide.visitor();
    let page = visitor.get(&path).await.is(200);
    assert!(
        page.text.contains("<h1>Enquiry for Lantern Lodge</h1>") && !page.text.contains("<script"),
        "{}",
        page.text
    );
    assert!(page.text.contains("keeps a copy for 12 months"), "says who receives the data: {}", page.text);
    let fields = |people: &'static str, message: &'static str| {
        [("name", "Linh \"<b>"), ("email", "linh@example.org"), ("people", people), ("message", message)]
    };
    let page = visitor.sends_to(&path, &fields("many", "A room?"), &[]).await.is(422);
    assert_eq!(refusal(&page), Some("People must be a whole number from 1 to 500"));
    assert!(
        page.text.contains("value=\"Linh &quot;&lt;b&gt;\"") && page.text.contains("A room?</textarea>"),
        "{}",
        page.text
    );
    let page = visitor.sends_to(&path, &fields("4", "A room?"), &[("origin", "https://evil.example")]).await.is(403);
    assert!(refusal(&page).is_some());
    let page = visitor.sends_to(&path, &fields("4", "A room?"), &[]).await.is(200);
    assert!(page.text.contains("Your enquiry was sent. The answer comes by email."), "{}", page.text);
    let stored = admin.get("/api/admin/enquiries/1").await.is(200).json();
    assert_eq!((&stored["people"], &stored["message"]), (&json!(4), &json!("A room?")));
    assert_eq!(guide.letters().await[0].recipient, "stay@example.org");
}
