//! Request smuggling and cache poisoning. An ambiguous request is refused, and its connection is closed. The server
//! ignores everything after the ambiguous request.

use std::time::Duration;

use cms::db::engine::StoreError;
use rstest::rstest;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::contact::contact_message_json;
use crate::test_app::{Sqlite, TestApp};

/// Sends raw bytes on a new connection. Returns all bytes that the server sends until it closes the connection. Panics
/// if the connection is still open after 5 s.
pub async fn send_raw(guide: &TestApp, request: &[u8]) -> String {
    let mut connection = TcpStream::connect(guide.address).await.unwrap();
    connection.write_all(request).await.unwrap();
    let mut response = Vec::new();
    let read = connection.read_to_end(&mut response);
    tokio::time::timeout(Duration::from_secs(5), read).await.expect("the connection stays open").unwrap();
    String::from_utf8_lossy(&response).into_owned()
}

/// A request that follows an ambiguous request on the same connection. It would get 200 if the server parsed it as a
/// separate request.
const SMUGGLED_REQUEST: &str = "GET /api/categories HTTP/1.1\r\nHost: guide\r\nConnection: close\r\n\r\n";

#[rstest]
#[case::two_content_lengths("Content-Length: 0\r\nContent-Length: 86\r\n")]
#[case::signed_content_length("Content-Length: +0\r\n")]
#[case::unknown_coding("Transfer-Encoding: xchunked\r\n")]
#[case::coding_after_chunked("Transfer-Encoding: chunked, identity\r\n")]
#[case::folded_line("X-Long: one\r\n two\r\nContent-Length: 0\r\n")]
#[case::space_before_colon("Content-Length : 0\r\n")]
#[case::bare_carriage_return("X-Torn: one\rContent-Length: 86\r\n")]
#[case::nul("X-Nul: a\0b\r\n")]
#[tokio::test]
async fn ambiguous_request_head_is_400_and_closes_the_connection(#[case] header: &str) {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let request = format!("POST /api/contact HTTP/1.1\r\nHost: guide\r\n{header}\r\n{SMUGGLED_REQUEST}");
    let response = send_raw(&guide, request.as_bytes()).await;
    assert!(response.starts_with("HTTP/1.1 400 "), "{response}");
    assert_eq!(response.matches("HTTP/1.1 ").count(), 1, "{response}");
}

/// HTTP parsers disagree about where the body of each case ends. [`SMUGGLED_REQUEST`] follows the body.
#[rstest]
#[case::length_and_coding("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")]
#[case::coding_and_length("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "0\r\n\r\n")]
#[case::chunk_with_bare_line_feed("Transfer-Encoding: chunked\r\n", "0\n\n")]
#[case::chunk_size_overflow("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\n\r\n")]
#[case::signed_chunk_size("Transfer-Encoding: chunked\r\n", "+0\r\n\r\n")]
#[tokio::test]
async fn ambiguous_body_length_is_400_and_closes_the_connection(#[case] headers: &str, #[case] body: &str) {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let request = format!(
        "POST /api/contact HTTP/1.1\r\nHost: guide\r\nContent-Type: application/json\r\n{headers}\r\n{body}{SMUGGLED_REQUEST}"
    );
    let response = send_raw(&guide, request.as_bytes()).await;
    assert!(response.starts_with("HTTP/1.1 400 "), "{response}");
    assert_eq!(response.matches("HTTP/1.1 ").count(), 1, "{response}");
}

#[tokio::test]
async fn trickled_request_body_is_408_after_the_timeout() {
    let guide = TestApp::start_with_arguments(Sqlite, &["--api-only", "--request-timeout-s", "1"]).await.unwrap();
    let mut connection = TcpStream::connect(guide.address).await.unwrap();
    let head =
        "POST /api/contact HTTP/1.1\r\nHost: guide\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n";
    connection.write_all(head.as_bytes()).await.unwrap();
    let (mut reader, mut writer) = connection.into_split();
    let trickle = tokio::spawn(async move {
        while writer.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await
        }
    });
    let mut response = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(5), reader.read_to_end(&mut response)).await;
    read.expect("the connection stays open").ok();
    trickle.abort();
    let response = String::from_utf8_lossy(&response);
    assert!(response.starts_with("HTTP/1.1 408 "), "{response}");
    assert!(response.contains("The request did not arrive in time"), "{response}");
}

#[tokio::test]
async fn complete_request_to_a_slow_server_is_503_instead_of_408() {
    let guide = TestApp::start_with_arguments(Sqlite, &["--api-only", "--request-timeout-s", "1"]).await.unwrap();
    let slow_write = guide.app.db.write(|_| {
        Box::pin(async {
            tokio::time::sleep(Duration::from_secs(3)).await;
            Ok::<_, StoreError>(())
        })
    });
    let delayed_request = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        guide.anonymous().post("/api/contact", contact_message_json()).await
    };
    let (write_result, response) = tokio::join!(slow_write, delayed_request);
    write_result.unwrap();
    assert!(response.is(503).text.contains("This took too long"));
}

#[tokio::test]
async fn foreign_host_headers_are_not_in_cached_responses() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    for path in ["/api/settings", "/api/businesses.json", "/api/businesses?limit=1&sort=id", "/api/firebase-config"] {
        for method_and_target in [format!("GET {path}"), format!("GET http://evil.example{path}")] {
            let poisoned = format!(
                "{method_and_target} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: evil\r\n\
                 X-Original-URL: /evil\r\nForwarded: host=evil.example\r\nConnection: close\r\n\r\n"
            );
            send_raw(&guide, poisoned.as_bytes()).await;
            let response = guide.anonymous().get(path).await.is(200);
            let headers = format!("{:?}", response.headers);
            assert!(
                !response.text.contains("evil") && !headers.contains("evil"),
                "{path}: {headers} {}",
                response.text
            );
        }
    }
}
