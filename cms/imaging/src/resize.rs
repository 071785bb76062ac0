//! The sizes of a picture, each made from the next larger one, in light.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::DynamicImage;
use image::metadata::Orientation;

use crate::light::{self, Light};
use crate::read::{Picture, Refused, is_on_its_side};
use crate::{WIDTHS, srgb};

/// The sizes in which an upright picture of this size is served, ascending.
pub fn sizes(width: u32, height: u32) -> Vec<(u32, u32)> {
    let largest = width.min(WIDTHS[WIDTHS.len() - 1]);
    let mut widths: Vec<u32> = WIDTHS.into_iter().filter(|wanted| *wanted < largest).collect();
    widths.push(largest);
    let height_of = |wanted: u32| (f64::from(wanted) * f64::from(height) / f64::from(width)).round().max(1.0) as u32;
    widths.into_iter().map(|wanted| (wanted, height_of(wanted))).collect()
}

/// The picture in these sizes (ascending), upright, in sRGB, with three channels or with opacity.
pub fn ladder(picture: Picture, sizes: &[(u32, u32)]) -> Result<Vec<DynamicImage>, Refused> {
    let Picture { pixels, orientation, profile } = picture;
    let is_turned = is_on_its_side(orientation);
    let as_stored = |(width, height): (u32, u32)| if is_turned { (height, width) } else { (width, height) };
    let largest = as_stored(sizes[sizes.len() - 1]);
    // By whole squares first: that takes a part of the time and of the memory, and the fine filter does the rest.
    let mut light = light::of(&pixels, (pixels.width() / largest.0).max(1));
    drop(pixels);
    let mut resizer = Resizer::new();
    let mut masters = Vec::with_capacity(sizes.len());
    for size in sizes.iter().rev() {
        light = resized(&mut resizer, light, as_stored(*size))?;
        masters.push(finished(&light, orientation, profile.as_deref())?);
    }
    masters.reverse();
    Ok(masters)
}

fn resized(resizer: &mut Resizer, light: Light, (width, height): (u32, u32)) -> Result<Light, Refused> {
    if (light.width, light.height) == (width, height) {
        return Ok(light);
    }
    let pixel = if light.channels == 4 { PixelType::U16x4 } else { PixelType::U16x3 };
    let from = ImageRef::new(light.width, light.height, bytemuck::cast_slice(&light.values), pixel);
    let from = from.map_err(|_| Refused::Broken)?;
    let mut values = vec![0_u16; width as usize * height as usize * light.channels];
    let into = Image::from_slice_u8(width, height, bytemuck::cast_slice_mut(&mut values), pixel);
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    resizer.resize(&from, &mut into.map_err(|_| Refused::Broken)?, &options).map_err(|_| Refused::Broken)?;
    Ok(Light { width, height, channels: light.channels, values })
}

/// As it is seen: stored in bytes, in sRGB, upright.
fn finished(light: &Light, orientation: Orientation, profile: Option<&[u8]>) -> Result<DynamicImage, Refused> {
    let mut bytes = light.stored();
    if let Some(profile) = profile {
        srgb::convert(&mut bytes, light.channels, profile);
    }
    let image = if light.channels == 4 {
        image::RgbaImage::from_raw(light.width, light.height, bytes).map(DynamicImage::ImageRgba8)
    } else {
        image::RgbImage::from_raw(light.width, light.height, bytes).map(DynamicImage::ImageRgb8)
    };
    let mut image = image.ok_or(Refused::Broken)?;
    image.apply_orientation(orientation);
    Ok(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_widths_that_it_is_wide_enough_for() {
        assert_eq!(sizes(4000, 3000), [(320, 240), (640, 480), (1280, 960), (1920, 1440)]);
        assert_eq!(sizes(1500, 1000), [(320, 213), (640, 427), (1280, 853), (1500, 1000)]);
        assert_eq!(sizes(640, 480), [(320, 240), (640, 480)]);
        assert_eq!(sizes(100, 50), [(100, 50)]);
        assert_eq!(sizes(12_000, 1), [(320, 1), (640, 1), (1280, 1), (1920, 1)]);
    }
}
