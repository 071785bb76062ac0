//! Rules in addition to the classifier: how a text was submitted, obfuscation, repetition, gibberish and offers. No
//! rule is specific to a product, because the `classifier` learns the vocabulary of casinos and lenders.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::classifier::CORPUS_COUNTS;
use super::score::{DECISIVE_POINTS, Reason, Submission};
use super::words::{NUMBER_WORD, TokenizedText};
use crate::common::text::fold;

/// A form that was open for a shorter time than this, in milliseconds, was probably filled in by a bot.
const MIN_HUMAN_ELAPSED_MS: i64 = 2500;
/// The maximum number of characters that a person types per second. If a text has more characters for each second that
/// the form was open, it was pasted or sent by a bot.
const MAX_CHARS_PER_S: i64 = 40;
/// An account that is younger than this is new, in seconds: a day.
const MAX_NEW_ACCOUNT_AGE_S: i64 = 24 * 3600;
/// The number of approved texts after which an author is trusted.
const MIN_APPROVED_TEXTS_FOR_TRUST: i64 = 3;
/// The repetition of word pairs is decisive only in texts with at least this many words: "wow wow wow" is praise.
const MIN_WORDS_FOR_DECISIVE_REPETITION: usize = 5;
/// The number of different symbols in bigrams: the 26 letters from a to z, and the boundary of a word.
const SYMBOL_COUNT: usize = 27;
const WORD_BOUNDARY: usize = 26;
/// A bigram is rare if fewer than this many distinct words of the corpus contain it.
const MIN_WORDS_OF_COMMON_BIGRAM: u32 = 3;
/// The rule for gibberish skips words with fewer letters than this, because they may be abbreviations.
const MIN_WORD_LETTERS: usize = 3;
/// The rule for gibberish also skips words in capitals with at most this many letters, because they may be acronyms.
const MAX_ACRONYM_LETTERS: usize = 5;
/// A text with at least this share of rare bigrams, 0 to 1, is gibberish.
const MIN_RARE_BIGRAM_SHARE: f64 = 0.32;
/// A text with fewer rare bigrams than this is not gibberish, because names can have a few rare bigrams too.
const MIN_RARE_BIGRAMS: usize = 7;
/// The maximum number of characters in which gibberish is searched, from the beginning of a text.
const MAX_GIBBERISH_SCAN_CHARS: usize = 4000;
/// The maximum number of words in the reason for gibberish.
const MAX_NAMED_WORDS: usize = 6;
const PRICE_PART: &str = "mentions a price";
/// The parts of an offer and their phrases, folded by [`fold`]; `#` is a number.
const OFFER_PARTS: [(&str, &str); 3] = [
    (
        "introduces a seller",
        "at your service, brand new, for hire, for rent, i can be your, i can show, i can take, i offer, i take \
         you, i will take you, just opened, my services, now open, on behalf of, our agency, our company, our \
         new, our partners, our service, our services, our shop, our store, our team, our website, rental, we \
         also arrange, we also offer, we are a, we arrange, we bring, we deliver, we have everything, we help, we \
         offer, we organize, we produce, we provide, we rent, we represent, we sell, we supply, we would be, we \
         would love to, years of experience, ban si, ben em, ben minh, cho thue, chung toi la, chuyen cung cap, \
         cong ty, cua chung toi, cung cap, dich vu, em chuyen, khai truong, kinh nghiem, minh chuyen, nam nghe, \
         nha em, nhan cho, nhan chup, nhan dan, nhan dat, nhan khach, shop em",
    ),
    (
        PRICE_PART,
        "# dollars, # euros, # usd, # vnd, affordable, best price, best prices, cheap, cheapest, commission, \
         discount, fixed price, free of charge, free shipping, get a free, good price, half price, low cost, low \
         price, lower price, lowest price, lowest prices, my rates, one free, per person, price list, promo code, \
         small fee, special offer, special price, special rate, unbeatable, chi tu, chiet khau, gia binh dan, gia \
         chi, gia goc, gia hop ly, gia mem, gia nhom, gia re, gia sinh vien, gia soc, gia tot, giam, khuyen mai, \
         mien phi, nua gia, re nhat, thoa thuan, tron goi, uu dai",
    ),
    (
        "asks for an order",
        "are you interested, ask us, book now, book with, booking at, check it out, check out, come and relax, \
         come and try, contact me, contact us, do not hesitate, do you need, everybody should, everyone should, \
         feel free, for booking, for more information, for reservation, get in touch, inbox, interested in, \
         invites you, join us, like and subscribe, looking forward to your, message me, must try, order online, \
         order yours, planning a trip, please text, registration is open, reserve, send me a message, stop by, \
         tell me your, try us, visit our, visit us, we are waiting, we look forward, write me, write to me, you \
         should try, you will not regret, ai mua, alo em, alo minh, ap dung, dang ky, dat ngay, dat phong, duoc \
         tang, ghe, giu cho, hop tac, kinh moi, lh, lien he, moi ca nha, moi moi nguoi, nen chon, nen di theo, \
         nhan minh, quan tam, quy khach, so luong co han, tham khao, theo yeu cau, tu van, ung ho",
    ),
];
/// Names of messengers, which count as contacts.
const MESSENGERS: [&str; 8] = ["facebook", "instagram", "kakaotalk", "telegram", "viber", "wechat", "whatsapp", "zalo"];
/// The points of an offer by the number of [`OFFER_PARTS`] in a text: first without a contact, then with one.
const OFFER_POINTS: [[i64; 4]; 2] = [[0, 25, 50, 95], [0, 40, 60, 95]];

