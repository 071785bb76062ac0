//! Access tokens (JWT) and the keys that sign them.
//!
//! Verification accepts only the algorithm, the keys, the issuer and the audience that this server itself uses. The
//! signing keys are stored in the database, so that all replicas use the same ones.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Context;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::{AlgorithmParameters, Jwk};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use moka::sync::Cache;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::accounts::SessionId;
use super::secret::Secret;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::{execute, with_pool};

/// The only accepted algorithm: Ed25519. The header of a token cannot choose another.
pub const ALGORITHM: Algorithm = Algorithm::EdDSA;
/// The audience of our tokens.
pub const AUDIENCE: &str = "karst";
/// The lifetime of an access token, in seconds.
pub const ACCESS_TOKEN_LIFETIME_S: i64 = 3600;

/// The tolerated difference between the clocks of two replicas, in seconds. It does not apply to `exp`.
const MAX_CLOCK_SKEW_S: i64 = 60;
/// The maximum length of a token that is verified, in bytes. Our tokens have about 500 bytes.
const MAX_TOKEN_BYTES: usize = 4096;
/// The maximum number of tokens in the cache of verified claims. Verifying a signature costs as much as three database
/// queries.
const CACHE_CAPACITY: u64 = 4096;

/// The claims of an access token. Times are in seconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessTokenClaims {
    /// The issuer: the public URL of the guide.
    pub iss: String,
    /// The audience: [`AUDIENCE`] as a string. A list is rejected.
    pub aud: String,
    /// The account.
    pub sub: AccountId,
    /// The session; the token is invalid once the session ends.
    pub sid: SessionId,
    /// The time of issue.
    pub iat: i64,
    /// The expiry.
    pub exp: i64,
    /// The start of validity. Our tokens have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nbf: Option<i64>,
}

impl AccessTokenClaims {
    /// Whether the token is valid at this time, by its own claims. The session may have ended before.
    pub fn are_valid_at(&self, now: Timestamp) -> bool {
        let now = now.unix_seconds();
        now < self.exp
            && self.iat <= now + MAX_CLOCK_SKEW_S
            && self.nbf.is_none_or(|start| start <= now + MAX_CLOCK_SKEW_S)
    }
}

/// The public half of a signing key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// The key id in token headers.
    pub kid: String,
    /// The public key, base64url: the member `x` of a JWK (RFC 8037).
    pub x: String,
}

/// Verifies the tokens of one issuer.
pub struct TokenVerifier {
    issuer: String,
    keys: HashMap<String, DecodingKey>,
    /// The claims of tokens with a verified signature. Expiry and revocation are checked on every use.
    verified_claims: Cache<String, AccessTokenClaims>,
}

impl TokenVerifier {
    /// A verifier that accepts tokens that `issuer` signed with one of `keys`. Errors: a key is malformed.
    pub fn new(issuer: &str, keys: &[PublicKey]) -> anyhow::Result<Self> {
        let keys = keys.iter().map(|key| Ok((key.kid.clone(), DecodingKey::from_ed_components(&key.x)?)));
        let keys = keys.collect::<Result<_, jsonwebtoken::errors::Error>>()?;
        let verified_claims = Cache::builder()
            .max_capacity(CACHE_CAPACITY)
            .time_to_live(Duration::from_secs(ACCESS_TOKEN_LIFETIME_S as u64))
            .build();
        Ok(Self { issuer: issuer.to_owned(), keys, verified_claims })
    }

    /// The claims of a token that we signed and that is valid now. The caller must check whether the session has ended.
    pub fn verify(&self, token: &str, now: Timestamp) -> Option<AccessTokenClaims> {
        self.claims_ignoring_expiry(token).filter(|claims| claims.are_valid_at(now))
    }

    /// The claims of a token that we signed, even if it is expired or its session has ended. Use them only to end the
    /// session.
    pub fn claims_ignoring_expiry(&self, token: &str) -> Option<AccessTokenClaims> {
        if token.len() > MAX_TOKEN_BYTES {
            return None;
        }
        if let Some(claims) = self.verified_claims.get(token) {
            return Some(claims);
        }
        let claims: AccessTokenClaims = verify_signature(token, ALGORITHM, &self.keys).ok()?;
        if claims.iss != self.issuer || claims.aud != AUDIENCE {
            return None;
        }
        self.verified_claims.insert(token.to_owned(), claims.clone());
        Some(claims)
    }
}

