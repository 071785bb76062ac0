//! Between stored values and light. A mean of stored values is too dark: they are spaced for the eye, not for adding.

use std::sync::LazyLock;

use image::DynamicImage;

/// An image in amounts of light, 16 bits each: three channels, or four with opacity.
pub struct Light {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// 3 or 4.
    pub channels: usize,
    /// Row by row.
    pub values: Vec<u16>,
}

static OF_BYTE: LazyLock<[u16; 256]> = LazyLock::new(|| std::array::from_fn(|at| light(at as f32 / 255.0)));
static OF_WORD: LazyLock<Vec<u16>> = LazyLock::new(|| (0..=65535).map(|at| light(at as f32 / 65535.0)).collect());
static TO_BYTE: LazyLock<Vec<u8>> = LazyLock::new(|| (0..=65535).map(|at| stored(at as f32 / 65535.0)).collect());

/// The curve of sRGB: IEC 61966-2-1.
fn light(stored: f32) -> u16 {
    let light = if stored <= 0.04045 { stored / 12.92 } else { ((stored + 0.055) / 1.055).powf(2.4) };
    (light * 65535.0).round() as u16
}

fn stored(light: f32) -> u8 {
    let stored = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (stored * 255.0).round() as u8
}

/// A stored value.
trait Stored: Copy {
    /// Its amount of light.
    fn light(self) -> u16;
    /// Where it is an opacity: it counts as it is.
    fn opacity(self) -> u16;
}

impl Stored for u8 {
    fn light(self) -> u16 {
        OF_BYTE[usize::from(self)]
    }
    fn opacity(self) -> u16 {
        u16::from(self) * 257
    }
}

impl Stored for u16 {
    fn light(self) -> u16 {
        OF_WORD[usize::from(self)]
    }
    fn opacity(self) -> u16 {
        self
    }
}

/// The light of an image that is stored in some form, each square of `by` by `by` pixels made one. What is left over at
/// the right and at the bottom joins the last square.
pub fn of(image: &DynamicImage, by: u32) -> Light {
    let size = (image.width(), image.height());
    match image {
        DynamicImage::ImageLuma8(image) => gathered(image, size, [0, 0, 0], None, 1, by),
        DynamicImage::ImageLumaA8(image) => gathered(image, size, [0, 0, 0], Some(1), 2, by),
        DynamicImage::ImageRgb8(image) => gathered(image, size, [0, 1, 2], None, 3, by),
        DynamicImage::ImageRgba8(image) => gathered(image, size, [0, 1, 2], Some(3), 4, by),
        DynamicImage::ImageLuma16(image) => gathered(image, size, [0, 0, 0], None, 1, by),
        DynamicImage::ImageLumaA16(image) => gathered(image, size, [0, 0, 0], Some(1), 2, by),
        DynamicImage::ImageRgb16(image) => gathered(image, size, [0, 1, 2], None, 3, by),
        DynamicImage::ImageRgba16(image) => gathered(image, size, [0, 1, 2], Some(3), 4, by),
        // No decoder here makes any other.
        other => gathered(&other.to_rgba8(), size, [0, 1, 2], Some(3), 4, by),
    }
}

