//! A stretch of a list, by `limit` and `offset`: read from the query, answered with `X-Total-Count` and `Link`.

use axum::Json;
use axum::http::{HeaderName, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Serialize;

use super::query::Query;

/// The furthest that `offset` reaches.
pub const MAX_OFFSET: i64 = 10_000;

/// Which part of a list is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageParams {
    /// How many at the most.
    pub limit: i64,
    /// How many to leave out first.
    pub offset: i64,
}

impl PageParams {
    /// Takes `limit` (1 to `most`; as many without one) and `offset` out of the query.
    pub fn take(query: &mut Query, max_limit: i64) -> Self {
        let limit = query.int("limit", 1..=max_limit).unwrap_or(max_limit);
        Self { limit, offset: query.int("offset", 0..=MAX_OFFSET).unwrap_or(0) }
    }

    /// The answer to the list at `uri`: this slice's items of `total`.
    pub fn respond<T: Serialize>(self, uri: &Uri, items: &[T], total: i64) -> Response {
        let next = self.offset + self.limit;
        let link = (next < total && next <= MAX_OFFSET).then(|| next_link(uri, ("offset", next.to_string())));
        respond(Json(items), total, link)
    }
}

/// A part of a list: how many things there are in all, and the link to where it goes on.
pub fn respond(body: impl IntoResponse, total: i64, link: Option<String>) -> Response {
    let total_count = AppendHeaders([(HeaderName::from_static("x-total-count"), total)]);
    let mut response = (total_count, body).into_response();
    if let Some(link) = link.and_then(|link| link.parse().ok()) {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}

/// A `Link` to the same address with another position in it, a cursor or an offset: where the list goes on.
pub fn next_link(uri: &Uri, (name, value): (&str, String)) -> String {
    let is_position = |pair: &str| ["cursor=", "offset="].iter().any(|name| pair.starts_with(name));
    let kept = uri.query().unwrap_or_default().split('&');
    let mut pairs: Vec<String> =
        kept.filter(|pair| !pair.is_empty() && !is_position(pair)).map(str::to_owned).collect();
    pairs.push(format!("{name}={value}"));
    format!("<{}?{}>; rel=\"next\"", uri.path(), pairs.join("&"))
}
