//! Likes of places: at most one for each account and place, their count, and concurrent changes.

use futures_util::future::join_all;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::place_json;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

const TOGGLE_LIKE_PATH: &str = "/api/user/likes/toggle";
const LIKES_PATH: &str = "/api/user/likes";

impl TestClient {
    /// Toggles the like of the account. Returns whether the account likes the place now, and the count of likes.
    async fn toggle_like(&self, place: &Value) -> (bool, i64) {
        let response = self.post(TOGGLE_LIKE_PATH, json!({ "businessId": place["id"] })).await.is(200).json();
        assert_eq!(response["businessId"], place["id"]);
        (response["isLiked"].as_bool().unwrap(), response["likeCount"].as_i64().unwrap())
    }

    /// Whether the caller likes the place, and the count of likes. Asserts that the list of places and the single place
    /// have the same values.
    async fn like_state(&self, place: &Value) -> (bool, i64) {
        let single_place = self.get(&format!("/api/businesses/{}", place["id"])).await.is(200).json();
        let list = self.get("/api/businesses").await.is(200).json();
        let listed = list.as_array().unwrap().iter().find(|listed| listed["id"] == place["id"]).unwrap();
        let like_fields = |place: &Value| (place["isLiked"].as_bool().unwrap(), place["likeCount"].as_i64().unwrap());
        assert_eq!(like_fields(&single_place), like_fields(listed));
        like_fields(&single_place)
    }
}

async fn add_admin_and_two_places(guide: &TestApp) -> (TestClient, Value, Value) {
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let (dark, paradise) = (
        admin.add_place(place_json("Dark Cave", category_id)).await,
        admin.add_place(place_json("Paradise Cave", category_id)).await,
    );
    (admin, dark, paradise)
}

// R80, R170
#[rstest]
#[tokio::test]
async fn like_is_per_account_and_its_count_is_public(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, dark, paradise) = add_admin_and_two_places(&guide).await;
    let (linh, minh, anonymous) = (guide.viewer("Linh Tran").await, guide.viewer("Minh Le").await, guide.anonymous());
    assert_eq!(anonymous.like_state(&dark).await, (false, 0));
    assert_eq!(linh.toggle_like(&dark).await, (true, 1));
    assert_eq!(linh.like_state(&dark).await, (true, 1));
    // A like sets `isLiked` of one place for one account. Other callers see only the new count.
    assert_eq!(linh.like_state(&paradise).await, (false, 0));
    for other in [&minh, &anonymous, &admin] {
        assert_eq!(other.like_state(&dark).await, (false, 1));
    }
    let path = format!("{LIKES_PATH}/{}", dark["id"]);
    for _ in 0..2 {
        let result = minh.put(&path, json!({})).await.is(200).json();
        assert_eq!(
            result,
            json!({ "businessId": dark["id"], "isLiked": true, "likeCount": 2 }),
            "a repeated call changes nothing"
        );
    }
    for _ in 0..2 {
        let result = minh.delete(&path).await.is(200).json();
        assert_eq!(result, json!({ "businessId": dark["id"], "isLiked": false, "likeCount": 1 }));
    }
    assert_eq!((minh.like_state(&dark).await, anonymous.like_state(&dark).await), ((false, 1), (false, 1)));
    // An edit of the place keeps its likes and their count. The update may contain all fields of the response, but
    // `likeCount` is ignored.
    admin.put(&path, json!({})).await.is(200);
    let place_path = format!("/api/businesses/{}", dark["id"]);
    let record = admin.get(&place_path).await.json();
    let edited =
        admin.put(&place_path, crate::fixtures::with_changes(record, json!({ "likeCount": 99 }))).await.is(200).json();
    assert_eq!((&edited["isLiked"], &edited["likeCount"]), (&json!(true), &json!(2)));
    assert_eq!(linh.toggle_like(&dark).await, (false, 1));
    assert_eq!(linh.get(LIKES_PATH).await.is(200).text, "[]");
}

