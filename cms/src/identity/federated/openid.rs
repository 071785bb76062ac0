//! An OpenID provider: where it is asked, and whether what it says holds.
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

use super::exchange::{Fault, OAuthHttpClient, refused};
use super::flow::{Begun, Flow};
use super::model::{Said, Vouched, Voucher};
use crate::common::clock::Timestamp;
use crate::integrations::cached_document::CachedDocument;
use crate::integrations::http_client::HttpClient;

/// How far the provider's clock may be ahead of ours, in seconds.
const SKEW_S: i64 = 60;

/// What may sign an ID token: keys that only the provider has. A shared secret (HS256) or nothing (`none`) proves less.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 3] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// What the guide was told of a provider.
#[derive(Clone)]
pub struct Setting {
    /// Which it is.
    pub provider: Voucher,
    /// Its own name for itself; its configuration lies below.
    pub issuer: String,
    /// The guide's name there.
    pub client_id: String,
    /// The guide's secret there; none for a public client.
    pub client_secret: Option<String>,
    /// Whether the provider asks which account to use, even if there is only one (R30).
    pub asks_for_account: bool,
}

type Client = CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet, EndpointNotSet>;

/// See the module.
pub struct OpenId {
    web: HttpClient,
    setting: Setting,
    addresses: CachedDocument<CoreProviderMetadata>,
    keys: CachedDocument<CoreJsonWebKeySet>,
}

/// What the user call says beside what we never look at.
#[derive(Deserialize)]
struct UserInfo {
    sub: String,
    email: Option<String>,
    #[serde(default)]
    email_verified: Loose,
    given_name: Option<String>,
    family_name: Option<String>,
    name: Option<String>,
    picture: Option<String>,
}

/// A truth that some providers write as text.
#[derive(Default, Deserialize)]
#[serde(untagged)]
enum Loose {
    Bool(bool),
    Text(String),
    #[default]
    Absent,
}

impl Loose {
    fn is_true(&self) -> bool {
        match self {
            Self::Bool(truth) => *truth,
            Self::Text(text) => text == "true",
            Self::Absent => false,
        }
    }
}

impl OpenId {
    /// A provider that is asked for nothing yet.
    pub fn of(setting: Setting, web: HttpClient) -> Self {
        let issuer = setting.issuer.trim_end_matches('/').to_owned();
        let addresses = CachedDocument::new(web.clone(), move |text| {
            let said: CoreProviderMetadata = serde_json::from_slice(text).ok()?;
            // Who could speak for another issuer could make anybody's tokens.
            (said.issuer().as_str().trim_end_matches('/') == issuer && said.token_endpoint().is_some()).then_some(said)
        });
        let keys = CachedDocument::new(web.clone(), |text| serde_json::from_slice(text).ok());
        Self { web, setting, addresses, keys }
    }

    /// What the provider says of itself.
    pub async fn metadata(&self, now: Timestamp) -> Result<Arc<CoreProviderMetadata>, Fault> {
        let url = format!("{}/.well-known/openid-configuration", self.setting.issuer.trim_end_matches('/'));
        Ok(self.addresses.get(&url, now).await?)
    }

