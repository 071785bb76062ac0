//! Valid request bodies and files. Each test changes the fields that it tests.

use serde_json::{Value, json};

/// A place in the category with this id.
pub fn place_json(name: &str, category: i64) -> Value {
    json!({ "name": name, "latitude": 17.58, "longitude": 106.28, "categoryIds": [category] })
}

/// An article that is live at [`START_TIME`](crate::test_app::START_TIME).
pub fn article_json(title: &str) -> Value {
    json!({
        "title": title, "author": "Linh Tran", "summary": "Up the Son River.", "contentHtml": "<p>Boats leave early.</p>",
        "publicationDate": "2026-11-01T08:00:00Z", "latitude": 17.58, "longitude": 106.28,
    })
}

/// A standing page as the seed has it, such as `help`.
pub fn standing_page_json(name: &str) -> Value {
    let pages: Value = serde_json::from_str(include_str!("../../seeds/pages.json")).unwrap();
    pages[if name == "getting-here" { "gettingHere" } else { name }].clone()
}

/// A PNG of this size: red on the left, blue on the right.
pub fn png_image(width: u32, height: u32) -> Vec<u8> {
    let row: Vec<u8> = (0..width).flat_map(|x| if x < width / 2 { [200, 30, 30] } else { [30, 30, 200] }).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&row.repeat(height as usize)).unwrap();
    bytes
}

/// `thing` with the fields of `changes` replaced.
pub fn with(mut thing: Value, changes: Value) -> Value {
    for (field, value) in changes.as_object().unwrap() {
        thing[field] = value.clone();
    }
    thing
}
