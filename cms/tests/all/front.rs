//! The front door, before a site that plays the renderer.

use std::time::{Duration, Instant};

use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::people::{Answer, Person};
use crate::stage::{BUILT, Stage, packed_at_build};
use crate::things::{a_place, with};
use crate::world::{Engine, Guide, Postgres, Sqlite};

/// A change may take two seconds (R202); the rest is for a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long browsers keep what is built.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// A guide with one place, its site, and its admin.
pub struct Town {
    pub guide: Guide,
    pub stage: Stage,
    pub admin: Person,
    place: Value,
    category: i64,
}

impl Town {
    pub async fn open(engine: Engine) -> Option<Self> {
        let stage = Stage::open().await;
        let guide = Guide::before_site(engine, &stage.origin()).await?;
        stage.shows(guide.address);
        let admin = guide.admin().await;
        let category = admin.adds_category("Caves").await;
        let place = admin.adds(a_place("Dark Cave", category)).await;
        let town = Self { guide, stage, admin, place, category };
        town.soon("/readyz", |answer| answer.status == 200).await;
        town.soon("/places/dark-cave", |answer| answer.text.contains("Dark Cave")).await;
        town.soon("/explore", |answer| answer.text.contains("Dark Cave")).await;
        town.live(&town.place).await;
        Some(town)
    }

    /// The renderer goes away.
    pub async fn stage_ends(&self) {
        self.stage.end().await;
    }

    /// The category of its places.
    pub fn category(&self) -> i64 {
        self.category
    }

    /// Waits until the newest change of this place is live: the renderer was told, and the touched pages are made.
    async fn live(&self, place: &Value) {
        let path = format!("/api/businesses/{}", place["id"]);
        let begun = Instant::now();
        while self.admin.get(&path).await.is(200).json()["liveSince"].is_null() {
            assert!(begun.elapsed() < PATIENCE, "{path} is not live");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.guide.visitor().get(path).await
    }

    /// Asks until it is so.
    #[track_caller]
    pub fn soon<'t>(
        &'t self,
        path: &'t str,
        is_so: impl Fn(&Answer) -> bool + 't,
    ) -> impl Future<Output = Answer> + 't {
        let caller = std::panic::Location::caller();
        async move {
            let begun = Instant::now();
            loop {
                let answer = self.get(path).await;
                if is_so(&answer) {
                    return answer;
                }
                assert!(begun.elapsed() < PATIENCE, "{caller}: {path} stays {} {}", answer.status, answer.text);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// The admin changes its place.
    pub async fn changes(&self, fields: Value) -> Answer {
        self.admin.put(&format!("/api/businesses/{}", self.place["id"]), fields).await.is(200)
    }
}

#[tokio::test]
async fn queries_and_cookies_change_nothing() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let visitor = town.guide.visitor();
    let plain = visitor.get("/explore").await.is(200);
    let before = town.stage.asked_for().len();
    for (path, headers) in [
        ("/explore?category=cave&tags=beer", vec![]),
        ("/explore?_rsc=abc", vec![("cookie", "session=mine")]),
        ("/explore", vec![("authorization", "Bearer mine"), ("user-agent", "Googlebot")]),
        ("/explore", vec![("accept", "text/x-component"), ("next-router-state-tree", "[\"\"]")]),
        ("/explore", vec![("x-forwarded-host", "evil.example"), ("next-url", "/"), ("next-router-prefetch", "1")]),
        ("/%65xplore", vec![]),
    ] {
        let answer = visitor.get_with(path, &headers).await.is(200);
        assert_eq!((answer.text, answer.headers["etag"].clone()), (plain.text.clone(), plain.headers["etag"].clone()));
    }
    assert_eq!(town.stage.asked_for().len(), before, "all of it came from memory");
}

// R322
#[tokio::test]
async fn page_request_reaches_the_renderer_without_credentials_and_internal_headers() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let sent = [
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
    town.guide.visitor().get_with("/saved?secret=1", &sent).await.is(200);
    let heard = town.stage.heard("/saved?_rsc=right");
    let mut names: Vec<&str> = heard[0].keys().map(|name| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["host", "next-router-prefetch", "next-router-segment-prefetch", "next-url", "rsc"]);
    assert_eq!(heard[0]["next-url"], "/explore", "one value for all");
    assert_eq!(heard[0]["host"], town.stage.address.to_string().as_str());
    assert!(town.stage.asked_for().iter().all(|target| !target.contains("secret")));
}

#[tokio::test]
async fn only_what_readers_need_comes_out() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let page = town.get("/explore").await.is(200);
    for gone in ["set-cookie", "x-powered-by", "x-nextjs-cache", "x-middleware-rewrite", "x-nextjs-stale-time"] {
        assert_eq!(page.header(gone), "", "{gone}");
    }
    assert_eq!(page.header("cache-control"), "no-cache");
    assert_ne!(page.header("etag"), "\"theirs\"");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    let payload = town.guide.visitor().get_with("/explore", &[("rsc", "1")]).await.is(200);
    assert_eq!(payload.header("content-type"), "text/x-component");
    assert_eq!(payload.header("x-nextjs-stale-time"), "300", "the router in the browser reads it");
    assert!(payload.header("vary").contains("next-url"));
    let built = town.get("/_next/static/chunks/a1b2.js").await.is(200);
    assert_eq!(built.header("cache-control"), IMMUTABLE);
}

