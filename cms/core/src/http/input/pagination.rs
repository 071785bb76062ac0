//! Pagination by `limit` and `offset`, or by keyset cursors, with the response headers `X-Total-Count` and `Link`.

use axum::Json;
use axum::http::{HeaderName, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{KnownFormat, ObjectBuilder, Required, SchemaFormat, Type};

use super::query_string::{Query, parse_variant};
use crate::db::dialect::Dialect;
use crate::http::problem::Code;

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

    /// Takes `cursor` from the query. It cannot be combined with a positive `offset`. `parse` returns `None` for a
    /// cursor of another list.
    pub fn take_cursor<T>(self, query: &mut Query, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let sentence = "cursor must come from an earlier response to the same query";
        let after = query.parse("cursor", Code::CursorInvalid, sentence, parse);
        if after.is_some() && self.offset > 0 {
            query.add_error(Code::CursorWithOffset, "offset", "offset cannot be used with cursor");
        }
        after
    }

    /// A page with these items, from a list of `total` items.
    pub fn page<T>(self, items: Vec<T>, total: i64) -> Page<T> {
        let has_more = self.offset + (items.len() as i64) < total;
        Page { items, total, has_more }
    }

    /// The response with one page of the list at `uri`. The list has `total` items. `Link` is absent on the last page,
    /// and if the next `offset` would exceed [`MAX_OFFSET`].
    pub fn respond<T: Serialize>(self, uri: &Uri, items: &[T], total: i64) -> Response {
        let next = self.offset + self.limit;
        let link = (next < total && next <= MAX_OFFSET).then(|| next_link(uri, ("offset", next.to_string())));
        page_response(Json(items), total, link)
    }
}

/// The parameters `limit` and `offset` in the contract, with the limits that [`PageParams::take`] checks.
pub struct PageParameterDocs<const MAX_LIMIT: i64>;

impl<const MAX_LIMIT: i64> IntoParams for PageParameterDocs<MAX_LIMIT> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let integer = |name: &str, minimum: i64, maximum: i64, description: String| {
            let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
            let schema = ObjectBuilder::new().schema_type(Type::Integer).format(Some(format));
            parameter(name, description, schema.minimum(Some(minimum)).maximum(Some(maximum)))
        };
        let limit = format!("The maximum number of items; {MAX_LIMIT} by default.");
        let offset = "The number of items to skip; 0 by default.".to_owned();
        vec![integer("limit", 1, MAX_LIMIT, limit), integer("offset", 0, MAX_OFFSET, offset)]
    }
}

/// The parameter `cursor` in the contract, for calls that use [`PageParams::take_cursor`].
pub struct CursorParameterDocs;

impl IntoParams for CursorParameterDocs {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let description = "The cursor from the `Link` of an earlier response; not together with `offset`.";
        vec![parameter("cursor", description.to_owned(), ObjectBuilder::new().schema_type(Type::String))]
    }
}

fn parameter(name: &str, description: String, schema: ObjectBuilder) -> Parameter {
    let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query).required(Required::False);
    parameter.description(Some(description)).schema(Some(schema)).build()
}

/// The response with one page of a list in `body`, the total in `X-Total-Count` and `link` in `Link`. See
/// [`next_link`].
pub fn page_response(body: impl IntoResponse, total: i64, link: Option<String>) -> Response {
    let total_count = AppendHeaders([(HeaderName::from_static("x-total-count"), total)]);
    let mut response = (total_count, body).into_response();
    if let Some(link) = link.and_then(|link| link.parse().ok()) {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}

/// The value of the header `Link` for the next page: the same URL with this `cursor` or `offset`.
pub fn next_link(uri: &Uri, (name, value): (&str, String)) -> String {
    let is_position = |pair: &str| ["cursor=", "offset="].iter().any(|name| pair.starts_with(name));
    let mut pairs: Vec<&str> = uri.query().unwrap_or_default().split('&').collect();
    pairs.retain(|pair| !pair.is_empty() && !is_position(pair));
    let position = format!("{name}={value}");
    pairs.push(&position);
    format!("<{}?{}>; rel=\"next\"", uri.path(), pairs.join("&"))
}

/// The order of a list by a column `C`; equal values are ordered by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort<C> {
    /// The column that orders the list.
    pub column: C,
    /// Whether the largest value comes first.
    pub is_descending: bool,
}