/// The reasons of all rules for a text.
pub fn reasons(submission: &Submission<'_>, tokenized: &TokenizedText) -> Vec<Reason> {
    let mut reasons = Vec::new();
    reasons.extend(fast_submission(submission));
    reasons.extend(copies(submission.same_text_count));
    reasons.extend(link_name_and_location_reasons(submission, tokenized));
    reasons.extend((tokenized.phone_count > 0).then(|| Reason::new("phone", 30, "Contains a phone number.")));
    reasons.extend((tokenized.email_count > 0).then(|| Reason::new("email", 16, "Contains an email address.")));
    reasons.extend(obfuscation(tokenized));
    reasons.extend(repetition(tokenized));
    reasons.extend(gibberish(submission.text));
    reasons.extend(offer(tokenized));
    reasons.extend(tokenized.is_shouted().then(|| Reason::new("shouting", 8, "Mostly capital letters.")));
    reasons.extend(author_reputation(submission, tokenized));
    reasons
}

fn fast_submission(submission: &Submission<'_>) -> Option<Reason> {
    let elapsed_ms = submission.elapsed_ms?.max(0);
    let char_count = submission.text.chars().count() as i64;
    let seconds = format!("{}.{}", elapsed_ms / 1000, elapsed_ms % 1000 / 100);
    if elapsed_ms < MIN_HUMAN_ELAPSED_MS {
        let sentence = format!("Submitted {seconds} seconds after the form was opened.");
        return Some(Reason::new("speed", 45, sentence));
    }
    // The text may have been pasted, so this reason has few points.
    (char_count > 150 && char_count * 1000 > elapsed_ms * MAX_CHARS_PER_S)
        .then(|| Reason::new("speed", 15, format!("{char_count} characters written in {seconds} seconds.")))
}

fn copies(same_text_count: i64) -> Option<Reason> {
    match same_text_count {
        ..=0 => None,
        1 => Some(Reason::new("copy", 30, "The same text was submitted once before.")),
        _ => Some(Reason::new("copy", 75, format!("The same text was submitted {same_text_count} times before."))),
    }
}

fn link_name_and_location_reasons(submission: &Submission<'_>, tokenized: &TokenizedText) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let count = tokenized.links.iter().filter(|link| !link.is_map()).count();
    match count {
        0 => {}
        1 => reasons.push(Reason::new("links", 12, "Contains a link.")),
        2 => reasons.push(Reason::new("links", 25, "Contains 2 links.")),
        _ => reasons.push(Reason::new("links", 40, format!("Contains {count} links."))),
    }
    if tokenized.links.iter().any(|link| link.is_shortener_or_chat()) {
        reasons.push(Reason::new("hidden-link", 20, "A link hides its destination or opens a private chat."));
    }
    if count > 0 && tokenized.words.len() < 5 {
        reasons.push(Reason::new("bare-link", 20, "Almost no text besides the link."));
    }
    let name = TokenizedText::parse(submission.name);
    if !name.links.is_empty() || name.phone_count > 0 || name.email_count > 0 {
        reasons.push(Reason::new("name", 40, "The name contains a link, an email address or a phone number."));
    }
    let location = TokenizedText::parse(submission.location.unwrap_or_default());
    if location.links.iter().any(|link| !link.is_map()) {
        reasons.push(Reason::new("location", 25, "The location contains a link that is not a map."));
    }
    reasons
}

