//! The tools that write. They save drafts with the caller's token; a person publishes or discards them in the console.

use serde_json::{Map, Value, json};

use super::api_client::ToolError;
use super::result;
use super::schema::Parameter;
use super::tools::Call;
use super::{articles, places};
use crate::http::problem::{Code, FieldError, Problem};

/// A kind of record whose drafts a tool saves, and the fields that the tool may change.
#[derive(Debug)]
pub struct DraftTarget {
    /// The path segment of such records in the URLs of the API and of the console.
    path_segment: &'static str,
    /// The path of the call that lists such records. The path of a record is below it.
    list_path: &'static str,
    /// The name of the schema in the contract for changes to such a record.
    pub changes_schema: &'static str,
    /// The fields that a tool may change, chosen by hand: no slug, owner, flag such as `isActive`, or publication time.
    pub fields: &'static [&'static str],
    /// The path of the page of such a record.
    page_path: fn(&Value) -> String,
}

/// The parameter with which an assistant allows a tool to overwrite fields of the stored draft.
pub const REPLACE_PARAMETER: Parameter = Parameter::tool_only(
    "replace",
    "`true` to overwrite fields for which the stored draft has other values, which may be an editor's work in progress; \
     refused otherwise.",
    "^(true|false)$",
);

/// The target of `save_place_draft`.
pub const PLACE_DRAFT_TARGET: DraftTarget = DraftTarget {
    path_segment: "businesses",
    list_path: places::LIST_PATH,
    changes_schema: "PlaceChanges",
    fields: &[
        "name",
        "localName",
        "description",
        "featuredText",
        "address",
        "phone",
        "email",
        "website",
        "priceRange",
        "operatingHours",
        "hours",
        "tags",
        "amenities",
        "sources",
        "lastSeenYear",
    ],
    page_path: places::page_path,
};

/// The target of `save_article_draft`.
pub const ARTICLE_DRAFT_TARGET: DraftTarget = DraftTarget {
    path_segment: "articles",
    list_path: articles::LIST_PATH,
    changes_schema: "ArticleChanges",
    fields: &["title", "summary", "contentHtml", "sources", "tags"],
    page_path: articles::page_path,
};

/// The tools `save_place_draft` and `save_article_draft`. They add the sent fields to the stored draft or a new one.
/// Errors: 400 without fields, 403 if the draft has a publication time or is in a release, 409 if the stored draft has
/// other values for the fields and `replace` is not `true`.
pub async fn save(call: Call, target: &'static DraftTarget) -> Result<Value, ToolError> {
    let changes = call.arguments.fields.clone();
    let changed_fields: Vec<String> = changes.keys().cloned().collect();
    if changed_fields.is_empty() {
        let sentence = format!("Send at least one of {}", target.fields.join(", "));
        return Err(Problem::bad_request(vec![FieldError::new(Code::Required, "fields", sentence)]).into());
    }
    // A draft that is saved in the console may break rules until it is published. A draft of a tool may not, because
    // nobody would complete it.
    let changes = call.app.schemas.validate_body(target.changes_schema, Value::Object(changes))?;
    let record = call.get_record(target.list_path).await?;
    let path = format!("/api/{}/{}/draft", target.path_segment, record["id"]);
    let stored_draft = match call.api.get(&path, &[]).await {
        Ok(response) => response.body,
        Err(ToolError(problem)) if problem["code"] == "not_found" => Value::Null,
        Err(refusal) => return Err(refusal),
    };
    if !stored_draft["publishAt"].is_null() || !stored_draft["releaseId"].is_null() {
        let sentence =
            "The draft of this record becomes public at a set time or in a release, so only a person may change it";
        return Err(Problem::forbidden(Code::Forbidden, sentence).into());
    }
    let mut fields: Map<String, Value> = stored_draft["fields"].as_object().cloned().unwrap_or_default();
    let changes = changes.as_object().cloned().unwrap_or_default();
    // Drafts have no history, so an overwritten value would be lost.
    let conflicts: Vec<FieldError> = changes
        .iter()
        .filter(|(name, value)| fields.get(*name).is_some_and(|stored| stored != *value))
        .map(|(name, _)| FieldError::new(Code::Conflict, name, "The stored draft has another value for this field"))
        .collect();
    if !conflicts.is_empty() && call.arguments.get("replace") != Some("true") {
        let sentence = "The draft already changes these fields. Ask its author, or send `replace` to overwrite them";
        return Err(Problem { errors: conflicts, ..Problem::conflict(Code::Conflict, sentence) }.into());
    }
    // The next statement puts the new values of these fields in their place.
    let replaced: Map<String, Value> = conflicts.iter().filter_map(|error| fields.remove_entry(&error.field)).collect();
    fields.extend(changes);
    let base_version = if stored_draft.is_null() { &record["version"] } else { &stored_draft["baseVersion"] };
    let draft = json!({ "baseVersion": base_version, "fields": fields });
    call.api.put(&path, &draft, stored_draft["version"].as_i64().unwrap_or(0)).await?;
    let mut data = result::pick_fields(&record, &["id", "name", "title"]);
    data.insert("savedFields".to_owned(), changed_fields.into());
    data.insert("isPublic".to_owned(), false.into());
    if !replaced.is_empty() {
        data.insert("replacedFields".to_owned(), replaced.into());
    }
    let console = format!("{}/admin-portal/{}/{}", call.app.public_url, target.path_segment, record["id"]);
    let next = format!("A person publishes or discards the draft in the console: {console}");
    data.insert("next".to_owned(), next.into());
    Ok(result::complete_and_shorten(&call.app.public_url, &(target.page_path)(&record), data))
}
