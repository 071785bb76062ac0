//! The emails about decisions on proposals. The email about a report goes to the address that its sender gave. The
//! email about an owner's change goes to the owner. Neither email quotes the report. The address in a report is not
//! verified, so a quote could send an advertisement to another person.

use minijinja::context;

use super::dto::{Origin, Proposal, State};
use super::store;
use crate::auth::domain::accounts;
use crate::common::messages::Locale;
use crate::common::text;
use crate::db::engine::{Db, StoreError};
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates;
use crate::jobs::outbox::{EmailKind, QueuedEmail};
use crate::{places, settings};

/// Renders a queued email. Its link begins with `public_url`. `None` if the proposal no longer exists or the decision
/// was undone. For a report, also `None` if no report of the proposal has the recipient's address any more. For an
/// owner's change, also `None` if the account is inactive, has another address, or no longer owns the place.
pub async fn render(
    db: &Db,
    (locale, public_url): (Locale, &str),
    queued: QueuedEmail,
) -> Result<Option<EmailMessage>, StoreError> {
    let Some(id) = queued.proposal_id else { return Ok(None) };
    let (expected_state, template) = match queued.kind {
        EmailKind::ReportAccepted => (State::Accepted, "report_accepted"),
        EmailKind::OwnerChangeAccepted => (State::Accepted, "owner_change_accepted"),
        EmailKind::OwnerChangeDeclined => (State::Declined, "owner_change_declined"),
        _ => (State::Declined, "report_declined"),
    };
    let proposal: Option<Proposal> = store::find(db, id).await?;
    let Some(proposal) = proposal.filter(|proposal| proposal.state == expected_state) else { return Ok(None) };
    let place = places::store::find(db, proposal.place_id).await?;
    let is_owner_change = proposal.origin == Origin::Owner;
    let is_recipient_current = match (is_owner_change, &place, &proposal.account_id) {
        (false, ..) => store::has_reporter_email(db, id, &queued.recipient).await?,
        (true, Some(place), Some(account)) if place.owner_id.as_ref() == Some(account) => {
            accounts::find(db, account).await?.is_some_and(|owner| owner.is_active && owner.email == queued.recipient)
        }
        _ => false,
    };
    if !is_recipient_current {
        return Ok(None);
    }
    // A place that is not public has no page, so the email links to Home.
    let link = match place.filter(|place| place.is_public()) {
        Some(place) if is_owner_change => format!("{public_url}/admin-portal/businesses/{}", place.id),
        Some(place) => format!("{public_url}/places/{}", place.slug),
        None => public_url.to_owned(),
    };
    let brand = text::single_line(&settings::store::current(db).await?.settings.brand);
    let values = context! { brand, place => text::single_line(&proposal.place_name), link };
    let email = email_templates::render(locale, template, queued.recipient, values);
    Ok(email.map(|email| EmailMessage { is_auto_reply: !is_owner_change, ..email }))
}
