//! Adding comments to entries, and the moderation of comments.

use super::decisions::{ModeratedRecord, ModerationState};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::SignedTokenSubject;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{CommentId, EntryId};
use crate::db::engine::{StoreError, Tx};
use crate::guestbook::model::{Comment, Status};
use crate::guestbook::requests::NewComment;
use crate::guestbook::submit::Post;
use crate::guestbook::{deletion, pages, store};
use crate::http::app::App;
use crate::http::input::update::{WriteError, map_missing_to_404};
use crate::http::problem::{Code, Problem};
use crate::jobs::change_log;
use crate::spam;
use crate::spam::score::TrainingText;

/// Adds a comment to an approved entry. Most comments are public at once. A comment with a high spam score is pending
/// or filed as spam, and on the site only its author sees it.
///
/// 401 if the author's token is no longer valid. 404 if the author may not see the entry; 409 if it is the author's own
/// entry and not approved yet. 422 if `parentCommentId` names no approved comment on the entry, an owner reply, or a
/// reply to a comment. 429 if the author has posted too much.
pub async fn add(
    app: &App,
    author: SignedTokenSubject,
    audit: AuditContext,
    (entry, new): (EntryId, NewComment),
) -> Result<Comment, Problem> {
    let parent_id = new.parent_comment_id;
    let post = Post::new(app, author, (new.comment.as_str(), None), (new.leave_blank.as_deref(), new.elapsed_ms));
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            post.lock_author(tx).await?;
            post.check_rate_limit(tx).await?;
            post.record_for_rate_limit(tx).await?;
            let history = post.history(tx).await?;
            let entry = store::get_for_update(tx, entry).await.map_err(|error| map_missing_to_404(error, "entry"))?;
            if !entry.is_public() {
                let is_visible = entry.status.visible_status(entry.is_own(Some(&post.author.account))).is_some();
                return Err(WriteError::from(match is_visible {
                    true => Problem::conflict(Code::CommentsClosed, "Comments open once this entry is approved"),
                    false => Problem::not_found("This entry does not exist"),
                }));
            }
            if let Some(parent) = parent_id {
                check_parent(tx, parent, entry.id).await?;
            }
            let mut comment = Comment { parent_id, ..post.comment_on(entry, &history) };
            comment.status = Status::initial_for_comment(comment.spam_score);
            comment.id = store::add_comment(tx, &comment).await?;
            audit.with_actor(&history.author).log_created(tx, &comment).await?;
            let tags = change_log::append_unless_empty(tx, Comment::cache_tags(None, Some(&comment)), post.now).await?;
            Ok::<_, WriteError>((comment, tags))
        })
    });
    Ok(work.await?)
}

/// Checks that `parent` is an approved comment on this entry, otherwise 422. The parent must not be an owner reply, nor
/// a reply to another comment, because replies have one level.
async fn check_parent(tx: &mut Tx, parent: CommentId, entry: EntryId) -> Result<(), WriteError> {
    let invalid = |code: Code, message: &str| Problem::invalid_field(code, "parentCommentId", message).into();
    let is_approved_comment_on_entry =
        |parent: &Comment| parent.entry_id == entry && parent.status == Status::Approved && !parent.is_owner_reply();
    match store::get_comment_for_update(tx, parent).await {
        Ok(parent) if is_approved_comment_on_entry(&parent) => match parent.parent_id {
            None => Ok(()),
            Some(_) => Err(invalid(Code::ReplyToReply, "You can't reply to a reply")),
        },
        Ok(_) | Err(StoreError::NotFound) => Err(invalid(Code::CommentUnknown, "This comment does not exist")),
        Err(error) => Err(error.into()),
    }
}

impl ModeratedRecord for Comment {
    const RECORD_NAME: &'static str = "comment";

    async fn get_for_update(tx: &mut Tx, id: i64) -> Result<Self, StoreError> {
        store::get_comment_for_update(tx, CommentId(id)).await
    }

    fn ids(&self) -> (EntryId, Option<CommentId>) {
        (self.entry_id, Some(self.id))
    }

    /// The time of the last decision in milliseconds, or 0 without a decision. It suffices as a version, because only
    /// decisions and their undo change a comment. An owner reply that its author changes gets another id.
    fn version(&self) -> i64 {
        self.moderated_at.map_or(0, |at| at.0)
    }

    fn training_text(&self) -> TrainingText<'_> {
        (self.message.as_str(), self.status.training_label(self.moderated_at))
    }

    fn notes_mut(&mut self) -> &mut Option<String> {
        &mut self.notes
    }

    fn state(&self) -> ModerationState {
        ModerationState {
            status: self.status,
            moderated_at: self.moderated_at,
            previous_status: None,
            updated_at: None,
        }
    }

    fn with_state(&self, state: ModerationState) -> Self {
        Self { status: state.status, moderated_at: state.moderated_at, ..self.clone() }
    }

    async fn store_decision(tx: &mut Tx, before: &Self, after: &mut Self, _now: Timestamp) -> Result<(), StoreError> {
        spam::replace_training_text(tx, before.training_text(), after.training_text()).await?;
        store::store_comment_decision(tx, after).await
    }

    async fn soft_delete(&self, tx: &mut Tx, now: Timestamp) -> Result<(), StoreError> {
        deletion::soft_delete_comment(tx, self.id, now).await
    }

    async fn restore(tx: &mut Tx, id: i64, now: Timestamp) -> Result<Self, StoreError> {
        deletion::restore_comment(tx, CommentId(id), now).await
    }

    fn cache_tags(before: Option<&Self>, after: Option<&Self>) -> Vec<CacheTag> {
        let mut states = [before, after].into_iter().flatten();
        let public_comment =
            states.find(|comment| comment.status == Status::Approved && comment.entry_status == Status::Approved);
        public_comment.map_or_else(Vec::new, |comment| pages::cache_tags_for_places(comment.entry_place_id))
    }
}
