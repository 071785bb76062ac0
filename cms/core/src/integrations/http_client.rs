//! The HTTP client for external services that the configuration names: TLS, timeouts, and a limit on response size.

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

/// The time limit of a request, from connecting to the last byte of the response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);
/// The time limit of connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// The maximum size of a response body. Keys, tokens and profiles have some kilobytes.
const MAX_RESPONSE_BYTES: usize = 256 << 10;
/// How long an idle connection stays open.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Errors of requests. No variant contains the request or the response, because they may contain tokens.
#[derive(Debug, thiserror::Error)]
pub enum HttpClientError {
    /// The URL is plain HTTP to another machine, or its scheme is neither http nor https.
    #[error("the address is neither https nor on this machine")]
    Insecure,
    /// The connection failed.
    #[error("the service cannot be reached")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The request timed out.
    #[error("the service took too long")]
    Timeout,
    /// The last request failed a moment ago, so no request is sent.
    #[error("the last request to the service failed a moment ago")]
    CoolingDown,
    /// The response is too large or incomplete.
    #[error("the response of the service cannot be read")]
    Unreadable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The status is not 200.
    #[error("the service responded with {0}")]
    Status(StatusCode),
    /// The response does not have the content that the caller expects. Also if the URL or a header of the request is
    /// invalid.
    #[error("the response of the service is invalid")]
    InvalidRequestOrBody,
}

/// The client. It does not follow redirects. Cheap to clone.
#[derive(Clone, Debug)]
pub struct HttpClient(Arc<Client<HttpsConnector<HttpConnector>, Full<Bytes>>>);

impl HttpClient {
    /// A client without open connections.
    pub fn new() -> anyhow::Result<Self> {
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_max_idle_per_host(4)
            .build(connector()?);
        Ok(Self(Arc::new(client)))
    }

    /// Sends a request and returns the complete response with any status.
    pub async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, HttpClientError> {
        if !is_secure_url(request.uri()) {
            return Err(HttpClientError::Insecure);
        }
        let exchange = async {
            let request = request.map(|body| Full::new(Bytes::from(body)));
            let response = self.0.request(request).await.map_err(|cause| HttpClientError::Unreachable(cause.into()))?;
            let (parts, body) = response.into_parts();
            let body = Limited::new(body, MAX_RESPONSE_BYTES).collect().await.map_err(HttpClientError::Unreadable)?;
            Ok(Response::from_parts(parts, body.to_bytes().into()))
        };
        tokio::time::timeout(REQUEST_TIMEOUT, exchange).await.unwrap_or(Err(HttpClientError::Timeout))
    }

    /// Sends a GET request for JSON with these additional headers. A status other than 200 is an error.
    pub async fn get(&self, url: &str, headers: &[(&str, &str)]) -> Result<Response<Vec<u8>>, HttpClientError> {
        let mut request = Request::get(url).header("accept", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.send(request.body(Vec::new()).map_err(|_| HttpClientError::InvalidRequestOrBody)?).await?;
        if response.status() == StatusCode::OK { Ok(response) } else { Err(HttpClientError::Status(response.status())) }
    }
}

/// A connector for http and https that trusts the certificate authorities of browsers.
pub(super) fn connector() -> Result<HttpsConnector<HttpConnector>, rustls::Error> {
    let mut tcp = HttpConnector::new();
    tcp.set_connect_timeout(Some(CONNECT_TIMEOUT));
    tcp.set_nodelay(true);
    with_tls(tcp)
}

/// Adds TLS to a connector.
pub(super) fn with_tls<R>(mut tcp: HttpConnector<R>) -> Result<HttpsConnector<HttpConnector<R>>, rustls::Error> {
    tcp.enforce_http(false);
    let tls = HttpsConnectorBuilder::new().with_provider_and_webpki_roots(rustls::crypto::ring::default_provider())?;
    Ok(tls.https_or_http().enable_http1().wrap_connector(tcp))
}

/// Whether no third party can read or change a request to this URL: https, or http to this machine.
pub fn is_secure_url(uri: &Uri) -> bool {
    match (uri.scheme_str(), uri.host()) {
        (Some("https"), Some(_)) => true,
        (Some("http"), Some(host)) => is_loopback_host(host),
        _ => false,
    }
}

/// Whether the host of a URL is this machine.
pub fn is_loopback_host(host: &str) -> bool {
    let host_without_brackets = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost")
        || host_without_brackets.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_loopback_urls_are_confidential() {
        for confidential_url in
            ["https://id.example/keys", "http://127.0.0.1:9", "http://localhost:9/x", "http://[::1]:9/"]
        {
            assert!(is_secure_url(&confidential_url.parse().expect("an address")), "{confidential_url}");
        }
        for insecure_url in
            ["http://id.example/", "http://10.0.0.1/", "http://localhost.example/", "ftp://127.0.0.1/", "/x"]
        {
            assert!(!is_secure_url(&insecure_url.parse().expect("an address")), "{insecure_url}");
        }
    }
}
