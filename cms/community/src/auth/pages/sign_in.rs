//! `/login`, the sign-in page of the site and of the console, and `/login/sign-up`, which creates an account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use minijinja::{Value, context};
use serde::Deserialize;
use serde_json::json;

use super::layout::{HtmlForm, error_page, page, redirect, truncate_input, validate_form};
use crate::audit::log::AuditContext;
use crate::auth::domain::builtin::provider::{IssuedAccessToken, SignInAttempt};
use crate::auth::domain::federated::failure::FederatedSignInFailure;
use crate::auth::http::requests::SignUpRequest;
use crate::auth::http::return_path;
use crate::auth::http::routes::create_account_and_session;
use crate::http::app::App;
use crate::http::caller::Client;
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;
use crate::http::sign_in_problem::SECOND_FACTOR_REQUIRED_TYPE;

pub(super) const SIGN_IN_TEMPLATE: &str = "sign_in.html";
pub(super) const SIGN_UP_TEMPLATE: &str = "sign_up.html";

/// The fields of a sign-in form; absent fields are blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SignInFields {
    pub(super) email: String,
    password: String,
    code: String,
    r#return: String,
}

/// Shows the blank sign-in form.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    // Unknown parameters are ignored, because links of advertising campaigns add some.
    let to = query.take("return").unwrap_or_default();
    let notice = match query.take("notice").as_deref() {
        Some("password") => "pages.sign_in.password_set",
        Some("verified") => "pages.verify.confirmed",
        _ => "",
    };
    let failure = query.take("failed").and_then(|code| FederatedSignInFailure::from_code(&code));
    let failure = failure.map(FederatedSignInFailure::message_key);
    let values = context! { to => return_path::validate(&to), notice, failure, others => providers(&app) };
    page(&app, StatusCode::OK, SIGN_IN_TEMPLATE, values).await
}

fn providers(app: &App) -> Vec<Value> {
    let federated = &app.auth.federated;
    let providers = federated.configured_providers().into_iter();
    providers.map(|provider| context! { word => provider.as_str(), name => federated.display_name(provider) }).collect()
}

/// Signs in and redirects to the return path.
pub async fn submit(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    HtmlForm { fields, error }: HtmlForm<SignInFields>,
) -> Response {
    match sign_in_with_fields(&app, &client, audit, (&fields, error)).await {
        Ok(session) => redirect(&app, return_path::resolve(&fields.r#return, &session.account), Some(&session)),
        Err(problem) => {
            let values = context! {
                to => return_path::validate(&fields.r#return), email => truncate_input(&fields.email),
                wants_code => problem.kind == SECOND_FACTOR_REQUIRED_TYPE, others => providers(&app),
            };
            error_page(&app, &problem, SIGN_IN_TEMPLATE, values).await
        }
    }
}

/// Signs in with the fields of a form. Returns `error` if the form has one.
pub async fn sign_in_with_fields(
    app: &App,
    client: &Client,
    audit: AuditContext,
    (fields, error): (&SignInFields, Option<Problem>),
) -> Result<IssuedAccessToken, Problem> {
    if let Some(problem) = error {
        return Err(problem);
    }
    let SignInFields { email, password, code, .. } = fields;
    let (client_address, user_agent) = (client.address, client.user_agent.as_str());
    let attempt = SignInAttempt { email, password, code: Some(code.as_str()), client_address, user_agent };
    Ok(app.auth.builtin.sign_in(&app.db, attempt, audit, app.clock.now()).await?)
}

/// The fields of the sign-up form; absent fields are blank.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct NewAccountFields {
    first_name: String,
    last_name: String,
    email: String,
    password: String,
    r#return: String,
}

/// Shows the blank form of the sign-up page.
pub async fn show_sign_up(State(app): State<App>, mut query: Query) -> Response {
    let to = query.take("return").unwrap_or_default();
    page(&app, StatusCode::OK, SIGN_UP_TEMPLATE, context! { to => return_path::validate(&to) }).await
}

/// Creates the account with the rules of `POST /api/auth/sign-up`, signs in and redirects to the return path.
pub async fn submit_sign_up(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    HtmlForm { fields, error }: HtmlForm<NewAccountFields>,
) -> Response {
    let NewAccountFields { first_name, last_name, email, password, r#return } = fields;
    let body = json!({ "firstName": first_name, "lastName": last_name, "email": email, "password": password });
    let result = async {
        let form: SignUpRequest = validate_form(&app, error, "SignUpRequest", body)?;
        create_account_and_session(&app, &client, audit, form).await
    };
    match result.await {
        Ok(session) => redirect(&app, return_path::resolve(&r#return, &session.account), Some(&session)),
        Err(problem) => {
            let values = context! {
                to => return_path::validate(&r#return), email => truncate_input(&email),
                first_name => truncate_input(&first_name), last_name => truncate_input(&last_name),
            };
            error_page(&app, &problem, SIGN_UP_TEMPLATE, values).await
        }
    }
}
