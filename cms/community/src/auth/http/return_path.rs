//! The path to return to after a sign-in: a path of this server only (R314).

use percent_encoding::percent_decode;

use crate::auth::domain::accounts::Account;

/// No return path: [`resolve`] chooses one by the account's role.
pub const NO_RETURN_PATH: &str = "";

/// The path for `account` after a sign-in: `requested_path` if it is safe. Otherwise staff get the console, and other
/// accounts the home page.
pub fn resolve<'a>(requested_path: &'a str, account: &Account) -> &'a str {
    match validate(requested_path) {
        NO_RETURN_PATH if account.is_staff() => "/admin-portal",
        NO_RETURN_PATH => "/",
        path => path,
    }
}

/// `requested_path` if it is safe, or else [`NO_RETURN_PATH`].
///
/// Browsers and proxies parse URLs differently. Every path that one of them could read as a URL with another host is
/// therefore rejected:
///
/// - `//host` and `/\host`, also in percent-encoded form
/// - control characters, which browsers drop: `/<tab>/host`
/// - dot segments, because removing them can leave `//` behind
///
/// A path that begins with a slash has neither a scheme nor a user name.
pub fn validate(requested_path: &str) -> &str {
    if is_safe(requested_path) { requested_path } else { NO_RETURN_PATH }
}

fn is_safe(target: &str) -> bool {
    if target.len() > 2048 || !target.starts_with('/') || !target.bytes().all(|byte| byte.is_ascii_graphic()) {
        return false;
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let mut path = path.as_bytes().to_vec();
    let mut target_bytes = target.as_bytes().to_vec();
    // A proxy may decode the path again. The path is therefore checked as sent, decoded once and decoded twice. A path
    // that is percent-encoded more often is rejected.
    for _ in 0..3 {
        let has_dot_segment = path.split(|byte| *byte == b'/').any(|part| part == b"." || part == b"..");
        if has_dot_segment || path.windows(2).any(|pair| pair == b"//") {
            return false;
        }
        if target_bytes.iter().any(|byte| *byte == b'\\' || byte.is_ascii_control()) {
            return false;
        }
        let decoded_target: Vec<u8> = percent_decode(&target_bytes).collect();
        if decoded_target == target_bytes {
            return true;
        }
        path = percent_decode(&path).collect();
        target_bytes = decoded_target;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    // R314
    #[test]
    fn safe_return_path_is_accepted() {
        for path in [
            "/",
            "/admin-portal",
            "/admin-portal#/businesses/7",
            "/places/hang-son-doong?from=map",
            "/explore?q=%C4%91%E1%BB%99ng&near=17.6,106.3",
            "/a/%40b",
            "/saved?next=https://guide.example//x",
        ] {
            assert_eq!(validate(path), path);
        }
    }

    // R314
    #[test]
    fn unsafe_return_path_is_refused() {
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
            assert_eq!(validate(path), NO_RETURN_PATH, "{path:?}");
        }
        assert_eq!(validate(&format!("/{}", "a".repeat(3000))), NO_RETURN_PATH);
    }
}
