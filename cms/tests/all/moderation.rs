//! Moderation: verdicts, second thoughts, edits, entries of one's own, and who is told.

use cms::commands::trash;
use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};

use crate::guestbook::id;
use crate::people::{Answer, Person};
use crate::things::{a_place, with};
use crate::world::{Engine, Guide, Postgres, Sqlite};

const ADMIN: &str = "/api/admin/guestbook";

impl Person {
    async fn settles(&self, entry: i64, form: Value) -> Answer {
        self.post(&format!("{ADMIN}/{entry}/moderate"), form).await
    }

    async fn undoes(&self, entry: i64) -> Answer {
        self.post(&format!("{ADMIN}/{entry}/undo"), json!({})).await
    }

    async fn counts(&self) -> [i64; 5] {
        let counts = self.get(&format!("{ADMIN}/counts")).await.is(200).json();
        ["pending", "approved", "spam", "rejected", "comments"].map(|shelf| counts[shelf].as_i64().unwrap())
    }
}

// R143
#[rstest]
#[tokio::test]
async fn moderation_of_a_decided_entry_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &["--api-only", "--posts-per-hour", "0"]).await else { return };
    let (admin, linh, visitor) = (guide.admin().await, guide.traveller("Linh Tran").await, guide.visitor());
    let shown = async || visitor.get("/api/guestbook").await.json().as_array().unwrap().len();
    for first in ["approved", "rejected", "spam"] {
        for second in ["approved", "rejected", "spam"] {
            let entry = id(&linh.posts(&format!("{first}, then {second}")).await);
            let before = shown().await;
            let settled = admin.settles(entry, json!({ "status": first, "notes": "Seen" })).await.is(200).json();
            assert_eq!(
                (&settled["status"], &settled["notes"], &settled["version"]),
                (&json!(first), &json!("Seen"), &json!(2))
            );
            assert_eq!(shown().await - before, usize::from(first == "approved"), "{first}");
            let answer = admin.settles(entry, json!({ "status": second })).await;
            if first == "spam" {
                let again = answer.is(200).json();
                assert_eq!((&again["status"], &again["notes"]), (&json!(second), &json!("Seen")));
            } else {
                let sentence = "This has been settled and can only be edited";
                assert_eq!(answer.is(409).json()["detail"], sentence, "{first}, then {second}");
                let unchanged = admin.get(&format!("{ADMIN}/{entry}")).await.is(200).json();
                assert_eq!((&unchanged["status"], &unchanged["version"]), (&json!(first), &json!(2)));
            }
        }
    }
    let entry = id(&linh.posts("Pending").await);
    for form in [json!({ "status": "pending" }), json!({ "status": "gone" }), json!({}), json!({ "status": null })] {
        let refused = admin.settles(entry, form).await.is(422);
        let sentence = json!([{ "field": "status", "message": "Status must be approved, rejected or spam" }]);
        assert_eq!(refused.json()["errors"], sentence);
    }
    // A blank note takes the old one away; one that is not sent leaves it.
    admin.settles(entry, json!({ "status": "spam", "notes": "Hm" })).await.is(200);
    let settled = admin.settles(entry, json!({ "status": "rejected", "notes": " " })).await.is(200).json();
    assert_eq!(settled["notes"], Value::Null);
    admin.settles(999, json!({ "status": "spam" })).await.is(404);
}

