//! The request types of the guestbook, with the rules of their fields and the messages for broken rules (R111, R114,
//! R145).

use serde::Deserialize;
use serde_json::json;

use super::model::{Entry, Status};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, CommentId, ImageId, PlaceId};
use crate::http::input::bulk::ids;
use crate::http::input::rule::{Rule, elapsed_ms, leave_blank, rule_schemas};
use crate::http::input::update::FieldPatch;

/// A new entry.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct NewEntry {
    /// Sent only in an [`AdminEntryRequest`]. In other requests, the name comes from the author's account.
    pub author_name: String,
    pub message: String,
    pub nationality: Option<String>,
    pub location: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub rating: Option<f64>,
    pub related_place_id: Option<PlaceId>,
    pub picture_ids: Vec<ImageId>,
    pub leave_blank: Option<String>,
    pub elapsed_ms: Option<i64>,
}

impl NewEntry {
    /// The entry that this request creates for an author at `now`.
    pub fn entry(&self, author_id: Option<AccountId>, now: Timestamp) -> Entry {
        Entry {
            message: self.message.trim().to_owned(),
            nationality: trimmed_or_none(self.nationality.as_deref()),
            location: trimmed_or_none(self.location.as_deref()),
            latitude: self.latitude,
            longitude: self.longitude,
            rating: rating_to_integer(self.rating),
            place_id: self.related_place_id,
            ..Entry::blank(author_id, self.author_name.trim().to_owned(), now)
        }
    }
}

/// The rules of the form in the dialog of a place. The site sends the form as a [`NewEntry`], which has less strict
/// rules.
pub struct NewExperience;

/// A new comment.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct NewComment {
    pub comment: String,
    pub parent_comment_id: Option<CommentId>,
    pub leave_blank: Option<String>,
    pub elapsed_ms: Option<i64>,
}

/// The reply of an owner to an entry about their place.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct OwnerReplyRequest {
    pub comment: String,
    pub leave_blank: Option<String>,
    pub elapsed_ms: Option<i64>,
}

/// The rules of an entry that an admin creates on behalf of a traveler who wrote on paper. The body is parsed as a
/// [`NewEntry`].
pub struct AdminEntryRequest;

/// Changes to an entry by an admin. Absent fields stay as they are.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct EntryChanges {
    pub message: Option<String>,
    pub nationality: FieldPatch<String>,
    pub location: FieldPatch<String>,
    pub rating: FieldPatch<f64>,
    pub related_place_id: FieldPatch<PlaceId>,
}

/// A decision on an entry or a comment.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct ModerationRequest {
    pub status: Status,
    #[serde(default)]
    pub notes: FieldPatch<String>,
}

/// The ids of entries or comments, and the decision for all of them.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct BulkModerationRequest {
    pub ids: Vec<i64>,
    pub status: Status,
}

/// The maximum number of photos of an entry (R230).
const MAX_PHOTOS: usize = 3;

/// The rating as an integer. The rule of the field has already refused fractions. `None` for 0, which stands for no
/// rating.
pub fn rating_to_integer(rating: Option<f64>) -> Option<i64> {
    rating.map(|stars| stars as i64).filter(|stars| *stars > 0)
}

