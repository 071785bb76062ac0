//! Strict query strings: unknown parameters are rejected with 400. [`Query`] also parses parameters that several calls
//! share: `q`, `ids`, `fields` and `dryRun`.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::common::text;
use crate::http::problem::{Code, CodeWithParams, FieldError, Problem};

/// A cursor may contain the full name and the email address of a user, in any script.
const MAX_VALUE_BYTES: usize = 3000;
/// The maximum number of words in `q`.
const MAX_WORDS: usize = 12;
/// The maximum number of ids in the parameter `ids`.
const MAX_IDS: usize = 200;

/// The query parameters of a call that are not taken yet, each at most once, and the errors found so far. To take a
/// parameter is to remove it and return its value.
#[derive(Debug, Default)]
pub struct Query {
    pairs: Vec<(String, String)>,
    /// The names of parameters whose value cannot be decoded.
    undecodable_names: Vec<String>,
    errors: Vec<FieldError>,
}

impl Query {
    /// Parses a raw query string. [`Query::finish`] reports errors.
    pub fn from_raw(raw: &str) -> Self {
        let mut query = Self::default();
        for pair in raw.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            match (percent_decode(name), percent_decode(value)) {
                (Err(fault), _) => {
                    query.add_error(Code::EncodingInvalid, "", &format!("The name of a parameter {fault}"));
                }
                (Ok(name), Err(fault)) => {
                    query.add_error(Code::EncodingInvalid, &name, &format!("{name} {fault}"));
                    // The name is stored, so that a second value is reported as a duplicate.
                    query.undecodable_names.push(name);
                }
                (Ok(name), Ok(value)) if value.len() > MAX_VALUE_BYTES => {
                    let sentence = format!("{name} is longer than {MAX_VALUE_BYTES} bytes");
                    query.add_error(Code::MaxLength.with("limit", MAX_VALUE_BYTES), &name, &sentence);
                }
                (Ok(name), Ok(_))
                    if query.undecodable_names.contains(&name)
                        || query.pairs.iter().any(|(known, _)| *known == name) =>
                {
                    query.add_error(Code::DuplicateParameter, &name, &format!("{name} is given more than once"));
                }
                (Ok(name), Ok(value)) => query.pairs.push((name, value)),
            }
        }
        query
    }

    /// Drops the tracking parameters that campaigns and social networks add to links, even if they cannot be decoded.
    pub fn without_tracking_parameters(mut self) -> Self {
        self.pairs.retain(|(name, _)| !is_tracking_parameter(name));
        self.errors.retain(|error| !is_tracking_parameter(&error.field));
        self
    }

    /// Takes a text parameter. `None` if it is absent or blank.
    pub fn take(&mut self, name: &str) -> Option<String> {
        self.take_raw(name).filter(|value| !value.trim().is_empty())
    }

    fn take_raw(&mut self, name: &str) -> Option<String> {
        let index = self.pairs.iter().position(|(known, _)| known == name)?;
        Some(self.pairs.swap_remove(index).1)
    }

    /// Takes a parameter and parses it with `parse_value`. `None` if it is absent or invalid. An invalid value adds an
    /// error with `code` and `sentence`.
    pub fn parse<T>(
        &mut self,
        name: &str,
        code: impl Into<CodeWithParams>,
        sentence: &str,
        parse_value: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let value = self.take_raw(name)?;
        let parsed = parse_value(value.trim());
        if parsed.is_none() {
            self.add_error(code, name, sentence);
        }
        parsed
    }

    /// Takes a parameter and parses it with `parse_value`. `options` lists the valid values for the message, separated
    /// by commas.
    pub fn choice<T>(&mut self, name: &str, options: &str, parse_value: impl Fn(&str) -> Option<T>) -> Option<T> {
        let sentence = format!("{name} must be one of {options}");
        self.parse(name, Code::Enum.with("options", options), &sentence, parse_value)
    }

    /// Takes a parameter whose value must be `true` or `false`.
    pub fn bool(&mut self, name: &str) -> Option<bool> {
        let sentence = format!("{name} must be true or false");
        self.parse(name, Code::Type.with("type", "boolean"), &sentence, |value| value.parse().ok())
    }

    /// Takes a parameter whose value must be an integer in `range`.
    pub fn int(&mut self, name: &str, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
        let sentence = format!("{name} must be a whole number from {} to {}", range.start(), range.end());
        let code = Code::Range.with("minimum", *range.start()).with("maximum", *range.end());
        self.parse(name, code, &sentence, |value| value.parse().ok().filter(|number| range.contains(number)))
    }

    /// Takes `q`, and returns its words in their [`text::search_form`], each of at most `max_chars` characters. A `q`
    /// of only punctuation is returned as one word. This word matches nothing, because no text in search form contains
    /// punctuation.
    pub fn words(&mut self, max_chars: usize) -> Vec<String> {
        let (typed, words) = self.typed_text_and_words(max_chars);
        let folded_text = text::fold(&typed);
        if words.is_empty() && !folded_text.is_empty() { vec![folded_text] } else { words }
    }

    /// Takes `q`, and returns it as it was typed, with its words in their [`text::search_form`]. A `q` of only
    /// punctuation has no words.
    pub fn typed_text_and_words(&mut self, max_chars: usize) -> (String, Vec<String>) {
        let typed = self.take("q").unwrap_or_default();
        let words = text::search_form(&typed);
        let words: Vec<_> = words.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        if words.len() > MAX_WORDS || words.iter().any(|word| word.chars().count() > max_chars) {
            let sentence = format!("q must be at most {MAX_WORDS} words of at most {max_chars} characters");
            self.add_error(Code::SearchTooLong.with("words", MAX_WORDS).with("characters", max_chars), "q", &sentence);
        }
        (typed, words)
    }

    /// Takes the parameter `ids`: at most 200 integers, separated by commas.
    pub fn ids(&mut self) -> Option<Vec<i64>> {
        let sentence = format!("ids must be a list of up to {MAX_IDS} whole numbers");
        self.parse("ids", Code::IdsInvalid.with("limit", MAX_IDS), &sentence, |text| {
            let ids: Option<Vec<i64>> = text.split(',').map(|id| id.trim().parse().ok()).collect();
            ids.filter(|ids| ids.len() <= MAX_IDS)
        })
    }

    /// Takes the parameter `fields`: names of fields, separated by commas. A name that `known` does not return is an
    /// error. `None` if the parameter is absent, which selects all fields.
    pub fn fields(&mut self, known: impl FnOnce() -> Vec<String>) -> Option<Vec<String>> {
        let fields = self.take("fields")?;
        let known = known();
        let fields: Vec<String> = fields.split(',').map(|field| field.trim().to_owned()).collect();
        for unknown in fields.iter().filter(|field| !known.contains(field)) {
            let excerpt = excerpt(unknown);
            let sentence = format!("Unknown field: {excerpt}");
            self.add_error(Code::UnknownField.with("name", excerpt), "fields", &sentence);
        }
        Some(fields)
    }

    /// Reports every parameter that is not one of `names` as unknown. A call uses this before a shared parser that
    /// would take further parameters.
    pub fn allow_only(&mut self, names: &[&str]) {
        let unknown: Vec<_> = self.pairs.extract_if(.., |(name, _)| !names.contains(&name.as_str())).collect();
        for (name, _) in unknown {
            self.add_error(Code::UnknownParameter, &name, &format!("Unknown parameter: {}", excerpt(&name)));
        }
    }

    /// Adds an error of a parameter.
    pub fn add_error(&mut self, code: impl Into<CodeWithParams>, name: &str, sentence: &str) {
        self.errors.push(FieldError::new(code, excerpt(name), sentence));
    }

    /// Whether a parameter has an error.
    pub fn has_error(&self, name: &str) -> bool {
        self.errors.iter().any(|error| error.field == name)
    }

    /// Takes `dryRun`, which is false if absent, and rejects all other parameters. Errors: those of [`Query::finish`].
    pub fn take_dry_run_and_finish(mut self) -> Result<bool, Problem> {
        let is_dry_run = self.bool("dryRun").unwrap_or(false);
        self.finish().map(|()| is_dry_run)
    }

    /// Errors: 400 with every error found so far, and an error for each parameter that was not taken.
    pub fn finish(mut self) -> Result<(), Problem> {
        self.allow_only(&[]);
        if self.errors.is_empty() { Ok(()) } else { Err(Problem::bad_request(self.errors)) }
    }
}

