//! Entries and comments as subjects of the audit log, named by the abbreviated name of their author, which stays after
//! the account is deleted.

use serde_json::{Value, json};

use super::model::{Comment, Entry, abbreviated};
use crate::audit_log::model::{Kind, Subject};
use crate::common::id::ImageId;

impl Subject for Entry {
    const KIND: Kind = Kind::Entry;

    fn id(&self) -> Option<String> {
        Some(self.id.to_string())
    }

    fn name(&self) -> String {
        abbreviated(&self.author_name)
    }

    fn fields(&self) -> Value {
        let pictures: Vec<ImageId> = self.pictures.iter().map(|image| image.id).collect();
        json!({
            "status": self.status, "message": self.message, "nationality": self.nationality, "location": self.location,
            "latitude": self.latitude, "longitude": self.longitude, "rating": self.rating,
            "relatedPlaceId": self.place_id, "pictureIds": pictures, "notes": self.notes, "spamScore": self.spam_score,
        })
    }
}

impl Subject for Comment {
    const KIND: Kind = Kind::Comment;

    fn id(&self) -> Option<String> {
        Some(self.id.to_string())
    }

    fn name(&self) -> String {
        abbreviated(&self.author_name)
    }

    fn fields(&self) -> Value {
        json!({
            "status": self.status, "comment": self.message, "entryId": self.entry_id,
            "parentCommentId": self.parent_id, "notes": self.notes, "spamScore": self.spam_score,
        })
    }
}
