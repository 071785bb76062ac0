//! Identity providers and the federated identities that they confirm.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::domain::accounts::Account;
use crate::auth::domain::email;
use crate::common::clock::Timestamp;
use crate::common::text;

/// An identity provider with which accounts can sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Federated)]
pub enum FederatedProvider {
    /// Google.
    Google,
    /// Facebook.
    Facebook,
    /// Any other OpenID provider.
    Openid,
}

impl FederatedProvider {
    /// All providers, in the order in which pages offer them.
    pub const ALL: [Self; 3] = [Self::Google, Self::Facebook, Self::Openid];

    /// The name in URLs and in JSON.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Facebook => "facebook",
            Self::Openid => "openid",
        }
    }

    /// Parses a name that [`FederatedProvider::as_str`] returns.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == word)
    }
}

/// The provider of a stored identity: one of [`FederatedProvider`], or Firebase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum IdentityProvider {
    /// Google.
    Google,
    /// Facebook.
    Facebook,
    /// Any other OpenID provider.
    Openid,
    /// Firebase Authentication, which replaces the built-in provider.
    Firebase,
}

impl IdentityProvider {
    /// The provider for federated sign-in; `None` for Firebase, which has its own sign-in.
    pub fn federated_provider(self) -> Option<FederatedProvider> {
        FederatedProvider::ALL.into_iter().find(|federated| self == Self::from(*federated))
    }
}

impl From<FederatedProvider> for IdentityProvider {
    fn from(federated: FederatedProvider) -> Self {
        match federated {
            FederatedProvider::Google => Self::Google,
            FederatedProvider::Facebook => Self::Facebook,
            FederatedProvider::Openid => Self::Openid,
        }
    }
}

/// A federated identity: an account at an identity provider.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExportedIdentity)]
pub struct LinkedIdentity {
    /// The identity provider: `google`, `facebook`, `openid` or `firebase`.
    #[schema(value_type = String, example = "google")]
    pub provider: IdentityProvider,
    /// The id of the account at the identity provider.
    #[schema(example = "110169484474386276334")]
    pub subject: String,
    /// The last email address that the provider sent; null if it sent none.
    #[schema(required, example = "linh@example.org")]
    pub email: Option<String>,
    /// The time at which the identity was linked.
    pub created_at: Timestamp,
}

/// What a provider states about a user. The values are not normalized.
#[derive(Clone, Debug, Default)]
pub struct ProviderClaims {
    /// The email address.
    pub email: Option<String>,
    /// Whether the provider has verified the address.
    pub is_email_verified: bool,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// The full name.
    pub name: Option<String>,
    /// The URL of a portrait.
    pub picture: Option<String>,
}

/// A user whose identity a provider confirms. The values are normalized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FederatedIdentity {
    /// The provider.
    pub provider: IdentityProvider,
    /// The issuer, within which subjects are unique.
    pub issuer: String,
    /// The provider's permanent id of the user.
    pub subject: String,
    /// The address, normalized by [`email::normalize`]. `None` if the provider sent none that is
    /// [`email::is_plausible_with_dotted_host`].
    pub email: Option<String>,
    /// Whether the provider has verified the address.
    pub is_email_verified: bool,
    /// Given name; may be empty.
    pub first_name: String,
    /// Family name; may be empty.
    pub last_name: String,
    /// The https URL of a portrait. `None` if the provider sent none that is valid.
    pub photo_url: Option<String>,
}

/// The maximum length of a name, in characters, as in our own forms.
const MAX_NAME_LEN: usize = 80;
/// The maximum length of the URL of a portrait, in bytes.
const MAX_PHOTO_URL_BYTES: usize = 1000;

impl FederatedIdentity {
    /// Normalizes the claims of a provider. Without a given and a family name, the full name is split at its first
    /// space.
    pub fn new(provider: IdentityProvider, issuer: &str, subject: &str, claims: ProviderClaims) -> Self {
        let ProviderClaims { email, is_email_verified, first_name, last_name, name, picture } = claims;
        let [name, first, last] = [name, first_name, last_name].map(|name| normalize_name(&name.unwrap_or_default()));
        let (first_word, rest) = name.split_once(' ').unwrap_or((&name, ""));
        let (first_name, last_name) = match first.is_empty() && last.is_empty() {
            true => (first_word.to_owned(), rest.to_owned()),
            false => (first, last),
        };
        let email = email.as_deref().map(email::normalize);
        let email = email.filter(|email| email::is_plausible_with_dotted_host(email));
        Self {
            provider,
            issuer: issuer.to_owned(),
            subject: subject.to_owned(),
            is_email_verified: is_email_verified && email.is_some(),
            email,
            first_name,
            last_name,
            photo_url: picture.filter(|url| is_photo_url(url)),
        }
    }

    /// The address, if the provider has verified it.
    pub fn verified_email(&self) -> Option<&str> {
        self.email.as_deref().filter(|_| self.is_email_verified)
    }

    /// The account with missing names and a missing portrait added; `None` if nothing changes.
    pub fn with_missing_names_and_photo(&self, account: &Account) -> Option<Account> {
        with_missing_names_and_photo(account, (&self.first_name, &self.last_name), self.photo_url.as_deref())
    }
}

