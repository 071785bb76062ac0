//! The images of the guide's library that articles use.

use super::model::Article;
use crate::common::clock::Timestamp;
use crate::common::id::{ArticleId, ImageId};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::http::app::HookFuture;
use crate::http::problem::FieldError;
use crate::media::model::{Owner, keys_in};
use crate::media::{store, write};
use crate::{execute, with_tx};

const ARTICLES_WITH: &str = "
select article.id, article.main_image_url, article.content_html from article
join image_use on image_use.kind = 'article' and image_use.owner_id = article.id
where image_use.image_id = $1 order by article.id";

// In the trash, `updated_at` is the time of the deletion and stays.
const REPLACE_URLS: &str = "
update article set version = version + 1, main_image_url = $1, content_html = $2,
updated_at = case when deleted_at is null then $3 else updated_at end where id = $4";

/// The fields that can contain image URLs.
fn texts(article: &Article) -> Vec<&str> {
    article.main_image_url.iter().chain([&article.content_html]).map(String::as_str).collect()
}

/// Loads the images of the articles with one query, or with none if no image is in the library.
pub async fn attach(db: &Db, articles: &mut [Article]) -> Result<(), StoreError> {
    let keys: Vec<String> = articles.iter().flat_map(|article| texts(article)).flat_map(keys_in).collect();
    let by_key = store::by_keys(db, &keys).await?;
    for article in articles {
        let keys = keys_in(&texts(article).join("\n"));
        article.pictures = keys.iter().filter_map(|key| by_key.get(key).cloned()).collect();
    }
    Ok(())
}

/// Loads the images of one article within a transaction.
pub async fn attach_within(tx: &mut Tx, article: &mut Article) -> Result<(), StoreError> {
    article.pictures = store::of_owner(tx, Owner::Article(article.id)).await?;
    Ok(())
}

/// Validates the images that a change adds. Images of the previous version are not checked again.
pub async fn validate(tx: &mut Tx, before: &Article, after: &Article) -> Result<Vec<FieldError>, StoreError> {
    let mut errors = Vec::new();
    if let Some(url) = after.main_image_url.as_deref().filter(|_| before.main_image_url != after.main_image_url) {
        errors.extend(write::validate_address(tx, "mainImageUrl", url).await?);
    }
    Ok(errors)
}

/// Records which images the article uses.
pub async fn record_uses(
    tx: &mut Tx,
    id: ArticleId,
    before: Option<&Article>,
    after: &Article,
) -> Result<(), StoreError> {
    if before.map(texts).unwrap_or_default() == texts(after) {
        return Ok(());
    }
    write::set_uses_in_texts(tx, Owner::Article(id), &texts(after)).await
}

/// Replaces the old key of an image by the new one in all articles. Returns no tags, because the caller invalidates the
/// pages with the image.
pub fn swap(tx: &mut Tx, (image_id, old_key, new_key): (ImageId, String, String), now: Timestamp) -> HookFuture<'_> {
    Box::pin(async move {
        type Row = (ArticleId, Option<String>, String);
        let articles: Vec<Row> = with_tx!(tx, |engine| sqlx::query_as(ARTICLES_WITH).bind(image_id).fetch_all(engine))?;
        for (id, main, content) in articles {
            let main = main.map(|url| url.replace(&old_key, &new_key));
            let content = content.replace(&old_key, &new_key);
            execute!(tx, sqlx::query(REPLACE_URLS).bind(main).bind(content).bind(now).bind(id))?;
        }
        Ok(Vec::new())
    })
}
