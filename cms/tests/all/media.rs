//! The media library: uploads, variants, uses and deletion.

use std::time::Duration;

use cms::common::clock::Timestamp;
use cms::media::garbage_collector::{GarbageCollector, GcStats};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::contact::contact_message_json;
use crate::fixtures::{article_json, place_json, png_image, standing_page_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

const MEDIA_PATH: &str = "/api/media";

impl TestClient {
    async fn upload_image(&self, name: &str, bytes: &[u8]) -> crate::test_client::TestResponse {
        self.upload(Method::POST, MEDIA_PATH, (name, bytes), &[]).await
    }
}

fn webp_url(image: &Value, width: i64) -> String {
    image["url"].as_str().unwrap().replace(".jpg", &format!("-{width}.webp"))
}

/// The names of the files in the blob store.
fn stored_file_names(guide: &TestApp) -> Vec<String> {
    let cms::integrations::blob_store::BlobStore::Folder(folder) = &guide.app.media.files else { panic!("a folder") };
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Runs the garbage collection without its grace period.
async fn collect_garbage_without_grace(guide: &TestApp, now: Timestamp) -> GcStats {
    GarbageCollector::without_grace().collect(&guide.app.db, &guide.app.media.files, now).await.unwrap()
}

/// Sets the age of all files to two hours, so that none counts as part of an upload in progress.
fn backdate_files(guide: &TestApp) {
    let cms::integrations::blob_store::BlobStore::Folder(folder) = &guide.app.media.files else { panic!("a folder") };
    let old = std::time::SystemTime::now() - Duration::from_secs(7200);
    for name in stored_file_names(guide) {
        std::fs::File::open(folder.join(name)).unwrap().set_modified(old).unwrap();
    }
}

#[rstest]
#[tokio::test]
async fn image_is_served_in_its_widths_with_immutable_caching(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let sent = admin.upload_image("C:\\Linh\\Hang E\u{301}n.png", &png_image(700, 500)).await.is(201);
    let image = sent.json();
    assert_eq!(sent.header("location"), format!("{MEDIA_PATH}/{}", image["id"]));
    assert_eq!(image["name"], "Hang \u{c9}n.png");
    assert_eq!((&image["width"], &image["height"]), (&json!(700), &json!(500)));
    assert_eq!(image["widths"], json!([320, 640, 700]));
    assert_eq!((&image["alt"], &image["isDecorative"]), (&Value::Null, &json!(false)));
    assert!(image["thumbhash"].as_str().unwrap().len() > 20 && image["color"].as_str().unwrap().starts_with('#'));

    let anonymous = guide.anonymous();
    for (path, content_type) in
        [(webp_url(&image, 640), "image/webp"), (image["url"].as_str().unwrap().into(), "image/jpeg")]
    {
        let file = anonymous.get(&path).await.is(200);
        assert_eq!(file.header("content-type"), content_type);
        assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(file.header("x-content-type-options"), "nosniff");
        assert_eq!(file.header("content-security-policy"), "default-src 'none'; sandbox");
        assert_eq!(file.header("access-control-allow-origin"), "*");
        assert_eq!(file.header("accept-ranges"), "bytes");
        let if_none_match = [("if-none-match", file.header("etag"))];
        assert!(anonymous.get_with_headers(&path, &if_none_match).await.is(304).bytes.is_empty());
        let part = anonymous.get_with_headers(&path, &[("range", "bytes=4-11")]).await.is(206);
        assert_eq!(part.bytes, file.bytes[4..12]);
        assert_eq!(part.header("content-range"), format!("bytes 4-11/{}", file.bytes.len()));
        let invalid_range = anonymous.get_with_headers(&path, &[("range", "bytes=99999999-")]).await.is(416);
        assert_eq!(invalid_range.header("content-range"), format!("bytes */{}", file.bytes.len()));
        let head = anonymous.send(Method::HEAD, &path, &[], None).await.is(200);
        assert_eq!((head.header("content-length"), head.bytes.len()), (&*file.bytes.len().to_string(), 0));
    }
    anonymous.get(&webp_url(&image, 1280)).await.is(404);
    assert_eq!(stored_file_names(&guide).len(), 4);
}

// R302, R317
#[rstest]
#[tokio::test]
async fn upload_that_is_not_an_image_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let whole_png = png_image(300, 200);
    let wide_png = png_image(16_385, 1);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    for (name, bytes, sentence) in [
        ("photo.jpg", &b"<!doctype html><script>alert(1)</script>"[..], "This file is not an image"),
        ("drawing.png", svg, "SVG images are not supported"),
        ("empty.png", b"", "The file is empty"),
        ("half.png", &whole_png[..whole_png.len() / 2], "The image is damaged or incomplete"),
        ("wide.png", &wide_png, "each side can be at most 16384"),
    ] {
        let refused = admin.upload_image(name, bytes).await.is(422);
        assert_eq!(refused.fields(), ["file"], "{name}");
        assert!(refused.text.contains(sentence), "{name}: {}", refused.text);
    }
    let heavy_png = [whole_png, vec![0; 21 << 20]].concat();
    assert_eq!(admin.upload_image("heavy.png", &heavy_png).await.is(413).fields(), ["file"]);
    // A file that replaces the file of an image is checked in the same way.
    let image = admin.add_image("A boat").await;
    let path = format!("{MEDIA_PATH}/{}/file", image["id"]);
    assert_eq!(admin.upload(Method::PUT, &path, ("photo.jpg", svg), &[]).await.is(422).fields(), ["file"]);
    assert_eq!(admin.get(MEDIA_PATH).await.is(200).json(), json!([image]));
    assert_eq!(stored_file_names(&guide).len(), 4);
}

#[rstest]
#[tokio::test]
async fn upload_with_invalid_form_fields_names_them(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let file = ("boat.png", &*png_image(30, 20));
    let upload_with_fields = async |fields: &[(&str, &str)]| admin.upload(Method::POST, MEDIA_PATH, file, fields).await;
    assert_eq!(upload_with_fields(&[("alt", &"a".repeat(301))]).await.is(422).fields(), ["alt"]);
    assert_eq!(upload_with_fields(&[("isPublic", "true")]).await.is(422).fields(), ["isPublic"]);
    assert_eq!(upload_with_fields(&[("purpose", "avatar")]).await.is(422).fields(), ["purpose"]);
    let multipart_header = [("content-type", "multipart/form-data; boundary=edge")];
    let empty_upload =
        admin.send(Method::POST, MEDIA_PATH, &multipart_header, Some(b"--edge--\r\n".to_vec())).await.is(422);
    assert_eq!(empty_upload.fields(), ["file"]);
    admin.send(Method::POST, MEDIA_PATH, &multipart_header, Some(b"nothing of the kind".to_vec())).await.is(400);
    admin.post(MEDIA_PATH, json!({ "file": "x" })).await.is(415);
    assert!(stored_file_names(&guide).is_empty());
}

// R315
#[rstest]
#[tokio::test]
async fn image_address_outside_the_folder_is_not_served(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let image = guide.admin().await.add_image("A boat").await;
    let file_name = image["url"].as_str().unwrap().trim_start_matches("/media/");
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
        &format!("{file_name}%00"),
        &format!("{file_name}%2f..%2f{file_name}"),
        &format!("{file_name}."),
        &file_name.to_uppercase(),
        &format!("x/../{file_name}x"),
    ] {
        let response = guide.anonymous().get(&format!("/media/{name}")).await;
        assert_eq!(response.status.as_u16(), 404, "{name}");
    }
    guide.anonymous().get(&format!("/media/{file_name}")).await.is(200);
}

