//! Moderation of guestbook entries: decisions, undo, edits, deletion, entries by admins, decision emails, spam reasons
//! and the classifier.

use cms::commands::cleanup::delete_expired_records;
use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::guestbook::id;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{TestClient, TestResponse};

const ADMIN_GUESTBOOK_PATH: &str = "/api/admin/guestbook";

impl TestClient {
    async fn send_moderation_request(&self, entry: i64, form: Value) -> TestResponse {
        self.post(&format!("{ADMIN_GUESTBOOK_PATH}/{entry}/moderate"), form).await
    }

    async fn undo_moderation(&self, entry: i64) -> TestResponse {
        self.post(&format!("{ADMIN_GUESTBOOK_PATH}/{entry}/undo"), json!({})).await
    }

    async fn entry_counts(&self) -> [i64; 5] {
        let counts = self.get(&format!("{ADMIN_GUESTBOOK_PATH}/counts")).await.is(200).json();
        ["pending", "approved", "spam", "rejected", "comments"].map(|list_name| counts[list_name].as_i64().unwrap())
    }
}

// R143
#[rstest]
#[tokio::test]
async fn moderation_of_a_decided_entry_is_refused_unless_it_is_spam(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--posts-per-hour", "0"]).await else {
        return;
    };
    let (admin, linh, anonymous) = (guide.admin().await, guide.viewer("Linh Tran").await, guide.anonymous());
    let public_count = async || anonymous.get("/api/guestbook").await.json().as_array().unwrap().len();
    for first_status in ["approved", "rejected", "spam"] {
        for second_status in ["approved", "rejected", "spam"] {
            let entry = id(&linh.add_entry(&format!("{first_status}, then {second_status}")).await);
            let before = public_count().await;
            let decided_entry = admin
                .send_moderation_request(entry, json!({ "status": first_status, "notes": "Seen" }))
                .await
                .is(200)
                .json();
            assert_eq!(
                (&decided_entry["status"], &decided_entry["notes"], &decided_entry["version"]),
                (&json!(first_status), &json!("Seen"), &json!(2))
            );
            assert_eq!(public_count().await - before, usize::from(first_status == "approved"), "{first_status}");
            let response = admin.send_moderation_request(entry, json!({ "status": second_status })).await;
            // A decision without a moderation note keeps the stored note.
            if first_status == "spam" {
                let redecided_entry = response.is(200).json();
                assert_eq!(
                    (&redecided_entry["status"], &redecided_entry["notes"]),
                    (&json!(second_status), &json!("Seen"))
                );
            } else {
                let sentence = "This has already been decided and can only be edited";
                assert_eq!(response.is(409).json()["detail"], sentence, "{first_status}, then {second_status}");
                let stored_entry = admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/{entry}")).await.is(200).json();
                assert_eq!((&stored_entry["status"], &stored_entry["version"]), (&json!(first_status), &json!(2)));
            }
        }
    }
    let entry = id(&linh.add_entry("Pending").await);
    for form in [json!({ "status": "pending" }), json!({ "status": "gone" }), json!({}), json!({ "status": null })] {
        let refused = admin.send_moderation_request(entry, form).await.is(422);
        let sentence = json!([{ "field": "status", "message": "Status must be approved, rejected or spam" }]);
        assert_eq!(refused.errors(), sentence);
    }
    // A blank moderation note deletes the stored note.
    admin.send_moderation_request(entry, json!({ "status": "spam", "notes": "Hm" })).await.is(200);
    let decided_entry =
        admin.send_moderation_request(entry, json!({ "status": "rejected", "notes": " " })).await.is(200).json();
    assert_eq!(decided_entry["notes"], Value::Null);
    admin.send_moderation_request(999, json!({ "status": "spam" })).await.is(404);
}

