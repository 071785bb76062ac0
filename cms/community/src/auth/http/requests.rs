//! The request bodies of the sign-in and account calls with their rules. Texts are as typed, not normalized.
#![allow(missing_docs, reason = "see the rules")]

use serde::Deserialize;
use serde_json::json;

use crate::auth::domain::api_token::scope::{API_TOKEN_SCOPE_NAMES, ApiTokenScope};
use crate::common::id::CategoryId;
use crate::http::input::account_field_rules;
use crate::http::input::rule::{Rule, rule_schemas};
use crate::http::input::update::FieldPatch;

/// The maximum number of days for which an API token is valid.
const MAX_TOKEN_DAYS: f64 = 365.0;

/// Email and password, and a code if the account has a second factor.
#[derive(Deserialize)]
pub struct SignInRequest {
    pub email: String,
    pub password: String,
    #[serde(default)]
    pub code: Option<String>,
}

/// A new account.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignUpRequest {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub password: String,
}

/// The email address of an account whose password is forgotten.
#[derive(Deserialize)]
pub struct PasswordResetRequest {
    pub email: String,
}

/// The secret of an emailed link or of a link from an admin, and the new password.
#[derive(Deserialize)]
pub struct NewPasswordRequest {
    pub token: String,
    pub password: String,
}

/// The secret of an emailed link, and the password of the account.
#[derive(Deserialize)]
pub struct VerificationRequest {
    /// The secret in the link.
    pub token: String,
    /// As typed; required unless the caller is signed in to the account.
    #[serde(default)]
    pub password: Option<String>,
}

/// The current and the new password.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChangeRequest {
    pub current_password: String,
    pub new_password: String,
}

/// Changes to the caller's own profile. Absent fields stay as they are.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct ProfileChanges {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    #[serde(rename = "photoURL")]
    pub photo_url: FieldPatch<String>,
    pub owner_reminders: Option<bool>,
}

/// The password, if the account has one.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct PasswordConfirmation {
    pub current_password: Option<String>,
}

/// The proof for deleting the caller's account: the password, or an emailed code if there is none.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct AccountDeletionRequest {
    pub current_password: Option<String>,
    pub code: Option<String>,
}

/// The password with which an account confirms the setup of a second factor. Absent if the account has no password.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct SecondFactorEnrollmentRequest {
    pub password: Option<String>,
}

/// A code of the second factor.
#[derive(Deserialize)]
pub struct SecondFactorCode {
    pub code: String,
}

/// An API token to create, and the password or code with which its owner confirms the creation.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApiTokenRequest {
    pub name: String,
    pub scopes: Vec<ApiTokenScope>,
    pub expires_in_days: i64,
    #[serde(default)]
    pub category_ids: Option<Vec<CategoryId>>,
    #[serde(default)]
    pub own_places_only: Option<bool>,
    #[serde(default)]
    pub password: Option<String>,
    #[serde(default)]
    pub code: Option<String>,
}

/// The identity that a client expects for the token that it sends, and the profile fields that the client knows.
#[derive(Clone, Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct SyncRequest {
    pub uid: Option<String>,
    pub email: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub profile_image_url: Option<String>,
}

fn link_token() -> Rule {
    Rule::text("The secret token in the link.")
        .required("This link is incomplete")
        .max(100.0, "This link is not valid")
        .example("Zm9yIHRoZSBib2F0IG9uIHRoZSBTb24sIGF0IGVpZ2h0")
}

fn owner_reminders() -> Rule {
    Rule::boolean("Whether the account gets the monthly emails in which owners confirm the facts of their places.")
        .example(true)
}

