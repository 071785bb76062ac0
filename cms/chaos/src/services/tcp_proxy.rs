//! A way to a peer that can be closed: then nobody comes through, and whoever was is thrown out.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The way.
pub struct Way {
    /// Where it begins.
    pub address: SocketAddr,
    target: SocketAddr,
    open: Option<watch::Sender<()>>,
}

impl Way {
    /// An open way to `target`.
    pub async fn to(target: SocketAddr) -> anyhow::Result<Self> {
        let address = SocketAddr::from(([127, 0, 0, 1], crate::free_port().await?));
        let mut way = Self { address, target, open: None };
        way.open().await?;
        Ok(way)
    }

    /// Opens it.
    pub async fn open(&mut self) -> anyhow::Result<()> {
        let listener = TcpListener::bind(self.address).await?;
        let (open, closed) = watch::channel(());
        self.open = Some(open);
        tokio::spawn(lead(listener, self.target, closed));
        Ok(())
    }

    /// Closes it; nobody listens when this returns.
    pub async fn close(&mut self) {
        self.open = None;
        while TcpStream::connect(self.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

async fn lead(listener: TcpListener, target: SocketAddr, closed: watch::Receiver<()>) {
    let mut ends = closed.clone();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = ends.changed() => return,
        };
        let Ok((mut here, _)) = accepted else { continue };
        let mut ends = closed.clone();
        tokio::spawn(async move {
            let Ok(mut there) = TcpStream::connect(target).await else { return };
            tokio::select! {
                _ = tokio::io::copy_bidirectional(&mut here, &mut there) => {}
                _ = ends.changed() => {}
            }
        });
    }
}
