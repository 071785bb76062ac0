//! Finds phone numbers in free text, and finds the link for a contact: a website, an email address or a phone number.

use std::sync::LazyLock;

use rlibphonenumber::enums::{PhoneNumberFormat, PhoneNumberType, Region};
use rlibphonenumber::phonenumber_matcher::{Leniency, PhoneNumberMatcherFactory};
use rlibphonenumber::{PHONE_NUMBER_UTIL, PhoneNumber, PhoneNumberUtil};
use serde::Serialize;
use utoipa::ToSchema;

use super::text::{self, has_http_scheme, has_prefix};

/// The country of a guide whose settings name none. The SQL of `places::store` contains the same value.
pub const DEFAULT_COUNTRY: &str = "VN";

/// The factory of matchers. Its patterns are compiled once and do not depend on the searched text.
static MATCHER_FACTORY: LazyLock<PhoneNumberMatcherFactory<PhoneNumberUtil, &'static PhoneNumberUtil>> =
    LazyLock::new(PhoneNumberMatcherFactory::new);

/// A part of a text, with or without a phone number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactTextPart {
    /// The text as it was entered.
    #[schema(example = "0232 000 111")]
    pub text: String,
    /// The `tel:` link of the phone number (RFC 3966); null if the part is not a number.
    #[schema(required, example = "tel:+84232000111")]
    pub href: Option<String>,
}

/// Whether `code` is the upper-case code of a country (ISO 3166-1 alpha-2) whose numbering plan is known.
pub fn is_supported_country_code(code: &str) -> bool {
    // `Region` accepts any two letters, also in lower case.
    let is_known = |region: Region| PHONE_NUMBER_UTIL.get_supported_regions().any(|known| known == region);
    code.bytes().all(|byte| byte.is_ascii_uppercase()) && code.parse().is_ok_and(is_known)
}

/// Splits a text into parts with and without a phone number. The joined parts are equal to the text. Numbers without a
/// country code are parsed as numbers of `country`.
pub fn split_at_phone_numbers(text: &str, country: &str) -> Vec<ContactTextPart> {
    let mut parts = Vec::new();
    let mut push = |text: &str, href: Option<String>| {
        if !text.is_empty() {
            parts.push(ContactTextPart { text: text.to_owned(), href });
        }
    };
    let mut rest_start = 0;
    for (start, end, href) in find_phone_numbers(text, country) {
        push(&text[rest_start..start], None);
        push(&text[start..end], Some(href));
        rest_start = end;
    }
    push(&text[rest_start..], None);
    parts
}

/// The link for a contact (R67): a website with or without its scheme, an email address, or a phone number. If the
/// text contains several contacts, the result is the link of the first valid one. `None` if it contains none.
pub fn contact_url(contact: &str, country: &str) -> Option<String> {
    let contact = contact.trim();
    if let Some(url) = website_url(contact) {
        return Some(url);
    }
    let (mut first_link, mut phone_text) = (None, String::with_capacity(contact.len()));
    for word in contact.split_inclusive(char::is_whitespace) {
        let trimmed = word.trim_end().trim_end_matches([',', ';', '.', '!', '?']);
        let found = match has_http_scheme(trimmed) || has_prefix(trimmed, "www.") {
            true => website_url(trimmed).filter(|_| is_web_address(without_scheme(trimmed))).map(|url| (0, url)),
            false => find_email_address(trimmed).map(|(at, address)| (at, format!("mailto:{address}"))),
        };
        // The digits of a rejected email address are not a phone number.
        let is_rejected_email = found.is_none() && trimmed.contains('@');
        first_link = first_link.or(found.map(|(at, url)| (phone_text.len() + at, url)));
        match is_rejected_email {
            true => phone_text.extend(std::iter::repeat_n(' ', word.len())),
            false => phone_text.push_str(word),
        }
    }
    let number = find_phone_numbers(&phone_text, country).into_iter().next().map(|(start, _, href)| (start, href));
    // An email address wins over a phone number at the same position, as in "0912345678@example.org".
    let found = match (first_link, number) {
        (Some(first_link), Some(number)) if number.0 < first_link.0 => Some(number),
        (first_link, number) => first_link.or(number),
    };
    found.map(|(_, url)| url).or_else(|| normalize_tel_url(contact))
}