// R429
#[rstest]
#[tokio::test]
async fn decision_is_undone_within_ten_minutes_only(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, linh, visitor) = (guide.admin().await, guide.traveller("Linh Tran").await, guide.visitor());
    let entry = id(&linh.posts("Mist on the river").await);
    assert_eq!(admin.undoes(entry).await.is(409).json()["detail"], "There is no verdict to undo");
    let settled = admin.settles(entry, json!({ "status": "approved" })).await.is(200).json();
    assert_eq!(
        (&settled["moderatedAt"], &settled["canUndoUntil"]),
        (&json!("2026-11-21T08:00:00.000Z"), &json!("2026-11-21T08:10:00.000Z"))
    );
    assert_eq!(visitor.reads("/api/guestbook").await, ["Mist on the river"]);
    guide.app.clock.advance(600);
    let undone = admin.undoes(entry).await.is(200).json();
    assert_eq!(
        (&undone["status"], &undone["moderatedAt"], &undone["canUndoUntil"], &undone["version"]),
        (&json!("pending"), &Value::Null, &Value::Null, &json!(3))
    );
    assert_eq!(visitor.get("/api/guestbook").await.text, "[]", "at once");
    assert_eq!(visitor.get("/api/guestbook").await.header("x-total-count"), "0");
    admin.undoes(entry).await.is(409);
    // Judged again, and then too late; an edit in between takes the undo from nobody.
    admin.settles(entry, json!({ "status": "spam" })).await.is(200);
    admin.settles(entry, json!({ "status": "rejected" })).await.is(200);
    admin.put(&format!("{ADMIN}/{entry}"), json!({ "nationality": "Vietnam" })).await.is(200);
    assert_eq!(admin.undoes(entry).await.is(200).json()["status"], "spam", "one step");
    admin.settles(entry, json!({ "status": "approved" })).await.is(200);
    guide.app.clock.advance(601);
    let late = admin.undoes(entry).await.is(409);
    assert_eq!(late.json()["detail"], "A verdict can be undone for ten minutes only");
    assert_eq!(admin.get(&format!("{ADMIN}/{entry}")).await.json()["canUndoUntil"], Value::Null);
    // Each deed is on record, with who did it.
    let deeds: Vec<(String, String, String, String)> = with_pool!(&guide.app.db, |engine| sqlx::query_as(
        "select action, old_status, new_status, account_id from moderation_log order by id"
    )
    .fetch_all(engine))
    .unwrap();
    let by = admin.id.as_ref().unwrap().0.as_str();
    let told: Vec<String> = deeds.iter().map(|(deed, was, became, _)| format!("{deed} {was} {became}")).collect();
    assert!(deeds.iter().all(|(.., account)| account == by));
    assert_eq!(
        told,
        [
            "moderate pending approved",
            "undo approved pending",
            "moderate pending spam",
            "moderate spam rejected",
            "undo rejected spam",
            "moderate spam approved",
        ]
    );
}

#[rstest]
#[tokio::test]
async fn two_moderators_at_once_settle_an_entry_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.traveller("Linh Tran").await);
    let entry = id(&linh.posts("Mist on the river").await);
    let verdicts = (0..8).map(|n| {
        let status = if n % 2 == 0 { "approved" } else { "rejected" };
        admin.settles(entry, json!({ "status": status }))
    });
    let answers = futures_util::future::join_all(verdicts).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
    let winner = answers.iter().find(|answer| answer.status == 200).unwrap().json();
    let shown = guide.visitor().get("/api/guestbook").await;
    assert_eq!(shown.header("x-total-count"), if winner["status"] == "approved" { "1" } else { "0" });
}

