//! `/login/forgot`: asks for an email with a link to reset the password.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use minijinja::context;
use serde::Deserialize;
use serde_json::json;

use super::layout::{Posted, error_page, page, truncated};
use crate::audit::model::AuditContext;
use crate::auth::http::forms::PasswordResetRequest;
use crate::auth::http::password::request_reset;
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::server::client::Client;

/// The template.
pub const NAME: &str = "forgot.html";

// The messages with and without a mail server. They do not tell whether the address has an account (R312).
const EMAIL_SENT: &str = "If this address has an account, an email with a link is on its way to it.";
const LINK_ON_SERVER: &str =
    "If this address has an account, its link waits on the server. Ask the people who run this guide for it.";

/// The form; absent fields are blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Fields {
    email: String,
}

/// Shows the blank form.
pub async fn show(State(app): State<App>) -> Response {
    page(&app, StatusCode::OK, NAME, context! { has_mail => app.outbox.has_server() }).await
}

/// Requests the email.
pub async fn submit(State(app): State<App>, client: Client, audit: AuditContext, posted: Posted<Fields>) -> Response {
    let Posted { fields, error } = posted;
    let result = match error {
        Some(problem) => Err(problem),
        None => request(&app, (&client, audit), &fields.email).await,
    };
    let has_mail = app.outbox.has_server();
    match result {
        Ok(()) => {
            page(
                &app,
                StatusCode::OK,
                NAME,
                context! { said => if has_mail { EMAIL_SENT } else { LINK_ON_SERVER }, has_mail },
            )
            .await
        }
        Err(problem) => {
            error_page(&app, &problem, NAME, context! { email => truncated(&fields.email), has_mail }).await
        }
    }
}

async fn request(app: &App, (client, audit): (&Client, AuditContext), email: &str) -> Result<(), Problem> {
    let form: PasswordResetRequest = app.schemas.read_as("PasswordResetRequest", json!({ "email": email }))?;
    request_reset(app, (client, audit), &form.email).await
}
