//! The built-in identity provider: sign-in, refresh, sign-out, and the account of an access token.

use std::net::IpAddr;
use std::sync::Arc;

use super::password::{PasswordError, PasswordWorkerPool};
use super::rate_limit::{
    EMAIL_QUOTAS, RateLimitError, RateLimitKey, RateLimitedAttempt, RateLimiter, RetryAfter, SIGN_IN_QUOTAS,
    SIGN_UP_QUOTAS,
};
use super::second_factor;
use super::session::{self, RefreshOutcome, StartedOrRenewedSession};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{Account, SecondFactorRequirement, SessionId, SignedTokenSubject};
use crate::auth::domain::secret::Secret;
use crate::auth::domain::token::{
    ACCESS_TOKEN_LIFETIME_S, AUDIENCE, AccessTokenClaims, PublicKey, TokenSigner, TokenVerifier,
};
use crate::auth::domain::{accounts, email};
use crate::common::clock::{Clock, Timestamp};
use crate::common::id::AccountId;
use crate::common::metrics::{LabeledCounters, labeled_counters};
use crate::db::engine::{Db, StoreError, Tx};

/// The configuration of sign-ins: the use of second factors, and who becomes an admin.
#[derive(Clone, Debug, Default)]
pub struct SignInPolicy {
    /// Whether staff can or must have a second factor.
    pub second_factor: SecondFactorRequirement,
    /// The addresses whose accounts become admins when they first sign in with the address verified. Normalized by
    /// [`email::normalize`].
    pub admin_emails: Vec<String>,
}

/// The built-in identity provider: passwords, sessions and access tokens of this server.
pub struct BuiltinProvider {
    issuer: String,
    token_verifier: TokenVerifier,
    signer: TokenSigner,
    policy: Arc<SignInPolicy>,
    sign_in_limiter: RateLimiter,
    /// The numbers of failed sign-ins by reason.
    pub failed_sign_in_counts: LabeledCounters,
    /// Hashes and verifies passwords.
    pub password_workers: PasswordWorkerPool,
    /// The rate limiter of new accounts.
    pub sign_up_limiter: RateLimiter,
    /// The rate limiter of emails about accounts and of password links.
    pub email_limiter: RateLimiter,
}

/// What a caller entered to sign in, and where the request comes from.
#[derive(Clone, Copy)]
pub struct SignInAttempt<'a> {
    /// The email address, as typed.
    pub email: &'a str,
    /// The password, as typed.
    pub password: &'a str,
    /// The code of the second factor, as typed; `None` or blank if none was entered.
    pub code: Option<&'a str>,
    /// The client address.
    pub client_address: IpAddr,
    /// The user agent.
    pub user_agent: &'a str,
}

/// The result of a sign-in or refresh.
#[derive(Debug)]
pub struct IssuedAccessToken {
    /// The account.
    pub account: Account,
    /// The access token.
    pub token: String,
    /// The expiry of the access token.
    pub expires_at: Timestamp,
    /// The refresh token, or `None` if the client already has it.
    pub refresh_token: Option<Secret>,
}

/// Why a sign-in failed.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// 401: the address is unknown, the password is wrong, or the account is deactivated or has no password. All of
    /// these cases take the same time (R312).
    #[error("Email or password is incorrect")]
    InvalidCredentials,
    /// 401: the password is correct, but the code is missing.
    #[error("Please enter the code from your authenticator app")]
    MissingCode,
    /// 401: the password is correct, but the code is wrong.
    #[error("The code is incorrect or was already used")]
    InvalidCode,
    /// 429: retry after this many seconds.
    #[error("Too many attempts. Please wait a minute and try again.")]
    RateLimited(i64),
    /// 503 if too many passwords are waiting to be verified, 500 if the verification failed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The token could not be signed.
    #[error("The sign-in could not be completed")]
    Signing(#[source] jsonwebtoken::errors::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The metric labels of failed sign-ins.
const FAILURE_LABELS: [&str; 5] = ["credentials", "code_missing", "code", "too_many", "failed"];

impl SignInError {
    /// The metric label of the error, one of [`FAILURE_LABELS`].
    fn label(&self) -> &'static str {
        match self {
            Self::InvalidCredentials => "credentials",
            Self::MissingCode => "code_missing",
            Self::InvalidCode => "code",
            Self::RateLimited(_) => "too_many",
            Self::Password(_) | Self::Signing(_) | Self::Store(_) => "failed",
        }
    }
}

