//! Enquiries, as they are stored and sent: what a traveler asked a place, and the delivery of the email.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EnquiryId, PlaceId};
use crate::spam::score::Reason;

/// The time after which enquiries are deleted, in seconds: 12 months, as the Privacy page states.
pub const RETENTION_S: i64 = 365 * 24 * 3600;

/// The delivery of the email to the place or its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EnquiryDelivery)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Delivery {
    /// The email is in the outbox.
    Waiting,
    /// The mail server has accepted the email.
    Sent,
    /// The mail server has refused the email, or could not be reached for too long.
    Failed,
    /// This guide has no mail server: `cms mail list` shows the email.
    NoMailServer,
    /// Neither the place nor its owner had an address.
    NoAddress,
    /// Filed as spam: no email was sent.
    Spam,
}

impl Delivery {
    /// The names of all variants in JSON and in the database.
    pub const NAMES: &[&str] = &["waiting", "sent", "failed", "no_mail_server", "no_address", "spam"];
}

/// The confirmation that an inquiry was received.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnquiryReceivedResponse {
    /// The id of the inquiry.
    #[schema(example = 7)]
    pub id: EnquiryId,
    /// The time at which the inquiry was received.
    pub received_at: Timestamp,
}

/// An inquiry. Admins see it, and so does the account that owned the place when the inquiry was sent.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = EnquiryResponse)]
pub struct Enquiry {
    /// The id of the inquiry.
    #[schema(example = 7)]
    pub id: EnquiryId,
    /// The place; null once it is deleted permanently.
    #[serde(rename = "businessId")]
    #[schema(required)]
    pub place_id: Option<PlaceId>,
    /// The name of the place when the inquiry was sent.
    #[serde(rename = "businessName")]
    #[schema(example = "Lantern Lodge")]
    pub place_name: String,
    /// The recipient of the email: the address of the place, otherwise that of its owner if the owner is active; null
    /// if there was neither.
    #[schema(required, example = "stay@example.org")]
    pub recipient: Option<String>,
    /// The name of the sender.
    #[schema(example = "Linh Tran")]
    pub name: String,
    /// The email address for the reply, in lower case.
    #[schema(example = "linh@example.org")]
    pub email: String,
    /// The first day, as `YYYY-MM-DD`; null if not given.
    #[schema(required, example = "2027-03-14")]
    pub arrival: Option<String>,
    /// The last day, as `YYYY-MM-DD`; null if not given.
    #[schema(required, example = "2027-03-16")]
    pub departure: Option<String>,
    /// The number of people; null if not given.
    #[schema(required, example = 4)]
    pub people: Option<i64>,
    /// The text of the inquiry.
    #[schema(example = "Is there a room for the four of us?")]
    pub message: String,
    /// The spam score, 0 to 100.
    #[schema(example = 4)]
    pub spam_score: i64,
    /// The reasons for the spam score.
    #[schema(value_type = Vec<Reason>)]
    pub spam_reasons: sqlx::types::Json<Vec<Reason>>,
    /// The delivery of the email.
    pub delivery: Delivery,
    /// The reason why the email was not delivered, such as the reply of the mail server; null if there is none.
    #[schema(required)]
    pub delivery_error: Option<String>,
    /// The time at which the inquiry was received. The inquiry is deleted 12 months later.
    pub created_at: Timestamp,
    /// The owner of the place when the inquiry was sent.
    #[serde(skip)]
    pub owner_id: Option<AccountId>,
    /// The sender, if signed in.
    #[serde(skip)]
    pub account_id: Option<AccountId>,
}

// The audit log has the place's name but neither the sender nor the text, which must not outlive the enquiry.
impl AuditSubject for Enquiry {
    const KIND: AuditRecordKind = AuditRecordKind::Enquiry;

    fn describe(&self) -> AuditDescription {
        let fields = json!({ "businessId": self.place_id, "delivery": self.delivery, "spamScore": self.spam_score });
        AuditDescription::new(self.id, &self.place_name, fields)
    }
}
