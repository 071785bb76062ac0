//! Email addresses: validation, normalization, and the mailbox, by which rate limits count attempts.

use crate::common::text::{is_blank, nfc};

/// The syntax of every address: text, one `@`, text. Unlike [`DOTTED_HOST_PATTERN`], it requires no dot in the host.
/// Mail servers check the rest of an address. Whitespace around an address is accepted, because people paste it along
/// with the address. [`normalize`] removes the whitespace.
pub const PATTERN: &str = r"^\s*[^\s@]+@[^\s@]+\s*$";

/// The syntax of new addresses: [`PATTERN`] with a dot in the host, as in the name of every public mail server.
pub const DOTTED_HOST_PATTERN: &str = r"^\s*[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+\s*$";

/// The maximum length of an address, in characters (RFC 3696, erratum 1690).
pub const MAX_LEN: usize = 254;

/// The normalized form in which addresses are stored and compared: NFC, lower case, trimmed.
pub fn normalize(email: &str) -> String {
    nfc(email.trim()).to_lowercase()
}

/// Whether the text matches [`PATTERN`], has at most [`MAX_LEN`] characters and contains no control characters. For
/// input that no schema validates.
pub fn is_plausible(email: &str) -> bool {
    let email = email.trim();
    let is_valid = |text: &str| !text.is_empty() && !text.chars().any(|c| c.is_whitespace() || c.is_control());
    email.chars().count() <= MAX_LEN
        && email.split_once('@').is_some_and(|(local, host)| is_valid(local) && is_valid(host) && !host.contains('@'))
}

/// Whether the text is plausible ([`is_plausible`]) and matches [`DOTTED_HOST_PATTERN`].
pub fn is_plausible_with_dotted_host(email: &str) -> bool {
    let host = email.trim().rsplit('@').next().unwrap_or_default();
    is_plausible(email) && host.contains('.') && host.split('.').all(|part| !part.is_empty())
}

/// Whether the mail library can send to the address, and its domain can be a public one. The address must have at most
/// [`MAX_LEN`] characters and no invisible ones, and the library must accept its local part. The domain must be a valid
/// internationalized domain name with a dot, and no IP address.
pub fn is_deliverable(email: &str) -> bool {
    let email = email.trim();
    let Some((local_part, domain)) = email.rsplit_once('@') else { return false };
    let Ok(url::Host::Domain(domain)) = url::Host::parse(domain) else { return false };
    let is_invisible = |c: char| c.is_control() || is_blank(c.encode_utf8(&mut [0; 4]));
    let is_public_domain = domain.contains('.') && domain.split('.').all(|label| (1..=63).contains(&label.len()));
    is_public_domain
        && email.chars().count() <= MAX_LEN
        && !email.chars().any(is_invisible)
        && lettre::Address::new(local_part, domain).is_ok()
}

/// The normalized address without dots and `+tag` in the local part: one key for all spellings of a mailbox. Another
/// spelling therefore gets no rate limit of its own (R311). Use the key only to count, never to find accounts: some
/// providers give addresses that differ in dots to different people.
pub fn mailbox(email: &str) -> String {
    let email = normalize(email);
    let Some((local_part, host)) = email.rsplit_once('@') else { return email };
    let local_part = local_part.split('+').next().unwrap_or_default().replace('.', "");
    format!("{local_part}@{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_normalized() {
        assert_eq!(normalize("  Linh.Tran@Example.ORG\n"), "linh.tran@example.org");
        // Composed and decomposed letters.
        assert_eq!(normalize("th\u{75}\u{301}y@example.org"), normalize("THÚY@example.org"));
    }

    #[test]
    fn only_address_with_valid_local_part_and_public_domain_is_deliverable() {
        for good in [
            "linh@example.org",
            " thúy@ví-dụ.vn ",
            "a.b+guide@sub.example.org",
            "\"a:b\"@example.org",
            "o'neil@example.org",
        ] {
            assert!(is_deliverable(good), "{good}");
        }
        for bad in [
            "mailto:linh@example.org",
            "linh@example.org\u{200b}",
            "li\u{ad}nh@example.org",
            "a..b@example.org",
            ".a@example.org",
            "linh@[127.0.0.1]",
            "linh@127.0.0.1",
            "linh@localhost",
            "linh@example..org",
            "linh@exa mple.org",
            "linh <linh@example.org>",
            "a,b@example.org",
            "linh@xn--a.org",
        ] {
            assert!(!is_deliverable(bad), "{bad}");
        }
    }

    #[test]
    fn spellings_of_one_address_have_the_same_mailbox() {
        for spelling in ["linhtran@example.org", "Linh.Tran@example.org", "l.i.n.h.tran+guide@EXAMPLE.org"] {
            assert_eq!(mailbox(spelling), "linhtran@example.org");
        }
        assert_eq!(mailbox("no address"), "no address");
    }

    #[test]
    fn plausible_address_has_one_at_sign_between_two_parts() {
        for good in ["a@b", " linh@example.org ", "thúy@ví-dụ.vn"] {
            assert!(is_plausible(good), "{good}");
        }
        let long = format!("{}@example.org", "a".repeat(MAX_LEN));
        for bad in ["", "@", "a@", "@b", "a b@c", "a@b@c", "a@b\u{7}", &long] {
            assert!(!is_plausible(bad), "{bad}");
        }
    }
}
