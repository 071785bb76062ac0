//! Decodes images of the supported formats, within limits.

use std::io::Cursor;

use image::codecs::{gif::GifDecoder, png::PngDecoder};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, Limits};

use crate::{jpeg, webp};

/// The maximum size of an uploaded file, in bytes.
pub const MAX_FILE_BYTES: usize = 20 << 20;
/// The maximum number of pixels of an image.
pub const MAX_PIXELS: u64 = 64_000_000;
/// The maximum length of a side, in pixels.
pub const MAX_SIDE: u32 = 16_384;
/// The maximum memory of the decoders for PNG, WebP and GIF, in bytes; that for JPEG has another limit. The memory that
/// an image needs is computed from its header, before the pixels are allocated.
pub const MAX_NON_JPEG_DECODER_BYTES: u64 = 150_000_000;
/// The maximum memory for the inflated metadata of a PNG, in bytes. A larger color profile is ignored.
const MAX_METADATA_BYTES: u64 = 4 << 20;
/// The chunk that ends a PNG.
const PNG_END_CHUNK: &[u8] = b"\0\0\0\0IEND\xae\x42\x60\x82";

/// Why an image is refused. The messages are shown to the person who uploaded it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImagingError {
    /// The file has no bytes.
    #[error("The file is empty")]
    Empty,
    /// The file has more bytes than [`MAX_FILE_BYTES`].
    #[error("The file is larger than {} MB", MAX_FILE_BYTES >> 20)]
    FileTooLarge,
    /// The format is known, but not supported.
    #[error("{0} images are not supported: please upload a JPEG, PNG, WebP or GIF")]
    UnsupportedFormat(&'static str),
    /// The content has no known image format. The name of the file does not count.
    #[error("This file is not an image: please upload a JPEG, PNG, WebP or GIF")]
    NotAnImage,
    /// A side of the image is longer than [`MAX_SIDE`].
    #[error("The image is {0} by {1} pixels: each side can be at most {MAX_SIDE}")]
    SideTooLong(u32, u32),
    /// The image has more pixels than [`MAX_PIXELS`].
    #[error("The image has {} megapixels: the limit is {}", .0.div_ceil(1_000_000), MAX_PIXELS / 1_000_000)]
    TooManyPixels(u64),
    /// The decoder would need more memory than the limit for its format.
    #[error(
        "The image is {0} by {1} pixels, which is too large for its file format: please upload a smaller image or a \
         standard (not progressive) JPEG"
    )]
    TooMuchMemory(u32, u32),
    /// The JPEG has so many pixels and scans that decoding it would take minutes.
    #[error("The image has too many progressive scans: please save it again as a standard JPEG")]
    TooManyScans,
    /// The file begins like an image, but cannot be decoded. Also the error if an encoder fails.
    #[error("The image is damaged or incomplete")]
    Corrupt,
}

/// Decoded pixels, and what is needed to show them upright and in sRGB.
pub struct DecodedImage {
    /// The pixels in the stored orientation. A large JPEG is decoded at 1/2, 1/4 or 1/8 of its width and height.
    pub pixels: DynamicImage,
    /// Width and height in the file.
    pub size_in_file: (u32, u32),
    /// The transformation that makes the image upright.
    pub orientation: Orientation,
    /// The ICC profile of the pixels. `None` if the file has none or its profile was already applied; the pixels are
    /// then in sRGB.
    pub icc_profile: Option<Vec<u8>>,
}

impl DecodedImage {
    /// Width and height after the orientation is applied.
    pub fn upright_size(&self) -> (u32, u32) {
        let (width, height) = self.size_in_file;
        if swaps_width_and_height(self.orientation) { (height, width) } else { (width, height) }
    }
}

/// Returns whether the orientation swaps width and height.
pub fn swaps_width_and_height(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH)
}

/// Decodes an image; for an animation, its first frame.
pub fn decode(bytes: &[u8]) -> Result<DecodedImage, ImagingError> {
    if bytes.is_empty() {
        return Err(ImagingError::Empty);
    }
    if bytes.len() > MAX_FILE_BYTES {
        return Err(ImagingError::FileTooLarge);
    }
    let source = Cursor::new(bytes);
    match image::guess_format(bytes) {
        Ok(ImageFormat::Jpeg) => jpeg::decode(bytes),
        Ok(ImageFormat::Png) => decode_png(bytes),
        Ok(ImageFormat::WebP) => webp::decode(bytes),
        // For a frame that does not fill the image, the decoder needs four further bytes per pixel.
        Ok(ImageFormat::Gif) => decode_within_limits(GifDecoder::new(source).map_err(map_decoder_error)?, 4),
        _ => Err(unsupported_format(bytes)),
    }
}

