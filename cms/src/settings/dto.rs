//! The settings. All texts about the region are here; code contains none, so that a guide can describe any region.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::StoredSettings;
use crate::common::clock::Timestamp;
use crate::common::phone;
use crate::http::app::App;
use crate::media::dto::PictureView;

/// The region's settings, as the site and the console read them.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsView {
    /// Grows by one with each change.
    #[schema(example = 3)]
    pub version: i64,
    /// When they were changed last.
    #[schema(required)]
    pub updated_at: Option<Timestamp>,
    /// What feeds call this guide, for good, as `urn:uuid:…`; blank before the first settings.
    #[schema(example = "0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f11")]
    pub uuid: String,
    /// The address that travellers see, without a trailing slash.
    #[schema(example = "https://guide.example.org")]
    pub public_url: String,
    /// Style address of another map than the built-in one.
    #[schema(required)]
    pub map_style_url: Option<String>,
    /// What is known of `imageUrl`, where it is this guide's own picture.
    pub pictures: Vec<PictureView>,
    /// The rest.
    #[serde(flatten)]
    pub region: Region,
}

impl SettingsView {
    /// The response for `stored`. `pictures` contains its image, if it is an image of the library.
    pub fn new(app: &App, stored: StoredSettings, pictures: Vec<PictureView>) -> Self {
        Self {
            version: stored.version,
            uuid: stored.uuid,
            updated_at: stored.updated_at,
            public_url: app.public_url.clone(),
            map_style_url: app.map_style_url.clone(),
            pictures,
            region: stored.region,
        }
    }
}

/// What an editor sets for the region.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    /// The guide's name.
    #[schema(example = "Lantern Bay Guide")]
    pub brand: String,
    /// The line under it.
    #[schema(example = "Caves, rivers, and where to stay")]
    pub tagline: String,
    /// The region's name.
    #[schema(example = "Lantern Bay")]
    pub region_name: String,
    /// The region as articles name it.
    #[schema(example = "Lantern Bay, Vietnam")]
    pub region_line: String,
    /// Its picture: `/…` or http(s). The home page begins with it, and links to pages without a picture show it.
    #[serde(default)]
    #[schema(required)]
    pub image_url: Option<String>,
    /// What every page says first, while there is something to know.
    #[serde(default)]
    #[schema(required)]
    pub notice: Notice,
    /// What the map shows first.
    pub map: MapView,
    /// An IANA time zone.
    #[schema(example = "Asia/Ho_Chi_Minh")]
    pub time_zone: String,
    /// The country whose phone numbers are written without a country code, as ISO 3166-1 alpha-2.
    #[serde(default)]
    pub country: Country,
    /// Where letters go.
    #[schema(example = "team@example.org")]
    pub contact_email: String,
    /// Pages elsewhere.
    pub social: Social,
    /// Measurement id of the analytics service; blank for none.
    #[schema(example = "G-ABC1234567")]
    pub analytics_id: String,
    /// What the home page types.
    pub hero_prompts: Vec<HeroPrompt>,
    /// What the guide is.
    pub what_is: WhatIs,
    /// The ways into the guide.
    pub doors: Vec<Door>,
}

/// A country by its ISO 3166-1 alpha-2 code. Settings from before there was one mean [`phone::DEFAULT_COUNTRY`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, example = "VN")]
pub struct Country(pub String);

impl Default for Country {
    fn default() -> Self {
        Self(phone::DEFAULT_COUNTRY.to_owned())
    }
}

/// What travellers must know before anything else: a flood, a closed road.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Notice {
    /// What there is to know; blank for nothing.
    #[schema(example = "The road to the caves is closed after the flood.")]
    pub text: String,
    /// A page of this guide that says more; blank for none.
    #[schema(example = "/inspiration/7-after-the-flood")]
    pub href: String,
    /// The last day, on the region's clock, on which pages say so; blank until it is taken away.
    #[schema(example = "2026-11-30")]
    pub until: String,
}

/// What the map shows first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MapView {
    /// Degrees north of the centre.
    #[schema(example = 16.48)]
    pub latitude: f64,
    /// Degrees east of the centre.
    #[schema(example = 107.45)]
    pub longitude: f64,
    /// Zoom level, as web maps count.
    #[schema(example = 10.0)]
    pub zoom: f64,
}

/// Pages elsewhere; blank ones are hidden.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "named after the services")]
#[serde(default)]
pub struct Social {
    #[schema(example = "https://facebook.example/lantern-bay")]
    pub facebook: String,
    #[schema(example = "https://instagram.example/lantern-bay")]
    pub instagram: String,
    #[schema(example = "https://youtube.example/lantern-bay")]
    pub youtube: String,
    #[schema(example = "https://tiktok.example/lantern-bay")]
    pub tiktok: String,
}

/// A sentence that the home page types, and the button under it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HeroPrompt {
    /// What is typed.
    #[schema(example = "I want to explore a cave.")]
    pub text: String,
    /// What the button says.
    #[schema(example = "Show me some caves")]
    pub button: String,
    /// Where it leads.
    #[schema(example = "/explore?category=cave")]
    pub href: String,
}

/// What the guide is, in a few sentences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WhatIs {
    /// The heading.
    #[schema(example = "What this guide is")]
    pub title: String,
    /// Its paragraphs.
    #[serde(default)]
    #[schema(required, example = json!(["Everything here was visited by somebody who lives nearby."]))]
    pub paragraphs: Vec<String>,
}

/// A way into the guide.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Door {
    /// The heading.
    #[schema(example = "Explore")]
    pub title: String,
    /// A sentence or two.
    #[schema(example = "Every cave, café and homestay on one map.")]
    pub text: String,
    /// What the link says.
    #[schema(example = "Open the map")]
    pub button: String,
    /// Where it leads.
    #[schema(example = "/explore")]
    pub href: String,
}