// R141, R173
#[rstest]
#[tokio::test]
async fn entry_counts_equal_the_lists_of_each_status(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &["--api-only", "--posts-per-hour", "0"]).await else { return };
    let (admin, linh) = (guide.admin().await, guide.traveller("Linh Trần").await);
    assert_eq!(admin.counts().await, [0; 5]);
    for (verdict, count) in [("", 4), ("approved", 3), ("spam", 2), ("rejected", 1)] {
        for n in 0..count {
            let told = json!({ "message": format!("Story {n} {verdict}"), "nationality": "Việt Nam", "location": "Sơn river" });
            let entry = id(&linh.tells(told).await);
            if !verdict.is_empty() {
                admin.judges(entry, verdict).await;
            }
        }
    }
    assert_eq!(admin.counts().await, [4, 3, 2, 1, 0]);
    for (shelf, count) in [("pending", 4), ("approved", 3), ("spam", 2), ("rejected", 1)] {
        let list = admin.get(&format!("{ADMIN}/{shelf}")).await.is(200);
        let items = list.json().as_array().unwrap().clone();
        assert_eq!((items.len(), list.header("x-total-count")), (count, count.to_string().as_str()), "{shelf}");
        assert!(items.iter().all(|one| one["status"] == shelf), "{shelf}");
        assert_eq!(items[0]["message"].as_str().unwrap().split(' ').nth(1), Some((count - 1).to_string().as_str()));
    }
    let first = admin.get(&format!("{ADMIN}/pending?limit=1")).await.is(200);
    assert_eq!(first.header("link"), "</api/admin/guestbook/pending?limit=1&offset=1>; rel=\"next\"");
    let one = first.json()[0].clone();
    assert_eq!(
        (&one["authorName"], &one["authorEmail"], &one["authorId"], &one["isOwn"]),
        (&json!("Linh Trần"), &json!("linh-tran@example.org"), &json!(linh.id.as_ref().unwrap().0), &json!(false))
    );
    assert!(one["spamScore"].as_i64().is_some_and(|score| (0..=100).contains(&score)) && one["spamReasons"].is_array());
    // Names, messages, nations and places are searched, whatever the accents.
    for (q, count) in [("tran", 4), ("VIET%20nam%20son", 4), ("story%203", 1), ("%25", 0), ("minh", 0)] {
        assert_eq!(admin.reads(&format!("{ADMIN}/pending?q={q}")).await.len(), count, "{q}");
    }
    for wrong in ["?limit=0", "?status=spam", "?sort=id", "?q=a+b+c+d+e+f+g+h+i+j+k+l+m"] {
        admin.get(&format!("{ADMIN}/pending{wrong}")).await.is(400);
    }
    // The overview counts entries, too; an owner sees the count for their own places (R124).
    assert_eq!(admin.get("/api/admin/stats").await.json()["guestbookEntries"], 10);
    let minh = guide.owner("Minh Le").await;
    assert_eq!(minh.get("/api/admin/stats").await.json()["guestbookEntries"], 0);
    let cave = admin.adds_category("Caves").await;
    let owned = with(a_place("Minh's", cave), json!({ "ownerId": minh.id.as_ref().unwrap().0 }));
    let place = admin.adds(owned).await;
    let form = json!({ "authorName": "Hoa", "message": "Lovely", "relatedPlaceId": place["id"] });
    admin.post(ADMIN, form).await.is(201);
    assert_eq!(minh.get("/api/admin/stats").await.json()["guestbookEntries"], 1);
}

// R145
#[rstest]
#[tokio::test]
async fn entry_of_an_admin_is_public_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let hidden = with(a_place("Secret Grotto", cave), json!({ "isActive": false }));
    let (place, hidden) = (admin.adds(a_place("Dark Cave", cave)).await, admin.adds(hidden).await);
    let refused = admin.post(ADMIN, json!({ "authorName": " ", "message": "" })).await.is(422);
    assert_eq!(
        refused.json()["errors"],
        json!([
            { "field": "authorName", "message": "Author name is required" },
            { "field": "message", "message": "Message is required" },
        ])
    );
    let form = json!({
        "authorName": " Hoa Phạm ", "nationality": "Vietnam", "message": "We came by train", "relatedPlaceId": place["id"],
        "rating": "4", "location": "https://maps.example.org/x", "latitude": "17.58", "longitude": "106.28",
        "status": "approved",
    });
    let answer = admin.post(ADMIN, form.clone()).await.is(201);
    let made = answer.json();
    assert_eq!(answer.header("location"), format!("{ADMIN}/{}", made["id"]));
    assert_eq!(
        (
            &made["authorName"],
            &made["status"],
            &made["rating"],
            &made["latitude"],
            &made["spamScore"],
            &made["authorId"]
        ),
        (&json!("Hoa Phạm"), &json!("approved"), &json!(4), &json!(17.58), &json!(0), &Value::Null)
    );
    let shown = guide.visitor().get("/api/guestbook").await.is(200).json()[0].clone();
    assert_eq!((&shown["authorName"], &shown["relatedPlace"]["slug"]), (&json!("Hoa P."), &json!("dark-cave")));
    assert_eq!(guide.visitor().get("/api/guestbook").await.header("x-total-count"), "1");
    // It was judged by nobody, so there is nothing to judge again and nothing to undo.
    admin.settles(id(&made), json!({ "status": "spam" })).await.is(409);
    admin.undoes(id(&made)).await.is(409);
    let refused = admin.post(ADMIN, with(form.clone(), json!({ "status": "pending" }))).await.is(422);
    assert_eq!(refused.json()["errors"], json!([{ "field": "status", "message": "Status must be approved" }]));
    for (field, value) in [("spamScore", json!(0)), ("authorId", json!("x")), ("notes", json!("x"))] {
        assert_eq!(admin.post(ADMIN, with(form.clone(), json!({ field: value }))).await.is(400).fields(), [field]);
    }
    // Admins may write about a place that is not public yet; about none they may not.
    admin.post(ADMIN, with(form.clone(), json!({ "relatedPlaceId": hidden["id"] }))).await.is(201);
    let nowhere = admin.post(ADMIN, with(form.clone(), json!({ "relatedPlaceId": 999 }))).await.is(422);
    assert_eq!(nowhere.fields(), ["relatedPlaceId"]);
    admin.post(ADMIN, with(form, json!({ "relatedPlaceId": 0, "rating": 0, "nationality": "" }))).await.is(201);
    assert!(guide.letters().await.is_empty(), "nobody is written to");
}

