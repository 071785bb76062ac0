//! The prices of a place or a transport option: an amount or a range, what and whom it is for, and its check date.

use std::fmt;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::http::input::rule::Rule;
use crate::http::problem::{Code, FieldError};

/// The name of the field that lists prices, in the JSON of a place or a transport option.
pub const PRICES_FIELD: &str = "prices";
const MAX_PRICES: f64 = 30.0;
const MAX_AMOUNT: i64 = 1_000_000_000_000;
const INVALID_PRICES: &str = "Prices must be a list, each with an amount and the date of its check";
/// The pattern of a date, a month or a year from 1900 to 2099.
const DATE_PATTERN: &str = "^(?:19|20)[0-9]{2}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?$";
const INVALID_CHECK_DATE: &str = "Date of the check must be a date like 2026-03-12, a month like 2026-03 or a year";

/// The unit that a price is charged per.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PriceUnit {
    /// Each person.
    Person,
    /// A group, whatever its size.
    Group,
    /// A boat.
    Boat,
    /// A car, a motorbike or a bicycle.
    Vehicle,
    /// A night.
    Night,
    /// A day.
    Day,
    /// An hour.
    Hour,
    /// A piece, such as a dish.
    Item,
    /// A kilogram.
    Kilogram,
    /// Each admission to the place.
    Entry,
}

/// Whom a price is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PriceAudience {
    /// Everyone.
    #[default]
    Everyone,
    /// Adults.
    Adult,
    /// Children.
    Child,
    /// Students.
    Student,
    /// People who live in the country.
    Local,
    /// Visitors from abroad.
    Foreigner,
}

/// A price. Amounts are whole units of the currency: prices of guides are rounded, and the Vietnamese dong has no minor
/// unit. 0 is free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    /// What the price is for, such as a tour; null if that is clear.
    #[serde(default)]
    #[schema(required, example = "Boat trip")]
    pub label: Option<String>,
    /// The amount in whole units of the currency; for a range, the lowest amount; 0 if it is free.
    #[schema(example = 150_000)]
    pub amount: i64,
    /// The highest amount of a range; null for a single amount.
    #[serde(default)]
    #[schema(required, example = 300_000)]
    pub amount_to: Option<i64>,
    /// The currency, an ISO 4217 code.
    #[serde(default = "default_currency")]
    #[schema(required, example = "VND")]
    pub currency: String,
    /// The unit of the price; null if the label states it.
    #[serde(default)]
    #[schema(required, example = "boat")]
    pub per: Option<PriceUnit>,
    /// Whom the price is for.
    #[serde(default)]
    #[schema(required)]
    pub audience: PriceAudience,
    /// When the price was checked: a date, or only a month or a year if no more is known.
    #[schema(example = "2026-03-12")]
    pub checked_at: String,
}

fn default_currency() -> String {
    "VND".to_owned()
}

impl Price {
    /// The price without white space around its label. An empty label becomes `None`.
    pub fn trimmed(self) -> Self {
        let label = self.label.map(|label| label.trim().to_owned()).filter(|label| !label.is_empty());
        Self { label, ..self }
    }

    /// The errors that the JSON schema does not find. `path` is the path of the price in the request.
    fn errors(&self, path: &str, now: Timestamp) -> Vec<FieldError> {
        let field = |name: &str| format!("{path}.{name}");
        let mut errors = Vec::new();
        if self.amount_to.is_some_and(|highest| highest <= self.amount) {
            let code = Code::Range.with("minimum", self.amount.saturating_add(1)).with("maximum", MAX_AMOUNT);
            errors.push(FieldError::new(code, field("amountTo"), "Highest amount must be more than the amount"));
        }
        // Tomorrow in UTC is allowed, because it may already be the current day in a time zone ahead of UTC.
        let tomorrow = chrono::DateTime::from_timestamp(now.unix_seconds() + 24 * 3600, 0).map(|at| at.date_naive());
        match first_day(&self.checked_at) {
            None => errors.push(FieldError::new(Code::DateInvalid, field("checkedAt"), INVALID_CHECK_DATE)),
            Some(day) if tomorrow.is_some_and(|tomorrow| day > tomorrow) => {
                let sentence = "Date of the check must not be in the future";
                errors.push(FieldError::new(Code::DateInFuture, field("checkedAt"), sentence));
            }
            Some(_) => {}
        }
        errors
    }
}

