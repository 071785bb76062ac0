//! Normalizes the text of opening hours before it is parsed, and divides it into rules that can be computed and
//! remarks.

use opening_hours_syntax::rules::day::WeekDayRange;
use opening_hours_syntax::rules::time::{Time, TimeSelector};
use opening_hours_syntax::rules::{OpeningHoursExpression, RuleKind, RuleOperator, RuleSequence};

use crate::http::problem::Warning;

/// The number of minutes of a day.
pub const MINUTES_PER_DAY: u16 = 24 * 60;
const HOLIDAYS: [&str; 2] = ["PH", "SH"];
const DAYS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const DAY_NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const KEYWORDS: [&str; 13] = [
    "off", "closed", "open", "unknown", "easter", "week", "day", "days", "sunrise", "sunset", "dawn", "dusk", "holiday",
];

/// A token of the text. A quoted remark is one token.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// A day or a month.
    Name(String),
    /// Any other word, or a remark with its quotation marks.
    Word(String),
    /// Digits, with a colon in a time.
    Number(String),
    Sign(char),
    Space,
}

/// Normalizes a text to the form of the specification: ASCII dashes, digits and blanks, two-digit hours, English day
/// and month names in their usual form, no empty rules. People and other editors write the same in other ways. Remarks
/// in quotation marks are not changed.
pub fn normalize(text: &str) -> String {
    let tokens = tokens(text);
    let mut normalized = String::with_capacity(text.len());
    for (at, token) in tokens.iter().enumerate() {
        let before = tokens[..at].iter().rev().find(|token| **token != Token::Space);
        let after = tokens[at + 1..].iter().find(|token| **token != Token::Space);
        match token {
            Token::Space => {
                let is_dash = |side: Option<&Token>| side == Some(&Token::Sign('-'));
                let within_range = (is_dash(after) && is_range_end(before)) || (is_dash(before) && is_range_end(after));
                let is_needed = !normalized.is_empty() && !normalized.ends_with([' ', ';']) && after.is_some();
                // "Mo, We" is a list of days, and "12:00, 13:00" a list of times.
                let within_list = before == Some(&Token::Sign(',')) && is_list(&tokens[..at], after);
                if is_needed && !within_range && !within_list && after != Some(&Token::Sign(';')) {
                    normalized.push(' ');
                }
            }
            Token::Sign(';') => {
                let length = normalized.trim_end().len();
                normalized.truncate(length);
                if !normalized.is_empty() && !normalized.ends_with(';') && after.is_some() {
                    normalized.push(';');
                }
            }
            // A colon after a selector is optional. In a time it is part of the number.
            Token::Sign(':') => {}
            token => {
                // A comma between times and days begins another rule.
                let is_next_rule = matches!(token, Token::Name(_))
                    && normalized.ends_with(',')
                    && matches!(before_comma(&tokens[..at]), Some(Token::Number(time)) if time.contains(':'));
                if normalized.ends_with(';') || is_next_rule {
                    normalized.push(' ');
                }
                match token {
                    Token::Name(text) | Token::Word(text) | Token::Number(text) => normalized.push_str(text),
                    Token::Sign(sign) => normalized.push(*sign),
                    Token::Space => {}
                }
            }
        }
    }
    normalized.trim_end_matches([' ', ';']).to_owned()
}

/// Whether a range may begin or end with this token. A dash after `easter` begins an offset in days instead.
fn is_range_end(token: Option<&Token>) -> bool {
    matches!(token, Some(Token::Name(_) | Token::Number(_) | Token::Sign(']' | ')' | '(')))
        || matches!(token, Some(Token::Word(word)) if ["sunrise", "sunset", "dawn", "dusk"].contains(&word.as_str()))
}

/// The token before the last comma.
fn before_comma(tokens: &[Token]) -> Option<&Token> {
    let comma = tokens.iter().rposition(|token| *token == Token::Sign(','))?;
    tokens[..comma].iter().rev().find(|token| **token != Token::Space)
}

