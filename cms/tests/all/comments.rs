//! Comments under entries: said, answered, held back.

use cms::commands::trash;
use cms::db::error::StoreError;
use cms::{execute, with_pool};
use rstest::rstest;
use serde_json::{Value, json};

use crate::guestbook::id;
use crate::people::{Answer, Person};
use crate::things::a_place;
use crate::world::{Engine, Guide, Postgres, Sqlite};

/// A guide with an approved entry.
struct Book {
    guide: Guide,
    admin: Person,
    linh: Person,
    minh: Person,
    entry: i64,
}

impl Book {
    async fn open(engine: Engine) -> Option<Self> {
        let guide = Guide::with(engine, &["--api-only", "--posts-per-hour", "0"]).await?;
        let admin = guide.admin().await;
        let (linh, minh) = (guide.traveller("Linh Trần").await, guide.traveller("Minh Le").await);
        let entry = id(&linh.posts("Mist on the river").await);
        admin.judges(entry, "approved").await;
        Some(Self { guide, admin, linh, minh, entry })
    }

    async fn says(&self, who: &Person, comment: Value) -> Answer {
        who.post(&format!("/api/guestbook/{}/comments", self.entry), comment).await
    }

    /// The entry as this person sees it.
    async fn seen_by(&self, who: &Person) -> Value {
        who.get(&format!("/api/guestbook/{}", self.entry)).await.is(200).json()
    }

    /// Puts a comment where its score might have put it.
    async fn holds(&self, comment: i64, status: &'static str) {
        let work = self.guide.app.db.write(move |tx| {
            Box::pin(async move {
                let hold = "update guestbook_comment set status = $2, spam_score = 55 where id = $1";
                execute!(tx, sqlx::query(hold).bind(comment).bind(status))?;
                Ok::<_, StoreError>(())
            })
        });
        work.await.unwrap();
    }
}

// R114
#[rstest]
#[tokio::test]
async fn comment_is_public_at_once_and_takes_one_level_of_replies(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(book) = Book::open(engine).await else { return };
    let visitor = book.guide.visitor();
    assert_eq!(book.seen_by(&visitor).await["commentCount"], 0);
    let first = book.says(&book.minh, json!({ "comment": " We were there in May.\n" })).await.is(201);
    assert_eq!(first.header("location"), format!("/api/guestbook/{}", book.entry));
    let first = first.json();
    assert_eq!(
        first,
        json!({
            "id": first["id"], "authorName": "Minh L.", "comment": "We were there in May.", "parentCommentId": null,
            "createdAt": "2026-11-21T08:00:00.000Z", "status": "approved", "isOwn": true,
        })
    );
    let answer = json!({ "comment": "In the rain?", "parentCommentId": first["id"] });
    let answer = book.says(&book.linh, answer).await.is(201).json();
    assert_eq!(answer["parentCommentId"], first["id"]);
    // The next read shows them, oldest first, wherever the entry stands.
    let seen = book.seen_by(&visitor).await;
    let comments: Vec<&Value> =
        seen["comments"].as_array().unwrap().iter().map(|comment| &comment["comment"]).collect();
    assert_eq!(
        (&seen["commentCount"], comments),
        (&json!(2), vec![&json!("We were there in May."), &json!("In the rain?")])
    );
    assert_eq!(seen["comments"][0]["isOwn"], false);
    assert_eq!(visitor.get("/api/guestbook").await.json()[0]["commentCount"], 2);
    let whole = book.admin.get("/api/admin/guestbook/approved").await.is(200).json()[0].clone();
    assert_eq!((&whole["commentCount"], &whole["comments"][1]["authorName"]), (&json!(2), &json!("Linh Trần")));
    // One level of answers.
    let refused = book.says(&book.minh, json!({ "comment": "Yes", "parentCommentId": answer["id"] })).await.is(422);
    let sentence = json!([{ "field": "parentCommentId", "message": "An answer cannot be answered" }]);
    assert_eq!(refused.json()["errors"], sentence);
    for nowhere in [0, 999] {
        let refused = book.says(&book.minh, json!({ "comment": "Yes", "parentCommentId": nowhere })).await.is(422);
        let sentence = json!([{ "field": "parentCommentId", "message": "There is no such comment" }]);
        assert_eq!(refused.json()["errors"], sentence);
    }
    // Under another entry it is another conversation.
    let other = id(&book.minh.posts("Another day").await);
    book.admin.judges(other, "approved").await;
    let strayed = json!({ "comment": "Yes", "parentCommentId": first["id"] });
    book.minh.post(&format!("/api/guestbook/{other}/comments"), strayed).await.is(422);
    assert_eq!(book.seen_by(&visitor).await["commentCount"], 2);
}

