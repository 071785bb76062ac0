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

/// Starts a server that sends a long response. `client_timeout` is the timeout of [`listen::serve`]. The channel gets
/// a message when a response ends, whether it was sent completely or not.
async fn serve_long_response(client_timeout: Duration) -> (SocketAddr, mpsc::UnboundedReceiver<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (finish_sender, finish_receiver) = mpsc::unbounded_channel();
    let handler = move |_, _| {
        let finish_sender = NotifyOnDrop(finish_sender.clone());
        let chunks = (0..CHUNK_COUNT).map(move |_| {
            let _ = &finish_sender;
            Ok::<_, Infallible>(Bytes::from_static(&[b'x'; CHUNK_BYTES]))
        });
        let body = Body::from_stream(futures_util::stream::iter(chunks));
        async move { Ok(Response::new(body)) }
    };
    tokio::spawn(listen::serve(listener, handler, client_timeout, std::future::pending()));
    (address, finish_receiver)
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
    let mut buffer = vec![0; 2 << 20];
    let mut received = 0;
    loop {
        tokio::time::sleep(pause).await;
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return received,
            Ok(n) => received += n,
        }
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn client_that_reads_nothing_is_disconnected() {
    let (address, mut finish_receiver) = serve_long_response(Duration::from_millis(400)).await;
    let mut client = send_request(address).await;
    let finish_result = tokio::time::timeout(Duration::from_secs(20), finish_receiver.recv()).await;
    assert!(finish_result.is_ok(), "the response is held for a client that never reads");
    let received = read_slowly(&mut client, Duration::ZERO).await;
    assert!(received < CHUNK_COUNT * CHUNK_BYTES, "the whole response was sent: {received} bytes");
}

#[tokio::test]
async fn slow_reader_receives_the_whole_response() {
    let (address, _finish_receiver) = serve_long_response(Duration::from_secs(1)).await;
    let mut client = send_request(address).await;
    let started_at = Instant::now();
    let received = read_slowly(&mut client, Duration::from_millis(100)).await;
    assert!(started_at.elapsed().as_secs() >= 2, "slower in total than the timeout");
    assert!(received > CHUNK_COUNT * CHUNK_BYTES, "{received} bytes including the headers");
}

/// Starts a server that sends a short response. `client_timeout` is the timeout of [`listen::serve`].
async fn serve_short_response(client_timeout: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let handler = |_, _| async { Ok(Response::new(Body::from("answered"))) };
    tokio::spawn(listen::serve(listener, handler, client_timeout, std::future::pending()));
    address
}

/// Sends `first` once, and then sends `repeated_bytes` after each read or after 50 ms without data. Returns the time
/// until the server closes the connection. Panics after 20 s.
async fn stall_until_disconnected(address: SocketAddr, first: &str, repeated_bytes: &[u8]) -> Duration {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(first.as_bytes()).await.unwrap();
    let started_at = Instant::now();
    let mut buffer = [0; 1024];
    loop {
        let read = tokio::time::timeout(Duration::from_millis(50), stream.read(&mut buffer)).await;
        match read {
            Ok(Ok(0) | Err(_)) => return started_at.elapsed(),
            Ok(Ok(_)) => {}
            Err(_) => assert!(started_at.elapsed() < Duration::from_secs(20), "{first:?} is not disconnected"),
        }
        // If the write fails, the next read fails too.
        let _ = stream.write_all(repeated_bytes).await;
    }
}

#[tokio::test]
async fn client_with_unfinished_headers_is_disconnected_and_delays_no_other_client() {
    let client_timeout = Duration::from_secs(1);
    let address = serve_short_response(client_timeout).await;
    let unfinished_request = "GET / HTTP/1.1\r\nhost: guide.example\r\nx-half: ";
    let stalling = async {
        let stalled_clients = (0..40).flat_map(|_| {
            [
                stall_until_disconnected(address, unfinished_request, b""),
                stall_until_disconnected(address, unfinished_request, b"."),
                stall_until_disconnected(address, unfinished_request, b"x: y\r\n"),
            ]
        });
        futures_util::future::join_all(stalled_clients).await
    };
    let reading = async {
        let mut longest_response_time = Duration::ZERO;
        for _ in 0..20 {
            let started_at = Instant::now();
            let mut response = String::new();
            send_request(address).await.read_to_string(&mut response).await.unwrap();
            assert!(response.starts_with("HTTP/1.1 200 ") && response.ends_with("answered"), "{response}");
            longest_response_time = longest_response_time.max(started_at.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        longest_response_time
    };
    let (stall_durations, longest_response_time) = tokio::join!(stalling, reading);
    assert!(longest_response_time < client_timeout, "a client waited for {longest_response_time:?}");
    for stall_duration in stall_durations {
        assert!(stall_duration >= client_timeout / 2, "disconnected after {stall_duration:?}");
    }
}
