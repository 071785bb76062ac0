//! Requests of the benchmark, and an HTTP client with one persistent connection.

use std::net::SocketAddr;

use anyhow::Context;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{HeaderMap, Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// The `Accept-Encoding` of browsers.
pub const BROWSER_ENCODINGS: &str = "gzip, deflate, br, zstd";

pub type HttpRequest = Request<Full<Bytes>>;

/// A response with its whole body.
pub struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// The body as sent, compressed or not.
    pub body: Bytes,
}

/// A GET of `path`, with `encodings` as `Accept-Encoding` if given.
pub fn get_request(path: &str, encodings: Option<&str>) -> anyhow::Result<HttpRequest> {
    let mut request = Request::builder().uri(path).header(HOST, "localhost").header(ACCEPT, "*/*");
    if let Some(encodings) = encodings {
        request = request.header(ACCEPT_ENCODING, encodings);
    }
    Ok(request.body(Full::default())?)
}

/// A POST with the JSON text `body`, and with `token` as bearer token if given.
pub fn post_request(path: &str, token: Option<&str>, body: String) -> anyhow::Result<HttpRequest> {
    json_request(Method::POST, path, token, body)
}

/// A request with the JSON text `body`, and with `token` as bearer token if given.
pub fn json_request(method: Method, path: &str, token: Option<&str>, body: String) -> anyhow::Result<HttpRequest> {
    let mut request =
        Request::builder().method(method).uri(path).header(HOST, "localhost").header(CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    Ok(request.body(Full::from(body))?)
}

/// A POST that uploads a file with this name and content, with `token` as bearer token.
pub fn upload_request(path: &str, token: &str, (name, content): (&str, &str)) -> anyhow::Result<HttpRequest> {
    let head = format!("--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
    let body = [head.as_str(), content, "\r\n--edge--\r\n"].concat();
    let request = Request::builder().method(Method::POST).uri(path).header(HOST, "localhost");
    let request = request.header(CONTENT_TYPE, "multipart/form-data; boundary=edge");
    Ok(request.header(AUTHORIZATION, format!("Bearer {token}")).body(Full::from(body))?)
}

pub struct Connection(SendRequest<Full<Bytes>>);

impl Connection {
    /// Connects. A task drives the connection until it is closed.
    pub async fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self(sender))
    }

    /// Sends a request and reads the whole response; returns the status and the number of body bytes.
    pub async fn send_and_count_body_bytes(&mut self, request: HttpRequest) -> anyhow::Result<(StatusCode, usize)> {
        self.0.ready().await?;
        let response = self.0.send_request(request).await?;
        let status = response.status();
        let mut body = response.into_body();
        let mut bytes = 0;
        while let Some(frame) = body.frame().await {
            bytes += frame?.data_ref().map_or(0, Bytes::len);
        }
        Ok((status, bytes))
    }

    /// Sends a request and reads the whole response.
    pub async fn send(&mut self, request: HttpRequest) -> anyhow::Result<Response> {
        self.0.ready().await?;
        let (head, body) = self.0.send_request(request).await?.into_parts();
        Ok(Response { status: head.status, headers: head.headers, body: body.collect().await?.to_bytes() })
    }
}

/// Sends one request on a new connection. Errors: the status is not `expected`.
pub async fn send_once(address: SocketAddr, request: HttpRequest, expected: StatusCode) -> anyhow::Result<Response> {
    let path = request.uri().to_string();
    let response = Connection::open(address).await?.send(request).await?;
    if response.status != expected {
        let body = String::from_utf8_lossy(&response.body[..response.body.len().min(400)]).into_owned();
        anyhow::bail!("{path} returned {}: {body}", response.status);
    }
    Ok(response)
}

/// Sends a GET, with `token` as bearer token if given, and parses the JSON of the response. Errors: the status is not
/// 200.
pub async fn get_json(address: SocketAddr, path: &str, token: Option<&str>) -> anyhow::Result<Value> {
    let request = json_request(Method::GET, path, token, String::new())?;
    Ok(serde_json::from_slice(&send_once(address, request, StatusCode::OK).await?.body)?)
}

/// Sends `body` with `token` as bearer token, and parses the JSON of the response. Errors: the status is not 2xx.
pub async fn send_json(
    address: SocketAddr,
    (method, path): (Method, String),
    token: &str,
    body: &Value,
) -> anyhow::Result<Value> {
    let request = json_request(method, &path, Some(token), body.to_string())?;
    let response = Connection::open(address).await?.send(request).await?;
    let body = String::from_utf8_lossy(&response.body);
    anyhow::ensure!(response.status.is_success(), "{path} returned {}: {body}", response.status);
    Ok(serde_json::from_str(&body)?)
}

/// An address of this machine on which nothing listens.
pub async fn free_address() -> anyhow::Result<SocketAddr> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.context("no port is free")?;
    Ok(listener.local_addr()?)
}

/// Signs in; returns the access token.
pub async fn sign_in(address: SocketAddr, email: &str, password: &str) -> anyhow::Result<String> {
    let credentials = serde_json::json!({ "email": email, "password": password }).to_string();
    let session = send_once(address, post_request("/api/auth/sign-in", None, credentials)?, StatusCode::OK).await?;
    let session: serde_json::Value = serde_json::from_slice(&session.body)?;
    Ok(session["token"].as_str().context("the sign-in response has no token")?.to_owned())
}
