//! The response types of enquiries.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Delivery, Enquiry};
use crate::common::clock::Timestamp;
use crate::common::id::{EnquiryId, PlaceId};
use crate::spam::model::Reason;

/// An enquiry has arrived.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnquiryReceipt {
    /// Its id.
    #[schema(example = 7)]
    pub id: EnquiryId,
    /// When.
    pub received_at: Timestamp,
}

/// An enquiry, as admins and whoever owned the place at that time see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnquiryView {
    /// Its id.
    #[schema(example = 7)]
    pub id: EnquiryId,
    /// The place that was asked; null where it was deleted since.
    #[schema(required)]
    pub business_id: Option<PlaceId>,
    /// What the place was called.
    #[schema(example = "Lantern Lodge")]
    pub business_name: String,
    /// Where the email went: the place's address, else its owner's; null where there was none.
    #[schema(required, example = "stay@example.org")]
    pub recipient: Option<String>,
    /// Who asks.
    #[schema(example = "Linh Tran")]
    pub name: String,
    /// Where answers go, in lower case.
    #[schema(example = "linh@example.org")]
    pub email: String,
    /// The first day, YYYY-MM-DD.
    #[schema(required, example = "2027-03-14")]
    pub arrival: Option<String>,
    /// The last day, YYYY-MM-DD.
    #[schema(required, example = "2027-03-16")]
    pub departure: Option<String>,
    /// How many people.
    #[schema(required, example = 4)]
    pub people: Option<i64>,
    /// What they ask.
    #[schema(example = "Is there a room for the four of us?")]
    pub message: String,
    /// How likely it is spam, in percent.
    #[schema(example = 4)]
    pub spam_score: i64,
    /// Why.
    pub spam_reasons: Vec<Reason>,
    /// How its email fared.
    pub delivery: Delivery,
    /// What the mail server said when it refused the email.
    #[schema(required)]
    pub delivery_error: Option<String>,
    /// When it arrived. It is deleted 12 months later.
    pub created_at: Timestamp,
}

impl From<Enquiry> for EnquiryView {
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