// R152
#[rstest]
#[tokio::test]
async fn entry_edit_changes_sent_fields_and_blank_or_zero_removes_the_value(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let (dark, paradise) =
        (admin.adds(a_place("Dark Cave", cave)).await, admin.adds(a_place("Paradise Cave", cave)).await);
    let (linh, visitor) = (guide.traveller("Linh Tran").await, guide.visitor());
    let told = json!({
        "message": "Mist", "nationality": "Vietnam", "location": "Son river", "rating": 4, "relatedPlaceId": dark["id"],
    });
    let entry = id(&linh.tells(told).await);
    admin.judges(entry, "approved").await;
    let path = format!("{ADMIN}/{entry}");
    let of = async |place: &Value| visitor.reads(&format!("/api/businesses/{}/guestbook", place["id"])).await;
    assert_eq!((of(&dark).await, of(&paradise).await), (vec!["Mist".to_owned()], vec![]));
    guide.app.clock.advance(60);
    let change = json!({ "message": " Rain ", "relatedPlaceId": paradise["id"] });
    let edited = admin.put_with(&path, &[("if-match", "\"2\"")], change).await.is(200).json();
    assert_eq!(
        (&edited["message"], &edited["nationality"], &edited["rating"], &edited["version"], &edited["status"]),
        (&json!("Rain"), &json!("Vietnam"), &json!(4), &json!(3), &json!("approved"))
    );
    assert_eq!(edited["updatedAt"], "2026-11-21T08:01:00.000Z");
    // Both places' lists show it at once.
    assert_eq!((of(&dark).await, of(&paradise).await), (vec![], vec!["Rain".to_owned()]));
    // Somebody who looked at an older version hears of it, and changes nothing.
    let refused = admin.put_with(&path, &[("if-match", "\"2\"")], json!({ "message": "Sun" })).await.is(412);
    assert_eq!(
        (&refused.json()["current"]["message"], &refused.json()["current"]["version"]),
        (&json!("Rain"), &json!(3))
    );
    for (field, blank) in [
        ("nationality", json!("")),
        ("nationality", json!(null)),
        ("location", json!("  ")),
        ("rating", json!(0)),
        ("rating", json!("")),
        ("rating", json!(null)),
        ("relatedPlaceId", json!(0)),
        ("relatedPlaceId", json!("")),
        ("relatedPlaceId", json!(null)),
    ] {
        let full = json!({ "nationality": "Laos", "location": "x", "rating": 1, "relatedPlaceId": dark["id"] });
        admin.put(&path, full).await.is(200);
        let edited = admin.put(&path, json!({ field: blank })).await.is(200).json();
        assert_eq!(edited[field], Value::Null, "{field} {blank}");
        let others = ["nationality", "location", "rating", "relatedPlaceId"];
        assert!(others.iter().filter(|one| **one != field).all(|one| !edited[*one].is_null()), "{field}");
    }
    for (change, field, sentence) in [
        (json!({ "message": "" }), "message", "Message is required"),
        (json!({ "message": null }), "message", "Message is required"),
        (json!({ "message": "x".repeat(1001) }), "message", "Message must be less than 1000 characters"),
        (json!({ "rating": 6 }), "rating", "Rating must be between 1 and 5"),
        (json!({ "relatedPlaceId": 999 }), "relatedPlaceId", "There is no such place"),
    ] {
        let refused = admin.put(&path, change).await.is(422);
        assert_eq!(refused.json()["errors"], json!([{ "field": field, "message": sentence }]));
    }
    for field in ["status", "authorName", "spamScore", "notes", "id", "latitude"] {
        assert_eq!(admin.put(&path, json!({ field: "x" })).await.is(400).fields(), [field]);
    }
    admin.put(&format!("{ADMIN}/999"), json!({ "message": "x" })).await.is(404);
    assert_eq!(visitor.reads("/api/guestbook").await, ["Rain"]);
    admin.delete(&path).await.is(204);
    admin.delete(&path).await.is(404);
    assert_eq!(visitor.get("/api/guestbook").await.header("x-total-count"), "0");
    assert!(linh.reads("/api/guestbook").await.is_empty());
}

