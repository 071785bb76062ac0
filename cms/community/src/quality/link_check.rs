//! Checks a link: sends a HEAD request (or GET, if HEAD fails), follows redirects, and decides whether the link works.
//!
//! Each request, also to the target of a redirect, goes through the guarded client, so none reaches a private network.

use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use tokio::time;
use url::Url;

use super::dto::LinkFailure;
use crate::common::clock::Timestamp;
use crate::common::keyed_semaphore::Permit;
use crate::common::version::VERSION;
use crate::http::app::App;
use crate::integrations::guarded_client::{GuardedClientError, GuardedResponse};

/// The maximum number of concurrent requests.
pub const MAX_CONCURRENT_REQUESTS: usize = 16;
/// The maximum number of concurrent requests to a host. Only the replica with the lease of
/// `link_store::lease_link_checks` sends requests. If its lease expires during a request, the next replica can send a
/// second request to the same host.
pub const MAX_CONCURRENT_REQUESTS_PER_HOST: usize = 1;
/// The maximum time that a request waits for a permit, while other requests to the same host have all permits.
const MAX_WAIT_FOR_PERMIT: Duration = Duration::from_secs(10);
const PERMIT_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The time limit of a check, including all redirects and the waiting times for permits.
pub const CHECK_TIMEOUT: Duration = Duration::from_secs(60);
const MAX_REDIRECTS: usize = 5;

/// The time between two checks of a link, in seconds: a week.
const CHECK_INTERVAL_S: i64 = 7 * 24 * 3600;
/// The time after the first failed check at which the link is checked again, in seconds: a day. A link that also fails
/// in this second check is dead.
const SECOND_CHECK_DELAY_S: i64 = 24 * 3600;

/// Whether a link works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkResult {
    /// The status is 2xx.
    Works,
    /// The check cannot tell, because the server may treat programs differently from browsers: it requires a sign-in,
    /// limits requests, or redirects to the same page or to an app.
    Unknown,
    /// Travelers cannot open the link.
    Fails(LinkFailure),
}

impl LinkResult {
    /// The result for the status of a response whose redirect, if any, is not followed.
    fn from_status(status: StatusCode) -> Self {
        match status.as_u16() {
            200..=299 => Self::Works,
            404 | 410 => Self::Fails(LinkFailure::NotFound),
            500..=599 => Self::Fails(LinkFailure::ServerError),
            _ => Self::Unknown,
        }
    }

    fn from_error(error: &GuardedClientError) -> Self {
        Self::Fails(match error {
            GuardedClientError::Refused(_) => LinkFailure::Private,
            GuardedClientError::Timeout => LinkFailure::Timeout,
            GuardedClientError::InvalidUrl | GuardedClientError::Unreachable(_) => LinkFailure::Unreachable,
        })
    }

    /// The failure, if there is one.
    pub fn failure(self) -> Option<LinkFailure> {
        match self {
            Self::Fails(failure) => Some(failure),
            Self::Works | Self::Unknown => None,
        }
    }
}

/// The outcome of one check of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkCheck {
    /// Whether the link works.
    pub result: LinkResult,
    /// The status of the last response. `None` if there was none.
    pub status: Option<i64>,
}

impl LinkCheck {
    fn new(result: LinkResult, status: Option<StatusCode>) -> Self {
        Self { result, status: status.map(|status| status.as_u16().into()) }
    }
}

/// The state of a link after a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkState {
    /// The time of the first failed check since the link last worked. `None` if the last check did not fail.
    pub failing_since: Option<Timestamp>,
    /// Whether the link has failed in two checks at least a day apart.
    pub is_dead: bool,
    /// The time of the next check.
    pub due_at: Timestamp,
}

impl LinkState {
    /// The state after a check at `now` with this result. `failing_since` is the value before the check.
    pub fn after_check(failing_since: Option<Timestamp>, result: LinkResult, now: Timestamp) -> Self {
        let next_week = now.plus_seconds(CHECK_INTERVAL_S);
        if result.failure().is_none() {
            return Self { failing_since: None, is_dead: false, due_at: next_week };
        }
        let first_failed_at = failing_since.unwrap_or(now);
        let second_check_at = first_failed_at.plus_seconds(SECOND_CHECK_DELAY_S);
        let is_dead = now >= second_check_at;
        let due_at = if is_dead { next_week } else { second_check_at };
        Self { failing_since: Some(first_failed_at), is_dead, due_at }
    }
}

