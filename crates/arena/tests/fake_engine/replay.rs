//! An engine that says what another once said.
//!
//! In the file, `>` marks what it must be told, `<` what it then says, `!` what it complains of.

use std::io::Write;

pub fn run(file: &str) {
    let script = std::fs::read_to_string(file).expect("a conversation");
    let mut told = std::io::stdin().lines();
    for line in script.lines() {
        let (mark, text) = line.split_at_checked(1).unwrap_or((line, ""));
        let text = text.strip_prefix(' ').unwrap_or(text);
        match mark {
            ">" => {
                let told = told.next().expect("more to be said").expect("text");
                if told != text {
                    eprintln!("expected “{text}”, was told “{told}”");
                    std::process::exit(9);
                }
            }
            "<" => {
                println!("{text}");
                std::io::stdout().flush().expect("someone listens");
            }
            "!" => eprintln!("{text}"),
            "#" | "" => {}
            _ => panic!("no such mark: {line}"),
        }
    }
}
