//! Rules of the fields of accounts and senders. Requests for sign-in, profile, user administration and messages share
//! these rules.

use super::rule::Rule;
use crate::auth::domain::builtin::{password, second_factor};
use crate::auth::domain::email;

/// An email address to which the server will send email. `missing` and `invalid` are the messages for an empty address
/// and for one that cannot receive email.
pub fn email(missing: &'static str, invalid: &'static str) -> Rule {
    email_without_format_check(missing).pattern(email::DOTTED_HOST_PATTERN, invalid).email(invalid)
}

fn email_without_format_check(missing: &'static str) -> Rule {
    Rule::text("The email address; upper and lower case are equivalent.")
        .required(missing)
        .max(email::MAX_LEN as f64, "Email must be at most 254 characters")
        .example("linh@example.org")
}

/// The email address of an existing account. A dot in the host is not required, unlike in [`email()`].
pub fn existing_account_email() -> Rule {
    email_without_format_check("Email is required").pattern(email::PATTERN, "Please enter a valid email address")
}

fn name(description: &'static str, missing: &'static str, (max, too_long): (f64, &'static str)) -> Rule {
    Rule::text(description).strip_direction_controls().required_text(missing).max(max, too_long)
}

/// The name of the sender of a contact message or an inquiry.
pub fn sender_name() -> Rule {
    let limit = (120.0, "Name must be at most 120 characters");
    name("The name of the sender.", "Name is required", limit).example("Linh Tran")
}

/// The given name of the holder of an account.
pub fn first_name() -> Rule {
    let limit = (80.0, "First name must be at most 80 characters");
    name("The given name.", "First name is required", limit).example("Linh")
}

/// The family name of the holder of an account.
pub fn last_name() -> Rule {
    let limit = (80.0, "Last name must be at most 80 characters");
    name("The family name.", "Last name is required", limit).example("Tran")
}

/// The URL of the profile image of an account, or null.
pub fn profile_image_url_rule() -> Rule {
    Rule::text("The URL of an image; null for none.")
        .nullable()
        .image_url("Photo must be a valid URL or relative path starting with /")
        .max(1000.0, "Photo URL must be at most 1000 characters")
}

/// A new password.
pub fn new_password() -> Rule {
    Rule::text("The new password.")
        .required("Password is required")
        .min(password::MIN_PASSWORD_LEN as f64, "Password must be at least 6 characters")
        .max(password::MAX_PASSWORD_BYTES as f64, "Password must be at most 1024 characters")
        .example("seven-lanterns")
}

/// The current password.
pub fn current_password() -> Rule {
    Rule::text("The password of the account.")
        .required("Password is required")
        .max(password::MAX_PASSWORD_BYTES as f64, "Password must be at most 1024 characters")
        .example("seven-lanterns")
}

/// The current password, for calls that do not need it if the caller is signed in to the account.
pub fn optional_current_password() -> Rule {
    Rule::text("The password of the account; required unless the caller is signed in to it.")
        .nullable()
        .max(password::MAX_PASSWORD_BYTES as f64, "Password must be at most 1024 characters")
}

/// The password that confirms a request. Accounts with a second factor or without a password do not send it.
pub fn reauthentication_password() -> Rule {
    Rule::text("The password of the account, unless it has a second factor or no password.")
        .nullable()
        .max(password::MAX_PASSWORD_BYTES as f64, "Password must be at most 1024 characters")
}

/// A one-time code or a recovery code of the second factor.
pub fn second_factor_code() -> Rule {
    Rule::text("The six-digit code of the authenticator app, or a recovery code.")
        .max(second_factor::MAX_CODE_BYTES as f64, "Code must be at most 40 characters")
        .example("081804")
}
