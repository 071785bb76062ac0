//! Refused restores: into a database that is not new, and from a file that is no backup of Karst (R223, R315).

use std::io::Write;
use std::time::Duration;

use bytes::Bytes;
use cms::backup::manifest::{EntryTracker, MANIFEST, Manifest};
use cms::backup::restore::{self, MediaPolicy};
use cms::integrations::archive::{self, ArchiveWriter};
use cms::integrations::blob_store::{BlobStore, FileName};
use rstest::rstest;
use serde_json::{Value, json};

use crate::recovery::NewPlace;
use crate::things::a_place;
use crate::world::{Engine, Guide, PgBouncer, Postgres, Sqlite};

/// A backup that somebody has taken apart: the rows of each table, the files, and what its manifest will say.
#[derive(Clone)]
struct Forged {
    tables: Vec<(String, Vec<u8>)>,
    files: Vec<(String, Bytes)>,
    manifest: Manifest,
}

impl Forged {
    /// One that is as it should be.
    async fn of(guide: &Guide) -> Self {
        let (file, manifest) = guide.backed_up().await;
        let mut forged = Self {
            tables: manifest.tables.iter().map(|table| (table.name.clone(), Vec::new())).collect(),
            files: Vec::new(),
            manifest,
        };
        let mut parts = archive::read(file.path());
        while let Some(part) = parts.recv().await {
            let part = part.unwrap();
            if let Some(name) = part.name.strip_prefix("media/") {
                forged.files.push((name.to_owned(), part.bytes));
            } else if let Some((table, _)) = part.name.strip_prefix("tables/").and_then(|rest| rest.split_once('/')) {
                forged.rows(table).extend(part.bytes);
            }
        }
        forged
    }

    fn rows(&mut self, table: &str) -> &mut Vec<u8> {
        &mut self.tables.iter_mut().find(|(name, _)| name == table).unwrap().1
    }

    /// Has one row of a table say something else.
    fn changes(&mut self, table: &str, column: &str, value: Value) {
        let columns = &self.manifest.tables.iter().find(|one| one.name == table).unwrap().columns;
        let at = columns.iter().position(|name| name == column).unwrap();
        let rows = self.rows(table);
        let text = String::from_utf8(rows.clone()).unwrap();
        let (first, rest) = text.split_once('\n').unwrap();
        let mut row: Vec<Value> = serde_json::from_str(first).unwrap();
        row[at] = value;
        *rows = format!("{}\n{rest}", Value::from(row)).into_bytes();
    }

    /// Puts it together again, with a manifest that agrees with what is in it.
    async fn sealed(mut self) -> tempfile::NamedTempFile {
        let (mut writer, mut seen) =
            (ArchiveWriter::new(tempfile::NamedTempFile::new().unwrap()), EntryTracker::default());
        for (name, rows) in self.tables.iter().filter(|(_, rows)| !rows.is_empty()) {
            writer = writer.add(seen.rows(name, rows), rows.clone().into()).await.unwrap();
        }
        for (name, bytes) in &self.files {
            let part = seen.file(&FileName::new(name).unwrap(), bytes);
            writer = writer.add(part, bytes.clone()).await.unwrap();
        }
        for table in &mut self.manifest.tables {
            (table.rows, table.sha256) = seen.of_table(&table.name);
        }
        self.manifest.media = seen.media(self.manifest.media.missing.clone());
        let json = self.manifest.json().unwrap();
        writer.add(MANIFEST.into(), json.into()).await.unwrap().finish().unwrap()
    }
}

/// A guide with a place, a picture and an admin.
async fn a_guide(engine: Engine) -> Option<Guide> {
    let guide = Guide::open(engine).await?;
    let admin = guide.admin().await;
    let caves = admin.adds_category("Caves").await;
    admin.adds(a_place("Dark Cave", caves)).await;
    admin.adds_picture("A boat").await;
    Some(guide)
}

/// What a change makes of a backup that can be restored.
type Change = Box<dyn Fn(&mut Forged)>;

fn change(change: impl Fn(&mut Forged) + 'static) -> Change {
    Box::new(change)
}

