//! The proofs of claims: the code from the email, and the website. A proof makes the account the owner at once, unless
//! the place has another owner or a claim to it was revoked before.

use super::dto::{Claim, ClaimResponse, MAX_CODE_TRIES, MAX_WEBSITE_CHECKS, Method, State};
use super::{decisions, service, store, website};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{self, Account};
use crate::auth::domain::{email, secret};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ClaimId};
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::http::app::App;
use crate::http::input::update::WriteError;
use crate::http::problem::{Code, Problem};
use crate::places;
use crate::places::model::Place;

/// The outcome of an attempt to prove a claim. A refusal is in the `Ok` of the write, because an error would roll back
/// what the write stores about the attempt.
type ProofOutcome = Result<Claim, Problem>;

/// The hash of a code of this claim. Case, spaces and hyphens in `code` do not change the hash.
pub fn code_hash(id: ClaimId, code: &str) -> String {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    secret::hash(&format!("claim\0{id}\0{}", plain.to_ascii_lowercase()))
}

/// Proves a claim with the code of the email.
///
/// Errors: 404 if the account has no such claim or the place is not public; 409 if the claim is closed or has expired,
/// the published address has changed since the claim began, or the account has no verified address; 422 for a wrong
/// code; 503 if the outbox is full.
pub async fn confirm_code(
    app: &App,
    account: &Account,
    audit: AuditContext,
    (id, code): (ClaimId, &str),
) -> Result<ClaimResponse, Problem> {
    let (now, account, sent_code_hash) = (app.clock.now(), account.id.clone(), code_hash(id, code));
    let work = app.write_and_invalidate::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let (before, place) = match lock_open_claim(tx, &audit, (id, &account), Method::Email, now).await? {
                Ok(claim_and_place) => claim_and_place,
                Err(expired) => return Ok((Err(expired), Vec::new())),
            };
            if before.code_hash.as_ref() == Some(&sent_code_hash) {
                return approve_or_refer_to_admin(tx, &audit, (&before, &place), now).await;
            }
            let tries = before.tries + 1;
            let state = if tries >= MAX_CODE_TRIES { State::Expired } else { State::Open };
            let after = Claim { tries, state, updated_at: now, ..before.clone() };
            store::update(tx, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            let sentence = match state {
                State::Expired => "This code is incorrect, and that was your last attempt. Start again.",
                _ => "This code is incorrect",
            };
            Ok((Err(Problem::invalid_field(Code::CodeIncorrect, "code", sentence)), Vec::new()))
        })
    });
    notify_outbox_and_respond(app, work.await?)
}

/// Fetches the website of the place, and proves a claim if the website shows the token.
///
/// Errors: 404 if the account has no such claim or the place is not public; 409 if the claim is closed or has expired,
/// the published website has changed since the claim began, the website does not show the token, or the account has no
/// verified address; 503 if too many checks are running or the outbox is full.
pub async fn check_website(
    app: &App,
    account: &Account,
    audit: AuditContext,
    id: ClaimId,
) -> Result<ClaimResponse, Problem> {
    let (now, account) = (app.clock.now(), account.id.clone());
    let claim = store::find(&app.db, id).await?.filter(|claim| claim.account_id == account);
    let claim = claim.ok_or_else(service::claim_not_found)?;
    let has_proof = match (&claim.website, &claim.token) {
        (Some(address), Some(token)) if claim.state == State::Open && claim.tries < MAX_WEBSITE_CHECKS => {
            website::shows_token(app, address, token).await?
        }
        _ => return Err(service::claim_closed()),
    };
    let work = app.write_and_invalidate::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let (before, place) = match lock_open_claim(tx, &audit, (id, &account), Method::Website, now).await? {
                Ok(claim_and_place) => claim_and_place,
                Err(expired) => return Ok((Err(expired), Vec::new())),
            };
            // Other checks of this claim may have reached the limit while the website was fetched.
            if before.tries >= MAX_WEBSITE_CHECKS {
                return Err(service::claim_closed().into());
            }
            if has_proof {
                return approve_or_refer_to_admin(tx, &audit, (&before, &place), now).await;
            }
            let after = Claim { tries: before.tries + 1, updated_at: now, ..before.clone() };
            store::update(tx, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            let sentence = "We couldn't find the file or the meta tag on the website. Check it and try again.";
            Ok((Err(Problem::conflict(Code::ClaimProofMissing, sentence)), Vec::new()))
        })
    });
    notify_outbox_and_respond(app, work.await?)
}

fn notify_outbox_and_respond(app: &App, outcome: ProofOutcome) -> Result<ClaimResponse, Problem> {
    app.outbox.notify();
    outcome.map(ClaimResponse::for_account)
}

/// Locks the claim, its account, its place and the set of admins until the commit. Returns the claim with its place.
/// The claim becomes `Expired` if it is too old, or if the published contact of the place has changed since the claim
/// began. For an expired claim, the inner result is an error, because the write stores the new state.
///
/// Errors: 404 if the account has no such claim or the place is not public; 409 if the claim is not open or has another
/// method.
async fn lock_open_claim(
    tx: &mut Tx,
    audit: &AuditContext,
    (id, account): (ClaimId, &AccountId),
    method: Method,
    now: Timestamp,
) -> Result<Result<(Claim, Place), Problem>, WriteError> {
    tx.lock_shared(AdvisoryLock::Places).await?;
    // Locks accounts before places, as the deletion of an account does, to avoid deadlocks.
    accounts::lock_admins(tx).await?;
    let claim = service::lock_own_claim(tx, id, account).await?;
    accounts::get_for_update(tx, account).await?.ok_or(StoreError::NotFound)?;
    if claim.state != State::Open || claim.method != method {
        return Err(service::claim_closed().into());
    }
    let place = places::store::lock_by_id(tx, claim.place_id).await?.filter(Place::is_public);
    let place = place.ok_or_else(service::claim_not_found)?;
    let is_contact_unchanged = match method {
        Method::Email => place.email.as_deref().map(email::normalize) == claim.email,
        Method::Website => place.website == claim.website,
        Method::Call => true,
    };
    if is_contact_unchanged && claim.expires_at > now {
        return Ok(Ok((claim, place)));
    }
    service::end(tx, audit, &claim, State::Expired, now).await?;
    let sentence = match is_contact_unchanged {
        true => "This claim has expired. Start again.",
        false => "The contact of this place was changed after you began. Start again.",
    };
    Ok(Err(Problem::conflict(Code::ClaimExpired, sentence)))
}

/// Approves a claim whose code or website was correct. If the place has another owner or had a revoked claim, the claim
/// becomes `Proved` instead, and an admin decides.
///
/// Errors: those of [`decisions::grant_ownership`].
async fn approve_or_refer_to_admin(
    tx: &mut Tx,
    audit: &AuditContext,
    (before, place): (&Claim, &Place),
    now: Timestamp,
) -> Result<(ProofOutcome, Vec<CacheTag>), WriteError> {
    let is_dispute = place.owner_id.as_ref().is_some_and(|owner| *owner != before.account_id);
    if is_dispute || store::has_revoked_claim(tx, place.id).await? {
        let after = Claim { state: State::Proved, is_dispute, updated_at: now, ..before.clone() };
        store::update(tx, &after).await?;
        audit.log_updated(tx, before, &after).await?;
        decisions::notify_admins(tx, &after, now).await?;
        return Ok((Ok(after), Vec::new()));
    }
    let (after, tags) = decisions::grant_ownership(tx, audit, (before, place), (None, None), now).await?;
    Ok((Ok(after), tags))
}
