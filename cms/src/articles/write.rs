//! Articles into the database: the row, its tags and the words its address has had, in one transaction.

use super::model::Article;
use super::pictures;
use super::store::COLUMNS;
use crate::common::clock::Timestamp;
use crate::common::id::{ArticleId, ChangeSeq};
use crate::common::text;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use uuid::Uuid;

use crate::media::{self, model::Owner};
use crate::{execute, with_pool, with_tx};

const ADD: &str = "insert into article (slug, title, author, summary, content_html, main_image_url, tags,
publication_date, is_featured, is_active, latitude, longitude, external_url, map_overlay, created_at, updated_at,
deleted_at, is_public, title_key, search, uuid)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) returning id";

const CHANGE: &str = "update article set version = version + 1, slug = $1, title = $2, author = $3, summary = $4,
content_html = $5, main_image_url = $6, tags = $7, publication_date = $8, is_featured = $9, is_active = $10,
latitude = $11, longitude = $12, external_url = $13, map_overlay = $14, created_at = $15, updated_at = $16,
deleted_at = $17, is_public = $18, title_key = $19, search = $20 where id = $21";

// Of two replicas that see the same article come due, one changes the row and the other finds that it has been.
const SHOW_DUE: &str = "update article set is_public = true
where is_active and not is_public and deleted_at is null and publication_date <= $1 returning id";

/// Binds an article's columns in the order of [`ADD`] and [`CHANGE`].
macro_rules! bound {
    ($query:expr, $article:expr) => {
        $query
            .bind(&$article.slug)
            .bind(&$article.title)
            .bind(&$article.author)
            .bind(&$article.summary)
            .bind(&$article.content_html)
            .bind(&$article.main_image_url)
            .bind(&$article.tags)
            .bind($article.publication_date)
            .bind($article.is_featured)
            .bind($article.is_active)
            .bind($article.latitude)
            .bind($article.longitude)
            .bind(&$article.external_url)
            .bind(&$article.map_overlay)
            .bind($article.created_at)
            .bind($article.updated_at)
            .bind($article.deleted_at)
            .bind($article.is_public)
            .bind(text::fold(&$article.title))
            .bind($article.search_text())
    };
}

/// One article, locked for changing. Fails with [`StoreError::NotFound`], also for one in the trash.
pub async fn locked(tx: &mut Tx, id: ArticleId) -> Result<Article, StoreError> {
    locked_where(tx, id, "article.deleted_at is null").await
}

/// One article that is in the trash, locked for changing. Fails with [`StoreError::NotFound`].
pub async fn locked_in_trash(tx: &mut Tx, id: ArticleId) -> Result<Article, StoreError> {
    locked_where(tx, id, "article.deleted_at is not null").await
}

async fn locked_where(tx: &mut Tx, id: ArticleId, condition: &'static str) -> Result<Article, StoreError> {
    let lock = if matches!(tx, Tx::Postgres(_)) { " for update" } else { "" };
    let one = format!("select {COLUMNS} from article where article.id = $1 and {condition}{lock}");
    let mut article: Article =
        with_tx!(tx, |engine| sqlx::query_as(sqlx::AssertSqlSafe(one)).bind(id).fetch_one(engine))?;
    pictures::attach_within(tx, &mut article).await?;
    Ok(article)
}

/// Adds an article; its ids and version are set here.
pub async fn add(tx: &mut Tx, article: &Article) -> Result<ArticleId, StoreError> {
    let uuid = Uuid::now_v7().to_string();
    let id: ArticleId = with_tx!(tx, |engine| bound!(sqlx::query_scalar(ADD), article).bind(uuid).fetch_one(engine))?;
    keep_beside(tx, id, None, article).await?;
    Ok(id)
}

/// Puts `after` in place of `before`, which is what [`locked`] read.
pub async fn change(tx: &mut Tx, before: &Article, after: &Article) -> Result<(), StoreError> {
    execute!(tx, bound!(sqlx::query(CHANGE), after).bind(before.id))?;
    keep_beside(tx, before.id, Some(before), after).await
}

/// Removes an article that lies in the trash, for good.
pub async fn remove(tx: &mut Tx, article: &Article) -> Result<(), StoreError> {
    media::write::set_uses(tx, Owner::Article(article.id), &[]).await?;
    execute!(tx, sqlx::query("delete from article where id = $1").bind(article.id))?;
    Ok(())
}

/// The articles that were moved to the trash before then, the first first, at most so many.
pub async fn in_trash_before(db: &Db, then: Timestamp, most: i64) -> Result<Vec<ArticleId>, StoreError> {
    let old = "select id from article where deleted_at < $1 order by deleted_at, id limit $2";
    Ok(with_pool!(db, |engine| sqlx::query_scalar(old).bind(then).bind(most).fetch_all(engine))?)
}

/// Notes which entry of the change log speaks of the article's newest state.
pub async fn note_change(tx: &mut Tx, id: ArticleId, seq: ChangeSeq) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("update article set change_seq = $1 where id = $2").bind(seq).bind(id))?;
    Ok(())
}

/// Shows every article whose time has come; answers which were not shown before.
pub async fn show_due(tx: &mut Tx, now: Timestamp) -> Result<Vec<ArticleId>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(SHOW_DUE).bind(now).fetch_all(engine))?)
}

async fn keep_beside(tx: &mut Tx, id: ArticleId, before: Option<&Article>, after: &Article) -> Result<(), StoreError> {
    if before.is_none_or(|before| before.slug != after.slug) {
        let slug = "insert into article_slug (article_id, slug) values ($1, $2) on conflict do nothing";
        execute!(tx, sqlx::query(slug).bind(id).bind(&after.slug))?;
    }
    if before.is_none_or(|before| before.tags != after.tags) {
        execute!(tx, sqlx::query("delete from article_tag where article_id = $1").bind(id))?;
        for (tag, name) in after.folded_tags() {
            let add = "insert into article_tag (article_id, tag, name) values ($1, $2, $3)";
            execute!(tx, sqlx::query(add).bind(id).bind(tag).bind(name))?;
        }
    }
    pictures::note(tx, id, before, after).await
}
