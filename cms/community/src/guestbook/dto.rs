//! The response types of the guestbook. Only the responses for admins have spam scores, moderation notes, full names
//! and email addresses.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::model::{Comment, Entry, Status, abbreviate_name};
use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CommentId, EntryId, ImageId, PlaceId};
use crate::common::text::clip;
use crate::media::model::ImageResponse;
use crate::spam::score::Reason;

/// The maximum length of `entryMessage`, the beginning of the text of a comment's entry, in code points.
const MAX_EXCERPT_LEN: usize = 100;

/// The place that an entry is about.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct EntryPlace {
    /// The id of the place.
    #[schema(example = 7)]
    pub id: PlaceId,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The slug of the place.
    #[schema(example = "lantern-cave")]
    pub slug: String,
}

/// A guestbook entry.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryResponse {
    /// The id of the entry.
    #[schema(example = 12)]
    pub id: EntryId,
    /// The first name and the last initial of the author.
    #[schema(example = "Linh T.")]
    pub author_name: String,
    /// The text of the entry, plain text.
    #[schema(example = "The boat slid into the dark and nobody spoke.")]
    pub message: String,
    /// Where the author is from.
    #[schema(required, example = "Vietnam")]
    pub nationality: Option<String>,
    /// The location, in words or as the URL of a map.
    #[schema(required, example = "Lantern Bay boat station")]
    pub location: Option<String>,
    /// The latitude in degrees (WGS 84).
    #[schema(required, example = 16.58137)]
    pub latitude: Option<f64>,
    /// The longitude in degrees (WGS 84).
    #[schema(required, example = 107.28308)]
    pub longitude: Option<f64>,
    /// The rating from 1 to 5, a whole number; null if there is none.
    #[schema(required, example = 5)]
    pub rating: Option<i64>,
    /// The place that the entry is about; null if there is none or it is not public.
    #[schema(required, example = 7)]
    pub related_place_id: Option<PlaceId>,
    /// The place of `relatedPlaceId` with its name.
    #[schema(required)]
    pub related_place: Option<EntryPlace>,
    /// The images. While the entry is not public, only its author and admins can load the files, with an access token.
    pub pictures: Vec<ImageResponse>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The status: `approved`, or `pending` for the author's own unreviewed entry.
    pub status: Status,
    /// Whether the caller is the author.
    pub is_own: bool,
    /// The number of comments visible to the caller.
    #[schema(example = 2)]
    pub comment_count: i64,
    /// The comments visible to the caller, oldest first, at most 100.
    pub comments: Vec<CommentResponse>,
    /// The reply of the owner of the place; null if there is none that the caller may see. It is not among `comments`.
    #[schema(required)]
    pub owner_reply: Option<OwnerReplyResponse>,
    /// Whether the caller owns the place and can reply to the entry; false once there is a reply.
    pub can_reply: bool,
}

impl EntryResponse {
    /// The entry as this reader sees it; `None` if the reader may not see it.
    pub fn for_reader(entry: Entry, reader: Option<&AccountId>) -> Option<Self> {
        let is_own = entry.is_own(reader);
        let status = entry.status.visible_status(is_own)?;
        // A place that is not public is left out, because its name may not be shown (R319).
        let place = if entry.place_is_public == Some(true) { place_of(&entry) } else { None };
        let can_reply = entry.can_add_owner_reply(reader);
        let (owner_replies, comments): (Vec<_>, Vec<_>) = entry.comments.into_iter().partition(Comment::is_owner_reply);
        let comment_count = entry.comment_count - owner_replies.len() as i64;
        let owner_reply =
            owner_replies.into_iter().find_map(|reply| OwnerReplyResponse::for_reader(reply, place.as_ref(), reader));
        let comments = comments.into_iter().filter_map(|comment| CommentResponse::for_reader(comment, reader));
        Some(Self {
            id: entry.id,
            author_name: abbreviate_name(&entry.author_name),
            message: entry.message,
            nationality: entry.nationality,
            location: entry.location,
            latitude: entry.latitude,
            longitude: entry.longitude,
            rating: entry.rating,
            related_place_id: place.as_ref().map(|place| place.id),
            related_place: place,
            pictures: entry.pictures.into_iter().map(ImageResponse::from).collect(),
            created_at: entry.created_at,
            status,
            is_own,
            comment_count,
            comments: comments.collect(),
            owner_reply,
            can_reply,
        })
    }
}

fn place_of(entry: &Entry) -> Option<EntryPlace> {
    let (id, name, slug) = (entry.place_id?, entry.place_name.clone()?, entry.place_slug.clone()?);
    Some(EntryPlace { id, name, slug })
}

