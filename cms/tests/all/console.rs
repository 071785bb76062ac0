//! The server serves the console's files, and no file outside their folder.

use std::path::Path;

use crate::fake_renderer::{BUILD_FILE_LINE, FakeRenderer, REFRESH_SECRET, compress_at_build_level};
use crate::request_smuggling::send_raw;
use crate::test_app::{Sqlite, TestApp};

/// The content of the files outside the console's folder.
const OUTSIDE_CONTENT: &str = "the keys of the guide";

/// A temporary folder with a console in `console`, and with files outside of `console` that must not be served.
fn create_folder_with_console() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let console = folder.path().join("console");
    std::fs::create_dir_all(console.join("assets")).unwrap();
    std::fs::write(console.join("index.html"), r#"<html lang="en"><title>The console</title>"#).unwrap();
    std::fs::write(console.join("assets/app-1.js"), "export const boats = 12;").unwrap();
    std::fs::create_dir(folder.path().join("beside")).unwrap();
    for name in ["keys.txt", "beside/keys.txt"] {
        std::fs::write(folder.path().join(name), OUTSIDE_CONTENT).unwrap();
    }
    folder
}

async fn start_guide(folder: &Path) -> TestApp {
    start_guide_with_locale(folder, "en").await
}

async fn start_guide_with_locale(folder: &Path, locale: &str) -> TestApp {
    let renderer = FakeRenderer::spawn().await;
    let (origin, console) = (renderer.origin(), folder.join("console"));
    let console = console.to_str().unwrap();
    let arguments =
        ["--site-origin", &origin, "--refresh-secret", REFRESH_SECRET, "--console-dir", console, "--locale", locale];
    TestApp::start_with_arguments(Sqlite, &arguments).await.unwrap()
}

/// The head and body of the response to exactly this path. The request is sent as raw bytes, because an HTTP client
/// would normalize the path.
async fn get_raw(guide: &TestApp, path: &str) -> String {
    send_raw(guide, format!("GET {path} HTTP/1.1\r\nHost: guide\r\nConnection: close\r\n\r\n").as_bytes()).await
}

// R315
#[tokio::test]
async fn path_outside_the_console_folder_is_not_served() {
    let folder = create_folder_with_console();
    let guide = start_guide(folder.path()).await;
    for (path, content) in [
        ("", "The console"),
        ("/", "The console"),
        ("/admin/users", "The console"),
        ("/assets/app-1.js", "boats = 12"),
        ("/%61ssets/app-1.js", "boats = 12"),
    ] {
        let response = get_raw(&guide, &format!("/admin-portal{path}")).await;
        assert!(response.starts_with("HTTP/1.1 200 ") && response.contains(content), "{path}: {response}");
    }
    let absolute = folder.path().join("keys.txt").display().to_string();
    for path in [
        "../keys.txt",
        "assets/../../keys.txt",
        "%2e%2e/keys.txt",
        "%2e%2e%2fkeys.txt",
        "..%2fkeys.txt",
        "..%2Fkeys.txt",
        "assets%2f..%2f..%2fkeys.txt",
        "assets/..%2f..%2fkeys.txt",
        "..%252fkeys.txt",
        "%252e%252e%252fkeys.txt",
        "%252e%252e/keys.txt",
        "..%25252fkeys.txt",
        "..\\keys.txt",
        "..%5ckeys.txt",
        "..%255ckeys.txt",
        "assets\\..\\..\\keys.txt",
        "..%00/keys.txt",
        "%00../keys.txt",
        "keys.txt%00",
        "../keys.txt%00.js",
        "..%2fkeys.txt%00.js",
        ".%00./keys.txt",
        "....//keys.txt",
        "..;/keys.txt",
        "%c0%ae%c0%ae%c0%afkeys.txt",
        "%c0%ae%c0%ae/keys.txt",
        "%uff0e%uff0e/keys.txt",
        "/keys.txt",
        &absolute,
        &absolute.replace('/', "%2f"),
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    ] {
        for path in [format!("/admin-portal/{path}"), format!("/admin-portal/assets/{path}")] {
            let response = get_raw(&guide, &path).await;
            let status = &response["HTTP/1.1 ".len()..][..3];
            assert!(["400", "404"].contains(&status), "{path}: {response}");
            assert!(!response.contains(OUTSIDE_CONTENT) && !response.contains("root:"), "{path}: {response}");
        }
    }
}

// R449
#[tokio::test]
async fn console_page_has_locale_of_server() {
    let folder = create_folder_with_console();
    for (locale, lang) in [("en", "en"), ("pseudo", "en-XA")] {
        let guide = start_guide_with_locale(folder.path(), locale).await;
        let page = get_raw(&guide, "/admin-portal/users").await;
        assert!(page.contains(&format!(r#"<html lang="{lang}">"#)), "{page}");
    }
}

#[tokio::test]
async fn console_file_is_sent_as_its_build_compressed_it() {
    let folder = create_folder_with_console();
    let assets = folder.path().join("console/assets");
    let (script, compressed_script) =
        (BUILD_FILE_LINE.repeat(50), compress_at_build_level(&BUILD_FILE_LINE.repeat(50)));
    std::fs::write(assets.join("app-2.js"), &script).unwrap();
    std::fs::write(assets.join("app-2.js.br"), &compressed_script).unwrap();
    let guide = start_guide(folder.path()).await;
    let anonymous = guide.anonymous();
    for _ in 0..2 {
        let br = anonymous
            .get_with_headers("/admin-portal/assets/app-2.js", &[("accept-encoding", "gzip, br")])
            .await
            .is(200);
        assert!(br.bytes == compressed_script && br.header("content-encoding") == "br");
        assert!(br.header("content-type").starts_with("text/javascript"), "{}", br.header("content-type"));
        let gzip =
            anonymous.get_with_headers("/admin-portal/assets/app-2.js", &[("accept-encoding", "gzip")]).await.is(200);
        assert!(gzip.bytes.starts_with(&[0x1f, 0x8b]));
        let plain =
            anonymous.get_with_headers("/admin-portal/assets/app-2.js", &[("accept-encoding", "br;q=0")]).await.is(200);
        assert!(plain.text == script && plain.header("content-encoding").is_empty());
        for response in [&br, &gzip, &plain] {
            assert_eq!(response.header("vary"), "accept-encoding");
        }
    }
}

// R315
#[cfg(unix)]
#[tokio::test]
async fn symlink_out_of_the_console_folder_is_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = create_folder_with_console();
    let console = folder.path().join("console");
    symlink(folder.path().join("keys.txt"), console.join("keys.txt")).unwrap();
    symlink("../keys.txt", console.join("near.txt")).unwrap();
    symlink("../../beside", console.join("assets/beside")).unwrap();
    symlink("/", console.join("root")).unwrap();
    symlink("../../keys.txt", console.join("assets/app-1.js.br")).unwrap();
    let guide = start_guide(folder.path()).await;
    for path in ["keys.txt", "near.txt", "assets/beside/keys.txt", &format!("root{}/keys.txt", folder.path().display())]
    {
        let response = get_raw(&guide, &format!("/admin-portal/{path}")).await;
        assert!(response.starts_with("HTTP/1.1 404 ") && !response.contains(OUTSIDE_CONTENT), "{path}: {response}");
    }
    let path = "/admin-portal/assets/app-1.js";
    let response = guide.anonymous().get_with_headers(path, &[("accept-encoding", "br")]).await.is(200);
    assert!(response.text.contains("boats = 12"), "not its compressed twin, which lies elsewhere: {}", response.text);
}
