//! Parses a text into words, links, phone numbers and signs of obfuscation. A link begins with a scheme
//! or `www.`, or is a host name with a known top-level domain.

use std::collections::BTreeSet;
use std::ops::Range;

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use crate::common::text::fold;

/// Words with more characters than this are ignored, so that the classifier does not learn pasted secrets.
const MAX_WORD_CHARS: usize = 30;
/// The maximum number of words that are used from the beginning of a long text, and from its end.
const MAX_WORDS_AT_EACH_END: usize = 600;
/// The word in [`TokenizedText::words`] that stands for any number.
pub const NUMBER_WORD: &str = "#";

/// A parsed text for the rules and the classifier.
#[derive(Clone, Debug, Default)]
pub struct TokenizedText {
    /// Its words in lower case, with diacritics; numbers as [`NUMBER_WORD`]. Links and email addresses are no words.
    pub words: Vec<String>,
    /// Its links.
    pub links: Vec<Link>,
    /// The number of email addresses.
    pub email_count: usize,
    /// The number of phone numbers.
    pub phone_count: usize,
    /// The number of amounts of money.
    pub money_amount_count: usize,
    /// Words written with spaces between the letters ("c a s i n o"), without the spaces.
    pub spaced_words: Vec<String>,
    /// The number of words that mix Latin letters with similar Cyrillic or Greek letters (homoglyphs).
    pub mixed_script_word_count: usize,
    /// The number of invisible characters inside words.
    pub hidden_character_count: usize,
    /// Whether the text contains link markup of HTML or BBCode.
    pub has_link_markup: bool,
    /// The number of letters.
    pub letter_count: usize,
    /// The number of capital letters.
    pub capital_count: usize,
    /// The emoji in the text, such as 🔥.
    pub emoji: Vec<char>,
}

/// A token for the classifier, and the words of the text that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// A word, a pair of words, a part of a link, an emoji, or a kind of content such as `is:link`.
    pub name: String,
    /// The indices of the words that the token stands for; empty if it stands for the whole text.
    pub word_range: Range<usize>,
}

impl TokenizedText {
    /// Parses a text.
    pub fn parse(text: &str) -> Self {
        let mut tokenized = Self {
            hidden_character_count: hidden_character_count(text),
            has_link_markup: has_link_markup(text),
            ..Self::default()
        };
        for letter in text.chars().filter(|c| c.is_alphabetic()) {
            tokenized.letter_count += 1;
            tokenized.capital_count += usize::from(letter.is_uppercase());
        }
        tokenized.emoji = text.chars().filter(|c| is_emoji(*c)).collect();
        // NFKC maps bold, circled and wide letters to plain ones. Invisible characters are removed.
        let plain: String = text.nfkc().filter(|c| !is_hidden(*c)).collect();
        tokenized.phone_count = phone_count(&plain);
        let plain = restore_dots(&plain);
        for piece in plain.split_whitespace() {
            tokenized.add_piece(piece);
        }
        tokenized.find_spaced_words();
        let word_count = tokenized.words.len();
        if word_count > 2 * MAX_WORDS_AT_EACH_END {
            tokenized.words.drain(MAX_WORDS_AT_EACH_END..word_count - MAX_WORDS_AT_EACH_END);
        }
        tokenized
    }

