//! The tools about places.

use chrono::{Days, NaiveDate};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api_client::ToolError;
use super::calendar::{self, DayOrTime};
use super::guide;
use super::result::{self, MAX_ITEMS, UNTRUSTED_FIELD};
use super::tools::Call;
use crate::common::clock::Timestamp;
use crate::http::problem::{Code, FieldError, Problem};
use crate::places::opening_hours::schedule::{MINUTES_PER_DAY, Opening};
use crate::places::pages;
use crate::places::prices::Price;

/// The path that lists places.
pub const LIST_PATH: &str = "/api/businesses";
/// The path template of the call that reads a place, as in the contract.
pub const RECORD_PATH: &str = "/api/businesses/{id}";

/// The maximum number of matches whose opening hours are examined: the maximum `limit` of [`LIST_PATH`].
const MAX_EXAMINED_PLACES: u64 = 1000;
/// The maximum number of days for which `get_opening_hours` returns opening hours.
const MAX_OPENING_HOURS_DAYS: u64 = 31;
/// The maximum length of the description of a place in a list, in characters.
const MAX_EXCERPT_CHARS: usize = 300;

/// The fields of a place in a list.
const ITEM_FIELDS: [&str; 9] = [
    "slug",
    "name",
    "localName",
    "latitude",
    "longitude",
    "coordinateConfidence",
    "isVerified",
    "lastSeenYear",
    "priceRange",
];
/// Further fields of a place in the result of `get_place`.
const DETAIL_FIELDS: [&str; 15] = [
    "id",
    "address",
    "commune",
    "phone",
    "email",
    "website",
    "bookingType",
    "directBookingUrl",
    "acceptsEnquiries",
    "operatingHours",
    "tags",
    "amenities",
    "goodMonths",
    "closedMonths",
    "sources",
];
/// Fields of the API that results contain under another name or in another form.
const CONVERTED_FIELDS: [&str; 5] = ["alerts", "categories", "checkedAt", "description", "hours"];

/// The tool `search_places`.
pub async fn search(call: Call) -> Result<Value, ToolError> {
    let arguments = &call.arguments;
    let open_at = arguments.get("openAt").map(|text| DayOrTime::parse("openAt", text)).transpose()?;
    let mut query = arguments.query(&["q", "category", "tags", "near", "verified", "goodIn", "offset"]);
    let mut fields = [&ITEM_FIELDS[..], &CONVERTED_FIELDS[..]].concat();
    if arguments.get("near").is_some() {
        query.push(("sort", "distance".to_owned()));
    }
    if open_at.is_some() {
        fields.push("opening");
    }
    query.push(("fields", fields.join(",")));
    let limit = if open_at.is_some() { MAX_EXAMINED_PLACES } else { MAX_ITEMS as u64 };
    query.push(("limit", limit.to_string()));
    let offset = arguments.get("offset").and_then(|offset| offset.parse().ok()).unwrap_or(0);
    if open_at.is_some() {
        // The offset counts only places that are not known to be closed, so it is applied below. An invalid offset is
        // sent, so that the API rejects it.
        query.retain(|(name, _)| *name != "offset" || offset == 0_usize);
    }
    let response = call.api.get(LIST_PATH, &query).await?;
    let match_count = response.total;
    let matches = response.body.as_array().cloned().unwrap_or_default();
    let near = arguments.get("near").and_then(parse_position);
    let mut data = Map::new();
    let (places, total) = match open_at {
        None => (matches, match_count),
        Some(open_at) => {
            let examined = matches.len() as u64;
            let (open, unknown) = open_and_unknown_places(matches, open_at, &guide::time_zone(&call).await?);
            let total = (open.len() + unknown.len()) as u64;
            data.insert("openAt".to_owned(), open_at.json());
            data.insert("knownOpen".to_owned(), open.len().into());
            data.insert("hoursUnknown".to_owned(), unknown.len().into());
            data.insert("knownClosed".to_owned(), (examined - total).into());
            if match_count > examined {
                let note =
                    format!("Only the first {examined} of {match_count} matches were examined: narrow the search.");
                data.insert("note".to_owned(), note.into());
            }
            (open.into_iter().chain(unknown).skip(offset).collect(), total)
        }
    };
    let items = places.iter().take(MAX_ITEMS).map(|place| place_item(&call, place, near, open_at)).collect();
    result::add_list_page(&mut data, ("places", items), offset, total);
    Ok(result::complete_and_shorten(&call.app.public_url, "/explore", data))
}

/// Returns two lists: the places that are known to be open, and the places whose opening hours are unknown. Places that
/// are known to be closed are in neither list.
fn open_and_unknown_places(places: Vec<Value>, open_at: DayOrTime, zone: &str) -> (Vec<Value>, Vec<Value>) {
    let (mut open, mut unknown) = (Vec::new(), Vec::new());
    for place in places.into_iter().filter(|place| !is_closed_by_alert(place, open_at, zone)) {
        match open_at.is_open(opening_schedule(&place).as_ref()) {
            Some(true) => open.push(place),
            None => unknown.push(place),
            Some(false) => {}
        }
    }
    (open, unknown)
}

