//! Properties that hold for every input of the parsers of untrusted bytes. `fuzzing.rs` and the targets of `cms/fuzz`
//! supply the inputs.

use std::net::{IpAddr, Ipv4Addr};
use std::panic::{AssertUnwindSafe, catch_unwind};

use axum::http::{HeaderMap, HeaderValue, header};
use cms::articles::html_sanitizer as sanitizer;
use cms::articles::requests::overlay_error;
use cms::common::clock::Timestamp;
use cms::common::id::PlaceId;
use cms::http::input::pagination::{ColumnValue, Cursor};
use cms::http::input::update;
use cms::http::{cache, caller};
use cms::places::opening_hours::schedule;
use serde_json::{Map, Value};

/// The time at which opening hours are computed: 21 November 2026, 08:00 UTC.
const COMPUTATION_TIME: Timestamp = Timestamp(1_795_248_000_000);

/// Elements with active content, and elements that browsers parse differently from other parsers.
const FORBIDDEN_ELEMENTS: [&str; 19] = [
    "script", "style", "iframe", "frame", "object", "embed", "svg", "math", "template", "noscript", "form", "input",
    "button", "textarea", "base", "link", "meta", "title", "xmp",
];

/// Sanitizing is idempotent, and the result has no active content.
pub fn check_html(bytes: &[u8]) {
    let Some(clean) = sanitizer::clean(&String::from_utf8_lossy(bytes)) else { return };
    assert_eq!(sanitizer::clean(&clean).as_ref(), Some(&clean), "sanitizing again changes it");
    for piece in clean.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').unwrap_or_else(|| panic!("an unclosed tag: {piece}"));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(!FORBIDDEN_ELEMENTS.contains(&name.trim_start_matches('/')), "<{tag}> is not removed");
        // The serializer writes `name="value"` and escapes quotes. Splitting at quotes therefore gives names and values
        // in turn.
        let parts: Vec<&str> = attributes.split('"').collect();
        for pair in parts.chunks(2) {
            let [name, value] = pair else { continue };
            let name = name.trim().trim_end_matches('=');
            assert!(!name.starts_with("on"), "<{tag}> is active content");
            assert!(!["style", "class", "srcdoc", "action", "formaction"].contains(&name), "<{tag}> has {name}");
            assert!(name != "id" || value.starts_with("part-"), "<{tag}> has an id that the page could have");
            let address: String =
                value.chars().filter(|character| !character.is_whitespace() && !character.is_control()).collect();
            let has_script_scheme =
                ["javascript:", "data:", "vbscript:"].iter().any(|scheme| address.to_lowercase().starts_with(scheme));
            assert!(!matches!(name, "href" | "src") || !has_script_scheme, "<{tag}> has a forbidden URL");
        }
    }
}

/// An accepted image has at least one variant, and no side longer than `MAX_SIDE`. A variant is at most 1920 pixels
/// wide, and not wider than the image.
pub fn check_image_file(bytes: &[u8]) {
    let Ok(prepared) = imaging::prepare(bytes) else { return };
    assert!(prepared.width <= imaging::MAX_SIDE && prepared.height <= imaging::MAX_SIDE);
    assert!(!prepared.variants.is_empty());
    for variant in &prepared.variants {
        assert!((1..=1920).contains(&variant.width) && variant.width <= prepared.width, "{variant:?}");
        assert!(variant.height > 0 && !variant.bytes.is_empty(), "{variant:?}");
    }
}

/// The opening periods of a day are in order with gaps between them. They begin on that day and end on the next day at
/// the latest. The schedule is shorter than 32 kB as JSON.
pub fn check_opening_hours(bytes: &[u8]) {
    let text: String = String::from_utf8_lossy(bytes).chars().take(255).collect();
    // If the parser panics, the server refuses the text: see `compute_schedule_on_blocking_thread`.
    let Ok(Ok(opening)) = catch_unwind(AssertUnwindSafe(|| schedule::compute_schedule(&text, COMPUTATION_TIME))) else {
        return;
    };
    for day in opening.weeks.iter().flat_map(|week| &week.days) {
        assert!(day.iter().all(|[from, to]| from < to && *from < 1440 && *to <= 2880), "{text}: {day:?}");
        assert!(day.windows(2).all(|pair| pair[0][1] < pair[1][0]), "{text}: {day:?}");
    }
    assert!(serde_json::to_string(&opening).unwrap().len() < 32_000, "{text}");
}

