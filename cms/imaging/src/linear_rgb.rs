//! Converts between sRGB and linear light. Resizing needs linear light: a mean of sRGB values is too dark, because
//! these values are not proportional to the light.

use std::sync::LazyLock;

use image::DynamicImage;

/// An image in linear light with 16 bits per channel. The channels are RGB, or RGB premultiplied by alpha, followed by
/// alpha. [`linearize_and_downscale`] premultiplies the colors once. The resizer would copy the whole image for each
/// size instead.
pub struct LinearImage {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The number of channels: 3, or 4 with alpha.
    pub channels: usize,
    /// The values of all channels of each pixel, row by row.
    pub values: Vec<u16>,
}

static LINEAR_FROM_SRGB_U8: LazyLock<[u16; 256]> =
    LazyLock::new(|| std::array::from_fn(|index| srgb_to_linear(index as f32 / 255.0)));
static LINEAR_FROM_SRGB_U16: LazyLock<Vec<u16>> =
    LazyLock::new(|| (0..=65535).map(|index| srgb_to_linear(index as f32 / 65535.0)).collect());
static SRGB_FROM_LINEAR: LazyLock<Vec<u8>> =
    LazyLock::new(|| (0..=65535).map(|index| linear_to_srgb(index as f32 / 65535.0)).collect());

/// Converts a channel value of sRGB, from 0 to 1, to linear light with 16 bits. Source: IEC 61966-2-1.
fn srgb_to_linear(srgb_value: f32) -> u16 {
    let linear_value =
        if srgb_value <= 0.04045 { srgb_value / 12.92 } else { ((srgb_value + 0.055) / 1.055).powf(2.4) };
    (linear_value * 65535.0).round() as u16
}

fn linear_to_srgb(linear_value: f32) -> u8 {
    let srgb_value =
        if linear_value <= 0.003_130_8 { linear_value * 12.92 } else { 1.055 * linear_value.powf(1.0 / 2.4) - 0.055 };
    (srgb_value * 255.0).round() as u8
}

/// A channel value of an sRGB image.
trait Sample: Copy {
    /// Converts an sRGB value to linear light.
    fn to_linear(self) -> u16;
    /// Converts a value of the alpha channel to 16 bits. Alpha is linear already.
    fn alpha_to_u16(self) -> u16;
}

impl Sample for u8 {
    fn to_linear(self) -> u16 {
        LINEAR_FROM_SRGB_U8[usize::from(self)]
    }
    fn alpha_to_u16(self) -> u16 {
        u16::from(self) * 257
    }
}

impl Sample for u16 {
    fn to_linear(self) -> u16 {
        LINEAR_FROM_SRGB_U16[usize::from(self)]
    }
    fn alpha_to_u16(self) -> u16 {
        self
    }
}

/// Converts an image to linear light and averages each block of `factor` by `factor` pixels to one. Columns and rows
/// that remain at the edges belong to the last blocks.
pub fn linearize_and_downscale(image: &DynamicImage, factor: u32) -> LinearImage {
    let size = (image.width(), image.height());
    match image {
        DynamicImage::ImageLuma8(image) => linearize_and_downscale_samples(image, size, [0, 0, 0], None, 1, factor),
        DynamicImage::ImageLumaA8(image) => linearize_and_downscale_samples(image, size, [0, 0, 0], Some(1), 2, factor),
        DynamicImage::ImageRgb8(image) => linearize_and_downscale_samples(image, size, [0, 1, 2], None, 3, factor),
        DynamicImage::ImageRgba8(image) => linearize_and_downscale_samples(image, size, [0, 1, 2], Some(3), 4, factor),
        DynamicImage::ImageLuma16(image) => linearize_and_downscale_samples(image, size, [0, 0, 0], None, 1, factor),
        DynamicImage::ImageLumaA16(image) => {
            linearize_and_downscale_samples(image, size, [0, 0, 0], Some(1), 2, factor)
        }
        DynamicImage::ImageRgb16(image) => linearize_and_downscale_samples(image, size, [0, 1, 2], None, 3, factor),
        DynamicImage::ImageRgba16(image) => linearize_and_downscale_samples(image, size, [0, 1, 2], Some(3), 4, factor),
        // The decoders of this crate return no other pixel formats.
        other => linearize_and_downscale_samples(&other.to_rgba8(), size, [0, 1, 2], Some(3), 4, factor),
    }
}

