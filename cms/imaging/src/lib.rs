//! Decodes uploaded images and creates the files that pages serve.
//!
//! [`prepare`] turns the bytes of an upload into all files that are served for the image. It identifies the format by
//! content (R302), checks the size of the image, and then decodes the image within limits (R317). It turns the image
//! upright, converts it to sRGB and resizes it to up to four widths. The files contain no metadata of the upload.
//!
//! [`rasterize_svg`] turns an SVG that the site renders into a JPEG.

mod decode;
mod encode;
mod jpeg;
mod linear_rgb;
mod placeholder;
mod rasterize_svg;
mod resize;
mod srgb;
mod webp;

pub use decode::{ImagingError, MAX_FILE_BYTES, MAX_PIXELS, MAX_SIDE};
pub use rasterize_svg::{RasterizeError, rasterize_svg};

use sha2::{Digest, Sha256};

/// The widths in which an image is served, in pixels. An image that is narrower than 1920 pixels is served in the
/// smaller widths and in its own width.
pub const WIDTHS: [u32; 4] = [320, 640, 1280, 1920];
/// The maximum width of the JPEG in pixels. It is for emails, feeds and clients without WebP.
pub const MAX_JPEG_WIDTH: u32 = 1280;

/// Every file that is served for an image.
#[derive(Clone, Debug)]
pub struct PreparedImage {
    /// The width of the upright image in pixels.
    pub width: u32,
    /// The height of the upright image in pixels.
    pub height: u32,
    /// WebP in ascending widths, then one JPEG.
    pub variants: Vec<Variant>,
    /// The ThumbHash: about 25 bytes from which a page draws a placeholder while the image loads.
    pub thumbhash: Vec<u8>,
    /// The dominant color: red, green, blue.
    pub dominant_color: [u8; 3],
}

/// One file of an image.
#[derive(Clone)]
pub struct Variant {
    /// The file format.
    pub format: VariantFormat,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// The format of a served file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantFormat {
    /// Lossy WebP.
    Webp,
    /// Progressive JPEG.
    Jpeg,
}

impl std::fmt::Debug for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} of {} by {} pixels, {} bytes", self.format, self.width, self.height, self.bytes.len())
    }
}

impl PreparedImage {
    /// The first 16 hexadecimal digits of the SHA-256 of all files. The file names contain these digits.
    pub fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        for variant in &self.variants {
            hasher.update(&variant.bytes);
        }
        hasher.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The widths of the WebP files, ascending.
    pub fn widths(&self) -> Vec<u32> {
        self.variants
            .iter()
            .filter(|variant| variant.format == VariantFormat::Webp)
            .map(|variant| variant.width)
            .collect()
    }
}

/// Creates every file that is served for the image in `bytes`. Uses one core for up to a few seconds, and less than 200
/// MB of memory in addition to `bytes`. [`ImagingError`] lists the reasons for which an image is refused.
pub fn prepare(bytes: &[u8]) -> Result<PreparedImage, ImagingError> {
    let decoded = decode::decode(bytes)?;
    let (width, height) = decoded.upright_size();
    let resized = resize::resize_all(decoded)?;
    let mut variants = Vec::with_capacity(resized.len() + 1);
    for image in &resized {
        variants.push(encode::webp(image)?);
    }
    let jpeg_source = resized.iter().rev().find(|image| image.width() <= MAX_JPEG_WIDTH).unwrap_or(&resized[0]);
    variants.push(encode::jpeg(jpeg_source)?);
    let (thumbhash, dominant_color) = placeholder::placeholder(&resized[0]);
    Ok(PreparedImage { width, height, variants, thumbhash, dominant_color })
}
