//! Guestbook entries and comments: their statuses and transitions, and their visibility.

use sqlx::types::Json;

use crate::common::clock::{Timestamp, UNDO_WINDOW_S};
use crate::common::id::{AccountId, CommentId, EntryId, PlaceId};
use crate::common::text;
use crate::media::model::Image;
use crate::spam::score::{Reason, SPAM_THRESHOLD, SpamLabel};

/// The highest spam score with which a comment is approved at once. With a higher score, it waits for review or is
/// filed as spam.
const COMMENT_REVIEW_THRESHOLD: i64 = 40;

/// The moderation status of an entry or a comment.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Status {
    /// No moderator has decided yet.
    #[default]
    Pending,
    /// Public. A comment is public only if its entry is approved, too.
    Approved,
    /// A moderator decided not to publish it, or it is soft-deleted.
    Rejected,
    /// Filed as spam, by its score or by a moderator.
    Spam,
}

use Status::{Approved, Pending, Rejected, Spam};

/// Why a moderation decision is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// 409: the entry or comment is already approved or rejected.
    #[error("This has already been decided and can only be edited")]
    AlreadyDecided,
    /// 422: the decision must be approved, rejected or spam.
    #[error("Status must be approved, rejected or spam")]
    NotADecision,
}

/// Why a decision cannot be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// 409: there is no decision to undo.
    #[error("There is no decision to undo")]
    NothingToUndo,
    /// 409: the decision is more than ten minutes old.
    #[error("A decision can be undone only for ten minutes")]
    TooLate,
}

impl Status {
    /// The status after `decision`. Only entries and comments that are pending or spam can be moderated (R143).
    pub fn after_decision(self, decision: Status) -> Result<Status, DecisionError> {
        match (self, decision) {
            (Pending | Spam, Approved | Rejected | Spam) => Ok(decision),
            (Pending | Spam, Pending) => Err(DecisionError::NotADecision),
            (Approved | Rejected, _) => Err(DecisionError::AlreadyDecided),
        }
    }

    /// The initial status of an entry with this spam score.
    pub fn initial_for_entry(spam_score: i64) -> Status {
        if spam_score > SPAM_THRESHOLD { Spam } else { Pending }
    }

    /// The initial status of a comment with this spam score. Most comments are approved at once.
    pub fn initial_for_comment(spam_score: i64) -> Status {
        match spam_score {
            score if score > SPAM_THRESHOLD => Spam,
            score if score > COMMENT_REVIEW_THRESHOLD => Pending,
            _ => Approved,
        }
    }

    /// The status shown to a reader, who is the author if `is_own` is true. `None` if the reader may not see the text.
    /// Authors see their spam as pending, so that they do not try another text.
    pub fn visible_status(self, is_own: bool) -> Option<Status> {
        match self {
            Approved => Some(Approved),
            Pending | Spam if is_own => Some(Pending),
            Pending | Spam | Rejected => None,
        }
    }

    /// The label of a text with this status in the training data of the spam classifier. `None` if no moderator
    /// decided, and for rejected texts, which need not be spam.
    pub fn training_label(self, moderated_at: Option<Timestamp>) -> Option<SpamLabel> {
        moderated_at?;
        match self {
            Approved => Some(SpamLabel::Ham),
            Spam => Some(SpamLabel::Spam),
            Pending | Rejected => None,
        }
    }

    /// The name of the status in the database and in JSON.
    pub fn as_str(&self) -> &'static str {
        match self {
            Pending => "pending",
            Approved => "approved",
            Rejected => "rejected",
            Spam => "spam",
        }
    }
}

