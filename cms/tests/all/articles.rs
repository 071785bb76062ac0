//! Stories over HTTP: found, added, changed, cleaned, scheduled, removed.

use std::time::{Duration, Instant};

use cms::articles::schedule;
use cms::common::text::nfc;
use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};

use crate::cleaning::{HOSTILE, fault};
use crate::front::Town;
use crate::people::{Answer, Person};
use crate::things::{an_article, with};
use crate::world::{Engine, Guide, PgBouncer, Postgres, Sqlite};

/// A change may take two seconds (R202); the rest is for a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);

impl Person {
    /// Adds an article and answers it.
    pub async fn writes(&self, article: Value) -> Value {
        self.post("/api/articles", article).await.is(201).json()
    }
}

impl Answer {
    /// The titles in a list of articles.
    pub fn titles(&self) -> Vec<String> {
        let list = self.json();
        list.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
    }
}

fn address(article: &Value) -> String {
    format!("/api/articles/{}", article["id"])
}

/// Asks until it is so.
async fn soon(person: &Person, path: &str, is_so: impl Fn(&Answer) -> bool) -> Answer {
    let begun = Instant::now();
    loop {
        let answer = person.get(path).await;
        if is_so(&answer) {
            return answer;
        }
        assert!(begun.elapsed() < PATIENCE, "{path} stays {} {}", answer.status, answer.text);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

// R139, R171
#[rstest]
#[tokio::test]
async fn article_create_and_update_keep_every_field(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let overlay = json!({ "type": "LineString", "coordinates": [[106.3, 17.6], [106.25, 17.55, 40.5]] });
    let fields = json!({
        "title": "Động Phong Nha by boat", "author": "Trần Thị Lượng", "summary": "Up the Son River.",
        "contentHtml": "<h2>By boat</h2><p>Early.</p>", "mainImageUrl": "/pictures/boat.webp",
        "tags": ["cave", "Động"], "publicationDate": "2026-11-01T15:30:00.500+07:00", "isFeatured": true,
        "isActive": true, "latitude": 17.58, "longitude": 106.28, "externalUrl": "https://example.org/boat",
        "mapOverlay": overlay,
    });
    let made = admin.writes(fields.clone()).await;
    for (field, value) in fields.as_object().unwrap() {
        assert!(made[field] == *value || field == "publicationDate", "{field}: {} is not {value}", made[field]);
    }
    assert_eq!(made["publicationDate"], "2026-11-01T08:30:00.500Z");
    assert_eq!(made["slug"], "dong-phong-nha-by-boat");
    assert_eq!((&made["standing"], &made["version"]), (&json!("live"), &json!(1)));
    assert_eq!((&made["createdAt"], &made["updatedAt"]), (&json!("2026-11-21T08:00:00.000Z"), &made["createdAt"]));

    let shown = guide.visitor().get(&address(&made)).await.is(200).json();
    assert_eq!((&shown["standing"], &shown["liveSince"]), (&Value::Null, &Value::Null), "that is for admins");
    assert_eq!(with(shown, json!({ "standing": "live" })), made);
    // What was read can be sent back whole, and changes nothing but the version.
    guide.app.clock.advance(60);
    let again = admin.put(&address(&made), made.clone()).await.is(200).json();
    let expected = json!({ "version": 2, "updatedAt": "2026-11-21T08:01:00.000Z" });
    assert_eq!(again, with(made.clone(), expected));
    // Fields that are not sent stay, blank optional ones become null, a numeric string is a number.
    let blank =
        json!({ "mainImageUrl": "", "externalUrl": null, "mapOverlay": null, "latitude": "17.5", "tags": [" "] });
    let changed = admin.put(&address(&made), blank).await.is(200).json();
    for field in ["mainImageUrl", "externalUrl", "mapOverlay"] {
        assert_eq!(changed[field], Value::Null, "{field}");
    }
    assert_eq!((&changed["latitude"], &changed["tags"]), (&json!(17.5), &json!([])));
    assert_eq!(changed["contentHtml"], made["contentHtml"]);
}

// R138
#[rstest]
#[tokio::test]
async fn article_with_invalid_fields_gets_a_message_for_each(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let missing = admin.post("/api/articles", json!({})).await.is(422).json();
    let mut said: Vec<&str> =
        missing["errors"].as_array().unwrap().iter().map(|error| error["message"].as_str().unwrap()).collect();
    said.sort_unstable();
    assert_eq!(
        said,
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
    let date = "Publication date must be a date and time such as 2026-11-21T08:00:00Z";
    let point = |longitude: f64| json!({ "type": "Point", "coordinates": [longitude, 17.5] });
    for (change, field, sentence) in [
        (json!({ "title": " \u{a0}" }), "title", "Title is required"),
        (json!({ "author": null }), "author", "Author is required"),
        (json!({ "contentHtml": "<p></p><p>&nbsp;</p>" }), "contentHtml", "Content is required"),
        (json!({ "contentHtml": "<script>alert(1)</script>" }), "contentHtml", "Content is required"),
        (json!({ "contentHtml": "<div>".repeat(300) }), "contentHtml", "Content has HTML that cannot be cleaned"),
        (json!({ "contentHtml": "&".repeat(20_001) }), "contentHtml", "Content must be at most 100000 characters"),
        (json!({ "contentHtml": "x".repeat(100_001) }), "contentHtml", "Content must be at most 100000 characters"),
        (json!({ "publicationDate": "tomorrow" }), "publicationDate", date),
        (json!({ "publicationDate": "2026-02-30T00:00:00Z" }), "publicationDate", date),
        (json!({ "publicationDate": "2026-11-21T25:00:00Z" }), "publicationDate", date),
        (json!({ "publicationDate": 1_795_248_000 }), "publicationDate", "publicationDate must be text"),
        (json!({ "latitude": 90.5 }), "latitude", "Latitude must be between -90 and 90"),
        (json!({ "mapOverlay": { "type": "Circle" } }), "mapOverlay", "Map overlay must be GeoJSON"),
        (json!({ "mapOverlay": "[]" }), "mapOverlay", "Map overlay must be GeoJSON"),
        (json!({ "mapOverlay": point(181.0) }), "mapOverlay", "Map overlay has a position that is not on the earth"),
        (json!({ "externalUrl": "javascript:alert(1)" }), "externalUrl", "External URL must be a valid URL"),
        (
            json!({ "mapOverlay": { "type": "Feature", "geometry": null, "properties": { "a\u{0}": 1 } } }),
            "mapOverlay",
            "Map overlay must be GeoJSON",
        ),
    ] {
        let refused = admin.post("/api/articles", with(an_article("By boat"), change.clone())).await.is(422);
        assert_eq!(refused.json()["errors"], json!([{ "field": field, "message": sentence }]), "{change}");
    }
    assert_eq!(admin.get("/api/articles?showAll=true").await.text, "[]");
    assert_eq!(cms::jobs::changes::newest(&guide.app.db).await.unwrap().0, 0, "nothing was ever written");
    let unknown = admin.post("/api/articles", with(an_article("By boat"), json!({ "isShown": true }))).await.is(400);
    assert_eq!(unknown.fields(), ["isShown"]);
    // 200 characters are enough, whichever way they are typed.
    for title in ["ộ".repeat(200), "o\u{302}\u{323}".repeat(200)] {
        let made = admin.writes(an_article(&title)).await;
        assert_eq!(made["title"], nfc(&title));
        assert_eq!(admin.post("/api/articles", an_article(&format!("{title}x"))).await.is(422).fields(), ["title"]);
    }
}

// R303, R403
#[rstest]
#[tokio::test]
async fn article_with_hostile_html_is_stored_and_returned_sanitized(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.writes(an_article("By boat")).await;
    for html in HOSTILE {
        let content = json!({ "contentHtml": format!("{html}<p>Boats leave early.</p>") });
        let answer = admin.put(&address(&article), content).await;
        // What swallows the rest of the page leaves nothing to keep.
        if answer.status == 422 {
            assert_eq!(answer.json()["errors"][0]["message"], "Content is required", "{html}");
            continue;
        }
        let saved = answer.is(200).json()["contentHtml"].as_str().unwrap().to_owned();
        assert_eq!(fault(&saved), None, "{html}");
        let shown = guide.visitor().get(&address(&article)).await.is(200).json();
        assert_eq!(shown["contentHtml"], saved, "{html}");
        // Saved again as it is, it is what it was.
        let again = admin.put(&address(&article), json!({ "contentHtml": saved })).await.is(200).json();
        assert_eq!(again["contentHtml"], saved, "{html}");
    }
    // Text is text: the title is never read as HTML, and nothing is lost from it.
    let title = "<img src=x onerror=alert(1)> & more";
    assert_eq!(admin.put(&address(&article), json!({ "title": title })).await.is(200).json()["title"], title);
}

// R84
#[rstest]
#[tokio::test]
async fn article_list_filters_by_words_and_topic_and_sorts(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    for (title, author, summary, day, featured, tags) in [
        ("Động Phong Nha", "Linh Tran", "A river, 100% wet", 1, true, json!(["Cave", "family"])),
        ("Two wheels", "Đỗ Văn Minh", "A loop by motorbike", 3, false, json!(["things-to-do"])),
        ("Apples", "Linh Tran", "Not of caves", 2, false, json!(["cave", "Động"])),
    ] {
        let date = format!("2026-11-0{day}T08:00:00Z");
        let changes = json!({ "author": author, "summary": summary, "publicationDate": date, "isFeatured": featured, "tags": tags });
        admin.writes(with(an_article(title), changes)).await;
        guide.app.clock.advance(1);
    }
    let visitor = guide.visitor();
    let found = async |question: &str| visitor.get(&format!("/api/articles{question}")).await.is(200).titles();
    assert_eq!(found("").await, ["Two wheels", "Apples", "Động Phong Nha"], "the newest first");
    for (question, titles) in [
        ("?sort=publicationDate", ["Động Phong Nha", "Apples", "Two wheels"]),
        ("?sort=title", ["Apples", "Động Phong Nha", "Two wheels"]),
        ("?sort=-title", ["Two wheels", "Động Phong Nha", "Apples"]),
        ("?sort=id", ["Động Phong Nha", "Two wheels", "Apples"]),
        ("?sort=-updatedAt", ["Apples", "Two wheels", "Động Phong Nha"]),
    ] {
        assert_eq!(found(question).await, titles, "{question}");
    }
    for q in ["dong", "%C4%90%E1%BB%99ng", "PHONG%20nha", "do%CC%A3%CC%82ng%20river", "100%25"] {
        assert_eq!(found(&format!("?q={q}")).await, ["Động Phong Nha"], "{q}");
    }
    assert_eq!(found("?q=do%20van%20minh").await, ["Two wheels"], "by its author");
    assert_eq!(found("?q=linh%20caves").await, ["Apples"], "each word anywhere");
    assert!(
        found("?q=1%25w").await.is_empty() && found("?q=%27").await.is_empty() && found("?q=early").await.is_empty()
    );
    assert_eq!(found("?tag=CAVE").await, ["Apples", "Động Phong Nha"]);
    assert_eq!(found("?tag=%C4%91%E1%BB%99ng").await, ["Apples"]);
    assert!(found("?tag=cav").await.is_empty(), "a topic is a whole word");
    assert_eq!(found("?featured=true").await, ["Động Phong Nha"]);
    assert_eq!(found("?featured=false&tag=cave").await, ["Apples"]);
    assert_eq!(found("?ids=1,3,99").await, ["Apples", "Động Phong Nha"]);
    let topics = visitor.get("/api/articles/topics").await.is(200).json();
    let expected = [("Cave", 2), ("Động", 1), ("family", 1), ("things-to-do", 1)];
    assert_eq!(topics, json!(expected.map(|(tag, count)| json!({ "tag": tag, "count": count }))), "sorted, each once");
    // Paging says how many there are and where they go on.
    let first = visitor.get("/api/articles?limit=2&fields=title,slug&q=a").await.is(200);
    assert_eq!(first.header("x-total-count"), "3");
    assert_eq!(first.json()[0], json!({ "title": "Two wheels", "slug": "two-wheels" }));
    let next = first.header("link").strip_prefix('<').unwrap().strip_suffix(">; rel=\"next\"").unwrap();
    assert!(next.starts_with("/api/articles?limit=2&fields=title,slug&q=a&cursor="), "{next}");
    for second in [next, "/api/articles?limit=2&fields=title,slug&q=a&offset=2"] {
        let second = visitor.get(second).await.is(200);
        assert_eq!((second.titles(), second.header("link")), (vec!["Động Phong Nha".to_owned()], ""));
    }
    for sort in
        ["", "sort=publicationDate&", "sort=title&", "sort=-title&", "sort=id&", "sort=-id&", "sort=-updatedAt&"]
    {
        let (mut path, mut titles) = (format!("/api/articles?{sort}limit=1"), Vec::new());
        while !path.is_empty() {
            let page = visitor.get(&path).await.is(200);
            assert_eq!((page.titles().len(), page.header("x-total-count")), (1, "3"), "{path}");
            titles.extend(page.titles());
            path = page.header("link").split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        }
        assert_eq!(titles, found(&format!("?{sort}")).await, "{sort}");
    }
    let of_a_number = "eyJrZXkiOjEsImlkIjoxfQ"; // {"key":1,"id":1}
    for wrong in ["cursor=x".to_owned(), format!("sort=title&cursor={of_a_number}")] {
        assert_eq!(visitor.get(&format!("/api/articles?{wrong}")).await.is(400).fields(), ["cursor"], "{wrong}");
    }
    let both = visitor.get(&format!("/api/articles?offset=1&cursor={of_a_number}")).await.is(400);
    assert_eq!(both.fields(), ["offset"]);
    for wrong in ["limit=0", "limit=101", "offset=-1", "sort=author", "q=a%00", "fields=search", "is_public=1", "ids=x"]
    {
        let refused = visitor.get(&format!("/api/articles?{wrong}")).await.is(400);
        assert_eq!(refused.fields().len(), 1, "{wrong}");
    }
}

#[rstest]
#[tokio::test]
async fn two_editors_of_a_story_do_not_overwrite_each_other(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.writes(an_article("By boat")).await;
    let path = address(&article);
    admin.put_with(&path, &[("if-match", "\"1\"")], json!({ "author": "First" })).await.is(200);
    let late = admin.put_with(&path, &[("if-match", "\"1\"")], json!({ "author": "Second" })).await.is(412);
    assert_eq!((&late.json()["current"]["author"], &late.json()["current"]["version"]), (&json!("First"), &json!(2)));
    assert_eq!(guide.visitor().get(&path).await.json()["author"], "First");
    admin.put_with(&path, &[("if-match", "*")], json!({ "author": "Third" })).await.is(200);
    assert_eq!(admin.put(&path, json!({ "id": 999 })).await.is(422).fields(), ["id"]);
    admin.put("/api/articles/999", json!({ "author": "x" })).await.is(404);
    admin.delete("/api/articles/999").await.is(404);
}

#[rstest]
#[tokio::test]
async fn an_address_follows_the_title_unless_it_was_chosen(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, visitor) = (guide.admin().await, guide.visitor());
    let article = admin.writes(an_article("By boat")).await;
    let (id, path) = (&article["id"], address(&article));
    assert_eq!(visitor.get(&format!("/api/articles/{id}-by-boat")).await.is(200).json()["title"], "By boat");
    let renamed = admin.put(&path, json!({ "title": "Bằng thuyền" })).await.is(200).json();
    assert_eq!(renamed["slug"], "bang-thuyen");
    for old in ["by-boat", "", "whatever"] {
        let moved = visitor.get(&format!("/api/articles/{id}-{old}")).await.is(301);
        assert_eq!(moved.header("location"), format!("/api/articles/{id}-bang-thuyen"));
    }
    let chosen = admin.put(&path, json!({ "slug": "the-river" })).await.is(200).json();
    assert_eq!(admin.put(&path, with(chosen, json!({ "title": "Up" }))).await.is(200).json()["slug"], "the-river");
    // Two stories may have one title, and a title need not have a letter of ours.
    assert_eq!(admin.writes(an_article("By boat")).await["slug"], "by-boat");
    assert_eq!(admin.writes(an_article("洞")).await["slug"], "story");
    for nobody in ["/api/articles/999-by-boat", "/api/articles/by-boat", "/api/articles/-1", "/api/articles/1x"] {
        visitor.get(nobody).await.is(404);
    }
}

// R319
#[rstest]
#[tokio::test]
async fn scheduled_inactive_or_deleted_article_is_nowhere_public(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(town) = Town::open(engine).await else { return };
    let admin = &town.admin;
    let linh = town.guide.traveller("Linh Tran").await;
    let minh = town.guide.owner("Minh Le").await;
    let kept = admin.writes(with(an_article("By bicycle"), json!({ "tags": ["river"] }))).await;
    let secret = with(an_article("Secret grotto"), json!({ "tags": ["hush"], "isFeatured": true }));
    let article = admin.writes(secret).await;
    let (id, path) = (article["id"].clone(), address(&article));
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
    let is_public = async |is_public: bool| {
        for list in &lists {
            for person in [&town.guide.visitor(), &linh, &minh] {
                assert_eq!(person.get(list).await.is(200).text.contains("Secret grotto"), is_public, "{list}");
            }
        }
        for person in [&town.guide.visitor(), &linh, &minh] {
            let status = if is_public { 200 } else { 404 };
            person.get(&path).await.is(status);
            person.get(&format!("{path}-secret-grotto")).await.is(status);
            assert_eq!(person.get("/api/articles/topics").await.is(200).text.contains("hush"), is_public);
        }
        let total = if is_public { "2" } else { "1" };
        assert_eq!(town.get("/api/articles").await.header("x-total-count"), total);
        town.soon(&page, |answer| answer.status == if is_public { 200 } else { 404 }).await;
        for list in pages {
            town.soon(list, |answer| answer.text.contains("Secret grotto") == is_public).await;
        }
        let short = town.get(&format!("/inspiration/{id}")).await.is(if is_public { 301 } else { 404 });
        assert_eq!(short.header("location"), if is_public { page.as_str() } else { "" });
        let image = format!("{page}/social.jpg");
        town.soon(&image, |answer| answer.status == if is_public { 200 } else { 404 }).await;
    };
    is_public(true).await;
    for (change, standing) in [
        (json!({ "isActive": false }), "inactive"),
        (json!({ "isActive": true, "publicationDate": "2026-11-21T09:00:00Z" }), "scheduled"),
        (json!({ "publicationDate": "2026-11-21T08:00:00Z" }), "live"),
        (json!({ "isActive": false, "publicationDate": "2027-01-01T00:00:00Z" }), "inactive"),
    ] {
        let changed = admin.put(&path, change).await.is(200).json();
        assert_eq!(changed["standing"], standing);
        is_public(standing == "live").await;
        // Admins see it all the same, and where it stands.
        assert_eq!(admin.get(&path).await.is(200).json()["standing"], standing);
        assert_eq!(admin.get("/api/articles?showAll=true").await.titles().len(), 2);
    }
    town.guide.visitor().get("/api/articles?showAll=true").await.is(401);
    linh.get("/api/articles?showAll=true").await.is(403);
    minh.get("/api/articles?showAll=true").await.is(403);
    admin.put(&path, json!({ "isActive": true, "publicationDate": "2026-11-01T08:00:00Z" })).await.is(200);
    is_public(true).await;
    admin.delete(&path).await.is(204);
    is_public(false).await;
    admin.get(&path).await.is(404);
    admin.delete(&path).await.is(404);
    assert_eq!(admin.get("/api/articles?showAll=true").await.titles(), ["By bicycle"]);
    town.guide.visitor().get(&address(&kept)).await.is(200);

    // It comes back as it was, under its own address, and public as it was.
    admin.post(&format!("{path}/restore"), json!({})).await.is(200);
    is_public(true).await;
    admin.post(&format!("{path}/restore"), json!({})).await.is(404);
}

// R227
#[rstest]
#[tokio::test]
async fn article_trash_lists_for_admins_and_restores_unchanged(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let first = admin.writes(with(an_article("By boat"), json!({ "tags": ["river"] }))).await;
    let later = json!({ "publicationDate": "2026-11-21T08:05:00Z" });
    let second = admin.writes(with(an_article("By bicycle"), later)).await;
    for article in [&first, &second] {
        guide.app.clock.advance(60);
        admin.delete(&address(article)).await.is(204);
    }
    let trash = admin.get("/api/articles/trash").await.is(200);
    assert_eq!((trash.titles(), trash.header("x-total-count")), (vec!["By bicycle".into(), "By boat".into()], "2"));
    assert_eq!(trash.json()[1]["deletedAt"], "2026-11-21T08:01:00.000Z");
    assert_eq!(admin.get("/api/articles/trash?limit=1&offset=1").await.titles(), ["By boat"]);
    admin.get("/api/articles/trash?limit=101").await.is(400);
    let back = admin.post(&format!("{}/restore", address(&first)), json!({})).await.is(200).json();
    for field in ["slug", "title", "contentHtml", "tags", "publicationDate", "isActive", "createdAt", "standing"] {
        assert_eq!(back[field], first[field], "{field}");
    }
    assert_eq!(back["version"], 3);
    assert_eq!(guide.visitor().get("/api/articles?tag=river").await.titles(), ["By boat"]);
    // What was planned stays planned, and what came due in the trash is public when it comes back.
    let restore = format!("{}/restore", address(&second));
    assert_eq!(admin.post(&restore, json!({})).await.is(200).json()["standing"], "scheduled");
    admin.delete(&address(&second)).await.is(204);
    guide.app.clock.advance(600);
    assert_eq!(admin.post(&restore, json!({})).await.is(200).json()["standing"], "live");
    assert_eq!(admin.get("/api/articles/trash").await.titles(), Vec::<String>::new());
}

#[rstest]
#[tokio::test]
async fn a_story_is_public_at_its_moment_by_itself_everywhere(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(town) = Town::open(engine).await else { return };
    let later = json!({ "publicationDate": "2026-11-21T08:00:10Z", "tags": ["river"] });
    let article = town.admin.writes(with(an_article("By boat"), later)).await;
    let visitor = town.guide.visitor();
    let page = format!("/inspiration/{}-by-boat", article["id"]);
    let pages = [page.as_str(), "/inspiration", "/", "/sitemap.xml"];
    // All of it is asked for before, so that an answer is kept wherever one may be.
    for path in pages {
        town.soon(path, |answer| !answer.text.contains("By boat")).await;
    }
    for path in ["/api/articles", "/api/articles/topics", "/api/articles?q=boat"] {
        assert_eq!(visitor.get(path).await.is(200).text, "[]");
    }
    town.guide.app.clock.advance(9);
    tokio::time::sleep(Duration::from_millis(1200)).await;
    visitor.get(&address(&article)).await.is(404);
    assert_eq!(visitor.get("/api/articles").await.text, "[]", "not a second too early");
    town.guide.app.clock.advance(1);
    let begun = Instant::now();
    soon(&visitor, &address(&article), |answer| answer.status == 200).await;
    assert_eq!(visitor.get("/api/articles").await.titles(), ["By boat"]);
    assert_eq!(visitor.get("/api/articles/topics").await.json()[0]["tag"], "river");
    for path in pages {
        town.soon(path, |answer| answer.text.contains("By boat")).await;
    }
    eprintln!("a scheduled story was on all its pages after {:?}", begun.elapsed());
    let shown = soon(&town.admin, &address(&article), |answer| !answer.json()["liveSince"].is_null()).await.json();
    assert_eq!((&shown["standing"], &shown["version"]), (&json!("live"), &json!(1)), "nobody has edited it");
}

#[rstest]
#[tokio::test]
async fn a_scheduled_story_is_one_change_however_many_servers_see_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let changes = async || -> i64 {
        with_pool!(&guide.app.db, |engine| sqlx::query_scalar("select count(*) from change_log").fetch_one(engine))
            .unwrap()
    };
    let admin = guide.admin().await;
    for round in 0..5 {
        guide.app.clock.advance(60);
        let date = cms::common::clock::Timestamp(guide.app.clock.now().0 + 1000);
        let later = json!({ "publicationDate": date });
        let (one, other) = tokio::join!(
            admin.writes(with(an_article("By boat"), later.clone())),
            admin.writes(with(an_article("By bicycle"), later))
        );
        let before = changes().await;
        // On PostgreSQL from several machines; and all at once with the schedules that run by themselves.
        let there = match engine {
            Postgres | PgBouncer => Some(guide.beside(&["--api-only"]).await),
            Sqlite => None,
        };
        let apps = [&guide.app, there.as_ref().map_or(&guide.app, |there| &there.app)];
        guide.app.clock.advance(1);
        let shown = futures_util::future::join_all((0..12).map(|n| schedule::publish_due(apps[n % 2]))).await;
        let by_hand: usize = shown.into_iter().map(|shown| shown.unwrap().len()).sum();
        assert!(by_hand <= 2, "round {round}: {by_hand}");
        for article in [&one, &other] {
            soon(&guide.visitor(), &address(article), |answer| answer.status == 200).await;
        }
        tokio::time::sleep(Duration::from_millis(600)).await;
        let added = changes().await - before;
        assert!((1..=2).contains(&added), "round {round}: {added} changes for two stories");
        let tags: Vec<String> = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(
            "select cast(tags as text) from change_log order by seq desc limit 2"
        )
        .fetch_all(engine))
        .unwrap();
        for article in [&one, &other] {
            let tag = format!("\"article:{}\"", article["id"]);
            let times = tags[..added as usize].iter().filter(|tags| tags.contains(&tag)).count();
            assert_eq!(times, 1, "round {round}: {tag} in {tags:?}");
        }
    }
}