// R114
#[rstest]
#[tokio::test]
async fn comment_length_is_counted_after_normalization(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(book) = Book::open(engine).await else { return };
    let (required, long) = ("Comment is required", "Comment must be less than 500 characters");
    for form in ["\u{1ed9}", "o\u{323}\u{302}"] {
        for (count, sentence) in [(0, Some(required)), (1, None), (500, None), (501, Some(long))] {
            let answer = book.says(&book.minh, json!({ "comment": form.repeat(count) })).await;
            match sentence {
                None => assert_eq!(answer.is(201).json()["comment"], "\u{1ed9}".repeat(count)),
                Some(sentence) => assert_eq!(
                    answer.is(422).json()["errors"],
                    json!([{ "field": "comment", "message": sentence }]),
                    "{count}"
                ),
            }
        }
    }
    book.says(&book.guide.visitor(), json!({ "comment": "Hello" })).await.is(401);
    for field in ["status", "spamScore", "authorName", "message"] {
        assert_eq!(book.says(&book.minh, json!({ "comment": "Hello", field: "x" })).await.is(400).fields(), [field]);
    }
}

#[rstest]
#[tokio::test]
async fn comments_open_with_the_entry(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(book) = Book::open(engine).await else { return };
    let waiting = id(&book.linh.posts("It waits").await);
    let path = format!("/api/guestbook/{waiting}/comments");
    let refused = book.linh.post(&path, json!({ "comment": "Soon" })).await.is(409);
    assert_eq!(refused.json()["detail"], "Comments open when this entry has been approved");
    book.minh.post(&path, json!({ "comment": "Soon" })).await.is(404);
    book.minh.post("/api/guestbook/999/comments", json!({ "comment": "Soon" })).await.is(404);
    book.admin.judges(waiting, "approved").await;
    book.minh.post(&path, json!({ "comment": "Now" })).await.is(201);
    // With the entry they close again, and go.
    book.admin.post(&format!("/api/admin/guestbook/{waiting}/undo"), json!({})).await.is(200);
    book.minh.post(&path, json!({ "comment": "Still" })).await.is(404);
    book.admin.delete(&format!("/api/admin/guestbook/{waiting}")).await.is(204);
    assert_eq!(book.admin.get("/api/admin/comments?status=approved").await.is(200).text, "[]");
}

// R319
#[rstest]
#[tokio::test]
async fn waiting_comment_is_visible_to_its_author_only_until_approved(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(book) = Book::open(engine).await else { return };
    let visitor = book.guide.visitor();
    for status in ["pending", "spam"] {
        let comment = book.says(&book.minh, json!({ "comment": format!("Hush {status}") })).await.is(201).json();
        book.holds(id(&comment), status).await;
    }
    for reader in [&book.linh, &book.admin] {
        assert_eq!(book.seen_by(reader).await["commentCount"], 0);
        assert!(!reader.get("/api/guestbook").await.text.contains("Hush"));
    }
    let own = book.seen_by(&book.minh).await;
    assert_eq!(own["commentCount"], 2);
    assert!(own["comments"].as_array().unwrap().iter().all(|one| one["status"] == "pending"), "nobody hears of spam");
    // Nobody answers what they cannot see.
    let waiting = book.admin.get("/api/admin/comments").await.is(200);
    assert_eq!(waiting.header("x-total-count"), "1");
    let waiting = waiting.json()[0].clone();
    assert_eq!(
        (&waiting["entryMessage"], &waiting["authorName"], &waiting["authorEmail"], &waiting["spamScore"]),
        (&json!("Mist on the river"), &json!("Minh Le"), &json!("minh-le@example.org"), &json!(55))
    );
    let counts = book.admin.get("/api/admin/guestbook/counts").await.is(200).json();
    assert_eq!(counts["comments"], 1);
    book.says(&book.linh, json!({ "comment": "Why?", "parentCommentId": waiting["id"] })).await.is(422);
    // Let through, it is there at the next read; and it is settled.
    let moderate = format!("/api/admin/comments/{}/moderate", waiting["id"]);
    let settled = book.admin.post(&moderate, json!({ "status": "approved", "notes": "Known" })).await.is(200).json();
    assert_eq!(
        (&settled["status"], &settled["notes"], &settled["moderatedAt"]),
        (&json!("approved"), &json!("Known"), &json!("2026-11-21T08:00:00.000Z"))
    );
    assert_eq!(book.seen_by(&visitor).await["comments"][0]["comment"], "Hush pending");
    let refused = book.admin.post(&moderate, json!({ "status": "spam" })).await.is(409);
    assert_eq!(refused.json()["detail"], "This has been settled and can only be edited");
    book.admin.post(&moderate, json!({ "status": "pending" })).await.is(422);
    let spam = book.admin.get("/api/admin/comments?status=spam").await.is(200).json();
    let spam = format!("/api/admin/comments/{}", spam[0]["id"]);
    book.admin.post(&format!("{spam}/moderate"), json!({ "status": "rejected" })).await.is(200);
    assert_eq!(book.seen_by(&book.minh).await["commentCount"], 1, "turned down is gone for its author too");
    book.admin.delete(&spam).await.is(204);
    book.admin.delete(&spam).await.is(404);
    book.admin.get("/api/admin/comments?status=new").await.is(400);
}

