//! Enquiries to places: recipients, visibility, rules of fields, rate limits, retention and the form without scripts.

use cms::auth::domain::accounts::Role;
use cms::commands::cleanup::delete_expired_records;
use cms::db::engine::StoreError;
use cms::jobs::outbox::EmailKind;
use rstest::rstest;
use serde_json::{Value, json};

use crate::emails::{SmtpServer, decode_quoted_printable};
use crate::fixtures::{place_json, with_changes};
use crate::login_pages::error_message;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{PASSWORD, TestClient};

const DAY_SECS: i64 = 24 * 3600;

/// A valid request body for `POST /api/businesses/{id}/enquiries`, with all fields.
pub fn enquiry_json() -> Value {
    json!({
        "name": "Linh Trần", "email": "Linh@example.org", "message": "Is there a room for the four of us?",
        "arrival": "2027-03-14", "departure": "2027-03-16", "people": 4, "elapsedMs": 42_000,
    })
}

/// The fields with which a place accepts enquiries.
pub fn place_fields_for_enquiries() -> Value {
    json!({ "enquiryFormEnabled": true, "email": "stay@example.org", "isActive": true })
}

fn enquiry_from(name: &str) -> Value {
    with_changes(
        enquiry_json(),
        json!({ "email": format!("{name}@example.org"), "message": format!("A question of {name}'s.") }),
    )
}

/// Creates a place with these fields and returns its path. It is public unless `changes` set `isActive` to false.
async fn create_place(admin: &TestClient, changes: Value) -> String {
    let category = admin.add_category(&format!("Stays {}", rand::random::<u32>())).await;
    let place = with_changes(with_changes(place_json("Lantern Lodge", category), json!({ "isActive": true })), changes);
    format!("/api/businesses/{}", admin.add_place(place).await["id"])
}

#[rstest]
#[tokio::test]
async fn enquiry_is_emailed_to_the_place_and_its_sender_gets_a_receipt_without_the_message(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(smtp) = SmtpServer::start(&[]) else { return };
    let settings = ["--api-only", "--smtp-url", &smtp.url(), "--mail-from", "Phong Nha Guide <guide@example.org>"];
    let Some(guide) = TestApp::start_with_arguments(engine, &settings).await else { return };
    guide.seed().await;
    let admin = guide.admin().await;
    let lodge = create_place(&admin, place_fields_for_enquiries()).await;
    assert_eq!(guide.anonymous().get(&lodge).await.is(200).json()["acceptsEnquiries"], true);
    let injected_fields =
        json!({ "name": "Linh\r\nBcc: victim@example.org", "message": "A room?\r\n<img src=x onerror=alert(1)>" });
    let sent = with_changes(enquiry_json(), injected_fields);
    let receipt = guide.anonymous().post(&format!("{lodge}/enquiries"), sent).await.is(201).json();
    assert_eq!(receipt, json!({ "id": 1, "receivedAt": "2026-11-21T08:00:00.000Z" }));
    let stored = async || admin.get("/api/admin/enquiries/1").await.is(200).json();
    assert_eq!((&stored().await["delivery"], &stored().await["deliveryError"]), (&json!("waiting"), &Value::Null));
    guide.emails().await;
    let emails = smtp.wait_for_emails(2).await;
    let to: Vec<&Value> = emails.iter().map(|email| &email["to"]).collect();
    assert_eq!(to, [&json!(["stay@example.org"]), &json!(["linh@example.org"])]);
    let data = emails[0]["data"].as_str().unwrap();
    let (head, _) = data.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("Reply-To: linh@example.org"), "{head}");
    assert!(!head.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{head}");
    let data = decode_quoted_printable(data);
    for part in ["Arrival: 2027-03-14", "Departure: 2027-03-16", "People: 4", "A room?", "&lt;img src=x"] {
        assert!(data.contains(part), "{part}: {data}");
    }
    // The sender's address is not verified and may belong to another person. The receipt therefore omits the message.
    let receipt = decode_quoted_printable(emails[1]["data"].as_str().unwrap());
    assert!(receipt.contains("Lantern Lodge") && receipt.contains("Auto-Submitted: auto-replied"), "{receipt}");
    assert!(!receipt.contains("Bcc") && !receipt.contains("A room"), "{receipt}");
    let stored = stored().await;
    assert_eq!((&stored["delivery"], &stored["recipient"]), (&json!("sent"), &json!("stay@example.org")));
    assert_eq!((&stored["businessName"], &stored["people"]), (&json!("Lantern Lodge"), &json!(4)));
}

