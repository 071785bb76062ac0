//! Password links: an admin copies one if no mail server is configured or an email was lost.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::routes::UserId;
use super::service::missing;
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::auth::domain::builtin::ticket::{self, INVITE_LINK_S, RESET_LINK_S};
use crate::auth::domain::model::Account;
use crate::auth::domain::store;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::http::app::App;
use crate::http::auth::caller::{Admin, RequireLocalIdentity};
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::WriteError;
use crate::http::problem::Problem;
use crate::http::server::client::Client;

/// A single-use link to set a password. Treat it as a secret: it works for anyone who has it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordLinkResponse {
    /// The kind of the link.
    pub kind: PasswordLinkKind,
    /// The link. It can be used once, and only this response contains it.
    #[schema(example = "https://guide.example/login/reset?token=uX2m0fJ1rKc5nP8sWq3vYz6aBd9eGh4iLo7tQx1CyEM")]
    pub link: String,
    /// The time at which the link expires.
    pub expires_at: Timestamp,
}

/// The kind of a password link: `invitation` for an account without a password (seven days), `reset` for others (30
/// minutes).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PasswordLinkKind {
    /// The account has no password yet: the link is good for seven days.
    Invitation,
    /// The account has a password: the link is good for 30 minutes.
    Reset,
}

/// Create a password link for an admin to hand over.
///
/// Admins only. For an account without a password it is an invitation, otherwise a link to reset the password. The link
/// can be used once and replaces all earlier ones. Its use ends all sessions of the account. Unlike a link in an email,
/// it does not verify the address and never removes the second factor.
#[utoipa::path(
    post, path = "/api/admin/users/{id}/password-link", operation_id = "createPasswordLink", tag = "Users",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the account.")),
    responses(
        (status = 201, body = PasswordLinkResponse, description = "The link was created."),
        (status = 409, description = "The account is inactive or the caller's own, or Firebase manages the accounts of this guide."),
        (status = 429, description = "Too many links were requested."),
    ),
)]
pub async fn create_password_link(
    State(app): State<App>,
    caller: Admin,
    _here: RequireLocalIdentity,
    (client, audit): (Client, AuditContext),
    UserId(id): UserId,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((StatusCode::CREATED, no_store, Json(create(&app, (&client, audit), &caller.0, id).await?)))
}

async fn create(
    app: &App,
    (client, audit): (&Client, AuditContext),
    caller: &Account,
    id: AccountId,
) -> Result<PasswordLinkResponse, Problem> {
    let now = app.clock.now();
    if caller.id == id {
        // Otherwise a thief of a session could set a password with it.
        let sentence = "This is your own account: change your password on your account page.";
        return Err(Problem::new(StatusCode::CONFLICT, sentence));
    }
    // Counted separately from the emails that any caller can request, so that those do not use up the limit of admins.
    app.identity.emails.count(&app.db, RateLimitKey::Account(&id), client.address, now).await?;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let account = store::locked(tx, &id).await?.ok_or_else(missing)?;
            if !account.is_active {
                let sentence = "This account is not active: activate it first.";
                return Err(WriteError::from(Problem::new(StatusCode::CONFLICT, sentence)));
            }
            let (kind, lifetime_s) = match account.has_password {
                true => (PasswordLinkKind::Reset, RESET_LINK_S),
                false => (PasswordLinkKind::Invitation, INVITE_LINK_S),
            };
            let token = ticket::issue_handed(tx, &account, lifetime_s, now).await?;
            audit.log_touched(tx, &account).await?;
            Ok((kind, token, now.plus_seconds(lifetime_s)))
        })
    });
    let (kind, token, expires_at) = work.await?;
    let link = format!("{}/login/reset?token={}", app.public_url, token.reveal());
    Ok(PasswordLinkResponse { kind, link, expires_at })
}
