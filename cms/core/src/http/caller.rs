//! Extractors for the caller of a request: the account, the client address, the origin, and the audit context that
//! combines them. Also the layer that checks API tokens before the handler.
//!
//! The signature of a handler states who may call it: `OptionalAccount`, `ActiveAccount`, `UncheckedCaller`,
//! `SessionAccount`, `StaffAccount`, `Admin`. The configured identity provider verifies the token.
//!
//! This file has more than 400 lines, because all of these extractors use the same token and the same headers.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use serde_json::Value;

use super::app::App;
use super::problem::{Code, Problem, REQUEST_ID};
use crate::audit::log::{Actor, AuditContext};
use crate::auth::domain::accounts::{Account, Permission, Role, SessionId, SignedTokenSubject};
use crate::auth::domain::api_token::scope::{ApiTokenRule, ApiTokenScope, api_token_rule};
use crate::auth::domain::api_token::secret::{API_TOKEN_PREFIX, ApiTokenSecret, contains_api_token};
use crate::auth::domain::api_token::store;
use crate::auth::domain::builtin::rate_limit::{RateLimitError, RateLimitKey};
use crate::auth::domain::firebase::{FirebaseCaller, FirebaseError};
use crate::common::clock::Timestamp;
use crate::common::rate_limit_state::RateLimitStates;
use crate::idempotency::IdempotentAttempt;

/// A caller with or without an account. An invalid token is a 401, never a caller without an account.
#[derive(Clone, Debug)]
pub struct OptionalAccount(pub Option<Account>);

/// A caller with an active account.
#[derive(Clone, Debug)]
pub struct ActiveAccount(pub Account);

/// A caller with an active account, and the session of the token. For calls that change the account of the caller.
/// Staff who must still set up a second factor are allowed. API tokens are refused with 403.
#[derive(Clone, Debug)]
pub struct SessionAccount {
    /// The account.
    pub account: Account,
    /// The session of the token. `None` with Firebase, which keeps its own sessions.
    pub session: Option<SessionId>,
    /// The time of the sign-in, if Firebase states it.
    pub signed_in_at: Option<Timestamp>,
}

/// A caller with a valid token whose account and session have not been checked yet. The write of the handler checks
/// them in its own query, which saves a round trip.
#[derive(Clone, Debug)]
pub struct UncheckedCaller(pub SignedTokenSubject);

/// The holder of the token, even if the account is deactivated or does not exist yet. Only for handlers whose
/// response shows that the account is deactivated or was created.
#[derive(Clone, Debug)]
pub enum AnyTokenHolder {
    /// The account and the session of a token of this server.
    Builtin(Account, SessionId),
    /// The identity of a Firebase token.
    Firebase(Box<FirebaseCaller>),
    /// The account of an API token, with its limits. [`check_api_token`] has checked the token.
    ApiToken(Box<Account>),
}

/// Any caller, if the built-in identity provider is used; 409 with Firebase. For calls about passwords, sessions and
/// email links, which Firebase manages itself.
#[derive(Clone, Copy, Debug)]
pub struct RequireBuiltinProvider;

/// A caller who may enter the console.
#[derive(Clone, Debug)]
pub struct StaffAccount(pub Account);

/// A caller with the role admin.
#[derive(Clone, Debug)]
pub struct Admin(pub Account);

impl OptionalAccount {
    /// Whether the policy allows this. A caller without an account has no permissions.
    pub fn may(&self, permission: Permission<'_>) -> bool {
        self.0.as_ref().is_some_and(|account| account.may(permission))
    }
}

impl ActiveAccount {
    /// 403 unless the policy allows this.
    pub fn require(&self, permission: Permission<'_>) -> Result<(), Problem> {
        if self.0.may(permission) { Ok(()) } else { Err(forbidden(&self.0, "You don't have permission to do this")) }
    }
}

