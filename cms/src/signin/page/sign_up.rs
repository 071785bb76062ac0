//! `/login/sign-up`.

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
use crate::http::query::Query;
use crate::identity::builtin::provider::Session;
use crate::signin::forms::SignUpForm;
use crate::signin::pages::{Posted, onward, page, refused, shown, wanted};
use crate::signin::return_path;
use crate::signin::sign_up::join;

/// The page's name.
pub const NAME: &str = "sign_up.html";

/// What the form sends; what is missing is blank.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Sent {
    first_name: String,
    last_name: String,
    email: String,
    password: String,
    r#return: String,
}

/// The blank form.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    let to = query.take("return");
    page(&app, StatusCode::OK, NAME, context! { to => return_path::checked(to.as_deref()) }).await
}

/// Makes the account and goes where it was meant to.
pub async fn submit(State(app): State<App>, client: Client, audit: AuditContext, posted: Posted<Sent>) -> Response {
    let Posted { sent, fault } = posted;
    let joined = match fault {
        Some(problem) => Err(problem),
        None => joined(&app, &client, audit, &sent).await,
    };
    match joined {
        Ok(session) => onward(&app, return_path::after(&sent.r#return, &session.account), Some(&session)),
        Err(problem) => {
            let words = context! {
                to => wanted(&sent.r#return), email => shown(&sent.email), first_name => shown(&sent.first_name),
                last_name => shown(&sent.last_name),
            };
            refused(&app, &problem, NAME, words).await
        }
    }
}

/// The same rules and sentences as the call's.
async fn joined(app: &App, client: &Client, audit: AuditContext, sent: &Sent) -> Result<Session, Problem> {
    let Sent { first_name, last_name, email, password, .. } = sent;
    let body = json!({ "firstName": first_name, "lastName": last_name, "email": email, "password": password });
    let checked: SignUpForm = app.schemas.read_as("SignUpForm", body)?;
    join(app, client, audit, checked).await
}
