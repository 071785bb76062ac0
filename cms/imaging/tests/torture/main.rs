//! Checks that accepted images look right, refused ones get the right error, metadata is removed, and memory stays
//! within limits (R302, R317).
#![allow(clippy::unwrap_used, missing_docs, reason = "a test says what it expects by failing")]

mod fixtures;

use std::time::{Duration, Instant};

use fixtures::{BLUE, GREEN, RED, SAND};
use image::{DynamicImage, RgbImage};
use imaging::{ImagingError, PreparedImage, VariantFormat, prepare};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

/// The largest difference per channel that is accepted after lossy encoding.
const TOLERANCE: u8 = 14;

fn largest_webp(prepared: &PreparedImage) -> DynamicImage {
    let webp = prepared.variants.iter().rfind(|variant| variant.format == VariantFormat::Webp).unwrap();
    image::load_from_memory(&webp.bytes).unwrap()
}

fn is_close(pixel: [u8; 3], expected: [u8; 3]) -> bool {
    pixel.iter().zip(expected).all(|(one, other)| one.abs_diff(other) <= TOLERANCE)
}

/// Prepares the image and asserts that every file shows red and green above blue and sand.
#[track_caller]
fn prepare_and_assert_quadrants(bytes: &[u8]) -> PreparedImage {
    let prepared = prepare(bytes).unwrap();
    for variant in &prepared.variants {
        let image = image::load_from_memory(&variant.bytes).unwrap().to_rgb8();
        assert_eq!(image.dimensions(), (variant.width, variant.height));
        let at = |x_quarters: u32, y_quarters: u32| {
            image.get_pixel(image.width() * x_quarters / 4, image.height() * y_quarters / 4).0
        };
        for (pixel, expected) in [(at(1, 1), RED), (at(3, 1), GREEN), (at(1, 3), BLUE), (at(3, 3), SAND)] {
            assert!(
                is_close(pixel, expected),
                "{:?} {}: {pixel:?} instead of {expected:?}",
                variant.format,
                variant.width
            );
        }
    }
    prepared
}

#[test]
fn every_exif_orientation_is_made_upright() {
    let upright = fixtures::quadrants(480, 320);
    for orientation in 1..=8 {
        let stored = fixtures::store_with_orientation(&upright, orientation);
        let photo = fixtures::jpeg(&stored, |encoder| encoder.add_exif_metadata(&fixtures::exif(orientation)).unwrap());
        let prepared = prepare_and_assert_quadrants(&photo);
        assert_eq!((prepared.width, prepared.height), (480, 320), "{orientation}");
        assert_eq!(prepared.widths(), [320, 480]);
    }
}

#[test]
fn every_format_shows_the_same_image() {
    let image = fixtures::quadrants(200, 160);
    let named_files = [
        ("baseline JPEG", fixtures::jpeg(&image, |_| {})),
        ("progressive JPEG", fixtures::jpeg(&image, |encoder| encoder.set_progressive(true))),
        ("JPEG with restarts", fixtures::jpeg(&image, |encoder| encoder.set_restart_interval(3))),
        (
            "JPEG with one scan per channel",
            fixtures::jpeg(&image, |encoder| {
                encoder.set_optimized_huffman_tables(true);
                encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_2_2);
            }),
        ),
        ("CMYK JPEG", fixtures::cmyk_jpeg(&image, ColorType::Cmyk)),
        ("YCCK JPEG", fixtures::cmyk_jpeg(&image, ColorType::CmykAsYcck)),
        ("PNG", fixtures::png(&DynamicImage::ImageRgb8(image.clone()))),
        ("16-bit PNG", fixtures::png_16_bit(&image)),
        ("interlaced PNG", fixtures::png_interlaced(&image)),
        ("animated GIF", fixtures::gif_animated(&image)),
        ("WebP", fixtures::webp(&image)),
        ("animated WebP", fixtures::webp_animated(&image)),
    ];
    for (name, bytes) in named_files {
        println!("{name}: {} bytes", bytes.len());
        prepare_and_assert_quadrants(&bytes);
    }
}

