//! One message in: counted, weighed, kept, told to the team, acknowledged to its sender.

use super::form::ContactForm;
use super::model::{self, Message, Status};
use super::store;
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::MessageId;
use crate::common::text;
use crate::db::engine::Tx;
use crate::http::app::App;
use crate::http::client::Client;
use crate::http::patch::WriteError;
use crate::http::problem::Problem;
use crate::identity::builtin::rate_limit::{RateLimitError, RateLimitKey, RetryAfter};
use crate::identity::email;
use crate::jobs::outbox::{self, Kind};
use crate::settings;
use crate::spam::model::Submission;
use crate::spam::{weigh, words};

/// A sender who sends the same text again within so many seconds pressed twice, or heard no answer.
const TWICE_S: i64 = 600;
/// For so many seconds a text that others send too is the same text: 30 days.
const ALIKE_S: i64 = 30 * 24 * 3600;
/// Spam is forgotten after so many seconds: 30 days.
const SPAM_KEPT_S: i64 = 30 * 24 * 3600;

/// Takes a message. What is filed as spam sends no letters, and its sender hears the same as everybody.
///
/// 429 for a mailbox or an address that has sent too many.
pub async fn receive(app: &App, client: &Client, audit: AuditContext, sent: ContactForm) -> Result<Message, Problem> {
    let now = app.clock.now();
    app.contact_rate_limiter
        .count(&app.db, RateLimitKey::Email(&sent.email), client.address, now)
        .await
        .map_err(too_many)?;
    let email = email::normal(&sent.email);
    let (name, subject, words) =
        (text::single_line(&sent.name), text::single_line(&sent.subject), sent.message.trim().to_owned());
    let read = model::text(&subject, &words);
    let fingerprint = words::fingerprint(&read);
    let submission = Submission {
        text: &read,
        name: &name,
        location: None,
        honeypot: sent.leave_blank.as_ref().is_some_and(|text| !text.trim().is_empty()),
        elapsed_ms: sent.elapsed_ms,
        account_age_s: None,
        approved_before: 0,
        same_text_before: store::alike(&app.db, &fingerprint, now.plus_seconds(-ALIKE_S)).await?,
    };
    let score = weigh::weigh(&app.db, &submission).await?;
    let message = Message {
        id: MessageId(0),
        version: 1,
        name,
        email,
        subject,
        message: words,
        topic: sent.topic,
        status: if score.is_spam() { Status::Spam } else { Status::New },
        note: None,
        spam_score: score.percent,
        spam_reasons: sqlx::types::Json(score.reasons),
        taught: None,
        created_at: now,
        updated_at: now,
        answered_at: None,
    };
    let region = settings::store::current(&app.db).await?.region;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let since = now.plus_seconds(-TWICE_S);
            if let Some(twin) = store::twin(tx, &fingerprint, &message.email, since).await? {
                audit.log_touched(tx, &twin).await?;
                return Ok::<_, WriteError>(twin);
            }
            let id = store::add(tx, &message, &fingerprint).await?;
            store::forget_spam(tx, now.plus_seconds(-SPAM_KEPT_S)).await?;
            let message = Message { id, ..message };
            audit.log_created(tx, &message).await?;
            if message.status == Status::New {
                tell(tx, &message, &region.contact_email, now).await?;
            }
            Ok(message)
        })
    });
    let message = work.await?;
    app.outbox.notify();
    Ok(message)
}

/// A letter to the team, where it has an address, and one to the sender. Without room in the outbox there is none: the
/// message is kept, and that is what counts.
async fn tell(tx: &mut Tx, message: &Message, team: &str, now: Timestamp) -> Result<(), WriteError> {
    let mut told = true;
    if !team.trim().is_empty() {
        told = outbox::add_about(tx, (Kind::ContactMessage, team.trim(), message.id), now).await?;
    }
    if !told || !outbox::add_about(tx, (Kind::ContactReceipt, &message.email, message.id), now).await? {
        tracing::warn!(message = %message.id, "too many letters wait: nobody is told of a message");
    }
    Ok(())
}

fn too_many(error: RateLimitError) -> Problem {
    match error {
        RateLimitError::RetryAfter(RetryAfter(seconds)) => {
            Problem::too_many("Too many messages. Please wait a few minutes and try again.", seconds)
        }
        RateLimitError::Store(cause) => cause.into(),
    }
}
