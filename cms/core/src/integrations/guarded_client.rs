//! The HTTP client for addresses that a user entered, protected against server-side request forgery (SSRF). It connects
//! only to public addresses and to networks that the configuration allows. The connector looks up each host once, and
//! connects to an address that it has checked. The client follows no redirects, stores no cookies and ignores proxy
//! variables.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri, header};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::rt::TokioExecutor;
use ipnet::IpNet;
use tokio::time::Instant;
use tower::Service;
use url::{Host, Url};

use super::http_client::with_tls;
use super::network_address::{is_in_networks, is_public};
use crate::common::error_chain;
use crate::common::version::VERSION;

/// The time limit of a request, from the lookup of its host to the last byte that is read.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum number of bytes that [`GuardedClient::post`] reads of a response body.
const MAX_POST_RESPONSE_BYTES: usize = 4 << 10;

/// Why no request is sent to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The address does not begin with `https://` and is not in an allowed network.
    #[error("the address does not begin with https://")]
    NotHttps,
    /// The address is neither public nor in an allowed network.
    #[error("the address is in a private network")]
    PrivateAddress,
}

/// Errors of requests.
#[derive(Debug, thiserror::Error)]
pub enum GuardedClientError {
    /// No request is sent to this address.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The address cannot be parsed.
    #[error("the address is invalid")]
    InvalidUrl,
    /// The connection failed. The text has the error with all its causes.
    #[error("{0}")]
    Unreachable(String),
    /// There was no response in time.
    #[error("no response within 10 seconds")]
    Timeout,
}

/// A response with the part of its body that was read.
#[derive(Debug)]
pub struct GuardedResponse {
    /// The status.
    pub status: StatusCode,
    /// The beginning of the body, up to the limit of the request.
    pub body: Vec<u8>,
    /// The header `Location`, if there is one.
    pub location: Option<String>,
}

type HostLookup = Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// The client. Cheap to clone.
#[derive(Clone)]
pub struct GuardedClient {
    allowed_networks: Arc<[IpNet]>,
    /// Whether the client connects to public addresses over plain http.
    allows_http: bool,
    https: InnerClient,
    /// Connects only to allowed networks, unless `allows_http` is true.
    http: InnerClient,
}

type InnerClient = Client<HttpsConnector<HttpConnector<GuardedResolver>>, Full<Bytes>>;

impl GuardedClient {
    /// A client that also connects to `allowed_networks`, and looks up hosts with the resolver of the system.
    pub fn new(allowed_networks: &[IpNet]) -> Result<Self, rustls::Error> {
        Self::build(allowed_networks, system_host_lookup(), false)
    }

    /// Like [`GuardedClient::new`], for requests without secrets: also connects to public addresses over plain http.
    pub fn allowing_http(allowed_networks: &[IpNet]) -> Result<Self, rustls::Error> {
        Self::build(allowed_networks, system_host_lookup(), true)
    }

    fn build(allowed_networks: &[IpNet], lookup: HostLookup, allows_http: bool) -> Result<Self, rustls::Error> {
        let allowed_networks: Arc<[IpNet]> = allowed_networks.into();
        let new_inner_client = |allows_public_addresses| -> Result<InnerClient, rustls::Error> {
            let guard = AddressGuard { allowed_networks: allowed_networks.clone(), allows_public_addresses };
            let tcp = HttpConnector::new_with_resolver(GuardedResolver { guard, lookup: lookup.clone() });
            // The client has no connection pool, so that each request looks up and checks its address.
            Ok(Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build(with_tls(tcp)?))
        };
        Ok(Self { https: new_inner_client(true)?, http: new_inner_client(allows_http)?, allows_http, allowed_networks })
    }

    /// Why requests to this URL are always refused. `None` if they are allowed, or if the decision depends on the
    /// addresses to which the host resolves.
    pub fn refusal(&self, url: &Url) -> Option<Refusal> {
        let allows_public_addresses = url.scheme() == "https" || self.allows_http;
        let guard = AddressGuard { allowed_networks: self.allowed_networks.clone(), allows_public_addresses };
        let address = match url.host() {
            Some(Host::Ipv4(address)) => IpAddr::from(address),
            Some(Host::Ipv6(address)) => IpAddr::from(address),
            _ => return (!allows_public_addresses && self.allowed_networks.is_empty()).then_some(Refusal::NotHttps),
        };
        guard.check(address).err()
    }

