//! The endpoint of the Model Context Protocol: versions, refusals and limits.

use cms::mcp::quota::BURST;
use cms::mcp::routes::MAX_MESSAGE_BYTES;
use cms::mcp::tools::TOOLS;
use reqwest::Method;
use serde_json::json;

use crate::mcp::rpc_request;
use crate::rate_limits::{TRUSTED_PROXY_ARGUMENTS, attempts_until_limited};
use crate::server_process::ServerProcess;
use crate::site_proxy::SiteFixture;
use crate::test_app::{Sqlite, TestApp};
use crate::test_client::TestClient;

// R487
#[tokio::test]
async fn endpoint_without_sessions_negotiates_the_protocol_version() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let client = guide.anonymous();
    let info = json!({ "name": "test", "version": "1" });
    for (requested_version, agreed_version) in
        [("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25")]
    {
        let params = json!({ "protocolVersion": requested_version, "capabilities": {}, "clientInfo": info });
        let response = client.rpc("initialize", params).await.is(200);
        let result = &response.json()["result"];
        assert_eq!(result["protocolVersion"], agreed_version);
        assert!(result["instructions"].as_str().unwrap().contains("untrustedContent"));
        assert!(result["capabilities"]["tools"].is_object());
        for header_name in ["set-cookie", "mcp-session-id"] {
            assert_eq!(response.header(header_name), "", "{header_name}");
        }
        assert_eq!(
            (response.header("cache-control"), response.header("content-type")),
            ("no-store", "application/json")
        );
    }
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    client.post("/mcp", initialized).await.is(202);
    let unsupported =
        client.post_with_headers("/mcp", &[("mcp-protocol-version", "1999-01-01")], rpc_request("ping", json!({})));
    assert_eq!(unsupported.await.is(400).json()["error"]["code"], -32600);
    assert_eq!(client.rpc("resources/list", json!({})).await.is(200).json()["error"]["code"], -32601);
    // The newest version of the protocol has no handshake. Each request names the version.
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": info,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let headers = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/list")];
    let listed_tools =
        client.post_with_headers("/mcp", &headers, rpc_request("tools/list", json!({ "_meta": meta }))).await.is(200);
    let read_tools = TOOLS.iter().filter(|spec| spec.draft_target.is_none());
    assert_eq!(listed_tools.json()["result"]["tools"].as_array().unwrap().len(), read_tools.count());
}

// R487
#[tokio::test]
async fn endpoint_refuses_other_methods_invalid_bodies_and_batches() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let client = guide.anonymous();
    for method in [Method::GET, Method::DELETE, Method::PUT, Method::OPTIONS] {
        let refused = client.send(method.clone(), "/mcp", &[], None).await.is(405);
        assert_eq!(
            (refused.json()["code"].clone(), refused.header("allow")),
            (json!("method_not_allowed"), "POST"),
            "{method}"
        );
    }
    let list = rpc_request("tools/list", json!({}));
    let json = [("content-type", "application/json")];
    let send = async |headers: &[(&str, &str)], body: &str| {
        client.send(Method::POST, "/mcp", headers, Some(body.as_bytes().to_vec())).await
    };
    assert_eq!(
        send(&[("content-type", "text/plain")], &list.to_string()).await.is(415).json()["code"],
        "unsupported_media_type"
    );
    let large_body = rpc_request("tools/list", json!({ "cursor": "x".repeat(MAX_MESSAGE_BYTES) })).to_string();
    assert_eq!(send(&json, &large_body).await.is(413).json()["params"]["limit"], MAX_MESSAGE_BYTES);
    for (body, code) in [
        (json!([list, list]).to_string().as_str(), -32600),
        ("[]", -32600),
        ("7", -32600),
        ("{\"jsonrpc\": \"2.0\"", -32700),
        ("", -32700),
        ("{\"a\": 1}", -32600),
        ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {}}", -32600),
    ] {
        let response = send(&json, body).await.is(400);
        assert_eq!(
            (&response.json()["error"]["code"], response.header("content-type")),
            (&json!(code), "application/json"),
            "{body}"
        );
    }
    // A client that accepts JSON but no event stream gets a response.
    client.post_with_headers("/mcp", &[("accept", "application/json")], list).await.is(200);
}

