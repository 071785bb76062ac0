//! `/login/sign-up`: creates an account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use minijinja::context;
use serde::Deserialize;
use serde_json::json;

use super::layout::{Posted, error_page, page, redirect, safe_return_path, truncated};
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::provider::Session;
use crate::auth::http::forms::SignUpRequest;
use crate::auth::http::return_path;
use crate::auth::http::sign_up::create_account;
use crate::http::app::App;
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;
use crate::http::server::client::Client;

/// The template.
pub const NAME: &str = "sign_up.html";

/// The form; absent fields are blank.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Fields {
    first_name: String,
    last_name: String,
    email: String,
    password: String,
    r#return: String,
}

/// Shows the blank form.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    let to = query.take("return");
    page(&app, StatusCode::OK, NAME, context! { to => return_path::checked(to.as_deref()) }).await
}

/// Creates the account, signs in and redirects to the return path.
pub async fn submit(State(app): State<App>, client: Client, audit: AuditContext, posted: Posted<Fields>) -> Response {
    let Posted { fields, error } = posted;
    let result = match error {
        Some(problem) => Err(problem),
        None => create(&app, &client, audit, &fields).await,
    };
    match result {
        Ok(session) => redirect(&app, return_path::after(&fields.r#return, &session.account), Some(&session)),
        Err(problem) => {
            let values = context! {
                to => safe_return_path(&fields.r#return), email => truncated(&fields.email),
                first_name => truncated(&fields.first_name), last_name => truncated(&fields.last_name),
            };
            error_page(&app, &problem, NAME, values).await
        }
    }
}

/// Applies the same rules as the API call.
async fn create(app: &App, client: &Client, audit: AuditContext, fields: &Fields) -> Result<Session, Problem> {
    let Fields { first_name, last_name, email, password, .. } = fields;
    let body = json!({ "firstName": first_name, "lastName": last_name, "email": email, "password": password });
    let form: SignUpRequest = app.schemas.read_as("SignUpRequest", body)?;
    create_account(app, client, audit, form).await
}
