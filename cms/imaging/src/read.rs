//! From bytes to pixels: only what is known to be a picture, and none that is larger than it may be.

use std::io::Cursor;

use image::codecs::{gif::GifDecoder, png::PngDecoder};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, Limits};

use crate::{jpeg, webp};

/// The largest file, in bytes.
pub const BYTES: usize = 20 << 20;
/// The most pixels.
pub const PIXELS: u64 = 50_000_000;
/// The longest side, in pixels.
pub const SIDE: u32 = 12_000;
/// What a decoder may allocate: the largest picture in its widest form (four channels of 16 bits), and room to work.
pub const MEMORY: u64 = PIXELS * 8 + (64 << 20);

/// Why a picture was not taken, in the words that its sender reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// No bytes at all.
    #[error("The file is empty")]
    Empty,
    /// More bytes than [`BYTES`].
    #[error("The file is larger than {} MB", BYTES >> 20)]
    TooHeavy,
    /// Of a kind that has a name.
    #[error("{0} pictures cannot be read here: please send a JPEG, PNG, WebP or GIF")]
    Foreign(&'static str),
    /// Not a picture at all, whatever its name says.
    #[error("This is not a picture: please send a JPEG, PNG, WebP or GIF")]
    NotAPicture,
    /// A side longer than [`SIDE`].
    #[error("The picture is {0} by {1} pixels: neither side may be longer than {SIDE}")]
    TooLong(u32, u32),
    /// More pixels than [`PIXELS`].
    #[error("The picture has {} megapixels: at most {} are read", .0.div_ceil(1_000_000), PIXELS / 1_000_000)]
    TooLarge(u64),
    /// So many scans that decoding them all would take minutes.
    #[error("The picture is stored in too many passes: please save it again as an ordinary JPEG")]
    TooManyScans,
    /// It begins like a picture and does not go on like one.
    #[error("The picture is damaged or incomplete")]
    Broken,
}

/// Pixels as they were stored, and what must be done before they are shown.
pub struct Picture {
    /// The pixels.
    pub pixels: DynamicImage,
    /// How they are to be turned.
    pub orientation: Orientation,
    /// What their colours mean, where that is not sRGB.
    pub profile: Option<Vec<u8>>,
}

impl Picture {
    /// Width and height once it is turned.
    pub fn upright_size(&self) -> (u32, u32) {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        if is_on_its_side(self.orientation) { (height, width) } else { (width, height) }
    }
}

/// Whether turning it swaps width and height.
pub fn is_on_its_side(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH)
}

/// Reads a picture; of an animated one the first frame.
pub fn read(bytes: &[u8]) -> Result<Picture, Refused> {
    if bytes.is_empty() {
        return Err(Refused::Empty);
    }
    if bytes.len() > BYTES {
        return Err(Refused::TooHeavy);
    }
    let source = Cursor::new(bytes);
    match image::guess_format(bytes) {
        Ok(ImageFormat::Jpeg) => jpeg::read(bytes),
        Ok(ImageFormat::Png) => decoded(PngDecoder::new(source).map_err(refused)?),
        Ok(ImageFormat::WebP) => webp::read(bytes),
        Ok(ImageFormat::Gif) => decoded(GifDecoder::new(source).map_err(refused)?),
        _ => Err(stranger(bytes)),
    }
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    (limits.max_image_width, limits.max_image_height) = (Some(SIDE), Some(SIDE));
    limits.max_alloc = Some(MEMORY);
    limits
}

/// Whether a picture of this size is read at all.
pub fn check_size(width: u32, height: u32) -> Result<(), Refused> {
    let pixels = u64::from(width) * u64::from(height);
    if width == 0 || height == 0 {
        return Err(Refused::Broken);
    }
    if width > SIDE || height > SIDE {
        return Err(Refused::TooLong(width, height));
    }
    if pixels > PIXELS {
        return Err(Refused::TooLarge(pixels));
    }
    Ok(())
}

/// Nothing has been decoded before this but the header.
pub fn decoded(mut decoder: impl ImageDecoder) -> Result<Picture, Refused> {
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    decoder.set_limits(limits()).map_err(refused)?;
    // What a photo says about itself beyond this is not even read.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let pixels = DynamicImage::from_decoder(decoder).map_err(refused)?;
    Ok(Picture { pixels, orientation, profile })
}

/// What a decoder says, in our words.
pub fn refused(error: ImageError) -> Refused {
    match error {
        ImageError::Unsupported(_) => Refused::Foreign("Such"),
        _ => Refused::Broken,
    }
}

/// Names what it is, as far as people send it.
fn stranger(bytes: &[u8]) -> Refused {
    let box_of = |brands: &[&[u8]]| {
        bytes.get(4..8) == Some(b"ftyp") && bytes.get(8..12).is_some_and(|brand| brands.contains(&brand))
    };
    if box_of(&[b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"]) {
        return Refused::Foreign("HEIC");
    }
    if box_of(&[b"avif", b"avis"]) {
        return Refused::Foreign("AVIF");
    }
    if bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*") {
        return Refused::Foreign("TIFF");
    }
    if bytes.starts_with(b"BM") && bytes.get(6..10) == Some(&[0; 4]) {
        return Refused::Foreign("BMP");
    }
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_lowercase();
    if start.contains("<svg") { Refused::Foreign("SVG") } else { Refused::NotAPicture }
}