/// Parses the text of a field as a URL and removes the fragment. `None` if the text is too long or is not an `http` or
/// `https` URL with a host.
pub fn parse_web_url(text: &str) -> Option<Url> {
    /// `link_check.url` has a unique index, and PostgreSQL limits the size of values in it.
    const MAX_URL_BYTES: usize = 2000;
    if text.len() > MAX_URL_BYTES {
        return None;
    }
    let mut url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())?;
    url.set_fragment(None);
    Some(url)
}

/// Checks a link. `None` if no permit for a host was free within [`MAX_WAIT_FOR_PERMIT`]. Then the check is incomplete
/// and must be repeated later.
pub async fn check(app: &App, url: Url) -> Option<LinkCheck> {
    let timeout = LinkCheck::new(LinkResult::Fails(LinkFailure::Timeout), None);
    time::timeout(CHECK_TIMEOUT, request_and_follow_redirects(app, url)).await.unwrap_or(Some(timeout))
}

/// The host of a URL without a trailing dot, so that the spellings with and without the dot have the same key.
pub fn normalized_host(url: &Url) -> &str {
    url.host_str().unwrap_or_default().trim_end_matches('.')
}

/// The target of a redirect, without its fragment. Errors: the result of the check if the redirect is not followed.
/// `requested_urls` has the URLs that this check has already requested.
fn redirect_target(url: &Url, location: &str, requested_urls: &[Url]) -> Result<Url, LinkResult> {
    let target = url.join(location).map_err(|_| LinkResult::Fails(LinkFailure::Redirects))?;
    // The result is `Unknown`, because a browser may be able to open a link whose redirect is not followed here. A
    // browser sends the cookie that a redirect to the same page sets, and it opens links to apps.
    parse_web_url(target.as_str()).filter(|target| !requested_urls.contains(target)).ok_or(LinkResult::Unknown)
}

/// Requests a URL and the targets of its redirects. `None` as in [`check`].
async fn request_and_follow_redirects(app: &App, mut url: Url) -> Option<LinkCheck> {
    let (mut last_status, mut requested_urls) = (None, vec![url.clone()]);
    for _ in 0..=MAX_REDIRECTS {
        let response = match send_head_or_get(app, &url).await? {
            Ok(response) => response,
            Err(error) => return Some(LinkCheck::new(LinkResult::from_error(&error), None)),
        };
        let status = response.status;
        let Some(location) = response.location.filter(|_| status.is_redirection()) else {
            return Some(LinkCheck::new(LinkResult::from_status(status), Some(status)));
        };
        last_status = Some(status);
        match redirect_target(&url, &location, &requested_urls) {
            Ok(next) => url = next,
            Err(result) => return Some(LinkCheck::new(result, Some(status))),
        }
        requested_urls.push(url.clone());
    }
    Some(LinkCheck::new(LinkResult::Fails(LinkFailure::Redirects), last_status))
}

/// Sends a HEAD request. If there is no response, or its status is an error other than 429, sends a GET request. `None`
/// as in [`check`].
async fn send_head_or_get(app: &App, url: &Url) -> Option<Result<GuardedResponse, GuardedClientError>> {
    let head = send(app, Method::HEAD, url).await?;
    let is_final = match &head {
        Ok(response) => response.status.as_u16() < 400 || response.status == StatusCode::TOO_MANY_REQUESTS,
        Err(GuardedClientError::Refused(_) | GuardedClientError::InvalidUrl) => true,
        // Some servers close the connection or never respond to a HEAD request.
        Err(GuardedClientError::Unreachable(_) | GuardedClientError::Timeout) => false,
    };
    if is_final { Some(head) } else { send(app, Method::GET, url).await }
}

async fn send(app: &App, method: Method, url: &Url) -> Option<Result<GuardedResponse, GuardedClientError>> {
    let permit = permit(app, normalized_host(url)).await?;
    let response = app.quality.client.send(method, url.as_str(), headers(app), String::new(), 0).await;
    // A task keeps the permit until the pause ends. So the next request to this host waits, and the response is
    // returned at once.
    let pause = app.quality.host_pause;
    tokio::spawn(async move {
        time::sleep(pause).await;
        drop(permit);
    });
    Some(response)
}