// R227
#[rstest]
#[tokio::test]
async fn deleted_entry_is_restored_unchanged_within_ten_minutes(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &["--api-only", "--posts-per-hour", "0"]).await else { return };
    let (admin, linh, visitor) = (guide.admin().await, guide.traveller("Linh Tran").await, guide.visitor());
    let cave = admin.adds_category("Caves").await;
    let place = admin.adds(a_place("Dark Cave", cave)).await;
    let photo = linh.sends_photo("The boat").await;
    let told = json!({ "message": "Mist", "rating": 5, "relatedPlaceId": place["id"], "pictureIds": [photo] });
    let entry = linh.tells(told).await;
    let photo = entry["pictures"][0]["url"].as_str().unwrap().to_owned();
    let (number, whole) = (id(&entry), format!("{ADMIN}/{}", entry["id"]));
    admin.judges(number, "approved").await;
    let says = |words: &str| json!({ "comment": words });
    let path = format!("/api/guestbook/{number}/comments");
    let first = linh.post(&path, says("First")).await.is(201).json();
    linh.post(&path, says("Second")).await.is(201);
    admin.delete(&format!("/api/admin/comments/{}", first["id"])).await.is(204);
    guide.app.clock.advance(1);
    let other = id(&linh.posts("Rain").await);
    let state = async || {
        let counts = admin.get(&format!("{ADMIN}/counts")).await.is(200).json();
        let stats = admin.get("/api/admin/stats").await.is(200).json();
        let of_place = format!("/api/businesses/{}/guestbook", place["id"]);
        (
            (counts, stats["guestbookEntries"].clone(), visitor.get(&photo).await.status.as_u16()),
            (visitor.get("/api/guestbook").await.json(), visitor.get(&of_place).await.json()),
            (linh.reads("/api/guestbook").await, admin.reads(&format!("{ADMIN}/approved")).await),
            linh.get("/api/auth/account/export").await.is(200).json()["entries"].clone(),
        )
    };
    let before = (state().await, admin.get(&whole).await.is(200).json());
    admin.delete(&whole).await.is(204);
    let ((counts, total, photo_status), (public, of_place), (own, shelf), exported) = state().await;
    assert_eq!((&counts["approved"], &counts["pending"], total), (&json!(0), &json!(1), json!(1)));
    assert_eq!((public, of_place, photo_status), (json!([]), json!([]), 404));
    assert_eq!((own, shelf), (vec!["Rain".to_owned()], vec![]));
    assert!(admin.reads(&format!("{ADMIN}/rejected")).await.is_empty(), "nor is it among the rejected");
    assert_eq!(counts["rejected"], 0);
    assert_eq!(exported.as_array().unwrap().len(), 1);
    for answer in [
        admin.get(&whole).await,
        admin.put(&whole, json!({ "rating": 1 })).await,
        admin.post(&format!("{whole}/moderate"), json!({ "status": "spam" })).await,
        admin.post(&format!("{whole}/undo"), json!({})).await,
        admin.delete(&whole).await,
        linh.post(&path, says("Third")).await,
        linh.get(&format!("/api/guestbook/{number}")).await,
    ] {
        assert_eq!(answer.status.as_u16(), 404, "{}", answer.text);
    }
    guide.app.clock.advance(599);
    assert_eq!(trash::empty(&guide.app).await.unwrap(), 0);
    let back = admin.post(&format!("{whole}/restore"), json!({})).await.is(200).json();
    // Undoing its verdict is still possible: a second is left. What was deleted before it stays deleted.
    assert_eq!(state().await, before.0);
    assert_eq!(without(&back, &["version"]), without(&before.1, &["version"]));
    assert_eq!(back["version"].as_i64().unwrap(), before.1["version"].as_i64().unwrap() + 2);
    assert_eq!((&back["comments"][0]["comment"], &back["commentCount"]), (&json!("Second"), &json!(1)));
    admin.post(&format!("{whole}/restore"), json!({})).await.is(404);
    admin.post(&format!("{ADMIN}/{other}/restore"), json!({})).await.is(404);

    admin.delete(&whole).await.is(204);
    guide.app.clock.advance(601);
    admin.post(&format!("{whole}/restore"), json!({})).await.is(404);
    assert_eq!(trash::empty(&guide.app).await.unwrap(), 1);
    assert_eq!(trash::empty(&guide.app).await.unwrap(), 0);
    let rows = "select (select count(*) from guestbook_entry), (select count(*) from guestbook_comment),
        (select count(*) from image)";
    let rows: (i64, i64, i64) = with_pool!(&guide.app.db, |engine| sqlx::query_as(rows).fetch_one(engine)).unwrap();
    assert_eq!(rows, (1, 0, 0), "nothing of it is left");
}