#[rstest]
#[case::with_a_twin("twin", true)]
#[case::with_half_a_twin("half", false)]
#[case::without("alone", false)]
#[tokio::test]
async fn a_built_file_goes_out_as_its_build_compressed_it(#[case] name: &str, #[case] is_twin: bool) {
    let Some(town) = Town::open(Sqlite).await else { return };
    let (visitor, path) = (town.guide.visitor(), format!("/_next/static/chunks/{name}.js"));
    for _ in 0..2 {
        let br = visitor.get_with(&path, &[("accept-encoding", "gzip, deflate, br, zstd")]).await.is(200);
        assert_eq!(br.bytes == packed_at_build(&BUILT.repeat(50)), is_twin);
        assert_eq!(br.unpacked().unwrap(), BUILT.repeat(50));
        assert_eq!((br.header("content-encoding"), br.header("cache-control")), ("br", IMMUTABLE));
        assert_eq!(br.header("content-type"), "application/javascript; charset=UTF-8");
        let gzip = visitor.get_with(&path, &[("accept-encoding", "gzip")]).await.is(200);
        assert!(gzip.bytes.starts_with(&[0x1f, 0x8b]));
        let plain = visitor.get_with(&path, &[("accept-encoding", "identity")]).await.is(200);
        assert_eq!((plain.text.as_str(), plain.header("content-encoding")), (BUILT.repeat(50).as_str(), ""));
        for answer in [&br, &gzip, &plain] {
            let vary: Vec<&str> = answer.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
            assert_eq!(vary, ["rsc", "accept-encoding"]);
        }
        let unchanged = [("accept-encoding", "br"), ("if-none-match", br.header("etag"))];
        visitor.get_with(&path, &unchanged).await.is(304);
    }
    assert_eq!(town.stage.heard(&format!("{path}.br")).len(), 1, "only for who takes it, and once");
    let bundle_schema = visitor.get_with(&format!("{path}.br"), &[("accept-encoding", "br")]).await;
    assert_eq!(bundle_schema.status, if name == "alone" { 404 } else { 200 });
}

#[tokio::test]
async fn a_page_allows_its_own_inline_scripts_and_no_others() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let page = town.get("/explore").await;
    // printf 'hello()' | openssl dgst -sha256 -binary | base64
    let allowed = "script-src 'self' 'sha256-mTytrf2QssaOZNGNRT1WCtMRd3ocH8LJxQQu5qMUanU=';";
    assert!(page.header("content-security-policy").contains(allowed), "{}", page.header("content-security-policy"));
    let known = page.header("etag").to_owned();
    let unchanged = town.guide.visitor().get_with("/explore", &[("if-none-match", &known)]).await.is(304);
    assert_eq!(unchanged.header("content-security-policy"), page.header("content-security-policy"));
    assert_eq!(unchanged.text, "");
}

#[tokio::test]
async fn a_payload_a_dialog_and_a_document_are_kept_apart() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let visitor = town.guide.visitor();
    let (rsc, over) = (("rsc", "1"), ("next-url", "/"));
    for _ in 0..2 {
        assert!(visitor.get("/places/dark-cave").await.text.starts_with("<h1>"));
        assert_eq!(visitor.get_with("/places/dark-cave", &[rsc]).await.text, "payload Dark Cave None");
        let dialog = visitor.get_with("/places/dark-cave", &[rsc, over]).await;
        assert_eq!(dialog.text, "payload Dark Cave Some(\"/explore\")");
    }
    assert_eq!(town.stage.heard("/places/dark-cave?_rsc=right").len(), 2);
}

