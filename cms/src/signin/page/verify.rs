//! `/login/verify?token=`: where the links of letters lead that show whose a mailbox is.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use minijinja::context;
use serde::Deserialize;
use serde_json::json;

use crate::http::app::App;
use crate::http::caller::Visitor;
use crate::http::client::Client;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::signin::forms::VerifyForm;
use crate::signin::mailbox;
use crate::signin::pages::{Posted, onward, page, refused, shown};

/// The page's name.
pub const NAME: &str = "verify.html";

/// What the form sends; what is missing is blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Sent {
    token: String,
    password: String,
}

/// The form. Opening the page uses nothing up: mail scanners open every link.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    let token = shown(&query.take("token").unwrap_or_default());
    page(&app, StatusCode::OK, NAME, context! { token }).await
}

/// Verifies the address and goes on to signing in.
pub async fn submit(State(app): State<App>, client: Client, posted: Posted<Sent>) -> Response {
    let Posted { sent, fault } = posted;
    let confirmed = match fault {
        Some(problem) => Err(problem),
        None => confirmed(&app, &client, &sent).await,
    };
    match confirmed {
        Ok(()) => onward(&app, "/login?said=verified", None),
        Err(problem) => refused(&app, &problem, NAME, context! { token => shown(&sent.token) }).await,
    }
}

async fn confirmed(app: &App, client: &Client, sent: &Sent) -> Result<(), Problem> {
    let body = json!({ "token": sent.token, "password": sent.password });
    let form: VerifyForm = app.forms.read_as("VerifyForm", body)?;
    // The session's cookie is for the calls under /api/auth alone, so nobody is known to be signed in here.
    mailbox::confirm(app, &Visitor(None), client, form).await
}
