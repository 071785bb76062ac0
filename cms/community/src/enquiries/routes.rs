//! `/api/businesses/{id}/enquiries` (public) and `/api/admin/enquiries` (admins and owners).

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::dto::{Delivery, Enquiry, EnquiryReceivedResponse};
use super::requests::EnquiryRequest;
use super::{service, store};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{Account, Role};
use crate::common::id::{AccountId, EnquiryId, PlaceId};
use crate::http::app::App;
use crate::http::caller::{Client, StaffAccount};
use crate::http::input::pagination::{ColumnValue, Page, PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, PathId, Query};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};

/// The maximum and the default `limit`.
const MAX_LIMIT: i64 = 100;
/// The maximum length of a search word, in characters.
const MAX_WORD_CHARS: usize = 100;

/// Send an inquiry to a place.
///
/// The email goes to the address of the place, otherwise to that of its owner. Its `Reply-To` is the address of the
/// sender. The sender receives a receipt, at most three within a day. An inquiry that looks like spam gets the same
/// response, but no email is sent. 404 if the place is not public or its `acceptsEnquiries` is false. Inquiries are
/// deleted after 12 months.
#[utoipa::path(
    post, path = "/api/businesses/{id}/enquiries", tag = "Enquiries", security(()),
    request_body = EnquiryRequest,
    responses(
        (status = 201, body = EnquiryReceivedResponse, description = "The inquiry was received."),
        (status = 429, description = "Too many inquiries from this mailbox or client address, or to this place."),
    ),
)]
pub async fn create_enquiry(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    _: NoQuery,
    form: ValidatedJson<EnquiryRequest>,
) -> Result<impl IntoResponse, Problem> {
    let enquiry = service::receive(&app, &client, audit, (id, form.0)).await?;
    Ok((StatusCode::CREATED, Json(EnquiryReceivedResponse { id: enquiry.id, received_at: enquiry.created_at })))
}

/// List inquiries.
///
/// Business owners and admins. The newest come first. Admins see all inquiries; business owners see those to places
/// that were theirs when the inquiry was sent. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL
/// of the next page.
#[utoipa::path(
    get, path = "/api/admin/enquiries", tag = "Enquiries",
    params(
        ("delivery" = Option<String>, Query,
            description = "Only inquiries with this delivery: waiting, sent, failed, no_mail_server, no_address or spam."),
        ("businessId" = Option<i64>, Query, description = "Only inquiries to this place."),
        ("q" = Option<String>, Query,
            description = "The search words: each must occur in the message, the name of the place, or the name or email address of the sender. Case and diacritics are ignored: `room`."),
        PageParameterDocs<MAX_LIMIT>,
    ),
    responses((status = 200, body = Vec<Enquiry>)),
)]
pub async fn list_enquiries(
    State(app): State<App>,
    caller: StaffAccount,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    let words = query.words(MAX_WORD_CHARS);
    let delivery = query.choice("delivery", &Delivery::NAMES.join(", "), |delivery| {
        Delivery::NAMES.contains(&delivery).then(|| ("delivery", ColumnValue::Text(delivery.to_owned())))
    });
    let code = Code::Type.with("type", "integer");
    let place = query.parse("businessId", code, "businessId must be a whole number", |id| {
        id.parse().ok().map(|id| ("place_id", ColumnValue::Number(id)))
    });
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    let owner = owner_filter(&caller.0).map(|owner| ("owner_id", ColumnValue::Text(owner.0)));
    let filter = (words, [delivery, place, owner].into_iter().flatten().collect());
    let enquiries: Page<Enquiry> = store::ENQUIRY_TABLE.list(&app.db, &filter, page).await?;
    Ok(page.respond(&uri, &enquiries.items, enquiries.total))
}

/// Get an inquiry.
///
/// Business owners and admins. Business owners get 404 unless the place was theirs when the inquiry was sent.
#[utoipa::path(get, path = "/api/admin/enquiries/{id}", tag = "Enquiries", responses((status = 200, body = Enquiry)))]
pub async fn get_enquiry(
    State(app): State<App>,
    caller: StaffAccount,
    PathId(id): PathId<EnquiryId>,
    _: NoQuery,
) -> Result<Json<Enquiry>, Problem> {
    let owner = owner_filter(&caller.0);
    let enquiry: Option<Enquiry> = store::ENQUIRY_TABLE.find(&app.db, id.0).await?;
    let enquiry = enquiry.filter(|enquiry| owner.is_none() || enquiry.owner_id == owner);
    Ok(Json(enquiry.ok_or_else(|| Problem::not_found("This inquiry does not exist"))?))
}

/// The id of the account itself if it may see only the enquiries to its own places. `None` for admins, who may see all
/// enquiries.
fn owner_filter(account: &Account) -> Option<AccountId> {
    (!account.has_role(Role::Admin)).then(|| account.id.clone())
}
