//! Sign-ins under way: what this guide must remember from sending a browser to a provider until it comes back. In the
//! database, so that it may come back to another replica; used once, by the browser that began, within ten minutes.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::common::clock::Timestamp;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::identity::federated::model::{Federated, Voucher};
use crate::{execute, with_tx};

/// How long somebody may take at the provider, in seconds.
pub const LIFETIME_S: i64 = 600;
/// So many may be under way; of more, those that began first are forgotten.
const MOST: i64 = 10_000;

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

/// A secret of 32 bytes, base64url. Never for a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A new one.
    pub fn fresh() -> Self {
        Self(BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>()))
    }

    /// The secret itself, for the one it is meant for.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    fn hash(&self) -> String {
        hash(&self.0)
    }
}

/// What the provider and the browser are given at the start.
#[derive(Clone, Debug)]
pub struct Begun {
    /// Comes back in the address.
    pub state: Secret,
    /// Comes back in a cookie.
    pub browser: Secret,
    /// Comes back inside the ID token.
    pub nonce: Secret,
    /// Shown to the provider when the code is exchanged; its hash goes there first.
    pub verifier: Secret,
}

/// What was remembered.
#[derive(Clone, Debug)]
pub struct Flow {
    /// What the ID token must say.
    pub nonce: Secret,
    /// PKCE's.
    pub verifier: Secret,
    /// Where to go afterwards.
    pub return_to: String,
}

/// Remembers a sign-in that begins, and forgets those that are over.
pub async fn begin(tx: &mut Tx, provider: Federated, return_to: &str, now: Timestamp) -> Result<Begun, StoreError> {
    let [state, browser, nonce, verifier] = std::array::from_fn(|_| Secret::fresh());
    execute!(tx, sqlx::query(SWEEP).bind(now).bind(MOST - 1))?;
    execute!(
        tx,
        sqlx::query(START)
            .bind(state.hash())
            .bind(browser.hash())
            .bind(Voucher::from(provider))
            .bind(nonce.reveal())
            .bind(verifier.reveal())
            .bind(return_to)
            .bind(now.plus_seconds(LIFETIME_S))
    )?;
    Ok(Begun { state, browser, nonce, verifier })
}

/// Uses up the sign-in that `state` names, if this browser began it with this provider.
pub async fn redeem(
    tx: &mut Tx,
    (state, browser): (&str, &str),
    provider: Federated,
    now: Timestamp,
) -> Result<Option<Flow>, StoreError> {
    let found: Option<(String, String, String)> = with_tx!(tx, |engine| sqlx::query_as(USE)
        .bind(hash(state))
        .bind(hash(browser))
        .bind(Voucher::from(provider))
        .bind(now)
        .fetch_optional(engine))?;
    Ok(found.map(|(nonce, verifier, return_to)| Flow { nonce: Secret(nonce), verifier: Secret(verifier), return_to }))
}

fn hash(secret: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(secret))
}
