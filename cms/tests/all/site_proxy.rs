//! The site proxy in front of a fake renderer.

use std::time::{Duration, Instant};

use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fake_renderer::{BUILD_FILE_LINE, FakeRenderer, compress_at_build_level};
use crate::fixtures::{place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{TestClient, TestResponse};

/// The maximum wait for an expected response or for a call of the renderer. R202 requires a change to be on its page
/// within two seconds; the longer limit allows for a busy machine.
const WAIT_TIMEOUT: Duration = Duration::from_secs(10);

/// The `Cache-Control` of build files.
const IMMUTABLE_CACHE_CONTROL: &str = "public, max-age=31536000, immutable";

/// An app with a fake renderer, an admin and one place.
pub struct SiteFixture {
    pub guide: TestApp,
    pub renderer: FakeRenderer,
    pub admin: TestClient,
    place: Value,
    category_id: i64,
}

impl SiteFixture {
    pub async fn start(engine: Engine) -> Option<Self> {
        let renderer = FakeRenderer::spawn().await;
        let guide = TestApp::start_with_renderer(engine, &renderer.origin()).await?;
        renderer.set_api_address(guide.address);
        let admin = guide.admin().await;
        let category_id = admin.add_category("Caves").await;
        let place = admin.add_place(place_json("Dark Cave", category_id)).await;
        let site = Self { guide, renderer, admin, place, category_id };
        site.wait_for("/readyz", |response| response.status == 200).await;
        site.wait_for("/places/dark-cave", |response| response.text.contains("Dark Cave")).await;
        site.wait_for("/explore", |response| response.text.contains("Dark Cave")).await;
        site.wait_until_live(&site.place).await;
        Some(site)
    }

    pub async fn stop_renderer(&self) {
        self.renderer.stop().await;
    }

    pub fn category_id(&self) -> i64 {
        self.category_id
    }

    /// Waits until `liveSince` of this place is set.
    async fn wait_until_live(&self, place: &Value) {
        let path = format!("/api/businesses/{}", place["id"]);
        let started_at = Instant::now();
        while self.admin.get(&path).await.is(200).json()["liveSince"].is_null() {
            assert!(started_at.elapsed() < WAIT_TIMEOUT, "{path} is not live");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.guide.anonymous().get(path).await
    }

    /// Repeats the request for `path` until a response meets `condition`, and returns that response. Panics after the
    /// timeout.
    #[track_caller]
    pub fn wait_for<'t>(
        &'t self,
        path: &'t str,
        condition: impl Fn(&TestResponse) -> bool + 't,
    ) -> impl Future<Output = TestResponse> + 't {
        let caller = std::panic::Location::caller();
        async move {
            let started_at = Instant::now();
            loop {
                let response = self.get(path).await;
                if condition(&response) {
                    return response;
                }
                assert!(
                    started_at.elapsed() < WAIT_TIMEOUT,
                    "{caller}: {path} stays {} {}",
                    response.status,
                    response.text
                );
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// Updates the place of this fixture as the admin.
    pub async fn update_place(&self, fields: Value) -> TestResponse {
        self.admin.put(&format!("/api/businesses/{}", self.place["id"]), fields).await.is(200)
    }
}

#[tokio::test]
async fn page_with_queries_or_cookies_comes_from_the_cache_unchanged() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let anonymous = site.guide.anonymous();
    let plain_response = anonymous.get("/explore").await.is(200);
    let request_count_before = site.renderer.requested_targets().len();
    for (path, headers) in [
        ("/explore?category=cave&tags=beer", vec![]),
        ("/explore?_rsc=abc", vec![("cookie", "session=mine")]),
        ("/explore", vec![("authorization", "Bearer mine"), ("user-agent", "Googlebot")]),
        ("/explore", vec![("accept", "text/x-component"), ("next-router-state-tree", "[\"\"]")]),
        ("/explore", vec![("x-forwarded-host", "evil.example"), ("next-url", "/"), ("next-router-prefetch", "1")]),
        ("/%65xplore", vec![]),
    ] {
        let response = anonymous.get_with_headers(path, &headers).await.is(200);
        assert_eq!(
            (response.text, response.headers["etag"].clone()),
            (plain_response.text.clone(), plain_response.headers["etag"].clone())
        );
    }
    assert_eq!(site.renderer.requested_targets().len(), request_count_before, "every response came from the cache");
}

// R322
#[tokio::test]
async fn page_request_reaches_the_renderer_without_credentials_and_internal_headers() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let sent_headers = [
        ("cookie", "session=mine"),
        ("authorization", "Bearer mine"),
        ("x-middleware-subrequest", "src/middleware:src/middleware"),
        ("x-nextjs-data", "1"),
        ("x-invoke-path", "/refresh"),
        ("x-refresh-secret", "guess"),
        ("x-forwarded-host", "evil.example"),
        ("x-now-route-matches", "1"),
        ("next-action", "1"),
        ("range", "bytes=0-1"),
        ("rsc", "1"),
        ("next-url", "/saved?secret=1"),
        ("next-router-segment-prefetch", "/_tree"),
    ];
    site.guide.anonymous().get_with_headers("/saved?secret=1", &sent_headers).await.is(200);
    let requests = site.renderer.request_headers_for("/saved?_rsc=right");
    let mut names: Vec<&str> = requests[0].keys().map(|name| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["host", "next-router-prefetch", "next-router-segment-prefetch", "next-url", "rsc"]);
    assert_eq!(requests[0]["next-url"], "/explore", "one value for all requests");
    assert_eq!(requests[0]["host"], site.renderer.address.to_string().as_str());
    assert!(site.renderer.requested_targets().iter().all(|target| !target.contains("secret")));
}

#[tokio::test]
async fn page_response_omits_internal_headers() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let page = site.get("/explore").await.is(200);
    for omitted_header in
        ["set-cookie", "x-powered-by", "x-nextjs-cache", "x-middleware-rewrite", "x-nextjs-stale-time"]
    {
        assert_eq!(page.header(omitted_header), "", "{omitted_header}");
    }
    assert_eq!(page.header("cache-control"), "no-cache");
    assert_ne!(page.header("etag"), "\"theirs\"");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    let payload = site.guide.anonymous().get_with_headers("/explore", &[("rsc", "1")]).await.is(200);
    assert_eq!(payload.header("content-type"), "text/x-component");
    assert_eq!(payload.header("x-nextjs-stale-time"), "300", "the browser's router reads it");
    assert!(payload.header("vary").contains("next-url"));
    let build_file = site.get("/_next/static/chunks/a1b2.js").await.is(200);
    assert_eq!(build_file.header("cache-control"), IMMUTABLE_CACHE_CONTROL);
}