/// The default column, the largest value first.
impl<C: Default> Default for Sort<C> {
    fn default() -> Self {
        Self { column: C::default(), is_descending: true }
    }
}

impl<C: DeserializeOwned> Sort<C> {
    /// Parses the name of a column, with `-` before it for a descending order.
    pub fn parse(name: &str) -> Option<Self> {
        let (is_descending, name) = name.strip_prefix('-').map_or((false, name), |rest| (true, rest));
        Some(Self { column: parse_variant(name)?, is_descending })
    }
}

impl<C> Sort<C> {
    /// Appends a condition for the rows after `cursor`, unless it is `None`. Then appends `order by` with the SQL
    /// expressions `key` and `id`. `push_id` binds the id of the cursor.
    pub fn push_cursor_condition_and_order_by<D: Dialect, Id>(
        &self,
        statement: &mut QueryBuilder<D>,
        (key, id): (&str, &str),
        cursor: Option<&Cursor<Id>>,
        push_id: impl FnOnce(&mut QueryBuilder<D>, &Id),
    ) {
        if let Some(cursor) = cursor {
            let comparison = if self.is_descending { "<" } else { ">" };
            statement.push(format!(" and ({key}, {id}) {comparison} ("));
            match &cursor.key {
                ColumnValue::Number(number) => D::push_number(statement, *number),
                ColumnValue::Text(text) => D::push_text(statement, text.clone()),
            }
            statement.push(", ");
            push_id(statement, &cursor.id);
            statement.push(")");
        }
        let direction = if self.is_descending { " desc" } else { "" };
        statement.push(format!(" order by {key}{direction}, {id}{direction}"));
    }
}

/// One page of a list.
#[derive(Clone, Debug)]
pub struct Page<T> {
    /// The items, in the order of the list.
    pub items: Vec<T>,
    /// The number of items on all pages. It is exact, but at most 10,000 for the audit log and for searches of places.
    /// The same limit applies to lists of places with filters other than category and "verified".
    pub total: i64,
    /// Whether another page follows.
    pub has_more: bool,
}

impl<T> Page<T> {
    /// A page of the first `limit` of these items. If `items` has more, another page follows.
    pub fn new(mut items: Vec<T>, total: i64, limit: i64) -> Self {
        let has_more = items.len() as i64 > limit;
        items.truncate(limit as usize);
        Self { items, total, has_more }
    }
}

/// A keyset cursor: the sort key and the id of the last row of a page. Clients treat its text as opaque.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor<Id> {
    /// The sort key of the row.
    pub key: ColumnValue,
    /// The id of the row, which breaks ties.
    pub id: Id,
}

/// The value of a column in a row: the key by which a list is sorted, or a value that a filter requires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "two kinds")]
pub enum ColumnValue {
    Number(i64),
    Text(String),
}

impl<Id: Serialize + DeserializeOwned> Cursor<Id> {
    /// The cursor as text, for a link.
    pub fn encode(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).unwrap_or_default())
    }

    /// Parses the result of [`Cursor::encode`]. `None` for other text. Also `None` if the sort key is a number and
    /// `has_text_key` is true, or the reverse.
    pub fn decode(text: &str, has_text_key: bool) -> Option<Self> {
        let text = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        // PostgreSQL rejects NUL, and no sort key contains one.
        let cursor: Self = serde_json::from_str(&text).ok().filter(|_| !text.contains("\\u0000"))?;
        (matches!(cursor.key, ColumnValue::Text(_)) == has_text_key).then_some(cursor)
    }
}
