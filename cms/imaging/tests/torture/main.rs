//! Threats D2 and D17: what is taken looks right, what is not says why, nothing but pixels survives, and memory stays
//! within bounds.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test says what it expects by failing")]

mod fixtures;

use std::time::{Duration, Instant};

use fixtures::{BLUE, GREEN, RED, SAND};
use image::{DynamicImage, RgbImage};
use imaging::{DecodeError, Format, PreparedImage, prepare};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

/// What lossy files may differ by.
const TOLERANCE: u8 = 14;

fn largest(prepared: &PreparedImage) -> DynamicImage {
    let webp = prepared.variants.iter().rfind(|variant| variant.format == Format::Webp).unwrap();
    image::load_from_memory(&webp.bytes).unwrap()
}

fn is_about(pixel: [u8; 3], expected: [u8; 3]) -> bool {
    pixel.iter().zip(expected).all(|(one, other)| one.abs_diff(other) <= TOLERANCE)
}

/// Every file shows red and green above blue and sand.
#[track_caller]
fn shows_quarters(bytes: &[u8]) -> PreparedImage {
    let prepared = prepare(bytes).unwrap();
    for variant in &prepared.variants {
        let image = image::load_from_memory(&variant.bytes).unwrap().to_rgb8();
        assert_eq!(image.dimensions(), (variant.width, variant.height));
        let at = |across: u32, down: u32| image.get_pixel(image.width() * across / 4, image.height() * down / 4).0;
        for (pixel, expected) in [(at(1, 1), RED), (at(3, 1), GREEN), (at(1, 3), BLUE), (at(3, 3), SAND)] {
            assert!(
                is_about(pixel, expected),
                "{:?} {}: {pixel:?} instead of {expected:?}",
                variant.format,
                variant.width
            );
        }
    }
    prepared
}

#[test]
fn every_way_to_hold_a_camera_comes_out_upright() {
    let upright = fixtures::quarters(480, 320);
    for orientation in 1..=8 {
        let stored = fixtures::held(&upright, orientation);
        let photo = fixtures::jpeg(&stored, |encoder| encoder.add_exif_metadata(&fixtures::exif(orientation)).unwrap());
        let prepared = shows_quarters(&photo);
        assert_eq!((prepared.width, prepared.height), (480, 320), "{orientation}");
        assert_eq!(prepared.widths(), [320, 480]);
    }
}

#[test]
fn every_way_to_store_a_picture_looks_the_same() {
    let picture = fixtures::quarters(200, 160);
    let all = [
        ("baseline JPEG", fixtures::jpeg(&picture, |_| {})),
        ("progressive JPEG", fixtures::jpeg(&picture, |encoder| encoder.set_progressive(true))),
        ("JPEG with restarts", fixtures::jpeg(&picture, |encoder| encoder.set_restart_interval(3))),
        (
            "JPEG of a pass for each channel",
            fixtures::jpeg(&picture, |encoder| {
                encoder.set_optimized_huffman_tables(true);
                encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_2_2);
            }),
        ),
        ("JPEG of inks", fixtures::cmyk(&picture, ColorType::Cmyk)),
        ("JPEG of inks, turned", fixtures::cmyk(&picture, ColorType::CmykAsYcck)),
        ("PNG", fixtures::png(&DynamicImage::ImageRgb8(picture.clone()))),
        ("PNG of 16 bits", fixtures::png_of_16_bits(&picture)),
        ("interlaced PNG", fixtures::png_interlaced(&picture)),
        ("animated GIF", fixtures::gif(&picture)),
        ("WebP", fixtures::webp(&picture)),
        ("animated WebP", fixtures::webp_animated(&picture)),
    ];
    for (name, bytes) in all {
        println!("{name}: {} bytes", bytes.len());
        shows_quarters(&bytes);
    }
}

#[test]
fn what_is_transparent_stays_so_and_is_white_in_the_jpeg() {
    let prepared = prepare(&fixtures::png_with_palette(&fixtures::quarters(200, 160))).unwrap();
    let webp = largest(&prepared).to_rgba8();
    assert_eq!(webp.get_pixel(150, 120).0[3], 0);
    assert!(webp.get_pixel(50, 40).0[3] == 255 && is_about(webp.get_pixel(50, 40).0[..3].try_into().unwrap(), RED));
    let jpeg = image::load_from_memory(&prepared.variants.last().unwrap().bytes).unwrap().to_rgb8();
    assert!(is_about(jpeg.get_pixel(150, 120).0, [255; 3]) && is_about(jpeg.get_pixel(150, 40).0, GREEN));
}

