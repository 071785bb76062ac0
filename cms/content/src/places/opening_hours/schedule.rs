//! Computes opening schedules from opening hours in OpenStreetMap's syntax.
//!
//! The text is normalized and parsed. Its rules are divided into rules that can be computed, and remarks. A schedule
//! covers thirteen months. It is computed when the hours are written, and stored in the row of the place; `refresh.rs`
//! recomputes it long before it ends. So clients need no parser: the static pages compute what is open now from the
//! minutes of the schedule (`cms/client/src/opening`). All times are local, so the time zone does not matter.
//!
//! This file has more than 400 lines, because the warnings, the remarks and the schedule interpret the same rules.

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use opening_hours::OpeningHours;
use opening_hours_syntax::Error;
use opening_hours_syntax::rules::day::WeekDayRange;
use opening_hours_syntax::rules::time::{Time, TimeSelector};
use opening_hours_syntax::rules::{OpeningHoursExpression, RuleKind, RuleOperator, RuleSequence};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::http::input::update::FieldPatch;
use crate::http::problem::Warning;

/// The number of weeks of a schedule: thirteen months.
const SCHEDULE_WEEKS: u64 = 57;
/// The age at which a schedule is recomputed, in seconds. The schedule then still covers about a year.
const REFRESH_AFTER_S: i64 = 28 * 24 * 60 * 60;
/// The maximum number of rules, days, seasons and times in a text of opening hours. The number is limited because all
/// of them are evaluated for each day of the schedule.
const MAX_PARTS: usize = 40;
/// The maximum number of spans (opening periods of a day) in all weeks of a schedule. The number is limited because a
/// response may contain the schedules of a thousand places.
const MAX_SPANS: usize = 1000;

const TOO_VARIED: &str = "Opening hours vary too much from week to week";
const FORMAT_HINT: &str = "enter them like Mo-Fr 07:00-11:30,13:00-17:00; Su off";

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

/// The change of the stored schedule for the opening hours of a request. `Absent` if the request has no opening hours,
/// `Null` if it removes them or nothing can be computed. The error is a sentence for the author.
pub async fn compute_schedule_patch(sent: &FieldPatch<String>, now: Timestamp) -> Result<FieldPatch<Opening>, String> {
    match sent {
        FieldPatch::Absent => Ok(FieldPatch::Absent),
        FieldPatch::Null => Ok(FieldPatch::Null),
        FieldPatch::Value(text) => {
            let opening = compute_schedule_on_blocking_thread(text.clone(), now).await?;
            Ok(opening.non_empty().map_or(FieldPatch::Null, FieldPatch::Value))
        }
    }
}

impl Opening {
    /// The unchanged schedule. `None` if the schedule has no weeks, because nothing could be computed.
    pub fn non_empty(self) -> Option<Self> {
        (!self.weeks.is_empty()).then_some(self)
    }
}

/// [`compute_schedule`] on a thread for blocking work, because an unusual text may take some milliseconds.
pub async fn compute_schedule_on_blocking_thread(text: String, now: Timestamp) -> Result<Opening, String> {
    // If the parser panics, the text is rejected as invalid.
    tokio::task::spawn_blocking(move || compute_schedule(&text, now))
        .await
        .unwrap_or_else(|_| Err(invalid_hours_message()))
}

/// When a schedule that was computed at `now` must be recomputed.
pub fn next_refresh_at(now: Timestamp) -> Timestamp {
    now.plus_seconds(REFRESH_AFTER_S)
}

/// Computes the schedule of thirteen months, from a Monday shortly before `now` on. Its times equal those of the
/// JavaScript library opening_hours.js. The schedule has no weeks if nothing can be computed. The error is a sentence
/// for the author.
pub fn compute_schedule(text: &str, now: Timestamp) -> Result<Opening, String> {
    let text = normalize_opening_hours(text);
    let expression: OpeningHoursExpression = text.parse().map_err(|error| error_message(&text, &error))?;
    ensure_few_parts(&expression)?;
    let (computable, remarks) = split_rules(&expression);
    let monday = first_monday(now);
    let Some(computable) = computable else {
        return Ok(Opening { weeks: Vec::new(), until: monday.to_string(), remarks });
    };
    let hours: OpeningHours = computable.to_string().parse().map_err(|_| invalid_hours_message())?;
    let nights: Vec<[u16; 2]> = computable.rules.iter().flat_map(spans_past_midnight).collect();
    Ok(Opening { remarks, ..schedule_without_remarks(&hours, &nights, monday)? })
}

/// The warnings for the author of a text. Empty if the text is invalid.
pub fn warnings(text: &str) -> Vec<Warning> {
    let expression = normalize_opening_hours(text).parse::<OpeningHoursExpression>();
    expression.ok().and_then(|expression| night_cut_warning(&expression)).into_iter().collect()
}