/// An accepted map overlay has a `type`, no NUL and at most 64 kB. The overlay is accepted again after serialization.
pub fn check_overlay(bytes: &[u8]) {
    let Ok(overlay) = serde_json::from_slice::<Map<String, Value>>(bytes) else { return };
    if overlay_error(&overlay).is_some() {
        return;
    }
    let text = serde_json::to_string(&overlay).unwrap();
    assert_eq!(overlay_error(&serde_json::from_str(&text).unwrap()), None);
    assert!(text.len() <= 64 << 10 && !text.contains("\\u0000"));
    assert!(overlay["type"].is_string());
}

/// The key of a decoded cursor is a text or a number, as requested, and a text has no NUL. Encoding and decoding the
/// cursor again gives the same cursor.
pub fn check_cursor(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for has_text_key in [true, false] {
        let Some(cursor) = Cursor::<PlaceId>::decode(&text, has_text_key) else { continue };
        assert_eq!(matches!(&cursor.key, ColumnValue::Text(_)), has_text_key);
        if let ColumnValue::Text(key) = &cursor.key {
            assert!(!key.contains('\0'), "PostgreSQL takes no NUL");
        }
        assert_eq!(Cursor::decode(&cursor.encode(), has_text_key), Some(cursor));
    }
}

/// `If-Match` has at least one version or `*`. `If-None-Match` matches an ETag only if the header contains the ETag or
/// `*`. An ETag with a version has a digit after its first quotation mark. No `Accept-Encoding` causes a panic.
pub fn check_conditional_headers(bytes: &[u8]) {
    let Ok(value) = HeaderValue::from_bytes(bytes) else { return };
    let headers_with = |name| HeaderMap::from_iter([(name, value.clone())]);
    match update::IfMatch::parse(&headers_with(header::IF_MATCH)).0 {
        Some(versions) => assert!(!versions.is_empty() && versions.iter().all(|version| *version >= -1)),
        None => assert!(bytes.contains(&b'*'), "a condition was lost"),
    }
    let etag = HeaderValue::from_static("\"3.abcdefghijklmnopqrst\"");
    if cache::matches_if_none_match(&headers_with(header::IF_NONE_MATCH), &etag) {
        let text = String::from_utf8_lossy(bytes);
        assert!(text.contains('*') || text.contains("\"3.abcdefghijklmnopqrst\""));
    }
    if let Some(version) = cache::etag_version(bytes) {
        let opaque_tag = bytes.strip_prefix(b"W/").unwrap_or(bytes);
        assert!(version >= 0 && opaque_tag.starts_with(b"\"") && opaque_tag[1].is_ascii_digit());
    }
    cache::preferred_encoding(&headers_with(header::ACCEPT_ENCODING));
}

/// The client address is the peer if the peer is not a trusted proxy. Otherwise, the client address is the last address
/// in `X-Forwarded-For` that is not a trusted proxy.
pub fn check_forwarded_for(bytes: &[u8]) {
    let trusted_proxies = ["10.0.0.0/8".parse().unwrap(), "127.0.0.0/8".parse().unwrap()];
    let mut headers = HeaderMap::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        if let Ok(value) = HeaderValue::from_bytes(line) {
            headers.append("x-forwarded-for", value);
        }
    }
    let (peer, proxy) = (IpAddr::V4(Ipv4Addr::new(203, 0, 113, 9)), IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)));
    assert_eq!(caller::client_address(peer, &headers, &trusted_proxies), peer);
    caller::client_address(proxy, &headers, &trusted_proxies);
    headers.append("x-forwarded-for", HeaderValue::from_static("203.0.113.9, 10.0.0.2"));
    assert_eq!(caller::client_address(proxy, &headers, &trusted_proxies), peer);
}