// R208
#[rstest]
#[tokio::test]
async fn image_without_a_text_alternative_cannot_be_used(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let image = admin.upload_image("boat.png", &png_image(60, 40)).await.is(201).json();
    let (url, image_path) = (&image["url"], format!("{MEDIA_PATH}/{}", image["id"]));
    let place = with_changes(place_json("Dark Cave", category_id), json!({ "imageUrl": url, "gallery": [url] }));
    let refused = admin.post("/api/businesses", place.clone()).await.is(422);
    assert_eq!(refused.fields(), ["imageUrl", "gallery"]);
    assert!(refused.text.contains("Describe what the image shows, or mark it as decorative"));
    let article = with_changes(article_json("By boat"), json!({ "mainImageUrl": url }));
    assert_eq!(admin.post("/api/articles", article.clone()).await.is(422).fields(), ["mainImageUrl"]);

    admin.put(&image_path, json!({ "alt": "A boat on the Son" })).await.is(200);
    admin.add_place(place).await;
    admin.put(&image_path, json!({ "alt": null, "isDecorative": true })).await.is(200);
    admin.post("/api/articles", article).await.is(201);
    // An image in use must have a text alternative or be decorative.
    assert_eq!(admin.put(&image_path, json!({ "isDecorative": false })).await.is(422).fields(), ["alt"]);
    for address in ["/media/none.jpg", "/media/3f9c2a1b-9f86d081884c7d65.jpg", "/media/"] {
        let place_with_unknown_image =
            with_changes(place_json("Another Cave", category_id), json!({ "imageUrl": address }));
        let refused = admin.post("/api/businesses", place_with_unknown_image).await.is(422);
        assert_eq!(refused.fields(), ["imageUrl"], "{address}");
    }
}

