//! The built files of the site. Their names contain a hash of their content, so they never change.
//!
//! The build writes a compressed copy beside most of them, at the highest level (`site/compress.mjs`).

use std::io::Read;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;

use super::page_request::{PageForm, PageRequest};
use super::render_service::RenderService;
use crate::http::conditional::{PRERENDER_ENCODING, encoding};
use crate::integrations::renderer_client::RendererResponse;

/// The path of built files.
const FOLDER: &str = "/_next/static/";
/// The label of their requests in metrics.
pub const ROUTE: &str = "/_next/static/{file}";
/// Their cache tag.
pub const TAG: &str = "built";

/// Whether the path is that of a built file.
pub fn is_built(path: &str) -> bool {
    path.starts_with(FOLDER)
}

/// Replaces the body of `response` (the built file in `answer`) by its compressed copy, if the client accepts it and
/// the build has written one.
pub async fn serve_precompressed(
    renderings: &RenderService,
    page_request: &PageRequest,
    answer: &RendererResponse,
    headers: &HeaderMap,
    response: &mut Response,
) {
    if encoding(headers) != PRERENDER_ENCODING || page_request.form != PageForm::Document {
        return;
    }
    let twin = PageRequest { path: format!("{}.{PRERENDER_ENCODING}", page_request.path), ..page_request.clone() };
    match renderings.get(&twin, &[TAG.to_owned()], false).await {
        Ok(twin) if twin.status == StatusCode::OK && matches(&twin.body, &answer.body) => {
            *response.body_mut() = Body::from(twin.body.clone());
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(PRERENDER_ENCODING));
            headers.append(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
        }
        // Without a copy the compression layer compresses it.
        Ok(_) | Err(_) => {}
    }
}

/// Whether `packed` decompresses to `file`. An interrupted build leaves an incomplete copy.
fn matches(packed: &Bytes, file: &Bytes) -> bool {
    let mut content = Vec::with_capacity(file.len());
    let unpacked = brotli::Decompressor::new(packed.as_ref(), 4096).take(file.len() as u64 + 1);
    { unpacked }.read_to_end(&mut content).is_ok() && content == *file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_twin_is_the_whole_file_and_nothing_else() {
        let file = Bytes::from("export const boats = 12;".repeat(20));
        let mut packed = Vec::new();
        brotli::CompressorReader::new(file.as_ref(), 4096, 11, 22).read_to_end(&mut packed).expect("a compressed file");
        let packed = Bytes::from(packed);
        assert!(matches(&packed, &file));
        assert!(!matches(&packed.slice(..packed.len() - 2), &file), "half of it");
        assert!(!matches(&packed, &file.slice(..100)) && !matches(&packed, &Bytes::from([&file[..], b"!"].concat())));
        assert!(!matches(&file, &file) && !matches(&Bytes::new(), &file));
    }
}