// R429
#[rstest]
#[tokio::test]
async fn decision_can_be_undone_only_within_ten_minutes(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh, anonymous) = (guide.admin().await, guide.viewer("Linh Tran").await, guide.anonymous());
    let entry = id(&linh.add_entry("Mist on the river").await);
    assert_eq!(admin.undo_moderation(entry).await.is(409).json()["detail"], "There is no decision to undo");
    let decided_entry = admin.send_moderation_request(entry, json!({ "status": "approved" })).await.is(200).json();
    assert_eq!(
        (&decided_entry["moderatedAt"], &decided_entry["canUndoUntil"]),
        (&json!("2026-11-21T08:00:00.000Z"), &json!("2026-11-21T08:10:00.000Z"))
    );
    assert_eq!(anonymous.entry_messages("/api/guestbook").await, ["Mist on the river"]);
    guide.app.clock.advance(600);
    let undone = admin.undo_moderation(entry).await.is(200).json();
    assert_eq!(
        (&undone["status"], &undone["moderatedAt"], &undone["canUndoUntil"], &undone["version"]),
        (&json!("pending"), &Value::Null, &Value::Null, &json!(3))
    );
    assert_eq!(anonymous.get("/api/guestbook").await.text, "[]", "in the next read");
    assert_eq!(anonymous.get("/api/guestbook").await.header("x-total-count"), "0");
    admin.undo_moderation(entry).await.is(409);
    // An undone entry can be decided again, and an edit after the decision does not prevent its undo. The undo
    // restores the status before the last decision only.
    admin.send_moderation_request(entry, json!({ "status": "spam" })).await.is(200);
    admin.send_moderation_request(entry, json!({ "status": "rejected" })).await.is(200);
    admin.put(&format!("{ADMIN_GUESTBOOK_PATH}/{entry}"), json!({ "nationality": "Vietnam" })).await.is(200);
    assert_eq!(admin.undo_moderation(entry).await.is(200).json()["status"], "spam", "only one step");
    admin.send_moderation_request(entry, json!({ "status": "approved" })).await.is(200);
    guide.app.clock.advance(601);
    let late_undo_response = admin.undo_moderation(entry).await.is(409);
    assert_eq!(late_undo_response.json()["detail"], "A decision can be undone only for ten minutes");
    assert_eq!(admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/{entry}")).await.json()["canUndoUntil"], Value::Null);
    // Each decision and each undo is logged with the account that made it.
    let events: Vec<(String, String, String, String)> = with_pool!(&guide.app.db, |engine| sqlx::query_as(
        "select action, old_status, new_status, account_id from moderation_log order by id"
    )
    .fetch_all(engine))
    .unwrap();
    let admin_id = admin.id.as_ref().unwrap().0.as_str();
    let logged_changes: Vec<String> = events
        .iter()
        .map(|(action, old_status, new_status, _)| format!("{action} {old_status} {new_status}"))
        .collect();
    assert!(events.iter().all(|(.., account)| account == admin_id));
    assert_eq!(
        logged_changes,
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
async fn concurrent_moderation_of_an_entry_decides_it_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let entry = id(&linh.add_entry("Mist on the river").await);
    let decisions = (0..8).map(|n| {
        let status = if n % 2 == 0 { "approved" } else { "rejected" };
        admin.send_moderation_request(entry, json!({ "status": status }))
    });
    let responses = futures_util::future::join_all(decisions).await;
    let mut statuses: Vec<u16> = responses.iter().map(|response| response.status.as_u16()).collect();
    statuses.sort();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
    let accepted_response = responses.iter().find(|response| response.status == 200).unwrap().json();
    let shown = guide.anonymous().get("/api/guestbook").await;
    assert_eq!(shown.header("x-total-count"), if accepted_response["status"] == "approved" { "1" } else { "0" });
}

// R141, R173
#[rstest]
#[tokio::test]
async fn entry_counts_equal_the_lists_of_each_status(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--posts-per-hour", "0"]).await else {
        return;
    };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Trần").await);
    assert_eq!(admin.entry_counts().await, [0; 5]);
    for (decision, count) in [("", 4), ("approved", 3), ("spam", 2), ("rejected", 1)] {
        for n in 0..count {
            let entry_json = json!({ "message": format!("Story {n} {decision}"), "nationality": "Việt Nam", "location": "Sơn river" });
            let entry = id(&linh.add_entry_with(entry_json).await);
            if !decision.is_empty() {
                admin.moderate(entry, decision).await;
            }
        }
    }
    assert_eq!(admin.entry_counts().await, [4, 3, 2, 1, 0]);
    for (list_name, count) in [("pending", 4), ("approved", 3), ("spam", 2), ("rejected", 1)] {
        let list = admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/{list_name}")).await.is(200);
        let items = list.json().as_array().unwrap().clone();
        assert_eq!((items.len(), list.header("x-total-count")), (count, count.to_string().as_str()), "{list_name}");
        assert!(items.iter().all(|one| one["status"] == list_name), "{list_name}");
        assert_eq!(items[0]["message"].as_str().unwrap().split(' ').nth(1), Some((count - 1).to_string().as_str()));
    }
    let first = admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/pending?limit=1")).await.is(200);
    assert_eq!(first.header("link"), "</api/admin/guestbook/pending?limit=1&offset=1>; rel=\"next\"");
    let first_entry = first.json()[0].clone();
    assert_eq!(
        (&first_entry["authorName"], &first_entry["authorEmail"], &first_entry["authorId"], &first_entry["isOwn"]),
        (&json!("Linh Trần"), &json!("linh-tran@example.org"), &json!(linh.id.as_ref().unwrap().0), &json!(false))
    );
    assert!(
        first_entry["spamScore"].as_i64().is_some_and(|score| (0..=100).contains(&score))
            && first_entry["spamReasons"].is_array()
    );
    // The search covers author names, messages, nationalities and locations, and ignores diacritics.
    for (q, count) in [("tran", 4), ("VIET%20nam%20son", 4), ("story%203", 1), ("%25", 0), ("minh", 0)] {
        assert_eq!(admin.entry_messages(&format!("{ADMIN_GUESTBOOK_PATH}/pending?q={q}")).await.len(), count, "{q}");
    }
    for invalid_query in ["?limit=0", "?status=spam", "?sort=id", "?q=a+b+c+d+e+f+g+h+i+j+k+l+m"] {
        admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/pending{invalid_query}")).await.is(400);
    }
    // `/api/admin/stats` counts all entries for an admin, and for an owner the entries about the owner's places (R124).
    assert_eq!(admin.get("/api/admin/stats").await.json()["guestbookEntries"], 10);
    let minh = guide.owner("Minh Le").await;
    assert_eq!(minh.get("/api/admin/stats").await.json()["guestbookEntries"], 0);
    let cave = admin.add_category("Caves").await;
    let owned = with_changes(place_json("Minh's", cave), json!({ "ownerId": minh.id.as_ref().unwrap().0 }));
    let place = admin.add_place(owned).await;
    let form = json!({ "authorName": "Hoa", "message": "Lovely", "relatedPlaceId": place["id"] });
    admin.post(ADMIN_GUESTBOOK_PATH, form).await.is(201);
    assert_eq!(minh.get("/api/admin/stats").await.json()["guestbookEntries"], 1);
}