/// The link of a text that consists of one website address. `None` for any other text.
fn website_url(text: &str) -> Option<String> {
    let url = match has_http_scheme(text) {
        true => text.to_owned(),
        false if is_web_address(text) => format!("https://{text}"),
        false => return None,
    };
    text::is_http_url_or_empty(&url).then(|| text::normalized_url(&url).into_owned())
}

/// Characters that separate addresses within a word: "mailto:a@example.org", "<a@example.org>,b@example.org".
const ADDRESS_SEPARATORS: [char; 12] = [',', ';', ':', '/', '|', '<', '>', '(', ')', '[', ']', '"'];

/// The first email address in a word, and its byte offset. `None` if the word contains no address, or `?` or `&`: these
/// characters can add header fields to a `mailto:` link, as in `?bcc=`.
fn find_email_address(word: &str) -> Option<(usize, &str)> {
    if word.contains(['?', '&']) {
        return None;
    }
    let mut at = 0;
    for part in word.split_inclusive(ADDRESS_SEPARATORS) {
        let address = part.trim_end_matches(ADDRESS_SEPARATORS).trim_end_matches('.');
        if is_email_address(address) {
            return Some((at, address));
        }
        at += part.len();
    }
    None
}

fn is_email_address(address: &str) -> bool {
    let is_atom = |atom: &str| !atom.is_empty() && atom.chars().all(|c| c.is_alphanumeric() || "_+-'~!$*=".contains(c));
    address.split_once('@').is_some_and(|(name, host)| name.split('.').all(is_atom) && is_domain_name(host))
}

/// The link for text that begins with `tel:`. The number is not checked against the numbering plan of a country. `None`
/// for other text, or if the number does not consist of 3 to 15 digits.
fn normalize_tel_url(contact: &str) -> Option<String> {
    let typed_number = has_prefix(contact, "tel:").then(|| &contact["tel:".len()..])?;
    let dialed_number = typed_number.replace([' ', '.', '-', '(', ')'], "");
    let digits = dialed_number.strip_prefix('+').unwrap_or(&dialed_number);
    let is_number = (3..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("tel:{dialed_number}"))
}

fn without_scheme(text: &str) -> &str {
    text.split_once("://").map_or(text, |(_, rest)| rest)
}

/// The byte ranges of the phone numbers in a text, and their links. A text that consists of three to six digits is a
/// short number. A number that begins with `+` only needs a possible length. Any other number must be valid, by default
/// in `country`, so that years and hours do not match.
fn find_phone_numbers(text: &str, country: &str) -> Vec<(usize, usize, String)> {
    let trimmed = text.trim();
    let is_short = (3..=6).contains(&trimmed.len()) && trimmed.bytes().all(|byte| byte.is_ascii_digit());
    if is_short {
        let start = text.len() - text.trim_start().len();
        return vec![(start, start + trimmed.len(), format!("tel:{trimmed}"))];
    }
    let matcher = MATCHER_FACTORY.matcher_builder(text).preferred_region(country.parse().ok());
    let numbers = matcher.leniency(Leniency::Possible).build().filter_map(|found| {
        let typed_number = &text[found.start..found.end()];
        let is_international = typed_number.starts_with(['+', '＋']);
        let is_number = is_international || found.number.is_valid();
        is_number.then(|| (found.start, found.end(), phone_number_url(&found.number, is_international)))
    });
    numbers.collect()
}

/// The `tel:` link of a number. A hotline typed without a country code keeps its national form, because it cannot be
/// called from abroad.
fn phone_number_url(number: &PhoneNumber, is_international: bool) -> String {
    use PhoneNumberType::{PremiumRate, SharedCost, TollFree, UAN};
    let kind = number.get_type();
    let is_hotline = !is_international && matches!(kind, TollFree | PremiumRate | SharedCost | UAN);
    let dialed_number = match is_hotline {
        true => number.get_national_significant_number(),
        false => number.format_as(PhoneNumberFormat::E164).into_owned(),
    };
    match number.extension.as_deref().filter(|extension| !extension.is_empty()) {
        Some(extension) => format!("tel:{dialed_number};ext={extension}"),
        None => format!("tel:{dialed_number}"),
    }
}

