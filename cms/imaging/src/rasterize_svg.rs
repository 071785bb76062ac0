//! Rasterizes SVG to JPEG for clients that do not show SVG, such as chats and feed readers.

use image::{DynamicImage, RgbImage};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Error, ImageHrefResolver, Options, Tree};

use crate::decode::ImagingError;
use crate::encode;

/// The maximum number of pixels of an SVG: five times as many as a social image of 1200 by 630 pixels has.
pub const MAX_SVG_PIXELS: u64 = 4_000_000;

/// Why an SVG was not rasterized.
#[derive(Debug, thiserror::Error)]
pub enum RasterizeError {
    /// The input is not a valid SVG.
    #[error("invalid SVG")]
    InvalidSvg(#[from] Error),
    /// The SVG has no pixels, or more than [`MAX_SVG_PIXELS`]. The fields are its width and height in pixels.
    #[error("the SVG is {0} by {1} pixels: the limit is {MAX_SVG_PIXELS}")]
    UnsupportedSize(f32, f32),
    /// The JPEG encoder failed.
    #[error("failed to encode the rasterized SVG")]
    Encode(#[from] ImagingError),
}

/// Rasterizes `svg` in its own size, on white, and encodes it as JPEG. Text must be outlines: no fonts are loaded.
///
/// Embedded images (`data:` URLs) are shown. No file is read and nothing is fetched.
pub fn rasterize_svg(svg: &[u8]) -> Result<Vec<u8>, RasterizeError> {
    let href_resolver = ImageHrefResolver {
        resolve_string: Box::new(|_, _| None),
        resolve_data: ImageHrefResolver::default_data_resolver(),
    };
    let tree = Tree::from_data(svg, &Options { image_href_resolver: href_resolver, ..Options::default() })?;
    let (width, height) = (tree.size().width().round(), tree.size().height().round());
    let unsupported_size = RasterizeError::UnsupportedSize(width, height);
    if f64::from(width) * f64::from(height) > MAX_SVG_PIXELS as f64 {
        return Err(unsupported_size);
    }
    let Some(mut canvas) = Pixmap::new(width as u32, height as u32) else { return Err(unsupported_size) };
    canvas.fill(Color::WHITE);
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    // All pixels of the canvas are opaque, so premultiplication by alpha has not changed their colors.
    let rgb = canvas.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let Some(rgb) = RgbImage::from_raw(canvas.width(), canvas.height(), rgb) else { return Err(unsupported_size) };
    Ok(encode::jpeg(&DynamicImage::ImageRgb8(rgb))?.bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rasterized_image(svg: &str) -> RgbImage {
        let jpeg = rasterize_svg(svg.as_bytes()).expect("a JPEG file");
        image::load_from_memory(&jpeg).expect("a JPEG").to_rgb8()
    }

    fn is_near(pixel: image::Rgb<u8>, color: [u8; 3]) -> bool {
        pixel.0.iter().zip(color).all(|(actual, expected)| actual.abs_diff(expected) < 12)
    }

    #[test]
    fn svg_is_rasterized_on_white_with_embedded_svg() {
        let inner = "data:image/svg+xml;utf8,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'%3E\
                     %3Crect width='8' height='8' fill='rgb(0,0,255)'/%3E%3C/svg%3E";
        let rasterized = rasterized_image(&format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='32'>\
             <rect width='16' height='32' fill='rgb(255,0,0)'/><image x='48' width='16' height='32' \
             preserveAspectRatio='none' href=\"{inner}\"/></svg>"
        ));
        assert_eq!(rasterized.dimensions(), (64, 32));
        for (x, color) in [(4, [255, 0, 0]), (30, [255, 255, 255]), (60, [0, 0, 255])] {
            assert!(is_near(*rasterized.get_pixel(x, 16), color), "{x}: {:?}", rasterized.get_pixel(x, 16));
        }
    }

    #[test]
    fn external_images_are_not_loaded() {
        let path = std::env::temp_dir().join(format!("imaging-rasterize-{}.svg", std::process::id()));
        let red_svg = "<svg xmlns='http://www.w3.org/2000/svg' width='32' height='32'><rect width='32' height='32' fill='red'/></svg>";
        std::fs::write(&path, red_svg).expect("a file");
        for address in [path.display().to_string(), format!("file://{}", path.display()), "http://127.0.0.1:9/".into()]
        {
            let rasterized = rasterized_image(&format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='32' height='32'>\
                 <image width='32' height='32' href='{address}'/></svg>"
            ));
            assert!(is_near(*rasterized.get_pixel(16, 16), [255, 255, 255]), "{address} was shown");
        }
        std::fs::remove_file(&path).expect("the file");
    }

    #[test]
    fn invalid_or_too_large_svg_is_rejected() {
        assert!(matches!(rasterize_svg(b"<p>not an SVG"), Err(RasterizeError::InvalidSvg(_))));
        let large_svg = "<svg xmlns='http://www.w3.org/2000/svg' width='60000' height='60000'/>";
        assert!(matches!(rasterize_svg(large_svg.as_bytes()), Err(RasterizeError::UnsupportedSize(..))));
    }
}
