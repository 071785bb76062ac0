//! An S3-compatible store (moto, from PyPI) behind a proxy that can be closed. Moto stores objects in memory.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail};
use bytes::Bytes;
use hyper::Method;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use super::tcp_proxy::TcpProxy;
use crate::client::{Client, TrustedCertificates};

pub const BUCKET: &str = "karst";

pub struct Moto {
    /// The proxy in front of moto.
    pub proxy: TcpProxy,
    _child: Child,
}

impl Moto {
    /// Starts moto and creates the bucket. Errors: Python or moto is not installed.
    pub async fn start() -> anyhow::Result<Self> {
        let address = SocketAddr::from(([127, 0, 0, 1], crate::free_port().await?));
        let mut command = Command::new("python3");
        command.args(["-m", "moto.server", "-H", "127.0.0.1", "-p", &address.port().to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn().context("python3 is missing")?;
        for _ in 0..200 {
            if TcpStream::connect(address).await.is_ok() {
                let client =
                    Client::new(&format!("http://{address}"), 1, &TrustedCertificates::none()?).with_host("127.0.0.1");
                client.send(Method::PUT, &format!("/{BUCKET}"), &[], Bytes::new()).await?.expect_status(200)?;
                return Ok(Self { proxy: TcpProxy::start(address).await?, _child: child });
            }
            if child.try_wait()?.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        bail!("moto is missing: pip install 'moto[server]'")
    }
}
