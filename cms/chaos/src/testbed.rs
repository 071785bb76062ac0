//! A guide on two replicas: PostgreSQL, a store that speaks S3, a mail server, and nginx before them.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;

use crate::client::{Client, Trust};
use crate::load_clients::LoadClients;
use crate::replica::{self, PASSWORD, Replica};
use crate::services::fake_smtp::FakeSmtp;
use crate::services::postgres::Postgres;
use crate::services::moto::{BUCKET, Moto};
use crate::services::nginx::Nginx;

const READERS: u8 = 6;
const WRITERS: u8 = 4;
const ADMIN: &str = "admin@chaos.example";
/// A place's page that is still older after so long is given up.
const STALE_PATIENCE: Duration = Duration::from_secs(30);
/// A picture that every checkout has.
const PICTURE: &str = "docs/explore.png";

/// The guide and all that it stands on. Everything ends when it is dropped.
pub struct Scene {
    /// The two servers.
    pub replicas: [Replica; 2],
    /// The load balancer.
    pub nginx: Nginx,
    /// The database.
    pub postgres: Postgres,
    /// Where pictures are kept.
    pub moto: Moto,
    /// Where letters go.
    pub post: FakeSmtp,
    /// An admin who comes through nginx.
    pub admin: Client,
    /// The place that is changed: its id and the address of its page.
    pub place: (i64, String),
    /// The address of a picture in the store.
    pub picture: String,
    /// A picture to send.
    pub bytes: Vec<u8>,
    edits: u32,
}

impl Scene {
    /// Sets it up in `folder`, until both replicas say that they are ready.
    pub async fn open(folder: &Path) -> anyhow::Result<Self> {
        let (postgres, moto) = (Postgres::create(&folder.join("postgres")).await?, Moto::start().await?);
        let post = FakeSmtp::start().await?;
        let settings = [
            ("DATABASE_URL", postgres.url()),
            ("MEDIA_URL", format!("s3://{BUCKET}/guide")),
            ("AWS_ENDPOINT_URL", format!("http://{}", moto.proxy.address)),
            ("AWS_ACCESS_KEY_ID", "chaos".to_owned()),
            ("AWS_SECRET_ACCESS_KEY", "chaos".to_owned()),
            ("SMTP_URL", format!("smtp://{}", post.proxy.address)),
        ];
        // Side by side, as replicas that start together on a new version.
        let (one, other) = tokio::join!(
            replica::run_command(&settings, &["migrate"], ""),
            replica::run_command(&settings, &["migrate"], "")
        );
        one.and(other).context("two migrations at once")?;
        replica::run_command(&settings, &["setup"], "").await?;
        replica::add_account(&settings, ADMIN, "admin").await?;
        for writer in 0..WRITERS {
            replica::add_account(&settings, &email(writer), "viewer").await?;
        }
        let mut one = Replica::new(&settings, &folder.join("one.log")).await?;
        let mut other = Replica::new(&settings, &folder.join("other.log")).await?;
        one.start()?;
        other.start()?;
        one.wait_until_ready().await?;
        other.wait_until_ready().await?;
        let nginx = Nginx::start(&folder.join("nginx"), [one.port, other.port]).await?;
        let admin = Client::new(&nginx.origin, 2, &nginx.trust).sign_in(ADMIN, PASSWORD).await?;
        let bytes = std::fs::read(PICTURE).context(PICTURE)?;
        let sent = admin.upload(&bytes).await?.expect_status(201)?.json();
        let picture = sent["url"].as_str().context("a picture has no url")?.to_owned();
        let places = admin.get("/api/businesses?limit=1").await?.expect_status(200)?.json();
        let id = places[0]["id"].as_i64().context("there is no place")?;
        let slug = places[0]["slug"].as_str().context("a place has no slug")?.to_owned();
        // Pictures are public once something shows them.
        admin.put(&format!("/api/businesses/{id}"), &json!({ "imageUrl": picture })).await?.expect_status(200)?;
        let place = (id, format!("/places/{slug}"));
        Ok(Self { replicas: [one, other], nginx, postgres, moto, post, admin, place, picture, bytes, edits: 0 })
    }