/// Whether the tokens before and after the last comma are both names or both times.
fn is_list(tokens: &[Token], after: Option<&Token>) -> bool {
    match (before_comma(tokens), after) {
        (Some(Token::Name(_)), Some(Token::Name(_))) => true,
        (Some(Token::Number(one)), Some(Token::Number(other))) => one.contains(':') && other.contains(':'),
        _ => false,
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let characters: Vec<char> = text.chars().filter_map(normalize_char).collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let run = |is: fn(&char) -> bool| characters[at..].iter().take_while(|character| is(character)).count();
        let (token, length) = match characters[at] {
            '"' => {
                let end = characters[at + 1..].iter().position(|character| *character == '"');
                let length = end.map_or(characters.len() - at, |end| end + 2);
                (Token::Word(characters[at..at + length].iter().collect()), length)
            }
            ' ' => (Token::Space, run(|character| *character == ' ')),
            digit if digit.is_ascii_digit() => number(&characters[at..]),
            letter if letter.is_alphabetic() => {
                let length = run(|character| character.is_alphabetic());
                (word(&characters[at..at + length].iter().collect::<String>()), length)
            }
            sign => (Token::Sign(sign), 1),
        };
        tokens.push(token);
        at += length;
    }
    tokens
}

/// The corresponding character of the specification. `None` for invisible characters.
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

/// Reads digits, or a time such as `8:00` or `08.00` (two digits after a colon or a dot). Returns the token and its
/// length in the text.
fn number(characters: &[char]) -> (Token, usize) {
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

fn word(word: &str) -> Token {
    let lower = word.to_lowercase();
    let mut names = HOLIDAYS.iter().chain(&DAYS).chain(&MONTHS).copied();
    let is_day = |day: &str| lower.len() >= 3 && (day.starts_with(&lower) || lower.starts_with(day));
    let day = || DAY_NAMES.iter().position(|day| is_day(day)).map(|at| DAYS[at]);
    match names.find(|name| name.eq_ignore_ascii_case(word)).or_else(day) {
        Some(name) => Token::Name(name.to_owned()),
        None if KEYWORDS.contains(&lower.as_str()) => Token::Word(lower),
        None => Token::Word(word.to_owned()),
    }
}

/// Opening hours, divided into rules that can be computed and rules that cannot.
#[derive(Clone, Debug, PartialEq)]
pub struct Division {
    /// `None` if nothing is certain.
    pub computed: Option<OpeningHoursExpression>,
    /// The texts of the rules about holidays and of the uncertain ones.
    pub remarks: Vec<String>,
}

/// Divides opening hours into rules that can be computed and rules that cannot.
///
/// Holidays become remarks, because the calendar of the parser lacks holidays that follow the moon: half of them would
/// be wrong. Times relative to the sun, open ends and "unknown" are uncertain, as is every day that such a rule
/// overrides. Then nothing is computed, unless the rule is a fallback, which overrides nothing.
pub fn divide(hours: &OpeningHoursExpression) -> Division {
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
    let computed = (is_certain && !rules.is_empty()).then_some(OpeningHoursExpression { rules });
    Division { computed, remarks }
}

/// A rule as text. A rule that consists only of a comment becomes the quoted comment.
fn remark(rule: &RuleSequence) -> String {
    let is_bare = rule.day_selector.is_empty() && rule.time_selector == TimeSelector::default();
    if is_bare && !rule.comment.is_empty() { format!("\"{}\"", rule.comment) } else { rule.to_string() }
}

/// Whether the open times of a rule are uncertain: relative to the sun, without an end, "unknown", or subject to a
/// comment such as "by appointment".
fn is_uncertain(rule: &RuleSequence) -> bool {
    let times = &rule.time_selector.spans;
    let is_of_the_sun = |time: &Time| matches!(time, Time::Variable(_));
    rule.kind == RuleKind::Unknown
        || (rule.kind == RuleKind::Open && !rule.comment.is_empty())
        || times.iter().any(|span| {
            span.open_end
                || span.repeats.is_some()
                || is_of_the_sun(&span.range.start)
                || is_of_the_sun(&span.range.end)
        })
}

/// A warning about the first rule that cuts a night of an earlier rule, which the author may not intend.
///
/// A rule replaces whole days, from midnight to midnight. So the night before such a day ends at midnight, and of the
/// night that began on that day the part after midnight remains.
pub fn warning(hours: &OpeningHoursExpression) -> Option<Warning> {
    hours.rules.iter().enumerate().skip(1).find_map(|(at, rule)| {
        let days = weekdays(rule)
            .filter(|_| rule.operator == RuleOperator::Normal && !rule.day_selector.weekday.is_empty())?;
        let (night_at, (nights, end)) = hours.rules[..at].iter().enumerate().rev().find_map(|(before, earlier)| {
            let end = night_end(earlier)?;
            let nights = weekdays(earlier)?;
            let is_cut = |day: &usize| days[*day] && (nights[(*day + 6) % 7] || nights[*day]);
            (0..7).any(|day| is_cut(&day)).then_some((before, (nights, end)))
        })?;
        Some(Warning {
            field: "operatingHours",
            code: "night_cut",
            message: message(rule, (days, nights), end),
            suggestion: Some(suggestion(hours, (at, night_at), (days, nights))),
        })
    })
}

fn message(rule: &RuleSequence, (days, nights): ([bool; 7], [bool; 7]), end: u16) -> String {
    let name = |day: usize| {
        let name = DAY_NAMES[day % 7];
        format!("{}{}", name[..1].to_uppercase(), &name[1..])
    };
    let ended = (0..7).find(|day| days[*day] && nights[(day + 6) % 7] && !days[(day + 6) % 7]);
    let remaining = (0..7).find(|day| days[*day] && nights[*day] && !days[(day + 1) % 7]);
    let mut effects = Vec::new();
    if let Some(day) = ended {
        effects.push(format!("the night from {} to {} ends at midnight", name(day + 6), name(day)));
    }
    if let Some(day) = remaining {
        let until = format!("{:02}:{:02}", end / 60 % 24, end % 60);
        effects.push(format!("{} is still open from 00:00 to {until}", name(day + 1)));
    }
    format!("With \u{201c}{rule}\u{201d}, {}.", effects.join(", and "))
}

/// The same hours without these effects: closed days are removed from the rule with the nights, and a rule with times
/// becomes an additional rule.
fn suggestion(
    hours: &OpeningHoursExpression,
    (at, night_at): (usize, usize),
    (days, nights): ([bool; 7], [bool; 7]),
) -> String {
    let mut rules = hours.rules.clone();
    if rules[at].kind != RuleKind::Closed {
        rules[at].operator = RuleOperator::Additional;
        return OpeningHoursExpression { rules }.to_string();
    }
    rules.remove(at);
    let open: Vec<usize> = (0..7).filter(|day| nights[*day] && !days[*day]).collect();
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
            format!("{separator}{} {rule}", day_list(&open))
        })
        .collect();
    texts.concat()
}

