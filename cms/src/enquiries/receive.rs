//! One enquiry in: counted, weighed, stored, and passed on to the place by email.

use super::form::EnquiryForm;
use super::model::{Delivery, Enquiry};
use super::store::{self, OpenPlace};
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::{EnquiryId, PlaceId};
use crate::common::text;
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::client::Client;
use crate::http::patch::WriteError;
use crate::http::problem::Problem;
use crate::identity::builtin::rate_limit::{RateLimitError, RateLimitKey, RetryAfter};
use crate::identity::email;
use crate::jobs::outbox::{self, Kind};
use crate::spam::model::Submission;
use crate::spam::{self, words};

const HOUR_S: i64 = 3600;
const DAY_S: i64 = 24 * HOUR_S;
/// A sender who sends the same text again within so many seconds pressed twice, or heard no answer.
const TWICE_S: i64 = 600;
/// For so many seconds a text that others send too is the same text: 30 days.
const SAME_TEXT_S: i64 = 30 * DAY_S;
/// The most enquiries that one place is sent in an hour, whoever sends them.
const TO_PLACE_PER_HOUR: i64 = 20;
/// The most receipts for one mailbox in a day: its address is as it was typed, so it may be anybody's.
const RECEIPTS_PER_DAY: i64 = 3;

/// The place, if it is public and takes enquiries; 404.
pub async fn open_place(app: &App, id: PlaceId) -> Result<OpenPlace, Problem> {
    let place = store::open_place(&app.db, id).await?;
    place.ok_or_else(|| Problem::not_found("This place takes no enquiries here"))
}

/// Takes an enquiry. The recipient is the place's, whatever is sent. Spam is stored and goes to nobody, and its sender is
/// told the same as everybody.
///
/// 404 where the place takes none; 422; 429 for a mailbox or an address that has sent too many, or a place that was
/// sent too many.
pub async fn receive(
    app: &App,
    client: &Client,
    audit: AuditContext,
    (place_id, sent): (PlaceId, EnquiryForm),
) -> Result<Enquiry, Problem> {
    let now = app.clock.now();
    let place = open_place(app, place_id).await?;
    let errors = sent.broken_rules(now);
    if !errors.is_empty() {
        return Err(Problem::invalid(errors));
    }
    app.contact_rate_limiter
        .count(&app.db, RateLimitKey::Email(&sent.email), client.address, now)
        .await
        .map_err(too_many)?;
    let (name, message) = (text::single_line(&sent.name), sent.message.trim().to_owned());
    let (email, mailbox) = (email::normal(&sent.email), email::mailbox(&sent.email));
    let fingerprint = words::fingerprint(&message);
    let submission = Submission {
        text: &message,
        name: &name,
        location: None,
        honeypot: sent.leave_blank.as_ref().is_some_and(|text| !text.trim().is_empty()),
        elapsed_ms: sent.elapsed_ms,
        account_age_s: None,
        approved_before: 0,
        same_text_before: store::same_text(&app.db, &fingerprint, now.plus_seconds(-SAME_TEXT_S)).await?,
    };
    let score = spam::score(&app.db, &submission).await?;
    let recipient = place.recipient();
    let delivery = match &recipient {
        _ if score.is_spam() => Delivery::Spam,
        None => Delivery::NoAddress,
        Some(_) => Delivery::Waiting,
    };
    let enquiry = Enquiry {
        id: EnquiryId(0),
        place_id: Some(place_id),
        place_name: place.name,
        owner_id: place.owner_id,
        account_id: audit.who.as_ref().map(|who| who.id.clone()),
        recipient,
        name,
        email,
        arrival: sent.arrival,
        departure: sent.departure,
        people: sent.people,
        message,
        spam_score: score.percent,
        spam_reasons: sqlx::types::Json(score.reasons),
        delivery,
        delivery_error: None,
        created_at: now,
    };
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let twin = (fingerprint.as_str(), enquiry.email.as_str());
            if let Some(twin) = store::twin(tx, twin, place_id, now.plus_seconds(-TWICE_S)).await? {
                audit.log_touched(tx, &twin).await?;
                return Ok::<_, WriteError>(twin);
            }
            if store::recent_to_place(tx, place_id, now.plus_seconds(-HOUR_S)).await? >= TO_PLACE_PER_HOUR {
                let sentence = "This place has been sent many enquiries. Please try again in an hour.";
                return Err(Problem::too_many(sentence, HOUR_S).into());
            }
            let receipts = store::recent_receipts(tx, &mailbox, now.plus_seconds(-DAY_S)).await?;
            let id = store::insert(tx, &enquiry, (&mailbox, &fingerprint)).await?;
            let enquiry = Enquiry { id, ..enquiry };
            audit.log_created(tx, &enquiry).await?;
            if enquiry.delivery != Delivery::Spam {
                queue_emails(tx, &enquiry, receipts < RECEIPTS_PER_DAY, now).await?;
            }
            Ok(enquiry)
        })
    });
    let enquiry = work.await?;
    app.outbox.notify();
    Ok(enquiry)
}

/// Queues the email to the place and the sender's receipt. Where the outbox is full the enquiry is stored all the same,
/// and its delivery says so.
async fn queue_emails(tx: &mut Tx, enquiry: &Enquiry, with_receipt: bool, now: Timestamp) -> Result<(), StoreError> {
    if let Some(recipient) = &enquiry.recipient
        && !outbox::add_about_enquiry(tx, (Kind::Enquiry, recipient, enquiry.id), now).await?
    {
        tracing::warn!(enquiry = %enquiry.id, "too many emails wait: an enquiry was not passed on");
        store::set_undelivered(tx, enquiry.id, "too many emails were waiting").await?;
    }
    if with_receipt {
        outbox::add_about_enquiry(tx, (Kind::EnquiryReceipt, &enquiry.email, enquiry.id), now).await?;
    }
    Ok(())
}

fn too_many(error: RateLimitError) -> Problem {
    match error {
        RateLimitError::RetryAfter(RetryAfter(seconds)) => {
            Problem::too_many("Too many enquiries. Please wait a few minutes and try again.", seconds)
        }
        RateLimitError::Store(cause) => cause.into(),
    }
}
