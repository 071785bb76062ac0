//! Receives, changes, deletes and restores messages, trains the classifier with the decisions of the team, and renders
//! the emails.

use minijinja::context;

use super::dto::{self, ContactTopic, Message, PROMISED_ANSWER_TIME_S, Status};
use super::requests::{ContactRequest, MessageChanges};
use super::store;
use super::submission_table::DEDUP_WINDOW_S;
use crate::audit::log::AuditContext;
use crate::auth::domain::email;
use crate::common::clock::{Timestamp, UNDO_WINDOW_S};
use crate::common::id::ContactMessageId;
use crate::common::messages::Locale;
use crate::common::text;
use crate::db::engine::{AdvisoryLock, Db, StoreError, Tx};
use crate::http::app::App;
use crate::http::caller::Client;
use crate::http::input::update::{Update, WriteError, map_missing_to_404};
use crate::http::problem::Problem;
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates;
use crate::jobs::outbox::{self, AboutRecord, EmailKind, QueuedEmail};
use crate::settings;
use crate::spam;
use crate::spam::score::Submission;

const SPAM_RETENTION_S: i64 = 30 * 24 * 3600;
/// How long the queued emails of a deleted message are postponed: 24 hours, which is longer than the undo window.
const DELETED_MESSAGE_EMAIL_DELAY_S: i64 = 24 * 3600;

/// Stores a message. For spam, no emails are sent, but the sender gets the same response. A message that the sender
/// repeats within `DEDUP_WINDOW_S` is not stored again; the stored message is returned.
///
/// Errors: 429 if the email address or the client address has sent too many messages.
pub async fn receive(
    app: &App,
    client: &Client,
    audit: AuditContext,
    sent: ContactRequest,
) -> Result<Message, Problem> {
    let now = app.clock.now();
    let email = email::normalize(&sent.email);
    let (name, subject) = (text::single_line(&sent.name), text::single_line(&sent.subject));
    let body = sent.message.trim().to_owned();
    let text = dto::classifier_text(&subject, &body);
    let submission = Submission::new((&text, &name), sent.leave_blank.as_deref(), sent.elapsed_ms);
    let (score, fingerprint) =
        store::MESSAGE_TABLE.check_rate_limit_and_score(app, (client, &sent.email), submission, now).await?;
    let message = Message {
        id: ContactMessageId(0),
        version: 1,
        name,
        email,
        subject,
        message: body,
        topic: sent.topic,
        status: if score.is_spam() { Status::Spam } else { Status::New },
        note: None,
        spam_score: score.total_points,
        spam_reasons: sqlx::types::Json(score.reasons),
        training_label: None,
        created_at: now,
        updated_at: now,
        answered_at: None,
        due_at: now.plus_seconds(PROMISED_ANSWER_TIME_S),
    };
    let settings = settings::store::current(&app.db).await?.settings;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let since = now.plus_seconds(-DEDUP_WINDOW_S);
            if let Some(duplicate) = store::find_duplicate(tx, &fingerprint, &message.email, since).await? {
                audit.log_action_on(tx, &duplicate).await?;
                return Ok::<_, WriteError>(duplicate);
            }
            let id = store::add(tx, &message, &fingerprint).await?;
            store::delete_old_spam(tx, now.plus_seconds(-SPAM_RETENTION_S)).await?;
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

/// Queues an email to the team, if the settings have its address, and a receipt to the sender. If the outbox is full,
/// emails are left out with a log line and no error.
async fn queue_emails(tx: &mut Tx, message: &Message, team_email: &str, now: Timestamp) -> Result<(), WriteError> {
    let team_email = team_email.trim();
    let to_team = (EmailKind::ContactMessage, team_email, AboutRecord::Message(message.id));
    let receipt = (EmailKind::ContactReceipt, message.email.as_str(), AboutRecord::Message(message.id));
    let are_queued = (team_email.is_empty() || outbox::add_about(tx, to_team, now).await?)
        && outbox::add_about(tx, receipt, now).await?;
    if !are_queued {
        tracing::warn!(message = %message.id, "outbox full: contact message stored without emails");
    }
    Ok(())
}

/// Changes a message.
///
/// Errors: 404 if the message does not exist; 412 with the current message if `If-Match` does not contain its version;
/// 422 if a field breaks a rule or the id in the body is another one.
pub async fn update_message(
    app: &App,
    audit: AuditContext,
    id: ContactMessageId,
    Update { changes: sent, broken_rules, if_match, .. }: Update<MessageChanges>,
) -> Result<Message, WriteError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let before = store::get_for_update(tx, id).await?;
            if sent.id.is_some_and(|sent| sent != id) {
                return Err(Problem::id_mismatch().into());
            }
            let status = sent.status.unwrap_or(before.status);
            let mut after = before.clone().with_status(status, now);
            sent.note.apply_to(&mut after.note);
            after.updated_at = now;
            let after = broken_rules.reject_new_violations(&before, Ok(after));
            let after = if_match.check_precondition(tx, &audit, before.version, (&before, after), &before).await?;
            let Some(mut after) = after else { return Ok(before) };
            if status != before.status {
                after = train_classifier(tx, after).await?;
            }
            store::update_status_and_note(tx, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            Ok(store::get_for_update(tx, id).await?)
        })
    });
    work.await
}

