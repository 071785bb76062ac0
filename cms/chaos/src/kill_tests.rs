//! `kill -9` at random moments of a server that is written to, again and again.

use std::path::Path;
use std::time::Duration;

use rand::Rng;

use crate::client::{Client, Trust};
use crate::load_clients::{LoadClients, StoredWrites};
use crate::replica::{self, PASSWORD, Replica};

const WRITERS: u8 = 8;

/// What became of it.
#[derive(Clone, Debug)]
pub struct Kills {
    /// The database.
    pub engine: &'static str,
    /// How often it was killed.
    pub rounds: usize,
    /// Writes that failed, of how many.
    pub writes: (usize, usize),
    /// What is stored.
    pub kept: StoredWrites,
}

/// Kills a server on the database at `url` so often, each time between a tenth of a second and a second and a half after it
/// answered.
pub async fn run(engine: &'static str, url: String, folder: &Path, rounds: usize) -> anyhow::Result<Kills> {
    println!("  {engine}");
    std::fs::create_dir_all(folder)?;
    let settings = [
        ("DATABASE_URL", url.clone()),
        ("MEDIA_URL", folder.join("media").display().to_string()),
        ("API_ONLY", "true".to_owned()),
    ];
    replica::run_command(&settings, &["migrate"], "").await?;
    let email = |writer: u8| format!("killed{writer}@chaos.example");
    for writer in 0..WRITERS {
        replica::add_account(&settings, &email(writer), "viewer").await?;
    }
    let mut server = Replica::new(&settings, &folder.join("cms.log")).await?;
    server.wait_until_ready().await?;
    let mut writers = Vec::new();
    for writer in 0..WRITERS {
        let client = Client::new(&format!("http://127.0.0.1:{}", server.port), 50 + writer, &Trust::none()?);
        writers.push(client.sign_in(&email(writer), PASSWORD).await?);
    }
    let begun = std::time::Instant::now();
    let mut crowd = LoadClients::start(engine, Vec::new(), Vec::new(), writers);
    for _ in 0..rounds {
        let moment = Duration::from_millis(rand::rng().random_range(100..1500));
        tokio::time::sleep(moment).await;
        server.kill().await?;
        server.wait_until_ready().await?;
    }
    crowd.stop().await;
    server.stop().await?;
    let (noticed, kept) = (crowd.stats_since(begun), crowd.verify_stored(&url).await?);
    println!("    {kept:?}");
    Ok(Kills { engine, rounds, writes: noticed.writes, kept })
}
