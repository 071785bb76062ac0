//! A query of places (scope, filters, sort, page) and the SQL statement that it becomes.

use serde::Deserialize;
use sqlx::QueryBuilder;

use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CategoryId};
use crate::common::text;
use crate::db::dialect::Dialect;
use crate::http::input::pagination::{self, ColumnValue};
use crate::places::checks::FactGroup;
use crate::places::index::grid::{Bounds, Point};
use crate::places::model::{Months, Place};
use crate::places::store::COLUMNS;

/// The maximum and default number of places per response.
pub const MAX_LIMIT: i64 = 1000;

/// The places that a query may return.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PlaceScope {
    /// Public places.
    #[default]
    Public,
    /// Public places, and all places of this owner that are not in the trash.
    PublicOrOwn(AccountId),
    /// All places that are not in the trash.
    All,
    /// The places in the trash.
    Trash,
}

/// The order of a list. The last sort key is always the id, so that the order is total.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Sort {
    /// Premium places first, then by rating; unrated last.
    #[default]
    Best,
    /// By a column, in either direction.
    ByColumn(pagination::Sort<SortColumn>),
    /// Nearest first. Requires `near`.
    Distance,
    /// Best match first. Requires `words`.
    Relevance,
}

/// The columns by which clients may sort. Others are not allowed, because an order reveals the values of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "named as in the API")]
pub enum SortColumn {
    Id,
    Name,
    Rating,
    CreatedAt,
    UpdatedAt,
}

impl Sort {
    /// The valid values of the parameter `sort`.
    pub const NAMES: &str = "best, name, -name, rating, -rating, createdAt, -createdAt, updatedAt, -updatedAt, id, -id, distance, relevance";

    /// By id, ascending.
    pub const BY_ID: Self = Self::ByColumn(pagination::Sort { column: SortColumn::Id, is_descending: false });

    /// Parses one of [`Sort::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "best" => Some(Self::Best),
            "distance" => Some(Self::Distance),
            "relevance" => Some(Self::Relevance),
            column => pagination::Sort::parse(column).map(Self::ByColumn),
        }
    }

    /// The cursor of the page that begins after this place. `None` for orders without cursors: distance and relevance.
    pub fn cursor_after(self, last: &Place) -> Option<Cursor> {
        let key = match self {
            Self::Best => ColumnValue::Number(last.rank()),
            Self::ByColumn(sort) => match sort.column {
                SortColumn::Id => ColumnValue::Number(last.id.0),
                SortColumn::Name => ColumnValue::Text(text::fold(&last.name)),
                SortColumn::Rating => ColumnValue::Number(last.rating_key()),
                SortColumn::CreatedAt => ColumnValue::Number(last.created_at.0),
                SortColumn::UpdatedAt => ColumnValue::Number(last.updated_at.0),
            },
            Self::Distance | Self::Relevance => return None,
        };
        Some(Cursor { key, id: last.id.0 })
    }
}

impl SortColumn {
    fn sql(self) -> &'static str {
        match self {
            Self::Id => "place.id",
            Self::Name => "place.name_key",
            Self::Rating => "place.rating_key",
            Self::CreatedAt => "place.created_at",
            Self::UpdatedAt => "place.updated_at",
        }
    }
}

/// The sort key and the id of the last place of a page.
pub type Cursor = pagination::Cursor<i64>;

/// Parses a cursor of a list with this order. `None` if the text is no cursor, or its sort key is a number where the
/// order needs a text, or the reverse. Also `None` for lists by distance or relevance, which have no cursors.
pub fn parse_cursor(text: &str, sort: Sort) -> Option<Cursor> {
    let has_text_key = matches!(sort, Sort::ByColumn(pagination::Sort { column: SortColumn::Name, .. }));
    Cursor::decode(text, has_text_key).filter(|_| !matches!(sort, Sort::Distance | Sort::Relevance))
}

/// A word of a search.
#[derive(Clone, Debug)]
pub struct SearchWord {
    /// The word in search form.
    pub text: String,
    /// The categories whose name contains the word.
    pub categories: Vec<CategoryId>,
}