/// 403 with `sentence`. If the account must set up a second factor first, the message is about that instead.
pub fn forbidden(account: &Account, sentence: &'static str) -> Problem {
    if account.lacks_required_second_factor {
        let sentence = "Please set up two-factor authentication first: this guide requires it for staff.";
        return Problem::forbidden(Code::SecondFactorMissing, sentence).with_type("/problems/second-factor-missing");
    }
    Problem::forbidden(Code::Forbidden, sentence)
}

/// The bearer token of the `Authorization` header. `None` without the header. Errors: 401 for an empty token or another
/// scheme.
pub fn bearer_token(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let value = value.to_str().map_err(|_| Problem::unauthorized())?;
    let (scheme, token) = value.split_once(' ').ok_or_else(Problem::unauthorized)?;
    if !scheme.eq_ignore_ascii_case("bearer") || token.trim().is_empty() {
        return Err(Problem::unauthorized());
    }
    Ok(Some(token.trim()))
}

impl AnyTokenHolder {
    /// The active account; 401 if there is none.
    fn into_active_account(self) -> Result<SessionAccount, Problem> {
        let (account, session, signed_in_at) = match self {
            Self::Builtin(account, session) => (Some(account), Some(session), None),
            Self::Firebase(caller) => (caller.account, None, Some(caller.signed_in_at)),
            Self::ApiToken(account) => (Some(*account), None, None),
        };
        let account = account.filter(|account| account.is_active).ok_or_else(Problem::unauthorized)?;
        Ok(SessionAccount { account, session, signed_in_at })
    }
}

/// The holder of the token, looked up once per request. `None` without a token. Errors: 401 for an invalid token.
async fn token_holder(parts: &mut Parts, app: &App) -> Result<Option<AnyTokenHolder>, Problem> {
    if let Some(holder) = parts.extensions.get::<AnyTokenHolder>() {
        return Ok(Some(holder.clone()));
    }
    let Some(token) = bearer_token(&parts.headers)? else { return Ok(None) };
    let now = app.clock.now();
    // The account is read on each call, so that deactivation, a new role and sign-out apply from the next request on.
    let holder = match &app.auth.firebase {
        None => {
            let account_and_session = app.auth.builtin.account_and_session(&app.db, token, now).await?;
            account_and_session.map(|(account, session)| AnyTokenHolder::Builtin(account, session))
        }
        Some(firebase) => firebase.verify(&app.db, token, now).await?.map(Box::new).map(AnyTokenHolder::Firebase),
    };
    let holder = holder.ok_or_else(Problem::unauthorized)?;
    parts.extensions.insert(holder.clone());
    Ok(Some(holder))
}

/// The beginnings of query parameters with which clients of other APIs send a token.
const TOKEN_PARAMETERS: [&str; 3] = ["access_token=", "api_key=", "apikey="];

/// The layer that admits or refuses requests with an API token. Other requests pass without a database query.
///
/// 401 for an invalid token. 403 if the call does not accept API tokens, or the token lacks the scope of the call. 429
/// if the quota of the token is used up, or if the client address has sent too many invalid tokens.
pub async fn check_api_token(State(app): State<App>, request: Request, next: Next) -> Response {
    if !matches!(bearer_token(request.headers()), Ok(Some(token)) if token.starts_with(API_TOKEN_PREFIX)) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    match authorize_api_token_request(&app, &mut parts).await {
        Ok(account) => {
            parts.extensions.insert(AnyTokenHolder::ApiToken(Box::new(account)));
            next.run(Request::from_parts(parts, body)).await
        }
        Err(problem) => problem.into_response(),
    }
}