#[rstest]
#[case::with_compressed_file("twin", true)]
#[case::with_truncated_compressed_file("half", false)]
#[case::without_compressed_file("alone", false)]
#[tokio::test]
async fn build_file_is_sent_as_its_valid_compressed_file_or_compressed_by_the_server(
    #[case] name: &str,
    #[case] has_valid_compressed_file: bool,
) {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let (anonymous, path) = (site.guide.anonymous(), format!("/_next/static/chunks/{name}.js"));
    for _ in 0..2 {
        let br = anonymous.get_with_headers(&path, &[("accept-encoding", "gzip, deflate, br, zstd")]).await.is(200);
        assert_eq!(br.bytes == compress_at_build_level(&BUILD_FILE_LINE.repeat(50)), has_valid_compressed_file);
        assert_eq!(br.brotli_decompressed_body().unwrap(), BUILD_FILE_LINE.repeat(50));
        assert_eq!((br.header("content-encoding"), br.header("cache-control")), ("br", IMMUTABLE_CACHE_CONTROL));
        assert_eq!(br.header("content-type"), "application/javascript; charset=UTF-8");
        let gzip = anonymous.get_with_headers(&path, &[("accept-encoding", "gzip")]).await.is(200);
        assert!(gzip.bytes.starts_with(&[0x1f, 0x8b]));
        let plain = anonymous.get_with_headers(&path, &[("accept-encoding", "identity")]).await.is(200);
        assert_eq!((plain.text.as_str(), plain.header("content-encoding")), (BUILD_FILE_LINE.repeat(50).as_str(), ""));
        for response in [&br, &gzip, &plain] {
            let vary: Vec<&str> =
                response.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
            assert_eq!(vary, ["rsc", "accept-encoding"]);
        }
        let conditional_headers = [("accept-encoding", "br"), ("if-none-match", br.header("etag"))];
        anonymous.get_with_headers(&path, &conditional_headers).await.is(304);
    }
    assert_eq!(
        site.renderer.request_headers_for(&format!("{path}.br")).len(),
        1,
        "requested once, for clients that accept it"
    );
    let direct_response = anonymous.get_with_headers(&format!("{path}.br"), &[("accept-encoding", "br")]).await;
    assert_eq!(direct_response.status, if name == "alone" { 404 } else { 200 });
}