    fn add_piece(&mut self, piece: &str) {
        if let Some(link) = parse_link(piece) {
            self.links.push(link);
            return;
        }
        if piece.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.')) {
            self.email_count += 1;
            return;
        }
        if is_money_amount(piece) {
            self.money_amount_count += 1;
        }
        for word in piece.split(|c: char| !(c.is_alphanumeric() || matches!(c, '@' | '$' | '\'' | '’'))) {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            if word.contains(is_chinese_or_japanese) {
                // Chinese and Japanese have no spaces: each character is a word, and pairs are the significant tokens.
                self.words.extend(word.chars().map(String::from));
                continue;
            }
            if word.is_empty() || word.chars().count() > MAX_WORD_CHARS {
                continue;
            }
            if word.chars().all(|c| c.is_ascii_digit()) {
                self.words.push(NUMBER_WORD.to_owned());
                continue;
            }
            let (word, is_mixed) = without_homoglyphs(&word.to_lowercase());
            self.mixed_script_word_count += usize::from(is_mixed);
            self.words.push(word);
        }
    }

    /// Finds words of at least four letters that are written with a space or punctuation between the letters.
    fn find_spaced_words(&mut self) {
        let mut run = String::new();
        for word in self.words.iter().map(String::as_str).chain(["#"]) {
            let mut letters = word.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) if letter.is_alphabetic() && !is_chinese_or_japanese(letter) => run.push(letter),
                _ => {
                    if run.chars().count() >= 4 {
                        self.spaced_words.push(std::mem::take(&mut run));
                    }
                    run.clear();
                }
            }
        }
    }

    /// Whether the text has at least 20 letters and more than 60 % of them are capitals.
    pub fn is_shouted(&self) -> bool {
        self.letter_count >= 20 && self.capital_count * 10 > self.letter_count * 6
    }

    /// The tokens for the classifier: each word with and without diacritics and leetspeak, each pair of words, spaced
    /// words, parts of links, emoji, and kinds of content. Without diacritics, "vay tien" matches "vay tiền".
    pub fn tokens(&self) -> Vec<Token> {
        let folded: Vec<String> = self.words.iter().map(|word| fold(word)).collect();
        let mut tokens = Vec::new();
        for (at, (word, plain)) in self.words.iter().zip(&folded).enumerate() {
            let mut add = |name: String| tokens.push(Token { name, word_range: at..at + 1 });
            if word != NUMBER_WORD {
                add(plain.clone());
            }
            if word != plain {
                add(word.clone());
            }
            if let Some(letters) = without_leetspeak(plain) {
                add(letters);
            }
        }
        for (at, pair) in folded.windows(2).enumerate() {
            tokens.push(Token { name: pair.join(" "), word_range: at..at + 2 });
        }
        let whole_text_token = |name: String| Token { name, word_range: 0..0 };
        tokens.extend(self.spaced_words.iter().map(|word| whole_text_token(fold(word))));
        tokens.extend(self.content_kinds().into_iter().map(|kind| whole_text_token(format!("is:{kind}"))));
        tokens.extend(self.links.iter().flat_map(Link::token_names).map(whole_text_token));
        let emoji: BTreeSet<char> = self.emoji.iter().copied().collect();
        tokens.extend(emoji.into_iter().map(|character| whole_text_token(character.to_string())));
        tokens
    }

    fn content_kinds(&self) -> Vec<&'static str> {
        let kinds = [
            ("link", !self.links.is_empty()),
            ("links", self.links.len() > 1),
            ("email", self.email_count > 0),
            ("phone", self.phone_count > 0),
            ("money", self.money_amount_count > 0),
            ("shout", self.is_shouted()),
            ("pictures", self.emoji.len() >= 4),
        ];
        kinds.into_iter().filter_map(|(kind, is_there)| is_there.then_some(kind)).collect()
    }
}

