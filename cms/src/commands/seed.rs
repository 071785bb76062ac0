//! `cms seed` fills an empty guide with a seed: the starter content that ships with Karst, or a folder with the same
//! files for another region. `cms setup` also adds the first admin. A guide with content is not changed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::database::{self, IfDatabaseMissing};
use super::user::{FIRST_ADMIN_EMAIL, create_first_admin};
use crate::articles::{self, dto::Article, requests::ArticleChanges};
use crate::audit::log::AuditContext;
use crate::categories::{self, dto::CategoryChanges};
use crate::common::clock::{Clock, Timestamp};
use crate::common::id::CategoryId;
use crate::config::StorageConfig;
use crate::db::engine::{Db, Tx};
use crate::http::input::update::{ChangeMode, WriteError};
use crate::http::input::validation::RequestBodySchemas;
use crate::http::problem::{Code, FieldError, Problem};
use crate::jobs::change_log;
use crate::places;
use crate::places::check_dto;
use crate::places::checks::{FactCheck, FactGroup};
use crate::places::model::Place;
use crate::places::requests::PlaceChanges;
use crate::settings;
use crate::settings::pages::service::SeedStandingPages;
use crate::{api, with_pool};

/// Runs `cms seed`: creates and migrates the database, and fills it with the seed if it has no content.
pub async fn run(storage: StorageConfig, args: SeedArgs) -> anyhow::Result<()> {
    let seed = args.load_seed()?;
    let db = database::print_location_and_open(&storage, IfDatabaseMissing::Create).await?;
    match seed_database(&db, seed, &Clock::default()).await? {
        Some(SeedCounts { places, articles }) => println!("Seeded {places} places and {articles} articles."),
        None => println!("{NOT_EMPTY_MESSAGE}"),
    }
    db.close().await;
    Ok(())
}

/// Migrates the database, fills an empty guide, and creates the first admin if there is no account. The password is
/// printed once. Another run changes nothing.
pub async fn setup(storage: StorageConfig, args: SeedArgs) -> anyhow::Result<()> {
    let seed = args.load_seed()?;
    let program = std::env::args().next().unwrap_or_else(|| "cms".to_owned());
    let password_command =
        format!("{program} --data-dir {} user password --email {FIRST_ADMIN_EMAIL}", storage.data_dir.display());
    let db = database::print_location_and_open(&storage, IfDatabaseMissing::Create).await?;
    let clock = Clock::default();
    match seed_database(&db, seed, &clock).await? {
        Some(SeedCounts { places, articles }) => {
            println!("The guide was empty: added {places} places and {articles} articles.");
        }
        // Printed only if a folder was given. `make run` runs `cms setup` without a folder at every start, and would
        // print this message each time.
        None if args.from.is_some() => println!("{NOT_EMPTY_MESSAGE}"),
        None => {}
    }
    if let Some(password) = create_first_admin(&db, &clock).await? {
        println!();
        println!("  First admin:  {FIRST_ADMIN_EMAIL}");
        println!("  Password:     {password}");
        println!();
        println!("  It is shown only once. To create a new one: {password_command}");
        println!();
    }
    db.close().await;
    Ok(())
}

const NOT_EMPTY_MESSAGE: &str = "The guide already has content; nothing was changed.";

/// The numbers of seeded records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedCounts {
    /// The number of places.
    pub places: usize,
    /// The number of articles.
    pub articles: usize,
}

