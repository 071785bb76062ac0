//! Replies of owners to guestbook entries: who may reply, how often, and who sees the reply.

use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::place_json;
use crate::guestbook::id;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

/// An app with a pending entry about the public place of an owner.
struct ReplyFixture {
    guide: TestApp,
    admin: TestClient,
    owner: TestClient,
    place: Value,
    entry: i64,
}

impl ReplyFixture {
    async fn start(engine: Engine) -> Option<Self> {
        let guide = TestApp::start_with(engine, &["--api-only", "--posts-per-hour", "0"]).await?;
        let (admin, owner) = (guide.admin().await, guide.owner("Minh Lê").await);
        let category = admin.add_category("Caves").await;
        let place = owner.add_place(place_json("Hang Đèn Lồng", category)).await["id"].clone();
        admin.put(&format!("/api/businesses/{place}"), json!({ "isActive": true })).await.is(200);
        let linh = guide.viewer("Linh Trần").await;
        let form = json!({ "message": "Mist on the river", "relatedPlaceId": place });
        let entry = id(&linh.add_entry_with(form).await);
        Some(Self { guide, admin, owner, place, entry })
    }

    fn owner_reply_path(&self) -> String {
        format!("/api/guestbook/{}/owner-reply", self.entry)
    }

    async fn approve(&self, reply: &Value) {
        let path = format!("/api/admin/comments/{}/moderate", reply["id"]);
        self.admin.post(&path, json!({ "status": "approved" })).await.is(200);
    }

    /// The first entry in the guestbook list of the place, as this client reads it.
    async fn entry_for(&self, who: &TestClient) -> Value {
        let path = format!("/api/businesses/{}/guestbook", self.place);
        who.get(&path).await.is(200).json()[0].clone()
    }
}

// R550
#[rstest]
#[tokio::test]
async fn owner_replies_once_and_the_reply_is_public_under_the_name_of_the_place_after_approval(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(fixture) = ReplyFixture::start(engine).await else { return };
    let (owner, anonymous, path) = (&fixture.owner, fixture.guide.anonymous(), fixture.owner_reply_path());
    owner.post(&path, json!({ "comment": "Thank you" })).await.is(404);
    fixture.admin.moderate(fixture.entry, "approved").await;
    assert_eq!(fixture.entry_for(owner).await["canReply"], true);
    owner.post(&path, json!({ "comment": " \n" })).await.is(422);
    owner.post(&path, json!({ "comment": "x".repeat(501) })).await.is(422);
    let reply = owner.post(&path, json!({ "comment": " Cảm ơn bạn! " })).await.is(201);
    assert_eq!(reply.header("location"), format!("/api/guestbook/{}", fixture.entry));
    let reply = reply.json();
    let expected = json!({
        "id": reply["id"], "placeName": "Hang Đèn Lồng", "comment": "Cảm ơn bạn!", "status": "pending",
        "createdAt": "2026-11-21T08:00:00.000Z", "isOwn": true,
    });
    assert_eq!(reply, expected);
    assert_eq!(owner.post(&path, reply_json()).await.is(409).json()["code"], "owner_reply_exists");
    let own = fixture.entry_for(owner).await;
    assert_eq!((&own["ownerReply"], &own["canReply"], &own["commentCount"]), (&expected, &json!(false), &json!(0)));
    assert_eq!(fixture.entry_for(&anonymous).await["ownerReply"], Value::Null);
    let waiting = fixture.admin.get("/api/admin/comments").await.is(200).json();
    assert_eq!(
        (&waiting[0]["id"], &waiting[0]["replyPlaceName"], &waiting[0]["authorName"]),
        (&reply["id"], &json!("Hang Đèn Lồng"), &json!("Minh Lê"))
    );
    fixture.approve(&reply).await;
    let public = fixture.entry_for(&anonymous).await;
    assert_eq!(public["ownerReply"]["comment"], "Cảm ơn bạn!");
    assert_eq!((&public["commentCount"], &public["comments"]), (&json!(0), &json!([])));
    let text = public.to_string();
    assert!(!text.contains("Minh") && !text.contains("example.org"), "{text}");
    // A comment that replies to an owner reply is refused.
    let comment = json!({ "comment": "Good to know", "parentCommentId": reply["id"] });
    owner.post(&format!("/api/guestbook/{}/comments", fixture.entry), comment).await.is(422);
}