#[rstest]
#[tokio::test]
async fn enquiry_to_a_place_without_an_address_is_emailed_to_its_owner_and_hidden_from_other_owners(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (minh, hoa) = (guide.owner("Minh Le").await, guide.owner("Hoa Pham").await);
    let owned = |by: &TestClient| json!({ "enquiryFormEnabled": true, "ownerId": by.id.clone().unwrap().0 });
    let lodge = create_place(&admin, owned(&minh)).await;
    guide.anonymous().post(&format!("{lodge}/enquiries"), enquiry_from("a")).await.is(201);
    // The recipient is the email address of the owner's account. The sender cannot choose another one.
    let chosen = with_changes(enquiry_from("b"), json!({ "recipient": "me@example.org" }));
    assert_eq!(guide.anonymous().post(&format!("{lodge}/enquiries"), chosen).await.is(400).fields(), ["recipient"]);
    let emails = guide.emails().await;
    assert_eq!((emails[0].kind, emails[0].recipient.as_str()), (EmailKind::Enquiry, "minh-le@example.org"));
    assert!(emails[0].body.contains(&guide.url("/admin-portal/enquiries/1")), "{}", emails[0].body);
    let enquiry_count =
        async |who: &TestClient| who.get("/api/admin/enquiries").await.is(200).json().as_array().unwrap().len();
    assert_eq!((enquiry_count(&minh).await, enquiry_count(&hoa).await, enquiry_count(&admin).await), (1, 0, 1));
    // A new owner sees only enquiries after the change of owner. The former owner sees only those before it.
    admin.put(&lodge, json!({ "ownerId": hoa.id.clone().unwrap().0 })).await.is(200);
    guide.anonymous().post(&format!("{lodge}/enquiries"), enquiry_from("c")).await.is(201);
    assert_eq!((enquiry_count(&minh).await, enquiry_count(&hoa).await, enquiry_count(&admin).await), (1, 1, 2));
    hoa.get("/api/admin/enquiries/1").await.is(404);
    minh.get("/api/admin/enquiries/2").await.is(404);
    // The list can be filtered. Without a mail server, the delivery of an enquiry is `no_mail_server`.
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
async fn place_without_an_enquiry_form_or_an_address_accepts_no_enquiries(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let disabled_form = json!({ "enquiryFormEnabled": false, "email": "stay@example.org" });
    let missing_address = json!({ "enquiryFormEnabled": true, "email": null });
    for changes in
        [disabled_form, missing_address, with_changes(place_fields_for_enquiries(), json!({ "isActive": false }))]
    {
        let lodge = create_place(&admin, changes).await;
        guide.anonymous().post(&format!("{lodge}/enquiries"), enquiry_json()).await.is(404);
        let page = guide.anonymous().get(&lodge.replace("/api/businesses", "/enquiry")).await.is(404);
        assert_eq!(error_message(&page), Some("This place does not accept inquiries here"));
    }
    guide.anonymous().post("/api/businesses/9999/enquiries", enquiry_json()).await.is(404);
    // The owner is deactivated, so the enquiry has no recipient. Staff see that it was not delivered.
    let minh = guide.owner("Minh Le").await;
    let owned = json!({ "enquiryFormEnabled": true, "ownerId": minh.id.clone().unwrap().0 });
    let lodge = create_place(&admin, owned).await;
    admin.put(&format!("/api/admin/users/{}", minh.id.unwrap().0), json!({ "isActive": false })).await.is(200);
    guide.anonymous().post(&format!("{lodge}/enquiries"), enquiry_json()).await.is(201);
    let stored = admin.get("/api/admin/enquiries?delivery=no_address").await.is(200).json();
    assert_eq!((&stored[0]["recipient"], &stored[0]["name"]), (&Value::Null, &json!("Linh Trần")));
}

#[rstest]
#[tokio::test]
async fn enquiry_that_the_mail_server_refuses_is_shown_with_its_reason(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(smtp) = SmtpServer::start(&["--never"]) else { return };
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--smtp-url", &smtp.url()]).await else {
        return;
    };
    let admin = guide.admin().await;
    let lodge = create_place(&admin, place_fields_for_enquiries()).await;
    guide.anonymous().post(&format!("{lodge}/enquiries"), enquiry_json()).await.is(201);
    guide.emails().await;
    let stored = admin.get("/api/admin/enquiries?delivery=failed").await.is(200).json();
    assert!(stored[0]["deliveryError"].as_str().unwrap().contains("no such mailbox"), "{stored}");
}