// R145
#[rstest]
#[tokio::test]
async fn entry_of_an_admin_is_public_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let inactive_place = with_changes(place_json("Secret Grotto", cave), json!({ "isActive": false }));
    let (place, inactive_place) =
        (admin.add_place(place_json("Dark Cave", cave)).await, admin.add_place(inactive_place).await);
    let refused = admin.post(ADMIN_GUESTBOOK_PATH, json!({ "authorName": " ", "message": "" })).await.is(422);
    assert_eq!(
        refused.errors(),
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
    let response = admin.post(ADMIN_GUESTBOOK_PATH, form.clone()).await.is(201);
    let created = response.json();
    assert_eq!(response.header("location"), format!("{ADMIN_GUESTBOOK_PATH}/{}", created["id"]));
    assert_eq!(
        (
            &created["authorName"],
            &created["status"],
            &created["rating"],
            &created["latitude"],
            &created["spamScore"],
            &created["authorId"]
        ),
        (&json!("Hoa Phạm"), &json!("approved"), &json!(4), &json!(17.58), &json!(0), &Value::Null)
    );
    let public_entry = guide.anonymous().get("/api/guestbook").await.is(200).json()[0].clone();
    assert_eq!(
        (&public_entry["authorName"], &public_entry["relatedPlace"]["slug"]),
        (&json!("Hoa P."), &json!("dark-cave"))
    );
    assert_eq!(guide.anonymous().get("/api/guestbook").await.header("x-total-count"), "1");
    // An entry of an admin is public without a decision. It cannot be moderated, and there is no decision to undo.
    admin.send_moderation_request(id(&created), json!({ "status": "spam" })).await.is(409);
    admin.undo_moderation(id(&created)).await.is(409);
    let refused =
        admin.post(ADMIN_GUESTBOOK_PATH, with_changes(form.clone(), json!({ "status": "pending" }))).await.is(422);
    assert_eq!(refused.errors(), json!([{ "field": "status", "message": "Status must be approved" }]));
    for (field, value) in [("spamScore", json!(0)), ("authorId", json!("x")), ("notes", json!("x"))] {
        assert_eq!(
            admin
                .post(ADMIN_GUESTBOOK_PATH, with_changes(form.clone(), json!({ field: value })))
                .await
                .is(400)
                .fields(),
            [field]
        );
    }
    // An entry of an admin may refer to an inactive place, but not to a missing one.
    admin
        .post(ADMIN_GUESTBOOK_PATH, with_changes(form.clone(), json!({ "relatedPlaceId": inactive_place["id"] })))
        .await
        .is(201);
    let missing_place_response =
        admin.post(ADMIN_GUESTBOOK_PATH, with_changes(form.clone(), json!({ "relatedPlaceId": 999 }))).await.is(422);
    assert_eq!(missing_place_response.fields(), ["relatedPlaceId"]);
    admin
        .post(ADMIN_GUESTBOOK_PATH, with_changes(form, json!({ "relatedPlaceId": 0, "rating": 0, "nationality": "" })))
        .await
        .is(201);
    assert!(guide.emails().await.is_empty(), "no email is sent");
}

