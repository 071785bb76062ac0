//! A backup has everything of a guide in one file, and a restore makes a guide from it (R223).

use std::collections::{BTreeMap, BTreeSet};
use std::future::pending;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cms::backup::create;
use cms::backup::manifest::Manifest;
use cms::backup::restore::{self, MediaPolicy};
use cms::db::engine::Db;
use cms::db::error::StoreError;
use cms::db::migrations;
use cms::db::restore_target::RestoreTarget;
use cms::execute;
use cms::integrations::blob_store::{BlobStore, FileName};
use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};
use sqlx::{Column, Row, TypeInfo, ValueRef};

use crate::guestbook::id;
use crate::people::{PASSWORD, Person};
use crate::things::{a_place, an_article, with};
use crate::world::{Engine, Guide, PgBouncer, Postgres, Sqlite, database_url, direct_url, open};

/// A place where there is no guide yet.
pub struct NewPlace {
    pub url: String,
    pub files: BlobStore,
    pub folder: tempfile::TempDir,
}

impl NewPlace {
    pub async fn on(engine: Engine) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let url = database_url(engine, folder.path()).await?;
        Some(Self { url, files: BlobStore::Folder(folder.path().join("media")), folder })
    }

    /// The database's own address.
    pub fn direct(&self) -> String {
        direct_url(&self.url).unwrap_or_else(|| self.url.clone())
    }

    pub async fn restores(&self, backup: &Path) -> anyhow::Result<Manifest> {
        restore::restore(backup, &self.direct(), (&self.files, MediaPolicy::RequireEmpty), pending()).await
    }

    /// Restores where files of pictures may be, which are this guide's then.
    pub async fn takes_over(&self, backup: &Path) -> anyhow::Result<Manifest> {
        restore::restore(backup, &self.direct(), (&self.files, MediaPolicy::Overwrite), pending()).await
    }

    /// That nothing has been left here.
    pub async fn is_empty(&self) {
        let left: Vec<PathBuf> = walk(self.folder.path());
        assert!(left.is_empty(), "{left:?}");
        if !self.url.starts_with("sqlite:") {
            let db = open(&self.url).await;
            assert_eq!(tables(&db).await, Vec::<String>::new());
            db.close().await;
        }
    }
}