#[rstest]
#[tokio::test]
async fn enquiry_that_breaks_a_rule_gets_the_message_of_the_rule_for_the_field(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let lodge = create_place(&guide.admin().await, place_fields_for_enquiries()).await;
    for (changes, field, sentence) in [
        (json!({ "name": "  " }), "name", "Name is required"),
        (json!({ "email": "a\u{200b}@example.org" }), "email", "Valid email is required"),
        (json!({ "message": "\u{3164}" }), "message", "Message is required"),
        (json!({ "message": "m".repeat(5001) }), "message", "Message must be at most 5000 characters"),
        (json!({ "arrival": "14.3.2027" }), "arrival", "Arrival must be a date like 2027-03-14"),
        (json!({ "arrival": "2027-02-30" }), "arrival", "Arrival must be a date like 2027-03-14"),
        (json!({ "arrival": "2020-01-01" }), "arrival", "Arrival must not be in the past"),
        (json!({ "departure": "2027-03-13" }), "departure", "Departure must not be before arrival"),
        (json!({ "people": 0 }), "people", "Number of people must be a whole number from 1 to 500"),
        (json!({ "people": 501 }), "people", "Number of people must be a whole number from 1 to 500"),
    ] {
        let response =
            guide.anonymous().post(&format!("{lodge}/enquiries"), with_changes(enquiry_json(), changes)).await.is(422);
        assert_eq!(response.json()["errors"][0]["field"], field, "{}", response.text);
        assert_eq!(response.json()["errors"][0]["message"], sentence, "{}", response.text);
    }
    let minimal_enquiry =
        json!({ "name": "Linh", "email": "linh@example.org", "message": "A table?", "arrival": null });
    guide.anonymous().post(&format!("{lodge}/enquiries"), minimal_enquiry).await.is(201);
}

#[rstest]
#[tokio::test]
async fn spam_enquiry_is_stored_and_not_sent_and_enquiries_are_rate_limited(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--trusted-proxies", "127.0.0.1"]).await
    else {
        return;
    };
    let admin = guide.admin().await;
    let lodge = create_place(&admin, place_fields_for_enquiries()).await;
    let enquiries_path = format!("{lodge}/enquiries");
    let spam = with_changes(
        enquiry_from("a"),
        json!({ "leaveBlank": "x", "message": "See https://x.example and https://y.example" }),
    );
    guide.anonymous().post(&enquiries_path, spam).await.is(201);
    assert_eq!(guide.emails().await.len(), 0);
    assert_eq!(admin.get("/api/admin/enquiries/1").await.is(200).json()["delivery"], "spam");
    // A repeated enquiry is stored once.
    let send_same_enquiry =
        async || guide.anonymous().post(&enquiries_path, enquiry_from("b")).await.is(201).json()["id"].clone();
    assert_eq!(send_same_enquiry().await, send_same_enquiry().await);
    // All spellings of an address count as one mailbox. A mailbox gets at most three receipts a day. After five
    // enquiries, it may send one every 20 minutes.
    for n in 0..5 {
        let spelling = ["hoa@example.org", "h.o.a@example.org", "hoa+x@example.org"][n % 3];
        let sent =
            with_changes(enquiry_json(), json!({ "email": spelling, "message": format!("Question {n} of mine.") }));
        guide.post_from(&format!("198.51.100.{n}"), &enquiries_path, sent).await.is(201);
    }
    let kinds: Vec<EmailKind> = guide.emails().await.iter().map(|email| email.kind).collect();
    let count = |kind| kinds.iter().filter(|one| **one == kind).count();
    assert_eq!(
        (count(EmailKind::Enquiry), count(EmailKind::EnquiryReceipt)),
        (6, 4),
        "one enquiry is of another account"
    );
    let sixth = with_changes(enquiry_json(), json!({ "email": "hoa@example.org", "message": "Question 6 of mine." }));
    assert_eq!(guide.post_from("198.51.100.9", &enquiries_path, sixth).await.is(429).header("retry-after"), "1200");
    // A place accepts at most 20 enquiries in an hour from all senders together, spam included.
    for n in 7..20 {
        guide.post_from(&format!("203.0.113.{n}"), &enquiries_path, enquiry_from(&format!("guest{n}"))).await.is(201);
    }
    let late = guide.post_from("203.0.113.99", &enquiries_path, enquiry_from("late")).await.is(429);
    assert!(late.text.contains("This place has received many inquiries"), "{}", late.text);
    guide.app.clock.advance(3600);
    guide.post_from("203.0.113.99", &enquiries_path, enquiry_from("late")).await.is(201);
}

