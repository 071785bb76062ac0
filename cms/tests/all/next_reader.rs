//! What one reader asks for in a strange way changes nothing of what the next one gets, and keeps nobody waiting.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use rstest::rstest;
use serde_json::json;

use crate::front::Town;
use crate::world::Sqlite;

/// Readings of `Accept-Encoding` on which two readers might not agree.
const STRANGE: [&str; 12] = [
    "x-gzip",
    "*",
    "*;q=0",
    "identity;q=0",
    "br;q=0.0000, identity;q=0",
    "gzip;q=0.0000, identity;q=0",
    "gzip;q=0, br;q=0, *;q=0",
    "gzip;q=0.001, br;q=1",
    "br;q=0.001, gzip",
    "BR",
    "br;level=1",
    ", ,gzip;;q=1",
];

#[rstest]
#[case::the_api("/api/businesses", "[")]
#[case::a_page("/explore", "<h1>")]
#[case::a_page_that_is_not_there("/nowhere", "<h1>")]
#[tokio::test]
async fn a_strange_wish_for_an_encoding_spoils_no_kept_answer(#[case] path: &str, #[case] beginning: &str) {
    let Some(town) = Town::open(Sqlite).await else { return };
    let visitor = town.guide.visitor();
    let status = if path == "/nowhere" { 404 } else { 200 };
    for strange in STRANGE {
        // Nothing of it is kept when the stranger comes. A page that is not there shows the region's name.
        town.admin.put("/api/settings", json!({ "tagline": format!("Said after {strange}") })).await.is(200);
        town.changes(json!({ "description": format!("Dark, and asked for by {strange}.") })).await;
        visitor.get_with(path, &[("accept-encoding", strange)]).await.is(status);
        let plain = visitor.get_with(path, &[("accept-encoding", "identity")]).await.is(status);
        assert!(plain.text.starts_with(beginning), "after {strange:?} plain is {:?}", &plain.bytes[..20]);
        assert_eq!(plain.header("content-encoding"), "", "{strange:?}");
        let gzip = visitor.get_with(path, &[("accept-encoding", "gzip")]).await.is(status);
        assert!(gzip.bytes.starts_with(&[0x1f, 0x8b]), "after {strange:?} gzip is {:?}", &gzip.bytes[..20]);
        assert_eq!(gzip.header("content-encoding"), "gzip", "{strange:?}");
        let br = visitor.get_with(path, &[("accept-encoding", "gzip, deflate, br, zstd")]).await.is(status);
        let unpacked = br.unpacked();
        // A page that was being made anew meanwhile is another one for everybody.
        let now = visitor.get_with(path, &[("accept-encoding", "identity")]).await.is(status);
        let is_it = unpacked.is_ok_and(|unpacked| [&plain, &now].iter().any(|answer| answer.text == unpacked));
        assert!(is_it, "after {strange:?} br is something else");
    }
}

#[tokio::test]
async fn a_write_is_answered_whatever_encoding_is_wished_for() {
    let Some(town) = Town::open(Sqlite).await else { return };
    for (number, strange) in STRANGE.iter().enumerate() {
        let category = json!({ "name": format!("Wish {number}") });
        town.admin.post_with("/api/categories", &[("accept-encoding", strange)], category).await.is(201);
    }
}

/// A path and headers.
type Guess = (String, Vec<(&'static str, String)>);

// R318
#[rstest]
#[case::addresses(|n| (format!("/guess-{n}"), vec![]))]
#[case::segments(|n| ("/explore".to_owned(), vec![("rsc", "1".to_owned()), ("next-router-segment-prefetch", format!("/guess-{n}"))]))]
#[tokio::test]
async fn unknown_paths_wait_in_a_bounded_queue_and_delay_no_page(#[case] guess: fn(usize) -> Guess) {
    let Some(town) = Town::open(Sqlite).await else { return };
    let visitor = town.guide.visitor();
    town.stage.takes(Duration::from_millis(100));
    let mut asked: FuturesUnordered<_> = (0..400)
        .map(|n| {
            let (visitor, (path, headers)) = (&visitor, guess(n));
            async move {
                let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
                visitor.get_with(&path, &headers).await
            }
        })
        .collect();
    let mut refused = 0;
    while refused < 100 {
        let answer = asked.next().await.expect("no guess is sent away");
        if answer.status == 503 {
            assert!(!answer.header("retry-after").is_empty());
            refused += 1;
        }
    }
    // The others still wait; a page that nobody has asked for is made meanwhile.
    let page = tokio::time::timeout(Duration::from_secs(5), visitor.get("/guestbook"));
    page.await.expect("a page waits behind guesses").is(200);
}