#[test]
fn transparent_pixels_stay_transparent_in_webp_and_are_white_in_jpeg() {
    let prepared = prepare(&fixtures::png_with_palette(&fixtures::quadrants(200, 160))).unwrap();
    let webp = largest_webp(&prepared).to_rgba8();
    assert_eq!(webp.get_pixel(150, 120).0[3], 0);
    assert!(webp.get_pixel(50, 40).0[3] == 255 && is_close(webp.get_pixel(50, 40).0[..3].try_into().unwrap(), RED));
    let jpeg = image::load_from_memory(&prepared.variants.last().unwrap().bytes).unwrap().to_rgb8();
    assert!(is_close(jpeg.get_pixel(150, 120).0, [255; 3]) && is_close(jpeg.get_pixel(150, 40).0, GREEN));
}

#[test]
fn gray_png_is_decoded() {
    let prepared = prepare(&fixtures::png(&fixtures::gray_image(50, 40, 90))).unwrap();
    assert!(is_close(largest_webp(&prepared).to_rgb8().get_pixel(20, 20).0, [90; 3]));
    assert!(is_close(prepared.dominant_color, [90; 3]));
}

#[test]
fn display_p3_image_is_converted_to_srgb() {
    let display_p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    // The channel values of the color `RED` in Display P3.
    let stored = RgbImage::from_pixel(100, 100, image::Rgb([203, 61, 47]));
    let photo = fixtures::jpeg(&stored, |encoder| encoder.add_icc_profile(&display_p3).unwrap());
    let shown = largest_webp(&prepare(&photo).unwrap()).to_rgb8().get_pixel(50, 50).0;
    assert!(is_close(shown, RED), "{shown:?}");
    let unprofiled = largest_webp(&prepare(&fixtures::jpeg(&stored, |_| {})).unwrap()).to_rgb8().get_pixel(50, 50).0;
    assert!(!is_close(unprofiled, RED), "{unprofiled:?}");
}

#[test]
fn variants_are_no_wider_than_image_and_maximum() {
    let prepared = prepare(&fixtures::jpeg(&fixtures::landscape(2200, 1100), |_| {})).unwrap();
    assert_eq!(prepared.widths(), [320, 640, 1280, 1920]);
    let jpeg = prepared.variants.last().unwrap();
    assert_eq!((jpeg.format, jpeg.width, jpeg.height), (VariantFormat::Jpeg, 1280, 640));
    let small = prepare(&fixtures::png(&fixtures::gray_image(3, 2, 200))).unwrap();
    assert_eq!((small.widths(), small.variants.len()), (vec![3], 2));
}

#[test]
fn digest_is_equal_for_equal_images_only() {
    let digest = |value| prepare(&fixtures::png(&fixtures::gray_image(64, 64, value))).unwrap().digest();
    assert_eq!(digest(90), digest(90));
    assert_ne!(digest(90), digest(160));
    assert!(digest(90).len() == 16 && digest(90).bytes().all(|digit| digit.is_ascii_hexdigit()));
}

#[test]
fn file_without_all_pixels_is_refused() {
    let image = fixtures::landscape(300, 200);
    let named_files = [
        ("JPEG", fixtures::jpeg(&image, |_| {})),
        ("progressive JPEG", fixtures::jpeg(&image, |encoder| encoder.set_progressive(true))),
        ("PNG", fixtures::png(&DynamicImage::ImageRgb8(image.clone()))),
        ("WebP", fixtures::webp(&image)),
        ("GIF", fixtures::gif_animated(&fixtures::quadrants(300, 200))),
    ];
    for (name, whole) in named_files {
        // A file that is cut to at most `max_incomplete_length` bytes lacks pixels. The second frame of a GIF and the
        // last bytes of the other formats are not needed for the pixels.
        let max_incomplete_length = match name {
            "GIF" => whole.len() / 3,
            "PNG" => whole.len() - 40,
            "WebP" => whole.len() - 3,
            _ => whole.len() - 12,
        };
        for length in [
            1,
            2,
            8,
            20,
            30,
            60,
            max_incomplete_length / 4,
            max_incomplete_length / 2,
            max_incomplete_length * 9 / 10,
            max_incomplete_length,
        ] {
            let error = prepare(&whole[..length]).expect_err(&format!("{name} of {length} bytes"));
            assert!(
                matches!(error, ImagingError::Corrupt | ImagingError::NotAnImage),
                "{name}, {length} bytes: {error}"
            );
        }
        assert!(prepare(&whole).is_ok(), "{name}");
    }
}