#[rstest]
#[tokio::test]
async fn what_one_server_kept_hears_of_what_another_writes(#[values(Postgres)] engine: Engine) {
    let Some(here) = Guide::open(engine).await else { return };
    let there = here.beside(&["--api-only"]).await;
    let admin = here.admin().await;
    let article = admin.writes(an_article("By boat")).await;
    soon(&there.visitor(), "/api/articles", |answer| answer.titles() == ["By boat"]).await;
    for title in ["By raft", "By bicycle"] {
        admin.put(&address(&article), json!({ "title": title })).await.is(200);
        soon(&there.visitor(), "/api/articles", |answer| answer.titles() == [title]).await;
        soon(&there.visitor(), &address(&article), |answer| answer.json()["title"] == title).await;
    }
}

#[rstest]
#[tokio::test]
async fn every_kind_of_change_of_a_story_is_on_its_pages(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(town) = Town::open(engine).await else { return };
    let article = town.admin.writes(an_article("By boat")).await;
    let (id, path) = (&article["id"], address(&article));
    let page = |slug: &str| format!("/inspiration/{id}-{slug}");
    // Each is asked for before each change, so that there is something old to be seen.
    for path in [page("by-boat").as_str(), "/inspiration", "/", "/sitemap.xml"] {
        town.soon(path, |answer| answer.text.contains("By boat")).await;
    }
    // Rename there, and unpublish: no address that it ever had shows it a moment longer.
    town.admin.put(&path, json!({ "title": "By raft" })).await.is(200);
    let moved = town.soon(&format!("{}?from=friend", page("by-boat")), |answer| answer.status == 301).await;
    assert_eq!(moved.header("location"), format!("{}?from=friend", page("by-raft")));
    town.soon(&page("by-raft"), |answer| answer.text.contains("By raft")).await;
    town.soon("/inspiration", |answer| answer.text.contains("By raft") && !answer.text.contains("By boat")).await;
    town.admin.put(&path, json!({ "isActive": false })).await.is(200);
    for slug in ["by-boat", "by-raft"] {
        town.soon(&page(slug), |answer| answer.status == 404).await;
    }
    town.soon("/inspiration", |answer| !answer.text.contains("By raft")).await;
    town.admin.put(&path, json!({ "isActive": true })).await.is(200);
    for path in [page("by-raft").as_str(), "/inspiration", "/", "/sitemap.xml"] {
        town.soon(path, |answer| answer.text.contains("By raft")).await;
    }
    town.admin.delete(&path).await.is(204);
    town.soon(&page("by-raft"), |answer| answer.status == 404).await;
    town.soon("/", |answer| answer.status == 200 && !answer.text.contains("By raft")).await;
}

