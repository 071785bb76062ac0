//! Decides whether an address is public: reachable over the internet, and in no network of this machine or its
//! provider.

use std::net::IpAddr;
use std::sync::LazyLock;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// IPv4 networks for special purposes (RFC 6890 and the registry of IANA).
static SPECIAL_PURPOSE_V4_NETWORKS: LazyLock<Vec<Ipv4Net>> = LazyLock::new(|| {
    parse_networks(&[
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10", // shared by the customers of an internet provider (RFC 6598)
        "127.0.0.0/8",
        "169.254.0.0/16", // link-local; cloud machines read their metadata and credentials at an address of it
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24", // relays of 6to4, now reserved
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    ])
});

/// Global unicast addresses of IPv6. Excludes loopback, link-local, unique local, multicast, IPv4-mapped and NAT64.
static GLOBAL_V6_NETWORKS: LazyLock<Vec<Ipv6Net>> = LazyLock::new(|| parse_networks(&["2000::/3"]));

/// Networks for special purposes within [`GLOBAL_V6_NETWORKS`].
static SPECIAL_PURPOSE_V6_NETWORKS: LazyLock<Vec<Ipv6Net>> = LazyLock::new(|| {
    parse_networks(&[
        "2001::/23", // protocols of the IETF, such as Teredo
        "2001:db8::/32",
        "2002::/16", // 6to4: each address contains an IPv4 address
        "2620:4f:8000::/48",
        "3fff::/20",
    ])
});

fn parse_networks<T: std::str::FromStr>(networks: &[&str]) -> Vec<T> {
    networks.iter().filter_map(|network| network.parse().ok()).collect()
}

/// Whether the address is public.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !SPECIAL_PURPOSE_V4_NETWORKS.iter().any(|network| network.contains(&address)),
        IpAddr::V6(address) => {
            let is_in = |networks: &[Ipv6Net]| networks.iter().any(|network| network.contains(&address));
            is_in(&GLOBAL_V6_NETWORKS) && !is_in(&SPECIAL_PURPOSE_V6_NETWORKS)
        }
    }
}

/// Whether the address is in one of the networks. An IPv4-mapped IPv6 address is also checked as an IPv4 address.
pub fn is_in_networks(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address) || network.contains(&address.to_canonical()))
}

#[cfg(test)]
mod tests {
    use super::*;

    // R482
    #[test]
    fn only_addresses_outside_of_special_networks_are_public() {
        let special_addresses =
            "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.1.2.3 169.254.169.254
            172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1
            203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
            :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:93.184.216.34 64:ff9b::7f00:1 64:ff9b::5db8:d822
            64:ff9b:1::1 100::1 2001::1 2001:20::1 2001:db8::1 2002:7f00:1::1 2002:5db8:d822::1 3fff::1 5f00::1 fc00::1
            fd00:ec2::254 fe80::1 fec0::1 ff02::1";
        for address in special_addresses.split_whitespace() {
            assert!(!is_public(address.parse().expect(address)), "{address}");
        }
        let public_addresses =
            "1.1.1.1 9.255.255.255 11.0.0.1 93.184.216.34 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1
            169.253.255.255 172.15.255.255 172.32.0.1 192.167.255.255 198.17.255.255 198.20.0.1 223.255.255.255
            2606:4700:4700::1111 2a00:1450:4001::1 2400:cb00::1 2003::1";
        for address in public_addresses.split_whitespace() {
            assert!(is_public(address.parse().expect(address)), "{address}");
        }
        assert_eq!(
            (SPECIAL_PURPOSE_V4_NETWORKS.len(), GLOBAL_V6_NETWORKS.len(), SPECIAL_PURPOSE_V6_NETWORKS.len()),
            (18, 1, 5),
            "each network is parsed"
        );
    }

    #[test]
    fn ipv4_network_contains_ipv4_mapped_forms_of_its_addresses() {
        let networks = [IpNet::V4(Ipv4Net::new_assert([10, 0, 0, 0].into(), 8))];
        for (address, expected) in
            [("10.1.2.3", true), ("::ffff:10.1.2.3", true), ("11.1.2.3", false), ("fd00::1", false)]
        {
            assert_eq!(is_in_networks(&networks, address.parse().expect(address)), expected, "{address}");
        }
    }
}