    /// Sends a POST request and returns its response with any status, also a redirect.
    pub async fn post(
        &self,
        url: &str,
        headers: HeaderMap,
        body: String,
    ) -> Result<GuardedResponse, GuardedClientError> {
        self.send(Method::POST, url, headers, body, MAX_POST_RESPONSE_BYTES).await
    }

    /// Sends a GET request and returns its response with any status, also a redirect, with at most `max_bytes` of its
    /// body.
    pub async fn get(&self, url: &str, max_bytes: usize) -> Result<GuardedResponse, GuardedClientError> {
        self.send(Method::GET, url, HeaderMap::new(), String::new(), max_bytes).await
    }

    /// Sends a request and returns its response with any status, also a redirect, with at most `max_bytes` of its body.
    /// A `User-Agent` in `headers` replaces that of the program.
    pub async fn send(
        &self,
        method: Method,
        url: &str,
        headers: HeaderMap,
        body: String,
        max_bytes: usize,
    ) -> Result<GuardedResponse, GuardedClientError> {
        let url = Url::parse(url).map_err(|_| GuardedClientError::InvalidUrl)?;
        // The connector does not resolve literal IP addresses, so its resolver does not check them.
        if let Some(refusal) = self.refusal(&url) {
            return Err(refusal.into());
        }
        let inner_client = if url.scheme() == "https" { &self.https } else { &self.http };
        let uri: Uri = url.as_str().parse().map_err(|_| GuardedClientError::InvalidUrl)?;
        let mut request = Request::new(Full::new(Bytes::from(body)));
        (*request.method_mut(), *request.uri_mut(), *request.headers_mut()) = (method, uri, headers);
        let agent = HeaderValue::from_str(&format!("Karst/{VERSION}")).map_err(|_| GuardedClientError::InvalidUrl)?;
        request.headers_mut().entry(header::USER_AGENT).or_insert(agent);
        let deadline = Instant::now() + REQUEST_TIMEOUT;
        let response = tokio::time::timeout_at(deadline, inner_client.request(request)).await;
        let response = response.map_err(|_| GuardedClientError::Timeout)?.map_err(|error| connect_error(&error))?;
        let (status, mut body) = (response.status(), Vec::new());
        let location = response.headers().get(header::LOCATION);
        // Some servers send the location in UTF-8, without percent-encoding.
        let location = location.map(|location| String::from_utf8_lossy(location.as_bytes()).into_owned());
        if max_bytes > 0 {
            // If the body does not end in time, the part that was read is returned with the status.
            let _ = tokio::time::timeout_at(deadline, read_body(response.into_body(), &mut body, max_bytes)).await;
        }
        Ok(GuardedResponse { status, body, location })
    }
}

fn system_host_lookup() -> HostLookup {
    Arc::new(|host: String| {
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    })
}

/// Appends at most `max_bytes` of a body to `buffer`. If the connection fails, `buffer` has the bytes that arrived
/// before.
async fn read_body(mut body: Incoming, buffer: &mut Vec<u8>, max_bytes: usize) {
    while let Some(Ok(frame)) = body.frame().await {
        if let Some(data) = frame.data_ref() {
            buffer.extend(&data[..data.len().min(max_bytes - buffer.len())]);
        }
        if buffer.len() == max_bytes {
            return;
        }
    }
}