// R152
#[rstest]
#[tokio::test]
async fn entry_edit_changes_sent_fields_and_blank_or_zero_removes_the_value(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let (dark_cave, paradise_cave) = (
        admin.add_place(place_json("Dark Cave", cave)).await,
        admin.add_place(place_json("Paradise Cave", cave)).await,
    );
    let (linh, anonymous) = (guide.viewer("Linh Tran").await, guide.anonymous());
    let entry_json = json!({
        "message": "Mist", "nationality": "Vietnam", "location": "Son river", "rating": 4, "relatedPlaceId": dark_cave["id"],
    });
    let entry = id(&linh.add_entry_with(entry_json).await);
    admin.moderate(entry, "approved").await;
    let path = format!("{ADMIN_GUESTBOOK_PATH}/{entry}");
    let messages_of =
        async |place: &Value| anonymous.entry_messages(&format!("/api/businesses/{}/guestbook", place["id"])).await;
    assert_eq!((messages_of(&dark_cave).await, messages_of(&paradise_cave).await), (vec!["Mist".to_owned()], vec![]));
    guide.app.clock.advance(60);
    let change = json!({ "message": " Rain ", "relatedPlaceId": paradise_cave["id"] });
    let edited_entry = admin.put_with_headers(&path, &[("if-match", "\"2\"")], change).await.is(200).json();
    assert_eq!(
        (
            &edited_entry["message"],
            &edited_entry["nationality"],
            &edited_entry["rating"],
            &edited_entry["version"],
            &edited_entry["status"]
        ),
        (&json!("Rain"), &json!("Vietnam"), &json!(4), &json!(3), &json!("approved"))
    );
    assert_eq!(edited_entry["updatedAt"], "2026-11-21T08:01:00.000Z");
    // The next reads of the guestbook lists of the former and the new place show the change.
    assert_eq!((messages_of(&dark_cave).await, messages_of(&paradise_cave).await), (vec![], vec!["Rain".to_owned()]));
    // An update with an outdated version is refused.
    let refused = admin.put_with_headers(&path, &[("if-match", "\"2\"")], json!({ "message": "Sun" })).await.is(412);
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
        let all_fields =
            json!({ "nationality": "Laos", "location": "x", "rating": 1, "relatedPlaceId": dark_cave["id"] });
        admin.put(&path, all_fields).await.is(200);
        let edited_entry = admin.put(&path, json!({ field: blank })).await.is(200).json();
        assert_eq!(edited_entry[field], Value::Null, "{field} {blank}");
        let optional_fields = ["nationality", "location", "rating", "relatedPlaceId"];
        assert!(
            optional_fields.iter().filter(|one| **one != field).all(|one| !edited_entry[*one].is_null()),
            "{field}"
        );
    }
    for (change, field, sentence) in [
        (json!({ "message": "" }), "message", "Message is required"),
        (json!({ "message": null }), "message", "Message is required"),
        (json!({ "message": "x".repeat(1001) }), "message", "Message must be less than 1000 characters"),
        (json!({ "rating": 6 }), "rating", "Rating must be between 1 and 5"),
        (json!({ "relatedPlaceId": 999 }), "relatedPlaceId", "This place does not exist"),
    ] {
        let refused = admin.put(&path, change).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": field, "message": sentence }]));
    }
    for field in ["status", "authorName", "spamScore", "notes", "id", "latitude"] {
        assert_eq!(admin.put(&path, json!({ field: "x" })).await.is(400).fields(), [field]);
    }
    admin.put(&format!("{ADMIN_GUESTBOOK_PATH}/999"), json!({ "message": "x" })).await.is(404);
    assert_eq!(anonymous.entry_messages("/api/guestbook").await, ["Rain"]);
    admin.delete(&path).await.is(204);
    admin.delete(&path).await.is(404);
    assert_eq!(anonymous.get("/api/guestbook").await.header("x-total-count"), "0");
    assert!(linh.entry_messages("/api/guestbook").await.is_empty());
}

