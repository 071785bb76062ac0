//! Facebook: plain OAuth 2, and a call that returns the profile. Facebook does not say whether an address is verified,
//! so it counts as unverified (R308).

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey};
use oauth2::basic::BasicClient;
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse, TokenUrl,
};
use serde::Deserialize;

use super::exchange::{Fault, OAuthHttpClient, refused};
use super::flow::{Begun, Flow};
use super::model::{Said, Vouched, Voucher};
use crate::integrations::http_client::HttpClient;

/// The version of its interface that was written for.
const VERSION: &str = "v23.0";
/// Where its people sign in. Also its name among issuers.
const ISSUER: &str = "https://www.facebook.com";
/// Where it answers programs.
const GRAPH: &str = "https://graph.facebook.com";

/// What the guide was told of Facebook.
#[derive(Clone)]
pub struct Setting {
    /// The guide's name there.
    pub client_id: String,
    /// The guide's secret there.
    pub client_secret: String,
    /// One origin in place of Facebook's two. For tests.
    pub origin: Option<String>,
}

type Client = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

/// See the module.
pub struct Facebook {
    web: HttpClient,
    setting: Setting,
}

#[derive(Deserialize)]
struct Me {
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
    /// Facebook as it knows this guide.
    pub fn of(setting: Setting, web: HttpClient) -> Self {
        Self { web, setting }
    }

    /// Where a browser is sent.
    pub fn address(&self, begun: &Begun, redirect: &str) -> Result<String, Fault> {
        let verifier = PkceCodeVerifier::new(begun.verifier.reveal().to_owned());
        let client = self.client(redirect)?;
        let (address, _) = client
            .authorize_url(|| CsrfToken::new(begun.state.reveal().to_owned()))
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("public_profile".to_owned()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .add_extra_param("display", "popup")
            .url();
        Ok(address.into())
    }

    /// Who has come back with `code`.
    pub async fn vouched(&self, code: &str, flow: &Flow, redirect: &str) -> Result<Vouched, Fault> {
        let exchanged = self
            .client(redirect)?
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(flow.verifier.reveal().to_owned()))
            .request_async(&OAuthHttpClient(&self.web))
            .await;
        let token = exchanged.map_err(refused)?;
        let token = token.access_token().secret();
        let fields = "id,name,first_name,last_name,email,picture.width(256).height(256)";
        let url = format!("{}/{VERSION}/me?fields={fields}&appsecret_proof={}", self.origin(GRAPH), self.proof(token)?);
        let answer = self.web.get(&url, &[("authorization", &format!("Bearer {token}"))]).await?;
        let nonsense = || Fault::NotRight("the user call's answer makes no sense".into());
        let me: Me = serde_json::from_slice(answer.body()).map_err(|_| nonsense())?;
        if me.id.is_empty() || me.id.len() > 255 || me.id.contains('\0') {
            return Err(nonsense());
        }
        // A silhouette is nobody's picture.
        let picture = me.picture.and_then(|picture| picture.data).filter(|data| !data.is_silhouette);
        let said = Said {
            email: me.email,
            is_email_verified: false,
            first_name: me.first_name,
            last_name: me.last_name,
            name: me.name,
            picture: picture.and_then(|data| data.url),
        };
        Ok(Vouched::of(Voucher::Facebook, ISSUER, &me.id, said))
    }

    /// Shows Facebook that the token is used by this guide: a keyed hash of it, in hexadecimal digits.
    fn proof(&self, token: &str) -> Result<String, Fault> {
        let key = EncodingKey::from_secret(self.setting.client_secret.as_bytes());
        let made = jsonwebtoken::crypto::sign(token.as_bytes(), &key, Algorithm::HS256).ok();
        let bytes = made.and_then(|text| BASE64_URL_SAFE_NO_PAD.decode(text).ok());
        let bytes = bytes.ok_or_else(|| Fault::NotRight("the proof cannot be made".into()))?;
        Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn client(&self, redirect: &str) -> Result<Client, Fault> {
        let odd = |_| Fault::NotRight("Facebook's addresses are none".into());
        let dialog = format!("{}/{VERSION}/dialog/oauth", self.origin(ISSUER));
        let exchange = format!("{}/{VERSION}/oauth/access_token", self.origin(GRAPH));
        Ok(BasicClient::new(ClientId::new(self.setting.client_id.clone()))
            .set_client_secret(ClientSecret::new(self.setting.client_secret.clone()))
            .set_auth_type(AuthType::RequestBody)
            .set_auth_uri(AuthUrl::new(dialog).map_err(odd)?)
            .set_token_uri(TokenUrl::new(exchange).map_err(odd)?)
            .set_redirect_uri(RedirectUrl::new(redirect.to_owned()).map_err(odd)?))
    }

    fn origin(&self, usual: &'static str) -> &str {
        self.setting.origin.as_deref().unwrap_or(usual)
    }
}
