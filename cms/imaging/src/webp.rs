//! Decodes WebP. A lossy image has its size in its own header, and the canvas or the frame declares it again.
//! The decoder of the crate `image` allocates memory for the image before it compares both sizes. It panics if they
//! differ in an image with alpha. So this module compares them first.
//! Source: RFC 9649, section 2; RFC 6386, section 9.1.

use std::io::Cursor;

use image::codecs::webp::WebPDecoder;

use crate::decode::{DecodedImage, ImagingError, decode_within_limits, map_decoder_error};

type Size = (u32, u32);

/// Decodes a WebP; for an animation, its first frame.
pub fn decode(bytes: &[u8]) -> Result<DecodedImage, ImagingError> {
    check_lossy_sizes(bytes)?;
    // In addition to the result, the decoder needs two bytes per pixel of a lossy image, or four per pixel of a
    // lossless one.
    let is_lossy = chunks(bytes.get(12..).unwrap_or_default()).any(|(kind, _)| kind == b"VP8 ");
    decode_within_limits(WebPDecoder::new(Cursor::new(bytes)).map_err(map_decoder_error)?, if is_lossy { 2 } else { 4 })
}

/// Refuses a lossy image whose size differs from the declared size of its canvas or frame.
fn check_lossy_sizes(bytes: &[u8]) -> Result<(), ImagingError> {
    let mut canvas = None;
    for (kind, data) in chunks(bytes.get(12..).unwrap_or_default()) {
        match kind {
            b"VP8X" => canvas = canvas.or(size_at(data, 4)),
            b"VP8 " => check_same_size(canvas, data)?,
            b"ANMF" => {
                let frame = size_at(data, 6);
                let frame_chunks = chunks(data.get(16..).unwrap_or_default());
                frame_chunks
                    .filter(|(kind, _)| *kind == b"VP8 ")
                    .try_for_each(|(_, data)| check_same_size(frame, data))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_same_size(declared: Option<Size>, lossy_data: &[u8]) -> Result<(), ImagingError> {
    match (declared, lossy_size(lossy_data)) {
        (Some(declared), Some(actual)) if declared != actual => Err(ImagingError::Corrupt),
        _ => Ok(()),
    }
}

/// The consecutive chunks in `bytes`: type and content. The content of the last chunk may be truncated.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (kind, after_kind) = rest.split_first_chunk::<4>()?;
        let (length, data) = after_kind.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        rest = data.get(length + length % 2..).unwrap_or_default();
        Some((kind, &data[..length.min(data.len())]))
    })
}

/// Reads width and height at offset `at` of a chunk of the container. Each is stored minus one, in three bytes. Returns
/// `None` if the chunk is too short.
fn size_at(data: &[u8], at: usize) -> Option<Size> {
    let side = |at: usize| Some(u32::from_le_bytes([*data.get(at)?, *data.get(at + 1)?, *data.get(at + 2)?, 0]) + 1);
    Some((side(at)?, side(at + 3)?))
}

/// Reads width and height from the header of a lossy image, 14 bits each. Returns `None` if the image is too short.
fn lossy_size(data: &[u8]) -> Option<Size> {
    let side = |at: usize| Some(u32::from(u16::from_le_bytes([*data.get(at)?, *data.get(at + 1)?]) & 0x3fff));
    Some((side(6)?, side(8)?))
}
