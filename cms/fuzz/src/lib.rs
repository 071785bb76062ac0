//! What takes bytes from strangers, for `cargo fuzz`: inputs are bred towards code that none has reached yet. Each target
//! is a property of `cms/tests/all/fuzz_properties.rs`; `cms/tests/fuzz` is where they begin, and keeps what was found.

#[path = "../../tests/all/fuzz_properties.rs"]
pub mod properties;

#[doc(hidden)]
pub use libfuzzer_sys;

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Makes the target of a property.
#[macro_export]
macro_rules! holds {
    ($property:ident) => {
        $crate::libfuzzer_sys::fuzz_target!(init: $crate::heed_what_is_caught(), |bytes: &[u8]| {
            $crate::must($crate::properties::$property, bytes);
        });
    };
}

/// By itself the fuzzer ends at every panic, also where the guide catches it, as it does for what reads opening hours.
pub fn heed_what_is_caught() {
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
}

/// Ends the process, as the fuzzer expects, where a property does not hold.
pub fn must(holds: fn(&[u8]), bytes: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| holds(bytes))).is_err() {
        std::process::abort();
    }
}
