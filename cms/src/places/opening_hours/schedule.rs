//! Computes opening schedules from opening hours in OpenStreetMap's syntax.
//!
//! A schedule is computed when the hours are written, for thirteen months, and stored in the row; `refresh.rs`
//! recomputes it long before it ends. So clients need no parser: pages, which are static, compute what is open now from
//! the minutes of the schedule (`cms/client/src/opening`). All times are local, so the time zone does not matter.

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use opening_hours::{OpeningHours, RuleKind};
use opening_hours_syntax::Error;
use opening_hours_syntax::rules::{OpeningHoursExpression, RuleSequence};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::syntax::{Division, MINUTES_PER_DAY, divide, nights_of, normalize, warning};
use crate::common::clock::Timestamp;
use crate::http::input::update::Patch;
use crate::http::problem::Warning;

/// The number of weeks of a schedule: thirteen months.
const WEEKS: u64 = 57;
/// When a schedule is recomputed, in seconds. At least a year of it is left then.
const REFRESH_AFTER_S: i64 = 28 * 24 * 60 * 60;
/// The maximum number of days, seasons and times in a text. All of them are evaluated for each day.
const MAX_PARTS: usize = 40;
/// The maximum number of spans of a schedule, because a list contains the schedules of a thousand places.
const MAX_SPANS: usize = 1000;

const EXAMPLE: &str = "write them like Mo-Fr 07:00-11:30,13:00-17:00; Su off";

/// The opening schedule of a place, in the local time of the region.
///
/// A week repeats until the next week of the list. The times before the first week and from `until` on are unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Opening {
    /// The weeks in chronological order; regular hours have one.
    pub weeks: Vec<Week>,
    /// The first day that the schedule does not cover.
    #[schema(format = Date, example = "2027-12-20")]
    pub until: String,
    /// Rules that are not computed, as they are written: hours on holidays, and uncertain hours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!(["PH off"]))]
    pub remarks: Vec<String>,
}

/// A week that repeats until the next week of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Week {
    /// The first day, a Monday.
    #[schema(format = Date, example = "2026-11-16")]
    pub from: String,
    /// The opening periods of each day from Monday to Sunday: start and end in minutes from midnight. A period that
    /// passes midnight ends after 1440, and is not repeated on the next day.
    #[schema(example = json!([[[480, 1020]], [[480, 1020]], [[480, 1020]], [[480, 1020]], [[480, 1020]], [[1080, 1560]], []]))]
    pub days: Vec<Vec<[u16; 2]>>,
}

/// The schedule for a changed text: null if nothing can be computed. The error is a sentence for the author.
pub async fn compute_patch(sent: &Patch<String>, now: Timestamp) -> Result<Patch<Opening>, String> {
    match sent {
        Patch::Absent => Ok(Patch::Absent),
        Patch::Null => Ok(Patch::Null),
        Patch::Value(text) => {
            let opening = compute_blocking(text.clone(), now).await?;
            Ok(opening.non_empty().map_or(Patch::Null, Patch::Value))
        }
    }
}

impl Opening {
    /// `None` if nothing was computed.
    pub fn non_empty(self) -> Option<Self> {
        (!self.weeks.is_empty()).then_some(self)
    }
}

/// [`compute`] on a thread for blocking work, because an unusual text may take some milliseconds.
pub async fn compute_blocking(text: String, now: Timestamp) -> Result<Opening, String> {
    // A panic of the parser means that the text cannot be read.
    tokio::task::spawn_blocking(move || compute(&text, now)).await.unwrap_or_else(|_| Err(unreadable()))
}

/// When a schedule that was computed at `now` must be recomputed.
pub fn due(now: Timestamp) -> Timestamp {
    now.plus_seconds(REFRESH_AFTER_S)
}

