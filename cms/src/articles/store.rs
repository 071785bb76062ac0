//! Reads articles from the database.

use sqlx::QueryBuilder;

use super::dto::Topic;
use super::images;
use super::model::Article;
use super::query::{Column, Cursor, ListQuery, Scope, Sort};
use crate::common::id::ArticleId;
use crate::common::page::Page;
use crate::common::text;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::search::{Dialect, contains};
use crate::http::cursor::Key;
use crate::with_pool;

/// The columns of [`Article`].
pub const COLUMNS: &str = "article.id, article.version, article.slug, article.title, article.author, article.summary,
article.content_html, article.main_image_url, article.tags, article.publication_date, article.is_featured,
article.is_active, article.latitude, article.longitude, article.external_url, article.map_overlay,
article.created_at, article.updated_at, article.deleted_at, article.is_public, coalesce(article.uuid, '') as uuid,
(select live_at from change_log where seq = article.change_seq) as live_since";

const TOPICS: &str = "
select min(article_tag.name) as tag, count(*) as count
from article_tag join article on article.id = article_tag.article_id
where article.is_public = true group by article_tag.tag order by article_tag.tag";

/// One page of articles, and the number of all matching articles.
pub async fn list(db: &Db, query: &ListQuery) -> Result<Page<Article>, StoreError> {
    let (mut items, total): (Vec<Article>, i64) = match db {
        Db::Sqlite { pool, .. } => (
            select::<sqlx::Sqlite>(query).build_query_as().fetch_all(pool).await?,
            count::<sqlx::Sqlite>(query).build_query_scalar().fetch_one(pool).await?,
        ),
        Db::Postgres { pool } => (
            select::<sqlx::Postgres>(query).build_query_as().fetch_all(pool).await?,
            count::<sqlx::Postgres>(query).build_query_scalar().fetch_one(pool).await?,
        ),
    };
    let has_more = items.len() as i64 > query.limit;
    items.truncate(query.limit as usize);
    images::attach(db, &mut items).await?;
    Ok(Page { items, total, has_more })
}

/// An article outside the trash.
pub async fn one(db: &Db, id: ArticleId) -> Result<Option<Article>, StoreError> {
    let query = ListQuery { scope: Scope::All, ids: Some(vec![id.0]), limit: 1, ..ListQuery::default() };
    Ok(list(db, &query).await?.items.pop())
}

/// The tags of public articles with their counts, ordered by folded tag. Of several spellings, one is returned.
pub async fn topics(db: &Db) -> Result<Vec<Topic>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(TOPICS).fetch_all(engine))?)
}

/// Selects one row more than the limit, to learn whether there is a next page.
fn select<D: Dialect>(query: &ListQuery) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new("select ");
    statement.push(COLUMNS).push(" from article where ");
    push_filters(&mut statement, query);
    push_cursor(&mut statement, query);
    push_order(&mut statement, query.sort);
    statement.push(" limit ");
    D::number(&mut statement, query.limit + 1);
    statement.push(" offset ");
    D::number(&mut statement, query.offset);
    statement
}

fn count<D: Dialect>(query: &ListQuery) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new("select count(*) from article where ");
    push_filters(&mut statement, query);
    statement
}

fn push_filters<D: Dialect>(statement: &mut QueryBuilder<D>, query: &ListQuery) {
    statement.push(match query.scope {
        Scope::Public => "article.is_public = true",
        Scope::All => "article.deleted_at is null",
        Scope::Trash => "article.deleted_at is not null",
    });
    for word in &query.words {
        statement.push(" and article.search like ");
        D::text(statement, contains(word));
        statement.push(" escape '!'");
    }
    if let Some(tag) = &query.tag {
        statement.push(" and article.id in (select article_id from article_tag where tag = ");
        D::text(statement, tag.clone());
        statement.push(")");
    }
    if let Some(featured) = query.featured {
        statement.push(if featured { " and article.is_featured = true" } else { " and article.is_featured = false" });
    }
    if let Some(ids) = &query.ids {
        statement.push(" and article.id in (null");
        for id in ids {
            statement.push(", ");
            D::number(statement, *id);
        }
        statement.push(")");
    }
}

/// The cursor of the page after `last`.
pub fn cursor_after(last: &Article, sort: Sort) -> Cursor {
    let key = match sort.column {
        Column::Id => Key::Number(last.id.0),
        Column::PublicationDate => Key::Number(last.publication_date.0),
        Column::Title => Key::Text(text::fold(&last.title)),
        Column::UpdatedAt => Key::Number(last.updated_at.0),
    };
    Cursor { key, id: last.id }
}

fn push_cursor<D: Dialect>(statement: &mut QueryBuilder<D>, query: &ListQuery) {
    let Some(Cursor { key, id }) = &query.after else { return };
    statement.push(" and (").push(column(query.sort.column)).push(", article.id) ");
    statement.push(if query.sort.is_descending { "< (" } else { "> (" });
    match key {
        Key::Number(number) => D::number(statement, *number),
        Key::Text(text) => D::text(statement, text.clone()),
    }
    statement.push(", ");
    D::number(statement, id.0);
    statement.push(")");
}

fn column(column: Column) -> &'static str {
    match column {
        Column::Id => "article.id",
        Column::PublicationDate => "article.publication_date",
        Column::Title => "article.title_key",
        Column::UpdatedAt => "article.updated_at",
    }
}

fn push_order<D: Dialect>(statement: &mut QueryBuilder<D>, sort: Sort) {
    let direction = if sort.is_descending { " desc" } else { "" };
    statement.push(" order by ").push(column(sort.column)).push(direction).push(", article.id").push(direction);
}