/// Whether an alert closes the place at the given minute of the day. Without a minute, the alert must be current in the
/// last minute of the day.
fn is_closed_by_alert(place: &Value, DayOrTime { day, minute }: DayOrTime, zone: &str) -> bool {
    let minute = u32::from(minute.unwrap_or(MINUTES_PER_DAY - 1));
    let moment = day.and_hms_opt(minute / 60, minute % 60, 0).unwrap_or_default();
    let closes = |alert: &Value| {
        let time = |field: &str| alert[field].as_str().and_then(Timestamp::parse);
        let local = |at: Timestamp| calendar::local_time(at, zone).naive_local();
        alert["level"] == "closed"
            && time("startsAt").is_none_or(|start| local(start) <= moment)
            && time("endsAt").is_none_or(|end| local(end) > moment)
    };
    place["alerts"].as_array().into_iter().flatten().any(closes)
}

fn place_item(call: &Call, place: &Value, near: Option<(f64, f64)>, open_at: Option<DayOrTime>) -> Value {
    let mut data = result::pick_fields(place, &ITEM_FIELDS);
    add_derived_fields(call, place, MAX_EXCERPT_CHARS, &mut data);
    if let (Some(near), Some(at)) = (near, position(place)) {
        data.insert("distanceKm".to_owned(), ((distance_km(near, at) * 10.0).round() / 10.0).into());
    }
    if let Some(open_at) = open_at {
        let opening = opening_schedule(place);
        let status = if open_at.is_open(opening.as_ref()) == Some(true) { "open" } else { "unknown" };
        let periods = opening.as_ref().and_then(|opening| calendar::opening_periods(opening, open_at.day));
        data.insert("opening".to_owned(), json!({ "status": status, "hours": calendar::describe_periods(periods) }));
    }
    Value::Object(data)
}

/// Adds the URL of the page, the names of the categories, the date of the position check, and the untrusted content.
/// The description is shortened to `max_chars` characters.
fn add_derived_fields(call: &Call, place: &Value, max_chars: usize, data: &mut Map<String, Value>) {
    data.insert("url".to_owned(), format!("{}{}", call.app.public_url, page_path(place)).into());
    let names = place["categories"].as_array().into_iter().flatten().map(|category| category["name"].clone());
    data.insert("categories".to_owned(), names.collect());
    if !place["checkedAt"].is_null() {
        data.insert("positionCheckedAt".to_owned(), place["checkedAt"].clone());
    }
    let mut texts = result::pick_fields(place, &["description", "hours"]);
    texts.extend(alerts_field(place));
    texts.extend(prices_field(place));
    if let Some(description) = texts.get_mut("description") {
        result::shorten(description, max_chars, usize::MAX);
    }
    if !texts.is_empty() {
        data.insert(UNTRUSTED_FIELD.to_owned(), texts.into());
    }
}

/// The field `alerts` of a result, if the place has alerts.
fn alerts_field(place: &Value) -> Option<(String, Value)> {
    let alerts = guide::pick_alert_fields(&place["alerts"]);
    (!alerts.is_empty()).then(|| ("alerts".to_owned(), alerts.into()))
}

/// The field `prices` of a result, with the prices as text, if the place has prices. Lists do not request prices.
fn prices_field(place: &Value) -> Option<(String, Value)> {
    let prices = Vec::<Price>::deserialize(&place["prices"]).ok().filter(|prices| !prices.is_empty())?;
    Some(("prices".to_owned(), prices.iter().map(Price::to_string).collect()))
}

/// The tool `get_place`.
pub async fn get(call: Call) -> Result<Value, ToolError> {
    let place = call.get_record(LIST_PATH).await?;
    let mut data = result::pick_fields(&place, &[&ITEM_FIELDS[..], &DETAIL_FIELDS[..], &["updatedAt"]].concat());
    add_derived_fields(&call, &place, usize::MAX, &mut data);
    Ok(result::complete_and_shorten(&call.app.public_url, &page_path(&place), data))
}

/// The tool `get_opening_hours`.
pub async fn get_opening_hours(call: Call) -> Result<Value, ToolError> {
    let first = call.arguments.get("from").map(|text| calendar::parse_date("from", text)).transpose()?;
    let last = call.arguments.get("to").map(|text| calendar::parse_date("to", text)).transpose()?;
    let place = call.get_record(LIST_PATH).await?;
    let zone = guide::time_zone(&call).await?;
    let first = first.unwrap_or_else(|| calendar::local_time(call.app.clock.now(), &zone).date_naive());
    let opening = opening_schedule(&place);
    let hours_json = |day| calendar::opening_hours_json(opening.as_ref(), day);
    let days = days_in_range(first, last)?.into_iter().map(hours_json).collect();
    let mut data = result::pick_fields(&place, &["name", "slug", "operatingHours", "lastSeenYear", "updatedAt"]);
    data.insert("timeZone".to_owned(), zone.into());
    data.insert("days".to_owned(), days);
    // Remarks are rules of opening hours that are not computed, such as those for holidays.
    let remarks = opening.map(|opening| opening.remarks).filter(|remarks| !remarks.is_empty());
    let mut texts = result::pick_fields(&place, &["hours"]);
    texts.extend(alerts_field(&place));
    texts.extend(remarks.map(|remarks| ("remarks".to_owned(), remarks.into())));
    if !texts.is_empty() {
        data.insert(UNTRUSTED_FIELD.to_owned(), texts.into());
    }
    Ok(result::complete_and_shorten(&call.app.public_url, &page_path(&place), data))
}

