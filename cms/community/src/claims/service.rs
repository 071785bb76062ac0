//! Begins and withdraws claims to places.

use url::Url;

use super::dto::{Claim, ClaimOptions, ClaimPlace, ClaimResponse, Method, State};
use super::{decisions, shared_hosts, store};
use crate::audit::log::{AuditContext, AuditRecordKind as AuditKind};
use crate::auth::domain::accounts::{self, Account};
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::auth::domain::email;
use crate::auth::domain::secret::Secret;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ClaimId, PlaceId};
use crate::contact::submission_table::rate_limit_problem;
use crate::db::engine::{AdvisoryLock, Db, StoreError, Tx};
use crate::http::app::App;
use crate::http::caller::Client;
use crate::http::input::update::WriteError;
use crate::http::problem::{Code, Problem};
use crate::jobs::outbox::{self, AboutRecord, EmailKind};
use crate::places;
use crate::places::model::Place;
use crate::proposals;
use crate::revisions::store::{self as revisions, RecordKey};

const HOUR_S: i64 = 3600;
const DAY_S: i64 = 24 * HOUR_S;
const EMAIL_CLAIM_LIFETIME_S: i64 = DAY_S;
const WEBSITE_CLAIM_LIFETIME_S: i64 = 30 * DAY_S;
/// How long a claim with the method `call` waits for an admin before it expires.
const CALL_CLAIM_LIFETIME_S: i64 = 90 * DAY_S;
/// The maximum number of pending claims of an account.
const MAX_PENDING_CLAIMS: i64 = 3;
const MAX_CLAIMING_ACCOUNTS_PER_PLACE_AND_DAY: i64 = 5;
/// The limit is low because each claim may send an email to the place.
const MAX_CLAIMS_PER_ACCOUNT_PLACE_AND_DAY: i64 = 3;

/// How this account can claim a place. 404 unless the place is public.
pub async fn options(app: &App, account: &Account, id: PlaceId) -> Result<ClaimOptions, Problem> {
    let place = places::store::find(&app.db, id).await?.filter(Place::is_public).ok_or_else(place_not_found)?;
    let may_have_set_contact = may_have_set_contact(&app.db, &place, account).await?;
    let email = deliverable_email(&place).filter(|_| !may_have_set_contact);
    let website = usable_website(&place, may_have_set_contact);
    let is_own = place.owner_id.as_ref() == Some(&account.id);
    let methods = [(Method::Email, email.is_some()), (Method::Website, website.is_some()), (Method::Call, true)];
    Ok(ClaimOptions {
        methods: methods.into_iter().filter_map(|(method, is_usable)| is_usable.then_some(method)).collect(),
        email,
        website,
        has_owner: place.owner_id.is_some() && !is_own,
        is_own,
        place: ClaimPlace { id: place.id, slug: place.slug, name: place.name, is_active: place.is_active },
    })
}