    /// Loses the database for good; the standby takes its place, and the replicas ask it, one after the other.
    pub async fn loses_the_primary(&mut self, standby: Postgres) -> anyhow::Result<()> {
        self.postgres.stop_immediate().await?;
        standby.promote().await?;
        self.postgres = standby;
        for replica in &mut self.replicas {
            replica.set_database_url(&self.postgres.url());
            replica.stop().await?;
            replica.wait_until_ready().await?;
        }
        Ok(())
    }

    /// Lets a crowd in through nginx.
    pub async fn crowd(&self) -> anyhow::Result<LoadClients> {
        let places = self.admin.get("/api/businesses?limit=20").await?.expect_status(200)?.json();
        let places = places.as_array().cloned().unwrap_or_default();
        let mut paths: Vec<String> =
            places.iter().filter_map(|place| Some(format!("/places/{}", place["slug"].as_str()?))).collect();
        paths.extend(["/", "/explore", "/guestbook", "/api/businesses?limit=25", "/api/guestbook"].map(str::to_owned));
        paths.push(self.picture.clone());
        let at = |number| Client::new(&self.nginx.origin, number, &self.nginx.trust);
        let readers = (0..READERS).map(|reader| at(10 + reader)).collect();
        let mut writers = Vec::new();
        for writer in 0..WRITERS {
            writers.push(at(30 + writer).sign_in(&email(writer), PASSWORD).await?);
        }
        Ok(LoadClients::start("chaos", readers, paths, writers))
    }

    /// Somebody who comes through nginx.
    pub fn client(&self) -> Client {
        Client::new(&self.nginx.origin, 3, &self.nginx.trust)
    }

    /// Changes the place's description and answers what its page must say from now on, once that is acknowledged.
    pub async fn edit(&mut self) -> anyhow::Result<String> {
        self.edits += 1;
        let words = format!("The water stands {} centimetres above the stone.", self.edits);
        let begun = Instant::now();
        loop {
            let path = format!("/api/businesses/{}", self.place.0);
            match self.admin.put(&path, &json!({ "description": words })).await {
                Ok(answer) if answer.status == 200 => return Ok(words),
                Ok(answer) if answer.status.is_client_error() => {
                    answer.expect_status(200)?;
                }
                _ => {}
            }
            ensure!(begun.elapsed() < STALE_PATIENCE, "no edit was acknowledged");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// How long after an acknowledged change the place's page says so everywhere: at each replica and through nginx.
    pub async fn freshness(&mut self) -> anyhow::Result<Duration> {
        let words = self.edit().await?;
        self.shows(&words, Instant::now()).await
    }

    /// How long after `since` the page says these words everywhere.
    pub async fn shows(&self, words: &str, since: Instant) -> anyhow::Result<Duration> {
        let (one, other, nginx) = (self.replicas[0].client()?, self.replicas[1].client()?, self.client());
        let path = &self.place.1;
        let (a, b, c) = tokio::join!(
            shown(&one, path, words, since),
            shown(&other, path, words, since),
            shown(&nginx, path, words, since)
        );
        Ok(a?.max(b?).max(c?))
    }

    /// A client of each replica, signed in as the admin, that nothing is kept for.
    pub fn direct(&self) -> anyhow::Result<[Client; 2]> {
        let at = |replica: &Replica| {
            let trust = Trust::none()?;
            Ok::<_, anyhow::Error>(
                Client::new(&format!("http://127.0.0.1:{}", replica.port), 1, &trust).with_token_of(&self.admin),
            )
        };
        Ok([at(&self.replicas[0])?, at(&self.replicas[1])?])
    }
}

fn email(writer: u8) -> String {
    format!("writer{writer}@chaos.example")
}

async fn shown(client: &Client, path: &str, words: &str, since: Instant) -> anyhow::Result<Duration> {
    loop {
        let begun = Instant::now();
        if let Ok(answer) = client.get(path).await
            && answer.status == 200
            && answer.text().contains(words)
        {
            return Ok(begun.saturating_duration_since(since));
        }
        ensure!(since.elapsed() < STALE_PATIENCE, "{path} is still older after {STALE_PATIENCE:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
