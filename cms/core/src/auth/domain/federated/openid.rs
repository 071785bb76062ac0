//! The client of an OpenID Connect provider: requests to its endpoints, and the verification of its ID tokens.
//! Source: OpenID Connect Core 1.0, section 3.1; RFC 9700.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use openidconnect::core::{
    CoreAuthPrompt, CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdToken, CoreIdTokenClaims,
    CoreIdTokenVerifier, CoreJsonWebKeySet, CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreTokenResponse,
};
use openidconnect::{
    AccessTokenHash, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    EndpointNotSet, EndpointSet, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope,
    SignatureVerificationError, TokenResponse, TokenUrl,
};
use serde::Deserialize;

use super::flow::{OAuthHttpClient, ProviderError, SignInFlow, SignInFlowSecrets, code_exchange_error};
use super::model::{FederatedIdentity, IdentityProvider, ProviderClaims};
use crate::common::clock::Timestamp;
use crate::integrations::document_cache::DocumentCache;
use crate::integrations::http_client::HttpClient;

/// How far the provider's clock may be ahead of ours, in seconds. It applies to the time of issue, not to the expiry.
const MAX_CLOCK_SKEW_S: i64 = 60;

/// The accepted signature algorithms of ID tokens. All of them sign with a private key, which only the provider has.
/// HS256 and `none` are not accepted.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 3] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// The configuration of a provider.
#[derive(Clone)]
pub struct OpenIdConfig {
    /// The provider.
    pub provider: IdentityProvider,
    /// The issuer, which is also the base URL of its metadata.
    pub issuer: String,
    /// The client id.
    pub client_id: String,
    /// The client secret; `None` for a public client.
    pub client_secret: Option<String>,
    /// Whether the provider asks the user to choose an account, even if there is only one (R30).
    pub prompts_account_selection: bool,
}

type Client = CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet, EndpointNotSet>;

/// The client of one OpenID Connect provider.
pub struct OpenIdClient {
    http: HttpClient,
    config: OpenIdConfig,
    metadata: DocumentCache<CoreProviderMetadata>,
    keys: DocumentCache<CoreJsonWebKeySet>,
}

/// The fields of the UserInfo response that this server uses (OpenID Connect Core 1.0, section 5.3.2).
#[derive(Deserialize)]
struct UserInfo {
    sub: String,
    email: Option<String>,
    #[serde(default)]
    email_verified: LooseBool,
    given_name: Option<String>,
    family_name: Option<String>,
    name: Option<String>,
    picture: Option<String>,
}

/// A boolean that some providers send as a string.
#[derive(Default, Deserialize)]
#[serde(untagged)]
enum LooseBool {
    Bool(bool),
    Text(String),
    #[default]
    Absent,
}

impl LooseBool {
    fn is_true(&self) -> bool {
        match self {
            Self::Bool(value) => *value,
            Self::Text(text) => text == "true",
            Self::Absent => false,
        }
    }
}

impl OpenIdClient {
    /// Creates the client of a provider. The function sends no request.
    pub fn new(config: OpenIdConfig, http: HttpClient) -> Self {
        let issuer = config.issuer.trim_end_matches('/').to_owned();
        let metadata = DocumentCache::new(http.clone(), move |text| {
            let metadata: CoreProviderMetadata = serde_json::from_slice(text).ok()?;
            // Metadata of another issuer could name the keys of that issuer, and tokens of that issuer would be
            // accepted.
            let is_same_issuer = metadata.issuer().as_str().trim_end_matches('/') == issuer;
            (is_same_issuer && metadata.token_endpoint().is_some()).then_some(metadata)
        });
        let keys = DocumentCache::new(http.clone(), |text| serde_json::from_slice(text).ok());
        Self { http, config, metadata, keys }
    }

    /// The provider's metadata, from the cache if possible.
    pub async fn metadata(&self, now: Timestamp) -> Result<Arc<CoreProviderMetadata>, ProviderError> {
        let url = format!("{}/.well-known/openid-configuration", self.config.issuer.trim_end_matches('/'));
        Ok(self.metadata.get(&url, now).await?)
    }

