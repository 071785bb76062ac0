//! Replies of owners to entries about their places: one for each entry, in the name of the place. A moderator reviews
//! each reply before it is public.

use super::model::{Comment, Entry, Status};
use super::moderation::decisions::ModeratedRecord;
use super::requests::OwnerReplyRequest;
use super::store;
use super::submit::Post;
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{Account, SignedTokenSubject};
use crate::common::id::{AccountId, EntryId};
use crate::db::engine::{AdvisoryLock, Tx};
use crate::http::app::App;
use crate::http::input::update::{WriteError, map_missing_to_404};
use crate::http::problem::{Code, Problem};
use crate::jobs::change_log;

/// Whether a reply is the first one to an entry, or replaces a former one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyMode {
    /// The entry has no reply yet.
    Add,
    /// The reply replaces the former reply of the caller, which no moderator has reviewed yet. The new reply gets
    /// another id, so that a decision on the former text does not apply to it.
    Replace,
}

/// Stores a reply, which is pending or, with a high spam score, filed as spam.
///
/// - 401 if the account of the caller is no longer active
/// - 403 if the entry is not about a place of the caller, or the caller did not write the reply to replace
/// - 404 if the entry does not exist or is not public, or there is no reply to replace
/// - 409 if `mode` is `Add` and the entry already has a reply, or if the reply to replace was already reviewed
/// - 429 if the account has posted too much
pub async fn add_or_replace_reply(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (entry, new, mode): (EntryId, OwnerReplyRequest, ReplyMode),
) -> Result<Comment, Problem> {
    let author = SignedTokenSubject { account: caller.id.clone(), session: None };
    let post = Post::new(app, author, (new.comment.as_str(), None), (new.leave_blank.as_deref(), new.elapsed_ms));
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Moderation).await?;
            post.lock_author(tx).await?;
            post.check_rate_limit(tx).await?;
            let entry = lock_entry_about_own_place(tx, entry, &post.author.account).await?;
            let previous = lock_reply_to_replace(tx, entry.id, &post.author.account, mode).await?;
            if let Some(previous) = &previous {
                store::delete_comment_permanently(tx, previous.id).await?;
            }
            post.record_for_rate_limit(tx).await?;
            let history = post.history(tx).await?;
            let (reply_place_id, reply_place_name) = (entry.place_id, entry.place_name.clone());
            let mut reply = Comment { reply_place_id, reply_place_name, ..post.comment_on(entry, &history) };
            // A moderator reviews every reply, so the initial status is that of an entry and never `approved`.
            reply.status = Status::initial_for_entry(reply.spam_score);
            reply.id = store::add_owner_reply(tx, &reply).await?;
            audit.log_upserted(tx, previous.as_ref(), &reply).await?;
            Ok::<_, WriteError>((reply, Vec::new()))
        })
    });
    Ok(work.await?)
}

/// Deletes a reply permanently. Its author and the current owner of the place may do this.
///
/// 403 for other callers; 404 if the entry does not exist or has no reply, or a moderator has rejected the reply.
pub async fn delete_reply(app: &App, caller: &Account, audit: AuditContext, entry: EntryId) -> Result<(), Problem> {
    let (now, caller) = (app.clock.now(), caller.id.clone());
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_shared(AdvisoryLock::Moderation).await?;
            let entry = store::get_for_update(tx, entry).await.map_err(|error| map_missing_to_404(error, "entry"))?;
            let reply = store::get_owner_reply_for_update(tx, entry.id).await?;
            let reply = reply.filter(|reply| reply.status != Status::Rejected).ok_or_else(reply_not_found)?;
            let is_owner = entry.place_owner_id.as_ref() == Some(&caller) && reply.reply_place_id == entry.place_id;
            if !is_owner && !reply.is_own(Some(&caller)) {
                return Err(not_your_place());
            }
            store::delete_comment_permanently(tx, reply.id).await?;
            audit.log_deleted(tx, &reply).await?;
            let tags = change_log::append_unless_empty(tx, Comment::cache_tags(Some(&reply), None), now).await?;
            Ok::<_, WriteError>(((), tags))
        })
    });
    Ok(work.await?)
}

/// Locks a public entry about a place of the caller. 404 if the entry is not public, 403 if the caller does not own the
/// place.
async fn lock_entry_about_own_place(tx: &mut Tx, id: EntryId, caller: &AccountId) -> Result<Entry, WriteError> {
    let entry = store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "entry"))?;
    if !entry.is_public() {
        return Err(Problem::not_found("This entry does not exist").into());
    }
    if entry.place_owner_id.as_ref() == Some(caller) { Ok(entry) } else { Err(not_your_place()) }
}

/// Locks the reply to replace until the commit and returns it. `None` for [`ReplyMode::Add`]. Errors: 403 if another
/// account wrote the reply, 404 if there is none, 409 as for [`add_or_replace_reply`].
async fn lock_reply_to_replace(
    tx: &mut Tx,
    entry: EntryId,
    caller: &AccountId,
    mode: ReplyMode,
) -> Result<Option<Comment>, WriteError> {
    let previous = store::get_owner_reply_for_update(tx, entry).await?;
    match (mode, previous) {
        (ReplyMode::Add, None) => Ok(None),
        (ReplyMode::Add, Some(_)) => {
            let sentence = "This entry already has a reply from the owner of its place";
            Err(Problem::conflict(Code::OwnerReplyExists, sentence).into())
        }
        (ReplyMode::Replace, None) => Err(reply_not_found()),
        (ReplyMode::Replace, Some(previous)) if !previous.is_own(Some(caller)) => {
            Err(Problem::forbidden(Code::NotYourEntry, "You can only change your own reply").into())
        }
        (ReplyMode::Replace, Some(previous)) if matches!(previous.status, Status::Approved | Status::Rejected) => {
            let sentence = "This reply was already reviewed and can no longer be changed";
            Err(Problem::conflict(Code::AlreadyDecided, sentence).into())
        }
        (ReplyMode::Replace, Some(previous)) => Ok(Some(previous)),
    }
}

fn reply_not_found() -> WriteError {
    Problem::not_found("This entry has no reply").into()
}

fn not_your_place() -> WriteError {
    Problem::forbidden(Code::NotYourPlace, "You can only reply in the name of your own places").into()
}
