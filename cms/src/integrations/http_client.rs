//! Services on the web that this guide's settings name: over TLS, with a patience that ends, and for small answers.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Request, Response, StatusCode, Uri};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};

/// How long one answer may take, from the first packet to its last byte.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);
/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// A larger answer is refused, in bytes: keys, tokens and profiles are some kilobytes.
const MAX_RESPONSE_BYTES: usize = 256 << 10;
/// How long a connection is kept for the next request.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Why a service did not answer as it should. No variant holds what was sent or said: tokens would be among it.
#[derive(Debug, thiserror::Error)]
pub enum HttpClientError {
    /// Plain HTTP to another machine, or another scheme.
    #[error("the address is neither https nor on this machine")]
    Insecure,
    /// No connection, or one that broke.
    #[error("the service cannot be reached")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It took too long.
    #[error("the service took too long")]
    Timeout,
    /// It did not answer a moment ago, and is not asked again yet.
    #[error("the service did not answer a moment ago")]
    CoolingDown,
    /// The answer is too large, or broke off.
    #[error("the service's answer cannot be read")]
    Unreadable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Another status than success.
    #[error("the service answered {0}")]
    Status(StatusCode),
    /// Something else than what such a service says.
    #[error("the service's answer makes no sense")]
    InvalidBody,
}

/// The way out. Redirects are answers like others: nobody is followed anywhere. Cheap to clone.
#[derive(Clone)]
pub struct HttpClient(Arc<Client<HttpsConnector<HttpConnector>, Full<Bytes>>>);

impl HttpClient {
    /// A way out that trusts the certificate authorities browsers trust.
    pub fn new() -> anyhow::Result<Self> {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT_TIMEOUT));
        connector.set_nodelay(true);
        connector.enforce_http(false);
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(rustls::crypto::ring::default_provider())?
            .https_or_http()
            .enable_http1()
            .wrap_connector(connector);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_max_idle_per_host(4)
            .build(connector);
        Ok(Self(Arc::new(client)))
    }

    /// Sends a request and answers the whole response, whatever its status.
    pub async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, HttpClientError> {
        if !is_confidential(request.uri()) {
            return Err(HttpClientError::Insecure);
        }
        let exchange = async {
            let request = request.map(|body| Full::new(Bytes::from(body)));
            let response = self.0.request(request).await.map_err(|cause| HttpClientError::Unreachable(cause.into()))?;
            let (parts, body) = response.into_parts();
            let body =
                Limited::new(body, MAX_RESPONSE_BYTES).collect().await.map_err(HttpClientError::Unreadable)?.to_bytes();
            Ok(Response::from_parts(parts, body.into()))
        };
        tokio::time::timeout(REQUEST_TIMEOUT, exchange).await.unwrap_or(Err(HttpClientError::Timeout))
    }

    /// Asks for `url` with these headers; anything but 200 is a refusal.
    pub async fn get(&self, url: &str, headers: &[(&str, &str)]) -> Result<Response<Vec<u8>>, HttpClientError> {
        let mut request = Request::get(url).header("accept", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.send(request.body(Vec::new()).map_err(|_| HttpClientError::InvalidBody)?).await?;
        if response.status() == StatusCode::OK { Ok(response) } else { Err(HttpClientError::Status(response.status())) }
    }
}

/// Whether what is sent there can be read and changed by nobody on the way.
pub fn is_confidential(uri: &Uri) -> bool {
    match (uri.scheme_str(), uri.host()) {
        (Some("https"), Some(_)) => true,
        (Some("http"), Some(host)) => is_loopback_host(host),
        _ => false,
    }
}

/// Whether this host of an address is the machine itself.
pub fn is_loopback_host(host: &str) -> bool {
    let plain = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost") || plain.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_go_over_tls_or_stay_on_this_machine() {
        for safe in ["https://id.example/keys", "http://127.0.0.1:9", "http://localhost:9/x", "http://[::1]:9/"] {
            assert!(is_confidential(&safe.parse().expect("an address")), "{safe}");
        }
        for unsafe_one in
            ["http://id.example/", "http://10.0.0.1/", "http://localhost.example/", "ftp://127.0.0.1/", "/x"]
        {
            assert!(!is_confidential(&unsafe_one.parse().expect("an address")), "{unsafe_one}");
        }
    }
}
