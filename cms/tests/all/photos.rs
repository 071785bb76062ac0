//! Photos of entries, which become public with their entry (R230).

use std::time::Duration;

use cms::media::garbage_collector::{GarbageCollector, GcStats};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::fixtures::{place_json, png_image, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{TestClient, TestResponse};

impl TestClient {
    async fn add_entry_with_photos(&self, photo_ids: &[i64]) -> TestResponse {
        self.post("/api/guestbook", json!({ "message": "Mist on the river", "pictureIds": photo_ids })).await
    }
}

fn first_photo_url(entry: &Value) -> String {
    entry["pictures"][0]["url"].as_str().unwrap().to_owned()
}

// R230
#[rstest]
#[tokio::test]
async fn entry_photos_are_private_until_the_entry_is_approved(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, author, other) = (guide.admin().await, guide.viewer("Linh Tran").await, guide.viewer("Minh Le").await);
    let photos = [author.upload_photo("The boat").await, author.upload_photo("The mist").await];
    let entry = author.add_entry_with_photos(&photos).await.is(201).json();
    let alts: Vec<&Value> = entry["pictures"].as_array().unwrap().iter().map(|picture| &picture["alt"]).collect();
    assert_eq!(alts, ["The boat", "The mist"]);
    let (url, id) = (first_photo_url(&entry), entry["id"].as_i64().unwrap());

    // Only the author and moderators can read the photo, and no cache may store it.
    for client in [&author, &admin] {
        let file = client.get(&url).await.is(200);
        assert_eq!(file.header("cache-control"), "no-store");
        assert_eq!(file.header("access-control-allow-origin"), "");
    }
    for client in [&other, &guide.anonymous(), &guide.owner("Hoa Pham").await] {
        client.get(&url).await.is(404);
    }
    let pending_entries = admin.get("/api/admin/guestbook/pending").await.is(200).json();
    assert_eq!(first_photo_url(&pending_entries[0]), url);
    assert_eq!(guide.anonymous().get("/api/guestbook").await.json(), json!([]));

    admin.moderate(id, "approved").await;
    let public_entries = guide.anonymous().get("/api/guestbook").await.is(200).json();
    assert_eq!(first_photo_url(&public_entries[0]), url);
    let file = guide.anonymous().get(&url).await.is(200);
    assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
    // An undo of the decision makes the photos private again.
    admin.post(&format!("/api/admin/guestbook/{id}/undo"), json!({})).await;
    let status = guide.anonymous().get(&url).await.status.as_u16();
    assert_eq!(status, 404);
    assert_eq!(admin.get("/api/media").await.is(200).json(), json!([]), "not in the library");
}

// R230
#[rstest]
#[tokio::test]
async fn entry_accepts_at_most_three_photos_of_its_author_each_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (author, other) = (guide.viewer("Linh Tran").await, guide.viewer("Minh Le").await);
    let photo = author.upload_photo("The boat").await;
    for photos in [&[photo][..], &[999]] {
        let refused = other.add_entry_with_photos(photos).await.is(422);
        assert_eq!(refused.fields(), ["pictureIds"]);
        assert!(refused.text.contains("This photo does not exist"));
    }
    let too_many_response = author.add_entry_with_photos(&[1, 2, 3, 4]).await.is(422);
    assert!(too_many_response.text.contains("At most 3 photos"), "{}", too_many_response.text);
    assert_eq!(
        author.add_entry_with_photos(&[photo, photo]).await.is(201).json()["pictures"].as_array().unwrap().len(),
        1
    );
    assert_eq!(author.add_entry_with_photos(&[photo]).await.is(422).fields(), ["pictureIds"], "used by another entry");
    let library_image = guide.admin().await.add_image("A raft").await;
    assert_eq!(
        author.add_entry_with_photos(&[library_image["id"].as_i64().unwrap()]).await.is(422).fields(),
        ["pictureIds"]
    );
    // An upload of a photo for an entry needs a text alternative.
    let file = ("photo.png", &*png_image(30, 20));
    let without_alt = author.upload(Method::POST, "/api/media", file, &[("purpose", "entry")]).await.is(422);
    assert_eq!(without_alt.fields(), ["alt"]);
}

// R317
#[rstest]
#[tokio::test]
async fn photos_without_an_entry_are_limited_and_deleted_after_a_day(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let author = guide.viewer("Linh Tran").await;
    for _ in 0..9 {
        author.upload_photo("The boat").await;
    }
    let file = ("photo.png", &*png_image(30, 20));
    let form_fields = [("purpose", "entry"), ("alt", "The boat")];
    let refused = author.upload(Method::POST, "/api/media", file, &form_fields).await.is(429);
    assert_eq!(refused.json()["detail"], "Please submit your entry before adding more photos");
    guide.viewer("Minh Le").await.upload_photo("The boat").await;
    // Photos without an entry are deleted after a day.
    let collect_garbage = async |now| {
        GarbageCollector::without_grace().collect(&guide.app.db, &guide.app.media.files, now).await.unwrap()
    };
    let now = guide.app.clock.now();
    assert_eq!(collect_garbage(now.plus_seconds(24 * 3600 - 1)).await, GcStats::default());
    assert_eq!(collect_garbage(now.plus_seconds(24 * 3600 + 1)).await, GcStats { files: 0, photos: 10 });
    author.upload_photo("The boat").await;
}

