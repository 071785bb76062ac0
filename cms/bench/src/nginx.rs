//! Starts nginx, if it is installed, as one process that serves one file.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use hyper::HeaderMap;
use hyper::header::{CONTENT_ENCODING, CONTENT_TYPE};
use tokio::process::Command;

use crate::child::Server;
use crate::http_client;

/// The path of nginx, if it is installed.
pub fn program_path() -> Option<PathBuf> {
    ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"]
        .into_iter()
        .map(PathBuf::from)
        .find(|path| path.exists())
}

pub async fn version() -> Option<String> {
    let output = Command::new(program_path()?).arg("-v").output().await.ok()?;
    let output = String::from_utf8_lossy(&output.stderr).into_owned();
    Some(output.trim().rsplit('/').next()?.to_owned())
}

/// Starts nginx in `folder`. It sends `body` with the content type and encoding of `headers`. `None` if nginx is not
/// installed.
pub async fn start_server(folder: &Path, headers: &HeaderMap, body: &[u8]) -> anyhow::Result<Option<Server>> {
    let Some(program) = program_path() else { return Ok(None) };
    let root = folder.join("nginx");
    std::fs::create_dir_all(&root)?;
    std::fs::write(root.join("response"), body)?;
    let address = http_client::free_address().await?;
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (content_type, encoding) = (header(CONTENT_TYPE), header(CONTENT_ENCODING));
    let encoding = if encoding.is_empty() { String::new() } else { format!("add_header Content-Encoding {encoding};") };
    let root = root.display();
    let config = format!(
        "daemon off; master_process off; pid {root}/pid; error_log {root}/error.log crit;
        events {{ worker_connections 256; }}
        http {{
            access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000000;
            open_file_cache max=10 inactive=60s; open_file_cache_valid 60s;
            client_body_temp_path {root}/a; proxy_temp_path {root}/b; fastcgi_temp_path {root}/c;
            uwsgi_temp_path {root}/d; scgi_temp_path {root}/e;
            types {{ }} default_type \"{content_type}\";
            server {{ listen {address}; location / {{ root {root}; try_files /response =404; {encoding} }} }}
        }}"
    );
    let file = folder.join("nginx/nginx.conf");
    std::fs::write(&file, config)?;
    let mut command = Command::new(program);
    command.arg("-p").arg(folder).arg("-c").arg(file).stdout(Stdio::null()).stderr(Stdio::null());
    let mut server = Server::start(&mut command, address)?;
    server.wait_until_ok("/", Duration::from_secs(5)).await?;
    Ok(Some(server))
}