fn obfuscation(tokenized: &TokenizedText) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if tokenized.has_link_markup {
        reasons.push(Reason::new("markup", 45, "Contains link markup, which people rarely type."));
    }
    if tokenized.mixed_script_word_count > 0 {
        reasons.push(Reason::new("scripts", 40, "Words mix look-alike letters from different alphabets."));
    }
    if tokenized.hidden_character_count > 0 {
        reasons.push(Reason::new("hidden", 30, "Words contain invisible characters."));
    }
    if !tokenized.spaced_words.is_empty() {
        let sentence = format!("Letters are spaced out to hide a word: {}.", tokenized.spaced_words.join(", "));
        reasons.push(Reason::new("spread", 25, sentence));
    }
    reasons
}

/// Detects repetition. A text in which each pair of words occurs at least 2.5 times on average is filed as spam. Long
/// ham repeats words, but not pairs of words. Numbers do not count, because tables repeat them.
fn repetition(tokenized: &TokenizedText) -> Option<Reason> {
    let words: Vec<&str> = tokenized.words.iter().map(String::as_str).filter(|word| *word != NUMBER_WORD).collect();
    let pairs: HashSet<&[&str]> = words.windows(2).collect();
    if words.len() >= MIN_WORDS_FOR_DECISIVE_REPETITION && (words.len() - 1) * 2 >= pairs.len() * 5 {
        let sentence = format!("Repetitive: {} words form only {} different pairs.", words.len(), pairs.len());
        return Some(Reason::new("repetition", DECISIVE_POINTS, sentence));
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in words.into_iter().filter(|word| word.chars().count() > 2) {
        *counts.entry(word).or_default() += 1;
    }
    let (word, max_count) = counts.into_iter().max_by_key(|(word, count)| (*count, std::cmp::Reverse(*word)))?;
    (max_count >= 4 && max_count * 4 > tokenized.words.len())
        .then(|| Reason::new("repetition", 20, format!("Repeats \"{word}\" {max_count} times.")))
}

/// How many different ham words of the training corpus contain each bigram.
static WORD_COUNTS_BY_BIGRAM: LazyLock<[[u32; SYMBOL_COUNT]; SYMBOL_COUNT]> = LazyLock::new(|| {
    let ham = CORPUS_COUNTS.counts_by_word.iter().filter(|(_, count)| count.ham > 0).map(|(word, _)| fold(word));
    let words: HashSet<Vec<usize>> = ham.filter_map(|word| symbols(&word)).collect();
    let mut counts = [[0; SYMBOL_COUNT]; SYMBOL_COUNT];
    for bigram in words.iter().flat_map(|word| word.windows(2)) {
        counts[bigram[0]][bigram[1]] += 1;
    }
    counts
});

/// Finds keyboard mash such as "sdkjfh": about a third or more of its letter bigrams are rare in real words.
///
/// The common bigrams come from the ham of the training corpus: English, Vietnamese and sentences in other languages.
/// In texts of these languages, about 5 % of the bigrams are rare. The share is up to 30 % in Polish, and 33 % to
/// 80 % in keyboard mash.
fn gibberish(text: &str) -> Option<Reason> {
    let text: String = text.chars().take(MAX_GIBBERISH_SCAN_CHARS).collect();
    let is_rare = |bigram: &&[usize]| WORD_COUNTS_BY_BIGRAM[bigram[0]][bigram[1]] < MIN_WORDS_OF_COMMON_BIGRAM;
    let (mut bigram_count, mut rare_bigram_count, mut named_words) = (0, 0, Vec::new());
    for word in text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’'))) {
        let letter_count = word.chars().count();
        let is_acronym = letter_count <= MAX_ACRONYM_LETTERS && word.chars().all(char::is_uppercase);
        let Some(symbols) = symbols(&fold(word)).filter(|_| letter_count >= MIN_WORD_LETTERS && !is_acronym) else {
            continue;
        };
        let rare_count = symbols.windows(2).filter(is_rare).count();
        bigram_count += symbols.len() - 1;
        rare_bigram_count += rare_count;
        if rare_count > 0 && named_words.len() < MAX_NAMED_WORDS && !named_words.contains(&word) {
            named_words.push(word);
        }
    }
    let is_gibberish = rare_bigram_count >= MIN_RARE_BIGRAMS
        && rare_bigram_count as f64 >= bigram_count as f64 * MIN_RARE_BIGRAM_SHARE;
    let sentence = format!("Not real words: {}.", named_words.join(", "));
    is_gibberish.then(|| Reason::new("gibberish", DECISIVE_POINTS, sentence))
}

