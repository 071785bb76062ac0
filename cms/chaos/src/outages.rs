//! What the guide needs goes away for a while: each has its clear answer, and the guide goes on when it is back.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use bytes::Bytes;
use hyper::Method;
use serde_json::json;

use crate::client::Response;
use crate::testbed::Scene;

/// What was seen of one outage.
#[derive(Clone, Debug)]
pub struct Outage {
    /// What was away.
    pub name: &'static str,
    /// What was looked at, each with whether it was as it should be.
    pub seen: Vec<(String, bool)>,
    /// From its return to the first request that went well.
    pub back: Duration,
}

impl Outage {
    /// An outage of this name, nothing seen yet.
    pub fn of(name: &'static str) -> Self {
        println!("  {name}");
        Self { name, seen: Vec::new(), back: Duration::ZERO }
    }

    /// Notes what was seen.
    pub fn note(&mut self, what: impl Into<String>, is_correct: bool) {
        let what = what.into();
        println!("    {}{what}", if is_correct { "" } else { "NOT AS ASKED: " });
        self.seen.push((what, is_correct));
    }

    /// Notes that a request was refused as it should be, after at most `patience`.
    pub fn refused(&mut self, what: &str, answer: &Response, status: u16, patience: Duration) {
        let elapsed = answer.elapsed.as_secs_f64();
        let is_correct = answer.is_refusal(status) && answer.elapsed <= patience;
        self.note(format!("{what}: {} after {elapsed:.1} s", answer.status.as_u16()), is_correct);
    }

    /// Notes that a request was answered.
    pub fn answered(&mut self, what: &str, answer: &Response) {
        self.note(format!("{what}: {}", answer.status.as_u16()), answer.status.is_success());
    }
}

/// Has everything go away, one thing after the other.
pub async fn run(scene: &mut Scene) -> anyhow::Result<Vec<Outage>> {
    Ok(vec![
        database(scene).await?,
        renderer(scene).await?,
        store(scene).await?,
        post(scene).await?,
        large(scene).await?,
    ])
}

async fn database(scene: &mut Scene) -> anyhow::Result<Outage> {
    let mut outage = Outage::of("database");
    let (client, [one, other]) = (scene.client(), scene.direct()?);
    client.get("/").await?.expect_status(200)?;
    one.get(&scene.place.1).await?.expect_status(200)?;
    scene.postgres.stop_immediate().await?;
    let form = json!({ "message": "The ferry waits.", "rating": 4 });
    let refused = client.get("/api/businesses?q=first").await?;
    outage.refused("what nobody asked before, while it has just gone", &refused, 503, Duration::from_secs(7));
    tokio::time::sleep(Duration::from_secs(1)).await;
    for client in [&one, &other] {
        let refused = client.post("/api/guestbook", &form).await?;
        outage.refused("a write afterwards", &refused, 503, Duration::from_millis(500));
    }
    let refused = client.get("/api/businesses?q=second").await?;
    outage.refused("a read afterwards", &refused, 503, Duration::from_millis(500));
    outage.answered("a kept page", &client.get("/").await?);
    outage.answered("a place's kept page", &scene.replicas[0].client()?.get(&scene.place.1).await?);
    scene.postgres.start().await?;
    outage.back = until(|| async { Ok(client.get("/api/businesses?q=third").await?.status == 200) }).await?;
    let fresh = scene.freshness().await?;
    outage
        .note(format!("a change is on every page after {:.1} s", fresh.as_secs_f64()), fresh <= Duration::from_secs(2));
    Ok(outage)
}