#[test]
fn complete_pixels_without_end_of_file_are_accepted() {
    let image = fixtures::quadrants(300, 200);
    for (name, whole, end_length) in [
        ("JPEG", fixtures::jpeg(&image, |_| {}), 2),
        ("JPEG with half of its end marker", fixtures::jpeg(&image, |_| {}), 1),
        ("progressive JPEG", fixtures::jpeg(&image, |encoder| encoder.set_progressive(true)), 2),
        ("PNG without its last chunk", fixtures::png(&DynamicImage::ImageRgb8(image.clone())), 12),
    ] {
        println!("{name}");
        let cut = prepare_and_assert_quadrants(&whole[..whole.len() - end_length]);
        assert_eq!(cut.digest(), prepare(&whole).unwrap().digest(), "{name}");
    }
}

#[test]
fn large_jpeg_is_decoded_at_reduced_scale_and_reports_full_size() {
    // The last image has a served width of only 600 pixels: it is first downscaled by two, because the linear image of
    // all pixels would exceed the memory limit.
    for (width, height, progressive, widest) in
        [(8160, 6144, false, 1920), (16_000, 3_800, false, 1920), (8160, 6144, true, 1920), (1200, 16_384, false, 600)]
    {
        let prepared = prepare_and_assert_quadrants(&fixtures::jpeg(&fixtures::quadrants(width, height), |encoder| {
            encoder.set_sampling_factor(SamplingFactor::F_2_2);
            encoder.set_progressive(progressive);
        }));
        assert_eq!((prepared.width, prepared.height), (width, height));
        assert_eq!(prepared.widths().last(), Some(&widest), "{width} by {height}");
    }
}

/// Prepares the image, checks its colors, and returns the time that this took.
#[track_caller]
fn time_prepare_and_assert_quadrants(bytes: &[u8]) -> Duration {
    let start = Instant::now();
    prepare_and_assert_quadrants(bytes);
    start.elapsed()
}

// R317
#[test]
fn only_first_frame_of_animation_is_decoded() {
    let first = fixtures::quadrants(2000, 1500);
    for (name, single_frame_file, animation_file) in [
        ("GIF", fixtures::gif_with_frames(&first, 0), fixtures::gif_with_frames(&first, 3000)),
        ("WebP", fixtures::webp_with_frames(&first, 0), fixtures::webp_with_frames(&first, 100_000)),
    ] {
        let (single_frame_time, animation_time) =
            (time_prepare_and_assert_quadrants(&single_frame_file), time_prepare_and_assert_quadrants(&animation_file));
        println!(
            "{name}: {} bytes in {single_frame_time:?}, {} in {animation_time:?}",
            single_frame_file.len(),
            animation_file.len()
        );
        assert!(animation_file.len() < imaging::MAX_FILE_BYTES);
        assert!(
            animation_time < single_frame_time * 2 + Duration::from_secs(1),
            "{name}: {single_frame_time:?} and {animation_time:?}"
        );
    }
}

