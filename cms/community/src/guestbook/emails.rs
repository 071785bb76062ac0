//! The decision email to the author of an entry. It repeats no text of the entry. The address may be unverified and
//! belong to another person. With the text in the email, an author could send an advertisement to that person.

use minijinja::context;

use super::model::Status;
use crate::auth::domain::accounts;
use crate::common::messages::Locale;
use crate::common::text;
use crate::db::engine::{Db, StoreError};
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates;
use crate::jobs::outbox::{EmailKind, QueuedEmail};
use crate::settings;

/// Renders a decision email. Its link begins with `public_url`.
///
/// `None` if the entry no longer has the status that the email is about. Also `None` if the account is inactive or no
/// longer has the address of the recipient.
pub async fn render(
    db: &Db,
    (locale, public_url): (Locale, &str),
    queued: QueuedEmail,
) -> Result<Option<EmailMessage>, StoreError> {
    let (Some(id), Some(entry)) = (&queued.account_id, queued.entry_id) else { return Ok(None) };
    let (decided_status, template) = match queued.kind {
        EmailKind::EntryApproved => (Status::Approved, "entry_approved"),
        _ => (Status::Rejected, "entry_rejected"),
    };
    // The entry may have been deleted, or its status changed, after the email was queued.
    if super::store::status(db, entry).await? != Some(decided_status) {
        return Ok(None);
    }
    // No email is sent if the account was deactivated or changed its address after the email was queued.
    let author = accounts::find(db, id).await?;
    let Some(author) = author.filter(|author| author.is_active && author.email == queued.recipient) else {
        return Ok(None);
    };
    let settings = settings::store::current(db).await?.settings;
    let link = format!("{public_url}{}", super::pages::GUESTBOOK_PATH);
    Ok(render_decision_email(locale, template, author.email, (&settings.brand, &link)))
}

fn render_decision_email(locale: Locale, name: &str, to: String, (brand, link): (&str, &str)) -> Option<EmailMessage> {
    email_templates::render(locale, name, to, context! { brand => text::single_line(brand), link })
}

#[cfg(test)]
mod tests {
    use super::*;

    // R233
    #[test]
    fn decision_email_escapes_html_and_has_a_single_line_subject() {
        for template_name in ["entry_approved", "entry_rejected"] {
            let link = "https://guide.example/guestbook?a&b=<c>";
            let render_with_brand = |brand| {
                render_decision_email(Locale::English, template_name, "linh@example.org".into(), (brand, link))
                    .expect("an email")
            };
            let EmailMessage { subject, text, html, .. } = render_with_brand("Hang <b>Én</b>\r\nBcc: x@y");
            assert!(subject.ends_with("Hang <b>Én</b> Bcc: x@y") && !subject.contains(['\r', '\n']), "{subject}");
            assert!(text.contains(link) && !text.contains(&subject), "{text}");
            assert!(!html.contains("<b>") && !html.contains("<c>") && html.contains("a&amp;b="), "{html}");
            let email_without_brand = render_with_brand("");
            assert!(
                email_without_brand.subject.starts_with("Your experience")
                    && !email_without_brand.subject.contains('–'),
                "{}",
                email_without_brand.subject
            );
        }
    }
}
