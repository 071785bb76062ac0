//! `articles.json` and `articles.csv`: the facts about all public articles, without their texts.

use axum::response::Response;
use futures_util::future::BoxFuture;
use serde::Serialize;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::pages;
use crate::common::clock::Timestamp;
use crate::common::csv_export::CsvCell;
use crate::common::id::ArticleId;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::caller::OptionalAccount;
use crate::http::open_data::{BATCH_SIZE, CsvColumn, OpenDataFormat, OpenDataRecord, OpenDataRequest, file_response};
use crate::http::problem::Problem;
use crate::with_pool;

/// All public articles as open data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleDataset {
    /// The attribution to show wherever the data is used.
    #[schema(example = "© OpenStreetMap contributors")]
    attribution: &'static str,
    /// The SPDX identifier of the license.
    #[schema(example = "ODbL-1.0")]
    license: &'static str,
    /// The URL of the license.
    #[schema(example = "https://opendatacommons.org/licenses/odbl/1-0/")]
    license_url: &'static str,
    /// The articles, ordered by id.
    articles: Vec<OpenArticle>,
}

// `$1` is the last id of the previous batch, or 0 for the first batch.
const SELECT_BATCH: &str = "
select id, slug, title, author, tags, publication_date, latitude, longitude, sources, updated_at
from article where is_public and id > $1 order by id limit $2";

/// The facts about an article.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OpenArticle {
    #[schema(example = 7)]
    id: ArticleId,
    #[serde(skip)]
    slug: String,
    #[schema(example = "A day on the river")]
    title: String,
    /// The URL of the page of the article.
    #[schema(example = "https://guide.example/inspiration/7-a-day-on-the-river")]
    #[sqlx(skip)]
    url: String,
    /// The name of the author.
    #[schema(example = "Linh Tran")]
    author: String,
    /// The topics.
    #[schema(value_type = Vec<String>, example = json!(["cave", "planning"]))]
    tags: Json<Vec<String>>,
    publication_date: Timestamp,
    /// The latitude of the subject in degrees (WGS 84).
    #[schema(example = 16.58137)]
    latitude: f64,
    /// The longitude of the subject in degrees (WGS 84).
    #[schema(example = 107.28308)]
    longitude: f64,
    /// The sources of the article.
    #[schema(value_type = Vec<String>, example = json!(["The park's map of 2023"]))]
    sources: Json<Vec<String>>,
    /// The time of the last change.
    updated_at: Timestamp,
}

/// Export all public articles as JSON, under an open license.
///
/// The facts about each article, ordered by id. Texts and images are not included, because they have their own terms of
/// use. `Link` with `rel="license"` is the URL of the license. Show the attribution wherever you use the data.
#[utoipa::path(
    get, path = "/api/articles.json", tag = "Articles", security(()),
    responses(
        (status = 200, body = ArticleDataset, headers(
            ("link" = String, description = "The URL of the license, as `rel=\"license\"`."),
            ("content-disposition" = String, description = "The file name: `articles.json`."),
        )),
    ),
)]
pub async fn export_articles_json(_caller: OptionalAccount, request: OpenDataRequest) -> Result<Response, Problem> {
    file_response::<OpenArticle>(request, OpenDataFormat::Json).await
}

/// Export all public articles as CSV, under an open license.
///
/// The same facts as in `articles.json`, one row for each article. Lists are in one cell, separated by semicolons.
#[utoipa::path(
    get, path = "/api/articles.csv", tag = "Articles", security(()),
    responses(
        (status = 200, body = String, content_type = "text/csv", headers(
            ("link" = String, description = "The URL of the license, as `rel=\"license\"`."),
            ("content-disposition" = String, description = "The file name: `articles.csv`."),
        ), example = json!(
            "id,title,url,author,tags,publication_date,latitude,longitude,sources,updated_at\r\n7,A day on the river,https://guide.example/inspiration/7-a-day-on-the-river,Linh Tran,cave; planning,2026-11-21T08:00:00.000Z,16.58137,107.28308,The park's map of 2023,2026-11-21T08:00:00.000Z\r\n"
        )),
    ),
)]
pub async fn export_articles_csv(_caller: OptionalAccount, request: OpenDataRequest) -> Result<Response, Problem> {
    file_response::<OpenArticle>(request, OpenDataFormat::Csv).await
}

impl OpenDataRecord for OpenArticle {
    const LIST_NAME: &str = "articles";
    const COLUMNS: &[CsvColumn<Self>] = &[
        ("id", |article| article.id.into()),
        ("title", |article| CsvCell::from(&article.title)),
        ("url", |article| CsvCell::from(&article.url)),
        ("author", |article| CsvCell::from(&article.author)),
        ("tags", |article| article.tags.join("; ").into()),
        ("publication_date", |article| article.publication_date.into()),
        ("latitude", |article| article.latitude.into()),
        ("longitude", |article| article.longitude.into()),
        ("sources", |article| article.sources.join("; ").into()),
        ("updated_at", |article| article.updated_at.into()),
    ];

    fn id(&self) -> i64 {
        self.id.0
    }

    fn batch_after(app: App, id: Option<i64>) -> BoxFuture<'static, Result<Vec<Self>, StoreError>> {
        Box::pin(async move {
            let mut articles: Vec<Self> = with_pool!(&app.db, |engine| sqlx::query_as(SELECT_BATCH)
                .bind(id.unwrap_or_default())
                .bind(BATCH_SIZE)
                .fetch_all(engine))?;
            for article in &mut articles {
                article.url = format!("{}{}", app.public_url, pages::path(article.id, &article.slug));
            }
            Ok(articles)
        })
    }
}
