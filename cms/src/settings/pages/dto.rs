//! The texts of the standing pages.
//!
//! `{brand}`, `{region}` and `{email}` in a text are placeholders that the site replaces by values of the settings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::common::clock::Timestamp;

/// A page that stands by itself, as the site and the console read it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PageView<T: Serialize + ToSchema> {
    /// Grows by one with each change; 0 before it was written.
    #[schema(example = 3)]
    pub version: i64,
    /// When it was changed last.
    #[schema(required)]
    pub updated_at: Option<Timestamp>,
    /// What is written on it.
    #[serde(flatten)]
    #[sqlx(json)]
    pub page: T,
}

/// Ways to the region, and around in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GettingHere {
    /// The heading.
    #[schema(example = "Getting to {region}")]
    pub title: String,
    /// A sentence or two under it.
    #[schema(example = "Trains and buses stop an hour away.")]
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
#[serde(rename_all = "camelCase")]
pub struct City {
    /// Its name.
    #[schema(example = "Hanoi")]
    pub name: String,
    /// Kilometres from the region, by road.
    #[schema(example = 45)]
    pub distance_km: i64,
    /// Ways from there.
    pub options: Vec<TransportOption>,
}

/// One way to come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
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
    #[schema(example = "Leaves the station every half hour.")]
    pub details: String,
    /// Who runs it.
    #[schema(example = json!(["Bay Buses"]))]
    pub companies: Vec<String>,
}

/// Things to know, under a heading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tips {
    /// The heading.
    #[schema(example = "Before you come")]
    pub title: String,
    /// One sentence or two each.
    #[schema(example = json!(["Bring cash: the nearest machine is in town."]))]
    pub items: Vec<String>,
}

/// Paragraphs under a heading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Passage {
    /// The heading.
    #[schema(example = "By bicycle")]
    pub title: String,
    /// The paragraphs.
    #[schema(example = json!(["Homestays lend them for the day."]))]
    pub paragraphs: Vec<String>,
}

/// Who makes the guide, and why.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// The heading.
    #[schema(example = "About {brand}")]
    pub title: String,
    /// A sentence or two under it.
    #[schema(example = "Made by people who live here.")]
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
#[serde(rename_all = "camelCase")]
pub struct Help {
    /// The heading.
    #[schema(example = "Help")]
    pub title: String,
    /// A sentence or two under it.
    #[schema(example = "What travellers ask most.")]
    pub intro: String,
    /// The questions, each with its answer.
    pub questions: Vec<Question>,
}

/// A question and its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// As travellers ask it.
    #[schema(example = "How do I save a place?")]
    pub question: String,
    /// One paragraph.
    #[schema(example = "Sign in and touch its heart.")]
    pub answer: String,
}

/// Terms of service and privacy policy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Privacy {
    /// The heading.
    #[schema(example = "Terms and privacy")]
    pub title: String,
    /// The day of the last change.
    #[schema(example = "2025-07-30", format = Date)]
    pub updated: String,
    /// The terms' sections.
    pub terms: Vec<Passage>,
    /// The policy's sections.
    pub policy: Vec<Passage>,
}