/// Formats a price as `Boat trip: 150000-300000 VND per boat (adult), checked 2026-03`.
impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = &self.label {
            write!(f, "{label}: ")?;
        }
        write!(f, "{}", self.amount)?;
        if let Some(highest) = self.amount_to {
            write!(f, "-{highest}")?;
        }
        write!(f, " {}", self.currency)?;
        if let Some(unit) = self.per {
            write!(f, " per {}", variant_name(unit))?;
        }
        if self.audience != PriceAudience::Everyone {
            write!(f, " ({})", variant_name(self.audience))?;
        }
        write!(f, ", checked {}", self.checked_at)
    }
}

/// The name that a variant of an enum has in JSON. Empty for `None`.
pub fn variant_name(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// The first day of a date, a month or a year. `None` if there is no such day.
fn first_day(date: &str) -> Option<NaiveDate> {
    let rest = match date.len() {
        4 => "-01-01",
        7 => "-01",
        _ => "",
    };
    format!("{date}{rest}").parse().ok()
}

/// The errors in `prices` that the JSON schema does not find. Prices that are equal to one of `stored` are not checked
/// again. `path` is the path of the list in the request.
pub fn errors(path: &str, stored: &[Price], prices: &[Price], now: Timestamp) -> Vec<FieldError> {
    let new = prices.iter().enumerate().filter(|(_, price)| !stored.contains(*price));
    new.flat_map(|(at, price)| price.errors(&format!("{path}.{at}"), now)).collect()
}

/// The errors in the prices of a request that the JSON schema does not find. All prices are checked, as none is stored.
/// Empty without prices, or if the value is not a list of prices (the JSON schema reports that).
pub fn request_errors(prices: Option<&Value>, now: Timestamp) -> Vec<FieldError> {
    let prices = prices.and_then(|prices| Vec::<Price>::deserialize(prices).ok()).unwrap_or_default();
    errors(PRICES_FIELD, &[], &prices, now)
}

/// A list of prices in JSON as the server stores it: absent fields have their defaults, and labels are trimmed. A value
/// that is not a list of prices is returned unchanged.
pub fn prices_as_stored(value: &Value) -> Value {
    let Ok(prices) = Vec::<Price>::deserialize(value) else { return value.clone() };
    let prices: Vec<Price> = prices.into_iter().map(Price::trimmed).collect();
    serde_json::to_value(prices).unwrap_or_else(|_| value.clone())
}

/// Whether two lists of prices differ in more than the dates of the checks.
pub fn differ_beyond_check_dates(one: &[Price], other: &[Price]) -> bool {
    let undated = |price: &Price| Price { checked_at: String::new(), ..price.clone() };
    !one.iter().map(undated).eq(other.iter().map(undated))
}

/// The rule of `prices`.
pub fn rule() -> Rule {
    let amount = |description| {
        let rule = Rule::integer(description).type_message("Amount must be a whole number");
        rule.min(0.0, "Amount must be 0 or more").max(MAX_AMOUNT as f64, "Amount must be at most 1000000000000")
    };
    let price = Rule::closed_object(
        "A price.",
        vec![
            (
                "label",
                Rule::text("What the price is for, such as a tour; null if that is clear.")
                    .nullable()
                    .strip_direction_controls()
                    .max(100.0, "Label must be at most 100 characters")
                    .example("Boat trip"),
            ),
            (
                "amount",
                amount("The amount in whole units of the currency; for a range, the lowest amount; 0 if it is free.")
                    .required("Amount is required")
                    .example(150_000),
            ),
            ("amountTo", amount("The highest amount of a range, more than `amount`; null for a single amount.").nullable()),
            (
                "currency",
                Rule::text("The currency, an ISO 4217 code.")
                    .pattern("^[A-Z]{3}$", "Currency must be three capital letters, such as VND")
                    .default("VND")
                    .example("VND"),
            ),
            (
                "per",
                Rule::text(
                    "The unit of the price: `person`, `group`, `boat`, `vehicle`, `night`, `day`, `hour`, `item`, \
                     `kilogram` or `entry`; null if the label states it.",
                )
                .nullable()
                .pattern(
                    "^(?:person|group|boat|vehicle|night|day|hour|item|kilogram|entry)$",
                    "Per must be person, group, boat, vehicle, night, day, hour, item, kilogram or entry",
                ),
            ),
            (
                "audience",
                Rule::text("Whom the price is for.")
                    .one_of(
                        &["everyone", "adult", "child", "student", "local", "foreigner"],
                        "Audience must be everyone, adult, child, student, local or foreigner",
                    )
                    .default("everyone"),
            ),
            (
                "checkedAt",
                Rule::text("When the price was checked, not in the future: a date, or only a month or a year if no more is known.")
                    .required("Date of the check is required")
                    .pattern(DATE_PATTERN, INVALID_CHECK_DATE)
                    .example("2026-03-12"),
            ),
        ],
    )
    .type_message(INVALID_PRICES);
    Rule::list("The prices, each with the date of its check. The list replaces the stored one.", price)
        .max(MAX_PRICES, "At most 30 prices")
        .type_message(INVALID_PRICES)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: Timestamp = Timestamp(1_795_248_000_000); // 2026-11-21T08:00:00Z

    fn price(changes: Value) -> Price {
        let mut price = json!({ "amount": 150_000, "checkedAt": "2026-03" });
        for (name, value) in changes.as_object().expect("an object") {
            price[name] = value.clone();
        }
        serde_json::from_value(price).expect("a price")
    }

    // R530
    #[test]
    fn price_as_text_has_range_unit_audience_and_date() {
        assert_eq!(price(json!({})).to_string(), "150000 VND, checked 2026-03");
        let full = json!({ "label": "Boat", "amountTo": 300_000, "per": "boat", "audience": "adult" });
        assert_eq!(price(full).to_string(), "Boat: 150000-300000 VND per boat (adult), checked 2026-03");
    }

    // R531
    #[test]
    fn dates_are_a_day_a_month_or_a_year_that_has_begun() {
        let code = |date: &str| {
            errors(PRICES_FIELD, &[], &[price(json!({ "checkedAt": date }))], NOW).first().map(|error| error.code)
        };
        for date in ["2014", "2026", "2026-11", "2026-11-21", "2026-11-22", "2024-02-29"] {
            assert_eq!(code(date), None, "{date}");
        }
        for date in ["2027", "2026-12", "2026-11-23"] {
            assert_eq!(code(date), Some(Code::DateInFuture), "{date}");
        }
        assert_eq!(code("2026-02-29"), Some(Code::DateInvalid));
    }

    // R531
    #[test]
    fn highest_amount_must_be_more_than_the_amount_unless_the_price_is_stored() {
        let invalid_price = price(json!({ "amountTo": 150_000 }));
        let fields = |stored: &[Price]| -> Vec<String> {
            let errors = errors("cities.0.prices", stored, &[price(json!({})), invalid_price.clone()], NOW);
            errors.into_iter().map(|error| error.field).collect()
        };
        assert_eq!(fields(&[]), ["cities.0.prices.1.amountTo"]);
        assert_eq!(fields(std::slice::from_ref(&invalid_price)), Vec::<String>::new());
        assert_eq!(request_errors(Some(&json!([invalid_price])), NOW).len(), 1);
        assert_eq!(request_errors(Some(&json!("free")), NOW), []);
    }

    // R533
    #[test]
    fn prices_that_differ_only_in_check_dates_are_equal() {
        let stored = [price(json!({}))];
        assert!(!differ_beyond_check_dates(&stored, &[price(json!({ "checkedAt": "2026-11" }))]));
        assert!(
            differ_beyond_check_dates(&stored, &[price(json!({ "amount": 160_000 }))])
                && differ_beyond_check_dates(&stored, &[])
        );
    }
}
