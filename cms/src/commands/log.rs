//! Where a server says what it does: the log, and traces if somebody collects them.

use std::io::IsTerminal;

use anyhow::Context;
use opentelemetry::trace::TracerProvider;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::config::{LogFormat, Serving};
use crate::http::span;
use crate::integrations::traces;

/// Traces that are on their way, if there are any.
pub struct Log(Option<SdkTracerProvider>);

impl Log {
    /// Begins to log to standard error; `RUST_LOG` chooses what. To be called within the runtime.
    pub fn begin(serving: &Serving) -> anyhow::Result<Self> {
        let provider = serving.otlp_endpoint.as_deref().map(traces::open).transpose();
        let provider = provider.context("OTEL_EXPORTER_OTLP_ENDPOINT")?;
        let chosen = std::env::var(EnvFilter::DEFAULT_ENV).ok().filter(|chosen| !chosen.is_empty());
        let filter = EnvFilter::try_new(chosen.as_deref().unwrap_or("info,sqlx=warn")).context("RUST_LOG")?;
        // Colours are for eyes: in a file they stand between a name and its value.
        let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
        let lines = match serving.log_format {
            LogFormat::Json => lines.json().with_filter(filter).boxed(),
            LogFormat::Text => lines.with_target(false).with_filter(filter).boxed(),
        };
        let spans = provider.as_ref().map(|provider| {
            // Ours alone: what libraries tell of themselves is theirs.
            let ours = Targets::new().with_target("cms", LevelFilter::DEBUG);
            tracing_opentelemetry::layer().with_tracer(provider.tracer("cms")).with_filter(ours)
        });
        if provider.is_some() {
            span::trace();
        }
        tracing_subscriber::registry().with(lines).with(spans).init();
        Ok(Self(provider))
    }

    /// Hands over the last traces.
    pub async fn end(self) {
        let Some(provider) = self.0 else { return };
        // It waits for its own thread, which needs this runtime.
        let ended = tokio::task::spawn_blocking(move || provider.shutdown()).await;
        if let Ok(Err(error)) = ended {
            tracing::warn!(error = %crate::common::error_chain::display(&error), "the last traces could not be handed over");
        }
    }
}
