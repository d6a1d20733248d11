//! Weights of the squares, as a table.

use std::io::{self, Write};

/// Writes one number for each square, a1 to h8 by rows.
pub fn write_board(out: &mut impl Write, values: &[f64]) -> io::Result<()> {
    const FILES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    writeln!(out, "  {}", FILES.map(|file| format!("{file:>8}")).concat())?;
    for (row, values) in values.chunks(8).enumerate() {
        let row = row + 1;
        writeln!(out, "{row} {}", values.iter().map(|value| format!("{value:>8.3}")).collect::<String>())?;
    }
    Ok(())
}
