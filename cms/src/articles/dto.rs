//! The response types of articles.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::openapi::schema::{AdditionalProperties, AnyOfBuilder, SchemaType};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::model::{Article, Standing};
use crate::common::clock::Timestamp;
use crate::common::id::ArticleId;
use crate::http::app::App;
use crate::http::problem::Warning;
use crate::media::dto::PictureView;

/// An article.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleView {
    /// Its id.
    #[schema(example = 7)]
    pub id: ArticleId,
    /// What feeds call it, for good, as `urn:uuid:…`; blank for some moments while an older server is beside this one.
    #[schema(example = "0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f10")]
    pub uuid: String,
    /// Grows by one with each change; what `If-Match` compares.
    #[schema(example = 3)]
    pub version: i64,
    /// The words in its address: `/inspiration/{id}-{slug}`.
    #[schema(example = "a-day-on-the-river")]
    pub slug: String,
    /// Its title, plain text.
    #[schema(example = "A day on the river")]
    pub title: String,
    /// Who wrote it.
    #[schema(example = "Linh Tran")]
    pub author: String,
    /// What it is about, plain text.
    #[schema(example = "From a boat ride to a week in the forest.")]
    pub summary: String,
    /// What it says. The server has cleaned it: headings, lists, tables, figures, pictures, quotes, code and links, and
    /// nothing that acts.
    #[schema(example = "<h2>By boat</h2><p>Boats leave from the wharf.</p>")]
    pub content_html: String,
    /// Its main picture: `/…` or http(s).
    #[schema(required)]
    pub main_image_url: Option<String>,
    /// Those that are this guide's own, of that and of the text, each once, in order.
    pub pictures: Vec<PictureView>,
    /// Its topics.
    #[schema(example = json!(["cave", "planning"]))]
    pub tags: Vec<String>,
    /// When it is, was or becomes public.
    pub publication_date: Timestamp,
    /// Whether it is among the featured guides.
    pub is_featured: bool,
    /// Inactive articles are shown to admins alone.
    pub is_active: bool,
    /// Degrees north of what it is about.
    #[schema(example = 16.58137)]
    pub latitude: f64,
    /// Degrees east of what it is about.
    #[schema(example = 107.28308)]
    pub longitude: f64,
    /// Where it, or more of it, stands elsewhere.
    #[schema(required)]
    pub external_url: Option<String>,
    /// GeoJSON (RFC 7946) to draw over its map: a route, an area.
    #[schema(required, schema_with = overlay)]
    pub map_overlay: Option<Map<String, Value>>,
    /// Where it stands; sent to admins alone.
    #[schema(required)]
    pub standing: Option<Standing>,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// When its newest change was on the public pages; null until then, and for everybody but admins.
    #[schema(required)]
    pub live_since: Option<Timestamp>,
    /// In answers to a change: what its author should look at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Warning>,
}

fn overlay() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Array(vec![Type::Object, Type::Null]))
        .description(Some("GeoJSON (RFC 7946) to draw over its map: a route, an area."))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
        .into()
}

impl ArticleView {
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
            pictures: article.pictures.into_iter().filter(|picture| picture.is_public).map(PictureView::from).collect(),
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

/// An article in the trash: enough to know it by.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleTrashItem {
    /// Its id.
    #[schema(example = 7)]
    pub id: ArticleId,
    /// Its title, plain text.
    #[schema(example = "A day on the river")]
    pub title: String,
    /// Who wrote it.
    #[schema(example = "Linh Tran")]
    pub author: String,
    /// When it was, or would have become, public.
    pub publication_date: Timestamp,
    /// Whether it is public again once it is restored, or when its time comes.
    pub is_active: bool,
    /// When it was moved there.
    #[schema(required)]
    pub deleted_at: Option<Timestamp>,
    /// From when on it may be gone for good; null where the trash keeps for ever.
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
        let mut schema = ArticleView::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required.clear();
            object.description = Some("An article with those of its fields that were asked for.".to_owned());
        }
        schema
    }
}
impl ToSchema for ArticleFields {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ArticleView::schemas(schemas);
    }
}

impl PartialSchema for ArticleItem {
    fn schema() -> RefOr<Schema> {
        AnyOfBuilder::new()
            .item(Ref::from_schema_name(ArticleView::name()))
            .item(Ref::from_schema_name(ArticleFields::name()))
            .description(Some("The whole article, or the fields that `fields` asked for."))
            .into()
    }
}
impl ToSchema for ArticleItem {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((ArticleView::name().into(), ArticleView::schema()));
        schemas.push((ArticleFields::name().into(), ArticleFields::schema()));
        ArticleView::schemas(schemas);
    }
}

/// A topic: a tag of public articles.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Topic {
    /// The tag, as it is written.
    #[schema(example = "cave")]
    pub tag: String,
    /// How many public articles have it.
    #[schema(example = 4)]
    pub count: i64,
}