// R208
#[rstest]
#[tokio::test]
async fn place_and_article_return_sizes_alternative_and_focal_point_of_images(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let (boat, raft) = (admin.add_image("A boat").await, admin.add_image("A raft").await);
    let changes =
        json!({ "caption": "At dawn", "credit": "Linh Tran", "licence": "CC BY 4.0", "focalX": 0.2, "focalY": 1 });
    admin.put(&format!("{MEDIA_PATH}/{}", boat["id"]), changes).await.is(200);
    let place_fields =
        json!({ "imageUrl": boat["url"], "gallery": [raft["url"], "https://example.org/1.jpg", boat["url"]] });
    let place = admin.add_place(with_changes(place_json("Dark Cave", category_id), place_fields)).await;
    let expected_image = json!({
        "id": boat["id"], "url": boat["url"], "width": 700, "height": 500, "widths": [320, 640, 700],
        "thumbhash": boat["thumbhash"], "color": boat["color"], "alt": "A boat", "caption": "At dawn",
        "credit": "Linh Tran", "licence": "CC BY 4.0", "focalX": 0.2, "focalY": 1.0,
    });
    assert_eq!(place["pictures"][0], expected_image);
    let read = guide.anonymous().get("/api/businesses/dark-cave").await.is(200).json();
    assert_eq!(read["pictures"].as_array().unwrap().len(), 2, "{}", read["pictures"]);
    let list = guide.anonymous().get("/api/businesses?fields=pictures").await.is(200).json();
    assert_eq!(list[0]["pictures"][0], expected_image);

    let html = format!("<p>By raft.</p><p><img src=\"{}\" alt=\"A raft\"></p>", raft["url"].as_str().unwrap());
    let article = with_changes(article_json("By boat"), json!({ "mainImageUrl": boat["url"], "contentHtml": html }));
    let article = admin.post("/api/articles", article).await.is(201).json();
    let ids = |record: &Value| -> Vec<Value> {
        record["pictures"].as_array().unwrap().iter().map(|image| image["id"].clone()).collect()
    };
    assert_eq!(ids(&article), [boat["id"].clone(), raft["id"].clone()]);
    assert_eq!(ids(&guide.anonymous().get(&format!("/api/articles/{}", article["id"])).await.json()), ids(&article));
    let uses = admin.get(&format!("{MEDIA_PATH}/{}/uses", raft["id"])).await.is(200).json();
    let used_by = |kind: &str, id: &Value, title: &str, is_in_trash: bool| json!({ "kind": kind, "id": id, "title": title, "isInTrash": is_in_trash });
    let by_place = used_by("place", &place["id"], "Dark Cave", false);
    assert_eq!(uses, json!([used_by("article", &article["id"], "By boat", false), by_place]));
    admin.delete(&format!("/api/articles/{}", article["id"])).await.is(204);
    let uses = admin.get(&format!("{MEDIA_PATH}/{}/uses", raft["id"])).await.is(200).json();
    assert_eq!(uses, json!([used_by("article", &article["id"], "By boat", true), by_place]));
}

