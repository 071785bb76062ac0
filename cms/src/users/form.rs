//! The requests about accounts, with the rules of their fields.

use serde::Deserialize;
use serde_json::json;

use crate::auth::domain::model::Role;
use crate::http::input::account_field_rules;
use crate::http::input::rule::{Rule, rule_schemas};

/// Changes of an account. Fields that are absent stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "see the rules")]
pub struct UserChanges {
    pub id: Option<String>,
    pub email: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub role: Option<Role>,
    pub is_active: Option<bool>,
}

/// The request that creates an account.
pub struct UserRequest;

fn rules() -> Rule {
    const ROLES: &[&str] = &["viewer", "business_owner", "admin"];
    Rule::closed_object(
        "An account.",
        vec![
            ("id", Rule::text("The id in the URL, if it is sent.")),
            ("email", account_field_rules::email("Valid email is required", "Valid email is required")),
            ("firstName", account_field_rules::first_name()),
            ("lastName", account_field_rules::last_name()),
            (
                "role",
                Rule::text("The role of the account.")
                    .one_of(ROLES, "Role must be viewer, business_owner or admin")
                    .default("viewer"),
            ),
            ("isActive", Rule::boolean("Whether the account is active and can sign in.").default(true)),
            ("version", Rule::computed("Ignored.")),
            ("isEmailVerified", Rule::computed("Ignored.")),
            ("hasPassword", Rule::computed("Ignored.")),
            ("createdAt", Rule::computed("Ignored.")),
            ("updatedAt", Rule::computed("Ignored.")),
        ],
    )
    .example(json!({ "email": "linh@example.org", "firstName": "Linh", "lastName": "Tran", "role": "viewer" }))
}

rule_schemas! { UserRequest => rules(), UserChanges => rules().all_optional() }
