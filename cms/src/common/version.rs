//! What this program was built from.

/// What `KARST_VERSION` said when it was built (`make release`: git's word for the commit), or else the release.
pub const VERSION: &str = match option_env!("KARST_VERSION") {
    Some(version) if !version.is_empty() => version,
    _ => env!("CARGO_PKG_VERSION"),
};