/// Decodes a PNG. Its pixels must be complete; the IEND chunk may be missing.
fn decode_png(bytes: &[u8]) -> Result<DecodedImage, ImagingError> {
    let completed_file;
    let bytes = if bytes.windows(PNG_END_CHUNK.len()).any(|window| window == PNG_END_CHUNK) {
        bytes
    } else {
        completed_file = [bytes, PNG_END_CHUNK].concat();
        &completed_file
    };
    // The limit is set before the decoder reads the header, because the decoder inflates the color profile meanwhile.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_METADATA_BYTES);
    decode_within_limits(PngDecoder::with_limits(Cursor::new(bytes), limits).map_err(map_decoder_error)?, 0)
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    limits.max_alloc = Some(MAX_NON_JPEG_DECODER_BYTES);
    limits
}

/// Checks the size of an image against [`MAX_SIDE`] and [`MAX_PIXELS`]. Errors: also [`ImagingError::Corrupt`] for an
/// image without pixels.
pub fn check_dimensions(width: u32, height: u32) -> Result<(), ImagingError> {
    let pixel_count = u64::from(width) * u64::from(height);
    if width == 0 || height == 0 {
        return Err(ImagingError::Corrupt);
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(ImagingError::SideTooLong(width, height));
    }
    if pixel_count > MAX_PIXELS {
        return Err(ImagingError::TooManyPixels(pixel_count));
    }
    Ok(())
}

/// Decodes an image if it fits into [`MAX_NON_JPEG_DECODER_BYTES`]. `extra_bytes_per_pixel` is the number of bytes per
/// pixel that the decoder needs in addition to the result. The decoder must have read only the header.
pub fn decode_within_limits(
    mut decoder: impl ImageDecoder,
    extra_bytes_per_pixel: u64,
) -> Result<DecodedImage, ImagingError> {
    let (width, height) = decoder.dimensions();
    check_dimensions(width, height)?;
    let needed_bytes = u64::from(width)
        * u64::from(height)
        * (u64::from(decoder.color_type().bytes_per_pixel()) + extra_bytes_per_pixel);
    if needed_bytes > MAX_NON_JPEG_DECODER_BYTES {
        return Err(ImagingError::TooMuchMemory(width, height));
    }
    decoder.set_limits(limits()).map_err(map_decoder_error)?;
    // Only the orientation and the color profile are read from the metadata.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let icc_profile = decoder.icc_profile().ok().flatten();
    let pixels = DynamicImage::from_decoder(decoder).map_err(map_decoder_error)?;
    Ok(DecodedImage { pixels, size_in_file: (width, height), orientation, icc_profile })
}

/// Maps an error of a decoder to the reason why the image is refused.
pub fn map_decoder_error(error: ImageError) -> ImagingError {
    match error {
        ImageError::Unsupported(_) => ImagingError::UnsupportedFormat("These"),
        _ => ImagingError::Corrupt,
    }
}

/// The error for an unsupported file. It names formats that people often upload: AVIF, HEIC, TIFF, BMP and SVG.
fn unsupported_format(bytes: &[u8]) -> ImagingError {
    let brands = container_brands(bytes);
    let has_brand = |names: &[&[u8]]| brands.iter().any(|brand| names.contains(brand));
    // AVIF is checked before HEIC. The major brand of an AVIF file may be `mif1`, which HEIC files also have; `avif` is
    // then among the compatible brands.
    if has_brand(&[b"avif", b"avis"]) {
        return ImagingError::UnsupportedFormat("AVIF");
    }
    if has_brand(&[b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"]) {
        return ImagingError::UnsupportedFormat("HEIC");
    }
    if bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*") {
        return ImagingError::UnsupportedFormat("TIFF");
    }
    if bytes.starts_with(b"BM") && bytes.get(6..10) == Some(&[0; 4]) {
        return ImagingError::UnsupportedFormat("BMP");
    }
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_lowercase();
    if start.contains("<svg") { ImagingError::UnsupportedFormat("SVG") } else { ImagingError::NotAnImage }
}

/// The major brand and the compatible brands of a file that begins with an `ftyp` box (ISO 14496-12, section 4.3), at
/// most 32. Empty for other files.
fn container_brands(bytes: &[u8]) -> Vec<&[u8]> {
    let length = bytes.first_chunk::<4>().map_or(0, |length| u32::from_be_bytes(*length) as usize);
    let Some(content) = bytes.get(4..length.min(bytes.len())).and_then(|content| content.strip_prefix(b"ftyp")) else {
        return Vec::new();
    };
    // The second group of four bytes is the minor version, not a brand.
    content.chunks_exact(4).enumerate().filter(|(index, _)| *index != 1).map(|(_, brand)| brand).take(32).collect()
}
