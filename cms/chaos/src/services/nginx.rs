//! Debian's nginx with docs/deploy/nginx.conf: the file that operators are given, with other ports, folders and a
//! certificate made on the spot, and nothing else changed.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::client::{HOST_NAME, Trust};

/// Where the file is, seen from the repository's top.
const CONFIG: &str = "docs/deploy/nginx.conf";

/// nginx before two replicas.
pub struct Nginx {
    /// The guide's address.
    pub origin: String,
    /// Whom its visitors trust.
    pub trust: Trust,
    _child: Child,
}

/// Where nginx is. Fails when it is not on this machine.
pub fn program() -> anyhow::Result<PathBuf> {
    let mut places = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].into_iter().map(PathBuf::from);
    places.find(|place| place.exists()).context("nginx is missing: apt-get install nginx-light (or nginx)")
}

/// Its version, as it says it.
pub async fn version() -> anyhow::Result<String> {
    let output = Command::new(program()?).arg("-v").output().await?;
    Ok(String::from_utf8_lossy(&output.stderr).trim().rsplit('/').next().unwrap_or_default().to_owned())
}

impl Nginx {
    /// Starts it in `folder` before replicas on these two ports.
    pub async fn start(folder: &Path, replicas: [u16; 2]) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let (certificate, key) = (folder.join("fullchain.pem"), folder.join("privkey.pem"));
        certify(&certificate, &key).await?;
        let (plain, secure) = (crate::free_port().await?, crate::free_port().await?);
        let config = adapt(&std::fs::read_to_string(CONFIG)?, folder, (plain, secure), replicas)?;
        let file = folder.join("nginx.conf");
        std::fs::write(&file, config)?;
        let mut command = Command::new(program()?);
        command.arg("-e").arg(folder.join("error.log")).arg("-p").arg(folder).arg("-c").arg(&file);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn()?;
        for _ in 0..100 {
            if TcpStream::connect(("127.0.0.1", secure)).await.is_ok() {
                let (origin, trust) = (format!("https://127.0.0.1:{secure}"), Trust::from_pem_file(&certificate)?);
                return Ok(Self { origin, trust, _child: child });
            }
            if child.try_wait()?.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("nginx does not start: {}", std::fs::read_to_string(folder.join("error.log")).unwrap_or_default())
    }
}

/// The operators' file as a whole configuration of our own.
fn adapt(config: &str, folder: &Path, (plain, secure): (u16, u16), [one, other]: [u16; 2]) -> anyhow::Result<String> {
    let at = folder.display();
    let mut config = config.to_owned();
    for (original, own) in [
        ("server 127.0.0.1:8081 ", format!("server 127.0.0.1:{one} ")),
        ("server 127.0.0.1:8082 ", format!("server 127.0.0.1:{other} ")),
        ("listen 80;", format!("listen 127.0.0.1:{plain};")),
        ("listen [::]:80;", String::new()),
        ("listen 443 ssl http2;", format!("listen 127.0.0.1:{secure} ssl http2;")),
        ("listen [::]:443 ssl http2;", String::new()),
        ("/var/cache/nginx/karst ", format!("{at}/cache ")),
        ("/etc/ssl/karst/fullchain.pem", format!("{at}/fullchain.pem")),
        ("/etc/ssl/karst/privkey.pem", format!("{at}/privkey.pem")),
        ("/var/log/nginx/karst.log", format!("{at}/karst.log")),
    ] {
        ensure!(config.matches(original).count() == 1, "{CONFIG} has no {original:?}, or more than one");
        config = config.replace(original, &own);
    }
    // One process, which ends with this program.
    Ok(format!(
        "daemon off; master_process off; pid {at}/pid; error_log {at}/error.log warn;
        events {{ worker_connections 1024; }}
        http {{
        client_body_temp_path {at}/a; proxy_temp_path {at}/b; fastcgi_temp_path {at}/c;
        uwsgi_temp_path {at}/d; scgi_temp_path {at}/e;
        {config}
        }}"
    ))
}

/// A certificate for the guide's name and this machine, good for a day, that vouches for itself.
async fn certify(certificate: &Path, key: &Path) -> anyhow::Result<()> {
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"]);
    command.args([
        "-subj",
        &format!("/CN={HOST_NAME}"),
        "-addext",
        &format!("subjectAltName=DNS:{HOST_NAME},IP:127.0.0.1"),
    ]);
    command.args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"]).arg(key).arg("-out").arg(certificate);
    let done = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().await;
    ensure!(done.context("openssl is missing")?.success(), "openssl makes no certificate");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operators_file_is_found_as_it_is_expected() {
        let config = include_str!("../../../../docs/deploy/nginx.conf");
        let own = adapt(config, Path::new("/tmp/chaos"), (1080, 1443), [1081, 1082]).expect("adapt");
        for original in ["/var/cache/nginx/karst", "/var/log", "/etc/ssl", "127.0.0.1:808", "listen [::]"] {
            assert!(!own.contains(original), "{original} is still there");
        }
        assert!(own.contains("proxy_next_upstream error timeout http_502 http_503;"));
    }
}
