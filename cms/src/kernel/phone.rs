//! Phone numbers in text that people typed, and what a contact leads to.

use std::str::FromStr;
use std::sync::LazyLock;

use rlibphonenumber::enums::{PhoneNumberFormat, PhoneNumberType, Region};
use rlibphonenumber::phonenumber_matcher::{Leniency, PhoneNumberMatcherFactory};
use rlibphonenumber::{PHONE_NUMBER_UTIL, PhoneNumber, PhoneNumberUtil};
use serde::Serialize;
use utoipa::ToSchema;

use super::web;

/// The country of regions that name none; `places::store` has it too.
pub const DEFAULT_COUNTRY: &str = "VN";

/// Parsed once; holds no text.
static MATCHERS: LazyLock<PhoneNumberMatcherFactory<PhoneNumberUtil, &'static PhoneNumberUtil>> =
    LazyLock::new(PhoneNumberMatcherFactory::new);

/// Part of a text with phone numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PhonePart {
    /// As it was typed.
    #[schema(example = "0232 000 111")]
    pub text: String,
    /// The link that calls it (RFC 3966), if it is a number.
    #[schema(required, example = "tel:+84232000111")]
    pub href: Option<String>,
}

/// Whether this is the code of a country (ISO 3166-1 alpha-2) whose numbering plan is known.
pub fn is_country(code: &str) -> bool {
    // Any two letters make a `Region`, small ones too.
    let is_upper = code.bytes().all(|byte| byte.is_ascii_uppercase());
    is_upper
        && region(code).is_some_and(|region| PHONE_NUMBER_UTIL.get_supported_regions().any(|known| known == region))
}

/// A text in its parts: together they are the text again. Numbers without a country code are `country`'s.
pub fn parts(text: &str, country: &str) -> Vec<PhonePart> {
    let mut parts = Vec::new();
    let mut push = |text: &str, href: Option<String>| {
        if !text.is_empty() {
            parts.push(PhonePart { text: text.to_owned(), href });
        }
    };
    let mut rest = 0;
    for (start, end, href) in numbers(text, country) {
        push(&text[rest..start], None);
        push(&text[start..end], Some(href));
        rest = end;
    }
    push(&text[rest..], None);
    parts
}

/// The link for a contact (R67): a website with or without its scheme, an email address, or its first phone number.
pub fn contact_url(contact: &str, country: &str) -> Option<String> {
    let contact = contact.trim();
    let has_scheme = |scheme: &str| contact.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme));
    if has_scheme("http://") || has_scheme("https://") {
        return web::is_http_url(contact).then(|| web::normalized(contact).into_owned());
    }
    if is_host_with_path(contact) {
        let url = format!("https://{contact}");
        return web::is_http_url(&url).then(|| web::normalized(&url).into_owned());
    }
    if contact.contains('@') {
        let is_mailbox =
            contact.matches('@').count() == 1 && !contact.contains(|c: char| c.is_whitespace() || "?&".contains(c));
        return is_mailbox.then(|| format!("mailto:{contact}"));
    }
    numbers(contact, country).into_iter().next().map(|(_, _, href)| href)
}

/// Where numbers stand in a text (bytes), and their links. What begins with a country code only has to be as long as a
/// number of that country; any other digits must be a number in use there, so that years and hours are none.
fn numbers(text: &str, country: &str) -> Vec<(usize, usize, String)> {
    let trimmed = text.trim();
    let is_short = (3..=6).contains(&trimmed.len()) && trimmed.bytes().all(|byte| byte.is_ascii_digit());
    if is_short {
        let start = text.len() - text.trim_start().len();
        return vec![(start, start + trimmed.len(), format!("tel:{trimmed}"))];
    }
    let found = MATCHERS.matcher_builder(text).preferred_region(region(country)).leniency(Leniency::Possible).build();
    let kept = found.filter_map(|found| {
        let typed = &text[found.start..found.end()];
        let is_international = typed.starts_with(['+', '＋']);
        let is_number = is_international || found.number.is_valid();
        is_number.then(|| (found.start, found.end(), href(&found.number, is_international)))
    });
    kept.collect()
}

/// Hotlines that are typed without a country code cannot be called from abroad: they are linked as they are dialed there.
fn href(number: &PhoneNumber, is_international: bool) -> String {
    use PhoneNumberType::{PremiumRate, SharedCost, TollFree, UAN};
    let kind = number.get_type();
    let is_hotline = !is_international && matches!(kind, TollFree | PremiumRate | SharedCost | UAN);
    let dialed = match is_hotline {
        true => number.get_national_significant_number(),
        false => number.format_as(PhoneNumberFormat::E164).into_owned(),
    };
    match number.extension.as_deref().filter(|extension| !extension.is_empty()) {
        Some(extension) => format!("tel:{dialed};ext={extension}"),
        None => format!("tel:{dialed}"),
    }
}

/// `example.org`, `www.example.org/a`, `facebook.com/@place`: a name with a top-level domain of letters, before any path.
fn is_host_with_path(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let is_top = |label: &&str| label.chars().count() >= 2 && label.chars().all(char::is_alphabetic);
    labels.len() >= 2
        && labels.iter().all(is_label)
        && labels.last().is_some_and(is_top)
        && !text.contains(char::is_whitespace)
}

fn region(code: &str) -> Option<Region> {
    Region::from_str(code).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The linked parts of a text, and their links.
    fn linked(text: &str) -> Vec<(String, String)> {
        let parts = parts(text, "VN");
        let whole: String = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(whole, text, "nothing of what was typed is lost");
        parts.into_iter().filter_map(|part| Some((part.text, part.href?))).collect()
    }

    #[test]
    fn phone_text_has_one_link_for_each_number_without_the_zero_after_the_country_code() {
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
            // Made up, as the starter content of tests has them.
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
            let found: Vec<String> = linked(text)
                .iter()
                .map(|(typed, href)| format!("{typed}={}", href.trim_start_matches("tel:")))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn phone_number_without_a_country_code_is_of_the_region() {
        let href = |country| parts("0912 345 678", country)[0].href.clone();
        assert_eq!((href("VN").as_deref(), href("US")), (Some("tel:+84912345678"), None));
        assert!(is_country("VN") && is_country("LA") && !is_country("XX") && !is_country("vn") && !is_country(""));
    }

    #[test]
    fn contact_leads_to_a_website_a_mailbox_or_a_phone() {
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
        ] {
            let url = contact_url(contact, "VN");
            let as_parsed = |url: &str| web::normalized(url).into_owned();
            assert_eq!(url.as_deref().map(as_parsed), expected.map(as_parsed), "{contact}");
        }
    }
}
