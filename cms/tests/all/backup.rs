//! A backup has all data in one file, and a restore makes an equal installation from it (R223).

use std::collections::{BTreeMap, BTreeSet};
use std::future::pending;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cms::backup::create;
use cms::backup::manifest::Manifest;
use cms::backup::restore::{self, MediaPolicy};
use cms::db::engine::{Db, StoreError};
use cms::execute;
use cms::integrations::blob_store::{BlobStore, FileName};
use cms::places::checks::FactGroup;
use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};
use sqlx::{Column, Row, TypeInfo, ValueRef};

use crate::fixtures::{article_json, place_json, with_changes};
use crate::guestbook::id;
use crate::test_app::{Engine, PgBouncer, Postgres, Sqlite, TestApp, direct_url, new_database_url, open_database};
use crate::test_client::{PASSWORD, TestClient};

/// An empty database and an empty folder for files.
pub struct FreshInstallation {
    pub database_url: String,
    pub files: BlobStore,
    pub folder: tempfile::TempDir,
}

impl FreshInstallation {
    pub async fn create(engine: Engine) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let database_url = new_database_url(engine, folder.path()).await?;
        Some(Self { database_url, files: BlobStore::Folder(folder.path().join("media")), folder })
    }

    /// The direct address of the database.
    pub fn direct_address(&self) -> String {
        direct_url(&self.database_url).unwrap_or_else(|| self.database_url.clone())
    }

    pub async fn restore(&self, backup: &Path) -> anyhow::Result<Manifest> {
        restore::restore(backup, &self.direct_address(), (&self.files, MediaPolicy::RequireEmpty), pending()).await
    }

    /// Restores the backup, even if the folder for files contains image files.
    pub async fn restore_overwriting(&self, backup: &Path) -> anyhow::Result<Manifest> {
        restore::restore(backup, &self.direct_address(), (&self.files, MediaPolicy::AllowExisting), pending()).await
    }

    /// Asserts that the database and the folder are still empty.
    pub async fn assert_empty(&self) {
        let remaining_files: Vec<PathBuf> = files_below(self.folder.path());
        assert!(remaining_files.is_empty(), "{remaining_files:?}");
        if !self.database_url.starts_with("sqlite:") {
            let db = open_database(&self.database_url).await;
            assert_eq!(table_names(&db).await, Vec::<String>::new());
            db.close().await;
        }
    }
}

/// All files in a folder and its subfolders, sorted by path.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

impl TestApp {
    /// A backup in a temporary file, and its manifest.
    pub async fn back_up(&self) -> (tempfile::NamedTempFile, Manifest) {
        let file = tempfile::NamedTempFile::new().unwrap();
        create::write_backup(&self.app.db, &self.app.media.files, file, self.app.clock.now()).await.unwrap()
    }