/// Fills an empty guide in one transaction. Returns the numbers of added records; `None` if the guide has content.
/// Errors: a value that breaks a rule; no record is stored then.
pub async fn seed_database(db: &Db, seed: SeedContent, clock: &Clock) -> anyhow::Result<Option<SeedCounts>> {
    let (schemas, _) = api::schemas_and_operation_ids();
    let count = "select (select count(*) from category) + (select count(*) from place)
        + (select count(*) from article) + (select count(*) from setting)";
    let record_count: i64 = with_pool!(db, |engine| sqlx::query_scalar(count).fetch_one(engine))?;
    if record_count > 0 {
        return Ok(None);
    }
    let categories = seed.categories.into_iter().map(|category| parse_request(&schemas, "CategoryRequest", category));
    let categories: Vec<CategoryChanges> = categories.collect::<Result<_, _>>()?;
    let places = seed.places.into_iter().map(|place| SeedPlace::parse(&schemas, place));
    let places: Vec<SeedPlace> = places.collect::<Result<_, _>>()?;
    let articles = seed.articles.into_iter().map(|article| {
        let changes: ArticleChanges = parse_request(&schemas, "ArticleRequest", article)?;
        let changes = articles::service::check_new_article(changes).map_err(invalid_content)?;
        Ok(articles::service::apply_changes_except_unpublish_at(Article::blank(clock.now()), changes, clock.now()))
    });
    let articles: Vec<Article> = articles.collect::<anyhow::Result<_>>()?;
    let settings = settings::service::from_seed(&schemas, seed.settings).map_err(invalid_content)?;
    let (now, pages) = (clock.now(), seed.pages);
    let counts = SeedCounts { places: places.len(), articles: articles.len() };
    let work = db.write(move |tx| {
        Box::pin(async move {
            let tags = settings::store::put(tx, settings, now).await?;
            change_log::append_unless_empty(tx, tags, now).await?;
            pages.put(tx, &schemas, now).await?;
            let mut category_ids_by_slug = HashMap::new();
            for category in categories {
                let inserted = categories::service::add_from_seed(tx, category, now).await?;
                category_ids_by_slug.insert(inserted.slug.clone(), inserted.id);
            }
            for place in places {
                place.insert(tx, &category_ids_by_slug, now).await?;
            }
            for article in articles {
                articles::service::insert(tx, article, now).await?;
            }
            Ok(AuditContext::command("seed", now).log_action(tx).await?)
        })
    });
    match work.await {
        Ok(()) => Ok(Some(counts)),
        Err(WriteError::Problem(problem)) => Err(invalid_content(*problem)),
        Err(WriteError::Store(error)) => Err(error.into()),
    }
}

fn invalid_content(problem: Problem) -> anyhow::Error {
    anyhow!("the content breaks a rule: {}", format_problem(&problem))
}

/// The invalid fields with their messages; without invalid fields, the detail of the problem.
fn format_problem(Problem { detail, errors, .. }: &Problem) -> String {
    let sentences: Vec<String> = errors.iter().map(|error| format!("{}: {}", error.field, error.message)).collect();
    if sentences.is_empty() { detail.to_string() } else { sentences.join("; ") }
}

struct SeedPlace {
    categories: Vec<String>,
    /// The time at which the position was checked. `None` if the seed does not have it. Ignored for a place that is not
    /// verified.
    position_checked_at: Option<Timestamp>,
    changes: PlaceChanges,
}

impl SeedPlace {
    fn parse(schemas: &RequestBodySchemas, mut changes: Value) -> anyhow::Result<Self> {
        let mut take = |field| changes.as_object_mut().and_then(|changes| changes.remove(field)).unwrap_or_default();
        let categories =
            Vec::<String>::deserialize(take("categories")).context("the categories of a place must be slugs")?;
        let position_checked_at = Option::deserialize(take("checkedAt"))
            .context("the checkedAt of a place must be a time like 2026-11-21T08:00:00Z")?;
        // The schema requires category ids, but the categories have no ids yet. These numbers only pass the
        // validation; `insert` replaces them.
        changes["categoryIds"] = (1..=categories.len().max(1)).collect();
        Ok(Self { categories, position_checked_at, changes: parse_request(schemas, "PlaceRequest", changes)? })
    }

    async fn insert(
        mut self,
        tx: &mut Tx,
        ids_by_slug: &HashMap<String, CategoryId>,
        now: Timestamp,
    ) -> Result<(), WriteError> {
        let category_ids = self.categories.iter().map(|slug| {
            let code = || Code::CategoryUnknown.with("name", slug.as_str());
            let unknown_category = || FieldError::new(code(), "categories", format!("There is no category {slug}"));
            ids_by_slug.get(slug).copied().ok_or_else(unknown_category)
        });
        self.changes.category_ids =
            Some(category_ids.collect::<Result<_, _>>().map_err(|error| Problem::invalid(vec![error]))?);
        let opening = places::opening_hours::schedule::compute_schedule_patch(&self.changes.operating_hours, now).await;
        let (blank, checks) = (Place::blank(now), self.changes.checks.take());
        let place = places::service::apply_changes(tx, blank.clone(), (self.changes, opening), None, now).await?;
        let mut place = check_dto::apply_checks(&blank, place, checks.as_deref(), (None, ChangeMode::Save), now)?;
        if place.is_verified {
            place.checks.entry(FactGroup::Position).or_insert_with(|| FactCheck::seeded(self.position_checked_at, now));
        }
        places::service::insert_seed_place(tx, place, now).await?;
        Ok(())
    }
}

