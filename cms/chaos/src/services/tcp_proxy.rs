//! A TCP proxy in front of a service. Closing the proxy ends its connections; new ones are refused.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub struct TcpProxy {
    /// The address on which the proxy listens.
    pub address: SocketAddr,
    target: SocketAddr,
    close_sender: Option<watch::Sender<()>>,
}

impl TcpProxy {
    /// Starts an open proxy to `target`.
    pub async fn start(target: SocketAddr) -> anyhow::Result<Self> {
        let address = SocketAddr::from(([127, 0, 0, 1], crate::free_port().await?));
        let mut proxy = Self { address, target, close_sender: None };
        proxy.open().await?;
        Ok(proxy)
    }

    pub async fn open(&mut self) -> anyhow::Result<()> {
        let listener = TcpListener::bind(self.address).await?;
        let (close_sender, close_receiver) = watch::channel(());
        self.close_sender = Some(close_sender);
        tokio::spawn(forward(listener, self.target, close_receiver));
        Ok(())
    }

    /// Closes the proxy. Returns once the address refuses connections.
    pub async fn close(&mut self) {
        self.close_sender = None;
        while TcpStream::connect(self.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

async fn forward(listener: TcpListener, target: SocketAddr, close_receiver: watch::Receiver<()>) {
    let mut closing = close_receiver.clone();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.changed() => return,
        };
        let Ok((mut inbound, _)) = accepted else { continue };
        let mut closing = close_receiver.clone();
        tokio::spawn(async move {
            let Ok(mut outbound) = TcpStream::connect(target).await else { return };
            tokio::select! {
                _ = tokio::io::copy_bidirectional(&mut inbound, &mut outbound) => {}
                _ = closing.changed() => {}
            }
        });
    }
}
