//! How soon an acknowledged write is on its public page: all seven kinds of change, on a guide whose pages are all made.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use hyper::header::LOCATION;
use hyper::{Method, StatusCode};
use serde_json::{Value, json};

use crate::http_client::{self, Answer};
use crate::{child, guide};

/// Name of the case.
pub const FRESHNESS: &str = "freshness";
/// How often each kind of change is made.
const ROUNDS: u64 = 5;
/// After this a page is given up.
const PATIENCE: Duration = Duration::from_secs(30);
/// From one look at a page to the next.
const LOOK_EVERY: Duration = Duration::from_millis(2);
const PASSWORD: &str = "a long password for measuring";

/// One kind of change: how long it took from its acknowledgement until its page said so, in the worst round.
#[derive(Clone, Copy, Debug)]
pub struct Fresh {
    /// What was done.
    pub kind: &'static str,
    /// How long it took.
    pub worst: Duration,
}

/// A guide that is served, and who changes it.
pub struct Editor {
    address: SocketAddr,
    token: String,
    fresh: Vec<Fresh>,
}

impl Editor {
    /// Adds an admin to the guide in `data` and signs them in at its server.
    pub async fn of(data: &Path, address: SocketAddr) -> anyhow::Result<Self> {
        let email = "editor@example.org";
        child::add_person(data, email, "admin", PASSWORD).await?;
        Ok(Self { address, token: http_client::token(address, email, PASSWORD).await?, fresh: Vec::new() })
    }

    /// Makes all changes; answers the worst of each kind.
    pub async fn run(mut self) -> anyhow::Result<Vec<Fresh>> {
        for round in 0..ROUNDS {
            self.place(round).await?;
            self.entry(round).await?;
        }
        Ok(self.fresh)
    }

    /// The life of a place.
    async fn place(&mut self, round: u64) -> anyhow::Result<()> {
        let place = self.write(Method::POST, "/api/businesses", guide::form((1 << 20) + round)).await?;
        let (id, name, slug) = (place["id"].clone(), text(&place, "name")?, text(&place, "slug")?);
        let (api, page) = (format!("/api/businesses/{id}"), format!("/places/{slug}"));
        self.shows("publish", &page, |answer| says(answer, &name)).await?;

        let words = format!("The gauge at the landing said {round} that day.");
        self.write(Method::PUT, &api, json!({ "description": words })).await?;
        self.shows("edit", &page, |answer| says(answer, &words)).await?;

        self.write(Method::PUT, &api, json!({ "isActive": false })).await?;
        self.shows("unpublish", &page, |answer| answer.status == StatusCode::NOT_FOUND).await?;

        self.write(Method::PUT, &api, json!({ "isActive": true })).await?;
        self.shows("republish", &page, |answer| says(answer, &words)).await?;

        let renamed = format!("{name} by another name");
        let moved = self.write(Method::PUT, &api, json!({ "name": renamed })).await?;
        let there = format!("/places/{}", text(&moved, "slug")?);
        ensure!(there != page, "a renamed place kept its address");
        self.shows("rename", &page, |answer| {
            answer.status == StatusCode::MOVED_PERMANENTLY
                && answer.headers.get(LOCATION).is_some_and(|to| to.as_bytes() == there.as_bytes())
        })
        .await?;
        self.shows("rename", &there, |answer| says(answer, &renamed)).await?;

        self.write(Method::DELETE, &api, Value::Null).await?;
        self.shows("delete", &there, |answer| answer.status == StatusCode::NOT_FOUND).await
    }

    /// An entry that a moderator lets through.
    async fn entry(&mut self, round: u64) -> anyhow::Result<()> {
        let words = format!("We counted {round} herons from the ferry.");
        let entry = self.write(Method::POST, "/api/guestbook", json!({ "message": words, "rating": 5 })).await?;
        let verdict = format!("/api/admin/guestbook/{}/moderate", entry["id"]);
        self.write(Method::POST, &verdict, json!({ "status": "approved" })).await?;
        self.shows("approve", "/guestbook", |answer| says(answer, &words)).await
    }

    /// Sends a change; answers what is stored now.
    async fn write(&self, method: Method, path: &str, body: Value) -> anyhow::Result<Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let ask = http_client::send(method.clone(), path, Some(&self.token), body)?;
        let answer = http_client::Line::open(self.address).await?.answer(ask).await?;
        let said = String::from_utf8_lossy(&answer.body);
        ensure!(answer.status.is_success(), "{method} {path} was answered {}: {said}", answer.status);
        Ok(serde_json::from_slice(&answer.body).unwrap_or_default())
    }

    /// Looks at a page, as a browser without its own cache does, until it is as it should be.
    async fn shows(&mut self, kind: &'static str, path: &str, is_so: impl Fn(&Answer) -> bool) -> anyhow::Result<()> {
        let since = Instant::now();
        let mut line = http_client::Line::open(self.address).await?;
        let took = loop {
            if is_so(&line.answer(http_client::get(path, None)?).await?) {
                break since.elapsed();
            }
            ensure!(since.elapsed() < PATIENCE, "{path} is still older after {PATIENCE:?}");
            tokio::time::sleep(LOOK_EVERY).await;
        };
        match self.fresh.iter_mut().find(|fresh| fresh.kind == kind) {
            Some(fresh) => fresh.worst = fresh.worst.max(took),
            None => self.fresh.push(Fresh { kind, worst: took }),
        }
        Ok(())
    }
}

fn says(answer: &Answer, words: &str) -> bool {
    answer.status == StatusCode::OK && String::from_utf8_lossy(&answer.body).contains(words)
}

fn text(record: &Value, field: &str) -> anyhow::Result<String> {
    Ok(record[field].as_str().with_context(|| format!("a record has no {field}"))?.to_owned())
}
