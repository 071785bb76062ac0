//! Who is calling. A handler's signature says who may: `OptionalAccount`, `SignedIn`, `Claimed`, `SessionAccount`, `StaffAccount`,
//! `Admin`. The provider that is on says whose a token is.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::{HeaderMap, StatusCode, header, request::Parts};

use super::app::App;
use super::problem::Problem;
use crate::identity::firebase::driver::{SpeakError, Spoken};
use crate::identity::model::{Account, Act, Claim, Role, SessionId};

/// Anybody: signed in or not. A token that does not count (any more) is 401, never quietly a stranger.
#[derive(Clone, Debug)]
pub struct OptionalAccount(pub Option<Account>);

/// Somebody with an active account.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Account);

/// Somebody with an active account, in the session that they are using: for what one does with one's own account. Staff
/// who owe a second factor come this far.
#[derive(Clone, Debug)]
pub struct SessionAccount {
    /// Who it is.
    pub account: Account,
    /// The session of the token; nothing where Firebase keeps the accounts, and sessions with them.
    pub session: Option<SessionId>,
}

/// Somebody whose token is good by itself, for a write that looks up whether it still counts together with what else it
/// reads: a look into the database less.
#[derive(Clone, Debug)]
pub struct Claimed(pub Claim);

/// Whose token it is, even when the account has been deactivated or is not there yet: for telling them so, and for
/// nothing else.
#[derive(Clone, Debug)]
pub enum AnyTokenHolder {
    /// A token of this guide, and its account.
    Own(Account),
    /// A token of Firebase, and whom it speaks for.
    Firebase(Spoken),
}

/// Anybody, as long as this guide keeps the accounts itself: 409 where Firebase does. For everything that has to do with
/// our own passwords, sessions and links.
#[derive(Clone, Copy, Debug)]
pub struct RequireLocalIdentity;

/// Somebody who may enter the console.
#[derive(Clone, Debug)]
pub struct StaffAccount(pub Account);

/// An administrator.
#[derive(Clone, Debug)]
pub struct Admin(pub Account);

impl OptionalAccount {
    /// Whether this caller may do that; strangers may do nothing that needs asking.
    pub fn may(&self, act: Act<'_>) -> bool {
        self.0.as_ref().is_some_and(|account| account.may(act))
    }
}

impl SignedIn {
    /// 403 unless this account may do that.
    pub fn must(&self, act: Act<'_>) -> Result<(), Problem> {
        if self.0.may(act) { Ok(()) } else { Err(forbidden(&self.0, "You are not allowed to do this")) }
    }
}

/// 403 with `sentence`, or with what would help.
fn forbidden(account: &Account, sentence: &'static str) -> Problem {
    if account.owes_second_factor {
        return Problem::forbidden("Please set up a second factor first: this guide asks its staff for one.")
            .named("/problems/second-factor-missing");
    }
    Problem::forbidden(sentence)
}

/// The token of the `Authorization` header, if there is one.
pub fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let value = value.to_str().map_err(|_| Problem::unauthorized())?;
    let (scheme, token) = value.split_once(' ').ok_or_else(Problem::unauthorized)?;
    if !scheme.eq_ignore_ascii_case("bearer") || token.trim().is_empty() {
        return Err(Problem::unauthorized());
    }
    Ok(Some(token.trim()))
}

/// Whose token a request brings.
#[derive(Clone)]
enum TokenHolder {
    Own(Account, SessionId),
    Firebase(Box<Spoken>),
}

impl TokenHolder {
    /// The account, if there is one and it is active; 401 otherwise.
    fn active(self) -> Result<SessionAccount, Problem> {
        let (account, session) = match self {
            Self::Own(account, session) => (Some(account), Some(session)),
            Self::Firebase(spoken) => (spoken.account, None),
        };
        let account = account.filter(|account| account.is_active).ok_or_else(Problem::unauthorized)?;
        Ok(SessionAccount { account, session })
    }
}

