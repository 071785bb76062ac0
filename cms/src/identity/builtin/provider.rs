//! The built-in identity provider: signing in, staying signed in, signing out, and who a token is.

use std::net::IpAddr;

use super::attempts::{Attempts, Wait};
use super::issue::Signer;
use super::password::{PasswordError, Passwords};
use super::session::{self, Exchange, RefreshToken};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::identity::model::{Account, SessionId};
use crate::identity::token::{AUDIENCE, Claims, LIFETIME_S, PublicKey, Tokens};
use crate::identity::{email, store};
use crate::kernel::clock::{Clock, Moment};

/// See the module.
pub struct Builtin {
    issuer: String,
    tokens: Tokens,
    signer: Signer,
    passwords: Passwords,
    attempts: Attempts,
}

/// Somebody is signed in, newly or still.
#[derive(Debug)]
pub struct Session {
    /// Who it is.
    pub account: Account,
    /// The access token.
    pub token: String,
    /// When that ends.
    pub expires_at: Moment,
    /// The refresh token to keep; nothing when the client has it already.
    pub refresh: Option<RefreshToken>,
}

/// Why somebody was not signed in. The first says the same of an unknown address, a wrong password, a deactivated
/// account and one without password, after the same work (threat D12).
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// 401.
    #[error("E-mail or password is not right")]
    NotRight,
    /// 429: to be tried again after so many seconds.
    #[error("Too many attempts. Please wait a minute and try again.")]
    TooMany(i64),
    /// 503, or a fault of ours.
    #[error(transparent)]
    Password(PasswordError),
    /// A fault of ours: no token could be made.
    #[error("The sign-in could not be completed")]
    Unsigned(#[source] jsonwebtoken::errors::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Builtin {
    /// Reads the signing keys, or makes the first. `public_url` is what tokens name as their issuer.
    pub async fn open(db: &Db, public_url: &str, clock: &Clock) -> anyhow::Result<Self> {
        let signer = Signer::open(db, clock.now()).await?;
        let issuer = public_url.trim_end_matches('/').to_owned();
        let tokens = Tokens::of(&issuer, signer.public_keys())?;
        Ok(Self { issuer, tokens, signer, passwords: Passwords::default(), attempts: Attempts::default() })
    }

    /// The keys that tokens can be checked with.
    pub fn public_keys(&self) -> &[PublicKey] {
        self.signer.public_keys()
    }

    /// The active account behind an access token, as it is now.
    pub async fn account_of(&self, db: &Db, token: &str, now: Moment) -> Result<Option<Account>, StoreError> {
        let Some(claims) = self.tokens.current(token, now) else { return Ok(None) };
        session::account_of(db, &claims.sid, &claims.sub, now).await
    }

    /// Signs in by e-mail and password. `from` is where the connection comes from.
    pub async fn sign_in(
        &self,
        db: &Db,
        (email, password): (&str, &str),
        from: IpAddr,
        now: Moment,
    ) -> Result<Session, SignInError> {
        let attempt = self.attempts.begin(email, from, now).map_err(|Wait(seconds)| SignInError::TooMany(seconds))?;
        let session = self.proven(db, email, password, now).await;
        if !matches!(session, Err(SignInError::NotRight)) {
            self.attempts.forgive(attempt);
        }
        session
    }

    async fn proven(&self, db: &Db, email: &str, password: &str, now: Moment) -> Result<Session, SignInError> {
        // What cannot be an address is not looked up (PostgreSQL takes no NUL); it costs the same work all the same.
        let known =
            if email::is_plausible(email) { store::credentials(db, &email::normal(email)).await? } else { None };
        let known = known.filter(|known| known.account.is_active);
        let hash = known.as_ref().and_then(|known| known.password_hash.clone());
        let is_right = self.passwords.matches(password, hash.as_deref()).await.map_err(SignInError::Password)?;
        let (Some(known), Some(hash), true) = (known, hash, is_right) else { return Err(SignInError::NotRight) };
        let id = known.account.id.clone();
        let started = db
            .write(move |tx| Box::pin(async move { session::start(tx, &id, &hash, now).await }))
            .await
            .map_err(SignInError::Store)?;
        let (session, refresh) = started.ok_or(SignInError::NotRight)?;
        self.session(known.account, session, Some(refresh), now)
    }

    /// Carries a session on. Nothing when the token does not count (any more).
    pub async fn refresh(&self, db: &Db, old: RefreshToken, now: Moment) -> Result<Option<Session>, SignInError> {
        let successor = self.signer.successor(&old).map_err(SignInError::Unsigned)?;
        let exchange = db
            .write(move |tx| Box::pin(async move { session::exchange(tx, &old, successor, now).await }))
            .await
            .map_err(SignInError::Store)?;
        match exchange {
            Exchange::Renewed { account, session, refresh } => self.session(account, session, refresh, now).map(Some),
            Exchange::Refused => Ok(None),
            Exchange::Reused(account) => {
                tracing::warn!(%account, "a refresh token was used twice: its session is ended");
                Ok(None)
            }
        }
    }

    /// Ends the sessions of this access token and of this refresh token. Answers whether either was one of ours: an
    /// outdated access token is, and still ends its session.
    pub async fn sign_out(
        &self,
        db: &Db,
        token: Option<&str>,
        refresh: Option<RefreshToken>,
    ) -> Result<bool, StoreError> {
        let session = token.and_then(|token| self.tokens.ours(token)).map(|claims| claims.sid);
        if session.is_none() && refresh.is_none() {
            return Ok(false);
        }
        db.write(move |tx| {
            Box::pin(async move {
                if let Some(session) = session {
                    session::end(tx, &session).await?;
                }
                if let Some(refresh) = refresh {
                    session::end_of(tx, &refresh).await?;
                }
                Ok(true)
            })
        })
        .await
    }

    fn session(
        &self,
        account: Account,
        session: SessionId,
        refresh: Option<RefreshToken>,
        now: Moment,
    ) -> Result<Session, SignInError> {
        let expires_at = Moment(now.seconds() * 1000).plus_seconds(LIFETIME_S);
        let claims = Claims {
            iss: self.issuer.clone(),
            aud: AUDIENCE.to_owned(),
            sub: account.id.clone(),
            sid: session,
            iat: now.seconds(),
            exp: expires_at.seconds(),
            nbf: None,
        };
        let token = self.signer.sign(&claims).map_err(SignInError::Unsigned)?;
        Ok(Session { account, token, expires_at, refresh })
    }
}
