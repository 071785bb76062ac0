//! From a bearer token to its claims, and not one step more lenient than our own tokens need.

use std::collections::HashMap;
use std::time::Duration;

use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use moka::sync::Cache;
use serde::{Deserialize, Serialize};

use super::model::SessionId;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;

/// The one algorithm: Ed25519. What a token says of itself never chooses another.
pub const ALGORITHM: Algorithm = Algorithm::EdDSA;
/// For whom our tokens are.
pub const AUDIENCE: &str = "karst";
/// How long an access token is good, in seconds.
pub const LIFETIME_S: i64 = 3600;

/// How far apart the clocks of two replicas may be, in seconds. Not granted to `exp`.
const SKEW_S: i64 = 60;
/// Ours have about 500 bytes.
const LONGEST: usize = 4096;
/// So many tokens are known again without their signature being worked out anew, which costs as much as three statements.
const KNOWN: u64 = 4096;

/// What an access token says. Times are seconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The guide that made it: its public address.
    pub iss: String,
    /// For whom: [`AUDIENCE`], as plain text. A list is not one of ours.
    pub aud: String,
    /// Whose it is.
    pub sub: AccountId,
    /// The session it belongs to, and ends with.
    pub sid: SessionId,
    /// When it was made.
    pub iat: i64,
    /// When it ends.
    pub exp: i64,
    /// Not good before; ours do not say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nbf: Option<i64>,
}

impl Claims {
    /// Whether the token is good at this moment.
    pub fn are_current(&self, now: Timestamp) -> bool {
        let now = now.seconds();
        now < self.exp && self.iat <= now + SKEW_S && self.nbf.is_none_or(|start| start <= now + SKEW_S)
    }
}

/// The public half of a signing key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// Its name in tokens.
    pub kid: String,
    /// The point, base64url (RFC 8037's `x`).
    pub x: String,
}

/// Checks tokens of one issuer.
pub struct Tokens {
    issuer: String,
    keys: HashMap<String, DecodingKey>,
    validation: Validation,
    /// What tokens say whose signature was found good: a token says the same for ever. Whether it still counts is asked
    /// each time.
    known: Cache<String, Claims>,
}

impl Tokens {
    /// Takes tokens that `issuer` signed with one of `keys`.
    pub fn of(issuer: &str, keys: &[PublicKey]) -> anyhow::Result<Self> {
        let mut validation = Validation::new(ALGORITHM);
        // Claims are checked here and not by the library: it reads the machine's clock and not ours, takes an absent
        // issuer for the right one, and lists for single audiences.
        validation.validate_exp = false;
        validation.validate_aud = false;
        validation.required_spec_claims.clear();
        let keys = keys
            .iter()
            .map(|key| Ok((key.kid.clone(), DecodingKey::from_ed_components(&key.x)?)))
            .collect::<Result<_, jsonwebtoken::errors::Error>>()?;
        let known = Cache::builder().max_capacity(KNOWN).time_to_live(Duration::from_secs(LIFETIME_S as u64)).build();
        Ok(Self { issuer: issuer.to_owned(), keys, validation, known })
    }

    /// The claims of a token that we signed and that is good now; nothing for every other text.
    pub fn current(&self, token: &str, now: Timestamp) -> Option<Claims> {
        self.ours(token).filter(|claims| claims.are_current(now))
    }

    /// The claims of a token that we signed, outdated or not: enough to end its session, never to act.
    pub fn ours(&self, token: &str) -> Option<Claims> {
        if token.len() > LONGEST {
            return None;
        }
        if let Some(claims) = self.known.get(token) {
            return Some(claims);
        }
        let claims = self.signed(token)?;
        self.known.insert(token.to_owned(), claims.clone());
        Some(claims)
    }

