//! Compares [`imaging::prepare`] with sharp (libvips) on a generated photo of twelve megapixels. The two programs take
//! turns and make files with the same names. The benchmark measures wall-clock time, CPU time, peak memory, and the
//! size and quality of each file. `make bench` runs this benchmark.
//!
//! The quality is the SSIMULACRA2 score: 100 means no difference, and from 70 on, differences are hard to see. Each
//! file is compared with two uncompressed references. One is downscaled in linear light, as imaging does, the other in
//! sRGB values, as sharp does.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use image::imageops::{self, FilterType};
use image::{DynamicImage, Rgb32FImage, RgbImage};
use ssimulacra2::{ColorPrimaries, Rgb, TransferCharacteristic, compute_frame_ssimulacra2};

const ROUNDS: usize = 7;
const FILE_NAMES: [&str; 5] = ["320.webp", "640.webp", "1280.webp", "1920.webp", "1280.jpg"];
const PHOTO_SIZE: (u32, u32) = (4000, 3000);

type Error = Box<dyn std::error::Error>;

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, command, photo, folder, ..] = &arguments[..]
        && command == "make"
    {
        return prepare_and_print_measurements(photo.as_ref(), folder.as_ref());
    }
    let work_folder = std::env::temp_dir().join(format!("karst-imaging-{}", std::process::id()));
    let outcome = compare(&work_folder);
    let _ = std::fs::remove_dir_all(&work_folder);
    outcome
}

/// Prepares one image and prints the wall-clock time and CPU time in milliseconds, and the peak memory in MiB. Each
/// image has its own process, so that the peak is that of one image.
fn prepare_and_print_measurements(photo: &Path, folder: &Path) -> Result<(), Error> {
    let bytes = std::fs::read(photo)?;
    let (start, cpu_time_ms) = (Instant::now(), process_cpu_time_ms()?);
    let prepared = imaging::prepare(&bytes)?;
    let (wall_time_ms, cpu_time_ms) = (start.elapsed().as_millis(), process_cpu_time_ms()? - cpu_time_ms);
    for (name, variant) in FILE_NAMES.iter().zip(&prepared.variants) {
        std::fs::write(folder.join(name), &variant.bytes)?;
    }
    println!("{wall_time_ms} {cpu_time_ms} {}", peak_memory_mib()?);
    Ok(())
}

fn compare(work_folder: &Path) -> Result<(), Error> {
    let (imaging_folder, sharp_folder) = (work_folder.join("imaging"), work_folder.join("sharp"));
    std::fs::create_dir_all(&imaging_folder)?;
    std::fs::create_dir_all(&sharp_folder)?;
    let photo = photo();
    let path = work_folder.join("photo.jpg");
    let mut file = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut file, 92);
    encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_2_2);
    encoder.encode(&photo, PHOTO_SIZE.0 as u16, PHOTO_SIZE.1 as u16, jpeg_encoder::ColorType::Rgb)?;
    std::fs::write(&path, &file)?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/sharp.mjs");
    let executable = std::env::current_exe()?;
    let (mut imaging_results, mut sharp_results) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        imaging_results
            .push(run_and_read_measurements(Command::new(&executable).arg("make").args([&path, &imaging_folder]))?);
        sharp_results.push(run_and_read_measurements(Command::new("node").arg(&script).args([&path, &sharp_folder]))?);
    }
    println!(
        "A photo of {} by {} pixels, {} kB, made into {}. Medians of {ROUNDS} rounds, one after the other.",
        PHOTO_SIZE.0,
        PHOTO_SIZE.1,
        file.len() / 1000,
        FILE_NAMES.join(", ")
    );
    println!("\n| | wall ms | CPU ms | peak MiB |\n|---|---:|---:|---:|");
    for (name, measurements) in [("imaging", &imaging_results), ("sharp", &sharp_results)] {
        println!(
            "| {name} | {} | {} | {} |",
            median(measurements, 0),
            median(measurements, 1),
            median(measurements, 2)
        );
    }
    println!(
        "\n| file | imaging bytes | sharp bytes | linear reference: imaging | sharp | sRGB reference: imaging | sharp |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let full_size_image = DynamicImage::ImageRgb8(image::load_from_memory(&file)?.to_rgb8());
    for name in FILE_NAMES {
        let (imaging_file, sharp_file) =
            (std::fs::read(imaging_folder.join(name))?, std::fs::read(sharp_folder.join(name))?);
        let (width, height) = (decode_rgb(&imaging_file)?.width(), decode_rgb(&imaging_file)?.height());
        let mut scores = Vec::new();
        for reference in
            [downscale_linear(&full_size_image, width, height), downscale_srgb(&full_size_image, width, height)]
        {
            for file in [&imaging_file, &sharp_file] {
                scores.push(format!("{:.1}", ssimulacra2_score(&reference, &decode_rgb(file)?)?));
            }
        }
        println!("| {name} | {} | {} | {} |", imaging_file.len(), sharp_file.len(), scores.join(" | "));
    }
    Ok(())
}

