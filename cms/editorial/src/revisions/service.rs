//! Reads the history of a record and restores its revisions. A restore is a change like any other: today's rights and
//! rules apply to it, HTML is sanitized again, and it makes a new revision.

use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::store::{self, RecordKey, ReplacedState, Revision, RevisionItem};
use crate::audit::log::{AuditContext, Fields};
use crate::auth::domain::accounts::Account;
use crate::common::clock::Timestamp;
use crate::common::id::ImageId;
use crate::db::engine::{Db, StoreError};
use crate::http::app::App;
use crate::http::input::update::{ChangeMode, IfMatch, UNPUBLISH_AT_FIELD};
use crate::http::problem::{Code, Problem};
use crate::media::model::{Image, image_keys_in};
use crate::records::{self, RecordAccess};
use crate::{categories, media};

/// Fields that are restored only if the request names them: the owner of a place, and whether and when a record is
/// public.
const FIELDS_RESTORED_ON_REQUEST: [&str; 4] = ["ownerId", "isActive", "publicationDate", UNPUBLISH_AT_FIELD];

/// The field with the badge of a place. No restore sets it, because a restore does not check the position of the place.
const NEVER_RESTORED_FIELD: &str = "isVerified";

/// One revision of a record. Errors: 404 if no revision has this number, or if the caller may not see it.
pub async fn get(app: &App, access: &RecordAccess, number: i64) -> Result<Revision, Problem> {
    let found = store::find(&app.db, &access.key, access.acting_owner.as_ref(), number).await?;
    found.ok_or_else(|| Problem::not_found("This revision does not exist"))
}

/// Why a field was not restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// The field no longer exists, or the revision does not contain it.
    UnknownField,
    /// The field is never restored: `isVerified` shows that the team has checked the position.
    NeverRestored,
    /// Only an admin can change the field.
    AdminOnly,
    /// An image of the field was deleted.
    ImageDeleted,
    /// A category of the field was deleted.
    CategoryDeleted,
    /// The time of the field has passed.
    TimeInPast,
}

/// A field that was not restored, or not completely.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SkippedField {
    /// The name of the field.
    #[schema(example = "imageUrl")]
    pub field: String,
    /// Why it was not restored.
    pub reason: SkipReason,
}

/// The result of a restore.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RestoreResult {
    /// The version of the record, which is the number of the new revision.
    #[schema(example = 8)]
    pub version: i64,
    /// The fields that could not be restored.
    pub skipped: Vec<SkippedField>,
}

/// Restores `fields` of a revision. If `fields` is `None`, restores all fields except those that are restored only on
/// request or never. Errors: those of [`get`] and of [`records::change`].
pub async fn restore(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    access: RecordAccess,
    (number, fields, if_match): (i64, Option<Vec<String>>, IfMatch),
) -> Result<RestoreResult, Problem> {
    let revision = get(app, &access, number).await?;
    let snapshot = revision.snapshot.0;
    let mut restore = Restore::new(snapshot.clone(), fields);
    restore.skip_unpublish_time_in_past(app.clock.now());
    restore.adapt_to_current_state(app, &records::changes_schema_name(&access.key)).await?;
    records::replace_checks_to_restore(app, &access.key, &snapshot, &mut restore.fields).await?;
    for field in records::forbidden_fields(app, &access, &restore.fields).await? {
        restore.skip(field.to_owned(), SkipReason::AdminOnly);
    }
    let change = (&access.key, restore.fields);
    let version = records::change(app, caller, audit, change, (if_match, ChangeMode::Restore)).await?;
    Ok(RestoreResult { version, skipped: restore.skipped })
}