/// A record without some of its fields.
fn without(record: &Value, fields: &[&str]) -> Value {
    let mut record = record.clone();
    for field in fields {
        record.as_object_mut().unwrap().remove(*field);
    }
    record
}

// R233, R429
#[rstest]
#[tokio::test]
async fn author_gets_one_email_for_each_decision(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, linh, minh) =
        (guide.admin().await, guide.traveller("Linh Tran").await, guide.traveller("Minh Le").await);
    let (shown, refused) = (id(&linh.posts("Mist on the river").await), id(&minh.posts("My cousin sells rings").await));
    assert!(guide.letters().await.is_empty(), "not before somebody has decided");
    admin.judges(shown, "approved").await;
    admin.judges(refused, "rejected").await;
    guide.app.clock.advance(601);
    let letters = guide.letters().await;
    let told: Vec<(&str, &str)> =
        letters.iter().map(|letter| (letter.recipient.as_str(), letter.subject.as_str())).collect();
    assert_eq!(
        told,
        [
            ("linh-tran@example.org", "Your story is in the guestbook"),
            ("minh-le@example.org", "Your story is not in the guestbook"),
        ]
    );
    for letter in &letters {
        assert!(letter.body.contains(&guide.url("/guestbook")), "{}", letter.body);
        // What somebody wrote is not sent out in the guide's name.
        assert!(!letter.body.contains("river") && !letter.body.contains("rings"), "{}", letter.body);
    }
    // Nobody is written to about spam, and nobody who has left.
    let spam = id(&linh.posts("Cheap rings").await);
    admin.judges(spam, "spam").await;
    guide.app.clock.advance(601);
    assert_eq!(guide.letters().await.len(), 2);
    let last = id(&minh.posts("Rain").await);
    admin.judges(last, "approved").await;
    admin.delete(&format!("/api/admin/users/{}", minh.id.as_ref().unwrap().0)).await.is(204);
    guide.app.clock.advance(601);
    let letters = guide.letters().await;
    assert!(letters.iter().all(|letter| letter.recipient == "linh-tran@example.org"), "and theirs went with them");
}

