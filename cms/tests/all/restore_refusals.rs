//! Refused restores: into a database that is in use, beside files of another database, and from invalid backups. An
//! interrupted restore leaves nothing (R223, R315).

use std::io::Write;
use std::time::Duration;

use bytes::Bytes;
use cms::backup::archive::{self, ArchiveWriter};
use cms::backup::manifest::{ArchiveEntryTracker, MANIFEST_NAME, Manifest};
use cms::backup::restore::{self, MediaPolicy};
use cms::integrations::blob_store::{BlobStore, FileName};
use rstest::rstest;
use serde_json::{Value, json};

use crate::backup::FreshInstallation;
use crate::fixtures::place_json;
use crate::test_app::{Engine, PgBouncer, Postgres, Sqlite, TestApp};

/// An unpacked backup whose parts a test may change. `tables` has the rows of each table as JSON lines. `files` has the
/// names and the content of the image files.
#[derive(Clone)]
struct UnpackedBackup {
    tables: Vec<(String, Vec<u8>)>,
    files: Vec<(String, Bytes)>,
    manifest: Manifest,
}

impl UnpackedBackup {
    /// Makes a backup of the guide and unpacks it.
    async fn unpack(guide: &TestApp) -> Self {
        let (file, manifest) = guide.back_up().await;
        let mut unpacked = Self {
            tables: manifest.tables.iter().map(|table| (table.name.clone(), Vec::new())).collect(),
            files: Vec::new(),
            manifest,
        };
        let mut parts = archive::read(file.path());
        while let Some(part) = parts.recv().await {
            let part = part.unwrap();
            if let Some(name) = part.name.strip_prefix("media/") {
                unpacked.files.push((name.to_owned(), part.bytes));
            } else if let Some((table, _)) = part.name.strip_prefix("tables/").and_then(|rest| rest.split_once('/')) {
                unpacked.rows(table).extend(part.bytes);
            }
        }
        unpacked
    }

    fn rows(&mut self, table: &str) -> &mut Vec<u8> {
        &mut self.tables.iter_mut().find(|(name, _)| name == table).unwrap().1
    }

    /// Sets a column of the first row of a table.
    fn set_value_in_first_row(&mut self, table: &str, column: &str, value: Value) {
        let columns = &self.manifest.tables.iter().find(|one| one.name == table).unwrap().columns;
        let column_index = columns.iter().position(|name| name == column).unwrap();
        let rows = self.rows(table);
        let text = String::from_utf8(rows.clone()).unwrap();
        let (first, rest) = text.split_once('\n').unwrap();
        let mut row: Vec<Value> = serde_json::from_str(first).unwrap();
        row[column_index] = value;
        *rows = format!("{}\n{rest}", Value::from(row)).into_bytes();
    }

    /// Packs the parts into a backup. Its manifest gets the row counts and hashes of the changed parts, so that a
    /// restore does not refuse it as damaged.
    async fn pack(mut self) -> tempfile::NamedTempFile {
        let (mut writer, mut tracker) =
            (ArchiveWriter::new(tempfile::NamedTempFile::new().unwrap()), ArchiveEntryTracker::default());
        for (name, rows) in self.tables.iter().filter(|(_, rows)| !rows.is_empty()) {
            writer = writer.add(tracker.add_rows(name, rows), rows.clone().into()).await.unwrap();
        }
        for (name, bytes) in &self.files {
            let part = tracker.add_file(&FileName::new(name).unwrap(), bytes);
            writer = writer.add(part, bytes.clone()).await.unwrap();
        }
        for table in &mut self.manifest.tables {
            (table.rows, table.sha256) = tracker.row_count_and_sha256(&table.name);
        }
        self.manifest.media = tracker.media_summary(self.manifest.media.missing.clone());
        let json = self.manifest.to_json().unwrap();
        writer.add(MANIFEST_NAME.into(), json.into()).await.unwrap().finish().unwrap()
    }
}

/// Starts an app with a place, an image and an admin. `None` if the tests have no database of this engine.
async fn start_with_place_and_image(engine: Engine) -> Option<TestApp> {
    let guide = TestApp::start(engine).await?;
    let admin = guide.admin().await;
    let caves = admin.add_category("Caves").await;
    admin.add_place(place_json("Dark Cave", caves)).await;
    admin.add_image("A boat").await;
    Some(guide)
}

/// A change that makes a valid backup invalid.
type BackupForgery = Box<dyn Fn(&mut UnpackedBackup)>;

fn boxed_forgery(change: impl Fn(&mut UnpackedBackup) + 'static) -> BackupForgery {
    Box::new(change)
}

