//! Reads articles from the database.

use sqlx::QueryBuilder;

use super::dto::Topic;
use super::images;
use super::model::Article;
use super::query::{Column, Cursor, ListQuery, Scope, Sort};
use crate::common::id::ArticleId;
use crate::common::text;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::http::input::pagination::{Key, Page};
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
    let items: Vec<Article> = with_pool!(db, |pool, D| select::<D>(query).build_query_as().fetch_all(pool))?;
    let total: i64 = with_pool!(db, |pool, D| count::<D>(query).build_query_scalar().fetch_one(pool))?;
    let mut page = Page::new(items, total, query.limit);
    images::attach(db, &mut page.items).await?;
    Ok(page)
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
    let columns = (column(query.sort.column), "article.id");
    query.sort.push(&mut statement, columns, query.after.as_ref(), |statement, id| D::number(statement, id.0));
    D::push_page(&mut statement, query.limit + 1, query.offset);
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
    D::push_words(statement, "article.search", &query.words);
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

fn column(column: Column) -> &'static str {
    match column {
        Column::Id => "article.id",
        Column::PublicationDate => "article.publication_date",
        Column::Title => "article.title_key",
        Column::UpdatedAt => "article.updated_at",
    }
}
