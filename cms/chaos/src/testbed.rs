//! The system under test: two replicas of `cms` with PostgreSQL, an S3 store and a mail server, behind nginx.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;

use crate::client::{Client, TrustedCertificates};
use crate::load_clients::LoadClients;
use crate::replica::{self, PASSWORD, Replica};
use crate::services::fake_smtp::FakeSmtp;
use crate::services::moto::{BUCKET, Moto};
use crate::services::nginx::Nginx;
use crate::services::postgres::Postgres;

const READER_COUNT: u8 = 6;
const WRITER_COUNT: u8 = 4;
const ADMIN_EMAIL: &str = "admin@chaos.example";
/// How long to wait for the acknowledgment of an edit, and then for a page that shows the edit.
const FRESHNESS_TIMEOUT: Duration = Duration::from_secs(30);
/// The path of an image that every checkout of the repository has.
const IMAGE_PATH: &str = "docs/explore.png";

/// The replicas and their services. Dropping a [`Testbed`] stops all of them.
pub struct Testbed {
    pub replicas: [Replica; 2],
    pub nginx: Nginx,
    pub postgres: Postgres,
    /// The store of the images.
    pub object_store: Moto,
    /// The mail server.
    pub smtp: FakeSmtp,
    /// A client that is signed in as an admin and connects through nginx.
    pub admin: Client,
    /// The place that is edited: its id and the path of its page.
    pub place: (i64, String),
    /// The URL of an image in the store.
    pub image_url: String,
    /// An image to upload.
    pub image: Vec<u8>,
    edit_count: u32,
}

impl Testbed {
    /// Starts everything in `folder` and waits until both replicas are ready.
    pub async fn start(folder: &Path) -> anyhow::Result<Self> {
        let (postgres, object_store) = (Postgres::create(&folder.join("postgres")).await?, Moto::start().await?);
        let smtp = FakeSmtp::start().await?;
        let env_vars = [
            ("DATABASE_URL", postgres.url()),
            ("MEDIA_URL", format!("s3://{BUCKET}/guide")),
            ("AWS_ENDPOINT_URL", format!("http://{}", object_store.proxy.address)),
            ("AWS_ACCESS_KEY_ID", "chaos".to_owned()),
            ("AWS_SECRET_ACCESS_KEY", "chaos".to_owned()),
            ("SMTP_URL", format!("smtp://{}", smtp.proxy.address)),
        ];
        // Runs two migrations at once, as two replicas do if they start a new version at the same time.
        let (first, second) = tokio::join!(
            replica::run_cms_command(&env_vars, &["migrate"], ""),
            replica::run_cms_command(&env_vars, &["migrate"], "")
        );
        first.and(second).context("two migrations at once")?;
        replica::run_cms_command(&env_vars, &["setup"], "").await?;
        replica::add_account(&env_vars, ADMIN_EMAIL, "admin").await?;
        for writer in 0..WRITER_COUNT {
            replica::add_account(&env_vars, &writer_email(writer), "viewer").await?;
        }
        let mut first = Replica::new(&env_vars, &folder.join("one.log")).await?;
        let mut second = Replica::new(&env_vars, &folder.join("other.log")).await?;
        first.start()?;
        second.start()?;
        first.ensure_started_and_ready().await?;
        second.ensure_started_and_ready().await?;
        let nginx = Nginx::start(&folder.join("nginx"), [first.port, second.port]).await?;
        let admin = Client::new(&nginx.origin, 2, &nginx.trusted_certificates).sign_in(ADMIN_EMAIL, PASSWORD).await?;
        let image = std::fs::read(IMAGE_PATH).context(IMAGE_PATH)?;
        let upload_response = admin.upload_image(&image).await?.expect_status(201)?.json();
        let image_url = upload_response["url"].as_str().context("an uploaded image has no url")?.to_owned();
        let places = admin.get("/api/businesses?limit=1").await?.expect_status(200)?.json();
        let id = places[0]["id"].as_i64().context("there is no place")?;
        let slug = places[0]["slug"].as_str().context("a place has no slug")?.to_owned();
        // The page of the edited place shows the image.
        admin.put(&format!("/api/businesses/{id}"), &json!({ "imageUrl": image_url })).await?.expect_status(200)?;
        let place = (id, format!("/places/{slug}"));
        Ok(Self {
            replicas: [first, second],
            nginx,
            postgres,
            object_store,
            smtp,
            admin,
            place,
            image_url,
            image,
            edit_count: 0,
        })
    }