/// The values that a save has replaced, for the undo of the save. Images have their current URLs. Errors: 422 if an
/// image or a category in these values was deleted.
pub async fn fields_to_restore(app: &App, key: &RecordKey, replaced: &ReplacedState) -> Result<Fields, Problem> {
    let snapshot_images = replaced.value("pictures").unwrap_or_default();
    let mut restore = Restore { fields: replaced.fields(), snapshot_images, skipped: Vec::new() };
    restore.adapt_to_current_state(app, &records::changes_schema_name(key)).await?;
    let lost_field = restore.skipped.into_iter().find(|skipped| skipped.reason != SkipReason::UnknownField);
    let Some(SkippedField { field, reason }) = lost_field else { return Ok(restore.fields) };
    let (code, sentence) = match reason {
        SkipReason::CategoryDeleted => (Code::CategoryUnknown, "A former category was deleted"),
        _ => (Code::ImageUnknown, "A former image was deleted"),
    };
    Err(Problem::invalid_field(code, field, sentence))
}

/// The fields of a snapshot that are being restored, the images of the snapshot, and the fields that were skipped.
struct Restore {
    fields: Fields,
    snapshot_images: Value,
    skipped: Vec<SkippedField>,
}

impl Restore {
    fn new(mut snapshot: Fields, requested: Option<Vec<String>>) -> Self {
        let snapshot_images = snapshot.remove("pictures").unwrap_or_default();
        let mut restore = Self { fields: Map::new(), snapshot_images, skipped: Vec::new() };
        match requested {
            None => {
                let is_omitted =
                    |name: &str| FIELDS_RESTORED_ON_REQUEST.contains(&name) || name == NEVER_RESTORED_FIELD;
                snapshot.retain(|name, _| !is_omitted(name));
                restore.fields = snapshot;
            }
            Some(requested) => {
                for name in requested {
                    match snapshot.remove(&name) {
                        Some(_) if name == NEVER_RESTORED_FIELD => restore.skip(name, SkipReason::NeverRestored),
                        Some(value) => drop(restore.fields.insert(name, value)),
                        None => restore.skip(name, SkipReason::UnknownField),
                    }
                }
            }
        }
        restore
    }

    fn fields_as_json(&self) -> Value {
        Value::Object(self.fields.clone())
    }

    fn skip(&mut self, field: String, reason: SkipReason) {
        self.fields.remove(&field);
        self.skipped.push(SkippedField { field, reason });
    }

    fn skip_unpublish_time_in_past(&mut self, now: Timestamp) {
        let time = self.fields.get(UNPUBLISH_AT_FIELD).and_then(Value::as_str).and_then(Timestamp::parse);
        if time.is_some_and(|at| at <= now) {
            self.skip(UNPUBLISH_AT_FIELD.to_owned(), SkipReason::TimeInPast);
        }
    }

    /// Skips the fields that the schema `schema_name` no longer has. Removes `id` and computed fields without listing
    /// them as skipped. Updates the URLs of replaced images, and removes deleted images and categories.
    async fn adapt_to_current_state(&mut self, app: &App, schema_name: &str) -> Result<(), StoreError> {
        let known_fields = app.schemas.normalize_body(schema_name, self.fields_as_json());
        let computed = app.schemas.computed_fields(schema_name);
        for name in self.fields.keys().cloned().collect::<Vec<_>>() {
            if computed.contains(&name) {
                self.fields.remove(&name);
            } else if known_fields.get(&name).is_none() {
                self.skip(name, SkipReason::UnknownField);
            }
        }
        self.fields.remove("id");
        self.adapt_images(&app.db).await?;
        self.remove_deleted_categories(&app.db).await
    }