impl SearchWord {
    /// A word with the categories whose name contains it. The word and the names of all categories are in search form.
    pub fn new(text: String, categories: &[(CategoryId, String)]) -> Self {
        let matching_ids = categories.iter().filter(|(_, name)| name.contains(&text)).map(|(id, _)| *id).collect();
        Self { text, categories: matching_ids }
    }
}

/// The owner by which a list is filtered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnerFilter {
    /// Places that have an owner.
    Any,
    /// Places of this account.
    Account(AccountId),
}

impl OwnerFilter {
    /// Parses an account id or `any`. `None` if the value is empty.
    pub fn parse(value: &str) -> Option<Self> {
        match value {
            "" => None,
            "any" => Some(Self::Any),
            id => Some(Self::Account(AccountId(id.to_owned()))),
        }
    }
}

/// A fact that travelers look for and that a place lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "named as in the API")]
pub enum MissingFact {
    Image,
    Description,
    Hours,
    /// A phone number, a website, a booking contact, or an inquiry form with a recipient.
    Contact,
    Phone,
    Price,
    /// A check that is still valid.
    Check,
}

impl MissingFact {
    /// The valid values of the parameter `missing`.
    pub const NAMES: &str = "image, description, hours, contact, phone, price, check";

    /// The SQL condition that a place lacks the fact. `None` for a check: it depends on [`PlaceQuery::check_group`].
    fn sql_condition(self) -> Option<&'static str> {
        Some(match self {
            Self::Check => return None,
            Self::Image => "place.image_url is null and cast(place.gallery as text) = '[]'",
            Self::Description => "place.description is null",
            Self::Hours => "place.hours is null and place.operating_hours is null",
            Self::Phone => "place.phone is null",
            Self::Price => "place.price_range is null and cast(place.prices as text) = '[]'",
            Self::Contact => {
                "place.phone is null and place.website is null and place.direct_booking_contact is null
                 and not (place.enquiry_form_enabled = true and (place.email is not null or place.owner_id is not null))"
            }
        })
    }
}

/// The scope, filters, sort and page of a list of places.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "each is described in the list call's parameters")]
pub struct PlaceQuery {
    pub scope: PlaceScope,
    pub category: Option<CategoryId>,
    /// The folded tags of which a place must have one. `None`: no filter.
    pub tags: Option<Vec<String>>,
    pub words: Vec<SearchWord>,
    pub bounds: Option<Bounds>,
    pub near: Option<Point>,
    pub ids: Option<Vec<i64>>,
    /// Current or former slugs.
    pub slugs: Option<Vec<String>>,
    pub premium: Option<bool>,
    pub verified: Option<bool>,
    pub recheck: Option<bool>,
    pub active: Option<bool>,
    pub owner: Option<OwnerFilter>,
    pub missing: Option<MissingFact>,
    /// The month in which a place must be good to visit.
    pub good_in_month: Option<i64>,
    /// Only places without a check since this time.
    pub checked_before: Option<Timestamp>,
    /// The fact group to which `checked_before` and [`MissingFact::Check`] apply. `None`: any group.
    pub check_group: Option<FactGroup>,
    pub sort: Sort,
    pub after: Option<Cursor>,
    pub offset: i64,
    pub limit: i64,
}

impl PlaceQuery {
    /// A query without filters: the first [`MAX_LIMIT`] places of `scope`, best first.
    pub fn unfiltered(scope: PlaceScope) -> Self {
        Self { scope, limit: MAX_LIMIT, ..Self::default() }
    }

    /// The query of the places of `scope` with these ids.
    pub fn by_ids(scope: PlaceScope, ids: Vec<i64>) -> Self {
        // For an order other than by id, SQLite would scan the whole index of that order.
        Self { limit: ids.len() as i64, ids: Some(ids), sort: Sort::BY_ID, ..Self::unfiltered(scope) }
    }

    /// Whether the total of the list may be stored: the list has no words, and no filters other than category and
    /// "verified".
    pub fn may_have_stored_total(&self) -> bool {
        self.words.is_empty() && !self.has_filter_without_stored_total()
    }

    /// Whether the list has a filter. The scope and the words do not count as filters.
    pub fn has_filter(&self) -> bool {
        self.category.is_some() || self.verified.is_some() || self.has_filter_without_stored_total()
    }

    fn has_filter_without_stored_total(&self) -> bool {
        self.premium.is_some() || self.tags.is_some() || self.bounds.is_some() || self.needs_database_filter()
    }

