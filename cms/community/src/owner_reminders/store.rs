//! Reads and writes owner reminders and the places that they list.

use sqlx::types::Json;

use super::dto::PlaceOfSilentOwner;
use crate::auth::domain::secret::{self, Secret};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EmailId, PlaceId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::input::pagination::{Page, PageParams};
use crate::places::facts::FactHashes;
use crate::{execute, with_pool, with_tx};

const DAY_S: i64 = 24 * 3600;
/// The minimum time between two reminders to the same owner, and between two reminders that list the same place.
const REMINDER_INTERVAL_S: i64 = 30 * DAY_S;
/// A place is due for a reminder only if it has a group of facts that the owner has not checked within this time.
const RECENT_CHECK_MAX_AGE_S: i64 = 25 * DAY_S;
const LINK_LIFETIME_S: i64 = 40 * DAY_S;
/// An owner who has not reacted for this long after a reminder is silent. The macro `silent_owners_sql` defines what
/// counts as a reaction.
const SILENT_AFTER_S: i64 = 60 * DAY_S;
const RETENTION_S: i64 = 400 * DAY_S;
/// The maximum number of places in a reminder. The next reminder lists the remaining places first.
const MAX_PLACES_PER_REMINDER: i64 = 20;

/// The SQL condition that a place has facts of a group, and no valid check of this group by the owner since `$2`.
macro_rules! is_unchecked_sql {
    ($facts:literal, $group:literal) => {
        concat!(
            "(coalesce(",
            $facts,
            ") is not null and not exists (
        select 1 from fact_check checked where checked.place_id = place.id and checked.fact_group = '",
            $group,
            "' and checked.source = 'owner' and checked.invalid_reason is null and checked.checked_at > $2))"
        )
    };
}

/// The SQL clauses `from` and `where` for the places that are due for a reminder, with their owners. A place is not due
/// if a reminder that lists it, or another reminder to its owner, was sent after `$1`.
macro_rules! due_places_sql {
    () => {
        concat!(
            " from place join account on account.id = place.owner_id
where place.is_public and account.is_active and account.is_email_verified and account.owner_reminders
    and account.role in ('business_owner', 'admin')
    and not exists (
        select 1 from owner_reminder earlier where earlier.account_id = account.id and earlier.sent_at > $1)
    and not exists (
        select 1 from owner_confirmation listed where listed.place_id = place.id and listed.sent_at > $1)
    and (",
            is_unchecked_sql!("place.hours, place.operating_hours", "hours"),
            " or ",
            is_unchecked_sql!("place.price_range, nullif(cast(place.prices as text), '[]')", "price"),
            " or ",
            is_unchecked_sql!(
                "place.address, place.phone, place.email, place.website, place.direct_booking_contact",
                "contact"
            ),
            ")"
        )
    };
}

const SELECT_DUE_ACCOUNTS: &str = concat!(
    "select distinct account.id, account.email",
    due_places_sql!(),
    " and not exists (
        select 1 from email_outbox queued
        where queued.account_id = account.id and queued.kind = 'owner_reminder'
            and (queued.state = 'waiting' or queued.created_at > $1))
order by account.id limit $3"
);

const SELECT_DUE_PLACES: &str = concat!(
    "select place.id",
    due_places_sql!(),
    " and account.id = $3
order by coalesce((select max(last.sent_at) from owner_confirmation last where last.place_id = place.id), 0), place.id
limit $4"
);

const INSERT_REMINDER: &str = "
insert into owner_reminder (account_id, email_id, email, token_hash, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6)
returning id";

const SELECT_BY_TOKEN: &str = "
select reminder.id, reminder.account_id, reminder.used_at
from owner_reminder reminder join account on account.id = reminder.account_id
where reminder.token_hash = $1 and reminder.expires_at > $2 and account.is_active and account.email = reminder.email";