#[rstest]
#[tokio::test]
async fn a_deleted_comment_takes_its_answers_along_and_the_place_s_page_hears_of_it(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(book) = Book::open(engine).await else { return };
    let cave = book.admin.adds_category("Caves").await;
    let place = book.admin.adds(a_place("Dark Cave", cave)).await;
    let change = json!({ "relatedPlaceId": place["id"] });
    book.admin.put(&format!("/api/admin/guestbook/{}", book.entry), change).await.is(200);
    let first = book.says(&book.minh, json!({ "comment": "First" })).await.is(201).json();
    book.says(&book.linh, json!({ "comment": "Answer", "parentCommentId": first["id"] })).await.is(201);
    let of_place = format!("/api/businesses/{}/guestbook", place["id"]);
    let visitor = book.guide.visitor();
    assert_eq!(visitor.get(&of_place).await.json()[0]["commentCount"], 2);
    let comment = format!("/api/admin/comments/{}", first["id"]);
    let before = visitor.get(&of_place).await.json();
    book.admin.delete(&comment).await.is(204);
    assert_eq!(visitor.get(&of_place).await.json()[0]["commentCount"], 0);
    assert_eq!(book.admin.get("/api/admin/comments?status=approved").await.json(), json!([]));
    // A slip: both come back as they were, within ten minutes.
    book.guide.app.clock.advance(600);
    let back = book.admin.post(&format!("{comment}/restore"), json!({})).await.is(200).json();
    assert_eq!((&back["comment"], &back["status"]), (&json!("First"), &json!("approved")));
    assert_eq!(visitor.get(&of_place).await.json(), before);
    book.admin.post(&format!("{comment}/restore"), json!({})).await.is(404);
    // An answer does not come back under what is deleted itself.
    let answer = format!("/api/admin/comments/{}", before[0]["comments"][1]["id"]);
    book.admin.delete(&answer).await.is(204);
    book.guide.app.clock.advance(1);
    book.admin.delete(&comment).await.is(204);
    book.admin.post(&format!("{answer}/restore"), json!({})).await.is(404);
    book.admin.post(&format!("{comment}/restore"), json!({})).await.is(200);
    book.admin.post(&format!("{answer}/restore"), json!({})).await.is(200);
    assert_eq!(visitor.get(&of_place).await.json(), before);
    book.admin.delete(&comment).await.is(204);
    book.guide.app.clock.advance(601);
    book.admin.post(&format!("{comment}/restore"), json!({})).await.is(404);
    trash::empty(&book.guide.app).await.unwrap();
    let rows = "select count(*) from guestbook_comment";
    let rows: i64 = with_pool!(&book.guide.app.db, |engine| sqlx::query_scalar(rows).fetch_one(engine)).unwrap();
    assert_eq!(rows, 0);
}

#[rstest]
#[tokio::test]
async fn an_entry_carries_its_first_hundred_comments(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(book) = Book::open(engine).await else { return };
    for n in 0..102 {
        let said = book.says(&book.minh, json!({ "comment": format!("Comment {n}") })).await.is(201).json();
        book.holds(id(&said), "approved").await;
    }
    // Something that touches the entry: what was kept meanwhile is made anew.
    book.admin.put(&format!("/api/admin/guestbook/{}", book.entry), json!({ "rating": 5 })).await.is(200);
    let seen = book.seen_by(&book.guide.visitor()).await;
    let comments = seen["comments"].as_array().unwrap();
    assert_eq!((&seen["commentCount"], comments.len()), (&json!(102), 100));
    assert_eq!((&comments[0]["comment"], &comments[99]["comment"]), (&json!("Comment 0"), &json!("Comment 99")));
}
