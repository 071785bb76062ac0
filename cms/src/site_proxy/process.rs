//! Starts, monitors and restarts the renderer, or monitors an external one.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use axum::http::uri::{Authority, Uri};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use super::render::{RendererStart, RendererStatus};
use crate::common::messages::Locale;
use crate::integrations::renderer_client::{RendererClient, RendererError};

/// The time limit for the first response of a started renderer.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// The poll interval of a starting renderer.
const START_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The poll interval of a running renderer.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The poll interval of an external renderer. Node takes longer than this to start, so no restart is missed.
const EXTERNAL_POLL_INTERVAL: Duration = Duration::from_millis(200);
/// The number of consecutive polls without a response after which a renderer counts as down.
const MAX_MISSED_POLLS: u32 = 5;
/// The delay before the restart after a stable run. It doubles after each shorter run, up to [`MAX_RESTART_DELAY`].
const MIN_RESTART_DELAY: Duration = Duration::from_millis(250);
const MAX_RESTART_DELAY: Duration = Duration::from_secs(30);
/// A run that is longer than this counts as stable: it resets the restart delay.
const MIN_STABLE_RUN: Duration = Duration::from_secs(60);
/// The tolerated jump of the system clock. A change may become visible late by up to this time.
const CLOCK_TOLERANCE: Duration = Duration::from_millis(500);
/// If `cms` is asked to stop within this time after the renderer exited, the exit counts as a part of this stop. It is
/// then not logged, and the renderer is not restarted.
const SIMULTANEOUS_STOP_WINDOW: Duration = Duration::from_millis(200);
/// The time limit for the exit of the renderer after its standard input is closed. After that, the renderer is killed.
const STOP_TIMEOUT: Duration = Duration::from_secs(3);

/// Limits of Node's heap and of its part for new objects, in MiB. Node's default limit is a share of the machine's
/// memory, and Node collects garbage late. During `make bench-memory`, the process used 1.1 GB without these limits and
/// 242 MB with them. Heap snapshots show 57 MB of live objects at 2,000 places, and 59 MB after 160 changes of the
/// settings; the additional 2 MB are compiled code.
const HEAP_OPTIONS: &str = "--max-old-space-size=96 --max-semi-space-size=4";

/// A script that Node loads before the server. The standard input of the renderer is a pipe from `cms` without data.
/// The pipe closes when `cms` closes it or terminates in any way. The script then makes the renderer exit, so that its
/// port becomes free. The code is part of a URL, so it must not contain a question mark, hash or percent sign.
const PARENT_WATCHDOG_JS: &str = "data:text/javascript,\
    import{isMainThread}from'node:worker_threads';\
    if(isMainThread){\
    const end=()=>{setTimeout(()=>process.exit(0),2000).unref();process.kill(process.pid,'SIGTERM')};\
    process.stdin.once('close',end).on('error',end).resume();\
    if(process.stdin.unref)process.stdin.unref()\
    }";

/// Which renderer to use.
pub enum RendererMode {
    /// A child process that runs the built site.
    Managed(ManagedRenderer),
    /// A renderer that is started independently, for example at `http://127.0.0.1:3000`.
    External {
        /// The origin of the renderer, with the scheme `http`.
        origin: String,
    },
}

/// Runs until `stop` becomes true, and publishes the state of the renderer in `status`.
pub async fn run_renderer(
    mode: RendererMode,
    client: RendererClient,
    status: watch::Sender<RendererStatus>,
    mut stop: watch::Receiver<bool>,
) {
    let stopped = async {
        let _ = stop.wait_for(|stop| *stop).await;
    };
    tokio::pin!(stopped);
    match mode {
        RendererMode::External { origin } => {
            let Some(authority) = authority(&origin) else {
                tracing::error!(origin, "SITE_ORIGIN must look like http://127.0.0.1:3000; no pages are served");
                return stopped.await;
            };
            client.set_authority(authority);
            tokio::select! {
                () = watch_external(&client, &status) => {}
                () = &mut stopped => {}
            }
        }
        RendererMode::Managed(renderer) => {
            let mut delay = MIN_RESTART_DELAY;
            let (mut start_number, mut last_build_id) = (0, None);
            loop {
                let started = Instant::now();
                start_number += 1;
                let outcome = renderer.run_once(start_number, &mut last_build_id, &client, &status, &mut stopped).await;
                status.send_modify(|status| status.running = None);
                match outcome {
                    Ok(None) => return,
                    Ok(Some(exit_status)) => {
                        // Ctrl-C in a terminal reaches both processes, and the renderer may exit first.
                        tokio::select! {
                            () = sleep(SIMULTANEOUS_STOP_WINDOW) => {}
                            () = &mut stopped => return,
                        }
                        tracing::warn!(status = %exit_status, "the site's renderer exited; restarting it");
                    }
                    Err(error) => tracing::error!("failed to run the renderer: {error:#}"),
                }
                let was_stable = started.elapsed() > MIN_STABLE_RUN;
                delay = if was_stable { MIN_RESTART_DELAY } else { (delay * 2).min(MAX_RESTART_DELAY) };
                tokio::select! {
                    () = sleep(delay) => {}
                    () = &mut stopped => return,
                }
            }
        }
    }
}

