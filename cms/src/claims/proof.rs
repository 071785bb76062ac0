//! The proofs of claims: the code of the email, and the website. A proof makes the account the owner at once, unless the
//! place has another owner or a claim to it was revoked before.

use super::dto::{Claim, ClaimResponse, MAX_CODE_TRIES, MAX_WEBSITE_CHECKS, Method, State};
use super::{decisions, service, store, website};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{self, Account};
use crate::auth::domain::{email, secret};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ClaimId};
use crate::db::engine::{Lock, StoreError, Tx};
use crate::http::app::App;
use crate::http::input::update::WriteError;
use crate::http::problem::{Code, Problem};
use crate::places;
use crate::places::model::Place;

/// What became of a proof. A refused one is stored too, so it is no error of the write.
enum Outcome {
    Proved(Box<Claim>),
    Refused(Box<Problem>),
}

/// The hash of a code. Case, spaces and hyphens do not matter.
pub fn code_hash(id: ClaimId, code: &str) -> String {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    secret::hash(&format!("claim\0{id}\0{}", plain.to_ascii_lowercase()))
}

/// Proves a claim with the code of the email.
///
/// 404; 409 if the claim is closed, or the published address has changed since then; 422 for a wrong code.
pub async fn confirm(
    app: &App,
    account: &Account,
    audit: AuditContext,
    (id, code): (ClaimId, &str),
) -> Result<ClaimResponse, Problem> {
    let (now, account, sent) = (app.clock.now(), account.id.clone(), code_hash(id, code));
    let work = app.publish::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let (before, place) = match begin(tx, &audit, (id, &account), Method::Email, now).await? {
                Begun::Open(before, place) => (before, place),
                Begun::Ended(problem) => return Ok((Outcome::Refused(problem), Vec::new())),
            };
            if before.code_hash.as_ref() == Some(&sent) {
                return prove(tx, &audit, (*before, &place), now).await;
            }
            let tries = before.tries + 1;
            let state = if tries >= MAX_CODE_TRIES { State::Expired } else { State::Open };
            let after = Claim { tries, state, updated_at: now, ..(*before).clone() };
            store::update(tx, &after).await?;
            audit.log_updated(tx, &*before, &after).await?;
            let sentence = match state {
                State::Expired => "This code is incorrect, and that was your last attempt. Start again.",
                _ => "This code is incorrect",
            };
            let problem = Problem::invalid_field(Code::CodeIncorrect, "code", sentence);
            Ok((Outcome::Refused(Box::new(problem)), Vec::new()))
        })
    });
    finish(app, work.await?)
}

/// Proves a claim with the website of the place, which is fetched now.
///
/// 404; 409 if the claim is closed, the published website has changed since then, or it does not show the token; 503 if
/// too many requests to its host are running.
pub async fn check(app: &App, account: &Account, audit: AuditContext, id: ClaimId) -> Result<ClaimResponse, Problem> {
    let (now, account) = (app.clock.now(), account.id.clone());
    let claim = store::one(&app.db, id).await?.filter(|claim| claim.account_id == account);
    let claim = claim.ok_or_else(service::missing)?;
    let has_proof = match (&claim.website, &claim.token) {
        (Some(address), Some(token)) if claim.state == State::Open && claim.tries < MAX_WEBSITE_CHECKS => {
            website::is_proved(app, address, token).await?
        }
        _ => return Err(service::closed()),
    };
    let work = app.publish::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let (before, place) = match begin(tx, &audit, (id, &account), Method::Website, now).await? {
                Begun::Open(before, place) => (before, place),
                Begun::Ended(problem) => return Ok((Outcome::Refused(problem), Vec::new())),
            };
            // Others may have run at the same time.
            if before.tries >= MAX_WEBSITE_CHECKS {
                return Err(service::closed().into());
            }
            if has_proof {
                return prove(tx, &audit, (*before, &place), now).await;
            }
            let after = Claim { tries: before.tries + 1, updated_at: now, ..(*before).clone() };
            store::update(tx, &after).await?;
            audit.log_updated(tx, &*before, &after).await?;
            let sentence = "We couldn't find the file or the meta tag on the website. Check it and try again.";
            let problem = Problem::conflict(Code::ClaimProofMissing, sentence);
            Ok((Outcome::Refused(Box::new(problem)), Vec::new()))
        })
    });
    finish(app, work.await?)
}

fn finish(app: &App, outcome: Outcome) -> Result<ClaimResponse, Problem> {
    app.outbox.notify();
    match outcome {
        Outcome::Proved(claim) => Ok(ClaimResponse::for_account(*claim)),
        Outcome::Refused(problem) => Err(*problem),
    }
}

/// A claim that can be proved, or the reason why it was ended.
enum Begun {
    Open(Box<Claim>, Box<Place>),
    Ended(Box<Problem>),
}

/// Locks everything that an approval changes. A claim that is too late ends, and so does one whose published contact was
/// changed since it began. 404; 409 unless it is open.
async fn begin(
    tx: &mut Tx,
    audit: &AuditContext,
    (id, account): (ClaimId, &AccountId),
    method: Method,
    now: Timestamp,
) -> Result<Begun, WriteError> {
    tx.lock_shared(Lock::Places).await?;
    // Accounts before places, as when an account is deleted.
    accounts::lock_admins(tx).await?;
    let claim = service::own(tx, id, account).await?;
    accounts::locked(tx, account).await?.ok_or(StoreError::NotFound)?;
    if claim.state != State::Open || claim.method != method {
        return Err(service::closed().into());
    }
    let place = places::store::lock_by_id(tx, claim.place_id).await?.filter(Place::is_public);
    let place = place.ok_or_else(service::missing)?;
    let is_unchanged = match method {
        Method::Email => place.email.as_deref().map(email::normalize) == claim.email,
        Method::Website => place.website == claim.website,
        Method::Call => true,
    };
    if is_unchanged && claim.expires_at > now {
        return Ok(Begun::Open(Box::new(claim), Box::new(place)));
    }
    service::end(tx, audit, &claim, State::Expired, now).await?;
    let sentence = match is_unchanged {
        true => "This claim has expired. Start again.",
        false => "The contact of this place was changed after you began. Start again.",
    };
    Ok(Begun::Ended(Box::new(Problem::conflict(Code::ClaimExpired, sentence))))
}

/// Approves a proved claim, or lets it wait for an admin if the place has another owner or a claim to it was revoked.
async fn prove(
    tx: &mut Tx,
    audit: &AuditContext,
    (before, place): (Claim, &Place),
    now: Timestamp,
) -> Result<(Outcome, Vec<CacheTag>), WriteError> {
    let is_dispute = place.owner_id.as_ref().is_some_and(|owner| *owner != before.account_id);
    if is_dispute || store::was_revoked(tx, place.id).await? {
        let after = Claim { state: State::Proved, is_dispute, updated_at: now, ..before.clone() };
        store::update(tx, &after).await?;
        audit.log_updated(tx, &before, &after).await?;
        decisions::ask_admins(tx, &after, now).await?;
        return Ok((Outcome::Proved(Box::new(after)), Vec::new()));
    }
    let (after, tags) = decisions::grant(tx, audit, (&before, place), (None, None), now).await?;
    Ok((Outcome::Proved(Box::new(after)), tags))
}
