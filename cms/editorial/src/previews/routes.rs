//! `/api/{kind}/{id}/previews`, for callers who may change the record, and `/api/preview/{ticket}`, for everyone with
//! the link.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::service;
use super::store::{self, PreviewItem};
use crate::audit::log::{AuditContext, AuditRecordKind};
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::common::clock::Timestamp;
use crate::drafts::store::DraftItem;
use crate::http::app::App;
use crate::http::caller::{ActiveAccount, Client};
use crate::http::input::query_string::NoQuery;
use crate::http::input::rule::{Rule, rule_schemas};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{FieldError, Problem};
use crate::http::server::preview_path;
use crate::records::{RecordAccess, RecordPath};

const MAX_NOTE_CHARS: f64 = 200.0;
/// The maximum lifetime of a shared preview, in hours: 30 days. The default is a week.
const MAX_VALID_HOURS: f64 = 720.0;
const DEFAULT_VALID_HOURS: i64 = 168;

/// A preview to make.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct PreviewRequest {
    pub is_shared: bool,
    pub valid_hours: i64,
    pub note: Option<String>,
}

impl Default for PreviewRequest {
    fn default() -> Self {
        Self { is_shared: false, valid_hours: DEFAULT_VALID_HOURS, note: None }
    }
}

fn preview_request() -> Rule {
    Rule::closed_object(
        "A preview to make.",
        vec![
            (
                "isShared",
                Rule::boolean(
                    "Whether the link is for people without an account and is listed. Otherwise it is for the console and \
                     works for an hour. Default: false.",
                ),
            ),
            (
                "validHours",
                Rule::integer("For how many hours a shared link works. Default: 168, a week.")
                    .min(1.0, "A link must work for at least an hour")
                    .max(MAX_VALID_HOURS, "A link works for at most 30 days (720 hours)")
                    .example(168),
            ),
            (
                "note",
                Rule::text("A note for the team; null for none.")
                    .nullable()
                    .max(MAX_NOTE_CHARS, "Note must be at most 200 characters")
                    .example("For the owner of the boat"),
            ),
        ],
    )
}

rule_schemas! { PreviewRequest => preview_request() }

/// A preview that was made, with its link.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPreview {
    /// The preview.
    #[serde(flatten)]
    pub preview: PreviewItem,
    /// The path of the preview on the site. It is in this response only, and cannot be read again.
    #[schema(example = "/preview/GhLtWgZP0r7uQn3xVb5yKc2dEa9sJm4fTi6oUe8pRwA")]
    pub url: String,
}

/// A record with its draft, as the site reads it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewResponse {
    /// The kind of the record.
    pub kind: AuditRecordKind,
    /// The id of the record; for a standing page, its name; for the settings, `1`.
    #[schema(example = "7")]
    pub record_id: String,
    /// The record as its public call would return it once the draft is published.
    #[schema(value_type = Object, example = json!({ "id": 7, "name": "Lantern Cave" }))]
    pub record: Value,
    /// The values of the draft that break a rule. They are not in `record`.
    pub errors: Vec<FieldError>,
    /// When the draft is published automatically; null if it is not.
    #[schema(required)]
    pub publish_at: Option<Timestamp>,
    /// The time from which the link no longer works.
    pub expires_at: Timestamp,
}

/// Make a preview of a draft.
///
/// For those who may change the record. The response has the link, with which anyone sees the draft on the site. It
/// stops working when it expires or is revoked, when the draft is published or discarded, and when the account may no
/// longer change the record. 409 if the record already has 50 shared previews.
#[utoipa::path(
    post, path = "/api/{kind}/{id}/previews", tag = "Drafts",
    params(RecordPath), request_body = PreviewRequest,
    responses(
        (status = 201, body = NewPreview),
        (status = 404, description = "The record or its draft does not exist."),
        (status = 409, description = "Too many shared previews of the record are open."),
    ),
)]
pub async fn create_preview(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    audit: AuditContext,
    RecordPath { key, .. }: RecordPath,
    _: NoQuery,
    form: ValidatedJson<PreviewRequest>,
) -> Result<impl IntoResponse, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    let PreviewRequest { is_shared, valid_hours, note } = form.0;
    let options = (is_shared, valid_hours, note.filter(|note| !note.is_empty()));
    let (preview, ticket) = service::add(&app, &caller, audit, access, options).await?;
    let url = format!("/preview/{}", ticket.reveal());
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((StatusCode::CREATED, no_store, Json(NewPreview { preview, url })))
}

/// List the shared previews of a draft.
///
/// For those who may change the record: admins see all that are open, owners their own. The newest come first. The
/// links themselves cannot be read again.
#[utoipa::path(
    get, path = "/api/{kind}/{id}/previews", tag = "Drafts",
    params(RecordPath), responses((status = 200, body = Vec<PreviewItem>)),
)]
pub async fn list_previews(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    RecordPath { key, .. }: RecordPath,
    _: NoQuery,
) -> Result<Json<Vec<PreviewItem>>, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    Ok(Json(store::list_shared(&app.db, &access.key, access.acting_owner.as_ref(), app.clock.now()).await?))
}

/// Revoke a shared preview.
///
/// For those who may change the record: admins revoke all, owners their own. The link responds with 404 from then on.
#[utoipa::path(
    delete, path = "/api/{kind}/{id}/previews/{previewId}", tag = "Drafts",
    params(RecordPath, ("previewId" = i64, Path, description = "The id of the preview.")), responses((status = 204)),
)]
pub async fn delete_preview(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    audit: AuditContext,
    RecordPath { key, number }: RecordPath,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    service::revoke(&app, audit, access, number).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get a record with its draft, by the ticket of a preview.
///
/// For the site, which shows it at `/preview/{ticket}`. The draft is applied as publishing would apply it, without the
/// values that break a rule. 404 for a ticket that opens nothing; too many such requests from one address get 429.
#[utoipa::path(
    get, path = "/api/preview/{ticket}", tag = "Drafts", security(()),
    params(
        ("ticket" = String, Path, description = "The last part of the link.", example = "GhLtWgZP0r7uQn3xVb5yKc2dEa9sJm4fTi6oUe8pRwA"),
    ),
    responses(
        (status = 200, body = PreviewResponse),
        (status = 429, description = "Too many wrong tickets from this address."),
    ),
)]
pub async fn get_preview(
    State(app): State<App>,
    client: Client,
    Path(ticket): Path<String>,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    let limiter = &app.limits.invalid_preview_tickets;
    let attempt = limiter.begin(&app.db, RateLimitKey::ClientAddressOnly, client.address, app.clock.now()).await?;
    let Some(open) = service::open_preview(&app, &ticket).await? else {
        attempt.record_failure().await;
        return Err(Problem::not_found("This preview does not exist or has expired"));
    };
    attempt.release();
    let (record, errors) = service::record_with_draft(&app, &open).await?;
    let DraftItem { kind, record_id, publish_at, .. } = open.draft.item;
    let expires_at = open.preview.expires_at;
    let response = PreviewResponse { kind, record_id, record, errors, publish_at, expires_at };
    Ok((preview_path::PREVIEW_RESPONSE_HEADERS, Json(response)))
}
