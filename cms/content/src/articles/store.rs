//! Reads and writes articles, with their tags, their current and former slugs, and their image uses.

use sqlx::{AssertSqlSafe, QueryBuilder};
use uuid::Uuid;

use super::dto::{Article, Topic};
use super::query::{ArticleSubset, Column, Cursor, ListQuery, Sort};
use crate::audit::log::AuditRecordKind;
use crate::common::clock::Timestamp;
use crate::common::id::{ArticleId, ChangeSeq, ImageId};
use crate::common::text;
use crate::db::dialect::Dialect;
use crate::db::engine::{Db, StoreError, Tx};
use crate::drafts::store as drafts;
use crate::http::app::HookFuture;
use crate::http::input::pagination::{ColumnValue, Page};
use crate::media;
use crate::media::model::{ImageResponse, RecordWithImages, image_keys_in};
use crate::revisions::store::RecordKey;
use crate::{execute, insert_row, update_row, with_pool, with_tx};

const COLUMNS: &str = "article.id, article.version, article.slug, article.title, article.author, article.summary,
article.content_html, article.main_image_url, article.tags, article.publication_date, article.is_featured,
article.is_active, article.latitude, article.longitude, article.external_url, article.sources, article.map_overlay,
case when not article.is_active then 'inactive' when article.is_public then 'live' else 'scheduled' end as standing,
article.created_at, article.updated_at, article.deleted_at, article.unpublish_at, article.unpublish_account_id,
article.publication_account_id, article.is_public, coalesce(article.uuid, '') as uuid,
(select live_at from change_log where seq = article.change_seq) as live_since";

const SELECT_TOPICS: &str = "
select min(article_tag.name) as tag, count(*) as count
from article_tag join article on article.id = article_tag.article_id
where article.is_public = true group by article_tag.tag order by article_tag.tag";

// `not is_public` makes this statement safe on several replicas: only one of them gets the id of a due article.
const PUBLISH_DUE: &str = "update article set is_public = true
where is_active and not is_public and deleted_at is null and publication_date <= $1
    and (unpublish_at is null or unpublish_at > $1) returning id";

// The statement itself replaces the keys, so that it also keeps a concurrent edit of the article. The `updated_at` of
// an article in the trash is the time of the deletion, so it is not changed.
const REPLACE_IMAGE_URLS: &str = "
update article set version = version + 1, main_image_url = replace(main_image_url, $1, $2),
    content_html = replace(content_html, $1, $2),
    updated_at = case when deleted_at is null then $3 else updated_at end
where id = $4 returning version - 1";

/// One page of articles, and the number of all matching articles.
pub async fn list(db: &Db, query: &ListQuery) -> Result<Page<Article>, StoreError> {
    let items: Vec<Article> = with_pool!(db, |pool, D| select::<D>(query).build_query_as().fetch_all(pool))?;
    let total: i64 = with_pool!(db, |pool, D| count::<D>(query).build_query_scalar().fetch_one(pool))?;
    let mut page = Page::new(items, total, query.limit);
    attach_images(db, &mut page.items).await?;
    Ok(page)
}

/// An article, public or not. `None` if it does not exist or is in the trash.
pub async fn find(db: &Db, id: ArticleId) -> Result<Option<Article>, StoreError> {
    let query =
        ListQuery { subset: ArticleSubset::OutsideTrash, ids: Some(vec![id.0]), limit: 1, ..Default::default() };
    Ok(list(db, &query).await?.items.pop())
}

/// The tags of public articles with their counts, ordered by folded tag. If a tag has several spellings, the one that
/// the database sorts first is returned.
pub async fn topics(db: &Db) -> Result<Vec<Topic>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_TOPICS).fetch_all(engine))?)
}

/// Selects one row more than the limit, to learn whether there is a next page.
fn select<D: Dialect>(query: &ListQuery) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new("select ");
    statement.push(COLUMNS).push(" from article where ");
    push_filters(&mut statement, query);
    let columns = (sort_expression(query.sort.column), "article.id");
    query.sort.push_cursor_condition_and_order_by(&mut statement, columns, query.after.as_ref(), |statement, id| {
        D::push_number(statement, id.0)
    });
    D::push_limit_and_offset(&mut statement, query.limit + 1, query.offset);
    statement
}

