//! Articles in the database, for reading.

use sqlx::QueryBuilder;

use super::dto::Topic;
use super::model::Article;
use super::pictures;
use super::query::{Column, Cursor, Find, Scope, Sort};
use crate::common::id::ArticleId;
use crate::common::page::Page;
use crate::common::text;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::search::{Dialect, contains};
use crate::http::cursor::Key;
use crate::with_pool;

/// Every column of [`Article`], for `select`.
pub const COLUMNS: &str = "article.id, article.version, article.slug, article.title, article.author, article.summary,
article.content_html, article.main_image_url, article.tags, article.publication_date, article.is_featured,
article.is_active, article.latitude, article.longitude, article.external_url, article.map_overlay,
article.created_at, article.updated_at, article.deleted_at, article.is_public, coalesce(article.uuid, '') as uuid,
(select live_at from change_log where seq = article.change_seq) as live_since";

const TOPICS: &str = "
select min(article_tag.name) as tag, count(*) as count
from article_tag join article on article.id = article_tag.article_id
where article.is_public = true group by article_tag.tag order by article_tag.tag";

/// The articles that `find` asks for, and how many there are without its limits.
pub async fn list(db: &Db, find: &Find) -> Result<Page<Article>, StoreError> {
    let (mut items, total): (Vec<Article>, i64) = match db {
        Db::Sqlite { pool, .. } => (
            select::<sqlx::Sqlite>(find).build_query_as().fetch_all(pool).await?,
            count::<sqlx::Sqlite>(find).build_query_scalar().fetch_one(pool).await?,
        ),
        Db::Postgres { pool } => (
            select::<sqlx::Postgres>(find).build_query_as().fetch_all(pool).await?,
            count::<sqlx::Postgres>(find).build_query_scalar().fetch_one(pool).await?,
        ),
    };
    let has_more = items.len() as i64 > find.limit;
    items.truncate(find.limit as usize);
    pictures::attach(db, &mut items).await?;
    Ok(Page { items, total, has_more })
}

/// One article that is not in the trash.
pub async fn one(db: &Db, id: ArticleId) -> Result<Option<Article>, StoreError> {
    let find = Find { scope: Scope::All, ids: Some(vec![id.0]), limit: 1, ..Find::default() };
    Ok(list(db, &find).await?.items.pop())
}

/// The tags of public articles, in their folded order. Of several ways to write one, one is shown.
pub async fn topics(db: &Db) -> Result<Vec<Topic>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(TOPICS).fetch_all(engine))?)
}

/// One row more than the limit, to see whether more follow.
fn select<D: Dialect>(find: &Find) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select ");
    query.push(COLUMNS).push(" from article where ");
    push_filters(&mut query, find);
    push_cursor(&mut query, find);
    push_order(&mut query, find.sort);
    query.push(" limit ");
    D::number(&mut query, find.limit + 1);
    query.push(" offset ");
    D::number(&mut query, find.offset);
    query
}

fn count<D: Dialect>(find: &Find) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new("select count(*) from article where ");
    push_filters(&mut query, find);
    query
}

fn push_filters<D: Dialect>(query: &mut QueryBuilder<D>, find: &Find) {
    query.push(match find.scope {
        Scope::Shown => "article.is_public = true",
        Scope::All => "article.deleted_at is null",
        Scope::Trash => "article.deleted_at is not null",
    });
    for word in &find.words {
        query.push(" and article.search like ");
        D::text(query, contains(word));
        query.push(" escape '!'");
    }
    if let Some(tag) = &find.tag {
        query.push(" and article.id in (select article_id from article_tag where tag = ");
        D::text(query, tag.clone());
        query.push(")");
    }
    if let Some(featured) = find.featured {
        query.push(if featured { " and article.is_featured = true" } else { " and article.is_featured = false" });
    }
    if let Some(ids) = &find.ids {
        query.push(" and article.id in (null");
        for id in ids {
            query.push(", ");
            D::number(query, *id);
        }
        query.push(")");
    }
}

/// Where a page that ended with `last` goes on.
pub fn cursor_after(last: &Article, sort: Sort) -> Cursor {
    let key = match sort.column {
        Column::Id => Key::Number(last.id.0),
        Column::PublicationDate => Key::Number(last.publication_date.0),
        Column::Title => Key::Text(text::fold(&last.title)),
        Column::UpdatedAt => Key::Number(last.updated_at.0),
    };
    Cursor { key, id: last.id }
}

fn push_cursor<D: Dialect>(query: &mut QueryBuilder<D>, find: &Find) {
    let Some(Cursor { key, id }) = &find.after else { return };
    query.push(" and (").push(column(find.sort.column)).push(", article.id) ");
    query.push(if find.sort.is_descending { "< (" } else { "> (" });
    match key {
        Key::Number(number) => D::number(query, *number),
        Key::Text(text) => D::text(query, text.clone()),
    }
    query.push(", ");
    D::number(query, id.0);
    query.push(")");
}

fn column(column: Column) -> &'static str {
    match column {
        Column::Id => "article.id",
        Column::PublicationDate => "article.publication_date",
        Column::Title => "article.title_key",
        Column::UpdatedAt => "article.updated_at",
    }
}

fn push_order<D: Dialect>(query: &mut QueryBuilder<D>, sort: Sort) {
    let direction = if sort.is_descending { " desc" } else { "" };
    query.push(" order by ").push(column(sort.column)).push(direction).push(", article.id").push(direction);
}
