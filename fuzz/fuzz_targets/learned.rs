#![no_main]

#[path = "../../crates/lab/tests/learned/mod.rs"]
#[allow(dead_code, reason = "each target runs one of the functions")]
mod learned;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| learned::learned(bytes));