#[tokio::test]
async fn page_csp_allows_only_its_own_inline_scripts() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let page = site.get("/explore").await;
    // The hash is the output of `printf 'hello()' | openssl dgst -sha256 -binary | base64`.
    let allowed_scripts = "script-src 'self' 'sha256-mTytrf2QssaOZNGNRT1WCtMRd3ocH8LJxQQu5qMUanU=';";
    assert!(
        page.header("content-security-policy").contains(allowed_scripts),
        "{}",
        page.header("content-security-policy")
    );
    let etag = page.header("etag").to_owned();
    let not_modified_response =
        site.guide.anonymous().get_with_headers("/explore", &[("if-none-match", &etag)]).await.is(304);
    assert_eq!(not_modified_response.header("content-security-policy"), page.header("content-security-policy"));
    assert_eq!(not_modified_response.text, "");
}

#[tokio::test]
async fn document_payload_and_dialog_are_cached_separately() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let anonymous = site.guide.anonymous();
    let (rsc, next_url) = (("rsc", "1"), ("next-url", "/"));
    for _ in 0..2 {
        assert!(anonymous.get("/places/dark-cave").await.text.starts_with("<h1>"));
        assert_eq!(anonymous.get_with_headers("/places/dark-cave", &[rsc]).await.text, "payload Dark Cave None");
        let dialog = anonymous.get_with_headers("/places/dark-cave", &[rsc, next_url]).await;
        assert_eq!(dialog.text, "payload Dark Cave Some(\"/explore\")");
    }
    assert_eq!(site.renderer.request_headers_for("/places/dark-cave?_rsc=right").len(), 2);
}

#[tokio::test]
async fn head_request_has_the_headers_of_get_and_leaves_the_cache_intact() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    for path in ["/saved", "/api/categories", "/places/nowhere"] {
        let head = site.guide.anonymous().send(Method::HEAD, path, &[], None).await;
        let get = site.get(path).await;
        assert!(!get.text.is_empty(), "{path}");
        assert_eq!((head.status, head.text.as_str()), (get.status, ""), "{path}");
        assert_eq!(head.header("content-length"), get.text.len().to_string(), "{path}");
        assert_eq!(head.header("etag"), get.header("etag"), "{path}");
    }
}

#[tokio::test]
async fn concurrent_requests_for_a_page_render_it_once() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    site.renderer.set_render_delay(Duration::from_millis(300));
    let request_count_before = site.renderer.requested_targets().len();
    let requests_at_once = (0..40).map(|_| site.get("/saved"));
    for response in futures_util::future::join_all(requests_at_once).await {
        assert!(response.is(200).text.contains("Saved Places"));
    }
    assert_eq!(site.renderer.requested_targets().len() - request_count_before, 1);
}

#[tokio::test]
async fn disconnected_client_does_not_cancel_a_shared_rendering() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    site.renderer.set_render_delay(Duration::from_millis(400));
    let render_count_before = site.renderer.render_count();
    let cancelled_request = tokio::time::timeout(Duration::from_millis(100), site.get("/saved")).await;
    assert!(cancelled_request.is_err());
    assert!(site.get("/saved").await.is(200).text.contains("Saved Places"));
    assert_eq!(site.renderer.render_count() - render_count_before, 1);
}

