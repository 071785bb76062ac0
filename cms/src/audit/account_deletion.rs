//! Anonymizes the audit events of a deleted account: its id and its actions stay (R426).

use futures_util::future::BoxFuture;
use sqlx::types::Json;

use crate::audit_log::differences::Fields;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::jobs::changes::Tag;
use crate::{execute, with_tx};

const FORGET_WHO: &str = "
update audit_event set account_name = null, account_email = null, address = '' where account_id = $1 and account_email is not null";

const FORGET_NAME: &str = "
update audit_event set subject_name = null where kind = 'user' and subject_id = $1 and subject_name is not null";

const TOLD: &str = "
select id, before, after from audit_event
where kind = 'user' and subject_id = $1 and (before is not null or after is not null)";

// What the account saved and asked for itself is deleted with it, so its audit events do not name it either.
const FORGET_OWN: &str = "
update audit_event set subject_id = null, subject_name = null, before = null, after = null
where account_id = $1 and (kind = 'enquiry' or action in ('likePlace', 'toggleLike', 'unlikePlace'))";

// Events about what the account wrote, also those of moderators.
const WRITTEN: &str = "
select id, before, after from audit_event
where kind in ('entry', 'comment', 'picture') and (kind, subject_id) in (
    select kind, subject_id from audit_event
    where account_id = $1 and action in ('addPicture', 'createComment', 'createEntry'))";

const RETELL: &str = "update audit_event set before = $2, after = $3, subject_name = null where id = $1";

/// Of an account's fields those that tell who it was.
const PERSONAL: [&str; 4] = ["email", "firstName", "lastName", "photoURL"];

type Told = Option<Json<Fields>>;

/// Removes an account's names, email, picture, IP addresses, texts and saved places from the audit log, as its actor and as its
/// subject. Roles and moderation statuses stay: the log still shows who made whom an admin.
pub fn on_account_deleted(tx: &mut Tx, id: AccountId, _now: Timestamp) -> BoxFuture<'_, Result<Vec<Tag>, StoreError>> {
    Box::pin(async move {
        tx.flush_deferred().await?;
        execute!(tx, sqlx::query(FORGET_WHO).bind(&id))?;
        execute!(tx, sqlx::query(FORGET_NAME).bind(&id))?;
        let told: Vec<(i64, Told, Told)> = with_tx!(tx, |engine| sqlx::query_as(TOLD).bind(&id).fetch_all(engine))?;
        retell(tx, told, |field| !PERSONAL.contains(&field)).await?;
        execute!(tx, sqlx::query(FORGET_OWN).bind(&id))?;
        let written: Vec<(i64, Told, Told)> =
            with_tx!(tx, |engine| sqlx::query_as(WRITTEN).bind(&id).fetch_all(engine))?;
        retell(tx, written, |field| field == "status").await?;
        Ok(Vec::new())
    })
}

/// Removes the names of these events' subjects, and those of their fields that do not stay.
async fn retell(tx: &mut Tx, events: Vec<(i64, Told, Told)>, stays: fn(&str) -> bool) -> Result<(), StoreError> {
    for (event, was, became) in events {
        let [was, became] = [was, became].map(|fields| {
            let Json(mut fields) = fields?;
            fields.retain(|name, _| stays(name));
            Some(Json(fields)).filter(|Json(fields)| !fields.is_empty())
        });
        execute!(tx, sqlx::query(RETELL).bind(event).bind(was).bind(became))?;
    }
    Ok(())
}