#[tokio::test]
async fn a_head_is_answered_like_a_get_and_spoils_nothing() {
    let Some(town) = Town::open(Sqlite).await else { return };
    for path in ["/saved", "/api/categories", "/places/nowhere"] {
        let head = town.guide.visitor().send(Method::HEAD, path, &[], None).await;
        let get = town.get(path).await;
        assert!(!get.text.is_empty(), "{path}");
        assert_eq!((head.status, head.text.as_str()), (get.status, ""), "{path}");
        assert_eq!(head.header("content-length"), get.text.len().to_string(), "{path}");
        assert_eq!(head.header("etag"), get.header("etag"), "{path}");
    }
}

#[tokio::test]
async fn a_stampede_is_one_rendering() {
    let Some(town) = Town::open(Sqlite).await else { return };
    town.stage.takes(Duration::from_millis(300));
    let before = town.stage.asked_for().len();
    let crowd = (0..40).map(|_| town.get("/saved"));
    for answer in futures_util::future::join_all(crowd).await {
        assert!(answer.is(200).text.contains("Saved Places"));
    }
    assert_eq!(town.stage.asked_for().len() - before, 1);
}

#[tokio::test]
async fn who_leaves_early_takes_nothing_from_who_waits() {
    let Some(town) = Town::open(Sqlite).await else { return };
    town.stage.takes(Duration::from_millis(400));
    let before = town.stage.renders();
    let hasty = tokio::time::timeout(Duration::from_millis(100), town.get("/saved")).await;
    assert!(hasty.is_err());
    assert!(town.get("/saved").await.is(200).text.contains("Saved Places"));
    assert_eq!(town.stage.renders() - before, 1);
}

#[rstest]
#[tokio::test]
async fn every_kind_of_change_is_on_the_public_page(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(town) = Town::open(engine).await else { return };
    let begun = Instant::now();
    // Edit.
    town.changes(json!({ "description": "Muddy" })).await;
    town.soon("/places/dark-cave", |answer| answer.text.contains("Muddy")).await;
    town.soon("/explore", |answer| answer.text.contains("Muddy")).await;
    // Unpublish and publish again.
    town.changes(json!({ "isActive": false })).await;
    town.soon("/places/dark-cave", |answer| answer.status == 404).await;
    town.soon("/explore", |answer| !answer.text.contains("Muddy")).await;
    town.changes(json!({ "isActive": true })).await;
    town.soon("/places/dark-cave", |answer| answer.text.contains("Muddy")).await;
    town.soon("/", |answer| answer.text.contains("Muddy")).await;
    // Rename there and back.
    town.changes(json!({ "slug": "mud-cave" })).await;
    let moved = town.soon("/places/dark-cave?from=friend", |answer| answer.status == 301).await;
    assert_eq!(moved.header("location"), "/places/mud-cave?from=friend");
    town.soon("/places/mud-cave", |answer| answer.status == 200).await;
    town.changes(json!({ "slug": "dark-cave" })).await;
    town.soon("/places/dark-cave", |answer| answer.status == 200).await;
    town.soon("/places/mud-cave", |answer| answer.status == 301).await;
    // Another place, and its end.
    let new = town.admin.adds(a_place("Paradise Cave", town.category)).await;
    town.soon("/places/paradise-cave", |answer| answer.text.contains("Paradise Cave")).await;
    town.soon("/explore", |answer| answer.text.contains("Paradise Cave")).await;
    town.admin.delete(&format!("/api/businesses/{}", new["id"])).await.is(204);
    town.soon("/places/paradise-cave", |answer| answer.status == 404).await;
    town.soon("/explore", |answer| !answer.text.contains("Paradise Cave")).await;
    eprintln!("14 changes seen after {:?}", begun.elapsed());
}

