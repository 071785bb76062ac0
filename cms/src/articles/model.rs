//! The article and its publication state.

use serde_json::{Map, Value};
use sqlx::types::Json;

use crate::common::clock::Timestamp;
use crate::common::id::ArticleId;
use crate::common::text;
use crate::media::model::Image;

/// The publication state of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Public.
    Live,
    /// It becomes public at its publication date.
    Scheduled,
    /// Not public.
    Inactive,
}

/// An article.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
#[allow(missing_docs, reason = "the fields are described in dto.rs")]
pub struct Article {
    pub id: ArticleId,
    /// The id in feeds; blank if an older server inserted the row.
    pub uuid: String,
    pub version: i64,
    pub slug: String,
    pub title: String,
    pub author: String,
    pub summary: String,
    pub content_html: String,
    pub main_image_url: Option<String>,
    pub tags: Json<Vec<String>>,
    pub publication_date: Timestamp,
    pub is_featured: bool,
    pub is_active: bool,
    pub latitude: f64,
    pub longitude: f64,
    pub external_url: Option<String>,
    pub map_overlay: Option<Json<Map<String, Value>>>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
    /// Whether the article is public. Stored and not computed from the time: each change of it has an entry in the
    /// change log, which invalidates the caches.
    pub is_public: bool,
    /// When the public pages showed the latest change.
    pub live_since: Option<Timestamp>,
    /// The images of the guide's own library, the main image first. Loaded by a separate query.
    #[sqlx(skip)]
    pub pictures: Vec<Image>,
}

impl Article {
    /// An article with default values.
    pub fn blank(now: Timestamp) -> Self {
        Self {
            id: ArticleId(0),
            uuid: String::new(),
            version: 1,
            slug: String::new(),
            title: String::new(),
            author: String::new(),
            summary: String::new(),
            content_html: String::new(),
            main_image_url: None,
            tags: Json(Vec::new()),
            publication_date: now,
            is_featured: false,
            is_active: true,
            latitude: 0.0,
            longitude: 0.0,
            external_url: None,
            map_overlay: None,
            created_at: now,
            updated_at: now,
            deleted_at: None,
            is_public: false,
            live_since: None,
            pictures: Vec::new(),
        }
    }

    /// Whether the article is to be public at `now`.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.is_active && self.deleted_at.is_none() && self.publication_date <= now
    }

    /// The publication state.
    pub fn standing(&self) -> Standing {
        match (self.is_active, self.is_public) {
            (false, _) => Standing::Inactive,
            (true, true) => Standing::Live,
            (true, false) => Standing::Scheduled,
        }
    }

    /// The text that searches match.
    pub fn search_text(&self) -> String {
        text::searchable([self.title.as_str(), &self.author, &self.summary])
    }

    /// The distinct folded tags, each with its first spelling.
    pub fn folded_tags(&self) -> Vec<(String, String)> {
        let mut folded: Vec<(String, String)> = Vec::new();
        for name in self.tags.iter() {
            let tag = text::fold(name);
            if !tag.is_empty() && folded.iter().all(|(other, _)| *other != tag) {
                folded.push((tag, name.clone()));
            }
        }
        folded
    }

    /// The slug derived from the title.
    pub fn title_slug(&self) -> String {
        let slug = text::slug(&self.title);
        // A title without any letter that folds to ASCII still needs a slug.
        if slug.is_empty() { "story".to_owned() } else { slug }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn article_is_due_from_its_publication_date_on() {
        let article = Article { publication_date: Timestamp(1000), ..Article::blank(Timestamp(0)) };
        assert!(!article.is_due(Timestamp(999)) && article.is_due(Timestamp(1000)));
        assert!(!Article { is_active: false, ..article.clone() }.is_due(Timestamp(1000)));
        assert!(!Article { deleted_at: Some(Timestamp(1)), ..article }.is_due(Timestamp(1000)));
    }

    #[test]
    fn tags_with_equal_folds_are_merged() {
        let tags = ["Động", "dong", " ", "Caves"].map(str::to_owned).to_vec();
        let article = Article { tags: Json(tags), ..Article::blank(Timestamp(0)) };
        let folded = article.folded_tags();
        assert_eq!(folded, [("dong", "Động"), ("caves", "Caves")].map(|(tag, name)| (tag.into(), name.into())));
    }
}
