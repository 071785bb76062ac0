//! The field `checks` of a place in requests and responses.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::checks::{CheckEnteredBy, FactCheck, FactGroup, RecheckReason};
use super::dto::PlaceResponse;
use super::model::Place;
use crate::audit::log::Fields;
use crate::auth::domain::accounts::{Account, Permission};
use crate::common::clock::Timestamp;
use crate::http::input::rule::{Rule, optional_url};
use crate::http::input::update::{ChangeMode, TimeInput};
use crate::http::problem::{Code, FieldError, Problem};

/// The name of the field in JSON.
pub const CHECKS_FIELD: &str = "checks";
/// The maximum number of checks in a request: for each group, one by the team or the owner and one by travelers.
const MAX_CHECKS: f64 = 2.0 * FactGroup::ALL.len() as f64;
/// The groups of facts for which owners may send checks.
pub const OWNER_CHECKED_GROUPS: [FactGroup; 3] = [FactGroup::Hours, FactGroup::Price, FactGroup::Contact];
/// The maximum age of a check that an owner sends, in seconds. Owners may only send today's date; two days allow for
/// time zones and for a form that was opened yesterday.
const MAX_OWNER_CHECK_AGE_S: i64 = 2 * 24 * 3600;
/// How far the clock of a client may be ahead, in seconds.
const MAX_CLOCK_SKEW_S: i64 = 300;
const INVALID_TIME: &str = "Checked at must be a time like 2026-11-21T08:00:00Z";

/// Who checked facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckedBy {
    /// The team of the guide.
    #[default]
    Team,
    /// The owner of the place.
    Owner,
    /// Travelers.
    Travelers,
}

/// The last check of a group of facts.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceCheckResponse {
    /// The facts that were checked.
    #[schema(example = "hours")]
    pub group: FactGroup,
    /// The time of the check.
    pub checked_at: Timestamp,
    /// Who checked them.
    pub checked_by: CheckedBy,
    /// The number of travelers who confirmed the facts; null unless `checkedBy` is `travelers`.
    #[schema(required)]
    pub count: Option<i64>,
    /// What the check relied on; null if unknown.
    #[schema(required, example = "Sign at the entrance")]
    pub source: Option<String>,
    /// The URL of what the check relied on; null if there is none.
    #[schema(required, example = "https://lantern-cave.example/hours")]
    pub source_url: Option<String>,
    /// Why the check is no longer valid; null while it is valid. Callers who cannot edit the place see only valid
    /// checks.
    #[schema(required)]
    pub recheck_reason: Option<RecheckReason>,
}

impl PlaceCheckResponse {
    /// All checks with a known date, by group: first the check by the team or the owner, then the check by travelers.
    pub fn all(place: &Place) -> Vec<Self> {
        FactGroup::ALL
            .into_iter()
            .flat_map(|group| [Self::from_fact_check(place, group), Self::from_traveler_check(place, group)])
            .flatten()
            .collect()
    }

    /// The checks without a recheck reason.
    pub fn all_valid(place: &Place) -> Vec<Self> {
        let mut checks = Self::all(place);
        checks.retain(|check| check.recheck_reason.is_none());
        checks
    }

    fn from_fact_check(place: &Place, group: FactGroup) -> Option<Self> {
        let check = place.checks.get(&group)?;
        let checked_by = if check.source == Some(CheckEnteredBy::Owner) { CheckedBy::Owner } else { CheckedBy::Team };
        Some(Self {
            group,
            checked_at: check.checked_at?,
            checked_by,
            count: None,
            source: check.source_name.clone(),
            source_url: check.source_url.clone(),
            recheck_reason: check.invalid_reason,
        })
    }

    fn from_traveler_check(place: &Place, group: FactGroup) -> Option<Self> {
        let check = place.traveler_checks.get(&group)?;
        Some(Self {
            group,
            checked_at: check.checked_at,
            checked_by: CheckedBy::Travelers,
            count: Some(check.count),
            source: None,
            source_url: None,
            recheck_reason: None,
        })
    }
}

/// A check in a request.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct SentCheck {
    pub group: FactGroup,
    pub checked_at: TimeInput,
    #[serde(default)]
    pub checked_by: CheckedBy,
    #[serde(default)]
    pub source: Option<String>,
    #[serde(default)]
    pub source_url: Option<String>,
    #[serde(default)]
    pub recheck_reason: Option<RecheckReason>,
}

impl SentCheck {
    fn equals_stored(&self, stored: Option<PlaceCheckResponse>) -> bool {
        stored.is_some_and(|stored| {
            (Some(stored.checked_at), stored.checked_by) == (self.checked_at.time(), self.checked_by)
                && (&stored.source, &stored.source_url) == (&self.source, &self.source_url)
                && stored.recheck_reason == self.recheck_reason
        })
    }
}

