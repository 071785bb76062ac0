//! `cms backup` and `cms restore` as commands, completed and killed (R223).

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use cms::integrations::blob_store::BlobStore;
use cms::with_pool;
use rstest::rstest;

use crate::recovery::{NewPlace, walk};
use crate::world::{Engine, Guide, PgBouncer, Postgres, Sqlite, direct_url, open};

/// The command on the guide at `url`.
fn cms(url: &str, files: &BlobStore) -> Command {
    let BlobStore::Folder(media) = files else { panic!("not a folder") };
    let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
    command.env("DATABASE_URL", url).env("MEDIA_URL", media).stdin(Stdio::null());
    command.envs(direct_url(url).map(|direct| ("DATABASE_DIRECT_URL", direct)));
    command
}

fn heard(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

async fn said(command: &mut Command) -> (bool, String) {
    let output =
        tokio::process::Command::from(std::mem::replace(command, Command::new("true"))).output().await.unwrap();
    (output.status.success(), heard(&output))
}

async fn ends(command: &mut Command, after: Duration, signal: &str) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    tokio::time::sleep(after).await;
    let _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
    child.wait().unwrap();
}

async fn places(url: &str) -> Option<i64> {
    let db = open(url).await;
    let count = with_pool!(&db, |engine| sqlx::query_scalar("select count(*) from place").fetch_one(engine)).ok();
    db.close().await;
    count
}

// R223
#[rstest]
#[tokio::test]
async fn backup_and_restore_commands_round_trip(#[values(Sqlite, Postgres, PgBouncer)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    guide.admin().await.adds_picture("A boat").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("guide.tar.gz");
    let backup = || {
        let mut command = cms(&guide.url, &guide.app.files);
        command.args(["backup", "--to"]).arg(&file);
        command
    };
    let (done, words) = said(&mut backup()).await;
    assert!(done && words.contains("4 files of pictures"), "{words}");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let first = std::fs::read(&file).unwrap();
    let (done, words) = said(&mut backup()).await;
    assert!(!done && words.contains("guide.tar.gz is there already; --replace"), "{words}");
    assert_eq!(std::fs::read(&file).unwrap(), first);
    let (done, words) = said(backup().arg("--replace")).await;
    assert!(done, "{words}");
    assert_eq!(walk(folder.path()), std::slice::from_ref(&file), "and nothing else");
    // Common tools open it.
    let listed = Command::new("tar").arg("tzf").arg(&file).output().unwrap();
    assert!(String::from_utf8_lossy(&listed.stdout).ends_with("manifest.json\n"));

    let place = NewPlace::on(engine).await.unwrap();
    let restore = || {
        let mut command = cms(&place.url, &place.files);
        command.args(["restore", "--from"]).arg(&file);
        command
    };
    let (done, words) = said(&mut restore()).await;
    assert!(done && words.contains("Restored what cms"), "{words}");
    assert_eq!(places(&place.url).await, places(&guide.url).await);
    let (done, words) = said(&mut restore()).await;
    assert!(!done && words.contains("was not restored") && words.contains("already"), "{words}");

    // A database of its own beside the same pictures.
    let trial = NewPlace::on(engine).await.unwrap();
    let tried = || {
        let mut command = cms(&trial.url, &place.files);
        command.args(["restore", "--from"]).arg(&file);
        command
    };
    let (done, words) = said(&mut tried()).await;
    assert!(!done && words.contains("--overwrite-media if the guide whose they are is no more"), "{words}");
    let (done, words) = said(tried().arg("--overwrite-media")).await;
    assert!(done, "{words}");
}

// R223
#[tokio::test]
async fn backup_to_a_pipe_is_complete() {
    let guide = Guide::seeded(Sqlite).await.unwrap();
    let output = cms(&guide.url, &guide.app.files).args(["backup", "--to", "-"]).output().unwrap();
    assert!(output.status.success(), "{}", heard(&output));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), output.stdout).unwrap();
    let place = NewPlace::on(Sqlite).await.unwrap();
    place.restores(file.path()).await.unwrap();
    assert_eq!(places(&place.url).await, places(&guide.url).await);
}

