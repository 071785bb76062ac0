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
use crate::auth::pages::layout::{HtmlForm, REPORT_PAGE_TEMPLATE, error_page, page, validate_form};
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
    form: HtmlForm<ReportFormFields>,
) -> Response {
    match receive(&app, &client, audit, (id, &form.fields), form.error).await {
        Ok(()) => render(&app, id, context! { notice => "pages.report.sent" }).await,
        Err(problem) => {
            // The form gets the current version of the place, not the version that was submitted.
            let (place, version) = reports::place_name_and_version(&app, id).await.ok().unzip();
            let ReportFormFields { kind, details, hours, latitude, longitude, phone, website, email, .. } = form.fields;
            let typed = context! { kind, details, hours, latitude, longitude, phone, website, email };
            let values = context! { place, version, id => id.0, ..typed };
            error_page(&app, &problem, REPORT_PAGE_TEMPLATE, values).await
        }
    }
}

async fn receive(
    app: &App,
    client: &Client,
    audit: AuditContext,
    (id, fields): (PlaceId, &ReportFormFields),
    error: Option<Problem>,
) -> Result<(), Problem> {
    let non_blank = |text: &String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    // A value that is not a number stays a string, so that it is rejected with the message of the API call.
    let version = non_blank(&fields.version).map(|text| text.parse::<i64>().map_or(json!(text), |value| json!(value)));
    let body = json!({
        "placeId": id, "version": version, "kind": fields.kind, "group": non_blank(&fields.group),
        "details": non_blank(&fields.details), "hours": non_blank(&fields.hours),
        "latitude": non_blank(&fields.latitude), "longitude": non_blank(&fields.longitude),
        "phone": non_blank(&fields.phone), "website": non_blank(&fields.website), "email": non_blank(&fields.email),
        "leaveBlank": non_blank(&fields.leave_blank),
    });
    let request: ReportRequest = validate_form(app, error, "ReportRequest", body)?;
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