    /// Whether the query has a filter that only staff may use.
    pub fn has_staff_filter(&self) -> bool {
        self.missing.is_some() || self.checked_before.is_some()
    }

    /// Whether the list has a filter by checks, to which `check_group` applies.
    pub fn has_check_filter(&self) -> bool {
        self.missing == Some(MissingFact::Check) || self.checked_before.is_some()
    }

    /// Whether the list has a filter that [`crate::places::index::place_index`] does not support.
    pub fn needs_database_filter(&self) -> bool {
        self.ids.is_some()
            || self.slugs.is_some()
            || self.recheck.is_some()
            || self.active.is_some()
            || self.owner.is_some()
            || self.good_in_month.is_some()
            || self.has_staff_filter()
    }

    /// Whether [`super::text_search`] evaluates the query with the place index. The database would have to scan all
    /// places for such a query.
    pub fn uses_index(&self) -> bool {
        let is_subset = self.sort == Sort::Best && (self.tags.is_some() || self.bounds.is_some());
        let is_filtered = self.words.is_empty() && !self.needs_database_filter();
        self.sort == Sort::Relevance || (is_filtered && (is_subset || self.sort == Sort::Distance))
    }

    /// The category of the filter, if the statement can read the list in the order of an index of `place_category`.
    /// `None` for other lists: that table has copies only of the rank and of `is_public` of its places.
    fn ordering_category(&self) -> Option<CategoryId> {
        self.category.filter(|_| self.scope == PlaceScope::Public && self.sort == Sort::Best)
    }

    /// The statement that selects the list. It returns one row more than `limit` if more places follow.
    pub fn select<D: Dialect>(&self) -> QueryBuilder<D> {
        let mut query = QueryBuilder::default();
        self.push_select(&mut query, COLUMNS);
        query
    }

    fn push_select<D: Dialect>(&self, query: &mut QueryBuilder<D>, columns: &str) {
        query.push("select ").push(columns).push(" from ");
        self.push_table_and_conditions(query);
        self.push_order(query);
        D::push_limit_and_offset(query, self.limit + 1, self.offset);
    }

    /// Like [`PlaceQuery::select`], but selects a single row, which is faster than many. `current_epoch` and `total`
    /// are SQL expressions. The columns of the row are:
    /// - the id, the likes and the length in bytes of the cached JSON of each place (null if its `list_json_epoch` is
    ///   not `current_epoch` or its version is not current);
    /// - these cached JSONs, one after the other (in the array they would be escaped);
    /// - the `total`, or null without such an expression.
    pub fn select_cached_json<D: Dialect>(&self, current_epoch: &str, total: Option<&str>) -> QueryBuilder<D> {
        let mut query = QueryBuilder::new(format!(
            "select {}, coalesce(string_agg(list_json, ''), ''), ({}) from (",
            D::json_array_aggregate_of_rows("id, like_count, octet_length(list_json)"),
            total.unwrap_or("cast(null as bigint)"),
        ));
        self.push_select(
            &mut query,
            &format!(
                "place.id, place.like_count, case when place.list_json_epoch = ({current_epoch}) and place.list_json_version = place.version
                 then place.list_json end as list_json"
            ),
        );
        query.push(") as found");
        query
    }

    /// The statement that counts the places of all pages, up to `max`.
    pub fn count<D: Dialect>(&self, max: i64) -> QueryBuilder<D> {
        let mut query = QueryBuilder::new("select count(*) from (select 1 from ");
        self.push_table_and_conditions(&mut query);
        query.push(" limit ");
        D::push_number(&mut query, max);
        query.push(") as found");
        query
    }

    fn push_table_and_conditions<D: Dialect>(&self, query: &mut QueryBuilder<D>) {
        if let Some(category) = self.ordering_category() {
            query.push("place_category along join place on place.id = along.place_id where along.category_id = ");
            D::push_number(query, category.0);
            query.push(" and along.is_public = true");
        } else {
            query.push("place where true");
        }
        self.push_filters(query);
        self.push_words(query, &self.words.iter().collect::<Vec<_>>());
    }