/// A guestbook entry, as it is read from the database.
#[derive(Clone, Debug, Default, PartialEq, sqlx::FromRow)]
#[allow(missing_docs, reason = "the fields are described in dto.rs")]
pub struct Entry {
    pub id: EntryId,
    pub version: i64,
    pub status: Status,
    pub author_id: Option<AccountId>,
    /// The full name. It is abbreviated when the account is deleted.
    pub author_name: String,
    pub author_email: Option<String>,
    pub message: String,
    pub nationality: Option<String>,
    pub location: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub rating: Option<i64>,
    pub place_id: Option<PlaceId>,
    pub place_name: Option<String>,
    pub place_slug: Option<String>,
    pub place_is_public: Option<bool>,
    pub place_owner_id: Option<AccountId>,
    /// Whether the owner of the place has replied to the entry. The reply may have any status.
    pub has_owner_reply: bool,
    pub spam_score: i64,
    pub spam_reasons: Json<Vec<Reason>>,
    pub notes: Option<String>,
    pub previous_status: Option<Status>,
    pub moderated_at: Option<Timestamp>,
    pub notified_status: Option<Status>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The owner reply and then the comments, oldest first: those visible to the reader, at most 100 in total. Loaded
    /// by a separate query.
    #[sqlx(skip)]
    pub comments: Vec<Comment>,
    /// The number of comments visible to the reader, including the owner reply. Not limited to 100.
    #[sqlx(skip)]
    pub comment_count: i64,
    /// The photos. Loaded by a separate query.
    #[sqlx(skip)]
    pub pictures: Vec<Image>,
}

impl Entry {
    /// An entry without a text, which this author creates at `now`.
    pub fn blank(author_id: Option<AccountId>, author_name: String, now: Timestamp) -> Self {
        Self { version: 1, author_id, author_name, created_at: now, updated_at: now, ..Self::default() }
    }

    /// Whether this reader wrote the entry.
    pub fn is_own(&self, reader: Option<&AccountId>) -> bool {
        reader.is_some() && self.author_id.as_ref() == reader
    }

    /// Whether the entry is public.
    pub fn is_public(&self) -> bool {
        self.status == Approved
    }

    /// The time until which the last decision can be undone. `None` if there is no decision to undo, or this time has
    /// passed.
    pub fn can_undo_until(&self, now: Timestamp) -> Option<Timestamp> {
        self.previous_status?;
        self.moderated_at.map(|at| at.plus_seconds(UNDO_WINDOW_S)).filter(|until| now <= *until)
    }

    /// The status that an undo of the last decision restores.
    pub fn status_after_undo(&self, now: Timestamp) -> Result<Status, UndoError> {
        let previous = self.previous_status.ok_or(UndoError::NothingToUndo)?;
        self.can_undo_until(now).map(|_| previous).ok_or(UndoError::TooLate)
    }

    /// Whether the reader owns the place and can reply to the entry. False if the entry or the place is not public, or
    /// the entry already has an owner reply.
    pub fn can_add_owner_reply(&self, reader: Option<&AccountId>) -> bool {
        let accepts_reply = self.is_public() && self.place_is_public == Some(true) && !self.has_owner_reply;
        accepts_reply && reader.is_some() && self.place_owner_id.as_ref() == reader
    }

    /// The text that a moderator's search compares with the search words.
    pub fn search_text(&self) -> String {
        let parts = [Some(&self.author_name), Some(&self.message), self.nationality.as_ref(), self.location.as_ref()];
        text::searchable_text(parts.into_iter().flatten().map(String::as_str))
    }
}

/// A comment on an entry, or an owner reply, as it is read from the database. Both are rows of `guestbook_comment`.
#[derive(Clone, Debug, Default, PartialEq, sqlx::FromRow)]
#[allow(missing_docs, reason = "the fields are described in dto.rs")]
pub struct Comment {
    pub id: CommentId,
    pub entry_id: EntryId,
    /// The text of the entry that the comment belongs to.
    pub entry_message: String,
    pub entry_status: Status,
    pub entry_place_id: Option<PlaceId>,
    pub parent_id: Option<CommentId>,
    /// The place in whose name its owner replied; `None` for a comment.
    pub reply_place_id: Option<PlaceId>,
    pub reply_place_name: Option<String>,
    pub author_id: Option<AccountId>,
    pub author_name: String,
    pub author_email: Option<String>,
    pub message: String,
    pub status: Status,
    pub spam_score: i64,
    pub spam_reasons: Json<Vec<Reason>>,
    pub notes: Option<String>,
    pub moderated_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

impl Comment {
    /// Whether this reader wrote the comment.
    pub fn is_own(&self, reader: Option<&AccountId>) -> bool {
        reader.is_some() && self.author_id.as_ref() == reader
    }

    /// Whether the comment is an owner reply: the owner of a place wrote it in the name of the place.
    pub fn is_owner_reply(&self) -> bool {
        self.reply_place_id.is_some()
    }

