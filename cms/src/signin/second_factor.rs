//! One's own second factor.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::brand::brand;
use super::forms::{CodeForm, LeaveForm};
use super::refusal::beside;
use super::wire::{RecoveryCodesView, SecondFactorView};
use crate::http::app::App;
use crate::http::caller::{InSession, KeptHere};
use crate::http::client::Client;
use crate::http::forms::Valid;
use crate::http::problem::{FieldError, Problem};
use crate::http::query::Query;
use crate::http::sent::Refusal;
use crate::identity::builtin::factor;
use crate::identity::builtin::provider::SignInError;
use crate::identity::model::{Account, SecondFactor};

/// Offer a second factor.
///
/// The secret counts once a code of it was sent to `/api/auth/second-factor/confirm`. For staff alone.
#[utoipa::path(
    post, path = "/api/auth/second-factor", operation_id = "offerSecondFactor", tag = "Identity",
    security(("bearer" = [])),
    responses(
        (status = 200, body = SecondFactorView, description = "What an authenticator app needs."),
        (status = 409, body = Problem, content_type = "application/problem+json",
            description = "There is one already."),
    ),
)]
pub async fn offer_second_factor(
    State(app): State<App>,
    _here: KeptHere,
    caller: InSession,
    query: Query,
) -> Result<Response, Problem> {
    query.done()?;
    may_have_one(&app, &caller.account)?;
    let (now, guide) = (app.clock.now(), brand(&app.db).await);
    let account = caller.account;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let offered = factor::offer(tx, &account, &guide, now).await?;
            let there_is = || Problem::new(StatusCode::CONFLICT, "You have a second factor. Remove it first.");
            offered.ok_or_else(|| Refusal::from(there_is()))
        })
    });
    let enrolment = work.await?;
    Ok(secret(SecondFactorView::from(enrolment)))
}

/// Make the offered second factor count.
///
/// Answers ten recovery codes, this once.
#[utoipa::path(
    post, path = "/api/auth/second-factor/confirm", operation_id = "confirmSecondFactor", tag = "Identity",
    security(("bearer" = [])),
    request_body = CodeForm,
    responses(
        (status = 200, body = RecoveryCodesView, description = "It counts from the next sign-in on."),
        (status = 429, body = Problem, content_type = "application/problem+json",
            description = "Too many wrong guesses.", headers(("retry-after" = i64, description = "Seconds to wait."))),
    ),
)]
pub async fn confirm_second_factor(
    State(app): State<App>,
    _here: KeptHere,
    client: Client,
    caller: InSession,
    query: Query,
    form: Valid<CodeForm>,
) -> Result<Response, Problem> {
    query.done()?;
    may_have_one(&app, &caller.account)?;
    let (now, account) = (app.clock.now(), caller.account);
    let attempt = app.identity.guess(&account, client.address, now)?;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let codes = factor::confirm(tx, &account.id, &form.0.code, now).await?;
            codes.ok_or(SignInError::CodeNotRight)
        })
    });
    let confirmed = work.await;
    app.identity.settle(attempt, confirmed.as_ref().err());
    let recovery_codes =
        confirmed.map_err(|error| beside("code", "The code is not right, or was used already", error))?;
    Ok(secret(RecoveryCodesView { recovery_codes }))
}

/// Remove one's second factor.
#[utoipa::path(
    delete, path = "/api/auth/second-factor", operation_id = "removeSecondFactor", tag = "Identity",
    security(("bearer" = [])),
    request_body = LeaveForm,
    responses(
        (status = 204, description = "There is none now."),
        (status = 429, body = Problem, content_type = "application/problem+json",
            description = "Too many wrong guesses.", headers(("retry-after" = i64, description = "Seconds to wait."))),
    ),
)]
pub async fn remove_second_factor(
    State(app): State<App>,
    _here: KeptHere,
    client: Client,
    caller: InSession,
    query: Query,
    form: Valid<LeaveForm>,
) -> Result<StatusCode, Problem> {
    query.done()?;
    let account = caller.account;
    if account.has_password {
        let Some(password) = form.0.current_password else {
            let error = FieldError::new("currentPassword", "Password is required");
            return Err(Problem::invalid(vec![error]));
        };
        let proven = app.identity.prove(&app.db, &account, (&password, client.address), app.clock.now()).await;
        proven.map_err(|error| beside("currentPassword", "The password is not right", error))?;
    }
    app.db.write(move |tx| Box::pin(async move { factor::remove(tx, &account.id).await })).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn may_have_one(app: &App, account: &Account) -> Result<(), Problem> {
    if app.identity.policy().second_factor == SecondFactor::Off {
        return Err(Problem::forbidden("This guide has no second factors"));
    }
    if account.is_staff() { Ok(()) } else { Err(Problem::forbidden("A second factor is for the guide's staff")) }
}

fn secret(body: impl serde::Serialize) -> Response {
    ([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(body)).into_response()
}
