//! Starts, watches and restarts the site's renderer, or watches one that runs elsewhere.

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

use super::render_service::{RendererStatus, Start};
use crate::integrations::renderer_client::{RendererClient, RendererError};

/// How long a renderer may take to answer after its start.
const START_PATIENCE: Duration = Duration::from_secs(30);
/// How often a starting renderer is asked.
const START_PULSE: Duration = Duration::from_millis(50);
/// How often a running one is asked.
const PULSE: Duration = Duration::from_secs(1);
/// The same for a renderer that runs elsewhere: Node needs longer than this to start, so no restart goes unnoticed.
const PULSE_ELSEWHERE: Duration = Duration::from_millis(200);
/// Unanswered questions after which it counts as gone.
const MISSED: u32 = 5;
/// The first pause before a restart; it doubles up to the longest.
const PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A renderer that ran this long had a good start: the next pause is short again.
const GOOD_RUN: Duration = Duration::from_secs(60);
/// How far the machine's clock may jump: as much later a change may show.
const CLOCK_TOLERANCE: Duration = Duration::from_millis(500);
/// Within this time after its end, a stop of everything is what ended it.
const SAME_WORD: Duration = Duration::from_millis(200);
/// How long it may take to end.
const GRACE: Duration = Duration::from_secs(3);

/// Limits of Node's heap and of its part for new objects, in MiB. Node's own limit is a share of the machine's memory, and
/// it collects garbage late: without these the process held 1.1 GB during `make bench-memory`, with them 242 MB. Heap
/// snapshots show 57 MB of live objects at 2,000 places, and 59 MB after 160 changes of the settings: the 2 MB are compiled code.
const HEAP: &str = "--max-old-space-size=96 --max-semi-space-size=4";

/// Loaded into Node before the server. Standard input is a pipe from `cms` that says nothing: when it ends, `cms` has
/// closed it or is gone, however it went, and the renderer ends too instead of staying behind on its port.
/// It stands in an address: no question mark, hash or percent sign.
const PARENT_WATCHDOG_JS: &str = "data:text/javascript,\
    import{isMainThread}from'node:worker_threads';\
    if(isMainThread){\
    const end=()=>{setTimeout(()=>process.exit(0),2000).unref();process.kill(process.pid,'SIGTERM')};\
    process.stdin.once('close',end).on('error',end).resume();\
    if(process.stdin.unref)process.stdin.unref()\
    }";

/// Which renderer to use.
#[derive(Clone, Debug)]
pub enum RendererMode {
    /// One of our own, from this folder of the built site, reading its content from this origin.
    Managed {
        /// The folder, or one above it.
        folder: PathBuf,
        /// For example `http://127.0.0.1:8080`.
        cms_origin: String,
    },
    /// One that somebody else starts, for example at `http://127.0.0.1:3000`.
    External {
        /// Its origin; plain http.
        origin: String,
    },
}

/// Runs until `stop` becomes true, telling `presence` how the renderer is.
/// `secret` is what the refresh route of a renderer of our own will ask for.
pub async fn run(
    mode: RendererMode,
    secret: String,
    site: RendererClient,
    presence: watch::Sender<RendererStatus>,
    mut stop: watch::Receiver<bool>,
) {
    let stopped = async {
        let _ = stop.wait_for(|stop| *stop).await;
    };
    tokio::pin!(stopped);
    match mode {
        RendererMode::External { origin } => {
            let Some(authority) = authority(&origin) else {
                tracing::error!(origin, "SITE_ORIGIN must look like http://127.0.0.1:3000; pages stay away");
                return stopped.await;
            };
            site.set_address(authority);
            tokio::select! {
                () = watch_elsewhere(&site, &presence) => {}
                () = &mut stopped => {}
            }
        }
        RendererMode::Managed { folder, cms_origin } => {
            let own = Own { folder, cms_origin, secret };
            let mut pause = PAUSE;
            let (mut start, mut build) = (0, None);
            loop {
                let begun = Instant::now();
                start += 1;
                let ended = own.run_once(start, &mut build, &site, &presence, &mut stopped).await;
                presence.send_modify(|presence| presence.running = None);
                match ended {
                    Ok(Ended::Stopped) => return,
                    Ok(Ended::ByItself(status)) => {
                        // Ctrl-C in a terminal is said to both, and the renderer may be the first to end.
                        tokio::select! {
                            () = sleep(SAME_WORD) => {}
                            () = &mut stopped => return,
                        }
                        tracing::warn!(%status, "the site's renderer has ended; starting it again");
                    }
                    Err(error) => tracing::error!("pages stay away: {error:#}"),
                }
                pause = if begun.elapsed() > GOOD_RUN { PAUSE } else { (pause * 2).min(LONGEST_PAUSE) };
                tokio::select! {
                    () = sleep(pause) => {}
                    () = &mut stopped => return,
                }
            }
        }
    }
}

