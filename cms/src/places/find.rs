//! Which places a list asks for, and in which order: read from the query, turned into one statement.

use sqlx::QueryBuilder;

use super::store::COLUMNS;
use crate::common::geo::{Bounds, Point};
use crate::common::id::{AccountId, CategoryId};
use crate::db::search::{Dialect, contains};
use crate::http::cursor::{self, Key};

/// The most places of one answer, and how many a list gives that does not say.
pub const MOST: i64 = 1000;

/// Whose places.
#[derive(Clone, Debug, PartialEq)]
pub enum Scope {
    /// What travellers see.
    Shown,
    /// That, and this owner's own.
    ShownOrOwn(AccountId),
    /// Everything outside the trash.
    All,
    /// What is in it.
    Trash,
}

/// The orders a list can have. Every order ends in the id, so it is total.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Sort {
    /// Premium, then rating, unrated last.
    #[default]
    Best,
    /// By a column, upwards or downwards.
    By(Column, Direction),
    /// Nearest first; needs a point.
    Distance,
    /// How well names, categories, tags and descriptions answer the search; needs one.
    Relevance,
}

/// The columns that may sort. Nothing else does: an order can tell what a column holds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "named as on the wire")]
pub enum Column {
    Id,
    Name,
    Rating,
    CreatedAt,
    UpdatedAt,
}

/// Up or down.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "two words")]
pub enum Direction {
    Up,
    Down,
}

impl Sort {
    /// The words that `sort` takes.
    pub const NAMES: &str = "best, name, -name, rating, -rating, createdAt, -createdAt, updatedAt, -updatedAt, id, -id, distance, relevance";

    /// Reads one of [`Sort::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        let (direction, column) = match name.strip_prefix('-') {
            Some(column) => (Direction::Down, column),
            None => (Direction::Up, name),
        };
        let column = match column {
            "best" if direction == Direction::Up => return Some(Self::Best),
            "distance" if direction == Direction::Up => return Some(Self::Distance),
            "relevance" if direction == Direction::Up => return Some(Self::Relevance),
            "id" => Column::Id,
            "name" => Column::Name,
            "rating" => Column::Rating,
            "createdAt" => Column::CreatedAt,
            "updatedAt" => Column::UpdatedAt,
            _ => return None,
        };
        Some(Self::By(column, direction))
    }
}

impl Column {
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

/// Where the last page ended.
pub type Cursor = cursor::Cursor<i64>;

/// Reads a cursor of a list in this order; nothing for anything else or for another order's.
pub fn read_cursor(text: &str, sort: Sort) -> Option<Cursor> {
    let is_text = matches!(sort, Sort::By(Column::Name, _));
    Cursor::read(text, is_text).filter(|_| !matches!(sort, Sort::Distance | Sort::Relevance))
}

/// A word of a search with the categories whose name it is part of.
#[derive(Clone, Debug)]
pub struct Word {
    /// Folded.
    pub text: String,
    /// May be empty.
    pub categories: Vec<CategoryId>,
}

impl Word {
    /// A word as it was typed. `categories` are all there are, with their names folded.
    pub fn new(text: String, categories: &[(CategoryId, String)]) -> Self {
        let named = categories.iter().filter(|(_, name)| name.contains(&text)).map(|(id, _)| *id).collect();
        Self { text, categories: named }
    }
}

/// A list's question.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "each is described in the list call's parameters")]
pub struct Find {
    pub scope: Scope,
    pub category: Option<CategoryId>,
    /// The tags, folded, of which a place must have one; `None` when tags do not matter.
    pub tags: Option<Vec<String>>,
    pub words: Vec<Word>,
    pub bounds: Option<Bounds>,
    pub near: Option<Point>,
    pub ids: Option<Vec<i64>>,
    /// Words that the places' addresses have or had.
    pub slugs: Option<Vec<String>>,
    pub premium: Option<bool>,
    pub verified: Option<bool>,
    pub recheck: Option<bool>,
    pub active: Option<bool>,
    pub sort: Sort,
    pub after: Option<Cursor>,
    pub offset: i64,
    pub limit: i64,
}

impl Find {
    /// Everything that `scope` holds, best first.
    pub fn all(scope: Scope) -> Self {
        Self {
            scope,
            category: None,
            tags: None,
            words: Vec::new(),
            bounds: None,
            near: None,
            ids: None,
            slugs: None,
            premium: None,
            verified: None,
            recheck: None,
            active: None,
            sort: Sort::Best,
            after: None,
            offset: 0,
            limit: MOST,
        }
    }

    /// Whether nothing but scope, category and "verified" narrows the list, so that kept counts know its total.
    pub fn is_plain(&self) -> bool {
        self.words.is_empty() && !self.is_narrowed_by_more()
    }

    /// Whether anything but scope and words narrows the list.
    pub fn is_narrowed(&self) -> bool {
        self.category.is_some() || self.verified.is_some() || self.is_narrowed_by_more()
    }

    fn is_narrowed_by_more(&self) -> bool {
        self.premium.is_some() || self.tags.is_some() || self.bounds.is_some() || self.is_narrowed_in_rows()
    }

