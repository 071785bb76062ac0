//! Firebase's ID tokens: what they say, and whether it holds.
//! Source: Firebase, "Verify ID tokens", the part about third-party libraries.

use std::collections::HashMap;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use serde_json::Value;

use crate::common::clock::Timestamp;

/// The one algorithm. What a token says of itself never chooses another.
const ALGORITHM: Algorithm = Algorithm::RS256;
/// How far Google's clock may be ahead of ours, in seconds.
const SKEW_S: i64 = 60;
/// Claims of the project's own make tokens longer than ours: a kilobyte of them is allowed.
const LONGEST: usize = 8192;
/// The longest uid, in characters.
const LONGEST_SUBJECT: usize = 128;

/// Google's public keys by name.
pub struct Keys(HashMap<String, DecodingKey>);

/// What a token says. Times are seconds since 1970.
#[derive(Clone, Debug, Deserialize)]
pub struct Claims {
    iss: String,
    aud: String,
    exp: i64,
    iat: i64,
    /// When the person signed in; refreshed tokens keep it.
    pub auth_time: i64,
    /// The uid.
    pub sub: String,
    /// The address.
    pub email: Option<String>,
    /// Whether Firebase has seen that the mailbox is theirs.
    #[serde(default)]
    pub email_verified: bool,
    /// The whole name.
    pub name: Option<String>,
    /// Address of a picture.
    pub picture: Option<String>,
    /// How they signed in.
    #[serde(default)]
    pub firebase: Way,
}

/// How somebody signed in at Firebase.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Way {
    /// What was asked for beside the first proof, if anything was.
    pub sign_in_second_factor: Option<String>,
}

/// What is wrong with a token that looks like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It does not count, whatever keys there are.
    Refused,
    /// A key signed it that is not among those known: perhaps it is newer.
    UnknownKey,
}

impl Keys {
    /// The keys of a published set; those that are not for this are left out. Nothing when it is no set.
    pub fn read(text: &[u8]) -> Option<Self> {
        let set: Value = serde_json::from_slice(text).ok()?;
        let key = |key: &Value| {
            let word = |name: &str| key.get(name).and_then(Value::as_str);
            if word("kty") != Some("RSA") || word("alg").is_some_and(|alg| alg != "RS256") {
                return None;
            }
            let decoding = DecodingKey::from_rsa_components(word("n")?, word("e")?).ok()?;
            Some((word("kid")?.to_owned(), decoding))
        };
        Some(Self(set.get("keys")?.as_array()?.iter().filter_map(key).collect()))
    }
}

/// The claims of a token that one of `keys` signed for this project and that is good now.
pub fn verified(token: &str, project: &str, keys: &Keys, now: Timestamp) -> Result<Claims, Fault> {
    if token.len() > LONGEST {
        return Err(Fault::Refused);
    }
    let header = jsonwebtoken::decode_header(token).map_err(|_| Fault::Refused)?;
    // `crit` asks for extensions, and we know none.
    if header.alg != ALGORITHM || header.crit.is_some() {
        return Err(Fault::Refused);
    }
    let key = keys.0.get(header.kid.as_deref().ok_or(Fault::Refused)?).ok_or(Fault::UnknownKey)?;
    let mut validation = Validation::new(ALGORITHM);
    // Claims are checked here: the library reads the machine's clock and not ours.
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    let claims = jsonwebtoken::decode::<Claims>(token, key, &validation).map_err(|_| Fault::Refused)?.claims;
    if hold(&claims, project, now) { Ok(claims) } else { Err(Fault::Refused) }
}

/// The claims of a token that the emulator made, which signs nothing. For development alone.
pub fn emulated(token: &str, project: &str, now: Timestamp) -> Result<Claims, Fault> {
    let read = || {
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
    let claims = if token.len() > LONGEST { None } else { read() };
    claims.filter(|claims| hold(claims, project, now)).ok_or(Fault::Refused)
}

/// The name under which Firebase makes this project's tokens.
pub fn issuer(project: &str) -> String {
    format!("https://securetoken.google.com/{project}")
}

fn hold(claims: &Claims, project: &str, now: Timestamp) -> bool {
    let latest = now.plus_seconds(SKEW_S).seconds();
    let Claims { iss, aud, exp, iat, auth_time, sub, .. } = claims;
    *iss == issuer(project)
        && aud == project
        && now.seconds() < *exp
        && *iat <= latest
        && *auth_time <= latest
        && !sub.is_empty()
        && sub.chars().count() <= LONGEST_SUBJECT
        && !sub.contains('\0')
}
