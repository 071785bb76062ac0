//! Alerts, as they are stored and sent.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, AlertId, CategoryId, PlaceId};
use crate::http::input::bulk::sorted_ids;
use crate::places::model::AlertLevel;

/// What an alert is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AlertScope)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum AlertScope {
    /// The places of `placeIds`.
    Places,
    /// All places of a category.
    Category,
    /// The whole guide.
    Guide,
}

impl AlertScope {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["places", "category", "guide"];
}

/// Whether an alert is upcoming, current or ended. The state changes at the start and at the end of the alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AlertState)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum AlertState {
    /// The alert begins later.
    Upcoming,
    /// The alert applies now.
    Current,
    /// The alert is over.
    Ended,
}

impl AlertState {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["upcoming", "current", "ended"];

    /// The state at `now` of an alert with these times.
    pub fn at(starts_at: Timestamp, ends_at: Option<Timestamp>, now: Timestamp) -> Self {
        match ends_at {
            Some(end) if end <= now => Self::Ended,
            _ if starts_at > now => Self::Upcoming,
            _ => Self::Current,
        }
    }
}

/// An alert.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = AlertResponse)]
pub struct Alert {
    /// The id of the alert.
    #[schema(example = 3)]
    pub id: AlertId,
    /// The version number; each change increments it. `If-Match` compares it.
    #[schema(example = 1)]
    pub version: i64,
    /// The UUID of the alert, which never changes. The id of its entry in feeds is `urn:uuid:` and this UUID.
    #[schema(example = "0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f11")]
    pub uuid: String,
    /// The level.
    pub level: AlertLevel,
    /// What the alert is about.
    pub scope: AlertScope,
    /// Whether the alert is upcoming, current or ended.
    pub state: AlertState,
    /// What travelers must know.
    #[schema(example = "Closed after the flood.")]
    pub text: String,
    /// Who reported what the alert states; null if unknown.
    #[schema(required, example = "National park")]
    pub source: Option<String>,
    /// A page about the alert: an http(s) address, or a path on this site.
    #[schema(required, example = "https://park.example/closures")]
    pub source_url: Option<String>,
    /// The time from which the alert applies.
    pub starts_at: Timestamp,
    /// The time at which the alert ends; null if unknown.
    #[schema(required)]
    pub ends_at: Option<Timestamp>,
    /// The ids of the places of the alert, in the order of their names; empty unless `scope` is `places`. Callers who
    /// are not admins see only public places.
    #[sqlx(skip)]
    #[schema(example = json!([7]))]
    pub place_ids: Vec<PlaceId>,
    /// The names of the first five places in `placeIds`.
    #[sqlx(skip)]
    #[schema(example = json!(["Lantern Cave"]))]
    pub place_names: Vec<String>,
    /// The id of the category; null unless `scope` is `category`.
    #[schema(required, example = 4)]
    pub category_id: Option<CategoryId>,
    /// The name of the category; null without a category, and once the category is deleted.
    #[schema(required, example = "Caves")]
    pub category_name: Option<String>,
    /// The id of the account that created the alert. It remains when the account is deleted. Null if no account created
    /// the alert, and for callers who are not admins.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// The current name of the account in `accountId`. Null without an account, and for callers who are not admins.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

/// The maximum number of names in [`Alert::place_names`].
pub const MAX_PLACE_NAMES: usize = 5;

impl Alert {
    /// An alert about the whole guide, with the level `information` and no text. It applies from `now` on and has no
    /// end.
    pub fn blank(now: Timestamp) -> Self {
        Self {
            id: AlertId(0),
            version: 1,
            uuid: String::new(),
            level: AlertLevel::Information,
            scope: AlertScope::Guide,
            state: AlertState::Current,
            text: String::new(),
            source: None,
            source_url: None,
            starts_at: now,
            ends_at: None,
            place_ids: Vec::new(),
            place_names: Vec::new(),
            category_id: None,
            category_name: None,
            account_id: None,
            account_name: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// The alert without the fields that only admins see.
    pub fn without_admin_only_fields(self) -> Self {
        Self { account_id: None, account_name: None, ..self }
    }
}

impl AuditSubject for Alert {
    const KIND: AuditRecordKind = AuditRecordKind::Alert;

    fn describe(&self) -> AuditDescription {
        let places = sorted_ids(self.place_ids.clone());
        let fields = json!({
            "level": self.level, "scope": self.scope, "placeIds": places, "categoryId": self.category_id,
            "text": self.text, "source": self.source, "sourceUrl": self.source_url, "startsAt": self.starts_at,
            "endsAt": self.ends_at, "state": self.state,
        });
        AuditDescription::new(self.id, &self.text, fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R491
    #[test]
    fn state_changes_at_start_and_at_end() {
        let at = |now: i64, end: Option<i64>| AlertState::at(Timestamp(10), end.map(Timestamp), Timestamp(now));
        assert_eq!(
            [at(9, None), at(10, None), at(999, None)],
            [AlertState::Upcoming, AlertState::Current, AlertState::Current]
        );
        assert_eq!(
            [at(9, Some(20)), at(19, Some(20)), at(20, Some(20))],
            [AlertState::Upcoming, AlertState::Current, AlertState::Ended]
        );
        assert_eq!(at(5, Some(5)), AlertState::Ended, "ended before it began");
    }
}
