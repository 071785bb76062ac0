//! Which of the pictures that an article shows are this guide's own.

use futures_util::future::BoxFuture;

use super::model::Article;
use crate::common::clock::Timestamp;
use crate::common::id::{ArticleId, PictureId};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::http::problem::FieldError;
use crate::jobs::changes::Tag;
use crate::media::model::{Owner, keys_in};
use crate::media::{store, write};
use crate::{execute, with_tx};

const SHOWN_BY: &str = "
select article.id, article.main_image_url, article.content_html from article
join image_use on image_use.kind = 'article' and image_use.owner_id = article.id
where image_use.image_id = $1 order by article.id";

// In the trash its last change is how it came there.
const SWAP: &str = "
update article set version = version + 1, main_image_url = $1, content_html = $2,
updated_at = case when deleted_at is null then $3 else updated_at end where id = $4";

/// Where it names pictures: its main picture's address, and its text.
fn texts(article: &Article) -> Vec<&str> {
    article.main_image_url.iter().chain([&article.content_html]).map(String::as_str).collect()
}

/// Puts to each article what is known of its pictures: one statement for all, and none where none is this guide's own.
pub async fn attach(db: &Db, articles: &mut [Article]) -> Result<(), StoreError> {
    let keys: Vec<String> = articles.iter().flat_map(|article| texts(article)).flat_map(keys_in).collect();
    let known = store::by_keys(db, &keys).await?;
    for article in articles {
        let keys = keys_in(&texts(article).join("\n"));
        article.pictures = keys.iter().filter_map(|key| known.get(key).cloned()).collect();
    }
    Ok(())
}

/// The same for one article inside a write.
pub async fn attach_within(tx: &mut Tx, article: &mut Article) -> Result<(), StoreError> {
    article.pictures = store::of_owner(tx, Owner::Article(article.id)).await?;
    Ok(())
}

/// What is wrong with the pictures that a change brings. Those that were there before are not looked at.
pub async fn objections(tx: &mut Tx, before: &Article, after: &Article) -> Result<Vec<FieldError>, StoreError> {
    let mut objections = Vec::new();
    if let Some(address) = after.main_image_url.as_deref().filter(|_| before.main_image_url != after.main_image_url) {
        objections.extend(write::validate_address(tx, "mainImageUrl", address).await?);
    }
    Ok(objections)
}

/// Notes which pictures it shows.
pub async fn note(tx: &mut Tx, id: ArticleId, before: Option<&Article>, after: &Article) -> Result<(), StoreError> {
    if before.map(texts).unwrap_or_default() == texts(after) {
        return Ok(());
    }
    write::set_uses_in_texts(tx, Owner::Article(id), &texts(after)).await
}

/// Puts a picture's new key wherever articles have the old one.
pub fn swap(
    tx: &mut Tx,
    (picture, old, new): (PictureId, String, String),
    now: Timestamp,
) -> BoxFuture<'_, Result<Vec<Tag>, StoreError>> {
    Box::pin(async move {
        type Shown = (ArticleId, Option<String>, String);
        let articles: Vec<Shown> = with_tx!(tx, |engine| sqlx::query_as(SHOWN_BY).bind(picture).fetch_all(engine))?;
        for (id, main, content) in articles {
            let main = main.map(|address| address.replace(&old, &new));
            let content = content.replace(&old, &new);
            execute!(tx, sqlx::query(SWAP).bind(main).bind(content).bind(now).bind(id))?;
        }
        // The articles are touched by the picture's own change.
        Ok(Vec::new())
    })
}
