//! Anonymizes the entries and comments of a deleted account: they stay under its abbreviated name (R426).

use futures_util::future::BoxFuture;

use super::model::{Entry, abbreviated};
use super::store::entries;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::jobs::changes::Tag;
use crate::kernel::clock::Moment;
use crate::kernel::id::{AccountId, EntryId};
use crate::media::{self, model::Owner};
use crate::{changed, within};

const OWN: &str = concat!(entries!(), " where entry.author_id = $1");

// In one statement: nobody brings one back in between.
const FORGET: &str = "delete from guestbook_entry where author_id = $1 and deleted_at is not null returning id";

const SIGN: &str = "update guestbook_entry set author_id = null, author_name = $2, search = $3 where id = $1";

const NAMES: &str = "select distinct author_name from guestbook_comment where author_id = $1";

const SIGN_COMMENTS: &str = "
update guestbook_comment set author_id = null, author_name = $3 where author_id = $1 and author_name = $2";

/// Takes an author's whole name and account out of the guestbook. The public sees no difference.
pub fn part(tx: &mut Tx, id: AccountId, _now: Moment) -> BoxFuture<'_, Result<Vec<Tag>, StoreError>> {
    Box::pin(async move {
        // What a moderator has deleted would be gone in some minutes anyway.
        let deleted: Vec<EntryId> = within!(tx, |engine| sqlx::query_scalar(FORGET).bind(&id).fetch_all(engine))?;
        for entry in deleted {
            media::write::remove_with(tx, Owner::Entry(entry)).await?;
        }
        let entries: Vec<Entry> = within!(tx, |engine| sqlx::query_as(OWN).bind(&id).fetch_all(engine))?;
        for mut entry in entries {
            entry.author_name = abbreviated(&entry.author_name);
            let (name, search) = (&entry.author_name, entry.search_text());
            changed!(tx, sqlx::query(SIGN).bind(entry.id).bind(name).bind(search))?;
        }
        let names: Vec<String> = within!(tx, |engine| sqlx::query_scalar(NAMES).bind(&id).fetch_all(engine))?;
        for name in names {
            changed!(tx, sqlx::query(SIGN_COMMENTS).bind(&id).bind(&name).bind(abbreviated(&name)))?;
        }
        Ok(Vec::new())
    })
}