#[test]
fn grey_pictures_are_read() {
    let prepared = prepare(&fixtures::png(&fixtures::grey(50, 40, 90))).unwrap();
    assert!(is_about(largest(&prepared).to_rgb8().get_pixel(20, 20).0, [90; 3]));
    assert!(is_about(prepared.color, [90; 3]));
}

#[test]
fn colours_of_a_wide_profile_come_out_in_srgb() {
    let wide = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    // The same red as sRGB's (220, 40, 30), in Display P3.
    let stored = RgbImage::from_pixel(100, 100, image::Rgb([203, 61, 47]));
    let photo = fixtures::jpeg(&stored, |encoder| encoder.add_icc_profile(&wide).unwrap());
    let shown = largest(&prepare(&photo).unwrap()).to_rgb8().get_pixel(50, 50).0;
    assert!(is_about(shown, RED), "{shown:?}");
    let unprofiled = largest(&prepare(&fixtures::jpeg(&stored, |_| {})).unwrap()).to_rgb8().get_pixel(50, 50).0;
    assert!(!is_about(unprofiled, RED), "{unprofiled:?}");
}

#[test]
fn widths_grow_up_to_the_picture_s_own_and_no_further() {
    let prepared = prepare(&fixtures::jpeg(&fixtures::landscape(2200, 1100), |_| {})).unwrap();
    assert_eq!(prepared.widths(), [320, 640, 1280, 1920]);
    let jpeg = prepared.variants.last().unwrap();
    assert_eq!((jpeg.format, jpeg.width, jpeg.height), (Format::Jpeg, 1280, 640));
    let small = prepare(&fixtures::png(&fixtures::grey(3, 2, 200))).unwrap();
    assert_eq!((small.widths(), small.variants.len()), (vec![3], 2));
}

#[test]
fn the_same_picture_has_the_same_name_and_another_has_another() {
    let digest = |value| prepare(&fixtures::png(&fixtures::grey(64, 64, value))).unwrap().digest();
    assert_eq!(digest(90), digest(90));
    assert_ne!(digest(90), digest(160));
    assert!(digest(90).len() == 16 && digest(90).bytes().all(|digit| digit.is_ascii_hexdigit()));
}

#[test]
fn of_a_file_that_ends_too_early_nothing_is_taken() {
    let picture = fixtures::landscape(300, 200);
    let all = [
        ("JPEG", fixtures::jpeg(&picture, |_| {})),
        ("progressive JPEG", fixtures::jpeg(&picture, |encoder| encoder.set_progressive(true))),
        ("PNG", fixtures::png(&DynamicImage::ImageRgb8(picture.clone()))),
        ("WebP", fixtures::webp(&picture)),
        ("GIF", fixtures::gif(&fixtures::quarters(300, 200))),
    ];
    for (name, whole) in all {
        // A GIF's first frame ends before its second, and the pixels of a PNG and a JPEG before their last bytes.
        let end = match name {
            "GIF" => whole.len() / 3,
            "PNG" => whole.len() - 40,
            "WebP" => whole.len() - 3,
            _ => whole.len() - 12,
        };
        for length in [1, 2, 8, 20, 30, 60, end / 4, end / 2, end * 9 / 10, end] {
            let refused = prepare(&whole[..length]).expect_err(&format!("{name} of {length} bytes"));
            assert!(
                matches!(refused, DecodeError::Corrupt | DecodeError::NotAnImage),
                "{name}, {length} bytes: {refused}"
            );
        }
        assert!(prepare(&whole).is_ok(), "{name}");
    }
}

#[test]
fn complete_pixels_without_the_end_of_the_file_are_taken() {
    let picture = fixtures::quarters(300, 200);
    for (name, whole, end) in [
        ("JPEG", fixtures::jpeg(&picture, |_| {}), 2),
        ("JPEG with half of its end marker", fixtures::jpeg(&picture, |_| {}), 1),
        ("progressive JPEG", fixtures::jpeg(&picture, |encoder| encoder.set_progressive(true)), 2),
        ("PNG without its last chunk", fixtures::png(&DynamicImage::ImageRgb8(picture.clone())), 12),
    ] {
        println!("{name}");
        let cut = shows_quarters(&whole[..whole.len() - end]);
        assert_eq!(cut.digest(), prepare(&whole).unwrap().digest(), "{name}");
    }
}

