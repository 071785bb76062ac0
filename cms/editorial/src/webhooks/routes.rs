//! `/api/webhooks` and `/api/webhook-deliveries`, for admins.

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};

use super::dto::{Delivery, Webhook, WebhookDeliveryState, WebhookWithSecret};
use super::requests::{WebhookChanges, WebhookRequest};
use super::{delivery_store, service, store};
use crate::audit::log::AuditContext;
use crate::common::id::{WebhookDeliveryId, WebhookId};
use crate::http::app::App;
use crate::http::cache::RecordVersion;
use crate::http::caller::Admin;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query, parse_variant};
use crate::http::input::update::{IfMatchDocs, Update};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;

/// The maximum number of deliveries on a page of the list.
const MAX_LIMIT: i64 = 100;

fn webhook_not_found() -> Problem {
    Problem::not_found("This webhook does not exist")
}

/// List the webhooks.
///
/// Admins only. There are at most 50, the oldest first.
#[utoipa::path(get, path = "/api/webhooks", tag = "Programs", responses((status = 200, body = Vec<Webhook>)))]
pub async fn list_webhooks(State(app): State<App>, _caller: Admin, _: NoQuery) -> Result<Json<Vec<Webhook>>, Problem> {
    Ok(Json(store::list(&app.db).await?))
}

/// Create a webhook.
///
/// Admins only. The webhook receives an event for each later change to a public record; `webhooks` of this document
/// describes these requests. The address must begin with https:// and lead to a public network. The response has the
/// secret, which no other call returns.
#[utoipa::path(
    post, path = "/api/webhooks", tag = "Programs",
    request_body = WebhookRequest,
    responses((status = 201, body = WebhookWithSecret), (status = 409, description = "There are 50 webhooks.")),
)]
pub async fn create_webhook(
    State(app): State<App>,
    Admin(caller): Admin,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<WebhookRequest>,
) -> Result<impl IntoResponse, Problem> {
    let new_webhook = service::add(&app, &caller, audit, form.0).await?;
    let location = format!("/api/webhooks/{}", new_webhook.webhook.id);
    Ok((StatusCode::CREATED, AppendHeaders([(header::LOCATION, location)]), Json(new_webhook)))
}

/// Get a webhook.
///
/// Admins only. The `ETag` begins with the version, which `If-Match` compares in updates.
#[utoipa::path(get, path = "/api/webhooks/{id}", tag = "Programs", responses((status = 200, body = Webhook)))]
pub async fn get_webhook(
    State(app): State<App>,
    _caller: Admin,
    PathId(id): PathId<WebhookId>,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    let webhook = store::find(&app.db, id).await?.ok_or_else(webhook_not_found)?;
    Ok((Extension(RecordVersion(webhook.version)), Json(webhook)))
}

/// Update a webhook.
///
/// Admins only. Fields that are not sent keep their values. With `If-Match`, the change is made only if the version
/// matches; otherwise the response is 412. If the webhook becomes active, or gets another address while it is active,
/// its waiting deliveries are sent at once. Deliveries that failed since the last success are then sent again too.
#[utoipa::path(
    put, path = "/api/webhooks/{id}", tag = "Programs",
    params(IfMatchDocs), request_body = WebhookChanges, responses((status = 200, body = Webhook)),
)]
pub async fn update_webhook(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<WebhookId>,
    _: NoQuery,
    form: Update<WebhookChanges>,
) -> Result<Json<Webhook>, Problem> {
    Ok(Json(service::change(&app, audit, id, form).await?))
}

/// Delete a webhook.
///
/// Admins only. Its pending deliveries and its delivery log are deleted with it.
#[utoipa::path(delete, path = "/api/webhooks/{id}", tag = "Programs", responses((status = 204)))]
pub async fn delete_webhook(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<WebhookId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    service::remove(&app, audit, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Rotate the secret of a webhook.
///
/// Admins only. The response has the new secret, which no other call returns. For 24 hours, deliveries are signed with
/// the previous secret too.
#[utoipa::path(
    post, path = "/api/webhooks/{id}/rotate-secret", tag = "Programs",
    responses((status = 200, body = WebhookWithSecret)),
)]
pub async fn rotate_webhook_secret(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<WebhookId>,
    _: NoQuery,
) -> Result<Json<WebhookWithSecret>, Problem> {
    Ok(Json(service::rotate_secret(&app, audit, id).await?))
}

/// Test a webhook.
///
/// Admins only. Sends the event `test` at once, even if the webhook is inactive, and returns its delivery: `state` is
/// `delivered` if the receiver responded with 2xx. A test is not repeated.
#[utoipa::path(post, path = "/api/webhooks/{id}/test", tag = "Programs", responses((status = 200, body = Delivery)))]
pub async fn test_webhook(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<WebhookId>,
    _: NoQuery,
) -> Result<Json<Delivery>, Problem> {
    Ok(Json(service::send_test_event(&app, audit, id).await?))
}

/// List the deliveries of a webhook.
///
/// Admins only. The newest come first. Finished deliveries are deleted after 30 days. `X-Total-Count` is the total
/// number.
#[utoipa::path(
    get, path = "/api/webhooks/{id}/deliveries", tag = "Programs",
    params(
        ("state" = Option<String>, Query, description = "Only deliveries in this state: pending, delivered or failed."),
        PageParameterDocs<MAX_LIMIT>,
    ),
    responses((status = 200, body = Vec<Delivery>)),
)]
pub async fn list_webhook_deliveries(
    State(app): State<App>,
    _caller: Admin,
    PathId(id): PathId<WebhookId>,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let state = query.choice("state", &WebhookDeliveryState::NAMES.join(", "), parse_variant::<WebhookDeliveryState>);
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    store::find(&app.db, id).await?.ok_or_else(webhook_not_found)?;
    let found = delivery_store::list(&app.db, id, state, page).await?;
    Ok(page.respond(&uri, &found.items, found.total))
}

/// Send the event of a delivery again.
///
/// Admins only. The event contains the current public version of the record. Returns the new delivery. If a delivery of
/// the record is already waiting, that delivery is sent at once and returned instead. Deliveries of an inactive webhook
/// wait until it is active.
#[utoipa::path(
    post, path = "/api/webhook-deliveries/{id}/redeliver", tag = "Programs",
    params(("id" = i64, Path, description = "The id of the delivery.")), responses((status = 200, body = Delivery)),
)]
pub async fn redeliver_webhook(
    State(app): State<App>,
    _caller: Admin,
    audit: AuditContext,
    PathId(id): PathId<WebhookDeliveryId>,
    _: NoQuery,
) -> Result<Json<Delivery>, Problem> {
    Ok(Json(service::queue_redelivery(&app, audit, id).await?))
}
