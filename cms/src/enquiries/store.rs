//! Enquiries in the database.

use futures_util::future::BoxFuture;
use sqlx::QueryBuilder;

use super::model::Enquiry;
use super::query::ListQuery;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EnquiryId, PlaceId};
use crate::common::page::Page;
use crate::common::text;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::search::{Dialect, contains};
use crate::jobs::changes::Tag;
use crate::{execute, with_pool, with_tx};

macro_rules! columns {
    () => {
        "id, place_id, place_name, owner_id, account_id, recipient, name, email, arrival, departure, people, message, \
         spam_score, spam_reasons, delivery, delivery_error, created_at"
    };
}

// The same condition as PlaceView's `acceptsEnquiries`.
const OPEN_PLACE: &str = "
select place.name, place.email, place.owner_id,
    case when account.is_active then account.email end as owner_email
from place left join account on account.id = place.owner_id
where place.id = $1 and place.is_public and place.enquiry_form_enabled
    and (place.email is not null or place.owner_id is not null)";

const INSERT: &str = "
insert into enquiry (place_id, place_name, owner_id, account_id, recipient, name, email, mailbox, arrival, departure, people,
    message, spam_score, spam_reasons, delivery, fingerprint, search, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id";

const SET_UNDELIVERED: &str = "update enquiry set delivery = 'failed', delivery_error = $2 where id = $1";

const ONE: &str = concat!("select ", columns!(), " from enquiry where id = $1");

const TWIN: &str = concat!(
    "select ",
    columns!(),
    " from enquiry where fingerprint = $1 and email = $2 and place_id = $3 and created_at > $4 order by id desc limit 1"
);

const SAME_TEXT: &str = "select count(*) from enquiry where fingerprint = $1 and created_at > $2";

const RECENT_TO_PLACE: &str = "select count(*) from enquiry where place_id = $1 and created_at > $2";

const RECENT_RECEIPTS: &str = "
select count(*) from enquiry where mailbox = $1 and created_at > $2 and delivery <> 'spam'";

const DELETE_OLD: &str = "delete from enquiry where created_at <= $1";

// Those that were sent while signed in, and those with the account's address, if that was shown to be its own.
const DELETE_SENT: &str = "
delete from enquiry where account_id = $1
    or email in (select email from account where id = $1 and is_email_verified)";

/// A place that takes enquiries, and where they go.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OpenPlace {
    /// What it is called.
    pub name: String,
    email: Option<String>,
    /// Whose it is.
    pub owner_id: Option<AccountId>,
    owner_email: Option<String>,
}

impl OpenPlace {
    /// Where an enquiry goes: the place's address, else its owner's.
    pub fn recipient(&self) -> Option<String> {
        let usable = |email: &Option<String>| email.clone().filter(|email| !email.trim().is_empty());
        usable(&self.email).or_else(|| usable(&self.owner_email)).map(|email| email.trim().to_owned())
    }
}

/// The place, if it is public and takes enquiries.
pub async fn open_place(db: &Db, id: PlaceId) -> Result<Option<OpenPlace>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(OPEN_PLACE).bind(id).fetch_optional(engine))?)
}

/// Stores a new enquiry (its id is not looked at); returns its id.
pub async fn insert(tx: &mut Tx, it: &Enquiry, (mailbox, fingerprint): (&str, &str)) -> Result<EnquiryId, StoreError> {
    let search = text::searchable([&it.place_name, &it.name, &it.email, &it.message].map(String::as_str));
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(INSERT)
        .bind(it.place_id)
        .bind(&it.place_name)
        .bind(&it.owner_id)
        .bind(&it.account_id)
        .bind(&it.recipient)
        .bind(&it.name)
        .bind(&it.email)
        .bind(mailbox)
        .bind(&it.arrival)
        .bind(&it.departure)
        .bind(it.people)
        .bind(&it.message)
        .bind(it.spam_score)
        .bind(&it.spam_reasons)
        .bind(it.delivery)
        .bind(fingerprint)
        .bind(search)
        .bind(it.created_at)
        .fetch_one(engine))?)
}

/// Says that no email could be queued.
pub async fn set_undelivered(tx: &mut Tx, id: EnquiryId, error: &str) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(SET_UNDELIVERED).bind(id).bind(error))?;
    Ok(())
}

