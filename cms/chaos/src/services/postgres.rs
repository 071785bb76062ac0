//! A PostgreSQL server with its default durability settings, as in production.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, ensure};
use tokio::process::Command;

/// A PostgreSQL server with its own folder. Dropping a [`Postgres`] stops the server.
pub struct Postgres {
    bin: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Postgres {
    /// Creates a server in `folder` and starts it. Errors: PostgreSQL is not installed or fails to start.
    pub async fn create(folder: &Path) -> anyhow::Result<Self> {
        let bin = bin_folder().context("the PostgreSQL server is missing: apt-get install postgresql")?;
        std::fs::create_dir_all(folder)?;
        let server = Self { bin, folder: folder.to_owned(), port: crate::free_port().await? };
        if is_root() {
            // initdb refuses to run as root.
            ensure!(Command::new("chown").arg("postgres").arg(folder).status().await?.success(), "no user postgres");
        }
        server.run("initdb", &["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]).await?;
        server.start().await?;
        Ok(server)
    }

    /// Starts a standby of this server, as in docs/deploy/postgres.md. From then on this server acknowledges a write
    /// only when the standby has it.
    pub async fn start_standby(&self, folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let standby = Self { bin: self.bin.clone(), folder: folder.to_owned(), port: crate::free_port().await? };
        if is_root() {
            ensure!(Command::new("chown").arg("postgres").arg(folder).status().await?.success(), "no user postgres");
        }
        let primary = format!("host=127.0.0.1 port={} user=postgres application_name=standby_1", self.port);
        let backup_options = ["-d", &primary, "-R", "-X", "stream", "-C", "-S", "standby_1", "--checkpoint=fast"];
        standby.run("pg_basebackup", &backup_options).await?;
        standby.start().await?;
        let set_standby = "alter system set synchronous_standby_names = 'FIRST 1 (standby_1)'";
        let mut psql = Command::new(self.bin.join("psql"));
        psql.args(["-qX", "-d", &self.url(), "-c", set_standby, "-c", "select pg_reload_conf()"]).stdout(Stdio::null());
        ensure!(psql.status().await.context("psql is missing")?.success(), "the primary refused its standby");
        Ok(standby)
    }

    /// Promotes a standby to primary.
    pub async fn promote(&self) -> anyhow::Result<()> {
        self.run("pg_ctl", &["-w", "promote"]).await
    }

    /// The URL of the default database.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    pub async fn version(&self) -> String {
        let output = Command::new(self.bin.join("postgres")).arg("--version").output().await;
        output
            .map(|output| String::from_utf8_lossy(&output.stdout).trim().replace("postgres (PostgreSQL) ", ""))
            .unwrap_or_default()
    }

    /// Starts the server and waits until it accepts connections.
    pub async fn start(&self) -> anyhow::Result<()> {
        let folder = self.folder.display();
        let options = format!("-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}", self.port);
        let log = self.folder.join("log");
        self.run("pg_ctl", &["-w", "-l", &log.display().to_string(), "-o", &options, "start"]).await
    }

    /// Restarts in immediate mode: all connections break, and the server recovers from its WAL.
    pub async fn restart_immediate(&self) -> anyhow::Result<()> {
        self.stop_immediate().await?;
        self.start().await
    }

    /// Stops in immediate mode, without waiting for clients.
    pub async fn stop_immediate(&self) -> anyhow::Result<()> {
        self.run("pg_ctl", &["-w", "-m", "immediate", "stop"]).await
    }

    async fn run(&self, program: &str, arguments: &[&str]) -> anyhow::Result<()> {
        let mut command = match is_root() {
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--"]).arg(self.bin.join(program));
                command
            }
            false => Command::new(self.bin.join(program)),
        };
        command.arg("-D").arg(self.folder.join("data")).args(arguments).current_dir(&self.folder);
        // Uses no pipes: the started server would inherit them, and reading to their end would block.
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().await?;
        ensure!(status.success(), "{program} {} ended with {status}", arguments.join(" "));
        Ok(())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let data = self.folder.join("data");
        let pid = std::fs::read_to_string(data.join("postmaster.pid")).ok();
        let pid = pid.and_then(|file| file.lines().next()?.parse().ok()).and_then(rustix::process::Pid::from_raw);
        if let Some(pid) = pid {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::QUIT);
            // Waits up to two seconds until the server has exited, because the folder is removed next.
            for _ in 0..100 {
                if rustix::process::test_kill_process(pid).is_err() {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
        }
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// The folder of `initdb` and `pg_ctl`: the last one in `PATH`, or else that of the newest version from Debian's
/// packages. `None` if there is no such folder.
fn bin_folder() -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|entries| entries.flatten().map(|entry| entry.path().join("bin")).collect())
        .unwrap_or_default();
    folders.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(
        std::env::split_paths(&path)
            .filter_map(|folder| std::fs::canonicalize(folder.join("initdb")).ok()?.parent().map(Path::to_owned)),
    );
    folders.into_iter().rfind(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
}
