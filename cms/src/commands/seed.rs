//! `cms seed`: fills an empty guide from cms/seeds; a guide that has content is left alone.

use std::collections::HashMap;

use anyhow::{Context, anyhow, bail};
use serde::Deserialize;
use serde_json::Value;

use super::database::{self, Absent};
use crate::articles::{self, form::ArticleChanges, model::Article};
use crate::categories::{self, wire::CategoryChanges};
use crate::config::Storage;
use crate::db::engine::{Db, Tx};
use crate::http::forms::Forms;
use crate::http::problem::Problem;
use crate::http::sent::Refusal;
use crate::kernel::clock::{Clock, Moment};
use crate::kernel::id::CategoryId;
use crate::places::{self, form::PlaceChanges, model::Place};
use crate::record::model::Trace;
use crate::settings::{self, pages::StandingPages, wire::Region};
use crate::{api, on};

/// What the stories say, by the words of their addresses; everything else of them stands in `articles.json`.
const STORIES: [(&str, &str); 10] = [
    ("which-cave-is-yours", include_str!("../../seeds/articles/which-cave-is-yours.html")),
    ("when-to-come", include_str!("../../seeds/articles/when-to-come.html")),
    ("son-doong-the-honest-version", include_str!("../../seeds/articles/son-doong-the-honest-version.html")),
    ("the-motorbike-loop", include_str!("../../seeds/articles/the-motorbike-loop.html")),
    (
        "tu-lan-and-the-village-that-floats",
        include_str!("../../seeds/articles/tu-lan-and-the-village-that-floats.html"),
    ),
    ("bong-lai-by-bicycle", include_str!("../../seeds/articles/bong-lai-by-bicycle.html")),
    ("phong-nha-and-tien-son-by-boat", include_str!("../../seeds/articles/phong-nha-and-tien-son-by-boat.html")),
    ("nights-in-the-forest", include_str!("../../seeds/articles/nights-in-the-forest.html")),
    ("paradise-cave-the-long-hall", include_str!("../../seeds/articles/paradise-cave-the-long-hall.html")),
    ("a-day-in-dong-hoi", include_str!("../../seeds/articles/a-day-in-dong-hoi.html")),
];

/// The guide that ships with Karst.
pub struct Seeds {
    /// The region.
    pub region: Region,
    /// Its pages that stand by themselves.
    pub pages: StandingPages,
    /// Forms of categories.
    pub categories: Vec<Value>,
    /// Forms of places, with `categories` as slugs in place of `categoryIds`.
    pub places: Vec<Value>,
    /// Forms of articles.
    pub articles: Vec<Value>,
}

impl Seeds {
    /// The files of `cms/seeds`, as they were when the program was built.
    pub fn shipped() -> anyhow::Result<Self> {
        let mut articles: Vec<Value> =
            serde_json::from_str(include_str!("../../seeds/articles.json")).context("articles.json")?;
        for article in &mut articles {
            let slug = article["slug"].as_str().unwrap_or_default();
            let story = STORIES.iter().find(|(of, _)| *of == slug);
            let (_, story) = story.with_context(|| format!("there is no story {slug}"))?;
            article["contentHtml"] = (*story).into();
        }
        Ok(Self {
            region: serde_json::from_str(include_str!("../../seeds/settings.json")).context("settings.json")?,
            pages: serde_json::from_str(include_str!("../../seeds/pages.json")).context("pages.json")?,
            categories: serde_json::from_str(include_str!("../../seeds/categories.json")).context("categories.json")?,
            places: serde_json::from_str(include_str!("../../seeds/places.json")).context("places.json")?,
            articles,
        })
    }
}

/// Opens the database, brings its schema up to date and fills it if it is empty.
pub async fn run(storage: Storage) -> anyhow::Result<()> {
    let db = database::open_aloud(&storage, Absent::Make).await?;
    match plant(&db, Seeds::shipped()?, &Clock::default()).await? {
        Some(Planted { places, articles }) => println!("Seeded {places} places and {articles} stories."),
        None => println!("The guide has content already; nothing was changed."),
    }
    db.close().await;
    Ok(())
}