fn parse_request<T: DeserializeOwned>(schemas: &RequestBodySchemas, name: &str, request: Value) -> anyhow::Result<T> {
    let label = request.get("name").or_else(|| request.get("title")).cloned().unwrap_or_default();
    match schemas.validate_body(name, request) {
        Ok(request) => Ok(serde_json::from_value(request)?),
        Err(problem) => bail!("{label} breaks a rule of {name}: {}", format_problem(&problem)),
    }
}

/// The names and contents of these files of `cms/seeds`, included at compile time.
macro_rules! bundled {
    ($($file:literal),+ $(,)?) => {
        [$(($file, include_str!(concat!("../../seeds/", $file)))),+]
    };
}
const BUNDLED_FILES: [(&str, &str); 15] = bundled![
    "settings.json",
    "pages.json",
    "categories.json",
    "places.json",
    "articles.json",
    "articles/which-cave-is-yours.html",
    "articles/when-to-come.html",
    "articles/son-doong-the-honest-version.html",
    "articles/the-motorbike-loop.html",
    "articles/tu-lan-and-the-village-that-floats.html",
    "articles/bong-lai-by-bicycle.html",
    "articles/phong-nha-and-tien-son-by-boat.html",
    "articles/nights-in-the-forest.html",
    "articles/paradise-cave-the-long-hall.html",
    "articles/a-day-in-dong-hoi.html",
];

/// The seed to use.
#[derive(Debug, clap::Args)]
pub struct SeedArgs {
    /// Folder with the settings and content of another region. Default: the starter content.
    #[arg(long, value_name = "FOLDER")]
    pub from: Option<PathBuf>,
}

impl SeedArgs {
    /// Loads the seed from the given folder, or the starter content. Errors: a missing file or invalid JSON.
    pub fn load_seed(&self) -> anyhow::Result<SeedContent> {
        match &self.from {
            Some(folder) => SeedContent::from_folder(folder),
            None => SeedContent::bundled(),
        }
    }
}

/// The content of a seed, not validated yet.
#[derive(Debug)]
pub struct SeedContent {
    /// The settings.
    pub settings: Map<String, Value>,
    /// The standing pages.
    pub pages: SeedStandingPages,
    /// Requests that create categories.
    pub categories: Vec<Value>,
    /// Requests that create places. They have `categories`, a list of slugs, instead of `categoryIds`. The `checkedAt`
    /// of a verified place is the time at which its position was checked.
    pub places: Vec<Value>,
    /// Requests that create articles.
    pub articles: Vec<Value>,
}

impl SeedContent {
    /// The starter content that ships with Karst.
    pub fn bundled() -> anyhow::Result<Self> {
        Self::load(|file| {
            let found = BUNDLED_FILES.iter().find(|(name, _)| *name == file);
            found.map(|(_, text)| (*text).to_owned()).with_context(|| format!("there is no {file}"))
        })
    }

    /// A seed from the files in a folder.
    pub fn from_folder(folder: &Path) -> anyhow::Result<Self> {
        Self::load(|file| {
            let path = folder.join(file);
            std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
        })
    }

    /// Loads a seed. `read_file` returns the content of the file with the given name.
    /// The HTML of an article is in `articles/{slug}.html`.
    fn load(read_file: impl Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<Self> {
        let mut articles: Vec<Value> = parse_json("articles.json", &read_file)?;
        for article in &mut articles {
            let slug = article["slug"].as_str().context("articles.json: an article has no slug")?;
            article["contentHtml"] = read_file(&format!("articles/{slug}.html"))?.into();
        }
        Ok(Self {
            settings: parse_json("settings.json", &read_file)?,
            pages: parse_json("pages.json", &read_file)?,
            categories: parse_json("categories.json", &read_file)?,
            places: parse_json("places.json", &read_file)?,
            articles,
        })
    }
}

fn parse_json<T: DeserializeOwned>(file: &str, read: impl Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<T> {
    serde_json::from_str(&read(file)?).with_context(|| file.to_owned())
}
