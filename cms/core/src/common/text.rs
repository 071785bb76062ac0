//! Normalization of text that people type, such as Vietnamese with its diacritics: NFC, folding for search, slugs.
//!
//! Web addresses are validated as browsers do: by the WHATWG URL algorithm, http and https only.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};
use unicode_segmentation::UnicodeSegmentation;
use url::Url;

/// NFC: the form in which all text is stored and counted (R436).
pub fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// Folds text for comparison: lower case, without diacritics and invisible characters, white space as single spaces.
/// Letters without a decomposition are spelled in ASCII (`đ` as `d`, `ß` as `ss`). `cms/client/src/fold.ts` does the
/// same in the browser; both are tested with `cms/tests/golden/fold.json`.
///
/// Both engines compare folded with folded text. SQLite converts only ASCII to lower case and neither engine folds `đ`,
/// so without this function "dong" would never find "Động Phong Nha".
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            push_folded(&mut folded, character.to_ascii_lowercase());
        } else {
            // Canonical reordering is not needed: it only moves combining marks, and these are dropped.
            decompose_canonical(character, |part| {
                // The decomposition separates letters from their combining marks. The filter drops the marks.
                let lower = part.to_lowercase().filter(|lower| !is_combining_mark(*lower));
                lower.for_each(|lower| push_folded(&mut folded, lower));
            });
        }
    }
    if folded.ends_with(' ') {
        folded.pop();
    }
    folded
}

fn push_folded(folded: &mut String, character: char) {
    match character {
        'đ' | 'ð' => folded.push('d'),
        'ł' => folded.push('l'),
        'ø' => folded.push('o'),
        'ı' => folded.push('i'),
        'ß' => folded.push_str("ss"),
        'œ' => folded.push_str("oe"),
        'æ' => folded.push_str("ae"),
        'þ' => folded.push_str("th"),
        // At the end of a word, sigma has a form of its own.
        'ς' => folded.push('σ'),
        ignored if is_ignorable(ignored) => {}
        space if space.is_whitespace() || space.is_control() => {
            if !folded.is_empty() && !folded.ends_with(' ') {
                folded.push(' ');
            }
        }
        other => folded.push(other),
    }
}

/// Whether a character is invisible and has no meaning for search: soft hyphens, zero-width characters, bidirectional
/// control characters.
fn is_ignorable(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether `text` is invisible: it is empty or consists only of white space, format characters and fillers.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| {
        let is_filler = matches!(c, '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}');
        c.is_whitespace() || is_ignorable(c) || is_filler
    })
}

/// Removes the control characters that change the writing direction of the text after them.
pub fn without_direction_controls(text: &str) -> String {
    text.replace(|c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'), "")
}

/// Normalizes a name that no form has validated, such as that of an account at an identity provider or of a CSV column.
/// The result is NFC on one line, without bidirectional control characters and invisible words. It can be empty.
pub fn normalize_name(text: &str) -> String {
    let text = without_direction_controls(&nfc(text));
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !is_blank(word));
    words.collect::<Vec<_>>().join(" ")
}

/// The form in which a search compares words: folded, apostrophes dropped, `&` as "and", other punctuation as spaces.
pub fn search_form(text: &str) -> String {
    fold(&replace_punctuation(text))
}

/// Like [`search_form`], but with diacritics: in lower case and NFC.
pub fn search_form_with_diacritics(text: &str) -> String {
    nfc(&replace_punctuation(text)).to_lowercase()
}

fn replace_punctuation(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\'' | '`' | '´' | 'ʼ' | '‘' | '’' | '′' | '＇' => {}
            ignored if is_ignorable(ignored) => {}
            '&' | '＆' => plain.push_str(" and "),
            mark if is_punctuation(mark) => plain.push(' '),
            other => plain.push(other),
        }
    }
    plain
}

/// Whether [`search_form`] replaces the character by a space. `%`, `+`, `#` and `$` are kept, because they have a
/// meaning, as in "100%".
fn is_punctuation(character: char) -> bool {
    matches!(character, '!' | '"' | '('..='*' | ','..='/' | ':'..='@' | '['..='_' | '{'..='~' | '¡' | '«' | '·' | '»' | '¿'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '、'..='〃' | '〈'..='】' | '・' | '！' | '（'..='＊' | '，'..='／')
}