/// Why a token is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenError {
    /// The token is malformed, or its algorithm, signature or claims are invalid.
    Invalid,
    /// The key id of the token is unknown. The key may be newer than the loaded keys.
    UnknownKey,
}

/// The claims of a token that is signed with this algorithm and one of `keys`, which maps key ids to keys. The caller
/// must check the claims. The library's own checks are disabled: they use the system clock, accept an absent issuer,
/// and accept a list of audiences.
pub fn verify_signature<C: DeserializeOwned>(
    token: &str,
    algorithm: Algorithm,
    keys: &HashMap<String, DecodingKey>,
) -> Result<C, TokenError> {
    let header = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Invalid)?;
    // Only `keys` count, by key id: `jwk` and `jku` in the header are ignored. `crit` names required extensions, and we
    // support none (RFC 7515).
    if header.alg != algorithm || header.crit.is_some() {
        return Err(TokenError::Invalid);
    }
    let key = keys.get(header.kid.as_deref().ok_or(TokenError::Invalid)?).ok_or(TokenError::UnknownKey)?;
    let mut validation = Validation::new(algorithm);
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    Ok(jsonwebtoken::decode::<C>(token, key, &validation).map_err(|_| TokenError::Invalid)?.claims)
}

const SELECT_KEYS: &str = "select private_pem from signing_key order by created_at desc, id desc";

// The id is a serial number. If two replicas start with an empty database, both try to insert the first key. The second
// insert has no effect, and both replicas load the stored key.
const ADD_FIRST_KEY: &str = "
insert into signing_key (id, private_pem, created_at) values ('1', $1, $2) on conflict (id) do nothing";

/// The PKCS#8 prefix of the 32 bytes of an Ed25519 key (RFC 8410, section 7).
const PKCS8_PREFIX: [u8; 16] =
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/// Signs with the newest key. Tokens signed with older keys remain valid.
pub struct TokenSigner {
    key: EncodingKey,
    public_keys: Vec<PublicKey>,
    /// The key for [`TokenSigner::successor_of_refresh_token`], derived from the newest signing key.
    successor_key: EncodingKey,
}

impl TokenSigner {
    /// Loads the keys from the database, and creates the first one if there is none. Several replicas may call this
    /// function at once.
    pub async fn load_or_create_keys(db: &Db, now: Timestamp) -> anyhow::Result<Self> {
        let mut keys = load_signing_keys(db).await?;
        if keys.is_empty() {
            let first_pem = Self::generate_pem();
            db.write(move |tx| Box::pin(add_first_key(tx, first_pem, now))).await?;
            keys = load_signing_keys(db).await?;
        }
        Self::from_pems(&keys)
    }

    /// A signer with these keys (PKCS#8 in PEM), newest first. Errors: there is no key, or a key is not an Ed25519 key.
    pub fn from_pems(pems: &[String]) -> anyhow::Result<Self> {
        let newest_pem = pems.first().context("there is no signing key")?;
        let key = parse_pem(newest_pem)?;
        let public_keys = pems.iter().map(|pem| public_key_of(&parse_pem(pem)?)).collect::<anyhow::Result<_>>()?;
        let secret = Sha256::new_with_prefix("karst refresh succession\0").chain_update(newest_pem.trim()).finalize();
        Ok(Self { key, public_keys, successor_key: EncodingKey::from_secret(&secret) })
    }

    /// Generates a key (PKCS#8 in PEM).
    pub fn generate_pem() -> String {
        let seed: [u8; 32] = rand::random();
        let der = [PKCS8_PREFIX.as_slice(), &seed].concat();
        // The 48 bytes are 64 characters in base64, which is exactly one line of PEM.
        format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", BASE64_STANDARD.encode(der))
    }