async fn authorize_api_token_request(app: &App, parts: &mut Parts) -> Result<Account, Problem> {
    let (now, client) = (app.clock.now(), Client::from_request_parts(parts, app).await?);
    let token = bearer_token(&parts.headers)?.and_then(ApiTokenSecret::parse).ok_or_else(invalid_api_token)?;
    let Some(account) = store::account_of_api_token(&app.db, &token, now).await?.filter(|account| account.is_active)
    else {
        let limiter = &app.auth.invalid_api_token_limiter;
        return Err(match limiter.count_attempt(&app.db, RateLimitKey::ClientAddressOnly, client.address, now).await {
            Ok(()) => invalid_api_token(),
            Err(RateLimitError::RetryAfter(wait)) => {
                let sentence = "Too many requests with invalid API tokens.";
                Problem::too_many_requests(Code::RateLimited, sentence, wait.0)
            }
            Err(RateLimitError::Store(cause)) => cause.into(),
        });
    };
    let Some(access) = account.token.clone() else { return Err(invalid_api_token()) };
    let (is_allowed, state) =
        app.auth.api_token_quotas.take_request(&app.db, (access.id, &client.address.to_string()), now).await?;
    let reset_s = state.reset_s;
    RateLimitStates::current().record(state);
    if !is_allowed {
        let sentence = "This API token has used up its quota. Please wait.";
        return Err(Problem::too_many_requests(Code::RateLimited, sentence, reset_s));
    }
    ensure_api_token_scope(app, parts, &access.scopes).await?;
    Ok(match &app.auth.firebase {
        None => app.auth.builtin.policy().with_second_factor_requirement(account.has_second_factor, account),
        // Firebase manages the second factors. The account met the requirement when it signed in to create the token.
        Some(_) => account,
    })
}

/// 403 unless one of `scopes` allows the call.
async fn ensure_api_token_scope(app: &App, parts: &mut Parts, scopes: &[ApiTokenScope]) -> Result<(), Problem> {
    let path = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let operation = app.operations.operation_id(parts.method.as_str(), path);
    let rule = api_token_rule(&operation).unwrap_or(ApiTokenRule::NoApiTokens);
    let params = RawPathParams::from_request_parts(parts, app).await.ok();
    let kind = params.as_ref().and_then(|params| params.iter().find(|(name, _)| *name == "kind"));
    let Some(scope) = rule.needed_scope(kind.map(|(_, kind)| kind)) else { return Err(api_token_not_allowed()) };
    if scopes.contains(&scope) { Ok(()) } else { Err(api_token_scope_missing(scope)) }
}

/// 403: the call is not for API tokens.
pub fn api_token_not_allowed() -> Problem {
    Problem::forbidden(Code::TokenNotAllowed, "API tokens can't be used for this: sign in instead")
}

/// 403: the token lacks this scope.
pub fn api_token_scope_missing(scope: ApiTokenScope) -> Problem {
    let sentence = format!("This API token doesn't have the scope {}", scope.name());
    Problem::forbidden(Code::ScopeMissing.with("scope", scope.name()), sentence)
}

fn invalid_api_token() -> Problem {
    let sentence = "This API token is not valid, has expired or was revoked";
    Problem::new(StatusCode::UNAUTHORIZED, Code::TokenInvalid, sentence)
}

/// 400 if the URL contains an API token, or if the URL of an API call has one of `TOKEN_PARAMETERS`. URLs are stored
/// in logs and browser histories.
pub fn token_in_url_problem(uri: &Uri) -> Option<Problem> {
    let target = uri.path_and_query()?.as_str();
    let is_token_parameter =
        |pair: &str| TOKEN_PARAMETERS.iter().any(|name| pair.to_ascii_lowercase().starts_with(name));
    let has_token_parameter =
        uri.path().starts_with("/api/") && uri.query().unwrap_or_default().split('&').any(is_token_parameter);
    // The URL is decoded first, because otherwise a token with percent-encoded letters would not be found.
    let decoded = target.contains('%').then(|| percent_encoding::percent_decode_str(target).decode_utf8_lossy());
    (contains_api_token(decoded.as_deref().unwrap_or(target)) || has_token_parameter).then(|| {
        let sentence = "Send tokens in the header Authorization: Bearer …, never in a URL, and revoke this one";
        Problem::new(StatusCode::BAD_REQUEST, Code::TokenInUrl, sentence)
    })
}