/// The headers of a request. `User-Agent` has the URL of the guide, so that the operator of the requested server can
/// contact the team.
fn headers(app: &App) -> HeaderMap {
    let agent = format!("Karst/{VERSION} (link check; +{})", app.public_url);
    let agent = HeaderValue::from_str(&agent).ok().map(|agent| (header::USER_AGENT, agent));
    let accept = (header::ACCEPT, HeaderValue::from_static("*/*"));
    agent.into_iter().chain([accept]).collect()
}

/// Waits for a permit for a request to a host. `None` if no permit is free within [`MAX_WAIT_FOR_PERMIT`].
async fn permit(app: &App, host: &str) -> Option<Permit> {
    let wait_start = Instant::now();
    loop {
        match app.quality.request_permits.try_acquire(host) {
            None if wait_start.elapsed() < MAX_WAIT_FOR_PERMIT => time::sleep(PERMIT_POLL_INTERVAL).await,
            permit => return permit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R562
    #[test]
    fn status_decides_whether_a_link_works() {
        let result = |status: u16| LinkResult::from_status(StatusCode::from_u16(status).expect("a status"));
        for status in [200, 204, 206] {
            assert_eq!(result(status), LinkResult::Works, "{status}");
        }
        for status in [400, 401, 403, 405, 406, 429, 451, 300, 304] {
            assert_eq!(result(status), LinkResult::Unknown, "{status}");
        }
        for status in [404, 410] {
            assert_eq!(result(status), LinkResult::Fails(LinkFailure::NotFound), "{status}");
        }
        for status in [500, 502, 503, 520] {
            assert_eq!(result(status), LinkResult::Fails(LinkFailure::ServerError), "{status}");
        }
    }

    // R562
    #[test]
    fn link_is_dead_after_two_failures_a_day_apart() {
        let (start, fails) = (Timestamp(1_000_000), LinkResult::Fails(LinkFailure::NotFound));
        let first = LinkState::after_check(None, fails, start);
        let tomorrow = start.plus_seconds(SECOND_CHECK_DELAY_S);
        assert_eq!(first, LinkState { failing_since: Some(start), is_dead: false, due_at: tomorrow });
        let too_early = LinkState::after_check(first.failing_since, fails, start.plus_seconds(60));
        assert_eq!(too_early, first);
        let second = LinkState::after_check(first.failing_since, fails, tomorrow);
        let next_week = tomorrow.plus_seconds(CHECK_INTERVAL_S);
        assert_eq!(second, LinkState { failing_since: Some(start), is_dead: true, due_at: next_week });
        for result in [LinkResult::Works, LinkResult::Unknown] {
            let after = LinkState::after_check(second.failing_since, result, next_week);
            assert_eq!((after.failing_since, after.is_dead), (None, false), "{result:?}");
        }
    }

    // R562
    #[test]
    fn redirect_to_a_seen_page_or_an_app_is_not_followed() {
        let url = parse_web_url("https://cave.example/tours").expect("a link");
        let requested_urls = [url.clone(), parse_web_url("https://cave.example/consent").expect("a link")];
        let target = |location: &str| redirect_target(&url, location, &requested_urls).map(String::from);
        assert_eq!(target("/new#prices"), Ok("https://cave.example/new".to_owned()));
        assert_eq!(target("/hang-én"), Ok("https://cave.example/hang-%C3%A9n".to_owned()));
        let long = format!("/{}", "a".repeat(2000));
        for location in ["/consent#top", "", "intent://cave.example/", "zalo://chat", long.as_str()] {
            assert_eq!(target(location), Err(LinkResult::Unknown), "{location}");
        }
        assert_eq!(target("https://"), Err(LinkResult::Fails(LinkFailure::Redirects)));
    }

    #[test]
    fn normalized_host_has_no_trailing_dot() {
        let url = parse_web_url("https://cave.example./").expect("a link");
        assert_eq!(normalized_host(&url), "cave.example");
    }

    #[test]
    fn only_web_addresses_are_parsed_as_links() {
        assert_eq!(
            parse_web_url("https://cave.example/a#b").map(String::from).as_deref(),
            Some("https://cave.example/a")
        );
        let long = format!("https://cave.example/{}", "a".repeat(2000));
        for text in ["", "cave.example", "mailto:cave@example.org", "+84 232 000 111", "https://", long.as_str()] {
            assert_eq!(parse_web_url(text), None, "{text}");
        }
    }
}
