//! `/enquiry/{id}`: the enquiry form for browsers without JavaScript. The rules are those of
//! `POST /api/businesses/{id}/enquiries`.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use minijinja::{Value, context};
use serde::Deserialize;
use serde_json::json;

use super::requests::EnquiryRequest;
use super::service;
use crate::audit::log::AuditContext;
use crate::auth::pages::layout::{ENQUIRY_PAGE_TEMPLATE, HtmlForm, error_page, page, validate_form};
use crate::common::id::PlaceId;
use crate::http::app::App;
use crate::http::caller::Client;
use crate::http::input::query_string::PathId;
use crate::http::problem::Problem;

/// The path of the form, and the API call that it corresponds to.
pub const FORM_PATH_AND_API_CALL: (&str, &str) = ("/enquiry/{id}", "POST /api/businesses/{id}/enquiries");

/// The maximum size of a submitted form: enough for the longest message of four-byte characters, percent-encoded.
const MAX_BODY_BYTES: usize = 96 << 10;

/// The fields of the HTML form. An absent field is an empty string.
#[derive(Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct EnquiryFields {
    name: String,
    email: String,
    arrival: String,
    departure: String,
    people: String,
    message: String,
    leave_blank: String,
}

/// The routes that show and submit the form.
pub fn routes() -> Router<App> {
    Router::new().route(FORM_PATH_AND_API_CALL.0, get(show).post(submit)).layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}

/// Shows the empty form. 404 if the place accepts no enquiries.
async fn show(State(app): State<App>, PathId(id): PathId<PlaceId>) -> Response {
    render(&app, id, context! {}).await
}

/// Sends the enquiry. After an error, shows the form again with the entered values and the error.
async fn submit(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    form: HtmlForm<EnquiryFields>,
) -> Response {
    match receive(&app, &client, audit, (id, &form.fields), form.error).await {
        Ok(()) => render(&app, id, context! { notice => "pages.enquiry.sent" }).await,
        Err(problem) => {
            let place = place_name(&app, id).await.ok();
            let EnquiryFields { name, email, arrival, departure, people, message, .. } = form.fields;
            let values = context! { place, id => id.0, name, email, arrival, departure, people, message };
            error_page(&app, &problem, ENQUIRY_PAGE_TEMPLATE, values).await
        }
    }
}

async fn receive(
    app: &App,
    client: &Client,
    audit: AuditContext,
    (id, fields): (PlaceId, &EnquiryFields),
    error: Option<Problem>,
) -> Result<(), Problem> {
    let non_blank = |text: &String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    // A value that is not a number stays a string, so that it is rejected with the message of the API call.
    let people = non_blank(&fields.people).map(|text| text.parse::<i64>().map_or(json!(text), |people| json!(people)));
    let body = json!({
        "name": fields.name, "email": fields.email, "message": fields.message, "arrival": non_blank(&fields.arrival),
        "departure": non_blank(&fields.departure), "people": people, "leaveBlank": non_blank(&fields.leave_blank),
    });
    let form: EnquiryRequest = validate_form(app, error, "EnquiryRequest", body)?;
    service::receive(app, client, audit, (id, form)).await.map(drop)
}

/// Renders the form, or an error page if the place accepts no enquiries.
async fn render(app: &App, id: PlaceId, values: Value) -> Response {
    match place_name(app, id).await {
        Ok(place) => page(app, StatusCode::OK, ENQUIRY_PAGE_TEMPLATE, context! { place, id => id.0, ..values }).await,
        Err(problem) => error_page(app, &problem, ENQUIRY_PAGE_TEMPLATE, context! {}).await,
    }
}

async fn place_name(app: &App, id: PlaceId) -> Result<String, Problem> {
    Ok(service::enquiry_place(app, id).await?.name)
}
