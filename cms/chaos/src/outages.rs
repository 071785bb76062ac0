//! Outages of the services that replicas need. During an outage the replicas must return clear errors, and they must
//! recover afterwards.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use bytes::Bytes;
use hyper::Method;
use serde_json::json;

use crate::client::Response;
use crate::testbed::Testbed;

/// The result of one outage.
#[derive(Clone, Debug)]
pub struct OutageResult {
    /// What was unavailable, as the report names it.
    pub name: &'static str,
    /// The observations, each with whether it is as expected.
    pub observations: Vec<(String, bool)>,
    /// The time from the end of the outage until requests succeed or emails arrive again. Zero if this is not measured.
    pub recovered_after: Duration,
}

impl OutageResult {
    /// Creates an outage without observations, and prints its name.
    pub fn new(name: &'static str) -> Self {
        println!("  {name}");
        Self { name, observations: Vec::new(), recovered_after: Duration::ZERO }
    }

    /// Whether every observation is as expected.
    pub fn has_passed(&self) -> bool {
        self.observations.iter().all(|(_, is_expected)| *is_expected)
    }

    /// Records and prints an observation.
    pub fn observe(&mut self, description: impl Into<String>, is_expected: bool) {
        let description = description.into();
        println!("    {}{description}", if is_expected { "" } else { "FAILED: " });
        self.observations.push((description, is_expected));
    }

    /// Records the response to a request that must be refused with `status` within `timeout`.
    pub fn observe_refusal(&mut self, description: &str, response: &Response, status: u16, timeout: Duration) {
        let elapsed = response.elapsed.as_secs_f64();
        let is_expected = response.is_refusal(status) && response.elapsed <= timeout;
        self.observe(format!("{description}: {} after {elapsed:.1} s", response.status.as_u16()), is_expected);
    }

    /// Records the response to a request that must succeed.
    pub fn observe_success(&mut self, description: &str, response: &Response) {
        self.observe(format!("{description}: {}", response.status.as_u16()), response.status.is_success());
    }
}

/// Runs all outages, one after the other.
pub async fn run(testbed: &mut Testbed) -> anyhow::Result<Vec<OutageResult>> {
    Ok(vec![
        run_database_outage(testbed).await?,
        run_renderer_outage(testbed).await?,
        run_object_store_outage(testbed).await?,
        run_mail_server_outage(testbed).await?,
        run_large_body(testbed).await?,
    ])
}

async fn run_database_outage(testbed: &mut Testbed) -> anyhow::Result<OutageResult> {
    let mut outage = OutageResult::new("database");
    let (client, [first, second]) = (testbed.client(), testbed.direct_admin_clients()?);
    client.get("/").await?.expect_status(200)?;
    first.get(&testbed.place.1).await?.expect_status(200)?;
    testbed.postgres.stop_immediate().await?;
    let request_body = json!({ "message": "The ferry waits.", "rating": 4 });
    let refusal = client.get("/api/businesses?q=first").await?;
    outage.observe_refusal("an uncached read right after the outage began", &refusal, 503, Duration::from_secs(7));
    tokio::time::sleep(Duration::from_secs(1)).await;
    for client in [&first, &second] {
        let refusal = client.post("/api/guestbook", &request_body).await?;
        outage.observe_refusal("a later write", &refusal, 503, Duration::from_millis(500));
    }
    let refusal = client.get("/api/businesses?q=second").await?;
    outage.observe_refusal("a later uncached read", &refusal, 503, Duration::from_millis(500));
    outage.observe_success("a cached page", &client.get("/").await?);
    outage.observe_success("a cached page of a place", &testbed.replicas[0].client()?.get(&testbed.place.1).await?);
    testbed.postgres.start().await?;
    outage.recovered_after =
        wait_until(|| async { Ok(client.get("/api/businesses?q=third").await?.status == 200) }).await?;
    let fresh_after = testbed.measure_freshness().await?;
    let is_fresh = fresh_after <= Duration::from_secs(2);
    outage.observe(format!("a change is visible everywhere after {:.1} s", fresh_after.as_secs_f64()), is_fresh);
    Ok(outage)
}

