//! Writes articles: the row, its tags and all slugs it has had, in one transaction.

use super::images;
use super::model::Article;
use super::store::COLUMNS;
use crate::common::clock::Timestamp;
use crate::common::id::{ArticleId, ChangeSeq};
use crate::common::text;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use uuid::Uuid;

use crate::media::{self, model::Owner};
use crate::{execute, insert_row, update_row, with_tx};

// `not is_public` makes this safe on several replicas: only one of them gets the id of an article that becomes due.
const PUBLISH_DUE: &str = "update article set is_public = true
where is_active and not is_public and deleted_at is null and publication_date <= $1 returning id";

/// The columns that a write of an article sets.
macro_rules! columns {
    ($write:ident!($($to:tt)*), $article:ident) => {
        $write!($($to)*, $article {
            slug, title, author, summary, content_html, main_image_url, tags, publication_date, is_featured,
            is_active, latitude, longitude, external_url, map_overlay, created_at, updated_at, deleted_at,
            is_public, uuid,
        }, {
            title_key: text::fold(&$article.title),
            search: $article.search_text(),
        })
    };
}

/// Locks and reads an article. [`StoreError::NotFound`], also for one in the trash.
pub async fn locked(tx: &mut Tx, id: ArticleId) -> Result<Article, StoreError> {
    locked_where(tx, id, "article.deleted_at is null").await
}

/// Locks and reads an article in the trash. [`StoreError::NotFound`].
pub async fn locked_in_trash(tx: &mut Tx, id: ArticleId) -> Result<Article, StoreError> {
    locked_where(tx, id, "article.deleted_at is not null").await
}

async fn locked_where(tx: &mut Tx, id: ArticleId, condition: &'static str) -> Result<Article, StoreError> {
    let lock = if matches!(tx, Tx::Postgres(_)) { " for update" } else { "" };
    let select = format!("select {COLUMNS} from article where article.id = $1 and {condition}{lock}");
    let mut article: Article =
        with_tx!(tx, |engine| sqlx::query_as(sqlx::AssertSqlSafe(select)).bind(id).fetch_one(engine))?;
    images::attach_within(tx, &mut article).await?;
    Ok(article)
}

/// Inserts an article. Its id and uuid are generated here.
pub async fn add(tx: &mut Tx, mut article: Article) -> Result<ArticleId, StoreError> {
    article.uuid = Uuid::now_v7().to_string();
    let id: ArticleId = columns!(insert_row!(tx, "insert into article"), article)?;
    update_derived_tables(tx, id, None, &article).await?;
    Ok(id)
}

/// Replaces `before`, as read by [`locked`], with `after`.
pub async fn change(tx: &mut Tx, before: &Article, after: &Article) -> Result<(), StoreError> {
    columns!(update_row!(tx, "update article set version = version + 1", before.id), after)?;
    update_derived_tables(tx, before.id, Some(before), after).await
}

/// Deletes the row of an article in the trash.
pub async fn purge(tx: &mut Tx, article: &Article) -> Result<(), StoreError> {
    media::write::set_uses(tx, Owner::Article(article.id), &[]).await?;
    execute!(tx, sqlx::query("delete from article where id = $1").bind(article.id))?;
    Ok(())
}

/// Sets the change log entry of the article's latest change.
pub async fn set_change_seq(tx: &mut Tx, id: ArticleId, seq: ChangeSeq) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("update article set change_seq = $1 where id = $2").bind(seq).bind(id))?;
    Ok(())
}

/// Publishes every article whose publication date has passed. Returns the newly published ones.
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
    images::record_uses(tx, id, before, after).await
}