impl From<FirebaseError> for Problem {
    fn from(error: FirebaseError) -> Self {
        match error {
            FirebaseError::Keys(_) => {
                tracing::warn!(error = %crate::common::error_chain::display(&error), "failed to verify a token");
                Self::unavailable("We can't verify sign-ins right now. Please try again in a moment.")
            }
            FirebaseError::Store(cause) => cause.into(),
        }
    }
}

impl FromRequestParts<App> for RequireBuiltinProvider {
    type Rejection = Problem;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<Self, Problem> {
        if app.auth.firebase.is_none() {
            return Ok(Self);
        }
        let sentence = "This guide uses Firebase accounts: please sign in on the site";
        Err(Problem::conflict(Code::ExternalAccounts, sentence).with_type("/problems/external-accounts"))
    }
}

impl FromRequestParts<App> for OptionalAccount {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let active = token_holder(parts, app).await?.map(AnyTokenHolder::into_active_account).transpose()?;
        Ok(Self(active.map(|SessionAccount { account, .. }| account)))
    }
}

impl FromRequestParts<App> for SessionAccount {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let caller = token_holder(parts, app).await?.ok_or_else(Problem::unauthorized)?.into_active_account()?;
        if caller.account.token.is_some() { Err(api_token_not_allowed()) } else { Ok(caller) }
    }
}

impl FromRequestParts<App> for UncheckedCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if app.auth.firebase.is_some() {
            let ActiveAccount(account) = ActiveAccount::from_request_parts(parts, app).await?;
            return Ok(Self(SignedTokenSubject { account: account.id, session: None }));
        }
        let token = bearer_token(&parts.headers)?.ok_or_else(Problem::unauthorized)?;
        app.auth.builtin.token_subject(token, app.clock.now()).map(Self).ok_or_else(Problem::unauthorized)
    }
}

impl FromRequestParts<App> for AnyTokenHolder {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        token_holder(parts, app).await?.ok_or_else(Problem::unauthorized)
    }
}

impl FromRequestParts<App> for ActiveAccount {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let OptionalAccount(account) = OptionalAccount::from_request_parts(parts, app).await?;
        account.map(Self).ok_or_else(Problem::unauthorized)
    }
}

macro_rules! role_extractor {
    ($extractor:ident, $role:expr, $sentence:literal) => {
        impl FromRequestParts<App> for $extractor {
            type Rejection = Problem;

            async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
                let ActiveAccount(account) = ActiveAccount::from_request_parts(parts, app).await?;
                if account.has_role($role) { Ok(Self(account)) } else { Err(forbidden(&account, $sentence)) }
            }
        }
    };
}

role_extractor!(StaffAccount, Role::BusinessOwner, "You need admin or business owner privileges to do this.");
role_extractor!(Admin, Role::Admin, "You need admin privileges to do this.");

/// The maximum length of a user agent, in characters. The rest is dropped.
const MAX_USER_AGENT_CHARS: usize = 500;

/// The client on the network level.
#[derive(Clone, Debug)]
pub struct Client {
    /// The client address.
    pub address: IpAddr,
    /// The `User-Agent`, shortened to `MAX_USER_AGENT_CHARS`; empty if the client sent none.
    pub user_agent: String,
}

impl FromRequestParts<App> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let peer = peer.unwrap_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED));
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        let user_agent = agent.chars().take(MAX_USER_AGENT_CHARS).collect();
        Ok(Self { address: client_address(peer, &parts.headers, &app.trusted_proxies), user_agent })
    }
}

/// The client address: the address nearest to this server that is not a trusted proxy. Each proxy appends the address
/// of its client to `X-Forwarded-For`, so the header is read from the right. Everything to the left of the first
/// untrusted address may be forged. If no further entry can be parsed, the last address that was read is returned.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    let mut current_address = peer.to_canonical();
    let lines: Vec<&[u8]> = headers.get_all("x-forwarded-for").iter().map(|line| line.as_bytes()).collect();
    // Each hop is parsed separately: a forged value to the left of a proxy's entry must not invalidate that entry.
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(|byte| *byte == b',')) {
        if !is_trusted(current_address) {
            break;
        }
        let Some(previous_address) = std::str::from_utf8(hop).ok().and_then(|hop| parse_hop(hop.trim())) else { break };
        current_address = previous_address;
    }
    current_address
}

