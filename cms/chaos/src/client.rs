//! An HTTP client that connects to nginx over TLS, or to a replica directly, from a given loopback address.

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

/// The public host name of the site.
pub const HOST_NAME: &str = "guide.example";
/// The timeout of a request, longer than any timeout of the server.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(40);

/// The certificates that a client trusts: only the certificate of nginx, or none.
#[derive(Clone)]
pub struct TrustedCertificates(ClientConfig);

impl TrustedCertificates {
    /// Trusts only the certificate in the PEM file at `path`.
    pub fn from_pem_file(path: &Path) -> anyhow::Result<Self> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(path)?)?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        Ok(Self(config.with_root_certificates(roots).with_no_client_auth()))
    }

    /// Trusts no certificate, for plain HTTP to a replica.
    pub fn none() -> anyhow::Result<Self> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        Ok(Self(config.with_root_certificates(RootCertStore::empty()).with_no_client_auth()))
    }
}

/// A response with its whole body.
#[derive(Debug)]
pub struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// The time from sending the request to the end of the body.
    pub elapsed: Duration,
}

impl Response {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON; null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Returns the response if it has this status.
    pub fn expect_status(self, status: u16) -> anyhow::Result<Self> {
        if self.status != status {
            bail!("expected status {status}, got {}: {}", self.status, self.text());
        }
        Ok(self)
    }

    /// Whether the response is a refusal with this status, a problem detail and `Retry-After`.
    pub fn is_refusal(&self, status: u16) -> bool {
        let has_detail = self.json()["detail"].as_str().is_some_and(|detail| !detail.is_empty());
        self.status == status && self.headers.contains_key(RETRY_AFTER) && has_detail
    }
}

/// A client with its own connection pool. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    hyper_client: HyperClient<HttpsConnector<HttpConnector>, Full<Bytes>>,
    origin: String,
    host: String,
    token: Option<String>,
}

impl Client {
    /// A client that connects to `origin` from 127.0.0.`last_octet`. nginx limits requests per client address, so
    /// clients with different addresses have separate limits.
    pub fn new(origin: &str, last_octet: u8, trusted_certificates: &TrustedCertificates) -> Self {
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_local_address(Some(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last_octet))));
        let tls =
            HttpsConnectorBuilder::new().with_tls_config(trusted_certificates.0.clone()).https_or_http().enable_http1();
        let hyper_client = HyperClient::builder(TokioExecutor::new()).build(tls.wrap_connector(tcp));
        Self { hyper_client, origin: origin.to_owned(), host: HOST_NAME.to_owned(), token: None }
    }

    /// Changes the `Host` header of all requests.
    pub fn with_host(self, host: &str) -> Self {
        Self { host: host.to_owned(), ..self }
    }

    /// Signs in, and sends the token with all later requests.
    pub async fn sign_in(self, email: &str, password: &str) -> anyhow::Result<Self> {
        let body = json!({ "email": email, "password": password });
        let session = self.post("/api/auth/sign-in", &body).await?.expect_status(200)?.json();
        let token = session["token"].as_str().context("the sign-in response has no token")?.to_owned();
        Ok(Self { token: Some(token), ..self })
    }

    /// Uses the session of another client.
    pub fn with_token_of(self, other: &Self) -> Self {
        Self { token: other.token.clone(), ..self }
    }

    /// Sends a GET that accepts any content type.
    pub async fn get(&self, path: &str) -> anyhow::Result<Response> {
        self.send(Method::GET, path, &[(ACCEPT.as_str(), "*/*")], Bytes::new()).await
    }

    /// Sends a POST with a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Response> {
        self.send(Method::POST, path, &[(CONTENT_TYPE.as_str(), "application/json")], body.to_string().into()).await
    }

    /// Sends a PUT with a JSON body.
    pub async fn put(&self, path: &str, body: &Value) -> anyhow::Result<Response> {
        self.send(Method::PUT, path, &[(CONTENT_TYPE.as_str(), "application/json")], body.to_string().into()).await
    }

    /// Uploads an image to the media library.
    pub async fn upload_image(&self, image: &[u8]) -> anyhow::Result<Response> {
        let head = "--edge\r\ncontent-disposition: form-data; name=\"alt\"\r\n\r\nA map\r\n--edge\r\n\
                    content-disposition: form-data; name=\"file\"; filename=\"map.png\"\r\n\r\n";
        let body = [head.as_bytes(), image, b"\r\n--edge--\r\n"].concat();
        let headers = [(CONTENT_TYPE.as_str(), "multipart/form-data; boundary=edge")];
        self.send(Method::POST, "/api/media", &headers, body.into()).await
    }

    /// Uploads a CSV file of places as an import.
    pub async fn upload_import(&self, csv: &str) -> anyhow::Result<Response> {
        let head = "--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"places.csv\"\r\n\r\n";
        let body = [head.as_bytes(), csv.as_bytes(), b"\r\n--edge--\r\n"].concat();
        let headers = [(CONTENT_TYPE.as_str(), "multipart/form-data; boundary=edge")];
        self.send(Method::POST, "/api/admin/imports", &headers, body.into()).await
    }

    /// Sends a request and reads the whole response.
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
        let start = Instant::now();
        let exchange = async {
            let (head, body) = self.hyper_client.request(request.body(Full::new(body))?).await?.into_parts();
            let body = body.collect().await?.to_bytes();
            Ok::<_, anyhow::Error>(Response {
                status: head.status,
                headers: head.headers,
                body,
                elapsed: start.elapsed(),
            })
        };
        tokio::time::timeout(REQUEST_TIMEOUT, exchange).await.with_context(|| format!("{path}: no response in time"))?
    }
}
