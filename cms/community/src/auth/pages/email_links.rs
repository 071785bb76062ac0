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

/// The template of the page on which a user requests an email to reset the password.
pub const FORGOT_PASSWORD_TEMPLATE: &str = "forgot.html";
/// The template of the page that sets a password.
pub const PASSWORD_RESET_TEMPLATE: &str = "reset.html";
/// The template of the page that verifies an address.
pub const EMAIL_VERIFICATION_TEMPLATE: &str = "verify.html";

/// The path to which the form that verifies an address is sent. It is below the path of the refresh cookie, because
/// browsers do not send that cookie to `/login`. For an account without a password, the cookie is the only proof that
/// the account is the caller's.
pub const EMAIL_VERIFICATION_FORM_PATH: &str = "/api/auth/verification/form";

// The keys of the messages after a request, with and without a mail server. A message is the same whether or not an
// account has the address (R312).
const EMAIL_SENT_MESSAGE_KEY: &str = "pages.forgot.sent";
const LINK_CREATED_MESSAGE_KEY: &str = "pages.forgot.link_created";

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
    page(&app, StatusCode::OK, FORGOT_PASSWORD_TEMPLATE, context! { has_mail => app.outbox.has_mail_server() }).await
}

/// Requests the email to reset the password.
pub async fn submit_forgot_password(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    posted_form: HtmlForm<EmailLinkFields>,
) -> Response {
    let HtmlForm { fields, error } = posted_form;
    let result = async {
        let body = json!({ "email": fields.email });
        let form: PasswordResetRequest = validate_form(&app, error, "PasswordResetRequest", body)?;
        email_links::queue_password_reset_email(&app, (&client, audit), &form.email).await
    };
    let has_mail = app.outbox.has_mail_server();
    match result.await {
        Ok(()) => {
            let notice = if has_mail { EMAIL_SENT_MESSAGE_KEY } else { LINK_CREATED_MESSAGE_KEY };
            page(&app, StatusCode::OK, FORGOT_PASSWORD_TEMPLATE, context! { notice, has_mail }).await
        }
        Err(problem) => {
            error_page(
                &app,
                &problem,
                FORGOT_PASSWORD_TEMPLATE,
                context! { email => truncate_input(&fields.email), has_mail },
            )
            .await
        }
    }
}

/// Shows the form that sets a password.
pub async fn show_password_reset(State(app): State<App>, mut query: Query) -> Response {
    let token = truncate_input(&query.take("token").unwrap_or_default());
    page(&app, StatusCode::OK, PASSWORD_RESET_TEMPLATE, context! { token }).await
}

/// Sets the password and redirects to the sign-in page.
pub async fn submit_password_reset(
    State(app): State<App>,
    audit: AuditContext,
    posted_form: HtmlForm<EmailLinkFields>,
) -> Response {
    let HtmlForm { fields, error } = posted_form;
    let result = async {
        let body = json!({ "token": fields.token, "password": fields.password });
        let NewPasswordRequest { token, password } = validate_form(&app, error, "NewPasswordRequest", body)?;
        email_links::reset_password(&app, audit, (token, &password)).await
    };
    match result.await {
        Ok(()) => redirect(&app, "/login?notice=password", None),
        Err(problem) => {
            error_page(&app, &problem, PASSWORD_RESET_TEMPLATE, context! { token => truncate_input(&fields.token) })
                .await
        }
    }
}

/// Shows the form that verifies an address.
pub async fn show_email_verification(State(app): State<App>, mut query: Query) -> Response {
    if query.take("notice").as_deref() == Some("confirmed") {
        return page(
            &app,
            StatusCode::OK,
            EMAIL_VERIFICATION_TEMPLATE,
            context! { notice => "pages.verify.confirmed" },
        )
        .await;
    }
    let values = email_verification_page_values(&app, &query.take("token").unwrap_or_default()).await;
    page(&app, StatusCode::OK, EMAIL_VERIFICATION_TEMPLATE, values).await
}

/// Verifies the address. Redirects to the confirmation on this page if the browser has a session, or else to the
/// sign-in page.
pub async fn submit_email_verification(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    headers: HeaderMap,
    posted_form: HtmlForm<EmailLinkFields>,
) -> Response {
    let HtmlForm { fields, error } = posted_form;
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
            error_page(
                &app,
                &problem,
                EMAIL_VERIFICATION_TEMPLATE,
                email_verification_page_values(&app, &fields.token).await,
            )
            .await
        }
    }
}

/// The template variables of the page that verifies an address. The page asks for the password, unless the link is
/// valid and its account has none.
async fn email_verification_page_values(app: &App, token: &str) -> Value {
    let token = truncate_input(token);
    let account =
        ticket::account_of_ticket(&app.db, &token, TicketPurpose::Verify, app.clock.now()).await.ok().flatten();
    let has_password = account.is_none_or(|account| account.has_password);
    context! { token, has_password }
}
