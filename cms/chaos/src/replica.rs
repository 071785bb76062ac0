//! A `cms serve` process that can be stopped, killed and started again on its port.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};

use crate::client::{Client, HOST_NAME, TrustedCertificates};

/// The password of every account.
pub const PASSWORD: &str = "a long password for chaos";
/// The timeout of a start. It is longer than a start under load takes.
const START_TIMEOUT: Duration = Duration::from_secs(90);

/// A replica of `cms`, whose process may be running or not.
pub struct Replica {
    pub port: u16,
    env_vars: Vec<(String, String)>,
    log: PathBuf,
    child: Option<Child>,
}

impl Replica {
    /// Creates a replica that is not running yet. It appends its log to the file at `log`.
    pub async fn new(env_vars: &[(&str, String)], log: &Path) -> anyhow::Result<Self> {
        let port = crate::free_port().await?;
        let env_vars = env_vars.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Ok(Self { port, env_vars, log: log.to_owned(), child: None })
    }

    /// Changes `DATABASE_URL`. The change takes effect at the next start.
    pub fn set_database_url(&mut self, url: &str) {
        for (name, value) in &mut self.env_vars {
            if name == "DATABASE_URL" {
                value.replace_range(.., url);
            }
        }
    }

    pub fn start(&mut self) -> anyhow::Result<()> {
        let log = OpenOptions::new().create(true).append(true).open(&self.log)?;
        let mut command = cms_command(&self.env_vars)?;
        command.args(["serve", "--listen", &format!("127.0.0.1:{}", self.port), "--trusted-proxies", "127.0.0.1/32"]);
        command.args(["--public-url", &format!("https://{HOST_NAME}"), "--posts-per-hour", "0"]);
        command.args(["--check-links", "false"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.child = Some(command.spawn()?);
        Ok(())
    }

    /// Starts the server if needed and waits until `/readyz` returns 200. Returns how long that took.
    pub async fn ensure_started_and_ready(&mut self) -> anyhow::Result<Duration> {
        let start = Instant::now();
        if self.child.is_none() {
            self.start()?;
        }
        self.wait_for_ok("/readyz").await?;
        Ok(start.elapsed())
    }

    /// Waits until a GET of `path` returns 200. Errors: the process has exited, or 90 s have passed.
    pub async fn wait_for_ok(&mut self, path: &str) -> anyhow::Result<()> {
        let (start, client) = (Instant::now(), self.client()?);
        while !client.get(path).await.is_ok_and(|response| response.status == 200) {
            ensure!(self.is_alive()?, "a replica exited unexpectedly; see its log {}", self.log.display());
            ensure!(start.elapsed() < START_TIMEOUT, "{path} did not return 200 within {START_TIMEOUT:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Whether the process is running. Errors: the server was not started, or was stopped or killed by this program.
    pub fn is_alive(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.as_mut().context("the server was never started")?.try_wait()?.is_none())
    }

    /// Stops the server with SIGTERM, and waits until it has exited without an error.
    pub async fn stop(&mut self) -> anyhow::Result<()> {
        let mut child = self.child.take().context("the server is not running")?;
        signal(child.id(), Signal::TERM)?;
        let ended = tokio::time::timeout(Duration::from_secs(40), child.wait()).await;
        ensure!(ended.context("the server did not exit")??.success(), "the server exited with an error");
        Ok(())
    }

    /// Kills the server with `kill -9`.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        let mut child = self.child.take().context("the server is not running")?;
        Ok(child.kill().await?)
    }

    /// Kills the renderer of the server with `kill -9`; `false` if no renderer runs.
    pub fn kill_renderer(&self) -> anyhow::Result<bool> {
        let pid = self.child.as_ref().and_then(Child::id).context("the server is not running")?;
        Ok(renderer_pid(pid).is_some_and(|pid| signal(Some(pid), Signal::KILL).is_ok()))
    }

    /// A client that connects to the replica directly.
    pub fn client(&self) -> anyhow::Result<Client> {
        Ok(Client::new(&format!("http://127.0.0.1:{}", self.port), 1, &TrustedCertificates::none()?))
    }
}

fn signal(pid: Option<u32>, signal: Signal) -> anyhow::Result<()> {
    let pid = pid.and_then(|pid| Pid::from_raw(pid as i32)).context("the process has exited")?;
    Ok(kill_process(pid, signal)?)
}

/// The PID of the running child process of `parent`. The only child of a server is its renderer.
fn renderer_pid(parent: u32) -> Option<u32> {
    std::fs::read_dir("/proc").ok()?.flatten().find_map(|entry| {
        let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The second field is the command in parentheses, which may contain anything, so parsing starts after it.
        let (_, rest) = stat.rsplit_once(')')?;
        let (state, rest_after_state) = rest.trim_start().split_once(' ')?;
        (state != "Z" && rest_after_state.split_whitespace().next()?.parse() == Ok(parent)).then_some(pid)
    })
}

/// A command that runs `cms` from the folder of this program, with `env_vars`. `DATABASE_URL` and the other variables
/// that this function removes are not inherited from the environment.
fn cms_command(env_vars: &[(String, String)]) -> anyhow::Result<Command> {
    let program = std::env::current_exe()?.with_file_name("cms");
    if !program.exists() {
        bail!("{} is missing: make chaos", program.display());
    }
    let mut command = Command::new(program);
    for name in ["DATABASE_URL", "DATA_DIR", "MEDIA_URL", "SMTP_URL", "RUST_LOG", "SITE_ORIGIN"] {
        command.env_remove(name);
    }
    command.env("NO_COLOR", "1").envs(env_vars.iter().map(|(name, value)| (name, value))).kill_on_drop(true);
    Ok(command)
}

/// Runs a command of `cms` with `input` on stdin, and waits until it ends. Errors: the command fails; the error
/// contains its stderr.
pub async fn run_cms_command(env_vars: &[(&str, String)], arguments: &[&str], input: &str) -> anyhow::Result<()> {
    let env_vars: Vec<_> = env_vars.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let stderr_file = tempfile::NamedTempFile::new()?;
    let mut command = cms_command(&env_vars)?;
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(File::create(stderr_file.path())?);
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes()).await?;
    }
    let status = child.wait().await?;
    ensure!(status.success(), "cms {}: {}", arguments.join(" "), std::fs::read_to_string(stderr_file.path())?);
    Ok(())
}

/// Adds an account with this email and role, and with the password [`PASSWORD`].
pub async fn add_account(env_vars: &[(&str, String)], email: &str, role: &str) -> anyhow::Result<()> {
    let arguments = ["user", "add", "--email", email, "--role", role, "--password-stdin"];
    run_cms_command(env_vars, &arguments, &format!("{PASSWORD}\n")).await
}