#[rstest]
#[tokio::test]
async fn every_kind_of_place_change_is_shown_on_the_public_pages(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(site) = SiteFixture::start(engine).await else { return };
    let started_at = Instant::now();
    // The place is edited.
    site.update_place(json!({ "description": "Muddy" })).await;
    site.wait_for("/places/dark-cave", |response| response.text.contains("Muddy")).await;
    site.wait_for("/explore", |response| response.text.contains("Muddy")).await;
    // The place is unpublished and published again.
    site.update_place(json!({ "isActive": false })).await;
    site.wait_for("/places/dark-cave", |response| response.status == 404).await;
    site.wait_for("/explore", |response| !response.text.contains("Muddy")).await;
    site.update_place(json!({ "isActive": true })).await;
    site.wait_for("/places/dark-cave", |response| response.text.contains("Muddy")).await;
    site.wait_for("/", |response| response.text.contains("Muddy")).await;
    // The slug is changed and changed back.
    site.update_place(json!({ "slug": "mud-cave" })).await;
    let redirect = site.wait_for("/places/dark-cave?from=friend", |response| response.status == 301).await;
    assert_eq!(redirect.header("location"), "/places/mud-cave?from=friend");
    site.wait_for("/places/mud-cave", |response| response.status == 200).await;
    site.update_place(json!({ "slug": "dark-cave" })).await;
    site.wait_for("/places/dark-cave", |response| response.status == 200).await;
    site.wait_for("/places/mud-cave", |response| response.status == 301).await;
    // Another place is created and deleted.
    let new_place = site.admin.add_place(place_json("Paradise Cave", site.category_id)).await;
    site.wait_for("/places/paradise-cave", |response| response.text.contains("Paradise Cave")).await;
    site.wait_for("/explore", |response| response.text.contains("Paradise Cave")).await;
    site.admin.delete(&format!("/api/businesses/{}", new_place["id"])).await.is(204);
    site.wait_for("/places/paradise-cave", |response| response.status == 404).await;
    site.wait_for("/explore", |response| !response.text.contains("Paradise Cave")).await;
    eprintln!("14 changes seen after {:?}", started_at.elapsed());
}

// R201, R319
#[rstest]
#[tokio::test]
async fn social_image_is_rendered_once_and_removed_with_its_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(site) = SiteFixture::start(engine).await else { return };
    let image_path = "/places/dark-cave/social.jpg";
    // Concurrent requests render the image once, whatever their `v` parameter. The image is cached afterwards.
    site.renderer.set_render_delay(Duration::from_millis(500));
    let request_image = async |n: u32| site.get(&format!("{image_path}?v={n}")).await;
    let requests_at_once = (0..20).map(request_image);
    let responses = futures_util::future::join_all(requests_at_once).await;
    for response in &responses {
        assert_eq!((response.status.as_u16(), response.header("content-type")), (200, "image/jpeg"));
        assert_eq!(response.header("cache-control"), "no-cache", "not cached by browsers");
        assert_eq!(response.bytes[..3], [0xff, 0xd8, 0xff]);
    }
    assert_eq!(site.renderer.request_headers_for("/places/dark-cave/social.svg").len(), 1);
    site.renderer.set_render_delay(Duration::ZERO);
    let etag = responses[0].header("etag");
    site.guide.anonymous().get_with_headers(image_path, &[("if-none-match", etag)]).await.is(304);
    // A change of the place changes the image.
    site.update_place(json!({ "description": "Muddy" })).await;
    site.wait_for(image_path, |response| response.status == 200 && response.header("etag") != etag).await;
    // After a rename, the former address of the image redirects. When the place becomes inactive, the image is 404.
    site.update_place(json!({ "slug": "mud-cave" })).await;
    let redirect = site.wait_for(&format!("{image_path}?v=1"), |response| response.status == 301).await;
    assert_eq!(redirect.header("location"), "/places/mud-cave/social.jpg?v=1");
    site.wait_for("/places/mud-cave/social.jpg", |response| response.status == 200).await;
    site.update_place(json!({ "isActive": false })).await;
    site.wait_for("/places/mud-cave/social.jpg", |response| response.status == 404).await;
    site.wait_for(image_path, |response| response.status == 404).await;
}

#[tokio::test]
async fn sitemap_part_is_rendered_again_after_a_place_change() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    site.wait_for("/sitemap/12.xml", |response| response.text.contains("Dark Cave")).await;
    site.update_place(json!({ "name": "Mud Cave" })).await;
    site.wait_for("/sitemap/12.xml", |response| response.text.contains("Mud Cave")).await;
}

