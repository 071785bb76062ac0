//! `/api/auth/firebase/sync`: a client says who it believes to be and hears who it is.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::dto::AccountView;
use super::forms::SyncForm;
use crate::audit_log::model::AuditContext;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::caller::AnyTokenHolder;
use crate::http::problem::{FieldError, Problem};
use crate::http::query::Query;
use crate::http::validation::ValidatedJson;
use crate::identity::email;
use crate::identity::federated::arrive::{Arrival, ArrivalError, arrive};
use crate::identity::federated::failure::Failure;
use crate::identity::federated::model::filled;
use crate::identity::firebase::driver::Spoken;
use crate::identity::model::Account;
use crate::identity::store;

/// Report the caller's identity and get the account.
///
/// Only the token identifies the caller: the response is 403 if `uid` or `email` differ from it. Names and image fill
/// fields that are empty in the account. For a deactivated account, `isActive` is `false`, and all other calls refuse
/// it. Call it first with a Firebase token: it finds the account by the identity or by the address that Firebase has
/// verified, or creates one.
#[utoipa::path(
    post, path = "/api/auth/firebase/sync", operation_id = "syncIdentity", tag = "Identity",
    security(("bearer" = [])),
    request_body = SyncForm,
    responses(
        (status = 200, body = AccountView, description = "The account of the token."),
        (status = 409, body = Problem, content_type = "application/problem+json",
            description = "Another account uses the address, and Firebase has not verified it."),
    ),
)]
pub async fn sync_identity(
    State(app): State<App>,
    known: AnyTokenHolder,
    audit: AuditContext,
    query: Query,
    form: ValidatedJson<SyncForm>,
) -> Result<Json<AccountView>, Problem> {
    query.finish()?;
    let account = match known {
        AnyTokenHolder::Own(account) => own(&app, account, audit, form.0).await?,
        AnyTokenHolder::Firebase(spoken) => met(&app, spoken, audit, form.0).await?,
    };
    Ok(Json(AccountView::from(&account)))
}

async fn own(app: &App, account: Account, audit: AuditContext, form: SyncForm) -> Result<Account, Problem> {
    is_about((&[&account.id.0], &[&account.email]), &form)?;
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let before = store::locked(tx, &account.id).await?.ok_or(StoreError::NotFound)?;
            let filled = lacking(&before, &form).filter(|_| before.is_active);
            if let Some(filled) = &filled {
                store::change(tx, filled, now).await?;
            }
            let account = filled.unwrap_or_else(|| before.clone());
            audit.by(&account).log_updated(tx, &before, &account).await?;
            Ok::<_, StoreError>(account)
        })
    });
    Ok(work.await?)
}

async fn met(app: &App, spoken: Spoken, audit: AuditContext, form: SyncForm) -> Result<Account, Problem> {
    let Spoken { vouched, account } = &spoken;
    let ids = [Some(vouched.subject.as_str()), account.as_ref().map(|account| account.id.0.as_str())];
    let addresses = [vouched.email.as_deref(), account.as_ref().map(|account| account.email.as_str())];
    is_about(
        (&ids.into_iter().flatten().collect::<Vec<_>>(), &addresses.into_iter().flatten().collect::<Vec<_>>()),
        &form,
    )?;
    if let Some(account) = account.as_ref().filter(|account| has_all(account, &spoken, &form)) {
        let account = account.clone();
        let work = app.db.write(move |tx| {
            Box::pin(async move {
                audit.by(&account).log_touched(tx, &account).await?;
                Ok::<_, StoreError>(account)
            })
        });
        return Ok(work.await?);
    }
    match arrived(app, &spoken, &audit, &form).await {
        // Another request has brought the same identity at this moment: it is there now.
        Err(ArrivalError::Store(StoreError::UniqueViolation)) => arrived(app, &spoken, &audit, &form).await,
        outcome => outcome,
    }
    .map_err(Problem::from)
}

/// Whether there is nothing to write.
fn has_all(account: &Account, spoken: &Spoken, form: &SyncForm) -> bool {
    let is_verified_now = !account.is_email_verified && spoken.vouched.verified_email() == Some(&account.email);
    let lacks = spoken.vouched.filling(account).is_some() || lacking(account, form).is_some();
    !account.is_active || !(is_verified_now || lacks)
}

async fn arrived(app: &App, spoken: &Spoken, audit: &AuditContext, form: &SyncForm) -> Result<Account, ArrivalError> {
    let (now, policy) = (app.clock.now(), app.identity.policy().clone());
    let (vouched, audit, form) = (spoken.vouched.clone(), audit.clone(), form.clone());
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let Arrival { mut account, before, .. } = arrive(tx, &vouched, now).await?;
            if account.is_active {
                if let Some(filled) = lacking(&account, &form) {
                    store::change(tx, &filled, now).await?;
                }
                account = policy.arrive(tx, &account.id, now).await?;
            }
            audit.by(&account).log_upserted(tx, before.as_ref(), &account).await?;
            Ok::<_, ArrivalError>(account)
        })
    });
    work.await
}

impl From<ArrivalError> for Problem {
    fn from(error: ArrivalError) -> Self {
        match error {
            ArrivalError::EmailInUse => Self::new(StatusCode::CONFLICT, Failure::EmailInUse.to_string()),
            ArrivalError::NoEmail => Self::forbidden(Failure::NoEmail.to_string()),
            ArrivalError::Store(cause) => cause.into(),
        }
    }
}

/// 403 naming each part of the identity that is none of these.
fn is_about((ids, addresses): (&[&str], &[&str]), form: &SyncForm) -> Result<(), Problem> {
    let sentence = "The token speaks for somebody else";
    let mut errors = Vec::new();
    if form.uid.as_ref().is_some_and(|uid| !ids.contains(&uid.as_str())) {
        errors.push(FieldError::new("uid", sentence));
    }
    if form.email.as_ref().is_some_and(|sent| !addresses.contains(&email::normal(sent).as_str())) {
        errors.push(FieldError::new("email", sentence));
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem { errors, ..Problem::forbidden(sentence) }) }
}

/// The account with what it lacks and the client knows; nothing when there is nothing to fill.
fn lacking(account: &Account, form: &SyncForm) -> Option<Account> {
    let said = |name: &Option<String>| name.clone().unwrap_or_default();
    filled(account, (&said(&form.first_name), &said(&form.last_name)), form.profile_image_url.as_deref())
}