// R201, R319
#[rstest]
#[tokio::test]
async fn social_image_is_rendered_once_and_removed_with_its_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(town) = Town::open(engine).await else { return };
    let picture = "/places/dark-cave/social.jpg";
    // A crowd is one painting, whatever version they name; and afterwards it is kept.
    town.stage.takes(Duration::from_millis(500));
    let asked = async |n: u32| town.get(&format!("{picture}?v={n}")).await;
    let crowd = (0..20).map(asked);
    let seen = futures_util::future::join_all(crowd).await;
    for answer in &seen {
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "image/jpeg"));
        assert_eq!(answer.header("cache-control"), "no-cache", "gone as soon as the place is");
        assert_eq!(answer.bytes[..3], [0xff, 0xd8, 0xff]);
    }
    assert_eq!(town.stage.heard("/places/dark-cave/social.svg").len(), 1);
    town.stage.takes(Duration::ZERO);
    let etag = seen[0].header("etag");
    town.guide.visitor().get_with(picture, &[("if-none-match", etag)]).await.is(304);
    // What it shows changes.
    town.changes(json!({ "description": "Muddy" })).await;
    town.soon(picture, |answer| answer.status == 200 && answer.header("etag") != etag).await;
    // Its place moves, and goes.
    town.changes(json!({ "slug": "mud-cave" })).await;
    let moved = town.soon(&format!("{picture}?v=1"), |answer| answer.status == 301).await;
    assert_eq!(moved.header("location"), "/places/mud-cave/social.jpg?v=1");
    town.soon("/places/mud-cave/social.jpg", |answer| answer.status == 200).await;
    town.changes(json!({ "isActive": false })).await;
    town.soon("/places/mud-cave/social.jpg", |answer| answer.status == 404).await;
    town.soon(picture, |answer| answer.status == 404).await;
}

#[tokio::test]
async fn part_of_the_sitemap_after_a_change_of_a_place_is_rendered_anew() {
    let Some(town) = Town::open(Sqlite).await else { return };
    town.soon("/sitemap/12.xml", |answer| answer.text.contains("Dark Cave")).await;
    town.changes(json!({ "name": "Mud Cave" })).await;
    town.soon("/sitemap/12.xml", |answer| answer.text.contains("Mud Cave")).await;
}

#[tokio::test]
async fn pictures_of_nothing_cost_no_rendering() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let before = town.stage.renders();
    for path in [
        "/places/nowhere/social.jpg",
        "/places/dark-cave/social.svg",
        "/places/dark-cave/social.png",
        "/places/dark-cave/deeper/social.jpg",
        "/inspiration/7-by-boat/social.jpg",
        "/inspiration/social.jpg",
    ] {
        town.get(path).await.is(404);
    }
    assert!(town.stage.renders() - before <= 2, "the two ways of saying that there is nothing");
    assert!(town.stage.asked_for().iter().all(|target| !target.contains("social")));
    // Nor does a form of it that no router asks for.
    let visitor = town.guide.visitor();
    let segment = [("rsc", "1"), ("next-router-segment-prefetch", "/_tree")];
    let answer = visitor.get_with("/places/dark-cave/social.jpg", &segment).await;
    assert_ne!(answer.header("content-type"), "image/jpeg");
}

#[tokio::test]
async fn a_drawing_that_cannot_be_painted_is_a_failure_and_not_kept() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let place = town.admin.adds(a_place("Unpainted Cave", town.category)).await;
    town.soon("/places/unpainted-cave/social.jpg", |answer| answer.status == 503).await;
    let renamed = json!({ "name": "Painted Cave" });
    town.admin.put(&format!("/api/businesses/{}", place["id"]), renamed).await.is(200);
    town.soon("/places/painted-cave/social.jpg", |answer| answer.status == 200).await;
}

// R202
#[rstest]
#[tokio::test]
async fn guestbook_page_shows_an_approval_and_its_undo(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(town) = Town::open(engine).await else { return };
    town.soon("/guestbook", |answer| answer.text.contains("Travelers: <")).await;
    let linh = town.guide.traveller("Linh Tran").await;
    let entry = linh.posts("The boat slid into the dark").await;
    let address = format!("/api/admin/guestbook/{}", entry["id"]);
    town.admin.post(&format!("{address}/moderate"), json!({ "status": "approved" })).await.is(200);
    town.soon("/guestbook", |answer| answer.text.contains("The boat slid into the dark")).await;
    town.admin.post(&format!("{address}/undo"), json!({})).await.is(200);
    town.soon("/guestbook", |answer| !answer.text.contains("The boat")).await;
    let form = json!({ "authorName": "Hoa Pham", "message": "We came by train", "relatedPlaceId": town.place["id"] });
    town.admin.post("/api/admin/guestbook", form).await.is(201);
    town.soon("/guestbook", |answer| answer.text.contains("We came by train")).await;
}

