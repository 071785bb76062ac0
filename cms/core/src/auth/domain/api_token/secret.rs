//! The text of an API token: `karst_`, 43 random letters and digits, and a checksum. With the checksum, secret scanners
//! and this server recognize a token without a database.

use rand::Rng;
use rand::distr::Alphanumeric;

use crate::auth::domain::secret;

/// The beginning of every API token.
pub const API_TOKEN_PREFIX: &str = "karst_";
/// The number of random characters, which have 256 bits of entropy together.
const RANDOM_LEN: usize = 43;
/// The number of characters of the checksum: six digits in base 62 are sufficient for 32 bits.
const CHECKSUM_LEN: usize = 6;
const HINT_LEN: usize = 4;
const BASE62_DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// An API token. It is never logged. Only its hash and its last four characters are stored.
pub struct ApiTokenSecret(String);

impl ApiTokenSecret {
    /// A new token.
    pub fn generate() -> Self {
        let random: String = rand::rng().sample_iter(Alphanumeric).take(RANDOM_LEN).map(char::from).collect();
        let start = format!("{API_TOKEN_PREFIX}{random}");
        let checksum = checksum(&start);
        Self(start + &checksum)
    }

    /// Parses a token. `None` if the text does not have the form of a token or the checksum is wrong.
    pub fn parse(text: &str) -> Option<Self> {
        let is_token = starts_with_api_token(text) && text.len() == API_TOKEN_PREFIX.len() + RANDOM_LEN + CHECKSUM_LEN;
        let (start, end) = text.split_at_checked(API_TOKEN_PREFIX.len() + RANDOM_LEN).filter(|_| is_token)?;
        (checksum(start) == end).then(|| Self(text.to_owned()))
    }

    /// The token itself, to be shown once to the account that creates it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash to store.
    pub fn hash(&self) -> String {
        secret::hash(&self.0)
    }

    /// The last four characters, which belong to the checksum. The database finds the token by them, and lists show
    /// them.
    pub fn hint(&self) -> &str {
        &self.0[self.0.len() - HINT_LEN..]
    }

    /// Whether this is the token with the hash `stored_hash`, compared in constant time.
    pub fn has_hash(&self, stored_hash: &str) -> bool {
        let hash = self.hash();
        let difference = hash.bytes().zip(stored_hash.bytes()).fold(0, |bits, (one, other)| bits | (one ^ other));
        hash.len() == stored_hash.len() && std::hint::black_box(difference) == 0
    }
}

/// Whether a part of `text` has the form of an API token. The checksum is not verified.
pub fn contains_api_token(text: &str) -> bool {
    text.match_indices(API_TOKEN_PREFIX).any(|(start, _)| starts_with_api_token(&text[start..]))
}

fn starts_with_api_token(text: &str) -> bool {
    let rest = text.strip_prefix(API_TOKEN_PREFIX).unwrap_or_default().as_bytes();
    rest.get(..RANDOM_LEN + CHECKSUM_LEN).is_some_and(|rest| rest.iter().all(u8::is_ascii_alphanumeric))
}

/// The CRC-32 of `text` (ISO 3309) in base 62.
fn checksum(text: &str) -> String {
    let mut crc = text.bytes().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 * (crc & 1)))
    }) ^ u32::MAX;
    let mut digits = ['0'; CHECKSUM_LEN];
    for digit in digits.iter_mut().rev() {
        *digit = BASE62_DIGITS[(crc % 62) as usize] as char;
        crc /= 62;
    }
    digits.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // R475
    #[test]
    fn token_is_parsed_only_without_a_wrong_character_and_has_only_its_own_hash() {
        let token = ApiTokenSecret::generate();
        let text = token.reveal().to_owned();
        assert_eq!(text.len(), 55);
        assert!(ApiTokenSecret::parse(&text).is_some() && text.ends_with(token.hint()));
        for index in 0..text.len() {
            let mut wrong = text.clone().into_bytes();
            wrong[index] = if wrong[index] == b'x' { b'y' } else { b'x' };
            assert!(ApiTokenSecret::parse(std::str::from_utf8(&wrong).expect("ASCII")).is_none(), "{index}");
        }
        for wrong in ["", "karst_", &text[..54], &format!("{text}0"), "karst_ộộộộộộộộộộộộộộộộộộộộộộộ"]
        {
            assert!(ApiTokenSecret::parse(wrong).is_none(), "{wrong}");
        }
        assert!(token.has_hash(&token.hash()) && !token.has_hash(&ApiTokenSecret::generate().hash()));
        assert!(!token.has_hash("") && !token.has_hash(&token.hash()[..42]));
    }

    #[test]
    fn checksum_is_the_crc_32_of_the_standard() {
        // The check value of CRC-32: 0xCBF43926 for the digits 1 to 9.
        let value = checksum("123456789").bytes().fold(0, |value: u64, digit| {
            value * 62 + BASE62_DIGITS.iter().position(|known| *known == digit).expect("a digit") as u64
        });
        assert_eq!(value, 0xCBF4_3926);
    }

    #[test]
    fn token_is_found_within_a_text() {
        let token = ApiTokenSecret::generate();
        assert!(contains_api_token(&format!("a=karst_b&token={}&c=d", token.reveal())));
        for other in ["", "q=karst_hills", "karst_", &token.reveal()[..40], &format!("karst-{}", &token.reveal()[6..])]
        {
            assert!(!contains_api_token(other), "{other}");
        }
    }
}