/// The schedule from `now` on, with the results of opening_hours.js. It has no weeks if nothing can be computed. The
/// error is a sentence for the author.
pub fn compute(text: &str, now: Timestamp) -> Result<Opening, String> {
    let text = normalize(text);
    let expression: OpeningHoursExpression = text.parse().map_err(|error| error_message(&text, &error))?;
    ensure_short(&expression)?;
    let Division { computed, remarks } = divide(&expression);
    let monday = first_monday(now);
    let Some(computed) = computed else {
        return Ok(Opening { weeks: Vec::new(), until: monday.to_string(), remarks });
    };
    let hours: OpeningHours = computed.to_string().parse().map_err(|_| unreadable())?;
    let nights: Vec<[u16; 2]> = computed.rules.iter().flat_map(nights_of).collect();
    Ok(Opening { remarks, ..weeks(&hours, &nights, monday)? })
}

/// Warnings for the author of a valid text.
pub fn warnings(text: &str) -> Vec<Warning> {
    let expression = normalize(text).parse::<OpeningHoursExpression>();
    expression.ok().and_then(|expression| warning(&expression)).into_iter().collect()
}

fn error_message(text: &str, error: &Error) -> String {
    use pest::error::InputLocation;
    match error {
        Error::Syntax(error) => {
            let (InputLocation::Pos(byte) | InputLocation::Span((byte, _))) = error.location;
            let position = text.char_indices().take_while(|(at, _)| *at < byte).count() + 1;
            format!("Opening hours cannot be read from character {position} on; {EXAMPLE}")
        }
        Error::Unsupported(_) => "Each time needs an end, as in 07:00-17:00".to_owned(),
        Error::InvertedYearRange { .. } | Error::InvertedWeekRange { .. } => {
            "A range of years or weeks must begin before it ends".to_owned()
        }
        _ => unreadable(),
    }
}

fn unreadable() -> String {
    format!("Opening hours cannot be read; {EXAMPLE}")
}

/// Rejects texts whose computation would be expensive.
fn ensure_short(hours: &OpeningHoursExpression) -> Result<(), String> {
    let parts = |rule: &RuleSequence| {
        let days = &rule.day_selector;
        1 + days.year.len()
            + days.monthday.len()
            + days.week.len()
            + days.weekday.len()
            + rule.time_selector.spans.len()
    };
    if hours.rules.iter().map(parts).sum::<usize>() > MAX_PARTS {
        return Err(format!("Opening hours may name at most {MAX_PARTS} days, seasons and times"));
    }
    Ok(())
}

/// The last Monday such that the schedule includes yesterday in every time zone.
fn first_monday(now: Timestamp) -> NaiveDate {
    let today = DateTime::<Utc>::from_timestamp_millis(now.0).unwrap_or_default().date_naive();
    let first_day = today - Days::new(2);
    first_day - Days::new(first_day.weekday().num_days_from_monday().into())
}

fn weeks(hours: &OpeningHours, nights: &[[u16; 2]], monday: NaiveDate) -> Result<Opening, String> {
    let days = days(hours, nights, monday);
    if days.iter().map(Vec::len).sum::<usize>() > MAX_SPANS * 7 {
        return Err(too_varied());
    }
    let mut weeks: Vec<Week> = Vec::new();
    for (at, week) in days.chunks(7).enumerate() {
        if weeks.last().is_none_or(|last| last.days != week) {
            weeks.push(Week { from: (monday + Days::new(at as u64 * 7)).to_string(), days: week.to_vec() });
        }
    }
    if weeks.iter().flat_map(|week| &week.days).map(Vec::len).sum::<usize>() > MAX_SPANS {
        return Err(too_varied());
    }
    Ok(Opening { weeks, until: (monday + Days::new(WEEKS * 7)).to_string(), remarks: Vec::new() })
}

fn too_varied() -> String {
    "Opening hours differ from week to week in too many ways".to_owned()
}

/// The spans of each day. A span of one rule that passes midnight belongs to the day on which it begins; spans of two
/// rules that meet at midnight stay separate.
fn days(hours: &OpeningHours, nights: &[[u16; 2]], monday: NaiveDate) -> Vec<Vec<[u16; 2]>> {
    // One day more at both ends, whose nights may reach into the first day or begin on the last one.
    let mut days: Vec<Vec<[u16; 2]>> =
        (0..=WEEKS * 7 + 1).map(|at| spans(hours, monday - Days::new(1) + Days::new(at))).collect();
    for at in 1..days.len() {
        let (before, rest) = days.split_at_mut(at);
        let (Some(last), Some(first)) = (before[at - 1].last_mut(), rest[0].first()) else { continue };
        let is_night = |[start, end]: &[u16; 2]| last[0] <= *start && first[1] == *end;
        if last[1] == MINUTES_PER_DAY && first[0] == 0 && nights.iter().any(is_night) {
            last[1] += first[1];
            rest[0].remove(0);
        }
    }
    days.pop();
    days.remove(0);
    days
}