    /// Where a browser is sent.
    pub fn address(&self, metadata: &CoreProviderMetadata, begun: &Begun, redirect: &str) -> Result<String, Fault> {
        let verifier = PkceCodeVerifier::new(begun.verifier.reveal().to_owned());
        let (state, nonce) = (begun.state.reveal().to_owned(), begun.nonce.reveal().to_owned());
        let client = self.client(metadata, redirect)?;
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || CsrfToken::new(state),
                move || Nonce::new(nonce),
            )
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        if self.setting.asks_for_account {
            request = request.add_prompt(CoreAuthPrompt::SelectAccount);
        }
        let (address, _, _) = request.url();
        Ok(address.into())
    }

    /// Who has come back with `code`, checked. `issuer` is what the address they came back with says of the provider.
    pub async fn vouched(
        &self,
        (code, issuer): (&str, Option<&str>),
        flow: &Flow,
        redirect: &str,
        now: Timestamp,
    ) -> Result<Vouched, Fault> {
        let metadata = self.metadata(now).await?;
        // RFC 9207: an answer of another provider, led here by somebody in between.
        if issuer.is_some_and(|issuer| issuer != metadata.issuer().as_str()) {
            return Err(Fault::NotRight("the answer came from another issuer".into()));
        }
        let exchanged = self
            .client(&metadata, redirect)?
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(flow.verifier.reveal().to_owned()))
            .request_async(&OAuthHttpClient(&self.web))
            .await;
        let response = exchanged.map_err(refused)?;
        let token = response.id_token().ok_or_else(|| Fault::NotRight("there is no ID token".into()))?;
        let said = self.checked(&metadata, token, &response, flow, now).await?;
        let issuer = metadata.issuer().as_str();
        Ok(Vouched::of(self.setting.provider, issuer, &said.0, said.1))
    }

    /// The subject and what is said of it, once everything about the token holds.
    async fn checked(
        &self,
        metadata: &CoreProviderMetadata,
        token: &CoreIdToken,
        response: &CoreTokenResponse,
        flow: &Flow,
        now: Timestamp,
    ) -> Result<(String, Said), Fault> {
        let url = metadata.jwks_uri().as_str();
        let mut keys = self.keys.get(url, now).await?;
        let nonce = Nonce::new(flow.nonce.reveal().to_owned());
        let mut verifier = self.verifier(metadata, &keys, now);
        let mut verified = token.claims(&verifier, &nonce);
        if let Err(ClaimsVerificationError::SignatureVerification(
            SignatureVerificationError::NoMatchingKey | SignatureVerificationError::CryptoError(_),
        )) = verified
        {
            // Perhaps the provider signs with a new key.
            keys = self.keys.refetch(url, &keys, now).await?;
            verifier = self.verifier(metadata, &keys, now);
            verified = token.claims(&verifier, &nonce);
        }
        let claims = verified.map_err(|error| match error {
            ClaimsVerificationError::SignatureVerification(cause) => Fault::NotRight(cause.to_string()),
            other => Fault::NotRight(other.to_string()),
        })?;
        self.is_for_us(claims)?;
        if let Some(expected) = claims.access_token_hash() {
            let unsigned = |_| Fault::NotRight("the access token's hash cannot be checked".into());
            let algorithm = token.signing_alg().map_err(unsigned)?;
            let key = token.signing_key(&verifier).map_err(unsigned)?;
            let actual = AccessTokenHash::from_token(response.access_token(), algorithm, key);
            if actual.map_err(|_| Fault::NotRight("the access token's hash cannot be made".into()))? != *expected {
                return Err(Fault::NotRight("the access token is another than the ID token's".into()));
            }
        }
        let subject = claims.subject().as_str().to_owned();
        let told = if claims.email().is_none() { self.user_info(metadata, response, &subject).await? } else { None };
        Ok((subject, told.unwrap_or_else(|| said(claims))))
    }

    /// Beyond what the library looks at: the party that may use the token, and a subject that can be kept.
    fn is_for_us(&self, claims: &CoreIdTokenClaims) -> Result<(), Fault> {
        if claims.authorized_party().is_some_and(|party| party.as_str() != self.setting.client_id) {
            return Err(Fault::NotRight("the token was made for another party".into()));
        }
        let subject = claims.subject().as_str();
        if subject.is_empty() || subject.len() > 255 || subject.contains('\0') {
            return Err(Fault::NotRight("the subject is none".into()));
        }
        Ok(())
    }

    /// Providers may keep the address for their user call, and out of the token.
    async fn user_info(
        &self,
        metadata: &CoreProviderMetadata,
        response: &CoreTokenResponse,
        subject: &str,
    ) -> Result<Option<Said>, Fault> {
        let Some(url) = metadata.userinfo_endpoint() else { return Ok(None) };
        let bearer = format!("Bearer {}", response.access_token().secret());
        let answer = self.web.get(url.as_str(), &[("authorization", &bearer)]).await?;
        let nonsense = |_| Fault::NotRight("the user call's answer makes no sense".into());
        let info: UserInfo = serde_json::from_slice(answer.body()).map_err(nonsense)?;
        if info.sub != subject {
            return Err(Fault::NotRight("the user call speaks of somebody else".into()));
        }
        let UserInfo { email, email_verified, given_name, family_name, name, picture, .. } = info;
        let (first_name, last_name, is_email_verified) = (given_name, family_name, email_verified.is_true());
        Ok(Some(Said { email, is_email_verified, first_name, last_name, name, picture }))
    }

    fn verifier(
        &self,
        metadata: &CoreProviderMetadata,
        keys: &CoreJsonWebKeySet,
        now: Timestamp,
    ) -> CoreIdTokenVerifier<'static> {
        // As a public client: the secret is for the token endpoint, and nobody shall sign with it.
        let id = ClientId::new(self.setting.client_id.clone());
        let moment = |moment: Timestamp| DateTime::<Utc>::from_timestamp_millis(moment.0).unwrap_or_default();
        let (present, latest) = (moment(now), moment(now.plus_seconds(SKEW_S)));
        CoreIdTokenVerifier::new_public_client(id, metadata.issuer().clone(), keys.clone())
            .set_allowed_algs(ALGORITHMS)
            .set_time_fn(move || present)
            .set_issue_time_verifier_fn(move |made| {
                if made <= latest { Ok(()) } else { Err("the token is from the future".into()) }
            })
    }

    fn client(&self, metadata: &CoreProviderMetadata, redirect: &str) -> Result<Client, Fault> {
        let odd = || Fault::NotRight("the provider's addresses are none".into());
        let Setting { client_id, client_secret, .. } = &self.setting;
        let token_url: TokenUrl = metadata.token_endpoint().cloned().ok_or_else(odd)?;
        let client = CoreClient::new(
            ClientId::new(client_id.clone()),
            metadata.issuer().clone(),
            // ID tokens are checked with keys that are kept fresh, and not with the client's.
            CoreJsonWebKeySet::new(Vec::new()),
        )
        .set_auth_uri(metadata.authorization_endpoint().clone())
        .set_token_uri(token_url)
        .set_redirect_uri(RedirectUrl::new(redirect.to_owned()).map_err(|_| odd())?)
        .set_auth_type(auth_type(metadata));
        Ok(match client_secret {
            Some(secret) => client.set_client_secret(ClientSecret::new(secret.clone())),
            None => client,
        })
    }
}

/// How the provider wants to hear the secret: in the header, unless it only knows it in the body.
fn auth_type(metadata: &CoreProviderMetadata) -> AuthType {
    let methods = metadata.token_endpoint_auth_methods_supported();
    let knows = |method| methods.is_none_or(|methods| methods.contains(&method));
    if !knows(CoreClientAuthMethod::ClientSecretBasic) && knows(CoreClientAuthMethod::ClientSecretPost) {
        AuthType::RequestBody
    } else {
        AuthType::BasicAuth
    }
}

fn said(claims: &CoreIdTokenClaims) -> Said {
    Said {
        email: claims.email().map(|email| email.to_string()),
        is_email_verified: claims.email_verified() == Some(true),
        first_name: claims.given_name().and_then(|name| name.get(None)).map(|name| name.to_string()),
        last_name: claims.family_name().and_then(|name| name.get(None)).map(|name| name.to_string()),
        name: claims.name().and_then(|name| name.get(None)).map(|name| name.to_string()),
        picture: claims.picture().and_then(|url| url.get(None)).map(|url| url.to_string()),
    }
}
