//! `/login/verify?token=`: the page of emailed links that verify an address.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use minijinja::{Value, context};
use serde::Deserialize;
use serde_json::json;

use super::layout::{Posted, error_page, page, redirect, truncated};
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::session;
use crate::auth::domain::builtin::ticket::{self, Purpose};
use crate::auth::http::forms::VerificationRequest;
use crate::auth::http::{cookie, email_verification};
use crate::http::app::App;
use crate::http::auth::caller::OptionalAccount;
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;
use crate::http::server::client::Client;

/// The template.
pub const NAME: &str = "verify.html";

/// The path of the form. It is below the path of the session cookie, because browsers do not send the cookie to
/// `/login`, and an account without a password can be proved by its session only.
pub const FORM: &str = "/api/auth/verification/form";

/// The form; absent fields are blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Fields {
    token: String,
    password: String,
}

/// Shows the form. This does not use up the link, because mail scanners open every link.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    if query.take("said").as_deref() == Some("confirmed") {
        return page(&app, StatusCode::OK, NAME, context! { said => "Your email is confirmed." }).await;
    }
    let values = values(&app, &query.take("token").unwrap_or_default()).await;
    page(&app, StatusCode::OK, NAME, values).await
}

/// Verifies the address. Redirects to the sign-in page unless the browser has a session.
pub async fn submit(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    headers: HeaderMap,
    posted: Posted<Fields>,
) -> Response {
    let Posted { fields, error } = posted;
    let result = match error {
        Some(problem) => Err(problem),
        None => confirm(&app, (&client, audit), &headers, &fields).await,
    };
    match result {
        Ok(OptionalAccount(Some(_))) => redirect(&app, "/login/verify?said=confirmed", None),
        Ok(OptionalAccount(None)) => redirect(&app, "/login?said=verified", None),
        Err(problem) => error_page(&app, &problem, NAME, values(&app, &fields.token).await).await,
    }
}

/// Verifies the address. Returns the account whose session the browser has.
async fn confirm(
    app: &App,
    from: (&Client, AuditContext),
    headers: &HeaderMap,
    fields: &Fields,
) -> Result<OptionalAccount, Problem> {
    let body = json!({ "token": fields.token, "password": fields.password });
    let form: VerificationRequest = app.schemas.read_as("VerificationRequest", body)?;
    let caller = OptionalAccount(match cookie::refresh_token(headers) {
        Some(refresh) => session::account_of_token(&app.db, &refresh, app.clock.now()).await?,
        None => None,
    });
    email_verification::confirm(app, &caller, from, form).await?;
    Ok(caller)
}

/// The values of the page. It asks for the password if the account has one.
async fn values(app: &App, token: &str) -> Value {
    let token = truncated(token);
    let holder = ticket::holder(&app.db, &token, Purpose::Verify, app.clock.now()).await.ok().flatten();
    let has_password = holder.is_none_or(|account| account.has_password);
    context! { token, has_password }
}
