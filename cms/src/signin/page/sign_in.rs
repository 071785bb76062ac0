//! `/login`. The console signs in here, and whoever arrives somewhere signed out.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use minijinja::{Value, context};
use serde::Deserialize;

use crate::audit_log::model::AuditContext;
use crate::http::app::App;
use crate::http::client::Client;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::identity::builtin::provider::Attempted;
use crate::identity::federated::failure::Failure;
use crate::signin::errors::SECOND_FACTOR_REQUIRED;
use crate::signin::pages::{Posted, onward, page, refused, shown, wanted};
use crate::signin::return_path;

/// The page's name.
pub const NAME: &str = "sign_in.html";

/// What the form sends; what is missing is blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Sent {
    email: String,
    password: String,
    code: String,
    r#return: String,
}

/// The blank form.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    // Other parameters are somebody's link with a campaign in it: no reason to keep them out.
    let to = query.take("return");
    let said = match query.take("said").as_deref() {
        Some("password") => "Your password is set. Please sign in with it.",
        Some("verified") => "Your email is confirmed.",
        _ => "",
    };
    let error = query.take("failed").and_then(|code| Failure::of(&code)).map(|failure| failure.to_string());
    let words = context! { to => return_path::checked(to.as_deref()), said, failed => error.is_some(), error, others => others(&app) };
    page(&app, StatusCode::OK, NAME, words).await
}

/// The accounts of others that one can sign in with.
fn others(app: &App) -> Vec<Value> {
    let offered = app.federated.offered().into_iter();
    offered.map(|other| context! { word => other.word(), name => app.federated.name(other) }).collect()
}

/// Signs in and goes where it was meant to.
pub async fn submit(State(app): State<App>, client: Client, audit: AuditContext, posted: Posted<Sent>) -> Response {
    let Posted { sent, fault } = posted;
    if let Some(problem) = fault {
        return refused(&app, &problem, NAME, words(&app, &sent, &problem)).await;
    }
    let attempted = Attempted {
        email: &sent.email,
        password: &sent.password,
        code: Some(sent.code.as_str()),
        from: client.address,
        device: &client.agent,
    };
    match app.identity.sign_in(&app.db, attempted, audit, app.clock.now()).await {
        Ok(session) => onward(&app, return_path::after(&sent.r#return, &session.account), Some(&session)),
        Err(error) => {
            let problem = Problem::from(error);
            refused(&app, &problem, NAME, words(&app, &sent, &problem)).await
        }
    }
}

fn words(app: &App, sent: &Sent, problem: &Problem) -> Value {
    let wants_code = problem.kind == SECOND_FACTOR_REQUIRED;
    context! { to => wanted(&sent.r#return), email => shown(&sent.email), wants_code, others => others(app) }
}