/// The account with missing names and a missing portrait added; `None` if nothing changes. Existing values are kept,
/// and one existing name prevents the addition of the other.
pub fn with_missing_names_and_photo(
    account: &Account,
    (first, last): (&str, &str),
    photo_url: Option<&str>,
) -> Option<Account> {
    let mut completed_account = account.clone();
    // Both names are filled in, or neither. A first and a last name from different sources may not belong together.
    if account.first_name.is_empty() && account.last_name.is_empty() {
        (completed_account.first_name, completed_account.last_name) = (normalize_name(first), normalize_name(last));
    }
    if account.photo_url.is_none() {
        completed_account.photo_url = photo_url.map(str::trim).filter(|url| !url.is_empty()).map(str::to_owned);
    }
    (completed_account != *account).then_some(completed_account)
}

/// Like [`text::normalize_name`], but cut to at most [`MAX_NAME_LEN`] characters.
fn normalize_name(name: &str) -> String {
    text::clip(&text::normalize_name(name), MAX_NAME_LEN).trim_end().to_owned()
}

fn is_photo_url(url: &str) -> bool {
    url.len() <= MAX_PHOTO_URL_BYTES
        && url.strip_prefix("https://").is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
        && url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\`".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(claims: ProviderClaims) -> FederatedIdentity {
        FederatedIdentity::new(IdentityProvider::Google, "https://id.example", "1", claims)
    }

    fn some_string(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    // R39
    #[test]
    fn full_name_is_split_only_without_given_and_family_name() {
        let names = |claims: ProviderClaims| {
            let FederatedIdentity { first_name, last_name, .. } = identity(claims);
            (first_name, last_name)
        };
        let pair = |first: &str, last: &str| (first.to_owned(), last.to_owned());
        assert_eq!(
            names(ProviderClaims { name: some_string("Linh Tran Thi"), ..ProviderClaims::default() }),
            pair("Linh", "Tran Thi")
        );
        assert_eq!(names(ProviderClaims { name: some_string("Linh"), ..ProviderClaims::default() }), pair("Linh", ""));
        let both = ProviderClaims {
            name: some_string("L. T."),
            first_name: some_string(" Linh\n"),
            last_name: some_string("Tran\u{0} Thi"),
            ..ProviderClaims::default()
        };
        assert_eq!(names(both), pair("Linh", "Tran Thi"));
        assert_eq!(
            names(ProviderClaims { first_name: some_string(&"a".repeat(200)), ..ProviderClaims::default() }).0.len(),
            MAX_NAME_LEN
        );
    }

    #[test]
    fn user_name_from_provider_is_normalized() {
        let names = |first: &str, last: &str, name: &str| {
            let claims = ProviderClaims {
                first_name: some_string(first),
                last_name: some_string(last),
                name: some_string(name),
                ..ProviderClaims::default()
            };
            let FederatedIdentity { first_name, last_name, .. } = identity(claims);
            [first_name, last_name]
        };
        let nfd = ["Nguye\u{302}\u{303}n", "Thi\u{323} A\u{301}nh"];
        assert_eq!(names(nfd[0], nfd[1], ""), ["Nguyễn", "Thị Ánh"]);
        assert_eq!(names("", "", &nfd.join(" ")), ["Nguyễn", "Thị Ánh"]);
        assert_eq!(names("\u{202e}Linh", "Tr\u{2066}an", ""), ["Linh", "Tran"]);
        assert_eq!(names("", "", "\u{202e}Linh\u{200b} Tran"), ["Linh\u{200b}", "Tran"]);
        assert_eq!(names("\u{200b}", "\u{202e}", "\u{200b} \u{3164} Linh \u{ad} Tran"), ["Linh", "Tran"]);
        assert_eq!(names("\u{202e}\u{200b}", "", "\u{2800}"), ["", ""]);
    }

    #[test]
    fn invalid_address_is_not_verified() {
        let with_verified_email = |email: &str| {
            identity(ProviderClaims { email: some_string(email), is_email_verified: true, ..ProviderClaims::default() })
        };
        assert_eq!(with_verified_email(" Linh@Example.org").verified_email(), Some("linh@example.org"));
        for invalid in ["", "linh", "linh@localhost", "a b@example.org", "a@b@example.org", "a\u{0}@example.org"] {
            assert_eq!(
                (with_verified_email(invalid).email, with_verified_email(invalid).is_email_verified),
                (None, false),
                "{invalid:?}"
            );
        }
    }

    #[test]
    fn only_https_urls_are_accepted_as_portraits() {
        let photo_url_of =
            |url: &str| identity(ProviderClaims { picture: some_string(url), ..ProviderClaims::default() }).photo_url;
        assert_eq!(
            photo_url_of("https://pictures.example/linh=s96-c"),
            some_string("https://pictures.example/linh=s96-c")
        );
        let long = format!("https://pictures.example/{}", "a".repeat(MAX_PHOTO_URL_BYTES));
        for other in [
            "http://pictures.example/a",
            "javascript:alert(1)",
            "https://",
            "https:///a",
            "https://a/\"x",
            "data:,",
            &long,
        ] {
            assert_eq!(photo_url_of(other), None, "{other}");
        }
    }
}
