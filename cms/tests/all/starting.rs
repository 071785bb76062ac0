//! Settings that make no sense: a server does not start with them, and says which it was.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// What `cms serve` says when it ends at once because of a setting.
fn refused(folder: &Path, (name, value): (&str, &str)) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
    let command = command.args(["serve", "--api-only", "--listen", "127.0.0.1:0"]).current_dir(folder);
    let command = command.env("DATA_DIR", folder.join("data")).env("LOG_FORMAT", "json").env(name, value);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if begun.elapsed() > Duration::from_secs(20) => {
                child.kill().unwrap();
                panic!("{name}={value} is taken");
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    assert!(!status.success(), "{name}={value} is taken");
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    said
}

#[test]
fn a_setting_that_makes_no_sense_is_named_and_nothing_is_begun() {
    let folder = tempfile::tempdir().unwrap();
    for (name, value) in [
        ("PUBLIC_URL", "guide.example"),
        ("PUBLIC_URL", "https://guide.example/sub/path"),
        ("REQUEST_TIMEOUT_S", "0"),
        ("CACHE_MIB", "abc"),
        ("DATABASE_URL", "postgress://karst:hidden@db.example/guide"),
        ("DATABASE_URL", "mysql://karst:hidden@db.example/guide"),
        ("DATABASE_DIRECT_URL", "mysql://karst:hidden@db.example/guide"),
        ("DATABASE_DIRECT_URL", "postgres://karst:hidden@db.example/guide"),
        ("MEDIA_URL", "https://karst:hidden@files.example/pictures"),
        ("LOG_FORMAT", "xml"),
        ("RUST_LOG", "cms=loud"),
    ] {
        let said = refused(folder.path(), (name, value));
        assert!(said.contains(name), "{name}={value}: {said}");
        assert!(!said.contains("hidden"), "{said}");
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_last_words_of_a_server_are_a_line_of_its_log() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data"), "no folder").unwrap();
    let said = refused(folder.path(), ("RUST_LOG", "info"));
    let last: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    let error = last["fields"]["error"].as_str().unwrap();
    assert!(error.contains("karst.db cannot be opened"), "{said}");
    assert!(error.contains("failed to create the folder") && error.contains("File exists"), "{said}");
    // Where nothing is logged it says so all the same.
    let said = refused(folder.path(), ("RUST_LOG", "off"));
    assert!(said.starts_with("Error: ") && said.contains("karst.db cannot be opened"), "{said}");
}
