//! Sets up logging, and tracing if a collector is configured.

use std::io::IsTerminal;

use anyhow::Context;
use opentelemetry::trace::TracerProvider;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::config::{LogFormat, ServeConfig};
use crate::http::server::service;
use crate::integrations::traces;

/// The exporter of traces, if one is configured.
pub struct Log(Option<SdkTracerProvider>);

impl Log {
    /// Starts logging to standard error, filtered by `RUST_LOG`. Must be called within the runtime.
    pub fn begin(serving: &ServeConfig) -> anyhow::Result<Self> {
        let provider = serving.otlp_endpoint.as_deref().map(traces::open).transpose();
        let provider = provider.context("OTEL_EXPORTER_OTLP_ENDPOINT")?;
        let directives = std::env::var(EnvFilter::DEFAULT_ENV).ok().filter(|directives| !directives.is_empty());
        let filter = EnvFilter::try_new(directives.as_deref().unwrap_or("info,sqlx=warn")).context("RUST_LOG")?;
        // Colors only for a terminal: in a file, escape sequences would separate names and values.
        let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
        let lines = match serving.log_format {
            LogFormat::Json => lines.json().with_filter(filter).boxed(),
            LogFormat::Text => lines.with_target(false).with_filter(filter).boxed(),
        };
        let spans = provider.as_ref().map(|provider| {
            // Only the spans of this program, not those of libraries.
            let own_spans = Targets::new().with_target("cms", LevelFilter::DEBUG);
            tracing_opentelemetry::layer().with_tracer(provider.tracer("cms")).with_filter(own_spans)
        });
        if provider.is_some() {
            service::trace_requests();
        }
        tracing_subscriber::registry().with(lines).with(spans).init();
        Ok(Self(provider))
    }

    /// Exports the remaining traces.
    pub async fn end(self) {
        let Some(provider) = self.0 else { return };
        // It waits for its own thread, which needs this runtime, so it must not block the runtime.
        let ended = tokio::task::spawn_blocking(move || provider.shutdown()).await;
        if let Ok(Err(error)) = ended {
            tracing::warn!(error = %crate::common::error_chain::display(&error), "failed to export the last traces");
        }
    }
}