/// The error of a failed connection: the refusal of the resolver if there is one, otherwise the error with all its
/// causes.
fn connect_error(error: &(dyn std::error::Error + 'static)) -> GuardedClientError {
    let mut causes = std::iter::successors(Some(error), |&cause| cause.source());
    match causes.find_map(|cause| cause.downcast_ref::<Refusal>()) {
        Some(refusal) => (*refusal).into(),
        None => GuardedClientError::Unreachable(error_chain::display(error).to_string()),
    }
}

/// Checks addresses before the client connects to them.
#[derive(Clone)]
struct AddressGuard {
    allowed_networks: Arc<[IpNet]>,
    /// Whether public addresses are allowed: always over https, over http only if the client allows it.
    allows_public_addresses: bool,
}

impl AddressGuard {
    fn check(&self, address: IpAddr) -> Result<(), Refusal> {
        match is_in_networks(&self.allowed_networks, address) {
            true => Ok(()),
            false if !self.allows_public_addresses => Err(Refusal::NotHttps),
            false if is_public(address) => Ok(()),
            false => Err(Refusal::PrivateAddress),
        }
    }
}

/// Resolves a host to addresses that the guard has checked. The connector connects to one of them.
#[derive(Clone)]
struct GuardedResolver {
    guard: AddressGuard,
    lookup: HostLookup,
}

impl Service<Name> for GuardedResolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = Box<dyn std::error::Error + Send + Sync>;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let Self { guard, lookup } = self.clone();
        Box::pin(async move {
            let found = lookup(name.as_str().to_owned()).await?;
            // A host with one private address is refused, because an attacker could make the connector try that address
            // first.
            found.iter().try_for_each(|address| guard.check(*address))?;
            let addresses: Vec<SocketAddr> = found.into_iter().map(|address| SocketAddr::new(address, 0)).collect();
            Ok(addresses.into_iter())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    const LOOPBACK_NETWORKS: [&str; 1] = ["127.0.0.1/32"];

    fn networks(networks: &[&str]) -> Vec<IpNet> {
        networks.iter().map(|network| network.parse().expect("a network")).collect()
    }

    /// Serves `response` to every request. Returns the port and the counter of connections.
    async fn serve(response: String) -> (u16, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let (port, count) = (listener.local_addr().expect("an address").port(), Arc::new(AtomicUsize::new(0)));
        let counter = count.clone();
        tokio::spawn(async move {
            loop {
                let Ok((mut stream, _)) = listener.accept().await else { return };
                counter.fetch_add(1, Ordering::SeqCst);
                let response = response.clone();
                tokio::spawn(async move {
                    let mut request = [0; 2048];
                    let _ = stream.read(&mut request).await;
                    let _ = stream.write_all(response.as_bytes()).await;
                });
            }
        });
        (port, count)
    }

    async fn post(client: &GuardedClient, url: &str) -> Result<GuardedResponse, GuardedClientError> {
        client.post(url, HeaderMap::new(), "{}".to_owned()).await
    }

    fn ok_response() -> String {
        "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok".to_owned()
    }

    // R482
    #[tokio::test]
    async fn literal_private_address_gets_no_connection() {
        let (port, connections) = serve(ok_response()).await;
        let client = GuardedClient::new(&[]).expect("a client");
        for host in ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0"] {
            let refused = post(&client, &format!("https://{host}:{port}/")).await;
            assert!(
                matches!(refused, Err(GuardedClientError::Refused(Refusal::PrivateAddress))),
                "{host}: {refused:?}"
            );
            let plain = post(&client, &format!("http://{host}:{port}/")).await;
            assert!(matches!(plain, Err(GuardedClientError::Refused(Refusal::NotHttps))), "{host}: {plain:?}");
        }
        assert_eq!(connections.load(Ordering::SeqCst), 0);
    }

    // R482
    #[tokio::test]
    async fn host_that_resolves_to_a_private_address_gets_no_connection() {
        let (port, connections) = serve(ok_response()).await;
        let client = GuardedClient::new(&[]).expect("a client");
        let refused = post(&client, &format!("https://localhost:{port}/")).await;
        assert!(matches!(refused, Err(GuardedClientError::Refused(Refusal::PrivateAddress))), "{refused:?}");
        assert_eq!(connections.load(Ordering::SeqCst), 0);
    }

    // R482
    #[tokio::test]
    async fn host_whose_address_changes_is_looked_up_once_and_refused_when_it_becomes_private() {
        let (port, connections) = serve(ok_response()).await;
        let lookups = Arc::new(AtomicUsize::new(0));
        let counter = lookups.clone();
        // Only the address of the first lookup is allowed. A client that looked up the host twice per request would
        // connect to the address of the second lookup.
        let lookup: HostLookup = Arc::new(move |_: String| {
            let address = if counter.fetch_add(1, Ordering::SeqCst) == 0 { "127.0.0.1" } else { "127.0.0.2" };
            Box::pin(async move { Ok(vec![address.parse().expect("an address")]) })
        });
        let client = GuardedClient::build(&networks(&LOOPBACK_NETWORKS), lookup, false).expect("a client");
        let url = format!("http://rebinding.example:{port}/");
        assert_eq!(post(&client, &url).await.expect("a response").status, StatusCode::OK);
        assert_eq!((lookups.load(Ordering::SeqCst), connections.load(Ordering::SeqCst)), (1, 1));
        let refused = post(&client, &url).await;
        assert!(matches!(refused, Err(GuardedClientError::Refused(Refusal::NotHttps))), "{refused:?}");
        let refused = post(&client, &url.replace("http:", "https:")).await;
        assert!(matches!(refused, Err(GuardedClientError::Refused(Refusal::PrivateAddress))), "{refused:?}");
        assert_eq!(connections.load(Ordering::SeqCst), 1);
    }

    // R482
    #[tokio::test]
    async fn host_with_a_public_and_a_private_address_is_refused() {
        let lookup: HostLookup = Arc::new(|_: String| {
            let found = ["93.184.216.34", "10.0.0.1"].map(|address| address.parse().expect("an address"));
            Box::pin(async move { Ok(found.to_vec()) })
        });
        let client = GuardedClient::build(&[], lookup, false).expect("a client");
        let refused = post(&client, "https://mixed.example/").await;
        assert!(matches!(refused, Err(GuardedClientError::Refused(Refusal::PrivateAddress))), "{refused:?}");
    }

    // R482
    #[tokio::test]
    async fn redirect_is_returned_and_not_followed() {
        let (target, connections) = serve(ok_response()).await;
        let redirect_response =
            format!("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:{target}/\r\ncontent-length: 0\r\n\r\n");
        let (port, _) = serve(redirect_response).await;
        let client = GuardedClient::new(&networks(&LOOPBACK_NETWORKS)).expect("a client");
        let response = post(&client, &format!("http://127.0.0.1:{port}/")).await.expect("a response");
        assert_eq!(response.status, StatusCode::FOUND);
        assert_eq!(connections.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn location_in_utf8_is_read_and_no_body_is_awaited() {
        let redirect_response = "HTTP/1.1 302 Found\r\nlocation: /hang-én\r\ncontent-length: 9\r\n\r\n".to_owned();
        let (port, _) = serve(redirect_response).await;
        let client = GuardedClient::new(&networks(&LOOPBACK_NETWORKS)).expect("a client");
        let url = format!("http://127.0.0.1:{port}/");
        let response = client.send(Method::GET, &url, HeaderMap::new(), String::new(), 0).await.expect("a response");
        assert_eq!((response.location.as_deref(), response.body.len()), (Some("/hang-én"), 0));
    }

    // R563
    #[tokio::test]
    async fn client_that_allows_http_connects_to_no_private_address() {
        let (port, connections) = serve(ok_response()).await;
        let client = GuardedClient::allowing_http(&[]).expect("a client");
        for host in ["127.0.0.1", "[::1]", "localhost"] {
            let url = format!("http://{host}:{port}/");
            let refused = client.send(Method::HEAD, &url, HeaderMap::new(), String::new(), 0).await;
            assert!(
                matches!(refused, Err(GuardedClientError::Refused(Refusal::PrivateAddress))),
                "{host}: {refused:?}"
            );
        }
        assert_eq!(connections.load(Ordering::SeqCst), 0);
        let public = Url::parse("http://93.184.216.34/").expect("a URL");
        assert_eq!(client.refusal(&public), None);
    }

    // R482
    #[tokio::test]
    async fn long_response_is_read_up_to_its_limit() {
        let (port, _) = serve(format!("HTTP/1.1 200 OK\r\n\r\n{}", "x".repeat(100_000))).await;
        let client = GuardedClient::new(&networks(&LOOPBACK_NETWORKS)).expect("a client");
        let response = post(&client, &format!("http://127.0.0.1:{port}/")).await.expect("a response");
        assert_eq!((response.status, response.body.len()), (StatusCode::OK, MAX_POST_RESPONSE_BYTES));
    }
}