/// The beginning of a name, for a message.
pub(super) fn excerpt(name: &str) -> String {
    name.chars().take(60).collect()
}

/// Parses the name that a variant of the enum `T` has in JSON. `None` if no variant has this name.
pub fn parse_variant<T: DeserializeOwned>(name: &str) -> Option<T> {
    serde_json::from_value(name.into()).ok()
}

/// The items as JSON objects with these fields only.
pub fn only_fields(fields: &[String], items: &[impl Serialize]) -> Vec<Map<String, Value>> {
    items
        .iter()
        .filter_map(|item| match serde_json::to_value(item) {
            Ok(Value::Object(object)) => Some(object.into_iter().filter(|(name, _)| fields.contains(name)).collect()),
            _ => None,
        })
        .collect()
}

/// Whether this is a tracking parameter, which has no effect on the response.
fn is_tracking_parameter(name: &str) -> bool {
    ["_", "fbclid", "gclid", "msclkid"].contains(&name) || ["utm_", "mc_"].iter().any(|start| name.starts_with(start))
}

/// Decodes a name or value. The text of the error continues a sentence that begins with the name of the parameter.
fn percent_decode(text: &str) -> Result<String, &'static str> {
    let decoded: Vec<u8> = percent_decode_str(&text.replace('+', " ")).collect();
    // Decoding makes each valid escape two bytes shorter and leaves an invalid one unchanged.
    if text.len() - decoded.len() != 2 * text.matches('%').count() {
        return Err("has a % that is not followed by two hexadecimal digits");
    }
    let decoded = String::from_utf8(decoded).map_err(|_| "is not valid UTF-8")?;
    if decoded.contains('\0') { Err("contains a null character (%00)") } else { Ok(decoded) }
}

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Ok(Self::from_raw(parts.uri.query().unwrap_or_default()))
    }
}