/// The symbols of a folded word: its letters as numbers (`a` is 0), with a word boundary at each end. Apostrophes are
/// skipped. Repeated letters count once: "soooo" is read as "so". `None` if the word has digits or letters of another
/// script.
fn symbols(word: &str) -> Option<Vec<usize>> {
    let letters = word.chars().filter(|c| !matches!(c, '\'' | '’'));
    let letters: Option<Vec<usize>> =
        letters.map(|c| c.is_ascii_lowercase().then(|| usize::from(c as u8 - b'a'))).collect();
    let mut symbols = [vec![WORD_BOUNDARY], letters?, vec![WORD_BOUNDARY]].concat();
    symbols.dedup();
    Some(symbols)
}

/// Detects offers of sellers by the phrases in [`OFFER_PARTS`]. The phrases name no product, because the classifier
/// learns the words for products.
fn offer(tokenized: &TokenizedText) -> Option<Reason> {
    let text = format!(" {} ", fold(&tokenized.words.join(" ")));
    let has = |phrase: &&str| text.contains(&format!(" {phrase} "));
    let has_phone_email_or_link =
        tokenized.phone_count > 0 || tokenized.email_count > 0 || tokenized.links.iter().any(|link| !link.is_map());
    let has_contact = has_phone_email_or_link || MESSENGERS.iter().any(has);
    let mut found_parts: Vec<String> = Vec::new();
    for (part, phrases) in OFFER_PARTS {
        found_parts.extend(phrases.split(", ").find(has).map(|phrase| format!("{part} (\"{phrase}\")")));
    }
    // Travelers also mention prices: an amount alone is not an offer.
    let mentions_price = found_parts.iter().any(|part| part.starts_with(PRICE_PART));
    if tokenized.money_amount_count > 0 && !mentions_price && (has_contact || !found_parts.is_empty()) {
        found_parts.push("names a price".to_owned());
    }
    let points = OFFER_POINTS[usize::from(has_contact)][found_parts.len()];
    if has_contact {
        found_parts.push("gives contact details".to_owned());
    }
    (points != 0)
        .then(|| Reason::new("offer", points, format!("Reads like a sales offer: {}.", found_parts.join(", "))))
}