// R487
#[tokio::test]
async fn endpoint_refuses_foreign_origins_and_hosts() {
    let guide =
        TestApp::start_with_arguments(Sqlite, &["--api-only", "--public-url", "https://guide.example"]).await.unwrap();
    let client = guide.anonymous();
    let ping = async |headers: &[(&str, &str)]| {
        client.post_with_headers("/mcp", headers, rpc_request("ping", json!({}))).await
    };
    let no_headers: &[(&str, &str)] = &[];
    for headers in [
        no_headers,
        &[("host", "guide.example")],
        &[("host", "guide.example"), ("origin", "https://guide.example")],
        &[("origin", "https://guide.example")],
    ] {
        ping(headers).await.is(200);
    }
    for headers in [
        &[("origin", "https://evil.example")][..],
        &[("origin", "null")],
        &[("host", "evil.example")],
        // DNS rebinding: the page and its request have the same foreign host.
        &[("host", "evil.example"), ("origin", "http://evil.example"), ("sec-fetch-site", "same-origin")],
        &[("host", "guide.example"), ("sec-fetch-site", "cross-site")],
    ] {
        assert_eq!(ping(headers).await.is(403).json()["code"], "cross_site_request", "{headers:?}");
    }
}

// R487
#[tokio::test]
async fn requests_of_an_address_beyond_the_quota_get_429() {
    let guide = TestApp::start_with_arguments(Sqlite, &TRUSTED_PROXY_ARGUMENTS).await.unwrap();
    let ping = async || guide.post_from("203.0.113.9", "/mcp", rpc_request("ping", json!({}))).await;
    assert_eq!(attempts_until_limited(BURST as usize + 1, async |_| ping().await).await, (BURST as usize, 1));
    let other_response = guide.post_from("203.0.113.10", "/mcp", rpc_request("ping", json!({}))).await.is(200);
    let headers = ["ratelimit-policy", "ratelimit"].map(|name| other_response.header(name));
    assert_eq!(headers, [r#""mcp";q=120;w=60"#, r#""mcp";r=119;t=1"#]);
    guide.app.clock.advance(1);
    ping().await.is(200);
    // Requests of the same address to other paths are not limited.
    guide.anonymous().get_with_headers("/api/categories", &[("x-forwarded-for", "203.0.113.9")]).await.is(200);
}

// R487
#[tokio::test]
async fn endpoint_is_never_passed_to_the_renderer_and_can_be_switched_off() {
    let Some(site) = SiteFixture::start(Sqlite).await else { return };
    assert_eq!(site.get("/mcp").await.is(405).json()["code"], "method_not_allowed");
    site.guide.anonymous().rpc("ping", json!({})).await.is(200);
    let guide_without_mcp = TestApp::start_with_arguments(Sqlite, &["--api-only", "--mcp=false"]).await.unwrap();
    for method in [Method::GET, Method::POST] {
        guide_without_mcp.anonymous().send(method, "/mcp", &[("content-type", "application/json")], None).await.is(404);
    }
}

// R487
#[tokio::test]
async fn log_has_the_name_of_a_tool_and_none_of_its_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path(), &[("RUST_LOG", "trace")]);
    let client = TestClient::new(&server.origin);
    client.tool_data("search_places", json!({ "q": "hushword" })).await;
    client.call_tool("get_place", json!({ "id": "hush-slug" })).await;
    client.call_tool("get_place", json!({ "hushname": 1 })).await;
    client.rpc("tools/call", json!({ "name": "hushtool" })).await.is(200);
    client.rpc("hushmethod", json!({})).await.is(200);
    let log = server.kill_and_read_log();
    assert!(log.contains("\"tool\":\"search_places\"") && log.contains("\"level\":\"TRACE\""), "{log}");
    let line = log.lines().find(|line| line.contains("hush"));
    assert_eq!(line, None);
}
