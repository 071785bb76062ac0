//! Images of every kind that people and attackers upload.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::codecs::gif::GifEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, Frame, GrayImage, ImageEncoder, Luma, Rgb, RgbImage, Rgba, RgbaImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

pub const RED: [u8; 3] = [220, 40, 30];
pub const GREEN: [u8; 3] = [30, 160, 60];
pub const BLUE: [u8; 3] = [30, 60, 200];
pub const SAND: [u8; 3] = [230, 210, 160];

/// An image with red and green in the upper half, blue and sand in the lower half. Every rotation or reflection changes
/// it.
pub fn quadrants(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        Rgb(match (x < width / 2, y < height / 2) {
            (true, true) => RED,
            (false, true) => GREEN,
            (true, false) => BLUE,
            (false, false) => SAND,
        })
    })
}

/// An image that resembles a photo: shapes of all sizes and fine grain.
pub fn landscape(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let (relative_x, relative_y) = (x as f32 / width as f32, y as f32 / height as f32);
        let ridge = 0.45 + 0.12 * (relative_x * 9.0).sin() + 0.05 * (relative_x * 41.0).sin();
        let grain = (x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663)).wrapping_mul(2_654_435_761) >> 28;
        let shade = if relative_y < ridge {
            [150.0, 185.0, 225.0]
        } else {
            [70.0, 110.0 + 60.0 * (relative_x * 60.0).sin(), 60.0]
        };
        Rgb(shade.map(|value| (value * (1.1 - relative_y * 0.4) + grain as f32).clamp(0.0, 255.0) as u8))
    })
}

pub fn jpeg(image: &RgbImage, configure: impl FnOnce(&mut Encoder<&mut Vec<u8>>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 92);
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    configure(&mut encoder);
    encoder.encode(image, image.width() as u16, image.height() as u16, ColorType::Rgb).unwrap();
    bytes
}

/// A CMYK JPEG. `color_type` is `Cmyk` or `CmykAsYcck`, the two ways to store the colors.
pub fn cmyk_jpeg(image: &RgbImage, color_type: ColorType) -> Vec<u8> {
    let inks: Vec<u8> = image.pixels().flat_map(|Rgb([r, g, b])| [255 - r, 255 - g, 255 - b, 0]).collect();
    let mut bytes = Vec::new();
    let encoder = Encoder::new(&mut bytes, 95);
    encoder.encode(&inks, image.width() as u16, image.height() as u16, color_type).unwrap();
    bytes
}

/// The EXIF data of a camera: the orientation (1 to 8) and a latitude, followed by a text that a test searches for.
pub fn exif(orientation: u16) -> Vec<u8> {
    let mut exif = b"II*\0\x08\0\0\0".to_vec();
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    exif.extend(2_u16.to_le_bytes());
    exif.extend(entry(0x0112, 3, 1, orientation.into()));
    exif.extend(entry(0x8825, 4, 1, 38));
    exif.extend(0_u32.to_le_bytes());
    exif.extend(2_u16.to_le_bytes());
    exif.extend(entry(1, 2, 2, u32::from(b'N')));
    exif.extend(entry(2, 5, 3, 68));
    exif.extend(0_u32.to_le_bytes());
    exif.extend([17_u32, 1, 35, 1, 23, 1].into_iter().flat_map(u32::to_le_bytes));
    exif.extend(b"GPS of a home in Phong Nha");
    exif
}

/// The image `upright` as a camera stores it with this EXIF orientation (1 to 8). Source: EXIF 2.32, tag 274.
pub fn store_with_orientation(upright: &RgbImage, orientation: u16) -> RgbImage {
    let (width, height) = upright.dimensions();
    let (right, bottom) = (width - 1, height - 1);
    let swaps_sides = orientation >= 5;
    let (stored_width, stored_height) = if swaps_sides { (height, width) } else { (width, height) };
    RgbImage::from_fn(stored_width, stored_height, |x, y| {
        let (upright_x, upright_y) = match orientation {
            1 => (x, y),
            2 => (right - x, y),
            3 => (right - x, bottom - y),
            4 => (x, bottom - y),
            5 => (y, x),
            6 => (right - y, x),
            7 => (right - y, bottom - x),
            8 => (y, bottom - x),
            other => panic!("there is no orientation {other}"),
        };
        *upright.get_pixel(upright_x, upright_y)
    })
}

