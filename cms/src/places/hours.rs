//! `/api/opening`: what opening hours come to, before they are stored.

use axum::Json;
use axum::extract::State;

use super::form::{HOURS_TOO_LONG, LONGEST_HOURS};
use super::opening::{self, Opening};
use crate::http::app::App;
use crate::http::caller::Desk;
use crate::http::problem::{FieldError, Problem};
use crate::http::query::Query;

/// Reads opening hours.
///
/// For a form, while somebody writes them: the answer is what the place's `opening` would be. What would be refused there
/// is refused here, in the same words.
#[utoipa::path(
    get, path = "/api/opening", operation_id = "readOpening", tag = "Places",
    params(("hours" = String, Query, max_length = 255, description = "Opening hours in OpenStreetMap's syntax.", example = "Mo-Fr 07:00-17:00")),
    responses((status = 200, body = Opening)),
    security(("bearer" = [])),
)]
pub async fn read_opening(State(app): State<App>, _caller: Desk, mut query: Query) -> Result<Json<Opening>, Problem> {
    let short = |text: &str| (text.chars().count() <= LONGEST_HOURS).then(|| text.to_owned());
    let hours = query.parse("hours", HOURS_TOO_LONG, short);
    query.done()?;
    let read = opening::worked_out_aside(hours.unwrap_or_default(), app.clock.now()).await;
    read.map(Json).map_err(|sentence| Problem::unreadable(vec![FieldError::new("hours", sentence)]))
}
