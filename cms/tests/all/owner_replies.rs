//! Replies of owners to guestbook entries: who may reply, how often, and who sees the reply.

use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::place_json;
use crate::guestbook::id;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

/// An app with a pending entry about the public place of an owner.
struct OwnerReplyFixture {
    guide: TestApp,
    admin: TestClient,
    owner: TestClient,
    place: Value,
    entry: i64,
}

impl OwnerReplyFixture {
    async fn start(engine: Engine) -> Option<Self> {
        let guide = TestApp::start_with_arguments(engine, &["--api-only", "--posts-per-hour", "0"]).await?;
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
    async fn first_entry_read_by(&self, client: &TestClient) -> Value {
        let path = format!("/api/businesses/{}/guestbook", self.place);
        client.get(&path).await.is(200).json()[0].clone()
    }
}

// R550
#[rstest]
#[tokio::test]
async fn owner_replies_once_and_the_reply_is_public_under_the_name_of_the_place_after_approval(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(fixture) = OwnerReplyFixture::start(engine).await else { return };
    let (owner, anonymous, path) = (&fixture.owner, fixture.guide.anonymous(), fixture.owner_reply_path());
    owner.post(&path, json!({ "comment": "Thank you" })).await.is(404);
    fixture.admin.moderate(fixture.entry, "approved").await;
    assert_eq!(fixture.first_entry_read_by(owner).await["canReply"], true);
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
    assert_eq!(owner.post(&path, owner_reply_json()).await.is(409).json()["code"], "owner_reply_exists");
    let owner_view = fixture.first_entry_read_by(owner).await;
    assert_eq!(
        (&owner_view["ownerReply"], &owner_view["canReply"], &owner_view["commentCount"]),
        (&expected, &json!(false), &json!(0))
    );
    assert_eq!(fixture.first_entry_read_by(&anonymous).await["ownerReply"], Value::Null);
    let pending_comments = fixture.admin.get("/api/admin/comments").await.is(200).json();
    assert_eq!(
        (&pending_comments[0]["id"], &pending_comments[0]["replyPlaceName"], &pending_comments[0]["authorName"]),
        (&reply["id"], &json!("Hang Đèn Lồng"), &json!("Minh Lê"))
    );
    fixture.approve(&reply).await;
    let public_entry = fixture.first_entry_read_by(&anonymous).await;
    assert_eq!(public_entry["ownerReply"]["comment"], "Cảm ơn bạn!");
    assert_eq!((&public_entry["commentCount"], &public_entry["comments"]), (&json!(0), &json!([])));
    let text = public_entry.to_string();
    assert!(!text.contains("Minh") && !text.contains("example.org"), "{text}");
    // A comment that replies to an owner reply is refused.
    let comment = json!({ "comment": "Good to know", "parentCommentId": reply["id"] });
    owner.post(&format!("/api/guestbook/{}/comments", fixture.entry), comment).await.is(422);
}

fn owner_reply_json() -> Value {
    json!({ "comment": "Thank you" })
}

// R550
#[rstest]
#[tokio::test]
async fn reply_is_changed_before_review_only_and_deleted_by_the_present_owner_or_an_admin(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(fixture) = OwnerReplyFixture::start(engine).await else { return };
    let (owner, admin, path) = (&fixture.owner, &fixture.admin, fixture.owner_reply_path());
    admin.moderate(fixture.entry, "approved").await;
    let (other_owner, viewer) = (fixture.guide.owner("Hoa Phạm").await, fixture.guide.viewer("Đức Lê").await);
    for client in [&other_owner, admin, &viewer] {
        client.post(&path, owner_reply_json()).await.is(403);
    }
    owner.put(&path, owner_reply_json()).await.is(404);
    let first_reply = owner.post(&path, owner_reply_json()).await.is(201).json();
    let changed_reply = owner.put(&path, json!({ "comment": "Thank you all" })).await.is(200).json();
    let moderate_path = format!("/api/admin/comments/{}/moderate", first_reply["id"]);
    admin.post(&moderate_path, json!({ "status": "approved" })).await.is(404);
    fixture.approve(&changed_reply).await;
    assert_eq!(owner.put(&path, owner_reply_json()).await.is(409).json()["code"], "already_decided");
    // The reply stays public when the place gets another owner. The new owner cannot add a second reply, but can delete
    // the first one. The former owner cannot reply again.
    let place = format!("/api/businesses/{}", fixture.place);
    admin.put(&place, json!({ "ownerId": other_owner.id })).await.is(200);
    assert_eq!(fixture.first_entry_read_by(&fixture.guide.anonymous()).await["ownerReply"]["comment"], "Thank you all");
    other_owner.post(&path, owner_reply_json()).await.is(409);
    viewer.delete(&path).await.is(403);
    other_owner.delete(&path).await.is(204);
    assert_eq!(fixture.first_entry_read_by(&fixture.guide.anonymous()).await["ownerReply"], Value::Null);
    owner.post(&path, owner_reply_json()).await.is(403);
    let new_owner_reply = other_owner.post(&path, owner_reply_json()).await.is(201).json();
    // An admin deletes a reply like any comment. The owner can reply again at once.
    admin.delete(&format!("/api/admin/comments/{}", new_owner_reply["id"])).await.is(204);
    let last_reply = other_owner.post(&path, owner_reply_json()).await.is(201).json();
    admin.post(&format!("/api/admin/comments/{}/restore", new_owner_reply["id"]), json!({})).await.is(404);
    let last_moderate_path = format!("/api/admin/comments/{}/moderate", last_reply["id"]);
    admin.post(&last_moderate_path, json!({ "status": "rejected" })).await.is(200);
    other_owner.post(&path, owner_reply_json()).await.is(409);
    other_owner.delete(&path).await.is(404);
}

// R550, R319
#[rstest]
#[tokio::test]
async fn reply_is_shown_only_at_an_entry_about_its_public_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(fixture) = OwnerReplyFixture::start(engine).await else { return };
    let (admin, anonymous) = (&fixture.admin, fixture.guide.anonymous());
    admin.moderate(fixture.entry, "approved").await;
    let reply = fixture.owner.post(&fixture.owner_reply_path(), owner_reply_json()).await.is(201).json();
    fixture.approve(&reply).await;
    let entry = format!("/api/guestbook/{}", fixture.entry);
    let shown_place_name = async || anonymous.get(&entry).await.is(200).json()["ownerReply"]["placeName"].clone();
    assert_eq!(shown_place_name().await, "Hang Đèn Lồng");
    let place = format!("/api/businesses/{}", fixture.place);
    admin.put(&place, json!({ "name": "Hang Sáng" })).await.is(200);
    assert_eq!(shown_place_name().await, "Hang Sáng");
    admin.put(&place, json!({ "isActive": false })).await.is(200);
    assert_eq!(shown_place_name().await, Value::Null);
    admin.put(&place, json!({ "isActive": true })).await.is(200);
    let category = admin.add_category("Boats").await;
    let other_place = admin.add_place(place_json("Bến Thuyền", category)).await["id"].clone();
    let entry_admin_path = format!("/api/admin/guestbook/{}", fixture.entry);
    admin.put(&entry_admin_path, json!({ "relatedPlaceId": other_place })).await.is(200);
    assert_eq!(shown_place_name().await, Value::Null, "another place did not reply");
}