// R317
#[test]
fn image_with_oversized_or_wrong_declared_size_is_refused() {
    let (small, huge) = ((16, 16), (16_383, 16_383));
    assert!(
        prepare(&fixtures::webp_black(16, 16)).is_ok()
            && prepare(&fixtures::webp_lossless_with_declared_size(small, small)).is_ok()
    );
    assert!(prepare(&fixtures::webp_with_lossless_frame_size(small, small, small)).is_ok());
    assert!(prepare(&fixtures::webp_with_lossy_frame_size(small, small)).is_ok());
    assert!(prepare(&fixtures::webp_lossy_with_declared_size(small, small)).is_ok());
    for (name, bytes, expected) in [
        ("a still image", fixtures::webp_black(huge.0, huge.1), ImagingError::TooManyPixels(268_402_689)),
        (
            "a still image that differs from its canvas",
            fixtures::webp_lossless_with_declared_size(small, huge),
            ImagingError::Corrupt,
        ),
        (
            "an animation",
            fixtures::webp_with_lossless_frame_size(huge, small, small),
            ImagingError::TooManyPixels(268_402_689),
        ),
        ("an animation frame", fixtures::webp_with_lossless_frame_size(small, huge, huge), ImagingError::Corrupt),
        ("the content of a frame", fixtures::webp_with_lossless_frame_size(small, small, huge), ImagingError::Corrupt),
        (
            "a lossy still image that differs from its canvas",
            fixtures::webp_lossy_with_declared_size(small, (64, 64)),
            ImagingError::Corrupt,
        ),
        ("the content of a lossy frame", fixtures::webp_with_lossy_frame_size(small, (64, 64)), ImagingError::Corrupt),
        // If `prepare` did not compare the sizes first, the decoder would panic on the next two files.
        (
            "a lossy frame one pixel too wide",
            fixtures::webp_with_lossy_frame_size(small, (17, 16)),
            ImagingError::Corrupt,
        ),
        (
            "a lossy frame one pixel too high",
            fixtures::webp_with_lossy_frame_size(small, (16, 17)),
            ImagingError::Corrupt,
        ),
        ("a GIF's frame", fixtures::gif_with_frame_size(65_535, 65_535), ImagingError::Corrupt),
    ] {
        assert_eq!(prepare(&bytes).err(), Some(expected), "{name}");
    }
}

#[test]
fn unsupported_content_is_refused() {
    let svg =
        b"<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec();
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec();
    let avif = b"\0\0\0\x18ftypavif\0\0\0\0avifmif1".to_vec();
    let avif_among_compatible = b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf".to_vec();
    for (bytes, expected) in [
        (Vec::new(), ImagingError::Empty),
        (vec![0; 4096], ImagingError::NotAnImage),
        (b"<!doctype html><script>alert(1)</script>".to_vec(), ImagingError::NotAnImage),
        (b"%PDF-1.7 ...".to_vec(), ImagingError::NotAnImage),
        (svg, ImagingError::UnsupportedFormat("SVG")),
        (heic, ImagingError::UnsupportedFormat("HEIC")),
        (avif, ImagingError::UnsupportedFormat("AVIF")),
        (avif_among_compatible, ImagingError::UnsupportedFormat("AVIF")),
        (b"\0\0\0\x14ftypmif1\0\0\0\0msf1".to_vec(), ImagingError::UnsupportedFormat("HEIC")),
        (b"\0\0\0\x14ftypisom\0\0\0\0mp42avif".to_vec(), ImagingError::NotAnImage),
        (b"II*\0\x08\0\0\0".to_vec(), ImagingError::UnsupportedFormat("TIFF")),
        (b"\xff\xd8\xff\xe0 not really".to_vec(), ImagingError::Corrupt),
        (b"GIF89a".to_vec(), ImagingError::Corrupt),
        (
            [fixtures::jpeg(&fixtures::quadrants(16, 16), |_| {}), vec![0; imaging::MAX_FILE_BYTES]].concat(),
            ImagingError::FileTooLarge,
        ),
    ] {
        assert_eq!(prepare(&bytes).unwrap_err(), expected);
    }
}

#[test]
fn script_in_polyglot_file_is_removed() {
    const SCRIPT: &[u8] = b"<script>alert(document.domain)</script>";
    let image = fixtures::quadrants(64, 64);
    let mut gif = fixtures::gif_animated(&image);
    let trailer = gif.pop().unwrap();
    // A comment extension that contains a script.
    gif.extend([&b"\x21\xfe"[..], &[SCRIPT.len() as u8], SCRIPT, &[0, trailer]].concat());
    for bytes in [
        [&fixtures::jpeg(&image, |_| {}), SCRIPT].concat(),
        fixtures::jpeg(&image, |encoder| encoder.add_app_segment(13, SCRIPT.to_vec()).unwrap()),
        [&fixtures::png(&DynamicImage::ImageRgb8(image.clone())), SCRIPT, b"PK\x05\x06"].concat(),
        gif,
    ] {
        let prepared = prepare(&bytes).unwrap();
        for variant in prepared.variants {
            assert!(!variant.bytes.windows(8).any(|window| window == b"<script>"));
        }
    }
}

