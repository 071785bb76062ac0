//! A fake identity provider inside the test process: it publishes keys, exchanges codes and signs the claims of a test.
//! Tests use it as an OpenID provider, as Facebook, and as the server from which Firebase's public keys are read.

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
use cms::auth::domain::token::TokenSigner;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::pkcs8::EncodePrivateKey;
use rsa::pkcs1::EncodeRsaPrivateKey;
use rsa::traits::PublicKeyParts;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::login::percent_encoded;
use crate::test_app::{Engine, START_TIME, TestApp};
use crate::test_client::{TestClient, TestResponse};

pub const CLIENT_ID: &str = "karst-at-the-provider";
pub const CLIENT_SECRET: &str = "the-guides-own-secret-there";

/// A private key that signs tokens, with its public key as a JWK.
pub struct TokenSigningKey {
    pub jwk: Value,
    algorithm: Algorithm,
    encoding_key: EncodingKey,
}

/// Two RSA keys. They are generated once, because generating RSA keys is slow.
static RSA_KEYS: LazyLock<[TokenSigningKey; 2]> = LazyLock::new(|| ["rsa-1", "rsa-2"].map(new_rsa_key));

/// The RSA key with which the provider signs by default. A new provider publishes only this key.
pub fn first_rsa_key() -> &'static TokenSigningKey {
    &RSA_KEYS[0]
}

/// The second RSA key, which the provider publishes only after `publish_keys`.
pub fn second_rsa_key() -> &'static TokenSigningKey {
    &RSA_KEYS[1]
}

fn new_rsa_key(kid: &str) -> TokenSigningKey {
    let private = rsa::RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 2048).unwrap();
    let jwk = json!({
        "kty": "RSA", "alg": "RS256", "use": "sig", "kid": kid,
        "n": BASE64.encode(private.n().to_bytes_be()), "e": BASE64.encode(private.e().to_bytes_be()),
    });
    let encoding_key = EncodingKey::from_rsa_der(private.to_pkcs1_der().unwrap().as_bytes());
    TokenSigningKey { jwk, algorithm: Algorithm::RS256, encoding_key }
}

/// Generates a P-256 key, which signs with ES256.
pub fn generate_p256_key() -> TokenSigningKey {
    let private = p256::SecretKey::random(&mut rsa::rand_core::OsRng);
    let point = private.public_key().to_encoded_point(false);
    let jwk = json!({
        "kty": "EC", "crv": "P-256", "use": "sig", "kid": "ec-1",
        "x": BASE64.encode(point.x().unwrap()), "y": BASE64.encode(point.y().unwrap()),
    });
    let encoding_key = EncodingKey::from_ec_der(private.to_pkcs8_der().unwrap().as_bytes());
    TokenSigningKey { jwk, algorithm: Algorithm::ES256, encoding_key }
}

/// Generates an Ed25519 key, which signs with EdDSA.
pub fn generate_ed25519_key() -> TokenSigningKey {
    let pem = TokenSigner::generate_pem();
    let signer = TokenSigner::from_pems(std::slice::from_ref(&pem)).unwrap();
    let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": "ed-1", "x": signer.public_keys()[0].x });
    TokenSigningKey {
        jwk,
        algorithm: Algorithm::EdDSA,
        encoding_key: EncodingKey::from_ed_pem(pem.as_bytes()).unwrap(),
    }
}

impl TokenSigningKey {
    /// A token signed with this key, with the key's own `kid`.
    pub fn sign(&self, claims: &Value) -> String {
        self.sign_with_kid(self.jwk["kid"].as_str(), claims)
    }

    /// A token signed with this key. Its header has this `kid`, or none if `kid` is `None`.
    pub fn sign_with_kid(&self, kid: Option<&str>, claims: &Value) -> String {
        let mut header = Header::new(self.algorithm);
        header.kid = kid.map(str::to_owned);
        jsonwebtoken::encode(&header, claims, &self.encoding_key).unwrap()
    }

    /// A forged token: signed with HS256, with the modulus of this public RSA key as the secret.
    pub fn forge_hmac_token(&self, claims: &Value) -> String {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = self.jwk["kid"].as_str().map(str::to_owned);
        let secret = BASE64.decode(self.jwk["n"].as_str().unwrap()).unwrap();
        jsonwebtoken::encode(&header, claims, &EncodingKey::from_secret(&secret)).unwrap()
    }
}

