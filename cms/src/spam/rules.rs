//! Rules beside the learned words: how a text was submitted, obfuscation, repetition, gibberish and offers. No rule is
//! specific to a product: the vocabulary of casinos and lenders is learned (`bayes`).

use std::collections::{HashMap, HashSet};

use super::gibberish::gibberish;
use super::model::{DECISIVE, Reason, Submission};
use super::offer::offer;
use super::words::{NUMBER, TokenizedText};

/// A form filled in faster than this, in milliseconds, was filled in by a bot.
const TOO_FAST_MS: i64 = 2500;
/// More characters per second than this cannot be typed. A pasted text is not suspicious after some time.
const MAX_CHARS_PER_S: i64 = 40;
/// The age up to which an account is new, in seconds: a day.
const NEW_ACCOUNT_S: i64 = 24 * 3600;
/// The number of approved texts after which an author is trusted.
const TRUSTED_AFTER: i64 = 3;
/// Fewer words may be repeated: "wow wow wow" is praise.
const MIN_REPEATED_WORDS: usize = 5;

/// The reasons of all rules for a text.
pub fn reasons(submission: &Submission<'_>, tokenized: &TokenizedText) -> Vec<Reason> {
    let mut reasons = Vec::new();
    reasons.extend(fast_submission(submission));
    reasons.extend(copies(submission.same_text_before));
    reasons.extend(links(submission, tokenized));
    reasons.extend(contacts(tokenized));
    reasons.extend(obfuscation(tokenized));
    reasons.extend(repetition(tokenized));
    reasons.extend(gibberish(submission.text));
    reasons.extend(offer(tokenized));
    if tokenized.is_shouted() {
        reasons.push(Reason::new("shouting", 8, "Most of it is in capital letters."));
    }
    reasons.extend(author_reputation(submission, tokenized));
    reasons
}

fn fast_submission(submission: &Submission<'_>) -> Option<Reason> {
    let elapsed_ms = submission.elapsed_ms?.max(0);
    let written = submission.text.chars().count() as i64;
    let seconds = format!("{}.{}", elapsed_ms / 1000, elapsed_ms % 1000 / 100);
    if elapsed_ms < TOO_FAST_MS {
        let sentence = format!("The form was sent {seconds} seconds after it was opened.");
        return Some(Reason::new("speed", 45, sentence));
    }
    // Up to this time it could be pasted by hand.
    (written > 150 && written * 1000 > elapsed_ms * MAX_CHARS_PER_S)
        .then(|| Reason::new("speed", 15, format!("{written} characters were written in {seconds} seconds.")))
}

fn copies(before: i64) -> Option<Reason> {
    match before {
        ..=0 => None,
        1 => Some(Reason::new("copy", 30, "The same text was sent once before.")),
        _ => Some(Reason::new("copy", 75, format!("The same text was sent {before} times before."))),
    }
}

fn links(submission: &Submission<'_>, tokenized: &TokenizedText) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let count = tokenized.links.iter().filter(|link| !link.is_map()).count();
    match count {
        0 => {}
        1 => reasons.push(Reason::new("links", 12, "It holds a link.")),
        2 => reasons.push(Reason::new("links", 25, "It holds 2 links.")),
        _ => reasons.push(Reason::new("links", 40, format!("It holds {count} links."))),
    }
    if tokenized.links.iter().any(|link| link.hides_target()) {
        reasons.push(Reason::new("hidden-link", 20, "A link hides where it leads, or leads into a private chat."));
    }
    let words = tokenized.words.len();
    if count > 0 && words < 5 {
        reasons.push(Reason::new("bare-link", 20, "There is hardly a word beside the link."));
    }
    let name = TokenizedText::parse(submission.name);
    if !name.links.is_empty() || name.phones > 0 || name.emails > 0 {
        reasons.push(Reason::new("name", 40, "The name holds a link, an address or a phone number."));
    }
    let location = TokenizedText::parse(submission.location.unwrap_or_default());
    if location.links.iter().any(|link| !link.is_map()) {
        reasons.push(Reason::new("location", 25, "The location holds a link that shows no map."));
    }
    reasons
}

