//! `/login/verify?token=`: where the links of letters lead that show whose a mailbox is.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use minijinja::{Value, context};
use serde::Deserialize;
use serde_json::json;

use crate::audit_log::model::AuditContext;
use crate::http::app::App;
use crate::http::caller::OptionalAccount;
use crate::http::client::Client;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::identity::builtin::session;
use crate::identity::builtin::ticket::{self, Purpose};
use crate::signin::forms::VerifyForm;
use crate::signin::pages::{Posted, onward, page, refused, shown};
use crate::signin::{cookie, email_verification};

/// The page's name.
pub const NAME: &str = "verify.html";

/// Where the form is sent: among the calls that the session's cookie is for. To a path under `/login` no browser would
/// bring it, and who has no password could not show that the account is theirs.
pub const FORM: &str = "/api/auth/verification/form";

/// What the form sends; what is missing is blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Sent {
    token: String,
    password: String,
}

/// The form. Opening the page uses nothing up: mail scanners open every link.
pub async fn show(State(app): State<App>, mut query: Query) -> Response {
    if query.take("said").as_deref() == Some("confirmed") {
        return page(&app, StatusCode::OK, NAME, context! { said => "Your email is confirmed." }).await;
    }
    let words = words(&app, &query.take("token").unwrap_or_default()).await;
    page(&app, StatusCode::OK, NAME, words).await
}

/// Verifies the address. Who is signed in in this browser goes on as they are, everybody else to signing in.
pub async fn submit(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    headers: HeaderMap,
    posted: Posted<Sent>,
) -> Response {
    let Posted { sent, fault } = posted;
    let confirmed = match fault {
        Some(problem) => Err(problem),
        None => confirmed(&app, (&client, audit), &headers, &sent).await,
    };
    match confirmed {
        Ok(OptionalAccount(Some(_))) => onward(&app, "/login/verify?said=confirmed", None),
        Ok(OptionalAccount(None)) => onward(&app, "/login?said=verified", None),
        Err(problem) => refused(&app, &problem, NAME, words(&app, &sent.token).await).await,
    }
}

/// Answers who is signed in in the browser that sent the form.
async fn confirmed(
    app: &App,
    from: (&Client, AuditContext),
    headers: &HeaderMap,
    sent: &Sent,
) -> Result<OptionalAccount, Problem> {
    let body = json!({ "token": sent.token, "password": sent.password });
    let form: VerifyForm = app.schemas.read_as("VerifyForm", body)?;
    let caller = OptionalAccount(match cookie::held(headers) {
        Some(refresh) => session::carried_by(&app.db, &refresh, app.clock.now()).await?,
        None => None,
    });
    email_verification::confirm(app, &caller, from, form).await?;
    Ok(caller)
}

/// What stands on the page: a password is asked for where the account has one.
async fn words(app: &App, token: &str) -> Value {
    let token = shown(token);
    let holder = ticket::holder(&app.db, &token, Purpose::Verify, app.clock.now()).await.ok().flatten();
    let has_password = holder.is_none_or(|account| account.has_password);
    context! { token, has_password }
}
