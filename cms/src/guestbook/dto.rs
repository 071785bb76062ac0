//! The response types of the guestbook. Scores, reasons, notes and full names are for admins only.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Comment, Entry, Status, abbreviated};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CommentId, EntryId, PlaceId};
use crate::common::text::clip;
use crate::media::dto::PictureView;
use crate::spam::model::Reason;

/// The maximum length of the entry's excerpt beside a comment, in code points.
const EXCERPT_LEN: usize = 100;

/// The place that an entry is about.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct EntryPlace {
    /// Its id.
    #[schema(example = 7)]
    pub id: PlaceId,
    /// Its name.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// Its name in addresses.
    #[schema(example = "lantern-cave")]
    pub slug: String,
}

/// A guestbook entry.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryView {
    /// Its id.
    #[schema(example = 12)]
    pub id: EntryId,
    /// Who wrote it: first name and last initial.
    #[schema(example = "Linh T.")]
    pub author_name: String,
    /// What they wrote, plain text.
    #[schema(example = "The boat slid into the dark and nobody spoke.")]
    pub message: String,
    /// Where they are from.
    #[schema(required, example = "Vietnam")]
    pub nationality: Option<String>,
    /// Where it was, in words or as the address of a map.
    #[schema(required, example = "Lantern Bay boat station")]
    pub location: Option<String>,
    /// Degrees north.
    #[schema(required, example = 16.58137)]
    pub latitude: Option<f64>,
    /// Degrees east.
    #[schema(required, example = 107.28308)]
    pub longitude: Option<f64>,
    /// 1 to 5, whole.
    #[schema(required, example = 5)]
    pub rating: Option<i64>,
    /// The place that it is about; null when that is not public.
    #[schema(required, example = 7)]
    pub related_place_id: Option<PlaceId>,
    /// The same, with its name.
    #[schema(required)]
    pub related_place: Option<EntryPlace>,
    /// Its photos. While it waits, their files are sent to its author and to admins alone, who say who they are.
    pub pictures: Vec<PictureView>,
    /// When it was written.
    pub created_at: Timestamp,
    /// `approved`, or for its author `pending`.
    pub status: Status,
    /// Whether the caller wrote it.
    pub is_own: bool,
    /// How many comments the caller may see.
    #[schema(example = 2)]
    pub comment_count: i64,
    /// Those, the oldest first, at most 100.
    pub comments: Vec<CommentView>,
}

impl EntryView {
    /// The entry as this reader sees it; `None` if it is not visible to them.
    pub fn visible_to(entry: Entry, reader: Option<&AccountId>) -> Option<Self> {
        let is_own = entry.is_own(reader);
        let status = entry.status.visible_to(is_own)?;
        // The name of a place that is not public is not public either (R319).
        let place = if entry.place_is_public == Some(true) { place_of(&entry) } else { None };
        let comments = entry.comments.into_iter().filter_map(|comment| CommentView::visible_to(comment, reader));
        Some(Self {
            id: entry.id,
            author_name: abbreviated(&entry.author_name),
            message: entry.message,
            nationality: entry.nationality,
            location: entry.location,
            latitude: entry.latitude,
            longitude: entry.longitude,
            rating: entry.rating,
            related_place_id: place.as_ref().map(|place| place.id),
            related_place: place,
            pictures: entry.pictures.into_iter().map(PictureView::from).collect(),
            created_at: entry.created_at,
            status,
            is_own,
            comment_count: entry.comment_count,
            comments: comments.collect(),
        })
    }
}

fn place_of(entry: &Entry) -> Option<EntryPlace> {
    let (id, name, slug) = (entry.place_id?, entry.place_name.clone()?, entry.place_slug.clone()?);
    Some(EntryPlace { id, name, slug })
}

/// A comment under an entry.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentView {
    /// Its id.
    #[schema(example = 3)]
    pub id: CommentId,
    /// Who wrote it: first name and last initial.
    #[schema(example = "Minh L.")]
    pub author_name: String,
    /// What they wrote, plain text.
    #[schema(example = "We were there in May, too.")]
    pub comment: String,
    /// The comment that it answers.
    #[schema(required)]
    pub parent_comment_id: Option<CommentId>,
    /// When it was written.
    pub created_at: Timestamp,
    /// `approved`, or for its author `pending`.
    pub status: Status,
    /// Whether the caller wrote it.
    pub is_own: bool,
}

impl CommentView {
    /// The comment as this reader sees it; `None` if it is not visible to them.
    pub fn visible_to(comment: Comment, reader: Option<&AccountId>) -> Option<Self> {
        let is_own = comment.is_own(reader);
        Some(Self {
            id: comment.id,
            author_name: abbreviated(&comment.author_name),
            status: comment.status.visible_to(is_own)?,
            comment: comment.message,
            parent_comment_id: comment.parent_id,
            created_at: comment.created_at,
            is_own,
        })
    }
}

