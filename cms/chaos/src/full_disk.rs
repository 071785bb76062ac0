//! Tests a server whose disk is full. The disk is a small file system with the database and the images of the server.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::ensure;
use serde_json::json;
use tokio::process::Command;

use crate::client::{Client, TrustedCertificates};
use crate::outages::{OutageResult, wait_until};
use crate::replica::{self, PASSWORD, Replica};

const DISK_SIZE_MIB: usize = 24;
/// The number of writes before the disk is filled.
const WRITES_BEFORE_FULL: usize = 50;
const ADMIN_EMAIL: &str = "admin@chaos.example";

/// A mounted tmpfs. Dropping a [`Disk`] unmounts the file system.
struct Disk(PathBuf);

impl Disk {
    async fn mount(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={DISK_SIZE_MIB}m"), "chaos"]).arg(folder);
        ensure!(mount.status().await?.success(), "failed to mount a tmpfs");
        Ok(Self(folder.to_owned()))
    }

    fn filler_path(&self) -> PathBuf {
        self.0.join("filler")
    }

    /// Fills the disk to the last byte. After each failed write, the next write has half as many bytes.
    fn fill(&self) -> anyhow::Result<()> {
        let mut file = std::fs::File::create(self.filler_path())?;
        let mut buffer = vec![0; 1 << 20];
        while !buffer.is_empty() {
            match file.write(&buffer) {
                Ok(1..) => {}
                _ => buffer.truncate(buffer.len() / 2),
            }
        }
        Ok(())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// Fills the disk of a server that uses SQLite, and records how the server behaves. The disk is mounted in `folder`.
/// Returns `None` if this program does not run as root, because only root can mount a file system.
pub async fn run(folder: &Path, image: &[u8]) -> anyhow::Result<Option<OutageResult>> {
    if !rustix::process::geteuid().is_root() {
        return Ok(None);
    }
    let mut outage = OutageResult::new("full disk (with SQLite and images)");
    let disk = Disk::mount(&folder.join("disk")).await?;
    let data = disk.0.join("data");
    let env_vars = [("DATA_DIR", data.display().to_string()), ("API_ONLY", "true".to_owned())];
    replica::run_cms_command(&env_vars, &["setup"], "").await?;
    replica::add_account(&env_vars, ADMIN_EMAIL, "admin").await?;
    let mut server = Replica::new(&env_vars, &folder.join("disk.log")).await?;
    server.ensure_started_and_ready().await?;
    let origin = format!("http://127.0.0.1:{}", server.port);
    let admin = Client::new(&origin, 1, &TrustedCertificates::none()?).sign_in(ADMIN_EMAIL, PASSWORD).await?;
    let text = |number: usize| format!("The water is high today, mark {number}. {}", "Mud and stones. ".repeat(40));
    let write =
        async |number: usize| admin.post("/api/guestbook", &json!({ "message": text(number), "rating": 4 })).await;

    let mut acknowledged_numbers: Vec<usize> = (1..=WRITES_BEFORE_FULL).collect();
    for number in 1..=WRITES_BEFORE_FULL {
        write(number).await?.expect_status(201)?;
    }
    disk.fill()?;
    let mut number = WRITES_BEFORE_FULL;
    // The first writes may succeed, because the files of SQLite still have free pages.
    let refusal = loop {
        number += 1;
        let response = write(number).await?;
        if response.status != 201 {
            break response;
        }
        acknowledged_numbers.push(number);
        ensure!(number < 20_000, "the disk is never full");
    };
    outage.observe_refusal("a write", &refusal, 507, Duration::from_secs(2));
    let refusal = admin.upload_image(image).await?;
    outage.observe_refusal("an upload", &refusal, 507, Duration::from_secs(10));
    outage.observe_success("an uncached read", &admin.get("/api/businesses?q=boat").await?);
    outage.observe("the server keeps running", server.is_alive()?);
    std::fs::remove_file(disk.filler_path())?;
    number += 1;
    outage.recovered_after = wait_until(|| async { Ok(write(number).await?.status == 201) }).await?;
    acknowledged_numbers.push(number);
    outage.observe_success("an upload after space is free", &admin.upload_image(image).await?);

    server.stop().await?;
    let db = cms::db::engine::Db::open(&format!("sqlite:{}", data.join("karst.db").display())).await?;
    let query = "select message from guestbook_entry";
    let messages: Vec<String> = cms::with_pool!(&db, |engine| sqlx::query_scalar(query).fetch_all(engine))?;
    db.close().await;
    let is_stored_once = |number: &&usize| {
        let sent_message = text(**number);
        messages.iter().filter(|message| message.trim() == sent_message.trim()).count() == 1
    };
    let stored_once_count = acknowledged_numbers.iter().filter(is_stored_once).count();
    outage.observe(
        format!("{} acknowledged writes, {stored_once_count} of them stored exactly once", acknowledged_numbers.len()),
        stored_once_count == acknowledged_numbers.len(),
    );
    Ok(Some(outage))
}