/// Parses an address with or without a port, with or without the brackets of IPv6.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    let plain = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']')).unwrap_or(hop);
    let address = plain.parse().or_else(|_| hop.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

/// Proof that the request was made by a page of this server, or not by a browser. Browsers also send cookies with
/// requests of foreign pages, so every call that a cookie authenticates, or that sets one, requires this (R323). The
/// cookies also have `SameSite=Lax`, as defense in depth.
#[derive(Clone, Copy, Debug)]
pub struct SameOrigin;

impl FromRequestParts<App> for SameOrigin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let is_same_origin = is_same_origin(&parts.headers, &app.public_url);
        let sentence = "This request came from another site and was blocked";
        is_same_origin.then_some(Self).ok_or_else(|| Problem::forbidden(Code::CrossSiteRequest, sentence))
    }
}

/// Whether the request was sent by a page of this server, or by a client that is not a browser. Browsers send
/// `Sec-Fetch-Site` on trustworthy connections, and `Origin` with every POST. A client that sends neither is not a
/// browser, so no foreign page can make it send a cookie.
fn is_same_origin(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text(header::HeaderName::from_static("sec-fetch-site")) {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text(header::ORIGIN) else { return true };
    // The origin `null`, of a sandboxed frame or a file, has no host and is not a page of this server.
    let Some(origin) = origin.parse::<Uri>().ok().filter(|uri| uri.scheme().is_some()) else { return false };
    let has_origin = |uri: Uri| (uri.scheme(), uri.authority()) == (origin.scheme(), origin.authority());
    let is_public = public_url.parse().is_ok_and(has_origin);
    // The site may have been opened under another host name than that of the public URL, as in a local network. The
    // cookie then belongs to that name.
    is_public || text(header::HOST).is_some_and(|host| origin.authority().is_some_and(|name| name.as_str() == host))
}

impl FromRequestParts<App> for AuditContext {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let AuditContextWithoutActor(audit) = AuditContextWithoutActor::from_request_parts(parts, app).await?;
        // The handler decides whether an invalid token is an error: signing out accepts an expired one.
        let caller = OptionalAccount::from_request_parts(parts, app).await.unwrap_or(OptionalAccount(None));
        Ok(Self { actor: caller.0.as_ref().map(Actor::from), ..audit })
    }
}

/// An audit context without the account, for calls that look up the account within their write.
#[derive(Clone, Debug)]
pub struct AuditContextWithoutActor(pub AuditContext);

impl FromRequestParts<App> for AuditContextWithoutActor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let path = parts.extensions.get::<MatchedPath>().map_or(parts.uri.path(), MatchedPath::as_str);
        let action = app.operations.operation_id(parts.method.as_str(), path);
        let address = Client::from_request_parts(parts, app).await?.address.to_string();
        let request_id = REQUEST_ID.try_with(Clone::clone).unwrap_or_default();
        let attempt = parts.extensions.get::<IdempotentAttempt>().cloned();
        Ok(Self(AuditContext { action, actor: None, address, request_id, at: app.clock.now(), attempt }))
    }
}

/// The `operationId` of each method and path, so that no handler repeats it.
#[derive(Clone, Debug, Default)]
pub struct OperationIds(HashMap<String, String>);

impl OperationIds {
    /// The operations of the contract. `forms` maps the path of each HTML form to the call of the API that does the
    /// same, such as `POST /api/contact`.
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
    pub fn operation_id(&self, method: &str, path: &str) -> String {
        let key = key(method, path);
        self.0.get(&key).cloned().unwrap_or(key)
    }
}

