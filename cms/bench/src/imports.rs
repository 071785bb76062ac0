//! Measures two imports. For the first file, which is only checked, the time and the memory of the check are measured.
//! For the second file, which is applied, two times are measured: that of applying, and the longest of other writes.

use std::fmt::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use hyper::{Method, StatusCode};
use serde_json::{Value, json};

use crate::child::{self, Server};
use crate::runner::{CACHE_MIB, wait_until_idle};
use crate::{guide, http_client, process};

/// The name of this benchmark case, with which `--only` is compared.
pub const CASE_NAME: &str = "imports";
/// The number of places in the database.
pub const PLACE_COUNT: usize = 2_000;
/// The number of rows of the file that is only checked: the maximum that the API accepts.
pub const CHECKED_ROW_COUNT: usize = 50_000;
/// The number of rows of the file that is applied: the maximum that the API applies.
pub const APPLIED_ROW_COUNT: usize = 5_000;
/// One row of this many changes a place that no earlier row changes, until only [`EDITED_PLACE_ID`] is unchanged. All
/// other rows create a place.
const ROWS_PER_CHANGE: usize = 5;
/// The id of the place that is changed while an import is applied. No row of a file changes it.
const EDITED_PLACE_ID: usize = PLACE_COUNT;
/// The pause between two changes of the place [`EDITED_PLACE_ID`].
const WRITE_INTERVAL: Duration = Duration::from_millis(20);
const POLL_INTERVAL: Duration = Duration::from_millis(20);
const TIMEOUT: Duration = Duration::from_secs(180);
const ADMIN_CREDENTIALS: (&str, &str) = ("imports@example.org", "a long password for measuring");

/// The measured times and the measured memory.
#[derive(Clone, Copy, Debug)]
pub struct ImportMeasurements {
    /// The time from the upload of [`CHECKED_ROW_COUNT`] rows until all of them are compared with the places.
    pub check_time: Duration,
    /// The peak memory of the server during the check minus its memory before the check, in MiB.
    pub check_memory_mib: f64,
    /// The time from the request to apply [`APPLIED_ROW_COUNT`] rows until all of them are applied.
    pub apply_time: Duration,
    /// The longest time of a change of [`EDITED_PLACE_ID`] while the rows are applied.
    pub longest_write_time: Duration,
}

/// Runs the measurement on a new database in `data`.
pub async fn run(data: &Path, log: &Path) -> anyhow::Result<ImportMeasurements> {
    guide::generate_database(data, PLACE_COUNT).await?;
    let (email, password) = ADMIN_CREDENTIALS;
    child::add_account(data, email, "admin", password).await?;
    let mut server = child::start_cms(data, CACHE_MIB, &["--api-only"], log).await?;
    server.wait_until_ok("/api/businesses?limit=1", TIMEOUT).await?;
    let token = http_client::sign_in(server.address, email, password).await?;
    let categories = http_client::get_json(server.address, "/api/categories", None).await?;
    let category = categories[0]["name"].as_str().context("there is no category")?.to_owned();
    wait_until_idle(&server).await?;
    let (check_time, check_memory_mib) =
        measure_check(&server, &token, &csv_file(CHECKED_ROW_COUNT, &category)).await?;
    let (apply_time, longest_write_time) =
        measure_apply(&server, &token, &csv_file(APPLIED_ROW_COUNT, &category)).await?;
    server.stop().await?;
    Ok(ImportMeasurements { check_time, check_memory_mib, apply_time, longest_write_time })
}

/// Uploads a file, and waits until its rows are checked. Returns the time, and the peak memory minus the memory before,
/// in MiB.
async fn measure_check(server: &Server, token: &str, file: &str) -> anyhow::Result<(Duration, f64)> {
    let before = process::memory_mib(server.pid, "VmRSS")?;
    process::reset_peak_memory(server.pid);
    let start = Instant::now();
    let path = upload(server.address, token, file).await?;
    let import = wait_for_state(server.address, token, &path, "ready").await?;
    let elapsed = start.elapsed();
    let peak = process::memory_mib(server.pid, "VmHWM")?;
    ensure!(import["counts"]["refuse"] == 0, "rows are refused: {}", import["counts"]);
    ensure!(import["rowCount"] == CHECKED_ROW_COUNT, "the import has {} rows", import["rowCount"]);
    Ok((elapsed, peak - before))
}