rule_schemas! {
    SignInRequest => Rule::closed_object(
        "The email address and the password, and a code if the account has a second factor.",
        vec![
            ("email", account_field_rules::existing_account_email()),
            ("password", account_field_rules::current_password()),
            ("code", account_field_rules::second_factor_code().nullable()),
        ],
    )
    .example(json!({ "email": "linh@example.org", "password": "seven-lanterns" })),

    SignUpRequest => Rule::closed_object(
        "A new account.",
        vec![
            ("firstName", account_field_rules::first_name()),
            ("lastName", account_field_rules::last_name()),
            ("email", account_field_rules::email("Email is required", "Please enter a valid email address")),
            ("password", account_field_rules::new_password()),
        ],
    ),

    PasswordResetRequest => Rule::closed_object(
        "The email address of the account.",
        vec![("email", account_field_rules::existing_account_email())],
    ),

    NewPasswordRequest => Rule::closed_object(
        "A new password and the token of the link.",
        vec![("token", link_token()), ("password", account_field_rules::new_password())],
    ),

    VerificationRequest => Rule::closed_object(
        "The token of the link, and the password if the caller is not signed in to the account.",
        vec![("token", link_token()), ("password", account_field_rules::optional_current_password())],
    ),

    PasswordChangeRequest => Rule::closed_object(
        "The current and the new password.",
        vec![("currentPassword", account_field_rules::current_password()), ("newPassword", account_field_rules::new_password())],
    ),

    ProfileChanges => Rule::closed_object(
        "The caller's profile.",
        vec![("firstName", account_field_rules::first_name()), ("lastName", account_field_rules::last_name()), ("photoURL", account_field_rules::profile_image_url_rule()), ("ownerReminders", owner_reminders())],
    )
    .all_optional(),

    PasswordConfirmation => Rule::closed_object(
        "The password, if the account has one.",
        vec![("currentPassword", account_field_rules::current_password().nullable())],
    )
    .all_optional(),

    AccountDeletionRequest => Rule::closed_object(
        "The password, or the code from the email if the account has no password.",
        vec![
            ("currentPassword", account_field_rules::current_password().nullable()),
            ("code", Rule::text("The code that `requestDeletionCode` sent, for accounts without a password.").nullable()
                .max(40.0, "The code is incorrect").example("30 41 59 26")),
        ],
    )
    .all_optional(),

    SecondFactorEnrollmentRequest => Rule::closed_object(
        "The password, if the account has one.",
        vec![("password", account_field_rules::current_password().nullable())],
    )
    .all_optional(),

    SecondFactorCode => Rule::closed_object("A code of the second factor.", vec![("code", account_field_rules::second_factor_code().required("Code is required"))]),

    ApiTokenRequest => Rule::closed_object(
        "An API token to create. The password confirms it, or a code if the account has a second factor.",
        vec![
            ("name", Rule::text("A name by which its owner recognizes the token.").strip_direction_controls()
                .required_text("Name is required").max(100.0, "Name must be at most 100 characters").example("Nightly import")),
            ("scopes", Rule::list("What the token may do.", Rule::text("A scope.").one_of(&API_TOKEN_SCOPE_NAMES, "This scope does not exist"))
                .required("Choose at least one scope").max(API_TOKEN_SCOPE_NAMES.len() as f64, "Choose each scope only once")
                .example(json!(["read", "places:write"]))),
            ("expiresInDays", Rule::integer("The number of days until the token expires.").required("Expiry is required")
                .min(1.0, "Expiry must be 1 to 365 days").max(MAX_TOKEN_DAYS, "Expiry must be 1 to 365 days").example(90)),
            ("categoryIds", Rule::list("Limits the token to places of these categories; null for no limit.", Rule::id("The id of a category."))
                .nullable().min(1.0, "Choose at least one category").max(50.0, "At most 50 categories can be chosen")),
            ("ownPlacesOnly", Rule::boolean("Whether the token reaches only places of its owner.").nullable()),
            ("password", account_field_rules::reauthentication_password()),
            ("code", account_field_rules::second_factor_code().nullable()),
        ],
    )
    .example(json!({
        "name": "Nightly import", "scopes": ["read", "places:write"], "expiresInDays": 90, "password": "seven-lanterns",
    })),

    SyncRequest => Rule::closed_object(
        "The identity that the client expects, and the profile fields that it knows.",
        vec![
            ("uid", Rule::text("The id of the account. If sent, it must be that of the token.").nullable()),
            ("email", Rule::text("The email address of the account. If sent, it must be that of the token.").nullable()),
            ("firstName", Rule::text("The given name, used if the account has none.").nullable()
                .max(80.0, "First name must be at most 80 characters")),
            ("lastName", Rule::text("The family name, used if the account has none.").nullable()
                .max(80.0, "Last name must be at most 80 characters")),
            ("profileImageUrl", account_field_rules::profile_image_url_rule()),
        ],
    ),
}
