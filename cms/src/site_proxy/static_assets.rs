//! The built files of the site. Their names contain a hash of their content, so they never change.
//!
//! The build writes a compressed copy beside most of them, at the highest level (`site/compress.mjs`).

use std::io::Read;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;

use super::page_request::{PageForm, PageRequest};
use super::render::RenderService;
use crate::common::cache_tag::CacheTag;
use crate::http::cache::conditional::{PRERENDER_ENCODING, encoding};
use crate::integrations::renderer_client::RendererResponse;

/// The path of built files.
const FOLDER: &str = "/_next/static/";
/// The label of their requests in metrics.
pub const ROUTE: &str = "/_next/static/{file}";

/// Whether the path is that of a built file.
pub fn is_built(path: &str) -> bool {
    path.starts_with(FOLDER)
}

/// Replaces the body of `response` (the built file in `rendered`) by its compressed copy, if the client accepts it and
/// the build has written one.
pub async fn serve_precompressed(
    render_service: &RenderService,
    page_request: &PageRequest,
    rendered: &RendererResponse,
    headers: &HeaderMap,
    response: &mut Response,
) {
    if encoding(headers) != PRERENDER_ENCODING || page_request.form != PageForm::Document {
        return;
    }
    let copy_request =
        PageRequest { path: format!("{}.{PRERENDER_ENCODING}", page_request.path), ..page_request.clone() };
    match render_service.get(&copy_request, &[CacheTag::SiteFiles], false).await {
        Ok(compressed) if compressed.status == StatusCode::OK && matches(&compressed.body, &rendered.body) => {
            *response.body_mut() = Body::from(compressed.body.clone());
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(PRERENDER_ENCODING));
            headers.append(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
        }
        // Without a copy, the compression layer compresses the response.
        Ok(_) | Err(_) => {}
    }
}

/// Whether `compressed` decompresses to `file`. An interrupted build leaves an incomplete copy.
fn matches(compressed: &Bytes, file: &Bytes) -> bool {
    let mut content = Vec::with_capacity(file.len());
    let decompressor = brotli::Decompressor::new(compressed.as_ref(), 4096).take(file.len() as u64 + 1);
    { decompressor }.read_to_end(&mut content).is_ok() && content == *file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_copy_is_the_complete_file_and_nothing_else() {
        let file = Bytes::from("export const boats = 12;".repeat(20));
        let mut compressed = Vec::new();
        brotli::CompressorReader::new(file.as_ref(), 4096, 11, 22)
            .read_to_end(&mut compressed)
            .expect("a compressed file");
        let compressed = Bytes::from(compressed);
        assert!(matches(&compressed, &file));
        assert!(!matches(&compressed.slice(..compressed.len() - 2), &file), "half of it");
        assert!(
            !matches(&compressed, &file.slice(..100))
                && !matches(&compressed, &Bytes::from([&file[..], b"!"].concat()))
        );
        assert!(!matches(&file, &file) && !matches(&Bytes::new(), &file));
    }
}
