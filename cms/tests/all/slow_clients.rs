//! Timeouts for clients that stall, and complete responses for clients that are only slow.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::response::Response;
use cms::http::server::listen;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// The number of chunks of the long response. Together the chunks are far larger than the socket buffers.
const CHUNK_COUNT: usize = 1024;
const CHUNK_BYTES: usize = 64 << 10;

/// Starts a server that sends a long response. `limit` is the timeout of [`listen::serve`]. The channel gets
/// a message when a response ends, whether it was sent completely or not.
async fn serve_long_response(limit: Duration) -> (SocketAddr, mpsc::UnboundedReceiver<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (finish, finished) = mpsc::unbounded_channel();
    let response = move |_, _| {
        let finish = NotifyOnDrop(finish.clone());
        let chunks = (0..CHUNK_COUNT).map(move |_| {
            let _ = &finish;
            Ok::<_, Infallible>(Bytes::from_static(&[b'x'; CHUNK_BYTES]))
        });
        let body = Body::from_stream(futures_util::stream::iter(chunks));
        async move { Ok(Response::new(body)) }
    };
    tokio::spawn(listen::serve(listener, response, limit, std::future::pending()));
    (address, finished)
}

/// Sends a message when it is dropped.
struct NotifyOnDrop(mpsc::UnboundedSender<()>);

impl Drop for NotifyOnDrop {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

async fn send_request(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: guide.example\r\nconnection: close\r\n\r\n").await.unwrap();
    stream
}

/// Reads until the end of the stream or an error, with a pause before each read. Returns the number of bytes.
async fn read_slowly(stream: &mut TcpStream, pause: Duration) -> usize {
    let mut chunk = vec![0; 2 << 20];
    let mut received = 0;
    loop {
        tokio::time::sleep(pause).await;
        match stream.read(&mut chunk).await {
            Ok(0) | Err(_) => return received,
            Ok(n) => received += n,
        }
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn client_that_reads_nothing_is_disconnected() {
    let (address, mut finished) = serve_long_response(Duration::from_millis(400)).await;
    let mut client = send_request(address).await;
    let end = tokio::time::timeout(Duration::from_secs(20), finished.recv()).await;
    assert!(end.is_ok(), "the response is held for a client that never reads");
    let received = read_slowly(&mut client, Duration::ZERO).await;
    assert!(received < CHUNK_COUNT * CHUNK_BYTES, "the whole response was sent: {received} bytes");
}

#[tokio::test]
async fn slow_reader_receives_the_whole_response() {
    let (address, _finished) = serve_long_response(Duration::from_secs(1)).await;
    let mut client = send_request(address).await;
    let started = Instant::now();
    let received = read_slowly(&mut client, Duration::from_millis(100)).await;
    assert!(started.elapsed().as_secs() >= 2, "slower in total than the timeout");
    assert!(received > CHUNK_COUNT * CHUNK_BYTES, "{received} bytes including the headers");
}

/// Starts a server that sends a short response. `limit` is the timeout of [`listen::serve`].
async fn serve_short_response(limit: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let response = |_, _| async { Ok(Response::new(Body::from("answered"))) };
    tokio::spawn(listen::serve(listener, response, limit, std::future::pending()));
    address
}

/// Sends `first` once, and then sends `then` after each read or after 50 ms without data. Returns the time
/// until the server closes the connection. Panics after 20 s.
async fn stall_until_disconnected(address: SocketAddr, first: &str, then: &[u8]) -> Duration {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(first.as_bytes()).await.unwrap();
    let started = Instant::now();
    let mut chunk = [0; 1024];
    loop {
        let read = tokio::time::timeout(Duration::from_millis(50), stream.read(&mut chunk)).await;
        match read {
            Ok(Ok(0) | Err(_)) => return started.elapsed(),
            Ok(Ok(_)) => {}
            Err(_) => assert!(started.elapsed() < Duration::from_secs(20), "{first:?} is not disconnected"),
        }
        // If the write fails, the next read fails too.
        let _ = stream.write_all(then).await;
    }
}

#[tokio::test]
async fn client_with_unfinished_headers_is_disconnected_and_delays_no_other() {
    let limit = Duration::from_secs(1);
    let address = serve_short_response(limit).await;
    let half = "GET / HTTP/1.1\r\nhost: guide.example\r\nx-half: ";
    let stalling = async {
        let stalled_clients = (0..40).flat_map(|_| {
            [
                stall_until_disconnected(address, half, b""),
                stall_until_disconnected(address, half, b"."),
                stall_until_disconnected(address, half, b"x: y\r\n"),
            ]
        });
        futures_util::future::join_all(stalled_clients).await
    };
    let reading = async {
        let mut slowest = Duration::ZERO;
        for _ in 0..20 {
            let started = Instant::now();
            let mut response = String::new();
            send_request(address).await.read_to_string(&mut response).await.unwrap();
            assert!(response.starts_with("HTTP/1.1 200 ") && response.ends_with("answered"), "{response}");
            slowest = slowest.max(started.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        slowest
    };
    let (ends, slowest) = tokio::join!(stalling, reading);
    assert!(slowest < limit, "a client waited for {slowest:?}");
    for end in ends {
        assert!(end >= limit / 2, "disconnected after {end:?}");
    }
}
