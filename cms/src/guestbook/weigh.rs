//! How much a new text looks like spam, with what the guide knows of its author.

use super::store;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::identity::model::Account;
use crate::spam::model::{Score, Submission};
use crate::spam::weigh::Weighing;

/// A text as it came in.
pub struct Arrived<'a> {
    /// What was written.
    pub message: &'a str,
    /// Where it was, if that was said.
    pub location: Option<&'a str>,
    /// What a machine put into the field that people do not see.
    pub website: Option<&'a str>,
    /// For how long the form was open.
    pub elapsed_ms: Option<i64>,
}

/// Weighs a text of this author before it is kept.
pub async fn weigh(app: &App, author: &Account, arrived: Arrived<'_>) -> Result<Score, StoreError> {
    let now = app.clock.now();
    let weighing = Weighing::of(arrived.message);
    let (approved_before, same_text_before, taught) =
        store::past(&app.db, &author.id, (arrived.message, &weighing), now).await?;
    let submission = Submission {
        text: arrived.message,
        name: &author.display_name(),
        location: arrived.location,
        honeypot: arrived.website.is_some_and(|website| !website.trim().is_empty()),
        elapsed_ms: arrived.elapsed_ms,
        account_age_s: Some((now.0 - author.created_at.0) / 1000),
        approved_before,
        same_text_before,
    };
    Ok(weighing.score(&submission, &taught))
}
