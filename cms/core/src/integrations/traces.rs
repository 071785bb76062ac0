//! Exports traces with OTLP over HTTP, in batches and in the background. Spans that cannot be exported are dropped, and
//! the failure is logged. No request waits for the export.

use anyhow::{Context, ensure};
use async_trait::async_trait;
use axum::http::{Request, Response, Uri};
use bytes::Bytes;
use opentelemetry_http::HttpError;
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::Handle;

use super::http_client::{HttpClient, is_secure_url};

/// The service name of the exported spans, unless `OTEL_SERVICE_NAME` is set.
const DEFAULT_SERVICE_NAME: &str = "karst";

/// The HTTP client of the exporter. The exporter runs on a thread outside of the tokio runtime, so each request is sent
/// by a task of `runtime`.
#[derive(Clone, Debug)]
struct OtlpHttpClient {
    inner: HttpClient,
    runtime: Handle,
}

#[async_trait]
impl opentelemetry_http::HttpClient for OtlpHttpClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let inner = self.inner.clone();
        let response_task = self.runtime.spawn(async move { inner.send(request.map(|body| body.to_vec())).await });
        Ok(response_task.await??.map(Bytes::from))
    }
}

/// A provider that exports to the collector at `endpoint`, such as `http://127.0.0.1:4318`. Errors: `endpoint` is
/// neither an `https` URL nor an `http` URL of this machine. Must be called within a tokio runtime.
pub fn tracer_provider(endpoint: &str) -> anyhow::Result<SdkTracerProvider> {
    let address = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
    let uri: Uri =
        address.parse().with_context(|| format!("{endpoint} is not an address like http://127.0.0.1:4318"))?;
    ensure!(is_secure_url(&uri), "{endpoint} must be https, or http on this machine");
    let client = OtlpHttpClient { inner: HttpClient::new()?, runtime: Handle::current() };
    let exporter = SpanExporter::builder().with_http().with_http_client(client).with_endpoint(address).build()?;
    let mut resource = Resource::builder();
    if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
        resource = resource.with_service_name(DEFAULT_SERVICE_NAME);
    }
    Ok(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource.build()).build())
}
