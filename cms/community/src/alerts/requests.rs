//! The requests about alerts, with the rules of their fields.

use serde::Deserialize;
use serde_json::json;

use super::dto::{Alert, AlertScope, AlertState};
use crate::common::clock::Timestamp;
use crate::common::id::{AlertId, CategoryId, PlaceId};
use crate::common::text;
use crate::http::input::bulk::sorted_ids;
use crate::http::input::rule::{Rule, rule_schemas};
use crate::http::input::update::FieldPatch;
use crate::http::problem::{Code, FieldError};
use crate::places::model::AlertLevel;

/// The maximum number of places of an alert.
pub const MAX_PLACES_PER_ALERT: f64 = 2000.0;

const INVALID_START: &str = "Start must be a time like 2027-02-05T01:00:00Z";
const INVALID_END: &str = "End must be a time like 2027-02-05T01:00:00Z";
const INVALID_LINK: &str = "Link must start with http://, https:// or /";

/// The schema of a request to create an alert. The body itself is read as [`AlertChanges`] to a blank alert.
#[derive(Debug)]
pub struct AlertRequest;

/// Changes to an alert. Absent fields keep their values.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "see the rules")]
pub struct AlertChanges {
    pub id: Option<AlertId>,
    pub level: Option<AlertLevel>,
    pub scope: Option<AlertScope>,
    pub place_ids: Option<Vec<PlaceId>>,
    pub category_id: FieldPatch<CategoryId>,
    pub text: Option<String>,
    pub source: FieldPatch<String>,
    pub source_url: FieldPatch<String>,
    pub starts_at: FieldPatch<String>,
    pub ends_at: FieldPatch<String>,
}

rule_schemas! {
    AlertRequest => Rule::closed_object("An alert to create.", field_rules()),
    AlertChanges => alert_changes(),
}

fn field_rules() -> Vec<(&'static str, Rule)> {
    vec![
        (
            "level",
            Rule::text("The level. A closed place is not open, whatever its opening hours say.")
                .required("Select a level")
                .one_of(AlertLevel::NAMES, "Level must be closed, danger, restricted or information")
                .example("closed"),
        ),
        (
            "scope",
            Rule::text(
                "What the alert is about: the places of `placeIds`, the category of `categoryId`, or the whole guide.",
            )
            .required("Select what the alert is about")
            .one_of(AlertScope::NAMES, "Scope must be places, category or guide")
            .example("places"),
        ),
        (
            "placeIds",
            Rule::list("The places, if `scope` is `places`; otherwise ignored.", Rule::id("The id of a place."))
                .max(MAX_PLACES_PER_ALERT, "At most 2000 places")
                .example(json!([7])),
        ),
        ("categoryId", Rule::id("The category, if `scope` is `category`; otherwise ignored.").nullable()),
        (
            "text",
            Rule::text("What travelers must know, one or two sentences of plain text.")
                .required_text("Text is required")
                .max(500.0, "Text must be at most 500 characters")
                .example("Closed after the flood."),
        ),
        (
            "source",
            Rule::text("Who reported it.")
                .nullable()
                .strip_direction_controls()
                .max(200.0, "Source must be at most 200 characters")
                .example("National park"),
        ),
        (
            "sourceUrl",
            Rule::text("A page about it: an http(s) address, or a path on this site.")
                .nullable()
                .pattern(r"^(?:https?://[^\s]+|/(?:[^/\s\\][^\s\\]*)?)?$", INVALID_LINK)
                .max(1000.0, "Link must be at most 1000 characters")
                .example("https://park.example/closures"),
        ),
        (
            "startsAt",
            Rule::text("The time from which it applies; now if it is null or not sent.")
                .nullable()
                .max(40.0, INVALID_START)
                .example("2027-02-05T01:00:00Z"),
        ),
        (
            "endsAt",
            Rule::text("The time at which it ends, a time in the future; null if it is unknown.")
                .nullable()
                .max(40.0, INVALID_END)
                .example("2027-02-08T01:00:00Z"),
        ),
    ]
}

fn alert_changes() -> Rule {
    let mut rules = field_rules();
    rules.push(("id", Rule::id("The id in the URL, if it is sent.")));
    let computed = [
        "version",
        "uuid",
        "state",
        "placeNames",
        "categoryName",
        "accountId",
        "accountName",
        "createdAt",
        "updatedAt",
    ];
    rules.extend(computed.map(|name| (name, Rule::computed("Ignored."))));
    Rule::closed_object("Changes to an alert. Fields that are not sent keep their values.", rules)
        .all_optional()
        .example(json!({ "endsAt": "2027-02-08T01:00:00Z" }))
}

