//! Resizes an image to the served sizes, in linear light. Each size is made from the next larger one.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U16x3, U16x4};
use fast_image_resize::{FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer};
use image::DynamicImage;
use image::metadata::Orientation;

use crate::decode::{DecodedImage, ImagingError, swaps_width_and_height};
use crate::linear_rgb::{self, LinearImage};
use crate::{WIDTHS, srgb};

/// The maximum number of pixels of a served size: about three times those of a 4:3 photo that is 1920 pixels wide. A
/// very tall image is served in smaller widths.
const MAX_OUTPUT_PIXELS: f64 = 8_000_000.0;
/// The maximum height of a served size, in pixels. WebP allows 16,383.
const MAX_OUTPUT_HEIGHT: f64 = 16_000.0;
/// The maximum memory of the decoded pixels and the linear image together, in bytes.
const MAX_RESIZE_BYTES: u64 = 165_000_000;

/// Returns the sizes in which an image is served, ascending. The first parameter is the upright size in the file. No
/// returned size is wider than `available_width` pixels.
fn served_sizes((width, height): (u32, u32), available_width: u32) -> Vec<(u32, u32)> {
    let ratio = f64::from(height) / f64::from(width);
    let max_width = (MAX_OUTPUT_PIXELS / ratio).sqrt().min(MAX_OUTPUT_HEIGHT / ratio).max(1.0) as u32;
    let largest_width = width.min(available_width).min(WIDTHS[WIDTHS.len() - 1]).min(max_width);
    let mut widths: Vec<u32> = WIDTHS.into_iter().filter(|width| *width < largest_width).collect();
    widths.push(largest_width);
    let height_of = |width: u32| (f64::from(width) * ratio).round().clamp(1.0, MAX_OUTPUT_HEIGHT) as u32;
    widths.into_iter().map(|width| (width, height_of(width))).collect()
}

/// Resizes an image to its served sizes. Returns upright RGB or RGBA images in sRGB, the smallest first.
pub fn resize_all(image: DecodedImage) -> Result<Vec<DynamicImage>, ImagingError> {
    let upright = image.upright_size();
    let DecodedImage { pixels, orientation, icc_profile, .. } = image;
    let swaps_sides = swaps_width_and_height(orientation);
    let in_stored_orientation =
        |(width, height): (u32, u32)| if swaps_sides { (height, width) } else { (width, height) };
    let available_width = in_stored_orientation((pixels.width(), pixels.height())).0;
    let largest_size = served_sizes(upright, available_width).last().copied().map_or((1, 1), in_stored_orientation);
    // Blocks of `factor` by `factor` pixels are averaged first. This takes a fraction of the time and memory of the
    // Lanczos filter, which then makes the exact sizes.
    let factor = (pixels.width() / largest_size.0).max(1);
    let mut linear = linear_rgb::linearize_and_downscale(&pixels, factor.max(min_shrink_factor(&pixels)));
    drop(pixels);
    let sizes = served_sizes(upright, in_stored_orientation((linear.width, linear.height)).0);
    let mut resizer = Resizer::new();
    let mut resized = Vec::with_capacity(sizes.len());
    for size in sizes.iter().rev() {
        linear = resize(&mut resizer, linear, in_stored_orientation(*size))?;
        resized.push(to_srgb_image(&linear, orientation, icc_profile.as_deref())?);
    }
    resized.reverse();
    Ok(resized)
}

/// Returns the smallest downscaling factor with which the linear image and the decoded pixels fit into
/// [`MAX_RESIZE_BYTES`] together. Returns 1 if there is none.
fn min_shrink_factor(pixels: &DynamicImage) -> u32 {
    let pixel_bytes = pixels.as_bytes().len() as u64;
    let channels = if pixels.color().has_alpha() { 4 } else { 3 };
    let linear_bytes =
        |factor: u32| u64::from(pixels.width() / factor) * u64::from(pixels.height() / factor) * channels * 2;
    (1..pixels.width()).find(|factor| pixel_bytes + linear_bytes(*factor) <= MAX_RESIZE_BYTES).unwrap_or(1)
}

