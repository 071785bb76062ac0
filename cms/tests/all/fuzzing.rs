//! What takes bytes from strangers, fed with what strangers send: each file of `cms/tests/fuzz`, and mutants of them.
//!
//! Every file and the same few hundred mutants are tried each time. Nothing guides them to new code: for that there is
//! `make fuzz` (`cms/fuzz`). Whatever breaks a property is written beside the others, so that it is tried from then on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rstest::rstest;
use sha2::{Digest, Sha256};

use crate::fuzz_properties as property;

/// How many mutants are tried of each target.
const FEW: usize = 300;
/// The longest mutant, in bytes.
const LONGEST: usize = 64 << 10;
const SEED: u64 = 20_261_121;

/// One thing that takes bytes: the folder of its files, words that it knows, and what must hold whatever it is given.
struct Target {
    name: &'static str,
    words: &'static [&'static str],
    holds: fn(&[u8]),
}

#[rstest]
#[case::html(Target { name: "html", words: HTML, holds: property::html })]
#[case::image_file(Target { name: "image_file", words: &["IHDR", "IDAT", "PLTE", "VP8X", "ANIM", "\u{0}\u{0}", "ÿ"], holds: property::image_file })]
#[case::opening_hours(Target { name: "opening_hours", words: HOURS, holds: property::opening_hours })]
#[case::overlay(Target { name: "overlay", words: OVERLAY, holds: property::overlay })]
#[case::cursor(Target { name: "cursor", words: &["eyJ", "IjoxfQ", "-", "_", "=", "e30"], holds: property::cursor })]
#[case::conditional_headers(Target { name: "conditional_headers", words: &["\"", "W/", "*", ",", ".", "3", "9223372036854775808", " "], holds: property::conditional_headers })]
#[case::forwarded_for(Target { name: "forwarded_for", words: &[",", "::1", "10.0.0.1", "[", "]:80", "\n", "127.0.0.1", "::ffff:"], holds: property::forwarded_for })]
fn whatever_strangers_send_a_property_holds(#[case] target: Target) {
    let corpus = target.corpus();
    for (path, bytes) in &corpus {
        (target.holds)(bytes);
        assert!(bytes.len() <= LONGEST, "{} is long: mutants of it are slow", path.display());
    }
    let mut random = StdRng::seed_from_u64(SEED);
    for _ in 0..target.few() {
        let mutant = target.mutant(&corpus, &mut random);
        if catch_unwind(AssertUnwindSafe(|| (target.holds)(&mutant))).is_err() {
            panic!("what breaks it is kept in {}", target.keep(&mutant).display());
        }
    }
}

impl Target {
    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz").join(self.name)
    }

    fn corpus(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(self.folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        assert!(paths.len() >= 3, "{} has too few files to begin with", self.name);
        paths.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
    }

    /// Pictures are made anew in many widths, which is most of what it costs.
    fn few(&self) -> usize {
        if self.name == "image_file" { FEW / 10 } else { FEW }
    }

    /// One of the files after some accidents.
    fn mutant(&self, corpus: &[(PathBuf, Vec<u8>)], random: &mut StdRng) -> Vec<u8> {
        let mut one = corpus[random.random_range(0..corpus.len())].1.clone();
        for _ in 0..random.random_range(1..8) {
            let at = random.random_range(0..=one.len());
            let end = (at + random.random_range(0..64)).min(one.len());
            match random.random_range(0..6) {
                0 if at < one.len() => one[at] ^= 1 << random.random_range(0..8),
                1 if at < one.len() => one[at] = random.random(),
                2 => drop(one.drain(at..end)),
                3 => {
                    let again: Vec<u8> = one[at..end].repeat(random.random_range(1..9));
                    one.splice(at..at, again);
                }
                4 => {
                    let other = &corpus[random.random_range(0..corpus.len())].1;
                    let from = random.random_range(0..=other.len());
                    one.splice(at..end, other[from..].iter().copied());
                }
                _ => {
                    let word = self.words[random.random_range(0..self.words.len())];
                    one.splice(at..at, word.bytes());
                }
            }
        }
        one.truncate(LONGEST);
        one
    }

    fn keep(&self, mutant: &[u8]) -> PathBuf {
        let digest: String = Sha256::digest(mutant)[..6].iter().map(|byte| format!("{byte:02x}")).collect();
        let path = self.folder().join(format!("found-{digest}"));
        std::fs::write(&path, mutant).unwrap();
        path
    }
}

const HTML: &[&str] = &[
    "<script>",
    "</script>",
    "<svg><style>",
    "<math><mtext>",
    "<noscript>",
    "<template>",
    "<p",
    ">",
    "\"",
    "'",
    "<!--",
    "-->",
    " onerror=alert(1) ",
    "href=\"",
    "javascript:",
    "&#106;",
    "&Tab;",
    "<a ",
    "<img src=",
    "<table>",
    "<td>",
    "]]>",
    "\u{0}",
    "<h1>",
    "</p>",
    "<form>",
    "<textarea>",
    "\\",
    "//",
    "https:",
];
const HOURS: &[&str] = &[
    "Mo-Fr ",
    "Su",
    "07:00-17:00",
    "; ",
    ", ",
    " off",
    "PH",
    "week 1-53/2 ",
    "2027 ",
    "Feb 29",
    "easter",
    "-1 day",
    "24/7",
    "[1]",
    "(sunset+01:00)",
    "+",
    "\"by appointment\"",
    "26:00",
    " || ",
    "unknown",
];
const OVERLAY: &[&str] = &[
    "{\"type\":\"Feature\",",
    "\"geometry\":null",
    "\"coordinates\":[",
    "]",
    "}",
    "[[",
    "1e308",
    "-180",
    "90.0000001",
    "null",
    "\"type\":\"Polygon\"",
    "GeometryCollection",
    "\\u0000",
    "\"",
    ",",
    "\"geometries\":[",
    "{\"type\":\"Point\",\"coordinates\":[1,2]}",
];
