//! A server process for tests, and its log.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::Value;

/// A running `cms serve --api-only` on a free port.
pub struct ServerProcess {
    pub origin: String,
    /// The address of the metrics listener. `None` if `METRICS_LISTEN` is not set.
    pub metrics: Option<SocketAddr>,
    child: Child,
    log: Arc<Mutex<String>>,
    log_reader: Option<std::thread::JoinHandle<()>>,
}

impl ServerProcess {
    /// Starts a server with the data folder `folder` and the environment variables `env_vars`. Returns when the server
    /// listens.
    pub fn start(folder: &Path, env_vars: &[(&str, &str)]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cms"))
            .args(["serve", "--api-only", "--listen", "127.0.0.1:0", "--public-url", "http://guide.example"])
            .env("DATA_DIR", folder)
            .env("LOG_FORMAT", "json")
            .envs(env_vars.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        let log: Arc<Mutex<String>> = Arc::default();
        let (mut line, mut metrics) = (String::new(), None);
        let origin = loop {
            line.clear();
            assert!(lines.read_line(&mut line).unwrap() > 0, "the server did not start: {}", log.lock().unwrap());
            log.lock().unwrap().push_str(&line);
            let entry: Value = serde_json::from_str(&line).unwrap_or_default();
            let field = |name: &str| entry["fields"][name].as_str();
            metrics = metrics.or_else(|| field("metrics")?.parse().ok());
            if let Some(listen_address) = field("listen") {
                break format!("http://{listen_address}");
            }
        };
        let shared_log = log.clone();
        let log_reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = lines.read(&mut bytes) {
                shared_log.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..read]));
            }
        });
        Self { origin, metrics, child, log, log_reader: Some(log_reader) }
    }

    pub fn log_so_far(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Sends SIGTERM and waits for the exit. Panics if the exit status is not zero.
    pub fn terminate(&mut self) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        assert!(self.child.wait().unwrap().success());
    }

    /// Kills the process and returns the whole log.
    pub fn kill_and_read_log(mut self) -> String {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.log_reader.take().unwrap().join().unwrap();
        self.log_so_far()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