    /// Appends the conditions for scope and filters, without words.
    pub(in crate::places) fn push_filters<D: Dialect>(&self, query: &mut QueryBuilder<D>) {
        query.push(match &self.scope {
            PlaceScope::Public if self.ordering_category().is_some() => "",
            PlaceScope::Public => " and place.is_public = true",
            PlaceScope::PublicOrOwn(_) | PlaceScope::All => " and place.deleted_at is null",
            PlaceScope::Trash => " and place.deleted_at is not null",
        });
        if let PlaceScope::PublicOrOwn(owner) = &self.scope {
            query.push(" and (place.is_public = true or place.owner_id = ");
            D::push_text(query, owner.0.clone());
            query.push(")");
        }
        if let Some(category) = self.category.filter(|_| self.ordering_category().is_none()) {
            if self.sort == Sort::Relevance {
                // The condition is evaluated for each match: there are few matches, but the category may be large.
                query.push(" and exists (select 1 from place_category its where its.place_id = place.id and its.category_id = ");
            } else {
                query.push(" and place.id in (select place_id from place_category where category_id = ");
            }
            D::push_number(query, category.0);
            query.push(")");
        }
        if let Some(tags) = &self.tags {
            query.push(" and place.id in (select place_id from place_tag where tag in (");
            push_list(query, tags, |query, tag| D::push_text(query, tag.clone()));
            query.push("))");
        }
        if let Some(Bounds { west, south, east, north }) = self.bounds {
            // A box that crosses the date line consists of two ranges of longitudes.
            let crosses_date_line = west > east;
            for (text, value) in [
                (" and place.latitude >= ", south),
                (" and place.latitude <= ", north),
                (" and (place.longitude >= ", west),
                (if crosses_date_line { " or place.longitude <= " } else { " and place.longitude <= " }, east),
            ] {
                query.push(text);
                D::push_real(query, value);
            }
            query.push(")");
        }
        if let Some(ids) = &self.ids {
            query.push(" and place.id in (");
            push_list(query, ids, |query, id| D::push_number(query, *id));
            query.push(")");
        }
        if let Some(slugs) = &self.slugs {
            query.push(" and place.id in (select place_id from place_slug where slug in (");
            push_list(query, slugs, |query, slug| D::push_text(query, slug.clone()));
            query.push("))");
        }
        for (column, value) in
            [("is_premium", self.premium), ("is_verified", self.verified), ("is_active", self.active)]
        {
            if let Some(value) = value {
                query.push(" and place.").push(column).push(if value { " = true" } else { " = false" });
            }
        }
        if let Some(value) = self.recheck {
            query.push(if value { " and place.id in (" } else { " and place.id not in (" });
            query.push("select place_id from fact_check where invalid_reason is not null and fact_group = 'position')");
        }
        match &self.owner {
            None => {}
            Some(OwnerFilter::Any) => {
                query.push(" and place.owner_id is not null");
            }
            Some(OwnerFilter::Account(owner)) => {
                query.push(" and place.owner_id = ");
                D::push_text(query, owner.0.clone());
            }
        }
        if let Some(month) = self.good_in_month {
            // A place that has closed months but no good months counts as good in every month that is not closed.
            let bit = Months::new([month]).bits();
            query.push(format!(
                " and ((place.good_months & {bit}) <> 0 or (place.good_months = 0 and place.closed_months <> 0))
                 and (place.closed_months & {bit}) = 0"
            ));
        }
        match self.missing.map(MissingFact::sql_condition) {
            None => {}
            Some(Some(condition)) => {
                query.push(" and ").push(condition);
            }
            Some(None) => self.push_not_checked_since(query, None),
        }
        if self.checked_before.is_some() {
            self.push_not_checked_since(query, self.checked_before);
        }
    }

    /// Appends the condition that a place has no valid check since `since`, or no valid check at all if `since` is
    /// `None`. Only checks of `check_group` count, or checks of any group if it is `None`.
    fn push_not_checked_since<D: Dialect>(&self, query: &mut QueryBuilder<D>, since: Option<Timestamp>) {
        query.push(
            " and not exists (select 1 from fact_check where fact_check.place_id = place.id and invalid_reason is null",
        );
        if let Some(group) = self.check_group {
            query.push(" and fact_group = ");
            D::push_text(query, group.name().to_owned());
        }
        if let Some(since) = since {
            query.push(" and coalesce(checked_at, recorded_at) >= ");
            D::push_number(query, since.0);
        }
        query.push(")");
    }

