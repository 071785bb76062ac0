//! Finds links in plain text: with a scheme, with `www.`, or as a host name alone.

use crate::common::text::fold;

/// Top-level domains that are not words.
const TOP_LEVEL_DOMAINS: [&str; 31] = [
    "com", "net", "org", "info", "biz", "xyz", "vn", "io", "ru", "cn", "tk", "ml", "ga", "cf", "gq", "cc", "tv", "uk",
    "de", "fr", "icu", "asia", "vip", "eu", "us", "au", "sg", "kr", "jp", "th", "la",
];
/// Top-level domains that are also words: "fun.so" may be two sentences with a missing space.
const WORD_DOMAINS: [&str; 26] = [
    "app", "bet", "bid", "casino", "click", "club", "date", "dev", "fun", "link", "live", "loan", "me", "men", "ly",
    "online", "pro", "review", "shop", "site", "space", "store", "top", "website", "win", "work",
];
/// Hosts of link shorteners and chats, which hide where a link leads.
const REDIRECTING_HOSTS: [&str; 16] = [
    "bit.ly",
    "tinyurl.com",
    "goo.su",
    "is.gd",
    "t.co",
    "cutt.ly",
    "rebrand.ly",
    "ow.ly",
    "shorturl.at",
    "t.me",
    "wa.me",
    "zalo.me",
    "telegram.me",
    "s.id",
    "rb.gy",
    "telegram.org",
];
/// Hosts of maps.
const MAP_HOSTS: [&str; 8] = [
    "maps.app.goo.gl",
    "goo.gl",
    "maps.google.com",
    "google.com",
    "google.com.vn",
    "openstreetmap.org",
    "maps.apple.com",
    "osm.org",
];

/// A link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The host, in lower case, without `www.`.
    pub host: String,
    /// The part after the host, with the slash.
    pub path: String,
}

impl Link {
    /// Whether it shows a place on a map.
    pub fn is_map(&self) -> bool {
        let is_known = MAP_HOSTS.contains(&self.host.as_str());
        is_known && (!self.host.starts_with("go") || self.path.contains("/map") || self.host == "goo.gl")
    }

    /// Whether it is a link of a shortener or a chat.
    pub fn hides_target(&self) -> bool {
        REDIRECTING_HOSTS.contains(&self.host.as_str())
    }

    /// The tokens for the classifier: the host, its top-level domain, and the words in both parts.
    pub fn names(&self) -> Vec<String> {
        let domain = self.host.rsplit('.').next().unwrap_or_default();
        let mut names = vec![format!("host:{}", self.host), format!("host:*.{domain}")];
        let parts = [self.host.trim_end_matches(domain), &self.path].join("-");
        let words = parts.split(|c: char| !c.is_alphanumeric()).filter(|word| (3..=20).contains(&word.len()));
        names.extend(words.map(fold));
        names
    }
}

/// The link in a piece of text without spaces, if any.
pub fn parse(piece: &str) -> Option<Link> {
    if !piece.contains(['.', ':']) {
        return None;
    }
    let lower = piece.to_lowercase();
    let schemes = ["http://", "https://", "hxxp://", "hxxps://"];
    let after_scheme = schemes.iter().find_map(|scheme| lower.split_once(scheme)).map(|(_, rest)| rest);
    if let Some(rest) = after_scheme {
        return Some(split(rest));
    }
    let trimmed = piece.trim_matches(|c: char| !(c.is_alphanumeric() || c == '/'));
    let link = split(&trimmed.to_lowercase());
    let labels: Vec<&str> = link.host.split('.').collect();
    let (Some(domain), true) = (labels.last(), labels.len() >= 2) else { return None };
    let is_name =
        labels.iter().all(|label| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-'));
    if !is_name || trimmed.contains('@') {
        return None;
    }
    // "It was great.De nada": a capital after the full stop begins a sentence.
    let written_domain = trimmed.split('/').next().and_then(|host| host.rsplit('.').next()).unwrap_or_default();
    let begins_a_sentence =
        written_domain.starts_with(char::is_uppercase) && !written_domain.chars().all(char::is_uppercase);
    let looks_like_address =
        link.path.len() > 1 || labels[0] == "www" || trimmed.contains(|c: char| c.is_ascii_digit() || c == '-');
    let is_link = lower.contains("www.")
        || (TOP_LEVEL_DOMAINS.contains(domain) || (WORD_DOMAINS.contains(domain) && looks_like_address))
            && !begins_a_sentence;
    is_link.then_some(link)
}

fn split(address: &str) -> Link {
    let at = address.find(['/', '?', '#']).unwrap_or(address.len());
    let (host, path) = address.split_at(at);
    let host = host.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    Link { host: host.trim_start_matches("www.").to_owned(), path: path.to_owned() }
}

/// The text with dots in place of the word "dot", with which links are disguised.
pub fn restore_dots(text: &str) -> String {
    let mut text = text.to_owned();
    for dot in ["[dot]", "(dot)", " dot ", " [.] ", "[.]", "(.)", " chấm ", "(chấm)"] {
        // Becomes a dot only before a top-level domain, so not in "the dot on the map".
        while let Some(at) = text.find(dot) {
            let after = &text[at + dot.len()..];
            let domain: String = after.chars().take_while(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
            let is_dot = TOP_LEVEL_DOMAINS.contains(&domain.as_str()) || WORD_DOMAINS.contains(&domain.as_str());
            text.replace_range(at..at + dot.len(), if is_dot { "." } else { " " });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(piece: &str) -> Option<String> {
        parse(piece).map(|link| link.host)
    }

    #[test]
    fn links_are_found_in_all_spellings() {
        for (piece, expected) in [
            ("https://www.Example.com/a?b", "example.com"),
            ("(http://example.com)", "example.com"),
            ("see:https://user@example.vn:8080/x", "example.vn"),
            ("www.example.travel", "example.travel"),
            ("w88-vn.top", "w88-vn.top"),
            ("nhacai.com,", "nhacai.com"),
            ("bit.ly/3xYz", "bit.ly"),
            ("EXAMPLE.COM", "example.com"),
        ] {
            assert_eq!(host(piece).as_deref(), Some(expected), "{piece}");
        }
        assert_eq!(restore_dots("go to casino dot com or w88[dot]vip"), "go to casino.com or w88.vip");
        assert_eq!(restore_dots("the red dot on the map"), "the red on the map");
    }

    #[test]
    fn text_without_a_link_is_not_parsed() {
        for piece in [
            "cave.The",
            "fun.So",
            "great.fun",
            "e.g.",
            "3.5",
            "17.58,106.28",
            "...",
            "linh@example.org",
            "a.m.",
            "Mr.De",
        ] {
            assert_eq!(host(piece), None, "{piece}");
        }
    }

    #[test]
    fn links_of_maps_and_shorteners_are_distinguished() {
        for map in ["https://maps.app.goo.gl/abc", "https://www.google.com/maps/place/x", "https://goo.gl/maps/x"] {
            assert!(parse(map).expect("a link").is_map(), "{map}");
        }
        assert!(!parse("https://google.com/search?q=x").expect("a link").is_map());
        assert!(parse("t.me/vaytien").expect("a link").hides_target());
    }
}
