//! The response types of articles.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::openapi::schema::{AdditionalProperties, AnyOfBuilder, SchemaType};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::model::{Article, Standing};
use crate::audit::model::{Description, Kind, Subject};
use crate::common::clock::Timestamp;
use crate::common::id::ArticleId;
use crate::http::app::App;
use crate::http::problem::Warning;
use crate::media::dto::ImageResponse;

/// An article.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleResponse {
    /// The id of the article.
    #[schema(example = 7)]
    pub id: ArticleId,
    /// The permanent id in feeds, as `urn:uuid:…`. Blank for a moment while a server of an older version is running as
    /// well.
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
    pub pictures: Vec<ImageResponse>,
    /// The topics.
    #[schema(example = json!(["cave", "planning"]))]
    pub tags: Vec<String>,
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
    /// GeoJSON (RFC 7946) that the map of the article draws: a route, an area.
    #[schema(required, schema_with = overlay)]
    pub map_overlay: Option<Map<String, Value>>,
    /// The publication state; null for callers who are not admins.
    #[schema(required)]
    pub standing: Option<Standing>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// The time from which the public pages show the latest change. Null until then, and for callers who are not
    /// admins.
    #[schema(required)]
    pub live_since: Option<Timestamp>,
    /// Warnings about the saved values; only in responses to a change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Warning>,
}

fn overlay() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Array(vec![Type::Object, Type::Null]))
        .description(Some("GeoJSON (RFC 7946) that the map of the article draws: a route, an area."))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
        .into()
}

impl ArticleResponse {
    /// The article in the response to a change.
    pub fn changed((article, warnings): (Article, Vec<Warning>)) -> Self {
        Self { warnings, ..Self::for_admins(article) }
    }

    /// The article with the fields that only admins see.
    pub fn for_admins(article: Article) -> Self {
        let standing = Some(article.standing());
        Self {
            id: article.id,
            uuid: article.uuid,
            version: article.version,
            slug: article.slug,
            title: article.title,
            author: article.author,
            summary: article.summary,
            content_html: article.content_html,
            main_image_url: article.main_image_url,
            pictures: article.pictures.into_iter().filter(|image| image.is_public).map(ImageResponse::from).collect(),
            tags: article.tags.0,
            publication_date: article.publication_date,
            is_featured: article.is_featured,
            is_active: article.is_active,
            latitude: article.latitude,
            longitude: article.longitude,
            external_url: article.external_url,
            map_overlay: article.map_overlay.map(|overlay| overlay.0),
            standing,
            created_at: article.created_at,
            updated_at: article.updated_at,
            live_since: article.live_since,
            warnings: Vec::new(),
        }
    }

    /// The article without the fields that only admins see.
    pub fn public(article: Article) -> Self {
        Self { standing: None, live_since: None, ..Self::for_admins(article) }
    }

    /// The JSON field names that the parameter `fields` accepts.
    pub fn field_names() -> Vec<String> {
        let blank = serde_json::to_value(Self::public(Article::blank(Timestamp(0)))).unwrap_or_default();
        blank.as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
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

/// One item of a list: the whole article, or the fields that `fields` asked for.
pub struct ArticleItem;

/// An article with those of its fields that were asked for.
pub struct ArticleFields;

impl PartialSchema for ArticleFields {
    fn schema() -> RefOr<Schema> {
        let mut schema = ArticleResponse::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required.clear();
            object.description = Some("An article with only the fields that `fields` requested.".to_owned());
        }
        schema
    }
}
impl ToSchema for ArticleFields {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ArticleResponse::schemas(schemas);
    }
}

impl PartialSchema for ArticleItem {
    fn schema() -> RefOr<Schema> {
        AnyOfBuilder::new()
            .item(Ref::from_schema_name(ArticleResponse::name()))
            .item(Ref::from_schema_name(ArticleFields::name()))
            .description(Some("A complete article, or only the fields that `fields` requested."))
            .into()
    }
}
impl ToSchema for ArticleItem {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((ArticleResponse::name().into(), ArticleResponse::schema()));
        schemas.push((ArticleFields::name().into(), ArticleFields::schema()));
        ArticleResponse::schemas(schemas);
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

impl Subject for Article {
    const KIND: Kind = Kind::Article;
    const DERIVED: &'static [&'static str] = &["pictures", "standing", "liveSince"];

    fn describe(&self) -> Description {
        Description::new(self.id, &self.title, ArticleResponse::for_admins(self.clone()))
    }
}