const SELECT_LISTED: &str = "select place_id, facts from owner_confirmation where reminder_id = $1 order by place_id";

/// The SQL that selects the public places whose active owner is silent. A reminder that lists the place was sent at
/// `$1` or earlier. Since then, the owner has not confirmed or checked a fact of the place, changed the place, or
/// proposed a change.
macro_rules! silent_owners_sql {
    () => {
        "select place.id as place_id, place.name, place.slug, account.id as owner_id,
    nullif(trim(account.first_name || ' ' || account.last_name), '') as owner_name, min(asked.sent_at) as reminded_at
from place join account on account.id = place.owner_id
join owner_confirmation asked on asked.place_id = place.id and asked.sent_at <= $1
join owner_reminder reminder on reminder.id = asked.reminder_id and reminder.account_id = place.owner_id
left join (
    select place_id, max(confirmed_at) as confirmed_at from owner_confirmation group by place_id
) answer on answer.place_id = place.id
left join (
    select place_id, max(checked_at) as checked_at from fact_check where source = 'owner' group by place_id
) checked on checked.place_id = place.id
where place.is_public and account.is_active and asked.sent_at > coalesce(answer.confirmed_at, 0)
    and asked.sent_at >= coalesce(checked.checked_at, 0)
    and not exists (
        select 1 from proposal
        where proposal.place_id = place.id and proposal.account_id = account.id and proposal.updated_at > asked.sent_at)
    and not exists (
        select 1 from revision
        where revision.kind = 'place' and revision.record_id = cast(place.id as text)
            and revision.account_id = account.id and revision.created_at > asked.sent_at)
group by place.id, account.id"
    };
}

/// A sent reminder whose link is valid.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Reminder {
    /// The id of the reminder.
    pub id: i64,
    /// The owner.
    pub account_id: AccountId,
    /// The time at which the owner confirmed the facts with the link; `None` if the owner has not. After a
    /// confirmation, the link can only stop the reminders.
    pub used_at: Option<Timestamp>,
}

/// A place that a reminder lists.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ListedPlace {
    /// The place.
    pub place_id: PlaceId,
    /// The hashes of the facts in the email.
    pub facts: Json<FactHashes>,
}

/// The owners who are due for a reminder, at most `limit`, with their email addresses.
pub async fn due_accounts(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<(AccountId, String)>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_DUE_ACCOUNTS)
        .bind(now.plus_seconds(-REMINDER_INTERVAL_S))
        .bind(now.plus_seconds(-RECENT_CHECK_MAX_AGE_S))
        .bind(limit)
        .fetch_all(engine))?)
}

/// The places that are due for a reminder to this owner, at most [`MAX_PLACES_PER_REMINDER`]. Those that were listed
/// longest ago come first.
pub async fn due_places(db: &Db, account: &AccountId, now: Timestamp) -> Result<Vec<i64>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(SELECT_DUE_PLACES)
        .bind(now.plus_seconds(-REMINDER_INTERVAL_S))
        .bind(now.plus_seconds(-RECENT_CHECK_MAX_AGE_S))
        .bind(account)
        .bind(MAX_PLACES_PER_REMINDER)
        .fetch_all(engine))?)
}

/// Deletes the reminder of an email that could not be sent: its link never reached the owner.
pub async fn delete_reminder_of_email(tx: &mut Tx, email_id: EmailId, account: &AccountId) -> Result<(), StoreError> {
    let delete = "delete from owner_reminder where email_id = $1 and account_id = $2";
    execute!(tx, sqlx::query(delete).bind(email_id).bind(account))?;
    Ok(())
}

