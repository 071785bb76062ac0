//! From bytes to pixels: only what is known to be a picture, and none that is larger than it may be.

use std::io::Cursor;

use image::codecs::{gif::GifDecoder, png::PngDecoder};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, Limits};

use crate::{jpeg, webp};

/// The largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 20 << 20;
/// The most pixels.
pub const MAX_PIXELS: u64 = 64_000_000;
/// The longest side, in pixels.
pub const MAX_SIDE: u32 = 16_384;
/// What a decoder may hold at a time, in bytes: known from the header, before anything is allocated.
pub const MAX_DECODED_BYTES: u64 = 150_000_000;
/// What the metadata of a PNG may need once it is inflated, in bytes. A larger color profile is ignored.
const MAX_METADATA_BYTES: u64 = 4 << 20;
/// The chunk that ends a PNG.
const PNG_END_CHUNK: &[u8] = b"\0\0\0\0IEND\xae\x42\x60\x82";

/// Why a picture was not taken, in the words that its sender reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// No bytes at all.
    #[error("The file is empty")]
    Empty,
    /// More bytes than [`MAX_FILE_BYTES`].
    #[error("The file is larger than {} MB", MAX_FILE_BYTES >> 20)]
    FileTooLarge,
    /// Of a kind that has a name.
    #[error("{0} pictures cannot be read here: please send a JPEG, PNG, WebP or GIF")]
    UnsupportedFormat(&'static str),
    /// Not a picture at all, whatever its name says.
    #[error("This is not a picture: please send a JPEG, PNG, WebP or GIF")]
    NotAnImage,
    /// A side longer than [`MAX_SIDE`].
    #[error("The picture is {0} by {1} pixels: neither side may be longer than {MAX_SIDE}")]
    SideTooLong(u32, u32),
    /// More pixels than [`MAX_PIXELS`].
    #[error("The picture has {} megapixels: at most {} are read", .0.div_ceil(1_000_000), MAX_PIXELS / 1_000_000)]
    TooManyPixels(u64),
    /// A decoder would hold more than [`MAX_DECODED_BYTES`].
    #[error(
        "The picture is {0} by {1} pixels, which is too large for its file format: please send a smaller one, or an \
         ordinary (not progressive) JPEG"
    )]
    TooMuchMemory(u32, u32),
    /// So many scans that decoding them all would take minutes.
    #[error("The picture is stored in too many passes: please save it again as an ordinary JPEG")]
    TooManyScans,
    /// It begins like a picture and does not go on like one.
    #[error("The picture is damaged or incomplete")]
    Corrupt,
}

/// Pixels as they were stored, and what must be done before they are shown.
pub struct DecodedImage {
    /// The pixels: as many as were stored, or a half, a quarter or an eighth of them in each direction.
    pub pixels: DynamicImage,
    /// Width and height as stored.
    pub size: (u32, u32),
    /// How they are to be turned.
    pub orientation: Orientation,
    /// What their colors mean, where that is not sRGB.
    pub profile: Option<Vec<u8>>,
}

impl DecodedImage {
    /// Width and height once it is turned.
    pub fn upright_size(&self) -> (u32, u32) {
        let (width, height) = self.size;
        if swaps_width_and_height(self.orientation) { (height, width) } else { (width, height) }
    }
}

/// Whether turning it swaps width and height.
pub fn swaps_width_and_height(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH)
}

/// Reads a picture; of an animated one the first frame.
pub fn decode(bytes: &[u8]) -> Result<DecodedImage, DecodeError> {
    if bytes.is_empty() {
        return Err(DecodeError::Empty);
    }
    if bytes.len() > MAX_FILE_BYTES {
        return Err(DecodeError::FileTooLarge);
    }
    let source = Cursor::new(bytes);
    match image::guess_format(bytes) {
        Ok(ImageFormat::Jpeg) => jpeg::decode(bytes),
        Ok(ImageFormat::Png) => decode_png(bytes),
        Ok(ImageFormat::WebP) => webp::decode(bytes),
        // Four bytes a pixel of the canvas, and as many of the frame where it does not fill the canvas.
        Ok(ImageFormat::Gif) => decode_within_limits(GifDecoder::new(source).map_err(decode_error)?, 4),
        _ => Err(unsupported_format(bytes)),
    }
}

