//! Extracts the audit context of a request, which handlers pass to the write.

use axum::extract::{FromRef, FromRequestParts, MatchedPath};
use axum::http::request::Parts;

use super::app::App;
use super::caller::OptionalAccount;
use super::client::Client;
use super::problem::{Problem, REQUEST_ID};
use crate::audit_log::model::{Actor, AuditContext};
use crate::idempotency::Attempt;

impl<S> FromRequestParts<S> for AuditContext
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let AnonymousAuditContext(audit) = AnonymousAuditContext::from_request_parts(parts, state).await?;
        // The call decides whether an invalid token is an error: signing out accepts an expired one.
        let caller =
            OptionalAccount::from_request_parts(parts, state).await.ok().and_then(|OptionalAccount(account)| account);
        Ok(Self { who: caller.as_ref().map(Actor::from), ..audit })
    }
}

/// An audit context without the account, for calls that look it up within their write.
#[derive(Clone, Debug)]
pub struct AnonymousAuditContext(pub AuditContext);

impl<S> FromRequestParts<S> for AnonymousAuditContext
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let app = App::from_ref(state);
        let path = parts.extensions.get::<MatchedPath>().map_or(parts.uri.path(), MatchedPath::as_str);
        let action = app.operations.name(parts.method.as_str(), path);
        let address = Client::from_request_parts(parts, state).await?.address.to_string();
        let request_id = REQUEST_ID.try_with(Clone::clone).unwrap_or_default();
        let attempt = parts.extensions.get::<Attempt>().cloned();
        Ok(Self(AuditContext { action, who: None, address, request_id, at: app.clock.now(), attempt }))
    }
}