async fn run_renderer_outage(testbed: &mut Testbed) -> anyhow::Result<OutageResult> {
    let mut outage = OutageResult::new("renderer");
    let client = testbed.replicas[0].client()?;
    client.get(&testbed.place.1).await?.expect_status(200)?;
    // The RSC payload, which the router in the browser reads, is not prerendered. Each request is for another place,
    // because a rendered payload is cached.
    let places = client.get("/api/businesses?limit=140").await?.expect_status(200)?.json();
    let slugs: Vec<&str> = places.as_array().into_iter().flatten().filter_map(|place| place["slug"].as_str()).collect();
    let payload_request_count = AtomicUsize::new(0);
    let request_payload = async || {
        let slug = slugs[payload_request_count.fetch_add(1, Ordering::Relaxed) % slugs.len()];
        let headers = [("accept", "*/*"), ("rsc", "1"), ("next-url", "/explore")];
        client.send(Method::GET, &format!("/places/{slug}"), &headers, Bytes::new()).await
    };
    let mut killed = 0;
    let start = Instant::now();
    let mut refusal = None;
    while start.elapsed() < Duration::from_secs(3) {
        killed += usize::from(testbed.replicas[0].kill_renderer()?);
        refusal = refusal.or(Some(request_payload().await?).filter(|response| response.status == 503));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    outage.observe(format!("killed {killed} times in three seconds"), killed > 0);
    match refusal {
        Some(refusal) => outage.observe_refusal("an uncached page", &refusal, 503, Duration::from_secs(1)),
        None => outage.observe("no uncached page was refused", false),
    }
    outage.observe_success("a cached page", &client.get(&testbed.place.1).await?);
    outage.observe_success("the API", &client.get("/api/businesses?q=boat").await?);
    outage.recovered_after = wait_until(|| async { Ok(request_payload().await?.status != 503) }).await?;
    let fresh_after = testbed.measure_freshness().await?;
    let is_fresh = fresh_after <= Duration::from_secs(2);
    outage.observe(format!("a change is visible everywhere after {:.1} s", fresh_after.as_secs_f64()), is_fresh);
    Ok(outage)
}

async fn run_object_store_outage(testbed: &mut Testbed) -> anyhow::Result<OutageResult> {
    let mut outage = OutageResult::new("media store");
    let client = testbed.client();
    client.get(&testbed.image_url).await?.expect_status(200)?;
    testbed.object_store.proxy.close().await;
    let refusal = testbed.admin.upload_image(&testbed.image).await?;
    outage.observe_refusal("an upload", &refusal, 503, Duration::from_secs(10));
    outage.observe_success("an image that nginx has cached", &client.get(&testbed.image_url).await?);
    let refusal = testbed.replicas[0].client()?.get(&testbed.image_url).await?;
    outage.observe_refusal("an uncached image", &refusal, 503, Duration::from_secs(10));
    outage.observe_success("a page", &client.get("/explore").await?);
    testbed.object_store.proxy.open().await?;
    let admin = testbed.admin.clone();
    let image = testbed.image.clone();
    outage.recovered_after = wait_until(|| async { Ok(admin.upload_image(&image).await?.status == 201) }).await?;
    Ok(outage)
}

async fn run_mail_server_outage(testbed: &mut Testbed) -> anyhow::Result<OutageResult> {
    let mut outage = OutageResult::new("mail server");
    testbed.smtp.proxy.close().await;
    let received_before = testbed.smtp.received_count();
    let client = testbed.client();
    let request_body = json!({ "name": "Linh Tran", "email": "linh@chaos.example", "subject": "A boat", "type": "travel",
        "message": "Is there a boat to the cave that takes twelve people?" });
    let response = client.post("/api/contact", &request_body).await?;
    outage.observe_success("a message to the team", &response);
    // Gives the outbox worker time for the first attempt.
    tokio::time::sleep(Duration::from_secs(1)).await;
    outage.observe(
        format!("emails received meanwhile: {}", testbed.smtp.received_count() - received_before),
        testbed.smtp.received_count() == received_before,
    );
    testbed.smtp.proxy.open().await?;
    let smtp = &testbed.smtp;
    outage.recovered_after = wait_until(|| async { Ok(smtp.received_count() >= received_before + 2) }).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let received = testbed.smtp.received_count() - received_before;
    outage.observe(format!("emails received afterwards: {received} (one to the team, one receipt)"), received == 2);
    Ok(outage)
}

/// Uploads a body that is above the limit of nginx. nginx must refuse it with a problem, as `cms` would. Nothing is
/// unavailable, but the report lists the result with the outages.
async fn run_large_body(testbed: &mut Testbed) -> anyhow::Result<OutageResult> {
    let mut outage = OutageResult::new("none: a body above nginx's limit");
    let response = testbed.admin.upload_image(&vec![0; 33 << 20]).await?;
    let is_problem = response.json()["detail"].is_string();
    outage.observe(format!("{} with a problem detail", response.status.as_u16()), response.status == 413 && is_problem);
    Ok(outage)
}

/// Waits until the condition is true; returns how long that took. An error of the condition counts as false. Errors:
/// the condition is still false after a minute.
pub async fn wait_until<F: Future<Output = anyhow::Result<bool>>>(
    condition: impl Fn() -> F,
) -> anyhow::Result<Duration> {
    let start = Instant::now();
    while !condition().await.unwrap_or(false) {
        ensure!(start.elapsed() < Duration::from_secs(60), "it did not recover within a minute");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(start.elapsed())
}