/// Trims an optional text; blank text becomes `None`.
pub fn trimmed_or_none(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn message() -> Rule {
    Rule::text("The text of the entry, plain text.")
        .required_text("Message is required")
        .max(1000.0, "Message must be less than 1000 characters")
        .example("The boat slid into the dark and nobody spoke.")
}

fn nationality() -> Rule {
    Rule::text("Where the author is from.")
        .strip_direction_controls()
        .nullable()
        .max(80.0, "Nationality must be at most 80 characters")
        .example("Vietnam")
}

fn location() -> Rule {
    Rule::text("The location, in words or as the URL of a map.")
        .strip_direction_controls()
        .nullable()
        .max(300.0, "Location must be at most 300 characters")
        .example("Lantern Bay boat station")
}

/// The rule of a rating. `min` is 1, or 0 if 0 stands for no rating.
fn rating(min: f64) -> Rule {
    Rule::number_or_string("The rating from 1 to 5, a whole number; a numeric string is accepted.")
        .type_message("Rating must be a number")
        .min(min, "Rating must be between 1 and 5")
        .max(5.0, "Rating must be between 1 and 5")
        .multiple_of(1.0, "Rating must be a whole number")
        .example(5)
}

fn place() -> Rule {
    Rule::id("The place that the entry is about; null for none.")
        .nullable()
        .type_message("This place does not exist")
        .example(7)
}

fn photos() -> Rule {
    Rule::list(
        "Images of the caller that were uploaded with `POST /api/media` for the purpose `entry` and are not in an entry yet. They are public when the entry is.",
        Rule::id("The id of an image."),
    )
    .max(MAX_PHOTOS as f64, "At most 3 photos")
}

/// The rules of the fields that travelers and admins can both send. `min_rating` is as in [`rating`].
fn common_entry_field_rules(min_rating: f64) -> Vec<(&'static str, Rule)> {
    vec![
        ("message", message()),
        ("nationality", nationality()),
        ("location", location()),
        (
            "latitude",
            Rule::number_or_string("The latitude in degrees (WGS 84); a numeric string is accepted.")
                .nullable()
                .type_message("Latitude must be a number")
                .min(-90.0, "Latitude must be between -90 and 90")
                .max(90.0, "Latitude must be between -90 and 90"),
        ),
        (
            "longitude",
            Rule::number_or_string("The longitude in degrees (WGS 84); a numeric string is accepted.")
                .nullable()
                .type_message("Longitude must be a number")
                .min(-180.0, "Longitude must be between -180 and 180")
                .max(180.0, "Longitude must be between -180 and 180"),
        ),
        ("rating", rating(min_rating).nullable()),
        ("relatedPlaceId", place()),
    ]
}

rule_schemas! {
    NewEntry => new_entry(),
    NewExperience => new_experience(),
    NewComment => new_comment(),
    OwnerReplyRequest => owner_reply_request(),
    AdminEntryRequest => admin_entry_request(),
    EntryChanges => entry_changes(),
    ModerationRequest => moderation_request(),
    BulkModerationRequest => bulk_moderation_request(),
}

fn new_entry() -> Rule {
    let mut fields = common_entry_field_rules(1.0);
    fields.extend([("pictureIds", photos()), ("leaveBlank", leave_blank()), ("elapsedMs", elapsed_ms())]);
    Rule::closed_object(
        "A new guestbook entry. The length of text is counted in code points after normalization to NFC.",
        fields,
    )
}

fn new_experience() -> Rule {
    const MESSAGE_TOO_SHORT: &str = "Please share at least 10 characters about your experience";
    const RATING_REQUIRED: &str = "Please rate your experience";
    Rule::closed_object(
        "The form in the dialog of a place. It is sent as a `NewEntry`, but its rules are stricter.",
        vec![
            ("message", message().required_text(MESSAGE_TOO_SHORT).min(10.0, MESSAGE_TOO_SHORT)),
            ("nationality", nationality()),
            ("rating", rating(1.0).required(RATING_REQUIRED).type_message(RATING_REQUIRED).min(1.0, RATING_REQUIRED)),
            ("relatedPlaceId", place()),
            ("pictureIds", photos()),
            ("leaveBlank", leave_blank()),
            ("elapsedMs", elapsed_ms()),
        ],
    )
}

fn new_comment() -> Rule {
    Rule::closed_object(
        "A new comment on an entry, or a reply to a comment.",
        vec![
            (
                "comment",
                Rule::text("The text of the comment, plain text.")
                    .required_text("Comment is required")
                    .max(500.0, "Comment must be less than 500 characters")
                    .example("We were there in May, too."),
            ),
            (
                "parentCommentId",
                Rule::id("The public comment to reply to, null for none; replies cannot be replied to.")
                    .nullable()
                    .type_message("This comment does not exist"),
            ),
            ("leaveBlank", leave_blank()),
            ("elapsedMs", elapsed_ms()),
        ],
    )
}

fn owner_reply_request() -> Rule {
    Rule::closed_object(
        "The reply of an owner to an entry about the place.",
        vec![
            (
                "comment",
                Rule::text("The text of the reply, plain text.")
                    .required_text("Reply is required")
                    .max(500.0, "Reply must be at most 500 characters")
                    .example("Thank you! The second boat now leaves at ten."),
            ),
            ("leaveBlank", leave_blank()),
            ("elapsedMs", elapsed_ms()),
        ],
    )
}

fn admin_entry_request() -> Rule {
    let author_name = Rule::text("The full name of the author; readers see the first name and the last initial.")
        .strip_direction_controls()
        .required_text("Author name is required")
        .max(160.0, "Author name must be at most 160 characters")
        .example("Linh Trần");
    let status = Rule::text("The status, always `approved`.")
        .one_of(&["approved"], "Status must be approved")
        .default("approved");
    let fields = [vec![("authorName", author_name)], common_entry_field_rules(0.0), vec![("status", status)]].concat();
    Rule::closed_object("A guestbook entry that an admin creates. It is public at once.", fields)
}

fn entry_changes() -> Rule {
    Rule::closed_object(
        "Changes to an entry. Fields that are not sent keep their values. Blank optional text becomes null, and so does 0 as the rating or the place.",
        vec![
            ("message", message()),
            ("nationality", nationality()),
            ("location", location()),
            ("rating", rating(0.0).nullable()),
            ("relatedPlaceId", place()),
        ],
    )
    .all_optional()
}

/// The rule for a decision of a moderator.
pub fn decision() -> Rule {
    const INVALID_STATUS: &str = "Status must be approved, rejected or spam";
    Rule::text("The moderation decision.")
        .required(INVALID_STATUS)
        .one_of(&["approved", "rejected", "spam"], INVALID_STATUS)
}

fn moderation_request() -> Rule {
    Rule::closed_object(
        "A moderation decision.",
        vec![
            ("status", decision()),
            (
                "notes",
                Rule::text("A note for other moderators. If it is not sent, the note stays; null removes it.")
                    .nullable()
                    .max(2000.0, "Notes must be at most 2000 characters"),
            ),
        ],
    )
    .example(json!({ "status": "approved", "notes": "Known to us" }))
}

fn bulk_moderation_request() -> Rule {
    Rule::closed_object(
        "One moderation decision on many entries or comments.",
        vec![("ids", ids()), ("status", decision())],
    )
    .example(json!({ "ids": [7, 12], "status": "approved" }))
}
