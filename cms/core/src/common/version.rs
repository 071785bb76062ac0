//! The version of this program.

/// The value of `KARST_VERSION` at build time (`make release` sets it to the output of `git describe`), otherwise the
/// version of the crate.
pub const VERSION: &str = match option_env!("KARST_VERSION") {
    Some(version) if !version.is_empty() => version,
    _ => env!("CARGO_PKG_VERSION"),
};
