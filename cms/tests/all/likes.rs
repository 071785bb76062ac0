//! Hearts: whose they are, how many, and what they leave alone.

use futures_util::future::join_all;
use rstest::rstest;
use serde_json::{Value, json};

use crate::people::Person;
use crate::things::a_place;
use crate::world::{Engine, Guide, Postgres, Sqlite};

const TOGGLE: &str = "/api/user/likes/toggle";
const LIKES: &str = "/api/user/likes";

impl Person {
    /// Presses the heart; answers whether it is on, and how many are.
    async fn toggles(&self, place: &Value) -> (bool, i64) {
        let answer = self.post(TOGGLE, json!({ "businessId": place["id"] })).await.is(200).json();
        assert_eq!(answer["businessId"], place["id"]);
        (answer["isLiked"].as_bool().unwrap(), answer["likeCount"].as_i64().unwrap())
    }

    /// How a place looks to them: whether they like it, and how many do.
    async fn sees(&self, place: &Value) -> (bool, i64) {
        let one = self.get(&format!("/api/businesses/{}", place["id"])).await.is(200).json();
        let list = self.get("/api/businesses").await.is(200).json();
        let listed = list.as_array().unwrap().iter().find(|listed| listed["id"] == place["id"]).unwrap();
        let hearts = |place: &Value| (place["isLiked"].as_bool().unwrap(), place["likeCount"].as_i64().unwrap());
        assert_eq!(hearts(&one), hearts(listed));
        hearts(&one)
    }
}

async fn two_places(guide: &Guide) -> (Person, Value, Value) {
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let (one, other) = (admin.adds(a_place("Dark Cave", cave)).await, admin.adds(a_place("Paradise Cave", cave)).await);
    (admin, one, other)
}

// R80, R170
#[rstest]
#[tokio::test]
async fn like_is_per_account_and_its_count_public(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, dark, paradise) = two_places(&guide).await;
    let (linh, minh, visitor) = (guide.traveller("Linh Tran").await, guide.traveller("Minh Le").await, guide.visitor());
    assert_eq!(visitor.sees(&dark).await, (false, 0));
    assert_eq!(linh.toggles(&dark).await, (true, 1));
    assert_eq!(linh.sees(&dark).await, (true, 1));
    // One like lights one heart: not the other place's, not another's, not a stranger's kept answer.
    assert_eq!(linh.sees(&paradise).await, (false, 0));
    for other in [&minh, &visitor, &admin] {
        assert_eq!(other.sees(&dark).await, (false, 1));
    }
    let path = format!("{LIKES}/{}", dark["id"]);
    for _ in 0..2 {
        let said = minh.put(&path, json!({})).await.is(200).json();
        assert_eq!(said, json!({ "businessId": dark["id"], "isLiked": true, "likeCount": 2 }), "twice is once");
    }
    for _ in 0..2 {
        let said = minh.delete(&path).await.is(200).json();
        assert_eq!(said, json!({ "businessId": dark["id"], "isLiked": false, "likeCount": 1 }));
    }
    assert_eq!((minh.sees(&dark).await, visitor.sees(&dark).await), ((false, 1), (false, 1)));
    // An edit keeps hearts and number, and a record that was read may be sent back whole.
    admin.put(&path, json!({})).await.is(200);
    let address = format!("/api/businesses/{}", dark["id"]);
    let record = admin.get(&address).await.json();
    let edited = admin.put(&address, crate::things::with(record, json!({ "likeCount": 99 }))).await.is(200).json();
    assert_eq!((&edited["isLiked"], &edited["likeCount"]), (&json!(true), &json!(2)));
    assert_eq!(linh.toggles(&dark).await, (false, 1));
    assert_eq!(linh.get(LIKES).await.is(200).text, "[]");
}