#[tokio::test]
async fn social_image_of_a_missing_record_is_404_without_rendering() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let render_count_before = site.renderer.render_count();
    for path in [
        "/places/nowhere/social.jpg",
        "/places/dark-cave/social.svg",
        "/places/dark-cave/social.png",
        "/places/dark-cave/deeper/social.jpg",
        "/inspiration/7-by-boat/social.jpg",
        "/inspiration/social.jpg",
    ] {
        site.get(path).await.is(404);
    }
    assert!(site.renderer.render_count() - render_count_before <= 2, "only the two not-found pages");
    assert!(site.renderer.requested_targets().iter().all(|target| !target.contains("social")));
    // A request with the headers of a segment prefetch does not get the image.
    let anonymous = site.guide.anonymous();
    let segment_headers = [("rsc", "1"), ("next-router-segment-prefetch", "/_tree")];
    let response = anonymous.get_with_headers("/places/dark-cave/social.jpg", &segment_headers).await;
    assert_ne!(response.header("content-type"), "image/jpeg");
}

#[tokio::test]
async fn social_image_with_invalid_svg_is_503_and_not_cached() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let place = site.admin.add_place(place_json("Unpainted Cave", site.category_id)).await;
    site.wait_for("/places/unpainted-cave/social.jpg", |response| response.status == 503).await;
    let changes = json!({ "name": "Painted Cave" });
    site.admin.put(&format!("/api/businesses/{}", place["id"]), changes).await.is(200);
    site.wait_for("/places/painted-cave/social.jpg", |response| response.status == 200).await;
}

// R202
#[rstest]
#[tokio::test]
async fn guestbook_page_shows_an_approval_and_its_undo(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(site) = SiteFixture::start(engine).await else { return };
    site.wait_for("/guestbook", |response| response.text.contains("Travelers: <")).await;
    let linh = site.guide.viewer("Linh Tran").await;
    let entry = linh.add_entry("The boat slid into the dark").await;
    let entry_path = format!("/api/admin/guestbook/{}", entry["id"]);
    site.admin.post(&format!("{entry_path}/moderate"), json!({ "status": "approved" })).await.is(200);
    site.wait_for("/guestbook", |response| response.text.contains("The boat slid into the dark")).await;
    site.admin.post(&format!("{entry_path}/undo"), json!({})).await.is(200);
    site.wait_for("/guestbook", |response| !response.text.contains("The boat")).await;
    let new_entry =
        json!({ "authorName": "Hoa Pham", "message": "We came by train", "relatedPlaceId": site.place["id"] });
    site.admin.post("/api/admin/guestbook", new_entry).await.is(201);
    site.wait_for("/guestbook", |response| response.text.contains("We came by train")).await;
}

#[tokio::test]
async fn like_renders_no_page_again() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let refreshes = site.renderer.refresh_call_bodies().len();
    let linh = site.guide.viewer("Linh Tran").await;
    let like_path = format!("/api/user/likes/{}", site.place["id"]);
    linh.put(&like_path, json!({})).await.is(200);
    assert_eq!(site.get("/api/businesses/dark-cave").await.json()["likeCount"], 1, "the next read shows it");
    // The change log is read in order. When the page shows a later change, the like has been read too.
    site.update_place(json!({ "description": "Muddy" })).await;
    site.wait_for("/places/dark-cave", |response| response.text.contains("Muddy")).await;
    let refreshes: Vec<Value> = site.renderer.refresh_call_bodies().split_off(refreshes);
    assert_eq!(refreshes.len(), 1, "one refresh, for the description: {refreshes:?}");
}

#[tokio::test]
async fn change_during_a_rendering_is_rendered_afterwards() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    // The fake renderer reads the text first and responds after the delay. If the text changes during the delay, the
    // response has the old text.
    site.update_place(json!({ "description": "First" })).await;
    site.wait_for("/places/dark-cave", |response| response.text.contains("First")).await;
    site.renderer.set_render_delay(Duration::from_millis(500));
    site.update_place(json!({ "description": "Second" })).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    site.update_place(json!({ "description": "Third" })).await;
    site.renderer.set_render_delay(Duration::ZERO);
    site.wait_for("/places/dark-cave", |response| response.text.contains("Third")).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    for _ in 0..3 {
        assert!(site.get("/places/dark-cave").await.text.contains("Third"));
    }
}

