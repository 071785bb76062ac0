//! The pages that stand by themselves: what is written on them is the region's, so it is data.
//!
//! `{brand}`, `{region}` and `{email}` in a text stand for the settings' words; whoever shows the text fills them in.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::jobs::changes::{self, Tag};
use crate::kernel::clock::Moment;
use crate::{changed, on};

/// Their paths on the site.
pub const PATHS: [&str; 4] = [GettingHere::PATH, About::PATH, Help::PATH, Privacy::PATH];
/// What a change of one of them touches.
pub const TAG: &str = "standing-pages";

/// A page that stands by itself.
pub trait StandingPage: Serialize + DeserializeOwned + Send + Sync + Unpin + 'static {
    /// Its path on the site; without the slash its name in the database.
    const PATH: &'static str;
}

impl StandingPage for GettingHere {
    const PATH: &'static str = "/getting-here";
}
impl StandingPage for About {
    const PATH: &'static str = "/about";
}
impl StandingPage for Help {
    const PATH: &'static str = "/help";
}
impl StandingPage for Privacy {
    const PATH: &'static str = "/privacy";
}

/// The page `T`; none before its words were stored.
pub async fn of<T: StandingPage>(db: &Db) -> Result<Option<T>, StoreError> {
    let one = "select value from standing_page where name = $1";
    let row: Option<Json<T>> = on!(db, |engine| sqlx::query_scalar(one).bind(T::PATH).fetch_optional(engine))?;
    Ok(row.map(|Json(page)| page))
}

/// Stores a page with its entry in the change log; answers the tags it touches.
pub async fn put<T: StandingPage>(tx: &mut Tx, page: T, now: Moment) -> Result<Vec<Tag>, StoreError> {
    let put = "insert into standing_page (name, version, value, updated_at) values ($1, 1, $2, $3)
        on conflict (name) do update set version = standing_page.version + 1, value = excluded.value,
        updated_at = excluded.updated_at";
    changed!(tx, sqlx::query(put).bind(T::PATH).bind(Json(page)).bind(now))?;
    let tags: Vec<Tag> = vec![TAG.into()];
    changes::append(tx, tags.clone(), now).await?;
    Ok(tags)
}

/// All pages that stand by themselves, as a guide is first filled with them.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "named after the pages")]
pub struct StandingPages {
    pub getting_here: GettingHere,
    pub about: About,
    pub help: Help,
    pub privacy: Privacy,
}

impl StandingPages {
    /// Stores them all.
    pub async fn put(self, tx: &mut Tx, now: Moment) -> Result<(), StoreError> {
        put(tx, self.getting_here, now).await?;
        put(tx, self.about, now).await?;
        put(tx, self.help, now).await?;
        put(tx, self.privacy, now).await?;
        Ok(())
    }
}

/// Ways to the region, and around in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GettingHere {
    /// The heading.
    pub title: String,
    /// A sentence or two under it.
    pub intro: String,
    /// When schedules and prices were looked up.
    #[schema(example = "July 2025")]
    pub verified: String,
    /// Where people come from; the first is shown first.
    pub cities: Vec<City>,
    /// What to know before and on arrival.
    pub tips: Vec<Tips>,
    /// How to move about in the region.
    pub around: Vec<Passage>,
}

/// A city that people come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct City {
    /// Its name.
    #[schema(example = "Dong Hoi")]
    pub name: String,
    /// Kilometres from the region, by road.
    #[schema(example = 45)]
    pub distance_km: i64,
    /// Ways from there.
    pub options: Vec<TransportOption>,
}

/// One way to come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransportOption {
    /// What one goes by.
    #[serde(rename = "type")]
    #[schema(example = "Local bus B4")]
    pub kind: String,
    /// How long it takes, in words.
    #[schema(example = "about 90 min")]
    pub duration: String,
    /// What it costs, in words, with its year.
    #[schema(example = "35,000 VND")]
    pub price: String,
    /// What else to know.
    pub details: String,
    /// Who runs it.
    pub companies: Vec<String>,
}

/// Things to know, under a heading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tips {
    /// The heading.
    pub title: String,
    /// One sentence or two each.
    pub items: Vec<String>,
}

/// Paragraphs under a heading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Passage {
    /// The heading.
    pub title: String,
    /// The paragraphs.
    pub paragraphs: Vec<String>,
}

/// Who makes the guide, and why.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct About {
    /// The heading.
    pub title: String,
    /// A sentence or two under it.
    pub intro: String,
    /// What the guide is for.
    pub mission: Passage,
    /// How it came to be.
    pub story: Passage,
    /// What its makers hold themselves to.
    pub values: Vec<Passage>,
    /// What is planned.
    pub future: Passage,
}

/// Questions that travellers ask.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Help {
    /// The heading.
    pub title: String,
    /// A sentence or two under it.
    pub intro: String,
    /// The questions, each with its answer.
    pub questions: Vec<Question>,
}

/// A question and its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Question {
    /// As travellers ask it.
    #[schema(example = "How do I save a place?")]
    pub question: String,
    /// One paragraph.
    pub answer: String,
}

/// Terms of service and privacy policy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Privacy {
    /// The heading.
    pub title: String,
    /// The day of the last change.
    #[schema(example = "2025-07-30", format = Date)]
    pub updated: String,
    /// The terms' sections.
    pub terms: Vec<Passage>,
    /// The policy's sections.
    pub policy: Vec<Passage>,
}
