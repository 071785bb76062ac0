//! Sign-ins with Facebook: OAuth 2 without OpenID Connect, and a request to the Graph API for the profile. Facebook
//! does not state whether an address is verified, so every address counts as unverified (R308).

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey};
use oauth2::basic::BasicClient;
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse, TokenUrl,
};
use serde::Deserialize;

use super::flow::{OAuthHttpClient, ProviderError, SignInFlow, SignInFlowSecrets, code_exchange_error};
use super::model::{FederatedIdentity, IdentityProvider, ProviderClaims};
use crate::integrations::http_client::HttpClient;

/// The version of the Graph API.
const GRAPH_API_VERSION: &str = "v23.0";
/// The origin of the sign-in dialog, and the issuer of the identities.
const ISSUER: &str = "https://www.facebook.com";
/// The origin of the Graph API.
const GRAPH_API_ORIGIN: &str = "https://graph.facebook.com";

/// The configuration of Facebook.
#[derive(Clone)]
pub struct FacebookConfig {
    /// The app id.
    pub client_id: String,
    /// The app secret.
    pub client_secret: String,
    /// The origin that replaces both origins of Facebook in tests.
    pub origin_override: Option<String>,
}

type Client = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

/// A client for sign-ins with Facebook.
pub struct Facebook {
    http: HttpClient,
    config: FacebookConfig,
}

#[derive(Deserialize)]
struct FacebookProfile {
    id: String,
    email: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    name: Option<String>,
    picture: Option<Picture>,
}

#[derive(Deserialize)]
struct Picture {
    data: Option<PictureData>,
}

#[derive(Deserialize)]
struct PictureData {
    url: Option<String>,
    #[serde(default)]
    is_silhouette: bool,
}

impl Facebook {
    /// A client for sign-ins with Facebook.
    pub fn new(config: FacebookConfig, http: HttpClient) -> Self {
        Self { http, config }
    }

    /// The URL of the sign-in dialog.
    pub fn authorization_url(&self, secrets: &SignInFlowSecrets, callback_url: &str) -> Result<String, ProviderError> {
        let pkce_verifier = PkceCodeVerifier::new(secrets.pkce_verifier.reveal().to_owned());
        let client = self.client(callback_url)?;
        let (url, _) = client
            .authorize_url(|| CsrfToken::new(secrets.state.reveal().to_owned()))
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("public_profile".to_owned()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&pkce_verifier))
            .add_extra_param("display", "popup")
            .url();
        Ok(url.into())
    }

    /// Exchanges the authorization code for an access token, loads the user's profile with it, and returns the
    /// identity.
    pub async fn authenticate(
        &self,
        code: &str,
        flow: &SignInFlow,
        callback_url: &str,
    ) -> Result<FederatedIdentity, ProviderError> {
        let token_result = self
            .client(callback_url)?
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(flow.pkce_verifier.reveal().to_owned()))
            .request_async(&OAuthHttpClient(&self.http))
            .await;
        let token = token_result.map_err(code_exchange_error)?;
        let token = token.access_token().secret();
        let fields = "id,name,first_name,last_name,email,picture.width(256).height(256)";
        let url = format!(
            "{}/{GRAPH_API_VERSION}/me?fields={fields}&appsecret_proof={}",
            self.origin(GRAPH_API_ORIGIN),
            self.app_secret_proof(token)?
        );
        let response = self.http.get(&url, &[("authorization", &format!("Bearer {token}"))]).await?;
        let malformed_profile = || ProviderError::Invalid("the user profile is malformed".into());
        let user: FacebookProfile = serde_json::from_slice(response.body()).map_err(|_| malformed_profile())?;
        if user.id.is_empty() || user.id.len() > 255 || user.id.contains('\0') {
            return Err(malformed_profile());
        }
        // Facebook returns a silhouette for users without a portrait.
        let picture = user.picture.and_then(|picture| picture.data).filter(|data| !data.is_silhouette);
        let claims = ProviderClaims {
            email: user.email,
            is_email_verified: false,
            first_name: user.first_name,
            last_name: user.last_name,
            name: user.name,
            picture: picture.and_then(|data| data.url),
        };
        Ok(FederatedIdentity::new(IdentityProvider::Facebook, ISSUER, &user.id, claims))
    }

    /// The parameter `appsecret_proof` of the Graph API: the HMAC-SHA-256 of the token with the app secret, in
    /// hexadecimal.
    fn app_secret_proof(&self, token: &str) -> Result<String, ProviderError> {
        let key = EncodingKey::from_secret(self.config.client_secret.as_bytes());
        let signature = jsonwebtoken::crypto::sign(token.as_bytes(), &key, Algorithm::HS256).ok();
        let bytes = signature.and_then(|text| BASE64_URL_SAFE_NO_PAD.decode(text).ok());
        let bytes = bytes.ok_or_else(|| ProviderError::Invalid("the appsecret_proof cannot be computed".into()))?;
        Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn client(&self, callback_url: &str) -> Result<Client, ProviderError> {
        let invalid_url = |_| ProviderError::Invalid("a URL of Facebook is invalid".into());
        let dialog_url = format!("{}/{GRAPH_API_VERSION}/dialog/oauth", self.origin(ISSUER));
        let token_url = format!("{}/{GRAPH_API_VERSION}/oauth/access_token", self.origin(GRAPH_API_ORIGIN));
        Ok(BasicClient::new(ClientId::new(self.config.client_id.clone()))
            .set_client_secret(ClientSecret::new(self.config.client_secret.clone()))
            .set_auth_type(AuthType::RequestBody)
            .set_auth_uri(AuthUrl::new(dialog_url).map_err(invalid_url)?)
            .set_token_uri(TokenUrl::new(token_url).map_err(invalid_url)?)
            .set_redirect_uri(RedirectUrl::new(callback_url.to_owned()).map_err(invalid_url)?))
    }

    fn origin(&self, default: &'static str) -> &str {
        self.config.origin_override.as_deref().unwrap_or(default)
    }
}