/// The rule of the field `checks` in requests.
pub fn rule() -> Rule {
    let check = Rule::closed_object(
        "The last check of a group of facts.",
        vec![
            (
                "group",
                Rule::text("The facts that were checked.")
                    .required("Group is required")
                    .one_of(
                        &["position", "hours", "price", "contact", "status"],
                        "Group must be position, hours, price, contact or status",
                    )
                    .example("hours"),
            ),
            (
                "checkedAt",
                Rule::text("The time of the check, not in the future.")
                    .required("Date of the check is required")
                    .max(40.0, INVALID_TIME)
                    .example("2026-11-21T08:00:00.000Z"),
            ),
            (
                "checkedBy",
                Rule::text("Who checked them. Items by `travelers` are ignored.")
                    .one_of(&["team", "owner", "travelers"], "Checked by must be team, owner or travelers")
                    .default("team"),
            ),
            ("count", Rule::computed("Ignored.")),
            (
                "source",
                Rule::text("What the check relied on; null if unknown.")
                    .nullable()
                    .strip_direction_controls()
                    .max(200.0, "Source must be at most 200 characters")
                    .example("Sign at the entrance"),
            ),
            (
                "sourceUrl",
                optional_url("The URL of what the check relied on.", "Source link must be a valid URL starting with http:// or https://"),
            ),
            (
                "recheckReason",
                Rule::text("As in the response for a check that no longer holds. Null or absent: the facts were checked again.")
                    .nullable()
                    .pattern("^(?:changed|expired)$", "Recheck reason must be changed or expired"),
            ),
        ],
    );
    Rule::list(
        "The last check of each group of facts, at most one each by `team` or `owner`. The list replaces the stored \
         checks; the check of the position is set with `isVerified`. A check that does not differ from the stored one \
         stays as it is. Owners can only add checks by `owner`, dated today, of `hours`, `price` and `contact`, \
         without a source.",
        check,
    )
    .max(MAX_CHECKS, "At most 10 checks")
}

/// Whether only an admin may send these checks. This is so if they remove a stored check of a group other than the
/// position. It is also so if they add or change a check that an owner may not send. Owners may send only checks of
/// [`OWNER_CHECKED_GROUPS`] by the owner, without a source and without a recheck reason.
pub fn sent_checks_require_admin(before: &Place, sent: &[SentCheck]) -> bool {
    let groups: BTreeSet<FactGroup> = fact_checks(sent).map(|(_, sent)| sent.group).collect();
    let is_removed = |group: &FactGroup| *group != FactGroup::Position && !groups.contains(group);
    let is_allowed = |sent: &SentCheck| {
        OWNER_CHECKED_GROUPS.contains(&sent.group)
            && sent.checked_by == CheckedBy::Owner
            && (&sent.source, &sent.source_url, sent.recheck_reason) == (&None, &None, None)
    };
    before.checks.keys().any(is_removed) || changed_checks(before, sent).any(|(_, sent)| !is_allowed(sent))
}

/// The checks by the team or the owner, each with its index in the list of the request.
fn fact_checks(sent: &[SentCheck]) -> impl Iterator<Item = (usize, &SentCheck)> {
    sent.iter().enumerate().filter(|(_, sent)| sent.checked_by != CheckedBy::Travelers)
}

fn changed_checks<'a>(before: &'a Place, sent: &'a [SentCheck]) -> impl Iterator<Item = (usize, &'a SentCheck)> {
    fact_checks(sent).filter(|(_, sent)| !sent.equals_stored(PlaceCheckResponse::from_fact_check(before, sent.group)))
}

/// Returns `after` with the checks of a request, which replace its checks of all groups except the position. A sent
/// check that equals the stored one changes nothing. If `sent` is `None`, `after` is returned unchanged. `caller` is
/// `None` for a seed. Errors: 422 with each invalid field of a check.
pub fn apply_checks(
    before: &Place,
    mut after: Place,
    sent: Option<&[SentCheck]>,
    (caller, mode): (Option<&Account>, ChangeMode),
    now: Timestamp,
) -> Result<Place, Problem> {
    let Some(sent) = sent else { return Ok(after) };
    let mut errors = Vec::new();
    let mut groups = BTreeSet::new();
    for (index, sent) in fact_checks(sent) {
        if !groups.insert(sent.group) {
            errors.push(check_field_error(index, "group", Code::Invalid, "Each group can have only one check"));
        }
    }
    for (index, sent) in changed_checks(before, sent) {
        if sent.group == FactGroup::Position && !after.is_verified {
            errors.push(check_field_error(index, "group", Code::Invalid, "Set isVerified to check the position"));
        }
        let validated_time =
            validate_check_time(sent, caller, mode, now).and_then(|checked_at| match sent.recheck_reason {
                None => Ok(checked_at),
                Some(_) => Err(("recheckReason", Code::Invalid, "Only the stored check can have a recheck reason")),
            });
        match validated_time {
            Ok(checked_at) => {
                after.checks.insert(sent.group, new_check(sent, checked_at, (caller, mode), now));
            }
            Err((field, code, sentence)) => errors.push(check_field_error(index, field, code, sentence)),
        }
    }
    after.checks.retain(|group, _| *group == FactGroup::Position || groups.contains(group));
    if errors.is_empty() { Ok(after) } else { Err(Problem::invalid(errors)) }
}

