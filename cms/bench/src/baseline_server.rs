//! The baseline: a minimal hyper server that sends the same response to every request.

use std::convert::Infallible;
use std::path::Path;

use anyhow::Context;
use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

/// Starts the server, prints its address, and serves until the process is killed. Every response has the headers in the
/// file `head` and the body in the file `body`.
pub async fn serve(head: &Path, body: &Path) -> anyhow::Result<()> {
    let headers = parse_headers(&std::fs::read_to_string(head)?)?;
    let body = Bytes::from(std::fs::read(body)?);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let (headers, body) = (headers.clone(), body.clone());
        let service = service_fn(move |_: Request<hyper::body::Incoming>| {
            let mut response = Response::new(Full::new(body.clone()));
            *response.headers_mut() = headers.clone();
            async move { Ok::<_, Infallible>(response) }
        });
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

/// Parses headers from lines of "name: value".
fn parse_headers(text: &str) -> anyhow::Result<HeaderMap> {
    text.lines()
        .map(|line| {
            let (name, value) = line.split_once(": ").context("a header without a value")?;
            Ok((HeaderName::try_from(name)?, HeaderValue::from_str(value)?))
        })
        .collect()
}

/// Formats headers as lines of "name: value", without `Date` and `Connection`, which hyper adds itself.
pub fn header_lines(headers: &HeaderMap) -> String {
    let hyper_headers = [hyper::header::DATE, hyper::header::CONNECTION];
    let sent = headers.iter().filter(|(name, _)| !hyper_headers.contains(name));
    sent.map(|(name, value)| format!("{name}: {}\n", value.to_str().unwrap_or_default())).collect()
}
