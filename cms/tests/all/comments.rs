//! Comments under entries: creation, replies, moderation.

use cms::commands::cleanup::delete_expired_records;
use cms::db::engine::StoreError;
use cms::{execute, with_pool};
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::place_json;
use crate::guestbook::id;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{TestClient, TestResponse};

/// An app with an approved entry.
struct EntryFixture {
    guide: TestApp,
    admin: TestClient,
    entry_author: TestClient,
    other_viewer: TestClient,
    entry_id: i64,
}

impl EntryFixture {
    async fn start(engine: Engine) -> Option<Self> {
        let guide = TestApp::start_with_arguments(engine, &["--api-only", "--posts-per-hour", "0"]).await?;
        let admin = guide.admin().await;
        let (entry_author, other_viewer) = (guide.viewer("Linh Trần").await, guide.viewer("Minh Le").await);
        let entry_id = id(&entry_author.add_entry("Mist on the river").await);
        admin.moderate(entry_id, "approved").await;
        Some(Self { guide, admin, entry_author, other_viewer, entry_id })
    }

    async fn add_comment(&self, author: &TestClient, comment: Value) -> TestResponse {
        author.post(&format!("/api/guestbook/{}/comments", self.entry_id), comment).await
    }

    /// The entry as this client reads it.
    async fn read_entry_as(&self, reader: &TestClient) -> Value {
        reader.get(&format!("/api/guestbook/{}", self.entry_id)).await.is(200).json()
    }

    /// Sets the status of a comment and the spam score 55 in the database. Invalidates no cached response.
    async fn set_comment_status_and_spam_score(&self, comment: i64, status: &'static str) {
        let work = self.guide.app.db.write(move |tx| {
            Box::pin(async move {
                let update_status = "update guestbook_comment set status = $2, spam_score = 55 where id = $1";
                execute!(tx, sqlx::query(update_status).bind(comment).bind(status))?;
                Ok::<_, StoreError>(())
            })
        });
        work.await.unwrap();
    }
}

// R114
#[rstest]
#[tokio::test]
async fn comment_is_public_at_once_and_allows_one_level_of_replies(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = EntryFixture::start(engine).await else { return };
    let anonymous = fixture.guide.anonymous();
    assert_eq!(fixture.read_entry_as(&anonymous).await["commentCount"], 0);
    let first =
        fixture.add_comment(&fixture.other_viewer, json!({ "comment": " We were there in May.\n" })).await.is(201);
    assert_eq!(first.header("location"), format!("/api/guestbook/{}", fixture.entry_id));
    let first = first.json();
    assert_eq!(
        first,
        json!({
            "id": first["id"], "authorName": "Minh L.", "comment": "We were there in May.", "parentCommentId": null,
            "createdAt": "2026-11-21T08:00:00.000Z", "status": "approved", "isOwn": true,
        })
    );
    let reply = json!({ "comment": "In the rain?", "parentCommentId": first["id"] });
    let reply = fixture.add_comment(&fixture.entry_author, reply).await.is(201).json();
    assert_eq!(reply["parentCommentId"], first["id"]);
    // Every response with the entry lists its comments, oldest first.
    let public_entry = fixture.read_entry_as(&anonymous).await;
    let comments: Vec<&Value> =
        public_entry["comments"].as_array().unwrap().iter().map(|comment| &comment["comment"]).collect();
    assert_eq!(
        (&public_entry["commentCount"], comments),
        (&json!(2), vec![&json!("We were there in May."), &json!("In the rain?")])
    );
    assert_eq!(public_entry["comments"][0]["isOwn"], false);
    assert_eq!(anonymous.get("/api/guestbook").await.json()[0]["commentCount"], 2);
    let admin_entry = fixture.admin.get("/api/admin/guestbook/approved").await.is(200).json()[0].clone();
    assert_eq!(
        (&admin_entry["commentCount"], &admin_entry["comments"][1]["authorName"]),
        (&json!(2), &json!("Linh Trần"))
    );
    // A reply cannot have replies.
    let refused = fixture
        .add_comment(&fixture.other_viewer, json!({ "comment": "Yes", "parentCommentId": reply["id"] }))
        .await
        .is(422);
    let sentence = json!([{ "field": "parentCommentId", "message": "You can't reply to a reply" }]);
    assert_eq!(refused.errors(), sentence);
    for missing_id in [0, 999] {
        let refused = fixture
            .add_comment(&fixture.other_viewer, json!({ "comment": "Yes", "parentCommentId": missing_id }))
            .await
            .is(422);
        let sentence = json!([{ "field": "parentCommentId", "message": "This comment does not exist" }]);
        assert_eq!(refused.errors(), sentence);
    }
    // A reply must belong to the same entry as its parent comment.
    let other = id(&fixture.other_viewer.add_entry("Another day").await);
    fixture.admin.moderate(other, "approved").await;
    let foreign_reply = json!({ "comment": "Yes", "parentCommentId": first["id"] });
    fixture.other_viewer.post(&format!("/api/guestbook/{other}/comments"), foreign_reply).await.is(422);
    assert_eq!(fixture.read_entry_as(&anonymous).await["commentCount"], 2);
}

