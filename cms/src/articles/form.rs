//! The rules of an article's fields and their messages (R138).

use serde::Deserialize;
use serde_json::{Map, Value};
use sqlx::types::Json;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::model::Article;
use crate::common::id::ArticleId;
use crate::http::field_rules::{comma_free, latitude, link, longitude, picture, slug};
use crate::http::patch::Patch;
use crate::http::rule::Rule;

/// An article's fields as far as they were sent. What was not sent stays as it is.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ArticleChanges {
    pub id: Option<ArticleId>,
    pub title: Option<String>,
    pub slug: Option<String>,
    pub author: Option<String>,
    pub summary: Option<String>,
    pub content_html: Option<String>,
    pub main_image_url: Patch<String>,
    pub tags: Option<Vec<String>>,
    /// As it was sent: the pattern lets days through that no calendar has.
    pub publication_date: Option<String>,
    pub is_featured: Option<bool>,
    pub is_active: Option<bool>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub external_url: Patch<String>,
    pub map_overlay: Patch<Map<String, Value>>,
}

impl ArticleChanges {
    /// Puts everything that was sent into `article`, but what needs a decision: content, date and address.
    pub fn put_into(self, article: &mut Article) {
        fn put<T>(sent: Option<T>, field: &mut T) {
            if let Some(value) = sent {
                *field = value;
            }
        }
        let trimmed = |text: String| text.trim().to_owned();
        let words = |items: Vec<String>| {
            Json(items.into_iter().map(trimmed).filter(|item| !item.is_empty()).collect::<Vec<String>>())
        };
        put(self.title.map(trimmed), &mut article.title);
        put(self.author.map(trimmed), &mut article.author);
        put(self.summary.map(trimmed), &mut article.summary);
        self.main_image_url.into_field(&mut article.main_image_url);
        put(self.tags.map(words), &mut article.tags);
        put(self.is_featured, &mut article.is_featured);
        put(self.is_active, &mut article.is_active);
        put(self.latitude, &mut article.latitude);
        put(self.longitude, &mut article.longitude);
        self.external_url.into_field(&mut article.external_url);
        match self.map_overlay {
            Patch::Absent => {}
            Patch::Null => article.map_overlay = None,
            Patch::Value(overlay) => article.map_overlay = Some(Json(overlay)),
        }
    }
}

/// The sentence for a publication date that is none.
pub const DATE: &str = "Publication date must be a date and time such as 2026-11-21T08:00:00Z";
/// RFC 3339, from 1900 to 2199.
const RFC_3339: &str = "^(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?\
(?:[Zz]|[+-][0-9]{2}:[0-9]{2})$";
/// The sentence for an overlay that is no GeoJSON.
pub const OVERLAY: &str = "Map overlay must be GeoJSON";

/// The most characters of content, before and after it is cleaned.
pub const LONGEST: usize = 100_000;
/// The sentence for more.
pub const TOO_LONG: &str = "Content must be at most 100000 characters";

/// A line or a paragraph that must be there.
fn line(description: &'static str, missing: &'static str, most: f64, too_long: &'static str) -> Rule {
    Rule::text(description).required(missing).pattern(r"\S", missing).max(most, too_long)
}

fn rules() -> Rule {
    Rule::closed_object(
        "An article. The length of text is counted in code points after normalization to NFC; blank optional text becomes null.",
        vec![
            ("id", Rule::id("The id in the URL, if it is sent.")),
            (
                "title",
                line("The title.", "Title is required", 200.0, "Title must be at most 200 characters")
                    .single_line()
                    .example("A day on the river"),
            ),
            (
                "slug",
                slug("The slug of the article. Made from the title if it is not sent; the former slug redirects."),
            ),
            (
                "author",
                line("The name of the author.", "Author is required", 100.0, "Author must be at most 100 characters")
                    .single_line()
                    .example("Linh Tran"),
            ),
            (
                "summary",
                line(
                    "The summary, plain text.",
                    "Summary is required",
                    1000.0,
                    "Summary must be at most 1000 characters",
                )
                .example("From a boat ride to a week in the forest."),
            ),
            (
                "contentHtml",
                line(
                    "The content as HTML. Parts that are not allowed are removed when the article is saved.",
                    "Content is required",
                    LONGEST as f64,
                    TOO_LONG,
                )
                .example("<h2>By boat</h2><p>Boats leave from the wharf.</p>"),
            ),
            ("mainImageUrl", picture("The main image: a path on this site (`/…`) or an http(s) URL.").nullable()),
            (
                "tags",
                Rule::list("The topics.", comma_free("A word or two, without commas.")).max(20.0, "At most 20 tags"),
            ),
            (
                "publicationDate",
                Rule::text(
                    "The time from which the article is public (RFC 3339). With a time in the future it is scheduled.",
                )
                .required("Publication date is required")
                .pattern(RFC_3339, DATE)
                .example("2026-11-21T08:00:00.000Z"),
            ),
            ("isFeatured", Rule::boolean("Whether the article is one of the featured guides.").default(false)),
            ("isActive", Rule::boolean("Whether the article may be public.").default(true)),
            (
                "latitude",
                latitude("The latitude of the article's subject in degrees (WGS 84); a numeric string is accepted."),
            ),
            (
                "longitude",
                longitude("The longitude of the article's subject in degrees (WGS 84); a numeric string is accepted."),
            ),
            (
                "externalUrl",
                link(
                    "The URL of the article, or of more about its subject, on another site.",
                    "External URL must be a valid URL",
                ),
            ),
            (
                "mapOverlay",
                Rule::any_object("GeoJSON (RFC 7946) of at most 64 kB that the map of the article draws.")
                    .nullable()
                    .type_message(OVERLAY),
            ),
            ("pictures", Rule::computed("Ignored.")),
            ("uuid", Rule::computed("Ignored.")),
            ("version", Rule::computed("Ignored; send `If-Match` to check the version.")),
            ("standing", Rule::computed("Ignored.")),
            ("createdAt", Rule::computed("Ignored.")),
            ("updatedAt", Rule::computed("Ignored.")),
            ("liveSince", Rule::computed("Ignored.")),
        ],
    )
}

/// The form of a new article.
pub struct ArticleForm;

impl PartialSchema for ArticleForm {
    fn schema() -> RefOr<Schema> {
        rules().schema()
    }
}
impl ToSchema for ArticleForm {}

impl PartialSchema for ArticleChanges {
    fn schema() -> RefOr<Schema> {
        rules().all_optional().schema()
    }
}
impl ToSchema for ArticleChanges {}