/// Implements [`linearize_and_downscale`] for one pixel format. A pixel has `samples_per_pixel` samples.
/// `color_indices` has the indices of the samples for red, green and blue, and `alpha_index` the index of the sample
/// for alpha, if there is one.
fn linearize_and_downscale_samples<S: Sample>(
    samples: &[S],
    (width, height): (u32, u32),
    color_indices: [usize; 3],
    alpha_index: Option<usize>,
    samples_per_pixel: usize,
    factor: u32,
) -> LinearImage {
    let channels = if alpha_index.is_some() { 4 } else { 3 };
    let (out_width, out_height) = ((width / factor).max(1), (height / factor).max(1));
    let mut values = Vec::with_capacity(out_width as usize * out_height as usize * channels);
    let row_length = width as usize * samples_per_pixel;
    if factor == 1 {
        for pixel in samples.chunks_exact(samples_per_pixel) {
            let opacity = alpha_index.map(|sample_index| pixel[sample_index].alpha_to_u16());
            values.extend(
                color_indices
                    .map(|sample_index| premultiply(pixel[sample_index].to_linear(), opacity.unwrap_or(u16::MAX))),
            );
            values.extend(opacity);
        }
        return LinearImage { width, height, channels, values };
    }
    let rows_per_block = (factor as usize).min(height as usize);
    // The sums of red, green, blue and alpha for each block in a row of blocks. If the image has alpha, each color
    // value is weighted by the alpha of its pixel.
    let mut sums = vec![[0_u64; 4]; out_width as usize];
    let (last_block, block_length) = (sums.len() - 1, factor as usize * samples_per_pixel);
    for y in 0..out_height as usize {
        let is_last_row = y + 1 == out_height as usize;
        let rows = y * rows_per_block..if is_last_row { height as usize } else { (y + 1) * rows_per_block };
        sums.fill([0; 4]);
        for row in samples[rows.start * row_length..rows.end * row_length].chunks_exact(row_length) {
            let (full_blocks, rest) = row.split_at(last_block * block_length);
            for (sum, block) in sums.iter_mut().zip(full_blocks.chunks_exact(block_length).chain([rest])) {
                match alpha_index {
                    None => add_block(sum, block, color_indices, samples_per_pixel),
                    Some(alpha_index) => {
                        add_weighted_block(sum, block, (color_indices, alpha_index), samples_per_pixel)
                    }
                }
            }
        }
        for (x, [red, green, blue, weight]) in sums.iter().copied().enumerate() {
            let columns = if x == last_block { width as usize - x * factor as usize } else { factor as usize };
            let count = (columns * rows.len()) as u64;
            let scale = if alpha_index.is_some() { count * u64::from(u16::MAX) } else { count };
            values.extend([red, green, blue].map(|sum| (sum / scale) as u16));
            values.extend(alpha_index.map(|_| (weight / count) as u16));
        }
    }
    LinearImage { width: out_width, height: out_height, channels, values }
}

/// Multiplies a linear color by alpha.
fn premultiply(color: u16, alpha: u16) -> u16 {
    let product = u32::from(color) * u32::from(alpha);
    ((product + u32::from(u16::MAX) / 2) / u32::from(u16::MAX)) as u16
}

/// Divides a linear color by the alpha with which it was multiplied. Resizing can make the color larger than alpha: the
/// result is then the maximum value. If alpha is 0, the result is 0.
fn unpremultiply(color: u16, alpha: u16) -> u16 {
    let scaled = u32::from(color) * u32::from(u16::MAX);
    scaled.saturating_add(u32::from(alpha) / 2).checked_div(alpha.into()).unwrap_or(0).min(u16::MAX.into()) as u16
}

