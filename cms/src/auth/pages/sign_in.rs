//! `/login`: the sign-in page of the site and of the console.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use minijinja::{Value, context};
use serde::Deserialize;

use super::layout::{Posted, error_page, page, redirect, safe_return_path, truncated};
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::provider::SignInAttempt;
use crate::auth::domain::federated::failure::Failure;
use crate::auth::http::errors::SECOND_FACTOR_REQUIRED;
use crate::auth::http::return_path;
use crate::http::app::App;
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;
use crate::http::server::client::Client;

/// The template.
pub const NAME: &str = "sign_in.html";

/// The form; absent fields are blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Fields {
    email: String,
    password: String,
    code: String,
    r#return: String,
}

/// Shows the blank form.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    // Unknown parameters are ignored: links from campaigns carry some.
    let to = query.take("return");
    let said = match query.take("said").as_deref() {
        Some("password") => "Your password is set. Please sign in with it.",
        Some("verified") => "Your email is confirmed.",
        _ => "",
    };
    let error = query.take("failed").and_then(|code| Failure::from_code(&code)).map(|failure| failure.to_string());
    let values = context! {
        to => return_path::checked(to.as_deref()), said, failed => error.is_some(), error, others => providers(&app),
    };
    page(&app, StatusCode::OK, NAME, values).await
}

/// The identity providers that the page offers.
fn providers(app: &App) -> Vec<Value> {
    let offered = app.federated.offered().into_iter();
    offered.map(|provider| context! { word => provider.word(), name => app.federated.name(provider) }).collect()
}

/// Signs in and redirects to the return path.
pub async fn submit(State(app): State<App>, client: Client, audit: AuditContext, posted: Posted<Fields>) -> Response {
    let Posted { fields, error } = posted;
    if let Some(problem) = error {
        return error_page(&app, &problem, NAME, values(&app, &fields, &problem)).await;
    }
    let attempt = SignInAttempt {
        email: &fields.email,
        password: &fields.password,
        code: Some(fields.code.as_str()),
        from: client.address,
        device: &client.agent,
    };
    match app.identity.sign_in(&app.db, attempt, audit, app.clock.now()).await {
        Ok(session) => redirect(&app, return_path::after(&fields.r#return, &session.account), Some(&session)),
        Err(error) => {
            let problem = Problem::from(error);
            error_page(&app, &problem, NAME, values(&app, &fields, &problem)).await
        }
    }
}

fn values(app: &App, fields: &Fields, problem: &Problem) -> Value {
    let wants_code = problem.kind == SECOND_FACTOR_REQUIRED;
    context! {
        to => safe_return_path(&fields.r#return), email => truncated(&fields.email), wants_code, others => providers(app),
    }
}
