//! Pictures from outside: what they are, and what a page shows of them.
//!
//! [`prepare`] takes the bytes that somebody sent and answers everything that is ever served of them. They are
//! identified by what they hold, measured before they are decode_within_limits, decode_within_limits within limits, and made anew: turned upright,
//! in sRGB, in four widths. Of the bytes that came nothing is kept but pixels.
//! Source: decisions, section 6; threats D2, D17.
//!
//! [`paint`] goes the other way: it makes a picture of one of the guide's own drawings.

mod decode;
mod encode;
mod jpeg;
mod linear_rgb;
mod placeholder;
mod rasterize_svg;
mod resize;
mod srgb;
mod webp;

pub use decode::{DecodeError, MAX_FILE_BYTES, MAX_PIXELS, MAX_SIDE};
pub use rasterize_svg::{RasterizeError, rasterize_svg};

use sha2::{Digest, Sha256};

/// The widths in which a picture is served, as far as it has them. A smaller picture's largest width is its own.
pub const WIDTHS: [u32; 4] = [320, 640, 1280, 1920];
/// The widest JPEG: for mails, feeds, and whoever does not read WebP.
pub const MAX_JPEG_WIDTH: u32 = 1280;

/// Everything that is served of a picture.
#[derive(Clone, Debug)]
pub struct PreparedImage {
    /// How wide it was, upright, in pixels.
    pub width: u32,
    /// How high.
    pub height: u32,
    /// WebP in ascending widths, and one JPEG at the end.
    pub variants: Vec<Variant>,
    /// Some 25 bytes that stand in while it loads: see evanw's ThumbHash.
    pub thumbhash: Vec<u8>,
    /// The color of which it has most: red, green, blue.
    pub color: [u8; 3],
}

/// One file of a picture.
#[derive(Clone)]
pub struct Variant {
    /// How it is encoded.
    pub format: Format,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The file.
    pub bytes: Vec<u8>,
}

/// How a file is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
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
    /// Names what is served: 16 hexadecimal digits that differ as soon as one byte does.
    pub fn digest(&self) -> String {
        let mut all = Sha256::new();
        for variant in &self.variants {
            all.update(&variant.bytes);
        }
        all.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The widths of its WebP files, ascending.
    pub fn widths(&self) -> Vec<u32> {
        self.variants.iter().filter(|one| one.format == Format::Webp).map(|one| one.width).collect()
    }
}

/// Makes everything that is served of the picture in `bytes`. It takes a core for up to some seconds, and less than
/// 200 MB of memory beside `bytes`: see [`DecodeError`] for what is not begun at all.
pub fn prepare(bytes: &[u8]) -> Result<PreparedImage, DecodeError> {
    let picture = decode::decode(bytes)?;
    let (width, height) = picture.upright_size();
    let resized = resize::resize_all(picture)?;
    let mut variants = Vec::with_capacity(resized.len() + 1);
    for image in &resized {
        variants.push(encode::webp(image)?);
    }
    let for_jpeg = resized.iter().rev().find(|image| image.width() <= MAX_JPEG_WIDTH).unwrap_or(&resized[0]);
    variants.push(encode::jpeg(for_jpeg)?);
    let (thumbhash, color) = placeholder::placeholder(&resized[0]);
    Ok(PreparedImage { width, height, variants, thumbhash, color })
}
