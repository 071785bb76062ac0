//! `/login/account`: the page of the caller's account, which works without JavaScript. A sign-in on this page begins a
//! separate session. Its cookie is sent only to this page and its forms, for 15 minutes.

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::Response;
use minijinja::{Value, context};
use serde::Deserialize;
use serde_json::json;

use super::layout::{HtmlForm, error_page, page, redirect, truncate_input, validate_form};
use super::sign_in::{SignInFields, sign_in_with_fields};
use crate::audit::log::AuditContext;
use crate::auth::domain::builtin::session;
use crate::auth::http::requests::{AccountDeletionRequest, PasswordChangeRequest};
use crate::auth::http::{account, cookie, routes};
use crate::common::clock::Timestamp;
use crate::http::app::App;
use crate::http::caller::{Client, SessionAccount};
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;
use crate::http::sign_in_problem::SECOND_FACTOR_REQUIRED_TYPE;

pub(super) const TEMPLATE: &str = "account.html";
pub(super) const PATH: &str = "/login/account";

/// The account that is signed in on this page, if any.
pub struct PageCaller(Option<SessionAccount>);

impl<S> FromRequestParts<S> for PageCaller
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let app = App::from_ref(state);
        let Some(token) = cookie::account_page_access_token(&parts.headers) else { return Ok(Self(None)) };
        let now = app.clock.now();
        let found = app.auth.builtin.account_and_session(&app.db, &token, now).await?;
        let Some((account, session)) = found.filter(|(account, _)| account.is_active) else { return Ok(Self(None)) };
        // The access token is valid for an hour, but this page accepts it only during the lifetime of its cookie.
        let started_at = session::started_at(&app.db, &session).await?;
        let is_fresh = started_at.is_some_and(|at| now < at.plus_seconds(cookie::ACCOUNT_PAGE_COOKIE_LIFETIME_S));
        Ok(Self(is_fresh.then_some(SessionAccount { account, session: Some(session), signed_in_at: None })))
    }
}

/// Shows the account, or the sign-in form if no account is signed in on this page.
pub async fn show(
    State(app): State<App>,
    PageCaller(caller): PageCaller,
    mut query: Query,
) -> Result<Response, Problem> {
    let notice = match query.take("notice").as_deref() {
        Some("password") => "pages.account.password_changed",
        Some("session") => "pages.account.session_ended",
        Some("signed-out") => "pages.account.signed_out",
        Some("deleted") if app.outbox.has_mail_server() => "pages.account.deleted_with_email",
        Some("deleted") => "pages.account.deleted",
        _ => "",
    };
    let values = page_values(&app, caller.as_ref()).await?;
    Ok(page(&app, StatusCode::OK, TEMPLATE, context! { notice, ..values }).await)
}

/// Signs in on this page.
pub async fn sign_in(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    HtmlForm { fields, error }: HtmlForm<SignInFields>,
) -> Response {
    match sign_in_with_fields(&app, &client, audit, (&fields, error)).await {
        Ok(session) => redirect_with_cookie(&app, "", Some(&session.token)),
        Err(problem) => {
            let wants_code = problem.kind == SECOND_FACTOR_REQUIRED_TYPE;
            error_page(&app, &problem, TEMPLATE, context! { email => truncate_input(&fields.email), wants_code }).await
        }
    }
}

/// The fields of the forms that change the password and delete the account.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PasswordFields {
    current_password: String,
    new_password: String,
}

/// Changes the password. All sessions of the account end, and a new one begins on this page.
pub async fn change_password(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    PageCaller(caller): PageCaller,
    HtmlForm { fields, error }: HtmlForm<PasswordFields>,
) -> Result<Response, Problem> {
    let Some(caller) = caller else { return Ok(redirect(&app, PATH, None)) };
    let body = json!({ "currentPassword": fields.current_password, "newPassword": fields.new_password });
    let result = async {
        let form: PasswordChangeRequest = validate_form(&app, error, "PasswordChangeRequest", body)?;
        let audit = audit.with_actor(&caller.account);
        account::replace_password(&app, (&client, audit), caller.account.clone(), form).await
    };
    match result.await {
        Ok(session) => Ok(redirect_with_cookie(&app, "?notice=password", Some(&session.token))),
        Err(problem) => page_with_error(&app, &caller, &problem).await,
    }
}

