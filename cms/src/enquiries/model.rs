//! An enquiry: what a traveler asked a place, and how its email fared.

use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EnquiryId, PlaceId};
use crate::spam::score::Reason;

/// The time after which enquiries are deleted, in seconds: 12 months. The Privacy page states it.
pub const RETENTION_S: i64 = 365 * 24 * 3600;

/// The delivery of the email to the place or its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EnquiryDelivery)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Delivery {
    /// It is in the outbox.
    Waiting,
    /// The mail server has accepted it.
    Sent,
    /// The mail server has refused it, or could not be reached for too long.
    Failed,
    /// This guide has no mail server: `cms mail list` shows the email.
    NoMailServer,
    /// Neither the place nor its owner had an address.
    NoAddress,
    /// Filed as spam: no email was sent.
    Spam,
}

impl Delivery {
    /// All values with their names in JSON and in the database.
    pub const ALL: [(Self, &str); 6] = [
        (Self::Waiting, "waiting"),
        (Self::Sent, "sent"),
        (Self::Failed, "failed"),
        (Self::NoMailServer, "no_mail_server"),
        (Self::NoAddress, "no_address"),
        (Self::Spam, "spam"),
    ];

    /// The name in JSON and in the database.
    pub fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(delivery, _)| *delivery == self).map_or("", |(_, name)| name)
    }
}

/// An enquiry.
#[derive(Clone, Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct Enquiry {
    pub id: EnquiryId,
    pub place_id: Option<PlaceId>,
    pub place_name: String,
    pub owner_id: Option<AccountId>,
    pub account_id: Option<AccountId>,
    pub recipient: Option<String>,
    pub name: String,
    pub email: String,
    pub arrival: Option<String>,
    pub departure: Option<String>,
    pub people: Option<i64>,
    pub message: String,
    pub spam_score: i64,
    pub spam_reasons: Json<Vec<Reason>>,
    pub delivery: Delivery,
    pub delivery_error: Option<String>,
    pub created_at: Timestamp,
}
