//! Tests of the article API: create, update, lists, searches, HTML sanitizing, scheduling, trash, deletion and caches.

use std::time::{Duration, Instant};

use cms::articles::service;
use cms::common::text::nfc;
use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, with_changes};
use crate::html_sanitizer::{HOSTILE_HTML, forbidden_content};
use crate::site_proxy::SiteFixture;
use crate::test_app::{Engine, PgBouncer, Postgres, Sqlite, TestApp};
use crate::test_client::{TestClient, TestResponse};

/// How long `wait_for` repeats a request. R202 allows two seconds until a change is public, but test machines can be
/// busy.
const WAIT_TIMEOUT: Duration = Duration::from_secs(10);

impl TestClient {
    /// Creates an article and returns it.
    pub async fn add_article(&self, article: Value) -> Value {
        self.post("/api/articles", article).await.is(201).json()
    }
}

impl TestResponse {
    /// The titles in a list of articles.
    pub fn titles(&self) -> Vec<String> {
        let list = self.json();
        list.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
    }
}

fn article_path(article: &Value) -> String {
    format!("/api/articles/{}", article["id"])
}

/// Repeats a GET request until the response meets the condition, and returns that response. Panics after
/// `WAIT_TIMEOUT`.
async fn wait_for(client: &TestClient, path: &str, condition: impl Fn(&TestResponse) -> bool) -> TestResponse {
    let started_at = Instant::now();
    loop {
        let response = client.get(path).await;
        if condition(&response) {
            return response;
        }
        assert!(started_at.elapsed() < WAIT_TIMEOUT, "{path} stays {} {}", response.status, response.text);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

// R139, R171
#[rstest]
#[tokio::test]
async fn article_create_and_update_keep_every_field(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let overlay = json!({ "type": "LineString", "coordinates": [[106.3, 17.6], [106.25, 17.55, 40.5]] });
    let fields = json!({
        "title": "Động Phong Nha by boat", "author": "Trần Thị Lượng", "summary": "Up the Son River.",
        "contentHtml": "<h2>By boat</h2><p>Early.</p>", "mainImageUrl": "/pictures/boat.webp",
        "tags": ["cave", "Động"], "publicationDate": "2026-11-01T15:30:00.500+07:00", "isFeatured": true,
        "isActive": true, "latitude": 17.58, "longitude": 106.28, "externalUrl": "https://example.org/boat",
        "sources": ["showcaves.com (2022)", "https://example.org/map"], "mapOverlay": overlay,
    });
    let created = admin.add_article(fields.clone()).await;
    for (field, value) in fields.as_object().unwrap() {
        assert!(created[field] == *value || field == "publicationDate", "{field}: {} is not {value}", created[field]);
    }
    assert_eq!(created["publicationDate"], "2026-11-01T08:30:00.500Z");
    assert_eq!(created["slug"], "dong-phong-nha-by-boat");
    assert_eq!((&created["standing"], &created["version"]), (&json!("live"), &json!(1)));
    assert_eq!(
        (&created["createdAt"], &created["updatedAt"]),
        (&json!("2026-11-21T08:00:00.000Z"), &created["createdAt"])
    );

    let public_article = guide.anonymous().get(&article_path(&created)).await.is(200).json();
    assert_eq!(
        (&public_article["standing"], &public_article["liveSince"]),
        (&Value::Null, &Value::Null),
        "only admins read it"
    );
    assert_eq!(with_changes(public_article, json!({ "standing": "live" })), created);
    // A client may send the whole article as it read it. Such an update changes only `version` and `updatedAt`.
    guide.app.clock.advance(60);
    let resaved = admin.put(&article_path(&created), created.clone()).await.is(200).json();
    let expected = json!({ "version": 2, "updatedAt": "2026-11-21T08:01:00.000Z" });
    assert_eq!(resaved, with_changes(created.clone(), expected));
    // Fields that are not sent stay unchanged. Blank optional fields become null, blank list items are removed, and
    // numeric strings become numbers.
    let blank_fields = json!({
        "mainImageUrl": "", "externalUrl": null, "mapOverlay": null, "latitude": "17.5", "tags": [" "],
        "sources": [" A walk ", " "],
    });
    let changed = admin.put(&article_path(&created), blank_fields).await.is(200).json();
    for field in ["mainImageUrl", "externalUrl", "mapOverlay"] {
        assert_eq!(changed[field], Value::Null, "{field}");
    }
    assert_eq!((&changed["latitude"], &changed["tags"]), (&json!(17.5), &json!([])));
    assert_eq!((&changed["contentHtml"], &changed["sources"]), (&created["contentHtml"], &json!(["A walk"])));
    let minimal = admin.add_article(article_json("By boat")).await;
    let cleared = admin.put(&article_path(&created), json!({ "sources": [] })).await.is(200).json();
    assert_eq!((&cleared["sources"], &minimal["sources"]), (&json!([]), &json!([])));
    let audit_events = admin.get("/api/admin/audit?kind=article&limit=1").await.is(200).json();
    let (before, after) = (&audit_events[0]["before"], &audit_events[0]["after"]);
    assert_eq!((&before["sources"], &after["sources"]), (&json!(["A walk"]), &json!([])));
}

// R138
#[rstest]
#[tokio::test]
async fn article_with_invalid_fields_is_refused_with_a_message_for_each(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let missing = admin.post("/api/articles", json!({})).await.is(422).json();
    let mut messages: Vec<&str> =
        missing["errors"].as_array().unwrap().iter().map(|error| error["message"].as_str().unwrap()).collect();
    messages.sort_unstable();
    assert_eq!(
        messages,
        [
            "Author is required",
            "Content is required",
            "Latitude is required",
            "Longitude is required",
            "Publication date is required",
            "Summary is required",
            "Title is required"
        ]
    );
    let date_message = "Publication date must be a date and time like 2026-11-21T08:00:00Z";
    let point = |longitude: f64| json!({ "type": "Point", "coordinates": [longitude, 17.5] });
    let long_source = "x".repeat(501);
    for (change, field, sentence) in [
        (json!({ "title": " \u{a0}" }), "title", "Title is required"),
        (json!({ "author": null }), "author", "Author is required"),
        (json!({ "contentHtml": "<p></p><p>&nbsp;</p>" }), "contentHtml", "Content is required"),
        (json!({ "contentHtml": "<script>alert(1)</script>" }), "contentHtml", "Content is required"),
        (json!({ "contentHtml": "<div>".repeat(300) }), "contentHtml", "Content contains HTML that can't be processed"),
        (json!({ "contentHtml": "&".repeat(20_001) }), "contentHtml", "Content must be at most 100000 characters"),
        (json!({ "contentHtml": "x".repeat(100_001) }), "contentHtml", "Content must be at most 100000 characters"),
        (json!({ "publicationDate": "tomorrow" }), "publicationDate", date_message),
        (json!({ "publicationDate": "2026-02-30T00:00:00Z" }), "publicationDate", date_message),
        (json!({ "publicationDate": "2026-11-21T25:00:00Z" }), "publicationDate", date_message),
        (json!({ "publicationDate": 1_795_248_000 }), "publicationDate", "publicationDate must be text"),
        (json!({ "latitude": 90.5 }), "latitude", "Latitude must be between -90 and 90"),
        (json!({ "mapOverlay": { "type": "Circle" } }), "mapOverlay", "Map overlay must be GeoJSON"),
        (json!({ "mapOverlay": "[]" }), "mapOverlay", "Map overlay must be GeoJSON"),
        (json!({ "mapOverlay": point(181.0) }), "mapOverlay", "Map overlay has coordinates out of range"),
        (json!({ "externalUrl": "javascript:alert(1)" }), "externalUrl", "External URL must be a valid URL"),
        (json!({ "sources": ["A walk", long_source] }), "sources.1", "Source must be at most 500 characters"),
        (json!({ "sources": vec!["A walk"; 51] }), "sources", "At most 50 sources"),
        (json!({ "sources": null }), "sources", "sources must be a list"),
        (
            json!({ "mapOverlay": { "type": "Feature", "geometry": null, "properties": { "a\u{0}": 1 } } }),
            "mapOverlay.properties",
            "Text must not contain the NUL character",
        ),
    ] {
        let refused = admin.post("/api/articles", with_changes(article_json("By boat"), change.clone())).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": field, "message": sentence }]), "{change}");
    }
    assert_eq!(admin.get("/api/articles?showAll=true").await.text, "[]");
    assert_eq!(cms::jobs::change_log::newest_seq(&guide.app.db).await.unwrap().0, 0, "nothing was written");
    let unknown =
        admin.post("/api/articles", with_changes(article_json("By boat"), json!({ "isShown": true }))).await.is(400);
    assert_eq!(unknown.fields(), ["isShown"]);
    // The limit of 200 characters applies to the title after its normalization to NFC.
    for title in ["ộ".repeat(200), "o\u{302}\u{323}".repeat(200)] {
        let created = admin.add_article(article_json(&title)).await;
        assert_eq!(created["title"], nfc(&title));
        assert_eq!(admin.post("/api/articles", article_json(&format!("{title}x"))).await.is(422).fields(), ["title"]);
    }
}

// R303, R403
#[rstest]
#[tokio::test]
async fn article_with_hostile_html_is_stored_and_returned_sanitized(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.add_article(article_json("By boat")).await;
    for html in HOSTILE_HTML {
        let content = json!({ "contentHtml": format!("{html}<p>Boats leave early.</p>") });
        let response = admin.put(&article_path(&article), content).await;
        // Some hostile markup makes the sanitizer remove the paragraph after it, too. Then no content is left.
        if response.status == 422 {
            assert_eq!(response.json()["errors"][0]["message"], "Content is required", "{html}");
            continue;
        }
        let saved = response.is(200).json()["contentHtml"].as_str().unwrap().to_owned();
        assert_eq!(forbidden_content(&saved), None, "{html}");
        let shown = guide.anonymous().get(&article_path(&article)).await.is(200).json();
        assert_eq!(shown["contentHtml"], saved, "{html}");
        // Saving the sanitized HTML again does not change it.
        let again = admin.put(&article_path(&article), json!({ "contentHtml": saved })).await.is(200).json();
        assert_eq!(again["contentHtml"], saved, "{html}");
    }
    // The title is plain text. It is not sanitized, so it keeps characters that look like markup.
    let title = "<img src=x onerror=alert(1)> & more";
    assert_eq!(admin.put(&article_path(&article), json!({ "title": title })).await.is(200).json()["title"], title);
}

// R84
#[rstest]
#[tokio::test]
async fn article_list_is_filtered_sorted_and_paged(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    for (title, author, summary, day, featured, tags) in [
        ("Động Phong Nha", "Linh Tran", "A river, 100% wet", 1, true, json!(["Cave", "family"])),
        ("Two wheels", "Đỗ Văn Minh", "A loop by motorbike", 3, false, json!(["things-to-do"])),
        ("Apples", "Linh Tran", "Not of caves", 2, false, json!(["cave", "Động"])),
    ] {
        let date = format!("2026-11-0{day}T08:00:00Z");
        let changes = json!({ "author": author, "summary": summary, "publicationDate": date, "isFeatured": featured, "tags": tags });
        admin.add_article(with_changes(article_json(title), changes)).await;
        guide.app.clock.advance(1);
    }
    let anonymous = guide.anonymous();
    let list_titles = async |query: &str| anonymous.get(&format!("/api/articles{query}")).await.is(200).titles();
    assert_eq!(list_titles("").await, ["Two wheels", "Apples", "Động Phong Nha"], "the newest first");
    for (query, titles) in [
        ("?sort=publicationDate", ["Động Phong Nha", "Apples", "Two wheels"]),
        ("?sort=title", ["Apples", "Động Phong Nha", "Two wheels"]),
        ("?sort=-title", ["Two wheels", "Động Phong Nha", "Apples"]),
        ("?sort=id", ["Động Phong Nha", "Two wheels", "Apples"]),
        ("?sort=-updatedAt", ["Apples", "Two wheels", "Động Phong Nha"]),
    ] {
        assert_eq!(list_titles(query).await, titles, "{query}");
    }
    for q in ["dong", "%C4%90%E1%BB%99ng", "PHONG%20nha", "do%CC%A3%CC%82ng%20river", "100%25"] {
        assert_eq!(list_titles(&format!("?q={q}")).await, ["Động Phong Nha"], "{q}");
    }
    assert_eq!(list_titles("?q=do%20van%20minh").await, ["Two wheels"], "by its author");
    assert_eq!(list_titles("?q=linh%20caves").await, ["Apples"], "each word anywhere");
    assert!(
        list_titles("?q=1%25w").await.is_empty()
            && list_titles("?q=%27").await.is_empty()
            && list_titles("?q=early").await.is_empty()
    );
    assert_eq!(list_titles("?tag=CAVE").await, ["Apples", "Động Phong Nha"]);
    assert_eq!(list_titles("?tag=%C4%91%E1%BB%99ng").await, ["Apples"]);
    assert!(list_titles("?tag=cav").await.is_empty(), "a topic is a whole word");
    assert_eq!(list_titles("?featured=true").await, ["Động Phong Nha"]);
    assert_eq!(list_titles("?featured=false&tag=cave").await, ["Apples"]);
    assert_eq!(list_titles("?ids=1,3,99").await, ["Apples", "Động Phong Nha"]);
    let topics = anonymous.get("/api/articles/topics").await.is(200).json();
    let expected = [("Cave", 2), ("Động", 1), ("family", 1), ("things-to-do", 1)];
    assert_eq!(topics, json!(expected.map(|(tag, count)| json!({ "tag": tag, "count": count }))), "sorted, each once");
    // Each page of the list has the total count in a header. All but the last have the link to the next page.
    let first = anonymous.get("/api/articles?limit=2&fields=title,slug&q=a").await.is(200);
    assert_eq!(first.header("x-total-count"), "3");
    assert_eq!(first.json()[0], json!({ "title": "Two wheels", "slug": "two-wheels" }));
    let next = first.header("link").strip_prefix('<').unwrap().strip_suffix(">; rel=\"next\"").unwrap();
    assert!(next.starts_with("/api/articles?limit=2&fields=title,slug&q=a&cursor="), "{next}");
    for second in [next, "/api/articles?limit=2&fields=title,slug&q=a&offset=2"] {
        let second = anonymous.get(second).await.is(200);
        assert_eq!((second.titles(), second.header("link")), (vec!["Động Phong Nha".to_owned()], ""));
    }
    for sort in
        ["", "sort=publicationDate&", "sort=title&", "sort=-title&", "sort=id&", "sort=-id&", "sort=-updatedAt&"]
    {
        let (mut path, mut titles) = (format!("/api/articles?{sort}limit=1"), Vec::new());
        while !path.is_empty() {
            let page = anonymous.get(&path).await.is(200);
            assert_eq!((page.titles().len(), page.header("x-total-count")), (1, "3"), "{path}");
            titles.extend(page.titles());
            path = page.header("link").split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        }
        assert_eq!(titles, list_titles(&format!("?{sort}")).await, "{sort}");
    }
    let numeric_cursor = "eyJrZXkiOjEsImlkIjoxfQ"; // {"key":1,"id":1}
    for invalid_query in ["cursor=x".to_owned(), format!("sort=title&cursor={numeric_cursor}")] {
        assert_eq!(
            anonymous.get(&format!("/api/articles?{invalid_query}")).await.is(400).fields(),
            ["cursor"],
            "{invalid_query}"
        );
    }
    let both = anonymous.get(&format!("/api/articles?offset=1&cursor={numeric_cursor}")).await.is(400);
    assert_eq!(both.fields(), ["offset"]);
    for invalid_query in
        ["limit=0", "limit=101", "offset=-1", "sort=author", "q=a%00", "fields=search", "is_public=1", "ids=x"]
    {
        let refused = anonymous.get(&format!("/api/articles?{invalid_query}")).await.is(400);
        assert_eq!(refused.fields().len(), 1, "{invalid_query}");
    }
}

#[rstest]
#[tokio::test]
async fn article_update_with_an_outdated_version_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.add_article(article_json("By boat")).await;
    let path = article_path(&article);
    admin.put_with_headers(&path, &[("if-match", "\"1\"")], json!({ "author": "First" })).await.is(200);
    let conflict = admin.put_with_headers(&path, &[("if-match", "\"1\"")], json!({ "author": "Second" })).await.is(412);
    assert_eq!(
        (&conflict.json()["current"]["author"], &conflict.json()["current"]["version"]),
        (&json!("First"), &json!(2))
    );
    assert_eq!(guide.anonymous().get(&path).await.json()["author"], "First");
    admin.put_with_headers(&path, &[("if-match", "*")], json!({ "author": "Third" })).await.is(200);
    assert_eq!(admin.put(&path, json!({ "id": 999 })).await.is(422).fields(), ["id"]);
    admin.put("/api/articles/999", json!({ "author": "x" })).await.is(404);
    admin.delete("/api/articles/999").await.is(404);
}

#[rstest]
#[tokio::test]
async fn article_slug_follows_the_title_unless_it_was_set(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let article = admin.add_article(article_json("By boat")).await;
    let (id, path) = (&article["id"], article_path(&article));
    assert_eq!(anonymous.get(&format!("/api/articles/{id}-by-boat")).await.is(200).json()["title"], "By boat");
    let renamed = admin.put(&path, json!({ "title": "Bằng thuyền" })).await.is(200).json();
    assert_eq!(renamed["slug"], "bang-thuyen");
    for old_slug in ["by-boat", "", "whatever"] {
        let redirect = anonymous.get(&format!("/api/articles/{id}-{old_slug}")).await.is(301);
        assert_eq!(redirect.header("location"), format!("/api/articles/{id}-bang-thuyen"));
    }
    let chosen = admin.put(&path, json!({ "slug": "the-river" })).await.is(200).json();
    assert_eq!(
        admin.put(&path, with_changes(chosen, json!({ "title": "Up" }))).await.is(200).json()["slug"],
        "the-river"
    );
    // A new article may get the former slug of another article. The slug of a title without Latin letters is `story`.
    assert_eq!(admin.add_article(article_json("By boat")).await["slug"], "by-boat");
    assert_eq!(admin.add_article(article_json("洞")).await["slug"], "story");
    for missing_path in ["/api/articles/999-by-boat", "/api/articles/by-boat", "/api/articles/-1", "/api/articles/1x"] {
        anonymous.get(missing_path).await.is(404);
    }
}

// R319
#[rstest]
#[tokio::test]
async fn scheduled_inactive_or_deleted_article_is_not_public(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(site) = SiteFixture::start(engine).await else { return };
    let admin = &site.admin;
    let linh = site.guide.viewer("Linh Tran").await;
    let minh = site.guide.owner("Minh Le").await;
    let public_article =
        admin.add_article(with_changes(article_json("By bicycle"), json!({ "tags": ["river"] }))).await;
    let secret = with_changes(article_json("Secret grotto"), json!({ "tags": ["hush"], "isFeatured": true }));
    let article = admin.add_article(secret).await;
    let (id, path) = (article["id"].clone(), article_path(&article));
    let page = format!("/inspiration/{id}-secret-grotto");
    let lists = [
        "/api/articles".to_owned(),
        "/api/articles?q=secret".to_owned(),
        "/api/articles?tag=hush".to_owned(),
        "/api/articles?featured=true".to_owned(),
        format!("/api/articles?ids={id}"),
        "/api/articles?sort=-updatedAt&fields=title".to_owned(),
    ];
    let pages = ["/", "/inspiration", "/sitemap.xml"];
    let assert_visibility = async |is_public: bool| {
        for list in &lists {
            for client in [&site.guide.anonymous(), &linh, &minh] {
                assert_eq!(client.get(list).await.is(200).text.contains("Secret grotto"), is_public, "{list}");
            }
        }
        for client in [&site.guide.anonymous(), &linh, &minh] {
            let status = if is_public { 200 } else { 404 };
            client.get(&path).await.is(status);
            client.get(&format!("{path}-secret-grotto")).await.is(status);
            assert_eq!(client.get("/api/articles/topics").await.is(200).text.contains("hush"), is_public);
        }
        let total = if is_public { "2" } else { "1" };
        assert_eq!(site.get("/api/articles").await.header("x-total-count"), total);
        site.wait_for(&page, |response| response.status == if is_public { 200 } else { 404 }).await;
        for list_page in pages {
            site.wait_for(list_page, |response| response.text.contains("Secret grotto") == is_public).await;
        }
        let short_path_response = site.get(&format!("/inspiration/{id}")).await.is(if is_public { 301 } else { 404 });
        assert_eq!(short_path_response.header("location"), if is_public { page.as_str() } else { "" });
        let image = format!("{page}/social.jpg");
        site.wait_for(&image, |response| response.status == if is_public { 200 } else { 404 }).await;
    };
    assert_visibility(true).await;
    for (change, standing) in [
        (json!({ "isActive": false }), "inactive"),
        (json!({ "isActive": true, "publicationDate": "2026-11-21T09:00:00Z" }), "scheduled"),
        (json!({ "publicationDate": "2026-11-21T08:00:00Z" }), "live"),
        (json!({ "isActive": false, "publicationDate": "2027-01-01T00:00:00Z" }), "inactive"),
    ] {
        let changed = admin.put(&path, change).await.is(200).json();
        assert_eq!(changed["standing"], standing);
        assert_visibility(standing == "live").await;
        // Admins can read the article, whatever its standing is.
        assert_eq!(admin.get(&path).await.is(200).json()["standing"], standing);
        assert_eq!(admin.get("/api/articles?showAll=true").await.titles().len(), 2);
    }
    site.guide.anonymous().get("/api/articles?showAll=true").await.is(401);
    linh.get("/api/articles?showAll=true").await.is(403);
    minh.get("/api/articles?showAll=true").await.is(403);
    admin.put(&path, json!({ "isActive": true, "publicationDate": "2026-11-01T08:00:00Z" })).await.is(200);
    assert_visibility(true).await;
    admin.delete(&path).await.is(204);
    assert_visibility(false).await;
    admin.get(&path).await.is(404);
    admin.delete(&path).await.is(404);
    assert_eq!(admin.get("/api/articles?showAll=true").await.titles(), ["By bicycle"]);
    site.guide.anonymous().get(&article_path(&public_article)).await.is(200);

    // The restored article has its former address and visibility.
    admin.post(&format!("{path}/restore"), json!({})).await.is(200);
    assert_visibility(true).await;
    admin.post(&format!("{path}/restore"), json!({})).await.is(404);
}

// R227
#[rstest]
#[tokio::test]
async fn article_trash_lists_the_newest_first_and_restores_articles_unchanged(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let first = admin.add_article(with_changes(article_json("By boat"), json!({ "tags": ["river"] }))).await;
    let scheduled_fields = json!({ "publicationDate": "2026-11-21T08:05:00Z" });
    let second = admin.add_article(with_changes(article_json("By bicycle"), scheduled_fields)).await;
    for article in [&first, &second] {
        guide.app.clock.advance(60);
        admin.delete(&article_path(article)).await.is(204);
    }
    let trash = admin.get("/api/articles/trash").await.is(200);
    assert_eq!((trash.titles(), trash.header("x-total-count")), (vec!["By bicycle".into(), "By boat".into()], "2"));
    assert_eq!(trash.json()[1]["deletedAt"], "2026-11-21T08:01:00.000Z");
    let first_page = admin.get("/api/articles/trash?limit=1").await;
    assert_eq!(first_page.header("link"), "</api/articles/trash?limit=1&offset=1>; rel=\"next\"");
    let last_page = admin.get("/api/articles/trash?limit=1&offset=1").await;
    assert_eq!((last_page.titles(), last_page.header("link")), (vec!["By boat".into()], ""));
    admin.get("/api/articles/trash?limit=101").await.is(400);
    let restored = admin.post(&format!("{}/restore", article_path(&first)), json!({})).await.is(200).json();
    for field in ["slug", "title", "contentHtml", "tags", "publicationDate", "isActive", "createdAt", "standing"] {
        assert_eq!(restored[field], first[field], "{field}");
    }
    assert_eq!(restored["version"], 3);
    assert_eq!(guide.anonymous().get("/api/articles?tag=river").await.titles(), ["By boat"]);
    // A restored article is scheduled before its publication date and public from that date on.
    let restore = format!("{}/restore", article_path(&second));
    assert_eq!(admin.post(&restore, json!({})).await.is(200).json()["standing"], "scheduled");
    admin.delete(&article_path(&second)).await.is(204);
    guide.app.clock.advance(600);
    assert_eq!(admin.post(&restore, json!({})).await.is(200).json()["standing"], "live");
    assert_eq!(admin.get("/api/articles/trash").await.titles(), Vec::<String>::new());
}

#[rstest]
#[tokio::test]
async fn scheduled_article_is_on_all_pages_from_its_publication_date(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(site) = SiteFixture::start(engine).await else { return };
    let scheduled_fields = json!({ "publicationDate": "2026-11-21T08:00:10Z", "tags": ["river"] });
    let article = site.admin.add_article(with_changes(article_json("By boat"), scheduled_fields)).await;
    let anonymous = site.guide.anonymous();
    let page = format!("/inspiration/{}-by-boat", article["id"]);
    let pages = [page.as_str(), "/inspiration", "/", "/sitemap.xml"];
    // Requesting all pages first fills every cache with responses that do not contain the article.
    for path in pages {
        site.wait_for(path, |response| !response.text.contains("By boat")).await;
    }
    for path in ["/api/articles", "/api/articles/topics", "/api/articles?q=boat"] {
        assert_eq!(anonymous.get(path).await.is(200).text, "[]");
    }
    site.guide.app.clock.advance(9);
    tokio::time::sleep(Duration::from_millis(1200)).await;
    anonymous.get(&article_path(&article)).await.is(404);
    assert_eq!(anonymous.get("/api/articles").await.text, "[]", "not one second early");
    site.guide.app.clock.advance(1);
    let started_at = Instant::now();
    wait_for(&anonymous, &article_path(&article), |response| response.status == 200).await;
    assert_eq!(anonymous.get("/api/articles").await.titles(), ["By boat"]);
    assert_eq!(anonymous.get("/api/articles/topics").await.json()[0]["tag"], "river");
    for path in pages {
        site.wait_for(path, |response| response.text.contains("By boat")).await;
    }
    eprintln!("a scheduled article was on all its pages after {:?}", started_at.elapsed());
    let shown =
        wait_for(&site.admin, &article_path(&article), |response| !response.json()["liveSince"].is_null()).await.json();
    assert_eq!((&shown["standing"], &shown["version"]), (&json!("live"), &json!(1)), "the schedule is not an edit");
}

#[rstest]
#[tokio::test]
async fn scheduled_article_is_in_the_change_log_once_with_several_replicas(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let change_count = async || -> i64 {
        with_pool!(&guide.app.db, |engine| sqlx::query_scalar("select count(*) from change_log").fetch_one(engine))
            .unwrap()
    };
    let admin = guide.admin().await;
    for round in 0..5 {
        guide.app.clock.advance(60);
        let date = cms::common::clock::Timestamp(guide.app.clock.now().0 + 1000);
        let scheduled_fields = json!({ "publicationDate": date });
        let (one, other) = tokio::join!(
            admin.add_article(with_changes(article_json("By boat"), scheduled_fields.clone())),
            admin.add_article(with_changes(article_json("By bicycle"), scheduled_fields))
        );
        let before = change_count().await;
        // On PostgreSQL this test runs two replicas. The background task of each replica publishes due articles too, at
        // the same time as the calls of `publish_due` below.
        let second_server = match engine {
            Postgres | PgBouncer => Some(guide.start_replica(&["--api-only"]).await),
            Sqlite => None,
        };
        let apps = [&guide.app, second_server.as_ref().map_or(&guide.app, |second_server| &second_server.app)];
        guide.app.clock.advance(1);
        let published_articles =
            futures_util::future::join_all((0..12).map(|n| service::publish_due(apps[n % 2]))).await;
        let published_by_calls: usize =
            published_articles.into_iter().map(|published_articles| published_articles.unwrap().len()).sum();
        assert!(published_by_calls <= 2, "round {round}: {published_by_calls}");
        for article in [&one, &other] {
            wait_for(&guide.anonymous(), &article_path(article), |response| response.status == 200).await;
        }
        tokio::time::sleep(Duration::from_millis(600)).await;
        let added = change_count().await - before;
        assert!((1..=2).contains(&added), "round {round}: {added} changes for two articles");
        let tags: Vec<String> = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(
            "select cast(tags as text) from change_log order by seq desc limit 2"
        )
        .fetch_all(engine))
        .unwrap();
        for article in [&one, &other] {
            let tag = format!("\"article:{}\"", article["id"]);
            let occurrences = tags[..added as usize].iter().filter(|tags| tags.contains(&tag)).count();
            assert_eq!(occurrences, 1, "round {round}: {tag} in {tags:?}");
        }
    }
}