// R114
#[rstest]
#[tokio::test]
async fn comment_length_is_counted_after_normalization(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = EntryFixture::start(engine).await else { return };
    let (required_message, too_long_message) = ("Comment is required", "Comment must be less than 500 characters");
    for form in ["\u{1ed9}", "o\u{323}\u{302}"] {
        for (count, sentence) in [(0, Some(required_message)), (1, None), (500, None), (501, Some(too_long_message))] {
            let response = fixture.add_comment(&fixture.other_viewer, json!({ "comment": form.repeat(count) })).await;
            match sentence {
                None => assert_eq!(response.is(201).json()["comment"], "\u{1ed9}".repeat(count)),
                Some(sentence) => assert_eq!(
                    response.is(422).errors(),
                    json!([{ "field": "comment", "message": sentence }]),
                    "{count}"
                ),
            }
        }
    }
    fixture.add_comment(&fixture.guide.anonymous(), json!({ "comment": "Hello" })).await.is(401);
    for field in ["status", "spamScore", "authorName", "message"] {
        assert_eq!(
            fixture
                .add_comment(&fixture.other_viewer, json!({ "comment": "Hello", field: "x" }))
                .await
                .is(400)
                .fields(),
            [field]
        );
    }
}

#[rstest]
#[tokio::test]
async fn comments_are_accepted_once_the_entry_is_approved(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = EntryFixture::start(engine).await else { return };
    let waiting_id = id(&fixture.entry_author.add_entry("It waits").await);
    let path = format!("/api/guestbook/{waiting_id}/comments");
    let refused = fixture.entry_author.post(&path, json!({ "comment": "Soon" })).await.is(409);
    assert_eq!(refused.json()["detail"], "Comments open once this entry is approved");
    fixture.other_viewer.post(&path, json!({ "comment": "Soon" })).await.is(404);
    fixture.other_viewer.post("/api/guestbook/999/comments", json!({ "comment": "Soon" })).await.is(404);
    fixture.admin.moderate(waiting_id, "approved").await;
    fixture.other_viewer.post(&path, json!({ "comment": "Now" })).await.is(201);
    // After the undo of the approval, the entry accepts no comments. Deleting the entry also deletes its comments.
    fixture.admin.post(&format!("/api/admin/guestbook/{waiting_id}/undo"), json!({})).await.is(200);
    fixture.other_viewer.post(&path, json!({ "comment": "Still" })).await.is(404);
    fixture.admin.delete(&format!("/api/admin/guestbook/{waiting_id}")).await.is(204);
    assert_eq!(fixture.admin.get("/api/admin/comments?status=approved").await.is(200).text, "[]");
}

// R319
#[rstest]
#[tokio::test]
async fn waiting_comment_is_visible_to_its_author_only_until_approved(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = EntryFixture::start(engine).await else { return };
    let anonymous = fixture.guide.anonymous();
    for status in ["pending", "spam"] {
        let comment = fixture
            .add_comment(&fixture.other_viewer, json!({ "comment": format!("Hush {status}") }))
            .await
            .is(201)
            .json();
        fixture.set_comment_status_and_spam_score(id(&comment), status).await;
    }
    for reader in [&fixture.entry_author, &fixture.admin] {
        assert_eq!(fixture.read_entry_as(reader).await["commentCount"], 0);
        assert!(!reader.get("/api/guestbook").await.text.contains("Hush"));
    }
    let own = fixture.read_entry_as(&fixture.other_viewer).await;
    assert_eq!(own["commentCount"], 2);
    assert!(
        own["comments"].as_array().unwrap().iter().all(|one| one["status"] == "pending"),
        "spam is shown as pending"
    );
    // Admins see the pending comment with its entry, the full name of its author and its spam score.
    let waiting = fixture.admin.get("/api/admin/comments").await.is(200);
    assert_eq!(waiting.header("x-total-count"), "1");
    let waiting = waiting.json()[0].clone();
    assert_eq!(
        (&waiting["entryMessage"], &waiting["authorName"], &waiting["authorEmail"], &waiting["spamScore"]),
        (&json!("Mist on the river"), &json!("Minh Le"), &json!("minh-le@example.org"), &json!(55))
    );
    let counts = fixture.admin.get("/api/admin/guestbook/counts").await.is(200).json();
    assert_eq!(counts["comments"], 1);
    // A comment that is not public accepts no replies.
    fixture
        .add_comment(&fixture.entry_author, json!({ "comment": "Why?", "parentCommentId": waiting["id"] }))
        .await
        .is(422);
    // An approved comment is public at once. It cannot be moderated again.
    let moderate = format!("/api/admin/comments/{}/moderate", waiting["id"]);
    let approved_comment =
        fixture.admin.post(&moderate, json!({ "status": "approved", "notes": "Known" })).await.is(200).json();
    assert_eq!(
        (&approved_comment["status"], &approved_comment["notes"], &approved_comment["moderatedAt"]),
        (&json!("approved"), &json!("Known"), &json!("2026-11-21T08:00:00.000Z"))
    );
    assert_eq!(fixture.read_entry_as(&anonymous).await["comments"][0]["comment"], "Hush pending");
    let refused = fixture.admin.post(&moderate, json!({ "status": "spam" })).await.is(409);
    assert_eq!(refused.json()["detail"], "This has already been decided and can only be edited");
    fixture.admin.post(&moderate, json!({ "status": "pending" })).await.is(422);
    let spam = fixture.admin.get("/api/admin/comments?status=spam").await.is(200).json();
    let spam = format!("/api/admin/comments/{}", spam[0]["id"]);
    fixture.admin.post(&format!("{spam}/moderate"), json!({ "status": "rejected" })).await.is(200);
    assert_eq!(
        fixture.read_entry_as(&fixture.other_viewer).await["commentCount"],
        1,
        "a rejected comment is hidden from its author too"
    );
    fixture.admin.delete(&spam).await.is(204);
    fixture.admin.delete(&spam).await.is(404);
    fixture.admin.get("/api/admin/comments?status=new").await.is(400);
}

