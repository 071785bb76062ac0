//! Colours that a profile gives another meaning, such as a phone's Display P3, in sRGB.

use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Converts three or four channels of bytes from the colours of `profile`. A profile that cannot be read, and one of
/// another kind of colours than these (a printer's), is passed over: the colours stay as they were decoded.
pub fn convert(bytes: &mut Vec<u8>, channels: usize, profile: &[u8]) {
    let Ok(theirs) = ColorProfile::new_from_slice(profile) else { return };
    if theirs.color_space != DataColorSpace::Rgb {
        return;
    }
    let layout = if channels == 4 { Layout::Rgba } else { Layout::Rgb };
    let ours = ColorProfile::new_srgb();
    let Ok(change) = theirs.create_transform_8bit(layout, &ours, layout, TransformOptions::default()) else { return };
    let mut changed = vec![0; bytes.len()];
    if change.transform(bytes, &mut changed).is_ok() {
        *bytes = changed;
    }
}

/// What inks on paper look like: four amounts a pixel, in three channels of sRGB. As their profile says, or where it says
/// nothing as light that is held back.
pub fn of_inks(inks: &[u8], profile: Option<&[u8]>) -> Vec<u8> {
    let mut seen = vec![0; inks.len() / 4 * 3];
    if let Some(theirs) = profile.and_then(|profile| ColorProfile::new_from_slice(profile).ok())
        && theirs.color_space == DataColorSpace::Cmyk
    {
        let (ours, options) = (ColorProfile::new_srgb(), TransformOptions::default());
        let change = theirs.create_transform_8bit(Layout::Rgba, &ours, Layout::Rgb, options);
        if change.is_ok_and(|change| change.transform(inks, &mut seen).is_ok()) {
            return seen;
        }
    }
    for (pixel, inks) in seen.chunks_exact_mut(3).zip(inks.chunks_exact(4)) {
        for (value, ink) in pixel.iter_mut().zip(inks) {
            *value = ((255 - u16::from(*ink)) * (255 - u16::from(inks[3])) / 255) as u8;
        }
    }
    seen
}
