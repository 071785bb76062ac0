//! `/login/account`: one's own account without scripts. Signing in here begins a session of its own, kept for 15 minutes in
//! a cookie that this page alone is sent.

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::Response;
use minijinja::{Value, context};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::audit_log::model::{Actor, AuditContext};
use crate::common::clock::Timestamp;
use crate::http::app::App;
use crate::http::caller::SessionAccount;
use crate::http::client::Client;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::identity::builtin::provider::{Attempted, Session};
use crate::identity::builtin::session;
use crate::signin::account::export;
use crate::signin::dto::SessionItem;
use crate::signin::errors::SECOND_FACTOR_REQUIRED;
use crate::signin::forms::{DeletionForm, PasswordForm};
use crate::signin::pages::{Posted, onward, page, refused, shown};
use crate::signin::{cookie, delete_account, password, sessions};

/// The page's name.
pub const NAME: &str = "account.html";
/// Where it is.
pub const PATH: &str = "/login/account";

/// Who is signed in on this page, if somebody is.
pub struct Holder(Option<SessionAccount>);

impl<S> FromRequestParts<S> for Holder
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let app = App::from_ref(state);
        let Some(token) = cookie::account_token(&parts.headers) else { return Ok(Self(None)) };
        let now = app.clock.now();
        let held = app.identity.holder_of(&app.db, &token, now).await?.filter(|held| held.account.is_active);
        let Some(held) = held else { return Ok(Self(None)) };
        // The token lives for an hour; this page trusts it for as long as its cookie is kept.
        let began = session::began(&app.db, &held.session).await?;
        let is_fresh = began.is_some_and(|began| now < began.plus_seconds(cookie::ACCOUNT_S));
        Ok(Self(is_fresh.then_some(SessionAccount { account: held.account, session: Some(held.session) })))
    }
}

/// The account, or the form to sign in for it.
pub async fn show(State(app): State<App>, Holder(holder): Holder, mut query: Query) -> Result<Response, Problem> {
    let said = match query.take("said").as_deref() {
        Some("password") => "Your password is changed. You are signed out everywhere else.",
        Some("session") => "Signed out there.",
        Some("signed-out") => "You are signed out.",
        Some("deleted") if app.outbox.has_server() => "Your account is deleted. An email confirms it.",
        Some("deleted") => "Your account is deleted.",
        _ => "",
    };
    let words = words(&app, holder.as_ref()).await?;
    Ok(page(&app, StatusCode::OK, NAME, context! { said, ..words }).await)
}

/// What signs in.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Credentials {
    email: String,
    password: String,
    code: String,
}

/// Signs in on this page.
pub async fn sign_in(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    posted: Posted<Credentials>,
) -> Response {
    let Posted { sent, fault } = posted;
    let attempted = Attempted {
        email: &sent.email,
        password: &sent.password,
        code: Some(sent.code.as_str()),
        from: client.address,
        device: &client.agent,
    };
    let signed_in = match fault {
        Some(problem) => Err(problem),
        None => app.identity.sign_in(&app.db, attempted, audit, app.clock.now()).await.map_err(Problem::from),
    };
    match signed_in {
        Ok(session) => to_page(&app, "", Some(&session)),
        Err(problem) => {
            let wants_code = problem.kind == SECOND_FACTOR_REQUIRED;
            refused(&app, &problem, NAME, context! { email => shown(&sent.email), wants_code }).await
        }
    }
}

/// The fields of the form that changes the password.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Passwords {
    current_password: String,
    new_password: String,
}

/// Changes the password; what is signed in elsewhere ends.
pub async fn change_password(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    Holder(holder): Holder,
    posted: Posted<Passwords>,
) -> Result<Response, Problem> {
    let Posted { sent, fault } = posted;
    let Some(holder) = holder else { return Ok(to_page(&app, "", None)) };
    let body = json!({ "currentPassword": sent.current_password, "newPassword": sent.new_password });
    let changed = async {
        let form: PasswordForm = read(&app, fault, "PasswordForm", body)?;
        password::change(&app, (&client, by(audit, &holder)), holder.account.clone(), form).await
    };
    match changed.await {
        Ok(session) => Ok(to_page(&app, "?said=password", Some(&session))),
        Err(problem) => refused_to(&app, &holder, &problem).await,
    }
}

/// Which session is to end.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Ended {
    id: String,
}