fn error_message(text: &str, error: &Error) -> String {
    use pest::error::InputLocation;
    match error {
        Error::Syntax(error) => {
            let (InputLocation::Pos(byte) | InputLocation::Span((byte, _))) = error.location;
            let position = text.char_indices().take_while(|(at, _)| *at < byte).count() + 1;
            format!("Opening hours are not valid starting at character {position}: {FORMAT_HINT}")
        }
        Error::Unsupported(_) => "Each time must have an end, as in 07:00-17:00".to_owned(),
        Error::InvertedYearRange { .. } | Error::InvertedWeekRange { .. } => {
            "Year and week ranges must start before they end".to_owned()
        }
        _ => invalid_hours_message(),
    }
}

fn invalid_hours_message() -> String {
    format!("Opening hours are not valid: {FORMAT_HINT}")
}

/// Rejects opening hours with more than [`MAX_PARTS`] parts, because computing their schedule would take too long.
fn ensure_few_parts(hours: &OpeningHoursExpression) -> Result<(), String> {
    let parts = |rule: &RuleSequence| {
        let days = &rule.day_selector;
        let day_parts = days.year.len() + days.monthday.len() + days.week.len() + days.weekday.len();
        1 + day_parts + rule.time_selector.spans.len()
    };
    if hours.rules.iter().map(parts).sum::<usize>() > MAX_PARTS {
        return Err(format!("Opening hours can have at most {MAX_PARTS} days, seasons and times"));
    }
    Ok(())
}

/// The first day of a schedule computed at `now`: the latest Monday that is not after yesterday in any time zone.
fn first_monday(now: Timestamp) -> NaiveDate {
    let today = DateTime::<Utc>::from_timestamp_millis(now.0).unwrap_or_default().date_naive();
    let first_day = today - Days::new(2);
    first_day - Days::new(first_day.weekday().num_days_from_monday().into())
}

fn schedule_without_remarks(hours: &OpeningHours, nights: &[[u16; 2]], monday: NaiveDate) -> Result<Opening, String> {
    let days = spans_by_day(hours, nights, monday);
    if days.iter().map(Vec::len).sum::<usize>() > MAX_SPANS * 7 {
        return Err(TOO_VARIED.to_owned());
    }
    let mut weeks: Vec<Week> = Vec::new();
    for (at, week) in days.chunks(7).enumerate() {
        if weeks.last().is_none_or(|last| last.days != week) {
            weeks.push(Week { from: (monday + Days::new(at as u64 * 7)).to_string(), days: week.to_vec() });
        }
    }
    if weeks.iter().flat_map(|week| &week.days).map(Vec::len).sum::<usize>() > MAX_SPANS {
        return Err(TOO_VARIED.to_owned());
    }
    Ok(Opening { weeks, until: (monday + Days::new(SCHEDULE_WEEKS * 7)).to_string(), remarks: Vec::new() })
}

