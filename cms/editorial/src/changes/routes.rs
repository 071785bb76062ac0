//! `/api/changes`: which public records changed, for programs that keep a copy of the guide.

use std::num::NonZeroU32;
use std::sync::LazyLock;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::time::Instant;
use utoipa::ToSchema;

use super::store::{self, FeedRecord, FeedRecordKind, FeedState};
use crate::auth::domain::builtin::rate_limit;
use crate::common::clock::Timestamp;
use crate::common::id::ChangeSeq;
use crate::common::keyed_semaphore::{KeyedSemaphore, Permit};
use crate::http::app::App;
use crate::http::caller::{Client, OptionalAccount};
use crate::http::input::query_string::{Query, parse_variant};
use crate::http::problem::{Code, Problem};

/// The maximum number of changes in a response.
const MAX_LIMIT: i64 = 1_000;
/// The maximum of the parameter `wait`, in seconds. Proxies may close a connection on which no data is sent for longer.
const MAX_WAIT_S: i64 = 20;
/// The `Retry-After` of the 503 response, in seconds, if too many requests already wait for a change.
const RETRY_AFTER_S: u32 = 5;
/// Limits the requests that wait for a change: 500 in total, 10 per network (R318). A private address, such as that of
/// a proxy, counts as one network.
static WAITING_REQUEST_LIMIT: LazyLock<KeyedSemaphore> = LazyLock::new(|| KeyedSemaphore::new(500, 10));

/// Changes to public records, oldest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeFeed {
    /// The changes. A record that changed several times is listed with its last change only.
    changes: Vec<PublicChange>,
    /// The `since` of the next request. Store it together with the copies that you update.
    #[schema(example = "0.118.120.place.7")]
    cursor: String,
    /// Whether there are more changes now.
    has_more: bool,
}

/// A change to a public record.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicChange {
    /// The kind of the record.
    kind: FeedRecordKind,
    /// The id of the record; for a standing page, its name; for the settings, `1`.
    #[schema(example = "7")]
    id: String,
    /// The slug of a place, article or category; null for other kinds and for `delete`.
    #[schema(required, example = "lantern-cave")]
    slug: Option<String>,
    /// What to do with a copy of the record.
    change: ChangeType,
    /// The time of the change.
    at: Timestamp,
}

/// What to do with a copy of a record.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeType {
    /// The record is public: read it, and replace the copy.
    Upsert,
    /// The record is no longer public: delete the copy.
    Delete,
}

impl From<FeedRecord> for PublicChange {
    fn from(FeedRecord { kind, record_id, slug, is_public, changed_at, .. }: FeedRecord) -> Self {
        let change = if is_public { ChangeType::Upsert } else { ChangeType::Delete };
        Self { kind, id: record_id, slug: slug.filter(|_| is_public), change, at: changed_at }
    }
}

/// A position in the change feed. Its text is the `cursor` of a response and the `since` of the next request.
#[derive(Clone, Debug, PartialEq)]
struct ChangeFeedCursor {
    epoch: i64,
    /// The number of the last change log entry in the feed when the client began to read the feed.
    initial_seq: ChangeSeq,
    seq: ChangeSeq,
    /// The kind of the last record that the client received. Like `record_id`, it is empty before the first record.
    kind: String,
    record_id: String,
}

impl ChangeFeedCursor {
    fn first(state: FeedState) -> Self {
        let (kind, record_id) = Default::default();
        Self { epoch: state.epoch, initial_seq: state.seq, seq: ChangeSeq(-1), kind, record_id }
    }

    fn after(self, record: &FeedRecord) -> Self {
        let (kind, record_id) = (record.kind.name().to_owned(), record.record_id.clone());
        Self { seq: record.seq, kind, record_id, ..self }
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(5, '.');
        let mut number = || parts.next()?.parse::<i64>().ok();
        let (epoch, initial_seq, seq) = (number()?, ChangeSeq(number()?), ChangeSeq(number()?));
        let (kind, record_id) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let is_known = kind.is_empty() || parse_variant::<FeedRecordKind>(&kind).is_some();
        let is_valid_id = record_id.len() <= 40 && !record_id.contains('\0');
        (is_known && is_valid_id).then_some(Self { epoch, initial_seq, seq, kind, record_id })
    }

    /// Whether the feed still has every change after this cursor. False if deletions after the cursor were removed from
    /// the feed, or if the cursor comes from another database or from before the restore of a backup.
    fn is_valid_in(&self, state: FeedState) -> bool {
        let has_no_missed_deletion = self.initial_seq >= state.pruned_seq || self.seq > state.pruned_seq;
        self.epoch == state.epoch && has_no_missed_deletion && self.initial_seq.max(self.seq) <= state.seq
    }
}

impl std::fmt::Display for ChangeFeedCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { epoch, initial_seq, seq, kind, record_id } = self;
        write!(f, "{epoch}.{initial_seq}.{seq}.{kind}.{record_id}")
    }
}