/// Signs out somewhere else.
pub async fn end_session(
    State(app): State<App>,
    audit: AuditContext,
    Holder(holder): Holder,
    posted: Posted<Ended>,
) -> Result<Response, Problem> {
    let Posted { sent, fault } = posted;
    let Some(holder) = holder else { return Ok(to_page(&app, "", None)) };
    let ended = match fault {
        Some(problem) => Err(problem),
        None => sessions::end(&app, by(audit, &holder), holder.account.clone(), sent.id).await,
    };
    match ended {
        Ok(()) => Ok(to_page(&app, "?said=session", None)),
        Err(problem) => refused_to(&app, &holder, &problem).await,
    }
}

/// Everything that is kept about the account, as a file.
pub async fn download(State(app): State<App>, Holder(holder): Holder) -> Result<Response, Problem> {
    match holder {
        Some(holder) => export(&app, holder).await,
        None => Ok(to_page(&app, "", None)),
    }
}

/// Deletes the account.
pub async fn delete(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    Holder(holder): Holder,
    posted: Posted<Passwords>,
) -> Result<Response, Problem> {
    let Posted { sent, fault } = posted;
    let Some(holder) = holder else { return Ok(to_page(&app, "", None)) };
    let deleted = async {
        let form: DeletionForm =
            read(&app, fault, "DeletionForm", json!({ "currentPassword": sent.current_password }))?;
        delete_account::delete(&app, (&client, by(audit, &holder)), holder.account.clone(), form).await
    };
    match deleted.await {
        Ok(()) => Ok(signed_out(&app, "?said=deleted")),
        Err(problem) => refused_to(&app, &holder, &problem).await,
    }
}

/// Ends the session of this page.
pub async fn sign_out(
    State(app): State<App>,
    audit: AuditContext,
    Holder(holder): Holder,
    posted: Posted<Ended>,
) -> Result<Response, Problem> {
    if let (Some(SessionAccount { account, session: Some(session) }), None) = (&holder, &posted.fault) {
        let audit = audit.by(account);
        app.identity.sign_out(&app.db, (Some((session.clone(), account.id.clone())), None), audit).await?;
    }
    Ok(signed_out(&app, "?said=signed-out"))
}

/// A form by the contract's rules.
fn read<T: serde::de::DeserializeOwned>(
    app: &App,
    fault: Option<Problem>,
    name: &str,
    body: Json,
) -> Result<T, Problem> {
    match fault {
        Some(problem) => Err(problem),
        None => app.schemas.read_as(name, body),
    }
}

/// The trace of what the page's cookie allows: it names who that is.
fn by(audit: AuditContext, holder: &SessionAccount) -> AuditContext {
    AuditContext { who: Some(Actor::from(&holder.account)), ..audit }
}

/// Back to the page; with the session that begins, kept in its cookie.
fn to_page(app: &App, query: &str, session: Option<&Session>) -> Response {
    let mut response = onward(app, &format!("{PATH}{query}"), None);
    if let Some(session) = session {
        let kept = cookie::keeping_account(Some(&session.token), &app.public_url);
        response.headers_mut().append(header::SET_COOKIE, kept);
    }
    response
}

fn signed_out(app: &App, query: &str) -> Response {
    let mut response = onward(app, &format!("{PATH}{query}"), None);
    response.headers_mut().append(header::SET_COOKIE, cookie::keeping_account(None, &app.public_url));
    response
}

/// The page again, with the reason why it was not done.
async fn refused_to(app: &App, holder: &SessionAccount, problem: &Problem) -> Result<Response, Problem> {
    Ok(refused(app, problem, NAME, words(app, Some(holder)).await?).await)
}

/// What stands on the page of whoever is signed in.
async fn words(app: &App, holder: Option<&SessionAccount>) -> Result<Value, Problem> {
    let Some(SessionAccount { account, session }) = holder else { return Ok(context! {}) };
    let living = session::all(&app.db, &account.id, app.clock.now()).await?;
    let sessions: Vec<Value> = living
        .into_iter()
        .map(|one| SessionItem::seen_from(session.as_ref(), one))
        .map(|one| {
            let day = |moment: Timestamp| moment.to_string()[..10].to_owned();
            context! {
                id => one.id.0, device => one.device, used => day(one.used_at), created => day(one.created_at),
                is_current => one.is_current,
            }
        })
        .collect();
    let account = context! { email => account.email.clone(), name => account.display_name() };
    Ok(context! { account, sessions })
}