/// The JSON list of the checks that `place` has after `fields` of a revision are restored. `snapshot` has all fields of
/// that revision. For each group of facts except the position:
///
/// - If all facts of the group already equal those of the snapshot, a current check without a recheck reason stays.
///   Otherwise the group gets the check of the snapshot.
/// - If the restore makes all facts of the group equal, the group gets the check of the snapshot.
/// - If some facts of the group still differ after the restore, the current check stays.
///
/// A check of the snapshot that has a recheck reason is not restored: the group then has no check.
pub fn checks_after_restore(place: Place, snapshot: &Fields, fields: &Fields) -> Value {
    let current = serde_json::to_value(PlaceResponse::for_admin(place)).unwrap_or_default();
    let find = |checks: Option<&Value>, group: FactGroup| {
        let mut checks = checks.and_then(Value::as_array).into_iter().flatten();
        checks.find(|check| check["group"] == group.name() && check["checkedBy"] != "travelers").cloned()
    };
    let check_after_restore = |group: FactGroup| {
        let current_check = find(current.get(CHECKS_FIELD), group);
        let snapshot_check = find(snapshot.get(CHECKS_FIELD), group);
        let is_equal = |field: &&str| current.get(*field) == snapshot.get(*field);
        let takes_snapshot_check = match group.owner_checked_fields().iter().all(is_equal) {
            true => current_check.as_ref().is_none_or(|check| !check["recheckReason"].is_null()),
            false => group.owner_checked_fields().iter().all(|field| fields.contains_key(*field) || is_equal(field)),
        };
        if takes_snapshot_check {
            snapshot_check.filter(|check| check["recheckReason"].is_null())
        } else {
            current_check
        }
    };
    let groups = FactGroup::ALL.into_iter().filter(|group| *group != FactGroup::Position);
    groups.filter_map(check_after_restore).collect()
}

fn check_field_error(index: usize, field: &str, code: Code, sentence: &'static str) -> FieldError {
    FieldError::new(code, format!("{CHECKS_FIELD}.{index}.{field}"), sentence)
}

type InvalidField = (&'static str, Code, &'static str);

/// The time of a sent check. Errors: an invalid time, a time in the future, or an old time that an owner sends. The age
/// is not limited while a draft is published, because its checks were sent earlier.
fn validate_check_time(
    sent: &SentCheck,
    caller: Option<&Account>,
    mode: ChangeMode,
    now: Timestamp,
) -> Result<Timestamp, InvalidField> {
    let checked_at = sent.checked_at.time().ok_or(("checkedAt", Code::DateInvalid, INVALID_TIME))?;
    if checked_at > now.plus_seconds(MAX_CLOCK_SKEW_S) {
        return Err(("checkedAt", Code::DateInFuture, "Date of the check must not be in the future"));
    }
    let is_owner = caller.is_some_and(|caller| !caller.may(Permission::AdministerPlaces));
    let is_old = checked_at < now.plus_seconds(-MAX_OWNER_CHECK_AGE_S);
    if is_owner && is_old && !matches!(mode, ChangeMode::Publish { .. }) {
        return Err(("checkedAt", Code::DateInPast, "Owners can only record a check made today"));
    }
    Ok(checked_at)
}

fn new_check(
    sent: &SentCheck,
    checked_at: Timestamp,
    (caller, mode): (Option<&Account>, ChangeMode),
    now: Timestamp,
) -> FactCheck {
    let source = match (sent.checked_by, caller) {
        (CheckedBy::Owner, _) => CheckEnteredBy::Owner,
        (_, None) => CheckEnteredBy::Seed,
        _ => CheckEnteredBy::Admin,
    };
    // The check of a restored revision may have been made by another account, so the caller is not stored with it.
    let account = caller.filter(|_| mode != ChangeMode::Restore);
    FactCheck {
        checked_at: Some(checked_at),
        checked_by: account.map(|account| account.id.clone()),
        source: Some(source),
        source_name: sent.source.clone(),
        source_url: sent.source_url.clone(),
        recorded_at: now,
        invalid_reason: None,
    }
}