/// Polls an external renderer and never returns. After an outage or a restart, the renderer may serve another build of
/// the site, so both count as a new start.
async fn watch_external(client: &RendererClient, status: &watch::Sender<RendererStatus>) {
    let (mut number, mut missed_polls, mut is_up) = (0, 0, false);
    let mut last_start_id = None;
    loop {
        match client.refresh(&[], false).await {
            Ok(start_id) => {
                missed_polls = 0;
                if !is_up || start_id != last_start_id {
                    (is_up, number, last_start_id) = (true, number + 1, start_id);
                    tracing::info!("the site's renderer responds");
                    let running = Some(RendererStart { number, is_same_build: false, pid: None });
                    status.send_modify(|status| status.running = running);
                }
            }
            // A timeout alone does not mean that the renderer is down: it may be busy.
            Err(RendererError::Timeout) if is_up && missed_polls < MAX_MISSED_POLLS => missed_polls += 1,
            Err(error) => {
                if is_up || number == 0 {
                    tracing::warn!(error = %crate::common::error_chain::display(&error), "the site's renderer does not respond");
                    number = number.max(1);
                }
                is_up = false;
                status.send_modify(|status| status.running = None);
            }
        }
        sleep(EXTERNAL_POLL_INTERVAL).await;
    }
}

/// A renderer that this process starts.
pub struct ManagedRenderer {
    /// The folder of the built site, or one above it.
    pub folder: PathBuf,
    /// The origin of the API from which the site reads its content, for example `http://127.0.0.1:8080`.
    pub cms_origin: String,
    /// The language of the pages.
    pub locale: Locale,
    /// The secret that protects the refresh route, which [`super::setup::SiteProxyConfig`] has too.
    pub secret: String,
}

impl ManagedRenderer {
    /// Runs one renderer process. Returns the exit status of the process, or `None` if `stopped` completes first.
    /// Errors: the process cannot be started or does not respond, or the system clock was changed.
    async fn run_once(
        &self,
        number: u64,
        last_build_id: &mut Option<Vec<u8>>,
        client: &RendererClient,
        status: &watch::Sender<RendererStatus>,
        stopped: &mut (impl Future<Output = ()> + Unpin),
    ) -> anyhow::Result<Option<ExitStatus>> {
        let server = find_server_script(&self.folder)?;
        let port = free_port().await?;
        client.set_authority(Authority::try_from(format!("{}:{port}", Ipv4Addr::LOCALHOST))?);
        let build_id = tokio::fs::read(server.with_file_name(".next").join("BUILD_ID")).await.ok();
        let is_same_build = build_id.is_some() && build_id == *last_build_id;
        *last_build_id = build_id;
        let mut child = self.spawn(&server, port)?;
        // Waiting for a child process closes its standard input, so the pipe is kept separately.
        let stdin_pipe = child.stdin.take();
        let pid = child.id();
        let run = async {
            let started = Instant::now();
            while let Err(error) = client.refresh(&[], false).await {
                if started.elapsed() > START_TIMEOUT {
                    return Err(error).context("the site's renderer has started and does not respond");
                }
                sleep(START_POLL_INTERVAL).await;
            }
            let ms = started.elapsed().as_millis() as u64;
            tracing::info!(port, ms, "the site's renderer is running");
            status.send_modify(|status| status.running = Some(RendererStart { number, is_same_build, pid }));
            let (wall_time, monotonic_time) = (SystemTime::now(), Instant::now());
            let mut missed_polls = 0;
            while missed_polls < MAX_MISSED_POLLS {
                sleep(POLL_INTERVAL).await;
                if clock_jumped(wall_time, monotonic_time) {
                    bail!("the system clock was changed: the renderer would treat new pages as old ones");
                }
                missed_polls = if client.refresh(&[], false).await.is_ok() { 0 } else { missed_polls + 1 };
            }
            bail!("the site's renderer no longer responds")
        };
        let outcome = tokio::select! {
            result = run => result,
            exit_status = child.wait() => return Ok(Some(exit_status?)),
            () = stopped => Ok(None),
        };
        // The renderer is marked as down before it is stopped, so that it gets no further requests.
        status.send_modify(|status| status.running = None);
        // The renderer exits when its standard input is closed. If it takes too long, it is killed.
        drop(stdin_pipe);
        if timeout(STOP_TIMEOUT, child.wait()).await.is_err() {
            let _ = child.kill().await;
        }
        outcome
    }

