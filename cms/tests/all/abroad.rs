//! A provider of identities that lives inside the test: it publishes keys, exchanges codes and signs what a story tells
//! it to. It plays any OpenID provider, Facebook and the place where Google publishes Firebase's keys.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock, Mutex};

use axum::extract::{Form, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD as BASE64};
use cms::identity::builtin::issue::Signer;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::pkcs8::EncodePrivateKey;
use rsa::pkcs1::EncodeRsaPrivateKey;
use rsa::traits::PublicKeyParts;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::login::encoded;
use crate::people::{Answer, Person};
use crate::world::{BEGINNING, Engine, Guide};

pub const CLIENT: &str = "karst-at-the-provider";
pub const SECRET: &str = "the-guides-own-secret-there";

/// A signing key with its public half.
pub struct Key {
    pub jwk: Value,
    algorithm: Algorithm,
    encoding: EncodingKey,
}

/// Made once: large primes take a while to find.
static RSA: LazyLock<[Key; 2]> = LazyLock::new(|| ["rsa-1", "rsa-2"].map(rsa_key));

/// The first RSA key.
pub fn rsa() -> &'static Key {
    &RSA[0]
}

/// Another, unknown until it is published.
pub fn another_rsa() -> &'static Key {
    &RSA[1]
}

fn rsa_key(kid: &str) -> Key {
    let private = rsa::RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 2048).unwrap();
    let jwk = json!({
        "kty": "RSA", "alg": "RS256", "use": "sig", "kid": kid,
        "n": BASE64.encode(private.n().to_bytes_be()), "e": BASE64.encode(private.e().to_bytes_be()),
    });
    let encoding = EncodingKey::from_rsa_der(private.to_pkcs1_der().unwrap().as_bytes());
    Key { jwk, algorithm: Algorithm::RS256, encoding }
}

/// A key on the curve P-256.
pub fn ec() -> Key {
    let private = p256::SecretKey::random(&mut rsa::rand_core::OsRng);
    let point = private.public_key().to_encoded_point(false);
    let jwk = json!({
        "kty": "EC", "crv": "P-256", "use": "sig", "kid": "ec-1",
        "x": BASE64.encode(point.x().unwrap()), "y": BASE64.encode(point.y().unwrap()),
    });
    let encoding = EncodingKey::from_ec_der(private.to_pkcs8_der().unwrap().as_bytes());
    Key { jwk, algorithm: Algorithm::ES256, encoding }
}

/// A key on the curve Ed25519.
pub fn ed() -> Key {
    let pem = Signer::new_key();
    let signer = Signer::from_pems(std::slice::from_ref(&pem)).unwrap();
    let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": "ed-1", "x": signer.public_keys()[0].x });
    Key { jwk, algorithm: Algorithm::EdDSA, encoding: EncodingKey::from_ed_pem(pem.as_bytes()).unwrap() }
}

impl Key {
    /// A token of this key, under its own name.
    pub fn signs(&self, claims: &Value) -> String {
        self.signs_as(self.jwk["kid"].as_str(), claims)
    }

    /// A token of this key under another name, or under none.
    pub fn signs_as(&self, kid: Option<&str>, claims: &Value) -> String {
        let mut header = Header::new(self.algorithm);
        header.kid = kid.map(str::to_owned);
        jsonwebtoken::encode(&header, claims, &self.encoding).unwrap()
    }

    /// What somebody makes who has the public half alone: a MAC with it as the secret.
    pub fn mac(&self, claims: &Value) -> String {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = self.jwk["kid"].as_str().map(str::to_owned);
        let secret = BASE64.decode(self.jwk["n"].as_str().unwrap()).unwrap();
        jsonwebtoken::encode(&header, claims, &EncodingKey::from_secret(&secret)).unwrap()
    }
}

/// A token that nobody signed, however it spells that.
pub fn unsigned(alg: &str, claims: &Value) -> String {
    let header = json!({ "alg": alg, "typ": "JWT", "kid": "rsa-1" });
    format!("{}.{}.", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()))
}

/// The provider.
#[derive(Clone)]
pub struct Abroad {
    pub address: SocketAddr,
    play: Arc<Play>,
    running: Arc<Mutex<Option<JoinHandle<()>>>>,
}

type Sign = Box<dyn Fn(&Value) -> String + Send>;

struct Play {
    origin: String,
    published: Mutex<Vec<Value>>,
    grants: Mutex<HashMap<String, Grant>>,
    /// By access token.
    people: Mutex<HashMap<String, Value>>,
    asked: Mutex<Vec<String>>,
    secrets: Mutex<Vec<String>>,
    metadata: Mutex<Value>,
}

/// What stands behind a code.
struct Grant {
    challenge: String,
    redirect: String,
    claims: Value,
    sign: Sign,
}

/// Somebody on the way to a provider: where they are sent, and what their browser keeps.
#[derive(Clone, Debug)]
pub struct Traveller {
    pub address: String,
    pub sent: HashMap<String, String>,
    pub cookie: String,
}