#[rstest]
#[tokio::test]
async fn decision_email_leaves_after_the_undo_window_and_an_undone_decision_sends_none(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.traveller("Linh Tran").await);
    let entry = id(&linh.posts("Mist on the river").await);
    let subjects = async || -> Vec<String> {
        guide.letters().await.into_iter().map(|letter| letter.subject).filter(|subject| !subject.is_empty()).collect()
    };
    admin.judges(entry, "approved").await;
    guide.app.clock.advance(600);
    assert!(subjects().await.is_empty(), "it can still be undone");
    admin.undoes(entry).await.is(200);
    guide.app.clock.advance(601);
    assert!(guide.letters().await.is_empty(), "undone");

    admin.judges(entry, "approved").await;
    admin.undoes(entry).await.is(200);
    admin.judges(entry, "rejected").await;
    guide.app.clock.advance(601);
    assert_eq!(subjects().await, ["Your story is not in the guestbook"], "the decision that stands");

    let deleted = id(&linh.posts("Rain on the river").await);
    admin.judges(deleted, "approved").await;
    admin.delete(&format!("{ADMIN}/{deleted}")).await.is(204);
    guide.app.clock.advance(601);
    assert_eq!(subjects().await.len(), 1, "nobody can read an entry that was deleted");
}

// R216
#[rstest]
#[tokio::test]
async fn concurrent_copies_get_the_copy_reason(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.traveller("Linh Tran").await);
    let posts = (0..3).map(|_| linh.tells(json!({ "message": "The ferry to the cave leaves at eight." })));
    futures_util::future::join_all(posts).await;
    let mut told = Vec::new();
    for shelf in ["pending", "spam"] {
        for entry in admin.get(&format!("{ADMIN}/{shelf}")).await.is(200).json().as_array().unwrap() {
            let reasons = entry["spamReasons"].as_array().unwrap();
            told.extend(reasons.iter().filter(|one| one["code"] == "copy").map(|one| one["text"].to_string()));
        }
    }
    told.sort();
    assert_eq!(told, ["\"The same text was sent 2 times before.\"", "\"The same text was sent once before.\""]);
}

// R216
#[rstest]
#[tokio::test]
async fn entry_spam_is_filed_with_reasons_and_its_author_is_not_told(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.traveller("Linh Tran").await);
    // A machine fills in what people do not see.
    let filed =
        linh.tells(json!({ "message": "Lovely river", "leaveBlank": "https://win.example", "elapsedMs": 400 })).await;
    assert_eq!(filed["status"], "pending");
    assert_eq!(admin.counts().await, [0, 0, 1, 0, 0]);
    let seen = admin.get(&format!("{ADMIN}/spam")).await.is(200).json()[0].clone();
    assert!(seen["id"] == filed["id"] && seen["spamScore"].as_i64() > Some(70), "{seen}");
    assert_eq!(
        seen["spamReasons"][0],
        json!({ "code": "honeypot", "points": 60, "text": "A field was filled in that people do not see." })
    );
    assert_eq!(seen["spamReasons"][1]["code"], "speed");
    // A browser's autofill fills hidden fields in too: alone, that files nothing.
    let filled = id(&linh.tells(json!({ "message": "Kwz pfq", "leaveBlank": "Linh" })).await);
    let seen = admin.get(&format!("{ADMIN}/{filled}")).await.is(200).json();
    assert!(seen["status"] == "pending" && seen["spamScore"].as_i64() <= Some(70), "{seen}");
    admin.delete(&format!("{ADMIN}/{filled}")).await.is(204);
    // Haste alone is suspicious: an entry waits as all do, a comment waits too.
    let entry = id(&linh.tells(json!({ "message": "Zyx qwv", "elapsedMs": 400 })).await);
    let seen = admin.get(&format!("{ADMIN}/{entry}")).await.is(200).json();
    let score = seen["spamScore"].as_i64().unwrap();
    assert!((41..=70).contains(&score) && seen["status"] == "pending", "{seen}");
    assert_eq!(seen["spamReasons"][0]["code"], "speed");
    admin.judges(entry, "approved").await;
    let comment = json!({ "comment": "Plugh xyzzy", "elapsedMs": 400 });
    let comment = linh.post(&format!("/api/guestbook/{entry}/comments"), comment).await.is(201).json();
    assert_eq!(comment["status"], "pending", "and its author is told so");
    assert_eq!(admin.counts().await[4], 1);
    assert_eq!(guide.visitor().get("/api/guestbook").await.json()[0]["commentCount"], 0);
    let minh = guide.traveller("Minh Le").await;
    let comment = json!({ "comment": "Lovely", "leaveBlank": "https://win.example", "elapsedMs": 400 });
    let comment = minh.post(&format!("/api/guestbook/{entry}/comments"), comment).await.is(201).json();
    assert_eq!(comment["status"], "pending", "of spam nobody hears");
    assert!(admin.get("/api/admin/comments?status=spam").await.json()[0]["spamScore"].as_i64() > Some(70));
}

