//! PostgreSQL with a full disk, which triggers simulate. Each write is rolled back completely. Once there is space,
//! writes succeed again.

use cms::db::engine::Db;
use cms::jobs::change_log;
use cms::with_pool;
use serde_json::json;

use crate::contact::contact_message_json;
use crate::fixtures::png_image;
use crate::test_app::{Postgres, TestApp};
use crate::test_client::{PASSWORD, TestResponse};

/// Creates a trigger function that raises PostgreSQL's error for a full disk (`disk_full`, 53100).
const CREATE_DISK_FULL_FUNCTION: &str = "
create function no_room() returns trigger language plpgsql as $$
begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$";

async fn run_sql(guide: &TestApp, sql: &'static str) {
    let Db::Postgres { pool } = &guide.app.db else { panic!("not PostgreSQL") };
    sqlx::raw_sql(sql).execute(pool.underlying_pool()).await.unwrap();
}

/// The row counts of the tables that the requests of these tests change, each with a label for failure messages.
async fn row_counts(guide: &TestApp) -> Vec<(String, i64)> {
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
fn assert_disk_full(response: TestResponse, what: &str) {
    assert_eq!(response.status.as_u16(), 507, "{what}: {}", response.text);
    assert_eq!(response.header("content-type"), "application/problem+json", "{what}");
    assert_eq!(response.header("retry-after"), "60", "{what}");
    assert!(!response.text.contains("extend file"), "{what}: {}", response.text);
}

#[tokio::test]
async fn write_on_a_full_disk_is_rolled_back_at_any_statement() {
    let Some(guide) = TestApp::start(Postgres).await else { return };
    let admin = guide.admin().await;
    run_sql(&guide, CREATE_DISK_FULL_FUNCTION).await;
    // The triggers raise the error at the first statement, at the last statement, and at the commit.
    for (n, (create_trigger, drop_trigger)) in [
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
        let before = (row_counts(&guide).await, change_log::newest_seq(&guide.app.db).await.unwrap());
        run_sql(&guide, create_trigger).await;
        let name = format!("Caves {n}");
        assert_disk_full(admin.post("/api/categories", json!({ "name": name })).await, create_trigger);
        // Reads still succeed.
        assert_eq!(guide.anonymous().get("/api/categories").await.is(200).names().len(), n);
        assert_eq!(
            (row_counts(&guide).await, change_log::newest_seq(&guide.app.db).await.unwrap()),
            before,
            "{create_trigger}"
        );
        run_sql(&guide, drop_trigger).await;
        admin.add_category(&name).await;
    }
}

#[tokio::test]
async fn every_write_on_a_full_disk_is_refused_with_507() {
    let Some(guide) = TestApp::start(Postgres).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let send_all = || async {
        let image_file = ("boat.png", &*png_image(30, 20));
        let fields = [("purpose", "entry"), ("alt", "The boat")];
        [
            ("a sign-in", guide.anonymous().sign_in("linh-tran@example.org", PASSWORD).await),
            (
                "a sign-up",
                guide.anonymous().post("/api/auth/sign-up", crate::accounts::sign_up_request("new@example.org")).await,
            ),
            ("a message", guide.anonymous().post("/api/contact", contact_message_json()).await),
            ("an entry", linh.post("/api/guestbook", json!({ "message": "Mist on the river" })).await),
            ("a photo", linh.upload(reqwest::Method::POST, "/api/media", image_file, &fields).await),
            ("a profile", linh.put("/api/auth/account", json!({ "firstName": "Lan" })).await),
            ("a category", admin.post("/api/categories", json!({ "name": "Caves" })).await),
        ]
    };
    let before = row_counts(&guide).await;
    run_sql(&guide, CREATE_DISK_FULL_FUNCTION).await;
    // Each request of `send_all` inserts a row into `audit_event`.
    run_sql(&guide, "create trigger full_disk before insert on audit_event for each row execute function no_room()")
        .await;
    for (what, response) in send_all().await {
        assert_disk_full(response, what);
    }
    assert_eq!(row_counts(&guide).await, before);
    let cms::integrations::blob_store::BlobStore::Folder(folder) = &guide.app.media.files else { panic!("a folder") };
    assert_eq!(std::fs::read_dir(folder).into_iter().flatten().count(), 0, "files without an image row");
    run_sql(&guide, "drop trigger full_disk on audit_event").await;
    for (what, accepted) in send_all().await {
        assert!(accepted.status.is_success(), "{what}: {}", accepted.text);
    }
}
