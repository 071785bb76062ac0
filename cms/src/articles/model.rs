//! Articles: the guide's stories.

use serde_json::{Map, Value};
use sqlx::types::Json;

use crate::common::clock::Timestamp;
use crate::common::id::ArticleId;
use crate::common::text;
use crate::media::model::Picture;

/// The publication state of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Public.
    Live,
    /// It becomes public by itself at its publication date.
    Scheduled,
    /// Not public.
    Inactive,
}

/// An article.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
#[allow(missing_docs, reason = "the fields are described where callers meet them: dto.rs")]
pub struct Article {
    pub id: ArticleId,
    /// What feeds call it; blank where an older server has added it.
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
    /// Whether travellers see it. Stored, so that it changes in one moment for everybody, with its entry in the change
    /// log, and not by itself behind the back of what is kept.
    pub is_public: bool,
    /// When its newest change was on the public pages.
    pub live_since: Option<Timestamp>,
    /// Those of its pictures that are this guide's own, the main one first; read by a query of their own.
    #[sqlx(skip)]
    pub pictures: Vec<Picture>,
}

impl Article {
    /// An article of which nothing is known yet.
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

    /// Whether travellers may see it at this moment.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.is_active && self.deleted_at.is_none() && self.publication_date <= now
    }

    /// Where it stands.
    pub fn standing(&self) -> Standing {
        match (self.is_active, self.is_public) {
            (false, _) => Standing::Inactive,
            (true, true) => Standing::Live,
            (true, false) => Standing::Scheduled,
        }
    }

    /// The text in which a search looks.
    pub fn search_text(&self) -> String {
        text::searchable([self.title.as_str(), &self.author, &self.summary])
    }

    /// Its tags as filters compare them, each once, with the name as it is written first.
    pub fn folded_tags(&self) -> Vec<(String, String)> {
        let mut folded: Vec<(String, String)> = Vec::new();
        for name in self.tags.iter() {
            let tag = text::fold(name);
            if !tag.is_empty() && folded.iter().all(|(known, _)| *known != tag) {
                folded.push((tag, name.clone()));
            }
        }
        folded
    }

    /// The words of its address that its title makes.
    pub fn slug_of_title(&self) -> String {
        let slug = text::slug(&self.title);
        // A title without a letter that folds to ASCII still needs words in its address.
        if slug.is_empty() { "story".to_owned() } else { slug }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_is_due_at_its_date_and_not_before() {
        let article = Article { publication_date: Timestamp(1000), ..Article::blank(Timestamp(0)) };
        assert!(!article.is_due(Timestamp(999)) && article.is_due(Timestamp(1000)));
        assert!(!Article { is_active: false, ..article.clone() }.is_due(Timestamp(1000)));
        assert!(!Article { deleted_at: Some(Timestamp(1)), ..article }.is_due(Timestamp(1000)));
    }

    #[test]
    fn tags_that_fold_alike_are_one() {
        let tags = ["Động", "dong", " ", "Caves"].map(str::to_owned).to_vec();
        let article = Article { tags: Json(tags), ..Article::blank(Timestamp(0)) };
        let folded = article.folded_tags();
        assert_eq!(folded, [("dong", "Động"), ("caves", "Caves")].map(|(tag, name)| (tag.into(), name.into())));
    }
}
