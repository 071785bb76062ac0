//! Showing that a mailbox is one's own.

use axum::extract::State;
use axum::http::StatusCode;

use super::forms::TokenForm;
use super::refusal::link_is_over;
use crate::http::app::App;
use crate::http::caller::InSession;
use crate::http::client::Client;
use crate::http::forms::Valid;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::sent::Refusal;
use crate::identity::builtin::ticket::{self, Purpose};
use crate::identity::store;
use crate::jobs::letters::{self, Kind};

/// How long a link to verify an address is good, in seconds: three days.
pub const LINK_S: i64 = 3 * 24 * 3600;

/// Have a letter sent that verifies the address.
///
/// Does nothing where it is verified already.
#[utoipa::path(
    post, path = "/api/auth/verification", operation_id = "requestVerification", tag = "Identity",
    security(("bearer" = [])),
    responses(
        (status = 202, description = "The letter is on its way."),
        (status = 429, body = Problem, content_type = "application/problem+json",
            description = "Too many letters.", headers(("retry-after" = i64, description = "Seconds to wait."))),
    ),
)]
pub async fn request_verification(
    State(app): State<App>,
    client: Client,
    caller: InSession,
    query: Query,
) -> Result<StatusCode, Problem> {
    query.done()?;
    let account = caller.account;
    if account.is_email_verified {
        return Ok(StatusCode::ACCEPTED);
    }
    let now = app.clock.now();
    let _counted = app.identity.letters.begin(&account.email, client.address, now)?;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            match letters::add(tx, (Kind::Verify, &account.email, Some(&account.id)), now).await? {
                true => Ok(()),
                false => Err(outbox_is_full()),
            }
        })
    });
    work.await?;
    app.outbox.ring();
    Ok(StatusCode::ACCEPTED)
}

/// 503: too many letters wait already.
pub fn outbox_is_full() -> Refusal {
    let sentence = "Too many letters are waiting to be sent. Please try again later.";
    Problem { wait_s: Some(60), ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, sentence) }.into()
}

/// Verify an address with the link of a letter.
#[utoipa::path(
    post, path = "/api/auth/verification/confirm", operation_id = "confirmVerification", tag = "Identity",
    request_body = TokenForm,
    responses((status = 204, description = "The address is verified.")),
)]
pub async fn confirm_verification(
    State(app): State<App>,
    query: Query,
    form: Valid<TokenForm>,
) -> Result<StatusCode, Problem> {
    query.done()?;
    confirm(&app, form.0.token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Uses the link up. 422 naming `token` when it is over.
pub async fn confirm(app: &App, token: String) -> Result<(), Problem> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let Some(mut account) = ticket::redeem(tx, &token, Purpose::Verify, now).await? else {
                return Err(Refusal::from(link_is_over()));
            };
            account.is_email_verified = true;
            store::change(tx, &account, now).await?;
            Ok(ticket::forget(tx, &account.id, Purpose::Verify).await?)
        })
    });
    Ok(work.await?)
}