/// A comment on a guestbook entry.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentResponse {
    /// The id of the comment.
    #[schema(example = 3)]
    pub id: CommentId,
    /// The first name and the last initial of the author.
    #[schema(example = "Minh L.")]
    pub author_name: String,
    /// The text of the comment, plain text.
    #[schema(example = "We were there in May, too.")]
    pub comment: String,
    /// The comment that this comment replies to; null if it is not a reply.
    #[schema(required)]
    pub parent_comment_id: Option<CommentId>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The status: `approved`, or `pending` for the author's own unreviewed comment.
    pub status: Status,
    /// Whether the caller is the author.
    pub is_own: bool,
}

impl CommentResponse {
    /// The comment as this reader sees it; `None` if the reader may not see it.
    pub fn for_reader(comment: Comment, reader: Option<&AccountId>) -> Option<Self> {
        let is_own = comment.is_own(reader);
        Some(Self {
            id: comment.id,
            author_name: abbreviate_name(&comment.author_name),
            status: comment.status.visible_status(is_own)?,
            comment: comment.message,
            parent_comment_id: comment.parent_id,
            created_at: comment.created_at,
            is_own,
        })
    }
}

/// The reply of the owner of a place to an entry about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnerReplyResponse {
    /// The id of the reply, which moderators see as a comment.
    #[schema(example = 4)]
    pub id: CommentId,
    /// The name of the place in whose name its owner replied.
    #[schema(example = "Lantern Cave")]
    pub place_name: String,
    /// The text of the reply, plain text.
    #[schema(example = "Thank you! The second boat now leaves at ten.")]
    pub comment: String,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The status: `approved`, or `pending` for the caller's own unreviewed reply.
    pub status: Status,
    /// Whether the caller is the author.
    pub is_own: bool,
}

impl OwnerReplyResponse {
    /// The reply as this reader sees it. `None` if the reader may not see it, or if it was not written in the name of
    /// `place`. `place` is the place of the entry, or `None` if that place is not public.
    pub fn for_reader(reply: Comment, place: Option<&EntryPlace>, reader: Option<&AccountId>) -> Option<Self> {
        let is_own = reply.is_own(reader);
        let place = place.filter(|place| reply.reply_place_id == Some(place.id))?;
        Some(Self {
            id: reply.id,
            place_name: place.name.clone(),
            status: reply.status.visible_status(is_own)?,
            comment: reply.message,
            created_at: reply.created_at,
            is_own,
        })
    }

    /// The reply as its author sees it.
    pub fn for_author(reply: Comment) -> Self {
        Self {
            id: reply.id,
            place_name: reply.byline(),
            status: reply.status.visible_status(true).unwrap_or_default(),
            comment: reply.message,
            created_at: reply.created_at,
            is_own: true,
        }
    }
}

/// A guestbook entry as moderators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminEntryResponse {
    /// The id of the entry.
    #[schema(example = 12)]
    pub id: EntryId,
    /// The version number; each change increments it. `If-Match` compares it.
    #[schema(example = 1)]
    pub version: i64,
    /// The full name of the author.
    #[schema(example = "Linh Trần")]
    pub author_name: String,
    /// The author's account; null if an admin created the entry or the account was deleted.
    #[schema(required)]
    pub author_id: Option<AccountId>,
    /// The email address of the author's account.
    #[schema(required, example = "linh@example.org")]
    pub author_email: Option<String>,
    /// The text of the entry, plain text.
    #[schema(example = "The boat slid into the dark and nobody spoke.")]
    pub message: String,
    /// Where the author is from.
    #[schema(required, example = "Vietnam")]
    pub nationality: Option<String>,
    /// The location, in words or as the URL of a map.
    #[schema(required, example = "Lantern Bay boat station")]
    pub location: Option<String>,
    /// The latitude in degrees (WGS 84).
    #[schema(required, example = 16.58137)]
    pub latitude: Option<f64>,
    /// The longitude in degrees (WGS 84).
    #[schema(required, example = 107.28308)]
    pub longitude: Option<f64>,
    /// The rating from 1 to 5, a whole number; null if there is none.
    #[schema(required, example = 5)]
    pub rating: Option<i64>,
    /// The place that the entry is about, public or not; null if there is none.
    #[schema(required, example = 7)]
    pub related_place_id: Option<PlaceId>,
    /// The place of `relatedPlaceId` with its name.
    #[schema(required)]
    pub related_place: Option<EntryPlace>,
    /// The images. While the entry is not public, only its author and admins can load the files, with an access token.
    pub pictures: Vec<ImageResponse>,
    /// The moderation status.
    pub status: Status,
    /// The spam score, 0 to 100.
    #[schema(example = 15)]
    pub spam_score: i64,
    /// The reasons for the spam score.
    pub spam_reasons: Vec<Reason>,
    /// The moderation note.
    #[schema(required)]
    pub notes: Option<String>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// The time of the last moderation decision; null if there is none.
    #[schema(required)]
    pub moderated_at: Option<Timestamp>,
    /// The time until which the decision can be undone; null if it cannot be undone.
    #[schema(required)]
    pub can_undo_until: Option<Timestamp>,
    /// Whether the caller is the author.
    pub is_own: bool,
    /// The number of comments of any status.
    #[schema(example = 2)]
    pub comment_count: i64,
    /// The comments of any status, at most 100. The reply of the owner of the place comes first, then the comments from
    /// the oldest to the newest.
    pub comments: Vec<AdminCommentResponse>,
}

