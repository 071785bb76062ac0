//! Decodes JPEG.
//!
//! The markers are read before decoding: they show whether the file is complete, and how much time and memory decoding
//! takes. The decoder is `jpeg-decoder` and not the newer `zune-jpeg`: if a file has one scan per channel and
//! subsampled channels, the newer one returns wrong colors without an error.

use std::io::Read;

use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, ImageBuffer, RgbImage};
use jpeg_decoder::{Decoder, PixelFormat};

use crate::decode::{DecodedImage, ImagingError, check_dimensions};
use crate::srgb;

/// The maximum product of pixels and scans: thirty scans of 50 megapixels. Cameras write one scan; progressive files on
/// the web have about ten.
const MAX_PIXELS_OF_ALL_SCANS: u64 = 1_500_000_000;
/// The maximum memory of the decoder, in bytes: enough for the coefficients of a progressive panorama of 16,000 by
/// 3,800 pixels.
const MAX_JPEG_DECODER_BYTES: u64 = 188_000_000;
/// The scales at which the decoder can decode, in eighths.
const SCALES_IN_EIGHTHS: [u64; 4] = [8, 4, 2, 1];
/// Two different endings, each with an end marker, for a file without an end marker. If the two decoded images differ,
/// pixels are missing.
const PADDINGS: [&[u8]; 2] = [
    &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xd9],
    &[0xa5, 0x5a, 0xc3, 0x3c, 0x96, 0x69, 0xb4, 0x4b, 0xa5, 0x5a, 0xc3, 0x3c, 0x96, 0x69, 0xb4, 0x4b, 0xff, 0xd9],
];

/// Decodes a JPEG. A file without an end marker is accepted if no pixels are missing.
pub fn decode(bytes: &[u8]) -> Result<DecodedImage, ImagingError> {
    let jpeg_properties = JpegProperties::parse(bytes)?;
    if jpeg_properties.has_end_marker {
        return decode_scaled(bytes, &jpeg_properties);
    }
    // Decoders do not report missing pixels. If pixels are missing, the two paddings decode to different pixels.
    let end = bytes.iter().rposition(|byte| *byte != 0xff).map_or(0, |last| last + 1);
    let bytes = &bytes[..end];
    let [first, second] = PADDINGS.map(|padding| decode_scaled(bytes.chain(padding), &jpeg_properties));
    let (first, second) = (first?, second?);
    if first.pixels == second.pixels { Ok(first) } else { Err(ImagingError::Corrupt) }
}

fn decode_scaled(source: impl Read, jpeg_properties: &JpegProperties) -> Result<DecodedImage, ImagingError> {
    let (width, height) = (jpeg_properties.width, jpeg_properties.height);
    let scale = jpeg_properties.max_scale_in_eighths().ok_or(ImagingError::TooMuchMemory(width, height))?;
    let mut decoder = Decoder::new(source);
    decoder.set_max_decoding_buffer_size(MAX_JPEG_DECODER_BYTES as usize);
    use_single_thread_pool();
    let scale_side = |side: u32| u16::try_from((u64::from(side) * scale).div_ceil(8)).unwrap_or(u16::MAX);
    decoder.scale(scale_side(width), scale_side(height)).map_err(|_| ImagingError::Corrupt)?;
    let samples = decoder.decode().map_err(|_| ImagingError::Corrupt)?;
    let info = decoder.info().ok_or(ImagingError::Corrupt)?;
    let (scaled_width, scaled_height) = (u32::from(info.width), u32::from(info.height));
    let orientation = decoder.exif_data().and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms);
    let mut icc_profile = decoder.icc_profile();
    let pixels = match info.pixel_format {
        PixelFormat::L8 => GrayImage::from_raw(scaled_width, scaled_height, samples).map(DynamicImage::ImageLuma8),
        PixelFormat::L16 => {
            let words = samples.chunks_exact(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect();
            ImageBuffer::from_raw(scaled_width, scaled_height, words).map(DynamicImage::ImageLuma16)
        }
        PixelFormat::RGB24 => RgbImage::from_raw(scaled_width, scaled_height, samples).map(DynamicImage::ImageRgb8),
        PixelFormat::CMYK32 => {
            let rgb = srgb::cmyk_to_srgb(&samples, icc_profile.take().as_deref());
            RgbImage::from_raw(scaled_width, scaled_height, rgb).map(DynamicImage::ImageRgb8)
        }
    };
    Ok(DecodedImage {
        pixels: pixels.ok_or(ImagingError::Corrupt)?,
        size_in_file: (width, height),
        orientation,
        icc_profile,
    })
}