// R227
#[rstest]
#[tokio::test]
async fn deleted_entry_is_restored_unchanged_within_ten_minutes(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--posts-per-hour", "0"]).await else {
        return;
    };
    let (admin, linh, anonymous) = (guide.admin().await, guide.viewer("Linh Tran").await, guide.anonymous());
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let photo = linh.upload_photo("The boat").await;
    let entry_json = json!({ "message": "Mist", "rating": 5, "relatedPlaceId": place["id"], "pictureIds": [photo] });
    let entry = linh.add_entry_with(entry_json).await;
    let photo_url = entry["pictures"][0]["url"].as_str().unwrap().to_owned();
    let (entry_id, entry_path) = (id(&entry), format!("{ADMIN_GUESTBOOK_PATH}/{}", entry["id"]));
    admin.moderate(entry_id, "approved").await;
    let comment_json = |text: &str| json!({ "comment": text });
    let comments_path = format!("/api/guestbook/{entry_id}/comments");
    let first_comment = linh.post(&comments_path, comment_json("First")).await.is(201).json();
    linh.post(&comments_path, comment_json("Second")).await.is(201);
    admin.delete(&format!("/api/admin/comments/{}", first_comment["id"])).await.is(204);
    guide.app.clock.advance(1);
    let other_entry = id(&linh.add_entry("Rain").await);
    let state = async || {
        let counts = admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/counts")).await.is(200).json();
        let stats = admin.get("/api/admin/stats").await.is(200).json();
        let place_guestbook_path = format!("/api/businesses/{}/guestbook", place["id"]);
        (
            (counts, stats["guestbookEntries"].clone(), anonymous.get(&photo_url).await.status.as_u16()),
            (anonymous.get("/api/guestbook").await.json(), anonymous.get(&place_guestbook_path).await.json()),
            (
                linh.entry_messages("/api/guestbook").await,
                admin.entry_messages(&format!("{ADMIN_GUESTBOOK_PATH}/approved")).await,
            ),
            linh.get("/api/auth/account/export").await.is(200).json()["entries"].clone(),
        )
    };
    let before = (state().await, admin.get(&entry_path).await.is(200).json());
    admin.delete(&entry_path).await.is(204);
    let (
        (counts, total, photo_status),
        (public_entries, place_entries),
        (own_messages, approved_messages),
        exported_entries,
    ) = state().await;
    assert_eq!((&counts["approved"], &counts["pending"], total), (&json!(0), &json!(1), json!(1)));
    assert_eq!((public_entries, place_entries, photo_status), (json!([]), json!([]), 404));
    assert_eq!((own_messages, approved_messages), (vec!["Rain".to_owned()], vec![]));
    assert!(
        admin.entry_messages(&format!("{ADMIN_GUESTBOOK_PATH}/rejected")).await.is_empty(),
        "nor is it among the rejected"
    );
    assert_eq!(counts["rejected"], 0);
    assert_eq!(exported_entries.as_array().unwrap().len(), 1);
    for response in [
        admin.get(&entry_path).await,
        admin.put(&entry_path, json!({ "rating": 1 })).await,
        admin.post(&format!("{entry_path}/moderate"), json!({ "status": "spam" })).await,
        admin.post(&format!("{entry_path}/undo"), json!({})).await,
        admin.delete(&entry_path).await,
        linh.post(&comments_path, comment_json("Third")).await,
        linh.get(&format!("/api/guestbook/{entry_id}")).await,
    ] {
        assert_eq!(response.status.as_u16(), 404, "{}", response.text);
    }
    guide.app.clock.advance(599);
    assert_eq!(delete_expired_records(&guide.app).await.unwrap(), 0);
    let restored_entry = admin.post(&format!("{entry_path}/restore"), json!({})).await.is(200).json();
    // The undo window of the decision is still open, so `canUndoUntil` is unchanged. The comment that was deleted
    // before the entry stays deleted.
    assert_eq!(state().await, before.0);
    assert_eq!(without_fields(&restored_entry, &["version"]), without_fields(&before.1, &["version"]));
    assert_eq!(restored_entry["version"].as_i64().unwrap(), before.1["version"].as_i64().unwrap() + 2);
    assert_eq!(
        (&restored_entry["comments"][0]["comment"], &restored_entry["commentCount"]),
        (&json!("Second"), &json!(1))
    );
    admin.post(&format!("{entry_path}/restore"), json!({})).await.is(404);
    admin.post(&format!("{ADMIN_GUESTBOOK_PATH}/{other_entry}/restore"), json!({})).await.is(404);

    admin.delete(&entry_path).await.is(204);
    guide.app.clock.advance(601);
    admin.post(&format!("{entry_path}/restore"), json!({})).await.is(404);
    assert_eq!(delete_expired_records(&guide.app).await.unwrap(), 1);
    assert_eq!(delete_expired_records(&guide.app).await.unwrap(), 0);
    let rows = "select (select count(*) from guestbook_entry), (select count(*) from guestbook_comment),
        (select count(*) from image)";
    let rows: (i64, i64, i64) = with_pool!(&guide.app.db, |engine| sqlx::query_as(rows).fetch_one(engine)).unwrap();
    assert_eq!(rows, (1, 0, 0), "the texts are deleted");
}

