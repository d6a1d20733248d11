#![no_main]

#[path = "../../crates/lab/tests/learned/mod.rs"]
#[allow(dead_code, reason = "each target runs one of the functions")]
mod learned;

libfuzzer_sys::fuzz_target!(|text: &str| learned::recipe(text));
