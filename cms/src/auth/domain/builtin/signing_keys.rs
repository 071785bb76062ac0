//! The signing keys, and the tokens signed with them.
//!
//! The keys are stored in the database, so that all replicas use the same ones.

use anyhow::Context;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::{AlgorithmParameters, Jwk};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use sha2::{Digest, Sha256};

use crate::auth::domain::secret::Secret;
use crate::auth::domain::token::{ALGORITHM, Claims, PublicKey};
use crate::common::clock::Timestamp;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::{execute, with_pool};

const KEYS: &str = "select private_pem from signing_key order by created_at desc, id desc";

// The id is the generation. If two replicas start with an empty database, both insert a first key, and one of them
// wins.
const ADD_FIRST: &str = "
insert into signing_key (id, private_pem, created_at) values ('1', $1, $2) on conflict (id) do nothing";

/// The PKCS#8 prefix of the 32 bytes of an Ed25519 key (RFC 8410, section 7).
const PKCS8_HEAD: [u8; 16] =
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/// Signs with the newest key. Tokens signed with older keys remain valid.
pub struct Signer {
    key: EncodingKey,
    public: Vec<PublicKey>,
    /// The key for [`Signer::successor`], derived from the newest signing key.
    successor_key: EncodingKey,
}

impl Signer {
    /// Loads the keys from the database, and creates the first one if there is none. Several replicas may call it at
    /// once.
    pub async fn open(db: &Db, now: Timestamp) -> anyhow::Result<Self> {
        let mut keys = load(db).await?;
        if keys.is_empty() {
            let fresh = Self::new_key();
            db.write(move |tx| Box::pin(add_first(tx, fresh, now))).await?;
            keys = load(db).await?;
        }
        Self::from_pems(&keys)
    }

    /// A signer with these keys (PKCS#8 in PEM), newest first.
    pub fn from_pems(pems: &[String]) -> anyhow::Result<Self> {
        let newest = pems.first().context("there is no signing key")?;
        let key = parse_pem(newest)?;
        let public = pems.iter().map(|pem| public_of(&parse_pem(pem)?)).collect::<anyhow::Result<_>>()?;
        let secret = Sha256::new().chain_update("karst refresh succession\0").chain_update(newest.trim()).finalize();
        Ok(Self { key, public, successor_key: EncodingKey::from_secret(&secret) })
    }

    /// Generates a key (PKCS#8 in PEM).
    pub fn new_key() -> String {
        let seed: [u8; 32] = rand::random();
        let der = [PKCS8_HEAD.as_slice(), &seed].concat();
        // 48 bytes are 64 characters: exactly one line.
        format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", BASE64_STANDARD.encode(der))
    }

    /// The public keys, newest first.
    pub fn public_keys(&self) -> &[PublicKey] {
        &self.public
    }

    /// Signs a token with these claims.
    pub fn sign(&self, claims: &Claims) -> Result<String, jsonwebtoken::errors::Error> {
        let mut header = Header::new(ALGORITHM);
        header.kid = self.public.first().map(|key| key.kid.clone());
        jsonwebtoken::encode(&header, claims, &self.key)
    }

    /// The refresh token that follows `old`: its keyed hash (HMAC-SHA-256), as unguessable as the key.
    ///
    /// It is deterministic, so that a client whose first response was lost gets the same token again and not a second
    /// one (see [`super::session`]).
    pub fn successor(&self, old: &Secret) -> Result<Secret, jsonwebtoken::errors::Error> {
        jsonwebtoken::crypto::sign(old.reveal().as_bytes(), &self.successor_key, Algorithm::HS256).map(Secret)
    }

    #[cfg(test)]
    pub(crate) fn signature(&self, message: &[u8]) -> Result<String, jsonwebtoken::errors::Error> {
        jsonwebtoken::crypto::sign(message, &self.key, ALGORITHM)
    }
}

async fn load(db: &Db) -> Result<Vec<String>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(KEYS).fetch_all(engine))?)
}

async fn add_first(tx: &mut Tx, pem: String, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(ADD_FIRST).bind(pem).bind(now))?;
    Ok(())
}

fn parse_pem(pem: &str) -> anyhow::Result<EncodingKey> {
    EncodingKey::from_ed_pem(pem.as_bytes()).context("a signing key in the database cannot be read")
}

/// The public key, identified by its thumbprint (RFC 7638, RFC 8037).
fn public_of(key: &EncodingKey) -> anyhow::Result<PublicKey> {
    let AlgorithmParameters::OctetKeyPair(pair) = Jwk::from_encoding_key(key, ALGORITHM)?.algorithm else {
        anyhow::bail!("a signing key in the database is not an Ed25519 key");
    };
    let canonical = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{}"}}"#, pair.x);
    Ok(PublicKey { kid: BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(canonical)), x: pair.x })
}

#[cfg(test)]
mod tests {
    use super::*;

    // RFC 8037, appendix A: the private key, the public key and its thumbprint.
    #[test]
    fn public_key_is_named_by_its_thumbprint() {
        let seed = BASE64_URL_SAFE_NO_PAD.decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A").expect("base64url");
        let der = [PKCS8_HEAD.as_slice(), &seed].concat();
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", BASE64_STANDARD.encode(der));
        let signer = Signer::from_pems(&[pem]).expect("a key");
        let expected = PublicKey {
            kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k".into(),
            x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo".into(),
        };
        assert_eq!(signer.public_keys(), [expected]);
    }

    #[test]
    fn refresh_token_has_one_successor_per_key() {
        let (mine, other) = (Signer::from_pems(&[Signer::new_key()]), Signer::from_pems(&[Signer::new_key()]));
        let (mine, other) = (mine.expect("a key"), other.expect("a key"));
        let token = Secret::generate();
        let next = |signer: &Signer, token: &Secret| signer.successor(token).expect("a token").reveal().to_owned();
        assert_eq!(next(&mine, &token), next(&mine, &token));
        assert_ne!(next(&mine, &token), next(&mine, &Secret::generate()));
        assert_ne!(next(&mine, &token), next(&other, &token));
        assert!(Secret::parse(&next(&mine, &token)).is_some(), "it has the shape of the first");
    }
}
