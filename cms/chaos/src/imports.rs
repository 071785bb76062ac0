//! Imports that are applied while the server is killed. Afterwards all rows of an import must be applied, or none.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use cms::db::engine::Db;
use cms::with_pool;
use serde_json::{Value, json};

use crate::client::Client;

/// The number of places that an import creates: more than the server applies in one write.
const ROWS_PER_IMPORT: i64 = 400;
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The timeout of [`Imports::wait_until`]. It is longer than the 30 s for which an import stays reserved for a killed
/// process.
const TIMEOUT: Duration = Duration::from_secs(120);

// Selects the state of an import and three counts. The counts are applied rows, applied rows whose place has the
// version that the row recorded, and stored places.
const SELECT_STORED_IMPORT: &str = "
select import_job.state,
    (select count(*) from import_row where job_id = import_job.id and applied_version is not null),
    (select count(*) from import_row join place on place.id = import_row.place_id
        and place.version = import_row.applied_version where job_id = import_job.id),
    (select count(*) from place where name like $2)
from import_job where import_job.id = $1";

/// The imports that the test has begun to apply.
pub struct Imports {
    admin: Client,
    ids: Vec<i64>,
    interrupted_count: usize,
}

/// The stored places compared with the imports that were begun.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportComparison {
    /// The number of imports that were begun.
    pub begun_count: usize,
    /// The number of imports that were applying rows at the last poll before the server was killed.
    pub interrupted_count: usize,
    /// The number of imports whose places are all stored exactly once.
    pub applied_count: usize,
    /// The number of imports of which no place is stored.
    pub reverted_count: usize,
}

impl ImportComparison {
    /// Whether each import is either applied or reverted, and at least one was interrupted.
    pub fn is_correct(&self) -> bool {
        self.partial_count() == 0 && self.interrupted_count > 0
    }

    /// The number of imports that are neither applied nor reverted.
    pub fn partial_count(&self) -> usize {
        self.begun_count - self.applied_count - self.reverted_count
    }
}

impl Imports {
    /// Creates an empty list of imports. [`Imports::begin_import`] uploads each import as `admin`.
    pub fn new(admin: Client) -> Self {
        Self { admin, ids: Vec::new(), interrupted_count: 0 }
    }

    /// Uploads an import and begins to apply it. Returns as soon as some of its rows are applied, or the server no
    /// longer applies it.
    pub async fn begin_import(&mut self) -> anyhow::Result<()> {
        let file = csv_file(self.ids.len());
        let import = self.admin.upload_import(&file).await?.expect_status(201)?.json();
        let id = import["id"].as_i64().context("an import without an id")?;
        let import = self.wait_until(id, |import| import["state"] == "ready").await?;
        ensure!(import["counts"]["create"] == ROWS_PER_IMPORT, "the import has other rows: {}", import["counts"]);
        let path = format!("/api/admin/imports/{id}/apply");
        self.admin.post(&path, &json!({ "publishes": true })).await?.expect_status(200)?;
        self.ids.push(id);
        let is_begun = |import: &Value| import["state"] != "applying" || import["doneCount"] != 0;
        let import = self.wait_until(id, is_begun).await?;
        self.interrupted_count += usize::from(import["state"] == "applying");
        Ok(())
    }

    /// Waits until the server has applied or reverted every import.
    pub async fn wait_until_done(&self) -> anyhow::Result<()> {
        for id in &self.ids {
            self.wait_until(*id, |import| import["state"] == "applied" || import["state"] == "ready").await?;
        }
        Ok(())
    }

    /// Compares the database at `url` with the imports that were begun.
    pub async fn compare_with_database(&self, url: &str) -> anyhow::Result<ImportComparison> {
        let db = Db::open(url).await.context("failed to open the database")?;
        let mut stored = ImportComparison {
            begun_count: self.ids.len(),
            interrupted_count: self.interrupted_count,
            ..Default::default()
        };
        for (number, id) in self.ids.iter().enumerate() {
            let (state, applied_row_count, matching_row_count, place_count): (String, i64, i64, i64) =
                with_pool!(&db, |engine| sqlx::query_as(SELECT_STORED_IMPORT)
                    .bind(id)
                    .bind(place_name(number, "%"))
                    .fetch_one(engine))?;
            match (state.as_str(), [applied_row_count, matching_row_count, place_count]) {
                ("applied", [ROWS_PER_IMPORT, ROWS_PER_IMPORT, ROWS_PER_IMPORT]) => stored.applied_count += 1,
                ("ready", [0, 0, 0]) => stored.reverted_count += 1,
                partial => println!("    import {id} is partial: {partial:?}"),
            }
        }
        db.close().await;
        Ok(stored)
    }

    /// Polls an import until `condition` is true, and returns the import. Failed requests are repeated, because the
    /// server may be restarting. Errors: `condition` is still false after 120 s.
    async fn wait_until(&self, id: i64, condition: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        let start = Instant::now();
        loop {
            let response = self.admin.get(&format!("/api/admin/imports/{id}")).await.ok();
            let response = response.filter(|response| response.status == 200);
            if let Some(import) = response.map(|response| response.json()).filter(&condition) {
                return Ok(import);
            }
            ensure!(start.elapsed() < TIMEOUT, "import {id} did not advance within {TIMEOUT:?}");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}

/// The name of the place in row `row` of an import. With `%` as `row`, it is a `like` pattern for all its places.
fn place_name(import_number: usize, row: &str) -> String {
    format!("Import {import_number} grotto {row}")
}

/// A CSV file with new places. Each is about a kilometer from the next, too far to be a likely duplicate.
fn csv_file(import_number: usize) -> String {
    let line = |row: i64| {
        let (name, longitude) = (place_name(import_number, &row.to_string()), 100.0 + row as f64 * 0.01);
        format!("{name},{},{longitude:.2},Caves,+84 232 {row:06}\n", 10 + import_number)
    };
    let lines: String = (1..=ROWS_PER_IMPORT).map(line).collect();
    format!("name,latitude,longitude,categories,phone\n{lines}")
}