#[test]
fn camera_metadata_is_removed() {
    let display_p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let photo = fixtures::jpeg(&fixtures::landscape(700, 500), |encoder| {
        encoder.add_exif_metadata(&fixtures::exif(6)).unwrap();
        encoder
            .add_app_segment(1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Linh's phone</x:xmpmeta>".to_vec())
            .unwrap();
        encoder.add_icc_profile(&display_p3).unwrap();
    });
    assert!(photo.windows(3).any(|window| window == b"GPS"));
    for variant in prepare(&photo).unwrap().variants {
        match variant.format {
            VariantFormat::Webp => assert_eq!(webp_chunk_names(&variant.bytes), ["VP8 "]),
            VariantFormat::Jpeg => {
                assert_eq!(jpeg_metadata_segment_markers(&variant.bytes), [0xe0], "only the JFIF header")
            }
        }
    }
}

fn webp_chunk_names(bytes: &[u8]) -> Vec<String> {
    let (mut chunks, mut at) = (Vec::new(), 12);
    while at + 8 <= bytes.len() {
        chunks.push(String::from_utf8_lossy(&bytes[at..at + 4]).into_owned());
        let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize;
        at += 8 + length + length % 2;
    }
    chunks
}

/// The marker bytes of the application segments and comments before the first scan.
fn jpeg_metadata_segment_markers(bytes: &[u8]) -> Vec<u8> {
    let (mut segments, mut at) = (Vec::new(), 2);
    while bytes[at + 1] != 0xda {
        if matches!(bytes[at + 1], 0xe0..=0xef | 0xfe) {
            segments.push(bytes[at + 1]);
        }
        at += 2 + usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
    }
    segments
}

/// The peak resident memory of this process, in MiB.
fn peak_memory_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() >> 10
}

/// Each case runs in its own process, so that the peak memory is that of this case.
#[test]
fn large_images_and_bombs_stay_within_memory_limit() {
    let test_binary = std::env::current_exe().unwrap();
    // 190 MiB are about 200 MB, the limit in the documentation of `prepare`.
    for (case, max_mib) in [
        ("bombs", 30),
        ("camera", 190),
        ("camera, progressive", 190),
        ("phone", 190),
        ("panorama", 190),
        ("panorama, progressive", 190),
        ("very high", 190),
        ("screenshot", 190),
        ("animations", 190),
        ("largest PNG", 190),
        ("largest PNG with alpha", 190),
        ("largest GIF", 190),
        ("largest WebP", 190),
    ] {
        let output = std::process::Command::new(&test_binary)
            .args(["--exact", "--ignored", "--nocapture", "inputs_of_case_have_expected_results"])
            .env("CASE", case)
            .output()
            .unwrap();
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        let number = |name: &str| {
            let word = output.split(name).nth(1).and_then(|rest| rest.split_whitespace().next());
            word.unwrap_or_else(|| panic!("{output}")).parse::<u64>().unwrap()
        };
        assert!(output.contains("1 passed"), "{output}");
        let (initial_mib, peak) = (number("before="), number("peak="));
        println!("{case}: {} MiB at most", peak - initial_mib);
        assert!(peak - initial_mib <= max_mib, "{case}: {} MiB", peak - initial_mib);
    }
}

/// A JPEG as cameras store it, with halved color resolution. The expected error is `None`.
fn photo_input(width: u32, height: u32, is_progressive: bool) -> (Vec<u8>, Option<ImagingError>) {
    let configure = |encoder: &mut Encoder<&mut Vec<u8>>| {
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        encoder.set_progressive(is_progressive);
    };
    (fixtures::jpeg(&fixtures::landscape(width, height), configure), None)
}

