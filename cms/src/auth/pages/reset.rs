//! `/login/reset?token=`: the page of emailed links to choose a password.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use minijinja::context;
use serde::Deserialize;
use serde_json::json;

use super::layout::{Posted, error_page, page, redirect, truncated};
use crate::audit::model::AuditContext;
use crate::auth::http::forms::NewPasswordRequest;
use crate::auth::http::password;
use crate::http::app::App;
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;

/// The template.
pub const NAME: &str = "reset.html";

/// The form; absent fields are blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Fields {
    token: String,
    password: String,
}

/// Shows the form. This does not use up the link, because mail scanners open every link.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    let token = truncated(&query.take("token").unwrap_or_default());
    page(&app, StatusCode::OK, NAME, context! { token }).await
}

/// Sets the password and redirects to the sign-in page.
pub async fn submit(State(app): State<App>, audit: AuditContext, posted: Posted<Fields>) -> Response {
    let Posted { fields, error } = posted;
    let result = match error {
        Some(problem) => Err(problem),
        None => reset(&app, audit, &fields).await,
    };
    match result {
        Ok(()) => redirect(&app, "/login?said=password", None),
        Err(problem) => error_page(&app, &problem, NAME, context! { token => truncated(&fields.token) }).await,
    }
}

async fn reset(app: &App, audit: AuditContext, fields: &Fields) -> Result<(), Problem> {
    let body = json!({ "token": fields.token, "password": fields.password });
    let NewPasswordRequest { token, password } = app.schemas.read_as("NewPasswordRequest", body)?;
    password::reset(app, audit, (token, &password)).await
}
