//! Pagination by `limit` and `offset`, with the response headers `X-Total-Count` and `Link`.

use axum::Json;
use axum::http::{HeaderName, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Serialize;

use super::query::Query;

/// The maximum of `offset`.
pub const MAX_OFFSET: i64 = 10_000;

/// The requested page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageParams {
    /// The maximum number of items.
    pub limit: i64,
    /// The number of items to skip.
    pub offset: i64,
}

impl PageParams {
    /// Takes `limit` (1 to `max_limit`, which is the default) and `offset` from the query.
    pub fn take(query: &mut Query, max_limit: i64) -> Self {
        let limit = query.int("limit", 1..=max_limit).unwrap_or(max_limit);
        Self { limit, offset: query.int("offset", 0..=MAX_OFFSET).unwrap_or(0) }
    }

    /// The response of the list at `uri` with these items of `total`.
    pub fn respond<T: Serialize>(self, uri: &Uri, items: &[T], total: i64) -> Response {
        let next = self.offset + self.limit;
        let link = (next < total && next <= MAX_OFFSET).then(|| next_link(uri, ("offset", next.to_string())));
        respond(Json(items), total, link)
    }
}

/// The response of a page: the total in `X-Total-Count`, and the link to the next page.
pub fn respond(body: impl IntoResponse, total: i64, link: Option<String>) -> Response {
    let total_count = AppendHeaders([(HeaderName::from_static("x-total-count"), total)]);
    let mut response = (total_count, body).into_response();
    if let Some(link) = link.and_then(|link| link.parse().ok()) {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}

/// The `Link` to the next page: the same URL with this cursor or offset.
pub fn next_link(uri: &Uri, (name, value): (&str, String)) -> String {
    let is_position = |pair: &str| ["cursor=", "offset="].iter().any(|name| pair.starts_with(name));
    let kept = uri.query().unwrap_or_default().split('&');
    let mut pairs: Vec<String> =
        kept.filter(|pair| !pair.is_empty() && !is_position(pair)).map(str::to_owned).collect();
    pairs.push(format!("{name}={value}"));
    format!("<{}?{}>; rel=\"next\"", uri.path(), pairs.join("&"))
}