fn add_block<S: Sample>(sum: &mut [u64; 4], block: &[S], color_indices: [usize; 3], samples_per_pixel: usize) {
    let mut block_sum = [0_u32; 3];
    for pixel in block.chunks_exact(samples_per_pixel) {
        block_sum[0] += u32::from(pixel[color_indices[0]].to_linear());
        block_sum[1] += u32::from(pixel[color_indices[1]].to_linear());
        block_sum[2] += u32::from(pixel[color_indices[2]].to_linear());
    }
    for (sum, block_sum) in sum.iter_mut().zip(block_sum) {
        *sum += u64::from(block_sum);
    }
}

fn add_weighted_block<S: Sample>(
    sum: &mut [u64; 4],
    block: &[S],
    (color_indices, alpha_index): ([usize; 3], usize),
    samples_per_pixel: usize,
) {
    for pixel in block.chunks_exact(samples_per_pixel) {
        let weight = u64::from(pixel[alpha_index].alpha_to_u16());
        for (sum, sample_index) in sum.iter_mut().zip(color_indices) {
            *sum += u64::from(pixel[sample_index].to_linear()) * weight;
        }
        sum[3] += weight;
    }
}

impl LinearImage {
    /// The values of all channels in sRGB with 8 bits. Colors are no longer premultiplied by alpha.
    pub fn to_srgb(&self) -> Vec<u8> {
        let srgb_from_linear = &*SRGB_FROM_LINEAR;
        let mut bytes = Vec::with_capacity(self.values.len());
        for pixel in self.values.chunks_exact(self.channels) {
            let alpha = pixel.get(3).copied();
            let colors = pixel[..3].iter().map(|value| alpha.map_or(*value, |alpha| unpremultiply(*value, alpha)));
            bytes.extend(colors.map(|value| srgb_from_linear[usize::from(value)]));
            bytes.extend(alpha.map(|alpha| (alpha >> 8) as u8));
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    #[test]
    fn srgb_to_linear_and_back_is_lossless() {
        for value in 0..=255_u8 {
            assert_eq!(SRGB_FROM_LINEAR[usize::from(value.to_linear())], value);
        }
    }

    #[test]
    fn checkerboard_averages_to_linear_mean() {
        let board = RgbImage::from_fn(4, 4, |x, y| if (x + y) % 2 == 0 { Rgb([255; 3]) } else { Rgb([0; 3]) });
        let half = linearize_and_downscale(&DynamicImage::ImageRgb8(board), 2);
        assert_eq!((half.width, half.height), (2, 2));
        assert!(half.to_srgb().iter().all(|value| *value == 188), "{:?}", half.to_srgb());
    }

    #[test]
    fn transparent_pixels_do_not_color_opaque_ones() {
        let image = RgbaImage::from_fn(2, 2, |x, _| if x == 0 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 255, 0, 0]) });
        assert_eq!(linearize_and_downscale(&DynamicImage::ImageRgba8(image), 2).to_srgb(), [255, 0, 0, 127]);
    }

    #[test]
    fn color_and_alpha_of_uniform_image_are_kept() {
        for alpha in [255, 128, 16] {
            let image = RgbaImage::from_pixel(4, 4, Rgba([200, 100, 50, alpha]));
            for factor in [1, 2] {
                let pixel =
                    linearize_and_downscale(&DynamicImage::ImageRgba8(image.clone()), factor).to_srgb()[..4].to_vec();
                assert_eq!(pixel, [200, 100, 50, alpha], "blocks of {factor}");
            }
        }
    }

    #[test]
    fn remaining_columns_join_last_block() {
        let line = RgbImage::from_fn(5, 1, |x, _| Rgb([if x == 4 { 255 } else { 0 }; 3]));
        let downscaled = linearize_and_downscale(&DynamicImage::ImageRgb8(line), 2);
        assert_eq!((downscaled.width, downscaled.height), (2, 1));
        assert_eq!(downscaled.values[..3], [0, 0, 0]);
        assert_eq!(downscaled.values[3], 65535 / 3);
    }
}