    /// Adds accounts of each role and records of every kind. Returns a client of the admin.
    pub async fn fill_with_content(&self) -> TestClient {
        self.seed().await;
        let (admin, owner) = (self.admin().await, self.owner("Hoa Phạm").await);
        let (linh, minh) = (self.viewer("Linh Trần").await, self.viewer("Đức Lê").await);
        self.enroll_second_factor(&owner).await;
        admin.create_client_with_api_token(&["read"], json!({})).await.get("/api/businesses?limit=1").await.is(200);
        let food = admin.add_category("Food and \"drink\"").await;
        let (name, key) = (json!({ "name": "Soon forgotten" }), [("idempotency-key", "8e03978e-40d5")]);
        let deleted_category =
            admin.post_with_headers("/api/categories", &key, name).await.is(201).json()["id"].clone();
        admin.delete(&format!("/api/categories/{deleted_category}")).await.is(204);
        let image = admin.add_image("A boat\nat dawn").await;
        let place_fields = json!({
            "operatingHours": "Mo-Fr 07:00-11:30; Sa 18:00-02:00", "rating": 4.3, "latitude": 17.123_456_789_012_345,
            "imageUrl": image["url"], "tags": ["Động", "river"], "unpublishAt": "2027-03-01T01:00:00Z",
        });
        let place = admin.add_place(with_changes(place_json("Quán Bờ Sông", food), place_fields)).await;
        let trashed = admin.add_place(place_json("Động Tối", food)).await;
        admin.delete(&format!("/api/businesses/{}", trashed["id"])).await.is(204);
        admin.post("/api/articles", article_json("Boats leave early")).await.is(201);
        let times = json!({ "publicationDate": "2027-01-01T08:00:00Z", "unpublishAt": "2027-03-01T01:00:00Z" });
        let scheduled_fields = with_changes(times, json!({ "mainImageUrl": image["url"] }));
        admin.post("/api/articles", with_changes(article_json("Tết on the river"), scheduled_fields)).await.is(201);
        linh.post("/api/user/likes/toggle", json!({ "businessId": place["id"] })).await.is(200);
        for decision in ["approved", "rejected", "spam", "pending"] {
            let author = if decision == "spam" { &minh } else { &linh };
            let photo = author.upload_photo("The mist").await;
            let entry_request = json!({ "message": format!("Mist 🌫 on the river: {decision}"), "pictureIds": [photo] });
            let entry = id(&author.post("/api/guestbook", entry_request).await.is(201).json());
            if decision != "pending" {
                admin.moderate(entry, decision).await;
            }
            if decision == "approved" {
                let path = format!("/api/guestbook/{entry}/comments");
                let first = minh.post(&path, json!({ "comment": "We were there in May" })).await.is(201).json();
                let reply = json!({ "comment": "So were we", "parentCommentId": first["id"] });
                owner.post(&path, reply).await.is(201);
            }
        }
        linh.upload_photo("For an entry that is still being written").await;
        self.anonymous().post("/api/contact", crate::contact::contact_message_json()).await.is(201);
        let path = format!("/api/businesses/{}", place["id"]);
        let enquiry_fields = json!({ "enquiryFormEnabled": true, "email": "stay@example.org", "ownerId": owner.id });
        admin.put(&path, enquiry_fields).await.is(200);
        let entry_request =
            json!({ "authorName": "Hoa Pham", "message": "A quiet night", "relatedPlaceId": place["id"] });
        let entry = id(&admin.post("/api/admin/guestbook", entry_request).await.is(201).json());
        let reply = json!({ "comment": "You are welcome" });
        owner.post(&format!("/api/guestbook/{entry}/owner-reply"), reply).await.is(201);
        cms::owner_reminders::task::queue_due_reminders(&self.app).await.unwrap();
        self.anonymous().post(&format!("{path}/enquiries"), crate::enquiries::enquiry_json()).await.is(201);
        admin.post("/api/admin/alerts", crate::alerts::alert_json(&[place["id"].as_i64().unwrap()])).await.is(201);
        crate::proposals::report_wrong_hours_and_get_proposal_id(self, &admin, id(&place)).await;
        linh.post(&format!("{path}/claims"), json!({ "method": "call" })).await.is(201);
        let bulk = json!({ "ids": [place["id"]], "isPremium": true });
        let draft =
            json!({ "baseVersion": 1, "fields": { "phone": "+84 232 000 111" }, "publishAt": "2027-02-05T01:00:00Z" });
        admin.put(&format!("/api/businesses/{}/draft", place["id"]), draft).await.is(200);
        for (name, is_published) in [("Tết", false), ("Spring", true)] {
            let caves = admin.add_place(place_json("Hang Én", food)).await;
            let record = format!("businesses/{}", caves["id"]);
            let release = admin.post("/api/releases", json!({ "name": name })).await.is(201).json();
            let draft = json!({ "baseVersion": 1, "fields": { "hours": "Closed for Tết" } });
            admin.put(&format!("/api/{record}/draft"), draft).await.is(200);
            let release = format!("/api/releases/{}", release["id"]);
            admin.put(&format!("{release}/drafts/{record}"), json!({})).await.is(204);
            admin.put(&release, json!({ "publishAt": "2027-02-05T01:00:00Z" })).await.is(200);
            if is_published {
                admin.post(&format!("{release}/publish"), json!({})).await.is(200);
            }
        }
        let shared = json!({ "isShared": true, "note": "For the owner" });
        admin.post(&format!("/api/businesses/{}/previews", place["id"]), shared).await.is(201);
        admin.post("/api/admin/businesses/bulk", bulk).await.is(200);
        let reset_request = json!({ "email": "linh-tran@example.org" });
        self.anonymous().post("/api/auth/password-reset", reset_request).await.is(202);
        self.emails().await;
        self.add_traveler_check(&place, FactGroup::Hours, 3).await;
        admin.post("/api/webhooks", crate::webhooks::public_webhook_json()).await.is(201);
        crate::change_feed::update_feed(self).await;
        admin.put(&path, json!({ "phone": "+84 232 000 222" })).await.is(200);
        crate::change_feed::update_feed(self).await;
        crate::webhooks::add_pending_deliveries(self).await;
        crate::imports::import_openstreetmap_extract(self, &admin).await;
        crate::quality::add_place_and_collect_its_link(self, &admin, food).await;
        admin
    }
}

