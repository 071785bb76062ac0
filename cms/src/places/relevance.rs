//! How well a place answers a search. Pure; its twin in the browser is `site/src/places/relevance.ts`, and both are
//! held to `cms/tests/golden/relevance.json`.

use std::borrow::Cow;

use memchr::memmem::Finder;

use crate::common::text::{Name, fold, search_form_with_diacritics};
use crate::common::typo::{edit_distance, is_short_typo};

/// A typo in a word of three letters is forgiven beside at least so many words that match exactly.
pub const EXACT_BESIDE_SHORT: usize = 2;

/// What somebody looks for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Its words, in the order typed.
    pub words: Vec<Word>,
    /// All of it.
    phrase: Piece,
}

/// A word as it was typed.
#[derive(Clone, Debug)]
pub struct Word {
    /// Without marks.
    pub folded: Piece,
    /// In small letters with its marks, if it has any.
    pub with_diacritics: Option<Piece>,
}

/// Some text to be looked for in many others: how best to do so is worked out once.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The text.
    pub text: String,
    finder: Finder<'static>,
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Self { finder: Finder::new(text.as_bytes()).into_owned(), text }
    }
}

impl Wanted {
    /// Reads what was typed.
    pub fn read(typed: &str) -> Self {
        let words = search_form_with_diacritics(typed);
        let words = words.split(|c: char| c.is_whitespace() || c.is_control()).filter_map(|word| {
            let folded = fold(word);
            let with_diacritics = (word != folded).then(|| word.to_owned().into());
            (!folded.is_empty()).then(|| Word { folded: folded.into(), with_diacritics })
        });
        let words: Vec<Word> = words.collect();
        let phrase = words.iter().map(|word| word.folded.text.as_str()).collect::<Vec<_>>().join(" ");
        Self { words, phrase: phrase.into() }
    }

    /// All of it, folded.
    pub fn phrase(&self) -> &str {
        &self.phrase.text
    }
}

/// What a search looks through, in the form of [`crate::common::text::search_form`].
#[derive(Clone, Debug, Default)]
pub struct Entry<'a> {
    /// Name and local name.
    pub names: Cow<'a, [Name]>,
    /// Names of its categories, parted by line breaks.
    pub categories: String,
    /// Its tags, likewise.
    pub tags: Cow<'a, str>,
    /// Its description.
    pub text: Cow<'a, str>,
}

impl Entry<'_> {
    /// What words are looked for in after its names, in the order in which that counts.
    fn fields(&self) -> [(Field, &str); 3] {
        [(Field::Category, &self.categories), (Field::Tag, &self.tags), (Field::Text, &self.text)]
    }
}

/// How well a place answers; less is better. The fields weigh in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Relevance {
    /// What was typed is in the names; it is but for slips; it is spread over the rest.
    class: Class,
    /// Slips that were forgiven.
    slips: usize,
    /// The farthest part of the place that a word had to be looked for in.
    field: Field,
    /// Words with accents whose accents are not the place's.
    accents: usize,
    /// Among names: how much of them was typed.
    share: Share,
    /// Whether the name goes on after, or before, what was typed.
    is_inside: bool,
    /// How far the words lie altogether.
    far: usize,
    /// Whether some word was found inside another only.
    pub is_loose: bool,
    /// Whether what was typed stands nowhere together, at the beginning of a word.
    is_scattered: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Names,
    Mistyped,
    Elsewhere,
}