#[test]
#[ignore = "run by large_images_and_bombs_stay_within_memory_limit"]
fn inputs_of_case_have_expected_results() {
    let case = std::env::var("CASE").unwrap();
    let inputs: Vec<(Vec<u8>, Option<ImagingError>)> = match case.as_str() {
        "bombs" => vec![
            (fixtures::png_bomb(30_000), Some(ImagingError::SideTooLong(30_000, 30_000))),
            (fixtures::png_bomb(8_001), Some(ImagingError::TooManyPixels(64_016_001))),
            (fixtures::png_with_one_color(8_000, 6_250, (16, 3)), Some(ImagingError::TooMuchMemory(8_000, 6_250))),
            (fixtures::png_with_profile(300), None),
            (
                fixtures::jpeg_with_repeated_scan(&fixtures::quadrants(2_000, 2_000), 400),
                Some(ImagingError::TooManyScans),
            ),
            (fixtures::gif_with_declared_side(65_535), Some(ImagingError::SideTooLong(65_535, 65_535))),
            (fixtures::gif_with_declared_side(9_000), Some(ImagingError::TooManyPixels(81_000_000))),
            (fixtures::gif_with_frame_size(65_535, 65_535), Some(ImagingError::Corrupt)),
            (fixtures::webp_black(16_383, 16_383), Some(ImagingError::TooManyPixels(268_402_689))),
            (fixtures::webp_black(7_000, 7_000), Some(ImagingError::TooMuchMemory(7_000, 7_000))),
            (fixtures::webp_lossless_with_declared_size((16, 16), (16_383, 16_383)), Some(ImagingError::Corrupt)),
            (
                fixtures::webp_with_lossless_frame_size((16, 16), (16_383, 16_383), (16_383, 16_383)),
                Some(ImagingError::Corrupt),
            ),
            (
                fixtures::webp_with_lossless_frame_size((16, 16), (16, 16), (16_383, 16_383)),
                Some(ImagingError::Corrupt),
            ),
            (fixtures::webp_lossy_with_declared_size((16, 16), (6_000, 6_000)), Some(ImagingError::Corrupt)),
            (fixtures::webp_with_lossy_frame_size((16, 16), (6_000, 6_000)), Some(ImagingError::Corrupt)),
        ],
        "animations" => vec![
            (fixtures::gif_with_frames(&fixtures::quadrants(2000, 1500), 5000), None),
            (fixtures::webp_with_frames(&fixtures::quadrants(2000, 1500), 100_000), None),
        ],
        "camera" => {
            vec![photo_input(6_000, 4_000, false), (fixtures::jpeg(&fixtures::landscape(6_000, 4_000), |_| {}), None)]
        }
        "camera, progressive" => vec![photo_input(6_000, 4_000, true)],
        "phone" => vec![photo_input(8_160, 6_144, false)],
        "panorama" => vec![photo_input(16_000, 3_800, false)],
        "panorama, progressive" => vec![photo_input(16_000, 3_800, true)],
        "very high" => vec![photo_input(3_000, 16_000, false)],
        "screenshot" => vec![(fixtures::png_with_one_color(1_440, 16_384, (8, 4)), None)],
        "largest PNG" => vec![(fixtures::png_with_one_color(8_660, 5_770, (8, 3)), None)],
        "largest PNG with alpha" => vec![(fixtures::png_with_one_color(2_290, 16_375, (8, 4)), None)],
        "largest GIF" => vec![(fixtures::gif_animated(&fixtures::quadrants(4_300, 4_300)), None)],
        "largest WebP" => {
            vec![(fixtures::webp_black(4_600, 4_600), None), (fixtures::webp(&fixtures::quadrants(5_400, 5_400)), None)]
        }
        other => panic!("{other}"),
    };
    // Resets the peak memory of the process, because making the files takes more memory than decoding them.
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let initial_mib = peak_memory_mib();
    for (bytes, expected) in inputs {
        assert_eq!(prepare(&bytes).err(), expected);
    }
    println!("before={initial_mib} peak={} ", peak_memory_mib());
}