impl Traveller {
    pub fn state(&self) -> &str {
        &self.sent["state"]
    }
}

impl Abroad {
    /// A provider on a port of its own, which signs with the first RSA key.
    pub async fn open() -> Self {
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let play = Play {
            origin: format!("http://{address}"),
            published: Mutex::new(vec![rsa().jwk.clone()]),
            grants: Mutex::default(),
            people: Mutex::default(),
            asked: Mutex::default(),
            secrets: Mutex::default(),
            metadata: Mutex::new(json!({})),
        };
        let abroad = Self { address, play: Arc::new(play), running: Arc::default() };
        abroad.begin().await;
        abroad
    }

    pub fn origin(&self) -> &str {
        &self.play.origin
    }

    /// Starts (again).
    pub async fn begin(&self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(metadata))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/v23.0/oauth/access_token", post(token))
            .route("/moved", get(async || Redirect::temporary("/keys")))
            .route("/endless", get(async || " ".repeat(300 << 10)))
            .route("/me", get(me))
            .route("/v23.0/me", get(me))
            .layer(middleware::from_fn_with_state(self.play.clone(), noted))
            .with_state(self.play.clone());
        let served = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        *self.running.lock().unwrap() = Some(served);
    }

    /// Goes away in the middle of everything.
    pub async fn end(&self) {
        let running = self.running.lock().unwrap().take().unwrap();
        running.abort();
        let _ = running.await;
    }

    /// From now on these are its keys.
    pub fn publishes(&self, keys: &[&Key]) {
        *self.play.published.lock().unwrap() = keys.iter().map(|key| key.jwk.clone()).collect();
    }

    /// From now on it says this of itself, too.
    pub fn says_of_itself(&self, changes: Value) {
        *self.play.metadata.lock().unwrap() = changes;
    }

    /// How often this path was asked for.
    pub fn asked(&self, path: &str) -> usize {
        self.play.asked.lock().unwrap().iter().filter(|asked| *asked == path).count()
    }

    /// What it was shown and what it gave away, and nobody else may read.
    pub fn secrets(&self) -> Vec<String> {
        self.play.secrets.lock().unwrap().clone()
    }

    /// Lets somebody in; answers the code that they bring home. `claims` are put over the usual ones, null takes one away.
    pub fn grants(&self, traveller: &Traveller, claims: Value) -> String {
        self.grants_signed(traveller, claims, Box::new(|claims| rsa().signs(claims)))
    }

    /// The same, signed in another way.
    pub fn grants_signed(&self, traveller: &Traveller, claims: Value, sign: Sign) -> String {
        let now = BEGINNING.seconds();
        let mut all = json!({
            "iss": self.origin(), "aud": CLIENT, "sub": "linh-there", "iat": now, "exp": now + 3600,
            "nonce": traveller.sent.get("nonce"), "email": "linh@example.org", "email_verified": true,
            "given_name": "Linh", "family_name": "Tran",
        });
        for (name, value) in claims.as_object().unwrap() {
            match value {
                Value::Null => drop(all.as_object_mut().unwrap().remove(name)),
                value => all[name] = value.clone(),
            }
        }
        let code = format!("code-{:016x}", rand::random::<u64>());
        let (challenge, redirect) = (traveller.sent["code_challenge"].clone(), traveller.sent["redirect_uri"].clone());
        self.play.grants.lock().unwrap().insert(code.clone(), Grant { challenge, redirect, claims: all, sign });
        code
    }

    /// A guide that signs in with this provider under every name it can have.
    pub async fn guide(&self, engine: Engine, arguments: &[&str]) -> Option<Guide> {
        let origin = self.origin();
        let named = [
            "--api-only",
            "--google-client-id",
            CLIENT,
            "--google-client-secret",
            SECRET,
            "--google-issuer",
            origin,
            "--facebook-client-id",
            CLIENT,
            "--facebook-client-secret",
            SECRET,
            "--facebook-origin",
            origin,
            "--openid-issuer",
            origin,
            "--openid-client-id",
            CLIENT,
            "--openid-client-secret",
            SECRET,
            "--openid-name",
            "Quang Tri ID",
        ];
        Guide::with(engine, &[&named, arguments].concat()).await
    }
}

async fn noted(State(play): State<Arc<Play>>, request: Request, next: Next) -> Response {
    play.asked.lock().unwrap().push(request.uri().path().to_owned());
    next.run(request).await
}

async fn metadata(State(play): State<Arc<Play>>) -> Json<Value> {
    let origin = &play.origin;
    let mut said = json!({
        "issuer": origin, "authorization_endpoint": format!("{origin}/authorize"), "token_endpoint": format!("{origin}/token"),
        "userinfo_endpoint": format!("{origin}/me"), "jwks_uri": format!("{origin}/keys"),
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256", "EdDSA"],
    });
    for (name, value) in play.metadata.lock().unwrap().as_object().unwrap() {
        said[name] = value.clone();
    }
    Json(said)
}