/// Asks again and again. A renderer that was away, or that is another one now, may be of another build: it counts as a
/// new start.
async fn watch_elsewhere(site: &RendererClient, presence: &watch::Sender<RendererStatus>) {
    let (mut number, mut missed, mut is_up) = (0, 0, false);
    let mut known = None;
    loop {
        match site.refresh(&[], false).await {
            Ok(start) => {
                missed = 0;
                if !is_up || start != known {
                    (is_up, number, known) = (true, number + 1, start);
                    tracing::info!("the site's renderer answers");
                    let running = Some(Start { number, is_same_build: false, pid: None });
                    presence.send_modify(|presence| presence.running = running);
                }
            }
            // Busy, perhaps.
            Err(RendererError::Timeout) if is_up && missed < MISSED => missed += 1,
            Err(error) => {
                if is_up || number == 0 {
                    tracing::warn!(error = %crate::common::error_chain::display(&error), "the site's renderer does not answer");
                    number = number.max(1);
                }
                is_up = false;
                presence.send_modify(|presence| presence.running = None);
            }
        }
        sleep(PULSE_ELSEWHERE).await;
    }
}

enum Ended {
    Stopped,
    ByItself(ExitStatus),
}

struct Own {
    folder: PathBuf,
    cms_origin: String,
    secret: String,
}

impl Own {
    /// One life of a renderer.
    async fn run_once(
        &self,
        number: u64,
        build: &mut Option<Vec<u8>>,
        site: &RendererClient,
        presence: &watch::Sender<RendererStatus>,
        stopped: &mut (impl Future<Output = ()> + Unpin),
    ) -> anyhow::Result<Ended> {
        let server = server_in(&self.folder)?;
        let port = free_port().await?;
        site.set_address(Authority::try_from(format!("{}:{port}", Ipv4Addr::LOCALHOST))?);
        let present = tokio::fs::read(server.with_file_name(".next").join("BUILD_ID")).await.ok();
        let is_same_build = present.is_some() && present == *build;
        *build = present;
        let mut child = self.spawn(&server, port)?;
        // Waiting for a child closes its standard input, which is the leash: hold it apart.
        let stdin_pipe = child.stdin.take();
        let pid = child.id();
        let life = async {
            let begun = Instant::now();
            while let Err(error) = site.refresh(&[], false).await {
                if begun.elapsed() > START_PATIENCE {
                    return Err(
                        anyhow::Error::new(error).context("the site's renderer has started and does not answer")
                    );
                }
                sleep(START_PULSE).await;
            }
            let ms = begun.elapsed().as_millis() as u64;
            tracing::info!(port, ms, "the site's renderer runs");
            presence.send_modify(|presence| presence.running = Some(Start { number, is_same_build, pid }));
            let (hand, since) = (SystemTime::now(), Instant::now());
            let mut missed = 0;
            while missed < MISSED {
                sleep(PULSE).await;
                if was_set(hand, since) {
                    bail!("the machine's clock was set: the renderer would take new pages for old ones");
                }
                missed = if site.refresh(&[], false).await.is_ok() { 0 } else { missed + 1 };
            }
            bail!("the site's renderer does not answer any more")
        };
        let ended = tokio::select! {
            life = life => life,
            status = child.wait() => {
                return Ok(Ended::ByItself(status?));
            }
            () = stopped => Ok(Ended::Stopped),
        };
        // Before the end: nothing more is asked of one that is going.
        presence.send_modify(|presence| presence.running = None);
        drop(stdin_pipe);
        end(child).await;
        ended
    }

