//! The second factor of the caller's account.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::account::verify_password_field;
use super::dto::RecoveryCodesResponse;
use super::emails::brand;
use super::requests::{PasswordConfirmation, SecondFactorCode, SecondFactorEnrollmentRequest};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{Account, SecondFactorRequirement};
use crate::auth::domain::builtin::provider::SignInError;
use crate::auth::domain::builtin::second_factor::{self, SecondFactorEnrollment};
use crate::auth::domain::builtin::session;
use crate::http::app::App;
use crate::http::caller::{Client, RequireBuiltinProvider, SessionAccount};
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::WriteError;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};
use crate::http::sign_in_problem::sign_in_error_as_invalid_field;

/// The maximum age of a sign-in that is accepted instead of the password of an account without one, in seconds.
const MAX_SIGN_IN_AGE_S: i64 = 10 * 60;

/// The `type` of the problem if the caller must sign in again.
pub const RECENT_SIGN_IN_REQUIRED_TYPE: &str = "/problems/recent-sign-in-required";

/// Start the setup of a second factor.
///
/// Staff only. The second factor takes effect when `/api/auth/second-factor/confirm` receives a code of it. The
/// password is required, so that another person at a signed-in browser cannot lock the user out. An account without a
/// password must have signed in within the last ten minutes. Otherwise the response is 403, and the `type` of the
/// problem is `/problems/recent-sign-in-required`.
#[utoipa::path(
    post, path = "/api/auth/second-factor", tag = "Identity",
    request_body = SecondFactorEnrollmentRequest,
    responses(
        (status = 200, body = SecondFactorEnrollment, description = "The secret of a new second factor, for an authenticator app."),
        (status = 403, description = "The account is not staff, the guide has no second factors, or the account has no password and did not sign in recently."),
        (status = 409, description = "The account already has a second factor, or Firebase manages the accounts of this guide."),
        (status = 429, description = "Too many wrong guesses."),
    ),
)]
pub async fn begin_second_factor_enrollment(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    client: Client,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<SecondFactorEnrollmentRequest>,
) -> Result<Response, Problem> {
    require_second_factor_allowed(&app, &caller.account)?;
    if caller.account.has_password {
        verify_password_field(&app, &client, &caller.account, ("password", form.0.password)).await?;
    } else {
        require_recent_sign_in(&app, &caller).await?;
    }
    let (now, guide_name) = (app.clock.now(), brand(&app.db).await);
    let account = caller.account;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let enrollment = second_factor::begin_enrollment(tx, &account, &guide_name, now).await?;
            let conflict = || Problem::conflict(Code::SecondFactorExists, "Two-factor authentication is already on");
            let enrollment = enrollment.ok_or_else(conflict)?;
            audit.log_action_on(tx, &account).await?;
            Ok::<_, WriteError>(enrollment)
        })
    });
    Ok(no_store_json(work.await?))
}

/// Confirm the new second factor.
///
/// Returns ten recovery codes, which are shown only once.
#[utoipa::path(
    post, path = "/api/auth/second-factor/confirm", tag = "Identity",
    request_body = SecondFactorCode,
    responses(
        (status = 200, body = RecoveryCodesResponse, description = "The second factor is required from the next sign-in on."),
        (status = 429, description = "Too many wrong guesses."),
    ),
)]
pub async fn confirm_second_factor(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    client: Client,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<SecondFactorCode>,
) -> Result<Response, Problem> {
    require_second_factor_allowed(&app, &caller.account)?;
    let (now, account) = (app.clock.now(), caller.account);
    let attempt = app.auth.builtin.begin_code_attempt(&app.db, &account, client.address, now).await?;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let codes = second_factor::confirm_enrollment(tx, &account.id, &form.0.code, now).await?;
            let codes = codes.ok_or(SignInError::InvalidCode)?;
            audit.log_updated(tx, &account, &Account { has_second_factor: true, ..account.clone() }).await?;
            Ok(codes)
        })
    });
    let result = work.await;
    app.auth.builtin.finish_attempt(attempt, result.as_ref().err()).await;
    Ok(no_store_json(RecoveryCodesResponse { recovery_codes: result.map_err(code_problem)? }))
}

/// 422 for `code` if it is wrong; other errors as in a sign-in.
pub fn code_problem(error: SignInError) -> Problem {
    sign_in_error_as_invalid_field(Code::CodeIncorrect, "code", "The code is incorrect or was already used", error)
}

/// Remove the caller's second factor.
///
/// Requires the password if the account has one. The recovery codes are deleted as well.
#[utoipa::path(
    delete, path = "/api/auth/second-factor", tag = "Identity",
    request_body = PasswordConfirmation,
    responses(
        (status = 204, description = "The account has no second factor."),
        (status = 429, description = "Too many wrong guesses."),
    ),
)]
pub async fn remove_second_factor(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    client: Client,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<PasswordConfirmation>,
) -> Result<StatusCode, Problem> {
    let account = caller.account;
    if account.has_password {
        verify_password_field(&app, &client, &account, ("currentPassword", form.0.current_password)).await?;
    }
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            second_factor::remove(tx, &account.id).await?;
            audit.log_updated(tx, &account, &Account { has_second_factor: false, ..account.clone() }).await
        })
    });
    work.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// 403 unless the caller signed in less than [`MAX_SIGN_IN_AGE_S`] seconds ago. For accounts without a password, this
/// check replaces the check of the password.
pub async fn require_recent_sign_in(app: &App, caller: &SessionAccount) -> Result<(), Problem> {
    let started_at = match &caller.session {
        Some(session) => session::started_at(&app.db, session).await?,
        None => caller.signed_in_at,
    };
    if started_at.is_some_and(|started_at| app.clock.now() < started_at.plus_seconds(MAX_SIGN_IN_AGE_S)) {
        return Ok(());
    }
    let message = "Please sign in again first: this account has no password, and you signed in a while ago.";
    Err(Problem::forbidden(Code::RecentSignInRequired, message).with_type(RECENT_SIGN_IN_REQUIRED_TYPE))
}

/// 403 unless the account is staff and the sign-in policy of the guide uses second factors.
fn require_second_factor_allowed(app: &App, account: &Account) -> Result<(), Problem> {
    let sentence = match app.auth.builtin.policy().second_factor {
        SecondFactorRequirement::Off => "This guide does not use two-factor authentication",
        _ if account.is_staff() => return Ok(()),
        _ => "Only staff can set up two-factor authentication",
    };
    Err(Problem::forbidden(Code::SecondFactorUnavailable, sentence))
}

/// A JSON response that must not be stored, because it contains secrets or personal data.
pub fn no_store_json(body: impl serde::Serialize) -> Response {
    ([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(body)).into_response()
}
