//! The audit log on the wire.

use serde::Serialize;
use sqlx::types::Json;
use utoipa::ToSchema;
use utoipa::openapi::schema::{AdditionalProperties, SchemaType};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};

use crate::audit_log::differences::Fields;
use crate::audit_log::model::Kind;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, AuditId};

/// Something that somebody did.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct AuditItem {
    /// Its id.
    #[schema(example = 421)]
    pub id: AuditId,
    /// When.
    pub created_at: Timestamp,
    /// The account of whoever did it; null for a stranger and for a command on the machine itself. It stays when the
    /// account is deleted.
    #[schema(required, example = "0198c6a1f0e27d4cb1a29c1e5a7d3f10")]
    pub account_id: Option<AccountId>,
    /// Their name as it was then; null once the account is deleted.
    #[schema(required, example = "Linh Tran")]
    pub account_name: Option<String>,
    /// Their address as it was then; null once the account is deleted.
    #[schema(required, example = "linh@example.org")]
    pub account_email: Option<String>,
    /// What they did: the `operationId` of this document, or a command's name, as `user password`.
    #[schema(example = "updatePlace")]
    pub action: String,
    /// What kind of thing it was done to.
    #[schema(required)]
    pub kind: Option<Kind>,
    /// Which; null for the settings, of which there is one.
    #[schema(required, example = "7")]
    pub subject_id: Option<String>,
    /// What it was called then.
    #[schema(required, example = "Lantern Cave")]
    pub subject_name: Option<String>,
    /// The fields that differ, as they were; null where nothing does and where there was nothing. Of a value of more than
    /// 2,000 characters a part, which says so.
    #[schema(required, schema_with = fields)]
    pub before: Option<Json<Fields>>,
    /// The same as they became; null where nothing differs and where nothing is left.
    #[schema(required, schema_with = fields)]
    pub after: Option<Json<Fields>>,
    /// The address of the network that it came from, or `command line`; blank once the account is
    /// deleted.
    #[schema(example = "203.0.113.7")]
    pub address: String,
    /// The id that the answer carried as `X-Request-Id`, and the server's log; blank for a command.
    #[schema(example = "0198c6a1f0e27d4c")]
    pub request_id: String,
}

fn fields() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Array(vec![Type::Object, Type::Null]))
        .description(Some("Fields by the names of the contract: those that differ."))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
        .examples([serde_json::json!({ "name": "Lantern Cave" })])
        .into()
}