#[rstest]
#[tokio::test]
async fn media_list_is_searched_paged_and_filtered(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let owner = guide.owner("Minh Le").await;
    let category_id = admin.add_category("Caves").await;
    let boat = admin.add_image("Thuyền ở Hang Én").await;
    let undescribed = admin.upload_image("DSC_0412.png", &png_image(30, 20)).await.is(201).json();
    let owner_image = owner.add_image("A room").await;
    admin.add_place(with_changes(place_json("Dark Cave", category_id), json!({ "imageUrl": boat["url"] }))).await;
    let ids = async |client: &TestClient, query: &str| -> Vec<i64> {
        let list = client.get(&format!("{MEDIA_PATH}{query}")).await.is(200).json();
        list.as_array().unwrap().iter().map(|image| image["id"].as_i64().unwrap()).collect()
    };
    let id = |image: &Value| image["id"].as_i64().unwrap();
    assert_eq!(ids(&admin, "").await, [id(&owner_image), id(&undescribed), id(&boat)]);
    assert_eq!(ids(&owner, "").await, [id(&owner_image)]);
    assert_eq!(ids(&admin, "?q=thuyen%20en").await, [id(&boat)]);
    assert_eq!(ids(&admin, "?q=dsc_04").await, [id(&undescribed)]);
    assert_eq!(ids(&admin, "?used=true").await, [id(&boat)]);
    assert_eq!(ids(&admin, "?described=false").await, [id(&undescribed)]);
    let page = admin.get(&format!("{MEDIA_PATH}?limit=1&offset=1")).await.is(200);
    assert_eq!((page.header("x-total-count"), page.json()[0]["id"].as_i64()), ("3", Some(id(&undescribed))));
    assert_eq!(page.header("link"), "</api/media?limit=1&offset=2>; rel=\"next\"");
    assert_eq!(admin.get(&format!("{MEDIA_PATH}?sort=name&limit=0")).await.is(400).fields(), ["limit", "sort"]);
}

#[rstest]
#[tokio::test]
async fn replaced_image_changes_everywhere_it_is_used(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let before = admin.add_image("A boat").await;
    let url = before["url"].as_str().unwrap();
    let place_fields = json!({ "imageUrl": url, "gallery": ["https://example.org/1.jpg", url] });
    let place = admin.add_place(with_changes(place_json("Dark Cave", category_id), place_fields)).await;
    let html = format!("<p>Early.</p><img src=\"{url}\" alt=\"A boat\">");
    let article =
        admin.post("/api/articles", with_changes(article_json("By boat"), json!({ "contentHtml": html }))).await.json();
    let first_list = guide.anonymous().get("/api/businesses").await.is(200);

    let path = format!("{MEDIA_PATH}/{}/file", before["id"]);
    let new_file = ("raft.png", &*png_image(900, 300));
    let after = admin.upload(Method::PUT, &path, new_file, &[]).await.is(200).json();
    assert_eq!((&after["id"], &after["alt"], &after["width"]), (&before["id"], &json!("A boat"), &json!(900)));
    assert_ne!(after["url"], before["url"]);
    let read = guide.anonymous().get("/api/businesses/dark-cave").await.is(200).json();
    assert_eq!((&read["imageUrl"], &read["gallery"][1]), (&after["url"], &after["url"]));
    assert_eq!(read["version"], json!(place["version"].as_i64().unwrap() + 1));
    let read = guide.anonymous().get(&format!("/api/articles/{}", article["id"])).await.is(200).json();
    assert!(read["contentHtml"].as_str().unwrap().contains(after["url"].as_str().unwrap()));
    let again =
        guide.anonymous().get_with_headers("/api/businesses", &[("if-none-match", first_list.header("etag"))]).await;
    assert_eq!(again.status.as_u16(), 200, "the cached response was invalidated");
    guide.anonymous().get(url).await.is(404);
    guide.anonymous().get(&webp_url(&after, 640)).await.is(200);
    backdate_files(&guide);
    collect_garbage_without_grace(&guide, guide.app.clock.now()).await;
    assert!(
        stored_file_names(&guide).iter().all(|name| name.starts_with(after["url"].as_str().unwrap()[7..32].trim()))
    );
}

