//! The open data of categories: `categories.json` and `categories.csv`.

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
use crate::http::open_data::{
    CsvColumn, OpenDataFormat, OpenDataRecord, OpenDataRequest, file_response, optional_cell,
};
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
    get, path = "/api/categories.json", tag = "Categories", security(()),
    responses(
        (status = 200, body = CategoryDataset, headers(
            ("link" = String, description = "The URL of the license, as `rel=\"license\"`."),
            ("content-disposition" = String, description = "The file name: `categories.json`."),
        )),
    ),
)]
pub async fn export_categories_json(_caller: OptionalAccount, request: OpenDataRequest) -> Result<Response, Problem> {
    file_response::<OpenCategory>(request, OpenDataFormat::Json).await
}

/// Export all categories as CSV, under an open license.
///
/// The same facts as in `categories.json`, one row for each category. Aliases are in one cell, separated by semicolons.
#[utoipa::path(
    get, path = "/api/categories.csv", tag = "Categories", security(()),
    responses(
        (status = 200, body = String, content_type = "text/csv", headers(
            ("link" = String, description = "The URL of the license, as `rel=\"license\"`."),
            ("content-disposition" = String, description = "The file name: `categories.csv`."),
        ), example = json!(
            "id,name,slug,aliases,emoji,color,updated_at\r\n1,Caves,cave,caves,🦇,#0f766e,2026-11-21T08:00:00.000Z\r\n"
        )),
    ),
)]
pub async fn export_categories_csv(_caller: OptionalAccount, request: OpenDataRequest) -> Result<Response, Problem> {
    file_response::<OpenCategory>(request, OpenDataFormat::Csv).await
}

impl From<Category> for OpenCategory {
    fn from(category: Category) -> Self {
        let Category { id, name, slug, aliases, emoji, color, updated_at, .. } = category;
        Self { id, name, slug, aliases, emoji, color, updated_at }
    }
}

impl OpenDataRecord for OpenCategory {
    const LIST_NAME: &str = "categories";
    const COLUMNS: &[CsvColumn<Self>] = &[
        ("id", |category| category.id.into()),
        ("name", |category| CsvCell::from(&category.name)),
        ("slug", |category| CsvCell::from(&category.slug)),
        ("aliases", |category| category.aliases.join("; ").into()),
        ("emoji", |category| optional_cell(&category.emoji)),
        ("color", |category| optional_cell(&category.color)),
        ("updated_at", |category| category.updated_at.into()),
    ];

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
