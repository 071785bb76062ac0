//! Deleting one's own account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::forms::LeaveForm;
use super::refusal::beside;
use super::routes::forgotten;
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::http::app::App;
use crate::http::caller::InSession;
use crate::http::client::Client;
use crate::http::forms::Valid;
use crate::http::origin::SameOrigin;
use crate::http::problem::{FieldError, Problem};
use crate::http::query::Query;
use crate::http::sent::Refusal;
use crate::identity::builtin::provider::SignInError;
use crate::identity::builtin::session;
use crate::identity::store;
use crate::record::model::Trace;

/// Delete one's own account.
///
/// With the password, where the account has one. Its sessions and likes end, its places lose their owner, what it wrote
/// in the guestbook stays under an abbreviated name.
#[utoipa::path(
    delete, path = "/api/auth/account", operation_id = "deleteAccount", tag = "Identity", security(("bearer" = [])),
    request_body = LeaveForm,
    responses(
        (status = 204, description = "It is gone.",
            headers(("set-cookie" = String, description = "Takes `karst_refresh` back."))),
        (status = 409, body = Problem, content_type = "application/problem+json",
            description = "It is the last admin's."),
        (status = 429, body = Problem, content_type = "application/problem+json",
            description = "Too many wrong guesses.", headers(("retry-after" = i64, description = "Seconds to wait."))),
    ),
)]
pub async fn delete_account(
    State(app): State<App>,
    client: Client,
    _ours: SameOrigin,
    caller: InSession,
    trace: Trace,
    query: Query,
    form: Valid<LeaveForm>,
) -> Result<Response, Problem> {
    query.done()?;
    let account = caller.account;
    let not_right = |error| beside("currentPassword", "The password is not right", error);
    let hash = match (account.has_password, form.0.current_password) {
        (false, _) => None,
        (true, None) => {
            let error = FieldError::new("currentPassword", "Password is required");
            return Err(Problem::invalid(vec![error]));
        }
        (true, Some(password)) => {
            let proven = app.identity.prove(&app.db, &account, (&password, client.address), app.clock.now()).await;
            Some(proven.map_err(not_right)?)
        }
    };
    let leaver = app.clone();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            // What it owns, liked and wrote is taken in no one order: nobody changes many of those meanwhile.
            locks::share(tx, Lock::Places).await?;
            locks::share(tx, Lock::Verdicts).await?;
            store::hold_admins(tx).await?;
            if let Some(hash) = hash
                && !session::claim(tx, &account.id, &hash).await?
            {
                return Err(Refusal::from(not_right(SignInError::NotRight)));
            }
            let had = store::admins(tx).await?;
            // Held: what it posts and likes at this moment is either there already, or refused.
            let account = store::locked(tx, &account.id).await?.ok_or(StoreError::Missing)?;
            trace.removed(tx, &account).await?;
            let tags = leaver.remove_account(tx, &account.id).await?;
            if had > 0 && store::admins(tx).await? == 0 {
                let sentence = "You are the last admin: make somebody else one first.";
                return Err(Problem::new(StatusCode::CONFLICT, sentence).into());
            }
            Ok(((), tags))
        })
    });
    work.await?;
    Ok(forgotten(&app, StatusCode::NO_CONTENT))
}