fn resize(
    resizer: &mut Resizer,
    linear: LinearImage,
    (width, height): (u32, u32),
) -> Result<LinearImage, ImagingError> {
    if (linear.width, linear.height) == (width, height) {
        return Ok(linear);
    }
    let channels = linear.channels;
    let mut resized = LinearImage { width, height, channels, values: vec![0; (width * height) as usize * channels] };
    if channels == 4 {
        resize_pixels::<U16x4>(resizer, &linear, &mut resized)?;
    } else {
        resize_pixels::<U16x3>(resizer, &linear, &mut resized)?;
    }
    Ok(resized)
}

/// Resizes `from` into `to`, whose size must be set. The pixel type `P` is fixed at compile time. `Resizer::resize`
/// would compile the code for all pixel types of the library, which adds a minute to each clean build.
fn resize_pixels<P: PixelTrait>(
    resizer: &mut Resizer,
    from: &LinearImage,
    to: &mut LinearImage,
) -> Result<(), ImagingError> {
    let (width, height) = (to.width, to.height);
    let from = TypedImageRef::<P>::from_buffer(from.width, from.height, bytemuck::cast_slice(&from.values));
    let target = TypedImage::<P>::from_buffer(width, height, bytemuck::cast_slice_mut(&mut to.values));
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3)).use_alpha(false);
    let (from, mut target) = (from.map_err(|_| ImagingError::Corrupt)?, target.map_err(|_| ImagingError::Corrupt)?);
    resizer.resize_typed(&from, &mut target, &options).map_err(|_| ImagingError::Corrupt)
}

/// Converts a linear image to sRGB with 8 bits per channel, and applies the orientation.
fn to_srgb_image(
    linear: &LinearImage,
    orientation: Orientation,
    icc_profile: Option<&[u8]>,
) -> Result<DynamicImage, ImagingError> {
    let mut bytes = linear.to_srgb();
    if let Some(icc_profile) = icc_profile {
        srgb::rgb_to_srgb(&mut bytes, linear.channels, icc_profile);
    }
    let image = if linear.channels == 4 {
        image::RgbaImage::from_raw(linear.width, linear.height, bytes).map(DynamicImage::ImageRgba8)
    } else {
        image::RgbImage::from_raw(linear.width, linear.height, bytes).map(DynamicImage::ImageRgb8)
    };
    let mut image = image.ok_or(ImagingError::Corrupt)?;
    image.apply_orientation(orientation);
    Ok(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_include_all_widths_up_to_that_of_the_image() {
        let sizes = |width, height| served_sizes((width, height), width);
        assert_eq!(sizes(4000, 3000), [(320, 240), (640, 480), (1280, 960), (1920, 1440)]);
        assert_eq!(sizes(1500, 1000), [(320, 213), (640, 427), (1280, 853), (1500, 1000)]);
        assert_eq!(sizes(640, 480), [(320, 240), (640, 480)]);
        assert_eq!(sizes(100, 50), [(100, 50)]);
        assert_eq!(sizes(12_000, 1), [(320, 1), (640, 1), (1280, 1), (1920, 1)]);
    }

    #[test]
    fn very_tall_image_is_served_narrower_and_reduced_image_is_not_upscaled() {
        assert_eq!(served_sizes((1080, 16_384), 1080), [(320, 4855), (640, 9709), (726, 11_014)]);
        assert_eq!(served_sizes((1, 16_384), 1), [(1, 16_000)]);
        assert_eq!(served_sizes((3000, 16_000), 1500), [(320, 1707), (640, 3413), (1224, 6528)]);
        assert_eq!(served_sizes((4000, 3000), 1000), [(320, 240), (640, 480), (1000, 750)]);
    }
}