#[rstest]
#[tokio::test]
async fn image_in_use_is_deleted_only_with_force(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let image = admin.add_image("A boat").await;
    let image_path = format!("{MEDIA_PATH}/{}", image["id"]);
    let place =
        admin.add_place(with_changes(place_json("Dark Cave", category_id), json!({ "imageUrl": image["url"] }))).await;
    let refused = admin.delete(&image_path).await.is(409);
    assert_eq!(refused.json()["detail"], "This image is in use: Dark Cave");
    guide.anonymous().get(image["url"].as_str().unwrap()).await.is(200);
    admin.delete(&format!("{image_path}?force=true")).await.is(204);
    guide.anonymous().get(image["url"].as_str().unwrap()).await.is(404);
    let place_path = format!("/api/businesses/{}", place["id"]);
    assert_eq!(guide.anonymous().get(&place_path).await.json()["pictures"], json!([]));
    // The place can be changed although its image is deleted.
    admin.put(&place_path, json!({ "phone": "1" })).await.is(200);

    let unused_image = admin.add_image("A raft").await;
    admin.delete(&format!("{MEDIA_PATH}/{}", unused_image["id"])).await.is(204);
    admin.delete(&format!("{MEDIA_PATH}/{}", unused_image["id"])).await.is(404);
}

#[rstest]
#[tokio::test]
async fn deleted_image_is_restored_with_its_uses_within_ten_minutes(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let image = admin.add_image("A boat").await;
    let (image_path, url) = (format!("{MEDIA_PATH}/{}", image["id"]), image["url"].as_str().unwrap());
    let restore_path = format!("{image_path}/restore");
    let place = admin.add_place(with_changes(place_json("Dark Cave", category_id), json!({ "imageUrl": url }))).await;
    let place_path = format!("/api/businesses/{}", place["id"]);
    let images_before = guide.anonymous().get(&place_path).await.json()["pictures"].clone();
    admin.post(&restore_path, json!({})).await.is(404);

    let before = admin.get(&image_path).await.is(200).json();
    admin.delete(&format!("{image_path}?force=true")).await.is(204);
    for deleted_path in [&image_path, &format!("{image_path}/uses")] {
        admin.get(deleted_path).await.is(404);
    }
    assert_eq!(admin.get(MEDIA_PATH).await.is(200).json(), json!([]));
    assert_eq!(admin.get(MEDIA_PATH).await.header("x-total-count"), "0");
    assert_eq!(guide.anonymous().get(&place_path).await.json()["pictures"], json!([]));
    let other_place = with_changes(place_json("Other Cave", category_id), json!({ "imageUrl": url }));
    assert_eq!(admin.post("/api/businesses", other_place).await.is(422).fields(), ["imageUrl"]);
    // A save of the place before the restore keeps its use of the deleted image.
    admin.put(&place_path, json!({ "phone": "1" })).await.is(200);
    collect_garbage_without_grace(&guide, guide.app.clock.now()).await;
    assert_eq!(
        cms::commands::cleanup::delete_expired_records(&guide.app).await.unwrap(),
        0,
        "a restore needs the files"
    );

    assert_eq!(admin.post(&restore_path, json!({})).await.is(200).json(), before);
    guide.anonymous().get(&webp_url(&image, 320)).await.is(200);
    assert_eq!(guide.anonymous().get(&place_path).await.json()["pictures"], images_before);
    assert_eq!(admin.get(&format!("{image_path}/uses")).await.json()[0]["title"], "Dark Cave");
    admin.post(&restore_path, json!({})).await.is(404);

    admin.delete(&format!("{image_path}?force=true")).await.is(204);
    guide.app.clock.advance(601);
    admin.post(&restore_path, json!({})).await.is(404);
    assert_eq!(cms::commands::cleanup::delete_expired_records(&guide.app).await.unwrap(), 1);
    guide.anonymous().get(&webp_url(&image, 320)).await.is(404);
    backdate_files(&guide);
    collect_garbage_without_grace(&guide, guide.app.clock.now()).await;
    assert!(stored_file_names(&guide).is_empty());
    assert_eq!(cms::commands::cleanup::delete_expired_records(&guide.app).await.unwrap(), 0);
}