pub fn png(image: &DynamicImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new(&mut bytes);
    encoder.write_image(image.as_bytes(), image.width(), image.height(), image.color().into()).unwrap();
    bytes
}

pub fn png_16_bit(image: &RgbImage) -> Vec<u8> {
    png(&DynamicImage::ImageRgb16(DynamicImage::ImageRgb8(image.clone()).to_rgb16()))
}

/// A PNG with four palette colors, the fourth transparent. The image must have no other colors.
pub fn png_with_palette(image: &RgbImage) -> Vec<u8> {
    let palette = [RED, GREEN, BLUE, SAND];
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width(), image.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_trns(vec![255, 255, 255, 0]);
    let indices: Vec<u8> =
        image.pixels().map(|pixel| palette.iter().position(|color| *color == pixel.0).unwrap() as u8).collect();
    encoder.write_header().unwrap().write_image_data(&indices).unwrap();
    bytes
}

fn png_chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&name[..], data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &body, &crc32fast::hash(&body).to_be_bytes()].concat()
}

fn png_file(width: u32, height: u32, format_bytes: [u8; 5], data: &[u8]) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &format_bytes].concat();
    [b"\x89PNG\r\n\x1a\n".to_vec(), png_chunk(b"IHDR", &header), png_chunk(b"IDAT", data), png_chunk(b"IEND", b"")]
        .concat()
}

/// An interlaced PNG: the seven passes of Adam7 (clause 8.2 of the PNG standard). It is built by hand, because no
/// encoder of these tests writes interlaced files.
pub fn png_interlaced(image: &RgbImage) -> Vec<u8> {
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let mut data = ZlibEncoder::new(Vec::new(), Compression::default());
    for (left, top, x_step, y_step) in passes {
        for y in (top..image.height()).step_by(y_step) {
            let row: Vec<u8> = (left..image.width()).step_by(x_step).flat_map(|x| image.get_pixel(x, y).0).collect();
            if !row.is_empty() {
                data.write_all(&[0]).unwrap();
                data.write_all(&row).unwrap();
            }
        }
    }
    png_file(image.width(), image.height(), [8, 2, 0, 0, 1], &data.finish().unwrap())
}

/// A black square PNG with one bit per pixel. With a side of 30,000 pixels, the file has about 110 kB.
pub fn png_bomb(side: u32) -> Vec<u8> {
    let row = vec![0_u8; 1 + side.div_ceil(8) as usize];
    let mut data = ZlibEncoder::new(Vec::new(), Compression::best());
    for _ in 0..side {
        data.write_all(&row).unwrap();
    }
    png_file(side, side, [1, 0, 0, 0, 0], &data.finish().unwrap())
}

/// An RGB (3 channels) or RGBA (4 channels) PNG whose pixels all have the same gray. A channel has `depth` bits, 8 or
/// 16. A small file can decode to hundreds of megabytes.
pub fn png_with_one_color(width: u32, height: u32, (depth, channels): (u8, u32)) -> Vec<u8> {
    let row = [vec![0_u8], vec![128; (width * channels * u32::from(depth) / 8) as usize]].concat();
    let mut data = ZlibEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..height {
        data.write_all(&row).unwrap();
    }
    let color_type = if channels == 4 { 6 } else { 2 };
    png_file(width, height, [depth, color_type, 0, 0, 0], &data.finish().unwrap())
}

/// A PNG with a color profile of zeros that inflates to `megabytes` MiB.
pub fn png_with_profile(megabytes: usize) -> Vec<u8> {
    let mut data = ZlibEncoder::new(Vec::new(), Compression::best());
    let zeros = vec![0_u8; 1 << 20];
    (0..megabytes).for_each(|_| data.write_all(&zeros).unwrap());
    let profile = png_chunk(b"iCCP", &[&b"wide\0\0"[..], &data.finish().unwrap()].concat());
    let whole = png(&DynamicImage::ImageRgb8(quadrants(64, 64)));
    // The profile follows the signature of eight bytes and the header chunk of 25 bytes.
    [&whole[..33], &profile, &whole[33..]].concat()
}

