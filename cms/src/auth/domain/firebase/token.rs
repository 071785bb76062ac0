//! Verifies ID tokens of Firebase.
//! Source: Firebase, "Verify ID tokens", section "Verify ID tokens using a third-party JWT library".

use std::collections::HashMap;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use serde_json::Value;

use crate::common::clock::Timestamp;

/// The only algorithm. The header of a token cannot choose another.
const ALGORITHM: Algorithm = Algorithm::RS256;
/// The tolerated lead of Google's clock, in seconds.
const SKEW_S: i64 = 60;
/// The maximum length of a token, in bytes. Projects may add up to a kilobyte of custom claims.
const MAX_BYTES: usize = 8192;
/// The maximum length of a uid, in characters.
const MAX_SUBJECT_LEN: usize = 128;

/// The public keys by key id.
pub struct Keys(HashMap<String, DecodingKey>);

/// The claims of a token. Times are in seconds since 1970.
#[derive(Clone, Debug, Deserialize)]
pub struct Claims {
    iss: String,
    aud: String,
    exp: i64,
    iat: i64,
    /// The time of the sign-in. Refreshed tokens keep it.
    pub auth_time: i64,
    /// The uid.
    pub sub: String,
    /// The email address.
    pub email: Option<String>,
    /// Whether Firebase has verified the address.
    #[serde(default)]
    pub email_verified: bool,
    /// The full name.
    pub name: Option<String>,
    /// The URL of a portrait.
    pub picture: Option<String>,
    /// How the user signed in.
    #[serde(default)]
    pub firebase: SignInMethod,
}

/// How a user signed in at Firebase.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct SignInMethod {
    /// The second factor, if one was used.
    pub sign_in_second_factor: Option<String>,
}

/// Why a token is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenError {
    /// The token is invalid, whatever the keys are.
    Invalid,
    /// The key is unknown, and may be newer than the loaded ones.
    UnknownKey,
}

impl Keys {
    /// Parses a key set, ignoring keys for other algorithms. `None` if it is malformed.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let set: Value = serde_json::from_slice(text).ok()?;
        let key = |key: &Value| {
            let member = |name: &str| key.get(name).and_then(Value::as_str);
            if member("kty") != Some("RSA") || member("alg").is_some_and(|alg| alg != "RS256") {
                return None;
            }
            let decoding_key = DecodingKey::from_rsa_components(member("n")?, member("e")?).ok()?;
            Some((member("kid")?.to_owned(), decoding_key))
        };
        Some(Self(set.get("keys")?.as_array()?.iter().filter_map(key).collect()))
    }
}

/// The claims of a token that is signed with one of `keys`, for this project, and valid now.
pub fn verified(token: &str, project: &str, keys: &Keys, now: Timestamp) -> Result<Claims, TokenError> {
    if token.len() > MAX_BYTES {
        return Err(TokenError::Invalid);
    }
    let header = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Invalid)?;
    // `crit` names required extensions, and we support none (RFC 7515).
    if header.alg != ALGORITHM || header.crit.is_some() {
        return Err(TokenError::Invalid);
    }
    let key = keys.0.get(header.kid.as_deref().ok_or(TokenError::Invalid)?).ok_or(TokenError::UnknownKey)?;
    let mut validation = Validation::new(ALGORITHM);
    // Claims are checked here, because the library uses the system clock.
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    let claims = jsonwebtoken::decode::<Claims>(token, key, &validation).map_err(|_| TokenError::Invalid)?.claims;
    if are_valid(&claims, project, now) { Ok(claims) } else { Err(TokenError::Invalid) }
}

/// The claims of an unsigned token of the emulator. For development only.
pub fn emulated(token: &str, project: &str, now: Timestamp) -> Result<Claims, TokenError> {
    let parse = || {
        let mut parts = token.split('.');
        let (header, claims) = (parts.next()?, parts.next()?);
        let (Some(""), None) = (parts.next(), parts.next()) else { return None };
        let json = |part: &str| BASE64_URL_SAFE_NO_PAD.decode(part).ok();
        let header: Value = serde_json::from_slice(&json(header)?).ok()?;
        if header.get("alg")? != "none" || header.get("crit").is_some() {
            return None;
        }
        serde_json::from_slice::<Claims>(&json(claims)?).ok()
    };
    let claims = if token.len() > MAX_BYTES { None } else { parse() };
    claims.filter(|claims| are_valid(claims, project, now)).ok_or(TokenError::Invalid)
}

/// The issuer of this project's tokens.
pub fn issuer(project: &str) -> String {
    format!("https://securetoken.google.com/{project}")
}

fn are_valid(claims: &Claims, project: &str, now: Timestamp) -> bool {
    let latest = now.plus_seconds(SKEW_S).seconds();
    let Claims { iss, aud, exp, iat, auth_time, sub, .. } = claims;
    *iss == issuer(project)
        && aud == project
        && now.seconds() < *exp
        && *iat <= latest
        && *auth_time <= latest
        && !sub.is_empty()
        && sub.chars().count() <= MAX_SUBJECT_LEN
        && !sub.contains('\0')
}
