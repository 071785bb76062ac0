//! Somebody who asks the guide, over TLS as travellers do or a replica directly, from an address of their own.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, RETRY_AFTER};
use hyper::{HeaderMap, Method, Request, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client as HyperClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use serde_json::{Value, json};

/// The guide's name, as travellers type it.
pub const HOST_NAME: &str = "guide.example";
/// Longer than anything that the guide waits for itself.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(40);

/// Whom clients trust: the certificate that nginx was given.
#[derive(Clone)]
pub struct Trust(ClientConfig);

impl Trust {
    /// The certificate in this file.
    pub fn from_pem_file(path: &Path) -> anyhow::Result<Self> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(path)?)?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        Ok(Self(config.with_root_certificates(roots).with_no_client_auth()))
    }

    /// Nobody's, for who asks a replica directly.
    pub fn none() -> anyhow::Result<Self> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        Ok(Self(config.with_root_certificates(RootCertStore::empty()).with_no_client_auth()))
    }
}

/// An answer in full.
#[derive(Debug)]
pub struct Response {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Bytes,
    /// From exchange to its end.
    pub elapsed: Duration,
}

impl Response {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Itself, if it has this status.
    pub fn expect_status(self, status: u16) -> anyhow::Result<Self> {
        if self.status != status {
            bail!("answered {} instead of {status}: {}", self.status, self.text());
        }
        Ok(self)
    }

    /// Whether it is_refusal as it should: this status, a detail for people, and when to try again.
    pub fn is_refusal(&self, status: u16) -> bool {
        let has_detail = self.json()["detail"].as_str().is_some_and(|detail| !detail.is_empty());
        self.status == status && self.headers.contains_key(RETRY_AFTER) && has_detail
    }
}

/// A client with its own kept connections. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    pooled: HyperClient<HttpsConnector<HttpConnector>, Full<Bytes>>,
    origin: String,
    host: String,
    token: Option<String>,
}

impl Client {
    /// One that asks `origin` from the `number`th address of this machine: nginx counts how much comes from each.
    pub fn new(origin: &str, number: u8, trust: &Trust) -> Self {
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_local_address(Some(IpAddr::V4(Ipv4Addr::new(127, 0, 0, number))));
        let tls = HttpsConnectorBuilder::new().with_tls_config(trust.0.clone()).https_or_http().enable_http1();
        let pooled = HyperClient::builder(TokioExecutor::new()).build(tls.wrap_connector(tcp));
        Self { pooled, origin: origin.to_owned(), host: HOST_NAME.to_owned(), token: None }
    }

    /// The same, exchange for another host than the guide.
    pub fn with_host(self, host: &str) -> Self {
        Self { host: host.to_owned(), ..self }
    }

    /// The same, signed in.
    pub async fn sign_in(self, email: &str, password: &str) -> anyhow::Result<Self> {
        let form = json!({ "email": email, "password": password });
        let session = self.post("/api/auth/sign-in", &form).await?.expect_status(200)?.json();
        let token = session["token"].as_str().context("signing in gives no token")?.to_owned();
        Ok(Self { token: Some(token), ..self })
    }

    /// Signed in as another client is.
    pub fn with_token_of(self, other: &Self) -> Self {
        Self { token: other.token.clone(), ..self }
    }

    /// A GET as programs ask.
    pub async fn get(&self, path: &str) -> anyhow::Result<Response> {
        self.send(Method::GET, path, &[(ACCEPT.as_str(), "*/*")], Bytes::new()).await
    }

    /// A POST of JSON.
    pub async fn post(&self, path: &str, form: &Value) -> anyhow::Result<Response> {
        self.send(Method::POST, path, &[(CONTENT_TYPE.as_str(), "application/json")], form.to_string().into()).await
    }

    /// A PUT of JSON.
    pub async fn put(&self, path: &str, form: &Value) -> anyhow::Result<Response> {
        self.send(Method::PUT, path, &[(CONTENT_TYPE.as_str(), "application/json")], form.to_string().into()).await
    }

    /// Sends a picture to the library.
    pub async fn upload(&self, picture: &[u8]) -> anyhow::Result<Response> {
        let head = "--edge\r\ncontent-disposition: form-data; name=\"alt\"\r\n\r\nA map\r\n--edge\r\n\
                    content-disposition: form-data; name=\"file\"; filename=\"map.png\"\r\n\r\n";
        let body = [head.as_bytes(), picture, b"\r\n--edge--\r\n"].concat();
        let kind = [(CONTENT_TYPE.as_str(), "multipart/form-data; boundary=edge")];
        self.send(Method::POST, "/api/media", &kind, body.into()).await
    }

    /// Any request; the answer in full.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Bytes,
    ) -> anyhow::Result<Response> {
        let mut request =
            Request::builder().method(method).uri(format!("{}{path}", self.origin)).header(HOST, &self.host);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        let begun = Instant::now();
        let exchange = async {
            let (head, body) = self.pooled.request(request.body(Full::new(body))?).await?.into_parts();
            let body = body.collect().await?.to_bytes();
            Ok::<_, anyhow::Error>(Response {
                status: head.status,
                headers: head.headers,
                body,
                elapsed: begun.elapsed(),
            })
        };
        tokio::time::timeout(REQUEST_TIMEOUT, exchange).await.with_context(|| format!("{path}: no answer"))?
    }
}
