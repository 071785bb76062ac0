//! Servers as processes of their own, killed when they are dropped.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use hyper::StatusCode;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};

use crate::http_client;

/// A running server.
pub struct Server {
    /// Where it answers.
    pub address: SocketAddr,
    /// Its process.
    pub pid: u32,
    child: Child,
}

impl Server {
    /// Starts `command`, which is to listen on `address`. Its output is kept from the screen.
    pub fn start(command: &mut Command, address: SocketAddr) -> anyhow::Result<Self> {
        let child = command.stdin(Stdio::null()).kill_on_drop(true).spawn();
        let child = child.with_context(|| format!("{:?} cannot be started", command.as_std().get_program()))?;
        let pid = child.id().context("the server ended at once")?;
        Ok(Self { address, pid, child })
    }

    /// Waits until a GET of `path` is answered with 200; fails after `patience` or when the process ends.
    pub async fn answers(&mut self, path: &str, patience: Duration) -> anyhow::Result<()> {
        let begin = Instant::now();
        loop {
            let asked = http_client::one(self.address, http_client::get(path, None)?, StatusCode::OK).await;
            let Err(error) = asked else { return Ok(()) };
            if let Some(status) = self.child.try_wait()? {
                bail!("the server ended with {status}");
            }
            if begin.elapsed() > patience {
                return Err(error.context(format!("{path} was not there after {patience:?}")));
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Kills it with -9.
    pub async fn kill(mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }

    /// Asks it to end and waits; kills it after ten seconds.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        Command::new("kill").arg("-TERM").arg(self.pid.to_string()).status().await?;
        if tokio::time::timeout(Duration::from_secs(10), self.child.wait()).await.is_err() {
            self.child.kill().await?;
        }
        Ok(())
    }
}

/// The program `name` that was built beside this one.
pub fn sibling(name: &str) -> anyhow::Result<PathBuf> {
    let path = std::env::current_exe()?.with_file_name(name);
    if !path.exists() {
        bail!("{} is missing: cargo build --release -p cms -p bench", path.display());
    }
    Ok(path)
}

/// `cms serve` on the database in `data`, keeping `cache_mib` of answers, with these further arguments. It logs as it
/// always does, to the file `log`.
pub async fn cms(data: &Path, cache_mib: u64, arguments: &[&str], log: &Path) -> anyhow::Result<Server> {
    let address = http_client::free_address().await?;
    let mut command = Command::new(sibling("cms")?);
    command.arg("--data-dir").arg(data).args(["serve", "--listen", &address.to_string()]);
    command.args(["--cache-mib", &cache_mib.to_string()]).args(arguments);
    command.env_remove("DATABASE_URL").env_remove("RUST_LOG").stdout(Stdio::null()).stderr(File::create(log)?);
    Server::start(&mut command, address)
}

/// Adds somebody of this role to the database in `data`, with this address and password.
pub async fn add_person(data: &Path, email: &str, role: &str, password: &str) -> anyhow::Result<()> {
    let mut command = Command::new(sibling("cms")?);
    command.arg("--data-dir").arg(data).args(["user", "add", "--email", email, "--role", role, "--password-stdin"]);
    command.env_remove("DATABASE_URL").stdin(Stdio::piped()).stdout(Stdio::null()).kill_on_drop(true);
    let mut child = command.spawn()?;
    let mut input = child.stdin.take().context("no standard input")?;
    input.write_all(format!("{password}\n").as_bytes()).await?;
    drop(input);
    if !child.wait().await?.success() {
        bail!("{email} could not be added");
    }
    Ok(())
}

/// This program as the minimal server that sends the answer in these files.
pub async fn ceiling(head: &Path, body: &Path) -> anyhow::Result<Server> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("ceiling").arg(head).arg(body).stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn()?;
    let output = child.stdout.take().context("no standard output")?;
    let line = BufReader::new(output).lines().next_line().await?.context("the minimal server does not start")?;
    Ok(Server { address: line.parse()?, pid: child.id().context("it ended at once")?, child })
}