#[tokio::test]
async fn a_like_holds_no_page_up() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let told = town.stage.refreshed().len();
    let linh = town.guide.traveller("Linh Tran").await;
    let like = format!("/api/user/likes/{}", town.place["id"]);
    linh.put(&like, json!({})).await.is(200);
    assert_eq!(town.get("/api/businesses/dark-cave").await.json()["likeCount"], 1, "the next read shows it");
    // What comes after it in the change log has been shown.
    town.changes(json!({ "description": "Muddy" })).await;
    town.soon("/places/dark-cave", |answer| answer.text.contains("Muddy")).await;
    let told: Vec<Value> = town.stage.refreshed().split_off(told);
    assert_eq!(told.len(), 1, "the renderer heard of the description alone: {told:?}");
}

#[tokio::test]
async fn a_change_during_a_rendering_is_not_lost() {
    let Some(town) = Town::open(Sqlite).await else { return };
    // The old name is read, the change comes, the old page is finished and stored by the renderer after that.
    town.changes(json!({ "description": "First" })).await;
    town.soon("/places/dark-cave", |answer| answer.text.contains("First")).await;
    town.stage.takes(Duration::from_millis(500));
    town.changes(json!({ "description": "Second" })).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    town.changes(json!({ "description": "Third" })).await;
    town.stage.takes(Duration::ZERO);
    town.soon("/places/dark-cave", |answer| answer.text.contains("Third")).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    for _ in 0..3 {
        assert!(town.get("/places/dark-cave").await.text.contains("Third"));
    }
}

#[tokio::test]
async fn a_rendering_that_outlasts_all_patience_is_made_good_afterwards() {
    let Some(town) = Town::open(Sqlite).await else { return };
    town.changes(json!({ "description": "Old" })).await;
    town.soon("/explore", |answer| answer.text.contains("Old")).await;
    town.stage.takes(Duration::from_millis(2500));
    // This one reads "Old" now and is stored long after the change.
    town.changes(json!({ "description": "Older" })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    town.stage.takes(Duration::ZERO);
    town.changes(json!({ "description": "New" })).await;
    town.soon("/explore", |answer| answer.text.contains("New")).await;
    tokio::time::sleep(Duration::from_millis(3500)).await;
    assert!(town.get("/explore").await.text.contains("New"));
    assert!(town.get("/places/dark-cave").await.text.contains("New"));
}

#[tokio::test]
async fn without_its_renderer_the_guide_shows_what_it_has() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let other = town.admin.adds(a_place("Nine Boats", town.category)).await;
    town.soon("/places/nine-boats", |answer| answer.status == 200).await;
    town.soon("/explore", |answer| answer.text.contains("Nine Boats")).await;
    town.live(&other).await;
    town.stage.end().await;
    for encoding in ["br", "gzip", "identity"] {
        let kept = town.guide.visitor().get_with("/explore", &[("accept-encoding", encoding)]).await.is(200);
        let sent_as = kept.header("content-encoding");
        assert!(["", encoding].contains(&sent_as), "{encoding} is answered with {sent_as}");
        assert_eq!(sent_as == "br", encoding == "br", "made ahead as browsers take it");
        assert!(!sent_as.is_empty() || kept.text.contains("Dark Cave"));
    }
    assert_eq!(town.get("/api/businesses").await.is(200).names().len(), 2, "the API is unaffected");
    // Nothing kept: people hear so in a page, programs in a problem, and nobody for long.
    let away = town.guide.visitor().get_with("/saved", &[("accept", "text/html")]).await.is(503);
    assert_eq!((away.header("retry-after"), away.header("cache-control")), ("2", "no-store"));
    assert!(away.header("content-type").starts_with("text/html"));
    assert_eq!(town.get("/saved").await.is(503).json()["title"], "Service Unavailable");
    // An edit waits for the renderer, what is no longer public does not.
    town.changes(json!({ "description": "Darker" })).await;
    town.admin.put(&format!("/api/businesses/{}", other["id"]), json!({ "isActive": false })).await.is(200);
    town.soon("/places/nine-boats", |answer| answer.status == 404).await;
    assert!(!town.get("/places/dark-cave").await.is(200).text.contains("Darker"));
    // Back again, it begins anew.
    town.stage.begin().await;
    town.soon("/places/dark-cave", |answer| answer.text.contains("Darker")).await;
    town.soon("/explore", |answer| !answer.text.contains("Nine Boats")).await;
    town.soon("/saved", |answer| answer.status == 200).await;
    let begun = Instant::now();
    while town.stage.refreshed().iter().filter(|told| told["everything"] == true).count() < 2 {
        assert!(begun.elapsed() < PATIENCE, "it was not told that all it holds is stale");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn unknown_addresses_are_one_page_and_fill_no_memory() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let lost = town.get("/nowhere-at-all").await.is(404);
    assert!(lost.text.contains("lost in the jungle"));
    assert_eq!(lost.header("cache-control"), "no-cache");
    let (entries, asked) = (town.guide.app.cache.count(), town.stage.asked_for().len());
    for n in 0..50 {
        assert_eq!(town.get(&format!("/places/nowhere-{n}")).await.is(404).text, lost.text);
        town.get(&format!("/nowhere-{n}?x={n}")).await.is(404);
        let visitor = town.guide.visitor();
        visitor.get_with(&format!("/places/nowhere-{n}"), &[("rsc", "1")]).await.is(404);
        visitor.get_with("/explore", &[("rsc", "1"), ("next-router-segment-prefetch", "not a path")]).await.is(404);
    }
    assert_eq!(town.guide.app.cache.count(), entries);
    assert_eq!(town.stage.asked_for().len() - asked, 50, "places that do not exist are not asked for");
}

#[tokio::test]
async fn nothing_climbs_and_nothing_inner_opens() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let before = town.stage.asked_for().len();
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
        town.get(path).await.is(404);
    }
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS] {
        let answer = town.guide.visitor().send(method, "/explore", &[("next-action", "x")], None).await.is(405);
        assert_eq!(answer.header("allow"), "GET, HEAD");
    }
    town.guide.visitor().send(Method::POST, "/refresh", &[("x-refresh-secret", "x")], None).await.is(404);
    let asked = town.stage.asked_for().split_off(before);
    assert!(asked.iter().all(|target| target == "/404-not-found"), "{asked:?}");
}