async fn table_names(db: &Db) -> Vec<String> {
    let mut names: Vec<String> = match db {
        Db::Sqlite { pool, .. } => {
            let all = "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'
                and name not like 'place_fts_trigram%' and name not like 'place_fts_prefix%'";
            sqlx::query_scalar(all).fetch_all(pool).await.unwrap()
        }
        Db::Postgres { pool } => {
            let all = "select tablename::text from pg_tables where schemaname = 'public'";
            sqlx::query_scalar(all).fetch_all(pool).await.unwrap()
        }
    };
    names.retain(|name| name != "_sqlx_migrations");
    names.sort();
    names
}

/// All rows of each table, in a form that is equal on both engines. Values that a restore changes on purpose are left
/// out. The queries do not use the code of backups.
async fn comparable_rows_by_table(db: &Db) -> BTreeMap<String, BTreeSet<String>> {
    let mut rows_by_table = BTreeMap::new();
    for table in table_names(db).await {
        let mut rows: Vec<BTreeMap<String, Value>> = match db {
            Db::Sqlite { pool, .. } => {
                let all = sqlx::AssertSqlSafe(format!("select * from \"{table}\""));
                sqlx::query(all).fetch_all(pool).await.unwrap().iter().map(sqlite_row).collect()
            }
            Db::Postgres { pool } => {
                let all = sqlx::AssertSqlSafe(format!("select row_to_json(one)::text from \"{table}\" one"));
                let rows: Vec<String> = sqlx::query_scalar(all).fetch_all(pool).await.unwrap();
                rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect()
            }
        };
        // A restored database gets a new epoch of the change feed on purpose.
        rows.retain(|row| row.get("name") != Some(&json!("change_feed_epoch")));
        // Restored webhooks are disabled, so these columns differ.
        if table == "webhook" {
            rows.iter_mut()
                .for_each(|row| row.retain(|name, _| !["is_active", "disabled_reason"].contains(&name.as_str())));
        }
        let row_text = |row: BTreeMap<String, Value>| {
            let fields = row.into_iter().map(|(name, value)| format!("{name}={}", canonical_text(value)));
            fields.collect::<Vec<_>>().join("; ")
        };
        rows_by_table.insert(table, rows.into_iter().map(row_text).collect());
    }
    rows_by_table
}

fn sqlite_row(row: &sqlx::sqlite::SqliteRow) -> BTreeMap<String, Value> {
    let value = |at: usize| {
        let raw = row.try_get_raw(at).unwrap();
        if raw.is_null() {
            return Value::Null;
        }
        match raw.type_info().name() {
            "TEXT" => row.get_unchecked::<String, _>(at).into(),
            "REAL" => row.get_unchecked::<f64, _>(at).into(),
            _ => row.get_unchecked::<i64, _>(at).into(),
        }
    };
    row.columns().iter().map(|column| (column.name().to_owned(), value(column.ordinal()))).collect()
}

/// The canonical form of a value. A text that contains JSON becomes the JSON value, booleans become numbers, and whole
/// numbers lose their fraction.
fn canonical_text(value: Value) -> String {
    match value {
        Value::String(text) if text.starts_with(['{', '[']) => {
            serde_json::from_str::<Value>(&text).map_or(text, |json| canonical_json(&json))
        }
        Value::String(text) => text,
        Value::Bool(truth) => u8::from(truth).to_string(),
        Value::Number(number) => number.as_f64().unwrap().to_string(),
        other => canonical_json(&other),
    }
}

fn canonical_json(json: &Value) -> String {
    match json {
        Value::Number(number) => number.as_f64().unwrap().to_string(),
        Value::Array(all) => format!("[{}]", all.iter().map(canonical_json).collect::<Vec<_>>().join(",")),
        Value::Object(all) => {
            let sorted: BTreeMap<_, _> = all.iter().map(|(name, value)| (name, canonical_json(value))).collect();
            format!("{sorted:?}")
        }
        other => other.to_string(),
    }
}

fn assert_same(original: &BTreeMap<String, BTreeSet<String>>, restored: &BTreeMap<String, BTreeSet<String>>) {
    assert_eq!(original.keys().collect::<Vec<_>>(), restored.keys().collect::<Vec<_>>());
    for (table, rows) in original {
        let changed_rows: Vec<_> = rows.difference(&restored[table]).take(2).collect();
        let new_rows: Vec<_> = restored[table].difference(rows).take(2).collect();
        assert!(changed_rows.is_empty() && new_rows.is_empty(), "{table}: {changed_rows:#?} became {new_rows:#?}");
    }
}

