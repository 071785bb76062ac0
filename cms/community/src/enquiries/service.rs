//! Receives an enquiry: checks the rate limits, computes the spam score, stores the enquiry and queues its emails. Also
//! renders these emails for the outbox worker.

use minijinja::context;

use super::dto::{Delivery, Enquiry};
use super::requests::EnquiryRequest;
use super::store::{self, EnquiryPlace};
use crate::audit::log::AuditContext;
use crate::auth::domain::email;
use crate::common::clock::Timestamp;
use crate::common::id::{EnquiryId, PlaceId};
use crate::common::messages::Locale;
use crate::common::rate_limit_state::{RateLimitState, RateLimitStates};
use crate::common::text;
use crate::contact::submission_table::DEDUP_WINDOW_S;
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::app::App;
use crate::http::caller::Client;
use crate::http::input::update::WriteError;
use crate::http::problem::{Code, Problem};
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates;
use crate::jobs::outbox::{self, AboutRecord, EmailKind, QueuedEmail};
use crate::settings;
use crate::spam::score::Submission;

const HOUR_S: i64 = 3600;
const DAY_S: i64 = 24 * HOUR_S;
/// The maximum number of enquiries to one place in an hour, from all senders together.
const MAX_ENQUIRIES_PER_PLACE_AND_HOUR: i64 = 20;
/// The maximum number of receipts to one mailbox in a day. The limit is low because the address is not verified and may
/// belong to another person.
const MAX_RECEIPTS_PER_MAILBOX_AND_DAY: i64 = 3;

/// The place with this id, to which an enquiry is to be sent. 404 unless the place is public and accepts enquiries.
pub async fn enquiry_place(app: &App, id: PlaceId) -> Result<EnquiryPlace, Problem> {
    let place = store::enquiry_place(&app.db, id).await?;
    place.ok_or_else(|| Problem::not_found("This place does not accept inquiries here"))
}

/// Stores an enquiry and queues its emails. The recipient follows from the place, and the request cannot choose it. For
/// spam, no email is queued, and the response is the same as for other enquiries. A duplicate of an enquiry within ten
/// minutes stores and queues nothing, and the first enquiry is returned.
///
/// 404 if the place is not public or accepts no enquiries; 422 for invalid dates; 429 if the mailbox or the client has
/// sent too many enquiries, or the place has received too many.
pub async fn receive(
    app: &App,
    client: &Client,
    audit: AuditContext,
    (place_id, form): (PlaceId, EnquiryRequest),
) -> Result<Enquiry, Problem> {
    let now = app.clock.now();
    let place = enquiry_place(app, place_id).await?;
    let errors = form.date_errors(now);
    if !errors.is_empty() {
        return Err(Problem::invalid(errors));
    }
    let (name, message) = (text::single_line(&form.name), form.message.trim().to_owned());
    let (email, mailbox) = (email::normalize(&form.email), email::mailbox(&form.email));
    let submission = Submission::new((&message, &name), form.leave_blank.as_deref(), form.elapsed_ms);
    let (score, fingerprint) =
        store::ENQUIRY_TABLE.check_rate_limit_and_score(app, (client, &form.email), submission, now).await?;
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
        account_id: audit.actor.as_ref().map(|actor| actor.id.clone()),
        recipient,
        name,
        email,
        arrival: form.arrival,
        departure: form.departure,
        people: form.people,
        message,
        spam_score: score.total_points,
        spam_reasons: sqlx::types::Json(score.reasons),
        delivery,
        delivery_error: None,
        created_at: now,
    };
    let rate_limits = RateLimitStates::current();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let (key, since) = ((fingerprint.as_str(), enquiry.email.as_str()), now.plus_seconds(-DEDUP_WINDOW_S));
            if let Some(duplicate) = store::find_duplicate(tx, key, place_id, since).await? {
                audit.log_action_on(tx, &duplicate).await?;
                return Ok::<_, WriteError>(duplicate);
            }
            let received_count = store::count_enquiries_to_place(tx, place_id, now.plus_seconds(-HOUR_S)).await?;
            rate_limits.record(RateLimitState {
                limit_name: "enquiries-to-place",
                quota: MAX_ENQUIRIES_PER_PLACE_AND_HOUR,
                window_s: HOUR_S,
                remaining: (MAX_ENQUIRIES_PER_PLACE_AND_HOUR - received_count - 1).max(0),
                reset_s: HOUR_S,
            });
            if received_count >= MAX_ENQUIRIES_PER_PLACE_AND_HOUR {
                let sentence = "This place has received many inquiries. Please try again in an hour.";
                return Err(Problem::too_many_requests(Code::RateLimited, sentence, HOUR_S).into());
            }
            let sent_count =
                store::count_non_spam_enquiries_from_mailbox(tx, &mailbox, now.plus_seconds(-DAY_S)).await?;
            let id = store::insert(tx, &enquiry, (&mailbox, &fingerprint)).await?;
            let mut enquiry = Enquiry { id, ..enquiry };
            if enquiry.delivery != Delivery::Spam {
                let may_send_receipt = sent_count < MAX_RECEIPTS_PER_MAILBOX_AND_DAY;
                enquiry.delivery = queue_emails(tx, &enquiry, may_send_receipt, now).await?;
            }
            audit.log_created(tx, &enquiry).await?;
            Ok(enquiry)
        })
    });
    let enquiry = work.await?;
    app.outbox.notify();
    Ok(enquiry)
}

