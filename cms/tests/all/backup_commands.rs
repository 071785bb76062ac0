//! Tests of the commands `cms backup` and `cms restore`: complete, failed and killed runs (R223).

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use cms::integrations::blob_store::BlobStore;
use cms::with_pool;
use rstest::rstest;
use sqlx::Connection;

use crate::backup::{FreshInstallation, files_below};
use crate::test_app::{Engine, PgBouncer, Postgres, Sqlite, TestApp, direct_url, open_database};

/// A `cms` command, still without arguments, for the database at `url` and the image folder `files`.
fn cms_command(url: &str, files: &BlobStore) -> Command {
    let BlobStore::Folder(media) = files else { panic!("not a folder") };
    let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
    command.env("DATABASE_URL", url).env("MEDIA_URL", media).stdin(Stdio::null());
    command.envs(direct_url(url).map(|direct| ("DATABASE_DIRECT_URL", direct)));
    command
}

fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

async fn run_command(command: &mut Command) -> (bool, String) {
    let output =
        tokio::process::Command::from(std::mem::replace(command, Command::new("true"))).output().await.unwrap();
    (output.status.success(), output_text(&output))
}

async fn run_and_signal(command: &mut Command, delay: Duration, signal: &str) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    tokio::time::sleep(delay).await;
    let _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
    child.wait().unwrap();
}

async fn place_count(url: &str) -> Option<i64> {
    let db = open_database(url).await;
    let count = with_pool!(&db, |engine| sqlx::query_scalar("select count(*) from place").fetch_one(engine)).ok();
    db.close().await;
    count
}

/// Waits until PostgreSQL has noticed that a client was killed. Until then, PostgreSQL may still execute a commit that
/// the client sent.
async fn wait_until_disconnected(url: &str) {
    let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
    let count_other_connections = "select count(*) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()";
    for _ in 0..600 {
        if sqlx::query_scalar::<_, i64>(count_other_connections).fetch_one(&mut connection).await.unwrap() == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a connection of the killed client is still open");
}

// R223
#[rstest]
#[tokio::test]
async fn backup_and_restore_commands_round_trip(#[values(Sqlite, Postgres, PgBouncer)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    guide.admin().await.add_image("A boat").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("guide.tar.gz");
    let backup = || {
        let mut command = cms_command(&guide.database_url, &guide.app.media.files);
        command.args(["backup", "--to"]).arg(&file);
        command
    };
    let (succeeded, messages) = run_command(&mut backup()).await;
    assert!(succeeded && messages.contains("4 image files"), "{messages}");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let first = std::fs::read(&file).unwrap();
    let (succeeded, messages) = run_command(&mut backup()).await;
    assert!(!succeeded && messages.contains("guide.tar.gz already exists; use --replace"), "{messages}");
    assert_eq!(std::fs::read(&file).unwrap(), first);
    let (succeeded, messages) = run_command(backup().arg("--replace")).await;
    assert!(succeeded, "{messages}");
    assert_eq!(files_below(folder.path()), std::slice::from_ref(&file), "no other file");
    // The archive is readable with `tar`.
    let listed = Command::new("tar").arg("tzf").arg(&file).output().unwrap();
    assert!(String::from_utf8_lossy(&listed.stdout).ends_with("manifest.json\n"));

    let target = FreshInstallation::create(engine).await.unwrap();
    let restore = || {
        let mut command = cms_command(&target.database_url, &target.files);
        command.args(["restore", "--from"]).arg(&file);
        command
    };
    let (succeeded, messages) = run_command(&mut restore()).await;
    assert!(succeeded && messages.contains("Restored what cms"), "{messages}");
    assert_eq!(place_count(&target.database_url).await, place_count(&guide.database_url).await);
    let (succeeded, messages) = run_command(&mut restore()).await;
    assert!(!succeeded && messages.contains("was not restored") && messages.contains("already"), "{messages}");

    // A restore into another database is refused if the image folder contains files of a guide.
    let trial = FreshInstallation::create(engine).await.unwrap();
    let restore_to_trial = || {
        let mut command = cms_command(&trial.database_url, &target.files);
        command.args(["restore", "--from"]).arg(&file);
        command
    };
    let (succeeded, messages) = run_command(&mut restore_to_trial()).await;
    assert!(!succeeded && messages.contains("--overwrite-media if that guide no longer exists"), "{messages}");
    let (succeeded, messages) = run_command(restore_to_trial().arg("--overwrite-media")).await;
    assert!(succeeded, "{messages}");
}

// R223
#[tokio::test]
async fn backup_to_a_pipe_is_complete() {
    let guide = TestApp::start_seeded(Sqlite).await.unwrap();
    let output =
        cms_command(&guide.database_url, &guide.app.media.files).args(["backup", "--to", "-"]).output().unwrap();
    assert!(output.status.success(), "{}", output_text(&output));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), output.stdout).unwrap();
    let target = FreshInstallation::create(Sqlite).await.unwrap();
    target.restore(file.path()).await.unwrap();
    assert_eq!(place_count(&target.database_url).await, place_count(&guide.database_url).await);
}