async fn renderer(scene: &mut Scene) -> anyhow::Result<Outage> {
    let mut outage = Outage::of("renderer");
    let client = scene.replicas[0].client()?;
    client.get(&scene.place.1).await?.expect_status(200)?;
    // What the router in the browser reads of a page is not made ahead. Another one each time: what was made is kept.
    let places = client.get("/api/businesses?limit=140").await?.expect_status(200)?.json();
    let slugs: Vec<&str> = places.as_array().into_iter().flatten().filter_map(|place| place["slug"].as_str()).collect();
    let asked = AtomicUsize::new(0);
    let payload = async || {
        let slug = slugs[asked.fetch_add(1, Ordering::Relaxed) % slugs.len()];
        let headers = [("accept", "*/*"), ("rsc", "1"), ("next-url", "/explore")];
        client.send(Method::GET, &format!("/places/{slug}"), &headers, Bytes::new()).await
    };
    let mut killed = 0;
    let begun = Instant::now();
    let mut refused = None;
    while begun.elapsed() < Duration::from_secs(3) {
        killed += usize::from(scene.replicas[0].kill_renderer()?);
        refused = refused.or(Some(payload().await?).filter(|answer| answer.status == 503));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    outage.note(format!("killed {killed} times in three seconds"), killed > 0);
    match refused {
        Some(refused) => outage.refused("what nobody asked before", &refused, 503, Duration::from_secs(1)),
        None => outage.note("what nobody asked before was answered", false),
    }
    outage.answered("a kept page", &client.get(&scene.place.1).await?);
    outage.answered("the API", &client.get("/api/businesses?q=boat").await?);
    outage.back = until(|| async { Ok(payload().await?.status != 503) }).await?;
    let fresh = scene.freshness().await?;
    outage
        .note(format!("a change is on every page after {:.1} s", fresh.as_secs_f64()), fresh <= Duration::from_secs(2));
    Ok(outage)
}

async fn store(scene: &mut Scene) -> anyhow::Result<Outage> {
    let mut outage = Outage::of("media store");
    let client = scene.client();
    client.get(&scene.picture).await?.expect_status(200)?;
    scene.moto.proxy.close().await;
    let refused = scene.admin.upload(&scene.bytes).await?;
    outage.refused("an upload", &refused, 503, Duration::from_secs(10));
    outage.answered("a picture that nginx keeps", &client.get(&scene.picture).await?);
    let refused = scene.replicas[0].client()?.get(&scene.picture).await?;
    outage.refused("a picture that nobody keeps", &refused, 503, Duration::from_secs(10));
    outage.answered("a page", &client.get("/explore").await?);
    scene.moto.proxy.open().await?;
    let admin = scene.admin.clone();
    let bytes = scene.bytes.clone();
    outage.back = until(|| async { Ok(admin.upload(&bytes).await?.status == 201) }).await?;
    Ok(outage)
}

async fn post(scene: &mut Scene) -> anyhow::Result<Outage> {
    let mut outage = Outage::of("mail server");
    scene.post.proxy.close().await;
    let before = scene.post.received();
    let client = scene.client();
    let form = json!({ "name": "Linh Tran", "email": "linh@chaos.example", "subject": "A boat", "type": "travel",
        "message": "Is there a boat to the cave that takes twelve people?" });
    let answer = client.post("/api/contact", &form).await?;
    outage.answered("a message to the team", &answer);
    // Time for the first try.
    tokio::time::sleep(Duration::from_secs(1)).await;
    outage.note(
        format!("letters that came meanwhile: {}", scene.post.received() - before),
        scene.post.received() == before,
    );
    scene.post.proxy.open().await?;
    let post = &scene.post;
    outage.back = until(|| async { Ok(post.received() >= before + 2) }).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let came = scene.post.received() - before;
    outage.note(format!("letters that came in the end: {came}, one to the team and one receipt"), came == 2);
    Ok(outage)
}

/// No outage, but refused by nginx and not by the guide.
async fn large(scene: &mut Scene) -> anyhow::Result<Outage> {
    let mut outage = Outage::of("nothing: a body above nginx's limit");
    let answer = scene.admin.upload(&vec![0; 33 << 20]).await?;
    let is_problem = answer.json()["detail"].is_string();
    outage.note(format!("{}, with a sentence", answer.status.as_u16()), answer.status == 413 && is_problem);
    Ok(outage)
}

/// How long until something is true.
pub async fn until<F: Future<Output = anyhow::Result<bool>>>(is_so: impl Fn() -> F) -> anyhow::Result<Duration> {
    let begun = Instant::now();
    while !is_so().await.unwrap_or(false) {
        ensure!(begun.elapsed() < Duration::from_secs(60), "it did not recover within a minute");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(begun.elapsed())
}
