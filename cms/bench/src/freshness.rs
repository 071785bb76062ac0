//! Measures how soon an acknowledged write is on its public page, for seven kinds of change. All pages of the site are
//! rendered before the measurement begins.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use hyper::header::LOCATION;
use hyper::{Method, StatusCode};
use serde_json::{Value, json};

use crate::http_client::{self, Response};
use crate::{child, guide};

/// The name of this benchmark case, with which `--only` is compared.
pub const CASE_NAME: &str = "freshness";
/// The number of times that each kind of change is made.
const ROUNDS: u64 = 5;
/// How long to wait until a page shows a change.
const TIMEOUT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(2);
const PASSWORD: &str = "a long password for measuring";

/// A kind of change, and the longest time of all rounds from its acknowledgment until its page shows it.
#[derive(Clone, Copy, Debug)]
pub struct Freshness {
    pub change_kind: &'static str,
    pub longest_time: Duration,
}

/// Changes records of a running site as an admin, and measures how soon the pages show the changes.
pub struct FreshnessMeasurement {
    address: SocketAddr,
    token: String,
    results: Vec<Freshness>,
}

impl FreshnessMeasurement {
    /// Adds an admin to the database in `data` and signs in.
    pub async fn new(data: &Path, address: SocketAddr) -> anyhow::Result<Self> {
        let email = "editor@example.org";
        child::add_account(data, email, "admin", PASSWORD).await?;
        Ok(Self { address, token: http_client::sign_in(address, email, PASSWORD).await?, results: Vec::new() })
    }

    /// Makes all changes [`ROUNDS`] times. Returns the longest time of each kind of change.
    pub async fn run(mut self) -> anyhow::Result<Vec<Freshness>> {
        for round in 0..ROUNDS {
            self.measure_place(round).await?;
            self.measure_entry(round).await?;
        }
        Ok(self.results)
    }

    /// Creates, edits, unpublishes, republishes, renames and deletes a place. Measures how soon each change is public.
    async fn measure_place(&mut self, round: u64) -> anyhow::Result<()> {
        let place = self.write(Method::POST, "/api/businesses", guide::new_place_json((1 << 20) + round)).await?;
        let (id, name, slug) = (place["id"].clone(), string_field(&place, "name")?, string_field(&place, "slug")?);
        let (api, page) = (format!("/api/businesses/{id}"), format!("/places/{slug}"));
        self.measure_until("publish", &page, |response| is_ok_and_contains(response, &name)).await?;

        let text = format!("The gauge at the landing read {round} that day.");
        self.write(Method::PUT, &api, json!({ "description": text })).await?;
        self.measure_until("edit", &page, |response| is_ok_and_contains(response, &text)).await?;

        self.write(Method::PUT, &api, json!({ "isActive": false })).await?;
        self.measure_until("unpublish", &page, |response| response.status == StatusCode::NOT_FOUND).await?;

        self.write(Method::PUT, &api, json!({ "isActive": true })).await?;
        self.measure_until("republish", &page, |response| is_ok_and_contains(response, &text)).await?;

        let new_name = format!("{name} by another name");
        let renamed_place = self.write(Method::PUT, &api, json!({ "name": new_name })).await?;
        let new_page = format!("/places/{}", string_field(&renamed_place, "slug")?);
        ensure!(new_page != page, "the renamed place kept its path");
        self.measure_until("rename", &page, |response| {
            response.status == StatusCode::MOVED_PERMANENTLY
                && response.headers.get(LOCATION).is_some_and(|to| to.as_bytes() == new_page.as_bytes())
        })
        .await?;
        self.measure_until("rename", &new_page, |response| is_ok_and_contains(response, &new_name)).await?;

        self.write(Method::DELETE, &api, Value::Null).await?;
        self.measure_until("delete", &new_page, |response| response.status == StatusCode::NOT_FOUND).await
    }

    /// Adds a guestbook entry and approves it. Measures how soon the page /guestbook shows the entry.
    async fn measure_entry(&mut self, round: u64) -> anyhow::Result<()> {
        let text = format!("We counted {round} herons from the ferry.");
        let entry = self.write(Method::POST, "/api/guestbook", json!({ "message": text, "rating": 5 })).await?;
        let moderate_path = format!("/api/admin/guestbook/{}/moderate", entry["id"]);
        self.write(Method::POST, &moderate_path, json!({ "status": "approved" })).await?;
        self.measure_until("approve", "/guestbook", |response| is_ok_and_contains(response, &text)).await
    }

    /// Sends a write. Returns the JSON of the response, or null if the body is not JSON. Errors: the status is not 2xx.
    async fn write(&self, method: Method, path: &str, body: Value) -> anyhow::Result<Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = http_client::json_request(method.clone(), path, Some(&self.token), body)?;
        let response = http_client::Connection::open(self.address).await?.send(request).await?;
        let message = String::from_utf8_lossy(&response.body);
        ensure!(response.status.is_success(), "{method} {path} returned {}: {message}", response.status);
        Ok(serde_json::from_slice(&response.body).unwrap_or_default())
    }

    /// Polls a page until `is_fresh` returns true for a response. Records the elapsed time for `change_kind`. The
    /// client has no cache. Errors: [`TIMEOUT`] has passed.
    async fn measure_until(
        &mut self,
        change_kind: &'static str,
        path: &str,
        is_fresh: impl Fn(&Response) -> bool,
    ) -> anyhow::Result<()> {
        let start = Instant::now();
        let mut connection = http_client::Connection::open(self.address).await?;
        let elapsed = loop {
            if is_fresh(&connection.send(http_client::get_request(path, None)?).await?) {
                break start.elapsed();
            }
            ensure!(start.elapsed() < TIMEOUT, "{path} is not fresh after {TIMEOUT:?}");
            tokio::time::sleep(POLL_INTERVAL).await;
        };
        match self.results.iter_mut().find(|result| result.change_kind == change_kind) {
            Some(result) => result.longest_time = result.longest_time.max(elapsed),
            None => self.results.push(Freshness { change_kind, longest_time: elapsed }),
        }
        Ok(())
    }
}

fn is_ok_and_contains(response: &Response, text: &str) -> bool {
    response.status == StatusCode::OK && String::from_utf8_lossy(&response.body).contains(text)
}

fn string_field(record: &Value, field: &str) -> anyhow::Result<String> {
    Ok(record[field].as_str().with_context(|| format!("a record has no {field}"))?.to_owned())
}