// R223, R315
#[rstest]
#[tokio::test]
async fn restore_of_a_forged_backup_is_refused_and_leaves_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = start_with_place_and_image(engine).await else { return };
    let valid = UnpackedBackup::unpack(&guide).await;
    let target = FreshInstallation::create(engine).await.unwrap();
    let changes = [
        ("newer version", boxed_forgery(|backup| backup.manifest.schema = 9_999)),
        ("newer version", boxed_forgery(|backup| backup.manifest.format = 2)),
        ("Databases and backups of version 0.1 cannot be read", boxed_forgery(|backup| backup.manifest.schema = 32)),
        ("its tables are", boxed_forgery(|backup| backup.manifest.tables.swap(0, 1))),
        ("does not name", boxed_forgery(|backup| backup.manifest.tables.retain(|table| table.name != "place"))),
        (
            "its tables are",
            boxed_forgery(|backup| {
                let mut extra = backup.manifest.tables[0].clone();
                extra.name = "sqlite_schema".into();
                backup.tables.push((extra.name.clone(), b"[1]\n".to_vec()));
                backup.manifest.tables.push(extra);
            }),
        ),
        (
            "do not match its schema",
            boxed_forgery(|backup| backup.manifest.tables[0].columns[0] = "x\" from account; --".into()),
        ),
        (
            "a value of another type in latitude",
            boxed_forgery(|backup| backup.set_value_in_first_row("place", "latitude", json!("17; drop table"))),
        ),
        (
            "a value of another type in is_public",
            boxed_forgery(|backup| backup.set_value_in_first_row("place", "is_public", json!(1))),
        ),
        ("rows of place break", boxed_forgery(|backup| backup.set_value_in_first_row("place", "name", Value::Null))),
        (
            "rows of place_category break",
            boxed_forgery(|backup| backup.set_value_in_first_row("place_category", "category_id", json!(77))),
        ),
        ("is not a JSON array", boxed_forgery(|backup| *backup.rows("place") = b"{\"id\": 1}\n".to_vec())),
        ("values, and the table", boxed_forgery(|backup| *backup.rows("place") = b"[1]\n".to_vec())),
        (
            "break",
            boxed_forgery(|backup| {
                let twice = backup.rows("place").repeat(2);
                *backup.rows("place") = twice;
            }),
        ),
        (
            "belongs to no image",
            boxed_forgery(|backup| backup.files.push(("zz-1.jpg".into(), Bytes::from_static(b"x")))),
        ),
        ("the image file ", boxed_forgery(|backup| drop(backup.files.pop()))),
    ];
    for (sentence, change) in changes {
        let mut forged = valid.clone();
        change(&mut forged);
        let refused = target.restore(forged.pack().await.path()).await.map(|_| ()).unwrap_err();
        assert!(format!("{refused:#}").contains(sentence), "{sentence}: {refused:#}");
        target.assert_empty().await;
    }
    // The unchanged backup can be restored, so each refusal was caused by its change.
    target.restore(valid.pack().await.path()).await.unwrap();
}

// R223
#[rstest]
#[tokio::test]
async fn restore_of_a_damaged_file_is_refused_before_any_change(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = start_with_place_and_image(engine).await else { return };
    let (file, _) = guide.back_up().await;
    let backup_bytes = std::fs::read(file.path()).unwrap();
    let target = FreshInstallation::create(engine).await.unwrap();
    for damage in ["cut", "turned", "other", "none"] {
        let mut bytes = backup_bytes.clone();
        let middle = bytes.len() / 2;
        match damage {
            "cut" => bytes.truncate(middle),
            // Eight bytes are inverted, because a single inverted bit may be in padding that no reader checks.
            "turned" => bytes[middle..middle + 8].iter_mut().for_each(|byte| *byte ^= 0xff),
            "other" => bytes = b"SQLite format 3\0".to_vec(),
            _ => bytes.clear(),
        }
        let mut damaged = tempfile::NamedTempFile::new().unwrap();
        damaged.write_all(&bytes).unwrap();
        assert!(target.restore(damaged.path()).await.is_err(), "{damage}");
        target.assert_empty().await;
    }
}

// R223
#[rstest]
#[tokio::test]
async fn restore_into_a_used_database_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = start_with_place_and_image(engine).await else { return };
    let (file, _) = guide.back_up().await;
    let used_installation = FreshInstallation {
        database_url: guide.database_url.clone(),
        ..FreshInstallation::create(engine).await.unwrap()
    };
    let sentence = used_installation.restore(file.path()).await.unwrap_err().to_string();
    match engine {
        Sqlite => assert!(sentence.contains("karst.db already exists"), "{sentence}"),
        Postgres | PgBouncer => {
            assert!(sentence.contains("already contains tables (account, alert,"), "{sentence}")
        }
    }
    guide.anonymous().get("/api/businesses/dark-cave").await.is(200);
    // An existing file with the name of an image is not overwritten.
    let target = FreshInstallation::create(engine).await.unwrap();
    let BlobStore::Folder(folder) = &target.files else { return };
    let BlobStore::Folder(source_folder) = &guide.app.media.files else { return };
    let existing_file = crate::backup::files_below(source_folder).pop().unwrap();
    let existing_file = folder.join(existing_file.file_name().unwrap());
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(&existing_file, "somebody's").unwrap();
    let sentence = target.restore_overwriting(file.path()).await.unwrap_err().to_string();
    assert!(sentence.contains("contains a different file"), "{sentence}");
    assert_eq!(std::fs::read(&existing_file).unwrap(), b"somebody's");
    std::fs::remove_file(&existing_file).unwrap();
    target.assert_empty().await;
}

// R223
#[tokio::test]
async fn restore_beside_leftover_sqlite_files_is_refused() {
    let guide = start_with_place_and_image(Sqlite).await.unwrap();
    let (file, _) = guide.back_up().await;
    let target = FreshInstallation::create(Sqlite).await.unwrap();
    std::fs::write(target.folder.path().join("karst.db-wal"), "of another database").unwrap();
    let sentence = target.restore(file.path()).await.unwrap_err().to_string();
    assert!(sentence.contains("karst.db-wal already exists"), "{sentence}");
}

// R223
#[rstest]
#[tokio::test]
async fn interrupted_restore_leaves_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = start_with_place_and_image(engine).await else { return };
    let (file, _) = guide.back_up().await;
    let target = FreshInstallation::create(engine).await.unwrap();
    for delay_ms in [0, 5, 20, 60] {
        let stop = tokio::time::sleep(Duration::from_millis(delay_ms));
        let result =
            restore::restore(file.path(), &target.direct_address(), (&target.files, MediaPolicy::RequireEmpty), stop)
                .await;
        match result {
            Err(error) => assert_eq!(error.to_string(), "it was interrupted"),
            Ok(_) => return,
        }
        target.assert_empty().await;
    }
    target.restore(file.path()).await.unwrap();
}