// R317
#[rstest]
#[tokio::test]
async fn concurrent_photo_uploads_stay_within_the_limit(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let author = guide.viewer("Linh Tran").await;
    for _ in 0..5 {
        author.upload_photo("The boat").await;
    }
    let image = png_image(30, 20);
    let (file, form_fields) = (("photo.png", &*image), [("purpose", "entry"), ("alt", "The boat")]);
    let uploads = (0..6).map(|_| author.upload(Method::POST, "/api/media", file, &form_fields));
    let mut statuses: Vec<u16> =
        futures_util::future::join_all(uploads).await.iter().map(|response| response.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 201, 201, 201, 429, 429]);
}

// R317
#[rstest]
#[tokio::test]
async fn slow_uploads_of_one_account_leave_room_for_others(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (slow, other) = (guide.owner("Hoa Pham").await, guide.viewer("Linh Tran").await);
    let head = format!(
        "POST /api/media HTTP/1.1\r\nHost: guide\r\nAuthorization: Bearer {}\r\nContent-Length: 100000\r\n\
         Content-Type: multipart/form-data; boundary=edge\r\nExpect: 100-continue\r\n\r\n",
        slow.token.as_deref().unwrap()
    );
    let mut connections = Vec::new();
    for _ in 0..6 {
        let mut connection = TcpStream::connect(guide.address).await.unwrap();
        connection.write_all(head.as_bytes()).await.unwrap();
        // The server sends 100 Continue once the upload has a permit.
        let mut status = [0; 12];
        connection.read_exact(&mut status).await.unwrap();
        assert_eq!(&status, b"HTTP/1.1 100");
        connections.push(connection);
    }
    let file = ("photo.png", &*png_image(30, 20));
    slow.upload(Method::POST, "/api/media", file, &[]).await.is(503);
    other.upload_photo("The boat").await;
    drop(connections);
    for _ in 0..500 {
        if slow.upload(Method::POST, "/api/media", file, &[]).await.status == 201 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("permits are not released");
}

#[rstest]
#[tokio::test]
async fn entry_photos_are_deleted_with_their_entry(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, author) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let entry = author.add_entry_with_photos(&[author.upload_photo("The boat").await]).await.is(201).json();
    admin.moderate(entry["id"].as_i64().unwrap(), "approved").await;
    guide.anonymous().get(&first_photo_url(&entry)).await.is(200);
    author.delete(&format!("/api/guestbook/{}", entry["id"])).await.is(204);
    guide.anonymous().get(&first_photo_url(&entry)).await.is(404);
    admin.get(&first_photo_url(&entry)).await.is(404);
}

// R230
#[rstest]
#[tokio::test]
async fn photo_of_an_entry_cannot_be_changed_by_its_author(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, owner) = (guide.admin().await, guide.owner("Hoa Pham").await);
    let photo = owner.upload_photo("The boat").await;
    let entry = owner.add_entry_with_photos(&[photo]).await.is(201).json();
    let photo_path = format!("/api/media/{photo}");
    for is_approved in [false, true] {
        if is_approved {
            admin.moderate(entry["id"].as_i64().unwrap(), "approved").await;
        }
        let other_file = ("other.png", &*png_image(90, 60));
        owner.upload(Method::PUT, &format!("{photo_path}/file"), other_file, &[]).await.is(404);
        owner.put(&photo_path, json!({ "alt": "Buy now" })).await.is(404);
        owner.delete(&format!("{photo_path}?force=true")).await.is(404);
        owner.get(&photo_path).await.is(404);
    }
    guide.anonymous().get(&first_photo_url(&entry)).await.is(200);
    admin.put(&photo_path, json!({ "alt": "A boat on the Son" })).await.is(200);
}

// R230
#[rstest]
#[tokio::test]
async fn photo_of_an_entry_cannot_be_used_by_a_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, author) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let entry = author.add_entry_with_photos(&[author.upload_photo("The boat").await]).await.is(201).json();
    admin.moderate(entry["id"].as_i64().unwrap(), "approved").await;
    let cave = admin.add_category("Caves").await;
    let place_with_photo = with_changes(place_json("Dark Cave", cave), json!({ "imageUrl": first_photo_url(&entry) }));
    let refused = admin.post("/api/businesses", place_with_photo).await.is(422);
    let sentence = "This image is not in the library";
    assert_eq!(refused.errors(), json!([{ "field": "imageUrl", "message": sentence }]));
}

/// Asserts that the headers of an image response prevent a browser from running content of the image.
#[track_caller]
fn assert_headers_prevent_script_execution(file: &TestResponse) {
    assert!(["image/webp", "image/jpeg"].contains(&file.header("content-type")), "{:?}", file.headers);
    assert_eq!(file.header("content-disposition"), "inline");
    assert_eq!(file.header("x-content-type-options"), "nosniff");
    assert_eq!(file.header("content-security-policy"), "default-src 'none'; sandbox");
}

