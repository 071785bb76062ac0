//! Kills a server repeatedly with `kill -9`, at random moments, while clients write.

use std::path::Path;
use std::time::Duration;

use rand::Rng;

use crate::client::{Client, TrustedCertificates};
use crate::edits::{EditComparison, Editors};
use crate::imports::{ImportComparison, Imports};
use crate::load_clients::{EntryComparison, LoadClients};
use crate::replica::{self, PASSWORD, Replica};

const WRITER_COUNT: u8 = 8;
/// The number of rounds from one import to the next. In the round of an import, the server is killed while it applies
/// the import.
const ROUNDS_PER_IMPORT: usize = 7;

/// The result of the kill test on one engine.
#[derive(Clone, Debug)]
pub struct KillTestResult {
    pub engine: &'static str,
    /// The number of times that the server was killed.
    pub rounds: usize,
    /// The numbers of failed writes and of all writes.
    pub failed_and_all_writes: (usize, usize),
    /// The stored writes compared with the acknowledged ones.
    pub entry_comparison: EntryComparison,
    /// The edited places compared with the acknowledged edits.
    pub edits: EditComparison,
    /// The imported places compared with the imports.
    pub imports: ImportComparison,
}

impl KillTestResult {
    /// Whether stored entries, places, alerts and imports agree with what the server acknowledged, and an import was
    /// interrupted.
    pub fn has_passed(&self) -> bool {
        self.entry_comparison.is_correct() && self.edits.is_correct() && self.imports.is_correct()
    }
}

/// Starts a server on the database at `url`, with its files in `folder`, and kills it `rounds` times. Each kill is 0.1
/// to 1.5 s after the server was ready, or while it applies an import.
pub async fn run(engine: &'static str, url: String, folder: &Path, rounds: usize) -> anyhow::Result<KillTestResult> {
    println!("  {engine}");
    std::fs::create_dir_all(folder)?;
    let env_vars = [
        ("DATABASE_URL", url.clone()),
        ("MEDIA_URL", folder.join("media").display().to_string()),
        ("API_ONLY", "true".to_owned()),
    ];
    replica::run_cms_command(&env_vars, &["migrate"], "").await?;
    let email = |writer: u8| format!("killed{writer}@chaos.example");
    for writer in 0..WRITER_COUNT {
        replica::add_account(&env_vars, &email(writer), "viewer").await?;
    }
    let mut server = Replica::new(&env_vars, &folder.join("cms.log")).await?;
    server.ensure_started_and_ready().await?;
    let mut writers = Vec::new();
    for writer in 0..WRITER_COUNT {
        let client =
            Client::new(&format!("http://127.0.0.1:{}", server.port), 50 + writer, &TrustedCertificates::none()?);
        writers.push(client.sign_in(&email(writer), PASSWORD).await?);
    }
    let editor = "killed-editor@chaos.example";
    replica::add_account(&env_vars, editor, "admin").await?;
    let admin = Client::new(&format!("http://127.0.0.1:{}", server.port), 90, &TrustedCertificates::none()?);
    let admin = admin.sign_in(editor, PASSWORD).await?;
    let mut edits = Editors::start(&admin).await?;
    let mut imports = Imports::new(admin);
    let start = std::time::Instant::now();
    let mut load = LoadClients::start(engine, Vec::new(), Vec::new(), writers);
    for round in 0..rounds {
        if round % ROUNDS_PER_IMPORT == 0 {
            imports.begin_import().await?;
        } else {
            let delay = Duration::from_millis(rand::rng().random_range(100..1500));
            tokio::time::sleep(delay).await;
        }
        server.kill().await?;
        server.ensure_started_and_ready().await?;
    }
    load.stop().await;
    edits.stop().await;
    imports.wait_until_done().await?;
    let (edits, imports) = (edits.compare_with_database(&url).await?, imports.compare_with_database(&url).await?);
    server.stop().await?;
    let (stats, entry_comparison) = (load.stats_since(start), load.compare_with_database(&url).await?);
    println!("    {entry_comparison:?}, {edits:?}, {imports:?}");
    Ok(KillTestResult {
        engine,
        rounds,
        failed_and_all_writes: stats.failed_and_all_writes,
        entry_comparison,
        edits,
        imports,
    })
}
