//! Text as people type it: normal forms, folding for search, slugs.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// NFC: the form in which all text is stored and counted (decisions, section 3).
pub fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// Text for comparing: lower case, without marks, `đ` as `d`, white space as single spaces.
///
/// Both engines compare folded with folded. SQLite lowers ASCII only and no engine's own folding knows `đ`,
/// so without this, "dong" would never find "Động Phong Nha".
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match character {
            'đ' => folded.push('d'),
            // Lower-casing 'İ' brings a mark of its own.
            mark if is_combining_mark(mark) => {}
            space if space.is_whitespace() || space.is_control() => {
                if !folded.is_empty() && !folded.ends_with(' ') {
                    folded.push(' ');
                }
            }
            other => folded.push(other),
        }
    }
    if folded.ends_with(' ') {
        folded.pop();
    }
    folded
}

/// An address part of ASCII letters, digits and single hyphens: "Sơn Đoòng" becomes "son-doong".
/// Empty when the text has no letter or digit that folds to ASCII.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in fold(text).chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character);
        } else if character != '\'' && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    if slug.len() > 80 {
        slug.truncate(80);
    }
    slug.trim_end_matches('-').to_owned()
}

/// Whether `text` has the shape of a [`slug`]. What has not is nobody's address and need not be looked up.
pub fn is_slug(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 100
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_treats_nfc_and_nfd_accents_and_case_alike() {
        for form in ["Động Phong Nha", "ĐỘNG  PHONG\tNHA", "dong phong nha"] {
            assert_eq!(fold(form), "dong phong nha");
            assert_eq!(fold(&form.nfd().collect::<String>()), "dong phong nha");
        }
    }

    #[test]
    fn slugs_are_ascii() {
        assert_eq!(slug("Sơn Đoòng"), "son-doong");
        assert_eq!(slug("  The Pub, with Cold Beer! "), "the-pub-with-cold-beer");
        assert_eq!(slug("O'Brien's"), "obriens");
        assert_eq!(slug("洞"), "");
    }
}
