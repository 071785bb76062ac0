//! `/owner-reminder?token=`: the page to which the link of a reminder leads. Showing the page changes nothing, because
//! mail scanners open every link. Its forms follow the same rules as `POST /api/owner-reminders/answer`.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use minijinja::{Value, context};
use serde::Deserialize;
use serde_json::json;

use super::dto::OwnerReminderResult;
use super::emails::place_context;
use super::service;
use crate::audit::log::AuditContext;
use crate::auth::pages::layout::{self, HtmlForm, OWNER_CHECK_PAGE_TEMPLATE, error_page, page, validate_form};
use crate::http::app::App;
use crate::http::input::query_string::Query;
use crate::http::problem::Problem;

/// The path of the page.
pub const PATH: &str = "/owner-reminder";
/// The path of the forms, and the API call with the same effect.
pub const FORM_PATH_AND_API_CALL: (&str, &str) = (PATH, "POST /api/owner-reminders/answer");

const MAX_BODY_BYTES: usize = 4 << 10;

/// The fields of the forms; absent ones are blank.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct OwnerReminderFormFields {
    token: String,
    answer: String,
}

/// The routes that show the page and submit its forms.
pub fn routes() -> Router<App> {
    Router::new().route(PATH, get(show).post(submit)).layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}

/// Shows the facts that the owner can confirm, with the buttons for the answers. The status is 404 if the link is
/// invalid.
async fn show(State(app): State<App>, mut query: Query) -> Response {
    let token = layout::truncate_input(&query.take("token").unwrap_or_default());
    match reminder_values(&app, &token).await {
        Ok(values) => page(&app, StatusCode::OK, OWNER_CHECK_PAGE_TEMPLATE, values).await,
        Err(problem) if problem.status == StatusCode::UNPROCESSABLE_ENTITY => {
            let failure = context! { failure => "pages.owner_reminder.invalid" };
            page(&app, StatusCode::NOT_FOUND, OWNER_CHECK_PAGE_TEMPLATE, failure).await
        }
        Err(problem) => error_page(&app, &problem, OWNER_CHECK_PAGE_TEMPLATE, context! {}).await,
    }
}

async fn submit(State(app): State<App>, audit: AuditContext, form: HtmlForm<OwnerReminderFormFields>) -> Response {
    let HtmlForm { fields: OwnerReminderFormFields { token, answer }, error } = form;
    let result = async {
        let form = validate_form(&app, error, "OwnerReminderAnswer", json!({ "token": token, "answer": answer }))?;
        service::answer(&app, audit, form).await
    };
    match result.await {
        Ok(result) => page(&app, StatusCode::OK, OWNER_CHECK_PAGE_TEMPLATE, result_values(&result, &token)).await,
        Err(problem) => error_page(&app, &problem, OWNER_CHECK_PAGE_TEMPLATE, context! {}).await,
    }
}

/// The template values for the page before the owner has answered.
async fn reminder_values(app: &App, token: &str) -> Result<Value, Problem> {
    let reminder = service::read_reminder(app, token).await?;
    if reminder.is_link_used {
        return Ok(context! { notice => "pages.owner_reminder.used", token, can_stop => true });
    }
    let can_confirm = reminder.places.iter().any(|(_, facts, _)| !facts.is_empty());
    let has_changes = reminder.places.iter().any(|(_, _, is_unchanged)| !is_unchanged);
    let places: Vec<Value> = reminder.places.iter().map(|(name, facts, _)| place_context(name, facts)).collect();
    Ok(context! { token, places, can_confirm, has_changes, can_stop => true })
}

/// The template values for the page after the owner has answered.
fn result_values(result: &OwnerReminderResult, token: &str) -> Value {
    if !result.owner_reminders && result.places.is_empty() {
        return context! { notice => "pages.owner_reminder.stopped" };
    }
    let is_confirmed = result.places.iter().any(|place| !place.confirmed.is_empty());
    let has_changes = result.places.iter().any(|place| !place.changed.is_empty());
    let notice = if is_confirmed { "pages.owner_reminder.confirmed" } else { "pages.owner_reminder.nothing_confirmed" };
    context! { notice, has_changes, token, can_stop => result.owner_reminders }
}
