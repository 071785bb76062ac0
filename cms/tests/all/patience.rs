//! Clients that take their time: how long they are waited for, and that whoever is only slow gets all of it.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::response::Response;
use cms::http::listen;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// Far more than the buffers of two sockets hold.
const PIECES: usize = 1024;
const PIECE: usize = 64 << 10;

/// A server of one long answer; it tells whenever it is done with one, sent or not.
async fn long_answers(patience: Duration) -> (SocketAddr, mpsc::UnboundedReceiver<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (done, dones) = mpsc::unbounded_channel();
    let answer = move |_, _| {
        let done = Told(done.clone());
        let pieces = (0..PIECES).map(move |_| {
            let _ = &done;
            Ok::<_, Infallible>(Bytes::from_static(&[b'x'; PIECE]))
        });
        let body = Body::from_stream(futures_util::stream::iter(pieces));
        async move { Ok(Response::new(body)) }
    };
    tokio::spawn(listen::serve_with(listener, answer, patience, std::future::pending()));
    (address, dones)
}

/// Tells of its end.
struct Told(mpsc::UnboundedSender<()>);

impl Drop for Told {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

async fn asking(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: guide.example\r\nconnection: close\r\n\r\n").await.unwrap();
    stream
}

/// The rest of what comes, a piece at a time with a pause before each; answers how many bytes that were.
async fn reads(stream: &mut TcpStream, pause: Duration) -> usize {
    let mut piece = vec![0; 2 << 20];
    let mut taken = 0;
    loop {
        tokio::time::sleep(pause).await;
        match stream.read(&mut piece).await {
            Ok(0) | Err(_) => return taken,
            Ok(n) => taken += n,
        }
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn who_takes_nothing_of_an_answer_is_let_go() {
    let (address, mut dones) = long_answers(Duration::from_millis(400)).await;
    let mut client = asking(address).await;
    let end = tokio::time::timeout(Duration::from_secs(20), dones.recv()).await;
    assert!(end.is_ok(), "the answer is kept for whoever never reads it");
    let taken = reads(&mut client, Duration::ZERO).await;
    assert!(taken < PIECES * PIECE, "all of it was sent: {taken} bytes");
}

#[tokio::test]
async fn who_reads_slowly_has_all_of_it() {
    let (address, _dones) = long_answers(Duration::from_secs(1)).await;
    let mut client = asking(address).await;
    let begun = Instant::now();
    let taken = reads(&mut client, Duration::from_millis(100)).await;
    assert!(begun.elapsed().as_secs() >= 2, "slower, all in all, than nothing may be taken for");
    assert!(taken > PIECES * PIECE, "{taken} bytes with the head");
}

/// A server that answers at once.
async fn short_answers(patience: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let answer = |_, _| async { Ok(Response::new(Body::from("answered"))) };
    tokio::spawn(listen::serve_with(listener, answer, patience, std::future::pending()));
    address
}

/// Says this and then goes on by so much at a time; answers when it was let go.
async fn stalls(address: SocketAddr, first: &str, then: &[u8]) -> Duration {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(first.as_bytes()).await.unwrap();
    let begun = Instant::now();
    let mut piece = [0; 1024];
    loop {
        let read = tokio::time::timeout(Duration::from_millis(50), stream.read(&mut piece)).await;
        match read {
            Ok(Ok(0) | Err(_)) => return begun.elapsed(),
            Ok(Ok(_)) => {}
            Err(_) => assert!(begun.elapsed() < Duration::from_secs(20), "{first:?} is waited for without an end"),
        }
        // Whether it still arrives is seen by reading.
        let _ = stream.write_all(then).await;
    }
}

#[tokio::test]
async fn who_does_not_end_their_headers_is_let_go_and_others_are_answered_meanwhile() {
    let patience = Duration::from_secs(1);
    let address = short_answers(patience).await;
    let half = "GET / HTTP/1.1\r\nhost: guide.example\r\nx-half: ";
    let stalling = async {
        let dozens = (0..40).flat_map(|_| {
            [stalls(address, half, b""), stalls(address, half, b"."), stalls(address, half, b"x: y\r\n")]
        });
        futures_util::future::join_all(dozens).await
    };
    let asking = async {
        let mut slowest = Duration::ZERO;
        for _ in 0..20 {
            let begun = Instant::now();
            let mut answer = String::new();
            asking(address).await.read_to_string(&mut answer).await.unwrap();
            assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("answered"), "{answer}");
            slowest = slowest.max(begun.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        slowest
    };
    let (ends, slowest) = tokio::join!(stalling, asking);
    assert!(slowest < patience, "somebody waited for {slowest:?}");
    for end in ends {
        assert!(end >= patience / 2, "let go after {end:?}");
    }
}
