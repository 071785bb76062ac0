//! What every route gets, whatever it does: compression, caught panics, security headers.

use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use brotli::enc::BrotliEncoderParams;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};

use super::finish::encoding;
use super::problem::Problem;
use super::traffic;

/// How hard answers are compressed. One step further than what is usual for Brotli in a server: Explore becomes smaller by
/// 7%, and takes half a millisecond longer, once (`make bench` shows what it costs where nothing is kept).
const EFFORT: i32 = 5;
/// A larger answer is compressed piece by piece, in bytes.
const WHOLE: u64 = 1 << 20;
/// Brotli's smallest window for this effort, as a power of two. Below it Brotli searches in a way that finds less.
const SMALLEST_WINDOW: i32 = 17;

/// Wraps the routes.
pub fn wrap(routes: Router) -> Router {
    routes
        .layer(middleware::from_fn(compress_whole))
        .layer(CatchPanicLayer::custom(|_| {
            tracing::error!("a handler panicked");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong on our side").into_response()
        }))
        .layer(
            CompressionLayer::new()
                .br(true)
                .gzip(true)
                .quality(CompressionLevel::Precise(EFFORT))
                .compress_when(worth_it()),
        )
        .layer(middleware::from_fn(security_headers))
        .layer(middleware::from_fn(traffic::note_route))
}

/// What becomes smaller by compression, and is not small already.
fn worth_it() -> impl Predicate {
    SizeAbove::new(256)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("font/"))
        .and(NotForContentType::SSE)
}

/// Compresses with Brotli an answer whose size is known, with a window that fits it. The layer around this one compresses
/// everything else; it does not tell Brotli the size, so that each answer takes 9 MiB while it is compressed, however short.
async fn compress_whole(request: Request, next: Next) -> Response {
    let takes_brotli = encoding(request.headers()) == "br";
    let response = next.run(request).await;
    let is_plain =
        [header::CONTENT_ENCODING, header::CONTENT_RANGE].iter().all(|name| !response.headers().contains_key(name));
    let is_whole = response.body().size_hint().exact().is_some_and(|size| size <= WHOLE);
    if !(takes_brotli && is_plain && is_whole && worth_it().should_compress(&response)) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let packed = match to_bytes(body, WHOLE as usize).await {
        Ok(plain) => packed(&plain),
        Err(error) => Err(std::io::Error::other(error)),
    };
    let packed = match packed {
        Ok(packed) => packed,
        Err(error) => {
            tracing::error!(%error, "an answer could not be compressed");
            return Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong on our side").into_response();
        }
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::ACCEPT_RANGES);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(packed))
}

fn packed(mut plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let size = plain.len();
    let window = size.next_power_of_two().ilog2() as i32;
    let params = BrotliEncoderParams {
        quality: EFFORT,
        lgwin: window.max(SMALLEST_WINDOW),
        size_hint: size,
        ..BrotliEncoderParams::default()
    };
    let mut packed = Vec::with_capacity(size / 4);
    brotli::BrotliCompress(&mut plain, &mut packed, &params)?;
    packed.shrink_to_fit();
    Ok(packed)
}

/// The answer of a path that no route has.
pub async fn no_such_route() -> Problem {
    Problem::not_found("There is nothing at this address")
}

/// The answer of a route that does not know the method.
pub async fn no_such_method(request: Request) -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("This address does not answer {}", request.method()))
}

async fn security_headers(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let is_docs = request.uri().path().starts_with("/docs");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static("strict-origin-when-cross-origin"));
    // Popups of a sign-in may talk to the page that opened them; nobody else may.
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    headers.entry(opener).or_insert(HeaderValue::from_static("same-origin-allow-popups"));
    headers.entry(header::X_FRAME_OPTIONS).or_insert(HeaderValue::from_static("DENY"));
    if is_docs {
        // Swagger UI puts styles into the page, and nothing else.
        let policy =
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    if is_api {
        let policy = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
        // Kept answers are for our own memory; clients ask again and mostly hear 304.
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
        headers.entry(header::VARY).or_insert(HeaderValue::from_static("accept-encoding, authorization"));
    }
    response
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn page(length: usize) -> Vec<u8> {
        (0..)
            .flat_map(|number: u32| {
                format!("<li>Hang số {number}, {}</li>", number.wrapping_mul(2_654_435_761)).into_bytes()
            })
            .take(length)
            .collect()
    }

    #[test]
    fn answer_compressed_whole_unpacks_to_itself_and_is_no_larger_than_with_the_default_window() {
        for length in [257, 20_000, 120_000, WHOLE as usize] {
            let plain = page(length);
            let whole = packed(&plain).expect("memory is written to");
            let mut unpacked = Vec::new();
            brotli::Decompressor::new(whole.as_slice(), 4096).read_to_end(&mut unpacked).expect("it is Brotli");
            assert!(unpacked == plain, "{length}");
            let params = BrotliEncoderParams { quality: EFFORT, ..BrotliEncoderParams::default() };
            let mut other = Vec::new();
            brotli::BrotliCompress(&mut plain.as_slice(), &mut other, &params).expect("memory is written to");
            assert!(whole.len() <= other.len() + other.len() / 50, "{length}: {} of {}", whole.len(), other.len());
        }
    }
}
