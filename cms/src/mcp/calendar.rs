//! Opening hours of single days, from the opening schedule of a place. All times are those of the region.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveDateTime, Timelike, Utc};
use chrono_tz::Tz;
use serde_json::{Value, json};

use crate::common::clock::Timestamp;
use crate::http::problem::{Code, FieldError, Problem};
use crate::places::opening_hours::schedule::{MINUTES_PER_DAY, Opening};

/// A day, or a minute of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DayOrTime {
    /// The day.
    pub day: NaiveDate,
    /// The minute from midnight. `None`: any time of the day.
    pub minute: Option<u16>,
}

/// The pattern of a parameter that is a date.
pub const DATE_PATTERN: &str = r"^\d{4}-\d{2}-\d{2}$";
/// The pattern of a parameter that is a date or a local time.
pub const DATE_OR_TIME_PATTERN: &str = r"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$";

impl DayOrTime {
    /// Parses `2026-12-06` or `2026-12-06T10:00`. Errors: 400 that names `field`.
    pub fn parse(field: &str, text: &str) -> Result<Self, Problem> {
        let moment = NaiveDateTime::parse_from_str(text.trim(), "%Y-%m-%dT%H:%M");
        let moment = moment.map(|at| Self { day: at.date(), minute: u16::try_from(at.hour() * 60 + at.minute()).ok() });
        moment.or_else(|_| parse_date(field, text).map(|day| Self { day, minute: None })).map_err(|_: Problem| {
            invalid_date(field, "must be a date like 2026-12-06, or a local time like 2026-12-06T10:00")
        })
    }

    /// Whether a place with the schedule `opening` is open. `None` without a schedule, or if it does not cover the day.
    /// Without a time, the place counts as open if an opening period begins on the day.
    pub fn is_open(self, opening: Option<&Opening>) -> Option<bool> {
        let opening = opening?;
        let day_periods = opening_periods(opening, self.day)?;
        let Some(minute) = self.minute else { return Some(!day_periods.is_empty()) };
        // An opening period of the day before may continue after midnight.
        let previous_day_periods = opening_periods(opening, self.day - Days::new(1)).unwrap_or_default();
        let contains_minute = |[start, end]: &[u16; 2], minute: u16| *start <= minute && minute < *end;
        Some(
            day_periods.iter().any(|period| contains_minute(period, minute))
                || previous_day_periods.iter().any(|period| contains_minute(period, minute + MINUTES_PER_DAY)),
        )
    }

    /// The day, its weekday and the time as JSON.
    pub fn json(self) -> Value {
        let time = self.minute.map(format_minute);
        json!({ "date": self.day.to_string(), "weekday": weekday(self.day), "time": time })
    }
}

/// Parses a date. Errors: 400 that names `field`.
pub fn parse_date(field: &str, text: &str) -> Result<NaiveDate, Problem> {
    NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d")
        .map_err(|_| invalid_date(field, "must be a date like 2026-12-06"))
}

/// 400 for an invalid date or time. The message is the name of the field, followed by `rule`.
pub fn invalid_date(field: &str, rule: &str) -> Problem {
    Problem::bad_request(vec![FieldError::new(Code::DateInvalid, field, format!("{field} {rule}"))])
}

/// The local time of a moment. An unknown time zone counts as UTC.
pub fn local_time(time: Timestamp, zone: &str) -> DateTime<Tz> {
    let zone: Tz = zone.parse().unwrap_or_default();
    DateTime::<Utc>::from_timestamp_millis(time.0).unwrap_or_default().with_timezone(&zone)
}

/// The English name of the weekday.
pub fn weekday(day: NaiveDate) -> &'static str {
    const NAMES: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    NAMES[day.weekday().num_days_from_monday() as usize]
}

/// The opening periods that begin on a day, in minutes from its midnight; `None` if the schedule does not cover it.
pub fn opening_periods(opening: &Opening, day: NaiveDate) -> Option<&[[u16; 2]]> {
    // Texts of ISO 8601 dates sort in the order of the dates.
    let date = day.to_string();
    let week = opening.weeks.iter().rfind(|week| week.from <= date).filter(|_| date < opening.until)?;
    week.days.get(day.weekday().num_days_from_monday() as usize).map(Vec::as_slice)
}

