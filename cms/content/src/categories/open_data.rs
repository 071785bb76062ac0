//! The open data of categories: `categories.json` and `categories.csv`.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::future::BoxFuture;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::{self, Category};
use crate::common::clock::Timestamp;
use crate::common::csv_export::CsvCell;
use crate::common::id::CategoryId;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::caller::OptionalAccount;
use crate::http::input::query_string::Query;
use crate::http::open_data::{self, OpenDataFormat, OpenDataRecord};
use crate::http::problem::Problem;

/// All categories as open data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryDataset {
    /// The attribution to show wherever the data is used.
    #[schema(example = "© OpenStreetMap contributors")]
    attribution: &'static str,
    /// The SPDX identifier of the license.
    #[schema(example = "ODbL-1.0")]
    license: &'static str,
    /// The URL of the license.
    #[schema(example = "https://opendatacommons.org/licenses/odbl/1-0/")]
    license_url: &'static str,
    /// The categories, ordered by id.
    categories: Vec<OpenCategory>,
}

/// A category.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenCategory {
    #[schema(example = 1)]
    id: CategoryId,
    #[schema(example = "Caves")]
    name: String,
    /// The slug. The open data of places names the categories of a place by their slugs.
    #[schema(example = "cave")]
    slug: String,
    /// Further slugs by which the category is found.
    #[schema(example = json!(["caves"]))]
    aliases: Vec<String>,
    #[schema(required, example = "🦇")]
    emoji: Option<String>,
    /// The color as `#rrggbb`.
    #[schema(required, example = "#0f766e")]
    color: Option<String>,
    /// The time of the last change.
    updated_at: Timestamp,
}

/// Export all categories as JSON, under an open license.
///
/// All categories, ordered by id. `Link` with `rel="license"` is the URL of the license. Show the attribution wherever
/// you use the data.
#[utoipa::path(
    get, path = "/api/categories.json", operation_id = "exportCategoriesJson", tag = "Categories",
    responses((status = 200, body = CategoryDataset, headers(
        ("link" = String, description = "The URL of the license, as `rel=\"license\"`."),
        ("content-disposition" = String, description = "The file name: `categories.json`."),
    ))),
)]
pub async fn export_categories_json(
    State(app): State<App>,
    _caller: OptionalAccount,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    query.without_tracking_parameters().finish()?;
    open_data::file_response::<OpenCategory>(app, &headers, OpenDataFormat::Json).await
}

/// Export all categories as CSV, under an open license.
///
/// The same facts as in `categories.json`, one row for each category. Aliases are in one cell, separated by semicolons.
#[utoipa::path(
    get, path = "/api/categories.csv", operation_id = "exportCategoriesCsv", tag = "Categories",
    responses((status = 200, body = String, content_type = "text/csv", headers(
        ("link" = String, description = "The URL of the license, as `rel=\"license\"`."),
        ("content-disposition" = String, description = "The file name: `categories.csv`."),
    ), example = json!(
        "id,name,slug,aliases,emoji,color,updated_at\r\n1,Caves,cave,caves,🦇,#0f766e,2026-11-21T08:00:00.000Z\r\n"
    ))),
)]
pub async fn export_categories_csv(
    State(app): State<App>,
    _caller: OptionalAccount,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    query.without_tracking_parameters().finish()?;
    open_data::file_response::<OpenCategory>(app, &headers, OpenDataFormat::Csv).await
}

impl From<Category> for OpenCategory {
    fn from(category: Category) -> Self {
        let Category { id, name, slug, aliases, emoji, color, updated_at, .. } = category;
        Self { id, name, slug, aliases, emoji, color, updated_at }
    }
}

impl OpenDataRecord for OpenCategory {
    const LIST_NAME: &str = "categories";
    const COLUMNS: &[&str] = &["id", "name", "slug", "aliases", "emoji", "color", "updated_at"];

    fn cells(self) -> Vec<CsvCell> {
        vec![
            self.id.to_string().into(),
            self.name.into(),
            self.slug.into(),
            self.aliases.join("; ").into(),
            self.emoji.unwrap_or_default().into(),
            self.color.unwrap_or_default().into(),
            self.updated_at.to_string().into(),
        ]
    }

    fn id(&self) -> i64 {
        self.id.0
    }

    // All categories are in the first batch: a guide has a few dozen categories.
    fn batch_after(app: App, id: Option<i64>) -> BoxFuture<'static, Result<Vec<Self>, StoreError>> {
        Box::pin(async move {
            let all = store::all(&app.db).await?.into_iter();
            Ok(all.filter(|category| id.is_none_or(|id| category.id.0 > id)).map(Self::from).collect())
        })
    }
}
