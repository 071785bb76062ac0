//! The spam score: its precision and recall on texts that were not used for training, the command that measures both,
//! and the training.

use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

use cms::spam::classifier::{self, CORPUS_COUNTS, ConfusionMatrix};
use cms::spam::score::{SpamLabel, Submission};
use cms::spam::words::fingerprint;
use rstest::rstest;

use crate::test_app::{Engine, Postgres, Sqlite, migrated_database};

fn test_corpus_path() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/test.jsonl")
}

// R216
#[test]
fn spam_score_on_the_unseen_corpus_reaches_95_percent_precision_and_85_percent_recall() {
    let texts = classifier::parse_corpus(&std::fs::read_to_string(test_corpus_path()).unwrap()).unwrap();
    assert!(texts.len() >= 100, "{}", texts.len());
    let training_texts = classifier::parse_corpus(include_str!("../../corpus/train.jsonl")).unwrap();
    let training_fingerprints: HashSet<String> = training_texts.iter().map(|text| fingerprint(&text.text)).collect();
    assert!(
        texts.iter().all(|text| !training_fingerprints.contains(&fingerprint(&text.text))),
        "a text is in both halves"
    );
    let all = ConfusionMatrix::evaluate(&texts, &CORPUS_COUNTS);
    assert!(all.precision() >= 0.95, "precision {:.3}: {all:?}", all.precision());
    assert!(all.recall() >= 0.85, "recall {:.3}: {all:?}", all.recall());
}

#[test]
fn spam_score_on_the_travel_corpus_reaches_95_percent_precision_and_80_percent_recall() {
    let texts = classifier::parse_corpus(include_str!("../../corpus/test-travel.jsonl")).unwrap();
    let training_texts = classifier::parse_corpus(include_str!("../../corpus/train.jsonl")).unwrap();
    let training_fingerprints: HashSet<String> = training_texts.iter().map(|text| fingerprint(&text.text)).collect();
    assert!(
        texts.iter().all(|text| !training_fingerprints.contains(&fingerprint(&text.text))),
        "a text is also in the training half"
    );
    let spam_count = texts.iter().filter(|text| text.label == SpamLabel::Spam).count();
    assert_eq!((texts.len(), spam_count), (100, 50));
    let all = ConfusionMatrix::evaluate(&texts, &CORPUS_COUNTS);
    assert!(all.precision() >= 0.95, "precision {:.3}: {all:?}", all.precision());
    assert!(all.recall() >= 0.80, "recall {:.3}: {all:?}", all.recall());
}

// R216
#[test]
fn spam_measure_command_prints_numbers_and_no_text() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_cms")).args(["spam", "measure"]).arg(test_corpus_path()).output().unwrap();
    let output_text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let first_words: Vec<&str> =
        output_text.lines().filter_map(|line| line.split_whitespace().next()).skip(2).collect();
    assert_eq!(first_words, ["en", "vi", "all"], "{output_text}");
}

// R216
#[rstest]
#[tokio::test]
async fn word_counts_follow_training_labels_and_are_never_negative(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(db) = migrated_database(engine, folder.path()).await else { return };
    let text = "Bán grizzlewort, mua grizzlewort";
    let score =
        async || cms::spam::score(&db, &Submission { text, ..Submission::default() }).await.unwrap().total_points;
    let train = async |label: SpamLabel, is_undo: bool| {
        let (before, after) = if is_undo { (Some(label), None) } else { (None, Some(label)) };
        let work = db.write(move |tx| {
            Box::pin(async move { cms::spam::replace_training_text(tx, (text, before), (text, after)).await })
        });
        work.await
    };
    let score_before = score().await;
    train(SpamLabel::Spam, false).await.unwrap();
    let learned_score = score().await;
    assert!(learned_score > score_before, "{learned_score} > {score_before}");
    train(SpamLabel::Spam, false).await.unwrap();
    assert!(score().await >= learned_score);
    for _ in 0..3 {
        train(SpamLabel::Spam, true).await.unwrap();
    }
    assert_eq!(score().await, score_before, "unlearning an unknown text changes nothing");
    train(SpamLabel::Ham, false).await.unwrap();
    assert!(score().await <= score_before);
    db.close().await;
}
