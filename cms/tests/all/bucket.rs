//! Pictures in a bucket that several machines share, in a real store that speaks S3.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use cms::integrations::blob_store::{BlobStore, FileName};
use cms::integrations::bucket::{Bucket, BucketConfig};
use reqwest::Method;

use crate::process::Server;
use crate::recovery::NewPlace;
use crate::things::a_picture;
use crate::world::{Guide, Sqlite};

/// A new bucket, or a folder in one; nothing where there is no store (in CI that is a failure).
async fn bucket(folder: &str) -> Option<Bucket> {
    let Ok(store) = std::env::var("TEST_S3_URL") else {
        assert!(std::env::var("CI").is_err(), "CI keeps pictures in a bucket too: set TEST_S3_URL");
        eprintln!("left out: no TEST_S3_URL");
        return None;
    };
    let name = format!("karst-{:016x}", rand::random::<u64>());
    reqwest::Client::new().put(format!("{store}/{name}")).send().await.unwrap().error_for_status().unwrap();
    let config = BucketConfig {
        url: format!("s3://{name}{folder}"),
        endpoint: Some(store),
        region: "us-east-1".into(),
        key_id: "karst".into(),
        secret: "of-the-tests".into(),
    };
    Some(Bucket::open(&config).unwrap())
}

#[tokio::test]
async fn a_file_is_kept_read_listed_by_age_and_removed() {
    for folder in ["", "/guides/phong-nha"] {
        let Some(bucket) = bucket(folder).await else { return };
        let files = BlobStore::Bucket(bucket);
        let name = FileName::new("a-1.webp").unwrap();
        assert!(files.read(&name).await.unwrap().is_none());
        files.put(&name, Bytes::from_static(b"pixels")).await.unwrap();
        assert_eq!(files.read(&name).await.unwrap().as_deref(), Some(&b"pixels"[..]));
        assert!(files.older_than(Duration::from_secs(60)).await.unwrap().is_empty());
        // S3 tells seconds.
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert_eq!(files.older_than(Duration::ZERO).await.unwrap(), std::slice::from_ref(&name));
        files.delete(&name).await.unwrap();
        files.delete(&name).await.unwrap();
        assert!(files.read(&name).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_picture_of_the_guide_goes_there_and_comes_from_there() {
    let Some(bucket) = bucket("").await else { return };
    let guide = Guide::keeping_in(Sqlite, BlobStore::Bucket(bucket.clone())).await.unwrap();
    let admin = guide.admin().await;
    let picture = admin.adds_picture("A boat").await;
    let url = picture["url"].as_str().unwrap();
    assert_eq!(guide.visitor().get(url).await.is(200).header("content-type"), "image/jpeg");
    let soon = SystemTime::now() + Duration::from_secs(60);
    assert_eq!(bucket.older_than(soon).await.unwrap().len(), 4);
    let path = format!("/api/media/{}/file", picture["id"]);
    admin.sends_file(Method::PUT, &path, ("raft.png", &a_picture(100, 80)), &[]).await.is(200);
    // The old ones stay until they are swept: a backup may be on its way to them.
    assert_eq!(bucket.older_than(soon).await.unwrap().len(), 6);
    guide.visitor().get(url).await.is(404);
}

/// A bucket in a store that does not answer.
fn away() -> BlobStore {
    let config = BucketConfig {
        url: "s3://karst".into(),
        endpoint: Some("http://127.0.0.1:9".into()),
        region: "us-east-1".into(),
        key_id: "karst".into(),
        secret: "of-the-tests".into(),
    };
    BlobStore::Bucket(Bucket::open(&config).unwrap())
}

#[tokio::test]
async fn a_picture_of_a_store_that_is_away_cannot_be_read_at_the_moment() {
    let guide = Guide::open(Sqlite).await.unwrap();
    let url = guide.admin().await.adds_picture("A boat").await["url"].as_str().unwrap().to_owned();
    let elsewhere = guide.moved_to(&guide.url, away()).await;
    let unread = elsewhere.visitor().get(&url).await.is(503);
    assert_eq!(unread.json()["detail"], "The picture cannot be read at the moment. Please try again.");
    assert!(!unread.text.contains("127.0.0.1") && !unread.header("retry-after").is_empty());
}

#[tokio::test]
async fn a_store_that_is_away_is_told_as_such_and_nothing_is_half_done() {
    let guide = Guide::keeping_in(Sqlite, away()).await.unwrap();
    let admin = guide.admin().await;
    let refused = admin.sends_file(Method::POST, "/api/media", ("a.png", &a_picture(30, 20)), &[]).await.is(503);
    assert_eq!(refused.json()["detail"], "The picture could not be kept. Please try again.");
    assert!(!refused.text.contains("127.0.0.1") && !refused.header("retry-after").is_empty());
    assert_eq!(admin.get("/api/media").await.is(200).json(), serde_json::json!([]));
}

/// What a server on a new folder logs of its pictures in its first seconds.
async fn told_at_the_start(endpoint: &str, bucket: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[("AWS_ENDPOINT_URL", endpoint), ("MEDIA_URL", bucket)]);
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let log = server.logged();
        if let Some(line) = log.lines().find(|line| line.contains("the blob store of pictures is not usable")) {
            return Some(line.to_owned());
        }
    }
    None
}

#[tokio::test]
async fn a_store_that_is_away_or_a_bucket_that_is_none_is_told_at_the_start() {
    let away = told_at_the_start("http://127.0.0.1:9", "s3://karst").await.expect("a warning");
    assert!(away.contains("WARN") && away.contains("127.0.0.1:9"), "{away}");
    let Ok(store) = std::env::var("TEST_S3_URL") else { return };
    let none = told_at_the_start(&store, "s3://of-nobody").await.expect("a warning");
    assert_eq!(none.matches("NoSuchBucket").count(), 1, "{none}");
}

#[tokio::test]
async fn a_folder_in_which_nothing_can_be_kept_is_told_at_the_start() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("pictures").display().to_string();
    let told = told_at_the_start("http://127.0.0.1:9", &folder).await.expect("a warning");
    assert!(told.contains("WARN") && told.contains(&folder), "{told}");
}

// R223
#[tokio::test]
async fn backup_of_images_in_a_bucket_restores_into_a_bucket() {
    let Some(bucket) = bucket("").await else { return };
    let guide = Guide::keeping_in(Sqlite, BlobStore::Bucket(bucket.clone())).await.unwrap();
    let url = guide.admin().await.adds_picture("A boat").await["url"].as_str().unwrap().to_owned();
    let (file, manifest) = guide.backed_up().await;
    assert_eq!((manifest.media.files, manifest.media.missing), (4, Vec::new()));
    // Into another bucket, and over the same one: a bucket outlives the machine that was lost.
    for (bucket, is_new) in [(crate::bucket::bucket("/restored").await.unwrap(), true), (bucket, false)] {
        let place = NewPlace { files: BlobStore::Bucket(bucket), ..NewPlace::on(Sqlite).await.unwrap() };
        assert_eq!(place.restores(file.path()).await.is_ok(), is_new);
        if !is_new {
            place.takes_over(file.path()).await.unwrap();
        }
        let restored = guide.moved_to(&place.url, place.files.clone()).await;
        assert_eq!(restored.visitor().get(&url).await.is(200).bytes, guide.visitor().get(&url).await.bytes);
    }
}