// R223
#[tokio::test]
async fn backup_without_a_database_fails_and_writes_nothing() {
    let (nowhere, folder) = (NewPlace::on(Sqlite).await.unwrap(), tempfile::tempdir().unwrap());
    let mut command = cms(&nowhere.url, &nowhere.files);
    let (done, words) = said(command.args(["backup", "--to"]).arg(folder.path().join("guide.tar.gz"))).await;
    assert!(!done && words.contains("there is no guide in"), "{words}");
    assert!(walk(folder.path()).is_empty());
    nowhere.is_empty().await;
}

// R223
#[tokio::test]
async fn backup_into_a_missing_folder_names_the_folder() {
    let (guide, folder) = (Guide::open(Sqlite).await.unwrap(), tempfile::tempdir().unwrap());
    let missing = folder.path().join("backups");
    let mut command = cms(&guide.url, &guide.app.files);
    let (done, words) = said(command.args(["backup", "--to"]).arg(missing.join("guide.tar.gz"))).await;
    assert!(!done && words.contains(&format!("there is no folder {}", missing.display())), "{words}");
}

// R223
#[tokio::test]
async fn interrupted_backup_leaves_no_file() {
    let guide = Guide::seeded(Sqlite).await.unwrap();
    let mut interrupted = 0;
    for pause in (0..160).step_by(8) {
        for signal in ["-TERM", "-KILL"] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("guide.tar.gz");
            let mut command = cms(&guide.url, &guide.app.files);
            ends(command.args(["backup", "--to"]).arg(&file), Duration::from_millis(pause), signal).await;
            if file.exists() {
                whole(&file).await;
            } else {
                interrupted += 1;
            }
            // A command that was asked to end takes with it what it began; before it listens it has begun nothing.
            if signal == "-TERM" && !file.exists() {
                assert!(walk(folder.path()).is_empty(), "after {pause} ms: {:?}", walk(folder.path()));
            }
        }
    }
    assert!(interrupted > 2, "it was always faster");
}

async fn whole(file: &Path) {
    cms::backup::restore::check(file).await.unwrap();
}

// R223
#[rstest]
#[tokio::test]
async fn killed_restore_leaves_nothing_or_everything(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::seeded(engine).await else { return };
    guide.admin().await.adds_picture("A boat").await;
    let (file, _) = guide.backed_up().await;
    let all = places(&guide.url).await;
    let (mut nothing, mut everything) = (0, 0);
    for pause in (0..).step_by(40).take(40) {
        let place = NewPlace::on(engine).await.unwrap();
        let mut command = cms(&place.url, &place.files);
        ends(command.args(["restore", "--from"]).arg(file.path()), Duration::from_millis(pause), "-KILL").await;
        let is_there = match engine {
            Sqlite => place.folder.path().join("karst.db").exists(),
            // The server hears a moment later that its client has gone.
            Postgres | PgBouncer => places(&place.url).await.is_some(),
        };
        if is_there {
            everything += 1;
            assert_eq!(places(&place.url).await, all);
            let restored = guide.moved_to(&place.url, place.files.clone()).await;
            let url = guide.admin_picture().await;
            restored.visitor().get(&url).await.is(200);
            restored.close().await;
            if everything == 3 {
                break;
            }
        } else {
            nothing += 1;
            // And the next one takes over what it left.
            place.takes_over(file.path()).await.unwrap();
            assert_eq!(places(&place.url).await, all);
        }
    }
    assert!(nothing > 0 && everything > 0, "{nothing} times nothing, {everything} times everything");
}

impl Guide {
    /// The address of the first picture in the library.
    async fn admin_picture(&self) -> String {
        let picture = "select key from image order by id limit 1";
        let key: String = with_pool!(&self.app.db, |engine| sqlx::query_scalar(picture).fetch_one(engine)).unwrap();
        format!("/media/{key}.jpg")
    }
}