#[test]
fn large_jpeg_is_scaled_and_keeps_its_size_in_words() {
    // The last is resized from squares of two pixels: in full its light would take more memory than a picture may.
    for (width, height, progressive, widest) in
        [(8160, 6144, false, 1920), (16_000, 3_800, false, 1920), (8160, 6144, true, 1920), (1200, 16_384, false, 600)]
    {
        let prepared = shows_quarters(&fixtures::jpeg(&fixtures::quarters(width, height), |encoder| {
            encoder.set_sampling_factor(SamplingFactor::F_2_2);
            encoder.set_progressive(progressive);
        }));
        assert_eq!((prepared.width, prepared.height), (width, height));
        assert_eq!(prepared.widths().last(), Some(&widest), "{width} by {height}");
    }
}

/// How long it took to take this for what it shows.
#[track_caller]
fn time(bytes: &[u8]) -> Duration {
    let begun = Instant::now();
    shows_quarters(bytes);
    begun.elapsed()
}

#[test]
fn d17_of_very_many_frames_the_first_alone_is_read() {
    let first = fixtures::quarters(2000, 1500);
    for (name, one, many) in [
        ("GIF", fixtures::gif_of_many(&first, 0), fixtures::gif_of_many(&first, 3000)),
        ("WebP", fixtures::webp_of_many(&first, 0), fixtures::webp_of_many(&first, 100_000)),
    ] {
        let (alone, among_many) = (time(&one), time(&many));
        println!("{name}: {} bytes in {alone:?}, {} in {among_many:?}", one.len(), many.len());
        assert!(many.len() < imaging::MAX_FILE_BYTES);
        assert!(among_many < alone * 2 + Duration::from_secs(1), "{name}: {alone:?} and {among_many:?}");
    }
}

#[test]
fn d17_a_frame_that_does_not_fit_is_refused() {
    let (small, huge) = ((16, 16), (16_383, 16_383));
    assert!(prepare(&fixtures::webp_black(16, 16)).is_ok() && prepare(&fixtures::webp_saying(small, small)).is_ok());
    assert!(prepare(&fixtures::webp_with_a_frame(small, small, small)).is_ok());
    assert!(prepare(&fixtures::webp_with_a_lossy_frame(small, small)).is_ok());
    assert!(prepare(&fixtures::webp_lossy_saying(small, small)).is_ok());
    for (name, bytes, refused) in [
        ("a still one", fixtures::webp_black(huge.0, huge.1), DecodeError::TooManyPixels(268_402_689)),
        ("a still one inside another", fixtures::webp_saying(small, huge), DecodeError::Corrupt),
        ("an animation", fixtures::webp_with_a_frame(huge, small, small), DecodeError::TooManyPixels(268_402_689)),
        ("an animation's frame", fixtures::webp_with_a_frame(small, huge, huge), DecodeError::Corrupt),
        ("what is in a frame", fixtures::webp_with_a_frame(small, small, huge), DecodeError::Corrupt),
        ("a lossy still one inside another", fixtures::webp_lossy_saying(small, (64, 64)), DecodeError::Corrupt),
        ("what is in a lossy frame", fixtures::webp_with_a_lossy_frame(small, (64, 64)), DecodeError::Corrupt),
        // The decoder would fall over these.
        ("a lossy frame too wide by one", fixtures::webp_with_a_lossy_frame(small, (17, 16)), DecodeError::Corrupt),
        ("a lossy frame too high by one", fixtures::webp_with_a_lossy_frame(small, (16, 17)), DecodeError::Corrupt),
        ("a GIF's frame", fixtures::gif_with_a_frame_of(65_535, 65_535), DecodeError::Corrupt),
    ] {
        assert_eq!(prepare(&bytes).err(), Some(refused), "{name}");
    }
}

#[test]
fn what_is_no_picture_is_refused_whatever_its_name_says() {
    let svg =
        b"<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec();
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec();
    let avif = b"\0\0\0\x18ftypavif\0\0\0\0avifmif1".to_vec();
    let avif_among_compatible = b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf".to_vec();
    for (bytes, refused) in [
        (Vec::new(), DecodeError::Empty),
        (vec![0; 4096], DecodeError::NotAnImage),
        (b"<!doctype html><script>alert(1)</script>".to_vec(), DecodeError::NotAnImage),
        (b"%PDF-1.7 ...".to_vec(), DecodeError::NotAnImage),
        (svg, DecodeError::UnsupportedFormat("SVG")),
        (heic, DecodeError::UnsupportedFormat("HEIC")),
        (avif, DecodeError::UnsupportedFormat("AVIF")),
        (avif_among_compatible, DecodeError::UnsupportedFormat("AVIF")),
        (b"\0\0\0\x14ftypmif1\0\0\0\0msf1".to_vec(), DecodeError::UnsupportedFormat("HEIC")),
        (b"\0\0\0\x14ftypisom\0\0\0\0mp42avif".to_vec(), DecodeError::NotAnImage),
        (b"II*\0\x08\0\0\0".to_vec(), DecodeError::UnsupportedFormat("TIFF")),
        (b"\xff\xd8\xff\xe0 not really".to_vec(), DecodeError::Corrupt),
        (b"GIF89a".to_vec(), DecodeError::Corrupt),
        (
            [fixtures::jpeg(&fixtures::quarters(16, 16), |_| {}), vec![0; imaging::MAX_FILE_BYTES]].concat(),
            DecodeError::FileTooLarge,
        ),
    ] {
        assert_eq!(prepare(&bytes).unwrap_err(), refused);
    }
}

