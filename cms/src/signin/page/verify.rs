//! `/login/verify?token=`: where the links of letters lead that show whose a mailbox is.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use minijinja::context;
use serde::Deserialize;
use serde_json::json;

use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::signin::forms::TokenForm;
use crate::signin::mailbox;
use crate::signin::pages::{Posted, onward, page, refused, shown};

/// The page's name.
pub const NAME: &str = "verify.html";

/// What the form sends; what is missing is blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Sent {
    token: String,
}

/// The button. Opening the page uses nothing up: mail scanners open every link.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    let token = shown(&query.take("token").unwrap_or_default());
    page(&app, StatusCode::OK, NAME, context! { token }).await
}

/// Verifies the address and goes on to signing in.
pub async fn submit(State(app): State<App>, posted: Posted<Sent>) -> Response {
    let Posted { sent, fault } = posted;
    let confirmed = match fault {
        Some(problem) => Err(problem),
        None => confirmed(&app, &sent.token).await,
    };
    match confirmed {
        Ok(()) => onward(&app, "/login?said=verified", None),
        Err(problem) => refused(&app, &problem, NAME, context! { token => shown(&sent.token) }).await,
    }
}

async fn confirmed(app: &App, token: &str) -> Result<(), Problem> {
    let form: TokenForm = app.forms.read_as("TokenForm", json!({ "token": token }))?;
    mailbox::confirm(app, form.token).await
}
