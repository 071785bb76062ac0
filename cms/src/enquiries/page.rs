//! `/enquiry/{id}`: the form of a place's page without scripts, with the same rules as the call.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use minijinja::{Value, context};
use serde::Deserialize;
use serde_json::json;

use super::form::EnquiryForm;
use super::receive;
use crate::audit_log::model::AuditContext;
use crate::common::id::PlaceId;
use crate::http::app::App;
use crate::http::client::Client;
use crate::http::problem::Problem;
use crate::http::query::PathId;
use crate::signin::pages::{ENQUIRY, Posted, page, refused};

/// Where the form goes, and the call that it stands for.
pub const FORM: (&str, &str) = ("/enquiry/{id}", "POST /api/businesses/{id}/enquiries");

/// Room for the longest message, in the widest letters, as a form sends it.
const LARGEST_BODY: usize = 96 << 10;

/// The form as a browser sends it; what is missing is blank.
#[derive(Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Fields {
    name: String,
    email: String,
    arrival: String,
    departure: String,
    people: String,
    message: String,
    leave_blank: String,
}

/// The page and its form.
pub fn routes() -> Router<App> {
    Router::new().route(FORM.0, get(show).post(submit)).layer(DefaultBodyLimit::max(LARGEST_BODY))
}

/// The empty form; 404 where the place takes no enquiries.
async fn show(State(app): State<App>, PathId(id): PathId<PlaceId>) -> Response {
    answer(&app, id, StatusCode::OK, context! {}).await
}

/// Sends the enquiry.
async fn submit(
    State(app): State<App>,
    client: Client,
    audit: AuditContext,
    PathId(id): PathId<PlaceId>,
    posted: Posted<Fields>,
) -> Response {
    let Posted { sent, fault } = posted;
    let received = match fault {
        Some(problem) => Err(problem),
        None => receive(&app, &client, audit, (id, &sent)).await,
    };
    match received {
        Ok(()) => {
            let said = "Your enquiry was sent. The answer comes by email.";
            answer(&app, id, StatusCode::OK, context! { said }).await
        }
        Err(problem) => {
            let Fields { name, email, arrival, departure, people, message, .. } = sent;
            let words = context! { id => id.0, name, email, arrival, departure, people, message };
            match place_name(&app, id).await {
                Ok(place) => refused(&app, &problem, ENQUIRY, context! { place, ..words }).await,
                Err(_) => refused(&app, &problem, ENQUIRY, words).await,
            }
        }
    }
}

async fn receive(
    app: &App,
    client: &Client,
    audit: AuditContext,
    (id, sent): (PlaceId, &Fields),
) -> Result<(), Problem> {
    let filled = |text: &String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    // What is no number is told as the call tells it.
    let people = filled(&sent.people).map(|text| text.parse::<i64>().map_or(json!(text), |people| json!(people)));
    let body = json!({
        "name": sent.name, "email": sent.email, "message": sent.message, "arrival": filled(&sent.arrival),
        "departure": filled(&sent.departure), "people": people, "leaveBlank": filled(&sent.leave_blank),
    });
    let form: EnquiryForm = app.schemas.read_as("EnquiryForm", body)?;
    receive::receive(app, client, audit, (id, form)).await?;
    Ok(())
}

/// The page with these words; where the place takes no enquiries, a page that says so.
async fn answer(app: &App, id: PlaceId, status: StatusCode, words: Value) -> Response {
    match place_name(app, id).await {
        Ok(place) => page(app, status, ENQUIRY, context! { place, id => id.0, ..words }).await,
        Err(problem) => refused(app, &problem, ENQUIRY, context! {}).await,
    }
}

async fn place_name(app: &App, id: PlaceId) -> Result<String, Problem> {
    Ok(receive::open_place(app, id).await?.name)
}