fn without_fields(record: &Value, fields: &[&str]) -> Value {
    let mut record = record.clone();
    for field in fields {
        record.as_object_mut().unwrap().remove(*field);
    }
    record
}

// R233, R429
#[rstest]
#[tokio::test]
async fn author_gets_one_email_per_decision(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh, minh) = (guide.admin().await, guide.viewer("Linh Tran").await, guide.viewer("Minh Le").await);
    let (approved_entry, rejected_entry) =
        (id(&linh.add_entry("Mist on the river").await), id(&minh.add_entry("My cousin sells rings").await));
    assert!(guide.emails().await.is_empty(), "no email before a decision");
    admin.moderate(approved_entry, "approved").await;
    admin.moderate(rejected_entry, "rejected").await;
    guide.app.clock.advance(601);
    let emails = guide.emails().await;
    let recipients_and_subjects: Vec<(&str, &str)> =
        emails.iter().map(|email| (email.recipient.as_str(), email.subject.as_str())).collect();
    assert_eq!(
        recipients_and_subjects,
        [
            ("linh-tran@example.org", "Your experience is in the guestbook"),
            ("minh-le@example.org", "Your experience was not published"),
        ]
    );
    for email in &emails {
        assert!(email.body.contains(&guide.url("/guestbook")), "{}", email.body);
        // The email does not contain the text of the entry.
        assert!(!email.body.contains("river") && !email.body.contains("rings"), "{}", email.body);
    }
    // No email is sent about a spam decision or to a deleted account.
    let spam_entry = id(&linh.add_entry("Cheap rings").await);
    admin.moderate(spam_entry, "spam").await;
    guide.app.clock.advance(601);
    assert_eq!(guide.emails().await.len(), 2);
    let last_entry = id(&minh.add_entry("Rain").await);
    admin.moderate(last_entry, "approved").await;
    admin.delete(&format!("/api/admin/users/{}", minh.id.as_ref().unwrap().0)).await.is(204);
    guide.app.clock.advance(601);
    let emails = guide.emails().await;
    assert!(
        emails.iter().all(|email| email.recipient == "linh-tran@example.org"),
        "emails of deleted accounts are deleted"
    );
}

