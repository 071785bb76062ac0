//! Typos: words that differ by inserted, missing, replaced or transposed letters.

use std::collections::BTreeSet;

/// Longer words are not corrected, in letters.
const MAX_WORD_LEN: usize = 20;

/// The number of edits that count as typos if the longer of two words has so many letters.
fn max_edits(letters: usize) -> usize {
    match letters {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    }
}

/// The optimal string alignment distance of two words (a transposition of neighbors is one edit). `None` if the words
/// are equal or the distance exceeds [`max_edits`].
pub fn edit_distance(one: &str, other: &str) -> Option<usize> {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if let (&[a, b, c], &[d, e, f]) = (one.as_slice(), other.as_slice()) {
        // A word of three letters with one replaced letter is a different word; with two transposed letters it is a
        // typo.
        let is_swapped = (a, b, c) == (e, d, f) || (a, b, c) == (d, f, e);
        return (is_swapped && one != other).then_some(1);
    }
    distance(&one, &other, max_edits(one.len().max(other.len())))
}

/// Whether `typed` has three letters and `other` differs from it by one edit. So many words are one edit away from a
/// short word that the rest of the search must match exactly.
pub fn is_short_typo(typed: &str, other: &str) -> bool {
    let (typed, other): (Vec<char>, Vec<char>) = (typed.chars().collect(), other.chars().collect());
    typed.len() == 3 && distance(&typed, &other, 1).is_some()
}

/// The optimal string alignment distance of two words. `None` if it is 0 or more than `max`.
fn distance(one: &[char], other: &[char], max: usize) -> Option<usize> {
    if one.len().abs_diff(other.len()) > max || one.len().max(other.len()) > MAX_WORD_LEN {
        return None;
    }
    let (mut before, mut last) = (Vec::new(), (0..=other.len()).collect::<Vec<_>>());
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other_letter) in other.iter().enumerate() {
            let replaced = last[j] + usize::from(letter != other_letter);
            let mut cost = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == other[j - 1] && one[i - 1] == *other_letter {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.pop().filter(|edits| (1..=max).contains(edits))
}

/// The word itself and all words that result from deleting up to [`max_edits`] letters (SymSpell). Empty if the word is
/// too long to be corrected. Two words with an [`edit_distance`] share at least one variant, so that an index of
/// variants finds one word by the other.
pub fn deletion_variants(word: &str) -> BTreeSet<String> {
    let letters = word.chars().count();
    if letters > MAX_WORD_LEN {
        return BTreeSet::new();
    }
    let mut all = BTreeSet::from([word.to_owned()]);
    // A typed word of three letters may be a word of four letters with one missing.
    let mut round = all.clone();
    for _ in 0..max_edits(letters + usize::from(letters == 3)) {
        round = round.iter().flat_map(|word| single_deletions(word)).collect();
        all.extend(round.iter().cloned());
    }
    all
}

fn single_deletions(word: &str) -> impl Iterator<Item = String> + '_ {
    word.char_indices().map(|(at, letter)| format!("{}{}", &word[..at], &word[at + letter.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_edit_in_four_letters_and_two_in_eight_are_typos() {
        for (one, other, edits) in [
            ("phogn", "phong", Some(1)),
            ("hag", "hang", Some(1)),
            ("hamg", "hang", Some(1)),
            ("hangg", "hang", Some(1)),
            ("paradsie", "paradise", Some(1)),
            ("paradsi", "paradise", Some(2)),
            ("pradisse", "paradise", Some(2)),
            ("en", "an", None),
            ("nah", "nha", Some(1)),
            ("hna", "nha", Some(1)),
            ("nho", "nha", None),
            ("nha", "nha", None),
            ("ahn", "nha", None),
            ("hnag", "hang", Some(1)),
            ("hgan", "hang", None),
            ("abcdefg", "abcdexy", None),
            ("hang", "hang", None),
            ("lee", "le", None),
        ] {
            assert_eq!(edit_distance(one, other), edits, "{one} {other}");
            assert_eq!(edit_distance(other, one), edits, "{other} {one}");
        }
    }

    #[test]
    fn short_typo_is_one_letter_in_a_typed_word_of_three() {
        for (typed, other, is_typo) in [
            ("lee", "le", true),
            ("nho", "nha", true),
            ("hna", "nha", true),
            ("hag", "hang", true),
            ("nha", "nha", false),
            ("ahn", "nha", false),
            ("le", "lee", false),
            ("lee", "e", false),
            ("hang", "hag", false),
        ] {
            assert_eq!(is_short_typo(typed, other), is_typo, "{typed} {other}");
            assert!(!is_typo || !deletion_variants(typed).is_disjoint(&deletion_variants(other)), "{typed} {other}");
        }
    }

    #[test]
    fn words_within_the_edit_distance_share_a_deletion_variant() {
        let words = [
            "nha",
            "nah",
            "hna",
            "hang",
            "hag",
            "hnag",
            "hamg",
            "phong",
            "phogn",
            "paradise",
            "paradsi",
            "pradisse",
            "paradiese",
        ];
        for one in words {
            for other in words {
                let is_near = edit_distance(one, other).is_some();
                assert!(!is_near || !deletion_variants(one).is_disjoint(&deletion_variants(other)), "{one} {other}");
            }
        }
        assert_eq!(deletion_variants("en").len(), 1);
        assert!(deletion_variants(&"a".repeat(21)).is_empty());
    }
}
