//! Stores and reads enquiries.

use super::dto::Enquiry;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EnquiryId, PlaceId};
use crate::common::text;
use crate::contact::submission_table::{SubmissionRecord, SubmissionTable};
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::app::HookFuture;
use crate::{execute, insert_row, with_pool, with_tx};

/// The table of enquiries, for the queries that enquiries share with contact messages.
pub const ENQUIRY_TABLE: SubmissionTable = SubmissionTable {
    table: "enquiry",
    columns: "id, place_id, place_name, owner_id, account_id, recipient, name, email, arrival, departure, people, message, \
              spam_score, spam_reasons, delivery, delivery_error, created_at",
    not_deleted_condition: "true",
    plural_name: "inquiries",
};

impl SubmissionRecord for Enquiry {}

// The conditions on the form, the email address and the owner must match `acceptsEnquiries` of `PlaceResponse`.
const SELECT_PLACE: &str = "
select place.name, place.email, place.owner_id,
    case when account.is_active then account.email end as owner_email
from place left join account on account.id = place.owner_id
where place.id = $1 and place.is_public and place.enquiry_form_enabled
    and (place.email is not null or place.owner_id is not null)";

// Deletes the enquiries that the account sent while signed in. Also deletes those that were sent from its email
// address, if the account has verified that address.
const DELETE_ENQUIRIES_SENT_BY_ACCOUNT: &str = "
delete from enquiry where account_id = $1
    or email in (select email from account where id = $1 and is_email_verified)";

/// A place that accepts enquiries.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct EnquiryPlace {
    /// The place's name.
    pub name: String,
    email: Option<String>,
    /// The account that the place belongs to.
    pub owner_id: Option<AccountId>,
    owner_email: Option<String>,
}

impl EnquiryPlace {
    /// The email address for enquiries: that of the place, otherwise that of the owner. `None` if the place has no
    /// address and no owner with an active account.
    pub fn recipient(&self) -> Option<String> {
        let emails = [&self.email, &self.owner_email].into_iter().flatten().map(|email| email.trim());
        emails.filter(|email| !email.is_empty()).map(str::to_owned).next()
    }
}

/// The place with this id. `None` unless it is public and accepts enquiries.
pub async fn enquiry_place(db: &Db, id: PlaceId) -> Result<Option<EnquiryPlace>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_PLACE).bind(id).fetch_optional(engine))?)
}

/// Inserts an enquiry, ignoring `new.id`. Returns the new id.
pub async fn insert(tx: &mut Tx, new: &Enquiry, (mailbox, fingerprint): (&str, &str)) -> Result<EnquiryId, StoreError> {
    let searched_texts = [&new.place_name, &new.name, &new.email, &new.message];
    Ok(insert_row!(tx, "insert into enquiry", new {
        place_id, place_name, owner_id, account_id, recipient, name, email, arrival, departure, people, message,
        spam_score, spam_reasons, delivery, created_at,
    }, {
        mailbox: mailbox,
        fingerprint: fingerprint,
        search: text::searchable_text(searched_texts.map(String::as_str)),
    })?)
}

/// Sets the delivery to failed with this error, because no email could be queued.
pub async fn set_delivery_failed(tx: &mut Tx, id: EnquiryId, error: &str) -> Result<(), StoreError> {
    let update = "update enquiry set delivery = 'failed', delivery_error = $2 where id = $1";
    execute!(tx, sqlx::query(update).bind(id).bind(error))?;
    Ok(())
}

/// The newest enquiry to this place from the sender `email`, with the text of `fingerprint`, received after `since`.
pub async fn find_duplicate(
    tx: &mut Tx,
    (fingerprint, email): (&str, &str),
    place: PlaceId,
    since: Timestamp,
) -> Result<Option<Enquiry>, StoreError> {
    let condition = "fingerprint = $1 and email = $2 and place_id = $3 and created_at > $4 order by id desc limit 1";
    let select = ENQUIRY_TABLE.select(ENQUIRY_TABLE.columns, condition);
    Ok(with_tx!(tx, |engine| sqlx::query_as(select)
        .bind(fingerprint)
        .bind(email)
        .bind(place)
        .bind(since)
        .fetch_optional(engine))?)
}

/// The number of enquiries that a place received after `since`.
pub async fn count_enquiries_to_place(tx: &mut Tx, place: PlaceId, since: Timestamp) -> Result<i64, StoreError> {
    let count = "select count(*) from enquiry where place_id = $1 and created_at > $2";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(count).bind(place).bind(since).fetch_one(engine))?)
}

/// The number of enquiries from a mailbox that were received after `since` and are not spam. Each of them caused at
/// most one receipt, so the mailbox received at most this number of receipts.
pub async fn count_non_spam_enquiries_from_mailbox(
    tx: &mut Tx,
    mailbox: &str,
    since: Timestamp,
) -> Result<i64, StoreError> {
    let count = "select count(*) from enquiry where mailbox = $1 and created_at > $2 and delivery <> 'spam'";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(count).bind(mailbox).bind(since).fetch_one(engine))?)
}

/// Deletes enquiries received at or before `cutoff`. Returns their number.
pub async fn delete_old(db: &Db, cutoff: Timestamp) -> Result<u64, StoreError> {
    let delete = "delete from enquiry where created_at <= $1";
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(delete).bind(cutoff))?) })).await
}

/// Deletes the enquiries that an account sent, when the account is deleted.
pub fn on_account_deleted(tx: &mut Tx, id: AccountId, _now: Timestamp) -> HookFuture<'_> {
    Box::pin(async move {
        execute!(tx, sqlx::query(DELETE_ENQUIRIES_SENT_BY_ACCOUNT).bind(&id))?;
        Ok(Vec::new())
    })
}
