//! The response to the answer of an owner.

use serde::Serialize;
use utoipa::ToSchema;

use crate::common::id::PlaceId;
use crate::places::checks::FactGroup;

/// What the answer of an owner has changed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnerReminderResult {
    /// The places of the email that the owner still owns. Empty for the answer `stop`.
    pub places: Vec<ConfirmedPlace>,
    /// Whether the owner gets further reminders.
    #[schema(example = true)]
    pub owner_reminders: bool,
}

/// A place of the email.
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
    /// The groups of facts that were changed since the email was sent, and are not confirmed.
    pub changed: Vec<FactGroup>,
}