#[rstest]
#[tokio::test]
async fn deleted_comment_hides_its_replies_and_invalidates_the_entries_of_the_place(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(fixture) = EntryFixture::start(engine).await else { return };
    let category = fixture.admin.add_category("Caves").await;
    let place = fixture.admin.add_place(place_json("Dark Cave", category)).await;
    let change = json!({ "relatedPlaceId": place["id"] });
    fixture.admin.put(&format!("/api/admin/guestbook/{}", fixture.entry_id), change).await.is(200);
    let first = fixture.add_comment(&fixture.other_viewer, json!({ "comment": "First" })).await.is(201).json();
    fixture
        .add_comment(&fixture.entry_author, json!({ "comment": "Answer", "parentCommentId": first["id"] }))
        .await
        .is(201);
    let place_entries_path = format!("/api/businesses/{}/guestbook", place["id"]);
    let anonymous = fixture.guide.anonymous();
    assert_eq!(anonymous.get(&place_entries_path).await.json()[0]["commentCount"], 2);
    let comment_path = format!("/api/admin/comments/{}", first["id"]);
    let before = anonymous.get(&place_entries_path).await.json();
    fixture.admin.delete(&comment_path).await.is(204);
    assert_eq!(anonymous.get(&place_entries_path).await.json()[0]["commentCount"], 0);
    assert_eq!(fixture.admin.get("/api/admin/comments?status=approved").await.json(), json!([]));
    // Restoring the comment within ten minutes also restores its reply, both unchanged.
    fixture.guide.app.clock.advance(600);
    let restored = fixture.admin.post(&format!("{comment_path}/restore"), json!({})).await.is(200).json();
    assert_eq!((&restored["comment"], &restored["status"]), (&json!("First"), &json!("approved")));
    assert_eq!(anonymous.get(&place_entries_path).await.json(), before);
    fixture.admin.post(&format!("{comment_path}/restore"), json!({})).await.is(404);
    // A reply cannot be restored while its parent comment is deleted.
    let reply_path = format!("/api/admin/comments/{}", before[0]["comments"][1]["id"]);
    fixture.admin.delete(&reply_path).await.is(204);
    fixture.guide.app.clock.advance(1);
    fixture.admin.delete(&comment_path).await.is(204);
    fixture.admin.post(&format!("{reply_path}/restore"), json!({})).await.is(404);
    fixture.admin.post(&format!("{comment_path}/restore"), json!({})).await.is(200);
    fixture.admin.post(&format!("{reply_path}/restore"), json!({})).await.is(200);
    assert_eq!(anonymous.get(&place_entries_path).await.json(), before);
    fixture.admin.delete(&comment_path).await.is(204);
    fixture.guide.app.clock.advance(601);
    fixture.admin.post(&format!("{comment_path}/restore"), json!({})).await.is(404);
    delete_expired_records(&fixture.guide.app).await.unwrap();
    let rows = "select count(*) from guestbook_comment";
    let rows: i64 = with_pool!(&fixture.guide.app.db, |engine| sqlx::query_scalar(rows).fetch_one(engine)).unwrap();
    assert_eq!(rows, 0);
}

#[rstest]
#[tokio::test]
async fn entry_contains_its_first_hundred_comments(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = EntryFixture::start(engine).await else { return };
    for n in 0..102 {
        let created = fixture
            .add_comment(&fixture.other_viewer, json!({ "comment": format!("Comment {n}") }))
            .await
            .is(201)
            .json();
        fixture.set_comment_status_and_spam_score(id(&created), "approved").await;
    }
    // `set_comment_status_and_spam_score` invalidates no cached response. This update of the entry does.
    fixture.admin.put(&format!("/api/admin/guestbook/{}", fixture.entry_id), json!({ "rating": 5 })).await.is(200);
    let public_entry = fixture.read_entry_as(&fixture.guide.anonymous()).await;
    let comments = public_entry["comments"].as_array().unwrap();
    assert_eq!((&public_entry["commentCount"], comments.len()), (&json!(102), 100));
    assert_eq!((&comments[0]["comment"], &comments[99]["comment"]), (&json!("Comment 0"), &json!("Comment 99")));
}