// R223
#[tokio::test]
async fn backup_without_a_database_fails_and_writes_nothing() {
    let (empty_installation, folder) = (FreshInstallation::create(Sqlite).await.unwrap(), tempfile::tempdir().unwrap());
    let mut command = cms_command(&empty_installation.database_url, &empty_installation.files);
    let (succeeded, messages) =
        run_command(command.args(["backup", "--to"]).arg(folder.path().join("guide.tar.gz"))).await;
    assert!(!succeeded && messages.contains("there is no guide in"), "{messages}");
    assert!(files_below(folder.path()).is_empty());
    empty_installation.assert_empty().await;
}

// R223
#[tokio::test]
async fn backup_into_a_missing_folder_names_the_folder() {
    let (guide, folder) = (TestApp::start(Sqlite).await.unwrap(), tempfile::tempdir().unwrap());
    let missing_folder = folder.path().join("backups");
    let mut command = cms_command(&guide.database_url, &guide.app.media.files);
    let (succeeded, messages) =
        run_command(command.args(["backup", "--to"]).arg(missing_folder.join("guide.tar.gz"))).await;
    assert!(!succeeded && messages.contains(&format!("there is no folder {}", missing_folder.display())), "{messages}");
}

// R223
#[tokio::test]
async fn interrupted_backup_leaves_no_incomplete_backup() {
    let guide = TestApp::start_seeded(Sqlite).await.unwrap();
    let mut interrupted_count = 0;
    for delay_ms in (0..160).step_by(8) {
        for signal in ["-TERM", "-KILL"] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("guide.tar.gz");
            let mut command = cms_command(&guide.database_url, &guide.app.media.files);
            run_and_signal(command.args(["backup", "--to"]).arg(&file), Duration::from_millis(delay_ms), signal).await;
            if file.exists() {
                assert_valid_backup(&file).await;
            } else {
                interrupted_count += 1;
            }
            // A command that gets SIGTERM deletes its unfinished file.
            if signal == "-TERM" && !file.exists() {
                assert!(files_below(folder.path()).is_empty(), "after {delay_ms} ms: {:?}", files_below(folder.path()));
            }
        }
    }
    assert!(interrupted_count > 2, "the command always ended before the signal");
}

async fn assert_valid_backup(file: &Path) {
    cms::backup::restore::verify_backup(file).await.unwrap();
}

// R223
#[rstest]
#[tokio::test]
async fn killed_restore_leaves_nothing_or_everything(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    guide.admin().await.add_image("A boat").await;
    let (file, _) = guide.back_up().await;
    let original_place_count = place_count(&guide.database_url).await;
    let (mut empty_count, mut complete_count) = (0, 0);
    // The time before the signal grows from 0 to 6 s, because a restore can take seconds while other tests run.
    for delay_ms in (0..40_u64).map(|round| 4 * round * round) {
        let target = FreshInstallation::create(engine).await.unwrap();
        let mut command = cms_command(&target.database_url, &target.files);
        run_and_signal(command.args(["restore", "--from"]).arg(file.path()), Duration::from_millis(delay_ms), "-KILL")
            .await;
        let is_restored = match engine {
            Sqlite => target.folder.path().join("karst.db").exists(),
            Postgres | PgBouncer => {
                wait_until_disconnected(&target.database_url).await;
                place_count(&target.database_url).await.is_some()
            }
        };
        if is_restored {
            complete_count += 1;
            assert_eq!(place_count(&target.database_url).await, original_place_count);
            let restored = guide.start_restored(&target.database_url, target.files.clone()).await;
            let url = guide.first_image_path().await;
            restored.anonymous().get(&url).await.is(200);
            restored.app.db.close().await;
            if complete_count == 3 {
                break;
            }
        } else {
            empty_count += 1;
            // The next restore replaces the files that the killed restore left.
            target.restore_overwriting(file.path()).await.unwrap();
            assert_eq!(place_count(&target.database_url).await, original_place_count);
        }
    }
    assert!(empty_count > 0 && complete_count > 0, "{empty_count} times empty, {complete_count} times complete");
}

impl TestApp {
    /// The path of the first image in the library.
    async fn first_image_path(&self) -> String {
        let select_first_key = "select key from image order by id limit 1";
        let key: String =
            with_pool!(&self.app.db, |engine| sqlx::query_scalar(select_first_key).fetch_one(engine)).unwrap();
        format!("/media/{key}.jpg")
    }
}
