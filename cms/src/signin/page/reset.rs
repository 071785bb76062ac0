//! `/login/reset?token=`: where the links of letters lead that let somebody choose a password.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use minijinja::context;
use serde::Deserialize;
use serde_json::json;

use crate::audit_log::model::AuditContext;
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::signin::forms::ResetForm;
use crate::signin::pages::{Posted, onward, page, refused, shown};
use crate::signin::password;

/// The page's name.
pub const NAME: &str = "reset.html";

/// What the form sends; what is missing is blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Sent {
    token: String,
    password: String,
}

/// The form. Opening it uses nothing up: mail scanners open every link.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    let token = shown(&query.take("token").unwrap_or_default());
    page(&app, StatusCode::OK, NAME, context! { token }).await
}

/// Sets the password and goes on to signing in with it.
pub async fn submit(State(app): State<App>, audit: AuditContext, posted: Posted<Sent>) -> Response {
    let Posted { sent, fault } = posted;
    let set = match fault {
        Some(problem) => Err(problem),
        None => set(&app, audit, &sent).await,
    };
    match set {
        Ok(()) => onward(&app, "/login?said=password", None),
        Err(problem) => refused(&app, &problem, NAME, context! { token => shown(&sent.token) }).await,
    }
}

async fn set(app: &App, audit: AuditContext, sent: &Sent) -> Result<(), Problem> {
    let body = json!({ "token": sent.token, "password": sent.password });
    let ResetForm { token, password } = app.schemas.read_as("ResetForm", body)?;
    password::reset(app, audit, (token, &password)).await
}
