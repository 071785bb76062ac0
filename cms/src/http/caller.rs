//! Who is calling. A handler's signature says who may: `Visitor`, `SignedIn`, `Desk`, `Admin`.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::{HeaderMap, header, request::Parts};

use super::app::App;
use super::problem::Problem;
use crate::identity::model::{Account, Act, Role};

/// Anybody: signed in or not. A token that does not count (any more) is 401, never quietly a stranger.
#[derive(Clone, Debug)]
pub struct Visitor(pub Option<Account>);

/// Somebody with an active account.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Account);

/// Somebody who may enter the console.
#[derive(Clone, Debug)]
pub struct Desk(pub Account);

/// An administrator.
#[derive(Clone, Debug)]
pub struct Admin(pub Account);

impl Visitor {
    /// Whether this caller may do that; strangers may do nothing that needs asking.
    pub fn may(&self, act: Act<'_>) -> bool {
        self.0.as_ref().is_some_and(|account| account.may(act))
    }
}

impl SignedIn {
    /// 403 unless this account may do that.
    pub fn must(&self, act: Act<'_>) -> Result<(), Problem> {
        if self.0.may(act) { Ok(()) } else { Err(Problem::forbidden("You are not allowed to do this")) }
    }
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

impl<S> FromRequestParts<S> for Visitor
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Some(token) = bearer(&parts.headers)? else { return Ok(Self(None)) };
        let app = App::from_ref(state);
        // The account is read on each call: deactivation, a new role and sign-out act on the very next request.
        let account = app.identity.account_of(&app.db, token, app.clock.now()).await?;
        account.map(|account| Self(Some(account))).ok_or_else(Problem::unauthorized)
    }
}

impl<S> FromRequestParts<S> for SignedIn
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Visitor(account) = Visitor::from_request_parts(parts, state).await?;
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
                if account.has_role($role) { Ok(Self(account)) } else { Err(Problem::forbidden($sentence)) }
            }
        }
    };
}

by_role!(Desk, Role::BusinessOwner, "You need admin or business owner privileges to do this.");
by_role!(Admin, Role::Admin, "You need admin privileges to do this.");