/// A token without a signature. `alg` is a spelling of `none`, such as `None`.
pub fn unsigned_token(alg: &str, claims: &Value) -> String {
    let header = json!({ "alg": alg, "typ": "JWT", "kid": "rsa-1" });
    format!("{}.{}.", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()))
}

/// A fake provider, which `stop` and `start` can restart. Clones share its state.
#[derive(Clone)]
pub struct FakeOidcProvider {
    pub address: SocketAddr,
    state: Arc<ProviderState>,
    server_task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

type SignFn = Box<dyn Fn(&Value) -> String + Send>;

struct ProviderState {
    origin: String,
    published_keys: Mutex<Vec<Value>>,
    grants: Mutex<HashMap<String, Grant>>,
    /// The claims of each completed sign-in, by access token.
    claims_by_token: Mutex<HashMap<String, Value>>,
    requested_paths: Mutex<Vec<String>>,
    secrets: Mutex<Vec<String>>,
    metadata_overrides: Mutex<Value>,
}

/// A sign-in that the provider granted, stored under its authorization code until the token request.
struct Grant {
    challenge: String,
    redirect_uri: String,
    claims: Value,
    sign: SignFn,
}

/// A started sign-in: the address and parameters of the redirect, and the browser's cookie.
#[derive(Clone, Debug)]
pub struct PendingSignIn {
    pub authorization_url: String,
    pub parameters: HashMap<String, String>,
    pub cookie: String,
}

impl PendingSignIn {
    pub fn state(&self) -> &str {
        &self.parameters["state"]
    }
}

impl FakeOidcProvider {
    /// Starts a provider on a free port. It publishes the first RSA key and signs with it.
    pub async fn spawn() -> Self {
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let state = ProviderState {
            origin: format!("http://{address}"),
            published_keys: Mutex::new(vec![first_rsa_key().jwk.clone()]),
            grants: Mutex::default(),
            claims_by_token: Mutex::default(),
            requested_paths: Mutex::default(),
            secrets: Mutex::default(),
            metadata_overrides: Mutex::new(json!({})),
        };
        let oidc = Self { address, state: Arc::new(state), server_task: Arc::default() };
        oidc.start().await;
        oidc
    }

    pub fn origin(&self) -> &str {
        &self.state.origin
    }

    /// Starts or restarts the server on the same port.
    pub async fn start(&self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(metadata))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/v23.0/oauth/access_token", post(token))
            .route("/moved", get(async || Redirect::temporary("/keys")))
            .route("/endless", get(async || " ".repeat(300 << 10)))
            .route("/me", get(user_info))
            .route("/v23.0/me", get(user_info))
            .layer(middleware::from_fn_with_state(self.state.clone(), record_request))
            .with_state(self.state.clone());
        let serve_task = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        *self.server_task.lock().unwrap() = Some(serve_task);
    }

    /// Stops the server. Idle connections are closed, and requests in progress still get their responses.
    pub async fn stop(&self) {
        let server_task = self.server_task.lock().unwrap().take().unwrap();
        server_task.abort();
        let _ = server_task.await;
    }

    /// Replaces the published keys.
    pub fn publish_keys(&self, keys: &[&TokenSigningKey]) {
        *self.state.published_keys.lock().unwrap() = keys.iter().map(|key| key.jwk.clone()).collect();
    }

    /// Overrides fields of the discovery document. A later call replaces the overrides of earlier calls.
    pub fn override_metadata(&self, changes: Value) {
        *self.state.metadata_overrides.lock().unwrap() = changes;
    }

    /// The number of requests for this path.
    pub fn request_count(&self, path: &str) -> usize {
        self.state.requested_paths.lock().unwrap().iter().filter(|requested| *requested == path).count()
    }

    /// The authorization codes, PKCE verifiers, client credentials and tokens of all token requests. Tests check that
    /// none of them is logged.
    pub fn secrets(&self) -> Vec<String> {
        self.state.secrets.lock().unwrap().clone()
    }

    /// Grants a sign-in and returns its code. `claims` override the default claims. A null removes a claim.
    pub fn grant_code(&self, pending: &PendingSignIn, claims: Value) -> String {
        self.grant_code_with_id_token_signer(pending, claims, Box::new(|claims| first_rsa_key().sign(claims)))
    }

