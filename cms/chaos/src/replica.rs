//! `cms serve` as a process of its pid, which can be asked to end, killed, and started again where it was.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};

use crate::client::{Client, HOST_NAME, Trust};

/// The password of everybody here.
pub const PASSWORD: &str = "a long password for chaos";
/// Longer than a start under load.
const START_TIMEOUT: Duration = Duration::from_secs(90);

/// A server, running or not.
pub struct Replica {
    /// Its port.
    pub port: u16,
    settings: Vec<(String, String)>,
    log: PathBuf,
    child: Option<Child>,
}

impl Replica {
    /// One that is not running yet, with these settings, which logs into `log`.
    pub async fn new(settings: &[(&str, String)], log: &Path) -> anyhow::Result<Self> {
        let port = crate::free_port().await?;
        let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Ok(Self { port, settings, log: log.to_owned(), child: None })
    }

    /// Another database from its next start on.
    pub fn set_database_url(&mut self, database: &str) {
        for (name, value) in &mut self.settings {
            if name == "DATABASE_URL" {
                value.replace_range(.., database);
            }
        }
    }

    /// Starts it.
    pub fn start(&mut self) -> anyhow::Result<()> {
        let log = OpenOptions::new().create(true).append(true).open(&self.log)?;
        let mut command = cms_command(&self.settings)?;
        command.args(["serve", "--listen", &format!("127.0.0.1:{}", self.port), "--trusted-proxies", "127.0.0.1/32"]);
        command.args(["--public-url", &format!("https://{HOST_NAME}"), "--posts-per-hour", "0"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.child = Some(command.spawn()?);
        Ok(())
    }

    /// Starts it and waits until `/readyz` says that it is ready; answers how long that took.
    pub async fn wait_until_ready(&mut self) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        if self.child.is_none() {
            self.start()?;
        }
        self.wait_for_ok("/readyz").await?;
        Ok(begun.elapsed())
    }

    /// Waits until it answers this address with 200.
    pub async fn wait_for_ok(&mut self, path: &str) -> anyhow::Result<()> {
        let (begun, client) = (Instant::now(), self.client()?);
        while !client.get(path).await.is_ok_and(|answer| answer.status == 200) {
            ensure!(self.is_alive()?, "a replica ended by itself; its log is {}", self.log.display());
            ensure!(begun.elapsed() < START_TIMEOUT, "{path} is not there after {START_TIMEOUT:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Whether its process goes on.
    pub fn is_alive(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.as_mut().context("it was never started")?.try_wait()?.is_none())
    }

    /// Asks it to end, and waits until it has.
    pub async fn stop(&mut self) -> anyhow::Result<()> {
        let mut child = self.child.take().context("it does not run")?;
        signal(child.id(), Signal::TERM)?;
        let ended = tokio::time::timeout(Duration::from_secs(40), child.wait()).await;
        ensure!(ended.context("it did not end")??.success(), "it ended with an error");
        Ok(())
    }

    /// Kills it with -9.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        let mut child = self.child.take().context("it does not run")?;
        Ok(child.kill().await?)
    }

    /// Kills its renderer with -9. Answers whether there was one.
    pub fn kill_renderer(&self) -> anyhow::Result<bool> {
        let pid = self.child.as_ref().and_then(Child::id).context("it does not run")?;
        Ok(renderer_of(pid).is_some_and(|pid| signal(Some(pid), Signal::KILL).is_ok()))
    }

    /// Somebody who asks it directly.
    pub fn client(&self) -> anyhow::Result<Client> {
        Ok(Client::new(&format!("http://127.0.0.1:{}", self.port), 1, &Trust::none()?))
    }
}

fn signal(pid: Option<u32>, signal: Signal) -> anyhow::Result<()> {
    let pid = pid.and_then(|pid| Pid::from_raw(pid as i32)).context("the process has ended")?;
    Ok(kill_process(pid, signal)?)
}

/// The living child of this process; it has one.
fn renderer_of(parent: u32) -> Option<u32> {
    std::fs::read_dir("/proc").ok()?.flatten().find_map(|entry| {
        let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The second field is the command in parentheses, which may hold anything; count from behind it.
        let (_, rest) = stat.rsplit_once(')')?;
        let (state, of) = rest.trim_start().split_once(' ')?;
        (state != "Z" && of.split_whitespace().next()?.parse() == Ok(parent)).then_some(pid)
    })
}

/// The program `cms` that was built beside this one, with these settings and none of the environment's.
fn cms_command(settings: &[(String, String)]) -> anyhow::Result<Command> {
    let program = std::env::current_exe()?.with_file_name("cms");
    if !program.exists() {
        bail!("{} is missing: make chaos", program.display());
    }
    let mut command = Command::new(program);
    for name in ["DATABASE_URL", "DATA_DIR", "MEDIA_URL", "SMTP_URL", "RUST_LOG", "SITE_ORIGIN"] {
        command.env_remove(name);
    }
    command.env("NO_COLOR", "1").envs(settings.iter().map(|(name, value)| (name, value))).kill_on_drop(true);
    Ok(command)
}

/// Runs another of its commands to its end, with this on its standard input.
pub async fn run_command(settings: &[(&str, String)], words: &[&str], input: &str) -> anyhow::Result<()> {
    let settings: Vec<_> = settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let stderr_file = tempfile::NamedTempFile::new()?;
    let mut command = cms_command(&settings)?;
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(File::create(stderr_file.path())?);
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes()).await?;
    }
    let status = child.wait().await?;
    ensure!(status.success(), "cms {}: {}", words.join(" "), std::fs::read_to_string(stderr_file.path())?);
    Ok(())
}

/// Adds somebody with this address and role.
pub async fn add_account(settings: &[(&str, String)], email: &str, role: &str) -> anyhow::Result<()> {
    let words = ["user", "add", "--email", email, "--role", role, "--password-stdin"];
    run_command(settings, &words, &format!("{PASSWORD}\n")).await
}
