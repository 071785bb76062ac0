//! `cms seed`: fills an empty guide from cms/seeds; a guide that has content is left alone.

use std::collections::HashMap;

use anyhow::{Context, bail};
use serde::Deserialize;
use serde_json::Value;

use crate::categories::{self, wire::CategoryChanges};
use crate::config::Storage;
use crate::db::engine::{Db, Tx};
use crate::db::migrations;
use crate::http::forms::Forms;
use crate::http::sent::Refusal;
use crate::kernel::clock::{Clock, Moment};
use crate::kernel::id::CategoryId;
use crate::places::{self, form::PlaceChanges, model::Place};
use crate::settings::{self, wire::Region};
use crate::{api, on};

/// The guide that ships with Karst.
pub struct Seeds {
    /// The region.
    pub region: Region,
    /// Forms of categories.
    pub categories: Vec<Value>,
    /// Forms of places, with `categories` as slugs in place of `categoryIds`.
    pub places: Vec<Value>,
}

impl Seeds {
    /// The files of `cms/seeds`, as they were when the program was built.
    pub fn shipped() -> anyhow::Result<Self> {
        Ok(Self {
            region: serde_json::from_str(include_str!("../../seeds/settings.json")).context("settings.json")?,
            categories: serde_json::from_str(include_str!("../../seeds/categories.json")).context("categories.json")?,
            places: serde_json::from_str(include_str!("../../seeds/places.json")).context("places.json")?,
        })
    }
}

/// Opens the database, brings its schema up to date and fills it if it is empty.
pub async fn run(storage: Storage) -> anyhow::Result<()> {
    let db = Db::open(&storage.url()).await.context("the database cannot be opened")?;
    migrations::run(&db).await?;
    match plant(&db, Seeds::shipped()?, &Clock::default()).await? {
        Some(places) => println!("Seeded {places} places."),
        None => println!("The guide has content already; nothing was changed."),
    }
    db.close().await;
    Ok(())
}

/// Fills an empty guide in one transaction; answers how many places it made, or nothing when there was content.
pub async fn plant(db: &Db, seeds: Seeds, clock: &Clock) -> anyhow::Result<Option<usize>> {
    let forms = Forms::read(&api::contract())?;
    let count =
        "select (select count(*) from category) + (select count(*) from place) + (select count(*) from setting)";
    let rows: i64 = on!(db, |engine| sqlx::query_scalar(count).fetch_one(engine))?;
    if rows > 0 {
        return Ok(None);
    }
    let categories: Vec<CategoryChanges> =
        seeds.categories.into_iter().map(|form| checked(&forms, "CategoryForm", form)).collect::<Result<_, _>>()?;
    let places: Vec<SeedPlace> =
        seeds.places.into_iter().map(|form| SeedPlace::read(&forms, form)).collect::<Result<_, _>>()?;
    let (count, now, region) = (places.len(), clock.now(), seeds.region);
    let planted: Result<(), Refusal> = db
        .write(move |tx| {
            Box::pin(async move {
                settings::store::put(tx, region, now).await?;
                let mut ids = HashMap::new();
                for category in categories {
                    let kept = categories::keep::insert(tx, category, now).await?;
                    ids.insert(kept.slug.clone(), kept.id);
                }
                for place in places {
                    place.insert(tx, &ids, now).await?;
                }
                Ok(())
            })
        })
        .await;
    match planted {
        Ok(()) => Ok(Some(count)),
        Err(Refusal::Problem(problem)) => bail!("the seeds break a rule: {} {:?}", problem.detail, problem.errors),
        Err(Refusal::Store(error)) => Err(error.into()),
    }
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
        let place = places::keep::settled(tx, Place::blank(now), self.form, None).await?;
        places::keep::insert(tx, place, now).await?;
        Ok(())
    }
}

fn checked<T: serde::de::DeserializeOwned>(forms: &Forms, name: &str, form: Value) -> anyhow::Result<T> {
    let label = form["name"].to_string();
    match forms.check(name, form) {
        Ok(form) => Ok(serde_json::from_value(form)?),
        Err(problem) => bail!("{label} breaks a rule of {name}: {:?}", problem.errors),
    }
}
