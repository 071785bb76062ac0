//! Extracts the audit context of a request, which handlers pass to the write.

use std::collections::HashMap;

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use serde_json::Value;

use super::model::{Actor, AuditContext};
use crate::http::app::App;
use crate::http::auth::caller::OptionalAccount;
use crate::http::problem::{Problem, REQUEST_ID};
use crate::http::server::client::Client;
use crate::idempotency::Attempt;

impl FromRequestParts<App> for AuditContext {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let AnonymousAuditContext(audit) = AnonymousAuditContext::from_request_parts(parts, app).await?;
        // The call decides whether an invalid token is an error: signing out accepts an expired one.
        let caller =
            OptionalAccount::from_request_parts(parts, app).await.ok().and_then(|OptionalAccount(account)| account);
        Ok(Self { actor: caller.as_ref().map(Actor::from), ..audit })
    }
}

/// An audit context without the account, for calls that look it up within their write.
#[derive(Clone, Debug)]
pub struct AnonymousAuditContext(pub AuditContext);

impl FromRequestParts<App> for AnonymousAuditContext {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let path = parts.extensions.get::<MatchedPath>().map_or(parts.uri.path(), MatchedPath::as_str);
        let action = app.operations.name(parts.method.as_str(), path);
        let address = Client::from_request_parts(parts, app).await?.address.to_string();
        let request_id = REQUEST_ID.try_with(Clone::clone).unwrap_or_default();
        let attempt = parts.extensions.get::<Attempt>().cloned();
        Ok(Self(AuditContext { action, actor: None, address, request_id, at: app.clock.now(), attempt }))
    }
}

/// The `operationId` of each method and path, so that no handler repeats it.
#[derive(Clone, Debug, Default)]
pub struct Operations(HashMap<String, String>);

impl Operations {
    /// The operations of the contract. `forms` maps the paths of HTML forms to the calls that they stand for, as in
    /// `POST /api/contact`.
    pub fn from_contract(contract: &Value, forms: &[(&str, &str)]) -> Self {
        let mut names = HashMap::new();
        for (path, operations) in contract["paths"].as_object().into_iter().flatten() {
            for (method, operation) in operations.as_object().into_iter().flatten() {
                let Some(id) = operation["operationId"].as_str() else { continue };
                names.insert(key(&method.to_ascii_uppercase(), path), id.to_owned());
            }
        }
        for (form, call) in forms {
            names.extend(names.get(*call).cloned().map(|id| (key("POST", form), id)));
        }
        Self(names)
    }

    /// The `operationId` of a call, or method and path if it is not in the contract.
    pub fn name(&self, method: &str, path: &str) -> String {
        let key = key(method, path);
        self.0.get(&key).cloned().unwrap_or(key)
    }
}

fn key(method: &str, path: &str) -> String {
    format!("{method} {path}")
}
