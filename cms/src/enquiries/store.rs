//! Stores and reads enquiries.

use sqlx::QueryBuilder;

use super::model::{Delivery, Enquiry};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EnquiryId, PlaceId};
use crate::common::text;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::search::Dialect;
use crate::http::app::HookFuture;
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, insert_row, with_pool, with_tx};

macro_rules! columns {
    () => {
        "id, place_id, place_name, owner_id, account_id, recipient, name, email, arrival, departure, people, message, \
         spam_score, spam_reasons, delivery, delivery_error, created_at"
    };
}

// The same condition as PlaceResponse's `acceptsEnquiries`.
const OPEN_PLACE: &str = "
select place.name, place.email, place.owner_id,
    case when account.is_active then account.email end as owner_email
from place left join account on account.id = place.owner_id
where place.id = $1 and place.is_public and place.enquiry_form_enabled
    and (place.email is not null or place.owner_id is not null)";

const SET_UNDELIVERED: &str = "update enquiry set delivery = 'failed', delivery_error = $2 where id = $1";

const SELECT_ONE: &str = concat!("select ", columns!(), " from enquiry where id = $1");

const SELECT_DUPLICATE: &str = concat!(
    "select ",
    columns!(),
    " from enquiry where fingerprint = $1 and email = $2 and place_id = $3 and created_at > $4 order by id desc limit 1"
);

const COUNT_SAME_TEXT: &str = "select count(*) from enquiry where fingerprint = $1 and created_at > $2";

const COUNT_TO_PLACE: &str = "select count(*) from enquiry where place_id = $1 and created_at > $2";

const COUNT_RECEIPTS: &str = "
select count(*) from enquiry where mailbox = $1 and created_at > $2 and delivery <> 'spam'";

const DELETE_OLD: &str = "delete from enquiry where created_at <= $1";

// Enquiries that the account sent while signed in, and those with its address if the address is verified.
const DELETE_SENT: &str = "
delete from enquiry where account_id = $1
    or email in (select email from account where id = $1 and is_email_verified)";

/// A place that takes enquiries.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OpenPlace {
    /// The place's name.
    pub name: String,
    email: Option<String>,
    /// The account that the place belongs to.
    pub owner_id: Option<AccountId>,
    owner_email: Option<String>,
}

impl OpenPlace {
    /// The email address for enquiries: the place's, or else the owner's.
    pub fn recipient(&self) -> Option<String> {
        let usable = |email: &Option<String>| email.clone().filter(|email| !email.trim().is_empty());
        usable(&self.email).or_else(|| usable(&self.owner_email)).map(|email| email.trim().to_owned())
    }
}

/// The place; `None` unless it is public and takes enquiries.
pub async fn open_place(db: &Db, id: PlaceId) -> Result<Option<OpenPlace>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(OPEN_PLACE).bind(id).fetch_optional(engine))?)
}

/// Inserts an enquiry, ignoring `enquiry.id`. Returns the new id.
pub async fn insert(
    tx: &mut Tx,
    enquiry: &Enquiry,
    (mailbox, fingerprint): (&str, &str),
) -> Result<EnquiryId, StoreError> {
    let searched = [&enquiry.place_name, &enquiry.name, &enquiry.email, &enquiry.message];
    Ok(insert_row!(tx, "insert into enquiry", enquiry {
        place_id, place_name, owner_id, account_id, recipient, name, email, arrival, departure, people, message,
        spam_score, spam_reasons, delivery, created_at,
    }, {
        mailbox: mailbox,
        fingerprint: fingerprint,
        search: text::searchable(searched.map(String::as_str)),
    })?)
}

/// Records that no email could be queued.
pub async fn set_undelivered(tx: &mut Tx, id: EnquiryId, error: &str) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(SET_UNDELIVERED).bind(id).bind(error))?;
    Ok(())
}

/// The enquiry with this id.
pub async fn one(db: &Db, id: EnquiryId) -> Result<Option<Enquiry>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_ONE).bind(id).fetch_optional(engine))?)
}

/// The newest enquiry of this sender to this place with the same text since `since`.
pub async fn find_duplicate(
    tx: &mut Tx,
    (fingerprint, email): (&str, &str),
    place: PlaceId,
    since: Timestamp,
) -> Result<Option<Enquiry>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_as(SELECT_DUPLICATE)
        .bind(fingerprint)
        .bind(email)
        .bind(place)
        .bind(since)
        .fetch_optional(engine))?)
}

/// The number of enquiries with the same text since `since`, to any place.
pub async fn count_same_text(db: &Db, fingerprint: &str, since: Timestamp) -> Result<i64, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(COUNT_SAME_TEXT).bind(fingerprint).bind(since).fetch_one(engine))?)
}

/// The number of enquiries to a place since `since`.
pub async fn count_to_place(tx: &mut Tx, place: PlaceId, since: Timestamp) -> Result<i64, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(COUNT_TO_PLACE).bind(place).bind(since).fetch_one(engine))?)
}

/// The maximum number of receipts that a mailbox can have got since `since`.
pub async fn count_receipts(tx: &mut Tx, mailbox: &str, since: Timestamp) -> Result<i64, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(COUNT_RECEIPTS).bind(mailbox).bind(since).fetch_one(engine))?)
}

/// Deletes enquiries received at or before `cutoff`. Returns their number.
pub async fn delete_old(db: &Db, cutoff: Timestamp) -> Result<u64, StoreError> {
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(DELETE_OLD).bind(cutoff))?) })).await
}

/// Deletes the enquiries of an account that is being deleted.
pub fn delete_sent(tx: &mut Tx, id: AccountId, _now: Timestamp) -> HookFuture<'_> {
    Box::pin(async move {
        execute!(tx, sqlx::query(DELETE_SENT).bind(&id))?;
        Ok(Vec::new())
    })
}

/// The parameters of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// Folded words, each of which the message, the place's name, or the sender's name or address must contain.
    pub words: Vec<String>,
    /// Only enquiries with this delivery.
    pub delivery: Option<Delivery>,
    /// Only enquiries to this place.
    pub place: Option<PlaceId>,
    /// Only enquiries to places that this account owned at that time; `None` for admins.
    pub owner: Option<AccountId>,
    /// Limit and offset.
    pub page: PageParams,
}

/// One page of enquiries, newest first, and the number of all matching enquiries.
pub async fn list(db: &Db, query: &ListQuery) -> Result<Page<Enquiry>, StoreError> {
    let items: Vec<Enquiry> = with_pool!(db, |pool, D| select::<D>(query).build_query_as().fetch_all(pool))?;
    let total: i64 = with_pool!(db, |pool, D| count::<D>(query).build_query_scalar().fetch_one(pool))?;
    Ok(query.page.page(items, total))
}

fn select<D: Dialect>(query: &ListQuery) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new(concat!("select ", columns!(), " from enquiry where true"));
    push_filters(&mut statement, query);
    statement.push(" order by created_at desc, id desc");
    D::push_page(&mut statement, query.page.limit, query.page.offset);
    statement
}

fn count<D: Dialect>(query: &ListQuery) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new("select count(*) from enquiry where true");
    push_filters(&mut statement, query);
    statement
}

fn push_filters<D: Dialect>(statement: &mut QueryBuilder<D>, query: &ListQuery) {
    D::push_words(statement, "search", &query.words);
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
