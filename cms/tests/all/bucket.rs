//! Images in a bucket that replicas share. The tests use a real server with the S3 API.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use cms::integrations::blob_store::{BlobStore, FileName};
use cms::integrations::bucket::{Bucket, BucketConfig};
use reqwest::Method;

use crate::backup::FreshInstallation;
use crate::fixtures::png_image;
use crate::server_process::ServerProcess;
use crate::test_app::{Sqlite, TestApp};

/// A new bucket whose files are below `folder`. `None` without `TEST_S3_URL`; in CI the test fails instead.
async fn bucket(folder: &str) -> Option<Bucket> {
    let Ok(store) = std::env::var("TEST_S3_URL") else {
        assert!(std::env::var("CI").is_err(), "CI tests the bucket too: set TEST_S3_URL");
        eprintln!("skipped: no TEST_S3_URL");
        return None;
    };
    let name = format!("karst-{:016x}", rand::random::<u64>());
    reqwest::Client::new().put(format!("{store}/{name}")).send().await.unwrap().error_for_status().unwrap();
    let config = BucketConfig {
        url: format!("s3://{name}{folder}"),
        endpoint: Some(store),
        region: "us-east-1".into(),
        access_key_id: "karst".into(),
        secret: "of-the-tests".into(),
    };
    Some(Bucket::new(&config).unwrap())
}

#[tokio::test]
async fn bucket_stores_reads_lists_by_age_and_deletes_files() {
    for folder in ["", "/guides/phong-nha"] {
        let Some(bucket) = bucket(folder).await else { return };
        let files = BlobStore::Bucket(bucket);
        let name = FileName::new("a-1.webp").unwrap();
        assert!(files.read(&name).await.unwrap().is_none());
        files.put(&name, Bytes::from_static(b"pixels")).await.unwrap();
        assert_eq!(files.read(&name).await.unwrap().as_deref(), Some(&b"pixels"[..]));
        assert!(files.names_older_than_after_cleanup(Duration::from_secs(60)).await.unwrap().is_empty());
        // S3 modification times have a resolution of one second.
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert_eq!(files.names_older_than_after_cleanup(Duration::ZERO).await.unwrap(), std::slice::from_ref(&name));
        files.delete(&name).await.unwrap();
        files.delete(&name).await.unwrap();
        assert!(files.read(&name).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn image_upload_is_stored_in_and_served_from_the_bucket() {
    let Some(bucket) = bucket("").await else { return };
    let guide = TestApp::start_with_files(Sqlite, BlobStore::Bucket(bucket.clone())).await.unwrap();
    let admin = guide.admin().await;
    let image = admin.add_image("A boat").await;
    let url = image["url"].as_str().unwrap();
    assert_eq!(guide.anonymous().get(url).await.is(200).header("content-type"), "image/jpeg");
    let cutoff = SystemTime::now() + Duration::from_secs(60);
    assert_eq!(bucket.names_older_than(cutoff).await.unwrap().len(), 4);
    let path = format!("/api/media/{}/file", image["id"]);
    admin.upload(Method::PUT, &path, ("raft.png", &png_image(100, 80)), &[]).await.is(200);
    // The old files stay until the garbage collection: a running backup may still read them.
    assert_eq!(bucket.names_older_than(cutoff).await.unwrap().len(), 6);
    guide.anonymous().get(url).await.is(404);
}

/// A bucket on an unreachable server.
fn unreachable_store() -> BlobStore {
    let config = BucketConfig {
        url: "s3://karst".into(),
        endpoint: Some("http://127.0.0.1:9".into()),
        region: "us-east-1".into(),
        access_key_id: "karst".into(),
        secret: "of-the-tests".into(),
    };
    BlobStore::Bucket(Bucket::new(&config).unwrap())
}

#[tokio::test]
async fn image_read_with_an_unreachable_store_responds_503() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let url = guide.admin().await.add_image("A boat").await["url"].as_str().unwrap().to_owned();
    let guide_without_images = guide.start_restored(&guide.database_url, unreachable_store()).await;
    let response = guide_without_images.anonymous().get(&url).await.is(503);
    assert_eq!(response.json()["detail"], "The image can't be read right now. Please try again.");
    assert!(!response.text.contains("127.0.0.1") && !response.header("retry-after").is_empty());
}

#[tokio::test]
async fn upload_with_an_unreachable_store_responds_503_and_adds_nothing() {
    let guide = TestApp::start_with_files(Sqlite, unreachable_store()).await.unwrap();
    let admin = guide.admin().await;
    let refused = admin.upload(Method::POST, "/api/media", ("a.png", &png_image(30, 20)), &[]).await.is(503);
    assert_eq!(refused.json()["detail"], "The image could not be saved. Please try again.");
    assert!(!refused.text.contains("127.0.0.1") && !refused.header("retry-after").is_empty());
    assert_eq!(admin.get("/api/media").await.is(200).json(), serde_json::json!([]));
}

/// The warning about the blob store that a new server logs in its first ten seconds. `None` if the log has none.
async fn blob_store_warning_at_startup(endpoint: &str, media_url: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path(), &[("AWS_ENDPOINT_URL", endpoint), ("MEDIA_URL", media_url)]);
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let log = server.log_so_far();
        if let Some(line) = log.lines().find(|line| line.contains("the blob store of images is not usable")) {
            return Some(line.to_owned());
        }
    }
    None
}

#[tokio::test]
async fn startup_with_an_unreachable_store_or_missing_bucket_logs_a_warning() {
    let warning = blob_store_warning_at_startup("http://127.0.0.1:9", "s3://karst").await.expect("a warning");
    assert!(warning.contains("WARN") && warning.contains("127.0.0.1:9"), "{warning}");
    let Ok(store) = std::env::var("TEST_S3_URL") else { return };
    let warning = blob_store_warning_at_startup(&store, "s3://of-nobody").await.expect("a warning");
    assert_eq!(warning.matches("NoSuchBucket").count(), 1, "{warning}");
}

#[tokio::test]
async fn startup_with_an_unwritable_media_folder_logs_a_warning() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("pictures").display().to_string();
    let warning = blob_store_warning_at_startup("http://127.0.0.1:9", &folder).await.expect("a warning");
    assert!(warning.contains("WARN") && warning.contains(&folder), "{warning}");
}

// R223
#[tokio::test]
async fn backup_of_images_in_a_bucket_restores_into_a_bucket() {
    let Some(bucket) = bucket("").await else { return };
    let guide = TestApp::start_with_files(Sqlite, BlobStore::Bucket(bucket.clone())).await.unwrap();
    let url = guide.admin().await.add_image("A boat").await["url"].as_str().unwrap().to_owned();
    let (file, manifest) = guide.back_up().await;
    assert_eq!((manifest.media.files, manifest.media.missing), (4, Vec::new()));
    // The backup is restored into a new bucket, and into the bucket that still has the images. The second case occurs
    // if the machine of a guide is lost, but not its bucket.
    for (bucket, is_new) in [(crate::bucket::bucket("/restored").await.unwrap(), true), (bucket, false)] {
        let target =
            FreshInstallation { files: BlobStore::Bucket(bucket), ..FreshInstallation::create(Sqlite).await.unwrap() };
        assert_eq!(target.restore(file.path()).await.is_ok(), is_new);
        if !is_new {
            target.restore_overwriting(file.path()).await.unwrap();
        }
        let restored = guide.start_restored(&target.database_url, target.files.clone()).await;
        assert_eq!(restored.anonymous().get(&url).await.is(200).bytes, guide.anonymous().get(&url).await.bytes);
    }
}