/// The spans of each day of the schedule. `nights` has the spans of all rules that pass midnight (see
/// [`spans_past_midnight`]). A span of one rule that passes midnight belongs to the day on which it begins. Spans of
/// two rules that meet at midnight stay separate.
fn spans_by_day(hours: &OpeningHours, nights: &[[u16; 2]], monday: NaiveDate) -> Vec<Vec<[u16; 2]>> {
    // One more day is computed at both ends, because hours may pass midnight into the first day, or from the last day
    // into the next.
    let mut days: Vec<Vec<[u16; 2]>> = (0..=SCHEDULE_WEEKS * 7 + 1)
        .map(|at| open_spans_of_day(hours, monday - Days::new(1) + Days::new(at)))
        .collect();
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

/// The spans in which the place is open on one day, from midnight to midnight.
fn open_spans_of_day(hours: &OpeningHours, day: NaiveDate) -> Vec<[u16; 2]> {
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

/// The number of minutes of a day.
pub const MINUTES_PER_DAY: u16 = 24 * 60;
const HOLIDAY_ABBREVIATIONS: [&str; 2] = ["PH", "SH"];
const DAY_ABBREVIATIONS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const DAY_NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTH_ABBREVIATIONS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const KEYWORDS: [&str; 13] = [
    "off", "closed", "open", "unknown", "easter", "week", "day", "days", "sunrise", "sunset", "dawn", "dusk", "holiday",
];

/// A token of the text. A comment in quotation marks is one token.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// A day, a month, or `PH` or `SH` for holidays.
    CalendarName(String),
    /// Any other word, or a comment with its quotation marks.
    Word(String),
    /// Digits, or a time such as `08:00`.
    Number(String),
    Symbol(char),
    Space,
}

/// Normalizes a text to the form of the specification: ASCII dashes, digits and blanks, two-digit hours, English day
/// and month names in their usual form, no empty rules. Authors and other software often write the same hours in other
/// forms. In comments in quotation marks, only characters such as typographic dashes are replaced.
pub fn normalize_opening_hours(text: &str) -> String {
    let tokens = tokens(text);
    let mut normalized = String::with_capacity(text.len());
    for (at, token) in tokens.iter().enumerate() {
        let before = tokens[..at].iter().rev().find(|token| **token != Token::Space);
        let after = tokens[at + 1..].iter().find(|token| **token != Token::Space);
        match token {
            Token::Space => {
                let is_dash = |side: Option<&Token>| side == Some(&Token::Symbol('-'));
                let within_range =
                    (is_dash(after) && can_bound_range(before)) || (is_dash(before) && can_bound_range(after));
                let is_needed = !normalized.is_empty() && !normalized.ends_with([' ', ';']) && after.is_some();
                // The space after a comma is dropped in lists of days, such as "Mo, We", and of times, such as "12:00,
                // 13:00".
                let within_list = before == Some(&Token::Symbol(',')) && is_list_separator(&tokens[..at], after);
                if is_needed && !within_range && !within_list && after != Some(&Token::Symbol(';')) {
                    normalized.push(' ');
                }
            }
            Token::Symbol(';') => {
                let length = normalized.trim_end().len();
                normalized.truncate(length);
                if !normalized.is_empty() && !normalized.ends_with(';') && after.is_some() {
                    normalized.push(';');
                }
            }
            // A colon after a selector is optional and is dropped. The colon of a time is part of the number token.
            Token::Symbol(':') => {}
            token => {
                // A comma between a time and a day or a month begins another rule.
                let is_next_rule = matches!(token, Token::CalendarName(_))
                    && normalized.ends_with(',')
                    && matches!(token_before_comma(&tokens[..at]), Some(Token::Number(time)) if time.contains(':'));
                if normalized.ends_with(';') || is_next_rule {
                    normalized.push(' ');
                }
                match token {
                    Token::CalendarName(text) | Token::Word(text) | Token::Number(text) => normalized.push_str(text),
                    Token::Symbol(sign) => normalized.push(*sign),
                    Token::Space => {}
                }
            }
        }
    }
    normalized.trim_end_matches([' ', ';']).to_owned()
}

/// Whether a range may begin or end with this token. A dash after `easter` begins an offset in days instead.
fn can_bound_range(token: Option<&Token>) -> bool {
    matches!(token, Some(Token::CalendarName(_) | Token::Number(_) | Token::Symbol(']' | ')' | '(')))
        || matches!(token, Some(Token::Word(word)) if ["sunrise", "sunset", "dawn", "dusk"].contains(&word.as_str()))
}

/// The last token before the last comma that is not a space. `None` without a comma.
fn token_before_comma(tokens: &[Token]) -> Option<&Token> {
    let comma = tokens.iter().rposition(|token| *token == Token::Symbol(','))?;
    tokens[..comma].iter().rev().find(|token| **token != Token::Space)
}

/// Whether the last comma in `tokens` separates two names or two times. `after` is the token after the comma.
fn is_list_separator(tokens: &[Token], after: Option<&Token>) -> bool {
    match (token_before_comma(tokens), after) {
        (Some(Token::CalendarName(_)), Some(Token::CalendarName(_))) => true,
        (Some(Token::Number(one)), Some(Token::Number(other))) => one.contains(':') && other.contains(':'),
        _ => false,
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let characters: Vec<char> = text.chars().filter_map(normalize_char).collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let count_while = |is: fn(&char) -> bool| characters[at..].iter().take_while(|character| is(character)).count();
        let (token, length) = match characters[at] {
            '"' => {
                let end = characters[at + 1..].iter().position(|character| *character == '"');
                let length = end.map_or(characters.len() - at, |end| end + 2);
                (Token::Word(characters[at..at + length].iter().collect()), length)
            }
            ' ' => (Token::Space, count_while(|character| *character == ' ')),
            digit if digit.is_ascii_digit() => number_token(&characters[at..]),
            letter if letter.is_alphabetic() => {
                let length = count_while(|character| character.is_alphabetic());
                (word_token(&characters[at..at + length].iter().collect::<String>()), length)
            }
            sign => (Token::Symbol(sign), 1),
        };
        tokens.push(token);
        at += length;
    }
    tokens
}

/// The character that the specification uses for this one. `None` for invisible characters.
fn normalize_char(character: char) -> Option<char> {
    match character {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' | '~' => Some('-'),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0),
        '\u{201c}'..='\u{201f}' => Some('"'),
        '\u{2236}' | '\u{a789}' => Some(':'),
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => None,
        blank if blank.is_whitespace() => Some(' '),
        other => Some(other),
    }
}

/// Reads digits, or a time such as `8:00` or `08.00` (two digits after a colon or a dot). Returns the token and the
/// number of characters that were read.
fn number_token(characters: &[char]) -> (Token, usize) {
    let digits = characters.iter().take_while(|character| character.is_ascii_digit()).count();
    let whole: String = characters[..digits].iter().collect();
    let minutes = characters.get(digits + 1..digits + 3);
    let is_time = digits <= 2
        && matches!(characters.get(digits), Some(':' | '.'))
        && minutes.is_some_and(|minutes| minutes.iter().all(char::is_ascii_digit))
        && !characters.get(digits + 3).is_some_and(char::is_ascii_digit);
    match minutes {
        Some(minutes) if is_time => {
            (Token::Number(format!("{whole:0>2}:{}", minutes.iter().collect::<String>())), digits + 3)
        }
        _ => (Token::Number(whole), digits),
    }
}

fn word_token(word: &str) -> Token {
    let lower = word.to_lowercase();
    let mut names = HOLIDAY_ABBREVIATIONS.iter().chain(&DAY_ABBREVIATIONS).chain(&MONTH_ABBREVIATIONS).copied();
    let is_day = |day: &str| lower.len() >= 3 && (day.starts_with(&lower) || lower.starts_with(day));
    let day = || DAY_NAMES.iter().position(|day| is_day(day)).map(|at| DAY_ABBREVIATIONS[at]);
    match names.find(|name| name.eq_ignore_ascii_case(word)).or_else(day) {
        Some(name) => Token::CalendarName(name.to_owned()),
        None if KEYWORDS.contains(&lower.as_str()) => Token::Word(lower),
        None => Token::Word(word.to_owned()),
    }
}

/// Divides opening hours into the rules that can be computed and remarks, the texts of the rules that cannot. The
/// first value is `None` if no rule can be computed.
///
/// Rules about holidays become remarks: the calendar of the parser lacks the holidays of the lunar calendar, so half of
/// the holidays would be wrong. If such a rule also names weekdays, it is computed for the weekdays. Uncertain rules
/// (see `is_uncertain`) become remarks too. Every day that an uncertain rule overrides is uncertain, so nothing is
/// computed. A fallback rule overrides nothing: if only fallback rules are uncertain, the other rules are computed.
fn split_rules(hours: &OpeningHoursExpression) -> (Option<OpeningHoursExpression>, Vec<String>) {
    let (mut rules, mut remarks, mut is_certain) = (Vec::new(), Vec::new(), true);
    for rule in &hours.rules {
        let is_holiday = |day: &WeekDayRange| matches!(day, WeekDayRange::Holiday { .. });
        if rule.day_selector.weekday.iter().any(is_holiday) {
            remarks.push(rule.to_string());
            let mut rest = rule.clone();
            rest.day_selector.weekday.retain(|day| !is_holiday(day));
            if rest.day_selector.weekday.is_empty() {
                continue;
            }
            is_certain &= !is_uncertain(&rest);
            rules.push(rest);
        } else if is_uncertain(rule) {
            remarks.push(remark(rule));
            is_certain &= rule.operator == RuleOperator::Fallback;
        } else {
            rules.push(rule.clone());
        }
    }
    let computable = (is_certain && !rules.is_empty()).then_some(OpeningHoursExpression { rules });
    (computable, remarks)
}

/// The text of a rule. For a rule that consists only of a comment, the comment in quotation marks.
fn remark(rule: &RuleSequence) -> String {
    let is_bare = rule.day_selector.is_empty() && rule.time_selector == TimeSelector::default();
    if is_bare && !rule.comment.is_empty() { format!("\"{}\"", rule.comment) } else { rule.to_string() }
}

/// Whether the open times of a rule are uncertain: relative to the sun, without an end, repeated at intervals,
/// "unknown", or subject to a comment such as "by appointment".
fn is_uncertain(rule: &RuleSequence) -> bool {
    let is_variable = |time: &Time| matches!(time, Time::Variable(_));
    rule.kind == RuleKind::Unknown
        || (rule.kind == RuleKind::Open && !rule.comment.is_empty())
        || rule.time_selector.spans.iter().any(|span| {
            span.open_end || span.repeats.is_some() || is_variable(&span.range.start) || is_variable(&span.range.end)
        })
}

/// A warning about the first rule that cuts a night of an earlier rule. A night is a time span that passes midnight.
/// The author may not have intended the cut.
///
/// A rule replaces whole days, from midnight to midnight. The night that begins on the previous day therefore ends at
/// midnight. Of the night that would begin on the replaced day, the part after midnight remains.
pub fn night_cut_warning(hours: &OpeningHoursExpression) -> Option<Warning> {
    hours.rules.iter().enumerate().skip(1).find_map(|(at, rule)| {
        let days = weekdays(rule)
            .filter(|_| rule.operator == RuleOperator::Normal && !rule.day_selector.weekday.is_empty())?;
        let (night_at, (night_days, end)) =
            hours.rules[..at].iter().enumerate().rev().find_map(|(earlier_at, earlier)| {
                let [_, end] = spans_past_midnight(earlier).next().filter(|_| earlier.kind == RuleKind::Open)?;
                let night_days = weekdays(earlier)?;
                let is_cut = |day: &usize| days[*day] && (night_days[(*day + 6) % 7] || night_days[*day]);
                (0..7).any(|day| is_cut(&day)).then_some((earlier_at, (night_days, end)))
            })?;
        Some(Warning {
            field: "operatingHours",
            code: "night_cut",
            message: night_cut_message(rule, (days, night_days), end),
            suggestion: Some(night_cut_suggestion(hours, (at, night_at), (days, night_days))),
        })
    })
}

fn night_cut_message(rule: &RuleSequence, (days, night_days): ([bool; 7], [bool; 7]), end: u16) -> String {
    let name = |day: usize| {
        let name = DAY_NAMES[day % 7];
        format!("{}{}", name[..1].to_uppercase(), &name[1..])
    };
    let ended_night_day = (0..7).find(|day| days[*day] && night_days[(day + 6) % 7] && !days[(day + 6) % 7]);
    let remaining_night_day = (0..7).find(|day| days[*day] && night_days[*day] && !days[(day + 1) % 7]);
    let mut effects = Vec::new();
    if let Some(day) = ended_night_day {
        effects.push(format!("the night from {} to {} ends at midnight", name(day + 6), name(day)));
    }
    if let Some(day) = remaining_night_day {
        let until = format!("{:02}:{:02}", end / 60 % 24, end % 60);
        effects.push(format!("{} is still open from 00:00 to {until}", name(day + 1)));
    }
    format!("With \u{201c}{rule}\u{201d}, {}.", effects.join(", and "))
}

/// Suggested hours without the effects that [`night_cut_warning`] describes. The rule at index `at` cuts nights of the
/// rule at index `night_at`. If the rule at `at` closes days, it is dropped, and these days are removed from the rule
/// at `night_at`. Otherwise it becomes an additional rule.
fn night_cut_suggestion(
    hours: &OpeningHoursExpression,
    (at, night_at): (usize, usize),
    (days, night_days): ([bool; 7], [bool; 7]),
) -> String {
    let mut rules = hours.rules.clone();
    if rules[at].kind != RuleKind::Closed {
        rules[at].operator = RuleOperator::Additional;
        return OpeningHoursExpression { rules }.to_string();
    }
    rules.remove(at);
    let open_days: Vec<usize> = (0..7).filter(|day| night_days[*day] && !days[*day]).collect();
    let texts: Vec<String> = rules
        .into_iter()
        .enumerate()
        .map(|(index, mut rule)| {
            let separator = match (index, rule.operator) {
                (0, _) => "",
                (_, RuleOperator::Normal) => "; ",
                (_, RuleOperator::Additional) => ", ",
                (_, RuleOperator::Fallback) => " || ",
            };
            if index != night_at {
                return format!("{separator}{rule}");
            }
            rule.day_selector.weekday.clear();
            format!("{separator}{} {rule}", day_list(&open_days))
        })
        .collect();
    texts.concat()
}

/// Formats days in ascending order (0 is Monday) as `Mo,Tu,Th-Su`.
fn day_list(days: &[usize]) -> String {
    let runs = days.chunk_by(|one, other| one + 1 == *other);
    let texts = runs.flat_map(|run| match run {
        [first, .., last] if run.len() > 2 => {
            vec![format!("{}-{}", DAY_ABBREVIATIONS[*first], DAY_ABBREVIATIONS[*last])]
        }
        run => run.iter().map(|day| DAY_ABBREVIATIONS[*day].to_owned()).collect(),
    });
    texts.collect::<Vec<_>>().join(",")
}

/// The weekdays of a rule, from Monday on; all of them if the rule names none. `None` if the rule does not apply all
/// year, or not every week.
fn weekdays(rule: &RuleSequence) -> Option<[bool; 7]> {
    let days = &rule.day_selector;
    if !(days.year.is_empty() && days.monthday.is_empty() && days.week.is_empty()) {
        return None;
    }
    if days.weekday.is_empty() {
        return Some([true; 7]);
    }
    let mut named = [false; 7];
    for day in &days.weekday {
        let WeekDayRange::Fixed { range, offset: 0, nth_from_start, nth_from_end } = day else { return None };
        if !(nth_from_start.iter().all(|nth| *nth) && nth_from_end.iter().all(|nth| *nth)) {
            return None;
        }
        let (first, last) = (*range.start() as usize, *range.end() as usize);
        (0..=(last + 7 - first) % 7).for_each(|step| named[(first + step) % 7] = true);
    }
    Some(named)
}

/// The spans of a rule that pass midnight: their start, and their end on the next day, each in minutes from midnight.
pub fn spans_past_midnight(rule: &RuleSequence) -> impl Iterator<Item = [u16; 2]> {
    let fixed = |time: &Time| match time {
        Time::Fixed(time) => Some(time.mins_from_midnight()),
        Time::Variable(_) => None,
    };
    rule.time_selector.spans.iter().filter_map(move |span| {
        let [start, end] = [fixed(&span.range.start)?, fixed(&span.range.end)?];
        match end {
            end if end > MINUTES_PER_DAY => Some([start, end - MINUTES_PER_DAY]),
            end if end <= start && end > 0 => Some([start, end]),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;

    /// A Sunday: the 22nd of November 2026, 20:00 in Hanoi.
    const NOW: Timestamp = Timestamp(1_795_352_400_000);

    fn opening(text: &str) -> Opening {
        compute_schedule(text, NOW).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn compute_error(text: &str) -> String {
        compute_schedule(text, NOW).expect_err(text)
    }

    // R209
    #[test]
    fn regular_hours_become_one_week_that_repeats_for_thirteen_months() {
        let Opening { weeks, until, .. } = opening("Mo-Fr 07:00-11:30,13:00-17:00; Sa 08:00-12:00");
        assert_eq!(weeks.len(), 1);
        assert_eq!((weeks[0].from.as_str(), until.as_str()), ("2026-11-16", "2027-12-20"));
        assert_eq!(weeks[0].days[0], [[420, 690], [780, 1020]]);
        assert_eq!(weeks[0].days[5], [[480, 720]]);
        assert_eq!(weeks[0].days[6], [[0_u16; 2]; 0]);
    }

    // R209
    #[test]
    fn seven_closed_days_over_two_weeks_make_separate_weeks() {
        let weeks = opening("07:00-17:00; 2027 Feb 05-11 off").weeks;
        let from: Vec<&str> = weeks.iter().map(|week| week.from.as_str()).collect();
        assert_eq!(from, ["2026-11-16", "2027-02-01", "2027-02-08", "2027-02-15"]);
        assert_eq!(weeks[1].days.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1, 1, 0, 0, 0]);
        assert_eq!(weeks[2].days.iter().map(Vec::len).collect::<Vec<_>>(), [0, 0, 0, 0, 1, 1, 1]);
        assert_eq!(weeks[3].days, weeks[0].days);
    }

    // R209
    #[test]
    fn hours_past_midnight_belong_to_the_day_on_which_they_begin() {
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
        // `We off` replaces Wednesday from midnight to midnight. So the night from Tuesday ends at midnight, but the
        // part of Wednesday's night that is on Thursday remains.
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
            assert_eq!(
                compute_schedule_patch(&FieldPatch::Value(text.to_owned()), NOW).await,
                Ok(FieldPatch::Null),
                "{text}"
            );
        }
    }

    #[test]
    fn invalid_opening_hours_are_rejected_with_an_error_message() {
        for (text, sentence) in [
            ("7am-5pm", "Opening hours are not valid starting at character 1"),
            ("Mo-Su 07:00-17:00; T\u{1ebf}t off", "Opening hours are not valid starting at character 20"),
            ("2028-2027 07:00-17:00", "Year and week ranges must start before they end"),
            ("", "Opening hours are not valid starting at character 1"),
        ] {
            let error = compute_error(text);
            assert!(error.starts_with(sentence), "{text}: {error}");
        }
    }

    /// A case of the golden file, which tests of the client and the site read too. `open` is the result of
    /// opening_hours.js at each moment of the file: `1` open, `0` closed, `?` unknown. `error` is its error message.
    /// `opening` is the schedule that this module computes. `kept` is the reason why some rules are remarks.
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
    struct GoldenFile {
        zone: String,
        moments: Vec<String>,
        cases: Vec<Case>,
    }

    /// The reason why some rules of these hours are remarks.
    fn uncomputed_reason(hours: &str) -> &'static str {
        let has = |parts: &[&str]| parts.iter().any(|part| hours.contains(part));
        match hours {
            _ if has(&["PH", "SH"]) => "holidays",
            _ if has(&["sun", "dawn", "dusk"]) => "sun",
            _ if hours.contains('+') => "open end",
            _ => "uncertain",
        }
    }

    /// Whether the place is open at a local moment such as `2026-11-23T07:00`.
    fn is_open(opening: &Opening, moment: &str) -> bool {
        let (date, time) = moment.split_once('T').expect("a moment");
        let date: NaiveDate = date.parse().expect("a date");
        let minute = time[..2].parse::<u16>().expect("hours") * 60 + time[3..].parse::<u16>().expect("minutes");
        let spans = |date: NaiveDate| {
            let week = opening.weeks.iter().rfind(|week| week.from.as_str() <= date.to_string().as_str());
            week.map(|week| week.days[date.weekday().num_days_from_monday() as usize].clone()).unwrap_or_default()
        };
        let contains_minute = |minute: u16| move |[from, to]: &[u16; 2]| (*from..*to).contains(&minute);
        spans(date).iter().any(contains_minute(minute))
            || spans(date - Days::new(1)).iter().any(contains_minute(minute + MINUTES_PER_DAY))
    }

    #[test]
    fn open_times_equal_those_of_opening_hours_js() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/opening_hours.json");
        let text = std::fs::read_to_string(path).expect("the golden file");
        let mut golden: GoldenFile = serde_json::from_str(&text).expect("a golden file");
        assert_eq!((golden.cases.len(), golden.moments.len()), (200, 50));
        let mut mismatches = Vec::new();
        for case in &mut golden.cases {
            let opening = match compute_schedule(&case.hours, NOW) {
                Ok(opening) => opening,
                Err(sentence) => {
                    mismatches.push(format!("{}: {sentence}", case.hours));
                    continue;
                }
            };
            let remark_reason = (!opening.remarks.is_empty()).then(|| uncomputed_reason(&case.hours).to_owned());
            let computed: String =
                golden.moments.iter().map(|moment| if is_open(&opening, moment) { '1' } else { '0' }).collect();
            if remark_reason.is_none() && Some(&computed) != case.open.as_ref() {
                mismatches.push(format!("{}\n  js   {:?}\n  ours {computed}", case.hours, case.open));
            }
            let opening = opening.non_empty();
            if std::env::var("BLESS").is_err() && (&case.kept, &case.opening) != (&remark_reason, &opening) {
                mismatches.push(format!("{}: {opening:?}, {remark_reason:?}", case.hours));
            }
            (case.kept, case.opening) = (remark_reason, opening);
        }
        assert!(mismatches.is_empty(), "{} of {}:\n{}", mismatches.len(), golden.cases.len(), mismatches.join("\n"));
        if std::env::var("BLESS").is_ok() {
            let lines: Vec<String> =
                golden.cases.iter().map(|case| serde_json::to_string(case).expect("plain data")).collect();
            let moments = serde_json::to_string(&golden.moments).expect("plain data");
            let head = format!("{{\"zone\": {:?}, \"moments\": {moments}, \"cases\": [", golden.zone);
            std::fs::write(path, format!("{head}\n{}\n]}}\n", lines.join(",\n"))).expect("written");
        }
    }

    #[test]
    fn hostile_opening_hours_are_computed_fast_into_a_small_schedule() {
        let repeat_to_max_len = |part: &str, end: &str| {
            let mut text = part.repeat(255 / part.len());
            text.truncate(text.trim_end_matches([',', ';', ' ']).len());
            text + end
        };
        for text in [
            repeat_to_max_len("08:00-08:01,", ""),
            repeat_to_max_len("Mo,", " 08:00-09:00"),
            repeat_to_max_len("Feb 29,", " 08:00-09:00"),
            repeat_to_max_len("Jan 1-Dec 31;", ""),
            repeat_to_max_len("easter,", " off"),
            repeat_to_max_len("24/7;", ""),
            repeat_to_max_len("Mo[1,2,3,4,5],", ""),
            repeat_to_max_len("(", ""),
            format!("week 1-53/2 {}", repeat_to_max_len("08:00-08:01,09:00-09:01,", "")),
        ] {
            let started_at = Instant::now();
            let result = compute_schedule(&text, NOW);
            // The computation takes some milliseconds. The limit is long, because the machine may be busy.
            assert!(started_at.elapsed() < Duration::from_secs(2), "{text}: {:?}", started_at.elapsed());
            if let Ok(opening) = result {
                let json = serde_json::to_string(&opening).expect("plain data");
                assert!(json.len() < 16_000, "{text}: {} bytes", json.len());
            }
        }
        assert_eq!(
            compute_error(&repeat_to_max_len("Mo,", " 08:00-09:00")),
            "Opening hours can have at most 40 days, seasons and times"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_rejected_or_computed_into_ordered_spans(parts in proptest::collection::vec(prop_oneof![
            Just("Mo-Fr "), Just("Su,"), Just("Mo[-1] "), Just("+3 days "), Just("Feb 29-Mar 1 "), Just("easter "),
            Just("2026-9999/2 "), Just("week 1-53/3 "), Just("22:00-48:00 "), Just("00:00-24:00,"), Just("/00:01"),
            Just("(dusk+23:59)-(dusk+23:59) "), Just("off"), Just("; "), Just(" || "), Just(", "), Just("\"é\" "),
        ], 0..12)) {
            if let Ok(Opening { weeks, .. }) = compute_schedule(&parts.concat(), NOW) {
                for day in weeks.iter().flat_map(|week| &week.days) {
                    prop_assert!(day.iter().all(|[from, to]| from < to && *from < MINUTES_PER_DAY && *to <= 2 * MINUTES_PER_DAY), "{day:?}");
                    prop_assert!(day.windows(2).all(|pair| pair[0][1] < pair[1][0]), "{day:?}");
                }
            }
        }
    }

    #[test]
    fn untidy_text_is_normalized_to_the_specification() {
        for (typed, normalized) in [
            ("Mo-Su 07:00-17:00;", "Mo-Su 07:00-17:00"),
            ("Mo\u{2013}Fr\u{a0}08:00\u{2014}17:00", "Mo-Fr 08:00-17:00"),
            (" mo - FR  8:00 \u{2013} 17.00 ;; Sa Off ", "Mo-Fr 08:00-17:00; Sa off"),
            ("Monday-Friday: 8:30-16:30", "Mo-Fr 08:30-16:30"),
            ("Mon, Wed, Fri 08:00-12:00", "Mo,We,Fr 08:00-12:00"),
            ("Mo-Fr 08:00-12:00, 13:00-17:00,Sa 08:00-12:00", "Mo-Fr 08:00-12:00,13:00-17:00, Sa 08:00-12:00"),
            ("\u{ff10}\u{ff18}\u{ff1a}\u{ff10}\u{ff10}\u{ff0d}17:00", "08:00-17:00"),
            ("Sep 15 - Nov 30 off", "Sep 15-Nov 30 off"),
            ("easter -2 days off", "easter -2 days off"),
            ("Mo-Fr 08:00-17:00 \"by  appointment; mo\"", "Mo-Fr 08:00-17:00 \"by  appointment; mo\""),
            ("PH off;ph closed", "PH off; PH closed"),
            ("2027 Feb 05-11 off", "2027 Feb 05-11 off"),
            ("Mo-Fr 08:00-17:00;Sa\u{200b} 08:00-12:00", "Mo-Fr 08:00-17:00; Sa 08:00-12:00"),
            ("May-Sep: Mo-Su 06:00-20:00", "May-Sep Mo-Su 06:00-20:00"),
            ("Mo-Fr 08:00-12:00 || \"by appointment\"", "Mo-Fr 08:00-12:00 || \"by appointment\""),
            (";", ""),
        ] {
            assert_eq!(normalize_opening_hours(typed), normalized, "{typed}");
            assert_eq!(normalize_opening_hours(normalized), normalized, "{normalized}");
        }
    }

    #[test]
    fn rule_that_cuts_a_night_gets_a_warning_with_a_suggestion() {
        let warning_for = |text: &str| night_cut_warning(&text.parse().expect(text));
        for (text, message, suggestion) in [
            (
                "Mo-Su 17:00-02:00; We off",
                "With \u{201c}We closed\u{201d}, the night from Tuesday to Wednesday ends at midnight, and Thursday is still \
                 open from 00:00 to 02:00.",
                "Mo,Tu,Th-Su 17:00-02:00",
            ),
            (
                "17:00-02:00; Mo,Tu off",
                "With \u{201c}Mo,Tu closed\u{201d}, the night from Sunday to Monday ends at midnight, and Wednesday is still \
                 open from 00:00 to 02:00.",
                "We-Su 17:00-02:00",
            ),
            (
                "Sa 18:00-02:00; Su 10:00-20:00",
                "With \u{201c}Su 10:00-20:00\u{201d}, the night from Saturday to Sunday ends at midnight.",
                "Sa 18:00-02:00, Su 10:00-20:00",
            ),
            (
                "Mo-Su 10:00-26:00; We 12:00-14:00",
                "With \u{201c}We 12:00-14:00\u{201d}, the night from Tuesday to Wednesday ends at midnight, and Thursday is \
                 still open from 00:00 to 02:00.",
                "Mo-Su 10:00-26:00, We 12:00-14:00",
            ),
        ] {
            let warning = warning_for(text).expect(text);
            assert_eq!(
                (warning.message.as_str(), warning.suggestion.as_deref()),
                (message, Some(suggestion)),
                "{text}"
            );
            assert_eq!(warning_for(suggestion), None, "{suggestion}");
        }
        for text in ["Mo-Su 07:00-17:00; We off", "Mo-Fr 17:00-02:00; Su off", "Mo-Su 17:00-00:00; We off", "24/7"] {
            assert_eq!(warning_for(text), None, "{text}");
        }
    }
}