#[tokio::test]
async fn change_during_a_slow_rendering_is_shown_after_it() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    site.update_place(json!({ "description": "Old" })).await;
    site.wait_for("/explore", |response| response.text.contains("Old")).await;
    site.renderer.set_render_delay(Duration::from_millis(2500));
    // The rendering for this update reads the text "Older" and ends long after the change to "New".
    site.update_place(json!({ "description": "Older" })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    site.renderer.set_render_delay(Duration::ZERO);
    site.update_place(json!({ "description": "New" })).await;
    site.wait_for("/explore", |response| response.text.contains("New")).await;
    tokio::time::sleep(Duration::from_millis(3500)).await;
    assert!(site.get("/explore").await.text.contains("New"));
    assert!(site.get("/places/dark-cave").await.text.contains("New"));
}

#[tokio::test]
async fn pages_without_a_renderer_come_from_the_cache() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let other_place = site.admin.add_place(place_json("Nine Boats", site.category_id)).await;
    site.wait_for("/places/nine-boats", |response| response.status == 200).await;
    site.wait_for("/explore", |response| response.text.contains("Nine Boats")).await;
    site.wait_until_live(&other_place).await;
    site.renderer.stop().await;
    for encoding in ["br", "gzip", "identity"] {
        let cached_response =
            site.guide.anonymous().get_with_headers("/explore", &[("accept-encoding", encoding)]).await.is(200);
        let sent_encoding = cached_response.header("content-encoding");
        assert!(["", encoding].contains(&sent_encoding), "{encoding} got {sent_encoding}");
        assert_eq!(sent_encoding == "br", encoding == "br", "the encoding of prerendered pages");
        assert!(!sent_encoding.is_empty() || cached_response.text.contains("Dark Cave"));
    }
    assert_eq!(site.get("/api/businesses").await.is(200).names().len(), 2, "the API is unaffected");
    // If the page is not cached, browsers get an error page that may not be cached. Other clients get a problem.
    let unavailable_response =
        site.guide.anonymous().get_with_headers("/saved", &[("accept", "text/html")]).await.is(503);
    assert_eq!(
        (unavailable_response.header("retry-after"), unavailable_response.header("cache-control")),
        ("2", "no-store")
    );
    assert!(unavailable_response.header("content-type").starts_with("text/html"));
    assert_eq!(site.get("/saved").await.is(503).json()["title"], "Service Unavailable");
    // While the renderer is stopped, an edit is not shown, but the page of a place that becomes inactive is 404 at
    // once.
    site.update_place(json!({ "description": "Darker" })).await;
    site.admin.put(&format!("/api/businesses/{}", other_place["id"]), json!({ "isActive": false })).await.is(200);
    site.wait_for("/places/nine-boats", |response| response.status == 404).await;
    assert!(!site.get("/places/dark-cave").await.is(200).text.contains("Darker"));
    // The restarted renderer renders everything again.
    site.renderer.start().await;
    site.wait_for("/places/dark-cave", |response| response.text.contains("Darker")).await;
    site.wait_for("/explore", |response| !response.text.contains("Nine Boats")).await;
    site.wait_for("/saved", |response| response.status == 200).await;
    let started_at = Instant::now();
    while site.renderer.refresh_call_bodies().iter().filter(|refreshes| refreshes["everything"] == true).count() < 2 {
        assert!(started_at.elapsed() < WAIT_TIMEOUT, "no refresh of everything");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn unknown_paths_share_one_cached_page() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let not_found = site.get("/nowhere-at-all").await.is(404);
    assert!(not_found.text.contains("lost in the jungle"));
    assert_eq!(not_found.header("cache-control"), "no-cache");
    let (cache_entry_count, request_count_before) =
        (site.guide.app.cache.count(), site.renderer.requested_targets().len());
    for n in 0..50 {
        assert_eq!(site.get(&format!("/places/nowhere-{n}")).await.is(404).text, not_found.text);
        site.get(&format!("/nowhere-{n}?x={n}")).await.is(404);
        let anonymous = site.guide.anonymous();
        anonymous.get_with_headers(&format!("/places/nowhere-{n}"), &[("rsc", "1")]).await.is(404);
        anonymous
            .get_with_headers("/explore", &[("rsc", "1"), ("next-router-segment-prefetch", "not a path")])
            .await
            .is(404);
    }
    assert_eq!(site.guide.app.cache.count(), cache_entry_count);
    assert_eq!(site.renderer.requested_targets().len() - request_count_before, 50, "missing places are not rendered");
}

