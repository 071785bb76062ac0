//! `/api/auth/firebase/sync`: returns the account of a token. Links the identity of a Firebase token with an account
//! first.

use axum::Json;
use axum::extract::State;

use super::dto::AccountResponse;
use super::requests::SyncRequest;
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Account;
use crate::auth::domain::federated::failure::{FederatedSignInError, FederatedSignInFailure};
use crate::auth::domain::federated::link::{LinkOutcome, find_or_create_linked_account};
use crate::auth::domain::federated::model::with_missing_names_and_photo;
use crate::auth::domain::firebase::FirebaseCaller;
use crate::auth::domain::{accounts, email};
use crate::common::messages::Locale;
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::caller::{AnyTokenHolder, api_token_not_allowed};
use crate::http::input::query_string::NoQuery;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, FieldError, Problem};

/// Report the caller's identity and get the account.
///
/// Only the token identifies the caller: the response is 403 if `uid` or `email` differ from it. Names and image fill
/// fields that are empty in the account. For a deactivated account, `isActive` is `false`, and all other calls refuse
/// the account. Clients with a Firebase token make this call first: the server finds the account by the identity or by
/// the address that Firebase has verified, or creates one.
#[utoipa::path(
    post, path = "/api/auth/firebase/sync", tag = "Identity",
    request_body = SyncRequest,
    responses(
        (status = 200, body = AccountResponse, description = "The account of the token."),
        (status = 409, description = "Another account uses the address, and Firebase has not verified it."),
    ),
)]
pub async fn sync_identity(
    State(app): State<App>,
    holder: AnyTokenHolder,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<SyncRequest>,
) -> Result<Json<AccountResponse>, Problem> {
    let account = match holder {
        AnyTokenHolder::Builtin(account, _) => sync_builtin(&app, account, audit, form.0).await?,
        AnyTokenHolder::Firebase(caller) => sync_firebase(&app, *caller, audit, form.0).await?,
        AnyTokenHolder::ApiToken(_) => return Err(api_token_not_allowed()),
    };
    Ok(Json(AccountResponse::from(&account)))
}

async fn sync_builtin(app: &App, account: Account, audit: AuditContext, form: SyncRequest) -> Result<Account, Problem> {
    check_identity((&[Some(&account.id.0)], &[Some(&account.email)]), &form)?;
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let before = accounts::get_for_update(tx, &account.id).await?.ok_or(StoreError::NotFound)?;
            let completed = fill_missing_from_request(&before, &form).filter(|_| before.is_active);
            if let Some(completed) = &completed {
                accounts::store_changes(tx, completed, now).await?;
            }
            let account = completed.unwrap_or_else(|| before.clone());
            audit.with_actor(&account).log_updated(tx, &before, &account).await?;
            Ok::<_, StoreError>(account)
        })
    });
    Ok(work.await?)
}

async fn sync_firebase(
    app: &App,
    caller: FirebaseCaller,
    audit: AuditContext,
    form: SyncRequest,
) -> Result<Account, Problem> {
    let FirebaseCaller { identity, account, .. } = &caller;
    let ids = [Some(identity.subject.as_str()), account.as_ref().map(|account| account.id.0.as_str())];
    let addresses = [identity.email.as_deref(), account.as_ref().map(|account| account.email.as_str())];
    check_identity((&ids, &addresses), &form)?;
    if let Some(account) = account.clone().filter(|account| is_up_to_date(account, &caller, &form)) {
        let work = app.db.write(move |tx| {
            Box::pin(async move {
                audit.with_actor(&account).log_action_on(tx, &account).await?;
                Ok::<_, StoreError>(account)
            })
        });
        return Ok(work.await?);
    }
    match link_or_create_account(app, &caller, &audit, &form).await {
        // A concurrent request stored the same identity: the second try finds it.
        Err(FederatedSignInError::Store(StoreError::UniqueViolation)) => {
            link_or_create_account(app, &caller, &audit, &form).await
        }
        result => result,
    }
    .map_err(|error| match error {
        FederatedSignInError::Store(cause) => cause.into(),
        other => {
            // Problems are in English in every locale.
            let failure = other.failure();
            let sentence = Locale::English.text(failure.message_key());
            match failure {
                FederatedSignInFailure::EmailInUse => Problem::conflict(Code::EmailInUse, sentence),
                FederatedSignInFailure::NoEmail => Problem::forbidden(Code::EmailMissing, sentence),
                _ => Problem::forbidden(Code::Forbidden, sentence),
            }
        }
    })
}

/// Whether a sync would change nothing. A deactivated account is never changed.
fn is_up_to_date(account: &Account, caller: &FirebaseCaller, form: &SyncRequest) -> bool {
    let is_newly_verified = !account.is_email_verified && caller.identity.verified_email() == Some(&account.email);
    let is_incomplete = caller.identity.with_missing_names_and_photo(account).is_some()
        || fill_missing_from_request(account, form).is_some();
    !account.is_active || !(is_newly_verified || is_incomplete)
}

/// Finds or creates the account of the identity, adds missing names and a missing profile image, and records the
/// sign-in. A deactivated account stays unchanged.
async fn link_or_create_account(
    app: &App,
    caller: &FirebaseCaller,
    audit: &AuditContext,
    form: &SyncRequest,
) -> Result<Account, FederatedSignInError> {
    let (now, policy) = (app.clock.now(), app.auth.builtin.policy().clone());
    let (identity, audit, form) = (caller.identity.clone(), audit.clone(), form.clone());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let LinkOutcome { mut account, before, .. } = find_or_create_linked_account(tx, &identity, now).await?;
            if account.is_active {
                if let Some(completed_account) = fill_missing_from_request(&account, &form) {
                    accounts::store_changes(tx, &completed_account, now).await?;
                }
                account = policy.record_sign_in_and_promote_admin(tx, &account.id, now).await?;
            }
            audit.with_actor(&account).log_upserted(tx, before.as_ref(), &account).await?;
            Ok::<_, FederatedSignInError>(account)
        })
    });
    work.await
}

/// 403 for `uid` if the client sent one that is not in `ids`, and for `email` if it is not in `addresses`.
fn check_identity((ids, addresses): (&[Option<&str>], &[Option<&str>]), form: &SyncRequest) -> Result<(), Problem> {
    let message = "The token belongs to another account";
    let mut errors = Vec::new();
    if form.uid.as_ref().is_some_and(|uid| !ids.contains(&Some(uid))) {
        errors.push(FieldError::new(Code::IdentityMismatch, "uid", message));
    }
    if form.email.as_ref().is_some_and(|sent| !addresses.contains(&Some(&email::normalize(sent)))) {
        errors.push(FieldError::new(Code::IdentityMismatch, "email", message));
    }
    if errors.is_empty() {
        return Ok(());
    }
    Err(Problem { errors, ..Problem::forbidden(Code::IdentityMismatch, message) })
}

/// Adds names and a profile image from the request where the account has none. `None` if nothing changes.
fn fill_missing_from_request(account: &Account, form: &SyncRequest) -> Option<Account> {
    let [first_name, last_name] = [&form.first_name, &form.last_name].map(|name| name.as_deref().unwrap_or_default());
    with_missing_names_and_photo(account, (first_name, last_name), form.profile_image_url.as_deref())
}