/// An extractor for calls without query parameters: 400 with an error for each parameter if there are any.
#[derive(Clone, Copy, Debug)]
pub struct NoQuery;

impl<S: Send + Sync> FromRequestParts<S> for NoQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Query::from_raw(parts.uri.query().unwrap_or_default()).finish().map(|()| Self)
    }
}

/// A positive integer in a path, such as `{id}`. The response to any other value is 404.
#[derive(Clone, Copy, Debug)]
pub struct PathId<T>(pub T);

impl<S: Send + Sync, T: From<i64>> FromRequestParts<S> for PathId<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = <axum::extract::Path<String> as FromRequestParts<S>>::from_request_parts(parts, state).await;
        let id = path.ok().and_then(|path| path.parse::<i64>().ok()).filter(|id| *id > 0);
        id.map(|id| Self(T::from(id))).ok_or_else(|| Problem::not_found("This record does not exist"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded_and_taken_parameters_are_not_reported() {
        let mut query = Query::from_raw("q=%C4%91%E1%BB%99ng+nha%2B%2541&limit=25");
        assert_eq!(query.take("q").as_deref(), Some("động nha+%41"));
        assert_eq!(query.int("limit", 1..=1000), Some(25));
        assert!(query.finish().is_ok());
    }

    #[test]
    fn every_invalid_parameter_is_reported() {
        let mut query = Query::from_raw("limit=0&premium=maybe&password=x&limit=2&%FF=bad");
        query.int("limit", 1..=1000);
        query.bool("premium");
        let problem = query.finish().expect_err("five faults");
        let fields: Vec<_> = problem.errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["limit", "", "limit", "premium", "password"]);
    }

    #[test]
    fn without_tracking_ignores_only_tracking_parameters() {
        let raw = "utm_source=x&utm_source=y&fbclid=%ff&gclid=1&msclkid=1&mc_cid=1&_=1732600000000";
        assert!(Query::from_raw(raw).without_tracking_parameters().finish().is_ok());
        assert!(Query::from_raw(raw).finish().is_err());
        for other in ["utm=1", "mc=1", "__=1", "limit=1"] {
            assert!(Query::from_raw(other).without_tracking_parameters().finish().is_err(), "{other}");
        }
    }

    #[test]
    fn undecodable_value_is_reported_with_its_reason() {
        for (value, fault) in [
            ("%ff", "q is not valid UTF-8"),
            ("a%00b", "q contains a null character (%00)"),
            ("100%", "q has a % that is not followed by two hexadecimal digits"),
            ("%+1", "q has a % that is not followed by two hexadecimal digits"),
            ("%%41", "q has a % that is not followed by two hexadecimal digits"),
            ("%đ", "q has a % that is not followed by two hexadecimal digits"),
        ] {
            let mut query = Query::from_raw(&format!("q={value}&limit=5&q=again"));
            assert_eq!(query.int("limit", 1..=1000), Some(5));
            assert_eq!(query.take("q"), None);
            let problem = query.finish().expect_err("two faults");
            let errors: Vec<_> = problem.errors.iter().map(|error| (&*error.field, &*error.message)).collect();
            assert_eq!(errors, [("q", fault), ("q", "q is given more than once")]);
        }
    }
}
