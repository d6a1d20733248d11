#![no_main]

#[path = "../../crates/arena/tests/strangers/mod.rs"]
#[allow(dead_code, reason = "each target runs one of the functions")]
mod strangers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| strangers::patterns(bytes));