/// Queues the email to the place or its owner, if either has an address, and the sender's receipt. If the outbox is
/// full, the delivery of the enquiry becomes `failed`. Returns the delivery.
async fn queue_emails(
    tx: &mut Tx,
    enquiry: &Enquiry,
    may_send_receipt: bool,
    now: Timestamp,
) -> Result<Delivery, StoreError> {
    let mut delivery = enquiry.delivery;
    if let Some(recipient) = &enquiry.recipient
        && !outbox::add_about(tx, (EmailKind::Enquiry, recipient, AboutRecord::Enquiry(enquiry.id)), now).await?
    {
        tracing::warn!(enquiry = %enquiry.id, "outbox is full: enquiry not forwarded");
        store::set_delivery_failed(tx, enquiry.id, "too many emails were waiting").await?;
        delivery = Delivery::Failed;
    }
    if may_send_receipt {
        outbox::add_about(tx, (EmailKind::EnquiryReceipt, &enquiry.email, AboutRecord::Enquiry(enquiry.id)), now)
            .await?;
    }
    Ok(delivery)
}

/// Renders the email to the place or its owner, or the receipt to the sender. Links begin with `public_url`. `None` if
/// the enquiry is deleted or filed as spam.
///
/// The receipt repeats no text of the enquiry. The address is not verified and may belong to another
/// person. A sender could use a receipt with the text to send an advertisement to that person.
pub async fn render_email(
    db: &Db,
    (locale, public_url): (Locale, &str),
    queued: QueuedEmail,
) -> Result<Option<EmailMessage>, StoreError> {
    let Some(id) = queued.enquiry_id else { return Ok(None) };
    let enquiry: Option<Enquiry> = store::ENQUIRY_TABLE.find(db, id.0).await?;
    let Some(enquiry) = enquiry.filter(|enquiry| enquiry.delivery != Delivery::Spam) else { return Ok(None) };
    let brand = text::single_line(&settings::store::current(db).await?.settings.brand);
    Ok(match queued.kind {
        EmailKind::Enquiry => render_for_place(queued.recipient, &enquiry, &brand, (locale, public_url)),
        EmailKind::EnquiryReceipt => {
            let values = context! { brand, place => text::single_line(&enquiry.place_name) };
            let email = email_templates::render(locale, "enquiry_receipt", queued.recipient, values);
            email.map(|email| EmailMessage { is_auto_reply: true, ..email })
        }
        _ => None,
    })
}

fn render_for_place(
    recipient: String,
    enquiry: &Enquiry,
    brand: &str,
    (locale, public_url): (Locale, &str),
) -> Option<EmailMessage> {
    let Enquiry { id, email, arrival, departure, people, message, .. } = enquiry;
    let values = context! {
        place => text::single_line(&enquiry.place_name), name => text::single_line(&enquiry.name), email, arrival, departure, people,
        message, brand, link => enquiry.owner_id.as_ref().map(|_| format!("{public_url}/admin-portal/enquiries/{id}")),
    };
    let message = email_templates::render(locale, "enquiry", recipient, values)?;
    Some(EmailMessage { reply_to: Some(email.clone()), ..message })
}
