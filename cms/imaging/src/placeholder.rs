//! The ThumbHash and the color that a page shows until an image has loaded.

use image::DynamicImage;
use image::imageops::FilterType;

/// The longest side of the image that a ThumbHash is made from, in pixels.
const MAX_THUMBHASH_SIDE: u32 = 100;
/// Colors that agree in this many leading bits of each channel are counted together.
const BIN_BITS_PER_CHANNEL: u8 = 3;

/// Returns the ThumbHash and the dominant color (red, green, blue). `smallest_image` is the image in its smallest
/// served size.
pub fn placeholder(smallest_image: &DynamicImage) -> (Vec<u8>, [u8; 3]) {
    let thumbnail = smallest_image.resize(MAX_THUMBHASH_SIDE, MAX_THUMBHASH_SIDE, FilterType::Triangle).to_rgba8();
    let hash = thumbhash::rgba_to_thumb_hash(thumbnail.width() as usize, thumbnail.height() as usize, &thumbnail);
    (hash, dominant_color(&thumbnail))
}

/// The mean of the largest group of similar colors. Mostly transparent pixels do not count. If all pixels are mostly
/// transparent, the color is white.
fn dominant_color(pixels: &[u8]) -> [u8; 3] {
    let mut bins = vec![([0_u32; 3], 0_u32); 1 << (3 * BIN_BITS_PER_CHANNEL)];
    for pixel in pixels.chunks_exact(4).filter(|pixel| pixel[3] > 127) {
        let bin = pixel[..3]
            .iter()
            .fold(0, |bin, value| bin << BIN_BITS_PER_CHANNEL | usize::from(value >> (8 - BIN_BITS_PER_CHANNEL)));
        let (sums, count) = &mut bins[bin];
        for (sum, value) in sums.iter_mut().zip(pixel) {
            *sum += u32::from(*value);
        }
        *count += 1;
    }
    let fullest_bin = bins.into_iter().max_by_key(|(_, count)| *count);
    fullest_bin.filter(|(_, count)| *count > 0).map_or([255; 3], |(sums, count)| sums.map(|sum| (sum / count) as u8))
}
