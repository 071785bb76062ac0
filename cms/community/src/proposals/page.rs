//! `/report/{id}`: the report form of a place for browsers without JavaScript, with the rules of the API call.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use minijinja::{Value, context};
use serde::Deserialize;
use serde_json::json;

use super::reports;
use super::requests::ReportRequest;
use crate::audit::log::AuditContext;
use crate::auth::pages::layout::{HtmlForm, REPORT_PAGE_TEMPLATE, error_page, page};
use crate::common::id::PlaceId;
use crate::http::app::App;
use crate::http::caller::Client;
use crate::http::input::query_string::PathId;
use crate::http::problem::Problem;

/// The path of the form, and the API call that it corresponds to.
pub const FORM_PATH_AND_API_CALL: (&str, &str) = ("/report/{id}", "POST /api/reports");

/// The maximum size of a submitted form. The longest `details` fit, even in percent-encoded four-byte characters.
const MAX_BODY_BYTES: usize = 48 << 10;

/// The fields of the HTML form. A field that the browser did not send is an empty string.
#[derive(Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ReportFormFields {
    version: String,
    kind: String,
    group: String,
    details: String,
    hours: String,
    latitude: String,
    longitude: String,
    phone: String,
    website: String,
    email: String,
    leave_blank: String,
}

/// The routes that show and submit the form.
pub fn routes() -> Router<App> {
    Router::new().route(FORM_PATH_AND_API_CALL.0, get(show).post(submit)).layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}

/// Shows the empty form. 404 if the place is not public.
async fn show(State(app): State<App>, PathId(id): PathId<PlaceId>) -> Response {
    render(&app, id, context! {}).await
}

/// Stores the report, and renders the page with a confirmation or with the errors.
async fn submit(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    posted_form: HtmlForm<ReportFormFields>,
) -> Response {
    let HtmlForm { fields, error } = posted_form;
    let result = match error {
        Some(problem) => Err(problem),
        None => receive(&app, &client, audit, (id, &fields)).await,
    };
    match result {
        Ok(()) => render(&app, id, context! { notice => "pages.report.sent" }).await,
        Err(problem) => {
            let ReportFormFields { kind, details, hours, latitude, longitude, phone, website, email, .. } = fields;
            let typed_values =
                context! { id => id.0, kind, details, hours, latitude, longitude, phone, website, email };
            match reports::place_name_and_version(&app, id).await {
                // The form gets the current version of the place, not the version that was submitted.
                Ok((place, version)) => {
                    error_page(&app, &problem, REPORT_PAGE_TEMPLATE, context! { place, version, ..typed_values }).await
                }
                Err(_) => error_page(&app, &problem, REPORT_PAGE_TEMPLATE, typed_values).await,
            }
        }
    }
}

async fn receive(
    app: &App,
    client: &Client,
    audit: AuditContext,
    (id, fields): (PlaceId, &ReportFormFields),
) -> Result<(), Problem> {
    let none_if_blank = |text: &String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    // A value that is not a number stays a string, so that it is rejected with the message of the API call.
    let number = |text: &String| {
        none_if_blank(text).map(|text| text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number)))
    };
    let body = json!({
        "placeId": id, "version": number(&fields.version), "kind": fields.kind, "group": none_if_blank(&fields.group),
        "details": none_if_blank(&fields.details), "hours": none_if_blank(&fields.hours),
        "latitude": none_if_blank(&fields.latitude), "longitude": none_if_blank(&fields.longitude),
        "phone": none_if_blank(&fields.phone), "website": none_if_blank(&fields.website), "email": none_if_blank(&fields.email),
        "leaveBlank": none_if_blank(&fields.leave_blank),
    });
    let request: ReportRequest = app.schemas.read_as("ReportRequest", body)?;
    reports::receive(app, client, audit, request).await
}

/// Renders the form, or an error page if the place is not public.
async fn render(app: &App, id: PlaceId, values: Value) -> Response {
    match reports::place_name_and_version(app, id).await {
        Ok((place, version)) => {
            page(app, StatusCode::OK, REPORT_PAGE_TEMPLATE, context! { place, version, id => id.0, ..values }).await
        }
        Err(problem) => error_page(app, &problem, REPORT_PAGE_TEMPLATE, context! {}).await,
    }
}