#[rstest]
#[tokio::test]
async fn image_update_with_an_outdated_version_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let image = admin.add_image("A boat").await;
    let image_path = format!("{MEDIA_PATH}/{}", image["id"]);
    let read = admin.get(&image_path).await.is(200);
    let if_match = [("if-match", read.header("etag"))];
    admin.put_with_headers(&image_path, &if_match, json!({ "alt": "A raft" })).await.is(200);
    let refused = admin.put_with_headers(&image_path, &if_match, json!({ "alt": "A ferry" })).await.is(412).json();
    assert_eq!((&refused["current"]["alt"], &refused["current"]["version"]), (&json!("A raft"), &json!(2)));
    for (changes, field) in [
        (json!({ "focalX": 1.5 }), "focalX"),
        (json!({ "focalY": "top" }), "focalY"),
        (json!({ "alt": "a".repeat(301) }), "alt"),
    ] {
        assert_eq!(admin.put(&image_path, changes).await.is(422).fields(), [field]);
    }
}

#[rstest]
#[tokio::test]
async fn garbage_collection_deletes_only_unreferenced_files(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    guide.admin().await.add_image("A boat").await;
    let cms::integrations::blob_store::BlobStore::Folder(folder) = guide.app.media.files.clone() else {
        panic!("a folder")
    };
    let kept_count = stored_file_names(&guide).len();
    for name in ["3f9c2a1b-9f86d081884c7d65-640.webp", "3f9c2a1b-9f86d081884c7d65.jpg", "notes.txt"] {
        std::fs::write(folder.join(name), b"of nobody").unwrap();
    }
    backdate_files(&guide);
    std::fs::write(folder.join("4f9c2a1b-9f86d081884c7d65.jpg"), b"its row is being written").unwrap();
    let now = guide.app.clock.now();
    assert_eq!(collect_garbage_without_grace(&guide, now).await, GcStats { files: 2, photos: 0 });
    assert_eq!(stored_file_names(&guide).len(), kept_count + 2, "{:?}", stored_file_names(&guide));
    assert_eq!(collect_garbage_without_grace(&guide, now).await, GcStats::default());
}

#[rstest]
#[tokio::test]
async fn files_of_replaced_images_stay_six_hours_for_running_backups(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let image = admin.add_image("A boat").await;
    let path = format!("{MEDIA_PATH}/{}/file", image["id"]);
    admin.upload(Method::PUT, &path, ("raft.png", &*png_image(90, 60)), &[]).await.is(200);
    let (now, mut collector) = (guide.app.clock.now(), GarbageCollector::with_grace());
    backdate_files(&guide);
    let file_count = stored_file_names(&guide).len();
    for elapsed_s in [0, 3600, 6 * 3600 - 1] {
        let stats =
            collector.collect(&guide.app.db, &guide.app.media.files, now.plus_seconds(elapsed_s)).await.unwrap();
        assert_eq!((stats, stored_file_names(&guide).len()), (GcStats::default(), file_count), "{elapsed_s} s later");
    }
    let stats = collector.collect(&guide.app.db, &guide.app.media.files, now.plus_seconds(6 * 3600)).await.unwrap();
    assert!(
        stats.files > 0 && stored_file_names(&guide).len() == file_count - stats.files,
        "{stats:?} of {file_count}"
    );
    let current_image = admin.get(&format!("{MEDIA_PATH}/{}", image["id"])).await.is(200).json();
    guide.anonymous().get(current_image["url"].as_str().unwrap()).await.is(200);
}