/// Joins each word of a [`search_form`] with the next word: "hang son doong" becomes "hangson sondoong". Empty for
/// fewer than two words.
pub fn joined_word_pairs(search_form_text: &str) -> String {
    let words: Vec<&str> = search_form_text.split(' ').collect();
    words.windows(2).map(<[&str]>::concat).collect::<Vec<_>>().join(" ")
}

/// The text that is compared with the words of a list filter: the [`search_form`] of all `parts`, followed by its
/// [`joined_word_pairs`].
pub fn searchable_text<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let form = search_form(&parts.into_iter().collect::<Vec<_>>().join(" "));
    format!("{form} {}", joined_word_pairs(&form)).trim_end().to_owned()
}

/// `text` on one line, without control characters: for headers and for fields of one line.
pub fn single_line(text: &str) -> String {
    let plain = text.split_whitespace().map(|word| word.replace(char::is_control, ""));
    plain.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The beginning of `text` in at most `max_code_points` code points, cut between grapheme clusters, so that no visible
/// character is split.
pub fn clip(text: &str, max_code_points: usize) -> &str {
    let mut code_point_count = 0;
    for (at, cluster) in text.grapheme_indices(true) {
        code_point_count += cluster.chars().count();
        if code_point_count > max_code_points {
            return &text[..at];
        }
    }
    text
}

/// A slug of at most 80 lower-case ASCII letters, digits and single hyphens: "Sơn Đoòng" becomes "son-doong". Empty if
/// no letter or digit of the text folds to ASCII.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in fold(text).chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character);
        } else if !matches!(character, '\'' | '’' | 'ʼ' | '‘' | '`') && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(80);
    slug.trim_end_matches('-').to_owned()
}

/// Whether `text` can be the slug of a record: 1 to 100 lower-case ASCII letters, digits and hyphens. If not, no record
/// has this slug and no query is needed. Names of stored files consist of two such texts, so that they cannot contain a
/// path (R315).
pub fn is_slug(text: &str) -> bool {
    (1..=100).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

/// Whether the character belongs to a script without spaces between words: Chinese, Japanese, Thai, Lao, Burmese,
/// Khmer.
pub fn is_in_unspaced_script(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}

/// The first letter of a word in upper case with its diacritics: "Ấ" of "ấn", "L" of "(lin)". The first character if
/// the word has no letter; empty for an empty word.
pub fn initial(word: &str) -> String {
    let word = nfc(word);
    let letter_index = word.char_indices().find(|(_, c)| c.is_alphabetic()).map_or(0, |(at, _)| at);
    let mut characters = word[letter_index..].chars();
    let letter = characters.next().into_iter().flat_map(char::to_uppercase);
    // Combining marks follow the letter if Unicode has no precomposed character for them.
    letter.chain(characters.take_while(|c| is_combining_mark(*c))).collect()
}

/// A name, prepared for search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchableName {
    /// The [`search_form`].
    pub lowercase_without_diacritics: String,
    /// The [`search_form_with_diacritics`].
    pub with_diacritics: String,
    /// The [`joined_word_pairs`] of the folded form.
    pub joined_pairs: String,
}

impl SearchableName {
    /// A name whose [`search_form`] and [`search_form_with_diacritics`] are already known.
    pub fn new(lowercase_without_diacritics: String, with_diacritics: String) -> Self {
        let joined_pairs = joined_word_pairs(&lowercase_without_diacritics);
        Self { lowercase_without_diacritics, with_diacritics, joined_pairs }
    }
}

impl From<&str> for SearchableName {
    fn from(name: &str) -> Self {
        Self::new(search_form(name), search_form_with_diacritics(name))
    }
}

/// Whether the `URL` class of browsers accepts `text` as an http or https address. Empty text is accepted: whether a
/// field may be empty is a separate rule.
pub fn is_http_url_or_empty(text: &str) -> bool {
    text.is_empty() || parse_http_url(text).is_some()
}