    fn spawn(&self, server: &Path, port: u16) -> anyhow::Result<Child> {
        let mut command = Command::new("node");
        command
            .args(["--import", PARENT_WATCHDOG_JS])
            .arg(server)
            .current_dir(server.parent().unwrap_or(Path::new(".")))
            // The renderer needs no secret of ours but its own: a hole in it must not open the database.
            .env_clear()
            .envs(["PATH", "HOME", "LANG", "TZ"].iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
            .env("NODE_OPTIONS", node_options(std::env::var("NODE_OPTIONS").ok().as_deref()))
            .env("NODE_ENV", "production")
            .env("NEXT_TELEMETRY_DISABLED", "1")
            .env("HOSTNAME", Ipv4Addr::LOCALHOST.to_string())
            .env("PORT", port.to_string())
            .env("CMS_ORIGIN", &self.cms_origin)
            .env("REFRESH_SECRET", &self.secret)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().context("`node` cannot be started: Node 20.9 or newer must be on the PATH")?;
        if let Some(output) = child.stdout.take() {
            tokio::spawn(log(output, false));
        }
        if let Some(output) = child.stderr.take() {
            tokio::spawn(log(output, true));
        }
        Ok(child)
    }
}

/// [`HEAP`] followed by the operator's options: Node uses the last of two values.
fn node_options(said: Option<&str>) -> String {
    said.map_or_else(|| HEAP.to_owned(), |said| format!("{HEAP} {said}"))
}

/// Ends a renderer that does not end by itself once its leash is let go.
async fn end(mut child: Child) {
    if timeout(GRACE, child.wait()).await.is_err() {
        let _ = child.kill().await;
    }
}

/// Hands on what the renderer prints, a line at a time.
async fn log(output: impl AsyncRead + Unpin, is_error: bool) {
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if line.trim().is_empty() {
            continue;
        }
        if is_error {
            tracing::warn!(target: "site", "site: {line}");
        } else {
            tracing::debug!(target: "site", "site: {line}");
        }
    }
}

/// The server of the built site, in this folder or where Next's standalone output puts it below.
fn server_in(folder: &Path) -> anyhow::Result<PathBuf> {
    let below = ["", "site", ".next/standalone/site", "standalone/site"];
    let Some(home) = below.iter().map(|below| folder.join(below)).find(|home| home.join("server.js").is_file()) else {
        bail!("there is no server.js in {}: build the site first (make build), or set SITE_DIR", folder.display());
    };
    // Next leaves these two out of its standalone output; without them pages come without looks.
    for (part, from) in [(".next/static", "site/.next/static"), ("public", "site/public")] {
        if !home.join(part).is_dir() {
            tracing::warn!("{part} is missing in {}: copy {from} there (make build does)", home.display());
        }
    }
    home.join("server.js").canonicalize().context("the site's server.js cannot be read")
}

/// Whether the machine's clock was set, or the machine slept, since both of these were now.
///
/// Next notes changes by the clock on the wall and compares them with the time since its start
/// (`next/dist/server/lib/incremental-cache/tags-manifest.external.js`): once the two go apart, a change shows late by the
/// difference, however long that is. A new start brings them together.
fn was_set(hand: SystemTime, since: Instant) -> bool {
    let gone = since.elapsed();
    let apart = match hand.elapsed() {
        Ok(said) => gone.abs_diff(said),
        Err(before) => gone + before.duration(),
    };
    apart > CLOCK_TOLERANCE
}

/// A port that is free now. Somebody may take it before the renderer does; then that one ends, and the next try has another.
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
    fn node_options_of_the_operator_come_after_ours() {
        assert_eq!(node_options(None), HEAP);
        assert_eq!(node_options(Some("--max-old-space-size=512")), format!("{HEAP} --max-old-space-size=512"));
    }

    #[test]
    fn a_clock_that_was_set_is_noticed() {
        let (hand, since) = (SystemTime::now(), Instant::now());
        assert!(!was_set(hand, since));
        assert!(was_set(hand - Duration::from_secs(3600), since), "an hour of sleep");
        assert!(was_set(hand + Duration::from_secs(3600), since), "put back by an hour");
    }

    #[test]
    fn an_origin_is_plain_http_without_a_path() {
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
