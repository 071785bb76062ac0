//! A mail server that takes every letter and counts them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::tcp_proxy::Way;

/// The server.
pub struct Post {
    /// The way to it.
    pub way: Way,
    taken: Arc<AtomicUsize>,
}

impl Post {
    /// Opens it.
    pub async fn open() -> anyhow::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        let (address, taken) = (listener.local_addr()?, Arc::<AtomicUsize>::default());
        let into = taken.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, into.clone()));
            }
        });
        Ok(Self { way: Way::to(address).await?, taken })
    }

    /// How many letters it was handed.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }
}

/// One conversation (RFC 5321), without a thought about what is said.
async fn talk(stream: TcpStream, taken: Arc<AtomicUsize>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 post.example\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let word = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                while lines.next_line().await?.is_some_and(|line| line != ".") {}
                taken.fetch_add(1, Ordering::Relaxed);
                write.write_all(b"250 taken\r\n").await?;
            }
            "QUIT" => return write.write_all(b"221 bye\r\n").await,
            _ => write.write_all(b"250 fine\r\n").await?,
        }
    }
    Ok(())
}
