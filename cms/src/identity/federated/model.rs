//! Who somebody is elsewhere, and what that says here.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::common::clock::Timestamp;
use crate::common::text;
use crate::identity::email;
use crate::identity::model::Account;

/// An identity provider with which accounts can sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Federated {
    /// Google.
    Google,
    /// Facebook.
    Facebook,
    /// Any other OpenID provider.
    Openid,
}

impl Federated {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Google, Self::Facebook, Self::Openid];

    /// Its word in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Facebook => "facebook",
            Self::Openid => "openid",
        }
    }

    /// The one that this word of an address means.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }
}

/// Who vouches for an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Voucher {
    /// Google.
    Google,
    /// Facebook.
    Facebook,
    /// Any other OpenID provider.
    Openid,
    /// Firebase Authentication, which keeps all accounts of a guide.
    Firebase,
}

impl Voucher {
    /// Its word.
    pub fn word(self) -> &'static str {
        self.federated().map_or("firebase", Federated::word)
    }

    /// The provider one signs in with here; nothing for Firebase, where one signs in at Firebase.
    pub fn federated(self) -> Option<Federated> {
        match self {
            Self::Google => Some(Federated::Google),
            Self::Facebook => Some(Federated::Facebook),
            Self::Openid => Some(Federated::Openid),
            Self::Firebase => None,
        }
    }
}

impl From<Federated> for Voucher {
    fn from(federated: Federated) -> Self {
        match federated {
            Federated::Google => Self::Google,
            Federated::Facebook => Self::Facebook,
            Federated::Openid => Self::Openid,
        }
    }
}

/// An identity elsewhere that belongs to an account here.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Linked {
    /// Who vouches for it.
    pub provider: Voucher,
    /// What it is called there.
    pub subject: String,
    /// Its address, as it was told last.
    pub email: Option<String>,
    /// Since when it belongs to the account.
    pub created_at: Timestamp,
}

/// What a provider says of somebody, as it came.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// The address.
    pub email: Option<String>,
    /// Whether the provider has seen that the mailbox is theirs.
    pub is_email_verified: bool,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// The whole name.
    pub name: Option<String>,
    /// Address of a picture.
    pub picture: Option<String>,
}

/// Somebody for whom a provider vouches, in the forms in which this guide keeps things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vouched {
    /// Who vouches.
    pub provider: Voucher,
    /// The provider's own name for itself: subjects are unique within it.
    pub issuer: String,
    /// What they are called there, for ever.
    pub subject: String,
    /// As [`email::normal`] makes it; nothing where the provider told none that could be one.
    pub email: Option<String>,
    /// Whether the provider has seen that the mailbox is theirs.
    pub is_email_verified: bool,
    /// May be empty.
    pub first_name: String,
    /// May be empty.
    pub last_name: String,
    /// An https address.
    pub photo_url: Option<String>,
}

/// The longest name that is kept, in characters: as in our own forms.
const LONGEST_NAME: usize = 80;
/// The longest address of a picture, in bytes.
const LONGEST_PICTURE: usize = 1000;

impl Vouched {
    /// What `provider` says, made fit to be kept.
    pub fn of(provider: Voucher, issuer: &str, subject: &str, said: Said) -> Self {
        let Said { email, is_email_verified, first_name, last_name, name, picture } = said;
        let [name, first_name, last_name] = [name, first_name, last_name].map(|name| tidy(&name.unwrap_or_default()));
        let (first, rest) = name.split_once(' ').unwrap_or((&name, ""));
        let (first_name, last_name) = match first_name.is_empty() && last_name.is_empty() {
            true => (first.to_owned(), rest.to_owned()),
            false => (first_name, last_name),
        };
        let email = email.map(|email| email::normal(&email)).filter(|email| email::is_mailable(email));
        Self {
            provider,
            issuer: issuer.to_owned(),
            subject: subject.to_owned(),
            is_email_verified: is_email_verified && email.is_some(),
            email,
            first_name,
            last_name,
            photo_url: picture.filter(|url| is_picture(url)),
        }
    }

