//! Web addresses, validated as browsers do: by the WHATWG URL algorithm, http and https only.

use std::borrow::Cow;

use url::Url;

/// Whether the `URL` class of browsers accepts `text` as an http or https address. Empty text is accepted: whether a
/// field may be empty is a separate rule.
pub fn is_http_url(text: &str) -> bool {
    text.is_empty() || parse(text).is_some()
}

/// Whether `text` can be the address of an image: a path on this site (never `//host`), or an http(s) address that is
/// not a maps search. Empty text is accepted, as by [`is_http_url`].
pub fn is_image_url(text: &str) -> bool {
    if text.starts_with('/') {
        let is_plain = !text.starts_with("//") && !text.contains(|c: char| c.is_whitespace() || c == '\\');
        let path = text.split(['?', '#']).next().unwrap_or_default();
        return is_plain && !path.contains("/maps/search");
    }
    text.is_empty() || parse(text).is_some_and(|url| !url.path().contains("/maps/search"))
}

/// The address as it is stored: unchanged, or as the URL parser serializes it if it has blanks, control characters or
/// backslashes, or does not begin with `http(s)://`. Programs other than browsers interpret those differently.
/// Text that does not parse is returned unchanged.
pub fn normalized(text: &str) -> Cow<'_, str> {
    let starts_with = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let is_ambiguous = |c: char| c <= ' ' || c == '\\' || c == '\u{7f}';
    let is_plain = (starts_with("http://") || starts_with("https://")) && !text.contains(is_ambiguous);
    match parse(text) {
        Some(url) if !is_plain => Cow::Owned(url.into()),
        _ => Cow::Borrowed(text),
    }
}

fn parse(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
}
