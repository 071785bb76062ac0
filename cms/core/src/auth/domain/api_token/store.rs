//! Creates, finds, lists and revokes API tokens in the database, and reserves parts of their quotas.

use sqlx::types::Json;

use super::quota::QUOTA_WINDOW_S;
use super::scope::ApiTokenScope;
use super::secret::ApiTokenSecret;
use crate::account_columns;
use crate::auth::domain::accounts::{Account, ApiTokenAccess};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ApiTokenId, CategoryId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::{execute, with_pool, with_tx};

/// The maximum number of valid tokens of an account.
pub const MAX_VALID_API_TOKENS_PER_ACCOUNT: i64 = 20;
/// How long expired and revoked tokens are kept, in seconds: 30 days. Older ones are deleted when their account next
/// creates a token.
const ENDED_TOKEN_RETENTION_S: i64 = 30 * 24 * 3600;
/// The maximum number of tokens in a list; older ones are left out.
const MAX_LISTED_TOKENS: i64 = 100;

const INSERT: &str = "
insert into api_token (account_id, name, token_hash, hint, scopes, category_ids, own_places_only, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
returning id, name, hint, scopes, category_ids, own_places_only, created_at, expires_at, last_used_at, last_used_address,
    revoked_at";

const COUNT_VALID: &str =
    "select count(*) from api_token where account_id = $1 and revoked_at is null and expires_at > $2";

const DELETE_ENDED: &str = "
delete from api_token where account_id = $1 and (revoked_at < $2 or expires_at < $2)";

const LIST: &str = "
select id, name, hint, scopes, category_ids, own_places_only, created_at, expires_at, last_used_at, last_used_address,
    revoked_at
from api_token where account_id = $1 order by id desc limit $2";

const REVOKE: &str = "
update api_token set revoked_at = $3 where id = $1 and account_id = $2 and revoked_at is null returning name";

const REVOKE_ALL: &str = "update api_token set revoked_at = $2 where account_id = $1 and revoked_at is null";

// Selects by the hint and not by the hash, so that [`account_of_api_token`] can compare the hashes in constant time.
// Few tokens have the same hint.
const SELECT_BY_HINT: &str = concat!(
    "select ",
    account_columns!(),
    ", token.id as token_id, token.name, token.token_hash, token.scopes, token.category_ids, token.own_places_only
from api_token token join account on account.id = token.account_id
where token.hint = $1 and token.revoked_at is null and token.expires_at > $2 limit 1000"
);

const RESERVE_REQUESTS: &str = "
update api_token set last_used_at = case when coalesce(last_used_at, 0) <= $2 - 60000 then $2 else last_used_at end,
    last_used_address = case when coalesce(last_used_at, 0) <= $2 - 60000 then $3 else last_used_address end,
    reserved = case when window_ends_at > $2 then reserved else 0 end + $4,
    window_ends_at = case when window_ends_at > $2 then window_ends_at else $5 end
where id = $1 returning window_ends_at, reserved";

/// A token without its secret.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct ApiToken {
    pub id: ApiTokenId,
    pub name: String,
    pub hint: String,
    pub scopes: Json<Vec<ApiTokenScope>>,
    pub category_ids: Option<Json<Vec<CategoryId>>>,
    pub own_places_only: bool,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub last_used_address: Option<String>,
    pub revoked_at: Option<Timestamp>,
}

/// A token to create.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct NewApiToken {
    pub name: String,
    pub scopes: Vec<ApiTokenScope>,
    pub category_ids: Option<Vec<CategoryId>>,
    pub own_places_only: bool,
    pub expires_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct ApiTokenWithAccount {
    #[sqlx(flatten)]
    account: Account,
    #[sqlx(flatten)]
    access: ApiTokenAccess,
    token_hash: String,
}

/// The account of this token, with the field [`Account::token`] set. The account may be inactive. `None` if the token
/// is unknown, expired or revoked.
pub async fn account_of_api_token(
    db: &Db,
    token: &ApiTokenSecret,
    now: Timestamp,
) -> Result<Option<Account>, StoreError> {
    let candidates: Vec<ApiTokenWithAccount> =
        with_pool!(db, |engine| sqlx::query_as(SELECT_BY_HINT).bind(token.hint()).bind(now).fetch_all(engine))?;
    let found = candidates.into_iter().find(|candidate| token.has_hash(&candidate.token_hash));
    Ok(found.map(|found| Account { token: Some(found.access.into()), ..found.account }))
}

/// Creates a token for an account. Returns `None` if the account has [`MAX_VALID_API_TOKENS_PER_ACCOUNT`] valid tokens.
/// The caller must have locked the account, because concurrent calls could otherwise exceed this number.
pub async fn add(
    tx: &mut Tx,
    account: &AccountId,
    new: NewApiToken,
    now: Timestamp,
) -> Result<Option<(ApiToken, ApiTokenSecret)>, StoreError> {
    execute!(tx, sqlx::query(DELETE_ENDED).bind(account).bind(now.plus_seconds(-ENDED_TOKEN_RETENTION_S)))?;
    let count: i64 = with_tx!(tx, |engine| sqlx::query_scalar(COUNT_VALID).bind(account).bind(now).fetch_one(engine))?;
    if count >= MAX_VALID_API_TOKENS_PER_ACCOUNT {
        return Ok(None);
    }
    let secret = ApiTokenSecret::generate();
    let token = with_tx!(tx, |engine| sqlx::query_as(INSERT)
        .bind(account)
        .bind(&new.name)
        .bind(secret.hash())
        .bind(secret.hint())
        .bind(Json(&new.scopes))
        .bind(new.category_ids.as_ref().map(Json))
        .bind(new.own_places_only)
        .bind(now)
        .bind(new.expires_at)
        .fetch_one(engine))?;
    Ok(Some((token, secret)))
}

/// The tokens of an account, newest first, at most `MAX_LISTED_TOKENS`. They include expired and revoked tokens that
/// are not deleted yet.
pub async fn list(db: &Db, account: &AccountId) -> Result<Vec<ApiToken>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(LIST).bind(account).bind(MAX_LISTED_TOKENS).fetch_all(engine))?)
}

/// Revokes a token of this account. Returns its name; `None` if the account has no token with this id, or the token was
/// already revoked.
pub async fn revoke(
    tx: &mut Tx,
    account: &AccountId,
    id: ApiTokenId,
    now: Timestamp,
) -> Result<Option<String>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(REVOKE).bind(id).bind(account).bind(now).fetch_optional(engine))?)
}

/// Revokes all tokens of this account.
pub async fn revoke_all(tx: &mut Tx, account: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(REVOKE_ALL).bind(account).bind(now))?;
    Ok(())
}

/// Reserves `batch_size` requests of the current window. Once a minute, also records the time and the client `address`
/// of the last use. Returns the end of the window, and the number of requests that all processes have reserved in it.
/// That number may exceed the quota. Errors: [`StoreError::NotFound`] if the token does not exist.
pub(super) async fn reserve_requests(
    db: &Db,
    id: ApiTokenId,
    (batch_size, address): (i64, &str),
    now: Timestamp,
) -> Result<(Timestamp, i64), StoreError> {
    let (address, new_end) = (address.to_owned(), now.plus_seconds(QUOTA_WINDOW_S));
    db.write(move |tx| {
        Box::pin(async move {
            Ok(with_tx!(tx, |engine| sqlx::query_as(RESERVE_REQUESTS)
                .bind(id)
                .bind(now)
                .bind(address)
                .bind(batch_size)
                .bind(new_end)
                .fetch_one(engine))?)
        })
    })
    .await
}
