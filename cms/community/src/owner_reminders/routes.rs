//! `/api/owner-reminders/answer`: the answer of an owner to a reminder.

use axum::Json;
use axum::extract::State;

use super::dto::OwnerReminderResult;
use super::requests::OwnerReminderAnswer;
use super::service;
use crate::audit::log::AuditContext;
use crate::http::app::App;
use crate::http::input::query_string::NoQuery;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;

/// Answer the monthly email to the owner of places.
///
/// The token in the link of the email replaces a sign-in. `confirm` records a check by the owner for each group of
/// facts in the email that has not changed since the email was sent. A link can confirm only once. `stop` turns off the
/// monthly emails to the account. The link changes nothing else. It is valid for 40 days, and only while the account is
/// active and has the address of the email.
#[utoipa::path(
    post, path = "/api/owner-reminders/answer", tag = "Places", security(()),
    request_body = OwnerReminderAnswer, responses((status = 200, body = OwnerReminderResult)),
)]
pub async fn answer_owner_reminder(
    State(app): State<App>,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<OwnerReminderAnswer>,
) -> Result<Json<OwnerReminderResult>, Problem> {
    Ok(Json(service::answer(&app, audit, form.0).await?))
}
