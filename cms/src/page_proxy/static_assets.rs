//! The site's built files. Their names carry their content's hash: nothing changes them, not even another build.
//!
//! The build leaves most of them a second time beside themselves, compressed as far as that goes (`site/compress.mjs`).
//! Nobody waits for that, so it may take its time.

use std::io::Read;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;

use super::page_request::{Ask, Form};
use super::render_service::RenderService;
use crate::http::conditional::{PRERENDER_ENCODING, encoding};
use crate::integrations::renderer_client::RendererResponse;

/// Where they are.
const FOLDER: &str = "/_next/static/";
/// What requests for them are counted as.
pub const ROUTE: &str = "/_next/static/{file}";
/// Their tag.
pub const TAG: &str = "built";

/// Whether a built file would be at this path.
pub fn is_built(path: &str) -> bool {
    path.starts_with(FOLDER)
}

/// Turns `response`, which holds the built file that is `answer`, into its compressed twin, where who asks takes that and
/// the build has left one.
pub async fn serve_precompressed(
    renderings: &RenderService,
    ask: &Ask,
    answer: &RendererResponse,
    headers: &HeaderMap,
    response: &mut Response,
) {
    if encoding(headers) != PRERENDER_ENCODING || ask.form != Form::Document {
        return;
    }
    let twin = Ask { path: format!("{}.{PRERENDER_ENCODING}", ask.path), ..ask.clone() };
    match renderings.get(&twin, &[TAG.to_owned()], false).await {
        Ok(twin) if twin.status == StatusCode::OK && matches(&twin.body, &answer.body) => {
            *response.body_mut() = Body::from(twin.body.clone());
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(PRERENDER_ENCODING));
            headers.append(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
        }
        // Without one it is compressed like everything else.
        Ok(_) | Err(_) => {}
    }
}

/// Whether `packed` is `file`, compressed. A build that was stopped leaves half of one.
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
