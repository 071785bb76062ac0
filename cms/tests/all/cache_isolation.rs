//! Unusual requests do not corrupt or delay the responses for other clients.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use rstest::rstest;
use serde_json::json;

use crate::site_proxy::SiteFixture;
use crate::test_app::Sqlite;

/// Values of `Accept-Encoding` that implementations read differently.
const UNUSUAL_ENCODINGS: [&str; 12] = [
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
#[case::api("/api/businesses", "[")]
#[case::page("/explore", "<h1>")]
#[case::missing_page("/nowhere", "<h1>")]
#[tokio::test]
async fn unusual_accept_encoding_does_not_corrupt_the_cached_response(#[case] path: &str, #[case] beginning: &str) {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let anonymous = site.guide.anonymous();
    let status = if path == "/nowhere" { 404 } else { 200 };
    for encoding in UNUSUAL_ENCODINGS {
        // Together, the two changes invalidate the cached response of each case. The 404 page depends on the settings
        // only.
        site.admin.put("/api/settings", json!({ "tagline": format!("Said after {encoding}") })).await.is(200);
        site.update_place(json!({ "description": format!("Dark, and asked for by {encoding}.") })).await;
        anonymous.get_with_headers(path, &[("accept-encoding", encoding)]).await.is(status);
        let plain = anonymous.get_with_headers(path, &[("accept-encoding", "identity")]).await.is(status);
        assert!(plain.text.starts_with(beginning), "after {encoding:?} plain is {:?}", &plain.bytes[..20]);
        assert_eq!(plain.header("content-encoding"), "", "{encoding:?}");
        let gzip = anonymous.get_with_headers(path, &[("accept-encoding", "gzip")]).await.is(status);
        assert!(gzip.bytes.starts_with(&[0x1f, 0x8b]), "after {encoding:?} gzip is {:?}", &gzip.bytes[..20]);
        assert_eq!(gzip.header("content-encoding"), "gzip", "{encoding:?}");
        let br = anonymous.get_with_headers(path, &[("accept-encoding", "gzip, deflate, br, zstd")]).await.is(status);
        let unpacked = br.brotli_decompressed_body();
        // The page may have been rendered again after the first `identity` request, so either content is correct.
        let later_plain = anonymous.get_with_headers(path, &[("accept-encoding", "identity")]).await.is(status);
        let is_same =
            unpacked.is_ok_and(|unpacked| [&plain, &later_plain].iter().any(|response| response.text == unpacked));
        assert!(is_same, "after {encoding:?} br has another content");
    }
}

#[tokio::test]
async fn write_with_unusual_accept_encoding_succeeds() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    for (number, encoding) in UNUSUAL_ENCODINGS.iter().enumerate() {
        let category = json!({ "name": format!("Wish {number}") });
        site.admin.post_with_headers("/api/categories", &[("accept-encoding", encoding)], category).await.is(201);
    }
}

type PathAndHeaders = (String, Vec<(&'static str, String)>);

// R318
#[rstest]
#[case::paths(|n| (format!("/guess-{n}"), vec![]))]
#[case::prefetch_segments(|n| ("/explore".to_owned(), vec![("rsc", "1".to_owned()), ("next-router-segment-prefetch", format!("/guess-{n}"))]))]
#[tokio::test]
async fn unknown_paths_wait_in_a_bounded_queue_and_delay_no_page(#[case] unknown_request: fn(usize) -> PathAndHeaders) {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let anonymous = site.guide.anonymous();
    site.renderer.set_render_delay(Duration::from_millis(100));
    let mut requests: FuturesUnordered<_> = (0..400)
        .map(|n| {
            let (anonymous, (path, headers)) = (&anonymous, unknown_request(n));
            async move {
                let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
                anonymous.get_with_headers(&path, &headers).await
            }
        })
        .collect();
    let mut refused_count = 0;
    while refused_count < 100 {
        let response = requests.next().await.expect("no request is refused");
        if response.status == 503 {
            assert!(!response.header("retry-after").is_empty());
            refused_count += 1;
        }
    }
    // The other requests for unknown paths still wait. A page with a known path is rendered nevertheless.
    let page = tokio::time::timeout(Duration::from_secs(5), anonymous.get("/guestbook"));
    page.await.expect("the page waits behind unknown paths").is(200);
}