/// Reads a PNG. Its pixels must be complete; the chunk that ends the file may be missing.
fn decode_png(bytes: &[u8]) -> Result<DecodedImage, DecodeError> {
    let ended;
    let bytes = if bytes.windows(PNG_END_CHUNK.len()).any(|window| window == PNG_END_CHUNK) {
        bytes
    } else {
        ended = [bytes, PNG_END_CHUNK].concat();
        &ended
    };
    // The decoder inflates a profile while it reads the header.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_METADATA_BYTES);
    decode_within_limits(PngDecoder::with_limits(Cursor::new(bytes), limits).map_err(decode_error)?, 0)
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    limits
}

/// Whether a picture of this size is read at all.
pub fn check_size(width: u32, height: u32) -> Result<(), DecodeError> {
    let pixels = u64::from(width) * u64::from(height);
    if width == 0 || height == 0 {
        return Err(DecodeError::Corrupt);
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(DecodeError::SideTooLong(width, height));
    }
    if pixels > MAX_PIXELS {
        return Err(DecodeError::TooManyPixels(pixels));
    }
    Ok(())
}

/// Decodes what fits into [`MAX_DECODED_BYTES`]; `extra` is what the decoder holds for each pixel beside the result, in
/// bytes. Nothing has been decode_within_limits before this but the header.
pub fn decode_within_limits(mut decoder: impl ImageDecoder, extra: u64) -> Result<DecodedImage, DecodeError> {
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    let held = u64::from(width) * u64::from(height) * (u64::from(decoder.color_type().bytes_per_pixel()) + extra);
    if held > MAX_DECODED_BYTES {
        return Err(DecodeError::TooMuchMemory(width, height));
    }
    decoder.set_limits(limits()).map_err(decode_error)?;
    // What a photo says about itself beyond this is not even read.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let pixels = DynamicImage::from_decoder(decoder).map_err(decode_error)?;
    Ok(DecodedImage { pixels, size: (width, height), orientation, profile })
}

/// What a decoder says, in our words.
pub fn decode_error(error: ImageError) -> DecodeError {
    match error {
        ImageError::Unsupported(_) => DecodeError::UnsupportedFormat("Such"),
        _ => DecodeError::Corrupt,
    }
}

/// Names what it is, as far as people send it.
fn unsupported_format(bytes: &[u8]) -> DecodeError {
    let brands = brands(bytes);
    let has_brand = |names: &[&[u8]]| brands.iter().any(|brand| names.contains(brand));
    // AVIF first: its files may name the container (`mif1`) as their major brand, and AVIF among the compatible ones.
    if has_brand(&[b"avif", b"avis"]) {
        return DecodeError::UnsupportedFormat("AVIF");
    }
    if has_brand(&[b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"]) {
        return DecodeError::UnsupportedFormat("HEIC");
    }
    if bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*") {
        return DecodeError::UnsupportedFormat("TIFF");
    }
    if bytes.starts_with(b"BM") && bytes.get(6..10) == Some(&[0; 4]) {
        return DecodeError::UnsupportedFormat("BMP");
    }
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_lowercase();
    if start.contains("<svg") { DecodeError::UnsupportedFormat("SVG") } else { DecodeError::NotAnImage }
}

/// The major and the compatible brands of a file that begins with an `ftyp` box: ISO 14496-12, section 4.3.
fn brands(bytes: &[u8]) -> Vec<&[u8]> {
    let length = bytes.first_chunk::<4>().map_or(0, |length| u32::from_be_bytes(*length) as usize);
    let Some(content) = bytes.get(4..length.min(bytes.len())).and_then(|content| content.strip_prefix(b"ftyp")) else {
        return Vec::new();
    };
    // The second word is the minor version.
    content.chunks_exact(4).enumerate().filter(|(at, _)| *at != 1).map(|(_, brand)| brand).take(32).collect()
}
