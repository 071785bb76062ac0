//! An acknowledged write survives a power cut: the response comes after the disk flush.

use std::process::Command;
use std::time::Duration;

use serde_json::json;

use crate::server_process::ServerProcess;

#[tokio::test]
async fn write_is_acknowledged_only_after_the_disk_flush() {
    let folder = tempfile::tempdir().unwrap();
    let (shim, gate) = (folder.path().join("flush.so"), folder.path().join("gate"));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/flush.c");
    // Compiles a library that blocks the server's disk flushes while the gate file exists. Building `cms` also needs a
    // C compiler, so `cc` is available.
    let compile_status =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", source, "-ldl", "-o"]).arg(&shim).status().unwrap();
    assert!(compile_status.success());
    let (shim, gate_path) = (shim.to_str().unwrap(), gate.to_str().unwrap());
    let server = ServerProcess::start(folder.path(), &[("LD_PRELOAD", shim), ("FLUSH_GATE", gate_path)]);
    let client = reqwest::Client::new();
    let send_message = async |n: usize| {
        let contact_message = json!({ "name": "Linh", "email": format!("linh{n}@example.org"), "subject": "The ferry", "type": "travel",
            "message": "When does the ferry leave?" });
        let sent = client.post(format!("{}/api/contact", server.origin)).json(&contact_message).send().await.unwrap();
        assert!(sent.status().is_success(), "{}: {}", sent.status(), sent.text().await.unwrap());
    };
    send_message(1).await;

    // While the flush is blocked, a write gets no response.
    std::fs::write(&gate, b"").unwrap();
    let blocked_write = send_message(2);
    tokio::pin!(blocked_write);
    let early_response = tokio::time::timeout(Duration::from_millis(800), &mut blocked_write).await;
    assert!(early_response.is_err(), "acknowledged before the flush");
    let read = client.get(format!("{}/api/businesses", server.origin)).send().await.unwrap();
    assert_eq!(read.status(), 200, "reads do not wait for the flush");
    std::fs::remove_file(&gate).unwrap();
    tokio::time::timeout(Duration::from_secs(10), blocked_write).await.unwrap();
}
