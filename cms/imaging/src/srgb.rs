//! Colors that a profile gives another meaning, such as a phone's Display P3, in sRGB.

use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// A larger profile is passed over, in bytes.
const MAX_PROFILE_BYTES: usize = 4 << 20;

/// Converts three or four channels of bytes from the colors of `profile`. A profile that cannot be read, and one of
/// another kind of colors than these (a printer's), is passed over: the colors stay as they were decoded.
pub fn convert(bytes: &mut Vec<u8>, channels: usize, profile: &[u8]) {
    let Some(source) = parse(profile) else { return };
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

/// A profile of a sensible size: those of cameras have a few kB, those of printers one or two MB.
fn parse(profile: &[u8]) -> Option<ColorProfile> {
    (profile.len() <= MAX_PROFILE_BYTES).then(|| ColorProfile::new_from_slice(profile).ok())?
}

/// What inks on paper look like: four amounts a pixel, in three channels of sRGB. As their profile says, or where it says
/// nothing as light that is held back.
pub fn cmyk_to_srgb(cmyk: &[u8], profile: Option<&[u8]>) -> Vec<u8> {
    let mut rgb = vec![0; cmyk.len() / 4 * 3];
    if let Some(source) = profile.and_then(parse)
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

    /// A printer's profile in which cyan ink is red, magenta is green, yellow is blue and black is white: ICC.1, section
    /// 10.10, with two points for each ink.
    fn odd_inks() -> Vec<u8> {
        // L, a and b of each mixture as bytes, the last ink changing fastest.
        const PAPER: [u8; 3] = [0, 128, 128];
        let seen = |cyan: bool, magenta: bool, yellow: bool, black: bool| match (cyan, magenta, yellow, black) {
            (.., true) => [255, 128, 128],
            (true, ..) => [138, 209, 198],
            (_, true, ..) => [224, 49, 209],
            (_, _, true, _) => [75, 196, 16],
            _ => PAPER,
        };
        let mut table = Vec::new();
        table.extend(b"mft1\0\0\0\0");
        table.extend([4, 3, 2, 0]);
        for at in 0..9 {
            let one = if at % 4 == 0 { 0x0001_0000_u32 } else { 0 };
            table.extend(one.to_be_bytes());
        }
        let straight = || 0..=255_u8;
        (0..4).for_each(|_| table.extend(straight()));
        for mixture in 0..16 {
            table.extend(seen(mixture & 8 > 0, mixture & 4 > 0, mixture & 2 > 0, mixture & 1 > 0));
        }
        (0..3).for_each(|_| table.extend(straight()));

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
    fn inks_look_as_their_profile_says_and_else_as_light_held_back() {
        let inks = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255];
        let held_back = [[0, 255, 255], [255, 0, 255], [255, 255, 0], [0, 0, 0]];
        assert_eq!(cmyk_to_srgb(&inks, None), held_back.concat());
        assert_eq!(cmyk_to_srgb(&inks, Some(b"no profile")), held_back.concat());
        let seen = cmyk_to_srgb(&inks, Some(&odd_inks()));
        for (pixel, expected) in seen.chunks_exact(3).zip([[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]) {
            // A byte of Lab is coarse where it is dark.
            assert!(pixel.iter().zip(expected).all(|(one, other)| one.abs_diff(other) < 32), "{pixel:?} {expected:?}");
        }
    }
}