/// Whether `text` can be the address of an image: a path on this site, or an http(s) address. Addresses whose path
/// contains `/maps/search` lead to a map search and are refused. `//host` is not a path on this site. Empty text is
/// accepted, as by [`is_http_url_or_empty`].
pub fn is_image_url_or_empty(text: &str) -> bool {
    if text.starts_with('/') {
        let is_plain = !text.starts_with("//") && !text.contains(|c: char| c.is_whitespace() || c == '\\');
        let path = text.split(['?', '#']).next().unwrap_or_default();
        return is_plain && !path.contains("/maps/search");
    }
    text.is_empty() || parse_http_url(text).is_some_and(|url| !url.path().contains("/maps/search"))
}

/// The form in which an address is stored. An address with spaces, control characters or backslashes, or without
/// `http(s)://` at its start, is replaced by what the URL parser makes of it. The reason: programs other than browsers
/// interpret these addresses differently. Other addresses, and text that is no http(s) address, are returned unchanged.
pub fn normalized_url(text: &str) -> Cow<'_, str> {
    let is_nonportable_char = |c: char| c <= ' ' || c == '\\' || c == '\u{7f}';
    let is_plain = has_http_scheme(text) && !text.contains(is_nonportable_char);
    match parse_http_url(text) {
        Some(url) if !is_plain => Cow::Owned(url.into()),
        _ => Cow::Borrowed(text),
    }
}

/// Whether `text` begins with `http://` or `https://`, ignoring case.
pub(super) fn has_http_scheme(text: &str) -> bool {
    has_prefix(text, "http://") || has_prefix(text, "https://")
}

/// Whether `text` begins with `prefix`, ignoring case.
pub(super) fn has_prefix(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

fn parse_http_url(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clipped_text_ends_between_grapheme_clusters() {
        assert_eq!(clip("Hang Én", 7), "Hang Én");
        assert_eq!(clip("Hang Én", 6), "Hang É");
        let [family, letter, flag] = ["👩‍👩‍👧‍👦", "o\u{323}\u{302}", "🇻🇳"];
        for (cluster, length) in [(family, 7), (letter, 3), (flag, 2)] {
            let text = cluster.repeat(3);
            for max in 0..=length * 3 {
                assert_eq!(clip(&text, max), cluster.repeat(max / length), "{cluster} at {max}");
            }
        }
    }

    #[test]
    fn folding_ignores_case_diacritics_and_normalization_form() {
        for form in ["Động Phong Nha", "ĐỘNG  PHONG\tNHA", "dong phong nha"] {
            assert_eq!(fold(form), "dong phong nha");
            assert_eq!(fold(&form.nfd().collect::<String>()), "dong phong nha");
        }
    }

    #[test]
    fn folding_handles_other_scripts_and_leaves_no_combining_mark() {
        for (text, folded) in [
            ("İstanbul", "istanbul"),
            ("x\u{323}\u{302}a", "xa"),
            ("\u{301}a", "a"),
            ("Ἀθῆναι", "αθηναι"),
            ("한글", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}"),
            ("\u{3000}Ⅻ\u{7}ß\u{a0}", "ⅻ ss"),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn initial_keeps_its_diacritics() {
        for (word, letter) in
            [("ấn", "Ấ"), ("a\u{302}\u{301}n", "Ấ"), ("đào", "Đ"), ("x\u{323}a", "X\u{323}"), ("7", "7"), ("", "")]
        {
            assert_eq!(initial(word), letter, "{word}");
        }
    }

    #[test]
    fn single_line_has_no_line_break_and_no_control_character() {
        assert_eq!(single_line(" Hang\t Én\r\nBcc: x@y\u{2028}\u{7} \u{1b}[2J"), "Hang Én Bcc: x@y [2J");
    }

    #[test]
    fn slugs_are_ascii() {
        assert_eq!(slug("Sơn Đoòng"), "son-doong");
        assert_eq!(slug("  The Pub, with Cold Beer! "), "the-pub-with-cold-beer");
        assert_eq!(slug("O'Brien's"), "obriens");
        assert_eq!(slug("洞"), "");
    }
}