/// The files below a folder.
pub fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(walk(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

impl Guide {
    /// A backup of this guide, in a file of its own, and what it says of itself.
    pub async fn backed_up(&self) -> (tempfile::NamedTempFile, Manifest) {
        let file = tempfile::NamedTempFile::new().unwrap();
        create::make(&self.app.db, &self.app.files, file, self.app.clock.now()).await.unwrap()
    }

    /// Somebody of each role, and something in every shelf.
    pub async fn is_lived_in(&self) -> Person {
        self.is_seeded().await;
        let (admin, owner) = (self.admin().await, self.owner("Hoa Phạm").await);
        let (linh, minh) = (self.traveller("Linh Trần").await, self.traveller("Đức Lê").await);
        self.enrolled(&owner).await;
        let food = admin.adds_category("Food and \"drink\"").await;
        let (name, key) = (json!({ "name": "Soon forgotten" }), [("idempotency-key", "8e03978e-40d5")]);
        let gone = admin.post_with("/api/categories", &key, name).await.is(201).json()["id"].clone();
        admin.delete(&format!("/api/categories/{gone}")).await.is(204);
        let picture = admin.adds_picture("A boat\nat dawn").await;
        let hours = json!({
            "operatingHours": "Mo-Fr 07:00-11:30; Sa 18:00-02:00", "rating": 4.3, "latitude": 17.123_456_789_012_345,
            "imageUrl": picture["url"], "tags": ["Động", "river"],
        });
        let place = admin.adds(with(a_place("Quán Bờ Sông", food), hours)).await;
        let trashed = admin.adds(a_place("Động Tối", food)).await;
        admin.delete(&format!("/api/businesses/{}", trashed["id"])).await.is(204);
        admin.post("/api/articles", an_article("Boats leave early")).await.is(201);
        let later = json!({ "publicationDate": "2027-01-01T08:00:00Z", "mainImageUrl": picture["url"] });
        admin.post("/api/articles", with(an_article("Tết on the river"), later)).await.is(201);
        linh.post("/api/user/likes/toggle", json!({ "businessId": place["id"] })).await.is(200);
        for verdict in ["approved", "rejected", "spam", "pending"] {
            let author = if verdict == "spam" { &minh } else { &linh };
            let photo = author.sends_photo("The mist").await;
            let form = json!({ "message": format!("Mist 🌫 on the river: {verdict}"), "pictureIds": [photo] });
            let entry = id(&author.post("/api/guestbook", form).await.is(201).json());
            if verdict != "pending" {
                admin.judges(entry, verdict).await;
            }
            if verdict == "approved" {
                let path = format!("/api/guestbook/{entry}/comments");
                let first = minh.post(&path, json!({ "comment": "We were there in May" })).await.is(201).json();
                let reply = json!({ "comment": "So were we", "parentCommentId": first["id"] });
                owner.post(&path, reply).await.is(201);
            }
        }
        linh.sends_photo("For an entry that is still being written").await;
        self.visitor().post("/api/contact", crate::contact::a_message()).await.is(201);
        let path = format!("/api/businesses/{}", place["id"]);
        let open = json!({ "enquiryFormEnabled": true, "email": "stay@example.org" });
        admin.put(&path, open).await.is(200);
        self.visitor().post(&format!("{path}/enquiries"), crate::enquiries::an_enquiry()).await.is(201);
        let bulk = json!({ "ids": [place["id"]], "isPremium": true });
        admin.post("/api/admin/businesses/bulk", bulk).await.is(200);
        let forgotten = json!({ "email": "linh-tran@example.org" });
        self.visitor().post("/api/auth/password-reset", forgotten).await.is(202);
        self.letters().await;
        admin
    }
}

async fn tables(db: &Db) -> Vec<String> {
    let mut names: Vec<String> = match db {
        Db::Sqlite { pool, .. } => {
            let all = "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'
                and name not like 'place_search%' and name not like 'place_words%'";
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

/// Every row of every table, read without any of the code that makes backups, in a form in which both engines agree.
async fn rows(db: &Db) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for table in tables(db).await {
        let rows: Vec<BTreeMap<String, Value>> = match db {
            Db::Sqlite { pool, .. } => {
                let all = sqlx::AssertSqlSafe(format!("select * from \"{table}\""));
                sqlx::query(all).fetch_all(pool).await.unwrap().iter().map(of_sqlite).collect()
            }
            Db::Postgres { pool } => {
                let all = sqlx::AssertSqlSafe(format!("select row_to_json(one)::text from \"{table}\" one"));
                let rows: Vec<String> = sqlx::query_scalar(all).fetch_all(pool).await.unwrap();
                rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect()
            }
        };
        let plain = |row: BTreeMap<String, Value>| {
            let fields = row.into_iter().map(|(name, value)| format!("{name}={}", plain(value)));
            fields.collect::<Vec<_>>().join("; ")
        };
        found.insert(table, rows.into_iter().map(plain).collect());
    }
    found
}

fn of_sqlite(row: &sqlx::sqlite::SqliteRow) -> BTreeMap<String, Value> {
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

/// JSON in one spelling, whether it is a text or not; truth as a number; whole numbers as such.
fn plain(value: Value) -> String {
    match value {
        Value::String(text) if text.starts_with(['{', '[']) => {
            serde_json::from_str::<Value>(&text).map_or(text, |json| spelled(&json))
        }
        Value::String(text) => text,
        Value::Bool(truth) => u8::from(truth).to_string(),
        Value::Number(number) => number.as_f64().unwrap().to_string(),
        other => spelled(&other),
    }
}

fn spelled(json: &Value) -> String {
    match json {
        Value::Number(number) => number.as_f64().unwrap().to_string(),
        Value::Array(all) => format!("[{}]", all.iter().map(spelled).collect::<Vec<_>>().join(",")),
        Value::Object(all) => {
            let sorted: BTreeMap<_, _> = all.iter().map(|(name, value)| (name, spelled(value))).collect();
            format!("{sorted:?}")
        }
        other => other.to_string(),
    }
}

fn assert_same(was: &BTreeMap<String, BTreeSet<String>>, is: &BTreeMap<String, BTreeSet<String>>) {
    assert_eq!(was.keys().collect::<Vec<_>>(), is.keys().collect::<Vec<_>>());
    for (table, rows) in was {
        let lost: Vec<_> = rows.difference(&is[table]).take(2).collect();
        let new: Vec<_> = is[table].difference(rows).take(2).collect();
        assert!(lost.is_empty() && new.is_empty(), "{table}: {lost:#?} became {new:#?}");
    }
}

/// The bytes of every file, by name.
async fn media(files: &BlobStore) -> BTreeMap<String, Vec<u8>> {
    let BlobStore::Folder(folder) = files else { panic!("not a folder") };
    let of = |path: PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap());
    walk(folder).into_iter().map(of).collect()
}

// R223
#[rstest]
#[tokio::test]
async fn restored_guide_equals_the_backed_up_one(
    #[values(Sqlite, Postgres)] from: Engine,
    #[values(Sqlite, Postgres)] to: Engine,
) {
    let Some(guide) = Guide::open(from).await else { return };
    let admin = guide.is_lived_in().await;
    let was = rows(&guide.app.db).await;
    // A table without a row proves nothing: these alone have none.
    let blank: Vec<&str> = was.iter().filter(|(_, rows)| rows.is_empty()).map(|(name, _)| name.as_str()).collect();
    assert_eq!(blank, ["federated_identity", "sign_in_flow", "used_refresh_token"]);
    let (file, manifest) = guide.backed_up().await;
    assert_eq!(manifest.media.missing, Vec::<String>::new());

    let place = NewPlace::on(to).await.unwrap();
    assert_eq!(place.restores(file.path()).await.unwrap(), manifest);
    let db = open(&place.url).await;
    assert_same(&was, &rows(&db).await);
    db.close().await;
    let files = media(&guide.app.files).await;
    assert!(files.len() > 10);
    assert_eq!(files, media(&place.files).await);

    // It answers as the other does, to whoever is signed in there; what is derived was made.
    let restored = guide.moved_to(&place.url, place.files.clone()).await;
    let visitor = (guide.visitor(), restored.visitor());
    for path in [
        "/api/businesses?limit=100",
        "/api/businesses?q=song",
        "/api/businesses?q=quan%20bo",
        "/api/businesses?q=phnog",
        "/api/suggestions?q=bo",
        "/api/businesses/quan-bo-song",
        "/api/articles",
        "/api/guestbook",
        "/api/settings",
        "/api/pages/help",
    ] {
        let (one, other) = (visitor.0.get(path).await.is(200), visitor.1.get(path).await.is(200));
        assert_eq!(one.json(), other.json(), "{path}");
        assert_eq!(one.header("x-total-count"), other.header("x-total-count"), "{path}");
    }
    for path in ["/api/admin/audit", "/api/admin/stats", "/api/admin/guestbook/counts", "/api/businesses/trash"] {
        assert_eq!(admin.get(path).await.is(200).json(), admin.at(&restored).get(path).await.is(200).json(), "{path}");
    }
    let known = json!({ "email": "linh-tran@example.org", "password": PASSWORD });
    restored.visitor().post("/api/auth/sign-in", known).await.is(200);
    let url = visitor.1.get("/api/businesses/quan-bo-song").await.json()["imageUrl"].as_str().unwrap().to_owned();
    assert_eq!(visitor.1.get(&url).await.is(200).bytes, visitor.0.get(&url).await.bytes);
    // Numbers go on where they were, also where the last one's row is gone.
    for guide in [&guide, &restored] {
        admin.at(guide).adds_category("Newcomers").await;
    }
    let newest = "select max(id) from category";
    let ids: [i64; 2] = [
        with_pool!(&guide.app.db, |engine| sqlx::query_scalar(newest).fetch_one(engine)).unwrap(),
        with_pool!(&restored.app.db, |engine| sqlx::query_scalar(newest).fetch_one(engine)).unwrap(),
    ];
    assert_eq!(ids[0], ids[1]);
    restored.close().await;
}

// R223
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_during_writes_is_a_snapshot_of_one_moment(#[values(Sqlite, Postgres, PgBouncer)] engine: Engine) {
    let Some(guide) = Guide::with(engine, &["--api-only"]).await else { return };
    guide.is_seeded().await;
    let (admin, goes_on) = (Arc::new(guide.admin().await), Arc::new(AtomicBool::new(true)));
    let category = admin.adds_category("Tea houses").await;
    let counts = async |db: &Db| -> (i64, i64, i64) {
        let all = "select (select count(*) from place), (select value from counter where name = 'places'),
            (select count(*) from audit_event where kind = 'place')";
        with_pool!(db, |engine| sqlx::query_as(all).fetch_one(engine)).unwrap()
    };
    let before = counts(&guide.app.db).await;
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (admin, goes_on) = (admin.clone(), goes_on.clone());
            tokio::spawn(async move {
                for n in 0..2000 {
                    if !goes_on.load(Ordering::SeqCst) {
                        break;
                    }
                    admin.adds(a_place(&format!("Place {writer} {n}"), category)).await;
                }
            })
        })
        .collect();
    // Each has written more than once: they are under way.
    while counts(&guide.app.db).await.0 < before.0 + 8 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let began = counts(&guide.app.db).await;
    let (file, _) = guide.backed_up().await;
    let ended = counts(&guide.app.db).await;
    goes_on.store(false, Ordering::SeqCst);
    for writer in writers {
        writer.await.unwrap();
    }
    assert!(ended.0 > began.0, "nobody wrote meanwhile: {began:?}");

    let place = NewPlace::on(engine).await.unwrap();
    place.restores(file.path()).await.unwrap();
    let db = open(&place.url).await;
    let (places, tally, noted) = counts(&db).await;
    assert!((began.0..=ended.0).contains(&places), "{places} of {began:?} to {ended:?}");
    assert_eq!(tally, places);
    assert_eq!(noted - before.2, places - before.0, "each place came with its note");
    db.close().await;
}

// R223
#[tokio::test]
async fn backup_with_a_missing_file_names_it_and_has_the_rest() {
    let guide = Guide::open(Sqlite).await.unwrap();
    let admin = guide.admin().await;
    let picture = admin.adds_picture("A boat").await;
    admin.adds_picture("A raft").await;
    let lost = picture["url"].as_str().unwrap().strip_prefix("/media/").unwrap().to_owned();
    guide.app.files.delete(&FileName::new(&lost).unwrap()).await.unwrap();
    let (file, manifest) = guide.backed_up().await;
    assert_eq!(manifest.media.missing, [lost]);
    let place = NewPlace::on(Sqlite).await.unwrap();
    place.restores(file.path()).await.unwrap();
    assert_eq!(media(&place.files).await, media(&guide.app.files).await);
}

// R223
#[rstest]
#[tokio::test]
async fn backup_omits_foreign_tables_and_reports_a_changed_table_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    guide.admin().await.adds_picture("A boat").await;
    let run = async |sql: &'static str| {
        let work = guide.app.db.write(move |tx| {
            Box::pin(async move { execute!(tx, sqlx::query(sql)).map(drop).map_err(StoreError::from) })
        });
        work.await.unwrap();
    };
    run("create table keeper_s_own (id bigint, day date)").await;
    let (file, manifest) = guide.backed_up().await;
    assert_eq!(manifest.left_out, ["keeper_s_own"]);
    NewPlace::on(engine).await.unwrap().restores(file.path()).await.unwrap();
    run("alter table category add column mood text").await;
    let file = tempfile::NamedTempFile::new().unwrap();
    let made = create::make(&guide.app.db, &guide.app.files, file, guide.app.clock.now()).await;
    let sentence = made.err().unwrap().to_string();
    assert!(
        sentence.starts_with("the table category has the columns id, ") && sentence.contains("mood, and should have"),
        "{sentence}"
    );
}

/// Neither another guide's nor its own: what is restored would remove what was added after the backup.
// R223
#[rstest]
#[tokio::test]
async fn restore_beside_existing_images_is_refused_unless_it_takes_them_over(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let (without_pictures, _) = guide.backed_up().await;
    admin.adds_picture("A boat").await;
    let (file, _) = guide.backed_up().await;
    let place = NewPlace { files: guide.app.files.clone(), ..NewPlace::on(engine).await.unwrap() };
    let before = media(&place.files).await;
    for backup in [&file, &without_pictures] {
        let sentence = place.restores(backup.path()).await.unwrap_err().to_string();
        assert!(sentence.contains("already, which a guide may need"), "{sentence}");
        assert!(sentence.contains("--overwrite-media"), "{sentence}");
        assert_eq!(media(&place.files).await, before);
        place.is_empty().await;
    }
    place.takes_over(file.path()).await.unwrap();
    assert_eq!(media(&place.files).await, before);
}
