//! Traces that a server process sends over OTLP.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::{Span, span};
use prost::Message;
use serde_json::json;
use tokio::net::TcpListener;

use crate::server_process::ServerProcess;
use crate::test_client::TestClient;

/// A trace collector on a free port, and the spans that it received, each with the name of its service.
struct FakeTraceCollector {
    origin: String,
    spans: Arc<Mutex<Vec<(String, Span)>>>,
}

impl FakeTraceCollector {
    async fn spawn() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let spans: Arc<Mutex<Vec<(String, Span)>>> = Arc::default();
        let received_spans = spans.clone();
        let receive = async move |headers: HeaderMap, body: Bytes| {
            assert_eq!(headers["content-type"], "application/x-protobuf");
            for resource in ExportTraceServiceRequest::decode(body).unwrap().resource_spans {
                let service = attribute_value(&resource.resource.unwrap().attributes, "service.name").unwrap();
                let spans = resource.scope_spans.into_iter().flat_map(|scope| scope.spans);
                received_spans.lock().unwrap().extend(spans.map(|span| (service.clone(), span)));
            }
        };
        let routes = Router::new().route("/v1/traces", post(receive));
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { origin, spans }
    }

    /// The first span with this name. Panics if there is none, or if its service is not `karst`.
    #[track_caller]
    fn span(&self, name: &str) -> Span {
        let spans = self.spans.lock().unwrap();
        let found = spans.iter().find(|(_, span)| span.name == name);
        let (service, span) = found.unwrap_or_else(|| {
            panic!("no {name} among {:?}", spans.iter().map(|(_, span)| &span.name).collect::<Vec<_>>())
        });
        assert_eq!(service, "karst");
        span.clone()
    }
}

type Attributes = [opentelemetry_proto::tonic::common::v1::KeyValue];

fn attribute_value(attributes: &Attributes, name: &str) -> Option<String> {
    let found = attributes.iter().find(|attribute| attribute.key == name)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(word) => Some(word.clone()),
        Value::IntValue(number) => Some(number.to_string()),
        _ => None,
    }
}

// R235
#[tokio::test(flavor = "multi_thread")]
async fn request_trace_has_the_incoming_parent_and_statements_as_children() {
    let collector = FakeTraceCollector::spawn().await;
    let folder = tempfile::tempdir().unwrap();
    let mut server = ServerProcess::start(folder.path(), &[("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.origin)]);
    let anonymous = TestClient::new(&server.origin);
    let (caller_trace_id, caller_span_id) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
    let parent = ("traceparent", &*format!("00-{caller_trace_id}-{caller_span_id}-01"));
    let search_response = anonymous.get_with_headers("/api/businesses?q=cheesecake", &[parent]).await.is(200);
    anonymous.get("/api/businesses/4711").await.is(404);
    let sign_up =
        json!({ "firstName": "Linh", "lastName": "Tran", "email": "linh@example.org", "password": "kennwort-1" });
    anonymous.post("/api/auth/sign-up", sign_up).await.is(201);
    // The remaining spans are sent at shutdown.
    tokio::task::spawn_blocking(move || server.terminate()).await.unwrap();

    let request = collector.span("GET /api/businesses");
    assert_eq!(
        (hex(&request.trace_id), hex(&request.parent_span_id)),
        (caller_trace_id.to_owned(), caller_span_id.to_owned())
    );
    assert_eq!(request.kind(), span::SpanKind::Server);
    assert_eq!(attribute_value(&request.attributes, "id").as_deref(), Some(search_response.header("x-request-id")));
    assert_eq!(attribute_value(&request.attributes, "http.route").as_deref(), Some("/api/businesses"));
    assert_eq!(attribute_value(&request.attributes, "http.response.status_code").as_deref(), Some("200"));
    let spans = collector.spans.lock().unwrap().clone();
    let child_spans: Vec<_> = spans.iter().filter(|(_, span)| span.parent_span_id == request.span_id).collect();
    assert!(
        child_spans.iter().any(|(_, span)| span.name == "query" && span.trace_id == request.trace_id),
        "{child_spans:?}"
    );
    let place_span = collector.span("GET /api/businesses/{id}");
    assert_eq!(
        (place_span.parent_span_id.len(), hex(&place_span.trace_id) == caller_trace_id),
        (0, false),
        "no parent"
    );
    let sign_up_span = collector.span("POST /api/auth/sign-up");
    assert!(spans.iter().any(|(_, span)| span.name == "write" && span.parent_span_id == sign_up_span.span_id));
    // Background tasks that poll the database send no spans, so each `query` span has a parent. No span contains user
    // input.
    assert!(spans.iter().all(|(_, span)| span.name != "query" || !span.parent_span_id.is_empty()));
    let spans_text = format!("{spans:?}");
    assert!(
        !spans_text.contains("cheesecake") && !spans_text.contains("kennwort") && !spans_text.contains("linh@"),
        "{spans_text}"
    );
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn insecure_or_malformed_trace_endpoint_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (endpoint, expected_message) in [
        ("http://collector.example:4318", "http://collector.example:4318 must be https, or http on this machine"),
        ("not an address", "not an address is not an address like http://127.0.0.1:4318"),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cms"));
        let command = command.args(["serve", "--api-only", "--listen", "127.0.0.1:0"]).env("DATA_DIR", folder.path());
        let process_output = command.env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint).output().unwrap();
        let text = String::from_utf8(process_output.stderr).unwrap();
        assert!(
            !process_output.status.success()
                && text.contains("OTEL_EXPORTER_OTLP_ENDPOINT")
                && text.contains(expected_message),
            "{text}"
        );
    }
}