/// Stores a reminder that is sent at `now`, with the hashes of the facts that it lists. Returns the secret of its link.
pub async fn add(
    tx: &mut Tx,
    (email_id, account, email): (EmailId, &AccountId, &str),
    places: &[(PlaceId, FactHashes)],
    now: Timestamp,
) -> Result<Secret, StoreError> {
    let token = Secret::generate();
    let id: i64 = with_tx!(tx, |engine| sqlx::query_scalar(INSERT_REMINDER)
        .bind(account)
        .bind(email_id)
        .bind(email)
        .bind(token.hash())
        .bind(now)
        .bind(now.plus_seconds(LINK_LIFETIME_S))
        .fetch_one(engine))?;
    let insert = "insert into owner_confirmation (reminder_id, place_id, facts, sent_at) values ($1, $2, $3, $4)";
    for (place, facts) in places {
        execute!(tx, sqlx::query(insert).bind(id).bind(place).bind(Json(facts)).bind(now))?;
    }
    Ok(token)
}

/// The reminder of a link, used or not. `None` if the link is unknown or expired, or the account is deactivated or has
/// another address.
pub async fn find_by_token(db: &Db, token: &str, now: Timestamp) -> Result<Option<Reminder>, StoreError> {
    let hash = secret::hash(token);
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_BY_TOKEN).bind(&hash).bind(now).fetch_optional(engine))?)
}

/// The places that a reminder lists, by id.
pub async fn listed_places(db: &Db, reminder: i64) -> Result<Vec<ListedPlace>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_LISTED).bind(reminder).fetch_all(engine))?)
}

/// [`listed_places`] within a transaction.
pub async fn listed_places_within(tx: &mut Tx, reminder: i64) -> Result<Vec<ListedPlace>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_LISTED).bind(reminder).fetch_all(engine))?)
}

/// Uses up the link. Returns `false` if the link was used before or has expired.
pub async fn mark_link_used(tx: &mut Tx, reminder: i64, now: Timestamp) -> Result<bool, StoreError> {
    let update = "update owner_reminder set used_at = $2 where id = $1 and used_at is null and expires_at > $2";
    Ok(execute!(tx, sqlx::query(update).bind(reminder).bind(now))? > 0)
}

/// Records that the owner confirmed facts of a place with the link of the reminder `id`.
pub async fn mark_place_confirmed(tx: &mut Tx, id: i64, place: PlaceId, now: Timestamp) -> Result<(), StoreError> {
    let update = "update owner_confirmation set confirmed_at = $3 where reminder_id = $1 and place_id = $2";
    execute!(tx, sqlx::query(update).bind(id).bind(place).bind(now))?;
    Ok(())
}

/// Public places whose owner is silent, the longest silence first.
pub async fn places_of_silent_owners(
    db: &Db,
    now: Timestamp,
    page: PageParams,
) -> Result<Page<PlaceOfSilentOwner>, StoreError> {
    let (cutoff, PageParams { limit, offset }) = (now.plus_seconds(-SILENT_AFTER_S), page);
    let select = concat!(silent_owners_sql!(), " order by reminded_at, place_id limit $2 offset $3");
    let items: Vec<PlaceOfSilentOwner> =
        with_pool!(db, |engine| sqlx::query_as(select).bind(cutoff).bind(limit).bind(offset).fetch_all(engine))?;
    Ok(page.page(items, count_places_of_silent_owners(db, now).await?))
}

/// The number of public places whose owner is silent.
pub async fn count_places_of_silent_owners(db: &Db, now: Timestamp) -> Result<i64, StoreError> {
    let cutoff = now.plus_seconds(-SILENT_AFTER_S);
    let count = concat!("select count(*) from (", silent_owners_sql!(), ") silent");
    Ok(with_pool!(db, |engine| sqlx::query_scalar(count).bind(cutoff).fetch_one(engine))?)
}

/// Deletes the reminders that were sent more than 400 days before `now`. Returns their number.
pub async fn delete_old(db: &Db, now: Timestamp) -> Result<u64, StoreError> {
    let cutoff = now.plus_seconds(-RETENTION_S);
    let delete = "delete from owner_reminder where sent_at < $1";
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(delete).bind(cutoff))?) })).await
}
