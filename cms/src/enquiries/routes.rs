//! `/api/businesses/{id}/enquiries` (public) and `/api/admin/enquiries` (admins and owners).

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::dto::{EnquiryReceipt, EnquiryView};
use super::form::EnquiryForm;
use super::{query, receive, store};
use crate::audit_log::model::AuditContext;
use crate::common::id::{AccountId, EnquiryId, PlaceId};
use crate::http::app::App;
use crate::http::caller::StaffAccount;
use crate::http::client::Client;
use crate::http::problem::Problem;
use crate::http::query::{PathId, Query};
use crate::http::validation::ValidatedJson;
use crate::identity::model::{Account, Role};

/// Sends an enquiry to a place.
///
/// It goes to the place's email address, else to its owner's, with the sender's address for the reply; the sender gets a
/// receipt. 404 where the place's `acceptsEnquiries` is false. Enquiries are deleted after 12 months.
#[utoipa::path(
    post, path = "/api/businesses/{id}/enquiries", operation_id = "createEnquiry", tag = "Enquiries",
    params(("id" = i64, Path, description = "The place's id.")),
    request_body = EnquiryForm,
    responses(
        (status = 201, body = EnquiryReceipt, description = "The enquiry has arrived."),
        (status = 429, body = Problem, content_type = "application/problem+json",
            description = "Too many enquiries.", headers(("retry-after" = i64, description = "Seconds to wait."))),
    ),
)]
pub async fn create_enquiry(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    query: Query,
    form: ValidatedJson<EnquiryForm>,
) -> Result<impl IntoResponse, Problem> {
    query.finish()?;
    let enquiry = receive::receive(&app, &client, audit, (id, form.0)).await?;
    Ok((StatusCode::CREATED, Json(EnquiryReceipt { id: enquiry.id, received_at: enquiry.created_at })))
}

/// Lists enquiries.
///
/// The newest first: all of them for admins; for owners those to places that were theirs when the enquiry was sent.
/// `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
#[utoipa::path(
    get, path = "/api/admin/enquiries", operation_id = "listEnquiries", tag = "Enquiries", security(("bearer" = [])),
    params(
        ("delivery" = Option<String>, Query,
            description = "How the email fared: waiting, sent, failed, no_mail_server, no_address or spam."),
        ("businessId" = Option<i64>, Query, description = "To this place alone."),
        ("q" = Option<String>, Query,
            description = "Words that the message, the place's name, or the sender's name or address must contain; case and accents do not matter: `room`."),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 100, description = "How many at the most."),
        ("offset" = Option<i64>, Query, minimum = 0, maximum = 10000, description = "How many to leave out first."),
    ),
    responses((status = 200, body = Vec<EnquiryView>, headers(
        ("x-total-count" = i64, description = "How many enquiries there are in all."),
        ("link" = Option<String>, description = "Where the list goes on."),
    ))),
)]
pub async fn list_enquiries(
    State(app): State<App>,
    caller: StaffAccount,
    query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let query = query::parse(query, owner_filter(&caller.0))?;
    let page = store::list(&app.db, &query).await?;
    let enquiries: Vec<EnquiryView> = page.items.into_iter().map(EnquiryView::from).collect();
    Ok(query.page.respond(&uri, &enquiries, page.total))
}

/// One enquiry.
///
/// For admins, and for whoever owned the place when it was sent; 404 for everybody else.
#[utoipa::path(
    get, path = "/api/admin/enquiries/{id}", operation_id = "getEnquiry", tag = "Enquiries", security(("bearer" = [])),
    params(("id" = i64, Path, description = "The enquiry's id.")),
    responses((status = 200, body = EnquiryView)),
)]
pub async fn get_enquiry(
    State(app): State<App>,
    caller: StaffAccount,
    PathId(id): PathId<EnquiryId>,
    query: Query,
) -> Result<Json<EnquiryView>, Problem> {
    query.finish()?;
    let owner = owner_filter(&caller.0);
    let enquiry = store::one(&app.db, id).await?;
    let enquiry = enquiry.filter(|enquiry| owner.is_none() || enquiry.owner_id == owner);
    Ok(Json(enquiry.ok_or_else(|| Problem::not_found("There is no such enquiry"))?.into()))
}

/// The owner whose enquiries the account may see; `None` for admins, who may see all.
fn owner_filter(account: &Account) -> Option<AccountId> {
    (!account.has_role(Role::Admin)).then(|| account.id.clone())
}