/// Begins a claim. An open claim of the same account to the place is withdrawn.
///
/// Errors: 403 if the address of the account is not verified; 404 if the place is not public; 409 if the account owns
/// the place, has already proved a claim to it, or has too many pending claims to other places; 422 if the place cannot
/// be claimed with this method; 429 if the account, the client address or the place has had too many claims; 503 if the
/// outbox has no room for the email with the code.
pub async fn begin(
    app: &App,
    (client, audit): (&Client, AuditContext),
    account: &Account,
    (id, method): (PlaceId, Method),
) -> Result<ClaimResponse, Problem> {
    if !account.is_email_verified {
        let sentence = "Please verify the email address of your account first.";
        return Err(Problem::forbidden(Code::EmailUnverified, sentence));
    }
    let now = app.clock.now();
    let limit_key = RateLimitKey::Account(&account.id);
    let attempt = app.limits.claims.count_attempt(&app.db, limit_key, client.address, now).await;
    attempt.map_err(|error| rate_limit_problem(error, "claims"))?;
    let place = places::store::find(&app.db, id).await?.filter(Place::is_public).ok_or_else(place_not_found)?;
    let may_have_set_contact = may_have_set_contact(&app.db, &place, account).await?;
    let account = account.clone();
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Places).await?;
            // This exclusive lock also prevents concurrent claims from exceeding the quotas of an account.
            accounts::lock_admins(tx).await?;
            let place =
                places::store::lock_by_id(tx, id).await?.filter(Place::is_public).ok_or_else(place_not_found)?;
            let claim = new_claim(&account, &place, (method, may_have_set_contact), now)?;
            ensure_quota_and_withdraw_open_claim(tx, &audit, &claim, now).await?;
            let claim_id = store::insert(tx, &claim).await?;
            let claim = store::get_for_update(tx, claim_id).await?;
            audit.log_created(tx, &claim).await?;
            let is_queued = match (&claim.email, method) {
                (Some(recipient), Method::Email) => {
                    outbox::add_about(tx, (EmailKind::ClaimCode, recipient, AboutRecord::Claim(claim_id, None)), now)
                        .await?
                }
                (_, Method::Call) => decisions::notify_admins(tx, &claim, now).await.map(|()| true)?,
                _ => true,
            };
            if !is_queued {
                return Err(Problem::outbox_full().into());
            }
            Ok(claim)
        })
    });
    let claim = work.await?;
    app.outbox.notify();
    Ok(ClaimResponse::for_account(claim))
}

/// Withdraws a claim of the account. Errors: 404 if the account has no such claim; 409 if it is not pending.
pub async fn withdraw(app: &App, account: &Account, audit: AuditContext, id: ClaimId) -> Result<(), Problem> {
    let (now, account) = (app.clock.now(), account.id.clone());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            // Locks in the same order as the deletion of an account, to avoid deadlocks.
            accounts::lock_admins(tx).await?;
            let before = lock_own_claim(tx, id, &account).await?;
            if !before.state.is_pending() {
                return Err(claim_closed().into());
            }
            Ok(end(tx, &audit, &before, State::Withdrawn, now).await?)
        })
    });
    Ok(work.await?)
}

/// The claim of this account, locked until the commit. Errors: 404 if the account has no such claim.
pub async fn lock_own_claim(tx: &mut Tx, id: ClaimId, account: &AccountId) -> Result<Claim, WriteError> {
    match store::get_for_update(tx, id).await {
        Ok(claim) if claim.account_id == *account => Ok(claim),
        Ok(_) | Err(StoreError::NotFound) => Err(claim_not_found().into()),
        Err(error) => Err(error.into()),
    }
}

/// Ends a claim without a decision on it: sets `state`, and adds an audit event.
pub async fn end(
    tx: &mut Tx,
    audit: &AuditContext,
    before: &Claim,
    state: State,
    now: Timestamp,
) -> Result<(), StoreError> {
    let after = Claim { state, updated_at: now, ..before.clone() };
    store::update(tx, &after).await?;
    audit.log_updated(tx, before, &after).await
}

/// 404: the claim does not exist.
pub fn claim_not_found() -> Problem {
    Problem::not_found("This claim does not exist")
}

/// 409: the state of the claim does not allow this action.
pub fn claim_closed() -> Problem {
    Problem::conflict(Code::ClaimClosed, "This claim is no longer open")
}

fn place_not_found() -> Problem {
    Problem::not_found("This place does not exist")
}

/// Whether the account may have set the published contact of the place itself. A proof with this contact would prove
/// nothing. True if the account has changed the place, or if an accepted proposal of any caller changed the contact.
async fn may_have_set_contact(db: &Db, place: &Place, account: &Account) -> Result<bool, StoreError> {
    Ok(proposals::store::has_accepted_email_or_website_change(db, place.id).await?
        || revisions::has_saved(db, &RecordKey::new(AuditKind::Place, place.id), &account.id).await?)
}

/// The published address of the place. `None` if it has no deliverable one. Before a code is sent there, the caller
/// must check [`may_have_set_contact`].
fn deliverable_email(place: &Place) -> Option<String> {
    place.email.as_deref().map(email::normalize).filter(|email| email::is_deliverable(email))
}

