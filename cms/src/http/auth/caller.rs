//! Extractors of the caller. The signature of a handler states who may call it: `OptionalAccount`, `SignedIn`,
//! `ClaimedAccount`, `SessionAccount`, `StaffAccount`, `Admin`. The configured identity provider verifies the token.

use axum::extract::FromRequestParts;
use axum::http::{HeaderMap, StatusCode, header, request::Parts};

use crate::auth::domain::firebase::{FirebaseCaller, FirebaseError};
use crate::auth::domain::model::{Account, Claim, Permission, Role, SessionId};
use crate::http::app::App;
use crate::http::problem::Problem;

/// A caller with or without an account. An invalid token is a 401, never a caller without an account.
#[derive(Clone, Debug)]
pub struct OptionalAccount(pub Option<Account>);

/// A caller with an active account.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Account);

/// A caller with an active account, and the session of the token: for changes of the own account. Staff who must still
/// set up a second factor are allowed.
#[derive(Clone, Debug)]
pub struct SessionAccount {
    /// The account.
    pub account: Account,
    /// The session of the token. `None` with Firebase, which keeps its own sessions.
    pub session: Option<SessionId>,
}

/// A caller with a valid token whose account is not loaded yet. The write checks for revocation in its own query, which
/// saves a round trip.
#[derive(Clone, Debug)]
pub struct ClaimedAccount(pub Claim);

/// The holder of the token, even if the account is deactivated or does not exist yet. As an extractor only for
/// reporting that state.
#[derive(Clone, Debug)]
pub enum AnyTokenHolder {
    /// The account and the session of a token of this server.
    Own(Account, SessionId),
    /// The identity of a Firebase token.
    Firebase(Box<FirebaseCaller>),
}

/// Any caller, if the built-in identity provider is used; 409 with Firebase. For calls about our own passwords,
/// sessions and links.
#[derive(Clone, Copy, Debug)]
pub struct RequireLocalIdentity;

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

impl SignedIn {
    /// 403 unless the policy allows this.
    pub fn require(&self, permission: Permission<'_>) -> Result<(), Problem> {
        if self.0.may(permission) { Ok(()) } else { Err(forbidden(&self.0, "You are not allowed to do this")) }
    }
}

/// 403 with `sentence`, or with the advice to set up a second factor.
fn forbidden(account: &Account, sentence: &'static str) -> Problem {
    if account.owes_second_factor {
        return Problem::forbidden("Please set up a second factor first: this guide asks its staff for one.")
            .with_type("/problems/second-factor-missing");
    }
    Problem::forbidden(sentence)
}

/// The bearer token of the `Authorization` header, if any.
pub fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
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
    fn active(self) -> Result<SessionAccount, Problem> {
        let (account, session) = match self {
            Self::Own(account, session) => (Some(account), Some(session)),
            Self::Firebase(caller) => (caller.account, None),
        };
        let account = account.filter(|account| account.is_active).ok_or_else(Problem::unauthorized)?;
        Ok(SessionAccount { account, session })
    }
}

/// The holder of the token. `None` without a token, 401 if it is invalid. Looked up once per request.
async fn token_holder(parts: &mut Parts, app: &App) -> Result<Option<AnyTokenHolder>, Problem> {
    if let Some(holder) = parts.extensions.get::<AnyTokenHolder>() {
        return Ok(Some(holder.clone()));
    }
    let Some(token) = bearer(&parts.headers)? else { return Ok(None) };
    let now = app.clock.now();
    // The account is read on each call, so that deactivation, a new role and sign-out apply from the next request on.
    let holder = match &app.auth.firebase {
        None => {
            let own = app.auth.builtin.holder_of(&app.db, token, now).await?;
            own.map(|(account, session)| AnyTokenHolder::Own(account, session))
        }
        Some(firebase) => {
            firebase.verify(&app.db, token, now).await?.map(|caller| AnyTokenHolder::Firebase(caller.into()))
        }
    };
    let holder = holder.ok_or_else(Problem::unauthorized)?;
    parts.extensions.insert(holder.clone());
    Ok(Some(holder))
}

impl From<FirebaseError> for Problem {
    fn from(error: FirebaseError) -> Self {
        match error {
            FirebaseError::Keys(_) => {
                tracing::warn!(error = %crate::common::error_chain::display(&error), "failed to verify a token");
                Self::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "Sign-ins cannot be verified right now. Please try again in a moment.",
                )
            }
            FirebaseError::Store(cause) => cause.into(),
        }
    }
}

impl FromRequestParts<App> for RequireLocalIdentity {
    type Rejection = Problem;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<Self, Problem> {
        if app.auth.firebase.is_none() { Ok(Self) } else { Err(accounts_are_external()) }
    }
}

/// 409: Firebase manages the accounts.
pub fn accounts_are_external() -> Problem {
    Problem::new(StatusCode::CONFLICT, "Firebase keeps this guide's accounts: please use its sign-in on the site")
        .with_type("/problems/external-accounts")
}

impl FromRequestParts<App> for OptionalAccount {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let active = token_holder(parts, app).await?.map(AnyTokenHolder::active).transpose()?;
        Ok(Self(active.map(|SessionAccount { account, .. }| account)))
    }
}

impl FromRequestParts<App> for SessionAccount {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        token_holder(parts, app).await?.ok_or_else(Problem::unauthorized)?.active()
    }
}

impl FromRequestParts<App> for ClaimedAccount {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if app.auth.firebase.is_some() {
            let SignedIn(account) = SignedIn::from_request_parts(parts, app).await?;
            return Ok(Self(Claim { account: account.id, session: None }));
        }
        let token = bearer(&parts.headers)?.ok_or_else(Problem::unauthorized)?;
        app.auth.builtin.claim_of(token, app.clock.now()).map(Self).ok_or_else(Problem::unauthorized)
    }
}

impl FromRequestParts<App> for AnyTokenHolder {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        token_holder(parts, app).await?.ok_or_else(Problem::unauthorized)
    }
}

impl FromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let OptionalAccount(account) = OptionalAccount::from_request_parts(parts, app).await?;
        account.map(Self).ok_or_else(Problem::unauthorized)
    }
}

macro_rules! by_role {
    ($extractor:ident, $role:expr, $sentence:literal) => {
        impl FromRequestParts<App> for $extractor {
            type Rejection = Problem;

            async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
                let SignedIn(account) = SignedIn::from_request_parts(parts, app).await?;
                if account.has_role($role) { Ok(Self(account)) } else { Err(forbidden(&account, $sentence)) }
            }
        }
    };
}

by_role!(StaffAccount, Role::BusinessOwner, "You need admin or business owner privileges to do this.");
by_role!(Admin, Role::Admin, "You need admin privileges to do this.");