#[test]
fn of_a_polyglot_only_the_picture_stays() {
    const SCRIPT: &[u8] = b"<script>alert(document.domain)</script>";
    let picture = fixtures::quarters(64, 64);
    let mut gif = fixtures::gif(&picture);
    let trailer = gif.pop().unwrap();
    // A comment extension that is also a script's.
    gif.extend([&b"\x21\xfe"[..], &[SCRIPT.len() as u8], SCRIPT, &[0, trailer]].concat());
    for bytes in [
        [&fixtures::jpeg(&picture, |_| {}), SCRIPT].concat(),
        fixtures::jpeg(&picture, |encoder| encoder.add_app_segment(13, SCRIPT.to_vec()).unwrap()),
        [&fixtures::png(&DynamicImage::ImageRgb8(picture.clone())), SCRIPT, b"PK\x05\x06"].concat(),
        gif,
    ] {
        let prepared = prepare(&bytes).unwrap();
        for variant in prepared.variants {
            assert!(!variant.bytes.windows(8).any(|window| window == b"<script>"));
        }
    }
}

#[test]
fn nothing_that_a_camera_tells_survives() {
    let wide = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let photo = fixtures::jpeg(&fixtures::landscape(700, 500), |encoder| {
        encoder.add_exif_metadata(&fixtures::exif(6)).unwrap();
        encoder
            .add_app_segment(1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Linh's phone</x:xmpmeta>".to_vec())
            .unwrap();
        encoder.add_icc_profile(&wide).unwrap();
    });
    assert!(photo.windows(3).any(|window| window == b"GPS"));
    for variant in prepare(&photo).unwrap().variants {
        match variant.format {
            Format::Webp => assert_eq!(webp_chunks(&variant.bytes), ["VP8 "]),
            Format::Jpeg => assert_eq!(jpeg_segments(&variant.bytes), [0xe0], "nothing but the JFIF header"),
        }
    }
}

fn webp_chunks(bytes: &[u8]) -> Vec<String> {
    let (mut chunks, mut at) = (Vec::new(), 12);
    while at + 8 <= bytes.len() {
        chunks.push(String::from_utf8_lossy(&bytes[at..at + 4]).into_owned());
        let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize;
        at += 8 + length + length % 2;
    }
    chunks
}

/// The application segments and comments before the picture.
fn jpeg_segments(bytes: &[u8]) -> Vec<u8> {
    let (mut segments, mut at) = (Vec::new(), 2);
    while bytes[at + 1] != 0xda {
        if matches!(bytes[at + 1], 0xe0..=0xef | 0xfe) {
            segments.push(bytes[at + 1]);
        }
        at += 2 + usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
    }
    segments
}

/// What this process has held in memory at the most, in MiB.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() >> 10
}

/// In a process of its own, so that the peak is its own.
#[test]
fn bombs_cost_no_memory_and_large_pictures_a_bounded_one() {
    let own = std::env::current_exe().unwrap();
    // 190 MiB are 200 MB.
    for (case, most_mib) in [
        ("bombs", 30),
        ("camera", 190),
        ("camera, progressive", 190),
        ("telephone", 190),
        ("panorama", 190),
        ("panorama, progressive", 190),
        ("very high", 190),
        ("screenshot", 190),
        ("animations", 190),
        ("largest PNG", 190),
        ("largest PNG with opacity", 190),
        ("largest GIF", 190),
        ("largest WebP", 190),
    ] {
        let told = std::process::Command::new(&own)
            .args(["--exact", "--ignored", "--nocapture", "the_peak_of"])
            .env("CASE", case)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        let number = |name: &str| {
            let word = told.split(name).nth(1).and_then(|rest| rest.split_whitespace().next());
            word.unwrap_or_else(|| panic!("{told}")).parse::<u64>().unwrap()
        };
        assert!(told.contains("1 passed"), "{told}");
        let (before, peak) = (number("before="), number("peak="));
        println!("{case}: {} MiB at the most", peak - before);
        assert!(peak - before <= most_mib, "{case}: {} MiB", peak - before);
    }
}

