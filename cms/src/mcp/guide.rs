//! The tools about the guide as a whole.

use chrono::Timelike;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::api_client::ToolError;
use super::calendar;
use super::result::{self, UNTRUSTED_FIELD};
use super::tools::Call;
use crate::common::text;
use crate::http::problem::{Code, FieldError, Problem};
use crate::places::prices::Price;

/// The path of the settings.
pub const SETTINGS_PATH: &str = "/api/settings";
const ALERTS_PATH: &str = "/api/alerts";
/// The path that lists categories.
pub const CATEGORIES_PATH: &str = "/api/categories";
/// The path of the standing page Getting Here.
pub const GETTING_HERE_PATH: &str = "/api/pages/getting-here";

/// The tool `get_guide`.
pub async fn get_guide(call: Call) -> Result<Value, ToolError> {
    let settings = call.api.get(SETTINGS_PATH, &[]).await?.body;
    let mut data = result::pick_fields(&settings, &["regionName", "regionLine", "country", "timeZone", "tagline"]);
    data.insert("name".to_owned(), settings["brand"].clone());
    let center = result::pick_fields(&settings["map"], &["latitude", "longitude"]);
    data.insert("center".to_owned(), center.into());
    let now = calendar::local_time(call.app.clock.now(), settings["timeZone"].as_str().unwrap_or_default());
    data.insert("localDate".to_owned(), now.date_naive().to_string().into());
    data.insert("localTime".to_owned(), format!("{:02}:{:02}", now.hour(), now.minute()).into());
    data.insert("weekday".to_owned(), calendar::weekday(now.date_naive()).into());
    let mut texts = Map::from_iter([("about".to_owned(), settings["whatIs"]["paragraphs"].clone())]);
    let query = [("scope", "guide".to_owned()), ("state", "current".to_owned())];
    let alerts = pick_alert_fields(&call.api.get(ALERTS_PATH, &query).await?.body);
    if !alerts.is_empty() {
        texts.insert("alerts".to_owned(), alerts.into());
    }
    data.insert(UNTRUSTED_FIELD.to_owned(), texts.into());
    Ok(result::complete_and_shorten(&call.app.public_url, "/", data))
}

/// Reduces each alert of `list`, an array of the API, to the fields that results contain.
pub fn pick_alert_fields(list: &Value) -> Vec<Value> {
    const FIELDS: [&str; 6] = ["level", "text", "startsAt", "endsAt", "source", "sourceUrl"];
    let alerts = list.as_array().into_iter().flatten();
    alerts.map(|alert| result::pick_fields(alert, &FIELDS).into()).collect()
}

/// The time zone of the region, from the settings, such as `Asia/Ho_Chi_Minh`.
pub async fn time_zone(call: &Call) -> Result<String, ToolError> {
    let settings = call.api.get(SETTINGS_PATH, &[]).await?.body;
    Ok(settings["timeZone"].as_str().unwrap_or_default().to_owned())
}

/// The tool `list_categories`.
pub async fn list_categories(call: Call) -> Result<Value, ToolError> {
    let categories = call.api.get(CATEGORIES_PATH, &call.arguments.query(&["populated"])).await?.body;
    let item = |category: &Value| {
        let mut data = result::pick_fields(category, &["slug", "name", "aliases", "placeCount"]);
        let slug = category["slug"].as_str().unwrap_or_default();
        data.insert("url".to_owned(), format!("{}/explore?category={slug}", call.app.public_url).into());
        Value::Object(data)
    };
    let items: Value = categories.as_array().into_iter().flatten().map(item).collect();
    let data = Map::from_iter([("categories".to_owned(), items)]);
    Ok(result::complete_and_shorten(&call.app.public_url, "/explore", data))
}

/// The tool `get_getting_here`.
pub async fn get_getting_here(call: Call) -> Result<Value, ToolError> {
    let mut page = call.api.get(GETTING_HERE_PATH, &[]).await?.body;
    let settings = call.api.get(SETTINGS_PATH, &[]).await?.body;
    fill_placeholders(&mut page, &settings);
    if let Some(city) = call.arguments.get("from") {
        keep_city(&mut page["cities"], city)?;
    }
    reduce_transport_options(&mut page["cities"]);
    let mut data = result::pick_fields(&page, &["title", "cities", "around", "tips"]);
    data.insert("schedulesAndPricesChecked".to_owned(), page["verified"].clone());
    data.insert(UNTRUSTED_FIELD.to_owned(), result::pick_fields(&page, &["intro"]).into());
    Ok(result::complete_and_shorten(&call.app.public_url, "/getting-here", data))
}

/// Removes all cities except those with this name. Names are compared as folded text. Errors: 400 that lists the names
/// of all cities if no city has this name.
fn keep_city(cities: &mut Value, name: &str) -> Result<(), Problem> {
    let Some(cities) = cities.as_array_mut() else { return Ok(()) };
    let names: Vec<String> = cities.iter().filter_map(|city| city["name"].as_str().map(str::to_owned)).collect();
    cities.retain(|city| city["name"].as_str().is_some_and(|known| text::fold(known) == text::fold(name.trim())));
    if cities.is_empty() {
        let options = names.join(", ");
        let sentence = format!("from must be one of {options}");
        let code = Code::Enum.with("options", options);
        return Err(Problem::bad_request(vec![FieldError::new(code, "from", sentence)]));
    }
    Ok(())
}

/// Reduces the transport options to the fields that results contain, with their prices as text.
fn reduce_transport_options(cities: &mut Value) {
    const FIELDS: [&str; 6] = ["type", "duration", "price", "prices", "details", "companies"];
    for city in cities.as_array_mut().into_iter().flatten() {
        for option in city["options"].as_array_mut().into_iter().flatten() {
            let prices = Vec::<Price>::deserialize(&option["prices"]).unwrap_or_default();
            option["prices"] = prices.iter().map(Price::to_string).collect();
            *option = result::pick_fields(option, &FIELDS).into();
        }
    }
}

/// Replaces `{brand}`, `{region}` and `{email}` in all texts of a standing page, as the site does.
fn fill_placeholders(value: &mut Value, settings: &Value) {
    match value {
        Value::String(text) => {
            for (name, field) in [("{brand}", "brand"), ("{region}", "regionName"), ("{email}", "contactEmail")] {
                *text = text.replace(name, settings[field].as_str().unwrap_or_default());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| fill_placeholders(item, settings)),
        Value::Object(fields) => fields.values_mut().for_each(|field| fill_placeholders(field, settings)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // R486
    #[test]
    fn city_is_found_without_diacritics_and_unknown_city_is_refused_with_the_names() {
        let all = json!([{ "name": "Đà Nẵng" }, { "name": "Hue" }]);
        let mut cities = all.clone();
        assert!(keep_city(&mut cities, " da nang").is_ok());
        assert_eq!(cities, json!([{ "name": "Đà Nẵng" }]));
        let problem = keep_city(&mut all.clone(), "Paris").expect_err("unknown");
        assert_eq!(problem.errors[0].message, "from must be one of Đà Nẵng, Hue");
    }
}
