//! Requests over one kept connection.

use std::net::SocketAddr;

use anyhow::Context;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{HeaderMap, Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// What browsers send.
pub const ENCODINGS: &str = "gzip, deflate, br, zstd";

/// A request as it is sent.
pub type Ask = Request<Full<Bytes>>;

/// An answer in full.
pub struct Answer {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body as it came, compressed or not.
    pub body: Bytes,
}

/// A GET of `path`; with `encodings` as a browser asks, otherwise for plain bytes.
pub fn get(path: &str, encodings: Option<&str>) -> anyhow::Result<Ask> {
    let mut request = Request::builder().uri(path).header(HOST, "localhost").header(ACCEPT, "*/*");
    if let Some(encodings) = encodings {
        request = request.header(ACCEPT_ENCODING, encodings);
    }
    Ok(request.body(Full::default())?)
}

/// A POST of JSON, signed in with `token` where there is one.
pub fn post(path: &str, token: Option<&str>, body: String) -> anyhow::Result<Ask> {
    send(Method::POST, path, token, body)
}

/// A request with JSON, signed in with `token` where there is one.
pub fn send(method: Method, path: &str, token: Option<&str>, body: String) -> anyhow::Result<Ask> {
    let mut request =
        Request::builder().method(method).uri(path).header(HOST, "localhost").header(CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    Ok(request.body(Full::from(body))?)
}

/// One open connection.
pub struct Line(SendRequest<Full<Bytes>>);

impl Line {
    /// Connects; the connection's own work runs beside the caller until it is closed.
    pub async fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self(sender))
    }

    /// Sends and reads to the end; answers the status and the number of bytes, which are thrown away.
    pub async fn count(&mut self, ask: Ask) -> anyhow::Result<(StatusCode, usize)> {
        self.0.ready().await?;
        let response = self.0.send_request(ask).await?;
        let status = response.status();
        let mut body = response.into_body();
        let mut bytes = 0;
        while let Some(frame) = body.frame().await {
            bytes += frame?.data_ref().map_or(0, Bytes::len);
        }
        Ok((status, bytes))
    }

    /// Sends and reads to the end.
    pub async fn answer(&mut self, ask: Ask) -> anyhow::Result<Answer> {
        self.0.ready().await?;
        let (head, body) = self.0.send_request(ask).await?.into_parts();
        Ok(Answer { status: head.status, headers: head.headers, body: body.collect().await?.to_bytes() })
    }
}

/// The answer to one request on a connection of its own; fails unless its status is `expected`.
pub async fn one(address: SocketAddr, ask: Ask, expected: StatusCode) -> anyhow::Result<Answer> {
    let path = ask.uri().to_string();
    let answer = Line::open(address).await?.answer(ask).await?;
    if answer.status != expected {
        let body = String::from_utf8_lossy(&answer.body[..answer.body.len().min(400)]).into_owned();
        anyhow::bail!("{path} answered {}: {body}", answer.status);
    }
    Ok(answer)
}

/// An address of this machine on which nothing listens.
pub async fn free_address() -> anyhow::Result<SocketAddr> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.context("no port is free")?;
    Ok(listener.local_addr()?)
}

/// Signs in.
pub async fn token(address: SocketAddr, email: &str, password: &str) -> anyhow::Result<String> {
    let credentials = serde_json::json!({ "email": email, "password": password }).to_string();
    let session = one(address, post("/api/auth/sign-in", None, credentials)?, StatusCode::OK).await?;
    let session: serde_json::Value = serde_json::from_slice(&session.body)?;
    Ok(session["token"].as_str().context("signing in gives no token")?.to_owned())
}