// R116, R118
#[rstest]
#[tokio::test]
async fn saved_places_are_listed_newest_like_first(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, dark, paradise) = add_admin_and_two_places(&guide).await;
    let linh = guide.viewer("Linh Tran").await;
    linh.toggle_like(&paradise).await;
    guide.app.clock.advance(1);
    linh.toggle_like(&dark).await;
    let saved = linh.get(LIKES_PATH).await.is(200);
    assert_eq!((saved.names(), saved.header("x-total-count")), (vec!["Dark Cave".into(), "Paradise Cave".into()], "2"));
    let first = saved.json()[0].clone();
    assert_eq!(
        (&first["isLiked"], &first["likeCount"], &first["category"]["name"]),
        (&json!(true), &json!(1), &json!("Caves"))
    );
    assert_eq!(first["ownerId"], Value::Null);
    let page = linh.get(&format!("{LIKES_PATH}?limit=1")).await.is(200);
    assert_eq!(
        (page.names(), page.header("link")),
        (vec!["Dark Cave".into()], "</api/user/likes?limit=1&offset=1>; rel=\"next\"")
    );
    assert_eq!(linh.get(&format!("{LIKES_PATH}?limit=1&offset=1")).await.names(), ["Paradise Cave"]);
    linh.get(&format!("{LIKES_PATH}?userId=1")).await.is(400);
    assert_eq!(guide.viewer("Minh Le").await.get(LIKES_PATH).await.is(200).text, "[]");
    // An inactive place is not listed. Once the place is active again, it still has its like.
    let place_path = format!("/api/businesses/{}", dark["id"]);
    admin.put(&place_path, json!({ "isActive": false })).await.is(200);
    let saved = linh.get(LIKES_PATH).await.is(200);
    assert_eq!((saved.names(), saved.header("x-total-count")), (vec!["Paradise Cave".into()], "1"));
    for (method, path) in [("post", TOGGLE_LIKE_PATH.to_owned()), ("put", format!("{LIKES_PATH}/{}", dark["id"]))] {
        let body = if method == "post" { json!({ "businessId": dark["id"] }) } else { json!({}) };
        let response = if method == "post" { linh.post(&path, body).await } else { linh.put(&path, body).await };
        assert_eq!(response.is(404).json()["detail"], "This place does not exist");
    }
    admin.put(&place_path, json!({ "isActive": true })).await.is(200);
    assert_eq!(linh.like_state(&dark).await, (true, 1));
    let anonymous = guide.anonymous();
    anonymous.get(LIKES_PATH).await.is(401);
    anonymous.post(TOGGLE_LIKE_PATH, json!({ "businessId": dark["id"] })).await.is(401);
    anonymous.put(&format!("{LIKES_PATH}/{}", dark["id"]), json!({})).await.is(401);
    anonymous.delete(&format!("{LIKES_PATH}/{}", dark["id"])).await.is(401);
    assert_eq!(anonymous.like_state(&dark).await, (false, 1));
    linh.post(TOGGLE_LIKE_PATH, json!({ "businessId": 999 })).await.is(404);
    assert_eq!(linh.post(TOGGLE_LIKE_PATH, json!({})).await.is(422).fields(), ["businessId"]);
    assert_eq!(
        linh.post(TOGGLE_LIKE_PATH, json!({ "businessId": 1, "userId": "me" })).await.is(400).fields(),
        ["userId"]
    );
}

// R170
#[rstest]
#[tokio::test]
async fn concurrent_toggles_of_one_account_end_as_sequential_ones(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (_, dark, _) = add_admin_and_two_places(&guide).await;
    let linh = guide.viewer("Linh Tran").await;
    for (toggle_count, end_state) in [(50, (false, 0)), (51, (true, 1)), (50, (true, 1)), (49, (false, 0))] {
        let states = join_all((0..toggle_count).map(|_| linh.toggle_like(&dark))).await;
        assert_eq!(states.iter().filter(|(is_liked, count)| *count != i64::from(*is_liked)).count(), 0, "{states:?}");
        assert_eq!(linh.like_state(&dark).await, end_state, "after {toggle_count}");
        assert_eq!(linh.get(LIKES_PATH).await.names().len(), usize::from(end_state.0));
    }
}

// R170
#[rstest]
#[tokio::test]
async fn concurrent_toggles_of_fifty_accounts_count_fifty(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (_, dark, _) = add_admin_and_two_places(&guide).await;
    let mut clients = Vec::new();
    for n in 0..50 {
        clients.push(guide.viewer(&format!("Guest Number{n}")).await);
    }
    let mut counts: Vec<i64> = join_all(clients.iter().map(|guest| guest.toggle_like(&dark)))
        .await
        .into_iter()
        .map(|(_, count)| count)
        .collect();
    counts.sort();
    assert_eq!(counts, (1..=50).collect::<Vec<_>>(), "each response had another count");
    assert_eq!(guide.anonymous().like_state(&dark).await, (false, 50));
    let second_toggles = join_all(clients[..20].iter().map(|guest| guest.toggle_like(&dark))).await;
    assert!(second_toggles.iter().all(|(is_liked, _)| !is_liked));
    assert_eq!(guide.anonymous().like_state(&dark).await, (false, 30));
}
