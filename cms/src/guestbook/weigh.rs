//! How much a new text looks like spam, with what the guide knows of its author.

use super::author::{self, Author};
use crate::db::engine::Tx;
use crate::http::sent::Refusal;
use crate::identity::model::Claim;
use crate::kernel::clock::Moment;
use crate::spam::model::{Score, Submission};
use crate::spam::weigh::Weighing;

/// A text as it came in, and what came with it.
pub struct Arrived {
    /// What was written.
    pub message: String,
    /// Where it was, if that was said.
    pub location: Option<String>,
    /// What a machine put into the field that people do not see.
    pub website: Option<String>,
    /// For how long the form was open.
    pub elapsed_ms: Option<i64>,
}

/// Such a text, read: see [`Arrived::read`].
pub struct Read {
    arrived: Arrived,
    weighing: Weighing,
}

impl Arrived {
    /// Takes it apart, which is most of the work, before anybody else has to wait for it.
    pub fn read(self) -> Read {
        Read { weighing: Weighing::of(&self.message), arrived: self }
    }
}

impl Read {
    /// Weighs it within the write that keeps it: a copy that is sent at the same moment is seen to be one. Answers who
    /// wrote it; 401 where their token counts no more.
    pub async fn weigh(&self, tx: &mut Tx, claim: &Claim, now: Moment) -> Result<(Author, Score), Refusal> {
        let Self { arrived: Arrived { message, location, website, elapsed_ms }, weighing } = self;
        let past = author::past(tx, claim, (message, weighing), now).await?;
        let author = past.author;
        let submission = Submission {
            text: message,
            name: &author.display_name(),
            location: location.as_deref(),
            honeypot: website.as_ref().is_some_and(|website| !website.trim().is_empty()),
            elapsed_ms: *elapsed_ms,
            account_age_s: Some((now.0 - author.created_at.0) / 1000),
            approved_before: past.approved,
            same_text_before: past.copies,
        };
        let score = weighing.score(&submission, &past.taught);
        Ok((author, score))
    }
}