    /// Stops the primary for good, promotes the standby, and restarts the replicas on the new primary one after the
    /// other.
    pub async fn fail_over(&mut self, standby: Postgres) -> anyhow::Result<()> {
        self.postgres.stop_immediate().await?;
        standby.promote().await?;
        self.postgres = standby;
        for replica in &mut self.replicas {
            replica.set_database_url(&self.postgres.url());
            replica.stop().await?;
            replica.ensure_started_and_ready().await?;
        }
        Ok(())
    }

    /// Starts readers and writers that connect through nginx.
    pub async fn start_load(&self) -> anyhow::Result<LoadClients> {
        let places = self.admin.get("/api/businesses?limit=20").await?.expect_status(200)?.json();
        let places = places.as_array().cloned().unwrap_or_default();
        let mut paths: Vec<String> =
            places.iter().filter_map(|place| Some(format!("/places/{}", place["slug"].as_str()?))).collect();
        paths.extend(["/", "/explore", "/guestbook", "/api/businesses?limit=25", "/api/guestbook"].map(str::to_owned));
        paths.push(self.image_url.clone());
        let client = |number| Client::new(&self.nginx.origin, number, &self.nginx.trusted_certificates);
        let readers = (0..READER_COUNT).map(|reader| client(10 + reader)).collect();
        let mut writers = Vec::new();
        for writer in 0..WRITER_COUNT {
            writers.push(client(30 + writer).sign_in(&writer_email(writer), PASSWORD).await?);
        }
        Ok(LoadClients::start("chaos", readers, paths, writers))
    }

    /// A client that is not signed in and connects through nginx.
    pub fn client(&self) -> Client {
        Client::new(&self.nginx.origin, 3, &self.nginx.trusted_certificates)
    }

    /// Changes the description of the place, and retries until the change is acknowledged. Returns the new text.
    /// Errors: a client error, or no acknowledgment within 30 s.
    pub async fn edit_place(&mut self) -> anyhow::Result<String> {
        self.edit_count += 1;
        let text = format!("The water stands {} centimetres above the stone.", self.edit_count);
        let start = Instant::now();
        loop {
            let path = format!("/api/businesses/{}", self.place.0);
            match self.admin.put(&path, &json!({ "description": text })).await {
                Ok(response) if response.status == 200 => return Ok(text),
                Ok(response) if response.status.is_client_error() => {
                    response.expect_status(200)?;
                }
                _ => {}
            }
            ensure!(start.elapsed() < FRESHNESS_TIMEOUT, "no edit was acknowledged");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Edits the place. Returns the time from the acknowledgment until the page of the place shows the change at both
    /// replicas and through nginx.
    pub async fn measure_freshness(&mut self) -> anyhow::Result<Duration> {
        let text = self.edit_place().await?;
        self.wait_until_visible_everywhere(&text, Instant::now()).await
    }

    /// Waits until the page of the place shows `text` at both replicas and through nginx. Returns the time from `since`
    /// until then.
    pub async fn wait_until_visible_everywhere(&self, text: &str, since: Instant) -> anyhow::Result<Duration> {
        let (first, second, nginx) = (self.replicas[0].client()?, self.replicas[1].client()?, self.client());
        let path = &self.place.1;
        let (a, b, c) = tokio::join!(
            wait_until_page_shows(&first, path, text, since),
            wait_until_page_shows(&second, path, text, since),
            wait_until_page_shows(&nginx, path, text, since)
        );
        Ok(a?.max(b?).max(c?))
    }

    /// One client for each replica. It is signed in as the admin and bypasses nginx and its cache.
    pub fn direct_admin_clients(&self) -> anyhow::Result<[Client; 2]> {
        let client = |replica: &Replica| {
            let trusted_certificates = TrustedCertificates::none()?;
            Ok::<_, anyhow::Error>(
                Client::new(&format!("http://127.0.0.1:{}", replica.port), 1, &trusted_certificates)
                    .with_token_of(&self.admin),
            )
        };
        Ok([client(&self.replicas[0])?, client(&self.replicas[1])?])
    }
}

fn writer_email(writer: u8) -> String {
    format!("writer{writer}@chaos.example")
}

async fn wait_until_page_shows(client: &Client, path: &str, text: &str, since: Instant) -> anyhow::Result<Duration> {
    loop {
        let start = Instant::now();
        if let Ok(response) = client.get(path).await
            && response.status == 200
            && response.text().contains(text)
        {
            return Ok(start.saturating_duration_since(since));
        }
        ensure!(since.elapsed() < FRESHNESS_TIMEOUT, "{path} does not show the change after {FRESHNESS_TIMEOUT:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
