//! The emails about accounts. An email is rendered, and its link is created, only when the email is sent. Both
//! therefore use the current data of the account.
//!
//! No email contains text that its requester wrote. Otherwise anyone could send advertisements to any mailbox.

use minijinja::context;
use serde::Deserialize;
use sqlx::types::Json;

use super::account::DELETION_CODE_LIFETIME_S;
use super::email_links::VERIFICATION_LINK_LIFETIME_S;
use crate::auth::domain::accounts::{self, Account};
use crate::auth::domain::builtin::ticket::{self, INVITATION_LIFETIME_S, RESET_LINK_LIFETIME_S, TicketPurpose};
use crate::common::clock::Clock;
use crate::common::messages::Locale;
use crate::common::text;
use crate::db::engine::{Db, StoreError};
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates;
use crate::jobs::outbox::{EmailKind, QueuedEmail};
use crate::with_pool;

const SELECT_SETTINGS: &str = "select value from setting where id = 1";

/// The guide's name, from the settings. Blank if there are no settings or the database fails: pages and emails work
/// without the name.
pub async fn brand(db: &Db) -> String {
    #[derive(Deserialize)]
    struct Settings {
        #[serde(default)]
        brand: String,
    }
    let row = with_pool!(db, |engine| sqlx::query_scalar::<_, Json<Settings>>(SELECT_SETTINGS).fetch_optional(engine));
    match row {
        Ok(settings) => settings.map(|Json(settings)| settings.brand).unwrap_or_default(),
        Err(error) => {
            tracing::warn!(%error, "failed to read the guide's name");
            String::new()
        }
    }
}

/// Renders an email, and stores the ticket of its link or code. The link begins with the configured `public_url`,
/// because the host of a request can be forged. `None` if there is no longer a reason for the email, or if another
/// module renders emails of this kind.
pub async fn render(
    db: &Db,
    clock: &Clock,
    (locale, public_url): (Locale, &str),
    queued: QueuedEmail,
) -> Result<Option<EmailMessage>, StoreError> {
    let (name, purpose, path, lifetime_s) = match queued.kind {
        EmailKind::Verify => ("verify", TicketPurpose::Verify, "/login/verify", VERIFICATION_LINK_LIFETIME_S),
        EmailKind::Reset => ("reset", TicketPurpose::Password, "/login/reset", RESET_LINK_LIFETIME_S),
        EmailKind::Invite => ("invite", TicketPurpose::Password, "/login/reset", INVITATION_LIFETIME_S),
        EmailKind::DeletionCode => ("deletion_code", TicketPurpose::Deletion, "", DELETION_CODE_LIFETIME_S),
        // The account no longer exists, so the recipient is the address that was stored with the email.
        EmailKind::AccountDeleted => {
            let values = context! { brand => text::single_line(&brand(db).await) };
            return Ok(email_templates::render(locale, "account_deleted", queued.recipient, values));
        }
        EmailKind::ApiTokenCreated => {
            let link = format!("{public_url}/admin-portal/account");
            return Ok(render_link_email(locale, "api_token_created", queued.recipient, (&brand(db).await, &link)));
        }
        _ => return Ok(None),
    };
    let account = match &queued.account_id {
        Some(id) => accounts::find(db, id).await?,
        None => accounts::by_email(db, &queued.recipient).await?,
    };
    let Some(account) = account.filter(|account| is_needed(&queued, account)) else { return Ok(None) };
    let (recipient, now) = (account.email.clone(), clock.now());
    if purpose == TicketPurpose::Deletion {
        let work = db
            .write(move |tx| Box::pin(async move { ticket::issue_code(tx, &account, purpose, lifetime_s, now).await }));
        let values = context! { brand => text::single_line(&brand(db).await), code => work.await? };
        return Ok(email_templates::render(locale, name, recipient, values));
    }
    let work = db.write(move |tx| {
        Box::pin(async move { ticket::issue_for_emailed_link(tx, &account, purpose, lifetime_s, now).await })
    });
    let link = format!("{public_url}{path}?token={}", work.await?.reveal());
    Ok(render_link_email(locale, name, recipient, (&brand(db).await, &link)))
}

/// Whether there is still a reason for the email. An account with a password needs no deletion code.
fn is_needed(queued: &QueuedEmail, account: &Account) -> bool {
    account.is_active
        && account.email == queued.recipient
        && !(queued.kind == EmailKind::Verify && account.is_email_verified)
        && !(queued.kind == EmailKind::DeletionCode && account.has_password)
}

fn render_link_email(locale: Locale, name: &str, to: String, (brand, link): (&str, &str)) -> Option<EmailMessage> {
    email_templates::render(locale, name, to, context! { brand => text::single_line(brand), link })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_escape_html_and_keep_the_subject_on_one_line() {
        for name in ["verify", "reset", "invite"] {
            let link = "https://guide.example/login/reset?token=a&b=<c>";
            let render_with_brand = |brand| {
                render_link_email(Locale::English, name, "linh@example.org".into(), (brand, link)).expect("an email")
            };
            let EmailMessage { subject, text, html, .. } = render_with_brand("Hang <b>Én</b>\r\nBcc: x@y");
            assert!(subject.ends_with("Hang <b>Én</b> Bcc: x@y") && !subject.contains(['\r', '\n']), "{subject}");
            assert!(text.contains(link) && !text.contains(&subject), "{text}");
            assert!(!html.contains("<b>") && !html.contains("<c>") && html.contains("token=a&amp;b="), "{html}");
            let plain = render_with_brand("");
            assert!(!plain.subject.ends_with(' ') && !plain.subject.contains('–'), "{}", plain.subject);
        }
    }
}