// R223, R315
#[rstest]
#[tokio::test]
async fn restore_of_a_forged_backup_is_refused_and_leaves_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = a_guide(engine).await else { return };
    let honest = Forged::of(&guide).await;
    let place = NewPlace::on(engine).await.unwrap();
    let changes = [
        ("newer version", change(|it| it.manifest.schema = 9_999)),
        ("newer version", change(|it| it.manifest.format = 2)),
        ("Databases and backups of version 0.1 cannot be read", change(|it| it.manifest.schema = 32)),
        ("its tables are", change(|it| it.manifest.tables.swap(0, 1))),
        ("does not name", change(|it| it.manifest.tables.retain(|table| table.name != "place"))),
        (
            "its tables are",
            change(|it| {
                let mut extra = it.manifest.tables[0].clone();
                extra.name = "sqlite_schema".into();
                it.tables.push((extra.name.clone(), b"[1]\n".to_vec()));
                it.manifest.tables.push(extra);
            }),
        ),
        ("other columns", change(|it| it.manifest.tables[0].columns[0] = "x\" from account; --".into())),
        ("a value of another type in latitude", change(|it| it.changes("place", "latitude", json!("17; drop table")))),
        ("a value of another type in is_public", change(|it| it.changes("place", "is_public", json!(1)))),
        ("rows of place break", change(|it| it.changes("place", "name", Value::Null))),
        ("rows of place_category break", change(|it| it.changes("place_category", "category_id", json!(77)))),
        ("is not a JSON array", change(|it| *it.rows("place") = b"{\"id\": 1}\n".to_vec())),
        ("values, and the table", change(|it| *it.rows("place") = b"[1]\n".to_vec())),
        (
            "break",
            change(|it| {
                let twice = it.rows("place").repeat(2);
                *it.rows("place") = twice;
            }),
        ),
        ("belongs to no picture", change(|it| it.files.push(("zz-1.jpg".into(), Bytes::from_static(b"x"))))),
        ("of a picture is not in it", change(|it| drop(it.files.pop()))),
    ];
    for (sentence, change) in changes {
        let mut forged = honest.clone();
        change(&mut forged);
        let refused = place.restores(forged.sealed().await.path()).await.map(|_| ()).unwrap_err();
        assert!(format!("{refused:#}").contains(sentence), "{sentence}: {refused:#}");
        place.is_empty().await;
    }
    // And what was changed was the only reason.
    place.restores(honest.sealed().await.path()).await.unwrap();
}

// R223
#[rstest]
#[tokio::test]
async fn restore_of_a_damaged_file_is_refused_before_any_change(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = a_guide(engine).await else { return };
    let (file, _) = guide.backed_up().await;
    let whole = std::fs::read(file.path()).unwrap();
    let place = NewPlace::on(engine).await.unwrap();
    for damage in ["cut", "turned", "other", "none"] {
        let mut bytes = whole.clone();
        let middle = bytes.len() / 2;
        match damage {
            "cut" => bytes.truncate(middle),
            // Several bytes: a single bit may be one that pads a block and says nothing.
            "turned" => bytes[middle..middle + 8].iter_mut().for_each(|byte| *byte ^= 0xff),
            "other" => bytes = b"SQLite format 3\0".to_vec(),
            _ => bytes.clear(),
        }
        let mut damaged = tempfile::NamedTempFile::new().unwrap();
        damaged.write_all(&bytes).unwrap();
        assert!(place.restores(damaged.path()).await.is_err(), "{damage}");
        place.is_empty().await;
    }
}

// R223
#[rstest]
#[tokio::test]
async fn restore_into_a_used_database_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = a_guide(engine).await else { return };
    let (file, _) = guide.backed_up().await;
    let taken = NewPlace { url: guide.url.clone(), ..NewPlace::on(engine).await.unwrap() };
    let sentence = taken.restores(file.path()).await.unwrap_err().to_string();
    match engine {
        Sqlite => assert!(sentence.contains("karst.db is there already"), "{sentence}"),
        Postgres | PgBouncer => assert!(sentence.contains("holds tables already (account, article,"), "{sentence}"),
    }
    guide.visitor().get("/api/businesses/dark-cave").await.is(200);
    // Another file where one of the pictures would be is not written over.
    let place = NewPlace::on(engine).await.unwrap();
    let BlobStore::Folder(folder) = &place.files else { return };
    let BlobStore::Folder(theirs) = &guide.app.files else { return };
    let taken = crate::recovery::walk(theirs).pop().unwrap();
    let taken = folder.join(taken.file_name().unwrap());
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(&taken, "somebody's").unwrap();
    let sentence = place.takes_over(file.path()).await.unwrap_err().to_string();
    assert!(sentence.contains("there is another file"), "{sentence}");
    assert_eq!(std::fs::read(&taken).unwrap(), b"somebody's");
    std::fs::remove_file(&taken).unwrap();
    place.is_empty().await;
}

// R223
#[tokio::test]
async fn restore_beside_leftover_sqlite_files_is_refused() {
    let guide = a_guide(Sqlite).await.unwrap();
    let (file, _) = guide.backed_up().await;
    let place = NewPlace::on(Sqlite).await.unwrap();
    std::fs::write(place.folder.path().join("karst.db-wal"), "of another database").unwrap();
    let sentence = place.restores(file.path()).await.unwrap_err().to_string();
    assert!(sentence.contains("karst.db-wal is there already"), "{sentence}");
}

// R223
#[rstest]
#[tokio::test]
async fn interrupted_restore_leaves_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = a_guide(engine).await else { return };
    let (file, _) = guide.backed_up().await;
    let place = NewPlace::on(engine).await.unwrap();
    for pause in [0, 5, 20, 60] {
        let stop = tokio::time::sleep(Duration::from_millis(pause));
        let done =
            restore::restore(file.path(), &place.direct(), (&place.files, MediaPolicy::RequireEmpty), stop).await;
        match done {
            Err(error) => assert_eq!(error.to_string(), "it was interrupted"),
            Ok(_) => return,
        }
        place.is_empty().await;
    }
    place.restores(file.path()).await.unwrap();
}