/// The id of the session to end; not used by the form that ends the session of this page.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SessionFields {
    id: String,
}

/// Ends another session of the account.
pub async fn end_session(
    State(app): State<App>,
    audit: AuditContext,
    PageCaller(caller): PageCaller,
    HtmlForm { fields, error }: HtmlForm<SessionFields>,
) -> Result<Response, Problem> {
    let Some(caller) = caller else { return Ok(redirect(&app, PATH, None)) };
    let audit = audit.with_actor(&caller.account);
    let result = match error {
        Some(problem) => Err(problem),
        None => routes::end_session_by_id(&app, audit, caller.account.clone(), fields.id).await,
    };
    match result {
        Ok(()) => Ok(redirect(&app, "/login/account?notice=session", None)),
        Err(problem) => page_with_error(&app, &caller, &problem).await,
    }
}

/// The data export of the account, as a file.
pub async fn download(State(app): State<App>, PageCaller(caller): PageCaller) -> Result<Response, Problem> {
    match caller {
        Some(caller) => account::export(&app, caller).await,
        None => Ok(redirect(&app, PATH, None)),
    }
}

/// Deletes the account.
pub async fn delete(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    PageCaller(caller): PageCaller,
    HtmlForm { fields, error }: HtmlForm<PasswordFields>,
) -> Result<Response, Problem> {
    let Some(caller) = caller else { return Ok(redirect(&app, PATH, None)) };
    let result = async {
        let body = json!({ "currentPassword": fields.current_password });
        let form: AccountDeletionRequest = validate_form(&app, error, "AccountDeletionRequest", body)?;
        account::delete(&app, (&client, audit.with_actor(&caller.account)), caller.account.clone(), form).await
    };
    match result.await {
        Ok(()) => Ok(redirect_with_cookie(&app, "?notice=deleted", None)),
        Err(problem) => page_with_error(&app, &caller, &problem).await,
    }
}

/// Ends the session of this page.
pub async fn sign_out(
    State(app): State<App>,
    audit: AuditContext,
    PageCaller(caller): PageCaller,
    HtmlForm { error, .. }: HtmlForm<SessionFields>,
) -> Result<Response, Problem> {
    if let (Some(SessionAccount { account, session: Some(session), .. }), None) = (&caller, &error) {
        let audit = audit.with_actor(account);
        app.auth.builtin.sign_out(&app.db, (Some((session.clone(), account.id.clone())), None), audit).await?;
    }
    Ok(redirect_with_cookie(&app, "?notice=signed-out", None))
}

/// Redirects to the page with `query`, which is empty or begins with `?`. Stores the access token `token` in the page's
/// cookie, or deletes the cookie if `token` is `None`.
fn redirect_with_cookie(app: &App, query: &str, token: Option<&str>) -> Response {
    let mut response = redirect(app, &format!("{PATH}{query}"), None);
    response.headers_mut().append(header::SET_COOKIE, cookie::account_page_cookie_header(token, &app.public_url));
    response
}

async fn page_with_error(app: &App, caller: &SessionAccount, problem: &Problem) -> Result<Response, Problem> {
    Ok(error_page(app, problem, TEMPLATE, page_values(app, Some(caller)).await?).await)
}

/// The template variables of the page: the account and its sessions. Empty without a caller.
async fn page_values(app: &App, caller: Option<&SessionAccount>) -> Result<Value, Problem> {
    let Some(SessionAccount { account, session, .. }) = caller else { return Ok(context! {}) };
    let sessions = session::all(&app.db, &account.id, session.as_ref(), app.clock.now()).await?;
    let day = |time: Timestamp| time.to_string()[..10].to_owned();
    let sessions = sessions.into_iter().map(|item| {
        context! {
            id => item.id.0, device => item.device, used => day(item.used_at), created => day(item.created_at),
            is_current => item.is_current,
        }
    });
    let sessions: Vec<Value> = sessions.collect();
    let account = context! { email => account.email.clone(), name => account.display_name() };
    Ok(context! { account, sessions })
}