/// A progressive JPEG that contains its last scan `times` times.
pub fn jpeg_with_repeated_scan(image: &RgbImage, times: usize) -> Vec<u8> {
    let whole = jpeg(image, |encoder| encoder.set_progressive(true));
    let last_scan_start = whole.windows(2).rposition(|marker| marker == [0xff, 0xda]).unwrap();
    let (head, rest) = whole.split_at(last_scan_start);
    let (scan, end) = rest.split_at(rest.len() - 2);
    [head, &scan.repeat(times), end].concat()
}

/// A GIF with two frames: `first`, and a black one that must not be shown.
pub fn gif_animated(first: &RgbImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    let black = RgbaImage::from_pixel(first.width(), first.height(), Rgba([0, 0, 0, 255]));
    for frame in [DynamicImage::ImageRgb8(first.clone()).to_rgba8(), black] {
        encoder.encode_frame(Frame::new(frame)).unwrap();
    }
    drop(encoder);
    bytes
}

/// A GIF of 16 by 16 pixels whose header declares `side` as width and height.
pub fn gif_with_declared_side(side: u16) -> Vec<u8> {
    let mut bytes = gif_animated(&quadrants(16, 16));
    bytes[6..8].copy_from_slice(&side.to_le_bytes());
    bytes[8..10].copy_from_slice(&side.to_le_bytes());
    bytes
}

pub fn webp(image: &RgbImage) -> Vec<u8> {
    webp::Encoder::from_rgb(image, image.width(), image.height()).encode(92.0).to_vec()
}

pub fn webp_animated(first: &RgbImage) -> Vec<u8> {
    let (width, height) = first.dimensions();
    let black = RgbImage::new(width, height);
    let mut config = webp::WebPConfig::new().unwrap();
    config.quality = 92.0;
    let mut encoder = webp::AnimEncoder::new(width, height, &config);
    encoder.add_frame(webp::AnimFrame::from_rgb(first, width, height, 0));
    encoder.add_frame(webp::AnimFrame::from_rgb(&black, width, height, 400));
    encoder.encode().to_vec()
}

pub fn gray_image(width: u32, height: u32, value: u8) -> DynamicImage {
    DynamicImage::ImageLuma8(GrayImage::from_pixel(width, height, Luma([value])))
}

/// A GIF animation of `first`, followed by `black_frame_count` black frames of the same size.
pub fn gif_with_frames(first: &RgbImage, black_frame_count: usize) -> Vec<u8> {
    let mut one_frame = Vec::new();
    GifEncoder::new(&mut one_frame)
        .encode_frame(Frame::new(DynamicImage::ImageRgb8(first.clone()).to_rgba8()))
        .unwrap();
    let two_frames = gif_animated(first);
    let (without_trailer, trailer) = one_frame.split_at(one_frame.len() - 1);
    assert!(two_frames.starts_with(without_trailer) && two_frames.ends_with(trailer));
    [without_trailer, &two_frames[without_trailer.len()..two_frames.len() - 1].repeat(black_frame_count), trailer]
        .concat()
}

/// A GIF of 16 by 16 pixels whose first frame declares this size.
pub fn gif_with_frame_size(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = gif_animated(&quadrants(16, 16));
    let frame = bytes.windows(9).position(|part| part == [0x2c, 0, 0, 0, 0, 16, 0, 16, 0]).unwrap();
    bytes[frame + 5..frame + 7].copy_from_slice(&width.to_le_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&height.to_le_bytes());
    bytes
}

/// A chunk of a RIFF file, padded to an even length.
fn riff_chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let pad = vec![0; data.len() % 2];
    [&name[..], &(data.len() as u32).to_le_bytes(), data, &pad].concat()
}

fn webp_file(chunks: &[u8]) -> Vec<u8> {
    riff_chunk(b"RIFF", &[b"WEBP", chunks].concat())
}