    /// The public keys, newest first.
    pub fn public_keys(&self) -> &[PublicKey] {
        &self.public_keys
    }

    /// Signs a token with these claims.
    pub fn sign(&self, claims: &AccessTokenClaims) -> Result<String, jsonwebtoken::errors::Error> {
        let mut header = Header::new(ALGORITHM);
        header.kid = self.public_keys.first().map(|key| key.kid.clone());
        jsonwebtoken::encode(&header, claims, &self.key)
    }

    /// The refresh token that follows `old`: the keyed hash (HMAC-SHA-256) of `old`, which cannot be guessed without
    /// the key.
    ///
    /// The function is deterministic. A client that did not receive the first response gets the same token again and
    /// not another one (see [`super::builtin::session`]).
    pub fn successor_of_refresh_token(&self, old: &Secret) -> Result<Secret, jsonwebtoken::errors::Error> {
        jsonwebtoken::crypto::sign(old.reveal().as_bytes(), &self.successor_key, Algorithm::HS256).map(Secret)
    }

    #[cfg(test)]
    pub(crate) fn signature(&self, message: &[u8]) -> Result<String, jsonwebtoken::errors::Error> {
        jsonwebtoken::crypto::sign(message, &self.key, ALGORITHM)
    }
}

async fn load_signing_keys(db: &Db) -> Result<Vec<String>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(SELECT_KEYS).fetch_all(engine))?)
}

async fn add_first_key(tx: &mut Tx, pem: String, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(ADD_FIRST_KEY).bind(pem).bind(now))?;
    Ok(())
}

fn parse_pem(pem: &str) -> anyhow::Result<EncodingKey> {
    EncodingKey::from_ed_pem(pem.as_bytes()).context("a signing key in the database cannot be read")
}

/// The public key, identified by its thumbprint (RFC 7638, RFC 8037).
fn public_key_of(key: &EncodingKey) -> anyhow::Result<PublicKey> {
    let AlgorithmParameters::OctetKeyPair(pair) = Jwk::from_encoding_key(key, ALGORITHM)?.algorithm else {
        anyhow::bail!("a signing key in the database is not an Ed25519 key");
    };
    let canonical = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{}"}}"#, pair.x);
    Ok(PublicKey { kid: BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(canonical)), x: pair.x })
}

#[cfg(test)]
mod tests {
    use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
    use serde_json::{Value, json};

    use super::*;

    const ISSUER: &str = "https://guide.example";
    const NOW: Timestamp = Timestamp(1_795_248_000_000);

    fn claims() -> Value {
        let now = NOW.unix_seconds();
        json!({ "iss": ISSUER, "aud": "karst", "sub": "linh", "sid": "s1", "iat": now, "exp": now + ACCESS_TOKEN_LIFETIME_S })
    }

    fn claims_with(field: &str, value: Value) -> Value {
        let mut claims = claims();
        claims[field] = value;
        claims
    }

    fn claims_without(field: &str) -> Value {
        let mut claims = claims();
        claims.as_object_mut().expect("an object").remove(field);
        claims
    }

    /// A guide with one signing key.
    struct TokenIssuer {
        signer: TokenSigner,
        verifier: TokenVerifier,
    }

    impl TokenIssuer {
        fn with_new_key() -> Self {
            let signer = TokenSigner::from_pems(&[TokenSigner::generate_pem()]).expect("a fresh key");
            let verifier = TokenVerifier::new(ISSUER, signer.public_keys()).expect("its public half");
            Self { signer, verifier }
        }

        fn header(&self) -> Value {
            json!({ "alg": "EdDSA", "typ": "JWT", "kid": self.kid() })
        }

        fn kid(&self) -> &str {
            &self.signer.public_keys()[0].kid
        }