fn key(method: &str, path: &str) -> String {
    format!("{method} {path}")
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn found_address(peer: &str, lines: &[&'static str]) -> String {
        let trusted: Vec<IpNet> =
            ["127.0.0.1/32", "10.0.0.0/8", "fd00::/8"].iter().map(|net| net.parse().expect("a network")).collect();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        client_address(peer.parse().expect("an address"), &headers, &trusted).to_string()
    }

    // R311
    #[test]
    fn client_address_ignores_entries_that_no_trusted_proxy_added() {
        assert_eq!(found_address("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(found_address("127.0.0.1", &["198.51.100.1, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(found_address("127.0.0.1", &["198.51.100.1", "203.0.113.9"]), "203.0.113.9");
    }

    // R311
    #[test]
    fn client_address_with_invalid_bytes_before_the_proxy_entry_is_found() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_bytes(b"\xe9, 203.0.113.9").expect("a value"));
        let found =
            client_address(IpAddr::from([127, 0, 0, 1]), &headers, &["127.0.0.1/32".parse().expect("a network")]);
        assert_eq!(found.to_string(), "203.0.113.9");
    }

    #[test]
    fn client_address_skips_trusted_proxies() {
        assert_eq!(found_address("127.0.0.1", &["203.0.113.9, 10.1.2.3"]), "203.0.113.9");
        assert_eq!(found_address("::ffff:127.0.0.1", &["2001:db8::7"]), "2001:db8::7");
        assert_eq!(found_address("fd00::1", &["[2001:db8::7]:4711"]), "2001:db8::7");
        assert_eq!(found_address("10.0.0.1", &["203.0.113.9:4711"]), "203.0.113.9");
        assert_eq!(found_address("10.0.0.1", &["10.0.0.2"]), "10.0.0.2", "a whole chain of ours");
    }

    #[test]
    fn invalid_forwarded_for_entry_ends_the_search_for_the_client_address() {
        for nonsense in ["", "unknown", "203.0.113.9, _hidden", "1.2.3", "203.0.113.9,"] {
            let mut headers = HeaderMap::new();
            headers.append("x-forwarded-for", HeaderValue::from_str(nonsense).expect("a value"));
            let found =
                client_address(IpAddr::from([127, 0, 0, 1]), &headers, &["127.0.0.1/32".parse().expect("a network")]);
            assert_eq!(found.to_string(), "127.0.0.1", "{nonsense}");
        }
    }

    fn are_headers_of_same_origin(pairs: &[(&'static str, &'static str)]) -> bool {
        let headers =
            pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_same_origin(&headers.collect(), "https://guide.example")
    }

    // R323
    #[test]
    fn request_of_a_foreign_page_is_refused() {
        for site in ["cross-site", "same-site", "something-new"] {
            assert!(!are_headers_of_same_origin(&[("sec-fetch-site", site), ("host", "guide.example")]), "{site}");
            assert!(
                !are_headers_of_same_origin(&[("sec-fetch-site", site), ("origin", "https://guide.example")]),
                "{site}"
            );
        }
        for origin in [
            "https://evil.example",
            "https://guide.example.evil.example",
            "https://sub.guide.example",
            "https://guide.example:8443",
            "http://guide.example",
            "null",
            "",
            "guide.example",
        ] {
            assert!(!are_headers_of_same_origin(&[("origin", origin)]), "{origin}");
            assert!(!are_headers_of_same_origin(&[("origin", origin), ("host", "127.0.0.1:8080")]), "{origin}");
        }
    }

    #[test]
    fn request_of_same_origin_or_without_browser_is_accepted() {
        assert!(are_headers_of_same_origin(&[("sec-fetch-site", "same-origin")]));
        assert!(are_headers_of_same_origin(&[("sec-fetch-site", "none")]));
        assert!(are_headers_of_same_origin(&[("origin", "https://guide.example"), ("host", "10.0.0.7:8080")]));
        assert!(are_headers_of_same_origin(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")]));
        assert!(are_headers_of_same_origin(&[("host", "guide.example")]));
    }

    // R475
    #[test]
    fn token_in_url_is_found_even_if_percent_encoded() {
        let token = ApiTokenSecret::generate().reveal().to_owned();
        let found = |target: &str| token_in_url_problem(&target.parse().expect("a URL")).is_some();
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