/// Updates the training data of the classifier if the new status changes the label of the message. Returns the message
/// with its label.
async fn train_classifier(tx: &mut Tx, message: Message) -> Result<Message, WriteError> {
    let label = message.status.training_label();
    if label == message.training_label {
        return Ok(message);
    }
    let text = dto::classifier_text(&message.subject, &message.message);
    tx.lock_shared(AdvisoryLock::Moderation).await?;
    spam::replace_training_text(tx, (text.as_str(), message.training_label), (text.as_str(), label)).await?;
    Ok(Message { training_label: label, ..message })
}

/// Soft-deletes a message, which [`restore`] can undo within ten minutes. The classifier keeps what it learned from the
/// message.
pub async fn soft_delete_message(app: &App, audit: AuditContext, id: ContactMessageId) -> Result<(), WriteError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let message = store::get_for_update(tx, id).await?;
            store::SOFT_DELETE_TABLE.soft_delete(tx, "id = $1", id.0, now).await?;
            // If the message is restored, its emails are sent. Otherwise they are deleted with the message.
            outbox::postpone_emails_about_message(tx, id, now.plus_seconds(DELETED_MESSAGE_EMAIL_DELAY_S)).await?;
            Ok(audit.log_deleted(tx, &message).await?)
        })
    });
    work.await
}

/// Restores a message that was deleted within the last ten minutes. 404 if there is no such message.
pub async fn restore(app: &App, audit: AuditContext, id: ContactMessageId) -> Result<Message, WriteError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let since = now.plus_seconds(-UNDO_WINDOW_S);
            if store::SOFT_DELETE_TABLE.restore(tx, "id = $1 and deleted_at >= $2", id.0, since).await? == 0 {
                return Err(map_missing_to_404(StoreError::NotFound, "deleted message"));
            }
            outbox::resume_emails_about_message(tx, id, now).await?;
            let message = store::get_for_update(tx, id).await?;
            audit.log_created(tx, &message).await?;
            Ok(message)
        })
    });
    work.await
}

/// Renders the email to the team or the receipt for the sender. Links begin with `public_url`. `None` if the message
/// was deleted or is spam.
///
/// The receipt repeats no text of the message. The sender's address is not verified and may belong to another person. A
/// sender could use a receipt with the text to send an advertisement to that person.
pub async fn render_email(
    db: &Db,
    (locale, public_url): (Locale, &str),
    queued: QueuedEmail,
) -> Result<Option<EmailMessage>, StoreError> {
    let Some(id) = queued.contact_message_id else { return Ok(None) };
    // An admin may have marked the message as spam after its emails were queued. They are then not sent.
    let message: Option<Message> = store::MESSAGE_TABLE.find(db, id.0).await?;
    let Some(message) = message.filter(|message| message.status != Status::Spam) else { return Ok(None) };
    let settings = settings::store::current(db).await?.settings;
    let brand = text::single_line(&settings.brand);
    Ok(match queued.kind {
        EmailKind::ContactMessage => render_for_team(queued.recipient, &message, &brand, (locale, public_url)),
        EmailKind::ContactReceipt => {
            let team_email = Some(settings.contact_email).filter(|email| !email.trim().is_empty());
            let values = context! { brand, can_answer => team_email.is_some() };
            let rendered = email_templates::render(locale, "contact_receipt", queued.recipient, values);
            rendered.map(|rendered| EmailMessage { reply_to: team_email, is_auto_reply: true, ..rendered })
        }
        _ => None,
    })
}

fn render_for_team(
    team_email: String,
    message: &Message,
    brand: &str,
    (locale, public_url): (Locale, &str),
) -> Option<EmailMessage> {
    let topic = match message.topic {
        ContactTopic::General => "emails.contact_message.topics.general",
        ContactTopic::Business => "emails.contact_message.topics.business",
        ContactTopic::Travel => "emails.contact_message.topics.travel",
        ContactTopic::Technical => "emails.contact_message.topics.technical",
        ContactTopic::Feedback => "emails.contact_message.topics.feedback",
    };
    let Message { id, email, message: body, .. } = message;
    let link = format!("{public_url}/admin-portal/contact/{id}");
    let (name, subject) = (text::single_line(&message.name), text::single_line(&message.subject));
    let values = context! { name, email, subject, topic, message => body, brand, link };
    let rendered = email_templates::render(locale, "contact_message", team_email, values)?;
    Some(EmailMessage { reply_to: Some(email.clone()), ..rendered })
}
