//! Changes standing pages, each in one write with its entry in the change log.

use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::dto::{About, GettingHere, Help, PageResponse, Privacy};
use super::form::Editable;
use super::store::{self, StandingPage};
use crate::audit::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::db::engine::Tx;
use crate::http::app::App;
use crate::http::input::update::{IfMatch, WriteError};
use crate::http::input::validation::JsonSchemas;
use crate::http::problem::Problem;

/// Changes a page, or creates it, which requires all of its fields. 412 with the current page if `If-Match` does not
/// contain its version.
pub async fn change<T: StandingPage + Editable>(
    app: &App,
    audit: AuditContext,
    if_match: IfMatch,
    sent: Map<String, Value>,
) -> Result<PageResponse<T>, WriteError> {
    let (now, forms) = (app.clock.now(), app.schemas.clone());
    app.publish(move |tx| {
        Box::pin(async move {
            let stored = store::locked::<T>(tx).await?;
            let page = apply_changes(&forms, &stored, sent);
            let Some(page) = if_match.check(tx, &audit, stored.version, (&stored.page, page), &stored).await? else {
                return Ok((stored, Vec::new()));
            };
            audit.log_updated(tx, &stored.page, &page).await?;
            let tags = store::put(tx, &page, now).await?;
            Ok((PageResponse { version: stored.version + 1, updated_at: Some(now), page }, tags))
        })
    })
    .await
}

/// The page with the changes applied. A page that does not exist yet is validated completely.
fn apply_changes<T: StandingPage + Editable>(
    forms: &JsonSchemas,
    stored: &PageResponse<T>,
    sent: Map<String, Value>,
) -> Result<T, WriteError> {
    let mut whole = serde_json::to_value(&stored.page).unwrap_or_default();
    for (field, value) in sent {
        whole[field] = trimmed(value);
    }
    if stored.version == 0 {
        return Ok(forms.read_as(&T::Changes::name(), whole)?);
    }
    let (page, broken) = forms.read_update(&T::Changes::name(), whole)?;
    broken.allow(&stored.page, Ok(page))
}

/// The value with all texts trimmed, at any depth.
fn trimmed(value: Value) -> Value {
    match value {
        Value::String(text) => text.trim().into(),
        Value::Array(items) => items.into_iter().map(trimmed).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, field)| (name, trimmed(field))).collect(),
        other => other,
    }
}

/// All standing pages of a seed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "named after the pages")]
pub struct StandingPages {
    pub getting_here: Map<String, Value>,
    pub about: Map<String, Value>,
    pub help: Map<String, Value>,
    pub privacy: Map<String, Value>,
}

impl StandingPages {
    /// Stores all pages. Errors name the page and its field.
    pub async fn put(self, tx: &mut Tx, forms: &JsonSchemas, now: Timestamp) -> Result<(), WriteError> {
        put_seed::<GettingHere>(tx, forms, self.getting_here, now).await?;
        put_seed::<About>(tx, forms, self.about, now).await?;
        put_seed::<Help>(tx, forms, self.help, now).await?;
        put_seed::<Privacy>(tx, forms, self.privacy, now).await
    }
}

async fn put_seed<T: StandingPage + Editable>(
    tx: &mut Tx,
    forms: &JsonSchemas,
    fields: Map<String, Value>,
    now: Timestamp,
) -> Result<(), WriteError> {
    let page: T = apply_changes(forms, &PageResponse::default(), fields).map_err(|error| {
        let mut problem = Problem::from(error);
        problem.errors.iter_mut().for_each(|error| error.field = format!("{} {}", T::PATH, error.field));
        problem
    })?;
    store::put(tx, &page, now).await?;
    Ok(())
}
