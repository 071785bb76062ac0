//! `/api/auth/firebase/sync`: a client says who it believes to be and hears who it is.

use axum::Json;
use axum::extract::State;

use super::forms::SyncForm;
use super::wire::AccountView;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::caller::Known;
use crate::http::forms::Valid;
use crate::http::problem::{FieldError, Problem};
use crate::http::query::Query;
use crate::identity::model::Account;
use crate::identity::{email, store};

/// Make the identity known and read the account.
///
/// Who it is stands in the token alone: a `uid` or an `email` that says otherwise is 403. Names and picture fill what
/// the account lacks. A deactivated account is answered with `isActive: false`, and nothing else is open to it.
#[utoipa::path(
    post, path = "/api/auth/firebase/sync", operation_id = "syncIdentity", tag = "Identity",
    security(("bearer" = [])),
    request_body = SyncForm,
    responses((status = 200, body = AccountView, description = "The account behind the token.")),
)]
pub async fn sync_identity(
    State(app): State<App>,
    Known(account): Known,
    query: Query,
    form: Valid<SyncForm>,
) -> Result<Json<AccountView>, Problem> {
    query.done()?;
    let form = form.0;
    is_about(&account, &form)?;
    if !account.is_active || lacking(&account, &form).is_none() {
        return Ok(Json(AccountView::from(&account)));
    }
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let present = store::locked(tx, &account.id).await?.ok_or(StoreError::Missing)?;
            match lacking(&present, &form) {
                Some(filled) if present.is_active => {
                    store::change(tx, &filled, now).await?;
                    Ok::<_, StoreError>(filled)
                }
                _ => Ok(present),
            }
        })
    });
    Ok(Json(AccountView::from(&work.await?)))
}

/// 403 naming each part of the identity that the token does not say.
fn is_about(account: &Account, form: &SyncForm) -> Result<(), Problem> {
    let sentence = "The token speaks for somebody else";
    let mut errors = Vec::new();
    if form.uid.as_ref().is_some_and(|uid| *uid != account.id.0) {
        errors.push(FieldError::new("uid", sentence));
    }
    if form.email.as_ref().is_some_and(|sent| email::normal(sent) != account.email) {
        errors.push(FieldError::new("email", sentence));
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem { errors, ..Problem::forbidden(sentence) }) }
}

/// The account with what it lacks and the client knows; nothing when there is nothing to fill.
fn lacking(account: &Account, form: &SyncForm) -> Option<Account> {
    let mut filled = account.clone();
    let said =
        |name: &Option<String>| name.as_deref().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    // Both names or none: half of a client's guess beside half of ours is nobody's name.
    if account.first_name.is_empty() && account.last_name.is_empty() {
        filled.first_name = said(&form.first_name).unwrap_or_default();
        filled.last_name = said(&form.last_name).unwrap_or_default();
    }
    if account.photo_url.is_none() {
        filled.photo_url = said(&form.profile_image_url);
    }
    (filled != *account).then_some(filled)
}
