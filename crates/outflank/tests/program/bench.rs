//! `outflank bench`.

use crate::outflank;

/// A refactoring keeps it. A change of the work itself changes it here, and says so in its commit.
const SIGNATURE: &str = "f7d10acf2a24be28";

#[test]
fn the_signature_is_kept() {
    let printed = outflank(&["bench"]).printed();
    assert_eq!(printed.lines().next(), Some(format!("signature {SIGNATURE}").as_str()), "{printed}");
    assert!(printed.contains("portable"));
}

#[test]
fn json_has_the_signature_and_the_speeds() {
    let json = outflank(&["bench", "--json"]).json();
    assert_eq!(json["signature"], SIGNATURE);
    let kernels = json["kernels"].as_array().expect("a list");
    assert_eq!(kernels.last().expect("at least one")["kernel"], "portable");
    let speeds = ["played_per_second", "counted_per_second", "games_per_second"];
    for speed in kernels.iter().flat_map(|kernel| speeds.map(|speed| &kernel[speed])) {
        assert!(speed.as_f64().is_some_and(|speed| speed > 0.0), "{json}");
    }
    let learned = json["learned"].as_array().expect("a list");
    let systems: Vec<&str> = learned.iter().filter_map(|trial| trial["system"].as_str()).collect();
    assert_eq!(systems, outflank_learn::Recipe::SYSTEMS);
    assert!(learned.iter().all(|trial| trial["signature"].as_str().is_some_and(|text| text.len() == 16)));
    assert!(json["threads"].as_u64().is_some_and(|threads| threads > 0));
    assert!(json["all_threads_counted_per_second"].as_f64().is_some_and(|speed| speed > 0.0));
}
