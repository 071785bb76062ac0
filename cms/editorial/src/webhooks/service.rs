//! Creates, changes, deletes and tests webhooks, and repeats deliveries. Requests to webhooks are sent by
//! `integrations::guarded_client`, which refuses private addresses (SSRF).

use url::Url;

use super::delivery_store;
use super::dto::{Delivery, Webhook, WebhookWithSecret};
use super::requests::{WebhookChanges, WebhookRequest};
use super::store::{self, MAX_WEBHOOKS};
use super::{delivery, message};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Account;
use crate::common::id::{WebhookDeliveryId, WebhookId};
use crate::common::text;
use crate::db::engine::AdvisoryLock;
use crate::http::app::App;
use crate::http::input::update::{Update, WriteError, map_missing_to_404};
use crate::http::problem::{Code, FieldError, Problem};
use crate::integrations::guarded_client::Refusal;

/// The time after a rotation during which deliveries are also signed with the previous secret, in seconds: one day.
pub const PREVIOUS_SECRET_PERIOD_S: i64 = 24 * 3600;

/// Validates a URL and returns it in normalized form, as it is stored. Errors: the broken rule of the field `url`.
fn checked_url(app: &App, url: &str) -> Result<String, FieldError> {
    let format_error = || FieldError::new(Code::Format, "url", "Address must be like https://mirror.example/hooks");
    let url = Url::parse(url.trim()).map_err(|_| format_error())?;
    match app.webhooks.client.refusal(&url) {
        None => Ok(url.into()),
        Some(Refusal::NotHttps) => Err(FieldError::new(Code::HttpsRequired, "url", "Address must begin with https://")),
        Some(Refusal::PrivateAddress) => {
            let sentence = "Address is in a private network: enter one that is reachable over the internet";
            Err(FieldError::new(Code::AddressPrivate, "url", sentence))
        }
    }
}

/// Creates a webhook. It receives the events of later changes, if it has their types. Errors: 409 if there are already
/// [`MAX_WEBHOOKS`], 422 for a URL that is not allowed.
pub async fn add(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    form: WebhookRequest,
) -> Result<WebhookWithSecret, Problem> {
    let url = checked_url(app, &form.url).map_err(|error| Problem::invalid(vec![error]))?;
    let form = WebhookRequest { url, description: text::single_line(&form.description), ..form };
    let (secret, caller, now) = (message::new_secret(), caller.id.clone(), app.clock.now());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::Settings).await?;
            if store::count(tx).await? >= MAX_WEBHOOKS {
                let code = Code::TooManyWebhooks.with("limit", MAX_WEBHOOKS);
                return Err(Problem::conflict(code, "There are 50 webhooks: delete one first").into());
            }
            let id = store::add(tx, &form, (&secret, &caller, now)).await?;
            let webhook = store::get_for_update(tx, id).await?;
            audit.log_created(tx, &webhook).await?;
            Ok(WebhookWithSecret { webhook, secret })
        })
    });
    Ok(work.await?)
}

/// Changes a webhook. If the webhook becomes active, or is active and gets another URL, its pending deliveries become
/// due. In both cases, deliveries that failed since the last success become due again too. Errors: 404; 412 with the
/// current webhook if `If-Match` does not contain its version; 422 for another id or a value that newly breaks a rule.
pub async fn change(
    app: &App,
    audit: AuditContext,
    id: WebhookId,
    Update { changes: sent, mut broken_rules, if_match, .. }: Update<WebhookChanges>,
) -> Result<Webhook, WriteError> {
    let now = app.clock.now();
    let url = sent.url.as_deref().map(|url| checked_url(app, url)).transpose().unwrap_or_else(|error| {
        broken_rules.extend([error]);
        None
    });
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let before = store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "webhook"))?;
            if sent.id.is_some_and(|sent| sent != id) {
                return Err(Problem::id_mismatch().into());
            }
            let mut after = before.clone();
            after.url = url.unwrap_or(after.url);
            after.description = sent.description.map_or(after.description, |text| text::single_line(&text));
            after.events.0 = sent.events.unwrap_or(after.events.0);
            after.is_active = sent.is_active.unwrap_or(after.is_active);
            if after.is_active {
                after.disabled_reason = None;
            }
            let resumes_deliveries = after.is_active && (!before.is_active || before.url != after.url);
            if resumes_deliveries {
                after.failing_since = None;
            }
            let after = broken_rules.reject_new_violations(&before, Ok(after));
            let Some(after) =
                if_match.check_precondition(tx, &audit, before.version, (&before, after), &before).await?
            else {
                return Ok(before);
            };
            store::change(tx, &after, now).await?;
            if resumes_deliveries {
                delivery_store::resume(tx, id, before.failing_since, now).await?;
            }
            audit.log_updated(tx, &before, &after).await?;
            Ok(store::get_for_update(tx, id).await?)
        })
    });
    let webhook = work.await?;
    app.webhooks.wake.notify_one();
    Ok(webhook)
}

