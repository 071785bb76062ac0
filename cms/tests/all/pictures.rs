//! Pictures of the library: what is taken in, what is served of it, and where it is shown.

use std::time::Duration;

use cms::common::clock::Timestamp;
use cms::media::garbage_collector::{GarbageCollector, GcStats};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::contact::a_message;
use crate::people::Person;
use crate::things::{a_picture, a_place, a_standing_page, an_article, with};
use crate::world::{Engine, Guide, Postgres, Sqlite};

const MEDIA: &str = "/api/media";

impl Person {
    async fn sends(&self, name: &str, bytes: &[u8]) -> crate::people::Answer {
        self.sends_file(Method::POST, MEDIA, (name, bytes), &[]).await
    }
}

fn webp(picture: &Value, width: i64) -> String {
    picture["url"].as_str().unwrap().replace(".jpg", &format!("-{width}.webp"))
}

/// The names of the files that the guide keeps.
fn files(guide: &Guide) -> Vec<String> {
    let cms::integrations::blob_store::BlobStore::Folder(folder) = &guide.app.files else { panic!("a folder") };
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Runs the garbage collector without its grace period.
async fn collect_garbage(guide: &Guide, now: Timestamp) -> GcStats {
    GarbageCollector::immediate().collect(&guide.app.db, &guide.app.files, now).await.unwrap()
}

/// Has all files be two hours old: no row of theirs is being written any more.
fn age(guide: &Guide) {
    let cms::integrations::blob_store::BlobStore::Folder(folder) = &guide.app.files else { panic!("a folder") };
    let old = std::time::SystemTime::now() - Duration::from_secs(7200);
    for name in files(guide) {
        std::fs::File::open(folder.join(name)).unwrap().set_modified(old).unwrap();
    }
}

#[rstest]
#[tokio::test]
async fn a_picture_is_served_in_its_widths_for_ever(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let sent = admin.sends("C:\\Linh\\Hang E\u{301}n.png", &a_picture(700, 500)).await.is(201);
    let picture = sent.json();
    assert_eq!(sent.header("location"), format!("{MEDIA}/{}", picture["id"]));
    assert_eq!(picture["name"], "Hang \u{c9}n.png");
    assert_eq!((&picture["width"], &picture["height"]), (&json!(700), &json!(500)));
    assert_eq!(picture["widths"], json!([320, 640, 700]));
    assert_eq!((&picture["alt"], &picture["isDecorative"]), (&Value::Null, &json!(false)));
    assert!(picture["thumbhash"].as_str().unwrap().len() > 20 && picture["color"].as_str().unwrap().starts_with('#'));

    let visitor = guide.visitor();
    for (path, kind) in [(webp(&picture, 640), "image/webp"), (picture["url"].as_str().unwrap().into(), "image/jpeg")] {
        let file = visitor.get(&path).await.is(200);
        assert_eq!(file.header("content-type"), kind);
        assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(file.header("x-content-type-options"), "nosniff");
        assert_eq!(file.header("content-security-policy"), "default-src 'none'; sandbox");
        assert_eq!(file.header("access-control-allow-origin"), "*");
        assert_eq!(file.header("accept-ranges"), "bytes");
        let known = [("if-none-match", file.header("etag"))];
        assert!(visitor.get_with(&path, &known).await.is(304).bytes.is_empty());
        let part = visitor.get_with(&path, &[("range", "bytes=4-11")]).await.is(206);
        assert_eq!(part.bytes, file.bytes[4..12]);
        assert_eq!(part.header("content-range"), format!("bytes 4-11/{}", file.bytes.len()));
        let beyond = visitor.get_with(&path, &[("range", "bytes=99999999-")]).await.is(416);
        assert_eq!(beyond.header("content-range"), format!("bytes */{}", file.bytes.len()));
        let head = visitor.send(Method::HEAD, &path, &[], None).await.is(200);
        assert_eq!((head.header("content-length"), head.bytes.len()), (&*file.bytes.len().to_string(), 0));
    }
    visitor.get(&webp(&picture, 1280)).await.is(404);
    assert_eq!(files(&guide).len(), 4);
}

// R302, R317
#[rstest]
#[tokio::test]
async fn upload_that_is_no_image_is_refused_by_content(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let whole = a_picture(300, 200);
    let wide = a_picture(16_385, 1);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    for (name, bytes, sentence) in [
        ("photo.jpg", &b"<!doctype html><script>alert(1)</script>"[..], "This is not a picture"),
        ("drawing.png", svg, "SVG pictures cannot be read here"),
        ("empty.png", b"", "The file is empty"),
        ("half.png", &whole[..whole.len() / 2], "The picture is damaged or incomplete"),
        ("wide.png", &wide, "neither side may be longer than 16384"),
    ] {
        let refused = admin.sends(name, bytes).await.is(422);
        assert_eq!(refused.fields(), ["file"], "{name}");
        assert!(refused.text.contains(sentence), "{name}: {}", refused.text);
    }
    let heavy = [whole, vec![0; 21 << 20]].concat();
    assert_eq!(admin.sends("heavy.png", &heavy).await.is(413).fields(), ["file"]);
    // The way in that replaces a picture looks at it in the same way.
    let picture = admin.adds_picture("A boat").await;
    let path = format!("{MEDIA}/{}/file", picture["id"]);
    assert_eq!(admin.sends_file(Method::PUT, &path, ("photo.jpg", svg), &[]).await.is(422).fields(), ["file"]);
    assert_eq!(admin.get(MEDIA).await.is(200).json(), json!([picture]));
    assert_eq!(files(&guide).len(), 4);
}

#[rstest]
#[tokio::test]
async fn what_comes_beside_the_file_is_checked_and_named(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let file = ("boat.png", &*a_picture(30, 20));
    let sends = async |words: &[(&str, &str)]| admin.sends_file(Method::POST, MEDIA, file, words).await;
    assert_eq!(sends(&[("alt", &"a".repeat(301))]).await.is(422).fields(), ["alt"]);
    assert_eq!(sends(&[("isPublic", "true")]).await.is(422).fields(), ["isPublic"]);
    assert_eq!(sends(&[("purpose", "avatar")]).await.is(422).fields(), ["purpose"]);
    let none = [("content-type", "multipart/form-data; boundary=edge")];
    let empty = admin.send(Method::POST, MEDIA, &none, Some(b"--edge--\r\n".to_vec())).await.is(422);
    assert_eq!(empty.fields(), ["file"]);
    admin.send(Method::POST, MEDIA, &none, Some(b"nothing of the kind".to_vec())).await.is(400);
    admin.post(MEDIA, json!({ "file": "x" })).await.is(415);
    assert!(files(&guide).is_empty());
}

// R315
#[rstest]
#[tokio::test]
async fn image_address_outside_the_folder_is_not_served(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let picture = guide.admin().await.adds_picture("A boat").await;
    let own = picture["url"].as_str().unwrap().trim_start_matches("/media/");
    for name in [
        "..%2fkarst.db",
        "%2e%2e%2fkarst.db",
        "..%252fkarst.db",
        "..%5ckarst.db",
        "..\\karst.db",
        "%2fetc%2fpasswd",
        "karst.db",
        ".",
        "%00",
        &format!("{own}%00"),
        &format!("{own}%2f..%2f{own}"),
        &format!("{own}."),
        &own.to_uppercase(),
        &format!("x/../{own}x"),
    ] {
        let answer = guide.visitor().get(&format!("/media/{name}")).await;
        assert_eq!(answer.status.as_u16(), 404, "{name}");
    }
    guide.visitor().get(&format!("/media/{own}")).await.is(200);
}

// R208
#[rstest]
#[tokio::test]
async fn image_without_a_text_alternative_cannot_be_used(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let picture = admin.sends("boat.png", &a_picture(60, 40)).await.is(201).json();
    let (url, record) = (&picture["url"], format!("{MEDIA}/{}", picture["id"]));
    let place = with(a_place("Dark Cave", cave), json!({ "imageUrl": url, "gallery": [url] }));
    let refused = admin.post("/api/businesses", place.clone()).await.is(422);
    assert_eq!(refused.fields(), ["imageUrl", "gallery"]);
    assert!(refused.text.contains("Please say what the picture shows, or mark it as decorative"));
    let story = with(an_article("By boat"), json!({ "mainImageUrl": url }));
    assert_eq!(admin.post("/api/articles", story.clone()).await.is(422).fields(), ["mainImageUrl"]);

    admin.put(&record, json!({ "alt": "A boat on the Son" })).await.is(200);
    admin.adds(place).await;
    admin.put(&record, json!({ "alt": null, "isDecorative": true })).await.is(200);
    admin.post("/api/articles", story).await.is(201);
    // And once it is shown it stays described.
    assert_eq!(admin.put(&record, json!({ "isDecorative": false })).await.is(422).fields(), ["alt"]);
    for address in ["/media/none.jpg", "/media/3f9c2a1b-9f86d081884c7d65.jpg", "/media/"] {
        let unknown = with(a_place("Another Cave", cave), json!({ "imageUrl": address }));
        let refused = admin.post("/api/businesses", unknown).await.is(422);
        assert_eq!(refused.fields(), ["imageUrl"], "{address}");
    }
}

// R208
#[rstest]
#[tokio::test]
async fn place_and_article_return_sizes_alternative_and_focal_point_of_images(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let (boat, raft) = (admin.adds_picture("A boat").await, admin.adds_picture("A raft").await);
    let words =
        json!({ "caption": "At dawn", "credit": "Linh Tran", "licence": "CC BY 4.0", "focalX": 0.2, "focalY": 1 });
    admin.put(&format!("{MEDIA}/{}", boat["id"]), words).await.is(200);
    let pictured =
        json!({ "imageUrl": boat["url"], "gallery": [raft["url"], "https://example.org/1.jpg", boat["url"]] });
    let place = admin.adds(with(a_place("Dark Cave", cave), pictured)).await;
    let shown = json!({
        "id": boat["id"], "url": boat["url"], "width": 700, "height": 500, "widths": [320, 640, 700],
        "thumbhash": boat["thumbhash"], "color": boat["color"], "alt": "A boat", "caption": "At dawn",
        "credit": "Linh Tran", "licence": "CC BY 4.0", "focalX": 0.2, "focalY": 1.0,
    });
    assert_eq!(place["pictures"][0], shown);
    let read = guide.visitor().get("/api/businesses/dark-cave").await.is(200).json();
    assert_eq!(read["pictures"].as_array().unwrap().len(), 2, "{}", read["pictures"]);
    let list = guide.visitor().get("/api/businesses?fields=pictures").await.is(200).json();
    assert_eq!(list[0]["pictures"][0], shown);

    let html = format!("<p>By raft.</p><p><img src=\"{}\" alt=\"A raft\"></p>", raft["url"].as_str().unwrap());
    let story = with(an_article("By boat"), json!({ "mainImageUrl": boat["url"], "contentHtml": html }));
    let story = admin.post("/api/articles", story).await.is(201).json();
    let ids = |record: &Value| -> Vec<Value> {
        record["pictures"].as_array().unwrap().iter().map(|picture| picture["id"].clone()).collect()
    };
    assert_eq!(ids(&story), [boat["id"].clone(), raft["id"].clone()]);
    assert_eq!(ids(&guide.visitor().get(&format!("/api/articles/{}", story["id"])).await.json()), ids(&story));
    let uses = admin.get(&format!("{MEDIA}/{}/uses", raft["id"])).await.is(200).json();
    let used_by = |kind: &str, id: &Value, title: &str, gone: bool| json!({ "kind": kind, "id": id, "title": title, "isInTrash": gone });
    let by_place = used_by("place", &place["id"], "Dark Cave", false);
    assert_eq!(uses, json!([used_by("article", &story["id"], "By boat", false), by_place]));
    admin.delete(&format!("/api/articles/{}", story["id"])).await.is(204);
    let uses = admin.get(&format!("{MEDIA}/{}/uses", raft["id"])).await.is(200).json();
    assert_eq!(uses, json!([used_by("article", &story["id"], "By boat", true), by_place]));
}

#[rstest]
#[tokio::test]
async fn the_library_is_searched_paged_and_filtered(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let owner = guide.owner("Minh Le").await;
    let cave = admin.adds_category("Caves").await;
    let boat = admin.adds_picture("Thuyền ở Hang Én").await;
    let plain = admin.sends("DSC_0412.png", &a_picture(30, 20)).await.is(201).json();
    let owners = owner.adds_picture("A room").await;
    admin.adds(with(a_place("Dark Cave", cave), json!({ "imageUrl": boat["url"] }))).await;
    let ids = async |who: &Person, query: &str| -> Vec<i64> {
        let list = who.get(&format!("{MEDIA}{query}")).await.is(200).json();
        list.as_array().unwrap().iter().map(|picture| picture["id"].as_i64().unwrap()).collect()
    };
    let id = |picture: &Value| picture["id"].as_i64().unwrap();
    assert_eq!(ids(&admin, "").await, [id(&owners), id(&plain), id(&boat)]);
    assert_eq!(ids(&owner, "").await, [id(&owners)]);
    assert_eq!(ids(&admin, "?q=thuyen%20en").await, [id(&boat)]);
    assert_eq!(ids(&admin, "?q=dsc_04").await, [id(&plain)]);
    assert_eq!(ids(&admin, "?used=true").await, [id(&boat)]);
    assert_eq!(ids(&admin, "?described=false").await, [id(&plain)]);
    let page = admin.get(&format!("{MEDIA}?limit=1&offset=1")).await.is(200);
    assert_eq!((page.header("x-total-count"), page.json()[0]["id"].as_i64()), ("3", Some(id(&plain))));
    assert_eq!(page.header("link"), "</api/media?limit=1&offset=2>; rel=\"next\"");
    assert_eq!(admin.get(&format!("{MEDIA}?sort=name&limit=0")).await.is(400).fields(), ["limit", "sort"]);
}

#[rstest]
#[tokio::test]
async fn a_replaced_picture_is_replaced_wherever_it_is_shown(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let before = admin.adds_picture("A boat").await;
    let url = before["url"].as_str().unwrap();
    let pictured = json!({ "imageUrl": url, "gallery": ["https://example.org/1.jpg", url] });
    let place = admin.adds(with(a_place("Dark Cave", cave), pictured)).await;
    let html = format!("<p>Early.</p><img src=\"{url}\" alt=\"A boat\">");
    let story = admin.post("/api/articles", with(an_article("By boat"), json!({ "contentHtml": html }))).await.json();
    let seen = guide.visitor().get("/api/businesses").await.is(200);

    let path = format!("{MEDIA}/{}/file", before["id"]);
    let new = ("raft.png", &*a_picture(900, 300));
    let after = admin.sends_file(Method::PUT, &path, new, &[]).await.is(200).json();
    assert_eq!((&after["id"], &after["alt"], &after["width"]), (&before["id"], &json!("A boat"), &json!(900)));
    assert_ne!(after["url"], before["url"]);
    let read = guide.visitor().get("/api/businesses/dark-cave").await.is(200).json();
    assert_eq!((&read["imageUrl"], &read["gallery"][1]), (&after["url"], &after["url"]));
    assert_eq!(read["version"], json!(place["version"].as_i64().unwrap() + 1));
    let read = guide.visitor().get(&format!("/api/articles/{}", story["id"])).await.is(200).json();
    assert!(read["contentHtml"].as_str().unwrap().contains(after["url"].as_str().unwrap()));
    let again = guide.visitor().get_with("/api/businesses", &[("if-none-match", seen.header("etag"))]).await;
    assert_eq!(again.status.as_u16(), 200, "what was kept is made anew");
    guide.visitor().get(url).await.is(404);
    guide.visitor().get(&webp(&after, 640)).await.is(200);
    age(&guide);
    collect_garbage(&guide, guide.app.clock.now()).await;
    assert!(files(&guide).iter().all(|name| name.starts_with(after["url"].as_str().unwrap()[7..32].trim())));
}

#[rstest]
#[tokio::test]
async fn what_is_in_use_is_not_removed_unless_one_insists(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let picture = admin.adds_picture("A boat").await;
    let record = format!("{MEDIA}/{}", picture["id"]);
    let place = admin.adds(with(a_place("Dark Cave", cave), json!({ "imageUrl": picture["url"] }))).await;
    let refused = admin.delete(&record).await.is(409);
    assert_eq!(refused.json()["detail"], "This picture is in use: Dark Cave");
    guide.visitor().get(picture["url"].as_str().unwrap()).await.is(200);
    admin.delete(&format!("{record}?force=true")).await.is(204);
    guide.visitor().get(picture["url"].as_str().unwrap()).await.is(404);
    let path = format!("/api/businesses/{}", place["id"]);
    assert_eq!(guide.visitor().get(&path).await.json()["pictures"], json!([]));
    // What was there before does not stand in the way of another change.
    admin.put(&path, json!({ "phone": "1" })).await.is(200);

    let free = admin.adds_picture("A raft").await;
    admin.delete(&format!("{MEDIA}/{}", free["id"])).await.is(204);
    admin.delete(&format!("{MEDIA}/{}", free["id"])).await.is(404);
}

#[rstest]
#[tokio::test]
async fn a_removed_picture_comes_back_for_ten_minutes_wherever_it_was(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.adds_category("Caves").await;
    let picture = admin.adds_picture("A boat").await;
    let (record, url) = (format!("{MEDIA}/{}", picture["id"]), picture["url"].as_str().unwrap());
    let restore = format!("{record}/restore");
    let place = admin.adds(with(a_place("Dark Cave", cave), json!({ "imageUrl": url }))).await;
    let path = format!("/api/businesses/{}", place["id"]);
    let shown = guide.visitor().get(&path).await.json()["pictures"].clone();
    admin.post(&restore, json!({})).await.is(404);

    let before = admin.get(&record).await.is(200).json();
    admin.delete(&format!("{record}?force=true")).await.is(204);
    for gone in [&record, &format!("{record}/uses")] {
        admin.get(gone).await.is(404);
    }
    assert_eq!(admin.get(MEDIA).await.is(200).json(), json!([]));
    assert_eq!(admin.get(MEDIA).await.header("x-total-count"), "0");
    assert_eq!(guide.visitor().get(&path).await.json()["pictures"], json!([]));
    let other = with(a_place("Other Cave", cave), json!({ "imageUrl": url }));
    assert_eq!(admin.post("/api/businesses", other).await.is(422).fields(), ["imageUrl"]);
    // Somebody saves what shows it meanwhile: it is still what shows it.
    admin.put(&path, json!({ "phone": "1" })).await.is(200);
    collect_garbage(&guide, guide.app.clock.now()).await;
    assert_eq!(cms::commands::trash::empty(&guide.app).await.unwrap(), 0, "it may come back");

    assert_eq!(admin.post(&restore, json!({})).await.is(200).json(), before);
    guide.visitor().get(&webp(&picture, 320)).await.is(200);
    assert_eq!(guide.visitor().get(&path).await.json()["pictures"], shown);
    assert_eq!(admin.get(&format!("{record}/uses")).await.json()[0]["title"], "Dark Cave");
    admin.post(&restore, json!({})).await.is(404);

    admin.delete(&format!("{record}?force=true")).await.is(204);
    guide.app.clock.advance(601);
    admin.post(&restore, json!({})).await.is(404);
    assert_eq!(cms::commands::trash::empty(&guide.app).await.unwrap(), 1);
    guide.visitor().get(&webp(&picture, 320)).await.is(404);
    age(&guide);
    collect_garbage(&guide, guide.app.clock.now()).await;
    assert!(files(&guide).is_empty());
    assert_eq!(cms::commands::trash::empty(&guide.app).await.unwrap(), 0);
}

#[rstest]
#[tokio::test]
async fn two_who_change_one_picture_hear_of_each_other(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let picture = admin.adds_picture("A boat").await;
    let record = format!("{MEDIA}/{}", picture["id"]);
    let read = admin.get(&record).await.is(200);
    let tag = [("if-match", read.header("etag"))];
    admin.put_with(&record, &tag, json!({ "alt": "A raft" })).await.is(200);
    let outdated = admin.put_with(&record, &tag, json!({ "alt": "A ferry" })).await.is(412).json();
    assert_eq!((&outdated["current"]["alt"], &outdated["current"]["version"]), (&json!("A raft"), &json!(2)));
    for (changes, field) in [
        (json!({ "focalX": 1.5 }), "focalX"),
        (json!({ "focalY": "top" }), "focalY"),
        (json!({ "alt": "a".repeat(301) }), "alt"),
    ] {
        assert_eq!(admin.put(&record, changes).await.is(422).fields(), [field]);
    }
}

#[rstest]
#[tokio::test]
async fn files_that_no_row_names_are_swept_and_no_others(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    guide.admin().await.adds_picture("A boat").await;
    let cms::integrations::blob_store::BlobStore::Folder(folder) = guide.app.files.clone() else { panic!("a folder") };
    let kept = files(&guide).len();
    for name in ["3f9c2a1b-9f86d081884c7d65-640.webp", "3f9c2a1b-9f86d081884c7d65.jpg", "notes.txt"] {
        std::fs::write(folder.join(name), b"of nobody").unwrap();
    }
    age(&guide);
    std::fs::write(folder.join("4f9c2a1b-9f86d081884c7d65.jpg"), b"its row is being written").unwrap();
    let now = guide.app.clock.now();
    assert_eq!(collect_garbage(&guide, now).await, GcStats { files: 2, photos: 0 });
    assert_eq!(files(&guide).len(), kept + 2, "{:?}", files(&guide));
    assert_eq!(collect_garbage(&guide, now).await, GcStats::default());
}

#[rstest]
#[tokio::test]
async fn a_server_leaves_the_files_of_what_went_for_a_backup_that_is_being_made(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let picture = admin.adds_picture("A boat").await;
    let path = format!("{MEDIA}/{}/file", picture["id"]);
    admin.sends_file(Method::PUT, &path, ("raft.png", &*a_picture(90, 60)), &[]).await.is(200);
    let (now, mut collector) = (guide.app.clock.now(), GarbageCollector::with_grace());
    age(&guide);
    let all = files(&guide).len();
    for later in [0, 3600, 6 * 3600 - 1] {
        let stats = collector.collect(&guide.app.db, &guide.app.files, now.plus_seconds(later)).await.unwrap();
        assert_eq!((stats, files(&guide).len()), (GcStats::default(), all), "{later} s later");
    }
    let stats = collector.collect(&guide.app.db, &guide.app.files, now.plus_seconds(6 * 3600)).await.unwrap();
    assert!(stats.files > 0 && files(&guide).len() == all - stats.files, "{stats:?} of {all}");
    let present = admin.get(&format!("{MEDIA}/{}", picture["id"])).await.is(200).json();
    guide.visitor().get(present["url"].as_str().unwrap()).await.is(200);
}

// R301
#[rstest]
#[tokio::test]
async fn typed_urls_are_never_fetched(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/cave.jpg", listener.local_addr().unwrap());
    let (admin, author) = (guide.admin().await, guide.traveller("Linh Tran").await);
    let cave = admin.adds_category("Caves").await;
    let typed = json!({
        "imageUrl": url, "gallery": [url], "website": url, "googleMapsUrl": url, "affiliateLink": url,
        "bookingComUrl": url, "agodaUrl": url, "directBookingContact": url, "sources": [url], "description": url,
    });
    let place = admin.adds(with(a_place("Dark Cave", cave), typed)).await;
    let html = format!("<p><img src=\"{url}\" alt=\"\"><a href=\"{url}\">{url}</a></p>");
    let story = json!({ "mainImageUrl": url, "contentHtml": html, "externalUrl": url });
    admin.post("/api/articles", with(an_article("By boat"), story)).await.is(201);
    author.put("/api/auth/account", json!({ "photoURL": url })).await.is(200);
    let told = json!({ "message": format!("Look: {url}"), "location": url, "relatedPlaceId": place["id"] });
    author.post("/api/guestbook", told).await.is(201);
    let social = json!({ "facebook": url, "instagram": url, "youtube": url, "tiktok": url });
    let region = json!({ "imageUrl": url, "tagline": url, "notice": { "text": url }, "social": social });
    admin.put("/api/settings", region).await.is(200);
    for page in ["getting-here", "about", "help", "privacy"] {
        let words = with(a_standing_page(page), json!({ "title": url }));
        admin.put(&format!("/api/pages/{page}"), words).await.is(200);
    }
    for blank in [json!(null), json!(url)] {
        let words = format!("We took a picture at the landing in March, for your page about the boats: {url}");
        let typed = json!({ "subject": url, "message": words, "leaveBlank": blank });
        guide.visitor().post("/api/contact", with(a_message(), typed)).await.is(201);
    }
    assert!(!guide.letters().await.is_empty());
    let sent = admin.sends_file(Method::POST, MEDIA, ("cave.svg", url.as_bytes()), &[]).await;
    assert_eq!(sent.status.as_u16(), 422);
    for path in ["businesses/dark-cave", "businesses.geojson", "articles", "guestbook", "settings", "pages/help"] {
        guide.visitor().get(&format!("/api/{path}")).await.is(200);
    }
    let nobody = tokio::time::timeout(Duration::from_millis(500), listener.accept()).await;
    assert!(nobody.is_err(), "somebody came: {nobody:?}");
}

// R317
#[tokio::test]
async fn other_requests_are_answered_while_images_are_processed() {
    let guide = Guide::open(Sqlite).await.unwrap();
    let admin = guide.admin().await;
    let large = a_picture(5000, 4000);
    let visitor = guide.visitor();
    let sending = async {
        let all = (0..3).map(|_| admin.sends("large.png", &large));
        futures_util::future::join_all(all).await
    };
    let asking = async {
        let mut slowest = Duration::ZERO;
        for _ in 0..40 {
            let begun = std::time::Instant::now();
            visitor.get("/api/categories").await.is(200);
            slowest = slowest.max(begun.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        slowest
    };
    let (sent, slowest) = tokio::join!(sending, asking);
    for answer in sent {
        assert_eq!(answer.is(201).json()["widths"], json!([320, 640, 1280, 1920]));
    }
    println!("the slowest of forty reads beside three large pictures: {slowest:?}");
}
