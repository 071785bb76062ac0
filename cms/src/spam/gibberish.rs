//! Finds keyboard mash such as "sdkjfh" by its letter bigrams: a third or more of them are rare in real words.
//!
//! The common bigrams come from the ham of the training corpus: English, Vietnamese and sentences in other languages. In
//! those about 5 % of the bigrams are rare, in Polish up to 30 %; in keyboard mash it is 33 % to 80 %.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::corpus::CORPUS_COUNTS;
use super::model::{DECISIVE, Reason};
use crate::common::text::fold;

/// The letters of the Latin alphabet and the boundary of a word.
const SYMBOLS: usize = 27;
/// The boundary of a word.
const BOUNDARY: usize = 26;
/// A bigram is rare if fewer than this many distinct words of the corpus contain it.
const COMMON_FROM: u32 = 3;
/// Skipped as probable abbreviations: words with fewer letters, and words in capitals up to [`MAX_ACRONYM_LETTERS`].
const MIN_LETTERS: usize = 3;
const MAX_ACRONYM_LETTERS: usize = 5;
/// From this share of rare bigrams on, 0 to 1, a text is gibberish.
const MIN_RARE_SHARE: f64 = 0.32;
/// Fewer rare bigrams are no proof: a name has some.
const MIN_RARE_BIGRAMS: usize = 7;
/// The maximum number of characters that are read at the beginning of a text.
const MAX_CHARS: usize = 4000;
/// The maximum number of words in the reason.
const MAX_NAMED: usize = 6;

/// How many different ham words of the training corpus contain each bigram.
static WORDS_BY_BIGRAM: LazyLock<[[u32; SYMBOLS]; SYMBOLS]> = LazyLock::new(|| {
    let ham = CORPUS_COUNTS.words.iter().filter(|(_, count)| count.ham > 0).map(|(word, _)| fold(word));
    let words: HashSet<Vec<usize>> = ham.filter_map(|word| symbols(&word)).collect();
    let mut words_by_bigram = [[0; SYMBOLS]; SYMBOLS];
    for bigram in words.iter().flat_map(|word| word.windows(2)) {
        words_by_bigram[bigram[0]][bigram[1]] += 1;
    }
    words_by_bigram
});

/// The reason if a text is gibberish.
pub fn gibberish(text: &str) -> Option<Reason> {
    let text: String = text.chars().take(MAX_CHARS).collect();
    let (mut bigrams, mut rare_bigrams, mut named) = (0, 0, Vec::new());
    for word in text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’'))) {
        let letters = word.chars().count();
        let is_acronym = letters <= MAX_ACRONYM_LETTERS && word.chars().all(char::is_uppercase);
        let Some(symbols) = symbols(&fold(word)).filter(|_| letters >= MIN_LETTERS && !is_acronym) else { continue };
        let rare = symbols.windows(2).filter(|bigram| WORDS_BY_BIGRAM[bigram[0]][bigram[1]] < COMMON_FROM).count();
        bigrams += symbols.len() - 1;
        rare_bigrams += rare;
        if rare > 0 && named.len() < MAX_NAMED && !named.contains(&word) {
            named.push(word);
        }
    }
    let is_gibberish = rare_bigrams >= MIN_RARE_BIGRAMS && rare_bigrams as f64 >= bigrams as f64 * MIN_RARE_SHARE;
    let sentence = format!("Its letters form no words: {}.", named.join(", "));
    is_gibberish.then(|| Reason::new("gibberish", DECISIVE, sentence))
}

/// The letters of a folded word between two boundaries, a repeated letter once: "soooo" is read as "so". `None` if the
/// word has digits or letters of another script.
fn symbols(word: &str) -> Option<Vec<usize>> {
    let letters = word.chars().filter(|c| !matches!(c, '\'' | '’'));
    let letters: Option<Vec<usize>> =
        letters.map(|c| c.is_ascii_lowercase().then(|| usize::from(c as u8 - b'a'))).collect();
    let mut symbols = [vec![BOUNDARY], letters?, vec![BOUNDARY]].concat();
    symbols.dedup();
    Some(symbols)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gibberish_keyboard_mash_is_found() {
        for mash in [
            "kjhsdf kjhsdfk jhsdfkjh sdf",
            "Zxplqr mntvb hjkwd",
            "uyiuyi mnbmnb hgfhgf jkhjkh",
            "ádfasdf ádfsadf ádf",
            "sdfjkh sdkjfh test thu sdkfjh skdjfh",
            "fsdgsdfg 234 sdfgsdfg 45 sdfg",
            "qQwWzZkLmRtVbNpSd",
        ] {
            assert!(gibberish(mash).is_some(), "{mash}");
        }
        let reason = gibberish("test dfgkj dfgkj lkjdfg").map(|reason| reason.text);
        assert_eq!(reason.as_deref(), Some("Its letters form no words: dfgkj, lkjdfg."));
    }

    #[test]
    fn gibberish_languages_names_and_abbreviations_are_not() {
        for ham in [
            "Dziękujemy! Szczególnie polecam śniadania.",
            "Jeskyně byla nádherná, průvodce vtipný. Strč prst skrz krk.",
            "Ogof anhygoel, tywysydd cyfeillgar a bwyd blasus. Byddwn yn dychwelyd y flwyddyn nesaf.",
            "Strumpfhosen nötig, nachts frostig, Herbstferien gebucht.",
            "Gyönyörű barlang, nagyon kedves vezetővel.",
            "Nws zoo nkauj heev, peb txaus siab kawg li.",
            "Totemo kirei na doukutsu deshita.",
            "Прекрасная пещера, спасибо!",
            "洞穴非常漂亮",
            "Mình họ Krông, tên Y Blơk.",
            "mk đi t7 về r, đg đẹp lm, mn nhớ mang áo mưa nhé",
            "Plz fix ur map, thx",
            "GPX, KML, WGS84, VQG, PNKB",
            "brrrrr hmmmm soooo coooold, grrrr",
            "kkkkkkkk hahahaha",
            "Kwz pfq",
            "0912 345 678",
            "",
        ] {
            assert_eq!(gibberish(ham), None, "{ham}");
        }
    }
}