#[rstest]
#[tokio::test]
async fn decision_email_is_sent_after_the_undo_window_and_not_for_an_undone_decision(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let entry = id(&linh.add_entry("Mist on the river").await);
    let subjects = async || -> Vec<String> {
        guide.emails().await.into_iter().map(|email| email.subject).filter(|subject| !subject.is_empty()).collect()
    };
    admin.moderate(entry, "approved").await;
    guide.app.clock.advance(600);
    assert!(subjects().await.is_empty(), "within the undo window");
    admin.undo_moderation(entry).await.is(200);
    guide.app.clock.advance(601);
    assert!(guide.emails().await.is_empty(), "undone");

    admin.moderate(entry, "approved").await;
    admin.undo_moderation(entry).await.is(200);
    admin.moderate(entry, "rejected").await;
    guide.app.clock.advance(601);
    assert_eq!(subjects().await, ["Your experience was not published"], "the final decision");

    let deleted_entry = id(&linh.add_entry("Rain on the river").await);
    admin.moderate(deleted_entry, "approved").await;
    admin.delete(&format!("{ADMIN_GUESTBOOK_PATH}/{deleted_entry}")).await.is(204);
    guide.app.clock.advance(601);
    assert_eq!(subjects().await.len(), 1, "no email about a deleted entry");
}

// R216
#[rstest]
#[tokio::test]
async fn concurrent_copies_of_a_text_get_the_copy_spam_reason(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let posts = (0..3).map(|_| linh.add_entry_with(json!({ "message": "The ferry to the cave leaves at eight." })));
    futures_util::future::join_all(posts).await;
    let mut copy_reasons = Vec::new();
    for list_name in ["pending", "spam"] {
        for entry in admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/{list_name}")).await.is(200).json().as_array().unwrap()
        {
            let reasons = entry["spamReasons"].as_array().unwrap();
            copy_reasons.extend(reasons.iter().filter(|one| one["code"] == "copy").map(|one| one["text"].to_string()));
        }
    }
    copy_reasons.sort();
    assert_eq!(
        copy_reasons,
        ["\"The same text was submitted 2 times before.\"", "\"The same text was submitted once before.\""]
    );
}

// R216
#[rstest]
#[tokio::test]
async fn spam_is_filed_with_reasons_and_shown_to_its_author_as_pending(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    // The honeypot is filled, and the form is submitted after 400 ms. Both reasons together make the entry spam.
    let filed_entry = linh
        .add_entry_with(json!({ "message": "Lovely river", "leaveBlank": "https://win.example", "elapsedMs": 400 }))
        .await;
    assert_eq!(filed_entry["status"], "pending");
    assert_eq!(admin.entry_counts().await, [0, 0, 1, 0, 0]);
    let admin_view = admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/spam")).await.is(200).json()[0].clone();
    assert!(admin_view["id"] == filed_entry["id"] && admin_view["spamScore"].as_i64() > Some(70), "{admin_view}");
    assert_eq!(
        admin_view["spamReasons"][0],
        json!({ "code": "honeypot", "points": 60, "text": "A field hidden from people was filled in." })
    );
    assert_eq!(admin_view["spamReasons"][1]["code"], "speed");
    // Autofill may fill the honeypot too. A filled honeypot alone does not make an entry spam.
    let honeypot_entry = id(&linh.add_entry_with(json!({ "message": "Kwz pfq", "leaveBlank": "Linh" })).await);
    let admin_view = admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/{honeypot_entry}")).await.is(200).json();
    assert!(admin_view["status"] == "pending" && admin_view["spamScore"].as_i64() <= Some(70), "{admin_view}");
    admin.delete(&format!("{ADMIN_GUESTBOOK_PATH}/{honeypot_entry}")).await.is(204);
    // A fast submission alone is not filed as spam. The entry is pending, like all entries that are not spam. The
    // comment is pending, because its spam score is above 40.
    let entry = id(&linh.add_entry_with(json!({ "message": "Zyx qwv", "elapsedMs": 400 })).await);
    let admin_view = admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/{entry}")).await.is(200).json();
    let score = admin_view["spamScore"].as_i64().unwrap();
    assert!((41..=70).contains(&score) && admin_view["status"] == "pending", "{admin_view}");
    assert_eq!(admin_view["spamReasons"][0]["code"], "speed");
    admin.moderate(entry, "approved").await;
    let comment = json!({ "comment": "Plugh xyzzy", "elapsedMs": 400 });
    let comment = linh.post(&format!("/api/guestbook/{entry}/comments"), comment).await.is(201).json();
    assert_eq!(comment["status"], "pending", "the author sees it as pending");
    assert_eq!(admin.entry_counts().await[4], 1);
    assert_eq!(guide.anonymous().get("/api/guestbook").await.json()[0]["commentCount"], 0);
    let minh = guide.viewer("Minh Le").await;
    let comment = json!({ "comment": "Lovely", "leaveBlank": "https://win.example", "elapsedMs": 400 });
    let comment = minh.post(&format!("/api/guestbook/{entry}/comments"), comment).await.is(201).json();
    assert_eq!(comment["status"], "pending", "authors see spam as pending");
    assert!(admin.get("/api/admin/comments?status=spam").await.json()[0]["spamScore"].as_i64() > Some(70));
}

