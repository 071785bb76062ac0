//! Servers as child processes. Dropping a [`Server`] kills its process.

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
    /// The address on which it listens.
    pub address: SocketAddr,
    /// The process id.
    pub pid: u32,
    child: Child,
}

impl Server {
    /// Starts `command`, which must listen on `address`.
    pub fn start(command: &mut Command, address: SocketAddr) -> anyhow::Result<Self> {
        let child = command.stdin(Stdio::null()).kill_on_drop(true).spawn();
        let child = child.with_context(|| format!("{:?} failed to start", command.as_std().get_program()))?;
        let pid = child.id().context("the server exited at once")?;
        Ok(Self { address, pid, child })
    }

    /// Waits until a GET of `path` returns 200. Errors: `timeout` has passed, or the process has exited.
    pub async fn wait_until_ok(&mut self, path: &str, timeout: Duration) -> anyhow::Result<()> {
        let begin = Instant::now();
        loop {
            let result =
                http_client::send_once(self.address, http_client::get_request(path, None)?, StatusCode::OK).await;
            let Err(error) = result else { return Ok(()) };
            if let Some(status) = self.child.try_wait()? {
                bail!("the server exited with {status}");
            }
            if begin.elapsed() > timeout {
                return Err(error.context(format!("{path} did not return 200 within {timeout:?}")));
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Kills the server with SIGKILL.
    pub async fn kill(mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }

    /// Stops the server with SIGTERM, and kills it if it still runs after ten seconds.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        Command::new("kill").arg("-TERM").arg(self.pid.to_string()).status().await?;
        if tokio::time::timeout(Duration::from_secs(10), self.child.wait()).await.is_err() {
            self.child.kill().await?;
        }
        Ok(())
    }
}

/// The path of the program `name` in the folder of this program. Errors: it does not exist.
pub fn sibling_program(name: &str) -> anyhow::Result<PathBuf> {
    let path = std::env::current_exe()?.with_file_name(name);
    if !path.exists() {
        bail!("{} is missing: cargo build --release -p cms -p bench --features jemalloc", path.display());
    }
    Ok(path)
}

/// Starts `cms serve` with the additional `arguments` on the database in `data`. Its response cache has `cache_mib`
/// MiB. Its log replaces the file `log`.
pub async fn start_cms(data: &Path, cache_mib: u64, arguments: &[&str], log: &Path) -> anyhow::Result<Server> {
    let address = http_client::free_address().await?;
    let mut command = Command::new(sibling_program("cms")?);
    command.arg("--data-dir").arg(data).args(["serve", "--listen", &address.to_string()]);
    command.args(["--cache-mib", &cache_mib.to_string()]).args(arguments);
    command.env("CHECK_LINKS", "false");
    command.env_remove("DATABASE_URL").env_remove("RUST_LOG").stdout(Stdio::null()).stderr(File::create(log)?);
    Server::start(&mut command, address)
}

/// Adds an account to the database in `data`.
pub async fn add_account(data: &Path, email: &str, role: &str, password: &str) -> anyhow::Result<()> {
    let mut command = Command::new(sibling_program("cms")?);
    command.arg("--data-dir").arg(data).args(["user", "add", "--email", email, "--role", role, "--password-stdin"]);
    command.env_remove("DATABASE_URL").stdin(Stdio::piped()).stdout(Stdio::null()).kill_on_drop(true);
    let mut child = command.spawn()?;
    let mut input = child.stdin.take().context("no standard input")?;
    input.write_all(format!("{password}\n").as_bytes()).await?;
    drop(input);
    if !child.wait().await?.success() {
        bail!("failed to add {email}");
    }
    Ok(())
}

/// Starts this program as the baseline server, which sends the headers in the file `head` and the body in the file
/// `body`.
pub async fn start_baseline_server(head: &Path, body: &Path) -> anyhow::Result<Server> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("baseline-server").arg(head).arg(body).stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn()?;
    let output = child.stdout.take().context("no standard output")?;
    let line = BufReader::new(output).lines().next_line().await?.context("the baseline server failed to start")?;
    Ok(Server { address: line.parse()?, pid: child.id().context("the baseline server exited at once")?, child })
}