/// Uploads a file, and applies it after the check. Returns the time of applying, and the longest time of another write
/// while the rows were applied.
async fn measure_apply(server: &Server, token: &str, file: &str) -> anyhow::Result<(Duration, Duration)> {
    let path = upload(server.address, token, file).await?;
    let import = wait_for_state(server.address, token, &path, "ready").await?;
    ensure!(import["counts"]["duplicate"] == 0, "rows wait for a decision: {}", import["counts"]);
    let is_stopped = Arc::new(AtomicBool::new(false));
    let write_task = tokio::spawn(measure_longest_write(server.address, token.to_owned(), is_stopped.clone()));
    let start = Instant::now();
    let apply = (Method::POST, format!("{path}/apply"));
    http_client::send_json(server.address, apply, token, &json!({ "publishes": true })).await?;
    let import = wait_for_state(server.address, token, &path, "applied").await?;
    let elapsed = start.elapsed();
    is_stopped.store(true, Ordering::Relaxed);
    let longest_write_time = write_task.await.context("the other writes ended early")??;
    ensure!(import["doneCount"] == APPLIED_ROW_COUNT, "only {} rows were applied", import["doneCount"]);
    Ok((elapsed, longest_write_time))
}

/// Changes the place [`EDITED_PLACE_ID`] repeatedly until `is_stopped` is true. Returns the longest time of a change.
async fn measure_longest_write(
    address: SocketAddr,
    token: String,
    is_stopped: Arc<AtomicBool>,
) -> anyhow::Result<Duration> {
    let mut connection = http_client::Connection::open(address).await?;
    let mut longest = Duration::ZERO;
    for number in 0.. {
        if is_stopped.load(Ordering::Relaxed) {
            break;
        }
        let body = json!({ "description": format!("The river stood at {number} that morning.") }).to_string();
        let path = format!("/api/businesses/{EDITED_PLACE_ID}");
        let request = http_client::json_request(Method::PUT, &path, Some(&token), body)?;
        let start = Instant::now();
        let (status, _) = connection.send_and_count_body_bytes(request).await?;
        longest = longest.max(start.elapsed());
        ensure!(status == StatusCode::OK, "a write beside an import returned {status}");
        tokio::time::sleep(WRITE_INTERVAL).await;
    }
    Ok(longest)
}

/// Uploads a file; returns the path of the import.
async fn upload(address: SocketAddr, token: &str, file: &str) -> anyhow::Result<String> {
    let request = http_client::upload_request("/api/admin/imports", token, ("places.csv", file))?;
    let response = http_client::send_once(address, request, StatusCode::CREATED).await?;
    let import: Value = serde_json::from_slice(&response.body)?;
    Ok(format!("/api/admin/imports/{}", import["id"]))
}

/// Waits until the import at `path` is in the state `state`, and returns the import. Errors: the import failed, has
/// unchecked rows in that state, or did not reach the state within [`TIMEOUT`].
async fn wait_for_state(address: SocketAddr, token: &str, path: &str, state: &str) -> anyhow::Result<Value> {
    let start = Instant::now();
    loop {
        let import = http_client::get_json(address, path, Some(token)).await?;
        // The state of a failed import is `ready` too.
        if !import["problem"].is_null() {
            bail!("an import failed: {}", import["problem"]);
        }
        if import["state"] == state {
            ensure!(import["counts"]["pending"] == 0, "rows were not checked: {}", import["counts"]);
            return Ok(import);
        }
        ensure!(start.elapsed() < TIMEOUT, "an import is still {} after {TIMEOUT:?}", import["state"]);
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// A CSV file with this number of rows. They change the phone numbers of places, or create places in `category`. New
/// places are a kilometer from each other, because the import must find no likely duplicates.
fn csv_file(rows: usize, category: &str) -> String {
    let mut file = String::from("id,name,latitude,longitude,categories,address,phone,website,description\n");
    for row in 0..rows {
        let (place, is_change) = (1 + row / ROWS_PER_CHANGE, row % ROWS_PER_CHANGE == 0);
        if is_change && place < EDITED_PLACE_ID {
            let _ = writeln!(file, "{place},,,,,,+84 233 {row:07},,");
            continue;
        }
        let (latitude, longitude) = (10.0 + (row / 500) as f64 * 0.01, 100.0 + (row % 500) as f64 * 0.01);
        let _ = writeln!(
            file,
            ",Nhà nghỉ Bến Sông {row},{latitude:.2},{longitude:.2},\"{category}\",\"Thôn {}, Lantern Bay\",\
             +84 234 {row:07},https://river.example/{row},A house by the river with {} rooms and a boat.",
            row % 12,
            row % 40
        );
    }
    file
}