    /// The claims of a token whose signature is ours.
    fn signed(&self, token: &str) -> Option<Claims> {
        let header = jsonwebtoken::decode_header(token).ok()?;
        // Keys are only ever ours, by name: a key or an address of one inside the header means nothing here.
        // `crit` asks for extensions, and we know none.
        if header.alg != ALGORITHM || header.crit.is_some() {
            return None;
        }
        let key = self.keys.get(header.kid.as_deref()?)?;
        let claims = jsonwebtoken::decode::<Claims>(token, key, &self.validation).ok()?.claims;
        (claims.iss == self.issuer && claims.aud == AUDIENCE).then_some(claims)
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
    use jsonwebtoken::{EncodingKey, Header};
    use serde_json::{Value, json};

    use super::*;
    use crate::identity::builtin::issue::Signer;

    const ISSUER: &str = "https://guide.example";
    const NOW: Timestamp = Timestamp(1_795_248_000_000);

    fn claims() -> Value {
        let now = NOW.seconds();
        json!({ "iss": ISSUER, "aud": "karst", "sub": "linh", "sid": "s1", "iat": now, "exp": now + LIFETIME_S })
    }

    fn with(field: &str, value: Value) -> Value {
        let mut claims = claims();
        claims[field] = value;
        claims
    }

    fn without(field: &str) -> Value {
        let mut claims = claims();
        claims.as_object_mut().expect("an object").remove(field);
        claims
    }

    /// A guide with its one key: what it takes, what it signs.
    struct Guide {
        signer: Signer,
        tokens: Tokens,
    }

    impl Guide {
        fn open() -> Self {
            let signer = Signer::of(&[Signer::new_key()]).expect("a fresh key");
            let tokens = Tokens::of(ISSUER, signer.public_keys()).expect("its public half");
            Self { signer, tokens }
        }

        fn header(&self) -> Value {
            json!({ "alg": "EdDSA", "typ": "JWT", "kid": self.kid() })
        }

        fn kid(&self) -> &str {
            &self.signer.public_keys()[0].kid
        }

        /// A token of these parts with a true signature over them.
        fn signed(&self, header: &Value, claims: &Value) -> String {
            let message = format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()));
            let signature = self.signer.signature(message.as_bytes()).expect("a signature");
            format!("{message}.{signature}")
        }

        fn takes(&self, token: &str) -> bool {
            self.tokens.current(token, NOW).is_some()
        }