#[rstest]
#[tokio::test]
async fn cached_response_is_invalidated_by_a_write_on_another_replica(#[values(Postgres)] engine: Engine) {
    let Some(first_server) = TestApp::start(engine).await else { return };
    let second_server = first_server.start_replica(&["--api-only"]).await;
    let admin = first_server.admin().await;
    let article = admin.add_article(article_json("By boat")).await;
    wait_for(&second_server.anonymous(), "/api/articles", |response| response.titles() == ["By boat"]).await;
    for title in ["By raft", "By bicycle"] {
        admin.put(&article_path(&article), json!({ "title": title })).await.is(200);
        wait_for(&second_server.anonymous(), "/api/articles", |response| response.titles() == [title]).await;
        wait_for(&second_server.anonymous(), &article_path(&article), |response| response.json()["title"] == title)
            .await;
    }
}

#[rstest]
#[tokio::test]
async fn article_pages_show_every_kind_of_change(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(site) = SiteFixture::start(engine).await else { return };
    let article = site.admin.add_article(article_json("By boat")).await;
    let (id, path) = (&article["id"], article_path(&article));
    let page = |slug: &str| format!("/inspiration/{id}-{slug}");
    // These requests fill the caches before the first change. Without them, the test could not find a stale page.
    for path in [page("by-boat").as_str(), "/inspiration", "/", "/sitemap.xml"] {
        site.wait_for(path, |response| response.text.contains("By boat")).await;
    }
    // After a rename, the former address redirects. While the article is inactive, both addresses respond 404.
    site.admin.put(&path, json!({ "title": "By raft" })).await.is(200);
    let redirect = site.wait_for(&format!("{}?from=friend", page("by-boat")), |response| response.status == 301).await;
    assert_eq!(redirect.header("location"), format!("{}?from=friend", page("by-raft")));
    site.wait_for(&page("by-raft"), |response| response.text.contains("By raft")).await;
    site.wait_for("/inspiration", |response| response.text.contains("By raft") && !response.text.contains("By boat"))
        .await;
    site.admin.put(&path, json!({ "isActive": false })).await.is(200);
    for slug in ["by-boat", "by-raft"] {
        site.wait_for(&page(slug), |response| response.status == 404).await;
    }
    site.wait_for("/inspiration", |response| !response.text.contains("By raft")).await;
    site.admin.put(&path, json!({ "isActive": true })).await.is(200);
    for path in [page("by-raft").as_str(), "/inspiration", "/", "/sitemap.xml"] {
        site.wait_for(path, |response| response.text.contains("By raft")).await;
    }
    site.admin.delete(&path).await.is(204);
    site.wait_for(&page("by-raft"), |response| response.status == 404).await;
    site.wait_for("/", |response| response.status == 200 && !response.text.contains("By raft")).await;
}