/// The holder of the request's token; nothing without one, 401 when it does not count. Looked up once, whoever asks.
async fn token_holder<S>(parts: &mut Parts, state: &S) -> Result<Option<TokenHolder>, Problem>
where
    App: FromRef<S>,
{
    if let Some(holder) = parts.extensions.get::<TokenHolder>() {
        return Ok(Some(holder.clone()));
    }
    let Some(token) = bearer(&parts.headers)? else { return Ok(None) };
    let app = App::from_ref(state);
    let now = app.clock.now();
    // The account is read on each call: deactivation, a new role and sign-out act on the very next request.
    let holder = match &app.firebase {
        None => {
            let own = app.identity.holder_of(&app.db, token, now).await?;
            own.map(|own| TokenHolder::Own(own.account, own.session))
        }
        Some(firebase) => {
            firebase.spoken(&app.db, token, now).await?.map(|spoken| TokenHolder::Firebase(spoken.into()))
        }
    };
    let holder = holder.ok_or_else(Problem::unauthorized)?;
    parts.extensions.insert(holder.clone());
    Ok(Some(holder))
}

impl From<SpeakError> for Problem {
    fn from(error: SpeakError) -> Self {
        match error {
            SpeakError::Keys(_) => {
                tracing::warn!(error = %crate::common::error_chain::display(&error), "tokens cannot be verified");
                Self::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "Sign-ins cannot be verified right now. Please try again in a moment.",
                )
            }
            SpeakError::Store(cause) => cause.into(),
        }
    }
}

impl<S> FromRequestParts<S> for RequireLocalIdentity
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(_: &mut Parts, state: &S) -> Result<Self, Problem> {
        if App::from_ref(state).firebase.is_none() { Ok(Self) } else { Err(accounts_are_external()) }
    }
}

/// 409: what is asked for is Firebase's to do.
pub fn accounts_are_external() -> Problem {
    Problem::new(StatusCode::CONFLICT, "Firebase keeps this guide's accounts: please use its sign-in on the site")
        .named("/problems/accounts-kept-elsewhere")
}

impl<S> FromRequestParts<S> for OptionalAccount
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let active = token_holder(parts, state).await?.map(TokenHolder::active).transpose()?;
        Ok(Self(active.map(|SessionAccount { account, .. }| account)))
    }
}

impl<S> FromRequestParts<S> for SessionAccount
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        token_holder(parts, state).await?.ok_or_else(Problem::unauthorized)?.active()
    }
}

impl<S> FromRequestParts<S> for Claimed
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let app = App::from_ref(state);
        if app.firebase.is_some() {
            let SignedIn(account) = SignedIn::from_request_parts(parts, state).await?;
            return Ok(Self(Claim { account: account.id, session: None }));
        }
        let token = bearer(&parts.headers)?.ok_or_else(Problem::unauthorized)?;
        app.identity.claim_of(token, app.clock.now()).map(Self).ok_or_else(Problem::unauthorized)
    }
}

impl<S> FromRequestParts<S> for AnyTokenHolder
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        Ok(match token_holder(parts, state).await?.ok_or_else(Problem::unauthorized)? {
            TokenHolder::Own(account, _) => Self::Own(account),
            TokenHolder::Firebase(spoken) => Self::Firebase(*spoken),
        })
    }
}

impl<S> FromRequestParts<S> for SignedIn
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let OptionalAccount(account) = OptionalAccount::from_request_parts(parts, state).await?;
        account.map(Self).ok_or_else(Problem::unauthorized)
    }
}

macro_rules! by_role {
    ($extractor:ident, $role:expr, $sentence:literal) => {
        impl<S> FromRequestParts<S> for $extractor
        where
            S: Send + Sync,
            App: FromRef<S>,
        {
            type Rejection = Problem;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
                let SignedIn(account) = SignedIn::from_request_parts(parts, state).await?;
                if account.has_role($role) { Ok(Self(account)) } else { Err(forbidden(&account, $sentence)) }
            }
        }
    };
}

by_role!(StaffAccount, Role::BusinessOwner, "You need admin or business owner privileges to do this.");
by_role!(Admin, Role::Admin, "You need admin privileges to do this.");