        fn takes_claims(&self, claims: Value) -> bool {
            self.takes(&self.signed(&self.header(), &claims))
        }
    }

    #[test]
    fn a_token_of_ours_is_taken_until_its_hour_is_over() {
        let guide = Guide::open();
        let token = guide.signed(&guide.header(), &claims());
        let read = guide.tokens.current(&token, NOW).expect("our own token");
        assert_eq!((read.sub.0.as_str(), read.sid.0.as_str()), ("linh", "s1"));
        assert!(guide.tokens.current(&token, NOW.plus_seconds(LIFETIME_S - 1)).is_some());
        assert!(guide.tokens.current(&token, NOW.plus_seconds(LIFETIME_S)).is_none());
        assert!(guide.tokens.ours(&token).is_some(), "an outdated token still ends its session");
        let (message, _) = token.rsplit_once('.').expect("three parts");
        let other = BASE64.encode(guide.signer.signature(b"something else").expect("a signature"));
        assert!(!guide.takes(&format!("{message}.{other}")), "what a known token says, under another signature");
    }

    // R310
    #[test]
    fn unsigned_token_is_refused() {
        let guide = Guide::open();
        for alg in ["none", "None", "NONE", ""] {
            let header = json!({ "alg": alg, "typ": "JWT", "kid": guide.kid() });
            let token = guide.signed(&header, &claims());
            assert!(!guide.takes(&token), "{alg} with a signature");
            let (unsigned, _) = token.rsplit_once('.').expect("three parts");
            assert!(!guide.takes(&format!("{unsigned}.")), "{alg} with an empty signature");
            assert!(!guide.takes(unsigned), "{alg} with two parts");
        }
    }

    // R310
    #[test]
    fn token_with_an_empty_or_foreign_signature_is_refused() {
        let guide = Guide::open();
        let token = guide.signed(&guide.header(), &claims());
        let (message, _) = token.rsplit_once('.').expect("three parts");
        assert!(!guide.takes(&format!("{message}.")));
        assert!(!guide.takes(&format!("{message}.{}", BASE64.encode([0; 64]))));
        // Signed by another guide's key under our key's name.
        assert!(!guide.takes(&Guide::open().signed(&guide.header(), &claims())));
        // Our signature over other claims.
        let (_, signature) = token.rsplit_once('.').expect("three parts");
        let forged = guide.signed(&guide.header(), &with("sub", json!("admin")));
        let (forged, _) = forged.rsplit_once('.').expect("three parts");
        assert!(!guide.takes(&format!("{forged}.{signature}")));
    }

    // R310
    #[test]
    fn token_with_a_mac_of_the_public_key_is_refused() {
        let guide = Guide::open();
        let public = &guide.signer.public_keys()[0];
        let point = BASE64.decode(&public.x).expect("base64url");
        for secret in [point.as_slice(), public.x.as_bytes()] {
            for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
                let mut header = Header::new(algorithm);
                header.kid = Some(guide.kid().to_owned());
                let token = jsonwebtoken::encode(&header, &claims(), &EncodingKey::from_secret(secret));
                assert!(!guide.takes(&token.expect("a MAC")));
            }
        }
    }

    // R310
    #[test]
    fn token_with_an_unknown_key_id_is_refused() {
        let guide = Guide::open();
        for kid in [json!("another"), json!(""), json!(null), json!(7)] {
            let header = json!({ "alg": "EdDSA", "typ": "JWT", "kid": kid });
            assert!(!guide.takes(&guide.signed(&header, &claims())), "{header}");
        }
        assert!(!guide.takes(&guide.signed(&json!({ "alg": "EdDSA" }), &claims())));
        // A stranger who brings the key along.
        let stranger = Guide::open();
        let x = &stranger.signer.public_keys()[0].x;
        let header = json!({
            "alg": "EdDSA", "kid": stranger.kid(), "jku": "https://evil.example/jwks.json",
            "jwk": { "kty": "OKP", "crv": "Ed25519", "x": x },
        });
        assert!(!guide.takes(&stranger.signed(&header, &claims())));
    }

    // R310
    #[test]
    fn token_with_another_audience_or_issuer_is_refused() {
        let guide = Guide::open();
        for aud in [json!("other"), json!(["karst"]), json!(["karst", "other"]), json!(null), json!("")] {
            assert!(!guide.takes_claims(with("aud", aud.clone())), "{aud}");
        }
        for iss in [json!("https://evil.example"), json!([ISSUER]), json!(null), json!("https://guide.example/")] {
            assert!(!guide.takes_claims(with("iss", iss.clone())), "{iss}");
        }
    }

    // R310
    #[test]
    fn expired_and_future_tokens_are_refused() {
        let guide = Guide::open();
        let now = NOW.seconds();
        assert!(!guide.takes_claims(with("exp", json!(now))));
        assert!(!guide.takes_claims(with("exp", json!(now - 1))));
        assert!(!guide.takes_claims(with("nbf", json!(now + 3600))));
        assert!(!guide.takes_claims(with("iat", json!(now + 3600))));
        assert!(guide.takes_claims(with("nbf", json!(now))));
        // Clocks of replicas differ by a little.
        assert!(guide.takes_claims(with("iat", json!(now + 5))));
    }

    #[test]
    fn a_token_that_lacks_a_claim_is_refused() {
        let guide = Guide::open();
        for field in ["iss", "aud", "sub", "sid", "iat", "exp"] {
            assert!(!guide.takes_claims(without(field)), "without {field}");
        }
    }

    #[test]
    fn texts_that_are_no_tokens_are_refused() {
        let guide = Guide::open();
        let header = json!({ "alg": "EdDSA", "kid": guide.kid(), "crit": ["exp"] });
        assert!(!guide.takes(&guide.signed(&header, &claims())), "asks for an extension");
        for text in ["", ".", "..", "...", "a.b.c", "Bearer", "ăâđ.ê.ô", &"a.".repeat(5000)] {
            assert!(!guide.takes(text));
        }
    }
}
