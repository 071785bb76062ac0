//! The texts of the standing pages.
//!
//! `{brand}`, `{region}` and `{email}` in a text are placeholders that the site replaces by values of the settings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::places::prices::Price;

/// A standing page with its version.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct StandingPageResponse<T: Serialize + ToSchema> {
    /// The version number; each change increments it. `If-Match` compares it. 0 before the page exists.
    #[schema(example = 3)]
    pub version: i64,
    /// The time of the last change; null if there was none.
    #[schema(required)]
    pub updated_at: Option<Timestamp>,
    /// The content of the page.
    #[serde(flatten)]
    #[sqlx(json)]
    pub page: T,
}

/// The Getting Here page: transport to the region and within it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GettingHere {
    /// The heading.
    #[schema(example = "Getting to {region}")]
    pub title: String,
    /// The introduction under the heading; blank for none.
    #[schema(example = "Trains and buses stop an hour away.")]
    pub intro: String,
    /// The date on which schedules and prices were checked, as text.
    #[schema(example = "July 2025")]
    pub verified: String,
    /// The cities of departure; the first is shown first.
    pub cities: Vec<City>,
    /// Tips for preparation and arrival, in groups.
    pub tips: Vec<TipGroup>,
    /// Transport within the region.
    pub around: Vec<PageSection>,
}

/// A city of departure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct City {
    /// The name of the city.
    #[schema(example = "Hanoi")]
    pub name: String,
    /// The distance to the region by road, in kilometers.
    #[schema(example = 45)]
    pub distance_km: i64,
    /// The transport options from the city.
    pub options: Vec<TransportOption>,
}

/// A transport option.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransportOption {
    /// The means of transport.
    #[serde(rename = "type")]
    #[schema(example = "Local bus B4")]
    pub kind: String,
    /// The travel time, as text.
    #[schema(example = "about 90 min")]
    pub duration: String,
    /// The price in words where no amount is known; blank if `prices` has every price.
    #[serde(default)]
    #[schema(required, example = "train fare by berth")]
    pub price: String,
    /// The known amounts, each with the date of its check.
    #[serde(default)]
    #[schema(required)]
    pub prices: Vec<Price>,
    /// Further details.
    #[serde(default)]
    #[schema(required, example = "Leaves the station every half hour.")]
    pub details: String,
    /// The names of the companies that operate it.
    #[serde(default)]
    #[schema(required, example = json!(["Bay Buses"]))]
    pub companies: Vec<String>,
}

/// A group of tips.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TipGroup {
    /// The heading.
    #[schema(example = "Before you come")]
    pub title: String,
    /// The tips, one or two sentences each.
    #[schema(example = json!(["Bring cash: the nearest machine is in town."]))]
    pub items: Vec<String>,
}

/// A heading with paragraphs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageSection {
    /// The heading.
    #[schema(example = "By bicycle")]
    pub title: String,
    /// The paragraphs.
    #[schema(example = json!(["Homestays lend them for the day."]))]
    pub paragraphs: Vec<String>,
}

/// The About page: who makes the guide, and why.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// The heading.
    #[schema(example = "About {brand}")]
    pub title: String,
    /// The introduction under the heading; blank for none.
    #[schema(example = "Made by people who live here.")]
    pub intro: String,
    /// The purpose of the guide.
    pub mission: PageSection,
    /// The history of the guide.
    pub story: PageSection,
    /// The values of the team.
    pub values: Vec<PageSection>,
    /// The plans for the guide.
    pub future: PageSection,
}

/// The Help page: questions of travelers with their answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Help {
    /// The heading.
    #[schema(example = "Help")]
    pub title: String,
    /// The introduction under the heading; blank for none.
    #[schema(example = "What travelers ask most.")]
    pub intro: String,
    /// The questions with their answers.
    pub questions: Vec<Question>,
}

/// A question with its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// The question, in the words of a traveler.
    #[schema(example = "How do I save a place?")]
    pub question: String,
    /// The answer, one paragraph.
    #[schema(example = "Sign in and touch its heart.")]
    pub answer: String,
}

/// The terms of service and the privacy policy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Privacy {
    /// The heading.
    #[schema(example = "Terms and privacy")]
    pub title: String,
    /// The date of the last change.
    #[schema(example = "2025-07-30", format = Date)]
    pub updated: String,
    /// The sections of the terms of service.
    pub terms: Vec<PageSection>,
    /// The sections of the privacy policy.
    pub policy: Vec<PageSection>,
}