    /// The name shown with the comment: for an owner reply the name of the place, otherwise the abbreviated name of the
    /// author.
    pub fn byline(&self) -> String {
        match &self.reply_place_name {
            Some(place) if self.is_owner_reply() => place.clone(),
            _ => abbreviate_name(&self.author_name),
        }
    }
}

/// The first name and the last initial, such as "Linh T.", which are public (R109). A single name stays unchanged, and
/// so does an abbreviated name. A blank name becomes "Anonymous".
pub fn abbreviate_name(name: &str) -> String {
    let name = text::nfc(name);
    let mut words = name.split_whitespace();
    match (words.next(), words.next_back()) {
        (Some(first), Some(last)) => format!("{first} {}.", text::initial(last)),
        (Some(single_name), None) => single_name.to_owned(),
        (None, _) => "Anonymous".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_STATUSES: [Status; 4] = [Pending, Approved, Rejected, Spam];

    // R143
    #[test]
    fn only_pending_and_spam_accept_a_decision() {
        for status in [Pending, Spam] {
            for decision in [Approved, Rejected, Spam] {
                assert_eq!(status.after_decision(decision), Ok(decision), "{status:?}");
            }
            assert_eq!(status.after_decision(Pending), Err(DecisionError::NotADecision));
        }
        for status in [Approved, Rejected] {
            for decision in ALL_STATUSES {
                assert_eq!(
                    status.after_decision(decision),
                    Err(DecisionError::AlreadyDecided),
                    "{status:?} {decision:?}"
                );
            }
        }
    }

    // R430
    #[test]
    fn initial_status_is_spam_above_70_and_approved_for_comments_up_to_40() {
        assert_eq!([0, 70, 71, 100].map(Status::initial_for_entry), [Pending, Pending, Spam, Spam]);
        assert_eq!([0, 40, 41, 70, 71].map(Status::initial_for_comment), [Approved, Approved, Pending, Pending, Spam]);
    }

    // R319
    #[test]
    fn visible_status_shows_pending_and_spam_as_pending_to_authors_only() {
        assert_eq!(ALL_STATUSES.map(|status| status.visible_status(false)), [None, Some(Approved), None, None]);
        assert_eq!(
            ALL_STATUSES.map(|status| status.visible_status(true)),
            [Some(Pending), Some(Approved), None, Some(Pending)]
        );
    }

    #[test]
    fn decision_can_be_undone_for_ten_minutes() {
        let moderated_at = Timestamp(1_795_248_000_000);
        let mut entry = Entry::blank(None, "Linh".into(), moderated_at);
        assert_eq!(entry.status_after_undo(moderated_at), Err(UndoError::NothingToUndo));
        (entry.status, entry.previous_status, entry.moderated_at) = (Approved, Some(Spam), Some(moderated_at));
        assert_eq!(entry.status_after_undo(moderated_at.plus_seconds(UNDO_WINDOW_S)), Ok(Spam));
        assert_eq!(entry.can_undo_until(moderated_at), Some(moderated_at.plus_seconds(600)));
        assert_eq!(
            entry.status_after_undo(Timestamp(moderated_at.0 + UNDO_WINDOW_S * 1000 + 1)),
            Err(UndoError::TooLate)
        );
    }

    // R109
    #[test]
    fn abbreviated_name_is_first_name_and_last_initial() {
        for (full_name, abbreviation) in [
            ("Linh Tran", "Linh T."),
            ("Linh Trần", "Linh T."),
            ("Linh", "Linh"),
            ("", "Anonymous"),
            (" \u{a0} ", "Anonymous"),
            ("  Anna   Maria  smith ", "Anna S."),
            ("Nguyễn Văn Ấn", "Nguyễn Ấ."),
            ("Hồ Thị Đào", "Hồ Đ."),
            ("Ho\u{302}\u{300} Thi\u{323} A\u{302}\u{301}n", "Hồ Ấ."),
            ("Jean d’Arc", "Jean D."),
            ("Linh T.", "Linh T."),
            ("Linh (Lin)", "Linh L."),
            ("李 小龙", "李 小."),
        ] {
            assert_eq!(abbreviate_name(full_name), abbreviation, "{full_name:?}");
            assert_eq!(abbreviate_name(abbreviation), abbreviation, "an abbreviated name stays unchanged");
        }
    }
}