// R116, R118
#[rstest]
#[tokio::test]
async fn saved_places_are_listed_newest_like_first(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, dark, paradise) = two_places(&guide).await;
    let linh = guide.traveller("Linh Tran").await;
    linh.toggles(&paradise).await;
    guide.app.clock.advance(1);
    linh.toggles(&dark).await;
    let saved = linh.get(LIKES).await.is(200);
    assert_eq!((saved.names(), saved.header("x-total-count")), (vec!["Dark Cave".into(), "Paradise Cave".into()], "2"));
    let first = saved.json()[0].clone();
    assert_eq!(
        (&first["isLiked"], &first["likeCount"], &first["category"]["name"]),
        (&json!(true), &json!(1), &json!("Caves"))
    );
    assert_eq!(first["ownerId"], Value::Null);
    let page = linh.get(&format!("{LIKES}?limit=1")).await.is(200);
    assert_eq!(
        (page.names(), page.header("link")),
        (vec!["Dark Cave".into()], "</api/user/likes?limit=1&offset=1>; rel=\"next\"")
    );
    assert_eq!(linh.get(&format!("{LIKES}?limit=1&offset=1")).await.names(), ["Paradise Cave"]);
    linh.get(&format!("{LIKES}?userId=1")).await.is(400);
    assert_eq!(guide.traveller("Minh Le").await.get(LIKES).await.is(200).text, "[]");
    // What is hidden is not shown here either, and comes back with its heart.
    let address = format!("/api/businesses/{}", dark["id"]);
    admin.put(&address, json!({ "isActive": false })).await.is(200);
    let saved = linh.get(LIKES).await.is(200);
    assert_eq!((saved.names(), saved.header("x-total-count")), (vec!["Paradise Cave".into()], "1"));
    for (method, path) in [("post", TOGGLE.to_owned()), ("put", format!("{LIKES}/{}", dark["id"]))] {
        let body = if method == "post" { json!({ "businessId": dark["id"] }) } else { json!({}) };
        let answer = if method == "post" { linh.post(&path, body).await } else { linh.put(&path, body).await };
        assert_eq!(answer.is(404).json()["detail"], "There is no such place");
    }
    admin.put(&address, json!({ "isActive": true })).await.is(200);
    assert_eq!(linh.sees(&dark).await, (true, 1));
    // Without a session the calls are refused, and nothing changes (R165).
    let visitor = guide.visitor();
    visitor.get(LIKES).await.is(401);
    visitor.post(TOGGLE, json!({ "businessId": dark["id"] })).await.is(401);
    visitor.put(&format!("{LIKES}/{}", dark["id"]), json!({})).await.is(401);
    visitor.delete(&format!("{LIKES}/{}", dark["id"])).await.is(401);
    assert_eq!(visitor.sees(&dark).await, (false, 1));
    linh.post(TOGGLE, json!({ "businessId": 999 })).await.is(404);
    assert_eq!(linh.post(TOGGLE, json!({})).await.is(422).fields(), ["businessId"]);
    assert_eq!(linh.post(TOGGLE, json!({ "businessId": 1, "userId": "me" })).await.is(400).fields(), ["userId"]);
}

// R170
#[rstest]
#[tokio::test]
async fn fifty_concurrent_toggles_of_one_account_end_like_fifty_in_a_row(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (_, dark, _) = two_places(&guide).await;
    let linh = guide.traveller("Linh Tran").await;
    for (toggles, end) in [(50, (false, 0)), (51, (true, 1)), (50, (true, 1)), (49, (false, 0))] {
        let said = join_all((0..toggles).map(|_| linh.toggles(&dark))).await;
        assert_eq!(said.iter().filter(|(is_liked, count)| *count != i64::from(*is_liked)).count(), 0, "{said:?}");
        assert_eq!(linh.sees(&dark).await, end, "after {toggles}");
        assert_eq!(linh.get(LIKES).await.names().len(), usize::from(end.0));
    }
}

// R170
#[rstest]
#[tokio::test]
async fn concurrent_toggles_of_fifty_accounts_count_fifty(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (_, dark, _) = two_places(&guide).await;
    let mut crowd = Vec::new();
    for n in 0..50 {
        crowd.push(guide.traveller(&format!("Guest Number{n}")).await);
    }
    let mut counts: Vec<i64> =
        join_all(crowd.iter().map(|guest| guest.toggles(&dark))).await.into_iter().map(|(_, count)| count).collect();
    counts.sort();
    assert_eq!(counts, (1..=50).collect::<Vec<_>>(), "each was told a number of its own");
    assert_eq!(guide.visitor().sees(&dark).await, (false, 50));
    let away = join_all(crowd[..20].iter().map(|guest| guest.toggles(&dark))).await;
    assert!(away.iter().all(|(is_liked, _)| !is_liked));
    assert_eq!(guide.visitor().sees(&dark).await, (false, 30));
}
