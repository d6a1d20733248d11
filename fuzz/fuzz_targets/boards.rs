#![no_main]

#[path = "../../crates/rules/tests/rules/round_trips.rs"]
#[allow(dead_code, reason = "each target runs one of the functions")]
mod round_trips;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| round_trips::boards(bytes));