async fn media_files(files: &BlobStore) -> BTreeMap<String, Vec<u8>> {
    let BlobStore::Folder(folder) = files else { panic!("not a folder") };
    let name_and_bytes =
        |path: PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap());
    files_below(folder).into_iter().map(name_and_bytes).collect()
}

// R223
#[rstest]
#[tokio::test]
async fn restored_guide_equals_the_backed_up_one(
    #[values(Sqlite, Postgres)] from: Engine,
    #[values(Sqlite, Postgres)] to: Engine,
) {
    let Some(guide) = TestApp::start(from).await else { return };
    let admin = guide.fill_with_content().await;
    let original = comparable_rows_by_table(&guide.app.db).await;
    // Only these tables may be empty, because an empty table proves nothing about the backup.
    let empty_tables: Vec<&str> =
        original.iter().filter(|(_, rows)| rows.is_empty()).map(|(name, _)| name.as_str()).collect();
    assert_eq!(empty_tables, ["federated_identity", "sign_in_flow", "used_refresh_token"]);
    let (file, manifest) = guide.back_up().await;
    assert_eq!(manifest.media.missing, Vec::<String>::new());

    let Some(target) = FreshInstallation::create(to).await else { return };
    assert_eq!(target.restore(file.path()).await.unwrap(), manifest);
    let db = open_database(&target.database_url).await;
    assert_same(&original, &comparable_rows_by_table(&db).await);
    db.close().await;
    let files = media_files(&guide.app.media.files).await;
    assert!(files.len() > 10);
    assert_eq!(files, media_files(&target.files).await);

    // The restored guide responds like the original, also to existing sessions. The searches use indexes that the
    // backup does not contain.
    let restored = guide.start_restored(&target.database_url, target.files.clone()).await;
    let anonymous = (guide.anonymous(), restored.anonymous());
    for path in [
        "/api/businesses?limit=100",
        "/api/businesses?q=song",
        "/api/businesses?q=quan%20bo",
        "/api/businesses?q=phnog",
        "/api/suggestions?q=bo",
        "/api/businesses/quan-bo-song",
        "/api/articles",
        "/api/alerts",
        "/api/guestbook",
        "/api/settings",
        "/api/pages/help",
    ] {
        let (one, other) = (anonymous.0.get(path).await.is(200), anonymous.1.get(path).await.is(200));
        assert_eq!(one.json(), other.json(), "{path}");
        assert_eq!(one.header("x-total-count"), other.header("x-total-count"), "{path}");
    }
    for path in ["/api/admin/audit", "/api/admin/stats", "/api/admin/guestbook/counts", "/api/businesses/trash"] {
        assert_eq!(
            admin.get(path).await.is(200).json(),
            admin.on_server(&restored).get(path).await.is(200).json(),
            "{path}"
        );
    }
    let credentials = json!({ "email": "linh-tran@example.org", "password": PASSWORD });
    restored.anonymous().post("/api/auth/sign-in", credentials).await.is(200);
    let url = anonymous.1.get("/api/businesses/quan-bo-song").await.json()["imageUrl"].as_str().unwrap().to_owned();
    assert_eq!(anonymous.1.get(&url).await.is(200).bytes, anonymous.0.get(&url).await.bytes);
    // Ids continue after the last one, even if the row with the last id was deleted.
    for guide in [&guide, &restored] {
        admin.on_server(guide).add_category("Newcomers").await;
    }
    let select_newest_id = "select max(id) from category";
    let ids: [i64; 2] = [
        with_pool!(&guide.app.db, |engine| sqlx::query_scalar(select_newest_id).fetch_one(engine)).unwrap(),
        with_pool!(&restored.app.db, |engine| sqlx::query_scalar(select_newest_id).fetch_one(engine)).unwrap(),
    ];
    assert_eq!(ids[0], ids[1]);
    restored.app.db.close().await;
}