/// Whether `text` is a host with a top-level domain of letters and an optional path, as in `www.example.org/a` and
/// `facebook.com/@place`.
fn is_web_address(text: &str) -> bool {
    is_domain_name(text.split(['/', '?', '#']).next().unwrap_or_default()) && !text.contains(char::is_whitespace)
}

fn is_domain_name(host: &str) -> bool {
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let is_top_level_domain = |label: &&str| label.chars().count() >= 2 && label.chars().all(char::is_alphabetic);
    labels.len() >= 2 && labels.iter().all(is_label) && labels.last().is_some_and(is_top_level_domain)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The linked parts of a text, and their links.
    fn phone_links(text: &str) -> Vec<(String, String)> {
        let parts = split_at_phone_numbers(text, "VN");
        let joined_text: String = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(joined_text, text, "the parts give the text again");
        parts.into_iter().filter_map(|part| Some((part.text, part.href?))).collect()
    }

    #[test]
    fn phone_numbers_in_text_are_linked_without_trunk_zero() {
        for (text, expected) in [
            ("0232 3677 021 / 0912 345 678", &["0232 3677 021=+842323677021", "0912 345 678=+84912345678"][..]),
            ("+84 (0)232 3677021", &["+84 (0)232 3677021=+842323677021"]),
            ("+84 0232 3677021", &["+84 0232 3677021=+842323677021"]),
            ("0232 3677 021 ext. 5", &["0232 3677 021 ext. 5=+842323677021;ext=5"]),
            ("0912 345 678x12", &["0912 345 678x12=+84912345678;ext=12"]),
            ("Zalo 0912 345 678 (8am-5pm)", &["0912 345 678=+84912345678"]),
            ("0912345678, 0987654321", &["0912345678=+84912345678", "0987654321=+84987654321"]),
            ("0912 345 678 - 0987 654 321", &["0912 345 678=+84912345678", "0987 654 321=+84987654321"]),
            ("0232.3677.021 máy lẻ 5", &["0232.3677.021=+842323677021"]),
            (
                "hotline 0232 3 677 021 hoặc 0912.345.678",
                &["0232 3 677 021=+842323677021", "0912.345.678=+84912345678"],
            ),
            ("WhatsApp: +84 91 234 56 78; Ms. Lan", &["+84 91 234 56 78=+84912345678"]),
            ("(0232) 3677 021", &["(0232) 3677 021=+842323677021"]),
            ("0232-3677-021", &["0232-3677-021=+842323677021"]),
            ("0084 232 3677 021", &["0084 232 3677 021=+842323677021"]),
            ("84912345678", &["84912345678=+84912345678"]),
            ("＋84 912 345 678", &["＋84 912 345 678=+84912345678"]),
            ("+44 20 7183 8750", &["+44 20 7183 8750=+442071838750"]),
            ("+1 (202) 555-0173", &["+1 (202) 555-0173=+12025550173"]),
            // This number is fictitious, like those in the starter content of tests.
            ("+84 232 000 0000", &["+84 232 000 0000=+842320000000"]),
            ("1900 1234", &["1900 1234=19001234"]),
            ("1800 1234", &["1800 1234=18001234"]),
            ("113", &["113=113"]),
            ("0232 3677 021 / 022", &["0232 3677 021=+842323677021"]),
            ("", &[]),
            ("ask at the desk", &[]),
            ("Since 1998-2024", &[]),
            ("Mon-Fri 08:00-17:00", &[]),
            ("12/03/2027", &[]),
            ("+84 1", &[]),
        ] {
            let found: Vec<String> = phone_links(text)
                .iter()
                .map(|(typed, href)| format!("{typed}={}", href.trim_start_matches("tel:")))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn phone_number_without_a_country_code_is_parsed_for_the_given_country() {
        let href = |country| split_at_phone_numbers("0912 345 678", country)[0].href.clone();
        assert_eq!((href("VN").as_deref(), href("US")), (Some("tel:+84912345678"), None));
        assert!(
            is_supported_country_code("VN")
                && is_supported_country_code("LA")
                && !is_supported_country_code("XX")
                && !is_supported_country_code("vn")
                && !is_supported_country_code("")
        );
    }

    #[test]
    fn contact_links_to_a_website_an_email_address_or_a_phone() {
        for (contact, expected) in [
            ("https://stay.example/book?x=1", Some("https://stay.example/book?x=1")),
            ("HTTP://Stay.example", Some("HTTP://Stay.example")),
            ("facebook.com/name2020", Some("https://facebook.com/name2020")),
            ("www.hotel.vn", Some("https://www.hotel.vn")),
            ("wa.me/84912345678", Some("https://wa.me/84912345678")),
            ("tiktok.com/@hang.en", Some("https://tiktok.com/@hang.en")),
            ("anhtrang@example.org", Some("mailto:anhtrang@example.org")),
            ("0232 3677 021 / 0912 345 678", Some("tel:+842323677021")),
            ("0912.345.678", Some("tel:+84912345678")),
            ("Zalo 0912 345 678", Some("tel:+84912345678")),
            ("javascript:alert(1)", None),
            ("mailto:a@b.org?bcc=c@d.org", None),
            ("a@b.org?bcc=c@d.org", None),
            ("https://exa mple", None),
            ("ask at the desk", None),
            ("  ", None),
            ("mailto:a@b.org", Some("mailto:a@b.org")),
            ("MAILTO:a@b.org", Some("mailto:a@b.org")),
            ("Mailto: thúy@ví-dụ.vn", Some("mailto:thúy@ví-dụ.vn")),
            ("mailto:a..b@x.org", None),
            ("tel:+84 912 345 678", Some("tel:+84912345678")),
            ("TEL:0912.345.678", Some("tel:+84912345678")),
            ("tel:113", Some("tel:113")),
            ("tel:+84-232-3677021;ext=5", Some("tel:+842323677021;ext=5")),
            // This number is not valid, but the prefix `tel:` marks it as a phone number.
            ("tel:0232 000 111", Some("tel:0232000111")),
            ("tel:javascript", None),
            ("tel:+", None),
        ] {
            let url = contact_url(contact, "VN");
            let normalize = |url: &str| text::normalized_url(url).into_owned();
            assert_eq!(url.as_deref().map(normalize), expected.map(normalize), "{contact}");
        }
    }

    #[test]
    fn contact_with_several_addresses_links_to_the_first_valid_one() {
        for (contact, expected) in [
            ("a@b.org, 0912 345 678", Some("mailto:a@b.org")),
            ("0912 345 678, a@b.org", Some("tel:+84912345678")),
            ("a@b.org / c@d.org", Some("mailto:a@b.org")),
            ("a@b.org,c@d.org", Some("mailto:a@b.org")),
            ("a@b.org/0912 345 678", Some("mailto:a@b.org")),
            ("mailto:a@b.org; tel:0912 345 678", Some("mailto:a@b.org")),
            ("tel:0912 345 678 / mailto:a@b.org", Some("tel:+84912345678")),
            ("Email: a@b.org. Zalo: 0912 345 678.", Some("mailto:a@b.org")),
            ("Lan <lan@b.org>", Some("mailto:lan@b.org")),
            ("0912345678@b.org", Some("mailto:0912345678@b.org")),
            ("a..b@x.org, c@d.org", Some("mailto:c@d.org")),
            ("a@localhost, 0912 345 678", Some("tel:+84912345678")),
            ("https://stay.example, 0912 345 678", Some("https://stay.example")),
            ("www.hotel.vn hoặc 0912 345 678", Some("https://www.hotel.vn")),
            ("0912 345 678, www.hotel.vn", Some("tel:+84912345678")),
            ("Mr.Lan/Zalo 0912 345 678", Some("tel:+84912345678")),
            ("facebook.com/@lan 0912 345 678", Some("tel:+84912345678")),
            ("mailto:a@b.org?bcc=x@y.z", None),
            ("mailto:a@b.org?bcc=x,d@e.org", None),
            ("mailto:a@b.org?bcc=0912345678@y.org", None),
            ("mailto:a@b.org?bcc=x@y.z, 0912 345 678", Some("tel:+84912345678")),
            ("0912345678@localhost", None),
            ("see http://user@b.org", None),
        ] {
            let url = contact_url(contact, "VN");
            let normalize = |url: &str| text::normalized_url(url).into_owned();
            assert_eq!(url.as_deref().map(normalize), expected.map(normalize), "{contact}");
        }
    }
}