/// A day of an opening schedule as JSON: its hours in words and as times.
pub fn opening_hours_json(opening: Option<&Opening>, day: NaiveDate) -> Value {
    let periods = opening.and_then(|opening| opening_periods(opening, day));
    let times = periods
        .map(|periods| periods.iter().map(|[from, to]| [format_minute(*from), format_minute(*to)]).collect::<Vec<_>>());
    json!({ "date": day.to_string(), "weekday": weekday(day), "hours": describe_periods(periods), "periods": times })
}

/// Opening periods in words: `unknown` for `None`, and `closed` if there is no period.
pub fn describe_periods(periods: Option<&[[u16; 2]]>) -> String {
    match periods {
        None => "unknown".to_owned(),
        Some([]) => "closed".to_owned(),
        Some([[0, MINUTES_PER_DAY]]) => "open 24 hours".to_owned(),
        Some(periods) => {
            let describe_period = |[from, to]: &[u16; 2]| {
                let next_day_note = if *to > MINUTES_PER_DAY { " (the next day)" } else { "" };
                format!("{}–{}{next_day_note}", format_minute(*from), format_minute(*to))
            };
            periods.iter().map(describe_period).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The time as text, such as `07:00`. Midnight at the end of a day is `24:00`. Later minutes are a time of the next
/// day: 1500 is `01:00`.
fn format_minute(minute: u16) -> String {
    let minute = if minute > MINUTES_PER_DAY { minute - MINUTES_PER_DAY } else { minute };
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::opening_hours::schedule::compute_schedule;

    fn opening(text: &str) -> Opening {
        compute_schedule(text, Timestamp(1_795_248_000_000)).expect("opening hours")
    }

    fn is_open(text: &str, when: &str) -> Option<bool> {
        DayOrTime::parse("openAt", when).expect("a time").is_open(Some(&opening(text)))
    }

    // R486
    #[test]
    fn place_is_open_during_its_periods_and_invalid_times_are_refused() {
        assert_eq!(is_open("Mo-Su 07:00-16:00", "2026-12-06"), Some(true));
        assert_eq!(is_open("Mo-Sa 07:00-16:00", "2026-12-06"), Some(false), "a Sunday");
        assert_eq!(is_open("Mo-Su 07:00-16:00", "2026-12-06T06:59"), Some(false));
        assert_eq!(is_open("Mo-Su 07:00-16:00", "2026-12-06T07:00"), Some(true));
        assert_eq!(is_open("Mo-Su 07:00-16:00", "2026-12-06T16:00"), Some(false));
        assert_eq!(is_open("Sa 18:00-02:00", "2026-12-06T01:30"), Some(true), "the night before");
        assert_eq!(is_open("Sa 18:00-02:00", "2026-12-06"), Some(false), "no period begins on Sunday");
        assert_eq!(is_open("Mo-Su 07:00-16:00", "2029-01-01"), None, "beyond the schedule");
        assert_eq!(DayOrTime::parse("openAt", "2026-12-06").expect("a day").is_open(None), None);
        for text in ["Sunday", "2026-13-01", "2026-12-06T25:00", "2026-12-06T10:00Z", ""] {
            let problem = DayOrTime::parse("openAt", text).expect_err(text);
            assert_eq!((&*problem.errors[0].field, problem.errors[0].code), ("openAt", Code::DateInvalid));
        }
    }

    #[test]
    fn periods_are_put_into_words() {
        let words_on = |text: &str| {
            let day = parse_date("from", "2026-12-06").expect("a date");
            describe_periods(opening_periods(&opening(text), day))
        };
        assert_eq!(words_on("Mo-Su 07:00-11:30,13:00-17:00"), "07:00–11:30, 13:00–17:00");
        assert_eq!(words_on("Mo-Su 18:00-02:00"), "18:00–02:00 (the next day)");
        assert_eq!(words_on("Mo-Su 16:00-24:00"), "16:00–24:00");
        assert_eq!(words_on("24/7"), "open 24 hours");
        assert_eq!(words_on("Mo-Sa 07:00-16:00"), "closed");
        assert_eq!(describe_periods(None), "unknown");
    }
}