/// The days from `first` to `last`; without `last`, seven days. Errors: 400 if there would be no day, or more than
/// [`MAX_OPENING_HOURS_DAYS`].
fn days_in_range(first: NaiveDate, last: Option<NaiveDate>) -> Result<Vec<NaiveDate>, Problem> {
    let last = last.or_else(|| first.checked_add_days(Days::new(6))).unwrap_or(first);
    let count = (last - first).num_days() + 1;
    if !(1..=MAX_OPENING_HOURS_DAYS as i64).contains(&count) {
        let code = Code::Range.with("minimum", 1).with("maximum", MAX_OPENING_HOURS_DAYS);
        let sentence = format!("to must be from 0 to {} days after from", MAX_OPENING_HOURS_DAYS - 1);
        return Err(Problem::bad_request(vec![FieldError::new(code, "to", sentence)]));
    }
    Ok(first.iter_days().take(count as usize).collect())
}

/// The path of a place's page on the site.
pub fn page_path(place: &Value) -> String {
    pages::path(place["slug"].as_str().unwrap_or_default())
}

/// The opening schedule of a place. `None` if the place has none, or if the field `opening` was not requested.
fn opening_schedule(place: &Value) -> Option<Opening> {
    serde_json::from_value(place["opening"].clone()).ok()
}

fn position(place: &Value) -> Option<(f64, f64)> {
    Some((place["latitude"].as_f64()?, place["longitude"].as_f64()?))
}

/// The latitude and longitude in the parameter `near`, which the API has validated.
fn parse_position(text: &str) -> Option<(f64, f64)> {
    let (latitude, longitude) = text.split_once(',')?;
    Some((latitude.trim().parse().ok()?, longitude.trim().parse().ok()?))
}

/// The great-circle distance, by the haversine formula.
fn distance_km((latitude, longitude): (f64, f64), (other_latitude, other_longitude): (f64, f64)) -> f64 {
    const EARTH_DIAMETER_KM: f64 = 2.0 * 6371.0;
    let haversine = |degrees: f64| (degrees.to_radians() / 2.0).sin().powi(2);
    let cosines = latitude.to_radians().cos() * other_latitude.to_radians().cos();
    let squared_half_chord = haversine(other_latitude - latitude) + cosines * haversine(other_longitude - longitude);
    EARTH_DIAMETER_KM * squared_half_chord.sqrt().min(1.0).asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    // R486
    #[test]
    fn distance_follows_the_surface_of_the_earth() {
        let [hanoi, phong_nha] = [(21.0278, 105.8342), (17.611, 106.305)];
        assert_eq!(distance_km(hanoi, phong_nha).round(), 383.0);
        assert_eq!(distance_km(hanoi, hanoi), 0.0);
        assert!((distance_km((0.0, 179.9), (0.0, -179.9)) - 22.2).abs() < 0.1, "across the date line");
    }

    // R492
    #[test]
    fn closed_alert_closes_a_place_until_its_end() {
        let place = json!({ "alerts": [
            { "level": "closed", "startsAt": "2026-12-01T00:00:00.000Z", "endsAt": "2026-12-06T03:00:00.000Z" },
            { "level": "danger", "startsAt": "2026-12-01T00:00:00.000Z", "endsAt": null },
        ] });
        let is_closed =
            |text| is_closed_by_alert(&place, DayOrTime::parse("openAt", text).expect("a time"), "Asia/Ho_Chi_Minh");
        assert!(is_closed("2026-12-05") && is_closed("2026-12-06T09:59"));
        assert!(!is_closed("2026-12-06T10:00") && !is_closed("2026-12-06"), "it ends at 10:00 in the region");
        assert!(!is_closed("2026-11-30"), "before it began");
    }

    #[test]
    fn range_of_days_is_bounded() {
        let day = |text| calendar::parse_date("from", text).expect("a date");
        assert_eq!(days_in_range(day("2026-12-06"), None).expect("a range").len(), 7);
        assert_eq!(days_in_range(day("2026-12-06"), Some(day("2026-12-06"))).expect("a range").len(), 1);
        assert_eq!(days_in_range(day("2026-12-01"), Some(day("2026-12-31"))).expect("a range").len(), 31);
        for last in ["2026-12-05", "2027-01-06"] {
            assert_eq!(days_in_range(day("2026-12-06"), Some(day(last))).expect_err(last).errors[0].field, "to");
        }
    }
}