/// Makes this thread the only one of its own rayon pool, so that the decoder works row by row.
///
/// Without rayon, the decoder passes rows to its own threads through unbounded queues. On a busy machine these queues
/// need as much additional memory as the image. Threads of rayon's global pool would not have this thread's low
/// priority.
fn use_single_thread_pool() {
    if rayon::current_thread_index().is_none() {
        // Building the pool fails only if the thread is already in one.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    }
}

/// The properties of a JPEG that its markers contain.
#[derive(Debug, PartialEq, Eq)]
struct JpegProperties {
    width: u32,
    height: u32,
    /// The number of samples in all channels, with those that pad the image to whole MCUs.
    sample_count: u64,
    channels: u64,
    /// The number of bytes of a sample: 1 or 2.
    bytes_per_sample: u64,
    is_progressive: bool,
    has_end_marker: bool,
}

impl JpegProperties {
    /// Reads the markers. Errors: no scan, markers that are cut off, more scans than [`MAX_PIXELS_OF_ALL_SCANS`]
    /// allows, or an invalid frame header.
    fn parse(bytes: &[u8]) -> Result<Self, ImagingError> {
        let (mut frame, mut scan_count, mut index) = (None::<Self>, 0, 2);
        loop {
            let kind = next_marker(bytes, &mut index);
            match kind {
                // The end marker, or the end of the file within a scan.
                None | Some(0xd9) => {
                    let frame = frame.filter(|_| scan_count > 0).ok_or(ImagingError::Corrupt)?;
                    return Ok(Self { has_end_marker: kind.is_some(), ..frame });
                }
                // Markers without a segment.
                Some(0x01 | 0xd0..=0xd8) => {}
                Some(kind) => {
                    let length = bytes.get(index..index + 2).ok_or(ImagingError::Corrupt)?;
                    let length = usize::from(u16::from_be_bytes([length[0], length[1]])).max(2);
                    let segment = bytes.get(index + 2..index + length).ok_or(ImagingError::Corrupt)?;
                    index += length;
                    if matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc) && frame.is_none() {
                        frame = Some(Self::parse_frame_header(kind, segment)?);
                    }
                    if kind == 0xda {
                        scan_count += 1;
                        let pixel_count =
                            frame.as_ref().map_or(0, |frame| u64::from(frame.width) * u64::from(frame.height));
                        if scan_count * pixel_count > MAX_PIXELS_OF_ALL_SCANS {
                            return Err(ImagingError::TooManyScans);
                        }
                    }
                }
            }
        }
    }

    /// Reads a frame header: ITU-T T.81, section B.2.2. The result has `has_end_marker` set; [`Self::parse`] corrects
    /// it. Errors: those of [`check_dimensions`], and a header that is cut off or has a sampling factor of zero.
    fn parse_frame_header(kind: u8, segment: &[u8]) -> Result<Self, ImagingError> {
        let (header, components) = segment.split_first_chunk::<6>().ok_or(ImagingError::Corrupt)?;
        let [precision, high, low, left, right, channels] = *header;
        let (height, width) = (u16::from_be_bytes([high, low]).into(), u16::from_be_bytes([left, right]).into());
        check_dimensions(width, height)?;
        let factors: Vec<(u64, u64)> = components
            .chunks_exact(3)
            .take(channels.into())
            .map(|component| (u64::from(component[1] >> 4), u64::from(component[1] & 15)))
            .collect();
        let horizontal = factors.iter().map(|(horizontal, _)| *horizontal).max().unwrap_or_default();
        let vertical = factors.iter().map(|(_, vertical)| *vertical).max().unwrap_or_default();
        if horizontal == 0 || vertical == 0 {
            return Err(ImagingError::Corrupt);
        }
        // The number of minimum coded units (MCUs) that cover the image. For each channel, an MCU has as many blocks of
        // 8 by 8 samples as the product of the channel's sampling factors.
        let mcus = u64::from(width).div_ceil(8 * horizontal) * u64::from(height).div_ceil(8 * vertical);
        let sample_count = factors.iter().map(|(horizontal, vertical)| mcus * horizontal * vertical * 64).sum();
        Ok(Self {
            width,
            height,
            sample_count,
            channels: channels.into(),
            bytes_per_sample: if precision > 8 { 2 } else { 1 },
            is_progressive: matches!(kind, 0xc2 | 0xc6 | 0xca | 0xce),
            has_end_marker: true,
        })
    }

    /// The largest scale, in eighths, at which the decoder needs at most [`MAX_JPEG_DECODER_BYTES`]. `None` if it needs
    /// more at any scale.
    fn max_scale_in_eighths(&self) -> Option<u64> {
        SCALES_IN_EIGHTHS.into_iter().find(|scale| self.decoder_bytes(*scale) <= MAX_JPEG_DECODER_BYTES)
    }

    /// The memory that the decoder needs at `scale`, in bytes: for the coefficients of a progressive image, the samples
    /// of each channel, and the result. The coefficients are needed in full at any scale. `scale` is in eighths.
    fn decoder_bytes(&self, scale: u64) -> u64 {
        let coefficient_bytes = if self.is_progressive { self.sample_count * 2 } else { 0 };
        let pixel_count = u64::from(self.width) * u64::from(self.height);
        let result_sample_count = if self.channels > 1 { pixel_count * self.channels } else { 0 };
        coefficient_bytes + (self.sample_count + result_sample_count) * self.bytes_per_sample * scale * scale / 64
    }
}