#[tokio::test]
async fn path_traversal_and_internal_paths_are_404_and_other_methods_405() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let request_count_before = site.renderer.requested_targets().len();
    for path in [
        "/refresh",
        "/refresh/",
        "/%72efresh",
        "/%5Fnext/image",
        "/_next/image?url=http://127.0.0.1/",
        "/_next/data/x.json",
        "/_not-found",
        "/(.)places/dark-cave",
        "/%28.%29places/dark-cave",
        "/@modal/places/dark-cave",
        "/..%2f..%2fetc%2fpasswd",
        "/places/%2e%2e%2frefresh",
        "/a%5c..%5cb",
        "/a%00b",
        "/a%252e%252e/b",
    ] {
        site.get(path).await.is(404);
    }
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS] {
        let response = site.guide.anonymous().send(method, "/explore", &[("next-action", "x")], None).await.is(405);
        assert_eq!(response.header("allow"), "GET, HEAD");
    }
    site.guide.anonymous().send(Method::POST, "/refresh", &[("x-refresh-secret", "x")], None).await.is(404);
    let requested_targets = site.renderer.requested_targets().split_off(request_count_before);
    assert!(requested_targets.iter().all(|target| target == "/404-not-found"), "{requested_targets:?}");
}

// R92
#[tokio::test]
async fn missing_articles_share_one_rendered_page() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let request_count_before = site.renderer.requested_targets().len();
    for path in ["/inspiration/999999", "/inspiration/999998-older-words", "/inspiration/words"] {
        site.get(path).await.is(404);
    }
    assert_eq!(site.renderer.requested_targets().split_off(request_count_before), ["/inspiration/no-such-article"]);
}

#[tokio::test]
async fn redirects_stay_on_this_host() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    let slash_redirect = site.get("/explore/?q=1").await.is(308);
    assert_eq!(slash_redirect.header("location"), "/explore?q=1");
    site.get("//evil.example/").await.is(404);
    let external_redirect_response = site.get("/elsewhere").await.is(404);
    assert_eq!(external_redirect_response.header("location"), "");
}

#[tokio::test]
async fn renderer_error_is_503_without_details_and_not_cached() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    for _ in 0..2 {
        assert!(!site.get("/broken").await.is(503).text.contains("stack"));
    }
    assert_eq!(site.renderer.request_headers_for("/broken").len(), 2);
}

#[tokio::test]
async fn responses_for_signed_in_callers_are_not_cached() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    site.admin.add_place(with_changes(place_json("Hidden", site.category_id), json!({ "isActive": false }))).await;
    let admin_list = site.admin.get("/api/businesses?showAll=true").await.is(200);
    assert!(admin_list.names().contains(&"Hidden".to_owned()));
    assert_eq!(site.admin.get("/explore").await.is(200).text, site.get("/explore").await.text);
    assert!(!site.get("/explore").await.text.contains("Hidden"));
    assert!(!site.get("/api/businesses").await.text.contains("Hidden"));
    site.get("/places/hidden").await.is(404);
    site.admin.get("/places/hidden").await.is(404);
}

#[tokio::test]
async fn live_since_is_set_when_the_pages_show_the_change() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    site.update_place(json!({ "description": "Muddy" })).await;
    site.wait_until_live(&site.place).await;
    assert!(site.get("/places/dark-cave").await.text.contains("Muddy"));
}

#[tokio::test]
async fn readyz_is_503_until_the_first_pages_are_rendered() {
    let renderer = FakeRenderer::spawn().await;
    renderer.stop().await;
    let Some(guide) = TestApp::start_with_renderer(Sqlite, &renderer.origin()).await else { return };
    renderer.set_api_address(guide.address);
    let anonymous = guide.anonymous();
    anonymous.get("/healthz").await.is(200);
    anonymous.get("/readyz").await.is(503);
    renderer.start().await;
    let started_at = Instant::now();
    while anonymous.get("/readyz").await.status != 200 {
        assert!(started_at.elapsed() < WAIT_TIMEOUT);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(renderer.refresh_call_bodies()[0]["everything"], true);
    for path in ["/", "/explore", "/sitemap.xml"] {
        assert_eq!(renderer.request_headers_for(path).len(), 1, "{path} was prerendered");
    }
}
