//! JPEG: from cameras, phones, and now and then from a printer's shop.
//!
//! Its markers tell before it is decoded whether it is all there, and how much work it is. The decoder is the older of
//! Rust's two: the newer one shows wrong colours where each channel has a pass of its own and some are coarser, and says
//! nothing.

use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, ImageBuffer, RgbImage};
use jpeg_decoder::{Decoder, PixelFormat};

use crate::read::{MEMORY, Picture, Refused, check_size};
use crate::srgb;

/// Reads a JPEG.
pub fn read(bytes: &[u8]) -> Result<Picture, Refused> {
    let mut decoder = Decoder::new(bytes);
    decoder.set_max_decoding_buffer_size(MEMORY as usize);
    decoder.read_info().map_err(|_| Refused::Broken)?;
    let size = |decoder: &Decoder<&[u8]>| {
        let info = decoder.info().ok_or(Refused::Broken)?;
        Ok((u32::from(info.width), u32::from(info.height), info.pixel_format))
    };
    let (width, height, _) = size(&decoder)?;
    check_size(width, height)?;
    check(bytes, u64::from(width) * u64::from(height))?;
    let values = decoder.decode().map_err(|_| Refused::Broken)?;
    let (width, height, format) = size(&decoder)?;
    let orientation = decoder.exif_data().and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile();
    let pixels = match format {
        PixelFormat::L8 => GrayImage::from_raw(width, height, values).map(DynamicImage::ImageLuma8),
        PixelFormat::L16 => {
            let words = values.chunks_exact(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect();
            ImageBuffer::from_raw(width, height, words).map(DynamicImage::ImageLuma16)
        }
        PixelFormat::RGB24 => RgbImage::from_raw(width, height, values).map(DynamicImage::ImageRgb8),
        PixelFormat::CMYK32 => {
            let seen = srgb::of_inks(&values, profile.as_deref());
            let pixels = RgbImage::from_raw(width, height, seen).map(DynamicImage::ImageRgb8);
            return Ok(Picture { pixels: pixels.ok_or(Refused::Broken)?, orientation, profile: None });
        }
    };
    Ok(Picture { pixels: pixels.ok_or(Refused::Broken)?, orientation, profile })
}

/// Pixels times passes that are worth decoding: thirty passes of the largest picture. Cameras make one, the web's
/// progressive files ten.
const WORK: u64 = 1_500_000_000;

/// Refuses a file that ends before its picture does, and one with more passes than are worth it.
fn check(bytes: &[u8], pixels: u64) -> Result<(), Refused> {
    let mut scans = 0;
    let mut at = 2;
    loop {
        match marker(bytes, &mut at).ok_or(Refused::Broken)? {
            0xd9 => return if scans > 0 { Ok(()) } else { Err(Refused::Broken) },
            // These stand alone.
            0x01 | 0xd0..=0xd8 => {}
            kind => {
                let length = bytes.get(at..at + 2).ok_or(Refused::Broken)?;
                at += usize::from(u16::from_be_bytes([length[0], length[1]])).max(2);
                if kind == 0xda {
                    scans += 1;
                    if scans * pixels > WORK {
                        return Err(Refused::TooManyScans);
                    }
                }
            }
        }
    }
}

/// The next marker from `at` on, which is moved behind it. What lies between, a scan's data above all, is passed over:
/// in it a byte 0xff is followed by zero.
fn marker(bytes: &[u8], at: &mut usize) -> Option<u8> {
    loop {
        let rest = bytes.get(*at..)?;
        *at += rest.iter().position(|byte| *byte == 0xff)? + 1;
        match bytes.get(*at)? {
            0xff => {}
            0x00 => *at += 1,
            kind => {
                *at += 1;
                return Some(*kind);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: [u8; 2] = [0xff, 0xd8];
    const SCAN: [u8; 8] = [0xff, 0xda, 0, 4, 1, 2, 0x55, 0xaa];
    const END: [u8; 2] = [0xff, 0xd9];

    #[test]
    fn a_whole_file_has_a_scan_and_an_end_whatever_follows() {
        let segment = [0xff, 0xe1, 0, 6, 0xff, 0xd9, 0, 0];
        let stuffed = [0xff, 0x00, 0xff, 0xd3, 0xff, 0xff];
        let whole = [&START[..], &segment, &SCAN, &stuffed, &SCAN, &END, b"<script>"].concat();
        assert_eq!(check(&whole, 100), Ok(()));
    }

    #[test]
    fn the_end_of_a_preview_inside_a_segment_is_not_the_picture_s() {
        let segment = [0xff, 0xe1, 0, 6, 0xff, 0xd9, 0, 0];
        assert_eq!(check(&[&START[..], &segment, &SCAN].concat(), 100), Err(Refused::Broken));
        assert_eq!(check(&[&START[..], &segment].concat(), 100), Err(Refused::Broken));
        assert_eq!(check(&[&START[..], &END].concat(), 100), Err(Refused::Broken));
        assert_eq!(check(&START, 100), Err(Refused::Broken));
        assert_eq!(check(&[0xff, 0xd8, 0xff, 0xe1, 0xff], 100), Err(Refused::Broken));
    }

    #[test]
    fn passes_are_counted_by_the_size_of_what_they_pass_over() {
        let file = [&START[..], &SCAN.repeat(31), &END].concat();
        assert_eq!(check(&file, 50_000_000), Err(Refused::TooManyScans));
        assert_eq!(check(&file, 12_000_000), Ok(()));
    }
}