/// List the changes to public records.
///
/// For programs that keep a copy of the guide: places, articles, categories, standing pages and the settings. Without
/// `since`, the feed begins with every public record. Repeat the request with the `cursor` of each response until
/// `hasMore` is false. Use the last `cursor` for the next update. No committed change is ever missing.
///
/// Read the record of an `upsert` with the call for its kind, without a token. If the record is gone by then, a
/// `delete` follows. A change to a category is followed by `upsert`s of its places. A change to a standing page is
/// followed by `upsert`s of all four standing pages. A record that becomes public or hidden at a scheduled time is a
/// change too. Likes, guestbook entries and the place counts of categories are not in the feed.
///
/// With `wait`, a response without changes is delayed until there is a change, at most for `wait` seconds. The response
/// is 410 if deletions since the cursor are no longer known, which is the case after 90 days at the earliest. It is
/// also 410 if a backup was restored, or if the cursor is that of another guide. After a 410, begin again without
/// `since`, and delete the records that are not listed.
#[utoipa::path(
    get, path = "/api/changes", tag = "Programs", security(()),
    params(
        ("since" = Option<String>, Query, description = "The `cursor` of the previous response."),
        ("wait" = Option<i64>, Query, minimum = 0, maximum = 20, description = "How long to wait for a change, in seconds; 0 by default."),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "The maximum number of changes; 1,000 by default."),
    ),
    responses(
        (status = 200, body = ChangeFeed),
        (status = 410, description = "The cursor may have missed a deletion: begin again without `since`."),
    ),
)]
pub async fn list_changes(
    State(app): State<App>,
    _caller: OptionalAccount,
    client: Client,
    mut query: Query,
) -> Result<Response, Problem> {
    let sentence = "since must be the cursor of an earlier response";
    let since = query.parse("since", Code::CursorInvalid, sentence, ChangeFeedCursor::parse);
    let wait_s = query.int("wait", 0..=MAX_WAIT_S).unwrap_or(0);
    let limit = query.int("limit", 1..=MAX_LIMIT).unwrap_or(MAX_LIMIT);
    query.finish()?;
    let state = store::feed_state(&app.db).await?;
    let since = since.unwrap_or_else(|| ChangeFeedCursor::first(state));
    if !since.is_valid_in(state) {
        let sentence = "This cursor may have missed a deletion. Begin again without \"since\", and delete the records that are \
                        not listed.";
        return Err(Problem::new(StatusCode::GONE, Code::CursorExpired, sentence));
    }
    let _permit = if wait_s > 0 { Some(acquire_wait_permit(&client)?) } else { None };
    // Subscribe before the first read, so that no change between the read and the wait is missed.
    let (mut newest_seq, mut stopping) = (app.newest_feed_seq.subscribe(), app.is_stopping.subscribe());
    let deadline = Instant::now() + Duration::from_secs(wait_s.unsigned_abs());
    let mut records = loop {
        let position = (since.seq, since.kind.as_str(), since.record_id.as_str());
        // One record more than the limit is read, to find out whether there are more.
        let records = store::records_after(&app, position, since.initial_seq, limit + 1).await?;
        if !records.is_empty() || wait_s == 0 {
            break records;
        }
        tokio::select! {
            _ = newest_seq.changed() => {}
            _ = stopping.wait_for(|is_stopping| *is_stopping) => break records,
            () = tokio::time::sleep_until(deadline) => break records,
        }
    };
    let has_more = records.len() as i64 > limit;
    records.truncate(limit as usize);
    let cursor = records.last().map_or(since.clone(), |last| since.after(last)).to_string();
    let changes = records.into_iter().map(PublicChange::from).collect();
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((no_store, Json(ChangeFeed { changes, cursor, has_more })).into_response())
}

fn acquire_wait_permit(client: &Client) -> Result<Permit, Problem> {
    let network = rate_limit::client_network(client.address).unwrap_or(client.address);
    WAITING_REQUEST_LIMIT.try_acquire(&network.to_string()).ok_or_else(|| {
        let sentence = "Too many requests are waiting for changes right now. Please try again.";
        Problem { retry_after_s: NonZeroU32::new(RETRY_AFTER_S), ..Problem::unavailable(sentence) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // R480
    #[test]
    fn cursor_is_parsed_from_its_text_and_other_text_is_refused() {
        let cursor = |kind: &str, record_id: &str| ChangeFeedCursor {
            epoch: 1,
            initial_seq: ChangeSeq(7),
            seq: ChangeSeq(-1),
            kind: kind.to_owned(),
            record_id: record_id.to_owned(),
        };
        for cursor in [cursor("", ""), cursor("place", "7"), cursor("page", "getting-here")] {
            assert_eq!(ChangeFeedCursor::parse(&cursor.to_string()), Some(cursor));
        }
        for text in ["", "7", "1.2.3", "1.2.3.place", "1.2.x.place.7", "1.2.3.planet.7", "1.2.3.place.\0"] {
            assert_eq!(ChangeFeedCursor::parse(text), None, "{text:?}");
        }
    }
}