// R223
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_during_writes_is_a_snapshot_of_one_moment(#[values(Sqlite, Postgres, PgBouncer)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only"]).await else { return };
    guide.seed().await;
    let (admin, keep_writing) = (Arc::new(guide.admin().await), Arc::new(AtomicBool::new(true)));
    let category = admin.add_category("Tea houses").await;
    let counts = async |db: &Db| -> (i64, i64, i64) {
        let all = "select (select count(*) from place), (select value from counter where name = 'places'),
            (select count(*) from audit_event where kind = 'place')";
        with_pool!(db, |engine| sqlx::query_as(all).fetch_one(engine)).unwrap()
    };
    let before = counts(&guide.app.db).await;
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (admin, keep_writing) = (admin.clone(), keep_writing.clone());
            tokio::spawn(async move {
                for n in 0..2000 {
                    if !keep_writing.load(Ordering::SeqCst) {
                        break;
                    }
                    admin.add_place(place_json(&format!("Place {writer} {n}"), category)).await;
                }
            })
        })
        .collect();
    // Waits until the writers have added eight places.
    while counts(&guide.app.db).await.0 < before.0 + 8 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let counts_before_backup = counts(&guide.app.db).await;
    let (file, _) = guide.back_up().await;
    let counts_after_backup = counts(&guide.app.db).await;
    keep_writing.store(false, Ordering::SeqCst);
    for writer in writers {
        writer.await.unwrap();
    }
    assert!(counts_after_backup.0 > counts_before_backup.0, "nothing was written meanwhile: {counts_before_backup:?}");

    let target = FreshInstallation::create(engine).await.unwrap();
    target.restore(file.path()).await.unwrap();
    let db = open_database(&target.database_url).await;
    let (places, counter, audit_count) = counts(&db).await;
    assert!(
        (counts_before_backup.0..=counts_after_backup.0).contains(&places),
        "{places} of {counts_before_backup:?} to {counts_after_backup:?}"
    );
    assert_eq!(counter, places);
    assert_eq!(audit_count - before.2, places - before.0, "each place has its audit event");
    db.close().await;
}

// R223
#[tokio::test]
async fn backup_with_a_missing_file_names_it_and_has_the_rest() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let admin = guide.admin().await;
    let image = admin.add_image("A boat").await;
    admin.add_image("A raft").await;
    let missing_file = image["url"].as_str().unwrap().strip_prefix("/media/").unwrap().to_owned();
    guide.app.media.files.delete(&FileName::new(&missing_file).unwrap()).await.unwrap();
    let (file, manifest) = guide.back_up().await;
    assert_eq!(manifest.media.missing, [missing_file]);
    let target = FreshInstallation::create(Sqlite).await.unwrap();
    target.restore(file.path()).await.unwrap();
    assert_eq!(media_files(&target.files).await, media_files(&guide.app.media.files).await);
}

// R223
#[rstest]
#[tokio::test]
async fn backup_omits_unknown_tables_and_fails_on_a_changed_table(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    guide.admin().await.add_image("A boat").await;
    let run = async |sql: &'static str| {
        let work = guide.app.db.write(move |tx| {
            Box::pin(async move { execute!(tx, sqlx::query(sql)).map(drop).map_err(StoreError::from) })
        });
        work.await.unwrap();
    };
    run("create table keeper_s_own (id bigint, day date)").await;
    let (file, manifest) = guide.back_up().await;
    assert_eq!(manifest.left_out, ["keeper_s_own"]);
    FreshInstallation::create(engine).await.unwrap().restore(file.path()).await.unwrap();
    run("alter table category add column mood text").await;
    let file = tempfile::NamedTempFile::new().unwrap();
    let result = create::write_backup(&guide.app.db, &guide.app.media.files, file, guide.app.clock.now()).await;
    let sentence = result.err().unwrap().to_string();
    assert!(
        sentence.starts_with("the table category has the columns id, ") && sentence.contains("mood, and should have"),
        "{sentence}"
    );
}

/// A restore could overwrite files of another installation, or newer files of the same installation. If image files
/// exist, a restore therefore needs `--overwrite-media`.
// R223
#[rstest]
#[tokio::test]
async fn restore_over_existing_images_is_refused_without_overwrite_media(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (backup_without_images, _) = guide.back_up().await;
    admin.add_image("A boat").await;
    let (file, _) = guide.back_up().await;
    let target =
        FreshInstallation { files: guide.app.media.files.clone(), ..FreshInstallation::create(engine).await.unwrap() };
    let before = media_files(&target.files).await;
    for backup in [&file, &backup_without_images] {
        let sentence = target.restore(backup.path()).await.unwrap_err().to_string();
        assert!(sentence.contains("the image storage already contains"), "{sentence}");
        assert!(sentence.contains("--overwrite-media"), "{sentence}");
        assert_eq!(media_files(&target.files).await, before);
        target.assert_empty().await;
    }
    target.restore_overwriting(file.path()).await.unwrap();
    assert_eq!(media_files(&target.files).await, before);
}
