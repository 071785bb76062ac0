//! Targets for `cargo fuzz`, which searches for inputs that reach new code. Each target checks a property of
//! `cms/tests/all/fuzz_properties.rs`. `cms/tests/fuzz` contains the seed inputs, and inputs that broke a property.

#[path = "../../tests/all/fuzz_properties.rs"]
pub mod properties;

#[doc(hidden)]
pub use libfuzzer_sys;

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Defines a fuzz target. Its argument is the name of a function of [`properties`].
#[macro_export]
macro_rules! target {
    ($property:ident) => {
        $crate::libfuzzer_sys::fuzz_target!(init: $crate::ignore_caught_panics(), |bytes: &[u8]| {
            $crate::abort_if_property_panics($crate::properties::$property, bytes);
        });
    };
}

/// Replaces libFuzzer's panic hook, which would abort the process at every panic. Some panics are not bugs: the parser
/// of opening hours panics for some texts, and the server catches these panics.
pub fn ignore_caught_panics() {
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
}

/// Aborts the process if the property panics, so that libFuzzer reports the input.
pub fn abort_if_property_panics(property: fn(&[u8]), bytes: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| property(bytes))).is_err() {
        std::process::abort();
    }
}
