//! A disk without room: a small one of our own, with database and pictures of a guide on it, filled to the last byte.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::ensure;
use serde_json::json;
use tokio::process::Command;

use crate::client::{Client, Trust};
use crate::outages::{Outage, until};
use crate::replica::{self, PASSWORD, Replica};

const SIZE_MIB: usize = 24;
/// Writes before it is full.
const BEFORE: usize = 50;
const ADMIN: &str = "admin@chaos.example";

/// The disk. It is taken away when this is dropped.
struct Disk(PathBuf);

impl Disk {
    async fn mount(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={SIZE_MIB}m"), "chaos"]).arg(folder);
        ensure!(mount.status().await?.success(), "mount refused");
        Ok(Self(folder.to_owned()))
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }

    /// Leaves no room.
    fn fill(&self) -> anyhow::Result<()> {
        let mut file = std::fs::File::create(self.filler())?;
        let mut step = vec![0; 1 << 20];
        while !step.is_empty() {
            match file.write(&step) {
                Ok(1..) => {}
                _ => step.truncate(step.len() / 2),
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

/// Fills the disk of a guide on SQLite. Only root can have a disk of its own: nothing for others.
pub async fn run(folder: &Path, picture: &[u8]) -> anyhow::Result<Option<Outage>> {
    if !rustix::process::geteuid().is_root() {
        return Ok(None);
    }
    let mut outage = Outage::of("room on the disk (SQLite and pictures on it)");
    let disk = Disk::mount(&folder.join("disk")).await?;
    let data = disk.0.join("data");
    let settings = [("DATA_DIR", data.display().to_string()), ("API_ONLY", "true".to_owned())];
    replica::run_command(&settings, &["setup"], "").await?;
    replica::add_account(&settings, ADMIN, "admin").await?;
    let mut server = Replica::new(&settings, &folder.join("disk.log")).await?;
    server.wait_until_ready().await?;
    let origin = format!("http://127.0.0.1:{}", server.port);
    let admin = Client::new(&origin, 1, &Trust::none()?).sign_in(ADMIN, PASSWORD).await?;
    let words = |number: usize| format!("The water is high today, mark {number}. {}", "Mud and stones. ".repeat(40));
    let write =
        async |number: usize| admin.post("/api/guestbook", &json!({ "message": words(number), "rating": 4 })).await;

    let mut acknowledged: Vec<usize> = (1..=BEFORE).collect();
    for number in 1..=BEFORE {
        write(number).await?.expect_status(201)?;
    }
    disk.fill()?;
    let mut number = BEFORE;
    // What SQLite has already taken of the disk holds some more.
    let refused = loop {
        number += 1;
        let answer = write(number).await?;
        if answer.status != 201 {
            break answer;
        }
        acknowledged.push(number);
        ensure!(number < 20_000, "the disk is never full");
    };
    outage.refused("a write", &refused, 507, Duration::from_secs(2));
    let refused = admin.upload(picture).await?;
    outage.refused("an upload", &refused, 507, Duration::from_secs(10));
    outage.answered("a read that nobody asked before", &admin.get("/api/businesses?q=boat").await?);
    outage.note("the server goes on", server.is_alive()?);
    std::fs::remove_file(disk.filler())?;
    number += 1;
    outage.back = until(|| async { Ok(write(number).await?.status == 201) }).await?;
    acknowledged.push(number);
    outage.answered("an upload when there is room", &admin.upload(picture).await?);

    server.stop().await?;
    let db = cms::db::engine::Db::open(&format!("sqlite:{}", data.join("karst.db").display())).await?;
    let every = "select message from guestbook_entry";
    let messages: Vec<String> = cms::on!(&db, |engine| sqlx::query_scalar(every).fetch_all(engine))?;
    db.close().await;
    let is_once = |number: &&usize| {
        let own = words(**number);
        messages.iter().filter(|message| message.trim() == own.trim()).count() == 1
    };
    let once = acknowledged.iter().filter(is_once).count();
    outage.note(
        format!("{} acknowledged writes, {once} of them there once", acknowledged.len()),
        once == acknowledged.len(),
    );
    Ok(Some(outage))
}
