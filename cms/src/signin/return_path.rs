//! Where to go after signing in: a path of this server and nothing else (R314).

use crate::identity::model::Account;

/// No place was named: where to go is seen when it is known who it is, see [`after`].
pub const UNSAID: &str = "";

/// Where `account` goes once signed in: to `wanted`, if that is a path of this guide beyond doubt; otherwise staff to
/// the console, everybody else to the guide.
pub fn after<'a>(wanted: &'a str, account: &Account) -> &'a str {
    match checked(Some(wanted)) {
        UNSAID if account.is_staff() => "/admin-portal",
        UNSAID => "/",
        path => path,
    }
}

/// `wanted` if it is a path of this guide beyond doubt, otherwise [`UNSAID`].
///
/// Browsers, proxies and people read addresses differently, so what one of them could take for another host is refused:
/// `//host`, `/\host`, the same percent-encoded (twice, too), control characters that browsers drop (`/<tab>/host`),
/// dot segments that leave `//` behind. Schemes and user names cannot stand in what begins with a slash.
pub fn checked(wanted: Option<&str>) -> &str {
    wanted.filter(|path| is_own(path)).unwrap_or(UNSAID)
}

fn is_own(target: &str) -> bool {
    if target.len() > 2048 || !target.starts_with('/') || !target.bytes().all(|byte| byte.is_ascii_graphic()) {
        return false;
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let mut path = path.as_bytes().to_vec();
    let mut whole = target.as_bytes().to_vec();
    // Three readings, for those on the way who decode once more than they should. What is wrapped deeper than that has
    // something to hide.
    for _ in 0..3 {
        let leaves = path.split(|byte| *byte == b'/').any(|part| part == b"." || part == b"..");
        if leaves || path.windows(2).any(|pair| pair == b"//") {
            return false;
        }
        if whole.iter().any(|byte| *byte == b'\\' || byte.is_ascii_control()) {
            return false;
        }
        let once_more = decoded(&whole);
        if once_more == whole {
            return true;
        }
        (path, whole) = (decoded(&path), once_more);
    }
    false
}

/// Percent-decoded once; what is no escape stays.
fn decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let hex = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
        rest = after;
        match (first, after) {
            (b'%', [high, low, beyond @ ..]) if hex(*high).is_some() && hex(*low).is_some() => {
                out.push(hex(*high).unwrap_or_default() << 4 | hex(*low).unwrap_or_default());
                rest = beyond;
            }
            _ => out.push(*first),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    // R314
    #[test]
    fn return_path_within_this_server_is_accepted() {
        for path in [
            "/",
            "/admin-portal",
            "/admin-portal#/businesses/7",
            "/places/hang-son-doong?from=map",
            "/explore?q=%C4%91%E1%BB%99ng&near=17.6,106.3",
            "/a/%40b",
            "/saved?next=https://guide.example//x",
        ] {
            assert_eq!(checked(Some(path)), path);
        }
    }

    // R314
    #[test]
    fn return_path_that_could_lead_elsewhere_is_refused() {
        for path in [
            "",
            "admin-portal",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\\/evil.example",
            "/%2Fevil.example",
            "/%2f%2fevil.example",
            "%2F%2Fevil.example",
            "/%5Cevil.example",
            "/%255Cevil.example",
            "/%252Fevil.example",
            "/%25252Fevil.example",
            "/\t/evil.example",
            "/%09/evil.example",
            "/\n/evil.example",
            "/%0d%0aSet-Cookie:x=y",
            "/a?b=%0d%0aLocation:x",
            "/.//evil.example",
            "/a/..//evil.example",
            "/%2e%2e/%2fevil.example",
            "/a//evil.example",
            "https://evil.example",
            "HTTPS:evil.example",
            "javascript:alert(1)",
            "data:text/html,x",
            "user@evil.example",
            "//user:pass@evil.example",
            " /admin-portal",
            " //evil.example",
            "/đ",
            "/\u{2028}",
            "/a\0b",
        ] {
            assert_eq!(checked(Some(path)), UNSAID, "{path:?}");
        }
        assert_eq!(checked(Some(&format!("/{}", "a".repeat(3000)))), UNSAID);
        assert_eq!(checked(None), UNSAID);
    }
}