    /// The address, if the provider has seen that the mailbox is theirs.
    pub fn verified_email(&self) -> Option<&str> {
        self.email.as_deref().filter(|_| self.is_email_verified)
    }

    /// `account` with what it lacks and the provider knows; nothing when there is nothing to fill.
    pub fn filling(&self, account: &Account) -> Option<Account> {
        filled(account, (&self.first_name, &self.last_name), self.photo_url.as_deref())
    }
}

/// `account` with the names and the picture that it lacks; nothing when there is nothing to fill. What somebody has
/// chosen here stays.
pub fn filled(account: &Account, (first, last): (&str, &str), photo_url: Option<&str>) -> Option<Account> {
    let mut filled = account.clone();
    // Both names or none: half of somebody's guess beside half of ours is nobody's name.
    if account.first_name.is_empty() && account.last_name.is_empty() {
        (filled.first_name, filled.last_name) = (tidy(first), tidy(last));
    }
    if account.photo_url.is_none() {
        filled.photo_url = photo_url.map(str::trim).filter(|url| !url.is_empty()).map(str::to_owned);
    }
    (filled != *account).then_some(filled)
}

/// A [`text::name`] of a length that we keep.
fn tidy(name: &str) -> String {
    text::clip(&text::name(name), LONGEST_NAME).trim_end().to_owned()
}

fn is_picture(url: &str) -> bool {
    url.len() <= LONGEST_PICTURE
        && url.strip_prefix("https://").is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
        && url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\`".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vouched(said: Said) -> Vouched {
        Vouched::of(Voucher::Google, "https://id.example", "1", said)
    }

    fn said(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    // R39
    #[test]
    fn display_name_splits_into_first_word_and_rest() {
        let names = |one: Said| {
            let Vouched { first_name, last_name, .. } = vouched(one);
            (first_name, last_name)
        };
        let pair = |first: &str, last: &str| (first.to_owned(), last.to_owned());
        assert_eq!(names(Said { name: said("Linh Tran Thi"), ..Said::default() }), pair("Linh", "Tran Thi"));
        assert_eq!(names(Said { name: said("Linh"), ..Said::default() }), pair("Linh", ""));
        let both = Said {
            name: said("L. T."),
            first_name: said(" Linh\n"),
            last_name: said("Tran\u{0} Thi"),
            ..Said::default()
        };
        assert_eq!(names(both), pair("Linh", "Tran Thi"));
        assert_eq!(names(Said { first_name: said(&"a".repeat(200)), ..Said::default() }).0.len(), LONGEST_NAME);
    }

    #[test]
    fn provider_name_is_cleaned_as_typed_names_are() {
        let names = |first: &str, last: &str, name: &str| {
            let one = Said { first_name: said(first), last_name: said(last), name: said(name), ..Said::default() };
            let Vouched { first_name, last_name, .. } = vouched(one);
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
    fn an_address_that_is_none_is_not_verified_either() {
        let of = |email: &str| vouched(Said { email: said(email), is_email_verified: true, ..Said::default() });
        assert_eq!(of(" Linh@Example.org").verified_email(), Some("linh@example.org"));
        for nonsense in ["", "linh", "linh@localhost", "a b@example.org", "a@b@example.org", "a\u{0}@example.org"] {
            assert_eq!((of(nonsense).email, of(nonsense).is_email_verified), (None, false), "{nonsense:?}");
        }
    }

    #[test]
    fn only_an_https_address_is_a_picture() {
        let of = |url: &str| vouched(Said { picture: said(url), ..Said::default() }).photo_url;
        assert_eq!(of("https://pictures.example/linh=s96-c"), said("https://pictures.example/linh=s96-c"));
        let long = format!("https://pictures.example/{}", "a".repeat(LONGEST_PICTURE));
        for other in [
            "http://pictures.example/a",
            "javascript:alert(1)",
            "https://",
            "https:///a",
            "https://a/\"x",
            "data:,",
            &long,
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
