//! The pages of emailed links: `/login/forgot` requests a link to reset the password, `/login/reset?token=` sets a
//! password, and `/login/verify?token=` verifies an address. Showing a page does not redeem its link, because mail
//! scanners open every link.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use minijinja::{Value, context};
use serde::Deserialize;
use serde_json::json;

use super::layout::{HtmlForm, error_page, page, redirect, truncate_input, validate_form};
use crate::audit::log::AuditContext;
use crate::auth::domain::builtin::session;
use crate::auth::domain::builtin::ticket::{self, TicketPurpose};
use crate::auth::http::requests::{NewPasswordRequest, PasswordResetRequest, VerificationRequest};
use crate::auth::http::{cookie, email_links};
use crate::http::app::App;
use crate::http::caller::{Client, OptionalAccount};
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;

pub(super) const FORGOT_TEMPLATE: &str = "forgot.html";
pub(super) const RESET_TEMPLATE: &str = "reset.html";
pub(super) const VERIFY_TEMPLATE: &str = "verify.html";

/// The path to which the form that verifies an address is sent. It is below the path of the refresh cookie, because
/// browsers do not send that cookie to `/login`. For an account without a password, the cookie is the only proof that
/// the account is the caller's.
pub(super) const VERIFY_FORM_PATH: &str = "/api/auth/verification/form";

/// The fields of the three forms on these pages; absent fields are blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct EmailLinkFields {
    email: String,
    token: String,
    password: String,
}

/// Shows the blank form that requests an email to reset the password.
pub async fn show_forgot_password(State(app): State<App>) -> Response {
    page(&app, StatusCode::OK, FORGOT_TEMPLATE, context! { has_mail => app.outbox.has_mail_server() }).await
}

/// Requests the email to reset the password.
pub async fn submit_forgot_password(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    HtmlForm { fields, error }: HtmlForm<EmailLinkFields>,
) -> Response {
    let result = async {
        let body = json!({ "email": fields.email });
        let form: PasswordResetRequest = validate_form(&app, error, "PasswordResetRequest", body)?;
        email_links::queue_password_reset_email(&app, (&client, audit), &form.email).await
    };
    let has_mail = app.outbox.has_mail_server();
    match result.await {
        Ok(()) => {
            // The message is the same whether or not an account has the address (R312).
            let notice = if has_mail { "pages.forgot.sent" } else { "pages.forgot.link_created" };
            page(&app, StatusCode::OK, FORGOT_TEMPLATE, context! { notice, has_mail }).await
        }
        Err(problem) => {
            let values = context! { email => truncate_input(&fields.email), has_mail };
            error_page(&app, &problem, FORGOT_TEMPLATE, values).await
        }
    }
}

/// Shows the form that sets a password.
pub async fn show_password_reset(State(app): State<App>, mut query: Query) -> Response {
    let token = truncate_input(&query.take("token").unwrap_or_default());
    page(&app, StatusCode::OK, RESET_TEMPLATE, context! { token }).await
}

/// Sets the password and redirects to the sign-in page.
pub async fn submit_password_reset(
    State(app): State<App>,
    audit: AuditContext,
    HtmlForm { fields, error }: HtmlForm<EmailLinkFields>,
) -> Response {
    let result = async {
        let body = json!({ "token": fields.token, "password": fields.password });
        let NewPasswordRequest { token, password } = validate_form(&app, error, "NewPasswordRequest", body)?;
        email_links::reset_password(&app, audit, (token, &password)).await
    };
    match result.await {
        Ok(()) => redirect(&app, "/login?notice=password", None),
        Err(problem) => {
            let token = truncate_input(&fields.token);
            error_page(&app, &problem, RESET_TEMPLATE, context! { token }).await
        }
    }
}

/// Shows the form that verifies an address.
pub async fn show_email_verification(State(app): State<App>, mut query: Query) -> Response {
    if query.take("notice").as_deref() == Some("confirmed") {
        let values = context! { notice => "pages.verify.confirmed" };
        return page(&app, StatusCode::OK, VERIFY_TEMPLATE, values).await;
    }
    let values = verification_page_values(&app, &query.take("token").unwrap_or_default()).await;
    page(&app, StatusCode::OK, VERIFY_TEMPLATE, values).await
}

/// Verifies the address. Redirects to the confirmation on this page if the browser has a session, or else to the
/// sign-in page.
pub async fn submit_email_verification(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    headers: HeaderMap,
    HtmlForm { fields, error }: HtmlForm<EmailLinkFields>,
) -> Response {
    let result = async {
        let body = json!({ "token": fields.token, "password": fields.password });
        let form: VerificationRequest = validate_form(&app, error, "VerificationRequest", body)?;
        let caller = OptionalAccount(match cookie::refresh_token(&headers) {
            Some(refresh) => session::account_of_refresh_token(&app.db, &refresh, app.clock.now()).await?,
            None => None,
        });
        email_links::verify_email_address(&app, &caller, (&client, audit), form).await?;
        Ok::<_, Problem>(caller.0.is_some())
    };
    match result.await {
        Ok(true) => redirect(&app, "/login/verify?notice=confirmed", None),
        Ok(false) => redirect(&app, "/login?notice=verified", None),
        Err(problem) => {
            let values = verification_page_values(&app, &fields.token).await;
            error_page(&app, &problem, VERIFY_TEMPLATE, values).await
        }
    }
}

/// The template variables of the page. It asks for the password, unless the link is valid and its account has none.
async fn verification_page_values(app: &App, token: &str) -> Value {
    let token = truncate_input(token);
    let account = ticket::account_of_ticket(&app.db, &token, TicketPurpose::Verify, app.clock.now()).await;
    let has_password = account.ok().flatten().is_none_or(|account| account.has_password);
    context! { token, has_password }
}