    /// Appends the condition that each word is in the search text of the place or in the name of one of its categories.
    pub(in crate::places) fn push_words<D: Dialect>(&self, query: &mut QueryBuilder<D>, words: &[&SearchWord]) {
        for word in words {
            query.push(" and (");
            if self.sort == Sort::Relevance {
                D::push_place_like(query, &word.text);
            } else {
                D::push_place_match(query, &word.text);
            }
            if !word.categories.is_empty() {
                query.push(" or exists (select 1 from place_category its where its.place_id = place.id and its.category_id in (");
                push_list(query, &word.categories, |query, category| D::push_number(query, category.0));
                query.push("))");
            }
            query.push(")");
        }
    }

    /// Appends the condition for the places after the cursor, if there is one, and the `order by` of the list.
    fn push_order<D: Dialect>(&self, query: &mut QueryBuilder<D>) {
        match (self.sort, self.near) {
            (Sort::ByColumn(sort), _) => {
                let keys = (sort.column.sql(), "place.id");
                sort.push_cursor_condition_and_order_by(query, keys, self.after.as_ref(), |query, id| {
                    D::push_number(query, *id)
                });
            }
            (Sort::Distance, Some(Point { latitude, longitude })) => {
                // Squared equirectangular distance: it is precise enough to order the places of a region. SQLite has no
                // cosine function, so the statement contains the cosine as a number.
                query.push(" order by ");
                for (begin, value) in [
                    ("(place.latitude - ", latitude),
                    (") * (place.latitude - ", latitude),
                    (") + (place.longitude - ", longitude),
                    (") * (place.longitude - ", longitude),
                    (") * ", latitude.to_radians().cos().powi(2)),
                ] {
                    query.push(begin);
                    D::push_real(query, value);
                }
                query.push(", place.id");
            }
            (Sort::Best | Sort::Distance | Sort::Relevance, _) => {
                let (rank, place_id) = match self.ordering_category() {
                    Some(_) => ("along.rank", "along.place_id"),
                    None => ("place.rank", "place.id"),
                };
                if let Some(Cursor { key: ColumnValue::Number(key), id }) = &self.after {
                    // The first condition is redundant, but an index can seek by it. A row comparison cannot express
                    // the order, because rank is descending and id ascending.
                    query.push(format!(" and {rank} <= "));
                    D::push_number(query, *key);
                    query.push(format!(" and ({rank} < "));
                    D::push_number(query, *key);
                    query.push(format!(" or {place_id} > "));
                    D::push_number(query, *id);
                    query.push(")");
                }
                query.push(format!(" order by {rank} desc, {place_id}"));
            }
        }
    }
}

/// Appends the items of an `in (…)` list, each with `push`, or `null` if there are none.
pub(in crate::places) fn push_list<D: Dialect, T>(
    query: &mut QueryBuilder<D>,
    items: &[T],
    push: impl Fn(&mut QueryBuilder<D>, &T),
) {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            query.push(", ");
        }
        push(query, item);
    }
    if items.is_empty() {
        query.push("null");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sort_parses_only_listed_names() {
        let by_rating = pagination::Sort { column: SortColumn::Rating, is_descending: true };
        assert_eq!(Sort::parse("-rating"), Some(Sort::ByColumn(by_rating)));
        for name in Sort::NAMES.split(", ") {
            assert!(Sort::parse(name).is_some(), "{name}");
        }
        for name in ["ownerId", "password_hash", "-best", "--id", "name;drop table place", "", "NAME"] {
            assert_eq!(Sort::parse(name), None, "{name}");
        }
    }

    #[test]
    fn cursor_with_another_type_of_sort_key_is_rejected() {
        let cursor = Cursor { key: ColumnValue::Number(10_460), id: 7 };
        assert_eq!(parse_cursor(&cursor.encode(), Sort::Best), Some(cursor.clone()));
        let by_name = pagination::Sort { column: SortColumn::Name, is_descending: false };
        assert_eq!(parse_cursor(&cursor.encode(), Sort::ByColumn(by_name)), None);
        assert_eq!(parse_cursor("%%%", Sort::Best), None);
    }
}
