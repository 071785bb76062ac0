//! The email to the place or its owner, and the receipt to the sender.
//!
//! The receipt repeats nothing of the enquiry: its address is not verified and may belong to another person, to whom
//! the text could be an advertisement in our name.

use minijinja::context;

use super::model::{Delivery, Enquiry};
use super::store;
use crate::common::text;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates;
use crate::jobs::outbox::{Kind, QueuedEmail};
use crate::settings;

/// Renders an email whose links begin with `public_url`.
pub async fn render(db: &Db, public_url: &str, queued: QueuedEmail) -> Result<Option<EmailMessage>, StoreError> {
    let Some(id) = queued.enquiry_id else { return Ok(None) };
    let enquiry = store::one(db, id).await?.filter(|enquiry| enquiry.delivery != Delivery::Spam);
    let Some(enquiry) = enquiry else { return Ok(None) };
    let brand = text::single_line(&settings::store::current(db).await?.settings.brand);
    Ok(match queued.kind {
        Kind::Enquiry => to_place(queued.recipient, &enquiry, &brand, public_url),
        Kind::EnquiryReceipt => {
            let values = context! { brand, place => text::single_line(&enquiry.place_name) };
            let email = email_templates::render("enquiry_receipt", queued.recipient, values);
            email.map(|email| EmailMessage { is_reply: true, ..email })
        }
        _ => None,
    })
}

fn to_place(recipient: String, enquiry: &Enquiry, brand: &str, public_url: &str) -> Option<EmailMessage> {
    let Enquiry { id, email, arrival, departure, people, message, .. } = enquiry;
    let values = context! {
        place => text::single_line(&enquiry.place_name), name => text::single_line(&enquiry.name), email, arrival, departure, people,
        message, brand, link => enquiry.owner_id.as_ref().map(|_| format!("{public_url}/admin-portal/enquiries/{id}")),
    };
    let message = email_templates::render("enquiry", recipient, values)?;
    Some(EmailMessage { reply_to: Some(email.clone()), ..message })
}