fn contacts(tokenized: &TokenizedText) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if tokenized.phones > 0 {
        reasons.push(Reason::new("phone", 30, "It holds a phone number."));
    }
    if tokenized.emails > 0 {
        reasons.push(Reason::new("email", 16, "It contains an email address."));
    }
    reasons
}

fn obfuscation(tokenized: &TokenizedText) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if tokenized.has_link_markup {
        reasons.push(Reason::new("markup", 45, "It holds markup for links, which people do not type."));
    }
    if tokenized.mixed_script_words > 0 {
        let sentence = "Words mix letters of several scripts so that they only look like what they are.";
        reasons.push(Reason::new("scripts", 40, sentence));
    }
    if tokenized.hidden_characters > 0 {
        reasons.push(Reason::new("hidden", 30, "Characters that nobody sees stand inside words."));
    }
    if !tokenized.spaced_words.is_empty() {
        let sentence = format!("Letters are set apart to hide a word: {}.", tokenized.spaced_words.join(", "));
        reasons.push(Reason::new("spread", 25, sentence));
    }
    reasons
}

/// Repeated words. A text whose pairs of words each stand 2.5 times on average is filed; long ham repeats words, but
/// not pairs. Numbers do not count: tables repeat them.
fn repetition(tokenized: &TokenizedText) -> Option<Reason> {
    let words: Vec<&str> = tokenized.words.iter().map(String::as_str).filter(|word| *word != NUMBER).collect();
    let pairs: HashSet<&[&str]> = words.windows(2).collect();
    if words.len() >= MIN_REPEATED_WORDS && (words.len() - 1) * 2 >= pairs.len() * 5 {
        let sentence = format!("It repeats itself: {} words make {} different pairs.", words.len(), pairs.len());
        return Some(Reason::new("repetition", DECISIVE, sentence));
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in words.into_iter().filter(|word| word.chars().count() > 2) {
        *counts.entry(word).or_default() += 1;
    }
    let (word, most) = counts.into_iter().max_by_key(|(word, count)| (*count, std::cmp::Reverse(*word)))?;
    (most >= 4 && most * 4 > tokenized.words.len())
        .then(|| Reason::new("repetition", 20, format!("It says \"{word}\" {most} times.")))
}

/// Links of new accounts are suspicious, those of authors with approved texts are less so.
fn author_reputation(submission: &Submission<'_>, tokenized: &TokenizedText) -> Option<Reason> {
    let Submission { account_age_s, approved_before, .. } = *submission;
    if approved_before >= TRUSTED_AFTER {
        let points = if approved_before >= 10 { -30 } else { -20 };
        return Some(Reason::new("known", points, format!("{approved_before} texts of this author were approved.")));
    }
    if approved_before > 0 || account_age_s? >= NEW_ACCOUNT_S {
        return None;
    }
    let has_contact = !tokenized.links.is_empty() || tokenized.phones > 0 || tokenized.emails > 0;
    Some(match has_contact {
        true => Reason::new("new-account", 25, "The account is less than a day old, and its text leads elsewhere."),
        false => Reason::new("new-account", 5, "The account is less than a day old."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(submission: Submission<'_>) -> Vec<String> {
        reasons(&submission, &TokenizedText::parse(submission.text))
            .iter()
            .map(|reason| reason.code.to_string())
            .collect()
    }

    fn text(text: &str) -> Submission<'_> {
        Submission { text, name: "Linh Tran", ..Submission::default() }
    }

    // R216
    #[test]
    fn spam_rules_on_ham_give_no_reason() {
        for ham in [
            "The boat slid into the dark and nobody said a word. Best morning of our trip!",
            "Động Phong Nha đẹp quá, cả nhà mình đi hôm 20/11/2026, vé 150k một người.",
            "It is here: https://maps.app.goo.gl/abc",
            "WOW!",
        ] {
            assert_eq!(codes(text(ham)), Vec::<String>::new(), "{ham}");
        }
    }

    // R216
    #[test]
    fn spam_rules_on_each_trick_give_its_reason() {
        for (spam, code) in [
            ("Visit https://a.example now for more words here", "links"),
            ("bit.ly/x is where all of this is told at length", "hidden-link"),
            ("https://a.example", "bare-link"),
            ("Nice <a href='https://a.example'>cave</a>", "markup"),
            ("the best cаsino of all", "scripts"),
            ("the best ca\u{200b}sino of all", "hidden"),
            ("c a s i n o for you", "spread"),
            ("call 0912 345 678 for more", "phone"),
            ("write to win@example.com for more", "email"),
            ("CHEAP ROOMS FOR EVERYBODY CALL NOW", "shouting"),
            ("cheap cheap cheap cheap", "repetition"),
            ("dsfkj kjhsdf sdkfjh", "gibberish"),
            ("We offer the best price", "offer"),
        ] {
            assert!(codes(text(spam)).iter().any(|one| one == code), "{spam}: {:?}", codes(text(spam)));
        }
    }

    #[test]
    fn repetition_of_pairs_is_decisive_and_of_single_words_in_praise_is_not() {
        let points = |text: &str| repetition(&TokenizedText::parse(text)).map_or(0, |reason| reason.points);
        for spam in [
            "great great great great great great",
            "Ghé thăm Phong Nha nhé. Ghé thăm Phong Nha nhé. Ghé thăm Phong Nha nhé.",
            "the best tour the best tour the best tour",
            "nice nice nice very nice nice nice nice very nice",
        ] {
            assert_eq!(points(spam), DECISIVE, "{spam}");
        }
        for ham in [
            "WOW WOW WOW!!!",
            "Boat. Bats. Boat. Beer. Boat. Bed.",
            "trời ơi trời ơi đẹp gì mà đẹp dữ vậy trời",
            "We loved it here. We loved it here.",
            "100 200 300 400 500 600 700",
        ] {
            assert_eq!(points(ham), 0, "{ham}");
        }
    }

    // R216
    #[test]
    fn spam_rules_count_speed_copies_name_and_location() {
        let story = "Nobody said a word in the dark, and then the guide began to sing. We sat on the cold sand and listened. \
            When the lamps went on again, there were bats everywhere, and my brother swears that one of them winked.";
        let fast = |elapsed_ms| codes(Submission { elapsed_ms: Some(elapsed_ms), ..text(story) });
        assert_eq!((fast(800), fast(4000), fast(30_000)), (vec!["speed".into()], vec!["speed".into()], vec![]));
        assert_eq!(codes(Submission { elapsed_ms: Some(-1), ..text("hello") }), ["speed"]);
        assert_eq!(codes(Submission { same_text_before: 2, ..text("hello") }), ["copy"]);
        assert_eq!(codes(Submission { name: "casino.com", ..text("hello") }), ["name"]);
        assert_eq!(codes(Submission { location: Some("http://casino.example"), ..text("hello") }), ["location"]);
        assert_eq!(
            codes(Submission { location: Some("https://goo.gl/maps/x"), ..text("hello") }),
            Vec::<String>::new()
        );
    }

    // R216
    #[test]
    fn spam_rules_trust_links_of_old_or_approved_accounts() {
        let points = |account_age_s, approved_before, text_| {
            let submission = Submission { account_age_s: Some(account_age_s), approved_before, ..text(text_) };
            author_reputation(&submission, &TokenizedText::parse(text_)).map_or(0, |reason| reason.points)
        };
        let (plain, linked) = ("a cave", "a cave, https://a.example");
        assert!(points(60, 0, linked) > points(60, 0, plain) && points(60, 0, plain) > 0);
        assert_eq!((points(NEW_ACCOUNT_S, 0, linked), points(60, 1, linked)), (0, 0));
        assert!(
            points(NEW_ACCOUNT_S, 10, linked) < points(NEW_ACCOUNT_S, 3, linked)
                && points(NEW_ACCOUNT_S, 3, linked) < 0
        );
    }
}
