//! A PostgreSQL server without room on its disk: whatever is sent is refused whole, and taken again when there is room.

use cms::db::engine::Db;
use cms::jobs::changes;
use cms::with_pool;
use serde_json::json;

use crate::contact::a_message;
use crate::people::{Answer, PASSWORD};
use crate::things::a_picture;
use crate::world::{Guide, Postgres};

/// What the server says when it cannot make a file longer.
const NO_ROOM: &str = "
create function no_room() returns trigger language plpgsql as $$
begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$";

async fn does(guide: &Guide, sql: &'static str) {
    let Db::Postgres { pool } = &guide.app.db else { panic!("not a server") };
    sqlx::raw_sql(sql).execute(pool.connections()).await.unwrap();
}

/// How many rows there are of what people make.
async fn rows(guide: &Guide) -> Vec<(String, i64)> {
    let counts = "
        select 'accounts', count(*) from account union all select 'sessions', count(*) from session
        union all select 'entries', count(*) from guestbook_entry union all select 'postings', count(*) from guestbook_post_log
        union all select 'messages', count(*) from contact_message union all select 'letters', count(*) from email_outbox
        union all select 'pictures', count(*) from image union all select 'categories', count(*) from category
        union all select 'audit', count(*) from audit_event order by 1";
    let db = &guide.app.db;
    with_pool!(db, |engine| sqlx::query_as(counts).fetch_all(engine)).unwrap()
}

#[track_caller]
fn has_no_room(refused: Answer, what: &str) {
    assert_eq!(refused.status.as_u16(), 507, "{what}: {}", refused.text);
    assert_eq!(refused.header("content-type"), "application/problem+json", "{what}");
    assert_eq!(refused.header("retry-after"), "60", "{what}");
    assert!(!refused.text.contains("extend file"), "{what}: {}", refused.text);
}

#[tokio::test]
async fn without_room_nothing_is_kept_of_a_write_wherever_it_ends() {
    let Some(guide) = Guide::open(Postgres).await else { return };
    let admin = guide.admin().await;
    does(&guide, NO_ROOM).await;
    // At its first statement, at its last, and at the commit itself.
    for (n, (begins, ends)) in [
        (
            "create trigger full_disk before insert on category for each row execute function no_room()",
            "drop trigger full_disk on category",
        ),
        (
            "create trigger full_disk before insert on change_log for each row execute function no_room()",
            "drop trigger full_disk on change_log",
        ),
        (
            "create constraint trigger full_disk after insert on category deferrable initially deferred
             for each row execute function no_room()",
            "drop trigger full_disk on category",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let before = (rows(&guide).await, changes::newest(&guide.app.db).await.unwrap());
        does(&guide, begins).await;
        let name = format!("Caves {n}");
        has_no_room(admin.post("/api/categories", json!({ "name": name })).await, begins);
        // What is there is served as before.
        assert_eq!(guide.visitor().get("/api/categories").await.is(200).names().len(), n);
        assert_eq!((rows(&guide).await, changes::newest(&guide.app.db).await.unwrap()), before, "{begins}");
        does(&guide, ends).await;
        admin.adds_category(&name).await;
    }
}

#[tokio::test]
async fn without_room_everybody_is_told_so_whatever_they_send() {
    let Some(guide) = Guide::open(Postgres).await else { return };
    let (admin, linh) = (guide.admin().await, guide.traveller("Linh Tran").await);
    let sent = || async {
        let picture = ("boat.png", &*a_picture(30, 20));
        let words = [("purpose", "entry"), ("alt", "The boat")];
        [
            ("a sign-in", guide.visitor().signs_in("linh-tran@example.org", PASSWORD).await),
            ("a sign-up", guide.visitor().post("/api/auth/sign-up", crate::accounts::linh("new@example.org")).await),
            ("a message", guide.visitor().post("/api/contact", a_message()).await),
            ("a story", linh.post("/api/guestbook", json!({ "message": "Mist on the river" })).await),
            ("a photo", linh.sends_file(reqwest::Method::POST, "/api/media", picture, &words).await),
            ("a profile", linh.put("/api/auth/account", json!({ "firstName": "Lan" })).await),
            ("a category", admin.post("/api/categories", json!({ "name": "Caves" })).await),
        ]
    };
    let before = rows(&guide).await;
    does(&guide, NO_ROOM).await;
    // Every write leaves a row there.
    does(&guide, "create trigger full_disk before insert on audit for each row execute function no_room()").await;
    for (what, refused) in sent().await {
        has_no_room(refused, what);
    }
    assert_eq!(rows(&guide).await, before);
    let cms::integrations::blob_store::BlobStore::Folder(folder) = &guide.app.files else { panic!("a folder") };
    assert_eq!(std::fs::read_dir(folder).into_iter().flatten().count(), 0, "files of a picture that is not there");
    does(&guide, "drop trigger full_disk on audit").await;
    for (what, taken) in sent().await {
        assert!(taken.status.is_success(), "{what}: {}", taken.text);
    }
}