/// What an empty guide was filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planted {
    /// So many places.
    pub places: usize,
    /// So many articles.
    pub articles: usize,
}

/// Fills an empty guide in one transaction; answers what it made, or nothing when there was content.
pub async fn plant(db: &Db, seeds: Seeds, clock: &Clock) -> anyhow::Result<Option<Planted>> {
    let forms = Forms::read(&api::contract())?;
    let count = "select (select count(*) from category) + (select count(*) from place)
        + (select count(*) from article) + (select count(*) from setting)";
    let rows: i64 = on!(db, |engine| sqlx::query_scalar(count).fetch_one(engine))?;
    if rows > 0 {
        return Ok(None);
    }
    let categories: Vec<CategoryChanges> =
        seeds.categories.into_iter().map(|form| checked(&forms, "CategoryForm", form)).collect::<Result<_, _>>()?;
    let places: Vec<SeedPlace> =
        seeds.places.into_iter().map(|form| SeedPlace::read(&forms, form)).collect::<Result<_, _>>()?;
    let articles: Vec<Article> = seeds
        .articles
        .into_iter()
        .map(|form| {
            let form: ArticleChanges = checked(&forms, "ArticleForm", form)?;
            let form = articles::keep::checked(form).map_err(broken)?;
            Ok(articles::keep::settled(Article::blank(clock.now()), form, clock.now()))
        })
        .collect::<anyhow::Result<_>>()?;
    let (now, region, pages) = (clock.now(), seeds.region, seeds.pages);
    let made = Planted { places: places.len(), articles: articles.len() };
    let planted: Result<(), Refusal> = db
        .write(move |tx| {
            Box::pin(async move {
                settings::store::put(tx, region, now).await?;
                pages.put(tx, now).await?;
                let mut ids = HashMap::new();
                for category in categories {
                    let kept = categories::keep::insert(tx, category, now).await?;
                    ids.insert(kept.slug.clone(), kept.id);
                }
                for place in places {
                    place.insert(tx, &ids, now).await?;
                }
                for article in articles {
                    articles::keep::insert(tx, article, now).await?;
                }
                Ok(Trace::of_command("seed", now).alone(tx).await?)
            })
        })
        .await;
    match planted {
        Ok(()) => Ok(Some(made)),
        Err(Refusal::Problem(problem)) => Err(broken(*problem)),
        Err(Refusal::Store(error)) => Err(error.into()),
    }
}

fn broken(problem: Problem) -> anyhow::Error {
    anyhow!("the seeds break a rule: {} {:?}", problem.detail, problem.errors)
}

struct SeedPlace {
    categories: Vec<String>,
    form: PlaceChanges,
}

impl SeedPlace {
    fn read(forms: &Forms, mut form: Value) -> anyhow::Result<Self> {
        let slugs = form.as_object_mut().and_then(|form| form.remove("categories")).unwrap_or_default();
        let categories = Vec::<String>::deserialize(slugs).context("a place's categories are slugs")?;
        // The form asks for ids, which only the database can give: any will do for checking the rest.
        form["categoryIds"] = (1..=categories.len().max(1)).collect();
        Ok(Self { categories, form: checked(forms, "PlaceForm", form)? })
    }

    async fn insert(mut self, tx: &mut Tx, ids: &HashMap<String, CategoryId>, now: Moment) -> Result<(), Refusal> {
        let known = self.categories.iter().filter_map(|slug| ids.get(slug).copied()).collect();
        self.form.category_ids = Some(known);
        let opening = places::opening::read(&self.form.operating_hours, now);
        let place = places::keep::settled(tx, Place::blank(now), (self.form, opening), None, now).await?;
        places::keep::insert(tx, place, now).await?;
        Ok(())
    }
}

fn checked<T: serde::de::DeserializeOwned>(forms: &Forms, name: &str, form: Value) -> anyhow::Result<T> {
    let label = form.get("name").or_else(|| form.get("title")).cloned().unwrap_or_default();
    match forms.check(name, form) {
        Ok(form) => Ok(serde_json::from_value(form)?),
        Err(problem) => bail!("{label} breaks a rule of {name}: {:?}", problem.errors),
    }
}
