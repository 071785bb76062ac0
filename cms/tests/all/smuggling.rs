//! Requests that two servers in a row would cut at different places, or answer from what they keep for others: what is
//! ambiguous is refused, and its connection is closed with everything that was still in it.

use std::time::Duration;

use cms::db::error::StoreError;
use rstest::rstest;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::contact::a_message;
use crate::world::{Guide, Sqlite};

/// Everything that comes back on a connection of its own until the guide closes it.
pub async fn said(guide: &Guide, request: &[u8]) -> String {
    let mut connection = TcpStream::connect(guide.address).await.unwrap();
    connection.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    let read = connection.read_to_end(&mut answer);
    tokio::time::timeout(Duration::from_secs(5), read).await.expect("the connection stays open").unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// What would be answered 200 if it were taken for a request.
const HIDDEN: &str = "GET /api/categories HTTP/1.1\r\nHost: guide\r\nConnection: close\r\n\r\n";

#[rstest]
#[case::two_lengths("Content-Length: 0\r\nContent-Length: 86\r\n")]
#[case::a_length_that_is_none("Content-Length: +0\r\n")]
#[case::another_coding("Transfer-Encoding: xchunked\r\n")]
#[case::a_coding_after_chunked("Transfer-Encoding: chunked, identity\r\n")]
#[case::a_folded_line("X-Long: one\r\n two\r\nContent-Length: 0\r\n")]
#[case::a_space_before_the_colon("Content-Length : 0\r\n")]
#[case::a_bare_carriage_return("X-Torn: one\rContent-Length: 86\r\n")]
#[case::a_nul("X-Nul: a\0b\r\n")]
#[tokio::test]
async fn what_can_be_read_in_two_ways_is_not_read(#[case] header: &str) {
    let guide = Guide::open(Sqlite).await.unwrap();
    let request = format!("POST /api/contact HTTP/1.1\r\nHost: guide\r\n{header}\r\n{HIDDEN}");
    let answer = said(&guide, request.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");
}

/// The end of a chunked body, and after it what is a request only for whoever went by the other header.
#[rstest]
#[case::length_and_coding("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")]
#[case::coding_and_length("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "0\r\n\r\n")]
#[case::a_chunk_after_a_bare_line_feed("Transfer-Encoding: chunked\r\n", "0\n\n")]
#[case::a_chunk_longer_than_any_number("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\n\r\n")]
#[case::a_chunk_with_a_sign("Transfer-Encoding: chunked\r\n", "+0\r\n\r\n")]
#[tokio::test]
async fn nothing_is_read_after_a_body_that_can_end_in_two_places(#[case] headers: &str, #[case] body: &str) {
    let guide = Guide::open(Sqlite).await.unwrap();
    let request = format!(
        "POST /api/contact HTTP/1.1\r\nHost: guide\r\nContent-Type: application/json\r\n{headers}\r\n{body}{HIDDEN}"
    );
    let answer = said(&guide, request.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");
}

#[tokio::test]
async fn who_sends_a_body_byte_by_byte_is_answered_in_time() {
    let guide = Guide::with(Sqlite, &["--api-only", "--request-timeout-s", "1"]).await.unwrap();
    let mut connection = TcpStream::connect(guide.address).await.unwrap();
    let head =
        "POST /api/contact HTTP/1.1\r\nHost: guide\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n";
    connection.write_all(head.as_bytes()).await.unwrap();
    let (mut reading, mut writing) = connection.into_split();
    let trickle = tokio::spawn(async move {
        while writing.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await
        }
    });
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(5), reading.read_to_end(&mut answer)).await;
    read.expect("the connection stays open").ok();
    trickle.abort();
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("The request did not arrive in time"), "{answer}");
}

#[tokio::test]
async fn who_has_sent_all_of_a_body_is_not_blamed_for_a_slow_server() {
    let guide = Guide::with(Sqlite, &["--api-only", "--request-timeout-s", "1"]).await.unwrap();
    let holds = guide.app.db.write(|_| {
        Box::pin(async {
            tokio::time::sleep(Duration::from_secs(3)).await;
            Ok::<_, StoreError>(())
        })
    });
    let asks = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        guide.visitor().post("/api/contact", a_message()).await
    };
    let (held, answer) = tokio::join!(holds, asks);
    held.unwrap();
    assert!(answer.is(503).text.contains("This took too long"));
}

#[tokio::test]
async fn names_of_another_host_are_in_no_answer_that_is_kept() {
    let guide = Guide::open(Sqlite).await.unwrap();
    for path in ["/api/settings", "/api/businesses.json", "/api/businesses?limit=1&sort=id", "/api/firebase-config"] {
        for line in [format!("GET {path}"), format!("GET http://evil.example{path}")] {
            let poisoned = format!(
                "{line} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: evil\r\n\
                 X-Original-URL: /evil\r\nForwarded: host=evil.example\r\nConnection: close\r\n\r\n"
            );
            said(&guide, poisoned.as_bytes()).await;
            let answer = guide.visitor().get(path).await.is(200);
            let headers = format!("{:?}", answer.headers);
            assert!(!answer.text.contains("evil") && !headers.contains("evil"), "{path}: {headers} {}", answer.text);
        }
    }
}
