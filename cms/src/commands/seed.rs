//! `cms seed`: fills an empty guide. A guide with content is not changed.

use std::collections::HashMap;

use anyhow::{Context, anyhow, bail};
use serde::Deserialize;
use serde_json::Value;

use super::database::{self, IfMissing};
use super::seed_files::{Seeds, Source};
use crate::articles::{self, dto::Article, form::ArticleChanges};
use crate::audit::model::AuditContext;
use crate::categories::{self, dto::CategoryChanges};
use crate::common::clock::{Clock, Timestamp};
use crate::common::id::CategoryId;
use crate::config::StorageConfig;
use crate::db::engine::{Db, Tx};
use crate::http::input::update::WriteError;
use crate::http::input::validation::JsonSchemas;
use crate::http::problem::{FieldError, Problem};
use crate::places;
use crate::places::form::PlaceChanges;
use crate::places::model::Place;
use crate::places::verification::Check;
use crate::settings;
use crate::{api, with_pool};

/// Opens and migrates the database and fills it if it is empty.
pub async fn run(storage: StorageConfig, source: Source) -> anyhow::Result<()> {
    let seeds = source.seeds()?;
    let db = database::open_and_print(&storage, IfMissing::Create).await?;
    match seed_database(&db, seeds, &Clock::default()).await? {
        Some(SeedCounts { places, articles }) => println!("Seeded {places} places and {articles} articles."),
        None => println!("{NOT_EMPTY}"),
    }
    db.close().await;
    Ok(())
}

/// The message if the guide has content.
pub const NOT_EMPTY: &str = "The guide has content already; nothing was changed.";

/// The numbers of seeded records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedCounts {
    /// The number of places.
    pub places: usize,
    /// The number of articles.
    pub articles: usize,
}

/// Fills an empty guide in one transaction. `None` if the guide has content.
pub async fn seed_database(db: &Db, seeds: Seeds, clock: &Clock) -> anyhow::Result<Option<SeedCounts>> {
    let forms = JsonSchemas::from_contract(&api::contract())?;
    let count = "select (select count(*) from category) + (select count(*) from place)
        + (select count(*) from article) + (select count(*) from setting)";
    let rows: i64 = with_pool!(db, |engine| sqlx::query_scalar(count).fetch_one(engine))?;
    if rows > 0 {
        return Ok(None);
    }
    let categories: Vec<CategoryChanges> = seeds
        .categories
        .into_iter()
        .map(|form| parse_form(&forms, "CategoryRequest", form))
        .collect::<Result<_, _>>()?;
    let places: Vec<SeedPlace> =
        seeds.places.into_iter().map(|form| SeedPlace::parse(&forms, form)).collect::<Result<_, _>>()?;
    let articles: Vec<Article> = seeds
        .articles
        .into_iter()
        .map(|form| {
            let form: ArticleChanges = parse_form(&forms, "ArticleRequest", form)?;
            let form = articles::service::check_new(form).map_err(invalid_content)?;
            Ok(articles::service::apply_changes(Article::blank(clock.now()), form, clock.now()))
        })
        .collect::<anyhow::Result<_>>()?;
    let settings = settings::service::from_seed(&forms, seeds.settings).map_err(invalid_content)?;
    let (now, pages) = (clock.now(), seeds.pages);
    let counts = SeedCounts { places: places.len(), articles: articles.len() };
    let result: Result<(), WriteError> = db
        .write(move |tx| {
            Box::pin(async move {
                settings::store::put(tx, settings, now).await?;
                pages.put(tx, &forms, now).await?;
                let mut ids = HashMap::new();
                for category in categories {
                    let inserted = categories::service::insert(tx, category, now).await?;
                    ids.insert(inserted.slug.clone(), inserted.id);
                }
                for place in places {
                    place.insert(tx, &ids, now).await?;
                }
                for article in articles {
                    articles::service::insert(tx, article, now).await?;
                }
                Ok(AuditContext::command("seed", now).log_action(tx).await?)
            })
        })
        .await;
    match result {
        Ok(()) => Ok(Some(counts)),
        Err(WriteError::Problem(problem)) => Err(invalid_content(*problem)),
        Err(WriteError::Store(error)) => Err(error.into()),
    }
}

fn invalid_content(problem: Problem) -> anyhow::Error {
    anyhow!("the content breaks a rule: {}", describe(&problem))
}

/// Each field with its error.
fn describe(Problem { detail, errors, .. }: &Problem) -> String {
    let sentences: Vec<String> = errors.iter().map(|error| format!("{}: {}", error.field, error.message)).collect();
    if sentences.is_empty() { detail.clone() } else { sentences.join("; ") }
}

struct SeedPlace {
    categories: Vec<String>,
    /// The time of the check of its position, if it is verified.
    checked_at: Option<Timestamp>,
    form: PlaceChanges,
}

impl SeedPlace {
    fn parse(forms: &JsonSchemas, mut form: Value) -> anyhow::Result<Self> {
        let slugs = form.as_object_mut().and_then(|form| form.remove("categories")).unwrap_or_default();
        let categories = Vec::<String>::deserialize(slugs).context("a place's categories are slugs")?;
        let checked_at = form.as_object_mut().and_then(|form| form.remove("checkedAt")).unwrap_or_default();
        let checked_at =
            Option::deserialize(checked_at).context("a place's checkedAt is a time like 2026-11-21T08:00:00Z")?;
        // The form requires ids, which do not exist yet; any number is valid for checking the other fields.
        form["categoryIds"] = (1..=categories.len().max(1)).collect();
        Ok(Self { categories, checked_at, form: parse_form(forms, "PlaceRequest", form)? })
    }

    async fn insert(
        mut self,
        tx: &mut Tx,
        ids: &HashMap<String, CategoryId>,
        now: Timestamp,
    ) -> Result<(), WriteError> {
        let category_ids = self.categories.iter().map(|slug| {
            let sentence = || format!("There is no category {slug}");
            ids.get(slug).copied().ok_or_else(|| FieldError::new("categories", sentence()))
        });
        self.form.category_ids =
            Some(category_ids.collect::<Result<_, _>>().map_err(|error| Problem::invalid(vec![error]))?);
        let opening = places::opening_hours::schedule::compute_patch(&self.form.operating_hours, now).await;
        let mut place = places::service::apply_changes(tx, Place::blank(now), (self.form, opening), None, now).await?;
        place.check = place.is_verified.then(|| Check::seeded(self.checked_at, now));
        places::service::insert(tx, place, now).await?;
        Ok(())
    }
}

fn parse_form<T: serde::de::DeserializeOwned>(forms: &JsonSchemas, name: &str, form: Value) -> anyhow::Result<T> {
    let label = form.get("name").or_else(|| form.get("title")).cloned().unwrap_or_default();
    match forms.check(name, form) {
        Ok(form) => Ok(serde_json::from_value(form)?),
        Err(problem) => bail!("{label} breaks a rule of {name}: {}", describe(&problem)),
    }
}