/// An entry as moderators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminEntryView {
    /// Its id.
    #[schema(example = 12)]
    pub id: EntryId,
    /// Grows by one with each change; what `If-Match` compares.
    #[schema(example = 1)]
    pub version: i64,
    /// Who wrote it, whole.
    #[schema(example = "Linh Trần")]
    pub author_name: String,
    /// The author's account; null where an admin made the entry or the author has left.
    #[schema(required)]
    pub author_id: Option<AccountId>,
    /// The address of that account.
    #[schema(required, example = "linh@example.org")]
    pub author_email: Option<String>,
    /// What they wrote, plain text.
    #[schema(example = "The boat slid into the dark and nobody spoke.")]
    pub message: String,
    /// Where they are from.
    #[schema(required, example = "Vietnam")]
    pub nationality: Option<String>,
    /// Where it was, in words or as the address of a map.
    #[schema(required, example = "Lantern Bay boat station")]
    pub location: Option<String>,
    /// Degrees north.
    #[schema(required, example = 16.58137)]
    pub latitude: Option<f64>,
    /// Degrees east.
    #[schema(required, example = 107.28308)]
    pub longitude: Option<f64>,
    /// 1 to 5, whole.
    #[schema(required, example = 5)]
    pub rating: Option<i64>,
    /// The place that it is about, public or not.
    #[schema(required, example = 7)]
    pub related_place_id: Option<PlaceId>,
    /// The same, with its name.
    #[schema(required)]
    pub related_place: Option<EntryPlace>,
    /// Its photos. While it waits, their files are sent to its author and to admins alone, who say who they are.
    pub pictures: Vec<PictureView>,
    /// How it stands.
    pub status: Status,
    /// How likely it is spam, in percent.
    #[schema(example = 15)]
    pub spam_score: i64,
    /// Why.
    pub spam_reasons: Vec<Reason>,
    /// What moderators noted.
    #[schema(required)]
    pub notes: Option<String>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// When a moderator judged it.
    #[schema(required)]
    pub moderated_at: Option<Timestamp>,
    /// Until when that can be undone; null when it cannot.
    #[schema(required)]
    pub can_undo_until: Option<Timestamp>,
    /// Whether the caller wrote it.
    pub is_own: bool,
    /// How many comments there are, whatever their status.
    #[schema(example = 2)]
    pub comment_count: i64,
    /// Those, the oldest first, at most 100.
    pub comments: Vec<AdminCommentView>,
}

impl AdminEntryView {
    /// The entry as this admin sees it at `now`.
    pub fn new(entry: Entry, admin: &AccountId, now: Timestamp) -> Self {
        let comments = entry.comments.iter().cloned().map(AdminCommentView::from).collect();
        Self {
            id: entry.id,
            version: entry.version,
            can_undo_until: entry.can_undo_until(now),
            is_own: entry.is_own(Some(admin)),
            related_place: place_of(&entry),
            author_name: entry.author_name,
            author_id: entry.author_id,
            author_email: entry.author_email,
            message: entry.message,
            nationality: entry.nationality,
            location: entry.location,
            latitude: entry.latitude,
            longitude: entry.longitude,
            rating: entry.rating,
            related_place_id: entry.place_id,
            pictures: entry.pictures.into_iter().map(PictureView::from).collect(),
            status: entry.status,
            spam_score: entry.spam_score,
            spam_reasons: entry.spam_reasons.0,
            notes: entry.notes,
            created_at: entry.created_at,
            updated_at: entry.updated_at,
            moderated_at: entry.moderated_at,
            comment_count: entry.comment_count,
            comments,
        }
    }
}

/// A comment as moderators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminCommentView {
    /// Its id.
    #[schema(example = 3)]
    pub id: CommentId,
    /// The entry that it stands under.
    #[schema(example = 12)]
    pub entry_id: EntryId,
    /// The first 100 characters of that entry.
    #[schema(example = "The boat slid into the dark and nobody spoke.")]
    pub entry_message: String,
    /// The comment that it answers.
    #[schema(required)]
    pub parent_comment_id: Option<CommentId>,
    /// Who wrote it, whole.
    #[schema(example = "Minh Lê")]
    pub author_name: String,
    /// The author's account; null when the author has left.
    #[schema(required)]
    pub author_id: Option<AccountId>,
    /// The address of that account.
    #[schema(required, example = "minh@example.org")]
    pub author_email: Option<String>,
    /// What they wrote, plain text.
    #[schema(example = "We were there in May, too.")]
    pub comment: String,
    /// How it stands.
    pub status: Status,
    /// How likely it is spam, in percent.
    #[schema(example = 45)]
    pub spam_score: i64,
    /// Why.
    pub spam_reasons: Vec<Reason>,
    /// What moderators noted.
    #[schema(required)]
    pub notes: Option<String>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When a moderator judged it.
    #[schema(required)]
    pub moderated_at: Option<Timestamp>,
}

impl From<Comment> for AdminCommentView {
    fn from(comment: Comment) -> Self {
        Self {
            id: comment.id,
            entry_id: comment.entry_id,
            entry_message: clip(&comment.entry_message, EXCERPT_LEN).to_owned(),
            parent_comment_id: comment.parent_id,
            author_name: comment.author_name,
            author_id: comment.author_id,
            author_email: comment.author_email,
            comment: comment.message,
            status: comment.status,
            spam_score: comment.spam_score,
            spam_reasons: comment.spam_reasons.0,
            notes: comment.notes,
            created_at: comment.created_at,
            moderated_at: comment.moderated_at,
        }
    }
}

/// How many entries there are of each status, and how many comments wait.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct EntryCounts {
    /// Waiting entries.
    #[schema(example = 3)]
    pub pending: i64,
    /// Public ones.
    #[schema(example = 40)]
    pub approved: i64,
    /// Filed as spam.
    #[schema(example = 5)]
    pub spam: i64,
    /// Turned down.
    #[schema(example = 1)]
    pub rejected: i64,
    /// Waiting comments.
    #[schema(example = 2)]
    pub comments: i64,
}