/// The spans of one day, from midnight to midnight.
fn spans(hours: &OpeningHours, day: NaiveDate) -> Vec<[u16; 2]> {
    let mut spans: Vec<[u16; 2]> = Vec::new();
    for range in hours.schedule_at(day).into_iter().filter(|range| range.kind == RuleKind::Open) {
        let [from, to] = [range.range.start, range.range.end].map(|time| time.mins_from_midnight());
        match spans.last_mut() {
            Some(last) if last[1] == from => last[1] = to,
            _ => spans.push([from, to]),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;

    /// A Sunday: the 22nd of November 2026, 20:00 in Hanoi.
    const NOW: Timestamp = Timestamp(1_795_352_400_000);

    fn opening(text: &str) -> Opening {
        compute(text, NOW).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn refusal(text: &str) -> String {
        compute(text, NOW).expect_err(text)
    }

    // R209
    #[test]
    fn regular_hours_are_one_week_for_thirteen_months() {
        let Opening { weeks, until, .. } = opening("Mo-Fr 07:00-11:30,13:00-17:00; Sa 08:00-12:00");
        assert_eq!(weeks.len(), 1);
        assert_eq!((weeks[0].from.as_str(), until.as_str()), ("2026-11-16", "2027-12-20"));
        assert_eq!(weeks[0].days[0], [[420, 690], [780, 1020]]);
        assert_eq!(weeks[0].days[5], [[480, 720]]);
        assert_eq!(weeks[0].days[6], [[0_u16; 2]; 0]);
    }

    // R209
    #[test]
    fn closed_days_of_one_week_make_separate_weeks() {
        let weeks = opening("07:00-17:00; 2027 Feb 05-11 off").weeks;
        let from: Vec<&str> = weeks.iter().map(|week| week.from.as_str()).collect();
        assert_eq!(from, ["2026-11-16", "2027-02-01", "2027-02-08", "2027-02-15"]);
        assert_eq!(weeks[1].days.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1, 1, 0, 0, 0]);
        assert_eq!(weeks[2].days.iter().map(Vec::len).collect::<Vec<_>>(), [0, 0, 0, 0, 1, 1, 1]);
        assert_eq!(weeks[3].days, weeks[0].days);
    }

    // R209
    #[test]
    fn hours_past_midnight_belong_to_the_day_they_began() {
        let days = &opening("Fr,Sa 18:00-02:00").weeks[0].days;
        assert_eq!(days[4], [[1080, 1560]]);
        assert_eq!(days[5], [[1080, 1560]]);
        assert_eq!(days[6], [[0_u16; 2]; 0]);
        assert_eq!(opening("24/7").weeks[0].days, vec![vec![[0, 1440]]; 7]);
    }

    #[test]
    fn adjacent_hours_of_two_rules_stay_on_their_days() {
        let days = opening("Fr 08:00-24:00; Sa 00:00-20:00").weeks[0].days.clone();
        assert_eq!(days[4..6], [vec![[480, 1440]], vec![[0, 1200]]]);
        let days = opening("Mo 22:00-24:00; Tu 00:00-24:00; We 00:00-06:00").weeks[0].days.clone();
        assert_eq!(days[..3], [vec![[1320, 1440]], vec![[0, 1440]], vec![[0, 360]]]);
        let days = opening("Fr 18:00-24:00; Sa 00:00-02:00; Su 17:00-02:00").weeks[0].days.clone();
        assert_eq!(days[4..], [vec![[1080, 1440]], vec![[0, 120]], vec![[1020, 1560]]]);
    }

    #[test]
    fn closed_day_after_a_night_follows_the_specification() {
        // A rule replaces whole days: the night before ends at midnight, and its own night goes on behind it.
        let days = opening("Mo-Su 17:00-02:00; We off").weeks[0].days.clone();
        assert_eq!(days[1..4], [vec![[1020, 1440]], vec![], vec![[0, 120], [1020, 1560]]]);
    }

    #[tokio::test]
    async fn uncomputable_rules_become_remarks_and_the_rest_is_used() {
        let week = |text: &str| opening(text).weeks[0].days.clone();
        for (text, rest, remark) in [
            ("Mo-Su 07:00-17:00; PH off", "Mo-Su 07:00-17:00", "PH closed"),
            ("Mo-Su,PH 07:00-17:00", "Mo-Su 07:00-17:00", "Mo-Su,PH 07:00-17:00"),
            ("Mo-Fr 08:00-12:00 || \"by appointment\"", "Mo-Fr 08:00-12:00", "\"by appointment\""),
        ] {
            assert_eq!(week(text), week(rest), "{text}");
            assert_eq!(opening(text).remarks, [remark], "{text}");
        }
        for text in ["sunrise-sunset", "18:00+", "PH off", "\"by appointment\"", "Mo-Su 08:00-17:00; Sa unknown"] {
            let Opening { weeks, remarks, .. } = opening(text);
            assert!(weeks.is_empty() && !remarks.is_empty(), "{text}");
            assert_eq!(compute_patch(&Patch::Value(text.to_owned()), NOW).await, Ok(Patch::Null), "{text}");
        }
    }

    #[test]
    fn unreadable_text_is_rejected_with_a_sentence() {
        for (text, sentence) in [
            ("7am-5pm", "Opening hours cannot be read from character 1 on"),
            ("Mo-Su 07:00-17:00; T\u{1ebf}t off", "Opening hours cannot be read from character 20 on"),
            ("2028-2027 07:00-17:00", "A range of years or weeks must begin before it ends"),
            ("", "Opening hours cannot be read from character 1 on"),
        ] {
            let refusal = refusal(text);
            assert!(refusal.starts_with(sentence), "{text}: {refusal}");
        }
    }

    /// The result of opening_hours.js for a text at the moments of the golden file (open, closed, or unknown), and the
    /// result here: the weeks, or the reason why some rules are remarks. The tests of the client read both.
    #[derive(Deserialize, Serialize)]
    struct Case {
        hours: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        open: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        kept: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        opening: Option<Opening>,
    }

    #[derive(Deserialize, Serialize)]
    struct Golden {
        zone: String,
        moments: Vec<String>,
        cases: Vec<Case>,
    }

    /// Why a text is not computed completely.
    fn reason(hours: &str) -> &'static str {
        let has = |parts: &[&str]| parts.iter().any(|part| hours.contains(part));
        match hours {
            _ if has(&["PH", "SH"]) => "holidays",
            _ if has(&["sun", "dawn", "dusk"]) => "sun",
            _ if hours.contains('+') => "open end",
            _ => "uncertain",
        }
    }

    /// Whether it is open at a local moment such as `2026-11-23T07:00`.
    fn is_open(opening: &Opening, moment: &str) -> bool {
        let (date, time) = moment.split_once('T').expect("a moment");
        let date: NaiveDate = date.parse().expect("a date");
        let minute = time[..2].parse::<u16>().expect("hours") * 60 + time[3..].parse::<u16>().expect("minutes");
        let spans = |date: NaiveDate| {
            let week = opening.weeks.iter().rfind(|week| week.from.as_str() <= date.to_string().as_str());
            week.map(|week| week.days[date.weekday().num_days_from_monday() as usize].clone()).unwrap_or_default()
        };
        let holds = |minute: u16| move |[from, to]: &[u16; 2]| (*from..*to).contains(&minute);
        spans(date).iter().any(holds(minute)) || spans(date - Days::new(1)).iter().any(holds(minute + MINUTES_PER_DAY))
    }

    #[test]
    fn golden_texts_are_open_when_opening_hours_js_says_so() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/opening_hours.json");
        let text = std::fs::read_to_string(path).expect("the golden file");
        let mut golden: Golden = serde_json::from_str(&text).expect("a golden file");
        assert_eq!((golden.cases.len(), golden.moments.len()), (200, 50));
        let mut wrong = Vec::new();
        for case in &mut golden.cases {
            let opening = match compute(&case.hours, NOW) {
                Ok(opening) => opening,
                Err(sentence) => {
                    wrong.push(format!("{}: {sentence}", case.hours));
                    continue;
                }
            };
            let remark_reason = (!opening.remarks.is_empty()).then(|| reason(&case.hours).to_owned());
            let computed: String =
                golden.moments.iter().map(|moment| if is_open(&opening, moment) { '1' } else { '0' }).collect();
            if remark_reason.is_none() && Some(&computed) != case.open.as_ref() {
                wrong.push(format!("{}\n  js   {:?}\n  ours {computed}", case.hours, case.open));
            }
            let opening = opening.non_empty();
            if std::env::var("BLESS").is_err() && (&case.kept, &case.opening) != (&remark_reason, &opening) {
                wrong.push(format!("{}: {opening:?}, {remark_reason:?}", case.hours));
            }
            (case.kept, case.opening) = (remark_reason, opening);
        }
        assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), golden.cases.len(), wrong.join("\n"));
        if std::env::var("BLESS").is_ok() {
            let lines: Vec<String> =
                golden.cases.iter().map(|case| serde_json::to_string(case).expect("plain data")).collect();
            let moments = serde_json::to_string(&golden.moments).expect("plain data");
            let head = format!("{{\"zone\": {:?}, \"moments\": {moments}, \"cases\": [", golden.zone);
            std::fs::write(path, format!("{head}\n{}\n]}}\n", lines.join(",\n"))).expect("written");
        }
    }

    #[test]
    fn hostile_hours_are_computed_fast_and_stay_short() {
        let many = |part: &str, end: &str| {
            let mut text = part.repeat(255 / part.len());
            text.truncate(text.trim_end_matches([',', ';', ' ']).len());
            text + end
        };
        for text in [
            many("08:00-08:01,", ""),
            many("Mo,", " 08:00-09:00"),
            many("Feb 29,", " 08:00-09:00"),
            many("Jan 1-Dec 31;", ""),
            many("easter,", " off"),
            many("24/7;", ""),
            many("Mo[1,2,3,4,5],", ""),
            many("(", ""),
            format!("week 1-53/2 {}", many("08:00-08:01,09:00-09:01,", "")),
        ] {
            let begun = Instant::now();
            let result = compute(&text, NOW);
            // It takes some milliseconds; the limit is for a busy machine.
            assert!(begun.elapsed() < Duration::from_secs(2), "{text}: {:?}", begun.elapsed());
            if let Ok(opening) = result {
                let json = serde_json::to_string(&opening).expect("plain data");
                assert!(json.len() < 16_000, "{text}: {} bytes", json.len());
            }
        }
        assert_eq!(refusal(&many("Mo,", " 08:00-09:00")), "Opening hours may name at most 40 days, seasons and times");
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_rejected(parts in proptest::collection::vec(prop_oneof![
            Just("Mo-Fr "), Just("Su,"), Just("Mo[-1] "), Just("+3 days "), Just("Feb 29-Mar 1 "), Just("easter "),
            Just("2026-9999/2 "), Just("week 1-53/3 "), Just("22:00-48:00 "), Just("00:00-24:00,"), Just("/00:01"),
            Just("(dusk+23:59)-(dusk+23:59) "), Just("off"), Just("; "), Just(" || "), Just(", "), Just("\"é\" "),
        ], 0..12)) {
            if let Ok(Opening { weeks, .. }) = compute(&parts.concat(), NOW) {
                for day in weeks.iter().flat_map(|week| &week.days) {
                    prop_assert!(day.iter().all(|[from, to]| from < to && *from < MINUTES_PER_DAY && *to <= 2 * MINUTES_PER_DAY), "{day:?}");
                    prop_assert!(day.windows(2).all(|pair| pair[0][1] < pair[1][0]), "{day:?}");
                }
            }
        }
    }
}
