//! The proof of a claim on the website of a place: a file or a meta tag with the token.

use std::time::Duration;

use axum::http::StatusCode;
use url::Url;

use crate::http::app::App;
use crate::http::problem::Problem;
use crate::integrations::guarded_client::{GuardedClientError, Refusal};

/// The path of the file that proves a claim. The content of the file is the token.
pub const PROOF_PATH: &str = "/.well-known/karst-claim.txt";
/// The name of the meta tag that proves a claim, in the head of the page. Its attribute `content` is the token.
pub const META_TAG_NAME: &str = "karst-claim";
const MAX_FILE_BYTES: usize = 1 << 10;
/// The maximum number of bytes of the page that are read. The meta tag is in the head, at the beginning.
const MAX_PAGE_BYTES: usize = 256 << 10;
/// The maximum number of redirects, all on the same host.
const MAX_REDIRECTS: usize = 2;

/// The maximum number of concurrent checks.
pub const MAX_CONCURRENT_WEBSITE_CHECKS: usize = 8;
/// The maximum number of concurrent checks of one host.
pub const MAX_CONCURRENT_WEBSITE_CHECKS_PER_HOST: usize = 1;
/// The time limit of a check with all its requests.
const WEBSITE_CHECK_TIMEOUT: Duration = Duration::from_secs(20);

/// Whether the website shows the token: in the file, or in the page at its published address. `false` if the website is
/// unreachable. Errors: 503 if too many checks are running, in total or for this host.
pub async fn shows_token(app: &App, website: &str, token: &str) -> Result<bool, Problem> {
    let Ok(page_url) = Url::parse(website) else { return Ok(false) };
    let Some(_permit) = app.claims.request_permits.try_acquire(page_url.host_str().unwrap_or_default()) else {
        return Err(Problem::unavailable("Other checks are running. Please try again in a moment."));
    };
    let check = async {
        let file = fetch_text(app, page_url.join(PROOF_PATH).ok(), MAX_FILE_BYTES).await;
        file.is_some_and(|text| text.trim() == token)
            || fetch_text(app, Some(page_url), MAX_PAGE_BYTES).await.is_some_and(|html| has_meta_tag(&html, token))
    };
    Ok(tokio::time::timeout(WEBSITE_CHECK_TIMEOUT, check).await.unwrap_or(false))
}

/// The first `max_bytes` of the document at `url`. Follows at most `MAX_REDIRECTS` redirects. `None` if the document
/// cannot be read, or if a redirect leads to another host.
async fn fetch_text(app: &App, url: Option<Url>, max_bytes: usize) -> Option<String> {
    let mut url = url?;
    for _ in 0..=MAX_REDIRECTS {
        let mut response = app.claims.client.get(url.as_str(), max_bytes).await;
        if matches!(response, Err(GuardedClientError::Refused(Refusal::NotHttps))) && url.scheme() == "http" {
            // The client refuses public addresses that begin with `http`. Places still publish such addresses, so the
            // request is repeated with `https`.
            url.set_scheme("https").ok()?;
            response = app.claims.client.get(url.as_str(), max_bytes).await;
        }
        let response = response.ok()?;
        if response.status == StatusCode::OK {
            return Some(String::from_utf8_lossy(&response.body).into_owned());
        }
        let target = response.location.filter(|_| response.status.is_redirection())?;
        url = url.join(&target).ok().filter(|target| is_web_address_on_same_host(&url, target))?;
    }
    None
}

/// Whether `target` is a web address on the host and port of `url`. A leading `www.` is ignored.
fn is_web_address_on_same_host(url: &Url, target: &Url) -> bool {
    let host = |url: &Url| url.host_str().map(|host| host.strip_prefix("www.").unwrap_or(host).to_owned());
    let is_same = host(url).is_some() && host(url) == host(target) && url.port() == target.port();
    is_same && matches!(target.scheme(), "http" | "https")
}

/// Whether the head of a page has the meta tag with the token. The body does not count, because it may contain texts of
/// other people.
fn has_meta_tag(html: &str, token: &str) -> bool {
    // `to_ascii_lowercase` keeps all byte positions, so that positions in `lower` are valid in `html`.
    let lower = html.to_ascii_lowercase();
    let end = ["<body", "</head"].into_iter().filter_map(|tag| lower.find(tag)).min().unwrap_or(lower.len());
    lower[..end].match_indices("<meta").any(|(at, _)| {
        let tag = &html[at..end];
        let tag = &tag[..tag.find('>').unwrap_or(tag.len())];
        attribute(tag, "name").is_some_and(|name| name.eq_ignore_ascii_case(META_TAG_NAME))
            && attribute(tag, "content") == Some(token)
    })
}

/// The value of an attribute of a tag, quoted or unquoted in the HTML. `None` if the tag has no such attribute.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let lower = tag.to_ascii_lowercase();
    let name_match = lower.match_indices(name).find(|(at, _)| {
        lower[..*at].ends_with(|c: char| c.is_ascii_whitespace() || c == '"' || c == '\'')
            && lower[at + name.len()..].trim_start().starts_with('=')
    });
    let rest = &tag[name_match?.0 + name.len()..];
    let value = rest.trim_start().strip_prefix('=')?.trim_start();
    match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next(),
        _ => value.split(|c: char| c.is_ascii_whitespace() || c == '/').next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R541
    #[test]
    fn only_meta_tag_with_token_in_head_is_a_proof() {
        for (html, expected) in [
            (r#"<html><head><meta name="karst-claim" content="abc"></head>"#, true),
            (r#"<META CONTENT='abc' NAME='Karst-Claim' /><title>é</title>"#, true),
            ("<head><meta charset=utf-8><meta name=karst-claim content=abc></head>", true),
            (r#"<meta name="karst-claim" content="abcd">"#, false),
            (r#"<meta name="description" content="karst-claim abc">"#, false),
            (r#"<head></head><body><meta name="karst-claim" content="abc">"#, false),
            (r#"<title>x</title><body class="y"><meta name="karst-claim" content="abc">"#, false),
            ("", false),
        ] {
            assert_eq!(has_meta_tag(html, "abc"), expected, "{html}");
        }
    }

    // R541
    #[test]
    fn is_web_address_on_same_host_ignores_www_and_rejects_other_schemes() {
        let url = Url::parse("http://lantern-cave.example/").expect("a URL");
        for (target, expected) in [
            ("https://www.lantern-cave.example/en", true),
            ("https://lantern-cave.example.org/", false),
            ("https://evil.example/", false),
            ("file:///etc/passwd", false),
        ] {
            assert_eq!(is_web_address_on_same_host(&url, &Url::parse(target).expect(target)), expected, "{target}");
        }
    }
}