impl From<RateLimitError> for SignInError {
    fn from(error: RateLimitError) -> Self {
        match error {
            RateLimitError::RetryAfter(RetryAfter(seconds)) => Self::RateLimited(seconds),
            RateLimitError::Store(cause) => Self::Store(cause),
        }
    }
}

impl BuiltinProvider {
    /// Loads the signing keys, or creates the first one. `public_url` is the issuer of the tokens.
    pub async fn open(db: &Db, public_url: &str, policy: SignInPolicy, clock: &Clock) -> anyhow::Result<Self> {
        let signer = TokenSigner::load_or_create_keys(db, clock.now()).await?;
        let issuer = public_url.to_owned();
        let token_verifier = TokenVerifier::new(&issuer, signer.public_keys())?;
        Ok(Self {
            issuer,
            token_verifier,
            signer,
            policy: Arc::new(policy),
            sign_in_limiter: RateLimiter::new(SIGN_IN_QUOTAS),
            failed_sign_in_counts: labeled_counters("reason", &FAILURE_LABELS),
            password_workers: PasswordWorkerPool::default(),
            sign_up_limiter: RateLimiter::new(SIGN_UP_QUOTAS),
            email_limiter: RateLimiter::new(EMAIL_QUOTAS),
        })
    }

    /// The public keys for verifying tokens.
    pub fn public_keys(&self) -> &[PublicKey] {
        self.signer.public_keys()
    }

    /// The sign-in policy.
    pub fn policy(&self) -> &Arc<SignInPolicy> {
        &self.policy
    }

    /// The account and the session of an access token. `None` if the token is invalid or expired. The function does not
    /// check whether the account is active, and whether the session has ended: see [`SignedTokenSubject`].
    pub fn token_subject(&self, token: &str, now: Timestamp) -> Option<SignedTokenSubject> {
        let claims = self.token_verifier.verify(token, now)?;
        Some(SignedTokenSubject { account: claims.sub, session: Some(claims.sid) })
    }

    /// The account of an access token, active or not, and its session. `None` if the token is invalid or the session
    /// has ended.
    pub async fn account_and_session(
        &self,
        db: &Db,
        token: &str,
        now: Timestamp,
    ) -> Result<Option<(Account, SessionId)>, StoreError> {
        let Some(claims) = self.token_verifier.verify(token, now) else { return Ok(None) };
        let account = accounts::by_session(db, &claims.sid, &claims.sub, now).await?;
        let apply_policy =
            |account: Account| self.policy.with_second_factor_requirement(account.has_second_factor, account);
        Ok(account.map(|account| (apply_policy(account), claims.sid)))
    }

