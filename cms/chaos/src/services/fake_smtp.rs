//! A mail server that accepts every email and counts them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::tcp_proxy::TcpProxy;

pub struct FakeSmtp {
    /// The proxy in front of the mail server.
    pub proxy: TcpProxy,
    received_count: Arc<AtomicUsize>,
}

impl FakeSmtp {
    pub async fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        let (address, received_count) = (listener.local_addr()?, Arc::<AtomicUsize>::default());
        let counter = received_count.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(handle_session(stream, counter.clone()));
            }
        });
        Ok(Self { proxy: TcpProxy::start(address).await?, received_count })
    }

    /// The number of received emails.
    pub fn received_count(&self) -> usize {
        self.received_count.load(Ordering::Relaxed)
    }
}

/// Handles one SMTP session (RFC 5321) and counts its emails. Every command succeeds, whatever its arguments are.
async fn handle_session(stream: TcpStream, received_count: Arc<AtomicUsize>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 mail.example\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let command = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        match command.as_str() {
            "DATA" => {
                write.write_all(b"354 End data with <CR><LF>.<CR><LF>\r\n").await?;
                while lines.next_line().await?.is_some_and(|line| line != ".") {}
                received_count.fetch_add(1, Ordering::Relaxed);
                write.write_all(b"250 OK\r\n").await?;
            }
            "QUIT" => return write.write_all(b"221 bye\r\n").await,
            _ => write.write_all(b"250 OK\r\n").await?,
        }
    }
    Ok(())
}