    /// Whether it is narrowed by something that only the database knows: [`crate::db::place_index`] knows the rest.
    pub fn is_narrowed_in_rows(&self) -> bool {
        self.ids.is_some() || self.slugs.is_some() || self.recheck.is_some() || self.active.is_some()
    }

    /// Whether [`super::index_filter`] answers it: a list without words that the database would have to go through for.
    pub fn is_in_sets(&self) -> bool {
        let is_a_part = self.sort == Sort::Best && (self.tags.is_some() || self.bounds.is_some());
        self.words.is_empty() && !self.is_narrowed_in_rows() && (is_a_part || self.sort == Sort::Distance)
    }

    /// A category's public list is read along that category's own index.
    fn follows_category(&self) -> Option<CategoryId> {
        self.category.filter(|_| self.scope == Scope::Shown && self.sort == Sort::Best)
    }

    /// The statement that reads the list: one row more than the limit, to see whether more follow.
    pub fn select<D: Dialect>(&self) -> QueryBuilder<D> {
        let mut query = QueryBuilder::default();
        self.push_select(&mut query, COLUMNS);
        query
    }

    fn push_select<D: Dialect>(&self, query: &mut QueryBuilder<D>, columns: &str) {
        query.push("select ").push(columns).push(" from ");
        self.push_from(query);
        self.push_filters(query);
        self.push_words(query, &self.words);
        self.push_cursor(query);
        self.push_order(query);
        query.push(" limit ");
        D::number(query, self.limit + 1);
        query.push(" offset ");
        D::number(query, self.offset);
    }