    /// The numbers of attempts that the rate limits rejected, by kind of attempt.
    pub fn rejected_attempt_counts(&self) -> [(&'static str, u64); 3] {
        [&self.sign_in_limiter, &self.sign_up_limiter, &self.email_limiter].map(RateLimiter::rejected_attempt_count)
    }

    /// Signs in with email and password, and a code if the account has a second factor.
    pub async fn sign_in(
        &self,
        db: &Db,
        sign_in: SignInAttempt<'_>,
        audit: AuditContext,
        now: Timestamp,
    ) -> Result<IssuedAccessToken, SignInError> {
        let rate_limited_sign_in = async {
            let attempt =
                self.sign_in_limiter.begin(db, RateLimitKey::Email(sign_in.email), sign_in.client_address, now).await?;
            let session = self.sign_in_without_limit(db, sign_in, audit, now).await;
            self.finish_attempt(attempt, session.as_ref().err()).await;
            session
        };
        let session: Result<IssuedAccessToken, SignInError> = rate_limited_sign_in.await;
        if let Err(error) = &session {
            self.failed_sign_in_counts.get_or_create(&[("reason", error.label())]).inc();
        }
        session
    }

    async fn sign_in_without_limit(
        &self,
        db: &Db,
        sign_in: SignInAttempt<'_>,
        audit: AuditContext,
        now: Timestamp,
    ) -> Result<IssuedAccessToken, SignInError> {
        let SignInAttempt { email, password, code, user_agent, .. } = sign_in;
        // An invalid address is not looked up, because PostgreSQL rejects texts with NUL. The password is verified even
        // without an account, so that the response takes the same time.
        let credentials =
            if email::is_plausible(email) { accounts::credentials(db, &email::normalize(email)).await? } else { None };
        let credentials = credentials.filter(|credentials| credentials.account.is_active);
        let hash = credentials.as_ref().and_then(|credentials| credentials.password_hash.clone());
        let is_correct = self.password_workers.matches(password, hash.as_deref()).await?;
        let (Some(credentials), Some(hash), true) = (credentials, hash, is_correct) else {
            return Err(SignInError::InvalidCredentials);
        };
        let (before, policy) = (credentials.account, self.policy.clone());
        let (code, user_agent) = (code.map(str::to_owned), user_agent.to_owned());
        let started = db.write(move |tx| {
            Box::pin(async move {
                if !session::lock_if_password_unchanged(tx, &before.id, &hash).await? {
                    return Err(SignInError::InvalidCredentials);
                }
                policy.require_second_factor_code(tx, &before.id, code.as_deref(), now).await?;
                let started = policy.record_sign_in_and_start_session(tx, &before.id, &user_agent, now).await?;
                audit.with_actor(&started.account).log_updated(tx, &before, &started.account).await?;
                Ok(started)
            })
        });
        self.issue_access_token(started.await?, now)
    }

    /// Verifies the password of an account for a caller who has already proved to be that account. A wrong password
    /// counts for the rate limit of sign-ins, by account instead of by mailbox. Returns the password hash, for
    /// [`session::lock_if_password_unchanged`].
    pub async fn verify_password(
        &self,
        db: &Db,
        account: &Account,
        (password, client_address): (&str, IpAddr),
        now: Timestamp,
    ) -> Result<String, SignInError> {
        let attempt = self.sign_in_limiter.begin(db, RateLimitKey::Account(&account.id), client_address, now).await?;
        let verify = async {
            let hash = accounts::password_hash(db, &account.id).await?;
            let is_correct = self.password_workers.matches(password, hash.as_deref()).await?;
            hash.filter(|_| is_correct).ok_or(SignInError::InvalidCredentials)
        };
        let result = verify.await;
        self.finish_attempt(attempt, result.as_ref().err()).await;
        result
    }

    /// Begins an attempt of this account to enter a code, such as that of its second factor. The caller must report the
    /// result with [`BuiltinProvider::finish_attempt`]. Errors: [`SignInError::RateLimited`] if a quota is used up.
    pub async fn begin_code_attempt(
        &self,
        db: &Db,
        account: &Account,
        client_address: IpAddr,
        now: Timestamp,
    ) -> Result<RateLimitedAttempt, SignInError> {
        Ok(self.sign_in_limiter.begin(db, RateLimitKey::Account(&account.id), client_address, now).await?)
    }

    /// Ends an attempt, which failed with `error` or succeeded. The attempt counts for the rate limit only if the
    /// password or the code was wrong.
    pub async fn finish_attempt(&self, attempt: RateLimitedAttempt, error: Option<&SignInError>) {
        match error {
            Some(SignInError::InvalidCredentials | SignInError::InvalidCode) => attempt.record_failure().await,
            _ => attempt.release(),
        }
    }

    /// Renews the session of a refresh token. Returns `None` if the token is invalid or was used before. A token that
    /// was used before also ends its session. The documentation of [`session`] has the exceptions.
    pub async fn refresh(
        &self,
        db: &Db,
        old_token: Secret,
        audit: AuditContext,
        now: Timestamp,
    ) -> Result<Option<IssuedAccessToken>, SignInError> {
        let successor = self.signer.successor_of_refresh_token(&old_token).map_err(SignInError::Signing)?;
        let work = db.write(move |tx| {
            Box::pin(async move {
                let exchange = session::exchange_refresh_token(tx, &old_token, successor, now).await?;
                if let RefreshOutcome::Renewed(StartedOrRenewedSession { account, .. }) = &exchange {
                    audit.with_actor(account).log_action_on(tx, account).await?;
                }
                Ok::<_, StoreError>(exchange)
            })
        });
        match work.await? {
            RefreshOutcome::Renewed(renewed) => self.issue_access_token(renewed, now).map(Some),
            RefreshOutcome::Refused => Ok(None),
            RefreshOutcome::Reused(account) => {
                tracing::warn!(%account, "refresh token reused: session ended");
                Ok(None)
            }
        }
    }

    /// The ids of the session and the account of an access token. The token may be expired. `None` if this server did
    /// not sign the token.
    pub fn session_and_account_ids_ignoring_expiry(&self, token: &str) -> Option<(SessionId, AccountId)> {
        self.token_verifier.claims_ignoring_expiry(token).map(|claims| (claims.sid, claims.sub))
    }

    /// Ends this session and the session of this refresh token. Sessions that have already ended are not an error. If
    /// no account is found, no audit event is written: otherwise, invented tokens could fill the audit log.
    pub async fn sign_out(
        &self,
        db: &Db,
        (session, refresh_token): (Option<(SessionId, AccountId)>, Option<Secret>),
        audit: AuditContext,
    ) -> Result<(), StoreError> {
        let work = db.write(move |tx| {
            Box::pin(async move {
                let mut account_id = None;
                if let Some((session, account)) = session {
                    session::end(tx, &account, &session).await?;
                    account_id = Some(account);
                }
                if let Some(refresh_token) = refresh_token {
                    account_id = session::end_by_refresh_token(tx, &refresh_token).await?.or(account_id);
                }
                let Some(account_id) = account_id else { return Ok(()) };
                match accounts::by_id(tx, &account_id).await? {
                    Some(account) => audit.with_actor(&account).log_action_on(tx, &account).await,
                    None => Ok(()),
                }
            })
        });
        work.await
    }

    /// Issues an access token for a session whose start or renewal is committed. Errors: [`SignInError::Signing`].
    pub fn issue_access_token(
        &self,
        started: StartedOrRenewedSession,
        now: Timestamp,
    ) -> Result<IssuedAccessToken, SignInError> {
        let StartedOrRenewedSession { account, session, refresh_token } = started;
        let expires_at = Timestamp(now.unix_seconds() * 1000).plus_seconds(ACCESS_TOKEN_LIFETIME_S);
        let claims = AccessTokenClaims {
            iss: self.issuer.clone(),
            aud: AUDIENCE.to_owned(),
            sub: account.id.clone(),
            sid: session,
            iat: now.unix_seconds(),
            exp: expires_at.unix_seconds(),
            nbf: None,
        };
        let token = self.signer.sign(&claims).map_err(SignInError::Signing)?;
        let account = self.policy.with_second_factor_requirement(account.has_second_factor, account);
        Ok(IssuedAccessToken { account, token, expires_at, refresh_token })
    }
}

impl SignInPolicy {
    /// Records a sign-in and starts a session. The caller must have authenticated the account. Errors:
    /// [`StoreError::NotFound`] if the account does not exist.
    pub async fn record_sign_in_and_start_session(
        &self,
        tx: &mut Tx,
        id: &AccountId,
        user_agent: &str,
        now: Timestamp,
    ) -> Result<StartedOrRenewedSession, StoreError> {
        let account = self.record_sign_in_and_promote_admin(tx, id, now).await?;
        let (session, refresh_token) = session::start(tx, id, user_agent, now).await?;
        Ok(StartedOrRenewedSession { account, session, refresh_token: Some(refresh_token) })
    }

