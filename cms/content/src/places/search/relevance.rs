//! Scores how well a place matches a search, without the database. The site has the same algorithm in
//! `site/src/places/relevance.ts`; the tests of both read `cms/tests/golden/relevance.json`.

use std::borrow::Cow;

use memchr::memmem::Finder;

use super::fuzzy::{edit_distance, is_short_typo, split_into_words, strip_punctuation};
use crate::common::text::{SearchableName, fold, search_form_with_diacritics};

/// A typo in a word of three letters is accepted if at least this many other words match exactly.
pub const MIN_EXACT_WORDS: usize = 2;

/// The text of a search.
#[derive(Clone, Debug)]
pub struct SearchQuery {
    /// The words, in the order of the text.
    pub words: Vec<QueryWord>,
    /// The folded words, separated by spaces.
    phrase: Pattern,
}

/// A word of a search.
#[derive(Clone, Debug)]
pub struct QueryWord {
    /// The folded word.
    pub folded: Pattern,
    /// The word in lower case with its diacritics, if it has any.
    pub with_diacritics: Option<Pattern>,
}

/// A text to search for in many other texts, with a prepared searcher.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The text.
    pub text: String,
    finder: Finder<'static>,
}

impl From<String> for Pattern {
    fn from(text: String) -> Self {
        Self { finder: Finder::new(text.as_bytes()).into_owned(), text }
    }
}

impl SearchQuery {
    /// Parses the text of a search.
    pub fn parse(typed: &str) -> Self {
        let words = search_form_with_diacritics(typed);
        let words = words.split(|c: char| c.is_whitespace() || c.is_control()).filter_map(|word| {
            let folded = fold(word);
            let with_diacritics = (word != folded).then(|| word.to_owned().into());
            (!folded.is_empty()).then(|| QueryWord { folded: folded.into(), with_diacritics })
        });
        let words: Vec<QueryWord> = words.collect();
        let phrase = words.iter().map(|word| word.folded.text.as_str()).collect::<Vec<_>>().join(" ");
        Self { words, phrase: phrase.into() }
    }

    /// The folded words, separated by spaces.
    pub fn phrase(&self) -> &str {
        &self.phrase.text
    }
}

/// The searched texts of a place, in the form of [`crate::common::text::search_form`].
#[derive(Clone, Debug, Default)]
pub struct SearchDocument<'a> {
    /// The name and the local name.
    pub names: Cow<'a, [SearchableName]>,
    /// The names of the categories, separated by line breaks.
    pub categories: String,
    /// The tags, separated by line breaks.
    pub tags: Cow<'a, str>,
    /// The description.
    pub description: Cow<'a, str>,
}

impl SearchDocument<'_> {
    /// The fields that are searched after the names, in the order of their weight.
    fn other_fields(&self) -> [(Field, &str); 3] {
        [(Field::Category, &self.categories), (Field::Tag, &self.tags), (Field::Description, &self.description)]
    }
}

/// The score of a place: lower is better. The fields are compared in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Relevance {
    /// Whether all words are in the names, some are typos of words in the names, or some are only in other fields.
    match_kind: MatchKind,
    /// The sum of the edits between misspelled words and the words of the names that they stand for.
    edit_count: usize,
    /// The last field, in the order of [`Field`], in which a word was found.
    field: Field,
    /// The number of words that were typed with diacritics and are in no name with the same diacritics.
    diacritics_mismatches: usize,
    /// How much of the names the words cover.
    coverage: Coverage,
    /// Whether no name begins with the whole search.
    is_prefix_missing: bool,
    /// The sum of a weight for each word: of the field in which the word was found, and of its [`MatchPosition`].
    weight_sum: usize,
    /// Whether some word was found only inside another word.
    pub has_inner_match: bool,
    /// Whether no field contains the whole search from the beginning of a word.
    is_phrase_missing: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MatchKind {
    Names,
    Fuzzy,
    OtherFields,
}