    /// The statement that reads the cached JSON of the places instead (empty if its age is not `present` or its version
    /// is not current), and the `total`, or null if that is not stored. The result is a single row, which is faster
    /// than many: the id, likes and cached JSON of each place, separated by `field` and `row`.
    pub fn select_cached<D: Dialect>(
        &self,
        present: &str,
        total: Option<&str>,
        [row, field]: [char; 2],
    ) -> QueryBuilder<D> {
        let mut query = QueryBuilder::new(format!(
            "select coalesce(string_agg(id || '{field}' || like_count || '{field}' || coalesce(list_json, ''), '{row}'), ''), ({})
             from (",
            total.unwrap_or("cast(null as bigint)"),
        ));
        self.push_select(
            &mut query,
            &format!(
                "place.id, place.like_count, case when place.list_json_epoch = ({present}) and place.list_json_version = place.version
                 then place.list_json end as list_json"
            ),
        );
        query.push(") as found");
        query
    }

    /// The statement that counts the list without its limits, up to `most`.
    pub fn count<D: Dialect>(&self, most: i64) -> QueryBuilder<D> {
        let mut query = QueryBuilder::new("select count(*) from (select 1 from ");
        self.push_from(&mut query);
        self.push_filters(&mut query);
        self.push_words(&mut query, &self.words);
        query.push(" limit ");
        D::number(&mut query, most);
        query.push(") as found");
        query
    }

    fn push_from<D: Dialect>(&self, query: &mut QueryBuilder<D>) {
        if let Some(category) = self.follows_category() {
            query.push("place_category along join place on place.id = along.place_id where along.category_id = ");
            D::number(query, category.0);
            query.push(" and along.is_public = true");
        } else {
            query.push("place where true");
        }
    }

    /// Whose places, and what narrows them but words.
    pub(super) fn push_filters<D: Dialect>(&self, query: &mut QueryBuilder<D>) {
        match &self.scope {
            Scope::Shown if self.follows_category().is_some() => {}
            Scope::Shown => {
                query.push(" and place.is_public = true");
            }
            Scope::ShownOrOwn(owner) => {
                query.push(" and place.deleted_at is null and (place.is_public = true or place.owner_id = ");
                D::text(query, owner.0.clone());
                query.push(")");
            }
            Scope::All => {
                query.push(" and place.deleted_at is null");
            }
            Scope::Trash => {
                query.push(" and place.deleted_at is not null");
            }
        }
        if let Some(category) = self.category.filter(|_| self.follows_category().is_none()) {
            if self.sort == Sort::Relevance {
                // Asked of each hit in turn: the hits are few, the category may be large.
                query.push(" and exists (select 1 from place_category its where its.place_id = place.id and its.category_id = ");
            } else {
                query.push(" and place.id in (select place_id from place_category where category_id = ");
            }
            D::number(query, category.0);
            query.push(")");
        }
        if let Some(tags) = &self.tags {
            query.push(" and place.id in (select place_id from place_tag where tag in (");
            push_list(query, tags, |query, tag| D::text(query, tag.clone()));
            query.push("))");
        }
        if let Some(Bounds { west, south, east, north }) = self.bounds {
            // A box across the date line has two spans of longitudes, which together are all but what lies between.
            let crosses = west > east;
            for (text, value) in [
                (" and place.latitude >= ", south),
                (" and place.latitude <= ", north),
                (" and (place.longitude >= ", west),
                (if crosses { " or place.longitude <= " } else { " and place.longitude <= " }, east),
            ] {
                query.push(text);
                D::real(query, value);
            }
            query.push(")");
        }
        if let Some(ids) = &self.ids {
            query.push(" and place.id in (");
            push_list(query, ids, |query, id| D::number(query, *id));
            query.push(")");
        }
        if let Some(slugs) = &self.slugs {
            query.push(" and place.id in (select place_id from place_slug where slug in (");
            push_list(query, slugs, |query, slug| D::text(query, slug.clone()));
            query.push("))");
        }
        for (column, wanted) in
            [("is_premium", self.premium), ("is_verified", self.verified), ("is_active", self.active)]
        {
            if let Some(wanted) = wanted {
                query.push(" and place.").push(column).push(if wanted { " = true" } else { " = false" });
            }
        }
        if let Some(wanted) = self.recheck {
            query.push(if wanted { " and place.id in (" } else { " and place.id not in (" });
            query.push("select place_id from fact_check where invalid_reason is not null)");
        }
    }

    /// Each of the words in the place's text, or in the name of one of its categories.
    pub(super) fn push_words<D: Dialect>(&self, query: &mut QueryBuilder<D>, words: &[Word]) {
        for word in words {
            query.push(" and (");
            if self.sort == Sort::Relevance {
                D::push_like(query, &word.text);
            } else {
                D::push_match(query, &word.text);
            }
            if !word.categories.is_empty() {
                query.push(" or exists (select 1 from place_category its where its.place_id = place.id and its.category_id in (");
                push_list(query, &word.categories, |query, category| D::number(query, category.0));
                query.push("))");
            }
            query.push(")");
        }
    }

    fn push_cursor<D: Dialect>(&self, query: &mut QueryBuilder<D>) {
        let Some(Cursor { key, id }) = &self.after else { return };
        let push_key = |query: &mut QueryBuilder<D>| match key {
            Key::Number(number) => D::number(query, *number),
            Key::Text(text) => D::text(query, text.clone()),
        };
        match self.sort {
            Sort::Distance | Sort::Relevance => {}
            Sort::Best => {
                let row = if self.follows_category().is_some() {
                    ("along.rank", "along.place_id")
                } else {
                    ("place.rank", "place.id")
                };
                // The first half alone lets the index find its place; a comparison of pairs cannot go both ways.
                query.push(" and ").push(row.0).push(" <= ");
                push_key(query);
                query.push(" and (").push(row.0).push(" < ");
                push_key(query);
                query.push(" or ").push(row.1).push(" > ");
                D::number(query, *id);
                query.push(")");
            }
            Sort::By(column, direction) => {
                query.push(" and (").push(column.sql()).push(", place.id) ");
                query.push(if direction == Direction::Up { "> (" } else { "< (" });
                push_key(query);
                query.push(", ");
                D::number(query, *id);
                query.push(")");
            }
        }
    }

    fn push_order<D: Dialect>(&self, query: &mut QueryBuilder<D>) {
        query.push(" order by ");
        match (self.sort, self.near) {
            (Sort::Best, _) if self.follows_category().is_some() => {
                query.push("along.rank desc, along.place_id");
            }
            (Sort::By(column, direction), _) => {
                let word = if direction == Direction::Up { "" } else { " desc" };
                query.push(column.sql()).push(word).push(", place.id").push(word);
            }
            (Sort::Distance, Some(Point { latitude, longitude })) => {
                // Flat-earth distance: right in order at the size of a region, and SQLite has no cosine.
                let shrink = latitude.to_radians().cos().powi(2);
                query.push("(place.latitude - ");
                D::real(query, latitude);
                query.push(") * (place.latitude - ");
                D::real(query, latitude);
                query.push(") + (place.longitude - ");
                D::real(query, longitude);
                query.push(") * (place.longitude - ");
                D::real(query, longitude);
                query.push(") * ");
                D::real(query, shrink);
                query.push(", place.id");
            }
            (Sort::Best | Sort::Distance | Sort::Relevance, _) => {
                query.push("place.rank desc, place.id");
            }
        }
    }
}

fn push_list<D: Dialect, T>(query: &mut QueryBuilder<D>, items: &[T], push: impl Fn(&mut QueryBuilder<D>, &T)) {
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

/// The `like` pattern that finds the known tags a wanted one is part of.
pub fn tag_pattern(wanted: &str) -> String {
    contains(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_orders_are_read() {
        assert_eq!(Sort::parse("-rating"), Some(Sort::By(Column::Rating, Direction::Down)));
        for name in Sort::NAMES.split(", ") {
            assert!(Sort::parse(name).is_some(), "{name}");
        }
        for name in ["ownerId", "password_hash", "-best", "name;drop table place", "", "NAME"] {
            assert_eq!(Sort::parse(name), None, "{name}");
        }
    }

    #[test]
    fn a_cursor_belongs_to_its_order() {
        let cursor = Cursor { key: Key::Number(10_460), id: 7 };
        assert_eq!(read_cursor(&cursor.written(), Sort::Best), Some(cursor.clone()));
        assert_eq!(read_cursor(&cursor.written(), Sort::By(Column::Name, Direction::Up)), None);
        assert_eq!(read_cursor("%%%", Sort::Best), None);
    }
}