        /// A token with these parts and a valid signature.
        fn signed_token(&self, header: &Value, claims: &Value) -> String {
            let message = format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()));
            let signature = self.signer.signature(message.as_bytes()).expect("a signature");
            format!("{message}.{signature}")
        }

        fn accepts(&self, token: &str) -> bool {
            self.verifier.verify(token, NOW).is_some()
        }

        fn accepts_claims(&self, claims: Value) -> bool {
            self.accepts(&self.signed_token(&self.header(), &claims))
        }
    }

    #[test]
    fn own_token_is_accepted_until_it_expires() {
        let guide = TokenIssuer::with_new_key();
        let token = guide.signed_token(&guide.header(), &claims());
        let verified_claims = guide.verifier.verify(&token, NOW).expect("our own token");
        assert_eq!((verified_claims.sub.0.as_str(), verified_claims.sid.0.as_str()), ("linh", "s1"));
        assert!(guide.verifier.verify(&token, NOW.plus_seconds(ACCESS_TOKEN_LIFETIME_S - 1)).is_some());
        assert!(guide.verifier.verify(&token, NOW.plus_seconds(ACCESS_TOKEN_LIFETIME_S)).is_none());
        assert!(guide.verifier.claims_ignoring_expiry(&token).is_some(), "an expired token still ends its session");
        let (message, _) = token.rsplit_once('.').expect("three parts");
        let other_signature = BASE64.encode(guide.signer.signature(b"something else").expect("a signature"));
        assert!(
            !guide.accepts(&format!("{message}.{other_signature}")),
            "the claims of a verified token with another signature"
        );
    }

    // R310
    #[test]
    fn unsigned_token_is_refused() {
        let guide = TokenIssuer::with_new_key();
        for alg in ["none", "None", "NONE", ""] {
            let header = json!({ "alg": alg, "typ": "JWT", "kid": guide.kid() });
            let token = guide.signed_token(&header, &claims());
            assert!(!guide.accepts(&token), "{alg} with a signature");
            let (unsigned, _) = token.rsplit_once('.').expect("three parts");
            assert!(!guide.accepts(&format!("{unsigned}.")), "{alg} with an empty signature");
            assert!(!guide.accepts(unsigned), "{alg} with two parts");
        }
    }

    // R310
    #[test]
    fn token_with_an_empty_or_foreign_signature_is_refused() {
        let guide = TokenIssuer::with_new_key();
        let token = guide.signed_token(&guide.header(), &claims());
        let (message, _) = token.rsplit_once('.').expect("three parts");
        assert!(!guide.accepts(&format!("{message}.")));
        assert!(!guide.accepts(&format!("{message}.{}", BASE64.encode([0; 64]))));
        // Signed with the key of another guide, under our key id.
        assert!(!guide.accepts(&TokenIssuer::with_new_key().signed_token(&guide.header(), &claims())));
        // Other claims with the signature of our token.
        let (_, signature) = token.rsplit_once('.').expect("three parts");
        let forged = guide.signed_token(&guide.header(), &claims_with("sub", json!("admin")));
        let (forged, _) = forged.rsplit_once('.').expect("three parts");
        assert!(!guide.accepts(&format!("{forged}.{signature}")));
    }

    // R310
    #[test]
    fn token_signed_with_the_public_key_as_hmac_secret_is_refused() {
        let guide = TokenIssuer::with_new_key();
        let public_key = &guide.signer.public_keys()[0];
        let point = BASE64.decode(&public_key.x).expect("base64url");
        for secret in [point.as_slice(), public_key.x.as_bytes()] {
            for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
                let mut header = Header::new(algorithm);
                header.kid = Some(guide.kid().to_owned());
                let token = jsonwebtoken::encode(&header, &claims(), &EncodingKey::from_secret(secret));
                assert!(!guide.accepts(&token.expect("a MAC")));
            }
        }
    }

    // R310
    #[test]
    fn token_with_an_unknown_key_id_is_refused() {
        let guide = TokenIssuer::with_new_key();
        for kid in [json!("another"), json!(""), json!(null), json!(7)] {
            let header = json!({ "alg": "EdDSA", "typ": "JWT", "kid": kid });
            assert!(!guide.accepts(&guide.signed_token(&header, &claims())), "{header}");
        }
        assert!(!guide.accepts(&guide.signed_token(&json!({ "alg": "EdDSA" }), &claims())));
        // A token that an attacker signed, with the attacker's key in its header.
        let other_guide = TokenIssuer::with_new_key();
        let x = &other_guide.signer.public_keys()[0].x;
        let header = json!({
            "alg": "EdDSA", "kid": other_guide.kid(), "jku": "https://evil.example/jwks.json",
            "jwk": { "kty": "OKP", "crv": "Ed25519", "x": x },
        });
        assert!(!guide.accepts(&other_guide.signed_token(&header, &claims())));
    }

    // R310
    #[test]
    fn token_with_another_audience_or_issuer_is_refused() {
        let guide = TokenIssuer::with_new_key();
        for aud in [json!("other"), json!(["karst"]), json!(["karst", "other"]), json!(null), json!("")] {
            assert!(!guide.accepts_claims(claims_with("aud", aud.clone())), "{aud}");
        }
        for iss in [json!("https://evil.example"), json!([ISSUER]), json!(null), json!("https://guide.example/")] {
            assert!(!guide.accepts_claims(claims_with("iss", iss.clone())), "{iss}");
        }
    }

    // R310
    #[test]
    fn expired_and_future_tokens_are_refused() {
        let guide = TokenIssuer::with_new_key();
        let now = NOW.unix_seconds();
        assert!(!guide.accepts_claims(claims_with("exp", json!(now))));
        assert!(!guide.accepts_claims(claims_with("exp", json!(now - 1))));
        assert!(!guide.accepts_claims(claims_with("nbf", json!(now + 3600))));
        assert!(!guide.accepts_claims(claims_with("iat", json!(now + 3600))));
        assert!(guide.accepts_claims(claims_with("nbf", json!(now))));
        // The clocks of replicas may differ by a few seconds.
        assert!(guide.accepts_claims(claims_with("iat", json!(now + 5))));
    }

    #[test]
    fn token_without_a_required_claim_is_refused() {
        let guide = TokenIssuer::with_new_key();
        for field in ["iss", "aud", "sub", "sid", "iat", "exp"] {
            assert!(!guide.accepts_claims(claims_without(field)), "without {field}");
        }
    }

    #[test]
    fn malformed_tokens_are_refused() {
        let guide = TokenIssuer::with_new_key();
        let header = json!({ "alg": "EdDSA", "kid": guide.kid(), "crit": ["exp"] });
        assert!(!guide.accepts(&guide.signed_token(&header, &claims())), "asks for an extension");
        for text in ["", ".", "..", "...", "a.b.c", "Bearer", "ăâđ.ê.ô", &"a.".repeat(5000)] {
            assert!(!guide.accepts(text));
        }
    }

    // RFC 8037, appendix A: the private key, the public key and its thumbprint.
    #[test]
    fn public_key_id_is_its_thumbprint() {
        let seed = BASE64_URL_SAFE_NO_PAD.decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A").expect("base64url");
        let der = [PKCS8_PREFIX.as_slice(), &seed].concat();
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", BASE64_STANDARD.encode(der));
        let signer = TokenSigner::from_pems(&[pem]).expect("a key");
        let expected = PublicKey {
            kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k".into(),
            x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo".into(),
        };
        assert_eq!(signer.public_keys(), [expected]);
    }

    #[test]
    fn refresh_token_has_one_successor_per_signing_key() {
        let (mine, other) = (
            TokenSigner::from_pems(&[TokenSigner::generate_pem()]),
            TokenSigner::from_pems(&[TokenSigner::generate_pem()]),
        );
        let (mine, other) = (mine.expect("a key"), other.expect("a key"));
        let token = Secret::generate();
        let successor_of = |signer: &TokenSigner, token: &Secret| {
            signer.successor_of_refresh_token(token).expect("a token").reveal().to_owned()
        };
        assert_eq!(successor_of(&mine, &token), successor_of(&mine, &token));
        assert_ne!(successor_of(&mine, &token), successor_of(&mine, &Secret::generate()));
        assert_ne!(successor_of(&mine, &token), successor_of(&other, &token));
        assert!(Secret::parse(&successor_of(&mine, &token)).is_some(), "it has the shape of the first");
    }
}
