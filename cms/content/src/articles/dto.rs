//! Articles, as the database stores them and as the API returns them.

use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::types::Json;
use utoipa::openapi::schema::{AdditionalProperties, AnyOfBuilder, SchemaType};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ArticleId};
use crate::common::text;
use crate::http::app::App;
use crate::http::problem::Warning;
use crate::media::model::ImageResponse;

/// The publication state of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[schema(as = Standing)]
pub enum PublicationState {
    /// Public.
    Live,
    /// It becomes public at its publication date.
    Scheduled,
    /// Not public.
    Inactive,
}

/// An article.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleResponse)]
pub struct Article {
    /// The id of the article.
    #[schema(example = 7)]
    pub id: ArticleId,
    /// The permanent id in feeds, as `urn:uuid:…`. It can be blank for a short time during an upgrade, while a server
    /// of an older version is also running.
    #[schema(example = "0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f10")]
    pub uuid: String,
    /// The version number; each change increments it. `If-Match` compares it.
    #[schema(example = 3)]
    pub version: i64,
    /// The slug of the article; its page is `/inspiration/{id}-{slug}`.
    #[schema(example = "a-day-on-the-river")]
    pub slug: String,
    /// The title, plain text.
    #[schema(example = "A day on the river")]
    pub title: String,
    /// The name of the author.
    #[schema(example = "Linh Tran")]
    pub author: String,
    /// The summary, plain text.
    #[schema(example = "From a boat ride to a week in the forest.")]
    pub summary: String,
    /// The content as HTML, sanitized by the server: headings, lists, tables, figures, images, quotes, code and links,
    /// without active content.
    #[schema(example = "<h2>By boat</h2><p>Boats leave from the wharf.</p>")]
    pub content_html: String,
    /// The main image: a path on this site (`/…`) or an http(s) URL.
    #[schema(required)]
    pub main_image_url: Option<String>,
    /// The images of `mainImageUrl` and `contentHtml` that this guide stores, each once, in order.
    #[sqlx(skip)]
    pub pictures: Vec<ImageResponse>,
    /// The topics.
    #[schema(value_type = Vec<String>, example = json!(["cave", "planning"]))]
    pub tags: Json<Vec<String>>,
    /// The time from which the article is public, past or future.
    pub publication_date: Timestamp,
    /// Whether the article is one of the featured guides.
    pub is_featured: bool,
    /// Whether the article may be public. Inactive articles are visible only to admins.
    pub is_active: bool,
    /// The latitude of the article's subject in degrees (WGS 84).
    #[schema(example = 16.58137)]
    pub latitude: f64,
    /// The longitude of the article's subject in degrees (WGS 84).
    #[schema(example = 107.28308)]
    pub longitude: f64,
    /// The URL of the article, or of more about its subject, on another site.
    #[schema(required)]
    pub external_url: Option<String>,
    /// The sources of the facts in the article.
    #[schema(value_type = Vec<String>, example = json!(["The park's map of 2023"]))]
    pub sources: Json<Vec<String>>,
    /// GeoJSON (RFC 7946) that the map of the article draws: a route, an area.
    #[schema(required, schema_with = map_overlay_schema)]
    pub map_overlay: Option<Json<Map<String, Value>>>,
    /// The publication state; null for callers who are not admins.
    #[schema(required)]
    pub standing: Option<PublicationState>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// The time from which the public pages show the latest change. Null until then, and for callers who are not
    /// admins.
    #[schema(required)]
    pub live_since: Option<Timestamp>,
    /// The time at which the article stops being public. The article then becomes inactive, and this field becomes
    /// null. Null if no time is set, and for callers who are not admins.
    #[schema(required)]
    pub unpublish_at: Option<Timestamp>,
    /// Warnings about the saved values; only in responses to a change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    #[sqlx(skip)]
    pub warnings: Vec<Warning>,
    /// The time of the deletion, if the article is in the trash.
    #[serde(skip)]
    pub deleted_at: Option<Timestamp>,
    /// The account that set `unpublish_at`.
    #[serde(skip)]
    pub unpublish_account_id: Option<AccountId>,
    /// The account that created the article, or that last changed its publication date or `is_active`.
    #[serde(skip)]
    pub publication_account_id: Option<AccountId>,
    /// Whether the article is public. Reads do not compute this value from the time. Each change of the value is
    /// therefore a write with an entry in the change log, which invalidates the caches.
    #[serde(skip)]
    pub is_public: bool,
}

fn map_overlay_schema() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Array(vec![Type::Object, Type::Null]))
        .description(Some("GeoJSON (RFC 7946) that the map of the article draws: a route, an area."))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
        .into()
}

impl Article {
    /// An article with default values and the id 0. Its publication date and its other times are `now`.
    pub fn blank(now: Timestamp) -> Self {
        Self { version: 1, publication_date: now, is_active: true, created_at: now, updated_at: now, ..Self::default() }
    }

    /// The article without the values that only admins see: these fields become `None`.
    pub fn without_admin_only_fields(self) -> Self {
        Self { standing: None, live_since: None, unpublish_at: None, ..self }
    }

    /// The JSON names of fields that the query parameter `fields` accepts.
    pub fn field_names() -> Vec<String> {
        let blank = serde_json::to_value(Self::blank(Timestamp(0))).unwrap_or_default();
        blank.as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
    }

    /// Whether the article should be public at `now`: active, not deleted, published and not yet unpublished.
    pub fn is_public_at(&self, now: Timestamp) -> bool {
        self.is_active && self.deleted_at.is_none() && self.publication_date <= now && !self.is_unpublish_due(now)
    }

