//! Encodes the image files that the site serves.

use image::{DynamicImage, RgbImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use webp::WebPConfig;

use crate::decode::ImagingError;
use crate::{Variant, VariantFormat};

/// The quality of WebP files, from 0 to 100. `make bench` compares the files with those of sharp by their SSIMULACRA2
/// scores.
const WEBP_QUALITY: f32 = 78.0;
/// The effort of the WebP encoder, from 0 to 6. Above 4, files are 1 % smaller and encoding takes 50 % more time.
const WEBP_METHOD: i32 = 4;
/// The quality of JPEG files, from 0 to 100.
const JPEG_QUALITY: u8 = 80;

/// Encodes an image as lossy WebP. Errors: [`ImagingError::Corrupt`] if the image is not RGB or RGBA with 8 bits per
/// channel, or if the encoder fails.
pub fn webp(image: &DynamicImage) -> Result<Variant, ImagingError> {
    let (width, height) = (image.width(), image.height());
    let encoder = match image {
        DynamicImage::ImageRgba8(image) => webp::Encoder::from_rgba(image, width, height),
        DynamicImage::ImageRgb8(image) => webp::Encoder::from_rgb(image, width, height),
        _ => return Err(ImagingError::Corrupt),
    };
    let mut config = WebPConfig::new().map_err(|()| ImagingError::Corrupt)?;
    (config.quality, config.method) = (WEBP_QUALITY, WEBP_METHOD);
    let bytes = encoder.encode_advanced(&config).map_err(|_| ImagingError::Corrupt)?.to_vec();
    Ok(Variant { format: VariantFormat::Webp, width, height, bytes })
}

/// Encodes an image as progressive JPEG. A transparent image is drawn on white first.
pub fn jpeg(image: &DynamicImage) -> Result<Variant, ImagingError> {
    let (width, height) = (image.width(), image.height());
    let flattened_image;
    let rgb: &RgbImage = match image {
        DynamicImage::ImageRgb8(image) => image,
        other => {
            flattened_image = flatten_on_white(other);
            &flattened_image
        }
    };
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, JPEG_QUALITY);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    // Two scans give the smallest files. More scans make larger files, and some decoders show wrong colors for a file
    // with one scan.
    encoder.set_progressive(true);
    encoder.set_progressive_scans(2);
    encoder.set_optimized_huffman_tables(true);
    let sides = (u16::try_from(width), u16::try_from(height));
    let (Ok(jpeg_width), Ok(jpeg_height)) = sides else { return Err(ImagingError::SideTooLong(width, height)) };
    encoder.encode(rgb, jpeg_width, jpeg_height, ColorType::Rgb).map_err(|_| ImagingError::Corrupt)?;
    Ok(Variant { format: VariantFormat::Jpeg, width, height, bytes })
}

fn flatten_on_white(image: &DynamicImage) -> RgbImage {
    let image = image.to_rgba8();
    RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let [red, green, blue, opacity] = image.get_pixel(x, y).0;
        let blend = |value: u8| {
            let opacity = u32::from(opacity);
            ((u32::from(value) * opacity + 255 * (255 - opacity)) / 255) as u8
        };
        image::Rgb([red, green, blue].map(blend))
    })
}