    /// Like `grant_code`, but `sign` signs the ID token.
    pub fn grant_code_with_id_token_signer(&self, pending: &PendingSignIn, claims: Value, sign: SignFn) -> String {
        let now = START_TIME.unix_seconds();
        let mut merged_claims = json!({
            "iss": self.origin(), "aud": CLIENT_ID, "sub": "linh-there", "iat": now, "exp": now + 3600,
            "nonce": pending.parameters.get("nonce"), "email": "linh@example.org", "email_verified": true,
            "given_name": "Linh", "family_name": "Tran",
        });
        for (name, value) in claims.as_object().unwrap() {
            match value {
                Value::Null => drop(merged_claims.as_object_mut().unwrap().remove(name)),
                value => merged_claims[name] = value.clone(),
            }
        }
        let code = format!("code-{:016x}", rand::random::<u64>());
        let (challenge, redirect_uri) =
            (pending.parameters["code_challenge"].clone(), pending.parameters["redirect_uri"].clone());
        self.state
            .grants
            .lock()
            .unwrap()
            .insert(code.clone(), Grant { challenge, redirect_uri, claims: merged_claims, sign });
        code
    }

    /// Starts an app that uses this provider for Google, Facebook and OpenID. `None` if the engine is not available.
    pub async fn start_app(&self, engine: Engine, arguments: &[&str]) -> Option<TestApp> {
        let origin = self.origin();
        let provider_arguments = [
            "--api-only",
            "--google-client-id",
            CLIENT_ID,
            "--google-client-secret",
            CLIENT_SECRET,
            "--google-issuer",
            origin,
            "--facebook-client-id",
            CLIENT_ID,
            "--facebook-client-secret",
            CLIENT_SECRET,
            "--facebook-origin",
            origin,
            "--openid-issuer",
            origin,
            "--openid-client-id",
            CLIENT_ID,
            "--openid-client-secret",
            CLIENT_SECRET,
            "--openid-name",
            "Quang Tri ID",
        ];
        TestApp::start_with_arguments(engine, &[&provider_arguments, arguments].concat()).await
    }
}

async fn record_request(State(state): State<Arc<ProviderState>>, request: Request, next: Next) -> Response {
    state.requested_paths.lock().unwrap().push(request.uri().path().to_owned());
    next.run(request).await
}

async fn metadata(State(state): State<Arc<ProviderState>>) -> Json<Value> {
    let origin = &state.origin;
    let mut body = json!({
        "issuer": origin, "authorization_endpoint": format!("{origin}/authorize"), "token_endpoint": format!("{origin}/token"),
        "userinfo_endpoint": format!("{origin}/me"), "jwks_uri": format!("{origin}/keys"),
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256", "EdDSA"],
    });
    for (name, value) in state.metadata_overrides.lock().unwrap().as_object().unwrap() {
        body[name] = value.clone();
    }
    Json(body)
}

async fn keys(State(state): State<Arc<ProviderState>>) -> Response {
    let keys = state.published_keys.lock().unwrap().clone();
    ([("cache-control", "public, max-age=600")], Json(json!({ "keys": keys }))).into_response()
}

