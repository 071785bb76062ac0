//! Anonymizes the audit events of a deleted account. The id of the account and its actions stay (R426).

use sqlx::types::Json;

use super::log::Fields;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{StoreError, Tx};
use crate::http::app::HookFuture;
use crate::{execute, with_tx};

const REDACT_ACTOR: &str = "
update audit_event set account_name = null, account_email = null, token_name = null, address = ''
where account_id = $1 and account_email is not null";

const REDACT_SUBJECT_NAME: &str = "
update audit_event set subject_name = null where kind = 'user' and subject_id = $1 and subject_name is not null";

const SELECT_EVENTS_ABOUT_ACCOUNT: &str = "
select id, before, after from audit_event
where kind = 'user' and subject_id = $1 and (before is not null or after is not null)";

// The likes, enquiries and reports of an account are personal data, so their audit events lose subject and fields.
const REDACT_LIKES_ENQUIRIES_AND_REPORTS: &str = "
update audit_event set subject_id = null, subject_name = null, before = null, after = null
where account_id = $1
    and (kind = 'enquiry' or action in ('createReport', 'likePlace', 'toggleLike', 'unlikePlace'))";

// Events about the texts and images of the account, whether the account or a moderator caused the event.
const SELECT_EVENTS_ABOUT_TEXTS_AND_IMAGES: &str = "
select id, before, after from audit_event
where kind in ('entry', 'comment', 'image') and (kind, subject_id) in (
    select kind, subject_id from audit_event
    where account_id = $1
        and action in ('addImage', 'createComment', 'createEntry', 'createOwnerReply', 'updateOwnerReply'))";

const REDACT_FIELDS_AND_SUBJECT_NAME: &str =
    "update audit_event set before = $2, after = $3, subject_name = null where id = $1";

/// The names of the fields with personal data, in events about an account.
const PERSONAL_FIELDS: [&str; 5] = ["email", "firstName", "lastName", "photoURL", "tokenName"];

type EventFields = Option<Json<Fields>>;

/// Removes the names, email, profile image, IP addresses, texts and saved places of an account from the audit log. The
/// events that the account caused and the events about the account are changed. Roles and moderation statuses stay, so
/// that the log still shows which account made which other account an admin.
pub fn on_account_deleted(tx: &mut Tx, id: AccountId, _now: Timestamp) -> HookFuture<'_> {
    Box::pin(async move {
        tx.flush_deferred().await?;
        for update in [REDACT_ACTOR, REDACT_SUBJECT_NAME, REDACT_LIKES_ENQUIRIES_AND_REPORTS] {
            execute!(tx, sqlx::query(update).bind(&id))?;
        }
        redact(tx, SELECT_EVENTS_ABOUT_ACCOUNT, &id, |field| !PERSONAL_FIELDS.contains(&field)).await?;
        redact(tx, SELECT_EVENTS_ABOUT_TEXTS_AND_IMAGES, &id, |field| field == "status").await?;
        Ok(Vec::new())
    })
}

/// Removes the names of the subjects from the events that `select` returns, and all fields for which `keep` returns
/// `false`. The only parameter of `select` is the account's id.
async fn redact(tx: &mut Tx, select: &'static str, id: &AccountId, keep: fn(&str) -> bool) -> Result<(), StoreError> {
    let events: Vec<(i64, EventFields, EventFields)> =
        with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_all(engine))?;
    for (event_id, before, after) in events {
        let [before, after] = [before, after].map(|fields| {
            let Json(mut fields) = fields?;
            fields.retain(|name, _| keep(name));
            Some(Json(fields)).filter(|Json(fields)| !fields.is_empty())
        });
        execute!(tx, sqlx::query(REDACT_FIELDS_AND_SUBJECT_NAME).bind(event_id).bind(before).bind(after))?;
    }
    Ok(())
}