/// The reason for the age of the account or for approved texts. A new account without approved texts adds points, and
/// more if the text has a link or contact details. Several approved texts of the author subtract points.
fn author_reputation(submission: &Submission<'_>, tokenized: &TokenizedText) -> Option<Reason> {
    let Submission { account_age_s, approved_text_count, .. } = *submission;
    if approved_text_count >= MIN_APPROVED_TEXTS_FOR_TRUST {
        let points = if approved_text_count >= 10 { -30 } else { -20 };
        let sentence = format!("{approved_text_count} texts by this author were approved.");
        return Some(Reason::new("known", points, sentence));
    }
    if approved_text_count > 0 || account_age_s? >= MAX_NEW_ACCOUNT_AGE_S {
        return None;
    }
    let has_contact = !tokenized.links.is_empty() || tokenized.phone_count > 0 || tokenized.email_count > 0;
    let (points, sentence) = match has_contact {
        true => (25, "The account is less than a day old, and the text has a link or contact details."),
        false => (5, "The account is less than a day old."),
    };
    Some(Reason::new("new-account", points, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason_codes(submission: Submission<'_>) -> Vec<String> {
        reasons(&submission, &TokenizedText::parse(submission.text))
            .iter()
            .map(|reason| reason.code.to_string())
            .collect()
    }

    fn submission(text: &str) -> Submission<'_> {
        Submission { text, name: "Linh Tran", ..Submission::default() }
    }

    // R216
    #[test]
    fn ham_gets_no_reason() {
        for ham in [
            "The boat slid into the dark and nobody said a word. Best morning of our trip!",
            "Động Phong Nha đẹp quá, cả nhà mình đi hôm 20/11/2026, vé 150k một người.",
            "It is here: https://maps.app.goo.gl/abc",
            "WOW!",
        ] {
            assert_eq!(reason_codes(submission(ham)), Vec::<String>::new(), "{ham}");
        }
    }

    // R216
    #[test]
    fn each_kind_of_spam_gets_the_reason_of_its_rule() {
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
            assert!(
                reason_codes(submission(spam)).iter().any(|one| one == code),
                "{spam}: {:?}",
                reason_codes(submission(spam))
            );
        }
    }

    #[test]
    fn frequently_repeated_word_pairs_are_decisive_and_occasional_repetition_gets_no_points() {
        let points = |text: &str| repetition(&TokenizedText::parse(text)).map_or(0, |reason| reason.points);
        for spam in [
            "great great great great great great",
            "Ghé thăm Phong Nha nhé. Ghé thăm Phong Nha nhé. Ghé thăm Phong Nha nhé.",
            "the best tour the best tour the best tour",
            "nice nice nice very nice nice nice nice very nice",
        ] {
            assert_eq!(points(spam), DECISIVE_POINTS, "{spam}");
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
    fn speed_copies_name_and_location_get_the_reasons_of_their_rules() {
        let long_text = "Nobody said a word in the dark, and then the guide began to sing. We sat on the cold sand and listened. \
            When the lamps went on again, there were bats everywhere, and my brother swears that one of them winked.";
        let codes_after_ms =
            |elapsed_ms| reason_codes(Submission { elapsed_ms: Some(elapsed_ms), ..submission(long_text) });
        assert_eq!(
            (codes_after_ms(800), codes_after_ms(4000), codes_after_ms(30_000)),
            (vec!["speed".into()], vec!["speed".into()], vec![])
        );
        assert_eq!(reason_codes(Submission { elapsed_ms: Some(-1), ..submission("hello") }), ["speed"]);
        assert_eq!(reason_codes(Submission { same_text_count: 2, ..submission("hello") }), ["copy"]);
        assert_eq!(reason_codes(Submission { name: "casino.com", ..submission("hello") }), ["name"]);
        assert_eq!(
            reason_codes(Submission { location: Some("http://casino.example"), ..submission("hello") }),
            ["location"]
        );
        assert_eq!(
            reason_codes(Submission { location: Some("https://goo.gl/maps/x"), ..submission("hello") }),
            Vec::<String>::new()
        );
    }

    // R216
    #[test]
    fn new_accounts_add_points_and_approved_texts_subtract_points() {
        let points = |account_age_s, approved_text_count, text| {
            let submission = Submission { account_age_s: Some(account_age_s), approved_text_count, ..submission(text) };
            author_reputation(&submission, &TokenizedText::parse(text)).map_or(0, |reason| reason.points)
        };
        let (text_without_link, text_with_link) = ("a cave", "a cave, https://a.example");
        assert!(
            points(60, 0, text_with_link) > points(60, 0, text_without_link) && points(60, 0, text_without_link) > 0
        );
        assert_eq!((points(MAX_NEW_ACCOUNT_AGE_S, 0, text_with_link), points(60, 1, text_with_link)), (0, 0));
        assert!(
            points(MAX_NEW_ACCOUNT_AGE_S, 10, text_with_link) < points(MAX_NEW_ACCOUNT_AGE_S, 3, text_with_link)
                && points(MAX_NEW_ACCOUNT_AGE_S, 3, text_with_link) < 0
        );
    }

    #[test]
    fn keyboard_mash_is_gibberish() {
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
        assert_eq!(reason.as_deref(), Some("Not real words: dfgkj, lkjdfg."));
    }

    #[test]
    fn languages_names_and_abbreviations_are_not_gibberish() {
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

    fn offer_points(text: &str) -> i64 {
        offer(&TokenizedText::parse(text)).map_or(0, |reason| reason.points)
    }

    #[test]
    fn offer_points_grow_with_parts_and_a_contact() {
        assert_eq!(offer_points("Bên em có phòng trống"), 25);
        assert_eq!(offer_points("Bên em có phòng trống, zalo Hà"), 40);
        assert_eq!(offer_points("We offer rooms, 300k"), 50);
        assert_eq!(offer_points("We offer rooms, 300k, call 0912 345 678"), 60);
        assert_eq!(offer_points("We offer rooms at the best price, visit us"), 95);
        let reason = offer(&TokenizedText::parse("Xe giá rẻ, zalo 0912 345 678")).map(|reason| reason.text);
        let sentence = "Reads like a sales offer: mentions a price (\"gia re\"), gives contact details.";
        assert_eq!(reason.as_deref(), Some(sentence));
    }

    #[test]
    fn contact_alone_and_words_of_travelers_are_not_an_offer() {
        for ham in [
            "The homestay has the number 0912 345 678, ask for Lan.",
            "Lost: grey hat. Please call 0912 345 678.",
            "Our guide was wonderful, take the tour with her!",
            "Chị chủ nhà hiền lắm, nấu ăn ngon, vé 150k một người.",
        ] {
            assert_eq!(offer_points(ham), 0, "{ham}");
        }
    }
}
