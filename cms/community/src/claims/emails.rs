//! The emails about claims. An email to the published address of a place has neither the name nor the address of the
//! account that claims the place, because any account can begin a claim.

use minijinja::context;

use super::dto::{Claim, State};
use super::{proof, store};
use crate::auth::domain::{accounts, secret};
use crate::common::clock::Clock;
use crate::common::messages::Locale;
use crate::common::text;
use crate::db::engine::{Db, StoreError};
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates;
use crate::jobs::outbox::{EmailKind, QueuedEmail};
use crate::settings;

/// The number of characters in each of the four groups of a code.
const CODE_GROUP_LEN: usize = 2;

/// Renders an email about a claim. Links begin with `public_url`. The code of a claim is generated when its email is
/// rendered, so that the database contains only the hash of the code.
///
/// `None` if the claim no longer exists, has expired, or is no longer in the state that the email is about.
pub async fn render(
    db: &Db,
    clock: &Clock,
    (locale, public_url): (Locale, &str),
    queued: QueuedEmail,
) -> Result<Option<EmailMessage>, StoreError> {
    let brand = text::single_line(&settings::store::current(db).await?.settings.brand);
    if queued.kind == EmailKind::ClaimToDecide {
        return render_for_admin(db, (locale, public_url), queued, brand).await;
    }
    let Some(id) = queued.claim_id else { return Ok(None) };
    let Some(claim) = store::find(db, id).await? else { return Ok(None) };
    let (state, template) = match queued.kind {
        EmailKind::ClaimCode => (State::Open, "claim_code"),
        EmailKind::ClaimDeclined => (State::Declined, "claim_declined"),
        EmailKind::ClaimRevoked => (State::Revoked, "claim_revoked"),
        EmailKind::ClaimApproved => (State::Approved, "claim_approved"),
        _ => (State::Approved, "claim_owner"),
    };
    // A former owner also gets the email `ClaimRevoked`; `claim` is then the approved claim of the new owner.
    let is_own_claim = queued.account_id.as_ref() == Some(&claim.account_id);
    let is_former_owner = queued.kind == EmailKind::ClaimRevoked && !is_own_claim;
    if claim.state != if is_former_owner { State::Approved } else { state } {
        return Ok(None);
    }
    let place = text::single_line(&claim.place_name);
    let values = match queued.kind {
        EmailKind::ClaimCode => {
            let code = secret::generate_readable_code(CODE_GROUP_LEN);
            let is_open = claim.expires_at > clock.now();
            if !is_open || !store::set_code_hash(db, id, proof::code_hash(id, &code)).await? {
                return Ok(None);
            }
            context! { brand, place, code }
        }
        EmailKind::ClaimApproved => {
            context! { brand, place, link => format!("{public_url}/admin-portal/businesses/{}", claim.place_id) }
        }
        _ => {
            // Only the email about a new owner uses `is_admin`. It goes to admins, and to the published address of the
            // place, which has no account.
            let is_admin = queued.account_id.is_some();
            context! { brand, place, is_admin, link => site_link(public_url, &claim) }
        }
    };
    Ok(email_templates::render(locale, template, queued.recipient, values))
}

/// The URL of the page of the place, or of the home page if the place is not public.
fn site_link(public_url: &str, claim: &Claim) -> String {
    match claim.place_is_active {
        true => format!("{public_url}/places/{}", claim.place_slug),
        false => public_url.to_owned(),
    }
}

/// Renders the email to an admin with the current number of claims that wait for an admin. `None` if no claim waits, or
/// if the account was deleted, is inactive or has another address now.
async fn render_for_admin(
    db: &Db,
    (locale, public_url): (Locale, &str),
    queued: QueuedEmail,
    brand: String,
) -> Result<Option<EmailMessage>, StoreError> {
    let Some(id) = &queued.account_id else { return Ok(None) };
    let admin = accounts::find(db, id).await?;
    let Some(admin) = admin.filter(|admin| admin.is_active && admin.email == queued.recipient) else { return Ok(None) };
    let waiting = store::counts(db).await?.waiting;
    if waiting == 0 {
        return Ok(None);
    }
    let link = format!("{public_url}/admin-portal/claims");
    Ok(email_templates::render(locale, "claim_to_decide", admin.email, context! { brand, waiting, link }))
}