async fn keys(State(play): State<Arc<Play>>) -> Response {
    let keys = play.published.lock().unwrap().clone();
    ([("cache-control", "public, max-age=600")], Json(json!({ "keys": keys }))).into_response()
}

/// As strict as a provider is: the client's secret, the code once, the same way back, PKCE.
async fn token(
    State(play): State<Arc<Play>>,
    headers: HeaderMap,
    Form(sent): Form<HashMap<String, String>>,
) -> Response {
    let refused = |name: &str| {
        let said = json!({ "error": name, "error_description": format!("no, not with {sent:?}") });
        (StatusCode::BAD_REQUEST, Json(said)).into_response()
    };
    play.secrets.lock().unwrap().extend([sent["code"].clone(), sent["code_verifier"].clone()]);
    let basic = headers.get("authorization").map(|value| value.to_str().unwrap().trim_start_matches("Basic "));
    play.secrets.lock().unwrap().extend(basic.map(str::to_owned));
    let shown = basic.map(|text| String::from_utf8(BASE64_STANDARD.decode(text).unwrap()).unwrap());
    let in_header = shown.is_some_and(|shown| shown == format!("{CLIENT}:{SECRET}"));
    let in_body = sent.get("client_secret").is_some_and(|secret| secret == SECRET);
    if !(in_header || in_body) {
        return refused("invalid_client");
    }
    let Some(grant) = play.grants.lock().unwrap().remove(&sent["code"]) else { return refused("invalid_grant") };
    let challenge = BASE64.encode(Sha256::digest(&sent["code_verifier"]));
    if sent["grant_type"] != "authorization_code"
        || sent["redirect_uri"] != grant.redirect
        || challenge != grant.challenge
    {
        return refused("invalid_grant");
    }
    let access = format!("access-{:016x}", rand::random::<u64>());
    let mut claims = grant.claims;
    let hash = Sha256::digest(&access);
    if claims["at_hash"] == "right" {
        claims["at_hash"] = json!(BASE64.encode(&hash[..16]));
    }
    let id_token = (grant.sign)(&claims);
    play.secrets.lock().unwrap().extend([access.clone(), id_token.clone()]);
    play.people.lock().unwrap().insert(access.clone(), claims);
    let said = json!({ "access_token": access, "token_type": "Bearer", "expires_in": 3600, "id_token": id_token });
    Json(said).into_response()
}

/// What the provider tells of whoever holds the token: in OpenID's words and in Facebook's.
async fn me(State(play): State<Arc<Play>>, headers: HeaderMap) -> Response {
    let token = headers.get("authorization").map(|value| value.to_str().unwrap().trim_start_matches("Bearer "));
    let Some(claims) = play.people.lock().unwrap().get(token.unwrap_or_default()).cloned() else {
        return StatusCode::UNAUTHORIZED.into_response();
    };
    let mut said = claims.get("me").cloned().unwrap_or(claims.clone());
    said["id"] = claims["sub"].clone();
    said["first_name"] = claims["given_name"].clone();
    said["last_name"] = claims["family_name"].clone();
    Json(said).into_response()
}

impl Person {
    /// Sets out for a provider.
    pub async fn sets_out(&self, provider: &str, return_to: &str) -> Traveller {
        let path = format!("/api/auth/federated/{provider}/start?returnTo={}", encoded(return_to));
        let answer = self.get(&path).await.is(303);
        let address = answer.header("location").to_owned();
        let sent = reqwest::Url::parse(&address).unwrap().query_pairs().into_owned().collect();
        let set = answer.header("set-cookie");
        assert!(set.ends_with("; HttpOnly; SameSite=Lax; Path=/api/auth/federated; Max-Age=600"), "{set}");
        Traveller { address, sent, cookie: set.split(';').next().unwrap().to_owned() }
    }

    /// Comes back with these parameters, in the browser that has this cookie.
    pub async fn comes_back(&self, provider: &str, query: &str, cookie: &str) -> Answer {
        self.get_with(&format!("/api/auth/federated/{provider}/callback?{query}"), &[("cookie", cookie)]).await
    }

    /// The whole way: out, in there with these claims, and back.
    pub async fn arrives_by(&self, abroad: &Abroad, provider: &str, claims: Value) -> Answer {
        let traveller = self.sets_out(provider, "/saved").await;
        let code = abroad.grants(&traveller, claims);
        self.comes_back(provider, &format!("code={code}&state={}", traveller.state()), &traveller.cookie).await
    }
}

/// What the page of somebody who came back tells the window that opened it: nothing, or a code.
pub fn told(answer: &Answer) -> String {
    let (_, rest) = answer.text.split_once("data-code=\"").unwrap_or_else(|| panic!("no such page: {}", answer.text));
    rest.split('"').next().unwrap().to_owned()
}

/// Where the page leads whom no window opened.
pub fn onward(answer: &Answer) -> String {
    let (_, rest) = answer.text.split_once("data-onward=\"").unwrap();
    rest.split('"').next().unwrap().replace("&#x2f;", "/").replace("&amp;", "&")
}
