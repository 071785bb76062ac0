//! Typed ids: the compiler rejects the id of a place where the id of a category is expected.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! number_id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type,
            ToSchema,
        )]
        #[serde(transparent)]
        #[sqlx(transparent)]
        #[schema(value_type = i64, example = 7)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<i64> for $name {
            fn from(id: i64) -> Self {
                Self(id)
            }
        }
    )+};
}

number_id! {
    /// The id of a place; never reused after a deletion.
    PlaceId,
    /// The id of a category.
    CategoryId,
    /// The id of an article; never reused after a deletion.
    ArticleId,
    /// The number of an entry in the change log.
    ChangeSeq,
    /// The id of an email in the outbox.
    EmailId,
    /// The id of a guestbook entry.
    EntryId,
    /// The id of a comment.
    CommentId,
    /// The id of a contact message.
    ContactMessageId,
    /// The id of an inquiry.
    EnquiryId,
    /// The id of an image.
    ImageId,
    /// The id of an API token.
    ApiTokenId,
    /// The id of an event of the audit log.
    AuditEventId,
    /// The id of a bulk change.
    BulkChangeId,
    /// The id of a release.
    ReleaseId,
    /// The id of an alert.
    AlertId,
    /// The id of a webhook.
    WebhookId,
    /// The id of a delivery to a webhook.
    WebhookDeliveryId,
    /// The id of a proposal.
    ProposalId,
    /// The id of an import.
    ImportId,
    /// The id of a link that is checked.
    CheckedLinkId,
    /// The id of a claim to a place.
    ClaimId,
}

/// The permanent id of an account, assigned by `cms`. It is not the id at an identity provider.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(transparent)]
#[sqlx(transparent)]
#[schema(value_type = String, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
pub struct AccountId(pub String);

impl AccountId {
    /// Generates an id (UUIDv7): sortable by time of creation, with an unguessable second half.
    pub fn generate() -> Self {
        Self(uuid::Uuid::now_v7().simple().to_string())
    }
}

impl std::fmt::Display for AccountId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