fn reply_json() -> Value {
    json!({ "comment": "Thank you" })
}

// R550
#[rstest]
#[tokio::test]
async fn reply_is_changed_before_review_only_and_deleted_by_the_present_owner_or_an_admin(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(fixture) = ReplyFixture::start(engine).await else { return };
    let (owner, admin, path) = (&fixture.owner, &fixture.admin, fixture.owner_reply_path());
    admin.moderate(fixture.entry, "approved").await;
    let (other, viewer) = (fixture.guide.owner("Hoa Phạm").await, fixture.guide.viewer("Đức Lê").await);
    for who in [&other, admin, &viewer] {
        who.post(&path, reply_json()).await.is(403);
    }
    owner.put(&path, reply_json()).await.is(404);
    let first = owner.post(&path, reply_json()).await.is(201).json();
    let second = owner.put(&path, json!({ "comment": "Thank you all" })).await.is(200).json();
    let decide = format!("/api/admin/comments/{}/moderate", first["id"]);
    admin.post(&decide, json!({ "status": "approved" })).await.is(404);
    fixture.approve(&second).await;
    assert_eq!(owner.put(&path, reply_json()).await.is(409).json()["code"], "already_decided");
    // The reply stays public when the place gets another owner. The new owner cannot add a second reply, but can delete
    // the first one. The former owner cannot reply again.
    let place = format!("/api/businesses/{}", fixture.place);
    admin.put(&place, json!({ "ownerId": other.id })).await.is(200);
    assert_eq!(fixture.entry_for(&fixture.guide.anonymous()).await["ownerReply"]["comment"], "Thank you all");
    other.post(&path, reply_json()).await.is(409);
    viewer.delete(&path).await.is(403);
    other.delete(&path).await.is(204);
    assert_eq!(fixture.entry_for(&fixture.guide.anonymous()).await["ownerReply"], Value::Null);
    owner.post(&path, reply_json()).await.is(403);
    let third = other.post(&path, reply_json()).await.is(201).json();
    // An admin deletes a reply like any comment. The owner can reply again at once.
    admin.delete(&format!("/api/admin/comments/{}", third["id"])).await.is(204);
    let fourth = other.post(&path, reply_json()).await.is(201).json();
    admin.post(&format!("/api/admin/comments/{}/restore", third["id"]), json!({})).await.is(404);
    let reject = format!("/api/admin/comments/{}/moderate", fourth["id"]);
    admin.post(&reject, json!({ "status": "rejected" })).await.is(200);
    other.post(&path, reply_json()).await.is(409);
    other.delete(&path).await.is(404);
}

// R550, R319
#[rstest]
#[tokio::test]
async fn reply_is_shown_only_at_an_entry_about_its_public_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = ReplyFixture::start(engine).await else { return };
    let (admin, anonymous) = (&fixture.admin, fixture.guide.anonymous());
    admin.moderate(fixture.entry, "approved").await;
    let reply = fixture.owner.post(&fixture.owner_reply_path(), reply_json()).await.is(201).json();
    fixture.approve(&reply).await;
    let entry = format!("/api/guestbook/{}", fixture.entry);
    let shown = async || anonymous.get(&entry).await.is(200).json()["ownerReply"]["placeName"].clone();
    assert_eq!(shown().await, "Hang Đèn Lồng");
    let place = format!("/api/businesses/{}", fixture.place);
    admin.put(&place, json!({ "name": "Hang Sáng" })).await.is(200);
    assert_eq!(shown().await, "Hang Sáng");
    admin.put(&place, json!({ "isActive": false })).await.is(200);
    assert_eq!(shown().await, Value::Null);
    admin.put(&place, json!({ "isActive": true })).await.is(200);
    let category = admin.add_category("Boats").await;
    let other = admin.add_place(place_json("Bến Thuyền", category)).await["id"].clone();
    let moved = format!("/api/admin/guestbook/{}", fixture.entry);
    admin.put(&moved, json!({ "relatedPlaceId": other })).await.is(200);
    assert_eq!(shown().await, Value::Null, "another place did not reply");
}
