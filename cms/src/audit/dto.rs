//! The audit log on the wire.

use serde::Serialize;
use sqlx::types::Json;
use utoipa::ToSchema;
use utoipa::openapi::schema::{AdditionalProperties, SchemaType};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};

use super::diff::Fields;
use super::model::Kind;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, AuditId};

/// An event of the audit log.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct AuditItem {
    /// The id of the event.
    #[schema(example = 421)]
    pub id: AuditId,
    /// The time of the event.
    pub created_at: Timestamp,
    /// The id of the acting account. Null for a caller without an account, a command on the server and a scheduled
    /// action. It remains when the account is deleted.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// The name of the acting account at that time; null without an account, and once the account is deleted.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// The email address of the acting account at that time; null without an account, and once the account is deleted.
    #[schema(required, example = "linh@example.org")]
    pub account_email: Option<String>,
    /// The action: an `operationId` of this document, the name of a command such as `user password`, or of a scheduled
    /// action.
    #[schema(example = "updatePlace")]
    pub action: String,
    /// The kind of the record; null if the event is about none.
    #[schema(required)]
    pub kind: Option<Kind>,
    /// The id of the record. Null for the settings, which exist once, if the event is about no record, and for likes and
    /// enquiries of an account that is deleted.
    #[schema(required, example = "7")]
    pub subject_id: Option<String>,
    /// The name of the record at that time. Null if the event is about no record. For the account itself and for its
    /// texts, images, likes and enquiries, also null once the account is deleted.
    #[schema(required, example = "Lantern Cave")]
    pub subject_name: Option<String>,
    /// The earlier values of the fields that differ; null if none differs or the record is new. A value of more than 2,000
    /// characters is shortened to the part that differs, and ends with its full length.
    #[schema(required, schema_with = fields)]
    pub before: Option<Json<Fields>>,
    /// The later values of these fields; null if none differs or the record was deleted.
    #[schema(required, schema_with = fields)]
    pub after: Option<Json<Fields>>,
    /// The client address, `command line` for a command, or `the guide itself` for a scheduled action. Blank once the
    /// acting account is deleted.
    #[schema(example = "203.0.113.7")]
    pub address: String,
    /// The request id, as in the `X-Request-Id` header of the response and in the server log. Blank without a request.
    #[schema(example = "0198c6a1f0e27d4c")]
    pub request_id: String,
}

fn fields() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Array(vec![Type::Object, Type::Null]))
        .description(Some(
            "The fields that differ, by their names in this document: old values in `before`, new values in `after`. \
             Of a new record all fields that are not blank, only in `after`; of a deleted one, only in `before`. Null if \
             there are none. Of values of more than 2,000 characters, only the part that differs is included.",
        ))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
        .examples([serde_json::json!({ "name": "Lantern Cave" })])
        .into()
}