// R302
#[rstest]
#[tokio::test]
async fn image_response_headers_prevent_script_execution_for_every_caller(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, author, anonymous) = (guide.admin().await, guide.viewer("Linh Tran").await, guide.anonymous());
    let public_url = admin.add_image("A raft").await["url"].as_str().unwrap().to_owned();
    let pending_url =
        first_photo_url(&author.add_entry_with_photos(&[author.upload_photo("The boat").await]).await.is(201).json());
    for (url, clients) in [(&public_url, [&anonymous, &author]), (&pending_url, [&author, &admin])] {
        let jpeg = url.as_str();
        let webp = url.replace(".jpg", "-320.webp");
        for (client, path) in clients.into_iter().flat_map(|client| [(client, jpeg), (client, webp.as_str())]) {
            let file = client.get(path).await.is(200);
            assert_headers_prevent_script_execution(&file);
            assert_headers_prevent_script_execution(&client.send(Method::HEAD, path, &[], None).await.is(200));
            assert_headers_prevent_script_execution(
                &client.get_with_headers(path, &[("range", "bytes=0-3")]).await.is(206),
            );
            assert_headers_prevent_script_execution(
                &client.get_with_headers(path, &[("range", "bytes=99999999-")]).await.is(416),
            );
            assert_headers_prevent_script_execution(
                &client.get_with_headers(path, &[("if-none-match", file.header("etag"))]).await.is(304),
            );
        }
    }
    let private_response = anonymous.get(&pending_url).await.is(404);
    assert_eq!(private_response.header("content-type"), "application/problem+json");
    assert_eq!(private_response.header("x-content-type-options"), "nosniff");
}

// R302
#[rstest]
#[tokio::test]
async fn entry_photo_with_hostile_content_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let form_fields = [("purpose", "entry"), ("alt", "The boat")];
    for client in [guide.viewer("Linh Tran").await, guide.admin().await] {
        for (name, text) in [
            ("photo.svg", svg),
            ("photo.jpg", svg),
            ("photo.png", "<?xml version=\"1.0\"?><!-- a boat --><svg onload=\"alert(1)\"/>"),
            ("photo.html", "<!doctype html><script>alert(1)</script>"),
            ("photo.webp", "<html><body><img src=x onerror=alert(1)></body></html>"),
            ("photo.gif", "GIF89a/*<script>*/=1;alert(1)//</script>"),
        ] {
            let refused = client.upload(Method::POST, "/api/media", (name, text.as_bytes()), &form_fields).await;
            assert_eq!(refused.is(422).fields(), ["file"], "{name}: {text}");
        }
    }
    let db = &guide.app.db;
    let image_count: i64 =
        cms::with_pool!(db, |engine| sqlx::query_scalar("select count(*) from image").fetch_one(engine)).unwrap();
    assert_eq!(image_count, 0);
    let cms::integrations::blob_store::BlobStore::Folder(folder) = &guide.app.media.files else { panic!("a folder") };
    assert_eq!(std::fs::read_dir(folder).into_iter().flatten().count(), 0);
}

/// A WebP animation of 16 by 16 pixels whose transparent frame contains a photo of another size.
fn animation_with_mismatched_frame_size() -> Vec<u8> {
    let chunk = |name: &[u8; 4], data: &[u8]| [&name[..], &(data.len() as u32).to_le_bytes(), data].concat();
    let photo = &include_bytes!("../fuzz/image_file/photo.webp")[12..];
    let transparency = chunk(b"ALPH", &[vec![0], vec![255; 256], vec![0]].concat());
    let frame_header = [[0; 3], [0; 3], [15, 0, 0], [15, 0, 0], [40, 0, 0]].concat();
    let frame = chunk(b"ANMF", &[&frame_header, &[2][..], &transparency, photo].concat());
    let canvas = chunk(b"VP8X", &[2, 0, 0, 0, 15, 0, 0, 15, 0, 0]);
    chunk(b"RIFF", &[b"WEBP", &canvas[..], &chunk(b"ANIM", &[0; 6]), &frame].concat())
}

// R317
#[tokio::test]
async fn image_that_crashes_the_decoder_is_refused_and_the_next_is_accepted() {
    let Some(guide) = TestApp::start(Sqlite).await else { return };
    let author = guide.viewer("Linh Tran").await;
    let form_fields = [("purpose", "entry"), ("alt", "The boat")];
    // Machines with fewer than 24 CPUs have fewer image workers than these twelve uploads. If a crash ended a worker,
    // the last upload would fail.
    for _ in 0..12 {
        let refused = author
            .upload(Method::POST, "/api/media", ("photo.webp", &animation_with_mismatched_frame_size()), &form_fields)
            .await
            .is(422);
        let sentence = "The image is damaged or incomplete";
        assert_eq!(refused.errors(), json!([{ "field": "file", "message": sentence }]));
    }
    author.upload_photo("The boat").await;
}