// R301
#[rstest]
#[tokio::test]
async fn urls_in_submitted_content_are_never_fetched(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/cave.jpg", listener.local_addr().unwrap());
    let (admin, author) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let category_id = admin.add_category("Caves").await;
    let place_fields = json!({
        "imageUrl": url, "gallery": [url], "website": url, "googleMapsUrl": url, "affiliateLink": url,
        "bookingComUrl": url, "agodaUrl": url, "directBookingContact": url, "sources": [url], "description": url,
    });
    let place = admin.add_place(with_changes(place_json("Dark Cave", category_id), place_fields)).await;
    let html = format!("<p><img src=\"{url}\" alt=\"\"><a href=\"{url}\">{url}</a></p>");
    let article = json!({ "mainImageUrl": url, "contentHtml": html, "externalUrl": url, "sources": [url] });
    admin.post("/api/articles", with_changes(article_json("By boat"), article)).await.is(201);
    author.put("/api/auth/account", json!({ "photoURL": url })).await.is(200);
    let entry_request = json!({ "message": format!("Look: {url}"), "location": url, "relatedPlaceId": place["id"] });
    author.post("/api/guestbook", entry_request).await.is(201);
    let social = json!({ "facebook": url, "instagram": url, "youtube": url, "tiktok": url });
    let settings = json!({ "imageUrl": url, "tagline": url, "social": social });
    admin.put("/api/settings", settings).await.is(200);
    for page in ["getting-here", "about", "help", "privacy"] {
        let words = with_changes(standing_page_json(page), json!({ "title": url }));
        admin.put(&format!("/api/pages/{page}"), words).await.is(200);
    }
    for honeypot in [json!(null), json!(url)] {
        let words = format!("We took a picture at the landing in March, for your page about the boats: {url}");
        let message_fields = json!({ "subject": url, "message": words, "leaveBlank": honeypot });
        guide.anonymous().post("/api/contact", with_changes(contact_message_json(), message_fields)).await.is(201);
    }
    assert!(!guide.emails().await.is_empty());
    let refused_upload = admin.upload(Method::POST, MEDIA_PATH, ("cave.svg", url.as_bytes()), &[]).await;
    assert_eq!(refused_upload.status.as_u16(), 422);
    for path in ["businesses/dark-cave", "businesses.geojson", "articles", "guestbook", "settings", "pages/help"] {
        guide.anonymous().get(&format!("/api/{path}")).await.is(200);
    }
    let connection = tokio::time::timeout(Duration::from_millis(500), listener.accept()).await;
    assert!(connection.is_err(), "the server fetched the URL: {connection:?}");
}

// R317
#[tokio::test]
async fn other_requests_are_answered_while_images_are_processed() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let admin = guide.admin().await;
    let large_png = png_image(5000, 4000);
    let anonymous = guide.anonymous();
    let uploads = async {
        let requests = (0..3).map(|_| admin.upload_image("large.png", &large_png));
        futures_util::future::join_all(requests).await
    };
    let slowest_read = async {
        let mut slowest = Duration::ZERO;
        for _ in 0..40 {
            let started = std::time::Instant::now();
            anonymous.get("/api/categories").await.is(200);
            slowest = slowest.max(started.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        slowest
    };
    let (upload_responses, slowest) = tokio::join!(uploads, slowest_read);
    for response in upload_responses {
        assert_eq!(response.is(201).json()["widths"], json!([320, 640, 1280, 1920]));
    }
    println!("the slowest of forty reads beside three large pictures: {slowest:?}");
}
