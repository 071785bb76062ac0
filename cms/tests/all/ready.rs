//! What is kept ready of places: a list says what the places say, whoever changed what they carry.

use cms::places::{list_cache, opening_hours_refresh};
use cms::{execute, with_pool};
use rstest::rstest;
use serde_json::{Value, json};

use crate::people::Person;
use crate::things::{a_place, with};
use crate::world::{Engine, Guide, Postgres, Sqlite};

impl Guide {
    /// The list as a stranger reads it is each place as a stranger reads it.
    async fn list_agrees(&self, since: &str) {
        let list = self.visitor().get("/api/businesses").await.is(200).json();
        for listed in list.as_array().unwrap() {
            let one = self.visitor().get(&format!("/api/businesses/{}", listed["id"])).await.is(200).json();
            assert_eq!(listed, &one, "{since}");
        }
    }

    /// Puts something else where the list would copy from, as no write does.
    async fn forges(&self, place: &Value) {
        let (id, form) = (place["id"].as_i64().unwrap(), "replace(ready, 'Dark Cave', 'Forged Cave')");
        let forge = format!("update place set list_json = {form} where id = {id}");
        let forged = self.app.publish(move |tx| {
            Box::pin(async move {
                execute!(tx, sqlx::query(sqlx::AssertSqlSafe(forge)))?;
                Ok::<_, cms::db::error::StoreError>(((), vec!["places".to_owned()]))
            })
        });
        forged.await.unwrap();
    }

    async fn count(&self, condition: &str) -> i64 {
        let count = format!("select count(*) from place where {condition}");
        with_pool!(&self.app.db, |engine| sqlx::query_scalar(sqlx::AssertSqlSafe(count)).fetch_one(engine)).unwrap()
    }
}

async fn names(person: &Person) -> Vec<String> {
    let list = person.get("/api/businesses").await.is(200).json();
    list.as_array().unwrap().iter().map(|place| place["name"].as_str().unwrap().to_owned()).collect()
}

#[rstest]
#[tokio::test]
async fn a_list_says_what_the_places_say_whatever_changed(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.traveller("Linh Tran").await);
    let cave = admin.adds_category("Caves").await;
    let picture = admin.adds_picture("A boat").await;
    let pictured = json!({ "imageUrl": picture["url"], "operatingHours": "24/7" });
    let place = admin.adds(with(a_place("Dark Cave", cave), pictured)).await;
    admin.adds(a_place("Hang Én", cave)).await;
    let path = format!("/api/businesses/{}", place["id"]);
    guide.list_agrees("adding").await;
    admin.put(&path, json!({ "name": "Hang Tối", "rating": 4.5 })).await.is(200);
    guide.list_agrees("a change").await;
    linh.post("/api/user/likes/toggle", json!({ "businessId": place["id"] })).await.is(200);
    guide.list_agrees("a like").await;
    admin.put(&format!("/api/media/{}", picture["id"]), json!({ "alt": "A raft" })).await.is(200);
    guide.list_agrees("other words for its picture").await;
    assert_eq!(guide.count("ready_age = 0").await, 1, "the other has no picture");
    admin.put(&format!("/api/categories/{cave}"), json!({ "name": "Hang động", "color": "#005f5f" })).await.is(200);
    guide.list_agrees("another name of its category").await;
    assert_eq!(list_cache::refresh_stale(&guide.app.db).await.unwrap(), 2);
    assert_eq!(list_cache::refresh_stale(&guide.app.db).await.unwrap(), 0, "what is good is left alone");
    guide.list_agrees("all are made anew").await;
    admin.delete(&path).await.is(204);
    guide.list_agrees("one is in the trash").await;
    assert_eq!(list_cache::refresh_stale(&guide.app.db).await.unwrap(), 0, "what is in the trash waits there");
    admin.post(&format!("{path}/restore"), json!({})).await.is(200);
    guide.list_agrees("it is back").await;
    guide.app.clock.advance(29 * 86_400);
    assert_eq!(opening_hours_refresh::refresh_due(&guide.app).await.unwrap().len(), 1);
    guide.list_agrees("hours worked out anew").await;
}

#[rstest]
#[tokio::test]
async fn what_is_ready_is_sent_while_it_is_good_and_never_after(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, linh, visitor) = (guide.admin().await, guide.traveller("Linh Tran").await, guide.visitor());
    let cave = admin.adds_category("Caves").await;
    let place = admin.adds(a_place("Dark Cave", cave)).await;
    guide.forges(&place).await;
    // Travellers get the copy, those who see more the place itself.
    for (person, name) in [(&visitor, "Forged Cave"), (&linh, "Forged Cave"), (&admin, "Dark Cave")] {
        assert_eq!(names(person).await, [name]);
    }
    admin.put(&format!("/api/categories/{cave}"), json!({ "name": "Grottoes" })).await.is(200);
    assert_eq!(names(&visitor).await, ["Dark Cave"], "it is old");
    assert_eq!(list_cache::refresh_stale(&guide.app.db).await.unwrap(), 1);
    guide.forges(&place).await;
    assert_eq!(names(&visitor).await, ["Forged Cave"]);
    admin.put(&format!("/api/businesses/{}", place["id"]), json!({ "phone": "0900" })).await.is(200);
    assert_eq!(names(&visitor).await, ["Dark Cave"]);
}

#[rstest]
#[tokio::test]
async fn what_an_older_server_changes_is_not_hidden_by_a_copy(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let place = admin.adds(a_place("Dark Cave", cave)).await;
    // It knows of no copies, only of the version.
    let change = "name = 'Hang Tối', version = version + 1";
    let changed = guide.app.publish(move |tx| {
        Box::pin(async move {
            let change = format!("update place set {change} where id = {}", place["id"]);
            execute!(tx, sqlx::query(sqlx::AssertSqlSafe(change)))?;
            Ok::<_, cms::db::error::StoreError>(((), vec!["places".to_owned()]))
        })
    });
    changed.await.unwrap();
    assert_eq!(names(&guide.visitor()).await, ["Hang Tối"]);
}

#[rstest]
#[tokio::test]
async fn a_copy_tells_nothing_that_is_for_its_owner_alone(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, minh) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.adds_category("Caves").await;
    let form = with(a_place("Dark Cave", cave), json!({ "ownerId": minh.id }));
    let place = admin.adds(form).await;
    let list = guide.visitor().get("/api/businesses").await.is(200).json();
    assert_eq!((&list[0]["ownerId"], &list[0]["liveSince"]), (&Value::Null, &Value::Null));
    assert_eq!(
        guide.count(&format!("id = {} and list_json like '%{}%'", place["id"], minh.id.as_ref().unwrap())).await,
        0
    );
    assert_eq!(minh.get("/api/businesses").await.is(200).json()[0]["ownerId"], json!(minh.id));
}