    /// Records a sign-in to the account and returns the account afterwards. At the first sign-in, an account with a
    /// verified address in `admin_emails` becomes an admin. Errors: [`StoreError::NotFound`] if no account has this id.
    pub async fn record_sign_in_and_promote_admin(
        &self,
        tx: &mut Tx,
        id: &AccountId,
        now: Timestamp,
    ) -> Result<Account, StoreError> {
        let account = accounts::by_id(tx, id).await?.ok_or(StoreError::NotFound)?;
        accounts::record_first_sign_in(tx, id, self.admin_emails.contains(&account.email), now).await?;
        accounts::by_id(tx, id).await?.ok_or(StoreError::NotFound)
    }

    /// Verifies the code of the second factor, unless the account has none or second factors are off. Errors:
    /// [`SignInError::MissingCode`] without a code or for a blank one, [`SignInError::InvalidCode`] for a wrong code.
    pub async fn require_second_factor_code(
        &self,
        tx: &mut Tx,
        id: &AccountId,
        code: Option<&str>,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        let is_enrolled = accounts::by_id(tx, id).await?.is_some_and(|account| account.has_second_factor);
        if self.second_factor == SecondFactorRequirement::Off || !is_enrolled {
            return Ok(());
        }
        match code.filter(|code| !code.trim().is_empty()) {
            None => Err(SignInError::MissingCode),
            Some(code) if second_factor::redeem(tx, id, code, now).await? => Ok(()),
            Some(_) => Err(SignInError::InvalidCode),
        }
    }

    /// Sets [`Account::lacks_required_second_factor`]. With Firebase, `has_second_factor` comes from the token, because
    /// the database does not have the second factors of Firebase.
    pub fn with_second_factor_requirement(&self, has_second_factor: bool, mut account: Account) -> Account {
        account.lacks_required_second_factor =
            self.second_factor == SecondFactorRequirement::Required && account.is_staff() && !has_second_factor;
        account
    }
}