// R174
#[rstest]
#[tokio::test]
async fn stats_count_articles_only_for_admins(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    admin.add_article(article_json("By boat")).await;
    let hidden = admin.add_article(with_changes(article_json("By raft"), json!({ "isActive": false }))).await;
    assert_eq!(admin.get("/api/admin/stats").await.is(200).json()["articles"], 2);
    admin.delete(&article_path(&hidden)).await.is(204);
    assert_eq!(admin.get("/api/admin/stats").await.is(200).json()["articles"], 1);
    let minh = guide.owner("Minh Le").await;
    assert_eq!(minh.get("/api/admin/stats").await.is(200).json()["articles"], 0);
}

#[rstest]
#[tokio::test]
async fn article_read_with_a_current_etag_responds_304(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let article = admin.add_article(article_json("By boat")).await;
    for path in ["/api/articles".to_owned(), article_path(&article), "/api/articles/topics".to_owned()] {
        let first = anonymous.get(&path).await.is(200);
        let etag = first.header("etag").to_owned();
        anonymous.get_with_headers(&path, &[("if-none-match", &etag)]).await.is(304);
        admin.put(&article_path(&article), json!({ "author": path, "tags": [path] })).await.is(200);
        let response_after_write = anonymous.get_with_headers(&path, &[("if-none-match", &etag)]).await.is(200);
        assert!(response_after_write.text.contains(&path), "the next read shows the write");
        // Other callers never get the response to an admin from the cache. The list of topics has no `standing`.
        assert_eq!(
            admin.get(&path).await.is(200).text.contains("\"standing\":\"live\""),
            path != "/api/articles/topics"
        );
        assert_eq!(anonymous.get(&path).await.text, response_after_write.text);
    }
}