    fn is_unpublish_due(&self, now: Timestamp) -> bool {
        self.unpublish_at.is_some_and(|at| at <= now)
    }

    /// Returns an inactive copy of the article if `unpublish_at` is not after `now`. `None` before that time, and if no
    /// time is set.
    pub fn unpublished_if_due(&self, now: Timestamp) -> Option<Self> {
        self.is_unpublish_due(now).then(|| Self {
            is_active: false,
            is_public: false,
            unpublish_at: None,
            unpublish_account_id: None,
            updated_at: now,
            ..self.clone()
        })
    }

    /// Title, author and summary, as [`text::searchable_text`] prepares them for searches.
    pub fn search_text(&self) -> String {
        text::searchable_text([self.title.as_str(), &self.author, &self.summary])
    }

    /// The distinct folded tags in order, each with the first of its spellings. Blank tags are left out.
    pub fn folded_tags(&self) -> Vec<(String, String)> {
        let mut folded_tags: Vec<(String, String)> = Vec::new();
        for name in self.tags.iter() {
            let tag = text::fold(name);
            if !tag.is_empty() && folded_tags.iter().all(|(other, _)| *other != tag) {
                folded_tags.push((tag, name.clone()));
            }
        }
        folded_tags
    }

    /// The slug derived from the title; `story` if the title has no characters for a slug.
    pub fn title_slug(&self) -> String {
        let slug = text::slug(&self.title);
        // A slug has only ASCII letters, digits and hyphens. A title in Japanese, for example, may yield none of them.
        if slug.is_empty() { "story".to_owned() } else { slug }
    }
}

/// An article in the trash, with the fields that identify it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleTrashItem {
    /// The id of the article.
    #[schema(example = 7)]
    pub id: ArticleId,
    /// The title, plain text.
    #[schema(example = "A day on the river")]
    pub title: String,
    /// The name of the author.
    #[schema(example = "Linh Tran")]
    pub author: String,
    /// The publication date, past or future.
    pub publication_date: Timestamp,
    /// Whether the article becomes public again when it is restored, or at its publication date.
    pub is_active: bool,
    /// The time of the deletion.
    #[schema(required)]
    pub deleted_at: Option<Timestamp>,
    /// The time from which it may be deleted permanently; null if the trash has no time limit.
    #[schema(required)]
    pub kept_until: Option<Timestamp>,
}

impl ArticleTrashItem {
    /// The list item of an article in the trash.
    pub fn new(app: &App, article: Article) -> Self {
        Self {
            id: article.id,
            title: article.title,
            author: article.author,
            publication_date: article.publication_date,
            is_active: article.is_active,
            deleted_at: article.deleted_at,
            kept_until: app.purge_at(article.deleted_at),
        }
    }
}

/// The schema of a list item: the whole article, or only the fields that the parameter `fields` names.
pub struct ArticleItem;

/// The schema of an article with only the fields that the parameter `fields` names.
pub struct ArticleFields;

impl PartialSchema for ArticleFields {
    fn schema() -> RefOr<Schema> {
        let mut schema = Article::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required.clear();
            object.description = Some("An article with only the fields that `fields` requested.".to_owned());
        }
        schema
    }
}
impl ToSchema for ArticleFields {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Article::schemas(schemas);
    }
}

impl PartialSchema for ArticleItem {
    fn schema() -> RefOr<Schema> {
        AnyOfBuilder::new()
            .item(Ref::from_schema_name(Article::name()))
            .item(Ref::from_schema_name(ArticleFields::name()))
            .description(Some("A complete article, or only the fields that `fields` requested."))
            .into()
    }
}
impl ToSchema for ArticleItem {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Article::name().into(), Article::schema()));
        schemas.push((ArticleFields::name().into(), ArticleFields::schema()));
        Article::schemas(schemas);
    }
}

/// A topic: a tag of public articles.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Topic {
    /// The tag.
    #[schema(example = "cave")]
    pub tag: String,
    /// The number of public articles with this tag.
    #[schema(example = 4)]
    pub count: i64,
}

impl AuditSubject for Article {
    const KIND: AuditRecordKind = AuditRecordKind::Article;
    const DERIVED_FIELDS: &'static [&'static str] = &["pictures", "standing", "liveSince"];

    fn describe(&self) -> AuditDescription {
        AuditDescription::new(self.id, &self.title, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn article_is_public_from_its_publication_date_until_it_is_unpublished() {
        let article = Article { publication_date: Timestamp(1000), ..Article::blank(Timestamp(0)) };
        assert!(!article.is_public_at(Timestamp(999)) && article.is_public_at(Timestamp(1000)));
        assert!(!Article { is_active: false, ..article.clone() }.is_public_at(Timestamp(1000)));
        let unpublished_later = Article { unpublish_at: Some(Timestamp(1001)), ..article.clone() };
        assert!(unpublished_later.is_public_at(Timestamp(1000)) && !unpublished_later.is_public_at(Timestamp(1001)));
        assert!(!Article { deleted_at: Some(Timestamp(1)), ..article }.is_public_at(Timestamp(1000)));
    }

    #[test]
    fn tags_with_the_same_folded_text_are_merged() {
        let tags = ["Động", "dong", " ", "Caves"].map(str::to_owned).to_vec();
        let article = Article { tags: Json(tags), ..Article::blank(Timestamp(0)) };
        let folded = article.folded_tags();
        assert_eq!(folded, [("dong", "Động"), ("caves", "Caves")].map(|(tag, name)| (tag.into(), name.into())));
    }
}
