//! The settings of a guide. All texts about its region are in the settings, and none is in the code. A guide can
//! therefore describe any region.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::StoredSettings;
use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::phone;
use crate::http::app::App;
use crate::media::model::ImageResponse;

/// The settings of the guide and its region.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsResponse {
    /// The version number; each change increments it. `If-Match` compares it.
    #[schema(example = 3)]
    pub version: i64,
    /// The time of the last change; null if there was none.
    #[schema(required)]
    pub updated_at: Option<Timestamp>,
    /// The id of the guide in feeds, as `urn:uuid:…`; it never changes. Blank before the settings are first saved.
    #[schema(example = "0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f11")]
    pub uuid: String,
    /// The public URL of the guide, without a trailing slash.
    #[schema(example = "https://guide.example.org")]
    pub public_url: String,
    /// The URL of a map style; null for the built-in style.
    #[schema(required)]
    pub map_style_url: Option<String>,
    /// The image of `imageUrl`, if it is in the media library and public.
    pub pictures: Vec<ImageResponse>,
    /// The settings that admins edit.
    #[serde(flatten)]
    pub settings: Settings,
}

impl SettingsResponse {
    /// The response for `stored`. `pictures` contains the image of the settings, if it is in the media library and
    /// public.
    pub fn new(app: &App, stored: StoredSettings, pictures: Vec<ImageResponse>) -> Self {
        Self {
            version: stored.version,
            uuid: stored.uuid,
            updated_at: stored.updated_at,
            public_url: app.public_url.clone(),
            map_style_url: app.places.map_style_url.clone(),
            pictures,
            settings: stored.settings,
        }
    }
}

/// The settings that admins edit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// The name of the guide.
    #[schema(example = "Lantern Bay Guide")]
    pub brand: String,
    /// The tagline under the name.
    #[schema(example = "Caves, rivers, and where to stay")]
    pub tagline: String,
    /// The name of the region.
    #[schema(example = "Lantern Bay")]
    pub region_name: String,
    /// The name of the region as articles show it.
    #[schema(example = "Lantern Bay, Vietnam")]
    pub region_line: String,
    /// The image of the region: a path on this site (`/…`) or an http(s) URL; null for the built-in illustration. The
    /// home page shows it, and links to pages without an image use it.
    #[serde(default)]
    #[schema(required)]
    pub image_url: Option<String>,
    /// The initial view of the map.
    pub map: MapCamera,
    /// The time zone of the region, an IANA name.
    #[schema(example = "Asia/Ho_Chi_Minh")]
    pub time_zone: String,
    /// The country of phone numbers without a country code, as ISO 3166-1 alpha-2.
    #[serde(default)]
    pub country: Country,
    /// How many months after its check the position of a place stays verified.
    #[serde(default)]
    pub verified_months: VerifiedMonths,
    /// Whether owners get a monthly email in which they confirm the facts of their places.
    #[serde(default)]
    pub owner_reminders: OwnerReminders,
    /// The email address that receives contact messages; blank for none.
    #[schema(example = "team@example.org")]
    pub contact_email: String,
    /// The pages of the guide in social networks.
    pub social: SocialLinks,
    /// The measurement id of the analytics service; blank for none.
    #[schema(example = "G-ABC1234567")]
    pub analytics_id: String,
    /// The prompts that the home page types.
    pub hero_prompts: Vec<HeroPrompt>,
    /// A description of the guide.
    pub what_is: WhatIs,
    /// The cards on the home page that lead to parts of the guide.
    pub doors: Vec<HomeCard>,
}

/// The ISO 3166-1 alpha-2 code of a country. Settings stored before this field existed use `VN`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, example = "VN")]
pub struct Country(pub String);

impl Default for Country {
    fn default() -> Self {
        Self(phone::DEFAULT_COUNTRY.to_owned())
    }
}

/// The number of months for which a position check is valid. Settings stored before this field existed use 24.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = i64, example = 24)]
pub struct VerifiedMonths(pub u32);

impl Default for VerifiedMonths {
    fn default() -> Self {
        Self(24)
    }
}

/// Whether owner reminders are sent. Settings stored before this field existed use `true`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = bool, example = true)]
pub struct OwnerReminders(pub bool);

impl Default for OwnerReminders {
    fn default() -> Self {
        Self(true)
    }
}

/// The initial view of the map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MapCamera {
    /// The latitude of the center in degrees.
    #[schema(example = 16.48)]
    pub latitude: f64,
    /// The longitude of the center in degrees.
    #[schema(example = 107.45)]
    pub longitude: f64,
    /// The zoom level of web maps.
    #[schema(example = 10.0)]
    pub zoom: f64,
}

/// The URLs of the guide in social networks; blank ones are hidden.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "named after the services")]
#[serde(default)]
pub struct SocialLinks {
    #[schema(example = "https://facebook.example/lantern-bay")]
    pub facebook: String,
    #[schema(example = "https://instagram.example/lantern-bay")]
    pub instagram: String,
    #[schema(example = "https://youtube.example/lantern-bay")]
    pub youtube: String,
    #[schema(example = "https://tiktok.example/lantern-bay")]
    pub tiktok: String,
}

/// A sentence that the home page types, with a button.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HeroPrompt {
    /// The sentence.
    #[schema(example = "I want to explore a cave.")]
    pub text: String,
    /// The label of the button.
    #[schema(example = "Show me some caves")]
    pub button: String,
    /// The path of the linked page.
    #[schema(example = "/explore?category=cave")]
    pub href: String,
}

/// A description of the guide in a few sentences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WhatIs {
    /// The heading.
    #[schema(example = "What this guide is")]
    pub title: String,
    /// The paragraphs.
    #[serde(default)]
    #[schema(required, example = json!(["Everything here was visited by someone who lives nearby."]))]
    pub paragraphs: Vec<String>,
}

/// A card on the home page that leads to a part of the guide.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HomeCard {
    /// The heading.
    #[schema(example = "Explore")]
    pub title: String,
    /// One or two sentences.
    #[schema(example = "Every cave, café and homestay on one map.")]
    pub text: String,
    /// The label of the link.
    #[schema(example = "Open the map")]
    pub button: String,
    /// The path of the linked page.
    #[schema(example = "/explore")]
    pub href: String,
}

impl AuditSubject for Settings {
    const KIND: AuditRecordKind = AuditRecordKind::Settings;

    fn describe(&self) -> AuditDescription {
        AuditDescription { id: None, ..AuditDescription::new("", &self.brand, self) }
    }
}
