//! Previews of drafts at `/preview/{ticket}`: rendered for each request, cached nowhere, and the only pages that the
//! console may show in a frame.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use super::csp::ContentSecurityPolicy;
use super::page_request::{PageRepresentation, PageRequest};
use super::render::{RenderError, RenderService};
use crate::http::cache::{CacheTags, SharedCacheKey};
use crate::http::server::preview_path::PREVIEW_RESPONSE_HEADERS;

const PREVIEW_SEGMENT: &str = "preview";

/// The page of a preview. `None` if the renderer has no page for the ticket. Also `None` for payload requests of Next's
/// client router, which then loads the document.
pub async fn render_preview(
    render_service: &RenderService,
    policy: &ContentSecurityPolicy,
    page_request: &PageRequest,
) -> Result<Option<Response>, RenderError> {
    if page_request.representation != PageRepresentation::Document {
        return Ok(None);
    }
    let rendered = render_service.get_unshared(page_request).await?;
    if rendered.status != StatusCode::OK {
        return Ok(None);
    }
    let policy = policy.for_preview(&String::from_utf8_lossy(&rendered.body));
    let mut response = Response::new(Body::from(rendered.body));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    Ok(Some(response))
}

/// If the path segment `first_segment` is `preview`, adds [`PREVIEW_RESPONSE_HEADERS`] and keeps the response out of
/// the response cache. This includes 404 responses, because their path may contain a mistyped ticket.
pub fn keep_private_if_preview(first_segment: &str, mut response: Response) -> Response {
    if first_segment == PREVIEW_SEGMENT {
        // The "not found" page has the same cache key for all paths, so it must not be cached with these headers.
        response.extensions_mut().remove::<CacheTags>();
        response.extensions_mut().remove::<SharedCacheKey>();
        for (name, value) in PREVIEW_RESPONSE_HEADERS {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
