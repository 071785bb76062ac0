//! The response types of the quality desk, the part of the console that lists missing and wrong data.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::audit::log::AuditRecordKind;
use crate::common::clock::Timestamp;
use crate::common::id::{CheckedLinkId, PlaceId};

/// What a count of the quality desk is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum QualityKey {
    /// Public places without an image.
    WithoutImage,
    /// Public places without opening hours.
    WithoutHours,
    /// Public places without any way to contact them.
    WithoutContact,
    /// Public places without a phone number.
    WithoutPhone,
    /// Public places without a price.
    WithoutPrice,
    /// Public places of which no fact was checked in the last six months.
    WithoutCheck,
    /// Images of the library without a text alternative.
    WithoutAlt,
    /// Pairs of places that may be the same.
    Duplicates,
    /// Dead links in public places and articles.
    DeadLinks,
    /// Public places whose owner has not answered an owner reminder for 60 days.
    SilentOwners,
    /// Open proposals, such as reports of travelers and changes of owners, without spam.
    OpenReports,
    /// Proposals of `openReports` that were created more than seven days ago.
    OldReports,
    /// Pages that the replica that responds could not render when they were last requested.
    RenderFailures,
}

/// A count of the quality desk.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QualityCount {
    /// What is counted.
    pub key: QualityKey,
    /// The number of records.
    #[schema(example = 12)]
    pub count: i64,
    /// The path of the call that lists the counted records.
    #[schema(example = "/api/businesses?missing=image")]
    pub list: String,
}

impl QualityCount {
    /// Creates a count. `list` is the path of the call that lists the counted records.
    pub fn new(key: QualityKey, count: i64, list: impl Into<String>) -> Self {
        Self { key, count, list: list.into() }
    }
}

/// Two places that may be the same: they are near each other and have similar names.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicatePair {
    /// The older place.
    pub first: DuplicatePlace,
    /// The newer place.
    pub second: DuplicatePlace,
    /// The distance in meters.
    #[schema(example = 12)]
    pub distance_m: i64,
}

/// A place of a pair.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicatePlace {
    /// The id of the place.
    pub id: PlaceId,
    /// The name.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The slug.
    #[schema(example = "lantern-cave")]
    pub slug: String,
    /// Whether the place is active.
    #[schema(example = true)]
    pub is_active: bool,
}

/// Why a link does not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum LinkFailure {
    /// The status is 404 or 410.
    NotFound,
    /// The status is 500 or higher.
    ServerError,
    /// The host does not exist, refuses connections, or its certificate is invalid.
    Unreachable,
    /// There was no response in time.
    Timeout,
    /// The address is in a private network.
    Private,
    /// There were too many redirects, or one without a valid address.
    Redirects,
}

/// A dead link, and a record that contains it.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct DeadLink {
    /// The id of the link. Records with the same link share it.
    pub id: CheckedLinkId,
    /// The link.
    #[schema(example = "https://lantern-cave.example/tours")]
    pub url: String,
    /// The kind of the record: `place` or `article`.
    pub kind: AuditRecordKind,
    /// The id of the record.
    #[schema(example = 7)]
    pub record_id: i64,
    /// The name or title of the record.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The field that contains the link, such as `website`. `checks.hours` is the source of the check of the hours.
    #[schema(example = "website")]
    pub field: String,
    /// Why the link does not work.
    pub failure: LinkFailure,
    /// The status of the last response; null if there was none.
    #[schema(required, example = 404)]
    pub status: Option<i64>,
    /// The time of the first failed check since the link last worked.
    pub failing_since: Timestamp,
    /// The time of the last check.
    pub checked_at: Timestamp,
    /// Whether the next check is due.
    #[schema(example = false)]
    pub is_due: bool,
}
