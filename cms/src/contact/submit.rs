//! Receives a contact message: checks the rate limit, scores and stores it, and queues the emails.

use super::form::ContactRequest;
use super::model::{self, Message, Status};
use super::store;
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::rate_limit::{RateLimitError, RateLimitKey, RetryAfter};
use crate::auth::domain::email;
use crate::common::clock::Timestamp;
use crate::common::id::MessageId;
use crate::common::text;
use crate::db::engine::Tx;
use crate::http::app::App;
use crate::http::input::update::WriteError;
use crate::http::problem::Problem;
use crate::http::server::client::Client;
use crate::jobs::outbox::{self, Kind};
use crate::settings;
use crate::spam::model::Submission;
use crate::spam::{self, words};

/// The same text by the same sender within this time is a repetition: a double click, or a lost response.
const DEDUP_WINDOW_S: i64 = 600;
/// How long equal texts of all senders are counted for the spam score: 30 days.
const SAME_TEXT_WINDOW_S: i64 = 30 * 24 * 3600;
/// Spam is deleted after this time: 30 days.
const SPAM_RETENTION_S: i64 = 30 * 24 * 3600;

/// Stores a message. Spam sends no emails, but its sender gets the same response.
///
/// 429 if the email address or the client address has sent too many messages.
pub async fn message(
    app: &App,
    client: &Client,
    audit: AuditContext,
    sent: ContactRequest,
) -> Result<Message, Problem> {
    let now = app.clock.now();
    app.contact_rate_limiter
        .count(&app.db, RateLimitKey::Email(&sent.email), client.address, now)
        .await
        .map_err(too_many)?;
    let email = email::normal(&sent.email);
    let (name, subject, body) =
        (text::single_line(&sent.name), text::single_line(&sent.subject), sent.message.trim().to_owned());
    let text = model::text(&subject, &body);
    let fingerprint = words::fingerprint(&text);
    let submission = Submission {
        text: &text,
        name: &name,
        location: None,
        honeypot: sent.leave_blank.as_ref().is_some_and(|text| !text.trim().is_empty()),
        elapsed_ms: sent.elapsed_ms,
        account_age_s: None,
        approved_before: 0,
        same_text_before: store::count_same_text(&app.db, &fingerprint, now.plus_seconds(-SAME_TEXT_WINDOW_S)).await?,
    };
    let score = spam::score(&app.db, &submission).await?;
    let message = Message {
        id: MessageId(0),
        version: 1,
        name,
        email,
        subject,
        message: body,
        topic: sent.topic,
        status: if score.is_spam() { Status::Spam } else { Status::New },
        note: None,
        spam_score: score.percent,
        spam_reasons: sqlx::types::Json(score.reasons),
        training_label: None,
        created_at: now,
        updated_at: now,
        answered_at: None,
    };
    let settings = settings::store::current(&app.db).await?.settings;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let since = now.plus_seconds(-DEDUP_WINDOW_S);
            if let Some(duplicate) = store::find_duplicate(tx, &fingerprint, &message.email, since).await? {
                audit.log_touched(tx, &duplicate).await?;
                return Ok::<_, WriteError>(duplicate);
            }
            let id = store::add(tx, &message, &fingerprint).await?;
            store::delete_spam(tx, now.plus_seconds(-SPAM_RETENTION_S)).await?;
            let message = Message { id, ..message };
            audit.log_created(tx, &message).await?;
            if message.status == Status::New {
                queue_emails(tx, &message, &settings.contact_email, now).await?;
            }
            Ok(message)
        })
    });
    let message = work.await?;
    app.outbox.notify();
    Ok(message)
}

/// Queues an email to the team, if it has an address, and a receipt to the sender. If the outbox is full, the message
/// is stored without emails.
async fn queue_emails(tx: &mut Tx, message: &Message, team: &str, now: Timestamp) -> Result<(), WriteError> {
    let mut is_queued = true;
    if !team.trim().is_empty() {
        is_queued = outbox::add_about(tx, (Kind::ContactMessage, team.trim(), message.id), now).await?;
    }
    if !is_queued || !outbox::add_about(tx, (Kind::ContactReceipt, &message.email, message.id), now).await? {
        tracing::warn!(message = %message.id, "outbox full: contact message stored without emails");
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