fn count<D: Dialect>(query: &ListQuery) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new("select count(*) from article where ");
    push_filters(&mut statement, query);
    statement
}

fn push_filters<D: Dialect>(statement: &mut QueryBuilder<D>, query: &ListQuery) {
    statement.push(match query.subset {
        ArticleSubset::Public => "article.is_public = true",
        ArticleSubset::OutsideTrash => "article.deleted_at is null",
        ArticleSubset::Trash => "article.deleted_at is not null",
    });
    D::push_contains_all(statement, "article.search", &query.words);
    if let Some(tag) = &query.tag {
        statement.push(" and article.id in (select article_id from article_tag where tag = ");
        D::push_text(statement, tag.clone());
        statement.push(")");
    }
    if let Some(featured) = query.featured {
        statement.push(if featured { " and article.is_featured = true" } else { " and article.is_featured = false" });
    }
    if let Some(ids) = &query.ids {
        statement.push(" and article.id in (null");
        for id in ids {
            statement.push(", ");
            D::push_number(statement, *id);
        }
        statement.push(")");
    }
}

/// Sets `pictures` of the articles to the public images that they show. Runs one query, or none if the articles show no
/// image of this site.
async fn attach_images(db: &Db, articles: &mut [Article]) -> Result<(), StoreError> {
    let keys: Vec<String> =
        articles.iter().flat_map(|article| texts_with_image_urls(article)).flat_map(image_keys_in).collect();
    let images_by_key = media::store::find_by_keys(db, &keys).await?;
    for article in articles {
        let keys = image_keys_in(&texts_with_image_urls(article).join("\n"));
        let images = keys.iter().filter_map(|key| images_by_key.get(key)).filter(|image| image.is_public);
        article.pictures = images.cloned().map(ImageResponse::from).collect();
    }
    Ok(())
}

/// The cursor of the page after `last`.
pub fn cursor_after(last: &Article, sort: Sort) -> Cursor {
    let key = match sort.column {
        Column::Id => ColumnValue::Number(last.id.0),
        Column::PublicationDate => ColumnValue::Number(last.publication_date.0),
        Column::Title => ColumnValue::Text(text::fold(&last.title)),
        Column::UpdatedAt => ColumnValue::Number(last.updated_at.0),
    };
    Cursor { key, id: last.id }
}

fn sort_expression(column: Column) -> &'static str {
    match column {
        Column::Id => "article.id",
        Column::PublicationDate => "article.publication_date",
        Column::Title => "article.title_key",
        Column::UpdatedAt => "article.updated_at",
    }
}

/// Calls `insert_row!` or `update_row!` with all columns that a write of an article sets.
macro_rules! write_article_row {
    ($write:ident!($($to:tt)*), $article:ident) => {
        $write!($($to)*, $article {
            slug, title, author, summary, content_html, main_image_url, tags, publication_date, is_featured,
            is_active, latitude, longitude, external_url, sources, map_overlay, created_at, updated_at, deleted_at,
            is_public, uuid, unpublish_at, unpublish_account_id, publication_account_id,
        }, {
            title_key: text::fold(&$article.title),
            search: $article.search_text(),
        })
    };
}

/// Locks and reads an article. Errors: [`StoreError::NotFound`] if it does not exist or is in the trash.
pub async fn get_for_update(tx: &mut Tx, id: ArticleId) -> Result<Article, StoreError> {
    get_for_update_where(tx, id, "article.deleted_at is null").await
}

/// Locks and reads an article in the trash. Errors: [`StoreError::NotFound`] if the trash does not contain it.
pub async fn get_in_trash_for_update(tx: &mut Tx, id: ArticleId) -> Result<Article, StoreError> {
    get_for_update_where(tx, id, "article.deleted_at is not null").await
}

async fn get_for_update_where(tx: &mut Tx, id: ArticleId, condition: &'static str) -> Result<Article, StoreError> {
    let lock = if matches!(tx, Tx::Postgres(_)) { " for update" } else { "" };
    let select = format!("select {COLUMNS} from article where article.id = $1 and {condition}{lock}");
    let mut article: Article = with_tx!(tx, |engine| sqlx::query_as(AssertSqlSafe(select)).bind(id).fetch_one(engine))?;
    article.pictures = media::store::public_images_shown_by(tx, RecordWithImages::Article(id)).await?;
    Ok(article)
}

