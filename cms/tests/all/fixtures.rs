//! Valid request bodies and files. Each test changes the fields that it tests.

use serde_json::{Value, json};

/// The request body of a place in the category with the id `category_id`.
pub fn place_json(name: &str, category_id: i64) -> Value {
    json!({ "name": name, "latitude": 17.58, "longitude": 106.28, "categoryIds": [category_id] })
}

/// The request body of an article that is public at [`START_TIME`](crate::test_app::START_TIME).
pub fn article_json(title: &str) -> Value {
    json!({
        "title": title, "author": "Linh Tran", "summary": "Up the Son River.", "contentHtml": "<p>Boats leave early.</p>",
        "publicationDate": "2026-11-01T08:00:00Z", "latitude": 17.58, "longitude": 106.28,
    })
}

/// The request body of a standing page, such as `help`, with the texts of `cms/seeds/pages.json`.
pub fn standing_page_json(name: &str) -> Value {
    let pages: Value = serde_json::from_str(include_str!("../../seeds/pages.json")).unwrap();
    pages[if name == "getting-here" { "gettingHere" } else { name }].clone()
}

/// A PNG file with this width and height in pixels. The left half is red, and the right half is blue.
pub fn png_image(width: u32, height: u32) -> Vec<u8> {
    let row: Vec<u8> = (0..width).flat_map(|x| if x < width / 2 { [200, 30, 30] } else { [30, 30, 200] }).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&row.repeat(height as usize)).unwrap();
    bytes
}

/// `body` with the fields of `changes` replaced.
pub fn with_changes(mut body: Value, changes: Value) -> Value {
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}