impl AdminEntryResponse {
    /// The entry as this admin sees it at `now`.
    pub fn new(entry: Entry, admin: &AccountId, now: Timestamp) -> Self {
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
            pictures: entry.pictures.into_iter().map(ImageResponse::from).collect(),
            status: entry.status,
            spam_score: entry.spam_score,
            spam_reasons: entry.spam_reasons.0,
            notes: entry.notes,
            created_at: entry.created_at,
            updated_at: entry.updated_at,
            moderated_at: entry.moderated_at,
            comment_count: entry.comment_count,
            comments: entry.comments.into_iter().map(AdminCommentResponse::from).collect(),
        }
    }
}

/// A comment as moderators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminCommentResponse {
    /// The id of the comment.
    #[schema(example = 3)]
    pub id: CommentId,
    /// The entry that the comment belongs to.
    #[schema(example = 12)]
    pub entry_id: EntryId,
    /// The first 100 characters of the entry of the comment.
    #[schema(example = "The boat slid into the dark and nobody spoke.")]
    pub entry_message: String,
    /// The comment that this comment replies to; null if it is not a reply.
    #[schema(required)]
    pub parent_comment_id: Option<CommentId>,
    /// The place in whose name its owner replied to the entry; null for a comment.
    #[schema(required, example = json!(null))]
    pub reply_place_id: Option<PlaceId>,
    /// The name of the place of `replyPlaceId`.
    #[schema(required, example = json!(null))]
    pub reply_place_name: Option<String>,
    /// The full name of the author.
    #[schema(example = "Minh Lê")]
    pub author_name: String,
    /// The author's account; null if the account was deleted.
    #[schema(required)]
    pub author_id: Option<AccountId>,
    /// The email address of the author's account.
    #[schema(required, example = "minh@example.org")]
    pub author_email: Option<String>,
    /// The text of the comment, plain text.
    #[schema(example = "We were there in May, too.")]
    pub comment: String,
    /// The moderation status.
    pub status: Status,
    /// The spam score, 0 to 100.
    #[schema(example = 45)]
    pub spam_score: i64,
    /// The reasons for the spam score.
    pub spam_reasons: Vec<Reason>,
    /// The moderation note.
    #[schema(required)]
    pub notes: Option<String>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last moderation decision; null if there is none.
    #[schema(required)]
    pub moderated_at: Option<Timestamp>,
}

impl From<Comment> for AdminCommentResponse {
    fn from(comment: Comment) -> Self {
        Self {
            id: comment.id,
            entry_id: comment.entry_id,
            entry_message: clip(&comment.entry_message, MAX_EXCERPT_LEN).to_owned(),
            parent_comment_id: comment.parent_id,
            reply_place_id: comment.reply_place_id,
            reply_place_name: comment.reply_place_name,
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

/// The number of entries of each status, and of pending comments.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct EntryCounts {
    /// Pending entries.
    #[schema(example = 3)]
    pub pending: i64,
    /// Approved entries.
    #[schema(example = 40)]
    pub approved: i64,
    /// Entries filed as spam.
    #[schema(example = 5)]
    pub spam: i64,
    /// Rejected entries.
    #[schema(example = 1)]
    pub rejected: i64,
    /// Pending comments.
    #[schema(example = 2)]
    pub comments: i64,
}

// The audit log names an entry by the abbreviated name of its author, and a comment by its byline. The deletion of the
// author's account does not change these names.
impl AuditSubject for Entry {
    const KIND: AuditRecordKind = AuditRecordKind::Entry;

    fn describe(&self) -> AuditDescription {
        let pictures: Vec<ImageId> = self.pictures.iter().map(|image| image.id).collect();
        let fields = json!({
            "status": self.status, "message": self.message, "nationality": self.nationality, "location": self.location,
            "latitude": self.latitude, "longitude": self.longitude, "rating": self.rating,
            "relatedPlaceId": self.place_id, "pictureIds": pictures, "notes": self.notes, "spamScore": self.spam_score,
        });
        AuditDescription::new(self.id, abbreviate_name(&self.author_name), fields)
    }
}

impl AuditSubject for Comment {
    const KIND: AuditRecordKind = AuditRecordKind::Comment;

    fn describe(&self) -> AuditDescription {
        let fields = json!({
            "status": self.status, "comment": self.message, "entryId": self.entry_id,
            "parentCommentId": self.parent_id, "replyPlaceId": self.reply_place_id, "notes": self.notes,
            "spamScore": self.spam_score,
        });
        AuditDescription::new(self.id, self.byline(), fields)
    }
}