/// Returns the code of the next marker. Searches from `index` on, and sets `index` to the end of the marker. Skips
/// other data, such as a scan. In a scan, a zero follows each byte 0xff, so that this byte does not begin a marker.
/// `None` if there is no further marker.
fn next_marker(bytes: &[u8], index: &mut usize) -> Option<u8> {
    loop {
        let rest = bytes.get(*index..)?;
        *index += rest.iter().position(|byte| *byte == 0xff)? + 1;
        match bytes.get(*index)? {
            0xff => {}
            0x00 => *index += 1,
            kind => {
                *index += 1;
                return Some(*kind);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START_OF_IMAGE: [u8; 2] = [0xff, 0xd8];
    const SCAN: [u8; 8] = [0xff, 0xda, 0, 4, 1, 2, 0x55, 0xaa];
    const END_OF_IMAGE: [u8; 2] = [0xff, 0xd9];

    /// A frame header of three channels; `factors` are the sampling factors of the first channel.
    fn frame_header(kind: u8, width: u16, height: u16, factors: u8) -> Vec<u8> {
        let ([high, low], [left, right]) = (height.to_be_bytes(), width.to_be_bytes());
        vec![0xff, kind, 0, 17, 8, high, low, left, right, 3, 1, factors, 0, 2, 0x11, 0, 3, 0x11, 0]
    }

    fn jpeg_properties(kind: u8, width: u16, height: u16, factors: u8) -> JpegProperties {
        let frame = frame_header(kind, width, height, factors);
        JpegProperties::parse(&[&START_OF_IMAGE[..], &frame, &SCAN, &END_OF_IMAGE].concat()).expect("a layout")
    }

    #[test]
    fn complete_file_with_trailing_bytes_has_end_marker() {
        let segment = [0xff, 0xe1, 0, 6, 0xff, 0xd9, 0, 0];
        let stuffed_bytes = [0xff, 0x00, 0xff, 0xd3, 0xff, 0xff];
        let frame = frame_header(0xc0, 10, 10, 0x11);
        let file =
            [&START_OF_IMAGE[..], &segment, &frame, &SCAN, &stuffed_bytes, &SCAN, &END_OF_IMAGE, b"<script>"].concat();
        assert!(JpegProperties::parse(&file).expect("a layout").has_end_marker);
    }

    #[test]
    fn end_marker_inside_segment_is_ignored_and_incomplete_header_is_rejected() {
        let segment = [0xff, 0xe1, 0, 6, 0xff, 0xd9, 0, 0];
        let frame = frame_header(0xc0, 10, 10, 0x11);
        assert!(
            !JpegProperties::parse(&[&START_OF_IMAGE[..], &segment, &frame, &SCAN].concat())
                .expect("a layout")
                .has_end_marker
        );
        assert_eq!(
            JpegProperties::parse(&[&START_OF_IMAGE[..], &segment, &frame].concat()),
            Err(ImagingError::Corrupt)
        );
        assert_eq!(
            JpegProperties::parse(&[&START_OF_IMAGE[..], &segment, &SCAN].concat()),
            Err(ImagingError::Corrupt),
            "a scan without a frame"
        );
        assert_eq!(JpegProperties::parse(&[&START_OF_IMAGE[..], &END_OF_IMAGE].concat()), Err(ImagingError::Corrupt));
        assert_eq!(JpegProperties::parse(&START_OF_IMAGE), Err(ImagingError::Corrupt));
        assert_eq!(JpegProperties::parse(&[0xff, 0xd8, 0xff, 0xe1, 0xff]), Err(ImagingError::Corrupt));
    }

    #[test]
    fn many_scans_of_large_image_are_rejected() {
        let file = |width| {
            [&START_OF_IMAGE[..], &frame_header(0xc2, width, 4000, 0x22), &SCAN.repeat(31), &END_OF_IMAGE].concat()
        };
        assert_eq!(JpegProperties::parse(&file(12_500)), Err(ImagingError::TooManyScans));
        assert!(JpegProperties::parse(&file(3_000)).is_ok());
    }

    #[test]
    fn large_image_is_decoded_at_largest_scale_that_fits() {
        for (kind, width, height, factors, scale) in [
            // Camera photos of 12 and 24 megapixels are decoded in full size.
            (0xc0, 4000, 3000, 0x22, Some(8)),
            (0xc0, 6000, 4000, 0x22, Some(8)),
            (0xc0, 6000, 4000, 0x11, Some(8)),
            (0xc2, 6000, 4000, 0x22, Some(8)),
            // A phone photo of 50 megapixels and a panorama are decoded at a reduced scale.
            (0xc0, 8160, 6144, 0x22, Some(4)),
            (0xc0, 16_000, 3_800, 0x22, Some(4)),
            (0xc0, 16_000, 3_800, 0x11, Some(4)),
            (0xc2, 8160, 6144, 0x22, Some(2)),
            (0xc2, 16_000, 3_800, 0x22, Some(1)),
            // At any scale, the coefficients of this progressive image need more memory than the limit.
            (0xc2, 8000, 8000, 0x11, None),
        ] {
            assert_eq!(
                jpeg_properties(kind, width, height, factors).max_scale_in_eighths(),
                scale,
                "{kind:x} {width} {height} {factors:x}"
            );
        }
    }
}
