//! The sources of reports (accounts and networks) as keyed hashes, so that they can be counted but not identified. The
//! key is replaced after 30 days.

use std::net::IpAddr;

use crate::auth::domain::builtin::rate_limit;
use crate::auth::domain::secret::{self, Secret};
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{StoreError, Tx};
use crate::{execute, with_tx};

/// How long a key is used, in seconds: 30 days. A source that reports again with the next key is counted again.
pub const HASH_KEY_LIFETIME_S: i64 = 30 * 24 * 3600;

const SELECT_CURRENT_HASH_KEY: &str = "select secret from report_key where created_at > $1 order by id desc limit 1";
const INSERT_HASH_KEY: &str = "insert into report_key (secret, created_at) values ($1, $2)";
/// Deletes the keys that are no longer used.
pub const DELETE_OLD_HASH_KEYS: &str = "delete from report_key where created_at <= $1";

/// The hash of the account. If there is no account, the hash of the network of the client address. Without the key, the
/// hash identifies neither.
pub async fn hash(
    tx: &mut Tx,
    (account, address): (Option<&AccountId>, IpAddr),
    now: Timestamp,
) -> Result<String, StoreError> {
    let key = current_hash_key(tx, now).await?;
    let source = match account {
        Some(id) => format!("account\0{id}"),
        None => format!("network\0{}", rate_limit::client_network(address).unwrap_or(address)),
    };
    Ok(secret::hash(&format!("{key}\0{source}")))
}

async fn current_hash_key(tx: &mut Tx, now: Timestamp) -> Result<String, StoreError> {
    let cutoff = now.plus_seconds(-HASH_KEY_LIFETIME_S);
    let stored_key: Option<String> =
        with_tx!(tx, |engine| sqlx::query_scalar(SELECT_CURRENT_HASH_KEY).bind(cutoff).fetch_optional(engine))?;
    if let Some(key) = stored_key {
        return Ok(key);
    }
    execute!(tx, sqlx::query(DELETE_OLD_HASH_KEYS).bind(cutoff))?;
    let key = Secret::generate().reveal().to_owned();
    execute!(tx, sqlx::query(INSERT_HASH_KEY).bind(&key).bind(now))?;
    Ok(key)
}