// R92
#[tokio::test]
async fn missing_articles_share_one_rendered_page() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let before = town.stage.asked_for().len();
    for path in ["/inspiration/999999", "/inspiration/999998-older-words", "/inspiration/words"] {
        town.get(path).await.is(404);
    }
    assert_eq!(town.stage.asked_for().split_off(before), ["/inspiration/no-such-article"]);
}

#[tokio::test]
async fn redirects_lead_nowhere_else() {
    let Some(town) = Town::open(Sqlite).await else { return };
    let slash = town.get("/explore/?q=1").await.is(308);
    assert_eq!(slash.header("location"), "/explore?q=1");
    town.get("//evil.example/").await.is(404);
    let outwards = town.get("/elsewhere").await.is(404);
    assert_eq!(outwards.header("location"), "");
}

#[tokio::test]
async fn a_failure_of_the_renderer_is_not_shown_and_not_kept() {
    let Some(town) = Town::open(Sqlite).await else { return };
    for _ in 0..2 {
        assert!(!town.get("/broken").await.is(503).text.contains("stack"));
    }
    assert_eq!(town.stage.heard("/broken").len(), 2);
}

#[tokio::test]
async fn what_is_signed_in_stays_out_of_what_is_kept() {
    let Some(town) = Town::open(Sqlite).await else { return };
    town.admin.adds(with(a_place("Hidden", town.category), json!({ "isActive": false }))).await;
    let whole = town.admin.get("/api/businesses?showAll=true").await.is(200);
    assert!(whole.names().contains(&"Hidden".to_owned()));
    assert_eq!(town.admin.get("/explore").await.is(200).text, town.get("/explore").await.text);
    assert!(!town.get("/explore").await.text.contains("Hidden"));
    assert!(!town.get("/api/businesses").await.text.contains("Hidden"));
    town.get("/places/hidden").await.is(404);
    town.admin.get("/places/hidden").await.is(404);
}

#[tokio::test]
async fn a_change_says_when_it_was_live() {
    let Some(town) = Town::open(Sqlite).await else { return };
    town.changes(json!({ "description": "Muddy" })).await;
    town.live(&town.place).await;
    assert!(town.get("/places/dark-cave").await.text.contains("Muddy"));
}

#[tokio::test]
async fn nobody_is_sent_to_a_guide_that_is_not_ready() {
    let stage = Stage::open().await;
    stage.end().await;
    let Some(guide) = Guide::before_site(Sqlite, &stage.origin()).await else { return };
    stage.shows(guide.address);
    let visitor = guide.visitor();
    visitor.get("/healthz").await.is(200);
    visitor.get("/readyz").await.is(503);
    stage.begin().await;
    let begun = Instant::now();
    while visitor.get("/readyz").await.status != 200 {
        assert!(begun.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(stage.refreshed()[0]["everything"], true);
    for path in ["/", "/explore", "/sitemap.xml"] {
        assert_eq!(stage.heard(path).len(), 1, "{path} was made before anybody came");
    }
}
