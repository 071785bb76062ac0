//! Bodies of updates. A rule can become stricter after a value was stored. A stored value that is sent back unchanged
//! is not validated again, so that it never blocks another change.

use std::marker::PhantomData;

use axum::extract::{FromRequest, Request};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;

use super::patch::{IfMatch, WriteError};
use super::validation::{JsonSchemas, json_body};
use crate::http::problem::{FieldError, Problem};

/// An update: its `If-Match`, and its JSON body, read as `T` and validated against the schema named by `S`.
///
/// Handlers call [`BrokenRules::allow`] with the stored record, which decides which values are new.
/// Errors: 400 or 422 for a body that cannot be read as `T`.
pub struct Update<T, S = T> {
    /// The sent fields. Their values may break rules.
    pub changes: T,
    /// The rules that the values break.
    pub broken: BrokenRules,
    /// The versions in `If-Match`.
    pub if_match: IfMatch,
    form: PhantomData<fn() -> S>,
}

impl<T: DeserializeOwned, S: ToSchema> FromRequest<App> for Update<T, S> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let if_match = IfMatch::parse(request.headers());
        let body = json_body(request).await?;
        let (changes, broken) = app.schemas.read_update(&S::name(), body)?;
        Ok(Self { changes, broken, if_match, form: PhantomData })
    }
}

/// The rules that the values of an update break, not yet compared with the stored record.
#[must_use]
pub struct BrokenRules {
    forms: JsonSchemas,
    form: String,
    body: Value,
    errors: Vec<FieldError>,
}

impl BrokenRules {
    pub(in crate::http) fn new(forms: &JsonSchemas, form: &str, body: Value, errors: Vec<FieldError>) -> Self {
        Self { forms: forms.clone(), form: form.to_owned(), body, errors }
    }

    /// Adds errors of checks beyond the schema.
    pub fn extend(&mut self, errors: impl IntoIterator<Item = FieldError>) {
        self.errors.extend(errors);
    }

    /// Returns `after` unless a value breaks a rule and differs from `stored`. Errors: 422 with each such field.
    ///
    /// `stored` is the record as the API sends it. An item of a list counts as stored at any position of the stored
    /// list.
    pub fn allow<R>(mut self, stored: &impl Serialize, after: Result<R, WriteError>) -> Result<R, WriteError> {
        if !self.errors.is_empty() {
            let stored = serde_json::to_value(stored).unwrap_or_default();
            let stored = self.forms.normalized(&self.form, stored);
            self.errors.retain(|error| {
                let path: Vec<&str> = error.field.split('.').collect();
                !is_stored(Some(&self.body), Some(&stored), &path)
            });
        }
        if self.errors.is_empty() { after } else { Err(Problem::invalid(self.errors).into()) }
    }
}

/// Whether the value at `path`, or a value that contains it, was sent unchanged.
fn is_stored(sent: Option<&Value>, stored: Option<&Value>, path: &[&str]) -> bool {
    let Some((step, rest)) = path.split_first() else { return sent == stored && sent.is_some() };
    let (sent, stored) = match (sent, stored) {
        (Some(Value::Array(sent)), Some(Value::Array(stored))) => {
            let index = step.parse().unwrap_or(usize::MAX);
            let item = sent.get(index);
            if item.is_some_and(|item| stored.contains(item)) {
                return true;
            }
            (item, stored.get(index))
        }
        (sent, stored) => (sent.and_then(|value| value.get(step)), stored.and_then(|value| value.get(step))),
    };
    (sent == stored && sent.is_some()) || (!rest.is_empty() && is_stored(sent, stored, rest))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn value_that_is_stored_already_is_no_new_value() {
        let stored = json!({ "name": "", "tags": ["bed, breakfast", "boat"], "map": { "zoom": 99 }, "reviews": [
            { "author": "", "rating": 9 }, { "author": "An", "rating": 5 },
        ] });
        for (path, sent, is) in [
            ("name", json!({ "name": "" }), true),
            ("name", json!({ "name": " x" }), false),
            ("tags.1", json!({ "tags": ["new", "bed, breakfast"] }), true),
            ("tags.0", json!({ "tags": ["a, b", "bed, breakfast"] }), false),
            ("tags", json!({ "tags": ["bed, breakfast", "boat"] }), true),
            ("tags", json!({ "tags": ["boat"] }), false),
            ("map.zoom", json!({ "map": { "zoom": 99, "latitude": 1 } }), true),
            ("map.zoom", json!({ "map": { "zoom": 98 } }), false),
            (
                "reviews.1.rating",
                json!({ "reviews": [{ "author": "An", "rating": 5 }, { "author": "", "rating": 9 }] }),
                true,
            ),
            ("reviews.0.rating", json!({ "reviews": [{ "author": "Bo", "rating": 9 }] }), true),
            ("reviews.0.rating", json!({ "reviews": [{ "author": "", "rating": 8 }] }), false),
            ("reviews.2.text", json!({ "reviews": [{}, {}, { "author": "Bo" }] }), false),
        ] {
            let path: Vec<&str> = path.split('.').collect();
            assert_eq!(is_stored(Some(&sent), Some(&stored), &path), is, "{path:?} {sent}");
        }
    }
}
