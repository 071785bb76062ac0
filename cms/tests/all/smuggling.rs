//! Requests that two servers in a row would cut at different places, or answer from what they keep for others: what is
//! ambiguous is refused, and its connection is closed with everything that was still in it.

use std::time::Duration;

use rstest::rstest;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::world::{Guide, Sqlite};

/// Everything that comes back on a connection of its own until the guide closes it.
async fn said(guide: &Guide, request: &[u8]) -> String {
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
