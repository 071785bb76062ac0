//! Random secrets, such as refresh tokens and tickets. The database stores only the hash of a secret that clients
//! present. Secrets that the server itself needs again, such as a PKCE verifier, are stored unhashed.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::seq::IndexedRandom;
use sha2::{Digest, Sha256};
use sqlx::Database;

/// A secret that must not be logged.
///
/// The database can decode it, but not encode it: a statement must bind [`Secret::hash`] or [`Secret::reveal`].
#[derive(Clone, PartialEq, Eq, sqlx::Decode)]
#[sqlx(transparent)]
pub struct Secret(pub(super) String);

impl<D: Database> sqlx::Type<D> for Secret
where
    String: sqlx::Type<D>,
{
    fn type_info() -> D::TypeInfo {
        String::type_info()
    }

    fn compatible(type_info: &D::TypeInfo) -> bool {
        String::compatible(type_info)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A new secret: 32 random bytes, base64url.
    pub fn generate() -> Self {
        Self(BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>()))
    }

    /// Parses a value that a client sent. `None` unless the value is the base64url form of 32 bytes.
    pub fn parse(text: &str) -> Option<Self> {
        let is_secret = BASE64_URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32);
        is_secret.then(|| Self(text.to_owned()))
    }

    /// The secret in plain text, to send or to store it. Do not log it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash to store.
    pub fn hash(&self) -> String {
        hash(&self.0)
    }
}

/// The SHA-256 of a text, base64url. A fast hash is sufficient for random secrets.
pub fn hash(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text))
}

/// Generates a code that people type: four groups of `group_len` characters, joined by hyphens. Characters that are
/// easily confused are left out. Each character has 4.95 bits of entropy.
pub fn generate_readable_code(group_len: usize) -> String {
    const CHARACTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let mut rng = rand::rng();
    let mut group =
        || -> String { (0..group_len).filter_map(|_| CHARACTERS.choose(&mut rng)).map(|&byte| byte as char).collect() };
    [group(), group(), group(), group()].join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_code_has_four_groups_and_is_random() {
        let (one, other) = (generate_readable_code(5), generate_readable_code(5));
        assert_eq!(one.len(), 23);
        assert_ne!(one, other);
        assert_eq!(generate_readable_code(4).len(), 19);
    }
}
