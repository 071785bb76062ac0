//! API tokens: every request with one passes here before its handler. The token must be valid, within its quota, and
//! have the scope of the call. Requests without an API token pass without a database query.

use axum::extract::{FromRequestParts, MatchedPath, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::app::App;
use super::caller::{AnyTokenHolder, Client, bearer};
use super::problem::{Code, Problem};
use crate::auth::domain::accounts::Account;
use crate::auth::domain::api_token::scope::{Scope, TokenRule, rule_of};
use crate::auth::domain::api_token::secret::{ApiTokenSecret, PREFIX, contains_token};
use crate::auth::domain::api_token::store;
use crate::auth::domain::builtin::rate_limit::{RateLimitError, RateLimitKey};
use crate::common::rate_limit_state::RateLimitStates;

/// Parameters in which other APIs take a token.
const TOKEN_PARAMETERS: [&str; 3] = ["access_token=", "api_key=", "apikey="];

/// Admits a request with an API token, or refuses it.
///
/// 401 for an invalid token, 403 if the call does not accept API tokens or the token lacks its scope, 429 if the quota
/// of the token is used up.
pub async fn layer(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_api_token = matches!(bearer(request.headers()), Ok(Some(token)) if token.starts_with(PREFIX));
    if !is_api_token {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    match admit(&app, &mut parts).await {
        Ok(account) => {
            parts.extensions.insert(AnyTokenHolder::ApiToken(Box::new(account)));
            next.run(Request::from_parts(parts, body)).await
        }
        Err(problem) => problem.into_response(),
    }
}

async fn admit(app: &App, parts: &mut Parts) -> Result<Account, Problem> {
    let (now, client) = (app.clock.now(), Client::from_request_parts(parts, app).await?);
    let token = bearer(&parts.headers)?.and_then(ApiTokenSecret::parse).ok_or_else(invalid)?;
    let Some(account) = store::account_of_token(&app.db, &token, now).await?.filter(|account| account.is_active) else {
        let attempt = app.auth.invalid_tokens.count(&app.db, RateLimitKey::AddressOnly, client.address, now).await;
        return Err(match attempt {
            Ok(()) => invalid(),
            Err(RateLimitError::RetryAfter(wait)) => too_many("Too many requests with invalid API tokens.", wait.0),
            Err(RateLimitError::Store(cause)) => cause.into(),
        });
    };
    let Some(access) = account.token.clone() else { return Err(invalid()) };
    let (is_allowed, state) =
        app.auth.token_quotas.take(&app.db, (access.id, &client.address.to_string()), now).await?;
    let reset_s = state.reset_s;
    RateLimitStates::current().record(state);
    if !is_allowed {
        return Err(too_many("This API token has used up its quota. Please wait.", reset_s));
    }
    ensure_scope(app, parts, &access.scopes).await?;
    Ok(match &app.auth.firebase {
        None => app.auth.builtin.policy().with_second_factor_requirement(account.has_second_factor, account),
        // The sign-in that created the token met the requirement: Firebase keeps the second factors.
        Some(_) => account,
    })
}

/// 403 unless one of `scopes` allows the call.
async fn ensure_scope(app: &App, parts: &mut Parts, scopes: &[Scope]) -> Result<(), Problem> {
    let path = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str).to_owned();
    let rule = rule_of(&app.operations.name(parts.method.as_str(), &path)).unwrap_or(TokenRule::NoTokens);
    let params = RawPathParams::from_request_parts(parts, app).await.ok();
    let kind = params.as_ref().and_then(|params| params.iter().find(|(name, _)| *name == "kind"));
    let Some(scope) = rule.scope(kind.map(|(_, kind)| kind)) else { return Err(not_allowed()) };
    if scopes.contains(&scope) { Ok(()) } else { Err(scope_missing(scope)) }
}

/// 403: the call is not for API tokens.
pub fn not_allowed() -> Problem {
    Problem::forbidden(Code::TokenNotAllowed, "API tokens can't be used for this: sign in instead")
}

/// 403: the token lacks this scope.
pub fn scope_missing(scope: Scope) -> Problem {
    let sentence = format!("This API token doesn't have the scope {}", scope.name());
    Problem::forbidden(Code::ScopeMissing.with("scope", scope.name()), sentence)
}

fn invalid() -> Problem {
    let sentence = "This API token is not valid, has expired or was revoked";
    Problem::new(StatusCode::UNAUTHORIZED, Code::TokenInvalid, sentence)
}

fn too_many(sentence: &str, wait_s: i64) -> Problem {
    Problem::too_many(Code::RateLimited, sentence, wait_s)
}

/// 400 if the URL has a token: URLs are stored in logs and histories.
pub fn token_in_url(uri: &Uri) -> Option<Problem> {
    let target = uri.path_and_query()?.as_str();
    let has_parameter = || {
        let names = |pair: &str| TOKEN_PARAMETERS.iter().any(|name| pair.to_ascii_lowercase().starts_with(name));
        uri.path().starts_with("/api/") && uri.query().unwrap_or_default().split('&').any(names)
    };
    // Decoded first: a token would otherwise pass with percent-encoded letters.
    let decoded = target.contains('%').then(|| percent_encoding::percent_decode_str(target).decode_utf8_lossy());
    (contains_token(decoded.as_deref().unwrap_or(target)) || has_parameter()).then(|| {
        let sentence = "Send tokens in the header Authorization: Bearer …, never in a URL, and revoke this one";
        Problem::new(StatusCode::BAD_REQUEST, Code::TokenInUrl, sentence)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // R475
    #[test]
    fn token_in_a_query_is_found_in_every_spelling() {
        let token = ApiTokenSecret::generate().reveal().to_owned();
        let found = |target: &str| token_in_url(&target.parse().expect("a URL")).is_some();
        for target in [
            format!("/api/businesses?token={token}"),
            format!("/explore?q=cave&x={token}"),
            format!("/api/businesses/{token}"),
            format!("/api/businesses?token=%6Barst{}", &token[5..]),
            "/api/businesses?access_token=abc".to_owned(),
            "/api/businesses?limit=1&API_KEY=abc".to_owned(),
        ] {
            assert!(found(&target), "{target}");
        }
        for target in
            ["/api/businesses", "/api/businesses?q=karst_hills", "/login/reset?token=abc", "/?access_token=abc"]
        {
            assert!(!found(target), "{target}");
        }
    }
}