/// Whether to search again with typos accepted: no match contains the whole search as it was typed.
pub fn needs_fuzzy_search<'r>(mut scores: impl Iterator<Item = &'r Relevance>) -> bool {
    scores.all(|relevance| relevance.is_phrase_missing)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Field {
    Name,
    Category,
    Tag,
    Description,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Coverage {
    FullName,
    FullWords,
    Prefixes,
    Inner,
    None,
}

/// Scores a place. `None` if the place lacks a word of the search. With `accepts_typos`, a missing word may be a typo
/// of a word of the names. `None` also if one word of the search is a typo and another one matches only inside a word.
pub fn score(search_query: &SearchQuery, document: &SearchDocument<'_>, accepts_typos: bool) -> Option<Relevance> {
    let mut relevance = Relevance {
        match_kind: MatchKind::Names,
        edit_count: 0,
        field: Field::Name,
        diacritics_mismatches: 0,
        coverage: Coverage::FullWords,
        is_prefix_missing: true,
        weight_sum: 0,
        has_inner_match: false,
        is_phrase_missing: true,
    };
    // The words of names that replace mistyped words, with their positions in the search.
    let mut corrections: Vec<(usize, String)> = Vec::new();
    for (at, word) in search_query.words.iter().enumerate() {
        let (field, coverage, position) = match match_without_typos(&word.folded, document) {
            Some(found) => found,
            None if accepts_typos => {
                let (edits, name_word) = nearest_name_word(&word.folded.text, document, search_query)?;
                relevance.edit_count += edits;
                corrections.push((at, name_word));
                (Field::Name, Coverage::FullWords, MatchPosition::Word)
            }
            None => return None,
        };
        relevance.field = relevance.field.max(field);
        relevance.coverage = relevance.coverage.max(coverage);
        relevance.weight_sum += field as usize * 4 + position as usize;
        relevance.has_inner_match |= position == MatchPosition::Inner;
        if let Some(with_diacritics) = &word.with_diacritics {
            let position_in = |name: &SearchableName| match_position(&name.with_diacritics, with_diacritics);
            let has_same_diacritics = document.names.iter().filter_map(position_in).any(|other| other <= position);
            relevance.diacritics_mismatches += usize::from(field != Field::Name || !has_same_diacritics);
        }
    }
    if relevance.edit_count > 0 && relevance.has_inner_match {
        return None; // a typo and a match inside a word are weak matches: together they are likely a coincidence
    }
    let phrase = if corrections.is_empty() {
        Cow::Borrowed(&search_query.phrase)
    } else {
        let mut words: Vec<&str> = search_query.words.iter().map(|word| word.folded.text.as_str()).collect();
        for (at, word) in &corrections {
            words[*at] = word;
        }
        Cow::Owned(words.join(" ").into())
    };
    relevance.match_kind = match (relevance.edit_count, relevance.field) {
        (0, Field::Name) => MatchKind::Names,
        (0, _) => MatchKind::OtherFields,
        _ => MatchKind::Fuzzy,
    };
    // Fields before the last field with a match lack a word, so they cannot contain the phrase.
    if relevance.field == Field::Name {
        if document.names.iter().any(|name| name.lowercase_without_diacritics == phrase.text) {
            relevance.coverage = Coverage::FullName;
        }
        relevance.is_prefix_missing =
            !document.names.iter().any(|name| name.lowercase_without_diacritics.starts_with(&phrase.text));
    }
    let names = document.names.iter().flat_map(|name| [&name.lowercase_without_diacritics, &name.joined_pairs]);
    let names = names.map(|text| (Field::Name, text.as_str()));
    let mut texts = names.chain(document.other_fields()).filter(|(field, _)| *field >= relevance.field);
    relevance.is_phrase_missing =
        !texts.any(|(_, text)| match_position(text, &phrase).is_some_and(|position| position != MatchPosition::Inner));
    Some(relevance)
}

/// The scores and indexes of the documents that match, best first. Documents with equal scores stay in the given order.
pub fn rank_documents(search_query: &SearchQuery, documents: &[SearchDocument<'_>]) -> Vec<(Relevance, usize)> {
    let scored_documents = |accepts_typos| {
        let documents = documents.iter().enumerate();
        documents.filter_map(move |(at, document)| Some((score(search_query, document, accepts_typos)?, at)))
    };
    let mut scored: Vec<_> = scored_documents(false).collect();
    if needs_fuzzy_search(scored.iter().map(|(relevance, _)| relevance)) {
        scored = scored_documents(true).collect();
    }
    scored.sort();
    scored
}

/// The position of a match relative to the words of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MatchPosition {
    /// A complete word.
    Word,
    /// The beginning of a word.
    Prefix,
    /// Inside a word.
    Inner,
}

fn match_without_typos(word: &Pattern, document: &SearchDocument<'_>) -> Option<(Field, Coverage, MatchPosition)> {
    let in_name = |name: &SearchableName| match_position(&name.lowercase_without_diacritics, word);
    if let Some(position) = document.names.iter().filter_map(in_name).min() {
        let coverage = match position {
            MatchPosition::Word => Coverage::FullWords,
            MatchPosition::Prefix => Coverage::Prefixes,
            MatchPosition::Inner => Coverage::Inner,
        };
        return Some((Field::Name, coverage, position));
    }
    let is_joined = |name: &SearchableName| {
        match_position(&name.joined_pairs, word).is_some_and(|position| position != MatchPosition::Inner)
    };
    if document.names.iter().any(is_joined) {
        return Some((Field::Name, Coverage::Prefixes, MatchPosition::Prefix));
    }
    let mut fields = document.other_fields().into_iter();
    fields.find_map(|(field, text)| Some((field, Coverage::None, match_position(text, word)?)))
}

/// The best position of `pattern` in `text`. `None` if `text` does not contain it.
fn match_position(text: &str, pattern: &Pattern) -> Option<MatchPosition> {
    if pattern.text.is_empty() {
        return Some(MatchPosition::Prefix); // an empty pattern would also match inside a multi-byte character
    }
    let is_word_char = |c: char| c.is_alphanumeric();
    pattern
        .finder
        .find_iter(text.as_bytes())
        .map(|at| {
            if text[..at].chars().next_back().is_some_and(is_word_char) {
                MatchPosition::Inner
            } else if text[at + pattern.text.len()..].chars().next().is_some_and(is_word_char) {
                MatchPosition::Prefix
            } else {
                MatchPosition::Word
            }
        })
        .min()
}

/// The word of the names that differs from `word` by the fewest edits, after its number of edits. If [`edit_distance`]
/// accepts none and enough other words of the search match, a word that [`is_short_typo`] accepts is returned.
/// `None` if there is no such word.
fn nearest_name_word(word: &str, document: &SearchDocument<'_>, search_query: &SearchQuery) -> Option<(usize, String)> {
    let word = strip_punctuation(word);
    let words = || document.names.iter().flat_map(|name| split_into_words(&name.lowercase_without_diacritics));
    let near = words().filter_map(|other| Some((edit_distance(&word, &other)?, other)));
    near.min_by_key(|(edits, _)| *edits).or_else(|| {
        let other = words().find(|other| is_short_typo(&word, other))?;
        has_enough_exact_words(search_query, document).then_some((1, other))
    })
}

/// Whether at least [`MIN_EXACT_WORDS`] words of the search are complete words of the names or categories.
fn has_enough_exact_words(search_query: &SearchQuery, document: &SearchDocument<'_>) -> bool {
    let is_exact = |word: &&QueryWord| {
        matches!(
            match_without_typos(&word.folded, document),
            Some((Field::Name | Field::Category, _, MatchPosition::Word))
        )
    };
    search_query.words.iter().filter(is_exact).count() >= MIN_EXACT_WORDS
}