/// A hexadecimal hash of a text that ignores case, diacritics, spaces and punctuation.
pub fn fingerprint(text: &str) -> String {
    let letters: String = fold(text).chars().filter(|c| c.is_alphanumeric()).collect();
    Sha256::digest(letters)[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The word with letters in place of digits and symbols: "viagra" for "v1agra". `None` if the word has no digits or
/// symbols, has too few letters, or has a digit or symbol that resembles no letter.
fn without_leetspeak(word: &str) -> Option<String> {
    let letter_count = word.chars().filter(|c| c.is_alphabetic()).count();
    let other_char_count = word.chars().count() - letter_count;
    if letter_count < 3 || other_char_count == 0 || other_char_count > letter_count {
        return None;
    }
    let letter = |sign| match sign {
        '0' => Some('o'),
        '1' => Some('i'),
        '3' => Some('e'),
        '4' | '@' => Some('a'),
        '5' | '$' => Some('s'),
        '7' => Some('t'),
        other => other.is_alphabetic().then_some(other),
    };
    word.chars().map(letter).collect()
}

/// Replaces homoglyphs with Latin letters in a word that also has Latin letters. Returns the word, and whether it had
/// both.
fn without_homoglyphs(word: &str) -> (String, bool) {
    let has_latin = word.chars().any(|c| c.is_ascii_alphabetic());
    if !has_latin || !word.chars().any(|c| latin_lookalike(c).is_some()) {
        return (word.to_owned(), false);
    }
    (word.chars().map(|c| latin_lookalike(c).unwrap_or(c)).collect(), true)
}

fn latin_lookalike(letter: char) -> Option<char> {
    Some(match letter {
        'а' | 'α' => 'a',
        'в' => 'b',
        'с' => 'c',
        'ԁ' => 'd',
        'е' | 'ё' | 'ε' => 'e',
        'һ' | 'н' => 'h',
        'і' | 'ι' | 'ї' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'п' => 'n',
        'о' | 'ο' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' => 'u',
        'ν' => 'v',
        'ш' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        _ => return None,
    })
}

/// Whether a character is Chinese or Japanese. Both are written without spaces between words.
fn is_chinese_or_japanese(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}

fn is_hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// The number of invisible characters between two letters. Between other characters, they can be part of an emoji.
fn hidden_character_count(text: &str) -> usize {
    let all: Vec<char> = text.chars().collect();
    all.windows(3).filter(|three| is_hidden(three[1]) && three[0].is_alphabetic() && three[2].is_alphabetic()).count()
}

fn has_link_markup(text: &str) -> bool {
    let text = text.to_lowercase();
    ["<a ", "</a>", "[url", "[/url]", "[link", "href="].iter().any(|sign| text.contains(sign))
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b50}' | '\u{2b55}')
}

fn is_money_amount(piece: &str) -> bool {
    if !piece.chars().any(|c| c.is_ascii_digit()) {
        return false;
    }
    let currency_signs = ['$', '€', '£', '₫', '฿', '₿'];
    let folded = fold(piece);
    let currency_suffixes = ["usd", "vnd", "vnđ", "usdt", "btc", "eur", "trieu", "ty", "k", "tr", "d", "%"];
    let suffix = folded.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    piece.contains(currency_signs)
        || (suffix != folded && currency_suffixes.contains(&suffix.trim_end_matches(['.', ',', '!'])))
}

/// The number of phone numbers in a text. A phone number begins with 0 or + and has nine to thirteen digits. Between
/// two digits, it has at most two spaces, dots, hyphens or parentheses.
fn phone_count(text: &str) -> usize {
    let (mut number_count, mut digits, mut has_phone_prefix, mut gap) = (0, 0, false, 0);
    for character in text.chars().chain(['\n']) {
        match character {
            '0'..='9' => {
                if digits == 0 {
                    has_phone_prefix |= character == '0';
                }
                digits += 1;
                gap = 0;
            }
            ' ' | '.' | '-' | '(' | ')' if digits > 0 && gap < 2 => gap += 1,
            _ => {
                number_count += usize::from(has_phone_prefix && (9..=13).contains(&digits));
                (digits, has_phone_prefix, gap) = (0, character == '+', 0);
            }
        }
    }
    number_count
}

/// Top-level domains that are not words.
const NON_WORD_TOP_LEVEL_DOMAINS: [&str; 31] = [
    "com", "net", "org", "info", "biz", "xyz", "vn", "io", "ru", "cn", "tk", "ml", "ga", "cf", "gq", "cc", "tv", "uk",
    "de", "fr", "icu", "asia", "vip", "eu", "us", "au", "sg", "kr", "jp", "th", "la",
];
/// Top-level domains that are also words: "cave.fun" may be two sentences with a missing space.
const WORD_TOP_LEVEL_DOMAINS: [&str; 26] = [
    "app", "bet", "bid", "casino", "click", "club", "date", "dev", "fun", "link", "live", "loan", "me", "men", "ly",
    "online", "pro", "review", "shop", "site", "space", "store", "top", "website", "win", "work",
];
/// Hosts of link shorteners and chats, which hide where a link leads.
const SHORTENER_AND_CHAT_HOSTS: [&str; 16] = [
    "bit.ly",
    "tinyurl.com",
    "goo.su",
    "is.gd",
    "t.co",
    "cutt.ly",
    "rebrand.ly",
    "ow.ly",
    "shorturl.at",
    "t.me",
    "wa.me",
    "zalo.me",
    "telegram.me",
    "s.id",
    "rb.gy",
    "telegram.org",
];
const MAP_HOSTS: [&str; 8] = [
    "maps.app.goo.gl",
    "goo.gl",
    "maps.google.com",
    "google.com",
    "google.com.vn",
    "openstreetmap.org",
    "maps.apple.com",
    "osm.org",
];

/// A link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The host, in lower case, without `www.`.
    pub host: String,
    /// The path, the query and the fragment, with the `/`, `?` or `#` at the beginning; may be empty.
    pub path_query_and_fragment: String,
}

impl Link {
    /// Whether the link shows a place on a map.
    pub fn is_map(&self) -> bool {
        let Self { host, path_query_and_fragment } = self;
        MAP_HOSTS.contains(&host.as_str()) && (!host.starts_with("go") || path_query_and_fragment.contains("/map"))
    }

    /// Whether the link belongs to a shortener or a chat.
    pub fn is_shortener_or_chat(&self) -> bool {
        SHORTENER_AND_CHAT_HOSTS.contains(&self.host.as_str())
    }

