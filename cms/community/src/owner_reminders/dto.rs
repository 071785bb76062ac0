//! The response types of owner reminders: the result of an owner's answer, and the places of silent owners.

use serde::Serialize;
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PlaceId};
use crate::places::checks::FactGroup;

/// What the answer of an owner has changed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnerReminderResult {
    /// The places in the email that are public and that the owner still owns. Empty for the answer `stop`.
    pub places: Vec<ConfirmedPlace>,
    /// Whether the owner gets further reminders.
    #[schema(example = true)]
    pub owner_reminders: bool,
}

/// A place that the owner reminder lists.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmedPlace {
    /// The id of the place.
    #[schema(example = 7)]
    pub id: PlaceId,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The groups of facts that now have a check by the owner.
    pub confirmed: Vec<FactGroup>,
    /// The groups of facts that have changed since the email was sent, and are not confirmed.
    pub changed: Vec<FactGroup>,
}

/// A public place whose owner is silent.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PlaceOfSilentOwner {
    /// The id of the place.
    #[schema(example = 7)]
    pub place_id: PlaceId,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The slug of the place.
    #[schema(example = "lantern-cave")]
    pub slug: String,
    /// The account of the owner.
    #[schema(example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub owner_id: AccountId,
    /// The name of that account.
    #[schema(required, example = "Linh Tran")]
    pub owner_name: Option<String>,
    /// The time of the first owner reminder to which the owner has not reacted, at least 60 days ago. Since then, the
    /// owner has not confirmed, checked or changed the place, and has not proposed a change.
    pub reminded_at: Timestamp,
}