    fn spawn(&self, server: &Path, port: u16) -> anyhow::Result<Child> {
        let mut command = Command::new("node");
        command
            .args(["--import", PARENT_WATCHDOG_JS])
            .arg(server)
            .current_dir(server.parent().unwrap_or(Path::new(".")))
            // The renderer inherits only a few variables, so that a vulnerability in it does not expose secrets of the
            // database.
            .env_clear()
            .envs(["PATH", "HOME", "LANG", "TZ"].iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
            .env("NODE_OPTIONS", node_options(std::env::var("NODE_OPTIONS").ok().as_deref()))
            .env("NODE_ENV", "production")
            .env("NEXT_TELEMETRY_DISABLED", "1")
            .env("HOSTNAME", Ipv4Addr::LOCALHOST.to_string())
            .env("PORT", port.to_string())
            .env("CMS_ORIGIN", &self.cms_origin)
            .env("LOCALE", self.locale.name())
            .env("REFRESH_SECRET", &self.secret)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().context("`node` cannot be started: Node 20.9 or newer must be on the PATH")?;
        if let Some(output) = child.stdout.take() {
            tokio::spawn(log_lines(output, false));
        }
        if let Some(output) = child.stderr.take() {
            tokio::spawn(log_lines(output, true));
        }
        Ok(child)
    }
}

/// [`HEAP_OPTIONS`] followed by the operator's options: if an option is set twice, Node uses the last value.
fn node_options(operator_options: Option<&str>) -> String {
    operator_options.map_or_else(|| HEAP_OPTIONS.to_owned(), |options| format!("{HEAP_OPTIONS} {options}"))
}

/// Logs each line of `output`: lines of standard error as warnings, lines of standard output as debug messages.
async fn log_lines(output: impl AsyncRead + Unpin, is_stderr: bool) {
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if line.trim().is_empty() {
            continue;
        }
        if is_stderr {
            tracing::warn!(target: "site", "site: {line}");
        } else {
            tracing::debug!(target: "site", "site: {line}");
        }
    }
}

/// The absolute path of the built site's `server.js`. It is in `folder`, or in one of the folders below it that Next's
/// standalone output uses. Errors: there is no such file.
fn find_server_script(folder: &Path) -> anyhow::Result<PathBuf> {
    let below = ["", "site", ".next/standalone/site", "standalone/site"];
    let mut folders = below.iter().map(|below| folder.join(below));
    let Some(server_folder) = folders.find(|folder| folder.join("server.js").is_file()) else {
        bail!("there is no server.js in {}: build the site first (make build), or set SITE_DIR", folder.display());
    };
    // Next does not include these two folders in its standalone output. Without them, pages have no styles.
    for (part, from) in [(".next/static", "site/.next/static"), ("public", "site/public")] {
        if !server_folder.join(part).is_dir() {
            tracing::warn!("{part} is missing in {}: copy {from} there (make build does)", server_folder.display());
        }
    }
    server_folder.join("server.js").canonicalize().context("the site's server.js cannot be read")
}

/// Whether the system clock was changed, or the machine was suspended, since both times were taken.
///
/// Next records invalidations by the wall clock and compares them with the monotonic time since its start
/// (`next/dist/server/lib/incremental-cache/tags-manifest.external.js`). If the two times diverge, a change becomes
/// visible late by the difference. A restart of the renderer synchronizes them.
fn clock_jumped(wall_time: SystemTime, monotonic_time: Instant) -> bool {
    let elapsed = monotonic_time.elapsed();
    let difference = match wall_time.elapsed() {
        Ok(wall_elapsed) => elapsed.abs_diff(wall_elapsed),
        Err(backwards) => elapsed + backwards.duration(),
    };
    difference > CLOCK_TOLERANCE
}

/// A free port of the loopback interface. If another process takes it before the renderer does, the
/// renderer exits, and the next start uses another port.
async fn free_port() -> anyhow::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("no loopback port is free")?;
    Ok(listener.local_addr()?.port())
}

fn authority(origin: &str) -> Option<Authority> {
    let uri: Uri = origin.trim_end_matches('/').parse().ok()?;
    (uri.scheme_str() == Some("http") && uri.path() == "/").then(|| uri.authority().cloned()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operator_node_options_follow_the_heap_options() {
        assert_eq!(node_options(None), HEAP_OPTIONS);
        assert_eq!(node_options(Some("--max-old-space-size=512")), format!("{HEAP_OPTIONS} --max-old-space-size=512"));
    }

    #[test]
    fn clock_change_is_detected() {
        let (wall_time, monotonic_time) = (SystemTime::now(), Instant::now());
        assert!(!clock_jumped(wall_time, monotonic_time));
        assert!(clock_jumped(wall_time - Duration::from_secs(3600), monotonic_time), "an hour of sleep");
        assert!(clock_jumped(wall_time + Duration::from_secs(3600), monotonic_time), "put back by an hour");
    }

    #[test]
    fn authority_is_read_only_from_an_http_origin_without_a_path() {
        assert_eq!(
            authority("http://127.0.0.1:3000").map(|found| found.to_string()).as_deref(),
            Some("127.0.0.1:3000")
        );
        assert_eq!(authority("http://site:3000/").map(|found| found.to_string()).as_deref(), Some("site:3000"));
        for bad in ["127.0.0.1:3000", "https://site", "http://site/below", ""] {
            assert_eq!(authority(bad), None, "{bad}");
        }
    }
}
