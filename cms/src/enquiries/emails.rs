//! The email to the place or its owner, and the receipt to the sender.
//!
//! The receipt repeats nothing of the enquiry: its address is not verified and may belong to another person, to whom
//! the text could be an advertisement in our name.

use std::sync::{Arc, LazyLock};

use minijinja::context;

use super::model::{Delivery, Enquiry};
use super::store;
use crate::common::text;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates::EmailTemplates;
use crate::jobs::outbox::{EmailRenderer, Kind, QueuedEmail};
use crate::settings;

static TEMPLATES: LazyLock<EmailTemplates> = LazyLock::new(|| {
    EmailTemplates::new(&[
        ("enquiry.html", include_str!("../../email_templates/enquiry.html")),
        ("enquiry.txt", include_str!("../../email_templates/enquiry.txt")),
        ("enquiry_receipt.html", include_str!("../../email_templates/enquiry_receipt.html")),
        ("enquiry_receipt.txt", include_str!("../../email_templates/enquiry_receipt.txt")),
    ])
});

/// Renders emails whose links begin with `public_url`.
pub fn renderer(db: &Db, public_url: &str) -> EmailRenderer {
    let (db, public_url) = (db.clone(), public_url.to_owned());
    Arc::new(move |queued| {
        let (db, public_url) = (db.clone(), public_url.clone());
        Box::pin(async move { render(&db, &public_url, queued).await })
    })
}

async fn render(db: &Db, public_url: &str, queued: QueuedEmail) -> Result<Option<EmailMessage>, StoreError> {
    let Some(id) = queued.enquiry_id else { return Ok(None) };
    let enquiry = store::one(db, id).await?.filter(|enquiry| enquiry.delivery != Delivery::Spam);
    let Some(enquiry) = enquiry else { return Ok(None) };
    let brand = text::single_line(&settings::store::current(db).await?.settings.brand);
    Ok(match queued.kind {
        Kind::Enquiry => to_place(queued.recipient, &enquiry, &brand, public_url),
        Kind::EnquiryReceipt => {
            let values = context! { brand, place => text::single_line(&enquiry.place_name) };
            let email = TEMPLATES.render("enquiry_receipt", queued.recipient, values);
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
    let message = TEMPLATES.render("enquiry", recipient, values)?;
    Some(EmailMessage { reply_to: Some(email.clone()), ..message })
}