/// Deletes a webhook with its deliveries. Errors: 404.
pub async fn remove(app: &App, audit: AuditContext, id: WebhookId) -> Result<(), WriteError> {
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let webhook = store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "webhook"))?;
            store::delete(tx, id).await?;
            Ok(audit.log_deleted(tx, &webhook).await?)
        })
    });
    work.await
}

/// Replaces the secret of a webhook. For a day, deliveries are also signed with the previous one. Errors: 404.
pub async fn rotate_secret(app: &App, audit: AuditContext, id: WebhookId) -> Result<WebhookWithSecret, WriteError> {
    let (now, secret) = (app.clock.now(), message::new_secret());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "webhook"))?;
            store::replace_secret(tx, (id, &secret), now.plus_seconds(PREVIOUS_SECRET_PERIOD_S), now).await?;
            let webhook = store::get_for_update(tx, id).await?;
            audit.log_action_on(tx, &webhook).await?;
            Ok(WebhookWithSecret { webhook, secret })
        })
    });
    work.await
}

/// Sends the event `test` to a webhook, even to an inactive one. Returns the delivery of the event after the attempt.
/// Errors: 404; 503 if too many requests to its host or to all hosts are running.
pub async fn send_test_event(app: &App, audit: AuditContext, id: WebhookId) -> Result<Delivery, Problem> {
    let now = app.clock.now();
    let webhook = store::find(&app.db, id).await?.ok_or_else(|| Problem::not_found("This webhook does not exist"))?;
    let too_many_requests_problem =
        || Problem::unavailable("Too many deliveries to this address are running. Please try again in a moment.");
    let permit = delivery::acquire_permit(app, &webhook).await.ok_or_else(too_many_requests_problem)?;
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let webhook = store::get_for_update(tx, id).await.map_err(|error| map_missing_to_404(error, "webhook"))?;
            // If this process ends before the receiver responds, the background task delivers the test event.
            let test =
                delivery_store::add_test_delivery(tx, id, now.plus_seconds(delivery::LEASE_LIFETIME_S), now).await?;
            audit.log_action_on(tx, &webhook).await?;
            Ok((webhook, delivery_store::get(tx, test).await?))
        })
    });
    let (webhook, test) = work.await?;
    let (test_id, message) = (test.id, message::test_message(&test));
    delivery::attempt_delivery(app, &webhook, test, (message, permit)).await?;
    let work = app.db.write(move |tx| Box::pin(async move { delivery_store::get(tx, test_id).await }));
    Ok(work.await?)
}

/// Makes the event of a delivery due again. The background task sends it, with the current public version of the
/// record. Returns the new delivery, or the delivery of the same record that is already pending. Errors: 404.
pub async fn queue_redelivery(app: &App, audit: AuditContext, id: WebhookDeliveryId) -> Result<Delivery, WriteError> {
    let now = app.clock.now();
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            let delivery = delivery_store::get(tx, id).await.map_err(|error| map_missing_to_404(error, "delivery"))?;
            let webhook = store::get_for_update(tx, delivery.webhook_id).await?;
            let redelivery_id = delivery_store::add_redelivery(tx, &delivery, now).await?;
            audit.log_action_on(tx, &webhook).await?;
            Ok(delivery_store::get(tx, redelivery_id).await?)
        })
    });
    let delivery = work.await?;
    app.webhooks.wake.notify_one();
    Ok(delivery)
}
