//! Stores and reads claims.

use sqlx::{AssertSqlSafe, QueryBuilder};

use super::dto::{Claim, ClaimCounts, State};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ClaimId, PlaceId};
use crate::db::dialect::Dialect;
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, insert_row, with_pool, with_tx};

/// How long claims that are no longer pending are stored, in seconds: 12 months. Approved and revoked ones stay longer,
/// without personal data.
const RETENTION_S: i64 = 365 * 24 * 3600;
/// The maximum number of claims in the list of an account.
const MAX_LISTED_CLAIMS: i64 = 50;

const COLUMNS: &str = "claim.id, claim.place_id, place.name as place_name, place.slug as place_slug,
    place.is_active as place_is_active, claim.account_id, trim(account.first_name || ' ' || account.last_name) as account_name,
    account.email as account_email, claim.method, claim.state, claim.is_dispute, claim.email, claim.website,
    claim.code_hash, claim.token, claim.tries, claim.raised_role, claim.note, claim.decided_by, claim.decided_at,
    claim.expires_at, claim.created_at, claim.updated_at";

/// The `from` and `where` clauses for `COLUMNS`. Claims to places in the trash are left out.
const FROM_CLAIMS_WHERE: &str =
    "from claim join place on place.id = claim.place_id join account on account.id = claim.account_id
where place.deleted_at is null";

// A claim with the method `call` expires if no admin decided on it in time.
const EXPIRE: &str = "update claim set state = 'expired', updated_at = $1 where state = 'open' and expires_at <= $1";

const DELETE_OLD: &str = "
delete from claim where updated_at <= $1 and state not in ('open', 'proved', 'approved', 'revoked')";

// Approved and revoked claims are not deleted: an approved one can still be revoked, and after a revoked one an admin
// decides on every later claim to the place.
const DELETE_PERSONAL_DATA: &str = "
update claim set email = null, website = null, code_hash = null, token = null, note = null
where updated_at <= $1 and state in ('approved', 'revoked')
    and (email is not null or website is not null or code_hash is not null or token is not null or note is not null)";

fn select(condition_and_order: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("select {COLUMNS} {FROM_CLAIMS_WHERE} and {condition_and_order}"))
}

/// Inserts a claim that has no code, no tries and no decision yet. Ignores the id and the columns of other tables.
/// Returns the new id.
pub async fn insert(tx: &mut Tx, claim: &Claim) -> Result<ClaimId, StoreError> {
    Ok(insert_row!(tx, "insert into claim", claim {
        place_id, account_id, method, state, is_dispute, email, website, token, expires_at, created_at,
    }, { updated_at: claim.updated_at })?)
}

/// Stores the state of a claim, whether it is a dispute, its tries, its decision, and whether it raised the role. Other
/// fields keep their stored values.
pub async fn update(tx: &mut Tx, claim: &Claim) -> Result<(), StoreError> {
    let update = "update claim set state = $2, is_dispute = $3, tries = $4, raised_role = $5, note = $6,
        decided_by = $7, decided_at = $8, updated_at = $9 where id = $1";
    execute!(
        tx,
        sqlx::query(update)
            .bind(claim.id)
            .bind(claim.state)
            .bind(claim.is_dispute)
            .bind(claim.tries)
            .bind(claim.raised_role)
            .bind(&claim.note)
            .bind(&claim.decided_by)
            .bind(claim.decided_at)
            .bind(claim.updated_at)
    )?;
    Ok(())
}

/// Sets the hash of the code of an open claim. Returns whether the claim is open.
pub async fn set_code_hash(db: &Db, id: ClaimId, hash: String) -> Result<bool, StoreError> {
    let update = "update claim set code_hash = $2 where id = $1 and state = 'open'";
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(update).bind(id).bind(hash))? > 0) })).await
}

/// The claim. `None` if it does not exist or its place is in the trash.
pub async fn find(db: &Db, id: ClaimId) -> Result<Option<Claim>, StoreError> {
    let select = select("claim.id = $1");
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(id).fetch_optional(engine))?)
}

/// The claim, locked until the commit. Errors: [`StoreError::NotFound`], also if its place is in the trash.
pub async fn get_for_update(tx: &mut Tx, id: ClaimId) -> Result<Claim, StoreError> {
    if matches!(tx, Tx::Postgres(_)) {
        execute!(tx, sqlx::query("select 1 from claim where id = $1 for update").bind(id))?;
    }
    let select = select("claim.id = $1");
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_one(engine))?)
}

/// The claims of an account, at most `MAX_LISTED_CLAIMS`, the newest first.
pub async fn list_of_account(db: &Db, account: &AccountId) -> Result<Vec<Claim>, StoreError> {
    let select = select("claim.account_id = $1 order by claim.created_at desc, claim.id desc limit $2");
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(account).bind(MAX_LISTED_CLAIMS).fetch_all(engine))?)
}

