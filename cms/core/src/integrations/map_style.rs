//! Finds the origins from which a map style loads tiles, glyphs, sprites and data, for the Content-Security-Policy of
//! pages. They may differ from the origin of the style. See the MapLibre Style Specification, "Root", "Sources" and
//! "Sprite", and TileJSON 3.0.0.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde_json::Value;
use url::Url;

use super::http_client::{HttpClient, HttpClientError};

/// The maximum number of origins, and of TileJSON documents that are read.
const MAX_ORIGINS: usize = 20;

/// The origins of the style at `url` and of the resources that it names. A resource that cannot be read, or whose
/// origin is not allowed, is logged and missing on the map. Empty if `url` is relative: the style is on this server.
pub async fn origins(http: &HttpClient, url: &str) -> BTreeSet<String> {
    let mut origins = BTreeSet::new();
    let Ok(base) = Url::parse(url) else { return origins };
    origins.extend(origin(&base));
    let style = match fetch(http, &base).await {
        Ok(style) => style,
        Err(error) => {
            tracing::warn!(url, error = %crate::common::error_chain::display(&error), "failed to read the map style (MAP_STYLE_URL): only its own origin is allowed");
            return origins;
        }
    };
    let (addresses, tilejson_urls) = style_addresses(&style, &base);
    let tile_address_futures = tilejson_urls.iter().take(MAX_ORIGINS).map(async |tilejson_url| match fetch(http, tilejson_url).await {
        Ok(document) => tile_addresses(&document, tilejson_url),
        Err(error) => {
            tracing::warn!(url = %tilejson_url, error = %crate::common::error_chain::display(&error), "failed to read a source of the map style");
            Vec::new()
        }
    });
    let tiles = join_all(tile_address_futures).await.into_iter().flatten();
    for address in addresses.into_iter().chain(tilejson_urls.iter().cloned().map(Ok)).chain(tiles) {
        match address.as_ref().map(origin) {
            Ok(Some(origin)) if origins.len() < MAX_ORIGINS || origins.contains(&origin) => {
                origins.insert(origin);
            }
            Ok(_) => {
                tracing::warn!(address = ?address.map(String::from), "the map style names an address that is not allowed")
            }
            Err(text) => tracing::warn!(text, "the map style names an invalid address"),
        }
    }
    origins
}

async fn fetch(http: &HttpClient, url: &Url) -> Result<Value, HttpClientError> {
    let response = http.get(url.as_str(), &[]).await?;
    serde_json::from_slice(response.body()).map_err(|_| HttpClientError::InvalidRequestOrBody)
}

/// A valid address, or a text that is not a valid address.
type ResolvedAddress = Result<Url, String>;

/// The addresses of resources in a style, and the addresses of its TileJSON documents. These documents contain the
/// addresses of tiles.
fn style_addresses(style: &Value, base: &Url) -> (Vec<ResolvedAddress>, Vec<Url>) {
    let mut addresses = Vec::new();
    let mut add = |value: &Value| addresses.extend(value.as_str().map(|text| resolve(text, base)));
    add(&style["glyphs"]);
    match &style["sprite"] {
        Value::Array(sprites) => sprites.iter().for_each(|sprite| add(&sprite["url"])),
        sprite => add(sprite),
    }
    let mut tilejson_urls = Vec::new();
    for source in style["sources"].as_object().into_iter().flat_map(|sources| sources.values()) {
        for list in ["tiles", "urls"] {
            source[list].as_array().into_iter().flatten().for_each(&mut add);
        }
        // `data` may also be inline GeoJSON.
        add(&source["data"]);
        let is_tiled = source["type"].as_str().is_some_and(|kind| ["vector", "raster", "raster-dem"].contains(&kind));
        match source["url"].as_str().map(|text| resolve(text, base)) {
            Some(Ok(url)) if is_tiled && !url.path().ends_with(".pmtiles") => tilejson_urls.push(url),
            Some(_) => add(&source["url"]),
            None => {}
        }
    }
    (addresses, tilejson_urls)
}