/// `colour` and `opacity` say where in each of the `step` stored values of a pixel they are.
fn gathered<S: Stored>(
    stored: &[S],
    (width, height): (u32, u32),
    colour: [usize; 3],
    opacity: Option<usize>,
    step: usize,
    by: u32,
) -> Light {
    let channels = if opacity.is_some() { 4 } else { 3 };
    let (out_width, out_height) = ((width / by).max(1), (height / by).max(1));
    let mut values = Vec::with_capacity(out_width as usize * out_height as usize * channels);
    let row_length = width as usize * step;
    if by == 1 {
        for pixel in stored.chunks_exact(step) {
            values.extend(colour.map(|at| pixel[at].light()));
            values.extend(opacity.map(|at| pixel[at].opacity()));
        }
        return Light { width, height, channels, values };
    }
    let by_rows = (by as usize).min(height as usize);
    // What is not seen does not colour what is: each colour is weighed with its opacity, which is the last of the sums.
    let mut sums = vec![[0_u64; 4]; out_width as usize];
    let (last, square) = (sums.len() - 1, by as usize * step);
    for y in 0..out_height as usize {
        let is_last = y + 1 == out_height as usize;
        let rows = y * by_rows..if is_last { height as usize } else { (y + 1) * by_rows };
        sums.fill([0; 4]);
        for row in stored[rows.start * row_length..rows.end * row_length].chunks_exact(row_length) {
            let (whole, rest) = row.split_at(last * square);
            for (sum, square) in sums.iter_mut().zip(whole.chunks_exact(square).chain([rest])) {
                match opacity {
                    None => add_opaque(sum, square, colour, step),
                    Some(opacity) => add_seen(sum, square, (colour, opacity), step),
                }
            }
        }
        for (x, [red, green, blue, weight]) in sums.iter().copied().enumerate() {
            let columns = if x == last { width as usize - x * by as usize } else { by as usize };
            let count = (columns * rows.len()) as u64;
            let weight_of = if opacity.is_some() { weight } else { count };
            values.extend([red, green, blue].map(|sum| sum.checked_div(weight_of).unwrap_or(0) as u16));
            values.extend(opacity.map(|_| (weight / count) as u16));
        }
    }
    Light { width: out_width, height: out_height, channels, values }
}

fn add_opaque<S: Stored>(sum: &mut [u64; 4], square: &[S], colour: [usize; 3], step: usize) {
    let mut some = [0_u32; 3];
    for pixel in square.chunks_exact(step) {
        some[0] += u32::from(pixel[colour[0]].light());
        some[1] += u32::from(pixel[colour[1]].light());
        some[2] += u32::from(pixel[colour[2]].light());
    }
    for (sum, some) in sum.iter_mut().zip(some) {
        *sum += u64::from(some);
    }
}

fn add_seen<S: Stored>(sum: &mut [u64; 4], square: &[S], (colour, opacity): ([usize; 3], usize), step: usize) {
    for pixel in square.chunks_exact(step) {
        let seen = u64::from(pixel[opacity].opacity());
        for (sum, at) in sum.iter_mut().zip(colour) {
            *sum += u64::from(pixel[at].light()) * seen;
        }
        sum[3] += seen;
    }
}

impl Light {
    /// The bytes in which it is stored.
    pub fn stored(&self) -> Vec<u8> {
        let to_byte = &*TO_BYTE;
        let mut bytes = Vec::with_capacity(self.values.len());
        for pixel in self.values.chunks_exact(self.channels) {
            bytes.extend(pixel[..3].iter().map(|value| to_byte[usize::from(*value)]));
            bytes.extend(pixel.get(3).map(|opacity| (opacity >> 8) as u8));
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    #[test]
    fn every_stored_value_comes_back() {
        for value in 0..=255_u8 {
            assert_eq!(TO_BYTE[usize::from(value.light())], value);
        }
    }

    #[test]
    fn black_and_white_in_equal_parts_are_brighter_than_the_mean_of_their_numbers() {
        let board = RgbImage::from_fn(4, 4, |x, y| if (x + y) % 2 == 0 { Rgb([255; 3]) } else { Rgb([0; 3]) });
        let half = of(&DynamicImage::ImageRgb8(board), 2);
        assert_eq!((half.width, half.height), (2, 2));
        assert!(half.stored().iter().all(|value| *value == 188), "{:?}", half.stored());
    }

    #[test]
    fn what_is_not_seen_does_not_colour_what_is() {
        let image = RgbaImage::from_fn(2, 2, |x, _| if x == 0 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 255, 0, 0]) });
        assert_eq!(of(&DynamicImage::ImageRgba8(image), 2).stored(), [255, 0, 0, 127]);
    }

    #[test]
    fn what_is_left_over_joins_the_last_square() {
        let line = RgbImage::from_fn(5, 1, |x, _| Rgb([if x == 4 { 255 } else { 0 }; 3]));
        let shrunk = of(&DynamicImage::ImageRgb8(line), 2);
        assert_eq!((shrunk.width, shrunk.height), (2, 1));
        assert_eq!(shrunk.values[..3], [0, 0, 0]);
        assert_eq!(shrunk.values[3], 65535 / 3);
    }
}