/// The token endpoint. It checks the client secret, the single use of the code, the redirect URI and PKCE. A claim
/// `at_hash` of "right" is replaced by the correct hash.
async fn token(
    State(state): State<Arc<ProviderState>>,
    headers: HeaderMap,
    Form(sent): Form<HashMap<String, String>>,
) -> Response {
    let error_response = |name: &str| {
        let body = json!({ "error": name, "error_description": format!("no, not with {sent:?}") });
        (StatusCode::BAD_REQUEST, Json(body)).into_response()
    };
    state.secrets.lock().unwrap().extend([sent["code"].clone(), sent["code_verifier"].clone()]);
    let basic = headers.get("authorization").map(|value| value.to_str().unwrap().trim_start_matches("Basic "));
    state.secrets.lock().unwrap().extend(basic.map(str::to_owned));
    let credentials = basic.map(|text| String::from_utf8(BASE64_STANDARD.decode(text).unwrap()).unwrap());
    let is_secret_in_header =
        credentials.is_some_and(|credentials| credentials == format!("{CLIENT_ID}:{CLIENT_SECRET}"));
    let is_secret_in_body = sent.get("client_secret").is_some_and(|secret| secret == CLIENT_SECRET);
    if !(is_secret_in_header || is_secret_in_body) {
        return error_response("invalid_client");
    }
    let Some(grant) = state.grants.lock().unwrap().remove(&sent["code"]) else {
        return error_response("invalid_grant");
    };
    let challenge = BASE64.encode(Sha256::digest(&sent["code_verifier"]));
    if sent["grant_type"] != "authorization_code"
        || sent["redirect_uri"] != grant.redirect_uri
        || challenge != grant.challenge
    {
        return error_response("invalid_grant");
    }
    let access_token = format!("access-{:016x}", rand::random::<u64>());
    let mut claims = grant.claims;
    let hash = Sha256::digest(&access_token);
    if claims["at_hash"] == "right" {
        claims["at_hash"] = json!(BASE64.encode(&hash[..16]));
    }
    let id_token = (grant.sign)(&claims);
    state.secrets.lock().unwrap().extend([access_token.clone(), id_token.clone()]);
    state.claims_by_token.lock().unwrap().insert(access_token.clone(), claims);
    let body =
        json!({ "access_token": access_token, "token_type": "Bearer", "expires_in": 3600, "id_token": id_token });
    Json(body).into_response()
}

/// The userinfo endpoint, with the fields of OpenID Connect and of Facebook. If the claims have `me`, the body consists
/// of its fields, plus the id and the names.
async fn user_info(State(state): State<Arc<ProviderState>>, headers: HeaderMap) -> Response {
    let token = headers.get("authorization").map(|value| value.to_str().unwrap().trim_start_matches("Bearer "));
    let Some(claims) = state.claims_by_token.lock().unwrap().get(token.unwrap_or_default()).cloned() else {
        return StatusCode::UNAUTHORIZED.into_response();
    };
    let mut body = claims.get("me").cloned().unwrap_or(claims.clone());
    body["id"] = claims["sub"].clone();
    body["first_name"] = claims["given_name"].clone();
    body["last_name"] = claims["family_name"].clone();
    Json(body).into_response()
}

impl TestClient {
    /// Starts a sign-in and checks the attributes of the cookie that ties it to the browser.
    pub async fn start_sign_in(&self, provider: &str, return_to: &str) -> PendingSignIn {
        let path = format!("/api/auth/federated/{provider}/start?returnTo={}", percent_encoded(return_to));
        let response = self.get(&path).await.is(303);
        let authorization_url = response.header("location").to_owned();
        let parameters = reqwest::Url::parse(&authorization_url).unwrap().query_pairs().into_owned().collect();
        let set = response.header("set-cookie");
        assert!(set.ends_with("; HttpOnly; SameSite=Lax; Path=/api/auth/federated; Max-Age=600"), "{set}");
        PendingSignIn { authorization_url, parameters, cookie: set.split(';').next().unwrap().to_owned() }
    }

    /// Calls the callback with these parameters and this cookie.
    pub async fn finish_sign_in(&self, provider: &str, query: &str, cookie: &str) -> TestResponse {
        self.get_with_headers(&format!("/api/auth/federated/{provider}/callback?{query}"), &[("cookie", cookie)]).await
    }

    /// Signs in with these claims: starts the sign-in, grants it at the provider and calls the callback.
    pub async fn sign_in_via(&self, oidc: &FakeOidcProvider, provider: &str, claims: Value) -> TestResponse {
        let pending = self.start_sign_in(provider, "/saved").await;
        let code = oidc.grant_code(&pending, claims);
        self.finish_sign_in(provider, &format!("code={code}&state={}", pending.state()), &pending.cookie).await
    }
}

/// The error code that the callback page posts to the window that opened it; empty after a success.
pub fn callback_error(response: &TestResponse) -> String {
    let (_, rest) =
        response.text.split_once("data-code=\"").unwrap_or_else(|| panic!("no such page: {}", response.text));
    rest.split('"').next().unwrap().to_owned()
}

/// The address to which the callback page redirects when no window opened it.
pub fn callback_redirect(response: &TestResponse) -> String {
    let (_, rest) = response.text.split_once("data-target=\"").unwrap();
    rest.split('"').next().unwrap().replace("&#x2f;", "/").replace("&amp;", "&")
}
