//! Debian's nginx with docs/deploy/nginx.conf, the file for operators. Only ports, folders and the certificate differ.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::client::{HOST_NAME, TrustedCertificates};

/// The path of the configuration file for operators, relative to the top of the repository.
const CONFIG_PATH: &str = "docs/deploy/nginx.conf";

/// nginx in front of two replicas.
pub struct Nginx {
    /// The origin of the site: `https://127.0.0.1` and the port.
    pub origin: String,
    /// The certificate that clients must trust.
    pub trusted_certificates: TrustedCertificates,
    _child: Child,
}

/// The path of the nginx program. Errors: nginx is not installed.
pub fn program_path() -> anyhow::Result<PathBuf> {
    let mut paths = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].into_iter().map(PathBuf::from);
    paths.find(|path| path.exists()).context("nginx is missing: apt-get install nginx-light (or nginx)")
}

pub async fn version() -> anyhow::Result<String> {
    let output = Command::new(program_path()?).arg("-v").output().await?;
    Ok(String::from_utf8_lossy(&output.stderr).trim().rsplit('/').next().unwrap_or_default().to_owned())
}

impl Nginx {
    /// Starts nginx with its files in `folder`, in front of replicas on these ports.
    pub async fn start(folder: &Path, replica_ports: [u16; 2]) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let (certificate, key) = (folder.join("fullchain.pem"), folder.join("privkey.pem"));
        create_certificate(&certificate, &key).await?;
        let (http_port, https_port) = (crate::free_port().await?, crate::free_port().await?);
        let config =
            adapt_config(&std::fs::read_to_string(CONFIG_PATH)?, folder, (http_port, https_port), replica_ports)?;
        let file = folder.join("nginx.conf");
        std::fs::write(&file, config)?;
        let mut command = Command::new(program_path()?);
        command.arg("-e").arg(folder.join("error.log")).arg("-p").arg(folder).arg("-c").arg(&file);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn()?;
        for _ in 0..100 {
            if TcpStream::connect(("127.0.0.1", https_port)).await.is_ok() {
                let (origin, trusted_certificates) =
                    (format!("https://127.0.0.1:{https_port}"), TrustedCertificates::from_pem_file(&certificate)?);
                return Ok(Self { origin, trusted_certificates, _child: child });
            }
            if child.try_wait()?.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("nginx failed to start: {}", std::fs::read_to_string(folder.join("error.log")).unwrap_or_default())
    }
}

/// Turns the file for operators into a complete configuration for this test. Errors: a text that must be replaced is
/// not in the file exactly once.
fn adapt_config(
    config: &str,
    folder: &Path,
    (http_port, https_port): (u16, u16),
    [first_port, second_port]: [u16; 2],
) -> anyhow::Result<String> {
    let dir = folder.display();
    let mut config = config.to_owned();
    for (original, adapted) in [
        ("server 127.0.0.1:8081 ", format!("server 127.0.0.1:{first_port} ")),
        ("server 127.0.0.1:8082 ", format!("server 127.0.0.1:{second_port} ")),
        ("listen 80;", format!("listen 127.0.0.1:{http_port};")),
        ("listen [::]:80;", String::new()),
        ("listen 443 ssl http2;", format!("listen 127.0.0.1:{https_port} ssl http2;")),
        ("listen [::]:443 ssl http2;", String::new()),
        ("/var/cache/nginx/karst ", format!("{dir}/cache ")),
        ("/etc/ssl/karst/fullchain.pem", format!("{dir}/fullchain.pem")),
        ("/etc/ssl/karst/privkey.pem", format!("{dir}/privkey.pem")),
        ("/var/log/nginx/karst.log", format!("{dir}/karst.log")),
    ] {
        ensure!(config.matches(original).count() == 1, "{CONFIG_PATH} has no {original:?}, or more than one");
        config = config.replace(original, &adapted);
    }
    // nginx runs as a single process in the foreground, so that it ends when its child process is killed.
    Ok(format!(
        "daemon off; master_process off; pid {dir}/pid; error_log {dir}/error.log warn;
        events {{ worker_connections 1024; }}
        http {{
        client_body_temp_path {dir}/a; proxy_temp_path {dir}/b; fastcgi_temp_path {dir}/c;
        uwsgi_temp_path {dir}/d; scgi_temp_path {dir}/e;
        {config}
        }}"
    ))
}

/// Creates a self-signed certificate for the host name and 127.0.0.1, valid for a day.
async fn create_certificate(certificate: &Path, key: &Path) -> anyhow::Result<()> {
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"]);
    command.args([
        "-subj",
        &format!("/CN={HOST_NAME}"),
        "-addext",
        &format!("subjectAltName=DNS:{HOST_NAME},IP:127.0.0.1"),
    ]);
    command.args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"]).arg(key).arg("-out").arg(certificate);
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().await;
    ensure!(status.context("openssl is missing")?.success(), "openssl failed to create a certificate");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deploy_config_is_adapted_completely() {
        let config = include_str!("../../../../docs/deploy/nginx.conf");
        let adapted = adapt_config(config, Path::new("/tmp/chaos"), (1080, 1443), [1081, 1082]).expect("adapt");
        for original in ["/var/cache/nginx/karst", "/var/log", "/etc/ssl", "127.0.0.1:808", "listen [::]"] {
            assert!(!adapted.contains(original), "{original} is still there");
        }
        assert!(adapted.contains("proxy_next_upstream error timeout http_502 http_503;"));
    }
}