/// One enquiry, if it is there.
pub async fn one(db: &Db, id: EnquiryId) -> Result<Option<Enquiry>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ONE).bind(id).fetch_optional(engine))?)
}

/// The newest enquiry of this sender to this place with the same text since `since`.
pub async fn twin(
    tx: &mut Tx,
    (fingerprint, email): (&str, &str),
    place: PlaceId,
    since: Timestamp,
) -> Result<Option<Enquiry>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(TWIN)
        .bind(fingerprint)
        .bind(email)
        .bind(place)
        .bind(since)
        .fetch_optional(engine))?)
}

/// How many enquiries with the same text came since `since`, to any place.
pub async fn same_text(db: &Db, fingerprint: &str, since: Timestamp) -> Result<i64, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(SAME_TEXT).bind(fingerprint).bind(since).fetch_one(engine))?)
}

/// How many enquiries a place has had since `since`.
pub async fn recent_to_place(tx: &mut Tx, place: PlaceId, since: Timestamp) -> Result<i64, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(RECENT_TO_PLACE).bind(place).bind(since).fetch_one(engine))?)
}

/// How many receipts a mailbox was sent at most since `since`.
pub async fn recent_receipts(tx: &mut Tx, mailbox: &str, since: Timestamp) -> Result<i64, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(RECENT_RECEIPTS).bind(mailbox).bind(since).fetch_one(engine))?)
}

/// Deletes enquiries that arrived at `then` or before; returns how many.
pub async fn delete_old(db: &Db, then: Timestamp) -> Result<u64, StoreError> {
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(DELETE_OLD).bind(then))?) })).await
}

/// Deletes what an account has sent, when it is deleted itself.
pub fn delete_sent(tx: &mut Tx, id: AccountId, _now: Timestamp) -> BoxFuture<'_, Result<Vec<Tag>, StoreError>> {
    Box::pin(async move {
        execute!(tx, sqlx::query(DELETE_SENT).bind(&id))?;
        Ok(Vec::new())
    })
}

/// The enquiries that `query` asks for, newest first, and how many there are without its limits.
pub async fn list(db: &Db, query: &ListQuery) -> Result<Page<Enquiry>, StoreError> {
    let mut items: Vec<Enquiry> = match db {
        Db::Sqlite { pool, .. } => select::<sqlx::Sqlite>(query).build_query_as().fetch_all(pool).await?,
        Db::Postgres { pool } => select::<sqlx::Postgres>(query).build_query_as().fetch_all(pool).await?,
    };
    let total: i64 = match db {
        Db::Sqlite { pool, .. } => count::<sqlx::Sqlite>(query).build_query_scalar().fetch_one(pool).await?,
        Db::Postgres { pool } => count::<sqlx::Postgres>(query).build_query_scalar().fetch_one(pool).await?,
    };
    let has_more = items.len() as i64 > query.page.limit;
    items.truncate(query.page.limit as usize);
    Ok(Page { items, total, has_more })
}

/// One row more than the limit, to see whether more follow.
fn select<D: Dialect>(query: &ListQuery) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new(concat!("select ", columns!(), " from enquiry where true"));
    push_filters(&mut statement, query);
    statement.push(" order by created_at desc, id desc limit ");
    D::number(&mut statement, query.page.limit + 1);
    statement.push(" offset ");
    D::number(&mut statement, query.page.offset);
    statement
}

fn count<D: Dialect>(query: &ListQuery) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new("select count(*) from enquiry where true");
    push_filters(&mut statement, query);
    statement
}

fn push_filters<D: Dialect>(statement: &mut QueryBuilder<D>, query: &ListQuery) {
    for word in &query.words {
        statement.push(" and search like ");
        D::text(statement, contains(word));
        statement.push(" escape '!'");
    }
    if let Some(delivery) = query.delivery {
        statement.push(" and delivery = ");
        D::text(statement, delivery.name().to_owned());
    }
    if let Some(PlaceId(place)) = query.place {
        statement.push(" and place_id = ");
        D::number(statement, place);
    }
    if let Some(AccountId(owner)) = &query.owner {
        statement.push(" and owner_id = ");
        D::text(statement, owner.clone());
    }
}
