//! Converts pixels from the color space of an ICC profile, such as Display P3 of phones, to sRGB.

use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// The maximum size of a profile, in bytes. A larger profile is ignored.
const MAX_PROFILE_BYTES: usize = 4 << 20;

/// Converts RGB or RGBA bytes from the color space of `profile` to sRGB. Changes nothing if the profile is invalid,
/// larger than [`MAX_PROFILE_BYTES`] or not an RGB profile, such as that of a printer.
pub fn rgb_to_srgb(bytes: &mut Vec<u8>, channels: usize, profile: &[u8]) {
    let Some(source) = parse_profile(profile) else { return };
    if source.color_space != DataColorSpace::Rgb {
        return;
    }
    let layout = if channels == 4 { Layout::Rgba } else { Layout::Rgb };
    let target = ColorProfile::new_srgb();
    let Ok(transform) = source.create_transform_8bit(layout, &target, layout, TransformOptions::default()) else {
        return;
    };
    let mut converted = vec![0; bytes.len()];
    if transform.transform(bytes, &mut converted).is_ok() {
        *bytes = converted;
    }
}

/// Parses a profile. Returns `None` if it is invalid or larger than [`MAX_PROFILE_BYTES`]. Profiles of cameras have a
/// few kB, profiles of printers one or two MB.
fn parse_profile(profile: &[u8]) -> Option<ColorProfile> {
    (profile.len() <= MAX_PROFILE_BYTES).then(|| ColorProfile::new_from_slice(profile).ok())?
}

/// Converts CMYK bytes, of which 0 is no ink, to RGB bytes in sRGB. Without a usable CMYK profile, each ink subtracts
/// light from white.
pub fn cmyk_to_srgb(cmyk: &[u8], profile: Option<&[u8]>) -> Vec<u8> {
    let mut rgb = vec![0; cmyk.len() / 4 * 3];
    if let Some(source) = profile.and_then(parse_profile)
        && source.color_space == DataColorSpace::Cmyk
    {
        let (target, options) = (ColorProfile::new_srgb(), TransformOptions::default());
        let transform = source.create_transform_8bit(Layout::Rgba, &target, Layout::Rgb, options);
        if transform.is_ok_and(|transform| transform.transform(cmyk, &mut rgb).is_ok()) {
            return rgb;
        }
    }
    for (pixel, inks) in rgb.chunks_exact_mut(3).zip(cmyk.chunks_exact(4)) {
        for (value, ink) in pixel.iter_mut().zip(inks) {
            *value = ((255 - u16::from(*ink)) * (255 - u16::from(inks[3])) / 255) as u8;
        }
    }
    rgb
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A CMYK profile with swapped colors: cyan looks red, magenta green, yellow blue and black white. Its lookup table
    /// has two grid points per ink (ICC.1, section 10.10).
    fn swapped_cmyk_profile() -> Vec<u8> {
        // The L, a and b values, one byte each. The profile shows paper without ink as black.
        const LAB_WITHOUT_INK: [u8; 3] = [0, 128, 128];
        let appearance = |cyan: bool, magenta: bool, yellow: bool, black: bool| match (cyan, magenta, yellow, black) {
            (.., true) => [255, 128, 128],
            (true, ..) => [138, 209, 198],
            (_, true, ..) => [224, 49, 209],
            (_, _, true, _) => [75, 196, 16],
            _ => LAB_WITHOUT_INK,
        };
        let mut table = Vec::new();
        table.extend(b"mft1\0\0\0\0");
        table.extend([4, 3, 2, 0]);
        for at in 0..9 {
            let element = if at % 4 == 0 { 0x0001_0000_u32 } else { 0 };
            table.extend(element.to_be_bytes());
        }
        let identity_curve = || 0..=255_u8;
        (0..4).for_each(|_| table.extend(identity_curve()));
        for mixture in 0..16 {
            table.extend(appearance(mixture & 8 > 0, mixture & 4 > 0, mixture & 2 > 0, mixture & 1 > 0));
        }
        (0..3).for_each(|_| table.extend(identity_curve()));

        let mut profile = vec![0; 128];
        let length = (128 + 4 + 12 + table.len()) as u32;
        for (at, bytes) in [
            (0, &length.to_be_bytes()),
            (8, &[2, 0x40, 0, 0]),
            (12, b"prtr"),
            (16, b"CMYK"),
            (20, b"Lab "),
            (36, b"acsp"),
            (68, &[0, 0, 0xf6, 0xd6]),
            (72, &[0, 1, 0, 0]),
            (76, &[0, 0, 0xd3, 0x2d]),
        ] {
            profile[at..at + 4].copy_from_slice(bytes);
        }
        profile.extend(1_u32.to_be_bytes());
        profile.extend(b"A2B0");
        profile.extend(144_u32.to_be_bytes());
        profile.extend((table.len() as u32).to_be_bytes());
        profile.extend(table);
        profile
    }

    #[test]
    fn cmyk_is_converted_with_its_profile_or_subtractively() {
        let inks = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255];
        let subtractive = [[0, 255, 255], [255, 0, 255], [255, 255, 0], [0, 0, 0]];
        assert_eq!(cmyk_to_srgb(&inks, None), subtractive.concat());
        assert_eq!(cmyk_to_srgb(&inks, Some(b"no profile")), subtractive.concat());
        let rgb = cmyk_to_srgb(&inks, Some(&swapped_cmyk_profile()));
        for (pixel, expected) in rgb.chunks_exact(3).zip([[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]) {
            // The tolerance is large, because 8 bits per Lab value are coarse in dark colors.
            assert!(pixel.iter().zip(expected).all(|(one, other)| one.abs_diff(other) < 32), "{pixel:?} {expected:?}");
        }
    }
}
