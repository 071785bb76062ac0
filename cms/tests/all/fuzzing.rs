//! Runs each property of `fuzz_properties.rs` with the files of its fuzz target (`cms/tests/fuzz/NAME`) and with
//! mutants of these files.
//!
//! The mutants are the same in each run, because the random seed is fixed. `make fuzz` (`cms/fuzz`) instead chooses its
//! inputs by code coverage. A mutant that breaks a property is added to the files of its fuzz target, so later runs try
//! it too.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rstest::rstest;
use sha2::{Digest, Sha256};

use crate::fuzz_properties as property;

/// The number of mutants for each target, except images: see [`Target::mutant_count`].
const MUTANTS_PER_TARGET: usize = 300;
/// The maximum length of a mutant in bytes.
const MAX_MUTANT_BYTES: usize = 64 << 10;
const RANDOM_SEED: u64 = 20_261_121;

/// A fuzz target: the name of its folder in `cms/tests/fuzz`, pieces of its syntax that mutants insert, and the check
/// of its property.
struct Target {
    name: &'static str,
    tokens: &'static [&'static str],
    check_property: fn(&[u8]),
}

#[rstest]
#[case::check_html(Target { name: "html", tokens: HTML_TOKENS, check_property: property::check_html })]
#[case::check_image_file(Target { name: "image_file", tokens: &["IHDR", "IDAT", "PLTE", "VP8X", "ANIM", "\u{0}\u{0}", "ÿ"], check_property: property::check_image_file })]
#[case::check_opening_hours(Target { name: "opening_hours", tokens: HOURS_TOKENS, check_property: property::check_opening_hours })]
#[case::check_overlay(Target { name: "overlay", tokens: OVERLAY_TOKENS, check_property: property::check_overlay })]
#[case::check_cursor(Target { name: "cursor", tokens: &["eyJ", "IjoxfQ", "-", "_", "=", "e30"], check_property: property::check_cursor })]
#[case::check_conditional_headers(Target { name: "conditional_headers", tokens: &["\"", "W/", "*", ",", ".", "3", "9223372036854775808", " "], check_property: property::check_conditional_headers })]
#[case::check_forwarded_for(Target { name: "forwarded_for", tokens: &[",", "::1", "10.0.0.1", "[", "]:80", "\n", "127.0.0.1", "::ffff:"], check_property: property::check_forwarded_for })]
fn property_holds_for_every_input_and_mutant(#[case] target: Target) {
    let corpus = target.stored_inputs();
    for (path, bytes) in &corpus {
        (target.check_property)(bytes);
        assert!(bytes.len() <= MAX_MUTANT_BYTES, "{} is long: mutants of it are slow", path.display());
    }
    let mut random = StdRng::seed_from_u64(RANDOM_SEED);
    for _ in 0..target.mutant_count() {
        let mutant = target.mutant(&corpus, &mut random);
        if catch_unwind(AssertUnwindSafe(|| (target.check_property)(&mutant))).is_err() {
            panic!("the failing input is stored in {}", target.store_failure(&mutant).display());
        }
    }
}

/// `cms/fuzz` is not part of the other builds, so a renamed property would be noticed by `make fuzz` only.
#[test]
fn every_target_of_the_fuzzer_names_an_existing_property() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let properties = std::fs::read_to_string(folder.join("tests/all/fuzz_properties.rs")).unwrap();
    let mut target_count = 0;
    for entry in std::fs::read_dir(folder.join("fuzz/targets")).unwrap() {
        let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let property = source.lines().find_map(|line| line.strip_prefix("fuzz::target!(")?.strip_suffix(");")).unwrap();
        assert!(properties.contains(&format!("pub fn {property}(bytes: &[u8])")), "{property}");
        target_count += 1;
    }
    assert_eq!(target_count, properties.matches("\npub fn check_").count());
}

impl Target {
    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz").join(self.name)
    }

    fn stored_inputs(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(self.folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        assert!(paths.len() >= 3, "{} has too few files to begin with", self.name);
        paths.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
    }

    /// The number of mutants of this target. Images have fewer, because resizing them to many widths is slow.
    fn mutant_count(&self) -> usize {
        if self.name == "image_file" { MUTANTS_PER_TARGET / 10 } else { MUTANTS_PER_TARGET }
    }

    /// The content of a random file of `corpus` with one to seven random changes, cut to [`MAX_MUTANT_BYTES`].
    fn mutant(&self, corpus: &[(PathBuf, Vec<u8>)], random: &mut StdRng) -> Vec<u8> {
        let mut mutant_bytes = corpus[random.random_range(0..corpus.len())].1.clone();
        for _ in 0..random.random_range(1..8) {
            let at = random.random_range(0..=mutant_bytes.len());
            let end = (at + random.random_range(0..64)).min(mutant_bytes.len());
            match random.random_range(0..6) {
                0 if at < mutant_bytes.len() => mutant_bytes[at] ^= 1 << random.random_range(0..8),
                1 if at < mutant_bytes.len() => mutant_bytes[at] = random.random(),
                2 => drop(mutant_bytes.drain(at..end)),
                3 => {
                    let repeated: Vec<u8> = mutant_bytes[at..end].repeat(random.random_range(1..9));
                    mutant_bytes.splice(at..at, repeated);
                }
                4 => {
                    let other = &corpus[random.random_range(0..corpus.len())].1;
                    let from = random.random_range(0..=other.len());
                    mutant_bytes.splice(at..end, other[from..].iter().copied());
                }
                _ => {
                    let token = self.tokens[random.random_range(0..self.tokens.len())];
                    mutant_bytes.splice(at..at, token.bytes());
                }
            }
        }
        mutant_bytes.truncate(MAX_MUTANT_BYTES);
        mutant_bytes
    }

    fn store_failure(&self, mutant: &[u8]) -> PathBuf {
        let digest: String = Sha256::digest(mutant)[..6].iter().map(|byte| format!("{byte:02x}")).collect();
        let path = self.folder().join(format!("found-{digest}"));
        std::fs::write(&path, mutant).unwrap();
        path
    }
}

const HTML_TOKENS: &[&str] = &[
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
const HOURS_TOKENS: &[&str] = &[
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
const OVERLAY_TOKENS: &[&str] = &[
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