impl AlertChanges {
    /// Applies the changes to an alert and computes its state at `now`. Returns the errors of `startsAt` and `endsAt`.
    /// The places and the category are not checked.
    pub fn apply_to(self, alert: &mut Alert, now: Timestamp) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let mut parse_time = |text: &str, field, sentence| {
            let time = Timestamp::parse(text);
            errors.extend(time.is_none().then(|| FieldError::new(Code::DateInvalid, field, sentence)));
            time
        };
        let times_before = (alert.starts_at, alert.ends_at);
        alert.level = self.level.unwrap_or(alert.level);
        alert.scope = self.scope.unwrap_or(alert.scope);
        alert.text = self.text.map_or_else(|| alert.text.clone(), |text| text.trim().to_owned());
        self.source.apply_to(&mut alert.source);
        alert.source = alert.source.take().map(|source| text::single_line(&source));
        self.source_url.apply_to(&mut alert.source_url);
        if let Some(ids) = self.place_ids {
            alert.place_ids = sorted_ids(ids);
        }
        self.category_id.apply_to(&mut alert.category_id);
        alert.starts_at = match self.starts_at {
            FieldPatch::Absent => alert.starts_at,
            FieldPatch::Null => now,
            FieldPatch::Value(text) => parse_time(&text, "startsAt", INVALID_START).unwrap_or(alert.starts_at),
        };
        alert.ends_at = match self.ends_at {
            FieldPatch::Absent => alert.ends_at,
            FieldPatch::Null => None,
            FieldPatch::Value(text) => parse_time(&text, "endsAt", INVALID_END).or(alert.ends_at),
        };
        alert.clear_fields_of_other_scopes();
        if errors.is_empty() {
            errors.extend(alert.time_error(times_before, now));
        }
        alert.state = AlertState::at(alert.starts_at, alert.ends_at, now);
        errors
    }
}

impl Alert {
    fn clear_fields_of_other_scopes(&mut self) {
        if self.scope != AlertScope::Places {
            self.place_ids.clear();
        }
        if self.scope != AlertScope::Category {
            self.category_id = None;
        }
    }

    /// The error if the scope is `places` or `category` and the alert names no place or category.
    pub fn missing_target_error(&self) -> Option<FieldError> {
        let (field, sentence) = match self.scope {
            AlertScope::Places if self.place_ids.is_empty() => ("placeIds", "Select at least one place"),
            AlertScope::Category if self.category_id.is_none() => ("categoryId", "Select a category"),
            _ => return None,
        };
        Some(FieldError::new(Code::Required, field, sentence))
    }

    /// The error if the start or the end differs from `times_before` and the end is not after the start. Also the error
    /// if a changed end is not in the future.
    fn time_error(&self, times_before: (Timestamp, Option<Timestamp>), now: Timestamp) -> Option<FieldError> {
        let end = self.ends_at.filter(|_| (self.starts_at, self.ends_at) != times_before)?;
        if end <= self.starts_at {
            return Some(FieldError::new(Code::EndBeforeStart, "endsAt", "End must be after the start"));
        }
        (end <= now && self.ends_at != times_before.1)
            .then(|| FieldError::new(Code::DateInPast, "endsAt", "End must be in the future"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply_to_blank_alert(sent: serde_json::Value) -> (Alert, Vec<String>) {
        let mut alert = Alert::blank(Timestamp(0));
        let changes: AlertChanges = serde_json::from_value(sent).expect("changes");
        let mut errors = changes.apply_to(&mut alert, Timestamp(1_795_248_000_000));
        errors.extend(alert.missing_target_error());
        (alert, errors.into_iter().map(|error| error.field.to_string()).collect())
    }

    // R490
    #[test]
    fn target_of_scope_is_required_and_other_targets_are_cleared() {
        assert_eq!(apply_to_blank_alert(json!({ "scope": "places" })).1, ["placeIds"]);
        assert_eq!(apply_to_blank_alert(json!({ "scope": "category", "placeIds": [1] })).1, ["categoryId"]);
        let (alert, errors) =
            apply_to_blank_alert(json!({ "scope": "places", "placeIds": [2, 1, 2], "categoryId": 4 }));
        assert!(errors.is_empty() && alert.category_id.is_none());
        assert_eq!(alert.place_ids, [PlaceId(1), PlaceId(2)]);
    }

    // R491
    #[test]
    fn end_must_be_in_the_future_and_after_the_start() {
        let error_fields = |sent: serde_json::Value| apply_to_blank_alert(sent).1;
        assert_eq!(error_fields(json!({ "endsAt": "soon" })), ["endsAt"]);
        assert_eq!(
            error_fields(json!({ "startsAt": "2026-11-21T08:00:00Z", "endsAt": "2026-11-21T08:00:00Z" })),
            ["endsAt"]
        );
        assert_eq!(
            error_fields(json!({ "startsAt": "2026-11-20T08:00:00Z", "endsAt": "2026-11-21T07:59:00Z" })),
            ["endsAt"]
        );
        let (alert, errors) = apply_to_blank_alert(json!({ "startsAt": "2026-11-22T08:00:00Z", "endsAt": null }));
        assert!(errors.is_empty() && alert.state == AlertState::Upcoming);
    }
}
