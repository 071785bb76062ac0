//! The client address of a request: that of the connection, or the one that trusted proxies report.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::{HeaderMap, header, request::Parts};
use ipnet::IpNet;

use crate::http::app::App;
use crate::http::problem::Problem;

/// The number of characters of the user agent that are kept.
const MAX_AGENT_CHARS: usize = 500;

/// The client on the network level.
#[derive(Clone, Debug)]
pub struct Client {
    /// The client address.
    pub address: IpAddr,
    /// The `User-Agent`; may be empty.
    pub agent: String,
}

impl FromRequestParts<App> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let peer = peer.unwrap_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED));
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        let agent = agent.chars().take(MAX_AGENT_CHARS).collect();
        Ok(Self { address: origin(peer, &parts.headers, &app.trusted_proxies), agent })
    }
}

/// The last untrusted address. `X-Forwarded-For` is read from the right: each proxy appends the address of its client,
/// so everything to the left of the first untrusted address may be forged.
pub fn origin(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    let mut origin = peer.to_canonical();
    let lines: Vec<&[u8]> = headers.get_all("x-forwarded-for").iter().map(|line| line.as_bytes()).collect();
    // Each hop is parsed separately: a forged value to the left of a proxy's entry must not invalidate that entry.
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(|byte| *byte == b',')) {
        if !is_trusted(origin) {
            break;
        }
        let Some(before) = std::str::from_utf8(hop).ok().and_then(|hop| parse_hop(hop.trim())) else { break };
        origin = before;
    }
    origin
}

/// Parses an address with or without a port, with or without the brackets of IPv6.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    let plain = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']')).unwrap_or(hop);
    let address = plain.parse().or_else(|_| hop.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn from(peer: &str, lines: &[&'static str]) -> String {
        let trusted: Vec<IpNet> =
            ["127.0.0.1/32", "10.0.0.0/8", "fd00::/8"].iter().map(|net| net.parse().expect("a network")).collect();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        origin(peer.parse().expect("an address"), &headers, &trusted).to_string()
    }

    // R311
    #[test]
    fn client_address_ignores_entries_that_no_trusted_proxy_added() {
        assert_eq!(from("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(from("127.0.0.1", &["198.51.100.1, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(from("127.0.0.1", &["198.51.100.1", "203.0.113.9"]), "203.0.113.9");
    }

    // R311
    #[test]
    fn client_address_with_invalid_bytes_before_the_proxy_entry_is_found() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_bytes(b"\xe9, 203.0.113.9").expect("a value"));
        let found = origin(IpAddr::from([127, 0, 0, 1]), &headers, &["127.0.0.1/32".parse().expect("a network")]);
        assert_eq!(found.to_string(), "203.0.113.9");
    }

    #[test]
    fn client_address_skips_trusted_proxies() {
        assert_eq!(from("127.0.0.1", &["203.0.113.9, 10.1.2.3"]), "203.0.113.9");
        assert_eq!(from("::ffff:127.0.0.1", &["2001:db8::7"]), "2001:db8::7");
        assert_eq!(from("fd00::1", &["[2001:db8::7]:4711"]), "2001:db8::7");
        assert_eq!(from("10.0.0.1", &["203.0.113.9:4711"]), "203.0.113.9");
        assert_eq!(from("10.0.0.1", &["10.0.0.2"]), "10.0.0.2", "a whole chain of ours");
    }

    #[test]
    fn unreadable_entry_ends_the_search_for_the_client_address() {
        for nonsense in ["", "unknown", "203.0.113.9, _hidden", "1.2.3", "203.0.113.9,"] {
            let mut headers = HeaderMap::new();
            headers.append("x-forwarded-for", HeaderValue::from_str(nonsense).expect("a value"));
            let found = origin(IpAddr::from([127, 0, 0, 1]), &headers, &["127.0.0.1/32".parse().expect("a network")]);
            assert_eq!(found.to_string(), "127.0.0.1", "{nonsense}");
        }
    }
}
