//! A document that another service publishes (its keys, its addresses): read on first need, kept as long as it says,
//! within bounds. Nothing is read at the start, so a guide starts while its provider is away.

use std::sync::{Arc, RwLock};

use axum::http::{HeaderMap, header};
use tokio::sync::Mutex;

use super::http_client::{HttpClient, HttpClientError};
use crate::common::clock::Timestamp;

/// A document is kept at least so long, in seconds, whatever it says.
const SHORTEST_S: i64 = 60;
/// And at most so long.
const LONGEST_S: i64 = 24 * 3600;
/// So long where it says nothing.
const USUAL_S: i64 = 3600;
/// While the service is away an outdated document is used so much longer.
const GRACE_S: i64 = 3600;
/// After a failure nobody asks for so long: everybody who waits would wait for the same failure.
const REST_S: i64 = 5;
/// Somebody who misses something in a good document has it read again once in so many seconds.
const AGAIN_S: i64 = 60;

/// Makes something useful of a document; nothing when it is none.
type Read<T> = Box<dyn Fn(&[u8]) -> Option<T> + Send + Sync>;

/// See the module.
pub struct Fresh<T> {
    web: HttpClient,
    read: Read<T>,
    state: RwLock<State<T>>,
    /// Who holds it asks; the others wait for what comes of it.
    turn: Mutex<()>,
}

struct State<T> {
    kept: Option<Kept<T>>,
    failed_at: Option<Timestamp>,
    asked_again_at: Option<Timestamp>,
}

struct Kept<T> {
    url: String,
    document: Arc<T>,
    until: Timestamp,
}

impl<T> Fresh<T> {
    /// Documents that `read` understands.
    pub fn of(web: HttpClient, read: impl Fn(&[u8]) -> Option<T> + Send + Sync + 'static) -> Self {
        let state = State { kept: None, failed_at: None, asked_again_at: None };
        Self { web, read: Box::new(read), state: RwLock::new(state), turn: Mutex::default() }
    }

    /// The document at `url`.
    pub async fn get(&self, url: &str, now: Timestamp) -> Result<Arc<T>, HttpClientError> {
        if let Some(current) = self.kept(url, now) {
            return Ok(current);
        }
        let asked = {
            let _turn = self.turn.lock().await;
            match self.kept(url, now) {
                Some(current) => Ok(current),
                None => self.asked(url, now).await,
            }
        };
        match (asked, self.kept(url, now.plus_seconds(-GRACE_S))) {
            (Err(error), Some(outdated)) => {
                tracing::warn!(url, error = %crate::common::error_chain::display(&error), "an outdated document is used");
                Ok(outdated)
            }
            (asked, _) => asked,
        }
    }

    /// The document at `url` for somebody who misses something in `seen`: read again, but not by each of them.
    pub async fn again(&self, url: &str, seen: &Arc<T>, now: Timestamp) -> Result<Arc<T>, HttpClientError> {
        let _turn = self.turn.lock().await;
        let present = self.kept(url, now);
        let was_asked = self.state().asked_again_at.is_some_and(|then| now < then.plus_seconds(AGAIN_S));
        match present {
            Some(present) if !Arc::ptr_eq(&present, seen) || was_asked => Ok(present),
            _ => {
                self.change(|state| state.asked_again_at = Some(now));
                self.asked(url, now).await
            }
        }
    }

    async fn asked(&self, url: &str, now: Timestamp) -> Result<Arc<T>, HttpClientError> {
        if self.state().failed_at.is_some_and(|then| now < then.plus_seconds(REST_S)) {
            return Err(HttpClientError::CoolingDown);
        }
        let answered = self.web.get(url, &[]).await;
        let document = answered.and_then(|response| {
            let document = (self.read)(response.body()).ok_or(HttpClientError::InvalidBody)?;
            Ok((Arc::new(document), now.plus_seconds(lifetime_s(response.headers()))))
        });
        match document {
            Ok((document, until)) => {
                let kept = Kept { url: url.to_owned(), document: document.clone(), until };
                self.change(|state| (state.kept, state.failed_at) = (Some(kept), None));
                Ok(document)
            }
            Err(error) => {
                self.change(|state| state.failed_at = Some(now));
                Err(error)
            }
        }
    }

    fn kept(&self, url: &str, now: Timestamp) -> Option<Arc<T>> {
        let state = self.state();
        let kept = state.kept.as_ref().filter(|kept| kept.url == url && now < kept.until);
        kept.map(|kept| kept.document.clone())
    }

    fn state(&self) -> std::sync::RwLockReadGuard<'_, State<T>> {
        self.state.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn change(&self, how: impl FnOnce(&mut State<T>)) {
        how(&mut self.state.write().unwrap_or_else(|poisoned| poisoned.into_inner()));
    }
}

/// How long an answer with these headers is good: its `max-age` less its `Age`, within bounds.
fn lifetime_s(headers: &HeaderMap) -> i64 {
    let whole = |text: &str| text.trim().trim_matches('"').parse::<i64>().ok();
    let age = headers.get(header::AGE).and_then(|age| age.to_str().ok()).and_then(whole).unwrap_or_default();
    let mut seconds = USUAL_S;
    for value in headers.get_all(header::CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok()) {
        for directive in value.split(',').map(|directive| directive.trim().to_ascii_lowercase()) {
            match directive.split_once('=') {
                Some(("max-age", number)) => seconds = whole(number).map_or(seconds, |max| max - age),
                None if directive == "no-store" || directive == "no-cache" => return SHORTEST_S,
                _ => {}
            }
        }
    }
    seconds.clamp(SHORTEST_S, LONGEST_S)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_document_is_kept_as_long_as_it_says_within_bounds() {
        let kept = |control: &'static str, age: &'static str| {
            let pairs = [(header::CACHE_CONTROL, control), (header::AGE, age)];
            lifetime_s(&pairs.map(|(name, value)| (name, HeaderValue::from_static(value))).into_iter().collect())
        };
        assert_eq!(kept("public, max-age=19302, must-revalidate, no-transform", "0"), 19302);
        assert_eq!(kept("Max-Age=600", "100"), 500);
        assert_eq!(kept("max-age=0", "0"), SHORTEST_S);
        assert_eq!(kept("max-age=100", "5000"), SHORTEST_S);
        assert_eq!(kept("no-store, max-age=5000", "0"), SHORTEST_S);
        assert_eq!(kept("max-age=31536000", "0"), LONGEST_S);
        assert_eq!(kept("max-age=soon", "x"), USUAL_S);
        assert_eq!(lifetime_s(&HeaderMap::new()), USUAL_S);
    }
}
