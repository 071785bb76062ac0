//! Errors of `cms serve` at startup. The error for an invalid environment variable names that variable.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Runs `cms serve` in `folder` with one environment variable and returns its standard error. Panics if the process
/// does not exit with an error within 20 s.
fn run_until_startup_error(folder: &Path, (name, value): (&str, &str)) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
    let command = command.args(["serve", "--api-only", "--listen", "127.0.0.1:0"]).current_dir(folder);
    let command = command.env("DATA_DIR", folder.join("data")).env("LOG_FORMAT", "json").env(name, value);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let started_at = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if started_at.elapsed() > Duration::from_secs(20) => {
                child.kill().unwrap();
                panic!("{name}={value} is accepted");
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    assert!(!status.success(), "{name}={value} is accepted");
    let mut output = String::new();
    child.stderr.take().unwrap().read_to_string(&mut output).unwrap();
    output
}

#[test]
fn startup_error_names_the_invalid_setting_and_no_file_is_written() {
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
        let output = run_until_startup_error(folder.path(), (name, value));
        assert!(output.contains(name), "{name}={value}: {output}");
        assert!(!output.contains("hidden"), "{output}");
    }
    let written_files: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(written_files.is_empty(), "{written_files:?}");
}

#[test]
fn startup_error_is_the_last_log_line() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data"), "no folder").unwrap();
    let output = run_until_startup_error(folder.path(), ("RUST_LOG", "info"));
    let last: Value = serde_json::from_str(output.lines().last().unwrap()).unwrap();
    let error = last["fields"]["error"].as_str().unwrap();
    assert!(error.contains("karst.db cannot be opened"), "{output}");
    assert!(error.contains("failed to create the folder") && error.contains("File exists"), "{output}");
    // If logging is turned off, the error is still printed.
    let output = run_until_startup_error(folder.path(), ("RUST_LOG", "off"));
    assert!(output.starts_with("Error: ") && output.contains("karst.db cannot be opened"), "{output}");
}