/// The `VP8L` chunk of a lossless black image with up to 16,384 pixels per side. It has 22 bytes for any size: each
/// Huffman code has one symbol, so a pixel takes no bits. Source: RFC 9649, section 3.
fn lossless_black_chunk(width: u32, height: u32) -> Vec<u8> {
    let (mut bytes, mut bits) = (Vec::new(), Vec::new());
    let mut put = |value: u32, count: u32| bits.extend((0..count).map(|bit| value >> bit & 1 == 1));
    put(0x2f, 8);
    put(width - 1, 14);
    put(height - 1, 14);
    // The bits mean: no alpha, version 0, no transform, no color cache, one group of Huffman codes.
    put(0, 1 + 3 + 3);
    for symbol in [0, 0, 0, 255, 0] {
        put(0b101, 3);
        put(symbol, 8);
    }
    bytes.extend(bits.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit))));
    riff_chunk(b"VP8L", &bytes)
}

/// The three lower bytes of the number, little-endian.
fn u24(number: u32) -> [u8; 3] {
    [number as u8, (number >> 8) as u8, (number >> 16) as u8]
}

/// The first chunks of a WebP file in the extended format, for an animation or a still image.
fn extended_header((width, height): (u32, u32), is_animated: bool) -> Vec<u8> {
    let flags = if is_animated { [2, 0, 0, 0] } else { [0; 4] };
    let canvas_chunk = riff_chunk(b"VP8X", &[&flags[..], &u24(width - 1), &u24(height - 1)].concat());
    let animation = if is_animated { riff_chunk(b"ANIM", &[0; 6]) } else { Vec::new() };
    [canvas_chunk, animation].concat()
}

/// An animation frame that declares this size. The image in the chunks `content` may have another size.
fn animation_frame((width, height): (u32, u32), content: &[u8]) -> Vec<u8> {
    let frame_header = [u24(0), u24(0), u24(width - 1), u24(height - 1), u24(40)].concat();
    riff_chunk(b"ANMF", &[&frame_header, &[2][..], content].concat())
}

/// A black, lossless still image.
pub fn webp_black(width: u32, height: u32) -> Vec<u8> {
    webp_file(&lossless_black_chunk(width, height))
}

/// A lossless still image with this declared and this actual size.
pub fn webp_lossless_with_declared_size(declared: (u32, u32), actual: (u32, u32)) -> Vec<u8> {
    webp_file(&[extended_header(declared, false), lossless_black_chunk(actual.0, actual.1)].concat())
}

/// A lossless animation of one frame. `canvas` is the size of the canvas. The frame declares `declared`; its image has
/// the size `actual`.
pub fn webp_with_lossless_frame_size(canvas: (u32, u32), declared: (u32, u32), actual: (u32, u32)) -> Vec<u8> {
    webp_file(
        &[extended_header(canvas, true), animation_frame(declared, &lossless_black_chunk(actual.0, actual.1))].concat(),
    )
}

/// The `VP8 ` chunk of a lossy image of this size.
fn lossy_chunk((width, height): (u32, u32)) -> Vec<u8> {
    webp(&quadrants(width, height)).split_off(12)
}

/// A lossy still image with this declared and this actual size.
pub fn webp_lossy_with_declared_size(declared: (u32, u32), actual: (u32, u32)) -> Vec<u8> {
    webp_file(&[extended_header(declared, false), lossy_chunk(actual)].concat())
}

/// An animation of one lossy frame with alpha. Canvas and frame declare `declared`; the image has the size `actual`.
pub fn webp_with_lossy_frame_size(declared: (u32, u32), actual: (u32, u32)) -> Vec<u8> {
    let transparency = riff_chunk(b"ALPH", &[vec![0], vec![255; (declared.0 * declared.1) as usize]].concat());
    webp_file(
        &[extended_header(declared, true), animation_frame(declared, &[transparency, lossy_chunk(actual)].concat())]
            .concat(),
    )
}

/// A WebP animation of `first`, followed by `black_frame_count` black frames of the same size.
pub fn webp_with_frames(first: &RgbImage, black_frame_count: usize) -> Vec<u8> {
    let size = first.dimensions();
    let lossless = webp::Encoder::from_rgb(first, size.0, size.1).encode_lossless().to_vec();
    let rest = animation_frame(size, &lossless_black_chunk(size.0, size.1)).repeat(black_frame_count);
    webp_file(&[extended_header(size, true), animation_frame(size, &lossless[12..]), rest].concat())
}