    async fn adapt_images(&mut self, db: &Db) -> Result<(), StoreError> {
        let mut deleted_keys = Vec::new();
        for key in image_keys_in(&self.fields_as_json().to_string()) {
            match self.current_image(db, &key).await? {
                Some(image) if image.key == key => {}
                Some(image) => {
                    let replace = |text: &str| text.replace(&key, &image.key);
                    self.fields.values_mut().for_each(|value| *value = map_texts(value.take(), &replace));
                }
                None => deleted_keys.push(key),
            }
        }
        let mut fields_with_deleted_image = Vec::new();
        let shows_deleted_image =
            |value: &Value| value.as_str().is_some_and(|text| deleted_keys.iter().any(|key| text.contains(key)));
        for (name, value) in &mut self.fields {
            let is_affected = match value {
                Value::Array(items) => {
                    let count_before = items.len();
                    items.retain(|item| !shows_deleted_image(item));
                    items.len() < count_before
                }
                Value::String(_) if name == "imageUrl" || name == "mainImageUrl" => {
                    // The record keeps its current image.
                    fields_with_deleted_image.extend(shows_deleted_image(value).then(|| name.clone()));
                    false
                }
                // The text is restored. It still contains the address of the deleted image, which cannot be loaded.
                value => shows_deleted_image(value),
            };
            if is_affected {
                self.skipped.push(SkippedField { field: name.clone(), reason: SkipReason::ImageDeleted });
            }
        }
        for name in fields_with_deleted_image {
            self.skip(name, SkipReason::ImageDeleted);
        }
        Ok(())
    }

    /// The image that had this key when the revision was stored. `None` if it was deleted.
    async fn current_image(&self, db: &Db, key: &str) -> Result<Option<Image>, StoreError> {
        let images = self.snapshot_images.as_array().into_iter().flatten();
        let id = images.filter(|image| image["url"].as_str().is_some_and(|url| url.contains(key)));
        match id.filter_map(|image| image["id"].as_i64()).next() {
            Some(id) => media::store::find(db, ImageId(id)).await,
            None => media::store::find_by_key(db, key).await,
        }
    }

    async fn remove_deleted_categories(&mut self, db: &Db) -> Result<(), StoreError> {
        let Some(Value::Array(ids)) = self.fields.get_mut("categoryIds") else { return Ok(()) };
        let existing = categories::store::all(db).await?;
        let count_before = ids.len();
        ids.retain(|id| existing.iter().any(|category| json!(category.id) == *id));
        let (is_affected, is_empty) = (ids.len() < count_before, ids.is_empty());
        if is_empty {
            self.fields.remove("categoryIds");
        }
        if is_affected {
            self.skipped.push(SkippedField { field: "categoryIds".to_owned(), reason: SkipReason::CategoryDeleted });
        }
        Ok(())
    }
}

/// The value after `replace` was applied to each text in it, at any depth.
fn map_texts(value: Value, replace: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => replace(&text).into(),
        Value::Array(items) => items.into_iter().map(|item| map_texts(item, replace)).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, field)| (name, map_texts(field, replace))).collect(),
        other => other,
    }
}

/// The revision as the caller may see it. An owner gets no `checkedBy`, and the other data as in
/// [`revision_item_for_owner`].
pub fn revision_for_caller(caller: &Account, access: &RecordAccess, mut revision: Revision) -> Revision {
    if access.is_admin() {
        return revision;
    }
    revision.snapshot.0.remove("checkedBy");
    Revision { item: revision_item_for_owner(caller, revision.item), ..revision }
}

/// The revision as an owner may see it: without the notes of admins. The account that saved the record is left out
/// unless it is that of the caller.
pub fn revision_item_for_owner(caller: &Account, item: RevisionItem) -> RevisionItem {
    let is_own = item.account_id.as_ref() == Some(&caller.id);
    let (account_id, account_name) = if is_own { (item.account_id, item.account_name) } else { (None, None) };
    RevisionItem { note: None, account_id, account_name, ..item }
}

/// The name of the record in a snapshot, for the audit log. The id of the record if the snapshot has no name.
pub fn record_name(key: &RecordKey, snapshot: &Fields) -> String {
    let name = ["name", "title", "brand"].into_iter().find_map(|field| snapshot.get(field)?.as_str());
    name.unwrap_or(&key.id).to_owned()
}