// R431
#[rstest]
#[tokio::test]
async fn classifier_learns_from_decisions_that_stand(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &["--api-only", "--posts-per-hour", "0"]).await else { return };
    let (admin, linh) = (guide.admin().await, guide.traveller("Linh Tran").await);
    let taught = async |word: &'static str| -> (i64, i64) {
        let counts = "select coalesce(sum(spam), 0), coalesce(sum(ham), 0) from
            (select cast(spam as int) as spam, cast(ham as int) as ham from spam_word where word = $1) as one";
        with_pool!(&guide.app.db, |engine| sqlx::query_as(counts).bind(word).fetch_one(engine)).unwrap()
    };
    let entry = id(&linh.posts("Quokkaleap on the river").await);
    assert_eq!(taught("quokkaleap").await, (0, 0), "what waits teaches nothing");
    admin.judges(entry, "spam").await;
    assert_eq!(taught("quokkaleap").await, (1, 0));
    admin.judges(entry, "approved").await;
    assert_eq!(taught("quokkaleap").await, (0, 1), "the newer verdict stands");
    admin.undoes(entry).await.is(200);
    assert_eq!(taught("quokkaleap").await, (0, 0));
    admin.judges(entry, "approved").await;
    // An edit after a verdict: what was learned is what is shown.
    admin.put(&format!("{ADMIN}/{entry}"), json!({ "message": "Wombathop on the river" })).await.is(200);
    assert_eq!((taught("quokkaleap").await, taught("wombathop").await), ((0, 0), (0, 1)));
    admin.put(&format!("{ADMIN}/{entry}"), json!({ "nationality": "Laos" })).await.is(200);
    assert_eq!(taught("wombathop").await, (0, 1));
    let other = id(&linh.posts("Numbatnap at noon").await);
    admin.judges(other, "rejected").await;
    assert_eq!(taught("numbatnap").await, (0, 0), "turned down is not spam");
    // An admin's own entry was judged by nobody.
    admin.post(ADMIN, json!({ "authorName": "Hoa", "message": "Bilbybath at dawn" })).await.is(201);
    assert_eq!(taught("bilbybath").await, (0, 0));
    // Ten such verdicts, and the word is known.
    let score = async |message: String| {
        let entry = id(&linh.posts(&message).await);
        (entry, admin.get(&format!("{ADMIN}/{entry}")).await.json()["spamScore"].as_i64().unwrap())
    };
    let (_, before) = score("Pottoroopeg and zyx".into()).await;
    for n in 0..10 {
        let (entry, _) = score(format!("Pottoroopeg number{n} qwv{n}")).await;
        admin.judges(entry, "spam").await;
    }
    let (_, after) = score("Pottoroopeg with zyw".into()).await;
    assert!(after > before, "{before} then {after}");
}