fn run_and_read_measurements(command: &mut Command) -> Result<[u64; 3], Error> {
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().map_err(|_| format!("{text}{}", String::from_utf8_lossy(&output.stderr)).into())
}

fn median(measurements: &[[u64; 3]], column: usize) -> u64 {
    let mut values: Vec<u64> = measurements.iter().map(|measurement| measurement[column]).collect();
    values.sort_unstable();
    values[values.len() / 2]
}

/// Generates an image that resembles a photo, with grain and with shapes of all sizes. It is the same in each run.
fn photo() -> RgbImage {
    let noise = |x: u32, y: u32, seed: u32| {
        let hash = x.wrapping_mul(0x9e37_79b9) ^ y.wrapping_mul(0x85eb_ca6b) ^ seed.wrapping_mul(0xc2b2_ae35);
        let hash = (hash ^ hash >> 15).wrapping_mul(0x2c1b_3c6d);
        ((hash ^ hash >> 13) & 0xffff) as f32 / 65535.0 - 0.5
    };
    let smooth = |x: f32, y: f32, seed: u32| {
        let (left, top) = (x.floor(), y.floor());
        let ease = |fraction: f32| fraction * fraction * (3.0 - 2.0 * fraction);
        let (weight_x, weight_y) = (ease(x - left), ease(y - top));
        let noise_at = |dx: u32, dy: u32| noise(left as u32 + dx, top as u32 + dy, seed);
        let upper = noise_at(0, 0) * (1.0 - weight_x) + noise_at(1, 0) * weight_x;
        let lower = noise_at(0, 1) * (1.0 - weight_x) + noise_at(1, 1) * weight_x;
        upper * (1.0 - weight_y) + lower * weight_y
    };
    RgbImage::from_fn(PHOTO_SIZE.0, PHOTO_SIZE.1, |x, y| {
        let noise_octaves = |seed: u32| -> f32 {
            (0..10)
                .map(|octave| {
                    let scale = 2_f32.powi(octave) / 900.0;
                    smooth(x as f32 * scale, y as f32 * scale, seed + octave as u32) * 0.62_f32.powi(octave)
                })
                .sum()
        };
        let (light, tint) = (noise_octaves(1), noise_octaves(40));
        let value = |base: f32, tint_weight: f32| (base + 190.0 * light + tint_weight * tint).clamp(0.0, 255.0) as u8;
        image::Rgb([value(110.0, 70.0), value(125.0, -30.0), value(105.0, -80.0)])
    })
}

fn decode_rgb(file: &[u8]) -> Result<RgbImage, Error> {
    Ok(image::load_from_memory(file)?.to_rgb8())
}

fn downscale_srgb(full_size_image: &DynamicImage, width: u32, height: u32) -> RgbImage {
    full_size_image.resize_exact(width, height, FilterType::Lanczos3).to_rgb8()
}

fn downscale_linear(full_size_image: &DynamicImage, width: u32, height: u32) -> RgbImage {
    let to_linear = |srgb_value: f32| {
        if srgb_value <= 0.04045 { srgb_value / 12.92 } else { ((srgb_value + 0.055) / 1.055).powf(2.4) }
    };
    let to_srgb = |light: f32| {
        let light = light.clamp(0.0, 1.0);
        if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
    };
    let mut linear_image: Rgb32FImage = full_size_image.to_rgb32f();
    linear_image.pixels_mut().for_each(|pixel| pixel.0 = pixel.0.map(to_linear));
    let mut downscaled_image = imageops::resize(&linear_image, width, height, FilterType::Lanczos3);
    downscaled_image.pixels_mut().for_each(|pixel| pixel.0 = pixel.0.map(to_srgb));
    DynamicImage::ImageRgb32F(downscaled_image).to_rgb8()
}

fn ssimulacra2_score(reference: &RgbImage, compared_image: &RgbImage) -> Result<f64, Error> {
    let frame = |image: &RgbImage| {
        let pixels = image.pixels().map(|pixel| pixel.0.map(|value| f32::from(value) / 255.0)).collect();
        let (width, height) = (image.width() as usize, image.height() as usize);
        Rgb::new(pixels, width, height, TransferCharacteristic::SRGB, ColorPrimaries::BT709)
    };
    Ok(compute_frame_ssimulacra2(frame(reference)?, frame(compared_image)?)?)
}

/// The CPU time of all threads of this process, in milliseconds. Linux counts it in ticks of 10 ms.
fn process_cpu_time_ms() -> Result<u64, Error> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let stat_fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks: Vec<u64> =
        stat_fields.split_whitespace().skip(11).take(2).filter_map(|word| word.parse().ok()).collect();
    Ok(ticks.iter().sum::<u64>() * 10)
}

fn peak_memory_mib() -> Result<u64, Error> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    Ok(line.split_whitespace().nth(1).unwrap_or_default().parse::<u64>()? >> 10)
}