/// As cameras store it.
fn photo(width: u32, height: u32, is_progressive: bool) -> (Vec<u8>, Option<DecodeError>) {
    let set = |encoder: &mut Encoder<&mut Vec<u8>>| {
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        encoder.set_progressive(is_progressive);
    };
    (fixtures::jpeg(&fixtures::landscape(width, height), set), None)
}

#[test]
#[ignore = "run by the one above"]
fn the_peak_of() {
    let case = std::env::var("CASE").unwrap();
    let inputs: Vec<(Vec<u8>, Option<DecodeError>)> = match case.as_str() {
        "bombs" => vec![
            (fixtures::png_bomb(30_000), Some(DecodeError::SideTooLong(30_000, 30_000))),
            (fixtures::png_bomb(8_001), Some(DecodeError::TooManyPixels(64_016_001))),
            (fixtures::png_of_grey(8_000, 6_250, (16, 3)), Some(DecodeError::TooMuchMemory(8_000, 6_250))),
            (fixtures::png_with_a_profile_of(300), None),
            (fixtures::jpeg_of_many_scans(&fixtures::quarters(2_000, 2_000), 400), Some(DecodeError::TooManyScans)),
            (fixtures::gif_claiming(65_535), Some(DecodeError::SideTooLong(65_535, 65_535))),
            (fixtures::gif_claiming(9_000), Some(DecodeError::TooManyPixels(81_000_000))),
            (fixtures::gif_with_a_frame_of(65_535, 65_535), Some(DecodeError::Corrupt)),
            (fixtures::webp_black(16_383, 16_383), Some(DecodeError::TooManyPixels(268_402_689))),
            (fixtures::webp_black(7_000, 7_000), Some(DecodeError::TooMuchMemory(7_000, 7_000))),
            (fixtures::webp_saying((16, 16), (16_383, 16_383)), Some(DecodeError::Corrupt)),
            (fixtures::webp_with_a_frame((16, 16), (16_383, 16_383), (16_383, 16_383)), Some(DecodeError::Corrupt)),
            (fixtures::webp_with_a_frame((16, 16), (16, 16), (16_383, 16_383)), Some(DecodeError::Corrupt)),
            (fixtures::webp_lossy_saying((16, 16), (6_000, 6_000)), Some(DecodeError::Corrupt)),
            (fixtures::webp_with_a_lossy_frame((16, 16), (6_000, 6_000)), Some(DecodeError::Corrupt)),
        ],
        "animations" => vec![
            (fixtures::gif_of_many(&fixtures::quarters(2000, 1500), 5000), None),
            (fixtures::webp_of_many(&fixtures::quarters(2000, 1500), 100_000), None),
        ],
        "camera" => {
            vec![photo(6_000, 4_000, false), (fixtures::jpeg(&fixtures::landscape(6_000, 4_000), |_| {}), None)]
        }
        "camera, progressive" => vec![photo(6_000, 4_000, true)],
        "telephone" => vec![photo(8_160, 6_144, false)],
        "panorama" => vec![photo(16_000, 3_800, false)],
        "panorama, progressive" => vec![photo(16_000, 3_800, true)],
        "very high" => vec![photo(3_000, 16_000, false)],
        "screenshot" => vec![(fixtures::png_of_grey(1_440, 16_384, (8, 4)), None)],
        "largest PNG" => vec![(fixtures::png_of_grey(8_660, 5_770, (8, 3)), None)],
        "largest PNG with opacity" => vec![(fixtures::png_of_grey(2_290, 16_375, (8, 4)), None)],
        "largest GIF" => vec![(fixtures::gif(&fixtures::quarters(4_300, 4_300)), None)],
        "largest WebP" => {
            vec![(fixtures::webp_black(4_600, 4_600), None), (fixtures::webp(&fixtures::quarters(5_400, 5_400)), None)]
        }
        other => panic!("{other}"),
    };
    // Making it took more than reading it does.
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = peak_mib();
    for (bytes, expected) in inputs {
        assert_eq!(prepare(&bytes).err(), expected);
    }
    println!("before={before} peak={} ", peak_mib());
}
