//! Deletes the entries and comments of a deleted account that are not public, and anonymizes the public ones: they stay
//! under its abbreviated name (R426).

use super::model::{Entry, abbreviated};
use super::store::entries;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, EntryId};
use crate::db::engine::Tx;
use crate::http::app::HookFuture;
use crate::media::{self, model::Owner};
use crate::{execute, with_tx};

const OWN: &str = concat!(entries!(), " where entry.author_id = $1");

// In one statement: no moderator restores or approves one in between.
const DELETE_PRIVATE: &str = "
delete from guestbook_entry where author_id = $1 and (status <> 'approved' or deleted_at is not null) returning id";

const DELETE_PRIVATE_COMMENTS: &str = "
delete from guestbook_comment where author_id = $1 and (status <> 'approved' or deleted_at is not null)";

const ANONYMIZE: &str = "update guestbook_entry set author_id = null, author_name = $2, search = $3 where id = $1";

const NAMES: &str = "select distinct author_name from guestbook_comment where author_id = $1";

const ANONYMIZE_COMMENTS: &str = "
update guestbook_comment set author_id = null, author_name = $3 where author_id = $1 and author_name = $2";

/// Removes an author's full name, account and unpublished texts from the guestbook. What the public sees stays the same.
pub fn on_account_deleted(tx: &mut Tx, id: AccountId, _now: Timestamp) -> HookFuture<'_> {
    Box::pin(async move {
        let private: Vec<EntryId> =
            with_tx!(tx, |engine| sqlx::query_scalar(DELETE_PRIVATE).bind(&id).fetch_all(engine))?;
        for entry in private {
            media::write::remove_photos_of(tx, Owner::Entry(entry)).await?;
        }
        execute!(tx, sqlx::query(DELETE_PRIVATE_COMMENTS).bind(&id))?;
        let entries: Vec<Entry> = with_tx!(tx, |engine| sqlx::query_as(OWN).bind(&id).fetch_all(engine))?;
        for mut entry in entries {
            entry.author_name = abbreviated(&entry.author_name);
            let (name, search) = (&entry.author_name, entry.search_text());
            execute!(tx, sqlx::query(ANONYMIZE).bind(entry.id).bind(name).bind(search))?;
        }
        let names: Vec<String> = with_tx!(tx, |engine| sqlx::query_scalar(NAMES).bind(&id).fetch_all(engine))?;
        for name in names {
            execute!(tx, sqlx::query(ANONYMIZE_COMMENTS).bind(&id).bind(&name).bind(abbreviated(&name)))?;
        }
        Ok(Vec::new())
    })
}
