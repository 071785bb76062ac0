//! `/login/forgot`.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use minijinja::context;
use serde::Deserialize;
use serde_json::json;

use crate::audit_log::model::AuditContext;
use crate::http::app::App;
use crate::http::client::Client;
use crate::http::problem::Problem;
use crate::signin::forms::ResetRequestForm;
use crate::signin::pages::{Posted, page, refused, shown};
use crate::signin::password::request_reset;

/// The page's name.
pub const NAME: &str = "forgot.html";

/// What is said, with a mail server and without one: the same whether the address has an account or not.
const SENT: &str = "If this address has an account, an email with a link is on its way to it.";
const KEPT: &str =
    "If this address has an account, its link waits on the server. Ask the people who run this guide for it.";

/// What the form sends; what is missing is blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Sent {
    email: String,
}

/// The blank form.
pub async fn show(State(app): State<App>) -> Response {
    page(&app, StatusCode::OK, NAME, context! { has_mail => app.outbox.has_server() }).await
}

/// Asks for the letter.
pub async fn submit(State(app): State<App>, client: Client, audit: AuditContext, posted: Posted<Sent>) -> Response {
    let Posted { sent, fault } = posted;
    let asked = match fault {
        Some(problem) => Err(problem),
        None => asked(&app, (&client, audit), &sent.email).await,
    };
    let has_mail = app.outbox.has_server();
    match asked {
        Ok(()) => {
            page(&app, StatusCode::OK, NAME, context! { said => if has_mail { SENT } else { KEPT }, has_mail }).await
        }
        Err(problem) => refused(&app, &problem, NAME, context! { email => shown(&sent.email), has_mail }).await,
    }
}

async fn asked(app: &App, (client, audit): (&Client, AuditContext), email: &str) -> Result<(), Problem> {
    let form: ResetRequestForm = app.schemas.read_as("ResetRequestForm", json!({ "email": email }))?;
    request_reset(app, (client, audit), &form.email).await
}
