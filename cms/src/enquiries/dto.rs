//! The response types of enquiries.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::model::{Delivery, Enquiry};
use crate::audit::model::{Description, Kind, Subject};
use crate::common::clock::Timestamp;
use crate::common::id::{EnquiryId, PlaceId};
use crate::spam::score::Reason;

/// The confirmation that an enquiry was received.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnquiryReceipt {
    /// The id of the enquiry.
    #[schema(example = 7)]
    pub id: EnquiryId,
    /// The time at which the enquiry was received.
    pub received_at: Timestamp,
}

/// An enquiry, as admins and the owner of the place at that time see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnquiryResponse {
    /// The id of the enquiry.
    #[schema(example = 7)]
    pub id: EnquiryId,
    /// The place; null once it is deleted permanently.
    #[schema(required)]
    pub business_id: Option<PlaceId>,
    /// The name of the place at that time.
    #[schema(example = "Lantern Lodge")]
    pub business_name: String,
    /// The recipient of the email: the address of the place, otherwise that of its owner if the owner is active; null if
    /// there was neither.
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
    /// The text of the enquiry.
    #[schema(example = "Is there a room for the four of us?")]
    pub message: String,
    /// The spam score, 0 to 100.
    #[schema(example = 4)]
    pub spam_score: i64,
    /// The reasons for the spam score.
    pub spam_reasons: Vec<Reason>,
    /// The delivery of the email.
    pub delivery: Delivery,
    /// The reason why the email was not delivered, such as the reply of the mail server; null if there is none.
    #[schema(required)]
    pub delivery_error: Option<String>,
    /// The time at which the enquiry was received. It is deleted 12 months later.
    pub created_at: Timestamp,
}

impl From<Enquiry> for EnquiryResponse {
    fn from(enquiry: Enquiry) -> Self {
        Self {
            id: enquiry.id,
            business_id: enquiry.place_id,
            business_name: enquiry.place_name,
            recipient: enquiry.recipient,
            name: enquiry.name,
            email: enquiry.email,
            arrival: enquiry.arrival,
            departure: enquiry.departure,
            people: enquiry.people,
            message: enquiry.message,
            spam_score: enquiry.spam_score,
            spam_reasons: enquiry.spam_reasons.0,
            delivery: enquiry.delivery,
            delivery_error: enquiry.delivery_error,
            created_at: enquiry.created_at,
        }
    }
}

// The audit log has the place's name but neither the sender nor the text, which must not outlive the enquiry.
impl Subject for Enquiry {
    const KIND: Kind = Kind::Enquiry;

    fn describe(&self) -> Description {
        let fields = json!({ "businessId": self.place_id, "delivery": self.delivery, "spamScore": self.spam_score });
        Description::new(self.id, &self.place_name, fields)
    }
}