fn tile_addresses(document: &Value, base: &Url) -> Vec<ResolvedAddress> {
    let tiles = document["tiles"].as_array().into_iter().flatten();
    tiles.filter_map(|tile| Some(resolve(tile.as_str()?, base))).collect()
}

fn resolve(text: &str, base: &Url) -> ResolvedAddress {
    let address = text.strip_prefix("pmtiles://").unwrap_or(text);
    base.join(address).map_err(|_| text.to_owned())
}

/// The origin of an http or https address. `None` for another scheme, and if the origin has characters that could have
/// a meaning in a content security policy.
fn origin(url: &Url) -> Option<String> {
    let origin = matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())?;
    origin.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:/[]".contains(&byte)).then_some(origin)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn style_names_the_origins_of_tiles_glyphs_sprites_and_data() {
        let base = Url::parse("https://styles.example/bright/style.json").expect("an address");
        let style = json!({
            "glyphs": "https://fonts.example/{fontstack}/{range}.pbf",
            "sprite": [{ "id": "default", "url": "../sprites/bright" }, { "id": "more", "url": "https://sprites.example:8443/x" }],
            "sources": {
                "a": { "type": "vector", "tiles": ["https://a.tiles.example/{z}/{x}/{y}.pbf", "https://{s}.bad host/x"] },
                "b": { "type": "vector", "url": "https://tilejson.example/v3.json" },
                "c": { "type": "vector", "url": "pmtiles://https://archive.example/world.pmtiles" },
                "d": { "type": "geojson", "data": "https://data.example/caves.geojson" },
                "e": { "type": "geojson", "data": { "type": "FeatureCollection", "features": [] } },
                "f": { "type": "raster", "url": "mapbox://mapbox.satellite" },
                "g": { "type": "vector", "tiles": ["https://evil.example;script-src/x", "https://*/x"] },
            },
        });
        let (addresses, tilejson_urls) = style_addresses(&style, &base);
        let origins: BTreeSet<String> = addresses.iter().filter_map(|address| origin(address.as_ref().ok()?)).collect();
        let expected = [
            "https://a.tiles.example",
            "https://archive.example",
            "https://data.example",
            "https://fonts.example",
            "https://sprites.example:8443",
            "https://styles.example",
        ];
        assert_eq!(origins.iter().map(String::as_str).collect::<Vec<_>>(), expected);
        let tilejson_urls: Vec<&str> = tilejson_urls.iter().map(Url::as_str).collect();
        assert_eq!(tilejson_urls, ["https://tilejson.example/v3.json", "mapbox://mapbox.satellite"]);
        let document = json!({ "tiles": ["https://b.tiles.example/{z}/{x}/{y}.pbf", "tiles/{z}/{x}/{y}.pbf"] });
        let tiles = tile_addresses(&document, &Url::parse("https://tilejson.example/v3.json").expect("an address"));
        let hosts: Vec<&str> = tiles.iter().filter_map(|tile| tile.as_ref().ok()?.host_str()).collect();
        assert_eq!(hosts, ["b.tiles.example", "tilejson.example"]);
    }

    #[tokio::test]
    async fn origins_include_those_of_readable_tilejson_documents() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let host = format!("http://{}", listener.local_addr().expect("an address"));
        let style = json!({
            "glyphs": "https://fonts.example/{fontstack}/{range}.pbf",
            "sources": {
                "a": { "type": "vector", "url": "/tiles.json" }, "b": { "type": "vector", "url": "/missing.json" },
            },
        });
        let routes =
            axum::Router::new().route("/style.json", axum::routing::get(async move || axum::Json(style))).route(
                "/tiles.json",
                axum::routing::get(async || axum::Json(json!({ "tiles": ["https://tiles.example/{z}"] }))),
            );
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let http = HttpClient::new().expect("a client");
        let found = origins(&http, &format!("{host}/style.json")).await;
        assert_eq!(found, [host.clone(), "https://fonts.example".into(), "https://tiles.example".into()].into());
        assert_eq!(origins(&http, &format!("{host}/nothing.json")).await, [host].into());
        for url_without_origin in ["/basemap/style.json", "javascript://x", ""] {
            assert!(origins(&http, url_without_origin).await.is_empty(), "{url_without_origin}");
        }
    }
}