/// Inserts an article with a new id and a new uuid.
pub async fn add(tx: &mut Tx, mut article: Article) -> Result<ArticleId, StoreError> {
    article.uuid = Uuid::now_v7().to_string();
    let id: ArticleId = write_article_row!(insert_row!(tx, "insert into article"), article)?;
    update_derived_tables(tx, id, None, &article).await?;
    Ok(id)
}

/// Replaces the stored article `before` with `after` and increments its version. The caller must hold the lock of the
/// row.
pub async fn change(tx: &mut Tx, before: &Article, after: &Article) -> Result<(), StoreError> {
    write_article_row!(update_row!(tx, "update article set version = version + 1", before.id), after)?;
    update_derived_tables(tx, before.id, Some(before), after).await
}

/// Deletes an article in the trash, with its image uses.
pub async fn purge(tx: &mut Tx, article: &Article) -> Result<(), StoreError> {
    media::store::set_uses(tx, RecordWithImages::Article(article.id), &[]).await?;
    execute!(tx, sqlx::query("delete from article where id = $1").bind(article.id))?;
    Ok(())
}

/// Stores `seq`, the change log entry of the latest change of these articles. `live_since` is read from that entry.
pub async fn set_change_seq(tx: &mut Tx, ids: &[ArticleId], seq: ChangeSeq) -> Result<(), StoreError> {
    for id in ids {
        execute!(tx, sqlx::query("update article set change_seq = $1 where id = $2").bind(seq).bind(id))?;
    }
    Ok(())
}

/// Marks as public the active articles whose publication date has passed and that are not due to be unpublished.
/// Returns the ids of the articles that were not public before.
pub async fn publish_due(tx: &mut Tx, now: Timestamp) -> Result<Vec<ArticleId>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(PUBLISH_DUE).bind(now).fetch_all(engine))?)
}

async fn update_derived_tables(
    tx: &mut Tx,
    id: ArticleId,
    before: Option<&Article>,
    after: &Article,
) -> Result<(), StoreError> {
    if before.is_none_or(|before| before.slug != after.slug) {
        let insert = "insert into article_slug (article_id, slug) values ($1, $2) on conflict do nothing";
        execute!(tx, sqlx::query(insert).bind(id).bind(&after.slug))?;
    }
    if before.is_none_or(|before| before.tags != after.tags) {
        execute!(tx, sqlx::query("delete from article_tag where article_id = $1").bind(id))?;
        for (tag, name) in after.folded_tags() {
            let insert = "insert into article_tag (article_id, tag, name) values ($1, $2, $3)";
            execute!(tx, sqlx::query(insert).bind(id).bind(tag).bind(name))?;
        }
    }
    if before.map(texts_with_image_urls).unwrap_or_default() == texts_with_image_urls(after) {
        return Ok(());
    }
    media::store::set_uses_from_texts(tx, RecordWithImages::Article(id), &texts_with_image_urls(after)).await
}

fn texts_with_image_urls(article: &Article) -> Vec<&str> {
    article.main_image_url.iter().chain([&article.content_html]).map(String::as_str).collect()
}

/// Replaces the old key of an image with the new one in all articles that show the image. Returns no tags, because the
/// caller invalidates the pages that show it.
pub fn replace_image_key(
    tx: &mut Tx,
    (image_id, old_key, new_key): (ImageId, String, String),
    now: Timestamp,
) -> HookFuture<'_> {
    Box::pin(async move {
        let select = "select owner_id from image_use where kind = 'article' and image_id = $1 order by owner_id";
        let ids: Vec<ArticleId> = with_tx!(tx, |engine| sqlx::query_scalar(select).bind(image_id).fetch_all(engine))?;
        for id in ids {
            let former_version = with_tx!(tx, |engine| sqlx::query_scalar(REPLACE_IMAGE_URLS)
                .bind(&old_key)
                .bind(&new_key)
                .bind(now)
                .bind(id)
                .fetch_optional(engine))?;
            if let Some(version) = former_version {
                drafts::increment_base_version(tx, &RecordKey::new(AuditRecordKind::Article, id), version).await?;
            }
        }
        Ok(Vec::new())
    })
}
