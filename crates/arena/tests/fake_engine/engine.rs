//! An engine that plays the manners and mishaps of other engines, for the tests of outside programs.
//!
//! `fake-engine gtp|nboard MANNER [MISHAP N]`: the mishap befalls it at its Nth move.
//! `fake-engine replay FILE`: says what an engine once said, and leaves when it is told something else.

mod gtp;
mod mishap;
mod nboard;
mod replay;

use mishap::Mishap;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["gtp", manner] => gtp::run(manner, Mishap::none()),
        ["gtp", manner, mishap, at] => gtp::run(manner, Mishap::new(mishap, at)),
        ["nboard", manner] => nboard::run(manner, Mishap::none()),
        ["nboard", manner, mishap, at] => nboard::run(manner, Mishap::new(mishap, at)),
        ["replay", file] => replay::run(file),
        _ => {
            eprintln!("no such engine: {words:?}");
            std::process::exit(2);
        }
    }
}