// R174
#[rstest]
#[tokio::test]
async fn stats_count_articles_for_admins(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    admin.writes(an_article("By boat")).await;
    let hidden = admin.writes(with(an_article("By raft"), json!({ "isActive": false }))).await;
    assert_eq!(admin.get("/api/admin/stats").await.is(200).json()["articles"], 2);
    admin.delete(&address(&hidden)).await.is(204);
    assert_eq!(admin.get("/api/admin/stats").await.is(200).json()["articles"], 1);
    let minh = guide.owner("Minh Le").await;
    assert_eq!(minh.get("/api/admin/stats").await.is(200).json()["articles"], 0);
}

#[rstest]
#[tokio::test]
async fn reads_of_stories_carry_tags_and_unchanged_ones_are_not_sent_again(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (admin, visitor) = (guide.admin().await, guide.visitor());
    let article = admin.writes(an_article("By boat")).await;
    for path in ["/api/articles".to_owned(), address(&article), "/api/articles/topics".to_owned()] {
        let first = visitor.get(&path).await.is(200);
        let etag = first.header("etag").to_owned();
        visitor.get_with(&path, &[("if-none-match", &etag)]).await.is(304);
        admin.put(&address(&article), json!({ "author": path, "tags": [path] })).await.is(200);
        let after = visitor.get_with(&path, &[("if-none-match", &etag)]).await.is(200);
        assert!(after.text.contains(&path), "the next read shows the write");
        // What an admin sees is never kept for others.
        assert_eq!(
            admin.get(&path).await.is(200).text.contains("\"standing\":\"live\""),
            path != "/api/articles/topics"
        );
        assert_eq!(visitor.get(&path).await.text, after.text);
    }
}