#[rstest]
#[tokio::test]
async fn enquiries_are_deleted_after_twelve_months_and_with_their_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let lodge = create_place(&admin, place_fields_for_enquiries()).await;
    let enquiries_path = format!("{lodge}/enquiries");
    let linh = guide.viewer("Linh Tran").await;
    linh.post(&enquiries_path, enquiry_from("other-address")).await.is(201);
    guide.anonymous().post(&enquiries_path, enquiry_from("linh-tran")).await.is(201);
    guide.anonymous().post(&enquiries_path, enquiry_from("somebody-else")).await.is(201);
    let exported_addresses = async |who: &TestClient| {
        let enquiries = who.get("/api/auth/account/export").await.is(200).json()["enquiries"].clone();
        enquiries.as_array().unwrap().iter().map(|one| one["email"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let verified = linh.get("/api/auth/account").await.json()["isEmailVerified"] == true;
    let own = ["other-address@example.org", "linh-tran@example.org"];
    assert_eq!(exported_addresses(&linh).await, own[..if verified { 2 } else { 1 }]);
    // If the address of an account is unverified, its export omits enquiries from that address, and its deletion keeps
    // them.
    let (email, id) = guide.add_account("Somebody Else", Role::Viewer).await;
    assert_eq!(email, "somebody-else@example.org");
    let unverify_email = guide.app.db.write(move |tx| {
        Box::pin(async move {
            cms::execute!(tx, sqlx::query("update account set is_email_verified = false where id = $1").bind(id))?;
            Ok::<_, cms::db::engine::StoreError>(())
        })
    });
    unverify_email.await.unwrap();
    let mut impostor = guide.anonymous();
    let token = impostor.sign_in(&email, PASSWORD).await.is(200).json()["token"].as_str().unwrap().to_owned();
    impostor.token = Some(token);
    assert!(exported_addresses(&impostor).await.is_empty());
    let deletion_request = json!({ "currentPassword": PASSWORD });
    impostor.delete_with_body("/api/auth/account", deletion_request.clone()).await.is(204);
    linh.delete_with_body("/api/auth/account", deletion_request).await.is(204);
    let remaining_enquiries = async || admin.get("/api/admin/enquiries").await.is(200).json();
    assert_eq!(remaining_enquiries().await.as_array().unwrap().len(), if verified { 1 } else { 2 });
    assert_eq!(remaining_enquiries().await[0]["email"], "somebody-else@example.org");
    guide.app.clock.advance(365 * DAY_SECS);
    delete_expired_records(&guide.app).await.unwrap();
    let again = guide.sign_in_again("admin-one@example.org").await;
    assert_eq!(again.get("/api/admin/enquiries").await.is(200).json(), json!([]));
}

#[rstest]
#[tokio::test]
async fn enquiry_form_without_scripts_has_the_same_rules_and_keeps_its_values(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let lodge = create_place(&admin, place_fields_for_enquiries()).await;
    let path = lodge.replace("/api/businesses", "/enquiry");
    let anonymous = guide.anonymous();
    let page = anonymous.get(&path).await.is(200);
    assert!(
        page.text.contains("<h1>Inquiry for Lantern Lodge</h1>") && !page.text.contains("<script"),
        "{}",
        page.text
    );
    assert!(page.text.contains("keep a copy for 12 months"), "says who receives the data: {}", page.text);
    let fields = |people: &'static str, message: &'static str| {
        [("name", "Linh \"<b>"), ("email", "linh@example.org"), ("people", people), ("message", message)]
    };
    let page = anonymous.submit_form(&path, &fields("many", "A room?"), &[]).await.is(422);
    assert_eq!(error_message(&page), Some("Number of people must be a whole number from 1 to 500"));
    assert!(
        page.text.contains("value=\"Linh &quot;&lt;b&gt;\"") && page.text.contains("A room?</textarea>"),
        "{}",
        page.text
    );
    let page =
        anonymous.submit_form(&path, &fields("4", "A room?"), &[("origin", "https://evil.example")]).await.is(403);
    assert!(error_message(&page).is_some());
    let page = anonymous.submit_form(&path, &fields("4", "A room?"), &[]).await.is(200);
    assert!(page.text.contains("Your inquiry was sent."), "{}", page.text);
    let stored = admin.get("/api/admin/enquiries/1").await.is(200).json();
    assert_eq!((&stored["people"], &stored["message"]), (&json!(4), &json!("A room?")));
    assert_eq!(guide.emails().await[0].recipient, "stay@example.org");
}

#[rstest]
#[tokio::test]
async fn enquiry_while_the_outbox_is_full_is_stored_and_logged_as_failed(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let lodge = create_place(&admin, place_fields_for_enquiries()).await;
    let fill_outbox = "
        with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 10000)
        insert into email_outbox (kind, recipient, state, created_at, next_attempt_at)
        select 'verify', 'hoa@example.org', 'waiting', (select min(created_at) from account), (select min(created_at) from account)
        from numbers";
    let work = guide
        .app
        .db
        .write(move |tx| Box::pin(async move { Ok::<u64, StoreError>(cms::execute!(tx, sqlx::query(fill_outbox))?) }));
    work.await.unwrap();
    guide.anonymous().post(&format!("{lodge}/enquiries"), enquiry_json()).await.is(201);
    let stored = admin.get("/api/admin/enquiries").await.is(200).json()[0].clone();
    assert_eq!(stored["delivery"], "failed");
    let events = admin.get("/api/admin/audit?kind=enquiry").await.is(200).json();
    assert_eq!(events[0]["after"]["delivery"], "failed");
}