/// Whether slips are to be forgiven: nothing that was found has what was typed, in one piece and as it was typed.
pub fn needs_fuzzy<'r>(mut found: impl Iterator<Item = &'r Relevance>) -> bool {
    found.all(|relevance| relevance.is_scattered)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Field {
    Name,
    Category,
    Tag,
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Share {
    WholeName,
    WholeWords,
    Beginnings,
    Insides,
    None,
}

/// Judges a place; nothing when a word of the search is nowhere in it. With `forgiving`, a word that is nowhere may be
/// a slip away from a word of its names; then no other may be inside a word only.
pub fn judge(wanted: &Wanted, entry: &Entry<'_>, fuzzy: bool) -> Option<Relevance> {
    let mut sum = Relevance {
        class: Class::Names,
        slips: 0,
        field: Field::Name,
        accents: 0,
        share: Share::WholeWords,
        is_inside: true,
        far: 0,
        is_loose: false,
        is_scattered: true,
    };
    // Words that are meant in the place of those that were typed.
    let mut meant: Vec<(usize, String)> = Vec::new();
    for (at, word) in wanted.words.iter().enumerate() {
        let (field, share, place) = match exact(&word.folded, entry) {
            Some(found) => found,
            None if fuzzy => {
                let (slips, name_word) = nearest(&word.folded.text, entry, wanted)?;
                sum.slips += slips;
                meant.push((at, name_word));
                (Field::Name, Share::WholeWords, Place::Word)
            }
            None => return None,
        };
        sum.field = sum.field.max(field);
        sum.share = sum.share.max(share);
        sum.far += field as usize * 4 + place as usize;
        sum.is_loose |= place == Place::Inside;
        if let Some(with_diacritics) = &word.with_diacritics {
            let agrees = entry
                .names
                .iter()
                .any(|name| find(&name.with_diacritics, with_diacritics).is_some_and(|is| is <= place));
            sum.accents += usize::from(field != Field::Name || !agrees);
        }
    }
    if sum.slips > 0 && sum.is_loose {
        return None; // a guess beside a coincidence
    }
    let phrase = if meant.is_empty() {
        Cow::Borrowed(&wanted.phrase)
    } else {
        let mut words: Vec<&str> = wanted.words.iter().map(|word| word.folded.text.as_str()).collect();
        for (at, word) in &meant {
            words[*at] = word;
        }
        Cow::Owned(words.join(" ").into())
    };
    sum.class = match (sum.slips, sum.field) {
        (0, Field::Name) => Class::Names,
        (0, _) => Class::Elsewhere,
        _ => Class::Mistyped,
    };
    // Where some word is in no field before this one, all of them together are in none either.
    if sum.field == Field::Name {
        if entry.names.iter().any(|name| name.folded == phrase.text) {
            sum.share = Share::WholeName;
        }
        sum.is_inside = !entry.names.iter().any(|name| name.folded.starts_with(&phrase.text));
    }
    let names =
        entry.names.iter().flat_map(|name| [&name.folded, &name.joined]).map(|text| (Field::Name, text.as_str()));
    let mut texts = names.chain(entry.fields()).filter(|(field, _)| *field >= sum.field);
    sum.is_scattered = !texts.any(|(_, text)| find(text, &phrase).is_some_and(|place| place != Place::Inside));
    Some(sum)
}

/// The entries that answer, best first, equals in the order given.
pub fn ranked(wanted: &Wanted, entries: &[Entry<'_>]) -> Vec<(Relevance, usize)> {
    let found =
        |fuzzy| entries.iter().enumerate().filter_map(move |(at, entry)| Some((judge(wanted, entry, fuzzy)?, at)));
    let mut judged: Vec<_> = found(false).collect();
    if needs_fuzzy(judged.iter().map(|(relevance, _)| relevance)) {
        judged = found(true).collect();
    }
    judged.sort();
    judged
}

/// Where in a text a word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// It is a word of it.
    Word,
    /// It begins one.
    Beginning,
    /// It is inside one.
    Inside,
}

fn exact(word: &Piece, entry: &Entry<'_>) -> Option<(Field, Share, Place)> {
    if let Some(place) = entry.names.iter().filter_map(|name| find(&name.folded, word)).min() {
        let share = match place {
            Place::Word => Share::WholeWords,
            Place::Beginning => Share::Beginnings,
            Place::Inside => Share::Insides,
        };
        return Some((Field::Name, share, place));
    }
    let is_joined = |name: &Name| find(&name.joined, word).is_some_and(|place| place != Place::Inside);
    if entry.names.iter().any(is_joined) {
        return Some((Field::Name, Share::Beginnings, Place::Beginning));
    }
    entry.fields().into_iter().find_map(|(field, text)| find(text, word).map(|place| (field, Share::None, place)))
}

/// The best place of `piece` in `text`.
fn find(text: &str, piece: &Piece) -> Option<Place> {
    if piece.text.is_empty() {
        return Some(Place::Beginning); // it would be found inside of letters too
    }
    let is_letter = |c: char| c.is_alphanumeric();
    piece
        .finder
        .find_iter(text.as_bytes())
        .map(|at| {
            if text[..at].chars().next_back().is_some_and(is_letter) {
                Place::Inside
            } else if text[at + piece.text.len()..].chars().next().is_some_and(is_letter) {
                Place::Beginning
            } else {
                Place::Word
            }
        })
        .min()
}

/// The word of the names that is the fewest slips away; of several the first. A typo in a word of three letters counts
/// only where none other does, and where enough of what is wanted matches exactly.
fn nearest(word: &str, entry: &Entry<'_>, wanted: &Wanted) -> Option<(usize, String)> {
    let word = bare(word);
    let words = || entry.names.iter().flat_map(|name| words_of(&name.folded));
    let near = words().filter_map(|other| Some((edit_distance(&word, &other)?, other)));
    near.min_by_key(|(slips, _)| *slips).or_else(|| {
        let other = words().find(|other| is_short_typo(&word, other))?;
        has_enough_exact(wanted, entry).then_some((1, other))
    })
}

/// Whether enough words are whole words of the names or categories to forgive a typo in a short one.
fn has_enough_exact(wanted: &Wanted, entry: &Entry<'_>) -> bool {
    let is_exact =
        |word: &&Word| matches!(exact(&word.folded, entry), Some((Field::Name | Field::Category, _, Place::Word)));
    wanted.words.iter().filter(is_exact).count() >= EXACT_BESIDE_SHORT
}

/// The word without signs: where there are slips, they do not matter.
pub fn bare(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The words of a name in its search form.
pub fn words_of(folded: &str) -> Vec<String> {
    folded.split(|c: char| !c.is_alphanumeric()).map(bare).filter(|word| !word.is_empty()).collect()
}