/// The published website that can show the token. `None` if the place has no web address, if the account may have
/// published the address, or if anyone can have a page on its host.
fn usable_website(place: &Place, may_have_set_contact: bool) -> Option<String> {
    let website = place.website.clone().filter(|_| !may_have_set_contact)?;
    let url = Url::parse(&website).ok()?;
    (matches!(url.scheme(), "http" | "https") && !shared_hosts::is_on_shared_host(&url)).then_some(website)
}

fn new_claim(
    account: &Account,
    place: &Place,
    (method, may_have_set_contact): (Method, bool),
    now: Timestamp,
) -> Result<Claim, Problem> {
    if place.owner_id.as_ref() == Some(&account.id) {
        return Err(Problem::conflict(Code::OwnPlace, "This place is already yours"));
    }
    let (email, website) = (deliverable_email(place), usable_website(place, may_have_set_contact));
    let (is_usable, lifetime_s) = match method {
        Method::Email => (email.is_some() && !may_have_set_contact, EMAIL_CLAIM_LIFETIME_S),
        Method::Website => (website.is_some(), WEBSITE_CLAIM_LIFETIME_S),
        Method::Call => (true, CALL_CLAIM_LIFETIME_S),
    };
    if !is_usable {
        let sentence = "This place can't be claimed in this way. Choose another way.";
        return Err(Problem::invalid_field(Code::ClaimMethodUnavailable, "method", sentence));
    }
    Ok(Claim {
        id: ClaimId(0),
        place_id: place.id,
        place_name: place.name.clone(),
        place_slug: place.slug.clone(),
        place_is_active: place.is_active,
        account_id: account.id.clone(),
        account_name: account.display_name(),
        account_email: account.email.clone(),
        method,
        state: State::Open,
        is_dispute: place.owner_id.is_some(),
        // Stored for every method, because the email about the new owner is sent to this address.
        email,
        website: website.filter(|_| method == Method::Website),
        code_hash: None,
        token: (method == Method::Website).then(|| Secret::generate().reveal().to_owned()),
        tries: 0,
        raised_role: false,
        note: None,
        decided_by: None,
        decided_at: None,
        expires_at: now.plus_seconds(lifetime_s),
        created_at: now,
        updated_at: now,
    })
}

/// Checks the quotas for a new claim, and then withdraws an open claim of the same account to the place.
///
/// Errors: 409 if the account has already proved a claim to the place or has too many pending claims to other places;
/// 429 if too many claims to the place began within a day.
async fn ensure_quota_and_withdraw_open_claim(
    tx: &mut Tx,
    audit: &AuditContext,
    claim: &Claim,
    now: Timestamp,
) -> Result<(), WriteError> {
    let pending = store::pending_claims(tx, &claim.account_id).await?;
    let (same, others): (Vec<_>, Vec<_>) = pending.into_iter().partition(|other| other.place_id == claim.place_id);
    if same.iter().any(|same| same.state == State::Proved) {
        let sentence = "You have already proved this. Our team will decide.";
        return Err(Problem::conflict(Code::ClaimClosed, sentence).into());
    }
    if others.len() as i64 >= MAX_PENDING_CLAIMS {
        let sentence = "You have three open claims. Finish or withdraw one of them first.";
        return Err(Problem::conflict(Code::TooManyClaims.with("limit", MAX_PENDING_CLAIMS), sentence).into());
    }
    let since = now.plus_seconds(-DAY_S);
    let (account_count, own_count) =
        store::count_claiming_accounts_and_own_claims(tx, (claim.place_id, &claim.account_id), since).await?;
    if own_count >= MAX_CLAIMS_PER_ACCOUNT_PLACE_AND_DAY
        || (own_count == 0 && account_count >= MAX_CLAIMING_ACCOUNTS_PER_PLACE_AND_DAY)
    {
        let sentence = "This place was claimed several times today. Please try again tomorrow.";
        return Err(Problem::too_many_requests(Code::RateLimited, sentence, DAY_S).into());
    }
    for same in &same {
        end(tx, audit, same, State::Withdrawn, now).await?;
    }
    Ok(())
}
