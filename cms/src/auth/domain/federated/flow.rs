//! Federated sign-ins in progress, from the redirect to a provider until the callback. They are stored in the database,
//! because the callback may reach another replica. The browser that started a sign-in can redeem it once, within ten
//! minutes.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::model::{Federated, IdentityProvider};
use crate::common::clock::Timestamp;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::{execute, with_tx};

/// The time limit of a sign-in, in seconds.
pub const FLOW_LIFETIME_S: i64 = 600;
/// The maximum number of sign-ins in progress. Above it, the oldest are deleted.
const MAX_IN_PROGRESS: i64 = 10_000;

const START: &str = "
insert into sign_in_flow (state_hash, browser_hash, provider, nonce, pkce_verifier, return_to, expires_at)
values ($1, $2, $3, $4, $5, $6, $7)";

const SWEEP: &str = "
delete from sign_in_flow
where expires_at <= $1
   or expires_at <= (select expires_at from sign_in_flow order by expires_at desc limit 1 offset $2)";

const USE: &str = "
delete from sign_in_flow where state_hash = $1 and browser_hash = $2 and provider = $3 and expires_at > $4
returning nonce, pkce_verifier, return_to";

/// A secret of 32 random bytes, base64url. It must not be logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A new secret.
    pub fn fresh() -> Self {
        Self(BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>()))
    }

    /// The secret itself, for its recipient.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    fn hash(&self) -> String {
        hash(&self.0)
    }
}

/// The secrets of a new sign-in.
#[derive(Clone, Debug)]
pub struct FlowSecrets {
    /// The OAuth state: returned in the callback URL.
    pub state: Secret,
    /// Returned in the browser's cookie.
    pub browser: Secret,
    /// Returned in the ID token.
    pub nonce: Secret,
    /// The PKCE verifier: sent with the code; its hash is sent at the start.
    pub verifier: Secret,
}

/// A redeemed sign-in.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The nonce that the ID token must contain.
    pub nonce: Secret,
    /// The PKCE verifier.
    pub verifier: Secret,
    /// The path to return to.
    pub return_to: String,
}

/// Stores a new sign-in and deletes expired ones.
pub async fn begin(
    tx: &mut Tx,
    provider: Federated,
    return_to: &str,
    now: Timestamp,
) -> Result<FlowSecrets, StoreError> {
    let [state, browser, nonce, verifier] = std::array::from_fn(|_| Secret::fresh());
    execute!(tx, sqlx::query(SWEEP).bind(now).bind(MAX_IN_PROGRESS - 1))?;
    execute!(
        tx,
        sqlx::query(START)
            .bind(state.hash())
            .bind(browser.hash())
            .bind(IdentityProvider::from(provider))
            .bind(nonce.reveal())
            .bind(verifier.reveal())
            .bind(return_to)
            .bind(now.plus_seconds(FLOW_LIFETIME_S))
    )?;
    Ok(FlowSecrets { state, browser, nonce, verifier })
}

/// Redeems the sign-in with this state. `None` unless this browser started it with this provider.
pub async fn redeem(
    tx: &mut Tx,
    (state, browser): (&str, &str),
    provider: Federated,
    now: Timestamp,
) -> Result<Option<Flow>, StoreError> {
    let row: Option<(String, String, String)> = with_tx!(tx, |engine| sqlx::query_as(USE)
        .bind(hash(state))
        .bind(hash(browser))
        .bind(IdentityProvider::from(provider))
        .bind(now)
        .fetch_optional(engine))?;
    Ok(row.map(|(nonce, verifier, return_to)| Flow { nonce: Secret(nonce), verifier: Secret(verifier), return_to }))
}

fn hash(secret: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(secret))
}
