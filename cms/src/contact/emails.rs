//! The email to the team about a contact message, and the receipt for its sender.
//!
//! The receipt repeats nothing of the message: its address is not verified and may belong to another person, to whom
//! the text could be an advertisement in our name.

use minijinja::context;

use super::model::{Message, Status, Topic};
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
    let Some(id) = queued.contact_message_id else { return Ok(None) };
    // Messages that were marked as spam in the meantime get no email.
    let message = store::one(db, id).await?.filter(|message| message.status != Status::Spam);
    let Some(message) = message else { return Ok(None) };
    let settings = settings::store::current(db).await?.settings;
    let brand = text::single_line(&settings.brand);
    Ok(match queued.kind {
        Kind::ContactMessage => to_team(queued.recipient, &message, &brand, public_url),
        Kind::ContactReceipt => {
            let team = Some(settings.contact_email).filter(|email| !email.trim().is_empty());
            let values = context! { brand, can_answer => team.is_some() };
            let rendered = email_templates::render("contact_receipt", queued.recipient, values);
            rendered.map(|rendered| EmailMessage { reply_to: team, is_reply: true, ..rendered })
        }
        _ => None,
    })
}

fn to_team(team: String, message: &Message, brand: &str, public_url: &str) -> Option<EmailMessage> {
    let topic = match message.topic {
        Topic::General => "something general",
        Topic::Business => "business",
        Topic::Travel => "a journey",
        Topic::Technical => "something technical",
        Topic::Feedback => "feedback",
    };
    let Message { id, email, message: body, .. } = message;
    let link = format!("{public_url}/admin-portal/contact/{id}");
    let (name, subject) = (text::single_line(&message.name), text::single_line(&message.subject));
    let values = context! { name, email, subject, topic, message => body, brand, link };
    let rendered = email_templates::render("contact_message", team, values)?;
    Some(EmailMessage { reply_to: Some(email.clone()), ..rendered })
}