/// The pending claims of an account, in the order of their ids.
pub async fn pending_claims(tx: &mut Tx, account: &AccountId) -> Result<Vec<Claim>, StoreError> {
    let select = select("claim.account_id = $1 and claim.state in ('open', 'proved') order by claim.id");
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(account).fetch_all(engine))?)
}

/// Counts the claims to a place that began after `since`. Returns the number of accounts that began them, and the
/// number of claims that `account` began.
pub async fn count_claiming_accounts_and_own_claims(
    tx: &mut Tx,
    (place, account): (PlaceId, &AccountId),
    since: Timestamp,
) -> Result<(i64, i64), StoreError> {
    let count = "select count(distinct account_id), coalesce(sum(case when account_id = $3 then 1 else 0 end), 0)
        from claim where place_id = $1 and created_at > $2";
    Ok(with_tx!(tx, |engine| sqlx::query_as(count).bind(place).bind(since).bind(account).fetch_one(engine))?)
}

/// Whether a claim to the place was revoked: by an admin, or because a claim of another account was approved.
pub async fn has_revoked_claim(tx: &mut Tx, place: PlaceId) -> Result<bool, StoreError> {
    let select = "select exists (select 1 from claim where place_id = $1 and state = 'revoked')";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(place).fetch_one(engine))?)
}

/// The approved claims of an account to a place.
pub async fn approved_claims(tx: &mut Tx, place: PlaceId, account: &AccountId) -> Result<Vec<Claim>, StoreError> {
    let condition = "claim.place_id = $1 and claim.account_id = $2 and claim.state = 'approved' order by claim.id";
    let select = select(condition);
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(place).bind(account).fetch_all(engine))?)
}

/// Whether the approval of a claim ever made the account a business owner.
pub async fn has_claim_that_raised_role(tx: &mut Tx, account: &AccountId) -> Result<bool, StoreError> {
    let select = "select exists (select 1 from claim where account_id = $1 and raised_role)";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(account).fetch_one(engine))?)
}

/// Whether the account owns a place, also one in the trash.
pub async fn owns_any_place(tx: &mut Tx, account: &AccountId) -> Result<bool, StoreError> {
    let select = "select exists (select 1 from place where owner_id = $1)";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(account).fetch_one(engine))?)
}

/// The ids and addresses of the active admins with a verified address, at most 20. No guide is expected to have more
/// admins.
pub async fn list_admins_with_verified_email(tx: &mut Tx) -> Result<Vec<(AccountId, String)>, StoreError> {
    let select = "select id, email from account where role = 'admin' and is_active and is_email_verified
        order by created_at limit 20";
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).fetch_all(engine))?)
}

/// One page of the claims in `state`, or of all claims if `state` is `None`. The newest come first.
pub async fn list(db: &Db, state: Option<State>, page: PageParams) -> Result<Page<Claim>, StoreError> {
    let state = state.and_then(|state| serde_json::to_value(state).ok()?.as_str().map(str::to_owned));
    let state = state.as_deref();
    let items: Vec<Claim> = with_pool!(db, |pool, D| select_page::<D>(state, page).build_query_as().fetch_all(pool))?;
    let total = with_pool!(db, |pool, D| select_filtered::<D>("count(*)", state).build_query_scalar().fetch_one(pool))?;
    Ok(page.page(items, total))
}

fn select_page<D: Dialect>(state: Option<&str>, page: PageParams) -> QueryBuilder<D> {
    let mut statement = select_filtered(COLUMNS, state);
    statement.push(" order by claim.created_at desc, claim.id desc");
    D::push_limit_and_offset(&mut statement, page.limit, page.offset);
    statement
}

fn select_filtered<D: Dialect>(columns: &str, state: Option<&str>) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new(format!("select {columns} {FROM_CLAIMS_WHERE}"));
    if let Some(state) = state {
        statement.push(" and claim.state = ");
        D::push_text(&mut statement, state.to_owned());
    }
    statement
}

/// The number of claims that are waiting for an admin.
pub async fn counts(db: &Db) -> Result<ClaimCounts, StoreError> {
    let count = "select count(*) as waiting from claim join place on place.id = claim.place_id
        where place.deleted_at is null and (state = 'proved' or (state = 'open' and method = 'call'))";
    Ok(with_pool!(db, |engine| sqlx::query_as(count).fetch_one(engine))?)
}

/// Marks open claims as expired if their time is over. Deletes claims that have not been pending for `RETENTION_S`. Of
/// approved and revoked claims, only the personal data is deleted. Returns the number of changed rows.
pub async fn expire_delete_and_anonymize_old_claims(db: &Db, now: Timestamp) -> Result<u64, StoreError> {
    let cutoff = now.plus_seconds(-RETENTION_S);
    db.write(move |tx| {
        Box::pin(async move {
            let expired = execute!(tx, sqlx::query(EXPIRE).bind(now))?;
            let deleted = execute!(tx, sqlx::query(DELETE_OLD).bind(cutoff))?;
            let anonymized = execute!(tx, sqlx::query(DELETE_PERSONAL_DATA).bind(cutoff))?;
            Ok(expired + deleted + anonymized)
        })
    })
    .await
}
