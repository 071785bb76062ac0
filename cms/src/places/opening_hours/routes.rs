//! `/api/opening`: computes the schedule of opening hours that are not stored.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::schedule::{self, Opening};
use crate::http::app::App;
use crate::http::auth::caller::StaffAccount;
use crate::http::input::query_string::Query;
use crate::http::problem::{FieldError, Problem, Warning};
use crate::places::form::{HOURS_TOO_LONG, MAX_HOURS_LEN};

/// The opening schedule of a text of opening hours.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpeningReading {
    /// The opening schedule; without weeks if nothing can be computed.
    pub opening: Opening,
    /// Warnings about the text.
    pub warnings: Vec<Warning>,
}

/// Parse opening hours.
///
/// Business owners and admins. For a form: `opening` in the response is the schedule that the place would have. Invalid
/// opening hours are refused with 400 and the message that saving the place would return.
#[utoipa::path(
    get, path = "/api/opening", operation_id = "parseOpeningHours", tag = "Places",
    params(("hours" = String, Query, max_length = 255, description = "The opening hours in the syntax of OpenStreetMap's `opening_hours`.", example = "Mo-Fr 07:00-17:00")),
    responses((status = 200, body = OpeningReading)),
    security(("bearer" = [])),
)]
pub async fn read_opening(
    State(app): State<App>,
    _caller: StaffAccount,
    mut query: Query,
) -> Result<Json<OpeningReading>, Problem> {
    let if_short = |text: &str| (text.chars().count() <= MAX_HOURS_LEN).then(|| text.to_owned());
    let hours = query.parse("hours", HOURS_TOO_LONG, if_short);
    query.finish()?;
    let hours = hours.unwrap_or_default();
    let warnings = schedule::warnings(&hours);
    let computed = schedule::compute_blocking(hours, app.clock.now()).await;
    computed
        .map(|opening| Json(OpeningReading { opening, warnings }))
        .map_err(|sentence| Problem::unreadable(vec![FieldError::new("hours", sentence)]))
}