    /// The authorization URL, to which the browser is redirected.
    pub fn authorization_url(
        &self,
        metadata: &CoreProviderMetadata,
        secrets: &SignInFlowSecrets,
        callback_url: &str,
    ) -> Result<String, ProviderError> {
        let pkce_verifier = PkceCodeVerifier::new(secrets.pkce_verifier.reveal().to_owned());
        let state = CsrfToken::new(secrets.state.reveal().to_owned());
        let nonce = Nonce::new(secrets.nonce.reveal().to_owned());
        let client = self.client(metadata, callback_url)?;
        let mut request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, move || state, move || nonce)
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&pkce_verifier));
        if self.config.prompts_account_selection {
            request = request.add_prompt(CoreAuthPrompt::SelectAccount);
        }
        let (url, _, _) = request.url();
        Ok(url.into())
    }

    /// Exchanges the authorization code for an ID token, and verifies the ID token. `issuer` is the parameter `iss` of
    /// the callback.
    pub async fn authenticate(
        &self,
        (code, issuer): (&str, Option<&str>),
        flow: &SignInFlow,
        callback_url: &str,
        now: Timestamp,
    ) -> Result<FederatedIdentity, ProviderError> {
        let metadata = self.metadata(now).await?;
        // Prevents a mix-up attack, in which the code comes from another provider (RFC 9207).
        if issuer.is_some_and(|issuer| issuer != metadata.issuer().as_str()) {
            return Err(ProviderError::Invalid("the callback names another issuer".into()));
        }
        let token_result = self
            .client(&metadata, callback_url)?
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(flow.pkce_verifier.reveal().to_owned()))
            .request_async(&OAuthHttpClient(&self.http))
            .await;
        let response = token_result.map_err(code_exchange_error)?;
        let token = response.id_token().ok_or_else(|| ProviderError::Invalid("there is no ID token".into()))?;
        let (subject, claims) = self.verify_id_token(&metadata, token, &response, flow, now).await?;
        let issuer = metadata.issuer().as_str();
        Ok(FederatedIdentity::new(self.config.provider, issuer, &subject, claims))
    }

    /// Verifies an ID token and returns its subject and claims. If the token has no address, the claims are those of
    /// the UserInfo endpoint, if the provider has one. `response` is the token response with this ID token.
    async fn verify_id_token(
        &self,
        metadata: &CoreProviderMetadata,
        token: &CoreIdToken,
        response: &CoreTokenResponse,
        flow: &SignInFlow,
        now: Timestamp,
    ) -> Result<(String, ProviderClaims), ProviderError> {
        let url = metadata.jwks_uri().as_str();
        let mut keys = self.keys.get(url, now).await?;
        let nonce = Nonce::new(flow.nonce.reveal().to_owned());
        let mut verifier = self.verifier(metadata, &keys, now);
        let mut verified_claims = token.claims(&verifier, &nonce);
        if let Err(ClaimsVerificationError::SignatureVerification(
            SignatureVerificationError::NoMatchingKey | SignatureVerificationError::CryptoError(_),
        )) = verified_claims
        {
            // The provider may have started to use a new key.
            keys = self.keys.refetch(url, &keys, now).await?;
            verifier = self.verifier(metadata, &keys, now);
            verified_claims = token.claims(&verifier, &nonce);
        }
        let claims = verified_claims.map_err(|error| match error {
            ClaimsVerificationError::SignatureVerification(cause) => ProviderError::Invalid(cause.to_string()),
            other => ProviderError::Invalid(other.to_string()),
        })?;
        self.check_claims(claims)?;
        if let Some(expected_hash) = claims.access_token_hash() {
            let unverifiable = |_| ProviderError::Invalid("the hash of the access token cannot be verified".into());
            let not_computed = |_| ProviderError::Invalid("the hash of the access token cannot be computed".into());
            let algorithm = token.signing_alg().map_err(unverifiable)?;
            let key = token.signing_key(&verifier).map_err(unverifiable)?;
            let hash = AccessTokenHash::from_token(response.access_token(), algorithm, key).map_err(not_computed)?;
            if hash != *expected_hash {
                return Err(ProviderError::Invalid("the access token does not belong to the ID token".into()));
            }
        }
        let subject = claims.subject().as_str().to_owned();
        let info = if claims.email().is_none() { self.user_info(metadata, response, &subject).await? } else { None };
        Ok((subject, info.unwrap_or_else(|| id_token_claims(claims))))
    }

    /// Checks what the library does not check: the authorized party, and whether the subject can be stored.
    fn check_claims(&self, claims: &CoreIdTokenClaims) -> Result<(), ProviderError> {
        if claims.authorized_party().is_some_and(|party| party.as_str() != self.config.client_id) {
            return Err(ProviderError::Invalid("the token is for another party".into()));
        }
        let subject = claims.subject().as_str();
        if subject.is_empty() || subject.len() > 255 || subject.contains('\0') {
            return Err(ProviderError::Invalid("the subject is invalid".into()));
        }
        Ok(())
    }

    /// Loads the claims of this subject from the UserInfo endpoint. `None` if the provider has no UserInfo endpoint.
    async fn user_info(
        &self,
        metadata: &CoreProviderMetadata,
        response: &CoreTokenResponse,
        subject: &str,
    ) -> Result<Option<ProviderClaims>, ProviderError> {
        let Some(url) = metadata.userinfo_endpoint() else { return Ok(None) };
        let bearer = format!("Bearer {}", response.access_token().secret());
        let response = self.http.get(url.as_str(), &[("authorization", &bearer)]).await?;
        let malformed_user_info = |_| ProviderError::Invalid("the UserInfo response is malformed".into());
        let info: UserInfo = serde_json::from_slice(response.body()).map_err(malformed_user_info)?;
        if info.sub != subject {
            return Err(ProviderError::Invalid("the UserInfo response is for another subject".into()));
        }
        let UserInfo { email, email_verified, given_name, family_name, name, picture, .. } = info;
        let (first_name, last_name, is_email_verified) = (given_name, family_name, email_verified.is_true());
        Ok(Some(ProviderClaims { email, is_email_verified, first_name, last_name, name, picture }))
    }

    fn verifier(
        &self,
        metadata: &CoreProviderMetadata,
        keys: &CoreJsonWebKeySet,
        now: Timestamp,
    ) -> CoreIdTokenVerifier<'static> {
        // The verifier of a public client accepts no token that is signed with the client secret (HS256).
        let id = ClientId::new(self.config.client_id.clone());
        let utc = |time: Timestamp| DateTime::<Utc>::from_timestamp_millis(time.0).unwrap_or_default();
        let (now, latest_issue_time) = (utc(now), utc(now.plus_seconds(MAX_CLOCK_SKEW_S)));
        CoreIdTokenVerifier::new_public_client(id, metadata.issuer().clone(), keys.clone())
            .set_allowed_algs(ALGORITHMS)
            .set_time_fn(move || now)
            .set_issue_time_verifier_fn(move |issued_at| {
                if issued_at <= latest_issue_time { Ok(()) } else { Err("the token was issued in the future".into()) }
            })
    }

    fn client(&self, metadata: &CoreProviderMetadata, callback_url: &str) -> Result<Client, ProviderError> {
        let invalid_url = || ProviderError::Invalid("a URL of the provider is invalid".into());
        let OpenIdConfig { client_id, client_secret, .. } = &self.config;
        let token_url: TokenUrl = metadata.token_endpoint().cloned().ok_or_else(invalid_url)?;
        // ID tokens are verified with the cached keys, not with keys of this client.
        let no_keys = CoreJsonWebKeySet::new(Vec::new());
        let client = CoreClient::new(ClientId::new(client_id.clone()), metadata.issuer().clone(), no_keys)
            .set_auth_uri(metadata.authorization_endpoint().clone())
            .set_token_uri(token_url)
            .set_redirect_uri(RedirectUrl::new(callback_url.to_owned()).map_err(|_| invalid_url())?)
            .set_auth_type(auth_type(metadata));
        Ok(match client_secret {
            Some(secret) => client.set_client_secret(ClientSecret::new(secret.clone())),
            None => client,
        })
    }
}

/// Where the client secret is sent: in the `Authorization` header, unless the provider accepts it only in the body.
fn auth_type(metadata: &CoreProviderMetadata) -> AuthType {
    let methods = metadata.token_endpoint_auth_methods_supported();
    let supports = |method| methods.is_none_or(|methods| methods.contains(&method));
    if !supports(CoreClientAuthMethod::ClientSecretBasic) && supports(CoreClientAuthMethod::ClientSecretPost) {
        AuthType::RequestBody
    } else {
        AuthType::BasicAuth
    }
}

fn id_token_claims(claims: &CoreIdTokenClaims) -> ProviderClaims {
    ProviderClaims {
        email: claims.email().map(|email| email.to_string()),
        is_email_verified: claims.email_verified() == Some(true),
        first_name: claims.given_name().and_then(|name| name.get(None)).map(|name| name.to_string()),
        last_name: claims.family_name().and_then(|name| name.get(None)).map(|name| name.to_string()),
        name: claims.name().and_then(|name| name.get(None)).map(|name| name.to_string()),
        picture: claims.picture().and_then(|url| url.get(None)).map(|url| url.to_string()),
    }
}