// R431
#[rstest]
#[tokio::test]
async fn classifier_learns_from_decisions_unless_they_are_undone(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--posts-per-hour", "0"]).await else {
        return;
    };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let word_counts = async |word: &'static str| -> (i64, i64) {
        let counts = "select coalesce(sum(spam), 0), coalesce(sum(ham), 0) from
            (select cast(spam as int) as spam, cast(ham as int) as ham from spam_word where word = $1) as one";
        with_pool!(&guide.app.db, |engine| sqlx::query_as(counts).bind(word).fetch_one(engine)).unwrap()
    };
    let entry = id(&linh.add_entry("Quokkaleap on the river").await);
    assert_eq!(word_counts("quokkaleap").await, (0, 0), "pending entries are not learned");
    admin.moderate(entry, "spam").await;
    assert_eq!(word_counts("quokkaleap").await, (1, 0));
    admin.moderate(entry, "approved").await;
    assert_eq!(word_counts("quokkaleap").await, (0, 1), "the newer decision counts");
    admin.undo_moderation(entry).await.is(200);
    assert_eq!(word_counts("quokkaleap").await, (0, 0));
    admin.moderate(entry, "approved").await;
    // After an edit of a decided entry, the classifier learns the new text instead of the former one.
    admin.put(&format!("{ADMIN_GUESTBOOK_PATH}/{entry}"), json!({ "message": "Wombathop on the river" })).await.is(200);
    assert_eq!((word_counts("quokkaleap").await, word_counts("wombathop").await), ((0, 0), (0, 1)));
    admin.put(&format!("{ADMIN_GUESTBOOK_PATH}/{entry}"), json!({ "nationality": "Laos" })).await.is(200);
    assert_eq!(word_counts("wombathop").await, (0, 1));
    let other_entry = id(&linh.add_entry("Numbatnap at noon").await);
    admin.moderate(other_entry, "rejected").await;
    assert_eq!(word_counts("numbatnap").await, (0, 0), "rejected is not spam");
    // The classifier does not learn from an entry that an admin creates.
    admin.post(ADMIN_GUESTBOOK_PATH, json!({ "authorName": "Hoa", "message": "Bilbybath at dawn" })).await.is(201);
    assert_eq!(word_counts("bilbybath").await, (0, 0));
    // Ten spam decisions on texts with the same word raise the spam score of the next text with this word.
    let score = async |message: String| {
        let entry = id(&linh.add_entry(&message).await);
        (entry, admin.get(&format!("{ADMIN_GUESTBOOK_PATH}/{entry}")).await.json()["spamScore"].as_i64().unwrap())
    };
    let (_, before) = score("Pottoroopeg and zyx".into()).await;
    for n in 0..10 {
        let (entry, _) = score(format!("Pottoroopeg number{n} qwv{n}")).await;
        admin.moderate(entry, "spam").await;
    }
    let (_, after) = score("Pottoroopeg with zyw".into()).await;
    assert!(after > before, "{before} then {after}");
}