/// Formats days as `Mo,Tu,Th-Su`.
fn day_list(days: &[usize]) -> String {
    let runs = days.chunk_by(|one, other| one + 1 == *other);
    let texts = runs.flat_map(|run| match run {
        [first, .., last] if run.len() > 2 => vec![format!("{}-{}", DAYS[*first], DAYS[*last])],
        run => run.iter().map(|day| DAYS[*day].to_owned()).collect(),
    });
    texts.collect::<Vec<_>>().join(",")
}

/// The weekdays of a rule, all of them if it names none. `None` if it does not apply all year, or not every week.
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

/// The end of the first night of a rule, in minutes after the midnight that it passes. `None` if it has no night.
fn night_end(rule: &RuleSequence) -> Option<u16> {
    let [_, end] = nights_of(rule).next().filter(|_| rule.kind == RuleKind::Open)?;
    Some(end)
}

/// The spans of a rule that pass midnight: the minutes of their begin and of their end on the next day.
pub fn nights_of(rule: &RuleSequence) -> impl Iterator<Item = [u16; 2]> {
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
    use super::*;

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
            assert_eq!(normalize(typed), normalized, "{typed}");
            assert_eq!(normalize(normalized), normalized, "{normalized}");
        }
    }

    #[test]
    fn rule_that_cuts_a_night_gets_a_warning_with_a_suggestion() {
        let warned = |text: &str| warning(&text.parse().expect(text));
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
            let warning = warned(text).expect(text);
            assert_eq!(
                (warning.message.as_str(), warning.suggestion.as_deref()),
                (message, Some(suggestion)),
                "{text}"
            );
            assert_eq!(warned(suggestion), None, "{suggestion}");
        }
        for text in ["Mo-Su 07:00-17:00; We off", "Mo-Fr 17:00-02:00; Su off", "Mo-Su 17:00-00:00; We off", "24/7"] {
            assert_eq!(warned(text), None, "{text}");
        }
    }
}