    /// The names of the tokens for the classifier: the host, its top-level domain, and the words in the host and path.
    pub fn token_names(&self) -> Vec<String> {
        let top_level_domain = self.host.rsplit('.').next().unwrap_or_default();
        let mut names = vec![format!("host:{}", self.host), format!("host:*.{top_level_domain}")];
        let parts = [self.host.trim_end_matches(top_level_domain), &self.path_query_and_fragment].join("-");
        let words = parts.split(|c: char| !c.is_alphanumeric()).filter(|word| (3..=20).contains(&word.len()));
        names.extend(words.map(fold));
        names
    }
}

/// Parses a piece of text without spaces as a link. `None` if it is not a link.
pub fn parse_link(piece: &str) -> Option<Link> {
    if !piece.contains(['.', ':']) {
        return None;
    }
    let lower = piece.to_lowercase();
    let schemes = ["http://", "https://", "hxxp://", "hxxps://"];
    if let Some((_, rest)) = schemes.iter().find_map(|scheme| lower.split_once(scheme)) {
        return Some(split_host_and_path(rest));
    }
    let trimmed = piece.trim_matches(|c: char| !(c.is_alphanumeric() || c == '/'));
    let link = split_host_and_path(&trimmed.to_lowercase());
    let labels: Vec<&str> = link.host.split('.').collect();
    let (Some(top_level_domain), true) = (labels.last(), labels.len() >= 2) else { return None };
    let is_label = |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    if !labels.iter().all(is_label) || trimmed.contains('@') {
        return None;
    }
    // "It was great.De nada": a capital after the full stop begins a sentence.
    let written_domain = trimmed.split('/').next().and_then(|host| host.rsplit('.').next()).unwrap_or_default();
    let begins_a_sentence =
        written_domain.starts_with(char::is_uppercase) && !written_domain.chars().all(char::is_uppercase);
    let looks_like_address = link.path_query_and_fragment.len() > 1
        || labels[0] == "www"
        || trimmed.contains(|c: char| c.is_ascii_digit() || c == '-');
    let is_link = lower.contains("www.")
        || (NON_WORD_TOP_LEVEL_DOMAINS.contains(top_level_domain)
            || (WORD_TOP_LEVEL_DOMAINS.contains(top_level_domain) && looks_like_address))
            && !begins_a_sentence;
    is_link.then_some(link)
}

fn split_host_and_path(address: &str) -> Link {
    let at = address.find(['/', '?', '#']).unwrap_or(address.len());
    let (host, rest) = address.split_at(at);
    let host = host.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    Link { host: host.trim_start_matches("www.").to_owned(), path_query_and_fragment: rest.to_owned() }
}

/// Replaces the word "dot" and its variants with a dot, because spam disguises links with them.
pub fn restore_dots(text: &str) -> String {
    let mut text = text.to_owned();
    for dot in ["[dot]", "(dot)", " dot ", " [.] ", "[.]", "(.)", " chấm ", "(chấm)"] {
        // The word becomes a dot only before a top-level domain. Elsewhere, as in "the dot on the map", it becomes a
        // space.
        while let Some(at) = text.find(dot) {
            let after = &text[at + dot.len()..];
            let top_level_domain: String =
                after.chars().take_while(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
            let is_dot = NON_WORD_TOP_LEVEL_DOMAINS.contains(&top_level_domain.as_str())
                || WORD_TOP_LEVEL_DOMAINS.contains(&top_level_domain.as_str());
            text.replace_range(at..at + dot.len(), if is_dot { "." } else { " " });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed_token_names(text: &str) -> BTreeSet<String> {
        TokenizedText::parse(text).tokens().into_iter().map(|token| token.name).collect()
    }

    #[test]
    fn tokens_match_with_and_without_diacritics_in_both_normal_forms() {
        for form in ["Vay tiền nhanh", "VAY TIỀN NHANH", "vay ti\u{65}\u{302}\u{300}n nhanh"] {
            let found = parsed_token_names(form);
            for name in ["vay", "tien", "tiền", "nhanh", "vay tien", "tien nhanh"] {
                assert!(found.contains(name), "{name} in {form}: {found:?}");
            }
        }
        assert!(parsed_token_names("vay tien nhanh").contains("vay tien"));
        assert!(parsed_token_names("Động Phong Nha").contains("dong phong"));
    }

    #[test]
    fn obfuscated_words_are_found() {
        for spelling in ["c a s i n o now", "C.A.S.I.N.O", "c4s1n0", "cаsіno", "𝗖𝗮𝘀𝗶𝗻𝗼", "ca\u{200b}si\u{200b}no"]
        {
            assert!(parsed_token_names(spelling).contains("casino"), "{spelling}: {:?}", parsed_token_names(spelling));
        }
        let tokenized = TokenizedText::parse("cаsino and ca\u{200b}sino, v i a g r a");
        assert_eq!(
            (tokenized.mixed_script_word_count, tokenized.hidden_character_count, tokenized.spaced_words),
            (1, 1, vec!["viagra".to_owned()])
        );
    }

    #[test]
    fn chinese_text_is_tokenized_in_pairs_of_characters() {
        assert!(parsed_token_names("线上赌场，免费注册").contains("赌 场"), "{:?}", parsed_token_names("线上赌场"));
    }

    #[test]
    fn ham_is_not_counted_as_obfuscated() {
        for ham in [
            "Прекрасная пещера, спасибо!",
            "Αλήθεια, η σπηλιά",
            "👨‍👩‍👧 loved it",
            "I am a B & B",
            "3 người, 2 xe",
            "洞穴非常漂亮",
        ] {
            let tokenized = TokenizedText::parse(ham);
            assert_eq!(
                (tokenized.mixed_script_word_count, tokenized.hidden_character_count, tokenized.spaced_words.len()),
                (0, 0, 0),
                "{ham}"
            );
        }
    }

    #[test]
    fn phone_numbers_and_money_amounts_are_counted() {
        for phone_number in ["0912345678", "gọi 0912.345.678 nhé", "+84 91 234 5678", "(024) 3825 1234"] {
            assert_eq!(TokenizedText::parse(phone_number).phone_count, 1, "{phone_number}");
        }
        for text_without_phone_number in
            ["2023-2024", "01.05.2024", "1,200,000 VND", "at 08:00 and 17:30", "17.5823, 106.2834"]
        {
            assert_eq!(TokenizedText::parse(text_without_phone_number).phone_count, 0, "{text_without_phone_number}");
        }
        for price in ["250k", "$40", "3.500.000đ", "15tr", "40 € pp."] {
            assert_eq!(TokenizedText::parse(price).money_amount_count > 0, price != "40 € pp.", "{price}");
        }
    }

    #[test]
    fn fingerprint_ignores_case_diacritics_and_spaces() {
        assert_eq!(fingerprint("Vay tiền  nhanh!"), fingerprint("VAY TIEN NHANH"));
        assert_ne!(fingerprint("Vay tiền nhanh"), fingerprint("Vay tiền chậm"));
        assert_eq!(fingerprint("").len(), 32);
    }

    fn host(piece: &str) -> Option<String> {
        parse_link(piece).map(|link| link.host)
    }

    #[test]
    fn links_are_found_in_all_spellings() {
        for (piece, expected) in [
            ("https://www.Example.com/a?b", "example.com"),
            ("(http://example.com)", "example.com"),
            ("see:https://user@example.vn:8080/x", "example.vn"),
            ("www.example.travel", "example.travel"),
            ("w88-vn.top", "w88-vn.top"),
            ("nhacai.com,", "nhacai.com"),
            ("bit.ly/3xYz", "bit.ly"),
            ("EXAMPLE.COM", "example.com"),
        ] {
            assert_eq!(host(piece).as_deref(), Some(expected), "{piece}");
        }
        assert_eq!(restore_dots("go to casino dot com or w88[dot]vip"), "go to casino.com or w88.vip");
        assert_eq!(restore_dots("the red dot on the map"), "the red on the map");
    }

    #[test]
    fn text_that_resembles_a_link_is_no_link() {
        for piece in [
            "cave.The",
            "fun.So",
            "great.fun",
            "e.g.",
            "3.5",
            "17.58,106.28",
            "...",
            "linh@example.org",
            "a.m.",
            "Mr.De",
        ] {
            assert_eq!(host(piece), None, "{piece}");
        }
    }

    #[test]
    fn links_of_maps_and_shorteners_are_distinguished() {
        for map in ["https://maps.app.goo.gl/abc", "https://www.google.com/maps/place/x", "https://goo.gl/maps/x"] {
            assert!(parse_link(map).expect("a link").is_map(), "{map}");
        }
        for other in ["https://google.com/search?q=x", "https://goo.gl/abc"] {
            assert!(!parse_link(other).expect("a link").is_map(), "{other}");
        }
        assert!(parse_link("t.me/vaytien").expect("a link").is_shortener_or_chat());
    }
}
